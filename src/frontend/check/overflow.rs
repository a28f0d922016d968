//! `__builtin_add_overflow` and its kin: arithmetic in an integer type wide enough for every result, and the question whether it fits. Of 128 bits there
//! is no wider type: the result is cut to what it is asked for, and whether it fits is asked of the signs and magnitudes.

use super::convert::Value;
use super::types::{CType, IntKind};
use super::{Result, Unit};
use crate::tree::{Callee, ExprKind, Stmt, StmtKind, made_up};
use goto::{BinOp, Bits, Location};
use lang_c::ast::Expression;
use lang_c::span::{Node, Span};

/// One of the functions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operation {
    op: BinOp,
    /// The type of the operands, for the functions that have one.
    operands: Option<IntKind>,
    /// The third argument gives a type only, as in `__builtin_add_overflow_p`.
    predicate: bool,
}

/// Reads a name like `__builtin_add_overflow`, `__builtin_smull_overflow` or `__builtin_sub_overflow_p`.
pub(super) fn operation(name: &str) -> Option<Operation> {
    let name = name.strip_prefix("__builtin_")?;
    let (name, predicate) = match name.strip_suffix("_overflow_p") {
        Some(name) => (name, true),
        None => (name.strip_suffix("_overflow")?, false),
    };
    let operator = |name: &str| match name {
        "add" => Some(BinOp::Add),
        "sub" => Some(BinOp::Sub),
        "mul" => Some(BinOp::Mul),
        _ => None,
    };
    if let Some(op) = operator(name) {
        return Some(Operation { op, operands: None, predicate });
    }
    let plain = name.trim_end_matches("ll").trim_end_matches('l');
    // `mul` ends in the letter that also marks `long`.
    let plain = if plain.ends_with("mu") { &name[..plain.len() + 1] } else { plain };
    let op = operator(plain.get(1..)?)?;
    let operands = match (&plain[..1], &name[plain.len()..]) {
        ("s", "") => IntKind::Int,
        ("s", "l") => IntKind::Long,
        ("s", "ll") => IntKind::LongLong,
        ("u", "") => IntKind::UInt,
        ("u", "l") => IntKind::ULong,
        ("u", "ll") => IntKind::ULongLong,
        _ => return None,
    };
    Some(Operation { op, operands: Some(operands), predicate })
}

impl Unit<'_> {
    /// `({ W w = (W)a op (W)b; (W)(*result = (T)w) != w; })`, where the exact result fits in `W`, or if it is larger differs from every value of `T`.
    pub(super) fn with_overflow(
        &mut self,
        operation: Operation,
        a: &Node<Expression>,
        b: &Node<Expression>,
        result: &Node<Expression>,
        loc: Location,
    ) -> Result<Value> {
        let (x, y, target) = (self.rvalue(a)?, self.rvalue(b)?, self.rvalue(result)?);
        let ty = if operation.predicate { Some(target.ty) } else { self.c.types.pointee(target.ty) };
        let kind_of = |ty| self.c.types.integer_kind(ty);
        let (Some(first), Some(second), Some(kind)) = (kind_of(x.ty), kind_of(y.ty), ty.and_then(kind_of)) else {
            return self.error(result.span, "arithmetic with overflow needs integers and the place of one");
        };
        let bool = self.c.types.bool();
        let model = self.c.types.model();
        let widest = [first, second, kind].iter().map(|kind| kind.bits(model)).max().unwrap_or(64);
        let wide = match widest {
            ..=32 => IntKind::LongLong,
            64 => IntKind::Int128,
            _ => return self.with_overflow_of_128(operation, [x, y, target], result.span, loc),
        };
        let wide = self.c.types.int_kind(wide);
        let (x, y) = match operation.operands {
            Some(kind) => {
                let own = self.c.types.int_kind(kind);
                (self.cast(x, own), self.cast(y, own))
            }
            None => (x, y),
        };
        let (x, y) = (self.cast(x, wide), self.cast(y, wide));
        let mut body = Vec::new();
        let target_type = target.ty;
        let held = if operation.predicate { None } else { Some(self.hold(target, &mut body)) };
        let exact = self.value(ExprKind::Binary(operation.op, Box::new(x.expr), Box::new(y.expr)), wide, made_up(loc));
        let exact = self.hold(exact, &mut body);
        let value = self.value(ExprKind::Var(exact), wide, loc);
        let own = self.c.types.unqualified(ty.unwrap_or(target_type));
        let mut cut = self.cast(value, own);
        if let Some(held) = held {
            let pointer = self.value(ExprKind::Var(held), target_type, loc);
            let place = self.deref(pointer, loc);
            cut = self.value(ExprKind::Assign { place: Box::new(place.expr), value: Box::new(cut.expr) }, own, loc);
        }
        let cut = self.cast(cut, wide);
        let exact = self.value(ExprKind::Var(exact), wide, loc);
        let differs = self.value(ExprKind::Binary(BinOp::Ne, Box::new(cut.expr), Box::new(exact.expr)), bool, loc);
        Ok(self.value(ExprKind::Statements { body, value: Some(Box::new(differs.expr)) }, bool, loc))
    }

    /// The same where one of the types has 128 bits: `({ T x = a, y = b; *result = (T)(x op y); overflows; })`.
    fn with_overflow_of_128(&mut self, operation: Operation, [x, y, target]: [Value; 3], span: Span, loc: Location) -> Result<Value> {
        let bool = self.c.types.bool();
        let mut body = Vec::new();
        let (x, y) = (self.held(x, &mut body), self.held(y, &mut body));
        let own = if operation.predicate { target.ty } else { self.c.types.pointee(target.ty).unwrap_or(target.ty) };
        let own = self.c.types.unqualified(own);
        let target = self.held(target, &mut body);
        let overflows = self.leaves_128(operation.op, &x, &y, own, span, loc)?;
        let overflows = self.held(overflows, &mut body);
        if !operation.predicate {
            let word = self.c.types.int_kind(IntKind::UInt128);
            let (x, y) = (self.cast(x, word), self.cast(y, word));
            let cut = self.value(ExprKind::Binary(operation.op, Box::new(x.expr), Box::new(y.expr)), word, made_up(loc));
            let cut = self.cast(cut, own);
            let place = self.deref(target, loc);
            let stored = ExprKind::Assign { place: Box::new(place.expr), value: Box::new(cut.expr) };
            let stored = self.value(stored, own, loc);
            body.push(Stmt { kind: StmtKind::Expr(stored.expr), loc });
        }
        Ok(self.value(ExprKind::Statements { body, value: Some(Box::new(overflows.expr)) }, bool, loc))
    }

    /// Does the exact result not fit in the type? Of operands of that type themselves it is an operation.
    fn leaves_128(&mut self, op: BinOp, x: &Value, y: &Value, own: CType, span: Span, loc: Location) -> Result<Value> {
        let bool = self.c.types.bool();
        let (x, y) = (self.repeat(x), self.repeat(y));
        if x.ty == own
            && y.ty == own
            && let Some(asks) = op.overflow_test()
        {
            return Ok(self.value(ExprKind::Binary(asks, Box::new(x.expr), Box::new(y.expr)), bool, made_up(loc)));
        }
        let model = self.c.types.model();
        let Some(kind) = self.c.types.integer_kind(own) else { return self.error(span, "arithmetic with overflow needs integers") };
        let width = u32::from(kind.width(model));
        let (least, most) = match kind.signed() {
            true => (1_u128 << (width - 1), (1_u128 << (width - 1)) - 1),
            false => (0, u128::MAX >> (128 - width)),
        };
        let word = self.c.types.int_kind(IntKind::UInt128);
        let mut args = Vec::new();
        for value in [x, y] {
            let zero = self.constant(0, value.ty, loc);
            let copy = self.repeat(&value);
            let negative = self.compare(BinOp::Lt, false, copy, zero, span, made_up(loc))?;
            args.push(self.cast(value, word).expr);
            args.push(negative.expr);
        }
        for limit in [least, most] {
            args.push(self.value(ExprKind::Const(Bits::new(128, limit)), word, loc).expr);
        }
        let name = match op {
            BinOp::Mul => "__builtin_leaves_mul_128",
            BinOp::Sub => "__builtin_leaves_sub_128",
            _ => "__builtin_leaves_add_128",
        };
        let function = self.builtin_function(name, span)?;
        let Some(ExprKind::Function(id)) = function.map(|f| f.expr.kind) else { return Ok(self.unknown("arithmetic with overflow", bool, loc)) };
        let int = self.c.types.int();
        let answer = self.value(ExprKind::Call { callee: Callee::Direct(id), args, called: None }, int, loc);
        Ok(self.cast(answer, bool))
    }
}
