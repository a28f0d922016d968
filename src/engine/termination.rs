//! What is known of each thing that must end, from what the board knows of the claims about it, and what follows for the program. The claims are
//! alternatives: that one is violated says nothing of the program.

use crate::board::Board;
use crate::status::{Evidence, Proof, Reason, Status};
pub use analysis::termination::Claim;
use analysis::termination::Subject;
use goto::{Bits, InputId, PropertyId};
use std::sync::Arc;

/// What is known of one thing that must end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    Ends {
        by: PropertyId,
        proof: Proof,
    },
    /// A run on these inputs stays there for ever.
    Endless {
        by: PropertyId,
        inputs: Arc<[(InputId, Bits)]>,
    },
    Unknown(Reason),
}

/// What is known of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Terminates,
    DoesNotTerminate,
    /// What stands in the way of each thing of which nothing is known.
    Unknown(Vec<Reason>),
}

/// What is known of the claim.
pub fn ending(claim: &Claim, board: &Board) -> Ending {
    for &by in &claim.endless {
        if let Status::Reached(Evidence::Inputs(inputs)) = board.status(by) {
            return Ending::Endless { by, inputs };
        }
    }
    for trap in &claim.traps {
        if let (Status::Reached(Evidence::Inputs(inputs)), Status::Excluded(_)) = (board.status(trap.never), board.status(trap.stays)) {
            return Ending::Endless { by: trap.never, inputs };
        }
    }
    if let Some(gap) = &claim.gap {
        return Ending::Unknown(Reason::NotCovered(gap.clone()));
    }
    let mut open = None;
    for &by in &claim.ends {
        match board.status(by) {
            Status::Excluded(proof) => return Ending::Ends { by, proof },
            Status::Open(reason @ Reason::Stopped(_)) => open = Some(reason),
            Status::Open(reason) => open = open.or(Some(reason)),
            Status::Reached(_) | Status::Superseded => {}
        }
    }
    Ending::Unknown(match (open, &claim.subject) {
        (_, Subject::Obstacle(what)) => Reason::NotCovered(what.clone()),
        (Some(reason), _) => reason,
        // Some count it as an end, since nothing goes on, and some do not.
        (None, Subject::Deadlock) => Reason::NotCovered("threads may all wait for ever, which is no end of the program and no run that goes on".to_owned()),
        (None, _) => Reason::NotCovered("no measure that decreases was found".to_owned()),
    })
}

/// The properties that are violated where the claim is refuted.
pub fn refutations(claim: &Claim) -> impl Iterator<Item = PropertyId> + '_ {
    claim.endless.iter().copied().chain(claim.traps.iter().map(|trap| trap.never))
}

/// What follows from the endings of all claims.
pub fn answer(endings: &[Ending]) -> Answer {
    if endings.iter().any(|e| matches!(e, Ending::Endless { .. })) {
        return Answer::DoesNotTerminate;
    }
    let reasons: Vec<Reason> = endings.iter().filter_map(|e| if let Ending::Unknown(reason) = e { Some(reason.clone()) } else { None }).collect();
    if reasons.is_empty() { Answer::Terminates } else { Answer::Unknown(reasons) }
}
