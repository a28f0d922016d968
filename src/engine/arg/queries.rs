//! Goals of queries in FQL for the graphs: the automaton of each goal, with the passing clause and the end of runs.
//!
//! A run satisfies a goal if its whole sequence of edges is in the goal's language and in that of the passing clause; so an automaton accepts where the program
//! ends in a state that both accept, or earlier where both accept however the run goes on.

use super::explore::Counters;
use super::goals::{Goals, GraphObserver, Part, What, Work};
use super::options::Options;
pub use super::turns::Others;
use super::turns::{BoardGoals, decide};
use crate::sequences::{AskedQuery, Subject};
use crate::target::Target;
use automata::fql::accept::Event;
use automata::fql::machine::{Label, Machine, Machines};
use automata::fql::query::Alternative;
use automata::fql::{Atom, Element, GoalIndex, Query, Regex, Test};
use automata::nfa::{Nfa, Silent};
use automata::{Automaton, EdgeSet, Label as Letter, Literal, StateId};
use goto::edges::{EdgeId, EdgeKind, Edges, PlaceId};
use goto::index::Id;
use goto::{ExprId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// Works on what is open on the board. The observer sees the graphs of the first analysis only.
pub fn analyse(asked: &AskedQuery, observer: &mut dyn GraphObserver, work: Work<'_>, others: &Others<'_>) -> Counters {
    let compiled = asked.board.compiled();
    decide(&asked.board, compiled, &QueryGoals::new(&asked.subject), observer, work, others, true).0
}

/// The goals of a query with what their automata are made of.
pub(crate) struct QueryGoals<'q> {
    program: &'q Program,
    query: &'q Query,
    edges: &'q Edges,
    machines: Machines,
    passing: Automaton,
    /// Does the passing clause let everything pass?
    passes_all: bool,
    letters: Letters,
}

/// What letters of automata stand for.
struct Letters {
    all: EdgeSet,
    /// Edges that may be passed over.
    structure: EdgeSet,
    /// Edges with which the program ends.
    ends: EdgeSet,
    /// A made-up edge that leads to where runs begin.
    arrival: EdgeId,
    into: FxHashMap<PlaceId, EdgeSet>,
    /// Conditions of predicates at places; `None` where they are computed by more than an expression.
    conditions: FxHashMap<(PlaceId, Test), Option<Literal>>,
}

impl Letters {
    fn new(subject: &Subject) -> Self {
        let edges = &subject.edges;
        let entry = edges.places()[edges.start()].function();
        let exit = entry.and_then(|f| edges.exit(f));
        let chosen = |wanted: &dyn Fn(EdgeId) -> bool| edges.iter().map(|(id, _)| id).filter(|&id| wanted(id)).collect::<EdgeSet>();
        let arrival = EdgeId::new(edges.len());
        let mut into: FxHashMap<PlaceId, EdgeSet> = FxHashMap::default();
        for (id, edge) in edges.iter() {
            into.entry(edge.target).or_default().insert(id);
        }
        into.entry(edges.outside()).or_default().insert(arrival);
        let ends = chosen(&|id| match edges.edge(id).kind {
            EdgeKind::Halt => true,
            EdgeKind::Leave => Some(edges.edge(id).source) == exit,
            _ => false,
        });
        let structure = chosen(&|id| edges.edge(id).is_structure);
        Self { all: EdgeSet::first(edges.len()), structure, ends, arrival, into, conditions: conditions(subject) }
    }

    fn leading_to(&self, places: impl Iterator<Item = PlaceId>) -> EdgeSet {
        places.filter_map(|place| self.into.get(&place)).fold(EdgeSet::new(), |all, edges| all.union(edges))
    }
}

/// The tests of the query, by where they are asked.
fn conditions(subject: &Subject) -> FxHashMap<(PlaceId, Test), Option<Literal>> {
    let watch = &subject.watch;
    let mut conditions = FxHashMap::default();
    for (place, placed) in &watch.wanted.tests {
        for (event, holds) in [(placed.if_true, true), (placed.if_false, false)] {
            let Some(Event::Test(test)) = event.and_then(|event| watch.events.get(event).copied()) else { continue };
            let literal: Option<ExprId> = placed.code.is_empty().then_some(placed.cond);
            conditions.insert((*place, test), literal.map(|predicate| Literal { predicate, holds }));
        }
    }
    conditions
}

impl<'q> QueryGoals<'q> {
    pub(crate) fn new(subject: &'q Subject) -> Self {
        let letters = Letters::new(subject);
        let machines = Machines::new(&subject.query);
        let passing = Translation { letters: &letters, edges: &subject.edges, machine: &machines.passing, atoms: &[] }.automaton();
        let passes_all = is_anything(&subject.query.passing, subject.query.n_edges);
        Self { program: &subject.plain, query: &subject.query, edges: &subject.edges, machines, passing, passes_all, letters }
    }
}

impl Goals for QueryGoals<'_> {
    fn len(&self) -> usize {
        usize::try_from(self.query.n_goals()).unwrap_or(usize::MAX)
    }

    fn automaton(&self, goal: usize) -> Automaton {
        let goal = GoalIndex(goal as u64);
        let Some((alternative, _)) = self.query.place_of(goal) else { return Automaton::default() };
        self.of(&self.machines.alternatives[alternative], &self.query.atoms(goal))
    }

    fn sequence(&self, goal: usize) -> Option<Vec<EdgeId>> {
        let goal = GoalIndex(goal as u64);
        let (alternative, _) = self.query.place_of(goal)?;
        if !self.passes_all {
            return None;
        }
        // Anything, then an edge, then anything, and so on.
        let elements = &self.query.alternatives[alternative].elements;
        let is_sequence = elements.len() % 2 == 1
            && elements.iter().enumerate().all(|(i, element)| match element {
                Element::Quoted(regex) => i % 2 == 0 && is_anything(regex, self.edges.len()),
                Element::Choice(_) => i % 2 == 1,
            });
        let edge = |atom: &Atom| if let Atom::Edge(edge) = atom { Some(*edge) } else { None };
        if is_sequence { self.query.atoms(goal).into_iter().map(edge).collect() } else { None }
    }

    fn part(&self, goal: usize, n: usize) -> Option<Part> {
        let (alternative, way) = self.query.place_of(GoalIndex(goal as u64))?;
        let mut before = 0;
        for (choice, (number, atom)) in self.chosen(alternative, way).enumerate() {
            let here = n_parts(atom);
            if n < before + here {
                let what = match atom {
                    Atom::Path(path) => path.get(n - before).map_or(What::End, |&edge| What::Step(edge)),
                    _ => What::Atom(number),
                };
                return Some(Part { alternative, choice, what });
            }
            before += here;
        }
        None
    }

    fn beginning(&self, goal: usize, n: usize) -> Automaton {
        let Some((alternative, way)) = self.query.place_of(GoalIndex(goal as u64)) else { return Automaton::default() };
        let atoms: Vec<&Atom> = self.chosen(alternative, way).map(|(_, atom)| atom).collect();
        let (mut elements, mut left, mut next) = (Vec::new(), n, 0);
        for element in &self.query.alternatives[alternative].elements {
            if left == 0 {
                break;
            }
            elements.push(match element {
                Element::Quoted(regex) => Element::Quoted(regex.clone()),
                Element::Choice(_) => {
                    let atom = atoms[next];
                    next += 1;
                    let here = n_parts(atom).min(left);
                    left -= here;
                    Element::Choice(vec![match atom {
                        Atom::Path(path) => Atom::Path(path[..here.min(path.len())].into()),
                        atom => atom.clone(),
                    }])
                }
            });
        }
        // Whatever comes then.
        let any = Regex::Edges(EdgeSet::first(self.edges.len()));
        elements.push(Element::Quoted(Regex::Repeat { of: Box::new(any), least: 0, most: None }));
        let begun = Alternative { elements };
        let atoms: Vec<&Atom> = begun.choices().flatten().collect();
        self.of(&Machine::of_alternative(&begun, self.edges.len()), &atoms)
    }
}

impl BoardGoals for QueryGoals<'_> {
    fn program(&self) -> &Program {
        self.program
    }

    fn edges(&self) -> &Edges {
        self.edges
    }

    fn target(&self, goal: usize) -> Target {
        Target::QueryGoal(GoalIndex(goal as u64))
    }

    fn options(&self) -> Options {
        Options::default()
    }
}

impl QueryGoals<'_> {
    /// With the passing clause and the end of runs.
    fn of(&self, machine: &Machine, atoms: &[&Atom]) -> Automaton {
        let own = Translation { letters: &self.letters, edges: self.edges, machine, atoms }.automaton();
        let both = if self.passes_all { own } else { automata::product::product(&own, &self.passing) };
        at_end(&both, &self.letters)
    }

    /// What a goal chooses, with its numbers among the atoms of each choice.
    fn chosen(&self, alternative: usize, way: u64) -> impl Iterator<Item = (u64, &Atom)> {
        let choices = self.query.alternatives[alternative].choices();
        let mut period = self.query.alternatives[alternative].n_goals() as u64;
        choices.map(move |atoms| {
            let n = atoms.len() as u64;
            period /= n;
            let number = way / period % n;
            (number, &atoms[number as usize])
        })
    }
}

/// A path has one for each edge and one for its end.
fn n_parts(atom: &Atom) -> usize {
    if let Atom::Path(path) = atom { path.len() + 1 } else { 1 }
}

/// Is it any sequence of edges?
fn is_anything(regex: &Regex, n_edges: usize) -> bool {
    match regex {
        Regex::Repeat { of, least: 0, most: None } => matches!(&**of, Regex::Edges(set) if set.len() == n_edges),
        Regex::Sequence(parts) => !parts.is_empty() && parts.iter().all(|part| is_anything(part, n_edges)),
        _ => false,
    }
}

/// One machine with its choices made, as an automaton.
struct Translation<'t> {
    letters: &'t Letters,
    edges: &'t Edges,
    machine: &'t Machine,
    atoms: &'t [&'t Atom],
}

impl Translation<'_> {
    fn automaton(&self) -> Automaton {
        let mut nfa = Nfa::default();
        let start = nfa.add_state(false);
        nfa.start_in(start);
        let states: Vec<StateId> = self.machine.states().map(|s| nfa.add_state(self.machine.accepts(s))).collect();
        nfa.letter(start, EdgeSet::single(self.letters.arrival), states[0]);
        for m in self.machine.all_moves() {
            self.add(&mut nfa, states[m.from.index()], &m.label, states[m.to.index()]);
        }
        for spot in nfa.states().filter(|&spot| spot != start).collect::<Vec<_>>() {
            nfa.letter(spot, self.letters.structure.clone(), spot);
        }
        arrived(&nfa.fused())
    }

    fn add(&self, nfa: &mut Nfa, from: StateId, label: &Label, to: StateId) {
        match label {
            Label::Edges(set) => nfa.letter(from, set.clone(), to),
            Label::Nodes(set) => nfa.silent(from, Silent::At(self.letters.leading_to(set.iter())), to),
            Label::Test(test) => self.test(nfa, from, *test, to),
            Label::Choice(number) => match self.atoms.get(*number) {
                Some(Atom::Edge(edge)) => nfa.letter(from, EdgeSet::single(*edge), to),
                Some(Atom::Node(place)) => nfa.silent(from, Silent::At(self.letters.leading_to([*place].into_iter())), to),
                Some(Atom::Predicate(predicate)) => self.test(nfa, from, Test { predicate: *predicate, holds: true }, to),
                Some(Atom::Path(path)) => self.path(nfa, from, path, to),
                Some(Atom::Split { before, edge, after }) => {
                    let at = self.tests(nfa, from, before);
                    let next = nfa.add_state(false);
                    nfa.letter(at, EdgeSet::single(*edge), next);
                    let end = self.tests(nfa, next, after);
                    nfa.silent(end, Silent::Free, to);
                }
                None => {}
            },
        }
    }

    fn path(&self, nfa: &mut Nfa, from: StateId, path: &[EdgeId], to: StateId) {
        let mut at = from;
        for &edge in path {
            let next = nfa.add_state(false);
            nfa.letter(at, EdgeSet::single(edge), next);
            at = next;
        }
        nfa.silent(at, Silent::Free, to);
    }

    fn tests(&self, nfa: &mut Nfa, from: StateId, tests: &[Test]) -> StateId {
        tests.iter().fold(from, |at, &test| {
            let next = nfa.add_state(false);
            self.test(nfa, at, test, next);
            next
        })
    }

    /// The test where it is asked; elsewhere nobody knows it.
    fn test(&self, nfa: &mut Nfa, from: StateId, test: Test, to: StateId) {
        let mut by_literal: FxHashMap<Option<Literal>, EdgeSet> = FxHashMap::default();
        let mut places: Vec<_> = self.letters.conditions.iter().filter(|((_, t), _)| *t == test).collect();
        places.sort_unstable_by_key(|((place, _), _)| *place);
        for ((place, _), literal) in places {
            debug_assert!(place.index() < self.edges.places().len());
            let edges = self.letters.leading_to([*place].into_iter());
            let all = by_literal.entry(*literal).or_default();
            *all = all.union(&edges);
        }
        let mut by_literal: Vec<_> = by_literal.into_iter().collect();
        by_literal.sort_unstable_by_key(|(literal, _)| *literal);
        for (literal, edges) in by_literal {
            match literal {
                Some(literal) => nfa.silent(from, Silent::AtWith(edges, literal), to),
                // It may hold or not.
                None => nfa.silent(from, Silent::At(edges), to),
            }
        }
    }
}

/// The automaton without the made-up first edge: what that led to is one initial state.
fn arrived(automaton: &Automaton) -> Automaton {
    let firsts: Vec<StateId> = automaton.initial().iter().flat_map(|&s| automaton.outgoing(s)).map(|&t| automaton.transition(t).to).collect();
    let mut out = Automaton::default();
    let initial = out.add_state(firsts.iter().any(|&s| automaton.is_accepting(s)));
    out.start_in(initial);
    let names: Vec<StateId> = automaton.states().map(|s| out.add_state(automaton.is_accepting(s))).collect();
    for (_, t) in automaton.transitions() {
        if automaton.initial().contains(&t.from) {
            continue;
        }
        out.add(names[t.from.index()], t.label.clone(), names[t.to.index()]);
        if firsts.contains(&t.from) {
            out.add(initial, t.label.clone(), names[t.to.index()]);
        }
    }
    out
}

/// An automaton that accepts as soon as all ways to go on are accepted, and else where the program ends in an accepting state.
fn at_end(automaton: &Automaton, letters: &Letters) -> Automaton {
    let mut all: FxHashSet<StateId> = automaton.states().filter(|&s| automaton.is_accepting(s)).collect();
    loop {
        let goes_on = |s: StateId| {
            automaton
                .outgoing(s)
                .iter()
                .map(|&t| automaton.transition(t))
                .any(|t| t.label.guard.is_always() && letters.all.is_subset(&t.label.edges) && all.contains(&t.to))
        };
        let lost: Vec<StateId> = all.iter().copied().filter(|&s| !goes_on(s)).collect();
        if lost.is_empty() {
            break;
        }
        lost.iter().for_each(|s| _ = all.remove(s));
    }
    let mut out = automaton.filtered(|_| true, |_, t| Some(t.label.clone()));
    out.states().for_each(|s| out.set_accepting(s, all.contains(&s)));
    let end = out.add_state(true);
    for (_, t) in automaton.transitions() {
        let edges = t.label.edges.intersection(&letters.ends);
        if automaton.is_accepting(t.to) && !all.contains(&t.to) && !edges.is_empty() {
            out.add(t.from, Letter { edges, guard: t.label.guard.clone() }, end);
        }
    }
    out
}
