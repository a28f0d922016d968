//! Where happenings stand in a body, and the conditions under which they happen.

use super::{Happening, Relation, SwitchLabel};
use goto::{BinOp, Body, BranchKind, ExprId, ExprKind, InstrId, InstrKind, Location, Program, PropertyClass, Type, TypeId};

/// An instruction at which something happens.
pub(super) struct Hit {
    pub at: InstrId,
    pub when: When,
}

pub(super) enum When {
    /// It happens if this holds just before the instruction.
    Before(ExprId),
    /// It happens when the call returns, if its result is right.
    After,
}

/// The instructions at which something happens.
pub(super) fn hits(program: &mut Program, body: &Body, happening: &Happening) -> Vec<Hit> {
    match happening {
        Happening::Claim(number) => claims(program, body, *number),
        Happening::Decision { loc, kinds, holds } => decisions(program, body, *holds, |l, kind| l == *loc && kinds.contains(&kind)),
        Happening::Conditional { start, end, holds } => {
            decisions(program, body, *holds, |l, kind| kind == BranchKind::Conditional && lies_between(l, *start, *end))
        }
        Happening::Switch { loc, label } => switches(program, body, *loc, label),
        Happening::Enter { loc } => {
            let truth = program.build().truth(true);
            calls(body, *loc).into_iter().map(|at| Hit { at, when: When::Before(truth) }).collect()
        }
        Happening::Return { loc, .. } => calls(body, *loc).into_iter().map(|at| Hit { at, when: When::After }).collect(),
        Happening::Target { .. } | Happening::AnyTarget => Vec::new(),
    }
}

/// Does the place lie between the two, the second one excluded?
pub(super) fn lies_between(loc: Location, start: Location, end: Location) -> bool {
    loc.file == start.file && start <= loc && loc < end
}

fn claims(program: &Program, body: &Body, number: u32) -> Vec<Hit> {
    let name = format!("witness.{number}");
    let claimed = |kind: &InstrKind| match kind {
        InstrKind::Assert { cond, property } => {
            let property = &program.properties[*property];
            (property.class == PropertyClass::Witness && property.name == name).then_some(*cond)
        }
        _ => None,
    };
    body.iter().filter_map(|(at, i)| Some(Hit { at, when: When::Before(claimed(&i.kind)?) })).collect()
}

fn decisions(program: &mut Program, body: &Body, holds: bool, fits: impl Fn(Location, BranchKind) -> bool) -> Vec<Hit> {
    let mut hits = Vec::new();
    for (at, instruction) in body.iter() {
        let InstrKind::Goto { guard, branch: Some(branch), .. } = instruction.kind else { continue };
        let (kind, negated) = (program.branches[branch].kind, program.branches[branch].negated);
        if fits(instruction.loc, kind) {
            let condition = if negated == holds { program.build().not(guard) } else { guard };
            hits.push(Hit { at, when: When::Before(condition) });
        }
    }
    hits
}

/// A `switch` is a row of comparisons and, behind them, a jump to where its default leads.
fn switches(program: &Program, body: &Body, loc: Location, label: &SwitchLabel) -> Vec<Hit> {
    let is_case = |at: InstrId| match body[at].kind {
        InstrKind::Goto { branch: Some(branch), .. } => program.branches[branch].kind == BranchKind::Case,
        _ => false,
    };
    let mut hits = Vec::new();
    for (at, instruction) in body.iter() {
        let InstrKind::Goto { guard, branch: None, .. } = instruction.kind else { continue };
        let always = program.exprs.as_const(guard).is_some_and(|c| c.is_true());
        let follows_case = super::super::insert::previous(at).is_some_and(is_case);
        if instruction.loc != loc || !always || !(follows_case || *label == SwitchLabel::Default) {
            continue;
        }
        if *label == SwitchLabel::Default {
            hits.push(Hit { at, when: When::Before(guard) });
            continue;
        }
        let mut case = super::super::insert::previous(at);
        while let Some(at) = case.filter(|&at| is_case(at)) {
            if let InstrKind::Goto { guard, branch: Some(branch), .. } = body[at].kind
                && is_label(program, guard, &program.branches[branch].text, label)
            {
                hits.push(Hit { at, when: When::Before(guard) });
            }
            case = super::super::insert::previous(at);
        }
    }
    hits
}

fn is_label(program: &Program, guard: ExprId, text: &str, label: &SwitchLabel) -> bool {
    let SwitchLabel::Case(wanted) = label else { return false };
    match program.exprs.kind(guard) {
        ExprKind::Binary(BinOp::Eq, _, value) => {
            let signed = program.types.is_signed(program.exprs.ty(value));
            program.exprs.as_const(value).is_some_and(|v| v.to_i128(signed) == *wanted)
        }
        _ => integer(text) == Some(*wanted),
    }
}

/// The instructions that make the calls which start at a place.
fn calls(body: &Body, loc: Location) -> Vec<InstrId> {
    let is_call = |kind: &InstrKind| {
        matches!(kind, InstrKind::Call { .. } | InstrKind::Input { .. } | InstrKind::Allocate { .. } | InstrKind::Havoc { .. } | InstrKind::Halt(_))
    };
    let found: Vec<InstrId> = body.iter().filter(|(_, i)| i.loc == loc && is_call(&i.kind)).map(|(at, _)| at).collect();
    // With several of them the last one is the call, the others are what its arguments or its result take.
    match body.iter().filter(|(_, i)| i.loc == loc && matches!(i.kind, InstrKind::Call { .. } | InstrKind::Input { .. })).count() {
        0 => found,
        _ => found.into_iter().filter(|&at| matches!(body[at].kind, InstrKind::Call { .. } | InstrKind::Input { .. })).collect(),
    }
}

/// The type of what a call returns, if that is a scalar.
pub(super) fn result_type(program: &Program, kind: &InstrKind) -> Option<TypeId> {
    let ty = match kind {
        InstrKind::Call { callee: goto::Callee::Direct(f), .. } => match program.types.get(program.functions[*f].ty) {
            Type::Function { ret, .. } => *ret,
            _ => return None,
        },
        InstrKind::Call { callee: goto::Callee::Indirect(pointer), .. } => {
            let Type::Pointer(function) = *program.types.get(program.exprs.ty(*pointer)) else { return None };
            match program.types.get(function) {
                Type::Function { ret, .. } => *ret,
                _ => return None,
            }
        }
        InstrKind::Input { lhs, .. } | InstrKind::Havoc { lhs, .. } => program.exprs.ty(*lhs),
        InstrKind::Allocate { result, .. } => program.exprs.ty(*result),
        _ => return None,
    };
    program.types.is_scalar(ty).then_some(ty)
}

/// The call with its result in a temporary, and what is left to do then.
pub(super) fn with_result(kind: InstrKind, temporary: Option<ExprId>) -> (InstrKind, InstrKind) {
    let Some(to) = temporary else { return (kind, InstrKind::Skip) };
    let rest = |lhs: Option<ExprId>| lhs.map_or(InstrKind::Skip, |lhs| InstrKind::Assign { lhs, rhs: to });
    match kind {
        InstrKind::Call { result, callee, args } => (InstrKind::Call { result: Some(to), callee, args }, rest(result)),
        InstrKind::Input { lhs, input } => (InstrKind::Input { lhs: to, input }, rest(Some(lhs))),
        InstrKind::Havoc { lhs, kind } => (InstrKind::Havoc { lhs: to, kind }, rest(Some(lhs))),
        InstrKind::Allocate { result, size, kind, zeroed } => (InstrKind::Allocate { result: to, size, kind, zeroed }, rest(Some(result))),
        other => (other, InstrKind::Skip),
    }
}

pub(super) fn relate(program: &mut Program, relation: Relation, a: ExprId, b: ExprId) -> ExprId {
    let mut build = program.build();
    match relation {
        Relation::Eq => build.binary(BinOp::Eq, a, b),
        Relation::Ne => build.binary(BinOp::Ne, a, b),
        Relation::Lt => build.binary(BinOp::Lt, a, b),
        Relation::Le => build.binary(BinOp::Le, a, b),
        Relation::Gt => build.binary(BinOp::Lt, b, a),
        Relation::Ge => build.binary(BinOp::Le, b, a),
    }
}

/// The least and the greatest integer of a width. Those of 128 unsigned bits do not all fit.
pub(super) fn limits(bits: u16, signed: bool) -> (i128, i128) {
    match (bits, signed) {
        (128, true) => (i128::MIN, i128::MAX),
        (128, false) => (0, i128::MAX),
        (bits, true) => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        (bits, false) => (0, (1 << bits) - 1),
    }
}

/// An integer constant of C.
pub fn integer(text: &str) -> Option<i128> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text.strip_prefix('+').unwrap_or(text).trim_start()),
    };
    if let Some(inner) = digits.strip_prefix('(').and_then(|d| d.strip_suffix(')')) {
        return integer(inner).map(|v| if negative { -v } else { v });
    }
    if let Some(quoted) = digits.strip_prefix('\'').and_then(|t| t.strip_suffix('\'')) {
        let [byte] = quoted.as_bytes() else { return None };
        let value = i128::from(*byte as i8);
        return Some(if negative { -value } else { value });
    }
    let digits = digits.trim_end_matches(['u', 'U', 'l', 'L']);
    let magnitude = match (digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")), digits.strip_prefix('0')) {
        (Some(hex), _) => i128::from_str_radix(hex, 16).ok()?,
        (None, Some(octal)) if !octal.is_empty() => i128::from_str_radix(octal, 8).ok()?,
        _ => digits.parse::<i128>().ok()?,
    };
    Some(if negative { -magnitude } else { magnitude })
}
