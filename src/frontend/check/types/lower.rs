//! What a C type is in the if-goto language: its type there, size and alignment. Never says what may be done with values of it.

use super::{CType, CTypes, Kind, Len, Params, Signature};
use goto::{Field, Record, RecordBody, RecordId, RecordKind, Type, TypeId};

impl CTypes {
    /// The elements of a variable-length array that are no such arrays themselves; other types as they are.
    pub(crate) fn variable_base(&self, ty: CType) -> CType {
        match self.kind(ty) {
            Kind::Array { elem, .. } if self.is_variable_array(ty) => self.variable_base(*elem),
            _ => ty,
        }
    }

    /// The type that objects of this type have. A variable-length array lowers to a pointer to its elements, and so does a pointer to one.
    pub(crate) fn lower(&mut self, ty: CType) -> TypeId {
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
            Kind::Function(signature) => self.lower_function(signature),
        };
        let id = self.goto.intern(lowered);
        self.lowered.insert(ty, id);
        id
    }

    fn lower_function(&mut self, Signature { ret, params }: Signature) -> Type {
        let ret = self.lower(ret);
        // With a prototype, what is passed beyond the parameters comes behind a pointer.
        let (types, variadic, has_rest) = match params {
            Params::Prototype { types, variadic } => (types, variadic, variadic),
            Params::Unknown => (Vec::new(), true, false),
            Params::Old(types) => (types, false, false),
        };
        let mut params: Vec<TypeId> = types.into_iter().map(|ty| self.lower(ty)).collect();
        if has_rest {
            let void = self.goto.void();
            params.push(self.goto.pointer(void));
        }
        Type::Function { ret, params, variadic }
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
    pub(crate) fn size_of(&mut self, ty: CType) -> Option<u64> {
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
    pub(crate) fn align_of(&mut self, ty: CType, member: bool) -> u64 {
        if let Some(align) = self.entries[ty].align {
            return align;
        }
        if let Kind::Array { elem, .. } | Kind::Complex(elem) = *self.kind(ty) {
            return self.align_of(elem, member);
        }
        let ty = self.lower(ty);
        if member { self.goto.field_align_of(ty) } else { self.goto.align_of(ty) }
    }
}
