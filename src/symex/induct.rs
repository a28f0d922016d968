//! The inductive step's unrolling: a loop is entered in the state of the real entry or in one that stands for all states at its head after any number of
//! iterations, and is executed a few times from there.
//!
//! With depth `k`, an execution that goes back to the head `m` times before something happens is followed as it is if `m < k` ("from the start"), and
//! otherwise ("from the middle") from its `m - k`-th arrival at the head on, which the made-up state includes. So every first occurrence of anything is
//! met: from the start in an iteration before the `k`-th, or from the middle in the `k`-th, counted from 0. What happens from the middle before that is
//! *earlier*: it is no first occurrence, and may be taken not to have happened. This holds for each loop around a place by itself; different loops need
//! no common bound, and the base case is included. A cut is nothing that happens in the program, so it counts everywhere. Whether a loop is entered in the
//! middle is a free choice for each: what is assumed of a loop, of earlier occurrences as of invariants, never says anything of an execution that has
//! not come to it.
//!
//! What a loop may change is found by executing an iteration from a state in which everything that is known to change is made up, until nothing else
//! changes: writes through pointers, calls and inner loops need no rules of their own. Loops that end by themselves soon are executed as they are.
//!
//! Knows nothing of solvers: invariants proposed for a head come with the conditions under which they would be broken.

use super::changes::{Change, Origin};
use super::elements::Pending;
use super::frame::Induct;
use super::functions::{Variable, variable_shape};
use super::objects::{Kind, ObjectId, Part, ScopeId, Site};
use super::run::Run;
use super::shape::Shape;
use super::state::{Cell, State};
use super::value::Value;
use super::{CutReason, Hypothesis, Step};
use crate::analysis::invariants::Candidate;
use crate::term::TermId;
use goto::{ExprId, ExprKind, FuncId, Id, InstrId, SymbolId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Iterations after which a loop does not count as one that ends by itself.
const MOST_PLAIN_ITERATIONS: u32 = 130;
/// Instructions that are executed to find out whether a loop ends by itself.
const MOST_PLAIN_STEPS: u64 = 20_000;
/// Rounds of looking for what a loop changes. Each one but the last finds more.
const MOST_ROUNDS: u32 = 60;

/// What a loop may change.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes {
    pub locals: BTreeMap<u64, Change>,
    pub memory: BTreeMap<u64, Change>,
    /// Objects whose lives may end.
    ends: BTreeSet<u64>,
}

/// What an inductive unrolling keeps beyond a plain one.
pub(super) struct Inductive<'a> {
    hypothesis: Hypothesis,
    candidates: &'a [Candidate],
    by_head: FxHashMap<(FuncId, InstrId), Vec<usize>>,
    /// Loops that did not end by themselves.
    not_plain: FxHashSet<(ScopeId, InstrId)>,
    /// What was found to change.
    remembered: FxHashMap<(ScopeId, InstrId), Rc<Changes>>,
    /// Trials around what is executed. What is met there does not count.
    trials: u32,
    /// Where facts about all elements are assumed.
    pub pending: Vec<Pending<'a>>,
    pub step: Step,
}

/// How a trial ended.
enum Trial {
    /// The state in which execution comes back to the head, if it does.
    Back(Option<Box<State>>),
    /// The loop was executed to its end.
    Ended,
    /// It takes too long.
    Stopped,
}

impl<'a> Inductive<'a> {
    pub fn new(hypothesis: Hypothesis, candidates: &'a [Candidate]) -> Self {
        let mut by_head: FxHashMap<(FuncId, InstrId), Vec<usize>> = FxHashMap::default();
        for (index, candidate) in candidates.iter().enumerate() {
            by_head.entry((candidate.function, candidate.head)).or_default().push(index);
        }
        let step = Step { candidates: vec![super::Use::default(); candidates.len()], ..Step::default() };
        let (not_plain, remembered) = (FxHashSet::default(), FxHashMap::default());
        Inductive { hypothesis, candidates, by_head, not_plain, remembered, trials: 0, pending: Vec::new(), step }
    }

    /// Trials need no more than one iteration: what holds for the state that stands for all holds for each.
    fn depth(&self) -> u32 {
        if self.trials > 0 { 0 } else { self.hypothesis.depth }
    }
}

impl<'a> Run<'a> {
    /// Is what is executed only a trial, so that nothing met counts?
    pub fn is_trial(&self) -> bool {
        self.inductive.as_ref().is_some_and(|i| i.trials > 0)
    }

    /// When what happens now may be a first occurrence, by all loops around it in all calls; elsewhere it is earlier.
    pub fn first_occurrence(&mut self) -> TermId {
        let mut first = self.cx.pool.truth(true);
        let Some(inductive) = &self.inductive else { return first };
        let depth = inductive.depth();
        for frame in &self.frames {
            for middle in frame.earlier_middles(frame.pc, None, depth) {
                let start = self.cx.pool.not(middle);
                first = self.cx.pool.and(first, start);
            }
        }
        first
    }

    /// Execution leaves loops in the current call, for `to` or by returning. From the middle that counts only in the last iteration: false if the state cannot go there.
    pub fn leave_loops(&mut self, state: &mut State, to: Option<InstrId>) -> bool {
        let Some(inductive) = &self.inductive else { return true };
        let Some(frame) = self.frames.last() else { return true };
        let middles: Vec<TermId> = frame.earlier_middles(frame.pc, to, inductive.depth()).collect();
        middles.into_iter().all(|middle| {
            let start = self.cx.pool.not(middle);
            state.path.add(self.cx.pool, start)
        })
    }

    /// Execution has come to the head of a loop from outside.
    pub fn enter_loop(&mut self, l: u32) {
        let Some(frame) = self.frames.last_mut() else { return };
        let head = frame.pc;
        let scope = frame.position(self.cx.names);
        if frame.facts.loops[l as usize].is_irregular {
            return self.unsupported_loop("a loop with several entries");
        }
        if self.ends_by_itself(l, (scope, head)) {
            self.frame().set_induct(l, Induct::Plain, scope);
            return;
        }
        if self.keeps_dead() && self.has_heap_objects() {
            return self.unsupported_loop("memory that a loop may lose, without ever ending");
        }
        self.claim_candidates(head);
        let Some(changes) = self.find_changes(l, (scope, head)) else { return };
        let mut middle_state = self.made_up(&changes, (scope, head));
        let mut limits = Vec::new();
        self.limits_of(&middle_state, &changes, &mut limits);
        let possible = limits.iter().all(|&limit| middle_state.path.add(self.cx.pool, limit));
        let depth = self.inductive.as_ref().map_or(0, Inductive::depth);
        let family = self.cx.names.family(Site::Head(scope, head, Part::Middle));
        let middle = self.cx.fresh(family, format_args!("middle"), 1);
        let mut states = Vec::new();
        let mut start_state = std::mem::replace(&mut self.state, State::initial());
        let start = self.cx.pool.not(middle);
        // Without iterations before the one that counts everything is from the middle: from the start nothing goes on. But there must be that choice, since what
        // is assumed of the made-up state must not say anything of executions that have not come to it.
        if depth > 0 && start_state.path.add(self.cx.pool, start) {
            states.push(start_state);
        }
        if possible && middle_state.path.add(self.cx.pool, middle) {
            states.push(middle_state);
        }
        self.live = false;
        if let Some(state) = self.merge(states, head) {
            self.state = state;
            self.live = true;
        }
        self.frame().set_induct(l, Induct::From { middle }, scope);
        self.note_arrival(l);
        self.assume_candidates(head, middle);
    }

    fn has_heap_objects(&self) -> bool {
        let is_heap = |number: u64| self.cx.object(ObjectId::new(number as usize)).is_some_and(|o| o.kind == Kind::Heap);
        self.state.memory.keys().into_iter().any(is_heap)
    }

    fn unsupported_loop(&mut self, what: &str) {
        self.cut_all(CutReason::Unsupported(format!("{what} in an inductive proof")));
    }

    /// The jump that ends an iteration of a loop, back to its head.
    pub fn jump_back_inductively(&mut self, l: u32, head: InstrId) {
        let Some(inductive) = &self.inductive else { return };
        let depth = inductive.depth();
        let (number, undecided) = self.frame().iterations(l);
        match self.frame().induct(l) {
            Induct::Plain if number >= MOST_PLAIN_ITERATIONS || undecided => {
                self.frame().endless = true;
                self.cut_all(CutReason::Bound);
            }
            Induct::Plain => {
                self.frame().iterate_freely(l);
                self.frame_moves_to(head);
            }
            Induct::NotMet => self.unsupported_loop("a loop with several entries"),
            Induct::From { middle } => {
                self.claim_limits(l, head);
                self.claim_candidates(head);
                if number >= depth {
                    self.live = false;
                    return;
                }
                self.differ_from_arrivals(l, head, middle);
                self.frame().iterate_freely(l);
                if number + 1 == depth {
                    self.require(middle);
                }
                if self.live {
                    self.frame_moves_to(head);
                }
            }
        }
    }

    /// The head of a loop is reached in the current state, which later arrivals are compared with if anybody wants that.
    fn note_arrival(&mut self, l: u32) {
        let wanted = self.inductive.as_ref().is_some_and(|i| i.hypothesis.simple_paths && i.depth() > 0);
        if wanted && self.live {
            let state = self.state.clone();
            self.frame().arrives(l, state);
        }
    }

    /// Execution goes back to a head: with simple paths not in a state in which it was there before.
    fn differ_from_arrivals(&mut self, l: u32, head: InstrId, middle: TermId) {
        if self.inductive.as_ref().is_some_and(|i| i.hypothesis.simple_paths)
            && let Some(scope) = self.frame().head_scope(l)
            && let Some(changes) = self.inductive.as_ref().and_then(|i| i.remembered.get(&(scope, head)).cloned())
        {
            self.require_simple_path(l, &changes, middle);
            self.note_arrival(l);
        }
    }

    /// Does the loop end after few iterations whatever is unknown?
    fn ends_by_itself(&mut self, l: u32, key: (ScopeId, InstrId)) -> bool {
        if self.inductive.as_ref().is_some_and(|i| i.not_plain.contains(&key)) {
            return false;
        }
        let ends = matches!(self.trial(l, self.state.clone(), Induct::Plain), Trial::Ended);
        if !ends && let Some(inductive) = &mut self.inductive {
            inductive.not_plain.insert(key);
        }
        ends
    }

    /// All that the loop changes, found by executing it; nothing if that is cut.
    fn find_changes(&mut self, l: u32, key: (ScopeId, InstrId)) -> Option<Rc<Changes>> {
        let known = self.inductive.as_ref().and_then(|i| i.remembered.get(&key).cloned());
        let mut changes = known.map_or_else(Changes::default, |c| (*c).clone());
        self.cover_entry(&mut changes);
        let always = self.cx.pool.truth(true);
        for _ in 0..MOST_ROUNDS {
            let mut head = self.made_up(&changes, key);
            let mut limits = Vec::new();
            self.limits_of(&head, &changes, &mut limits);
            let possible = limits.iter().all(|&limit| head.path.add(self.cx.pool, limit));
            let after = match self.trial(l, head.clone(), Induct::From { middle: always }) {
                Trial::Back(Some(after)) if possible => after,
                Trial::Stopped => {
                    let reason = self.stop_reason();
                    self.cut_all(reason);
                    return None;
                }
                _ => return Some(self.remember(key, changes)),
            };
            match self.widen_all(&mut changes, [&head, &after], key.1) {
                Ok(true) => {}
                Ok(false) => return Some(self.remember(key, changes)),
                Err(reason) => {
                    self.unsupported_loop(reason);
                    return None;
                }
            }
        }
        self.unsupported_loop("a loop that changes too much");
        None
    }

    /// What was found from another entry of the loop must cover the state at this one.
    fn cover_entry(&mut self, changes: &mut Changes) {
        let entry = self.state.clone();
        let function = self.frame().function;
        for (&slot, change) in &mut changes.locals {
            match (entry.locals.get(slot), self.slot_shape(function, slot)) {
                (Some(value), Some(shape)) => self.cx.cover(change, value, shape, &entry.memory),
                _ => *change = Change::Anything,
            }
        }
        for (&number, change) in &mut changes.memory {
            let shape = self.cx.known_shape(ObjectId::new(number as usize));
            if let Some(cell) = entry.memory.get(number) {
                self.cx.cover(change, &cell.value, shape, &entry.memory);
            }
        }
    }

    /// How the value in a slot is divided: a variable's own, or a pointer to the object that it is.
    pub fn slot_shape(&self, function: FuncId, slot: u64) -> Option<Shape> {
        let symbol = self.variables.in_slot(function, slot);
        match self.variables.get(symbol) {
            Variable::Object(_) => self.cx.pointer_type.map(Shape::Type),
            _ => Some(variable_shape(self.program, symbol)),
        }
    }

    fn remember(&mut self, key: (ScopeId, InstrId), changes: Changes) -> Rc<Changes> {
        let changes = Rc::new(changes);
        if let Some(inductive) = &mut self.inductive {
            inductive.remembered.insert(key, Rc::clone(&changes));
        }
        changes
    }

    /// Adds to the changes what differs between the state that stood for all and the one an iteration later. True if that is anything new.
    fn widen_all(&mut self, changes: &mut Changes, states: [&State; 2], at: InstrId) -> Result<bool, &'static str> {
        let [head, after] = states;
        let entry = self.state.clone();
        let function = self.frame().function;
        let mut grew = false;
        for slot in head.locals.differing(&after.locals) {
            let variable = self.variables.get(self.variables.in_slot(function, slot));
            if matches!(variable, Variable::Register(_)) && !self.is_needed(at, slot) {
                continue;
            }
            let shape = self.slot_shape(function, slot);
            let change = changes.locals.entry(slot).or_default();
            grew |= match (entry.locals.get(slot), head.locals.get(slot), after.locals.get(slot), shape) {
                (Some(entry), Some(x), Some(y), Some(shape)) => self.cx.widen(change, [entry, x, y], shape, &self.state.memory),
                _ => std::mem::replace(change, Change::Anything) != Change::Anything,
            };
        }
        for number in head.memory.differing(&after.memory) {
            match (entry.memory.get(number), head.memory.get(number), after.memory.get(number)) {
                (_, None, Some(_)) if self.keeps_dead() => return Err("memory that a loop leaves behind"),
                (Some(entry), Some(x), Some(y)) => {
                    let shape = self.cx.known_shape(ObjectId::new(number as usize));
                    let change = changes.memory.entry(number).or_default();
                    grew |= self.cx.widen(change, [&entry.value, &x.value, &y.value], shape, &self.state.memory);
                    if x.alive != y.alive {
                        grew |= changes.ends.insert(number);
                    }
                }
                (Some(_), Some(_), None) => grew |= changes.ends.insert(number),
                _ => {}
            }
        }
        Ok(grew)
    }

    /// May the register be read at the head or later?
    fn is_needed(&mut self, at: InstrId, slot: u64) -> bool {
        self.keeps_dead() || self.frame().facts.live.is_live(at, slot)
    }

    /// The state at the entry with everything made up that the loop changes.
    fn made_up(&mut self, changes: &Changes, (scope, head): (ScopeId, InstrId)) -> State {
        let mut state = self.state.clone();
        let function = self.frame().function;
        for (&slot, change) in &changes.locals {
            let origin = self.origin(scope, head, Part::Local(slot));
            let value = match (state.locals.get(slot), self.slot_shape(function, slot)) {
                (Some(entry), Some(shape)) => self.cx.changed(entry, change, shape, origin),
                _ => Value::Fresh(origin.family, 0),
            };
            state.locals.insert(slot, value);
        }
        for (&number, change) in &changes.memory {
            let origin = self.origin(scope, head, Part::Object(number));
            let shape = self.cx.known_shape(ObjectId::new(number as usize));
            if let Some(Cell { value, alive }) = state.memory.get(number).cloned() {
                let value = self.cx.changed(&value, change, shape, origin);
                state.memory.insert(number, Cell { value, alive });
            }
        }
        for &number in &changes.ends {
            let origin = self.origin(scope, head, Part::Life(number));
            let lives = self.cx.fresh(origin.family, format_args!("lives"), 1);
            if let Some(cell) = state.memory.get_mut(number) {
                cell.alive = self.cx.pool.and(cell.alive, lives);
            }
        }
        state
    }

    fn origin(&mut self, scope: ScopeId, head: InstrId, part: Part) -> Origin {
        Origin { family: self.cx.names.family(Site::Head(scope, head, part)), bit: 0 }
    }

    /// What the listed values of the changes say about a state at the head.
    fn limits_of(&mut self, state: &State, changes: &Changes, out: &mut Vec<TermId>) {
        let function = self.frame().function;
        for (&slot, change) in &changes.locals {
            let shape = variable_shape(self.program, self.variables.in_slot(function, slot));
            if let Some(value) = state.locals.get(slot) {
                self.cx.within(value, change, shape, out);
            }
        }
        for (&number, change) in &changes.memory {
            let shape = self.cx.known_shape(ObjectId::new(number as usize));
            if let Some(cell) = state.memory.get(number) {
                self.cx.within(&cell.value, change, shape, out);
            }
        }
    }

    /// The listed values must include those with which an iteration ends.
    fn claim_limits(&mut self, l: u32, head: InstrId) {
        if self.is_trial() || !self.live {
            return;
        }
        let scope = self.frame().head_scope(l);
        let Some(scope) = scope else { return };
        let Some(changes) = self.inductive.as_ref().and_then(|i| i.remembered.get(&(scope, head)).cloned()) else { return };
        let mut limits = Vec::new();
        let state = self.state.clone();
        self.limits_of(&state, &changes, &mut limits);
        let all = self.cx.pool.and_all(&limits);
        let broken = self.cx.pool.not(all);
        if let Some(condition) = self.on_path(broken) {
            let first = self.first_occurrence();
            let condition = self.cx.pool.and(condition, first);
            if let Some(inductive) = &mut self.inductive {
                inductive.step.broken.push(condition);
            }
        }
    }

    /// Execution arrives at the head in a state of the program's: what is proposed must hold there. Where the arrival is an earlier one, it does.
    fn claim_candidates(&mut self, head: InstrId) {
        if self.is_trial() || !self.live {
            return;
        }
        let first = self.first_occurrence();
        let path = self.state.path.condition(self.cx.pool);
        for index in self.candidates_at(head) {
            let holds = self.candidate(index, head);
            let holds = holds.unwrap_or_else(|| self.cx.pool.truth(false));
            let claimed = self.cx.pool.and(path, first);
            let fails = self.cx.pool.not(holds);
            let broken = self.cx.pool.and(claimed, fails);
            let other = self.cx.pool.not(first);
            let earlier = self.cx.pool.and(path, other);
            // Of all elements nothing more is assumed than of the state that stands for all arrivals.
            let assumed = if self.is_about_elements(index) { self.cx.pool.truth(true) } else { self.cx.pool.implies(earlier, holds) };
            self.note_candidate(index, broken, assumed);
        }
    }

    /// Execution goes on in a state that stands for all arrivals (from the middle): what is proposed holds in each of them.
    fn assume_candidates(&mut self, head: InstrId, middle: TermId) {
        if self.is_trial() || !self.live {
            return;
        }
        let path = self.state.path.condition(self.cx.pool);
        let path = self.cx.pool.and(path, middle);
        let never = self.cx.pool.truth(false);
        for index in self.candidates_at(head) {
            if self.is_about_elements(index) {
                self.assume_later(index, head, path);
                continue;
            }
            if let Some(holds) = self.candidate(index, head) {
                let assumed = self.cx.pool.implies(path, holds);
                self.note_candidate(index, never, assumed);
            }
        }
    }

    fn candidates_at(&mut self, head: InstrId) -> Vec<usize> {
        let function = self.frame().function;
        self.inductive.as_ref().and_then(|i| i.by_head.get(&(function, head)).cloned()).unwrap_or_default()
    }

    pub fn note_candidate(&mut self, index: usize, broken: TermId, assumed: TermId) {
        let (is_claim, is_fact) = (!self.cx.pool.is_false(broken), !self.cx.pool.is_true(assumed));
        if let Some(inductive) = &mut self.inductive {
            let used = &mut inductive.step.candidates[index];
            used.broken.extend(is_claim.then_some(broken));
            used.assumed.extend(is_fact.then_some(assumed));
        }
    }

    /// The candidate as a condition on the current state; `None` if it cannot be told here.
    fn candidate(&mut self, index: usize, head: InstrId) -> Option<TermId> {
        let Candidate { fact, each, .. } = *self.proposed(index)?;
        if let Some(each) = each {
            let any = self.any_index();
            return self.holds_at(fact, each, any, head);
        }
        if !self.can_tell(fact, None, head) {
            return None;
        }
        let (path, n_cuts) = (self.state.path.clone(), self.n_cuts());
        let holds = self.truth(fact);
        let told = std::mem::replace(&mut self.live, true) && self.n_cuts() == n_cuts && self.cx.take_trouble().is_none();
        // What the evaluation requires, such as divisors that are not zero, is part of the fact.
        let holds = if self.state.path.is_same(&path) {
            holds
        } else {
            let valid = self.state.path.condition(self.cx.pool);
            self.cx.pool.and(valid, holds)
        };
        self.state.path = path;
        self.forget_cuts(n_cuts);
        told.then_some(holds)
    }

    pub fn proposed(&self, index: usize) -> Option<&'a Candidate> {
        self.inductive.as_ref().map(|i| &i.candidates[index])
    }

    /// Are all variables there (but for the one that stands for any index), and the registers among them needed, so that nobody has dropped their values?
    pub fn can_tell(&mut self, fact: ExprId, each: Option<SymbolId>, head: InstrId) -> bool {
        if let ExprKind::Var(symbol) = self.program.exprs.kind(fact) {
            return each == Some(symbol)
                || match self.variables.get(symbol) {
                    Variable::Static => true,
                    Variable::Register(slot) => self.state.locals.get(u64::from(slot)).is_some() && self.is_needed(head, u64::from(slot)),
                    Variable::Object(slot) => self.state.locals.get(u64::from(slot)).is_some(),
                };
        }
        let mut operands = Vec::new();
        self.program.exprs.operands(fact, |operand| operands.push(operand));
        operands.into_iter().all(|operand| self.can_tell(operand, each, head))
    }

    /// Executes a loop from its head in a frame of its own. Nothing that is met counts.
    fn trial(&mut self, l: u32, state: State, induct: Induct) -> Trial {
        let frame = self.frame();
        let loop_ = frame.facts.loops[l as usize];
        let trial = frame.for_trial(l, induct);
        let before = (std::mem::replace(&mut self.state, state), self.live, self.n_cuts());
        let (base, start) = (self.frames.len(), self.steps());
        self.frames.push(trial);
        self.live = true;
        if let Some(inductive) = &mut self.inductive {
            inductive.trials += 1;
        }
        let moment = 2 * loop_.last.index() as u32 + 1;
        let outcome = loop {
            if self.limit().is_some() || induct == Induct::Plain && self.steps() - start > MOST_PLAIN_STEPS {
                break Trial::Stopped;
            }
            if self.frames.len() == base + 1 {
                let live = self.live;
                let frame = self.frame();
                if frame.endless {
                    break Trial::Stopped;
                }
                if live && !loop_.contains(frame.pc) {
                    self.live = false;
                    continue;
                }
                if !live && (frame.next > moment || frame.next == moment && induct != Induct::Plain) {
                    if induct == Induct::Plain {
                        break Trial::Ended;
                    }
                    let states = if frame.next == moment { frame.take_waiting(moment) } else { Vec::new() };
                    break Trial::Back(self.merge(states, loop_.head).map(Box::new));
                }
            }
            self.advance();
        };
        while self.frames.len() > base {
            self.drop_frame(base);
        }
        if let Some(inductive) = &mut self.inductive {
            inductive.trials -= 1;
        }
        self.forget_cuts(before.2);
        (self.state, self.live) = (before.0, before.1);
        outcome
    }
}
