//! Elements that were stored beside a loop and that it does not reach: the zero at the end of a text that is filled from its start on.

use super::Access;
use super::Function;
use super::place::{filled, root};
use crate::intervals::Intervals;
use crate::invariants::Each;
use crate::invariants::heads::{Head, cells_of};
use goto::{BinOp, ExprId, ExprKind, InstrKind, Program};

/// Elements with constant indices.
const MOST: usize = 4;

/// Facts about elements in the same array as one in which the loop stores: each still is the constant that was stored there.
pub(super) fn proposals(program: &mut Program, (intervals, head): (&Intervals, &Head), function: &Function, access: &Access) -> Vec<(Option<Each>, ExprId)> {
    let mut found = constants(program, head, function, access);
    let Some(&symbol) = function.each.first() else { return found };
    for (at, element) in function.stores.iter().filter(|(at, element)| !head.contains(*at) && element.skeleton == access.element.skeleton) {
        let (InstrKind::Assign { rhs, .. }, [index]) = (&function.body[*at].kind, &element.indices[..]) else { continue };
        let stays = cells_of(program, intervals, *index).is_some_and(|cells| cells.iter().all(|&cell| !head.writes(cell)));
        if !stays || program.exprs.as_const(*rhs).is_none() {
            continue;
        }
        let ty = program.types.ptrdiff();
        let any = program.build().var(symbol, ty);
        let Some(place) = filled(program, element.place, &mut |_, _| any) else { continue };
        let mut build = program.build();
        let index = build.cast(*index, ty);
        let is_other = build.binary(BinOp::Ne, any, index);
        let is_kept = build.binary(BinOp::Eq, place, *rhs);
        let fact = build.binary(BinOp::Or, is_other, is_kept);
        found.extend(Each::of(&[symbol]).map(|each| (Some(each), fact)));
    }
    found
}

/// Of elements with constant indices.
fn constants(program: &mut Program, head: &Head, function: &Function, access: &Access) -> Vec<(Option<Each>, ExprId)> {
    let array = root(program, access.element.place);
    let mut found = Vec::new();
    for (at, instruction) in function.body.iter() {
        if let InstrKind::Assign { lhs, rhs } = instruction.kind
            && !head.contains(at)
            && let ExprKind::Index { base, index } = program.exprs.kind(lhs)
            && program.exprs.as_const(index).is_some()
            && matches!(program.exprs.kind(base), ExprKind::Var(_) | ExprKind::Field { .. })
            && root(program, base) == array
            && program.exprs.as_const(rhs).is_some()
        {
            found.push((None, program.build().binary(BinOp::Eq, lhs, rhs)));
        }
    }
    found.truncate(MOST);
    found
}
