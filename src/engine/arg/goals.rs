//! Goals one after the other.

use super::dump;
use super::effect::Effects;
use super::exclusions::Exclusions;
use super::explore::{Answer, Counters, Engine, Search, Why};
use super::graph::Stacks;
use super::harvest::Trials;
use super::logic::Logic;
use super::options::Options;
use super::post::Post;
use super::refine::Precision;
use super::restore::{self, Mistake};
use super::reuse::Library;
use super::store::{self, Cache, Kept};
use super::worker_pool::{Member, News};
use crate::budget;
use automata::clean::{without_dead_ends, without_infeasible};
use automata::minimise::minimise;
use automata::{Automaton, EdgeSet};
use goto::edges::{EdgeId, Edges, PlaceId};
use goto::index::IdVec;
use goto::limits::Stop;
use goto::{Bits, InputId, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::Solver;
use std::collections::VecDeque;
use std::rc::Rc;
use term::TermId;

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

    /// The n-th part of a goal, counted from 0, if it has so many; a sequence of edges has one for each edge. Words of goals that have their first parts in common
    /// begin alike.
    fn part(&self, goal: usize, n: usize) -> Option<Part>;

    /// The automaton of all words that begin as the goal's do in its first parts.
    fn beginning(&self, goal: usize, n_parts: usize) -> Automaton;
}

/// What a goal asks for at some point of its words. Equal parts at one position, behind equal ones, ask for the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Part {
    pub alternative: usize,
    /// Which of the alternative's choices it belongs to.
    pub choice: usize,
    pub what: What,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum What {
    /// A whole choice, by number.
    Atom(u64),
    /// An edge of a path.
    Step(EdgeId),
    /// The path that was chosen has no more edges.
    End,
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
pub trait Oracle {
    fn is_open(&self, goal: usize) -> bool;

    fn is_covered(&self, goal: usize) -> bool;

    /// Runs the program on the inputs and notes what the run covers: the goal, if it does, and others.
    fn propose(&mut self, inputs: &[(InputId, Bits)], goal: Option<usize>);

    fn impossible(&mut self, goal: usize, verdict: Verdict);

    fn undecided(&mut self, goal: usize, why: &Why);
}

/// Told of each goal's finished graph.
pub trait GraphObserver {
    fn graph(&mut self, goal: usize, picture: &dump::Picture<'_>);
}

impl GraphObserver for () {
    fn graph(&mut self, _goal: usize, _picture: &dump::Picture<'_>) {}
}

/// Decides goals as far as it can, until it is stopped.
pub fn decide_all(program: &Program, edges: &Edges, goals: &dyn Goals, oracle: &mut dyn Oracle, observer: &mut dyn GraphObserver, work: Work<'_>) -> Counters {
    let mut engine = engine(program, edges, work.solver, work.stop, work.options);
    if let Some(Kept { text, believes_graphs }) = work.cache.take()
        && let Err(Mistake { line, what }) = restore::read(&text, &mut engine, believes_graphs)
    {
        work.cache.refuse(format!("line {line}: {what}"));
    }
    let order = order(edges, goals, work.options.breadth_first_order);
    // What resists waits until the others are decided: it may follow from them.
    engine.options = work.options.short_trial();
    let exclusions = Exclusions::new(edges, goals);
    let mut analysis = Session { engine, exclusions, told: Published::default(), trials: Trials::default() }.resumed(goals, oracle, observer, work.pool);
    let left = analysis.whole_pass(order);
    analysis.engine.options = work.options;
    // These are its own.
    analysis.pool = None;
    let left = analysis.whole_pass(left.into_iter().map(|(goal, _)| goal).collect());
    for (goal, why) in left {
        if work.options.propagate_infeasibility && analysis.exclusions.excludes(goal) {
            analysis.oracle.impossible(goal, Verdict::Follows);
        } else if analysis.oracle.is_open(goal) {
            analysis.oracle.undecided(goal, &why);
        }
    }
    work.cache.put(store::write(&analysis.engine));
    analysis.engine.counters
}

/// An engine that knows nothing of the goals yet.
fn engine<'a>(program: &'a Program, edges: &'a Edges, solver: Box<dyn Solver>, stop: Stop, options: Options) -> Engine<'a> {
    let mut effects = Effects::new(program, edges);
    effects.ends_matter = options.ends_matter;
    let facts = effects.facts();
    let logic = Logic::new(solver, &effects.pool, &facts, stop);
    Engine {
        effects,
        logic,
        post: Post::default(),
        precision: Precision::default(),
        stacks: Stacks::default(),
        library: Library::default(),
        options,
        counters: Counters::default(),
        following: FxHashMap::default(),
    }
}

/// What an analysis has found out, while it does not work.
pub(super) struct Session<'a> {
    pub(super) engine: Engine<'a>,
    exclusions: Exclusions<'a>,
    told: Published,
    trials: Trials,
}

impl<'a> Session<'a> {
    pub(super) fn new(program: &'a Program, edges: &'a Edges, goals: &'a dyn Goals, solver: Box<dyn Solver>, options: Options) -> Self {
        let engine = engine(program, edges, solver, Stop::new(None), options);
        Self { engine, exclusions: Exclusions::new(edges, goals), told: Published::default(), trials: Trials::default() }
    }

    pub(super) fn resumed<'c>(
        self,
        goals: &'a dyn Goals,
        oracle: &'c mut dyn Oracle,
        observer: &'c mut dyn GraphObserver,
        pool: Option<Member<'c>>,
    ) -> Analysis<'a, 'c> {
        let Self { engine, exclusions, told, trials } = self;
        Analysis { engine, goals, oracle, observer, exclusions, pool, told, trials }
    }
}

/// What the engine works with.
pub struct Work<'w> {
    pub solver: Box<dyn Solver>,
    pub stop: Stop,
    pub options: Options,
    /// Of earlier runs, for later ones.
    pub cache: &'w mut dyn Cache,
    /// Others that work on the same goals, if there are any.
    pub pool: Option<Member<'w>>,
}

/// The work on all goals.
pub(super) struct Analysis<'a, 'c> {
    pub(super) engine: Engine<'a>,
    pub(super) goals: &'a dyn Goals,
    pub(super) oracle: &'c mut dyn Oracle,
    observer: &'c mut dyn GraphObserver,
    pub(super) exclusions: Exclusions<'a>,
    pub(super) pool: Option<Member<'c>>,
    told: Published,
    pub(super) trials: Trials,
}

/// What others were told of, or told: predicates, and how often those had changed then.
#[derive(Default)]
struct Published {
    predicates: FxHashSet<(PlaceId, TermId)>,
    changes: u64,
}

impl<'a> Analysis<'a, '_> {
    pub(super) fn suspended(self) -> Session<'a> {
        let Self { engine, exclusions, told, trials, .. } = self;
        Session { engine, exclusions, told, trials }
    }
}

impl Analysis<'_, '_> {
    /// Goes through goals until it is told to stop; gives those that stay undecided.
    fn whole_pass(&mut self, order: Vec<usize>) -> Vec<(usize, Why)> {
        let mut pass = self.pass(order);
        self.advance(&mut pass);
        pass.left(self.engine.logic.stopped())
    }

    /// Tells the others what was found out, and hears what they did.
    fn exchange(&mut self) {
        let Self { pool: Some(member), engine, exclusions, told, .. } = self else { return };
        if engine.precision.changes != told.changes {
            let new: Vec<(PlaceId, TermId)> = engine.precision.all().into_iter().filter(|&p| told.predicates.insert(p)).collect();
            member.tell(News::Predicates(store::predicates(engine, &new)));
        }
        for news in member.hear() {
            match news {
                // What is not read is not missed.
                News::Predicates(text) => drop(restore::read(&text, engine, false)),
                News::Impossible(sequence) => exclusions.add_sequence(&sequence),
            }
        }
        told.changes = engine.precision.changes;
        told.predicates.extend(engine.precision.all());
    }

    /// One goal; why it stays undecided, if it does.
    pub(super) fn one(&mut self, goal: usize) -> Option<Why> {
        if !self.oracle.is_open(goal) {
            return None;
        }
        if let Some(reason) = self.engine.logic.stopped() {
            return Some(Why::Stopped(reason));
        }
        if self.engine.options.propagate_infeasibility && self.exclusions.excludes(goal) {
            self.oracle.impossible(goal, Verdict::Follows);
            return None;
        }
        let automaton = self.prepared(self.goals.automaton(goal));
        let (decided, search) = self.examine(&automaton, Some(goal));
        if let Some(search) = &search {
            self.observer.graph(goal, &dump::Picture::new(&self.engine, search));
        }
        self.keep(automaton, search);
        match decided {
            Decided::Possible => None,
            Decided::Impossible => {
                self.oracle.impossible(goal, Verdict::Graph);
                if let Some(sequence) = self.goals.sequence(goal) {
                    self.exclude(&sequence);
                }
                None
            }
            Decided::Not(why) => Some(why),
        }
    }

    /// No run takes these edges one after the other. Others look at what has the first edge in common only if nothing else has.
    pub(super) fn exclude(&mut self, sequence: &[EdgeId]) {
        self.exclusions.add_sequence(sequence);
        if let (Some(member), [_]) = (&self.pool, sequence) {
            member.tell(News::Impossible(sequence.to_vec()));
        }
    }

    pub(super) fn prepared(&mut self, mut automaton: Automaton) -> Rc<Automaton> {
        let engine = &mut self.engine;
        if engine.options.clean_automata {
            let (edges, following) = (engine.effects.edges, &mut engine.following);
            let mut follows = |taken: &EdgeSet| following.entry(taken.clone()).or_insert_with(|| follow(edges, taken)).clone();
            // What the library calls may come at any time; then nothing is known of what follows what.
            if edges.outgoing(edges.outside()).len() == 1 {
                automaton = without_infeasible(&automaton, &mut follows);
            }
            automaton = minimise(&without_dead_ends(&automaton));
        }
        Rc::new(automaton)
    }

    /// Before a search: hears what others found out, and forgets what is not to be reused.
    pub(super) fn refresh(&mut self) {
        if self.engine.options.reuse_predicates {
            self.exchange();
        }
        let engine = &mut self.engine;
        if !engine.options.reuse_predicates {
            engine.precision = Precision::default();
        }
        if !(engine.options.reuse_predicates && engine.options.remember_successors) {
            engine.post.forget();
        }
        if !engine.options.remember_successors {
            engine.logic.forget();
        }
    }

    /// Is a run accepted? One that a goal's automaton accepts must cover the goal; without a goal a path is enough.
    pub(super) fn examine(&mut self, automaton: &Rc<Automaton>, goal: Option<usize>) -> (Decided, Option<Search>) {
        self.refresh();
        let engine = &mut self.engine;
        if automaton.initial().is_empty() {
            return (Decided::Impossible, None);
        }
        // Predicates of many goals together can make far more states than those of one: then one begins anew.
        let most_nodes = engine.options.most_nodes;
        let is_alone = engine.precision.is_empty();
        if !is_alone {
            engine.options.most_nodes =
                most_nodes.min(budget::graphs::ROOM + budget::graphs::ROOM_PER_PLACE * engine.effects.edges.places().len() * automaton.n_states());
        }
        let (mut decided, mut search) = attempt(engine, automaton, goal, self.oracle);
        engine.options.most_nodes = most_nodes;
        if !is_alone && matches!(decided, Decided::Not(Why::TooLarge)) {
            engine.precision = Precision::default();
            engine.library = Library::default();
            (decided, search) = attempt(engine, automaton, goal, self.oracle);
        }
        (decided, Some(search))
    }

    /// Later searches may take over from this one.
    pub(super) fn keep(&mut self, automaton: Rc<Automaton>, search: Option<Search>) {
        if let Some(search) = search
            && self.engine.options.reuse_graphs
        {
            let kept = self.engine.options.graphs_kept;
            self.engine.library.keep(automaton, search.graph, kept);
        }
    }
}

/// What the look at one goal showed.
pub(super) enum Decided {
    Possible,
    Impossible,
    Not(Why),
}

fn attempt(engine: &mut Engine<'_>, automaton: &Rc<Automaton>, goal: Option<usize>, oracle: &mut dyn Oracle) -> (Decided, Search) {
    engine.counters.searches += 1;
    let mut search = Search::new(engine, Rc::clone(automaton));
    let decided = loop {
        match search.run(engine) {
            Answer::Path(node, inputs) => {
                oracle.propose(&inputs, goal);
                if goal.is_none_or(|goal| !oracle.is_open(goal)) {
                    break Decided::Possible;
                }
                search.doubt(node, Why::Unconfirmed);
            }
            Answer::Impossible => break Decided::Impossible,
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
pub(super) fn order(edges: &Edges, goals: &dyn Goals, breadth_first: bool) -> Vec<usize> {
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
