//! The static product of a program's edges and one automaton: in which states the automaton may be at each step, as far as control flow alone decides. What
//! variables, assumptions and other automata decide may go either way.

use super::ast::{Automaton, Bool, Specification, StateId, Target};
use super::matching::{Matcher, Moves};
use super::steps::{Step, Steps};
use crate::flow::{self, Walk};
use goto::edges::{EdgeId, Edges};
use goto::{Diagnostic, Program};
use std::collections::{BTreeMap, BTreeSet};

/// What the product is made of.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'a> {
    pub program: &'a Program,
    pub edges: &'a Edges,
    pub steps: &'a Steps,
    pub specification: &'a Specification,
    pub matcher: &'a Matcher,
}

/// A step of an edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StepAt {
    pub edge: EdgeId,
    pub index: usize,
}

/// Where control flow may lead an automaton.
#[derive(Clone, Debug, Default)]
pub struct Product {
    /// The states before each step that may be taken.
    pub before: BTreeMap<StepAt, BTreeSet<StateId>>,
    /// The states at the end of each edge.
    pub after: BTreeMap<EdgeId, BTreeSet<StateId>>,
}

/// Follows one automaton.
struct Maker<'a> {
    parts: Parts<'a>,
    automaton: &'a Automaton,
    product: Product,
}

impl Product {
    /// # Errors
    /// If a transition that may be taken uses what its pattern does not bind.
    pub fn new(parts: Parts<'_>, automaton: &Automaton) -> Result<Self, Diagnostic> {
        let mut maker = Maker { parts, automaton, product: Product::default() };
        flow::follow(parts.program, parts.edges, &mut maker)?;
        Ok(maker.product)
    }
}

/// What a step may do in a state.
///
/// # Errors
/// If a transition that may be taken uses what its pattern does not bind.
pub fn moves<'a>(parts: Parts<'_>, automaton: &'a Automaton, state: StateId, step: &Step) -> Result<Moves<'a>, Diagnostic> {
    parts.matcher.moves(parts.program, automaton, state, step).map_err(|error| {
        // The first transition of the state that cannot be told is the one.
        let span = automaton.states[state].transitions.first().map_or(&automaton.states[state].span, |t| &t.span);
        let message = format!("in the state {}, at `{}` in line {}: {error}", automaton.states[state].name, step.text, step.loc.line);
        span.wrong(message, &parts.specification.sources)
    })
}

impl Walk for Maker<'_> {
    type State = StateId;
    type Error = Diagnostic;

    fn initial(&mut self) -> StateId {
        self.automaton.initial
    }

    fn all(&mut self) -> Result<Vec<StateId>, Diagnostic> {
        Ok(self.automaton.states.ids().collect())
    }

    fn along(&mut self, edge: EdgeId, state: StateId) -> Result<BTreeSet<StateId>, Diagnostic> {
        let mut states = BTreeSet::from([state]);
        for (index, step) in self.parts.steps.of(edge).iter().enumerate() {
            self.product.before.entry(StepAt { edge, index }).or_default().extend(&states);
            let mut after = BTreeSet::new();
            for &state in &states {
                let moves = moves(self.parts, self.automaton, state, step)?;
                if moves.stays != Bool::Constant(false) {
                    after.insert(state);
                }
                after.extend(moves.moves.iter().filter_map(|m| match m.transition.target {
                    Target::State(to) if !self.automaton.states[to].is_target => Some(to),
                    _ => None,
                }));
            }
            states = after;
        }
        self.product.after.entry(edge).or_default().extend(&states);
        Ok(states)
    }
}
