//! A path of the graph executed exactly: every step's conditions in terms of the values at its start and of what is read on the way. Says whether the
//! program can take it, as far as cells tell, and with which inputs.

use super::cells::CellId;
use super::effect::Effects;
use super::logic::{Logic, Possible};
use super::post::{ProductStep, taken};
use super::substitute::substitute;
use goto::{Bits, InputId};
use rustc_hash::FxHashMap;
use term::eval::Evaluator;
use term::{TermId, TermPool};

/// What is known of a path.
pub enum Outcome {
    /// It can be taken if nothing stands in the way that cells do not tell; with these inputs.
    Inputs(Vec<(InputId, Bits)>),
    /// It cannot be taken: these conditions of steps exclude each other.
    Impossible(Vec<Conflict>),
    Unknown,
}

/// A condition of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The position of the step on the path.
    pub step: usize,
    /// As the step itself names it: on the state before the step.
    pub condition: TermId,
}

/// Values of cells on a path.
struct State {
    values: FxHashMap<CellId, TermId>,
}

impl State {
    /// What a term over the cells before a step is in terms of the path's start.
    fn of(&self, effects: &mut Effects<'_>, position: usize, done: &mut FxHashMap<TermId, TermId>, term: TermId) -> TermId {
        let (pool, cells) = (&mut effects.pool, &effects.cells);
        substitute(pool, term, done, &mut |pool, variable| match cells.of_value(variable) {
            Some(cell) => self.values.get(&cell).copied().unwrap_or_else(|| start_value(pool, variable)),
            None => at(pool, variable, position),
        })
    }
}

fn start_value(pool: &mut TermPool, cell: TermId) -> TermId {
    renamed(pool, cell, "@start")
}

/// An unknown of a step, as the one at this position of a path. Addresses are the same everywhere.
pub fn at(pool: &mut TermPool, unknown: TermId, position: usize) -> TermId {
    renamed(pool, unknown, &format!("@{position}"))
}

fn renamed(pool: &mut TermPool, variable: TermId, suffix: &str) -> TermId {
    let width = pool.width(variable);
    match pool.get(variable) {
        term::Term::Var { name, .. } if name.starts_with('&') => variable,
        term::Term::Var { name, .. } => {
            let name = format!("{name}{suffix}");
            pool.var(&name, width)
        }
        _ => variable,
    }
}

/// Executes the path from the program's start.
pub fn execute(effects: &mut Effects<'_>, logic: &mut Logic, path: &[ProductStep]) -> Outcome {
    let mut state = State { values: FxHashMap::default() };
    let mut conditions: Vec<(TermId, Conflict)> = Vec::new();
    let mut inputs: Vec<(InputId, TermId)> = Vec::new();
    for (position, step) in path.iter().enumerate() {
        let taken = taken(effects, step);
        let mut done = FxHashMap::default();
        for &condition in &taken.assumed {
            let term = state.of(effects, position, &mut done, condition);
            if !effects.pool.is_true(term) {
                conditions.push((term, Conflict { step: position, condition }));
            }
        }
        for &(input, variable) in &taken.effect.inputs {
            inputs.push((input, at(&mut effects.pool, variable, position)));
        }
        if taken.effect.forgets {
            state.values.clear();
        }
        let new: Vec<(CellId, TermId)> = taken.effect.updates.iter().map(|(&cell, &value)| (cell, value)).collect();
        let new: Vec<(CellId, TermId)> = new.into_iter().map(|(cell, value)| (cell, state.of(effects, position, &mut done, value))).collect();
        if taken.effect.exposes || taken.effect.forgets {
            let lost: Vec<CellId> = effects.cells.ids().filter(|&cell| taken.effect.forgets || effects.cells.get(cell).exposed).collect();
            for cell in lost {
                let value = taken.effect.after(&mut effects.pool, &effects.cells, cell);
                if value != effects.cells.get(cell).value {
                    let value = at(&mut effects.pool, value, position);
                    state.values.insert(cell, value);
                }
            }
        }
        state.values.extend(new);
    }
    let terms: Vec<TermId> = conditions.iter().map(|c| c.0).collect();
    if let Some(&(_, conflict)) = conditions.iter().find(|c| effects.pool.is_false(c.0)) {
        return Outcome::Impossible(vec![conflict]);
    }
    let wanted: Vec<TermId> = inputs.iter().map(|i| i.1).collect();
    match logic.possible(&effects.pool, &terms, &wanted) {
        Possible::Yes(model) => {
            let mut evaluator = Evaluator::new(&model.values);
            Outcome::Inputs(inputs.into_iter().map(|(input, value)| (input, evaluator.value(&effects.pool, value))).collect())
        }
        Possible::No(core) => Outcome::Impossible(smallest(effects, logic, conditions.into_iter().filter(|c| core.contains(&c.0)).collect())),
        Possible::Unknown => Outcome::Unknown,
    }
}

/// Drops conditions without which the others still exclude each other.
fn smallest(effects: &mut Effects<'_>, logic: &mut Logic, mut conflict: Vec<(TermId, Conflict)>) -> Vec<Conflict> {
    const MOST_TRIALS: usize = 24;
    if conflict.len() <= MOST_TRIALS {
        let mut next = 0;
        while next < conflict.len() && conflict.len() > 1 {
            let rest: Vec<TermId> = conflict.iter().enumerate().filter(|&(i, _)| i != next).map(|(_, c)| c.0).collect();
            match logic.possible(&effects.pool, &rest, &[]) {
                Possible::No(core) => conflict = conflict.into_iter().enumerate().filter(|(i, c)| *i != next && core.contains(&c.0)).map(|(_, c)| c).collect(),
                _ => next += 1,
            }
        }
    }
    conflict.into_iter().map(|c| c.1).collect()
}
