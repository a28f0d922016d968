//! The solver in process: terms are translated to bits (`blast`, `circuit`, `aig`), bits to clauses on demand (`cnf`), and clauses are decided by CaDiCaL
//! (`sat`, the only file that knows it), together with a theory of orders (`order`). What is about floats is looked at by their ranges in between. Incremental: what is translated stays. A session is made and used on one thread.

mod aig;
mod blast;
mod circuit;
mod cnf;
mod order;
mod sat;

use super::{Answer, Model, Query, Solver, Times, Unknown};
use aig::Lit;
use base::Bits;
use base::limits::{Stop, StopReason};
use blast::Blaster;
use cnf::Cnf;
use order::{Literals, OrderTheory};
use sat::{Sat, SatLit, Verdict};
use std::time::{Duration, Instant};
use term::interval::{self, Literals as RangeLiterals, Refutation};
use term::order::Order;
use term::{Term, TermId, TermPool};

/// The first look at ranges of floats takes so long at most, later ones longer by a factor.
const FIRST_LOOK: Duration = Duration::from_millis(2);
const LONGER: u32 = 4;
/// So long a model is looked for where ranges do not exclude one.
const AT_POINT: Duration = Duration::from_millis(300);
/// In between bits are looked at for so many times as long.
const SHARE_OF_BITS: u32 = 3;

/// What a session has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    pub checks: u64,
    /// Checks that simplification alone decided.
    pub trivial: u64,
    pub terms: u64,
    pub gates: u64,
    pub variables: u64,
    pub clauses: u64,
}

/// A session.
#[derive(Default)]
pub struct Embedded {
    blaster: Blaster,
    cnf: Cnf,
    sat: Sat,
    /// Assertions that are not translated yet.
    pending: Vec<TermId>,
    /// Assertions whose literals are not taken out yet, and the literals of the others.
    unread: Vec<TermId>,
    literals: RangeLiterals,
    /// An order that is not translated yet.
    order: Option<Order>,
    /// An assertion is false.
    inconsistent: bool,
    checks: u64,
    trivial: u64,
    times: Times,
}

/// The version of the SAT solver.
pub fn version() -> String {
    sat::version()
}

/// A bit in the SAT solver's terms.
enum Bit {
    Constant(bool),
    Literal(SatLit),
}

impl Embedded {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn statistics(&self) -> Statistics {
        Statistics {
            checks: self.checks,
            trivial: self.trivial,
            terms: self.blaster.terms,
            gates: self.blaster.aig.len() as u64,
            variables: self.sat.variables(),
            clauses: self.sat.clauses(),
        }
    }

    fn assert_pending(&mut self, pool: &TermPool, stop: &Stop) -> Result<(), StopReason> {
        while let Some(&term) = self.pending.last() {
            let lit = self.blaster.blast(pool, term, stop)?[0];
            self.pending.pop();
            self.inconsistent |= lit == Lit::FALSE;
            self.cnf.assert(&self.blaster.aig, &mut self.sat, lit);
        }
        Ok(())
    }

    fn bit(&mut self, pool: &TermPool, term: TermId, stop: &Stop) -> Result<Bit, StopReason> {
        let lit = self.blaster.blast(pool, term, stop)?[0];
        Ok(match lit.value() {
            Some(value) => Bit::Constant(value),
            None => Bit::Literal(self.cnf.literal(&self.blaster.aig, &mut self.sat, lit)),
        })
    }

    /// The theory takes over the order.
    fn connect_pending(&mut self, pool: &TermPool, stop: &Stop) -> Result<(), StopReason> {
        let Some(order) = &self.order else { return Ok(()) };
        let order = order.clone();
        let mut relations = Vec::with_capacity(order.relations().len());
        for relation in order.relations() {
            relations.push(self.literal(pool, relation.holds, stop)?);
        }
        let mut readers = Vec::with_capacity(order.readers().len());
        for sources in order.readers() {
            let mut literals = Vec::with_capacity(sources.len());
            for source in sources {
                literals.push((self.literal(pool, source.taken, stop)?, self.literal(pool, source.there, stop)?));
            }
            readers.push(literals);
        }
        self.sat.connect(OrderTheory::new(order, Literals { relations, readers }));
        self.order = None;
        Ok(())
    }

    /// The literal of a bit, also if it is constant.
    fn literal(&mut self, pool: &TermPool, term: TermId, stop: &Stop) -> Result<SatLit, StopReason> {
        Ok(match self.bit(pool, term, stop)? {
            Bit::Literal(lit) => lit,
            Bit::Constant(value) => {
                let truth = SatLit::new(self.sat.variable(), false);
                self.sat.clause(&[truth]);
                if value { truth } else { !truth }
            }
        })
    }

    fn decide(&mut self, pool: &TermPool, query: &Query, stop: &Stop) -> Result<Answer, StopReason> {
        self.decide_at(pool, query, None, stop)
    }

    /// As [`decide`](Self::decide), within some time where variables have these values. The core does not say whether these matter.
    fn decide_at(&mut self, pool: &TermPool, query: &Query, point: Option<&[(TermId, Bits)]>, stop: &Stop) -> Result<Answer, StopReason> {
        self.assert_pending(pool, stop)?;
        self.connect_pending(pool, stop)?;
        if self.inconsistent {
            self.trivial += 1;
            return Ok(Answer::Unsat { core: Vec::new() });
        }
        let mut assumed = Vec::with_capacity(query.assumptions.len());
        for &term in query.assumptions {
            match self.bit(pool, term, stop)? {
                Bit::Constant(true) => {}
                Bit::Constant(false) => {
                    self.trivial += 1;
                    return Ok(Answer::Unsat { core: vec![term] });
                }
                Bit::Literal(lit) => assumed.push((term, lit)),
            }
        }
        let constraint = self.constraint(pool, query.any_of, stop)?;
        if constraint.as_ref().is_some_and(Vec::is_empty) {
            self.trivial += 1;
            return Ok(Answer::Unsat { core: Vec::new() });
        }
        if assumed.is_empty() && constraint.is_none() && self.sat.clauses() == 0 {
            self.trivial += 1;
            return Ok(Answer::Sat(Model::default()));
        }
        self.cnf.finish(&self.blaster.aig, &self.blaster.definitions, &mut self.sat, stop)?;
        let mut lits: Vec<SatLit> = assumed.iter().map(|&(_, lit)| lit).collect();
        for &(variable, value) in point.into_iter().flatten() {
            let bits = self.blaster.blast(pool, variable, stop)?.to_vec();
            let known = bits.into_iter().enumerate().filter_map(|(i, bit)| Some((self.cnf.known(bit)?, value.bit(i as u16))));
            lits.extend(known.map(|(lit, is_set)| if is_set { lit } else { !lit }));
        }
        let start = Instant::now();
        let stop = if point.is_some() { stop.earlier(start + AT_POINT) } else { stop.clone() };
        let verdict = self.sat.solve(&lits, constraint.as_deref(), &stop);
        self.times.solving += start.elapsed();
        Ok(match verdict {
            Verdict::Sat => Answer::Sat(self.model(pool, query.wanted)),
            Verdict::Unsat => {
                assumed.retain(|&(_, lit)| self.sat.failed(lit));
                Answer::Unsat { core: assumed.into_iter().map(|(term, _)| term).collect() }
            }
            Verdict::Unknown(reason) => Answer::Unknown(reason),
        })
    }

    /// As [`decide`](Self::decide), in turn with looks at the ranges of floats.
    fn decide_with_ranges(&mut self, pool: &TermPool, query: &Query, stop: &Stop) -> Result<Answer, StopReason> {
        self.literals.assert(pool, std::mem::take(&mut self.unread));
        let mut literals = self.literals.clone();
        literals.assert(pool, query.assumptions.iter().copied());
        let mut look = FIRST_LOOK;
        loop {
            let end = Instant::now() + look;
            let result = interval::refutation(pool, &literals, query.any_of, &mut || Instant::now() < end && stop.reason().is_none());
            match result {
                Refutation::Refuted => return Ok(Answer::Unsat { core: query.assumptions.to_vec() }),
                Refutation::Impossible(point) => {
                    let point: Vec<(TermId, Bits)> = point.into_iter().filter(|&(leaf, _)| matches!(pool.get(leaf), Term::Var { .. })).collect();
                    if point.is_empty() {
                        return self.decide(pool, query, stop);
                    }
                    return match self.decide_at(pool, query, Some(&point), stop)? {
                        Answer::Sat(model) => Ok(Answer::Sat(model)),
                        Answer::Unsat { .. } | Answer::Unknown(_) => self.decide(pool, query, stop),
                    };
                }
                Refutation::Ended => {}
            }
            let turn = stop.earlier(Instant::now() + look * SHARE_OF_BITS);
            match self.decide(pool, query, &turn) {
                Ok(Answer::Unknown(Unknown::Stopped(_))) | Err(_) if stop.reason().is_none() => look *= LONGER,
                answer => return answer,
            }
        }
    }

    /// The clause that one of the terms holds; nothing if there are none or one holds anyway.
    fn constraint(&mut self, pool: &TermPool, any_of: &[TermId], stop: &Stop) -> Result<Option<Vec<SatLit>>, StopReason> {
        let mut clause = Vec::with_capacity(any_of.len());
        for &term in any_of {
            match self.bit(pool, term, stop)? {
                Bit::Constant(true) => return Ok(None),
                Bit::Constant(false) => {}
                Bit::Literal(lit) => clause.push(lit),
            }
        }
        Ok((!any_of.is_empty()).then_some(clause))
    }

    /// Values of the variables of which the formula has any bit.
    fn model(&mut self, pool: &TermPool, wanted: &[TermId]) -> Model {
        let mut model = Model::default();
        for &variable in wanted {
            let Some(bits) = self.blaster.get(pool, variable) else { continue };
            let mut value = 0;
            let mut seen = false;
            for (i, &bit) in bits.iter().enumerate() {
                let known = match bit.value() {
                    Some(bit) => Some(bit),
                    None => self.cnf.known(bit).map(|lit| self.sat.value(lit)),
                };
                seen |= known.is_some();
                value |= u128::from(known == Some(true)) << i;
            }
            if seen {
                model.values.insert(variable, Bits::new(pool.width(variable), value));
            }
        }
        model
    }
}

impl Solver for Embedded {
    fn name(&self) -> &str {
        "embedded"
    }

    fn assert(&mut self, _pool: &TermPool, term: TermId) {
        self.pending.push(term);
        self.unread.push(term);
    }

    fn keep(&mut self, _pool: &TermPool, order: &Order) -> bool {
        let is_free = self.order.is_none() && self.checks == 0;
        if is_free {
            self.order = Some(order.clone());
        }
        is_free
    }

    fn check(&mut self, pool: &TermPool, query: &Query) -> Answer {
        self.checks += 1;
        let stop = match query.budget {
            Some(budget) => query.stop.earlier(Instant::now() + budget),
            None => query.stop.clone(),
        };
        let (start, solving) = (Instant::now(), self.times.solving);
        let answer = if pool.has_floats() { self.decide_with_ranges(pool, query, &stop) } else { self.decide(pool, query, &stop) };
        let answer = answer.unwrap_or_else(|reason| Answer::Unknown(Unknown::Stopped(reason)));
        self.times.encoding += start.elapsed().saturating_sub(self.times.solving - solving);
        match answer {
            Answer::Unknown(Unknown::Stopped(_)) if query.stop.reason().is_none() => Answer::Unknown(Unknown::Budget),
            answer => answer,
        }
    }

    fn suggest(&mut self, pool: &TermPool, variable: TermId, value: Bits) {
        // A variable is one step.
        let Ok(bits) = self.blaster.blast(pool, variable, &Stop::new(None)) else { return };
        for (i, bit) in bits.iter().copied().enumerate() {
            self.cnf.prefer(&mut self.sat, bit, value.bit(i as u16));
        }
    }

    fn goes_on(&self) -> bool {
        true
    }

    fn times(&self) -> Times {
        self.times
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::testing::SampledTerms;

    /// Every operator, at many widths: under an assignment of its operands a term can have its value and no other.
    #[test]
    fn circuits_agree_with_evaluation() {
        for width in [1u16, 2, 3, 4, 5, 6, 7, 8, 9, 16, 32, 33, 64, 128] {
            let rounds = if width < 10 { 12 } else { 3 };
            for seed in 0..rounds {
                agrees(seed * 1000 + u64::from(width), width);
            }
        }
    }

    fn agrees(seed: u64, width: u16) {
        let mut garden = SampledTerms::new(seed, &[width], 1);
        for _ in 0..25 {
            garden.grow();
        }
        let stop = Stop::new(None);
        let mut solver = Embedded::new();
        let variables: Vec<(TermId, Bits)> = garden.models[0].iter().map(|(&v, &b)| (v, b)).collect();
        let fixed: Vec<TermId> = variables
            .iter()
            .map(|&(variable, value)| {
                let value = garden.pool.constant(value);
                garden.pool.eq(variable, value)
            })
            .collect();
        for (term, values) in garden.terms.clone() {
            let value = garden.pool.constant(values[0]);
            let equal = garden.pool.eq(term, value);
            let differ = garden.pool.not(equal);
            for (truth, possible) in [(equal, true), (differ, false)] {
                let mut assumptions = fixed.clone();
                assumptions.push(truth);
                let query = Query { assumptions: &assumptions, any_of: &[], wanted: &[], stop: &stop, budget: None };
                let answer = solver.check(&garden.pool, &query);
                assert!(
                    matches!((&answer, possible), (Answer::Sat(_), true) | (Answer::Unsat { .. }, false)),
                    "seed {seed} width {width}: {term} {:?} is {answer:?}",
                    garden.pool.get(term)
                );
            }
        }
        assert!(solver.statistics().checks > 0);
    }
}
