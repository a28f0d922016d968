//! What becomes of memory that pointers lead to since the state of a loop was remembered, so that it can be said that it is as it was: a few places that were stored to, with
//! what they held before, and the few objects that came to the heap since. May be put into the loop and into the functions that it calls; changes nothing but its own
//! variables.
//!
//! The state is the same if all these places hold what they held, all that came is freed again, and nothing of what was there is. Where more happens than fits, or
//! something that is not followed, the state counts as another one. A place that is in no live object any more was in one that came since, or in a variable whose
//! life has ended. Objects that came since need no memory of what they held. Objects are the same only if they are the same object: one that is freed and allocated anew
//! is another one.

use super::insert::Insertions;
use super::logic::{and, or};
use super::recurrence::differ;
use goto::visit::Role;
use goto::{AllocKind, BinOp, Body, ExprId, ExprKind, InstrId, InstrKind, Instruction, Location, MemoryFact, Program, Storage, Symbol, Type, TypeId};
use std::collections::BTreeMap;

/// Places of one type, and objects that came and are not freed yet.
const CELLS: usize = 6;
const FRESH: usize = 3;

/// The variables of one loop's journal. They are static, since functions that the loop calls change them.
#[derive(Clone)]
pub(crate) struct Journal {
    loc: Location,
    /// Something happened that is not followed.
    changed: ExprId,
    /// Is the place of the store that comes next still to be noted?
    wanted: ExprId,
    takes: ExprId,
    /// Objects of the heap that came, or null.
    fresh: Vec<ExprId>,
    cells: BTreeMap<TypeId, Vec<Cell>>,
}

/// A place that was stored to.
#[derive(Clone, Copy)]
struct Cell {
    used: ExprId,
    at: ExprId,
    held: ExprId,
}

impl Journal {
    pub(crate) fn new(program: &mut Program, loc: Location) -> Self {
        let (truth, void) = (program.types.bool(), program.types.void());
        let pointer = program.types.pointer(void);
        let changed = variable(program, "memory changed", truth, loc);
        let wanted = variable(program, "is to be noted", truth, loc);
        let takes = variable(program, "is noted here", truth, loc);
        let fresh = (0..FRESH).map(|_| variable(program, "came since", pointer, loc)).collect();
        Self { loc, changed, wanted, takes, fresh, cells: BTreeMap::new() }
    }

    /// Follows what these instructions do. `matters` says whether anything that memory holds has to do with where execution goes.
    pub(crate) fn follow(&mut self, program: &mut Program, body: &Body, instrs: impl Iterator<Item = InstrId>, matters: bool, into: &mut Insertions) {
        for at in instrs {
            let kind = &body[at].kind;
            if matters {
                self.stores(program, kind, at, into);
            }
            match *kind {
                InstrKind::Allocate { result, kind: AllocKind::Heap | AllocKind::Lent, .. } => self.allocated(program, result, at, into),
                InstrKind::Free(pointer) => self.freed(program, pointer, at, into),
                // What is on the stack comes and goes with its call, but for a loop in the same call.
                InstrKind::Allocate { kind: AllocKind::Stack | AllocKind::Static, .. } | InstrKind::Release(_) => self.lose_track(program, at, into),
                InstrKind::MemCopy { dst, .. } | InstrKind::MemSet { dst, .. } if matters => {
                    let fresh = self.is_fresh(program, dst);
                    let other = program.build().not(fresh);
                    self.change_if(program, other, at, into);
                }
                _ => {}
            }
        }
    }

    fn stores(&mut self, program: &mut Program, kind: &InstrKind, at: InstrId, into: &mut Insertions) {
        let mut places = Vec::new();
        kind.expressions(|e, role| {
            if role == Role::Write && !matches!(program.exprs.kind(program.exprs.root(e)), ExprKind::Var(_)) {
                places.push(e);
            }
        });
        for place in places {
            let ty = program.exprs.ty(place);
            let is_scalar = matches!(program.types.get(ty), Type::Bool | Type::Int { .. } | Type::Float(_) | Type::Pointer(_));
            // What a call returns is stored when it is done.
            if is_scalar && !matches!(kind, InstrKind::Call { .. }) && !program.is_bit_field(place) {
                self.stored(program, place, at, into);
            } else {
                self.lose_track(program, at, into);
            }
        }
    }

    /// Notes the place of a store, before it, and what it holds.
    fn stored(&mut self, program: &mut Program, place: ExprId, at: InstrId, into: &mut Insertions) {
        let ty = program.exprs.ty(place);
        let address = program.build().address_of(place);
        let mut known = self.is_fresh(program, address);
        let cells = self.cells_of(program, ty);
        for cell in &cells {
            let same = program.build().binary(BinOp::Eq, cell.at, address);
            let noted = and(program, cell.used, same);
            known = or(program, known, noted);
        }
        let wanted = program.build().not(known);
        into.before(at, self.set(self.wanted, wanted));
        for Cell { used, at: noted, held } in cells {
            for kind in self.takes(program, used) {
                into.before(at, kind);
            }
            let now = program.build().ite(self.takes, place, held);
            into.before(at, self.set(held, now));
            let now = program.build().ite(self.takes, address, noted);
            into.before(at, self.set(noted, now));
            let now = or(program, used, self.takes);
            into.before(at, self.set(used, now));
        }
        self.change_if(program, self.wanted, at, into);
    }

    /// Is what is wanted put into this place of the journal? Only then it is wanted no more.
    fn takes(&self, program: &mut Program, used: ExprId) -> [Instruction; 2] {
        let free = program.build().not(used);
        let takes = and(program, self.wanted, free);
        let other = program.build().not(self.takes);
        let still = and(program, self.wanted, other);
        [self.set(self.takes, takes), self.set(self.wanted, still)]
    }

    /// Notes an object that came, after it did.
    fn allocated(&mut self, program: &mut Program, result: ExprId, at: InstrId, into: &mut Insertions) {
        let yes = program.build().truth(true);
        into.after(at, self.set(self.wanted, yes));
        for fresh in self.fresh.clone() {
            let used = is_pointer(program, fresh);
            for kind in self.takes(program, used) {
                into.after(at, kind);
            }
            let ty = program.exprs.ty(fresh);
            let object = program.build().cast(result, ty);
            let now = program.build().ite(self.takes, object, fresh);
            into.after(at, self.set(fresh, now));
        }
        let now = or(program, self.changed, self.wanted);
        into.after(at, self.set(self.changed, now));
    }

    /// Forgets an object that came, before it goes; if it was there already memory is another one.
    fn freed(&mut self, program: &mut Program, pointer: ExprId, at: InstrId, into: &mut Insertions) {
        let (is_fresh, is_any) = (self.is_fresh(program, pointer), is_pointer(program, pointer));
        let other = program.build().not(is_fresh);
        let old = and(program, is_any, other);
        self.change_if(program, old, at, into);
        for fresh in self.fresh.clone() {
            let same = self.is_same_object(program, fresh, pointer);
            let ty = program.exprs.ty(fresh);
            let mut build = program.build();
            let none = build.constant(ty, 0);
            let now = build.ite(same, none, fresh);
            into.before(at, self.set(fresh, now));
        }
    }

    fn is_same_object(&self, program: &mut Program, fresh: ExprId, pointer: ExprId) -> ExprId {
        let ty = program.exprs.ty(fresh);
        let mut build = program.build();
        let pointer = build.cast(pointer, ty);
        build.binary(BinOp::SameObject, fresh, pointer)
    }

    /// Does the pointer lead into an object that came?
    fn is_fresh(&self, program: &mut Program, pointer: ExprId) -> ExprId {
        let mut any = program.build().truth(false);
        for &fresh in &self.fresh {
            let same = self.is_same_object(program, fresh, pointer);
            any = or(program, any, same);
        }
        any
    }

    fn lose_track(&self, program: &mut Program, at: InstrId, into: &mut Insertions) {
        let yes = program.build().truth(true);
        into.before(at, self.set(self.changed, yes));
    }

    fn change_if(&self, program: &mut Program, cond: ExprId, at: InstrId, into: &mut Insertions) {
        let now = or(program, self.changed, cond);
        into.before(at, self.set(self.changed, now));
    }

    /// Is memory another one than when the state was remembered?
    pub(crate) fn differs(&self, program: &mut Program) -> ExprId {
        let mut any = self.changed;
        for &fresh in &self.fresh {
            let is_there = is_pointer(program, fresh);
            any = or(program, any, is_there);
        }
        for &Cell { used, at, held } in self.cells.values().flatten() {
            let is_live = program.build().memory(MemoryFact::IsLive, at);
            let counts = and(program, used, is_live);
            let place = program.build().deref(at);
            let other = differ(program, place, held);
            let mut build = program.build();
            let no = build.truth(false);
            let other = build.ite(counts, other, no);
            any = or(program, any, other);
        }
        any
    }

    /// Begins anew if the condition holds.
    pub(crate) fn renew(&self, program: &mut Program, renew: ExprId) -> Vec<Instruction> {
        let other = program.build().not(renew);
        let mut code = Vec::new();
        for flag in [self.changed].into_iter().chain(self.cells.values().flatten().map(|cell| cell.used)) {
            let now = and(program, flag, other);
            code.push(self.set(flag, now));
        }
        for &fresh in &self.fresh {
            let ty = program.exprs.ty(fresh);
            let mut build = program.build();
            let none = build.constant(ty, 0);
            let now = build.ite(renew, none, fresh);
            code.push(self.set(fresh, now));
        }
        code
    }

    fn set(&self, lhs: ExprId, rhs: ExprId) -> Instruction {
        Instruction { kind: InstrKind::Assign { lhs, rhs }, loc: self.loc }
    }

    fn cells_of(&mut self, program: &mut Program, ty: TypeId) -> Vec<Cell> {
        let (truth, pointer, loc) = (program.types.bool(), program.types.pointer(ty), self.loc);
        let make = || {
            let mut cell = || Cell {
                used: variable(program, "is a place", truth, loc),
                at: variable(program, "stored to", pointer, loc),
                held: variable(program, "held before", ty, loc),
            };
            (0..CELLS).map(|_| cell()).collect::<Vec<_>>()
        };
        self.cells.entry(ty).or_insert_with(make).clone()
    }
}

fn is_pointer(program: &mut Program, pointer: ExprId) -> ExprId {
    let ty = program.exprs.ty(pointer);
    let mut build = program.build();
    let none = build.constant(ty, 0);
    build.binary(BinOp::Ne, pointer, none)
}

fn variable(program: &mut Program, name: &str, ty: TypeId, loc: Location) -> ExprId {
    let symbol = program.symbols.push(Symbol { name: name.to_owned(), ty, storage: Storage::Static, loc });
    program.build().var(symbol, ty)
}
