//! Graphs of earlier goals, and what of them is taken over for another one: where the earlier automaton simulates the new one, the part of the graph behind a
//! node is the same, modulo the transitions that the simulation leaves out. What those lead to is explored as usual, and may meet known parts again.

use super::explore::moves_of;
use super::graph::{Arc, Graph, Move, NodeId, Spot, Stacks};
use automata::{Automaton, Simulation, StateId};
use goto::edges::Edges;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::rc::Rc;

/// A graph with the automaton that it was made for.
struct Entry {
    number: u64,
    automaton: Rc<Automaton>,
    graph: Graph,
    /// What was not looked at.
    waiting: FxHashSet<(NodeId, Move)>,
}

/// The latest graphs, the last one first.
#[derive(Default)]
pub struct Library {
    entries: VecDeque<Entry>,
    made: u64,
    /// Simulations of the automaton in progress from a pair of states.
    relations: FxHashMap<(u64, StateId, StateId), Rc<Simulation>>,
}

/// What was taken over.
#[derive(Default)]
pub struct Grafted {
    /// Is nothing left to do for the node itself?
    pub done: bool,
    pub nodes: u64,
    pub accepting: Vec<NodeId>,
}

impl Library {
    /// Another automaton is in progress from now on.
    pub fn begin(&mut self) {
        self.relations.clear();
    }

    /// Keeps a graph; the oldest one beyond the limit goes.
    pub fn keep(&mut self, automaton: Rc<Automaton>, graph: Graph, most: usize) {
        if most == 0 {
            return;
        }
        let waiting = graph.waiting.iter().copied().collect();
        self.made += 1;
        self.entries.push_front(Entry { number: self.made, automaton, graph, waiting });
        self.entries.truncate(most);
    }

    /// What is kept, the last one first.
    pub fn graphs(&self) -> impl Iterator<Item = (&Automaton, &Graph)> {
        self.entries.iter().map(|entry| (&*entry.automaton, &entry.graph))
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Takes over what is known behind a node of a graph in the making for the automaton.
    pub fn graft(&mut self, edges: &Edges, stacks: &Stacks, graph: &mut Graph, automaton: &Automaton, node: NodeId) -> Grafted {
        let Some((entry, from, relation)) = self.choose(graph, automaton, node) else { return Grafted::default() };
        let mut transfer = Transfer { edges, stacks, entry: &self.entries[entry], relation: &relation, automaton, graph, grafted: Grafted::default() };
        transfer.run(from, node);
        transfer.grafted
    }

    /// A node of an earlier graph for the same states whose automaton's state simulates that of the node, with as little left out as there is.
    fn choose(&mut self, graph: &Graph, automaton: &Automaton, node: NodeId) -> Option<(usize, NodeId, Rc<Simulation>)> {
        let wanted = graph.node(node);
        let mut best: Option<(usize, NodeId, Rc<Simulation>)> = None;
        for (index, entry) in self.entries.iter().enumerate() {
            for state in entry.automaton.states() {
                let spot = Spot { state, ..wanted.spot };
                let same = entry.graph.at(spot).iter().copied().find(|&n| entry.graph.node(n).literals == wanted.literals);
                let Some(from) = same else { continue };
                if entry.automaton.is_accepting(state) {
                    continue;
                }
                let key = (entry.number, wanted.spot.state, state);
                let relation =
                    self.relations.entry(key).or_insert_with(|| Rc::new(Simulation::from(&entry.automaton, automaton, &[(wanted.spot.state, state)])));
                if best.as_ref().is_none_or(|(_, _, old)| relation.n_excluded() < old.n_excluded()) {
                    best = Some((index, from, Rc::clone(relation)));
                }
            }
        }
        best
    }
}

/// One transformation.
struct Transfer<'t> {
    edges: &'t Edges,
    stacks: &'t Stacks,
    entry: &'t Entry,
    relation: &'t Simulation,
    automaton: &'t Automaton,
    graph: &'t mut Graph,
    grafted: Grafted,
}

/// What the earlier graph says of a move.
enum EarlierMove {
    Leads(NodeId),
    Impossible,
    Nothing,
}

impl Transfer<'_> {
    fn run(&mut self, from: NodeId, node: NodeId) {
        self.grafted.done = true;
        let mut work = vec![(from, node)];
        while let Some((old, new)) = work.pop() {
            let spot = self.graph.node(new).spot;
            for by in moves_of(self.edges, self.stacks, self.automaton, spot) {
                match self.known(old, by) {
                    EarlierMove::Impossible => {}
                    EarlierMove::Nothing => self.graph.waiting.push_back((new, by)),
                    EarlierMove::Leads(target) => {
                        let (to, is_new) = self.take_over(target, by);
                        self.graph.connect(new, Arc { by, to, reused: true });
                        if is_new && self.automaton.is_accepting(self.graph.node(to).spot.state) {
                            self.grafted.accepting.push(to);
                        } else if is_new {
                            work.push((target, to));
                        }
                    }
                }
            }
        }
    }

    fn take_over(&mut self, old: NodeId, by: Move) -> (NodeId, bool) {
        let old = self.entry.graph.node(old);
        let spot = Spot { state: self.automaton.transition(by.transition).to, ..old.spot };
        let (to, is_new) = self.graph.find_or_add(spot, &old.literals, true, true);
        self.grafted.nodes += u64::from(is_new);
        (to, is_new)
    }

    fn known(&self, old: NodeId, by: Move) -> EarlierMove {
        let node = self.entry.graph.node(old);
        let (theirs, ours) = (&self.entry.automaton, self.automaton.transition(by.transition));
        if theirs.is_accepting(node.spot.state) || self.relation.excludes(by.transition, by.edge) {
            return EarlierMove::Nothing;
        }
        // A weaker guard would do for a proof, but then refinement had nothing to hold on to.
        let same = theirs.steps(node.spot.state, by.edge).find(|(_, t)| t.label.guard == ours.label.guard && self.relation.relates(ours.to, t.to));
        let Some((transition, _)) = same else { return EarlierMove::Nothing };
        let their_move = Move { edge: by.edge, transition };
        if self.entry.waiting.contains(&(old, their_move)) || node.arcs.is_empty() && self.is_end(old) {
            return EarlierMove::Nothing;
        }
        match node.arcs.iter().find(|arc| arc.by == their_move) {
            Some(arc) => EarlierMove::Leads(arc.to),
            None => EarlierMove::Impossible,
        }
    }

    /// May a node without arcs be one that was not looked at, rather than one where nothing goes on? It is looked at again.
    fn is_end(&self, old: NodeId) -> bool {
        let spot = self.entry.graph.node(old).spot;
        !self.stacks.frame(spot.stack).is_over
    }
}
