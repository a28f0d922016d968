//! Contracts of functions, once the front end has made functions of them: calls come to those, and stores while a function is checked are claimed to stay within its
//! frame. A store is within the frame of a function if it goes to an object that came to life after the check began, or to a target that was named.
//!
//! Knows the names that the front end gives to functions and variables that it writes for contracts; knows no text.

use super::insert::Insertions;
use super::logic::and;
use super::properties::keep;
use goto::cfg::Cfg;
use goto::loops::Loops;
use goto::reach::{HiddenNames, Reach};
use goto::{
    BinOp, Callee, ExprId, ExprKind, FuncId, InstrId, InstrKind, Instruction, Location, MemoryFact, Program, Property, PropertyClass, PropertyId, Storage,
    SymbolId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A function whose contract counts, with the functions that the front end wrote for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contracted {
    pub function: String,
    /// Is called in place of the function.
    pub called: String,
}

/// Where stores may go while a function or loop is checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// What names of properties begin with.
    pub name: String,
    /// The function that begins and ends the check.
    pub checker: String,
    /// The variable that says whether the check goes on.
    pub active: String,
    /// The variable that leads to an object that came to life when it began.
    pub beginning: String,
    /// Variables with pointers and sizes.
    pub targets: Vec<(String, String)>,
    /// Variables with pointers that may be freed.
    pub freed: Vec<String>,
    /// If it is that of a loop.
    pub of_loop: Option<LoopOf>,
}

/// A loop as instrumentation finds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopOf {
    pub function: String,
    /// Variables that it may write as a whole.
    pub named: Vec<String>,
    /// It is guessed what it writes: what it writes beside that is not known.
    pub is_inferred: bool,
}

/// What the front end wrote for contracts.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ContractPlan {
    pub calls: Vec<Contracted>,
    pub frames: Vec<Frame>,
    /// Files and lines where conditions are those of a logic in which every read has a value.
    pub logic: FxHashSet<(String, usize)>,
}

/// Lets calls come to what was written for contracts, and claims that stores stay within frames. Functions that are written for a contract call the function itself, and so
/// does who calls through a pointer. Returns which functions that were written for contracts may run.
///
/// # Errors
/// The name of a frame that the program has no variables for: nothing is known then of what is written.
pub fn contracts(
    program: &mut Program,
    hidden: &HiddenNames,
    plan: &ContractPlan,
    (prefix, in_blocks): (&str, &FxHashSet<SymbolId>),
) -> Result<FxHashSet<String>, String> {
    reads_of_logic(program, &plan.logic);
    let by_name: FxHashMap<String, FuncId> = program.functions.iter().map(|(id, f)| (f.name.clone(), id)).collect();
    let symbols: FxHashMap<String, SymbolId> =
        program.symbols.iter().filter(|(_, s)| s.storage == Storage::Static && s.name.starts_with(prefix)).map(|(id, s)| (s.name.clone(), id)).collect();
    for Contracted { function, called } in &plan.calls {
        if let (Some(&of), Some(&to)) = (by_name.get(function), by_name.get(called)) {
            redirect(program, of, to);
        }
    }
    let reached = Reach::of(program, hidden);
    let mut frames = Vec::new();
    for frame in &plan.frames {
        let begins_in = frame.of_loop.as_ref().map_or(&frame.checker, |of| &of.function);
        if by_name.get(begins_in).is_some_and(|&f| reached.runs(f)) {
            frames.push(Placed::of(program, frame, &symbols).ok_or_else(|| frame.name.clone())?);
        }
    }
    for frame in frames {
        claim_frame(program, &reached, &frame, (prefix, in_blocks));
    }
    keep(program, |property| reached.runs(property.function));
    for (_, property) in program.properties.iter_mut() {
        if let Some((function, rest)) = property.name.strip_prefix(prefix).and_then(|name| name.split_once('.')) {
            let (what, function) = function.split_once('_').unwrap_or(("", function));
            property.name = format!("{function}.{}.{rest}", if what == "replace" { "replaced" } else { "clauses" });
        }
    }
    let runs = |called: &&String| by_name.get(*called).is_some_and(|&f| reached.runs(f));
    Ok(plan.calls.iter().map(|of| &of.called).filter(runs).cloned().collect())
}

/// Where logic reads what is not there, its value is not known; nothing is wrong with the program.
fn reads_of_logic(program: &mut Program, lines: &FxHashSet<(String, usize)>) {
    if lines.is_empty() {
        return;
    }
    let mut gone: FxHashSet<String> = FxHashSet::default();
    for f in program.functions.ids().collect::<Vec<_>>() {
        let Some(mut body) = program.functions[f].body.take() else { continue };
        let mut insertions = Insertions::default();
        for (at, instruction) in body.iter_mut() {
            let InstrKind::Assert { cond, property } = instruction.kind else { continue };
            let loc = instruction.loc;
            let of = &program.properties[property];
            let is_claim = matches!(of.class, PropertyClass::Contract | PropertyClass::Vacuity | PropertyClass::Assertion);
            if !is_claim && lines.contains(&(program.files[loc.file].clone(), loc.line as usize)) {
                gone.insert(of.name.clone());
                instruction.kind = InstrKind::Skip;
                let what = "an annotation that reads what may not be there".to_owned();
                insertions.before_unless(at, cond, Instruction { kind: InstrKind::Unsupported(what), loc });
            }
        }
        insertions.apply(&mut body);
        program.functions[f].body = Some(body);
    }
    keep(program, |property| !gone.contains(&property.name));
}

/// Calls of one function by its name become calls of another one, but for those of the other one itself.
fn redirect(program: &mut Program, of: FuncId, to: FuncId) {
    for f in program.functions.ids().filter(|&f| f != to).collect::<Vec<_>>() {
        let Some(mut body) = program.functions[f].body.take() else { continue };
        for (_, instruction) in body.iter_mut() {
            if let InstrKind::Call { callee: callee @ Callee::Direct(_), .. } = &mut instruction.kind
                && *callee == Callee::Direct(of)
            {
                *callee = Callee::Direct(to);
            }
        }
        program.functions[f].body = Some(body);
    }
}

/// A frame in a program.
struct Placed {
    name: String,
    checker: String,
    active: SymbolId,
    beginning: SymbolId,
    targets: Vec<(SymbolId, SymbolId)>,
    freed: Vec<SymbolId>,
    of_loop: Option<PlacedLoop>,
}

/// A loop in a program.
struct PlacedLoop {
    function: FuncId,
    /// Variables that it may write.
    named: FxHashSet<SymbolId>,
    /// Variables that live for an iteration.
    own: FxHashSet<SymbolId>,
    is_inferred: bool,
}

impl PlacedLoop {
    fn of(program: &Program, of: &LoopOf, active: SymbolId) -> Option<Self> {
        let (function, _) = program.functions.iter().find(|(_, f)| f.name == of.function)?;
        let body = program.functions[function].body.as_ref()?;
        let cfg = Cfg::new(program, body);
        let loops = Loops::new(&cfg);
        let is_active = |i: &Instruction| {
            let InstrKind::Assign { lhs, rhs } = i.kind else { return None };
            (program.exprs.kind(lhs) == ExprKind::Var(active)).then(|| program.exprs.as_const(rhs).is_none_or(|b| !b.is_zero()))
        };
        // Where the iteration begins.
        let start = body.iter().find(|(_, i)| is_active(i) == Some(true)).map(|(at, _)| at)?;
        let inside = loops.innermost(start).map(|id| loops.get(id));
        let is_inside = |at: InstrId| inside.is_none_or(|l| l.contains(at));
        // A way out of the loop by `return` is no part of it, but of the iteration, which ends behind the loop.
        let mut of_iteration: FxHashSet<InstrId> = FxHashSet::default();
        let mut ahead = vec![start];
        while let Some(at) = ahead.pop() {
            if is_active(&body[at]) != Some(false) && of_iteration.insert(at) {
                ahead.extend(cfg.successors(at));
            }
        }
        let declares = |(at, i): (InstrId, &Instruction)| match i.kind {
            InstrKind::Decl(symbol) if is_inside(at) || of_iteration.contains(&at) => Some(symbol),
            _ => None,
        };
        let own = body.iter().filter_map(declares);
        // Several variables may have a name: the one that is meant is given any content at the head.
        let given = body.iter().filter(|(at, _)| is_inside(*at)).filter_map(|(_, i)| match i.kind {
            InstrKind::Input { lhs, .. } | InstrKind::Havoc { lhs, .. } => match root(program, lhs) {
                Root::Variable(symbol) => Some(symbol),
                Root::Pointer => None,
            },
            _ => None,
        });
        let named = given.filter(|&symbol| of.named.contains(&program.symbols[symbol].name)).collect();
        Some(Self { function, named, own: own.collect(), is_inferred: of.is_inferred })
    }
}

impl Placed {
    fn of(program: &Program, frame: &Frame, symbols: &FxHashMap<String, SymbolId>) -> Option<Self> {
        let symbol = |name: &String| symbols.get(name).copied();
        Some(Self {
            name: frame.name.clone(),
            checker: frame.checker.clone(),
            active: symbol(&frame.active)?,
            beginning: symbol(&frame.beginning)?,
            targets: frame.targets.iter().map(|(pointer, size)| Some((symbol(pointer)?, symbol(size)?))).collect::<Option<_>>()?,
            freed: frame.freed.iter().map(symbol).collect::<Option<_>>()?,
            of_loop: match &frame.of_loop {
                Some(of) => Some(PlacedLoop::of(program, of, symbol(&frame.active)?)?),
                None => None,
            },
        })
    }
}

fn claim_frame(program: &mut Program, reached: &Reach, frame: &Placed, (prefix, in_blocks): (&str, &FxHashSet<SymbolId>)) {
    let mut claims =
        FrameClaims { frame, prefix, in_blocks, constants: program.constants.iter().copied().collect(), number: 0, properties: FxHashMap::default() };
    for f in program.functions.ids().collect::<Vec<_>>() {
        // What begins and ends the check is outside of it.
        if f == program.start || !reached.runs(f) || program.functions[f].name == frame.checker {
            continue;
        }
        let Some(mut body) = program.functions[f].body.take() else { continue };
        let mut insertions = Insertions::default();
        for (at, instruction) in body.iter() {
            claims.instruction(program, f, at, instruction, &mut insertions);
        }
        insertions.apply(&mut body);
        program.functions[f].body = Some(body);
    }
}

/// The claims of one frame in the making.
struct FrameClaims<'a> {
    frame: &'a Placed,
    prefix: &'a str,
    in_blocks: &'a FxHashSet<SymbolId>,
    constants: FxHashSet<SymbolId>,
    number: u32,
    /// One for each place of the source.
    properties: FxHashMap<Location, PropertyId>,
}

impl FrameClaims<'_> {
    fn instruction(&mut self, program: &mut Program, f: FuncId, at: InstrId, instruction: &Instruction, insertions: &mut Insertions) {
        let loc = instruction.loc;
        if let (InstrKind::Return(_), Some(of_loop)) = (&instruction.kind, &self.frame.of_loop)
            && of_loop.function == f
        {
            let lhs = variable(program, self.frame.active);
            let ty = program.exprs.ty(lhs);
            let rhs = program.build().constant(ty, 0);
            insertions.before(at, Instruction { kind: InstrKind::Assign { lhs, rhs }, loc });
        }
        let Some(cond) = self.holds(program, f, instruction) else { return };
        if self.frame.of_loop.as_ref().is_some_and(|of| of.is_inferred) {
            let what = format!("a store outside of what {} seems to write: say what it writes", self.frame.name);
            insertions.before_unless(at, cond, Instruction { kind: InstrKind::Unsupported(what), loc });
            return;
        }
        let property = *self.properties.entry(loc).or_insert_with(|| {
            self.number += 1;
            let name = format!("{}.assigns.{}", self.frame.name, self.number);
            let text = "what is written here is among what may be".to_owned();
            program.properties.push(Property { name, class: PropertyClass::Contract, function: f, loc, text })
        });
        insertions.before(at, Instruction { kind: InstrKind::Assert { cond, property }, loc });
    }

    /// The condition under which the instruction writes what the frame has; `None` if it always does.
    fn holds(&self, program: &mut Program, f: FuncId, instruction: &Instruction) -> Option<ExprId> {
        let place = match &instruction.kind {
            InstrKind::Assign { lhs, .. } | InstrKind::Input { lhs, .. } | InstrKind::Havoc { lhs, .. } => *lhs,
            InstrKind::Call { result, .. } => (*result)?,
            InstrKind::Allocate { result, .. } | InstrKind::Find { result, .. } | InstrKind::Compare { result, .. } => *result,
            InstrKind::MemCopy { dst, size, .. } | InstrKind::MemSet { dst, size, .. } => {
                let holds = self.within(program, *dst, *size);
                let ty = program.exprs.ty(*size);
                let zero = program.build().constant(ty, 0);
                let is_nothing = program.build().binary(BinOp::Eq, *size, zero);
                return Some(program.build().binary(BinOp::Or, is_nothing, holds));
            }
            // What a loop frees it would have freed before, too.
            InstrKind::Free(pointer) => return Some(self.may_free(program, *pointer)),
            _ => return None,
        };
        if let Root::Variable(symbol) = root(program, place) {
            let s = &program.symbols[symbol];
            if s.name.starts_with(self.prefix) || program.files[s.loc.file].starts_with('<') || self.constants.contains(&symbol) {
                return None;
            }
            let of_loop = self.frame.of_loop.as_ref();
            if of_loop.is_some_and(|of| of.named.contains(&symbol)) {
                return None;
            }
            match s.storage {
                // What a function keeps for itself between calls nobody names. From iteration to iteration it counts.
                Storage::Static if of_loop.is_none() && self.in_blocks.contains(&symbol) => return None,
                Storage::Static => {}
                Storage::Local(g) | Storage::Parameter(g) => {
                    of_loop.filter(|of| of.function == f && g == f && !of.own.contains(&symbol))?;
                    if self.frame.targets.is_empty() {
                        let active = variable(program, self.frame.active);
                        let active = program.build().condition(active);
                        return Some(program.build().not(active));
                    }
                }
                Storage::Temporary(_) => return None,
            }
        }
        let (address, size_of) = bytes_of(program, place);
        let size_type = program.types.size();
        let size = program.build().constant(size_type, i128::from(size_of));
        Some(self.within(program, address, size))
    }

    /// The check does not go on, or the pointer is null, leads to a new object, or is one that may be freed.
    fn may_free(&self, program: &mut Program, pointer: ExprId) -> ExprId {
        let void = program.types.void();
        let ty = program.types.pointer(void);
        let size_type = program.types.size();
        let nothing = program.build().constant(size_type, 0);
        let pointer = program.build().cast(pointer, ty);
        let null = program.build().cast(nothing, ty);
        let is_null = program.build().binary(BinOp::Eq, pointer, null);
        let mut holds = within_new(program, self.frame, pointer);
        holds = program.build().binary(BinOp::Or, holds, is_null);
        for &symbol in &self.frame.freed {
            let freed = variable(program, symbol);
            let freed = program.build().cast(freed, ty);
            let same = program.build().binary(BinOp::SameObject, pointer, freed);
            holds = program.build().binary(BinOp::Or, holds, same);
        }
        holds
    }

    fn within(&self, program: &mut Program, address: ExprId, size: ExprId) -> ExprId {
        within(program, self.frame, address, size)
    }
}

fn variable(program: &mut Program, symbol: SymbolId) -> ExprId {
    let ty = program.symbols[symbol].ty;
    program.build().var(symbol, ty)
}

/// The address of the bytes that a place has, and how many there are. A bit-field has no address of its own: its bytes are some of its record's.
fn bytes_of(program: &mut Program, place: ExprId) -> (ExprId, u64) {
    if let ExprKind::Field { base, field } = program.exprs.kind(place)
        && let Some(part) = program.types.record_body(program.exprs.ty(base)).and_then(|body| body.fields.get(field as usize))
        && let Some(bits) = part.bits
    {
        let (first, end) = (part.offset + u64::from(bits.start / 8), part.offset + u64::from((bits.start + bits.width).div_ceil(8)));
        let byte = program.types.int(8, false);
        let pointer = program.types.pointer(byte);
        let mut build = program.build();
        let (record, ptrdiff) = (build.address_of(base), build.types.ptrdiff());
        let record = build.cast(record, pointer);
        let distance = build.constant(ptrdiff, i128::from(first));
        return (build.binary(BinOp::PtrAdd, record, distance), end - first);
    }
    let size = program.types.size_of(program.exprs.ty(place)).unwrap_or(0);
    (program.build().address_of(place), size)
}

enum Root {
    Variable(SymbolId),
    Pointer,
}

fn root(program: &Program, place: ExprId) -> Root {
    match program.exprs.kind(place) {
        ExprKind::Var(symbol) => Root::Variable(symbol),
        ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => root(program, base),
        _ => Root::Pointer,
    }
}

/// The check does not go on, or the object is new, or the bytes are those of a target.
fn within(program: &mut Program, frame: &Placed, address: ExprId, size: ExprId) -> ExprId {
    let void = program.types.void();
    let pointer = program.types.pointer(void);
    let address = program.build().cast(address, pointer);
    let mut holds = within_new(program, frame, address);
    for &(target, extent) in &frame.targets {
        let (target, extent) = (variable(program, target), variable(program, extent));
        let inside = inside(program, (address, size), (target, extent));
        holds = program.build().binary(BinOp::Or, holds, inside);
    }
    for symbol in frame.of_loop.iter().flat_map(|of| &of.named).copied().collect::<Vec<_>>() {
        // Pointers to variables of the function are targets.
        if program.symbols[symbol].storage == Storage::Static {
            let place = variable(program, symbol);
            let mut build = program.build();
            let to = build.address_of(place);
            let to = build.cast(to, pointer);
            let same = build.binary(BinOp::SameObject, address, to);
            holds = build.binary(BinOp::Or, holds, same);
        }
    }
    holds
}

/// The check does not go on, or the object that a pointer to void leads to is new.
fn within_new(program: &mut Program, frame: &Placed, address: ExprId) -> ExprId {
    let pointer = program.exprs.ty(address);
    let active = variable(program, frame.active);
    let active = program.build().condition(active);
    let beginning = variable(program, frame.beginning);
    let mut build = program.build();
    let beginning = build.cast(beginning, pointer);
    let holds = build.not(active);
    let is_old = build.binary(BinOp::MadeBefore, address, beginning);
    let is_new = build.not(is_old);
    build.binary(BinOp::Or, holds, is_new)
}

/// Are the bytes of the first range among those of the second one?
fn inside(program: &mut Program, (address, size): (ExprId, ExprId), (target, extent): (ExprId, ExprId)) -> ExprId {
    let pointer = program.exprs.ty(address);
    let mut build = program.build();
    let target = build.cast(target, pointer);
    let same = build.binary(BinOp::SameObject, address, target);
    let (at, start) = (build.memory(MemoryFact::Offset, address), build.memory(MemoryFact::Offset, target));
    let begins = build.binary(BinOp::Le, start, at);
    // No overflow: offsets and sizes of objects are small.
    let end = build.binary(BinOp::Add, at, size);
    let last = build.binary(BinOp::Add, start, extent);
    let ends = build.binary(BinOp::Le, end, last);
    let both = and(program, begins, ends);
    and(program, same, both)
}
