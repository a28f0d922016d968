//! Checks of accesses to memory: indices within their arrays, pointers to live objects with room for what is accessed, frees of what was allocated.
//!
//! A pointer that is computed from another one (`p[i]`, `p->member`) must stay in the object of that one: only so is a step into a neighbour seen. If
//! the first one is in no object at all, which C does not allow but programs do, the place itself must be in one.

use super::place::{Base, Reach};
use super::{Claim, FunctionChecks};
use goto::{BinOp, ExprId, ExprKind, InstrKind, LentAccess, Location, MemoryFact, PropertyClass, Type};

/// What an access reads or writes.
#[derive(Clone, Copy)]
pub(super) enum Extent {
    /// So many bytes, not none.
    Bytes(u64),
    /// The value of a `size_t`, which may be zero.
    Value(ExprId),
}

impl FunctionChecks<'_> {
    fn wants_memory(&self) -> bool {
        !self.program.lent.is_empty() || [PropertyClass::Bounds, PropertyClass::Pointer, PropertyClass::ValidDeref].iter().any(|&c| self.wants(c))
    }

    /// The checks of a read or write of a place, whose pointers and indices are checked already.
    pub(super) fn access(&mut self, place: ExprId, access: LentAccess, condition: Option<ExprId>) {
        if !self.wants_memory() {
            return;
        }
        let Some(reach) = Reach::of(self.program, place) else { return };
        let loc = self.place_of(place);
        match reach.base {
            Base::Variable(_, size) => self.access_of_variable(place, loc, &reach, size, condition),
            Base::Pointer(pointer) => self.access_through(place, loc, pointer, &reach, (Extent::Bytes(reach.bytes), access), condition),
        }
    }

    /// Where the source has the innermost operation of a place, or the instruction.
    pub(super) fn place_of(&self, mut place: ExprId) -> Location {
        loop {
            if let Some(operation) = self.written(place) {
                return operation.loc;
            }
            match self.program.exprs.kind(place) {
                ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => place = base,
                _ => return self.loc,
            }
        }
    }

    /// An element that an index names lies in its array; where only its address is taken, it may be the one behind the last.
    pub(super) fn index(&mut self, e: ExprId, base: ExprId, index: ExprId, address_only: bool, condition: Option<ExprId>) {
        let elsewhere = address_only && self.wants(PropertyClass::PointerOverflow);
        if !self.wants(PropertyClass::Bounds) && !elsewhere {
            return;
        }
        // Arrays at the end of a record may be longer than they are declared.
        let Type::Array { len: Some(len), .. } = *self.program.types.get(self.ty(base)) else { return };
        if len <= 1 && matches!(self.program.exprs.kind(base), ExprKind::Field { .. }) {
            return;
        }
        let holds = self.below(index, i128::from(len) + i128::from(address_only));
        let loc = self.written(e).map_or(self.loc, |o| o.loc);
        let (class, text) = match self.wants(PropertyClass::Bounds) {
            true => (PropertyClass::Bounds, "array index out of bounds"),
            false => (PropertyClass::PointerOverflow, super::pointer::OUTSIDE),
        };
        self.claim(Claim { class, text, expr: e, loc }, holds, condition);
    }

    /// An access to a part of a variable that is named.
    fn access_of_variable(&mut self, place: ExprId, loc: Location, reach: &Reach, size: u64, condition: Option<ExprId>) {
        let class = if self.wants(PropertyClass::ValidDeref) {
            PropertyClass::ValidDeref
        } else if self.wants(PropertyClass::Bounds) && !reach.declared {
            PropertyClass::Bounds
        } else {
            return;
        };
        let (size, bytes) = (i128::from(size), i128::from(reach.bytes));
        let holds = match reach.parts.as_slice() {
            [] => {
                let inside = 0 <= reach.known && reach.known + bytes <= size;
                self.build().truth(inside)
            }
            &[(index, each)] if each > 0 => {
                // The first and the last index for which the part lies in the variable.
                let (each, room) = (i128::from(each), size - bytes - reach.known);
                let first = (-reach.known).div_euclid(each) + i128::from((-reach.known).rem_euclid(each) != 0);
                let last = room.div_euclid(each);
                if first > last { self.build().truth(false) } else { self.between(index, (first, last)) }
            }
            _ if bytes > size => self.build().truth(false),
            _ => {
                let offset = reach.offset(self.program);
                let limit = self.build().types.size();
                let limit = self.build().constant(limit, size - bytes);
                self.build().binary(BinOp::Le, offset, limit)
            }
        };
        self.claim(Claim { class, text: "access outside of the object", expr: place, loc }, holds, condition);
    }

    /// An access to what a pointer points to, or something at a distance from it.
    fn access_through(&mut self, e: ExprId, loc: Location, pointer: ExprId, reach: &Reach, (extent, access): (Extent, LentAccess), condition: Option<ExprId>) {
        let condition = match extent {
            Extent::Bytes(_) => condition,
            Extent::Value(size) => {
                let ty = self.ty(size);
                let zero = self.build().constant(ty, 0);
                let some = self.build().binary(BinOp::Ne, size, zero);
                Some(self.both(condition, some))
            }
        };
        self.leave(pointer, reach, (extent, access), condition, loc);
        let moved = (reach.known != 0 || !reach.parts.is_empty()).then(|| {
            let offset = reach.offset(self.program);
            (offset, reach.address(self.program, pointer))
        });
        let own = self.room(pointer, moved.map(|m| m.0), extent);
        let (is_live, inside) = match moved {
            None => (own.live, own.inside),
            Some((_, address)) => {
                let other = self.room(address, None, extent);
                let live = self.build().binary(BinOp::Or, own.live, other.live);
                (live, self.build().ite(own.live, own.inside, other.inside))
            }
        };
        let claim = |this: &mut Self, class, text, holds| this.claim(Claim { class, text, expr: e, loc }, holds, condition);
        if self.wants(PropertyClass::ValidDeref) {
            claim(self, PropertyClass::ValidDeref, "invalid access to memory", inside);
        }
        if self.wants(PropertyClass::Pointer) {
            let not_null = self.not_null(pointer);
            claim(self, PropertyClass::Pointer, "null pointer", not_null);
            let freed = self.build().memory(MemoryFact::WasFreed, pointer);
            let not_freed = self.build().not(freed);
            claim(self, PropertyClass::Pointer, "pointer to freed memory", not_freed);
            let null = self.build().not(not_null);
            let known = self.build().binary(BinOp::Or, null, freed);
            let holds = self.build().binary(BinOp::Or, known, is_live);
            claim(self, PropertyClass::Pointer, "pointer to no object, or to one whose lifetime has ended", holds);
        }
        if self.wants(PropertyClass::Bounds) {
            let dead = self.build().not(is_live);
            let holds = self.build().binary(BinOp::Or, dead, inside);
            claim(self, PropertyClass::Bounds, "access outside of the object", holds);
        }
    }

    pub(super) fn not_null(&mut self, pointer: ExprId) -> ExprId {
        let ty = self.ty(pointer);
        let null = self.build().constant(ty, 0);
        self.build().binary(BinOp::Ne, pointer, null)
    }

    /// Is the pointer into a live object, and does an extent at a distance from it lie in the object?
    fn room(&mut self, pointer: ExprId, distance: Option<ExprId>, extent: Extent) -> Room {
        let mut build = self.program.build();
        let live = build.memory(MemoryFact::IsLive, pointer);
        let size = build.memory(MemoryFact::ObjectSize, pointer);
        let start = build.memory(MemoryFact::Offset, pointer);
        let offset = match distance {
            Some(distance) => build.binary(BinOp::Add, start, distance),
            None => start,
        };
        let bytes = match extent {
            Extent::Bytes(bytes) => {
                let ty = build.types.size();
                build.constant(ty, i128::from(bytes))
            }
            Extent::Value(size) => size,
        };
        let fits = build.binary(BinOp::Le, bytes, size);
        let last = build.binary(BinOp::Sub, size, bytes);
        let before = build.binary(BinOp::Le, offset, last);
        Room { live, inside: build.binary(BinOp::And, fits, before) }
    }

    /// The checks of instructions that use memory in other ways than by their operands.
    pub(super) fn memory_instruction(&mut self, kind: &InstrKind) {
        match *kind {
            InstrKind::Free(pointer) => self.free(pointer),
            InstrKind::MemCopy { dst, src, size } => {
                self.block(src, size);
                self.block(dst, size);
                self.written_block(dst, size);
            }
            InstrKind::MemSet { dst, size, .. } => {
                self.block(dst, size);
                self.written_block(dst, size);
            }
            InstrKind::Find { start, value, limit, search, .. } => self.search(start, value, limit, search),
            InstrKind::Compare { a, b, limit, mode, .. } => self.comparison(a, b, limit, mode),
            _ => {}
        }
    }

    /// A block of so many bytes that an instruction reads or writes.
    pub(super) fn block(&mut self, pointer: ExprId, size: ExprId) {
        if !self.wants_memory() {
            return;
        }
        let Some(reach) = Reach::of_pointer(self.program, pointer) else { return };
        let extent = match self.program.exprs.as_const(size) {
            Some(bytes) if bytes.is_zero() => return,
            Some(bytes) => Extent::Bytes(bytes.unsigned() as u64),
            None => Extent::Value(size),
        };
        match (reach.base, extent) {
            (Base::Variable(_, size), Extent::Bytes(bytes)) => {
                let reach = Reach { bytes, declared: false, ..reach };
                self.access_of_variable(pointer, self.loc, &reach, size, None);
            }
            (Base::Variable(variable, _), extent) => {
                let start = self.build().address_of(variable);
                self.access_through(pointer, self.loc, start, &reach, (extent, LentAccess::Other), None);
            }
            (Base::Pointer(start), extent) => self.access_through(pointer, self.loc, start, &reach, (extent, LentAccess::Other), None),
        }
    }

    fn free(&mut self, pointer: ExprId) {
        let class = match (self.wants(PropertyClass::ValidFree), self.wants(PropertyClass::Pointer)) {
            (true, _) => PropertyClass::ValidFree,
            (false, true) => PropertyClass::Pointer,
            (false, false) => return,
        };
        let loc = self.loc;
        let freed = self.build().memory(MemoryFact::WasFreed, pointer);
        let holds = self.build().not(freed);
        self.claim(Claim { class, text: "free of memory that was freed before", expr: pointer, loc }, holds, None);
        let heap = self.build().memory(MemoryFact::IsHeap, pointer);
        let offset = self.build().memory(MemoryFact::Offset, pointer);
        let size = self.build().types.size();
        let zero = self.build().constant(size, 0);
        let at_start = self.build().binary(BinOp::Eq, offset, zero);
        let right = self.build().binary(BinOp::And, heap, at_start);
        let not_null = self.not_null(pointer);
        let null = self.build().not(not_null);
        let excused = self.build().binary(BinOp::Or, null, freed);
        let holds = self.build().binary(BinOp::Or, excused, right);
        self.claim(Claim { class, text: "free of what was not allocated, or of its middle", expr: pointer, loc }, holds, None);
    }

    /// The pointer of a call leads to a function.
    pub(super) fn function_pointer(&mut self, pointer: ExprId) {
        if matches!(self.program.exprs.kind(pointer), ExprKind::FunctionAddress(_)) {
            return;
        }
        let class = match (self.wants(PropertyClass::ValidDeref), self.wants(PropertyClass::Pointer)) {
            (true, _) => PropertyClass::ValidDeref,
            (false, true) => PropertyClass::Pointer,
            (false, false) => return,
        };
        let loc = self.loc;
        let ty = self.ty(pointer);
        let mut holds = self.build().truth(false);
        for &target in self.wanted.functions {
            let target = self.build().cast(target, ty);
            let same = self.build().binary(BinOp::Eq, pointer, target);
            holds = if self.program.exprs.as_const(holds).is_some() { same } else { self.build().binary(BinOp::Or, holds, same) };
        }
        self.claim(Claim { class, text: "call through a pointer to no function", expr: pointer, loc }, holds, None);
    }

    /// A pointer is a multiple of its target's alignment.
    pub(super) fn alignment(&mut self, place: ExprId, pointer: ExprId, condition: Option<ExprId>) {
        if !self.wants(PropertyClass::Alignment) {
            return;
        }
        // What holds in records holds everywhere.
        let align = self.program.types.field_align_of(self.ty(place));
        if align <= 1 {
            return;
        }
        let loc = self.place_of(place);
        let size = self.build().types.size();
        let mask = self.build().constant(size, i128::from(align) - 1);
        let zero = self.build().constant(size, 0);
        let address = self.build().cast(pointer, size);
        let rest = self.build().binary(BinOp::BitAnd, address, mask);
        let holds = self.build().binary(BinOp::Eq, rest, zero);
        self.claim(Claim { class: PropertyClass::Alignment, text: "misaligned pointer", expr: place, loc }, holds, condition);
    }
}

/// What is known of a pointer's object.
struct Room {
    live: ExprId,
    inside: ExprId,
}
