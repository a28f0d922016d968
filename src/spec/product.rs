//! The static product of a program's edges and one automaton: in which states the automaton may be at each step, as far as control flow alone decides. What
//! variables, assumptions and other automata decide may go either way. Calls and returns are matched: what a function does is found for each state in which
//! it is entered.

use super::ast::{Automaton, Bool, Specification, StateId, Target};
use super::error::SpecError;
use super::matching::{Matcher, Moves};
use super::steps::{Step, Steps};
use goto::edges::{EdgeId, EdgeKind, Edges, Place, PlaceId};
use goto::{FuncId, InstrKind, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// What the product is made of.
#[derive(Clone, Copy)]
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

/// A function that is entered in a state.
type Context = (FuncId, StateId);

struct Maker<'a> {
    parts: Parts<'a>,
    automaton: &'a Automaton,
    product: Product,
    seen: FxHashSet<(Context, PlaceId, StateId)>,
    waiting: Vec<(Context, PlaceId, StateId)>,
    /// From which calls a function is entered.
    callers: FxHashMap<Context, Vec<(Context, PlaceId)>>,
    /// In which states it is left.
    exits: FxHashMap<Context, Vec<StateId>>,
    /// Does the tool's own code call functions of the program?
    has_callbacks: bool,
}

impl Product {
    /// # Errors
    /// If a transition that may be taken uses what its pattern does not bind.
    pub fn new(parts: Parts<'_>, automaton: &Automaton) -> Result<Self, SpecError> {
        let mut maker = Maker {
            parts,
            automaton,
            product: Product::default(),
            seen: FxHashSet::default(),
            waiting: Vec::new(),
            callers: FxHashMap::default(),
            exits: FxHashMap::default(),
            has_callbacks: parts.edges.outgoing(parts.edges.outside()).len() > 1,
        };
        maker.make()?;
        Ok(maker.product)
    }
}

/// What a step may do in a state.
///
/// # Errors
/// If a transition that may be taken uses what its pattern does not bind.
pub fn moves<'a>(parts: Parts<'_>, automaton: &'a Automaton, state: StateId, step: &Step) -> Result<Moves<'a>, SpecError> {
    parts.matcher.moves(parts.program, automaton, state, step).map_err(|error| {
        // The first transition of the state that cannot be told is the one.
        let span = automaton.states[state].transitions.first().map_or(&automaton.states[state].span, |t| &t.span);
        let message = format!("in the state {}, at `{}` in line {}: {error}", automaton.states[state].name, step.text, step.loc.line);
        SpecError::new(message, span, &parts.specification.sources)
    })
}

impl Maker<'_> {
    fn make(&mut self) -> Result<(), SpecError> {
        let edges = self.parts.edges;
        for &edge in edges.outgoing(edges.outside()) {
            let target = edges.edge(edge).target;
            let Some(function) = edges.places()[target].function() else { continue };
            // What the tool's own code calls may be entered in any state, the program's start in the first one.
            let states: Vec<StateId> = if target == edges.start() { vec![self.automaton.initial] } else { self.automaton.states.ids().collect() };
            for state in states {
                for after in self.along(edge, state)? {
                    self.wait((function, after), target, after);
                }
            }
        }
        while let Some((context, place, state)) = self.waiting.pop() {
            self.at(context, place, state)?;
        }
        Ok(())
    }

    fn wait(&mut self, context: Context, place: PlaceId, state: StateId) {
        if self.seen.insert((context, place, state)) {
            self.waiting.push((context, place, state));
        }
    }

    fn at(&mut self, context: Context, place: PlaceId, state: StateId) -> Result<(), SpecError> {
        let edges = self.parts.edges;
        if matches!(edges.places()[place], Place::Exit(_)) {
            self.exits.entry(context).or_default().push(state);
            for (caller, site) in self.callers.get(&context).cloned().unwrap_or_default() {
                self.back(context.0, caller, site, state)?;
            }
            for edge in self.leaving(place) {
                self.along(edge, state)?;
            }
            return Ok(());
        }
        for &edge in edges.outgoing(place) {
            let (target, kind) = (edges.edge(edge).target, edges.edge(edge).kind);
            let mut states = self.along(edge, state)?;
            // What is called there may call back.
            if self.has_callbacks && self.is_call(place) && kind == EdgeKind::Next {
                states.extend(self.automaton.states.ids());
            }
            for after in states {
                match (kind, edges.places()[target].function()) {
                    (EdgeKind::Call, Some(f)) => self.call((f, after), context, place, target)?,
                    (EdgeKind::Halt, _) | (_, None) => {}
                    _ => self.wait(context, target, after),
                }
            }
        }
        Ok(())
    }

    fn is_call(&self, place: PlaceId) -> bool {
        let Place::At { function, instr } = self.parts.edges.places()[place] else { return false };
        let body = self.parts.program.functions[function].body.as_ref();
        body.is_some_and(|b| matches!(b[instr].kind, InstrKind::Call { .. }))
    }

    /// The edges from an exit to the outside.
    fn leaving(&self, exit: PlaceId) -> Vec<EdgeId> {
        let edges = self.parts.edges;
        edges.outgoing(exit).iter().copied().filter(|e| edges.edge(*e).kind == EdgeKind::Leave).collect()
    }

    fn call(&mut self, callee: Context, caller: Context, site: PlaceId, entry: PlaceId) -> Result<(), SpecError> {
        let callers = self.callers.entry(callee).or_default();
        if !callers.contains(&(caller, site)) {
            callers.push((caller, site));
            for state in self.exits.get(&callee).cloned().unwrap_or_default() {
                self.back(callee.0, caller, site, state)?;
            }
        }
        self.wait(callee, entry, callee.1);
        Ok(())
    }

    fn back(&mut self, callee: FuncId, caller: Context, site: PlaceId, state: StateId) -> Result<(), SpecError> {
        let edges = self.parts.edges;
        let Some(exit) = edges.exit(callee) else { return Ok(()) };
        for &edge in edges.outgoing(exit).iter().filter(|e| edges.edge(**e).kind == EdgeKind::Return(site)) {
            for after in self.along(edge, state)? {
                self.wait(caller, edges.edge(edge).target, after);
            }
        }
        Ok(())
    }

    /// The states behind an edge.
    fn along(&mut self, edge: EdgeId, state: StateId) -> Result<BTreeSet<StateId>, SpecError> {
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
