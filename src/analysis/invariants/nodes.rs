//! Facts about all nodes of lists and trees: heap objects of a struct type that has pointers to its own. What is proposed of a field is what the program stores
//! there and compares it with, of all nodes, and of all but the one that a variable leads to: that one may not be finished. That nodes are led to by no more than one other,
//! and the one in a variable by none, is what frees in loops need.

use super::Each;
use super::elements::{span, within};
use super::heads::Head;
use super::links;
use super::members;
use super::roots;
use crate::influence::asks_for_heap;
use crate::intervals::Intervals;
use goto::{BinOp, Body, ExprId, ExprKind, FuncId, InstrKind, MemoryFact, Program, Storage, Symbol, SymbolId, Type, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Facts for one head.
const MOST: usize = 48;
/// Beside these, of which nodes lead to nodes of one type.
const MOST_OF_LEADERS: usize = 32;
/// Of one field.
const MOST_OF_FIELD: usize = 8;
/// Constants of one field.
const CONSTANTS: usize = 4;
/// Sets of nodes that variables lead to, of which it may be that nothing leads to them.
const MOST_EXCEPTIONS: usize = 16;
/// Strict orders of fields and variables.
const MOST_OF_ORDER: usize = 12;
/// Variables of one head that lead to nodes, or that fields are compared with.
const VARIABLES: usize = 6;

/// What is known of the whole program.
#[derive(Default)]
pub(super) struct Types {
    /// The variables that stand for any node, by function and type.
    each: FxHashMap<(FuncId, TypeId), SymbolId>,
    /// The variables that say whether it was the last to be made to lead to another one, by function.
    leads_last: FxHashMap<FuncId, SymbolId>,
    /// The variables that say whether a living one that comes before it leads to it, by function.
    is_led: FxHashMap<FuncId, SymbolId>,
    /// The variables that stand for any index of an array of pointers to nodes, by function.
    index: FxHashMap<FuncId, SymbolId>,
    asks_for_heap: Option<bool>,
}

/// Proposals for a head, each with the variable that stands for any node.
pub(super) fn proposals(program: &mut Program, intervals: &Intervals, head: &Head, types: &mut Types) -> Vec<(Option<Each>, ExprId)> {
    let Some(body) = program.functions[head.func].body.clone() else { return Vec::new() };
    let pointers = pointers(program, intervals, head, &body);
    let (mut found, mut leaders) = (Vec::new(), Vec::new());
    let frees = frees(program);
    for ty in types_of(&pointers) {
        let symbol = *types.each.entry((head.func, ty)).or_insert_with(|| {
            let pointer = program.types.pointer(ty);
            variable(program, head.func, pointer, "each")
        });
        let each = Each::node(symbol);
        let leading: Vec<ExprId> = pointers.iter().filter(|p| p.1 == ty).map(|p| p.0).take(VARIABLES).collect();
        let mut facts: Vec<ExprId> = leading.iter().map(|&pointer| is_known(program, pointer)).collect();
        if frees {
            facts.extend(leading.iter().map(|&pointer| is_known_or_freed(program, pointer)));
            let leads_last = *types.leads_last.entry(head.func).or_insert_with(|| {
                let bool_type = program.types.bool();
                variable(program, head.func, bool_type, "leads_last")
            });
            leaders.extend(of_leaders(program, [symbol, leads_last], ty, (&leading, frees)));
        }
        let asks_for_heap = *types.asks_for_heap.get_or_insert_with(|| asks_for_heap(program));
        if asks_for_heap {
            let is_led = *types.is_led.entry(head.func).or_insert_with(|| {
                let bool_type = program.types.bool();
                variable(program, head.func, bool_type, "is_led")
            });
            leaders.extend(of_kept(program, [symbol, is_led], ty, &leading));
        }
        if frees || asks_for_heap {
            leaders.extend(of_ends(program, symbol, ty, &leading));
        }
        let of_fields = of_fields(program, (intervals, head), symbol, ty, frees);
        for fact in of_fields {
            facts.push(fact);
            for &pointer in &leading {
                let mut build = program.build();
                let pointer_type = build.exprs.ty(pointer);
                let any = build.var(symbol, pointer_type);
                let is_it = build.binary(BinOp::Eq, any, pointer);
                facts.push(build.binary(BinOp::Or, is_it, fact));
            }
        }
        found.extend(facts.into_iter().map(|fact| (Some(each), fact)));
    }
    let mut seen = FxHashSet::default();
    found.retain(|&(each, fact)| seen.insert((each, fact)));
    found.truncate(MOST);
    found.extend(leaders);
    let mut index = types.index.get(&head.func).copied();
    found.extend(roots::proposals(program, head, &mut index));
    types.index.extend(index.map(|index| (head.func, index)));
    found
}

/// Proposals for a head for when those above do not suffice: of nodes and their neighbours, and where links lead back and nothing is freed, of what leads to nodes.
pub(super) fn of_links(program: &mut Program, intervals: &Intervals, head: &Head, types: &mut Types) -> Vec<(Option<Each>, ExprId)> {
    let Some(body) = program.functions[head.func].body.clone() else { return Vec::new() };
    let pointers = pointers(program, intervals, head, &body);
    let frees = frees(program);
    let mut found = Vec::new();
    for ty in types_of(&pointers) {
        let symbol = *types.each.entry((head.func, ty)).or_insert_with(|| {
            let pointer = program.types.pointer(ty);
            variable(program, head.func, pointer, "each")
        });
        let leading: Vec<ExprId> = pointers.iter().filter(|p| p.1 == ty).map(|p| p.0).take(VARIABLES).collect();
        if !frees && links::links(program, ty).len() > 1 {
            let leads_last = *types.leads_last.entry(head.func).or_insert_with(|| {
                let bool_type = program.types.bool();
                variable(program, head.func, bool_type, "leads_last")
            });
            found.extend(of_leaders(program, [symbol, leads_last], ty, (&leading, frees)));
        }
        found.extend(links::proposals(program, (symbol, ty), &leading, frees));
        found.extend(of_order(program, (intervals, head), symbol, ty).into_iter().map(|fact| (Some(Each::node(symbol)), fact)));
        found.extend(members::proposals(program, (symbol, ty), &leading));
    }
    found
}

fn types_of(pointers: &[(ExprId, TypeId)]) -> Vec<TypeId> {
    let mut nodes: Vec<TypeId> = pointers.iter().map(|&(_, ty)| ty).collect();
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}

fn frees(program: &Program) -> bool {
    program.functions.iter().filter_map(|(_, f)| f.body.as_ref()).any(|body| body.values().any(|i| matches!(i.kind, InstrKind::Free(_))))
}

/// The variables of the function's that lead to nodes and are needed at the head, with the types of the nodes, and then those that others have in common with it.
fn pointers(program: &Program, intervals: &Intervals, head: &Head, body: &Body) -> Vec<(ExprId, TypeId)> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let others = program.functions.values().filter(|f| !f.model).filter_map(|f| f.body.as_ref());
    for instruction in body.values().chain(others.flat_map(|body| body.values())) {
        instruction.kind.expressions(|e, _| {
            program.exprs.walk(e, &mut seen, &mut |e, kind| {
                if let (Some(symbol), Type::Pointer(target)) = (variable_of(program, kind), program.types.get(program.exprs.ty(e)))
                    && is_node(program, *target)
                    && exists_in(program, symbol, head.func)
                    && intervals.cells.of_expr(e).is_some_and(|cell| head.needs(cell))
                {
                    found.push((e, *target));
                }
            });
        });
    }
    found
}

/// The variable that is read, or of which a member is.
fn variable_of(program: &Program, kind: ExprKind) -> Option<SymbolId> {
    match kind {
        ExprKind::Var(symbol) => Some(symbol),
        ExprKind::Field { base, .. } => variable_of(program, program.exprs.kind(base)),
        _ => None,
    }
}

/// Is the variable there in the function's calls?
pub(super) fn exists_in(program: &Program, symbol: SymbolId, func: FuncId) -> bool {
    match program.symbols[symbol].storage {
        Storage::Static => true,
        Storage::Local(owner) | Storage::Parameter(owner) | Storage::Temporary(owner) => owner == func,
    }
}

/// Is it a struct with a pointer to such a struct?
pub(super) fn is_node(program: &Program, ty: TypeId) -> bool {
    let leads_back = |field: &goto::types::Field| matches!(program.types.get(field.ty), Type::Pointer(target) if *target == ty);
    program.types.record_body(ty).is_some_and(|body| body.fields.iter().any(leads_back))
}

/// A variable that facts in the function are said with.
pub(super) fn variable(program: &mut Program, func: FuncId, ty: TypeId, name: &str) -> SymbolId {
    let loc = program.functions[func].loc;
    program.symbols.push(Symbol { name: name.into(), ty, storage: Storage::Temporary(func), loc })
}

/// The pointer is null or leads to something that is known.
pub(super) fn is_known(program: &mut Program, pointer: ExprId) -> ExprId {
    let ty = program.exprs.ty(pointer);
    let mut build = program.build();
    let null = build.constant(ty, 0);
    let is_null = build.binary(BinOp::Eq, pointer, null);
    let lives = build.memory(MemoryFact::IsLive, pointer);
    build.binary(BinOp::Or, is_null, lives)
}

/// The pointer is null or leads to something that is known, alive or not.
fn is_known_or_freed(program: &mut Program, pointer: ExprId) -> ExprId {
    let is_known = is_known(program, pointer);
    let mut build = program.build();
    let freed = build.memory(MemoryFact::WasFreed, pointer);
    build.binary(BinOp::Or, is_known, freed)
}

/// Of each field that leads to nodes: nobody leads to where a variable does, no two nodes lead to the same one, and there another field leads back.
fn of_leaders(program: &mut Program, [symbol, leads_last]: [SymbolId; 2], ty: TypeId, (leading, frees): (&[ExprId], bool)) -> Vec<(Option<Each>, ExprId)> {
    let (pointer, bool_type) = (program.types.pointer(ty), program.types.bool());
    let Some(record) = program.types.record_body(ty) else { return Vec::new() };
    let fields: Vec<(usize, u64)> = record.fields.iter().enumerate().filter(|(_, f)| f.ty == pointer).map(|(i, f)| (i, f.offset)).collect();
    let mut facts = Vec::new();
    for &(field, offset) in &fields {
        let (alone, led) = (Each::node(symbol), Each::leading_node(symbol, leads_last, offset));
        let mut build = program.build();
        let any = build.var(symbol, pointer);
        let null = build.constant(pointer, 0);
        let node = build.deref(any);
        let next = build.field(node, field);
        let is_last = build.binary(BinOp::Eq, next, null);
        for &variable in leading {
            let is_null = build.binary(BinOp::Eq, variable, null);
            let other = build.binary(BinOp::Ne, next, variable);
            facts.push((alone, build.binary(BinOp::Or, is_null, other)));
        }
        let leads_last = build.var(leads_last, bool_type);
        facts.push((led, build.binary(BinOp::Or, is_last, leads_last)));
        for &(back, _) in fields.iter().filter(|(back, _)| *back != field) {
            let behind = build.deref(next);
            let behind = build.field(behind, back);
            let mut leads_back = build.binary(BinOp::Eq, behind, any);
            if !frees {
                // The field of a node that is not finished may hold anything; where nodes are freed, it may lead to one that was.
                let lives = build.memory(MemoryFact::IsLive, next);
                leads_back = build.binary(BinOp::And, lives, leads_back);
            }
            facts.push((alone, build.binary(BinOp::Or, is_last, leads_back)));
        }
    }
    let mut build = program.build();
    let any = build.var(symbol, pointer);
    // The node that a variable leads to may not be finished.
    for &variable in leading {
        let is_it = build.binary(BinOp::Eq, any, variable);
        for i in 0..fields.len() * (leading.len() + fields.len()) {
            let (each, fact) = facts[i];
            facts.push((each, build.binary(BinOp::Or, is_it, fact)));
        }
    }
    facts.truncate(MOST_OF_LEADERS);
    facts.into_iter().map(|(each, fact)| (Some(each), fact)).collect()
}

/// Of each order: a living one before it leads to each node but those that variables lead to, to all of them or to one alone.
fn of_kept(program: &mut Program, [symbol, is_led]: [SymbolId; 2], ty: TypeId, leading: &[ExprId]) -> Vec<(Option<Each>, ExprId)> {
    let (pointer, bool_type) = (program.types.pointer(ty), program.types.bool());
    let n_leading = program.types.record_body(ty).map_or(0, |body| body.fields.iter().filter(|f| f.ty == pointer).count() as u64);
    let n_orders = if n_leading == 1 { 1 } else { n_leading + 1 };
    let mut build = program.build();
    let any = build.var(symbol, pointer);
    let led = build.var(is_led, bool_type);
    let is_it: Vec<ExprId> = leading.iter().map(|&variable| build.binary(BinOp::Eq, any, variable)).collect();
    let all = is_it.iter().copied().reduce(|a, b| build.binary(BinOp::Or, a, b));
    let alone = is_it.iter().copied().filter(|_| is_it.len() > 1);
    let mut exceptions: Vec<ExprId> = all.into_iter().chain(alone).collect();
    for (i, &a) in is_it.iter().enumerate().filter(|_| is_it.len() > 2) {
        exceptions.extend(is_it[i + 1..].iter().map(|&b| build.binary(BinOp::Or, a, b)));
    }
    exceptions.truncate(MOST_EXCEPTIONS);
    let mut facts = Vec::new();
    for order in 0..n_orders {
        for &exception in &exceptions {
            facts.push((Some(Each::led_node(symbol, is_led, order)), program.build().binary(BinOp::Or, exception, led)));
        }
    }
    facts
}

/// Of each field that leads to nodes: some variables lead to the last node.
fn of_ends(program: &mut Program, symbol: SymbolId, ty: TypeId, leading: &[ExprId]) -> Vec<(Option<Each>, ExprId)> {
    let pointer = program.types.pointer(ty);
    let mut facts = Vec::new();
    for field in links::links(program, ty) {
        let mut build = program.build();
        let any = build.var(symbol, pointer);
        let null = build.constant(pointer, 0);
        let node = build.deref(any);
        let next = build.field(node, field);
        let is_last = build.binary(BinOp::Eq, next, null);
        for &variable in leading {
            let other = build.binary(BinOp::Ne, any, variable);
            facts.push((Some(Each::node(symbol)), build.binary(BinOp::Or, other, is_last)));
        }
    }
    facts
}

/// The fields of the node that the symbol stands for.
fn fields(program: &mut Program, symbol: SymbolId, ty: TypeId) -> Vec<ExprId> {
    let pointer = program.types.pointer(ty);
    let n_fields = program.types.record_body(ty).map_or(0, |body| body.fields.len());
    let mut build = program.build();
    let any = build.var(symbol, pointer);
    let node = build.deref(any);
    (0..n_fields).map(|field| build.field(node, field)).collect()
}

/// Facts about single fields of a node.
fn of_fields(program: &mut Program, (intervals, head): (&Intervals, &Head), symbol: SymbolId, ty: TypeId, frees: bool) -> Vec<ExprId> {
    let mut found = Vec::new();
    for place in fields(program, symbol, ty) {
        let field_type = program.exprs.ty(place);
        let mut facts = match program.types.get(field_type) {
            Type::Pointer(_) if frees => vec![is_known(program, place), is_known_or_freed(program, place)],
            Type::Pointer(_) => vec![is_known(program, place)],
            Type::Int { .. } => of_number(program, intervals, head, place),
            _ => Vec::new(),
        };
        facts.truncate(MOST_OF_FIELD);
        found.extend(facts);
    }
    found
}

/// That all nodes have less in a field than a variable, or more: what is counted after it was stored, say.
fn of_order(program: &mut Program, (intervals, head): (&Intervals, &Head), symbol: SymbolId, ty: TypeId) -> Vec<ExprId> {
    let mut found = Vec::new();
    for place in fields(program, symbol, ty) {
        for variable in variables_like(program, intervals, head, place) {
            let mut build = program.build();
            found.extend([build.binary(BinOp::Lt, variable, place), build.binary(BinOp::Lt, place, variable)]);
        }
    }
    found.truncate(MOST_OF_ORDER);
    found
}

/// The variables of a field's type, if that is a number, which the loop changes or that are read.
fn variables_like(program: &Program, intervals: &Intervals, head: &Head, place: ExprId) -> Vec<ExprId> {
    let ty = program.exprs.ty(place);
    let all = head.written.iter().chain(&head.read).map(|&c| intervals.cells.get(c)).filter(|c| !c.is_many).map(|c| c.place);
    let is_like = |v: &ExprId| program.exprs.ty(*v) == ty && matches!(program.exprs.kind(*v), ExprKind::Var(_));
    if matches!(program.types.get(ty), Type::Int { .. }) { all.filter(is_like).take(VARIABLES).collect() } else { Vec::new() }
}

fn of_number(program: &mut Program, intervals: &Intervals, head: &Head, place: ExprId) -> Vec<ExprId> {
    let mut found = Vec::new();
    let ty = program.exprs.ty(place);
    let Mentioned { stored, compared } = Mentioned::of(program, place);
    let mut build = program.build();
    let equal: Vec<ExprId> = stored
        .into_iter()
        .map(|value| {
            let value = build.constant(ty, value);
            build.binary(BinOp::Eq, place, value)
        })
        .collect();
    if equal.len() > 1 {
        found.extend(equal.iter().copied().reduce(|a, b| build.binary(BinOp::Or, a, b)));
    }
    found.extend(equal);
    if let Some(span) = stored_between(program, intervals, place) {
        found.extend(within(program, place, span));
    }
    for variable in variables_like(program, intervals, head, place) {
        let mut build = program.build();
        found.extend([build.binary(BinOp::Le, variable, place), build.binary(BinOp::Le, place, variable)]);
    }
    for comparison in compared {
        let other = program.build().not(comparison);
        found.extend([comparison, other]);
    }
    found
}

/// The least and the greatest value that the program stores in a field of nodes of a type, where not all of them are constants.
fn stored_between(program: &Program, intervals: &Intervals, place: ExprId) -> Option<(i128, i128)> {
    let (mut all, mut are_constants) = (None::<(i128, i128)>, true);
    for (func, function) in program.functions.iter().filter(|(_, f)| !f.model) {
        for (at, instruction) in function.body.iter().flat_map(|body| body.iter()) {
            let InstrKind::Assign { lhs, rhs } = instruction.kind else { continue };
            if is_same_field(program, lhs, place) {
                let (low, high) = span(program, intervals, (func, at), rhs)?;
                are_constants &= program.exprs.as_const(rhs).is_some();
                all = Some(all.map_or((low, high), |all| (all.0.min(low), all.1.max(high))));
            }
        }
    }
    all.filter(|_| !are_constants)
}

/// What the program says of one field of nodes of a type, wherever they are.
#[derive(Default)]
pub(super) struct Mentioned {
    /// Constants that are stored there.
    pub stored: Vec<i128>,
    /// Comparisons with constants, said of the place.
    compared: Vec<ExprId>,
}

impl Mentioned {
    pub(super) fn of(program: &mut Program, place: ExprId) -> Self {
        let mut own = Self::default();
        let mut comparisons = Vec::new();
        for (_, function) in program.functions.iter().filter(|(_, f)| !f.model) {
            let Some(body) = &function.body else { continue };
            let mut seen = FxHashSet::default();
            for instruction in body.values() {
                if let InstrKind::Assign { lhs, rhs } = instruction.kind
                    && is_same_field(program, lhs, place)
                    && let Some(value) = program.exprs.as_const(rhs)
                {
                    let value = if program.types.is_signed(program.exprs.ty(place)) { value.signed() } else { value.unsigned() as i128 };
                    own.stored.push(value);
                }
                instruction.kind.expressions(|e, _| {
                    program.exprs.walk(e, &mut seen, &mut |_, kind| {
                        let ExprKind::Binary(op @ (BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le), a, b) = kind else { return };
                        if is_same_field(program, a, place) && program.exprs.as_const(b).is_some() {
                            comparisons.push((op, place, b));
                        } else if is_same_field(program, b, place) && program.exprs.as_const(a).is_some() {
                            comparisons.push((op, a, place));
                        }
                    });
                });
            }
        }
        own.stored.sort_unstable();
        own.stored.dedup();
        own.stored.truncate(CONSTANTS);
        for (op, a, b) in comparisons {
            let comparison = program.build().binary(op, a, b);
            if !own.compared.contains(&comparison) && own.compared.len() < CONSTANTS {
                own.compared.push(comparison);
            }
        }
        own
    }
}

/// Are both the same field of structs of the same type, behind pointers?
fn is_same_field(program: &Program, a: ExprId, b: ExprId) -> bool {
    match (program.exprs.kind(a), program.exprs.kind(b)) {
        (ExprKind::Field { base: x, field: i }, ExprKind::Field { base: y, field: j }) => {
            i == j && program.exprs.ty(x) == program.exprs.ty(y) && matches!(program.exprs.kind(x), ExprKind::Deref(_))
        }
        _ => false,
    }
}
