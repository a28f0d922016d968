//! What follows from a round in which targets have no model: proofs of those that no cut path can come to, otherwise how far all was looked at and what stands in the
//! way.

use super::hunt::{ModelSearch, TargetCondition};
use super::questions::distinct;
use super::{Bmc, Round};
use crate::budget;
use crate::certificate::{Shows, Writer};
use crate::confirm::{reason_of, variables};
use crate::depth::depth;
use crate::slices::TimeSlices;
use crate::status::{Proof, ProofMethod, Reason};
use crate::target::Target;
use rustc_hash::FxHashSet;
use solver::{Answer, Query};
use symex::{Bound, Cut, CutReason, Unrolling};
use term::TermId;
use term::eval::Evaluator;

enum Feasible<'u> {
    None,
    Cut(&'u Cut),
    Unknown(Reason),
}

/// What no path of an unrolling reaches.
pub(super) struct Unreached {
    /// Refuted by the solver, where what the program does not determine is as in the interpreter.
    refuted: Vec<TargetCondition>,
    /// Those of them that are refuted for all values of that, once it was asked.
    for_all_values: Option<Vec<TargetCondition>>,
    /// No path leads there.
    absent: Vec<Target>,
}

impl Unreached {
    pub(super) fn new(refuted: Vec<TargetCondition>, absent: Vec<Target>) -> Self {
        Self { refuted, for_all_values: None, absent }
    }

    fn targets(&self) -> impl Iterator<Item = Target> {
        self.refuted.iter().map(|q| q.target).chain(self.absent.iter().copied())
    }
}

impl Bmc<'_> {
    /// What a round shows that does not reach these targets.
    pub(super) fn conclude(&mut self, unrolling: &Unrolling, mut unreached: Unreached, bound: &Bound, others: &mut TimeSlices<'_>) -> Round {
        if self.board.wants_depth() {
            self.note_depth(unrolling, &mut unreached, bound, others);
        }
        let proof = Proof { method: ProofMethod::ForwardCondition, k: Some(bound.k) };
        if self.questions.tells_cuts_apart() {
            return self.prove_each(unrolling, &mut unreached, proof, others);
        }
        let feasible = self.feasible_cut(unrolling);
        match &feasible {
            Feasible::None => {
                self.prove_all(unrolling, &mut unreached, proof, others);
                Round::Exhausted
            }
            Feasible::Cut(cut) => {
                let (reason, round) = match &cut.reason {
                    CutReason::Bound => (Reason::Bound(bound.k), Round::Grow),
                    CutReason::Steps => (Reason::Bound(bound.k), Round::Grow),
                    CutReason::Stopped(reason) => (Reason::Stopped(*reason), Round::Stopped(*reason)),
                    CutReason::Beyond => (Reason::Unsupported { what: goto::BEYOND.to_owned(), loc: cut.loc }, Round::Exhausted),
                    CutReason::Unsupported(what) => (Reason::Unsupported { what: what.clone(), loc: cut.loc }, Round::Exhausted),
                };
                self.resist(unreached.targets(), &reason);
                round
            }
            Feasible::Unknown(reason) => {
                self.resist(unreached.targets(), reason);
                Round::Grow
            }
        }
    }

    /// Is there a path that the bound cuts? Cuts by the bound are asked for first, since only they give hope.
    fn feasible_cut<'u>(&mut self, unrolling: &'u Unrolling) -> Feasible<'u> {
        let by_bound = |c: &&Cut| matches!(c.reason, CutReason::Bound | CutReason::Steps);
        let bound_cuts: Vec<&Cut> = unrolling.cuts.iter().filter(by_bound).collect();
        let other_cuts: Vec<&Cut> = unrolling.cuts.iter().filter(|c| !by_bound(c)).collect();
        for cuts in [bound_cuts, other_cuts] {
            let conditions: Vec<TermId> = cuts.iter().map(|c| c.condition).filter(|&c| !self.pool.is_false(c)).collect();
            if conditions.is_empty() {
                continue;
            }
            self.counters.solver_calls += 1;
            let wanted = variables(unrolling);
            let budget = Some(self.budget(2));
            let query = Query { assumptions: &[], any_of: &conditions, wanted: &wanted, stop: &self.stop, budget };
            match self.solver.check(&self.pool, &query) {
                Answer::Unsat { .. } => {}
                Answer::Unknown(why) => return Feasible::Unknown(reason_of(&why)),
                Answer::Sat(model) => {
                    let mut evaluator = Evaluator::new(&model.values);
                    let cut = cuts.iter().find(|c| evaluator.value(&self.pool, c.condition).is_true());
                    return match cut {
                        Some(cut) => Feasible::Cut(cut),
                        None => Feasible::Unknown(Reason::Defect("a model of a cut that satisfies no cut".into())),
                    };
                }
            }
        }
        Feasible::None
    }

    /// What is refuted for all values of what the program does not determine; nothing if the time was not enough to find out.
    fn for_all_values(&mut self, unrolling: &Unrolling, unreached: &mut Unreached, others: &mut TimeSlices<'_>) -> Vec<TargetCondition> {
        if unrolling.indeterminate.is_empty() {
            return unreached.refuted.clone();
        }
        if unreached.for_all_values.is_none() {
            let search = ModelSearch::new(unrolling, None, budget::questions::FAILURES_ALLOWED_UNDETERMINED);
            let refuted = self.hunt(&search, unreached.refuted.clone(), others);
            unreached.for_all_values = Some(if self.stop.reason().is_none() { refuted } else { Vec::new() });
        }
        unreached.for_all_values.clone().unwrap_or_default()
    }

    /// Tells the board how far all was looked at, if everything that is open and matters for this is refuted on the paths of the unrolling.
    fn note_depth(&mut self, unrolling: &Unrolling, unreached: &mut Unreached, bound: &Bound, others: &mut TimeSlices<'_>) {
        let (board, absent) = (self.board, unreached.absent.iter().copied().collect::<FxHashSet<Target>>());
        let is_all = |refuted: &[TargetCondition]| {
            let refuted: FxHashSet<Target> = refuted.iter().filter(|q| q.failures == 0).map(|q| q.target).collect();
            board.open().into_iter().filter(|target| board.depth_is_about(*target)).all(|t| absent.contains(&t) || refuted.contains(&t))
        };
        if !is_all(&unreached.refuted) {
            return;
        }
        let Some(depth) = depth(unrolling, self.questions.program(), &self.pool, bound) else { return };
        // What was refuted for some values of what the program does not determine must be so for all.
        if is_all(&self.for_all_values(unrolling, unreached, others)) {
            board.note_depth(depth);
        }
    }

    /// Every path is unrolled to its end: what no determinate path reaches is looked for on all paths, and excluded if there is none.
    fn prove_all(&mut self, unrolling: &Unrolling, unreached: &mut Unreached, proof: Proof, others: &mut TimeSlices<'_>) {
        let proved = self.for_all_values(unrolling, unreached, others);
        self.certify(unrolling, &unreached.absent, &proved, proof);
        for target in unreached.absent.iter().copied().chain(proved.into_iter().map(|q| q.target)) {
            self.board.exclude(target, proof);
        }
    }

    /// Hands on what the proofs rest on, if anybody wants it.
    fn certify(&self, unrolling: &Unrolling, absent: &[Target], proved: &[TargetCondition], proof: Proof) {
        if !self.board.wants_certificates() || absent.is_empty() && proved.is_empty() {
            return;
        }
        let mut writer = Writer::new(&self.pool, &unrolling.facts);
        let cuts: Vec<TermId> = unrolling.cuts.iter().map(|c| c.condition).collect();
        writer.check(&cuts, Shows::NothingIsCut);
        for target in absent {
            writer.check(&[], Shows::Excluded(*target));
        }
        for query in proved {
            writer.check(&[query.condition], Shows::Excluded(query.target));
        }
        self.board.certify(self.board.program(), &writer.finish(proof));
    }

    /// Of the targets that no path of the unrolling reaches, those are excluded that no cut path may come to reach.
    fn prove_each(&mut self, unrolling: &Unrolling, unreached: &mut Unreached, proof: Proof, others: &mut TimeSlices<'_>) -> Round {
        let refuted = self.for_all_values(unrolling, unreached, others);
        // Each with its condition and that under which it may yet come.
        let never = self.pool.truth(false);
        let absent = unreached.absent.iter().map(|&target| (target, never));
        let (targets, conditions): (Vec<Target>, Vec<TermId>) = absent.chain(refuted.iter().map(|q| (q.target, q.condition))).unzip();
        let may_come = self.questions.may_come(&mut self.pool, &targets);
        let mut left: Vec<(Target, TermId, TermId)> =
            targets.into_iter().zip(conditions).zip(may_come).map(|((target, condition), may_come)| (target, condition, may_come)).collect();
        self.retain_excluded(unrolling, &mut left);
        if self.board.wants_certificates() && !left.is_empty() {
            let mut writer = Writer::new(&self.pool, &unrolling.facts);
            for &(target, condition, may_come) in &left {
                writer.check(&[condition, may_come], Shows::Excluded(target));
            }
            self.board.certify(self.board.program(), &writer.finish(proof));
        }
        left.into_iter().for_each(|(target, ..)| self.board.exclude(target, proof));
        let is_more = |cut: &Cut| matches!(cut.reason, CutReason::Bound | CutReason::Steps) && !self.pool.is_false(cut.condition);
        if unrolling.cuts.iter().any(is_more) { Round::Grow } else { Round::Exhausted }
    }

    /// Leaves those that no cut path may come to reach.
    fn retain_excluded(&mut self, unrolling: &Unrolling, left: &mut Vec<(Target, TermId, TermId)>) {
        let wanted = variables(unrolling);
        loop {
            let any_of = distinct(left.iter().map(|l| l.2).filter(|&c| !self.pool.is_false(c)));
            if any_of.is_empty() {
                return;
            }
            self.counters.solver_calls += 1;
            let query = Query { assumptions: &[], any_of: &any_of, wanted: &wanted, stop: &self.stop, budget: Some(self.budget(left.len())) };
            match self.solver.check(&self.pool, &query) {
                Answer::Unsat { .. } => return,
                Answer::Sat(model) => {
                    let mut evaluator = Evaluator::new(&model.values);
                    let before = left.len();
                    left.retain(|l| !evaluator.value(&self.pool, l.2).is_true());
                    if left.len() == before {
                        // The model is none for the evaluator.
                        left.clear();
                    }
                }
                Answer::Unknown(_) => left.retain(|l| self.pool.is_false(l.2)),
            }
        }
    }
}
