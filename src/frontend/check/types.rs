//! C's types as the checker needs them: qualified by `const`, with enums, prototypes, `long` apart from `long long` and variable-length arrays.
//! Interned, so equal ids mean equal types. Each lowers to one type of the if-goto language (`lower`). Knows nothing of expressions but which variables hold the lengths of arrays.

mod integer;
mod lower;
mod spell;

pub(super) use integer::IntKind;

use crate::dialect::Dialect;
use crate::tree::VarId;
use goto::{DataModel, FloatKind, IdVec, RecordId, RecordKind, TypeId, TypeTable, define_id};
use rustc_hash::FxHashMap;

define_id!(
    /// A C type of a [`CTypes`].
    CType, "c");
define_id!(
    /// An enumerated type of a [`CTypes`].
    EnumId, "enum");

/// A type without its qualifiers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Kind {
    Void,
    Bool,
    Int(IntKind),
    Enum(EnumId),
    Float(FloatKind),
    /// The type of both parts: a floating-point or integer type.
    Complex(CType),
    /// `vector_size`: so many integers or floating-point numbers.
    Vector {
        elem: CType,
        count: u64,
    },
    Pointer(CType),
    Array {
        elem: CType,
        len: Len,
    },
    Record(RecordId),
    Function(Signature),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Len {
    Fixed(u64),
    Unknown,
    /// `[*]`, or any variable length in a prototype.
    Star,
    /// The variable holds the bytes of the whole array, as `size_t`.
    Variable(VarId),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Signature {
    pub ret: CType,
    pub params: Params,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Params {
    Prototype {
        types: Vec<CType>,
        variadic: bool,
    },
    /// `f()` in a declaration.
    Unknown,
    /// A definition without prototype.
    Old(Vec<CType>),
}

/// An enumerated type: its tag, the integer type it is represented by, and its constants in the order in which they stand.
#[derive(Debug)]
pub(super) struct Enum {
    pub name: String,
    pub repr: IntKind,
    pub constants: Vec<i128>,
}

/// What a record has beyond its layout.
#[derive(Clone, Default, Debug)]
pub(super) struct RecordInfo {
    /// The C types of the fields, in their order.
    pub fields: Vec<CType>,
    /// An argument for such a parameter may have the type of any member.
    pub transparent: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Entry {
    kind: Kind,
    constant: bool,
    /// Only where reads of volatile objects mean something.
    volatile: bool,
    /// `_Atomic`, only where there are threads.
    atomic: bool,
    /// From a typedef with the attribute `aligned`, in bytes.
    align: Option<u64>,
}

/// All C types of a program, and the types of the if-goto language that they lower to.
#[derive(Debug)]
pub(super) struct CTypes {
    pub goto: TypeTable,
    entries: IdVec<CType, Entry>,
    ids: FxHashMap<Entry, CType>,
    lowered: FxHashMap<CType, TypeId>,
    pub enums: IdVec<EnumId, Enum>,
    pub records: FxHashMap<RecordId, RecordInfo>,
    pub dialect: Dialect,
}

impl CTypes {
    pub(super) fn new(model: DataModel, dialect: Dialect) -> Self {
        Self {
            goto: TypeTable::new(model),
            entries: IdVec::new(),
            ids: FxHashMap::default(),
            lowered: FxHashMap::default(),
            enums: IdVec::new(),
            records: FxHashMap::default(),
            dialect,
        }
    }

    pub(super) fn model(&self) -> DataModel {
        self.goto.model()
    }

    fn entry(&mut self, entry: Entry) -> CType {
        if let Some(&id) = self.ids.get(&entry) {
            return id;
        }
        let id = self.entries.push(entry.clone());
        self.ids.insert(entry, id);
        id
    }

    pub(super) fn intern(&mut self, kind: Kind) -> CType {
        self.entry(Entry { kind, constant: false, volatile: false, atomic: false, align: None })
    }

    pub(super) fn kind(&self, ty: CType) -> &Kind {
        &self.entries[ty].kind
    }

    pub(super) fn is_const(&self, ty: CType) -> bool {
        match &self.entries[ty] {
            Entry { constant: true, .. } => true,
            Entry { kind: Kind::Array { elem, .. }, .. } => self.is_const(*elem),
            _ => false,
        }
    }

    /// The type with `const`; an array becomes one of constant elements.
    pub(super) fn constant(&mut self, ty: CType) -> CType {
        if let Kind::Array { elem, len } = *self.kind(ty) {
            let elem = self.constant(elem);
            return self.intern(Kind::Array { elem, len });
        }
        let entry = Entry { constant: true, ..self.entries[ty].clone() };
        self.entry(entry)
    }

    pub(super) fn is_volatile(&self, ty: CType) -> bool {
        match &self.entries[ty] {
            Entry { volatile: true, .. } => true,
            Entry { kind: Kind::Array { elem, .. }, .. } => self.is_volatile(*elem),
            _ => false,
        }
    }

    /// The type with `volatile`, where that means something; an array becomes one of volatile elements.
    pub(super) fn volatile(&mut self, ty: CType) -> CType {
        if !self.dialect.volatile_inputs {
            return ty;
        }
        if let Kind::Array { elem, len } = *self.kind(ty) {
            let elem = self.volatile(elem);
            return self.intern(Kind::Array { elem, len });
        }
        let entry = Entry { volatile: true, ..self.entries[ty].clone() };
        self.entry(entry)
    }

    pub(super) fn aligned(&mut self, ty: CType, align: u64) -> CType {
        let entry = Entry { align: Some(align), ..self.entries[ty].clone() };
        self.entry(entry)
    }

    /// The type with `_Atomic`: what is as large as something that the machine reads at once is aligned so that it can.
    pub(super) fn atomic(&mut self, ty: CType) -> CType {
        let ty = if self.dialect.threads {
            let entry = Entry { atomic: true, ..self.entries[ty].clone() };
            self.entry(entry)
        } else {
            ty
        };
        let size = if self.is_complete(ty) { self.size_of(ty) } else { None };
        match size {
            Some(size @ (1 | 2 | 4 | 8 | 16)) if self.align_of(ty, true) < size => self.aligned(ty, size),
            _ => ty,
        }
    }

    /// Are reads and writes not to be interrupted?
    pub(super) fn is_atomic(&self, ty: CType) -> bool {
        self.entries[ty].atomic
    }

    pub(super) fn unqualified(&mut self, ty: CType) -> CType {
        let entry = &self.entries[ty];
        if !entry.constant && !entry.volatile && !entry.atomic && entry.align.is_none() {
            return ty;
        }
        let kind = entry.kind.clone();
        self.intern(kind)
    }

    pub(super) fn void(&mut self) -> CType {
        self.intern(Kind::Void)
    }

    pub(super) fn bool(&mut self) -> CType {
        self.intern(Kind::Bool)
    }

    pub(super) fn int_kind(&mut self, kind: IntKind) -> CType {
        let kind = if kind == IntKind::Char && self.dialect.unsigned_char { IntKind::UnsignedPlainChar } else { kind };
        self.intern(Kind::Int(kind))
    }

    pub(super) fn int(&mut self) -> CType {
        self.int_kind(IntKind::Int)
    }

    pub(super) fn char(&mut self) -> CType {
        self.int_kind(IntKind::Char)
    }

    pub(super) fn float(&mut self, kind: FloatKind) -> CType {
        self.intern(Kind::Float(kind))
    }

    pub(super) fn pointer(&mut self, to: CType) -> CType {
        self.intern(Kind::Pointer(to))
    }

    pub(super) fn array(&mut self, elem: CType, len: Len) -> CType {
        self.intern(Kind::Array { elem, len })
    }

    /// `size_t` is `unsigned long` or, on i386, `unsigned int`.
    pub(super) fn size(&mut self) -> CType {
        let kind = if self.model() == DataModel::Lp64 { IntKind::ULong } else { IntKind::UInt };
        self.int_kind(kind)
    }

    pub(super) fn ptrdiff(&mut self) -> CType {
        let kind = if self.model() == DataModel::Lp64 { IntKind::Long } else { IntKind::Int };
        self.int_kind(kind)
    }

    /// The kind of an integer type, enums and `_Bool` (as `unsigned char`) included.
    pub(super) fn integer_kind(&self, ty: CType) -> Option<IntKind> {
        match self.kind(ty) {
            Kind::Int(kind) => Some(*kind),
            Kind::Enum(id) => Some(self.enums[*id].repr),
            Kind::Bool => Some(IntKind::UChar),
            _ => None,
        }
    }

    pub(super) fn is_void(&self, ty: CType) -> bool {
        matches!(self.kind(ty), Kind::Void)
    }

    pub(super) fn is_integer(&self, ty: CType) -> bool {
        matches!(self.kind(ty), Kind::Int(_) | Kind::Enum(_) | Kind::Bool)
    }

    pub(super) fn is_arithmetic(&self, ty: CType) -> bool {
        self.is_integer(ty) || matches!(self.kind(ty), Kind::Float(_))
    }

    pub(super) fn is_pointer(&self, ty: CType) -> bool {
        matches!(self.kind(ty), Kind::Pointer(_))
    }

    pub(super) fn is_scalar(&self, ty: CType) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }

    pub(super) fn is_record(&self, ty: CType) -> bool {
        matches!(self.kind(ty), Kind::Record(_))
    }

    pub(super) fn is_array(&self, ty: CType) -> bool {
        matches!(self.kind(ty), Kind::Array { .. })
    }

    pub(super) fn is_function(&self, ty: CType) -> bool {
        matches!(self.kind(ty), Kind::Function(_))
    }

    pub(super) fn pointee(&self, ty: CType) -> Option<CType> {
        match self.kind(ty) {
            Kind::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    pub(super) fn elem(&self, ty: CType) -> Option<CType> {
        match self.kind(ty) {
            Kind::Array { elem, .. } => Some(*elem),
            _ => None,
        }
    }

    pub(super) fn record(&self, ty: CType) -> Option<(RecordId, RecordKind)> {
        match self.kind(ty) {
            Kind::Record(id) => Some((*id, self.goto.records[*id].kind)),
            _ => None,
        }
    }

    pub(super) fn signature(&self, ty: CType) -> Option<&Signature> {
        match self.kind(ty) {
            Kind::Function(signature) => Some(signature),
            _ => None,
        }
    }

    /// An array whose length, or that of its elements, is known at run time only.
    pub(super) fn is_variable_array(&self, ty: CType) -> bool {
        match self.kind(ty) {
            Kind::Array { len: Len::Variable(_) | Len::Star, .. } => true,
            Kind::Array { elem, .. } => self.is_variable_array(*elem),
            _ => false,
        }
    }

    /// Does a typedef with the attribute `aligned` give the type its alignment?
    pub(super) fn has_own_align(&self, ty: CType) -> bool {
        self.entries[ty].align.is_some()
    }

    pub(super) fn is_complete(&self, ty: CType) -> bool {
        match self.kind(ty) {
            Kind::Void => false,
            Kind::Array { len: Len::Unknown, .. } => false,
            Kind::Array { elem, .. } => self.is_complete(*elem),
            Kind::Record(id) => self.goto.records[*id].body.is_some(),
            _ => true,
        }
    }
}
