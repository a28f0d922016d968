//! Floats that are known to be exact images: of integers that a format holds, of floats of a narrower format. Comparisons and conversions back
//! are then those of what they are images of, which is much less to decide.

use super::context::Context;
use super::float::{Rounding, format};
use goto::interp::value::Scalar;
use goto::interp::{float, ieee};
use goto::types::FloatKind;
use goto::{BinOp, Bits, IntegralMode};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use term::TermId;

/// What terms are images of.
#[derive(Default)]
pub(super) struct Images {
    /// Floats that are integers, with the sign of the integers' type.
    integers: FxHashMap<(FloatKind, TermId), Integer>,
    /// Floats that are floats of a narrower format.
    narrow: FxHashMap<(FloatKind, TermId), Narrow>,
    /// Results, rounded to nearest, of operations on such floats in a format so wide that rounding once more is the same as rounding once.
    results: FxHashMap<(FloatKind, TermId), (BinOp, FloatKind, TermId, TermId)>,
}

#[derive(Clone, Copy)]
struct Integer {
    term: TermId,
    signed: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Narrow {
    kind: FloatKind,
    term: TermId,
}

impl Context<'_> {
    /// Notes that a float was made from an integer.
    pub(super) fn note_integer(&mut self, kind: FloatKind, image: TermId, term: TermId, signed: bool) {
        // The greatest half is 65504; the other formats hold all integers of as many digits.
        let digits = if kind == FloatKind::Half { 8 } else { format(kind).digits };
        if self.pool.width(term) <= digits {
            self.images.integers.insert((kind, image), Integer { term, signed });
        }
    }

    /// Notes that a float was made from one of a narrower format.
    pub(super) fn note_wider(&mut self, from: FloatKind, a: TermId, to: FloatKind, image: TermId) {
        if format(to).digits <= format(from).digits {
            return;
        }
        let narrow = self.images.narrow.get(&(from, a)).copied().unwrap_or(Narrow { kind: from, term: a });
        self.images.narrow.insert((to, image), narrow);
        if let Some(&integer) = self.images.integers.get(&(from, a)) {
            self.images.integers.insert((to, image), integer);
        }
    }

    /// Notes the result of an operation that is rounded to nearest.
    pub(super) fn note_result(&mut self, op: BinOp, kind: FloatKind, [a, b]: [TermId; 2], result: TermId) {
        let (x, y) = (self.images.narrow.get(&(kind, a)).copied(), self.images.narrow.get(&(kind, b)).copied());
        let Some(narrow) = x.or(y).map(|n| n.kind) else { return };
        // S. A. Figueroa, "When is double rounding innocuous?", 1995.
        if format(kind).digits < 2 * format(narrow).digits + 2 {
            return;
        }
        let mut operand = |known: Option<Narrow>, term: TermId| match known {
            Some(known) => (known.kind == narrow).then_some(known.term),
            None => {
                let value = self.pool.as_const(term)?.unsigned();
                let cut = float::convert(kind, narrow, value);
                (float::convert(narrow, kind, cut) == value).then(|| self.pool.constant(Bits::new(narrow.bits(), cut)))
            }
        };
        if let (Some(x), Some(y)) = (operand(x, a), operand(y, b)) {
            self.images.results.insert((kind, result), (op, narrow, x, y));
        }
    }

    /// A float in another format, if there is a shorter way than converting it.
    pub(super) fn narrowed(&mut self, from: FloatKind, to: FloatKind, rounding: Rounding, a: TermId) -> Option<TermId> {
        if let Some(&Integer { term, signed }) = self.images.integers.get(&(from, a)) {
            let bits = self.pool.width(term);
            return Some(self.convert_bits(Scalar::Int { bits, signed }, Scalar::Float(to), rounding, term));
        }
        if let Some(&narrow) = self.images.narrow.get(&(from, a))
            && narrow.kind == to
            // The x87 format has several encodings of one value.
            && to != FloatKind::Extended
        {
            // All that the way there and back does is to make a NaN quiet.
            let nan = self.pool.float_is_nan(format(to), narrow.term);
            let quiet = self.pool.constant(Bits::new(to.bits(), float::quiet_nan(to, 0)));
            let quiet = self.pool.or(narrow.term, quiet);
            return Some(self.pool.ite(nan, quiet, narrow.term));
        }
        match self.images.results.get(&(from, a)) {
            Some(&(op, narrow, x, y)) if narrow == to && rounding == Rounding::Nearest => Some(self.float_binary(op, to, rounding, x, y)),
            _ => None,
        }
    }

    /// A float that is an integer of a type all of whose values the target holds.
    pub(super) fn integer_again(&mut self, kind: FloatKind, a: TermId, width: u16, signed: bool) -> Option<TermId> {
        let &Integer { term, signed: from } = self.images.integers.get(&(kind, a))?;
        let own = self.pool.width(term);
        let fits = if from == signed { own <= width } else { signed && own < width };
        fits.then(|| self.pool.resize(term, width, from))
    }

    /// A comparison of floats as one of what they are images of.
    pub(super) fn compare_images(&mut self, op: BinOp, kind: FloatKind, a: TermId, b: TermId) -> Option<TermId> {
        if !matches!(op, BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le) {
            return None;
        }
        let integer = |term| self.images.integers.get(&(kind, term)).copied();
        match (integer(a), integer(b)) {
            (Some(x), Some(y)) => {
                let width = self.pool.width(x.term).max(self.pool.width(y.term)) + 1;
                let (x, y) = (self.pool.resize(x.term, width, x.signed), self.pool.resize(y.term, width, y.signed));
                return Some(self.compare_integers(op, x, y));
            }
            (Some(x), None) => {
                if let Some(c) = self.pool.as_const(b) {
                    return Some(self.compare_to_number(op, kind, x, c.unsigned(), false));
                }
            }
            (None, Some(y)) => {
                if let Some(c) = self.pool.as_const(a) {
                    return Some(self.compare_to_number(op, kind, y, c.unsigned(), true));
                }
            }
            (None, None) => {}
        }
        let narrow = |term| self.images.narrow.get(&(kind, term)).copied();
        match (narrow(a), narrow(b)) {
            (Some(x), Some(y)) if x.kind == y.kind => Some(self.float_binary(op, x.kind, Rounding::Nearest, x.term, y.term)),
            (Some(x), None) => {
                let c = self.pool.as_const(b)?.unsigned();
                Some(self.compare_narrow(op, kind, x, c, false))
            }
            (None, Some(y)) => {
                let c = self.pool.as_const(a)?.unsigned();
                Some(self.compare_narrow(op, kind, y, c, true))
            }
            _ => None,
        }
    }

    fn compare_integers(&mut self, op: BinOp, x: TermId, y: TermId) -> TermId {
        match op {
            BinOp::Eq => self.pool.eq(x, y),
            BinOp::Ne => self.pool.ne(x, y),
            BinOp::Lt => self.pool.slt(x, y),
            _ => self.pool.sle(x, y),
        }
    }

    /// The operator for a bound below the number between which and the number there is nothing; nothing if the answer does not depend on it.
    fn against_bound(op: BinOp, exact: bool, number_first: bool) -> Option<BinOp> {
        match (op, number_first) {
            _ if exact => Some(op),
            (BinOp::Eq | BinOp::Ne, _) => None,
            // x < c and x <= c are x <= bound; c < x and c <= x are bound < x.
            (_, false) => Some(BinOp::Le),
            (_, true) => Some(BinOp::Lt),
        }
    }

    /// An integer against a constant.
    fn compare_to_number(&mut self, op: BinOp, kind: FloatKind, x: Integer, c: u128, number_first: bool) -> TermId {
        if float::is_nan(kind, c) {
            return self.pool.truth(op == BinOp::Ne);
        }
        let floor = ieee::round_to_integral(kind, IntegralMode::Down, float::Rounding::Nearest, c);
        let exact = float::compare(kind, floor, c) == Some(Ordering::Equal);
        let Some(op) = Self::against_bound(op, exact, number_first) else { return self.pool.truth(op == BinOp::Ne) };
        // Beyond all values of the type one number is as good as another.
        let own = self.pool.width(x.term);
        let limit = float::from_integer(kind, 1 << own, false);
        let above = float::compare(kind, floor, limit) == Some(Ordering::Greater);
        let below = float::compare(kind, floor, float::negate(kind, limit)) == Some(Ordering::Less);
        let bound = match (above, below) {
            (true, _) => 1i128 << own,
            (_, true) => -(1i128 << own),
            _ => float::to_integer(kind, floor, 128, true) as i128,
        };
        let width = own + 2;
        let (x, bound) = (self.pool.resize(x.term, width, x.signed), self.pool.constant(Bits::from_signed(width, bound)));
        if number_first { self.compare_integers(op, bound, x) } else { self.compare_integers(op, x, bound) }
    }

    /// A float of a narrower format against a constant.
    fn compare_narrow(&mut self, op: BinOp, kind: FloatKind, x: Narrow, c: u128, number_first: bool) -> TermId {
        if float::is_nan(kind, c) {
            return self.pool.truth(op == BinOp::Ne);
        }
        let bound = float::convert_rounded(kind, x.kind, float::Rounding::Down, c);
        let exact = float::compare(kind, float::convert(x.kind, kind, bound), c) == Some(Ordering::Equal);
        let Some(op) = Self::against_bound(op, exact, number_first) else { return self.pool.truth(op == BinOp::Ne) };
        let bound = self.pool.constant(Bits::new(x.kind.bits(), bound));
        if number_first {
            self.float_binary(op, x.kind, Rounding::Nearest, bound, x.term)
        } else {
            self.float_binary(op, x.kind, Rounding::Nearest, x.term, bound)
        }
    }
}
