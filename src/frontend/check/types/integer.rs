//! The integer types: their widths, signs, promotions and common types. Knows of other types nothing.

use goto::DataModel;
use std::cmp::Ordering;

/// The integer types, in the order of their ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in crate::check) enum IntKind {
    Char,
    /// Plain `char` where options make it unsigned. [`CTypes::int_kind`](super::CTypes::int_kind) makes it of `Char`.
    UnsignedPlainChar,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
    /// A width that no other type has: that of a bit-field wider than `int`, in which gcc computes, or of a `_BitInt`.
    Odd {
        width: u16,
        signed: bool,
        bit_int: bool,
    },
}

impl IntKind {
    /// Bits that a value takes in memory; also those of an expression.
    pub(crate) fn bits(self, model: DataModel) -> u16 {
        match self {
            IntKind::Odd { width, .. } => width.next_power_of_two().max(8),
            IntKind::Char | IntKind::UnsignedPlainChar | IntKind::SChar | IntKind::UChar => 8,
            IntKind::Short | IntKind::UShort => 16,
            IntKind::Int | IntKind::UInt => 32,
            IntKind::Long | IntKind::ULong => model.pointer_bits(),
            IntKind::LongLong | IntKind::ULongLong => 64,
            IntKind::Int128 | IntKind::UInt128 => 128,
        }
    }

    /// Bits that values differ in, the sign included.
    pub(crate) fn width(self, model: DataModel) -> u16 {
        if let IntKind::Odd { width, .. } = self { width } else { self.bits(model) }
    }

    /// Plain `char` is signed on x86, unless options say otherwise.
    pub(crate) fn signed(self) -> bool {
        use IntKind::*;
        matches!(self, Char | SChar | Short | Int | Long | LongLong | Int128 | Odd { signed: true, .. })
    }

    /// What the integer promotions make of it.
    pub(crate) fn promoted(self) -> Self {
        if let IntKind::Odd { .. } = self { self } else { self.max(IntKind::Int) }
    }

    /// The type of an operation on promoted integers of two types.
    pub(crate) fn common(self, other: Self, model: DataModel) -> Self {
        if matches!(self, IntKind::Odd { .. }) || matches!(other, IntKind::Odd { .. }) {
            return match self.width(model).cmp(&other.width(model)) {
                Ordering::Less => other,
                Ordering::Greater => self,
                Ordering::Equal => {
                    let kind = self.min(other);
                    if self.signed() && other.signed() { kind } else { kind.to_unsigned() }
                }
            };
        }
        if self.signed() == other.signed() {
            return self.max(other);
        }
        let (signed, unsigned) = if self.signed() { (self, other) } else { (other, self) };
        if unsigned > signed {
            unsigned
        } else if signed.bits(model) > unsigned.bits(model) {
            signed
        } else {
            signed.to_unsigned()
        }
    }

    pub(crate) fn to_unsigned(self) -> Self {
        use IntKind::*;
        match self {
            Char | UnsignedPlainChar | SChar | UChar => UChar,
            Short | UShort => UShort,
            Int | UInt => UInt,
            Long | ULong => ULong,
            LongLong | ULongLong => ULongLong,
            Int128 | UInt128 => UInt128,
            Odd { width, bit_int, .. } => Odd { width, signed: false, bit_int },
        }
    }

    /// Is the value one of the type's?
    pub(crate) fn holds(self, value: i128, model: DataModel) -> bool {
        let bits = u32::from(self.width(model));
        match self.signed() {
            true => bits == 128 || (-(1i128 << (bits - 1))..1i128 << (bits - 1)).contains(&value),
            false => value >= 0 && (bits >= 127 || value < 1i128 << bits),
        }
    }
}
