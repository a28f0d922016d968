//! C's types as the checker needs them: qualified by `const`, with enums, prototypes, `long` apart from `long long` and variable-length arrays.
//! Interned, so equal ids mean equal types. Each lowers to one type of the if-goto language.

use crate::c::tree::VarId;
use goto::{DataModel, Field, FloatKind, IdVec, Record, RecordBody, RecordId, RecordKind, Type, TypeId, TypeTable, define_id};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

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

/// The integer types, in the order of their ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum IntKind {
    Char,
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
    pub fn bits(self, model: DataModel) -> u16 {
        match self {
            IntKind::Odd { width, .. } => width.next_power_of_two().max(8),
            IntKind::Char | IntKind::SChar | IntKind::UChar => 8,
            IntKind::Short | IntKind::UShort => 16,
            IntKind::Int | IntKind::UInt => 32,
            IntKind::Long | IntKind::ULong => model.pointer_bits(),
            IntKind::LongLong | IntKind::ULongLong => 64,
            IntKind::Int128 | IntKind::UInt128 => 128,
        }
    }

    /// Bits that values differ in, the sign included.
    pub fn width(self, model: DataModel) -> u16 {
        if let IntKind::Odd { width, .. } = self { width } else { self.bits(model) }
    }

    /// Plain `char` is signed on x86.
    pub fn signed(self) -> bool {
        use IntKind::*;
        matches!(self, Char | SChar | Short | Int | Long | LongLong | Int128 | Odd { signed: true, .. })
    }

    /// What the integer promotions make of it.
    pub fn promoted(self) -> Self {
        if let IntKind::Odd { .. } = self { self } else { self.max(IntKind::Int) }
    }

    /// The type of an operation on promoted integers of two types.
    pub fn common(self, other: Self, model: DataModel) -> Self {
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

    pub fn to_unsigned(self) -> Self {
        use IntKind::*;
        match self {
            Char | SChar | UChar => UChar,
            Short | UShort => UShort,
            Int | UInt => UInt,
            Long | ULong => ULong,
            LongLong | ULongLong => ULongLong,
            Int128 | UInt128 => UInt128,
            Odd { width, bit_int, .. } => Odd { width, signed: false, bit_int },
        }
    }

    /// Is the value one of the type's?
    pub fn holds(self, value: i128, model: DataModel) -> bool {
        let bits = u32::from(self.width(model));
        match self.signed() {
            true => bits == 128 || (-(1i128 << (bits - 1))..1i128 << (bits - 1)).contains(&value),
            false => value >= 0 && (bits >= 127 || value < 1i128 << bits),
        }
    }

    fn spelling(self) -> String {
        let name = match self {
            IntKind::Odd { width, signed, bit_int } => {
                let sign = if signed { "" } else { "unsigned " };
                return if bit_int { format!("{sign}_BitInt({width})") } else { format!("{sign}bit-field of {width} bits") };
            }
            IntKind::Char => "char",
            IntKind::SChar => "signed char",
            IntKind::UChar => "unsigned char",
            IntKind::Short => "short",
            IntKind::UShort => "unsigned short",
            IntKind::Int => "int",
            IntKind::UInt => "unsigned int",
            IntKind::Long => "long",
            IntKind::ULong => "unsigned long",
            IntKind::LongLong => "long long",
            IntKind::ULongLong => "unsigned long long",
            IntKind::Int128 => "__int128",
            IntKind::UInt128 => "unsigned __int128",
        };
        name.to_owned()
    }
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

/// An enumerated type: its tag, and the integer type it is represented by.
#[derive(Debug)]
pub(super) struct Enum {
    pub name: String,
    pub repr: IntKind,
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
}

impl CTypes {
    pub fn new(model: DataModel) -> Self {
        Self {
            goto: TypeTable::new(model),
            entries: IdVec::new(),
            ids: FxHashMap::default(),
            lowered: FxHashMap::default(),
            enums: IdVec::new(),
            records: FxHashMap::default(),
        }
    }

    pub fn model(&self) -> DataModel {
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

    pub fn intern(&mut self, kind: Kind) -> CType {
        self.entry(Entry { kind, constant: false, align: None })
    }

    pub fn kind(&self, ty: CType) -> &Kind {
        &self.entries[ty].kind
    }

    pub fn is_const(&self, ty: CType) -> bool {
        match &self.entries[ty] {
            Entry { constant: true, .. } => true,
            Entry { kind: Kind::Array { elem, .. }, .. } => self.is_const(*elem),
            _ => false,
        }
    }

    /// The type with `const`; an array becomes one of constant elements.
    pub fn constant(&mut self, ty: CType) -> CType {
        if let Kind::Array { elem, len } = *self.kind(ty) {
            let elem = self.constant(elem);
            return self.intern(Kind::Array { elem, len });
        }
        let entry = Entry { constant: true, ..self.entries[ty].clone() };
        self.entry(entry)
    }

    pub fn aligned(&mut self, ty: CType, align: u64) -> CType {
        let entry = Entry { align: Some(align), ..self.entries[ty].clone() };
        self.entry(entry)
    }

    /// The type with `_Atomic`: what is as large as something that the machine reads at once is aligned so that it can.
    pub fn atomic(&mut self, ty: CType) -> CType {
        let size = if self.is_complete(ty) { self.size_of(ty) } else { None };
        match size {
            Some(size @ (1 | 2 | 4 | 8 | 16)) if self.align_of(ty, true) < size => self.aligned(ty, size),
            _ => ty,
        }
    }

    pub fn unqualified(&mut self, ty: CType) -> CType {
        let entry = &self.entries[ty];
        if !entry.constant && entry.align.is_none() {
            return ty;
        }
        let kind = entry.kind.clone();
        self.intern(kind)
    }

    pub fn void(&mut self) -> CType {
        self.intern(Kind::Void)
    }

    pub fn bool(&mut self) -> CType {
        self.intern(Kind::Bool)
    }

    pub fn int_kind(&mut self, kind: IntKind) -> CType {
        self.intern(Kind::Int(kind))
    }

    pub fn int(&mut self) -> CType {
        self.int_kind(IntKind::Int)
    }

    pub fn char(&mut self) -> CType {
        self.int_kind(IntKind::Char)
    }

    pub fn float(&mut self, kind: FloatKind) -> CType {
        self.intern(Kind::Float(kind))
    }

    pub fn pointer(&mut self, to: CType) -> CType {
        self.intern(Kind::Pointer(to))
    }

    pub fn array(&mut self, elem: CType, len: Len) -> CType {
        self.intern(Kind::Array { elem, len })
    }

    /// `size_t` is `unsigned long` or, on i386, `unsigned int`.
    pub fn size(&mut self) -> CType {
        let kind = if self.model() == DataModel::Lp64 { IntKind::ULong } else { IntKind::UInt };
        self.int_kind(kind)
    }

    pub fn ptrdiff(&mut self) -> CType {
        let kind = if self.model() == DataModel::Lp64 { IntKind::Long } else { IntKind::Int };
        self.int_kind(kind)
    }

    /// The kind of an integer type, enums and `_Bool` (as `unsigned char`) included.
    pub fn integer_kind(&self, ty: CType) -> Option<IntKind> {
        match self.kind(ty) {
            Kind::Int(kind) => Some(*kind),
            Kind::Enum(id) => Some(self.enums[*id].repr),
            Kind::Bool => Some(IntKind::UChar),
            _ => None,
        }
    }

    pub fn is_void(&self, ty: CType) -> bool {
        matches!(self.kind(ty), Kind::Void)
    }

    pub fn is_integer(&self, ty: CType) -> bool {
        matches!(self.kind(ty), Kind::Int(_) | Kind::Enum(_) | Kind::Bool)
    }

    pub fn is_arithmetic(&self, ty: CType) -> bool {
        self.is_integer(ty) || matches!(self.kind(ty), Kind::Float(_))
    }

    pub fn is_pointer(&self, ty: CType) -> bool {
        matches!(self.kind(ty), Kind::Pointer(_))
    }

    pub fn is_scalar(&self, ty: CType) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }

    pub fn is_record(&self, ty: CType) -> bool {
        matches!(self.kind(ty), Kind::Record(_))
    }

    pub fn is_array(&self, ty: CType) -> bool {
        matches!(self.kind(ty), Kind::Array { .. })
    }

    pub fn is_function(&self, ty: CType) -> bool {
        matches!(self.kind(ty), Kind::Function(_))
    }

    pub fn pointee(&self, ty: CType) -> Option<CType> {
        match self.kind(ty) {
            Kind::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    pub fn elem(&self, ty: CType) -> Option<CType> {
        match self.kind(ty) {
            Kind::Array { elem, .. } => Some(*elem),
            _ => None,
        }
    }

    pub fn record(&self, ty: CType) -> Option<(RecordId, RecordKind)> {
        match self.kind(ty) {
            Kind::Record(id) => Some((*id, self.goto.records[*id].kind)),
            _ => None,
        }
    }

    pub fn signature(&self, ty: CType) -> Option<&Signature> {
        match self.kind(ty) {
            Kind::Function(signature) => Some(signature),
            _ => None,
        }
    }

    /// An array whose length, or that of its elements, is known at run time only.
    pub fn is_variable_array(&self, ty: CType) -> bool {
        match self.kind(ty) {
            Kind::Array { len: Len::Variable(_) | Len::Star, .. } => true,
            Kind::Array { elem, .. } => self.is_variable_array(*elem),
            _ => false,
        }
    }

    /// The elements of a variable-length array that are no such arrays themselves; other types as they are.
    pub fn variable_base(&self, ty: CType) -> CType {
        match self.kind(ty) {
            Kind::Array { elem, .. } if self.is_variable_array(ty) => self.variable_base(*elem),
            _ => ty,
        }
    }

    /// The type that objects of this type have. A variable-length array lowers to a pointer to its elements, and so does a pointer to one.
    pub fn lower(&mut self, ty: CType) -> TypeId {
        if let Some(&id) = self.lowered.get(&ty) {
            return id;
        }
        let plain = self.unqualified(ty);
        if plain != ty && matches!(self.kind(ty), Kind::Complex(_) | Kind::Vector { .. }) {
            // One record for all qualified types.
            return self.lower(plain);
        }
        let lowered = match self.kind(ty).clone() {
            Kind::Void => Type::Void,
            Kind::Bool => Type::Bool,
            Kind::Int(kind) => Type::Int { bits: kind.bits(self.model()), signed: kind.signed() },
            Kind::Enum(id) => {
                let kind = self.enums[id].repr;
                // Not remembered: the representation is final only when the list of constants has been read.
                return self.goto.int(kind.bits(self.model()), kind.signed());
            }
            Kind::Float(kind) => Type::Float(kind),
            Kind::Pointer(to) => {
                let to = self.variable_base(to);
                Type::Pointer(self.lower(to))
            }
            Kind::Array { elem, len } => match len {
                _ if self.is_variable_array(ty) => {
                    let base = self.variable_base(ty);
                    Type::Pointer(self.lower(base))
                }
                Len::Fixed(len) => Type::Array { elem: self.lower(elem), len: Some(len) },
                _ => Type::Array { elem: self.lower(elem), len: None },
            },
            Kind::Complex(part) => Type::Record(self.complex_record(part)),
            Kind::Vector { elem, count } => Type::Record(self.vector_record(elem, count)),
            Kind::Record(id) => Type::Record(id),
            Kind::Function(Signature { ret, params }) => {
                let ret = self.lower(ret);
                let (types, variadic) = match params {
                    Params::Prototype { types, variadic } => (types, variadic),
                    Params::Unknown => (Vec::new(), true),
                    Params::Old(types) => (types, false),
                };
                let known = !matches!(self.kind(ty), Kind::Function(Signature { params: Params::Unknown, .. }));
                let mut params: Vec<TypeId> = types.into_iter().map(|ty| self.lower(ty)).collect();
                if variadic && known {
                    let void = self.goto.void();
                    params.push(self.goto.pointer(void));
                }
                Type::Function { ret, params, variadic }
            }
        };
        let id = self.goto.intern(lowered);
        self.lowered.insert(ty, id);
        id
    }

    /// The record of an array that stands for a vector.
    fn vector_record(&mut self, elem: CType, count: u64) -> RecordId {
        let name = format!("{} vector of {count}", self.spell(elem));
        let elem = self.lower(elem);
        let size = count * self.goto.size_of(elem).unwrap_or(0);
        let ty = self.goto.array(elem, Some(count));
        let fields = vec![Field { name: "elements".to_owned(), ty, offset: 0, bits: None }];
        self.goto.records.push(Record { name, kind: RecordKind::Struct, body: Some(RecordBody { fields, size, align: size }) })
    }

    /// The pair that stands for a complex number.
    fn complex_record(&mut self, part: CType) -> RecordId {
        let name = format!("_Complex {}", self.spell(part));
        let ty = self.lower(part);
        let size = self.goto.size_of(ty).unwrap_or(0);
        let field = |name: &str, offset| Field { name: name.to_owned(), ty, offset, bits: None };
        let fields = vec![field("real", 0), field("imaginary", size)];
        let body = Some(RecordBody { fields, size: 2 * size, align: self.goto.align_of(ty) });
        self.goto.records.push(Record { name, kind: RecordKind::Struct, body })
    }

    /// Bytes, where they are known while compiling. As in gcc, `void` and functions count as one byte.
    pub fn size_of(&mut self, ty: CType) -> Option<u64> {
        if self.is_variable_array(ty) {
            return None;
        }
        match self.kind(ty) {
            Kind::Void | Kind::Function(_) => Some(1),
            _ => {
                let ty = self.lower(ty);
                self.goto.size_of(ty)
            }
        }
    }

    /// Bytes; as a member of a record if `member`.
    pub fn align_of(&mut self, ty: CType, member: bool) -> u64 {
        if let Some(align) = self.entries[ty].align {
            return align;
        }
        if let Kind::Array { elem, .. } | Kind::Complex(elem) = *self.kind(ty) {
            return self.align_of(elem, member);
        }
        let ty = self.lower(ty);
        if member { self.goto.field_align_of(ty) } else { self.goto.align_of(ty) }
    }

    /// Does a typedef with the attribute `aligned` give the type its alignment?
    pub fn has_own_align(&self, ty: CType) -> bool {
        self.entries[ty].align.is_some()
    }

    pub fn is_complete(&self, ty: CType) -> bool {
        match self.kind(ty) {
            Kind::Void => false,
            Kind::Array { len: Len::Unknown, .. } => false,
            Kind::Array { elem, .. } => self.is_complete(*elem),
            Kind::Record(id) => self.goto.records[*id].body.is_some(),
            _ => true,
        }
    }

    /// The type as C writes it.
    pub fn spell(&self, ty: CType) -> String {
        self.declare(ty, String::new())
    }

    fn declare(&self, ty: CType, inner: String) -> String {
        let entry = &self.entries[ty];
        let prefix = if entry.constant { "const " } else { "" };
        let base = match &entry.kind {
            Kind::Void => "void".to_owned(),
            Kind::Bool => "_Bool".to_owned(),
            Kind::Int(kind) => kind.spelling(),
            Kind::Enum(id) if self.enums[*id].name.is_empty() => self.enums[*id].repr.spelling(),
            Kind::Enum(id) => format!("enum {}", self.enums[*id].name),
            Kind::Float(kind) => match kind {
                FloatKind::Half => "_Float16",
                FloatKind::Single => "float",
                FloatKind::Double => "double",
                FloatKind::Extended => "long double",
                FloatKind::Quad => "_Float128",
            }
            .to_owned(),
            Kind::Complex(part) => format!("_Complex {}", self.spell(*part)),
            Kind::Vector { elem, count } => format!("{} vector of {count}", self.spell(*elem)),
            Kind::Record(id) => {
                let record = &self.goto.records[*id];
                format!("{} {}", if record.kind == RecordKind::Struct { "struct" } else { "union" }, record.name)
            }
            Kind::Pointer(to) => {
                let qualified = if entry.constant { format!("*const {inner}") } else { format!("*{inner}") };
                let nested = matches!(self.kind(*to), Kind::Array { .. } | Kind::Function(_));
                return self.declare(*to, if nested { format!("({qualified})") } else { qualified });
            }
            Kind::Array { elem, len } => {
                let len = if let Len::Fixed(n) = len { n.to_string() } else { String::new() };
                return self.declare(*elem, format!("{inner}[{len}]"));
            }
            Kind::Function(Signature { ret, params }) => {
                let list = match params {
                    Params::Prototype { types, variadic } => {
                        let mut list: Vec<_> = types.iter().map(|&ty| self.spell(ty)).collect();
                        if *variadic {
                            list.push("...".to_owned());
                        }
                        if list.is_empty() { "void".to_owned() } else { list.join(", ") }
                    }
                    Params::Unknown | Params::Old(_) => String::new(),
                };
                return self.declare(*ret, format!("{inner}({list})"));
            }
        };
        let space = if inner.is_empty() { "" } else { " " };
        format!("{prefix}{base}{space}{inner}")
    }
}
