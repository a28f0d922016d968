//! The statuses of all targets and the transitions between them: from open to decided, and back where evidence contradicts what was decided. Keeps count of what is
//! open. Knows numbers only; why something is decided is for others to know.

use crate::status::{Decision, Engine, Evidence, Proof, Reason, Reopening, Status, TestId};
use crate::target::{Target, Targets};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What is stored of a target. Reasons are stored for those alone that have one of their own, since there may be very many targets.
#[derive(Clone)]
enum Slot {
    Open,
    Reached(Evidence),
    Excluded(Proof),
    Superseded,
}

pub(crate) struct Statuses {
    targets: Targets,
    slots: Vec<Slot>,
    /// Why what is open is open, for those that have no reason of their own.
    common: Reason,
    reasons: FxHashMap<usize, Reason>,
    /// For targets that are decided.
    decisions: FxHashMap<usize, Decision>,
    n_open: Arc<AtomicUsize>,
    n_reopened: usize,
    /// Did a target that is open ever depend on what C does not determine?
    has_doubtful_target: bool,
}

impl Statuses {
    /// Nothing is decided. The number of what is open is kept up to date there.
    pub(super) fn new(targets: Targets, n_open: Arc<AtomicUsize>) -> Self {
        n_open.store(targets.len(), Ordering::Relaxed);
        Self {
            targets,
            slots: vec![Slot::Open; targets.len()],
            common: Reason::NotAnalysed,
            reasons: FxHashMap::default(),
            decisions: FxHashMap::default(),
            n_open,
            n_reopened: 0,
            has_doubtful_target: false,
        }
    }

    pub(super) fn get(&self, target: Target) -> Status {
        match self.slot(target) {
            Some(Slot::Reached(evidence)) => Status::Reached(evidence.clone()),
            Some(Slot::Excluded(proof)) => Status::Excluded(*proof),
            Some(Slot::Superseded) => Status::Superseded,
            Some(Slot::Open) | None => Status::Open(self.reason(target).clone()),
        }
    }

    fn slot(&self, target: Target) -> Option<&Slot> {
        self.targets.number(target).map(|number| &self.slots[number])
    }

    fn reason(&self, target: Target) -> &Reason {
        self.targets.number(target).and_then(|number| self.reasons.get(&number)).unwrap_or(&self.common)
    }

    /// What is not asked is not open.
    pub(crate) fn is_open(&self, target: Target) -> bool {
        matches!(self.slot(target), Some(Slot::Open))
    }

    pub(crate) fn is_reached(&self, target: Target) -> bool {
        matches!(self.slot(target), Some(Slot::Reached(_)))
    }

    pub(super) fn is_excluded(&self, target: Target) -> bool {
        matches!(self.slot(target), Some(Slot::Excluded(_)))
    }

    /// In the order of their numbers.
    pub(super) fn open(&self) -> impl Iterator<Item = Target> {
        self.of(|slot| matches!(slot, Slot::Open))
    }

    pub(super) fn reached(&self) -> impl Iterator<Item = Target> {
        self.of(|slot| matches!(slot, Slot::Reached(_)))
    }

    pub(super) fn excluded(&self) -> impl Iterator<Item = Target> {
        self.of(|slot| matches!(slot, Slot::Excluded(_)))
    }

    fn of(&self, wanted: fn(&Slot) -> bool) -> impl Iterator<Item = Target> {
        self.slots.iter().enumerate().filter(move |(_, slot)| wanted(slot)).map(|(number, _)| self.targets.target(number))
    }

    /// The target is reached, if it is still open. True if it was.
    pub(super) fn reach(&mut self, target: Target, evidence: Evidence, engine: Engine) -> bool {
        self.close(target, Slot::Reached(evidence), Some(engine))
    }

    /// No execution reaches the target, if it is still open. True if it was.
    pub(super) fn exclude(&mut self, target: Target, proof: Proof) -> bool {
        self.close(target, Slot::Excluded(proof), Some(Engine::of_proof(proof.method)))
    }

    /// Nobody asks for it any more, if it is still open.
    pub(super) fn supersede(&mut self, target: Target) {
        self.close(target, Slot::Superseded, None);
    }

    fn close(&mut self, target: Target, slot: Slot, engine: Option<Engine>) -> bool {
        let Some(number) = self.targets.number(target).filter(|&number| matches!(self.slots[number], Slot::Open)) else { return false };
        self.slots[number] = slot;
        self.reasons.remove(&number);
        if let Some(engine) = engine {
            self.decisions.insert(number, Decision { at: Instant::now(), engine });
        }
        self.n_open.fetch_sub(1, Ordering::Relaxed);
        true
    }

    /// The test is another one by now.
    pub(super) fn renumber(&mut self, target: Target, test: TestId) {
        if let Some(number) = self.targets.number(target)
            && let Slot::Reached(Evidence::Test(old) | Evidence::NativeRuns(old)) = &mut self.slots[number]
        {
            *old = test;
        }
    }

    /// How many targets only native runs are known to reach.
    pub(super) fn n_reached_natively(&self) -> usize {
        self.slots.iter().filter(|slot| matches!(slot, Slot::Reached(Evidence::NativeRuns(_)))).count()
    }

    /// Something contradicts what was decided.
    pub(super) fn reopen(&mut self, target: Target, why: Reopening) {
        let Some(number) = self.targets.number(target).filter(|&number| !matches!(self.slots[number], Slot::Open)) else { return };
        self.slots[number] = Slot::Open;
        self.decisions.remove(&number);
        self.reasons.insert(number, why.into());
        self.n_reopened += 1;
        self.n_open.fetch_add(1, Ordering::Relaxed);
    }

    /// How often that happened.
    pub(super) fn n_reopened(&self) -> usize {
        self.n_reopened
    }

    /// Notes what stands in the way of a target that is open.
    pub(super) fn resist(&mut self, target: Target, reason: Reason) {
        if let Some(number) = self.targets.number(target).filter(|&number| matches!(self.slots[number], Slot::Open)) {
            self.has_doubtful_target |= reason == Reason::Indeterminate;
            self.reasons.insert(number, reason);
        }
    }

    /// Did a target that was open ever depend on what C does not determine?
    pub(super) fn has_doubtful_target(&self) -> bool {
        self.has_doubtful_target
    }

    /// The same for all that are open, but for those that have a reason of their own unless `overrides`.
    pub(super) fn resist_all(&mut self, reason: Reason, overrides: bool) {
        if overrides {
            self.reasons.clear();
        }
        self.common = reason;
    }

    pub(super) fn decided_within(&self, time: Duration) -> usize {
        self.decisions.values().filter(|decision| decision.engine != Engine::Deduction && decision.at.elapsed() <= time).count()
    }

    /// When and by whom the target was decided.
    pub(super) fn decision(&self, target: Target) -> Option<Decision> {
        self.decisions.get(&self.targets.number(target)?).copied()
    }
}
