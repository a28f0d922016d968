//! `__builtin_object_size` and its dynamic sibling, as gcc answers without optimisation: from the argument's text alone, for addresses of objects and their
//! parts. Values of pointers are never followed.

use super::convert::Value;
use super::held::again;
use super::init::repeatable;
use super::{Result, Unit};
use crate::tree::{Expr, ExprKind, VarKind, made_up};
use goto::{BinOp, Location};
use lang_c::ast::Expression;
use lang_c::span::{Node, Span};

/// Where in an object an address leads to.
struct Inside<'e> {
    /// Bytes of the object.
    whole: u64,
    /// Bytes from its start on by members and elements, and by arithmetic on pointers.
    parts: i128,
    moved: i128,
    /// Bytes from the address on of the innermost member or array that the text names; `None` behind arithmetic on pointers.
    own: Option<Own>,
    /// Elements of so many bytes that are not known.
    steps: Option<(&'e Expr, u64)>,
}

#[derive(Clone, Copy)]
enum Own {
    /// All that is left of the object.
    Object,
    /// So many bytes of which some lie before the address.
    Part { size: u64, before: i128 },
}

impl Unit<'_> {
    pub(super) fn object_size(&mut self, argument: &Node<Expression>, mode: &Node<Expression>, dynamic: bool, span: Span, loc: Location) -> Result<Value> {
        let mode = match self.constant_integer(mode)? {
            mode @ 0..=3 => mode,
            _ => return self.error(span, "the last argument is none of 0, 1, 2 and 3"),
        };
        let pointer = self.rvalue(argument)?;
        let (is_least, of_part) = (mode & 2 != 0, mode & 1 != 0);
        let size_type = self.c.types.size();
        let unknown = self.constant(if is_least { 0 } else { -1 }, size_type, loc);
        let Some(inside) = self.inside(&pointer.expr) else { return Ok(unknown) };
        let left = |size: u64, at: i128| if (0..=i128::from(size)).contains(&at) { i128::from(size) - at } else { 0 };
        if of_part {
            let known = match (inside.own, inside.steps) {
                (Some(Own::Part { size, before }), None) if size <= inside.whole => left(size, before),
                (Some(_), None) => left(inside.whole, inside.parts),
                _ => return Ok(unknown),
            };
            return Ok(self.constant(known, size_type, loc));
        }
        match inside.steps {
            None if inside.moved < 0 && !dynamic => Ok(unknown),
            None if inside.moved < 0 => Ok(self.constant(0, size_type, loc)),
            None => Ok(self.constant(left(inside.whole, inside.parts + inside.moved), size_type, loc)),
            Some(_) if !dynamic => Ok(unknown),
            Some((steps, each)) => {
                let room = left(inside.whole, inside.parts + inside.moved);
                match (again(steps), again(steps)) {
                    (Some(a), Some(b)) => Ok(self.room_left(room, [a, b], each, loc)),
                    _ => Ok(self.unknown("the size of an object behind a computed distance", size_type, loc)),
                }
            }
        }
    }

    /// What a distance leaves of so many bytes, given the same steps twice.
    fn room_left(&mut self, room: i128, steps: [Expr; 2], each: u64, loc: Location) -> Value {
        let loc = made_up(loc);
        let size_type = self.c.types.size();
        let to = self.c.types.lower(size_type);
        let bool = self.c.types.bool();
        let [first, second] = steps.map(|steps| {
            let each = self.constant(i128::from(each), size_type, loc).expr;
            let steps = Expr { kind: ExprKind::Cast(Box::new(steps)), ty: to, loc };
            self.value(ExprKind::Binary(BinOp::Mul, Box::new(steps), Box::new(each)), size_type, loc).expr
        });
        let room = |unit: &mut Self| Box::new(unit.constant(room, size_type, loc).expr);
        let whole = room(self);
        let cond = self.value(ExprKind::Binary(BinOp::Lt, whole, Box::new(first)), bool, loc).expr;
        let zero = self.constant(0, size_type, loc).expr;
        let whole = room(self);
        let rest = self.value(ExprKind::Binary(BinOp::Sub, whole, Box::new(second)), size_type, loc).expr;
        let cond = crate::tree::Condition::without_text(cond);
        self.value(ExprKind::Conditional { cond, then: Box::new(zero), other: Box::new(rest) }, size_type, loc)
    }

    /// Where a pointer leads to. `None` if its text does not say.
    fn inside<'e>(&self, e: &'e Expr) -> Option<Inside<'e>> {
        let types = &self.c.types.goto;
        match &e.kind {
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => self.inside_place(place),
            ExprKind::Cast(inner) => {
                let bytes = types.size_of(e.ty)?;
                if bytes == types.size_of(inner.ty)? { self.inside(inner) } else { None }
            }
            ExprKind::Binary(BinOp::PtrAdd, pointer, steps) | ExprKind::BinaryReversed(BinOp::PtrAdd, pointer, steps) => {
                let mut inside = self.inside(pointer)?;
                let each = self.target_size(pointer.ty)?;
                match self.folded(steps) {
                    Some(n) if n.is_zero() => {}
                    Some(n) => {
                        inside.moved += n.signed() * i128::from(each);
                        inside.own = None;
                    }
                    None if inside.steps.is_none() => {
                        inside.steps = Some((steps, each));
                        inside.own = None;
                    }
                    None => return None,
                }
                Some(inside)
            }
            ExprKind::Conditional { cond, then, other } => self.inside(if self.folded(&cond.expr)?.is_true() { then } else { other }),
            ExprKind::Comma(before, value) if is_pure(before) => self.inside(value),
            _ => None,
        }
    }

    fn inside_place<'e>(&self, place: &'e Expr) -> Option<Inside<'e>> {
        let types = &self.c.types.goto;
        match &place.kind {
            ExprKind::Var(id) => {
                let var = &self.c.vars[*id];
                // Of what another unit defines only the size is known.
                let known = !matches!(var.kind, VarKind::Extern) || types.size_of(var.ty).is_some();
                let whole = types.size_of(var.ty).filter(|_| known && !self.c.types.is_variable_array(self.c.var_types[*id]))?;
                Some(Inside { whole, parts: 0, moved: 0, own: Some(Own::Object), steps: None })
            }
            ExprKind::Field(base, field) => {
                let mut inside = self.inside_place(base)?;
                let field = types.record_body(base.ty)?.fields.get(*field)?;
                inside.parts += i128::from(field.offset);
                let part = types.size_of(field.ty).map_or(Own::Object, |size| Own::Part { size, before: 0 });
                inside.own = inside.own.map(|_| part);
                Some(inside)
            }
            ExprKind::Index(base, index) => {
                let mut inside = self.inside_place(base)?;
                let index = self.folded(index)?.to_i128(types.is_signed(index.ty));
                let distance = index * i128::from(types.size_of(place.ty)?);
                inside.parts += distance;
                let array = match (&base.kind, types.size_of(base.ty)) {
                    (ExprKind::Var(_), _) | (_, None) => Own::Object,
                    (_, Some(size)) => Own::Part { size, before: distance },
                };
                inside.own = inside.own.map(|_| array);
                Some(inside)
            }
            ExprKind::Deref(pointer) => {
                let mut inside = self.inside(pointer)?;
                inside.own = None;
                Some(inside)
            }
            _ => None,
        }
    }
}

/// Does evaluating the expression change nothing?
fn is_pure(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Cast(inner) => is_pure(inner),
        _ => repeatable(e),
    }
}
