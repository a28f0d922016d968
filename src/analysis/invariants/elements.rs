//! Facts about all elements of an array in a range of indices: what loops that count have stored so far, what earlier loops left behind, and what a loop has
//! found out of the elements that it has read. The range (`range`) is read off the accesses, what holds of the elements (`said`) off the values stored and off
//! what the program asks of elements.
//!
//! | module | what |
//! |---|---|
//! | `place` | elements: `a[i][j]`, `s[i].x`, `p->a[i]`, and their indices |
//! | `rounds` | what a round of a loop does, over the state at its head |
//! | `range` | the elements that a nest of loops has gone through |
//! | `said` | what may hold of an element |
//! | `kept` | elements that were stored beside the loop |
//! | `piles` | elements that are stored where nothing counts |
//! | `tally` | bounds of sums and counts |

mod kept;
mod piles;
mod place;
mod range;
pub(super) mod rounds;
mod said;
mod tally;

use super::Each;
use super::heads::Head;
use crate::intervals::Intervals;
use crate::rewrite::{is_integer, linear, reads, replaced};
use goto::{BinOp, Body, ExprId, ExprKind, FuncId, InstrId, InstrKind, Program, Storage, Symbol, SymbolId, Type};
use place::{Element, element, elements_in, is_behind_a_pointer, lengths, root};
use range::{Between, Sweep};
use rounds::{Rounds, Stored};
use rustc_hash::{FxHashMap, FxHashSet};
use said::Said;
pub(super) use said::{span, within};
use std::rc::Rc;

/// Facts for one head: of its own stores, of what it reads, of other loops'.
const MOST: usize = 36;
const MOST_OF_ONE: usize = 10;
const SUMS: usize = 4;
/// Elements of one head and of other loops that are looked at.
const ELEMENTS: usize = 6;

/// What is known of functions.
#[derive(Default)]
pub(super) struct Functions {
    known: FxHashMap<FuncId, Option<Rc<Function>>>,
    /// What stands for any index where nothing counts.
    any: FxHashMap<FuncId, SymbolId>,
    texts: piles::Texts,
}

/// A function with loops that access elements.
struct Function {
    body: Body,
    /// The variables that stand for any indices.
    each: Vec<SymbolId>,
    /// Its loops.
    rounds: Vec<Rounds>,
    accesses: Vec<Access>,
    /// The stores as the text says them, also where nothing counts.
    stores: Vec<(InstrId, Element)>,
}

/// An element that a loop stores in, or reads.
struct Access {
    /// The innermost loop around it.
    innermost: usize,
    at: InstrId,
    element: Element,
    is_store: bool,
}

impl Functions {
    fn of(&mut self, program: &mut Program, func: FuncId, heads: &[Head]) -> Option<Rc<Function>> {
        if let Some(known) = self.known.get(&func) {
            return known.clone();
        }
        let found = Function::of(program, func, heads).map(Rc::new);
        self.known.insert(func, found.clone());
        found
    }
}

impl Function {
    /// `None` if no loop of it accesses elements.
    fn of(program: &mut Program, func: FuncId, heads: &[Head]) -> Option<Self> {
        let body = program.functions[func].body.clone()?;
        let own: Vec<&Head> = heads.iter().filter(|h| h.func == func).collect();
        if !own.iter().any(|h| h.body.iter().any(|&at| mentions_elements(program, &body, at))) {
            return None;
        }
        let rounds: Vec<Rounds> = own.iter().map(|head| Rounds::of(program, &body, head, &own)).collect();
        let mut accesses: Vec<Access> = Vec::new();
        for (innermost, of_loop) in rounds.iter().enumerate() {
            let mut note = |program: &Program, element: Element, at, is_store| {
                let ty = program.exprs.ty(element.place);
                if is_integer(program, ty) && accesses.iter().all(|a| a.innermost != innermost || a.element != element || a.is_store != is_store) {
                    accesses.push(Access { innermost, at, element, is_store });
                }
            };
            for way in &of_loop.ways {
                for &Stored { at, place, .. } in &way.stores {
                    if let Some(element) = element(program, place) {
                        note(program, element, at, true);
                    }
                }
                for &(at, condition) in way.conditions.iter().chain(&way.claims) {
                    for element in elements_in(program, condition) {
                        note(program, element, at, false);
                    }
                }
            }
        }
        let mut stores = Vec::new();
        for (at, instruction) in body.iter() {
            if let InstrKind::Assign { lhs, .. } = instruction.kind
                && is_integer(program, program.exprs.ty(lhs))
                && let Some(element) = element(program, lhs)
            {
                stores.push((at, element));
            }
        }
        let most = accesses.iter().map(|a| &a.element).chain(stores.iter().map(|s| &s.1)).map(|e| e.indices.len()).max();
        let each = indices(program, func, most.unwrap_or(0));
        Some(Self { body, each, rounds, accesses, stores })
    }

    /// The loops around an access, the outermost first.
    fn nest(&self, access: &Access) -> Vec<&Rounds> {
        let mut nest: Vec<&Rounds> = self.rounds.iter().filter(|r| r.contains(self.rounds[access.innermost].head)).collect();
        nest.sort_by_key(|r| std::cmp::Reverse(r.body.len()));
        nest
    }

    fn sweep(&self, program: &mut Program, access: &Access) -> Option<Sweep<'_>> {
        let ty = program.types.ptrdiff();
        let each: Vec<ExprId> = self.each.iter().map(|&symbol| program.build().var(symbol, ty)).collect();
        Sweep::of(program, &self.body, self.nest(access), access.element.clone(), &each)
    }
}

/// The symbols that stand for any index.
fn indices(program: &mut Program, func: FuncId, most: usize) -> Vec<SymbolId> {
    (0..most.min(Each::MOST)).map(|_| index(program, func)).collect()
}

fn index(program: &mut Program, func: FuncId) -> SymbolId {
    let (ty, loc) = (program.types.ptrdiff(), program.functions[func].loc);
    program.symbols.push(Symbol { name: "each".into(), ty, storage: Storage::Temporary(func), loc })
}

fn mentions_elements(program: &Program, body: &Body, at: InstrId) -> bool {
    let (mut found, mut seen) = (false, FxHashSet::default());
    body[at].kind.expressions(|e, _| {
        program.exprs.walk(e, &mut seen, &mut |_, kind| {
            found |= match kind {
                ExprKind::Index { index, .. } => program.exprs.as_const(index).is_none(),
                ExprKind::Deref(_) => true,
                _ => false,
            };
        });
    });
    found
}

/// Proposals for a head, each with the symbols that stand for any indices.
pub(super) fn proposals(program: &mut Program, intervals: &Intervals, head: &Head, heads: &[Head], functions: &mut Functions) -> Vec<(Option<Each>, ExprId)> {
    let function = functions.of(program, head.func, heads);
    let counters: Vec<ExprId> = function.iter().flat_map(|f| &f.rounds).flat_map(|rounds| &rounds.counters).map(|c| c.place).collect();
    let mut found = function.map_or_else(Vec::new, |function| counted(program, intervals, head, &function));
    let piles = piles::of_loop(program, intervals, head, &mut functions.texts);
    if !piles.is_empty() {
        let symbol = *functions.any.entry(head.func).or_insert_with(|| index(program, head.func));
        found.extend(piles::proposals(program, &piles, symbol, &counters));
    }
    found
}

/// What follows from how loops count.
fn counted(program: &mut Program, intervals: &Intervals, head: &Head, function: &Function) -> Vec<(Option<Each>, ExprId)> {
    let (own, others): (Vec<&Access>, Vec<&Access>) = function.accesses.iter().partition(|a| function.nest(a).iter().any(|rounds| rounds.head == head.head));
    let mut work = Work { intervals, head, function, found: Vec::new() };
    let is_changed = |program: &Program, access: &Access| {
        own.iter().filter(|a| a.is_store).any(|a| {
            let (a, b) = (a.element.place, access.element.place);
            root(program, a) == root(program, b) || is_behind_a_pointer(program, a) || is_behind_a_pointer(program, b)
        })
    };
    for access in own.iter().filter(|a| a.is_store).take(ELEMENTS) {
        work.own_store(program, access);
        let kept = kept::proposals(program, (intervals, head), function, access);
        work.found.extend(kept);
    }
    let mut seen: Vec<ExprId> = Vec::new();
    for (_, element) in function.stores.iter().filter(|s| head.contains(s.0)) {
        if seen.len() < ELEMENTS && !seen.contains(&element.skeleton) {
            seen.push(element.skeleton);
            work.of_static(program, element);
        }
    }
    for access in own.iter().filter(|a| !a.is_store).take(ELEMENTS) {
        work.own_read(program, access);
    }
    let left: Vec<&Access> = others.into_iter().filter(|a| a.is_store && is_changed(program, a)).take(ELEMENTS).collect();
    for access in left {
        work.left(program, access, &own);
    }
    work.sums(program);
    let tallies = work.tallies(program);
    work.found.extend(tallies);
    let mut seen = FxHashSet::default();
    let mut found = work.found;
    found.retain(|&(_, fact)| seen.insert(fact));
    found.truncate(MOST);
    found
}

/// The proposals for one head.
struct Work<'a> {
    intervals: &'a Intervals,
    head: &'a Head,
    function: &'a Function,
    found: Vec<(Option<Each>, ExprId)>,
}

impl Work<'_> {
    /// What the loop, with the loops inside of it, has stored so far.
    fn own_store(&mut self, program: &mut Program, access: &Access) {
        let Some(sweep) = self.function.sweep(program, access) else { return };
        self.facts(program, &sweep, access, None);
        let here = sweep.here(self.head.head);
        let Some(region) = sweep.region(program, here, Between::Out) else { return };
        for fact in (Said { intervals: self.intervals, head: self.head, sweep: &sweep, here }).among(program) {
            let told = unless(program, region, fact);
            self.add(&sweep, told);
        }
        self.untouched(program, &sweep, region);
    }

    /// That elements of a static array beyond the region are still zero.
    fn untouched(&mut self, program: &mut Program, sweep: &Sweep<'_>, region: ExprId) {
        let Some(place) = sweep.place(program).filter(|&place| tally::is_static(program, place)) else { return };
        let Some(lengths) = lengths(program, place).filter(|_| sweep.ends_anywhere(program)) else { return };
        let ty = program.exprs.ty(place);
        let mut build = program.build();
        let zero = build.constant(ty, 0);
        let mut told = build.binary(BinOp::Eq, place, zero);
        told = build.binary(BinOp::Or, region, told);
        // An index beyond may wrap into the array.
        for (&each, length) in sweep.each.iter().zip(lengths) {
            let ty = program.types.ptrdiff();
            let mut build = program.build();
            let (first, end) = (build.constant(ty, 0), build.constant(ty, length.into()));
            for outside in [build.binary(BinOp::Lt, each, first), build.binary(BinOp::Le, end, each)] {
                told = program.build().binary(BinOp::Or, outside, told);
            }
        }
        self.add(sweep, told);
    }

    /// What another loop has left behind, also where this one stores in the same elements.
    fn left(&mut self, program: &mut Program, access: &Access, own: &[&Access]) {
        let Some(sweep) = self.function.sweep(program, access) else { return };
        let overwrites = own.iter().find(|a| a.is_store && a.element.skeleton == access.element.skeleton);
        let Some(over) = overwrites else { return self.facts(program, &sweep, access, None) };
        // Those that are not overwritten yet.
        let Some(over) = self.function.sweep(program, over) else { return };
        let Some(gone) = over.region(program, over.here(self.head.head), Between::In) else { return };
        self.facts(program, &sweep, access, Some(gone));
    }

    fn facts(&mut self, program: &mut Program, sweep: &Sweep<'_>, access: &Access, but: Option<ExprId>) {
        let here = sweep.here(self.head.head);
        let said = Said { intervals: self.intervals, head: self.head, sweep, here };
        let mut found = Vec::new();
        let old = self.old(program, access, 2);
        let exact = sweep.region(program, here, Between::Out);
        if let Some(region) = exact {
            found.extend(said.stored(program, old).into_iter().map(|fact| (region, fact)));
        }
        let all = sweep.region(program, here, Between::In);
        // What is known of all of them is not asked.
        let is_known = all == exact && said.value(program, old).is_some();
        if let Some(region) = all.filter(|_| !is_known) {
            found.extend(said.asked(program).into_iter().map(|fact| (region, fact)));
        }
        found.truncate(MOST_OF_ONE);
        for (region, fact) in found {
            let fact = unless(program, region, fact);
            let fact = match but {
                Some(gone) => program.build().binary(BinOp::Or, gone, fact),
                None => fact,
            };
            self.add(sweep, fact);
        }
    }

    /// What the element held before the loop stored in it: what the last loop before left there.
    fn old(&self, program: &mut Program, access: &Access, depth: u32) -> Option<ExprId> {
        let depth = depth.checked_sub(1)?;
        let outermost = self.function.nest(access).first()?.head;
        let is_before = |a: &&Access| a.is_store && a.element.skeleton == access.element.skeleton && self.function.nest(a)[0].head < outermost;
        let before = self.function.accesses.iter().filter(is_before).max_by_key(|a| a.at)?;
        let sweep = self.function.sweep(program, before)?;
        let here = sweep.here(self.head.head);
        let old = self.old(program, before, depth);
        Said { intervals: self.intervals, head: self.head, sweep: &sweep, here }.value(program, old)
    }

    /// What the loop has found out of the elements that it has read.
    fn own_read(&mut self, program: &mut Program, access: &Access) {
        let Some(sweep) = self.function.sweep(program, access) else { return };
        let here = sweep.here(self.head.head);
        let Some(region) = sweep.region(program, here, Between::Out) else { return };
        let said = Said { intervals: self.intervals, head: self.head, sweep: &sweep, here };
        let mut found = said.found_out(program);
        found.truncate(MOST_OF_ONE);
        for fact in found {
            let told = unless(program, region, fact);
            self.add(&sweep, told);
            if let Some(ahead) = sweep.ahead(program) {
                let told = unless(program, ahead, fact);
                self.add(&sweep, told);
            }
        }
    }

    /// What holds of all elements of a static array from the start on.
    fn of_static(&mut self, program: &mut Program, element: &Element) {
        if !tally::is_static(program, element.place) {
            return;
        }
        let ty = program.types.ptrdiff();
        let Some(symbols) = self.function.each.get(..element.indices.len()) else { return };
        let each: Vec<ExprId> = symbols.iter().map(|&symbol| program.build().var(symbol, ty)).collect();
        let mut next = each.iter();
        let Some(place) = place::filled(program, element.place, &mut |_, index| next.next().copied().unwrap_or(index)) else { return };
        let same = self.function.stores.iter().filter(|s| s.1.skeleton == element.skeleton && self.head.contains(s.0));
        let stored: Vec<(InstrId, ExprId)> = same.filter_map(|s| Some((s.0, said::assigned(&self.function.body, s.0)?))).collect();
        let mut facts = said::bounds(program, self.intervals, self.head, &stored, place, true);
        facts.extend(said::compared(program, element.skeleton, place));
        facts.truncate(MOST_OF_ONE);
        if let Some(each) = Each::of(symbols) {
            self.found.extend(facts.into_iter().map(|fact| (Some(each), fact)));
        }
    }

    /// What has become of variables, and of places in memory, to which each round adds the same: also elements, where all of them are known to be equal.
    fn sums(&mut self, program: &mut Program) {
        let Some(rounds) = self.function.rounds.iter().find(|r| r.head == self.head.head) else { return };
        let Some(counter) = rounds.counters.iter().find(|c| c.always && c.step == 1) else { return };
        let mut places: Vec<ExprId> = rounds.changed.iter().copied().filter(|&p| p != counter.place && is_integer(program, program.exprs.ty(p))).collect();
        places.sort_unstable();
        let from = range::before(program, &self.function.body, rounds, counter.place);
        let mut found = Vec::new();
        for place in places {
            let ty = program.exprs.ty(place);
            let (Some(added), Some(first)) = (self.added(program, rounds, place), range::before(program, &self.function.body, rounds, place)) else { continue };
            let mut build = program.build();
            let (now, start) = (build.cast(counter.place, ty), from.unwrap_or_else(|| build.constant(ty, 0)));
            let start = build.cast(start, ty);
            let gone = build.binary(BinOp::Sub, now, start);
            let (added, first) = (build.cast(added, ty), build.cast(first, ty));
            let product = build.binary(BinOp::Mul, added, gone);
            let sum = build.binary(BinOp::Add, first, product);
            found.push((None, build.binary(BinOp::Eq, place, sum)));
        }
        found.truncate(SUMS);
        self.found.extend(found);
    }

    /// What each round adds to a place, if that is the same for all and not what the interpreter's runs show as well.
    fn added(&self, program: &mut Program, rounds: &Rounds, place: ExprId) -> Option<ExprId> {
        let mut ways = rounds.ways.iter();
        let value = ways.next()?.values.get(&place).copied()??;
        if element(program, place).is_some() || ways.any(|way| way.values.get(&place) != Some(&Some(value))) {
            return None;
        }
        let linear = linear(program, value, place).filter(|l| l.factor == 1)?;
        let ty = program.exprs.ty(place);
        if !linear.more {
            return Some(program.build().constant(ty, linear.constant));
        }
        let zero = program.build().constant(ty, 0);
        let mut known = vec![(place, zero)];
        for part in elements_in(program, value) {
            let access = self.function.accesses.iter().filter(|a| a.is_store && a.element.skeleton == part.skeleton).max_by_key(|a| a.at)?;
            let sweep = self.function.sweep(program, access)?;
            let said = Said { intervals: self.intervals, head: self.head, sweep: &sweep, here: sweep.here(self.head.head) };
            let old = self.old(program, access, 2);
            let all = said.value(program, old).filter(|&e| sweep.each.iter().all(|&each| !reads(program, e, each)))?;
            let part_type = program.exprs.ty(part.place);
            known.push((part.place, program.build().cast(all, part_type)));
        }
        let added = replaced(program, value, &|e| known.iter().find(|k| k.0 == e).map(|k| k.1))?;
        let is_fixed = rounds.changed.iter().all(|&changed| !reads(program, added, changed));
        is_fixed.then_some(added)
    }

    fn add(&mut self, sweep: &Sweep<'_>, fact: ExprId) {
        if let Some(each) = self.function.each.get(..sweep.each.len()).and_then(Each::of) {
            self.found.push((Some(each), fact));
        }
    }
}

fn unless(program: &mut Program, range: ExprId, fact: ExprId) -> ExprId {
    let mut build = program.build();
    let outside = build.not(range);
    build.binary(BinOp::Or, outside, fact)
}

fn least_and_greatest(program: &Program, place: ExprId) -> Option<(i128, i128)> {
    match *program.types.get(program.exprs.ty(place)) {
        Type::Int { bits, signed: true } => Some((-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)),
        Type::Int { bits, signed: false } => Some((0, (1i128 << bits) - 1)),
        _ => None,
    }
}
