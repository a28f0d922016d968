//! What a proof rests on, as SMT-LIB text that another solver can check: each check must be unsatisfiable. For people and other tools; the engines never
//! read it.

use crate::script::Script;
use crate::status::Proof;
use crate::target::Target;
use analysis::invariants::Candidate;
use goto::Program;
use std::io;
use term::{TermId, TermPool};

/// Where certificates go the moment a proof is found.
pub trait CertificateSink: Send {
    /// Writes one for good. The program is the one whose expressions the invariants are.
    fn certificate(&mut self, program: &Program, certificate: &Certificate) -> io::Result<()>;
}

/// The questions of one proof, asked of one unrolling.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// What targets that it excludes are said to rest on.
    pub proof: Proof,
    /// An SMT-LIB script with one `check-sat` for each entry of `shows`.
    pub script: String,
    /// By forward condition and by clocks: nothing is cut, then what is unreachable or holds. By k-induction: the states stand for all, the invariants if there are any,
    /// then what is unreachable or holds.
    pub shows: Vec<Shows>,
}

/// What it means that a check is unsatisfiable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shows {
    /// No path that control flow may lead to what is excluded, of any thread, goes on beyond the bound or where the program is not followed.
    NothingIsCut,
    /// The states that stand for all iterations include those of the next one.
    StatesStandForAll,
    /// Each of the facts holds whenever the head of its loop is reached, if the others did before.
    Invariants(Vec<Candidate>),
    /// No execution reaches the target.
    Excluded(Target),
}

/// Makes a certificate.
pub struct Writer<'p> {
    script: Script<'p>,
    shows: Vec<Shows>,
}

impl<'p> Writer<'p> {
    /// Facts hold in all checks.
    pub fn new(pool: &'p TermPool, facts: &[TermId]) -> Self {
        Self { script: Script::new(pool, facts), shows: Vec::new() }
    }

    /// Holds in all checks from here on.
    pub fn assume(&mut self, term: TermId) {
        self.script.assume(term);
    }

    /// None of the conditions is possible, which shows this.
    pub fn check(&mut self, any_of: &[TermId], shows: Shows) {
        self.shows.push(shows);
        self.script.check(&format!("check {}: must be unsatisfiable", self.shows.len()), any_of);
    }

    pub fn finish(self, proof: Proof) -> Certificate {
        Certificate { proof, script: self.script.finish(), shows: self.shows }
    }
}
