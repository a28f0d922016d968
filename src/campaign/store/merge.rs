//! Results become rows. Each row has a text that is unique and made of what it says, so that a result that is merged again changes nothing, and the order of results does not matter:
//! what is told of a goal is a set of bits that only grows.

use super::{CampaignId, Store};
use crate::attempt::{Attempt, OUTPUT, Outcome};
use crate::error::{CampaignError, Result};
use crate::folder::Folder;
use crate::plan::{Stage, TaskNumber, TaskSpec};
use crate::worker::Worker;
use report::files::fingerprint;
use report::result::{AnalysisResult, Contract, GoalState, Input, Place, PropertyState};
use rusqlite::{Connection, OptionalExtension as _, params};
use rustc_hash::FxHashMap;

/// What runs have told of a goal.
pub const OPEN: i64 = 1;
pub const REACHED: i64 = 2;
pub const EXCLUDED: i64 = 4;

/// What holds on the paths of a share is open for the program.
pub const HOLDS_ON_SHARE: &str = "holds on the share";

/// What was merged of an execution, or was there before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Merged {
    pub task: TaskNumber,
    pub stage: Stage,
    pub outcome: Outcome,
    /// Nothing is left to be done for the task.
    pub is_final: bool,
    pub is_new: bool,
    /// Goals of the program that were told to be both reached and excluded.
    pub conflicts: i64,
}

/// Where a run comes from.
struct Origin<'a> {
    attempt: &'a str,
    engine: &'a str,
    engine_id: Option<&'a str>,
    host: &'a str,
    tool: &'a str,
    started: u64,
    wall_ms: u64,
    cpu_ms: u64,
    memory_kb: u64,
    exit: Option<i32>,
    outcome: Outcome,
    folder: Option<String>,
    /// Campaign, task, stage.
    place: Option<(CampaignId, TaskNumber, Stage)>,
    hash: &'a str,
}

/// A goal or property as one run tells it.
struct Told<'a> {
    id: &'a str,
    place: &'a Place,
    kind: &'a str,
    text: &'a str,
    status: &'static str,
    bit: i64,
    method: Option<&'a str>,
    k: Option<u32>,
    engine: Option<&'a str>,
    at: Option<f64>,
    reason: Option<&'a str>,
    /// The inputs that reach it.
    inputs: Option<&'a [Input]>,
}

impl Store {
    /// Merges executions of a campaign, all or none.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn merge(&mut self, campaign: CampaignId, folder: &Folder, attempts: &[Attempt]) -> Result<Vec<Merged>> {
        let path = self.path.clone();
        let failed = |error| CampaignError::Database { path: path.clone(), error };
        let transaction = self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).map_err(failed)?;
        let mut merged = Vec::new();
        for attempt in attempts {
            let record = &attempt.record;
            let Some(task) = folder.task(record.task).filter(|_| record.campaign == folder.about.id) else { continue };
            let origin = Origin {
                attempt: &record.attempt,
                engine: &record.engine,
                engine_id: record.engine_id.as_deref(),
                host: &record.host,
                tool: &record.tool,
                started: record.started,
                wall_ms: record.wall_ms,
                cpu_ms: record.cpu_ms,
                memory_kb: record.memory_kb,
                exit: record.exit,
                outcome: record.outcome,
                folder: Some(attempt.folder.display().to_string()),
                place: Some((campaign, record.task, record.stage)),
                hash: &attempt.hash,
            };
            let (run, conflicts) = insert_run(&transaction, &task, &origin, attempt.result.as_ref()).map_err(failed)?;
            if let Some(run) = run {
                let mut insert = transaction.prepare_cached("INSERT OR IGNORE INTO artifact(run, name, hash) VALUES(?, ?, ?)").map_err(failed)?;
                let mut insert_line = transaction.prepare_cached("INSERT OR IGNORE INTO line(run, file, line, status) VALUES(?, ?, ?, ?)").map_err(failed)?;
                for line in &attempt.coverage {
                    insert_line.execute(params![run, line.file, line.line, line.status as i64]).map_err(failed)?;
                }
                for (name, hash) in record.files.iter().filter(|(name, _)| *name != OUTPUT) {
                    insert.execute(params![run, name, hash]).map_err(failed)?;
                }
            }
            merged.push(Merged {
                task: record.task,
                stage: record.stage,
                outcome: record.outcome,
                is_final: is_final(record.outcome, attempt.result.as_ref().map(|result| result.verdict.as_str())),
                is_new: run.is_some(),
                conflicts,
            });
        }
        transaction.commit().map_err(failed)?;
        Ok(merged)
    }

    /// Merges the result of a command that ran by itself.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn add_result(&mut self, argv: &[String], worker: &Worker, exit: i32, started: u64, result: &AnalysisResult) -> Result<()> {
        let path = self.path.clone();
        let failed = |error| CampaignError::Database { path: path.clone(), error };
        let program = result.program.files.join(" ");
        let command = argv.first().cloned().unwrap_or_default();
        let task = TaskSpec { number: TaskNumber(0), name: format!("{program} {command}"), program, argv: argv.to_vec(), division: None };
        let hash = fingerprint(format!("{}\n{started}\n{}", argv.join("\0"), result.text()).as_bytes());
        let transaction = self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).map_err(failed)?;
        let origin = Origin {
            attempt: &format!("command-{}", &hash[..32]),
            engine: worker.engine,
            engine_id: None,
            host: &worker.host,
            tool: &worker.tool,
            started,
            wall_ms: (result.statistics.wall_s * 1000.0) as u64,
            cpu_ms: 0,
            memory_kb: 0,
            exit: Some(exit),
            outcome: Outcome::Ok,
            folder: None,
            place: None,
            hash: &hash,
        };
        insert_run(&transaction, &task, &origin, Some(result)).map_err(failed)?;
        transaction.commit().map_err(failed)
    }
}

/// Is nothing left to be done for a task once a run has this?
pub(crate) fn is_final(outcome: Outcome, verdict: Option<&str>) -> bool {
    outcome.counts() && (!outcome.may_go_on() || matches!(verdict, Some("complete" | "true" | "false")))
}

/// The row of a task.
pub(super) fn task(connection: &Connection, task: &TaskSpec) -> rusqlite::Result<i64> {
    let key = task.key();
    // Words are texts, which are always written.
    let argv = serde_json::to_string(&task.argv).unwrap_or_default();
    let mut insert = connection.prepare_cached("INSERT OR IGNORE INTO task(key, name, program, command, argv) VALUES(?, ?, ?, ?, ?)")?;
    insert.execute(params![key, task.name, task.program, task.command(), argv])?;
    connection.prepare_cached("SELECT id FROM task WHERE key = ?")?.query_row([&key], |row| row.get(0))
}

/// A run with all that it tells. The number of the run if it is new; conflicts of its program afterwards.
fn insert_run(connection: &Connection, spec: &TaskSpec, origin: &Origin<'_>, result: Option<&AnalysisResult>) -> rusqlite::Result<(Option<i64>, i64)> {
    let known = connection.prepare_cached("SELECT 1 FROM run WHERE attempt = ? OR result = ?")?.exists(params![origin.attempt, origin.hash])?;
    if known {
        return Ok((None, 0));
    }
    let task = task(connection, spec)?;
    let (name, version) = result.map_or((report::NAME, ""), |result| (result.tool.name.as_str(), result.tool.version.as_str()));
    let tool = tool(connection, origin.tool, name, version)?;
    let program = result.map(|result| program(connection, spec, result)).transpose()?;
    let told = result.map(told).unwrap_or_default();
    let decided = told.iter().filter(|told| told.bit != OPEN).count();
    let violated = told.iter().filter(|told| told.status == "violated").count();
    let (campaign, number, stage) = match origin.place {
        Some((campaign, number, stage)) => (Some(campaign.0), Some(number.0), Some(stage.0 as i64)),
        None => (None, None, None),
    };
    connection
        .prepare_cached(
            "INSERT INTO run(task, tool, program, campaign, number, stage, attempt, engine, engine_id, host, started, wall_ms, cpu_ms, memory_kb, exit, outcome,
               verdict, reason, goals, decided, violated, folder, result) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        )?
        .execute(params![
            task,
            tool,
            program,
            campaign,
            number,
            stage,
            origin.attempt,
            origin.engine,
            origin.engine_id,
            origin.host,
            origin.started as i64,
            origin.wall_ms as i64,
            origin.cpu_ms as i64,
            origin.memory_kb as i64,
            origin.exit,
            origin.outcome.name(),
            result.map(|result| result.verdict.as_str()),
            result.and_then(|result| result.reason.as_deref()),
            told.len() as i64,
            decided as i64,
            violated as i64,
            origin.folder,
            origin.hash
        ])?;
    let run = connection.last_insert_rowid();
    let (Some(program), Some(result)) = (program, result) else { return Ok((Some(run), 0)) };
    let goals = insert_findings(connection, run, program, spec, &told)?;
    if let Some((campaign, _, stage)) = origin.place {
        stand(connection, campaign, stage, &told, &goals)?;
    }
    insert_tests(connection, program, result, &goals)?;
    insert_contracts(connection, run, spec, result)?;
    let conflicts = connection
        .prepare_cached("SELECT COUNT(*) FROM finding JOIN goal ON goal.id = finding.goal WHERE finding.run = ? AND goal.seen & 6 = 6")?
        .query_row([run], |row| row.get(0))?;
    Ok((Some(run), conflicts))
}

fn tool(connection: &Connection, build: &str, name: &str, version: &str) -> rusqlite::Result<i64> {
    connection.prepare_cached("INSERT OR IGNORE INTO tool(build, name, version) VALUES(?, ?, '')")?.execute(params![build, name])?;
    // A run without a result does not know the version.
    connection.prepare_cached("UPDATE tool SET version = max(version, ?) WHERE build = ? AND version < ?")?.execute(params![version, build, version])?;
    connection.prepare_cached("SELECT id FROM tool WHERE build = ?")?.query_row([build], |row| row.get(0))
}

/// The program's name in all its versions.
fn program_name(spec: &TaskSpec) -> String {
    spec.program.clone()
}

fn program(connection: &Connection, spec: &TaskSpec, result: &AnalysisResult) -> rusqlite::Result<i64> {
    let about = &result.program;
    let files = about.files.join("\n");
    // Where the program could not be read there is nothing to compare.
    let hash = about.hash.clone().unwrap_or_else(|| format!("?{}", fingerprint(format!("{}\n{}\n{files}", spec.key(), result.text()).as_bytes())));
    let mut insert = connection.prepare_cached("INSERT OR IGNORE INTO program(hash, name, files, entry, data_model) VALUES(?, ?, ?, ?, ?)")?;
    insert.execute(params![hash, program_name(spec), files, about.entry, about.data_model])?;
    connection.prepare_cached("SELECT id FROM program WHERE hash = ? AND name = ?")?.query_row([&hash, &program_name(spec)], |row| row.get(0))
}

/// What ids of goals and properties are ids of.
fn asked(spec: &TaskSpec) -> String {
    match spec.command() {
        "cover" => "goals".to_owned(),
        "verify" => "properties".to_owned(),
        _ => spec.key()[..16].to_owned(),
    }
}

/// Goals and properties of a result.
fn told(result: &AnalysisResult) -> Vec<Told<'_>> {
    let goals = result.goals().iter().map(|goal| {
        let inputs = |test: usize| result.tests().iter().find(|t| t.id == test).map(|t| t.inputs.as_slice());
        let (status, bit, method, k, reason, inputs) = match &goal.state {
            GoalState::Covered { test } => ("covered", REACHED, None, None, None, inputs(*test)),
            GoalState::Unreachable { proof } => ("unreachable", EXCLUDED, Some(proof.method.as_str()), proof.k, None, None),
            GoalState::Undecided { reason } => ("undecided", OPEN, None, None, Some(reason.as_str()), None),
        };
        let (id, engine) = (goal.id.as_str(), goal.engine.as_deref());
        Told { id, place: &goal.place, kind: &goal.kind, text: &goal.text, status, bit, method, k, engine, at: goal.time, reason, inputs }
    });
    let properties = result.properties().iter().map(|property| {
        let (status, bit, method, k, reason, inputs) = match &property.state {
            PropertyState::Violated { inputs, .. } => ("violated", REACHED, None, None, None, Some(inputs.as_slice())),
            PropertyState::Holds { proof } => ("holds", EXCLUDED, Some(proof.method.as_str()), proof.k, None, None),
            PropertyState::Unknown { reason } => match &property.on_share {
                Some(proof) => (HOLDS_ON_SHARE, OPEN, Some(proof.method.as_str()), proof.k, Some(reason.as_str()), None),
                None => ("unknown", OPEN, None, None, Some(reason.as_str()), None),
            },
        };
        let (id, engine) = (property.id.as_str(), property.engine.as_deref());
        Told { id, place: &property.place, kind: &property.class, text: &property.text, status, bit, method, k, engine, at: property.time, reason, inputs }
    });
    goals.chain(properties).collect()
}

/// What is said of each goal. The rows of the goals by their ids in the result.
fn insert_findings<'a>(connection: &Connection, run: i64, program: i64, spec: &TaskSpec, told: &'a [Told<'_>]) -> rusqlite::Result<FxHashMap<&'a str, i64>> {
    let mut find = connection.prepare_cached("SELECT id, seen FROM goal WHERE program = ? AND asked = ? AND key = ? AND line = ? AND col = ?")?;
    let (name, asked) = (program_name(spec), asked(spec));
    let mut insert_goal = connection
        .prepare_cached("INSERT INTO goal(program, asked, key, lineage, kind, function, file, line, col, text, seen) VALUES(?,?,?,?,?,?,?,?,?,?,?)")?;
    let mut see = connection.prepare_cached("UPDATE goal SET seen = seen | ? WHERE id = ?")?;
    let mut insert =
        connection.prepare_cached("INSERT OR IGNORE INTO finding(run, goal, status, method, k, engine, at, reason, test) VALUES(?,?,?,?,?,?,?,?,?)")?;
    let mut occurrences: FxHashMap<String, u32> = FxHashMap::default();
    let mut rows = FxHashMap::default();
    for goal in told {
        let described = format!("{asked}\n{}", described(&name, goal));
        let Place { file, line, column, function } = goal.place;
        let occurrence = occurrences.entry(described.clone()).and_modify(|n| *n += 1).or_default();
        let found: Option<(i64, i64)> = find.query_row(params![program, asked, goal.id, line, column], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        let row = match found {
            Some((row, seen)) => {
                if seen & goal.bit == 0 {
                    see.execute(params![goal.bit, row])?;
                }
                row
            }
            None => {
                let lineage = &fingerprint(format!("{described}\n{occurrence}").as_bytes())[..32];
                insert_goal.execute(params![program, asked, goal.id, lineage, goal.kind, function, file, line, column, goal.text, goal.bit])?;
                connection.last_insert_rowid()
            }
        };
        let test = goal.inputs.map(inputs_hash);
        insert.execute(params![run, row, goal.status, goal.method, goal.k, goal.engine, goal.at, goal.reason, test])?;
        rows.insert(goal.id, row);
    }
    Ok(rows)
}

/// What a goal is in all versions of a program, but for how often there is the same in the function. Neither line nor number; which side of a decision it is stands at the end of the id.
fn described(program: &str, goal: &Told<'_>) -> String {
    let side = goal.id.rsplit('.').next().filter(|word| !word.starts_with(|c: char| c.is_ascii_digit())).unwrap_or_default();
    let text: String = goal.text.split_whitespace().collect();
    format!("{program}\n{}\n{}\n{text}\n{side}", goal.place.function, goal.kind)
}

/// What the campaign knows of goals now.
fn stand(connection: &Connection, campaign: CampaignId, stage: Stage, told: &[Told<'_>], goals: &FxHashMap<&str, i64>) -> rusqlite::Result<()> {
    let mut find = connection.prepare_cached("SELECT seen, stage, engine FROM standing WHERE campaign = ? AND goal = ?")?;
    let mut put = connection.prepare_cached(
        "INSERT INTO standing(campaign, goal, lineage, seen, stage, engine) SELECT ?1, ?2, lineage, ?3, ?4, ?5 FROM goal WHERE id = ?2
         ON CONFLICT(campaign, goal) DO UPDATE SET seen = excluded.seen, stage = excluded.stage, engine = excluded.engine",
    )?;
    let mut changes: FxHashMap<(i64, i64, String), i64> = FxHashMap::default();
    for goal in told {
        let Some(row) = goals.get(goal.id) else { continue };
        let before: Option<(i64, i64, String)> = find.query_row(params![campaign.0, row], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).optional()?;
        // Open goals have no stage.
        let own = if goal.bit == OPEN { (i64::MAX, String::new()) } else { (stage.0 as i64, goal.engine.unwrap_or_default().to_owned()) };
        let after = match &before {
            None => (goal.bit, own.0, own.1),
            Some((seen, stage, engine)) => {
                let first = own.min((*stage, engine.clone()));
                (seen | goal.bit, first.0, first.1)
            }
        };
        if before.as_ref() == Some(&after) {
            continue;
        }
        put.execute(params![campaign.0, row, after.0, after.1, after.2])?;
        before.into_iter().for_each(|before| *changes.entry(before).or_default() -= 1);
        *changes.entry(after).or_default() += 1;
    }
    let mut count = connection.prepare_cached(
        "INSERT INTO tally(campaign, seen, stage, engine, goals) VALUES(?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET goals = goals + excluded.goals",
    )?;
    for ((seen, stage, engine), change) in changes {
        count.execute(params![campaign.0, seen, stage, engine, change])?;
    }
    Ok(())
}

/// What proofs rest on, and what was proved. A contract is known by the text of the program that it stands in: another version of it may say something else.
fn insert_contracts(connection: &Connection, run: i64, spec: &TaskSpec, result: &AnalysisResult) -> rusqlite::Result<()> {
    let text = result.program.hash.as_deref().unwrap_or_default();
    let named = |contract: &str| format!("{contract} of {} ({:.12})", program_name(spec), text);
    for Contract { name, verdict, uses, known: _ } in result.contracts.iter().flatten() {
        connection.prepare_cached("INSERT OR IGNORE INTO contract(run, contract, verdict) VALUES(?, ?, ?)")?.execute(params![run, named(name), verdict])?;
        for used in uses {
            connection.prepare_cached("INSERT OR IGNORE INTO uses(run, contract) VALUES(?, ?)")?.execute(params![run, named(used)])?;
        }
    }
    Ok(())
}

fn inputs_hash(inputs: &[Input]) -> String {
    let text: String = inputs.iter().map(|input| format!("{}\0{}\0{}\0", input.title(), input.type_name, input.value)).collect();
    fingerprint(text.as_bytes())[..32].to_owned()
}

fn insert_tests(connection: &Connection, program: i64, result: &AnalysisResult, goals: &FxHashMap<&str, i64>) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached("INSERT OR IGNORE INTO test(program, hash, inputs) VALUES(?, ?, ?)")?;
    let mut find = connection.prepare_cached("SELECT id FROM test WHERE program = ? AND hash = ?")?;
    let mut covers = connection.prepare_cached("INSERT OR IGNORE INTO covers(test, goal) VALUES(?, ?)")?;
    let mut add = |inputs: &[Input], covered: &mut dyn Iterator<Item = &i64>| -> rusqlite::Result<()> {
        let hash = inputs_hash(inputs);
        let text: String = inputs.iter().map(|input| format!("{} = {}\n", input.title(), input.value)).collect();
        insert.execute(params![program, hash, text])?;
        let test: i64 = find.query_row(params![program, hash], |row| row.get(0))?;
        for goal in covered {
            covers.execute(params![test, goal])?;
        }
        Ok(())
    };
    for test in result.tests() {
        add(&test.inputs, &mut test.covers.iter().filter_map(|id| goals.get(id.as_str())))?;
    }
    for (property, inputs, _) in result.violations() {
        add(inputs, &mut goals.get(property.id.as_str()).into_iter())?;
    }
    Ok(())
}
