//! Which node led to a node last, for each field that leads from nodes to nodes of the same type. Nothing of the program depends on it: it is a trace of what was stored, with
//! which facts about one node at a time say that no two lead to the same one. So it may miss what is stored in other ways than by single pointers; then such facts are not true.
//!
//! Of rows it is an array like that of a field, of nodes that are objects of their own an object for each of them.

use super::nodes::{ALL_ROWS, Field, Table};
use super::objects::{Kind, NO_OBJECT, Object, ObjectId, Site, Size};
use super::pointer::Target;
use super::run::Run;
use super::shape::{Access, Shape};
use super::state::Cell;
use super::value::{Pointer, Value};
use goto::Id;
use term::TermId;

impl Run<'_> {
    /// To a new node nobody leads.
    pub(crate) fn note_new_node(&mut self, object: ObjectId) {
        let Some(table) = self.cx.table_for(object) else { return };
        let (null, alive) = (self.cx.null(), self.cx.pool.truth(true));
        for leader in &table.leaders {
            let own = self.leader_object(object, leader);
            self.state.memory.insert(own.index() as u64, Cell { value: Value::Pointer(null), alive });
        }
        self.give_ranks(object, &table);
    }

    /// The object that holds what leads to a node which is an object of its own.
    pub(crate) fn leader_object(&mut self, object: ObjectId, leader: &Field) -> ObjectId {
        let size = self.cx.types.size_of(leader.ty).unwrap_or(0);
        let kept = Object { kind: Kind::Rows, size: Size::Known(size), align: size, shape: Some(Shape::Type(leader.ty)) };
        self.cx.add_object(Site::Leader(object, leader.offset), kept)
    }

    /// A value was stored at the target. If that is a field that leads to nodes, it is the last that leads to where its pointer does.
    pub(crate) fn note_leading(&mut self, at: &Target, value: &Value) {
        let (table, mut start, within) = match self.cx.node_meant(at) {
            Some(found) => found,
            None => {
                let Some(table) = self.cx.table_for(at.object) else { return };
                let within = self.cx.sum(at.offset).constant;
                let constant = self.cx.address_constant(within);
                let start = self.cx.pool.sub(at.offset, constant);
                (table, start, within)
            }
        };
        let at = &match self.cx.nodes.is_handle(at.object) {
            true => *at,
            false => {
                let is_start = self.cx.is_start(start);
                start = self.cx.address_constant(0);
                Target { guard: self.cx.pool.and(at.guard, is_start), ..*at }
            }
        };
        let Some(leader) = table.leaders.iter().find(|l| l.offset == within) else { return };
        let from = Value::Pointer(Pointer { object: self.cx.object_term(at.object), offset: start });
        let start = Target { offset: start, ..*at };
        let pointer = self.cx.pointer(value);
        for target in self.cx.targets(&self.state.path, pointer).known {
            let guard = self.cx.pool.and(at.guard, target.guard);
            let Some(place) = self.leader_place(&table, leader, &target) else { continue };
            let guard = self.cx.pool.and(guard, place.guard);
            let to = Target { guard: place.guard, ..target };
            self.put_in_order(&table, leader.offset, [&start, &to]);
            let Some(cell) = self.state.memory.get_mut(place.object.index() as u64) else { continue };
            let shape = if place.object == leader.object { Shape::Elems(leader.ty, None) } else { Shape::Type(leader.ty) };
            self.cx.write_at(&mut cell.value, shape, Size::Known(ALL_ROWS), place.offset, Access::Type(leader.ty), (guard, &from));
        }
    }

    /// Where it is kept what led last to the node that the target is the start of, and when it is one.
    fn leader_place(&mut self, table: &Table, leader: &Field, target: &Target) -> Option<Target> {
        let (object, offset) = match self.cx.node_meant(target) {
            Some((own, row, 0)) if own.handle == table.handle => (leader.object, self.cx.element_of_row(table, leader, row)),
            Some(_) => return None,
            None => {
                self.cx.table_for(target.object).filter(|own| own.handle == table.handle)?;
                let is_start = self.cx.is_start(target.offset);
                let guard = self.cx.pool.and(target.guard, is_start);
                let object = self.leader_object(target.object, leader);
                return Some(Target { guard, object, offset: self.cx.address_constant(0) });
            }
        };
        Some(Target { guard: target.guard, object, offset })
    }

    /// Is the node the last that was made to lead, through the field at this offset, to where that leads? Anything where that leads to none; `None` if it cannot be told.
    pub(crate) fn leads_last(&mut self, table: &Table, node: Pointer, offset: u64) -> Option<TermId> {
        let leader = table.leaders.iter().find(|l| l.offset == offset)?;
        let pointer = self.stored_in_node(table, node, leader)?;
        let targets = self.cx.targets(&self.state.path, pointer);
        if !targets.unknown.is_empty() {
            return None;
        }
        let mut leads = self.cx.pool.truth(true);
        for target in targets.known.iter().filter(|t| t.object.index() != NO_OBJECT) {
            // It is null or leads to the start of a node, so no addresses need be compared.
            let place = self.leader_place(table, leader, target)?;
            let last = self.leader_at(&place, leader)?;
            let (object, offset) = (self.cx.pool.eq(last.object, node.object), self.cx.pool.eq(last.offset, node.offset));
            let is_it = self.cx.pool.and_all(&[place.guard, object, offset]);
            let is_it = self.cx.pool.implies(target.guard, is_it);
            leads = self.cx.pool.and(leads, is_it);
        }
        Some(leads)
    }

    /// What was the last that was made to lead to the node that the target is the start of: null or a pointer to the start of a node.
    pub(crate) fn last_leader(&mut self, table: &Table, leader: &Field, target: &Target) -> Option<Pointer> {
        let place = self.leader_place(table, leader, target)?;
        self.leader_at(&place, leader)
    }

    fn leader_at(&mut self, place: &Target, leader: &Field) -> Option<Pointer> {
        let cell = self.state.memory.get(place.object.index() as u64).cloned()?;
        let shape = if place.object == leader.object { Shape::Elems(leader.ty, None) } else { Shape::Type(leader.ty) };
        let value = self.cx.read_at(&cell.value, shape, Size::Known(ALL_ROWS), place.offset, Access::Type(leader.ty));
        Some(self.cx.pointer(&value))
    }

    /// The pointer in the field of a node.
    pub(crate) fn stored_in_node(&mut self, table: &Table, node: Pointer, leader: &Field) -> Option<Pointer> {
        let object = self.cx.as_object(node.object)?;
        let access = Access::Type(leader.ty);
        let value = if object == table.handle {
            let field = table.fields.iter().find(|f| f.offset == leader.offset)?;
            let cell = self.state.memory.get(field.object.index() as u64).cloned()?;
            let at = self.cx.element_of_row(table, field, node.offset);
            self.cx.read_at(&cell.value, Shape::Elems(field.ty, None), Size::Known(ALL_ROWS), at, access)
        } else {
            let cell = self.state.memory.get(object.index() as u64).cloned()?;
            let shape = self.cx.known_shape(object);
            self.cx.read(&cell.value, shape, leader.offset, access)
        };
        Some(self.cx.pointer(&value))
    }
}
