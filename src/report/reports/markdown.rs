//! A summary in Markdown, short enough for the page of a build: counts, a row a file, what is violated, what is open, and how to get it again.

use super::tally::{Tally, by_file};
use crate::result::{AnalysisResult, Counts, GoalState, PropertyState};
use std::fmt::Write as _;

/// Open goals, violations and files that are listed.
const MOST_OPEN: usize = 20;
const MOST_FILES: usize = 500;

/// The summary.
pub fn markdown(result: &AnalysisResult) -> String {
    let mut text = format!("## gotcha: {}\n\n", escaped(&result.verdict_text()));
    totals(&mut text, result);
    files(&mut text, result);
    violations(&mut text, result);
    open(&mut text, result);
    if !result.warnings.is_empty() {
        text.push_str("### Warnings\n\n");
        result.warnings.iter().take(MOST_OPEN).for_each(|w| _ = writeln!(text, "- {}", escaped(w)));
        text.push('\n');
    }
    // Writing to a string does not fail.
    let _ = writeln!(text, "Again with\n\n```\n{}\n```", command(result));
    text
}

fn totals(text: &mut String, result: &AnalysisResult) {
    let Counts { goals, properties } = result.summary.unwrap_or_default();
    if let Some(c) = goals {
        let tally = Tally { covered: c.covered, unreachable: c.unreachable, undecided: c.undecided };
        text.push_str("| goals | covered | proved unreachable | undecided | tests | coverage |\n|---:|---:|---:|---:|---:|---:|\n");
        let _ = writeln!(text, "| {} | {} | {} | {} | {} | {} |\n", c.goals, c.covered, c.unreachable, c.undecided, c.tests, tally.percent());
    }
    if let Some(c) = properties {
        text.push_str("| properties | hold | violated | unknown |\n|---:|---:|---:|---:|\n");
        let _ = writeln!(text, "| {} | {} | {} | {} |\n", c.properties, c.holds, c.violated, c.unknown);
    }
}

fn files(text: &mut String, result: &AnalysisResult) {
    let files = by_file(result);
    if files.is_empty() {
        return;
    }
    text.push_str("| file | covered | undecided | proved unreachable | coverage |\n|---|---:|---:|---:|---:|\n");
    for file in files.iter().take(MOST_FILES) {
        let Tally { covered, unreachable, undecided } = file.tally;
        let _ = writeln!(text, "| {} | {covered} | {undecided} | {unreachable} | {} |", escaped(&file.file), file.tally.percent());
    }
    if files.len() > MOST_FILES {
        let _ = writeln!(text, "\n{} more files", files.len() - MOST_FILES);
    }
    text.push('\n');
}

fn violations(text: &mut String, result: &AnalysisResult) {
    let n = result.violations().count();
    if n == 0 {
        return;
    }
    text.push_str("### Violated\n\n| place | property | what | inputs |\n|---|---|---|---|\n");
    for (property, inputs, _) in result.violations().take(MOST_OPEN) {
        let values: Vec<String> = inputs.iter().take(5).map(|i| format!("{} = {}", i.title(), i.value)).collect();
        let more = if inputs.len() > values.len() { format!(" and {} more", inputs.len() - values.len()) } else { String::new() };
        let place = format!("{}:{}", property.place.file, property.place.line);
        let [place, id, what, inputs] = [&place, &property.id, &property.text, &values.join(", ")].map(|t| escaped(t));
        let _ = writeln!(text, "| {place} | {id} | {what} | {inputs}{more} |");
    }
    rest(text, n);
}

fn open(text: &mut String, result: &AnalysisResult) {
    let goals = result.goals().iter().filter_map(|g| match &g.state {
        GoalState::Undecided { reason } => Some((&g.place, &g.id, &g.text, reason)),
        _ => None,
    });
    let properties = result.properties().iter().filter_map(|p| match &p.state {
        PropertyState::Unknown { reason } => Some((&p.place, &p.id, &p.text, reason)),
        _ => None,
    });
    let open: Vec<_> = goals.chain(properties).collect();
    if open.is_empty() {
        return;
    }
    text.push_str("### Undecided\n\n| place | goal or property | text | reason |\n|---|---|---|---|\n");
    for (place, id, what, reason) in open.iter().take(MOST_OPEN) {
        let place = format!("{}:{}", place.file, place.line);
        let [place, id, what, reason] = [&place, *id, &crate::text::one_line(what), *reason].map(|t| escaped(t));
        let _ = writeln!(text, "| {place} | {id} | {what} | {reason} |");
    }
    rest(text, open.len());
}

fn rest(text: &mut String, n: usize) {
    match n.checked_sub(MOST_OPEN) {
        Some(more @ 1..) => _ = writeln!(text, "\n{more} more\n"),
        _ => text.push('\n'),
    }
}

/// The command line that asks for the same, without options that results do not tell.
fn command(result: &AnalysisResult) -> String {
    let command = match (&result.goals, &result.contracts, &result.criteria) {
        (Some(_), ..) => "cover",
        (None, Some(_), _) => "prove",
        (None, None, Some(_)) => "check",
        (None, None, None) => "verify",
    };
    let mut words: Vec<String> = vec![crate::NAME.to_owned(), command.to_owned()];
    words.extend(result.program.files.iter().cloned());
    words.extend(result.contracts.iter().flatten().flat_map(|contract| ["--function".to_owned(), contract.name.clone()]));
    if result.contracts.is_none() && result.program.entry != "main" && !result.program.entry.is_empty() {
        words.extend(["--entry".to_owned(), result.program.entry.clone()]);
    }
    for criterion in result.criteria.iter().flatten().filter(|c| *c != "branch" && result.goals.is_some()) {
        words.extend(["--criterion".to_owned(), criterion.clone()]);
    }
    // A word with a zero byte cannot be quoted, and was no word of a command line.
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default().replace("```", "` ` `")
}

/// Text that Markdown takes as it is, on one line.
fn escaped(text: &str) -> String {
    let mut result = String::new();
    for c in text.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        match c {
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '&' => result.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' => result.extend(['\\', c]),
            c => result.push(c),
        }
    }
    result
}
