//! Bit-vector constants of 1 to 128 bits with the arithmetic of the machine: modulo 2^width, two's complement.
//! The single place where constants are computed; the interpreter, the rewriter of terms and the model evaluator all use it, so all of it can be inlined.

use std::fmt;

/// A constant of `width` bits. Bits above the width are zero, so equality is equality of values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bits {
    width: u16,
    value: u128,
}

// The operators would panic or wrap where the names here say what happens; and operands must have one width.
#[allow(clippy::should_implement_trait)]
impl Bits {
    /// The value modulo 2^width. The width is 1 to 128.
    #[inline]
    pub fn new(width: u16, value: u128) -> Self {
        debug_assert!((1..=128).contains(&width), "width {width}");
        Self { width, value: value & mask(width) }
    }

    /// A signed value modulo 2^width.
    #[inline]
    pub fn from_signed(width: u16, value: i128) -> Self {
        Self::new(width, value as u128)
    }

    /// One bit.
    #[inline]
    pub fn bool(value: bool) -> Self {
        Self::new(1, u128::from(value))
    }

    #[inline]
    pub fn zero(width: u16) -> Self {
        Self::new(width, 0)
    }

    #[inline]
    pub fn ones(width: u16) -> Self {
        Self::new(width, u128::MAX)
    }

    #[inline]
    pub fn width(self) -> u16 {
        self.width
    }

    /// The value read as unsigned.
    #[inline]
    pub fn unsigned(self) -> u128 {
        self.value
    }

    /// The value read as two's complement.
    #[inline]
    pub fn signed(self) -> i128 {
        let shift = 128 - u32::from(self.width);
        ((self.value << shift) as i128) >> shift
    }

    /// The value read as a C type of this width and the given signedness.
    #[inline]
    pub fn to_i128(self, signed: bool) -> i128 {
        if signed { self.signed() } else { self.value as i128 }
    }

    #[inline]
    pub fn is_zero(self) -> bool {
        self.value == 0
    }

    #[inline]
    pub fn is_ones(self) -> bool {
        self.value == mask(self.width)
    }

    /// True for every value but zero.
    #[inline]
    pub fn is_true(self) -> bool {
        self.value != 0
    }

    #[inline]
    pub fn bit(self, index: u16) -> bool {
        index < self.width && (self.value >> index) & 1 == 1
    }

    #[inline]
    pub fn add(self, o: Self) -> Self {
        self.with(o, self.value.wrapping_add(o.value))
    }

    #[inline]
    pub fn sub(self, o: Self) -> Self {
        self.with(o, self.value.wrapping_sub(o.value))
    }

    #[inline]
    pub fn mul(self, o: Self) -> Self {
        self.with(o, self.value.wrapping_mul(o.value))
    }

    /// Unsigned quotient; all ones for division by zero, as in SMT-LIB.
    #[inline]
    pub fn udiv(self, o: Self) -> Self {
        self.with(o, self.value.checked_div(o.value).unwrap_or(u128::MAX))
    }

    /// Unsigned remainder; the dividend for division by zero, as in SMT-LIB.
    #[inline]
    pub fn urem(self, o: Self) -> Self {
        self.with(o, self.value.checked_rem(o.value).unwrap_or(self.value))
    }

    /// Signed quotient, truncated; by zero 1 or -1 by the sign of the dividend, as in SMT-LIB.
    #[inline]
    pub fn sdiv(self, o: Self) -> Self {
        if o.is_zero() {
            return Self::from_signed(self.width, if self.signed() < 0 { 1 } else { -1 });
        }
        Self::from_signed(self.width, self.signed().wrapping_div(o.signed()))
    }

    /// Signed remainder with the sign of the dividend; the dividend for division by zero, as in SMT-LIB.
    #[inline]
    pub fn srem(self, o: Self) -> Self {
        if o.is_zero() {
            return self;
        }
        Self::from_signed(self.width, self.signed().wrapping_rem(o.signed()))
    }

    #[inline]
    pub fn neg(self) -> Self {
        Self::new(self.width, self.value.wrapping_neg())
    }

    #[inline]
    pub fn not(self) -> Self {
        Self::new(self.width, !self.value)
    }

    #[inline]
    pub fn and(self, o: Self) -> Self {
        self.with(o, self.value & o.value)
    }

    #[inline]
    pub fn or(self, o: Self) -> Self {
        self.with(o, self.value | o.value)
    }

    #[inline]
    pub fn xor(self, o: Self) -> Self {
        self.with(o, self.value ^ o.value)
    }

    /// Shift left; zero once the distance reaches the width. The distance may have any width.
    #[inline]
    pub fn shl(self, distance: Self) -> Self {
        Self::new(self.width, if distance.value >= u128::from(self.width) { 0 } else { self.value << distance.value })
    }

    /// Logical shift right; zero once the distance reaches the width.
    #[inline]
    pub fn lshr(self, distance: Self) -> Self {
        Self::new(self.width, if distance.value >= u128::from(self.width) { 0 } else { self.value >> distance.value })
    }

    /// Arithmetic shift right; the sign everywhere once the distance reaches the width.
    #[inline]
    pub fn ashr(self, distance: Self) -> Self {
        Self::from_signed(self.width, self.signed() >> distance.value.min(127))
    }

    #[inline]
    pub fn ult(self, o: Self) -> bool {
        self.value < o.value
    }

    #[inline]
    pub fn slt(self, o: Self) -> bool {
        self.signed() < o.signed()
    }

    /// Bits `low` to `low + width - 1`.
    #[inline]
    pub fn extract(self, low: u16, width: u16) -> Self {
        debug_assert!(low + width <= self.width);
        Self::new(width, self.value >> low)
    }

    /// `self` above `low`; at most 128 bits together.
    #[inline]
    pub fn concat(self, low: Self) -> Self {
        Self::new(self.width + low.width, (self.value << low.width) | low.value)
    }

    /// The value in another width: cut off, or extended by zeros or by the sign.
    #[inline]
    pub fn resize(self, width: u16, signed: bool) -> Self {
        Self::new(width, if signed { self.signed() as u128 } else { self.value })
    }

    fn with(self, o: Self, value: u128) -> Self {
        debug_assert_eq!(self.width, o.width);
        Self::new(self.width, value)
    }
}

fn mask(width: u16) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.value, self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_wraps_at_the_width() {
        let max = Bits::from_signed(32, i128::from(i32::MAX));
        assert_eq!(max.add(Bits::new(32, 1)).signed(), i128::from(i32::MIN));
        assert_eq!(Bits::from_signed(32, i128::from(i32::MIN)).sdiv(Bits::ones(32)).signed(), i128::from(i32::MIN));
        assert_eq!(Bits::from_signed(128, i128::MIN).sdiv(Bits::ones(128)).signed(), i128::MIN);
    }

    #[test]
    fn shifts_beyond_the_width() {
        let x = Bits::from_signed(8, -3);
        assert_eq!(x.shl(Bits::new(32, 8)), Bits::zero(8));
        assert_eq!(x.lshr(Bits::new(32, 200)), Bits::zero(8));
        assert_eq!(x.ashr(Bits::new(32, 200)), Bits::ones(8));
    }

    #[test]
    fn pieces_fit_together() {
        let x = Bits::new(32, 0xdead_beef);
        assert_eq!(x.extract(16, 16).concat(x.extract(0, 16)), x);
        assert_eq!(Bits::new(8, 0x80).resize(16, true).unsigned(), 0xff80);
    }
}
