//! Facts about elements that are stored where nothing counts: at an index that goes up and down, as that of a stack does, or in functions that a loop calls. What is stored
//! anywhere is said of all elements of a static array, which are zero at first, and of those below the index. Guesses from text and intervals; that they hold is for others
//! to show.

use super::place::{Element, element, filled, is_behind_a_pointer, root};
use super::rewrite::{is_integer, replaced, without_casts};
use super::said::{compared, span, within};
use super::tally::is_static;
use super::{Each, Head, unless};
use crate::intervals::Intervals;
use goto::{BinOp, Body, Callee, ExprId, ExprKind, FuncId, Id, InstrId, InstrKind, Program, Storage, SymbolId};
use rustc_hash::FxHashSet;

/// Facts for one head.
const MOST: usize = 16;
/// Functions that are called from a loop, and stores in one array, that are looked at.
const FUNCTIONS: usize = 24;
const STORES: usize = 12;
/// Variables that a pointer to a struct may lead to.
const HOMES: usize = 2;
/// Comparisons of the elements of one array.
const COMPARISONS: usize = 4;

/// An array whose elements the loop stores in, over variables that exist at the head.
pub(super) struct Pile {
    element: Element,
    /// The least and the greatest value stored; `None` if one is not known.
    span: Option<(i128, i128)>,
    /// What is seen of the indices: variables, or members of some.
    tops: Vec<ExprId>,
    /// A function that the loop calls stores there.
    is_called: bool,
}

/// Proposals for the head; the symbol stands for any index. What loops of the function count with is no top of a pile.
pub(super) fn proposals(program: &mut Program, piles: &[Pile], symbol: SymbolId, counted: &[ExprId]) -> Vec<(Option<Each>, ExprId)> {
    let ty = program.types.ptrdiff();
    let any = program.build().var(symbol, ty);
    let mut found = Vec::new();
    for pile in piles {
        let Some(place) = filled(program, pile.element.place, &mut |_, _| any) else { continue };
        if pile.is_called
            && is_static(program, place)
            && let Some((low, high)) = pile.span
        {
            found.extend(within(program, place, (low.min(0), high.max(0))));
        }
        let mut facts = pile.span.map_or_else(Vec::new, |span| within(program, place, span));
        facts.extend(compared(program, pile.element.skeleton, place).into_iter().take(COMPARISONS));
        for &top in pile.tops.iter().filter(|top| !counted.contains(top)) {
            let mut build = program.build();
            let (zero, top) = (build.constant(ty, 0), build.cast(top, ty));
            let from = build.binary(BinOp::Le, zero, any);
            // The index is that of the next one, or of the last one.
            for op in [BinOp::Lt, BinOp::Le] {
                let mut build = program.build();
                let below = build.binary(op, any, top);
                let range = build.binary(BinOp::And, from, below);
                found.extend(facts.iter().map(|&fact| unless(program, range, fact)));
            }
        }
    }
    found.truncate(MOST);
    let each = Each::of(&[symbol]);
    found.into_iter().map(|fact| (each, fact)).collect()
}

/// What the loop stores in, itself or in functions that it calls.
pub(super) fn of_loop(program: &mut Program, intervals: &Intervals, head: &Head) -> Vec<Pile> {
    let mut found: Vec<Pile> = Vec::new();
    for func in reached(program, head) {
        let Some(body) = program.functions[func].body.clone() else { continue };
        let is_seen = |at: &InstrId| func != head.func || head.contains(*at);
        for at in (0..body.len()).map(InstrId::new).filter(is_seen) {
            let InstrKind::Assign { lhs, rhs } = body[at].kind else { continue };
            if !is_integer(program, program.exprs.ty(lhs)) || element(program, lhs).is_none_or(|e| e.indices.len() != 1) {
                continue;
            }
            let span = span(program, intervals, (func, at), rhs);
            for home in homes(program, head.func, lhs) {
                let store = Store { at, lhs, span, is_called: func != head.func };
                note(program, (head.func, &body), &store, home, &mut found);
            }
        }
    }
    found
}

/// A struct behind a pointer, and the variable that stands in for it.
type Home = Option<(ExprId, ExprId)>;

/// A store in an element, as the text has it.
struct Store {
    at: InstrId,
    lhs: ExprId,
    span: Option<(i128, i128)>,
    is_called: bool,
}

/// Takes a store in, with what its index is read from, if that can be seen in the function of the head.
fn note(program: &mut Program, (func, body): (FuncId, &Body), store: &Store, home: Home, found: &mut Vec<Pile>) {
    let at_home = |program: &mut Program, e| replaced(program, e, &|part| home.filter(|home| home.0 == part).map(|home| home.1));
    let Some(stored) = at_home(program, store.lhs).and_then(|place| element(program, place)) else { return };
    let root = root(program, stored.place);
    if is_behind_a_pointer(program, stored.place) || !is_seen_in(program, root, func) {
        return;
    }
    let index = read_from(program, body, store.at, stored.indices[0]);
    let top = at_home(program, index).filter(|&top| program.exprs.is_place(top) && !is_behind_a_pointer(program, top) && is_seen_in(program, top, func));
    if let Some(pile) = found.iter_mut().find(|pile| pile.element.skeleton == stored.skeleton) {
        pile.span = pile.span.zip(store.span).map(|(a, b)| (a.0.min(b.0), a.1.max(b.1)));
        pile.tops.extend(top.filter(|top| !pile.tops.contains(top)));
        pile.is_called |= store.is_called;
    } else if found.len() < STORES {
        found.push(Pile { element: stored, span: store.span, tops: top.into_iter().collect(), is_called: store.is_called });
    }
}

/// The function of the head, and those that its loop calls.
fn reached(program: &Program, head: &Head) -> Vec<FuncId> {
    let called = |body: &Body, at: InstrId| match body[at].kind {
        InstrKind::Call { callee: Callee::Direct(f), .. } => Some(f),
        _ => None,
    };
    let mut found = vec![head.func];
    let mut seen: FxHashSet<FuncId> = found.iter().copied().collect();
    let mut next = 0;
    while let Some(&func) = found.get(next).filter(|_| found.len() < FUNCTIONS) {
        next += 1;
        let Some(body) = &program.functions[func].body else { continue };
        let calls = (0..body.len()).map(InstrId::new).filter(|&at| func != head.func || head.contains(at)).filter_map(|at| called(body, at));
        found.extend(calls.filter(|&f| !program.functions[f].model && seen.insert(f)).collect::<Vec<_>>());
    }
    found
}

/// What the place may be said of: itself, or, behind a pointer to a struct, variables of that type.
fn homes(program: &mut Program, func: FuncId, place: ExprId) -> Vec<Home> {
    let bottom = root(program, place);
    let mut parts = Vec::new();
    program.exprs.walk(place, &mut FxHashSet::default(), &mut |e, kind| {
        if let ExprKind::Deref(pointer) = kind
            && pointer == bottom
        {
            parts.push(e);
        }
    });
    let Some(&behind) = parts.first() else { return vec![None] };
    let ty = program.exprs.ty(behind);
    let fits = |id: &SymbolId| program.symbols[*id].ty == ty && exists_in(program.symbols[*id].storage, func);
    let variables: Vec<SymbolId> = program.symbols.ids().filter(fits).take(HOMES).collect();
    variables.into_iter().map(|symbol| Some((behind, program.build().var(symbol, ty)))).collect()
}

fn exists_in(storage: Storage, func: FuncId) -> bool {
    storage == Storage::Static || storage == Storage::Local(func)
}

fn is_seen_in(program: &Program, place: ExprId, func: FuncId) -> bool {
    matches!(program.exprs.kind(root(program, place)), ExprKind::Var(symbol) if exists_in(program.symbols[symbol].storage, func))
}

/// What a temporary variable was last set to in the text before; anything else is itself.
fn read_from(program: &Program, body: &Body, at: InstrId, index: ExprId) -> ExprId {
    let index = without_casts(program, index);
    let is_temporary = matches!(program.exprs.kind(index), ExprKind::Var(symbol) if matches!(program.symbols[symbol].storage, Storage::Temporary(_)));
    if !is_temporary {
        return index;
    }
    let set = (0..at.index()).rev().map(InstrId::new).find_map(|at| match body[at].kind {
        InstrKind::Assign { lhs, rhs } if lhs == index => Some(rhs),
        _ => None,
    });
    set.map_or(index, |value| without_casts(program, value))
}
