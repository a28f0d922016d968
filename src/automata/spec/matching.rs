//! Which transitions of an automaton a step takes. What only variables and other automata decide stays open, as a condition.

use super::ast::{Action, Automaton, Bool, Check, Choice, Element, Int, Match, Specification, StateId, Transition};
use super::code::{self, Bindings, Statement};
use super::steps::{Step, StepKind};
use super::texts::source_name;
use goto::Program;
use regex::Regex;
use rustc_hash::FxHashMap;
use thiserror::Error;

/// Texts and patterns of a specification, ready to be compared.
#[derive(Debug)]
pub struct Matcher {
    texts: FxHashMap<String, String>,
    patterns: FxHashMap<String, Statement>,
    regexes: FxHashMap<String, Regex>,
}

/// A transition that a step may take.
#[derive(Clone, PartialEq, Debug)]
pub struct Move<'a> {
    pub transition: &'a Transition,
    /// Its index in the state.
    pub index: usize,
    /// Over variables and other automata alone.
    pub condition: Bool,
    pub assertions: Vec<Bool>,
    pub actions: Vec<Action>,
    /// What the pattern of the trigger bound.
    pub bindings: Bindings,
}

/// All that a step may do in a state.
#[derive(Clone, PartialEq, Debug)]
pub struct Moves<'a> {
    /// In the order of the specification. Of a state that uses the first transition at most one condition holds.
    pub moves: Vec<Move<'a>>,
    /// When the automaton stays where it is: no transition matches.
    pub stays: Bool,
}

/// A use of `$1` that means nothing for a step.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MatchError {
    #[error("the trigger does not bind ${0} here")]
    Unbound(u32),
    #[error("${0} stands for `{1}` here, which is no number")]
    NoNumber(u32, String),
}

impl Matcher {
    pub fn new(specification: &Specification) -> Self {
        let mut matcher = Self { texts: FxHashMap::default(), patterns: FxHashMap::default(), regexes: FxHashMap::default() };
        let transitions = specification.automata.iter().flat_map(|a| a.states.values()).flat_map(|s| &s.transitions);
        for expression in transitions.flat_map(|t| std::iter::once(&t.trigger).chain(&t.assertions)) {
            expression.walk(&mut |b| {
                if let Bool::Match(what, _) = b {
                    matcher.prepare(what);
                }
            });
        }
        matcher
    }

    fn prepare(&mut self, what: &Match) {
        match what {
            Match::Text(text) => _ = self.texts.insert(text.clone(), code::comparable(text)),
            // The parser let only what can be read pass.
            Match::Pattern(text) => _ = code::pattern(text).map(|p| self.patterns.insert(text.clone(), p)),
            Match::Regex(text) | Match::LabelRegex(text) => _ = Regex::new(&format!("^(?s:{text})$")).map(|r| self.regexes.insert(text.clone(), r)),
            _ => {}
        }
    }

    /// What a step may do in a state.
    ///
    /// # Errors
    /// If a transition that matches uses what its pattern does not bind.
    pub fn moves<'a>(&self, program: &Program, automaton: &'a Automaton, state: StateId, step: &Step) -> Result<Moves<'a>, MatchError> {
        let state = &automaton.states[state];
        let (mut moves, mut earlier) = (Vec::new(), Bool::Constant(false));
        for (index, transition) in state.transitions.iter().enumerate() {
            let (trigger, bindings) = self.trigger(program, &transition.trigger, step, &earlier)?;
            let condition = match state.choice {
                Choice::First => and(not(earlier.clone()), trigger.clone()),
                Choice::All => trigger.clone(),
            };
            earlier = or(earlier, trigger);
            if condition == Bool::Constant(false) {
                continue;
            }
            let asserted = |b: &Bool| self.residual(program, b, step, &Bool::Constant(false), &bindings);
            let assertions = transition.assertions.iter().map(asserted).collect::<Result<_, _>>()?;
            let actions = transition.actions.iter().map(|a| bound_action(a, step, &bindings)).collect::<Result<_, _>>()?;
            moves.push(Move { transition, index, condition, assertions, actions, bindings });
        }
        Ok(Moves { moves, stays: not(earlier) })
    }

    /// What is left of a trigger, and what its patterns bind.
    fn trigger(&self, program: &Program, trigger: &Bool, step: &Step, earlier: &Bool) -> Result<(Bool, Bindings), MatchError> {
        let mut bindings = Bindings::default();
        trigger.walk(&mut |b| {
            if let Bool::Match(Match::Pattern(text), _) = b
                && let Some(found) = self.pattern(text, step)
            {
                bindings.add(found);
            }
        });
        // A trigger that does not match need not bind what it uses.
        match self.residual(program, trigger, step, earlier, &bindings) {
            Ok(condition) => Ok((condition, bindings)),
            Err(error) => Err(error),
        }
    }

    fn pattern(&self, text: &str, step: &Step) -> Option<Bindings> {
        code::matches(self.patterns.get(text)?, step.statement.as_ref()?)
    }

    /// Does the step match?
    pub fn matches(&self, what: &Match, step: &Step) -> bool {
        let regex = |text: &String, against: &str| self.regexes.get(text).is_some_and(|r| r.is_match(against));
        match what {
            Match::Text(text) => self.texts.get(text).is_some_and(|t| *t == code::comparable(&step.text)),
            Match::Pattern(text) => self.pattern(text, step).is_some(),
            Match::Regex(text) => regex(text, &step.text),
            Match::Label(name) => step.labels.contains(name),
            Match::LabelRegex(text) => step.labels.iter().any(|l| regex(text, l)),
            Match::Assert => step.kind == StepKind::AssertFails,
            Match::Entry => step.is_entry,
            Match::Exit => step.is_exit,
            Match::Otherwise => false,
            Match::Call(name) => step.callee.as_ref() == Some(name),
            Match::Lines(lines) => step.function.is_some() && !step.text.is_empty() && lines.contains(&step.loc.line),
        }
    }

    /// What is left of an expression when the step is known.
    fn residual(&self, program: &Program, of: &Bool, step: &Step, earlier: &Bool, bindings: &Bindings) -> Result<Bool, MatchError> {
        let inner = |b: &Bool| self.residual(program, b, step, earlier, bindings);
        let int = |n: &Int| bound_int(n, step, bindings);
        Ok(match of {
            Bool::Constant(b) => Bool::Constant(*b),
            Bool::Not(a) => not(inner(a)?),
            Bool::And(a, b) => match inner(a)? {
                // What stands behind it may use what is not bound here.
                Bool::Constant(false) => Bool::Constant(false),
                a => and(a, inner(b)?),
            },
            Bool::Or(a, b) => match inner(a)? {
                Bool::Constant(true) => Bool::Constant(true),
                a => or(a, inner(b)?),
            },
            Bool::Same(a, b) => same(inner(a)?, inner(b)?),
            Bool::Differ(a, b) => not(same(inner(a)?, inner(b)?)),
            Bool::Equal(a, b) => equal(int(a)?, int(b)?),
            Bool::Unequal(a, b) => not(equal(int(a)?, int(b)?)),
            Bool::Contains { set, element } => Bool::Contains { set: *set, element: bound_element(element, step, bindings)? },
            Bool::IsEmpty(set) => Bool::IsEmpty(*set),
            Bool::Match(Match::Otherwise, _) => not(earlier.clone()),
            Bool::Match(what, _) => Bool::Constant(self.matches(what, step)),
            Bool::Check(Check::Function(name), _) => Bool::Constant(step.function.is_some_and(|f| source_name(&program.functions[f].name) == name)),
            Bool::Check(..) => of.clone(),
        })
    }
}

fn bound_int(int: &Int, step: &Step, bindings: &Bindings) -> Result<Int, MatchError> {
    let inner = |n: &Int| bound_int(n, step, bindings);
    Ok(match int {
        Int::Number(_) | Int::Variable(_) => int.clone(),
        Int::Line => Int::Number(i64::from(step.loc.line)),
        Int::Bound(n) => {
            let text = bindings.get(*n).ok_or(MatchError::Unbound(*n))?;
            Int::Number(text.parse().map_err(|_| MatchError::NoNumber(*n, text.to_owned()))?)
        }
        Int::Add(a, b) => Int::Add(Box::new(inner(a)?), Box::new(inner(b)?)),
        Int::Sub(a, b) => Int::Sub(Box::new(inner(a)?), Box::new(inner(b)?)),
    })
}

fn bound_element(element: &Element, step: &Step, bindings: &Bindings) -> Result<Element, MatchError> {
    Ok(match element {
        Element::Int(n) => Element::Int(bound_int(n, step, bindings)?),
        Element::Text(text) => Element::Text(code::comparable(text)),
        Element::Bound(n) => Element::Text(bindings.get(*n).ok_or(MatchError::Unbound(*n))?.to_owned()),
    })
}

fn bound_action(action: &Action, step: &Step, bindings: &Bindings) -> Result<Action, MatchError> {
    Ok(match action {
        Action::Set { variable, value } => Action::Set { variable: *variable, value: bound_int(value, step, bindings)? },
        Action::Put { set, element, is_in } => Action::Put { set: *set, element: bound_element(element, step, bindings)?, is_in: *is_in },
        Action::Print { .. } => action.clone(),
    })
}

pub(super) fn not(a: Bool) -> Bool {
    match a {
        Bool::Constant(b) => Bool::Constant(!b),
        Bool::Not(inner) => *inner,
        a => Bool::Not(Box::new(a)),
    }
}

pub(super) fn and(a: Bool, b: Bool) -> Bool {
    match (a, b) {
        (Bool::Constant(false), _) | (_, Bool::Constant(false)) => Bool::Constant(false),
        (Bool::Constant(true), other) | (other, Bool::Constant(true)) => other,
        (a, b) => Bool::And(Box::new(a), Box::new(b)),
    }
}

pub(super) fn or(a: Bool, b: Bool) -> Bool {
    match (a, b) {
        (Bool::Constant(true), _) | (_, Bool::Constant(true)) => Bool::Constant(true),
        (Bool::Constant(false), other) | (other, Bool::Constant(false)) => other,
        (a, b) => Bool::Or(Box::new(a), Box::new(b)),
    }
}

fn same(a: Bool, b: Bool) -> Bool {
    match (a, b) {
        (Bool::Constant(true), other) | (other, Bool::Constant(true)) => other,
        (Bool::Constant(false), other) | (other, Bool::Constant(false)) => not(other),
        (a, b) => Bool::Same(Box::new(a), Box::new(b)),
    }
}

fn equal(a: Int, b: Int) -> Bool {
    match (a, b) {
        (Int::Number(a), Int::Number(b)) => Bool::Constant(a == b),
        (a, b) => Bool::Equal(a, b),
    }
}
