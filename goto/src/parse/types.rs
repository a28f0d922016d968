//! Types: read from the outside in, interned on the way.

use super::lexer::Token;
use super::{Parser, Result};
use crate::index::Id;
use crate::names::Named;
use crate::types::{FloatKind, RecordId, RecordKind, Type, TypeId};

/// A record as some type names it.
pub(super) struct RecordUse {
    pub(super) id: RecordId,
    pub(super) kind: RecordKind,
    pub(super) name: String,
}

impl Parser<'_> {
    pub(super) fn ty(&mut self) -> Result<TypeId> {
        self.deeper(Self::type_inside)
    }

    fn type_inside(&mut self) -> Result<TypeId> {
        let ty = match self.peek() {
            Token::Sign("*") => {
                self.next();
                Type::Pointer(self.ty()?)
            }
            Token::Sign("[") => {
                self.next();
                let len = if self.accept_sign("?") { None } else { Some(self.number("the length of an array")?) };
                self.sign("]")?;
                Type::Array { elem: self.ty()?, len }
            }
            Token::Word(word) => match word.as_str() {
                "void" | "bool" => {
                    self.next();
                    if word == "void" { Type::Void } else { Type::Bool }
                }
                "struct" | "union" => self.record_type()?,
                "fn" => self.function_type()?,
                _ => self.scalar_type(word)?,
            },
            _ => return Err(self.expected("a type")),
        };
        Ok(self.program.types.intern(ty))
    }

    /// `i32`, `u8`, `f64`.
    fn scalar_type(&mut self, word: &str) -> Result<Type> {
        let ty = scalar_type(word).ok_or_else(|| self.expected("a type"))?;
        self.next();
        Ok(ty)
    }

    fn record_type(&mut self) -> Result<Type> {
        let kind: RecordKind = self.named("a record")?;
        let Token::Numbered(name, id) = self.peek() else { return Err(self.expected("the name and number of a record")) };
        let id = RecordId::new(*id as usize);
        self.record_uses.push((self.at, RecordUse { id, kind, name: name.clone() }));
        self.next();
        Ok(Type::Record(id))
    }

    fn function_type(&mut self) -> Result<Type> {
        self.word("fn")?;
        self.sign("(")?;
        let mut params = Vec::new();
        let mut variadic = false;
        while !self.at_sign(")") {
            if self.accept_sign("...") {
                variadic = true;
                break;
            }
            params.push(self.ty()?);
            if !self.accept_sign(",") {
                break;
            }
        }
        self.sign(")")?;
        self.sign("->")?;
        Ok(Type::Function { ret: self.ty()?, params, variadic })
    }

    /// Every record that a type names exists and is called so.
    pub(super) fn check_records(&self) -> Result<()> {
        for (at, used) in &self.record_uses {
            match self.program.types.records.get(used.id) {
                None => return Err(self.error_at(*at, "this record is not declared")),
                Some(r) if r.kind != used.kind || r.name != used.name => {
                    return Err(self.error_at(*at, format!("record {} is declared as {} {}", used.id.index(), r.kind.word(), r.name)));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }
}

/// The type that a word like `u16` or `f64` names.
pub(super) fn scalar_type(word: &str) -> Option<Type> {
    if let Some(kind) = FloatKind::from_word(word) {
        return Some(Type::Float(kind));
    }
    let signed = word.starts_with('i');
    let bits: u16 = word.strip_prefix(['i', 'u'])?.parse().ok()?;
    matches!(bits, 8 | 16 | 32 | 64 | 128).then_some(Type::Int { bits, signed })
}
