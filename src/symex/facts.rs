//! What holds for the objects that pointers point to, as expressions ask it.

use super::nodes::{Table, Telling};
use super::objects::{Kind, NO_OBJECT, ObjectId, Size};
use super::pointer::Target;
use super::run::Run;
use super::shape::Shape;
use super::state::Cell;
use super::value::{Pointer, Value};
use goto::{Bits, HeapFact, Id, MemoryFact, Storage, Trie};
use std::collections::BTreeMap;
use std::rc::Rc;
use term::TermId;

impl Run<'_> {
    /// The fact as a term. Of pointers that are not known it may be anything.
    pub(crate) fn fact(&mut self, fact: MemoryFact, pointer: Pointer) -> TermId {
        let width = if fact.is_size() { self.cx.pointer_bits() } else { 1 };
        let targets = self.cx.targets(&self.state.path, pointer);
        if matches!(fact, MemoryFact::IsLive | MemoryFact::WasFreed) && self.cx.nodes.telling != Telling::Nothing {
            return self.is_among_known(fact, pointer, &targets);
        }
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

    pub(super) fn either(&mut self, guard: TermId, value: &Value, width: u16, other: TermId) -> TermId {
        let value = self.cx.bits(value, width);
        self.cx.pool.ite(guard, value, other)
    }

    /// The fact for one object.
    fn fact_of(&mut self, fact: MemoryFact, target: &Target) -> TermId {
        let width = if fact.is_size() { self.cx.pointer_bits() } else { 1 };
        let nothing = self.cx.pool.constant(Bits::zero(width));
        let Some(object) = self.cx.object(target.object).copied() else { return nothing };
        if self.cx.nodes.is_handle(target.object) {
            return self.fact_of_row(fact, target, width);
        }
        if matches!(object.kind, Kind::Function(_)) || (!object.kind.is_heap() && matches!(fact, MemoryFact::IsHeap | MemoryFact::WasFreed)) {
            return nothing;
        }
        self.note_asked(target.object, target.guard);
        let size = match object.size {
            Size::Known(size) => self.cx.address_constant(size),
            Size::Term(term) => term,
        };
        let inside = self.cx.in_bounds(object.size, target.offset, 0);
        let alive = self.alive(target);
        let live = self.cx.pool.and(alive, inside);
        let live = self.as_known_here(live);
        match fact {
            MemoryFact::ObjectSize => self.cx.pool.ite(live, size, nothing),
            MemoryFact::Offset => self.cx.pool.ite(live, target.offset, nothing),
            MemoryFact::IsWritable if self.is_constant(target.object) => nothing,
            MemoryFact::IsLent if object.kind != Kind::Lent => nothing,
            MemoryFact::IsLive | MemoryFact::IsHeap | MemoryFact::IsLent | MemoryFact::IsWritable => live,
            MemoryFact::WasFreed => {
                let dead = self.cx.pool.not(alive);
                self.cx.pool.and(dead, inside)
            }
        }
    }

    /// The fact for a row.
    fn fact_of_row(&mut self, fact: MemoryFact, target: &Target, width: u16) -> TermId {
        let Some((table, row, within)) = self.cx.node_meant(target) else {
            let anything = self.cx.open_value();
            return self.cx.bits(&anything, width);
        };
        self.note_use(&table, (row, target.guard));
        let lives = self.row_lives(&table, row);
        let lives = self.as_known_here(lives);
        let nothing = self.cx.pool.constant(Bits::zero(width));
        let of_living = match fact {
            MemoryFact::ObjectSize => self.cx.address_constant(table.size),
            MemoryFact::Offset => self.cx.address_constant(within),
            // Rows stand for nodes that the program makes itself.
            MemoryFact::IsLent => return nothing,
            MemoryFact::IsLive | MemoryFact::IsHeap | MemoryFact::IsWritable => return lives,
            MemoryFact::WasFreed => return self.cx.pool.not(lives),
        };
        self.cx.pool.ite(lives, of_living, nothing)
    }

    /// When the object lives.
    pub(crate) fn alive(&mut self, target: &Target) -> TermId {
        match self.state.memory.get(target.object.index() as u64) {
            Some(cell) => cell.alive,
            None => self.cx.pool.truth(false),
        }
    }

    pub(crate) fn same_object(&mut self, p: Pointer, q: Pointer) -> TermId {
        let same = if self.cx.may_lead_to_row(p) && self.cx.may_lead_to_row(q) {
            let anything = self.cx.open_value();
            self.cx.bits(&anything, 1)
        } else {
            self.cx.pool.eq(p.object, q.object)
        };
        let (first, second) = (self.fact(MemoryFact::IsLive, p), self.fact(MemoryFact::IsLive, q));
        let both = self.cx.pool.and(first, second);
        self.cx.pool.and(same, both)
    }
}

impl Run<'_> {
    /// Did the object of `p` live when that of `q` came to life? Of pointers that are not known it may be anything.
    pub(crate) fn made_before(&mut self, p: Pointer, q: Pointer) -> TermId {
        let marks = self.cx.targets(&self.state.path, q);
        let (mut result, p_lives, q_lives) = (self.cx.pool.truth(false), self.fact(MemoryFact::IsLive, p), self.fact(MemoryFact::IsLive, q));
        for guard in marks.unknown {
            let anything = self.cx.open_value();
            result = self.either(guard, &anything, 1, result);
        }
        for mark in marks.known {
            let Some(then) = self.state.births.get(mark.object.index() as u64).cloned() else { continue };
            let lived = self.lived(&then, p);
            result = self.cx.pool.ite(mark.guard, lived, result);
        }
        let both = self.cx.pool.and(p_lives, q_lives);
        self.cx.pool.and(result, both)
    }

    /// Was the object that a pointer leads to among these?
    fn lived(&mut self, then: &Trie<Cell>, p: Pointer) -> TermId {
        let targets = self.cx.targets(&self.state.path, p);
        let mut result = self.cx.pool.truth(false);
        for guard in targets.unknown {
            let anything = self.cx.open_value();
            result = self.either(guard, &anything, 1, result);
        }
        for target in targets.known {
            if let Some(cell) = then.get(target.object.index() as u64) {
                result = self.cx.pool.ite(target.guard, cell.alive, result);
            }
        }
        result
    }
}

/// Rounds in which reachability is followed from object to object; what is farther away counts as lost, which proves less.
const MOST_ROUNDS: usize = 64;

/// Something that holds pointers to heap objects.
struct Holder {
    /// When it is there and can be reached; for heap objects their number, since that is what is asked.
    heap: Option<usize>,
    /// What it points to, under conditions.
    to: Vec<Target>,
}

/// What can be reached of the heap.
struct Reached {
    holders: Vec<Holder>,
    /// For each heap object whether a chain of pointers leads to it.
    objects: Vec<TermId>,
}

impl Run<'_> {
    /// The fact as a term. It never claims that something is reachable that is not.
    pub(crate) fn heap_fact(&mut self, fact: HeapFact) -> TermId {
        let mut live = Vec::new();
        for key in self.state.memory.keys() {
            let id = ObjectId::new(key as usize);
            if self.cx.object(id).is_some_and(|o| o.kind.is_heap())
                && let Some(cell) = self.state.memory.get(key)
            {
                live.push((id, cell.alive));
            }
        }
        let reached = match fact {
            HeapFact::IsEmpty => Reached { holders: Vec::new(), objects: vec![self.cx.pool.truth(false); live.len()] },
            HeapFact::IsReachable | HeapFact::IsReachableAfterReturn => self.reached(&live, fact == HeapFact::IsReachable),
        };
        let mut good = Vec::new();
        let mut nodes: BTreeMap<ObjectId, Vec<usize>> = BTreeMap::new();
        for (number, &(object, alive)) in live.iter().enumerate() {
            match self.cx.table_for(object).filter(|_| self.cx.nodes.are_ordered) {
                Some(table) => nodes.entry(table.handle).or_default().push(number),
                None => good.push(self.cx.pool.implies(alive, reached.objects[number])),
            }
        }
        for table in self.cx.nodes.tables() {
            let apart = nodes.remove(&table.handle).unwrap_or_default();
            let known: Vec<(ObjectId, TermId, TermId)> = apart.into_iter().map(|number| (live[number].0, live[number].1, reached.objects[number])).collect();
            good.push(self.none_lost(&table, &known, (&reached, &live)));
        }
        self.cx.pool.and_all(&good)
    }

    /// In one of the orders each living node of the table is reached, or a living one before it leads to it. So no node of those that are not reached would be the first of
    /// them. Of the nodes that are objects of their own it is said when they live and when they are reached.
    fn none_lost(&mut self, table: &Table, apart: &[(ObjectId, TermId, TermId)], (reached, live): (&Reached, &[(ObjectId, TermId)])) -> TermId {
        let mut any = self.cx.pool.truth(false);
        for order in &table.orders {
            let number = order.ranks.offset;
            let mut all = self.cx.pool.truth(true);
            for &(object, alive, reached) in apart {
                let node = Pointer { object: self.cx.object_term(object), offset: self.cx.address_constant(0) };
                let kept = self.is_led(table, number, node).map_or(reached, |led| self.cx.pool.or(reached, led));
                let kept = self.cx.pool.implies(alive, kept);
                all = self.cx.pool.and(all, kept);
            }
            if let Some((node, lives)) = self.some_row(table, number) {
                let held = self.is_held(reached, live, node);
                let kept = self.is_led(table, number, node).map_or(held, |led| self.cx.pool.or(held, led));
                let kept = self.cx.pool.implies(lives, kept);
                all = self.cx.pool.and(all, kept);
            }
            any = self.cx.pool.or(any, all);
        }
        any
    }

    /// Does something that can be reached hold a pointer to this row?
    fn is_held(&mut self, reached: &Reached, live: &[(ObjectId, TermId)], row: Pointer) -> TermId {
        let mut held = self.cx.pool.truth(false);
        for holder in &reached.holders {
            let here = self.is_there(holder, live, &reached.objects);
            for target in &holder.to {
                if self.cx.as_object(row.object) != Some(target.object) {
                    continue;
                }
                let same = self.cx.pool.eq(target.offset, row.offset);
                let leads = self.cx.pool.and_all(&[here, target.guard, same]);
                held = self.cx.pool.or(held, leads);
            }
        }
        held
    }

    fn is_there(&mut self, holder: &Holder, live: &[(ObjectId, TermId)], reached: &[TermId]) -> TermId {
        match holder.heap {
            Some(number) => self.cx.pool.and(live[number].1, reached[number]),
            None => self.cx.pool.truth(true),
        }
    }

    /// What a chain of pointers leads to. Do the variables of the call going on count?
    fn reached(&mut self, live: &[(ObjectId, TermId)], own_count: bool) -> Reached {
        let holders = self.holders(live, own_count);
        let mut objects = vec![self.cx.pool.truth(false); live.len()];
        for _ in 0..MOST_ROUNDS {
            let mut changed = false;
            for holder in &holders {
                let here = self.is_there(holder, live, &objects);
                if self.cx.pool.is_false(here) {
                    continue;
                }
                for target in &holder.to {
                    let Some(number) = live.iter().position(|l| l.0 == target.object) else { continue };
                    let way = self.cx.pool.and(here, target.guard);
                    let now = self.cx.pool.or(objects[number], way);
                    changed |= now != objects[number];
                    objects[number] = now;
                }
            }
            if !changed {
                break;
            }
        }
        Reached { holders, objects }
    }

    fn holders(&mut self, live: &[(ObjectId, TermId)], own_count: bool) -> Vec<Holder> {
        let mut holders = Vec::new();
        for key in self.state.memory.keys() {
            let id = ObjectId::new(key as usize);
            let is_kept_beside = self.cx.object(id).is_some_and(|o| o.kind == Kind::Rows);
            if is_kept_beside || !own_count && self.frame().objects.contains(&id) {
                continue;
            }
            let Some(cell) = self.state.memory.get(key).cloned() else { continue };
            let heap = live.iter().position(|l| l.0 == id);
            // A variable that is dead holds nothing; a heap object that is dead is reached by nobody who counts.
            let there = if heap.is_some() { self.cx.pool.truth(true) } else { cell.alive };
            let shape = self.cx.known_shape(id);
            let to = self.objects_in(&cell.value, shape, there);
            holders.push(Holder { heap, to });
        }
        // Each call keeps its caller's variables.
        let places = self.frames.iter().map(|f| (f.function, f.pc, Rc::clone(&f.facts)));
        let locals = self.frames.iter().skip(1).map(|f| f.site.locals.clone()).chain([self.state.locals.clone()]);
        let calls = self.frames.len() - usize::from(!own_count);
        for ((function, at, facts), locals) in places.zip(locals).take(calls).collect::<Vec<_>>() {
            for slot in locals.keys() {
                let symbol = self.variables.in_slot(function, slot);
                // If they are not kept, what states have for variables that nothing reads any more may be an old value.
                let is_known = self.keeps_dead() || facts.live.is_live(at, slot);
                if matches!(self.program.symbols[symbol].storage, Storage::Temporary(_)) || !is_known {
                    continue;
                }
                let Some(value) = locals.get(slot).cloned() else { continue };
                let truth = self.cx.pool.truth(true);
                let to = self.objects_in(&value, Shape::Bytes(None), truth);
                holders.push(Holder { heap: None, to });
            }
        }
        holders
    }

    /// Where pointers in a value lead. Pointers that are written as something else are not seen, but for those in single bytes.
    fn objects_in(&mut self, value: &Value, shape: Shape, guard: TermId) -> Vec<Target> {
        let (mut pointers, mut found) = (Vec::new(), Vec::new());
        self.cx.pointers_in(value, shape, guard, &mut pointers);
        for (pointer, guard) in pointers {
            for target in self.cx.targets(&self.state.path, pointer).known {
                let guard = self.cx.pool.and(guard, target.guard);
                if target.object.index() != NO_OBJECT && !self.cx.pool.is_false(guard) {
                    found.push(Target { guard, ..target });
                }
            }
        }
        found
    }
}
