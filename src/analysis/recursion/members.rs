//! The recursive functions that contracts can speak of: those whose calls, with all that they call, follow no pointer, make and end no objects of the heap, and do
//! nothing that the program does not tell. What such a call may change of the caller's state is the static variables that it names.

use super::facts::Number;
use goto::callgraph::CallGraph;
use goto::visit::Role;
use goto::{Callee, ExprKind, FuncId, HavocKind, IdVec, InstrId, InstrKind, Program, PropertyClass, Storage, SymbolId, Type, TypeId};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Static variables of which facts are about.
const GLOBALS: usize = 4;
/// Arguments of which facts are about.
const ARGUMENTS: usize = 5;

/// A recursive function.
#[derive(Clone, Debug)]
pub struct Member {
    pub function: FuncId,
    pub(super) params: Vec<SymbolId>,
    pub(super) result: Option<TypeId>,
    /// Static variables that a call reads or writes, and that have another value at its beginning than at the program's.
    pub(super) open: Vec<SymbolId>,
    /// Static variables that a call may change.
    pub(super) changed: Vec<SymbolId>,
    /// What facts speak of: arguments and static variables when the call begins, then its result and static variables when it returns.
    pub(super) variables: Vec<Variable>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Variable {
    pub of: Of,
    pub ty: TypeId,
    pub number: Number,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Of {
    Argument(usize),
    Before(SymbolId),
    Result,
    After(SymbolId),
}

impl Of {
    pub(super) fn is_before(self) -> bool {
        matches!(self, Of::Argument(_) | Of::Before(_))
    }
}

impl Member {
    pub(super) fn numbers(&self) -> Vec<Number> {
        self.variables.iter().map(|v| v.number).collect()
    }

    /// How many of the variables are known when the call begins.
    pub(super) fn n_before(&self) -> usize {
        self.variables.iter().filter(|v| v.of.is_before()).count()
    }
}

/// The recursive functions of a program that contracts can speak of.
#[derive(Clone, Debug)]
pub struct Recursion {
    /// The call of the start function that runs the program.
    pub(super) entry: (InstrId, FuncId),
    pub(super) members: Vec<Member>,
}

impl Recursion {
    /// `None` if there are none.
    pub fn of(program: &Program) -> Option<Self> {
        let calls = CallGraph::new(program);
        let reachable = calls.reachable(program.start);
        let components: Vec<&Vec<FuncId>> = calls.bottom_up().iter().filter(|c| c.iter().any(|&f| reachable[f] && calls.is_recursive(f))).collect();
        if components.is_empty() || program.begins_threads() {
            return None;
        }
        let entry = entry(program, &calls, &components)?;
        let changing = written_outside_of_start(program);
        let members = components.into_iter().filter_map(|c| component(program, &calls, c, &changing)).flatten().collect::<Vec<_>>();
        (!members.is_empty()).then_some(Self { entry, members })
    }

    pub fn members(&self) -> &[Member] {
        &self.members
    }
}

/// The only call of the start function from which a recursive function is reached.
fn entry(program: &Program, calls: &CallGraph, components: &[&Vec<FuncId>]) -> Option<(InstrId, FuncId)> {
    let mut found = None;
    for (at, instruction) in program.functions[program.start].body.as_ref()?.iter() {
        let InstrKind::Call { callee, .. } = &instruction.kind else { continue };
        let Callee::Direct(f) = *callee else { return None };
        let below = calls.reachable(f);
        if components.iter().any(|c| c.iter().any(|&member| below[member])) && found.replace((at, f)).is_some() {
            return None;
        }
    }
    found.filter(|&(_, f)| f != program.start && program.functions[f].body.is_some())
}

/// The static variables that may be written, or whose address is known, elsewhere than where the start function gives them their values.
fn written_outside_of_start(program: &Program) -> FxHashSet<SymbolId> {
    let mut found = FxHashSet::default();
    for (f, function) in program.functions.iter() {
        for instruction in function.body.iter().flat_map(|body| body.values()) {
            named(program, &instruction.kind, |symbol, how| {
                let is_initial = f == program.start && matches!(instruction.kind, InstrKind::Assign { .. }) && how == Named::Written;
                if how != Named::Read && !is_initial {
                    found.insert(symbol);
                }
            });
        }
    }
    found
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    Read,
    Written,
    AddressTaken,
}

/// The static variables that an instruction names, and what for.
fn named(program: &Program, kind: &InstrKind, mut visit: impl FnMut(SymbolId, Named)) {
    let is_static = |s: SymbolId| program.symbols[s].storage == Storage::Static;
    let root = |place| match program.exprs.kind(program.exprs.root(place)) {
        ExprKind::Var(s) if is_static(s) => Some(s),
        _ => None,
    };
    kind.expressions(|e, role| {
        if role == Role::Write {
            root(e).into_iter().for_each(|s| visit(s, Named::Written));
        }
        program.exprs.walk(e, &mut FxHashSet::default(), &mut |_, kind| match kind {
            ExprKind::Var(s) if is_static(s) => visit(s, Named::Read),
            ExprKind::AddressOf(place) => root(place).into_iter().for_each(|s| visit(s, Named::AddressTaken)),
            _ => {}
        });
    });
}

/// The members of a component, if contracts can speak of them.
fn component(program: &Program, calls: &CallGraph, component: &[FuncId], changing: &FxHashSet<SymbolId>) -> Option<Vec<Member>> {
    let below = calls.reachable(component[0]);
    if component.iter().any(|f| calls.address_taken().contains(f)) || !is_told(program, &below) {
        return None;
    }
    let (mut open, mut changed) = (BTreeSet::new(), BTreeSet::new());
    for f in program.functions.ids().filter(|&f| below[f]) {
        for instruction in program.functions[f].body.iter().flat_map(|body| body.values()) {
            named(program, &instruction.kind, |symbol, how| {
                if how != Named::Read {
                    changed.insert(symbol);
                }
                if changing.contains(&symbol) {
                    open.insert(symbol);
                }
            });
        }
    }
    // Arithmetic reads how it rounds without naming it.
    open.extend(program.rounding.filter(|rounding| changing.contains(rounding)));
    let may_be_made_up = |&symbol: &SymbolId| !holds_pointer(program, program.symbols[symbol].ty) && !program.constants.contains(&symbol);
    // The constants of the program cannot be written, so that the address of one is no danger.
    changed.retain(|symbol| !program.constants.contains(symbol));
    open.retain(|symbol| !program.constants.contains(symbol));
    if !open.iter().chain(&changed).all(may_be_made_up) {
        return None;
    }
    let (open, changed): (Vec<_>, Vec<_>) = (open.into_iter().collect(), changed.into_iter().collect());
    let counters = counters(program);
    component.iter().map(|&f| member(program, f, (&open, &changed), &counters)).collect()
}

/// The static variables that claims of termination count with, and that nothing else depends on. How often a function was called is no matter for its contract.
fn counters(program: &Program) -> FxHashSet<SymbolId> {
    let (mut counters, mut others) = (FxHashSet::default(), FxHashSet::default());
    for instruction in program.functions.values().flat_map(|f| f.body.iter()).flat_map(|body| body.values()) {
        let (own, is_claim) = match instruction.kind {
            InstrKind::Assert { property, .. } => (None, program.properties[property].class == PropertyClass::Termination),
            InstrKind::Assign { lhs, .. } => (Some(program.exprs.kind(program.exprs.root(lhs))), false),
            _ => (None, false),
        };
        named(program, &instruction.kind, |symbol, _| {
            if is_claim {
                counters.insert(symbol);
            } else if own != Some(ExprKind::Var(symbol)) {
                others.insert(symbol);
            }
        });
    }
    counters.retain(|symbol| !others.contains(symbol));
    counters
}

fn member(program: &Program, function: FuncId, (open, changed): (&[SymbolId], &[SymbolId]), counters: &FxHashSet<SymbolId>) -> Option<Member> {
    let Type::Function { ret, variadic: false, .. } = *program.types.get(program.functions[function].ty) else { return None };
    let params: Vec<SymbolId> = program.functions[function].params.iter().map(|p| p.symbol).collect();
    let result = (*program.types.get(ret) != Type::Void).then_some(ret);
    let types = params.iter().map(|&p| program.symbols[p].ty).chain(result);
    if !types.clone().all(|ty| matches!(program.types.get(ty), Type::Bool | Type::Int { .. } | Type::Float(_))) {
        return None;
    }
    let number = |of: Of, ty: TypeId| Some(Variable { of, ty, number: Number::of(program, ty)? });
    let of_static = |symbols: &[SymbolId], of: fn(SymbolId) -> Of| {
        let symbols: Vec<SymbolId> = symbols.iter().copied().filter(|symbol| !counters.contains(symbol)).collect();
        symbols.into_iter().filter_map(move |s| number(of(s), program.symbols[s].ty)).take(GLOBALS)
    };
    let arguments = params.iter().enumerate().filter_map(|(i, &p)| number(Of::Argument(i), program.symbols[p].ty)).take(ARGUMENTS);
    let before = arguments.chain(of_static(open, Of::Before));
    let after = result.and_then(|ty| number(Of::Result, ty)).into_iter().chain(of_static(changed, Of::After));
    let variables = before.chain(after).collect();
    Some(Member { function, params, result, open: open.to_vec(), changed: changed.to_vec(), variables })
}

/// Does the program tell all that these functions do, and are the objects that they access those that they name?
fn is_told(program: &Program, functions: &IdVec<FuncId, bool>) -> bool {
    functions.iter().filter(|(_, is_in)| **is_in).all(|(f, _)| {
        let function = &program.functions[f];
        match &function.body {
            None => function.thread_operation().is_none() && is_of_values(program, function.ty),
            Some(body) => body.values().all(|instruction| is_plain(program, &instruction.kind)),
        }
    })
}

/// Are all arguments of such a function declared, and is none an address?
fn is_of_values(program: &Program, ty: TypeId) -> bool {
    matches!(program.types.get(ty), Type::Function { params, variadic: false, .. } if !params.iter().any(|&p| holds_pointer(program, p)))
}

fn is_plain(program: &Program, kind: &InstrKind) -> bool {
    let is_known = match kind {
        InstrKind::Skip
        | InstrKind::Mark(_)
        | InstrKind::Decl(_)
        | InstrKind::Dead(_)
        | InstrKind::Assign { .. }
        | InstrKind::Goto { .. }
        | InstrKind::Call { callee: Callee::Direct(_), .. }
        | InstrKind::Return(_)
        | InstrKind::Assume(_)
        | InstrKind::Assert { .. }
        | InstrKind::Cover { .. }
        | InstrKind::Input { .. }
        | InstrKind::Havoc { kind: HavocKind::Any | HavocKind::Rare | HavocKind::OverApproximation, .. }
        | InstrKind::Halt(_) => true,
        InstrKind::Havoc { kind: HavocKind::Each | HavocKind::Into(_), .. }
        | InstrKind::Call { callee: Callee::Indirect(_), .. }
        | InstrKind::Allocate { .. }
        | InstrKind::Release(_)
        | InstrKind::Free(_)
        | InstrKind::MemCopy { .. }
        | InstrKind::MemSet { .. }
        | InstrKind::Find { .. }
        | InstrKind::Compare { .. }
        | InstrKind::Unsupported(_)
        | InstrKind::Beyond(_)
        | InstrKind::Limit(_)
        | InstrKind::Unfollowed(_) => false,
    };
    let mut plain = is_known;
    kind.expressions(|e, _| {
        program.exprs.walk(e, &mut FxHashSet::default(), &mut |_, kind| {
            let looks_at_memory = matches!(
                kind,
                ExprKind::Deref(_)
                    | ExprKind::Memory { .. }
                    | ExprKind::Written(_)
                    | ExprKind::WrittenBytes { .. }
                    | ExprKind::IsBeyond { .. }
                    | ExprKind::Heap(_)
                    | ExprKind::FunctionAddress(_)
            );
            plain &= !looks_at_memory;
        });
    });
    plain
}

/// May a value of the type hold an address as such?
fn holds_pointer(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        Type::Pointer(_) | Type::Function { .. } => true,
        Type::Array { elem, .. } => holds_pointer(program, *elem),
        Type::Record(_) => program.types.record_body(ty).is_none_or(|body| body.fields.iter().any(|field| holds_pointer(program, field.ty))),
        Type::Void | Type::Bool | Type::Int { .. } | Type::Float(_) => false,
    }
}
