//! Literals: the values and types of numbers, characters and strings.

use super::convert::Value;
use super::types::{CType, IntKind, Len};
use super::{Result, Unit, nowhere};
use crate::dialect::Standard;
use crate::tree::{Expr, ExprKind, Init, InitPart, Selector, Var, VarId, VarKind};
use goto::interp::float;
use goto::{Bits, DataModel, FloatKind, Location};
use lang_c::ast::{Constant, Float, FloatBase, FloatFormat, Integer, IntegerBase, IntegerSize, TS18661FloatFormat};
use lang_c::span::{Node, Span};

/// The characters of a string literal, without the final zero, and the type of one.
pub(super) struct Text {
    pub units: Vec<u32>,
    pub kind: IntKind,
}

impl Unit<'_> {
    pub(super) fn literal(&mut self, node: &Node<Constant>) -> Result<Value> {
        match &node.node {
            Constant::Integer(integer) => self.integer(integer, node.span),
            Constant::Float(float) => self.float(float, node.span),
            Constant::Character(text) => self.character(text, node.span),
        }
    }

    fn integer(&mut self, integer: &Integer, span: Span) -> Result<Value> {
        use IntKind::*;
        let radix = match integer.base {
            IntegerBase::Decimal => 10,
            IntegerBase::Octal => 8,
            IntegerBase::Hexadecimal => 16,
            IntegerBase::Binary => 2,
        };
        let Ok(value) = u128::from_str_radix(&integer.number, radix) else { return self.error(span, "this integer constant is too large") };
        let decimal = radix == 10;
        let is_c90 = self.c.types.dialect.standard == Some(Standard::C90);
        let kinds: &[IntKind] = match (integer.suffix.unsigned, integer.suffix.size) {
            (true, IntegerSize::Int) => &[UInt, ULong, ULongLong],
            (true, IntegerSize::Long) => &[ULong, ULongLong],
            (true, IntegerSize::LongLong) => &[ULongLong],
            // Without `long long` the last resort is unsigned.
            (false, IntegerSize::Int) if decimal && is_c90 => &[Int, Long, ULong, LongLong, ULongLong],
            (false, IntegerSize::Long) if decimal && is_c90 => &[Long, ULong, LongLong, ULongLong],
            // gcc has a wider type where the standard gives up.
            (false, IntegerSize::Int) if decimal => &[Int, Long, LongLong, Int128],
            (false, IntegerSize::Long) if decimal => &[Long, LongLong, Int128],
            (false, IntegerSize::LongLong) if decimal => &[LongLong, Int128],
            (false, IntegerSize::Int) => &[Int, UInt, Long, ULong, LongLong, ULongLong],
            (false, IntegerSize::Long) => &[Long, ULong, LongLong, ULongLong],
            (false, IntegerSize::LongLong) => &[LongLong, ULongLong],
        };
        match self.first_kind(kinds, value) {
            Some(ty) if value >> 64 == 0 => {
                let loc = self.loc(span);
                let value = self.constant(value as i128, ty, loc);
                Ok(if integer.suffix.imaginary { self.imaginary(value, loc) } else { value })
            }
            _ => self.error(span, "this integer constant is too large"),
        }
    }

    fn float(&mut self, literal: &Float, span: Span) -> Result<Value> {
        let kind = match &literal.suffix.format {
            FloatFormat::Float => FloatKind::Single,
            FloatFormat::Double => FloatKind::Double,
            FloatFormat::LongDouble => FloatKind::Extended,
            FloatFormat::TS18661Format(ty) => match (&ty.format, ty.width) {
                (TS18661FloatFormat::BinaryInterchange, 16) => FloatKind::Half,
                (TS18661FloatFormat::BinaryInterchange, 32) => FloatKind::Single,
                (TS18661FloatFormat::BinaryInterchange, 64) | (TS18661FloatFormat::BinaryExtended, 32) => FloatKind::Double,
                (TS18661FloatFormat::BinaryExtended, 64) => FloatKind::Extended,
                (TS18661FloatFormat::BinaryInterchange, 128) => FloatKind::Quad,
                _ => return self.unsupported(span, "decimal floating-point numbers are not supported"),
            },
        };
        let prefix = if literal.base == FloatBase::Hexadecimal { "0x" } else { "" };
        let Some(bits) = float::parse(kind, &format!("{prefix}{}", literal.number)) else {
            return self.error(span, "this floating-point constant is not understood");
        };
        let (ty, loc) = (self.c.types.float(kind), self.loc(span));
        let value = self.value(ExprKind::Const(Bits::new(kind.bits(), bits)), ty, loc);
        Ok(if literal.suffix.imaginary { self.imaginary(value, loc) } else { value })
    }

    /// A number that is only imaginary.
    fn imaginary(&mut self, value: Value, loc: Location) -> Value {
        let part = value.ty;
        let zero = self.constant(0, part, loc);
        self.pair(zero, value, part, loc)
    }

    fn character(&mut self, text: &str, span: Span) -> Result<Value> {
        let (kind, body) = self.prefix(text, '\'');
        let Some(units) = units(body, kind) else { return self.error(span, "this character constant is not understood") };
        let loc = self.loc(span);
        let Some(&last) = units.last() else { return self.error(span, "this character constant is empty") };
        match kind {
            // A single `char`, or several packed into an `int`, the first one highest.
            IntKind::Char if units.len() == 1 => {
                let int = self.c.types.int();
                let value = if self.c.types.dialect.unsigned_char { i128::from(last as u8) } else { i128::from(last as u8 as i8) };
                Ok(self.constant(value, int, loc))
            }
            IntKind::Char => {
                let packed = units.iter().fold(0u32, |packed, unit| packed << 8 | (unit & 0xff));
                let int = self.c.types.int();
                Ok(self.constant(i128::from(packed as i32), int, loc))
            }
            _ => {
                let ty = self.c.types.int_kind(kind);
                let value = if kind.signed() { i128::from(last as i32) } else { i128::from(last) };
                Ok(self.constant(value, ty, loc))
            }
        }
    }

    /// The pieces of a string literal, joined.
    pub(super) fn text(&self, pieces: &Node<Vec<String>>) -> Result<Text> {
        // One prefix holds for all pieces.
        let kind = pieces.node.iter().map(|piece| self.prefix(piece, '"').0).find(|&kind| kind != IntKind::Char).unwrap_or(IntKind::Char);
        let mut joined = Vec::new();
        for piece in &pieces.node {
            let Some(units) = units(self.prefix(piece, '"').1, kind) else { return self.error(pieces.span, "this string literal is not understood") };
            joined.extend(units);
        }
        Ok(Text { units: joined, kind })
    }

    /// A string literal as the array that it is.
    pub(super) fn string(&mut self, pieces: &Node<Vec<String>>) -> Result<Value> {
        let text = self.text(pieces)?;
        let loc = self.loc(pieces.span);
        let (var, ty) = self.string_var(text);
        Ok(self.place(ExprKind::Var(var), ty, loc))
    }

    /// The variable of a string literal; equal ones share it.
    pub(super) fn string_var(&mut self, text: Text) -> (VarId, CType) {
        let elem = self.c.types.int_kind(text.kind);
        let ty = self.c.types.array(elem, Len::Fixed(text.units.len() as u64 + 1));
        let key = (text.kind.bits(self.c.types.model()), text.units);
        if let Some(&var) = self.c.strings.get(&key)
            && self.c.var_types[var] == ty
        {
            return (var, ty);
        }
        let parts = self.string_parts(&Text { units: key.1.clone(), kind: text.kind }, elem, u64::MAX, &[]);
        let lowered = self.c.types.lower(ty);
        self.c.var_types.push(ty);
        let init = Some(Init { zero: true, parts });
        let var = self.c.vars.push(Var {
            name: String::new(),
            ty: lowered,
            kind: VarKind::Static,
            align: None,
            loc: nowhere(),
            init,
            constant: true,
            volatile: false,
            weak: false,
            thread_local: false,
            in_block: false,
        });
        self.c.strings.insert(key, var);
        (var, ty)
    }

    /// What a string puts into an array of `len` elements that is zero already.
    pub(super) fn string_parts(&mut self, text: &Text, elem: CType, len: u64, path: &[Selector]) -> Vec<InitPart> {
        let ty = self.c.types.lower(elem);
        let width = self.c.types.goto.scalar_bits(ty).unwrap_or(8);
        let nonzero = text.units.iter().enumerate().filter(|&(i, &unit)| unit != 0 && (i as u64) < len);
        let part = |(i, &unit): (usize, &u32)| {
            let mut path = path.to_vec();
            path.push(Selector::Index(i as u64));
            let value = Expr { kind: ExprKind::Const(Bits::new(width, u128::from(unit))), ty, loc: nowhere() };
            InitPart { path, value }
        };
        nonzero.map(part).collect()
    }

    /// The type of a character that a prefix asks for, and the text between the quotes.
    fn prefix<'t>(&self, text: &'t str, quote: char) -> (IntKind, &'t str) {
        // `wchar_t` is `long` on i386.
        let wide = if self.c.types.model() == DataModel::Lp64 { IntKind::Int } else { IntKind::Long };
        let (kind, rest) = if let Some(rest) = text.strip_prefix("u8") {
            (IntKind::Char, rest)
        } else if let Some(rest) = text.strip_prefix('L') {
            (wide, rest)
        } else if let Some(rest) = text.strip_prefix('u') {
            (IntKind::UShort, rest)
        } else if let Some(rest) = text.strip_prefix('U') {
            (IntKind::UInt, rest)
        } else {
            (IntKind::Char, text)
        };
        (kind, rest.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)).unwrap_or(rest))
    }
}

/// The code units of a literal's body. `None` for an escape that does not exist.
fn units(body: &str, kind: IntKind) -> Option<Vec<u32>> {
    let mut units = Vec::new();
    let mut chars = body.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            push_char(&mut units, c, kind);
            continue;
        }
        let simple = match chars.next()? {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'a' => '\x07',
            'b' => '\x08',
            'f' => '\x0c',
            'v' => '\x0b',
            'e' | 'E' => '\x1b',
            '\n' => continue,
            c @ '0'..='7' => {
                let mut value = c.to_digit(8)?;
                for _ in 0..2 {
                    let Some(digit) = chars.peek().and_then(|c| c.to_digit(8)) else { break };
                    value = value * 8 + digit;
                    chars.next();
                }
                units.push(cut(value, kind));
                continue;
            }
            'x' => {
                let mut value = chars.next()?.to_digit(16)?;
                while let Some(digit) = chars.peek().and_then(|c| c.to_digit(16)) {
                    value = value << 4 | digit;
                    chars.next();
                }
                units.push(cut(value, kind));
                continue;
            }
            c @ ('u' | 'U') => {
                let digits = if c == 'u' { 4 } else { 8 };
                let mut value = 0;
                for _ in 0..digits {
                    value = value << 4 | chars.next()?.to_digit(16)?;
                }
                push_char(&mut units, char::from_u32(value)?, kind);
                continue;
            }
            // gcc takes an unknown escape for the character itself.
            c => c,
        };
        push_char(&mut units, simple, kind);
    }
    Some(units)
}

fn cut(value: u32, kind: IntKind) -> u32 {
    match kind {
        IntKind::Char => value & 0xff,
        IntKind::UShort => value & 0xffff,
        _ => value,
    }
}

fn push_char(units: &mut Vec<u32>, c: char, kind: IntKind) {
    match kind {
        IntKind::Char => units.extend(c.encode_utf8(&mut [0; 4]).bytes().map(u32::from)),
        IntKind::UShort => units.extend(c.encode_utf16(&mut [0; 2]).iter().map(|&unit| u32::from(unit))),
        _ => units.push(u32::from(c)),
    }
}
