//! The goals that no run reaches, as far as values tell: those of which no condition may hold in any state that is known where they stand.

use super::layout::Block;
use super::solve::{Called, Solver};
use super::state::State;
use goto::{FuncId, GoalId, Id, InstrId, InstrKind};
use rustc_hash::FxHashSet;

impl Solver<'_> {
    /// The goals that runs may reach; `None` if a run may go on in ways that the program does not tell. The iteration must have come to its end.
    pub(super) fn goals_within_reach(&mut self) -> Option<FxHashSet<GoalId>> {
        let mut goals = FxHashSet::default();
        for (func, layout) in self.layouts.iter() {
            let Some(layout) = layout else { continue };
            for (number, block) in layout.blocks.iter().enumerate() {
                let Some(state) = self.entries[func][number].clone() else { continue };
                self.look_at_block((func, number), block, state, &mut goals)?;
            }
        }
        Some(goals)
    }

    fn look_at_block(&mut self, (func, number): (FuncId, usize), block: &Block, mut state: State, goals: &mut FxHashSet<GoalId>) -> Option<()> {
        let Some(body) = &self.transfer.program.functions[func].body else { return Some(()) };
        for at in (block.first.index()..=block.last.index()).map(InstrId::new) {
            match &body[at].kind {
                InstrKind::Cover { goal, cond } => {
                    if self.transfer.evaluator().assume(&mut state.clone(), *cond, true) {
                        goals.insert(*goal);
                    }
                }
                InstrKind::Call { result, callee, args } => match self.call((func, number), &state, *result, *callee, args, &mut |_, _, _| false) {
                    Called::Back(after) => state = after,
                    Called::Nowhere | Called::Wait => return Some(()),
                },
                // What happens behind it, or elsewhere in the meantime, the program does not tell.
                InstrKind::Unsupported(_) | InstrKind::Unfollowed(_) | InstrKind::Limit(_) | InstrKind::Beyond(_) => return None,
                InstrKind::Goto { .. } | InstrKind::Return(_) | InstrKind::Halt(_) => {}
                kind => {
                    if !self.transfer.instruction(&mut state, kind) {
                        return Some(());
                    }
                }
            }
        }
        Some(())
    }
}
