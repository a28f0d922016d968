//! The value of a term under an assignment. Iterative, so that terms may be of any depth, and each term is computed once.

use super::{Term, TermId, TermPool};
use base::Bits;
use rustc_hash::FxHashMap;

/// The value of one term; variables without a value count as zero, abbreviations have the value of what they stand for.
pub fn eval(pool: &TermPool, model: &FxHashMap<TermId, Bits>, term: TermId) -> Bits {
    Evaluator::new(model).value(pool, term)
}

/// Values of many terms under one assignment.
pub struct Evaluator<'a> {
    model: &'a FxHashMap<TermId, Bits>,
    values: FxHashMap<TermId, Bits>,
}

impl<'a> Evaluator<'a> {
    /// Variables without a value in `model` count as zero.
    pub fn new(model: &'a FxHashMap<TermId, Bits>) -> Self {
        Self { model, values: FxHashMap::default() }
    }

    /// The value of a term of the pool whose variables the model is about.
    pub fn value(&mut self, pool: &TermPool, term: TermId) -> Bits {
        let mut stack = vec![term];
        while let Some(&at) = stack.last() {
            if self.values.contains_key(&at) {
                stack.pop();
                continue;
            }
            match self.step(pool, at) {
                Ok(value) => {
                    self.values.insert(at, value);
                    stack.pop();
                }
                Err(missing) => stack.push(missing),
            }
        }
        self.values[&term]
    }

    /// The value by the operands' values, or an operand that has none yet. Of an if-then-else only the arm that counts is looked at.
    fn step(&self, pool: &TermPool, term: TermId) -> Result<Bits, TermId> {
        let value = |id: TermId| match pool.as_const(id) {
            Some(value) => Ok(value),
            None => self.values.get(&id).copied().ok_or(id),
        };
        Ok(match *pool.get(term) {
            Term::Const(value) => value,
            Term::Var { width, .. } => match pool.definition(term) {
                Some(definition) => value(definition.term)?,
                None => self.model.get(&term).copied().unwrap_or(Bits::zero(width)),
            },
            Term::Not(a) => value(a)?.not(),
            Term::And(a, b) => value(a)?.and(value(b)?),
            Term::Xor(a, b) => value(a)?.xor(value(b)?),
            Term::Neg(a) => value(a)?.neg(),
            Term::Add(a, b) => value(a)?.add(value(b)?),
            Term::Mul(a, b) => value(a)?.mul(value(b)?),
            Term::Udiv(a, b) => value(a)?.udiv(value(b)?),
            Term::Urem(a, b) => value(a)?.urem(value(b)?),
            Term::Sdiv(a, b) => value(a)?.sdiv(value(b)?),
            Term::Srem(a, b) => value(a)?.srem(value(b)?),
            Term::Shl(a, b) => value(a)?.shl(value(b)?),
            Term::Lshr(a, b) => value(a)?.lshr(value(b)?),
            Term::Ashr(a, b) => value(a)?.ashr(value(b)?),
            Term::Eq(a, b) => Bits::bool(value(a)? == value(b)?),
            Term::Ult(a, b) => Bits::bool(value(a)?.ult(value(b)?)),
            Term::Slt(a, b) => Bits::bool(value(a)?.slt(value(b)?)),
            Term::Concat(a, b) => value(a)?.concat(value(b)?),
            Term::Extract { of, low, width } => value(of)?.extract(low, width),
            Term::ZeroExtend { of, width } => value(of)?.resize(width, false),
            Term::SignExtend { of, width } => value(of)?.resize(width, true),
            Term::Ite { cond, then, other } => {
                if value(cond)?.is_true() {
                    value(then)?
                } else {
                    value(other)?
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_terms_do_not_overflow_the_stack() {
        let mut pool = TermPool::new();
        let x = pool.var("x", 8);
        let y = pool.var("y", 8);
        let mut term = x;
        for _ in 0..200_000 {
            term = pool.mul(term, y);
            term = pool.xor(term, x);
        }
        let model = FxHashMap::from_iter([(x, Bits::new(8, 3)), (y, Bits::new(8, 2))]);
        let mut expected = Bits::new(8, 3);
        for _ in 0..200_000 {
            expected = expected.mul(Bits::new(8, 2)).xor(Bits::new(8, 3));
        }
        assert_eq!(eval(&pool, &model, term), expected);
    }
}
