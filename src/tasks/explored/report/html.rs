//! What was covered, as a web page: the source with a colour for each line.

use super::{Counts, History, Report, Status};
use goto::Location;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The file of the style, which the page names: rules for content may forbid style within pages.
pub const STYLE: (&str, &str) = ("style.css", include_str!("style.css"));

/// One page for all files. `text` gives the text of a file by its name, if it can be read.
pub fn page(report: &Report<'_>, verdict: &str, history: &History, text: impl Fn(&str) -> Option<String>) -> String {
    let mut page = format!(
        "<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
\
         <meta name=\"color-scheme\" content=\"light dark\">
<title>Verification coverage</title>
<link rel=\"stylesheet\" href=\"{}\">
</head>
<body>
",
        STYLE.0
    );
    page.push_str("<h1>Verification coverage</h1>\n<table class=\"counts\"><tr><th></th><th>covered</th><th>at most</th><th>explored</th><th>of</th></tr>\n");
    for (name, items) in report.kinds() {
        let Counts { total, covered, at_most, explored } = Counts::of(items);
        // Writing to a string does not fail.
        let _ = writeln!(page, "<tr><td>{name}</td><td>{covered}</td><td>{at_most}</td><td>{explored}</td><td>{total}</td></tr>");
    }
    let (executions, violations) = (report.findings.executions.len(), report.findings.violations.len());
    let _ = writeln!(page, "</table>\n<p>Executions: {executions}, violations: {violations}, verdict: {}.</p>", escaped(verdict));
    page.push_str(
        "<p><span class=\"covered\">covered by the analysis</span> <span class=\"explored\">explored but not covered</span> \
         <span class=\"unexplored\">unexplored</span></p>\n",
    );
    page.push_str(&history.drawing());
    for violation in &report.findings.violations {
        let loc = violation.property.loc;
        let (file, what) = (escaped(&report.program.files[loc.file]), escaped(&violation.property.text));
        let _ = writeln!(page, "<p><strong>{file}:{}: violated: {what}</strong></p>", loc.line);
    }
    let by_line: BTreeMap<Location, Status> = report.lines.iter().map(|i| (i.loc, i.status)).collect();
    for (file, name) in report.program.files.iter() {
        if !report.lines.iter().any(|i| i.loc.file == file) {
            continue;
        }
        let _ = writeln!(page, "<h2>{}</h2>\n<table class=\"code\">", escaped(name));
        let text = text(name).unwrap_or_default();
        for (number, line) in (1..).zip(text.lines()) {
            let class = by_line.get(&Location { file, line: number, column: 0 }).map_or("", |status| match status {
                Status::Covered => " class=\"covered\"",
                Status::NotCovered | Status::Undecided => " class=\"explored\"",
                Status::Unexplored => " class=\"unexplored\"",
            });
            let _ = writeln!(page, "<tr id=\"L{number}\"{class}><td>{number}</td><td>{}</td></tr>", escaped(line));
        }
        page.push_str("</table>\n");
    }
    page.push_str("</body></html>\n");
    page
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
