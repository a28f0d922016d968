//! The control states of state machines: which combinations of values the control variables have at the heads of loops, found one by one. From each that is
//! known the solver is asked for an iteration that ends in another one, under the invariants that are proved; what is left when there is no more is an
//! invariant of all these heads together. Explicit values for control and an over-approximation for the rest, as in CEGAR for explicit-value analysis
//! (Beyer, Loewe, FASE 2013), on the inductive step's unrolling.

use super::{Proved, Round};
use crate::budget::induction::vectors as limits;
use crate::status::Proof;
use analysis::invariants::{self, Candidate, ControlVector};
use goto::{BinOp, Bits, ExprId, Program};
use rustc_hash::FxHashSet;
use solver::{Answer, Model};
use symex::{Arrival, Met};
use term::eval::Evaluator;
use term::{TermId, TermPool};

/// The values of the coordinates that are used.
type ControlState = Vec<Bits>;

/// The search for control states: with the control variables first; then also with what has few values if it is lucky.
#[derive(Default)]
pub(super) struct ControlSearch {
    vectors: Vec<ControlVector>,
    stage: Stage,
    /// What was found, for each vector, when there was no more time.
    found: Vec<KnownStates>,
    /// What earlier stages have shown, which later ones are quicker without.
    facts: Vec<Candidate>,
    /// What the states were gone on from in: the invariants and where heads are met.
    ground: (Vec<TermId>, Vec<Met>),
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Stage {
    #[default]
    Due,
    Control,
    WithData,
    Over,
}

/// The states of one head, and how many were gone on from.
#[derive(Default)]
struct KnownStates {
    used: Vec<usize>,
    states: Vec<ControlState>,
    explored: usize,
}

impl ControlSearch {
    pub(super) fn vectors(&self) -> &[ControlVector] {
        &self.vectors
    }

    pub(super) fn is_over(&self) -> bool {
        self.stage == Stage::Over
    }

    /// What was shown, once it is over.
    pub(super) fn hand_on(&mut self) -> Vec<Candidate> {
        if self.is_over() { std::mem::take(&mut self.facts) } else { Vec::new() }
    }

    /// Makes the vectors if they are not there.
    pub(super) fn begin(&mut self, program: &mut Program) {
        if self.stage == Stage::Due {
            self.vectors = invariants::control_vectors(program);
            self.enter(Stage::Control);
        }
    }

    fn enter(&mut self, stage: Stage) {
        self.found = self.vectors.iter().map(|_| KnownStates::default()).collect();
        let has_data = || self.vectors.iter().any(|vector| vector.n_few > vector.n_control);
        let is_over = self.vectors.is_empty() || stage == Stage::WithData && !has_data();
        self.stage = if is_over { Stage::Over } else { stage };
    }

    /// The states of this stage are found.
    fn go_on(&mut self) {
        self.enter(if self.stage == Stage::Control { Stage::WithData } else { Stage::Over });
    }
}

/// What is known of one head.
struct HeadStates<'r> {
    index: usize,
    vector: &'r ControlVector,
    met: &'r Met,
    /// The coordinates that are used.
    used: Vec<usize>,
    states: Vec<ControlState>,
    known: FxHashSet<ControlState>,
    /// So many were gone on from.
    explored: usize,
    /// For each state that stands for all arrivals: it is one of the known ones.
    member: Vec<TermId>,
    /// For each arrival: it happens, in none of the known ones.
    outside: Vec<TermId>,
}

impl<'r> HeadStates<'r> {
    /// With what was found before. `None` where the head is not met, or nothing can be told of it.
    fn of(index: usize, search: &'r ControlSearch, met: &'r Met, pool: &mut TermPool) -> Option<Self> {
        let (vector, found) = (&search.vectors[index], &search.found[index]);
        let all = || met.made_up.iter().chain(&met.arrivals);
        let most = if search.stage == Stage::Control { vector.n_control } else { vector.n_few };
        let can_tell = |&i: &usize| all().all(|arrival| arrival.values[i].is_some());
        let used: Vec<usize> = if found.states.is_empty() { (0..most).filter(can_tell).collect() } else { found.used.clone() };
        if met.made_up.is_empty() || used.is_empty() || !used.iter().all(can_tell) {
            return None;
        }
        let mut own = Self { index, vector, met, used, states: Vec::new(), known: FxHashSet::default(), explored: 0, member: Vec::new(), outside: Vec::new() };
        own.begin(pool);
        for state in &found.states {
            own.add(pool, state.clone());
        }
        own.explored = found.explored;
        Some(own)
    }

    fn begin(&mut self, pool: &mut TermPool) {
        self.explored = 0;
        self.member = vec![pool.truth(false); self.met.made_up.len()];
        self.outside = self.met.arrivals.iter().map(|arrival| arrival.condition).collect();
    }

    /// The arrival is in this state.
    fn is_in(&self, pool: &mut TermPool, arrival: &Arrival, state: &ControlState) -> TermId {
        let mut equal = pool.truth(true);
        for (&coordinate, &value) in self.used.iter().zip(state) {
            // Only coordinates that can be told everywhere are used.
            let Some(term) = arrival.values[coordinate] else { continue };
            let value = pool.constant(value);
            let same = pool.eq(term, value);
            equal = pool.and(equal, same);
        }
        equal
    }

    fn add(&mut self, pool: &mut TermPool, state: ControlState) -> bool {
        if !self.known.insert(state.clone()) {
            return false;
        }
        self.tell(pool, &state);
        self.states.push(state);
        true
    }

    fn tell(&mut self, pool: &mut TermPool, state: &ControlState) {
        for (i, arrival) in self.met.made_up.iter().enumerate() {
            let is_in = self.is_in(pool, arrival, state);
            self.member[i] = pool.or(self.member[i], is_in);
        }
        for (i, arrival) in self.met.arrivals.iter().enumerate() {
            let is_in = self.is_in(pool, arrival, state);
            let not = pool.not(is_in);
            self.outside[i] = pool.and(self.outside[i], not);
        }
    }

    /// Each state that stands for all arrivals is a known one, but the n-th is this one.
    fn assumed(&self, pool: &mut TermPool, but: Option<(usize, &ControlState)>) -> Vec<TermId> {
        let of_one = |(i, arrival): (usize, &Arrival)| {
            let is_in = match but {
                Some((n, state)) if n == i => self.is_in(pool, arrival, state),
                _ => self.member[i],
            };
            pool.implies(arrival.condition, is_in)
        };
        self.met.made_up.iter().enumerate().map(of_one).collect()
    }

    /// The positions of coordinates that have more values than a control variable has.
    fn no_control(&self) -> Vec<usize> {
        if self.states.len() <= limits::DISTANCES {
            return Vec::new();
        }
        let n_values = |at: usize| self.states.iter().map(|state| state[at]).collect::<FxHashSet<Bits>>().len();
        (0..self.used.len()).filter(|&at| self.used[at] >= self.vector.n_control && n_values(at) > limits::DISTANCES).collect()
    }

    /// Forgets those.
    fn forget_what_is_no_control(&mut self, pool: &mut TermPool) {
        let many = self.no_control();
        if many.is_empty() {
            return;
        }
        self.used = self.used.iter().enumerate().filter(|(at, _)| !many.contains(at)).map(|(_, &coordinate)| coordinate).collect();
        let states = std::mem::take(&mut self.states);
        self.known.clear();
        self.begin(pool);
        for state in states {
            self.add(pool, state.into_iter().enumerate().filter(|(at, _)| !many.contains(at)).map(|(_, value)| value).collect());
        }
    }

    /// The states as an expression.
    fn fact(&self, program: &mut Program) -> ExprId {
        let columns: Vec<ExprId> = self.used.iter().map(|&i| self.vector.coordinates[i]).collect();
        let states: Vec<&[Bits]> = self.states.iter().map(Vec::as_slice).collect();
        one_of(program, &columns, &states)
    }
}

/// The columns have the values of one of the rows. States that differ in one column only share the rest.
fn one_of(program: &mut Program, columns: &[ExprId], rows: &[&[Bits]]) -> ExprId {
    let Some((&first, rest)) = columns.split_first() else { return program.build().truth(!rows.is_empty()) };
    let mut by_value: Vec<(Bits, Vec<&[Bits]>)> = Vec::new();
    for row in rows {
        match by_value.iter_mut().find(|(value, _)| *value == row[0]) {
            Some((_, tails)) => tails.push(&row[1..]),
            None => by_value.push((row[0], vec![&row[1..]])),
        }
    }
    let mut by_rest: Vec<(ExprId, Vec<Bits>)> = Vec::new();
    for (value, mut tails) in by_value {
        tails.sort_unstable();
        let after = one_of(program, rest, &tails);
        match by_rest.iter_mut().find(|(other, _)| *other == after) {
            Some((_, values)) => values.push(value),
            None => by_rest.push((after, vec![value])),
        }
    }
    let ty = program.exprs.ty(first);
    let signed = program.types.is_signed(ty);
    let mut build = program.build();
    let mut any: Option<ExprId> = None;
    for (after, mut values) in by_rest {
        values.sort_unstable();
        let equal: Vec<ExprId> = values
            .into_iter()
            .map(|value| {
                let value = build.constant(ty, value.to_i128(signed));
                build.binary(BinOp::Eq, first, value)
            })
            .collect();
        let Some(is_one) = equal.into_iter().reduce(|a, b| build.binary(BinOp::Or, a, b)) else { continue };
        let both = if rest.is_empty() { is_one } else { build.binary(BinOp::And, is_one, after) };
        any = Some(any.map_or(both, |any| build.binary(BinOp::Or, any, both)));
    }
    any.unwrap_or_else(|| build.truth(false))
}

impl<'r> Round<'r, '_> {
    /// Closes the targets that the control states of the heads exclude. False if those were not all found for lack of time.
    pub(super) fn close_by_control_states(&mut self, invariants: &[usize], proof: Proof) -> bool {
        self.unanswered = 0;
        let mut search = std::mem::take(&mut self.own.control);
        let found = self.control_states(&mut search, invariants);
        let is_unfinished = found.is_none() && (self.unanswered > 0 || self.stop.reason().is_some());
        match (&found, is_unfinished) {
            (Some(_), _) => search.go_on(),
            (None, true) => {}
            (None, false) => search.enter(Stage::Over),
        }
        self.own.control = search;
        let Some(mut all) = found else { return !is_unfinished };
        self.own.control.facts.extend(all.facts.iter().copied());
        all.assumed.extend(self.assumed(invariants));
        all.broken.extend(self.broken(invariants));
        all.facts.extend(invariants.iter().map(|&i| self.own.candidates[i]));
        self.close_under(&all, proof);
        true
    }

    /// The control states of all heads, if they are not too many.
    fn control_states(&mut self, search: &mut ControlSearch, invariants: &[usize]) -> Option<Proved> {
        let proved = self.assumed(invariants);
        let (step, pool) = (self.step, &mut self.own.pool);
        if search.ground.0 != proved || search.ground.1 != step.vectors {
            search.ground = (proved.clone(), step.vectors.clone());
            search.found.iter_mut().for_each(|found| found.explored = 0);
        }
        let mut heads: Vec<HeadStates<'_>> = step.vectors.iter().enumerate().filter_map(|(index, met)| HeadStates::of(index, search, met, pool)).collect();
        let closed = self.explore(&mut heads, &proved);
        let found: Vec<(usize, KnownStates)> =
            heads.into_iter().map(|head| (head.index, KnownStates { used: head.used, states: head.states, explored: head.explored })).collect();
        for (index, found) in found {
            search.found[index] = found;
        }
        closed
    }

    fn explore(&mut self, heads: &mut [HeadStates<'_>], proved: &[TermId]) -> Option<Proved> {
        if heads.is_empty() {
            return None;
        }
        if heads.iter().all(|head| head.states.is_empty()) {
            self.successors(heads, None, proved)?;
        }
        // Of the states in which an execution meets heads, one was gone on from when all others were known. Nothing new came of it then, so nothing does.
        while let Some(at) = heads.iter().position(|head| head.explored < head.states.len()) {
            let mut is_done = true;
            for turn in 0..heads[at].met.made_up.len() {
                is_done &= self.successors(heads, Some((at, turn)), proved)?;
            }
            if is_done {
                heads[at].explored += 1;
            }
            for head in heads.iter_mut() {
                head.forget_what_is_no_control(&mut self.own.pool);
            }
        }
        Some(self.closed(heads))
    }

    /// Adds the states that executions come to: all executions, or those that meet a head, for the n-th time in the text, in the state that is next. False if
    /// something has to be forgotten before it goes on; `None` if nothing can be found out.
    fn successors(&mut self, heads: &mut [HeadStates<'_>], of: Option<(usize, usize)>, proved: &[TermId]) -> Option<bool> {
        loop {
            let pool = &mut self.own.pool;
            let mut assumptions = proved.to_vec();
            for (at, head) in heads.iter().enumerate() {
                let but = of.filter(|(of, _)| *of == at).map(|(_, turn)| (turn, &head.states[head.explored]));
                assumptions.extend(head.assumed(pool, but));
            }
            let outside: Vec<TermId> = heads.iter().flat_map(|head| head.outside.iter().copied()).filter(|&term| !pool.is_false(term)).collect();
            if outside.is_empty() {
                return Some(true);
            }
            let budget = self.share(1);
            match self.check_within(&assumptions, &outside, budget) {
                Answer::Unsat { .. } => return Some(true),
                Answer::Sat(model) if self.learn(heads, &model) => {}
                Answer::Sat(_) => return None,
                Answer::Unknown(why) => {
                    self.give_up(&why);
                    return None;
                }
            }
            if heads.iter().any(|head| !head.no_control().is_empty()) {
                return Some(false);
            }
        }
    }

    /// Adds the states of a model that are not known. False if there is none, or if there are too many.
    fn learn(&mut self, heads: &mut [HeadStates<'_>], model: &Model) -> bool {
        let mut evaluator = Evaluator::new(&model.values);
        let mut new: Vec<(usize, ControlState)> = Vec::new();
        for (at, head) in heads.iter().enumerate() {
            for (arrival, &outside) in head.met.arrivals.iter().zip(&head.outside) {
                if evaluator.value(&self.own.pool, outside).is_true() {
                    new.push((at, head.used.iter().filter_map(|&i| Some(evaluator.value(&self.own.pool, arrival.values[i]?))).collect()));
                }
            }
        }
        let mut is_new = false;
        for (at, state) in new {
            is_new |= heads[at].add(&mut self.own.pool, state);
        }
        is_new && heads.iter().map(|head| head.states.len()).sum::<usize>() <= limits::STATES
    }

    fn closed(&mut self, heads: &[HeadStates<'_>]) -> Proved {
        let pool = &mut self.own.pool;
        let assumed = heads.iter().flat_map(|head| head.assumed(pool, None)).collect();
        let broken = heads.iter().flat_map(|head| head.outside.iter().copied()).collect();
        let program = std::sync::Arc::make_mut(&mut self.own.program);
        let fact = |head: &HeadStates<'_>| Candidate { function: head.vector.function, head: head.vector.head, fact: head.fact(program), each: None };
        Proved { assumed, broken, facts: heads.iter().map(fact).collect() }
    }
}
