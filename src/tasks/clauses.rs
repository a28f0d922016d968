//! Clauses of contracts in runs: a program whose calls come with what contracts say, and what of it a run breaks there.

use crate::failure::Failure;
use crate::program::{self, Aim, ProgramRequest};
use crate::prove::{self, InRuns};
use crate::replay::{self, Interpreted};
use engine::judge::{Judge, ProgramJudge};
use goto::interp::Compiled;
use goto::limits::Stop;
use goto::{Bits, InputId, Program, Property, PropertyClass, PropertyId};
use report::read_suite::SuiteTest;
use report::result::BrokenClause;

/// A program with clauses as its properties, ready to run.
pub(crate) struct Claims {
    program: Program,
    compiled: Compiled,
}

impl Claims {
    /// What is claimed of runs of a program, if its text has contracts. `Err` says why that is not known.
    pub(crate) fn of_program(request: &ProgramRequest) -> Result<Option<Self>, String> {
        let claimed = prove::claimed_in_runs(request).and_then(|claimed| claimed.map(|claimed| Self::of(&claimed)).transpose());
        claimed.map_err(|failure| format!("clauses of contracts are not looked at in runs: {failure}"))
    }

    /// # Errors
    /// If the program is wrong with its clauses.
    pub(crate) fn of(request: &InRuns) -> Result<Self, Failure> {
        let mut loaded = program::compile(&request.program)?;
        program::instrument(&mut loaded, &Aim::Verify(vec![PropertyClass::Contract]));
        program::weave_contracts(&mut loaded, &request.plan)?;
        let compiled = Compiled::new(&loaded.program);
        Ok(Self { program: loaded.program, compiled })
    }

    /// The clauses that the run of these inputs breaks, whatever it reads that the program does not determine; in the order in which it breaks them. `told` is the program that
    /// the inputs are of: it may number them otherwise. Empty if it reads what this one does not.
    pub(crate) fn broken(&self, told: &Program, inputs: &[(InputId, Bits)], stop: &Stop) -> Vec<&Property> {
        let own = |&(id, bits): &(InputId, Bits)| Some((self.input(told, id)?, bits));
        let Some(inputs) = inputs.iter().map(own).collect::<Option<Vec<_>>>() else { return Vec::new() };
        let Some(&attempt) = ProgramJudge.attempts().first() else { return Vec::new() };
        let hits = ProgramJudge.observe(&self.compiled, &inputs, attempt, stop).hits;
        let certain: Vec<PropertyId> = hits.iter().filter(|hit| hit.certain.is_some()).filter_map(|hit| hit.target.property()).collect();
        certain.into_iter().map(|property| &self.program.properties[property]).collect()
    }

    /// The clauses that runs break, by the names of the tests; each run gives its properties.
    pub(crate) fn told<'p>(&self, runs: impl Iterator<Item = (String, Vec<&'p Property>)>) -> Vec<BrokenClause> {
        let mut told: Vec<BrokenClause> = Vec::new();
        for (test, broken) in runs {
            for Property { name, text, loc, .. } in broken {
                match told.iter_mut().find(|clause| clause.id == *name) {
                    Some(clause) => clause.tests.push(test.clone()),
                    None => told.push(BrokenClause {
                        id: name.clone(),
                        file: self.program.files[loc.file].clone(),
                        line: loc.line,
                        column: loc.column,
                        text: text.clone(),
                        tests: vec![test.clone()],
                    }),
                }
            }
        }
        told
    }

    /// The clauses that a test of a suite breaks.
    pub(crate) fn broken_by(&self, test: &SuiteTest, stop: &Stop) -> Vec<&Property> {
        let Interpreted { run, .. } = replay::interpret(&self.program, &self.compiled, test, &|| stop.reason().is_some());
        let is_certain = |property: &&PropertyId| !run.indeterminate || run.certainly_violated(**property).is_some();
        run.violations.iter().filter(is_certain).map(|&property| &self.program.properties[property]).collect()
    }

    /// The input that another program of the same text has under this number.
    fn input(&self, told: &Program, id: InputId) -> Option<InputId> {
        let wanted = told.inputs.get(id)?;
        let is_it = |own: &goto::InputKind| own.function == wanted.function && own.type_name == wanted.type_name && own.origin == wanted.origin;
        if self.program.inputs.get(id).is_some_and(is_it) {
            return Some(id);
        }
        let mut all = self.program.inputs.iter().filter(|(_, own)| is_it(own)).map(|(id, _)| id);
        all.next().filter(|_| all.next().is_none())
    }
}
