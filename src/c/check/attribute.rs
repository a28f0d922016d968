//! Attributes of declarations and types: the few that change what a program means.

use super::{Result, Unit};
use lang_c::ast::{Attribute, Extension};
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
    pub vector: Option<Span>,
}

impl Attributes {
    pub fn merge(&mut self, other: Self) {
        self.packed |= other.packed;
        self.align = self.align.max(other.align);
        self.noreturn |= other.noreturn;
        self.transparent |= other.transparent;
        self.mode = self.mode.take().or(other.mode);
        self.vector = self.vector.or(other.vector);
    }
}

/// The largest alignment that objects can ask for by `aligned` without a number.
const BIGGEST_ALIGNMENT: u64 = 16;

impl Unit<'_> {
    pub fn attributes(&mut self, extensions: &[Node<Extension>]) -> Result<Attributes> {
        let mut found = Attributes::default();
        for extension in extensions {
            if let Extension::Attribute(attribute) = &extension.node {
                self.attribute(attribute, extension.span, &mut found)?;
            }
        }
        Ok(found)
    }

    fn attribute(&mut self, attribute: &Attribute, span: Span, found: &mut Attributes) -> Result<()> {
        let name = attribute.name.node.as_str();
        match name.strip_prefix("__").and_then(|n| n.strip_suffix("__")).unwrap_or(name) {
            "packed" => found.packed = true,
            "noreturn" => found.noreturn = true,
            "transparent_union" => found.transparent = true,
            "vector_size" => found.vector = Some(span),
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
}
