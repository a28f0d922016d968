//! What holds for the objects that pointers point to, as expressions ask it.

use super::objects::{Kind, NO_OBJECT, Size};
use super::pointer::Target;
use super::run::Run;
use super::value::{Pointer, Value};
use crate::term::TermId;
use goto::{Bits, Id, MemoryFact};

impl Run<'_> {
    /// The fact as a term. Of pointers that are not known it may be anything.
    pub fn fact(&mut self, fact: MemoryFact, pointer: Pointer) -> TermId {
        let width = if fact.is_size() { self.cx.pointer_bits() } else { 1 };
        let targets = self.cx.targets(&self.state.path, pointer);
        let mut result = self.cx.pool.constant(Bits::zero(width));
        for guard in targets.unknown {
            let anything = self.cx.open_value();
            result = self.either(guard, &anything, width, result);
        }
        for target in targets.known {
            if target.object.index() == NO_OBJECT {
                if self.cx.mentions_address(target.offset) {
                    let anything = self.cx.unknown_value();
                    result = self.either(target.guard, &anything, width, result);
                }
                continue;
            }
            let own = self.fact_of(fact, &target);
            result = self.cx.pool.ite(target.guard, own, result);
        }
        result
    }

    fn either(&mut self, guard: TermId, value: &Value, width: u16, other: TermId) -> TermId {
        let value = self.cx.bits(value, width);
        self.cx.pool.ite(guard, value, other)
    }

    /// The fact for one object.
    fn fact_of(&mut self, fact: MemoryFact, target: &Target) -> TermId {
        let width = if fact.is_size() { self.cx.pointer_bits() } else { 1 };
        let nothing = self.cx.pool.constant(Bits::zero(width));
        let Some(object) = self.cx.object(target.object).copied() else { return nothing };
        if matches!(object.kind, Kind::Function(_)) || (object.kind != Kind::Heap && matches!(fact, MemoryFact::IsHeap | MemoryFact::WasFreed)) {
            return nothing;
        }
        let size = match object.size {
            Size::Known(size) => self.cx.address_constant(size),
            Size::Term(term) => term,
        };
        let inside = self.cx.in_bounds(object.size, target.offset, 0);
        let alive = self.alive(target);
        let live = self.cx.pool.and(alive, inside);
        match fact {
            MemoryFact::ObjectSize => self.cx.pool.ite(live, size, nothing),
            MemoryFact::Offset => self.cx.pool.ite(live, target.offset, nothing),
            MemoryFact::IsLive | MemoryFact::IsHeap => live,
            MemoryFact::WasFreed => {
                let dead = self.cx.pool.not(alive);
                self.cx.pool.and(dead, inside)
            }
        }
    }

    /// When the object lives.
    pub fn alive(&mut self, target: &Target) -> TermId {
        match self.state.memory.get(target.object.index() as u64) {
            Some(cell) => cell.alive,
            None => self.cx.pool.truth(false),
        }
    }

    pub fn same_object(&mut self, p: Pointer, q: Pointer) -> TermId {
        let same = self.cx.pool.eq(p.object, q.object);
        let (first, second) = (self.fact(MemoryFact::IsLive, p), self.fact(MemoryFact::IsLive, q));
        let both = self.cx.pool.and(first, second);
        self.cx.pool.and(same, both)
    }
}
