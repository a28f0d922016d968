//! Goals by file and function as a table for a terminal.

use super::tally::{FileTally, Tally, by_file};
use crate::result::AnalysisResult;
use std::fmt::Write as _;

/// Which functions have a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rows {
    All,
    /// If there are more than this, at most so many of those with undecided goals; files have a row always.
    Functions(usize),
}

/// The table; empty if there are no goals.
pub fn table(result: &AnalysisResult, rows: Rows) -> String {
    let mut files = by_file(result);
    if files.is_empty() {
        return String::new();
    }
    let left_out = match rows {
        Rows::All => 0,
        Rows::Functions(most) => shorten(&mut files, most),
    };
    let mut lines: Vec<(String, Tally)> = Vec::new();
    for file in &files {
        lines.push((file.file.clone(), file.tally));
        lines.extend(file.functions.iter().map(|f| (format!("  {}", f.name), f.tally)));
    }
    lines.push(("all".to_owned(), Tally::of(result.goals())));
    let width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).min(60);
    let mut text = format!("{:width$}  {:>7}  {:>7}  {:>11}  {:>9}  {:>8}\n", "file, function", "goals", "covered", "unreachable", "undecided", "coverage");
    for (name, tally) in lines {
        let Tally { covered, unreachable, undecided } = tally;
        // Writing to a string does not fail.
        let _ = writeln!(text, "{name:width$}  {:>7}  {covered:>7}  {unreachable:>11}  {undecided:>9}  {:>8}", tally.goals(), tally.percent());
    }
    if left_out > 0 {
        let _ = writeln!(text, "({left_out} more functions; --table lists all)");
    }
    text.push('\n');
    text
}

/// Leaves rows of functions out until there are only so many; the answer is how many went.
fn shorten(files: &mut [FileTally], most: usize) -> usize {
    let all: usize = files.iter().map(|f| f.functions.len()).sum();
    if all <= most {
        return 0;
    }
    let mut room = most;
    for file in files {
        file.functions.retain(|f| {
            let stays = f.tally.undecided > 0 && room > 0;
            room -= usize::from(stays);
            stays
        });
    }
    all - (most - room)
}
