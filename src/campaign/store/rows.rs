//! What pages and the command show of campaigns: rows of tasks with their stages, counts, progress, events, runs.

use super::{CampaignId, Event, Store};
use crate::attempt::Outcome;
use crate::error::Result;
use crate::plan::{Stage, TaskNumber};
use crate::store::merge::is_final;
use rusqlite::{OptionalExtension as _, Row, params};
use std::path::PathBuf;

/// A campaign in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CampaignRow {
    pub id: CampaignId,
    pub key: String,
    pub name: String,
    pub folder: PathBuf,
    pub created: u64,
    pub state: String,
    pub tasks: u64,
}

/// How many goals are what, by the campaign's own runs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Totals {
    pub open: u64,
    pub reached: u64,
    pub excluded: u64,
    pub contradicted: u64,
}

impl Totals {
    pub fn goals(&self) -> u64 {
        self.open + self.reached + self.excluded + self.contradicted
    }
}

/// One run in one stage of a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StageRun {
    pub run: i64,
    pub stage: Stage,
    pub outcome: Outcome,
    pub verdict: Option<String>,
    pub reason: Option<String>,
    pub goals: u64,
    pub decided: u64,
    pub violated: u64,
    pub wall_ms: u64,
    pub host: String,
}

impl StageRun {
    /// Nothing is left to be done for the task.
    pub fn is_final(&self) -> bool {
        is_final(self.outcome, self.verdict.as_deref())
    }
}

/// A task of a campaign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskRow {
    pub number: TaskNumber,
    pub name: String,
    pub program: String,
    /// By stage; of several runs in a stage one that counts, and of those the last.
    pub stages: Vec<StageRun>,
}

/// How far a campaign was at a moment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Since the first run began.
    pub seconds: f64,
    pub decided: u64,
    pub goals: u64,
}

/// What is known of one run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunRow {
    pub campaign: Option<CampaignId>,
    pub number: Option<TaskNumber>,
    pub task: String,
    pub argv: Vec<String>,
    pub folder: Option<PathBuf>,
    pub attempt: String,
    pub started: u64,
    pub run: StageRun,
}

/// Goals of a function that nobody has decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenGoals {
    pub task: TaskNumber,
    pub function: String,
    pub goals: u64,
}

/// An execution that was merged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    pub attempt: String,
    pub task: TaskNumber,
    pub stage: Stage,
    pub outcome: Outcome,
    /// Nothing is left to be done for the task.
    pub is_final: bool,
}

/// A goal of a task as its runs left it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoalRow {
    pub key: String,
    pub lineage: String,
    pub kind: String,
    pub function: String,
    pub file: String,
    pub line: u32,
    pub text: String,
    pub status: String,
    pub why: String,
}

impl Store {
    /// All campaigns, newest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn campaigns(&self) -> Result<Vec<CampaignRow>> {
        let query = "SELECT id, key, name, folder, created, state, (SELECT COUNT(*) FROM wanted WHERE campaign = id) FROM campaign ORDER BY id DESC";
        self.list(query, params![], |row| {
            Ok(CampaignRow {
                id: CampaignId(row.get(0)?),
                key: row.get(1)?,
                name: row.get(2)?,
                folder: PathBuf::from(row.get::<_, String>(3)?),
                created: row.get::<_, i64>(4)? as u64,
                state: row.get(5)?,
                tasks: row.get::<_, i64>(6)? as u64,
            })
        })
    }

    /// All stages that tasks of a campaign have or had.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn stages(&self, campaign: CampaignId) -> Result<Vec<Stage>> {
        let query = "SELECT seconds FROM stage WHERE campaign = ?1 UNION SELECT DISTINCT stage FROM run WHERE campaign = ?1 AND stage IS NOT NULL ORDER BY 1";
        self.list(query, [campaign.0], |row| Ok(Stage(row.get::<_, i64>(0)? as u64)))
    }

    /// What the campaign's runs have told of goals.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn totals(&self, campaign: CampaignId) -> Result<Totals> {
        let counts: Vec<(i64, i64)> =
            self.list("SELECT seen, SUM(goals) FROM tally WHERE campaign = ? GROUP BY seen", [campaign.0], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let mut totals = Totals::default();
        for (seen, n) in counts {
            let place = match seen & 6 {
                0 => &mut totals.open,
                2 => &mut totals.reached,
                4 => &mut totals.excluded,
                _ => &mut totals.contradicted,
            };
            *place += n as u64;
        }
        Ok(totals)
    }

    /// Goals of all campaigns that are told to be both reached and excluded.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn conflicts(&self) -> Result<u64> {
        Ok(self.list("SELECT COUNT(*) FROM goal WHERE seen & 6 = 6", [], |row| row.get::<_, i64>(0))?.first().map_or(0, |n| *n as u64))
    }

    /// Executions by their outcome.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn outcomes(&self, campaign: CampaignId) -> Result<Vec<(String, u64)>> {
        self.list("SELECT outcome, COUNT(*) FROM run WHERE campaign = ? GROUP BY outcome ORDER BY 1", [campaign.0], |row| {
            Ok((row.get(0)?, row.get::<_, i64>(1)? as u64))
        })
    }

    /// So many tasks from this one on.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn tasks(&self, campaign: CampaignId, from: TaskNumber, most: usize) -> Result<Vec<TaskRow>> {
        let end = i64::from(from.0) + most as i64;
        let range = params![campaign.0, from.0, end];
        let mut tasks = self.list(
            "SELECT number, task.name, task.program FROM wanted JOIN task ON task.id = wanted.task WHERE campaign = ? AND number >= ? AND number < ? ORDER BY number",
            range,
            |row| Ok(TaskRow { number: TaskNumber(row.get(0)?), name: row.get(1)?, program: row.get(2)?, stages: Vec::new() }),
        )?;
        let runs = self.list(
            "SELECT number, id, stage, outcome, verdict, reason, goals, decided, violated, wall_ms, host FROM run
             WHERE campaign = ? AND number >= ? AND number < ? ORDER BY number, stage, id",
            range,
            |row| Ok((TaskNumber(row.get(0)?), stage_run(row, 1)?)),
        )?;
        let first = tasks.first().map_or(0, |task| task.number.0);
        for (number, run) in runs {
            let Some(task) = number.0.checked_sub(first).and_then(|at| tasks.get_mut(at as usize)).filter(|task| task.number == number) else { continue };
            match task.stages.last_mut().filter(|last| last.stage == run.stage) {
                Some(last) if last.outcome.counts() && !run.outcome.counts() => {}
                Some(last) => *last = run,
                None => task.stages.push(run),
            }
        }
        Ok(tasks)
    }

    /// Decided goals over time, by runs in the order in which they were merged. Clocks may go back, time here does not.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn progress(&self, campaign: CampaignId) -> Result<Vec<Point>> {
        let runs: Vec<(u32, i64, i64, i64)> = self.list(
            "SELECT number, started + wall_ms, goals, decided FROM run WHERE campaign = ?1 AND number IS NOT NULL
             AND number NOT IN (SELECT number FROM share WHERE share.campaign = ?1) ORDER BY id",
            [campaign.0],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
        )?;
        let begin: Vec<Option<i64>> = self.list("SELECT MIN(started) FROM run WHERE campaign = ?", [campaign.0], |row| row.get(0))?;
        let begin = begin.into_iter().flatten().next();
        let mut best: Vec<(i64, i64)> = Vec::new();
        let (mut points, mut seconds, mut goals, mut decided) = (Vec::with_capacity(runs.len()), 0.0f64, 0, 0);
        for (number, end, of_run, decided_by_run) in runs {
            let number = number as usize;
            if best.len() <= number {
                best.resize(number + 1, (0, 0));
            }
            let (old_goals, old_decided) = best[number];
            best[number] = (old_goals.max(of_run), old_decided.max(decided_by_run));
            goals += best[number].0 - old_goals;
            decided += best[number].1 - old_decided;
            seconds = seconds.max(end.saturating_sub(begin.unwrap_or(end)) as f64 / 1000.0);
            points.push(Point { seconds, decided: decided as u64, goals: goals as u64 });
        }
        Ok(points)
    }

    /// Events behind a number, oldest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn events(&self, campaign: CampaignId, behind: i64, most: usize) -> Result<Vec<(i64, Event)>> {
        let events: Vec<(i64, String)> =
            self.list("SELECT seq, body FROM event WHERE campaign = ? AND seq > ? ORDER BY seq LIMIT ?", params![campaign.0, behind, most as i64], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })?;
        // What another version has written is left out.
        Ok(events.into_iter().filter_map(|(seq, body)| Some((seq, serde_json::from_str(&body).ok()?))).collect())
    }

    /// The number of the last event.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn last_event(&self, campaign: CampaignId) -> Result<i64> {
        Ok(self
            .list("SELECT MAX(seq) FROM event WHERE campaign = ?", [campaign.0], |row| row.get::<_, Option<i64>>(0))?
            .into_iter()
            .flatten()
            .next()
            .unwrap_or(0))
    }

    /// All runs of a task of a campaign, in the order in which they were merged.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn runs(&self, campaign: CampaignId, number: TaskNumber) -> Result<Vec<StageRun>> {
        let query =
            "SELECT id, stage, outcome, verdict, reason, goals, decided, violated, wall_ms, host FROM run WHERE campaign = ? AND number = ? ORDER BY id";
        self.list(query, params![campaign.0, number.0], |row| stage_run(row, 0))
    }

    /// A run by its number.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn run(&self, run: i64) -> Result<Option<RunRow>> {
        let query = "SELECT run.id, coalesce(stage, 0), outcome, verdict, reason, goals, decided, violated, wall_ms, host, campaign, number, task.name, argv, folder, attempt, started
                     FROM run JOIN task ON task.id = run.task WHERE run.id = ?";
        let found = self.connection.query_row(query, [run], |row| {
            Ok(RunRow {
                run: stage_run(row, 0)?,
                campaign: row.get::<_, Option<i64>>(10)?.map(CampaignId),
                number: row.get::<_, Option<u32>>(11)?.map(TaskNumber),
                task: row.get(12)?,
                argv: serde_json::from_str(&row.get::<_, String>(13)?).unwrap_or_default(),
                folder: row.get::<_, Option<String>>(14)?.map(PathBuf::from),
                attempt: row.get(15)?,
                started: row.get::<_, i64>(16)? as u64,
            })
        });
        found.optional().map_err(|error| self.failed(error))
    }

    /// The goals of a run, in the order of the source.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn goals(&self, run: i64, most: usize) -> Result<Vec<GoalRow>> {
        self.list(
            "SELECT key, lineage, kind, function, file, line, text, status, coalesce(reason, '') || coalesce(method, '') || coalesce(', k = ' || k, '')
             FROM finding JOIN goal ON goal.id = finding.goal WHERE run = ? ORDER BY file, line, col, key LIMIT ?",
            params![run, most as i64],
            |row| {
                Ok(GoalRow {
                    key: row.get(0)?,
                    lineage: row.get(1)?,
                    kind: row.get(2)?,
                    function: row.get(3)?,
                    file: row.get(4)?,
                    line: row.get(5)?,
                    text: row.get(6)?,
                    status: row.get(7)?,
                    why: row.get(8)?,
                })
            },
        )
    }

    /// Files that runs have left, by the hash of the content: a run and the name of the file.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn artifact(&self, hash: &str) -> Result<Option<(i64, String)>> {
        Ok(self.list("SELECT run, name FROM artifact WHERE hash = ? LIMIT 1", [hash], |row| Ok((row.get(0)?, row.get(1)?)))?.pop())
    }

    /// The files of a run with their hashes.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn artifacts(&self, run: i64) -> Result<Vec<(String, String)>> {
        self.list("SELECT name, hash FROM artifact WHERE run = ? ORDER BY name", [run], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// What the last run of each task has left open and no other run has decided, by task and function.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn open_goals(&self, campaign: CampaignId) -> Result<Vec<OpenGoals>> {
        self.list(
            "WITH last AS (SELECT MAX(id) AS run, number FROM run WHERE campaign = ? AND program IS NOT NULL AND outcome IN ('ok', 'memory') GROUP BY number)
             SELECT last.number, goal.function, COUNT(*) FROM last JOIN finding ON finding.run = last.run JOIN goal ON goal.id = finding.goal
             WHERE goal.seen = 1 GROUP BY last.number, goal.function ORDER BY 1, 2",
            [campaign.0],
            |row| Ok(OpenGoals { task: TaskNumber(row.get(0)?), function: row.get(1)?, goals: row.get::<_, i64>(2)? as u64 }),
        )
    }

    /// The executions of a campaign that were merged.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn attempts(&self, campaign: CampaignId) -> Result<Vec<Known>> {
        self.list("SELECT attempt, number, stage, outcome, verdict FROM run WHERE campaign = ?", [campaign.0], |row| {
            let outcome = Outcome::of_name(&row.get::<_, String>(3)?).unwrap_or(Outcome::Lost);
            let verdict: Option<String> = row.get(4)?;
            Ok(Known {
                attempt: row.get(0)?,
                task: TaskNumber(row.get(1)?),
                stage: Stage(row.get::<_, i64>(2)? as u64),
                outcome,
                is_final: is_final(outcome, verdict.as_deref()),
            })
        })
    }

    fn list<T>(&self, query: &str, parameters: impl rusqlite::Params, read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>) -> Result<Vec<T>> {
        let all = || self.connection.prepare_cached(query)?.query_map(parameters, read)?.collect::<rusqlite::Result<Vec<T>>>();
        all().map_err(|error| self.failed(error))
    }
}

/// A run from the columns that begin here.
fn stage_run(row: &Row<'_>, at: usize) -> rusqlite::Result<StageRun> {
    Ok(StageRun {
        run: row.get(at)?,
        stage: Stage(row.get::<_, i64>(at + 1)? as u64),
        outcome: Outcome::of_name(&row.get::<_, String>(at + 2)?).unwrap_or(Outcome::Lost),
        verdict: row.get(at + 3)?,
        reason: row.get(at + 4)?,
        goals: row.get::<_, i64>(at + 5)? as u64,
        decided: row.get::<_, i64>(at + 6)? as u64,
        violated: row.get::<_, i64>(at + 7)? as u64,
        wall_ms: row.get::<_, i64>(at + 8)? as u64,
        host: row.get(at + 9)?,
    })
}
