//! Automata as an observer: variables for the states and for what else they keep, and what the steps of the source do to them.
//!
//! An automaton in which at most one transition may be taken at a time is a number. One that may take several and keeps nothing else is a set of states, so
//! that nothing has to be guessed. One that may take several and keeps variables guesses.
//!
//! Where an automaton stops the path, or what it assumes does not hold, the run ends. Nothing leads out of an error; with one automaton the run ends there.

use super::Result;
use super::ast::{Action, Automaton, Bool, Check, Choice, Element, Int, Specification, Start, StateId, Target, VariableId as OfAutomaton};
use super::code::comparable;
use super::matching::{Move, Moves};
use super::product::{self, Parts, Product, StepAt};
use crate::observer::{Command, Expr, Sort, Variable, VariableId};
use goto::routine::Binary;
use goto::{Id, IdVec};
use std::collections::BTreeMap;

/// What automata tell of a step, or ask there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// Its number in the specification.
    pub automaton: usize,
    pub at: StepAt,
    pub state: StateId,
    pub transition: usize,
    pub what: What,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// The transition leads to an error.
    Error,
    /// This assertion of the transition does not hold.
    Assertion(Bool),
    /// The analysis ends.
    Break,
    /// The transition is taken.
    Taken,
    /// Does the assumption hold? With what its pattern bound put in.
    Assumption(String),
    /// Is one of the transitions to come taken in place of this one? Either may be.
    Guess,
}

/// How the state of an automaton is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Kept {
    /// The number of the state; the number behind the last one is that of no state any more.
    Number(VariableId),
    /// Of each state, and of none any more, whether the automaton may be there; and what that was before the step.
    Set { is: Vec<VariableId>, was: Vec<VariableId> },
}

/// The variables of one automaton.
#[derive(Clone, Debug)]
struct Store {
    kept: Kept,
    ints: BTreeMap<OfAutomaton, VariableId>,
    texts: BTreeMap<(OfAutomaton, String), VariableId>,
    numbers: BTreeMap<(OfAutomaton, i64), VariableId>,
}

/// The observer of all automata of a specification.
#[derive(Debug)]
pub struct Lowering<'a> {
    parts: Parts<'a>,
    pub variables: IdVec<VariableId, Variable>,
    stores: Vec<Store>,
    /// For answers.
    answer: VariableId,
}

/// The name of an automaton's variable in C.
pub fn variable_name(automaton: &Automaton, variable: &str) -> String {
    format!("__spec_{}_{variable}", automaton.name)
}

/// The text of an assumption with what `$1` and `$$x` stand for.
pub fn assumption_text(automaton: &Automaton, of: &Move<'_>, text: &str) -> String {
    super::code::expanded(text, &of.bindings, |name| automaton.variables.values().any(|v| v.name == name).then(|| variable_name(automaton, name)))
}

/// The automata of a specification in the order in which they take a step: those that are asked for their states go first, since what is asked for is where
/// they have got to.
pub fn order(specification: &Specification) -> Vec<usize> {
    let asks = |a: &Automaton| {
        let mut found = false;
        a.states.values().flat_map(|s| &s.transitions).for_each(|t| t.trigger.walk(&mut |b| found |= matches!(b, Bool::Check(..))));
        found
    };
    let mut order: Vec<usize> = (0..specification.automata.len()).collect();
    order.sort_by_key(|&i| asks(&specification.automata[i]));
    order
}

/// Does the step leave everything as it is?
pub fn is_idle(moves: &Moves<'_>, state: StateId) -> bool {
    moves.moves.iter().all(|m| {
        let plain = m.transition.target == Target::State(state) && m.transition.assumptions.is_empty();
        plain && m.assertions.iter().all(|a| *a == Bool::Constant(true)) && m.actions.iter().all(|a| matches!(a, Action::Print { .. }))
    })
}

impl<'a> Lowering<'a> {
    /// # Errors
    /// If an automaton does what cannot be followed.
    pub fn new(parts: Parts<'a>, products: &[Product]) -> Result<Self> {
        let mut variables: IdVec<VariableId, Variable> = IdVec::new();
        let answer = variables.push(Variable { name: "spec answer".to_owned(), sort: Sort::Truth, start: 0 });
        let mut stores = Vec::new();
        for (automaton, product) in parts.specification.automata.iter().zip(products) {
            stores.push(store(&mut variables, parts, automaton, product)?);
        }
        Ok(Self { parts, variables, stores, answer })
    }

    fn automaton(&self, number: usize) -> &'a Automaton {
        &self.parts.specification.automata[number]
    }

    /// What a step does in these states of one automaton; each with a step that is the same in the source. With `all`, also where it changes nothing.
    ///
    /// # Errors
    /// If a transition uses what its pattern does not bind.
    pub fn step(&self, automaton: usize, states: &[(StateId, StepAt)], all: bool) -> Result<Vec<Command<Told>>> {
        let mut moves = Vec::new();
        for &(state, at) in states {
            let step = &self.parts.steps.of(at.edge)[at.index];
            moves.push((state, at, product::moves(self.parts, self.automaton(automaton), state, step)?));
        }
        let is_idle = |state: StateId, moves: &Moves<'_>| !all && is_idle(moves, state);
        if moves.iter().all(|(state, _, moves)| moves.moves.is_empty() || is_idle(*state, moves)) && !matches!(self.stores[automaton].kept, Kept::Set { .. })
            || moves.iter().all(|(state, _, moves)| is_idle(*state, moves))
        {
            return Ok(Vec::new());
        }
        Ok(match &self.stores[automaton].kept {
            Kept::Number(kept) => {
                moves.retain(|(state, _, moves)| !moves.moves.is_empty() && !is_idle(*state, moves));
                moves.iter().rev().fold(Vec::new(), |others, (state, at, moves)| {
                    let here = self.commands_from_one(automaton, *kept, *state, *at, moves);
                    vec![Command::If(Expr::is(*kept, state.index() as i64), here, others)]
                })
            }
            Kept::Set { is, was } => self.commands_from_several(automaton, is, was, &moves),
        })
    }

    /// An automaton that is in one state.
    fn commands_from_one(&self, automaton: usize, kept: VariableId, state: StateId, at: StepAt, moves: &Moves<'a>) -> Vec<Command<Told>> {
        let of = self.automaton(automaton);
        let is_alone = self.parts.specification.automata.len() == 1;
        let mut commands = Vec::new();
        for (i, m) in moves.moves.iter().enumerate().rev() {
            let told = |what| Told { automaton, at, state, transition: m.index, what };
            let mut taken = Vec::new();
            for assertion in &m.assertions {
                let fails = vec![Command::Tell(told(What::Assertion(assertion.clone()))), Command::End];
                taken.push(Command::If(Expr::negated(self.bool(automaton, assertion)), fails, Vec::new()));
            }
            taken.extend(m.actions.iter().filter_map(|action| self.action(automaton, action)));
            for assumption in &m.transition.assumptions {
                taken.push(Command::Ask(self.answer, told(What::Assumption(assumption_text(of, m, &assumption.text)))));
                taken.push(Command::If(Expr::negated(Expr::Variable(self.answer)), vec![Command::End], Vec::new()));
            }
            taken.extend(tells(of, m).map(|what| Command::Tell(told(what))));
            taken.push(match m.transition.target {
                Target::State(to) if !of.states[to].is_target => Command::Set(kept, Expr::Number(to.index() as i64)),
                Target::State(_) | Target::Error(_) if !is_alone => Command::Set(kept, Expr::Number(of.states.len() as i64)),
                Target::State(_) | Target::Error(_) | Target::Stop | Target::Break => Command::End,
            });
            let later = &moves.moves[i + 1..];
            let mut condition = self.bool(automaton, &m.condition);
            let mut guess = None;
            if of.states[state].choice == Choice::All && !later.is_empty() {
                let any = Expr::Any(later.iter().map(|m| self.bool(automaton, &m.condition)).collect());
                condition = Expr::All(vec![condition, Expr::negated(Expr::All(vec![any, Expr::Variable(self.answer)]))]);
                guess = Some(Command::Ask(self.answer, told(What::Guess)));
            }
            commands = guess.into_iter().chain([Command::If(condition, taken, commands)]).collect();
        }
        commands
    }

    /// An automaton that may be in several states.
    fn commands_from_several(&self, automaton: usize, is: &[VariableId], was: &[VariableId], moves: &[(StateId, StepAt, Moves<'a>)]) -> Vec<Command<Told>> {
        let of = self.automaton(automaton);
        let set = |variable: VariableId| Command::Set(variable, Expr::TRUE);
        let mut commands: Vec<Command<Told>> = moves.iter().map(|(s, ..)| Command::Set(was[s.index()], Expr::Variable(is[s.index()]))).collect();
        commands.extend(moves.iter().map(|(s, ..)| Command::Set(is[s.index()], Expr::FALSE)));
        for (state, at, moves) in moves {
            let mut here = Vec::new();
            for m in &moves.moves {
                let told = |what| Told { automaton, at: *at, state: *state, transition: m.index, what };
                let mut taken: Vec<Command<Told>> = tells(of, m).map(|what| Command::Tell(told(what))).collect();
                match m.transition.target {
                    Target::State(to) if !of.states[to].is_target => taken.push(set(is[to.index()])),
                    Target::State(_) | Target::Error(_) => taken.push(set(is[of.states.len()])),
                    Target::Break => taken.push(Command::End),
                    Target::Stop => {}
                }
                // Of several ways to go on, those end whose assumption does not hold.
                for assumption in m.transition.assumptions.iter().rev() {
                    let ask = Command::Ask(self.answer, told(What::Assumption(assumption_text(of, m, &assumption.text))));
                    taken = vec![ask, Command::If(Expr::Variable(self.answer), taken, Vec::new())];
                }
                for assertion in m.assertions.iter().rev() {
                    let fails = vec![Command::Tell(told(What::Assertion(assertion.clone())))];
                    taken = vec![Command::If(self.bool(automaton, assertion), taken, fails)];
                }
                here.push(Command::If(self.bool(automaton, &m.condition), taken, Vec::new()));
            }
            if moves.stays != Bool::Constant(false) {
                here.push(Command::If(self.bool(automaton, &moves.stays), vec![set(is[state.index()])], Vec::new()));
            }
            commands.push(Command::If(Expr::Variable(was[state.index()]), here, Vec::new()));
        }
        // The path ends when none of the ways goes on.
        let any = Expr::Any(is.iter().map(|&v| Expr::Variable(v)).collect());
        commands.push(Command::If(Expr::negated(any), vec![Command::End], Vec::new()));
        commands
    }

    fn action(&self, automaton: usize, action: &Action) -> Option<Command<Told>> {
        Some(match action {
            Action::Set { variable, value } => Command::Set(self.stores[automaton].ints[variable], self.int(automaton, value)),
            Action::Put { set, element, is_in } => Command::Set(self.stores[automaton].member(*set, element)?, Expr::Number(i64::from(*is_in))),
            Action::Print { .. } => return None,
        })
    }

    fn int(&self, automaton: usize, of: &Int) -> Expr {
        match of {
            Int::Number(n) => Expr::Number(*n),
            Int::Variable(v) => Expr::Variable(self.stores[automaton].ints[v]),
            // Put in by the matcher.
            Int::Bound(_) | Int::Line => Expr::Number(0),
            Int::Add(a, b) => Expr::binary(Binary::Add, self.int(automaton, a), self.int(automaton, b)),
            Int::Sub(a, b) => Expr::binary(Binary::Sub, self.int(automaton, a), self.int(automaton, b)),
        }
    }

    fn bool(&self, automaton: usize, of: &Bool) -> Expr {
        let inner = |b: &Bool| self.bool(automaton, b);
        let same = |a: &Bool, b: &Bool| {
            let (a, b) = (inner(a), inner(b));
            Expr::Any(vec![Expr::All(vec![a.clone(), b.clone()]), Expr::All(vec![Expr::negated(a), Expr::negated(b)])])
        };
        match of {
            Bool::Constant(b) => Expr::Number(i64::from(*b)),
            Bool::Not(a) => Expr::negated(inner(a)),
            Bool::And(a, b) => Expr::All(vec![inner(a), inner(b)]),
            Bool::Or(a, b) => Expr::Any(vec![inner(a), inner(b)]),
            Bool::Same(a, b) => same(a, b),
            Bool::Differ(a, b) => Expr::negated(same(a, b)),
            Bool::Equal(a, b) => Expr::binary(Binary::Equal, self.int(automaton, a), self.int(automaton, b)),
            Bool::Unequal(a, b) => Expr::binary(Binary::Unequal, self.int(automaton, a), self.int(automaton, b)),
            Bool::Contains { set, element } => self.stores[automaton].member(*set, element).map_or(Expr::FALSE, Expr::Variable),
            Bool::IsEmpty(set) => Expr::negated(Expr::Any(self.stores[automaton].members(*set).map(Expr::Variable).collect())),
            Bool::Check(check, _) => self.check(check),
            // Answered by the matcher.
            Bool::Match(..) => Expr::FALSE,
        }
    }

    fn check(&self, check: &Check) -> Expr {
        let automata = &self.parts.specification.automata;
        let is_at = |number: usize, state: usize| match &self.stores[number].kept {
            Kept::Number(kept) => Expr::is(*kept, state as i64),
            Kept::Set { is, .. } => Expr::Variable(is[state]),
        };
        match check {
            Check::State { automaton, state } => {
                let found = self.parts.specification.automaton(automaton).and_then(|a| {
                    let number = automata.iter().position(|b| b.name == a.name)?;
                    Some((number, a.state(state)?.index()))
                });
                // The parser has looked for it.
                found.map_or(Expr::FALSE, |(number, state)| is_at(number, state))
            }
            Check::IsTarget => Expr::Any(automata.iter().enumerate().map(|(number, a)| is_at(number, a.states.len())).collect()),
            // Answered by the matcher.
            Check::Function(_) => Expr::FALSE,
        }
    }
}

/// What a transition that is taken tells.
fn tells(automaton: &Automaton, of: &Move<'_>) -> impl Iterator<Item = What> + use<> {
    let target = match of.transition.target {
        Target::Error(_) => Some(What::Error),
        Target::State(to) if automaton.states[to].is_target => Some(What::Error),
        Target::Break => Some(What::Break),
        Target::State(_) | Target::Stop => None,
    };
    target.into_iter().chain([What::Taken])
}

impl Store {
    /// The variable that says whether something is in a set.
    fn member(&self, set: OfAutomaton, element: &Element) -> Option<VariableId> {
        match element {
            Element::Text(text) => self.texts.get(&(set, text.clone())).copied(),
            Element::Int(Int::Number(n)) => self.numbers.get(&(set, *n)).copied(),
            Element::Int(_) | Element::Bound(_) => None,
        }
    }

    fn members(&self, set: OfAutomaton) -> impl Iterator<Item = VariableId> {
        let texts = self.texts.iter().filter(move |(k, _)| k.0 == set).map(|(_, v)| *v);
        texts.chain(self.numbers.iter().filter(move |(k, _)| k.0 == set).map(|(_, v)| *v))
    }
}

fn store(variables: &mut IdVec<VariableId, Variable>, parts: Parts<'_>, automaton: &Automaton, product: &Product) -> Result<Store> {
    let mut new = |name: String, sort, start| variables.push(Variable { name, sort, start });
    let kept = if automaton.variables.is_empty() && !is_asked(parts, automaton) && may_choose(parts, automaton, product)? {
        let names: Vec<&str> = automaton.states.values().map(|s| s.name.as_str()).chain(["END"]).collect();
        let is_first = |i: usize| i64::from(i == automaton.initial.index());
        let mut flag = |(i, state): (usize, &&str)| new(format!("spec {} {state}", automaton.name), Sort::Truth, is_first(i));
        let is = names.iter().enumerate().map(&mut flag).collect();
        Kept::Set { is, was: names.iter().map(|state| new(format!("spec {} {state} before", automaton.name), Sort::Truth, 0)).collect() }
    } else {
        Kept::Number(new(format!("spec {}", automaton.name), Sort::Number, automaton.initial.index() as i64))
    };
    let mut of = Store { kept, ints: BTreeMap::new(), texts: BTreeMap::new(), numbers: BTreeMap::new() };
    for (id, v) in automaton.variables.iter() {
        let name = |what: &dyn std::fmt::Display| format!("spec {} {} {what}", automaton.name, v.name);
        match &v.start {
            Start::Int(n) => _ = of.ints.insert(id, new(variable_name(automaton, &v.name), Sort::Number, *n)),
            Start::IntSet(first) => first.iter().for_each(|n| _ = of.numbers.entry((id, *n)).or_insert_with(|| new(name(n), Sort::Truth, 1))),
            Start::TextSet(first) => {
                first.iter().map(|t| comparable(t)).for_each(|t| _ = of.texts.entry((id, t.clone())).or_insert_with(|| new(name(&t), Sort::Truth, 1)));
            }
        }
    }
    let mut wrong = None;
    elements(parts, automaton, product, |set, element| {
        let name = |what: &dyn std::fmt::Display| format!("spec {} {} {what}", automaton.name, automaton.variables[set].name);
        match element {
            Element::Text(text) => _ = of.texts.entry((set, text.clone())).or_insert_with(|| new(name(text), Sort::Truth, 0)),
            Element::Int(Int::Number(n)) => _ = of.numbers.entry((set, *n)).or_insert_with(|| new(name(n), Sort::Truth, 0)),
            Element::Int(_) | Element::Bound(_) => wrong = Some(set),
        }
    })?;
    if let Some(set) = wrong {
        let v = &automaton.variables[set];
        let message = format!("the set {} is asked for numbers that are not known before the program runs, which is not supported", v.name);
        return Err(v.span.wrong(message, &parts.specification.sources));
    }
    Ok(of)
}

/// Do other automata ask in which state it is?
fn is_asked(parts: Parts<'_>, automaton: &Automaton) -> bool {
    let mut found = false;
    let transitions = parts.specification.automata.iter().flat_map(|a| a.states.values()).flat_map(|s| &s.transitions);
    for expression in transitions.flat_map(|t| std::iter::once(&t.trigger).chain(&t.assertions)) {
        expression.walk(&mut |b| {
            if let Bool::Check(Check::State { automaton: name, .. }, _) = b {
                found |= parts.specification.automaton(name).is_some_and(|a| a.name == automaton.name);
            }
        });
    }
    found
}

/// May a step take several transitions?
fn may_choose(parts: Parts<'_>, automaton: &Automaton, product: &Product) -> Result<bool> {
    for (at, states) in &product.before {
        for &state in states.iter().filter(|s| automaton.states[**s].choice == Choice::All) {
            if product::moves(parts, automaton, state, &parts.steps.of(at.edge)[at.index])?.moves.len() > 1 {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// The elements of sets that transitions name.
fn elements(parts: Parts<'_>, automaton: &Automaton, product: &Product, mut work: impl FnMut(OfAutomaton, &Element)) -> Result<()> {
    for (at, states) in &product.before {
        for &state in states {
            for of in &product::moves(parts, automaton, state, &parts.steps.of(at.edge)[at.index])?.moves {
                for b in std::iter::once(&of.condition).chain(&of.assertions) {
                    b.walk(&mut |b| {
                        if let Bool::Contains { set, element } = b {
                            work(*set, element);
                        }
                    });
                }
                for action in &of.actions {
                    if let Action::Put { set, element, .. } = action {
                        work(*set, element);
                    }
                }
            }
        }
    }
    Ok(())
}
