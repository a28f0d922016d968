//! What may decrease whenever a loop goes round, read off its text: the variables that it changes and what its conditions compare. Proposals only.

use crate::comparison::{Comparison, comparisons, is_integer};
use crate::crash::may_crash;
use goto::cfg::Cfg;
use goto::loops::Loop;
use goto::{BinOp, Body, ExprId, ExprKind, InstrKind, MemoryFact, Program, Storage, Type, UnOp};
use rustc_hash::FxHashSet;

/// Measures of one number each for one loop.
const SINGLE: usize = 14;
/// Numbers that pairs are made of, and pairs.
const PAIRED: usize = 6;
const PAIRS: usize = 12;
/// Variables of one loop that are looked at.
const VARIABLES: usize = 6;
/// Variables whose direction a flag decides.
const PHASED: usize = 2;
/// Numbers that are one of two variables.
const CHOSEN: usize = 6;
const POINTERS: usize = 3;

/// A measure: it decreases if the first of its numbers that changes does. The order of each is that of its type, which is finite: so it cannot decrease for ever.
/// Evaluating it never crashes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rank(pub Vec<ExprId>);

/// Measures for a loop, the likely ones first; `more` are conditions beside the loop's own from which they may come.
pub fn ranks(program: &mut Program, body: &Body, cfg: &Cfg, l: &Loop, more: &[ExprId]) -> Vec<Rank> {
    let mut single = Singles::default();
    let mut continues = conditions(body, cfg, l);
    continues.extend(more.iter().flat_map(|&e| [(e, true), (e, false)]));
    let asked: Vec<Comparison> = continues.iter().flat_map(|&(guard, holds)| comparisons(program, guard, holds)).collect();
    for &comparison in &asked {
        single.distances(program, comparison);
    }
    let changed = changed(program, body, l);
    let asks: FxHashSet<ExprId> = variables(program, &continues).into_iter().collect();
    let (first, mut rest): (Vec<ExprId>, Vec<ExprId>) = changed.into_iter().partition(|e| asks.contains(e));
    // What is counted is more likely than what is computed.
    rest.sort_by_key(|&e| !is_counted(program, body, l, e));
    // What a called function changes stands in the conditions only.
    let others: Vec<ExprId> = variables(program, &continues).into_iter().filter(|e| !first.contains(e)).collect();
    let all: Vec<ExprId> = first.iter().chain(&rest).chain(&others).copied().take(VARIABLES).collect();
    for pointer in moved(program, body, l).into_iter().take(POINTERS) {
        // While it is followed it stays in its object.
        let offset = program.build().memory(MemoryFact::Offset, pointer);
        single.both_ways(program, offset);
    }
    for &variable in &all {
        single.both_ways(program, variable);
    }
    for pair in first.windows(2) {
        single.sum(program, pair[0], pair[1]);
    }
    single.found.truncate(SINGLE);
    let mut found: Vec<Rank> = single.found.iter().map(|&e| Rank(vec![e])).collect();
    let paired: Vec<ExprId> = single.found.iter().copied().take(PAIRED).collect();
    let pairs = paired.iter().flat_map(|&a| paired.iter().map(move |&b| (a, b))).filter(|&(a, b)| a != b && !opposite(program, a, b));
    found.extend(pairs.take(PAIRS).map(|(a, b)| Rank(vec![a, b])));
    found.extend(triples(&first));
    let mut chosen = Singles::default();
    for pair in first.windows(2) {
        chosen.least(program, pair[0], pair[1]);
    }
    for (up, down, step) in opposite_steps(program, body, l) {
        chosen.by_sign(program, (up, down), step);
    }
    found.extend(by_phase(program, body, l, &first));
    found.extend(chosen.found.into_iter().take(CHOSEN).map(|e| Rank(vec![e])));
    found
}

/// A variable that goes one way as long as a flag is set, and the other way afterwards: first the flag decreases, then the variable.
fn by_phase(program: &mut Program, body: &Body, l: &Loop, variables: &[ExprId]) -> Vec<Rank> {
    let is_constant = |e: ExprId| program.exprs.as_const(e).is_some();
    let sets =
        |e: ExprId| l.body.iter().filter_map(move |&at| if let InstrKind::Assign { lhs, rhs } = body[at].kind { (lhs == e).then_some(rhs) } else { None });
    let Some(&flag) = variables.iter().find(|&&e| sets(e).next().is_some() && sets(e).all(is_constant)) else { return Vec::new() };
    let mut found = Vec::new();
    for &variable in variables.iter().filter(|&&e| e != flag).take(PHASED) {
        let ty = program.exprs.ty(flag);
        let mut build = program.build();
        let zero = build.constant(ty, 0);
        let is_clear = build.binary(BinOp::Eq, flag, zero);
        let complement = build.unary(UnOp::BitNot, variable);
        let (down, up) = (build.ite(is_clear, variable, complement), build.ite(is_clear, complement, variable));
        found.extend([down, up].map(|then| Rank(vec![flag, then])));
    }
    found
}

/// Variables to which the loop adds a value that it does not change, and others from which it takes the same value away.
fn opposite_steps(program: &Program, body: &Body, l: &Loop) -> Vec<(ExprId, ExprId, ExprId)> {
    let changed = changed(program, body, l);
    let steps: Vec<(BinOp, ExprId, ExprId)> = l
        .body
        .iter()
        .filter_map(|&at| match body[at].kind {
            InstrKind::Assign { lhs, rhs } => match program.exprs.kind(rhs) {
                ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub), base, step) if base == lhs && is_usable(program, lhs) => Some((op, lhs, step)),
                _ => None,
            },
            _ => None,
        })
        .filter(|&(_, _, step)| program.exprs.is_place(step) && is_usable(program, step) && !changed.contains(&step))
        .collect();
    let up = steps.iter().filter(|(op, ..)| *op == BinOp::Add);
    up.flat_map(|&(_, up, by)| steps.iter().filter(move |&&(op, _, step)| op == BinOp::Sub && step == by).map(move |&(_, down, _)| (up, down, by))).collect()
}

/// All orders of the first three variables: each may become anything where one before it decreases.
fn triples(variables: &[ExprId]) -> Vec<Rank> {
    let &[a, b, c, ..] = variables else { return Vec::new() };
    [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]].map(|order| Rank(order.to_vec())).into()
}

/// One number is the other one's complement: the second of such a pair never decides.
fn opposite(program: &Program, a: ExprId, b: ExprId) -> bool {
    let is_not_of = |x: ExprId, y: ExprId| program.exprs.kind(x) == ExprKind::Unary(UnOp::BitNot, y);
    is_not_of(a, b) || is_not_of(b, a)
}

/// The conditions of going on where the loop may be left.
fn conditions(body: &Body, cfg: &Cfg, l: &Loop) -> Vec<(ExprId, bool)> {
    let mut found = Vec::new();
    for &at in &l.body {
        if let InstrKind::Goto { guard, target, .. } = body[at].kind
            && let [next, _] = cfg.successors(at)
        {
            match (l.contains(target), l.contains(*next)) {
                (true, false) => found.push((guard, true)),
                (false, true) => found.push((guard, false)),
                _ => {}
            }
        }
    }
    found
}

/// The places with integers that the loop assigns to, without those that calls change.
fn changed(program: &Program, body: &Body, l: &Loop) -> Vec<ExprId> {
    let mut found: Vec<ExprId> = Vec::new();
    for &at in &l.body {
        let (InstrKind::Assign { lhs, .. } | InstrKind::Input { lhs, .. } | InstrKind::Havoc { lhs, .. } | InstrKind::Call { result: Some(lhs), .. }) =
            body[at].kind
        else {
            continue;
        };
        if is_usable(program, lhs) && !is_temporary(program, lhs) && !found.contains(&lhs) {
            found.push(lhs);
        }
    }
    found
}

/// Does the loop add a constant to it?
fn is_counted(program: &Program, body: &Body, l: &Loop, variable: ExprId) -> bool {
    let is_step = |rhs: ExprId| match program.exprs.kind(rhs) {
        ExprKind::Binary(BinOp::Add | BinOp::Sub, base, step) => base == variable && program.exprs.as_const(step).is_some(),
        _ => false,
    };
    l.body.iter().any(|&at| matches!(body[at].kind, InstrKind::Assign { lhs, rhs } if lhs == variable && is_step(rhs)))
}

/// The pointers that the loop moves along their objects.
fn moved(program: &Program, body: &Body, l: &Loop) -> Vec<ExprId> {
    let mut found: Vec<ExprId> = Vec::new();
    for &at in &l.body {
        if let InstrKind::Assign { lhs, rhs } = body[at].kind
            && let ExprKind::Binary(BinOp::PtrAdd, base, _) = program.exprs.kind(rhs)
            && base == lhs
            && !may_crash(program, lhs)
            && !found.contains(&lhs)
        {
            found.push(lhs);
        }
    }
    found
}

/// The places with integers that the conditions read.
fn variables(program: &Program, conditions: &[(ExprId, bool)]) -> Vec<ExprId> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    for &(guard, _) in conditions {
        program.exprs.walk(guard, &mut seen, &mut |e, _| found.push(e));
    }
    found.retain(|&e| program.exprs.is_place(e) && is_usable(program, e));
    found
}

/// Can the value be asked for at the head of the loop?
fn is_usable(program: &Program, e: ExprId) -> bool {
    is_integer(program, e) && !may_crash(program, e)
}

fn is_temporary(program: &Program, place: ExprId) -> bool {
    matches!(program.exprs.kind(program.exprs.root(place)), ExprKind::Var(s) if matches!(program.symbols[s].storage, Storage::Temporary(_)))
}

/// Measures of one number, each once.
#[derive(Default)]
struct Singles {
    found: Vec<ExprId>,
}

impl Singles {
    fn add(&mut self, e: ExprId) {
        if !self.found.contains(&e) {
            self.found.push(e);
        }
    }

    /// How far what is compared is apart. What is compared with a constant is a measure by itself.
    fn distances(&mut self, program: &mut Program, Comparison { op, a, b }: Comparison) {
        if !is_usable(program, a) || !is_usable(program, b) {
            return;
        }
        let to_constant = program.exprs.as_const(a).is_some() || program.exprs.as_const(b).is_some();
        match op {
            BinOp::Lt | BinOp::Le if to_constant => {}
            BinOp::Lt | BinOp::Le => {
                let (a, b) = (wide(program, a), wide(program, b));
                let distance = program.build().binary(BinOp::Sub, b, a);
                self.add(distance);
            }
            BinOp::Ne => {
                for (a, b) in [(a, b), (b, a)] {
                    // The way round, by which one of them comes to the other.
                    let Type::Int { bits, .. } = *program.types.get(program.exprs.ty(a)) else { continue };
                    let ty = program.types.int(bits, false);
                    let (a, b) = (program.build().cast(a, ty), program.build().cast(b, ty));
                    let distance = program.build().binary(BinOp::Sub, a, b);
                    self.add(distance);
                }
            }
            _ => {}
        }
    }

    /// It decreases, or it increases: then its complement decreases.
    fn both_ways(&mut self, program: &mut Program, variable: ExprId) {
        self.add(variable);
        let complement = program.build().unary(UnOp::BitNot, variable);
        self.add(complement);
    }

    /// The smaller one of two, which decreases where the other one is set to anything; or the larger one increases.
    fn least(&mut self, program: &mut Program, a: ExprId, b: ExprId) {
        if program.exprs.ty(a) != program.exprs.ty(b) {
            return;
        }
        let mut build = program.build();
        let is_less = build.binary(BinOp::Lt, a, b);
        let (least, greatest) = (build.ite(is_less, a, b), build.ite(is_less, b, a));
        let complement = build.unary(UnOp::BitNot, greatest);
        self.add(least);
        self.add(complement);
    }

    /// Of two variables that move apart by a step, the one that increases, or the one that decreases, whatever the sign of the step is.
    fn by_sign(&mut self, program: &mut Program, (up, down): (ExprId, ExprId), step: ExprId) {
        let ty = program.exprs.ty(step);
        if program.exprs.ty(up) != program.exprs.ty(down) {
            return;
        }
        let mut build = program.build();
        let zero = build.constant(ty, 0);
        let is_positive = build.binary(BinOp::Lt, zero, step);
        let (increasing, decreasing) = (build.ite(is_positive, up, down), build.ite(is_positive, down, up));
        let complement = build.unary(UnOp::BitNot, increasing);
        self.add(complement);
        self.add(decreasing);
    }

    fn sum(&mut self, program: &mut Program, a: ExprId, b: ExprId) {
        let (a, b) = (wide(program, a), wide(program, b));
        let sum = program.build().binary(BinOp::Add, a, b);
        self.add(sum);
    }
}

/// The value as a number of a type in which sums and differences of two such do not overflow.
fn wide(program: &mut Program, e: ExprId) -> ExprId {
    let bits = match *program.types.get(program.exprs.ty(e)) {
        Type::Int { bits, .. } if bits < 64 => 64,
        _ => 128,
    };
    let ty = program.types.int(bits, true);
    program.build().cast(e, ty)
}
