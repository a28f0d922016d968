//! What solvers say of a folder of proofs: one line a claim, counts, a verdict. Makes text and JSON, asks nobody.

use super::{Claim, Proofs};
use crate::json;
use serde::Serialize;
use std::fmt::Write as _;

/// What a solver says of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Unsat,
    /// The certificate is wrong.
    Sat,
    /// Why there is no answer.
    Undecided(String),
}

/// The answers of one solver: for each script those to its checks, all of them.
pub struct Answers {
    pub solver: String,
    pub scripts: Vec<Vec<Answer>>,
    pub wall_s: f64,
}

/// What is left of a claim.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "result", rename_all = "lowercase")]
pub enum Finding {
    Checked,
    Failed { reason: String },
    Unknown { reason: String },
}

#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    status: &'static str,
    solvers: Vec<Said<'a>>,
    #[serde(flatten)]
    finding: Finding,
}

#[derive(Serialize)]
struct Said<'a> {
    solver: &'a str,
    #[serde(flatten)]
    finding: Finding,
}

#[derive(Serialize)]
struct SolverCounts<'a> {
    solver: &'a str,
    checked: usize,
    failed: usize,
    unknown: usize,
    wall_s: f64,
}

/// The findings on all claims.
#[derive(Serialize)]
pub struct ProofReport<'a> {
    verdict: &'static str,
    reason: Option<String>,
    checked: usize,
    failed: usize,
    unknown: usize,
    /// Claims whose own check is unsatisfiable as it stands: rewriting left nothing to ask.
    trivial: usize,
    claims: Vec<Line<'a>>,
    /// Checks that solvers found satisfiable although no claim rests on them.
    unclaimed: Vec<String>,
    solvers: Vec<SolverCounts<'a>>,
}

impl<'a> ProofReport<'a> {
    /// `is_trivial` tells which checks, by script and number, are unsatisfiable as they stand.
    pub fn new(proofs: &'a Proofs, answers: &'a [Answers], is_trivial: impl Fn(usize, usize) -> bool) -> Self {
        let trivial =
            proofs.claims.iter().filter_map(|claim| proofs.place(claim.rests_on.as_ref()?)).filter(|(script, check)| is_trivial(*script, *check)).count();
        let claims: Vec<Line<'_>> = proofs.claims.iter().map(|claim| line(proofs, claim, answers)).collect();
        let unclaimed = unclaimed(proofs, answers);
        let count = |wanted: fn(&Finding) -> bool| claims.iter().filter(|l| wanted(&l.finding)).count();
        let (checked, failed, unknown) = (count(is_checked), count(is_failed) + unclaimed.len(), count(is_unknown));
        let reason = claims.iter().find_map(|line| match &line.finding {
            Finding::Unknown { reason } => Some(reason.clone()),
            Finding::Checked | Finding::Failed { .. } => None,
        });
        let verdict = match (failed, &reason) {
            (0, None) => "true",
            (0, Some(_)) => "unknown",
            _ => "false",
        };
        let solvers = answers.iter().enumerate().map(|(n, own)| counts(own, claims.iter().filter_map(|line| line.solvers.get(n)))).collect();
        Self { verdict, reason: reason.filter(|_| failed == 0), checked, failed, unknown, trivial, claims, unclaimed, solvers }
    }

    /// A solver found a check satisfiable.
    pub fn has_failed(&self) -> bool {
        self.failed > 0
    }

    /// Every claim is checked.
    pub fn is_complete(&self) -> bool {
        self.failed == 0 && self.unknown == 0
    }

    /// As a person reads it; without a line for each claim if it is to be quiet.
    pub fn text(&self, quiet: bool) -> String {
        let mut text = String::new();
        for line in self.claims.iter().filter(|_| !quiet) {
            let said: Vec<String> = line.solvers.iter().map(|said| format!("{}: {}", said.solver, said.finding)).collect();
            let said = if said.is_empty() { line.finding.to_string() } else { said.join(", ") };
            // Writing to a string cannot fail, here and below.
            let _ = writeln!(text, "{}  {}  {said}", line.id, line.status);
        }
        for wrong in &self.unclaimed {
            let _ = writeln!(text, "{wrong}");
        }
        if self.trivial > 0 && !quiet {
            let _ = writeln!(text, "of {} claims nothing was left to ask: gotcha had rewritten their conditions to false", self.trivial);
        }
        let _ = writeln!(text, "CHECKED: {}  FAILED: {}  UNKNOWN: {}", self.checked, self.failed, self.unknown);
        let reason = self.reason.as_ref().map_or(String::new(), |reason| format!("({reason})"));
        let _ = writeln!(text, "VERDICT: {}{reason}", self.verdict);
        text
    }

    pub fn json(&self) -> String {
        json::text(self)
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Finding::Checked => f.write_str("checked"),
            Finding::Failed { reason } => write!(f, "failed ({reason})"),
            Finding::Unknown { reason } => write!(f, "unknown ({reason})"),
        }
    }
}

fn is_checked(finding: &Finding) -> bool {
    matches!(finding, Finding::Checked)
}

fn is_failed(finding: &Finding) -> bool {
    matches!(finding, Finding::Failed { .. })
}

fn is_unknown(finding: &Finding) -> bool {
    matches!(finding, Finding::Unknown { .. })
}

/// A claim is checked if every solver says so, and has failed if any does.
fn line<'a>(proofs: &Proofs, claim: &'a Claim, answers: &'a [Answers]) -> Line<'a> {
    let (id, status) = (claim.target.id.as_str(), claim.status.name());
    let Some(rests_on) = &claim.rests_on else {
        return Line { id, status, solvers: Vec::new(), finding: Finding::Unknown { reason: without_certificate(claim) } };
    };
    let find = |own: &'a Answers| match proofs.place(rests_on) {
        Some((script, check)) => found(proofs, script, check, &own.scripts[script]),
        None => Finding::Unknown { reason: "there is no such script".into() },
    };
    let solvers: Vec<Said<'_>> = answers.iter().map(|own| Said { solver: &own.solver, finding: find(own) }).collect();
    let with_name = |said: &Said<'_>| match &said.finding {
        Finding::Checked => Finding::Checked,
        Finding::Failed { reason } => Finding::Failed { reason: format!("{}: {reason}", said.solver) },
        Finding::Unknown { reason } => Finding::Unknown { reason: format!("{}: {reason}", said.solver) },
    };
    let worst = solvers.iter().find(|s| is_failed(&s.finding)).or_else(|| solvers.iter().find(|s| is_unknown(&s.finding)));
    let nobody = Finding::Unknown { reason: "no solver was asked".into() };
    let finding = worst.or(solvers.first()).map_or(nobody, with_name);
    Line { id, status, solvers, finding }
}

/// Why nobody can be asked, and what is claimed instead.
fn without_certificate(claim: &Claim) -> String {
    match claim.argument.as_slice() {
        [] => "there is no certificate".to_owned(),
        argument => format!("there is no certificate, but an argument: {}", argument.join("; ")),
    }
}

/// A claim holds if its own check and those that all proofs of the script rest on are unsatisfiable.
fn found(proofs: &Proofs, script: usize, check: usize, answers: &[Answer]) -> Finding {
    let (file, premises) = (&proofs.scripts[script].file, proofs.scripts[script].premises());
    let mut reason_unknown = None;
    for at in (0..premises).chain([check]) {
        match answers.get(at) {
            Some(Answer::Unsat) => {}
            Some(Answer::Sat) => return Finding::Failed { reason: format!("check {} of {file} is satisfiable", at + 1) },
            Some(Answer::Undecided(reason)) => _ = reason_unknown.get_or_insert(reason.clone()),
            None => _ = reason_unknown.get_or_insert("not asked".into()),
        }
    }
    reason_unknown.map_or(Finding::Checked, |reason| Finding::Unknown { reason })
}

fn unclaimed(proofs: &Proofs, answers: &[Answers]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (n, script) in proofs.scripts.iter().enumerate() {
        let rested_on: Vec<usize> = proofs.claims.iter().filter_map(|c| c.rests_on.as_ref()).filter(|r| r.script == script.file).map(|r| r.check - 1).collect();
        // What several claims rest on is told with them.
        let first = if rested_on.is_empty() { 0 } else { script.premises() };
        for at in (first..script.checks.len()).filter(|at| !rested_on.contains(at)) {
            for own in answers.iter().filter(|own| own.scripts[n].get(at) == Some(&Answer::Sat)) {
                wrong.push(format!("{} check {}  {}: failed (it is satisfiable; no claim rests on it)", script.file, at + 1, own.solver));
            }
        }
    }
    wrong
}

fn counts<'a, 'b>(own: &'a Answers, said: impl Iterator<Item = &'b Said<'a>>) -> SolverCounts<'a>
where
    'a: 'b,
{
    let mut counts = SolverCounts { solver: &own.solver, checked: 0, failed: 0, unknown: 0, wall_s: own.wall_s };
    for said in said {
        match said.finding {
            Finding::Checked => counts.checked += 1,
            Finding::Failed { .. } => counts.failed += 1,
            Finding::Unknown { .. } => counts.unknown += 1,
        }
    }
    counts
}
