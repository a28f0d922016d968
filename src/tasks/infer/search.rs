//! The search for the contract of one function: it begins with the weakest proposal, makes stronger what is required while a claim fails, tries to do without each part of it, and
//! keeps of what may be ensured what is proved.

use super::attempt::{Answer, Attempts, Claim, ClaimState};
use super::conditions::{Chain, Condition, chains};
use super::ensures::{self, Candidate};
use super::loops::LoopClauses;
use super::memory::{Frame, slots};
use super::proposal::{Proposal, Written};
use super::{InLoop, Notation, OfUser, Standing};
use crate::failure::Failure;
use frontend::sketch::Sketch;
use goto::PropertyClass;
use std::collections::BTreeMap;

/// What the search came to.
pub(super) struct Found {
    pub clauses: Vec<String>,
    pub loops: Vec<InLoop>,
    pub standing: Standing,
    /// What is required of integers.
    pub conditions: Vec<Condition>,
}

impl Found {
    pub(super) fn nothing(why: String) -> Self {
        Self { clauses: Vec::new(), loops: Vec::new(), standing: Standing::NotProved(why), conditions: Vec::new() }
    }
}

/// What was proved to be enough for functions that are called.
pub(super) type Known = BTreeMap<String, Vec<Condition>>;

/// So often what is required is made stronger at most.
const STEPS: usize = 24;
/// So often clauses that do not hold together are left out, until there is none.
const ROUNDS: usize = 6;

pub(super) struct Search<'s, 'a> {
    pub attempts: &'s mut Attempts<'a>,
    pub sketch: &'s Sketch,
    pub notation: Notation,
    known: &'s Known,
    /// The clauses of loops that were proposed last and were found to be kept; None while none are proposed.
    pub loops: Option<Vec<LoopClauses>>,
}

/// Looks for clauses that are proved together with those that the user has written.
pub(super) fn search(attempts: &mut Attempts<'_>, sketch: &Sketch, (notation, user): (Notation, OfUser), known: &Known) -> Result<Found, Failure> {
    let slots = slots(sketch, user.requires, notation == Notation::Cbmc);
    let frame = (!user.has_frame).then(|| Frame::of(sketch));
    let mut proposal = Proposal { slots, conditions: Vec::new(), frame, ensures: Vec::new(), loops: Vec::new() };
    let mut search = Search { attempts, sketch, notation, known, loops: None };
    let may_have_loops = !user.has_loops && sketch.loops.iter().any(|looped| !looped.changed.is_empty());
    let with_loops = if may_have_loops { search.require_with_loops(&proposal)? } else { None };
    match with_loops {
        Some(found) if !found.is_narrow() => proposal = found,
        other => match (search.require(&mut proposal)?, other) {
            (Ok(()), None) => search.weaken(&mut proposal)?,
            (Ok(()), Some(found)) => {
                search.weaken(&mut proposal)?;
                if found.narrowness() < proposal.narrowness() {
                    proposal = found;
                }
            }
            (Err(_), Some(found)) => proposal = found,
            (Err(why), None) => return Ok(Found::nothing(why)),
        },
    }
    let are_needed = !proposal.loops.is_empty();
    // Whoever says what is ensured means it to be all.
    if !user.has_contract {
        let is_found = may_have_loops && search.ensure_with_loops(&mut proposal)?;
        if !is_found && !are_needed {
            search.ensure(&mut proposal)?;
        }
    }
    search.finish_loops(&mut proposal, are_needed)?;
    let Written { head: clauses, loops } = proposal.written(notation);
    let standing = if clauses.is_empty() && loops.is_empty() { Standing::Complete } else { Standing::Proved };
    Ok(Found { clauses, loops, standing, conditions: proposal.conditions })
}

impl Search<'_, '_> {
    /// What `prove` says of the proposal, with clauses of loops if these are proposed.
    pub(super) fn prove(&mut self, proposal: &Proposal) -> Result<Answer, Failure> {
        if self.loops.is_some() {
            return self.settled(proposal);
        }
        self.asked(proposal)
    }

    /// What `prove` says of the proposal as it is.
    pub(super) fn asked(&mut self, proposal: &Proposal) -> Result<Answer, Failure> {
        self.attempts.prove(&self.sketch.function, self.notation, &proposal.written(self.notation))
    }

    /// Makes the proposal stronger until it is proved; `Err` within says why it is not.
    pub(super) fn require(&mut self, proposal: &mut Proposal) -> Result<Result<(), String>, Failure> {
        for _ in 0..STEPS {
            let answer = self.prove(proposal)?;
            if answer.is_proved() {
                return Ok(Ok(()));
            }
            if let Some(spent) = self.attempts.spent() {
                return Ok(Err(spent.told().to_owned()));
            }
            // What has no address is written with the object around it.
            if answer.is_refused()
                && let Some(frame) = proposal.frame.as_ref().and_then(Frame::wider)
            {
                proposal.frame = Some(frame);
                continue;
            }
            let Some(claim) = answer.worst() else {
                return Ok(Err(answer.verdict.to_string()));
            };
            if is_of_frame(claim) {
                match proposal.frame.as_ref().and_then(Frame::wider) {
                    Some(frame) => proposal.frame = Some(frame),
                    None => return Ok(Err(told(claim))),
                }
                continue;
            }
            match self.stronger(proposal, claim, &answer)? {
                Some(next) => *proposal = next,
                None => return Ok(Err(self.attempts.spent().map_or_else(|| told(claim), |spent| format!("{}; {}", spent.told(), told(claim))))),
            }
        }
        Ok(Err("what is required became longer and longer".to_owned()))
    }

    /// A stronger proposal with which the claim holds.
    fn stronger(&mut self, proposal: &Proposal, claim: &Claim, answer: &Answer) -> Result<Option<Proposal>, Failure> {
        let is_access = matches!(claim.class, PropertyClass::Bounds | PropertyClass::Pointer | PropertyClass::ValidDeref);
        let ways: [bool; 2] = if is_access { [true, false] } else { [false, true] };
        for is_memory in ways {
            let found = if is_memory { self.longer(proposal, claim)? } else { self.narrower(proposal, claim, answer)? };
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// More is required of one pointer.
    fn longer(&mut self, proposal: &Proposal, claim: &Claim) -> Result<Option<Proposal>, Failure> {
        for number in 0..proposal.slots.len() {
            for slot in proposal.slots[number].stronger() {
                if self.attempts.spent().is_some() {
                    return Ok(None);
                }
                let mut next = proposal.clone();
                next.slots[number] = slot;
                if self.helps(&next, claim)? {
                    return Ok(Some(next));
                }
            }
        }
        Ok(None)
    }

    /// More is required of integers.
    fn narrower(&mut self, proposal: &Proposal, claim: &Claim, answer: &Answer) -> Result<Option<Proposal>, Failure> {
        let values = if claim.state == ClaimState::Violated { answer.inputs(&claim.name) } else { BTreeMap::new() };
        for chain in self.of_calls(proposal).into_iter().chain(chains(self.sketch, claim.class)) {
            // What holds where the claim fails does not help.
            let is_idle = chain.last().is_none_or(|strongest| strongest.iter().all(|condition| condition.holds(&values) == Some(true)));
            if is_idle {
                continue;
            }
            if self.attempts.spent().is_some() {
                return Ok(None);
            }
            if let Some(next) = self.weakest(proposal, claim, &chain)? {
                return Ok(Some(next));
            }
        }
        Ok(None)
    }

    /// What functions that are called require.
    fn of_calls(&self, proposal: &Proposal) -> Vec<Chain> {
        let mut chains = Vec::new();
        for given in &self.sketch.given {
            let known = self.known.get(&given.function).into_iter().flatten();
            let all = known.filter_map(|condition| condition.of_call(given, self.sketch)).filter(|condition| !proposal.conditions.contains(condition));
            let all: Vec<Condition> = all.collect();
            if !all.is_empty() {
                chains.push(vec![all]);
            }
        }
        chains
    }

    /// The weakest conditions of a chain that help, if the strongest do.
    fn weakest(&mut self, proposal: &Proposal, claim: &Claim, chain: &Chain) -> Result<Option<Proposal>, Failure> {
        let with = |number: usize| {
            let mut next = proposal.clone();
            next.conditions.extend(chain[number].iter().filter(|condition| !proposal.conditions.contains(condition)).cloned());
            next
        };
        let (mut low, mut high) = (0, chain.len() - 1);
        if !self.helps(&with(high), claim)? {
            return Ok(None);
        }
        while low < high && self.attempts.spent().is_none() {
            let middle = usize::midpoint(low, high);
            if self.helps(&with(middle), claim)? {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Ok(Some(with(high)))
    }

    /// Does the claim hold, and can the function still be called and return?
    fn helps(&mut self, proposal: &Proposal, claim: &Claim) -> Result<bool, Failure> {
        let answer = self.prove(proposal)?;
        // Clauses of loops come with claims of their own, so that others have other names.
        let is_shown = if self.loops.is_some() { answer.holds_where(claim) } else { answer.holds(&claim.name) };
        Ok(is_shown && !answer.is_vacuous() && answer.clauses_are_defined())
    }

    /// Leaves out what the proof does without.
    pub(super) fn weaken(&mut self, proposal: &mut Proposal) -> Result<(), Failure> {
        let mut number = 0;
        while number < proposal.conditions.len() && self.attempts.spent().is_none() {
            let mut next = proposal.clone();
            next.conditions.remove(number);
            if self.prove(&next)?.is_proved() {
                *proposal = next;
            } else {
                number += 1;
            }
        }
        Ok(())
    }

    /// Adds what is proved of what the function gives.
    fn ensure(&mut self, proposal: &mut Proposal) -> Result<(), Failure> {
        let mut candidates = ensures::candidates(self.sketch, &proposal.slots, &proposal.nullable());
        if self.notation == Notation::Esbmc {
            candidates.retain(|candidate| !candidate.text.contains("forall"));
        }
        for round in 0..ROUNDS {
            if candidates.is_empty() || self.attempts.spent().is_some() {
                return Ok(());
            }
            let mut next = proposal.clone();
            next.ensures = candidates.iter().map(|candidate| candidate.text.clone()).collect();
            let answer = self.prove(&next)?;
            if answer.is_refused() {
                candidates = if round == 0 { candidates.into_iter().filter(Candidate::is_of_result).collect() } else { Vec::new() };
                continue;
            }
            if round > 0 && answer.is_proved() {
                *proposal = next;
                return Ok(());
            }
            let held = self.held(&candidates, &answer);
            // What holds, and still there is no proof: conditions that cannot always be evaluated.
            let is_stuck = round > 0 && held.len() == candidates.len();
            candidates = if is_stuck { simple(held) } else { ensures::essential(held) };
            if is_stuck && candidates.len() == next.ensures.len() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The conditions that hold.
    pub(super) fn held(&self, candidates: &[Candidate], answer: &Answer) -> Vec<Candidate> {
        let name = |number: usize| format!("{}.ensures.{}", self.sketch.function, number + 1);
        candidates.iter().enumerate().filter(|(number, _)| answer.holds(&name(*number))).map(|(_, candidate)| candidate.clone()).collect()
    }
}

/// Without those that compute something that may fail, or the last half.
fn simple(candidates: Vec<Candidate>) -> Vec<Candidate> {
    let is_simple = |candidate: &Candidate| !candidate.text.contains(['/', '%', '*', '<', '[']) || candidate.text.contains("<=");
    let half = candidates.len() / 2;
    let kept: Vec<Candidate> = candidates.iter().filter(|candidate| is_simple(candidate)).cloned().collect();
    if kept.len() < candidates.len() { kept } else { candidates.into_iter().take(half).collect() }
}

/// Is it about what may be written or freed?
fn is_of_frame(claim: &Claim) -> bool {
    claim.class == PropertyClass::Contract && [".assigns.", ".frees."].iter().any(|part| claim.name.contains(part))
}

fn told(claim: &Claim) -> String {
    let how = match claim.state {
        ClaimState::Violated => "fails",
        ClaimState::Open | ClaimState::Holds => "is not decided",
    };
    format!("{} {how} at {}: {}", claim.name, claim.place, claim.text)
}
