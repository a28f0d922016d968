//! Values with what they depend on.

use super::needs::Needs;
use crate::intervals::arithmetic::Kind;
use crate::intervals::number::Number;
use goto::{SymbolId, define_id};
use std::rc::Rc;

/// What a scalar may hold.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Content {
    /// Any value of its type.
    Any,
    /// One of these; of a pointer, 0 alone, which is null.
    Number(Rc<Number>),
    /// The address so many bytes into a variable.
    Address(SymbolId, u64),
}

/// What a scalar may hold, in every state that agrees with the one at hand on the needed coordinates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Value {
    pub content: Content,
    pub needs: Needs,
    /// Where it was taken from. Values of one origin are equal numbers.
    pub origin: Option<Origin>,
}

define_id!(
    /// An input, or what a coordinate held when the execution began.
    Origin, "origin");

impl Content {
    /// The numbers, or any value if these are all.
    pub(super) fn of(kind: Kind, number: Number) -> Self {
        if number.low() == kind.low() && number.high() == kind.high() && number.step() <= 1 { Content::Any } else { Content::Number(Rc::new(number)) }
    }

    pub(super) fn is_within(&self, other: &Content) -> bool {
        match (self, other) {
            (_, Content::Any) => true,
            (Content::Number(a), Content::Number(b)) => Rc::ptr_eq(a, b) || a.is_within(b),
            _ => self == other,
        }
    }

    /// Is it one value, so that nothing else is within it?
    pub(super) fn is_single(&self) -> bool {
        match self {
            Content::Any => false,
            Content::Number(number) => number.as_constant().is_some(),
            Content::Address(..) => true,
        }
    }

    /// All values as numbers. `None` for addresses.
    pub(super) fn numbers(&self, kind: Kind) -> Option<Rc<Number>> {
        match self {
            Content::Any => Some(Rc::new(kind.all())),
            Content::Number(number) => Some(Rc::clone(number)),
            Content::Address(..) => None,
        }
    }

    /// Zero or not, if it is known.
    pub(super) fn truth(&self) -> Option<bool> {
        match self {
            Content::Any => None,
            Content::Number(number) if number.as_constant() == Some(0) => Some(false),
            Content::Number(number) => (!number.contains(0)).then_some(true),
            Content::Address(..) => Some(true),
        }
    }
}

impl Value {
    pub(super) fn any() -> Self {
        Self { content: Content::Any, needs: Needs::default(), origin: None }
    }

    /// What is not known depends on nothing.
    pub(super) fn new(content: Content, needs: Needs) -> Self {
        if content == Content::Any { Self::any() } else { Self { content, needs, origin: None } }
    }

    /// The same, with an origin if there is more than one number that it may be.
    pub(super) fn with_origin(self, origin: Option<Origin>) -> Self {
        let is_open = match &self.content {
            Content::Any => true,
            Content::Number(number) => number.as_constant().is_none(),
            Content::Address(..) => false,
        };
        Self { origin: origin.filter(|_| is_open), ..self }
    }

    pub(super) fn constant(value: i128) -> Self {
        Self { content: Content::Number(Rc::new(Number::constant(value))), needs: Needs::default(), origin: None }
    }

    pub(super) fn truth_of(known: Option<bool>, needs: Needs) -> Self {
        known.map_or_else(Self::any, |known| Self { needs, ..Self::constant(i128::from(known)) })
    }
}
