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
//! Here is what happens at heads and on the way out of loops. `trial` executes a loop to see what comes of it, `middle` makes the state that stands for all,
//! `rows` has the nodes
//! that earlier iterations made, `candidates` has the invariants that are proposed, `vectors` the control values that are met. Nothing here knows solvers: what must not happen comes as conditions.

mod candidates;
mod middle;
mod rows;
mod trial;
mod vectors;

pub(super) use middle::Changes;

use super::elements::{NumbersOfReads, Pending};
use super::frame::Induct;
use super::objects::{Part, ScopeId, Site};
use super::run::Run;
use super::state::State;
use super::{AtHeads, CutReason, Entered, Hypothesis, InductiveConditions};
use analysis::invariants::{Candidate, ControlVector};
use goto::{FuncId, HeapFact, InstrId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use term::TermId;

/// Iterations after which a loop does not count as one that ends by itself.
const MOST_PLAIN_ITERATIONS: u32 = 130;

/// What an inductive unrolling keeps beyond a plain one.
pub(super) struct Inductive<'a> {
    pub hypothesis: Hypothesis,
    candidates: &'a [Candidate],
    by_head: FxHashMap<(FuncId, InstrId), Vec<usize>>,
    vectors: &'a [ControlVector],
    /// Loops that did not end by themselves.
    not_plain: FxHashSet<(ScopeId, InstrId)>,
    /// What was found to change.
    remembered: FxHashMap<(ScopeId, InstrId), Rc<Changes>>,
    /// Trials around what is executed. What is met there does not count.
    trials: u32,
    /// Where facts about all elements are assumed.
    pub pending: Vec<Pending<'a>>,
    /// Values of variables that stand for each value.
    pub each: FxHashSet<TermId>,
    /// The unknown indices at which elements were accessed, and the ends of assumptions about all values, as wide as pointers, in their order.
    pub indices: Vec<TermId>,
    /// What the program and what is asked have read, where assumptions are told of that alone.
    pub reads_of_program: Option<Rc<NumbersOfReads>>,
    pub step: InductiveConditions,
    /// So many arrivals at heads were written down.
    moments: usize,
}

impl<'a> Inductive<'a> {
    pub(crate) fn new(hypothesis: Hypothesis, at_heads: AtHeads<'a>) -> Self {
        let AtHeads { candidates, vectors } = at_heads;
        let mut by_head: FxHashMap<(FuncId, InstrId), Vec<usize>> = FxHashMap::default();
        for (index, candidate) in candidates.iter().enumerate() {
            by_head.entry((candidate.function, candidate.head)).or_default().push(index);
        }
        let step = InductiveConditions {
            candidates: vec![super::Use::default(); candidates.len()],
            vectors: vec![super::Met::default(); vectors.len()],
            ..InductiveConditions::default()
        };
        let (not_plain, remembered) = (FxHashSet::default(), FxHashMap::default());
        Inductive {
            hypothesis,
            candidates,
            by_head,
            vectors,
            not_plain,
            remembered,
            trials: 0,
            pending: Vec::new(),
            each: FxHashSet::default(),
            indices: Vec::new(),
            reads_of_program: None,
            step,
            moments: 0,
        }
    }

    /// Trials need no more than one iteration: what holds for the state that stands for all holds for each.
    fn depth(&self) -> u32 {
        if self.trials > 0 { 0 } else { self.hypothesis.depth }
    }
}

impl<'a> Run<'a> {
    /// Is what is executed only a trial, so that nothing met counts?
    pub(crate) fn is_trial(&self) -> bool {
        self.inductive.as_ref().is_some_and(|i| i.trials > 0)
    }

    /// Are there iterations from the middle before the one that counts?
    pub(crate) fn has_iterations_ahead(&self) -> bool {
        self.inductive.as_ref().is_some_and(|i| i.hypothesis.depth > 0)
    }

    /// When what happens now may be a first occurrence, by all loops around it in all calls; elsewhere it is earlier.
    pub(crate) fn first_occurrence(&mut self) -> TermId {
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
    pub(crate) fn leave_loops(&mut self, state: &mut State, to: Option<InstrId>) -> bool {
        let Some(inductive) = &self.inductive else { return true };
        let Some(frame) = self.frames.last() else { return true };
        let middles: Vec<TermId> = frame.earlier_middles(frame.pc, to, inductive.depth()).collect();
        middles.into_iter().all(|middle| {
            let start = self.cx.pool.not(middle);
            state.path.add(self.cx.pool, start)
        })
    }

    /// Execution has come to the head of a loop from outside.
    pub(crate) fn enter_loop(&mut self, l: u32) {
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
        self.claim_candidates(head);
        let arrival = self.state.path.condition(self.cx.pool);
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
        self.note_entered(arrival, middle);
        self.assume_candidates(head, middle);
        if self.asks_for_lost() && self.live && !self.is_trial() {
            self.may_never_end();
        }
    }

    /// A loop that never ends comes to no place where it is asked what is lost, so nothing may be before.
    fn may_never_end(&mut self) {
        let kept = self.heap_fact(HeapFact::IsReachable);
        let lost = self.cx.pool.not(kept);
        if !self.cx.pool.is_false(lost) {
            self.unsupported(lost, "memory that a loop may lose, without ever ending, in an inductive proof");
        }
    }

    fn note_entered(&mut self, arrival: TermId, middle: TermId) {
        let path = if self.live { self.state.path.condition(self.cx.pool) } else { self.cx.pool.truth(false) };
        let entered = Entered { arrival, made_up: self.cx.pool.and(path, middle) };
        if !self.is_trial()
            && let Some(inductive) = &mut self.inductive
        {
            inductive.step.entered.push(entered);
        }
    }

    fn unsupported_loop(&mut self, what: &str) {
        self.cut_all(CutReason::Unsupported(format!("{what} in an inductive proof")));
    }

    /// The jump that ends an iteration of a loop, back to its head.
    pub(crate) fn jump_back_inductively(&mut self, l: u32, head: InstrId) {
        let Some(inductive) = &self.inductive else { return };
        let depth = inductive.depth();
        let (number, undecided) = self.frame().iterations(l);
        // A loop with clauses ends where its head is reached again.
        let may_end_at_head = number == 0 && self.frame().facts.loops[l as usize].has_end;
        match self.frame().induct(l) {
            Induct::Plain if number >= MOST_PLAIN_ITERATIONS || undecided && !may_end_at_head => {
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
}
