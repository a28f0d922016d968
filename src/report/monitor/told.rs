//! The program that tells a monitor what it does: its text with a call wherever something is told.

use goto::outline::{Outline, TextEdit};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What one text tells: numbers of events.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Calls {
    pub before: Vec<usize>,
    /// When it is done.
    pub after: Vec<usize>,
    /// Of a condition, when it holds and when it does not.
    pub outcomes: (Vec<usize>, Vec<usize>),
}

/// All that is told, by the numbers of texts.
pub type LoggedCalls = BTreeMap<usize, Calls>;

const DECLARATIONS: &str = "void gotcha_monitor_told(int);
static int gotcha_monitor_outcome(int holds) { return holds; }
";

fn calls(events: &[usize], end: &str) -> String {
    events.iter().fold(String::new(), |mut text, n| {
        let _ = write!(text, " gotcha_monitor_told({n}){end}");
        text
    })
}

/// What goes to an offset. What ends something comes before what begins there, the inner end before the outer one.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Insertion {
    at: usize,
    begins: bool,
    /// Of ends, how far from the end of the text the beginning is; of beginnings, the same of the end.
    order: usize,
    text: String,
}

/// The preprocessed text of a file with its calls.
pub fn told_text(text: &str, outline: &Outline, file: usize, told: &LoggedCalls) -> String {
    let mut all: Vec<Insertion> = Vec::new();
    for (number, of) in told.iter().filter(|(number, _)| outline.texts[**number].file == file) {
        insert(&mut all, text.len(), outline.texts[*number].edit, of);
    }
    all.sort();
    let (mut out, mut done) = (String::from(DECLARATIONS), 0);
    for insertion in all {
        out.push_str(&text[done..insertion.at]);
        out.push_str(&insertion.text);
        done = insertion.at;
    }
    out.push_str(&text[done..]);
    out
}

fn insert(all: &mut Vec<Insertion>, whole: usize, edit: TextEdit, of: &Calls) {
    let mut put = |start: usize, end: usize, first: String, last: String| {
        all.push(Insertion { at: start, begins: true, order: whole - end, text: first });
        all.push(Insertion { at: end, begins: false, order: whole - start, text: last });
    };
    match edit {
        TextEdit::Statement { start, end, in_block: true } => put(start, end, calls(&of.before, ";"), calls(&of.after, ";")),
        TextEdit::Statement { start, end, in_block: false } => {
            put(start, end, format!(" {{{}", calls(&of.before, ";")), format!("{} }} ", calls(&of.after, ";")))
        }
        TextEdit::Value { start, end } if of.outcomes == Default::default() => {
            let first = format!("({} (", calls(&of.before, ","));
            let last = if of.after.is_empty() { "))".to_owned() } else { format!("), {} 0)", calls(&of.after, ",")) };
            put(start, end, first, last);
        }
        TextEdit::Value { start, end } => {
            let way = |events: &[usize], value: u32| format!("({} {value})", calls(events, ","));
            let last = format!(")) ? {} : {})", way(&of.outcomes.0, 1), way(&of.outcomes.1, 0));
            put(start, end, format!("({} gotcha_monitor_outcome(!!(", calls(&of.before, ",")), last);
        }
        TextEdit::Body { open, close } => {
            all.push(Insertion { at: open, begins: false, order: 0, text: calls(&of.before, ";") });
            all.push(Insertion { at: close, begins: true, order: 0, text: calls(&of.after, ";") });
        }
        TextEdit::None => {}
    }
}
