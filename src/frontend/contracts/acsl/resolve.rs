//! Gives names their meaning: definitions take the place of what uses them, every read of memory knows in which state it happens, and conditions are about numbers without
//! bounds. What has no meaning here is refused, with its place.

use super::clause::Definition;
use super::lexer::Token;
use super::limits::{bounding, limits};
use super::parser::Parser;
use super::scope::{Scope, Sort};
use super::term::{Binder, Connective, Operator, Relation, Term, TermKind, TypeName};
use super::value::{Elements, Fact, Place, State, Target, Value, operation};
use super::{refused, unreadable};
use crate::normalise::Malformed;
use std::ops::Range;

/// What a name of logic stands for.
#[derive(Clone)]
enum Meaning {
    Value(Value, Sort),
    Fact(Fact),
}

/// Where an annotation stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Position {
    /// Evaluated where the function begins.
    Entry,
    /// Evaluated where it returns.
    Exit,
    Loop,
    Statement,
}

/// Resolves the annotations of one function.
pub(super) struct Resolver<'a> {
    pub definitions: &'a [Definition],
    pub scope: &'a Scope<'a>,
    pub position: Position,
    names: Vec<(String, Meaning)>,
    labels: Vec<(String, State)>,
    /// Definitions that are being expanded.
    open: Vec<usize>,
    n_names: usize,
    state: State,
}

/// Larger ones are refused.
const EXPANSIONS: usize = 4_000;

impl<'a> Resolver<'a> {
    pub(super) fn new(definitions: &'a [Definition], scope: &'a Scope<'a>, position: Position) -> Self {
        Self { definitions, scope, position, names: Vec::new(), labels: Vec::new(), open: Vec::new(), n_names: 0, state: State::Here }
    }

    /// The condition in the tokens.
    pub(super) fn condition(&mut self, tokens: &[Token]) -> Result<Fact, Malformed> {
        let term = self.parse(tokens)?;
        self.fact(&term)
    }

    /// The condition, in the state where the function begins.
    pub(super) fn condition_before(&mut self, tokens: &[Token]) -> Result<Fact, Malformed> {
        let term = self.parse(tokens)?;
        if self.position == Position::Exit {
            self.state = State::Pre;
        }
        self.fact(&term)
    }

    /// The number in the tokens.
    pub(super) fn number(&mut self, tokens: &[Token]) -> Result<Value, Malformed> {
        let term = self.parse(tokens)?;
        self.value(&term)
    }

    pub(super) fn parse(&self, tokens: &[Token]) -> Result<Term, Malformed> {
        let is_type = |word: &str| self.scope.is_type(word);
        Parser::new(tokens, &is_type).whole()
    }

    fn label(&self, name: &str, place: &Range<usize>) -> Result<State, Malformed> {
        if let Some((_, state)) = self.labels.iter().rev().find(|(label, _)| label == name) {
            return Ok(*state);
        }
        let state = match (name, self.position) {
            ("Here", _) => Some(State::Here),
            ("Old" | "Pre", Position::Entry) => Some(State::Here),
            ("Old" | "Pre", Position::Exit) => Some(State::Pre),
            ("Post", Position::Exit) => Some(State::Here),
            ("Pre", _) => Some(State::Pre),
            ("LoopEntry", Position::Loop) => Some(State::LoopEntry),
            ("LoopCurrent", Position::Loop) => Some(State::Here),
            _ => None,
        };
        state.ok_or_else(|| refused(place.clone(), &format!("the label {name} here")))
    }

    pub(super) fn fact(&mut self, term: &Term) -> Result<Fact, Malformed> {
        match &term.kind {
            TermKind::True => Ok(Fact::Known(true)),
            TermKind::False => Ok(Fact::Known(false)),
            TermKind::Not(inner) => Ok(self.fact(inner)?.negated()),
            TermKind::Compare(terms, relations) => {
                let values = terms.iter().map(|t| self.value(t)).collect::<Result<Vec<_>, _>>()?;
                let parts = relations.iter().enumerate().map(|(i, relation)| Fact::Compare(*relation, values[i].clone(), values[i + 1].clone()));
                let mut parts: Vec<Fact> = parts.collect();
                Ok(if parts.len() == 1 { parts.remove(0) } else { Fact::And(parts) })
            }
            TermKind::Connected(connective, a, b) => {
                let (a, b) = (self.fact(a)?, self.fact(b)?);
                Ok(connected(*connective, a, b))
            }
            TermKind::Conditional(condition, then, other) => {
                let (condition, then, other) = (self.fact(condition)?, self.fact(then)?, self.fact(other)?);
                let first = connected(Connective::Implies, condition.clone(), then);
                Ok(Fact::And(vec![first, Fact::Or(vec![condition, other])]))
            }
            TermKind::Quantified { is_forall, binders, body } => self.quantified(*is_forall, binders, body, &term.range),
            TermKind::Let { name, value, body } => {
                let meaning = self.meaning(value)?;
                self.names.push((name.clone(), meaning));
                let fact = self.fact(body);
                self.names.pop();
                fact
            }
            TermKind::At(inner, label) => self.within(label, &term.range, |resolver| resolver.fact(inner)),
            TermKind::Valid { writes, place } => {
                if self.state != State::Here {
                    return Err(refused(term.range.clone(), "validity in another state"));
                }
                Ok(Fact::Valid { writes: *writes, of: self.elements(place)? })
            }
            TermKind::Separated(places) => {
                let of = places.iter().map(|place| self.elements(place)).collect::<Result<Vec<_>, _>>()?;
                let mut parts = Vec::new();
                for (i, a) in of.iter().enumerate() {
                    parts.extend(of[i + 1..].iter().map(|b| Fact::Separated(a.clone(), b.clone())));
                }
                Ok(Fact::And(parts))
            }
            TermKind::Call { name, labels, arguments } if !name.starts_with('\\') => match self.call(name, labels, arguments, &term.range)? {
                Meaning::Fact(fact) => Ok(fact),
                Meaning::Value(value, _) => Ok(Fact::Holds(value)),
            },
            TermKind::Name(name) => match self.name(name, &term.range)? {
                Meaning::Fact(fact) => Ok(fact),
                Meaning::Value(value, _) => Ok(Fact::Holds(value)),
            },
            _ => Ok(Fact::Holds(self.value(term)?)),
        }
    }

    fn within<T>(&mut self, label: &str, place: &Range<usize>, work: impl FnOnce(&mut Self) -> Result<T, Malformed>) -> Result<T, Malformed> {
        let state = self.label(label, place)?;
        let outer = std::mem::replace(&mut self.state, state);
        let result = work(self);
        self.state = outer;
        result
    }

    fn meaning(&mut self, term: &Term) -> Result<Meaning, Malformed> {
        let is_fact = matches!(
            term.kind,
            TermKind::Compare(..) | TermKind::Connected(..) | TermKind::Quantified { .. } | TermKind::Not(_) | TermKind::Valid { .. } | TermKind::Separated(_)
        );
        if is_fact {
            return Ok(Meaning::Fact(self.fact(term)?));
        }
        let (value, sort) = self.sorted(term)?;
        Ok(Meaning::Value(value, sort))
    }

    fn value(&mut self, term: &Term) -> Result<Value, Malformed> {
        Ok(self.sorted(term)?.0)
    }

    /// A value, and what is known of its type.
    fn sorted(&mut self, term: &Term) -> Result<(Value, Sort), Malformed> {
        let load = |place: Place, state: State, sort: Sort| Ok((Value::Load(place.into(), state), sort));
        match &term.kind {
            TermKind::Number(text) => Ok((Value::Constant(text.clone()), Sort::Number)),
            TermKind::True => Ok((Value::Constant("1".to_owned()), Sort::Number)),
            TermKind::False => Ok((Value::Constant("0".to_owned()), Sort::Number)),
            TermKind::Null => Ok((Value::Constant("((void *)0)".to_owned()), Sort::Pointer)),
            TermKind::SizeOf(ty) => Ok((Value::Constant(format!("sizeof({})", ty.in_c())), Sort::Number)),
            TermKind::Result | TermKind::Field(..) | TermKind::Arrow(..) | TermKind::Index(..) | TermKind::Deref(_) => {
                let (place, sort) = self.place(term)?;
                let state = if term.kind == TermKind::Result { State::Here } else { self.state };
                load(place, state, sort)
            }
            TermKind::Name(name) => match self.name(name, &term.range)? {
                Meaning::Value(value, sort) => Ok((value, sort)),
                Meaning::Fact(fact) => Ok((Value::Truth(fact.into()), Sort::Number)),
            },
            TermKind::AddressOf(inner) => {
                let (place, _) = self.place(inner)?;
                Ok((Value::AddressOf(place.into()), Sort::Pointer))
            }
            TermKind::Negative(inner) => {
                let inner = self.value(inner)?;
                Ok((operation(Operator::Sub, Value::Constant("0".to_owned()), inner), Sort::Number))
            }
            TermKind::Complement(inner) => {
                let inner = self.value(inner)?;
                Ok((operation(Operator::Sub, Value::Constant("-1".to_owned()), inner), Sort::Number))
            }
            TermKind::Arithmetic(operator, a, b) => {
                let ((a, left), (b, right)) = (self.sorted(a)?, self.sorted(b)?);
                let sort = match (operator, left, right) {
                    (Operator::Add, Sort::Pointer, _) | (Operator::Add, _, Sort::Pointer) => Sort::Pointer,
                    (Operator::Sub, Sort::Pointer, Sort::Number) => Sort::Pointer,
                    (Operator::Add | Operator::Sub, Sort::Number, Sort::Number) => Sort::Number,
                    (Operator::Add | Operator::Sub, ..) => Sort::Unknown,
                    _ => Sort::Number,
                };
                Ok((operation(*operator, a, b), sort))
            }
            TermKind::Cast(ty, inner) => {
                let (inner, sort) = self.sorted(inner)?;
                match ty.words.as_str() {
                    "integer" | "boolean" if ty.stars == 0 => Ok((inner, sort)),
                    "real" | "float" | "double" if ty.stars == 0 => Err(refused(term.range.clone(), "arithmetic of real numbers")),
                    _ => Ok((Value::Cast(ty.in_c(), inner.into()), self.scope.sort_of(ty))),
                }
            }
            TermKind::Conditional(condition, then, other) => {
                let condition = self.fact(condition)?;
                let ((then, sort), (other, _)) = (self.sorted(then)?, self.sorted(other)?);
                Ok((Value::Choice(condition.into(), then.into(), other.into()), sort))
            }
            TermKind::Let { name, value, body } => {
                let meaning = self.meaning(value)?;
                self.names.push((name.clone(), meaning));
                let value = self.sorted(body);
                self.names.pop();
                value
            }
            TermKind::At(inner, label) => self.within(label, &term.range, |resolver| resolver.sorted(inner)),
            TermKind::Call { name, arguments, .. } if name.starts_with('\\') => {
                let values = arguments.iter().map(|a| self.value(a)).collect::<Result<Vec<_>, _>>()?;
                Ok((extremum(name, values), Sort::Number))
            }
            TermKind::Call { name, labels, arguments } => match self.call(name, labels, arguments, &term.range)? {
                Meaning::Value(value, sort) => Ok((value, sort)),
                Meaning::Fact(fact) => Ok((Value::Truth(fact.into()), Sort::Number)),
            },
            TermKind::Range(..) => Err(refused(term.range.clone(), "a range here")),
            TermKind::Nothing => Err(refused(term.range.clone(), "a set here")),
            _ => {
                let fact = self.fact(term)?;
                Ok((Value::Truth(fact.into()), Sort::Number))
            }
        }
    }

    fn name(&mut self, name: &str, place: &Range<usize>) -> Result<Meaning, Malformed> {
        if let Some((_, meaning)) = self.names.iter().rev().find(|(known, _)| known == name) {
            return Ok(meaning.clone());
        }
        if self.definitions.iter().any(|d| d.name == name) {
            return self.call(name, &[], &[], place);
        }
        // Inside of a definition no variable of the function can be meant.
        if !self.open.is_empty() && self.scope.is_local(name) {
            return Err(refused(place.clone(), &format!("{name} in a definition of logic, where it is also a variable of the function")));
        }
        if self.scope.is_constant(name) {
            return Ok(Meaning::Value(Value::Constant(name.to_owned()), Sort::Number));
        }
        if !self.scope.mentions(name) {
            return Err(unreadable(place.clone(), format!("`{name}` is not declared")));
        }
        Ok(Meaning::Value(Value::Load(Place::Variable(name.to_owned()).into(), self.state), self.scope.sort(name)))
    }

    /// The place that a term names, in the current state.
    fn place(&mut self, term: &Term) -> Result<(Place, Sort), Malformed> {
        match &term.kind {
            TermKind::Result if self.position == Position::Exit => Ok((Place::Result, self.scope.sort_of_result())),
            TermKind::Result => Err(unreadable(term.range.clone(), "\\result has no meaning here")),
            TermKind::Deref(inner) => {
                let (pointer, _) = self.sorted(inner)?;
                let sort = pointee(&pointer, self.scope);
                Ok((element(pointer, None, self.scope, &term.range)?, sort))
            }
            TermKind::Index(base, index) => {
                let (pointer, _) = self.sorted(base)?;
                let index = self.value(index)?;
                let sort = pointee(&pointer, self.scope);
                Ok((element(pointer, Some(index), self.scope, &term.range)?, sort))
            }
            TermKind::Arrow(base, field) => {
                let (pointer, _) = self.sorted(base)?;
                let place = element(pointer, None, self.scope, &term.range)?;
                Ok((Place::Field(place.into(), field.clone()), self.scope.sort(field)))
            }
            TermKind::Field(base, field) => match self.sorted(base)?.0 {
                Value::Load(place, state) if state == self.state || matches!(*place, Place::Result) && self.is_of_result(&place) => {
                    Ok((Place::Field(place, field.clone()), self.scope.sort(field)))
                }
                _ => Err(refused(term.range.clone(), "a member of this value")),
            },
            _ => match self.sorted(term)?.0 {
                Value::Load(place, _) => Ok((*place, Sort::Unknown)),
                _ => Err(refused(term.range.clone(), "the place of this value")),
            },
        }
    }

    fn is_of_result(&self, place: &Place) -> bool {
        self.state == State::Here && *place == Place::Result
    }

    /// The elements that a term for `\valid` or `\separated` leads to.
    pub(super) fn elements(&mut self, term: &Term) -> Result<Elements, Malformed> {
        if let TermKind::Arithmetic(Operator::Add, base, range) = &term.kind
            && let TermKind::Range(first, last) = &range.kind
        {
            let pointer = self.value(base)?;
            let range = (self.value(first)?, self.value(last)?);
            return Ok(shifted(pointer, range));
        }
        if let TermKind::AddressOf(inner) = &term.kind
            && let TermKind::Index(base, index) = &inner.kind
            && let TermKind::Range(first, last) = &index.kind
        {
            let pointer = self.value(base)?;
            let range = (self.value(first)?, self.value(last)?);
            return Ok(shifted(pointer, range));
        }
        Ok(Elements { pointer: self.value(term)?, range: None })
    }

    /// The places that a target of `assigns` names.
    pub(super) fn target(&mut self, term: &Term) -> Result<Target, Malformed> {
        let ranged = match &term.kind {
            TermKind::Index(base, index) => match &index.kind {
                TermKind::Range(first, last) => Some((base, first, last)),
                _ => None,
            },
            TermKind::Deref(inner) => match &inner.kind {
                TermKind::Arithmetic(Operator::Add, base, range) => match &range.kind {
                    TermKind::Range(first, last) => Some((base, first, last)),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        if let Some((base, first, last)) = ranged {
            let pointer = self.value(base)?;
            return Ok(Target::Elements(shifted(pointer, (self.value(first)?, self.value(last)?))));
        }
        let place = match self.value(term)? {
            Value::Load(place, _) => *place,
            _ => return Err(refused(term.range.clone(), "this target of assigns")),
        };
        if place == Place::Result {
            return Err(refused(term.range.clone(), "\\result as a target of assigns"));
        }
        Ok(Target::Place(place))
    }

    fn quantified(&mut self, is_forall: bool, binders: &[Binder], body: &Term, place: &Range<usize>) -> Result<Fact, Malformed> {
        let depth = self.names.len();
        let mut names = Vec::new();
        for binder in binders {
            if binder.ty.stars > 0 || matches!(self.scope.sort_of(&binder.ty), Sort::Pointer) {
                return Err(refused(place.clone(), "a quantifier over pointers"));
            }
            if !binder.ty.is_integer() && self.scope.sort_of(&binder.ty) != Sort::Number {
                return Err(refused(place.clone(), &format!("a quantifier over values of the type {}", binder.ty.words)));
            }
            self.n_names += 1;
            let name = format!("{}__{}", binder.name, self.n_names);
            self.names.push((binder.name.clone(), Meaning::Value(Value::Bound(name.clone()), Sort::Number)));
            names.push((name, binder.ty.clone()));
        }
        let body = self.fact(body);
        self.names.truncate(depth);
        let mut body = body?;
        // Values of a type of C are within it.
        for (name, ty) in names.iter().filter(|(_, ty)| !ty.is_integer()) {
            let bound = Value::Bound(name.clone());
            let of = |word: &str| Value::Constant(format!("__exact_{word}(({})0)", ty.in_c()));
            let within = vec![Fact::Compare(Relation::Le, of("least"), bound.clone()), Fact::Compare(Relation::Le, bound, of("most"))];
            body = if is_forall { connected(Connective::Implies, Fact::And(within), body) } else { Fact::And(within.into_iter().chain([body]).collect()) };
        }
        let mut premises = Vec::new();
        bounding(&body, is_forall, &mut premises);
        let mut all = Vec::new();
        for (i, (name, _)) in names.iter().enumerate() {
            let inner: Vec<&str> = names[i + 1..].iter().map(|(name, _)| name.as_str()).collect();
            let Some(limits) = limits(name, &inner, &premises) else {
                return Err(refused(place.clone(), &format!("a quantifier whose condition does not say the first and the last {}", binders[i].name)));
            };
            all.push(limits);
        }
        let mut fact = body;
        for ((name, _), limits) in names.iter().zip(all).rev() {
            fact = Fact::Quantified { is_forall, name: name.clone(), limits, body: fact.into() };
        }
        Ok(fact)
    }

    /// What a definition says of arguments, which are evaluated where it is used.
    fn call(&mut self, name: &str, labels: &[String], arguments: &[Term], place: &Range<usize>) -> Result<Meaning, Malformed> {
        if self.open.len() > 60 || self.n_names > EXPANSIONS {
            return Err(refused(place.clone(), &format!("{name}, which stands for too much")));
        }
        let values = arguments.iter().map(|argument| self.meaning(argument)).collect::<Result<Vec<_>, _>>()?;
        let number = self.chosen(name, labels, &values, place)?;
        if self.open.contains(&number) {
            return Err(refused(place.clone(), &format!("the recursive definition of {name}")));
        }
        let definitions = self.definitions;
        let definition = &definitions[number];
        let is_type = |word: &str| self.scope.is_type(word);
        let head = definition.head(&is_type)?;
        let states = if labels.is_empty() {
            head.labels.iter().map(|_| self.state).collect()
        } else {
            labels.iter().map(|label| self.label(label, place)).collect::<Result<Vec<_>, _>>()?
        };
        if labels.is_empty() && head.labels.len() > 1 {
            return Err(unreadable(place.clone(), format!("{name} has {} labels", head.labels.len())));
        }
        let term = self.parse(head.body)?;
        let outer_names = std::mem::take(&mut self.names);
        let outer_labels = std::mem::take(&mut self.labels);
        let outer_state = self.state;
        self.names = head.parameters.iter().zip(values).map(|(p, meaning)| (p.name.clone(), meaning)).collect();
        self.labels = head.labels.iter().cloned().zip(states.iter().copied()).collect();
        if let [state] = states.as_slice() {
            self.state = *state;
        }
        self.open.push(number);
        let result = match &head.result {
            None => self.fact(&term).map(Meaning::Fact),
            Some(ty) => self.function_value(ty, &term),
        };
        self.open.pop();
        (self.names, self.labels, self.state) = (outer_names, outer_labels, outer_state);
        result
    }

    /// Has a variable this type, as it is written?
    fn has_type(&self, argument: &Meaning, ty: &TypeName) -> bool {
        match argument {
            Meaning::Value(Value::Load(place, _), _) => match &**place {
                Place::Variable(name) => self.scope.type_of_formal(name).is_some_and(|written| written == ty.in_c().trim()),
                _ => false,
            },
            Meaning::Value(Value::Constant(_) | Value::Bound(_) | Value::Operation(..), Sort::Number) => ty.is_integer(),
            _ => false,
        }
    }

    fn function_value(&mut self, ty: &TypeName, term: &Term) -> Result<Meaning, Malformed> {
        let (value, sort) = self.sorted(term)?;
        let is_computed = matches!(value, Value::Operation(..) | Value::Choice(..)) && sort != Sort::Pointer;
        if is_computed && !ty.is_integer() && ty.words != "boolean" {
            return Err(refused(term.range.clone(), "a function of logic that computes a number of a type of C"));
        }
        let sort = if sort == Sort::Unknown { self.scope.sort_of(ty) } else { sort };
        Ok(Meaning::Value(value, sort))
    }

    /// The definition that is meant: names may stand for several, which differ in their parameters.
    fn chosen(&self, name: &str, labels: &[String], arguments: &[Meaning], place: &Range<usize>) -> Result<usize, Malformed> {
        let is_type = |word: &str| self.scope.is_type(word);
        let named: Vec<usize> = (0..self.definitions.len()).filter(|&i| self.definitions[i].name == name).collect();
        if named.is_empty() {
            return Err(refused(place.clone(), &format!("`{name}`, which no definition of logic has as its name,")));
        }
        if let Some(reason) = named.iter().find_map(|&i| self.definitions[i].refused.as_ref()) {
            return Err(refused(place.clone(), &format!("{name}, {reason},")));
        }
        let mut fitting = Vec::new();
        for number in named {
            let head = self.definitions[number].head(&is_type)?;
            let fits = |(parameter, argument): (&Binder, &Meaning)| match argument {
                Meaning::Fact(_) => parameter.ty.stars == 0,
                Meaning::Value(_, sort) => {
                    let wanted = if parameter.ty.is_integer() { Sort::Number } else { self.scope.sort_of(&parameter.ty) };
                    *sort == Sort::Unknown || wanted == Sort::Unknown || *sort == wanted
                }
            };
            // What reads memory and names no state has one.
            let has_labels = labels.is_empty() || labels.len() == head.labels.len() || head.labels.is_empty() && labels.len() == 1;
            if has_labels && head.parameters.len() == arguments.len() && head.parameters.iter().zip(arguments).all(fits) {
                fitting.push((number, head.parameters.iter().map(|p| p.ty.clone()).collect::<Vec<_>>()));
            }
        }
        // Of several the one counts that has the types of more of the arguments.
        let exact = |(_, parameters): &(usize, Vec<TypeName>)| parameters.iter().zip(arguments).filter(|(ty, argument)| self.has_type(argument, ty)).count();
        let most = fitting.iter().map(exact).max();
        if fitting.len() > 1 {
            fitting.retain(|candidate| Some(exact(candidate)) == most);
        }
        match fitting.as_slice() {
            [] => Err(unreadable(place.clone(), format!("no definition of {name} has these labels and arguments"))),
            [(number, _)] => Ok(*number),
            _ => Err(refused(place.clone(), &format!("{name}, of which several definitions may be meant,"))),
        }
    }
}

fn connected(connective: Connective, a: Fact, b: Fact) -> Fact {
    match connective {
        Connective::And => Fact::And(vec![a, b]),
        Connective::Or => Fact::Or(vec![a, b]),
        Connective::Implies => Fact::Or(vec![a.negated(), b]),
        Connective::Iff => Fact::And(vec![Fact::Or(vec![a.clone().negated(), b.clone()]), Fact::Or(vec![b.negated(), a])]),
        Connective::Xor => Fact::And(vec![Fact::Or(vec![a.clone(), b.clone()]), Fact::Or(vec![a.negated(), b.negated()])]),
    }
}

fn extremum(name: &str, mut values: Vec<Value>) -> Value {
    let (a, b) = match values.pop() {
        Some(last) if name == "\\abs" => (last.clone(), operation(Operator::Sub, Value::Constant("0".to_owned()), last)),
        Some(last) => (values.pop().unwrap_or(last.clone()), last),
        None => (Value::Constant("0".to_owned()), Value::Constant("0".to_owned())),
    };
    let relation = if name == "\\min" { Relation::Le } else { Relation::Ge };
    Value::Choice(Fact::Compare(relation, a.clone(), b.clone()).into(), a.into(), b.into())
}

/// Elements behind a pointer to which something is added begin further on.
fn shifted(pointer: Value, (first, last): (Value, Value)) -> Elements {
    Elements { pointer, range: Some((first, last)) }
}

/// An element: what is added to the pointer is part of the index.
fn element(pointer: Value, index: Option<Value>, scope: &Scope<'_>, place: &Range<usize>) -> Result<Place, Malformed> {
    if let Value::AddressOf(inner) = &pointer
        && let Place::Element(base, within) = &**inner
    {
        let index = match (within.clone(), index) {
            (Some(a), Some(b)) => Some(operation(Operator::Add, a, b)),
            (a, b) => a.or(b),
        };
        return element(base.clone(), index, scope, place);
    }
    if let (Value::AddressOf(inner), None) = (&pointer, &index) {
        return Ok((**inner).clone());
    }
    let Value::Operation(operator @ (Operator::Add | Operator::Sub), a, b) = &pointer else { return Ok(Place::Element(pointer, index)) };
    let is_swapped = *operator == Operator::Add && value_sort(a, scope) == Sort::Number;
    let (base, more) = if is_swapped { (b, a) } else { (a, b) };
    if value_sort(more, scope) != Sort::Number && value_sort(base, scope) != Sort::Pointer {
        return Err(refused(place.clone(), "a sum of which it is not clear what is the pointer"));
    }
    let more = (**more).clone();
    let zero = || Value::Constant("0".to_owned());
    let index = match (*operator, index) {
        (Operator::Add, None) => more,
        (Operator::Add, Some(index)) => operation(Operator::Add, more, index),
        (_, index) => operation(Operator::Sub, index.unwrap_or_else(zero), more),
    };
    element((**base).clone(), Some(index), scope, place)
}

/// What is known of the type of a value.
pub(super) fn value_sort(value: &Value, scope: &Scope<'_>) -> Sort {
    match value {
        Value::Constant(text) => {
            if text.contains('*') {
                Sort::Pointer
            } else {
                Sort::Number
            }
        }
        Value::Bound(_) | Value::Truth(_) => Sort::Number,
        Value::AddressOf(_) => Sort::Pointer,
        Value::Load(place, _) => match &**place {
            Place::Variable(name) | Place::Field(_, name) => scope.sort(name),
            Place::Result => scope.sort_of_result(),
            Place::Element(pointer, _) => pointee(pointer, scope),
        },
        Value::Operation(Operator::Add | Operator::Sub, a, b) => match (value_sort(a, scope), value_sort(b, scope)) {
            (Sort::Number, Sort::Number) => Sort::Number,
            (Sort::Pointer, Sort::Number) | (Sort::Number, Sort::Pointer) => Sort::Pointer,
            _ => Sort::Unknown,
        },
        Value::Operation(..) => Sort::Number,
        Value::Cast(ty, _) => scope.sort_of(&TypeName { words: ty.trim_end_matches([' ', '*']).to_owned(), stars: ty.matches('*').count() }),
        Value::Choice(_, then, _) => value_sort(then, scope),
    }
}

/// What a pointer leads to.
fn pointee(pointer: &Value, scope: &Scope<'_>) -> Sort {
    match pointer {
        Value::Load(place, _) => match &**place {
            Place::Variable(name) | Place::Field(_, name) => scope.pointee(name),
            _ => Sort::Unknown,
        },
        Value::Operation(Operator::Add | Operator::Sub, a, b) => {
            if value_sort(a, scope) == Sort::Number {
                pointee(b, scope)
            } else {
                pointee(a, scope)
            }
        }
        Value::AddressOf(place) => match &**place {
            Place::Variable(name) | Place::Field(_, name) => scope.sort(name),
            Place::Element(pointer, _) => pointee(pointer, scope),
            Place::Result => Sort::Unknown,
        },
        _ => Sort::Unknown,
    }
}
