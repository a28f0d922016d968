//! Evaluation of expressions. Operands that the program evaluates only under a condition are evaluated on the path with that condition, and what they
//! require holds under it.

use super::float::Rounding;
use super::overflow;
use super::run::Run;
use super::shape::{Access, Repr, Shape, repr};
use super::value::{Pointer, Value};
use goto::interp::value::Scalar;
use goto::{BinOp, Bits, ExprId, ExprKind, Type, TypeId, UnOp};
use term::TermId;

impl Run<'_> {
    /// The value of an expression. If the path ends on the way (`live` says so), it means nothing.
    pub(crate) fn eval(&mut self, expr: ExprId) -> Value {
        let program = self.program;
        let ty = program.exprs.ty(expr);
        match program.exprs.kind(expr) {
            ExprKind::Const(bits) => self.constant(bits, ty),
            ExprKind::Zero => Value::Zero,
            ExprKind::Var(_) | ExprKind::Deref(_) => self.eval_place(expr),
            ExprKind::Field { base, field } => {
                if program.exprs.is_place(base) {
                    return self.eval_place(expr);
                }
                let value = self.eval(base);
                self.field_of_value(&value, program.exprs.ty(base), field, ty)
            }
            ExprKind::Index { base, .. } if program.exprs.is_place(base) => self.eval_place(expr),
            ExprKind::Index { base, index } => {
                let value = self.eval(base);
                let from = program.exprs.ty(base);
                let offset = self.scaled(index, program.types.size_of(ty).unwrap_or(1));
                let size = super::objects::Size::Known(program.types.size_of(from).unwrap_or(0));
                let inside = self.cx.in_bounds(size, offset, program.types.size_of(ty).unwrap_or(1));
                self.require(inside);
                if !self.live {
                    return Value::Zero;
                }
                self.cx.read_at(&value, Shape::of(&program.types, from), size, offset, Access::Type(ty))
            }
            ExprKind::AddressOf(place) => {
                let place = self.place(place);
                Value::Pointer(self.address_of(&place))
            }
            ExprKind::FunctionAddress(function) => {
                let object = self.cx.function_object(function);
                Value::Pointer(Pointer { object: self.cx.object_term(object), offset: self.cx.address_constant(0) })
            }
            ExprKind::Unary(op, a) => self.unary(op, a),
            ExprKind::Binary(BinOp::And, a, b) => self.short_circuit(a, b, true),
            ExprKind::Binary(BinOp::Or, a, b) => self.short_circuit(a, b, false),
            ExprKind::Binary(op, a, b) => self.binary(op, a, b),
            ExprKind::Cast(a) => {
                let value = self.eval(a);
                self.convert(&value, program.exprs.ty(a), ty)
            }
            ExprKind::Ite { cond, then, other } => self.conditional(cond, then, other, ty),
            ExprKind::Fma { a, b, c } => self.float_fma([a, b, c], ty),
            ExprKind::Heap(fact) => Value::Bits(self.heap_fact(fact)),
            ExprKind::Written(place) => Value::Bits(self.is_written(place)),
            ExprKind::WrittenBytes { pointer, size } => {
                let (pointer, size) = (self.eval_pointer(pointer), self.eval_bits(size));
                Value::Bits(self.are_bytes_written(pointer, size))
            }
            ExprKind::IsBeyond { pointer, distance, size } => {
                let (pointer, distance, size) = (self.eval_pointer(pointer), self.eval_bits(distance), self.eval_bits(size));
                Value::Bits(self.is_beyond(pointer, distance, size))
            }
            ExprKind::Memory { fact, pointer } => {
                let pointer = self.eval_pointer(pointer);
                Value::Bits(self.fact(fact, pointer))
            }
        }
    }

    fn constant(&mut self, bits: Bits, ty: TypeId) -> Value {
        let term = self.cx.pool.constant(bits);
        match repr(&self.program.types, ty) {
            Some(Repr::Pointer) => Value::Pointer(Pointer { object: self.cx.null().object, offset: term }),
            _ => Value::Bits(term),
        }
    }

    fn eval_place(&mut self, expr: ExprId) -> Value {
        let place = self.place(expr);
        if !self.live {
            return Value::Zero;
        }
        let value = self.load(&place);
        self.of_declared_type(value, place.access(), expr)
    }

    /// Bit-fields are as wide as their declared type in expressions.
    fn of_declared_type(&mut self, value: Value, access: Access, expr: ExprId) -> Value {
        let (Access::BitField(..), Shape::Bits(width)) = (access, self.cx.access_shape(access)) else { return value };
        let ty = self.program.exprs.ty(expr);
        let bits = self.cx.bits(&value, width);
        let full = self.program.types.scalar_bits(ty).unwrap_or(width);
        Value::Bits(self.cx.pool.resize(bits, full, self.program.types.is_signed(ty)))
    }

    /// A field of a struct or union that is not in memory.
    fn field_of_value(&mut self, value: &Value, from: TypeId, field: u32, ty: TypeId) -> Value {
        let types = &self.program.types;
        let (Type::Record(record), Some(body)) = (types.get(from), types.record_body(from)) else { return Value::Zero };
        let shape = Shape::of(types, from);
        match body.fields[field as usize].bits {
            None => self.cx.read(value, shape, body.fields[field as usize].offset, Access::Type(ty)),
            Some(range) => {
                let part = self.cx.read(value, shape, 0, Access::BitField(*record, field));
                let bits = self.cx.bits(&part, range.width);
                let full = types.scalar_bits(ty).unwrap_or(range.width);
                Value::Bits(self.cx.pool.resize(bits, full, types.is_signed(ty)))
            }
        }
    }

    /// The bits of a scalar expression; of a pointer, its address.
    pub(crate) fn eval_bits(&mut self, expr: ExprId) -> TermId {
        let value = self.eval(expr);
        let width = self.program.types.scalar_bits(self.program.exprs.ty(expr)).unwrap_or(1);
        self.cx.bits(&value, width)
    }

    pub(crate) fn eval_pointer(&mut self, expr: ExprId) -> Pointer {
        let value = self.eval(expr);
        self.cx.pointer(&value)
    }

    /// A condition.
    pub(crate) fn truth(&mut self, expr: ExprId) -> TermId {
        let value = self.eval(expr);
        self.cx.bits(&value, 1)
    }

    /// Evaluates an operand that is only evaluated where the condition holds.
    fn under<T>(&mut self, cond: TermId, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.state.path.clone();
        if !self.live || self.state.path.decides(self.cx.pool, cond) == Some(true) {
            return evaluate(self);
        }
        self.live = self.state.path.add(self.cx.pool, cond);
        let depth = self.state.path.depth();
        let result = evaluate(self);
        let required = if self.live { self.state.path.after(depth) } else { vec![self.cx.pool.truth(false)] };
        self.live = true;
        self.state.path = before;
        for required in required {
            let required = self.cx.pool.implies(cond, required);
            self.require(required);
        }
        result
    }

    fn short_circuit(&mut self, a: ExprId, b: ExprId, and: bool) -> Value {
        let first = self.truth(a);
        let goes_on = if and { first } else { self.cx.pool.not(first) };
        match self.state.path.decides(self.cx.pool, goes_on) {
            Some(true) => Value::Bits(self.truth(b)),
            Some(false) => Value::Bits(self.cx.pool.truth(!and)),
            None => {
                let second = self.under(goes_on, |run| run.truth(b));
                Value::Bits(if and { self.cx.pool.and(first, second) } else { self.cx.pool.or(first, second) })
            }
        }
    }

    fn conditional(&mut self, cond: ExprId, then: ExprId, other: ExprId, ty: TypeId) -> Value {
        let cond = self.truth(cond);
        match self.state.path.decides(self.cx.pool, cond) {
            Some(true) => self.eval(then),
            Some(false) => self.eval(other),
            None => {
                let negation = self.cx.pool.not(cond);
                let then = self.under(cond, |run| run.eval(then));
                let other = self.under(negation, |run| run.eval(other));
                self.cx.choose(cond, &then, &other, Shape::of(&self.program.types, ty))
            }
        }
    }

    fn unary(&mut self, op: UnOp, a: ExprId) -> Value {
        let ty = self.program.exprs.ty(a);
        let term = self.eval_bits(a);
        if let Type::Float(kind) = self.program.types.get(ty) {
            let rounding = self.rounding();
            return Value::Bits(self.cx.float_unary(op, *kind, rounding, term));
        }
        let pool = &mut *self.cx.pool;
        Value::Bits(match op {
            UnOp::Neg => pool.neg(term),
            // The other operators are for floats.
            _ => pool.not(term),
        })
    }

    fn binary(&mut self, op: BinOp, a: ExprId, b: ExprId) -> Value {
        let program = self.program;
        let ty = program.exprs.ty(a);
        match program.types.get(ty) {
            Type::Pointer(target) => return self.pointer_binary(op, a, b, program.types.size_of(*target).unwrap_or(1)),
            Type::Float(kind) => {
                let (x, y) = (self.eval_bits(a), self.eval_bits(b));
                let rounding = self.rounding();
                return Value::Bits(self.cx.float_binary(op, *kind, rounding, x, y));
            }
            _ => {}
        }
        let signed = program.types.is_signed(ty);
        let (x, y) = (self.eval_bits(a), self.eval_bits(b));
        Value::Bits(self.integer_binary(op, signed, x, y))
    }

    fn integer_binary(&mut self, op: BinOp, signed: bool, x: TermId, y: TermId) -> TermId {
        let pool = &mut *self.cx.pool;
        match op {
            BinOp::Add | BinOp::PtrAdd => pool.add(x, y),
            BinOp::Sub | BinOp::PtrDiff => pool.sub(x, y),
            BinOp::Mul => pool.mul(x, y),
            BinOp::AddOverflows | BinOp::SubOverflows => overflow::of_sum(pool, op == BinOp::SubOverflows, signed, x, y),
            BinOp::MulOverflows => overflow::of_product(pool, signed, x, y),
            BinOp::Div | BinOp::Rem => self.divide(op == BinOp::Div, signed, x, y),
            BinOp::BitAnd | BinOp::And => pool.and(x, y),
            BinOp::BitOr | BinOp::Or => pool.or(x, y),
            BinOp::BitXor => pool.xor(x, y),
            BinOp::Shl | BinOp::Shr => self.shift(op == BinOp::Shl, signed, x, y),
            BinOp::Eq => pool.eq(x, y),
            BinOp::Ne => pool.ne(x, y),
            BinOp::Lt if signed => pool.slt(x, y),
            BinOp::Lt => pool.ult(x, y),
            BinOp::Le if signed => pool.sle(x, y),
            BinOp::Le => pool.ule(x, y),
            BinOp::IeeeRem | BinOp::CopySign | BinOp::Math2(_) => unreachable!("the validator lets only floats have these"),
            // On pointers only, which are not integers.
            BinOp::SameObject | BinOp::MadeBefore => pool.truth(false),
        }
    }

    fn shift(&mut self, left: bool, signed: bool, x: TermId, distance: TermId) -> TermId {
        let pool = &mut *self.cx.pool;
        let width = pool.width(x);
        // Distances count modulo the width, a power of two.
        let distance = pool.resize(distance, width, false);
        let mask = pool.constant(Bits::new(width, u128::from(width - 1)));
        let distance = pool.and(distance, mask);
        match (left, signed) {
            (true, _) => pool.shl(x, distance),
            (false, true) => pool.ashr(x, distance),
            (false, false) => pool.lshr(x, distance),
        }
    }

    fn divide(&mut self, quotient: bool, signed: bool, x: TermId, y: TermId) -> TermId {
        let width = self.cx.pool.width(x);
        let zero = self.cx.pool.constant(Bits::zero(width));
        let valid = self.cx.pool.ne(y, zero);
        self.require(valid);
        if signed {
            let minus_one = self.cx.pool.constant(Bits::ones(width));
            let least = self.cx.pool.constant(Bits::new(width, 1 << (width - 1)));
            let (y_fits, x_fits) = (self.cx.pool.ne(y, minus_one), self.cx.pool.ne(x, least));
            let valid = self.cx.pool.or(y_fits, x_fits);
            self.require(valid);
        }
        let pool = &mut *self.cx.pool;
        match (quotient, signed) {
            (true, true) => pool.sdiv(x, y),
            (true, false) => pool.udiv(x, y),
            (false, true) => pool.srem(x, y),
            (false, false) => pool.urem(x, y),
        }
    }

    fn pointer_binary(&mut self, op: BinOp, a: ExprId, b: ExprId, size: u64) -> Value {
        let p = self.eval_pointer(a);
        if op == BinOp::PtrAdd {
            let distance = self.scaled(b, size);
            return Value::Pointer(Pointer { object: p.object, offset: self.cx.pool.add(p.offset, distance) });
        }
        let q = self.eval_pointer(b);
        Value::Bits(match op {
            BinOp::Eq => self.cx.same_pointer(p, q),
            BinOp::Ne => {
                let same = self.cx.same_pointer(p, q);
                self.cx.pool.not(same)
            }
            BinOp::Lt => self.cx.pointer_less(p, q),
            BinOp::Le => {
                let greater = self.cx.pointer_less(q, p);
                self.cx.pool.not(greater)
            }
            BinOp::SameObject => self.same_object(p, q),
            BinOp::MadeBefore => self.made_before(p, q),
            _ => self.cx.pointer_difference(p, q, size.max(1)),
        })
    }

    /// A value converted as C converts it.
    pub(crate) fn convert(&mut self, value: &Value, from: TypeId, to: TypeId) -> Value {
        let types = &self.program.types;
        let (Some(source), Some(target)) = (Scalar::of(types, from), Scalar::of(types, to)) else { return value.clone() };
        match (source, target) {
            (Scalar::Pointer(_), Scalar::Pointer(_)) => value.clone(),
            (Scalar::Pointer(_), Scalar::Bool) => {
                let pointer = self.cx.pointer(value);
                let null = self.cx.null();
                let is_null = self.cx.same_pointer(pointer, null);
                Value::Bits(self.cx.pool.not(is_null))
            }
            (Scalar::Pointer(width), _) => {
                let pointer = self.cx.pointer(value);
                let address = self.cx.address(pointer);
                Value::Bits(self.cx.convert_bits(Scalar::Int { bits: width, signed: false }, target, Rounding::Nearest, address))
            }
            (_, Scalar::Pointer(width)) => {
                let bits = self.cx.bits(value, source.bits());
                let address = self.cx.convert_bits(source, Scalar::Int { bits: width, signed: false }, Rounding::Nearest, bits);
                Value::Pointer(self.cx.pointer_at(address))
            }
            _ => {
                let bits = self.cx.bits(value, source.bits());
                if let (Scalar::Int { signed: false, .. }, Scalar::Int { bits: width, .. }) = (source, target)
                    && width > source.bits()
                {
                    return Value::Bits(self.widened(bits, width));
                }
                let rounding = self.rounding();
                Value::Bits(self.cx.convert_bits(source, target, rounding, bits))
            }
        }
    }

    /// An unsigned number with more bits. A difference that does not wrap around on this path, as far as can be seen, is the difference of the numbers with more bits, so that
    /// offsets that are made of it are sums.
    pub(crate) fn widened(&mut self, number: TermId, width: u16) -> TermId {
        let own = self.cx.pool.width(number);
        let Some((x, y)) = self.cx.difference(number).filter(|_| own < width) else { return self.cx.pool.resize(number, width, false) };
        let wraps = self.cx.pool.ult(x, y);
        if self.state.path.decides(self.cx.pool, wraps) != Some(false) {
            return self.cx.pool.resize(number, width, false);
        }
        let (x, y) = (self.widened(x, width), self.widened(y, width));
        self.cx.pool.sub(x, y)
    }
}
