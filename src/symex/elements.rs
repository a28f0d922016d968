//! Candidates about all elements of arrays. One is claimed of an index that stands for any, and assumed of the indices at which the unrolling reads what is
//! made up for the array: they are known when it is done, so what is needed to tell the fact of the state at the head is kept until then.
//!
//! Such a candidate holds in a state if the fact is true for each index for which it can be evaluated.

use super::frame::{Frame, Induct};
use super::functions::Variable;
use super::objects::FamilyId;
use super::run::Run;
use super::shape::Repr;
use super::state::State;
use super::value::Value;
use goto::{ExprId, InstrId, SymbolId};
use rustc_hash::FxHashSet;
use term::TermId;

/// Indices at which a candidate is told of one state.
const MOST_INDICES: usize = 100;
/// States of which candidates are assumed.
const MOST_PENDING: usize = 400;
/// Telling candidates reads more elements, of which others may tell.
const ROUNDS: u32 = 3;

/// A candidate that is assumed of a state.
pub(super) struct Pending<'a> {
    index: usize,
    head: InstrId,
    frame: Option<Frame<'a>>,
    state: State,
    /// When execution is in this state.
    when: TermId,
    /// Indices at which it was told.
    told: FxHashSet<TermId>,
}

impl<'a> Run<'a> {
    pub(crate) fn is_about_elements(&self, index: usize) -> bool {
        self.proposed(index).is_some_and(|c| c.each.is_some())
    }

    /// The index that stands for any in all claims: what is claimed is broken if it is for some value.
    pub(crate) fn any_index(&mut self) -> TermId {
        let width = self.cx.pointer_bits();
        self.cx.indeterminate("any.index", width)
    }

    /// The fact for one index as a condition on the current state, true where it cannot be evaluated; `None` if it cannot be told here.
    pub(crate) fn holds_at(&mut self, fact: ExprId, each: SymbolId, index: TermId, head: InstrId) -> Option<TermId> {
        let Variable::Register(slot) = self.variables.get(each) else { return None };
        let (state, n_cuts) = (self.state.clone(), self.n_cuts());
        self.state.locals.insert(u64::from(slot), Value::Bits(index));
        let can_tell = self.can_tell(fact, Some(each), head);
        let depth = self.state.path.depth();
        let holds = if can_tell { self.truth(fact) } else { index };
        let told = can_tell && std::mem::replace(&mut self.live, true) && self.n_cuts() == n_cuts && self.cx.take_trouble().is_none();
        let required = if told { self.state.path.after(depth) } else { Vec::new() };
        self.state = state;
        self.forget_cuts(n_cuts);
        if !told {
            return None;
        }
        let is_defined = self.cx.pool.and_all(&required);
        Some(self.cx.pool.implies(is_defined, holds))
    }

    /// The fact is assumed of the current state, which execution comes to under this condition.
    pub(crate) fn assume_later(&mut self, index: usize, head: InstrId, when: TermId) {
        let Some(l) = self.frame().facts.with_head(head) else { return };
        let frame = self.frame().for_trial(l, Induct::Plain);
        let pending = Pending { index, head, frame: Some(frame), state: self.state.clone(), when, told: FxHashSet::default() };
        if let Some(inductive) = self.inductive.as_mut().filter(|i| i.pending.len() < MOST_PENDING) {
            inductive.pending.push(pending);
        }
    }

    /// What is assumed of states is told of the indices that matter. Execution is over.
    pub(crate) fn instantiate(&mut self) {
        let Some(inductive) = &mut self.inductive else { return };
        let mut pending = std::mem::take(&mut inductive.pending);
        if pending.is_empty() {
            return;
        }
        self.live = true;
        let any = self.any_index();
        for _ in 0..ROUNDS {
            let mut grew = false;
            for one in &mut pending {
                let mut log = Vec::new();
                grew |= self.tell(one, any, &mut log);
                for index in self.indices_read(&log) {
                    if one.told.len() < MOST_INDICES {
                        grew |= self.tell(one, index, &mut Vec::new());
                    }
                }
            }
            if !grew {
                break;
            }
        }
    }

    /// The indices of the elements read from these values, as far as their places are multiples of the elements' size; the newest first.
    fn indices_read(&mut self, log: &[(FamilyId, Repr)]) -> Vec<TermId> {
        let mut seen = FxHashSet::default();
        let mut places = Vec::new();
        for key in log {
            if let (Repr::Bits(width), Some(reads)) = (key.1, self.cx.fresh_reads.get(key))
                && width % 8 == 0
                && seen.insert(*key)
            {
                places.extend(reads.places().rev().take(MOST_INDICES).map(|at| (at, u64::from(width / 8))));
            }
        }
        places.into_iter().filter_map(|(at, size)| self.index_of(at, size)).collect()
    }

    fn index_of(&mut self, place: TermId, size: u64) -> Option<TermId> {
        if let Some(bits) = self.cx.pool.as_const(place) {
            return Some(self.cx.address_constant(bits.unsigned() as u64 / size));
        }
        let stride = self.cx.stride(place);
        if !stride.step.is_multiple_of(size) || !stride.start.is_multiple_of(size) {
            return None;
        }
        let (factor, start) = (self.cx.address_constant(stride.step / size), self.cx.address_constant(stride.start / size));
        let index = self.cx.pool.mul(stride.index, factor);
        Some(self.cx.pool.add(index, start))
    }

    fn tell(&mut self, one: &mut Pending<'a>, index: TermId, log: &mut Vec<(FamilyId, Repr)>) -> bool {
        let Some(candidate) = self.proposed(one.index) else { return false };
        let Some(each) = candidate.each else { return false };
        let is_new = one.told.insert(index);
        let before = std::mem::replace(&mut self.state, one.state.clone());
        self.frames.extend(one.frame.take());
        self.live = true;
        self.cx.read_log = Some(Vec::new());
        let holds = self.holds_at(candidate.fact, each, index, one.head);
        log.extend(self.cx.read_log.take().unwrap_or_default());
        one.frame = self.frames.pop();
        self.state = before;
        if let (true, Some(holds)) = (is_new, holds) {
            let assumed = self.cx.pool.implies(one.when, holds);
            let never = self.cx.pool.truth(false);
            self.note_candidate(one.index, never, assumed);
        }
        is_new
    }
}
