//! What an edge does to the automata, as instructions.

use super::store::{Kept, Store, chooses};
use super::{Aim, Assumptions, Candidate, CandidateKind, asked_at, assumption_text, goal, halt};
use crate::sequence::Sequence;
use automata::spec::ast::{Action, Automaton, Bool, Check, Element, Int, Target, VariableId};
use automata::spec::product::{self, Parts, Product, StepAt};
use automata::spec::{Move, Moves, StateId, Step};
use goto::edges::{EdgeId, EdgeKind};
use goto::{BinOp, Diagnostic, ExprId, ExprKind, FuncId, Id, InstrId, InstrKind, Instruction, Location, Program, Storage, Symbol};
use rustc_hash::FxHashSet;

pub(super) struct Writer<'w, 'a> {
    pub program: &'w mut Program,
    pub parts: Parts<'a>,
    pub products: &'a [Product],
    pub store: &'w Store,
    pub candidates: &'w [Candidate],
    pub assumptions: &'w Assumptions,
    pub aim: Aim,
    pub code: Sequence,
}

/// Where a transition stands.
#[derive(Clone, Copy)]
struct Spot {
    automaton: usize,
    at: StepAt,
    state: StateId,
}

impl<'a> Writer<'_, 'a> {
    /// What the edge does; nothing if it changes nothing.
    pub(super) fn edge(&mut self, edge: EdgeId) -> Result<Vec<Instruction>, Diagnostic> {
        self.code.0.clear();
        for index in 0..self.parts.steps.of(edge).len() {
            for automaton in self.order() {
                let at = StepAt { edge, index };
                let products = self.products;
                let Some(states) = products[automaton].before.get(&at) else { continue };
                let states: Vec<StateId> = states.iter().copied().collect();
                match &self.store.automata[automaton].kept {
                    Kept::Number(of) => self.number(*of, automaton, at, &states)?,
                    Kept::Set(flags) => self.set(&flags.clone(), automaton, at, &states)?,
                }
            }
        }
        Ok(std::mem::take(&mut self.code.0))
    }

    /// Those that are asked for their states go first, since what is asked for is where they have got to.
    fn order(&self) -> Vec<usize> {
        let automata = &self.parts.specification.automata;
        let asks = |a: &Automaton| {
            let mut found = false;
            a.states.values().flat_map(|s| &s.transitions).for_each(|t| t.trigger.walk(&mut |b| found |= matches!(b, Bool::Check(..))));
            found
        };
        let mut order: Vec<usize> = (0..automata.len()).collect();
        order.sort_by_key(|&i| asks(&automata[i]));
        order
    }

    fn automaton(&self, number: usize) -> &'a Automaton {
        &self.parts.specification.automata[number]
    }

    fn step(&self, at: StepAt) -> &'a Step {
        &self.parts.steps.of(at.edge)[at.index]
    }

    fn push(&mut self, kind: InstrKind) -> usize {
        self.code.push(kind)
    }

    fn unless(&mut self, cond: ExprId) -> usize {
        self.code.unless(self.program, cond)
    }

    fn jump(&mut self) -> usize {
        self.code.jump(self.program)
    }

    fn here(&mut self, jumps: impl IntoIterator<Item = usize>) {
        self.code.here(jumps);
    }

    fn assign(&mut self, lhs: ExprId, rhs: ExprId) {
        self.code.assign(lhs, rhs);
    }

    /// Does the step leave everything as it is?
    fn is_idle(&self, moves: &Moves<'_>, state: StateId) -> bool {
        self.aim == Aim::Errors
            && moves.moves.iter().all(|m| {
                let plain = m.transition.target == Target::State(state) && m.transition.assumptions.is_empty();
                plain && m.assertions.iter().all(|a| *a == Bool::Constant(true)) && m.actions.iter().all(|a| matches!(a, Action::Print { .. }))
            })
    }

    /// An automaton that is in one state.
    fn number(&mut self, kept: ExprId, automaton: usize, at: StepAt, states: &[StateId]) -> Result<(), Diagnostic> {
        let mut done = Vec::new();
        for &state in states {
            let of = self.automaton(automaton);
            let moves = product::moves(self.parts, of, state, self.step(at))?;
            if moves.moves.is_empty() || self.is_idle(&moves, state) {
                continue;
            }
            let number = self.program.build().constant(self.store.int, state.index() as i128);
            let is_here = self.program.build().binary(BinOp::Eq, kept, number);
            let other = self.unless(is_here);
            let spot = Spot { automaton, at, state };
            for (i, m) in moves.moves.iter().enumerate() {
                let cond = self.bool(automaton, &m.condition);
                let mut past = vec![self.unless(cond)];
                if chooses(&moves, of, state) {
                    past.extend(self.may_leave_it(automaton, &moves.moves[i + 1..]));
                }
                let alone = self.parts.specification.automata.len() == 1;
                self.take(spot, m)?;
                match m.transition.target {
                    Target::State(to) if !of.states[to].is_target => {
                        let to = self.program.build().constant(self.store.int, to.index() as i128);
                        self.assign(kept, to);
                    }
                    Target::State(_) | Target::Error(_) if !alone => {
                        let end = self.program.build().constant(self.store.int, of.states.len() as i128);
                        self.assign(kept, end);
                    }
                    Target::State(_) | Target::Error(_) | Target::Stop | Target::Break => _ = self.push(halt()),
                }
                done.push(self.jump());
                self.here(past);
            }
            done.push(self.jump());
            self.here([other]);
        }
        self.here(done);
        Ok(())
    }

    /// Guesses whether one of the transitions to come is taken in place of this one, if one can be. The answer is a jump past this one.
    fn may_leave_it(&mut self, automaton: usize, later: &[Move<'_>]) -> Option<usize> {
        if later.is_empty() {
            return None;
        }
        let truth = self.program.types.bool();
        let mut any = self.program.build().truth(false);
        for m in later {
            let cond = self.bool(automaton, &m.condition);
            any = self.program.build().binary(BinOp::Or, any, cond);
        }
        let loc = Location { file: Id::new(0), line: 0, column: 0 };
        let symbol = self.program.symbols.push(Symbol { name: "choice".to_owned(), ty: truth, storage: Storage::Static, loc });
        let choice = self.program.build().var(symbol, truth);
        self.push(InstrKind::Havoc { lhs: choice });
        let mut build = self.program.build();
        let leave = build.binary(BinOp::And, any, choice);
        Some(self.push(InstrKind::Goto { guard: leave, target: InstrId::new(0), branch: None }))
    }

    /// What a transition does before it arrives.
    fn take(&mut self, spot: Spot, of: &Move<'_>) -> Result<(), Diagnostic> {
        for assertion in &of.assertions {
            let cond = self.bool(spot.automaton, assertion);
            let fails = self.program.build().not(cond);
            self.found(spot, of.index, CandidateKind::Assertion, fails);
            let fine = self.unless(fails);
            self.push(halt());
            self.here([fine]);
        }
        for action in &of.actions {
            self.act(spot.automaton, action);
        }
        for assumption in &of.transition.assumptions {
            let holds = self.assumption(spot, of, &assumption.text);
            let ends = self.program.build().not(holds);
            let fine = self.unless(ends);
            self.push(halt());
            self.here([fine]);
        }
        let always = self.program.build().truth(true);
        for kind in [CandidateKind::Error, CandidateKind::Break, CandidateKind::Taken] {
            self.found(spot, of.index, kind, always);
        }
        Ok(())
    }

    /// The goal of what is found, if there is one.
    fn found(&mut self, spot: Spot, transition: usize, kind: CandidateKind, cond: ExprId) {
        let step = self.step(spot.at);
        let number = self.candidates.iter().position(|c| {
            let same = (c.automaton, c.state, c.transition, c.kind) == (spot.automaton, spot.state, transition, kind);
            same && (kind == CandidateKind::Taken || (c.function, c.loc, &c.text) == (step.function, step.loc, &step.text))
        });
        if let Some(number) = number {
            self.push(goal(number, cond));
        }
    }

    /// An automaton that may be in several states.
    fn set(&mut self, flags: &[ExprId], automaton: usize, at: StepAt, states: &[StateId]) -> Result<(), Diagnostic> {
        let of = self.automaton(automaton);
        let mut all = Vec::new();
        for &state in states {
            let moves = product::moves(self.parts, of, state, self.step(at))?;
            all.push((state, moves));
        }
        if all.iter().all(|(state, moves)| self.is_idle(moves, *state)) {
            return Ok(());
        }
        let (yes, no) = (self.program.build().truth(true), self.program.build().truth(false));
        let mut was = Vec::new();
        for &state in states {
            let old = self.temporary();
            self.assign(old, flags[state.index()]);
            was.push(old);
        }
        for &state in states {
            self.assign(flags[state.index()], no);
        }
        let end = flags[of.states.len()];
        for ((state, moves), was) in all.iter().zip(was) {
            let other = self.unless(was);
            for m in &moves.moves {
                let cond = self.bool(automaton, &m.condition);
                let mut past = vec![self.unless(cond)];
                for assertion in &m.assertions {
                    let cond = self.bool(automaton, assertion);
                    let fails = self.program.build().not(cond);
                    self.found(Spot { automaton, at, state: *state }, m.index, CandidateKind::Assertion, fails);
                    past.push(self.unless(cond));
                }
                // Of several ways to go on, those end whose assumption does not hold.
                for assumption in &m.transition.assumptions {
                    let holds = self.assumption(Spot { automaton, at, state: *state }, m, &assumption.text);
                    past.push(self.unless(holds));
                }
                for kind in [CandidateKind::Error, CandidateKind::Break, CandidateKind::Taken] {
                    self.found(Spot { automaton, at, state: *state }, m.index, kind, yes);
                }
                match m.transition.target {
                    Target::State(to) if !of.states[to].is_target => self.assign(flags[to.index()], yes),
                    Target::State(_) | Target::Error(_) => self.assign(end, yes),
                    Target::Break => _ = self.push(halt()),
                    Target::Stop => {}
                }
                self.here(past);
            }
            let stays = self.bool(automaton, &moves.stays);
            let moved = self.unless(stays);
            self.assign(flags[state.index()], yes);
            self.here([moved, other]);
        }
        self.ends(flags);
        Ok(())
    }

    /// The path ends when none of the ways goes on.
    fn ends(&mut self, flags: &[ExprId]) {
        let mut any = self.program.build().truth(false);
        for &flag in flags {
            any = self.program.build().binary(BinOp::Or, any, flag);
        }
        let none = self.program.build().not(any);
        let fine = self.unless(none);
        self.push(halt());
        self.here([fine]);
    }

    fn temporary(&mut self) -> ExprId {
        let ty = self.program.types.bool();
        let loc = Location { file: Id::new(0), line: 0, column: 0 };
        let symbol = self.program.symbols.push(Symbol { name: "was".to_owned(), ty, storage: Storage::Static, loc });
        self.program.build().var(symbol, ty)
    }

    fn act(&mut self, automaton: usize, action: &Action) {
        match action {
            Action::Set { variable, value } => {
                let lhs = self.store.automata[automaton].ints[variable];
                let ty = self.program.exprs.ty(lhs);
                let rhs = self.int(automaton, value);
                let rhs = self.program.build().cast(rhs, ty);
                self.assign(lhs, rhs);
            }
            Action::Put { set, element, is_in } => {
                let value = self.program.build().truth(*is_in);
                if let Some(lhs) = self.member(automaton, *set, element) {
                    self.assign(lhs, value);
                }
            }
            Action::Print { .. } => {}
        }
    }

    /// The variable that says whether something is in a set.
    fn member(&self, automaton: usize, set: VariableId, element: &Element) -> Option<ExprId> {
        let of = &self.store.automata[automaton];
        match element {
            Element::Text(text) => of.texts.get(&(set, text.clone())).copied(),
            Element::Int(Int::Number(n)) => of.numbers.get(&(set, *n)).copied(),
            Element::Int(_) | Element::Bound(_) => None,
        }
    }

    fn int(&mut self, automaton: usize, of: &Int) -> ExprId {
        let int = self.store.int;
        match of {
            Int::Number(n) => self.program.build().constant(int, i128::from(*n)),
            Int::Variable(v) => {
                let value = self.store.automata[automaton].ints[v];
                self.program.build().cast(value, int)
            }
            // Put in by the matcher.
            Int::Bound(_) | Int::Line => self.program.build().constant(int, 0),
            Int::Add(a, b) | Int::Sub(a, b) => {
                let op = if matches!(of, Int::Add(..)) { BinOp::Add } else { BinOp::Sub };
                let (a, b) = (self.int(automaton, a), self.int(automaton, b));
                self.program.build().binary(op, a, b)
            }
        }
    }

    fn bool(&mut self, automaton: usize, of: &Bool) -> ExprId {
        match of {
            Bool::Constant(b) => self.program.build().truth(*b),
            Bool::Not(a) => {
                let a = self.bool(automaton, a);
                self.program.build().not(a)
            }
            Bool::And(a, b) | Bool::Or(a, b) => {
                let op = if matches!(of, Bool::And(..)) { BinOp::And } else { BinOp::Or };
                let (a, b) = (self.bool(automaton, a), self.bool(automaton, b));
                self.program.build().binary(op, a, b)
            }
            Bool::Same(a, b) | Bool::Differ(a, b) => {
                let (a, b) = (self.bool(automaton, a), self.bool(automaton, b));
                let mut build = self.program.build();
                let (not_a, not_b) = (build.not(a), build.not(b));
                let (both, none) = (build.binary(BinOp::And, a, b), build.binary(BinOp::And, not_a, not_b));
                let same = build.binary(BinOp::Or, both, none);
                if matches!(of, Bool::Same(..)) { same } else { build.not(same) }
            }
            Bool::Equal(a, b) | Bool::Unequal(a, b) => {
                let op = if matches!(of, Bool::Equal(..)) { BinOp::Eq } else { BinOp::Ne };
                let (a, b) = (self.int(automaton, a), self.int(automaton, b));
                self.program.build().binary(op, a, b)
            }
            Bool::Contains { set, element } => match self.member(automaton, *set, element) {
                Some(member) => member,
                None => self.program.build().truth(false),
            },
            Bool::IsEmpty(set) => {
                let of = &self.store.automata[automaton];
                let texts = of.texts.iter().filter(|(k, _)| k.0 == *set).map(|(_, e)| *e);
                let mut members: Vec<ExprId> = texts.chain(of.numbers.iter().filter(|(k, _)| k.0 == *set).map(|(_, e)| *e)).collect();
                members.sort_unstable();
                let mut build = self.program.build();
                let mut any = build.truth(false);
                for member in members {
                    any = build.binary(BinOp::Or, any, member);
                }
                build.not(any)
            }
            Bool::Check(check, _) => self.check(check),
            // Answered by the matcher.
            Bool::Match(..) => self.program.build().truth(false),
        }
    }

    fn check(&mut self, check: &Check) -> ExprId {
        let automata = &self.parts.specification.automata;
        let is_at = |writer: &mut Self, number: usize, state: usize| match &writer.store.automata[number].kept {
            Kept::Number(kept) => {
                let kept = *kept;
                let state = writer.program.build().constant(writer.store.int, state as i128);
                writer.program.build().binary(BinOp::Eq, kept, state)
            }
            Kept::Set(flags) => flags[state],
        };
        match check {
            Check::State { automaton, state } => {
                let found = self.parts.specification.automaton(automaton).and_then(|a| {
                    let number = automata.iter().position(|b| b.name == a.name)?;
                    Some((number, a.state(state)?.index()))
                });
                // The parser has looked for it.
                match found {
                    Some((number, state)) => is_at(self, number, state),
                    None => self.program.build().truth(false),
                }
            }
            Check::IsTarget => {
                let mut any = self.program.build().truth(false);
                for (number, automaton) in automata.iter().enumerate() {
                    let ended = is_at(self, number, automaton.states.len());
                    any = self.program.build().binary(BinOp::Or, any, ended);
                }
                any
            }
            // Answered by the matcher.
            Check::Function(_) => self.program.build().truth(false),
        }
    }

    /// The condition of an assumption; its code comes before.
    fn assumption(&mut self, spot: Spot, of: &Move<'_>, text: &str) -> ExprId {
        let text = assumption_text(self.automaton(spot.automaton), of, text);
        let place = asked_at(self.parts, spot.at.edge);
        let found = self.assumptions.get(&(place, text.clone())).cloned();
        let Some(code) = found.filter(|c| self.is_known_there(c, spot.at.edge)) else {
            self.push(InstrKind::Unsupported(format!("the assumption `{text}` has no meaning here")));
            return self.program.build().truth(true);
        };
        let base = self.code.0.len();
        for mut instruction in code.instructions {
            if let InstrKind::Goto { target, .. } = &mut instruction.kind {
                *target = InstrId::new(base + target.index());
            }
            self.code.0.push(instruction);
        }
        code.cond
    }

    /// Are the variables of the code alive where the edge is told?
    fn is_known_there(&self, code: &automata::fql::watch::Code, edge: EdgeId) -> bool {
        let edges = self.parts.edges;
        let of = edges.edge(edge);
        let place = if matches!(of.kind, EdgeKind::Return(_)) { of.target } else { of.source };
        let function: Option<FuncId> = edges.places()[place].function();
        let (mut known, mut seen) = (true, FxHashSet::default());
        let mut look = |e: ExprId| {
            self.program.exprs.walk(e, &mut seen, &mut |_, kind| {
                if let ExprKind::Var(symbol) = kind {
                    known &= match self.program.symbols[symbol].storage {
                        Storage::Static => true,
                        Storage::Local(f) | Storage::Parameter(f) | Storage::Temporary(f) => Some(f) == function,
                    };
                }
            });
        };
        look(code.cond);
        for instruction in &code.instructions {
            match &instruction.kind {
                InstrKind::Assign { lhs, rhs } => {
                    look(*lhs);
                    look(*rhs);
                }
                InstrKind::Goto { guard, .. } => look(*guard),
                _ => {}
            }
        }
        known
    }
}
