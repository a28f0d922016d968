//! The goals that no run reaches, as far as values tell: those of which no condition may hold in any state that is known where they stand, unless they lie behind places from
//! which runs go on in ways that the program does not tell.
//!
//! Why a goal is not reached that has no such state and does not lie behind such a place: the iteration follows runs up to the first such place that they come to, and no
//! further. Take a run that reaches the goal. If it has come to no such place before, the states are right all along, and one where the goal stands admits it. Else the
//! iteration has a state at the first such place that it came to, and from there the goal lies behind it: a run that goes on there has any values, does what is written behind
//! it, returns to whoever may have called, and calls functions that a pointer may lead to, now or later, because it has given one away (to the system as a handler, to a
//! thread). Places where it may do more leave nothing known (`stays_behind`): where a part of the user's text is not understood, which may name other functions and labels, where
//! memory holds what nobody has written here, and where jumps lead out of calls.

use super::layout::Block;
use super::solve::{Called, Solver};
use super::state::State;
use crate::onward::{ProgramPoint, Reachability};
use goto::{FuncId, GoalId, Id, IdSet, InstrId, InstrKind, Program};
use rustc_hash::FxHashSet;

impl Solver<'_> {
    /// The goals that runs may reach; `None` if a run may go on in ways that the program does not tell, to anywhere. The iteration must have come to its end, and have stopped
    /// at what is not told.
    pub(super) fn goals_within_reach(&mut self) -> Option<FxHashSet<GoalId>> {
        let mut found = Found::default();
        for (func, layout) in self.layouts.iter() {
            let Some(layout) = layout else { continue };
            for (number, block) in layout.blocks.iter().enumerate() {
                let Some(state) = self.entries[func][number].clone() else { continue };
                self.look_at_block((func, number), block, state, &mut found);
            }
        }
        if !found.untold.is_empty() {
            found.goals.extend(behind(self.transfer.program, &found.untold)?.iter());
        }
        Some(found.goals)
    }

    fn look_at_block(&mut self, (func, number): (FuncId, usize), block: &Block, mut state: State, found: &mut Found) {
        let Some(body) = &self.transfer.program.functions[func].body else { return };
        for at in (block.first.index()..=block.last.index()).map(InstrId::new) {
            match &body[at].kind {
                InstrKind::Cover { goal, cond } => {
                    if self.transfer.evaluator().assume(&mut state.clone(), *cond, true) {
                        found.goals.insert(*goal);
                    }
                }
                InstrKind::Call { result, callee, args } => match self.call((func, number), &state, *result, *callee, args, &mut |_, _, _| false) {
                    Called::Back(after) => state = after,
                    Called::Nowhere | Called::Wait => return,
                },
                kind if kind.is_untold() => return found.untold.push(ProgramPoint { function: func, instruction: at }),
                InstrKind::Goto { .. } | InstrKind::Return(_) | InstrKind::Halt(_) => {}
                kind => {
                    if !self.transfer.instruction(&mut state, kind) {
                        return;
                    }
                }
            }
        }
    }
}

/// What the states that are known allow.
#[derive(Default)]
struct Found {
    goals: FxHashSet<GoalId>,
    /// The first places to which runs come from which they go on in ways that the program does not tell.
    untold: Vec<ProgramPoint>,
}

/// The goals behind places from which runs go on in ways that the program does not tell. `None` if these may be all.
fn behind(program: &Program, places: &[ProgramPoint]) -> Option<IdSet<GoalId>> {
    let behind = Reachability::new(program).behind_untold(places);
    let mut all = places.iter().chain(&behind.met);
    all.all(|&place| stays_behind(program, place)).then_some(behind.goals)
}

/// Does a run that goes on there come to nothing but what stands behind the place, and to functions that a pointer may lead to?
fn stays_behind(program: &Program, ProgramPoint { function, instruction }: ProgramPoint) -> bool {
    let of = &program.functions[function];
    let Some(at) = of.body.as_ref().map(|body| &body[instruction]) else { return false };
    match at.kind {
        // The text says what comes then.
        InstrKind::Limit(_) => true,
        // A function of the library calls nobody of its own accord but those whose address it was given. One of these may end by a jump, to where no call stands that the text
        // says may end so.
        InstrKind::Unsupported(_) => of.model && program.is_of_library(of.loc) && program.is_of_library(at.loc) && !program.has_long_jumps(),
        _ => false,
    }
}
