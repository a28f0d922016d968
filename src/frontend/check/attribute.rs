//! Attributes of declarations and types: the few that change what a program means.

use super::types::CType;
use super::{Result, Unit};
use crate::normalise::names;
use crate::tree::{Demands, Format};
use lang_c::ast::{Attribute, Expression, Extension};
use lang_c::span::{Node, Span};

/// What the attributes at one place say. All others are without meaning for the analysis.
#[derive(Clone, Default, Debug)]
pub(super) struct Attributes {
    pub packed: bool,
    /// In bytes.
    pub align: Option<u64>,
    pub noreturn: bool,
    pub transparent: bool,
    /// The machine mode, such as `DI`, without underscores.
    pub mode: Option<(String, Span)>,
    /// The bytes of a vector.
    pub vector: Option<(u64, Span)>,
    pub linking: Linking,
    /// The function that is called when the variable's scope ends.
    pub cleanup: Option<Node<Expression>>,
    pub constexpr: bool,
    /// The type that an enum is represented by.
    pub enum_type: Option<CType>,
}

/// What attributes and assembler labels say about a name with linkage: how it is linked, and what a function demands of its callers.
#[derive(Clone, Default, Debug)]
pub(super) struct Linking {
    /// The name that the assembler knows a function or variable by.
    pub label: Option<String>,
    pub weak: bool,
    /// The name is another one for this symbol of the same unit.
    pub alias: Option<(String, Span)>,
    /// `inline` means what it did in gnu89.
    pub gnu_inline: bool,
    /// Runs before `main`, in ascending order of these numbers.
    pub constructor: Option<u32>,
    /// Runs at the end of the program, in descending order of these numbers.
    pub destructor: Option<u32>,
    pub demands: Demands,
}

impl Attributes {
    pub(super) fn merge(&mut self, other: Self) {
        self.packed |= other.packed;
        self.align = self.align.max(other.align);
        self.noreturn |= other.noreturn;
        self.transparent |= other.transparent;
        self.mode = self.mode.take().or(other.mode);
        self.cleanup = self.cleanup.take().or(other.cleanup);
        self.vector = self.vector.or(other.vector);
        let Linking { label, weak, alias, gnu_inline, constructor, destructor, demands } = other.linking;
        let own = &mut self.linking;
        own.label = own.label.take().or(label);
        own.weak |= weak;
        own.alias = own.alias.take().or(alias);
        own.gnu_inline |= gnu_inline;
        own.constructor = own.constructor.or(constructor);
        own.destructor = own.destructor.or(destructor);
        own.demands.merge(&demands);
        self.constexpr |= other.constexpr;
        self.enum_type = self.enum_type.or(other.enum_type);
    }
}

/// Of constructors and destructors that name no priority.
const LAST_PRIORITY: u32 = 65535;

/// The largest alignment that objects can ask for by `aligned` without a number.
const BIGGEST_ALIGNMENT: u64 = 16;

impl Unit<'_> {
    pub(super) fn attributes(&mut self, extensions: &[Node<Extension>]) -> Result<Attributes> {
        let mut found = Attributes::default();
        for extension in extensions {
            match &extension.node {
                Extension::Attribute(attribute) => self.attribute(attribute, extension.span, &mut found)?,
                Extension::AsmLabel(label) => found.linking.label = Some(super::assembler::text(&label.node)),
                Extension::AvailabilityAttribute(_) => {}
            }
        }
        Ok(found)
    }

    fn attribute(&mut self, attribute: &Attribute, span: Span, found: &mut Attributes) -> Result<()> {
        let name = attribute.name.node.as_str();
        match name.strip_prefix("__").and_then(|n| n.strip_suffix("__")).unwrap_or(name) {
            "packed" => found.packed = true,
            "cleanup" => found.cleanup = attribute.arguments.first().cloned(),
            "weak" => found.linking.weak = true,
            "alias" | "weakref" => {
                found.linking.weak |= name.contains("weakref");
                if let Some(Node { node: Expression::StringLiteral(target), span }) = attribute.arguments.first() {
                    found.linking.alias = Some((super::assembler::text(&target.node), *span));
                }
            }
            "gnu_inline" => found.linking.gnu_inline = true,
            "constructor" => found.linking.constructor = Some(self.priority(attribute)?),
            "destructor" => found.linking.destructor = Some(self.priority(attribute)?),
            "nonnull" => self.nonnull(attribute, &mut found.linking.demands),
            "returns_nonnull" => found.linking.demands.returns_nonnull = true,
            "format" => found.linking.demands.format = self.format(attribute).or(found.linking.demands.format),
            "noreturn" => found.noreturn = true,
            "ms_struct" => return self.unsupported(span, "records laid out as by Microsoft's compiler are not supported"),
            "scalar_storage_order" if is_text(attribute, "big-endian") => {
                return self.unsupported(span, "records with the bytes of numbers reversed are not supported");
            }
            "transparent_union" => found.transparent = true,
            names::CONSTEXPR => found.constexpr = true,
            names::ENUM_TYPE => {
                if let Some(argument) = attribute.arguments.first() {
                    found.enum_type = Some(self.type_of_expression(argument)?);
                }
            }
            "vector_size" => {
                let bytes = attribute.arguments.first().map(|bytes| self.constant_integer(bytes)).transpose()?;
                found.vector = Some((bytes.and_then(|n| u64::try_from(n).ok()).unwrap_or(0), span));
            }
            "aligned" => {
                let align = match attribute.arguments.first() {
                    Some(argument) => self.alignment(argument)?,
                    None => Some(BIGGEST_ALIGNMENT),
                };
                found.align = found.align.max(align);
            }
            "mode" => {
                if let Some(argument) = attribute.arguments.first() {
                    let mode = self.source.snippet(argument.span);
                    found.mode = Some((mode.trim_matches('_').to_owned(), span));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Which parameters are no null pointers; without a list all of them.
    fn nonnull(&mut self, attribute: &Attribute, demands: &mut Demands) {
        demands.all_nonnull |= attribute.arguments.is_empty();
        for argument in &attribute.arguments {
            if let Some(position) = self.position(argument) {
                demands.nonnull.push(position);
            }
        }
    }

    /// `format(printf, 1, 2)`
    fn format(&mut self, attribute: &Attribute) -> Option<Format> {
        let [kind, text, first] = attribute.arguments.as_slice() else { return None };
        let kind = self.source.snippet(kind.span).trim().trim_matches('_').to_owned();
        let scan = match kind.as_str() {
            "printf" | "gnu_printf" => false,
            "scanf" | "gnu_scanf" => true,
            _ => return None,
        };
        let text = self.position(text)?;
        Some(Format { scan, text, first: self.position(first).unwrap_or(0) })
    }

    /// The parameter that an attribute names, from 0. Where it names none, the attribute says nothing.
    fn position(&mut self, argument: &Node<Expression>) -> Option<usize> {
        self.constant_integer(argument).ok().and_then(|n| usize::try_from(n - 1).ok())
    }

    /// When a constructor or destructor runs.
    fn priority(&mut self, attribute: &Attribute) -> Result<u32> {
        match attribute.arguments.first() {
            Some(argument) => Ok(u32::try_from(self.constant_integer(argument)?).unwrap_or(LAST_PRIORITY)),
            None => Ok(LAST_PRIORITY),
        }
    }
}

/// Is the first argument of the attribute this string literal?
fn is_text(attribute: &Attribute, text: &str) -> bool {
    let first = attribute.arguments.first().map(|argument| &argument.node);
    matches!(first, Some(Expression::StringLiteral(pieces)) if pieces.node.iter().any(|piece| piece.trim_matches('"') == text))
}
