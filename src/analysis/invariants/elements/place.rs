//! Places of elements: a variable or what a pointer leads to, with members and indices behind it. The indices are what facts about all elements replace:
//! `a[i][j]`, `s[i].x`, `p->a[i]`, `rows[i][j]` behind pointers.

use crate::rewrite::{rebuilt, replaced};
use goto::{BinOp, ExprId, ExprKind, Program, Type};

/// An element: its indices, that of the outermost array first, and the place with all of them zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Element {
    pub place: ExprId,
    pub indices: Vec<ExprId>,
    /// The same for all elements at which only the indices differ.
    pub skeleton: ExprId,
}

/// The place as an element; `None` if it has no index, or it is made of what is not a place.
pub(super) fn element(program: &mut Program, place: ExprId) -> Option<Element> {
    if !matches!(program.exprs.kind(place), ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Field { .. }) {
        return None;
    }
    let mut indices = Vec::new();
    let skeleton = filled(program, place, &mut |program, index| {
        indices.push(index);
        let ty = program.types.ptrdiff();
        program.build().constant(ty, 0)
    })?;
    (!indices.is_empty()).then_some(Element { place, indices, skeleton })
}

/// The place with other indices where they are no constants, asked for in their order.
pub(super) fn filled(program: &mut Program, place: ExprId, with: &mut dyn FnMut(&mut Program, ExprId) -> ExprId) -> Option<ExprId> {
    let ty = program.exprs.ty(place);
    let kind = match program.exprs.kind(place) {
        ExprKind::Var(_) => return Some(place),
        ExprKind::Field { base, field } => ExprKind::Field { base: filled(program, base, with)?, field },
        ExprKind::Index { base, index } => {
            let base = filled(program, base, with)?;
            ExprKind::Index { base, index: one(program, index, with) }
        }
        ExprKind::Deref(pointer) => ExprKind::Deref(in_pointer(program, pointer, with)?),
        _ => return None,
    };
    Some(program.exprs.intern(kind, ty))
}

fn in_pointer(program: &mut Program, pointer: ExprId, with: &mut dyn FnMut(&mut Program, ExprId) -> ExprId) -> Option<ExprId> {
    let ty = program.exprs.ty(pointer);
    let kind = match program.exprs.kind(pointer) {
        ExprKind::Binary(BinOp::PtrAdd, base, index) => {
            let base = in_pointer(program, base, with)?;
            ExprKind::Binary(BinOp::PtrAdd, base, one(program, index, with))
        }
        ExprKind::AddressOf(place) => ExprKind::AddressOf(filled(program, place, with)?),
        ExprKind::Cast(inner) => {
            let inner = in_pointer(program, inner, with)?;
            return Some(program.build().cast(inner, ty));
        }
        ExprKind::Var(_) | ExprKind::Field { .. } | ExprKind::Index { .. } | ExprKind::Deref(_) => return filled(program, pointer, with),
        _ => return None,
    };
    Some(program.exprs.intern(kind, ty))
}

/// How long the arrays are that the indices of an element are in, in their order; `None` if that is not known of all.
pub(super) fn lengths(program: &Program, place: ExprId) -> Option<Vec<u64>> {
    match program.exprs.kind(place) {
        ExprKind::Var(_) => Some(Vec::new()),
        ExprKind::Field { base, .. } => lengths(program, base),
        ExprKind::Index { base, index } => {
            let mut found = lengths(program, base)?;
            if program.exprs.as_const(index).is_none() {
                let Type::Array { len, .. } = *program.types.get(program.exprs.ty(base)) else { return None };
                found.push(len?);
            }
            Some(found)
        }
        _ => None,
    }
}

fn one(program: &mut Program, index: ExprId, with: &mut dyn FnMut(&mut Program, ExprId) -> ExprId) -> ExprId {
    if program.exprs.as_const(index).is_some() { index } else { with(program, index) }
}

/// The elements that an expression reads, outermost places only.
pub(super) fn elements_in(program: &mut Program, expr: ExprId) -> Vec<Element> {
    let mut found = Vec::new();
    collect(program, expr, &mut found);
    found
}

fn collect(program: &mut Program, expr: ExprId, found: &mut Vec<Element>) {
    if let Some(element) = element(program, expr) {
        if !found.contains(&element) {
            found.push(element);
        }
        return;
    }
    let mut parts = Vec::new();
    program.exprs.operands(expr, |part| parts.push(part));
    for part in parts {
        collect(program, part, found);
    }
}

/// The expression with these parts replaced, and with other indices where elements have certain ones: there conversions count for nothing, so that all indices
/// stay what they are.
pub(super) fn said_of(program: &mut Program, expr: ExprId, known: &[(ExprId, ExprId)], indices: &[(ExprId, ExprId)]) -> Option<ExprId> {
    let find = |of: &[(ExprId, ExprId)], e| of.iter().find(|k| k.0 == e).map(|k| k.1);
    let mut all = known.to_vec();
    for element in elements_in(program, expr) {
        let mut is_whole = true;
        let place = filled(program, element.place, &mut |program, index| {
            let new = find(indices, index).or_else(|| replaced(program, index, &|e| find(known, e)));
            is_whole &= new.is_some();
            new.unwrap_or(index)
        })?;
        if is_whole && find(known, element.place).is_none() {
            all.push((element.place, place));
        }
    }
    replaced(program, expr, &|e| find(&all, e))
}

/// The variable or pointer at the bottom of a place.
pub(super) fn root(program: &Program, mut place: ExprId) -> ExprId {
    loop {
        place = match program.exprs.kind(place) {
            ExprKind::Field { base, .. } | ExprKind::Index { base, .. } | ExprKind::Binary(BinOp::PtrAdd, base, _) => base,
            ExprKind::Deref(inner) | ExprKind::AddressOf(inner) | ExprKind::Cast(inner) => inner,
            _ => return place,
        };
    }
}

/// Does the place lie behind a pointer, so that writes elsewhere may change it?
pub(super) fn is_behind_a_pointer(program: &Program, mut place: ExprId) -> bool {
    loop {
        place = match program.exprs.kind(place) {
            ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => base,
            ExprKind::Var(_) => return false,
            _ => return true,
        };
    }
}

/// The expression over the state that `value` knows, which gives what places hold now (`None`: unknown) and says nothing of those that are unchanged.
pub(super) fn over(program: &mut Program, expr: ExprId, value: &dyn Fn(&Program, ExprId) -> Option<Option<ExprId>>, depth: u32) -> Option<ExprId> {
    let depth = depth.checked_sub(1)?;
    if let ExprKind::AddressOf(place) = program.exprs.kind(expr) {
        let ty = program.exprs.ty(expr);
        let inner = place_over(program, place, value, depth)?;
        return Some(program.exprs.intern(ExprKind::AddressOf(inner), ty));
    }
    if !program.exprs.is_place(expr) {
        return rebuilt(program, expr, &mut |program, part| over(program, part, value, depth));
    }
    let place = place_over(program, expr, value, depth)?;
    match value(program, place) {
        Some(known) => known,
        None => Some(place),
    }
}

/// The place with its indices and pointers over that state.
pub(super) fn place_over(program: &mut Program, place: ExprId, value: &dyn Fn(&Program, ExprId) -> Option<Option<ExprId>>, depth: u32) -> Option<ExprId> {
    let depth = depth.checked_sub(1)?;
    let ty = program.exprs.ty(place);
    let kind = match program.exprs.kind(place) {
        ExprKind::Var(_) => return Some(place),
        ExprKind::Field { base, field } => ExprKind::Field { base: place_over(program, base, value, depth)?, field },
        ExprKind::Index { base, index } => ExprKind::Index { base: place_over(program, base, value, depth)?, index: over(program, index, value, depth)? },
        ExprKind::Deref(pointer) => ExprKind::Deref(over(program, pointer, value, depth)?),
        _ => return None,
    };
    Some(program.exprs.intern(kind, ty))
}
