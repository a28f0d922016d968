//! Expressions by precedence climbing. Types follow from the operands; expressions are interned as they stand, nothing is folded.

use super::lexer::Token;
use super::types::scalar_type;
use super::{Parser, Result};
use crate::bits::Bits;
use crate::expr::{BinOp, ExprId, ExprKind, HeapFact, IntegralMode, MathFn, MathFn2, MemoryFact, UnOp};
use crate::index::Id;
use crate::names::{Named, RESERVED};
use crate::print::level;
use crate::program::SymbolId;
use crate::types::{FloatKind, Type, TypeId};

/// The binary operator of a sign, whether its operands are turned round, and how tightly it binds.
fn operator(sign: &str) -> Option<(BinOp, bool, u8)> {
    let (op, turned) = match sign {
        "||" => (BinOp::Or, false),
        "&&" => (BinOp::And, false),
        "==" => (BinOp::Eq, false),
        "!=" => (BinOp::Ne, false),
        "<" => (BinOp::Lt, false),
        "<=" => (BinOp::Le, false),
        ">" => (BinOp::Lt, true),
        ">=" => (BinOp::Le, true),
        "|" => (BinOp::BitOr, false),
        "^" => (BinOp::BitXor, false),
        "&" => (BinOp::BitAnd, false),
        "<<" => (BinOp::Shl, false),
        ">>" => (BinOp::Shr, false),
        "+" => (BinOp::Add, false),
        "-" => (BinOp::Sub, false),
        "*" => (BinOp::Mul, false),
        "/" => (BinOp::Div, false),
        "%" => (BinOp::Rem, false),
        _ => return None,
    };
    Some((op, turned, crate::print::operator(op).1))
}

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Result<ExprId> {
        self.at_least(level::LOWEST)
    }

    /// An expression of operators that bind at least as tightly as `lowest`.
    fn at_least(&mut self, lowest: u8) -> Result<ExprId> {
        self.deeper(|p| p.operators(lowest))
    }

    fn operators(&mut self, lowest: u8) -> Result<ExprId> {
        let mut left = self.unary()?;
        loop {
            if lowest <= level::CAST && self.accept_word("as") {
                let ty = self.ty()?;
                left = self.intern(ExprKind::Cast(left), ty);
                continue;
            }
            let Token::Sign(sign) = self.peek() else { return Ok(left) };
            let Some((op, turned, level)) = operator(sign) else { return Ok(left) };
            if level < lowest {
                return Ok(left);
            }
            self.next();
            let right = self.at_least(level + 1)?;
            left = if turned { self.binary(op, right, left) } else { self.binary(op, left, right) };
        }
    }

    fn intern(&mut self, kind: ExprKind, ty: TypeId) -> ExprId {
        self.program.exprs.intern(kind, ty)
    }

    fn type_of(&self, id: ExprId) -> TypeId {
        self.program.exprs.ty(id)
    }

    fn is_pointer(&self, id: ExprId) -> bool {
        matches!(self.program.types.get(self.type_of(id)), Type::Pointer(_))
    }

    fn binary(&mut self, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
        let op = match op {
            BinOp::Add if self.is_pointer(a) => BinOp::PtrAdd,
            BinOp::Sub if self.is_pointer(a) => BinOp::PtrDiff,
            op => op,
        };
        let ty = match op {
            op if op.gives_truth() => self.program.types.bool(),
            BinOp::PtrDiff => self.program.types.ptrdiff(),
            _ => self.type_of(a),
        };
        self.intern(ExprKind::Binary(op, a, b), ty)
    }

    pub(super) fn unary(&mut self) -> Result<ExprId> {
        self.deeper(Self::unary_inside)
    }

    fn unary_inside(&mut self) -> Result<ExprId> {
        let Token::Sign(sign) = self.peek() else { return self.postfix() };
        let at = self.at;
        match *sign {
            "*" => {
                self.next();
                let pointer = self.unary()?;
                self.deref(pointer, at)
            }
            "&" => {
                self.next();
                // A function with the name of a word like `null` is quoted.
                match self.peek() {
                    Token::Word(word) if !RESERVED.contains(&word.as_str()) => return self.function_address(),
                    Token::Text(_) => return self.function_address(),
                    _ => {}
                }
                let place = self.unary()?;
                let ty = self.type_of(place);
                let ty = self.program.types.pointer(ty);
                Ok(self.intern(ExprKind::AddressOf(place), ty))
            }
            "-" if matches!(self.peek_at(1), Token::Number(_)) => {
                self.next();
                self.constant(true)
            }
            "-" | "~" | "!" => {
                self.next();
                let op = match *sign {
                    "-" => UnOp::Neg,
                    "~" => UnOp::BitNot,
                    _ => UnOp::Not,
                };
                let a = self.unary()?;
                let ty = self.type_of(a);
                Ok(self.intern(ExprKind::Unary(op, a), ty))
            }
            _ => self.postfix(),
        }
    }

    fn deref(&mut self, pointer: ExprId, at: usize) -> Result<ExprId> {
        match *self.program.types.get(self.type_of(pointer)) {
            Type::Pointer(to) => Ok(self.intern(ExprKind::Deref(pointer), to)),
            _ => Err(self.error_at(at, "a dereference of something that is no pointer")),
        }
    }

    fn function_address(&mut self) -> Result<ExprId> {
        let func = self.function()?;
        let ty = self.program.functions[func].ty;
        let ty = self.program.types.pointer(ty);
        Ok(self.intern(ExprKind::FunctionAddress(func), ty))
    }

    fn postfix(&mut self) -> Result<ExprId> {
        let mut base = self.primary()?;
        loop {
            let at = self.at;
            if self.accept_sign("[") {
                let index = self.expr()?;
                self.sign("]")?;
                let Type::Array { elem, .. } = *self.program.types.get(self.type_of(base)) else {
                    return Err(self.error_at(at, "an element of something that is no array"));
                };
                base = self.intern(ExprKind::Index { base, index }, elem);
            } else if self.accept_sign("->") {
                base = self.deref(base, at)?;
                base = self.member(base)?;
            } else if self.accept_sign(".") {
                base = self.member(base)?;
            } else {
                return Ok(base);
            }
        }
    }

    /// A member by name or, after `#`, by position.
    fn member(&mut self, base: ExprId) -> Result<ExprId> {
        let fields = self.program.types.record_body(self.type_of(base)).map(|b| b.fields.as_slice());
        let Some(fields) = fields else { return Err(self.error("a member of something that is no complete record")) };
        let field = match self.peek() {
            Token::Word(name) => fields.iter().position(|f| f.name == *name),
            Token::Sign("#") => match self.peek_at(1) {
                Token::Number(n) => n.parse().ok().filter(|&n| n < fields.len()),
                _ => None,
            },
            _ => None,
        };
        let Some(field) = field else { return Err(self.error("the record has no such member")) };
        let ty = fields[field].ty;
        self.at += if self.at_sign("#") { 2 } else { 1 };
        Ok(self.intern(ExprKind::Field { base, field: field as u32 }, ty))
    }

    fn primary(&mut self) -> Result<ExprId> {
        match self.peek() {
            Token::Numbered(..) => {
                let symbol = self.symbol()?;
                let ty = self.program.symbols[symbol].ty;
                Ok(self.intern(ExprKind::Var(symbol), ty))
            }
            Token::Number(_) => self.constant(false),
            Token::Sign("(") => self.parentheses(),
            Token::Word(word) => self.constant_word(word),
            _ => Err(self.expected("an expression")),
        }
    }

    /// A variable by name and number.
    pub(super) fn symbol(&mut self) -> Result<SymbolId> {
        let Token::Numbered(name, id) = self.peek() else { return Err(self.expected("the name and number of a variable")) };
        let id = SymbolId::new(*id as usize);
        match self.program.symbols.get(id) {
            None => Err(self.error(format!("there is no variable {name}#{}", id.index()))),
            Some(symbol) if symbol.name != *name => Err(self.error(format!("the variable with the number {} is called {}", id.index(), symbol.name))),
            Some(_) => {
                self.next();
                Ok(id)
            }
        }
    }

    fn parentheses(&mut self) -> Result<ExprId> {
        self.sign("(")?;
        let cond = self.expr()?;
        if !self.accept_sign("?") {
            self.sign(")")?;
            return Ok(cond);
        }
        let then = self.expr()?;
        self.sign(":")?;
        let other = self.expr()?;
        self.sign(")")?;
        let ty = self.type_of(then);
        Ok(self.intern(ExprKind::Ite { cond, then, other }, ty))
    }

    fn constant_word(&mut self, word: &str) -> Result<ExprId> {
        match word {
            "true" | "false" => {
                self.next();
                let ty = self.program.types.bool();
                Ok(self.intern(ExprKind::Const(Bits::bool(word == "true")), ty))
            }
            "overflows" => {
                self.next();
                self.sign("(")?;
                let at = self.at;
                let operation = self.expr()?;
                self.sign(")")?;
                match self.program.exprs.kind(operation) {
                    ExprKind::Binary(op, a, b) if let Some(test) = op.overflow_test() => Ok(self.binary(test, a, b)),
                    _ => Err(self.error_at(at, "expected a sum, a difference or a product")),
                }
            }
            "zero" | "null" | "bits" => {
                self.next();
                self.sign("(")?;
                let value = if word == "bits" { self.raw_bits()? } else { 0 };
                let at = self.at;
                let ty = self.ty()?;
                self.sign(")")?;
                if word == "zero" {
                    return Ok(self.intern(ExprKind::Zero, ty));
                }
                let Some(width) = self.program.types.scalar_bits(ty) else { return Err(self.error_at(at, "a constant of a type that is no scalar")) };
                Ok(self.intern(ExprKind::Const(Bits::new(width, value)), ty))
            }
            "written" => {
                self.next();
                self.sign("(")?;
                let a = self.expr()?;
                let ty = self.program.types.bool();
                let kind = if self.accept_sign(",") { ExprKind::WrittenBytes { pointer: a, size: self.expr()? } } else { ExprKind::Written(a) };
                self.sign(")")?;
                Ok(self.intern(kind, ty))
            }
            "is_beyond" => {
                self.next();
                self.sign("(")?;
                let pointer = self.expr()?;
                self.sign(",")?;
                let distance = self.expr()?;
                self.sign(",")?;
                let size = self.expr()?;
                self.sign(")")?;
                let ty = self.program.types.bool();
                Ok(self.intern(ExprKind::IsBeyond { pointer, distance, size }, ty))
            }
            "same_object" | "made_before" => {
                let op = if word == "same_object" { BinOp::SameObject } else { BinOp::MadeBefore };
                self.next();
                self.sign("(")?;
                let a = self.expr()?;
                self.sign(",")?;
                let b = self.expr()?;
                self.sign(")")?;
                Ok(self.binary(op, a, b))
            }
            _ => {
                if let Some(fact) = HeapFact::from_word(word) {
                    self.next();
                    let ty = self.program.types.bool();
                    return Ok(self.intern(ExprKind::Heap(fact), ty));
                }
                let Some(fact) = MemoryFact::from_word(word) else { return self.function_of_floats(word) };
                self.next();
                self.sign("(")?;
                let pointer = self.expr()?;
                self.sign(")")?;
                let ty = if fact.is_size() { self.program.types.size() } else { self.program.types.bool() };
                Ok(self.intern(ExprKind::Memory { fact, pointer }, ty))
            }
        }
    }

    /// An operator that is written as a function.
    fn function_of_floats(&mut self, word: &str) -> Result<ExprId> {
        let unary = match word {
            "fabs" => Some(UnOp::Abs),
            "sqrt" => Some(UnOp::Sqrt),
            _ => IntegralMode::from_word(word).map(UnOp::RoundToIntegral).or_else(|| MathFn::from_word(word).map(UnOp::Math)),
        };
        let binary = match word {
            "remainder" => Some(BinOp::IeeeRem),
            "copysign" => Some(BinOp::CopySign),
            _ => MathFn2::from_word(word).map(BinOp::Math2),
        };
        if unary.is_none() && binary.is_none() && word != "fma" {
            return Err(self.expected("an expression"));
        }
        self.next();
        self.sign("(")?;
        let a = self.expr()?;
        let ty = self.type_of(a);
        let kind = match (unary, binary) {
            (Some(op), _) => ExprKind::Unary(op, a),
            (None, Some(op)) => {
                self.sign(",")?;
                ExprKind::Binary(op, a, self.expr()?)
            }
            (None, None) => {
                self.sign(",")?;
                let b = self.expr()?;
                self.sign(",")?;
                ExprKind::Fma { a, b, c: self.expr()? }
            }
        };
        self.sign(")")?;
        Ok(self.intern(kind, ty))
    }

    /// `0x12,`
    fn raw_bits(&mut self) -> Result<u128> {
        let Token::Number(digits) = self.peek() else { return Err(self.expected("a hexadecimal number")) };
        let value = digits.strip_prefix("0x").and_then(|d| u128::from_str_radix(d, 16).ok());
        let Some(value) = value else { return Err(self.expected("a hexadecimal number")) };
        self.next();
        self.sign(",")?;
        Ok(value)
    }

    /// A number with its suffix: `3`, `3u8`, `1.5f64`.
    fn constant(&mut self, negative: bool) -> Result<ExprId> {
        let Token::Number(text) = self.peek() else { return Err(self.expected("a number")) };
        let Some((ty, bits)) = number(text, negative) else { return Err(self.error(format!("`{text}` is no number of its type"))) };
        self.next();
        let ty = self.program.types.intern(ty);
        Ok(self.intern(ExprKind::Const(bits), ty))
    }
}

fn number(text: &str, negative: bool) -> Option<(Type, Bits)> {
    if let Some(digits) = text.strip_suffix("f32") {
        let value: f32 = digits.parse().ok()?;
        let value = if negative { -value } else { value };
        return Some((Type::Float(FloatKind::Single), Bits::new(32, u128::from(value.to_bits()))));
    }
    if let Some(digits) = text.strip_suffix("f64") {
        let value: f64 = digits.parse().ok()?;
        let value = if negative { -value } else { value };
        return Some((Type::Float(FloatKind::Double), Bits::new(64, u128::from(value.to_bits()))));
    }
    let split = text.find(['i', 'u']).unwrap_or(text.len());
    let (digits, suffix) = text.split_at(split);
    let ty = if suffix.is_empty() { Type::Int { bits: 32, signed: true } } else { scalar_type(suffix)? };
    let Type::Int { bits: width, signed } = ty else { return None };
    let value: u128 = digits.parse().ok()?;
    let bits = Bits::new(width, if negative { value.wrapping_neg() } else { value });
    // The number must be one of the type: neither too large nor of the wrong sign.
    let fits = match (signed, negative) {
        (false, negative) => !negative && bits.unsigned() == value,
        (true, false) => bits.signed() >= 0 && bits.unsigned() == value,
        (true, true) => bits.signed().unsigned_abs() == value && bits.signed() <= 0,
    };
    fits.then_some((ty, bits))
}
