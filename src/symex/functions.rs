//! Facts about variables and functions that symbolic execution needs, computed once for a program: which variables are objects, where loops are.

use super::live::Live;
use super::shape::Shape;
use goto::{Body, ExprId, ExprKind, FuncId, Id, InstrId, InstrKind, Mark, Program, Storage, SymbolId};
use rustc_hash::FxHashMap;

/// Where a variable's value is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Variable {
    Static,
    /// Among the variables of its call: nobody takes its address.
    Register(u32),
    /// In memory; among the variables of its call stands a pointer to the object.
    Object(u32),
}

/// All variables of a program.
#[derive(Debug)]
pub(super) struct Variables {
    by_symbol: Vec<Variable>,
    /// Per function, the local variables by slot.
    slots: FxHashMap<FuncId, Vec<SymbolId>>,
}

impl Variables {
    pub(crate) fn of(program: &Program) -> Self {
        let mut taken = vec![false; program.symbols.len()];
        for index in 0..program.exprs.len() {
            if let ExprKind::AddressOf(place) = program.exprs.kind(Id::new(index))
                && let Some(symbol) = root(program, place)
            {
                taken[symbol.index()] = true;
            }
        }
        if super::written::is_asked(program) {
            // Only objects know what was written of them.
            for (id, symbol) in program.symbols.iter() {
                taken[id.index()] |= !program.types.is_scalar(symbol.ty);
            }
            for index in 0..program.exprs.len() {
                if let ExprKind::Written(place) = program.exprs.kind(Id::new(index))
                    && let Some(symbol) = root(program, place)
                {
                    taken[symbol.index()] = true;
                }
            }
        }
        let mut slots: FxHashMap<FuncId, Vec<SymbolId>> = FxHashMap::default();
        let by_symbol = program.symbols.iter().map(|(id, symbol)| match symbol.storage {
            Storage::Static => Variable::Static,
            Storage::Local(f) | Storage::Parameter(f) | Storage::Temporary(f) => {
                let slots = slots.entry(f).or_default();
                slots.push(id);
                let slot = (slots.len() - 1) as u32;
                if taken[id.index()] { Variable::Object(slot) } else { Variable::Register(slot) }
            }
        });
        let by_symbol = by_symbol.collect();
        Self { by_symbol, slots }
    }

    pub(crate) fn get(&self, symbol: SymbolId) -> Variable {
        self.by_symbol[symbol.index()]
    }

    pub(crate) fn in_slot(&self, function: FuncId, slot: u64) -> SymbolId {
        self.slots[&function][slot as usize]
    }
}

/// The variable that a place is a part of, if it is not behind a pointer.
fn root(program: &Program, place: ExprId) -> Option<SymbolId> {
    match program.exprs.kind(place) {
        ExprKind::Var(symbol) => Some(symbol),
        ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => root(program, base),
        _ => None,
    }
}

/// A loop: the instructions from the target of a backward jump on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Loop {
    pub head: InstrId,
    /// The last jump back to the head.
    pub last: InstrId,
    /// The last instruction; later than `last` if loops overlap: their ranges are made to nest.
    pub end: InstrId,
    /// The next larger loop around this one.
    pub outer: Option<u32>,
    /// Some test may leave the loop.
    pub has_exit: bool,
    /// The start of the body is marked.
    pub has_mark: bool,
    /// Paths may end in it, because nothing satisfies what is assumed there.
    pub has_end: bool,
    /// Some jump enters it elsewhere than at its head, or it overlaps with another loop.
    pub is_irregular: bool,
}

impl Loop {
    pub(crate) fn contains(&self, at: InstrId) -> bool {
        self.head <= at && at <= self.end
    }
}

#[derive(Debug, Default)]
pub(super) struct FunctionFacts {
    /// By ascending head; outer loops before inner ones.
    pub loops: Vec<Loop>,
    /// The smallest loop around each instruction.
    pub innermost: Vec<Option<u32>>,
    /// Declarations whose indeterminate value nobody can read, because an assignment follows.
    pub covered: Vec<bool>,
    pub live: Live,
}

impl FunctionFacts {
    /// `asked`: see [`Live::of`].
    pub(crate) fn of(program: &Program, variables: &Variables, body: &Body, asked: &[(InstrId, ExprId)]) -> Self {
        let live = Live::of(program, variables, body, asked);
        let mut facts = FunctionFacts { loops: loops(body), innermost: vec![None; body.len()], covered: vec![false; body.len()], live };
        for (index, l) in (0u32..).zip(&facts.loops) {
            // Inner loops come later and overwrite.
            for at in &mut facts.innermost[l.head.index()..=l.end.index()] {
                *at = Some(index);
            }
        }
        for l in &mut facts.loops {
            l.is_irregular = l.end != l.last;
        }
        for (id, instruction) in body.iter() {
            if let InstrKind::Goto { target, .. } = instruction.kind {
                for l in facts.around(target).collect::<Vec<_>>() {
                    let l = &mut facts.loops[l as usize];
                    l.is_irregular |= !l.contains(id) && l.head != target;
                }
            }
            match instruction.kind {
                InstrKind::Mark(Mark::LoopBody) => {
                    if let Some(l) = facts.innermost[id.index()] {
                        facts.loops[l as usize].has_mark = true;
                    }
                }
                InstrKind::Goto { guard, target, .. } if program.exprs.as_const(guard).is_none() => {
                    for l in facts.exits(id, target).collect::<Vec<_>>() {
                        facts.loops[l as usize].has_exit = true;
                    }
                }
                InstrKind::Assume(condition) if program.exprs.as_const(condition).is_some_and(|c| c.is_zero()) => {
                    for l in facts.around(id).collect::<Vec<_>>() {
                        facts.loops[l as usize].has_end = true;
                    }
                }
                InstrKind::Decl(symbol) => facts.covered[id.index()] = is_covered(program, body, id, symbol),
                _ => {}
            }
        }
        facts
    }

    /// The loops around an instruction, innermost first.
    pub(crate) fn around(&self, at: InstrId) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(self.innermost[at.index()], |l| self.loops[*l as usize].outer)
    }

    /// The loops that a jump from `at`, or going on after it, leaves.
    pub(crate) fn exits(&self, at: InstrId, target: InstrId) -> impl Iterator<Item = u32> + '_ {
        let next = InstrId::new(at.index() + 1);
        self.around(at).filter(move |l| {
            let l = &self.loops[*l as usize];
            !l.contains(target) || !l.contains(next)
        })
    }

    /// The loop with this head.
    pub(crate) fn with_head(&self, head: InstrId) -> Option<u32> {
        self.loops.binary_search_by_key(&head, |l| l.head).ok().map(|i| i as u32)
    }
}

fn loops(body: &Body) -> Vec<Loop> {
    let mut by_head: FxHashMap<InstrId, InstrId> = FxHashMap::default();
    for (id, instruction) in body.iter() {
        if let InstrKind::Goto { target, .. } = instruction.kind
            && target <= id
        {
            by_head.insert(target, id);
        }
    }
    let mut loops: Vec<Loop> = by_head
        .into_iter()
        .map(|(head, last)| Loop { head, last, end: last, outer: None, has_exit: false, has_mark: false, has_end: false, is_irregular: false })
        .collect();
    loops.sort_by_key(|l| l.head);
    for i in (0..loops.len()).rev() {
        // Loops that begin inside end inside. The later ones are done already; each extension may take in more.
        let mut j = i + 1;
        while j < loops.len() && loops[j].head <= loops[i].end {
            loops[i].end = loops[i].end.max(loops[j].end);
            j += 1;
        }
    }
    for i in 0..loops.len() {
        loops[i].outer = (0..i).rev().find(|&j| loops[j].contains(loops[i].head)).map(|j| j as u32);
    }
    loops
}

/// Is the variable assigned as a whole right after its declaration, by a value that does not depend on it?
fn is_covered(program: &Program, body: &Body, at: InstrId, symbol: SymbolId) -> bool {
    let Some(next) = body.get(InstrId::new(at.index() + 1)) else { return false };
    match next.kind {
        InstrKind::Assign { lhs, rhs } => program.exprs.kind(lhs) == ExprKind::Var(symbol) && !mentions(program, rhs, symbol, 64),
        _ => false,
    }
}

/// May the expression mention the variable? Large ones count as if they did.
fn mentions(program: &Program, expr: ExprId, symbol: SymbolId, depth: u32) -> bool {
    if depth == 0 || program.exprs.kind(expr) == ExprKind::Var(symbol) {
        return true;
    }
    let mut found = false;
    program.exprs.operands(expr, |operand| found = found || mentions(program, operand, symbol, depth - 1));
    found
}

/// The shape of a variable's value.
pub(super) fn variable_shape(program: &Program, symbol: SymbolId) -> Shape {
    Shape::of(&program.types, program.symbols[symbol].ty)
}
