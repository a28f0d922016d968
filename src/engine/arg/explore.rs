//! The search for a node in an accepting state, with refinement until there is none or a path to one can be taken.

use super::effect::{Effects, Leak, Setting};
use super::graph::{Arc, Graph, Move, NodeId, Spot, StackId, Stacks};
use super::logic::Logic;
use super::options::Options;
use super::path::{self, Outcome};
use super::post::{Literals, Post, ProductStep};
use super::refine::{Path, Precision, refine};
use super::reuse::Library;
use automata::{Automaton, EdgeSet};
use goto::edges::{EdgeId, EdgeKind, PlaceId};
use goto::limits::StopReason;
use goto::{Bits, InputId};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::time::Instant;

/// What the search of one goal showed.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A path that ends in an accepting state; the program takes it with these inputs if nothing stands in the way that cells do not tell.
    Path(NodeId, Vec<(InputId, Bits)>),
    /// The graph is complete and has no accepting state; nothing in it was left out.
    Impossible,
    Undecided(Why),
}

/// Why nothing is decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    Stopped(StopReason),
    /// A path leads to something that is not followed.
    Leak(Leak),
    /// The time that the options allow for one goal is over.
    TimeUp,
    /// The graph has more nodes than the options allow.
    TooLarge,
    /// Another limit of the options.
    Limit(&'static str),
    /// A path that cells allow and the interpreter does not follow.
    Unconfirmed,
    /// No predicates exclude a path that cannot be taken.
    Predicates,
    /// The solver had no answer.
    Solver,
}

/// Counters over all goals.
#[derive(Clone, Copy, Default, Debug)]
pub struct Counters {
    /// Searches for a node in an accepting state.
    pub searches: u64,
    pub nodes: u64,
    pub nodes_reused: u64,
    pub refinements: u64,
    pub paths: u64,
}

impl Counters {
    /// As results name them.
    pub fn named(&self) -> [(&'static str, u64); 5] {
        let Self { searches, nodes, nodes_reused, refinements, paths } = *self;
        [("searches", searches), ("nodes", nodes), ("nodes_reused", nodes_reused), ("refinements", refinements), ("paths", paths)]
    }

    pub fn add(&mut self, other: &Self) {
        self.searches += other.searches;
        self.nodes += other.nodes;
        self.nodes_reused += other.nodes_reused;
        self.refinements += other.refinements;
        self.paths += other.paths;
    }
}

/// What all searches share.
pub struct Engine<'a> {
    pub effects: Effects<'a>,
    pub logic: Logic,
    pub post: Post,
    pub precision: Precision,
    pub stacks: Stacks,
    pub library: Library,
    pub options: Options,
    pub counters: Counters,
    /// For sets of edges that automata name, the edges that may come next.
    pub following: FxHashMap<EdgeSet, EdgeSet>,
}

/// The search of one goal. It can go on after a path was found that turned out not to be one.
pub struct Search {
    pub automaton: Rc<Automaton>,
    pub graph: Graph,
    /// Nodes in accepting states that are still to be looked at.
    accepting: Vec<NodeId>,
    /// Something that stands in the way of a proof.
    doubt: Option<Why>,
    refinements: usize,
    deadline: Option<Instant>,
    /// Parts of paths that could not be taken, to be looked at again with the predicates that show it.
    again: Vec<Again>,
}

/// What a finished graph does not show.
pub(super) enum LeftOut {
    Nothing,
    /// What it was led to cannot happen; the graph goes on without it.
    Refuted,
    Stays(Why),
}

/// Steps from a node on, with where they lead.
struct Again {
    from: NodeId,
    steps: Vec<(ProductStep, Move, PlaceId)>,
}

impl Search {
    pub fn new(engine: &mut Engine<'_>, automaton: Rc<Automaton>) -> Self {
        let deadline = engine.options.time_per_goal.map(|time| Instant::now() + time);
        let mut search = Self { automaton, graph: Graph::default(), accepting: Vec::new(), doubt: None, refinements: 0, deadline, again: Vec::new() };
        search.begin(engine);
        search
    }

    /// Makes the roots. A graph has one root: several initial states would need several graphs.
    fn begin(&mut self, engine: &mut Engine<'_>) {
        engine.library.begin();
        let outside = engine.effects.edges.outside();
        let Some(entry) = engine.effects.edges.places()[engine.effects.edges.start()].function() else { return };
        let stack = engine.stacks.push(None, outside, entry);
        let [state] = *self.automaton.initial() else {
            self.doubt = Some(Why::Limit("initial states of an automaton"));
            return;
        };
        let spot = Spot { place: outside, stack, state };
        let (root, _) = self.graph.find_or_add(spot, &Literals::from([]), true, false);
        self.graph.set_root(root);
        self.grow(engine, root);
    }

    /// Takes over what is known of a new node, or makes its moves wait.
    fn grow(&mut self, engine: &mut Engine<'_>, node: NodeId) {
        if self.automaton.is_accepting(self.graph.node(node).spot.state) {
            return self.accepting.push(node);
        }
        let Engine { effects, stacks, library, options, counters, .. } = engine;
        if options.reuse_graphs {
            let grafted = library.graft(effects.edges, stacks, &mut self.graph, &self.automaton, node);
            counters.nodes_reused += grafted.nodes;
            self.accepting.extend(grafted.accepting);
            if grafted.done {
                return;
            }
        }
        self.plan(engine, node);
    }

    /// All moves of a node wait.
    pub fn plan(&mut self, engine: &Engine<'_>, node: NodeId) {
        let moves = moves(engine, &self.automaton, self.graph.node(node).spot);
        self.graph.waiting.extend(moves.into_iter().map(|by| (node, by)));
    }

    /// Goes on until there is an answer.
    pub fn run(&mut self, engine: &mut Engine<'_>) -> Answer {
        if self.graph.root().is_none() {
            return Answer::Undecided(self.doubt.clone().unwrap_or(Why::Limit("start")));
        }
        loop {
            // Between two refinements there may be few steps.
            if let Some(why) = self.limit(engine) {
                return Answer::Undecided(why);
            }
            let accepting = match self.explore(engine) {
                Ok(Some(node)) => node,
                Ok(None) => match self.doubt.clone().map_or_else(|| self.look_at_leaks(engine), LeftOut::Stays) {
                    LeftOut::Nothing => return Answer::Impossible,
                    LeftOut::Refuted => continue,
                    LeftOut::Stays(why) => return Answer::Undecided(why),
                },
                Err(why) => return Answer::Undecided(why),
            };
            let (steps, nodes) = self.path(engine, accepting);
            engine.counters.paths += 1;
            match path::execute(&mut engine.effects, &mut engine.logic, &steps) {
                Outcome::Inputs(inputs) => return Answer::Path(accepting, inputs),
                Outcome::Unknown => {
                    return Answer::Undecided(engine.logic.stopped().map_or(Why::Solver, Why::Stopped));
                }
                Outcome::Impossible(conflict) => {
                    if let Err(why) = self.refine(engine, &steps, &nodes, &conflict) {
                        return Answer::Undecided(why);
                    }
                }
            }
        }
    }

    /// The path to this node was none after all: the search goes on without a claim that there is none.
    pub fn doubt(&mut self, node: NodeId, why: Why) {
        self.accepting.retain(|&other| other != node);
        self.doubt = Some(why);
    }

    /// What the finished graph does not show. A path to something that is not followed may be one that cannot be taken; then it is excluded as others are, and the graph
    /// is no longer finished.
    pub(super) fn look_at_leaks(&mut self, engine: &mut Engine<'_>) -> LeftOut {
        let Some(why) = self.left_out(engine) else { return LeftOut::Nothing };
        if !matches!(why, Why::Leak(_)) {
            return LeftOut::Stays(why);
        }
        let leaks = |from: NodeId, arc: &Arc| {
            let step = step(engine, &self.automaton, self.graph.node(from).spot, arc.by, self.graph.node(arc.to).spot.stack);
            !engine.effects.is_known_to_follow(step.edge, step.setting)
        };
        let Some((from, arc)) = self.graph.nearest(&leaks) else { return LeftOut::Stays(why) };
        let (steps, nodes) = self.path_over(engine, from, &arc);
        engine.counters.paths += 1;
        match path::execute(&mut engine.effects, &mut engine.logic, &steps) {
            Outcome::Impossible(conflict) if self.refine(engine, &steps, &nodes, &conflict).is_ok() => LeftOut::Refuted,
            _ => LeftOut::Stays(engine.logic.stopped().map_or(why, Why::Stopped)),
        }
    }

    /// Something that the finished graph does not show.
    pub(super) fn left_out(&self, engine: &mut Engine<'_>) -> Option<Why> {
        let mut leak = None;
        for (_, node) in self.graph.nodes() {
            if is_too_deep(engine, node.spot) {
                return Some(Why::Limit("nested calls"));
            }
            for arc in &node.arcs {
                let step = step(engine, &self.automaton, node.spot, arc.by, self.graph.node(arc.to).spot.stack);
                let effect = engine.effects.of(step.edge, step.setting);
                leak = leak.or_else(|| effect.leak.clone());
            }
        }
        leak.map(Why::Leak)
    }

    /// The path to a node and on over an arc, and its nodes without the root.
    pub(super) fn path_over(&self, engine: &Engine<'_>, from: NodeId, arc: &Arc) -> (Vec<ProductStep>, Vec<(Move, NodeId)>) {
        let (mut steps, mut nodes) = self.path(engine, from);
        steps.push(step(engine, &self.automaton, self.graph.node(from).spot, arc.by, self.graph.node(arc.to).spot.stack));
        nodes.push((arc.by, arc.to));
        (steps, nodes)
    }

    /// The path to a node, and its nodes without the root.
    pub fn path(&self, engine: &Engine<'_>, target: NodeId) -> (Vec<ProductStep>, Vec<(Move, NodeId)>) {
        let nodes = self.graph.path_to(target);
        let mut at = self.graph.root();
        let mut steps = Vec::with_capacity(nodes.len());
        for &(by, to) in &nodes {
            if let Some(from) = at {
                let (source, target) = (self.graph.node(from).spot, self.graph.node(to).spot);
                steps.push(step(engine, &self.automaton, source, by, target.stack));
            }
            at = Some(to);
        }
        (steps, nodes)
    }

    pub(super) fn limit(&self, engine: &Engine<'_>) -> Option<Why> {
        if let Some(reason) = engine.logic.stopped() {
            return Some(Why::Stopped(reason));
        }
        if self.graph.n_alive() > engine.options.most_nodes {
            return Some(Why::TooLarge);
        }
        self.deadline.filter(|deadline| Instant::now() >= *deadline).map(|_| Why::TimeUp)
    }

    /// Takes what waits until there is an accepting node or nothing waits.
    pub(super) fn explore(&mut self, engine: &mut Engine<'_>) -> Result<Option<NodeId>, Why> {
        let mut taken = 0_u32;
        loop {
            while let Some(&node) = self.accepting.last() {
                if self.graph.is_alive(node) {
                    return Ok(Some(node));
                }
                self.accepting.pop();
            }
            if let Some(again) = self.again.pop() {
                if self.graph.is_alive(again.from) {
                    self.walk(engine, &again);
                }
                continue;
            }
            let Some((node, by)) = self.graph.waiting.pop_front() else { return Ok(None) };
            taken += 1;
            if taken.is_multiple_of(64)
                && let Some(why) = self.limit(engine)
            {
                self.graph.waiting.push_front((node, by));
                return Err(why);
            }
            if self.graph.is_alive(node) {
                self.take(engine, node, by);
            }
        }
    }

    fn take(&mut self, engine: &mut Engine<'_>, node: NodeId, by: Move) {
        let spot = self.graph.node(node).spot;
        let Some(target) = target(engine, &self.automaton, spot, by) else { return };
        let step = step(engine, &self.automaton, spot, by, target.stack);
        let literals = Rc::clone(&self.graph.node(node).literals);
        let predicates = engine.precision.at(target.place).to_vec();
        let after = engine.post.successor(&mut engine.effects, &mut engine.logic, &literals, &step, &predicates);
        let Some(after) = after else { return };
        let is_strict = self.graph.is_strict(node, by);
        let (to, is_new) = self.graph.find_or_add(target, &after, is_strict, false);
        self.graph.connect(node, Arc { by, to, reused: false });
        if is_new {
            engine.counters.nodes += 1;
            if !is_too_deep(engine, target) {
                self.grow(engine, to);
            }
        }
    }

    /// Adds predicates that exclude a path, and takes back the first step of it that they change.
    pub(super) fn refine(&mut self, engine: &mut Engine<'_>, steps: &[ProductStep], nodes: &[(Move, NodeId)], conflict: &[path::Conflict]) -> Result<(), Why> {
        self.refinements += 1;
        engine.counters.refinements += 1;
        if self.refinements > engine.options.most_refinements {
            return Err(Why::Limit("refinements"));
        }
        let places: Vec<PlaceId> = nodes.iter().map(|(_, node)| self.graph.node(*node).spot.place).collect();
        let path = Path { steps, places: &places, conflict };
        let Engine { effects, logic, post, precision, .. } = engine;
        if !refine(effects, logic, post, precision, &path) {
            return Err(logic.stopped().map_or(Why::Predicates, Why::Stopped));
        }
        self.take_back(engine, steps, nodes).map_err(|()| engine.logic.stopped().map_or(Why::Predicates, Why::Stopped))
    }

    /// Takes back the first step of a path that predicates change. What comes then is taken again when no other path is left to be tried.
    fn take_back(&mut self, engine: &mut Engine<'_>, steps: &[ProductStep], nodes: &[(Move, NodeId)]) -> Result<(), ()> {
        let mut at = self.graph.root().ok_or(())?;
        for (position, (step, &(by, to))) in steps.iter().zip(nodes).enumerate() {
            let literals = Rc::clone(&self.graph.node(at).literals);
            let Engine { effects, logic, post, precision, .. } = &mut *engine;
            let after = post.successor(effects, logic, &literals, step, precision.at(self.graph.node(to).spot.place));
            if after.as_ref() != Some(&self.graph.node(to).literals) {
                let rest = steps[position..].iter().zip(&nodes[position..]).map(|(step, &(by, to))| (step.clone(), by, self.graph.node(to).spot.place));
                self.again.push(Again { from: at, steps: rest.collect() });
                self.graph.take_back(at, by);
                self.graph.waiting.push_front((at, by));
                self.graph.sweep();
                return Ok(());
            }
            at = to;
        }
        Err(())
    }

    /// Takes steps again that predicates change, each strictly, up to where their path ends now: else a node that says less would stand in for what is new
    /// behind each of them, one after the other.
    fn walk(&mut self, engine: &mut Engine<'_>, again: &Again) {
        let mut at = again.from;
        for (step, by, place) in &again.steps {
            let literals = Rc::clone(&self.graph.node(at).literals);
            let Engine { effects, logic, post, precision, .. } = &mut *engine;
            let after = post.successor(effects, logic, &literals, step, precision.at(*place));
            let is_right = self.graph.after(at, *by).is_some_and(|to| Some(&self.graph.node(to).literals) == after.as_ref());
            if !is_right {
                self.graph.take_back(at, *by);
                self.take(engine, at, *by);
            }
            match self.graph.after(at, *by) {
                Some(to) => at = to,
                None => break,
            }
        }
        self.graph.sweep();
    }
}

pub(super) fn is_too_deep(engine: &Engine<'_>, spot: Spot) -> bool {
    let frame = engine.stacks.frame(spot.stack);
    frame.depth > engine.options.deepest_calls || frame.instance > engine.options.deepest_recursion
}

/// The moves of a spot.
pub fn moves(engine: &Engine<'_>, automaton: &Automaton, spot: Spot) -> Vec<Move> {
    moves_of(engine.effects.edges, &engine.stacks, automaton, spot)
}

/// As [`moves`].
pub fn moves_of(edges: &goto::edges::Edges, stacks: &Stacks, automaton: &Automaton, spot: Spot) -> Vec<Move> {
    let mut moves = Vec::new();
    for edge in ways_out(edges, stacks, spot) {
        moves.extend(automaton.steps(spot.state, edge).map(|(transition, _)| Move { edge, transition }));
    }
    moves
}

/// The edges that control flow allows at a spot, whatever the automaton says. Returns lead back to where the call was.
pub(super) fn ways_out(edges: &goto::edges::Edges, stacks: &Stacks, spot: Spot) -> impl Iterator<Item = EdgeId> {
    let frame = stacks.frame(spot.stack);
    let fits = move |edge: &EdgeId| match edges.edge(*edge).kind {
        EdgeKind::Return(site) => frame.around.is_some() && frame.site == site,
        EdgeKind::Leave => frame.around.is_none(),
        // The program starts once.
        EdgeKind::Enter => edges.edge(*edge).target == edges.start(),
        _ => true,
    };
    let outgoing = if frame.is_over { &[] } else { edges.outgoing(spot.place) };
    outgoing.iter().copied().filter(fits)
}

/// Where a move leads.
fn target(engine: &mut Engine<'_>, automaton: &Automaton, spot: Spot, by: Move) -> Option<Spot> {
    let edge = *engine.effects.edges.edge(by.edge);
    let stack: StackId = match edge.kind {
        EdgeKind::Call => {
            let function = engine.effects.edges.places()[edge.target].function()?;
            engine.stacks.push(Some(spot.stack), edge.source, function)
        }
        EdgeKind::Return(_) => engine.stacks.frame(spot.stack).around?,
        EdgeKind::Leave | EdgeKind::Halt => engine.stacks.over(spot.stack),
        _ => spot.stack,
    };
    Some(Spot { place: edge.target, stack, state: automaton.transition(by.transition).to })
}

/// A move as a step of the program.
pub(super) fn step(engine: &Engine<'_>, automaton: &Automaton, from: Spot, by: Move, to: StackId) -> ProductStep {
    let setting = Setting { source: engine.stacks.frame(from.stack).instance, target: engine.stacks.frame(to).instance };
    ProductStep { edge: by.edge, setting, guard: automaton.transition(by.transition).label.guard.clone() }
}
