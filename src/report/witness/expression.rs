//! If-goto expressions as expressions of C that mean the same: widths and signedness are made explicit by conversions, arithmetic that wraps is done without
//! sign, and what C cannot say without a call or without being undefined is refused.

use crate::value::{self, integer_type};
use goto::{BinOp, Bits, ExprId, ExprKind, FloatKind, Program, SymbolId, Type, TypeId, UnOp};

/// Prints expressions of one program at one place.
pub struct Printer<'a> {
    program: &'a Program,
    /// The name by which a variable is known there.
    name: &'a dyn Fn(SymbolId) -> Option<String>,
}

impl<'a> Printer<'a> {
    pub fn new(program: &'a Program, name: &'a dyn Fn(SymbolId) -> Option<String>) -> Self {
        Self { program, name }
    }

    /// The expression in C, in parentheses unless it is a name or a number. Its type in C is that of the expression, but for truth values, which may be `int`.
    pub fn print(&self, e: ExprId) -> Option<String> {
        let ty = self.program.exprs.ty(e);
        match self.program.exprs.kind(e) {
            ExprKind::Const(bits) => self.constant(ty, bits),
            ExprKind::Zero => self.constant(ty, Bits::zero(self.program.types.scalar_bits(ty)?)),
            ExprKind::Var(_) | ExprKind::Deref(_) | ExprKind::Field { .. } | ExprKind::Index { .. } => {
                let place = self.place(e)?;
                // A bit-field is promoted to `int` where its type is not.
                Some(if self.program.is_bit_field(e) { self.converted(ty, &place)? } else { place })
            }
            ExprKind::AddressOf(place) => Some(format!("(&{})", self.place(place)?)),
            ExprKind::Unary(op, a) => self.unary(op, a, ty),
            ExprKind::Binary(op, a, b) => self.binary(op, a, b, ty),
            ExprKind::Cast(a) => self.cast(a, ty),
            ExprKind::Ite { cond, then, other } => {
                let text = format!("({} ? {} : {})", self.print(cond)?, self.print(then)?, self.print(other)?);
                Some(if self.is_narrow(ty) { self.converted(ty, &text)? } else { text })
            }
            ExprKind::FunctionAddress(_)
            | ExprKind::Fma { .. }
            | ExprKind::Memory { .. }
            | ExprKind::Heap(_)
            | ExprKind::Written(_)
            | ExprKind::WrittenBytes { .. }
            | ExprKind::IsBeyond { .. } => None,
        }
    }

    fn place(&self, e: ExprId) -> Option<String> {
        match self.program.exprs.kind(e) {
            ExprKind::Var(symbol) => (self.name)(symbol),
            ExprKind::Deref(pointer) => Some(format!("(*{})", self.pointer(pointer)?)),
            ExprKind::Field { base, field } => {
                let name = &self.program.types.record_body(self.program.exprs.ty(base))?.fields.get(field as usize)?.name;
                match (name.is_empty(), self.program.exprs.kind(base)) {
                    // The members of an anonymous member are those of the record around it.
                    (true, _) => self.place(base),
                    (false, ExprKind::Deref(pointer)) => Some(format!("{}->{name}", self.pointer(pointer)?)),
                    (false, _) => Some(format!("{}.{name}", self.place(base)?)),
                }
            }
            ExprKind::Index { base, index } => Some(format!("{}[{}]", self.place(base)?, self.print(index)?)),
            _ => None,
        }
    }

    /// A pointer that is dereferenced: its target must have the same type in C.
    fn pointer(&self, e: ExprId) -> Option<String> {
        match (self.program.exprs.kind(e), self.program.types.get(self.program.exprs.ty(e))) {
            (ExprKind::Cast(_), Type::Pointer(to)) => {
                let target = self.type_name(*to).filter(|_| self.program.types.is_scalar(*to))?;
                let ExprKind::Cast(a) = self.program.exprs.kind(e) else { return None };
                Some(format!("(({target} *){})", self.print(a)?))
            }
            _ => self.print(e),
        }
    }

    /// Would the type be promoted?
    fn is_narrow(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Int { bits: 8 | 16, .. })
    }

    fn constant(&self, ty: TypeId, bits: Bits) -> Option<String> {
        match *self.program.types.get(ty) {
            Type::Bool => Some(if bits.is_true() { "1" } else { "0" }.to_owned()),
            Type::Int { bits: width, signed } => integer(width, signed, bits),
            Type::Float(kind) => {
                let text = value::to_text(&self.program.types, ty, bits);
                let suffix = match kind {
                    FloatKind::Single => "f",
                    FloatKind::Double => "",
                    FloatKind::Extended => "L",
                    FloatKind::Half | FloatKind::Quad => return None,
                };
                let digits = text.strip_prefix('-').unwrap_or(&text);
                match (digits.starts_with("0x"), text.starts_with('-')) {
                    (false, _) => None,
                    (true, false) => Some(format!("{text}{suffix}")),
                    (true, true) => Some(format!("({text}{suffix})")),
                }
            }
            Type::Pointer(_) if bits.is_zero() => Some("((void *)0)".to_owned()),
            Type::Pointer(_) => Some(format!("((void *){}UL)", bits.unsigned())),
            _ => None,
        }
    }

    /// A type with the same values.
    fn type_name(&self, ty: TypeId) -> Option<String> {
        let name = match *self.program.types.get(ty) {
            Type::Bool => "_Bool",
            Type::Int { bits, signed } => integer_type(bits, signed)?,
            Type::Float(FloatKind::Single) => "float",
            Type::Float(FloatKind::Double) => "double",
            Type::Float(FloatKind::Extended) => "long double",
            Type::Pointer(to) => match self.program.types.get(to) {
                Type::Void => "void *",
                Type::Bool | Type::Int { .. } | Type::Float(_) => return Some(format!("{} *", self.type_name(to)?)),
                _ => return None,
            },
            _ => return None,
        };
        Some(name.to_owned())
    }

    fn converted(&self, ty: TypeId, text: &str) -> Option<String> {
        Some(format!("(({}){text})", self.type_name(ty)?))
    }

    fn unary(&self, op: UnOp, a: ExprId, ty: TypeId) -> Option<String> {
        let text = self.print(a)?;
        match (op, self.program.types.get(ty)) {
            (UnOp::Not, _) => Some(format!("(!{text})")),
            (UnOp::Neg, Type::Int { bits, .. }) => self.converted(ty, &format!("(0U - ({}){text})", wrapping_type(*bits)?)),
            (UnOp::Neg, Type::Float(_)) => Some(format!("(-{text})")),
            (UnOp::BitNot, Type::Int { .. }) => self.converted(ty, &format!("(~{text})")),
            _ => None,
        }
    }

    fn binary(&self, op: BinOp, a: ExprId, b: ExprId, ty: TypeId) -> Option<String> {
        let (left, right) = (self.print(a)?, self.print(b)?);
        let operands = self.program.types.get(self.program.exprs.ty(a)).clone();
        let plain = |word: &str| Some(format!("({left} {word} {right})"));
        match (op, &operands) {
            (BinOp::And, _) => plain("&&"),
            (BinOp::Or, _) => plain("||"),
            (BinOp::Eq, _) => plain("=="),
            (BinOp::Ne, _) => plain("!="),
            (BinOp::Lt | BinOp::Le, operands) => {
                let word = if op == BinOp::Lt { "<" } else { "<=" };
                match operands {
                    // Which of two objects comes first is a question of addresses.
                    Type::Pointer(_) => Some(format!("((unsigned long){left} {word} (unsigned long){right})")),
                    _ => plain(word),
                }
            }
            (BinOp::Add | BinOp::Sub | BinOp::Mul, Type::Int { bits, .. }) => {
                let word = arithmetic(op)?;
                let unsigned = wrapping_type(*bits)?;
                self.converted(ty, &format!("(({unsigned}){left} {word} ({unsigned}){right})"))
            }
            (BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div, Type::Float(FloatKind::Single | FloatKind::Double | FloatKind::Extended)) => {
                plain(arithmetic(op)?)
            }
            (BinOp::Div | BinOp::Rem, Type::Int { signed, .. }) => {
                // Other divisors may be zero, or overflow.
                let divisor = self.program.exprs.as_const(b)?.to_i128(*signed);
                if divisor == 0 || divisor == -1 {
                    return None;
                }
                self.converted(ty, &format!("({left} {} {right})", arithmetic(op)?))
            }
            (BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor, Type::Int { .. }) => self.converted(ty, &format!("({left} {} {right})", arithmetic(op)?)),
            (BinOp::Shl | BinOp::Shr, Type::Int { bits, .. }) => self.shift(op, &left, &right, b, *bits, ty),
            (BinOp::AddOverflows | BinOp::SubOverflows | BinOp::MulOverflows, Type::Int { bits, signed }) if *bits <= 32 => {
                let word = arithmetic(op.overflowing()?)?;
                let (least, greatest) = limits(*bits, *signed);
                let exact = format!("((long long){left} {word} (long long){right})");
                // The product of two unsigned numbers of 32 bits has 64.
                if op == BinOp::MulOverflows && *bits == 32 && !*signed {
                    return Some(format!("((unsigned long long){left} * (unsigned long long){right} > {greatest}ULL)"));
                }
                Some(format!("({exact} < {least}LL || {exact} > {greatest}LL)"))
            }
            (BinOp::PtrAdd, Type::Pointer(to)) => match self.program.types.get(*to) {
                Type::Void => Some(format!("((void *)((char *){left} + {right}))")),
                _ => plain("+"),
            },
            _ => None,
        }
    }

    fn shift(&self, op: BinOp, left: &str, right: &str, distance: ExprId, bits: u16, ty: TypeId) -> Option<String> {
        let known = self.program.exprs.as_const(distance).is_some_and(|d| d.unsigned() < u128::from(bits));
        let right = if known { right.to_owned() } else { format!("({right} & {})", bits - 1) };
        let text = match op {
            BinOp::Shl => format!("(({}){left} << {right})", wrapping_type(bits)?),
            _ => format!("({left} >> {right})"),
        };
        self.converted(ty, &text)
    }

    fn cast(&self, a: ExprId, ty: TypeId) -> Option<String> {
        let (from, to) = (self.program.types.get(self.program.exprs.ty(a)), self.program.types.get(ty));
        // Numbers that are no integers of the type have no conversion.
        if matches!((from, to), (Type::Float(_), Type::Int { .. })) {
            return None;
        }
        let text = self.print(a)?;
        match (from, to) {
            // Through an integer of the same width, so that no compiler warns.
            (Type::Pointer(_), Type::Int { signed, .. }) => {
                let address = format!("((unsigned long){text})");
                if *signed { self.converted(ty, &format!("((long){address})")) } else { self.converted(ty, &address) }
            }
            _ => self.converted(ty, &text),
        }
    }
}

fn arithmetic(op: BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "*",
        BinOp::Div => "/",
        BinOp::Rem => "%",
        BinOp::BitAnd => "&",
        BinOp::BitOr => "|",
        BinOp::BitXor => "^",
        _ => return None,
    })
}

/// The type in which arithmetic of a width can be done without being undefined.
fn wrapping_type(bits: u16) -> Option<&'static str> {
    integer_type(bits.max(32), false)
}

fn limits(bits: u16, signed: bool) -> (i64, i64) {
    if signed { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}

/// A number as C writes it in its type.
fn integer(width: u16, signed: bool, bits: Bits) -> Option<String> {
    let value = bits.to_i128(signed);
    let suffix = match (width, signed) {
        (64, true) => "LL",
        (64, false) => "ULL",
        (32, false) => "U",
        _ => "",
    };
    let least = if signed && width <= 64 { Some(-(1i128 << (width - 1))) } else { None };
    let text = match value {
        // The number without its sign is none of the type.
        value if Some(value) == least && width >= 32 => format!("({}{suffix} - 1)", value + 1),
        value if value < 0 => format!("({value}{suffix})"),
        value => format!("{value}{suffix}"),
    };
    match width {
        8 | 16 => Some(format!("(({}){text})", integer_type(width, signed)?)),
        32 | 64 => Some(text),
        128 if i64::try_from(value).is_ok() => Some(format!("(({}){value}LL)", integer_type(width, signed)?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
