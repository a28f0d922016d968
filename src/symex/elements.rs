//! What holds of all elements of arrays: candidates, and assumptions about variables that stand for each value. A candidate is claimed of an index that stands for any.
//! Both are assumed of the indices at which the unrolling reads what is made up for the array: they are known when it is done, so what is needed to tell the fact of the
//! state at the head, or where the assumption stands, is kept until then. Which indices a read has follows from its offset and from the offset that the fact itself reads
//! at for the indices that stand for any: the factors of these are the strides.
//!
//! Such a fact holds in a state if it is true for each index for which it can be evaluated.

use super::Instances;
use super::context::FreshRead;
use super::each::EachValue;
use super::frame::Frame;
use super::functions::Variable;
use super::linear::Sum;
use super::nodes::{Table, Telling};
use super::objects::FamilyId;
use super::run::Run;
use super::shape::Repr;
use super::state::State;
use super::value::{Pointer, Value};
use analysis::invariants::{Candidate, Each};
use goto::{ExprId, ExprKind, InstrId, Program, SymbolId, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use term::TermId;

/// Indices at which a candidate is told of one state.
pub(super) const MOST_INDICES: usize = 100;
/// The same of an assumption about several values.
const MOST_COMBINATIONS: usize = 300;
/// States of which candidates are assumed.
const MOST_PENDING: usize = 400;
/// Telling candidates reads more elements, of which others may tell.
const ROUNDS: u32 = 3;

/// A fact that is assumed of a state.
pub(super) struct Pending<'a> {
    fact: Fact,
    frame: Option<Frame<'a>>,
    state: State,
    /// When execution is in this state.
    when: TermId,
    /// Indices at which it was told.
    told: FxHashSet<Vec<TermId>>,
}

/// What is assumed.
#[derive(Clone)]
pub(super) enum Fact {
    /// The candidate with this number, at the head of its loop.
    Candidate { index: usize, head: InstrId, each: Each },
    /// A condition that the program assumes of each value of these variables.
    Assumption { condition: ExprId, each: Vec<EachValue> },
}

/// How often was read of each indeterminate value.
pub(super) type NumbersOfReads = FxHashMap<(FamilyId, Repr), usize>;

/// Where a fact reads elements: a part of the offset that is the same for all indices, and the stride of each index.
struct Layout {
    fixed: Sum,
    strides: Vec<i64>,
}

impl<'a> Run<'a> {
    pub(crate) fn is_about_elements(&self, index: usize) -> bool {
        self.proposed(index).is_some_and(|c| c.each.is_some())
    }

    /// The indices that stand for any in all claims: what is claimed is broken if it is for some values.
    pub(crate) fn any_indices(&mut self, each: Each) -> Vec<TermId> {
        let width = self.cx.pointer_bits();
        const NAMES: [&str; Each::MOST] = ["any.index", "any.second.index", "any.third.index"];
        NAMES.iter().zip(each.symbols()).map(|(name, _)| self.cx.indeterminate(name, width)).collect()
    }

    /// The fact for these indices as a condition on the current state, true where it cannot be evaluated; `None` if it cannot be told here.
    pub(crate) fn holds_at(&mut self, fact: ExprId, each: Each, indices: &[TermId], head: InstrId) -> Option<TermId> {
        let indices: Vec<Value> = indices.iter().map(|&index| Value::Bits(index)).collect();
        self.holds_for(fact, each, indices, head)
    }

    /// As `holds_at`, for these values of the variables that stand for any.
    pub(crate) fn holds_for(&mut self, fact: ExprId, each: Each, values: Vec<Value>, head: InstrId) -> Option<TermId> {
        let slot = |symbol| match self.variables.get(symbol) {
            Variable::Register(slot) => Some(slot),
            _ => None,
        };
        let slots: Vec<_> = each.symbols().map(slot).collect::<Option<_>>()?;
        let state = self.state.clone();
        for (slot, value) in slots.into_iter().zip(values) {
            self.state.locals.insert(u64::from(slot), value);
        }
        let can_tell = self.can_tell(fact, Some(each), head);
        let holds = if can_tell { self.holds_where_defined(fact) } else { None };
        self.state = state;
        holds
    }

    /// A condition on the current state, true where it cannot be evaluated; `None` if it cannot be told. The state is another one afterwards.
    pub(super) fn holds_where_defined(&mut self, fact: ExprId) -> Option<TermId> {
        let depth = self.state.path.depth();
        let holds = self.told(|run| run.truth(fact))?;
        let is_defined = self.cx.pool.and_all(&self.state.path.after(depth));
        Some(self.cx.pool.implies(is_defined, holds))
    }

    /// The same of a condition that the program assumes, true also where execution would be cut on the way to its value. Of a fact that has to be claimed somewhere that would not be
    /// enough: where execution is cut depends on what is known of the state.
    fn holds_where_followed(&mut self, condition: ExprId) -> Option<TermId> {
        let (depth, n_cuts) = (self.state.path.depth(), self.n_cuts());
        let holds = self.truth(condition);
        self.forget_cuts(n_cuts);
        let is_told = std::mem::replace(&mut self.live, true) && self.cx.take_trouble().is_none();
        // The path goes on only where it was not cut.
        let is_followed = self.cx.pool.and_all(&self.state.path.after(depth));
        is_told.then(|| self.cx.pool.implies(is_followed, holds))
    }

    /// What is evaluated only to be told: no path ends there. `None` if it cannot be told. The state is another one afterwards.
    pub(crate) fn told<T>(&mut self, evaluate: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let n_cuts = self.n_cuts();
        let value = evaluate(self);
        let is_told = std::mem::replace(&mut self.live, true) && self.n_cuts() == n_cuts && self.cx.take_trouble().is_none();
        self.forget_cuts(n_cuts);
        is_told.then_some(value)
    }

    /// The fact is assumed of the current state, which execution comes to under this condition.
    pub(crate) fn assume_later(&mut self, index: usize, head: InstrId, when: TermId) {
        if let Some(each) = self.proposed(index).and_then(|c| c.each) {
            self.assume_fact(Fact::Candidate { index, head, each }, when);
        }
    }

    pub(super) fn assume_fact(&mut self, fact: Fact, when: TermId) {
        let frame = self.frame().for_telling();
        let pending = Pending { fact, frame: Some(frame), state: self.state.clone(), when, told: FxHashSet::default() };
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
        if inductive.hypothesis.told == Instances::OfProgram {
            let before = self.cx.fresh_reads.iter().map(|(&of, reads)| (of, reads.places().len())).collect();
            inductive.reads_of_program = Some(Rc::new(before));
        }
        self.live = true;
        for _ in 0..ROUNDS {
            let mut grew = false;
            for one in &mut pending {
                if let Fact::Candidate { index, head, each } = one.fact
                    && let Some(symbol) = each.as_node()
                {
                    grew |= self.tell_of_nodes(one, (index, head), symbol);
                    continue;
                }
                let any = match &one.fact {
                    Fact::Candidate { each, .. } => self.any_indices(*each),
                    Fact::Assumption { each, .. } => each.iter().map(|e| e.index).collect(),
                };
                let mut log = Vec::new();
                grew |= self.tell(one, &any, &mut log);
                let found = match &one.fact {
                    Fact::Candidate { .. } => self.indices_read(&log, &any, None),
                    Fact::Assumption { .. } => self.combinations_read(&log, &any),
                };
                let most = if any.len() > 1 { MOST_COMBINATIONS } else { MOST_INDICES };
                for indices in found {
                    if one.told.len() < most {
                        grew |= self.tell(one, &indices, &mut Vec::new());
                    }
                }
            }
            if !grew {
                break;
            }
        }
    }

    /// As [`indices_read`](Self::indices_read), where each read may depend on some of the indices only: all combinations of what is read for each, and of the indices that
    /// were used anywhere, if these are wanted.
    fn combinations_read(&mut self, log: &[FreshRead], any: &[TermId]) -> Vec<Vec<TermId>> {
        let before = self.inductive.as_ref().and_then(|i| i.reads_of_program.clone());
        let mut found = if any.len() > 1 { self.indices_read(log, any, before.as_deref()) } else { Vec::new() };
        let used: Vec<Vec<TermId>> =
            self.inductive.as_ref().map_or_else(Vec::new, |i| i.indices.iter().filter(|index| !any.contains(index)).map(|&index| vec![index]).collect());
        let mut read = Vec::new();
        for (i, &index) in any.iter().enumerate() {
            let alone: Vec<FreshRead> = log.iter().filter(|read| self.depends_alone(read.at, any, i)).copied().collect();
            read.push(self.indices_read(&alone, &[index], before.as_deref()));
        }
        // Those first that are read.
        found.extend(combinations(&read));
        if let Some(inductive) = self.inductive.as_mut().filter(|i| i.hypothesis.told < Instances::Used) {
            inductive.step.left = match inductive.hypothesis.told {
                Instances::OfProgram => Some(Instances::Read),
                _ => inductive.step.left.or((!used.is_empty()).then_some(Instances::Used)),
            };
            return found;
        }
        read.iter_mut().for_each(|values| values.extend(used.iter().filter(|value| !values.contains(value)).cloned().collect::<Vec<_>>()));
        found.extend(combinations(&read));
        found
    }

    /// Of the indices, does the place depend on this one alone?
    fn depends_alone(&mut self, at: TermId, any: &[TermId], i: usize) -> bool {
        let sum = self.cx.sum_of_products(at);
        let is_in = |index: TermId| sum.summands.iter().any(|(_, term)| *term == index);
        any.iter().enumerate().all(|(j, &index)| is_in(index) == (i == j))
    }

    /// The indices of the elements read from the values that a fact reads, the newest first; with numbers of reads, only of the first so many of each. The fact has read these
    /// for indices that stand for any.
    fn indices_read(&mut self, log: &[FreshRead], any: &[TermId], first: Option<&NumbersOfReads>) -> Vec<Vec<TermId>> {
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        for read in log {
            let Some(layout) = self.layout(read.at, any) else { continue };
            if !seen.insert((read.family, read.repr, read.at)) {
                continue;
            }
            let Some(reads) = self.cx.fresh_reads.get(&(read.family, read.repr)) else { continue };
            let count = first.map_or(usize::MAX, |first| first.get(&(read.family, read.repr)).copied().unwrap_or(0));
            let places: Vec<TermId> = reads.places().take(count).collect();
            let places = places.into_iter().rev().take(MOST_INDICES);
            found.extend(places.filter_map(|at| self.indices_of(at, &layout)));
        }
        found
    }

    fn layout(&mut self, at: TermId, any: &[TermId]) -> Option<Layout> {
        let mut fixed = self.cx.sum_of_products(at);
        let mut strides = Vec::new();
        for index in any {
            let place = fixed.summands.iter().position(|(_, term)| term == index)?;
            strides.push(self.cx.signed_factor(fixed.summands.swap_remove(place).0));
        }
        Some(Layout { fixed, strides })
    }

    /// The indices for which the fact reads at this offset: each summand belongs to the index with the widest stride that divides it.
    fn indices_of(&mut self, at: TermId, layout: &Layout) -> Option<Vec<TermId>> {
        let mut sum = self.cx.sum_of_products(at);
        sum.constant = sum.constant.wrapping_sub(layout.fixed.constant);
        for &(factor, term) in &layout.fixed.summands {
            match sum.summands.iter_mut().find(|(_, other)| *other == term) {
                Some(summand) => summand.0 = summand.0.wrapping_sub(factor),
                None => sum.summands.push((factor.wrapping_neg(), term)),
            }
        }
        let mut indices = vec![self.cx.address_constant(0); layout.strides.len()];
        let mut order: Vec<usize> = (0..indices.len()).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(layout.strides[i].unsigned_abs()));
        for (factor, term) in sum.summands {
            let factor = self.cx.signed_factor(factor);
            if factor == 0 {
                continue;
            }
            let zeros = self.cx.alignment(term).min(self.cx.pool.width(term) - 1);
            let divides = |i: &&usize| self.cx.of_stride(factor, zeros, layout.strides[**i]).is_some();
            let &index = order.iter().find(divides)?;
            let part = self.cx.part_of_index(term, factor, zeros, layout.strides[index])?;
            indices[index] = self.cx.pool.add(indices[index], part);
        }
        let mut constant = self.cx.signed_factor(sum.constant);
        for index in order {
            let stride = layout.strides[index];
            // The nearest one: in the first column -1 is left of it, not in the row before.
            let number = (constant + stride.abs() / 2).div_euclid(stride.abs()) * stride.signum();
            constant -= number * stride;
            let part = self.cx.address_constant(number as u64);
            indices[index] = self.cx.pool.add(indices[index], part);
        }
        (constant == 0).then_some(indices)
    }

    /// What is assumed of all nodes is told of those that were accessed, and of one that stands for any.
    fn tell_of_nodes(&mut self, one: &mut Pending<'a>, (index, head): (usize, InstrId), symbol: SymbolId) -> bool {
        let Some(candidate) = self.proposed(index) else { return false };
        let before = std::mem::replace(&mut self.state, one.state.clone());
        self.frames.extend(one.frame.take());
        let mut grew = false;
        for (node, when) in self.nodes_told(candidate.fact, symbol) {
            if one.told.len() >= MOST_INDICES || !one.told.insert(vec![node.object, node.offset, when]) {
                continue;
            }
            grew = true;
            self.live = true;
            if let Some(holds) = self.holds_of_node(candidate, (node, Telling::Assumed), head) {
                let when = self.cx.pool.and(one.when, when);
                let assumed = self.cx.pool.implies(when, holds);
                let never = self.cx.pool.truth(false);
                self.note_candidate(index, never, assumed);
            }
        }
        one.frame = self.frames.pop();
        self.state = before;
        grew
    }

    /// The nodes of the current state of which a fact is told, with when they are nodes. One that does not speak of all is told once.
    fn nodes_told(&mut self, fact: ExprId, symbol: SymbolId) -> Vec<(Pointer, TermId)> {
        let (null, always) = (self.cx.null(), self.cx.pool.truth(true));
        if !mentions(self.program, fact, symbol) {
            return vec![(null, always)];
        }
        let Some(table) = self.table_of_pointer(symbol) else { return Vec::new() };
        let all = self.all_nodes(&table);
        all.into_iter().chain(self.rows_used(&table)).collect()
    }

    /// The fact for all nodes of the current state; `None` if it cannot be told here.
    pub(crate) fn holds_of_nodes(&mut self, candidate: &Candidate, symbol: SymbolId, head: InstrId) -> Option<TermId> {
        let table = self.table_of_pointer(symbol)?;
        let (null, always) = (self.cx.null(), self.cx.pool.truth(true));
        let nodes = if mentions(self.program, candidate.fact, symbol) { self.all_nodes(&table) } else { vec![(null, always)] };
        let mut all = always;
        for (node, when) in nodes {
            let holds = self.holds_of_node(candidate, (node, Telling::Claimed), head)?;
            let holds = self.cx.pool.implies(when, holds);
            all = self.cx.pool.and(all, holds);
        }
        Some(all)
    }

    fn holds_of_node(&mut self, candidate: &Candidate, (node, telling): (Pointer, Telling), head: InstrId) -> Option<TermId> {
        let (fact, each) = (candidate.fact, candidate.each?);
        // Where pointers lead was found with one iteration: what more of them show of a pointer need not be among it.
        if self.has_iterations_ahead() && is_about_pointers(self.program, fact) {
            return None;
        }
        let mut values = vec![Value::Pointer(node)];
        if let Some(offset) = each.leading_field() {
            let table = self.table_of_pointer(each.as_node()?)?;
            values.push(Value::Bits(self.leads_last(&table, node, offset)?));
        }
        if let Some(order) = each.order() {
            let table = self.table_of_pointer(each.as_node()?)?;
            values.push(Value::Bits(self.is_led(&table, order, node)?));
        }
        self.cx.nodes.telling = telling;
        let holds = self.holds_for(fact, each, values, head);
        self.cx.nodes.telling = Telling::Nothing;
        holds
    }

    fn table_of_pointer(&mut self, symbol: SymbolId) -> Option<Rc<Table>> {
        let Type::Pointer(target) = *self.program.types.get(self.program.symbols[symbol].ty) else { return None };
        self.cx.table_of(target)
    }

    fn tell(&mut self, one: &mut Pending<'a>, indices: &[TermId], log: &mut Vec<FreshRead>) -> bool {
        let is_new = one.told.insert(indices.to_vec());
        let before = std::mem::replace(&mut self.state, one.state.clone());
        self.frames.extend(one.frame.take());
        self.live = true;
        self.cx.read_log = Some(Vec::new());
        let holds = self.holds_of(&one.fact, indices);
        log.extend(self.cx.read_log.take().unwrap_or_default());
        one.frame = self.frames.pop();
        self.state = before;
        if let (true, Some(holds)) = (is_new, holds) {
            let assumed = self.cx.pool.implies(one.when, holds);
            match &one.fact {
                Fact::Candidate { index, .. } => {
                    let never = self.cx.pool.truth(false);
                    self.note_candidate(*index, never, assumed);
                }
                Fact::Assumption { .. } => self.cx.facts.push(assumed),
            }
        }
        is_new
    }

    /// The fact for these indices, of the state that it is assumed of.
    fn holds_of(&mut self, fact: &Fact, indices: &[TermId]) -> Option<TermId> {
        match fact {
            Fact::Candidate { index, head, each } => {
                let fact = self.proposed(*index)?.fact;
                self.holds_at(fact, *each, indices, *head)
            }
            Fact::Assumption { condition, each } => {
                self.give_values(each, indices);
                self.holds_where_followed(*condition)
            }
        }
    }
}

/// A value for each place, in all ways that there are, as far as they are not too many.
fn combinations(values: &[Vec<Vec<TermId>>]) -> Vec<Vec<TermId>> {
    let mut all = vec![Vec::new()];
    for values in values {
        all = all
            .iter()
            .flat_map(|first: &Vec<TermId>| values.iter().map(|value| first.iter().chain(value).copied().collect()))
            .take(MOST_COMBINATIONS)
            .collect();
    }
    all
}

fn mentions(program: &Program, expr: ExprId, symbol: SymbolId) -> bool {
    let mut found = false;
    program.exprs.walk(expr, &mut FxHashSet::default(), &mut |_, kind| found |= kind == ExprKind::Var(symbol));
    found
}

/// Does the fact ask where a pointer leads?
fn is_about_pointers(program: &Program, fact: ExprId) -> bool {
    let mut found = false;
    program.exprs.walk(fact, &mut FxHashSet::default(), &mut |_, kind| found |= matches!(kind, ExprKind::Memory { .. }));
    found
}
