//! Nodes that earlier iterations of a loop made, in the state that stands for all: the loop's changes to them are found as its other changes are, and the rows
//! of their tables are made up.

use super::middle::Changes;
use crate::nodes::Table;
use crate::objects::{ObjectId, Part, ScopeId};
use crate::pointees::{Pointees, anywhere};
use crate::run::Run;
use crate::shape::{Access, Shape};
use crate::state::{Cell, State};
use crate::value::Value;
use goto::{Id, InstrId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

impl Run<'_> {
    /// Adds what an iteration does to nodes, between the state that stood for all and the one behind it: which ones outlast it, and where their pointers lead. True if
    /// that is anything new.
    pub(super) fn widen_nodes(&mut self, changes: &mut Changes, [head, after]: [&State; 2], entry: &State) -> bool {
        let mut grew = false;
        let at = (&entry.memory, &after.path);
        for table in self.cx.nodes.tables() {
            if is_changed(&table, head, after) || changes.nodes.contains_key(&table.handle) {
                grew |= self.rows_in(changes, &table, after, at);
                grew |= self.rows_in(changes, &table, entry, (&entry.memory, &entry.path));
            }
            grew |= is_freed(&table, head, after) && changes.ends.insert(table.handle.index() as u64);
        }
        grew | self.take_outlasting(changes, after, entry)
    }

    /// Gives the objects that outlast the iteration that made them a place among the rows.
    fn take_outlasting(&mut self, changes: &mut Changes, after: &State, entry: &State) -> bool {
        let (mut grew, mut seen) = (false, BTreeSet::new());
        let at = (&entry.memory, &after.path);
        // Pointers in nodes lead to further nodes.
        while let Some((object, when)) = self.cx.nodes.outlasting.pop() {
            let Some(table) = self.cx.table_for(object) else { continue };
            grew |= !changes.nodes.contains_key(&table.handle);
            changes.nodes.entry(table.handle).or_default();
            let cell = after.memory.get(object.index() as u64).cloned();
            let is_dead = match &cell {
                Some(cell) => {
                    let dead = self.cx.pool.not(cell.alive);
                    let both = self.cx.pool.and(when, dead);
                    !self.cx.pool.is_false(both) && after.path.decides(self.cx.pool, both) != Some(false)
                }
                None => true,
            };
            grew |= is_dead && changes.ends.insert(table.handle.index() as u64);
            let Some(cell) = cell.filter(|_| seen.insert(object)) else { continue };
            let shape = self.cx.known_shape(object);
            let fields: Vec<_> = self.cx.pointer_fields(&table).map(|f| (f.object, f.offset, f.ty)).collect();
            let mut held: Vec<_> = fields.into_iter().map(|(field, offset, ty)| (field, self.cx.read(&cell.value, shape, offset, Access::Type(ty)))).collect();
            for leader in &table.leaders {
                let own = self.leader_object(object, leader);
                held.extend(after.memory.get(own.index() as u64).map(|cell| (leader.object, cell.value.clone())));
            }
            for (field, value) in held {
                let pointer = self.cx.pointer(&value);
                let mut all = known(changes, &table, field);
                if !self.cx.pointees(pointer, at, &mut all) {
                    all = anywhere();
                }
                grew |= self.note_pointees(changes, &table, field, all);
            }
        }
        grew
    }

    /// Where the pointers in rows lead in a state.
    fn rows_in(&mut self, changes: &mut Changes, table: &Rc<Table>, state: &State, at: (&goto::Trie<Cell>, &crate::path::Path)) -> bool {
        let mut grew = !changes.nodes.contains_key(&table.handle);
        changes.nodes.entry(table.handle).or_default();
        let fields: Vec<(ObjectId, goto::TypeId)> = self.cx.pointer_fields(table).chain(&table.leaders).map(|f| (f.object, f.ty)).collect();
        for (field, ty) in fields {
            let Some(cell) = state.memory.get(field.index() as u64) else { continue };
            let mut all = known(changes, table, field);
            if !self.cx.pointees_of_elements(&cell.value, Shape::Elems(ty, None), at, &mut all) {
                all = anywhere();
            }
            grew |= self.note_pointees(changes, table, field, all);
        }
        grew
    }

    /// What was found from another entry of the loop must cover the rows at this one.
    pub(super) fn cover_nodes(&mut self, changes: &mut Changes, entry: &State) {
        for table in self.cx.nodes.tables() {
            if changes.nodes.contains_key(&table.handle) {
                self.rows_in(changes, &table, entry, (&entry.memory, &entry.path));
            }
        }
        self.take_outlasting(changes, entry, entry);
    }

    fn note_pointees(&mut self, changes: &mut Changes, table: &Table, field: ObjectId, all: Pointees) -> bool {
        let all = if self.cx.are_few(&all) || all.keys().all(|&object| !self.cx.nodes.is_handle(object)) && all.len() < 16 { all } else { anywhere() };
        let fields = changes.nodes.entry(table.handle).or_default();
        let before = fields.insert(field, all);
        before.as_ref() != fields.get(&field)
    }

    /// Makes up the rows of the tables whose nodes change.
    pub(super) fn make_up_rows(&mut self, changes: &Changes, state: &mut State, (scope, head): (ScopeId, InstrId)) {
        let always = self.cx.pool.truth(true);
        for (&handle, pointees) in &changes.nodes {
            let Some(table) = self.cx.nodes.table(handle) else { continue };
            let key = handle.index() as u64;
            let lived_on = state.memory.get(key).map_or(always, |cell| cell.alive);
            let freed = table.freed.index() as u64;
            let is_none_freed = state.memory.get(freed).is_none_or(|cell| cell.value.is_equal(&Value::Zero));
            let alive = if is_none_freed { lived_on } else { self.cx.pool.truth(false) };
            state.memory.insert(freed, Cell { value: Value::Zero, alive: always });
            let origin = self.origin(scope, head, Part::Object(key));
            let since = self.cx.fresh(origin.family, format_args!("since"), 1);
            state.memory.insert(key, Cell { value: Value::Bits(since), alive });
            let lives = table.lives.index() as u64;
            let origin = self.origin(scope, head, Part::Object(lives));
            state.memory.insert(lives, Cell { value: Value::Fresh(origin.family, 0), alive: always });
            for field in table.arrays() {
                let key = field.object.index() as u64;
                let origin = self.origin(scope, head, Part::Object(key));
                match pointees.get(&field.object) {
                    Some(known) => self.cx.known_pointees.insert(origin.family, Rc::new(known.clone())),
                    None => self.cx.known_pointees.remove(&origin.family),
                };
                state.memory.insert(key, Cell { value: Value::Fresh(origin.family, 0), alive: always });
            }
        }
    }
}

fn known(changes: &Changes, table: &Table, field: ObjectId) -> Pointees {
    changes.nodes.get(&table.handle).and_then(|fields: &BTreeMap<ObjectId, Pointees>| fields.get(&field)).cloned().unwrap_or_default()
}

/// Are the rows in the second state others than in the first?
fn is_changed(table: &Table, head: &State, after: &State) -> bool {
    let values = |state: &State, object: ObjectId| state.memory.get(object.index() as u64).map(|cell| cell.value.clone());
    let differ = |object: ObjectId| match (values(head, object), values(after, object)) {
        (Some(a), Some(b)) => !a.is_equal(&b),
        (None, None) => false,
        _ => true,
    };
    [table.handle, table.lives, table.freed].into_iter().any(differ) || table.arrays().any(|field| differ(field.object))
}

/// Was a node freed in between? A loop on the way may have made up rows, of which none was freed since, but some before.
fn is_freed(table: &Table, head: &State, after: &State) -> bool {
    let all_lived = |state: &State| state.memory.get(table.handle.index() as u64).map(|cell| cell.alive);
    if all_lived(head) != all_lived(after) {
        return true;
    }
    match [head, after].map(|state| state.memory.get(table.freed.index() as u64)) {
        [Some(a), Some(b)] => !a.value.is_equal(&b.value),
        [_, after] => after.is_some_and(|cell| !cell.value.is_equal(&Value::Zero)),
    }
}
