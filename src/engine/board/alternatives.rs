//! Groups of properties that are asked about one thing, so that one that is decided makes others needless. Knows statuses only, never why they are so.

use super::{Board, State};
use crate::target::Target;
use analysis::termination::{Claim, Trap};
use goto::PropertyId;
use rustc_hash::FxHashSet;

/// Properties about one thing that are needless once it is decided.
#[derive(Clone, Debug)]
pub(super) struct Alternatives {
    /// One that holds decides it.
    proofs: Vec<PropertyId>,
    /// One that is violated decides everything.
    refutations: Vec<PropertyId>,
    /// One of which the first is violated and the second holds decides everything.
    traps: Vec<Trap>,
}

impl Board {
    /// One proof makes all other properties of the claim needless, one refutation all others of the program.
    pub fn add_alternatives(&self, claim: &Claim) {
        let Claim { ends, endless, traps, .. } = claim.clone();
        self.lock().alternatives.push(Alternatives { proofs: ends, refutations: endless, traps });
    }

    /// The open targets that a proof would tell something of: that what shows endless runs is never violated says nothing. If there are no others, all.
    pub fn open_to_proofs(&self) -> Vec<Target> {
        let state = self.lock();
        let proofs: FxHashSet<PropertyId> = state.alternatives.iter().flat_map(|a| a.proofs.iter().copied()).collect();
        let only_violated: FxHashSet<PropertyId> = state.alternatives.iter().flat_map(Alternatives::to_be_violated).filter(|p| !proofs.contains(p)).collect();
        let open: Vec<Target> = state.statuses.open().collect();
        let told: Vec<Target> = open.iter().copied().filter(|target| target.property().is_none_or(|p| !only_violated.contains(&p))).collect();
        if told.is_empty() { open } else { told }
    }
}

impl Alternatives {
    fn to_be_violated(&self) -> impl Iterator<Item = PropertyId> + '_ {
        self.refutations.iter().copied().chain(self.traps.iter().map(|trap| trap.never))
    }
}

impl State {
    /// After the target was decided, nothing more is asked about what is decided with it.
    pub(super) fn drop_alternatives(&mut self, decided: Target) {
        let Target::Property(property) = decided else { return };
        let is_violated = |p: PropertyId| self.statuses.is_reached(p.into());
        let holds = |p: PropertyId| self.statuses.is_excluded(p.into());
        let refutes = |a: &Alternatives| {
            a.refutations.contains(&property) && is_violated(property)
                || a.traps.iter().any(|t| (t.never == property || t.stays == property) && is_violated(t.never) && holds(t.stays))
        };
        let needless: Vec<Target> = if self.alternatives.iter().any(refutes) {
            self.statuses.open().filter(|target| target.property().is_some()).collect()
        } else {
            let proved = self.alternatives.iter().filter(|a| a.proofs.contains(&property) && holds(property));
            let all = proved.flat_map(|a| a.proofs.iter().chain(&a.refutations).copied().chain(a.traps.iter().flat_map(|t| [t.never, t.stays])));
            all.map(Target::Property).collect()
        };
        needless.into_iter().for_each(|target| self.statuses.supersede(target));
    }
}
