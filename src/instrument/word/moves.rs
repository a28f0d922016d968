//! How the automaton moves: conditions on its state and on letters, and what a step does.

use super::{Maker, Steps};
use crate::logic::{and, or};
use automata::StateId;
use automata::ltl::Cube;
use goto::{BinOp, ExprId, FuncId, Id, IdVec, InstrKind, Instruction, Location, PropertyId};

impl Maker<'_> {
    /// Does the state accept the last letter repeated for ever?
    pub(super) fn accepts_for_ever(&mut self, stutters: &IdVec<StateId, Vec<Cube>>) -> ExprId {
        let mut accepts = self.program.build().truth(false);
        for (s, cubes) in stutters.iter() {
            let is_here = self.is_state(s);
            let mut any = self.program.build().truth(false);
            for &cube in cubes {
                let allows = self.last_letter_is(cube);
                any = or(self.program, any, allows);
            }
            let both = and(self.program, is_here, any);
            accepts = or(self.program, accepts, both);
        }
        if self.steps != Steps::Statements {
            // A word without letters is none.
            accepts = and(self.program, self.begun, accepts);
        }
        accepts
    }

    /// The claim that no run ends with a state that accepts its last letter for ever.
    pub(super) fn at_exit(&mut self, for_ever: ExprId, property: PropertyId) -> InstrKind {
        let cond = self.program.build().not(for_ever);
        InstrKind::Assert { cond, property }
    }

    pub(super) fn never_in(&mut self, states: &IdVec<StateId, bool>, property: PropertyId) -> InstrKind {
        let mut inside = self.program.build().truth(false);
        for s in states.ids().filter(|&s| states[s]) {
            let is_here = self.is_state(s);
            inside = or(self.program, inside, is_here);
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
            all = and(self.program, all, literal);
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
        let nowhere = self.automaton.n_states() as i128;
        let mut next = self.program.build().constant(ty, nowhere);
        for s in self.automaton.states() {
            let from_here = self.next_from(s);
            let is_here = self.is_state(s);
            next = self.program.build().ite(is_here, from_here, next);
        }
        next
    }

    /// The transition that the choice names if its condition holds, else the first whose condition does.
    fn next_from(&mut self, s: StateId) -> ExprId {
        let ty = self.program.exprs.ty(self.state);
        let transitions: Vec<(Cube, StateId)> = self.automaton.leaving(s).map(|t| (t.label, t.to)).collect();
        let overlaps = |k: usize| transitions[..k].iter().any(|t| t.0.and(transitions[k].0).is_some());
        let mut next = self.program.build().constant(ty, self.automaton.n_states() as i128);
        let mut earlier = self.program.build().truth(false);
        for (k, &(cube, to)) in transitions.iter().enumerate() {
            let allowed = self.now_is(cube);
            let target = self.program.build().constant(ty, to.index() as i128);
            let mut taken = allowed;
            if overlaps(k)
                && let Some((choice, _)) = self.choice
            {
                let mut build = self.program.build();
                let width = build.exprs.ty(choice);
                let number = build.constant(width, k as i128);
                let chosen = build.binary(BinOp::Eq, choice, number);
                let no_other = build.not(earlier);
                let free = or(self.program, chosen, no_other);
                taken = and(self.program, allowed, free);
            }
            next = self.program.build().ite(taken, target, next);
            earlier = or(self.program, earlier, allowed);
        }
        next
    }

    /// What a step does.
    pub(super) fn step(&mut self, function: FuncId, within: &[usize], loc: Location, bad_prefix: Option<&InstrKind>) -> Vec<Instruction> {
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
        let nowhere = build.constant(state_type, self.automaton.n_states() as i128);
        let goes_on = build.binary(BinOp::Lt, self.state, nowhere);
        kinds.push(InstrKind::Assume(goes_on));
        kinds.extend(bad_prefix.cloned());
        let mut accepting = self.program.build().truth(false);
        for s in self.automaton.states().filter(|&s| self.automaton.is_accepting(s)).collect::<Vec<_>>() {
            let is_here = self.is_state(s);
            accepting = or(self.program, accepting, is_here);
        }
        for (i, (seen, stepped)) in self.flags.iter().map(|f| (f.seen, f.stepped)).enumerate().collect::<Vec<_>>() {
            if within.contains(&i) || self.below[i].contains(&function) {
                let rhs = or(self.program, seen, accepting);
                kinds.push(InstrKind::Assign { lhs: seen, rhs });
                let yes = self.program.build().truth(true);
                kinds.extend(stepped.map(|lhs| InstrKind::Assign { lhs, rhs: yes }));
            }
        }
        kinds.into_iter().map(|kind| Instruction { kind, loc }).collect()
    }
}
