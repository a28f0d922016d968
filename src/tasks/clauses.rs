//! Clauses of contracts in runs: a program whose calls come with what contracts say, and what of it a run breaks there.

use crate::failure::Failure;
use crate::program::{self, Aim};
use crate::prove::InRuns;
use engine::judge::{Judge, ProgramJudge};
use goto::interp::Compiled;
use goto::limits::Stop;
use goto::{Bits, InputId, Program, Property, PropertyClass, PropertyId};

/// A program with clauses as its properties, ready to run.
pub(crate) struct Claims {
    program: Program,
    compiled: Compiled,
}

impl Claims {
    /// # Errors
    /// If the program is wrong with its clauses.
    pub(crate) fn of(request: &InRuns) -> Result<Self, Failure> {
        let mut loaded = program::compile(&request.program)?;
        program::instrument(&mut loaded, &Aim::Verify(vec![PropertyClass::Contract]));
        instrument::contracts(&mut loaded.program, &loaded.hidden, &request.plan, (frontend::contracts::PREFIX, &loaded.in_blocks))
            .map_err(|frame| Failure::Defect(format!("what {frame} may write is lost").into()))?;
        goto::assert_valid(&loaded.program, "clauses in runs");
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
