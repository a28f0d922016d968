//! What follows on the board from control flow alone and from what is decided there, which costs next to nothing beside a question to a solver. What solvers leave open
//! is looked at by abstract interpretation once: it finds what no variable's values allow, in functions and behind loops of which nothing else is proved.

use super::board::Board;
use super::budget;
use super::status::{Proof, ProofMethod};
use super::target::Target;
use analysis::dead::{ControlFlow, DecidedTargets};
use analysis::intervals::unreachable_goals;
use goto::{GoalId, InstrKind, PropertyId};
use rustc_hash::FxHashSet;
use std::time::Instant;

/// The control flow of the board's program, asked again whenever more is known.
pub(crate) struct Deduction<'a> {
    board: &'a Board,
    flow: ControlFlow<'a>,
    /// What was excluded when it was asked last.
    seen: Option<Excluded>,
    began: Instant,
    asked_values: bool,
}

/// When it is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    /// Before others work, or among their turns.
    Among,
    /// When the others are done, with time left.
    Last,
}

impl<'a> Deduction<'a> {
    pub(crate) fn new(board: &'a Board) -> Self {
        Self { board, flow: ControlFlow::new(board.program()), seen: None, began: Instant::now(), asked_values: false }
    }

    /// Decides what follows from what the board knows by now. Nothing if certificates are wanted: each claim then gets a proof that another solver can check.
    pub(crate) fn work(&mut self, turn: Turn) {
        if self.board.wants_certificates() {
            return;
        }
        self.follow_control_flow();
        if !self.asked_values && (turn == Turn::Last || self.began.elapsed() >= budget::INTERVALS_AFTER) {
            self.asked_values = true;
            exclude_by_values(self.board);
        }
    }

    fn follow_control_flow(&mut self) {
        let proved = Excluded(self.board.excluded());
        if self.seen.as_ref() == Some(&proved) {
            return;
        }
        let proof = Proof { method: ProofMethod::Dominator, k: None };
        let dead = self.flow.dead(&proved);
        let goals = dead.goals.into_iter().map(Target::Goal);
        goals.chain(dead.properties.into_iter().map(Target::Property)).for_each(|target| self.board.exclude(target, proof));
        self.seen = Some(Excluded(self.board.excluded()));
    }
}

/// Goals that values do not allow.
fn exclude_by_values(board: &Board) {
    if board.open().iter().any(|target| matches!(target, Target::Goal(_))) {
        let proof = Proof { method: ProofMethod::Interval, k: None };
        unreachable_goals(board.program(), budget::INTERVALS).into_iter().for_each(|goal| board.exclude(goal, proof));
    }
}

/// What stands in functions that no execution calls, and nowhere else, is excluded.
pub fn exclude_unreached(board: &Board) {
    let program = board.program();
    if program.unreached.is_empty() {
        return;
    }
    let (mut beyond, mut within) = (FxHashSet::default(), FxHashSet::default());
    for (func, function) in program.functions.iter() {
        let side = if program.unreached.contains(&func) { &mut beyond } else { &mut within };
        side.extend(function.body.iter().flat_map(|body| body.values()).filter_map(|instruction| match instruction.kind {
            InstrKind::Cover { goal, .. } => Some(Target::Goal(goal)),
            InstrKind::Assert { property, .. } => Some(Target::Property(property)),
            _ => None,
        }));
    }
    let proof = Proof { method: ProofMethod::Dominator, k: None };
    beyond.difference(&within).for_each(|&target| board.exclude(target, proof));
}

#[derive(PartialEq, Eq)]
struct Excluded(FxHashSet<Target>);

impl DecidedTargets for Excluded {
    fn is_unreachable(&self, goal: GoalId) -> bool {
        self.0.contains(&Target::Goal(goal))
    }

    fn holds(&self, property: PropertyId) -> bool {
        self.0.contains(&Target::Property(property))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::LostRuns;
    use crate::status::Status;
    use goto::Id;
    use std::sync::Arc;

    #[test]
    fn what_lies_behind_a_proof_is_decided_with_it() {
        let text = "goto lp64 start begin
            goal g0 branch_goal \"zero\" begin \"\" goal g1 branch_goal \"one\" begin \"\"
            property p0 assertion \"p\" begin \"\"
            static x#0: bool
            function begin: fn() -> void { 0: COVER g0 x#0 1: IF x#0 GOTO 3 2: HALT exit 3: COVER g1 true 4: ASSERT p0 false 5: HALT exit }";
        let board = Board::new(Arc::new(goto::parse(text).unwrap_or_else(|e| panic!("{e}"))), None, LostRuns::Count);
        let mut deduction = Deduction::new(&board);
        deduction.work(Turn::Among);
        assert_eq!(board.open().len(), 3);
        board.exclude(GoalId::new(0), Proof { method: ProofMethod::KInduction, k: Some(1) });
        deduction.work(Turn::Among);
        let proof = Proof { method: ProofMethod::Dominator, k: None };
        assert_eq!(board.status(GoalId::new(1)), Status::Excluded(proof));
        assert_eq!(board.status(PropertyId::new(0)), Status::Excluded(proof));
        assert!(!board.anything_open());
    }

    #[test]
    fn what_values_do_not_allow_is_decided_later() {
        let text = "goto lp64 start begin
            goal g0 branch_goal \"null\" begin \"\" goal g1 branch_goal \"far\" begin \"\" goal g2 branch_goal \"behind\" begin \"\"
            input in0 \"nondet\" \"int\" i32
            static p#0: *i32 static x#1: i32
            function begin: fn() -> void { 0: p#0 := ALLOCATE heap 4u64 1: COVER g0 p#0 == null(*i32) 2: x#1 := INPUT in0
                3: COVER g1 x#1 == 7 4: IF x#1 < 3 GOTO 6 5: HALT exit 6: COVER g2 x#1 == 5 7: HALT exit }";
        let excluded = |text: &str| {
            let board = Board::new(Arc::new(goto::parse(text).unwrap_or_else(|e| panic!("{e}"))), None, LostRuns::Count);
            let mut deduction = Deduction::new(&board);
            deduction.work(Turn::Among);
            assert_eq!(board.open().len(), 3);
            deduction.work(Turn::Last);
            let proof = Proof { method: ProofMethod::Interval, k: None };
            [0, 1, 2].map(|goal| board.status(GoalId::new(goal)) == Status::Excluded(proof))
        };
        assert_eq!(excluded(text), [true, false, true]);
        // Where a run goes on in ways that are not told, it may come to anything.
        let unfollowed = text.replace("7: HALT exit", "7: UNSUPPORTED \"threads\" 8: HALT exit");
        assert_eq!(excluded(&unfollowed), [false; 3]);
    }
}
