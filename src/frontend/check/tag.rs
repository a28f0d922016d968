//! Structs, unions and enums: their tags, members and constants.

use super::attribute::Attributes;
use super::layout::{Member, Rules, lay_out};
use super::scope::{Entity, Tag};
use super::types::{CType, Enum, EnumId, IntKind, Kind, Len, RecordInfo};
use super::{Result, Unit};
use crate::pieces::declarator_name;
use crate::similar;
use goto::{Bits, Record, RecordId, RecordKind};
use lang_c::ast::{EnumType, Extension, SpecifierQualifier, StructDeclaration, StructDeclarator, StructField, StructKind, StructType, TypeSpecifier};
use lang_c::span::{Node, Span};

/// What the made-up names of records without a tag begin with.
pub(super) const ANONYMOUS: &str = "anonymous.";

impl Unit<'_> {
    /// `struct tag`, `struct tag { ... }` with the attributes behind it, or the same with `union`.
    pub(super) fn record_specifier(&mut self, node: &Node<StructType>, own: &[Node<Extension>], alone: bool) -> Result<CType> {
        let kind = match node.node.kind.node {
            StructKind::Struct => RecordKind::Struct,
            StructKind::Union => RecordKind::Union,
        };
        let tag = node.node.identifier.as_ref().map(|i| i.node.name.as_str());
        let defines = node.node.declarations.is_some();
        let known = match tag {
            Some(name) if defines || alone => self.look_up_tag_here(name),
            Some(name) => self.look_up_tag(name),
            None => None,
        };
        let id = match known {
            Some(Tag::Record(id)) if self.c.types.goto.records[id].kind == kind => id,
            Some(_) => return self.error(node.span, format!("`{}` is another kind of tag", tag.unwrap_or_default())),
            None => self.new_record(tag, kind),
        };
        if let Some(declarations) = &node.node.declarations {
            if self.c.types.goto.records[id].body.is_some() {
                return self.error(node.span, format!("redefinition of `{}`", tag.unwrap_or_default()));
            }
            let attributes = self.attributes(own)?;
            self.define_record(id, declarations, &attributes, node.span)?;
        }
        Ok(self.c.types.intern(Kind::Record(id)))
    }

    fn new_record(&mut self, tag: Option<&str>, kind: RecordKind) -> RecordId {
        let name = tag.map_or_else(
            || {
                self.c.anonymous_records += 1;
                format!("{ANONYMOUS}{}", self.c.anonymous_records)
            },
            str::to_owned,
        );
        let id = self.c.types.goto.records.push(Record { name, kind, body: None });
        if let Some(tag) = tag {
            self.bind_tag(tag, Tag::Record(id));
        }
        id
    }

    fn define_record(&mut self, id: RecordId, declarations: &[Node<StructDeclaration>], attributes: &Attributes, span: Span) -> Result<()> {
        let kind = self.c.types.goto.records[id].kind;
        let mut members = Vec::new();
        for (i, declaration) in declarations.iter().enumerate() {
            match &declaration.node {
                StructDeclaration::StaticAssert(assertion) => self.static_assert(assertion)?,
                StructDeclaration::Field(field) => {
                    let last = i + 1 == declarations.len();
                    self.members(field, kind, last, &mut members)?;
                }
            }
        }
        self.refuse_duplicates(&members, span)?;
        let rules = Rules { packed: attributes.packed, align: attributes.align, pack: self.source.pack(span) };
        let Some((body, fields)) = lay_out(&mut self.c.types, kind, &members, rules) else {
            return self.error(span, "the record is too large");
        };
        self.c.types.goto.records[id].body = Some(body);
        self.c.types.records.insert(id, RecordInfo { fields, transparent: attributes.transparent });
        Ok(())
    }

    fn members(&mut self, field: &Node<StructField>, kind: RecordKind, last: bool, members: &mut Vec<Member>) -> Result<()> {
        let (base, attributes) = self.qualifiers(&field.node.specifiers, field.span)?;
        let base = self.apply_mode(base, &attributes)?;
        if field.node.declarators.is_empty() {
            // An anonymous member; with a tag or a typedef's name nothing is declared, unless Microsoft's extensions are asked for.
            let with_tags = self.c.types.dialect.tagged_anonymous_members;
            let untagged = field.node.specifiers.iter().any(|s| match &s.node {
                SpecifierQualifier::TypeSpecifier(Node { node: TypeSpecifier::Struct(s), .. }) => s.node.identifier.is_none(),
                _ => false,
            });
            if untagged || with_tags && matches!(self.c.types.kind(base), Kind::Record(_)) {
                if !self.c.types.is_complete(base) {
                    return self.error(field.span, format!("the anonymous member has the incomplete type `{}`", self.spell(base)));
                }
                members.push(Member { name: String::new(), ty: base, width: None, packed: attributes.packed, align: attributes.align });
            }
            return Ok(());
        }
        for (i, declarator) in field.node.declarators.iter().enumerate() {
            let flexible = last && kind == RecordKind::Struct && i + 1 == field.node.declarators.len();
            let member = self.member(base, &attributes, declarator, flexible)?;
            members.push(member);
        }
        Ok(())
    }

    fn member(&mut self, base: CType, shared: &Attributes, node: &Node<StructDeclarator>, flexible: bool) -> Result<Member> {
        let mut attributes = shared.clone();
        let mut ty = base;
        let mut name = String::new();
        if let Some(declarator) = &node.node.declarator {
            let declared = self.declarator(base, declarator)?;
            attributes.merge(declared.attributes);
            ty = self.apply_mode(declared.ty, &attributes)?;
            name = declarator_name(&declarator.node).map(str::to_owned).unwrap_or_default();
        }
        let width = match &node.node.bit_width {
            None => None,
            Some(width) => {
                let Some(kind) = self.c.types.integer_kind(ty) else { return self.error(node.span, "a bit-field needs an integer type") };
                let limit = if matches!(self.c.types.kind(ty), Kind::Bool) { 1 } else { i128::from(kind.width(self.c.types.model())) };
                let value = self.constant_integer(width)?;
                if !(0..=limit).contains(&value) || value == 0 && !name.is_empty() {
                    return self.error(width.span, "the width of the bit-field does not fit its type");
                }
                Some(value as u16)
            }
        };
        // gcc takes arrays without length at any place that makes sense to it; elsewhere they would overlap what follows.
        let open = flexible && matches!(self.c.types.kind(ty), Kind::Array { len: Len::Unknown, .. });
        if self.c.types.is_variable_array(ty) {
            return self.unsupported(node.span, "a member of variable size is not supported");
        }
        if self.c.types.is_function(ty) || !open && !self.c.types.is_complete(ty) {
            return self.error(node.span, format!("the member `{name}` has the incomplete type `{}`", self.spell(ty)));
        }
        Ok(Member { name, ty, width, packed: attributes.packed, align: attributes.align })
    }

    fn refuse_duplicates(&self, members: &[Member], span: Span) -> Result<()> {
        let mut names: Vec<_> = members.iter().map(|m| m.name.as_str()).filter(|n| !n.is_empty()).collect();
        names.sort_unstable();
        match names.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => self.error(span, format!("duplicate member `{}`", pair[0])),
            None => Ok(()),
        }
    }

    /// What a message about a member that the record does not have ends with.
    pub(super) fn member_hint(&self, record: RecordId, name: &str) -> String {
        let fields = self.c.types.goto.records[record].body.iter().flat_map(|body| &body.fields);
        similar::hint(name, fields.map(|field| field.name.as_str()))
    }

    /// The way from a record to a member, through anonymous members: the fields to select one after the other, and the member's type.
    pub(super) fn find_member(&self, record: RecordId, name: &str) -> Option<(Vec<usize>, CType)> {
        let body = self.c.types.goto.records[record].body.as_ref()?;
        let types = &self.c.types.records.get(&record)?.fields;
        for (i, (field, &ty)) in body.fields.iter().zip(types).enumerate() {
            if field.name == name {
                return Some((vec![i], ty));
            }
            if field.name.is_empty()
                && let Some((inner, _)) = self.c.types.record(ty)
                && let Some((path, ty)) = self.find_member(inner, name)
            {
                return Some((std::iter::once(i).chain(path).collect(), ty));
            }
        }
        None
    }

    pub(super) fn enum_specifier(&mut self, node: &Node<EnumType>, own: &[Node<Extension>]) -> Result<CType> {
        let tag = node.node.identifier.as_ref().map(|i| i.node.name.as_str());
        let defines = !node.node.enumerators.is_empty();
        let known = match tag {
            Some(name) if defines => self.look_up_tag_here(name),
            Some(name) => self.look_up_tag(name),
            None => None,
        };
        let id = match known {
            Some(Tag::Enum(id)) => id,
            Some(Tag::Record(_)) => return self.error(node.span, format!("`{}` is another kind of tag", tag.unwrap_or_default())),
            None => {
                let id = self.c.types.enums.push(Enum { name: tag.unwrap_or_default().to_owned(), repr: IntKind::UInt, constants: Vec::new() });
                if let Some(tag) = tag {
                    self.bind_tag(tag, Tag::Enum(id));
                }
                id
            }
        };
        if defines {
            let attributes = self.attributes(own)?;
            let fixed = attributes.enum_type.and_then(|ty| self.c.types.integer_kind(ty));
            let ty = self.c.types.intern(Kind::Enum(id));
            match fixed {
                Some(kind) => {
                    self.c.types.enums[id].repr = kind;
                    self.c.types.enums[id].constants = self.fixed_enumerators(ty, kind, node)?;
                }
                None => self.enumerators(id, node, attributes.packed || self.c.types.dialect.short_enums)?,
            }
        }
        Ok(self.c.types.intern(Kind::Enum(id)))
    }

    /// The constants of an enum with a given representation have the type of the enum.
    fn fixed_enumerators(&mut self, ty: CType, kind: IntKind, node: &Node<EnumType>) -> Result<Vec<i128>> {
        let (mut next, mut constants) = (0i128, Vec::new());
        for enumerator in &node.node.enumerators {
            if let Some(value) = &enumerator.node.expression {
                next = self.constant_integer(value)?;
            }
            if !kind.holds(next, self.c.types.model()) {
                return self.error(enumerator.span, "the constant does not fit the type of the enum");
            }
            let bits = Bits::from_signed(self.width(ty), next);
            self.bind_once(&enumerator.node.identifier.node.name, Entity::Constant(bits, ty), enumerator.span)?;
            constants.push(next);
            next += 1;
        }
        Ok(constants)
    }

    /// As gcc: the type is the first of `unsigned int`, `int` (with negative constants) and their longer kin that holds all constants.
    /// A constant that fits has type `int`, others have the type that holds the whole enum.
    fn enumerators(&mut self, id: EnumId, node: &Node<EnumType>, packed: bool) -> Result<()> {
        let int = self.c.types.int();
        let mut next = 0i128;
        let (mut low, mut high) = (0, 0);
        let (mut constants, mut wide) = (Vec::new(), Vec::new());
        for enumerator in &node.node.enumerators {
            let name = &enumerator.node.identifier.node.name;
            if let Some(value) = &enumerator.node.expression {
                next = self.constant_integer(value)?;
            }
            (low, high) = (next.min(low), next.max(high));
            let ty = if IntKind::Int.holds(next, self.c.types.model()) { int } else { self.first_holding(&WIDE, next, next, enumerator.span)? };
            if ty != int {
                wide.push((name.clone(), next));
            }
            let bits = Bits::from_signed(self.width(ty), next);
            self.bind_once(name, Entity::Constant(bits, ty), enumerator.span)?;
            constants.push(next);
            next += 1;
        }
        self.c.types.enums[id].constants = constants;
        let kinds: &[IntKind] = if packed { &PACKED } else { &UNPACKED };
        let repr = self.first_holding(kinds, low, high, node.span)?;
        if let Some(kind) = self.c.types.integer_kind(repr) {
            self.c.types.enums[id].repr = kind;
        }
        for (name, value) in wide {
            let bits = Bits::from_signed(self.width(repr), value);
            self.bind(&name, Entity::Constant(bits, repr));
        }
        Ok(())
    }

    fn first_holding(&mut self, kinds: &[IntKind], low: i128, high: i128, span: Span) -> Result<CType> {
        let model = self.c.types.model();
        match kinds.iter().find(|kind| kind.holds(low, model) && kind.holds(high, model)) {
            Some(&kind) => Ok(self.c.types.int_kind(kind)),
            None => self.error(span, "the constants of the enum fit in no integer type"),
        }
    }

    fn width(&mut self, ty: CType) -> u16 {
        let ty = self.c.types.lower(ty);
        self.c.types.goto.scalar_bits(ty).unwrap_or(32)
    }
}

use IntKind::{Int, Long, LongLong, SChar, Short, UChar, UInt, ULong, ULongLong, UShort};
const WIDE: [IntKind; 5] = [UInt, Long, ULong, LongLong, ULongLong];
const UNPACKED: [IntKind; 6] = [UInt, Int, ULong, Long, ULongLong, LongLong];
const PACKED: [IntKind; 10] = [UChar, SChar, UShort, Short, UInt, Int, ULong, Long, ULongLong, LongLong];
