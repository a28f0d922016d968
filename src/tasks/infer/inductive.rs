//! The part of the search that proposes clauses of loops: conditions that an iteration does not keep are left out until all are kept, as long as that takes.

use super::Notation;
use super::attempt::Answer;
use super::ensures::{self, Candidate};
use super::loops::{self, LoopClauses};
use super::proposal::Proposal;
use super::search::Search;
use crate::failure::Failure;

/// So often conditions are left out at most.
const ROUNDS: usize = 12;

impl Search<'_, '_> {
    /// What has to be required where loops have clauses; these only if the proof needs them. `None` if nothing is proved.
    pub(super) fn require_with_loops(&mut self, begin: &Proposal) -> Result<Option<Proposal>, Failure> {
        if self.asked(begin)?.is_proved() {
            return Ok(Some(begin.clone()));
        }
        let share = self.attempts.halve();
        self.loops = Some(Vec::new());
        let mut proposal = begin.clone();
        let found = self.require(&mut proposal).and_then(|found| {
            if found.is_ok() {
                self.weaken(&mut proposal)?;
                // The clauses for what is required now.
                return Ok(self.prove(&proposal)?.is_proved());
            }
            Ok(false)
        });
        proposal.loops = self.loops.take().unwrap_or_default();
        self.attempts.restore(share);
        if !found? {
            return Ok(None);
        }
        self.without_loops(&mut proposal)?;
        Ok(Some(proposal))
    }

    /// Proves a proposal with all clauses of loops that can be kept.
    pub(super) fn settled(&mut self, proposal: &Proposal) -> Result<Answer, Failure> {
        let mut next = proposal.clone();
        next.loops = loops::proposed(self.sketch, &next.slots, false);
        let mut answer = self.asked(&next)?;
        for _ in 0..ROUNDS {
            if answer.is_proved() || answer.is_refused() || !self.drop_broken(&mut next.loops, &answer) || self.attempts.spent().is_some() {
                break;
            }
            answer = self.asked(&next)?;
        }
        self.loops = Some(next.loops);
        Ok(answer)
    }

    /// Leaves out what is not shown to be kept. Returns whether there is anything.
    fn drop_broken(&self, all: &mut Vec<LoopClauses>, answer: &Answer) -> bool {
        let mut is_any = false;
        for (ordinal, own) in all.iter_mut().enumerate() {
            let claim = |number: usize, when: &str| format!("{}.loop.{}.invariant.{}.{when}", self.sketch.function, ordinal + 1, number + 1);
            let mut number = 0;
            own.invariants.retain(|_| {
                let is_kept = answer.holds(&claim(number, "begins")) && answer.holds(&claim(number, "kept"));
                number += 1;
                is_any |= !is_kept;
                is_kept
            });
        }
        all.retain(|own| !own.invariants.is_empty());
        is_any
    }

    /// Tries to do without the clauses of loops.
    fn without_loops(&mut self, proposal: &mut Proposal) -> Result<(), Failure> {
        if proposal.loops.is_empty() {
            return Ok(());
        }
        let next = Proposal { loops: Vec::new(), ..proposal.clone() };
        if self.asked(&next)?.is_proved() {
            *proposal = next;
        }
        Ok(())
    }

    /// Adds what is proved of what the function gives where loops have clauses. Returns whether there is such a proof.
    pub(super) fn ensure_with_loops(&mut self, proposal: &mut Proposal) -> Result<bool, Failure> {
        let of_loops = if self.notation == Notation::Cbmc { ensures::of_loops(self.sketch, &proposal.slots) } else { Vec::new() };
        if of_loops.is_empty() && proposal.loops.is_empty() {
            return Ok(false);
        }
        let mut candidates = ensures::candidates(self.sketch, &proposal.slots, &proposal.nullable());
        candidates.retain(|candidate| self.notation == Notation::Cbmc || !candidate.text.contains("forall"));
        candidates.extend(of_loops);
        let found = self.ensured_with(proposal, candidates)?;
        let is_found = found.is_some();
        *proposal = found.unwrap_or_else(|| proposal.clone());
        Ok(is_found)
    }

    /// The proposal with those of the conditions that are proved together.
    fn ensured_with(&mut self, proposal: &Proposal, mut candidates: Vec<Candidate>) -> Result<Option<Proposal>, Failure> {
        let mut next = proposal.clone();
        next.loops = loops::proposed(self.sketch, &next.slots, self.notation == Notation::Cbmc);
        let mut is_reduced = false;
        for _ in 0..ROUNDS {
            if self.attempts.spent().is_some() {
                return Ok(None);
            }
            next.ensures = candidates.iter().map(|candidate| candidate.text.clone()).collect();
            let answer = self.asked(&next)?;
            if answer.is_proved() && is_reduced {
                return Ok(Some(next));
            }
            if answer.is_refused() {
                return Ok(None);
            }
            let is_broken = self.drop_broken(&mut next.loops, &answer);
            // What fails without a condition on a loop fails for good, but what holds with one that is left out may not.
            let held = self.held(&candidates, &answer);
            if !is_broken && held.len() == candidates.len() && is_reduced {
                // All conditions hold, and some of them cannot always be evaluated.
                candidates = self.evaluable(candidates, &mut next.loops);
                is_reduced = false;
                continue;
            }
            candidates = held;
            if !is_broken {
                candidates = ensures::essential(candidates);
                is_reduced = true;
            }
        }
        Ok(None)
    }

    /// Leaves out elements that may not be there; if there are none, all that is said of elements.
    fn evaluable(&self, candidates: Vec<Candidate>, all: &mut [LoopClauses]) -> Vec<Candidate> {
        let is_bare = |candidate: &Candidate| candidate.text.contains('[') && !candidate.text.contains("||") && !candidate.text.contains("forall");
        if candidates.iter().any(is_bare) {
            return candidates.into_iter().filter(|candidate| !is_bare(candidate)).collect();
        }
        all.iter_mut().for_each(|own| own.invariants.retain(|invariant| !invariant.is_of_elements));
        candidates.into_iter().filter(|candidate| !candidate.text.contains('[')).collect()
    }

    /// Leaves out clauses of loops that the proof does without, and adds what becomes smaller.
    /// `are_needed`: without clauses of loops less than this was not proved.
    pub(super) fn finish_loops(&mut self, proposal: &mut Proposal, are_needed: bool) -> Result<(), Failure> {
        if !are_needed {
            self.without_loops(proposal)?;
        }
        for at in 0..proposal.loops.len() {
            let mut number = proposal.loops[at].invariants.len();
            while number > 0 && self.attempts.spent().is_none() {
                number -= 1;
                let mut next = proposal.clone();
                next.loops[at].invariants.remove(number);
                if !next.loops[at].invariants.is_empty() && self.asked(&next)?.is_proved() {
                    *proposal = next;
                }
            }
            for measure in loops::measures(self.sketch, proposal.loops[at].number) {
                let mut next = proposal.clone();
                next.loops[at].measure = Some(measure.clone());
                if self.attempts.spent().is_none() && self.asked(&next)?.is_proved() {
                    *proposal = next;
                    break;
                }
            }
        }
        Ok(())
    }
}
