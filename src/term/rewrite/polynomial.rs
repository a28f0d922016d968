//! Equations of polynomials: sums and products multiplied out, modulo 2^width. Decides associativity, distributivity and their kin, which circuits
//! of multipliers make very hard to see, and what division leaves over.

use super::{Term, TermId, TermPool};
use std::collections::BTreeMap;

/// Terms that one comparison may look at.
const NODES: u32 = 120;
/// Products with their coefficients in one polynomial.
const MONOMIALS: usize = 64;
/// Factors of a product.
const DEGREE: usize = 8;

/// Coefficients by products, which are sorted lists of factors. No coefficient is zero modulo 2^width.
pub(crate) type Polynomial = BTreeMap<Vec<TermId>, u128>;

impl TermPool {
    /// Are the terms equal, or different, under every assignment because of what they are as polynomials?
    pub(super) fn equal_polynomials(&mut self, a: TermId, b: TermId) -> Option<bool> {
        if !self.has_product(a, 3) && !self.has_product(b, 3) {
            return None;
        }
        let width = self.width(a);
        let mut nodes = NODES;
        let mut difference = self.polynomial(a, &mut nodes)?;
        let other = self.polynomial(b, &mut nodes)?;
        add(&mut difference, &other, u128::MAX, width);
        let constant = difference.remove(&Vec::new()).unwrap_or(0);
        if difference.is_empty() {
            return Some(constant == 0);
        }
        // An odd number is no sum of even ones.
        let even = difference.values().all(|c| c & 1 == 0);
        (even && constant & 1 == 1).then_some(false)
    }

    /// Is there a product, or a remainder, near the top?
    fn has_product(&self, a: TermId, depth: u32) -> bool {
        match *self.get(a) {
            Term::Mul(_, y) => self.as_const(y).is_none(),
            Term::Urem(..) | Term::Srem(..) => true,
            Term::Add(x, y) => depth > 0 && (self.has_product(x, depth - 1) || self.has_product(y, depth - 1)),
            Term::Neg(x) | Term::Not(x) => depth > 0 && self.has_product(x, depth - 1),
            _ => false,
        }
    }

    /// The polynomial of the term, with as many bits as it has; `None` if it is too large.
    fn polynomial(&mut self, a: TermId, nodes: &mut u32) -> Option<Polynomial> {
        let width = self.width(a);
        Expansion { pool: self, width, nodes, reading: &mut Reading::default() }.of(a)
    }
}

/// How terms are read that are no polynomials by themselves.
#[derive(Default)]
pub(crate) struct Reading {
    /// Conditions of choices that are taken to hold, or not to.
    pub cases: Vec<(TermId, bool)>,
    /// Conditions of choices that were met, and are not among these.
    pub undecided: Vec<TermId>,
    /// If extended sums are taken apart: what has to hold for that.
    pub exact_sums: Option<Vec<TermId>>,
}

/// Multiplies out, modulo 2^width.
struct Expansion<'p> {
    pool: &'p mut TermPool,
    width: u16,
    nodes: &'p mut u32,
    reading: &'p mut Reading,
}

impl Expansion<'_> {
    /// The polynomial of a term of at most `width` bits, in factors of `width` bits; right modulo 2^(bits of the term). `None` if it is too large, or
    /// if the term is narrower and not the lower part of such a polynomial.
    fn of(&mut self, a: TermId) -> Option<Polynomial> {
        *self.nodes = self.nodes.checked_sub(1)?;
        let width = self.width;
        let own = self.pool.width(a);
        let mut result = Polynomial::new();
        match *self.pool.get(a) {
            Term::Const(value) => add_monomial(&mut result, Vec::new(), value.unsigned(), width),
            Term::Neg(x) => add(&mut result, &self.of(x)?, u128::MAX, width),
            Term::Not(x) => {
                add(&mut result, &self.of(x)?, u128::MAX, width);
                add_monomial(&mut result, Vec::new(), u128::MAX, width);
            }
            Term::Add(x, y) => {
                result = self.of(x)?;
                add(&mut result, &self.of(y)?, 1, width);
            }
            Term::Mul(x, y) => result = self.product(x, y)?,
            // What remains is the dividend without the divisor's multiple, also if the divisor is zero.
            Term::Urem(x, y) if own == width => {
                let quotient = self.pool.udiv(x, y);
                result = self.of(x)?;
                add(&mut result, &self.product(quotient, y)?, u128::MAX, width);
            }
            Term::Srem(x, y) if own == width => {
                let quotient = self.pool.sdiv(x, y);
                result = self.of(x)?;
                add(&mut result, &self.product(quotient, y)?, u128::MAX, width);
            }
            Term::Concat(high, low) if own == width && self.pool.as_const(low).is_some() => {
                let constant = self.pool.as_const(low).map_or(0, |bits| bits.unsigned());
                let bits = self.pool.width(low);
                match self.of(high) {
                    Some(high) => {
                        add(&mut result, &high, 1 << bits, width);
                        add_monomial(&mut result, Vec::new(), constant, width);
                    }
                    None => add_monomial(&mut result, vec![a], 1, width),
                }
            }
            Term::Extract { of, low: 0, .. } if own < width && self.pool.width(of) == width => result = self.of(of)?,
            Term::Ite { cond, then, other } => match self.reading.cases.iter().find(|(known, _)| *known == cond) {
                Some((_, true)) => result = self.of(then)?,
                Some((_, false)) => result = self.of(other)?,
                None => {
                    self.reading.undecided.push(cond);
                    if own < width {
                        return None;
                    }
                    add_monomial(&mut result, vec![a], 1, width);
                }
            },
            Term::ZeroExtend { of, .. } if own == width && self.pool.width(of) == 1 => result = self.truth(a, of, 1),
            Term::SignExtend { of, .. } if own == width && self.pool.width(of) == 1 => result = self.truth(a, of, u128::MAX),
            Term::ZeroExtend { of, .. } if own == width && self.reading.exact_sums.is_some() => result = self.extended(a, of, false)?,
            Term::SignExtend { of, .. } if own == width && self.reading.exact_sums.is_some() => result = self.extended(a, of, true)?,
            _ if own == width => add_monomial(&mut result, vec![a], 1, width),
            _ => return None,
        }
        (result.len() <= MONOMIALS).then_some(result)
    }

    /// An extended truth is a choice between a number and zero.
    fn truth(&mut self, a: TermId, of: TermId, if_true: u128) -> Polynomial {
        let (cond, is_negated) = match *self.pool.get(of) {
            Term::Not(cond) => (cond, true),
            _ => (of, false),
        };
        let mut result = Polynomial::new();
        match self.reading.cases.iter().find(|(known, _)| *known == cond) {
            Some(&(_, holds)) if holds == is_negated => {}
            Some(_) => add_monomial(&mut result, Vec::new(), if_true, self.width),
            None => {
                self.reading.undecided.push(cond);
                add_monomial(&mut result, vec![a], 1, self.width);
            }
        }
        result
    }

    fn product(&mut self, x: TermId, y: TermId) -> Option<Polynomial> {
        let (x, y) = (self.of(x)?, self.of(y)?);
        multiplied(&x, &y, self.width)
    }

    /// An extended term: of a sum with a constant, if that does not wrap, the sum of what is extended.
    fn extended(&mut self, a: TermId, of: TermId, signed: bool) -> Option<Polynomial> {
        let width = self.width;
        let parts = match *self.pool.get(of) {
            Term::Add(x, y) => self.pool.as_const(y).map(|constant| (x, constant)),
            Term::Not(_) | Term::Neg(_) | Term::Concat(..) => None,
            Term::Ite { cond, then, other } => match self.reading.cases.iter().find(|(known, _)| *known == cond) {
                Some(&(_, holds)) => {
                    let arm = self.pool.resize(if holds { then } else { other }, width, signed);
                    return self.of(arm);
                }
                None => {
                    self.reading.undecided.push(cond);
                    None
                }
            },
            _ => None,
        };
        let Some((x, constant)) = parts else { return Some(Polynomial::from([(vec![a], 1)])) };
        let (x, constant) = (self.pool.resize(x, width, signed), self.pool.constant(constant.resize(width, true)));
        let sum = self.pool.add(x, constant);
        let exact = self.pool.eq(a, sum);
        if self.pool.is_false(exact) {
            return Some(Polynomial::from([(vec![a], 1)]));
        }
        self.reading.exact_sums.as_mut()?.push(exact);
        self.of(sum)
    }
}

/// `None` if the product is too large.
pub(crate) fn multiplied(x: &Polynomial, y: &Polynomial, width: u16) -> Option<Polynomial> {
    if x.len() * y.len() > MONOMIALS {
        return None;
    }
    let mut result = Polynomial::new();
    for (factors, c) in x {
        for (more, d) in y {
            let mut all: Vec<TermId> = factors.iter().chain(more).copied().collect();
            if all.len() > DEGREE {
                return None;
            }
            all.sort_unstable();
            add_monomial(&mut result, all, c.wrapping_mul(*d), width);
        }
    }
    Some(result)
}

/// What is equal, as a polynomial that is zero: the first without the second.
pub(crate) fn difference(pool: &mut TermPool, a: TermId, b: TermId, reading: &mut Reading) -> Option<Polynomial> {
    let (width, mut nodes) = (pool.width(a), NODES);
    let mut result = Expansion { pool, width, nodes: &mut nodes, reading }.of(a)?;
    let other = Expansion { pool, width, nodes: &mut nodes, reading }.of(b)?;
    add(&mut result, &other, u128::MAX, width);
    Some(result)
}

pub(crate) fn add(to: &mut Polynomial, other: &Polynomial, factor: u128, width: u16) {
    for (factors, coefficient) in other {
        add_monomial(to, factors.clone(), coefficient.wrapping_mul(factor), width);
    }
}

fn add_monomial(to: &mut Polynomial, factors: Vec<TermId>, coefficient: u128, width: u16) {
    let mask = crate::known::mask(width);
    let sum = to.get(&factors).copied().unwrap_or(0).wrapping_add(coefficient) & mask;
    if sum == 0 {
        to.remove(&factors);
    } else {
        to.insert(factors, sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Bits;

    #[test]
    fn laws_of_arithmetic() {
        let mut pool = TermPool::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| pool.var(name, 32));
        let (ab, bc) = (pool.mul(a, b), pool.mul(b, c));
        let (left, right) = (pool.mul(ab, c), pool.mul(a, bc));
        let same = pool.eq(left, right);
        assert!(pool.is_true(same));
        let sum = pool.add(a, b);
        let (square, two) = (pool.mul(sum, sum), pool.constant(Bits::new(32, 2)));
        let (aa, bb, twice) = (pool.mul(a, a), pool.mul(b, b), pool.mul(ab, two));
        let expanded = pool.add(aa, twice);
        let expanded = pool.add(expanded, bb);
        let same = pool.eq(square, expanded);
        assert!(pool.is_true(same));
        let one = pool.constant(Bits::new(32, 1));
        let more = pool.add(expanded, one);
        let same = pool.eq(square, more);
        assert!(pool.is_false(same));
        let (quotient, rest) = (pool.udiv(a, b), pool.urem(a, b));
        let multiple = pool.mul(quotient, b);
        let whole = pool.add(multiple, rest);
        let same = pool.eq(whole, a);
        assert!(pool.is_true(same));
        let same = pool.eq(square, aa);
        assert!(pool.as_const(same).is_none());
    }
}
