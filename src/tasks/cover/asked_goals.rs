//! Goals that are named one by one: lines of a file, as `--all-goals` prints them. Knows the names of goals, not what becomes of them.

use crate::failure::Failure;
use frontend::similar;
use goto::{Goal, GoalId, Program};
use regex::Regex;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A place, then the goal; or the goal alone. What follows says nothing of which goal it is.
const LINE: &str = r"^(?:(?P<file>.*):(?P<line>\d+):(?P<column>\d+)\s+)?(?P<name>[^\s:]+)(?:\s.*)?$";

/// The goals that a file names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskedGoals {
    path: PathBuf,
    lines: Vec<Line>,
}

/// A line that names a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Line {
    /// In the file, from 1.
    number: usize,
    name: String,
    /// File, line and column of the goal: in another version of the program it may be another one.
    place: Option<(String, u32, u32)>,
}

impl AskedGoals {
    /// Reads a file with a goal on each line; lines that are empty or begin with `#` say nothing.
    ///
    /// # Errors
    /// If it cannot be read, a line names nothing, or none does.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let text = fs::read_to_string(path).map_err(|error| Failure::Usage(format!("cannot read {}: {error}", path.display())))?;
        // The pattern is this module's own, and the tests read lines with it.
        let pattern = Regex::new(LINE).unwrap();
        let mut lines = Vec::new();
        for (number, line) in (1..).zip(text.lines().map(str::trim)) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let Some(found) = pattern.captures(line) else {
                return Err(Failure::Usage(format!("{}:{number}: `{line}` names no goal: expected FILE:LINE:COLUMN GOAL, or GOAL", path.display())));
            };
            let count = |name: &str| found.name(name)?.as_str().parse().ok();
            let place = found.name("file").and_then(|file| Some((file.as_str().to_owned(), count("line")?, count("column")?)));
            lines.push(Line { number, name: found["name"].to_owned(), place });
        }
        if lines.is_empty() {
            return Err(Failure::Usage(format!("{} names no goals", path.display())));
        }
        Ok(Self { path: path.to_owned(), lines })
    }

    /// Takes all other goals out of the program.
    ///
    /// # Errors
    /// If a line names none that it has.
    pub(super) fn keep(&self, program: &mut Program) -> Result<(), Failure> {
        let named: FxHashMap<&str, GoalId> = program.goals.iter().map(|(id, goal)| (goal.name.as_str(), id)).collect();
        let mut kept = FxHashSet::default();
        for line in &self.lines {
            let Some(goal) = named.get(line.name.as_str()).filter(|goal| line.is_at(program, &program.goals[**goal])) else {
                let hint = similar::hint(&line.name, named.keys().copied());
                let Line { number, name, .. } = line;
                return Err(Failure::Usage(format!("{}:{number}: there is no goal {name} there{hint}; --all-goals lists the goals", self.path.display())));
            };
            kept.insert(*goal);
        }
        instrument::keep_goals(program, &kept);
        goto::assert_valid(program, "the choice of goals");
        Ok(())
    }
}

impl Line {
    /// Does a goal of this name stand where the line says?
    fn is_at(&self, program: &Program, goal: &Goal) -> bool {
        let loc = goal.loc;
        let is_there = |(file, line, column): &(String, u32, u32)| program.files[loc.file] == *file && (loc.line, loc.column) == (*line, *column);
        self.place.as_ref().is_none_or(is_there)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Line>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("goals");
        fs::write(&path, text).unwrap();
        AskedGoals::read(&path).map(|asked| asked.lines).map_err(|failure| failure.to_string())
    }

    #[test]
    fn lines_are_as_they_are_printed() {
        let text = "# open\nmain.branch.1.true\n\nmy files/a.c:5:3 f.branch.2.false  UNDECIDED  x < 3  (deadline)\r\n";
        let place = Some(("my files/a.c".to_owned(), 5, 3));
        let expected = [Line { number: 2, name: "main.branch.1.true".into(), place: None }, Line { number: 4, name: "f.branch.2.false".into(), place }];
        assert_eq!(read(text).unwrap(), expected);
    }

    #[test]
    fn what_names_no_goal_is_refused() {
        assert!(read("a\nGOALS: 3  COVERED: 2\n").unwrap_err().contains("goals:2: `GOALS: 3  COVERED: 2` names no goal"));
        assert!(read("# nothing\n").unwrap_err().ends_with("names no goals"));
    }
}
