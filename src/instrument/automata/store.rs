//! The variables of the program in which automata keep what they know.

use automata::spec::StateId;
use automata::spec::ast::{Action, Automaton, Bool, Element, Int, Start, VariableId};
use automata::spec::product::{self, Parts, Product};
use goto::{Diagnostic, ExprId, Id, InstrKind, Instruction, Location, Program, Storage, Symbol, TypeId};
use rustc_hash::FxHashMap;

/// How the state of an automaton is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kept {
    /// The number of the state; the number behind the last one is that of no state any more.
    Number(ExprId),
    /// Of each state, and of none any more, whether the automaton may be there.
    Set(Vec<ExprId>),
}

/// The variables of one automaton.
#[derive(Clone, Debug)]
pub(super) struct OfAutomaton {
    pub kept: Kept,
    pub ints: FxHashMap<VariableId, ExprId>,
    pub texts: FxHashMap<(VariableId, String), ExprId>,
    pub numbers: FxHashMap<(VariableId, i64), ExprId>,
}

/// All variables.
#[derive(Clone, Debug)]
pub(super) struct Store {
    pub automata: Vec<OfAutomaton>,
    pub int: TypeId,
}

fn nowhere() -> Location {
    Location { file: Id::new(0), line: 0, column: 0 }
}

/// A new variable that lives as long as the program.
pub(crate) fn variable(program: &mut Program, name: String, ty: TypeId) -> ExprId {
    let symbol = program.symbols.push(Symbol { name, ty, storage: Storage::Static, loc: nowhere() });
    program.build().var(symbol, ty)
}

impl Store {
    pub(super) fn new(program: &mut Program, parts: Parts<'_>, products: &[Product]) -> Result<Self, Diagnostic> {
        let int = program.types.int(32, true);
        let mut automata = Vec::new();
        for (automaton, product) in parts.specification.automata.iter().zip(products) {
            automata.push(of_automaton(program, parts, automaton, product, int)?);
        }
        Ok(Self { automata, int })
    }

    /// What the variables begin with.
    pub(super) fn start(&self, program: &mut Program, parts: Parts<'_>) -> Vec<Instruction> {
        let mut values: Vec<(ExprId, ExprId)> = Vec::new();
        for (of, automaton) in self.automata.iter().zip(&parts.specification.automata) {
            match &of.kept {
                Kept::Number(state) => values.push((*state, program.build().constant(self.int, automaton.initial.index() as i128))),
                Kept::Set(flags) => values.push((flags[automaton.initial.index()], program.build().truth(true))),
            }
            for (&id, &expr) in &of.ints {
                if let Start::Int(n) = automaton.variables[id].start {
                    values.push((expr, program.build().constant(self.int, i128::from(n))));
                }
            }
            let yes = program.build().truth(true);
            for ((id, text), &expr) in &of.texts {
                let is_in = |start: &Start| matches!(start, Start::TextSet(of) if of.iter().any(|t| automata::spec::code::comparable(t) == *text));
                values.extend(is_in(&automaton.variables[*id].start).then_some((expr, yes)));
            }
            for ((id, n), &expr) in &of.numbers {
                let is_in = |start: &Start| matches!(start, Start::IntSet(of) if of.contains(n));
                values.extend(is_in(&automaton.variables[*id].start).then_some((expr, yes)));
            }
        }
        values.sort_unstable();
        values.into_iter().map(|(lhs, rhs)| Instruction { kind: InstrKind::Assign { lhs, rhs }, loc: nowhere() }).collect()
    }
}

fn of_automaton(program: &mut Program, parts: Parts<'_>, automaton: &Automaton, product: &Product, int: TypeId) -> Result<OfAutomaton, Diagnostic> {
    let truth = program.types.bool();
    let is_asked = is_asked(parts, automaton);
    let kept = if automaton.variables.is_empty() && !is_asked && may_choose(parts, automaton, product)? {
        let names = automaton.states.values().map(|s| s.name.clone()).chain(["END".to_owned()]);
        Kept::Set(names.map(|name| variable(program, format!("spec {} {name}", automaton.name), truth)).collect())
    } else {
        Kept::Number(variable(program, format!("spec {}", automaton.name), int))
    };
    let mut of = OfAutomaton { kept, ints: FxHashMap::default(), texts: FxHashMap::default(), numbers: FxHashMap::default() };
    for (id, v) in automaton.variables.iter() {
        match &v.start {
            Start::Int(_) => {
                let name = super::variable_name(automaton, &v.name);
                // Assumptions in C have their own name for it.
                let known = program.symbols.iter().find(|(_, s)| s.name == name && s.storage == Storage::Static).map(|(id, s)| (id, s.ty));
                let expr = match known {
                    Some((symbol, ty)) => program.build().var(symbol, ty),
                    None => variable(program, name, int),
                };
                of.ints.insert(id, expr);
            }
            Start::IntSet(first) => first.iter().for_each(|n| of.number(program, id, *n, truth)),
            Start::TextSet(first) => first.iter().for_each(|t| of.text(program, id, &automata::spec::code::comparable(t), truth)),
        }
    }
    let mut wrong = None;
    elements(parts, automaton, product, |set, element| match element {
        Element::Text(text) => of.text(program, set, text, truth),
        Element::Int(Int::Number(n)) => of.number(program, set, *n, truth),
        Element::Int(_) | Element::Bound(_) => wrong = Some(set),
    })?;
    if let Some(set) = wrong {
        let v = &automaton.variables[set];
        let message = format!("the set {} is asked for numbers that are not known before the program runs, which is not supported", v.name);
        return Err(v.span.wrong(message, &parts.specification.sources));
    }
    Ok(of)
}

impl OfAutomaton {
    fn text(&mut self, program: &mut Program, set: VariableId, text: &str, truth: TypeId) {
        self.texts.entry((set, text.to_owned())).or_insert_with(|| variable(program, format!("spec {set} {text}"), truth));
    }

    fn number(&mut self, program: &mut Program, set: VariableId, n: i64, truth: TypeId) {
        self.numbers.entry((set, n)).or_insert_with(|| variable(program, format!("spec {set} {n}"), truth));
    }
}

/// Do other automata ask in which state it is?
fn is_asked(parts: Parts<'_>, automaton: &Automaton) -> bool {
    let mut found = false;
    let transitions = parts.specification.automata.iter().flat_map(|a| a.states.values()).flat_map(|s| &s.transitions);
    for expression in transitions.flat_map(|t| std::iter::once(&t.trigger).chain(&t.assertions)) {
        expression.walk(&mut |b| {
            if let Bool::Check(automata::spec::ast::Check::State { automaton: name, .. }, _) = b {
                found |= parts.specification.automaton(name).is_some_and(|a| a.name == automaton.name);
            }
        });
    }
    found
}

/// May a step take several transitions?
fn may_choose(parts: Parts<'_>, automaton: &Automaton, product: &Product) -> Result<bool, Diagnostic> {
    for (at, states) in &product.before {
        for &state in states {
            if chooses(&product::moves(parts, automaton, state, &parts.steps.of(at.edge)[at.index])?, automaton, state) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// May several of the transitions be taken at once?
pub(super) fn chooses(moves: &automata::spec::Moves<'_>, automaton: &Automaton, state: StateId) -> bool {
    automaton.states[state].choice == automata::spec::ast::Choice::All && moves.moves.len() > 1
}

/// The elements of sets that transitions name.
fn elements(parts: Parts<'_>, automaton: &Automaton, product: &Product, mut work: impl FnMut(VariableId, &Element)) -> Result<(), Diagnostic> {
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
