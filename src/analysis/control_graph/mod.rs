//! The control states of a loop, with everything of its variables that matters and nothing else: executions on abstract values from the start and from each state that
//! the head of the loop is met in. What a state needs, of all that is known of it, is what decisions of its iteration depend on, and what its successors
//! need; a state that agrees with another one on what that one needs is not looked at again. A state machine with many variables, most of which hold old
//! values, so has as many states as it can be told to be in.
//!
//! Lazy abstraction with coverings that are undone when more is needed (McMillan, "Lazy Abstraction with Interpolants", CAV 2006), where interpolants are
//! values of variables (Beyer, Loewe, "Explicit-State Software Model Checking Based on CEGAR and Interpolation", FASE 2013) and ranges of those that are compared.
//!
//! What comes out is a proposal. It follows neither memory that is allocated nor recursion, and says so.
//!
//! | module | what |
//! |---|---|
//! | `slots` | the scalars of variables |
//! | `needs`, `value` | values and what they depend on |
//! | `evaluate`, `execute` | executions |
//! | `widen` | which values of a variable the program tells apart |
//! | `classes` | values of inputs that an iteration treats alike |
//! | `states` | the states, and what covers what |
//! | [`iterations`] | programs that execute single iterations, to show that these are all states |

mod classes;
mod evaluate;
mod execute;
pub mod iterations;
mod needs;
mod slots;
mod states;
mod value;
mod widen;

pub use classes::InputClasses;
pub use execute::Refusal;
pub use widen::Precision;

use evaluate::{Evaluator, Store};
use execute::{Executor, Frame, Path};
use goto::cfg::Cfg;
use goto::loops::Loops;
use goto::visit::Role;
use goto::{Callee, ExprKind, FuncId, GoalId, Id, IdSet, IdVec, InstrId, InstrKind, Program, PropertyId, Storage, SymbolId};
use needs::MOST_COORDINATES;
use rustc_hash::FxHashSet;
use slots::{SlotId, Slots};
use states::{Cube, Met, States};
use value::{Content, Value};
use widen::Boundaries;

/// The states of one head.
#[derive(Clone, Debug)]
pub struct ControlGraph {
    pub function: FuncId,
    /// The target of backward jumps.
    pub head: InstrId,
    pub states: Vec<ControlState>,
    /// The states in which the head is met first.
    pub first: Vec<usize>,
    /// Where the pointers among the variables lead, in all states: addresses, or zero.
    pub pointers: Vec<PointsTo>,
    /// Which inputs an iteration treats alike, if it reads one once.
    pub input: Option<InputClasses>,
    /// The goals that executions may reach, and the properties that they may violate, as far as these states tell.
    pub met_goals: IdSet<GoalId>,
    pub met_violations: IdSet<PropertyId>,
}

/// The values of a pointer that is so many bytes into a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointsTo {
    pub symbol: SymbolId,
    pub offset: u64,
    pub values: Vec<KnownValue>,
}

/// A set of states at the head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ControlState {
    /// All of this holds, on which decisions of an iteration depend.
    pub decisive: Vec<Known>,
    /// And this, which later iterations need.
    pub kept: Vec<Known>,
    /// Where an iteration leads.
    pub next: Vec<usize>,
}

/// What is known of a scalar: a part so many bytes into a variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Known {
    pub symbol: SymbolId,
    pub offset: u64,
    pub value: KnownValue,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum KnownValue {
    /// From a least to a greatest one.
    Between(i128, i128),
    /// The address so many bytes into a variable.
    Address(SymbolId, u64),
}

/// The control states of the largest loop of the entry function. `stop` is asked now and then.
pub fn control_graph(program: &Program, precision: Precision, stop: &dyn Fn() -> bool) -> Result<ControlGraph, Refusal> {
    let head = largest_loop(program).ok_or(Refusal::NoLoop)?;
    if !iterations::is_possible(program, head) {
        return Err(Refusal::NotFollowed);
    }
    let slots = Slots::of(program).ok_or(Refusal::TooMuch)?;
    let boundaries = Boundaries::of(program, &slots, precision);
    let coordinates = coordinates(program, &slots, head.0);
    if coordinates.len() > MOST_COORDINATES {
        return Err(Refusal::TooMuch);
    }
    let costs: Vec<u32> = coordinates.iter().map(|&slot| boundaries.cost(slot)).collect();
    let evaluator = Evaluator { program, slots: &slots, costs: &costs };
    let mut executor = Executor { evaluator, head, stop, met_goals: IdSet::new(), met_violations: IdSet::new(), steps: 0 };
    let mut values = IdVec::new();
    (0..slots.count()).for_each(|i| _ = values.push(initial(program, &slots, SlotId::new(i))));
    let begin = Path { store: Store::new(values), frames: vec![Frame { function: program.start, at: InstrId::new(0), result: None }] };
    let ends = executor.run(begin)?;
    let Some(first) = ends.arrivals.first().cloned() else { return Err(Refusal::NoLoop) };
    if ends.arrivals.iter().any(|path| path.frames != first.frames) {
        return Err(Refusal::NotFollowed);
    }
    let mut states = States::new(&coordinates, &boundaries, first);
    for path in ends.arrivals {
        states.arrive_first(&path.store);
    }
    states.explore(&mut executor)?;
    let known = |&(coordinate, ref content): &(usize, Content)| {
        let slot = slots.get(coordinates[coordinate]);
        Some(Known { symbol: slot.symbol, offset: slot.offset, value: known_value(content)? })
    };
    let points_to = |(coordinate, &slot): (usize, &SlotId)| {
        let slot = slots.get(slot);
        let values = states.contents(coordinate).iter().map(known_value).collect::<Option<Vec<_>>>()?;
        matches!(program.types.get(slot.ty), goto::Type::Pointer(_)).then_some(PointsTo { symbol: slot.symbol, offset: slot.offset, values })
    };
    let pointers = coordinates.iter().enumerate().filter_map(points_to).collect();
    let Met { states, first } = states.met();
    let cube = |cube: Cube| cube.iter().filter_map(known).collect();
    let states = states.into_iter().map(|(decisive, kept, next)| ControlState { decisive: cube(decisive), kept: cube(kept), next }).collect();
    let Executor { met_goals, met_violations, .. } = executor;
    let input = classes::input_classes(program, &slots, &boundaries, head);
    Ok(ControlGraph { function: head.0, head: head.1, states, first, pointers, input, met_goals, met_violations })
}

/// `None` where nothing is known.
fn known_value(content: &Content) -> Option<KnownValue> {
    match *content {
        Content::Any => None,
        Content::Number(ref number) => Some(KnownValue::Between(number.low(), number.high())),
        Content::Address(symbol, offset) => Some(KnownValue::Address(symbol, offset)),
    }
}

/// Static variables begin as zero.
fn initial(program: &Program, slots: &Slots, slot: SlotId) -> Value {
    let part = slots.get(slot);
    let is_number = !matches!(program.types.get(part.ty), goto::Type::Float(_));
    if program.symbols[part.symbol].storage == Storage::Static && is_number { Value::constant(0) } else { Value::any() }
}

/// The head of the outermost loop of the entry function that has the most instructions.
fn largest_loop(program: &Program) -> Option<(FuncId, InstrId)> {
    let start = program.functions[program.start].body.as_ref()?;
    let called = |kind: &InstrKind| match kind {
        InstrKind::Call { callee: Callee::Direct(function), .. } if !program.functions[*function].model => Some(*function),
        _ => None,
    };
    let entry = start.values().filter_map(|instruction| called(&instruction.kind)).next_back()?;
    let body = program.functions[entry].body.as_ref()?;
    let loops = Loops::new(&Cfg::new(program, body));
    let largest = loops.iter().max_by_key(|(_, found)| body.ids().filter(|&at| found.contains(at)).count())?.1;
    Some((entry, largest.head))
}

/// The slots in which states at the head may differ.
fn coordinates(program: &Program, slots: &Slots, entry: FuncId) -> Vec<SlotId> {
    written_variables(program, entry).into_iter().filter_map(|symbol| slots.of_symbol(symbol)).flatten().collect()
}

/// The variables in which states at the head of a loop of this function may differ, as long as nothing is allocated: the static ones and its own, if something but the start
/// writes there.
pub fn written_variables(program: &Program, entry: FuncId) -> Vec<SymbolId> {
    let (mut written, mut in_memory) = (FxHashSet::default(), false);
    for (_, function) in program.functions.iter().filter(|(id, _)| *id != program.start) {
        for instruction in function.body.iter().flat_map(|body| body.values()) {
            in_memory |= match &instruction.kind {
                InstrKind::MemCopy { .. } | InstrKind::MemSet { .. } => true,
                // What has no body may write where its arguments lead.
                InstrKind::Call { callee: Callee::Direct(callee), .. } => program.functions[*callee].body.is_none(),
                InstrKind::Call { .. } => true,
                _ => false,
            };
            instruction.kind.expressions(|e, role| {
                if role == Role::Write {
                    match program.exprs.kind(program.exprs.root(e)) {
                        ExprKind::Var(symbol) => _ = written.insert(symbol),
                        _ => in_memory = true,
                    }
                }
            });
        }
    }
    if in_memory {
        for expr in (0..program.exprs.len()).map(Id::new) {
            if let ExprKind::AddressOf(place) = program.exprs.kind(expr)
                && let ExprKind::Var(symbol) = program.exprs.kind(program.exprs.root(place))
            {
                written.insert(symbol);
            }
        }
    }
    let lives = |symbol: SymbolId| match program.symbols[symbol].storage {
        Storage::Static => true,
        Storage::Local(function) | Storage::Parameter(function) | Storage::Temporary(function) => function == entry,
    };
    let mut written: Vec<SymbolId> = written.into_iter().filter(|&symbol| lives(symbol)).collect();
    written.sort_unstable();
    written
}

#[cfg(test)]
mod tests;
