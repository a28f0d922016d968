//! The generalised Büchi automaton of an alternating one: its states are sets of states, its transitions carry acceptance, one kind for each until.

use super::alternating::{Alternating, Set, Step, Steps, pairs};
use super::buchi::Cube;
use super::translate::TooLarge;
use rustc_hash::FxHashMap;

const MOST_STATES: usize = 4_000;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Transition {
    pub cube: Cube,
    pub to: usize,
    /// Which untils it does not put off.
    pub accepts: u64,
}

pub struct Generalised {
    pub initial: Vec<usize>,
    pub states: Vec<Vec<Transition>>,
    /// How many kinds of acceptance there are.
    pub n_kinds: usize,
}

impl Generalised {
    /// # Errors
    /// If there are too many sets of states.
    pub fn new(alternating: &Alternating) -> Result<Self, TooLarge> {
        let mut numbers: FxHashMap<Set, usize> = FxHashMap::default();
        let mut sets: Vec<Set> = Vec::new();
        let mut number = |set: Set, sets: &mut Vec<Set>| {
            *numbers.entry(set).or_insert_with(|| {
                sets.push(set);
                sets.len() - 1
            })
        };
        let initial = alternating.initial.iter().map(|&set| number(set, &mut sets)).collect();
        let mut states = Vec::new();
        while states.len() < sets.len() {
            let steps = joint(alternating, sets[states.len()])?;
            let mut own: Vec<(Step, u64)> = steps.into_iter().map(|s| (s, accepts(alternating, s))).collect();
            let all = own.clone();
            let better = |x: &(Step, u64), y: &(Step, u64)| x != y && x.0.cube.includes(y.0.cube) && x.0.to & !y.0.to == 0 && y.1 & !x.1 == 0;
            own.retain(|y| !all.iter().any(|x| better(x, y)));
            states.push(own.into_iter().map(|(s, accepts)| Transition { cube: s.cube, to: number(s.to, &mut sets), accepts }).collect());
            if sets.len() > MOST_STATES {
                return Err(TooLarge);
            }
        }
        let mut made = Self { initial, states, n_kinds: alternating.untils.len() };
        made.merge();
        Ok(made)
    }

    /// Makes one of states that do the same.
    fn merge(&mut self) {
        loop {
            let mut first: FxHashMap<&[Transition], usize> = FxHashMap::default();
            let class: Vec<usize> = self.states.iter().enumerate().map(|(i, t)| *first.entry(t).or_insert(i)).collect();
            if class.iter().enumerate().all(|(i, &c)| i == c) {
                return;
            }
            for transitions in &mut self.states {
                transitions.iter_mut().for_each(|t| t.to = class[t.to]);
                transitions.sort_unstable();
                transitions.dedup();
            }
            self.initial.iter_mut().for_each(|i| *i = class[*i]);
            // Those that were replaced are not reached any more.
            for (i, &c) in class.iter().enumerate() {
                if i != c {
                    self.states[i] = vec![Transition { cube: Cube::default(), to: i, accepts: 0 }];
                }
            }
        }
    }
}

/// What all states of the set do at once. Of two steps to the same states the one that asks for more may put off less.
fn joint(alternating: &Alternating, set: Set) -> Result<Steps, TooLarge> {
    let mut steps = vec![Step { cube: Cube::default(), to: 0 }];
    for i in (0..alternating.transitions.len()).filter(|i| set >> i & 1 == 1) {
        steps = pairs(&steps, &alternating.transitions[i])?;
    }
    Ok(steps)
}

/// The untils that the step does not put off: it does not go on in them, or it could also do without.
fn accepts(alternating: &Alternating, step: Step) -> u64 {
    let mut kinds = 0;
    for (kind, &f) in alternating.untils.iter().enumerate() {
        let leaves = |own: &Step| own.cube.includes(step.cube) && own.to >> f & 1 == 0 && own.to & !step.to == 0;
        if step.to >> f & 1 == 0 || alternating.transitions[f].iter().any(leaves) {
            kinds |= 1 << kind;
        }
    }
    kinds
}
