//! What bounded model checking has looked at, as an assumption automaton: it counts, at steps that stand on edges, how often loops run and functions call themselves, and
//! leaves what was looked at when one of them does more often than the bound allows, or comes before a place that is not followed.
//!
//! Rather less than was looked at than more. Loops of functions that may be active several times at once count for all calls together; where a loop has no steps to count
//! nothing counts as looked at. A loop whose iterations do not begin with its own test is left one iteration early, since what stands on the step may be made of several
//! parts. One that may be entered in the middle is left yet another one early: the unrolling enters it at its head and goes on from there, so it has begun an iteration in
//! which nothing was counted.

use super::read::NAME;
use super::repeated::{Entry, Repeated, repeated};
use crate::spec::ast::{Action, Automaton, Bool, Choice, Int, Kind, Match, SourceId, Span, Start, State, StateId, Target, Transition, Variable, VariableId};
use crate::spec::{Step, Steps};
use goto::callgraph::CallGraph;
use goto::cfg::Cfg;
use goto::edges::{EdgeId, EdgeKind, Edges, Place, PlaceId};
use goto::{FuncId, Id, IdVec, InstrId, Location, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// What was looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Everything.
    All,
    Nothing,
    /// Paths on which loops and recursion stay within the bound, up to these places.
    Bounded {
        k: u32,
        before: Vec<Spot>,
    },
    /// All paths up to these places.
    Before(Vec<Spot>),
}

/// Where paths stop being looked at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Spot {
    At(FuncId, InstrId),
    /// Wherever instructions of the function have this line.
    Line(FuncId, Location),
}

/// How the state of an automaton with a bound is called, before the bound, and that of one without.
pub const BOUND: &str = "Bound";
const BEFORE: &str = "Before";

/// The automaton of an extent.
pub fn automaton(program: &Program, edges: &Edges, steps: &Steps, extent: &Extent) -> Automaton {
    let (name, k, before) = match extent {
        Extent::Bounded { k, before } => (format!("{BOUND}{k}"), Some(*k), Some(before)),
        Extent::Before(before) => (BEFORE.to_owned(), None, Some(before)),
        Extent::All | Extent::Nothing => (String::new(), None, None),
    };
    let writer = before.and_then(|before| Writer::new(program, edges, steps).inside(k, before));
    let mut states = shell();
    let mut variables = IdVec::new();
    let initial = match (writer, extent) {
        (Some(writer), _) => {
            for name in writer.counters {
                variables.push(Variable { name, start: Start::Int(0), span: span() });
            }
            states.push(State { name, is_target: false, choice: Choice::First, transitions: writer.transitions, span: span() })
        }
        (None, Extent::All) => StateId::new(0),
        (None, _) => StateId::new(1),
    };
    Automaton { variables, initial, ..named(NAME, states) }
}

/// An automaton of these states, the first one initial.
pub(super) fn named(name: &str, states: IdVec<StateId, State>) -> Automaton {
    Automaton { kind: Kind::Observer, name: name.to_owned(), span: span(), variables: IdVec::new(), states, initial: StateId::new(TRUE) }
}

/// The two states that say all.
pub(super) fn shell() -> IdVec<StateId, State> {
    let mut states = IdVec::new();
    for (n, name) in [(TRUE, "__TRUE"), (FALSE, "__FALSE")] {
        let transitions = vec![transition(Bool::Constant(true), Vec::new(), StateId::new(n))];
        states.push(State { name: name.to_owned(), is_target: false, choice: Choice::First, transitions, span: span() });
    }
    states
}

pub(super) fn span() -> Span {
    Span { source: SourceId::new(0), range: 0..0 }
}

pub(super) fn transition(trigger: Bool, actions: Vec<Action>, to: StateId) -> Transition {
    Transition { trigger, assertions: Vec::new(), assumptions: Vec::new(), actions, target: Target::State(to), span: span() }
}

/// The text and the line of a step, by which a trigger finds it.
pub(super) type Key = (String, u32);

struct Writer<'a> {
    program: &'a Program,
    edges: &'a Edges,
    steps: &'a Steps,
    calls: CallGraph,
    /// The edges that a trigger with this key finds.
    found_by: FxHashMap<Key, BTreeSet<EdgeId>>,
    counters: Vec<String>,
    transitions: Vec<Transition>,
}

pub(super) const TRUE: usize = 0;
pub(super) const FALSE: usize = 1;
const BOUNDED: usize = 2;

/// A loop, with the steps that count its iterations.
struct Counted {
    function: FuncId,
    instrs: Vec<InstrId>,
    keys: BTreeSet<Key>,
    limit: i64,
    counter: usize,
}

impl<'a> Writer<'a> {
    fn new(program: &'a Program, edges: &'a Edges, steps: &'a Steps) -> Self {
        let mut found_by: FxHashMap<Key, BTreeSet<EdgeId>> = FxHashMap::default();
        for (edge, step) in steps.iter() {
            if let Some(key) = key(step) {
                found_by.entry(key).or_default().insert(edge);
            }
        }
        Self { program, edges, steps, calls: CallGraph::new(program), found_by, counters: Vec::new(), transitions: Vec::new() }
    }

    /// With a bound on loops and recursion, or without. `None` if that cannot be said in steps.
    fn inside(mut self, k: Option<u32>, before: &[Spot]) -> Option<Self> {
        // What the tool's own code calls back is called in between.
        if self.edges.outgoing(self.edges.outside()).len() > 1 {
            return None;
        }
        let mut out: BTreeSet<Key> = BTreeSet::new();
        for &spot in before {
            out.extend(self.keys_before(spot)?);
        }
        self.leave_at(&out);
        if let Some(k) = k {
            self.count(k)?;
        }
        if self.transitions.len() > MOST_TRANSITIONS {
            return None;
        }
        self.end();
        Some(self)
    }

    /// Counts loops and recursion up to the bound.
    fn count(&mut self, k: u32) -> Option<()> {
        let mut loops = Vec::new();
        let functions: Vec<FuncId> = self.program.functions.ids().filter(|f| self.edges.entry(*f).is_some()).collect();
        for &function in &functions {
            let Some(body) = &self.program.functions[function].body else { continue };
            for Repeated { head, instrs, entry } in repeated(body, &Cfg::new(self.program, body))? {
                let keys = self.counting(function, head, &instrs)?;
                // The unrolling does not come back to the head once more, so the way out of it is not seen. Nothing is counted on the way from an entry in the middle.
                let unseen = match entry {
                    Entry::Head => 1,
                    Entry::Middle => 2,
                };
                let limit = i64::from(k) - unseen;
                if limit < 0 {
                    return None;
                }
                let counter = self.counter(&format!("loop_{}_{}", function.index(), head.index()));
                loops.push(Counted { function, instrs, keys, limit, counter });
            }
        }
        let recursive: Vec<FuncId> = functions.iter().copied().filter(|&f| self.is_recursive(f)).collect();
        self.count_loops(&loops, &recursive);
        self.count_calls(&recursive, k)
    }

    fn counter(&mut self, name: &str) -> usize {
        self.counters.push(name.to_owned());
        self.counters.len() - 1
    }

    /// Can the function be called while it is active?
    fn is_recursive(&self, f: FuncId) -> bool {
        let called = |g: FuncId| self.calls.reachable(g)[f];
        let body = self.calls.sites().iter().filter(|s| s.caller == f).flat_map(|s| self.calls.targets(self.program, s.callee));
        body.collect::<Vec<_>>().into_iter().any(called)
    }

    /// Steps of which each iteration of the loop passes one, on a way that begins at its head.
    fn counting(&self, function: FuncId, head: InstrId, instrs: &[InstrId]) -> Option<BTreeSet<Key>> {
        let inside = |place: PlaceId| match self.edges.places()[place] {
            Place::At { function: f, instr } => f == function && instrs.binary_search(&instr).is_ok(),
            Place::Outside | Place::Exit(_) => false,
        };
        // The head may be passed over: its place is the first one behind it.
        let head = self.edges.place_from(self.program, function, head)?;
        if !inside(head) {
            return None;
        }
        let mut keys = BTreeSet::new();
        let mut seen: FxHashSet<PlaceId> = FxHashSet::from_iter([head]);
        let mut waiting = vec![head];
        while let Some(place) = waiting.pop() {
            for &edge in self.edges.outgoing(place) {
                let facts = self.edges.edge(edge);
                let leads_in = facts.kind == EdgeKind::Call;
                if !leads_in && !inside(facts.target) {
                    continue;
                }
                match self.steps.of(edge).iter().find_map(key) {
                    Some(key) => _ = keys.insert(key),
                    // Back at the head without a step, or away into a function.
                    None if leads_in || facts.target == head => return None,
                    None => {
                        if seen.insert(facts.target) {
                            waiting.push(facts.target);
                        }
                    }
                }
            }
        }
        Some(keys)
    }

    /// The last steps before places.
    fn keys_before(&self, spot: Spot) -> Option<BTreeSet<Key>> {
        let is_in = |place: PlaceId, function: FuncId| matches!(self.edges.places()[place], Place::At { function: f, .. } if f == function);
        let mut waiting: Vec<PlaceId> = match spot {
            Spot::At(function, instr) => self.edges.place_from(self.program, function, instr).into_iter().collect(),
            Spot::Line(function, loc) => {
                let has_line = |place: PlaceId| self.edges.outgoing(place).iter().any(|e| self.edges.edge(*e).loc.line == loc.line);
                self.edges.places().ids().filter(|&place| is_in(place, function) && has_line(place)).collect()
            }
        };
        if waiting.is_empty() {
            return None;
        }
        let mut seen: FxHashSet<PlaceId> = waiting.iter().copied().collect();
        let mut keys = BTreeSet::new();
        while let Some(place) = waiting.pop() {
            for &edge in self.edges.incoming(place) {
                let source = self.edges.edge(edge).source;
                match self.steps.of(edge).iter().find_map(key) {
                    Some(key) => _ = keys.insert(key),
                    None if source == self.edges.outside() => return None,
                    None => {
                        if seen.insert(source) {
                            waiting.push(source);
                        }
                    }
                }
            }
        }
        Some(keys)
    }

    fn leave_at(&mut self, keys: &BTreeSet<Key>) {
        for key in keys {
            self.transitions.push(transition(trigger(key), Vec::new(), StateId::new(FALSE)));
        }
    }

    /// One transition for all that a step counts and begins anew, behind those that leave what was looked at.
    fn count_loops(&mut self, loops: &[Counted], recursive: &[FuncId]) {
        let all: BTreeSet<&Key> = loops.iter().flat_map(|l| &l.keys).collect();
        for key in all {
            let counted: Vec<&Counted> = loops.iter().filter(|l| l.keys.contains(key)).collect();
            for l in &counted {
                self.transitions.push(transition(self.at_limit(key, l.counter, l.limit), Vec::new(), StateId::new(FALSE)));
            }
            let mut actions: Vec<Action> = counted.iter().map(|l| add(l.counter)).collect();
            for inner in loops.iter().filter(|i| self.begins_anew(key, i, &counted, recursive)) {
                actions.push(set(inner.counter, 0));
            }
            self.transitions.push(transition(trigger(key), actions, StateId::new(BOUNDED)));
        }
    }

    /// Is the loop not active where the step stands, wherever that is, and does its function have one call at a time? The step belongs to iterations of loops around it.
    fn begins_anew(&self, key: &Key, inner: &Counted, counted: &[&Counted], recursive: &[FuncId]) -> bool {
        if counted.iter().any(|l| l.counter == inner.counter) || recursive.contains(&inner.function) {
            return false;
        }
        self.found_by.get(key).is_some_and(|edges| {
            edges.iter().all(|&edge| match self.edges.places()[self.edges.edge(edge).source] {
                Place::At { function, instr } => {
                    let outside = function == inner.function && inner.instrs.binary_search(&instr).is_err();
                    // A textual loop may be larger than its instructions that come back to its head.
                    let (first, last) = (inner.instrs.first().copied(), inner.instrs.last().copied());
                    outside && (first.is_some_and(|f| instr < f) || last.is_some_and(|l| instr > l))
                }
                Place::Outside | Place::Exit(_) => false,
            })
        })
    }

    /// All calls of functions that call themselves count for each of them, whoever calls.
    fn count_calls(&mut self, recursive: &[FuncId], k: u32) -> Option<()> {
        for &f in recursive {
            let counter = self.counter(&format!("calls_{}", f.index()));
            let entry = self.edges.entry(f)?;
            let calls: Vec<EdgeId> = self.edges.incoming(entry).iter().copied().filter(|e| self.edges.edge(*e).kind == EdgeKind::Call).collect();
            let mut keys = BTreeSet::new();
            for edge in calls {
                keys.insert(self.steps.of(edge).iter().find_map(key)?);
            }
            // A step that counts something else already cannot count calls too.
            if keys.iter().any(|key| self.transitions.iter().any(|t| t.trigger == trigger(key))) {
                return None;
            }
            for key in &keys {
                self.transitions.push(transition(self.at_limit(key, counter, i64::from(k) - 1), Vec::new(), StateId::new(FALSE)));
                self.transitions.push(transition(trigger(key), vec![add(counter)], StateId::new(BOUNDED)));
            }
        }
        Some(())
    }

    fn at_limit(&self, key: &Key, counter: usize, limit: i64) -> Bool {
        let reached = Bool::Equal(Int::Variable(VariableId::new(counter)), Int::Number(limit.max(0)));
        Bool::And(Box::new(trigger(key)), Box::new(reached))
    }

    /// Where no step is ahead that counts, nothing that was not looked at can come.
    fn end(&mut self) {
        let mut ahead: FxHashSet<PlaceId> = FxHashSet::default();
        let counts = |edge: EdgeId| self.steps.of(edge).iter().filter_map(key).any(|key| self.transitions.iter().any(|t| is_about(&t.trigger, &key)));
        let mut waiting: Vec<PlaceId> = Vec::new();
        for (_, edge) in self.edges.iter().filter(|(id, _)| counts(*id)) {
            if ahead.insert(edge.source) {
                waiting.push(edge.source);
            }
        }
        while let Some(place) = waiting.pop() {
            for &edge in self.edges.incoming(place) {
                let source = self.edges.edge(edge).source;
                // Behind its end the program does not begin again.
                if source != self.edges.outside() && ahead.insert(source) {
                    waiting.push(source);
                }
            }
        }
        if ahead.is_empty() {
            return;
        }
        let is_frontier = |edge: &EdgeId| !ahead.contains(&self.edges.edge(*edge).target);
        let frontier = self.found_by.iter().filter(|(_, edges)| edges.iter().all(is_frontier));
        let comes_from = |edges: &BTreeSet<EdgeId>| edges.iter().any(|e| ahead.contains(&self.edges.edge(*e).source));
        let mut keys: Vec<&Key> = frontier.filter(|(_, edges)| comes_from(edges)).map(|(key, _)| key).collect();
        keys.sort_unstable();
        let last: Vec<Transition> = keys.into_iter().map(|key| transition(trigger(key), Vec::new(), StateId::new(TRUE))).collect();
        self.transitions.extend(last);
    }
}

/// Larger automata are not worth their time.
pub(super) const MOST_TRANSITIONS: usize = 20_000;

fn is_about(of: &Bool, key: &Key) -> bool {
    match of {
        Bool::And(a, _) if !matches!(**a, Bool::Match(..)) => is_about(a, key),
        other => *other == trigger(key),
    }
}

pub(super) fn add(counter: usize) -> Action {
    let variable = VariableId::new(counter);
    Action::Set { variable, value: Int::Add(Box::new(Int::Variable(variable)), Box::new(Int::Number(1))) }
}

fn set(counter: usize, value: i64) -> Action {
    Action::Set { variable: VariableId::new(counter), value: Int::Number(value) }
}

fn key(step: &Step) -> Option<Key> {
    (step.function.is_some() && !step.text.is_empty() && step.loc.line > 0).then(|| (step.text.clone(), step.loc.line))
}

pub(super) fn trigger(key: &Key) -> Bool {
    let text = Bool::Match(Match::Text(key.0.clone()), span());
    Bool::And(Box::new(text), Box::new(Bool::Match(Match::Lines(vec![key.1]), span())))
}
