//! The conditions of all goals of a query in an unrolling: under which each is satisfied, and under which a path that was cut may yet satisfy it. The goals share
//! their beginnings (`walk`): what a term says of the first choices is said once for all goals that make them.

use super::flow::{ControlFlow, Place};
use super::walk::{Algebra, Row, Walk};
use crate::bmc::questions::Pruner;
use crate::budget;
use automata::fql::watch::Watch;
use automata::fql::{GoalIndex, accept};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use symex::{Happening, Unrolling};
use term::{TermId, TermPool};

/// Terms as conditions.
pub(super) struct Terms<'p>(pub &'p mut TermPool);

impl Algebra for Terms<'_> {
    type Condition = TermId;

    fn always(&mut self) -> TermId {
        self.0.truth(true)
    }

    fn is_never(&self, condition: TermId) -> bool {
        self.0.is_false(condition)
    }

    fn and(&mut self, a: TermId, b: TermId) -> TermId {
        self.0.and(a, b)
    }

    fn or(&mut self, a: TermId, b: TermId) -> TermId {
        self.0.or(a, b)
    }

    fn not(&mut self, a: TermId) -> TermId {
        self.0.not(a)
    }
}

/// What an unrolling says of goals.
#[derive(Default)]
pub(super) struct Conditions<'w> {
    /// When the goal is satisfied. Goals missing here are so on no unrolled path.
    pub satisfied: FxHashMap<GoalIndex, TermId>,
    /// Where paths were cut.
    cuts: FxHashMap<(Place, usize), CutPoint<'w>>,
    /// Walking was given up: nothing follows for what is missing.
    pub is_partial: bool,
}

/// Paths that were cut at one place, with what they have done of one alternative.
struct CutPoint<'w> {
    /// By number of choices made, and their number: when a path that is cut here has made them and is not done.
    made: FxHashMap<(usize, u32), TermId>,
    so_far: accept::Walk<'w>,
}

impl Conditions<'_> {
    /// For each of the goals the condition under which a path that was cut may yet satisfy it, as far as control flow and the choices that it made tell.
    pub(super) fn may_come(&self, watch: &Watch, flow: &ControlFlow<'_>, pool: &mut TermPool, goals: &[GoalIndex]) -> Vec<TermId> {
        let mut terms: Vec<Vec<TermId>> = vec![Vec::new(); goals.len()];
        for ((place, alternative), cut) in &self.cuts {
            let possible = flow.ways(cut.so_far.clone(), &[*place]);
            for (goal, terms) in goals.iter().zip(&mut terms) {
                let (own, way) = watch.acceptor.way(*goal);
                if own == *alternative && possible.contains(&way) {
                    let beginnings = watch.acceptor.alternatives()[own].beginnings(way);
                    terms.extend(beginnings.filter_map(|beginning| cut.made.get(&beginning)));
                }
            }
        }
        terms.into_iter().map(|terms| pool.or_all(&terms)).collect()
    }
}

/// Walks along an unrolling.
pub(super) fn conditions<'w>(watch: &'w Watch, pool: &mut TermPool, unrolling: &Unrolling, pruner: &mut Pruner<'_>) -> Conditions<'w> {
    let mut terms = Terms(pool);
    let mut walks: Vec<Walk<'_, TermId>> = watch.acceptor.alternatives().iter().map(|a| Walk::new(a, &mut terms)).collect();
    let mut passing = Walk::new(watch.acceptor.passing(), &mut terms);
    let mut found = Conditions::default();
    let mut asked = vec![budget::questions::PATHS_UNASKED; walks.len()];
    for happening in &unrolling.log {
        match *happening {
            Happening::Goal(goal, condition) => {
                let Some(event) = watch.event(goal) else { continue };
                for walk in walks.iter_mut().chain([&mut passing]) {
                    walk.event(&mut terms, &watch.acceptor, event, condition);
                }
                for (walk, asked) in walks.iter_mut().zip(&mut asked) {
                    if walk.n_threads() > *asked {
                        walk.retain_threads(|conditions| pruner.possible(terms.0, conditions));
                        *asked = (2 * walk.n_threads()).max(budget::questions::PATHS_UNASKED);
                    }
                }
                if pruner.is_over() {
                    found.is_partial = true;
                    return found;
                }
            }
            Happening::Cut(number) => {
                let cut = &unrolling.cuts[number];
                for (alternative, walk) in walks.iter().enumerate() {
                    // Only what may be at the cut, lest control flow go on from what never was.
                    let at_cut: FxHashMap<TermId, TermId> = walk.alive().map(|(_, _, condition)| (condition, terms.and(condition, cut.condition))).collect();
                    let mut asked: Vec<TermId> = at_cut.values().copied().filter(|&c| !terms.is_never(c)).collect();
                    asked.sort_unstable();
                    asked.dedup();
                    let possible = pruner.possible(terms.0, &asked);
                    let outline = walk.outline(|condition| at_cut.get(&condition).is_some_and(|both| possible.contains(both)));
                    let place = (cut.function, cut.instr);
                    let point = match found.cuts.entry((place, alternative)) {
                        Entry::Vacant(entry) => entry.insert(CutPoint { made: FxHashMap::default(), so_far: outline }),
                        Entry::Occupied(entry) => {
                            let point = entry.into_mut();
                            point.so_far.join(&outline);
                            point
                        }
                    };
                    for (depth, way, condition) in walk.alive() {
                        let both = at_cut[&condition];
                        if possible.contains(&both) {
                            note(&mut terms, &mut point.made, (depth, way), both);
                        }
                    }
                }
            }
            Happening::End(condition) => found.end(watch, &mut terms, &walks, &passing, Some(condition)),
        }
    }
    // What cannot be undone any more needs no end.
    found.end(watch, &mut terms, &walks, &passing, None);
    found
}

fn note<K: Eq + std::hash::Hash>(terms: &mut Terms<'_>, into: &mut FxHashMap<K, TermId>, key: K, condition: TermId) {
    if terms.is_never(condition) {
        return;
    }
    let both = into.get(&key).map_or(condition, |&old| terms.or(old, condition));
    into.insert(key, both);
}

impl Conditions<'_> {
    /// Takes what is satisfied when the program ends, or without an end.
    fn end(&mut self, watch: &Watch, terms: &mut Terms<'_>, walks: &[Walk<'_, TermId>], passing: &Walk<'_, TermId>, end: Option<TermId>) {
        let passes: Row<TermId> = passing.accepted(terms, end.is_some());
        let Some(&passes) = passes.get(&0) else { return };
        let passes = end.map_or(passes, |end| terms.and(passes, end));
        // Where the end adds nothing, what needs none is taken once, when all is over.
        let only_new = end.is_some() && passing.needs_no_end();
        for (alternative, walk) in walks.iter().enumerate() {
            if only_new && walk.needs_no_end() {
                continue;
            }
            for (way, condition) in walk.accepted(terms, end.is_some()) {
                let both = terms.and(condition, passes);
                note(terms, &mut self.satisfied, watch.acceptor.goal(alternative, way), both);
            }
        }
    }
}
