//! Writes what an annotation says as conditions of the other notations: C with functions for what C has not. Arithmetic is that of the checker's `__exact_` functions, which is
//! about numbers without bounds.

use super::super::expression::RESULT;
use super::refused;
use super::resolve::Position;
use super::scope::Scope;
use super::term::{Operator, Relation};
use super::value::{Elements, Fact, Limits, Place, State, Target, Value, alternatives, visit, visit_place};
use crate::normalise::Malformed;
use std::ops::Range;

/// Values from where the function began that annotations in its body speak of: what is kept, as C, and whether it is a copy of an object.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Kept {
    values: Vec<(String, bool)>,
}

impl Kept {
    fn name(&mut self, text: String, is_copy: bool) -> String {
        let known = self.values.iter().position(|value| *value == (text.clone(), is_copy));
        let number = known.unwrap_or_else(|| {
            self.values.push((text, is_copy));
            self.values.len() - 1
        });
        kept_name(number)
    }

    /// Statements that keep them.
    pub(super) fn written(&self) -> String {
        let mut written = String::new();
        for (number, (text, is_copy)) in self.values.iter().enumerate() {
            let name = kept_name(number);
            if *is_copy {
                written.push_str(&format!(" __typeof__(&({text})[0]) {name} = __contract_copy({text});"));
            } else {
                let guard = if text.contains(['*', '[', '>']) { format!("if (__contract_readable(&({text}), sizeof({text}))) ") } else { String::new() };
                written.push_str(&format!(" __typeof__({text}) {name}; {guard}__builtin_memcpy((void *)&{name}, &({text}), sizeof({text}));"));
            }
        }
        written
    }
}

fn kept_name(number: usize) -> String {
    format!("__contract_pre_{}", number + 1)
}

/// Writes the clauses of one function.
pub(super) struct Writer<'a> {
    pub scope: &'a Scope<'a>,
    pub position: Position,
    /// The function's contract says that it writes nothing, so that memory is as it was.
    pub writes_nothing: bool,
    pub kept: &'a mut Kept,
    /// The clause that is written.
    pub place: Range<usize>,
    /// Types of bound variables.
    bound: Vec<(String, String)>,
    /// Only the type of what is written counts.
    is_for_type: bool,
}

impl<'a> Writer<'a> {
    pub(super) fn new(scope: &'a Scope<'a>, position: Position, writes_nothing: bool, kept: &'a mut Kept, place: Range<usize>) -> Self {
        Self { scope, position, writes_nothing, kept, place, bound: Vec::new(), is_for_type: false }
    }

    pub(super) fn fact(&mut self, fact: &Fact) -> Result<String, Malformed> {
        Ok(match fact {
            Fact::Known(value) => i32::from(*value).to_string(),
            // What is taken for granted of all values has to be one condition. A choice between what is read would not be.
            Fact::Compare(relation, a, b) if !self.bound.is_empty() && (alternatives(a).is_some() || alternatives(b).is_some()) => {
                self.fact(&apart(*relation, a, b))?
            }
            Fact::Compare(relation, a, b) => {
                let word = match relation {
                    Relation::Lt => "lt",
                    Relation::Le => "le",
                    Relation::Gt => "gt",
                    Relation::Ge => "ge",
                    Relation::Eq => "eq",
                    Relation::Ne => "ne",
                };
                format!("__exact_{word}({}, {})", self.value(a, State::Here)?, self.value(b, State::Here)?)
            }
            Fact::Holds(value) => format!("(({}) != 0)", self.value(value, State::Here)?),
            Fact::Not(inner) => format!("!({})", self.fact(inner)?),
            Fact::And(parts) if parts.is_empty() => "1".to_owned(),
            Fact::And(parts) => {
                let parts = parts.iter().map(|part| self.fact(part)).collect::<Result<Vec<_>, _>>()?;
                format!("({})", parts.join(" && "))
            }
            Fact::Or(parts) => self.disjunction(parts)?,
            Fact::Quantified { is_forall, name, limits, body } => self.quantified(*is_forall, name, limits, body)?,
            Fact::Valid { writes, of } => self.valid(*writes, of)?,
            Fact::Separated(a, b) => self.separated(a, b)?,
        })
    }

    /// In their order, since what comes first may say that what comes behind it can be read. What reads nothing may stand before all, as a premise.
    fn disjunction(&mut self, parts: &[Fact]) -> Result<String, Malformed> {
        let mut flat = Vec::new();
        flatten(parts, &mut flat);
        if !flat.iter().any(|part| has_quantifier(part)) {
            let written = flat.into_iter().map(|part| self.fact(part)).collect::<Result<Vec<_>, _>>()?;
            return Ok(if written.is_empty() { "0".to_owned() } else { format!("({})", written.join(" || ")) });
        }
        let first = flat.iter().position(|part| has_quantifier(part)).unwrap_or(0);
        let (mut premise, mut rest) = (Vec::new(), Vec::new());
        for (i, part) in flat.iter().enumerate() {
            let written = self.fact(part)?;
            let stands_before = !has_quantifier(part) && (i < first || !reads(part));
            if stands_before { &mut premise } else { &mut rest }.push(written);
        }
        let rest = rest.join(" || ");
        Ok(if premise.is_empty() { format!("({rest})") } else { format!("((!({})) ==> ({rest}))", premise.join(" || ")) })
    }

    fn quantified(&mut self, is_forall: bool, name: &str, limits: &Limits, body: &Fact) -> Result<String, Malformed> {
        let ty = self.spanning(limits)?;
        let (first, end) = (self.limit(&limits.first, &limits.end)?, self.limit(&limits.end, &limits.first)?);
        self.bound.push((name.to_owned(), ty.clone()));
        let body = without_limits(body, is_forall, name, limits);
        let body = self.fact(&body);
        self.bound.pop();
        let (word, arrow) = if is_forall { ("__CPROVER_forall", "==>") } else { ("__CPROVER_exists", "&&") };
        Ok(format!("{word} {{ {ty} {name}; {first} <= {name} && {name} < {end} {arrow} ({}) }}", body?))
    }

    /// A type of C that has the first value and all up to the end.
    fn spanning(&mut self, limits: &Limits) -> Result<String, Malformed> {
        let outer = std::mem::replace(&mut self.is_for_type, true);
        let first = self.value(&limits.first, State::Here);
        let end = self.value(&limits.end, State::Here);
        self.is_for_type = outer;
        Ok(format!("__typeof__(__exact_between({}, {}))", first?, end?))
    }

    /// In that type.
    fn limit(&mut self, value: &Value, other: &Value) -> Result<String, Malformed> {
        let (written, other) = (self.value(value, State::Here)?, self.value(other, State::Here)?);
        Ok(if written.bytes().all(|b| b.is_ascii_digit()) { written } else { format!("__exact_to({written}, {other})") })
    }

    /// How many elements there are.
    fn count(&mut self, (first, last): &(Value, Value)) -> Result<String, Malformed> {
        let one = Value::Constant("1".to_owned());
        let end = match last {
            Value::Operation(Operator::Sub, end, less) if **less == one => (**end).clone(),
            last => Value::Operation(Operator::Add, last.clone().into(), one.into()),
        };
        let count = if is_zero(first) { end } else { Value::Operation(Operator::Sub, end.into(), first.clone().into()) };
        self.value(&count, State::Here)
    }

    /// The pointer to the first of them.
    fn first(&mut self, of: &Elements) -> Result<String, Malformed> {
        let pointer = self.value(&of.pointer, State::Here)?;
        match &of.range {
            Some((first, _)) if !is_zero(first) => Ok(format!("__exact_add({pointer}, {})", self.value(first, State::Here)?)),
            _ => Ok(pointer),
        }
    }

    /// How many bytes they have, as a number without bounds.
    fn bytes(&mut self, of: &Elements) -> Result<String, Malformed> {
        let pointer = self.value(&of.pointer, State::Here)?;
        match &of.range {
            Some(range) => Ok(format!("__exact_mul({}, sizeof(*({pointer})))", self.count(range)?)),
            None => Ok(format!("sizeof(*({pointer}))")),
        }
    }

    fn valid(&mut self, writes: bool, of: &Elements) -> Result<String, Malformed> {
        let room = if writes { "__contract_room_to_write" } else { "__contract_room" };
        let (first, bytes) = (self.first(of)?, self.bytes(of)?);
        let is_there = format!("__exact_le({bytes}, {room}({first}))");
        match &of.range {
            Some(range) => Ok(format!("(__exact_le({}, 0) || {is_there})", self.count(range)?)),
            None => Ok(is_there),
        }
    }

    fn separated(&mut self, a: &Elements, b: &Elements) -> Result<String, Malformed> {
        let mut written = String::from("(");
        for of in [a, b] {
            if let Some(range) = &of.range {
                written.push_str(&format!("__exact_le({}, 0) || ", self.count(range)?));
            }
        }
        let (first, second) = (self.value(&a.pointer, State::Here)?, self.value(&b.pointer, State::Here)?);
        let begins = [self.begin(a)?, self.begin(b)?];
        let ends = [format!("__exact_add({}, {})", begins[0], self.bytes(a)?), format!("__exact_add({}, {})", begins[1], self.bytes(b)?)];
        written.push_str(&format!(
            "!__contract_same_object({first}, {second}) || __exact_le({}, {}) || __exact_le({}, {}))",
            ends[0], begins[1], ends[1], begins[0]
        ));
        Ok(written)
    }

    /// Where elements begin in their object.
    fn begin(&mut self, of: &Elements) -> Result<String, Malformed> {
        let pointer = self.value(&of.pointer, State::Here)?;
        let offset = format!("((__typeof__((char *)0 - (char *)0))__contract_offset({pointer}))");
        match &of.range {
            Some((first, _)) if !is_zero(first) => {
                let first = self.value(first, State::Here)?;
                Ok(format!("__exact_add({offset}, __exact_mul({first}, sizeof(*({pointer}))))"))
            }
            _ => Ok(offset),
        }
    }

    /// A target as `assigns` has it.
    pub(super) fn target(&mut self, target: &Target) -> Result<String, Malformed> {
        match target {
            Target::Place(place) => self.lvalue(place, State::Here),
            Target::Elements(of) => Ok(format!("__CPROVER_object_upto({}, __exact_size({}))", self.first(of)?, self.bytes(of)?)),
        }
    }

    /// The pointer that `\valid` speaks of, and the bytes that it asks for, if the pointer is a place that can be given a value.
    pub(super) fn pointer(&mut self, of: &Elements) -> Result<Option<(String, String)>, Malformed> {
        let Value::Load(place, State::Here) = &of.pointer else { return Ok(None) };
        if of.range.as_ref().is_some_and(|(first, _)| !is_zero(first)) {
            return Ok(None);
        }
        let (place, bytes) = (self.lvalue(place, State::Here)?, self.bytes(of)?);
        Ok(Some((place, bytes)))
    }

    /// A value, where memory is in the state `now`.
    pub(super) fn value(&mut self, value: &Value, now: State) -> Result<String, Malformed> {
        Ok(match value {
            Value::Constant(text) => text.clone(),
            Value::Bound(name) => match self.bound.iter().find(|(known, _)| known == name) {
                Some((_, ty)) if self.is_for_type => format!("(*({ty} *)0)"),
                _ => name.clone(),
            },
            Value::Load(place, state) => self.load(place, *state, now)?,
            Value::AddressOf(place) => format!("(&{})", self.lvalue(place, now)?),
            Value::Operation(operator, a, b) => {
                let word = match operator {
                    Operator::Add => "add",
                    Operator::Sub => "sub",
                    Operator::Mul => "mul",
                    Operator::Div => "div",
                    Operator::Rem => "rem",
                    Operator::Shl => "shl",
                    Operator::Shr => "shr",
                    Operator::And => "and",
                    Operator::Or => "or",
                    Operator::Xor => "xor",
                };
                format!("__exact_{word}({}, {})", self.value(a, now)?, self.value(b, now)?)
            }
            Value::Cast(ty, inner) => format!("(({ty})({}))", self.value(inner, now)?),
            Value::Choice(condition, then, other) => {
                self.in_state(now)?;
                let (condition, then, other) = (self.fact(condition)?, self.value(then, now)?, self.value(other, now)?);
                format!("(({condition}) ? __exact_to({then}, {other}) : __exact_to({other}, {then}))")
            }
            Value::Truth(fact) => {
                self.in_state(now)?;
                format!("({})", self.fact(fact)?)
            }
        })
    }

    /// Conditions are written where the annotation stands.
    fn in_state(&self, now: State) -> Result<(), Malformed> {
        if now == State::Here || self.is_for_type { Ok(()) } else { Err(self.mixed()) }
    }

    fn mixed(&self) -> Malformed {
        refused(self.place.clone(), "a value that depends on several states of memory in this way")
    }

    fn load(&mut self, place: &Place, state: State, now: State) -> Result<String, Malformed> {
        let is_same = self.is_for_type || state == now || *place == Place::Result || self.is_unchanged(place, state, now);
        if is_same {
            return self.lvalue(place, now);
        }
        if now != State::Here {
            return Err(self.mixed());
        }
        self.captured(place, state)
    }

    /// Is what is there the same in both states?
    fn is_unchanged(&self, place: &Place, state: State, now: State) -> bool {
        match root(place) {
            Some(name) if self.scope.is_local(name) => {
                let is_formal = if self.position == Position::Exit { self.scope.is_formal(name) } else { self.scope.is_kept(name) };
                is_formal && (matches!(place, Place::Variable(_)) || self.position == Position::Exit)
            }
            _ => self.writes_nothing && state != State::LoopEntry && now != State::LoopEntry,
        }
    }

    /// The value that a place had in an earlier state.
    fn captured(&mut self, place: &Place, state: State) -> Result<String, Malformed> {
        if let Some(name) = root(place)
            && state == State::Pre
            && self.position != Position::Exit
            && self.scope.is_local(name)
            && !self.scope.is_formal(name)
        {
            return Err(refused(self.place.clone(), &format!("the value of {name} before it was declared")));
        }
        let mut is_free = true;
        visit_place(place, &mut |v| is_free &= !is_of_now(v));
        if is_free {
            match self.lvalue(place, state) {
                Ok(text) => return Ok(self.keep(text, state, false)),
                Err(mixed) if base(place).is_none() => return Err(mixed),
                Err(_) => {}
            }
        }
        // The whole object is kept, of which an element is read.
        let Some((pointer, index, fields)) = base(place) else { return Err(self.mixed()) };
        let mut is_free = true;
        visit(pointer, &mut |v| is_free &= !is_of_now(v));
        if !is_free {
            return Err(self.mixed());
        }
        let pointer = self.value(pointer, state)?;
        let copy = self.keep(pointer, state, true);
        let index = match index {
            Some(index) => self.value(index, State::Here)?,
            None => "0".to_owned(),
        };
        Ok(format!("{copy}[__exact_index({index})]{fields}"))
    }

    fn keep(&mut self, text: String, state: State, is_copy: bool) -> String {
        match (self.position, state, is_copy) {
            (Position::Loop, State::LoopEntry, false) => format!("__CPROVER_loop_entry({text})"),
            (Position::Loop, State::LoopEntry, true) => format!("__contract_loop_entry_copy({text})"),
            (Position::Exit, _, false) => format!("__CPROVER_old({text})"),
            (Position::Exit, _, true) => format!("__contract_old_copy({text})"),
            _ => self.kept.name(text, is_copy),
        }
    }

    fn lvalue(&mut self, place: &Place, now: State) -> Result<String, Malformed> {
        Ok(match place {
            Place::Variable(name) => name.clone(),
            Place::Result => RESULT.to_owned(),
            Place::Element(pointer, None) => format!("(*{})", self.value(pointer, now)?),
            Place::Element(pointer, Some(index)) => format!("{}[__exact_index({})]", self.value(pointer, now)?, self.value(index, now)?),
            Place::Field(of, field) => match &**of {
                Place::Element(pointer, None) => format!("{}->{field}", self.value(pointer, now)?),
                of => format!("{}.{field}", self.lvalue(of, now)?),
            },
        })
    }
}

/// The comparison for each of the values between which one side chooses.
fn apart(relation: Relation, a: &Value, b: &Value) -> Fact {
    let compared = |a: Value, b: Value| Fact::Compare(relation, a, b);
    let chosen = match (alternatives(a), alternatives(b)) {
        (Some((condition, then, other)), _) => (condition, compared(then, b.clone()), compared(other, b.clone())),
        (None, Some((condition, then, other))) => (condition, compared(a.clone(), then), compared(a.clone(), other)),
        (None, None) => return compared(a.clone(), b.clone()),
    };
    let (condition, then, other) = chosen;
    Fact::And(vec![Fact::Or(vec![condition.clone().negated(), then]), Fact::Or(vec![condition, other])])
}

/// What the limits of a variable say already need not be said again.
fn without_limits(body: &Fact, is_forall: bool, name: &str, limits: &Limits) -> Fact {
    let bound = Value::Bound(name.to_owned());
    let one = || Value::Constant("1".to_owned());
    let is_known = |fact: &Fact| {
        let Fact::Compare(relation, a, b) = fact else { return false };
        // As what holds between the limits.
        let negated = Fact::Compare(*relation, a.clone(), b.clone()).negated();
        let Fact::Compare(relation, a, b) = (if is_forall { negated } else { fact.clone() }) else { return false };
        let next = |value: &Value| Value::Operation(Operator::Add, value.clone().into(), one().into());
        match relation {
            Relation::Lt => (a == bound && b == limits.end) || (b == bound && next(&a) == limits.first),
            Relation::Le => (b == bound && a == limits.first) || (a == bound && next(&b) == limits.end),
            Relation::Gt => (b == bound && a == limits.end) || (a == bound && next(&b) == limits.first),
            Relation::Ge => (a == bound && b == limits.first) || (b == bound && next(&a) == limits.end),
            Relation::Eq | Relation::Ne => false,
        }
    };
    match body {
        Fact::Or(parts) if is_forall => {
            Fact::Or(parts.iter().filter(|part| !is_known(part)).map(|part| without_limits(part, is_forall, name, limits)).collect())
        }
        Fact::And(parts) if !is_forall => {
            Fact::And(parts.iter().filter(|part| !is_known(part)).map(|part| without_limits(part, is_forall, name, limits)).collect())
        }
        body => body.clone(),
    }
}

/// How many reads depend on each other.
pub(super) fn depth_of_reads(fact: &Fact) -> usize {
    let mut deepest = 0;
    super::value::visit_fact(fact, &mut |value| deepest = deepest.max(depth_of(value)));
    deepest
}

fn depth_of(value: &Value) -> usize {
    let Value::Load(place, _) = value else { return 0 };
    let mut inner = 0;
    visit_place(place, &mut |value| inner = inner.max(depth_of(value)));
    inner + usize::from(base(place).is_some())
}

/// Does the fact read anything behind a pointer?
fn reads(fact: &Fact) -> bool {
    let mut found = false;
    super::value::visit_fact(fact, &mut |value| found |= matches!(value, Value::Load(place, _) if base(place).is_some()));
    found
}

/// Is it known only where the annotation stands?
fn is_of_now(value: &Value) -> bool {
    match value {
        Value::Bound(_) | Value::Truth(_) | Value::Choice(..) => true,
        Value::Load(place, _) => **place == Place::Result,
        _ => false,
    }
}

/// The variable that a place is a part of.
fn root(place: &Place) -> Option<&str> {
    match place {
        Place::Variable(name) => Some(name),
        Place::Field(of, _) => root(of),
        Place::Result | Place::Element(..) => None,
    }
}

/// The pointer to the object that a place is in, the element, and the members behind it as C.
fn base(place: &Place) -> Option<(&Value, Option<&Value>, String)> {
    match place {
        Place::Element(pointer, index) => Some((pointer, index.as_ref(), String::new())),
        Place::Field(of, field) => base(of).map(|(pointer, index, fields)| (pointer, index, format!("{fields}.{field}"))),
        _ => None,
    }
}

fn is_zero(value: &Value) -> bool {
    matches!(value, Value::Constant(text) if matches!(text.as_str(), "0" | "0u"))
}

fn flatten<'f>(parts: &'f [Fact], flat: &mut Vec<&'f Fact>) {
    for part in parts {
        match part {
            Fact::Or(inner) => flatten(inner, flat),
            part => flat.push(part),
        }
    }
}

pub(super) fn has_quantifier(fact: &Fact) -> bool {
    match fact {
        Fact::Quantified { .. } => true,
        Fact::Not(inner) => has_quantifier(inner),
        Fact::And(parts) | Fact::Or(parts) => parts.iter().any(has_quantifier),
        _ => false,
    }
}

/// The facts that hold together if the whole holds; what a disjunction has in common with conjuncts that have quantifiers stands beside each of them.
pub(super) fn conjuncts(fact: Fact) -> Vec<Fact> {
    match fact {
        Fact::And(parts) => parts.into_iter().flat_map(conjuncts).collect(),
        Fact::Or(mut parts) => {
            let split = parts.iter().position(|part| matches!(part, Fact::And(_)) && has_quantifier(part));
            match split {
                Some(at) => {
                    let split = parts.remove(at);
                    conjuncts(split).into_iter().flat_map(|part| conjuncts(Fact::Or(parts.iter().cloned().chain([part]).collect()))).collect()
                }
                None => vec![Fact::Or(parts)],
            }
        }
        fact => vec![fact],
    }
}
