//! Which goals of a query a run satisfies, from the sequence of its events.
//!
//! All goals of an alternative go through its one automaton together: beside each state stands the set of those ways to make the choices before it that lead
//! there, as numbers that count like the goals themselves. A step costs what changes, not what there is.

use super::letters::{LetterId, Letters};
use super::machine::{Label, Machine, Machines};
use super::query::{Atom, GoalIndex, Query, Test};
use crate::{StateId, Transition};
use goto::Id;
use goto::edges::{Edges, PlaceId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Something that happens in a run and that patterns ask for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Event {
    /// An edge of the class is taken.
    Edge(LetterId),
    /// Where execution is now, the test comes out so.
    Test(Test),
}

/// Everything about a query that does not depend on runs.
#[derive(Debug)]
pub struct Acceptor {
    alternatives: Vec<Automaton>,
    passing: Automaton,
    /// Where each class of edges leads, as far as patterns ask for places; whether it is structure.
    letters: Vec<LetterFacts>,
    first_goals: Vec<u64>,
}

#[derive(Debug)]
pub struct LetterFacts {
    pub target: PlaceId,
    pub is_structure: bool,
}

/// An automaton with its choices by what they ask for.
#[derive(Debug)]
pub struct Automaton {
    pub machine: Machine,
    pub choices: Vec<Choice>,
    /// For each state and class of edges, whether each of its moves is taken.
    pub takes: Vec<Vec<Vec<bool>>>,
    /// The number of ways to make the first choices.
    pub sizes: Vec<usize>,
    /// Does anybody ask where execution is?
    pub asks_for_places: bool,
    /// Where execution is before the first edge.
    pub start: PlaceId,
    /// For each state: is what moves away from it never lost, and at once where it leads to?
    lasting: Vec<bool>,
}

/// The atoms of a choice by what they ask for.
#[derive(Debug, Default)]
pub struct Choice {
    pub by_edge: FxHashMap<LetterId, Vec<u32>>,
    pub by_place: FxHashMap<PlaceId, Vec<u32>>,
    pub by_test: FxHashMap<Test, Vec<u32>>,
    pub splits: FxHashMap<LetterId, Vec<SplitAtom>>,
    /// The paths as a tree: the root is 0.
    pub next: FxHashMap<(u32, LetterId), u32>,
    pub ends: Vec<Vec<u32>>,
    /// The places in the tree that are no ends of all paths through them.
    inner: FxHashSet<u32>,
    pub len: u32,
}

/// An edge with tests before and after it.
#[derive(Clone, Debug)]
pub struct SplitAtom {
    pub atom: u32,
    pub before: Vec<Test>,
    pub after: Vec<Test>,
}

impl Acceptor {
    pub fn new(query: &Query, machines: &Machines, letters: &Letters, edges: &Edges) -> Self {
        let prepare = |machine: &Machine| Automaton::new(machine.clone(), letters, edges);
        let facts = |letter: LetterId| {
            let edge = edges.edge(letters.example(letter));
            LetterFacts { target: edge.target, is_structure: edge.is_structure }
        };
        Self {
            alternatives: machines.alternatives.iter().map(prepare).collect(),
            passing: prepare(&machines.passing),
            letters: letters.ids().map(facts).collect(),
            first_goals: (0..query.alternatives.len()).map(|n| query.first_goal(n)).collect(),
        }
    }

    /// The automata of the alternatives.
    pub fn alternatives(&self) -> &[Automaton] {
        &self.alternatives
    }

    /// The number of goals of all alternatives.
    pub fn n_goals(&self) -> usize {
        self.alternatives.iter().map(|a| a.sizes[a.sizes.len() - 1]).sum()
    }

    pub fn passing(&self) -> &Automaton {
        &self.passing
    }

    pub fn letter(&self, letter: LetterId) -> &LetterFacts {
        &self.letters[letter.index()]
    }

    pub fn walk(&self, alternative: usize) -> Walk<'_> {
        Walk::new(&self.alternatives[alternative])
    }

    pub fn walk_passing(&self) -> Walk<'_> {
        Walk::new(&self.passing)
    }

    /// The goal that one of an alternative's ways to make all choices stands for.
    pub fn goal(&self, alternative: usize, way: u32) -> GoalIndex {
        GoalIndex(self.first_goals[alternative] + u64::from(way))
    }

    /// The alternative of a goal, and its way there.
    pub fn way(&self, goal: GoalIndex) -> (usize, u32) {
        let alternative = self.first_goals.partition_point(|first| *first <= goal.0) - 1;
        (alternative, (goal.0 - self.first_goals[alternative]) as u32)
    }

    /// The goals that a run with these events satisfies, in ascending order. One that has `ended` takes no more edges; of another, a goal counts if it does
    /// however the run goes on.
    pub fn accepted(&self, events: impl IntoIterator<Item = Event>, ended: bool) -> Vec<GoalIndex> {
        let mut walks: Vec<Walk<'_>> = self.alternatives.iter().map(Walk::new).collect();
        let mut passing = Walk::new(&self.passing);
        for event in events {
            for walk in walks.iter_mut().chain([&mut passing]) {
                walk.event(event, self);
            }
        }
        let mut goals = Vec::new();
        // What cannot be stopped any more needs no end.
        let passes = passing.accepts(ended);
        if passes {
            for (walk, first) in walks.iter().zip(&self.first_goals) {
                goals.extend(walk.accepted(ended).into_iter().map(|g| GoalIndex(first + u64::from(g))));
            }
        }
        goals
    }
}

impl Automaton {
    fn new(machine: Machine, letters: &Letters, edges: &Edges) -> Self {
        let choices: Vec<Choice> = machine.choices.iter().map(|atoms| Choice::new(atoms, letters)).collect();
        let taken = |label: &Label, letter: LetterId| match label {
            Label::Edges(set) => set.contains(letters.example(letter)),
            Label::Nodes(set) => set.contains(edges.edge(letters.example(letter)).target),
            Label::Test(_) | Label::Choice(_) => false,
        };
        let of_state = |s| letters.ids().map(|l| machine.moves(s).map(|m| taken(&m.label, l)).collect()).collect();
        let takes = machine.states().map(of_state).collect();
        let mut sizes = vec![1];
        for choice in &choices {
            sizes.push(sizes[sizes.len() - 1] * choice.len as usize);
        }
        let asks_for_places = machine.all_moves().any(|m| matches!(m.label, Label::Nodes(_))) || choices.iter().any(|c| !c.by_place.is_empty());
        let mut automaton = Self { machine, choices, takes, sizes, asks_for_places, start: edges.outside(), lasting: Vec::new() };
        automaton.lasting = automaton.machine.states().map(|q| automaton.moves_last(q, letters, edges)).collect();
        automaton
    }

    fn moves_last(&self, state: StateId, letters: &Letters, edges: &Edges) -> bool {
        let is_loop = |m: &Transition<Label>| m.from == m.to && matches!(m.label, Label::Edges(_));
        let stays = |q: StateId, l: LetterId| self.machine.moves(q).zip(&self.takes[q.index()][l.index()]).any(|(m, taken)| *taken && is_loop(m));
        let is_kept = |q: StateId| letters.ids().all(|l| edges.edge(letters.example(l)).is_structure || stays(q, l));
        self.machine.moves(state).filter(|m| !is_loop(m)).all(|m| match m.label {
            Label::Choice(number) => self.choices[number].splits.is_empty() && self.choices[number].next.is_empty() && is_kept(m.to),
            Label::Edges(_) | Label::Nodes(_) | Label::Test(_) => is_kept(m.to),
        })
    }
}

impl Automaton {
    /// Does a move with this label depend on being at the place?
    fn asks_for_place(&self, label: &Label, place: PlaceId) -> bool {
        match label {
            Label::Nodes(set) => set.contains(place),
            Label::Choice(number) => self.choices[*number].by_place.contains_key(&place),
            Label::Edges(_) | Label::Test(_) => false,
        }
    }

    /// The beginnings of a way to make all choices: with how many choices, and their number.
    pub fn beginnings(&self, way: u32) -> impl Iterator<Item = (usize, u32)> + '_ {
        let all = self.sizes[self.sizes.len() - 1];
        self.sizes.iter().enumerate().map(move |(depth, size)| (depth, (way as usize / (all / size).max(1)) as u32))
    }
}

impl Choice {
    /// Do paths go on behind this place in their tree?
    pub fn goes_on(&self, node: u32) -> bool {
        self.inner.contains(&node)
    }

    fn new(atoms: &[Atom], letters: &Letters) -> Self {
        let mut choice = Choice { len: atoms.len() as u32, ends: vec![Vec::new()], ..Choice::default() };
        // Edges that are named have classes of their own.
        for (number, atom) in (0u32..).zip(atoms) {
            match atom {
                Atom::Edge(e) => letters.of(*e).into_iter().for_each(|l| choice.by_edge.entry(l).or_default().push(number)),
                Atom::Node(n) => choice.by_place.entry(*n).or_default().push(number),
                Atom::Predicate(predicate) => choice.by_test.entry(Test { predicate: *predicate, holds: true }).or_default().push(number),
                Atom::Path(path) => choice.add_path(path.iter().filter_map(|e| letters.of(*e)), number),
                Atom::Split { before, edge, after } => {
                    let split = SplitAtom { atom: number, before: before.clone(), after: after.clone() };
                    letters.of(*edge).into_iter().for_each(|l| choice.splits.entry(l).or_default().push(split.clone()));
                }
            }
        }
        choice
    }

    fn add_path(&mut self, path: impl Iterator<Item = LetterId>, number: u32) {
        let mut node = 0;
        for letter in path {
            let next = self.ends.len() as u32;
            let from = node;
            node = *self.next.entry((node, letter)).or_insert(next);
            if node == next {
                self.ends.push(Vec::new());
            }
            self.inner.insert(from);
        }
        self.ends[node as usize].push(number);
    }
}

/// A set of numbers that knows its members.
#[derive(Clone, Default)]
struct Row {
    members: Vec<u32>,
    bits: Vec<u64>,
    /// How often all members were lost.
    n_cleared: u32,
}

impl Row {
    fn insert(&mut self, n: u32, size: usize) -> bool {
        if self.bits.is_empty() {
            self.bits = vec![0; size.div_ceil(64)];
        }
        let (word, bit) = (&mut self.bits[n as usize / 64], 1 << (n % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        if is_new {
            self.members.push(n);
        }
        is_new
    }

    fn clear(&mut self) {
        for n in self.members.drain(..) {
            self.bits[n as usize / 64] = 0;
        }
        self.n_cleared += 1;
    }
}

/// For states of which what moves away is never lost, and classes of edges: how many members of the row have moved on along such an edge, and how often the row had
/// lost all before. Only saves time, so copies do without.
#[derive(Default)]
struct Passed(FxHashMap<(usize, LetterId), (u32, usize)>);

impl Clone for Passed {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Passed {
    /// Of the members of the row those that have not yet moved on along an edge of this class. From now on all have.
    fn rest<'r>(&mut self, of: &Automaton, state: usize, letter: LetterId, row: &'r Row) -> &'r [u32] {
        if !of.lasting[state] {
            return &row.members;
        }
        let now = (row.n_cleared, row.members.len());
        match self.0.insert((state, letter), now) {
            Some((n_cleared, passed)) if n_cleared == row.n_cleared => &row.members[passed..],
            _ => &row.members,
        }
    }
}

/// One automaton on its way along a run.
#[derive(Clone)]
pub struct Walk<'a> {
    of: &'a Automaton,
    /// For each state the choices with which it is reached.
    rows: Vec<Row>,
    /// Paths that have begun: the state behind the choice, the choice, the place in its tree, with the choices before.
    threads: FxHashMap<(usize, usize, u32), Vec<u32>>,
    /// Edges that were taken and count once these tests come out: the state behind and the choices.
    pending: Vec<(usize, Vec<Test>, Vec<u32>)>,
    /// Tests that came out where execution is.
    holding: Vec<Test>,
    /// Where execution is: one place at most, unless several walks were joined.
    places: Vec<PlaceId>,
    passed: Passed,
}

impl<'a> Walk<'a> {
    fn new(of: &'a Automaton) -> Self {
        let rows = of.machine.states().map(|_| Row::default()).collect();
        let mut walk =
            Self { of, rows, threads: FxHashMap::default(), pending: Vec::new(), holding: Vec::new(), places: vec![of.start], passed: Passed::default() };
        walk.arrive(0, vec![0]);
        walk
    }

    pub fn event(&mut self, event: Event, acceptor: &Acceptor) {
        match event {
            Event::Edge(letter) => self.edge(letter, acceptor.letter(letter)),
            Event::Test(test) => self.test(test),
        }
    }

    fn edge(&mut self, letter: LetterId, facts: &LetterFacts) {
        let mut arrivals: Vec<(usize, Vec<u32>)> = Vec::new();
        let mut threads: FxHashMap<(usize, usize, u32), Vec<u32>> = FxHashMap::default();
        let mut pending = Vec::new();
        let mut leaves = Vec::new();
        // What may move on from states that stay.
        let mut moving: Vec<(usize, Vec<u32>)> = Vec::new();
        for q in (0..self.rows.len()).filter(|&q| !self.rows[q].members.is_empty()) {
            let mut stays = facts.is_structure;
            let members = self.passed.rest(self.of, q, letter, &self.rows[q]);
            for (m, taken) in self.of.machine.moves(Id::new(q)).zip(&self.of.takes[q][letter.index()]) {
                let to = m.to.index();
                match &m.label {
                    Label::Edges(_) if *taken && to == q => stays = true,
                    Label::Edges(_) if *taken => arrivals.push((to, members.to_vec())),
                    Label::Choice(number) => {
                        let choice = &self.of.choices[*number];
                        for &atom in choice.by_edge.get(&letter).into_iter().flatten() {
                            arrivals.push((to, choice.with(members, atom)));
                        }
                        for split in choice.splits.get(&letter).into_iter().flatten() {
                            if split.before.iter().all(|t| self.holding.contains(t)) {
                                pending.push((to, split.after.clone(), choice.with(members, split.atom)));
                            }
                        }
                        if let Some(&node) = choice.next.get(&(0, letter)) {
                            threads.entry((to, *number, node)).or_default().extend(members);
                        }
                    }
                    _ => {}
                }
            }
            if !stays {
                leaves.push(q);
            } else if !members.is_empty() && self.of.machine.moves(Id::new(q)).any(|m| self.of.asks_for_place(&m.label, facts.target)) {
                moving.push((q, members.to_vec()));
            }
        }
        for (&(to, number, node), members) in &self.threads {
            if let Some(&next) = self.of.choices[number].next.get(&(node, letter)) {
                threads.entry((to, number, next)).or_default().extend(members);
            }
            if facts.is_structure {
                threads.entry((to, number, node)).or_default().extend(members);
            }
        }
        leaves.into_iter().for_each(|q| self.rows[q].clear());
        for (&(to, number, node), members) in &mut threads {
            members.sort_unstable();
            members.dedup();
            let choice = &self.of.choices[number];
            arrivals.extend(choice.ends[node as usize].iter().map(|&atom| (to, choice.with(members, atom))));
        }
        self.threads = threads;
        self.pending = pending;
        self.holding.clear();
        self.places.clear();
        self.places.push(facts.target);
        // States that stay may do at the new place what they could not before.
        for (q, members) in moving {
            self.without_edge(q, &members, None);
        }
        for (to, members) in arrivals {
            self.arrive(to, members);
        }
        let ready: Vec<(usize, Vec<u32>)> = self.pending.iter().filter(|p| p.1.is_empty()).map(|p| (p.0, p.2.clone())).collect();
        ready.into_iter().for_each(|(to, members)| self.arrive(to, members));
    }

    fn test(&mut self, test: Test) {
        // Told again where it is already known: what was joined meanwhile may need it.
        if !self.holding.contains(&test) {
            self.holding.push(test);
        }
        for q in 0..self.rows.len() {
            if !self.rows[q].members.is_empty() {
                let members = self.rows[q].members.clone();
                self.without_edge(q, &members, Some(test));
            }
        }
        let ready = |p: &&(usize, Vec<Test>, Vec<u32>)| p.1.contains(&test) && p.1.iter().all(|t| self.holding.contains(t));
        let ready: Vec<(usize, Vec<u32>)> = self.pending.iter().filter(ready).map(|p| (p.0, p.2.clone())).collect();
        ready.into_iter().for_each(|(to, members)| self.arrive(to, members));
    }

    /// The state is reached with these choices.
    fn arrive(&mut self, state: usize, members: Vec<u32>) {
        let size = self.of.sizes[self.of.machine.depth(Id::new(state))];
        let row = &mut self.rows[state];
        let new: Vec<u32> = members.into_iter().filter(|&n| row.insert(n, size)).collect();
        if !new.is_empty() {
            self.without_edge(state, &new, None);
        }
    }

    /// Makes the moves that take no edge: all that are possible here, or those that a test makes possible.
    fn without_edge(&mut self, state: usize, members: &[u32], only: Option<Test>) {
        let of = self.of;
        let mut arrivals = Vec::new();
        for m in of.machine.moves(Id::new(state)) {
            let to = m.to.index();
            match &m.label {
                Label::Edges(_) => {}
                Label::Nodes(set) => {
                    if only.is_none() && self.places.iter().any(|p| set.contains(*p)) {
                        arrivals.push((to, members.to_vec()));
                    }
                }
                Label::Test(test) => {
                    if only.map_or_else(|| self.holding.contains(test), |only| only == *test) {
                        arrivals.push((to, members.to_vec()));
                    }
                }
                Label::Choice(number) => {
                    let choice = &of.choices[*number];
                    let tests = match &only {
                        Some(only) => std::slice::from_ref(only),
                        None => self.holding.as_slice(),
                    };
                    let by_test = tests.iter().filter_map(|t| choice.by_test.get(t));
                    let by_place = self.places.iter().filter(|_| only.is_none()).filter_map(|p| choice.by_place.get(p));
                    let empty = choice.ends.first().filter(|_| only.is_none());
                    for &atom in by_test.chain(by_place).chain(empty).flatten() {
                        arrivals.push((to, choice.with(members, atom)));
                    }
                }
            }
        }
        for (to, members) in arrivals {
            self.arrive(to, members);
        }
    }

    /// The number of ways to make all choices.
    pub fn n_ways(&self) -> u32 {
        self.of.sizes[self.of.sizes.len() - 1] as u32
    }

    /// Takes out what is accepted whatever comes.
    pub fn take_done(&mut self, done: &mut FxHashSet<u32>) {
        for q in 0..self.rows.len() {
            if !self.rows[q].members.is_empty() && self.of.machine.accepts_all(Id::new(q)) {
                done.extend(&self.rows[q].members);
                self.rows[q].clear();
            }
        }
    }

    /// A walk that has come as far as this: states with choices, paths that have begun, edges that wait for tests, tests that hold, and places.
    pub fn at(
        of: &'a Automaton,
        rows: impl Iterator<Item = (usize, u32)>,
        threads: impl Iterator<Item = ((usize, usize, u32), u32)>,
        pending: Vec<(usize, Vec<Test>, Vec<u32>)>,
        holding: Vec<Test>,
        places: Vec<PlaceId>,
    ) -> Self {
        let mut walk = Self {
            of,
            rows: of.machine.states().map(|_| Row::default()).collect(),
            threads: FxHashMap::default(),
            pending,
            holding,
            places,
            passed: Passed::default(),
        };
        for (state, way) in rows {
            walk.rows[state].insert(way, of.sizes[of.machine.depth(Id::new(state))]);
        }
        for (thread, way) in threads {
            walk.threads.entry(thread).or_default().push(way);
        }
        walk
    }

    /// Adds what another one at the same place has done. Says whether that is anything new.
    pub fn join(&mut self, other: &Walk<'_>) -> bool {
        let mut is_new = false;
        for (q, row) in other.rows.iter().enumerate() {
            let size = self.of.sizes[self.of.machine.depth(Id::new(q))];
            for &member in &row.members {
                is_new |= self.rows[q].insert(member, size);
            }
        }
        for (thread, members) in &other.threads {
            let own = self.threads.entry(*thread).or_default();
            for member in members {
                if !own.contains(member) {
                    own.push(*member);
                    is_new = true;
                }
            }
        }
        for pending in &other.pending {
            if !self.pending.contains(pending) {
                self.pending.push(pending.clone());
                is_new = true;
            }
        }
        for test in &other.holding {
            if !self.holding.contains(test) {
                self.holding.push(*test);
                is_new = true;
            }
        }
        for place in &other.places {
            if !self.places.contains(place) {
                self.places.push(*place);
                is_new = true;
            }
        }
        is_new
    }

    fn ends(&self, ended: bool) -> impl Iterator<Item = usize> + '_ {
        let machine = &self.of.machine;
        (0..self.rows.len()).filter(move |&q| if ended { machine.accepts(Id::new(q)) } else { machine.accepts_all(Id::new(q)) })
    }

    fn accepts(&self, ended: bool) -> bool {
        self.ends(ended).any(|q| !self.rows[q].members.is_empty())
    }

    /// In ascending order.
    pub fn accepted(&self, ended: bool) -> Vec<u32> {
        let mut all: Vec<u64> = Vec::new();
        for row in self.ends(ended).map(|q| &self.rows[q]).filter(|row| !row.members.is_empty()) {
            all.resize(all.len().max(row.bits.len()), 0);
            all.iter_mut().zip(&row.bits).for_each(|(all, bits)| *all |= bits);
        }
        let mut accepted = Vec::new();
        for (first, mut bits) in (0..).step_by(64).zip(all) {
            while bits != 0 {
                accepted.push(first + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
        accepted
    }
}

impl Choice {
    /// The choices with one more.
    fn with(&self, members: &[u32], atom: u32) -> Vec<u32> {
        members.iter().map(|n| n * self.len + atom).collect()
    }
}

#[cfg(test)]
#[path = "accept_tests.rs"]
mod tests;
