//! Goals one after the other.

use super::dump;
use super::effect::Effects;
use super::explore::{Answer, Counters, Engine, Search, Why};
use super::graph::Stacks;
use super::logic::Logic;
use super::options::Options;
use super::post::Post;
use super::refine::Precision;
use super::reuse::Library;
use crate::automata::clean::{without_dead_ends, without_infeasible};
use crate::automata::minimise::minimise;
use crate::automata::{Automaton, EdgeSet};
use crate::limits::Stop;
use crate::solver::Solver;
use goto::edges::{EdgeId, Edges, PlaceId};
use goto::index::IdVec;
use goto::{Bits, InputId, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::rc::Rc;

/// Goals by number. There may be very many, so each automaton is made when it is its turn.
pub trait Goals {
    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The automaton of a goal, with the way into the program as the first letter of its words; with the passing clause, if there is one.
    fn automaton(&self, goal: usize) -> Automaton;

    /// The edges that the goal's words must contain one after the other, if between them and around them anything is allowed and nothing else is asked;
    /// `None` for other goals.
    fn sequence(&self, goal: usize) -> Option<Vec<EdgeId>>;
}

/// Why a goal is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Its graph is complete.
    Graph,
    /// Its words contain what another goal's words need, which is impossible.
    Follows,
}

/// Who keeps the goals' status and judges what is proposed.
pub trait Court {
    fn is_open(&self, goal: usize) -> bool;

    /// Runs the program on the inputs and notes every goal that the run covers.
    fn propose(&mut self, inputs: &[(InputId, Bits)]);

    fn impossible(&mut self, goal: usize, verdict: Verdict);

    fn undecided(&mut self, goal: usize, why: &Why);
}

/// Told of each goal's finished graph.
pub trait Gallery {
    fn graph(&mut self, goal: usize, picture: &dump::Picture<'_>);
}

impl Gallery for () {
    fn graph(&mut self, _goal: usize, _picture: &dump::Picture<'_>) {}
}

/// Decides goals as far as it can, until it is stopped.
pub fn decide_all(program: &Program, edges: &Edges, goals: &dyn Goals, court: &mut dyn Court, gallery: &mut dyn Gallery, work: Work) -> Counters {
    let mut effects = Effects::new(program, edges);
    let facts = effects.facts();
    let logic = Logic::new(work.solver, &effects.pool, &facts, work.stop);
    let mut engine = Engine {
        effects,
        logic,
        post: Post::default(),
        precision: Precision::default(),
        stacks: Stacks::default(),
        library: Library::default(),
        options: work.options,
        counters: Counters::default(),
        following: FxHashMap::default(),
    };
    let order = order(edges, goals, work.options.breadth_first_order);
    let mut exclusions = Exclusions::new(edges, goals);
    // What resists waits until the others are decided: it may follow from them.
    engine.options = work.options.short_trial();
    let left = pass(&mut engine, goals, &order, court, gallery, &mut exclusions);
    engine.options = work.options;
    let left: Vec<usize> = left.into_iter().map(|(goal, _)| goal).collect();
    for (goal, why) in pass(&mut engine, goals, &left, court, gallery, &mut exclusions) {
        if work.options.propagate_infeasibility && exclusions.excludes(goal) {
            court.impossible(goal, Verdict::Follows);
        } else if court.is_open(goal) {
            court.undecided(goal, &why);
        }
    }
    engine.counters
}

/// Goes through goals; returns those that stay undecided.
fn pass(
    engine: &mut Engine<'_>,
    goals: &dyn Goals,
    order: &[usize],
    court: &mut dyn Court,
    gallery: &mut dyn Gallery,
    exclusions: &mut Exclusions<'_>,
) -> Vec<(usize, Why)> {
    let mut left = Vec::new();
    for &goal in order {
        if !court.is_open(goal) {
            continue;
        }
        if let Some(reason) = engine.logic.stopped() {
            left.push((goal, Why::Stopped(reason)));
        } else if engine.options.propagate_infeasibility && exclusions.excludes(goal) {
            court.impossible(goal, Verdict::Follows);
        } else {
            match decide(engine, goals, goal, court, gallery) {
                Decided::Covered => {}
                Decided::Impossible => exclusions.add(goal),
                Decided::Not(why) => left.push((goal, why)),
            }
        }
    }
    left
}

enum Decided {
    Covered,
    Impossible,
    Not(Why),
}

/// What the engine works with.
pub struct Work {
    pub solver: Box<dyn Solver>,
    pub stop: Stop,
    pub options: Options,
}

/// One goal.
fn decide(engine: &mut Engine<'_>, goals: &dyn Goals, goal: usize, court: &mut dyn Court, gallery: &mut dyn Gallery) -> Decided {
    let mut automaton = goals.automaton(goal);
    if engine.options.clean_automata {
        let (edges, following) = (engine.effects.edges, &mut engine.following);
        let mut follows = |taken: &EdgeSet| following.entry(taken.clone()).or_insert_with(|| follow(edges, taken)).clone();
        // What the library calls may come at any time; then nothing is known of what follows what.
        if edges.outgoing(edges.outside()).len() == 1 {
            automaton = without_infeasible(&automaton, &mut follows);
        }
        automaton = minimise(&without_dead_ends(&automaton));
    }
    if !engine.options.reuse_predicates {
        engine.precision = Precision::default();
        engine.post.forget();
    }
    let automaton = Rc::new(automaton);
    if automaton.initial().is_empty() {
        court.impossible(goal, Verdict::Graph);
        return Decided::Impossible;
    }
    // Predicates of many goals together can make far more states than those of one: then one begins anew.
    let most_nodes = engine.options.most_nodes;
    let is_alone = engine.precision.is_empty();
    if !is_alone {
        engine.options.most_nodes = most_nodes.min(ROOM + ROOM_PER_PLACE * engine.effects.edges.places().len() * automaton.n_states());
    }
    let (mut decided, mut search) = attempt(engine, &automaton, goal, court);
    engine.options.most_nodes = most_nodes;
    if !is_alone && matches!(decided, Decided::Not(Why::TooLarge)) {
        engine.precision = Precision::default();
        engine.library = Library::default();
        (decided, search) = attempt(engine, &automaton, goal, court);
    }
    gallery.graph(goal, &dump::Picture::new(engine, &search));
    if engine.options.reuse_graphs {
        let kept = engine.options.graphs_kept;
        engine.library.keep(automaton, search.graph, kept);
    }
    decided
}

/// Nodes of a graph that do not yet make it suspicious: so many, and so many for each place and state of the automaton.
const ROOM: usize = 1000;
const ROOM_PER_PLACE: usize = 6;

fn attempt(engine: &mut Engine<'_>, automaton: &Rc<Automaton>, goal: usize, court: &mut dyn Court) -> (Decided, Search) {
    let mut search = Search::new(engine, Rc::clone(automaton));
    let decided = loop {
        match search.run(engine) {
            Answer::Path(node, inputs) => {
                court.propose(&inputs);
                if !court.is_open(goal) {
                    break Decided::Covered;
                }
                search.doubt(node, Why::Unconfirmed);
            }
            Answer::Impossible => {
                court.impossible(goal, Verdict::Graph);
                break Decided::Impossible;
            }
            Answer::Undecided(why) => break Decided::Not(why),
        }
    };
    (decided, search)
}

/// The edges that may come right after one of these.
fn follow(edges: &Edges, taken: &EdgeSet) -> EdgeSet {
    let mut places: FxHashSet<PlaceId> = FxHashSet::default();
    let mut next = EdgeSet::new();
    for edge in taken.iter() {
        // What comes from outside after the program has come to its end does not come next.
        let edge = edges.edge(edge);
        if places.insert(edge.target) && edge.target != edges.outside() {
            edges.outgoing(edge.target).iter().for_each(|&edge| next.insert(edge));
        }
    }
    next
}

/// The goals in the order of a breadth-first walk of the control flow, by the last edge that they ask for, or in the inverted order.
fn order(edges: &Edges, goals: &dyn Goals, breadth_first: bool) -> Vec<usize> {
    let mut rank: IdVec<EdgeId, usize> = IdVec::filled(usize::MAX, edges.len());
    let mut queue: VecDeque<PlaceId> = VecDeque::from([edges.outside()]);
    let mut seen: FxHashSet<PlaceId> = queue.iter().copied().collect();
    let mut next = 0;
    while let Some(place) = queue.pop_front() {
        for &edge in edges.outgoing(place) {
            rank[edge] = next;
            next += 1;
            if seen.insert(edges.edge(edge).target) {
                queue.push_back(edges.edge(edge).target);
            }
        }
    }
    let key = |goal: usize| -> Vec<usize> { goals.sequence(goal).unwrap_or_default().iter().map(|&edge| rank[edge]).collect() };
    let mut order: Vec<usize> = (0..goals.len()).collect();
    order.sort_by_cached_key(|&goal| key(goal));
    if !breadth_first {
        order.reverse();
    }
    order
}

/// What follows from impossible goals for others. If the edges e1 ... e(n-1) and then any of some others cannot be taken one after the other, nor can
/// e1 ... e(n-1) and then an edge to which, from e(n-1) on, every way leads through one of those.
struct Exclusions<'e> {
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
    fn new(edges: &'e Edges, goals: &'e dyn Goals) -> Self {
        Self { edges, goals, after: FxHashMap::default() }
    }

    fn excludes(&self, goal: usize) -> bool {
        if self.after.is_empty() {
            return false;
        }
        let Some(sequence) = self.goals.sequence(goal) else { return false };
        (0..sequence.len()).any(|at| self.after.get(&sequence[..at]).is_some_and(|excluded| excluded.all.contains(sequence[at])))
    }

    fn add(&mut self, goal: usize) {
        let Some(sequence) = self.goals.sequence(goal) else { return };
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
