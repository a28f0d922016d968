//! Types of the intermediate language and their layout in memory. Types are interned: equal ids mean equal types.
//! Qualifiers, typedef names, enums and variable-length arrays do not exist here; the C front end resolves them.

use crate::define_id;
use crate::index::IdVec;
use rustc_hash::FxHashMap;

define_id!(
    /// A type of a [`TypeTable`].
    TypeId, "ty");
define_id!(
    /// A struct or union of a [`TypeTable`].
    RecordId, "rec");

/// Sizes of the basic types: the x86-64 and the i386 System V ABI.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DataModel {
    /// `long` and pointers have 64 bits.
    #[default]
    Lp64,
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
}

impl DataModel {
    /// Bits of a pointer, of `long` and of `size_t`.
    pub fn pointer_bits(self) -> u16 {
        match self {
            DataModel::Lp64 => 64,
            DataModel::Ilp32 => 32,
        }
    }

    /// Bytes of a pointer.
    pub fn pointer_bytes(self) -> u64 {
        u64::from(self.pointer_bits() / 8)
    }
}

/// The IEEE 754 formats and the x87 one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FloatKind {
    Half,
    Single,
    Double,
    /// 80-bit x87, stored in 16 bytes (LP64) or 12 (ILP32).
    Extended,
    Quad,
}

impl FloatKind {
    /// Bits of a value: 16, 32, 64, 80, 128.
    pub fn bits(self) -> u16 {
        match self {
            FloatKind::Half => 16,
            FloatKind::Single => 32,
            FloatKind::Double => 64,
            FloatKind::Extended => 80,
            FloatKind::Quad => 128,
        }
    }
}

/// A type. Every pointer to a function has a `Function` type as its target.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// No value; also the target of `void *`.
    Void,
    /// Truth: one bit in expressions, one byte (0 or 1) in memory. Comparisons and conditions have this type; so has C's `_Bool`.
    Bool,
    /// A two's complement or unsigned integer of 8, 16, 32, 64 or 128 bits.
    Int {
        bits: u16,
        signed: bool,
    },
    Float(FloatKind),
    Pointer(TypeId),
    /// `len` is `None` for a flexible array member or an array of unknown size behind a pointer.
    Array {
        elem: TypeId,
        len: Option<u64>,
    },
    Record(RecordId),
    /// The parameters of a variadic function end with a pointer to the area of its other arguments, which the caller builds. A function of
    /// which nothing is known but its result is variadic without parameters.
    Function {
        ret: TypeId,
        params: Vec<TypeId>,
        variadic: bool,
    },
}

/// A member of a struct or union. For bit-fields the containing unit starts at `offset` bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Empty for an anonymous member.
    pub name: String,
    /// The declared type.
    pub ty: TypeId,
    /// Bytes from the start of the record.
    pub offset: u64,
    /// For a bit-field, which bits counted from the lowest bit of the byte at `offset` (little endian; may span bytes).
    pub bits: Option<BitRange>,
}

/// The place of a bit-field: bits `start .. start + width` of the little-endian bytes at its offset. `start` is below 8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitRange {
    pub start: u16,
    pub width: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordKind {
    Struct,
    Union,
}

/// A struct or union. An incomplete one has no body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The tag, or a made-up unique name.
    pub name: String,
    pub kind: RecordKind,
    pub body: Option<RecordBody>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordBody {
    pub fields: Vec<Field>,
    /// Bytes, padding at the end included.
    pub size: u64,
    /// Bytes.
    pub align: u64,
}

/// All types of a program. The basic types have fixed ids.
#[derive(Clone, Debug)]
pub struct TypeTable {
    model: DataModel,
    types: IdVec<TypeId, Type>,
    ids: FxHashMap<Type, TypeId>,
    pub records: IdVec<RecordId, Record>,
}

impl TypeTable {
    pub fn new(model: DataModel) -> Self {
        Self { model, types: IdVec::new(), ids: FxHashMap::default(), records: IdVec::new() }
    }

    pub fn model(&self) -> DataModel {
        self.model
    }

    /// The id of a type, the same for equal types.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = self.types.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id]
    }

    /// All types in the order of their making.
    pub fn iter(&self) -> impl Iterator<Item = (TypeId, &Type)> {
        self.types.iter()
    }

    pub fn void(&mut self) -> TypeId {
        self.intern(Type::Void)
    }

    pub fn bool(&mut self) -> TypeId {
        self.intern(Type::Bool)
    }

    pub fn int(&mut self, bits: u16, signed: bool) -> TypeId {
        self.intern(Type::Int { bits, signed })
    }

    pub fn pointer(&mut self, to: TypeId) -> TypeId {
        self.intern(Type::Pointer(to))
    }

    pub fn array(&mut self, elem: TypeId, len: Option<u64>) -> TypeId {
        self.intern(Type::Array { elem, len })
    }

    /// `size_t`.
    pub fn size(&mut self) -> TypeId {
        self.int(self.model.pointer_bits(), false)
    }

    /// `ptrdiff_t`.
    pub fn ptrdiff(&mut self) -> TypeId {
        self.int(self.model.pointer_bits(), true)
    }

    /// The body of a record type, if the type is a complete record.
    pub fn record_body(&self, ty: TypeId) -> Option<&RecordBody> {
        match self.get(ty) {
            Type::Record(r) => self.records[*r].body.as_ref(),
            _ => None,
        }
    }

    /// True for types whose values fit in one term: everything but arrays, records, functions and void.
    pub fn is_scalar(&self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Bool | Type::Int { .. } | Type::Float(_) | Type::Pointer(_))
    }

    /// Bits of a scalar's value in an expression: 1 for `Bool`, the pointer's bits for pointers.
    pub fn scalar_bits(&self, ty: TypeId) -> Option<u16> {
        match self.get(ty) {
            Type::Bool => Some(1),
            Type::Int { bits, .. } => Some(*bits),
            Type::Float(kind) => Some(kind.bits()),
            Type::Pointer(_) => Some(self.model.pointer_bits()),
            _ => None,
        }
    }

    /// Is the type a signed integer?
    pub fn is_signed(&self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Int { signed: true, .. })
    }

    /// Bytes in memory. `None` for void, functions, incomplete types and arrays of unknown length.
    pub fn size_of(&self, ty: TypeId) -> Option<u64> {
        match self.get(ty) {
            Type::Void | Type::Function { .. } => None,
            Type::Bool => Some(1),
            Type::Int { bits, .. } => Some(u64::from(*bits / 8)),
            Type::Float(FloatKind::Extended) => Some(if self.model == DataModel::Lp64 { 16 } else { 12 }),
            Type::Float(kind) => Some(u64::from(kind.bits() / 8)),
            Type::Pointer(_) => Some(self.model.pointer_bytes()),
            Type::Array { elem, len } => self.size_of(*elem)?.checked_mul((*len)?),
            Type::Record(r) => self.records[*r].body.as_ref().map(|b| b.size),
        }
    }

    /// Alignment in bytes of an object of this type outside of records; 1 where it has none.
    pub fn align_of(&self, ty: TypeId) -> u64 {
        match self.get(ty) {
            Type::Array { elem, .. } => self.align_of(*elem),
            Type::Record(r) => self.records[*r].body.as_ref().map_or(1, |b| b.align),
            Type::Float(FloatKind::Extended) if self.model == DataModel::Ilp32 => 4,
            _ => self.size_of(ty).unwrap_or(1).max(1),
        }
    }

    /// Alignment in bytes as a member of a record: on i386, eight-byte scalars are aligned to 4 there.
    pub fn field_align_of(&self, ty: TypeId) -> u64 {
        let align = match self.get(ty) {
            Type::Array { elem, .. } => return self.field_align_of(*elem),
            Type::Record(_) => return self.align_of(ty),
            _ => self.align_of(ty),
        };
        match self.get(ty) {
            Type::Int { bits: 64, .. } | Type::Float(FloatKind::Double) if self.model == DataModel::Ilp32 => 4,
            _ => align,
        }
    }

    /// Number of types, for side tables.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }
}
