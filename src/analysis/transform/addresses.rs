//! Names the objects that pointers surely lead to. What `alloca` makes once in a call, of one type, becomes a variable; and a variable that holds one address alone, from
//! before its first use on, is replaced by that address: `int *x = alloca(sizeof *x); *x = 1;` becomes an assignment to a variable.

use super::inline::replace;
use crate::points_to::address_taken;
use crate::rewrite::{replaced, without_casts};
use goto::cfg::Cfg;
use goto::dominators::Dominators;
use goto::loops::Loops;
use goto::visit::Role;
use goto::{AllocKind, Body, ExprId, ExprKind, FuncId, IdVec, InstrId, InstrKind, Instruction, Program, Storage, Symbol, SymbolId, Type, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The alignment of what `alloca` makes.
const ALIGNMENT: u64 = 16;
/// A function with more instructions times variables is not looked at.
const MOST_STEPS: usize = 10_000_000;
/// Addresses are given on from one variable to the next so often.
const ROUNDS: usize = 3;

/// Changes all functions. Instructions get other numbers.
pub fn name_objects(program: &mut Program) {
    let functions: Vec<FuncId> = program.functions.ids().filter(|&f| program.functions[f].body.is_some()).collect();
    for &function in &functions {
        allocations_become_variables(program, function);
    }
    let taken = address_taken(program);
    for function in functions {
        let mut changed = false;
        for _ in 0..ROUNDS {
            if !give_addresses_on(program, function, &taken) {
                break;
            }
            changed = true;
        }
        if changed {
            begin_without_addresses(program, function);
        }
    }
    goto::assert_valid(program, "addresses");
}

fn allocations_become_variables(program: &mut Program, function: FuncId) {
    let Some(body) = program.functions[function].body.clone() else { return };
    if body.values().any(|i| matches!(i.kind, InstrKind::Release(_))) {
        return;
    }
    let mut found = Vec::new();
    for (at, instruction) in body.iter() {
        if let InstrKind::Allocate { result, size, kind: AllocKind::Stack, zeroed: false } = instruction.kind
            && let Some(ty) = element_type(program, &body, result)
            && program.exprs.as_const(size).is_some_and(|size| program.types.size_of(ty) == u64::try_from(size.unsigned()).ok())
        {
            found.push((at, result, ty));
        }
    }
    if found.is_empty() {
        return;
    }
    let cfg = Cfg::new(program, &body);
    let loops = Loops::new(&cfg);
    found.retain(|(at, ..)| loops.innermost(*at).is_none());
    // The last ones first, so that the others keep their numbers.
    for (at, result, ty) in found.into_iter().rev() {
        let loc = body[at].loc;
        let name = holder(program, &body, result).map_or("allocated".to_owned(), |holder| format!("allocated_{holder}"));
        let object = program.symbols.push(Symbol { name, ty, storage: Storage::Local(function), loc });
        program.aligned.insert(object, ALIGNMENT);
        let pointer = program.exprs.ty(result);
        let mut build = program.build();
        let place = build.var(object, ty);
        let address = build.address_of(place);
        let rhs = build.cast(address, pointer);
        let instructions = [InstrKind::Decl(object), InstrKind::Assign { lhs: result, rhs }].map(|kind| Instruction { kind, loc });
        if let Some(body) = &mut program.functions[function].body {
            replace(body, at, instructions.into());
        }
    }
}

/// The name of the variable that the program keeps an address in.
fn holder<'p>(program: &'p Program, body: &Body, address: ExprId) -> Option<&'p str> {
    let name = |e: ExprId| named(program, e).map(|s| &program.symbols[s]).filter(|s| !matches!(s.storage, Storage::Temporary(_))).map(|s| s.name.as_str());
    let kept = |i: &Instruction| match i.kind {
        InstrKind::Assign { lhs, rhs } if without_casts(program, rhs) == address => name(lhs),
        _ => None,
    };
    name(address).or_else(|| body.values().find_map(kept))
}

/// What the object is accessed as to which the variable leads: the only type to whose pointers it is converted, or its own.
pub(crate) fn element_type(program: &Program, body: &Body, pointer: ExprId) -> Option<TypeId> {
    let target = |e: ExprId| match *program.types.get(program.exprs.ty(e)) {
        Type::Pointer(target) => Some(target).filter(|&ty| program.types.size_of(ty).is_some()),
        _ => None,
    };
    let (mut found, mut seen) = (FxHashSet::default(), FxHashSet::default());
    for instruction in body.values() {
        instruction.kind.expressions(|e, _| {
            program.exprs.walk(e, &mut seen, &mut |e, kind| {
                if kind == ExprKind::Cast(pointer) {
                    found.extend(target(e));
                }
            });
        });
    }
    found.extend(target(pointer));
    let mut found = found.into_iter();
    found.next().filter(|_| found.next().is_none())
}

/// Replaces variables that hold one address alone. Was there one?
fn give_addresses_on(program: &mut Program, function: FuncId, taken: &IdVec<SymbolId, bool>) -> bool {
    let Some(body) = program.functions[function].body.clone() else { return false };
    let known = known_addresses(program, function, &body, taken);
    if known.is_empty() {
        return false;
    }
    let with = |program: &Program, e: ExprId| {
        let of = |variable: ExprId| known.get(&variable).copied();
        match program.exprs.kind(e) {
            ExprKind::Cast(inner) => {
                of(inner).map(|address| without_casts(program, address)).filter(|&address| program.exprs.ty(address) == program.exprs.ty(e))
            }
            _ => of(e),
        }
    };
    let mut is_new = false;
    let mut new: IdVec<InstrId, Instruction> = IdVec::new();
    for instruction in body.values() {
        let mut instruction = instruction.clone();
        let mut change = |e: &mut ExprId| {
            let table: FxHashMap<ExprId, ExprId> = parts(program, *e).into_iter().filter_map(|part| Some((part, with(program, part)?))).collect();
            if !table.is_empty()
                && let Some(changed) = replaced(program, *e, &|part| table.get(&part).copied())
            {
                is_new |= changed != *e;
                *e = changed;
            }
        };
        instruction.kind.expressions_mut(|e, role| {
            if role == Role::Read || !known.contains_key(e) {
                change(e);
            }
        });
        new.push(instruction);
    }
    let read: FxHashSet<ExprId> = new.values().flat_map(|i| reads(program, &i.kind)).collect();
    for at in new.ids() {
        if matches!(new[at].kind, InstrKind::Assign { lhs, .. } if known.contains_key(&lhs) && !read.contains(&lhs)) {
            new[at].kind = InstrKind::Skip;
            is_new = true;
        }
    }
    program.functions[function].body = Some(new);
    is_new
}

/// Gives variables whose address nothing takes any more the place of those whose address was taken: no expression names the address of the new ones.
fn begin_without_addresses(program: &mut Program, function: FuncId) {
    let Some(body) = &program.functions[function].body else { return };
    let all: FxHashSet<ExprId> = body.values().flat_map(|i| all_parts(program, &i.kind)).collect();
    let root = |place: ExprId| named(program, program.exprs.root(place));
    let still: FxHashSet<SymbolId> =
        all.iter().filter_map(|&e| if let ExprKind::AddressOf(place) = program.exprs.kind(e) { root(place) } else { None }).collect();
    let taken = address_taken(program);
    let is_freed = |&s: &SymbolId| program.symbols[s].storage == Storage::Local(function) && taken[s] && !still.contains(&s);
    let mut freed: Vec<SymbolId> = all.iter().filter_map(|&e| named(program, e)).filter(is_freed).collect();
    freed.sort_unstable();
    let mut new: IdVec<InstrId, Instruction> = body.clone();
    let new_symbols: FxHashMap<SymbolId, SymbolId> = freed.into_iter().map(|old| (old, copy_of(program, old))).collect();
    let places: FxHashMap<ExprId, ExprId> = new_symbols.iter().map(|(&old, &new)| (variable(program, old), variable(program, new))).collect();
    for at in new.ids() {
        let mut is_told = true;
        new[at].kind.expressions_mut(|e, _| {
            if parts(program, *e).iter().any(|part| places.contains_key(part)) {
                let other = replaced(program, *e, &|part| places.get(&part).copied());
                is_told &= other.is_some();
                *e = other.unwrap_or(*e);
            }
        });
        if let InstrKind::Decl(symbol) | InstrKind::Dead(symbol) = &mut new[at].kind {
            *symbol = new_symbols.get(symbol).copied().unwrap_or(*symbol);
        }
        if !is_told {
            return;
        }
    }
    program.functions[function].body = Some(new);
}

fn variable(program: &mut Program, symbol: SymbolId) -> ExprId {
    let ty = program.symbols[symbol].ty;
    program.build().var(symbol, ty)
}

fn copy_of(program: &mut Program, symbol: SymbolId) -> SymbolId {
    let new = program.symbols.push(program.symbols[symbol].clone());
    if let Some(&alignment) = program.aligned.get(&symbol) {
        program.aligned.insert(new, alignment);
    }
    if program.constants.contains(&symbol) {
        program.constants.insert(new);
    }
    new
}

fn all_parts(program: &Program, kind: &InstrKind) -> Vec<ExprId> {
    let mut found = Vec::new();
    kind.expressions(|e, _| found.extend(parts(program, e)));
    found
}

/// All parts of the expressions of an instruction, but for the variable that it assigns.
fn reads(program: &Program, kind: &InstrKind) -> Vec<ExprId> {
    let mut found = Vec::new();
    kind.expressions(|e, role| {
        if role != Role::Write || !matches!(program.exprs.kind(e), ExprKind::Var(_)) {
            found.extend(parts(program, e));
        }
    });
    found
}

fn parts(program: &Program, expr: ExprId) -> Vec<ExprId> {
    let mut found = Vec::new();
    program.exprs.walk(expr, &mut FxHashSet::default(), &mut |e, _| found.push(e));
    found
}

/// Instructions that may be executed after others before one is.
fn reachable_without(cfg: &Cfg, starts: impl Iterator<Item = InstrId>, without: InstrId) -> FxHashSet<InstrId> {
    let mut found = FxHashSet::default();
    let mut open: Vec<InstrId> = starts.collect();
    while let Some(next) = open.pop() {
        for &successor in cfg.successors(next) {
            if successor != without && found.insert(successor) {
                open.push(successor);
            }
        }
    }
    found
}

/// Variables of the function that are assigned in one place, before all uses, with the address of a variable that does not end nor begin anew between there and any use.
fn known_addresses(program: &Program, function: FuncId, body: &Body, taken: &IdVec<SymbolId, bool>) -> FxHashMap<ExprId, ExprId> {
    let mut written: FxHashMap<ExprId, Vec<InstrId>> = FxHashMap::default();
    for (at, instruction) in body.iter() {
        instruction.kind.expressions(|e, role| {
            if role == Role::Write {
                written.entry(program.exprs.root(e)).or_default().push(at);
            }
        });
    }
    let is_own = |e: ExprId| {
        named(program, e).is_some_and(|s| matches!(program.symbols[s].storage, Storage::Local(f) | Storage::Temporary(f) if f == function) && !taken[s])
    };
    let once = |(variable, at): (ExprId, Vec<InstrId>)| match (&at[..], is_own(variable)) {
        (&[at], true) => match body[at].kind {
            InstrKind::Assign { lhs, rhs } if lhs == variable => Some((variable, at, rhs)),
            _ => None,
        },
        _ => None,
    };
    let mut found: Vec<(ExprId, InstrId, ExprId)> = written.into_iter().filter_map(once).filter(|&(.., rhs)| target(program, rhs).is_some()).collect();
    if found.is_empty() {
        return FxHashMap::default();
    }
    let cfg = Cfg::new(program, body);
    let dominators = Dominators::new(&cfg);
    let mut uses: FxHashMap<ExprId, Vec<InstrId>> = found.iter().map(|&(variable, ..)| (variable, Vec::new())).collect();
    let mut ends: FxHashMap<SymbolId, Vec<InstrId>> = FxHashMap::default();
    for (at, instruction) in body.iter().filter(|(at, _)| cfg.is_reachable(*at)) {
        if let InstrKind::Decl(symbol) | InstrKind::Dead(symbol) = instruction.kind {
            ends.entry(symbol).or_default().push(at);
        }
        instruction.kind.expressions(|e, _| {
            for part in parts(program, e) {
                if let Some(users) = uses.get_mut(&part) {
                    users.push(at);
                }
            }
        });
    }
    if body.len().saturating_mul(found.len()) > MOST_STEPS {
        found.clear();
    }
    found.retain(|&(variable, at, rhs)| {
        let ends = [target(program, rhs), named(program, variable)].into_iter().flatten().filter_map(|symbol| ends.get(&symbol)).flatten().copied();
        let ended = reachable_without(&cfg, ends, at);
        uses[&variable].iter().all(|&user| user == at || dominators.dominates(at, user) && !ended.contains(&user))
    });
    found.into_iter().map(|(variable, _, rhs)| (variable, rhs)).collect()
}

/// The variable of which an expression is the address, as a whole or of a member, converted or not.
fn target(program: &Program, expr: ExprId) -> Option<SymbolId> {
    let ExprKind::AddressOf(mut place) = program.exprs.kind(without_casts(program, expr)) else { return None };
    while let ExprKind::Field { base, .. } = program.exprs.kind(place) {
        place = base;
    }
    named(program, place).filter(|_| matches!(program.types.get(program.exprs.ty(expr)), Type::Pointer(_)))
}

fn named(program: &Program, place: ExprId) -> Option<SymbolId> {
    match program.exprs.kind(place) {
        ExprKind::Var(symbol) => Some(symbol),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tidied(variables: &str, body: &str) -> String {
        let mut program = goto::parse(&format!("goto lp64 start f static y#0: i32 function f: fn() -> void {{ {variables} {body} }}")).expect("is right");
        name_objects(&mut program);
        let printed = goto::print_function(&program, program.start);
        printed.lines().map(str::trim).filter(|l| l.starts_with(|c: char| c.is_ascii_digit())).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_is_allocated_once_becomes_a_variable() {
        let new = tidied("local x#1: *i32 temporary t#2: *void", "0: t#2 := ALLOCATE stack 4u64 1: x#1 := t#2 as *i32 2: *x#1 := 5 3: RETURN");
        assert_eq!(new, "0: DECL allocated_x#4 1: SKIP 2: SKIP 3: allocated_x#4 := 5 4: RETURN");
    }

    #[test]
    fn what_is_allocated_in_a_loop_or_as_an_array_stays() {
        for body in [
            "0: t#2 := ALLOCATE stack 4u64 1: x#1 := t#2 as *i32 2: *x#1 := 5 3: GOTO 0",
            "0: t#2 := ALLOCATE stack 8u64 1: x#1 := t#2 as *i32 2: *x#1 := 5 3: RETURN",
        ] {
            assert_eq!(tidied("local x#1: *i32 temporary t#2: *void", body), body);
        }
    }

    #[test]
    fn addresses_take_the_place_of_variables_that_hold_nothing_else() {
        let variables = "local x#1: *i32 local z#2: i32";
        for (body, new) in [
            ("0: x#1 := &y#0 1: *x#1 := *x#1 + z#2 2: RETURN", "0: SKIP 1: y#0 := y#0 + z#2 2: RETURN"),
            ("0: x#1 := &y#0 1: *x#1 := 1 2: FREE x#1 3: RETURN", "0: SKIP 1: y#0 := 1 2: FREE &y#0 3: RETURN"),
            ("0: DECL z#2 1: x#1 := &z#2 2: *x#1 := 5 3: GOTO 0", "0: DECL z#3 1: SKIP 2: z#3 := 5 3: GOTO 0"),
        ] {
            assert_eq!(tidied(variables, body), new);
        }
    }

    #[test]
    fn addresses_stay_where_they_may_lead_elsewhere() {
        let variables = "local x#1: *i32 local z#2: i32";
        for body in [
            "0: x#1 := &y#0 1: *x#1 := 5 2: x#1 := &z#2 3: *x#1 := 6 4: RETURN",
            "0: IF z#2 == 0 GOTO 2 1: x#1 := &y#0 2: *x#1 := 5 3: RETURN",
            "0: DECL z#2 1: x#1 := &z#2 2: DEAD z#2 3: *x#1 := 5 4: RETURN",
            "0: x#1 := &z#2 1: *x#1 := 5 2: DECL z#2 3: *x#1 := 6 4: GOTO 1",
            "0: x#1 := &y#0 1: DECL x#1 2: *x#1 := 6 3: RETURN",
        ] {
            assert_eq!(tidied(variables, body), body);
        }
    }
}
