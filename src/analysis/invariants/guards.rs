//! Facts read off the text: what the conditions of a loop become when its body has run once more, and what the program asks elsewhere.

use super::heads::{Head, cells_of};
use crate::comparison::{Comparison, comparisons};
use crate::crash::may_crash;
use crate::intervals::{Facts, Intervals};
use goto::{BinOp, ExprId, ExprKind, Id, InstrId, InstrKind, Program, Type};
use rustc_hash::FxHashSet;

/// Conditions that are looked at for one loop.
const CONDITIONS: usize = 60;
/// Proposals for one head, in two classes: what the conditions of the loop suggest, and what other conditions do.
pub(super) struct Proposals {
    pub own: Vec<ExprId>,
    pub others: Vec<ExprId>,
}

pub(super) fn proposals(program: &mut Program, intervals: &Intervals, head: &Head, facts: Facts<'_>, entering: Option<Facts<'_>>) -> Proposals {
    let usable = |program: &Program, e: ExprId| {
        let cells = cells_of(program, intervals, e);
        cells.is_some_and(|cells| cells.iter().all(|c| facts.of(*c).is_some() && head.needs(*c)) && cells.iter().any(|c| head.writes(*c)))
            && !may_crash(program, e)
    };
    let mut own = Vec::new();
    for &(guard, holds) in &head.continues {
        for comparison in comparisons(program, guard, holds) {
            if usable(program, comparison.a) || usable(program, comparison.b) {
                let in_scope = |e| cells_of(program, intervals, e).is_some_and(|cells| cells.iter().all(|c| facts.of(*c).is_some())) && !may_crash(program, e);
                if in_scope(comparison.a) && in_scope(comparison.b) {
                    weakened(program, comparison, entering, &mut own);
                }
            }
        }
    }
    let mut others = Vec::new();
    for condition in conditions(program, head) {
        if usable(program, condition) {
            others.push(condition);
        }
        for holds in [true, false] {
            for comparison in comparisons(program, condition, holds) {
                let both = program.build().binary(BinOp::Le, comparison.a, comparison.b);
                if usable(program, both) {
                    ordered(program, comparison, &mut others);
                }
            }
        }
    }
    Proposals { own, others }
}

/// Conditions elsewhere in the function: what is claimed first, then what is asked in the loop, then the rest.
pub(super) fn conditions(program: &Program, head: &Head) -> Vec<ExprId> {
    let Conditions { mut claimed, others } = Conditions::of(program, head);
    claimed.extend(others);
    claimed
}

/// Conditions in a function.
pub(super) struct Conditions {
    /// Those that are claimed to hold.
    pub claimed: Vec<ExprId>,
    /// Those that are asked, in the loop first.
    pub others: Vec<ExprId>,
}

impl Conditions {
    pub(super) fn of(program: &Program, head: &Head) -> Self {
        let Some(body) = &program.functions[head.func].body else { return Self { claimed: Vec::new(), others: Vec::new() } };
        let (mut claimed, mut inside, mut outside) = (Vec::new(), Vec::new(), Vec::new());
        for (id, instr) in body.iter() {
            match &instr.kind {
                InstrKind::Assert { cond, .. } => claimed.push(*cond),
                // What is handed to a function that checks it.
                InstrKind::Call { args, .. } => claimed.extend(args.iter().filter_map(|&arg| truth_of(program, arg))),
                InstrKind::Goto { guard, target, .. } => {
                    // A short way that is left out may be the one to an error.
                    let is_around = *target == InstrId::new(id.index() + 2) || *target == InstrId::new(id.index() + 3);
                    match (head.contains(id), is_around) {
                        (_, true) => claimed.push(*guard),
                        (true, false) => inside.push(*guard),
                        (false, false) => outside.push(*guard),
                    }
                }
                _ => {}
            }
        }
        let mut seen = FxHashSet::default();
        let mut is_new = |c: &ExprId| program.exprs.as_const(*c).is_none() && seen.insert(*c);
        let claimed: Vec<ExprId> = claimed.into_iter().filter(&mut is_new).take(CONDITIONS).collect();
        let others = inside.into_iter().chain(outside).filter(&mut is_new).take(CONDITIONS - claimed.len()).collect();
        Self { claimed, others }
    }
}

/// The condition that an integer is made from.
pub(super) fn truth_of(program: &Program, expr: ExprId) -> Option<ExprId> {
    let is_bool = |e: ExprId| matches!(program.types.get(program.exprs.ty(e)), Type::Bool);
    match program.exprs.kind(expr) {
        _ if is_bool(expr) => Some(expr),
        ExprKind::Cast(inner) if is_bool(inner) => Some(inner),
        _ => None,
    }
}

/// What may be left of a condition for going on once the body has made a step.
fn weakened(program: &mut Program, Comparison { op, a, b }: Comparison, entering: Option<Facts<'_>>, found: &mut Vec<ExprId>) {
    let surely = |program: &Program, a, b| {
        entering.and_then(|facts| Some((facts.value(program, a)?, facts.value(program, b)?))).is_some_and(|(x, y)| x.high() <= y.low())
    };
    let ty = program.exprs.ty(a);
    match op {
        BinOp::Lt => {
            let mut facts = vec![program.build().binary(BinOp::Le, a, b)];
            if !surely(program, a, b) {
                // The loop may not have been meant to run at all.
                facts.extend([first_or(program, a, facts[0], entering), first_or(program, b, facts[0], entering)].into_iter().flatten());
            }
            found.extend(facts);
        }
        BinOp::Le => {
            let mut build = program.build();
            let one = build.constant(ty, 1);
            let holds = build.binary(BinOp::Le, a, b);
            let beyond = build.binary(BinOp::Add, b, one);
            let just_beyond = build.binary(BinOp::Eq, a, beyond);
            let fact = build.binary(BinOp::Or, holds, just_beyond);
            found.push(fact);
            if !surely(program, a, b) {
                found.extend([first_or(program, a, fact, entering), first_or(program, b, fact, entering)].into_iter().flatten());
            }
        }
        BinOp::Ne => {
            let mut build = program.build();
            found.extend([build.binary(BinOp::Le, a, b), build.binary(BinOp::Le, b, a)]);
        }
        _ => found.push(program.build().binary(BinOp::Eq, a, b)),
    }
}

/// The fact, or the value that the expression has when the loop is entered.
fn first_or(program: &mut Program, expr: ExprId, fact: ExprId, entering: Option<Facts<'_>>) -> Option<ExprId> {
    if program.exprs.as_const(expr).is_some() {
        return None;
    }
    let first = entering?.value(program, expr)?.as_constant()?;
    let ty = program.exprs.ty(expr);
    let mut build = program.build();
    let first = build.constant(ty, first);
    let still = build.binary(BinOp::Eq, expr, first);
    Some(build.binary(BinOp::Or, still, fact))
}

/// The orders of what is compared somewhere. What a variable may be equal to, the intervals say better.
fn ordered(program: &mut Program, Comparison { op, a, b }: Comparison, found: &mut Vec<ExprId>) {
    let is_constant = program.exprs.as_const(a).is_some() || program.exprs.as_const(b).is_some();
    let mut build = program.build();
    match op {
        BinOp::Eq if is_constant => {}
        BinOp::Eq => found.extend([build.binary(BinOp::Eq, a, b), build.binary(BinOp::Le, a, b), build.binary(BinOp::Le, b, a)]),
        BinOp::Ne => {}
        _ => found.push(build.binary(BinOp::Le, a, b)),
    }
}
