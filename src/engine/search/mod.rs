//! The concrete search: runs the program in the interpreter on inputs that are likely to reach something new. It starts from plain values, limits and the
//! constants of the program, keeps the inputs of runs that did something new, changes them, and steps along the distances of comparisons.
//! Depends on the program, the seed and the number of steps alone. Knows nothing of the board: it gives the runs that reach goals which none of its runs reached before.

mod executor;
mod interpreter;
mod plan;
mod probe;
mod values;

use crate::limits::Stop;
use executor::{Comparison, Executor, Observation, Request, Tail};
use goto::interp::{Compiled, Outcome, Run};
use goto::{Bits, GoalId, Id, InputId, Program};
use interpreter::Interpreter;
use plan::mutate;
use std::collections::VecDeque;
use std::sync::Arc;
use values::{Random, Vocabulary};

/// Instructions of a run at first, and at most.
const FIRST_STEPS: u64 = 200_000;
const MOST_STEPS: u64 = 20_000_000;
/// Inputs of a run at most.
const MOST_INPUTS: usize = 4000;
/// Lists of inputs that are kept.
const CORPUS: usize = 512;
/// Inputs that are kept, all lists together.
const CORPUS_INPUTS: usize = 1 << 19;
/// Lists of inputs in wait, and at most how many one run contributes.
const CANDIDATES: usize = 1024;
const CANDIDATES_OF_RUN: usize = 64;
/// So many runs are given for a goal if all of them end badly after it.
const FRAGILE_RUNS: u8 = 4;
/// After so many runs for a goal one in so many is examined for what depends on indeterminate values.
const RUNS_FOR_EXAMINATION: u64 = 16;
/// Goals for which a run was given that a replay will repeat.
const SOUND: u8 = u8::MAX;

/// The state of a search.
pub struct Search<'a> {
    judge: Interpreter<'a>,
    vocabulary: Arc<Vocabulary>,
    random: Random,
    /// Plain inputs that are still to be tried.
    scripted: VecDeque<Tail>,
    /// Inputs that may change the outcome of a comparison.
    candidates: VecDeque<Vec<Bits>>,
    /// Inputs of runs that did something new, the newest last.
    corpus: Vec<Vec<Bits>>,
    corpus_inputs: usize,
    /// For each goal: the number of runs given for it that end badly, or [`SOUND`].
    given: Vec<u8>,
    /// For each property: as `given`.
    violated: Vec<u8>,
    runs: u64,
    step_limit: u64,
    /// Of the runs since the step limit changed: how many reached it, and how many did not.
    cut: u32,
    whole: u32,
}

impl<'a> Search<'a> {
    /// A search in `program`, of which `compiled` is the executable form.
    pub fn new(program: &Program, compiled: &'a Compiled, seed: u64) -> Self {
        let vocabulary = Arc::new(Vocabulary::of(program));
        let mut scripted: VecDeque<Tail> = [0, 1].map(Tail::Same).into();
        scripted.extend([2, 1, 0].map(Tail::Limit));
        scripted.extend((2..12).map(Tail::Same));
        Self {
            judge: Interpreter::new(compiled, Arc::clone(&vocabulary)),
            vocabulary,
            random: Random::new(seed),
            scripted,
            candidates: VecDeque::new(),
            corpus: Vec::new(),
            corpus_inputs: 0,
            given: vec![0; program.goals.len()],
            violated: vec![0; program.properties.len()],
            runs: 0,
            step_limit: FIRST_STEPS,
            cut: 0,
            whole: 0,
        }
    }

    /// Runs so far.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// Can another run differ from those before? Without inputs it cannot.
    pub fn may_go_on(&self) -> bool {
        !self.vocabulary.shapes.is_empty() || self.runs == 0 || (self.cut == 1 && self.step_limit < MOST_STEPS)
    }

    /// Runs the program once. Gives the run if it reaches a goal or violates a property that no run given before does; also a few more
    /// runs for goals of which all runs so far end badly after them.
    pub fn step(&mut self, stop: &Stop) -> Option<Run> {
        if !self.may_go_on() || stop.reason().is_some() {
            return None;
        }
        let request = self.request();
        let Observation { run, new_pairs, comparisons, runs } = self.judge.execute(&request, stop);
        self.runs += u64::from(runs);
        let run = self.examined(run, stop);
        let useful = self.is_useful(&run);
        let inputs: Vec<Bits> = run.inputs.iter().map(|i| i.1).collect();
        if useful || new_pairs > 0 || (self.candidates.is_empty() && self.random.chance(6)) {
            self.follow_comparisons(&inputs, &comparisons);
        }
        if useful || new_pairs > 0 {
            self.keep(inputs);
        }
        self.adapt(&run);
        useful.then_some(run)
    }

    /// The run, with what does not depend on indeterminate values if it may show something new.
    fn examined(&mut self, run: Run, stop: &Stop) -> Run {
        let wanted = |given: u8| given < FRAGILE_RUNS || given != SOUND && self.runs.is_multiple_of(RUNS_FOR_EXAMINATION);
        let shows = run.goals.iter_ones().any(|g| wanted(self.given[g])) || run.violations.iter().any(|p| wanted(self.violated[p.index()]));
        if run.indeterminate && shows { self.judge.examined(&run, self.step_limit, stop) } else { run }
    }

    /// The next run.
    fn request(&mut self) -> Request {
        let (inputs, tail, most) = self.plan();
        Request { inputs, tail, most, steps: self.step_limit, seed: self.random.next(), runs: 1 }
    }

    /// The inputs of the next run: those chosen, how to go on, and how many at most.
    fn plan(&mut self) -> (Vec<Bits>, Tail, usize) {
        if (self.runs < 3 || self.random.chance(30))
            && let Some(tail) = self.scripted.pop_front()
        {
            return (Vec::new(), tail, 256);
        }
        if self.random.chance(60)
            && let Some(inputs) = self.candidates.pop_front()
        {
            let most = inputs.len() + self.room();
            return (inputs, self.tail(), most);
        }
        if self.corpus.is_empty() || self.random.chance(25) {
            let most = [1, 2, 4, 8, 16, 64, 256, 1000][self.random.below(8)];
            return (Vec::new(), self.tail(), most);
        }
        let mut inputs = self.parent().clone();
        // More inputs behind those that lead to something new lead further more often than any change.
        if !self.random.chance(35) {
            let shape = self.vocabulary.shapes[InputId::new(self.random.below(self.vocabulary.shapes.len()))];
            let other = self.random.below(self.corpus.len());
            mutate(&mut inputs, &self.corpus[other], &self.vocabulary.constants, shape, &mut self.random);
            inputs.truncate(MOST_INPUTS);
        }
        let most = inputs.len() + self.room();
        (inputs, self.tail(), most)
    }

    /// A kept list of inputs, mostly one of the newest.
    fn parent(&mut self) -> &Vec<Bits> {
        let n = self.corpus.len();
        let index = if self.random.chance(50) { n - 1 - self.random.below(n.min(8)) } else { self.random.below(n) };
        &self.corpus[index]
    }

    /// How many inputs more than those chosen.
    fn room(&mut self) -> usize {
        [0, 1, 2, 8, 64, 256][self.random.below(6)]
    }

    fn tail(&mut self) -> Tail {
        match self.random.below(100) {
            0..60 => Tail::Random,
            60..85 => Tail::Sticky,
            85..92 => Tail::Same(0),
            _ => Tail::Same(1),
        }
    }

    /// Does the run show something that no run given before did?
    fn is_useful(&mut self, run: &Run) -> bool {
        let mut useful = false;
        for index in run.goals.iter_ones() {
            let given = &mut self.given[index];
            if *given == SOUND {
                continue;
            }
            if is_sound(run, index) {
                *given = SOUND;
                useful = true;
            } else if *given < FRAGILE_RUNS {
                *given += 1;
                useful = true;
            }
        }
        for &property in &run.violations {
            let given = &mut self.violated[property.index()];
            if *given == SOUND {
                continue;
            }
            if run.certainly_violated(property).is_some() {
                *given = SOUND;
                useful = true;
            } else if *given < FRAGILE_RUNS {
                *given += 1;
                useful = true;
            }
        }
        useful
    }

    fn keep(&mut self, inputs: Vec<Bits>) {
        if inputs.is_empty() || self.corpus.last() == Some(&inputs) {
            return;
        }
        self.corpus_inputs += inputs.len();
        self.corpus.push(inputs);
        while self.corpus.len() > CORPUS || (self.corpus_inputs > CORPUS_INPUTS && self.corpus.len() > 1) {
            let index = self.random.below(self.corpus.len() - 1);
            self.corpus_inputs -= self.corpus.remove(index).len();
        }
    }

    /// Puts inputs in wait that give comparisons of the last run the outcomes that they never had, if an input is compared as it is or
    /// after the addition of something.
    fn follow_comparisons(&mut self, inputs: &[Bits], comparisons: &[Comparison]) {
        let mut room = CANDIDATES_OF_RUN.min(CANDIDATES.saturating_sub(self.candidates.len()));
        for direct in [true, false] {
            for &comparison in comparisons.iter().rev() {
                // A comparison of equal values can be made unequal by any other change.
                if comparison.a == comparison.b && direct {
                    continue;
                }
                for (at, &input) in inputs.iter().enumerate().rev().take(if direct { 256 } else { 16 }) {
                    for value in self.steps_along(comparison, input, direct) {
                        if room == 0 {
                            return;
                        }
                        let mut changed = inputs.to_vec();
                        changed[at] = value;
                        self.candidates.push_back(changed);
                        room -= 1;
                    }
                }
            }
        }
    }

    /// New values of an input for the missing outcomes of a comparison. `direct`: the input must be one of its operands.
    fn steps_along(&self, comparison: Comparison, input: Bits, direct: bool) -> Vec<Bits> {
        let Comparison { place, a, b, .. } = comparison;
        let outcomes = self.judge.outcomes(place);
        let missing: Vec<i64> =
            [(outcomes.equal, 0), (outcomes.less, -1), (outcomes.greater, 1)].into_iter().filter(|(seen, _)| !seen).map(|(_, d)| d).collect();
        let is = |operand: u64| operand == input.unsigned() as u64 || operand == input.signed() as u64;
        let number = |n: u64| Bits::from_signed(input.width(), i128::from(n as i64));
        match (direct, is(a), is(b)) {
            (true, true, _) if missing.is_empty() => vec![number(b)],
            (true, _, true) if missing.is_empty() => vec![number(a)],
            (true, true, _) => missing.iter().map(|d| number(b.wrapping_add_signed(*d))).collect(),
            (true, _, true) => missing.iter().map(|d| number(a.wrapping_add_signed(-d))).collect(),
            (false, false, false) => {
                let distances = missing.iter().map(|d| b.wrapping_add_signed(*d).wrapping_sub(a));
                distances.flat_map(|d| [input.add(number(d)), input.sub(number(d))]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Gives runs more steps if most of them end for the lack of steps.
    fn adapt(&mut self, run: &Run) {
        if run.outcome == Outcome::StepLimit {
            self.cut += 1;
        } else {
            self.whole += 1;
        }
        let blind = run.outcome == Outcome::StepLimit && run.inputs.is_empty();
        if self.step_limit < MOST_STEPS && (blind || (self.cut > 64 && self.cut > 3 * self.whole)) {
            self.step_limit = (self.step_limit * 4).min(MOST_STEPS);
            (self.cut, self.whole) = (u32::from(blind), 0);
        }
    }
}

/// Will a replay of the run's test show that the goal is reached? Not if the run crashes or hangs without a further input, nor if it
/// depends on what no test can choose.
fn is_sound(run: &Run, goal: usize) -> bool {
    let Some(needed) = run.certainly_reached(GoalId::new(goal)) else { return false };
    let ends_well = matches!(run.outcome, Outcome::Exit | Outcome::Abort | Outcome::InputsExhausted | Outcome::AssumptionFailed);
    ends_well || (needed as usize) < run.inputs.len()
}

#[cfg(test)]
mod tests;
