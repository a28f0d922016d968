//! The SAT solver CaDiCaL. The only file that knows it. A session stays on the thread that made it.

#![allow(clippy::disallowed_types, reason = "this is the file")]

use super::order::OrderTheory;
use crate::Unknown;
use base::limits::Stop;
use cadical_sys::{CaDiCal, ExternalPropagator, Status, Terminator};
use std::ops::Not;

/// A literal of the SAT solver.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct SatLit(i32);

impl SatLit {
    /// The variable is positive.
    pub(super) fn new(variable: i32, negated: bool) -> Self {
        Self(if negated { -variable } else { variable })
    }

    pub(super) fn variable(self) -> usize {
        self.0.unsigned_abs() as usize
    }

    pub(super) fn is_negated(self) -> bool {
        self.0 < 0
    }
}

impl Not for SatLit {
    type Output = SatLit;
    fn not(self) -> SatLit {
        SatLit(-self.0)
    }
}

/// The solver's version.
pub(super) fn version() -> String {
    CaDiCal::version()
}

/// The outcome of a search.
pub(super) enum Verdict {
    Sat,
    Unsat,
    Unknown(Unknown),
}

/// An incremental SAT solver. Clauses stay; assumptions and the constraint hold for one search.
pub(super) struct Sat {
    solver: CaDiCal,
    variables: i32,
    clauses: u64,
}

impl Default for Sat {
    fn default() -> Self {
        let mut solver = CaDiCal::new();
        // Lucky phases are tried at every call, which costs more than the many short calls here take. Variables are never declared, so none may be added.
        for (option, value) in [("quiet", 1), ("lucky", 0), ("luckyassumptions", 0), ("factor", 0)] {
            solver.set(option, value);
        }
        Self { solver, variables: 0, clauses: 0 }
    }
}

impl Sat {
    /// A fresh variable.
    pub(super) fn variable(&mut self) -> i32 {
        self.variables += 1;
        self.variables
    }

    pub(super) fn variables(&self) -> u64 {
        self.variables.unsigned_abs().into()
    }

    pub(super) fn clauses(&self) -> u64 {
        self.clauses
    }

    pub(super) fn clause(&mut self, lits: &[SatLit]) {
        self.clauses += 1;
        match *lits {
            [a] => self.solver.clause1(a.0),
            [a, b] => self.solver.clause2(a.0, b.0),
            [a, b, c] => self.solver.clause3(a.0, b.0, c.0),
            _ => {
                for lit in lits {
                    self.solver.add(lit.0);
                }
                self.solver.add(0);
            }
        }
    }

    /// From now on the theory decides with it.
    pub(super) fn connect(&mut self, theory: OrderTheory) {
        let mut variables: Vec<usize> = theory.literals().map(SatLit::variable).collect();
        variables.sort_unstable();
        variables.dedup();
        self.solver.connect_external_propagator(Search { theory, telling: Vec::new(), explaining: None });
        for variable in variables {
            // Variables are numbered by `variable`.
            self.solver.add_observed_var(variable as i32);
        }
    }

    /// In models, prefer the literal to be true.
    pub(super) fn phase(&mut self, lit: SatLit) {
        self.solver.phase(lit.0);
    }

    /// Searches under assumptions and, if there is one, a clause for this search alone.
    pub(super) fn solve(&mut self, assumptions: &[SatLit], constraint: Option<&[SatLit]>, stop: &Stop) -> Verdict {
        if let Some(reason) = stop.reason() {
            return Verdict::Unknown(Unknown::Stopped(reason));
        }
        for lit in assumptions {
            self.solver.assume(lit.0);
        }
        if let Some(clause) = constraint {
            for lit in clause {
                self.solver.constrain(lit.0);
            }
            self.solver.constrain(0);
        }
        self.solver.connect_terminator(Watch(stop.clone()));
        let status = self.solver.solve();
        self.solver.disconnect_terminator();
        match status {
            Status::SATISFIABLE => Verdict::Sat,
            Status::UNSATISFIABLE => Verdict::Unsat,
            Status::UNKNOWN => Verdict::Unknown(stop.reason().map_or(Unknown::Failed("the SAT solver gave up".to_string()), Unknown::Stopped)),
        }
    }

    /// The value in the model. Only right after a search that found one.
    pub(super) fn value(&mut self, lit: SatLit) -> bool {
        self.solver.val(lit.0) == lit.0
    }

    /// True if the assumption is part of the contradiction. Only right after a search that found one.
    pub(super) fn failed(&mut self, lit: SatLit) -> bool {
        self.solver.failed(lit.0)
    }
}

struct Watch(Stop);

impl Terminator for Watch {
    fn terminated(&mut self) -> bool {
        self.0.reason().is_some()
    }
}

/// A search with a theory, as the solver wants to be told of it.
struct Search {
    theory: OrderTheory,
    /// The literals of a clause that are still to be told, the last one first.
    telling: Vec<SatLit>,
    /// The literal whose reason is told.
    explaining: Option<i32>,
}

impl Search {
    /// A literal of a clause, or zero at its end.
    fn tell(&mut self) -> i32 {
        self.telling.pop().map_or(0, |lit| lit.0)
    }
}

impl ExternalPropagator for Search {
    fn are_reasons_forgettable(&mut self) -> bool {
        true
    }

    fn notify_assignment(&mut self, lits: &[i32]) {
        lits.iter().for_each(|&lit| self.theory.assign(SatLit(lit)));
    }

    fn notify_new_decision_level(&mut self) {
        self.theory.begin_level();
    }

    fn notify_backtrack(&mut self, new_level: usize) {
        self.theory.back(new_level);
    }

    fn cb_check_found_model(&mut self, model: &[i32]) -> bool {
        // All of it was told, and nothing that follows is left. If that is not so, it is told now.
        model.iter().for_each(|&lit| self.theory.assign(SatLit(lit)));
        match self.theory.next_implied() {
            Some(lit) => {
                self.telling = self.theory.reason(lit);
                false
            }
            None => true,
        }
    }

    fn cb_propagate(&mut self) -> i32 {
        self.theory.next_implied().map_or(0, |lit| lit.0)
    }

    fn cb_add_reason_clause_lit(&mut self, propagated_lit: i32) -> i32 {
        if self.explaining != Some(propagated_lit) {
            self.explaining = Some(propagated_lit);
            self.telling = self.theory.reason(SatLit(propagated_lit));
        }
        let lit = self.tell();
        if lit == 0 {
            self.explaining = None;
        }
        lit
    }

    fn cb_has_external_clause(&mut self, is_forgettable: &mut bool) -> bool {
        *is_forgettable = true;
        !self.telling.is_empty()
    }

    fn cb_add_external_clause_lit(&mut self) -> i32 {
        self.tell()
    }
}
