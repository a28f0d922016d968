//! Slots: the scalars that the variables of a program consist of, numbered, elements of arrays one by one. Variables with unions, bit-fields or very many
//! parts have none: what is read there is any value.

use goto::{Id, IdVec, Program, RecordKind, SymbolId, Type, TypeId, TypeTable, define_id};

define_id!(
    /// A scalar part of a variable.
    SlotId, "slot");

/// Scalars of one variable, and of all.
const MOST_OF_ONE: usize = 4096;
const MOST: usize = 60_000;

#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub symbol: SymbolId,
    /// Bytes from the start of the variable.
    pub offset: u64,
    pub ty: TypeId,
}

#[derive(Debug)]
pub(super) struct Slots {
    slots: IdVec<SlotId, Slot>,
    /// The first slot of each variable and how many there are.
    of_symbol: IdVec<SymbolId, Option<(SlotId, usize)>>,
}

impl Slots {
    /// `None` if there are too many.
    pub(super) fn of(program: &Program) -> Option<Self> {
        let mut own = Self { slots: IdVec::new(), of_symbol: IdVec::new() };
        for symbol in program.symbols.ids() {
            let mut parts = Vec::new();
            let is_known = flatten(&program.types, program.symbols[symbol].ty, 0, &mut parts);
            let first = SlotId::new(own.slots.len());
            own.of_symbol.push(is_known.then_some((first, parts.len())));
            if is_known {
                parts.into_iter().for_each(|(offset, ty)| _ = own.slots.push(Slot { symbol, offset, ty }));
            }
            if own.slots.len() > MOST {
                return None;
            }
        }
        Some(own)
    }

    pub(super) fn count(&self) -> usize {
        self.slots.len()
    }

    pub(super) fn get(&self, slot: SlotId) -> Slot {
        self.slots[slot]
    }

    pub(super) fn of_symbol(&self, symbol: SymbolId) -> Option<impl Iterator<Item = SlotId> + use<>> {
        let (first, count) = self.of_symbol[symbol]?;
        Some((first.index()..first.index() + count).map(SlotId::new))
    }

    /// The slots of so many bytes from an offset into a variable on, if they are whole ones; none for a place of an opaque variable.
    pub(super) fn within(&self, symbol: SymbolId, offset: u64, size: u64) -> Option<Vec<SlotId>> {
        let inside = |&slot: &SlotId| (offset..offset + size).contains(&self.slots[slot].offset);
        Some(self.of_symbol(symbol)?.filter(inside).collect())
    }

    /// The slot at an offset into a variable, if a scalar of this type is there.
    pub(super) fn at(&self, symbol: SymbolId, offset: u64, ty: TypeId) -> Option<SlotId> {
        let (first, count) = self.of_symbol[symbol]?;
        // Offsets ascend within a variable.
        let (mut low, mut high) = (first.index(), first.index() + count);
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.slots[SlotId::new(middle)].offset < offset { low = middle + 1 } else { high = middle }
        }
        let slot = (low < first.index() + count).then(|| SlotId::new(low))?;
        (self.slots[slot].offset == offset && self.slots[slot].ty == ty).then_some(slot)
    }
}

/// The scalars of a type. False if it has parts that are none, or too many.
fn flatten(types: &TypeTable, ty: TypeId, offset: u64, out: &mut Vec<(u64, TypeId)>) -> bool {
    if out.len() > MOST_OF_ONE {
        return false;
    }
    match *types.get(ty) {
        Type::Bool | Type::Int { .. } | Type::Float(_) | Type::Pointer(_) => {
            out.push((offset, ty));
            true
        }
        Type::Array { elem, len: Some(len) } => {
            let Some(size) = types.size_of(elem) else { return false };
            len <= MOST_OF_ONE as u64 && (0..len).all(|i| flatten(types, elem, offset + i * size, out))
        }
        Type::Record(record) => {
            let Some(body) = types.record_body(ty) else { return false };
            let is_plain = types.records[record].kind == RecordKind::Struct && body.fields.iter().all(|field| field.bits.is_none());
            is_plain && body.fields.iter().all(|field| flatten(types, field.ty, offset + field.offset, out))
        }
        Type::Void | Type::Array { len: None, .. } | Type::Function { .. } => false,
    }
}
