//! Whether the program comes to its end at all, asked of abstract reachability graphs: programs that go on for ever need predicates more than bounds.

use super::hunt::ExecutionSearch;
use automata::{Automaton, EdgeSet, Label};
use engine::arg::goals::{Goals, Oracle, Part, Work, decide_all};
use engine::arg::{Verdict, Why};
use engine::status::{Proof, ProofMethod, Reason};
use goto::edges::{EdgeId, EdgeKind, Edges, Place};
use goto::{Bits, HaltKind, InputId, InstrKind, Program};

/// Of a run.
type Inputs = [(InputId, Bits)];

/// Looks for an execution that ends. `accepts` says whether a run on these inputs is one.
pub(super) fn hunt(program: &Program, edges: &Edges, accepts: &mut dyn FnMut(&Inputs) -> bool, work: Work<'_>) -> ExecutionSearch {
    let mut oracle = ExecutionOracle { accepts, found: None, is_impossible: false, reason: Reason::NotAnalysed };
    decide_all(program, edges, &Ends { program, edges }, &mut oracle, &mut (), work);
    match oracle.found {
        Some(inputs) => ExecutionSearch::Found(inputs),
        None if oracle.is_impossible => ExecutionSearch::Impossible(Proof { method: ProofMethod::Arg, k: None }),
        None => ExecutionSearch::Unknown(oracle.reason),
    }
}

/// One goal: to come to an end that is not an abort.
struct Ends<'a> {
    program: &'a Program,
    edges: &'a Edges,
}

impl Ends<'_> {
    fn is_end(&self, edge: EdgeId) -> bool {
        let of = self.edges.edge(edge);
        match (of.kind, self.edges.places()[of.source]) {
            (EdgeKind::Leave, _) => true,
            (EdgeKind::Halt, Place::At { function, instr }) => {
                let body = self.program.functions[function].body.as_ref();
                !body.is_some_and(|b| matches!(b[instr].kind, InstrKind::Halt(HaltKind::Abort)))
            }
            (kind, _) => kind == EdgeKind::Halt,
        }
    }
}

impl Goals for Ends<'_> {
    fn len(&self) -> usize {
        1
    }

    fn automaton(&self, _goal: usize) -> Automaton {
        let (ends, others): (EdgeSet, EdgeSet) = {
            let (ends, others): (Vec<EdgeId>, Vec<EdgeId>) = self.edges.iter().map(|(id, _)| id).partition(|&id| self.is_end(id));
            (ends.into_iter().collect(), others.into_iter().collect())
        };
        let mut automaton = Automaton::default();
        let (on_the_way, there) = (automaton.add_state(false), automaton.add_state(true));
        automaton.start_in(on_the_way);
        automaton.add(on_the_way, Label::edges(others), on_the_way);
        automaton.add(on_the_way, Label::edges(ends), there);
        automaton
    }

    fn sequence(&self, _goal: usize) -> Option<Vec<EdgeId>> {
        None
    }

    fn part(&self, _goal: usize, _n: usize) -> Option<Part> {
        None
    }

    fn beginning(&self, goal: usize, _n_parts: usize) -> Automaton {
        self.automaton(goal)
    }
}

struct ExecutionOracle<'b> {
    accepts: &'b mut (dyn FnMut(&Inputs) -> bool + 'b),
    found: Option<Vec<(InputId, Bits)>>,
    is_impossible: bool,
    reason: Reason,
}

impl Oracle for ExecutionOracle<'_> {
    fn is_open(&self, _goal: usize) -> bool {
        self.found.is_none() && !self.is_impossible
    }

    fn is_covered(&self, _goal: usize) -> bool {
        self.found.is_some()
    }

    fn propose(&mut self, inputs: &[(InputId, Bits)], _goal: Option<usize>) {
        if (self.accepts)(inputs) {
            self.found = Some(inputs.to_vec());
        }
    }

    fn impossible(&mut self, _goal: usize, _verdict: Verdict) {
        self.is_impossible = true;
    }

    fn undecided(&mut self, _goal: usize, why: &Why) {
        if let Why::Stopped(reason) = why {
            self.reason = Reason::Stopped(*reason);
        }
    }
}
