//! Finds the control states of a loop: executions from the start of the program to the head, and from each state that it is met in.

use super::classes::input_classes;
use super::evaluate::{Evaluator, Store};
use super::execute::{Executor, Frame, Path, Refusal};
use super::head::bring_to_entry;
use super::needs::MOST_COORDINATES;
use super::slots::{SlotId, Slots};
use super::states::{Cube, Met, States};
use super::value::{Content, Value};
use super::widen::{Boundaries, Precision};
use super::{ControlGraph, ControlState, Known, KnownPointer, KnownValue, iterations, written_variables};
use goto::{FuncId, GoalId, Id, IdSet, IdVec, InstrId, Program, PropertyId, Storage};

/// The search for the control states of a loop. It may be interrupted, and goes on where it was.
pub struct Exploration {
    program: Program,
    slots: Slots,
    head: (FuncId, InstrId),
    /// What it costs to depend on each coordinate.
    costs: Vec<u32>,
    states: States,
    met_goals: IdSet<GoalId>,
    met_violations: IdSet<PropertyId>,
}

impl Exploration {
    /// Executes the way to the loop. `stop` is asked now and then.
    pub fn begin(mut program: Program, precision: Precision, stop: &dyn Fn() -> bool) -> Result<Self, Refusal> {
        let head = bring_to_entry(&mut program).ok_or(Refusal::NoLoop)?;
        if !iterations::is_possible(&program, head) {
            return Err(Refusal::NotFollowed);
        }
        let slots = Slots::of(&program).ok_or(Refusal::TooMuch)?;
        let boundaries = Boundaries::of(&program, &slots, precision);
        let coordinates: Vec<SlotId> = written_variables(&program, head.0).into_iter().filter_map(|symbol| slots.of_symbol(symbol)).flatten().collect();
        if coordinates.len() > MOST_COORDINATES {
            return Err(Refusal::TooMuch);
        }
        let costs: Vec<u32> = coordinates.iter().map(|&slot| boundaries.cost(slot)).collect();
        let mut executor = executor((&program, &slots, &costs), head, stop);
        let mut values = IdVec::new();
        (0..slots.count()).for_each(|i| _ = values.push(initial(&program, &slots, SlotId::new(i))));
        let begin = Path { store: Store::new(values), frames: vec![Frame { function: program.start, at: InstrId::new(0), result: None }] };
        let ends = executor.run(begin)?;
        let Some(first) = ends.arrivals.first().cloned() else { return Err(Refusal::NoLoop) };
        if ends.arrivals.iter().any(|path| path.frames != first.frames) {
            return Err(Refusal::NotFollowed);
        }
        let Executor { met_goals, met_violations, .. } = executor;
        let mut states = States::new(coordinates, boundaries, first);
        for path in ends.arrivals {
            states.arrive_first(&path.store);
        }
        Ok(Self { program, slots, head, costs, states, met_goals, met_violations })
    }

    /// Looks for states until there are no more. After [`Refusal::Stopped`] it goes on when it is called again.
    pub fn go_on(&mut self, stop: &dyn Fn() -> bool) -> Result<(), Refusal> {
        let mut executor = executor((&self.program, &self.slots, &self.costs), self.head, stop);
        std::mem::swap(&mut executor.met_goals, &mut self.met_goals);
        std::mem::swap(&mut executor.met_violations, &mut self.met_violations);
        let result = self.states.explore(&mut executor);
        let Executor { met_goals, met_violations, .. } = executor;
        (self.met_goals, self.met_violations) = (met_goals, met_violations);
        result
    }

    /// The program, and its states when there are no more.
    pub fn into_graph(self) -> (Program, ControlGraph) {
        let Self { program, slots, head, states, met_goals, met_violations, .. } = self;
        let known = |&(coordinate, ref content): &(usize, Content)| {
            let slot = slots.get(states.coordinate(coordinate));
            Some(Known { symbol: slot.symbol, offset: slot.offset, value: known_value(&slots, content)? })
        };
        let points_to = |(slot, contents): (SlotId, &[Content])| {
            let slot = slots.get(slot);
            let values = contents.iter().map(|content| known_value(&slots, content)).collect::<Option<Vec<_>>>()?;
            matches!(program.types.get(slot.ty), goto::Type::Pointer(_)).then_some(KnownPointer { symbol: slot.symbol, offset: slot.offset, values })
        };
        let pointers = states.contents().filter_map(points_to).collect();
        let Met { states: met, first } = states.met();
        let cube = |cube: Cube| cube.iter().filter_map(known).collect();
        let met = met.into_iter().map(|(decisive, kept, next)| ControlState { decisive: cube(decisive), kept: cube(kept), next }).collect();
        let input = input_classes(&program, &slots, states.boundaries(), head);
        let graph = ControlGraph { function: head.0, head: head.1, states: met, first, pointers, input, met_goals, met_violations };
        (program, graph)
    }
}

fn executor<'a>((program, slots, costs): (&'a Program, &'a Slots, &'a [u32]), head: (FuncId, InstrId), stop: &'a dyn Fn() -> bool) -> Executor<'a> {
    Executor { evaluator: Evaluator { program, slots, costs }, head, stop, met_goals: IdSet::new(), met_violations: IdSet::new(), steps: 0 }
}

/// `None` where nothing is known.
fn known_value(slots: &Slots, content: &Content) -> Option<KnownValue> {
    match *content {
        Content::Any => None,
        Content::Beyond(other, distance) => {
            let other = slots.get(other);
            Some(KnownValue::Beyond(other.symbol, other.offset, distance))
        }
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
