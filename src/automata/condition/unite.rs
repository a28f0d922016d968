//! Two assumption automata as one: a path was looked at if one of them says so, or if both do.

use super::read::NAME;
use super::write::{FALSE, MOST_TRANSITIONS, TRUE, named, shell, span};
use crate::spec::ast::{Action, Automaton, Bool, Choice, Int, Match, Start, State, Target, Transition, Variable, VariableId};
use crate::spec::{StateId, code};
use goto::{Id, IdVec};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Which of two automata must have looked at a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Of {
    Either,
    Both,
}

/// The automaton of the paths of either. `None` where that cannot be written, or would be too large to be worth its time.
pub fn union(a: &Automaton, b: &Automaton) -> Option<Automaton> {
    combined(a, b, Of::Either)
}

/// The automaton of the paths that both have. `None` as above.
pub fn intersection(a: &Automaton, b: &Automaton) -> Option<Automaton> {
    combined(a, b, Of::Both)
}

fn combined(a: &Automaton, b: &Automaton, of: Of) -> Option<Automaton> {
    if !is_plain(a) || !is_plain(b) {
        return None;
    }
    let mut variables = IdVec::new();
    for (letter, of) in [("a", a), ("b", b)] {
        for variable in of.variables.values() {
            variables.push(Variable { name: format!("{letter}_{}", variable.name), ..variable.clone() });
        }
    }
    let mut writer = Writer { a, b, of, states: shell(), names: FxHashMap::default(), waiting: VecDeque::new() };
    let initial = writer.state(a.initial, b.initial);
    let mut n_transitions = 0;
    while let Some((state, at_a, at_b)) = writer.waiting.pop_front() {
        let transitions = writer.transitions(at_a, at_b);
        n_transitions += transitions.len();
        if n_transitions > MOST_TRANSITIONS {
            return None;
        }
        writer.states[state].transitions = transitions;
    }
    Some(Automaton { variables, initial, ..named(NAME, writer.states) })
}

/// Is there nothing in it but what can stand beside transitions of another one?
fn is_plain(automaton: &Automaton) -> bool {
    let fits = |t: &Transition| {
        let mut fits = t.assertions.is_empty() && matches!(t.target, Target::State(_));
        fits &= t.actions.iter().all(|action| matches!(action, Action::Set { value, .. } if is_plain_number(value)));
        t.trigger.walk(&mut |part| fits &= !matches!(part, Bool::Match(Match::Otherwise, _) | Bool::Check(..) | Bool::Contains { .. } | Bool::IsEmpty(_)));
        fits
    };
    automaton.variables.values().all(|v| matches!(v.start, Start::Int(_))) && automaton.states.values().flat_map(|s| &s.transitions).all(fits)
}

fn is_plain_number(value: &Int) -> bool {
    match value {
        Int::Number(_) | Int::Variable(_) => true,
        Int::Bound(_) | Int::Line => false,
        Int::Add(a, b) | Int::Sub(a, b) => is_plain_number(a) && is_plain_number(b),
    }
}

struct Writer<'a> {
    a: &'a Automaton,
    b: &'a Automaton,
    of: Of,
    states: IdVec<StateId, State>,
    names: FxHashMap<(StateId, StateId), StateId>,
    waiting: VecDeque<(StateId, StateId, StateId)>,
}

impl Writer<'_> {
    /// The state for paths that are here in one and there in the other.
    fn state(&mut self, a: StateId, b: StateId) -> StateId {
        let (at_a, at_b) = (&self.a.states[a].name, &self.b.states[b].name);
        let (either, both) = match self.of {
            Of::Either => (("__TRUE", TRUE), ("__FALSE", FALSE)),
            Of::Both => (("__FALSE", FALSE), ("__TRUE", TRUE)),
        };
        if at_a == either.0 || at_b == either.0 {
            return StateId::new(either.1);
        }
        if at_a == both.0 && at_b == both.0 {
            return StateId::new(both.1);
        }
        if let Some(&known) = self.names.get(&(a, b)) {
            return known;
        }
        let name = format!("{:?}{}", self.of, self.names.len());
        let state = self.states.push(State { name, is_target: false, choice: Choice::First, transitions: Vec::new(), span: span() });
        self.names.insert((a, b), state);
        self.waiting.push_back((state, a, b));
        state
    }

    /// For each transition of the one all of the other, then none of the other: the first that fits is the first of both.
    fn transitions(&mut self, a: StateId, b: StateId) -> Vec<Transition> {
        let (of_a, of_b) = (moves(self.a, a, 0), moves(self.b, b, self.a.variables.len()));
        let mut all = Vec::new();
        for one in of_a.iter().map(Some).chain([None]) {
            for other in of_b.iter().map(Some).chain([None]) {
                let trigger = match (one, other) {
                    (None, None) => continue,
                    (Some(x), None) | (None, Some(x)) => x.trigger.clone(),
                    (Some(x), Some(y)) if exclude_each_other(&x.trigger, &y.trigger) => continue,
                    (Some(x), Some(y)) if x.trigger == y.trigger => x.trigger.clone(),
                    (Some(x), Some(y)) => Bool::And(Box::new(x.trigger.clone()), Box::new(y.trigger.clone())),
                };
                let actions = one.iter().chain(&other).flat_map(|m| m.actions.clone()).collect();
                let to = self.state(one.map_or(a, |m| m.to), other.map_or(b, |m| m.to));
                all.push(Transition { trigger, assertions: Vec::new(), assumptions: Vec::new(), actions, target: Target::State(to), span: span() });
            }
        }
        all
    }
}

/// A transition of one of the automata, with the variables numbered as in both together.
struct Step {
    trigger: Bool,
    actions: Vec<Action>,
    to: StateId,
}

/// The transitions of a state. What was or was not looked at stays so.
fn moves(of: &Automaton, state: StateId, first_variable: usize) -> Vec<Step> {
    let own = &of.states[state];
    if own.name == "__FALSE" || own.name == "__TRUE" {
        return Vec::new();
    }
    let moved = |t: &Transition| {
        let Target::State(to) = t.target else { return None };
        let actions = t.actions.iter().filter_map(|action| match action {
            Action::Set { variable, value } => Some(Action::Set { variable: later(*variable, first_variable), value: number(value, first_variable) }),
            Action::Put { .. } | Action::Print { .. } => None,
        });
        Some(Step { trigger: truth(&t.trigger, first_variable), actions: actions.collect(), to })
    };
    own.transitions.iter().filter_map(moved).collect()
}

fn later(variable: VariableId, by: usize) -> VariableId {
    VariableId::new(variable.index() + by)
}

fn number(value: &Int, by: usize) -> Int {
    let part = |x: &Int| Box::new(number(x, by));
    match value {
        Int::Variable(variable) => Int::Variable(later(*variable, by)),
        Int::Add(a, b) => Int::Add(part(a), part(b)),
        Int::Sub(a, b) => Int::Sub(part(a), part(b)),
        Int::Number(_) | Int::Bound(_) | Int::Line => value.clone(),
    }
}

fn truth(of: &Bool, by: usize) -> Bool {
    let part = |x: &Bool| Box::new(truth(x, by));
    match of {
        Bool::Not(a) => Bool::Not(part(a)),
        Bool::And(a, b) => Bool::And(part(a), part(b)),
        Bool::Or(a, b) => Bool::Or(part(a), part(b)),
        Bool::Same(a, b) => Bool::Same(part(a), part(b)),
        Bool::Differ(a, b) => Bool::Differ(part(a), part(b)),
        Bool::Equal(a, b) => Bool::Equal(number(a, by), number(b, by)),
        Bool::Unequal(a, b) => Bool::Unequal(number(a, by), number(b, by)),
        Bool::Constant(_) | Bool::Contains { .. } | Bool::IsEmpty(_) | Bool::Match(..) | Bool::Check(..) => of.clone(),
    }
}

/// Do the triggers ask for different texts or lines?
fn exclude_each_other(a: &Bool, b: &Bool) -> bool {
    let (a, b) = (demands(a), demands(b));
    let differ = |x: &Match, y: &Match| match (x, y) {
        (Match::Lines(x), Match::Lines(y)) => !x.iter().any(|line| y.contains(line)),
        (Match::Text(x), Match::Text(y)) => code::comparable(x) != code::comparable(y),
        _ => false,
    };
    a.iter().any(|x| b.iter().any(|y| differ(x, y)))
}

/// What must all match.
fn demands(trigger: &Bool) -> Vec<&Match> {
    match trigger {
        Bool::And(a, b) => demands(a).into_iter().chain(demands(b)).collect(),
        Bool::Match(question, _) => vec![question],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goto::Random;

    const LETTERS: [&str; 4] = ["x = 1;", "y = 2;", "z = 3;", "return 0;"];

    /// Some states with transitions on random letters, with a counter.
    fn automaton(random: &mut Random) -> Automaton {
        let mut states = shell();
        let n = 2 + 1 + random.below(3);
        for number in 2..n {
            let mut transitions = Vec::new();
            for _ in 0..random.below(4) {
                let letter = Bool::Match(Match::Text(LETTERS[random.below(LETTERS.len())].to_owned()), span());
                let counter = || Int::Variable(VariableId::new(0));
                let (equal, unequal) = (Bool::Equal(counter(), Int::Number(1)), Bool::Unequal(counter(), Int::Number(2)));
                let trigger = match random.below(4) {
                    0 => Bool::And(Box::new(letter), Box::new(equal)),
                    1 => Bool::Or(Box::new(letter), Box::new(equal)),
                    2 => Bool::And(Box::new(Bool::Not(Box::new(letter))), Box::new(unequal)),
                    _ => letter,
                };
                let add = Int::Add(Box::new(counter()), Box::new(Int::Number(1)));
                let actions = if random.below(2) == 0 { vec![Action::Set { variable: VariableId::new(0), value: add }] } else { Vec::new() };
                let to = StateId::new(random.below(n));
                transitions.push(Transition { trigger, assertions: Vec::new(), assumptions: Vec::new(), actions, target: Target::State(to), span: span() });
            }
            states.push(State { name: format!("S{number}"), is_target: false, choice: Choice::First, transitions, span: span() });
        }
        let mut variables = IdVec::new();
        variables.push(Variable { name: "n".to_owned(), start: Start::Int(0), span: span() });
        Automaton { variables, initial: StateId::new(random.below(n)), ..named(NAME, states) }
    }

    fn value(of: &Int, values: &[i64]) -> i64 {
        match of {
            Int::Number(n) => *n,
            Int::Variable(v) => values[v.index()],
            Int::Add(a, b) => value(a, values) + value(b, values),
            _ => unreachable!("not made here"),
        }
    }

    fn holds(of: &Bool, letter: &str, values: &[i64]) -> bool {
        match of {
            Bool::Constant(truth) => *truth,
            Bool::Not(a) => !holds(a, letter, values),
            Bool::And(a, b) => holds(a, letter, values) && holds(b, letter, values),
            Bool::Or(a, b) => holds(a, letter, values) || holds(b, letter, values),
            Bool::Equal(a, b) => value(a, values) == value(b, values),
            Bool::Unequal(a, b) => value(a, values) != value(b, values),
            Bool::Match(Match::Text(text), _) => text == letter,
            _ => unreachable!("not made here"),
        }
    }

    /// The names of the states after each letter.
    fn run(of: &Automaton, word: &[&str]) -> Vec<String> {
        let mut values: Vec<i64> = of.variables.values().map(|v| if let Start::Int(n) = v.start { n } else { 0 }).collect();
        let (mut at, mut names) = (of.initial, Vec::new());
        for letter in word {
            if let Some(t) = of.states[at].transitions.iter().find(|t| holds(&t.trigger, letter, &values)) {
                let old = values.clone();
                for action in &t.actions {
                    let Action::Set { variable, value: new } = action else { continue };
                    values[variable.index()] = value(new, &old);
                }
                let Target::State(to) = t.target else { continue };
                at = to;
            }
            names.push(of.states[at].name.clone());
        }
        names
    }

    #[test]
    fn a_path_was_looked_at_if_one_of_them_says_so() {
        let mut random = Random::new(7);
        for _ in 0..2000 {
            let (a, b) = (automaton(&mut random), automaton(&mut random));
            let both = union(&a, &b).expect("small and plain");
            let word: Vec<&str> = (0..8).map(|_| LETTERS[random.below(LETTERS.len())]).collect();
            for ((in_a, in_b), in_both) in run(&a, &word).into_iter().zip(run(&b, &word)).zip(run(&both, &word)) {
                assert_eq!(in_a == "__FALSE" && in_b == "__FALSE", in_both == "__FALSE", "{a}\n{b}\n{both}\n{word:?}");
                assert_eq!(in_a == "__TRUE" || in_b == "__TRUE", in_both == "__TRUE", "{a}\n{b}\n{both}\n{word:?}");
            }
        }
    }

    #[test]
    fn a_path_is_in_both_if_both_say_so() {
        let mut random = Random::new(8);
        for _ in 0..2000 {
            let (a, b) = (automaton(&mut random), automaton(&mut random));
            let both = intersection(&a, &b).expect("small and plain");
            let word: Vec<&str> = (0..8).map(|_| LETTERS[random.below(LETTERS.len())]).collect();
            for ((in_a, in_b), in_both) in run(&a, &word).into_iter().zip(run(&b, &word)).zip(run(&both, &word)) {
                assert_eq!(in_a == "__FALSE" || in_b == "__FALSE", in_both == "__FALSE", "{a}\n{b}\n{both}\n{word:?}");
                assert_eq!(in_a == "__TRUE" && in_b == "__TRUE", in_both == "__TRUE", "{a}\n{b}\n{both}\n{word:?}");
            }
        }
    }
}
