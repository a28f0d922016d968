//! Variables that a program does not initialise, as inputs: what their memory happens to hold is chosen like everything else that comes from outside. Each scalar in
//! them is an input of its own, with the variable's name, when the variable comes to life. What pointers hold no number of a test could say; of them it is chosen at most
//! whether they are null or lead nowhere.

use super::insert::Insertions;
use goto::{
    Body, ExprId, ExprKind, FuncId, Id, InputId, InputKind, InputOrigin, InstrId, InstrKind, Instruction, Program, Storage, Symbol, SymbolId, Type, TypeId,
};
use rustc_hash::FxHashMap;

/// Variables with more scalars stay as they are.
const MOST_SCALARS: usize = 256;

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
    let mut inputs = Inputs { kinds: FxHashMap::default(), n_pointers: 0 };
    for f in program.functions.ids() {
        if program.functions[f].model {
            continue;
        }
        let pointers = match sets_up == Some(program.functions[f].name.as_str()) {
            true => UninitialisedPointers::Nowhere,
            false => UninitialisedPointers::Unknown,
        };
        let Some(mut body) = program.functions[f].body.take() else { continue };
        let mut insertions = Insertions::default();
        for (at, instruction) in body.iter() {
            let InstrKind::Decl(symbol) = instruction.kind else { continue };
            if !matches!(program.symbols[symbol].storage, Storage::Local(_)) || is_initialised(program, &body, at, symbol) {
                continue;
            }
            let ty = program.symbols[symbol].ty;
            let variable = program.build().var(symbol, ty);
            let mut scalars = Vec::new();
            if !leaves(program, pointers, variable, ty, &mut scalars) {
                continue;
            }
            for lhs in scalars {
                for kind in inputs.instructions(program, f, symbol, lhs) {
                    insertions.before(InstrId::new(at.index() + 1), Instruction { kind, loc: instruction.loc });
                }
            }
        }
        insertions.apply(&mut body);
        program.functions[f].body = Some(body);
    }
}

/// The inputs that variables get.
struct Inputs {
    kinds: FxHashMap<(SymbolId, TypeId), InputId>,
    n_pointers: u8,
}

impl Inputs {
    /// What gives a value to a scalar of a variable.
    fn instructions(&mut self, program: &mut Program, function: FuncId, symbol: SymbolId, lhs: ExprId) -> Vec<InstrKind> {
        let ty = program.exprs.ty(lhs);
        if !matches!(program.types.get(ty), Type::Pointer(_)) {
            return vec![InstrKind::Input { lhs, input: self.kind(program, symbol, ty) }];
        }
        let bool = program.types.bool();
        let loc = program.symbols[symbol].loc;
        let chosen = program.symbols.push(Symbol { name: "tmp".to_owned(), ty: bool, storage: Storage::Temporary(function), loc });
        // No object lies in the first page.
        self.n_pointers = self.n_pointers % 200 + 1;
        let size = program.types.size();
        let mut build = program.build();
        let is_null = build.var(chosen, bool);
        let (null, nowhere) = (build.constant(size, 0), build.constant(size, 16 * i128::from(self.n_pointers)));
        let (null, nowhere) = (build.cast(null, ty), build.cast(nowhere, ty));
        let rhs = build.ite(is_null, null, nowhere);
        vec![InstrKind::Decl(chosen), InstrKind::Input { lhs: is_null, input: self.kind(program, symbol, bool) }, InstrKind::Assign { lhs, rhs }]
    }

    fn kind(&mut self, program: &mut Program, symbol: SymbolId, ty: TypeId) -> InputId {
        let function = program.symbols[symbol].name.clone();
        let type_name = match program.types.get(ty) {
            Type::Bool => "_Bool".to_owned(),
            Type::Int { bits, signed } => format!("{}int{bits}_t", if *signed { "" } else { "u" }),
            Type::Float(kind) => format!("{} bits of floating point", kind.bits()),
            _ => String::new(),
        };
        *self.kinds.entry((symbol, ty)).or_insert_with(|| program.inputs.push(InputKind { function, type_name, ty, origin: InputOrigin::Call }))
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
