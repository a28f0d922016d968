//! Expressions as text: C's operators with C's precedence, conversions as `x as T`, constants with their type.

use super::{FunctionRef, NameText, TypeText};
use crate::bits::Bits;
use crate::expr::{BinOp, ExprId, ExprKind, UnOp};
use crate::index::Id;
use crate::names::{Named, is_plain};
use crate::program::{Program, SymbolId};
use crate::types::{FloatKind, Type, TypeId};
use std::fmt::{self, Display, Formatter};

/// How tightly the parts of an expression hold together.
pub(crate) mod level {
    pub(crate) const LOWEST: u8 = 0;
    pub(crate) const CAST: u8 = 10;
    pub(crate) const UNARY: u8 = 11;
    pub(crate) const POSTFIX: u8 = 12;
}

/// The sign of a binary operator, or its name if it is written as a function, and how tightly it binds. Shared with the parser.
pub(crate) fn operator(op: BinOp) -> (&'static str, u8) {
    match op {
        BinOp::Or => ("||", 1),
        BinOp::And => ("&&", 2),
        BinOp::Eq => ("==", 3),
        BinOp::Ne => ("!=", 3),
        BinOp::Lt => ("<", 3),
        BinOp::Le => ("<=", 3),
        BinOp::BitOr => ("|", 4),
        BinOp::BitXor => ("^", 5),
        BinOp::BitAnd => ("&", 6),
        BinOp::Shl => ("<<", 7),
        BinOp::Shr => (">>", 7),
        BinOp::Add | BinOp::PtrAdd => ("+", 8),
        BinOp::Sub | BinOp::PtrDiff => ("-", 8),
        BinOp::AddOverflows => ("+", 8),
        BinOp::SubOverflows => ("-", 8),
        BinOp::MulOverflows => ("*", 9),
        BinOp::Mul => ("*", 9),
        BinOp::Div => ("/", 9),
        BinOp::Rem => ("%", 9),
        BinOp::IeeeRem => ("remainder", level::POSTFIX),
        BinOp::CopySign => ("copysign", level::POSTFIX),
        BinOp::Math2(function) => (function.word(), level::POSTFIX),
        // Stands as a function.
        BinOp::SameObject => ("same_object", level::POSTFIX),
        BinOp::MadeBefore => ("made_before", level::POSTFIX),
    }
}

/// An expression in a place that takes everything that binds at least as tightly as `level`.
pub(super) struct ExprText<'a> {
    program: &'a Program,
    id: ExprId,
    level: u8,
}

impl<'a> ExprText<'a> {
    pub(super) fn top(program: &'a Program, id: ExprId) -> Self {
        Self { program, id, level: level::LOWEST }
    }

    pub(super) fn at(program: &'a Program, id: ExprId, level: u8) -> Self {
        Self { program, id, level }
    }

    fn part(&self, id: ExprId, level: u8) -> Self {
        Self { program: self.program, id, level }
    }

    fn is_const(&self, id: ExprId) -> bool {
        self.program.exprs.as_const(id).is_some()
    }

    /// How tightly this expression binds as it is printed.
    fn own_level(&self, kind: ExprKind) -> u8 {
        match kind {
            ExprKind::Binary(op, _, _) if op.overflowing().is_none() => operator(op).1,
            ExprKind::Cast(_) => level::CAST,
            ExprKind::Deref(_) | ExprKind::AddressOf(_) | ExprKind::FunctionAddress(_) => level::UNARY,
            ExprKind::Unary(UnOp::Neg | UnOp::BitNot | UnOp::Not, _) => level::UNARY,
            // Those that would not are in parentheses by themselves.
            _ => level::POSTFIX,
        }
    }

    fn bare(&self, f: &mut Formatter<'_>, kind: ExprKind) -> fmt::Result {
        let program = self.program;
        let ty = program.exprs.ty(self.id);
        match kind {
            ExprKind::Const(bits) => constant(f, program, bits, ty),
            ExprKind::Zero => write!(f, "zero({})", TypeText { types: &program.types, ty }),
            ExprKind::Var(symbol) => SymbolText(program, symbol).fmt(f),
            ExprKind::Deref(pointer) => write!(f, "*{}", self.part(pointer, level::UNARY)),
            ExprKind::Field { base, field } => self.field(f, base, field),
            ExprKind::Index { base, index } => write!(f, "{}[{}]", self.part(base, level::POSTFIX), self.part(index, level::LOWEST)),
            ExprKind::AddressOf(place) => write!(f, "&{}", self.part(place, level::UNARY)),
            ExprKind::FunctionAddress(func) => write!(f, "&{}", FunctionRef(program, func)),
            // The sign of a number is part of the number.
            ExprKind::Unary(UnOp::Neg, a) if self.is_const(a) => write!(f, "-({})", self.part(a, level::LOWEST)),
            ExprKind::Unary(op, a) => {
                let function = match op {
                    UnOp::Neg => return write!(f, "-{}", self.part(a, level::UNARY)),
                    UnOp::BitNot => return write!(f, "~{}", self.part(a, level::UNARY)),
                    UnOp::Not => return write!(f, "!{}", self.part(a, level::UNARY)),
                    UnOp::Abs => "fabs",
                    UnOp::Sqrt => "sqrt",
                    UnOp::RoundToIntegral(mode) => mode.word(),
                    UnOp::Math(function) => function.word(),
                };
                write!(f, "{function}({})", self.part(a, level::LOWEST))
            }
            ExprKind::Binary(op @ (BinOp::IeeeRem | BinOp::CopySign | BinOp::Math2(_)), a, b) => {
                let [a, b] = [a, b].map(|e| self.part(e, level::LOWEST));
                write!(f, "{}({a}, {b})", operator(op).0)
            }
            ExprKind::Binary(op, a, b) if op.overflowing().is_some() => {
                f.write_str("overflows(")?;
                self.binary(f, op, a, b)?;
                f.write_str(")")
            }
            ExprKind::Binary(op @ (BinOp::SameObject | BinOp::MadeBefore), a, b) => {
                let (name, _) = operator(op);
                write!(f, "{name}({}, {})", self.part(a, level::LOWEST), self.part(b, level::LOWEST))
            }
            ExprKind::Binary(op, a, b) => self.binary(f, op, a, b),
            ExprKind::Cast(a) => write!(f, "{} as {}", self.part(a, level::CAST), TypeText { types: &program.types, ty }),
            ExprKind::Ite { cond, then, other } => {
                let [cond, then, other] = [cond, then, other].map(|e| self.part(e, level::LOWEST));
                write!(f, "({cond} ? {then} : {other})")
            }
            ExprKind::Fma { a, b, c } => {
                let [a, b, c] = [a, b, c].map(|e| self.part(e, level::LOWEST));
                write!(f, "fma({a}, {b}, {c})")
            }
            ExprKind::Heap(fact) => f.write_str(fact.word()),
            ExprKind::Written(place) => write!(f, "written({})", self.part(place, level::LOWEST)),
            ExprKind::WrittenBytes { pointer, size } => write!(f, "written({}, {})", self.part(pointer, level::LOWEST), self.part(size, level::LOWEST)),
            ExprKind::IsBeyond { pointer, distance, size } => {
                let [pointer, distance, size] = [pointer, distance, size].map(|e| self.part(e, level::LOWEST));
                write!(f, "is_beyond({pointer}, {distance}, {size})")
            }
            ExprKind::Memory { fact, pointer } => write!(f, "{}({})", fact.word(), self.part(pointer, level::LOWEST)),
        }
    }

    fn binary(&self, f: &mut Formatter<'_>, op: BinOp, a: ExprId, b: ExprId) -> fmt::Result {
        let (sign, level) = operator(op);
        let comparison = matches!(op, BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le);
        // A constant reads better on the right.
        let turned = match op {
            BinOp::Lt if self.is_const(a) && !self.is_const(b) => Some(">"),
            BinOp::Le if self.is_const(a) && !self.is_const(b) => Some(">="),
            _ => None,
        };
        let left = if comparison { level + 1 } else { level };
        match turned {
            Some(sign) => write!(f, "{} {sign} {}", self.part(b, left), self.part(a, level + 1)),
            None => write!(f, "{} {sign} {}", self.part(a, left), self.part(b, level + 1)),
        }
    }

    fn field(&self, f: &mut Formatter<'_>, base: ExprId, field: u32) -> fmt::Result {
        match self.program.exprs.kind(base) {
            ExprKind::Deref(pointer) => write!(f, "{}->", self.part(pointer, level::POSTFIX))?,
            _ => write!(f, "{}.", self.part(base, level::POSTFIX))?,
        }
        let fields = self.program.types.record_body(self.program.exprs.ty(base)).map_or(&[][..], |b| &b.fields);
        match fields.get(field as usize) {
            Some(named) if is_plain(&named.name) && fields.iter().filter(|o| o.name == named.name).count() == 1 => NameText(&named.name).fmt(f),
            _ => write!(f, "#{field}"),
        }
    }
}

impl Display for ExprText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.id.index() >= self.program.exprs.len() {
            return self.id.fmt(f);
        }
        let kind = self.program.exprs.kind(self.id);
        if self.own_level(kind) >= self.level {
            return self.bare(f, kind);
        }
        f.write_str("(")?;
        self.bare(f, kind)?;
        f.write_str(")")
    }
}

/// A variable with its id.
pub(super) struct SymbolText<'a>(pub(super) &'a Program, pub(super) SymbolId);

impl Display for SymbolText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.symbols.get(self.1) {
            Some(symbol) => write!(f, "{}#{}", NameText(&symbol.name), self.1.index()),
            None => self.1.fmt(f),
        }
    }
}

fn constant(f: &mut Formatter<'_>, program: &Program, bits: Bits, ty: TypeId) -> fmt::Result {
    let text = TypeText { types: &program.types, ty };
    if ty.index() < program.types.len() && program.types.scalar_bits(ty) == Some(bits.width()) {
        match program.types.get(ty) {
            Type::Bool => return write!(f, "{}", bits.is_true()),
            Type::Int { bits: 32, signed: true } => return write!(f, "{}", bits.signed()),
            Type::Int { signed: true, .. } => return write!(f, "{}{text}", bits.signed()),
            Type::Int { signed: false, .. } => return write!(f, "{}{text}", bits.unsigned()),
            Type::Pointer(_) if bits.is_zero() => return write!(f, "null({text})"),
            // The shortest decimal fraction that gives the number back.
            Type::Float(FloatKind::Single) if f32::from_bits(bits.unsigned() as u32).is_finite() => {
                return write!(f, "{:?}f32", f32::from_bits(bits.unsigned() as u32));
            }
            Type::Float(FloatKind::Double) if f64::from_bits(bits.unsigned() as u64).is_finite() => {
                return write!(f, "{:?}f64", f64::from_bits(bits.unsigned() as u64));
            }
            _ => {}
        }
    }
    write!(f, "bits({:#x}, {text})", bits.unsigned())
}
