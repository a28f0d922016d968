//! Automata run along steps: the semantics that everything else must agree with.
//!
//! Of the transitions of a state that match a step, a state that uses the first takes the first, another one all of them. A transition whose assertion does
//! not hold is an error; else its actions are done, in order, and its assumptions restrict the path behind the step. If none matches the automaton stays. Out
//! of an error leads nothing.

use super::ast::{Action, Automaton, Bool, Check, Element, Int, Start, StateId, Target, VariableId};
use super::matching::{MatchError, Matcher, Move};
use super::steps::Step;
use goto::Program;
use std::collections::BTreeSet;

/// Where one automaton is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Configuration {
    pub state: StateId,
    values: Vec<Value>,
}

/// What a variable holds.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Value {
    Int(i64),
    Ints(BTreeSet<i64>),
    Texts(BTreeSet<String>),
}

/// What a step leads to.
#[derive(Clone, PartialEq, Debug)]
pub enum Next {
    /// The automaton goes on, if the assumptions of the transition hold behind the step; they are given with their bindings put in.
    Goes {
        to: Configuration,
        transition: Option<usize>,
        assumptions: Vec<String>,
    },
    /// An error, under the assumptions.
    Error {
        message: Option<String>,
        transition: usize,
        assumptions: Vec<String>,
    },
    Stop {
        transition: usize,
    },
    Break {
        transition: usize,
    },
}

impl Configuration {
    pub fn start(automaton: &Automaton) -> Self {
        let value = |start: &Start| match start {
            Start::Int(n) => Value::Int(*n),
            Start::IntSet(of) => Value::Ints(of.iter().copied().collect()),
            Start::TextSet(of) => Value::Texts(of.iter().map(|t| super::code::comparable(t)).collect()),
        };
        Self { state: automaton.initial, values: automaton.variables.values().map(|v| value(&v.start)).collect() }
    }

    fn int(&self, of: &Int) -> i64 {
        match of {
            Int::Number(n) => *n,
            Int::Variable(v) => match &self.values[goto::Id::index(*v)] {
                Value::Int(n) => *n,
                // The parser knows the types.
                Value::Ints(_) | Value::Texts(_) => 0,
            },
            // Put in by the matcher.
            Int::Bound(_) | Int::Line => 0,
            Int::Add(a, b) => self.int(a).wrapping_add(self.int(b)),
            Int::Sub(a, b) => self.int(a).wrapping_sub(self.int(b)),
        }
    }

    fn holds(&self, of: &Bool, others: &dyn Fn(&Check) -> bool) -> bool {
        let inner = |b: &Bool| self.holds(b, others);
        match of {
            Bool::Constant(b) => *b,
            Bool::Not(a) => !inner(a),
            Bool::And(a, b) => inner(a) && inner(b),
            Bool::Or(a, b) => inner(a) || inner(b),
            Bool::Same(a, b) => inner(a) == inner(b),
            Bool::Differ(a, b) => inner(a) != inner(b),
            Bool::Equal(a, b) => self.int(a) == self.int(b),
            Bool::Unequal(a, b) => self.int(a) != self.int(b),
            Bool::Contains { set, element } => self.contains(*set, element),
            Bool::IsEmpty(set) => match &self.values[goto::Id::index(*set)] {
                Value::Ints(of) => of.is_empty(),
                Value::Texts(of) => of.is_empty(),
                Value::Int(_) => false,
            },
            Bool::Check(check, _) => others(check),
            // Answered by the matcher.
            Bool::Match(..) => false,
        }
    }

    fn contains(&self, set: VariableId, element: &Element) -> bool {
        match (&self.values[goto::Id::index(set)], element) {
            (Value::Ints(of), Element::Int(n)) => of.contains(&self.int(n)),
            (Value::Texts(of), Element::Text(text)) => of.contains(text),
            _ => false,
        }
    }

    fn act(&mut self, action: &Action) {
        match action {
            Action::Set { variable, value } => self.values[goto::Id::index(*variable)] = Value::Int(self.int(value)),
            Action::Put { set, element, is_in } => {
                let number = match element {
                    Element::Int(n) => self.int(n),
                    _ => 0,
                };
                match (&mut self.values[goto::Id::index(*set)], element, is_in) {
                    (Value::Ints(of), Element::Int(_), true) => _ = of.insert(number),
                    (Value::Ints(of), Element::Int(_), false) => _ = of.remove(&number),
                    (Value::Texts(of), Element::Text(text), true) => _ = of.insert(text.clone()),
                    (Value::Texts(of), Element::Text(text), false) => _ = of.remove(text),
                    _ => {}
                }
            }
            Action::Print { .. } => {}
        }
    }

    /// The text of an assumption with what `$1` and `$$x` stand for.
    fn assumption(&self, automaton: &Automaton, text: &str, of: &Move<'_>) -> String {
        expanded(text, &of.bindings, |name| {
            let (id, _) = automaton.variables.iter().find(|(_, v)| v.name == name)?;
            match &self.values[goto::Id::index(id)] {
                Value::Int(n) => Some(n.to_string()),
                Value::Ints(_) | Value::Texts(_) => None,
            }
        })
    }

    /// All that a step leads to.
    ///
    /// # Errors
    /// If a transition that matches uses what its pattern does not bind.
    pub fn step(
        &self,
        matcher: &Matcher,
        program: &Program,
        automaton: &Automaton,
        step: &Step,
        others: &dyn Fn(&Check) -> bool,
    ) -> Result<Vec<Next>, MatchError> {
        let moves = matcher.moves(program, automaton, self.state, step)?;
        if self.holds(&moves.stays, others) {
            return Ok(vec![Next::Goes { to: self.clone(), transition: None, assumptions: Vec::new() }]);
        }
        let taken = moves.moves.iter().filter(|m| self.holds(&m.condition, others));
        Ok(taken.map(|m| self.take(automaton, m, others)).collect())
    }

    fn take(&self, automaton: &Automaton, of: &Move<'_>, others: &dyn Fn(&Check) -> bool) -> Next {
        let transition = of.index;
        if !of.assertions.iter().all(|a| self.holds(a, others)) {
            return Next::Error { message: None, transition, assumptions: Vec::new() };
        }
        let mut to = self.clone();
        of.actions.iter().for_each(|a| to.act(a));
        let assumptions = of.transition.assumptions.iter().map(|c| to.assumption(automaton, &c.text, of)).collect();
        match &of.transition.target {
            Target::State(state) => {
                to.state = *state;
                Next::Goes { to, transition: Some(transition), assumptions }
            }
            Target::Error(message) => Next::Error { message: message.clone(), transition, assumptions },
            Target::Stop => Next::Stop { transition },
            Target::Break => Next::Break { transition },
        }
    }
}

/// Code of C with what stands for `$1` and `$$x` put in; what is unknown stays.
pub fn expanded(text: &str, bindings: &super::code::Bindings, variable: impl Fn(&str) -> Option<String>) -> String {
    let Some(words) = super::code::words(text) else { return text.to_owned() };
    let word = |w: &&str| match w.strip_prefix('$') {
        Some(name) if name.starts_with('$') => variable(&name[1..]).unwrap_or_else(|| (*w).to_owned()),
        Some(number) => number.parse().ok().and_then(|n| bindings.get(n)).map_or_else(|| (*w).to_owned(), |t| format!("({t})")),
        None => (*w).to_owned(),
    };
    words.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// What all automata of a product may ask of each other; for one that is alone.
pub fn alone(_: &Check) -> bool {
    false
}
