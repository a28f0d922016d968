//! What `query --engine arg` writes of its graphs: how far a goal is searched for, what it takes over from others and from earlier runs, and whole graphs of small programs.

use crate::pictures::{FLAGS, graph_of};

/// A run of the command on a program of its own.
fn gotcha(source: &str, arguments: &[&str]) -> (String, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (program, graphs) = (folder.path().join("p.c"), folder.path().join("graphs.txt"));
    std::fs::write(&program, source).expect("a file");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_gotcha"))
        .args(["query", "--engine", "arg", "--all-goals", "--timeout", "60s", "--dump-arg"])
        .arg(&graphs)
        .args(arguments)
        .arg(&program)
        .output()
        .expect("the command runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let said = said.replace(&folder.path().display().to_string(), "");
    (said, std::fs::read_to_string(&graphs).unwrap_or_default())
}

#[test]
fn a_path_is_searched_only_as_far_as_the_automaton_allows() {
    // Only the lines before line 7 may come before it.
    let query = "cover ^\"(@LINE(2)+@LINE(3)+@LINE(4)+@LINE(5)+@LINE(6))*\".@LINE(7)";
    let (said, graphs) = gotcha(FLAGS, &["--query", query]);
    assert!(said.contains("UNDECIDED: 0") && said.contains("query.1  COVERED"), "{said}");
    let nodes = graph_of(&graphs, "query.1");
    assert!(nodes.iter().any(|n| n.ends_with("accepting")), "{nodes:?}");
    for line in ["9 ", "10 ", "11 "] {
        assert!(nodes.iter().all(|n| !n.starts_with(line)), "line {line}: {nodes:?}");
    }
}

#[test]
fn a_goal_that_continues_another_one_takes_over_its_graph() {
    // After line 5 line 7 is impossible, so what comes after it is too; the other order would find the graph of the first goal again.
    let (said, graphs) = gotcha(FLAGS, &["--arg-without", "CP", "--query", "cover @LINE(5)->@LINE(7) + @LINE(5)->@LINE(7)->@LINE(8)"]);
    assert!(said.contains("COVERED: 0") && said.contains("UNDECIDED: 0"), "{said}");
    let first = graph_of(&graphs, "query.1");
    // Both arms of the first decision are in the graph; behind line 5 nothing accepts.
    for node in ["3 q1", "4 q1", "5 q1", "6 q2", "8 q2", "11 q2"] {
        assert!(first.iter().any(|n| n == node), "{node}: {first:?}");
    }
    let none_accepts = |nodes: &[String]| nodes.iter().all(|n| !n.contains("accepting"));
    assert!(none_accepts(&first));
    let second = graph_of(&graphs, "query.3");
    assert!(none_accepts(&second));
    let reused = second.iter().filter(|n| n.contains("reused")).count();
    assert!(reused > 10, "{second:?}");
    // Without reuse nothing is taken over, and the answers are the same.
    let (other, graphs) = gotcha(FLAGS, &["--arg-without", "CEP", "--query", "cover @LINE(5)->@LINE(7) + @LINE(5)->@LINE(7)->@LINE(8)"]);
    assert_eq!(other, said);
    assert!(!graphs.contains("reused"));
}

/// The nodes of a goal's graph in order: line, state of the automaton, what is known, marks.
fn whole_graph(graphs: &str, goal: &str) -> Vec<String> {
    let (_, graph) = graphs.split_once(&format!("{goal}\n")).unwrap_or_else(|| panic!("no graph of {goal} in\n{graphs}"));
    let mut nodes: Vec<String> = Vec::new();
    for line in graph.lines().take_while(|l| !l.starts_with("query.")).filter(|l| l.starts_with('s')) {
        let (_, rest) = line.split_once(' ').expect("a place");
        let (place, rest) = rest.split_once(' ').expect("a state");
        let place = place.rsplit(':').next().and_then(|p| p.split('.').next()).expect("a line");
        let node = format!("{place} {rest}");
        if !nodes.contains(&node) {
            nodes.push(node);
        }
    }
    nodes
}

/// Like [`FLAGS`], and each goal below is one edge.
const ONE_EDGE: &str = "int __VERIFIER_nondet_int(void); _Bool __VERIFIER_nondet_bool(void);
int main(void) { int x = __VERIFIER_nondet_int(); _Bool f1, f2 = __VERIFIER_nondet_bool(), s;
  if (x <= 10)
    f1 = 1; else
    f1 = 0;
  if (x == 100)
    f2 = 0;
  if (!f1)
    s = f1; else
    s = f2;
  return s; }
";

/// A goal with a predicate: one state of the automaton in all lines with nothing known, until the predicate is asked behind the last assignment.
/// The goals after it ask for a false `f2` before, too: their graphs take over what comes before, are computed behind it, and take over again.
#[test]
fn graphs_with_predicates_are_these() {
    let (said, graphs) = gotcha(ONE_EDGE, &["--arg-without", "CP", "--query", "cover @10.{s} + @6.{!f2}->@10.{s}"]);
    assert!(said.contains("query.1  COVERED") && said.contains("query.2   UNREACHABLE") && said.contains("query.3   UNREACHABLE"), "{said}");
    let lines = (2..=11).map(|line| format!("{line} q1 true"));
    let expected: Vec<String> = std::iter::once("outside q0 true".to_owned()).chain(lines).chain(["11 q2 s accepting".to_owned()]).collect();
    assert_eq!(whole_graph(&graphs, "query.1"), expected);
    let jump = whole_graph(&graphs, "query.3");
    let known: Vec<&str> = jump.iter().map(String::as_str).filter(|n| !n.ends_with("reused")).collect();
    // Where the automaton has left its first state, `f2` is false, which is all that has to be known.
    assert_eq!(known, ["outside q0 true", "6 q3 !(f1) & !(f2)", "8 q3 !(f2)", "6 q3 !(f2)", "8 q4 !(f1) & !(f2)", "8 q4 !(f2)"]);
    for node in ["2 q1 true reused", "6 q1 true reused", "9 q4 true reused", "10 q4 !(f2) reused", "11 q4 true reused"] {
        assert!(jump.iter().any(|n| n == node), "{node}: {jump:?}");
    }
    assert!(jump.iter().all(|n| !n.contains("accepting")), "{jump:?}");
}

/// Two lines that exclude each other: all lines before the first is passed, and behind it those that its arm comes to, with what excludes the second.
#[test]
fn graphs_of_lines_that_exclude_each_other_are_these() {
    let (said, graphs) = gotcha(ONE_EDGE, &["--arg-without", "CDP", "--query", "cover @LINE(4)->@LINE(7)"]);
    assert!(said.contains("COVERED: 0") && said.contains("UNDECIDED: 0"), "{said}");
    let first = graphs.lines().next().expect("a graph");
    let before = (2..=11).filter(|line| *line != 4).map(|line| format!("{line} q1 true"));
    let behind = ["6 q2 x != 100", "6 q2 true", "8 q2 true", "9 q2 true", "10 q2 true", "11 q2 true", "exit q2 true", "outside q2 true"];
    let mut expected: Vec<String> = std::iter::once("outside q0 true".to_owned()).chain(before).collect();
    expected.extend(["4 q1 x != 100", "exit q1 true", "outside q1 true"].map(str::to_owned));
    expected.extend(behind.map(str::to_owned));
    let mut graph = whole_graph(&graphs, first);
    // Which arm comes first is nobody's business.
    graph.sort_unstable();
    expected.sort_unstable();
    assert_eq!(graph, expected);
}

/// A run of one analysis with the graphs; its result.
fn result(folder: &std::path::Path, source: &str, arguments: &[&str]) -> serde_json::Value {
    result_with("1", folder, source, arguments)
}

fn result_with(jobs: &str, folder: &std::path::Path, source: &str, arguments: &[&str]) -> serde_json::Value {
    let (program, json) = (folder.join("p.c"), folder.join("result.json"));
    std::fs::write(&program, source).expect("a file");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_gotcha"))
        .args(["query", "--engine", "arg", "--quiet", "--timeout", "60s", "--jobs", jobs, "--json"])
        .args([&json, &program])
        .args(arguments)
        .output()
        .expect("the command runs");
    let text = std::fs::read_to_string(&json).unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)));
    serde_json::from_str(&text).expect("a result")
}

fn counter(result: &serde_json::Value, name: &str) -> u64 {
    result["statistics"]["engines"]["arg"][name].as_u64().unwrap_or_else(|| panic!("no {name} in {result}"))
}

/// How many goals are covered, unreachable, undecided.
fn decided(result: &serde_json::Value) -> [u64; 3] {
    ["covered", "unreachable", "undecided"].map(|status| result["summary"][status].as_u64().unwrap_or_else(|| panic!("no {status} in {result}")))
}

/// A lock that is taken and given back under the same condition, until an input says so.
const LOCK: &str = "int __VERIFIER_nondet_int(void);
int main(void) { int lock, wanted;
  while (1) {
    if (__VERIFIER_nondet_int() == 0) goto out;
    lock = 0;
    wanted = __VERIFIER_nondet_int();
    if (wanted != 0) { lock = 1; }
    if (wanted != 0) { if (lock != 1) goto error; lock = 0; }
  }
out: return 0;
error: return 1; }
";

/// Of the paths only those are possible on which both conditions agree in each round: an impossible beginning is analysed once for all paths that have it.
#[test]
fn an_impossible_beginning_removes_all_paths_behind_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut searches = Vec::new();
    for bound in [3, 4] {
        let query = format!("cover ^PATHS(ID,{bound})");
        let found = result(folder.path(), LOCK, &["--query", &query]);
        let feasible = 2_u64.pow(bound + 1) - 1;
        assert_eq!(decided(&found), [feasible, 2 * 4_u64.pow(bound) - 1 - feasible, 0], "{found}");
        searches.push(counter(&found, "searches"));
        // One for each beginning that is just impossible, and few for each that is possible.
        assert!(searches[searches.len() - 1] <= 4 * feasible, "{searches:?}");
    }
    assert!(searches[1] <= 5 * searches[0] / 2, "{searches:?}");
    let alone = result(folder.path(), LOCK, &["--query", "cover ^PATHS(ID,3)", "--arg-without", "P"]);
    assert_eq!(decided(&alone), [15, 112, 0], "{alone}");
    assert!(counter(&alone, "searches") > 2 * searches[0], "{alone}");
}

/// What one run leaves saves another one with another query its refinements.
#[test]
fn a_later_run_takes_over_predicates_and_graphs() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let kept = folder.path().join("kept");
    let reuse = ["--reuse-dir", kept.to_str().expect("a name")];
    let pairs = ["--query", "cover @BASICBLOCKENTRY->@BASICBLOCKENTRY"];
    let alone = result(folder.path(), LOCK, &pairs);
    let first = result(folder.path(), LOCK, &[&reuse[..], &["--query", "cover ^PATHS(ID,2)"]].concat());
    assert_eq!(decided(&first), [7, 24, 0], "{first}");
    let second = result(folder.path(), LOCK, &[&reuse[..], &pairs].concat());
    assert_eq!(decided(&second), decided(&alone));
    assert!(counter(&second, "refinements") < counter(&alone, "refinements"), "{second} {alone}");
    // Again the same: nothing is left to find out.
    let third = result(folder.path(), LOCK, &[&reuse[..], &pairs].concat());
    assert_eq!(decided(&third), decided(&alone));
    assert!(counter(&third, "refinements") < counter(&second, "refinements") || counter(&second, "refinements") == 0, "{third} {second}");
    assert!(counter(&third, "nodes") < counter(&alone, "nodes"), "{third} {alone}");
    let warnings = third["warnings"].as_array().map_or(0, Vec::len);
    assert_eq!(warnings, 0, "{third}");
}

/// Several analyses divide the goals, and decide the same. What each takes is open, how often one goal is searched for is not.
#[test]
fn several_analyses_decide_the_same() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for query in
        ["cover @BASICBLOCKENTRY", "cover @BASICBLOCKENTRY->@BASICBLOCKENTRY", "cover ^PATHS(ID,3)", "cover @CALLS->@CONDITIONEDGE", "cover ^@ENTRY(main)"]
    {
        let alone = result(folder.path(), LOCK, &["--query", query]);
        assert_eq!(decided(&alone)[2], 0, "{alone}");
        // One graph for many goals is only one search; who divides the goals has more, but no more than goal by goal.
        let one_by_one = result(folder.path(), LOCK, &["--query", query, "--arg-without", "T"]);
        assert_eq!(decided(&one_by_one), decided(&alone), "{one_by_one}");
        assert!(counter(&alone, "searches") <= counter(&one_by_one, "searches"), "{alone} {one_by_one}");
        for jobs in ["2", "5"] {
            let together = result_with(jobs, folder.path(), LOCK, &["--query", query]);
            assert_eq!(decided(&together), decided(&alone), "{together}");
            assert!(counter(&together, "searches") <= counter(&one_by_one, "searches") * 5, "{together} {one_by_one}");
        }
    }
}

/// What is damaged, or of another program, is told and not used.
#[test]
fn what_earlier_runs_left_is_checked() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let kept = folder.path().join("kept");
    let reuse = ["--reuse-dir", kept.to_str().expect("a name"), "--query", "cover @BASICBLOCKENTRY->@BASICBLOCKENTRY"];
    let files = || -> Vec<std::path::PathBuf> { std::fs::read_dir(&kept).expect("a folder").map(|entry| entry.expect("an entry").path()).collect() };
    let first = result(folder.path(), LOCK, &reuse);
    let [file] = &files()[..] else { panic!("not one file") };
    let good = std::fs::read_to_string(file).expect("text");
    let warned = |damaged: &str, word: &str| {
        std::fs::write(file, damaged).expect("a file");
        let found = result(folder.path(), LOCK, &reuse);
        assert_eq!(decided(&found), decided(&first), "{word}");
        assert_eq!(counter(&found, "refinements"), counter(&first, "refinements"), "{word}");
        let told = found["warnings"].to_string();
        assert!(told.contains("is ignored") && told.contains(word), "{word}: {told}");
        assert_eq!(std::fs::read_to_string(file).expect("text"), good, "it is written anew");
    };
    warned(&good.replacen("not ", "neg ", 1), "damaged");
    warned(&good[..good.len() / 2], "damaged");
    warned("", "another form");
    warned(&good.replacen(&file.file_stem().expect("a name").to_string_lossy()[..8], "00000000", 1), "another program");
    std::fs::write(file, [0xff, 0xfe]).expect("a file");
    assert_eq!(decided(&result(folder.path(), LOCK, &reuse)), decided(&first));
    // Another program does not come upon the file.
    std::fs::write(file, &good).expect("a file");
    let other = LOCK.replace("lock = 1;", "lock = wanted;");
    let (alone, beside) = (result(folder.path(), &other, &reuse[2..]), result(folder.path(), &other, &reuse));
    assert_eq!(decided(&alone), decided(&beside));
    assert_ne!(decided(&alone), decided(&first), "the programs differ");
    assert_eq!(files().len(), 2);
    // The graphs of another tool are not believed, its predicates tried.
    let header = good.lines().next().expect("a line");
    let tool = header.split(' ').nth(3).expect("four words");
    std::fs::write(file, good.replacen(tool, &"0".repeat(64), 1)).expect("a file");
    let found = result(folder.path(), LOCK, &reuse);
    assert_eq!((decided(&found), found["warnings"].as_array().map(Vec::len)), (decided(&first), Some(0)));
    assert!(counter(&found, "refinements") < counter(&first, "refinements"), "{found}");
}

/// What is read only later cannot be tracked before, but what it leaves between its bounds can: that `low` is more than `high` when x is read.
const READ_LATER: &str = "int __VERIFIER_nondet_int(void);
int main(void) { int low = 5, high = 4, x;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) low = 7;
    x = __VERIFIER_nondet_int();
    if (x - 3 >= low)
      if (x - 3 <= high)
        return 1;
  }
  return 0; }";

/// One step leaves open which of several predicates holds, and not that none does.
const ONE_OF_THREE: &str = "int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int(), n = 0;
  if ((x == 1) | (y == 1) | (z == 1)) {
    while (__VERIFIER_nondet_int())
      n++;
    if (x != 1)
      if (y != 1)
        if (z != 1)
          return 1;
  }
  return 0; }";

#[test]
fn predicates_are_found_for_values_read_later_and_for_what_one_step_leaves_open() {
    for (source, line) in [(READ_LATER, 8), (ONE_OF_THREE, 9)] {
        let (said, _) = gotcha(source, &["--query", &format!("cover @LINE({line})")]);
        assert!(said.contains("query.1  UNREACHABLE") && said.contains("UNDECIDED: 0"), "{said}");
    }
}

/// As many locks as wanted, each taken and given back in every round where its condition says so.
fn locks(n: usize) -> String {
    let all = |line: &dyn Fn(usize) -> String| (1..=n).map(line).collect::<String>();
    format!(
        "int __VERIFIER_nondet_int(void);
int main(void) {{ int {}last = 0;
  while (__VERIFIER_nondet_int()) {{
{}{}{}    last = 1;
  }}
  return 0;
ERROR:
  return last; }}",
        all(&|i| format!("p{i}, lk{i}, ")),
        all(&|i| format!("    lk{i} = 0; p{i} = __VERIFIER_nondet_int();\n")),
        all(&|i| format!("    if (p{i}) lk{i} = 1;\n")),
        all(&|i| format!("    if (p{i}) {{ if (lk{i} != 1) goto ERROR; lk{i} = 0; }}\n")),
    )
}

/// Each lock is asked by itself, once: with all of them together there are more states than one can look at, and as many paths to refine.
#[test]
fn many_locks_are_decided_one_by_one() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pairs = ["--query", "cover @BASICBLOCKENTRY->@BASICBLOCKENTRY"];
    let counts = |n: usize| {
        let found = result(folder.path(), &locks(n), &pairs);
        assert_eq!((found["verdict"].as_str(), found["summary"]["undecided"].as_u64()), (Some("complete"), Some(0)), "{n} locks: {found}");
        counter(&found, "refinements")
    };
    let (few, many) = (counts(3), counts(12));
    assert!(few >= 3 && many <= 40 * few, "{few} refinements of 3 locks, {many} of 12");
}
