//! The automata against a reference that knows nothing of automata: which ends a regular expression can have in a word, goal by goal.

use super::*;
use crate::fql::query::{Element, Regex};
use crate::fql::testing::{PROGRAM, QUERIES, Word, events, walk};
use crate::fql::{BasicBlocks, Dialect, Scene, build, parse};
use goto::edges::EdgeId;
use goto::{Labels, Random};
use rustc_hash::FxHashSet;

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

#[test]
fn the_automata_agree_with_the_reference_on_random_runs() {
    let program = goto::parse(PROGRAM).unwrap();
    let edges = Edges::new(&program);
    let scene = Scene { program: &program, edges: &edges, labels: &Labels::default(), decision_marks: &[], basic_blocks: BasicBlocks::Fshell };
    let mut random = Random::new(7);
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
            let (word, ended) = walk(&edges, query.predicates.len(), &mut random);
            if !ended {
                continue;
            }
            let events = events(&word, &letters, &wanted);
            let reference = Reference { word: &word, edges: &edges };
            let expected: Vec<GoalIndex> = (0..query.n_goals() as u64).map(GoalIndex).filter(|g| reference.accepts(&query, *g)).collect();
            let found = acceptor.accepted(events.iter().copied(), true);
            assert_eq!(found, expected, "{text}: {:?}", word.edges);
            // What a part of the run satisfies for sure all of it does.
            let part = acceptor.accepted(events[..random.below(events.len() + 1)].iter().copied(), false);
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
    assert_eq!(machines.alternatives[0].n_states(), 5);
}
