//! What every operation ends with: bringing the leading digit to the front, and rounding to the digits of a format.

use super::{Format, Mode, TermId, TermPool};

/// A result before rounding: its absolute value is `significand / 2^(width - 1) * 2^(exponent - bias)`, the highest bit of the significand is set, the
/// lowest one stands for all digits that were lost if any of them was set.
pub(super) struct Exact {
    pub sign: TermId,
    /// Signed.
    pub exponent: TermId,
    pub significand: TermId,
    /// Can the exponent be below that of the least normal number? Can it be above the greatest one?
    pub may_underflow: bool,
    pub may_overflow: bool,
}

impl TermPool {
    /// Shifts the highest set bit to the top. Also how far, in as few bits as hold all but the full width; of zero that is the greatest number.
    pub(super) fn normalise(&mut self, mut word: TermId) -> (TermId, TermId) {
        let width = self.width(word);
        let mut count: Option<TermId> = None;
        for stage in (0..16 - (width - 1).max(1).leading_zeros() as u16).rev() {
            let step = 1 << stage;
            let high = self.extract(word, width - step, step);
            let some = self.is_nonzero(high);
            let empty = self.not(some);
            let moved = self.shifted_left(word, step);
            word = self.ite(empty, moved, word);
            count = Some(match count {
                Some(count) => self.concat(count, empty),
                None => empty,
            });
        }
        // A word of one bit has one stage, too.
        let count = count.unwrap_or_else(|| self.truth(false));
        (word, count)
    }

    /// Shifts the highest set bit to the top, or by `limit` if that is less. Also what remains of the limit.
    pub(super) fn normalise_within(&mut self, mut word: TermId, mut limit: TermId) -> (TermId, TermId) {
        let (width, room) = (self.width(word), self.width(limit));
        for stage in (0..16 - (width - 1).max(1).leading_zeros() as u16).rev().filter(|&stage| stage < room) {
            let step = 1 << stage;
            let high = self.extract(word, width - step, step);
            let some = self.is_nonzero(high);
            let empty = self.not(some);
            let rest = self.extract(limit, stage, room - stage);
            let enough = self.is_nonzero(rest);
            let moves = self.and(empty, enough);
            let moved = self.shifted_left(word, step);
            word = self.ite(moves, moved, word);
            let one = self.zero_extend(moves, room - stage);
            let rest = self.sub(rest, one);
            limit = if stage == 0 {
                rest
            } else {
                let low = self.extract(limit, 0, stage);
                self.concat(rest, low)
            };
        }
        (word, limit)
    }

    fn shifted_left(&mut self, word: TermId, step: u16) -> TermId {
        let width = self.width(word);
        let zeros = self.number(step, 0);
        let low = self.extract(word, 0, width - step);
        self.concat(low, zeros)
    }

    /// Shifts right; the lowest bit also stands for the bits that fall off.
    pub(super) fn shift_sticky(&mut self, mut word: TermId, distance: TermId) -> TermId {
        let (width, room) = (self.width(word), self.width(distance));
        let mut lost = self.truth(false);
        let mut stage = 0;
        while stage < room && 1u32 << stage < u32::from(width) {
            let step = 1 << stage;
            let moves = self.bit(distance, stage);
            let off = self.extract(word, 0, step);
            let off = self.is_nonzero(off);
            let off = self.and(moves, off);
            lost = self.or(lost, off);
            let moved = self.extract(word, step, width - step);
            let moved = self.zero_extend(moved, width);
            word = self.ite(moves, moved, word);
            stage += 1;
        }
        if stage < room {
            let far = self.extract(distance, stage, room - stage);
            let far = self.is_nonzero(far);
            let some = self.is_nonzero(word);
            let off = self.and(far, some);
            lost = self.or(lost, off);
            let zero = self.number(width, 0);
            word = self.ite(far, zero, word);
        }
        let lost = self.zero_extend(lost, width);
        self.or(word, lost)
    }

    /// Is the magnitude to be rounded away from zero?
    pub(super) fn rounds_up(&mut self, mode: Mode, sign: TermId, odd: TermId, guard: TermId, sticky: TermId) -> TermId {
        let more = self.or(sticky, odd);
        let even = self.and(mode.even, more);
        let near = self.or(even, mode.away);
        let near = self.and(guard, near);
        let directed = self.ite(sign, mode.down, mode.up);
        let inexact = self.or(guard, sticky);
        let directed = self.and(directed, inexact);
        self.or(near, directed)
    }

    /// The packed form of a magnitude of the format's digits plus what is below them.
    pub(super) fn round_packed(&mut self, format: Format, mode: Mode, sign: TermId, field: TermId, digits: Digits, overflow: Option<TermId>) -> TermId {
        let magnitude = self.concat(field, digits.fraction);
        let odd = self.bit(digits.fraction, 0);
        let up = self.rounds_up(mode, sign, odd, digits.guard, digits.sticky);
        let up = self.zero_extend(up, format.packed() - 1);
        let mut rounded = self.add(magnitude, up);
        if let Some(overflow) = overflow {
            let away = self.ite(sign, mode.down, mode.up);
            let near = self.or(mode.even, mode.away);
            let to_infinity = self.or(near, away);
            let infinity = self.infinity(format);
            let greatest = self.number(format.packed() - 1, (format.top() << format.fraction()) - 1);
            let beyond = self.ite(to_infinity, infinity, greatest);
            rounded = self.ite(overflow, beyond, rounded);
        }
        self.signed_float(sign, rounded)
    }

    /// The packed form of a number.
    pub(super) fn round(&mut self, format: Format, mode: Mode, exact: &Exact) -> TermId {
        let word = self.fitted(exact.significand, format.digits + 2);
        let room = self.width(exact.exponent);
        let zero = self.number(room, 0);
        let mut field = self.extract(exact.exponent, 0, format.exponent);
        let mut word = word;
        let mut overflow = None;
        if exact.may_overflow {
            let top = self.number(room, format.top());
            overflow = Some(self.sle(top, exact.exponent));
        }
        if exact.may_underflow {
            let below = self.sle(exact.exponent, zero);
            let one = self.number(room, 1);
            let distance = self.sub(one, exact.exponent);
            let distance = self.ite(below, distance, zero);
            word = self.shift_sticky(word, distance);
            let none = self.number(format.exponent, 0);
            field = self.ite(below, none, field);
        }
        let digits = self.digits(format, word);
        self.round_packed(format, mode, exact.sign, field, digits, overflow)
    }

    /// The highest bits of a word, the lowest of which stands for all that are cut off; or the word with zeros behind it.
    pub(super) fn fitted(&mut self, word: TermId, width: u16) -> TermId {
        let own = self.width(word);
        if own <= width {
            if own == width {
                return word;
            }
            let zeros = self.number(width - own, 0);
            return self.concat(word, zeros);
        }
        let kept = self.extract(word, own - width, width);
        let rest = self.extract(word, 0, own - width);
        let rest = self.is_nonzero(rest);
        let rest = self.zero_extend(rest, width);
        self.or(kept, rest)
    }

    /// A word with the leading digit in front cut up for rounding.
    pub(super) fn digits(&mut self, format: Format, word: TermId) -> Digits {
        let low = self.width(word) - format.digits;
        let fraction = self.extract(word, low, format.fraction());
        let guard = self.bit(word, low - 1);
        let rest = self.extract(word, 0, low - 1);
        Digits { fraction, guard, sticky: self.is_nonzero(rest) }
    }
}

/// The digits that are kept, the first one that is not, and whether any other is set.
pub(super) struct Digits {
    pub fraction: TermId,
    pub guard: TermId,
    pub sticky: TermId,
}
