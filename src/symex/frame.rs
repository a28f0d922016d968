//! A call in progress: where it is, which states wait where, how often its loops have run.

use super::functions::FunctionFacts;
use super::objects::{Names, ObjectId, ScopeId, Step};
use super::spins::Round;
use super::state::State;
use super::value::Value;
use goto::Trie;
use goto::{Body, ExprId, FuncId, Id, InstrId, TypeId};
use std::collections::BTreeMap;
use std::rc::Rc;
use term::TermId;

/// An iteration counts so much towards the bound of its loop. One in which the loop's own tests were known counts 1, as long as what they test changes
/// from iteration to iteration: such loops end by themselves.
const FULL_COUNT: u64 = 16;

pub(super) struct Frame<'a> {
    pub function: FuncId,
    pub body: &'a Body,
    pub facts: Rc<FunctionFacts>,
    /// The scope of the call itself, without loops.
    pub scope: ScopeId,
    /// The scope of the current iterations, once asked for.
    position: Option<ScopeId>,
    pub pc: InstrId,
    /// States that wait, by moment: `2 · i` is before instruction `i`, `2 · i + 1` is after it, to go back to the head of the loop that it ends.
    waiting: BTreeMap<u32, Vec<State>>,
    /// The first moment in `waiting`, or `u32::MAX`.
    pub next: u32,
    loops: Vec<Iterations>,
    /// States that have returned.
    pub returned: Vec<State>,
    /// What the function returns.
    pub result: TypeId,
    pub site: CallSite,
    /// Objects that die with the call.
    pub objects: Vec<ObjectId>,
    /// How many calls of the same function around this one count towards the bound.
    pub recursion: u32,
    /// Decisions before the call.
    pub decisions: u64,
    /// The loop that is executed on trial, by its head: what goes back to it waits to be looked at.
    pub trial: Option<InstrId>,
    /// The loop on trial does not end by itself.
    pub endless: bool,
}

/// How often a loop has run since it was entered.
#[derive(Clone, Debug, Default)]
struct Iterations {
    number: u32,
    /// In units of 1 / `FULL_COUNT`.
    counted: u64,
    /// Before the current iteration.
    events: Events,
    /// A test of the loop was not known in the current iteration.
    decided: bool,
    /// What the known tests of the current iteration compared, and those of the one before. Kept once iterations count.
    compared: u64,
    compared_before: Option<u64>,
    /// The state at the start of an earlier iteration.
    earlier: Option<Earlier>,
    /// How the inductive step takes the loop, and the scope in which its head was met.
    induct: Induct,
    head_scope: Option<ScopeId>,
    /// The states in which the head was reached so far, where the inductive step wants them to differ.
    arrivals: Vec<State>,
    /// A test of the loop was known in the current iteration.
    known: bool,
    /// Where the current iteration has begun, if threads are followed.
    round: Option<Round>,
}

/// How the inductive step takes a loop since it was entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Induct {
    /// Its head was not met.
    #[default]
    NotMet,
    /// As it is, until it ends by itself.
    Plain,
    /// From a state at its head that stands for others, where this holds: the loop is entered in the middle.
    From { middle: TermId },
}

/// What has happened so far that was not known in advance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Events {
    /// Decisions that depended on something unknown.
    pub decisions: u64,
    pub inputs: usize,
}

/// A state at the head of a loop, to find out whether it comes back.
#[derive(Clone, Debug)]
struct Earlier {
    number: u32,
    state: State,
    /// Before the iteration.
    events: Events,
}

/// Iterations after which a state is expected back at most.
const LONGEST_CYCLE: u32 = 64;
/// Iterations before anybody suspects that a loop does not end.
const FIRST_SUSPICION: u32 = 64;

/// What is to be done when a call returns.
pub(super) struct CallSite {
    pub result: Option<ExprId>,
    pub args: Rc<Vec<(Value, TypeId)>>,
    /// What was written of those that are records, if somebody asks.
    pub written: Rc<Vec<Option<Value>>>,
    /// The variables of the caller.
    pub locals: Trie<Value>,
    /// Other functions that the same call may mean, with the states that call them.
    pub rest: Vec<(FuncId, State)>,
    /// The states in which functions of the same call have returned.
    pub done: Vec<State>,
}

impl CallSite {
    /// The call of the start function.
    pub(crate) fn outermost() -> Self {
        CallSite { result: None, args: Rc::default(), written: Rc::default(), locals: Trie::default(), rest: Vec::new(), done: Vec::new() }
    }
}

impl<'a> Frame<'a> {
    pub(crate) fn new(function: FuncId, body: &'a Body, facts: Rc<FunctionFacts>, scope: ScopeId, result: TypeId, site: CallSite) -> Self {
        let loops = vec![Iterations::default(); facts.loops.len()];
        Frame {
            function,
            body,
            facts,
            scope,
            position: None,
            pc: InstrId::new(0),
            waiting: BTreeMap::new(),
            next: u32::MAX,
            loops,
            returned: Vec::new(),
            result,
            site,
            objects: Vec::new(),
            recursion: 0,
            decisions: 0,
            trial: None,
            endless: false,
        }
    }

    pub(crate) fn is_covered(&self) -> bool {
        self.facts.covered[self.pc.index()]
    }

    /// Lets a state wait for a moment.
    pub(crate) fn wait(&mut self, moment: u32, state: State) {
        self.waiting.entry(moment).or_default().push(state);
        self.next = self.next.min(moment);
    }

    /// Lets a state wait for execution to arrive at the target of a jump from here. All jumps back to one head wait for the last of them.
    pub(crate) fn wait_for_jump(&mut self, target: InstrId, state: State) {
        let moment = if target > self.pc { 2 * target.index() as u32 } else { 2 * self.last_jump(target).index() as u32 + 1 };
        self.wait(moment, state);
    }

    fn last_jump(&self, head: InstrId) -> InstrId {
        match self.facts.with_head(head) {
            Some(l) => self.facts.loops[l as usize].last,
            None => self.pc,
        }
    }

    /// Is the jump from here to an earlier instruction the last one of its loop, with no other state to go with it or before it?
    pub(crate) fn goes_back_alone(&self, target: InstrId) -> bool {
        self.last_jump(target) == self.pc && self.next > 2 * self.pc.index() as u32 + 1
    }

    pub(crate) fn take_waiting(&mut self, moment: u32) -> Vec<State> {
        let states = self.waiting.remove(&moment).unwrap_or_default();
        self.next = self.waiting.first_key_value().map_or(u32::MAX, |(&moment, _)| moment);
        states
    }

    /// All states that have not left the call, and those of other functions of the same call.
    pub(crate) fn take_states(&mut self) -> Vec<(InstrId, State)> {
        let mut states = Vec::new();
        for (moment, waiting) in std::mem::take(&mut self.waiting) {
            states.extend(waiting.into_iter().map(|s| (InstrId::new(moment as usize / 2), s)));
        }
        self.next = u32::MAX;
        let first = InstrId::new(0);
        states.extend(self.returned.drain(..).map(|s| (first, s)));
        states.extend(self.site.done.drain(..).map(|s| (first, s)));
        states.extend(self.site.rest.drain(..).map(|(_, s)| (first, s)));
        states
    }

    /// Execution goes to an instruction. Loops that it enters begin to count.
    pub(crate) fn move_to(&mut self, to: InstrId, events: Events) {
        let from = std::mem::replace(&mut self.pc, to);
        if self.facts.innermost[from.index()] == self.facts.innermost[to.index()] {
            return;
        }
        self.position = None;
        for l in self.facts.around(to) {
            if !self.facts.loops[l as usize].contains(from) {
                self.loops[l as usize] = Iterations { events, ..Iterations::default() };
            }
        }
    }

    /// Counts an iteration of the loop with this head; `false` if there may be no further one. Not counted are iterations in which nothing happened.
    pub(crate) fn iterate(&mut self, head: InstrId, events: Events, bound: u32) -> bool {
        let Some(l) = self.facts.with_head(head) else { return false };
        let facts = self.facts.loops[l as usize];
        let state = &mut self.loops[l as usize];
        if events.decisions != state.events.decisions {
            let ends_by_itself = facts.has_exit && !state.decided && state.compared_before != Some(state.compared);
            let watched = state.counted > 0;
            state.counted += if ends_by_itself { 1 } else { FULL_COUNT };
            state.compared_before = watched.then_some(state.compared);
        } else if events.inputs != state.events.inputs && !facts.has_exit {
            // Reads on for ever.
            state.counted += FULL_COUNT;
        }
        state.compared = 0;
        state.events = events;
        state.decided = false;
        state.number += 1;
        self.position = None;
        let limit = FULL_COUNT * u64::from(bound);
        // With a marked body the test before it may be made once more.
        if facts.has_mark { state.counted <= limit } else { state.counted < limit }
    }

    /// An iteration of the loop whose head is the current instruction begins.
    pub(crate) fn begin_round(&mut self, round: Round) {
        if let Some(l) = self.facts.with_head(self.pc) {
            self.loops[l as usize].round = Some(round);
        }
    }

    /// Where the iteration has begun that has come to its end.
    pub(crate) fn take_round(&mut self, head: InstrId) -> Option<Round> {
        let l = self.facts.with_head(head)?;
        self.loops[l as usize].round.take()
    }

    /// Has the last iteration of a model's loop with this head read inputs?
    pub(crate) fn has_read(&self, head: InstrId, events: Events) -> bool {
        self.facts.with_head(head).is_some_and(|l| self.loops[l as usize].events.inputs != events.inputs)
    }

    /// Is the loop with this head, before whose next iteration this is the state, in a cycle that it never leaves? While no events happen
    /// there is only one way that execution can go.
    pub(crate) fn never_ends(&mut self, head: InstrId, state: &State, events: Events) -> bool {
        let Some(l) = self.facts.with_head(head) else { return false };
        let own = &mut self.loops[l as usize];
        if own.number < FIRST_SUSPICION {
            return false;
        }
        if own.number.is_power_of_two() {
            own.earlier = Some(Earlier { number: own.number, state: state.clone(), events });
            return false;
        }
        own.earlier.as_ref().is_some_and(|earlier| own.number - earlier.number <= LONGEST_CYCLE && earlier.events == events && earlier.state.is_same(state))
    }

    /// Has the loop run as often as it may?
    pub(crate) fn is_used_up(&self, head: InstrId, bound: u32) -> bool {
        self.facts.with_head(head).is_some_and(|l| self.loops[l as usize].counted >= FULL_COUNT * u64::from(bound))
    }

    /// The head of the smallest loop around the current instruction.
    pub(crate) fn innermost_head(&self) -> Option<InstrId> {
        self.facts.innermost[self.pc.index()].map(|l| self.facts.loops[l as usize].head)
    }

    /// A jump from here was known in advance.
    pub(crate) fn knows(&mut self, target: InstrId) {
        for l in self.facts.exits(self.pc, target) {
            self.loops[l as usize].known = true;
        }
    }

    /// The loop whose head is the current instruction, if it was just entered.
    pub(crate) fn new_head(&self) -> Option<u32> {
        self.facts.with_head(self.pc).filter(|l| self.loops[*l as usize].induct == Induct::NotMet)
    }

    /// The scope of the first iteration of a loop around the current instruction: the one that names what is made up at its head.
    pub(crate) fn head_scope(&self, l: u32) -> Option<ScopeId> {
        self.loops[l as usize].head_scope
    }

    pub(crate) fn induct(&self, l: u32) -> Induct {
        self.loops[l as usize].induct
    }

    pub(crate) fn set_induct(&mut self, l: u32, induct: Induct, scope: ScopeId) {
        let own = &mut self.loops[l as usize];
        (own.induct, own.head_scope) = (induct, Some(scope));
    }

    /// The head of a loop is reached in this state.
    pub(crate) fn arrives(&mut self, l: u32, state: State) {
        self.loops[l as usize].arrivals.push(state);
    }

    /// The states in which it was reached before.
    pub(crate) fn arrivals(&self, l: u32) -> &[State] {
        &self.loops[l as usize].arrivals
    }

    /// The iterations of a loop that are done, and whether nothing that was known could have ended the last one.
    pub(crate) fn iterations(&self, l: u32) -> (u32, bool) {
        let own = &self.loops[l as usize];
        (own.number, !own.known)
    }

    /// Begins another iteration that no bound limits.
    pub(crate) fn iterate_freely(&mut self, l: u32) {
        let own = &mut self.loops[l as usize];
        own.number += 1;
        (own.decided, own.known) = (false, false);
        self.position = None;
    }

    /// Where execution is going from an iteration before the `depth`-th of a loop around `at`: the conditions under which those loops were entered in the middle.
    /// Loops around `to` as well are left out.
    pub(crate) fn earlier_middles(&self, at: InstrId, to: Option<InstrId>, depth: u32) -> impl Iterator<Item = TermId> + '_ {
        let left = self.facts.around(at).filter(move |l| !to.is_some_and(|to| self.facts.loops[*l as usize].contains(to)));
        left.filter_map(move |l| match self.loops[l as usize].induct {
            Induct::From { middle } if self.loops[l as usize].number < depth => Some(middle),
            _ => None,
        })
    }

    /// A frame in which conditions are told of states of this one at the current instruction.
    pub(crate) fn for_telling(&self) -> Frame<'a> {
        let mut frame = Frame::new(self.function, self.body, Rc::clone(&self.facts), self.scope, self.result, CallSite::outermost());
        frame.loops.clone_from(&self.loops);
        (frame.pc, frame.recursion, frame.decisions) = (self.pc, self.recursion, self.decisions);
        frame
    }

    /// A frame in which a loop of this one, whose head is the current instruction, is executed on trial.
    pub(crate) fn for_trial(&self, l: u32, induct: Induct) -> Frame<'a> {
        let mut frame = self.for_telling();
        frame.loops[l as usize].induct = induct;
        if induct != Induct::Plain {
            frame.trial = Some(self.pc);
        }
        frame
    }

    /// A jump from here was decided by something unknown.
    pub(crate) fn decide(&mut self, target: InstrId) {
        for l in self.facts.exits(self.pc, target) {
            self.loops[l as usize].decided = true;
        }
    }

    /// Does somebody want to know what the test of a jump from here compares?
    pub(crate) fn is_watched(&self, target: InstrId) -> bool {
        self.facts.exits(self.pc, target).any(|l| self.loops[l as usize].counted > 0)
    }

    /// The known test of a jump from here compared this.
    pub(crate) fn compare(&mut self, target: InstrId, compared: u64) {
        for l in self.facts.exits(self.pc, target) {
            let state = &mut self.loops[l as usize];
            state.compared = state.compared.rotate_left(5).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ compared;
        }
    }

    /// The scope of the current iterations.
    pub(crate) fn position(&mut self, names: &mut Names) -> ScopeId {
        if let Some(scope) = self.position {
            return scope;
        }
        let around: Vec<u32> = self.facts.around(self.pc).collect();
        let scope = around.iter().rev().fold(self.scope, |scope, l| {
            let head = self.facts.loops[*l as usize].head;
            names.scope(scope, Step::Iteration(head, self.loops[*l as usize].number))
        });
        self.position = Some(scope);
        scope
    }
}
