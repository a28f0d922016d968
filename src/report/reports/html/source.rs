//! The source with what is known of it: lines that tests execute, and below each line the sides of its branches with their tests, proofs or reasons.

use super::page::{File, Pages, escaped};
use super::{MOST_TRACES, trace_page};
use crate::reports::Sources;
use crate::result::{AnalysisResult, Goal, GoalState, Place, Property, PropertyState};
use std::collections::BTreeMap;

/// Which lines stand on which pages.
pub(super) struct SourcePages {
    /// By file, the first line of each page and its name.
    pages: BTreeMap<String, BTreeMap<u32, String>>,
}

impl SourcePages {
    /// The page that shows the line, if one does.
    pub(super) fn page_of(&self, file: &str, line: u32) -> Option<&str> {
        self.pages.get(file)?.range(..=line.max(1)).next_back().map(|(_, page)| page.as_str())
    }

    pub(super) fn files(&self) -> impl Iterator<Item = &str> {
        self.pages.keys().map(String::as_str)
    }
}

/// What stands in a line.
#[derive(Default)]
struct Line<'a> {
    goals: Vec<&'a Goal>,
    properties: Vec<&'a Property>,
    /// Tests that execute it, where that is known.
    tests: Option<usize>,
}

/// What the rows of goals and properties lead to: pages of tests, and those of violations by properties.
struct Links<'a> {
    tests: &'a BTreeMap<usize, String>,
    traces: BTreeMap<&'a str, String>,
}

/// A page or more for each file. `tests` has the pages of tests.
pub(super) fn pages(result: &AnalysisResult, tests: &BTreeMap<usize, String>, sources: &dyn Sources) -> (SourcePages, Vec<File>) {
    let mut pages = BTreeMap::new();
    let mut files = Vec::new();
    let traces = result.violations().take(MOST_TRACES).enumerate().map(|(n, (property, ..))| (property.id.as_str(), trace_page(n))).collect();
    let (links, key) = (Links { tests, traces }, key(result));
    for (n, (file, lines)) in lines(result).into_iter().enumerate() {
        let (starts, more) =
            of_file(&format!("file-{}", n + 1), &format!("<h1>{}</h1>\n{key}", escaped(file)), file, &lines, &links, sources.text(file).as_deref());
        pages.insert(file.to_owned(), starts);
        files.extend(more);
    }
    (SourcePages { pages }, files)
}

/// By file and line. What no test executes is not known where not all of them were run.
fn lines(result: &AnalysisResult) -> BTreeMap<&str, BTreeMap<u32, Line<'_>>> {
    let mut files: BTreeMap<&str, BTreeMap<u32, Line<'_>>> = BTreeMap::new();
    let is_somewhere = |place: &Place| place.line > 0;
    for goal in result.goals().iter().filter(|g| is_somewhere(&g.place)) {
        files.entry(&goal.place.file).or_default().entry(goal.place.line).or_default().goals.push(goal);
    }
    for property in result.properties().iter().filter(|p| is_somewhere(&p.place)) {
        files.entry(&property.place.file).or_default().entry(property.place.line).or_default().properties.push(property);
    }
    if let Some(execution) = &result.execution {
        for (file, executed) in &execution.lines {
            for (line, tests) in executed.iter().filter(|(_, tests)| execution.complete || **tests > 0) {
                files.entry(file).or_default().entry(*line).or_default().tests = Some(*tests);
            }
        }
    }
    files
}

/// The colours that the pages have.
fn key(result: &AnalysisResult) -> String {
    let colours: &[(&str, &str)] = match result.goals.is_some() {
        true => &[
            ("covered", "covered, executed"),
            ("partly", "partly"),
            ("open", "undecided"),
            ("unreachable", "proved unreachable"),
            ("idle", "not executed"),
            ("violated", "violated"),
        ],
        false => &[("covered", "holds"), ("open", "unknown"), ("violated", "violated")],
    };
    let spans: Vec<String> = colours.iter().map(|(class, words)| format!("<span class=\"{class}\">{words}</span>")).collect();
    format!("<p class=\"key\">{}</p>\n", spans.join(" "))
}

fn of_file(
    stem: &str,
    heading: &str,
    file: &str,
    lines: &BTreeMap<u32, Line<'_>>,
    links: &Links<'_>,
    text: Option<&str>,
) -> (BTreeMap<u32, String>, Vec<File>) {
    let mut intro = heading.to_owned();
    if text.is_none() {
        intro.push_str("<p>The file cannot be read here: only the lines of goals and properties are shown.</p>\n");
    }
    let open = "<table class=\"source\">\n<thead><tr><th>line</th><th>tests</th><th>source</th></tr></thead>\n<tbody>\n";
    let mut list = Pages::new(stem, file, intro, open, "</tbody></table>\n");
    let mut starts = BTreeMap::new();
    let nothing = Line::default();
    let mut add = |number: u32, source: &str| {
        let name = list.name();
        if starts.values().next_back() != Some(&name) {
            starts.insert(number, name);
        }
        let line = lines.get(&number).unwrap_or(&nothing);
        list.row(&row(number, source, line));
        line.goals.iter().for_each(|goal| list.row(&goal_row(goal, links)));
        line.properties.iter().for_each(|property| list.row(&property_row(property, links)));
    };
    let known: Vec<&str> = text.unwrap_or_default().lines().collect();
    (1..).zip(&known).for_each(|(number, source)| add(number, source));
    lines.keys().filter(|n| **n as usize > known.len()).for_each(|number| add(*number, ""));
    (starts, list.finish())
}

fn row(number: u32, source: &str, line: &Line<'_>) -> String {
    let class = class_of(line).map_or(String::new(), |class| format!(" class=\"{class}\""));
    let tests = line.tests.map_or(String::new(), |n| n.to_string());
    format!("<tr id=\"L{number}\"{class}><td>{number}</td><td>{tests}</td><td><code>{}</code></td></tr>\n", escaped(source))
}

fn class_of(line: &Line<'_>) -> Option<&'static str> {
    if line.properties.iter().any(|p| matches!(p.state, PropertyState::Violated { .. })) {
        return Some("violated");
    }
    let covered = line.goals.iter().any(|g| g.is_covered()) || line.tests.is_some_and(|n| n > 0);
    let unreachable = line.goals.iter().any(|g| g.is_unreachable());
    let unknown = line.properties.iter().any(|p| matches!(p.state, PropertyState::Unknown { .. }));
    let open = unknown || line.goals.iter().any(|g| !g.is_covered() && !g.is_unreachable());
    Some(match (covered, open, unreachable) {
        (true, true, _) => "partly",
        (true, false, _) => "covered",
        (false, true, _) => "open",
        (false, false, true) => "unreachable",
        (false, false, false) if line.tests == Some(0) => "idle",
        (false, false, false) if !line.properties.is_empty() => "covered",
        (false, false, false) => return None,
    })
}

fn goal_row(goal: &Goal, links: &Links<'_>) -> String {
    let (class, evidence) = match &goal.state {
        GoalState::Covered { test } => {
            let name = match links.tests.get(test) {
                Some(page) => format!("<a href=\"{page}#t{test}\">test {test}</a>"),
                None => format!("test {test}"),
            };
            let others = goal.reached_by.unwrap_or(1).saturating_sub(1);
            let more = if others > 0 { format!(" and {others} more") } else { String::new() };
            ("covered", format!("covered by {name}{more}{}", if goal.natively { ", in native runs alone" } else { "" }))
        }
        GoalState::Unreachable { proof } => ("unreachable", format!("proved unreachable: {}", escaped(&proof.to_string()))),
        GoalState::Undecided { reason } => ("open", format!("undecided: {}", escaped(reason))),
    };
    let what = match (goal.kind.as_str(), goal.id.rsplit_once('.')) {
        ("branch", Some((_, side))) => format!("<code>{}</code> {side}", escaped(&goal.text)),
        ("condition", Some((_, side))) => format!("condition <code>{}</code> {side}, which determines the decision", escaped(&goal.text)),
        (kind, _) => format!("{} <code>{}</code>", escaped(kind), escaped(&goal.text)),
    };
    detail(class, &what, &evidence, &goal.id)
}

fn property_row(property: &Property, links: &Links<'_>) -> String {
    let (class, evidence) = match &property.state {
        PropertyState::Holds { proof } => ("covered", format!("holds: {}", escaped(&proof.to_string()))),
        PropertyState::Violated { .. } => {
            let steps = links.traces.get(property.id.as_str()).map_or(String::new(), |page| format!(" <a href=\"{page}\">step by step</a>"));
            ("violated", format!("violated{steps}"))
        }
        PropertyState::Unknown { reason } => ("open", format!("unknown: {}", escaped(reason))),
    };
    detail(class, &format!("{}: {}", escaped(&property.class), escaped(&property.text)), &evidence, &property.id)
}

fn detail(class: &str, what: &str, evidence: &str, id: &str) -> String {
    format!("<tr class=\"detail {class}\"><td></td><td></td><td title=\"{}\">{what}: {evidence}</td></tr>\n", escaped(id))
}
