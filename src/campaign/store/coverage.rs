//! Verification coverage of a task and its shares together: a line is covered if an execution passes it within what one of them has analysed, since what was analysed is the
//! union of what each has; it may be covered as long as one of them does not know better.

use super::{CampaignId, Store};
use crate::error::Result;
use crate::plan::TaskNumber;
use rusqlite::params;
use rustc_hash::FxHashMap;

/// What was known when an analysis had ended.
#[derive(Clone, PartialEq, Debug)]
pub struct CoveragePoint {
    pub number: TaskNumber,
    pub task: String,
    /// Since the first analysis of the task began. Clocks may go back, this does not.
    pub seconds: f64,
    /// How many have ended.
    pub shares: usize,
    pub covered: usize,
    pub at_most: usize,
    pub lines: usize,
}

/// In place of the number of a task.
const ALL: i64 = -1;
/// The statuses of lines as the database has them.
const UNDECIDED: i64 = 2;
const COVERED: i64 = 3;

impl Store {
    /// How coverage grew, task after task.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn coverage(&self, campaign: CampaignId) -> Result<Vec<CoveragePoint>> {
        self.coverage_rows(campaign, ALL).map_err(|error| self.failed(error))
    }

    /// How coverage of one task grew.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn coverage_of(&self, campaign: CampaignId, task: TaskNumber) -> Result<Vec<CoveragePoint>> {
        self.coverage_rows(campaign, i64::from(task.0)).map_err(|error| self.failed(error))
    }

    fn coverage_rows(&self, campaign: CampaignId, task: i64) -> rusqlite::Result<Vec<CoveragePoint>> {
        let mut runs = self.connection.prepare_cached(
            "SELECT run.id, COALESCE(share.root, run.number) AS root, run.started, run.started + run.wall_ms AS ended, task.name FROM run
             LEFT JOIN share ON share.campaign = run.campaign AND share.number = run.number
             JOIN wanted ON wanted.campaign = run.campaign AND wanted.number = COALESCE(share.root, run.number) JOIN task ON task.id = wanted.task
             WHERE run.campaign = ?1 AND (?2 < 0 OR COALESCE(share.root, run.number) = ?2) AND EXISTS (SELECT 1 FROM line WHERE line.run = run.id) ORDER BY root, ended, run.attempt",
        )?;
        let mut lines = self.connection.prepare_cached("SELECT file, line, status FROM line WHERE run = ?1")?;
        let read = |row: &rusqlite::Row<'_>| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, u32>(1)?, row.get::<_, i64>(2)?, row.get::<_, i64>(3)?, row.get::<_, String>(4)?))
        };
        let runs = runs.query_map(params![campaign.0, task], read)?.collect::<rusqlite::Result<Vec<_>>>()?;
        let mut points: Vec<CoveragePoint> = Vec::new();
        let mut known: FxHashMap<(String, i64), i64> = FxHashMap::default();
        let (mut of, mut n, mut begin) = (None, 0, 0);
        for (run, root, started, ended, task) in runs {
            if of != Some(root) {
                (of, n, begin) = (Some(root), 0, started);
                known.clear();
            }
            n += 1;
            let mut rows = lines.query(params![run])?;
            while let Some(row) = rows.next()? {
                let status: i64 = row.get(2)?;
                known.entry((row.get(0)?, row.get(1)?)).and_modify(|best| *best = status.max(*best)).or_insert(status);
            }
            let count = |least: i64| known.values().filter(|status| **status >= least).count();
            let seconds = (ended - begin).max(0) as f64 / 1000.0;
            points.push(CoveragePoint {
                number: TaskNumber(root),
                task,
                seconds,
                shares: n,
                covered: count(COVERED),
                at_most: count(UNDECIDED),
                lines: known.len(),
            });
        }
        Ok(points)
    }
}
