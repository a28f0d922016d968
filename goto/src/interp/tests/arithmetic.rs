//! Operators and whole expressions, against the host and against a plain evaluator.

use super::super::Outcome;
use super::super::value::{self, Fault, Scalar};
use super::builder::{Builder, evaluate};
use crate::*;
use proptest::prelude::*;

const INT_OPS: [BinOp; 14] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::Div,
    BinOp::Rem,
    BinOp::BitAnd,
    BinOp::BitOr,
    BinOp::BitXor,
    BinOp::Shl,
    BinOp::Shr,
    BinOp::Eq,
    BinOp::Ne,
    BinOp::Lt,
    BinOp::Le,
];

fn scalar_type() -> impl Strategy<Value = (u16, bool)> {
    (prop::sample::select(vec![8, 16, 32, 64, 128]), any::<bool>())
}

/// Values that meet often, near zero and near the limits.
fn number() -> impl Strategy<Value = i128> {
    prop_oneof![
        -3..4i128,
        (0..7u32, -1..2i128).prop_map(|(log, d)| (1i128 << ((8 << log) / 2 - 1).min(126)).wrapping_add(d)),
        (0..5u32, -1..2i128).prop_map(|(log, d)| (-1i128 << ((8 << log) - 1)).wrapping_add(d)),
        any::<i128>(),
        any::<i32>().prop_map(i128::from)
    ]
}

fn fault(outcome: &Outcome) -> Option<Fault> {
    let Outcome::Crash { reason, .. } = outcome else { return None };
    [Fault::DivisionByZero, Fault::DivisionOverflow].into_iter().find(|f| f.to_string() == *reason)
}

/// The meaning of an expression without places but variables of known values.
fn reference(program: &Program, e: ExprId, values: &[(SymbolId, Bits)]) -> Result<Bits, Fault> {
    let exprs = &program.exprs;
    let scalar = |e| Scalar::of(&program.types, exprs.ty(e)).unwrap();
    match exprs.kind(e) {
        ExprKind::Const(bits) => Ok(bits),
        ExprKind::Var(symbol) => Ok(values.iter().find(|v| v.0 == symbol).unwrap().1),
        ExprKind::Unary(op, a) => value::unary(op, scalar(a), reference(program, a, values)?),
        ExprKind::Binary(op @ (BinOp::And | BinOp::Or), a, b) => {
            let left = reference(program, a, values)?;
            if left.is_true() == (op == BinOp::Or) { Ok(left) } else { reference(program, b, values) }
        }
        ExprKind::Binary(op, a, b) => value::binary(op, scalar(a), reference(program, a, values)?, reference(program, b, values)?),
        ExprKind::Cast(a) => Ok(value::cast(scalar(a), scalar(e), reference(program, a, values)?)),
        ExprKind::Ite { cond, then, other } => reference(program, if reference(program, cond, values)?.is_true() { then } else { other }, values),
        other => panic!("{other:?}"),
    }
}

/// Builds an expression of a type from a list of choices.
fn random_expr(b: &mut Builder, ty: TypeId, vars: &[ExprId], choices: &mut std::vec::IntoIter<u32>, depth: u32) -> ExprId {
    let choice = choices.next().unwrap_or(0);
    let bool_type = b.program.types.bool();
    let types: Vec<TypeId> = vars.iter().map(|&v| b.program.exprs.ty(v)).collect();
    let operand = types[choice as usize / 32 % types.len()];
    if depth == 0 || choice.is_multiple_of(16) {
        let var = vars[choice as usize / 16 % vars.len()];
        return b.e().cast(var, ty);
    }
    let is_float = matches!(b.program.types.get(operand), Type::Float(_));
    let mut sub = |b: &mut Builder, ty| random_expr(b, ty, vars, choices, depth - 1);
    let e = match choice % 16 {
        1 => {
            let value = i128::from(choice / 16 % 64) - 2;
            let int = b.int();
            b.e().constant(int, value)
        }
        2 => {
            let (c, t, o) = (sub(b, bool_type), sub(b, ty), sub(b, ty));
            b.e().ite(c, t, o)
        }
        3 => {
            let (l, r) = (sub(b, bool_type), sub(b, bool_type));
            b.e().binary(if choice & 1024 == 0 { BinOp::And } else { BinOp::Or }, l, r)
        }
        4 => {
            let a = sub(b, bool_type);
            b.e().not(a)
        }
        5 => {
            let a = sub(b, operand);
            b.e().unary(if choice & 1024 == 0 || is_float { UnOp::Neg } else { UnOp::BitNot }, a)
        }
        _ => {
            let (l, r) = (sub(b, operand), sub(b, operand));
            let float_ops = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Eq, BinOp::Ne, BinOp::Lt, BinOp::Le];
            let n = choice as usize / 1024;
            b.e().binary(if is_float { float_ops[n % 8] } else { INT_OPS[n % 14] }, l, r)
        }
    };
    b.e().cast(e, ty)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn operators_agree_with_the_host(op in prop::sample::select(INT_OPS.to_vec()), a in number(), b in number()) {
        macro_rules! host {
            ($ty:ty, $signed:expr) => {{
                let (x, y) = (a as $ty, b as $ty);
                let distance = y as u32;
                let expected = match op {
                    BinOp::Add => Some(x.wrapping_add(y) as i128),
                    BinOp::Sub => Some(x.wrapping_sub(y) as i128),
                    BinOp::Mul => Some(x.wrapping_mul(y) as i128),
                    BinOp::Div => x.checked_div(y).map(|q| q as i128),
                    BinOp::Rem => x.checked_rem(y).map(|q| q as i128),
                    BinOp::BitAnd => Some((x & y) as i128),
                    BinOp::BitOr => Some((x | y) as i128),
                    BinOp::BitXor => Some((x ^ y) as i128),
                    BinOp::Shl => Some(x.wrapping_shl(distance) as i128),
                    BinOp::Shr => Some(x.wrapping_shr(distance) as i128),
                    BinOp::Eq => Some((x == y) as i128),
                    BinOp::Ne => Some((x != y) as i128),
                    BinOp::Lt => Some((x < y) as i128),
                    _ => Some((x <= y) as i128),
                };
                let width = <$ty>::BITS as u16;
                let ty = Scalar::Int { bits: width, signed: $signed };
                let result = value::binary(op, ty, Bits::from_signed(width, x as i128), Bits::from_signed(width, y as i128));
                let is_truth = matches!(op, BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le);
                prop_assert_eq!(result.ok().map(|r| r.to_i128($signed && !is_truth)), expected);
            }};
        }
        host!(i8, true);
        host!(u8, false);
        host!(i16, true);
        host!(i32, true);
        host!(u32, false);
        host!(i64, true);
        host!(u64, false);
        host!(i128, true);
    }

    #[test]
    fn operations_agree_with_the_reference((bits, signed) in scalar_type(), n in 0..14usize, x in number(), y in number()) {
        let mut b = Builder::new();
        let ty = b.program.types.int(bits, signed);
        let (u, v) = (b.local(ty), b.local(ty));
        b.set(u, x);
        b.set(v, y);
        let e = b.e().binary(INT_OPS[n], u, v);
        let expected = value::binary(INT_OPS[n], Scalar::Int { bits, signed }, Bits::from_signed(bits, x), Bits::from_signed(bits, y));
        prop_assert_eq!(evaluate(b, e).map_err(|o| fault(&o).unwrap()), expected);
    }

    #[test]
    fn expressions_agree_with_the_reference(
        first in scalar_type(), second in scalar_type(), kind in 0..5usize, values in prop::collection::vec(number(), 5),
        choices in prop::collection::vec(any::<u32>(), 0..60), in_memory in any::<bool>(),
    ) {
        let mut b = Builder::new();
        let kind = [FloatKind::Half, FloatKind::Single, FloatKind::Double, FloatKind::Extended, FloatKind::Quad][kind];
        let (one, two) = (b.program.types.int(first.0, first.1), b.program.types.int(second.0, second.1));
        let (int, float) = (b.int(), b.program.types.intern(Type::Float(kind)));
        let mut vars = Vec::new();
        let mut known = Vec::new();
        for (ty, &value) in [one, two, int, int, float].into_iter().zip(&values) {
            let var = if value & 4 == 0 { b.local(ty) } else { b.global(ty) };
            if in_memory {
                b.e().address_of(var);
            }
            let c = b.e().constant(int, value);
            let rhs = b.e().cast(c, ty);
            b.assign(var, rhs);
            known.push((b.symbol_of(var), reference(&b.program, rhs, &[]).unwrap()));
            vars.push(var);
        }
        let e = random_expr(&mut b, int, &vars, &mut choices.into_iter(), 5);
        let expected = reference(&b.program, e, &known);
        prop_assert_eq!(evaluate(b, e).map_err(|o| fault(&o).unwrap()), expected);
    }
}
