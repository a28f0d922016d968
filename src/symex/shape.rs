//! How the value of an object is divided into parts: records into fields, arrays into elements, unions into bytes. Knows types, no values.

use goto::types::{Field, RecordKind};
use goto::{RecordBody, RecordId, Type, TypeId, TypeTable};

/// The division of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// A scalar or a struct.
    Type(TypeId),
    /// Elements of a type; with an unknown number, as many as there is room for.
    Elems(TypeId, Option<u64>),
    /// Single bytes: unions, and memory of no type. With their number, if it is known.
    Bytes(Option<u64>),
    /// A bit-field of a struct: a number of bits.
    Bits(u16),
}

/// What is read or written: a value of a type, a bit-field of the struct that stands at the place, or a byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Access {
    Type(TypeId),
    BitField(RecordId, u32),
    /// One byte of whatever stands there.
    Byte,
}

/// A scalar's representation: bits, or a pointer of object and offset.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Repr {
    Bits(u16),
    Pointer,
}

impl Shape {
    pub(crate) fn of(types: &TypeTable, ty: TypeId) -> Shape {
        match types.get(ty) {
            Type::Array { elem, len } => Shape::Elems(*elem, *len),
            Type::Record(r) if types.records[*r].kind == RecordKind::Union => Shape::Bytes(types.size_of(ty)),
            _ => Shape::Type(ty),
        }
    }

    pub(crate) fn of_field(types: &TypeTable, field: &Field) -> Shape {
        match field.bits {
            Some(range) => Shape::Bits(range.width),
            None => Shape::of(types, field.ty),
        }
    }

    /// The representation, if values of this shape are scalars.
    pub(crate) fn repr(self, types: &TypeTable) -> Option<Repr> {
        match self {
            Shape::Bits(width) => Some(Repr::Bits(width)),
            Shape::Type(ty) => repr(types, ty),
            Shape::Elems(..) | Shape::Bytes(_) => None,
        }
    }

    /// The body, if values of this shape are structs.
    pub(crate) fn record(self, types: &TypeTable) -> Option<&RecordBody> {
        match self {
            Shape::Type(ty) => types.record_body(ty),
            _ => None,
        }
    }

    /// Is a value of this shape, as it is, a value of the type?
    pub(crate) fn is_value_of(self, types: &TypeTable, ty: TypeId) -> bool {
        match self {
            Shape::Type(own) => own == ty || same_scalar(types, own, ty),
            Shape::Elems(own, count) => {
                matches!(types.get(ty), Type::Array { elem, len } if *len == count && (*elem == own || same_scalar(types, own, *elem)))
            }
            Shape::Bytes(_) => Shape::of(types, ty) == self,
            Shape::Bits(_) => false,
        }
    }
}

/// The representation of a scalar type.
pub(super) fn repr(types: &TypeTable, ty: TypeId) -> Option<Repr> {
    match types.get(ty) {
        Type::Pointer(_) => Some(Repr::Pointer),
        _ => types.scalar_bits(ty).map(Repr::Bits),
    }
}

/// Scalar types whose values are represented in the same way, in expressions and in memory.
fn same_scalar(types: &TypeTable, a: TypeId, b: TypeId) -> bool {
    repr(types, a).is_some() && repr(types, a) == repr(types, b) && types.size_of(a) == types.size_of(b)
}

/// The field that holds the bytes `offset .. offset + size`, by position. Bit-fields hold none. A flexible array at the end holds all that follows. What lies before the record has
/// offsets at the end of the numbers, and is in none.
pub(super) fn field_around(types: &TypeTable, body: &RecordBody, offset: u64, size: u64) -> Option<usize> {
    body.fields.iter().position(|f| {
        f.bits.is_none()
            && f.offset <= offset
            && match types.size_of(f.ty) {
                Some(own) => offset.checked_add(size).is_some_and(|end| end <= f.offset + own),
                None => matches!(types.get(f.ty), Type::Array { len: None, .. }),
            }
    })
}
