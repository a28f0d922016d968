//! The comparisons that a condition consists of.

use goto::{BinOp, ExprId, ExprKind, Program, Type, UnOp};

/// Parts that one condition may have.
const PARTS: usize = 40;

/// A comparison that holds.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    pub op: BinOp,
    pub a: ExprId,
    pub b: ExprId,
}

/// The comparisons of integers that a condition consists of, as they are where it holds (or does not hold). Of alternatives, each.
pub fn comparisons(program: &Program, condition: ExprId, holds: bool) -> Vec<Comparison> {
    let (mut found, mut work, mut parts) = (Vec::new(), vec![(condition, holds)], 0);
    while let Some((e, holds)) = work.pop() {
        parts += 1;
        if parts > PARTS {
            break;
        }
        match program.exprs.kind(e) {
            ExprKind::Unary(UnOp::Not, a) => work.push((a, !holds)),
            ExprKind::Binary(BinOp::And | BinOp::Or, a, b) => work.extend([(b, holds), (a, holds)]),
            ExprKind::Binary(op @ (BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le), a, b) if is_integer(program, a) => found.push(match (op, holds) {
                (op, true) => Comparison { op, a, b },
                (BinOp::Eq, false) => Comparison { op: BinOp::Ne, a, b },
                (BinOp::Ne, false) => Comparison { op: BinOp::Eq, a, b },
                (BinOp::Lt, false) => Comparison { op: BinOp::Le, a: b, b: a },
                (_, false) => Comparison { op: BinOp::Lt, a: b, b: a },
            }),
            // `(bool) x`: different from zero.
            _ => {}
        }
    }
    found
}

pub fn is_integer(program: &Program, expr: ExprId) -> bool {
    matches!(program.types.get(program.exprs.ty(expr)), Type::Int { bits, .. } if *bits <= 64)
}
