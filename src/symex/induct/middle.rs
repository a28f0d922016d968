//! The state that stands for all states at the head of a loop: what an iteration changes is found by trials until nothing else is, and is made up. What is listed
//! of its values is claimed of every iteration's end. Knows nothing of proposed invariants.

use super::trial::Trial;
use crate::changes::{Change, Iteration, Origin};
use crate::frame::Induct;
use crate::functions::{Variable, variable_shape};
use crate::objects::{Kind, ObjectId, Part, ScopeId, Site};
use crate::pointees::Pointees;
use crate::run::Run;
use crate::shape::Shape;
use crate::state::{Cell, State};
use crate::value::Value;
use goto::{FuncId, Id, InstrId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use term::TermId;

/// Rounds of looking for what a loop changes. Each one but the last finds more.
const MOST_ROUNDS: u32 = 60;

/// What a loop may change.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    pub locals: BTreeMap<u64, Change>,
    pub memory: BTreeMap<u64, Change>,
    /// Objects whose lives may end.
    pub ends: BTreeSet<u64>,
    /// What the pointers in nodes may lead to, by the number of the table and then that of the field, where nodes change or are made.
    pub nodes: BTreeMap<ObjectId, BTreeMap<ObjectId, Pointees>>,
}

impl Run<'_> {
    /// All that the loop changes, found by executing it; nothing if that is cut.
    pub(super) fn find_changes(&mut self, l: u32, key: (ScopeId, InstrId)) -> Option<Rc<Changes>> {
        let known = self.inductive.as_ref().and_then(|i| i.remembered.get(&key).cloned());
        let mut changes = known.map_or_else(Changes::default, |c| (*c).clone());
        self.cover_entry(&mut changes);
        let always = self.cx.pool.truth(true);
        for _ in 0..MOST_ROUNDS {
            let mut head = self.made_up(&changes, key);
            let mut limits = Vec::new();
            self.limits_of(&head, &changes, &mut limits);
            let possible = limits.iter().all(|&limit| head.path.add(self.cx.pool, limit));
            let after = match self.trial(l, head.clone(), Induct::From { middle: always }) {
                Trial::Back(Some(after)) if possible => after,
                Trial::Stopped => {
                    let reason = self.stop_reason();
                    self.cut_all(reason);
                    return None;
                }
                _ => return Some(self.remember(key, changes)),
            };
            match self.widen_all(&mut changes, [&head, &after], key.1) {
                Ok(true) => {}
                Ok(false) => return Some(self.remember(key, changes)),
                Err(reason) => {
                    self.unsupported_loop(reason);
                    return None;
                }
            }
        }
        self.unsupported_loop("a loop that changes too much");
        None
    }

    /// What was found from another entry of the loop must cover the state at this one.
    fn cover_entry(&mut self, changes: &mut Changes) {
        let entry = self.state.clone();
        let function = self.frame().function;
        for (&slot, change) in &mut changes.locals {
            match (entry.locals.get(slot), self.slot_shape(function, slot)) {
                (Some(value), Some(shape)) => self.cx.cover(change, value, shape, (&entry.memory, &entry.path)),
                _ => *change = Change::Anything,
            }
        }
        for (&number, change) in &mut changes.memory {
            let shape = self.cx.known_shape(ObjectId::new(number as usize));
            if let Some(cell) = entry.memory.get(number) {
                self.cx.cover(change, &cell.value, shape, (&entry.memory, &entry.path));
            }
        }
        self.cover_nodes(changes, &entry);
    }

    /// How the value in a slot is divided: a variable's own, or a pointer to the object that it is.
    pub(crate) fn slot_shape(&self, function: FuncId, slot: u64) -> Option<Shape> {
        let symbol = self.variables.in_slot(function, slot);
        match self.variables.get(symbol) {
            Variable::Object(_) => self.cx.pointer_type.map(Shape::Type),
            _ => Some(variable_shape(self.program, symbol)),
        }
    }

    fn remember(&mut self, key: (ScopeId, InstrId), changes: Changes) -> Rc<Changes> {
        let changes = Rc::new(changes);
        if let Some(inductive) = &mut self.inductive {
            inductive.remembered.insert(key, Rc::clone(&changes));
        }
        changes
    }

    /// Adds to the changes what differs between the state that stood for all and the one an iteration later. True if that is anything new.
    fn widen_all(&mut self, changes: &mut Changes, states: [&State; 2], at: InstrId) -> Result<bool, &'static str> {
        let [head, after] = states;
        let entry = self.state.clone();
        let iteration = Iteration { living: &entry.memory, entry: &entry.path, after: &after.path };
        let function = self.frame().function;
        let mut grew = false;
        for slot in head.locals.differing(&after.locals) {
            let variable = self.variables.get(self.variables.in_slot(function, slot));
            if matches!(variable, Variable::Register(_)) && !self.is_needed(at, slot) {
                continue;
            }
            let shape = self.slot_shape(function, slot);
            let change = changes.locals.entry(slot).or_default();
            grew |= match (entry.locals.get(slot), head.locals.get(slot), after.locals.get(slot), shape) {
                (Some(entry), Some(x), Some(y), Some(shape)) => self.cx.widen(change, [entry, x, y], shape, &iteration),
                _ => std::mem::replace(change, Change::Anything) != Change::Anything,
            };
        }
        for number in head.memory.differing(&after.memory) {
            if self.cx.nodes.has(ObjectId::new(number as usize)) {
                continue;
            }
            match (entry.memory.get(number), head.memory.get(number), after.memory.get(number)) {
                (_, None, Some(cell)) if self.cx.nodes.are_ordered || self.keeps_dead() => self.take_in(ObjectId::new(number as usize), cell)?,
                (Some(entry), Some(x), Some(y)) => {
                    let shape = self.cx.known_shape(ObjectId::new(number as usize));
                    let change = changes.memory.entry(number).or_default();
                    grew |= self.cx.widen(change, [&entry.value, &x.value, &y.value], shape, &iteration);
                    if x.alive != y.alive {
                        grew |= changes.ends.insert(number);
                    }
                }
                (Some(_), Some(_), None) => grew |= changes.ends.insert(number),
                _ => {}
            }
        }
        grew |= self.widen_nodes(changes, states, &entry);
        Ok(grew)
    }

    /// An object that an iteration made is there in later ones: as a node, or not at all.
    fn take_in(&mut self, object: ObjectId, cell: &Cell) -> Result<(), &'static str> {
        if self.cx.object(object).is_none_or(|o| o.kind != Kind::Heap) || self.cx.pool.is_false(cell.alive) {
            return Ok(());
        }
        self.cx.table_for(object).ok_or("memory that a loop leaves behind")?;
        self.cx.nodes.outlasting.push((object, cell.alive));
        Ok(())
    }

    /// May the register be read at the head or later?
    pub(super) fn is_needed(&mut self, at: InstrId, slot: u64) -> bool {
        self.keeps_dead() || self.frame().facts.live.is_live(at, slot)
    }

    /// The state at the entry with everything made up that the loop changes.
    pub(super) fn made_up(&mut self, changes: &Changes, (scope, head): (ScopeId, InstrId)) -> State {
        let mut state = self.state.clone();
        let function = self.frame().function;
        for (&slot, change) in &changes.locals {
            let origin = self.origin(scope, head, Part::Local(slot));
            let value = match (state.locals.get(slot), self.slot_shape(function, slot)) {
                (Some(entry), Some(shape)) => self.cx.changed(entry, change, shape, origin),
                _ => Value::Fresh(origin.family, 0),
            };
            state.locals.insert(slot, value);
        }
        for (&number, change) in &changes.memory {
            let origin = self.origin(scope, head, Part::Object(number));
            let shape = self.cx.known_shape(ObjectId::new(number as usize));
            if let Some(Cell { value, alive }) = state.memory.get(number).cloned() {
                let value = self.cx.changed(&value, change, shape, origin);
                state.memory.insert(number, Cell { value, alive });
            }
        }
        self.make_up_rows(changes, &mut state, (scope, head));
        for &number in &changes.ends {
            let origin = self.origin(scope, head, Part::Life(number));
            let lives = self.cx.fresh(origin.family, format_args!("lives"), 1);
            if let Some(cell) = state.memory.get_mut(number) {
                cell.alive = self.cx.pool.and(cell.alive, lives);
            }
        }
        state
    }

    pub(super) fn origin(&mut self, scope: ScopeId, head: InstrId, part: Part) -> Origin {
        Origin { family: self.cx.names.family(Site::Head(scope, head, part)), bit: 0 }
    }

    /// What the listed values of the changes say about a state at the head.
    pub(super) fn limits_of(&mut self, state: &State, changes: &Changes, out: &mut Vec<TermId>) {
        let function = self.frame().function;
        for (&slot, change) in &changes.locals {
            let shape = variable_shape(self.program, self.variables.in_slot(function, slot));
            if let Some(value) = state.locals.get(slot) {
                self.cx.within(value, change, shape, out);
            }
        }
        for (&number, change) in &changes.memory {
            let shape = self.cx.known_shape(ObjectId::new(number as usize));
            if let Some(cell) = state.memory.get(number) {
                self.cx.within(&cell.value, change, shape, out);
            }
        }
    }

    /// The listed values must include those with which an iteration ends.
    pub(super) fn claim_limits(&mut self, l: u32, head: InstrId) {
        if self.is_trial() || !self.live {
            return;
        }
        let scope = self.frame().head_scope(l);
        let Some(scope) = scope else { return };
        let Some(changes) = self.inductive.as_ref().and_then(|i| i.remembered.get(&(scope, head)).cloned()) else { return };
        let mut limits = Vec::new();
        let state = self.state.clone();
        self.limits_of(&state, &changes, &mut limits);
        let all = self.cx.pool.and_all(&limits);
        let broken = self.cx.pool.not(all);
        if let Some(condition) = self.on_path(broken) {
            let first = self.first_occurrence();
            let condition = self.cx.pool.and(condition, first);
            if let Some(inductive) = &mut self.inductive {
                inductive.step.broken.push(condition);
            }
        }
    }
}
