//! Contracts of functions, once the front end has made functions of them: calls come to those, and stores while a function is checked are claimed to stay within its
//! frame. A store is within the frame of a function if it goes to an object that came to life after the check began, or to a target that was named.
//!
//! Knows the names that the front end gives to functions and variables that it writes for contracts; knows no text.

use super::insert::Insertions;
use super::logic::and;
use super::properties::keep;
use goto::reach::{HiddenNames, Reach};
use goto::{
    BinOp, Callee, ExprId, ExprKind, FuncId, InstrKind, Instruction, Location, MemoryFact, Program, Property, PropertyClass, PropertyId, Storage,
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
}

/// What the front end wrote for contracts.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ContractPlan {
    pub calls: Vec<Contracted>,
    pub frames: Vec<Frame>,
}

/// Lets calls come to what was written for contracts, and claims that stores stay within frames. Functions that are written for a contract call the function itself.
pub fn contracts(program: &mut Program, hidden: &HiddenNames, plan: &ContractPlan, prefix: &str) {
    let by_name: FxHashMap<String, FuncId> = program.functions.iter().map(|(id, f)| (f.name.clone(), id)).collect();
    let symbols: FxHashMap<String, SymbolId> =
        program.symbols.iter().filter(|(_, s)| s.storage == Storage::Static && s.name.starts_with(prefix)).map(|(id, s)| (s.name.clone(), id)).collect();
    for Contracted { function, called } in &plan.calls {
        if let (Some(&of), Some(&to)) = (by_name.get(function), by_name.get(called)) {
            redirect(program, of, to);
        }
    }
    let frames: Vec<_> = plan.frames.iter().filter_map(|frame| Placed::of(frame, &symbols)).collect();
    let reached = Reach::of(program, hidden);
    for frame in frames {
        claim_frame(program, &reached, &frame, prefix);
    }
    keep(program, |property| reached.runs(property.function));
    for (_, property) in program.properties.iter_mut() {
        if let Some((function, rest)) = property.name.strip_prefix(prefix).and_then(|name| name.split_once('.')) {
            let (what, function) = function.split_once('_').unwrap_or(("", function));
            property.name = format!("{function}.{}.{rest}", if what == "replace" { "replaced" } else { "clauses" });
        }
    }
}

/// Calls of one function become calls of another one, but for those of the other one itself. So do its addresses.
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
}

impl Placed {
    fn of(frame: &Frame, symbols: &FxHashMap<String, SymbolId>) -> Option<Self> {
        let symbol = |name: &String| symbols.get(name).copied();
        Some(Self {
            name: frame.name.clone(),
            checker: frame.checker.clone(),
            active: symbol(&frame.active)?,
            beginning: symbol(&frame.beginning)?,
            targets: frame.targets.iter().map(|(pointer, size)| Some((symbol(pointer)?, symbol(size)?))).collect::<Option<_>>()?,
        })
    }
}

fn claim_frame(program: &mut Program, reached: &Reach, frame: &Placed, prefix: &str) {
    let constants: FxHashSet<SymbolId> = program.constants.iter().copied().collect();
    let mut number = 0;
    let mut properties: FxHashMap<Location, PropertyId> = FxHashMap::default();
    for f in program.functions.ids().collect::<Vec<_>>() {
        // What begins and ends the check is outside of it.
        if f == program.start || !reached.runs(f) || program.functions[f].name == frame.checker {
            continue;
        }
        let Some(mut body) = program.functions[f].body.take() else { continue };
        let mut insertions = Insertions::default();
        for (at, instruction) in body.iter() {
            // What the tool makes up before the program begins.
            if instruction.loc.line == 0 {
                continue;
            }
            let stores = stores(program, instruction, &constants, prefix);
            for Store { address, size } in stores {
                let loc = instruction.loc;
                let property = *properties.entry(loc).or_insert_with(|| {
                    number += 1;
                    let name = format!("{}.assigns.{number}", frame.name);
                    let text = "what is written here is among what may be".to_owned();
                    program.properties.push(Property { name, class: PropertyClass::Contract, function: f, loc, text })
                });
                let cond = within(program, frame, address, size);
                insertions.before(at, Instruction { kind: InstrKind::Assert { cond, property }, loc });
            }
        }
        insertions.apply(&mut body);
        program.functions[f].body = Some(body);
    }
}

/// Bytes that an instruction writes.
struct Store {
    address: ExprId,
    size: ExprId,
}

fn stores(program: &mut Program, instruction: &Instruction, constants: &FxHashSet<SymbolId>, prefix: &str) -> Vec<Store> {
    let place = match &instruction.kind {
        InstrKind::Assign { lhs, .. } | InstrKind::Input { lhs, .. } | InstrKind::Havoc { lhs, .. } => Some(*lhs),
        InstrKind::Call { result, .. } => *result,
        InstrKind::Allocate { result, .. } | InstrKind::Find { result, .. } | InstrKind::Compare { result, .. } => Some(*result),
        InstrKind::MemCopy { dst, size, .. } | InstrKind::MemSet { dst, size, .. } => return vec![Store { address: *dst, size: *size }],
        _ => None,
    };
    let Some(place) = place else { return Vec::new() };
    let is_checked = match root(program, place) {
        Root::Variable(symbol) => {
            let s = &program.symbols[symbol];
            let is_model = program.files[s.loc.file].starts_with('<');
            s.storage == Storage::Static && !is_model && !s.name.starts_with(prefix) && !constants.contains(&symbol)
        }
        Root::Pointer => true,
    };
    if !is_checked {
        return Vec::new();
    }
    let size_of = program.types.size_of(program.exprs.ty(place)).unwrap_or(0);
    let mut build = program.build();
    let size_type = build.types.size();
    let size = build.constant(size_type, i128::from(size_of));
    let address = build.address_of(place);
    vec![Store { address, size }]
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
    let variable = |program: &mut Program, symbol: SymbolId| {
        let ty = program.symbols[symbol].ty;
        program.build().var(symbol, ty)
    };
    let active = variable(program, frame.active);
    let active = program.build().condition(active);
    let beginning = variable(program, frame.beginning);
    let mut build = program.build();
    let beginning = build.cast(beginning, pointer);
    let mut holds = build.not(active);
    let is_old = build.binary(BinOp::MadeBefore, address, beginning);
    let is_new = build.not(is_old);
    holds = build.binary(BinOp::Or, holds, is_new);
    for &(target, extent) in &frame.targets {
        let (target, extent) = (variable(program, target), variable(program, extent));
        let inside = inside(program, (address, size), (target, extent));
        holds = program.build().binary(BinOp::Or, holds, inside);
    }
    holds
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
