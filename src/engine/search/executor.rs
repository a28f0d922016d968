//! How the search runs the program: what it asks for, and what it learns from a run. One executor is the interpreter, the judge; others may be faster,
//! but what they show is only a hint until the judge has repeated the run. Knows nothing of open goals, of lists that are kept, or of how inputs are chosen.

use super::comparison::Comparison;
use super::values::Vocabulary;
use goto::Bits;
use goto::interp::Run;
use goto::limits::Stop;

/// How inputs beyond the chosen ones come about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tail {
    /// All the same number.
    Same(i128),
    /// The limits of the types.
    Limit(usize),
    /// Each on its own.
    Random,
    /// As `Random`, but a value often comes again.
    Sticky,
    /// The last so many of the chosen inputs again and again; as `Random` without any.
    Again(usize),
    /// Each is by so much larger than the one before.
    Rising(i128),
}

/// A run that is asked for, or many that differ in their random choices alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Request {
    /// The first inputs, in the order in which they are read; a value is cut or sign-extended to the width that is asked for.
    pub inputs: Vec<Bits>,
    pub tail: Tail,
    /// A run ends when it asks for more inputs than this.
    pub most: usize,
    /// Instructions of a run at most. Only properties: of those that are executed one by one.
    pub steps: u64,
    /// The random choices of all runs follow from it.
    pub seed: u64,
    /// Runs at most; not zero. The executor stops after the first that does what none of its runs did before.
    pub runs: u32,
}

/// The last run of a request.
#[derive(Debug)]
pub(super) struct Observation {
    pub run: Run,
    /// How much it did that no run of the executor did before: pairs of basic blocks that followed each other, or did so in another number of times.
    pub new_pairs: usize,
    /// What it compared, in the order of execution within a place; of places that compare often, the first and the last times. May be empty.
    pub comparisons: Vec<Comparison>,
    /// Runs made for the request.
    pub runs: u32,
}

/// Runs the program.
pub(super) trait Executor {
    /// Makes the runs of a request, with random values from the vocabulary, until one does something new, all are made, or it is told to stop.
    fn execute(&mut self, request: &Request, vocabulary: &Vocabulary, stop: &Stop) -> Observation;
}
