//! The steps to a violation, calls folded: those that had come back are closed, those that had not are open. Folding is the browser's own, so the keyboard does it, too, and no script
//! is needed. Each step's number leads to the next step.

use super::{SourcePages, escaped, link};
use crate::result::{Place, Property, Step, StepKind, Trace};
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
            content.push_str("</details></div>\n");
        }
        let has_steps = trace.steps.get(n + 1).is_some_and(|next| next.depth > step.depth);
        // Links do not stand within what folds, where they would be hard to reach by keyboard.
        let (head, what) = (head(n + 1, step, pages), what(step));
        if matches!(step.what, StepKind::Call { .. }) && has_steps && calls.len() < DEEPEST {
            let came_back = trace.steps[n + 1..].iter().any(|later| later.depth <= step.depth);
            let open = if came_back { "" } else { " open" };
            let _ = writeln!(content, "{head}<details{open}><summary><code>{what}</code></summary>");
            calls.push(step.depth);
        } else {
            let _ = writeln!(content, "{head}<code>{what}</code></div>");
        }
    }
    let _ = writeln!(
        content,
        "<div class=\"step violated\" id=\"s{0}\"><span class=\"head\"><a href=\"#s1\" title=\"first step\">{0}</a> {1}</span> <strong>{2}</strong></div>",
        trace.steps.len() + 1,
        place(&property.place, pages),
        escaped(&property.text)
    );
    calls.iter().for_each(|_| content.push_str("</details></div>\n"));
    content.push_str("</div>\n");
}

/// The beginning of the element of a step: its number and its place.
fn head(number: usize, step: &Step, pages: &SourcePages) -> String {
    let class = match &step.what {
        StepKind::Input { .. } => "input",
        StepKind::Assignment { .. } => "assignment",
        StepKind::Call { .. } => "call",
        StepKind::Decision { .. } => "decision",
    };
    format!(
        "<div class=\"step {class}\" id=\"s{number}\"><span class=\"head\"><a href=\"#s{}\" title=\"next step\">{number}</a> {}</span> ",
        number + 1,
        place(&step.place, pages)
    )
}

fn place(place: &Place, pages: &SourcePages) -> String {
    format!("<span class=\"place\">{}</span> <span class=\"function\">{}</span>", link(place, pages), escaped(&place.function))
}

/// What happens. Values stand out.
fn what(step: &Step) -> String {
    let set = |target: &str, value: &str| format!("{} = <span class=\"value\">{}</span>", escaped(target), escaped(value));
    match &step.what {
        StepKind::Input { target, value, input } if target == input => format!("{} is read", set(target, value)),
        StepKind::Input { target, value, input } => format!("{} is read from {}", set(target, value), escaped(input)),
        StepKind::Assignment { target, value } => set(target, value),
        StepKind::Call { .. } | StepKind::Decision { .. } => escaped(&step.text()),
    }
}
