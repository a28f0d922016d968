//! The generalised Büchi automaton of an alternating one: its states are sets of states, its transitions carry acceptance, one kind for each until.

use super::alternating::{Alternating, Set, Step, Steps, pairs};
use super::buchi::Cube;
use super::translate::TooLarge;
use crate::{Automaton, StateId, TransitionLabel};
use goto::{Id, IdVec};
use rustc_hash::FxHashMap;

const MOST_STATES: usize = 4_000;

/// What a transition asks for, and which untils it does not put off.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Marked {
    pub cube: Cube,
    pub accepts: u64,
}

impl TransitionLabel for Marked {}

pub struct Generalised {
    pub automaton: Automaton<Marked>,
    /// How many kinds of acceptance there are.
    pub n_kinds: usize,
}

impl Generalised {
    /// # Errors
    /// If there are too many sets of states.
    pub fn new(alternating: &Alternating) -> Result<Self, TooLarge> {
        let mut numbers: FxHashMap<Set, StateId> = FxHashMap::default();
        let mut sets: IdVec<StateId, Set> = IdVec::new();
        let mut number = |set: Set, sets: &mut IdVec<StateId, Set>| *numbers.entry(set).or_insert_with(|| sets.push(set));
        let initial = alternating.initial.iter().map(|&set| number(set, &mut sets)).collect();
        let mut states = Vec::new();
        while let Some(&set) = sets.get(StateId::new(states.len())) {
            let mut own: Vec<(Step, u64)> = joint(alternating, set)?.into_iter().map(|s| (s, accepts(alternating, s))).collect();
            let all = own.clone();
            let better = |x: &(Step, u64), y: &(Step, u64)| x != y && x.0.cube.includes(y.0.cube) && x.0.to & !y.0.to == 0 && y.1 & !x.1 == 0;
            own.retain(|y| !all.iter().any(|x| better(x, y)));
            let transitions = own.into_iter().map(|(s, accepts)| (Marked { cube: s.cube, accepts }, number(s.to, &mut sets))).collect();
            states.push((false, transitions));
            if sets.len() > MOST_STATES {
                return Err(TooLarge);
            }
        }
        let automaton = Automaton::of(initial, states);
        // States that do the same are one.
        let (automaton, _) = automaton.quotient(&automaton.bisimilar(|_| 0));
        Ok(Self { automaton, n_kinds: alternating.untils.len() })
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
