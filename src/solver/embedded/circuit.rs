//! Word-level circuits over bits, lowest bit first: adders, multipliers, dividers, shifters, comparators. Knows the graph, not terms.

use super::aig::{Aig, Lit};

/// The bits of a word, lowest first.
pub(super) type Word = Vec<Lit>;

pub(super) fn constant(width: usize, value: u128) -> Word {
    (0..width).map(|i| Lit::constant(i < 128 && value >> i & 1 == 1)).collect()
}

/// The value, if all bits are constant.
pub(super) fn as_constant(word: &[Lit]) -> Option<u128> {
    word.iter().enumerate().try_fold(0, |value, (i, lit)| lit.value().map(|bit| value | u128::from(bit) << i))
}

pub(super) fn invert(word: &[Lit]) -> Word {
    word.iter().map(|&l| !l).collect()
}

/// `a + b + carry`, by a ripple of full adders, modulo 2^width.
pub(super) fn add(aig: &mut Aig, a: &[Lit], b: &[Lit], mut carry: Lit) -> Word {
    let mut sum = Word::with_capacity(a.len());
    for (i, (&x, &y)) in a.iter().zip(b).enumerate() {
        sum.push(aig.parity(x, y, carry));
        if i + 1 < a.len() {
            carry = aig.majority(x, y, carry);
        }
    }
    sum
}

pub(super) fn negate(aig: &mut Aig, a: &[Lit]) -> Word {
    add(aig, &constant(a.len(), 0), &invert(a), Lit::TRUE)
}

/// The negation, if the condition holds.
pub(super) fn negate_if(aig: &mut Aig, cond: Lit, a: &[Lit]) -> Word {
    let flipped: Word = a.iter().map(|&l| aig.xor(l, cond)).collect();
    add(aig, &flipped, &constant(a.len(), 0), cond)
}

pub(super) fn ite(aig: &mut Aig, cond: Lit, then: &[Lit], other: &[Lit]) -> Word {
    then.iter().zip(other).map(|(&t, &o)| aig.ite(cond, t, o)).collect()
}

pub(super) fn equal(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Lit {
    let same: Word = a.iter().zip(b).map(|(&x, &y)| !aig.xor(x, y)).collect();
    all(aig, &same)
}

pub(super) fn all(aig: &mut Aig, lits: &[Lit]) -> Lit {
    lits.iter().fold(Lit::TRUE, |res, &l| aig.and(res, l))
}

/// `a < b` as unsigned numbers: from the lowest bit on, a difference in a higher bit overrides.
pub(super) fn less(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Lit {
    a.iter().zip(b).fold(Lit::FALSE, |less, (&x, &y)| aig.majority(!x, y, less))
}

/// `a < b` as signed numbers.
pub(super) fn signed_less(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Lit {
    let flip = |word: &[Lit]| {
        let mut word = word.to_vec();
        if let Some(sign) = word.last_mut() {
            *sign = !*sign;
        }
        word
    };
    less(aig, &flip(a), &flip(b))
}

/// Which way a shifter goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shift {
    Left,
    Right,
    RightSigned,
}

/// A logarithmic shifter; distances of at least the width give the filling everywhere.
pub(super) fn shift(aig: &mut Aig, a: &[Lit], distance: &[Lit], way: Shift) -> Word {
    let width = a.len();
    let fill = match way {
        // The width of a word is at least 1.
        Shift::RightSigned => a[width - 1],
        Shift::Left | Shift::Right => Lit::FALSE,
    };
    let mut res = a.to_vec();
    let mut beyond = Lit::FALSE;
    for (stage, &cond) in distance.iter().enumerate() {
        if stage >= 31 || 1usize << stage >= width {
            beyond = aig.or(beyond, cond);
            continue;
        }
        let step = 1 << stage;
        let moved: Word = (0..width)
            .map(|i| match way {
                Shift::Left => i.checked_sub(step).map_or(fill, |from| res[from]),
                Shift::Right | Shift::RightSigned => res.get(i + step).copied().unwrap_or(fill),
            })
            .collect();
        res = ite(aig, cond, &moved, &res);
    }
    ite(aig, beyond, &vec![fill; width], &res)
}

/// `a * b` modulo 2^width: shifted and added, row by row of the operand with the most constant bits.
pub(super) fn multiply(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Word {
    let constants = |word: &[Lit]| word.iter().filter(|l| l.value().is_some()).count();
    let (a, b) = if constants(a) > constants(b) { (b, a) } else { (a, b) };
    if let Some(value) = as_constant(b) {
        return multiply_constant(aig, a, value);
    }
    let width = a.len();
    let mut sum = constant(width, 0);
    for (i, &factor) in b.iter().enumerate() {
        if factor == Lit::FALSE {
            continue;
        }
        let row: Word = a[..width - i].iter().map(|&x| aig.and(x, factor)).collect();
        let high = add(aig, &sum[i..], &row, Lit::FALSE);
        sum.truncate(i);
        sum.extend(high);
    }
    sum
}

/// The product with a constant: the bits of the constant, or its non-adjacent form if that has fewer digits (a run of ones is one addition and one
/// subtraction).
fn multiply_constant(aig: &mut Aig, a: &[Lit], value: u128) -> Word {
    let width = a.len();
    let bit = |i: usize| i < 128 && value >> i & 1 == 1;
    let plain: Vec<(usize, bool)> = (0..width).filter(|&i| bit(i)).map(|i| (i, false)).collect();
    let mut signed = Vec::new();
    let mut carry = false;
    for i in 0..width {
        let one = bit(i) != carry;
        let negative = one && bit(i + 1);
        if one {
            signed.push((i, negative));
            carry = negative;
        }
    }
    let mut digits = if signed.len() < plain.len() { signed } else { plain };
    // The first addition is to zero, and free.
    digits.sort_by_key(|&(i, negative)| (negative, i));
    let mut sum = constant(width, 0);
    for (i, negative) in digits {
        let row = &a[..width - i];
        let high = if negative { add(aig, &sum[i..], &invert(row), Lit::TRUE) } else { add(aig, &sum[i..], row, Lit::FALSE) };
        sum.truncate(i);
        sum.extend(high);
    }
    sum
}

/// Unsigned quotient and remainder by a restoring divider. Division by zero: all ones and the dividend.
pub(super) fn divide(aig: &mut Aig, a: &[Lit], d: &[Lit]) -> (Word, Word) {
    let width = a.len();
    // nothing_above[i]: the bits of the divisor from i on are zero.
    let mut nothing_above = vec![Lit::TRUE; width + 1];
    for i in (0..width).rev() {
        nothing_above[i] = aig.and(nothing_above[i + 1], !d[i]);
    }
    let by_zero = nothing_above[0];
    let mut quotient = constant(width, 0);
    // The remainder of the upper bits so far, as wide as their number. From here on the divisor counts as not zero.
    let mut rest = Word::new();
    for i in (0..width).rev() {
        rest.insert(0, a[i]);
        let n = rest.len();
        if rest.iter().all(|&l| l == Lit::FALSE) {
            continue;
        }
        let below = less(aig, &rest, &d[..n]);
        let fits = aig.and(!below, nothing_above[n]);
        let difference = add(aig, &rest, &invert(&d[..n]), Lit::TRUE);
        rest = ite(aig, fits, &difference, &rest);
        quotient[i] = fits;
    }
    let quotient = quotient.into_iter().map(|l| aig.or(l, by_zero)).collect();
    (quotient, ite(aig, by_zero, a, &rest))
}

/// Quotient and remainder by a constant that is not zero, as fresh bits, and the truth that fixes them: quotient * divisor + remainder = a without overflow,
/// remainder < divisor. There is exactly one solution for each dividend.
pub(super) fn divide_by_constant(aig: &mut Aig, a: &[Lit], divisor: u128) -> (Word, Word, Lit) {
    let width = a.len();
    let top = divisor.ilog2() as usize;
    let fresh = |aig: &mut Aig, bits: usize| -> Word { (0..width).map(|i| if i < bits { aig.input() } else { Lit::FALSE }).collect() };
    let quotient = fresh(aig, width - top);
    let remainder = fresh(aig, top + 1);
    // quotient < 2^(width - top) and divisor, remainder < 2^(top + 1): two more bits hold the sum.
    let wide = |word: &[Lit]| -> Word { word.iter().copied().chain([Lit::FALSE; 2]).collect() };
    let product = multiply_constant(aig, &wide(&quotient), divisor);
    let sum = add(aig, &product, &wide(&remainder), Lit::FALSE);
    let whole = equal(aig, &sum, &wide(a));
    let small = less(aig, &remainder, &constant(width, divisor));
    let truth = aig.and(whole, small);
    (quotient, remainder, truth)
}
