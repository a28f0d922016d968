//! What follows by control flow from goals that are impossible for others.

use super::goals::Goals;
use automata::EdgeSet;
use goto::edges::{EdgeId, Edges, PlaceId};
use rustc_hash::{FxHashMap, FxHashSet};

/// What follows from impossible goals for others. If the edges e1 ... e(n-1) and then any of some others cannot be taken one after the other, nor can
/// e1 ... e(n-1) and then an edge to which, from e(n-1) on, every way leads through one of those; and nothing that contains all of them in this order can.
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
        (0..sequence.len()).any(|at| subsequences(&sequence[..at]).any(|before| self.after.get(&before).is_some_and(|e| e.all.contains(sequence[at]))))
    }

    /// These edges cannot be taken one after the other.
    pub fn add_sequence(&mut self, sequence: &[EdgeId]) {
        let Some((&last, before)) = sequence.split_last() else { return };
        let mut excluded = self.after.remove(before).unwrap_or_default();
        excluded.shown.insert(last);
        let start = before.last().map_or(self.edges.outside(), |&edge| self.edges.edge(edge).target);
        let barred = subsequences(before).filter_map(|part| self.after.get(&part)).fold(excluded.shown.clone(), |all, e| all.union(&e.all));
        excluded.all = EdgeSet::first(self.edges.len()).difference(&self.reachable(start, &barred));
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

/// Of longer sequences only the whole is looked at, and the parts of its last edges.
const LONGEST: usize = 5;

/// The sequences that are left when some edges are left out, or none.
fn subsequences(sequence: &[EdgeId]) -> impl Iterator<Item = Vec<EdgeId>> {
    let (left, last) = sequence.split_at(sequence.len().saturating_sub(LONGEST));
    let chosen = |mask: usize| last.iter().enumerate().filter(move |(i, _)| mask >> i & 1 == 1).map(|(_, &edge)| edge);
    let whole = (!left.is_empty()).then(|| sequence.to_vec());
    (0..1_usize << last.len()).map(move |mask| chosen(mask).collect()).chain(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use goto::index::Id;

    fn edges(numbers: &[usize]) -> Vec<EdgeId> {
        numbers.iter().map(|&n| EdgeId::new(n)).collect()
    }

    #[test]
    fn what_is_left_when_some_are_left_out() {
        assert_eq!(subsequences(&[]).collect::<Vec<_>>(), [edges(&[])]);
        let mut all: Vec<Vec<EdgeId>> = subsequences(&edges(&[3, 1, 2])).collect();
        all.sort();
        let expected = [&[][..], &[1], &[1, 2], &[2], &[3], &[3, 1], &[3, 1, 2], &[3, 2]];
        assert_eq!(all, expected.map(edges));
        // Of a long one the last edges, and the whole.
        let long = edges(&[9, 8, 1, 2, 3, 4, 5]);
        let parts: FxHashSet<Vec<EdgeId>> = subsequences(&long).collect();
        assert_eq!(parts.len(), (1 << LONGEST) + 1);
        assert!(parts.contains(&long) && parts.contains(&edges(&[1, 5])) && !parts.contains(&edges(&[8, 1])));
    }
}
