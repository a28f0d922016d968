//! The very weak alternating automaton of a formula: its states are the temporal subformulas, a transition asks for a cube of propositions now and goes on in
//! several states at once. No run may stay in an until for ever.

use super::buchi::Cube;
use super::normal::Normal;
use super::translate::TooLarge;
use rustc_hash::FxHashMap;

/// States as bits.
pub type Set = u64;

/// Transitions of one state or formula that are kept at most.
const MOST: usize = 20_000;

/// What holds now and where it goes on, all at once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    pub cube: Cube,
    pub to: Set,
}

/// Alternatives, none of which is another one with more asked.
pub type Steps = Vec<Step>;

pub struct Alternating {
    /// Each alternative is a set of states to begin in.
    pub initial: Vec<Set>,
    pub transitions: Vec<Steps>,
    /// The states in which no run may stay.
    pub untils: Vec<usize>,
}

impl Alternating {
    /// # Errors
    /// If the formula has too many subformulas, or transitions.
    pub fn new(formula: &Normal) -> Result<Self, TooLarge> {
        let mut builder = Builder { numbers: FxHashMap::default(), formulas: Vec::new() };
        builder.collect(formula)?;
        let mut transitions = Vec::new();
        for f in builder.formulas.clone() {
            transitions.push(builder.temporal(&f)?);
        }
        let untils = builder.formulas.iter().enumerate().filter(|(_, f)| matches!(f, Normal::Until(..))).map(|(i, _)| i).collect();
        Ok(Self { initial: builder.alternatives(formula)?, transitions, untils })
    }
}

struct Builder {
    numbers: FxHashMap<Normal, usize>,
    formulas: Vec<Normal>,
}

impl Builder {
    /// Gives each temporal subformula, and each literal that a run may have to wait for, a number.
    fn collect(&mut self, formula: &Normal) -> Result<(), TooLarge> {
        match formula {
            Normal::And(a, b) | Normal::Or(a, b) => {
                self.collect(a)?;
                return self.collect(b);
            }
            Normal::True | Normal::False => return Ok(()),
            _ => {}
        }
        if self.numbers.contains_key(formula) {
            return Ok(());
        }
        if self.formulas.len() == Set::BITS as usize {
            return Err(TooLarge);
        }
        self.numbers.insert(formula.clone(), self.formulas.len());
        self.formulas.push(formula.clone());
        match formula {
            Normal::Next(a) => self.collect(a),
            Normal::Until(a, b) | Normal::Release(a, b) => {
                self.collect(a)?;
                self.collect(b)
            }
            _ => Ok(()),
        }
    }

    /// The formula's disjunctive form over states.
    fn alternatives(&self, formula: &Normal) -> Result<Vec<Set>, TooLarge> {
        let mut found = match formula {
            Normal::True => vec![0],
            Normal::False => Vec::new(),
            Normal::Or(a, b) => [self.alternatives(a)?, self.alternatives(b)?].concat(),
            Normal::And(a, b) => {
                let (a, b) = (self.alternatives(a)?, self.alternatives(b)?);
                a.iter().flat_map(|x| b.iter().map(move |y| x | y)).collect()
            }
            other => vec![1 << self.numbers[other]],
        };
        found.sort_unstable();
        found.dedup();
        let all = found.clone();
        found.retain(|&x| !all.iter().any(|&y| y != x && y & !x == 0));
        if found.len() > MOST { Err(TooLarge) } else { Ok(found) }
    }

    fn any(&self, formula: &Normal) -> Result<Steps, TooLarge> {
        match formula {
            Normal::And(a, b) => product(&self.any(a)?, &self.any(b)?),
            Normal::Or(a, b) => smallest([self.any(a)?, self.any(b)?].concat()),
            other => self.temporal(other),
        }
    }

    fn temporal(&self, formula: &Normal) -> Result<Steps, TooLarge> {
        let stay = |f| vec![Step { cube: Cube::default(), to: 1 << self.numbers[f] }];
        match formula {
            Normal::True => Ok(vec![Step { cube: Cube::default(), to: 0 }]),
            Normal::False => Ok(Vec::new()),
            Normal::Literal { atom, holds } => Ok(vec![Step { cube: Cube::literal(*atom, *holds), to: 0 }]),
            Normal::Next(a) => Ok(self.alternatives(a)?.into_iter().map(|to| Step { cube: Cube::default(), to }).collect()),
            Normal::Until(a, b) => smallest([self.any(b)?, product(&self.any(a)?, &stay(formula))?].concat()),
            Normal::Release(a, b) => {
                let either = smallest([self.any(a)?, stay(formula)].concat())?;
                product(&self.any(b)?, &either)
            }
            Normal::And(..) | Normal::Or(..) => self.any(formula),
        }
    }
}

/// All pairs of steps at once, without those that ask for more than another one.
fn product(a: &Steps, b: &Steps) -> Result<Steps, TooLarge> {
    smallest(pairs(a, b)?)
}

/// All pairs of steps at once.
pub fn pairs(a: &Steps, b: &Steps) -> Result<Steps, TooLarge> {
    if a.len() * b.len() > MOST * 16 {
        return Err(TooLarge);
    }
    let mut all: Steps = a.iter().flat_map(|x| b.iter().filter_map(move |y| Some(Step { cube: x.cube.and(y.cube)?, to: x.to | y.to }))).collect();
    all.sort_unstable();
    all.dedup();
    if all.len() > MOST { Err(TooLarge) } else { Ok(all) }
}

/// Without those that ask for more than another one.
fn smallest(mut all: Steps) -> Result<Steps, TooLarge> {
    all.sort_unstable();
    all.dedup();
    if all.len() > MOST {
        return Err(TooLarge);
    }
    let less = |x: &Step, y: &Step| x != y && x.cube.includes(y.cube) && x.to & !y.to == 0;
    let kept = all.iter().filter(|y| !all.iter().any(|x| less(x, y))).copied().collect();
    Ok(kept)
}
