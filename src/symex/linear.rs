//! Offsets as sums: which multiples of what they are made of. Address arithmetic is undone syntactically, so that no division arises.

use super::context::Context;
use goto::Bits;
use term::{Term, TermId};

/// Summands beyond this number are not taken apart.
const MOST_SUMMANDS: usize = 16;
/// Conditions that one is looked at for, one within the other, and literals that a known one is taken for.
const CONDITIONS: u32 = 6;
const MOST_LITERALS: usize = 12;
/// Shifts of shifts that are undone.
const SHIFTS: u32 = 3;

/// `constant + Σ factor · term`, modulo 2^width.
pub(super) struct Sum {
    pub constant: u64,
    pub summands: Vec<(u64, TermId)>,
}

/// An offset as `start + step · index`.
pub(super) struct Stride {
    pub start: u64,
    /// Greater than zero.
    pub step: u64,
    /// As wide as a pointer.
    pub index: TermId,
    /// The product and the sum are exact as signed integers: they never wrap around.
    pub exact: bool,
}

impl Context<'_> {
    /// The term as a choice between two terms, if it is one: also where rewriting has made something else of the choice.
    pub(crate) fn choice(&mut self, term: TermId) -> Option<(TermId, TermId, TermId)> {
        match *self.pool.get(term) {
            Term::Ite { cond, then, other } => Some((cond, then, other)),
            Term::ZeroExtend { of, width } => {
                let (cond, then, other) = self.choice_or_bit(of)?;
                Some((cond, self.pool.zero_extend(then, width), self.pool.zero_extend(other, width)))
            }
            Term::SignExtend { of, width } => {
                let (cond, then, other) = self.choice_or_bit(of)?;
                Some((cond, self.pool.sign_extend(then, width), self.pool.sign_extend(other, width)))
            }
            Term::Concat(high, low) if self.pool.as_const(low).is_some() => {
                let (cond, then, other) = self.choice_or_bit(high)?;
                Some((cond, self.pool.concat(then, low), self.pool.concat(other, low)))
            }
            Term::Concat(high, low) if self.pool.as_const(high).is_some() => {
                let (cond, then, other) = self.choice_or_bit(low)?;
                Some((cond, self.pool.concat(high, then), self.pool.concat(high, other)))
            }
            _ => None,
        }
    }

    fn choice_or_bit(&mut self, term: TermId) -> Option<(TermId, TermId, TermId)> {
        if self.pool.width(term) == 1 && self.pool.as_const(term).is_none() {
            return Some((term, self.pool.truth(true), self.pool.truth(false)));
        }
        self.choice(term)
    }

    /// As `choice`, also where a sum has a choice as its operand.
    pub(crate) fn choice_in_sum(&mut self, term: TermId) -> Option<(TermId, TermId, TermId)> {
        if let Term::Add(a, b) = *self.pool.get(term) {
            if let Some((cond, then, other)) = self.choice_in_sum(a) {
                return Some((cond, self.pool.add(then, b), self.pool.add(other, b)));
            }
            let (cond, then, other) = self.choice_in_sum(b)?;
            return Some((cond, self.pool.add(a, then), self.pool.add(a, other)));
        }
        self.choice(term)
    }

    /// The term where a condition is known, as far as the outermost choices say.
    pub(crate) fn given(&mut self, term: TermId, condition: TermId, holds: bool) -> TermId {
        if let Term::Add(a, b) = *self.pool.get(term) {
            let (x, y) = (self.given(a, condition, holds), self.given(b, condition, holds));
            return if (x, y) == (a, b) { term } else { self.pool.add(x, y) };
        }
        let known = self.literals(condition, holds);
        let mut left = term;
        // Two choices with an operand in common become one by both conditions.
        while let Some((cond, then, other)) = self.choice(left) {
            match self.follows(&known, cond, CONDITIONS) {
                Some(true) => left = then,
                Some(false) => left = other,
                None => break,
            }
        }
        left
    }

    /// What holds or does not, as conditions that are no conjunctions, where a condition is known.
    fn literals(&self, condition: TermId, holds: bool) -> Vec<(TermId, bool)> {
        let (mut found, mut pending) = (Vec::new(), vec![(condition, holds)]);
        while let Some((term, holds)) = pending.pop() {
            found.push((term, holds));
            match *self.pool.get(term) {
                Term::Not(of) => pending.push((of, !holds)),
                Term::And(a, b) if holds && found.len() < MOST_LITERALS => pending.extend([(a, true), (b, true)]),
                _ => {}
            }
        }
        found
    }

    /// Whether a condition holds, as far as its outermost operands say.
    fn follows(&self, known: &[(TermId, bool)], condition: TermId, depth: u32) -> Option<bool> {
        if let Some(&(_, holds)) = known.iter().find(|(term, _)| *term == condition) {
            return Some(holds);
        }
        match *self.pool.get(condition) {
            Term::Not(of) if depth > 0 => self.follows(known, of, depth - 1).map(|holds| !holds),
            Term::And(a, b) if depth > 0 => match [a, b].map(|part| self.follows(known, part, depth - 1)) {
                [Some(false), _] | [_, Some(false)] => Some(false),
                [Some(true), Some(true)] => Some(true),
                _ => None,
            },
            _ => None,
        }
    }

    pub(crate) fn sum(&self, term: TermId) -> Sum {
        let mut sum = Sum { constant: 0, summands: Vec::new() };
        self.add_to(&mut sum, 1, term, 32);
        sum
    }

    fn add_to(&self, sum: &mut Sum, factor: u64, term: TermId, depth: u32) {
        let constant = |t: TermId| self.pool.as_const(t).map(|b| b.unsigned() as u64);
        if depth > 0 && sum.summands.len() < MOST_SUMMANDS {
            match *self.pool.get(term) {
                Term::Const(bits) => {
                    sum.constant = sum.constant.wrapping_add(factor.wrapping_mul(bits.unsigned() as u64));
                    return;
                }
                Term::Add(a, b) => {
                    self.add_to(sum, factor, a, depth - 1);
                    return self.add_to(sum, factor, b, depth - 1);
                }
                Term::Neg(a) => return self.add_to(sum, factor.wrapping_neg(), a, depth - 1),
                Term::Mul(a, b) => {
                    if let Some(c) = constant(b) {
                        return self.add_to(sum, factor.wrapping_mul(c), a, depth - 1);
                    }
                    if let Some(c) = constant(a) {
                        return self.add_to(sum, factor.wrapping_mul(c), b, depth - 1);
                    }
                }
                Term::Shl(a, b) => {
                    if let Some(c) = constant(b) {
                        return self.add_to(sum, if c < 64 { factor << c } else { 0 }, a, depth - 1);
                    }
                }
                _ => {}
            }
        }
        match sum.summands.iter_mut().find(|(_, t)| *t == term) {
            Some(summand) => summand.0 = summand.0.wrapping_add(factor),
            None => sum.summands.push((factor, term)),
        }
    }

    /// An index as a number of bytes. Where states are made up, offsets at which one reads are compared with those at which others wrote: so a multiple of a sum is the sum of the
    /// multiples, whichever way an offset was computed.
    pub(crate) fn multiple(&mut self, index: TermId, size: u64) -> TermId {
        if self.makes_up_states && matches!(self.pool.get(index), Term::Add(..)) {
            let sum = self.sum(index);
            let mut total = self.address_constant(sum.constant.wrapping_mul(size));
            for (factor, term) in sum.summands {
                let factor = self.address_constant(factor.wrapping_mul(size));
                let part = self.pool.mul(term, factor);
                total = self.pool.add(total, part);
            }
            return total;
        }
        let size = self.address_constant(size);
        self.pool.mul(index, size)
    }

    /// `x` and `y` of `x - y`, where states are made up.
    pub(crate) fn difference(&mut self, term: TermId) -> Option<(TermId, TermId)> {
        let Term::Add(a, b) = *self.pool.get(term) else { return None };
        if !self.makes_up_states {
            return None;
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Term::Neg(y) = *self.pool.get(y) {
                return Some((x, y));
            }
        }
        let constant = self.pool.as_const(b)?;
        let y = self.pool.constant(constant.neg());
        (constant.signed() < 0).then_some((a, y))
    }

    /// The sum with shifted terms taken apart as products, whatever rewriting has made of them.
    pub(crate) fn sum_of_products(&mut self, term: TermId) -> Sum {
        let mut sum = self.sum(term);
        // Each round takes one level of shifts away.
        for _ in 0..SHIFTS {
            let mut next = Sum { constant: sum.constant, summands: Vec::new() };
            for (factor, term) in std::mem::take(&mut sum.summands) {
                match self.unshifted(term) {
                    Some((inner, shift)) => self.add_to(&mut next, factor.wrapping_shl(u32::from(shift)), inner, 32),
                    None => self.add_to(&mut next, factor, term, 0),
                }
            }
            sum = next;
        }
        sum
    }

    /// The term as another one shifted to the left.
    fn unshifted(&mut self, term: TermId) -> Option<(TermId, u16)> {
        let (shifted, width) = (self.without_extension(term), self.pool.width(term));
        let Term::Concat(high, low) = *self.pool.get(shifted) else { return None };
        self.pool.as_const(low).filter(|bits| bits.is_zero())?;
        let shift = self.pool.width(low);
        if shift >= 64 {
            return None;
        }
        let inner = match (self.pool.get(term), self.pool.get(high)) {
            // Of a shifted number that is extended as a whole nothing is shifted out.
            (Term::ZeroExtend { .. }, _) => self.pool.zero_extend(high, width),
            (Term::SignExtend { .. }, _) => self.pool.sign_extend(high, width),
            (_, &Term::Extract { of, low: 0, .. }) if self.pool.width(of) == width => of,
            (_, &Term::SignExtend { of, .. }) => self.pool.sign_extend(of, width),
            // What is above is shifted out.
            _ => self.pool.zero_extend(high, width),
        };
        Some((inner, shift))
    }

    fn without_extension(&self, term: TermId) -> TermId {
        match *self.pool.get(term) {
            Term::ZeroExtend { of, .. } | Term::SignExtend { of, .. } => of,
            _ => term,
        }
    }

    /// The offset as a stride with the greatest step that is right for all values. The sum has summands.
    pub(crate) fn stride(&mut self, offset: TermId) -> Stride {
        let width = self.pointer_bits();
        let sum = self.sum(offset);
        // A summand that is a multiple of a power of two by itself counts with that power.
        let summands: Vec<(i64, TermId, u16)> =
            sum.summands.iter().map(|&(factor, term)| (sign(factor, width), term, self.alignment(term).min(width - 1))).collect();
        let step = summands.iter().fold(0, |g, &(factor, _, zeros)| gcd(g, shifted(factor, zeros)));
        let bound = summands.iter().try_fold(sum_bound(sum.constant, width), |total, &(factor, term, _)| {
            total?.checked_add(self.magnitude(term)?.checked_mul(u128::from(factor.unsigned_abs()))?).map(Some)
        });
        let exact = matches!(bound, Some(Some(bound)) if bound < 1 << (width - 1));
        let step = if exact { step } else { step & step.wrapping_neg() };
        if step == 0 {
            let index = self.address_constant(0);
            return Stride { start: sum.constant, step: 1, index, exact: true };
        }
        let constant = sign(sum.constant, width);
        let start = constant.rem_euclid(step as i64);
        let mut index = self.pool.constant(Bits::from_signed(width, i128::from((constant - start) / step as i64)));
        for (factor, term, zeros) in summands {
            let part = if factor.unsigned_abs() % step == 0 {
                let factor = self.pool.constant(Bits::from_signed(width, i128::from(factor / step as i64)));
                self.pool.mul(term, factor)
            } else {
                // The step divides the factor only with the zeros of the term.
                let high = self.pool.extract(term, zeros, width - zeros);
                let high = self.pool.sign_extend(high, width);
                let factor = (i128::from(factor) << zeros) / i128::from(step);
                let factor = self.pool.constant(Bits::from_signed(width, factor));
                self.pool.mul(high, factor)
            };
            index = self.pool.add(index, part);
        }
        Stride { start: start as u64, step, index, exact }
    }

    /// A factor of a sum of offsets as a signed number.
    pub(crate) fn signed_factor(&self, factor: u64) -> i64 {
        sign(factor, self.pointer_bits())
    }

    /// How often a stride is in `factor` times a multiple of `2^zeros`, and how many of the zeros that takes; `None` if it is in no whole number.
    pub(crate) fn of_stride(&self, factor: i64, zeros: u16, stride: i64) -> Option<(i64, u16)> {
        (0..=zeros.min(16)).find_map(|used| {
            let shifted = factor.checked_mul(1 << used)?;
            (stride != 0 && shifted % stride == 0).then(|| (shifted / stride, used))
        })
    }

    /// `factor` times the term, divided by a stride that is in it.
    pub(crate) fn part_of_index(&mut self, term: TermId, factor: i64, zeros: u16, stride: i64) -> Option<TermId> {
        let (number, used) = self.of_stride(factor, zeros, stride)?;
        let width = self.pool.width(term);
        let high = self.pool.extract(term, used, width - used);
        let high = self.pool.sign_extend(high, width);
        let number = self.address_constant(number as u64);
        Some(self.pool.mul(high, number))
    }

    /// A bound on the absolute value of a term read as signed, if a useful one is seen.
    pub(crate) fn magnitude(&self, term: TermId) -> Option<u128> {
        let width = self.pool.width(term);
        let bits = match *self.pool.get(term) {
            Term::SignExtend { of, .. } => self.pool.width(of) - 1,
            Term::ZeroExtend { of, .. } => self.pool.width(of),
            Term::Const(bits) => return Some(bits.signed().unsigned_abs()),
            Term::Concat(high, low) => match *self.pool.get(high) {
                Term::Const(bits) if bits.is_zero() => self.pool.width(low),
                Term::SignExtend { of, .. } => self.pool.width(of) - 1 + self.pool.width(low),
                Term::ZeroExtend { of, .. } => self.pool.width(of) + self.pool.width(low),
                _ => width - 1,
            },
            Term::Ite { then, other, .. } => {
                // Values of a loop: one level at a time is enough for what bounds cheaply.
                let bound = |t: TermId| match *self.pool.get(t) {
                    Term::Const(bits) => Some(bits.signed().unsigned_abs()),
                    Term::SignExtend { of, .. } => Some(1 << (self.pool.width(of) - 1)),
                    Term::ZeroExtend { of, .. } => Some(1 << self.pool.width(of)),
                    _ => None,
                };
                return Some(bound(then)?.max(bound(other)?));
            }
            _ => width - 1,
        };
        (bits < 100).then(|| 1 << bits)
    }
}

fn sum_bound(constant: u64, width: u16) -> Option<u128> {
    Some(u128::from(sign(constant, width).unsigned_abs()))
}

/// A factor as a signed number.
fn sign(factor: u64, width: u16) -> i64 {
    Bits::new(width, u128::from(factor)).signed() as i64
}

fn shifted(factor: i64, zeros: u16) -> u64 {
    let factor = u128::from(factor.unsigned_abs()) << zeros;
    // Beyond 2^62 only the power of two matters; keep what fits.
    if factor < 1 << 62 { factor as u64 } else { 1 << factor.trailing_zeros().min(62) }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
