//! Campaigns on this machine: from the plan to the answers, and through what goes wrong on the way.

use std::fs;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const GOTCHA: &str = env!("CARGO_BIN_EXE_gotcha");
/// Goals that are covered, excluded and violated at once.
const EASY: &str = "extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {0}, x = __VERIFIER_nondet_int();
  if (x < 0) x = 0;
  if (x < 0) return 1;
  return x > 7 ? a[x - 8] : 0;
}
";
/// A goal that stays open as long as there is time.
pub(super) const HARD: &str = "extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), h = 7;
  for (unsigned i = 0; i < 40; i++) h = (h ^ a) * 16777619u + (b >> (i & 7)) * (h >> 3);
  if (h == 0xdeadbeef && a * b == 0x12345678 && (a ^ h) % 1009 == 5) return 1;
  return 0;
}
";

/// A folder with programs and a plan.
pub(super) struct Place(pub tempfile::TempDir);

impl Place {
    pub(super) fn new(programs: &[(&str, &str)], plan: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in programs {
            fs::write(folder.path().join(name), text).unwrap();
        }
        fs::write(folder.path().join("plan.toml"), plan).unwrap();
        Self(folder)
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(super) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(GOTCHA);
        command.args(words).current_dir(self.0.path()).stdin(Stdio::null());
        command
    }

    /// The status and what was printed.
    pub(super) fn gotcha(&self, words: &[&str]) -> (i32, String) {
        let Output { status, stdout, stderr } = self.command(words).output().unwrap();
        (status.code().unwrap(), String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr))
    }

    pub(super) fn start(&self, words: &[&str]) -> Child {
        self.command(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    /// A new campaign.
    pub(super) fn with_campaign(self, words: &[&str]) -> Self {
        let (status, out) = self.gotcha(&[&["campaign", "new", "c", "--plan", "plan.toml"], words].concat());
        assert_eq!(status, 0, "{out}");
        self
    }

    /// Executions that are whole, and those that are being written.
    pub(super) fn executions(&self) -> (usize, usize) {
        let all: Vec<String> = self.runs().iter().map(|path| path.display().to_string()).collect();
        let parts = all.iter().filter(|name| name.ends_with(".part")).count();
        (all.len() - parts, parts)
    }

    fn runs(&self) -> Vec<PathBuf> {
        let inside = |path: PathBuf| fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path()).collect::<Vec<_>>();
        inside(self.path("c/runs")).into_iter().flat_map(inside).collect()
    }

    /// What there is to say of the tasks: their numbers, names, verdicts and counts.
    pub(super) fn table(&self, campaign: &str) -> String {
        let (status, out) = self.gotcha(&["campaign", "show", campaign]);
        assert_eq!(status, 0, "{out}");
        out.lines().skip_while(|line| !line.starts_with("GOALS")).collect::<Vec<_>>().join("\n")
    }
}

/// Waits until something holds.
pub(super) fn wait(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(120), "never: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// So many programs that differ.
fn many(n: usize) -> Vec<(String, String)> {
    (0..n).map(|n| (format!("p{n}.c"), EASY.replace('7', &(n + 7).to_string()))).collect()
}

fn of_many(n: usize, plan: &str) -> Place {
    let programs = many(n);
    let programs: Vec<(&str, &str)> = programs.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    Place::new(&programs, plan)
}

#[test]
fn a_plan_is_run_in_stages_and_versions_are_compared() {
    let plan = "name = 'n'\nstages = ['4s', '5s']\n[[task]]\ncommand = 'cover'\neach = ['easy.c', 'hard.c']\n[[task]]\ncommand = 'verify'\nfiles = ['easy.c']\nproperties = ['bounds']\n";
    let place = Place::new(&[("easy.c", EASY), ("hard.c", HARD)], plan).with_campaign(&["--results", "all.db"]);
    let (status, out) = place.gotcha(&["campaign", "run", "c"]);
    assert_eq!(status, 10, "{out}");
    assert!(out.contains("TASKS: 3  FINISHED: 3  LOST: 0  DEFECTS: 0\n") && out.ends_with("CAMPAIGN: finished\n"), "{out}");
    let table = place.table("c");
    let rows: Vec<Vec<&str>> = table.lines().skip(2).map(|line| line.split_whitespace().collect()).collect();
    // What is decided gets no second stage; what is open gets both.
    assert_eq!(rows[0], ["0", "easy.c", "cover", "4", "complete", "6", "of", "6"], "{table}");
    assert_eq!((rows[1][1], rows[1][3], rows[1][4]), ("hard.c", "5", "incomplete"), "{table}");
    assert_eq!((rows[2][3], rows[2][5]), ("bounds", "false"), "{table}");
    assert_eq!(place.executions(), (4, 0));
    // Again is nothing.
    assert_eq!(place.gotcha(&["campaign", "run", "c"]).0, 10);
    assert_eq!((place.executions(), place.table("c")), ((4, 0), table));
    // A command of its own, into the same database.
    let (status, out) = place.gotcha(&["cover", "easy.c", "--results", "all.db", "--quiet"]);
    assert_eq!(status, 0, "{out}");
    // Another version, lines moved, in which a goal is lost.
    let worse = format!("/* moved */\n\n{}", EASY.replace("x > 7", "x > 7 && x * x * x % 65537 == 12345 * x % 9973"));
    fs::write(place.path("easy.c"), worse).unwrap();
    fs::write(place.path("plan.toml"), plan.replace(", 'hard.c'", "")).unwrap();
    assert_eq!(place.gotcha(&["campaign", "new", "d", "--plan", "plan.toml", "--results", "all.db"]).0, 0);
    assert!([10, 20].contains(&place.gotcha(&["campaign", "run", "d"]).0));
    let (_, regressions) = place.gotcha(&["campaign", "show", "d", "--what", "regressions", "--against", "c"]);
    assert!(regressions.starts_with("program  function  line"), "{regressions}");
    assert!(!regressions.contains("x<0"), "what stayed the same is no regression: {regressions}");
    // Of what stayed the same, all versions are told by its lineage: two campaigns, and the command.
    let (status, conflicts) = place.gotcha(&["campaign", "show", "d", "--what", "conflicts"]);
    assert_eq!((status, conflicts.lines().count()), (0, 1), "{conflicts}");
    for view in ["flaky", "missing", "progress", "who-decides", "lost-by-host", "slower", "obligations"] {
        assert_eq!(place.gotcha(&["campaign", "show", "d", "--what", view]).0, 0, "{view}");
    }
}

#[test]
fn what_is_open_is_shared_out() {
    let functions: String = (0..6)
        .map(|n| format!("static int f{n}(unsigned a) {{ for (int i = 0; i < 3; i++) a = a * 7 + {n}; if (a % 1000 == {}) return 1; return 0; }}\n", 100 + n))
        .collect();
    let calls: String = (0..6).map(|n| format!("  f{n}(__VERIFIER_nondet_uint());\n")).collect();
    let open = HARD.replace("int main(void)", "static int hard(void)").replace("extern unsigned __VERIFIER_nondet_uint(void);\n", "");
    let text = format!("extern unsigned __VERIFIER_nondet_uint(void);\n{open}{functions}int main(void) {{\n{calls}  return hard();\n}}\n");
    let plan = "stages = ['4s']\n[[task]]\ncommand = 'cover'\nfiles = ['a.c']\noptions = ['--max-k', '1']\n[[task]]\ncommand = 'cover'\nfiles = ['easy.c']\n";
    let place = Place::new(&[("a.c", &text), ("easy.c", EASY)], plan).with_campaign(&[]);
    assert_eq!(place.gotcha(&["campaign", "run", "c"]).0, 20);
    let undecided = |campaign: &str| -> usize {
        let (_, out) = place.gotcha(&["campaign", "show", campaign]);
        out.lines().find_map(|line| line.split_once("OPEN: ")).unwrap().1.parse().unwrap()
    };
    let before = undecided("c");
    assert!(before > 0);
    let (status, out) = place.gotcha(&["campaign", "new", "rest", "--rest-of", "c", "--shares", "2", "--stage", "2s"]);
    assert!(status == 0 && (out.ends_with("of 2 tasks\n") || out.ends_with("of 1 tasks\n")), "{out}");
    assert_eq!(place.gotcha(&["campaign", "run", "rest"]).0, 20);
    // A share is asked for what was open, and for nothing that was decided.
    let (_, shares) = place.gotcha(&["campaign", "show", "rest"]);
    assert!(shares.contains("a.c cover (share 1 of") && !shares.contains("easy.c"), "{shares}");
    let goals = |campaign: &str| -> usize {
        let (_, out) = place.gotcha(&["campaign", "show", campaign]);
        out.lines().find_map(|line| line.strip_prefix("GOALS: ")).unwrap().split(' ').next().unwrap().parse().unwrap()
    };
    assert!(goals("rest") < goals("c") && undecided("rest") <= before, "{shares}");
    // They are the same goals: nothing contradicts, and the history of one has both campaigns.
    assert_eq!(place.gotcha(&["campaign", "show", "rest", "--what", "conflicts"]).0, 0);
    assert_eq!(place.gotcha(&["campaign", "new", "none", "--rest-of", "easy"]).0, 1);
}

#[test]
fn a_campaign_survives_its_coordinator() {
    let plan = "stages = ['20s']\n[[task]]\ncommand = 'cover'\neach = ['.']\n";
    let place = of_many(30, plan).with_campaign(&[]);
    for killed_at in [3, 8] {
        let mut coordinator = place.start(&["campaign", "run", "c", "--at-once", "2"]);
        wait("some executions", || place.executions().0 >= killed_at || coordinator.try_wait().unwrap().is_some());
        coordinator.kill().unwrap();
        coordinator.wait().unwrap();
    }
    // One that the processes have seen end leaves nothing that runs; what was half done is done again.
    let (status, out) = place.gotcha(&["campaign", "run", "c"]);
    assert_eq!(status, 0, "{out}");
    assert!(out.contains("TASKS: 30  FINISHED: 30  LOST: 0"), "{out}");
    assert_eq!(place.executions().1, 0);
    // The same as without interruption, and from the folders alone.
    let whole = of_many(30, plan).with_campaign(&[]);
    assert_eq!(whole.gotcha(&["campaign", "run", "c"]).0, 0);
    assert_eq!(place.table("c"), whole.table("c"));
    fs::remove_file(place.path("c/results.db")).unwrap();
    assert_eq!(place.gotcha(&["campaign", "merge", "c/results.db", "c"]).0, 0);
    assert_eq!(place.table("c"), whole.table("c"));
}

#[test]
fn two_coordinators_do_not_share_a_campaign() {
    let place = Place::new(&[("hard.c", HARD)], "stages = ['60s']\n[[task]]\ncommand = 'cover'\nfiles = ['hard.c']\n").with_campaign(&[]);
    let mut first = place.start(&["campaign", "run", "c"]);
    wait("an execution", || place.executions().1 == 1);
    let (status, out) = place.gotcha(&["campaign", "run", "c"]);
    assert!(status == 1 && out.contains("another process runs the campaign"), "{out}");
    // Cancelled: what ran is kept and does not count.
    assert_eq!(place.gotcha(&["campaign", "cancel", "c"]).0, 0);
    assert_eq!(first.wait().unwrap().code(), Some(20));
    assert_eq!(place.executions(), (1, 0));
    let (_, out) = place.gotcha(&["campaign", "show", "c"]);
    assert!(out.contains("1 tasks, cancelled") && out.contains("runs: cancelled 1"), "{out}");
    let (_, missing) = place.gotcha(&["campaign", "show", "c", "--what", "missing"]);
    assert!(missing.contains("hard.c cover"), "{missing}");
}

#[test]
fn an_interrupt_ends_with_what_there_is() {
    let place = Place::new(&[("hard.c", HARD)], "stages = ['60s']\n[[task]]\ncommand = 'cover'\nfiles = ['hard.c']\n").with_campaign(&[]);
    let mut run = place.start(&["campaign", "run", "c"]);
    wait("an execution", || place.executions().1 == 1);
    // SAFETY: the process is a child that has not been waited for.
    unsafe { libc_kill(run.id() as i32, 15) };
    assert_eq!(run.wait().unwrap().code(), Some(20));
    assert!(place.gotcha(&["campaign", "show", "c"]).1.contains("1 tasks, interrupted"));
}

unsafe extern "C" {
    #[link_name = "kill"]
    fn libc_kill(process: i32, signal: i32) -> i32;
}

#[test]
fn a_worker_that_is_killed_is_run_again_and_not_for_ever() {
    let place = Place::new(&[("hard.c", HARD)], "stages = ['3s']\n[[task]]\ncommand = 'cover'\nfiles = ['hard.c']\n").with_campaign(&[]);
    let mut run = place.start(&["campaign", "run", "c"]);
    for n in 0..3 {
        wait("a process to kill", || {
            let found = child_of(run.id());
            // SAFETY: sends a signal to a process of this test.
            place.executions().0 == n && found.is_some_and(|process| unsafe { libc_kill(process, 9) } == 0)
        });
        wait("its end to be noted", || place.executions().0 > n);
    }
    assert_eq!(run.wait().unwrap().code(), Some(20));
    let (_, out) = place.gotcha(&["campaign", "show", "c"]);
    assert!(out.contains("runs: lost 4"), "three executions and the note that it was given up: {out}");
    let (_, out) = place.gotcha(&["campaign", "show", "c", "--what", "lost-by-host"]);
    assert!(out.contains("lost     4"), "{out}");
    // Whoever starts it again wants it to be tried again.
    let (status, out) = place.gotcha(&["campaign", "run", "c"]);
    assert!(status == 20 && out.contains("FINISHED: 1  LOST: 0"), "{out}");
}

/// A process that this one has started.
fn child_of(process: u32) -> Option<i32> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).ok()?;
    let children = tasks.flatten().filter_map(|task| fs::read_to_string(task.path().join("children")).ok()).collect::<String>();
    children.split_whitespace().next()?.parse().ok()
}

#[test]
fn a_full_disk_loses_nothing_that_was_there() {
    let place = of_many(6, "stages = ['20s']\n[[task]]\ncommand = 'cover'\neach = ['.']\n").with_campaign(&["--results", "all.db"]);
    // Files of a few bytes at most: no result can be written.
    let mut command = place.command(&["campaign", "run", "c"]);
    // SAFETY: sets a limit of the process alone and how it is told, between fork and exec.
    unsafe {
        command.pre_exec(|| {
            limit_files(2000);
            Ok(())
        })
    };
    let output = command.output().unwrap();
    assert!(!output.status.success());
    // With room again all is done, and nothing is there twice.
    let (status, out) = place.gotcha(&["campaign", "run", "c"]);
    assert_eq!(status, 0, "{out}");
    assert!(out.contains("TASKS: 6  FINISHED: 6  LOST: 0"), "{out}");
}

/// No file grows beyond this; who tries is told so and not killed.
fn limit_files(bytes: u64) {
    unsafe extern "C" {
        fn setrlimit(resource: i32, limit: *const [u64; 2]) -> i32;
        fn signal(number: i32, handler: usize) -> usize;
    }
    const FILE_SIZE: i32 = 1;
    const TOO_LARGE: i32 = 25;
    const IGNORED: usize = 1;
    // SAFETY: both functions are safe between fork and exec, and the limit is two numbers.
    unsafe {
        signal(TOO_LARGE, IGNORED);
        setrlimit(FILE_SIZE, &[bytes, bytes]);
    }
}

#[test]
fn a_folder_that_is_cut_in_half_is_named_and_done_again() {
    let place = of_many(2, "stages = ['20s']\n[[task]]\ncommand = 'cover'\neach = ['.']\n").with_campaign(&[]);
    assert_eq!(place.gotcha(&["campaign", "run", "c"]).0, 0);
    let whole = place.table("c");
    let output = place.runs()[0].join("output.json");
    let text = fs::read(&output).unwrap();
    fs::write(&output, &text[..text.len() / 2]).unwrap();
    fs::remove_file(place.path("c/results.db")).unwrap();
    let (status, out) = place.gotcha(&["campaign", "run", "c"]);
    assert!(status == 0 && out.contains("an execution does not count") && out.contains("output.json is not what was written"), "{out}");
    assert_eq!(place.table("c"), whole);
    assert_eq!(place.executions(), (3, 0));
}

#[test]
fn answers_that_contradict_each_other_are_an_alarm() {
    let place = of_many(1, "stages = ['20s']\n[[task]]\ncommand = 'cover'\neach = ['.']\n").with_campaign(&[]);
    assert_eq!(place.gotcha(&["campaign", "run", "c"]).0, 0);
    // The same execution once more, with a proof in place of a test.
    let run = place.runs().pop().unwrap();
    let other = run.with_file_name("other");
    fs::create_dir(&other).unwrap();
    let mut result: serde_json::Value = serde_json::from_str(&fs::read_to_string(run.join("output.json")).unwrap()).unwrap();
    let covered = result["goals"].as_array_mut().unwrap().iter_mut().find(|goal| goal["status"] == "covered").unwrap();
    covered["status"] = "unreachable".into();
    covered["proof"] = serde_json::json!({ "method": "interval" });
    fs::write(other.join("output.json"), result.to_string()).unwrap();
    let mut record: serde_json::Value = serde_json::from_str(&fs::read_to_string(run.join("result.json")).unwrap()).unwrap();
    record["attempt"] = "other".into();
    record["files"] = serde_json::json!({ "output.json": sha256(&other.join("output.json")) });
    fs::write(other.join("result.json"), record.to_string()).unwrap();
    let (status, out) = place.gotcha(&["campaign", "run", "c"]);
    assert!(status == 3 && out.contains("CONFLICTS: 1: one of two answers is wrong"), "{out}");
    let (status, out) = place.gotcha(&["campaign", "show", "c", "--what", "conflicts"]);
    assert!(status == 3 && out.lines().count() == 2, "{out}");
}

fn sha256(path: &Path) -> String {
    let output = Command::new("sha256sum").arg(path).output().unwrap();
    String::from_utf8_lossy(&output.stdout).split_whitespace().next().unwrap().to_owned()
}

#[test]
fn what_is_wrong_is_said() {
    let place = Place::new(&[("a.c", EASY)], "[[task]]\ncommand = 'cover'\nfiles = ['a.c']\noptions = ['--json', 'x']\n");
    let (status, out) = place.gotcha(&["campaign", "new", "c", "--plan", "plan.toml"]);
    assert!(status == 2 && out.contains("plan.toml:1:1") && out.contains("--json is given by the campaign itself"), "{out}");
    assert_eq!(place.gotcha(&["campaign", "run", "nowhere"]).0, 1);
    assert!(place.gotcha(&["campaign", "show", "c", "--what", "nothing"]).1.contains("the questions are regressions, conflicts"));
    // The example is a plan.
    let (status, example) = place.gotcha(&["campaign", "new", "--example"]);
    fs::write(place.path("plan.toml"), example).unwrap();
    assert_eq!((status, place.gotcha(&["campaign", "new", "c", "--plan", "plan.toml"]).0), (0, 0));
    let (status, out) = place.gotcha(&["campaign", "new", "c", "--plan", "plan.toml"]);
    assert!(status == 1 && out.contains("is not empty"), "{out}");
    // A program that is wrong is a result, not run again.
    let place =
        Place::new(&[("a.c", "int main(void) { return x; }")], "stages = ['1s', '2s']\n[[task]]\ncommand = 'cover'\nfiles = ['a.c']\n").with_campaign(&[]);
    let (status, out) = place.gotcha(&["campaign", "run", "c"]);
    assert!(status == 20 || status == 0, "{out}");
    assert!(place.gotcha(&["campaign", "show", "c"]).1.contains("runs: unsupported 1"));
}

#[test]
fn all_commands_name_the_program_alike_wherever_it_lies() {
    let text = format!("int level;\n{EASY}");
    let place = Place::new(&[("a.c", &text)], "");
    fs::create_dir(place.path("other")).unwrap();
    fs::write(place.path("other/b.c"), &text).unwrap();
    let hash = |words: &[&str]| {
        let (status, out) = place.gotcha(&[words, &["--timeout", "20", "--json", "r.json"]].concat());
        assert!([0, 10, 20].contains(&status), "{out}");
        let result: serde_json::Value = serde_json::from_str(&fs::read_to_string(place.path("r.json")).unwrap()).unwrap();
        result["program"]["hash"].as_str().unwrap().to_owned()
    };
    let cover = hash(&["cover", "a.c"]);
    assert_eq!(cover, hash(&["cover", "other/b.c", "--seed", "7", "--strategy", "bmc", "--scope", "main"]));
    assert_eq!(hash(&["query", "a.c", "--query", "cover @BASICBLOCKENTRY"]), cover);
    assert_eq!(
        hash(&["ltl", "a.c", "--formula", "G \"level < 9\"", "--max-k", "2"]),
        hash(&["ltl", "other/b.c", "--formula", "F \"level < 9\"", "--max-k", "2"])
    );
    // What changes the meaning makes another program.
    for words in
        [&["cover", "a.c", "-DX"][..], &["cover", "a.c", "--args", "0"], &["cover", "a.c", "--data-model", "ilp32"], &["verify", "a.c", "--malloc-may-fail"]]
    {
        assert_eq!(hash(words) == cover, words.contains(&"-DX"), "{words:?}");
    }
    fs::write(place.path("a.c"), text.replace("x > 7", "x > 8")).unwrap();
    assert_ne!(hash(&["cover", "a.c"]), cover);
}

#[test]
fn goals_and_properties_of_the_same_name_are_two() {
    let text = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) { int x = __VERIFIER_nondet_int(); if (x > 3) x = 3; assert(x < 5); return 0; }\n";
    let plan = "stages = ['20s']\n[[task]]\ncommand = 'cover'\nfiles = ['a.c']\noptions = ['--criterion', 'assertion']\n[[task]]\ncommand = 'verify'\nfiles = ['a.c']\nproperties = ['assertions']\n";
    let place = Place::new(&[("a.c", text)], plan).with_campaign(&[]);
    let (status, out) = place.gotcha(&["campaign", "run", "c"]);
    assert_eq!(status, 0, "{out}");
    assert!(out.contains("GOALS: 2  REACHED: 0  EXCLUDED: 2  OPEN: 0\n") && !out.contains("CONFLICTS"), "{out}");
}

/// A program with more paths than a bound allows on one side of a decision alone.
pub(super) fn paths() -> String {
    let steps = "    if (__VERIFIER_nondet_int() > 5)\n      sum += 2;\n    else\n      sum += 4;\n";
    let steps: String = (0..20).map(|n| steps.replace('5', &n.to_string())).collect();
    format!(
        "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {{\n  int sum = 0, more = __VERIFIER_nondet_int();\n  if (more % 2) {{\n{steps}  }} else\n    \
         while (__VERIFIER_nondet_int() % 32)\n      if (__VERIFIER_nondet_int() % 2) sum ^= 2; else sum ^= 4;\n  assert(sum % 2 == 0);\n  assert(sum < 100);\n  return 0;\n}}\n"
    )
}

#[test]
fn what_a_share_shows_is_no_proof_for_all_paths() {
    let plan = "stages = ['20s']\n[[task]]\ncommand = 'verify'\nfiles = ['a.c']\nproperties = ['assertions']\noptions = ['--strategy', 'bmc', '--unwind', '3']\nshares = 3\nshare-time = '20s'\n";
    let place = Place::new(&[("a.c", &paths())], plan).with_campaign(&[]);
    let (status, out) = place.gotcha(&["campaign", "run", "c"]);
    assert_eq!(status, 20, "{out}");
    assert!(out.contains("EXCLUDED: 0  OPEN: 2\n") && !out.contains("CONFLICTS"), "{out}");
    let rows = |what: &str| -> Vec<Vec<String>> {
        let (_, out) = place.gotcha(&["campaign", "show", "c", "--what", what]);
        out.lines().skip(1).map(|line| line.split("  ").map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect()).collect()
    };
    let shares = rows("shares");
    assert!(shares.len() >= 3 && shares.iter().all(|row| row[4] == "unknown" && row[6..8] == ["0", "2"]), "{shares:?}");
    assert!(shares.iter().any(|row| row[5] == "2") && shares.iter().any(|row| row[5] != "2"), "{shares:?}");
    let coverage = rows("coverage");
    let numbers = |row: &[String]| -> (usize, usize, usize) { (row[3].parse().unwrap(), row[4].parse().unwrap(), row[5].parse().unwrap()) };
    assert_eq!(coverage.len(), shares.len() + 1, "{coverage:?}");
    let mut least = 0;
    for (covered, at_most, lines) in coverage.iter().map(|row| numbers(row)) {
        assert!(least <= covered && covered <= at_most && at_most <= lines, "{coverage:?}");
        least = covered;
    }
    assert!(least > 0, "{coverage:?}");
    // Nothing is left to be done, and the folder alone gives the same answers.
    let before = place.executions();
    assert_eq!(place.gotcha(&["campaign", "run", "c"]).0, 20);
    assert_eq!(place.executions(), before);
    let asked = rows("shares");
    fs::remove_file(place.path("c/results.db")).unwrap();
    assert_eq!(place.gotcha(&["campaign", "merge", "c/results.db", "c"]).0, 0);
    assert_eq!(rows("shares"), asked);
}

#[test]
fn a_violation_on_a_share_is_one_of_the_program() {
    let share = |side: &str| {
        format!(
            "OBSERVER AUTOMATON AssumptionAutomaton\nINITIAL STATE Share;\nSTATE __FALSE : TRUE -> GOTO __FALSE;\n\
             STATE USEFIRST Share : MATCH \"{side}\" -> GOTO __FALSE;\nEND AUTOMATON\n"
        )
    };
    let text = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x > 7) assert(x != 9);\n  return 0;\n}\n";
    let place = Place::new(&[("a.c", text), ("low.spc", &share("[x > 7]")), ("high.spc", &share("[!(x > 7)]")), ("other.spc", &share("[y]"))], "");
    let verify = |words: &[&str]| place.gotcha(&[&["verify", "a.c", "--property", "assertions"], words].concat());
    let (status, out) = verify(&["--share", "high.spc", "--trace"]);
    assert!(status == 10 && out.contains("VIOLATED") && !out.contains("assumption."), "{out}");
    let (status, out) = verify(&["--share", "low.spc", "--json", "low.json", "--condition", "low-analysed.spc"]);
    assert!(status == 20 && out.contains("VERDICT: unknown(holds on the paths of the share)"), "{out}");
    assert!(fs::read_to_string(place.path("low.json")).unwrap().contains("on_share"));
    // What was analysed is that share and no more: the rest has the violation.
    let (status, out) = verify(&["--condition-in", "low-analysed.spc"]);
    assert_eq!(status, 10, "{out}");
    // A share of another program is nobody's.
    let (status, out) = verify(&["--share", "other.spc"]);
    assert!(status == 1 && out.contains("other.spc"), "{out}");
    assert_eq!(verify(&["--share", "low.spc", "--condition-in", "low-analysed.spc"]).0, 1);
}

/// Stands for `hq` of HyperQueue: answers as it does, and runs the tasks of an array one after the other, the second one twice, as if a worker had been lost.
const HQ: &str = r#"#!/bin/sh
state="$(dirname "$0")/hq-state"
mkdir -p "$state"
echo "$*" >> "$state/asked"
[ "$1" = --output-mode=quiet ] && { quiet=1; shift; }
case "$1 $2" in
"submit "*)
  [ -n "$quiet" ] || exit 2
  id=$(($(cat "$state/last" 2>/dev/null || echo 0) + 1))
  echo $id > "$state/last"
  while [ "$1" != -- ]; do
    case "$1" in --array=*) range="${1#--array=}" ;; esac
    shift
  done
  shift
  mkdir "$state/$id"
  for n in $(seq "${range%-*}" "${range#*-}"); do echo waiting > "$state/$id/$n"; done
  (for n in $(seq "${range%-*}" "${range#*-}"); do
    echo running > "$state/$id/$n"
    [ "$n" = 1 ] && HQ_JOB_ID=$id HQ_TASK_ID=$n "$@" > /dev/null 2>&1
    HQ_JOB_ID=$id HQ_TASK_ID=$n "$@"
    echo finished > "$state/$id/$n"
  done) > /dev/null 2>&1 &
  echo $id ;;
"job task-ids")
  for file in "$state/$3"/*; do
    case ",${4#--filter=}," in *",$(cat "$file"),"*) list="$list,$(basename "$file")" ;; esac
  done
  echo "${list#,}" ;;
*) echo "unknown: $*" >&2; exit 1 ;;
esac
"#;

#[test]
fn hyperqueue_runs_elements() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = of_many(12, "stages = ['20s']\n[[task]]\ncommand = 'cover'\neach = ['.']\n").with_campaign(&[]);
    fs::create_dir(place.path("bin")).unwrap();
    fs::write(place.path("bin/hq"), HQ).unwrap();
    fs::set_permissions(place.path("bin/hq"), fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", place.path("bin").display(), std::env::var("PATH").unwrap());
    let run = || place.command(&["campaign", "run", "c", "--engine", "hyperqueue", "--hq=--resource=mem=100"]).env("PATH", &path).output().unwrap();
    let done = run();
    let text = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success() && text.contains("TASKS: 12  FINISHED: 12  LOST: 0"), "{text}");
    let asked = fs::read_to_string(place.path("bin/hq-state/asked")).unwrap();
    assert!(asked.lines().next().is_some_and(|line| line.contains("submit --cpus=1") && line.contains("--resource=mem=100 -- ")), "{asked}");
    // Who starts again what is done finds that out.
    assert_eq!(place.executions(), (12, 0));
    let record = fs::read_to_string(place.runs()[0].join("result.json")).unwrap();
    assert!(record.contains("\"engine\": \"hyperqueue\"") && record.contains("\"engine_id\": \"1\""), "{record}");
    assert_eq!(run().status.code(), Some(0));
    let none = place.command(&["campaign", "run", "c", "--engine", "hyperqueue"]).env("PATH", "/nowhere").output().unwrap();
    assert_eq!(none.status.code(), Some(0), "nothing is left to be done");
}
