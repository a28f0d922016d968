//! Independence pairs of MC/DC: for each condition the test in which it is true and the one in which it is false, determining the outcome of its decision in both. The
//! outcomes differ then, since operators of truth values never turn around what a condition that determines the outcome means.

use crate::json::goal_state;
use crate::result::{Goal, GoalState, IndependencePair, PairState};
use crate::text::{one_line, place, table};
use engine::board::Board;
use goto::GoalKind;

/// The pairs of all conditions both goals of which were asked for; a condition's goals follow each other.
pub fn of_goals(goals: &[Goal]) -> Vec<IndependencePair> {
    pairs(goals.iter().filter(|goal| goal.kind == crate::json::goal_kind(GoalKind::Condition)).map(|goal| (goal.id.as_str(), goal.state.clone())))
}

fn of_board(board: &Board) -> Vec<IndependencePair> {
    let program = board.program();
    let conditions = program.goals.iter().filter(|(_, goal)| goal.kind == GoalKind::Condition);
    pairs(conditions.map(|(id, goal)| (goal.name.as_str(), goal_state(program, board.status(id)))))
}

fn pairs<'a>(goals: impl Iterator<Item = (&'a str, GoalState)>) -> Vec<IndependencePair> {
    let mut found = Vec::new();
    let mut before: Option<(&str, GoalState)> = None;
    for (name, state) in goals {
        if let Some(condition) = name.strip_suffix(".true") {
            before = Some((condition, state));
        } else if let (Some(condition), Some((same, holds))) = (name.strip_suffix(".false"), before.take())
            && condition == same
        {
            let state = match (holds, state) {
                (GoalState::Covered { test: a }, GoalState::Covered { test: b }) => PairState::Shown { tests: [a, b] },
                (GoalState::Unreachable { .. }, _) | (_, GoalState::Unreachable { .. }) => PairState::Impossible,
                _ => PairState::Open,
            };
            found.push(IndependencePair { condition: condition.to_owned(), state });
        }
    }
    found
}

/// One line a condition.
pub fn lines(board: &Board) -> String {
    let program = board.program();
    let mut goals = program.goals.values().filter(|goal| goal.kind == GoalKind::Condition);
    let row = |pair: &IndependencePair| {
        // Pairs are in the order of goals.
        let goal = goals.find(|goal| goal.name.strip_suffix(".false") == Some(&pair.condition))?;
        let (status, tests) = match pair.state {
            PairState::Shown { tests: [a, b] } if a == b => ("SHOWN", format!("  (test {a})")),
            PairState::Shown { tests: [a, b] } => ("SHOWN", format!("  (tests {a} and {b})")),
            PairState::Impossible => ("IMPOSSIBLE", String::new()),
            PairState::Open => ("OPEN", String::new()),
        };
        Some([format!("{} {}", place(program, goal.loc), pair.condition), status.to_owned(), format!("{}{tests}", one_line(&goal.text))])
    };
    table(&of_board(board).iter().filter_map(row).collect::<Vec<_>>())
}

/// The counts line; empty if nobody asked for conditions.
pub fn summary_line(board: &Board) -> String {
    let pairs = of_board(board);
    let count = |wanted: fn(&PairState) -> bool| pairs.iter().filter(|pair| wanted(&pair.state)).count();
    let (shown, impossible) = (count(|state| matches!(state, PairState::Shown { .. })), count(|state| *state == PairState::Impossible));
    match (pairs.len(), pairs.len() - shown - impossible) {
        (0, _) => String::new(),
        (all, open) => format!("PAIRS: {shown} of {all} conditions shown, {impossible} impossible, {open} open\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::ProofInfo;

    #[test]
    fn pairs_of_goals() {
        let covered = |test| GoalState::Covered { test };
        let excluded = || GoalState::Unreachable { proof: ProofInfo { method: "k-induction".to_owned(), k: Some(1) } };
        let open = || GoalState::Undecided { reason: "deadline".to_owned() };
        let goals = [
            ("f.mcdc.1.1.true", covered(2)),
            ("f.mcdc.1.1.false", covered(1)),
            ("f.mcdc.1.2.true", covered(2)),
            ("f.mcdc.1.2.false", excluded()),
            ("f.mcdc.2.1.true", open()),
            ("f.mcdc.2.1.false", covered(1)),
            // Nobody asked for the other one of these.
            ("f.mcdc.2.2.true", covered(1)),
            ("f.mcdc.2.3.false", covered(1)),
        ];
        let found: Vec<_> = pairs(goals.into_iter()).into_iter().map(|pair| (pair.condition, pair.state)).collect();
        let expected = [
            ("f.mcdc.1.1".to_owned(), PairState::Shown { tests: [2, 1] }),
            ("f.mcdc.1.2".to_owned(), PairState::Impossible),
            ("f.mcdc.2.1".to_owned(), PairState::Open),
        ];
        assert_eq!(found, expected);
    }
}
