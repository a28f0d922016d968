//! Where the members of structs and unions lie: the System V ABI for x86 as gcc implements it, with the attributes `packed` and `aligned`
//! and with `#pragma pack`.

use super::types::{CType, CTypes};
use goto::{BitRange, DataModel, Field, RecordBody, RecordKind};

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

struct BitFieldAlign {
    bits: u64,
    /// It is laid out as an integer.
    whole: bool,
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

    /// As `place_field` and `layout_decl` of gcc's stor-layout.c decide for x86.
    fn bit_field(&mut self, member: &Member, width: u64) -> Option<()> {
        let packed = member.packed || self.rules.packed;
        let align = self.bit_field_align(member, width, packed)?;
        let natural = self.type_align(member.ty);
        if !member.name.is_empty() {
            let natural = match self.rules.pack {
                Some(pack) => natural.min(pack * 8),
                None if packed => 8,
                None => natural,
            };
            self.align = self.align.max(natural).max(align.bits);
        }
        let mut start = if self.kind == RecordKind::Struct { self.at.checked_next_multiple_of(align.bits)? } else { 0 };
        if width == 0 {
            self.at = start;
            self.end = self.end.max(start);
            return Some(());
        }
        if !align.whole && self.rules.pack.is_none() && !packed {
            // It may not span more units of its type's alignment than its type does.
            let size = self.types.size_of(member.ty).unwrap_or(1) * 8;
            let spanned = (start % natural + width).div_ceil(natural);
            if spanned > size / natural {
                start = start.checked_next_multiple_of(natural)?;
            }
        }
        self.place(member, start, width, Some(width as u16))
    }

    /// The alignment that a bit-field itself asks for.
    fn bit_field_align(&mut self, member: &Member, width: u64, packed: bool) -> Option<BitFieldAlign> {
        let known = if self.kind == RecordKind::Union || self.at == 0 { u64::MAX } else { self.at & self.at.wrapping_neg() };
        let mut bits = member.align.unwrap_or(0).checked_mul(8)?.max(1);
        let mut by_user = member.align.is_some();
        if width == 0 {
            bits = bits.max(self.types.align_of(member.ty, false) * 8);
            by_user |= self.types.has_own_align(member.ty);
        }
        // One that is as wide as an integer type, at a place where such an integer may lie, is an ordinary member.
        let widest = u64::from(self.types.model().pointer_bits()) * 2;
        let whole = width.is_power_of_two() && (8..=widest).contains(&width) && !(width > 8 && packed) && known >= width;
        if whole {
            bits = bits.max(width);
        }
        if packed && width > 0 {
            if member.align.is_none() {
                bits = bits.min(8);
            }
        } else if !by_user && self.types.model() == DataModel::Ilp32 {
            bits = bits.min(32);
        }
        match self.rules.pack {
            Some(pack) if width > 0 => bits = bits.min(pack * 8),
            _ => {}
        }
        Some(BitFieldAlign { bits, whole })
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
