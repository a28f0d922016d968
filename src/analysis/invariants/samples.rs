//! What runs of the interpreter find at the heads of loops: values of variables, with which wrong proposals are dropped and others are made. A handful of
//! runs with random inputs, the same ones each time.

use super::heads::Head;
use crate::intervals::Intervals;
use crate::intervals::cells::CellId;
use goto::cfg::Cfg;
use goto::interp::value::{self as operations, Scalar};
use goto::interp::{Compiled, InputSource, Limits, Machine, Observer, Outcome};
use goto::visit::Role;
use goto::{Bits, ExprId, ExprKind, FuncId, InputId, InstrId, InstrKind, Location, Program, Random, Storage, TypeId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::ops::Range;

/// Runs of a program at most.
const RUNS: u64 = 48;
/// Instructions of one run, and of all together.
const STEPS: u64 = 20_000;
const ALL_STEPS: u64 = 400_000;
/// Samples taken at one head: of one run, and of all together.
const OF_RUN: usize = 24;
const OF_HEAD: usize = 400;
/// Operations in an expression that is evaluated.
const DEPTH: u32 = 40;

/// What cells are at one time, as far as it is known.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Sample {
    /// Their values; of pointers addresses.
    pub values: FxHashMap<CellId, i128>,
    /// Of pointers how many bytes they are behind the start of their object.
    pub offsets: FxHashMap<CellId, i128>,
}

/// The samples of each head.
#[derive(Default)]
pub(super) struct Samples {
    by_head: FxHashMap<(FuncId, InstrId), Vec<Sample>>,
}

/// Samples, and what it took to find them.
pub(super) struct Gathered {
    pub samples: Samples,
    pub steps: u64,
    /// Was a run longer than it may be?
    pub is_cut: bool,
}

impl Samples {
    /// Runs the program and looks at these heads, each time with other inputs, and at most so many instructions long together.
    pub(super) fn gathered(program: &Program, intervals: &Intervals, heads: &[Head], seeds: Range<u64>, most_steps: u64) -> Gathered {
        let points = heads.iter().filter_map(|head| Some((point(program, head)?, head.head))).collect();
        let mut wanted: FxHashMap<(FuncId, InstrId), Vec<CellId>> = FxHashMap::default();
        for head in heads {
            wanted.insert((head.func, head.head), head.written.iter().chain(&head.read).copied().collect());
        }
        let compiled = Compiled::new(program);
        let mut machine = Machine::new(&compiled);
        let mut found = Samples::default();
        let (mut left, mut is_cut) = (most_steps, false);
        for seed in seeds {
            let mut watcher = Watcher {
                program,
                intervals,
                points: &points,
                wanted: &wanted,
                statics: FxHashMap::default(),
                calls: vec![Call { function: program.start, values: FxHashMap::default() }],
                wild_stores: 0,
                starts: Starts::default(),
                taken: FxHashMap::default(),
                samples: &mut found,
            };
            let limits = Limits { steps: STEPS.min(left), work: u64::MAX, memory: 1 << 24, depth: 200, stop: &|| false };
            let run = machine.run_observed(&mut SmallInputs::new(seed), &limits, &mut watcher);
            left = left.saturating_sub(run.steps);
            is_cut |= run.outcome == Outcome::StepLimit;
            if left == 0 || run.inputs.is_empty() {
                break;
            }
        }
        Gathered { samples: found, steps: most_steps - left, is_cut }
    }

    pub(super) fn of(program: &Program, intervals: &Intervals, heads: &[Head]) -> Gathered {
        Self::gathered(program, intervals, heads, 0..RUNS, ALL_STEPS)
    }

    pub(super) fn at(&self, head: &Head) -> &[Sample] {
        self.by_head.get(&(head.func, head.head)).map_or(&[], Vec::as_slice)
    }

    /// The samples of all heads.
    pub(super) fn all(&self) -> impl Iterator<Item = &Sample> {
        self.by_head.values().flatten()
    }

    /// Is the condition false in one of the samples of a head?
    pub(super) fn refute(&self, program: &Program, intervals: &Intervals, head: &Head, fact: ExprId) -> bool {
        self.at(head).iter().any(|sample| value(program, intervals, sample, fact).is_some_and(Bits::is_zero))
    }
}

/// The first instruction from a head on that a run shows, if it is not come by otherwise.
fn point(program: &Program, head: &Head) -> Option<(FuncId, InstrId)> {
    let body = program.functions[head.func].body.as_ref()?;
    let cfg = Cfg::new(program, body);
    let mut at = head.head;
    loop {
        let is_silent = match &body[at].kind {
            InstrKind::Skip | InstrKind::Mark(_) => true,
            InstrKind::Goto { guard, .. } => program.exprs.as_const(*guard).is_some(),
            _ => false,
        };
        if !is_silent {
            return Some((head.func, at));
        }
        let [next] = cfg.successors(at) else { return None };
        // A loop that does nothing comes back without anything to see: where a function begins with its head, that has no other predecessor.
        if *next == head.head || cfg.predecessors(*next).len() != 1 {
            return None;
        }
        at = *next;
    }
}

/// Small inputs mostly; in some runs also any.
pub(crate) struct SmallInputs {
    random: Random,
    small: bool,
}

impl SmallInputs {
    pub(crate) fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), small: seed % 4 != 3 }
    }
}

impl InputSource for SmallInputs {
    fn next(&mut self, _: InputId, _: TypeId, width: u16) -> Option<Bits> {
        let choice = self.random.bits() >> 33;
        Some(match choice % 8 {
            0 if !self.small => Bits::new(width, u128::from(self.random.bits())),
            1 | 2 => Bits::from_signed(width, i128::from(choice >> 3) % 100),
            3 => Bits::from_signed(width, -(i128::from(choice >> 3) % 12)),
            _ => Bits::from_signed(width, i128::from(choice >> 3) % 12),
        })
    }
}

/// Where objects start, as far as the run shows it.
#[derive(Default)]
struct Starts {
    addresses: BTreeSet<i128>,
    /// Which arguments of the call at hand are starts of objects.
    arguments: Vec<bool>,
}

impl Starts {
    fn add(&mut self, address: Bits) {
        if !address.is_zero() {
            self.addresses.insert(address.to_i128(false));
        }
    }

    /// How far the address is behind the last start before it. That may be another object's: then what is guessed from it is no fact.
    fn offset(&self, address: i128) -> Option<i128> {
        self.addresses.range(..=address).next_back().map(|start| address - start)
    }
}

/// Does the expression say where a variable starts?
fn is_start(program: &Program, expr: ExprId) -> bool {
    match program.exprs.kind(expr) {
        ExprKind::Cast(inner) => is_start(program, inner),
        ExprKind::AddressOf(place) => match program.exprs.kind(place) {
            ExprKind::Var(_) => true,
            ExprKind::Index { base, index } => matches!(program.exprs.kind(base), ExprKind::Var(_)) && program.exprs.as_const(index).is_some_and(Bits::is_zero),
            _ => false,
        },
        _ => false,
    }
}

/// A value that was assigned.
#[derive(Clone, Copy)]
struct Seen {
    /// `None` where it is not seen.
    value: Option<i128>,
    /// The wild stores before.
    since: u64,
}

/// A call that is going on.
struct Call {
    function: FuncId,
    values: FxHashMap<CellId, Seen>,
}

/// Follows a run.
struct Watcher<'a> {
    program: &'a Program,
    intervals: &'a Intervals,
    /// Where samples are taken, and of which head.
    points: &'a FxHashMap<(FuncId, InstrId), InstrId>,
    wanted: &'a FxHashMap<(FuncId, InstrId), Vec<CellId>>,
    /// The values of static cells and of those of the calls that are going on.
    statics: FxHashMap<CellId, Seen>,
    calls: Vec<Call>,
    /// How often something was stored where it is not known which cells that changes.
    wild_stores: u64,
    starts: Starts,
    taken: FxHashMap<(FuncId, InstrId), usize>,
    samples: &'a mut Samples,
}

impl<'a> Watcher<'a> {
    fn is_static(&self, cell: CellId) -> bool {
        self.program.symbols[self.intervals.cells.get(cell).root].storage == Storage::Static
    }

    /// The last call of the function whose variable it is.
    fn call_of(&self, cell: CellId) -> Option<usize> {
        self.calls.iter().rposition(|call| self.intervals.cells.belongs_to(self.program, cell, call.function))
    }

    fn value(&self, id: CellId) -> Option<i128> {
        let cell = self.intervals.cells.get(id);
        if cell.is_many || cell.is_shared {
            return None;
        }
        // A static one that was not assigned yet is zero.
        let first = self.is_static(id).then_some(Seen { value: Some(0), since: 0 });
        let values = if first.is_some() { &self.statics } else { &self.calls[self.call_of(id)?].values };
        let seen = values.get(&id).copied().or(first)?;
        seen.value.filter(|_| !cell.in_memory || seen.since == self.wild_stores)
    }

    fn set(&mut self, cell: CellId, value: Option<i128>) {
        let seen = Seen { value, since: self.wild_stores };
        if self.is_static(cell) {
            self.statics.insert(cell, seen);
        } else if let Some(call) = self.call_of(cell) {
            self.calls[call].values.insert(cell, seen);
        }
    }

    /// Something is stored that is not seen, in these cells or anywhere in memory.
    fn forget(&mut self, cells: Option<&[CellId]>) {
        match cells {
            Some(cells) => cells.iter().for_each(|&cell| self.set(cell, None)),
            None => self.wild_stores += 1,
        }
    }

    fn kind(&self, func: FuncId, instr: InstrId) -> Option<&'a InstrKind> {
        self.program.functions[func].body.as_ref().map(|body| &body[instr].kind)
    }

    fn sample(&mut self, func: FuncId, head: InstrId) {
        let taken = self.taken.entry((func, head)).or_default();
        *taken += 1;
        if *taken > OF_RUN {
            return;
        }
        let cells = self.wanted.get(&(func, head)).map_or(&[][..], Vec::as_slice);
        let values: FxHashMap<CellId, i128> = cells.iter().filter_map(|&cell| Some((cell, self.value(cell)?))).collect();
        let pointers = values.iter().filter(|(cell, _)| self.intervals.cells.get(**cell).kind.is_pointer());
        let offsets = pointers.filter_map(|(&cell, &address)| Some((cell, self.starts.offset(address)?))).collect();
        let sample = Sample { values, offsets };
        let known = self.samples.by_head.entry((func, head)).or_default();
        if known.len() < OF_HEAD && !known.contains(&sample) {
            known.push(sample);
        }
    }
}

/// The place that an instruction stores in.
fn stored(kind: &InstrKind) -> Option<ExprId> {
    let mut place = None;
    kind.expressions(|e, role| {
        if role == Role::Write {
            place = Some(e);
        }
    });
    place
}

impl Observer for Watcher<'_> {
    const CALLS: bool = true;

    fn instruction(&mut self, func: FuncId, instr: InstrId, _: Location) {
        if let Some(&head) = self.points.get(&(func, instr)) {
            self.sample(func, head);
        }
        let Some(kind) = self.kind(func, instr) else { return };
        if let InstrKind::Call { args, .. } = kind {
            self.starts.arguments = args.iter().map(|&arg| is_start(self.program, arg)).collect();
        }
        let cells = &self.intervals.cells;
        match kind {
            InstrKind::Return(_) => _ = self.calls.pop(),
            InstrKind::Decl(symbol) => self.forget(Some(cells.of_symbol(*symbol))),
            InstrKind::MemCopy { dst, .. } | InstrKind::MemSet { dst, .. } => self.forget(cells.of_block(*dst)),
            _ => {}
        }
        // Of a struct as a whole the members are not seen.
        if let Some(place) = stored(kind).filter(|&place| cells.of_expr(place).is_none()) {
            self.forget(cells.below(self.program, place).as_deref());
        }
    }

    fn assigned(&mut self, func: FuncId, instr: InstrId, value: Bits) {
        let Some(kind) = self.kind(func, instr) else { return };
        let is_any = matches!(kind, InstrKind::Havoc { .. });
        let leads_to_start = match kind {
            InstrKind::Allocate { .. } => true,
            InstrKind::Assign { rhs, .. } => is_start(self.program, *rhs),
            _ => false,
        };
        if leads_to_start {
            self.starts.add(value);
        }
        if let Some(cell) = stored(kind).and_then(|place| self.intervals.cells.of_expr(place)) {
            let value = self.intervals.cells.get(cell).kind.value(value);
            self.set(cell, (!is_any).then_some(value));
        }
    }

    fn called(&mut self, function: FuncId, arguments: &[Option<Bits>]) {
        for (bits, is_start) in arguments.iter().zip(std::mem::take(&mut self.starts.arguments)) {
            if let Some(bits) = bits.filter(|_| is_start) {
                self.starts.add(bits);
            }
        }
        let called = &self.program.functions[function];
        if called.body.is_none() {
            return;
        }
        let mut values = FxHashMap::default();
        for (param, argument) in called.params.iter().zip(arguments) {
            if let ([cell], Some(bits)) = (self.intervals.cells.of_symbol(param.symbol), argument) {
                let kind = self.intervals.cells.get(*cell).kind;
                let value = Some(kind.value(bits.resize(kind.bits(), false)));
                values.insert(*cell, Seen { value, since: self.wild_stores });
            }
        }
        self.calls.push(Call { function, values });
    }
}

/// The value of an expression over cells in a sample, if it is known.
pub(super) fn value(program: &Program, intervals: &Intervals, sample: &Sample, expr: ExprId) -> Option<Bits> {
    evaluate(program, intervals, sample, expr, DEPTH)
}

/// The value of an expression over cells. `None` if something in it is not known, or it has none.
fn evaluate(program: &Program, intervals: &Intervals, sample: &Sample, expr: ExprId, depth: u32) -> Option<Bits> {
    let scalar = |e: ExprId| Scalar::of(&program.types, program.exprs.ty(e));
    let operand = |e: ExprId| evaluate(program, intervals, sample, e, depth.checked_sub(1)?);
    let ty = scalar(expr)?;
    if let Some(cell) = intervals.cells.of_expr(expr) {
        return sample.values.get(&cell).map(|&value| Bits::from_signed(ty.bits(), value));
    }
    match program.exprs.kind(expr) {
        ExprKind::Const(bits) => Some(bits),
        ExprKind::Zero => Some(Bits::zero(ty.bits())),
        ExprKind::Unary(op, a) => operations::unary(op, scalar(a)?, operand(a)?).ok(),
        ExprKind::Binary(goto::BinOp::PtrAdd | goto::BinOp::PtrDiff | goto::BinOp::SameObject | goto::BinOp::MadeBefore, ..) => None,
        ExprKind::Binary(op, a, b) => operations::binary(op, scalar(a)?, operand(a)?, operand(b)?).ok(),
        ExprKind::Cast(a) => Some(operations::cast(scalar(a)?, ty, operand(a)?)),
        ExprKind::Ite { cond, then, other } => {
            if operand(cond)?.is_true() {
                operand(then)
            } else {
                operand(other)
            }
        }
        _ => None,
    }
}
