//! Values with what they depend on.

use super::needs::Needs;
use super::slots::SlotId;
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
    /// At the head: what another slot of the same type holds there, and so much more, modulo the size of the type.
    Beyond(SlotId, i128),
}

/// What a scalar may hold, in every state that agrees with the one at hand on the needed coordinates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Value {
    pub content: Content,
    pub needs: Needs,
    /// Where it was taken from. Values of one origin are equal numbers. That it was depends on `needs`, too.
    pub origin: Option<Origin>,
}

define_id!(
    /// An input, or what a coordinate held when the execution began.
    SourceId, "source");

/// A source, and how much was added since, modulo 2 to so many bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Origin {
    source: SourceId,
    added: i128,
    /// 0 where nothing was added.
    bits: u16,
}

impl Origin {
    pub(super) fn new(source: SourceId) -> Self {
        Self { source, added: 0, bits: 0 }
    }

    /// What is so much more, in a type of so many bits. `None` if something was added in another type.
    pub(super) fn plus(self, more: i128, kind: Kind) -> Option<Self> {
        if self.bits != 0 && self.bits != kind.bits() {
            return None;
        }
        let added = (self.added + more).rem_euclid(1 << kind.bits());
        Some(Self { added, bits: if added == 0 { 0 } else { kind.bits() }, ..self })
    }

    /// The same value in another type that has all values of the type at hand.
    pub(super) fn converted(self, from: Kind, to: Kind) -> Option<Self> {
        (self.bits == 0 || from.bits() == to.bits()).then_some(self)
    }

    /// How much more than another one it is, in a type. `None` if that is not known.
    pub(super) fn beyond(self, other: Self, kind: Kind) -> Option<i128> {
        let in_kind = |origin: Self| origin.bits == 0 || origin.bits == kind.bits();
        let known = self.source == other.source && in_kind(self) && in_kind(other);
        known.then(|| (self.added - other.added).rem_euclid(1 << kind.bits()))
    }
}

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
            Content::Address(..) | Content::Beyond(..) => true,
        }
    }

    /// All values as numbers. `None` for addresses.
    pub(super) fn numbers(&self, kind: Kind) -> Option<Rc<Number>> {
        match self {
            Content::Any | Content::Beyond(..) => Some(Rc::new(kind.all())),
            Content::Number(number) => Some(Rc::clone(number)),
            Content::Address(..) => None,
        }
    }

    /// Zero or not, if it is known.
    pub(super) fn truth(&self) -> Option<bool> {
        match self {
            Content::Any | Content::Beyond(..) => None,
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
        Self::from_source(content, needs, None)
    }

    /// The same, with an origin if there is more than one number that it may be.
    pub(super) fn from_source(content: Content, needs: Needs, origin: Option<Origin>) -> Self {
        let is_open = match &content {
            Content::Any => true,
            Content::Number(number) => number.as_constant().is_none(),
            Content::Address(..) | Content::Beyond(..) => false,
        };
        let origin = origin.filter(|_| is_open);
        if content == Content::Any && origin.is_none() { Self::any() } else { Self { content, needs, origin } }
    }

    pub(super) fn constant(value: i128) -> Self {
        Self { content: Content::Number(Rc::new(Number::constant(value))), needs: Needs::default(), origin: None }
    }

    pub(super) fn truth_of(known: Option<bool>, needs: Needs) -> Self {
        known.map_or_else(Self::any, |known| Self { needs, ..Self::constant(i128::from(known)) })
    }
}
