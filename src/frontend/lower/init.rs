//! Initialisers: zeros where parts are missing, then the parts.

use super::FunctionLowering;
use super::effects::needs_instructions;
use crate::tree::{Expr, ExprKind, Init, InitPart, Selector};
use goto::{ExprId, Field, RecordKind, Type, TypeId};

impl<'t> FunctionLowering<'_, 't> {
    /// Gives an object that has just come to life its value.
    pub(super) fn initialise(&mut self, place: ExprId, init: &'t Init) {
        let ty = self.ty(place);
        // Where every member gets a value, gcc does not clear the object first: what lies between the members is left over from before.
        let zero = init.zero && !(self.has_padding(ty) && self.is_complete(ty, init));
        if zero {
            let zero = self.zero(ty);
            self.assign(place, zero);
        }
        let mut parts: Vec<&InitPart> = init.parts.iter().collect();
        if parts.iter().filter(|p| needs_instructions(&p.value)).count() > 1 {
            // gcc evaluates the parts of an object in the order of memory.
            parts.sort_by(|a, b| key(a).cmp(key(b)));
        }
        let skip_zeros = zero && !self.may_overlap(self.ty(place), init);
        for part in parts {
            if skip_zeros && is_zero(&part.value) {
                continue;
            }
            let place = self.part(place, &part.path);
            self.full(&part.value, |this| this.assign_from(place, &part.value));
        }
    }

    fn has_padding(&self, ty: TypeId) -> bool {
        let types = &self.unit.program.types;
        match types.get(ty) {
            Type::Array { elem, .. } => self.has_padding(*elem),
            Type::Record(_) => types.record_body(ty).is_some_and(|body| {
                let bits = |field: &Field| field.bits.map_or(8 * types.size_of(field.ty).unwrap_or(0), |range| u64::from(range.width));
                body.fields.iter().map(bits).sum::<u64>() < 8 * body.size || body.fields.iter().any(|field| self.has_padding(field.ty))
            }),
            _ => false,
        }
    }

    /// Does an initialiser give a value to every scalar of an object? Unions count as not complete: gcc clears them if the member is not the largest.
    fn is_complete(&self, ty: TypeId, init: &Init) -> bool {
        let given = init.parts.iter().map(|part| self.scalars(part.value.ty)).sum::<Option<u64>>();
        given.is_some() && given == self.scalars(ty)
    }

    /// The scalars in an object. `None` if there are unions or open arrays in it.
    fn scalars(&self, ty: TypeId) -> Option<u64> {
        let types = &self.unit.program.types;
        match types.get(ty) {
            Type::Array { elem, len } => self.scalars(*elem)?.checked_mul((*len)?),
            Type::Record(id) if types.records[*id].kind == RecordKind::Union => None,
            Type::Record(_) => types.record_body(ty)?.fields.iter().map(|field| self.scalars(field.ty)).sum(),
            _ => Some(1),
        }
    }

    /// Can two parts of an initialiser lie at the same place? Then each must be written.
    pub(super) fn may_overlap(&self, ty: TypeId, init: &Init) -> bool {
        let types = &self.unit.program.types;
        let in_union = |part: &InitPart| {
            let mut ty = ty;
            part.path.iter().any(|selector| {
                let (union, next) = match (types.get(ty), *selector) {
                    (Type::Record(id), Selector::Field(field)) => {
                        let record = &types.records[*id];
                        (record.kind == RecordKind::Union, record.body.as_ref().and_then(|b| Some(b.fields.get(field)?.ty)))
                    }
                    (Type::Array { elem, .. }, _) => (false, Some(*elem)),
                    _ => (false, None),
                };
                ty = next.unwrap_or(ty);
                union
            })
        };
        init.parts.windows(2).any(|pair| key(&pair[0]).ge(key(&pair[1]))) || init.parts.iter().any(in_union)
    }

    /// The part of an object that a path leads to.
    pub(super) fn part(&mut self, object: ExprId, path: &[Selector]) -> ExprId {
        let mut place = object;
        for selector in path {
            place = match *selector {
                Selector::Field(field) => self.build().field(place, field),
                Selector::Index(index) => {
                    let mut build = self.build();
                    let ty = build.types.ptrdiff();
                    let index = build.constant(ty, i128::from(index));
                    build.index(place, index)
                }
            };
        }
        place
    }
}

/// A scalar zero.
pub(super) fn is_zero(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Const(bits) => bits.is_zero(),
        ExprKind::Cast(inner) => is_zero(inner),
        _ => false,
    }
}

/// Orders parts as they lie in memory.
fn key(part: &InitPart) -> impl Iterator<Item = u64> {
    part.path.iter().map(|selector| match *selector {
        Selector::Field(field) => field as u64,
        Selector::Index(index) => index,
    })
}
