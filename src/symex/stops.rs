//! When all threads have stopped and not all have ended, as a term: each is at its end, or where it awaits something that does not hold, nor ever will, since nobody is left
//! who goes on. So says the interpreter, too. What waits in a loop of its own goes on and has not stopped.
//!
//! A thread that waits in vain reads what it awaits and does nothing more. So it may as well read that once all others have done what they do: behind a moment that no write
//! comes after. A program that has ended, and a path that is cut, are neither at an end of their thread nor waiting.

use super::context::Context;
use super::threads::{MOST_STRANDS, MomentId, MomentKind, StrandId, Strands};
use goto::Id;
use term::TermId;
use term::order::NodeId;

/// Where threads may stop.
pub(super) struct Stops {
    /// The sections that begin as soon as something holds, each with when a thread is there and it does not hold.
    pub awaits: Vec<(MomentId, TermId)>,
    /// When threads come to their end.
    pub ends: Vec<(StrandId, TermId)>,
}

impl Context<'_> {
    /// When no thread can go on and some have not ended.
    pub(super) fn stuck(&mut self, strands: &mut Strands, stops: &Stops) -> TermId {
        if strands.moments.is_empty() {
            return self.pool.truth(false);
        }
        let quiet = strands.quiet();
        let blocked: Vec<TermId> = stops.awaits.iter().map(|&(_, condition)| condition).collect();
        let mut all = vec![self.pool.or_all(&blocked)];
        for &(moment, condition) in &stops.awaits {
            let behind = strands.order.when_before(self.pool, quiet, NodeId::new(moment.index()));
            all.push(self.pool.implies(condition, behind));
        }
        for n in 0..strands.moments.len() {
            let moment = strands.moments[n];
            // A thread has done all that it can.
            all.push(moment.in_time);
            if matches!(moment.kind, MomentKind::Write | MomentKind::Part | MomentKind::Section | MomentKind::Made) {
                let before = strands.order.when_before(self.pool, NodeId::new(n), quiet);
                all.push(self.pool.implies(moment.guard, before));
            }
        }
        let truth = self.pool.truth(true);
        let begun = std::iter::once(truth).chain(strands.beginnings.iter().map(|beginning| beginning.guard));
        let mut stopped: Vec<Vec<TermId>> = vec![Vec::new(); MOST_STRANDS];
        for &(moment, condition) in &stops.awaits {
            stopped[strands.moments[moment.index()].strand.index()].push(condition);
        }
        for &(strand, condition) in &stops.ends {
            stopped[strand.index()].push(condition);
        }
        for (begun, stopped) in begun.zip(stopped) {
            let stopped = self.pool.or_all(&stopped);
            all.push(self.pool.implies(begun, stopped));
        }
        self.pool.and_all(&all)
    }
}
