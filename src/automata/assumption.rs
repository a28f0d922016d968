//! Assumption automata: which paths of a program an interrupted analysis has looked at. Deterministic, over edges; a run that is led to an *unexplored* mode has
//! left what was looked at for good, one that is led to a *proved* mode cannot leave it any more.
//!
//! What is read on an edge are letters, none, one or several in their order (the text of a declaration and that of its initialiser, for instance). In each mode a
//! letter has moves, of which the first is taken whose tests of counters hold; without one the mode stays. Says nothing of what letters stand for.

use goto::define_id;
use goto::edges::EdgeId;
use goto::index::IdVec;
use rustc_hash::FxHashMap;

define_id!(
    /// A state of an [`Assumption`].
    ModeId, "m");
define_id!(
    /// A counter of an [`Assumption`].
    CounterId, "c");
define_id!(
    /// Something that is read on an edge.
    SignId, "l");

/// What a mode says of the paths that lead to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Region {
    /// They were looked at so far.
    Inside,
    /// They were looked at, however they go on: nothing leads out of such a mode.
    Proved,
    /// They were not: nothing leads out of such a mode.
    Unexplored,
}

/// How a counter compares with a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    AtLeast,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CounterTest {
    pub counter: CounterId,
    pub comparison: Comparison,
    pub with: i64,
}

/// What becomes of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    Set(CounterId, i64),
    Add(CounterId, i64),
}

impl Change {
    pub fn counter(self) -> CounterId {
        match self {
            Change::Set(counter, _) | Change::Add(counter, _) => counter,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// All must hold.
    pub tests: Vec<CounterTest>,
    /// Each counter once.
    pub changes: Vec<Change>,
    pub to: ModeId,
}

impl Move {
    /// One that is always taken.
    pub fn to(to: ModeId) -> Self {
        Self { tests: Vec::new(), changes: Vec::new(), to }
    }
}

#[derive(Clone, Debug)]
pub struct Mode {
    pub name: String,
    pub region: Region,
    moves: FxHashMap<SignId, Vec<Move>>,
}

#[derive(Clone, Debug)]
pub struct Counter {
    pub name: String,
    pub start: i64,
}

/// A deterministic automaton.
#[derive(Clone, Debug)]
pub struct Assumption {
    initial: ModeId,
    modes: IdVec<ModeId, Mode>,
    counters: IdVec<CounterId, Counter>,
    signs: FxHashMap<EdgeId, Vec<SignId>>,
}

/// Where a run is in the automaton.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub mode: ModeId,
    pub counters: Vec<i64>,
}

impl Assumption {
    /// An automaton with one mode, in which runs start.
    pub fn new(name: &str, region: Region) -> Self {
        let mut automaton = Self { initial: ModeId(0), modes: IdVec::new(), counters: IdVec::new(), signs: FxHashMap::default() };
        automaton.initial = automaton.add_mode(name, region);
        automaton
    }

    pub fn add_mode(&mut self, name: &str, region: Region) -> ModeId {
        self.modes.push(Mode { name: name.to_owned(), region, moves: FxHashMap::default() })
    }

    pub fn add_counter(&mut self, name: &str, start: i64) -> CounterId {
        self.counters.push(Counter { name: name.to_owned(), start })
    }

    pub fn start_in(&mut self, mode: ModeId) {
        self.initial = mode;
    }

    /// What is read on an edge, in this order, behind what it has already.
    pub fn read(&mut self, edge: EdgeId, sign: SignId) {
        self.signs.entry(edge).or_default().push(sign);
    }

    /// A move behind those that the mode has for the letter. Nothing leads out of a mode in which all is said.
    pub fn add_move(&mut self, from: ModeId, sign: SignId, step: Move) {
        if self.modes[from].region == Region::Inside {
            self.modes[from].moves.entry(sign).or_default().push(step);
        }
    }

    pub fn initial(&self) -> ModeId {
        self.initial
    }

    pub fn modes(&self) -> &IdVec<ModeId, Mode> {
        &self.modes
    }

    pub fn counters(&self) -> &IdVec<CounterId, Counter> {
        &self.counters
    }

    pub fn region(&self, mode: ModeId) -> Region {
        self.modes[mode].region
    }

    /// What is read on an edge.
    pub fn signs(&self, edge: EdgeId) -> &[SignId] {
        self.signs.get(&edge).map_or(&[], Vec::as_slice)
    }

    /// The moves of a mode for a letter, in the order in which they are tried.
    pub fn moves(&self, mode: ModeId, sign: SignId) -> &[Move] {
        self.modes[mode].moves.get(&sign).map_or(&[], Vec::as_slice)
    }

    /// The letters for which a mode has moves, in ascending order.
    pub fn read_in(&self, mode: ModeId) -> Vec<SignId> {
        let mut signs: Vec<SignId> = self.modes[mode].moves.keys().copied().collect();
        signs.sort_unstable();
        signs
    }

    /// Where runs start.
    pub fn start(&self) -> Position {
        Position { mode: self.initial, counters: self.counters.values().map(|c| c.start).collect() }
    }

    /// Takes an edge.
    pub fn step(&self, position: &mut Position, edge: EdgeId) {
        for &sign in self.signs(edge) {
            let holds = |step: &&Move| step.tests.iter().all(|test| test.holds(position.counters[goto::Id::index(test.counter)]));
            let Some(step) = self.moves(position.mode, sign).iter().find(holds) else { continue };
            position.mode = step.to;
            for change in &step.changes {
                let counter = &mut position.counters[goto::Id::index(change.counter())];
                *counter = match *change {
                    Change::Set(_, value) => value,
                    Change::Add(_, value) => counter.wrapping_add(value),
                };
            }
        }
    }

    /// Does the run belong to what was looked at?
    pub fn is_explored(&self, position: &Position) -> bool {
        self.region(position.mode) != Region::Unexplored
    }
}

impl CounterTest {
    pub fn holds(&self, value: i64) -> bool {
        match self.comparison {
            Comparison::Equal => value == self.with,
            Comparison::NotEqual => value != self.with,
            Comparison::Less => value < self.with,
            Comparison::AtLeast => value >= self.with,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goto::Id;

    /// Leaves what was looked at when edge 0 is taken for the third time, unless edge 1 was.
    fn twice() -> Assumption {
        let mut a = Assumption::new("inside", Region::Inside);
        let (inside, out, done) = (a.initial(), a.add_mode("out", Region::Unexplored), a.add_mode("done", Region::Proved));
        let counter = a.add_counter("n", 0);
        let again = CounterTest { counter, comparison: Comparison::Less, with: 2 };
        a.add_move(inside, SignId::new(0), Move { tests: vec![again], changes: vec![Change::Add(counter, 1)], to: inside });
        a.add_move(inside, SignId::new(0), Move::to(out));
        a.add_move(inside, SignId::new(1), Move::to(done));
        a.add_move(out, SignId::new(1), Move::to(done));
        (0..3).for_each(|n| a.read(EdgeId::new(n), SignId::new(n)));
        a
    }

    fn after(edges: &[usize]) -> Region {
        let a = twice();
        let mut position = a.start();
        edges.iter().for_each(|&e| a.step(&mut position, EdgeId::new(e)));
        a.region(position.mode)
    }

    #[test]
    fn counters_decide_and_sinks_stay() {
        assert_eq!(after(&[0, 2, 0]), Region::Inside);
        assert_eq!(after(&[0, 0, 0]), Region::Unexplored);
        assert_eq!(after(&[0, 0, 0, 1]), Region::Unexplored);
        assert_eq!(after(&[0, 1, 0, 0, 0]), Region::Proved);
    }

    #[test]
    fn letters_of_an_edge_are_read_in_their_order() {
        let mut a = twice();
        let both = EdgeId::new(7);
        a.read(both, SignId::new(1));
        (0..3).for_each(|_| a.read(both, SignId::new(0)));
        let mut position = a.start();
        a.step(&mut position, both);
        assert_eq!(a.region(position.mode), Region::Proved);
    }
}
