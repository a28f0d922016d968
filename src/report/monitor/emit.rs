//! Monitors as C.

use automata::StateId;
use automata::ltl::{Buchi, future};
use goto::Id;
use std::fmt::Write as _;

const TEMPLATE: &str = include_str!("template.c");
const DETERMINISTIC: &str = include_str!("deterministic.c");
const NONDETERMINISTIC: &str = include_str!("nondeterministic.c");

/// What is to be watched.
pub struct Monitor<'a> {
    /// What names in the C text begin with.
    pub prefix: &'a str,
    /// What the monitor is of, for a comment.
    pub title: &'a str,
    /// The runs that violate the formula.
    pub automaton: &'a Buchi,
    /// Values of an abstract state beside the propositions.
    pub n_further: usize,
}

/// The monitor as C that needs nothing but the standard library: `PREFIX_step` takes the values of an abstract state, `PREFIX_end` ends the run; both tell
/// what is known, which is 0 for nothing, 1 for a violation, 2 for that there can be none.
pub fn emit(monitor: &Monitor<'_>) -> String {
    let Monitor { prefix, title, automaton: buchi, n_further } = *monitor;
    let automaton = &buchi.automaton;
    let universal = future::universal(automaton);
    // An array of C has an element.
    let flags = |flag: &dyn Fn(StateId) -> bool| {
        let all: Vec<&str> = automaton.states().map(|s| if flag(s) { "1" } else { "0" }).collect();
        if all.is_empty() { "0".to_owned() } else { all.join(", ") }
    };
    let mut table = String::new();
    for t in automaton.states().flat_map(|s| automaton.leaving(s)) {
        let _ = writeln!(table, "  {{{:#x}, {:#x}, {}, {}}},", t.label.holds, t.label.fails, t.from.index(), t.to.index());
    }
    let check = if automaton.is_deterministic() { DETERMINISTIC } else { NONDETERMINISTIC };
    let title = title.replace("*/", "* /").split_whitespace().collect::<Vec<_>>().join(" ");
    let text = TEMPLATE
        .replace("@CHECK@", check)
        .replace("@ATOMS@", &buchi.atoms.len().to_string())
        .replace("@WIDTH@", &(buchi.atoms.len() + n_further).max(1).to_string())
        .replace("@STATES@", &automaton.n_states().max(1).to_string())
        .replace("@TRANSITIONS@", &automaton.n_transitions().to_string())
        .replace("@INITIAL@", &flags(&|s| automaton.initial().contains(&s)))
        .replace("@ACCEPTING@", &flags(&|s| automaton.is_accepting(s)))
        .replace("@UNIVERSAL@", &flags(&|s| universal[s]))
        .replace("@TABLE@", &table)
        .replace("P_TITLE", "@TITLE@")
        .replace("P_", &format!("{prefix}_"));
    text.replace("@TITLE@", &title)
}
