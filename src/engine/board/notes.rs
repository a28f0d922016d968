//! What engines tell each other and whoever reports beside statuses: certificates, invariants, how far all was looked at, inputs and runs to go on from. Nothing
//! here decides a target.

use super::Board;
use crate::certificate::{Certificate, CertificateSink};
use crate::interleavings::Interleaving;
use crate::search::Foothold;
use crate::status::{Confirmation, Depth};
use crate::target::Target;
use analysis::invariants::Candidate;
use analysis::threads::Fact;
use goto::{Bits, InputId, Program, PropertyId};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io;
use std::sync::{Arc, MutexGuard};

/// What waits for whoever asks.
#[derive(Default)]
pub(super) struct Notes {
    /// Invariants that proofs rest on, with the program whose expressions they are.
    invariants: Option<Invariants>,
    /// Facts that somebody proposes as invariants.
    proposed: Vec<Candidate>,
    /// Inputs from which others may go on, the newest last.
    leads: VecDeque<Vec<(InputId, Bits)>>,
    /// Runs of the search from which bounded model checking may go on.
    footholds: Vec<Foothold>,
    /// Facts that all threads keep, on which proofs rest.
    kept: Vec<Fact>,
    /// Schedules under which properties are violated.
    interleavings: BTreeMap<PropertyId, Interleaving>,
    /// What proofs rest on of which there is no certificate, in words.
    arguments: BTreeMap<PropertyId, Vec<String>>,
    /// What native runs show of these.
    confirmations: BTreeMap<PropertyId, Confirmation>,
}

/// Where certificates of proofs go, if anywhere, and the first failure to write one.
#[derive(Default)]
pub(super) struct Certificates {
    sink: Option<Box<dyn CertificateSink>>,
    error: Option<io::Error>,
}

/// What is known of something that may be asked for.
#[derive(Clone, Default)]
pub(super) struct TargetNotes {
    about: Option<About>,
    depth: Option<Depth>,
}

/// What a depth says something about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum About {
    Everything,
    /// What is violated on the way to a refutation. Of alternatives that are only tried nothing need be known.
    These(BTreeSet<PropertyId>),
}

/// Facts that hold whenever the heads of their loops are reached.
#[derive(Clone, Debug)]
pub struct Invariants {
    /// The board's program with more expressions.
    pub program: Arc<Program>,
    pub facts: Vec<Candidate>,
}

/// Leads that wait for somebody to follow them.
const LEADS: usize = 256;

impl Notes {
    pub(super) fn interleaving(&self, property: PropertyId) -> Option<Interleaving> {
        self.interleavings.get(&property).cloned()
    }
}

impl Board {
    /// Keeps the run that violates a property of a program with threads.
    pub(crate) fn note_interleaving(&self, property: PropertyId, interleaving: Interleaving) {
        self.lock().notes.interleavings.insert(property, interleaving);
    }

    /// The run that violates a property of a program with threads.
    pub fn interleaving(&self, property: PropertyId) -> Option<Interleaving> {
        self.lock().notes.interleaving(property)
    }

    /// Keeps what a proof rests on, of which there is no certificate.
    pub(crate) fn note_argument(&self, property: PropertyId, argument: Vec<String>) {
        self.lock().notes.arguments.insert(property, argument);
    }

    /// What the proof of a property rests on, of which there is no certificate.
    pub fn argument(&self, property: PropertyId) -> Vec<String> {
        self.lock().notes.arguments.get(&property).cloned().unwrap_or_default()
    }

    /// What a native run shows of a violation.
    pub fn note_confirmation(&self, property: PropertyId, confirmation: Confirmation) {
        self.lock().notes.confirmations.insert(property, confirmation);
    }

    pub fn confirmation(&self, property: PropertyId) -> Option<Confirmation> {
        self.lock().notes.confirmations.get(&property).cloned()
    }

    /// A property that is violated, and of which no native run is known.
    pub fn unconfirmed(&self) -> Option<PropertyId> {
        let state = self.lock();
        let mut violated = state.statuses.reached().filter_map(Target::property);
        violated.find(|property| !state.notes.confirmations.contains_key(property))
    }

    /// Facts of its program that may hold, for inductive steps to try beside their own.
    pub fn propose(&self, facts: Vec<Candidate>) {
        self.lock().notes.proposed = facts;
    }

    pub fn proposed(&self) -> Vec<Candidate> {
        self.lock().notes.proposed.clone()
    }

    /// Certificates of proofs go there.
    pub fn certify_to(&self, sink: Box<dyn CertificateSink>) {
        self.lock_certificates().sink = Some(sink);
    }

    /// Is it worth writing certificates?
    pub fn wants_certificates(&self) -> bool {
        self.lock_certificates().sink.is_some()
    }

    /// Takes the certificate of proofs that are about to be reported.
    pub fn certify(&self, program: &Program, certificate: &Certificate) {
        let mut certificates = self.lock_certificates();
        let Certificates { sink: Some(sink), error } = &mut *certificates else { return };
        if let Err(failed) = sink.certificate(program, certificate) {
            error.get_or_insert(failed);
        }
    }

    /// The first failure to write a certificate, once. Does not wait for one that is being written.
    pub fn take_certificate_error(&self) -> Option<io::Error> {
        self.certificates.try_lock().ok()?.error.take()
    }

    /// Takes the invariants that proofs of open goals or properties rest on, in place of those before: they are proved together.
    pub fn note_invariants(&self, invariants: Invariants) {
        self.lock().notes.invariants = Some(invariants);
    }

    /// The invariants that the last proofs rest on.
    pub fn invariants(&self) -> Option<Invariants> {
        self.lock().notes.invariants.clone()
    }

    /// Takes the facts that all threads keep and proofs of open properties rest on.
    pub(crate) fn note_kept(&self, facts: Vec<Fact>) {
        self.lock().notes.kept = facts;
    }

    /// The facts about shared variables that proofs rest on: all threads keep them.
    pub fn kept(&self) -> Vec<Fact> {
        self.lock().notes.kept.clone()
    }

    /// From now on [`note_depth`](Self::note_depth) is worth some work.
    pub fn want_depth(&self, about: About) {
        self.lock_depth().about = Some(about);
    }

    /// Is a depth wanted, and can there still be one? What says something about some properties only does not say where one of them is violated.
    pub fn wants_depth(&self) -> bool {
        match &self.lock_depth().about {
            None => false,
            Some(About::Everything) => true,
            Some(About::These(these)) => !these.iter().any(|p| self.status(*p).is_reached()),
        }
    }

    /// Must the target be refuted for a depth?
    pub(crate) fn depth_is_about(&self, target: Target) -> bool {
        match (&self.lock_depth().about, target) {
            (Some(About::These(these)), Target::Property(property)) => these.contains(&property),
            _ => true,
        }
    }

    /// All that is open and matters for this was looked at so far, and none of it was found. It stays known when less is said later.
    pub fn note_depth(&self, depth: Depth) {
        let mut asked = self.lock_depth();
        if asked.depth.as_ref().is_none_or(|known| known.k <= depth.k) {
            asked.depth = Some(depth);
        }
    }

    /// How far all was looked at.
    pub fn depth(&self) -> Option<Depth> {
        self.lock_depth().depth.clone()
    }

    /// Leaves inputs from which others may go on, whether or not their run showed anything.
    pub fn leave_lead(&self, inputs: &[(InputId, Bits)]) {
        let notes = &mut self.lock().notes;
        if notes.leads.len() >= LEADS {
            notes.leads.pop_front();
        }
        notes.leads.push_back(inputs.to_vec());
    }

    /// The inputs that were left since the last time that anybody took them.
    pub fn take_leads(&self) -> VecDeque<Vec<(InputId, Bits)>> {
        std::mem::take(&mut self.lock().notes.leads)
    }

    /// Leaves runs for others to go on from, in place of those left before.
    pub fn leave_footholds(&self, footholds: Vec<Foothold>) {
        self.lock().notes.footholds = footholds;
    }

    /// The next run to go on from.
    pub fn take_foothold(&self) -> Option<Foothold> {
        self.lock().notes.footholds.pop()
    }

    /// Are there none?
    pub fn wants_footholds(&self) -> bool {
        self.lock().notes.footholds.is_empty()
    }

    fn lock_certificates(&self) -> MutexGuard<'_, Certificates> {
        self.certificates.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn lock_depth(&self) -> MutexGuard<'_, TargetNotes> {
        self.depth.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
