//! Claims that a loop is never left again once a condition holds at its head. If one is proved, and a run comes to the head with the condition, then this run goes
//! on for ever, with inputs of which the claim says what they are: the claim is only about the runs whose further inputs in the loop are the ones that
//! seem to keep it going.
//!
//! A flag says that the condition held at the head and all inputs since were these. Nothing that ends a stay in the loop may happen with the flag set: leaving it,
//! the end of the program, an assumption that fails. What may crash has no claim, since a crash is an end that no claim is about.

use super::insert::Insertions;
use super::loop_state::{Live, Surroundings};
use analysis::crash::may_crash;
use analysis::named_loops::{NamedLoop, named_loops};
use analysis::termination::{Endless, Trap};
use goto::cfg::Cfg;
use goto::loops::{Loop, Loops};
use goto::{
    BinOp, Body, Callee, ExprId, ExprKind, FuncId, InstrId, InstrKind, Instruction, Program, Property, PropertyClass, Storage, Symbol, SymbolId, Type, UnOp,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Conditions that are tried for one loop, and for all.
const CONDITIONS: usize = 4;
const ALL_CONDITIONS: usize = 24;

/// Puts claims into the loops of the user's program.
pub(crate) fn traps(program: &mut Program, surroundings: &Surroundings, claims: &mut [Endless]) {
    let loops = named_loops(program);
    let (mut n_traps, mut insertions) = (0, FxHashMap::default());
    for (named, endless) in loops.iter().zip(claims).filter(|(l, _)| !surroundings.is_recursive(l.function)) {
        let f = named.function;
        let Some(body) = program.functions[f].body.take() else { continue };
        let cfg = Cfg::new(program, &body);
        let loops = Loops::new(&cfg);
        if let Some(id) = loops.with_head(named.head) {
            claim(program, surroundings, &Place { named, body: &body, cfg: &cfg, l: loops.get(id) }, &mut endless.traps, &mut insertions);
        }
        program.functions[f].body = Some(body);
        n_traps += endless.traps.len();
        if n_traps >= ALL_CONDITIONS {
            break;
        }
    }
    for (f, insertions) in insertions {
        if let Some(body) = &mut program.functions[f].body {
            insertions.apply(body);
        }
    }
}

/// Where a loop is.
struct Place<'a> {
    named: &'a NamedLoop,
    body: &'a Body,
    cfg: &'a Cfg,
    l: &'a Loop,
}

/// A place where a stay in the loop might end, and what keeps it from that.
struct End {
    function: FuncId,
    at: InstrId,
    /// None: nothing.
    unless: Option<ExprId>,
}

fn claim(program: &mut Program, surroundings: &Surroundings, place: &Place<'_>, claims: &mut Vec<Trap>, insertions: &mut FxHashMap<FuncId, Insertions>) {
    let (f, loc, l) = (place.named.function, place.named.loc, place.l);
    let Some(ends) = ends(program, surroundings, place) else { return };
    let inputs = inputs(program, place);
    for (n, condition) in conditions(program, surroundings, place).into_iter().enumerate() {
        let name = |what: &str| format!("{}.{what}.{}.{n}", program.functions[f].name, place.named.number);
        let (never, stays) = (name("enters"), name("stays"));
        let mut property = |name, text: String| program.properties.push(Property { name, class: PropertyClass::Termination, function: f, loc, text });
        let never = property(never, format!("no run goes on in {} for ever", place.named.name));
        let stays = property(stays, format!("{} is left", place.named.name));
        let truth = program.types.bool();
        let flag = program.symbols.push(Symbol { name: "stays".to_owned(), ty: truth, storage: Storage::Static, loc });
        let flag = program.build().var(flag, truth);
        let mut build = program.build();
        let unset = build.not(flag);
        let assert = |cond, property| Instruction { kind: InstrKind::Assert { cond, property }, loc };
        let (fails, sets) = (build.not(condition), build.binary(BinOp::Or, flag, condition));
        let still = build.binary(BinOp::Or, unset, condition);
        let own = insertions.entry(f).or_default();
        own.before(l.head, assert(fails, never));
        own.before(l.head, assert(still, stays));
        own.before(l.head, Instruction { kind: InstrKind::Assign { lhs: flag, rhs: sets }, loc });
        for &(after, as_wanted) in &inputs {
            let rhs = program.build().binary(BinOp::And, flag, as_wanted);
            insertions.entry(f).or_default().before(after, Instruction { kind: InstrKind::Assign { lhs: flag, rhs }, loc });
        }
        for end in &ends {
            let cond = end.unless.map_or(unset, |unless| program.build().binary(BinOp::Or, unset, unless));
            // Loops behind this one keep their places.
            let own = if end.function == f { Some(place.body) } else { program.functions[end.function].body.as_ref() };
            let loc = own.map_or(loc, |body| body[end.at].loc);
            insertions.entry(end.function).or_default().before(end.at, Instruction { loc, ..assert(cond, stays) });
        }
        claims.push(Trap { never, stays });
    }
}

/// All places where a stay in the loop might end; none if it might end in other ways.
fn ends(program: &Program, surroundings: &Surroundings, place: &Place<'_>) -> Option<Vec<End>> {
    let f = place.named.function;
    let outside: FxHashSet<InstrId> = place.l.exits.iter().map(|e| e.1).collect();
    let mut ends: Vec<End> = outside.into_iter().map(|at| End { function: f, at, unless: None }).collect();
    let mut callees = Vec::new();
    for &at in &place.l.body {
        end(program, f, at, &place.body[at].kind, &mut ends, &mut callees)?;
    }
    let mut seen = FxHashSet::default();
    while let Some(g) = callees.pop() {
        if !seen.insert(g) {
            continue;
        }
        let body = program.functions[g].body.as_ref().filter(|_| !surroundings.is_recursive(g))?;
        for (at, instruction) in body.iter() {
            end(program, g, at, &instruction.kind, &mut ends, &mut callees)?;
        }
    }
    ends.sort_by_key(|e| (e.function, e.at));
    Some(ends)
}

/// Notes how the instruction may end a stay; none if it may do so in a way that no claim is about.
fn end(program: &Program, function: FuncId, at: InstrId, kind: &InstrKind, ends: &mut Vec<End>, callees: &mut Vec<FuncId>) -> Option<()> {
    let mut crashes = false;
    kind.expressions(|e, _| crashes |= may_crash(program, e));
    if crashes {
        return None;
    }
    match kind {
        InstrKind::Assume(cond) => ends.push(End { function, at, unless: Some(*cond) }),
        InstrKind::Halt(_) => ends.push(End { function, at, unless: None }),
        InstrKind::Call { callee: Callee::Direct(f), .. } => match &program.functions[*f].body {
            None if program.functions[*f].noreturn => ends.push(End { function, at, unless: None }),
            None => return None,
            Some(_) => callees.push(*f),
        },
        InstrKind::Call { callee: Callee::Indirect(_), .. }
        | InstrKind::Allocate { .. }
        | InstrKind::Release(_)
        | InstrKind::Free(_)
        | InstrKind::MemCopy { .. }
        | InstrKind::MemSet { .. }
        | InstrKind::Find { .. }
        | InstrKind::Compare { .. }
        | InstrKind::Unsupported(_)
        | InstrKind::Limit(_)
        | InstrKind::Beyond(_)
        | InstrKind::Unfollowed(_) => return None,
        InstrKind::Skip
        | InstrKind::Mark(_)
        | InstrKind::Decl(_)
        | InstrKind::Dead(_)
        | InstrKind::Assign { .. }
        | InstrKind::Goto { .. }
        | InstrKind::Return(_)
        | InstrKind::Assert { .. }
        | InstrKind::Cover { .. }
        | InstrKind::Input { .. }
        | InstrKind::Havoc { .. } => {}
    }
    Some(())
}

/// Conditions that may keep the loop going: no condition, and what its exits ask of variables that have a value at the head.
fn conditions(program: &mut Program, surroundings: &Surroundings, place: &Place<'_>) -> Vec<ExprId> {
    let declared: FxHashSet<SymbolId> =
        place.l.body.iter().filter_map(|&at| if let InstrKind::Decl(s) = place.body[at].kind { Some(s) } else { None }).collect();
    let mut live = Live::new(program, place.body, place.cfg, place.l.head);
    let mut found = vec![program.build().truth(true)];
    for (guard, leaves) in leaving(place) {
        let condition = if leaves { program.build().not(guard) } else { guard };
        let mut work = vec![condition];
        while let Some(condition) = work.pop() {
            if let ExprKind::Binary(BinOp::And | BinOp::Or, a, b) = program.exprs.kind(condition) {
                work.extend([a, b]);
            }
            let (mut usable, mut has_variables) = (!may_crash(program, condition), false);
            program.exprs.walk(condition, &mut FxHashSet::default(), &mut |_, kind| {
                if let ExprKind::Var(symbol) = kind {
                    has_variables = true;
                    let is_static = program.symbols[symbol].storage == Storage::Static;
                    usable &= is_static || !surroundings.is_in_memory(symbol) && !declared.contains(&symbol) && live.is_read(symbol);
                }
            });
            if usable && has_variables && found.len() < CONDITIONS && !found.contains(&condition) {
                found.push(condition);
            }
        }
    }
    found
}

/// The guards of jumps that leave the loop, and whether it is left when they hold.
fn leaving(place: &Place<'_>) -> Vec<(ExprId, bool)> {
    let exits = place.l.exits.iter();
    exits.filter_map(|&(from, to)| if let InstrKind::Goto { guard, target, .. } = place.body[from].kind { Some((guard, target == to)) } else { None }).collect()
}

/// For inputs in the loop, the instruction after it and the condition that it is such that the loop goes on, by what the exits ask.
fn inputs(program: &mut Program, place: &Place<'_>) -> Vec<(InstrId, ExprId)> {
    let leaving = leaving(place);
    let mut found = Vec::new();
    for &at in &place.l.body {
        let (InstrKind::Input { lhs, .. }, [next]) = (&place.body[at].kind, place.cfg.successors(at)) else { continue };
        let ty = program.exprs.ty(*lhs);
        // Who comes there on another way may have no such variable.
        if place.cfg.predecessors(*next) != [at] {
            continue;
        }
        if !matches!(program.types.get(ty), Type::Int { .. } | Type::Bool) || !matches!(program.exprs.kind(*lhs), ExprKind::Var(_)) {
            continue;
        }
        let names = names_of(program, place, *lhs);
        let value = leaving.iter().find_map(|&(guard, leaves)| staying(program, guard, leaves, &names)).unwrap_or(0);
        let mut build = program.build();
        let value = build.constant(ty, value);
        let as_wanted = build.binary(BinOp::Eq, *lhs, value);
        found.push((*next, as_wanted));
    }
    found
}

/// The variables that the loop copies the input to, and the input's own.
fn names_of(program: &Program, place: &Place<'_>, input: ExprId) -> FxHashSet<ExprId> {
    let mut names = FxHashSet::from_iter([input]);
    loop {
        let before = names.len();
        for &at in &place.l.body {
            if let InstrKind::Assign { lhs, rhs } = place.body[at].kind
                && names.contains(&without_casts(program, rhs))
            {
                names.insert(lhs);
            }
        }
        if names.len() == before {
            return names;
        }
    }
}

fn without_casts(program: &Program, mut e: ExprId) -> ExprId {
    while let ExprKind::Cast(inner) = program.exprs.kind(e) {
        e = inner;
    }
    e
}

/// A value of the variables with which a guard does not come out as it must to leave, if the guard is about them.
fn staying(program: &Program, guard: ExprId, leaves: bool, names: &FxHashSet<ExprId>) -> Option<i128> {
    let is_input = |e| names.contains(&without_casts(program, e));
    let constant = |e| program.exprs.as_const(without_casts(program, e)).map(|bits| bits.to_i128(true));
    match program.exprs.kind(guard) {
        _ if is_input(guard) => Some(i128::from(!leaves)),
        ExprKind::Unary(UnOp::Not, a) => staying(program, a, !leaves, names),
        ExprKind::Cast(a) => staying(program, a, leaves, names),
        ExprKind::Binary(BinOp::And | BinOp::Or, a, b) => staying(program, a, leaves, names).or_else(|| staying(program, b, leaves, names)),
        ExprKind::Binary(op @ (BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le), a, b) => {
            let (value, input_first) = if is_input(a) { (constant(b)?, true) } else { (constant(a).filter(|_| is_input(b))?, false) };
            let (below, above) = (value.wrapping_sub(1), value.wrapping_add(1));
            Some(match (op, leaves, input_first) {
                (BinOp::Eq, false, _) | (BinOp::Ne, true, _) | (BinOp::Lt, true, _) | (BinOp::Le, false, _) => value,
                (BinOp::Eq | BinOp::Ne, ..) => above,
                // `input < c` must hold or `c <= input` must not; else `c < input` must or `input <= c` must not.
                (BinOp::Lt, _, true) | (BinOp::Le, _, false) => below,
                (..) => above,
            })
        }
        _ => None,
    }
}
