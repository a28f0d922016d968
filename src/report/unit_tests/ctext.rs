//! Types and constants as C writes them. Knows C's spelling, nothing of tests.

use crate::value;
use goto::given::Given;
use goto::{Bits, DataModel, FloatKind, Program, RecordId, RecordKind, Type, TypeId};
use std::fmt::Write as _;

/// What C calls the types of a program.
pub struct Spelling<'a> {
    pub program: &'a Program,
    pub given: &'a Given,
}

impl Spelling<'_> {
    /// A declaration of a name with this type; of the type alone if the name is empty. `None` if C has no name for it.
    pub fn declaration(&self, ty: TypeId, name: &str) -> Option<String> {
        let types = &self.program.types;
        let spaced = |text: String| if name.is_empty() { text } else { format!("{text} {name}") };
        Some(match types.get(ty) {
            Type::Void => spaced("void".to_owned()),
            Type::Record(record) => spaced(self.record(*record)?),
            Type::Pointer(target) => {
                let inner = match types.get(*target) {
                    Type::Array { .. } | Type::Function { .. } => format!("(*{name})"),
                    _ => format!("*{name}"),
                };
                self.declaration(*target, &inner)?
            }
            Type::Array { elem, len } => self.declaration(*elem, &format!("{name}[{}]", len.map_or(String::new(), |n| n.to_string())))?,
            Type::Function { ret, params, variadic } => {
                if *variadic {
                    return None;
                }
                let params: Option<Vec<String>> = params.iter().map(|param| self.declaration(*param, "")).collect();
                let params = params?.join(", ");
                self.declaration(*ret, &format!("{name}({})", if params.is_empty() { "void" } else { &params }))?
            }
            _ => spaced(self.scalar(ty)?.to_owned()),
        })
    }

    fn record(&self, record: RecordId) -> Option<String> {
        if let Some(name) = self.given.typedefs.get(&record) {
            return Some(name.clone());
        }
        let own = &self.program.types.records[record];
        let is_tag = own.name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let kind = if own.kind == RecordKind::Struct { "struct" } else { "union" };
        is_tag.then(|| format!("{kind} {}", own.name))
    }

    fn scalar(&self, ty: TypeId) -> Option<&'static str> {
        let types = &self.program.types;
        Some(match types.get(ty) {
            Type::Bool => "_Bool",
            Type::Int { bits: 8, signed: true } => "char",
            Type::Int { bits: 64, signed: true } if types.model() == DataModel::Lp64 => "long",
            Type::Int { bits: 64, signed: false } if types.model() == DataModel::Lp64 => "unsigned long",
            Type::Int { bits, signed } => value::integer_type(*bits, *signed)?,
            Type::Float(FloatKind::Single) => "float",
            Type::Float(FloatKind::Double) => "double",
            Type::Float(FloatKind::Extended) => "long double",
            _ => return None,
        })
    }

    /// A constant with this value.
    pub(super) fn constant(&self, ty: TypeId, value: Bits) -> Option<String> {
        let is_lp64 = self.program.types.model() == DataModel::Lp64;
        Some(match self.program.types.get(ty) {
            Type::Bool => u8::from(value.is_true()).to_string(),
            Type::Int { bits: 8, signed: true } => character(value.signed() as i8),
            Type::Int { bits: 64, signed: true } => match i64::try_from(value.signed()).ok()? {
                i64::MIN if is_lp64 => "LONG_MIN".to_owned(),
                i64::MIN => "LLONG_MIN".to_owned(),
                n => format!("{n}{}", if is_lp64 { "L" } else { "LL" }),
            },
            Type::Int { bits: 64, signed: false } => format!("{}{}", value.unsigned(), if is_lp64 { "UL" } else { "ULL" }),
            Type::Int { bits: 32, signed: true } if value.signed() == i128::from(i32::MIN) => "INT_MIN".to_owned(),
            Type::Int { bits: 32, signed: false } => format!("{}U", value.unsigned()),
            Type::Int { bits: 128, .. } => return None,
            Type::Int { signed: true, .. } => value.signed().to_string(),
            Type::Int { signed: false, .. } => value.unsigned().to_string(),
            Type::Float(kind) => {
                let text = value::to_text(&self.program.types, ty, value);
                let sign = if text.starts_with('-') { "-" } else { "" };
                match text.trim_start_matches('-') {
                    "inf" => format!("{sign}INFINITY"),
                    "nan" => format!("{sign}NAN"),
                    _ => format!("{text}{}", if *kind == FloatKind::Extended { "L" } else { "" }),
                }
            }
            _ => return None,
        })
    }
}

fn character(value: i8) -> String {
    match u8::try_from(value).map(char::from) {
        Ok('\'') => "'\\''".to_owned(),
        Ok('\\') => "'\\\\'".to_owned(),
        Ok('\n') => "'\\n'".to_owned(),
        Ok('\t') => "'\\t'".to_owned(),
        Ok(c @ ' '..='~') => format!("'{c}'"),
        _ => value.to_string(),
    }
}

/// A string literal with these bytes, whatever they are.
pub(super) fn literal(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' | b'?' => text.extend(['\\', char::from(byte)]),
            b'\n' => text.push_str("\\n"),
            b'\t' => text.push_str("\\t"),
            b' '..=b'~' => text.push(char::from(byte)),
            // Three digits: a digit may follow.
            _ => _ = write!(text, "\\{byte:03o}"),
        }
    }
    text.push('"');
    text
}

/// A string literal with these characters; `None` if people could not read it.
pub(super) fn string(characters: &[u8]) -> Option<String> {
    let mut text = String::from("\"");
    for &byte in characters {
        match byte {
            b'"' => text.push_str("\\\""),
            b'\\' => text.push_str("\\\\"),
            b'\n' => text.push_str("\\n"),
            b'\t' => text.push_str("\\t"),
            // Two of them might make a trigraph.
            b'?' => text.push_str("\\?"),
            b' '..=b'~' => text.push(char::from(byte)),
            _ => return None,
        }
    }
    text.push('"');
    Some(text)
}
