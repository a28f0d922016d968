//! Facts about what is allocated once. For a proposal it is a variable like others: the program in which a static variable stands for it is looked at, and what is found there
//! is said of the pointer that the program keeps. Proposals only: who shows them asks the program as it is.

use super::Candidate;
use crate::rewrite::{replaced, without_casts};
use crate::transform::{element_type, is_called_once};
use goto::callgraph::CallGraph;
use goto::cfg::Cfg;
use goto::dominators::Dominators;
use goto::loops::Loops;
use goto::visit::Role;
use goto::{AllocKind, BinOp, Body, Callee, ExprId, ExprKind, FuncId, InstrId, InstrKind, MemoryFact, Program, Storage, Symbol, SymbolId, Type, TypeId};
use rustc_hash::FxHashMap;

/// Objects that are named.
const MOST: usize = 8;
/// Calls through which a pointer to one is followed.
const MOST_CALLS: usize = 4;

/// What is allocated in one place, at most once.
struct Object {
    /// The variable that stands for it.
    symbol: SymbolId,
    ty: TypeId,
    holders: FxHashMap<FuncId, Holder>,
}

/// A variable that leads to an object.
#[derive(Clone, Copy)]
struct Holder {
    variable: SymbolId,
    /// Once execution has passed this instruction. A parameter does from the beginning on.
    set_at: Option<InstrId>,
}

/// A program with names for what is allocated.
pub(super) struct Named {
    pub program: Program,
    objects: Vec<Object>,
}

impl Named {
    /// `None` if nothing is allocated once that is kept in a variable.
    pub(super) fn of(program: &Program) -> Option<Self> {
        let allocates = |body: &Body| body.values().any(|i| matches!(i.kind, InstrKind::Allocate { kind: AllocKind::Heap, .. }));
        if !program.functions.values().filter_map(|f| f.body.as_ref()).any(allocates) {
            return None;
        }
        let mut named = Self { program: program.clone(), objects: Vec::new() };
        let calls = CallGraph::new(program);
        // Where execution starts, and what is called once from there: mostly `main`.
        let body = program.functions[program.start].body.as_ref()?;
        let called_once = |f: FuncId| f == program.start || is_called_once(&calls, f) && body_calls_once(program, body, f);
        let functions: Vec<FuncId> = program.functions.ids().filter(|&f| called_once(f)).collect();
        for function in functions {
            named.name_in(function);
        }
        named.pass_on(&calls);
        (!named.objects.is_empty()).then_some(named)
    }

    /// A parameter holds what all calls give it.
    fn pass_on(&mut self, calls: &CallGraph) {
        let program = &self.program;
        let mut sites: FxHashMap<FuncId, Vec<(FuncId, &[ExprId])>> = FxHashMap::default();
        for (caller, function) in program.functions.iter() {
            for instruction in function.body.iter().flat_map(|body| body.values()) {
                if let InstrKind::Call { callee: Callee::Direct(callee), args, .. } = &instruction.kind {
                    sites.entry(*callee).or_default().push((caller, args));
                }
            }
        }
        // A breadth-first walk over calls, from the function that allocates on.
        for object in &mut self.objects {
            for _ in 0..MOST_CALLS {
                let holds = |caller: FuncId, arg: Option<&ExprId>| {
                    object.holders.get(&caller).is_some_and(|h| arg.is_some_and(|&arg| program.exprs.kind(arg) == ExprKind::Var(h.variable)))
                };
                let mut found = Vec::new();
                for (&callee, calls_of) in sites.iter().filter(|(callee, _)| !object.holders.contains_key(callee) && !calls.address_taken().contains(callee)) {
                    let place = (0..program.functions[callee].params.len()).find(|&i| calls_of.iter().all(|&(caller, args)| holds(caller, args.get(i))));
                    let kept = place.map(|i| program.functions[callee].params[i].symbol).filter(|&symbol| is_never_set(program, callee, symbol));
                    found.extend(kept.map(|symbol| (callee, symbol)));
                }
                if found.is_empty() {
                    break;
                }
                for (callee, symbol) in found {
                    object.holders.insert(callee, Holder { variable: symbol, set_at: None });
                }
            }
        }
    }

    fn name_in(&mut self, function: FuncId) {
        let Some(body) = self.program.functions[function].body.clone() else { return };
        let allocations = body.iter().filter_map(|(at, i)| match i.kind {
            InstrKind::Allocate { result, size, kind: AllocKind::Heap, .. } => Some((at, result, size)),
            _ => None,
        });
        let mut allocations: Vec<(InstrId, ExprId, ExprId)> = allocations.collect();
        if allocations.is_empty() {
            return;
        }
        let loops = Loops::new(&Cfg::new(&self.program, &body));
        allocations.retain(|(at, ..)| loops.innermost(*at).is_none());
        for (at, result, size) in allocations {
            let Some(ty) = element_type(&self.program, &body, result) else { continue };
            let is_whole = self.program.exprs.as_const(size).is_some_and(|size| self.program.types.size_of(ty) == u64::try_from(size.unsigned()).ok());
            let is_record = matches!(self.program.types.get(ty), Type::Record(_));
            let Some((holder, set_at)) = holder(&self.program, &body, function, result, ty).filter(|_| is_whole && is_record) else { continue };
            if self.objects.len() < MOST {
                let symbol = self.stand_in(function, at, result, ty);
                let holders = FxHashMap::from_iter([(function, Holder { variable: holder, set_at: Some(set_at) })]);
                self.objects.push(Object { symbol, ty, holders });
            }
        }
    }

    /// The instruction gives the address of a variable.
    fn stand_in(&mut self, function: FuncId, at: InstrId, result: ExprId, ty: TypeId) -> SymbolId {
        let program = &mut self.program;
        let loc = program.functions[function].loc;
        let symbol = program.symbols.push(Symbol { name: "allocated".to_owned(), ty, storage: Storage::Static, loc });
        let pointer = program.exprs.ty(result);
        let mut build = program.build();
        let place = build.var(symbol, ty);
        let address = build.address_of(place);
        let rhs = build.cast(address, pointer);
        if let Some(body) = &mut program.functions[function].body {
            body[at].kind = InstrKind::Assign { lhs: result, rhs };
        }
        symbol
    }

    /// What the candidates say about the program as it was, which gets the expressions. Those that cannot be said of it are left out.
    pub(super) fn told(self, program: &mut Program, found: Vec<Candidate>) -> Vec<Candidate> {
        let Self { program: named, objects } = self;
        let functions = std::mem::take(&mut program.functions);
        *program = Program { functions, ..named };
        let mut dominators: FxHashMap<FuncId, Dominators> = FxHashMap::default();
        let mut told = Vec::new();
        for candidate in found {
            let mut names = Vec::new();
            program.exprs.walk(candidate.fact, &mut rustc_hash::FxHashSet::default(), &mut |_, kind| {
                if let ExprKind::Var(symbol) = kind {
                    names.extend(objects.iter().find(|o| o.symbol == symbol));
                }
            });
            let mut fact = Some(candidate.fact);
            for object in names {
                let dominators = dominators.entry(candidate.function).or_insert_with(|| of_function(program, candidate.function));
                let is_set = |holder: &&Holder| candidate.each.is_none() && holder.set_at.is_none_or(|at| dominators.dominates(at, candidate.head));
                let holder = object.holders.get(&candidate.function).filter(is_set);
                fact = fact.zip(holder).and_then(|(fact, holder)| said_of(program, object, holder.variable, fact));
            }
            told.extend(fact.map(|fact| Candidate { fact, ..candidate }));
        }
        told
    }
}

fn of_function(program: &Program, function: FuncId) -> Dominators {
    let none = Body::new();
    Dominators::new(&Cfg::new(program, program.functions[function].body.as_ref().unwrap_or(&none)))
}

/// Is the call of the function, in the function where execution starts, executed once?
fn body_calls_once(program: &Program, start: &Body, function: FuncId) -> bool {
    let call = start.iter().find(|(_, i)| matches!(i.kind, InstrKind::Call { callee: Callee::Direct(callee), .. } if callee == function));
    call.is_some_and(|(at, _)| Loops::new(&Cfg::new(program, start)).innermost(at).is_none())
}

/// The fact where the variable is what the pointer leads to, as long as that lives.
fn said_of(program: &mut Program, object: &Object, holder: SymbolId, fact: ExprId) -> Option<ExprId> {
    let ty = program.symbols[holder].ty;
    if !matches!(*program.types.get(ty), Type::Pointer(target) if target == object.ty) {
        return None;
    }
    let holder = program.build().var(holder, ty);
    let place = program.build().var(object.symbol, object.ty);
    let led = program.build().deref(holder);
    let fact = replaced(program, fact, &|part| (part == place).then_some(led))?;
    let size = program.types.size_of(object.ty)?;
    let mut build = program.build();
    let whole = build.memory(MemoryFact::ObjectSize, holder);
    let size_type = build.types.size();
    let size = build.constant(size_type, size.into());
    let lives = build.binary(BinOp::Eq, whole, size);
    let always = build.truth(true);
    Some(build.ite(lives, fact, always))
}

fn is_never_set(program: &Program, function: FuncId, symbol: SymbolId) -> bool {
    let mut is_set = false;
    for instruction in program.functions[function].body.iter().flat_map(|body| body.values()) {
        instruction.kind.expressions(|e, role| is_set |= role == Role::Write && program.exprs.kind(program.exprs.root(e)) == ExprKind::Var(symbol));
    }
    !is_set
}

/// A variable of the function that is set once, to the address that the other one holds, which is null otherwise.
fn holder(program: &Program, body: &Body, function: FuncId, result: ExprId, ty: TypeId) -> Option<(SymbolId, InstrId)> {
    let mut written: FxHashMap<ExprId, Vec<(InstrId, Option<ExprId>)>> = FxHashMap::default();
    for (at, instruction) in body.iter() {
        instruction.kind.expressions(|e, role| {
            if role == Role::Write {
                let value = if let InstrKind::Assign { lhs, rhs } = instruction.kind { (lhs == e).then_some(rhs) } else { None };
                written.entry(program.exprs.root(e)).or_default().push((at, value));
            }
        });
    }
    let is_null = |e: ExprId| match program.exprs.kind(without_casts(program, e)) {
        ExprKind::Zero => true,
        ExprKind::Const(bits) => bits.is_zero(),
        _ => false,
    };
    let is_alone = |at: &(InstrId, Option<ExprId>)| at.1.is_none_or(is_null);
    if !written.get(&result)?.iter().all(is_alone) {
        return None;
    }
    let leads = |e: ExprId| matches!(*program.types.get(program.exprs.ty(e)), Type::Pointer(target) if target == ty);
    let own = |e: ExprId| match program.exprs.kind(e) {
        ExprKind::Var(symbol) => Some(symbol).filter(|&symbol| program.symbols[symbol].storage == Storage::Local(function)),
        _ => None,
    };
    let mut found: Vec<(SymbolId, InstrId)> = written
        .iter()
        .filter_map(|(&variable, sets)| match sets[..] {
            [(at, Some(value))] if leads(variable) && without_casts(program, value) == result => Some((own(variable)?, at)),
            _ => None,
        })
        .collect();
    found.sort_unstable();
    found.first().copied()
}
