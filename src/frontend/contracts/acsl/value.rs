//! What annotations say once every name has its meaning: values, places, conditions. Every read of memory knows its state. Knows no text.

use super::term::{Operator, Relation};

/// A state in which memory is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// Where the annotation stands.
    Here,
    /// Where the function began.
    Pre,
    /// Where the loop began.
    LoopEntry,
}

/// A value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// A constant as C writes it.
    Constant(String),
    Bound(String),
    Load(Box<Place>, State),
    AddressOf(Box<Place>),
    Operation(Operator, Box<Value>, Box<Value>),
    Cast(String, Box<Value>),
    Choice(Box<Fact>, Box<Value>, Box<Value>),
    Truth(Box<Fact>),
}

/// A place in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Variable(String),
    Result,
    /// What a pointer leads to, so many elements further.
    Element(Value, Option<Value>),
    Field(Box<Place>, String),
}

/// Elements behind a pointer: the first one, and how many, if it is not one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Elements {
    pub pointer: Value,
    /// The first and the last one.
    pub range: Option<(Value, Value)>,
}

/// The first value of a quantifier, and the one behind the last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Limits {
    pub first: Value,
    pub end: Value,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Fact {
    Known(bool),
    Compare(Relation, Value, Value),
    /// The value is not zero.
    Holds(Value),
    Not(Box<Fact>),
    And(Vec<Fact>),
    Or(Vec<Fact>),
    Quantified {
        is_forall: bool,
        name: String,
        limits: Limits,
        body: Box<Fact>,
    },
    Valid {
        writes: bool,
        of: Elements,
    },
    Separated(Elements, Elements),
}

impl Fact {
    pub(super) fn negated(self) -> Self {
        match self {
            Fact::Known(value) => Fact::Known(!value),
            Fact::Not(inner) => *inner,
            Fact::And(parts) => Fact::Or(parts.into_iter().map(Fact::negated).collect()),
            Fact::Or(parts) => Fact::And(parts.into_iter().map(Fact::negated).collect()),
            Fact::Compare(relation, a, b) => {
                let relation = match relation {
                    Relation::Lt => Relation::Ge,
                    Relation::Le => Relation::Gt,
                    Relation::Gt => Relation::Le,
                    Relation::Ge => Relation::Lt,
                    Relation::Eq => Relation::Ne,
                    Relation::Ne => Relation::Eq,
                };
                Fact::Compare(relation, a, b)
            }
            Fact::Quantified { is_forall, name, limits, body } => Fact::Quantified { is_forall: !is_forall, name, limits, body: body.negated().into() },
            other => Fact::Not(other.into()),
        }
    }
}

/// The first choice that a value is made of: its condition, and what the value is if that holds and if it does not.
pub(super) fn alternatives(value: &Value) -> Option<(Fact, Value, Value)> {
    let within = |inner: &Value, outer: &dyn Fn(Value) -> Value| alternatives(inner).map(|(condition, then, other)| (condition, outer(then), outer(other)));
    match value {
        Value::Choice(condition, then, other) => Some(((**condition).clone(), (**then).clone(), (**other).clone())),
        Value::Operation(operator, a, b) => {
            let left = within(a, &|a| operation(*operator, a, (**b).clone()));
            left.or_else(|| within(b, &|b| operation(*operator, (**a).clone(), b)))
        }
        Value::Cast(ty, inner) => within(inner, &|inner| Value::Cast(ty.clone(), inner.into())),
        _ => None,
    }
}

/// What may be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Target {
    Place(Place),
    Elements(Elements),
}

pub(super) fn operation(operator: Operator, a: Value, b: Value) -> Value {
    let is_zero = |value: &Value| matches!(value, Value::Constant(text) if text == "0");
    match operator {
        Operator::Add | Operator::Sub if is_zero(&b) => a,
        Operator::Add if is_zero(&a) => b,
        _ => Value::Operation(operator, a.into(), b.into()),
    }
}

pub(super) fn mentions(value: &Value, name: &str) -> bool {
    let mut found = false;
    visit(value, &mut |v| found |= matches!(v, Value::Bound(n) if n == name));
    found
}

/// All values that a value is made of.
pub(super) fn visit<'v>(value: &'v Value, see: &mut dyn FnMut(&'v Value)) {
    see(value);
    match value {
        Value::Constant(_) | Value::Bound(_) => {}
        Value::Load(place, _) | Value::AddressOf(place) => visit_place(place, see),
        Value::Operation(_, a, b) => {
            visit(a, see);
            visit(b, see);
        }
        Value::Cast(_, inner) => visit(inner, see),
        Value::Choice(fact, a, b) => {
            visit_fact(fact, see);
            visit(a, see);
            visit(b, see);
        }
        Value::Truth(fact) => visit_fact(fact, see),
    }
}

pub(super) fn visit_place<'v>(place: &'v Place, see: &mut dyn FnMut(&'v Value)) {
    match place {
        Place::Variable(_) | Place::Result => {}
        Place::Element(pointer, index) => {
            visit(pointer, see);
            index.iter().for_each(|index| visit(index, see));
        }
        Place::Field(place, _) => visit_place(place, see),
    }
}

fn visit_elements<'v>(of: &'v Elements, see: &mut dyn FnMut(&'v Value)) {
    visit(&of.pointer, see);
    if let Some((first, last)) = &of.range {
        visit(first, see);
        visit(last, see);
    }
}

pub(super) fn visit_fact<'v>(fact: &'v Fact, see: &mut dyn FnMut(&'v Value)) {
    match fact {
        Fact::Known(_) => {}
        Fact::Compare(_, a, b) => {
            visit(a, see);
            visit(b, see);
        }
        Fact::Holds(value) => visit(value, see),
        Fact::Not(inner) => visit_fact(inner, see),
        Fact::And(parts) | Fact::Or(parts) => parts.iter().for_each(|part| visit_fact(part, see)),
        Fact::Quantified { limits, body, .. } => {
            visit(&limits.first, see);
            visit(&limits.end, see);
            visit_fact(body, see);
        }
        Fact::Valid { of, .. } => visit_elements(of, see),
        Fact::Separated(a, b) => {
            visit_elements(a, see);
            visit_elements(b, see);
        }
    }
}
