//! The questions that a person has, each answered by a table. Every answer is from rows that an index finds, or from counts that merging keeps.

use super::{CampaignId, Store};
use crate::error::Result;
use crate::store::coverage::CoveragePoint;
use rusqlite::types::Value;
use rusqlite::{OptionalExtension as _, Params, params};

/// Rows of a table at most.
const MOST: usize = 1000;

/// A table as a person reads it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    pub columns: Vec<&'static str>,
    pub rows: Vec<Vec<String>>,
    /// There are more rows than these.
    pub has_more: bool,
}

/// A question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    Regressions,
    Conflicts,
    Flaky,
    Missing,
    Progress,
    WhoDecides,
    LostByHost,
    Slower,
    Obligations,
    Shares,
    Coverage,
}

impl View {
    pub const ALL: [Self; 11] = [
        Self::Regressions,
        Self::Conflicts,
        Self::Flaky,
        Self::Missing,
        Self::Progress,
        Self::WhoDecides,
        Self::LostByHost,
        Self::Slower,
        Self::Obligations,
        Self::Shares,
        Self::Coverage,
    ];

    /// As it is asked for.
    pub fn name(self) -> &'static str {
        match self {
            Self::Regressions => "regressions",
            Self::Conflicts => "conflicts",
            Self::Flaky => "flaky",
            Self::Missing => "missing",
            Self::Progress => "progress",
            Self::WhoDecides => "who-decides",
            Self::LostByHost => "lost-by-host",
            Self::Slower => "slower",
            Self::Obligations => "obligations",
            Self::Shares => "shares",
            Self::Coverage => "coverage",
        }
    }

    /// What it tells.
    pub fn about(self) -> &'static str {
        match self {
            Self::Regressions => "decided in the campaign before, and not, or otherwise, in this one",
            Self::Conflicts => "told to be both reached and excluded, of the same program: one of the answers is wrong",
            Self::Flaky => "the same task, program, tool and stage with more than one answer",
            Self::Missing => "tasks without a run that counts",
            Self::Progress => "decided goals over time",
            Self::WhoDecides => "which engine decides how many goals in which stage",
            Self::LostByHost => "executions that were lost, by host",
            Self::Slower => "runs that took longer than in the campaign before, by half and by 5 s",
            Self::Obligations => "contracts that proofs use and that nobody has proved",
            Self::Shares => "tasks that were divided, by paths or by goals: what is known of each share",
            Self::Coverage => "lines that executions pass within what all analyses of a task have looked at, from below and above, over time",
        }
    }

    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.name() == name)
    }

    /// # Errors
    /// With the names that there are.
    pub fn of_name_or_error(name: &str) -> Result<Self, String> {
        Self::of_name(name).ok_or_else(|| format!("the questions are {}", Self::ALL.map(Self::name).join(", ")))
    }
}

impl Store {
    /// The answer to a question about a campaign; `before` is the one that it is compared with.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn view(&self, view: View, campaign: CampaignId, before: Option<CampaignId>) -> Result<Table> {
        let (now, before) = (campaign.0, before.map_or(-1, |before| before.0));
        match view {
            View::Regressions => self.table(
                &["program", "function", "line", "goal", "before", "now", "lineage"],
                "WITH changed AS (
                   SELECT b.goal AS goal, a.seen AS was, b.seen AS seen, b.lineage AS lineage FROM standing b JOIN standing a ON a.lineage = b.lineage AND a.campaign = ?2
                     WHERE b.campaign = ?1 AND b.seen = 1 AND a.seen > 1
                   UNION ALL
                   SELECT b.goal, a.seen, b.seen, b.lineage FROM standing a JOIN standing b ON b.lineage = a.lineage AND b.campaign = ?1
                     WHERE a.campaign = ?2 AND a.seen IN (4, 5) AND b.seen & 2
                   UNION ALL
                   SELECT b.goal, a.seen, b.seen, b.lineage FROM standing b JOIN standing a ON a.lineage = b.lineage AND a.campaign = ?2
                     WHERE b.campaign = ?1 AND b.seen IN (4, 5) AND a.seen & 2)
                 SELECT program.name, goal.function, goal.line, goal.key, was, changed.seen, changed.lineage FROM changed JOIN goal ON goal.id = changed.goal
                 JOIN program ON program.id = goal.program LIMIT 1001",
                params![now, before],
            )
            .map(|table| words_of_bits(table, &[4, 5])),
            View::Conflicts => self.table(
                &["program", "function", "line", "goal", "text", "lineage"],
                "SELECT program.name, goal.function, goal.line, goal.key, goal.text, goal.lineage FROM goal JOIN program ON program.id = goal.program
                 WHERE goal.seen & 6 = 6 AND (?1 < 0 OR EXISTS (SELECT 1 FROM standing WHERE standing.goal = goal.id AND standing.campaign = ?1)) LIMIT 1001",
                params![now],
            ),
            View::Flaky => self.table(
                &["task", "stage", "goal", "answers"],
                "WITH again AS (
                   SELECT task, tool, stage, program FROM run WHERE campaign = ?1 AND program IS NOT NULL AND outcome IN ('ok', 'memory', 'defect')
                   GROUP BY task, tool, stage, program HAVING COUNT(*) > 1)
                 SELECT task.name, run.stage, goal.key, GROUP_CONCAT(DISTINCT finding.status) FROM again
                 JOIN run ON run.task = again.task AND run.tool = again.tool AND run.stage = again.stage AND run.program = again.program AND run.campaign = ?1
                   AND run.outcome IN ('ok', 'memory', 'defect')
                 JOIN finding ON finding.run = run.id JOIN goal ON goal.id = finding.goal JOIN task ON task.id = run.task
                 GROUP BY run.task, run.tool, run.stage, finding.goal HAVING COUNT(DISTINCT finding.status) > 1 LIMIT 1001",
                params![now],
            ),
            View::Missing => self.table(
                &["number", "task", "executions that do not count"],
                "SELECT wanted.number, task.name, (SELECT COUNT(*) FROM run WHERE run.campaign = wanted.campaign AND run.number = wanted.number)
                 FROM wanted JOIN task ON task.id = wanted.task WHERE wanted.campaign = ?1
                   AND NOT EXISTS (SELECT 1 FROM share WHERE share.campaign = wanted.campaign AND share.number = wanted.number) AND NOT EXISTS (
                   SELECT 1 FROM run WHERE run.campaign = wanted.campaign AND run.number = wanted.number AND run.outcome NOT IN ('lost', 'cancelled')) LIMIT 1001",
                params![now],
            ),
            View::Shares => self.table(
                &["number", "of task", "divided from", "share", "verdict", "decided on it", "violated", "of", "seconds"],
                "SELECT share.number, share.root, share.parent, share.title, run.verdict,
                   (SELECT COUNT(*) FROM finding WHERE finding.run = run.id AND finding.status NOT IN ('unknown', 'undecided')), run.violated, run.goals,
                   ROUND(run.wall_ms / 1000.0, 1)
                 FROM share LEFT JOIN run ON run.id = (
                   SELECT MAX(last.id) FROM run last WHERE last.campaign = share.campaign AND last.number = share.number AND last.outcome NOT IN ('lost', 'cancelled'))
                 WHERE share.campaign = ?1 ORDER BY share.number LIMIT 1001",
                params![now],
            ),
            View::Coverage => self.coverage_table(campaign),
            View::Progress => self.progress_table(campaign),
            View::WhoDecides => self.table(
                &["stage", "engine", "goals"],
                "SELECT stage, engine, SUM(goals) FROM tally WHERE campaign = ?1 AND seen > 1 GROUP BY stage, engine HAVING SUM(goals) > 0 ORDER BY 1, 3 DESC LIMIT 1001",
                params![now],
            ),
            View::LostByHost => self.table(
                &["host", "outcome", "executions"],
                "SELECT host, outcome, COUNT(*) FROM run WHERE campaign = ?1 AND outcome IN ('lost', 'timeout', 'defect') GROUP BY host, outcome ORDER BY 3 DESC LIMIT 1001",
                params![now],
            ),
            View::Slower => self.table(
                &["task", "stage", "before (s)", "now (s)"],
                "SELECT task.name, b.stage, ROUND(MIN(a.wall_ms) / 1000.0, 2), ROUND(MIN(b.wall_ms) / 1000.0, 2) FROM run b
                 JOIN run a ON a.task = b.task AND a.stage = b.stage AND a.campaign = ?2 AND a.outcome = 'ok' JOIN task ON task.id = b.task
                 WHERE b.campaign = ?1 AND b.outcome = 'ok' GROUP BY b.task, b.stage
                 HAVING MIN(b.wall_ms) > 1.5 * MIN(a.wall_ms) AND MIN(b.wall_ms) > MIN(a.wall_ms) + 5000 LIMIT 1001",
                params![now, before],
            ),
            View::Obligations => self.table(
                &["contract", "runs that use it", "verdict"],
                "SELECT uses.contract, COUNT(*), coalesce((SELECT MIN(verdict) FROM contract WHERE contract.contract = uses.contract), 'not tried')
                 FROM uses JOIN run ON run.id = uses.run WHERE (?1 < 0 OR run.campaign = ?1) AND NOT EXISTS (
                   SELECT 1 FROM contract WHERE contract.contract = uses.contract AND contract.verdict = 'true') GROUP BY uses.contract LIMIT 1001",
                params![now],
            ),
        }
    }

    /// What was told of a goal in all versions of the program, oldest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn history(&self, lineage: &str) -> Result<Table> {
        self.table(
            &["run", "campaign", "program", "line", "goal", "status", "method", "k", "engine", "stage", "at (s)", "reason", "tool", "host"],
            "SELECT run.id, campaign.name, substr(program.hash, 1, 12), goal.line, goal.key, finding.status, finding.method, finding.k, finding.engine, run.stage, finding.at,
               finding.reason, substr(tool.build, 1, 12), run.host
             FROM goal JOIN finding ON finding.goal = goal.id JOIN run ON run.id = finding.run JOIN program ON program.id = goal.program JOIN tool ON tool.id = run.tool
             LEFT JOIN campaign ON campaign.id = run.campaign WHERE goal.lineage = ?1 ORDER BY run.id LIMIT 1001",
            params![lineage],
        )
    }

    /// The campaign with the same name that was made last before this one.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn before(&self, campaign: CampaignId) -> Result<Option<CampaignId>> {
        let found = self.connection.query_row(
            "SELECT other.id FROM campaign other JOIN campaign own ON own.id = ?1 WHERE other.name = own.name AND other.id < own.id ORDER BY other.id DESC LIMIT 1",
            [campaign.0],
            |row| row.get(0).map(CampaignId),
        );
        found.optional().map_err(|error| self.failed(error))
    }

    fn coverage_table(&self, campaign: CampaignId) -> Result<Table> {
        let rows = self.coverage(campaign)?.into_iter().map(|point| {
            let CoveragePoint { number: _, task, seconds, shares, covered, at_most, lines } = point;
            vec![task, format!("{seconds:.1}"), shares.to_string(), covered.to_string(), at_most.to_string(), lines.to_string()]
        });
        let mut rows: Vec<Vec<String>> = rows.collect();
        let has_more = rows.len() > MOST;
        rows.truncate(MOST);
        Ok(Table { columns: vec!["task", "seconds", "analyses", "lines covered", "at most", "lines"], rows, has_more })
    }

    fn progress_table(&self, campaign: CampaignId) -> Result<Table> {
        let points = self.progress(campaign)?;
        let step = points.len().div_ceil(MOST).max(1);
        let rows = points.iter().enumerate().filter(|(n, _)| (n + 1) % step == 0 || n + 1 == points.len());
        let rows = rows.map(|(_, point)| vec![format!("{:.1}", point.seconds), point.decided.to_string(), point.goals.to_string()]);
        Ok(Table { columns: vec!["seconds", "decided", "goals"], rows: rows.collect(), has_more: false })
    }

    fn table(&self, columns: &[&'static str], query: &str, parameters: impl Params) -> Result<Table> {
        let read = || -> rusqlite::Result<Vec<Vec<String>>> {
            let mut statement = self.connection.prepare_cached(query)?;
            let n = statement.column_count();
            let mut found = statement.query(parameters)?;
            let mut rows = Vec::new();
            while let Some(row) = found.next()? {
                rows.push((0..n).map(|column| row.get(column).map(text)).collect::<rusqlite::Result<_>>()?);
            }
            Ok(rows)
        };
        let mut rows = read().map_err(|error| self.failed(error))?;
        let has_more = rows.len() > MOST;
        rows.truncate(MOST);
        Ok(Table { columns: columns.to_vec(), rows, has_more })
    }
}

fn text(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Integer(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Text(text) => text,
        Value::Blob(_) => "(bytes)".to_owned(),
    }
}

/// Statuses in words where a column has bits.
fn words_of_bits(mut table: Table, columns: &[usize]) -> Table {
    for row in &mut table.rows {
        for column in columns {
            row[*column] = row[*column].parse().map_or("", word_of_bits).to_owned();
        }
    }
    table
}

/// What a set of statuses comes to.
pub fn word_of_bits(seen: i64) -> &'static str {
    match seen & 6 {
        0 => "open",
        2 => "reached",
        4 => "excluded",
        _ => "contradicted",
    }
}
