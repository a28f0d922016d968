//! Where the operations of expressions stand in the source. Expressions are interned and carry no place, and some of them are made up by the front end;
//! this table, made by lowering beside the program, tells which operations the source contains, where, and what C says of them. It holds for the program
//! as lowered: a pass that moves instructions makes it worthless, so what needs it runs first.

use crate::expr::ExprId;
use crate::program::{Callee, FuncId, InstrId, Location, PropertyClass, SymbolId};
use rustc_hash::FxHashMap;

/// One operation of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operation {
    /// The expression that computes it; for accesses to memory, the place.
    pub expr: ExprId,
    /// Of the operator.
    pub loc: Location,
    /// The next instruction after the operation was lowered: it or a later one evaluates the expression.
    pub before: InstrId,
    pub kind: OperationKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperationKind {
    /// An operator or a place as the source has it.
    Written,
    /// A conversion that the source does not write out.
    ImplicitConversion,
    /// As `Written`, but nothing needs the value: no instruction evaluates it. It takes place before `before`.
    Dropped,
    /// As `Dropped`, but the program does something with the value of which nothing is left.
    Used,
}

/// What the source requires at a place though no expression tells: the front end alone knows it.
#[derive(Clone, Copy, Debug)]
pub struct Requirement {
    pub class: PropertyClass,
    /// What is wrong where it is not met.
    pub text: &'static str,
    pub loc: Location,
    /// The instruction that it is about.
    pub before: InstrId,
    pub kind: RequirementKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RequirementKind {
    /// The `Bool` holds before the instruction.
    Holds(ExprId),
    /// Executions in which the `Bool` does not hold before the instruction have no meaning from there on.
    Stops(ExprId),
    /// A variable that nothing but requirements uses comes to life before the instruction.
    Declare(SymbolId),
    /// Before the instruction a variable that nothing but requirements uses gets a value.
    Assign { lhs: ExprId, rhs: ExprId },
    /// The instruction, a `Return`, is where control falls off the end of a function that should return a value.
    FallsOff,
    /// With the instruction a call of this has come back, and its value is used.
    Used(Callee),
}

/// The operations of a program, for each function in the order of lowering.
#[derive(Clone, Default, Debug)]
pub struct Operations {
    by_function: FxHashMap<FuncId, Vec<Operation>>,
    /// The overflow of signed arithmetic is defined, as with `-fwrapv`: it wraps around.
    pub wraps: bool,
    requirements: FxHashMap<FuncId, Vec<Requirement>>,
}

impl Operations {
    /// Sets the operations of a function, in the order of lowering.
    pub fn set(&mut self, function: FuncId, operations: Vec<Operation>) {
        self.by_function.insert(function, operations);
    }

    /// The same for a program whose instructions have moved.
    pub fn moved(&self, to: impl Fn(FuncId, InstrId) -> InstrId) -> Self {
        let moved = |f: FuncId, operations: &[Operation]| operations.iter().map(|o| Operation { before: to(f, o.before), ..*o }).collect();
        let required = |f: FuncId, all: &[Requirement]| all.iter().map(|r| Requirement { before: to(f, r.before), ..*r }).collect();
        Self {
            wraps: self.wraps,
            by_function: self.by_function.iter().map(|(&f, operations)| (f, moved(f, operations))).collect(),
            requirements: self.requirements.iter().map(|(&f, all)| (f, required(f, all))).collect(),
        }
    }

    /// Sets what a function requires beyond its operations, in the order of lowering.
    pub fn require(&mut self, function: FuncId, requirements: Vec<Requirement>) {
        if !requirements.is_empty() {
            self.requirements.insert(function, requirements);
        }
    }

    pub fn requirements(&self, function: FuncId) -> &[Requirement] {
        self.requirements.get(&function).map_or(&[], Vec::as_slice)
    }

    pub fn of(&self, function: FuncId) -> &[Operation] {
        self.by_function.get(&function).map_or(&[], Vec::as_slice)
    }
}

/// The labels of the source, and the instructions that they stand before. As [`Operations`], the table holds for the program as lowered.
#[derive(Clone, Default, Debug)]
pub struct Labels {
    entries: Vec<(FuncId, String, InstrId)>,
}

impl Labels {
    pub fn add(&mut self, function: FuncId, name: &str, instr: InstrId) {
        self.entries.push((function, name.to_owned(), instr));
    }

    /// The labels of a function with where they stand.
    pub fn in_function(&self, function: FuncId) -> impl Iterator<Item = (&str, InstrId)> {
        self.entries.iter().filter(move |e| e.0 == function).map(|e| (e.1.as_str(), e.2))
    }

    /// All labels with their functions.
    pub fn iter(&self) -> impl Iterator<Item = (FuncId, &str, InstrId)> {
        self.entries.iter().map(|(function, name, instr)| (*function, name.as_str(), *instr))
    }

    /// Where labels of this name stand, in any function.
    pub fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = (FuncId, InstrId)> + 'a {
        self.entries.iter().filter(move |e| e.1 == name).map(|e| (e.0, e.2))
    }
}
