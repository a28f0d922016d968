//! Memory that a program does not initialise, as inputs: what it happens to hold is chosen like everything else that comes from outside. Each scalar in it is an input
//! of its own, with the name of its place, when the memory comes to life. What pointers hold no number of a test could say; of them it is chosen at most
//! whether they are null or lead nowhere.

use super::insert::Insertions;
use goto::{
    BinOp, Bits, Body, ExprId, ExprKind, FuncId, Id, InputId, InputKind, InputOrigin, InstrId, InstrKind, Instruction, Program, Storage, Symbol, SymbolId,
    Type, TypeId,
};
use rustc_hash::FxHashMap;

/// Variables and objects with more scalars stay as they are.
const MOST_SCALARS: usize = 256;
/// So many instructions behind an allocation may say what type the object has.
const MOST_BEHIND: usize = 6;

/// What pointers hold that a function does not initialise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum UninitialisedPointers {
    /// Nobody knows. A variable with a pointer in it stays as it is.
    Unknown,
    /// Null, or an address where no object lies.
    Nowhere,
}

/// Makes inputs of the uninitialised variables of the user's functions. Pointers of a function that only sets up calls are null or lead nowhere; what
/// others hold nobody knows.
pub fn uninitialised_as_inputs(program: &mut Program, sets_up: Option<&str>) {
    in_each_function(program, |program, inputs, f, body, insertions| {
        let pointers = match sets_up == Some(program.functions[f].name.as_str()) {
            true => UninitialisedPointers::Nowhere,
            false => UninitialisedPointers::Unknown,
        };
        fill_variables(program, inputs, (f, body), pointers, insertions);
    });
}

/// Makes inputs of what the user's functions do not initialise, of variables and of objects that they allocate. Pointers are null or lead nowhere, so that the
/// program does only some of what it may do. Returns how many places are filled.
pub fn unwritten_memory_as_inputs(program: &mut Program) -> usize {
    in_each_function(program, |program, inputs, f, body, insertions| {
        fill_variables(program, inputs, (f, body), UninitialisedPointers::Nowhere, insertions);
        fill_objects(program, inputs, (f, body), insertions);
    })
}

fn in_each_function(program: &mut Program, fill: impl Fn(&mut Program, &mut Inputs, FuncId, &Body, &mut Insertions)) -> usize {
    let mut inputs = Inputs::default();
    for f in program.functions.ids() {
        if program.functions[f].model {
            continue;
        }
        let Some(mut body) = program.functions[f].body.take() else { continue };
        let mut insertions = Insertions::default();
        fill(program, &mut inputs, f, &body, &mut insertions);
        insertions.apply(&mut body);
        program.functions[f].body = Some(body);
    }
    inputs.n_places
}

fn fill_variables(program: &mut Program, inputs: &mut Inputs, (f, body): (FuncId, &Body), pointers: UninitialisedPointers, insertions: &mut Insertions) {
    for (at, instruction) in body.iter() {
        let InstrKind::Decl(symbol) = instruction.kind else { continue };
        if !matches!(program.symbols[symbol].storage, Storage::Local(_)) || is_initialised(program, body, at, symbol) {
            continue;
        }
        let ty = program.symbols[symbol].ty;
        let variable = program.build().var(symbol, ty);
        let mut scalars = Vec::new();
        if leaves(program, pointers, variable, ty, &mut scalars) {
            inputs.fill(program, f, &Whose::Variable(symbol), scalars, (at, instruction), insertions);
        }
    }
}

/// Objects of a constant size whose type their first use tells.
fn fill_objects(program: &mut Program, inputs: &mut Inputs, (f, body): (FuncId, &Body), insertions: &mut Insertions) {
    for (at, instruction) in body.iter() {
        let InstrKind::Allocate { result, size, zeroed: false, .. } = instruction.kind else { continue };
        let Some(size) = constant_size(program, size) else { continue };
        let Some((pointer, name)) = first_use(program, body, at, result) else { continue };
        if let Some(scalars) = scalars_of_object(program, pointer, size) {
            inputs.fill(program, f, &Whose::Object { function: f, pointer, name }, scalars, (at, instruction), insertions);
        }
    }
}

/// A number of bytes as programs write it: constants, multiplied and added.
fn constant_size(program: &Program, size: ExprId) -> Option<Bits> {
    match program.exprs.kind(size) {
        ExprKind::Const(size) => Some(size),
        ExprKind::Binary(BinOp::Mul, a, b) => Some(constant_size(program, a)?.mul(constant_size(program, b)?)),
        ExprKind::Binary(BinOp::Add, a, b) => Some(constant_size(program, a)?.add(constant_size(program, b)?)),
        _ => None,
    }
}

/// The address of a new object as a pointer to its type, and what the program calls it.
fn first_use(program: &mut Program, body: &Body, at: InstrId, result: ExprId) -> Option<(ExprId, String)> {
    let is_typed = |program: &Program, e: ExprId| matches!(*program.types.get(program.exprs.ty(e)), Type::Pointer(to) if program.types.size_of(to).is_some_and(|size| size > 0));
    if is_typed(program, result) {
        return Some((result, name_of(program, result, None)));
    }
    let ExprKind::Var(address) = program.exprs.kind(result) else { return None };
    let holds_address = |program: &Program, e: ExprId| program.exprs.kind(e) == ExprKind::Var(address);
    body.iter().skip(at.index() + 1).take(MOST_BEHIND).find_map(|(_, behind)| {
        let InstrKind::Assign { lhs, rhs } = behind.kind else { return None };
        let ExprKind::Cast(of) = program.exprs.kind(rhs) else { return None };
        (holds_address(program, of) && is_typed(program, rhs)).then(|| (rhs, name_of(program, lhs, None)))
    })
}

/// The scalars of all elements of an object of so many bytes.
fn scalars_of_object(program: &mut Program, pointer: ExprId, size: Bits) -> Option<Vec<ExprId>> {
    let Type::Pointer(to) = *program.types.get(program.exprs.ty(pointer)) else { return None };
    let (size, each) = (size.unsigned(), u128::from(program.types.size_of(to)?));
    if size % each != 0 || size / each > MOST_SCALARS as u128 {
        return None;
    }
    let mut scalars = Vec::new();
    for i in 0..(size / each) as i128 {
        let distance = program.types.ptrdiff();
        let mut build = program.build();
        let behind = build.constant(distance, i);
        let element = if i == 0 { pointer } else { build.binary(BinOp::PtrAdd, pointer, behind) };
        let element = build.deref(element);
        if !leaves(program, UninitialisedPointers::Nowhere, element, to, &mut scalars) {
            return None;
        }
    }
    Some(scalars)
}

/// Whose memory it is.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Whose {
    Variable(SymbolId),
    /// Of an object that the program calls this.
    Object {
        function: FuncId,
        pointer: ExprId,
        name: String,
    },
}

/// The inputs that memory gets.
#[derive(Default)]
struct Inputs {
    kinds: FxHashMap<(Whose, String, TypeId), InputId>,
    n_pointers: u8,
    /// Places that are filled.
    n_places: usize,
}

impl Inputs {
    /// Gives values to scalars right behind an instruction; jumps to what follows do not come by.
    fn fill(
        &mut self,
        program: &mut Program,
        function: FuncId,
        whose: &Whose,
        scalars: Vec<ExprId>,
        (at, behind): (InstrId, &Instruction),
        insertions: &mut Insertions,
    ) {
        self.n_places += scalars.len();
        for lhs in scalars {
            for kind in self.instructions(program, function, whose, lhs) {
                insertions.after(at, Instruction { kind, loc: behind.loc });
            }
        }
    }

    /// What gives a value to a scalar.
    fn instructions(&mut self, program: &mut Program, function: FuncId, whose: &Whose, lhs: ExprId) -> Vec<InstrKind> {
        let ty = program.exprs.ty(lhs);
        if !matches!(program.types.get(ty), Type::Pointer(_)) {
            return vec![InstrKind::Input { lhs, input: self.kind(program, whose, lhs, ty) }];
        }
        let bool = program.types.bool();
        let loc = program.functions[function].loc;
        let chosen = program.symbols.push(Symbol { name: "tmp".to_owned(), ty: bool, storage: Storage::Temporary(function), loc });
        // No object lies in the first page.
        self.n_pointers = self.n_pointers % 200 + 1;
        let size = program.types.size();
        let mut build = program.build();
        let is_null = build.var(chosen, bool);
        let (null, nowhere) = (build.constant(size, 0), build.constant(size, 16 * i128::from(self.n_pointers)));
        let (null, nowhere) = (build.cast(null, ty), build.cast(nowhere, ty));
        let rhs = build.ite(is_null, null, nowhere);
        vec![InstrKind::Decl(chosen), InstrKind::Input { lhs: is_null, input: self.kind(program, whose, lhs, bool) }, InstrKind::Assign { lhs, rhs }]
    }

    fn kind(&mut self, program: &mut Program, whose: &Whose, place: ExprId, ty: TypeId) -> InputId {
        let name = match whose {
            Whose::Variable(symbol) => program.symbols[*symbol].name.clone(),
            Whose::Object { pointer, name, .. } => name_of(program, place, Some((*pointer, name))),
        };
        let name = if ty == program.exprs.ty(place) { name } else { format!("{name} is null") };
        let type_name = match program.types.get(ty) {
            Type::Bool => "_Bool".to_owned(),
            Type::Int { bits, signed } => format!("{}int{bits}_t", if *signed { "" } else { "u" }),
            Type::Float(kind) => format!("{} bits of floating point", kind.bits()),
            _ => String::new(),
        };
        let new = |function| program.inputs.push(InputKind { function, type_name, ty, origin: InputOrigin::Call });
        *self.kinds.entry((whose.clone(), name.clone(), ty)).or_insert_with(|| new(name))
    }
}

/// A place as C writes it, with a name for one pointer.
fn name_of(program: &Program, place: ExprId, named: Option<(ExprId, &str)>) -> String {
    if let Some((_, name)) = named.filter(|(pointer, _)| *pointer == place) {
        return name.to_owned();
    }
    let name = |e| name_of(program, e, named);
    let number = |e| if let ExprKind::Const(number) = program.exprs.kind(e) { number.unsigned().to_string() } else { String::new() };
    match program.exprs.kind(place) {
        ExprKind::Var(symbol) => program.symbols[symbol].name.clone(),
        ExprKind::Field { base, field } => {
            let body = program.types.record_body(program.exprs.ty(base));
            let field = body.map_or("", |body| body.fields[field as usize].name.as_str());
            match program.exprs.kind(base) {
                ExprKind::Deref(pointer) if !matches!(program.exprs.kind(pointer), ExprKind::Binary(..)) => format!("{}->{field}", name(pointer)),
                _ => format!("{}.{field}", name(base)),
            }
        }
        ExprKind::Index { base, index } => format!("{}[{}]", name(base), number(index)),
        ExprKind::Deref(pointer) => match program.exprs.kind(pointer) {
            ExprKind::Binary(BinOp::PtrAdd, first, distance) => format!("{}[{}]", name(first), number(distance)),
            _ => format!("*{}", name(pointer)),
        },
        ExprKind::Cast(of) => name(of),
        _ => "object".to_owned(),
    }
}

/// Does the variable get a value as a whole before anything else happens?
fn is_initialised(program: &Program, body: &Body, decl: InstrId, symbol: SymbolId) -> bool {
    let passed = |kind: &InstrKind| matches!(kind, InstrKind::Mark(_) | InstrKind::Skip | InstrKind::Decl(_) | InstrKind::Cover { .. });
    let next = body.iter().skip(decl.index() + 1).find(|(_, i)| !passed(&i.kind));
    let is_variable = |e: ExprId| program.exprs.kind(e) == ExprKind::Var(symbol);
    matches!(next, Some((_, Instruction { kind: InstrKind::Assign { lhs, .. } | InstrKind::Input { lhs, .. }, .. })) if is_variable(*lhs))
}

/// The scalars of a value, as places; false if there are too many or something else is among them.
fn leaves(program: &mut Program, pointers: UninitialisedPointers, place: ExprId, ty: TypeId, out: &mut Vec<ExprId>) -> bool {
    match program.types.get(ty).clone() {
        Type::Bool | Type::Int { .. } | Type::Float(_) => out.push(place),
        Type::Pointer(_) if pointers == UninitialisedPointers::Nowhere => out.push(place),
        Type::Array { elem, len: Some(len) } if len <= MOST_SCALARS as u64 => {
            let size = program.types.size();
            for i in 0..len {
                let index = program.build().constant(size, i128::from(i));
                let element = program.build().index(place, index);
                if !leaves(program, pointers, element, elem, out) {
                    return false;
                }
            }
        }
        Type::Record(record) => {
            let Some(body) = program.types.records[record].body.clone() else { return false };
            for (i, field) in body.fields.iter().enumerate() {
                let member = program.build().field(place, i);
                if !leaves(program, pointers, member, field.ty, out) {
                    return false;
                }
            }
        }
        _ => return false,
    }
    out.len() <= MOST_SCALARS
}
