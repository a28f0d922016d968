//! One proof that is tried: the function with clauses put into the text, asked what `prove` asks.

use super::proposal::Written;
use super::{Notation, with_clauses};
use crate::engines::Engines;
use crate::failure::Failure;
use crate::program::ProgramRequest;
use crate::prove::{ContractOf, ContractSelection, Obligations, obligations};
use crate::supervise::Supervisor;
use crate::task::{Limits, Observer, Outcome, Task};
use crate::verify::Verification;
use engine::status::Status;
use frontend::LazyInputs;
use goto::PropertyClass;
use report::result::PropertyState;
use report::text::Verdict;
use std::collections::BTreeMap;
use std::time::Duration;

/// So long one proof may take; what takes longer is no help to who looks for a contract.
const LONGEST: Duration = Duration::from_secs(10);
/// With less time nothing is begun.
const WORTH_IT: Duration = Duration::from_millis(300);
/// So often proofs of one function are tried at most.
const MOST: usize = 400;

/// Who tries, and with what.
pub struct Attempts<'a> {
    pub request: ProgramRequest,
    pub lazy: LazyInputs,
    pub classes: Vec<PropertyClass>,
    pub engines: Engines,
    pub limits: Limits,
    pub supervisor: &'a Supervisor,
    pub observer: &'a mut dyn Observer,
    /// Proofs that were tried so far.
    pub tried: usize,
    /// An analysis did not return in time and still runs.
    pub is_abandoned: bool,
    share: Share,
}

/// What one function may use.
#[derive(Clone, Copy, Default)]
pub(super) struct Share {
    /// From the start of the supervisor.
    end: Option<Duration>,
    first: usize,
}

/// Why there are no more proofs of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Spent {
    Time,
    Attempts,
    Interrupted,
}

impl Spent {
    pub(super) fn told(self) -> &'static str {
        match self {
            Self::Time => "the time was over",
            Self::Attempts => "so many proofs were tried that the search ended",
            Self::Interrupted => "it was interrupted",
        }
    }
}

/// A claim in the program that was asked about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Claim {
    pub name: String,
    pub class: PropertyClass,
    pub text: String,
    pub place: String,
    pub state: ClaimState,
    line: (u32, u32),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum ClaimState {
    Violated,
    Open,
    Holds,
}

/// What a proof came to.
pub(super) struct Answer {
    pub verdict: Verdict,
    pub claims: Vec<Claim>,
    /// None where the clauses were refused.
    outcome: Option<Outcome<Verification>>,
}

impl<'a> Attempts<'a> {
    pub fn new(
        request: ProgramRequest,
        lazy: LazyInputs,
        classes: Vec<PropertyClass>,
        engines: Engines,
        limits: Limits,
        watch: (&'a Supervisor, &'a mut dyn Observer),
    ) -> Self {
        let (supervisor, observer) = watch;
        Self { request, lazy, classes, engines, limits, supervisor, observer, tried: 0, is_abandoned: false, share: Share::default() }
    }

    /// Leaves no more than half of what is left of the function's time. Returns what there was.
    pub(super) fn halve(&mut self) -> Share {
        let (before, gone) = (self.share, self.supervisor.start.elapsed());
        self.share.end = before.end.map(|end| gone + end.saturating_sub(gone) / 2);
        before
    }

    pub(super) fn restore(&mut self, share: Share) {
        self.share = share;
    }

    /// Gives the next function a fair part of the time that is left for so many.
    pub(super) fn share(&mut self, n_left: usize) {
        let gone = self.supervisor.start.elapsed();
        let part = |all: Duration| gone + all.saturating_sub(gone) / u32::try_from(n_left.max(1)).unwrap_or(u32::MAX);
        self.share = Share { end: self.limits.timeout.map(part), first: self.tried };
    }

    /// Why nothing more is tried of this function, if so.
    pub(super) fn spent(&self) -> Option<Spent> {
        if self.supervisor.interrupted.load(std::sync::atomic::Ordering::Relaxed) {
            return Some(Spent::Interrupted);
        }
        let is_late = |end: Duration| self.supervisor.start.elapsed() + WORTH_IT >= end;
        match self.share.end {
            Some(end) if is_late(end) => Some(Spent::Time),
            _ => (self.tried - self.share.first >= MOST).then_some(Spent::Attempts),
        }
    }

    /// Asks what `prove` asks of the function with these clauses.
    pub(super) fn prove(&mut self, function: &str, notation: Notation, clauses: &Written) -> Result<Answer, Failure> {
        self.tried += 1;
        match self.outcome(function, notation, clauses) {
            Ok(outcome) => Ok(Answer { verdict: outcome.verdict.clone(), claims: claims(&outcome), outcome: Some(outcome) }),
            // The text is known to be right without the clauses.
            Err(Failure::Source(error)) => {
                let why = error.to_string().lines().next().unwrap_or_default().to_owned();
                Ok(Answer { verdict: Verdict::Unknown(format!("the clauses are refused: {why}")), claims: Vec::new(), outcome: None })
            }
            Err(failure) => Err(failure),
        }
    }

    fn outcome(&mut self, function: &str, notation: Notation, clauses: &Written) -> Result<Outcome<Verification>, Failure> {
        let mut request = self.request.clone();
        let Some((file, text)) = with_clauses(&request, function, notation, clauses)? else {
            return Err(Failure::Usage(format!("no file defines {function} where clauses can be put")));
        };
        request.source.preprocessed.insert(file, text.into());
        let selection = ContractSelection { functions: vec![ContractOf { function: function.to_owned(), contract: None }], ..ContractSelection::default() };
        let Obligations { mut all, .. } = obligations(&request, &selection, &self.lazy)?;
        let Some(obligation) = all.pop() else { return Err(Failure::Usage(format!("there is no contract of {function}"))) };
        let end = self.supervisor.start.elapsed() + LONGEST;
        let limits = Limits { timeout: Some(self.share.end.map_or(end, |own| own.min(end))), ..self.limits };
        let question = obligation.question(self.classes.clone(), None);
        let task = Task { program: obligation.program, engines: self.engines.clone(), limits, question };
        let outcome = task.run(self.supervisor, self.observer)?;
        self.is_abandoned |= outcome.end.is_abandoned;
        Ok(outcome)
    }
}

fn claims(outcome: &Outcome<Verification>) -> Vec<Claim> {
    let Some(board) = outcome.board() else { return Vec::new() };
    let program = board.program();
    let claim = |(id, property): (_, &goto::Property)| {
        let state = match board.status(id) {
            Status::Reached(_) => ClaimState::Violated,
            Status::Excluded(_) | Status::Superseded => ClaimState::Holds,
            Status::Open(_) => ClaimState::Open,
        };
        let loc = property.loc;
        let place = format!("{}:{}", program.files[loc.file], loc.line);
        Claim { name: property.name.clone(), class: property.class, text: property.text.clone(), place, state, line: (loc.line, loc.column) }
    };
    program.properties.iter().filter(|(_, property)| property.class != PropertyClass::Vacuity).map(claim).collect()
}

impl Answer {
    /// Were the clauses wrong C?
    pub(super) fn is_refused(&self) -> bool {
        self.outcome.is_none()
    }

    pub(super) fn is_proved(&self) -> bool {
        self.verdict == Verdict::True
    }

    /// Does nothing satisfy what is required, or does the function never return?
    pub(super) fn is_vacuous(&self) -> bool {
        matches!(&self.verdict, Verdict::Unknown(why) if why.starts_with("vacuous"))
    }

    pub(super) fn holds(&self, name: &str) -> bool {
        self.claims.iter().any(|claim| claim.name == name && claim.state == ClaimState::Holds)
    }

    /// What to look at next: what is violated before what is open, checks before the frame.
    pub(super) fn worst(&self) -> Option<&Claim> {
        let bad = self.claims.iter().filter(|claim| claim.state != ClaimState::Holds);
        bad.min_by_key(|claim| (claim.class == PropertyClass::Contract, claim.state, claim.line, &claim.name))
    }

    /// Do all claims hold that stand for the same thing in the text?
    pub(super) fn holds_where(&self, asked: &Claim) -> bool {
        let is_asked = |claim: &&Claim| claim.class == asked.class && claim.text == asked.text && claim.place == asked.place;
        let mut same = self.claims.iter().filter(is_asked).peekable();
        same.peek().is_some() && same.all(|claim| claim.state == ClaimState::Holds)
    }

    /// Can all conditions of the contract be evaluated?
    pub(super) fn clauses_are_defined(&self) -> bool {
        self.claims.iter().all(|claim| claim.state != ClaimState::Violated || !claim.name.contains(".clauses."))
    }

    /// Values of parameters with which a claim is violated.
    pub(super) fn inputs(&self, name: &str) -> BTreeMap<String, i128> {
        let properties = self.outcome.iter().flat_map(|outcome| outcome.result().properties.iter().flatten());
        let Some(PropertyState::Violated { inputs, .. }) = properties.filter(|property| property.id == name).map(|property| &property.state).next() else {
            return BTreeMap::new();
        };
        let of = |input: &report::result::Input| {
            let parameter = input.function.strip_prefix("entry parameter ")?;
            Some((parameter.to_owned(), input.value.parse().ok()?))
        };
        inputs.iter().filter_map(of).collect()
    }
}
