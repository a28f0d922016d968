//! What graphs have looked at, as an automaton over edges: a path of the program is walked in all graphs at once. It was looked at if none of them leads to a step that
//! still waits, to a node in an accepting state, or to something that is not followed; it was looked at however it goes on if none of them allows it any more.

use super::explore::{Engine, Search, is_too_deep, moves, step, ways_out};
use automata::assumption::{Assumption, ModeId, Move, Region, SignId};
use goto::edges::{EdgeId, Edges};
use goto::index::Id;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};

/// Modes of an automaton at most; what would be behind the last one counts as unexplored.
const MOST_MODES: usize = 4000;

/// What the graph of one goal has looked at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Extent {
    /// The first one is the root. `None` for what was not looked at.
    nodes: Vec<Option<BTreeMap<EdgeId, Vec<Way>>>>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Way {
    To(usize),
    Unexplored,
    /// No run goes there.
    Excluded,
}

impl Extent {
    /// Of a graph as it is now.
    pub fn new(engine: &Engine<'_>, search: &Search) -> Self {
        let graph = &search.graph;
        let Some(root) = graph.root() else { return Self { nodes: vec![None] } };
        let waiting: FxHashMap<_, ()> = graph.waiting.iter().map(|&w| (w, ())).collect();
        let mut names = FxHashMap::from_iter([(root, 0)]);
        let mut order = vec![root];
        let mut nodes = Vec::new();
        while let Some(&node) = order.get(nodes.len()) {
            let spot = graph.node(node).spot;
            if search.automaton.is_accepting(spot.state) || is_too_deep(engine, spot) {
                nodes.push(None);
                continue;
            }
            // Where the automaton allows no way on, no run is looked for any more.
            let mut ways: BTreeMap<EdgeId, Vec<Way>> = ways_out(engine.effects.edges, &engine.stacks, spot).map(|edge| (edge, Vec::new())).collect();
            for by in moves(engine, &search.automaton, spot) {
                let of_edge = ways.entry(by.edge).or_default();
                if waiting.contains_key(&(node, by)) {
                    of_edge.push(Way::Unexplored);
                    continue;
                }
                let arcs = graph.node(node).arcs.iter().filter(|arc| arc.by == by);
                let before = of_edge.len();
                for arc in arcs {
                    let step = step(engine, &search.automaton, spot, by, graph.node(arc.to).spot.stack);
                    let follows = engine.effects.is_known_to_follow(step.edge, step.setting);
                    let n = names.len();
                    let to = *names.entry(arc.to).or_insert(n);
                    if to == n {
                        order.push(arc.to);
                    }
                    of_edge.push(if follows { Way::To(to) } else { Way::Unexplored });
                }
                if of_edge.len() == before {
                    of_edge.push(Way::Excluded);
                }
            }
            nodes.push(Some(ways));
        }
        Self { nodes }
    }
}

/// Nodes of graphs, by the graph's number, in ascending order.
type Walk = Vec<(usize, usize)>;

/// The paths that all of these have looked at. Without any graph that is every path.
pub fn looked_at(extents: &[Extent], edges: &Edges) -> Assumption {
    let mut maker = Maker::new(extents, edges);
    let start: Walk = (0..extents.len()).map(|graph| (graph, 0)).collect();
    let initial = maker.mode(start);
    maker.assumption.start_in(initial);
    while let Some((mode, walk)) = maker.waiting.pop_front() {
        maker.moves(mode, &walk);
    }
    maker.assumption
}

struct Maker<'a> {
    extents: &'a [Extent],
    assumption: Assumption,
    unexplored: ModeId,
    proved: ModeId,
    modes: FxHashMap<Walk, ModeId>,
    waiting: VecDeque<(ModeId, Walk)>,
}

impl<'a> Maker<'a> {
    fn new(extents: &'a [Extent], edges: &Edges) -> Self {
        let mut assumption = Assumption::new("unexplored", Region::Unexplored);
        let (unexplored, proved) = (assumption.initial(), assumption.add_mode("proved", Region::Proved));
        for (edge, _) in edges.iter() {
            assumption.read(edge, SignId::new(edge.index()));
        }
        Self { extents, assumption, unexplored, proved, modes: FxHashMap::default(), waiting: VecDeque::new() }
    }

    fn mode(&mut self, walk: Walk) -> ModeId {
        if walk.is_empty() {
            return self.proved;
        }
        if walk.iter().any(|&(graph, node)| self.extents[graph].nodes.get(node).is_none_or(Option::is_none)) {
            return self.unexplored;
        }
        if let Some(&mode) = self.modes.get(&walk) {
            return mode;
        }
        if self.modes.len() >= MOST_MODES {
            return self.unexplored;
        }
        let mode = self.assumption.add_mode("", Region::Inside);
        self.modes.insert(walk.clone(), mode);
        self.waiting.push_back((mode, walk));
        mode
    }

    fn moves(&mut self, mode: ModeId, walk: &Walk) {
        let mut ways: BTreeMap<EdgeId, Vec<(usize, Way)>> = BTreeMap::new();
        for &(graph, node) in walk {
            let Some(Some(of_node)) = self.extents[graph].nodes.get(node) else { continue };
            for (&edge, to) in of_node {
                ways.entry(edge).or_default().extend(to.iter().map(|&way| (graph, way)));
            }
        }
        for (edge, ways) in ways {
            let to = if ways.iter().any(|w| w.1 == Way::Unexplored) {
                self.unexplored
            } else {
                let mut next: Walk = ways.iter().filter_map(|&(graph, way)| if let Way::To(node) = way { Some((graph, node)) } else { None }).collect();
                next.sort_unstable();
                next.dedup();
                self.mode(next)
            };
            self.assumption.add_move(mode, SignId::new(edge.index()), Move::to(to));
        }
    }
}
