//! What is known at one place of the program: a set of values for each cell, which cells still hold what they were assigned, and what tests have shown of other places.

use super::arithmetic::Kind;
use super::cells::{CellId, Cells};
use super::number::Number;
use goto::{ExprId, Id, Trie};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// So many assignments are remembered.
const MOST_ORIGINS: usize = 12;
/// Of so many places that are no cells something is known at a time.
const MOST_SEEN: usize = 12;

/// The cell still has the value of the expression, so that a test of one is a test of the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Origin {
    pub cell: CellId,
    pub expr: ExprId,
}

/// What a place has that is no cell of its own, behind a pointer or in an array, as long as nothing is written there and nothing changes which place it is.
#[derive(Clone, PartialEq, Debug)]
struct Seen {
    place: ExprId,
    value: Rc<Number>,
}

/// The cells that joins have compared, and those that got new values.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Cost {
    pub compared: u64,
    pub grown: u64,
}

/// A state of the variables of one call, and of the static ones and those of its callers that its function may use. A cell without a value is one that may not exist here,
/// or may have any. Variables to which pointers lead are 0 while they do not exist: nothing is asked of them then, and two states are joined without losing what one knows.
#[derive(Clone, Debug)]
pub(super) struct State {
    values: Trie<Rc<Number>>,
    origins: Rc<Vec<Origin>>,
    seen: Rc<Vec<Seen>>,
}

impl State {
    pub(super) fn new(cells: &Cells) -> Self {
        Self { values: Trie::with_capacity(cells.count()), origins: Rc::default(), seen: Rc::default() }
    }

    pub(super) fn get(&self, cell: CellId) -> Option<&Rc<Number>> {
        self.values.get(cell.index() as u64)
    }

    /// The values of a cell, all of its type if nothing is known.
    pub(super) fn value(&self, cell: CellId, kind: Kind) -> Rc<Number> {
        self.get(cell).cloned().unwrap_or_else(|| Rc::new(kind.all()))
    }

    /// The cell is known to have one of these values now, as before.
    pub(super) fn narrow(&mut self, cell: CellId, value: Rc<Number>) {
        self.values.insert(cell.index() as u64, value);
    }

    /// The cell gets a new value, or ceases to exist.
    pub(super) fn set(&mut self, cell: CellId, value: Option<Rc<Number>>, reads: &Reads) {
        match value {
            // What is there already stays shared with other states.
            Some(value) if self.get(cell).is_some_and(|known| *known == value) => {}
            Some(value) => self.values.insert(cell.index() as u64, value),
            None => _ = self.values.remove(cell.index() as u64),
        }
        self.forget(cell, reads);
    }

    fn forget(&mut self, cell: CellId, reads: &Reads) {
        let gone = |o: &Origin| o.cell == cell || reads.reads(o.expr, cell);
        if self.origins.iter().any(gone) {
            Rc::make_mut(&mut self.origins).retain(|o| !gone(o));
        }
        if self.seen.iter().any(|s| reads.reads(s.place, cell)) {
            Rc::make_mut(&mut self.seen).retain(|s| !reads.reads(s.place, cell));
        }
    }

    /// What tests have shown of a place that is no cell.
    pub(super) fn seen(&self, place: ExprId) -> Option<&Rc<Number>> {
        self.seen.iter().find(|s| s.place == place).map(|s| &s.value)
    }

    /// A place that is no cell has one of these values, as long as nothing is written to memory.
    pub(super) fn see(&mut self, place: ExprId, value: Rc<Number>) {
        let seen = Rc::make_mut(&mut self.seen);
        seen.retain(|s| s.place != place);
        if seen.len() == MOST_SEEN {
            seen.remove(0);
        }
        seen.push(Seen { place, value });
    }

    /// Something may be written to places that are no cells.
    pub(super) fn forget_seen(&mut self) {
        if !self.seen.is_empty() {
            self.seen = Rc::default();
        }
    }

    /// The cell has just been assigned the expression.
    pub(super) fn remember(&mut self, cell: CellId, expr: ExprId) {
        let origins = Rc::make_mut(&mut self.origins);
        if origins.len() == MOST_ORIGINS {
            origins.remove(0);
        }
        origins.push(Origin { cell, expr });
    }

    pub(super) fn origins(&self) -> &Rc<Vec<Origin>> {
        &self.origins
    }

    /// Joins with another state: what is known in either remains possible. Did anything change?
    pub(super) fn join(&mut self, other: &State, cost: &mut Cost) -> bool {
        let seen = self.join_seen(other, |old, new| Some(old.join(new)));
        self.join_cells(other, cost, &mut |_, old, new| old.join(new)) | seen
    }

    /// As [`join`](Self::join), with what `join` makes of two sets of which the second is not within the first.
    pub(super) fn join_by(&mut self, other: &State, cost: &mut Cost, join: &mut impl FnMut(CellId, &Number, &Number) -> Number) -> bool {
        // What may grow here for ever is given up at once.
        let seen = self.join_seen(other, |_, _| None);
        self.join_cells(other, cost, join) | seen
    }

    fn join_seen(&mut self, other: &State, join: impl Fn(&Number, &Number) -> Option<Number>) -> bool {
        if Rc::ptr_eq(&self.seen, &other.seen) {
            return false;
        }
        let both = |s: &Seen| {
            let new = other.seen(s.place)?;
            if new.is_within(&s.value) {
                return Some(s.clone());
            }
            join(&s.value, new).map(|value| Seen { place: s.place, value: Rc::new(value) })
        };
        let joined: Vec<Seen> = self.seen.iter().filter_map(both).collect();
        let changed = joined != *self.seen;
        if changed {
            self.seen = Rc::new(joined);
        }
        changed
    }

    fn join_cells(&mut self, other: &State, cost: &mut Cost, join: &mut impl FnMut(CellId, &Number, &Number) -> Number) -> bool {
        let mut changed = self.values.join(&other.values, &mut |cell, old, new| {
            cost.compared += 1;
            let stays = Rc::ptr_eq(old, new) || new.is_within(old);
            cost.grown += u64::from(!stays);
            (!stays).then(|| Rc::new(join(CellId::new(cell as usize), old, new)))
        });
        if !Rc::ptr_eq(&self.origins, &other.origins) && self.origins.iter().any(|o| !other.origins.contains(o)) {
            Rc::make_mut(&mut self.origins).retain(|o| other.origins.contains(o));
            changed = true;
        }
        changed
    }

    /// Calls `visit` for each cell with a value.
    pub(super) fn each(&self, mut visit: impl FnMut(CellId, &Rc<Number>)) {
        self.values.each(|cell, value| visit(CellId::new(cell as usize), value));
    }
}

/// Which cells the expressions read that a state may remember.
#[derive(Default, Debug)]
pub(super) struct Reads {
    by_expr: FxHashMap<ExprId, Vec<CellId>>,
}

impl Reads {
    pub(super) fn insert(&mut self, expr: ExprId, cells: Vec<CellId>) {
        self.by_expr.insert(expr, cells);
    }

    /// May a state remember that the cell was assigned the expression?
    pub(super) fn may_remember(&self, expr: ExprId, cell: CellId) -> bool {
        self.by_expr.get(&expr).is_some_and(|cells| !cells.contains(&cell))
    }

    /// Is it known on which cells it depends what the expression is, apart from what is in memory?
    pub(super) fn contains(&self, expr: ExprId) -> bool {
        self.by_expr.contains_key(&expr)
    }

    fn reads(&self, expr: ExprId, cell: CellId) -> bool {
        self.by_expr.get(&expr).is_none_or(|cells| cells.contains(&cell))
    }
}
