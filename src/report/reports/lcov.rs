//! A tracefile for lcov. Counts are numbers of tests. Sides of branches that are proved unreachable are left out, or marked, so that they do not count as missed.

use crate::result::{AnalysisResult, Goal, GoalState};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

/// Who is to read it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// All versions of lcov and other readers: numbers alone; proved sides are left out.
    Plain,
    /// lcov from 2.2 on: proved sides are marked, conditions are told.
    Version2,
}

/// How files are named.
#[derive(Clone, Copy, Debug)]
pub enum Names<'a> {
    /// Relative to this folder where they are in it.
    RelativeTo(&'a Path),
    /// Absolute, from this folder.
    Absolute(&'a Path),
}

impl Names<'_> {
    /// The name of a file of a result.
    pub fn of(&self, file: &str) -> String {
        let path = Path::new(file);
        match self {
            Names::RelativeTo(root) => path.strip_prefix(root).or_else(|_| path.strip_prefix(".")).unwrap_or(path).display().to_string(),
            Names::Absolute(root) => root.join(path.strip_prefix(".").unwrap_or(path)).display().to_string(),
        }
    }
}

/// The sides of one decision.
#[derive(Default)]
struct Decision<'a> {
    column: u32,
    sides: Vec<&'a Goal>,
}

/// The tracefile, a record for each file with goals or lines.
pub fn lcov(result: &AnalysisResult, format: Format, names: Names<'_>) -> String {
    let mut text = String::new();
    let proved = result.goals().iter().filter(|g| is_branch(g) && g.is_unreachable()).count();
    if proved > 0 && format == Format::Plain {
        // Writing to a string does not fail.
        let _ = writeln!(text, "# {proved} sides of branches are proved unreachable and left out");
    }
    if result.execution.as_ref().is_some_and(|e| !e.complete) {
        text.push_str("# there was no time to run all tests again: lines and functions are left out\n");
    }
    for file in files(result) {
        let _ = writeln!(text, "TN:{}\nSF:{}", crate::NAME, names.of(file));
        functions(&mut text, result, file, format);
        branches(&mut text, result, file, format);
        lines(&mut text, result, file);
        text.push_str("end_of_record\n");
    }
    text
}

fn files(result: &AnalysisResult) -> BTreeSet<&str> {
    let of_goals = result.goals().iter().filter(|g| is_branch(g) && g.place.line > 0).map(|g| g.place.file.as_str());
    let of_lines = result.execution.iter().flat_map(|e| e.lines.keys()).map(String::as_str);
    of_goals.chain(of_lines).collect()
}

fn is_branch(goal: &Goal) -> bool {
    goal.kind == "branch"
}

fn functions(text: &mut String, result: &AnalysisResult, file: &str, format: Format) {
    let Some(execution) = result.execution.as_ref().filter(|e| e.complete) else { return };
    let functions: Vec<_> = execution.functions.iter().filter(|f| f.file == file && f.line > 0).collect();
    match format {
        Format::Plain => {
            functions.iter().for_each(|f| _ = writeln!(text, "FN:{},{}", f.line, f.name));
            functions.iter().for_each(|f| _ = writeln!(text, "FNDA:{},{}", f.tests, f.name));
        }
        Format::Version2 => {
            for (n, f) in functions.iter().enumerate() {
                let _ = writeln!(text, "FNL:{n},{}\nFNA:{n},{},{}", f.line, f.tests, f.name);
            }
        }
    }
    let _ = writeln!(text, "FNF:{}\nFNH:{}", functions.len(), functions.iter().filter(|f| f.tests > 0).count());
}

fn branches(text: &mut String, result: &AnalysisResult, file: &str, format: Format) {
    let (mut found, mut hit) = (0, 0);
    for (line, decisions) in decisions(result, file) {
        let shown = decisions.iter().filter(|d| format == Format::Version2 || d.sides.iter().any(|g| !g.is_unreachable()));
        for (block, decision) in shown.enumerate() {
            let is_evaluated = decision.sides.iter().any(|g| g.is_covered());
            for (side, goal) in decision.sides.iter().enumerate() {
                let (mark, taken) = match &goal.state {
                    GoalState::Covered { .. } => ("", goal.reached_by.unwrap_or(1).max(1).to_string()),
                    GoalState::Unreachable { .. } if format == Format::Plain => continue,
                    GoalState::Unreachable { .. } => ("U", "0".to_owned()),
                    GoalState::Undecided { .. } if is_evaluated => ("", "0".to_owned()),
                    GoalState::Undecided { .. } => ("", "-".to_owned()),
                };
                if mark.is_empty() {
                    found += 1;
                    hit += usize::from(goal.is_covered());
                }
                let name = match format {
                    Format::Plain => side.to_string(),
                    Format::Version2 => side_text(goal),
                };
                let _ = writeln!(text, "BRDA:{line},{mark}{block},{name},{taken}");
            }
        }
    }
    let _ = writeln!(text, "BRF:{found}\nBRH:{hit}");
}

/// By line, in the order of the source.
fn decisions<'a>(result: &'a AnalysisResult, file: &str) -> BTreeMap<u32, Vec<Decision<'a>>> {
    let mut lines: BTreeMap<u32, BTreeMap<&str, Decision<'a>>> = BTreeMap::new();
    for goal in result.goals().iter().filter(|g| is_branch(g) && g.place.line > 0 && g.place.file == file) {
        let decision = lines.entry(goal.place.line).or_default().entry(decision_of(goal)).or_default();
        decision.column = goal.place.column;
        decision.sides.push(goal);
    }
    let in_order = |decisions: BTreeMap<&str, Decision<'a>>| {
        let mut decisions: Vec<Decision<'a>> = decisions.into_values().collect();
        decisions.sort_by_key(|d| d.column);
        decisions
    };
    lines.into_iter().map(|(line, decisions)| (line, in_order(decisions))).collect()
}

/// What the two sides of a decision have in common.
fn decision_of(goal: &Goal) -> &str {
    goal.id.rsplit_once('.').map_or(&goal.id, |(decision, _)| decision)
}

/// The condition and which way it goes, without what lcov splits lines at.
fn side_text(goal: &Goal) -> String {
    let side = goal.id.rsplit_once('.').map_or("", |(_, side)| side);
    let text: String = goal.text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{} is {side}", text.replace([',', ';'], " "))
}

fn lines(text: &mut String, result: &AnalysisResult, file: &str) {
    let Some(lines) = result.execution.as_ref().filter(|e| e.complete).and_then(|e| e.lines.get(file)) else { return };
    lines.iter().for_each(|(line, tests)| _ = writeln!(text, "DA:{line},{tests}"));
    let _ = writeln!(text, "LF:{}\nLH:{}", lines.len(), lines.values().filter(|n| **n > 0).count());
}
