//! Declaration specifiers in any order, and the types that they name.

use super::attribute::Attributes;
use super::types::{CType, IntKind, Kind, Len, RecordInfo, Signature};
use super::{Result, Unit};
use crate::normalise::names;
use goto::{DataModel, Field, FloatKind, Record, RecordBody, RecordKind};
use lang_c::ast::{
    AlignmentSpecifier, BinaryOperator, CallExpression, DeclarationSpecifier, Expression, Extension, FunctionSpecifier, SpecifierQualifier,
    StorageClassSpecifier, TS18661FloatFormat, TS18661FloatType, TypeName, TypeOf, TypeQualifier, TypeSpecifier,
};
use lang_c::span::{Node, Span};

/// The part of a declaration that its declarators share.
#[derive(Debug)]
pub(super) struct Specifiers {
    pub ty: CType,
    pub storage: Option<StorageClassSpecifier>,
    pub thread_local: bool,
    pub noreturn: bool,
    pub inline: bool,
    pub attributes: Attributes,
    pub volatile: bool,
    /// `__auto_type`: the type is that of the initialiser.
    pub deduced: bool,
}

/// What specifiers of types are made of, in declarations and in type names.
enum Piece<'a> {
    Type(&'a Node<TypeSpecifier>),
    Const,
    Volatile,
    Atomic,
    Extensions(&'a [Node<Extension>]),
}

/// Which of the keywords stand there, and how often.
#[derive(Default)]
struct Keywords {
    void: bool,
    char: bool,
    short: bool,
    int: bool,
    long: u8,
    float: bool,
    double: bool,
    signed: bool,
    unsigned: bool,
    bool: bool,
    complex: bool,
}

impl Unit<'_> {
    /// `alone`: no declarator follows, so `struct s;` declares a new tag.
    pub(super) fn specifiers(&mut self, specifiers: &[Node<DeclarationSpecifier>], span: Span, alone: bool) -> Result<Specifiers> {
        let mut pieces = Vec::new();
        let mut storage = None;
        let mut thread_local = false;
        let mut noreturn = false;
        let mut inline = false;
        let mut volatile = false;
        let mut align = None;
        for specifier in specifiers {
            match &specifier.node {
                DeclarationSpecifier::StorageClass(class) => {
                    // `_Thread_local` stands beside `static` and `extern`.
                    if class.node == StorageClassSpecifier::ThreadLocal {
                        thread_local = true;
                    } else {
                        storage = Some(class.node.clone());
                    }
                }
                DeclarationSpecifier::TypeSpecifier(ty) => {
                    volatile |= matches!(&ty.node, TypeSpecifier::TypedefName(name) if self.volatile_types.contains(&name.node.name));
                    pieces.push(Piece::Type(ty));
                }
                DeclarationSpecifier::TypeQualifier(q) if q.node == TypeQualifier::Const => pieces.push(Piece::Const),
                DeclarationSpecifier::TypeQualifier(q) if q.node == TypeQualifier::Volatile => {
                    volatile = true;
                    pieces.push(Piece::Volatile);
                }
                DeclarationSpecifier::TypeQualifier(q) if q.node == TypeQualifier::Atomic => pieces.push(Piece::Atomic),
                DeclarationSpecifier::TypeQualifier(_) => {}
                DeclarationSpecifier::Function(f) => match f.node {
                    FunctionSpecifier::Noreturn => noreturn = true,
                    FunctionSpecifier::Inline => inline = true,
                },
                DeclarationSpecifier::Alignment(alignment) => {
                    let asked = match &alignment.node {
                        AlignmentSpecifier::Type(name) => {
                            let ty = self.type_name(name)?;
                            Some(self.c.types.align_of(ty, true))
                        }
                        AlignmentSpecifier::Constant(bytes) => self.alignment(bytes)?,
                    };
                    align = align.max(asked);
                }
                DeclarationSpecifier::Extension(extensions) => pieces.push(Piece::Extensions(extensions)),
            }
        }
        let deduced = pieces.iter().any(|p| matches!(p, Piece::Type(Node { node: TypeSpecifier::TypedefName(n), .. }) if n.node.name == names::AUTO_TYPE));
        let (ty, mut attributes) = self.type_of(&pieces, span, alone && storage.is_none())?;
        attributes.align = attributes.align.max(align);
        Ok(Specifiers { ty, storage, thread_local, noreturn, inline, attributes, volatile, deduced })
    }

    /// The specifiers of a type name or of a member.
    pub(super) fn qualifiers(&mut self, specifiers: &[Node<SpecifierQualifier>], span: Span) -> Result<(CType, Attributes)> {
        let pieces: Vec<_> = specifiers
            .iter()
            .filter_map(|specifier| match &specifier.node {
                SpecifierQualifier::TypeSpecifier(ty) => Some(Piece::Type(ty)),
                SpecifierQualifier::TypeQualifier(q) => match q.node {
                    TypeQualifier::Const => Some(Piece::Const),
                    TypeQualifier::Volatile => Some(Piece::Volatile),
                    TypeQualifier::Atomic => Some(Piece::Atomic),
                    _ => None,
                },
                SpecifierQualifier::Extension(extensions) => Some(Piece::Extensions(extensions)),
            })
            .collect();
        self.type_of(&pieces, span, false)
    }

    /// The type that a type name stands for. Inside a function, sizes of variable arrays are computed by statements left in its context.
    pub(super) fn type_name(&mut self, name: &Node<TypeName>) -> Result<CType> {
        let (base, attributes) = self.qualifiers(&name.node.specifiers, name.span)?;
        let base = self.apply_mode(base, &attributes)?;
        match &name.node.declarator {
            Some(declarator) => Ok(self.declarator(base, declarator)?.ty),
            None => Ok(base),
        }
    }

    fn type_of(&mut self, pieces: &[Piece], span: Span, alone: bool) -> Result<(CType, Attributes)> {
        let mut keywords = Keywords::default();
        let mut named = None;
        let (mut constant, mut volatile, mut atomic) = (false, false, false);
        let mut attributes = Attributes::default();
        let mut pieces = pieces.iter().peekable();
        while let Some(piece) = pieces.next() {
            match piece {
                Piece::Const => constant = true,
                Piece::Volatile => volatile = true,
                Piece::Atomic => atomic = true,
                Piece::Extensions(extensions) => attributes.merge(self.attributes(extensions)?),
                Piece::Type(ty) => {
                    // Attributes right behind the closing brace belong to the type.
                    let own: &[Node<Extension>] = match (&ty.node, pieces.peek()) {
                        (TypeSpecifier::Struct(s), Some(Piece::Extensions(own))) if s.node.declarations.is_some() => own,
                        (TypeSpecifier::Enum(e), Some(Piece::Extensions(own))) if !e.node.enumerators.is_empty() => own,
                        _ => &[],
                    };
                    if !own.is_empty() {
                        pieces.next();
                    }
                    if let Some(ty) = self.type_specifier(ty, &mut keywords, own, alone)? {
                        named = Some(ty);
                    }
                }
            }
        }
        let mut ty = match named {
            // `unsigned __int128`, if it gets here.
            Some(ty) if keywords.unsigned && matches!(self.c.types.kind(ty), Kind::Int(IntKind::Int128)) => self.c.types.int_kind(IntKind::UInt128),
            Some(ty) if keywords.complex && matches!(self.c.types.kind(ty), Kind::Float(_) | Kind::Int(_)) => self.c.types.intern(Kind::Complex(ty)),
            Some(ty) => ty,
            None => {
                let part = self.keyword_type(&keywords, span)?;
                if keywords.complex { self.complex(part, &keywords) } else { part }
            }
        };
        if atomic {
            ty = self.c.types.atomic(ty);
        }
        if constant {
            ty = self.c.types.constant(ty);
        }
        if volatile {
            ty = self.c.types.volatile(ty);
        }
        Ok((ty, attributes))
    }

    /// Notes a keyword, or returns the type that the specifier names.
    fn type_specifier(&mut self, node: &Node<TypeSpecifier>, k: &mut Keywords, own: &[Node<Extension>], alone: bool) -> Result<Option<CType>> {
        match &node.node {
            TypeSpecifier::Void => k.void = true,
            TypeSpecifier::Char => k.char = true,
            TypeSpecifier::Short => k.short = true,
            TypeSpecifier::Int => k.int = true,
            TypeSpecifier::Long => k.long += 1,
            TypeSpecifier::Float => k.float = true,
            TypeSpecifier::Double => k.double = true,
            TypeSpecifier::Signed => k.signed = true,
            TypeSpecifier::Unsigned => k.unsigned = true,
            TypeSpecifier::Bool => k.bool = true,
            TypeSpecifier::Complex => k.complex = true,
            TypeSpecifier::Atomic(name) => {
                let ty = self.type_name(name)?;
                return Ok(Some(self.c.types.atomic(ty)));
            }
            TypeSpecifier::Struct(s) => return self.record_specifier(s, own, alone).map(Some),
            TypeSpecifier::Enum(e) => return self.enum_specifier(e, own).map(Some),
            TypeSpecifier::TypedefName(name) => return self.typedef_name(&name.node.name, name.span).map(Some),
            TypeSpecifier::TypeOf(of) => return self.type_of_operand(&of.node).map(Some),
            TypeSpecifier::TS18661Float(float) => return self.interchange_float(float, node.span).map(Some),
        }
        Ok(None)
    }

    fn keyword_type(&mut self, k: &Keywords, span: Span) -> Result<CType> {
        use IntKind::*;
        let pick = |signed, unsigned| if k.unsigned { unsigned } else { signed };
        let kind = match k {
            Keywords { void: true, .. } => return Ok(self.c.types.void()),
            Keywords { bool: true, .. } => return Ok(self.c.types.bool()),
            Keywords { float: true, .. } => return Ok(self.c.types.float(FloatKind::Single)),
            Keywords { double: true, long: 0, .. } => return Ok(self.c.types.float(FloatKind::Double)),
            Keywords { double: true, .. } => return Ok(self.c.types.float(FloatKind::Extended)),
            Keywords { signed: true, unsigned: true, .. } => return self.error(span, "both `signed` and `unsigned` in one declaration"),
            Keywords { char: true, signed: true, .. } => SChar,
            Keywords { char: true, .. } => pick(Char, UChar),
            Keywords { short: true, .. } => pick(Short, UShort),
            Keywords { long: 0, .. } => pick(Int, UInt),
            Keywords { long: 1, .. } => pick(Long, ULong),
            Keywords { long: 2, .. } => pick(LongLong, ULongLong),
            _ => return self.error(span, "`long` three times in one declaration"),
        };
        Ok(self.c.types.int_kind(kind))
    }

    /// `_Complex` alone is that of `double`.
    fn complex(&mut self, part: CType, keywords: &Keywords) -> CType {
        let double = self.c.types.float(FloatKind::Double);
        let given = keywords.float || keywords.double || keywords.char || keywords.short || keywords.int || keywords.long > 0;
        let part = if given || keywords.signed || keywords.unsigned { part } else { double };
        self.c.types.intern(Kind::Complex(part))
    }

    /// A struct that has a name of its own in all units.
    fn builtin_record(&mut self, name: &str, members: &[(&str, u64, CType)], size: u64, align: u64) -> CType {
        let id = match self.c.builtin_records.get(name) {
            Some(&id) => id,
            None => {
                let mut fields = Vec::new();
                for &(name, offset, ty) in members {
                    fields.push(Field { name: name.to_owned(), ty: self.c.types.lower(ty), offset, bits: None });
                }
                let body = Some(RecordBody { fields, size, align });
                let id = self.c.types.goto.records.push(Record { name: name.to_owned(), kind: RecordKind::Struct, body });
                let fields = members.iter().map(|&(_, _, ty)| ty).collect();
                self.c.types.records.insert(id, RecordInfo { fields, transparent: false });
                self.c.builtin_records.insert(name.to_owned(), id);
                id
            }
        };
        self.c.types.intern(Kind::Record(id))
    }

    fn typedef_name(&mut self, name: &str, span: Span) -> Result<CType> {
        // Types of gcc that the grammar knows as names of types only.
        let builtin = match name {
            "__int128" | names::INT128 => Some(IntKind::Int128),
            names::UINT128 => Some(IntKind::UInt128),
            names::AUTO_TYPE => Some(IntKind::Int),
            _ => None,
        };
        if name == names::NULLPTR {
            return Ok(self.nullptr());
        }
        if let Some(kind) = builtin {
            return Ok(self.c.types.int_kind(kind));
        }
        match name {
            "__float128" => return Ok(self.c.types.float(FloatKind::Quad)),
            "__float80" => return Ok(self.c.types.float(FloatKind::Extended)),
            "__builtin_va_list" => return Ok(self.va_list()),
            _ => {}
        }
        match self.look_up(name) {
            Some(super::scope::Entity::Typedef(ty)) => Ok(ty),
            _ => self.error(span, format!("`{name}` is not a type{}", self.hint(name))),
        }
    }

    /// The type of `nullptr`: a pointer to something that nothing else points to.
    fn nullptr(&mut self) -> CType {
        let id = match self.c.builtin_records.get("nullptr_t") {
            Some(&id) => id,
            None => {
                let id = self.c.types.goto.records.push(Record { name: "nullptr_t".to_owned(), kind: RecordKind::Struct, body: None });
                self.c.builtin_records.insert("nullptr_t".to_owned(), id);
                id
            }
        };
        let record = self.c.types.intern(Kind::Record(id));
        self.c.types.pointer(record)
    }

    fn type_of_operand(&mut self, of: &TypeOf) -> Result<CType> {
        match of {
            TypeOf::Type(name) => self.type_name(name),
            TypeOf::Expression(e) => match &e.node {
                Expression::Call(call) => match self.rewritten_type(&call.node)? {
                    Some(ty) => Ok(ty),
                    None => self.type_of_expression(e),
                },
                _ => match self.typedef_in_expression(e)? {
                    Some(ty) => Ok(ty),
                    None => self.type_of_expression(e),
                },
            },
        }
    }

    /// The grammar takes a lone typedef's name for an expression, and `T[2]` for an element.
    fn typedef_in_expression(&mut self, e: &Node<Expression>) -> Result<Option<CType>> {
        let mut sizes = Vec::new();
        let mut base = e;
        while let Expression::BinaryOperator(binary) = &base.node
            && binary.node.operator.node == BinaryOperator::Index
        {
            sizes.push(&*binary.node.rhs);
            base = &binary.node.lhs;
        }
        let Expression::Identifier(name) = &base.node else { return Ok(None) };
        let Some(super::scope::Entity::Typedef(mut ty)) = self.look_up(&name.node.name) else { return Ok(None) };
        for size in sizes {
            let len = self.array_length(ty, size)?;
            ty = self.c.types.array(ty, len);
        }
        Ok(Some(ty))
    }

    /// `_BitInt(n)`, `unsigned _BitInt(n)` or `typeof_unqual(...)`, as the normaliser writes it.
    fn rewritten_type(&mut self, call: &CallExpression) -> Result<Option<CType>> {
        let (Expression::Identifier(name), [width]) = (&call.callee.node, call.arguments.as_slice()) else { return Ok(None) };
        let signed = match name.node.name.as_str() {
            names::UNQUALIFIED => return self.pointed_type(width).map(Some),
            names::BIT_INT => true,
            names::UNSIGNED_BIT_INT => false,
            _ => return Ok(None),
        };
        let bits = self.constant_integer(width)?;
        match u16::try_from(bits) {
            Ok(bits) if bits > 128 => self.unsupported(width.span, "a `_BitInt` of more than 128 bits is not supported"),
            Ok(bits) if bits > u16::from(signed) => Ok(Some(self.c.types.int_kind(IntKind::Odd { width: bits, signed, bit_int: true }))),
            _ => self.error(width.span, "a `_BitInt` cannot have this width"),
        }
    }

    /// The type of an expression that is not evaluated, before any conversion.
    pub(super) fn type_of_expression(&mut self, e: &Node<Expression>) -> Result<CType> {
        Ok(self.expr(e)?.ty)
    }

    fn interchange_float(&mut self, float: &TS18661FloatType, span: Span) -> Result<CType> {
        use TS18661FloatFormat::*;
        let kind = match (&float.format, float.width) {
            (BinaryInterchange, 16) => FloatKind::Half,
            (BinaryInterchange, 32) => FloatKind::Single,
            (BinaryInterchange, 64) | (BinaryExtended, 32) => FloatKind::Double,
            (BinaryExtended, 64) => FloatKind::Extended,
            (BinaryInterchange, 128) => FloatKind::Quad,
            _ => return self.unsupported(span, "decimal and wider floating-point types are not supported"),
        };
        Ok(self.c.types.float(kind))
    }

    /// The attribute `mode` replaces an arithmetic type by the one of that width; `vector_size` makes a vector of it.
    pub(super) fn apply_mode(&mut self, ty: CType, attributes: &Attributes) -> Result<CType> {
        if let Some((bytes, span)) = attributes.vector {
            return self.vector_of(ty, bytes, span);
        }
        let Some((mode, span)) = &attributes.mode else { return Ok(ty) };
        let signed = self.c.types.integer_kind(ty).is_none_or(IntKind::signed);
        let word = if self.c.types.model() == DataModel::Lp64 { IntKind::Long } else { IntKind::Int };
        let kind = match mode.as_str() {
            "QI" | "byte" => IntKind::SChar,
            "HI" => IntKind::Short,
            "SI" => IntKind::Int,
            "DI" if word == IntKind::Long => IntKind::Long,
            "DI" => IntKind::LongLong,
            "TI" => IntKind::Int128,
            "word" | "pointer" | "unwind_word" => word,
            "SC" | "DC" | "XC" | "TC" => {
                let kind = match mode.as_str() {
                    "SC" => FloatKind::Single,
                    "DC" => FloatKind::Double,
                    "XC" => FloatKind::Extended,
                    _ => FloatKind::Quad,
                };
                let part = self.c.types.float(kind);
                return Ok(self.c.types.intern(Kind::Complex(part)));
            }
            "SF" => return Ok(self.c.types.float(FloatKind::Single)),
            "DF" => return Ok(self.c.types.float(FloatKind::Double)),
            "XF" => return Ok(self.c.types.float(FloatKind::Extended)),
            "TF" => return Ok(self.c.types.float(FloatKind::Quad)),
            _ => return self.unsupported(*span, format!("the machine mode `{mode}` is not supported")),
        };
        Ok(self.c.types.int_kind(if signed { kind } else { kind.to_unsigned() }))
    }

    /// `va_list`: an array of one `struct __va_list_tag` on x86-64, `char *` on i386.
    pub(super) fn va_list(&mut self) -> CType {
        if self.c.types.model() == DataModel::Ilp32 {
            let char = self.c.types.char();
            return self.c.types.pointer(char);
        }
        let uint = self.c.types.int_kind(IntKind::UInt);
        let void = self.c.types.void();
        let pointer = self.c.types.pointer(void);
        let members = [("gp_offset", 0, uint), ("fp_offset", 4, uint), ("overflow_arg_area", 8, pointer), ("reg_save_area", 16, pointer)];
        let record = self.builtin_record("__va_list_tag", &members, 24, 8);
        self.c.types.array(record, Len::Fixed(1))
    }

    /// The type that a function returns.
    pub(super) fn return_type(&self, function: CType) -> Option<CType> {
        self.c.types.signature(function).map(|Signature { ret, .. }| *ret)
    }
}
