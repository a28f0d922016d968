//! How far an unrolling looks, in terms of the program: up to a bound on loops and recursion, and not beyond some places. `None` where that cannot be said.

use crate::status::Depth;
use goto::Program;
use symex::{Bound, CutReason, Unrolling};
use term::TermPool;

/// The depth of an unrolling of the program. That nothing of what is asked was found there is for others to know.
pub(super) fn depth(unrolling: &Unrolling, program: &Program, pool: &TermPool, bound: &Bound) -> Option<Depth> {
    let mut unsupported = Vec::new();
    for cut in unrolling.cuts.iter().filter(|cut| !pool.is_false(cut.condition)) {
        // Iterations in library models are nothing that anybody could count.
        if program.functions[cut.function].model {
            return None;
        }
        match cut.reason {
            CutReason::Bound => {}
            CutReason::Steps | CutReason::Beyond | CutReason::Stopped(_) => return None,
            CutReason::Unsupported(_) | CutReason::Limit(_) => unsupported.push((cut.function, cut.loc)),
        }
    }
    unsupported.sort_unstable();
    unsupported.dedup();
    let k = bound.per_loop.values().copied().fold(bound.k, u32::min);
    Some(Depth { k, unsupported })
}
