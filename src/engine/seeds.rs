//! Seed inputs of an entry function that is not `main`: global variables as the program begins with them, and pointers that lead to something. Random inputs hardly ever
//! make memory that a function gets far with, above all where it calls others through pointers. They are only proposed: whatever they reach, a run shows.

use crate::board::Board;
use goto::given::{Given, GivenInput, Leads, Referent};
use goto::{Bits, ExprId, ExprKind, InputId, InstrKind, Program, SymbolId, Type};
use rustc_hash::FxHashMap;

/// What the inputs of a kind are in seeds.
enum Role {
    /// A global variable, or a part of one, with the value that it has when the program begins.
    Global(Bits),
    /// Does a variable keep what it has when the program begins?
    Kept,
    /// A scalar anywhere else.
    Scalar { width: u16 },
    /// The numbers of what a pointer may lead to.
    Pointer { null: u64, object: Option<u64>, function: Option<u64>, stub: Option<u64>, width: u16 },
}

/// The inputs that stand for memory and arguments, by what they mean.
pub struct Seeds {
    roles: FxHashMap<InputId, Role>,
}

/// How pointers are chosen that are no global variables.
#[derive(Clone, Copy)]
struct Style {
    /// Do pointers to objects lead to one, or are they null?
    links: bool,
    /// Do pointers to functions lead to one of the program, or to one that somebody else has written?
    calls_own: bool,
    scalar: i128,
}

const STYLES: [Style; 6] = [
    Style { links: true, calls_own: true, scalar: 0 },
    Style { links: false, calls_own: true, scalar: 0 },
    Style { links: true, calls_own: false, scalar: 1 },
    Style { links: true, calls_own: true, scalar: 1 },
    Style { links: false, calls_own: false, scalar: 1 },
    Style { links: true, calls_own: true, scalar: 8 },
];

impl Seeds {
    /// Of a program as it was lowered, before anything in it was rewritten.
    pub fn of(program: &Program, given: &Given) -> Self {
        let initial = Initial::of(program);
        let mut roles = FxHashMap::default();
        for input in &given.inputs {
            roles.insert(input.input, initial.role(program, input));
        }
        roles.extend(given.kept.iter().map(|&input| (input, Role::Kept)));
        Self { roles }
    }

    /// Tells the search of the board's program.
    pub fn leave(&self, board: &Board) {
        self.lists(board.program()).iter().for_each(|list| board.leave_lead(list));
    }

    /// The seeds, as the program reads them when it begins; none if it reads none of them.
    fn lists(&self, program: &Program) -> Vec<Vec<(InputId, Bits)>> {
        let body = program.functions[program.start].body.iter().flat_map(|body| body.values());
        let read: Vec<InputId> = body
            .filter_map(|instruction| match instruction.kind {
                InstrKind::Input { input, .. } => Some(input),
                _ => None,
            })
            .take_while(|input| self.roles.contains_key(input))
            .collect();
        if read.is_empty() {
            return Vec::new();
        }
        let mut lists: Vec<Vec<(InputId, Bits)>> = Vec::new();
        for style in STYLES {
            let list = read.iter().filter_map(|input| Some((*input, self.roles.get(input)?.value(style)))).collect();
            if !lists.contains(&list) {
                lists.push(list);
            }
        }
        lists
    }
}

impl Role {
    fn value(&self, style: Style) -> Bits {
        match *self {
            Role::Global(bits) => bits,
            Role::Kept => Bits::bool(true),
            Role::Scalar { width } => Bits::from_signed(width, style.scalar),
            Role::Pointer { null, object, function, stub, width } => {
                let called = if style.calls_own { function.or(stub) } else { stub.or(function) };
                let number = called.or(object.filter(|_| style.links)).unwrap_or(null);
                Bits::new(width, number.into())
            }
        }
    }
}

/// What the start function assigns before it reads inputs.
struct Initial {
    values: FxHashMap<ExprId, ExprId>,
}

impl Initial {
    fn of(program: &Program) -> Self {
        let body = program.functions[program.start].body.iter().flat_map(|body| body.values());
        let before = body.take_while(|instruction| !matches!(instruction.kind, InstrKind::Input { .. }));
        let values = before.filter_map(|instruction| match instruction.kind {
            InstrKind::Assign { lhs, rhs } => Some((lhs, rhs)),
            _ => None,
        });
        Self { values: values.collect() }
    }

    fn role(&self, program: &Program, input: &GivenInput) -> Role {
        let value = self.values.get(&input.place).copied();
        let is_global = variable_of(program, input.place).is_some_and(|variable| program.symbols[variable].storage == goto::Storage::Static);
        let width = program.types.scalar_bits(program.inputs[input.input].ty).unwrap_or(64);
        match (&input.leads, is_global) {
            (Some(leads), true) => {
                let wanted = value.map_or(Some(Referent::Null), |value| referent(program, value));
                let found = leads.numbered.iter().find(|(_, referent)| Some(*referent) == wanted).map(|(number, _)| *number);
                match found.or((wanted == Some(Referent::Null)).then(|| null(leads))) {
                    Some(number) => Role::Global(Bits::new(width, number.into())),
                    None => pointer(program, leads, width),
                }
            }
            (Some(leads), false) => pointer(program, leads, width),
            (None, true) => match value.map(|value| program.exprs.as_const(value)) {
                None => Role::Global(Bits::new(width, 0)),
                Some(Some(bits)) => Role::Global(bits),
                Some(None) => Role::Scalar { width },
            },
            (None, false) => Role::Scalar { width },
        }
    }
}

fn null(leads: &Leads) -> u64 {
    leads.numbered.iter().find(|(_, referent)| *referent == Referent::Null).map_or(0, |(number, _)| *number)
}

fn pointer(program: &Program, leads: &Leads, width: u16) -> Role {
    let first = |is_it: &dyn Fn(&Referent) -> bool| leads.numbered.iter().find(|(_, referent)| is_it(referent)).map(|(number, _)| *number);
    let is_stub = |referent: &Referent| matches!(referent, Referent::Function(func) if program.functions[*func].model);
    Role::Pointer {
        null: null(leads),
        object: first(&|referent| matches!(referent, Referent::Lent(_) | Referent::Variable(_))),
        function: first(&|referent| matches!(referent, Referent::Function(_)) && !is_stub(referent)),
        stub: first(&is_stub),
        width,
    }
}

/// The variable that a place is or belongs to.
fn variable_of(program: &Program, place: ExprId) -> Option<SymbolId> {
    let mut at = place;
    loop {
        match program.exprs.kind(at) {
            ExprKind::Var(symbol) => return Some(symbol),
            ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => at = base,
            _ => return None,
        }
    }
}

/// What a constant pointer leads to, if that can be among the inputs.
fn referent(program: &Program, pointer: ExprId) -> Option<Referent> {
    match program.exprs.kind(pointer) {
        ExprKind::FunctionAddress(func) => Some(Referent::Function(func)),
        ExprKind::Const(bits) if bits.is_zero() => Some(Referent::Null),
        ExprKind::Zero => Some(Referent::Null),
        ExprKind::Cast(inner) => match program.types.get(program.exprs.ty(inner)) {
            Type::Pointer(_) => referent(program, inner),
            _ => None,
        },
        ExprKind::AddressOf(place) => variable_of(program, place).map(Referent::Variable),
        _ => None,
    }
}
