//! The automata against a reference that knows nothing of automata: which ends a regular expression can have in a word, goal by goal.

use super::*;
use crate::fql::query::{Element, PredicateId, Regex};
use crate::fql::watch::{Code, Watch};
use crate::fql::{BasicBlocks, Dialect, Scene, build, parse};
use goto::edges::EdgeId;
use goto::{Labels, Program};
use rustc_hash::FxHashSet;

const PROGRAM: &str = "goto lp64 start begin file file0 \"a.c\" static x#0: bool static y#1: i32 static z#2: bool branch br0 if \"x\"
    function begin: fn() -> void model { 0: CALL main() 1: HALT exit }
    function main: fn() -> void @0:1:1 { local l#3: i32
      0: DECL l#3 @0:2:1 1: IF x#0 GOTO 6 br0 @0:3:1 2: MARK then @0:3:5 3: y#1 := 1 @0:4:1 4: CALL f() @0:5:1 5: GOTO 1 @0:3:1
      6: MARK loop_exit @0:6:1 7: IF x#0 GOTO 9 br0 @0:7:1 8: HALT exit @0:8:1 9: RETURN @0:9:1 }
    function f: fn() -> void @0:10:1 { 0: IF x#0 GOTO 2 br0 @0:11:1 1: y#1 := 2 @0:12:1 2: RETURN @0:13:1 }";

const QUERIES: [&str; 31] = [
    "cover NODES(ID)->NODES(ID)",
    "cover {a}->NODES(@4)",
    "cover NODES(@4 | @12)->{a}",
    "cover \"{a}.ID*.NODES(@4 | @7)\" + {a}->NODES(@12)",
    "cover {a}->{b}",
    "cover {b}->{a}",
    "cover {a}->{b}->{a} passing ^(ID*.{b}.ID*)*$",
    "cover @CONDITIONEDGE",
    "cover ID",
    "cover @BASICBLOCKENTRY -> @BASICBLOCKENTRY",
    "cover ^ID.ID.ID",
    "cover @CONDITIONEDGE.@4",
    "cover @4.\"NOT(@12)*\".@12",
    "cover @CONDITIONEDGE -> @CONDITIONEDGE -> @CONDITIONEDGE passing ^NOT(@8)*$",
    "cover (@CALL(f) + @8 + @EXIT(main))$",
    "cover {a}.@4",
    "cover @4.{a}.{b}.ID",
    "cover {a}->{b} + {b}.ID.{a}",
    "cover NODES(@4).{b} + NODES(@BASICBLOCKENTRY)->@12",
    "cover ^(NODES(@12)->@8 + NODES(@3))",
    "cover @CONDITIONEDGE passing ^(@4.{a} + NOT(@4))*$",
    "cover @CONDITIONEDGE passing ^(NOT(@4)*.@4.{b}) >= 2",
    "cover PATHS(@FUNC(f), 1)",
    "cover ^PATHS(ID, 1)$",
    "cover (@3 + @11).(@4 + @12) + @3.@4",
    "cover \"@3*\".(@4 | @5) + \"@3 == 2\"",
    "COVER \"EDGES(ID)*\".EDGES(@CONDITIONEDGE).\"EDGES(ID)*\".EDGES(@4).\"EDGES(ID)*\"",
    "COVER \"EDGES(ID)*\".EDGES(PRED(@CONDITIONEDGE,{a})).\"EDGES(ID)*\"",
    "cover @ENTRY(f).\"NOT(@EXIT(f))*\".@12 passing @4.@CALL(f)",
    "in @FUNC(f) cover @CONDITIONEDGE passing ^({a}.ID.{b} + ID <= 3)*$",
    "cover @CONDITIONEDGE.(\"ID.ID\" + {b}).NODES(ID)",
];

/// A run: places with what holds there, and the edges between them.
struct Word {
    places: Vec<(PlaceId, Vec<bool>)>,
    edges: Vec<EdgeId>,
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

/// A way from the start until execution is outside again, or too long.
fn walk(edges: &Edges, predicates: usize, dice: &mut Dice) -> (Word, bool) {
    let mut place = edges.outside();
    let mut calls: Vec<PlaceId> = Vec::new();
    let mut word = Word { places: vec![(place, vec![false; predicates])], edges: Vec::new() };
    loop {
        use goto::edges::EdgeKind;
        let fits = |e: &&EdgeId| match edges.edge(**e).kind {
            EdgeKind::Return(site) => calls.last() == Some(&site),
            EdgeKind::Leave => calls.is_empty(),
            _ => true,
        };
        let ways: Vec<EdgeId> = edges.outgoing(place).iter().filter(fits).copied().collect();
        let edge = ways[dice.below(ways.len())];
        match edges.edge(edge).kind {
            EdgeKind::Call => calls.push(place),
            EdgeKind::Return(_) => _ = calls.pop(),
            _ => {}
        }
        place = edges.edge(edge).target;
        word.edges.push(edge);
        word.places.push((place, (0..predicates).map(|_| dice.below(2) == 1).collect()));
        if place == edges.outside() {
            return (word, true);
        }
        if word.edges.len() > 60 {
            return (word, false);
        }
    }
}

struct Reference<'a> {
    word: &'a Word,
    edges: &'a Edges,
}

impl Reference<'_> {
    /// The positions to which edges of structure lead.
    fn skip(&self, from: FxHashSet<usize>) -> FxHashSet<usize> {
        let mut all = from;
        for i in 0..self.word.edges.len() {
            if all.contains(&i) && self.edges.edge(self.word.edges[i]).is_structure {
                all.insert(i + 1);
            }
        }
        all
    }

    fn holds(&self, at: usize, test: Test) -> bool {
        let (place, truths) = &self.word.places[at];
        *place != self.edges.outside() && truths[test.predicate.index()] == test.holds
    }

    fn edge(&self, from: FxHashSet<usize>, wanted: impl Fn(EdgeId) -> bool) -> FxHashSet<usize> {
        let n = self.word.edges.len();
        self.skip(from).into_iter().filter(|&i| i < n && wanted(self.word.edges[i])).map(|i| i + 1).collect()
    }

    fn regex(&self, regex: &Regex, from: FxHashSet<usize>) -> FxHashSet<usize> {
        match regex {
            Regex::Edges(set) => self.edge(from, |e| set.contains(e)),
            Regex::Nodes(set) => self.skip(from).into_iter().filter(|&i| set.contains(self.word.places[i].0)).collect(),
            Regex::Test(test) => self.skip(from).into_iter().filter(|&i| self.holds(i, *test)).collect(),
            Regex::Sequence(parts) => parts.iter().fold(from, |at, part| self.regex(part, at)),
            Regex::Union(parts) => parts.iter().flat_map(|part| self.regex(part, from.clone())).collect(),
            Regex::Repeat { of, least, most } => {
                let mut at = (0..*least).fold(from, |at, _| self.regex(of, at));
                let mut all = at.clone();
                let mut times = *least;
                while most.is_none_or(|most| times < most) && !at.is_empty() {
                    at = self.regex(of, at);
                    let before = all.len();
                    all.extend(at.iter().copied());
                    times += 1;
                    if most.is_none() && all.len() == before {
                        break;
                    }
                }
                all
            }
        }
    }

    fn atom(&self, atom: &Atom, from: FxHashSet<usize>) -> FxHashSet<usize> {
        match atom {
            Atom::Edge(e) => self.edge(from, |k| k == *e),
            Atom::Node(n) => self.skip(from).into_iter().filter(|&i| self.word.places[i].0 == *n).collect(),
            Atom::Predicate(predicate) => self.regex(&Regex::Test(Test { predicate: *predicate, holds: true }), from),
            Atom::Path(path) => path.iter().fold(from, |at, e| self.edge(at, |k| k == *e)),
            Atom::Split { before, edge, after } => {
                let tests = |tests: &[Test], at: &usize| tests.iter().all(|t| self.holds(*at, *t));
                let begin = self.skip(from).into_iter().filter(|i| tests(before, i)).collect();
                // The edge is taken at once.
                let n = self.word.edges.len();
                let at: FxHashSet<usize> = begin;
                at.into_iter().filter(|&i| i < n && self.word.edges[i] == *edge && tests(after, &(i + 1))).map(|i| i + 1).collect()
            }
        }
    }

    fn accepts(&self, query: &Query, goal: GoalIndex) -> bool {
        let n = self.word.edges.len();
        let start = || FxHashSet::from_iter([0]);
        let (number, _) = query.place_of(goal).unwrap();
        let mut atoms = query.atoms(goal).into_iter();
        let at = query.alternatives[number].elements.iter().fold(start(), |at, element| match element {
            Element::Quoted(regex) => self.regex(regex, at),
            Element::Choice(_) => self.atom(atoms.next().unwrap(), at),
        });
        self.skip(at).contains(&n) && self.skip(self.regex(&query.passing, start())).contains(&n)
    }
}

/// The events of a word, as the instrumented program would tell them.
fn events(word: &Word, letters: &Letters, wanted: &FxHashSet<(PlaceId, Test)>) -> Vec<Event> {
    let mut events = Vec::new();
    for (i, (place, truths)) in word.places.iter().enumerate() {
        for (predicate, &truth) in truths.iter().enumerate() {
            let test = Test { predicate: PredicateId::new(predicate), holds: truth };
            if wanted.contains(&(*place, test)) {
                events.push(Event::Test(test));
            }
        }
        events.extend(word.edges.get(i).and_then(|e| letters.of(*e)).map(Event::Edge));
    }
    events
}

/// For each query random runs that came to their end, as events.
pub(crate) fn random_programs(seed: u64, runs: usize, mut check: impl FnMut(&str, &Program, &Edges, &Watch, &[Vec<Event>])) {
    for text in QUERIES {
        let mut program = goto::parse(PROGRAM).unwrap();
        let edges = Edges::new(&program);
        let scene = Scene { program: &program, edges: &edges, labels: &Labels::default(), decision_marks: &[], basic_blocks: BasicBlocks::Fshell };
        let query = build(&parse(text, None).unwrap(), text, &scene, 100_000).unwrap();
        // Nobody knows its value.
        let (unknown, ty) = (goto::SymbolId::new(2), program.symbols[goto::SymbolId::new(2)].ty);
        let code = Code { instructions: Vec::new(), cond: program.build().var(unknown, ty) };
        let code = Watch::places(&query, &edges).into_iter().map(|(place, test)| ((place, test.predicate), code.clone())).collect();
        let watch = Watch::new(&mut program, &query, &edges, &code);
        let machines = Machines::new(&query);
        let letters = Letters::new(&machines, &edges);
        let wanted: FxHashSet<(PlaceId, Test)> = machines.tests(&edges).into_iter().collect();
        let mut dice = Dice(seed);
        let words = (0..runs).map(|_| walk(&edges, query.predicates.len(), &mut dice)).filter(|(_, ended)| *ended);
        let words: Vec<Vec<Event>> = words.map(|(word, _)| events(&word, &letters, &wanted)).collect();
        check(text, &program, &edges, &watch, &words);
    }
}

#[test]
fn the_automata_agree_with_the_reference_on_random_runs() {
    let program = goto::parse(PROGRAM).unwrap();
    let edges = Edges::new(&program);
    let scene = Scene { program: &program, edges: &edges, labels: &Labels::default(), decision_marks: &[], basic_blocks: BasicBlocks::Fshell };
    let mut dice = Dice(7);
    let (mut checked, mut satisfied) = (0, 0);
    for text in QUERIES {
        let syntax = parse(text, None).unwrap_or_else(|e| panic!("{text}: {e}"));
        let query = build(&syntax, text, &scene, 100_000).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        let machines = Machines::new(&query);
        let letters = Letters::new(&machines, &edges);
        let wanted: FxHashSet<(PlaceId, Test)> = machines.tests(&edges).into_iter().collect();
        let acceptor = Acceptor::new(&query, &machines, &letters, &edges);
        assert!(query.n_goals() > 0, "{text}");
        for _ in 0..60 {
            let (word, ended) = walk(&edges, query.predicates.len(), &mut dice);
            if !ended {
                continue;
            }
            let events = events(&word, &letters, &wanted);
            let reference = Reference { word: &word, edges: &edges };
            let expected: Vec<GoalIndex> = (0..query.n_goals() as u64).map(GoalIndex).filter(|g| reference.accepts(&query, *g)).collect();
            let found = acceptor.accepted(events.iter().copied(), true);
            assert_eq!(found, expected, "{text}: {:?}", word.edges);
            // What a part of the run satisfies for sure all of it does.
            let part = acceptor.accepted(events[..dice.below(events.len() + 1)].iter().copied(), false);
            assert!(part.iter().all(|g| found.contains(g)), "{text}: {part:?}");
            checked += 1;
            satisfied += found.len();
        }
    }
    assert!(checked > 500 && satisfied > 1000, "{checked} {satisfied}");
}

#[test]
fn what_cannot_be_lost_counts_before_the_end() {
    let program = goto::parse(PROGRAM).unwrap();
    let edges = Edges::new(&program);
    let scene = Scene { program: &program, edges: &edges, labels: &Labels::default(), decision_marks: &[], basic_blocks: BasicBlocks::Fshell };
    let goals = |text: &str, ended: bool| {
        let query = build(&parse(text, None).unwrap(), text, &scene, 1000).unwrap();
        let machines = Machines::new(&query);
        let letters = Letters::new(&machines, &edges);
        let acceptor = Acceptor::new(&query, &machines, &letters, &edges);
        let first = edges.outgoing(edges.over_structure(edges.start()));
        acceptor.accepted(first.iter().take(1).filter_map(|e| letters.of(*e)).map(Event::Edge), ended).len()
    };
    assert_eq!((goals("cover @3", false), goals("cover @3", true)), (1, 1));
    assert_eq!((goals("cover @3$", false), goals("cover @3$", true)), (0, 1));
    assert_eq!((goals("cover @3 passing ^NOT(@8)*$", false), goals("cover @3 passing ^NOT(@8)*$", true)), (0, 1));
}

#[test]
fn many_goals_share_their_states() {
    let program = goto::parse(PROGRAM).unwrap();
    let edges = Edges::new(&program);
    let scene = Scene { program: &program, edges: &edges, labels: &Labels::default(), decision_marks: &[], basic_blocks: BasicBlocks::Fshell };
    let text = "cover ID->ID->ID->ID";
    let query = build(&parse(text, Some(Dialect::Fshell)).unwrap(), text, &scene, 2_000_000).unwrap();
    let machines = Machines::new(&query);
    assert!(query.n_goals() > 10_000);
    assert_eq!(machines.alternatives[0].states.len(), 5);
}
