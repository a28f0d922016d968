//! Dominators and post-dominators of a control-flow graph.
//! Cooper, Harvey, Kennedy: "A Simple, Fast Dominance Algorithm" (2001).

use crate::cfg::Cfg;
use crate::graph::Graph;
use crate::index::{Id, IdVec};
use crate::program::InstrId;

/// A dominator tree. Nodes that the root does not reach are not in it.
#[derive(Clone, Debug)]
pub struct Dominators {
    immediate: IdVec<InstrId, Option<InstrId>>,
    /// First and last number of the node's subtree in a preorder of the tree, from 1; 0 for nodes outside.
    span: IdVec<InstrId, (u32, u32)>,
}

impl Dominators {
    /// `a` dominates `b`: every path from the entry to `b` passes `a`.
    pub fn new(cfg: &Cfg) -> Self {
        if cfg.is_empty() {
            return Self { immediate: IdVec::new(), span: IdVec::new() };
        }
        Self::of(cfg.len(), cfg.order(), cfg.reversed())
    }

    /// `order` is a reverse postorder from the root, its first entry.
    fn of(nodes: usize, order: &[InstrId], predecessors: &Graph<InstrId>) -> Self {
        const NONE: u32 = u32::MAX;
        let mut position = IdVec::<InstrId, u32>::filled(NONE, nodes);
        for (i, &id) in order.iter().enumerate() {
            position[id] = i as u32;
        }
        // By position in the order; the root is its own dominator while this runs.
        let mut idom = vec![NONE; order.len()];
        idom[0] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for (i, &id) in order.iter().enumerate().skip(1) {
                let mut new = NONE;
                for &p in predecessors.successors(id) {
                    let p = position[p];
                    if p == NONE || idom[p as usize] == NONE {
                        continue;
                    }
                    new = if new == NONE { p } else { intersect(&idom, new, p) };
                }
                if idom[i] != new {
                    idom[i] = new;
                    changed = true;
                }
            }
        }
        let mut immediate = IdVec::filled(None, nodes);
        for (i, &id) in order.iter().enumerate().skip(1) {
            immediate[id] = Some(order[idom[i] as usize]);
        }
        let span = spans(nodes, order, &immediate);
        Self { immediate, span }
    }

    /// The closest other node that dominates this one; `None` for the root and for nodes outside of the tree.
    pub fn immediate(&self, id: InstrId) -> Option<InstrId> {
        self.immediate[id]
    }

    /// Does `a` dominate `b`? Every node of the tree dominates itself; nothing else is said of nodes outside.
    pub fn dominates(&self, a: InstrId, b: InstrId) -> bool {
        let ((first, last), (inner, _)) = (self.span[a], self.span[b]);
        first != 0 && first <= inner && inner <= last
    }
}

/// The closest common ancestor; positions in the order fall towards the root.
fn intersect(idom: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        while a > b {
            a = idom[a as usize];
        }
        while b > a {
            b = idom[b as usize];
        }
    }
    a
}

fn spans(nodes: usize, order: &[InstrId], immediate: &IdVec<InstrId, Option<InstrId>>) -> IdVec<InstrId, (u32, u32)> {
    let edges: Vec<_> = order.iter().filter_map(|&id| immediate[id].map(|parent| (parent, id))).collect();
    let tree = Graph::new(nodes, &edges);
    let mut span = IdVec::filled((0, 0), nodes);
    let mut counter = 1;
    span[order[0]].0 = counter;
    let mut path = vec![(order[0], 0)];
    while let Some((node, edge)) = path.last_mut() {
        if let Some(&child) = tree.successors(*node).get(*edge) {
            *edge += 1;
            counter += 1;
            span[child].0 = counter;
            path.push((child, 0));
        } else {
            span[*node].1 = counter;
            path.pop();
        }
    }
    span
}

/// The post-dominator tree of the reachable instructions, with a virtual node as its root: the end of the function.
#[derive(Clone, Debug)]
pub struct PostDominators {
    tree: Dominators,
    end: InstrId,
}

impl PostDominators {
    /// `a` post-dominates `b`: every path from `b` to the end of the function passes `a`. The end is reached from `Return`, `Halt` and calls
    /// that do not return; a part of the body that never gets there (an endless loop) counts as ending after its last instruction in reverse postorder,
    /// so that branches inside it still have joins.
    pub fn new(cfg: &Cfg) -> Self {
        let end = InstrId::new(cfg.len());
        let mut edges = Vec::new();
        for &id in cfg.order() {
            edges.extend(cfg.successors(id).iter().map(|&to| (id, to)));
            if cfg.successors(id).is_empty() {
                edges.push((id, end));
            }
        }
        for from in endless(cfg) {
            edges.push((from, end));
        }
        let forward = Graph::new(cfg.len() + 1, &edges);
        let order = forward.reversed().reverse_postorder(end);
        Self { tree: Dominators::of(cfg.len() + 1, &order, &forward), end }
    }

    /// The closest other instruction that post-dominates this one; `None` if that is the end of the function, or for unreachable instructions.
    pub fn immediate(&self, id: InstrId) -> Option<InstrId> {
        self.tree.immediate(id).filter(|&p| p != self.end)
    }

    /// Does `a` post-dominate `b`? Every reachable instruction post-dominates itself.
    pub fn dominates(&self, a: InstrId, b: InstrId) -> bool {
        self.tree.dominates(a, b)
    }
}

/// One instruction, the last in reverse postorder, of each component that cannot be left.
fn endless(cfg: &Cfg) -> Vec<InstrId> {
    let graph = cfg.graph();
    let components = graph.components();
    let mut number = IdVec::<InstrId, usize>::filled(0, cfg.len());
    for (i, component) in components.iter().enumerate() {
        for &id in component {
            number[id] = i;
        }
    }
    let mut last = Vec::new();
    for (i, component) in components.iter().enumerate() {
        let closed = |id: &InstrId| !graph.successors(*id).is_empty() && graph.successors(*id).iter().all(|&to| number[to] == i);
        if component.iter().all(closed) {
            last.extend(component.iter().copied().filter(|&id| cfg.is_reachable(id)).max_by_key(|&id| cfg.position(id)));
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse;
    use crate::program::Program;

    fn cfg(program: &Program) -> Cfg {
        Cfg::new(program, program.functions[program.start].body.as_ref().expect("has a body"))
    }

    fn at(i: usize) -> InstrId {
        InstrId::new(i)
    }

    #[test]
    fn sides_of_a_branch_dominate_nothing_behind_the_join() {
        let text = "goto lp64 start f static x#0: bool
            function f: fn() -> void { 0: IF x#0 GOTO 3 1: SKIP 2: GOTO 4 3: SKIP 4: SKIP 5: RETURN 6: SKIP 7: RETURN }";
        let program = parse(text).expect("is right");
        let cfg = cfg(&program);
        let (before, after) = (Dominators::new(&cfg), PostDominators::new(&cfg));
        assert_eq!((before.immediate(at(4)), before.immediate(at(0))), (Some(at(0)), None));
        assert!(before.dominates(at(1), at(2)) && !before.dominates(at(1), at(4)) && !before.dominates(at(0), at(6)));
        assert_eq!((after.immediate(at(0)), after.immediate(at(5))), (Some(at(4)), None));
        assert!(after.dominates(at(4), at(1)) && !after.dominates(at(3), at(0)));
    }

    #[test]
    fn branches_in_an_endless_loop_have_a_join() {
        let text = "goto lp64 start f static x#0: bool
            function f: fn() -> void { 0: SKIP 1: IF x#0 GOTO 4 2: SKIP 3: GOTO 5 4: SKIP 5: SKIP 6: GOTO 1 }";
        let program = parse(text).expect("is right");
        let after = PostDominators::new(&cfg(&program));
        assert_eq!(after.immediate(at(1)), Some(at(5)));
        assert_eq!((after.immediate(at(2)), after.immediate(at(4))), (Some(at(3)), Some(at(5))));
        assert!(after.dominates(at(6), at(2)));
    }
}
