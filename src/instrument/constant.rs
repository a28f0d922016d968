//! Which conditions a compiler knows without looking at any variable's value. Decides what is no decision, and what gcc drops as dead code.

use goto::interp::value::{self, Scalar};
use goto::{BinOp, Bits, Body, ExprId, ExprKind, Id, IdVec, InstrKind, Program, Type, TypeId};

/// How much the compiler concludes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Folding {
    /// Operations on constants.
    Arithmetic,
    /// What gcc does without optimisation: also `x == x`, `x * 0`, comparisons that the operand's type decides.
    Gcc,
}

/// The values of all expressions of a program that are constant.
pub(crate) struct Constants {
    values: IdVec<ExprId, Option<Bits>>,
}

impl Constants {
    pub(crate) fn new(program: &Program, folding: Folding) -> Self {
        let mut constants = Self { values: IdVec::new() };
        // Operands exist before the expressions made of them, so one pass in the order of ids is enough.
        for id in (0..program.exprs.len()).map(ExprId::new) {
            let value = constants.evaluate(program, id).or_else(|| match folding {
                Folding::Arithmetic => None,
                Folding::Gcc => constants.identity(program, id),
            });
            constants.values.push(value);
        }
        constants
    }

    /// The value of a condition. Expressions made since are not known.
    pub(crate) fn truth(&self, condition: ExprId) -> Option<bool> {
        self.values.get(condition).copied().flatten().map(Bits::is_true)
    }

    /// The body with the known conditions of its jumps as plain constants.
    pub(crate) fn folded(&self, program: &mut Program, body: &Body) -> Body {
        let mut body = body.clone();
        for (_, instruction) in body.iter_mut() {
            if let InstrKind::Goto { guard, .. } = &mut instruction.kind
                && let Some(truth) = self.truth(*guard)
            {
                *guard = program.build().truth(truth);
            }
        }
        body
    }

    fn get(&self, id: ExprId) -> Option<Bits> {
        self.values[id]
    }

    fn evaluate(&self, program: &Program, id: ExprId) -> Option<Bits> {
        let expr = program.exprs.get(id);
        let scalar = |ty| Scalar::of(&program.types, ty);
        match expr.kind {
            ExprKind::Const(bits) => Some(bits),
            ExprKind::Zero => Some(Bits::from_signed(scalar(expr.ty)?.bits(), 0)),
            ExprKind::Unary(op, a) => value::unary(op, scalar(expr.ty)?, self.get(a)?).ok(),
            ExprKind::Binary(BinOp::And, a, b) => self.connective(a, b, false),
            ExprKind::Binary(BinOp::Or, a, b) => self.connective(a, b, true),
            // These count elements.
            ExprKind::Binary(BinOp::PtrAdd | BinOp::PtrDiff, ..) => None,
            ExprKind::Binary(op, a, b) => value::binary(op, scalar(program.exprs.ty(a))?, self.get(a)?, self.get(b)?).ok(),
            ExprKind::Cast(a) => Some(value::cast(scalar(program.exprs.ty(a))?, scalar(expr.ty)?, self.get(a)?)),
            ExprKind::Ite { cond, then, other } => self.get(if self.get(cond)?.is_true() { then } else { other }),
            _ => None,
        }
    }

    /// `a && b` with `decides` false, `a || b` with `decides` true: one operand can settle it, wherever it stands.
    fn connective(&self, a: ExprId, b: ExprId, decides: bool) -> Option<Bits> {
        let (a, b) = (self.get(a).map(Bits::is_true), self.get(b).map(Bits::is_true));
        match (a, b) {
            (Some(truth), _) | (_, Some(truth)) if truth == decides => Some(Bits::bool(decides)),
            (Some(_), Some(_)) => Some(Bits::bool(!decides)),
            _ => None,
        }
    }

    /// What follows from the form of an expression whose operands are not all constant.
    fn identity(&self, program: &Program, id: ExprId) -> Option<Bits> {
        let expr = program.exprs.get(id);
        match expr.kind {
            ExprKind::Cast(a) if *program.types.get(expr.ty) == Type::Bool && is_address(program, a) => Some(Bits::bool(true)),
            ExprKind::Binary(op, a, b) => {
                let ty = program.exprs.ty(a);
                let float = matches!(program.types.get(ty), Type::Float(_));
                let zero = |e| !float && self.get(e).is_some_and(|v| !v.is_true());
                match op {
                    BinOp::Eq | BinOp::Le if a == b && !float => Some(Bits::bool(true)),
                    BinOp::Ne if a == b && !float => Some(Bits::bool(false)),
                    BinOp::Lt if a == b => Some(Bits::bool(false)),
                    BinOp::Eq | BinOp::Ne if (is_address(program, a) && zero(b)) || (zero(a) && is_address(program, b)) => Some(Bits::bool(op == BinOp::Ne)),
                    BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le => self.by_range(program, op, a, b),
                    BinOp::Sub | BinOp::BitXor if a == b && !float => nothing(program, ty),
                    BinOp::Mul | BinOp::BitAnd if zero(a) || zero(b) => nothing(program, ty),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A comparison with a constant that the range of the other operand decides.
    fn by_range(&self, program: &Program, op: BinOp, a: ExprId, b: ExprId) -> Option<Bits> {
        let (left, right) = (self.range(program, a)?, self.range(program, b)?);
        if left.0 != left.1 && right.0 != right.1 {
            return None;
        }
        let apart = left.1 < right.0 || right.1 < left.0;
        let truth = match op {
            BinOp::Eq if apart => false,
            BinOp::Ne if apart => true,
            BinOp::Lt if left.1 < right.0 => true,
            BinOp::Lt if left.0 >= right.1 => false,
            BinOp::Le if left.1 <= right.0 => true,
            BinOp::Le if left.0 > right.1 => false,
            _ => return None,
        };
        Some(Bits::bool(truth))
    }

    /// The least and the greatest value of an integer of at most 64 bits: a constant, what its type allows, or the type that it was widened from.
    fn range(&self, program: &Program, e: ExprId) -> Option<(i128, i128)> {
        let ty = program.exprs.ty(e);
        if let Some(bits) = self.get(e) {
            let value = integer_range(program, ty).map(|_| if program.types.is_signed(ty) { bits.signed() } else { bits.unsigned() as i128 })?;
            return Some((value, value));
        }
        let (low, high) = integer_range(program, ty)?;
        match program.exprs.kind(e) {
            ExprKind::Cast(narrow) => {
                let from = program.exprs.ty(narrow);
                let inner = match program.types.get(from) {
                    // The value of a comparison is an `int` to gcc, not a `_Bool`.
                    Type::Bool if program.exprs.is_place(narrow) => (0, 1),
                    _ => integer_range(program, from).unwrap_or((low, high)),
                };
                Some(if low <= inner.0 && inner.1 <= high { inner } else { (low, high) })
            }
            _ => Some((low, high)),
        }
    }
}

/// The values of an integer type of at most 64 bits.
fn integer_range(program: &Program, ty: TypeId) -> Option<(i128, i128)> {
    match *program.types.get(ty) {
        Type::Int { bits, signed: true } if bits <= 64 => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
        Type::Int { bits, signed: false } if bits <= 64 => Some((0, (1 << bits) - 1)),
        _ => None,
    }
}

/// Zero, of an integer type.
fn nothing(program: &Program, ty: TypeId) -> Option<Bits> {
    match *program.types.get(ty) {
        Type::Int { bits, .. } => Some(Bits::from_signed(bits, 0)),
        _ => None,
    }
}

/// The address of a variable, of a part of one, or of a function: never null.
fn is_address(program: &Program, e: ExprId) -> bool {
    let mut place = match program.exprs.kind(e) {
        ExprKind::FunctionAddress(_) => return true,
        ExprKind::Cast(inner) if matches!(program.types.get(program.exprs.ty(e)), Type::Pointer(_)) => match program.exprs.kind(inner) {
            ExprKind::AddressOf(place) => place,
            _ => return false,
        },
        ExprKind::AddressOf(place) => place,
        _ => return false,
    };
    loop {
        place = match program.exprs.kind(place) {
            ExprKind::Var(_) => return true,
            ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => base,
            _ => return false,
        };
    }
}
