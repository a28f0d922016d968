//! What follows by control flow from goals that are impossible for others.

use super::goals::Goals;
use crate::automata::EdgeSet;
use goto::edges::{EdgeId, Edges, PlaceId};
use rustc_hash::{FxHashMap, FxHashSet};

/// What follows from impossible goals for others. If the edges e1 ... e(n-1) and then any of some others cannot be taken one after the other, nor can
/// e1 ... e(n-1) and then an edge to which, from e(n-1) on, every way leads through one of those.
pub struct Exclusions<'e> {
    edges: &'e Edges,
    goals: &'e dyn Goals,
    /// By what comes before.
    after: FxHashMap<Vec<EdgeId>, Excluded>,
}

#[derive(Default)]
struct Excluded {
    /// The edges of goals that are impossible.
    shown: EdgeSet,
    /// Those that cannot come then either.
    all: EdgeSet,
}

impl<'e> Exclusions<'e> {
    pub fn new(edges: &'e Edges, goals: &'e dyn Goals) -> Self {
        Self { edges, goals, after: FxHashMap::default() }
    }

    pub fn excludes(&self, goal: usize) -> bool {
        !self.after.is_empty() && self.goals.sequence(goal).is_some_and(|sequence| self.excludes_sequence(&sequence))
    }

    /// Can these edges not be taken one after the other?
    pub fn excludes_sequence(&self, sequence: &[EdgeId]) -> bool {
        (0..sequence.len()).any(|at| self.after.get(&sequence[..at]).is_some_and(|excluded| excluded.all.contains(sequence[at])))
    }

    /// These edges cannot be taken one after the other.
    pub fn add_sequence(&mut self, sequence: &[EdgeId]) {
        let Some((&last, before)) = sequence.split_last() else { return };
        let mut excluded = self.after.remove(before).unwrap_or_default();
        excluded.shown.insert(last);
        let start = before.last().map_or(self.edges.outside(), |&edge| self.edges.edge(edge).target);
        excluded.all = EdgeSet::first(self.edges.len()).difference(&self.reachable(start, &excluded.shown));
        self.after.insert(before.to_vec(), excluded);
    }

    /// The edges that may be taken at some time from a place on, if some are never taken. Where a call returns to is not asked: that only adds edges.
    fn reachable(&self, start: PlaceId, without: &EdgeSet) -> EdgeSet {
        let mut reached = EdgeSet::new();
        let mut seen: FxHashSet<PlaceId> = FxHashSet::default();
        let mut work = vec![start];
        // What the library calls may come at any time; the program itself starts once.
        for &edge in self.edges.outgoing(self.edges.outside()) {
            let target = self.edges.edge(edge).target;
            if target != self.edges.start() || start == self.edges.outside() {
                reached.insert(edge);
                work.push(target);
            }
        }
        while let Some(place) = work.pop() {
            if place == self.edges.outside() || !seen.insert(place) {
                continue;
            }
            for &edge in self.edges.outgoing(place) {
                if !without.contains(edge) {
                    reached.insert(edge);
                    work.push(self.edges.edge(edge).target);
                }
            }
        }
        reached
    }
}
