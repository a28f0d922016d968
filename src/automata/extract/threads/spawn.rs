//! Kinds of processes: one for each function that threads begin with and each shape of its argument. What of the argument is only known in a run is a parameter.

use super::graph::Step;
use super::memory::{ContextId, Memory, Object, Place, ProcessId};
use super::operand::Operand;
use super::process::Translator;
use super::value::Range;
use goto::{ExprId, FuncId, Id, Program};

/// What of an argument is the same for all processes of a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Shape {
    Number,
    Function(FuncId),
    /// With how many bytes each of its terms counts.
    Address(Object, i64, Vec<u64>),
}

/// A kind of processes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Kind {
    pub function: FuncId,
    shapes: Vec<Shape>,
}

impl Kind {
    /// The one that the program begins with.
    pub(super) fn first(program: &Program) -> Self {
        Self { function: program.start, shapes: Vec::new() }
    }

    /// The function of the program by which the kind is called.
    pub(super) fn named_by(&self) -> Option<FuncId> {
        self.shapes.iter().find_map(|shape| if let Shape::Function(function) = shape { Some(*function) } else { None })
    }

    /// How many parameters the first arguments have.
    fn parameters_of(shapes: &[Shape]) -> u32 {
        let of = |shape: &Shape| match shape {
            Shape::Number => 1,
            Shape::Function(_) => 0,
            Shape::Address(_, _, strides) => strides.len(),
        };
        shapes.iter().map(of).sum::<usize>() as u32
    }

    /// The parameter with the number of the thread, the last argument; the first thread has none.
    pub(super) fn number(&self) -> Option<u32> {
        let (_, others) = self.shapes.split_last()?;
        Some(Self::parameters_of(others))
    }

    /// What the function gets in a process of the kind.
    pub(super) fn operands(&self, memory: &mut Memory, process: ProcessId) -> Vec<Result<Operand, String>> {
        let mut operands = Vec::new();
        for (i, shape) in self.shapes.iter().enumerate() {
            let mut next = Self::parameters_of(&self.shapes[..i]);
            let name = if i + 1 == self.shapes.len() { "own" } else { "argument" };
            operands.push(Ok(match shape {
                Shape::Number => {
                    let parameter = memory.parameter(name, process, next);
                    Operand::Number(memory.read(parameter))
                }
                Shape::Function(function) => Operand::Function(*function),
                Shape::Address(object, offset, strides) => {
                    let mut terms = Vec::new();
                    for stride in strides {
                        let parameter = memory.parameter("at", process, next);
                        terms.push((memory.read(parameter), *stride));
                        next += 1;
                    }
                    Operand::Address(Place { object: *object, offset: *offset, terms })
                }
            }));
        }
        operands
    }
}

impl Translator<'_> {
    /// A thread begins: a body of the models, the function, its argument and the thread's number.
    pub(super) fn spawn(&mut self, context: ContextId, args: &[ExprId]) -> Result<Vec<Step>, String> {
        let [body, args @ ..] = args else { return Err("a thread that begins with nothing".to_owned()) };
        let Operand::Function(function) = self.operand(context, *body)? else { return Err("a thread that begins with one of several functions".to_owned()) };
        let (mut shapes, mut given) = (Vec::new(), Vec::new());
        for &arg in args {
            match self.operand(context, arg)? {
                Operand::Number(value) => {
                    shapes.push(Shape::Number);
                    given.push(value);
                }
                Operand::Function(function) => shapes.push(Shape::Function(function)),
                Operand::Address(place) => {
                    if !self.shared_with_others(place.object) {
                        return Err("a variable of a thread that is given to another one".to_owned());
                    }
                    shapes.push(Shape::Address(place.object, place.offset, place.terms.iter().map(|(_, stride)| *stride).collect()));
                    given.extend(place.terms.into_iter().map(|(term, _)| term));
                }
            }
        }
        let kind = Kind { function, shapes };
        if kind.named_by().is_none() {
            return Err("a thread that begins with one of several functions".to_owned());
        }
        let process = self.kinds.iter().position(|other| *other == kind).unwrap_or_else(|| {
            self.kinds.push(kind.clone());
            self.memory.has_changed = true;
            self.kinds.len() - 1
        });
        let process = ProcessId::new(process);
        let number = kind.number();
        let mut values = Vec::new();
        for (i, value) in given.into_iter().enumerate() {
            let is_number = number == Some(i as u32);
            let parameter = self.memory.parameter(if is_number { "own" } else { "argument" }, process, i as u32);
            // Models refuse to begin more threads than they have room for.
            let range = if is_number { Range { lo: 1, hi: self.most_threads - 1 } } else { value.range };
            self.memory.store(parameter.var, range);
            values.push(value.value);
        }
        Ok(vec![Step::Spawn(process, values)])
    }
}
