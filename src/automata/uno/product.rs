//! The static product of a program and a property: which errors control flow alone allows. Paths are told apart by all that they leave behind; where that is too
//! much, every error is allowed that the property can find at a statement.

use super::code::{At, Codes, Error};
use crate::flow::{self, Walk};
use crate::observer::{self, VariableId};
use goto::edges::{EdgeId, Edges};
use goto::{IdVec, Program};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Steps along edges; where there are more, nothing is excluded.
const MOST_STEPS: usize = 300_000;

/// An error that a path may have.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Found {
    pub at: At,
    pub error: Error,
}

/// The errors that control flow allows.
pub fn errors(codes: &Codes, program: &Program, edges: &Edges) -> BTreeSet<Found> {
    let mut walker = Walker {
        codes,
        start: observer::start(&codes.variables),
        configurations: Vec::new(),
        numbers: FxHashMap::default(),
        found: BTreeSet::new(),
        steps_of: steps_of(codes),
        n_steps: 0,
    };
    let is_whole = !flow::has_callbacks(edges) && flow::follow(program, edges, &mut walker).is_ok();
    if is_whole { walker.found } else { all(codes) }
}

/// All errors that there may be at statements.
fn all(codes: &Codes) -> BTreeSet<Found> {
    let mut found = BTreeSet::new();
    for (at, code) in &codes.of {
        observer::told(code, &mut |error| _ = found.insert(Found { at: *at, error: error.clone() }));
    }
    found
}

/// The steps of each edge that have code.
fn steps_of(codes: &Codes) -> FxHashMap<EdgeId, Vec<At>> {
    let mut of: FxHashMap<EdgeId, Vec<At>> = FxHashMap::default();
    for at in codes.of.keys() {
        of.entry(at.edge).or_default().push(*at);
    }
    of
}

/// What a path leaves behind.
type Configuration = IdVec<VariableId, i64>;

struct Walker<'a> {
    codes: &'a Codes,
    start: Configuration,
    configurations: Vec<Configuration>,
    numbers: FxHashMap<Configuration, usize>,
    found: BTreeSet<Found>,
    steps_of: FxHashMap<EdgeId, Vec<At>>,
    n_steps: usize,
}

/// There are too many configurations.
struct TooMany;

impl Walker<'_> {
    fn number(&mut self, configuration: Configuration) -> usize {
        if let Some(&known) = self.numbers.get(&configuration) {
            return known;
        }
        self.configurations.push(configuration.clone());
        self.numbers.insert(configuration, self.configurations.len() - 1);
        self.configurations.len() - 1
    }
}

impl Walk for Walker<'_> {
    type State = usize;
    type Error = TooMany;

    fn initial(&mut self) -> usize {
        self.number(self.start.clone())
    }

    fn all(&mut self) -> Result<Vec<usize>, TooMany> {
        Err(TooMany)
    }

    fn along(&mut self, edge: EdgeId, state: usize) -> Result<BTreeSet<usize>, TooMany> {
        self.n_steps += 1;
        if self.n_steps > MOST_STEPS {
            return Err(TooMany);
        }
        let Some(steps) = self.steps_of.get(&edge).cloned() else { return Ok(BTreeSet::from([state])) };
        let mut configuration = self.configurations[state].clone();
        for at in steps {
            let found = &mut self.found;
            let _ = observer::run(&self.codes.of[&at], &mut configuration, &mut |error| found.insert(Found { at, error: error.clone() }));
        }
        Ok(BTreeSet::from([self.number(configuration)]))
    }
}
