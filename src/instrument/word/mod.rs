//! The product of a program with a Büchi automaton of the runs that violate a formula: the automaton's state is a variable of the program, which every step of
//! the word moves on. Where the automaton has a choice, an input decides.
//!
//! A letter of the word is what the propositions are after a statement. Nothing is lost if statements that change no proposition take no step, as formulas
//! without `X` do not see letters that repeat: steps are after each instruction that may change a proposition, at heads of loops, so that runs without end are
//! words without end, after the first statement of the entry function, and at the end of the program. The initialisation of statics is no part of the word.
//! In a program that marks its steps, these and no others are steps.
//!
//! A run without end that has no steps any more repeats its last letter, as one that ends does.
//!
//! A run in which the automaton has no way to go on ends there: as far as such a run goes the formula is not violated by it.

mod facts;
mod flags;
mod moves;
mod points;
mod variables;

use super::insert::Insertions;
use analysis::termination::{Claim, Subject};
use automata::ltl::{Buchi, Cube, TooLarge, future};
use automata::{Automaton, StateId, Transition};
pub(super) use flags::{Flag, in_order};
use goto::callgraph::CallGraph;
use goto::{
    Callee, ExprId, ExprKind, FuncId, Id, InputId, InputKind, InputOrigin, InstrId, InstrKind, Instruction, Program, Property, PropertyClass, PropertyId,
    SymbolId,
};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
pub(super) use variables::static_flag;
use variables::static_variable;

/// States of the automaton at most: the variable has a byte, and what moves it on grows with them.
const MOST_STATES: usize = 200;
/// Transitions of a state at most: the choice between them has two bytes at most.
const MOST_WAYS: usize = 1 << 16;

/// What moves the word on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Steps {
    /// Statements.
    Statements,
    /// Calls of this function, which has no body.
    Marked(FuncId),
}

/// A program whose runs move an automaton on.
pub struct Word {
    /// What is claimed of the ends of runs and of their beginnings. That it holds of infinite runs is for others.
    pub claims: Vec<Claim>,
    /// The propositions at the last step, one bit each.
    pub letter: SymbolId,
    /// What the automaton does where it has a choice.
    pub choice: Option<InputId>,
    pub(super) flags: Vec<Flag>,
    pub(super) helpers: FxHashSet<SymbolId>,
    /// The automaton's state, and how many there are.
    state: ExprId,
    n_states: usize,
    accepting: Vec<bool>,
    /// Does the state accept the last letter for ever? Asked where there are visits of heads without a step in between.
    pub(super) idle: Option<ExprId>,
    atoms: Vec<ExprId>,
    pub(super) is_weak: bool,
}

impl Word {
    /// Is it the name of a variable that the program does not have by itself?
    pub fn is_helper(&self, program: &Program, name: &str) -> bool {
        // Names of the source have no blanks.
        name.contains(' ') || self.helpers.iter().any(|&s| program.symbols[s].name == name)
    }

    /// Is it an instruction that moves the word on, or asks where it is?
    pub fn is_of_word(&self, program: &Program, kind: &InstrKind) -> bool {
        let mut found = false;
        kind.expressions(|e, _| {
            program.exprs.walk(e, &mut FxHashSet::default(), &mut |_, kind| {
                found |= matches!(kind, ExprKind::Var(s) if self.helpers.contains(&s) || program.symbols[s].name.contains(' '));
            });
        });
        found
    }
}

/// Puts the automaton into the program. `atoms` are its propositions, which crash nowhere; `entry` is where the word begins; what happens to the variables `beside`
/// is no part of a statement.
///
/// # Errors
/// If the automaton is too large.
pub fn word(program: &mut Program, automaton: &Buchi, atoms: &[ExprId], steps: Steps, entry: FuncId, beside: &FxHashSet<SymbolId>) -> Result<Word, TooLarge> {
    let n_atoms = automaton.atoms.len();
    let automaton = one_start(&automaton.automaton);
    if automaton.n_states() > MOST_STATES || most_ways(&automaton) > MOST_WAYS {
        return Err(TooLarge);
    }
    let stutters = future::stutters(&automaton, n_atoms)?;
    let universal = future::universal(&automaton);
    let mut maker = Maker::new(program, automaton, atoms, steps, beside);
    maker.find_flags();
    // Where assumptions may end a run its beginning alone says nothing: the run may be none.
    let goes_on = !assumes(maker.program);
    let (exit, bad) = maker.properties(entry, goes_on && universal.values().any(|&u| u));
    let for_ever = maker.accepts_for_ever(&stutters);
    let at_exit = maker.at_exit(for_ever, exit);
    let bad_prefix = bad.map(|property| maker.never_in(&universal, property));
    maker.insert(entry, &at_exit, bad_prefix.as_ref());
    let word = maker.word(for_ever);
    goto::assert_valid(program, "word");
    Ok(word)
}

/// Transitions that a state has at most.
fn most_ways(automaton: &Automaton<Cube>) -> usize {
    automaton.states().map(|s| automaton.outgoing(s).len()).max().unwrap_or(0)
}

fn assumes(program: &Program) -> bool {
    program.functions.values().flat_map(|f| f.body.iter()).flat_map(|b| b.values()).any(|i| matches!(i.kind, InstrKind::Assume(_)))
}

/// The automaton with one initial state, which comes first.
fn one_start(automaton: &Automaton<Cube>) -> Automaton<Cube> {
    let first = StateId::new(0);
    // A state that the others come back to will do by itself.
    if let [only] = *automaton.initial() {
        let mut order: Vec<StateId> = automaton.states().collect();
        order.swap(only.index(), 0);
        return automaton.renumbered(&order, |_, t| Some(t.label));
    }
    let shifted = |t: &Transition<Cube>| (t.label, StateId::new(t.to.index() + 1));
    let starts: BTreeSet<(Cube, StateId)> = automaton.initial().iter().flat_map(|&s| automaton.leaving(s)).map(shifted).collect();
    let others = automaton.states().map(|s| (automaton.is_accepting(s), automaton.leaving(s).map(shifted).collect()));
    Automaton::of(vec![first], std::iter::once((false, starts.into_iter().collect())).chain(others))
}

struct Maker<'a> {
    program: &'a mut Program,
    automaton: Automaton<Cube>,
    atoms: &'a [ExprId],
    steps: Steps,
    state: ExprId,
    letter: ExprId,
    /// A variable and the input for it.
    choice: Option<(ExprId, InputId)>,
    /// Was there a step? Only asked if not all statements are.
    begun: ExprId,
    calls: CallGraph,
    flags: Vec<Flag>,
    /// For each loop of the flags, the functions whose steps are steps in it.
    below: Vec<FxHashSet<FuncId>>,
    /// Variables by name that propositions read.
    read: FxHashSet<SymbolId>,
    /// May a store through a pointer change a proposition?
    in_memory: bool,
    /// Variables that are not the program's.
    beside: &'a FxHashSet<SymbolId>,
    claims: Vec<Claim>,
}

impl<'a> Maker<'a> {
    fn new(program: &'a mut Program, automaton: Automaton<Cube>, atoms: &'a [ExprId], steps: Steps, beside: &'a FxHashSet<SymbolId>) -> Self {
        let loc = program.functions[program.start].loc;
        let state = static_variable(program, "state of the formula", 8, loc);
        let letter = static_variable(program, "letter", 32, loc);
        let begun = static_flag(program, "has begun", loc);
        let needs_choice = !automaton.is_deterministic();
        let choice = needs_choice.then(|| {
            let (bits, type_name) = if most_ways(&automaton) <= 1 << 8 { (8, "unsigned char") } else { (16, "unsigned short") };
            let ty = program.types.int(bits, false);
            let input =
                program.inputs.push(InputKind { function: "choice of the automaton".into(), type_name: type_name.into(), ty, origin: InputOrigin::Call });
            (static_variable(program, "choice", bits, loc), input)
        });
        let mut read = FxHashSet::default();
        for &atom in atoms {
            program.exprs.walk(atom, &mut FxHashSet::default(), &mut |_, kind| {
                if let ExprKind::Var(symbol) = kind {
                    read.insert(symbol);
                }
            });
        }
        let surroundings = super::loop_state::Surroundings::new(program);
        let in_memory = read.iter().any(|&s| surroundings.is_in_memory(s));
        let calls = CallGraph::new(program);
        Self {
            program,
            automaton,
            atoms,
            steps,
            state,
            letter,
            choice,
            begun,
            calls,
            flags: Vec::new(),
            below: Vec::new(),
            read,
            in_memory,
            beside,
            claims: Vec::new(),
        }
    }

    fn properties(&mut self, entry: FuncId, has_bad: bool) -> (PropertyId, Option<PropertyId>) {
        let loc = self.program.functions[entry].loc;
        let mut property = |name: &str, text: &str| {
            let (name, text) = (format!("{}.ltl.{name}", self.program.functions[entry].name), text.to_owned());
            let class = PropertyClass::Termination;
            let id = self.program.properties.push(Property { name: name.clone(), class, function: entry, loc, text: text.clone() });
            let (ends, endless) = (vec![id], vec![id]);
            self.claims.push(Claim { name, function: entry, loc, text, subject: Subject::Loop, ends, endless, traps: Vec::new(), gap: None });
            id
        };
        let exit = property("end", "runs that end satisfy the formula, their last letter for ever");
        let bad = has_bad.then(|| property("prefix", "no beginning of a run violates the formula however it goes on"));
        (exit, bad)
    }

    fn insert(&mut self, entry: FuncId, at_exit: &InstrKind, bad_prefix: Option<&InstrKind>) {
        for f in self.program.functions.ids().collect::<Vec<_>>() {
            let Some(body) = self.program.functions[f].body.take() else { continue };
            // Loops are found in the program.
            self.program.functions[f].body = Some(body.clone());
            let points = self.points(f, &body, f == entry);
            let ends = body.iter().filter(|(_, i)| matches!(i.kind, InstrKind::Halt(_))).map(|(at, _)| at);
            let ends: FxHashSet<InstrId> = ends.collect();
            let loops = self.loops_around(f, &body);
            let mut insertions = Insertions::default();
            let all: BTreeSet<InstrId> = points.iter().chain(&ends).copied().collect();
            let mut body = body;
            for at in all {
                let loc = body[at].loc;
                let within = loops.get(&at).map_or(&[][..], Vec::as_slice);
                if points.contains(&at) || self.steps == Steps::Statements {
                    self.step(f, within, loc, bad_prefix).into_iter().for_each(|i| insertions.before(at, i));
                }
                if ends.contains(&at) {
                    insertions.before(at, Instruction { kind: at_exit.clone(), loc });
                }
            }
            if let Steps::Marked(mark) = self.steps {
                for (_, instruction) in body.iter_mut() {
                    if matches!(instruction.kind, InstrKind::Call { callee: Callee::Direct(g), .. } if g == mark) {
                        instruction.kind = InstrKind::Skip;
                    }
                }
            }
            insertions.apply(&mut body);
            self.program.functions[f].body = Some(body);
        }
    }

    fn word(self, for_ever: ExprId) -> Word {
        let symbol = |e: ExprId| match self.program.exprs.kind(e) {
            ExprKind::Var(symbol) => Some(symbol),
            _ => None,
        };
        let helpers = self
            .flags
            .iter()
            .flat_map(|f| [Some(f.seen), f.stepped])
            .flatten()
            .chain([self.letter])
            .chain(self.choice.map(|c| c.0))
            .filter_map(symbol)
            .chain(self.beside.iter().copied())
            .collect();
        let letter = symbol(self.letter).expect("a variable was made for the letter");
        // Where not every visit of a head is a step, one without accepting states says nothing.
        let is_weak = self.automaton.is_weak() && self.steps == Steps::Statements;
        let accepting = self.automaton.states().map(|s| self.automaton.is_accepting(s)).collect();
        let (state, n_states, atoms) = (self.state, self.automaton.n_states(), self.atoms.to_vec());
        let idle = (self.steps != Steps::Statements).then_some(for_ever);
        Word { claims: self.claims, letter, choice: self.choice.map(|c| c.1), flags: self.flags, helpers, state, n_states, accepting, idle, atoms, is_weak }
    }
}
