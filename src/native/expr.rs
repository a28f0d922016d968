//! Expressions as C. What an instruction needs twice is computed once; operands that may be left out are computed where they are needed.

use super::function::FunctionText;
use super::types::{self, cast};
use super::unit::{FUNCTION_BASE, FUNCTION_STEP};
use super::{ComparisonSite, NotTranslated};
use goto::interp::value::Scalar;
use goto::{BinOp, Bits, ExprId, ExprKind, FloatKind, HeapFact, Id, IntegralMode, MathFn, MathFn2, MemoryFact, Type, TypeId, UnOp};
use std::fmt::Write as _;

/// Expressions nested deeper than this have no translation: compilers give up, too.
const MAX_DEPTH: u32 = 2000;

impl FunctionText<'_, '_> {
    pub(crate) fn missing<T>(&self, what: impl Into<String>) -> Result<T, NotTranslated> {
        Err(NotTranslated { loc: self.loc, what: what.into() })
    }

    pub(crate) fn scalar(&self, ty: TypeId) -> Option<Scalar> {
        Scalar::of(&self.unit.program.types, ty)
    }

    fn known_scalar(&self, ty: TypeId) -> Result<Scalar, NotTranslated> {
        match self.scalar(ty) {
            Some(scalar) if types::is_known(scalar) => Ok(scalar),
            Some(_) => self.missing("a type without a counterpart in C"),
            None => self.missing("a value of a type that is not scalar"),
        }
    }

    /// Counts how often the instruction needs each expression.
    pub(crate) fn count(&mut self, e: ExprId) {
        let uses = self.uses.entry(e).or_insert(0);
        *uses += 1;
        if *uses == 1 {
            let mut operands = Vec::new();
            self.unit.program.exprs.operands(e, |o| operands.push(o));
            operands.into_iter().for_each(|o| self.count_nested(o));
        }
    }

    fn count_nested(&mut self, e: ExprId) {
        self.nesting += 1;
        if self.nesting <= MAX_DEPTH {
            self.count(e);
        } else {
            self.too_deep = true;
        }
        self.nesting -= 1;
    }

    /// The value of a scalar expression, as an expression of C without side effects but the end of the run.
    pub(crate) fn value(&mut self, e: ExprId) -> Result<String, NotTranslated> {
        if let Some(known) = self.cache.get(&e) {
            return Ok(known.clone());
        }
        let program = self.unit.program;
        let scalar = self.known_scalar(program.exprs.ty(e))?;
        let text = self.computed(e, scalar)?;
        let is_leaf = match program.exprs.kind(e) {
            ExprKind::Const(_) | ExprKind::Zero | ExprKind::FunctionAddress(_) => true,
            ExprKind::Var(symbol) => matches!(self.home(symbol), Some(super::unit::Home::Scalar(_))),
            _ => false,
        };
        if is_leaf || (self.uses.get(&e).is_none_or(|uses| *uses < 2) && text.len() < 4000) {
            return Ok(text);
        }
        self.temporaries += 1;
        let name = format!("t{}", self.temporaries);
        let _ = writeln!(self.lines, "{} {name} = {text};", types::name(scalar));
        self.cache.insert(e, name.clone());
        self.cached.push(e);
        Ok(name)
    }

    fn computed(&mut self, e: ExprId, scalar: Scalar) -> Result<String, NotTranslated> {
        let program = self.unit.program;
        Ok(match program.exprs.kind(e) {
            ExprKind::Const(bits) => types::constant(scalar, bits),
            ExprKind::Zero => types::zero(scalar),
            ExprKind::FunctionAddress(f) => format!("(({}){:#x}UL)", types::name(scalar), FUNCTION_BASE + f.index() as u64 * FUNCTION_STEP),
            ExprKind::AddressOf(place) => {
                let address = self.address(place)?;
                format!("(({})({address}))", types::name(scalar))
            }
            ExprKind::Var(_) | ExprKind::Deref(_) | ExprKind::Field { .. } | ExprKind::Index { .. } => self.load(e, scalar)?,
            ExprKind::Unary(op, a) => {
                let a = self.value(a)?;
                self.unary(op, scalar, &a)?
            }
            ExprKind::Binary(op @ (BinOp::And | BinOp::Or), a, b) => {
                let a = self.value(a)?;
                let b = self.optional(b)?;
                format!("((u8)({a} {} {b}))", if op == BinOp::And { "&&" } else { "||" })
            }
            ExprKind::Binary(op, a, b) => self.binary(e, op, scalar, a, b)?,
            ExprKind::Cast(a) => {
                let from = self.known_scalar(program.exprs.ty(a))?;
                let a = self.value(a)?;
                cast(from, scalar, &a)
            }
            ExprKind::Ite { cond, then, other } => {
                let cond = self.value(cond)?;
                let (then, other) = (self.optional(then)?, self.optional(other)?);
                format!("({cond} ? {then} : {other})")
            }
            ExprKind::Fma { a, b, c } => {
                let suffix = self.suffix(scalar)?;
                let (a, b, c) = (self.value(a)?, self.value(b)?, self.value(c)?);
                format!("m_fma{suffix}({a}, {b}, {c})")
            }
            ExprKind::Memory { fact, pointer } => {
                let pointer = self.value(pointer)?;
                let function = match fact {
                    MemoryFact::ObjectSize => "object_size",
                    MemoryFact::Offset => "object_offset",
                    MemoryFact::IsLive => "is_live",
                    MemoryFact::IsHeap => "is_heap",
                    MemoryFact::IsLent => "is_lent",
                    MemoryFact::IsWritable => "is_writable",
                    MemoryFact::WasFreed => "was_freed",
                };
                format!("(({}){function}({pointer}))", types::name(scalar))
            }
            ExprKind::IsBeyond { pointer, distance, size } => {
                let (pointer, distance, size) = (self.value(pointer)?, self.value(distance)?, self.value(size)?);
                format!("is_beyond({pointer}, {distance}, {size})")
            }
            ExprKind::Heap(HeapFact::IsEmpty) => "heap_is_empty()".to_owned(),
            ExprKind::Heap(HeapFact::IsReachable | HeapFact::IsReachableAfterReturn) | ExprKind::Written(_) | ExprKind::WrittenBytes { .. } => {
                return self.missing("a question about memory");
            }
        })
    }

    /// An operand that is evaluated in some cases only: what it needs beforehand goes with it.
    fn optional(&mut self, e: ExprId) -> Result<String, NotTranslated> {
        let before = std::mem::take(&mut self.lines);
        let mark = self.cached.len();
        let value = self.value(e);
        for e in self.cached.drain(mark..) {
            self.cache.remove(&e);
        }
        let lines = std::mem::replace(&mut self.lines, before);
        let value = value?;
        Ok(if lines.is_empty() { value } else { format!("({{ {lines}{value}; }})") })
    }

    /// What the names of the C library's functions end with for a format.
    fn suffix(&self, scalar: Scalar) -> Result<&'static str, NotTranslated> {
        match scalar {
            Scalar::Float(FloatKind::Single) => Ok("f"),
            Scalar::Float(FloatKind::Double) => Ok(""),
            Scalar::Float(FloatKind::Extended) => Ok("l"),
            _ => self.missing("a function of mathematics in an unusual format"),
        }
    }

    fn unary(&self, op: UnOp, scalar: Scalar, a: &str) -> Result<String, NotTranslated> {
        let name = types::name(scalar);
        let is_float = matches!(scalar, Scalar::Float(_));
        Ok(match (op, scalar) {
            (UnOp::Not | UnOp::BitNot, Scalar::Bool) => format!("((u8)!{a})"),
            (UnOp::Neg, Scalar::Int { .. } | Scalar::Float(_)) => format!("(({name})-({a}))"),
            (UnOp::BitNot | UnOp::Not, Scalar::Int { .. }) => format!("(({name})~({a}))"),
            (UnOp::Abs, Scalar::Float(FloatKind::Quad)) => format!("f128_of(bits_f128({a}) << 1 >> 1)"),
            (UnOp::Abs, _) if is_float => format!("__builtin_fabs{}({a})", self.suffix(scalar)?),
            (UnOp::Sqrt, _) if is_float => format!("m_sqrt{}({a})", self.suffix(scalar)?),
            (UnOp::RoundToIntegral(mode), _) if is_float => {
                let function = match mode {
                    IntegralMode::Current => "rint",
                    IntegralMode::NearestEven => "roundeven",
                    IntegralMode::NearestAway => "round",
                    IntegralMode::Down => "floor",
                    IntegralMode::Up => "ceil",
                    IntegralMode::Zero => "trunc",
                };
                format!("m_{function}{}({a})", self.suffix(scalar)?)
            }
            (UnOp::Math(function), Scalar::Float(FloatKind::Single)) => format!("m_{}f({a})", math(function)),
            (UnOp::Math(function), Scalar::Float(_)) => format!("(({name})m_{}((f64)({a})))", math(function)),
            _ => return self.missing("an operator on values of this type"),
        })
    }

    fn binary(&mut self, e: ExprId, op: BinOp, result: Scalar, a: ExprId, b: ExprId) -> Result<String, NotTranslated> {
        let exprs = &self.unit.program.exprs;
        let (a_ty, ty, b_ty) = (exprs.ty(a), self.known_scalar(exprs.ty(a))?, self.known_scalar(exprs.ty(b))?);
        let (constant_a, constant_b) = (exprs.as_const(a), exprs.as_const(b));
        let (a, b) = (self.value(a)?, self.value(b)?);
        let (name, is_float) = (types::name(result), matches!(ty, Scalar::Float(_)));
        let plain = |op: &str| Ok(format!("(({name})({a} {op} {b}))"));
        let called = |function: &str| Ok(format!("{function}_{}({a}, {b})", types::name(ty)));
        match op {
            BinOp::PtrAdd | BinOp::PtrDiff => Ok(self.pointer_arithmetic(op, a_ty, result, &a, &b)),
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le => Ok(self.comparison(e, op, ty, (&a, constant_a), (&b, constant_b))),
            BinOp::SameObject => Ok(format!("same_object({a}, {b})")),
            BinOp::MadeBefore => self.missing("the order in which objects came to life"),
            BinOp::BitAnd if !is_float => plain("&"),
            BinOp::BitOr if !is_float => plain("|"),
            BinOp::BitXor if !is_float => plain("^"),
            _ if ty == Scalar::Bool => self.missing("arithmetic on truth values"),
            BinOp::Add => plain("+"),
            BinOp::Sub => plain("-"),
            BinOp::Mul => plain("*"),
            BinOp::Div if is_float => plain("/"),
            BinOp::Rem if is_float => Ok(format!("m_fmod{}({a}, {b})", self.suffix(ty)?)),
            BinOp::IeeeRem if is_float => Ok(format!("m_remainder{}({a}, {b})", self.suffix(ty)?)),
            BinOp::CopySign if is_float => Ok(format!("__builtin_copysign{}({a}, {b})", self.suffix(ty)?)),
            BinOp::Math2(function) if is_float => {
                let function = match function {
                    MathFn2::Pow => "pow",
                    MathFn2::Atan2 => "atan2",
                    MathFn2::Hypot => "hypot",
                };
                Ok(match ty {
                    Scalar::Float(FloatKind::Single) => format!("m_{function}f({a}, {b})"),
                    _ => format!("(({name})m_{function}((f64)({a}), (f64)({b})))"),
                })
            }
            _ if is_float => self.missing("an operator on floating-point numbers"),
            BinOp::Div => called("div"),
            BinOp::Rem => called("rem"),
            BinOp::AddOverflows => called("add_overflows"),
            BinOp::SubOverflows => called("sub_overflows"),
            BinOp::MulOverflows => called("mul_overflows"),
            BinOp::Shl | BinOp::Shr => {
                let distance = format!("((u32)({}) & {})", cast(b_ty, Scalar::Int { bits: 32, signed: false }, &b), ty.bits() - 1);
                Ok(format!("(({name})(({name})({a}) {} {distance}))", if op == BinOp::Shl { "<<" } else { ">>" }))
            }
            _ => self.missing("an operator on values of this type"),
        }
    }

    fn pointer_arithmetic(&self, op: BinOp, ty: TypeId, result: Scalar, a: &str, b: &str) -> String {
        let types_table = &self.unit.program.types;
        let size = match *types_table.get(ty) {
            Type::Pointer(to) => types_table.size_of(to).unwrap_or(1),
            _ => 1,
        };
        let name = types::name(result);
        match (op, size) {
            (BinOp::PtrAdd, 1) => format!("(({name})((u64)({a}) + (u64)(i64)({b})))"),
            (BinOp::PtrAdd, _) => format!("(({name})((u64)({a}) + (u64)(i64)({b}) * {size}UL))"),
            (_, 0) => format!("(({name})0)"),
            _ => format!("(({name})(({name})({a} - {b}) / {size}L))"),
        }
    }

    /// Integers that are compared are noted.
    fn comparison(&mut self, e: ExprId, op: BinOp, ty: Scalar, (a, constant_a): (&str, Option<Bits>), (b, constant_b): (&str, Option<Bits>)) -> String {
        let symbol = match op {
            BinOp::Eq => "==",
            BinOp::Ne => "!=",
            BinOp::Lt => "<",
            _ => "<=",
        };
        let notes = matches!(ty, Scalar::Int { bits: 8..=64, .. }) && (constant_a.is_none() || constant_b.is_none());
        if !notes {
            return format!("((u8)({a} {symbol} {b}))");
        }
        let word = |bits: Bits| if ty.signed() { bits.signed() as u64 } else { bits.unsigned() as u64 };
        let Self { unit, id, instruction, .. } = self;
        let next = unit.place_ids.len() as u32;
        let place = *unit.place_ids.entry((*id, e)).or_insert(next);
        if place == next {
            let (a, b) = (constant_a.map(word), constant_b.map(word));
            unit.places.push(ComparisonSite { function: *id, instruction: *instruction, a, b });
        }
        let kind = match (constant_a, constant_b) {
            (None, None) => "CMP",
            (None, Some(_)) => "CMPA",
            _ => "CMPB",
        };
        format!("{kind}({place}, {}, {a}, {symbol}, {b})", types::name(ty))
    }
}

/// The C library's name.
fn math(function: MathFn) -> &'static str {
    match function {
        MathFn::Sin => "sin",
        MathFn::Cos => "cos",
        MathFn::Tan => "tan",
        MathFn::Asin => "asin",
        MathFn::Acos => "acos",
        MathFn::Atan => "atan",
        MathFn::Sinh => "sinh",
        MathFn::Cosh => "cosh",
        MathFn::Tanh => "tanh",
        MathFn::Asinh => "asinh",
        MathFn::Acosh => "acosh",
        MathFn::Atanh => "atanh",
        MathFn::Exp => "exp",
        MathFn::Exp2 => "exp2",
        MathFn::Expm1 => "expm1",
        MathFn::Log => "log",
        MathFn::Log2 => "log2",
        MathFn::Log10 => "log10",
        MathFn::Log1p => "log1p",
        MathFn::Cbrt => "cbrt",
        MathFn::Erf => "erf",
        MathFn::Erfc => "erfc",
        MathFn::Tgamma => "tgamma",
        MathFn::Lgamma => "lgamma",
    }
}
