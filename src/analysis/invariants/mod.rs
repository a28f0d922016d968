//! Proposes loop invariants: facts for the heads of loops that may be true. Who uses them proves them first, so a wrong one costs time, and so does every
//! one that says nothing.
//!
//! | module | what |
//! |---|---|
//! | `heads` | the loops and what their bodies do |
//! | `values` | facts about single variables, out of [`intervals`](super::intervals) |
//! | `guards` | facts that conditions suggest |

mod guards;
mod heads;
mod values;

use super::intervals::{At, Facts, Intervals};
use goto::callgraph::CallGraph;
use goto::{ExprId, FuncId, InstrId, Program};
use heads::Head;
use rustc_hash::FxHashSet;

/// Facts for one head.
const MOST: usize = 30;
/// Of these, at most so many of single variables while there are others.
const MOST_OF_VALUES: usize = 20;

/// A fact proposed for the head of a loop: a boolean expression over variables that exist there (globals, static locals, locals and parameters of the
/// function). Its evaluation does not crash. It need not be true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    pub function: FuncId,
    /// The target of backward jumps.
    pub head: InstrId,
    pub fact: ExprId,
}

/// Proposes facts, for each loop the most useful first. The program gets the expressions; nothing else of it changes.
pub fn candidates(program: &mut Program) -> Vec<Candidate> {
    let calls = CallGraph::new(program);
    let intervals = Intervals::of(program, &calls);
    let mut found = Vec::new();
    for head in heads::heads(program, &calls, &intervals) {
        let facts = of_head(program, &intervals, &head);
        found.extend(facts.into_iter().map(|fact| Candidate { function: head.func, head: head.head, fact }));
    }
    found
}

fn of_head(program: &mut Program, intervals: &Intervals, head: &Head) -> Vec<ExprId> {
    let At::Known(facts) = intervals.at(head.func, head.head) else { return Vec::new() };
    let entering = match intervals.entering(head.func, head.head) {
        At::Known(entering) => Some(entering),
        _ => None,
    };
    let values = of_values(program, intervals, head, facts);
    let guards::Proposals { own, others } = guards::proposals(program, intervals, head, facts, entering);
    // What the intervals imply is said by them already; what they exclude is false.
    let open = |program: &Program, fact| facts.value(program, fact).is_some_and(|v| v.as_constant().is_none());
    let related: Vec<ExprId> = own.into_iter().chain(others).filter(|&fact| open(program, fact)).collect();
    let room = MOST_OF_VALUES.max(MOST.saturating_sub(related.len()));
    let mut seen = FxHashSet::default();
    let mut all: Vec<ExprId> = values.iter().copied().take(room).chain(related).filter(|&e| seen.insert(e)).collect();
    all.truncate(MOST);
    all
}

/// What the intervals say of the variables that the loop changes; first those that its conditions ask for.
fn of_values(program: &mut Program, intervals: &Intervals, head: &Head, facts: Facts<'_>) -> Vec<ExprId> {
    let asked: Vec<_> = head.continues.iter().filter_map(|(guard, _)| heads::cells_of(program, intervals, *guard)).flatten().collect();
    let mut seen = FxHashSet::default();
    let cells: Vec<_> = asked.into_iter().chain(head.written.iter().copied()).filter(|&c| seen.insert(c)).collect();
    let mut found = Vec::new();
    for cell in cells {
        let cell_info = intervals.cells.get(cell);
        if let (Some(number), false) = (facts.of(cell), cell_info.is_many) {
            found.extend(values::facts(program, cell_info, number));
        }
    }
    found
}

#[cfg(test)]
mod tests;
