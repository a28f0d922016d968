//! Directed graphs over ids: adjacency, orders of depth-first search, strongly connected components. Knows nothing of what the nodes stand for.

use crate::index::{Id, IdVec};

/// A directed graph over the ids `0..n`, fixed once made. Edges keep the order in which they were given.
#[derive(Clone, Debug)]
pub struct Graph<K> {
    /// The edges of node `i` are `targets[offsets[i]..offsets[i + 1]]`.
    offsets: Vec<u32>,
    targets: Vec<K>,
}

impl<K: Id> Graph<K> {
    /// A graph of `nodes` nodes. Both ends of every edge lie below `nodes`.
    pub fn new(nodes: usize, edges: &[(K, K)]) -> Self {
        let mut offsets = vec![0u32; nodes + 1];
        for (from, _) in edges {
            offsets[from.index() + 1] += 1;
        }
        for i in 0..nodes {
            offsets[i + 1] += offsets[i];
        }
        let mut next = offsets.clone();
        let mut targets = vec![K::new(0); edges.len()];
        for (from, to) in edges {
            let at = &mut next[from.index()];
            targets[*at as usize] = *to;
            *at += 1;
        }
        Self { offsets, targets }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn successors(&self, node: K) -> &[K] {
        let i = node.index();
        &self.targets[self.offsets[i] as usize..self.offsets[i + 1] as usize]
    }

    /// All edges, by their sources.
    pub fn edges(&self) -> impl Iterator<Item = (K, K)> + '_ {
        (0..self.len()).map(K::new).flat_map(|from| self.successors(from).iter().map(move |&to| (from, to)))
    }

    /// Every edge turned round.
    pub fn reversed(&self) -> Self {
        let edges: Vec<_> = self.edges().map(|(from, to)| (to, from)).collect();
        Self::new(self.len(), &edges)
    }

    /// The nodes reachable from `root`, each after all its predecessors except along back edges. Deterministic: the first edge comes first.
    pub fn reverse_postorder(&self, root: K) -> Vec<K> {
        let mut seen = vec![false; self.len()];
        let mut order = Vec::new();
        let mut stack = vec![(root, self.successors(root).len())];
        seen[root.index()] = true;
        // Edges are followed from the last to the first, so that the first one comes first once the order is reversed.
        while let Some((node, left)) = stack.last_mut() {
            if *left == 0 {
                order.push(*node);
                stack.pop();
                continue;
            }
            *left -= 1;
            let next = self.successors(*node)[*left];
            if !seen[next.index()] {
                seen[next.index()] = true;
                stack.push((next, self.successors(next).len()));
            }
        }
        order.reverse();
        order
    }

    /// The nodes reachable from any of `roots`, as a mask.
    pub fn reachable(&self, roots: impl IntoIterator<Item = K>) -> IdVec<K, bool> {
        let mut seen = IdVec::filled(false, self.len());
        let mut work: Vec<K> = roots.into_iter().collect();
        while let Some(node) = work.pop() {
            if !std::mem::replace(&mut seen[node], true) {
                work.extend(self.successors(node));
            }
        }
        seen
    }

    /// The strongly connected components, each after the components it has edges to.
    pub fn components(&self) -> Vec<Vec<K>> {
        let nodes: Vec<K> = (0..self.len()).map(K::new).collect();
        ComponentSearch::new(self).run(&nodes, |_, _| true)
    }
}

/// Tarjan's algorithm ("Depth-first search and linear graph algorithms", 1972) on parts of one graph, without recursion.
/// Its tables are made once and used for many parts.
pub struct ComponentSearch<'a, K> {
    graph: &'a Graph<K>,
    /// 0: not visited in this run.
    number: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
}

impl<'a, K: Id> ComponentSearch<'a, K> {
    pub fn new(graph: &'a Graph<K>) -> Self {
        let n = graph.len();
        Self { graph, number: vec![0; n], low: vec![0; n], on_stack: vec![false; n] }
    }

    /// The components of the subgraph of `nodes` with those edges that `keep` accepts; it must refuse edges that leave `nodes`.
    /// Each comes after the components it has edges to.
    pub fn run(&mut self, nodes: &[K], keep: impl Fn(K, K) -> bool) -> Vec<Vec<K>> {
        for node in nodes {
            self.number[node.index()] = 0;
        }
        let mut found = Vec::new();
        let mut counter = 0;
        let mut stack: Vec<K> = Vec::new();
        for &root in nodes {
            if self.number[root.index()] == 0 {
                self.search(root, &keep, &mut counter, &mut stack, &mut found);
            }
        }
        found
    }

    fn search(&mut self, root: K, keep: &impl Fn(K, K) -> bool, counter: &mut u32, stack: &mut Vec<K>, found: &mut Vec<Vec<K>>) {
        let graph = self.graph;
        let mut path: Vec<(K, usize)> = Vec::new();
        self.enter(root, counter, stack);
        path.push((root, 0));
        while let Some((node, edge)) = path.last_mut() {
            let (from, position) = (*node, *edge);
            if let Some(&to) = graph.successors(from).get(position) {
                *edge += 1;
                if !keep(from, to) {
                    continue;
                }
                if self.number[to.index()] == 0 {
                    self.enter(to, counter, stack);
                    path.push((to, 0));
                } else if self.on_stack[to.index()] {
                    self.low[from.index()] = self.low[from.index()].min(self.number[to.index()]);
                }
                continue;
            }
            path.pop();
            if let Some((parent, _)) = path.last() {
                self.low[parent.index()] = self.low[parent.index()].min(self.low[from.index()]);
            }
            if self.low[from.index()] == self.number[from.index()] {
                // The root of a component is on the stack below the rest of it.
                let start = stack.iter().rposition(|&n| n == from).unwrap_or(0);
                let component = stack.split_off(start);
                for n in &component {
                    self.on_stack[n.index()] = false;
                }
                found.push(component);
            }
        }
    }

    fn enter(&mut self, node: K, counter: &mut u32, stack: &mut Vec<K>) {
        *counter += 1;
        self.number[node.index()] = *counter;
        self.low[node.index()] = *counter;
        self.on_stack[node.index()] = true;
        stack.push(node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::InstrId;

    fn graph(n: usize, edges: &[(usize, usize)]) -> Graph<InstrId> {
        let edges: Vec<_> = edges.iter().map(|&(a, b)| (InstrId::new(a), InstrId::new(b))).collect();
        Graph::new(n, &edges)
    }

    fn indices(ids: &[InstrId]) -> Vec<usize> {
        ids.iter().map(|i| i.index()).collect()
    }

    #[test]
    fn reverse_postorder_puts_joins_after_both_sides() {
        let g = graph(5, &[(0, 1), (0, 2), (1, 3), (2, 3), (3, 0)]);
        assert_eq!(indices(&g.reverse_postorder(InstrId::new(0))), [0, 1, 2, 3]);
        assert_eq!(indices(g.reversed().successors(InstrId::new(3))), [1, 2]);
        assert!(!g.reachable([InstrId::new(0)])[InstrId::new(4)]);
    }

    #[test]
    fn components_come_after_what_they_lead_to() {
        let g = graph(6, &[(0, 1), (1, 2), (2, 1), (2, 3), (3, 3), (4, 5), (5, 4), (4, 0)]);
        let mut found: Vec<Vec<usize>> = g.components().iter().map(|c| indices(c)).collect();
        for c in &mut found {
            c.sort_unstable();
        }
        assert_eq!(found, [vec![3], vec![1, 2], vec![0], vec![4, 5]]);
    }
}
