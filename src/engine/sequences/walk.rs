//! All goals of a query along all paths of an unrolling at once: what `fql::accept` does for one run, with a condition beside each way to have made the
//! choices so far. Every event comes with the condition under which it happens, in an order that is right for every path; on the other paths nothing happens.
//!
//! Works over any algebra of conditions: terms for unrollings, plain truth values to be held against the acceptor. Knows nothing of programs.

use automata::fql::accept::{self, Acceptor, Automaton, Choice, Event, LetterFacts};
use automata::fql::letters::LetterId;
use automata::fql::machine::Label;
use automata::fql::query::Test;
use goto::Id;
use goto::edges::PlaceId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hash;

/// Conditions.
pub(super) trait Algebra {
    type Condition: Copy + Eq + Hash;

    fn always(&mut self) -> Self::Condition;
    /// As far as can be seen cheaply.
    fn is_never(&self, condition: Self::Condition) -> bool;
    fn and(&mut self, a: Self::Condition, b: Self::Condition) -> Self::Condition;
    fn or(&mut self, a: Self::Condition, b: Self::Condition) -> Self::Condition;
    fn not(&mut self, a: Self::Condition) -> Self::Condition;
}

/// The ways to make choices, by number, each with the condition under which it was gone.
pub(super) type Row<C> = FxHashMap<u32, C>;

/// One automaton on its way along an unrolling.
#[derive(Clone)]
pub(super) struct Walk<'a, C> {
    of: &'a Automaton,
    /// For each state the choices with which it is reached.
    rows: Vec<Row<C>>,
    /// Paths of edges that have begun: the state behind the choice, the choice, the place in its tree, with the choices before.
    threads: FxHashMap<Thread, Row<C>>,
    /// Edges that were taken and count once these tests come out.
    pending: Vec<Pending<C>>,
    /// Tests that came out where execution is.
    holding: FxHashMap<Test, C>,
    /// Where execution is, of the places that somebody asks for.
    places: FxHashMap<PlaceId, C>,
}

/// The state behind the choice, the choice, and the place in its tree.
type Thread = (usize, usize, u32);

#[derive(Clone)]
struct Pending<C> {
    to: usize,
    tests: Vec<Test>,
    ways: Row<C>,
}

/// What may make moves possible that take no edge.
#[derive(Clone, Copy)]
enum News {
    /// The state was reached just now.
    Arrival,
    Place(PlaceId),
    Test(Test),
}

impl<'a, C: Copy + Eq + Hash> Walk<'a, C> {
    pub(super) fn new<A: Algebra<Condition = C>>(of: &'a Automaton, algebra: &mut A) -> Self {
        let rows = of.machine.states().map(|_| Row::default()).collect();
        let always = algebra.always();
        let places = if of.asks_for_places { FxHashMap::from_iter([(of.start, always)]) } else { FxHashMap::default() };
        let mut walk = Self { of, rows, threads: FxHashMap::default(), pending: Vec::new(), holding: FxHashMap::default(), places };
        walk.arrive(algebra, 0, Row::from_iter([(0, always)]));
        walk
    }

    /// The event happens if the condition holds.
    pub(super) fn event<A: Algebra<Condition = C>>(&mut self, algebra: &mut A, acceptor: &Acceptor, event: Event, condition: C) {
        match event {
            Event::Edge(letter) => self.edge(algebra, letter, acceptor.letter(letter), condition),
            Event::Test(test) => self.test(algebra, test, condition),
        }
    }

    fn edge<A: Algebra<Condition = C>>(&mut self, algebra: &mut A, letter: LetterId, facts: &LetterFacts, taken: C) {
        let of = self.of;
        let elsewhere = algebra.not(taken);
        let mut arrivals: Vec<(usize, Row<C>)> = Vec::new();
        let mut begun: FxHashMap<Thread, Row<C>> = FxHashMap::default();
        let mut new_pending = Vec::new();
        let mut leaving = Vec::new();
        for q in (0..self.rows.len()).filter(|&q| !self.rows[q].is_empty()) {
            let mut stays = facts.is_structure;
            // Most states take no notice of most edges.
            let mut here: Option<Row<C>> = None;
            let rows = &self.rows[q];
            let mut on = |algebra: &mut A| here.get_or_insert_with(|| restricted(algebra, rows, taken)).clone();
            for (m, is_taken) in of.machine.moves(Id::new(q)).zip(&of.takes[q][letter.index()]) {
                let to = m.to.index();
                match &m.label {
                    Label::Edges(_) if *is_taken && to == q => stays = true,
                    Label::Edges(_) if *is_taken => arrivals.push((to, on(algebra))),
                    Label::Choice(number) => {
                        let choice = &of.choices[*number];
                        for &atom in choice.by_edge.get(&letter).into_iter().flatten() {
                            arrivals.push((to, extended(choice, &on(algebra), atom)));
                        }
                        for split in choice.splits.get(&letter).into_iter().flatten() {
                            let held = split.before.iter().map(|t| self.holding.get(t).copied()).collect::<Option<Vec<C>>>();
                            if let Some(held) = held {
                                let ways = held.into_iter().fold(on(algebra), |ways, c| restricted(algebra, &ways, c));
                                new_pending.push(Pending { to, tests: split.after.clone(), ways: extended(choice, &ways, split.atom) });
                            }
                        }
                        if let Some(&node) = choice.next.get(&(0, letter)) {
                            let ways = on(algebra);
                            merge(algebra, begun.entry((to, *number, node)).or_default(), &ways);
                        }
                    }
                    _ => {}
                }
            }
            if !stays {
                leaving.push(q);
            }
        }
        let mut threads: FxHashMap<Thread, Row<C>> = FxHashMap::default();
        for (&(to, number, node), ways) in &self.threads {
            if let Some(&next) = of.choices[number].next.get(&(node, letter)) {
                let on = restricted(algebra, ways, taken);
                merge(algebra, begun.entry((to, number, next)).or_default(), &on);
            }
            let rest = if facts.is_structure { ways.clone() } else { restricted(algebra, ways, elsewhere) };
            if !rest.is_empty() {
                threads.insert((to, number, node), rest);
            }
        }
        for q in leaving {
            self.rows[q] = restricted(algebra, &self.rows[q], elsewhere);
        }
        for ((to, number, node), ways) in begun {
            let choice = &of.choices[number];
            arrivals.extend(choice.ends[node as usize].iter().map(|&atom| (to, extended(choice, &ways, atom))));
            if choice.goes_on(node) {
                merge(algebra, threads.entry((to, number, node)).or_default(), &ways);
            }
        }
        self.threads = threads;
        self.move_on(algebra, facts, taken, elsewhere);
        self.pending.extend(new_pending);
        for (to, ways) in arrivals {
            self.arrive(algebra, to, ways);
        }
        let ready: Vec<(usize, Row<C>)> = self.pending.iter().filter(|p| p.tests.is_empty()).map(|p| (p.to, p.ways.clone())).collect();
        self.pending.retain(|p| !p.tests.is_empty());
        ready.into_iter().for_each(|(to, ways)| self.arrive(algebra, to, ways));
    }

    /// Execution leaves the place where it was, on the paths that take the edge, for the edge's target.
    fn move_on<A: Algebra<Condition = C>>(&mut self, algebra: &mut A, facts: &LetterFacts, taken: C, elsewhere: C) {
        self.holding = restricted_values(algebra, &self.holding, elsewhere);
        for pending in &mut self.pending {
            pending.ways = restricted(algebra, &pending.ways, elsewhere);
        }
        self.pending.retain(|p| !p.ways.is_empty());
        if !self.of.asks_for_places {
            return;
        }
        self.places = restricted_values(algebra, &self.places, elsewhere);
        let before = self.places.get(&facts.target).copied();
        let now = before.map_or(taken, |before| algebra.or(before, taken));
        self.places.insert(facts.target, now);
        // States that stay may do at the new place what they could not before.
        self.hear(algebra, News::Place(facts.target), taken);
    }

    fn test<A: Algebra<Condition = C>>(&mut self, algebra: &mut A, test: Test, condition: C) {
        let before = self.holding.get(&test).copied();
        let now = before.map_or(condition, |before| algebra.or(before, condition));
        self.holding.insert(test, now);
        self.hear(algebra, News::Test(test), condition);
        let mut ready = Vec::new();
        for pending in self.pending.iter().filter(|p| p.tests.contains(&test)) {
            let held = pending.tests.iter().map(|t| self.holding.get(t).copied()).collect::<Option<Vec<C>>>();
            if let Some(held) = held {
                ready.push((pending.to, held.into_iter().fold(pending.ways.clone(), |ways, c| restricted(algebra, &ways, c))));
            }
        }
        ready.into_iter().for_each(|(to, ways)| self.arrive(algebra, to, ways));
    }

    /// Makes the moves that the news makes possible where the condition holds.
    fn hear<A: Algebra<Condition = C>>(&mut self, algebra: &mut A, news: News, condition: C) {
        for q in 0..self.rows.len() {
            // The last states have very many ways, and nothing is news to them.
            if !self.asks_for(q, news) {
                continue;
            }
            let ways = restricted(algebra, &self.rows[q], condition);
            if !ways.is_empty() {
                self.without_edge(algebra, q, &ways, news);
            }
        }
    }

    /// Does a move of the state depend on the news?
    fn asks_for(&self, state: usize, news: News) -> bool {
        self.of.machine.moves(Id::new(state)).any(|m| match (&m.label, news) {
            (Label::Edges(_), _) => false,
            (_, News::Arrival) => true,
            (Label::Nodes(set), News::Place(place)) => set.contains(place),
            (Label::Test(test), News::Test(new)) => *test == new,
            (Label::Choice(number), News::Place(place)) => self.of.choices[*number].by_place.contains_key(&place),
            (Label::Choice(number), News::Test(test)) => self.of.choices[*number].by_test.contains_key(&test),
            (Label::Nodes(_), News::Test(_)) | (Label::Test(_), News::Place(_)) => false,
        })
    }

    /// The state is reached in these ways.
    fn arrive<A: Algebra<Condition = C>>(&mut self, algebra: &mut A, state: usize, ways: Row<C>) {
        let mut seen: FxHashSet<(usize, u32, C)> = FxHashSet::default();
        let mut waiting = vec![(state, ways)];
        while let Some((state, mut ways)) = waiting.pop() {
            ways.retain(|&way, condition| seen.insert((state, way, *condition)));
            if ways.is_empty() {
                continue;
            }
            merge(algebra, &mut self.rows[state], &ways);
            waiting.extend(self.moves_without_edge(algebra, state, &ways, News::Arrival));
        }
    }

    fn without_edge<A: Algebra<Condition = C>>(&mut self, algebra: &mut A, state: usize, ways: &Row<C>, news: News) {
        for (to, ways) in self.moves_without_edge(algebra, state, ways, news) {
            self.arrive(algebra, to, ways);
        }
    }

    /// The moves that take no edge and that the news makes possible.
    fn moves_without_edge<A: Algebra<Condition = C>>(&self, algebra: &mut A, state: usize, ways: &Row<C>, news: News) -> Vec<(usize, Row<C>)> {
        let of = self.of;
        let mut moves = Vec::new();
        for m in of.machine.moves(Id::new(state)) {
            let to = m.to.index();
            match &m.label {
                Label::Edges(_) => {}
                Label::Nodes(set) => match news {
                    News::Arrival => {
                        for (_, &c) in self.places.iter().filter(|(p, _)| set.contains(**p)) {
                            moves.push((to, restricted(algebra, ways, c)));
                        }
                    }
                    News::Place(place) if set.contains(place) => moves.push((to, ways.clone())),
                    News::Place(_) | News::Test(_) => {}
                },
                Label::Test(test) => match news {
                    News::Arrival => moves.extend(self.holding.get(test).map(|&c| (to, restricted(algebra, ways, c)))),
                    News::Test(new) if new == *test => moves.push((to, ways.clone())),
                    News::Place(_) | News::Test(_) => {}
                },
                Label::Choice(number) => {
                    let choice = &of.choices[*number];
                    let mut add = |atoms: Option<&Vec<u32>>, ways: &Row<C>| {
                        moves.extend(atoms.into_iter().flatten().map(|&atom| (to, extended(choice, ways, atom))));
                    };
                    match news {
                        News::Arrival => {
                            for (test, &c) in &self.holding {
                                add(choice.by_test.get(test), &restricted(algebra, ways, c));
                            }
                            for (place, &c) in &self.places {
                                add(choice.by_place.get(place), &restricted(algebra, ways, c));
                            }
                            add(choice.ends.first(), ways);
                        }
                        News::Place(place) => add(choice.by_place.get(&place), ways),
                        News::Test(test) => add(choice.by_test.get(&test), ways),
                    }
                }
            }
        }
        moves.retain(|(_, ways)| !ways.is_empty());
        moves
    }

    /// The ways that are accepted however a run goes on, and those that are if it ends here.
    pub(super) fn accepted<A: Algebra<Condition = C>>(&self, algebra: &mut A, ended: bool) -> Row<C> {
        let mut accepted = Row::default();
        for q in 0..self.rows.len() {
            if if ended { self.of.machine.accepts(Id::new(q)) } else { self.of.machine.accepts_all(Id::new(q)) } {
                merge(algebra, &mut accepted, &self.rows[q]);
            }
        }
        accepted
    }

    /// Is every pattern that may end done with, whatever comes?
    pub(super) fn needs_no_end(&self) -> bool {
        self.of.machine.states().all(|q| !self.of.machine.accepts(q) || self.of.machine.accepts_all(q))
    }

    pub(super) fn n_threads(&self) -> usize {
        self.threads.values().map(Row::len).sum()
    }

    /// Drops the paths that cannot have been taken so far. Is asked for all of them together.
    pub(super) fn retain_threads(&mut self, possible: impl FnOnce(&[C]) -> FxHashSet<C>) {
        let all: Vec<C> = self.threads.values().flat_map(|row| row.values().copied()).collect();
        let possible = possible(&all);
        self.threads.retain(|_, row| {
            row.retain(|_, condition| possible.contains(condition));
            !row.is_empty()
        });
    }

    /// The same without conditions, for those ways that are `possible`: what a run that goes on from here may have done.
    pub(super) fn outline(&self, possible: impl Fn(C) -> bool) -> accept::Walk<'a> {
        let possible = |c: &C| possible(*c);
        let machine = &self.of.machine;
        let mut rows = Vec::new();
        for (q, row) in self.rows.iter().enumerate().filter(|(q, _)| !machine.accepts_all(Id::new(*q))) {
            rows.extend(row.iter().filter(|(_, c)| possible(c)).map(|(&way, _)| (q, way)));
        }
        let mut threads = Vec::new();
        for (&thread, row) in &self.threads {
            threads.extend(row.iter().filter(|(_, c)| possible(c)).map(|(&way, _)| (thread, way)));
        }
        let waiting = |p: &Pending<C>| (p.to, p.tests.clone(), p.ways.keys().copied().collect());
        let pending = self.pending.iter().map(waiting).collect();
        let (holding, places) = (self.holding.keys().copied().collect(), self.places.keys().copied().collect());
        accept::Walk::at(self.of, rows.into_iter(), threads.into_iter(), pending, holding, places)
    }

    /// The ways that a run may yet complete, but for those that are complete: with how many choices were made, their numbers.
    pub(super) fn alive(&self) -> impl Iterator<Item = (usize, u32, C)> + '_ {
        let machine = &self.of.machine;
        let going = machine.states().zip(&self.rows).filter(|(q, _)| !machine.accepts_all(*q));
        let rows = going.flat_map(move |(q, row)| row.iter().map(move |(&way, &c)| (machine.depth(q), way, c)));
        let threads = self.threads.iter().flat_map(|((_, number, _), row)| row.iter().map(|(&way, &c)| (*number, way, c)));
        let pending = self.pending.iter().flat_map(|p| p.ways.iter().map(|(&way, &c)| (self.of.machine.depth(Id::new(p.to)), way, c)));
        rows.chain(threads).chain(pending)
    }
}

/// The ways with one more choice.
fn extended<C: Copy>(choice: &Choice, ways: &Row<C>, atom: u32) -> Row<C> {
    ways.iter().map(|(way, &condition)| (way * choice.len + atom, condition)).collect()
}

/// The ways where the condition holds.
fn restricted<A: Algebra>(algebra: &mut A, ways: &Row<A::Condition>, condition: A::Condition) -> Row<A::Condition> {
    restricted_values(algebra, ways, condition)
}

fn restricted_values<K: Copy + Eq + Hash, A: Algebra>(algebra: &mut A, of: &FxHashMap<K, A::Condition>, condition: A::Condition) -> FxHashMap<K, A::Condition> {
    let both = of.iter().map(|(&key, &c)| (key, algebra.and(c, condition)));
    let both: Vec<(K, A::Condition)> = both.collect();
    both.into_iter().filter(|(_, c)| !algebra.is_never(*c)).collect()
}

fn merge<A: Algebra>(algebra: &mut A, into: &mut Row<A::Condition>, ways: &Row<A::Condition>) {
    for (&way, &condition) in ways {
        let condition = into.get(&way).map_or(condition, |&old| algebra.or(old, condition));
        into.insert(way, condition);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use automata::fql::testing::random_programs;

    /// Sixty-four runs at once: a condition is the set of those in which it holds.
    struct Runs;

    impl Algebra for Runs {
        type Condition = u64;

        fn always(&mut self) -> u64 {
            u64::MAX
        }

        fn is_never(&self, condition: u64) -> bool {
            condition == 0
        }

        fn and(&mut self, a: u64, b: u64) -> u64 {
            a & b
        }

        fn or(&mut self, a: u64, b: u64) -> u64 {
            a | b
        }

        fn not(&mut self, a: u64) -> u64 {
            !a
        }
    }

    #[test]
    fn many_runs_at_once_are_each_as_alone() {
        let mut compared = 0;
        random_programs(11, 200, |text, _, _, watch, runs| {
            let runs = &runs[..runs.len().min(64)];
            let acceptor = &watch.acceptor;
            for (number, automaton) in acceptor.alternatives().iter().enumerate() {
                let (mut together, mut passing) = (Walk::new(automaton, &mut Runs), Walk::new(acceptor.passing(), &mut Runs));
                // In turn an event of each run; runs with the same next event take it together.
                let mut next = vec![0; runs.len()];
                while let Some(first) = (0..runs.len()).filter(|&r| next[r] < runs[r].len()).max_by_key(|&r| (runs[r].len() - next[r], r)) {
                    let event = runs[first][next[first]];
                    let mut mask = 0;
                    for r in 0..runs.len() {
                        if runs[r].get(next[r]) == Some(&event) {
                            mask |= 1 << r;
                            next[r] += 1;
                        }
                    }
                    together.event(&mut Runs, acceptor, event, mask);
                    passing.event(&mut Runs, acceptor, event, mask);
                }
                let passes = passing.accepted(&mut Runs, true).get(&0).copied().unwrap_or(0);
                let accepted = together.accepted(&mut Runs, true);
                for (r, run) in runs.iter().enumerate() {
                    let mut found: Vec<_> =
                        accepted.iter().filter(|(_, mask)| *mask & passes & 1 << r != 0).map(|(way, _)| acceptor.goal(number, *way)).collect();
                    found.sort_unstable();
                    let alone: Vec<_> = acceptor.accepted(run.iter().copied(), true).into_iter().filter(|goal| acceptor.way(*goal).0 == number).collect();
                    assert_eq!(found, alone, "{text}: {run:?}");
                    compared += alone.len();
                }
            }
        });
        assert!(compared > 1000, "{compared}");
    }
}
