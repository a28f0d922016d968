//! The search behind the point where C stops to say what a program does, after an access outside of objects for instance. What comes there only native runs
//! tell, so inputs are changed at random and lengthened, and kept if a run reaches something new. Runs are made by who calls; knows nothing of how, nor of worlds:
//! inputs are what functions deliver.

use super::values::{Shape, Vocabulary};
use goto::{Bits, GoalId, InputId, InputOrigin, Program, Random};
use rustc_hash::FxHashSet;

/// Lists of inputs that are kept; of more the oldest are forgotten.
const CORPUS: usize = 256;
/// In so many of 100 cases the search goes on from inputs with which a run crashes, hangs or reaches nothing.
const OTHERS: usize = 25;
/// So often a run must reach a goal again: addresses differ from run to run, and what depends on them is no test.
const CONFIRMATIONS: usize = 3;
/// So many values are added at most.
const LONGEST_TAIL: usize = 64;

/// The values of a test in order.
pub type Inputs = Vec<(InputId, Bits)>;

/// What a native run showed, if it ended in a way that counts.
#[derive(Clone, Default, Debug)]
pub struct Passed {
    /// Who asked for inputs.
    pub read: Vec<InputId>,
    pub goals: Vec<GoalId>,
}

/// A search at work.
pub struct NativeSearch {
    vocabulary: Vocabulary,
    random: Random,
    /// The inputs that functions deliver.
    kinds: Vec<InputId>,
    /// What to go on from, first what counted natively, then the others.
    corpus: [Vec<Inputs>; 2],
    reached: FxHashSet<GoalId>,
    fruitless: u32,
}

impl NativeSearch {
    pub fn new(program: &Program, seed: u64) -> Self {
        let kinds = program.inputs.iter().filter(|(_, input)| input.origin == InputOrigin::Call).map(|(kind, _)| kind).collect();
        let (vocabulary, random) = (Vocabulary::of(program), Random::new(seed));
        Self { vocabulary, random, kinds, corpus: Default::default(), reached: FxHashSet::default(), fruitless: 0 }
    }

    /// Inputs from which to go on, and what their run reaches.
    pub fn suggest(&mut self, inputs: Inputs, goals: &[GoalId]) {
        self.reached.extend(goals);
        if inputs.iter().any(|(kind, _)| !self.kinds.contains(kind)) {
            return;
        }
        let corpus = &mut self.corpus[usize::from(goals.is_empty())];
        if corpus.len() >= CORPUS {
            corpus.remove(0);
        }
        corpus.push(inputs);
    }

    /// Was the goal reached by anything that was suggested or found?
    pub fn has_reached(&self, goal: GoalId) -> bool {
        self.reached.contains(&goal)
    }

    /// Runs since something new was found.
    pub fn fruitless(&self) -> u32 {
        self.fruitless
    }

    /// Tries one more list of inputs. Gives the inputs that were read, and all goals that runs on them reach, if one of these is wanted and new.
    pub fn step(&mut self, is_wanted: impl Fn(GoalId) -> bool, mut run: impl FnMut(&[(InputId, Bits)]) -> Option<Passed>) -> Option<(Inputs, Vec<GoalId>)> {
        if self.kinds.is_empty() {
            self.fruitless = u32::MAX;
            return None;
        }
        self.fruitless = self.fruitless.saturating_add(1);
        let tried = self.candidate();
        let passed = run(&tried)?;
        let is_new = |goals: &[GoalId]| goals.iter().any(|&g| !self.reached.contains(&g) && is_wanted(g));
        if !is_new(&passed.goals) {
            return None;
        }
        let inputs = self.as_read(&tried, &passed.read);
        let mut goals = passed.goals;
        for _ in 0..CONFIRMATIONS {
            let again = run(&inputs)?;
            goals.retain(|g| again.goals.contains(g));
        }
        if !is_new(&goals) {
            return None;
        }
        self.fruitless = 0;
        self.suggest(inputs.clone(), &goals);
        Some((inputs, goals))
    }

    /// The values with the types of those that were read.
    fn as_read(&self, tried: &[(InputId, Bits)], read: &[InputId]) -> Inputs {
        let typed = |(&(kind, value), &asked): (&(InputId, Bits), &InputId)| match self.vocabulary.shapes[asked] {
            _ if kind == asked => (kind, value),
            // As C converts.
            Shape::Truth => (asked, Bits::new(1, u128::from(!value.is_zero()))),
            shape => (asked, value.resize(shape.width(), true)),
        };
        tried.iter().zip(read).map(typed).collect()
    }

    fn candidate(&mut self) -> Inputs {
        let corpus = &self.corpus[usize::from(self.random.chance(OTHERS))];
        let mut inputs = match corpus.len() {
            0 => Vec::new(),
            // Half of the time one of the newest.
            n if self.random.chance(50) => corpus[n - 1 - self.random.below(n.min(8))].clone(),
            n => corpus[self.random.below(n)].clone(),
        };
        if self.random.chance(20) {
            inputs.truncate(self.random.below(inputs.len() + 1));
        }
        for _ in 0..self.random.below(5) {
            if !inputs.is_empty() {
                let at = self.random.below(inputs.len());
                inputs[at].1 = self.vocabulary.value(&mut self.random, inputs[at].0);
            }
        }
        for _ in 0..self.random.below(LONGEST_TAIL) {
            let kind = self.kinds[self.random.below(self.kinds.len())];
            inputs.push((kind, self.vocabulary.value(&mut self.random, kind)));
        }
        inputs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tests::{INT, program};
    use goto::{Id, Type};

    /// Goal 0 always, goal 1 if the first input is 4712 or more, goal 2 now and then.
    fn native(odd: &mut u32) -> impl FnMut(&[(InputId, Bits)]) -> Option<Passed> + use<'_> {
        let read = [InputId::new(0), InputId::new(1)];
        move |inputs| {
            *odd += 1;
            let mut goals = vec![GoalId::new(0)];
            goals.extend(inputs.first().filter(|i| i.1.signed() > 4711).map(|_| GoalId::new(1)));
            goals.extend(odd.is_multiple_of(2).then(|| GoalId::new(2)));
            Some(Passed { read: read[..inputs.len().min(2)].to_vec(), goals })
        }
    }

    #[test]
    fn what_is_found_is_new_and_typed_and_sure() {
        let program = program(&[INT, Type::Bool], |_, _, _| ());
        let mut beyond = NativeSearch::new(&program, 7);
        beyond.suggest(Vec::new(), &[GoalId::new(0)]);
        let mut odd = 0;
        let mut run = native(&mut odd);
        let found: Vec<(Inputs, Vec<GoalId>)> = (0..2000).filter_map(|_| beyond.step(|_| true, &mut run)).collect();
        let [(inputs, goals)] = found.as_slice() else { panic!("{found:?}") };
        assert!(goals.contains(&GoalId::new(1)) && !goals.contains(&GoalId::new(2)), "{goals:?}");
        assert!(inputs.len() <= 2 && inputs.iter().zip([(0, 32), (1, 1)]).all(|(i, (kind, width))| i.0.index() == kind && i.1.width() == width));
        assert!(beyond.has_reached(GoalId::new(1)) && !beyond.has_reached(GoalId::new(2)) && beyond.fruitless() > 100);
    }

    #[test]
    fn nobody_asks_for_what_is_not_wanted() {
        let program = program(&[INT, Type::Bool], |_, _, _| ());
        let mut beyond = NativeSearch::new(&program, 7);
        let mut odd = 0;
        let mut run = native(&mut odd);
        assert!((0..500).all(|_| beyond.step(|goal| goal == GoalId::new(3), &mut run).is_none()));
    }
}
