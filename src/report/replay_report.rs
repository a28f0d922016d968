//! What a replay of a suite showed, as text and as JSON. Makes text, runs nothing.

use crate::result::BrokenClause;
use goto::{GoalId, Id, Program};
use rustc_hash::FxHashSet;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Did the native run do what the interpreter did?
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Agreement {
    Agrees,
    /// They did different things: one of them is wrong. Says what differs.
    Differs(String),
    /// There is no native run, or it need not do the same. Says why.
    NotComparable(String),
}

/// One test.
#[derive(Clone, Debug)]
pub struct TestReport {
    pub name: String,
    /// Reached in the interpreter.
    pub goals: Vec<GoalId>,
    /// How the interpreted run ended.
    pub interpreter: String,
    /// How the native run ended.
    pub native: Option<String>,
    pub agreement: Agreement,
}

/// A whole suite: every test of it has its place here, whatever became of it.
#[derive(Clone, Debug)]
pub struct ReplayReport {
    pub tests: Vec<TestReport>,
    /// Why there are no native runs.
    pub no_native: Option<String>,
    /// Clauses of contracts that tests break.
    pub broken_clauses: Vec<BrokenClause>,
    /// Why it was not looked at clauses of contracts that there are.
    pub no_clauses: Option<String>,
}

#[derive(Serialize)]
struct Info<'a> {
    goals: usize,
    reached: Vec<&'a str>,
    tests: Vec<TestInfo<'a>>,
    agreements: usize,
    disagreements: usize,
    unconfirmed: usize,
    no_native_runs: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    broken_clauses: &'a [BrokenClause],
}

#[derive(Serialize)]
struct TestInfo<'a> {
    name: &'a str,
    reached: Vec<&'a str>,
    interpreter: &'a str,
    native: Option<&'a str>,
    agreement: &'static str,
    reason: Option<&'a str>,
}

impl ReplayReport {
    /// Tests that did different things natively.
    pub fn disagreements(&self) -> usize {
        self.tests.iter().filter(|t| matches!(t.agreement, Agreement::Differs(_))).count()
    }

    /// Tests that did natively what they do in the interpreter.
    pub fn agreements(&self) -> usize {
        self.tests.iter().filter(|t| t.agreement == Agreement::Agrees).count()
    }

    /// Tests of which no native run shows anything, by the reasons.
    fn unconfirmed(&self) -> BTreeMap<&str, usize> {
        let mut reasons = BTreeMap::new();
        for test in &self.tests {
            if let Agreement::NotComparable(reason) = &test.agreement {
                *reasons.entry(reason.as_str()).or_default() += 1;
            }
        }
        reasons
    }

    /// What a test reaches that differs natively counts for nothing.
    fn reached(&self) -> FxHashSet<GoalId> {
        let counts = |test: &&TestReport| !matches!(test.agreement, Agreement::Differs(_));
        self.tests.iter().filter(counts).flat_map(|t| t.goals.iter().copied()).collect()
    }

    /// Tests that disagree, why others could not be compared, and the counts; with `all` every test and every goal not reached.
    pub fn text(&self, program: &Program, all: bool) -> String {
        let mut text = String::new();
        for test in &self.tests {
            let (word, reason) = agreement(&test.agreement);
            if all || word == "differs" {
                let native = test.native.as_deref().unwrap_or("-");
                let reason = reason.map(|r| format!("  ({r})")).unwrap_or_default();
                let _ = writeln!(text, "{}  {}  goals {}  interpreter: {}  native: {native}{reason}", test.name, word, test.goals.len(), test.interpreter);
            }
        }
        let reached = self.reached();
        for (_, goal) in program.goals.iter().filter(|(id, _)| all && !reached.contains(id)) {
            let _ = writeln!(text, "{}:{}:{} {}  NOT REACHED", program.files[goal.loc.file], goal.loc.line, goal.loc.column, goal.name);
        }
        self.broken_clauses.iter().for_each(|clause| text.push_str(&clause.line()));
        if let Some(reason) = &self.no_clauses {
            let _ = writeln!(text, "{reason}");
        }
        if let Some(reason) = &self.no_native {
            let _ = writeln!(text, "there were no native runs: {reason}");
        }
        let unconfirmed = self.unconfirmed();
        for (reason, n) in &unconfirmed {
            let _ = writeln!(text, "unconfirmed: {n} of {} tests  ({reason})", self.tests.len());
        }
        let (goals, tests, agreeing, differing) = (program.goals.len(), self.tests.len(), self.agreements(), self.disagreements());
        let unconfirmed: usize = unconfirmed.values().sum();
        let reached = reached.len();
        let _ = writeln!(text, "GOALS: {goals}  REACHED: {reached}  TESTS: {tests}  AGREE: {agreeing}  DIFFER: {differing}  UNCONFIRMED: {unconfirmed}");
        text
    }

    /// The machine-readable form.
    pub fn json(&self, program: &Program) -> String {
        let name = |g: &GoalId| program.goals[*g].name.as_str();
        let mut reached: Vec<GoalId> = self.reached().into_iter().collect();
        reached.sort_by_key(|g| g.index());
        let tests = self.tests.iter().map(|test| {
            let (agreement, reason) = agreement(&test.agreement);
            TestInfo {
                name: &test.name,
                reached: test.goals.iter().map(name).collect(),
                interpreter: &test.interpreter,
                native: test.native.as_deref(),
                agreement,
                reason,
            }
        });
        let info = Info {
            goals: program.goals.len(),
            reached: reached.iter().map(name).collect(),
            tests: tests.collect(),
            agreements: self.agreements(),
            disagreements: self.disagreements(),
            unconfirmed: self.unconfirmed().values().sum(),
            no_native_runs: self.no_native.as_deref(),
            broken_clauses: &self.broken_clauses,
        };
        // Strings and numbers always have a JSON form.
        serde_json::to_string_pretty(&info).expect("reports have a JSON form") + "\n"
    }
}

fn agreement(agreement: &Agreement) -> (&'static str, Option<&str>) {
    match agreement {
        Agreement::Agrees => ("agrees", None),
        Agreement::Differs(reason) => ("differs", Some(reason)),
        Agreement::NotComparable(reason) => ("not comparable", Some(reason)),
    }
}
