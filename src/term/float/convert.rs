//! Conversions between formats, and rounding to integers within a format.

use super::noted::FloatOperation;
use super::round::Exact;
use super::{Format, Mode, TermId, TermPool};

impl TermPool {
    /// The value in another format. A NaN keeps its sign and the first digits of its payload.
    pub fn float_convert(&mut self, from: Format, to: Format, mode: Mode, a: TermId) -> TermId {
        let x = self.float_parts(from, a);
        let p = self.normal(from, x);
        let room = from.room().max(to.room());
        let exponent = self.sign_extend(p.exponent, room);
        let shift = to.bias() - from.bias();
        let bias = self.number(room, shift);
        let exponent = self.add(exponent, bias);
        let least = 1 - i128::from(from.fraction()) + shift;
        let exact = Exact { sign: x.sign, exponent, significand: p.significand, may_underflow: least < 1, may_overflow: from.top() - 1 + shift >= to.top() };
        let packed = self.round(to, mode, &exact);
        let nothing = self.number(to.packed() - 1, 0);
        let nothing = self.signed_float(x.sign, nothing);
        let packed = self.ite(x.zero, nothing, packed);
        let infinity = self.infinity(to);
        let infinity = self.signed_float(x.sign, infinity);
        let packed = self.ite(x.infinite, infinity, packed);
        let quiet = self.number(from.fraction(), 1 << (from.fraction() - 1));
        let payload = self.or(x.fraction, quiet);
        let payload =
            if to.digits >= from.digits { self.fitted(payload, to.fraction()) } else { self.extract(payload, from.digits - to.digits, to.fraction()) };
        let top = self.number(to.exponent, to.top());
        let magnitude = self.concat(top, payload);
        let nan = self.signed_float(x.sign, magnitude);
        let packed = self.ite(x.nan, nan, packed);
        let result = self.float_encode(to, packed);
        self.note_result(to, mode, FloatOperation::Convert(from, a), result);
        result
    }

    /// The value made whole. On the packed form: the digits behind the point become zero, and rounding up adds one to the digit before it.
    pub fn float_round_to_integral(&mut self, format: Format, mode: Mode, a: TermId) -> TermId {
        let x = self.float_parts(format, a);
        let width = format.packed() - 1;
        let magnitude = self.extract(x.packed, 0, width);
        // Exponents from which on there is nothing behind the point, and from which on there is something before it.
        let whole_from = format.bias() + i128::from(format.fraction());
        let rest = self.number(format.exponent, whole_from.min(format.top()));
        let whole = self.ule(rest, x.field);
        let one_from = self.number(format.exponent, format.bias());
        let tiny = self.ult(x.field, one_from);
        // The value of the last digit before the point. The lowest bit of the exponent field of 1 is set, as its leading digit is.
        let count = self.sub(rest, x.field);
        let one = self.number(width, 1);
        let count = self.resize(count, width, false);
        let unit = self.shl(one, count);
        let minus_one = self.number(width, -1);
        let below = self.add(unit, minus_one);
        let half = self.lshr(unit, one);
        let beneath = self.lshr(below, one);
        let mut any = |mask| {
            let bits = self.and(magnitude, mask);
            self.is_nonzero(bits)
        };
        let (odd, guard, sticky) = (any(unit), any(half), any(beneath));
        let up = self.rounds_up(mode, x.sign, odd, guard, sticky);
        let kept = self.not(below);
        let cut = self.and(magnitude, kept);
        let zero = self.number(width, 0);
        let more = self.ite(up, unit, zero);
        let rounded = self.add(cut, more);
        // Below 1 the result is 0 or 1.
        let half_from = self.number(format.exponent, format.bias() - 1);
        let guard = self.eq(x.field, half_from);
        let rest = self.is_nonzero(x.fraction);
        let some = self.not(x.zero);
        let sticky = self.ite(guard, rest, some);
        let even = self.truth(false);
        let up = self.rounds_up(mode, x.sign, even, guard, sticky);
        let unity = self.number(width, format.bias() << format.fraction());
        let small = self.ite(up, unity, zero);
        let rounded = self.ite(tiny, small, rounded);
        let rounded = self.ite(whole, magnitude, rounded);
        let packed = self.signed_float(x.sign, rounded);
        let nan = self.nan_of(format, &[x]);
        let packed = self.ite(x.nan, nan, packed);
        self.float_encode(format, packed)
    }
}
