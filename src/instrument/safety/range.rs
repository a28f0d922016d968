//! Ranges of integer expressions that follow from their form alone, for checks that cannot fail.

use goto::{BinOp, Bits, ExprId, ExprKind, Program, Type, TypeId};
use rustc_hash::FxHashMap;

/// The least and the greatest value.
pub(super) type Range = (i128, i128);

/// What is known of expressions, remembered.
#[derive(Default)]
pub(super) struct Ranges {
    known: FxHashMap<ExprId, Range>,
}

/// The values of an integer type of at most 64 bits, or of truth.
pub(super) fn of_type(program: &Program, ty: TypeId) -> Option<Range> {
    match *program.types.get(ty) {
        Type::Bool => Some((0, 1)),
        Type::Int { bits, signed: true } if bits <= 64 => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
        Type::Int { bits, signed: false } if bits <= 64 => Some((0, (1 << bits) - 1)),
        _ => None,
    }
}

impl Ranges {
    /// The range of an integer expression of at most 64 bits. Every value of the expression lies in it.
    pub(super) fn of(&mut self, program: &Program, e: ExprId) -> Option<Range> {
        if let Some(&range) = self.known.get(&e) {
            return Some(range);
        }
        let whole = of_type(program, program.exprs.ty(e))?;
        let range = self.by_form(program, e).filter(|r| whole.0 <= r.0 && r.1 <= whole.1).unwrap_or(whole);
        self.known.insert(e, range);
        Some(range)
    }

    /// The range of the exact result, if there is something to say.
    fn by_form(&mut self, program: &Program, e: ExprId) -> Option<Range> {
        let ty = program.exprs.ty(e);
        match program.exprs.kind(e) {
            ExprKind::Const(bits) => Some(value(program, ty, bits)).map(|v| (v, v)),
            ExprKind::Zero => Some((0, 0)),
            ExprKind::Cast(a) => self.of(program, a),
            ExprKind::Field { base, field } => {
                let range = program.types.record_body(program.exprs.ty(base))?.fields.get(field as usize)?.bits?;
                if range.width > 64 {
                    return None;
                }
                let signed = program.types.is_signed(ty);
                Some(if signed { (-(1 << (range.width - 1)), (1 << (range.width - 1)) - 1) } else { (0, (1 << range.width) - 1) })
            }
            ExprKind::Ite { then, other, .. } => {
                let (a, b) = (self.of(program, then)?, self.of(program, other)?);
                Some((a.0.min(b.0), a.1.max(b.1)))
            }
            ExprKind::Binary(op, a, b) => {
                let (x, y) = (self.of(program, a)?, self.of(program, b)?);
                self.exact(op, x, y)
            }
            _ => None,
        }
    }

    /// The range of the mathematical result of an operation on integers of at most 64 bits.
    pub(super) fn exact(&self, op: BinOp, x: Range, y: Range) -> Option<Range> {
        match op {
            BinOp::Add => Some((x.0 + y.0, x.1 + y.1)),
            BinOp::Sub => Some((x.0 - y.1, x.1 - y.0)),
            BinOp::Mul => {
                let corner = |a: i128, b: i128| a.checked_mul(b);
                let corners = [corner(x.0, y.0)?, corner(x.0, y.1)?, corner(x.1, y.0)?, corner(x.1, y.1)?];
                Some((corners.into_iter().min()?, corners.into_iter().max()?))
            }
            BinOp::Div if y.0 > 0 && x.0 >= 0 => Some((x.0 / y.1, x.1 / y.0)),
            BinOp::Div if y.0 > 0 => Some((x.0, x.1.max(0))),
            // The sign is that of the dividend, and the divisor bounds the size.
            BinOp::Rem => {
                let size = y.0.abs().max(y.1.abs()) - 1;
                Some((if x.0 < 0 { (-size).max(x.0) } else { 0 }, if x.1 > 0 { size.min(x.1) } else { 0 })).filter(|_| size >= 0)
            }
            BinOp::BitAnd if y.0 >= 0 => Some((0, y.1)),
            BinOp::BitAnd if x.0 >= 0 => Some((0, x.1)),
            BinOp::BitOr | BinOp::BitXor if x.0 >= 0 && y.0 >= 0 => Some((0, (1i128 << (128 - (x.1 | y.1).leading_zeros())) - 1)),
            BinOp::Shr if x.0 >= 0 && (0..64).contains(&y.0) && y.1 < 64 => Some((0, x.1 >> y.0)),
            _ => None,
        }
    }
}

/// A constant as a number.
pub(super) fn value(program: &Program, ty: TypeId, bits: Bits) -> i128 {
    bits.to_i128(program.types.is_signed(ty))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For all ranges within four bits, signed and not, every result lies in the range.
    #[test]
    fn results_lie_in_their_ranges() {
        let ranges = Ranges::default();
        let all: Vec<Range> = (-8..8).flat_map(|a| (a..8).map(move |b| (a, b))).collect();
        for op in [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem, BinOp::BitAnd, BinOp::BitOr, BinOp::BitXor, BinOp::Shr] {
            for &x in &all {
                for &y in &all {
                    let Some(range) = ranges.exact(op, x, y) else { continue };
                    for (a, b) in (x.0..=x.1).flat_map(|a| (y.0..=y.1).map(move |b| (a, b))) {
                        let result = match op {
                            BinOp::Add => Some(a + b),
                            BinOp::Sub => Some(a - b),
                            BinOp::Mul => Some(a * b),
                            BinOp::Div => a.checked_div(b),
                            BinOp::Rem => a.checked_rem(b),
                            BinOp::BitAnd => Some(a & b),
                            BinOp::BitOr => Some(a | b),
                            BinOp::BitXor => Some(a ^ b),
                            _ => Some(a >> b),
                        };
                        assert!(result.is_none_or(|r| range.0 <= r && r <= range.1), "{a} {op:?} {b} in {range:?}, of {x:?} and {y:?}");
                    }
                }
            }
        }
    }
}
