//! Where paths that an unrolling cuts may come to.

use crate::budget;
use crate::target::Target;
use analysis::onward::{ProgramPoint, Reachability, ReachableTargets};
use goto::{Callee, InstrKind, Program};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use symex::{Cut, CutReason};

/// Would the path go on if the bound was larger?
pub(crate) fn is_by_bound(cut: &Cut) -> bool {
    matches!(cut.reason, CutReason::Bound | CutReason::Steps)
}

/// Does the path go on as the text says, if it does not end here? What is cut for another reason may do more than lead somewhere: lose memory, say.
pub(crate) fn follows_text(cut: &Cut) -> bool {
    is_by_bound(cut) || matches!(cut.reason, CutReason::Limit(_))
}

pub(crate) fn place_of(cut: &Cut) -> ProgramPoint {
    ProgramPoint { function: cut.function, instruction: cut.instr }
}

/// May what was cut continue elsewhere than the program's text says? Jumps out of sight, threads and calls of unknown functions do.
pub(crate) fn may_go_anywhere(program: &Program, cut: &Cut) -> bool {
    let body = program.functions[cut.function].body.as_ref();
    match body.map(|body| &body[cut.instr].kind) {
        Some(InstrKind::Call { callee: Callee::Direct(_), .. }) => cut.reason != CutReason::Bound,
        Some(InstrKind::Call { .. }) | None => true,
        Some(kind) => kind.may_lead_anywhere(),
    }
}

/// Is the target among what lies ahead?
pub(crate) fn may_come(ahead: &ReachableTargets, target: Target) -> bool {
    match target {
        Target::Goal(goal) => ahead.goals.contains(goal),
        Target::Property(property) => ahead.properties.contains(property),
        // What happened before counts as well.
        Target::QueryGoal(_) => true,
    }
}

/// What lies ahead of places where paths were cut, for those that were asked about.
pub(crate) struct CutPaths<'a> {
    program: &'a Program,
    reachability: Option<Reachability<'a>>,
    known: FxHashMap<ProgramPoint, Option<Rc<ReachableTargets>>>,
}

impl<'a> CutPaths<'a> {
    pub(crate) fn new(program: &'a Program) -> Self {
        Self { program, reachability: None, known: FxHashMap::default() }
    }

    /// `None` if it may be everything, or if it would take too long to find out.
    pub(crate) fn ahead_of(&mut self, place: ProgramPoint) -> Option<Rc<ReachableTargets>> {
        if let Some(ahead) = self.known.get(&place) {
            return ahead.clone();
        }
        if self.known.len() == budget::questions::CUT_PLACES {
            return None;
        }
        let reachability = self.reachability.get_or_insert_with(|| Reachability::new(self.program));
        let ahead = reachability.ahead_of(place).map(Rc::new);
        self.known.insert(place, ahead.clone());
        ahead
    }
}
