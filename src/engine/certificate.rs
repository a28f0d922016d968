//! What a proof rests on, as SMT-LIB text that another solver can check: each check must be unsatisfiable. For people and other tools; the engines never
//! read it.

use crate::solver::smtlib::Printer;
use crate::term::{TermId, TermPool};
use goto::{ExprId, FuncId, GoalId, InstrId, Program, PropertyId};
use rustc_hash::FxHashSet;
use std::fmt::Write;
use std::io;

/// Where certificates go the moment a proof is found.
pub trait CertificateSink: Send {
    /// Writes one for good. The program is the one whose expressions the invariants are.
    fn certificate(&mut self, program: &Program, certificate: &Certificate) -> io::Result<()>;
}

/// The questions of one proof, asked of one unrolling.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The bound, or the iterations before the one that counts.
    pub k: u32,
    /// An SMT-LIB script with one `check-sat` for each entry of `shows`.
    pub script: String,
    pub shows: Vec<Shows>,
}

/// What it means that a check is unsatisfiable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shows {
    /// No path goes on beyond the bound or where the program is not followed.
    NothingIsCut,
    /// The states that stand for all iterations include those of the next one.
    StatesStandForAll,
    /// Each of the facts holds whenever the head of its loop is reached, if the others did before.
    Invariants(Vec<(FuncId, InstrId, ExprId)>),
    Unreachable(GoalId),
    Holds(PropertyId),
}

/// Makes the text of a certificate.
pub struct Writer<'p> {
    pool: &'p TermPool,
    printer: Printer,
    script: String,
    defined: FxHashSet<TermId>,
    shows: Vec<Shows>,
}

impl<'p> Writer<'p> {
    /// Facts hold in all checks.
    pub fn new(pool: &'p TermPool, facts: &[TermId]) -> Self {
        let mut writer =
            Self { pool, printer: Printer::default(), script: String::from("(set-logic QF_BV)\n"), defined: FxHashSet::default(), shows: Vec::new() };
        for &fact in facts {
            writer.assume(fact);
        }
        writer
    }

    /// Holds in all checks from here on.
    pub fn assume(&mut self, term: TermId) {
        self.define(term);
        let name = self.printer.print(self.pool, term, &mut self.script);
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(self.script, "(assert {name})");
    }

    /// Asks whether any of the conditions is possible.
    pub fn check(&mut self, any_of: &[TermId], shows: Shows) {
        self.script.push_str("; must be unsatisfiable\n");
        let mut names = String::new();
        for &term in any_of {
            self.define(term);
            let name = self.printer.print(self.pool, term, &mut self.script);
            let _ = write!(names, " {name}");
        }
        let _ = match any_of.len() {
            0 => writeln!(self.script, "(push 1)\n(assert false)\n(check-sat)\n(pop 1)"),
            1 => writeln!(self.script, "(push 1)\n(assert{names})\n(check-sat)\n(pop 1)"),
            _ => writeln!(self.script, "(push 1)\n(assert (or{names}))\n(check-sat)\n(pop 1)"),
        };
        self.shows.push(shows);
    }

    pub fn finish(self, k: u32) -> Certificate {
        Certificate { k, script: self.script, shows: self.shows }
    }

    /// Says what the abbreviations in a term stand for.
    fn define(&mut self, term: TermId) {
        let mut pending = vec![term];
        while let Some(term) = pending.pop() {
            if !self.defined.insert(term) {
                continue;
            }
            if let Some(definition) = self.pool.definition(term) {
                let name = self.printer.print(self.pool, definition.equation, &mut self.script);
                let _ = writeln!(self.script, "(assert {name})");
                pending.push(definition.term);
            }
            pending.extend(self.pool.get(term).operands());
        }
    }
}
