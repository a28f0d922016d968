//! Goals counted by file and function.

use crate::result::{AnalysisResult, Goal, GoalState};
use std::collections::BTreeMap;

/// How many goals there are of each status.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    pub covered: usize,
    pub unreachable: usize,
    pub undecided: usize,
}

/// The goals of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionTally {
    pub name: String,
    /// Where it begins, or, where that is not known, the first line with a goal.
    pub line: u32,
    pub tally: Tally,
}

/// The goals of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileTally {
    pub file: String,
    pub tally: Tally,
    /// In the order of the source.
    pub functions: Vec<FunctionTally>,
}

impl Tally {
    pub fn add(&mut self, goal: &Goal) {
        match goal.state {
            GoalState::Covered { .. } => self.covered += 1,
            GoalState::Unreachable { .. } => self.unreachable += 1,
            GoalState::Undecided { .. } => self.undecided += 1,
        }
    }

    pub fn of<'a>(goals: impl IntoIterator<Item = &'a Goal>) -> Self {
        let mut tally = Self::default();
        goals.into_iter().for_each(|goal| tally.add(goal));
        tally
    }

    pub fn goals(&self) -> usize {
        self.covered + self.unreachable + self.undecided
    }

    /// Covered goals of those that are not proved unreachable, in tenths of a percent, rounded down, so that only what is complete has 1000. `None` if all are proved
    /// unreachable.
    pub fn permille(&self) -> Option<usize> {
        (self.covered * 1000).checked_div(self.covered + self.undecided)
    }

    /// The same as text.
    pub fn percent(&self) -> String {
        self.permille().map_or_else(|| "-".to_owned(), |p| format!("{}.{}%", p / 10, p % 10))
    }
}

/// All files with goals, by name. Goals that stand nowhere in the source are in none.
pub fn by_file(result: &AnalysisResult) -> Vec<FileTally> {
    let mut files: BTreeMap<&str, BTreeMap<&str, FunctionTally>> = BTreeMap::new();
    let executed = result.execution.iter().flat_map(|e| &e.functions).filter(|f| f.line > 0);
    let heads: BTreeMap<(&str, &str), u32> = executed.map(|f| ((f.file.as_str(), f.name.as_str()), f.line)).collect();
    for goal in result.goals().iter().filter(|g| g.place.line > 0) {
        let place = &goal.place;
        let line = heads.get(&(place.file.as_str(), place.function.as_str())).copied().unwrap_or(place.line);
        let fresh = || FunctionTally { name: place.function.clone(), line, tally: Tally::default() };
        let function = files.entry(&place.file).or_default().entry(&place.function).or_insert_with(fresh);
        function.line = function.line.min(place.line);
        function.tally.add(goal);
    }
    let file_of = |(file, functions): (&str, BTreeMap<&str, FunctionTally>)| {
        let mut functions: Vec<FunctionTally> = functions.into_values().collect();
        functions.sort_by(|a, b| (a.line, &a.name).cmp(&(b.line, &b.name)));
        let tally = functions.iter().fold(Tally::default(), |sum, f| Tally {
            covered: sum.covered + f.tally.covered,
            unreachable: sum.unreachable + f.tally.unreachable,
            undecided: sum.undecided + f.tally.undecided,
        });
        FileTally { file: file.to_owned(), tally, functions }
    };
    files.into_iter().map(file_of).collect()
}
