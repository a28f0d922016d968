//! `cover --goals` and `--tests`: goals by name, and tests to begin with.

use super::campaigns::Place;
use std::fs;

const PROGRAM: &str = "extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 100) x = 7;
  if (x == 123456) return 1;
  if (x == -99) return 2;
  return 0;
}
";
const NO_ENGINE: [&str; 8] = ["--without", "search", "--without", "bmc", "--without", "excursions", "--without", "graphs"];

fn goals(place: &Place, json: &str) -> Vec<(String, String, String)> {
    let text = fs::read_to_string(place.path(json)).unwrap();
    let result: serde_json::Value = serde_json::from_str(&text).unwrap();
    let word = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    result["goals"].as_array().unwrap().iter().map(|goal| (word(&goal["id"]), word(&goal["status"]), word(&goal["engine"]))).collect()
}

#[test]
fn lines_that_were_printed_choose_goals() {
    let place = Place::new(&[("a.c", PROGRAM)], "");
    let (_, all) = place.gotcha(&["cover", "a.c", "--all-goals"]);
    let chosen: Vec<&str> = all.lines().filter(|line| line.contains("branch.2.true") || line.contains("branch.3.false")).collect();
    assert_eq!(chosen.len(), 2, "{all}");
    fs::write(place.path("chosen"), format!("# two of them\n{}\n", chosen.join("\n"))).unwrap();
    let (status, out) = place.gotcha(&["cover", "a.c", "--goals", "chosen", "--json", "r.json", "--quiet"]);
    assert!(status == 0 && out.contains("GOALS: 2  COVERED: 1  UNREACHABLE: 1  UNDECIDED: 0"), "{out}");
    let ids: Vec<String> = goals(&place, "r.json").into_iter().map(|(id, ..)| id).collect();
    assert_eq!(ids, ["main.branch.2.true", "main.branch.3.false"]);
    fs::write(place.path("chosen"), "main.branch.2.true\nmain.branch.9.true\n").unwrap();
    let (status, out) = place.gotcha(&["cover", "a.c", "--goals", "chosen"]);
    assert!(status == 1 && out.contains("chosen:2: there is no goal main.branch.9.true"), "{out}");
    let (status, out) = place.gotcha(&["cover", "a.c", "--goals", "chosen", "--query", "cover @BASICBLOCKENTRY"]);
    assert!(status == 1 && out.contains("--goals does not go with a query"), "{out}");
}

#[test]
fn a_goal_that_stands_elsewhere_is_another_one() {
    let other = "static int f(int x) {\n\n  return x > 5 ? 1 : 0;\n}\nint g(int x) { return f(x); }\n";
    let main = "extern int __VERIFIER_nondet_int(void);\nint g(int);\nstatic int f(int x) {\n  if (x > 3) return 1;\n  return 0;\n}\nint main(void) { int x = __VERIFIER_nondet_int(); return f(x) + g(x); }\n";
    let place = Place::new(&[("a.c", main), ("b.c", other)], "");
    let cover = |goal: &str| {
        fs::write(place.path("chosen"), format!("{goal}\n")).unwrap();
        place.gotcha(&["cover", "a.c", "b.c", "--goals", "chosen", "--quiet"])
    };
    assert!(cover("a.c:4:7 f.branch.1.true").1.contains("chosen:1: there is no goal f.branch.1.true there"));
    for goal in ["a.c:4:3 f.branch.1.true", "b.c:3:10 f.2.branch.1.true  COVERED  x > 5", "f.2.branch.1.false"] {
        let (status, out) = cover(goal);
        assert!(status == 0 && out.contains("GOALS: 1  COVERED: 1"), "{goal}: {out}");
    }
}

#[test]
fn what_tests_reach_that_were_given_is_covered() {
    let place = Place::new(
        &[("a.c", PROGRAM), ("b.c", &PROGRAM.replace("int x", "short x").replace("_int(void)", "_short(void)").replace("nondet_int()", "nondet_short()"))],
        "",
    );
    assert_eq!(place.gotcha(&["cover", "a.c", "--suite", "found.zip"]).0, 0);
    let (_, out) = place.gotcha(&[&["cover", "a.c", "--tests", "found.zip", "--suite", "again", "--json", "r.json", "--quiet"], &NO_ENGINE[..]].concat());
    assert!(out.contains("COVERED: 5"), "{out}");
    let covered: Vec<(String, String, String)> = goals(&place, "r.json").into_iter().filter(|(_, status, _)| status == "covered").collect();
    assert!(covered.len() == 5 && covered.iter().all(|(.., engine)| engine == "given"), "{covered:?}");
    let (status, out) = place.gotcha(&["replay", "a.c", "--suite", "again"]);
    assert!(status == 0 && out.contains("REACHED: 5") && out.contains("DIFFER: 0"), "{out}");
    // Tests of another program: values that are none of the type are told.
    fs::create_dir(place.path("bad")).unwrap();
    for (name, text) in [
        ("metadata.xml", "<?xml version=\"1.0\"?><test-metadata></test-metadata>".to_owned()),
        ("testcase-1.xml", "<?xml version=\"1.0\"?><testcase><input>zero</input></testcase>".to_owned()),
    ] {
        fs::write(place.path("bad").join(name), text).unwrap();
    }
    let (status, out) = place.gotcha(&["cover", "a.c", "--tests", "bad", "--tests", "found.zip"]);
    assert!(status == 0 && out.contains("1 of ") && out.contains("`zero` is no value of its type"), "{out}");
    let (status, out) = place.gotcha(&["cover", "a.c", "--tests", "nothing"]);
    assert!(status == 2 && out.contains("cannot read the suite nothing"), "{out}");
}
