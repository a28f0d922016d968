//! What follows from a round in which targets have no model: proofs if no path is cut, otherwise how far all was looked at and what stands in the way.

use super::hunt::{ModelSearch, TargetCondition};
use super::{Bmc, Round};
use crate::budget;
use crate::certificate::{Shows, Writer};
use crate::confirm::{reason_of, variables};
use crate::depth::depth;
use crate::slices::TimeSlices;
use crate::status::{Proof, ProofMethod, Reason};
use crate::target::Target;
use solver::{Answer, Query};
use symex::{Bound, Cut, CutReason, Unrolling};
use term::TermId;
use term::eval::Evaluator;

enum Feasible<'u> {
    None,
    Cut(&'u Cut),
    Unknown(Reason),
}

impl Bmc<'_> {
    /// What a round shows in which these targets were refuted and these are on none of its paths.
    pub(super) fn conclude(
        &mut self,
        unrolling: &Unrolling,
        refuted: Vec<TargetCondition>,
        absent: Vec<Target>,
        bound: &Bound,
        others: &mut TimeSlices<'_>,
    ) -> Round {
        if self.board.wants_depth() {
            self.note_depth(unrolling, &refuted, &absent, bound, others);
        }
        let feasible = self.feasible_cut(unrolling);
        match &feasible {
            Feasible::None => {
                self.prove(unrolling, refuted, absent, bound.k, others);
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
                self.resist(refuted.iter().map(|q| q.target).chain(absent), &reason);
                round
            }
            Feasible::Unknown(reason) => {
                self.resist(refuted.iter().map(|q| q.target).chain(absent), reason);
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

    /// Tells the board how far all was looked at, if everything that is open and matters for this is refuted on the paths of the unrolling.
    fn note_depth(&mut self, unrolling: &Unrolling, refuted: &[TargetCondition], absent: &[Target], bound: &Bound, others: &mut TimeSlices<'_>) {
        let matters = |target: &Target| self.board.depth_is_about(*target);
        let is_all = |refuted: &[TargetCondition]| {
            let is_refuted = |t: Target| absent.contains(&t) || refuted.iter().any(|q| q.target == t && q.failures == 0);
            self.board.open().into_iter().filter(matters).all(is_refuted)
        };
        if !is_all(refuted) {
            return;
        }
        let Some(depth) = depth(unrolling, &self.sliced, &self.pool, bound) else { return };
        // What was refuted for some values of what the program does not determine must be so for all.
        if !unrolling.indeterminate.is_empty() {
            let again = self.hunt(&ModelSearch::new(unrolling, None, budget::questions::FAILURES_ALLOWED_UNDETERMINED), refuted.to_vec(), others);
            if self.stop.reason().is_some() || !is_all(&again) {
                return;
            }
        }
        self.board.note_depth(depth);
    }

    /// Every path is unrolled to its end: what no determinate path reaches is looked for on all paths, and proved unreachable if there is none.
    fn prove(&mut self, unrolling: &Unrolling, refuted: Vec<TargetCondition>, absent: Vec<Target>, k: u32, others: &mut TimeSlices<'_>) {
        let proved = if unrolling.indeterminate.is_empty() {
            refuted
        } else {
            self.hunt(&ModelSearch::new(unrolling, None, budget::questions::FAILURES_ALLOWED_UNDETERMINED), refuted, others)
        };
        let proved = if self.stop.reason().is_none() { proved } else { Vec::new() };
        let proof = Proof { method: ProofMethod::ForwardCondition, k: Some(k) };
        self.certify(unrolling, &absent, &proved, proof);
        for target in absent.into_iter().chain(proved.into_iter().map(|q| q.target)) {
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
}
