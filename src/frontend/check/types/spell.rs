//! Types as C writes them, for messages. Nothing is decided by these texts.

use super::{CType, CTypes, IntKind, Kind, Len, Params, Signature};
use goto::{FloatKind, RecordKind};

impl IntKind {
    fn spelling(self) -> String {
        let name = match self {
            IntKind::Odd { width, signed, bit_int } => {
                let sign = if signed { "" } else { "unsigned " };
                return if bit_int { format!("{sign}_BitInt({width})") } else { format!("{sign}bit-field of {width} bits") };
            }
            IntKind::Char | IntKind::UnsignedPlainChar => "char",
            IntKind::SChar => "signed char",
            IntKind::UChar => "unsigned char",
            IntKind::Short => "short",
            IntKind::UShort => "unsigned short",
            IntKind::Int => "int",
            IntKind::UInt => "unsigned int",
            IntKind::Long => "long",
            IntKind::ULong => "unsigned long",
            IntKind::LongLong => "long long",
            IntKind::ULongLong => "unsigned long long",
            IntKind::Int128 => "__int128",
            IntKind::UInt128 => "unsigned __int128",
        };
        name.to_owned()
    }
}

impl CTypes {
    /// The type as C writes it.
    pub(crate) fn spell(&self, ty: CType) -> String {
        self.declare(ty, String::new())
    }

    fn declare(&self, ty: CType, inner: String) -> String {
        let entry = &self.entries[ty];
        let prefix = if entry.constant { "const " } else { "" };
        let base = match &entry.kind {
            Kind::Void => "void".to_owned(),
            Kind::Bool => "_Bool".to_owned(),
            Kind::Int(kind) => kind.spelling(),
            Kind::Enum(id) if self.enums[*id].name.is_empty() => self.enums[*id].repr.spelling(),
            Kind::Enum(id) => format!("enum {}", self.enums[*id].name),
            Kind::Float(kind) => match kind {
                FloatKind::Half => "_Float16",
                FloatKind::Single => "float",
                FloatKind::Double => "double",
                FloatKind::Extended => "long double",
                FloatKind::Quad => "_Float128",
            }
            .to_owned(),
            Kind::Complex(part) => format!("_Complex {}", self.spell(*part)),
            Kind::Vector { elem, count } => format!("{} vector of {count}", self.spell(*elem)),
            Kind::Record(id) => {
                let record = &self.goto.records[*id];
                format!("{} {}", if record.kind == RecordKind::Struct { "struct" } else { "union" }, record.name)
            }
            Kind::Pointer(to) => {
                let qualified = if entry.constant { format!("*const {inner}") } else { format!("*{inner}") };
                let nested = matches!(self.kind(*to), Kind::Array { .. } | Kind::Function(_));
                return self.declare(*to, if nested { format!("({qualified})") } else { qualified });
            }
            Kind::Array { elem, len } => {
                let len = if let Len::Fixed(n) = len { n.to_string() } else { String::new() };
                return self.declare(*elem, format!("{inner}[{len}]"));
            }
            Kind::Function(Signature { ret, params }) => {
                let list = match params {
                    Params::Prototype { types, variadic } => {
                        let mut list: Vec<_> = types.iter().map(|&ty| self.spell(ty)).collect();
                        if *variadic {
                            list.push("...".to_owned());
                        }
                        if list.is_empty() { "void".to_owned() } else { list.join(", ") }
                    }
                    Params::Unknown | Params::Old(_) => String::new(),
                };
                return self.declare(*ret, format!("{inner}({list})"));
            }
        };
        let space = if inner.is_empty() { "" } else { " " };
        format!("{prefix}{base}{space}{inner}")
    }
}
