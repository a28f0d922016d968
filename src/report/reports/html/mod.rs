//! A folder of web pages: an overview, the source with what is known of each side of each branch, what is not decided and why, tests, and violations step by step.
//! The pages need no script and have no style of their own: `style.css` has all of it, so that they can be shown where the rules for content are strict.

mod page;
mod plot;
mod source;
mod steps;

pub use page::File;

use super::Sources;
use super::tally::{Tally, by_file};
use crate::result::{AnalysisResult, GoalState, Place, PropertyState};
use page::{Pages, escaped, page};
use source::SourcePages;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What pages look like, here and elsewhere.
pub const STYLE: &str = include_str!("style.css");

/// Warnings that are shown at the top of the page of what is open.
const MOST_WARNINGS: usize = 1000;

/// All files of the folder.
pub fn html(result: &AnalysisResult, sources: &dyn Sources) -> Vec<File> {
    let tests = test_pages(result);
    let (source_pages, mut files) = source::pages(result, &tests.0, sources);
    files.extend(tests.1);
    let traces = trace_pages(result, &source_pages);
    files.extend(open_pages(result, &source_pages));
    files.extend(index(result, &source_pages));
    files.extend(traces);
    files.push(File { name: "style.css".to_owned(), content: STYLE.to_owned() });
    files
}

/// The name of a file with a line, as a link where it is shown.
fn link(place: &Place, pages: &SourcePages) -> String {
    let text = escaped(&format!("{}:{}", place.file, place.line));
    match pages.page_of(&place.file, place.line) {
        Some(page) => format!("<a href=\"{page}#L{}\">{text}</a>", place.line),
        None => text,
    }
}

/// Violations that have a page.
const MOST_TRACES: usize = 1000;

fn trace_page(n: usize) -> String {
    format!("trace-{}.html", n + 1)
}

/// "1 goal", "2 goals".
fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

fn index(result: &AnalysisResult, pages: &SourcePages) -> Vec<File> {
    let mut intro = format!("<h1>Result of {}</h1>\n<p class=\"verdict\">{}</p>\n", escaped(&result.tool.name), escaped(&result.verdict_text()));
    // Writing to a string does not fail.
    let _ = writeln!(
        intro,
        "<p>Program: {}; entry: {}; data model: {}; {:.2} s; solver: {}; bound: {}.</p>",
        escaped(&result.program.files.join(", ")),
        escaped(&result.program.entry),
        escaped(&result.program.data_model),
        result.statistics.wall_s,
        escaped(&result.statistics.solver),
        result.statistics.k
    );
    if let Some(c) = result.summary.and_then(|s| s.properties) {
        let _ = writeln!(
            intro,
            "<p>{}: <span class=\"covered\">{} hold</span> <span class=\"violated\">{} violated</span> <span class=\"open\">{} unknown</span></p>",
            match c.properties {
                1 => "1 property".to_owned(),
                n => format!("{n} properties"),
            },
            c.holds,
            c.violated,
            c.unknown
        );
    }
    for (n, (property, ..)) in result.violations().enumerate().take(MOST_TRACES) {
        let (text, at) = (escaped(&property.text), link(&property.place, pages));
        let _ = writeln!(intro, "<p class=\"violated\">violated: {text} ({at}) <a href=\"{}\">step by step</a></p>", trace_page(n));
    }
    if result.goals.is_none() {
        return vec![File { name: "index.html".to_owned(), content: page("gotcha", &(intro + &source_links(pages))) }];
    }
    let all = Tally::of(result.goals());
    let _ = writeln!(
        intro,
        "<p>{}: <span class=\"covered\">{} covered</span> <span class=\"unreachable\">{} proved unreachable</span> <span class=\"open\">{} undecided</span> \
         by {}. Coverage of what is not proved unreachable: {}.</p>",
        counted(all.goals(), "goal"),
        all.covered,
        all.unreachable,
        all.undecided,
        counted(result.tests().len(), "test"),
        all.percent()
    );
    intro.push_str(&plot::plot(result));
    intro.push_str("<h2>Files and functions</h2>\n");
    let open = "<table class=\"counts\">\n<thead><tr><th>file, function</th><th>goals</th><th>covered</th><th>proved unreachable</th><th>undecided</th>\
                <th>coverage</th></tr></thead>\n<tbody>\n";
    let mut list = Pages::new("index", "Files and functions", intro, open, "</tbody></table>\n");
    for file in by_file(result) {
        list.row(&count_row("file", &file_link(&file.file, 1, &file.file, pages), file.tally));
        for function in &file.functions {
            list.row(&count_row("function", &file_link(&file.file, function.line, &function.name, pages), function.tally));
        }
    }
    list.finish()
}

fn source_links(pages: &SourcePages) -> String {
    let items: String = pages.files().map(|file| format!("<li>{}</li>\n", file_link(file, 1, file, pages))).collect();
    format!("<h2>Files</h2>\n<ul>\n{items}</ul>\n")
}

fn file_link(file: &str, line: u32, text: &str, pages: &SourcePages) -> String {
    match pages.page_of(file, line) {
        Some(page) => format!("<a href=\"{page}#L{line}\">{}</a>", escaped(text)),
        None => escaped(text),
    }
}

fn count_row(class: &str, name: &str, tally: Tally) -> String {
    let Tally { covered, unreachable, undecided } = tally;
    // Of nothing there is no share.
    let bar = tally.permille().map_or(String::new(), |n| {
        format!(
            "<svg viewBox=\"0 0 1000 1\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect class=\"idle\" width=\"1000\" height=\"1\"/>\
             <rect class=\"share\" width=\"{n}\" height=\"1\"/></svg> "
        )
    });
    let goals = tally.goals();
    let percent = tally.percent();
    format!(
        "<tr class=\"{class}\"><td>{name}</td><td>{goals}</td><td>{covered}</td><td>{unreachable}</td><td>{undecided}</td>\
         <td>{bar}<span class=\"percent\">{percent}</span></td></tr>\n"
    )
}

/// Warnings, and all that is open by its reason.
fn open_pages(result: &AnalysisResult, pages: &SourcePages) -> Vec<File> {
    let mut reasons: BTreeMap<&str, Vec<(&Place, &str, &str)>> = BTreeMap::new();
    for goal in result.goals() {
        if let GoalState::Undecided { reason } = &goal.state {
            reasons.entry(reason).or_default().push((&goal.place, &goal.id, &goal.text));
        }
    }
    for property in result.properties() {
        if let PropertyState::Unknown { reason } = &property.state {
            reasons.entry(reason).or_default().push((&property.place, &property.id, &property.text));
        }
    }
    let mut intro = String::from("<h1>What is not decided</h1>\n");
    if result.warnings.is_empty() && reasons.is_empty() {
        intro.push_str("<p>Everything that was asked for is decided, and there are no warnings.</p>\n");
    }
    if !result.warnings.is_empty() {
        let items: String = result.warnings.iter().take(MOST_WARNINGS).map(|w| format!("<li>{}</li>\n", escaped(w))).collect();
        let _ = writeln!(intro, "<h2>Warnings</h2>\n<ul>\n{items}</ul>");
    }
    if result.execution.as_ref().is_some_and(|e| !e.complete) {
        intro.push_str("<p>There was no time to run all tests again: which lines they execute is not known in full.</p>\n");
    }
    let open = "<table class=\"list\">\n<thead><tr><th>reason</th><th>place</th><th>goal or property</th><th>text</th></tr></thead>\n<tbody>\n";
    let mut list = Pages::new("open", "What is not decided", intro, open, "</tbody></table>\n");
    for (reason, items) in reasons {
        for (place, id, text) in items {
            let [reason, id, text] = [reason, id, text].map(escaped);
            list.row(&format!("<tr class=\"open\"><td>{reason}</td><td>{}</td><td>{id}</td><td><code>{text}</code></td></tr>\n", link(place, pages)));
        }
    }
    list.finish()
}

/// The pages of the tests by their numbers, and the pages.
fn test_pages(result: &AnalysisResult) -> (BTreeMap<usize, String>, Vec<File>) {
    let intro = match result.tests() {
        [] => "<h1>Tests</h1>\n<p>There are no tests.</p>\n",
        _ => "<h1>Tests</h1>\n",
    };
    let mut list = Pages::new("tests", "Tests", intro.to_owned(), "<dl>\n", "</dl>\n");
    let mut names = BTreeMap::new();
    for test in result.tests() {
        names.insert(test.id, list.name());
        let inputs = test.inputs.iter().map(|i| format!("{} = {}", i.title(), i.value)).collect::<Vec<_>>().join("\n");
        let inputs = if inputs.is_empty() { "no input at all" } else { &inputs };
        list.row(&format!(
            "<dt id=\"t{0}\">test {0}</dt><dd>{1} that no earlier test covers<pre>{2}</pre></dd>\n",
            test.id,
            counted(test.covers.len(), "goal"),
            escaped(inputs)
        ));
    }
    (names, list.finish())
}

/// A page for each violation.
fn trace_pages(result: &AnalysisResult, pages: &SourcePages) -> Vec<File> {
    let mut files = Vec::new();
    for (n, (property, inputs, trace)) in result.violations().enumerate().take(MOST_TRACES) {
        let mut content =
            format!("<h1>{}</h1>\n<p class=\"violated\">{} ({})</p>\n", escaped(&property.id), escaped(&property.text), link(&property.place, pages));
        content.push_str("<h2>Inputs</h2>\n");
        match inputs {
            [] => content.push_str("<p>No input at all.</p>\n"),
            _ => {
                let lines: String = inputs.iter().take(10_000).map(|i| format!("{} = {}\n", i.title(), i.value)).collect();
                let _ = writeln!(content, "<pre>{}</pre>", escaped(&lines));
            }
        }
        content.push_str("<h2>Steps</h2>\n");
        match trace {
            Some(trace) => steps::steps(&mut content, trace, property, pages),
            None => content.push_str("<p>The steps were not recorded.</p>\n"),
        }
        files.push(File { name: trace_page(n), content: page(&property.id, &content) });
    }
    files
}
