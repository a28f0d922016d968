//! What follows from a round in which targets have no model: proofs of those that no cut path can come to, otherwise how far all was looked at and what stands in the
//! way. Where a cut path can come to is what control flow says, and for goals of queries what their automata say.

use super::hunt::{ModelSearch, TargetCondition};
use super::questions::distinct;
use super::{Bmc, Round};
use crate::budget;
use crate::certificate::{Shows, Writer};
use crate::confirm::{reason_of, variables};
use crate::cuts::{follows_text, is_by_bound, may_come, may_go_anywhere, place_of};
use crate::depth::depth;
use crate::slices::TimeSlices;
use crate::status::{Proof, ProofMethod, Reason};
use crate::target::Target;
use analysis::onward::ProgramPoint;
use rustc_hash::FxHashSet;
use solver::{Answer, Query};
use symex::{Bound, Cut, CutReason, Unrolling};
use term::TermId;
use term::eval::Evaluator;

enum PossibleCut<'u> {
    None,
    Cut(&'u Cut),
    Unknown(Reason),
}

fn reason_of_cut(cut: &Cut, bound: &Bound) -> Reason {
    match &cut.reason {
        CutReason::Bound | CutReason::Steps => Reason::Bound(bound.k),
        CutReason::Stopped(reason) => Reason::Stopped(*reason),
        CutReason::Beyond => Reason::Unsupported { what: goto::BEYOND.to_owned(), loc: cut.loc },
        CutReason::Limit(what) => Reason::Limit(what.clone()),
        CutReason::Unsupported(what) => Reason::Unsupported { what: what.clone(), loc: cut.loc },
    }
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

    fn len(&self) -> usize {
        self.refuted.len() + self.absent.len()
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes targets out.
    fn take(&mut self, is_taken: impl Fn(Target) -> bool) -> Vec<Target> {
        let refuted = self.refuted.extract_if(.., |q| is_taken(q.target)).map(|q| q.target);
        let mut taken: Vec<Target> = refuted.chain(self.absent.extract_if(.., |target| is_taken(*target))).collect();
        if let Some(refuted) = &mut self.for_all_values {
            refuted.retain(|q| !is_taken(q.target));
        }
        taken.sort_unstable();
        taken
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
        if let Some(reason) = self.unconfined_cut(unrolling, bound) {
            self.resist(unreached.take(|_| true).into_iter(), &reason);
            return if unrolling.cuts.iter().any(|cut| is_by_bound(cut) && !self.pool.is_false(cut.condition)) { Round::Grow } else { Round::Exhausted };
        }
        let (round, possible) = self.set_aside(unrolling, &mut unreached, bound);
        if !unreached.is_empty() {
            self.prove_all(unrolling, &mut unreached, &possible, proof, others);
        }
        round
    }

    /// Leaves the targets that no path which is cut may come to; the others get what cuts it as their reason. Says whether larger bounds may show more, and at which places paths
    /// are cut that lead to none of the targets left.
    fn set_aside(&mut self, unrolling: &Unrolling, unreached: &mut Unreached, bound: &Bound) -> (Round, FxHashSet<ProgramPoint>) {
        let (mut round, mut possible) = (Round::Exhausted, FxHashSet::default());
        // A larger bound may also help those that the solver had no answer for.
        let others_are_open = self.board.n_open() > unreached.len();
        // Cuts by the bound come first, since only they give hope.
        for by_bound in [true, false] {
            let of_kind = unrolling.cuts.iter().filter(|cut| is_by_bound(cut) == by_bound && !self.pool.is_false(cut.condition));
            let mut cuts: Vec<&Cut> = of_kind.collect();
            while !cuts.is_empty() && (!unreached.is_empty() || others_are_open && round == Round::Exhausted) {
                let (cut, reason) = match self.possible_cut(unrolling, &cuts) {
                    PossibleCut::None => break,
                    PossibleCut::Cut(cut) => (Some(cut), reason_of_cut(cut, bound)),
                    PossibleCut::Unknown(reason) => (None, reason),
                };
                let follows_text = |cut: &&Cut| follows_text(cut) && !may_go_anywhere(self.board.program(), cut);
                let ahead = cut.filter(follows_text).and_then(|cut| self.cut_paths.ahead_of(place_of(cut)));
                let aside = unreached.take(|target| ahead.as_ref().is_none_or(|ahead| may_come(ahead, target)));
                let hope = match cut.map(|cut| &cut.reason) {
                    None | Some(CutReason::Bound | CutReason::Steps) => Round::Grow,
                    Some(CutReason::Stopped(reason)) => Round::Stopped(*reason),
                    Some(CutReason::Beyond | CutReason::Limit(_) | CutReason::Unsupported(_)) => Round::Exhausted,
                };
                if round == Round::Exhausted && (others_are_open || !aside.is_empty()) {
                    round = hope;
                }
                self.resist(aside.into_iter(), &reason);
                let Some(place) = cut.map(place_of).filter(|_| !unreached.is_empty()) else { break };
                possible.insert(place);
                cuts.retain(|cut| place_of(cut) != place);
            }
        }
        (round, possible)
    }

    /// Where some path comes to that may go on anywhere, in this unrolling or an earlier one.
    fn unconfined_cut(&mut self, unrolling: &Unrolling, bound: &Bound) -> Option<Reason> {
        if self.unconfined_cut.is_none() {
            let program = self.board.program();
            let cuts: Vec<&Cut> = unrolling.cuts.iter().filter(|cut| may_go_anywhere(program, cut) && !self.pool.is_false(cut.condition)).collect();
            if !cuts.is_empty()
                && let PossibleCut::Cut(cut) = self.possible_cut(unrolling, &cuts)
            {
                self.unconfined_cut = Some(reason_of_cut(cut, bound));
            }
        }
        self.unconfined_cut.clone()
    }

    /// One of these cuts that some path comes to.
    fn possible_cut<'u>(&mut self, unrolling: &Unrolling, cuts: &[&'u Cut]) -> PossibleCut<'u> {
        let conditions: Vec<TermId> = cuts.iter().map(|c| c.condition).collect();
        self.counters.solver_calls += 1;
        let wanted = variables(unrolling);
        let budget = Some(self.budget(2));
        let query = Query { assumptions: &[], any_of: &conditions, wanted: &wanted, stop: &self.stop, budget };
        match self.solver.check(&self.pool, &query) {
            Answer::Unsat { .. } => PossibleCut::None,
            Answer::Unknown(why) => PossibleCut::Unknown(reason_of(&why)),
            Answer::Sat(model) => {
                let mut evaluator = Evaluator::new(&model.values);
                match cuts.iter().find(|c| evaluator.value(&self.pool, c.condition).is_true()) {
                    Some(cut) => PossibleCut::Cut(cut),
                    None => PossibleCut::Unknown(Reason::Defect("a model of a cut that satisfies no cut".into())),
                }
            }
        }
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

    /// Every path that may come to these targets is unrolled to its end, since paths are cut at these places at most: what no determinate path reaches is looked for on all
    /// paths, and excluded if there is none.
    fn prove_all(
        &mut self,
        unrolling: &Unrolling,
        unreached: &mut Unreached,
        possible_cuts: &FxHashSet<ProgramPoint>,
        proof: Proof,
        others: &mut TimeSlices<'_>,
    ) {
        let proved = self.for_all_values(unrolling, unreached, others);
        self.certify(unrolling, &unreached.absent, &proved, possible_cuts, proof);
        for target in unreached.absent.iter().copied().chain(proved.into_iter().map(|q| q.target)) {
            self.board.exclude(target, proof);
        }
    }

    /// Hands on what the proofs rest on, if anybody wants it.
    fn certify(&self, unrolling: &Unrolling, absent: &[Target], proved: &[TargetCondition], possible_cuts: &FxHashSet<ProgramPoint>, proof: Proof) {
        if !self.board.wants_certificates() || absent.is_empty() && proved.is_empty() {
            return;
        }
        let mut writer = Writer::new(&self.pool, &unrolling.facts);
        let cuts: Vec<TermId> =
            unrolling.cuts.iter().filter(|cut| !(follows_text(cut) && possible_cuts.contains(&place_of(cut)))).map(|c| c.condition).collect();
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
        let is_more = |cut: &Cut| is_by_bound(cut) && !self.pool.is_false(cut.condition);
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
