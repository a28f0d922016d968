//! The product of a program with a Büchi automaton of the runs that violate a formula: the automaton's state is a variable of the program, which every step of
//! the word moves on. Where the automaton has a choice, an input decides.
//!
//! A letter of the word is what the propositions are after a statement. Nothing is lost if statements that change no proposition take no step, as formulas
//! without `X` do not see letters that repeat: steps are after each instruction that may change a proposition, at heads of loops, so that runs without end are
//! words without end, after the first statement of the entry function, and at the end of the program. The initialisation of statics is no part of the word.
//! In a program that marks its steps, these and no others are steps.
//!
//! A run in which the automaton has no way to go on ends there: as far as such a run goes the formula is not violated by it.

use super::insert::Insertions;
use crate::analysis::invariants::Candidate;
use crate::analysis::named_loops::{NamedLoop, loops_of};
use crate::analysis::termination::{Claim, Subject};
use crate::ltl::buchi::{Cube, State};
use crate::ltl::{Buchi, StateId, TooLarge, future};
use goto::callgraph::CallGraph;
use goto::visit::Role;
use goto::{
    BinOp, Body, Callee, ExprId, ExprKind, FuncId, Id, IdVec, InputId, InputKind, InstrId, InstrKind, Instruction, Location, Program, Property, PropertyClass,
    PropertyId, Storage, Symbol, SymbolId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// States of the automaton at most: the variable has a byte, and what moves it on grows with them.
const MOST_STATES: usize = 200;

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
    atoms: Vec<ExprId>,
    pub(super) is_weak: bool,
}

/// Facts for one head, and for all.
const FACTS: usize = 100;
const ALL_FACTS: usize = 600;

impl Word {
    /// Facts that may hold at the heads of the user's loops in the program as it is now: that the automaton is not in a state, or not unless a proposition
    /// holds, or does not hold, or if little was accepted so far. `counts` are the variables that count visits with accepting states before them.
    pub fn facts(&self, program: &mut Program, counts: &[ExprId]) -> Vec<Candidate> {
        let heads: Vec<(FuncId, InstrId)> = program
            .functions
            .ids()
            .filter(|&f| !program.functions[f].model)
            .collect::<Vec<_>>()
            .into_iter()
            .flat_map(|f| loops_of(program, f))
            .map(|l| (l.function, l.head))
            .collect();
        let mut facts = Vec::new();
        let ty = program.exprs.ty(self.state);
        let (mut few, mut accepting) = (Vec::new(), program.build().truth(false));
        for s in 0..self.n_states {
            let mut build = program.build();
            let number = build.constant(ty, s as i128);
            let elsewhere = build.binary(BinOp::Ne, self.state, number);
            facts.push(elsewhere);
            if self.accepting[s] {
                let here = program.build().not(elsewhere);
                accepting = either(program, accepting, here);
            }
            for flag in &self.flags {
                let unseen = program.build().not(flag.seen);
                few.push(program.build().binary(BinOp::Or, elsewhere, unseen));
            }
            for &count in counts {
                let ty = program.exprs.ty(count);
                let mut build = program.build();
                let zero = build.constant(ty, 0);
                let none = build.binary(BinOp::Eq, count, zero);
                let none = build.binary(BinOp::Or, elsewhere, none);
                few.push(none);
                few.extend(self.flags.iter().map(|flag| {
                    let unseen = build.not(flag.seen);
                    build.binary(BinOp::Or, none, unseen)
                }));
            }
            for &atom in &self.atoms {
                let mut build = program.build();
                let not = build.not(atom);
                facts.push(build.binary(BinOp::Or, elsewhere, atom));
                facts.push(build.binary(BinOp::Or, elsewhere, not));
            }
        }
        // What was accepted stays so where accepting states lead to nothing else.
        let kept: Vec<ExprId> = self.flags.iter().map(|flag| program.build().not(flag.seen)).collect();
        facts.extend(kept.into_iter().map(|unseen| either(program, unseen, accepting)));
        facts.extend(few);
        facts.truncate(FACTS.min(ALL_FACTS / heads.len().max(1)));
        let all = heads.into_iter().flat_map(|(function, head)| facts.iter().map(move |&fact| Candidate { function, head, fact, each: None }));
        all.collect()
    }

    /// Is it the name of a variable that the program does not have by itself?
    pub fn is_helper(&self, program: &Program, name: &str) -> bool {
        // Names of the source have no blanks.
        name.contains(' ') || self.helpers.iter().any(|&s| program.symbols[s].name == name)
    }
}

/// Whether an accepting state was seen in a loop, and whose loop it is.
pub(super) struct Flag {
    pub function: FuncId,
    /// Which of the function's loops, in the order of their heads.
    pub number: usize,
    pub seen: ExprId,
}

/// Puts the automaton into the program. `atoms` are its propositions, which crash nowhere; `entry` is where the word begins.
///
/// # Errors
/// If the automaton is too large.
pub fn word(program: &mut Program, automaton: &Buchi, atoms: &[ExprId], steps: Steps, entry: FuncId) -> Result<Word, TooLarge> {
    let automaton = one_start(automaton);
    if automaton.states.len() > MOST_STATES {
        return Err(TooLarge);
    }
    let stutters = future::stutters(&automaton)?;
    let universal = future::universal(&automaton);
    let mut maker = Maker::new(program, automaton, atoms, steps);
    maker.find_flags();
    // Where assumptions may end a run its beginning alone says nothing: the run may be none.
    let goes_on = !assumes(maker.program);
    let (exit, bad) = maker.properties(entry, goes_on && universal.values().any(|&u| u));
    let at_exit = maker.at_exit(&stutters, exit);
    let bad_prefix = bad.map(|property| maker.never_in(&universal, property));
    maker.insert(entry, &at_exit, bad_prefix.as_ref());
    let word = maker.word();
    goto::assert_valid(program, "word");
    Ok(word)
}

fn assumes(program: &Program) -> bool {
    program.functions.values().flat_map(|f| f.body.iter()).flat_map(|b| b.values()).any(|i| matches!(i.kind, InstrKind::Assume(_)))
}

/// The automaton with one initial state, which comes first.
fn one_start(automaton: &Buchi) -> Buchi {
    let shifted = |s: StateId| StateId::new(s.index() + 1);
    let mut states = IdVec::new();
    let starts = automaton.initial.iter().flat_map(|&s| automaton.states[s].transitions.iter());
    let mut transitions: Vec<(Cube, StateId)> = starts.map(|&(cube, to)| (cube, shifted(to))).collect();
    transitions.sort_unstable();
    transitions.dedup();
    states.push(State { accepting: false, transitions });
    for state in automaton.states.values() {
        states.push(State { accepting: state.accepting, transitions: state.transitions.iter().map(|&(cube, to)| (cube, shifted(to))).collect() });
    }
    // A state that the others come back to will do by itself.
    if let [only] = automaton.initial[..] {
        let swap = |s: StateId| {
            if s == only {
                StateId::new(0)
            } else if s.index() == 0 {
                only
            } else {
                s
            }
        };
        let mut states = IdVec::new();
        for s in automaton.states.ids() {
            let state = &automaton.states[swap(s)];
            states.push(State { accepting: state.accepting, transitions: state.transitions.iter().map(|&(cube, to)| (cube, swap(to))).collect() });
        }
        return Buchi { atoms: automaton.atoms.clone(), initial: vec![StateId::new(0)], states };
    }
    Buchi { atoms: automaton.atoms.clone(), initial: vec![StateId::new(0)], states }
}

struct Maker<'a> {
    program: &'a mut Program,
    automaton: Buchi,
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
    claims: Vec<Claim>,
}

impl<'a> Maker<'a> {
    fn new(program: &'a mut Program, automaton: Buchi, atoms: &'a [ExprId], steps: Steps) -> Self {
        let loc = program.functions[program.start].loc;
        let state = static_variable(program, "state of the formula", 8, loc);
        let letter = static_variable(program, "letter", 32, loc);
        let begun = static_flag(program, "has begun", loc);
        let needs_choice = !automaton.is_deterministic();
        let choice = needs_choice.then(|| {
            let ty = program.types.int(8, false);
            let input = program.inputs.push(InputKind { function: "choice of the automaton".into(), type_name: "unsigned char".into(), ty });
            (static_variable(program, "choice", 8, loc), input)
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
            claims: Vec::new(),
        }
    }

    fn find_flags(&mut self) {
        let functions: Vec<FuncId> = self.program.functions.ids().filter(|&f| !self.program.functions[f].model).collect();
        for function in functions {
            for (number, l) in in_order(self.program, function).into_iter().enumerate() {
                let seen = static_flag(self.program, &format!("accepted in {}", l.name), l.loc);
                self.flags.push(Flag { function, number, seen });
                self.below.push(self.called_in_loop(function, l.head));
            }
        }
    }

    fn called_in_loop(&self, function: FuncId, head: InstrId) -> FxHashSet<FuncId> {
        let mut found = FxHashSet::default();
        let Some(body) = &self.program.functions[function].body else { return found };
        let loops = goto::loops::Loops::new(&goto::cfg::Cfg::new(self.program, body));
        let Some(l) = loops.with_head(head).map(|id| loops.get(id)) else { return found };
        let mut work = Vec::new();
        for &at in &l.body {
            if let InstrKind::Call { callee, .. } = body[at].kind {
                work.extend(self.calls.targets(self.program, callee));
            }
        }
        while let Some(f) = work.pop() {
            if found.insert(f) {
                work.extend(self.calls.callees(f));
            }
        }
        found
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

    /// The claim that no run ends with a state that accepts its last letter for ever.
    fn at_exit(&mut self, stutters: &IdVec<StateId, Vec<Cube>>, property: PropertyId) -> InstrKind {
        let mut accepts = self.program.build().truth(false);
        for (s, cubes) in stutters.iter() {
            let is_here = self.is_state(s);
            let mut any = self.program.build().truth(false);
            for &cube in cubes {
                let allows = self.last_letter_is(cube);
                any = either(self.program, any, allows);
            }
            let both = both(self.program, is_here, any);
            accepts = either(self.program, accepts, both);
        }
        if self.steps != Steps::Statements {
            // A word without letters is none.
            accepts = both(self.program, self.begun, accepts);
        }
        let cond = self.program.build().not(accepts);
        InstrKind::Assert { cond, property }
    }

    fn never_in(&mut self, states: &IdVec<StateId, bool>, property: PropertyId) -> InstrKind {
        let mut inside = self.program.build().truth(false);
        for s in states.ids().filter(|&s| states[s]) {
            let is_here = self.is_state(s);
            inside = either(self.program, inside, is_here);
        }
        let cond = self.program.build().not(inside);
        InstrKind::Assert { cond, property }
    }

    fn is_state(&mut self, s: StateId) -> ExprId {
        let ty = self.program.exprs.ty(self.state);
        let mut build = self.program.build();
        let number = build.constant(ty, s.index() as i128);
        build.binary(BinOp::Eq, self.state, number)
    }

    /// Does the cube allow what the propositions are now?
    fn now_is(&mut self, cube: Cube) -> ExprId {
        let mut all = self.program.build().truth(true);
        for (atom, holds) in cube.literals() {
            let atom = self.atoms[atom.index()];
            let literal = if holds { atom } else { self.program.build().not(atom) };
            all = both(self.program, all, literal);
        }
        all
    }

    /// Does the cube allow what the propositions were at the last step?
    fn last_letter_is(&mut self, cube: Cube) -> ExprId {
        // Statements that change them are steps.
        if self.steps == Steps::Statements {
            return self.now_is(cube);
        }
        let ty = self.program.exprs.ty(self.letter);
        let mut build = self.program.build();
        let (mask, holds) = (build.constant(ty, i128::from(cube.holds | cube.fails)), build.constant(ty, i128::from(cube.holds)));
        let asked = build.binary(BinOp::BitAnd, self.letter, mask);
        build.binary(BinOp::Eq, asked, holds)
    }

    /// The state after a step from the one that there is; beyond all states: there is none.
    fn next_state(&mut self) -> ExprId {
        let ty = self.program.exprs.ty(self.state);
        let nowhere = self.automaton.states.len() as i128;
        let mut next = self.program.build().constant(ty, nowhere);
        for s in self.automaton.states.ids().collect::<Vec<_>>() {
            let from_here = self.next_from(s);
            let is_here = self.is_state(s);
            next = self.program.build().ite(is_here, from_here, next);
        }
        next
    }

    /// The transition that the choice names if its condition holds, else the first whose condition does.
    fn next_from(&mut self, s: StateId) -> ExprId {
        let ty = self.program.exprs.ty(self.state);
        let transitions = self.automaton.states[s].transitions.clone();
        let overlaps = |k: usize| transitions[..k].iter().any(|t| t.0.and(transitions[k].0).is_some());
        let mut next = self.program.build().constant(ty, self.automaton.states.len() as i128);
        let mut earlier = self.program.build().truth(false);
        for (k, &(cube, to)) in transitions.iter().enumerate() {
            let allowed = self.now_is(cube);
            let target = self.program.build().constant(ty, to.index() as i128);
            let mut taken = allowed;
            if overlaps(k)
                && let Some((choice, _)) = self.choice
            {
                let mut build = self.program.build();
                let number = build.constant(ty, k as i128);
                let chosen = build.binary(BinOp::Eq, choice, number);
                let no_other = build.not(earlier);
                let free = either(self.program, chosen, no_other);
                taken = both(self.program, allowed, free);
            }
            next = self.program.build().ite(taken, target, next);
            earlier = either(self.program, earlier, allowed);
        }
        next
    }

    /// What a step does.
    fn step(&mut self, function: FuncId, within: &[usize], loc: Location, bad_prefix: Option<&InstrKind>) -> Vec<Instruction> {
        let mut kinds = Vec::new();
        let letter_type = self.program.exprs.ty(self.letter);
        let mut letter = self.program.build().constant(letter_type, 0);
        for (i, &atom) in self.atoms.iter().enumerate() {
            let mut build = self.program.build();
            let (bit, none) = (build.constant(letter_type, 1 << i), build.constant(letter_type, 0));
            let value = build.ite(atom, bit, none);
            letter = build.binary(BinOp::BitOr, letter, value);
        }
        kinds.push(InstrKind::Assign { lhs: self.letter, rhs: letter });
        if self.steps != Steps::Statements {
            let rhs = self.program.build().truth(true);
            kinds.push(InstrKind::Assign { lhs: self.begun, rhs });
        }
        kinds.extend(self.choice.map(|(lhs, input)| InstrKind::Input { lhs, input }));
        let next = self.next_state();
        kinds.push(InstrKind::Assign { lhs: self.state, rhs: next });
        let state_type = self.program.exprs.ty(self.state);
        let mut build = self.program.build();
        let nowhere = build.constant(state_type, self.automaton.states.len() as i128);
        let goes_on = build.binary(BinOp::Lt, self.state, nowhere);
        kinds.push(InstrKind::Assume(goes_on));
        kinds.extend(bad_prefix.cloned());
        let mut accepting = self.program.build().truth(false);
        for s in self.automaton.states.ids().filter(|&s| self.automaton.states[s].accepting).collect::<Vec<_>>() {
            let is_here = self.is_state(s);
            accepting = either(self.program, accepting, is_here);
        }
        for (i, seen) in self.flags.iter().map(|f| f.seen).enumerate().collect::<Vec<_>>() {
            if within.contains(&i) || self.below[i].contains(&function) {
                let rhs = either(self.program, seen, accepting);
                kinds.push(InstrKind::Assign { lhs: seen, rhs });
            }
        }
        kinds.into_iter().map(|kind| Instruction { kind, loc }).collect()
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

    /// The flags of the loops around each instruction.
    fn loops_around(&self, f: FuncId, body: &Body) -> FxHashMap<InstrId, Vec<usize>> {
        let mut found: FxHashMap<InstrId, Vec<usize>> = FxHashMap::default();
        let loops = goto::loops::Loops::new(&goto::cfg::Cfg::new(self.program, body));
        for (number, named) in in_order(self.program, f).into_iter().enumerate() {
            let flag = self.flags.iter().position(|g| g.function == f && g.number == number);
            if let (Some(flag), Some(id)) = (flag, loops.with_head(named.head)) {
                loops.get(id).body.iter().for_each(|&at| found.entry(at).or_default().push(flag));
            }
        }
        found
    }

    /// The instructions before which steps are.
    fn points(&self, f: FuncId, body: &Body, is_entry: bool) -> FxHashSet<InstrId> {
        let mut points = FxHashSet::default();
        let next = |at: InstrId| InstrId::new(at.index() + 1);
        if let Steps::Marked(mark) = self.steps {
            points.extend(body.iter().filter(|(_, i)| matches!(i.kind, InstrKind::Call { callee: Callee::Direct(g), .. } if g == mark)).map(|(at, _)| at));
            return points;
        }
        // The library does its work in one step; so does what happens before the entry function.
        if self.program.functions[f].model {
            return points;
        }
        points.extend(body.iter().filter(|(_, i)| self.may_change(&i.kind)).map(|(at, _)| next(at)));
        points.extend(loops_of(self.program, f).iter().map(|l| l.head));
        if is_entry {
            points.extend(self.first_letter(body));
        }
        points
    }

    /// Where the first letter is, unless the first statement changes a proposition and is a step by itself.
    fn first_letter(&self, body: &Body) -> Option<InstrId> {
        for (at, instruction) in body.iter() {
            match &instruction.kind {
                InstrKind::Skip | InstrKind::Mark(_) | InstrKind::Decl(_) | InstrKind::Dead(_) => {}
                // A part of a statement.
                InstrKind::Assign { lhs, .. } | InstrKind::Input { lhs, .. } | InstrKind::Havoc { lhs } if self.is_temporary(*lhs) => {}
                InstrKind::Call { callee: Callee::Direct(g), .. } if self.program.functions[*g].body.is_none() || self.program.functions[*g].model => {}
                kind => return (!self.may_change(kind)).then_some(at),
            }
        }
        None
    }

    fn is_temporary(&self, place: ExprId) -> bool {
        matches!(self.program.exprs.kind(self.program.exprs.root(place)), ExprKind::Var(s) if matches!(self.program.symbols[s].storage, Storage::Temporary(_)))
    }

    /// May a proposition be another one after the instruction?
    fn may_change(&self, kind: &InstrKind) -> bool {
        let mut changes = false;
        kind.expressions(|e, role| {
            if role == Role::Write {
                changes |= match self.program.exprs.kind(self.program.exprs.root(e)) {
                    ExprKind::Var(symbol) => self.read.contains(&symbol),
                    _ => self.in_memory,
                };
            }
        });
        changes
            || match kind {
                InstrKind::MemCopy { .. } | InstrKind::MemSet { .. } => self.in_memory,
                // What the library and unknown functions do to memory.
                InstrKind::Call { callee: Callee::Direct(g), .. } => {
                    self.in_memory && (self.program.functions[*g].model || self.program.functions[*g].body.is_none())
                }
                InstrKind::Call { callee: Callee::Indirect(_), .. } => self.in_memory,
                _ => false,
            }
    }

    fn word(self) -> Word {
        let symbol = |e: ExprId| match self.program.exprs.kind(e) {
            ExprKind::Var(symbol) => Some(symbol),
            _ => None,
        };
        let helpers = self.flags.iter().map(|f| f.seen).chain([self.letter]).chain(self.choice.map(|c| c.0)).filter_map(symbol).collect();
        let letter = symbol(self.letter).expect("a variable was made for the letter");
        // Where not every visit of a head is a step, one without accepting states says nothing.
        let is_weak = self.automaton.is_weak() && self.steps == Steps::Statements;
        let accepting = self.automaton.states.values().map(|s| s.accepting).collect();
        let (state, n_states, atoms) = (self.state, self.automaton.states.len(), self.atoms.to_vec());
        Word { claims: self.claims, letter, choice: self.choice.map(|c| c.1), flags: self.flags, helpers, state, n_states, accepting, atoms, is_weak }
    }
}

/// The loops of a function in the order of their heads, which insertions do not change.
pub(super) fn in_order(program: &Program, f: FuncId) -> Vec<NamedLoop> {
    let mut loops = loops_of(program, f);
    loops.sort_by_key(|l| l.head);
    loops
}

fn static_variable(program: &mut Program, name: &str, bits: u16, loc: Location) -> ExprId {
    let ty = program.types.int(bits, false);
    let symbol = program.symbols.push(Symbol { name: name.to_owned(), ty, storage: Storage::Static, loc });
    program.build().var(symbol, ty)
}

pub(super) fn static_flag(program: &mut Program, name: &str, loc: Location) -> ExprId {
    let ty = program.types.bool();
    let symbol = program.symbols.push(Symbol { name: name.to_owned(), ty, storage: Storage::Static, loc });
    program.build().var(symbol, ty)
}

/// `a && b`, without constants.
pub(super) fn both(program: &mut Program, a: ExprId, b: ExprId) -> ExprId {
    match (program.exprs.as_const(a), program.exprs.as_const(b)) {
        (Some(c), _) => {
            if c.is_true() {
                b
            } else {
                a
            }
        }
        (_, Some(c)) => {
            if c.is_true() {
                a
            } else {
                b
            }
        }
        _ => program.build().binary(BinOp::And, a, b),
    }
}

/// `a || b`, without constants.
pub(super) fn either(program: &mut Program, a: ExprId, b: ExprId) -> ExprId {
    match (program.exprs.as_const(a), program.exprs.as_const(b)) {
        (Some(c), _) => {
            if c.is_true() {
                a
            } else {
                b
            }
        }
        (_, Some(c)) => {
            if c.is_true() {
                b
            } else {
                a
            }
        }
        _ => program.build().binary(BinOp::Or, a, b),
    }
}
