//! Which of many tests to keep, and in which order: a smallest set that shows as much as all, those first that show most. Knows sets of targets; nothing of runs,
//! boards and files. What it chooses depends on the sets alone.

use crate::budget;
use crate::status::Shown;
use crate::target::Target;
use goto::{GoalId, Id};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// All tests in an order in which each shows as much as possible that those before it do not; tests that show nothing more stand last.
pub(crate) fn best_first(tests: &[Shown]) -> Vec<usize> {
    let mut seen: FxHashSet<Target> = FxHashSet::default();
    let gain = |test: usize, seen: &FxHashSet<Target>| {
        let new = |goals: &[Target]| goals.iter().filter(|g| !seen.contains(g)).count();
        (new(&tests[test].sure), new(&tests[test].doubtful))
    };
    // What a test adds only shrinks, so the largest of the old values is the first to look at again.
    let mut waiting: BinaryHeap<_> = (0..tests.len()).map(|t| (gain(t, &seen), Reverse(t))).collect();
    let mut order = Vec::with_capacity(tests.len());
    while let Some((old, Reverse(test))) = waiting.pop() {
        let new = gain(test, &seen);
        if new < old {
            waiting.push((new, Reverse(test)));
            continue;
        }
        order.push(test);
        seen.extend(tests[test].sure.iter().chain(&tests[test].doubtful));
    }
    order
}

/// A set of tests that shows everything that all together show, in increasing order: a smallest one, or a small one if that would take too long to find.
pub(crate) fn smallest(tests: &[Shown]) -> Vec<usize> {
    let instance = Instance::new(tests);
    let (forced, bound) = (instance.forced(), instance.greedy());
    let mut search = Search { instance: &instance, best: bound, effort: budget::search::EFFORT_OF_SELECTION };
    let mut state = State { covered: vec![false; instance.rows.len()], banned: vec![false; tests.len()], chosen: Vec::new() };
    for &test in &forced {
        state.take(test, &instance);
    }
    search.explore(&mut state);
    let mut best = search.best;
    best.sort_unstable();
    best
}

/// A problem of covering: each row wants one of its tests.
struct Instance {
    /// Of goals that the same tests show there is one; goals that come with another one are left out. The tests of a row are in increasing order.
    rows: Vec<Vec<u32>>,
    /// The rows of each test.
    of_test: Vec<Vec<u32>>,
}

impl Instance {
    fn new(tests: &[Shown]) -> Self {
        let mut by_goal: FxHashMap<Target, Vec<u32>> = FxHashMap::default();
        for (test, shown) in tests.iter().enumerate() {
            for &goal in shown.sure.iter().chain(&shown.doubtful) {
                by_goal.entry(goal).or_default().push(test as u32);
            }
        }
        let distinct: FxHashSet<Vec<u32>> = by_goal.into_values().collect();
        let mut rows: Vec<Vec<u32>> = distinct.into_iter().collect();
        rows.sort_unstable_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        let mut instance = Self { rows: Vec::new(), of_test: vec![Vec::new(); tests.len()] };
        let mut effort = budget::search::EFFORT_OF_SELECTION;
        for row in rows {
            if !instance.comes_with_another(&row, &mut effort) {
                let number = instance.rows.len() as u32;
                row.iter().for_each(|&t| instance.of_test[t as usize].push(number));
                instance.rows.push(row);
            }
        }
        instance
    }

    /// Is there a row of which every test is one of these? It has at most as many, so it came before.
    fn comes_with_another(&self, row: &[u32], effort: &mut u64) -> bool {
        let mut count: FxHashMap<u32, usize> = FxHashMap::default();
        for &test in row {
            let others = &self.of_test[test as usize];
            *effort = effort.saturating_sub(others.len() as u64);
            if *effort == 0 {
                return false;
            }
            for &other in others {
                let n = count.entry(other).or_default();
                *n += 1;
                if *n == self.rows[other as usize].len() {
                    return true;
                }
            }
        }
        false
    }

    /// Tests that are the only ones of a row.
    fn forced(&self) -> Vec<u32> {
        let mut forced: Vec<u32> = self.rows.iter().filter(|r| r.len() == 1).map(|r| r[0]).collect();
        forced.sort_unstable();
        forced.dedup();
        forced
    }

    /// A cover without tests that the others make needless.
    fn greedy(&self) -> Vec<usize> {
        let goals = |rows: &Vec<u32>| rows.iter().map(|&r| Target::Goal(GoalId::new(r as usize))).collect();
        let shown: Vec<Shown> = self.of_test.iter().map(|rows| Shown { sure: goals(rows), doubtful: Vec::new() }).collect();
        let mut times = vec![0_u32; self.rows.len()];
        let mut chosen = Vec::new();
        for test in best_first(&shown) {
            if self.of_test[test].iter().any(|&r| times[r as usize] == 0) {
                self.of_test[test].iter().for_each(|&r| times[r as usize] += 1);
                chosen.push(test);
            }
        }
        let is_needless = |test: &usize, times: &[u32]| self.of_test[*test].iter().all(|&r| times[r as usize] > 1);
        for index in (0..chosen.len()).rev() {
            if is_needless(&chosen[index], &times) {
                let test = chosen.remove(index);
                self.of_test[test].iter().for_each(|&r| times[r as usize] -= 1);
            }
        }
        chosen
    }
}

/// A part of a cover.
#[derive(Clone)]
struct State {
    covered: Vec<bool>,
    /// Tests that shall not be taken, since covers with them were looked at.
    banned: Vec<bool>,
    chosen: Vec<usize>,
}

impl State {
    fn take(&mut self, test: u32, instance: &Instance) {
        self.chosen.push(test as usize);
        for &row in &instance.of_test[test as usize] {
            self.covered[row as usize] = true;
        }
    }
}

/// Branch and bound.
struct Search<'a> {
    instance: &'a Instance,
    best: Vec<usize>,
    effort: u64,
}

impl Search<'_> {
    fn explore(&mut self, state: &mut State) {
        let Some((row, least)) = self.look(state) else {
            if state.chosen.len() < self.best.len() && state.covered.iter().all(|c| *c) {
                self.best.clone_from(&state.chosen);
            }
            return;
        };
        if state.chosen.len() + least >= self.best.len() {
            return;
        }
        let gain = |t: &u32| self.instance.of_test[*t as usize].iter().filter(|&&r| !state.covered[r as usize]).count();
        let mut tests: Vec<u32> = self.instance.rows[row].iter().copied().filter(|&t| !state.banned[t as usize]).collect();
        tests.sort_by_cached_key(|t| Reverse(gain(t)));
        let mut state = state.clone();
        for test in tests {
            let mut with = state.clone();
            with.take(test, self.instance);
            self.explore(&mut with);
            if self.effort == 0 {
                return;
            }
            state.banned[test as usize] = true;
        }
    }

    /// The open row with the fewest tests, and how many tests are missing at least: rows without a common test want one each. Nothing if there is no open row,
    /// one of them can not be had any more, or the effort is spent.
    fn look(&mut self, state: &State) -> Option<(usize, usize)> {
        let mut first: Option<(usize, usize)> = None;
        let mut used: FxHashSet<u32> = FxHashSet::default();
        let mut apart = 0;
        for (number, row) in self.instance.rows.iter().enumerate() {
            if state.covered[number] {
                continue;
            }
            self.effort = self.effort.saturating_sub(1 + row.len() as u64);
            if self.effort == 0 {
                return None;
            }
            let open = row.iter().filter(|&&t| !state.banned[t as usize]);
            let n_open = open.clone().count();
            if n_open == 0 {
                return None;
            }
            if first.is_none_or(|(_, n)| n_open < n) {
                first = Some((number, n_open));
            }
            if open.clone().all(|t| !used.contains(t)) {
                used.extend(open);
                apart += 1;
            }
        }
        first.map(|(row, _)| (row, apart))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::WorkClock;
    use proptest::prelude::*;

    fn goals(numbers: impl IntoIterator<Item = usize>) -> Vec<Target> {
        numbers.into_iter().map(|n| Target::Goal(GoalId::new(n))).collect()
    }

    fn shown(sets: &[&[usize]]) -> Vec<Shown> {
        sets.iter().map(|s| Shown { sure: goals(s.iter().copied()), doubtful: Vec::new() }).collect()
    }

    #[test]
    fn the_first_tests_show_most() {
        let tests = shown(&[&[1], &[1, 2, 3], &[], &[3, 4], &[4, 5, 6, 7]]);
        assert_eq!(best_first(&tests), [4, 1, 0, 2, 3]);
    }

    #[test]
    fn what_is_sure_comes_before_what_is_not() {
        let mut tests = shown(&[&[], &[1]]);
        tests[0].doubtful = goals([2, 3, 4]);
        assert_eq!(best_first(&tests), [1, 0]);
        assert_eq!(smallest(&tests), [0, 1]);
    }

    #[test]
    fn smaller_than_greedy() {
        // The largest set first, then one for each end; two others do.
        let tests = shown(&[&[2, 3, 4, 5], &[1, 2, 3], &[4, 5, 6]]);
        assert_eq!(smallest(&tests), [1, 2]);
        assert!(smallest(&[]).is_empty());
        assert!(smallest(&shown(&[&[], &[]])).is_empty());
    }

    #[test]
    fn many_tests_take_little_time() {
        let clock = WorkClock::start(true);
        let tests: Vec<Shown> =
            (0..3000).map(|t| Shown { sure: goals((0..40).map(|g| (t * 7919 + g * g * 31 + t * g) % 2500)), doubtful: Vec::new() }).collect();
        let chosen = smallest(&tests);
        assert!(chosen.len() < 500, "{}", chosen.len());
        assert!(clock.spent() < std::time::Duration::from_secs(5), "{:?}", clock.spent());
    }

    fn covers(tests: &[Shown], chosen: &[usize]) -> bool {
        let of = |chosen: &[usize]| chosen.iter().flat_map(|&t| tests[t].sure.iter().chain(&tests[t].doubtful).copied()).collect::<FxHashSet<Target>>();
        of(chosen) == of(&(0..tests.len()).collect::<Vec<_>>())
    }

    proptest! {
        #[test]
        fn no_smaller_set_shows_as_much(sets in prop::collection::vec(prop::collection::btree_set(0_usize..12, 0..5), 0..9)) {
            let tests: Vec<Shown> = sets.iter().map(|s| Shown { sure: goals(s.iter().copied()), doubtful: Vec::new() }).collect();
            let chosen = smallest(&tests);
            prop_assert!(covers(&tests, &chosen));
            let least = (0_u32..1 << tests.len())
                .map(|mask| (0..tests.len()).filter(|t| mask >> t & 1 == 1).collect::<Vec<_>>())
                .filter(|set| covers(&tests, set))
                .map(|set| set.len())
                .min();
            prop_assert_eq!(Some(chosen.len()), least);
            let mut order = best_first(&tests);
            order.sort_unstable();
            prop_assert_eq!(order, (0..tests.len()).collect::<Vec<_>>());
        }
    }
}
