//! Where the members of structs and unions lie: the System V ABI for x86 as gcc implements it, with the attributes `packed` and `aligned`
//! and with `#pragma pack`.

use super::types::{CType, CTypes};
use goto::{BitRange, Field, RecordBody, RecordKind};

/// A member as declared. A bit-field without name has an empty name too.
#[derive(Debug)]
pub(super) struct Member {
    pub name: String,
    pub ty: CType,
    pub width: Option<u16>,
    pub packed: bool,
    /// From `aligned` or `_Alignas`, in bytes.
    pub align: Option<u64>,
}

/// What holds for the record as a whole.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Rules {
    pub packed: bool,
    /// The least alignment, in bytes.
    pub align: Option<u64>,
    /// `#pragma pack`: the largest alignment of a member, in bytes.
    pub pack: Option<u64>,
}

/// Lays out a record. The types of the members are complete, but for a flexible array at the end. `None` if the size exceeds the address space.
/// Unnamed bit-fields leave no field.
pub(super) fn lay_out(types: &mut CTypes, kind: RecordKind, members: &[Member], rules: Rules) -> Option<(RecordBody, Vec<CType>)> {
    let mut layout = Layout { types, kind, rules, at: 0, end: 0, align: 8, fields: Vec::new(), field_types: Vec::new() };
    for member in members {
        match member.width {
            Some(width) => layout.bit_field(member, u64::from(width))?,
            None => layout.member(member)?,
        }
    }
    let align = layout.align.max(rules.align.unwrap_or(1).checked_mul(8)?);
    let size = layout.end.checked_next_multiple_of(align)? / 8;
    Some((RecordBody { fields: layout.fields, size, align: align / 8 }, layout.field_types))
}

/// All numbers are bits.
struct Layout<'a> {
    types: &'a mut CTypes,
    kind: RecordKind,
    rules: Rules,
    /// Where the next member may start.
    at: u64,
    end: u64,
    align: u64,
    fields: Vec<Field>,
    field_types: Vec<CType>,
}

impl Layout<'_> {
    /// The alignment that the type asks for as a member.
    fn type_align(&mut self, ty: CType) -> u64 {
        self.types.align_of(ty, true) * 8
    }

    fn member(&mut self, member: &Member) -> Option<()> {
        let natural = if member.packed || self.rules.packed { 8 } else { self.type_align(member.ty) };
        let mut align = natural.max(member.align.unwrap_or(1).checked_mul(8)?);
        if let Some(pack) = self.rules.pack {
            align = align.min(pack * 8);
        }
        let start = self.at.checked_next_multiple_of(align)?;
        // Only a flexible array member may have no size.
        let size = match self.types.size_of(member.ty) {
            Some(size) => size.checked_mul(8)?,
            None if self.types.is_complete(member.ty) => return None,
            None => 0,
        };
        self.align = self.align.max(align);
        self.place(member, start, size, None)
    }

    /// As `place_field` of gcc's stor-layout.c decides for x86: a bit-field may not span more units of its type's alignment than its type does.
    fn bit_field(&mut self, member: &Member, width: u64) -> Option<()> {
        let natural = self.type_align(member.ty);
        let mut own = member.align.unwrap_or(0).checked_mul(8)?;
        if width == 0 {
            let start = if self.kind == RecordKind::Struct { self.at.checked_next_multiple_of(natural.max(own))? } else { self.at };
            self.at = start;
            self.end = self.end.max(start);
            return Some(());
        }
        if let Some(pack) = self.rules.pack {
            own = own.min(pack * 8);
        }
        let packed = member.packed || self.rules.packed;
        let align = match self.rules.pack {
            Some(pack) => natural.min(pack * 8),
            None if packed => 8,
            None => natural,
        };
        self.align = self.align.max(own);
        if !member.name.is_empty() {
            self.align = self.align.max(align);
        }
        let mut start = self.at.checked_next_multiple_of(own.max(1))?;
        if self.rules.pack.is_none() && !packed {
            let size = self.types.size_of(member.ty).unwrap_or(1) * 8;
            let spanned = (start % natural + width).div_ceil(natural);
            if spanned > size / natural {
                start = start.checked_next_multiple_of(natural)?;
            }
        }
        self.place(member, start, width, Some(width as u16))
    }

    fn place(&mut self, member: &Member, start: u64, size: u64, width: Option<u16>) -> Option<()> {
        let end = start.checked_add(size)?;
        self.end = self.end.max(end);
        if self.kind == RecordKind::Struct {
            self.at = end;
        }
        if width.is_some() && member.name.is_empty() {
            return Some(());
        }
        let bits = width.map(|width| BitRange { start: (start % 8) as u16, width });
        let ty = self.types.lower(member.ty);
        self.fields.push(Field { name: member.name.clone(), ty, offset: start / 8, bits });
        self.field_types.push(member.ty);
        Some(())
    }
}
