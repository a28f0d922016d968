//! Campaigns of other kinds of tasks: coverage divided by goals, contracts, property automata.

use super::campaigns::{HARD, Place};
use std::fs;

fn rows(place: &Place, what: &str) -> Vec<Vec<String>> {
    let (_, out) = place.gotcha(&["campaign", "show", "c", "--what", what]);
    out.lines().skip(1).map(|line| line.split("  ").map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect()).collect()
}

#[test]
fn what_is_open_goes_to_shares_with_the_tests_of_all() {
    let two = HARD.replace(
        "int main(void) {",
        "int g(unsigned a) { if (a % 7 == 3) return 1; if (a * a == 3) return 2; return 0; }\nint main(void) {\n  g(__VERIFIER_nondet_uint());",
    );
    let plan = "stages = ['2s']\n[[task]]\ncommand = 'cover'\nfiles = ['hard.c']\noptions = ['--strategy', 'falsify', '--without', 'bmc', '--without', 'excursions']\n\
                shares = 2\nshare-time = '1s'\n";
    let place = Place::new(&[("hard.c", &two)], plan).with_campaign(&[]);
    let (status, out) = place.gotcha(&["campaign", "run", "c", "--at-once", "2"]);
    assert_eq!(status, 20, "{out}");
    assert!(!out.contains("CONFLICTS") && out.contains("LOST: 0  DEFECTS: 0"), "{out}");
    let shares = rows(&place, "shares");
    assert!(shares.len() >= 2 && shares.iter().all(|row| row[3].starts_with("share of ") && row[4] == "incomplete"), "{shares:?}");
    for (n, share) in shares.iter().enumerate() {
        let asked = fs::read_to_string(place.path(&format!("c/shares/{}.goals", share[0]))).unwrap();
        assert_eq!(asked.lines().count().to_string(), share[7], "share {n}: {asked}");
        let about = fs::read_to_string(place.path(&format!("c/shares/{}.json", share[0]))).unwrap();
        assert!(about.contains("runs/0/") && about.contains("suite.zip"), "{about}");
    }
    // The task has one more run: what all came to.
    let table = place.table("c");
    let task: Vec<&str> = table.lines().nth(2).unwrap().split_whitespace().collect();
    assert_eq!(task[..5], ["0", "hard.c", "cover", "3", "incomplete"], "{table}");
    // Nothing is left to be done, also for who knows the folder alone.
    let before = place.executions();
    assert_eq!((place.gotcha(&["campaign", "run", "c"]).0, place.executions()), (20, before));
    fs::remove_file(place.path("c/results.db")).unwrap();
    assert_eq!(place.gotcha(&["campaign", "run", "c"]).0, 20);
    assert_eq!((place.executions(), rows(&place, "shares")), (before, shares));
}

pub(super) const CONTRACTS: &str = "int g(int x) __CPROVER_requires(x > 0 && x < 9) __CPROVER_ensures(__CPROVER_return_value == x + 1) { return x + 1; }
int f(int x) __CPROVER_requires(x > 0 && x < 5) __CPROVER_ensures(__CPROVER_return_value == x + 2) { return g(g(x)); }
";

#[test]
fn contracts_that_nobody_has_proved_are_owed() {
    let plan =
        |functions: &str| format!("stages = ['20s']\n[[task]]\ncommand = 'prove'\nfiles = ['a.c']\nfunctions = [{functions}]\noptions = ['--replace-all']\n");
    let place = Place::new(&[("a.c", CONTRACTS)], &plan("'f'")).with_campaign(&["--results", "all.db"]);
    let (status, out) = place.gotcha(&["campaign", "run", "c"]);
    assert!(status == 0 && out.contains("OPEN: 0\n"), "{out}");
    let owed = rows(&place, "obligations");
    assert!(owed.len() == 1 && owed[0][0].starts_with("g of a.c (") && owed[0][1..] == ["1", "not tried"], "{owed:?}");
    let (status, out) = place.gotcha(&["prove", "a.c", "--function", "g", "--results", "all.db"]);
    assert_eq!(status, 0, "{out}");
    assert_eq!(rows(&place, "obligations"), [["Nothing"; 0]; 0]);
    // Another text of the program is another contract.
    fs::write(place.path("a.c"), CONTRACTS.replace("x < 9", "x < 8")).unwrap();
    fs::remove_dir_all(place.path("c")).unwrap();
    assert_eq!(place.gotcha(&["campaign", "new", "c", "--plan", "plan.toml", "--results", "all.db"]).0, 0);
    assert_eq!(place.gotcha(&["campaign", "run", "c"]).0, 0);
    assert_eq!(rows(&place, "obligations").len(), 1);
}

pub(super) const LOCK: &str = "OBSERVER AUTOMATON Lock\nINITIAL STATE Unlocked;
STATE USEFIRST Unlocked : MATCH {lock($?)} -> GOTO Locked; MATCH {unlock($?)} -> ERROR(\"unlock while unlocked\"); MATCH {reset($?)} -> GOTO Reset;
STATE USEFIRST Locked : MATCH {unlock($?)} -> GOTO Unlocked; MATCH {lock($?)} -> ERROR(\"double lock\");
STATE USEFIRST Reset : MATCH {lock($?)} -> ERROR(\"locked after reset\");
END AUTOMATON
";
pub(super) const LOCKING: &str = "extern int __VERIFIER_nondet_int(void);
void lock(void) {} void unlock(void) {} void reset(void) {}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0) { lock(); unlock(); }
  if (x > 5 && x < 3) reset();
  return 0;
}
";

#[test]
fn automata_are_checked_with_what_no_execution_comes_to() {
    let plan = "stages = ['20s']\n[[task]]\ncommand = 'check'\neach = ['good.c', 'bad.c']\noptions = ['--spec', 'lock.spc']\n";
    let bad = LOCKING.replace("lock(); unlock();", "lock(); lock();");
    let place = Place::new(&[("good.c", LOCKING), ("bad.c", &bad), ("lock.spc", LOCK)], plan).with_campaign(&[]);
    let (status, out) = place.gotcha(&["campaign", "run", "c"]);
    assert!(status == 10 && out.contains("TASKS: 2  FINISHED: 2  LOST: 0  DEFECTS: 0"), "{out}");
    let table = place.table("c");
    assert!(table.contains("good.c check  20         true") && table.contains("bad.c check   20         false"), "{table}");
    let output = |task: &str| {
        let run = fs::read_dir(place.path("c/runs").join(task)).unwrap().next().unwrap().unwrap().path();
        serde_json::from_str::<serde_json::Value>(&fs::read_to_string(run.join("output.json")).unwrap()).unwrap()
    };
    let states = &output("0")["automata"][0]["states"];
    let told: Vec<(&str, &str)> = states.as_array().unwrap().iter().map(|s| (s["name"].as_str().unwrap(), s["reached"].as_str().unwrap())).collect();
    assert_eq!(told, [("Unlocked", "reached"), ("Locked", "reached"), ("Reset", "never")]);
    assert_eq!(states[0]["transitions"][2]["taken"], "never");
    assert!(output("1").get("automata").is_none());
}
