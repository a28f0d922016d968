//! Facts about elements that are stored where nothing counts: at an index that goes up and down, as that of a stack does, or in functions that a loop calls. What is stored
//! anywhere is said of all elements of a static array, which are zero at first, and of those below the index. Guesses from text and intervals; that they hold is for others
//! to show.

use super::place::{Element, element, filled, is_behind_a_pointer, root};
use super::said::{compared, span, within};
use super::tally::is_static;
use super::{Each, Head, unless};
use crate::intervals::Intervals;
use crate::invariants::nodes::exists_in;
use crate::rewrite::{is_integer, replaced, without_casts};
use goto::{BinOp, Body, Callee, ExprId, ExprKind, FuncId, Id, InstrId, InstrKind, Program, Storage, SymbolId, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

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
        let tops: Vec<ExprId> = pile.tops.iter().copied().filter(|top| !counted.contains(top)).collect();
        if tops.is_empty() {
            continue;
        }
        let mut facts = pile.span.map_or_else(Vec::new, |span| within(program, place, span));
        facts.extend(compared(program, pile.element.skeleton, place).into_iter().take(COMPARISONS));
        for top in tops {
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

/// What the text of the program says, read once.
#[derive(Default)]
pub(super) struct Texts {
    of_functions: FxHashMap<FuncId, Rc<Text>>,
    /// The variables of each struct type that are neither parameters nor temporary.
    structs: Option<FxHashMap<TypeId, Vec<SymbolId>>>,
}

/// The stores and calls of a function.
#[derive(Default)]
struct Text {
    stores: Vec<Store>,
    calls: Vec<(InstrId, FuncId)>,
}

/// A store in an element with a single index.
struct Store {
    at: InstrId,
    lhs: ExprId,
    /// What the index was read from.
    index: ExprId,
    span: Option<(i128, i128)>,
}

impl Texts {
    fn of(&mut self, program: &mut Program, intervals: &Intervals, func: FuncId) -> Rc<Text> {
        if let Some(known) = self.of_functions.get(&func) {
            return known.clone();
        }
        let text = Rc::new(Text::of(program, intervals, func));
        self.of_functions.insert(func, text.clone());
        text
    }

    /// What a place may be said of in a function: itself, or, behind a pointer to a struct, variables of that type.
    fn homes(&mut self, program: &mut Program, func: FuncId, place: ExprId) -> Vec<Home> {
        let Some(behind) = behind_pointer(program, place) else { return vec![None] };
        let ty = program.exprs.ty(behind);
        let structs = self.structs.get_or_insert_with(|| structs(program));
        let here = structs.get(&ty).into_iter().flatten().copied().filter(|&id| exists_in(program, id, func));
        let variables: Vec<SymbolId> = here.take(HOMES).collect();
        variables.into_iter().map(|symbol| Some((behind, program.build().var(symbol, ty)))).collect()
    }
}

fn structs(program: &Program) -> FxHashMap<TypeId, Vec<SymbolId>> {
    let mut found: FxHashMap<TypeId, Vec<SymbolId>> = FxHashMap::default();
    for (id, symbol) in program.symbols.iter() {
        if matches!(symbol.storage, Storage::Static | Storage::Local(_)) && program.types.record_body(symbol.ty).is_some() {
            found.entry(symbol.ty).or_default().push(id);
        }
    }
    found
}

/// The part of a place that the pointer at its bottom leads to.
fn behind_pointer(program: &Program, place: ExprId) -> Option<ExprId> {
    let bottom = root(program, place);
    let mut found = None;
    program.exprs.walk(place, &mut FxHashSet::default(), &mut |e, kind| {
        if matches!(kind, ExprKind::Deref(pointer) if pointer == bottom) {
            found = Some(e);
        }
    });
    found
}

impl Text {
    fn of(program: &mut Program, intervals: &Intervals, func: FuncId) -> Self {
        let mut text = Self::default();
        let Some(body) = program.functions[func].body.clone() else { return text };
        for (at, instruction) in body.iter() {
            match instruction.kind {
                InstrKind::Call { callee: Callee::Direct(f), .. } if !program.functions[f].model => text.calls.push((at, f)),
                InstrKind::Assign { lhs, rhs } if is_integer(program, program.exprs.ty(lhs)) => {
                    let Some(stored) = element(program, lhs).filter(|e| e.indices.len() == 1) else { continue };
                    let index = read_from(program, &body, at, stored.indices[0]);
                    text.stores.push(Store { at, lhs, index, span: span(program, intervals, (func, at), rhs) });
                }
                _ => {}
            }
        }
        text
    }
}

/// What the loop stores in, itself or in functions that it calls.
pub(super) fn of_loop(program: &mut Program, intervals: &Intervals, head: &Head, texts: &mut Texts) -> Vec<Pile> {
    let mut found: Vec<Pile> = Vec::new();
    let mut reached = vec![head.func];
    let mut next = 0;
    while let Some(&func) = reached.get(next) {
        next += 1;
        let text = texts.of(program, intervals, func);
        let is_seen = |at: InstrId| func != head.func || head.contains(at);
        for store in text.stores.iter().filter(|store| is_seen(store.at)) {
            for home in texts.homes(program, head.func, store.lhs) {
                note(program, head.func, (store, func != head.func), home, &mut found);
            }
        }
        for &(_, called) in text.calls.iter().filter(|call| is_seen(call.0)) {
            if reached.len() < FUNCTIONS && !reached.contains(&called) {
                reached.push(called);
            }
        }
    }
    found
}

/// A struct behind a pointer, and the variable that stands in for it.
type Home = Option<(ExprId, ExprId)>;

/// Takes a store in, with what its index is read from, if that can be seen in the function of the head.
fn note(program: &mut Program, func: FuncId, (store, is_called): (&Store, bool), home: Home, found: &mut Vec<Pile>) {
    let at_home = |program: &mut Program, e| replaced(program, e, &|part| home.filter(|home| home.0 == part).map(|home| home.1));
    let Some(stored) = at_home(program, store.lhs).and_then(|place| element(program, place)) else { return };
    if is_behind_a_pointer(program, stored.place) || !is_seen_in(program, stored.place, func) {
        return;
    }
    let top = at_home(program, store.index).filter(|&top| program.exprs.is_place(top) && !is_behind_a_pointer(program, top) && is_seen_in(program, top, func));
    if let Some(pile) = found.iter_mut().find(|pile| pile.element.skeleton == stored.skeleton) {
        pile.span = pile.span.zip(store.span).map(|(a, b)| (a.0.min(b.0), a.1.max(b.1)));
        pile.tops.extend(top.filter(|top| !pile.tops.contains(top)));
        pile.is_called |= is_called;
    } else if found.len() < STORES {
        found.push(Pile { element: stored, span: store.span, tops: top.into_iter().collect(), is_called });
    }
}

fn is_seen_in(program: &Program, place: ExprId, func: FuncId) -> bool {
    matches!(program.exprs.kind(root(program, place)), ExprKind::Var(symbol) if exists_in(program, symbol, func))
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
