//! What is written for other programs, as they read it: tracefiles by lcov and genhtml, tests of functions by ctest and prove; and what no program here reads, against the form
//! that is laid down for it: findings, test reports, results.

use jsonschema::Validator;
use quick_xml::events::Event;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A line with three decisions, a side that is proved unreachable, a decision that is, a function that nobody calls, lines that no test executes, text that must be escaped.
const SCAN: &str = "#include \"own header.h\"
extern int __VERIFIER_nondet_int(void);
static int kind(int c) {
  switch (c) {
  case '<': return 1;
  case '&': return 2;
  default: return c == '\"' ? 3 : 0;
  }
}
int never(int x) {
  if (x) return 1;
  return 0;
}
int main(void) {
  int x = clamped(__VERIFIER_nondet_int()), y = 0;
  if (x > 40 && kind(x) == 2 || x == 7) y = 1;
  while (y < 3 && x < 99)
    y++;
  if (x < 0) {
    if (y > 5)
      y = kind(y);
    return y;
  }
  return y;
}
";
const HEADER: &str = "static inline int clamped(int x) {\n  if (x < 0)\n    return 0;\n  return x > 90 ? 90 : x;\n}\n";
/// Violations of several classes, one behind calls; one that needs no input; one that holds.
const FAULTS: &str = "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int table[4] = {1, 2, 3, 4};
static int at(int i) { return table[i]; }
int main(void) {
  int x = __VERIFIER_nondet_int(), *p = x == 5 ? 0 : &x;
  assert(x != 12 && \"<less> & \\\"more\\\"\");
  assert(table[0] == 1);
  unsigned n = __VERIFIER_nondet_uint(), h = 1;
  for (unsigned i = 0; i < n; i++) h = h * 31 ^ i;
  assert(h != 0xdeadbeef);
  /* \u{fc}\u{fc} */ if (x > 100) return at(x - 100);
  if (x == 6) return 10 / (x - 6);
  return *p;
}
";

/// A folder whose names must be escaped: `src \u{fc}&`, with two programs.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        let sub = folder.0.path().join("src \u{fc}&");
        fs::create_dir(&sub).unwrap();
        for (name, text) in [("scan.c", SCAN), ("own header.h", HEADER), ("faults.c", FAULTS)] {
            fs::write(sub.join(name), text).unwrap();
        }
        folder
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.text(name)).unwrap()
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Output {
        Command::new(program).args(arguments).current_dir(self.0.path()).stdin(Stdio::null()).output().unwrap()
    }

    /// Runs the command, which has to come to a verdict.
    fn gotcha(&self, arguments: &[&str]) {
        let output = self.run(env!("CARGO_BIN_EXE_gotcha"), arguments);
        assert!(matches!(output.status.code(), Some(0 | 10 | 20)), "{arguments:?}\n{}", all(&output));
    }

    /// Runs another program, which has to be content. The answer is all that it says.
    fn other(&self, program: &str, arguments: &[&str]) -> String {
        let output = self.run(program, arguments);
        assert!(output.status.success(), "{program} {arguments:?}\n{}", all(&output));
        all(&output)
    }
}

fn all(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

const BRANCHES: [&str; 2] = ["--rc", "lcov_branch_coverage=1"];

/// What one of the readers says: "lines......: 87.5% (7 of 8 lines)".
fn read_count(said: &str, what: &str) -> (usize, usize) {
    let line = said.lines().find(|l| l.trim_start().starts_with(&format!("{what}.."))).unwrap_or_else(|| panic!("no {what} in {said}"));
    let counts = line.split_once('(').unwrap_or_else(|| panic!("no counts of {what} in {said}")).1;
    let numbers: Vec<usize> = counts.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
    (numbers[0], numbers[1])
}

/// Lines with the numbers of tests that execute them, as the result tells them for a file.
fn told_lines(result: &Value, file: &str) -> BTreeMap<u64, u64> {
    let lines = result["execution"]["lines"][file].as_object().unwrap_or_else(|| panic!("no lines of {file}: {}", result["execution"]));
    lines.iter().map(|(line, tests)| (line.parse().unwrap(), tests.as_u64().unwrap())).collect()
}

/// By line, the numbers of tests that take each side that is not proved unreachable.
fn told_branches(result: &Value, file: &str) -> BTreeMap<u64, Vec<u64>> {
    let mut lines: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    let of_file = result["goals"].as_array().unwrap().iter().filter(|g| g["file"] == file && g["kind"] == "branch");
    for goal in of_file.filter(|g| g["status"] != "unreachable") {
        lines.entry(goal["line"].as_u64().unwrap()).or_default().push(goal["reached_by"].as_u64().unwrap_or(0));
    }
    lines.values_mut().for_each(|sides| sides.sort_unstable());
    lines
}

/// A line of a page of genhtml: its number, the counts of its branches, its own count.
fn shown_line(row: &str) -> Option<(u64, Vec<u64>, Option<u64>)> {
    let taken = |title: &str| title.split("was taken ").nth(1).map_or(0, |rest| rest.split(' ').next().unwrap().parse().unwrap());
    let mut branches: Vec<u64> = row.split("title=\"").skip(1).filter(|t| t.starts_with("Branch ")).map(|t| taken(t.split('"').next().unwrap())).collect();
    branches.sort_unstable();
    let text: String = row.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect();
    let mut columns = text.split(':');
    let number = columns.next()?.split_whitespace().next()?.parse().ok()?;
    Some((number, branches, columns.next()?.trim().parse().ok()))
}

#[test]
fn lcov_and_genhtml_read_the_counts_that_results_tell() {
    if !is_installed("lcov") || !is_installed("genhtml") {
        return eprintln!("skipped, since lcov and genhtml are not installed");
    }
    let folder = Folder::new();
    for (n, more) in [&[][..], &["--lcov-absolute"][..]].iter().enumerate() {
        let (info, json, pages) = (format!("a{n}.info"), format!("a{n}.json"), format!("pages{n}"));
        folder.gotcha(&[&["cover", "src \u{fc}&/scan.c", "--json", &json, "--lcov", &info], *more].concat());
        let result = folder.json(&json);
        assert_eq!(result["verdict"], "complete");
        let said = folder.other("lcov", &[&["--summary", &info], &BRANCHES[..]].concat());
        let files = ["src \u{fc}&/scan.c", "src \u{fc}&/own header.h"];
        let lines: Vec<(u64, u64)> = files.iter().flat_map(|file| told_lines(&result, file)).collect();
        let branches: Vec<u64> = files.iter().flat_map(|file| told_branches(&result, file)).flat_map(|(_, sides)| sides).collect();
        let functions: Vec<&Value> = result["execution"]["functions"].as_array().unwrap().iter().collect();
        assert_eq!(read_count(&said, "lines"), (lines.iter().filter(|l| l.1 > 0).count(), lines.len()), "{said}");
        assert_eq!(read_count(&said, "branches"), (branches.iter().filter(|b| **b > 0).count(), branches.len()), "{said}");
        assert_eq!(read_count(&said, "functions"), (functions.iter().filter(|f| f["tests"] != 0).count(), functions.len()), "{said}");
        let said = folder.other("genhtml", &["--branch-coverage", "--legend", &info, "-o", &pages]);
        assert!(!said.contains("WARNING") && !said.contains("ERROR"), "{said}");
        for file in files {
            assert_eq!(shown_by_genhtml(&folder, &pages, file), (told_lines(&result, file), told_branches(&result, file)), "{file}");
        }
    }
}

/// Counts of lines and branches on the page of a file.
fn shown_by_genhtml(folder: &Folder, pages: &str, file: &str) -> (BTreeMap<u64, u64>, BTreeMap<u64, Vec<u64>>) {
    let name = Path::new(file).file_name().unwrap().to_str().unwrap();
    let found = folder.other("find", &[pages, "-name", &format!("{name}.gcov.html")]);
    let page = folder.text(found.trim_end_matches('\n'));
    let (mut lines, mut branches) = (BTreeMap::new(), BTreeMap::new());
    for (number, sides, count) in page.lines().filter(|row| row.contains("class=\"lineNum\">")).filter_map(shown_line) {
        lines.extend(count.map(|count| (number, count)));
        branches.extend((!sides.is_empty()).then_some((number, sides)));
    }
    (lines, branches)
}

/// What lcov merges are tests: counts are added.
#[test]
fn lcov_adds_tracefiles_of_two_runs() {
    if !is_installed("lcov") {
        return eprintln!("skipped, since lcov is not installed");
    }
    let folder = Folder::new();
    folder.gotcha(&["cover", "src \u{fc}&/scan.c", "--lcov", "a.info", "--json", "a.json"]);
    folder.gotcha(&["cover", "src \u{fc}&/scan.c", "--lcov", "b.info"]);
    folder.other("lcov", &[&["-a", "a.info", "-a", "b.info", "-o", "c.info"], &BRANCHES[..]].concat());
    let counts = |name: &str| -> BTreeMap<String, u64> {
        let text = folder.text(name);
        let file = text.split("SF:").find(|part| part.starts_with("src \u{fc}&/scan.c")).unwrap().to_owned();
        file.lines().filter_map(|l| l.strip_prefix("DA:")?.split_once(',')).map(|(line, n)| (line.to_owned(), n.parse().unwrap())).collect()
    };
    let (a, b) = (counts("a.info"), counts("b.info"));
    let sum: BTreeMap<String, u64> = a.iter().map(|(line, n)| (line.clone(), n + b[line])).collect();
    assert!(counts("c.info") == sum && sum.values().any(|n| *n > 1), "{sum:?}");
}

fn schema(text: &str) -> Validator {
    jsonschema::validator_for(&serde_json::from_str(text).unwrap()).unwrap()
}

fn errors(validator: &Validator, value: &Value) -> Vec<String> {
    validator.iter_errors(value).map(|e| format!("{}: {e}", e.instance_path)).collect()
}

#[test]
fn findings_have_the_form_of_sarif() {
    let folder = Folder::new();
    let sarif = schema(include_str!("../schemas/sarif-2.1.0.json"));
    folder.gotcha(&["verify", "src \u{fc}&/faults.c", "--timeout", "10s", "--sarif", "faults.sarif", "--json", "faults.json"]);
    folder.gotcha(&["cover", "src \u{fc}&/scan.c", "--sarif", "scan.sarif"]);
    for name in ["faults.sarif", "scan.sarif"] {
        assert_eq!(errors(&sarif, &folder.json(name)), [""; 0], "{name}");
    }
    let (log, result) = (folder.json("faults.sarif"), folder.json("faults.json"));
    let run = &log["runs"][0];
    let rules: BTreeSet<&str> = run["tool"]["driver"]["rules"].as_array().unwrap().iter().map(|r| r["id"].as_str().unwrap()).collect();
    let found = run["results"].as_array().unwrap();
    let violated: Vec<&Value> = result["properties"].as_array().unwrap().iter().filter(|p| p["status"] == "violated").collect();
    assert!(violated.len() > 3, "{violated:?}");
    assert_eq!(found.len(), violated.len());
    let classes: BTreeSet<&str> = found.iter().map(|f| f["ruleId"].as_str().unwrap()).collect();
    assert_eq!(classes, rules);
    for finding in found {
        let place = &finding["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "src%20%C3%BC%26/faults.c");
        let (start, end) = (&place["region"]["startColumn"], &place["region"]["endColumn"]);
        let line = FAULTS.lines().nth(place["region"]["startLine"].as_u64().unwrap() as usize - 1).unwrap();
        // Columns are characters: they lie within the line, also behind others than those of ASCII.
        assert!(start.as_u64() < end.as_u64() && end.as_u64().unwrap() as usize <= line.chars().count() + 1, "{place}: {line}");
        let steps = finding["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap();
        assert!(steps.iter().zip(1..).all(|(step, n)| step["executionOrder"] == n), "{steps:?}");
        assert_eq!(&steps.last().unwrap()["location"]["physicalLocation"], place);
    }
    // What the schema is there for.
    let spoilt = |pointer: &str, value: Value| {
        let mut log = log.clone();
        *log.pointer_mut(pointer).unwrap() = value;
        !errors(&sarif, &log).is_empty()
    };
    let place = "/runs/0/results/0/locations/0/physicalLocation";
    assert!(spoilt("/version", "2.0.0".into()) && spoilt("/runs/0/results/0/level", "none".into()) && spoilt("/runs/0/results/0/message", Value::Null));
    assert!(spoilt(&format!("{place}/artifactLocation/uri"), "a b.c".into()) && spoilt(&format!("{place}/region/startLine"), 0.into()));
}

/// An element of a document: its name, attributes, children, and its own text.
#[derive(Default, Debug)]
struct Element {
    name: String,
    attributes: BTreeMap<String, String>,
    children: Vec<Element>,
    text: String,
}

impl Element {
    fn read(text: &str) -> Self {
        let mut reader = quick_xml::Reader::from_str(text);
        let mut open = vec![Self::default()];
        loop {
            let event = reader.read_event().unwrap_or_else(|e| panic!("{e}: {text}"));
            match &event {
                Event::Start(tag) | Event::Empty(tag) => {
                    let attribute = |a: Result<quick_xml::events::attributes::Attribute<'_>, _>| {
                        let a = a.unwrap();
                        (a.key.as_ref().to_owned(), quick_xml::escape::unescape(&a.value).unwrap().into_owned())
                    };
                    open.push(Self { name: tag.name().as_ref().to_owned(), attributes: tag.attributes().map(attribute).collect(), ..Self::default() });
                }
                Event::Text(text) => open.last_mut().unwrap().text.push_str(text),
                Event::GeneralRef(name) => open.last_mut().unwrap().text.push_str(&format!("&{};", &**name)),
                Event::Eof => break,
                _ => {}
            }
            if matches!(event, Event::End(_) | Event::Empty(_)) {
                let closed = open.pop().unwrap();
                open.last_mut().unwrap().children.push(closed);
            }
        }
        assert_eq!(open.len(), 1, "{text}");
        open.remove(0).children.remove(0)
    }

    fn number(&self, name: &str) -> f64 {
        self.attributes.get(name).and_then(|n| n.parse().ok()).unwrap_or_else(|| panic!("no number {name}: {self:?}"))
    }

    fn all<'a>(&'a self, name: &str) -> Vec<&'a Element> {
        let below = self.children.iter().flat_map(|child| child.all(name));
        (self.name == name).then_some(self).into_iter().chain(below).collect()
    }
}

/// What stands in an element of a report, and the attributes that it must and may have.
struct Form {
    name: &'static str,
    inside: &'static [&'static str],
    must: &'static [&'static str],
    may: &'static [&'static str],
}

/// What readers of such reports agree on.
const JUNIT: [Form; 8] = [
    Form { name: "testsuites", inside: &["testsuite"], must: &["tests", "failures", "errors", "time"], may: &["name", "skipped"] },
    Form {
        name: "testsuite",
        inside: &["properties", "testcase"],
        must: &["name", "tests", "failures", "errors", "skipped"],
        may: &["time", "timestamp", "file"],
    },
    Form { name: "properties", inside: &["property"], must: &[], may: &[] },
    Form { name: "property", inside: &[], must: &["name", "value"], may: &[] },
    Form { name: "testcase", inside: &["skipped", "error", "failure"], must: &["name", "classname"], may: &["time", "file", "line"] },
    Form { name: "skipped", inside: &[], must: &[], may: &["message"] },
    Form { name: "failure", inside: &[], must: &["message", "type"], may: &[] },
    Form { name: "error", inside: &[], must: &["message", "type"], may: &[] },
];

/// Does the document have this form, with the counts that it claims?
fn check_junit(element: &Element) {
    let Form { inside, must, may, .. } = JUNIT.iter().find(|form| form.name == element.name).unwrap_or_else(|| panic!("nobody knows {element:?}"));
    assert!(must.iter().all(|name| element.attributes.get(*name).is_some_and(|value| !value.is_empty())), "{must:?}: {element:?}");
    assert!(element.attributes.keys().all(|name| must.contains(&name.as_str()) || may.contains(&name.as_str())), "{element:?}");
    assert!(element.children.iter().all(|child| inside.contains(&child.name.as_str())), "{element:?}");
    // Properties come first.
    assert!(element.children.iter().skip(1).all(|child| child.name != "properties"), "{element:?}");
    if element.attributes.contains_key("tests") {
        for (name, of) in [("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")] {
            assert_eq!(element.number(name), element.all(of).len() as f64, "{name}");
        }
    }
    if element.name == "testcase" {
        assert!(element.children.len() <= 1 && element.attributes.contains_key("line") == element.attributes.contains_key("file"), "{element:?}");
    }
    if element.name == "testsuite" {
        let names: BTreeSet<_> = element.all("testcase").iter().map(|case| (&case.attributes["classname"], &case.attributes["name"])).collect();
        assert_eq!(names.len() as f64, element.number("tests"), "two cases of one name: {element:?}");
    }
    element.children.iter().for_each(check_junit);
}

#[test]
fn test_reports_have_the_form_of_junit() {
    let folder = Folder::new();
    folder.gotcha(&["cover", "src \u{fc}&/scan.c", "--scope", "all", "--junit", "scan.xml", "--json", "scan.json"]);
    folder.gotcha(&["verify", "src \u{fc}&/faults.c", "--timeout", "10s", "--junit", "faults.xml", "--json", "faults.json"]);
    let (scan, faults) = (Element::read(&folder.text("scan.xml")), Element::read(&folder.text("faults.xml")));
    for report in [&scan, &faults] {
        assert_eq!(report.name, "testsuites");
        check_junit(report);
    }
    let result = folder.json("scan.json");
    assert_eq!(scan.number("tests"), result["summary"]["tests"].as_f64().unwrap() + result["summary"]["undecided"].as_f64().unwrap());
    assert_eq!(scan.all("property").len() as u64, result["summary"]["unreachable"].as_u64().unwrap());
    let result = folder.json("faults.json");
    for (of, count) in [("testcase", "properties"), ("failure", "violated"), ("skipped", "unknown")] {
        assert_eq!(faults.all(of).len() as u64, result["summary"][count].as_u64().unwrap(), "{count}");
    }
    let texts: Vec<&str> = faults.all("failure").iter().map(|f| f.text.as_str()).collect();
    assert!(texts.iter().all(|text| text.contains("src \u{fc}&amp;/faults.c:")), "{texts:?}");
    if is_installed("python3") {
        for name in ["scan.xml", "faults.xml"] {
            folder.other("python3", &["-c", "import sys, xml.etree.ElementTree as e; e.parse(sys.argv[1])", name]);
        }
    }
}

#[test]
fn results_of_all_commands_have_the_form_that_is_laid_down() {
    let folder = Folder::new();
    let form = schema(report::result::SCHEMA);
    fs::write(folder.0.path().join("p.c"), "int x;\nint main(void) {\n  for (;;)\n    x = !x;\n}\n").unwrap();
    let (scan, faults) = ("src \u{fc}&/scan.c", "src \u{fc}&/faults.c");
    let runs: [&[&str]; 10] = [
        &["cover", scan],
        &["cover", scan, "--criterion", "mcdc", "--criterion", "decision"],
        &["cover", scan, "--criterion", "condition"],
        &["cover", scan, "--criterion", "statement", "--criterion", "function", "--scope", "all"],
        &["cover", "src \u{fc}&/own header.h", "--entry", "clamped", "--lazy-inputs"],
        &["query", scan, "--query", "cover @CALLS -> @CONDITIONEDGE"],
        &["verify", faults, "--timeout", "10s"],
        &["verify", "p.c", "--property", "termination"],
        &["ltl", "p.c", "--formula", "G F x"],
        &["ltl", "p.c", "--formula", "G x"],
    ];
    for (n, run) in runs.iter().enumerate() {
        let name = format!("{n}.json");
        folder.gotcha(&[run, &["--json", &name][..]].concat());
        assert_eq!(errors(&form, &folder.json(&name)), [""; 0], "{run:?}");
        folder.gotcha(&["report", &name, "--json", "again.json", "--html", "pages", "--junit", "a.xml", "--sarif", "a.sarif", "--markdown", "a.md"]);
        assert_eq!(errors(&form, &folder.json("again.json")), [""; 0], "{run:?} as a report");
        check_junit(&Element::read(&folder.text("a.xml")));
        assert_eq!(errors(&schema(include_str!("../schemas/sarif-2.1.0.json")), &folder.json("a.sarif")), [""; 0], "{run:?}");
    }
    folder.gotcha(&["report", "0.json", "1.json", "4.json", "--json", "merged.json"]);
    assert_eq!(errors(&form, &folder.json("merged.json")), [""; 0]);
}

#[test]
fn tests_of_functions_are_run_by_ctest_and_read_by_prove() {
    let folder = Folder::new();
    fs::write(folder.0.path().join("kind.c"), "int kind(int c) { if (c == '<') return 1; return c == '&' ? 2 : 0; }\n").unwrap();
    let output = folder.run(env!("CARGO_BIN_EXE_gotcha"), &["test", "kind.c", "--out", "t"]);
    if all(&output).contains("confined") {
        return eprintln!("skipped, since nothing is run natively here: {}", all(&output));
    }
    assert!(all(&output).contains("4 of 4 branches"), "{}", all(&output));
    if is_installed("prove") {
        folder.other("cc", &["-o", "test_kind", "t/test_kind.c", "-lm"]);
        let said = folder.other("prove", &["-v", "--exec", "", "./test_kind"]);
        assert!(said.contains("Result: PASS") && said.contains("kind_1"), "{said}");
    }
    if !is_installed("cmake") || !is_installed("ctest") {
        return eprintln!("skipped, since cmake and ctest are not installed");
    }
    let list = "cmake_minimum_required(VERSION 3.17)\nproject(kinds C)\nenable_testing()\ninclude(t/gotcha_tests.cmake)\ngotcha_unit_tests()\n";
    fs::write(folder.0.path().join("CMakeLists.txt"), list).unwrap();
    folder.other("cmake", &["-S", ".", "-B", "build"]);
    folder.other("cmake", &["--build", "build"]);
    let said = folder.other("ctest", &["--test-dir", "build", "--output-on-failure", "--output-junit", "ctest.xml"]);
    assert!(said.contains("100% tests passed"), "{said}");
    let cases = Element::read(&folder.text("build/ctest.xml")).all("testcase").len();
    assert!(cases >= 3 && said.contains(&format!("out of {cases}")), "{said}");
    // A change is seen there, too.
    fs::write(folder.0.path().join("kind.c"), "int kind(int c) { if (c == '<') return 1; return c == '&' ? 3 : 0; }\n").unwrap();
    folder.other("cmake", &["--build", "build"]);
    let failed = folder.run("ctest", &["--test-dir", "build"]);
    assert!(!failed.status.success() && all(&failed).contains("1 tests failed out of"), "{}", all(&failed));
}
