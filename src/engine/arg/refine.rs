//! From a path that the program cannot take to predicates that show it: weakest preconditions, along the path, of the conditions that exclude each other.
//!
//! Predicates are tried in steps until the abstraction along the path sees that it is impossible: the conditions pulled back to where they are decided;
//! those and the conditions carried forward to where the others are; at each place, the one predicate that the conditions behind it exclude each
//! other, of which the abstraction needs no more than one at a time; at last what the conditions say without values that are read only later.
//!
//! The Cartesian abstraction is enough. Different ways into a place are different nodes while their predicates differ, so only what one step leaves open between
//! predicates is lost, and of that the one predicate for all conditions behind a place is what a Boolean abstraction over the same predicates would keep for the path.

use super::between::without_unknowns;
use super::effect::Effects;
use super::logic::Logic;
use super::path::{Conflict, at};
use super::post::{Literals, Post, ProductStep};
use super::region::{Regions, calls};
use super::substitute::substitute;
use goto::edges::PlaceId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use term::{Term, TermId, TermPool};

/// The predicates that count at each place, in the order of their discovery.
#[derive(Clone, Debug, Default)]
pub struct Precision {
    places: FxHashMap<PlaceId, Vec<TermId>>,
    regions: Regions,
    /// How often something was added.
    pub changes: u64,
}

impl Precision {
    pub fn at(&self, place: PlaceId) -> &[TermId] {
        self.places.get(&place).map_or(&[], Vec::as_slice)
    }

    /// By place.
    pub fn all(&self) -> Vec<(PlaceId, TermId)> {
        let mut all: Vec<(PlaceId, &[TermId])> = self.places.iter().map(|(&place, list)| (place, list.as_slice())).collect();
        all.sort_unstable_by_key(|(place, _)| *place);
        all.into_iter().flat_map(|(place, list)| list.iter().map(move |&predicate| (place, predicate))).collect()
    }

    pub fn add(&mut self, place: PlaceId, predicate: TermId) {
        let list = self.places.entry(place).or_default();
        if !list.contains(&predicate) {
            list.push(predicate);
            self.changes += 1;
        }
    }

    pub fn len(&self) -> usize {
        self.places.values().map(Vec::len).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }
}

/// A path with what refinement needs of it.
pub struct Path<'p> {
    pub steps: &'p [ProductStep],
    /// Where each step leads.
    pub places: &'p [PlaceId],
    pub conflict: &'p [Conflict],
}

/// Adds predicates; `false` if the abstraction cannot be made to see that the path is impossible.
pub fn refine(effects: &mut Effects<'_>, logic: &mut Logic, post: &mut Post, precision: &mut Precision, path: &Path<'_>) -> bool {
    let pulled = pulled_back(effects, logic, path, Unread::Kept);
    let mut candidates: Vec<Vec<TermId>> = pulled.atoms.clone();
    if excludes(effects, logic, post, precision, path, &candidates) {
        return keep(effects, precision, path, &candidates);
    }
    for (all, more) in candidates.iter_mut().zip(carried_forward(effects, logic, path)) {
        all.extend(more);
    }
    if excludes(effects, logic, post, precision, path, &candidates) {
        return keep(effects, precision, path, &candidates);
    }
    for (all, whole) in candidates.iter_mut().zip(&pulled.whole) {
        all.extend(whole);
    }
    if excludes(effects, logic, post, precision, path, &candidates) {
        return keep(effects, precision, path, &candidates);
    }
    let weaker = pulled_back(effects, logic, path, Unread::Eliminated);
    for (all, (atoms, whole)) in candidates.iter_mut().zip(weaker.atoms.iter().zip(&weaker.whole)) {
        all.extend(atoms);
        all.extend(whole);
    }
    excludes(effects, logic, post, precision, path, &candidates) && keep(effects, precision, path, &candidates)
}

/// Takes the predicates: each where it counts on the path, and on all other ways from where it begins to count to where it ends.
fn keep(effects: &mut Effects<'_>, precision: &mut Precision, path: &Path<'_>, candidates: &[Vec<TermId>]) -> bool {
    let mut counting: Vec<(TermId, Vec<usize>)> = Vec::new();
    let mut known: FxHashMap<TermId, usize> = FxHashMap::default();
    for (position, predicates) in candidates.iter().enumerate() {
        for &predicate in predicates {
            let predicate = positive(&mut effects.pool, predicate);
            let index = *known.entry(predicate).or_insert_with(|| {
                counting.push((predicate, Vec::new()));
                counting.len() - 1
            });
            counting[index].1.push(position);
        }
    }
    let in_call = calls(effects.edges, path.steps.iter().map(|step| step.edge));
    for (predicate, positions) in counting {
        // A path may pass a place between the first and the last one several times, and then leave what is between these.
        positions.iter().for_each(|&position| precision.add(path.places[position], predicate));
        for (first, last) in stretches(&positions, &in_call) {
            for &place in &*precision.regions.between(effects.edges, path.places[first], path.places[last]) {
                precision.add(place, predicate);
            }
        }
    }
    true
}

/// The first and last positions, in each call, of those that follow each other; of ascending ones.
fn stretches(positions: &[usize], in_call: &[usize]) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut open: FxHashMap<usize, usize> = FxHashMap::default();
    let mut before = None;
    for &position in positions {
        if before.is_none_or(|before| before + 1 < position) {
            open.clear();
        }
        before = Some(position);
        match open.get(&in_call[position]) {
            Some(&index) => found[index].1 = position,
            None => {
                open.insert(in_call[position], found.len());
                found.push((position, position));
            }
        }
    }
    found
}

/// A predicate and its negation are tracked as one.
fn positive(pool: &mut TermPool, predicate: TermId) -> TermId {
    match *pool.get(predicate) {
        Term::Not(inner) => inner,
        _ => predicate,
    }
}

/// Does the abstraction with these predicates, and those that there are, see that the path is impossible?
fn excludes(effects: &mut Effects<'_>, logic: &mut Logic, post: &mut Post, precision: &Precision, path: &Path<'_>, candidates: &[Vec<TermId>]) -> bool {
    let mut literals: Literals = Rc::from([]);
    for (position, step) in path.steps.iter().enumerate() {
        let mut predicates = precision.at(path.places[position]).to_vec();
        for &candidate in &candidates[position] {
            let candidate = positive(&mut effects.pool, candidate);
            if !predicates.contains(&candidate) {
                predicates.push(candidate);
            }
        }
        match post.successor(effects, logic, &literals, step, &predicates) {
            None => return true,
            Some(after) => literals = after,
        }
    }
    false
}

/// Conditions after each step.
struct Pulled {
    /// The predicates that the conditions are made of.
    atoms: Vec<Vec<TermId>>,
    /// That the conditions behind cannot all hold.
    whole: Vec<Option<TermId>>,
}

/// What becomes of values that are read only behind a place in the conditions there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unread {
    /// Conditions on them stay, and are no predicates.
    Kept,
    /// Conditions on them give way to what follows from them for the rest.
    Eliminated,
}

fn pulled_back(effects: &mut Effects<'_>, logic: &mut Logic, path: &Path<'_>, unread: Unread) -> Pulled {
    let n = path.steps.len();
    let mut pulled = Pulled { atoms: vec![Vec::new(); n], whole: vec![None; n] };
    let mut conditions: Vec<TermId> = Vec::new();
    for position in (0..n).rev() {
        // Here the conditions are on the state after the step.
        let known: Vec<TermId> = conditions.iter().copied().filter(|&c| is_about_state(effects, logic, c)).collect();
        for &condition in &known {
            let new = atoms(effects, condition);
            pulled.atoms[position].extend(new.into_iter().filter(|a| logic.supports.of(&effects.pool, *a).len() < MOST_VARIABLES));
        }
        dedup(&mut pulled.atoms[position]);
        if known.len() == conditions.len() && !known.is_empty() {
            let all = effects.pool.and_all(&known);
            if effects.pool.as_const(all).is_none() {
                pulled.whole[position] = Some(all);
            }
        }
        let step = &path.steps[position];
        let effect = effects.of(step.edge, step.setting);
        conditions = conditions.into_iter().map(|c| effect.before(&mut effects.pool, &effects.cells, c)).collect();
        let own = path.conflict.iter().filter(|c| c.step == position).map(|c| c.condition);
        conditions.extend(own);
        let mut done = FxHashMap::default();
        let unknowns: FxHashSet<TermId> = effect.unknowns.iter().copied().collect();
        // Unknowns of this step get the position's name, so that they are not taken for those of another passage.
        conditions = conditions
            .into_iter()
            .map(|c| {
                let cells = &effects.cells;
                substitute(&mut effects.pool, c, &mut done, &mut |pool, v| {
                    let is_own = unknowns.contains(&v) || cells.of_value(v).is_none() && !is_placed(pool, v);
                    if is_own { at(pool, v, position) } else { v }
                })
            })
            .collect();
        solve_unknowns(effects, logic, &mut conditions, position);
        if unread == Unread::Eliminated {
            let Effects { pool, cells, .. } = &mut *effects;
            conditions = without_unknowns(pool, &mut logic.supports, &conditions, &|pool, v| cells.of_value(v).is_none() && !is_address(pool, v));
        }
        conditions.retain(|&c| !effects.pool.is_true(c));
        dedup(&mut conditions);
    }
    pulled
}

/// Predicates of more cells than this are not worth asking.
const MOST_VARIABLES: usize = 8;

fn dedup(terms: &mut Vec<TermId>) {
    let mut seen = FxHashSet::default();
    terms.retain(|&t| seen.insert(t));
}

fn is_placed(pool: &TermPool, variable: TermId) -> bool {
    matches!(pool.get(variable), Term::Var { name, .. } if name.contains('@') || name.starts_with('&'))
}

/// Addresses are the same everywhere.
fn is_address(pool: &TermPool, variable: TermId) -> bool {
    matches!(pool.get(variable), Term::Var { name, .. } if name.starts_with('&'))
}

/// Is the condition one on cells and addresses alone?
fn is_about_state(effects: &Effects<'_>, logic: &mut Logic, condition: TermId) -> bool {
    logic.supports.of(&effects.pool, condition).iter().all(|&v| effects.cells.of_value(v).is_some() || is_address(&effects.pool, v))
}

/// Where a condition says what an unknown is, it is put in its place.
fn solve_unknowns(effects: &mut Effects<'_>, logic: &mut Logic, conditions: &mut [TermId], position: usize) {
    let suffix = format!("@{position}");
    for index in 0..conditions.len() {
        let Term::Eq(a, b) = *effects.pool.get(conditions[index]) else { continue };
        for (unknown, value) in [(a, b), (b, a)] {
            let is_unknown = matches!(effects.pool.get(unknown), Term::Var { name, .. } if name.ends_with(&suffix));
            if is_unknown && !logic.supports.of(&effects.pool, value).contains(&unknown) {
                let mut done = FxHashMap::default();
                for condition in conditions.iter_mut() {
                    *condition = substitute(&mut effects.pool, *condition, &mut done, &mut |_, v| if v == unknown { value } else { v });
                }
                break;
            }
        }
    }
}

/// The conditions that a truth value is made of, without the connectives.
fn atoms(effects: &Effects<'_>, condition: TermId) -> Vec<TermId> {
    let pool = &effects.pool;
    let (mut found, mut seen, mut work) = (Vec::new(), FxHashSet::default(), vec![condition]);
    while let Some(at) = work.pop() {
        if !seen.insert(at) || pool.width(at) != 1 {
            continue;
        }
        match *pool.get(at) {
            Term::Const(_) => {}
            Term::Not(a) => work.push(a),
            Term::And(a, b) | Term::Xor(a, b) => work.extend([a, b]),
            Term::Ite { cond, then, other } => work.extend([cond, then, other]),
            _ => found.push(at),
        }
    }
    found
}

/// The atoms of the conditions from where they were decided on, up to where what they are about changes.
fn carried_forward(effects: &mut Effects<'_>, logic: &mut Logic, path: &Path<'_>) -> Vec<Vec<TermId>> {
    let mut out = vec![Vec::new(); path.steps.len()];
    let mut now: Vec<TermId> = Vec::new();
    for (position, step) in path.steps.iter().enumerate() {
        for conflict in path.conflict.iter().filter(|c| c.step == position) {
            if is_about_state(effects, logic, conflict.condition) {
                now.extend(atoms(effects, conflict.condition));
            }
        }
        let effect = effects.of(step.edge, step.setting);
        now.retain(|&atom| effect.before(&mut effects.pool, &effects.cells, atom) == atom);
        dedup(&mut now);
        out[position] = now.clone();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::stretches;

    #[test]
    fn a_stretch_is_in_one_call_and_without_gaps() {
        // The path calls at 2, comes back at 4 and calls again at 6.
        let in_call = [0, 0, 1, 1, 0, 0, 2, 0];
        assert_eq!(stretches(&[0, 1, 2, 3, 4], &in_call), [(0, 4), (2, 3)]);
        assert_eq!(stretches(&[1, 4, 5, 6, 7], &in_call), [(1, 1), (4, 7), (6, 6)]);
        assert_eq!(stretches(&[], &in_call), []);
    }
}
