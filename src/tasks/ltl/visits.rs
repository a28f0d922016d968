//! States that are visited with the property and without it, for the statistics of `ltl`.

use crate::engines::Engines;
use crate::failure::Failure;
use engine::visits::visits;
use goto::limits::Stop;
use goto::{FuncId, InstrId, InstrKind, Program, PropertyId};
use instrument::Word;
use std::collections::BTreeMap;

/// The program with the automaton of the runs that violate the formula, and the same without what the automaton rules out.
pub(crate) struct Compared {
    with: Program,
    without: Program,
    /// What violates the formula at once.
    ends: Vec<PropertyId>,
    is_own: Vec<Vec<bool>>,
}

impl Compared {
    /// The program follows the word, and nothing more was put in.
    pub(crate) fn new(program: &Program, word: &Word) -> Self {
        let is_own = |f: FuncId, kind: &InstrKind| !program.functions[f].model && !word.is_of_word(program, kind);
        let own = |f| program.functions[f].body.iter().flat_map(|b| b.values()).map(|i| is_own(f, &i.kind)).collect();
        let mut without = program.clone();
        for instruction in without.functions.iter_mut().flat_map(|(_, f)| f.body.iter_mut()).flat_map(|b| b.iter_mut()).map(|(_, i)| i) {
            if word.is_of_word(program, &instruction.kind) {
                instruction.kind = InstrKind::Skip;
            }
        }
        let ends = word.claims.iter().flat_map(|claim| &claim.endless).copied().collect();
        Self { with: program.clone(), without, ends, is_own: program.functions.ids().map(own).collect() }
    }

    /// Counts both.
    pub(crate) fn count(&self, engines: &Engines, stop: &Stop) -> Result<BTreeMap<String, u64>, Failure> {
        let is_counted = |f: FuncId, at: InstrId| self.is_own[goto::Id::index(f)].get(goto::Id::index(at)).copied().unwrap_or(false);
        let with = visits(&self.with, &is_counted, &self.ends, engines.solver()?, stop);
        let without = visits(&self.without, &is_counted, &[], engines.solver()?, stop);
        let all = [
            ("with_property_states", with.states),
            ("with_property_paths", with.paths),
            ("with_property_unrolled", with.unrolled),
            ("without_property_states", without.states),
            ("without_property_paths", without.paths),
            ("all_visited", (with.complete && without.complete).into()),
        ];
        Ok(all.into_iter().map(|(name, n)| (name.to_owned(), n)).collect())
    }
}
