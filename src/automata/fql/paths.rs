//! The bounded paths of a target graph.

use super::graph::TargetGraph;
use goto::edges::{EdgeId, Edges, PlaceId};
use rustc_hash::FxHashMap;

/// Steps of the search for each path that there may be, before it is given up.
const STEPS_A_PATH: usize = 256;

/// More paths than the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooMany;

/// All paths that begin at an initial node and take each edge at most `bound` times: up to a last node, or up to where the next edge would be taken too
/// often. Edges of structure that the graph does not contain are passed over. In the order of depth-first search, each once.
pub fn bounded_paths(edges: &Edges, graph: &TargetGraph, bound: u32, limit: usize) -> Result<Vec<Box<[EdgeId]>>, TooMany> {
    let mut search = Search {
        edges,
        graph,
        bound,
        limit,
        taken: FxHashMap::default(),
        nodes: vec![Node { parent: 0, edge: None, is_path: false }],
        next: FxHashMap::default(),
        found: Vec::new(),
    };
    for place in graph.initial.iter() {
        search.from(place)?;
    }
    Ok(search.found.iter().map(|&node| search.path(node)).collect())
}

/// A path by its last edge and what comes before.
struct Node {
    parent: u32,
    edge: Option<EdgeId>,
    is_path: bool,
}

struct Search<'a> {
    edges: &'a Edges,
    graph: &'a TargetGraph,
    bound: u32,
    limit: usize,
    /// How often the current path takes an edge.
    taken: FxHashMap<EdgeId, u32>,
    nodes: Vec<Node>,
    next: FxHashMap<(u32, EdgeId), u32>,
    found: Vec<u32>,
}

/// A place on the current path.
struct Frame {
    place: PlaceId,
    node: u32,
    /// The edge that led here, if it counts.
    by: Option<EdgeId>,
    /// The out-edges that were tried.
    tried: usize,
}

impl Search<'_> {
    fn from(&mut self, start: PlaceId) -> Result<(), TooMany> {
        let mut stack = Vec::new();
        self.enter(&mut stack, start, 0, None)?;
        while let Some(frame) = stack.last_mut() {
            let Some(&edge) = self.edges.outgoing(frame.place).get(frame.tried) else {
                if let Some(count) = frame.by.and_then(|by| self.taken.get_mut(&by)) {
                    *count -= 1;
                }
                stack.pop();
                continue;
            };
            frame.tried += 1;
            let (node, target) = (frame.node, self.edges.edge(edge).target);
            if self.graph.edges.contains(edge) {
                let count = self.taken.entry(edge).or_default();
                if *count < self.bound {
                    *count += 1;
                    let node = self.child(node, edge)?;
                    self.enter(&mut stack, target, node, Some(edge))?;
                } else {
                    self.found(node)?;
                }
            } else if self.edges.edge(edge).is_structure {
                self.enter(&mut stack, target, node, None)?;
            }
        }
        Ok(())
    }

    fn enter(&mut self, stack: &mut Vec<Frame>, place: PlaceId, node: u32, by: Option<EdgeId>) -> Result<(), TooMany> {
        if self.graph.last.contains(place) {
            self.found(node)?;
        }
        // Models that call functions of the program are no way from one of them to another.
        let tried = if place == self.edges.outside() && node != 0 { self.edges.outgoing(place).len() } else { 0 };
        stack.push(Frame { place, node, by, tried });
        Ok(())
    }

    fn child(&mut self, parent: u32, edge: EdgeId) -> Result<u32, TooMany> {
        if let Some(&node) = self.next.get(&(parent, edge)) {
            return Ok(node);
        }
        if self.nodes.len() >= self.limit.saturating_mul(STEPS_A_PATH).saturating_add(1 << 16) {
            return Err(TooMany);
        }
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { parent, edge: Some(edge), is_path: false });
        self.next.insert((parent, edge), node);
        Ok(node)
    }

    fn found(&mut self, node: u32) -> Result<(), TooMany> {
        if !std::mem::replace(&mut self.nodes[node as usize].is_path, true) {
            self.found.push(node);
        }
        if self.found.len() > self.limit { Err(TooMany) } else { Ok(()) }
    }

    fn path(&self, mut node: u32) -> Box<[EdgeId]> {
        let mut path = Vec::new();
        while let Node { parent, edge: Some(edge), .. } = self.nodes[node as usize] {
            path.push(edge);
            node = parent;
        }
        path.reverse();
        path.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goto::IdSet;
    use goto::{FuncId, Id, InstrId, parse};

    #[test]
    fn the_next_edge_would_be_taken_too_often() {
        // A loop with two ways through and one way out.
        let text = "goto lp64 start f static x#0: bool
            function f: fn() -> void { 0: IF x#0 GOTO 4 1: IF x#0 GOTO 3 2: x#0 := true 3: GOTO 0 4: RETURN }";
        let edges = Edges::new(&parse(text).unwrap());
        let mut graph = TargetGraph::of_edges(&edges, edges.iter().map(|e| e.0));
        let place = |i| edges.place(FuncId::new(0), InstrId::new(i)).unwrap();
        graph.initial = IdSet::filled(edges.places().len(), |p| p == place(0));
        graph.last = IdSet::filled(edges.places().len(), |p| Some(p) == edges.exit(FuncId::new(0)));
        let lengths = |bound| bounded_paths(&edges, &graph, bound, 100).unwrap().iter().map(|p| p.len()).collect::<Vec<_>>();
        // Round by each of the ways, up to where the edge into the loop would be taken again, or out; out at once.
        assert_eq!(lengths(1), [4, 6, 3, 5, 2]);
        assert_eq!(bounded_paths(&edges, &graph, 20, 1000).unwrap_err(), TooMany);
    }
}
