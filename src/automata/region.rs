//! Control flow and an assumption automaton together: in which modes execution may be at each place, and which edges may be taken on paths that were looked at.
//! Too much rather than too little: counters may have any value, and a function may return to wherever it is called from.

use super::assumption::{Assumption, ModeId, Region, SignId};
use super::set::EdgeSet;
use goto::edges::{EdgeId, EdgeKind, Edges, PlaceId};
use goto::graph::Graph;
use goto::{Id, IdSet, IdVec, define_id};
use rustc_hash::FxHashMap;
use std::collections::{BTreeSet, VecDeque};

define_id!(
    /// A place in a mode.
    NodeId, "x");

/// The pairs of places and modes that paths reach.
#[derive(Debug)]
pub struct Explored {
    nodes: IdVec<NodeId, (PlaceId, ModeId)>,
    ids: FxHashMap<(PlaceId, ModeId), NodeId>,
    /// The edges between nodes, with those of the program.
    steps: Vec<(NodeId, EdgeId, NodeId)>,
    modes: IdVec<PlaceId, Vec<ModeId>>,
    within: EdgeSet,
    /// What may be read in which modes.
    read: BTreeSet<(ModeId, SignId)>,
}

impl Explored {
    pub fn new(edges: &Edges, assumption: &Assumption) -> Self {
        let modes = IdVec::filled(Vec::new(), edges.places().len());
        let mut explored = Self { nodes: IdVec::new(), ids: FxHashMap::default(), steps: Vec::new(), modes, within: EdgeSet::new(), read: BTreeSet::new() };
        // What the tool's own code calls back is called in any mode.
        let calls_back = edges.outgoing(edges.outside()).len() > 1;
        let mut waiting = VecDeque::new();
        if calls_back {
            for place in edges.places().ids() {
                assumption.modes().ids().for_each(|mode| _ = explored.node(place, mode, &mut waiting));
            }
        } else {
            explored.node(edges.outside(), assumption.initial(), &mut waiting);
        }
        while let Some(node) = waiting.pop_front() {
            let (place, mode) = explored.nodes[node];
            for &edge in edges.outgoing(place) {
                // The program does not start again.
                if edges.edge(edge).kind == EdgeKind::Enter && mode != assumption.initial() && !calls_back {
                    continue;
                }
                for to in after_noting(assumption, mode, edge, &mut |mode, sign| _ = explored.read.insert((mode, sign))) {
                    if assumption.region(to) != Region::Unexplored {
                        explored.within.insert(edge);
                    }
                    let target = explored.node(edges.edge(edge).target, to, &mut waiting);
                    explored.steps.push((node, edge, target));
                }
            }
        }
        explored
    }

    fn node(&mut self, place: PlaceId, mode: ModeId, waiting: &mut VecDeque<NodeId>) -> NodeId {
        if let Some(&node) = self.ids.get(&(place, mode)) {
            return node;
        }
        let node = self.nodes.push((place, mode));
        self.ids.insert((place, mode), node);
        self.modes[place].push(mode);
        waiting.push_back(node);
        node
    }

    /// The modes in which execution may be at a place.
    pub fn modes_at(&self, place: PlaceId) -> &[ModeId] {
        &self.modes[place]
    }

    /// The edges that may be taken on a path that was looked at, this step included.
    pub fn within(&self) -> &EdgeSet {
        &self.within
    }

    /// For each mode how much may yet be passed on paths that were looked at, of what `counts` names: the size of the largest such set of any place at which
    /// execution may be in the mode.
    pub fn promise<K: Id>(&self, assumption: &Assumption, counts: impl Fn(EdgeId) -> Option<K>) -> IdVec<ModeId, usize> {
        let inside = |node: NodeId| assumption.region(self.nodes[node].1) != Region::Unexplored;
        let kept: Vec<(NodeId, EdgeId, NodeId)> = self.steps.iter().copied().filter(|&(from, _, to)| inside(from) && inside(to)).collect();
        let graph = Graph::new(self.nodes.len(), &kept.iter().map(|&(from, _, to)| (from, to)).collect::<Vec<_>>());
        let components = graph.components();
        let mut component: IdVec<NodeId, usize> = IdVec::filled(0, self.nodes.len());
        for (number, nodes) in components.iter().enumerate() {
            nodes.iter().for_each(|&node| component[node] = number);
        }
        let mut outgoing: Vec<Vec<(EdgeId, usize)>> = vec![Vec::new(); components.len()];
        for &(from, edge, to) in &kept {
            outgoing[component[from]].push((edge, component[to]));
        }
        let mut passed: Vec<IdSet<K>> = Vec::with_capacity(components.len());
        let mut best: IdVec<ModeId, usize> = IdVec::filled(0, assumption.modes().len());
        // Components come after those that they lead to.
        for (nodes, outgoing) in components.iter().zip(&outgoing) {
            let mut set: IdSet<K> = outgoing.iter().filter_map(|&(edge, _)| counts(edge)).collect();
            outgoing.iter().filter_map(|&(_, to)| passed.get(to)).for_each(|below| _ = set.add(below));
            for &node in nodes {
                let mode = self.nodes[node].1;
                best[mode] = best[mode].max(set.len());
            }
            passed.push(set);
        }
        best
    }

    /// What may be read in a mode.
    pub fn read_in(&self, mode: ModeId) -> impl Iterator<Item = SignId> + '_ {
        self.read.iter().filter(move |r| r.0 == mode).map(|r| r.1)
    }

    /// The modes that may follow a mode at once, other than itself, each once.
    pub fn successors(&self, mode: ModeId) -> Vec<ModeId> {
        let of = |node: NodeId| self.nodes[node].1;
        let mut next: Vec<ModeId> = self.steps.iter().filter(|(from, _, to)| of(*from) == mode && of(*to) != mode).map(|(_, _, to)| of(*to)).collect();
        next.sort_unstable();
        next.dedup();
        next
    }
}

/// The modes in which a mode may be left on an edge, whatever counters say.
pub fn after(assumption: &Assumption, mode: ModeId, edge: EdgeId) -> Vec<ModeId> {
    after_noting(assumption, mode, edge, &mut |_, _| ())
}

fn after_noting(assumption: &Assumption, mode: ModeId, edge: EdgeId, read: &mut dyn FnMut(ModeId, SignId)) -> Vec<ModeId> {
    let mut now = vec![mode];
    for &sign in assumption.signs(edge) {
        now.iter().for_each(|&mode| read(mode, sign));
        let mut next: Vec<ModeId> = now.iter().flat_map(|&mode| possible(assumption, mode, sign)).collect();
        next.sort_unstable();
        next.dedup();
        now = next;
    }
    now
}

/// The modes to which a letter may lead.
pub fn possible(assumption: &Assumption, mode: ModeId, sign: SignId) -> Vec<ModeId> {
    let mut to = Vec::new();
    for step in assumption.moves(mode, sign) {
        to.push(step.to);
        if step.tests.is_empty() {
            return to;
        }
    }
    to.push(mode);
    to
}
