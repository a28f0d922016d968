//! From an unrolling to the solver's questions about it, and from a model to a run of the interpreter: which inputs the model's path reads, in which order, and what the run does with them.

use crate::budget;
use crate::status::Reason;
use goto::interp::{Compiled, InputSource, Limits, Machine, Observer, Run};
use goto::limits::Stop;
use goto::{Bits, InputId, TypeId};
use rustc_hash::FxHashSet;
use solver::{Solver, Unknown};
use symex::Unrolling;
use term::eval::Evaluator;
use term::{TermId, TermPool};

/// The inputs that the model's path reads, in order.
pub fn inputs_of_model(pool: &TermPool, unrolling: &Unrolling, evaluator: &mut Evaluator) -> Vec<(InputId, Bits)> {
    let mut inputs = Vec::new();
    for event in &unrolling.inputs {
        if evaluator.value(pool, event.condition).is_true() {
            inputs.push((event.input, evaluator.value(pool, event.value)));
        }
    }
    inputs
}

/// The inputs that the model's path reads have the model's values.
pub fn same_inputs(pool: &mut TermPool, unrolling: &Unrolling, evaluator: &mut Evaluator) -> TermId {
    let mut same = Vec::new();
    for event in &unrolling.inputs {
        if evaluator.value(pool, event.condition).is_true() {
            let value = evaluator.value(pool, event.value);
            let value = pool.constant(value);
            same.push(pool.eq(event.value, value));
        }
    }
    pool.and_all(&same)
}

/// Up to the n-th input that the model's path reads the same ones are read, and no other.
pub fn same_reads(pool: &mut TermPool, unrolling: &Unrolling, n: usize, evaluator: &mut Evaluator) -> TermId {
    let (mut same, mut read) = (Vec::new(), 0);
    for event in &unrolling.inputs {
        if read == n {
            break;
        }
        let is_read = evaluator.value(pool, event.condition).is_true();
        read += usize::from(is_read);
        same.push(if is_read { event.condition } else { pool.not(event.condition) });
    }
    pool.and_all(&same)
}

/// All indeterminate values are zero, as in the interpreter; `None` if there are none. Addresses are not.
pub fn determinate(pool: &mut TermPool, unrolling: &Unrolling) -> Option<TermId> {
    (!unrolling.indeterminate.is_empty()).then(|| all_zero(pool, &unrolling.indeterminate))
}

/// Nothing happens that hardly ever does, as in the interpreter.
pub fn nothing_rare(pool: &mut TermPool, unrolling: &Unrolling) -> TermId {
    all_zero(pool, &unrolling.rare)
}

fn all_zero(pool: &mut TermPool, variables: &[TermId]) -> TermId {
    let mut zeros = Vec::with_capacity(variables.len());
    for &v in variables {
        let zero = pool.constant(Bits::zero(pool.width(v)));
        zeros.push(pool.eq(v, zero));
    }
    pool.and_all(&zeros)
}

/// All variables of an unrolling whose values a model must tell.
pub fn variables(unrolling: &Unrolling) -> Vec<TermId> {
    let inputs = unrolling.inputs.iter().map(|e| e.value);
    let others = [&unrolling.indeterminate, &unrolling.addresses, &unrolling.approximate];
    inputs.chain(others.into_iter().flatten().copied()).collect()
}

/// Facts about unrollings that one solver knows for good.
#[derive(Default)]
pub(crate) struct ToldFacts(FxHashSet<TermId>);

impl ToldFacts {
    /// Tells the solver the facts that it does not know yet.
    pub(crate) fn tell(&mut self, solver: &mut dyn Solver, pool: &TermPool, unrolling: &Unrolling) {
        for &fact in &unrolling.facts {
            if self.0.insert(fact) {
                solver.assert(pool, fact);
            }
        }
    }
}

/// Why what the solver did not decide is open.
pub fn reason_of(why: &Unknown) -> Reason {
    match why {
        Unknown::Stopped(reason) => Reason::Stopped(*reason),
        Unknown::Budget => Reason::Solver("time budget used up".into()),
        Unknown::Failed(text) => Reason::Solver(text.clone()),
    }
}

/// As [`run_inputs`], and tells an observer what happens.
pub fn run_observed<O: Observer>(compiled: &Compiled, inputs: &[(InputId, Bits)], observer: &mut O) -> Run {
    let limits = Limits { steps: budget::runs::STEPS, work: u64::MAX, memory: budget::runs::MEMORY, depth: budget::runs::DEPTH, stop: &|| false };
    Machine::new(compiled).run_observed(&mut Replay::with_zeros(inputs, budget::runs::EXTRA_INPUTS), &limits, observer)
}

/// The same, until it is to end.
pub fn run_until<O: Observer>(compiled: &Compiled, inputs: &[(InputId, Bits)], is_enough: &dyn Fn() -> bool, observer: &mut O) -> Run {
    let limits = Limits { steps: budget::runs::STEPS, work: u64::MAX, memory: budget::runs::MEMORY, depth: budget::runs::DEPTH, stop: is_enough };
    Machine::new(compiled).run_observed(&mut Replay::with_zeros(inputs, budget::runs::EXTRA_INPUTS), &limits, observer)
}

/// The same, for so many instructions.
pub fn run_briefly<O: Observer>(compiled: &Compiled, inputs: &[(InputId, Bits)], steps: u64, observer: &mut O) -> Run {
    let limits = Limits { steps, work: u64::MAX, memory: budget::runs::MEMORY, depth: budget::runs::DEPTH, stop: &|| false };
    Machine::new(compiled).run_observed(&mut Replay::with_zeros(inputs, budget::runs::EXTRA_INPUTS), &limits, observer)
}

/// Runs the program on these inputs, with zeros after them. If the run reads indeterminate values it also tells what does not depend on them.
pub fn run_inputs(compiled: &Compiled, inputs: &[(InputId, Bits)], stop: &Stop) -> Run {
    run_source(compiled, &mut Replay::with_zeros(inputs, budget::runs::EXTRA_INPUTS), stop)
}

/// As [`run_inputs`] with inputs from anywhere.
pub fn run_source(compiled: &Compiled, source: &mut dyn InputSource, stop: &Stop) -> Run {
    let stopped = || stop.reason().is_some();
    let limits = Limits { steps: budget::runs::STEPS, work: u64::MAX, memory: budget::runs::MEMORY, depth: budget::runs::DEPTH, stop: &stopped };
    let mut machine = Machine::new(compiled);
    let run = machine.run(source, &limits);
    if run.indeterminate { examine(&mut machine, &run, &limits) } else { run }
}

/// The run once more, with what does not depend on indeterminate values.
pub fn examine(machine: &mut Machine<'_>, run: &Run, limits: &Limits<'_>) -> Run {
    let mut examined = machine.run_doubting(&mut Replay::new(&run.inputs), limits);
    machine.try_all_ways(&mut examined, limits);
    examined
}

/// These inputs, with some zeros after them.
pub struct Replay<'a> {
    inputs: &'a [(InputId, Bits)],
    next: usize,
    zeros: usize,
}

impl<'a> Replay<'a> {
    /// These inputs alone.
    pub fn new(inputs: &'a [(InputId, Bits)]) -> Self {
        Self::with_zeros(inputs, 0)
    }

    /// These inputs, and so many zeros after them.
    pub fn with_zeros(inputs: &'a [(InputId, Bits)], zeros: usize) -> Self {
        Self { inputs, next: 0, zeros }
    }
}

impl InputSource for Replay<'_> {
    fn next(&mut self, _input: InputId, _ty: TypeId, width: u16) -> Option<Bits> {
        let position = self.next;
        self.next += 1;
        match self.inputs.get(position) {
            // Where the run leaves the model's path the kinds may differ; any value will do there.
            Some((_, value)) => Some(value.resize(width, true)),
            None if position < self.inputs.len() + self.zeros => Some(Bits::zero(width)),
            None => None,
        }
    }
}
