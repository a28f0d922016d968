//! The objects that are looked at: variables by their names, and what only pointers lead to, which is known by its address.
//!
//! A local variable whose address is handed on and what a call allocates have many objects, one after the other. The automaton follows the latest, whose address is kept
//! in a variable.

use super::accesses::{Access, Root};
use super::cells::Cells;
use super::{Object, Threads};
use goto::callgraph::CallGraph;
use goto::visit::Role;
use goto::{AllocKind, Callee, ExprId, ExprKind, FuncId, Id, InstrId, InstrKind, Location, Program, Storage, Symbol, SymbolId, Type, TypeId};
use rustc_hash::FxHashSet;

/// So many objects of each kind are known by their addresses.
const MOST_KEPT: usize = 8;

/// Bytes of what is allocated that are looked at.
const ALLOCATED: u64 = 256;

/// What is done for an object.
pub(super) struct Watched {
    pub what: What,
    pub is_initialised: bool,
    /// Several threads may access it, and one writes.
    pub may_race: bool,
    /// It may be read before it is written, as far as all writes are seen.
    pub may_be_unwritten: bool,
    pub cells: Cells,
    /// The states of its cells.
    pub states: SymbolId,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// A static variable; does anybody have its address?
    Static { symbol: SymbolId, is_lent: bool },
    /// The latest of these local variables; its address is in `pointer`.
    Local { symbol: SymbolId, pointer: SymbolId },
    /// The latest object that is allocated there.
    Allocated { function: FuncId, at: InstrId, pointer: SymbolId },
}

impl What {
    /// What a person calls it.
    pub(super) fn symbol(self) -> SymbolId {
        match self {
            What::Static { symbol, .. } | What::Local { symbol, .. } => symbol,
            What::Allocated { pointer, .. } => pointer,
        }
    }

    /// May an access be one of this object, as far as its form tells?
    pub(super) fn may_be(self, program: &Program, access: &Access) -> bool {
        match (self, access.root) {
            (What::Static { symbol, .. } | What::Local { symbol, .. }, Root::Named(named)) => symbol == named,
            (What::Static { is_lent: false, .. }, Root::Through(_)) | (What::Allocated { .. }, Root::Named(_)) => false,
            (What::Static { symbol, .. } | What::Local { symbol, .. }, Root::Through(_)) => {
                let size = program.types.size_of(program.exprs.ty(access.place));
                Cells::sizes(program, program.symbols[symbol].ty).iter().any(|s| Some(*s) == size)
            }
            (What::Allocated { .. }, Root::Through(_)) => true,
        }
    }
}

/// What is to be looked at, of all objects that have a name and of those that pointers lead to.
pub(super) fn watched(program: &mut Program, threads: &Threads, objects: &[Object], found: &[Access]) -> Vec<Watched> {
    let in_threads = in_threads(program);
    let (escaped, lent) = (addressed(program, Use::Any), addressed(program, Use::ByUser));
    let mut all = Vec::new();
    let named = objects.iter().map(|o| (What::Static { symbol: o.symbol, is_lent: lent.contains(&o.symbol) }, o.is_initialised));
    let mut candidates: Vec<(What, bool)> = named.collect();
    if threads.create.is_some() {
        let kept_by_others = addressed(program, Use::Kept);
        candidates.extend(kept(program, &kept_by_others).into_iter().map(|what| (what, true)));
    }
    for (what, is_initialised) in candidates {
        let ty = program.symbols[what.symbol()].ty;
        let cells = if matches!(what, What::Allocated { .. }) { Some(Cells::bytes(ALLOCATED)) } else { Cells::of(program, ty) };
        let Some(cells) = cells else { continue };
        let of: Vec<&Access> = found.iter().filter(|a| what.may_be(program, a)).collect();
        // Of a local variable another thread knows the address alone.
        let by_other = |a: &Access| in_threads.contains(&a.function) && !(matches!(what, What::Local { .. }) && matches!(a.root, Root::Named(_)));
        let is_shared = threads.create.is_some() && of.iter().any(|a| by_other(a));
        let may_race = is_shared && of.iter().any(|a| a.is_write);
        let may_be_unwritten = !is_initialised && !escaped.contains(&what.symbol()) && of.iter().any(|a| !a.is_write);
        if may_race || may_be_unwritten {
            let states = states(program, threads, what.symbol(), &cells);
            all.push(Watched { what, is_initialised, may_race, may_be_unwritten, cells, states });
        }
    }
    all
}

/// The functions that other threads than the first may execute.
fn in_threads(program: &Program) -> FxHashSet<FuncId> {
    let calls = CallGraph::new(program);
    let mut found: FxHashSet<FuncId> = FxHashSet::default();
    for &f in calls.address_taken().iter().filter(|&&f| !program.functions[f].model) {
        found.extend(calls.reachable(f).iter().filter(|(_, reached)| **reached).map(|(f, _)| f));
    }
    found
}

/// What may be done with an address.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Any,
    /// Functions of the program may have it: the library does with what it works on what it is for, and forgets it.
    ByUser,
    /// It may last longer than calls of the functions that get it.
    Kept,
}

/// Variables whose address is taken for such a use, or that are written in a way that is not told.
fn addressed(program: &Program, of: Use) -> FxHashSet<SymbolId> {
    let mut found = FxHashSet::default();
    for instruction in program.functions.values().flat_map(|f| f.body.iter().flat_map(|b| b.values())) {
        let other_uses: &[ExprId] = match (&instruction.kind, of) {
            (InstrKind::Call { callee: Callee::Direct(f), args, .. }, Use::ByUser | Use::Kept) if program.functions[*f].model => &args[..args.len().min(1)],
            (InstrKind::Call { callee: Callee::Direct(_), args, .. }, Use::Kept) => args,
            _ => &[],
        };
        instruction.kind.expressions(|e, role| {
            let mut visit = |_, kind| {
                if let ExprKind::AddressOf(place) = kind
                    && let ExprKind::Var(symbol) = program.exprs.kind(program.exprs.root(place))
                {
                    found.insert(symbol);
                }
            };
            if !other_uses.contains(&e) {
                program.exprs.walk(e, &mut FxHashSet::default(), &mut visit);
            }
            if role == Role::Write
                && let ExprKind::Var(symbol) = program.exprs.kind(program.exprs.root(e))
                && Cells::of_place(program, e).is_none()
            {
                found.insert(symbol);
            }
        });
    }
    found
}

/// Objects that are known by their addresses, each with the variable that keeps it.
fn kept(program: &mut Program, lent: &FxHashSet<SymbolId>) -> Vec<What> {
    let is_local = |s: &SymbolId| matches!(program.symbols[*s].storage, Storage::Local(f) if !program.functions[f].model);
    let mut locals: Vec<SymbolId> = lent.iter().copied().filter(is_local).collect();
    locals.sort_unstable();
    let mut places: Vec<(FuncId, InstrId, Location)> = Vec::new();
    for (function, of) in program.functions.iter().filter(|(_, f)| !f.model) {
        let is_heap = |kind: &InstrKind| matches!(kind, InstrKind::Allocate { kind: AllocKind::Heap, .. });
        places.extend(of.body.iter().flat_map(|b| b.iter()).filter(|(_, i)| is_heap(&i.kind)).map(|(at, i)| (function, at, i.loc)));
    }
    let void = program.types.void();
    let ty = program.types.pointer(void);
    let mut keep = |name: String, loc| program.symbols.push(Symbol { name, ty, storage: Storage::Static, loc });
    let mut all: Vec<What> = Vec::new();
    for (function, at, loc) in places.into_iter().take(MOST_KEPT) {
        all.push(What::Allocated { function, at, pointer: keep("what is allocated here".to_owned(), loc) });
    }
    let locations: Vec<(SymbolId, Location)> = locals.into_iter().take(MOST_KEPT).map(|s| (s, Location { file: Id::new(0), line: 0, column: 0 })).collect();
    all.extend(locations.into_iter().map(|(symbol, loc)| What::Local { symbol, pointer: keep("address".to_owned(), loc) }));
    all
}

/// The variable that holds the states of an object's cells.
fn states(program: &mut Program, threads: &Threads, object: SymbolId, cells: &Cells) -> SymbolId {
    let state = state_type(program, threads);
    let ty = program.types.array(state, Some(cells.count));
    let Symbol { name, loc, .. } = program.symbols[object].clone();
    program.symbols.push(Symbol { name: format!("states of {name}"), ty, storage: Storage::Static, loc })
}

/// The type of which the model keeps one for each cell.
fn state_type(program: &Program, threads: &Threads) -> TypeId {
    let pointer = program.symbols[program.functions[threads.access].params[0].symbol].ty;
    match *program.types.get(pointer) {
        Type::Pointer(to) => to,
        _ => unreachable!("the model takes a pointer"),
    }
}

/// The address of what a named object is now, or of the latest one.
pub(super) fn address(program: &mut Program, what: What) -> ExprId {
    let symbol = match what {
        What::Static { symbol, .. } => {
            let ty = program.symbols[symbol].ty;
            let place = program.build().var(symbol, ty);
            let address = program.build().address_of(place);
            return as_void(program, address);
        }
        What::Local { pointer, .. } | What::Allocated { pointer, .. } => pointer,
    };
    let ty = program.symbols[symbol].ty;
    program.build().var(symbol, ty)
}

/// A pointer as one to void.
pub(super) fn as_void(program: &mut Program, pointer: ExprId) -> ExprId {
    let void = program.types.void();
    let ty = program.types.pointer(void);
    program.build().cast(pointer, ty)
}
