//! Runtime monitors: C that watches a run of a program and says when the run violates a formula, after d_check and nd_check of Holzmann's paper on trends in
//! model checking (figures 6 and 7). A run is seen as a sequence of abstract states: what the propositions of the formula are, and the values of further
//! expressions. If an abstract state comes back and the automaton of the violating runs can have gone round from an accepting state to itself in between, the
//! program could go on so for ever, as far as the abstraction tells: that is a violation.
//!
//! Unlike figure 7, the pairs that a state has are made anew at each step, from those of the states before: pairs of a way that has ended count no more,
//! so nothing is reported that is no way of the automaton. The monitor of locks (`lockset`) is of no formula; those of property automata (`automaton`) and of
//! properties in C (`property`) are told the steps that statements are. Knows formulas, their automata, properties, and the
//! places of statements in a program's text; reads and writes no files.

mod automaton;
mod emit;
mod lockset;
mod observer;
mod program;
mod property;
#[cfg(test)]
mod tests;
mod told;

pub use automaton::automata;
pub use emit::{Monitor, emit};
pub use lockset::{Accesses, LOCKSET, watched_objects};
pub use program::watched_text;
pub use property::property;
pub use told::{LoggedCalls, told_text};

/// A monitor of steps: its C, and where the program calls it.
pub struct Watch {
    pub text: String,
    pub told: LoggedCalls,
}

/// The text of a monitor of steps.
fn watch(title: &str, state: &str, events: &str, end: &str) -> String {
    let title = title.replace("*/", "* /").split_whitespace().collect::<Vec<_>>().join(" ");
    let text = include_str!("watch.c").replace("@STATE@", state).replace("@EVENTS@", events).replace("@END@", end);
    text.replace("P_TITLE", "@TITLE@").replace("P_", "gotcha_monitor_").replace("@TITLE@", &title)
}

/// A text as a literal of C on one line, without names that begin like those of monitors.
fn quoted(text: &str) -> String {
    let inside: String = text.chars().flat_map(|c| if matches!(c, '"' | '\\') { vec!['\\', c] } else { vec![if c.is_control() { ' ' } else { c }] }).collect();
    format!("\"{}\"", inside.replace("P_", "P\\137"))
}

/// What a monitor is told of the program: expressions of C over its global variables.
pub struct Watched {
    pub propositions: Vec<String>,
    pub further: Vec<String>,
}
