//! The steps to a violation, calls folded: those that had come back are closed, those that had not are open. Folding is the browser's own, so the keyboard does it, too, and no script
//! is needed. Each step's number leads to the next step.

use super::{SourcePages, escaped, link};
use crate::result::{Property, Step, StepKind, Trace};
use std::fmt::Write as _;

/// Deeper calls are not indented further.
const DEEPEST: usize = 40;

pub(super) fn steps(content: &mut String, trace: &Trace, property: &Property, pages: &SourcePages) {
    // Writing to a string does not fail.
    if trace.left_out > 0 {
        let _ = writeln!(content, "<p>{} steps before these are left out.</p>", trace.left_out);
    }
    content.push_str("<p>A call opens and closes with Enter or a click. The number of a step leads to the next one.</p>\n<div class=\"steps\">\n");
    // Depths of the calls whose steps are being told.
    let mut calls: Vec<usize> = Vec::new();
    for (n, step) in trace.steps.iter().enumerate() {
        while calls.last().is_some_and(|depth| step.depth <= *depth) {
            calls.pop();
            content.push_str("</details>\n");
        }
        let has_steps = trace.steps.get(n + 1).is_some_and(|next| next.depth > step.depth);
        let row = row(n + 1, step, pages);
        if matches!(step.what, StepKind::Call { .. }) && has_steps && calls.len() < DEEPEST {
            let came_back = trace.steps[n + 1..].iter().any(|later| later.depth <= step.depth);
            let open = if came_back { "" } else { " open" };
            let _ = writeln!(content, "<details{open}><summary {row}</summary>");
            calls.push(step.depth);
        } else {
            let _ = writeln!(content, "<div {row}</div>");
        }
    }
    let _ = writeln!(
        content,
        "<div class=\"step violated\" id=\"s{0}\"><a href=\"#s1\">{0}</a> <span>{1}</span> <span>{2}</span> <strong>{3}</strong></div>",
        trace.steps.len() + 1,
        link(&property.place, pages),
        escaped(&property.place.function),
        escaped(&property.text)
    );
    calls.iter().for_each(|_| content.push_str("</details>\n"));
    content.push_str("</div>\n");
}

/// The rest of the element of a step, behind its name.
fn row(number: usize, step: &Step, pages: &SourcePages) -> String {
    let (class, value) = match &step.what {
        StepKind::Input { value, .. } => ("input", value.as_str()),
        StepKind::Assignment { value, .. } => ("assignment", value.as_str()),
        StepKind::Call { .. } => ("call", ""),
        StepKind::Decision { .. } => ("decision", ""),
    };
    let value = if value.is_empty() { String::new() } else { format!(" <code class=\"value\">{}</code>", escaped(value)) };
    format!(
        "class=\"step {class}\" id=\"s{number}\"><a href=\"#s{}\" title=\"next step\">{number}</a> <span>{}</span> <span>{}</span> <code>{}</code>{value}",
        number + 1,
        link(&step.place, pages),
        escaped(&step.place.function),
        escaped(&step.text())
    )
}
