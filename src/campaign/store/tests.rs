//! Merging in any order and again, and the questions over what was merged.

use super::merge::Merged;
use super::views::View;
use super::*;
use crate::attempt::{Attempt, Outcome, Record};
use crate::folder::About;
use crate::plan::{Stage, TaskNumber, TaskSpec};
use proptest::prelude::*;
use report::result::{AnalysisResult, Contract};
use serde_json::{Value, json};

/// A campaign of three tasks over two programs.
fn folder(id: &str) -> Folder {
    let task = |number: u32| TaskSpec {
        number: TaskNumber(number),
        name: format!("task {number}"),
        program: format!("{}.c", number / 2),
        argv: vec!["cover".into(), format!("{}.c", number / 2), format!("-D{number}")],
        division: None,
    };
    let about = About {
        id: id.to_owned(),
        name: "random".to_owned(),
        root: "/".into(),
        stages: vec![Stage(5), Stage(60)],
        memory: 1,
        results: ":memory:".into(),
        created: 7,
    };
    Folder { path: format!("/nowhere/{id}").into(), about, tasks: (0..3).map(task).collect() }
}

fn store() -> Store {
    Store::open(Path::new(":memory:")).unwrap()
}

/// A result of a version of a program whose goals have these statuses.
fn result(program: u32, version: u8, statuses: &[u8]) -> AnalysisResult {
    let goal = |(n, status): (usize, &u8)| {
        let place = json!({ "file": "a.c", "line": n + usize::from(version), "column": 1, "function": "f", "kind": "branch", "text": "x > 0" });
        let state = match status % 3 {
            0 => json!({ "status": "undecided", "reason": "deadline" }),
            1 => json!({ "status": "covered", "test": 1, "engine": "search" }),
            _ => json!({ "status": "unreachable", "proof": { "method": "interval" }, "engine": "bmc" }),
        };
        let mut goal = json!({ "id": format!("f.branch.{n}.true") });
        for part in [place, state] {
            goal.as_object_mut().unwrap().extend(part.as_object().unwrap().clone());
        }
        goal
    };
    let goals: Vec<Value> = statuses.iter().enumerate().map(goal).collect();
    let whole = !statuses.iter().any(|status| status % 3 == 0);
    let value = json!({
        "tool": { "name": "gotcha", "version": "1" },
        "program": { "files": [format!("{program}.c")], "entry": "main", "data_model": "lp64", "hash": format!("{program}-{version}") },
        "criteria": ["branch"], "verdict": if whole { "complete" } else { "incomplete" }, "reason": null, "goals": goals,
        "tests": [{ "id": 1, "inputs": [{ "function": "in", "type": "int", "value": statuses.len().to_string() }], "covers": ["f.branch.0.true"] }],
        "warnings": [],
    });
    AnalysisResult::read(&value.to_string()).unwrap()
}

/// What an execution was, in numbers: task, stage, version, outcome, clock, statuses.
type Numbers = (u8, u8, u8, u8, i64, Vec<u8>);

fn attempts(folder: &Folder, history: &[Numbers]) -> Vec<Attempt> {
    let attempt = |(n, (task, stage, version, outcome, clock, statuses)): (usize, &Numbers)| {
        let (task, stage) = (TaskNumber(u32::from(task % 3)), Stage(if stage % 2 == 0 { 5 } else { 60 }));
        let outcome = if outcome % 4 == 0 { Outcome::Lost } else { Outcome::Ok };
        let name = format!("{}-{n}", folder.about.id);
        let record = Record {
            // A clock may be anywhere.
            started: clock.unsigned_abs(),
            tool: format!("tool {}", version % 2),
            host: "h".into(),
            ..Record::new(&folder.about.id, task, stage, &name, outcome)
        };
        let result = (outcome == Outcome::Ok).then(|| result(task.0 / 2, version % 2, statuses));
        Attempt { folder: format!("/nowhere/{name}").into(), hash: format!("hash of {name}"), record, result, coverage: Vec::new() }
    };
    history.iter().enumerate().map(attempt).collect()
}

/// All that the database says, without the numbers of rows.
fn dump(store: &Store) -> Vec<String> {
    let queries = [
        "SELECT build, name, version FROM tool",
        "SELECT hash, name, files, entry, data_model FROM program",
        "SELECT task.name, tool.build, program.hash, number, stage, attempt, started, outcome, verdict, goals, decided, violated, result FROM run
           JOIN task ON task.id = run.task JOIN tool ON tool.id = run.tool LEFT JOIN program ON program.id = run.program",
        "SELECT program.hash, asked, key, lineage, kind, function, line, text, seen FROM goal JOIN program ON program.id = goal.program",
        "SELECT run.attempt, goal.key, goal.lineage, status, method, finding.reason, test FROM finding JOIN run ON run.id = finding.run JOIN goal ON goal.id = finding.goal",
        "SELECT campaign.key, goal.key, standing.lineage, standing.seen, standing.stage, standing.engine FROM standing
           JOIN campaign ON campaign.id = standing.campaign JOIN goal ON goal.id = standing.goal",
        "SELECT campaign.key, seen, stage, engine, goals FROM tally JOIN campaign ON campaign.id = tally.campaign WHERE goals <> 0",
        "SELECT program.hash, test.hash, inputs FROM test JOIN program ON program.id = test.program",
        "SELECT test.hash, goal.key, program.hash FROM covers JOIN test ON test.id = covers.test JOIN goal ON goal.id = covers.goal JOIN program ON program.id = goal.program",
        "SELECT campaign.key, number, task.key FROM wanted JOIN campaign ON campaign.id = wanted.campaign JOIN task ON task.id = wanted.task",
    ];
    let mut lines = Vec::new();
    for query in queries {
        let mut statement = store.connection.prepare(query).unwrap();
        let n = statement.column_count();
        let mut rows = statement.query([]).unwrap();
        let mut found = Vec::new();
        while let Some(row) = rows.next().unwrap() {
            let cells: Vec<String> = (0..n).map(|column| format!("{:?}", row.get_ref(column).unwrap())).collect();
            found.push(cells.join("|"));
        }
        found.sort();
        lines.push(query.to_owned());
        lines.extend(found);
    }
    lines
}

/// In an order that a seed gives, and some of them again.
fn shuffled<T: Clone>(items: &[T], mut seed: u64) -> Vec<T> {
    let mut next = move || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize
    };
    let mut order: Vec<T> = items.to_vec();
    order.extend((0..items.len()).filter(|_| next() % 2 == 0).map(|n| items[n].clone()));
    for n in (1..order.len()).rev() {
        order.swap(n, next() % (n + 1));
    }
    order
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_order_of_merging_does_not_matter(
        history in prop::collection::vec((any::<u8>(), any::<u8>(), any::<u8>(), any::<u8>(), any::<i64>(), prop::collection::vec(any::<u8>(), 3..5)), 0..12),
        seed: u64,
        batch in 1..6usize,
    ) {
        let (folders, mut first, mut second) = ([folder("a"), folder("b")], store(), store());
        // The two campaigns get rows in the other order, too.
        let ids = folders.each_ref().map(|folder| first.register(folder).unwrap());
        let mut others = [ids[0]; 2];
        for n in [1, 0] {
            others[n] = second.register(&folders[n]).unwrap();
        }
        for (n, folder) in folders.iter().enumerate() {
            let all = attempts(folder, &history);
            first.merge(ids[n], folder, &all).unwrap();
            for some in shuffled(&all, seed).chunks(batch) {
                second.merge(others[n], folder, some).unwrap();
            }
        }
        let (one, other) = (dump(&first), dump(&second));
        prop_assert_eq!(&one, &other);
        // Again is once, and counts are counts of rows.
        for (n, folder) in folders.iter().enumerate() {
            let again = second.merge(others[n], folder, &attempts(folder, &history)).unwrap();
            prop_assert!(again.iter().all(|merged: &Merged| !merged.is_new));
            let totals = second.totals(others[n]).unwrap();
            let rows: i64 = second.connection.query_row("SELECT COUNT(*) FROM standing WHERE campaign = ?", [others[n].0], |row| row.get(0)).unwrap();
            prop_assert_eq!(totals.goals(), rows as u64);
            // Time does not go back, whatever clocks say.
            let points = second.progress(others[n]).unwrap();
            prop_assert!(points.windows(2).all(|two| two[0].seconds <= two[1].seconds && two[0].decided <= two[1].decided));
        }
        prop_assert_eq!(dump(&second), one);
    }
}

/// Merges one result for each line: campaign, task, stage, version, statuses.
fn merged(runs: &[(&str, u8, u8, u8, &[u8])]) -> (Store, Vec<CampaignId>) {
    let mut store = store();
    let mut ids: Vec<(String, CampaignId)> = Vec::new();
    for (n, (campaign, task, stage, version, statuses)) in runs.iter().enumerate() {
        let mut folder = folder(campaign);
        let id = store.register(&folder).unwrap();
        if ids.iter().all(|(name, _)| name != campaign) {
            ids.push(((*campaign).to_owned(), id));
        }
        folder.about.id = (*campaign).to_owned();
        let mut all = attempts(&folder, &[(*task, *stage, *version, 1, 0, statuses.to_vec())]);
        all[0].record.attempt = format!("run {n}");
        all[0].hash = format!("hash {n}");
        store.merge(id, &folder, &all).unwrap();
    }
    (store, ids.into_iter().map(|(_, id)| id).collect())
}

fn rows(store: &Store, view: View, campaign: CampaignId) -> Vec<Vec<String>> {
    store.view(view, campaign, store.before(campaign).unwrap()).unwrap().rows
}

#[test]
fn what_got_worse_is_found_by_lineage_across_versions() {
    // Goal 0 stays, goal 1 is lost, goal 2 turns from excluded to reached; lines differ.
    let (store, ids) = merged(&[("a", 0, 0, 0, &[1, 1, 2]), ("b", 0, 0, 1, &[1, 0, 1])]);
    let found = rows(&store, View::Regressions, ids[1]);
    let told: Vec<[&str; 3]> = found.iter().map(|row| [row[3].as_str(), row[4].as_str(), row[5].as_str()]).collect();
    assert_eq!(told, [["f.branch.1.true", "reached", "open"], ["f.branch.2.true", "excluded", "reached"]]);
    assert_eq!(rows(&store, View::Regressions, ids[0]), Vec::<Vec<String>>::new());
    let history = store.history(&found[0][6]).unwrap();
    assert_eq!(history.rows.iter().map(|row| row[5].as_str()).collect::<Vec<_>>(), ["covered", "undecided"]);
    // Of another version of the program it is no contradiction.
    assert_eq!(store.conflicts().unwrap(), 0);
}

#[test]
fn contradictions_are_alarms_and_never_a_choice() {
    let (store, ids) = merged(&[("a", 0, 0, 0, &[1, 2, 0]), ("a", 0, 1, 0, &[2, 2, 0])]);
    let found = rows(&store, View::Conflicts, ids[0]);
    assert_eq!(found.iter().map(|row| row[3].as_str()).collect::<Vec<_>>(), ["f.branch.0.true"]);
    assert_eq!((store.conflicts().unwrap(), store.totals(ids[0]).unwrap().contradicted), (1, 1));
}

#[test]
fn flaky_missing_and_deciding_are_told() {
    let (store, ids) = merged(&[("a", 0, 0, 0, &[1, 0, 0]), ("a", 0, 0, 0, &[1, 1, 0]), ("a", 1, 1, 0, &[2, 2, 2])]);
    let flaky = rows(&store, View::Flaky, ids[0]);
    assert_eq!(flaky.iter().map(|row| row[2].as_str()).collect::<Vec<_>>(), ["f.branch.1.true"]);
    assert_eq!(rows(&store, View::Missing, ids[0]).iter().map(|row| row[0].as_str()).collect::<Vec<_>>(), ["2"]);
    // Tasks 0 and 1 are of the same program: goal 2 was open in the first stage and excluded in the second.
    let deciding: Vec<String> = rows(&store, View::WhoDecides, ids[0]).iter().map(|row| row.join(" ")).collect();
    assert_eq!(deciding, ["5 search 2", "60 bmc 1"]);
}

#[test]
fn what_proofs_rest_on_is_owed_until_somebody_proves_it() {
    let mut store = store();
    let campaign_folder = folder("a");
    let id = store.register(&campaign_folder).unwrap();
    let mut merge = |n: u8, version: u8, name: &str, verdict: &str, uses: &[&str]| {
        let mut all = attempts(&campaign_folder, &[(0, n, version, 1, 0, vec![1])]);
        (all[0].record.attempt, all[0].hash) = (format!("run {n}"), format!("hash {n}"));
        let contract = Contract {
            name: name.into(),
            verdict: verdict.into(),
            uses: uses.iter().map(|used| (*used).to_owned()).collect(),
            known: false,
            weak: None,
            inferred: None,
        };
        all[0].result.as_mut().unwrap().contracts = Some(vec![contract]);
        store.merge(id, &campaign_folder, &all).unwrap();
        let owed = store.view(View::Obligations, id, None).unwrap().rows;
        owed.into_iter().map(|row| format!("{} {} {}", row[0].split(' ').next().unwrap(), row[1], row[2])).collect::<Vec<_>>()
    };
    assert_eq!(merge(0, 0, "f", "true", &["g", "h"]), ["g 1 not tried", "h 1 not tried"]);
    assert_eq!(merge(1, 0, "g", "unknown", &[]), ["g 1 unknown", "h 1 not tried"]);
    // A proof in another version of the program says nothing of this one.
    assert_eq!(merge(2, 1, "g", "true", &[]), ["g 1 unknown", "h 1 not tried"]);
    assert_eq!(merge(3, 0, "g", "true", &["h"]), ["h 2 not tried"]);
    assert_eq!(merge(4, 0, "h", "true", &[]), [""; 0]);
}

#[test]
fn a_database_of_another_version_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    let store = Store::open(&path).unwrap();
    store.connection.pragma_update(None, "user_version", 99).unwrap();
    drop(store);
    for error in [Store::open(&path).unwrap_err(), Store::read(&path).unwrap_err()] {
        assert!(matches!(error, CampaignError::Version { found: 99, known: 3, .. }), "{error}");
    }
    // An older one becomes one of this version.
    let old = folder.path().join("old.db");
    let connection = Connection::open(&old).unwrap();
    connection.execute_batch(MIGRATIONS[0]).unwrap();
    connection.pragma_update(None, "user_version", 1).unwrap();
    drop(connection);
    assert_eq!(Store::read(&old).unwrap().coverage(CampaignId(1)).unwrap(), []);
    std::fs::write(&path, "this is no database, but long enough to have a header that is read; ".repeat(20)).unwrap();
    assert!(matches!(Store::open(&path), Err(CampaignError::Database { .. })));
    assert!(Store::read(&folder.path().join("missing.db")).is_err());
}
