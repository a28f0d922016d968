//! The loops of a body, also those that several jumps enter.
//!
//! A loop is a strongly connected part of the control-flow graph. Its head is its only entry or, if there are several (an irreducible loop), the
//! entry that comes first in reverse postorder. The loops inside it are the strongly connected parts that remain without the edges into
//! the head (Steensgaard's loop nesting forest). For a reducible loop this is the natural loop of all back edges to one head. Every cycle of
//! the graph passes a back edge of some loop.

use crate::cfg::Cfg;
use crate::define_id;
use crate::graph::ComponentSearch;
use crate::index::{Id, IdVec};
use crate::program::InstrId;

define_id!(
    /// A loop of a body's [`Loops`].
    LoopId, "loop");

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// The instruction that all back edges lead to. No other loop has the same.
    pub head: InstrId,
    /// All instructions of the loop through which it is entered, the head included. More than one: irreducible.
    pub entries: Vec<InstrId>,
    /// The sources of the back edges: instructions of the loop that may go to its head. In ascending order.
    pub back_edges: Vec<InstrId>,
    /// Edges that leave the loop.
    pub exits: Vec<(InstrId, InstrId)>,
    /// All instructions of the loop and of loops inside it, in ascending order.
    pub body: Vec<InstrId>,
    /// The innermost loop around this one.
    pub parent: Option<LoopId>,
    /// 1 for an outermost loop.
    pub depth: u32,
}

impl Loop {
    pub fn contains(&self, id: InstrId) -> bool {
        self.body.binary_search(&id).is_ok()
    }

    /// Is the head the only entry?
    pub fn is_reducible(&self) -> bool {
        self.entries.len() == 1
    }
}

/// The loops of one body. A loop has a larger id than the loops around it.
#[derive(Clone, Debug)]
pub struct Loops {
    loops: IdVec<LoopId, Loop>,
    innermost: IdVec<InstrId, Option<LoopId>>,
}

impl Loops {
    pub fn new(cfg: &Cfg) -> Self {
        let mut found = Self { loops: IdVec::new(), innermost: IdVec::filled(None, cfg.len()) };
        let mut search = ComponentSearch::new(cfg.graph());
        // The number of the part that an instruction was last seen in: edges count only within one part.
        let mut part = IdVec::<InstrId, u32>::filled(0, cfg.len());
        let mut parts = 0;
        let mut work: Vec<(Vec<InstrId>, Option<LoopId>)> = vec![(cfg.order().to_vec(), None)];
        while let Some((nodes, parent)) = work.pop() {
            parts += 1;
            for &id in &nodes {
                part[id] = parts;
            }
            let head = parent.map(|p| found.loops[p].head);
            let keep = |from: InstrId, to: InstrId| part[from] == parts && part[to] == parts && Some(to) != head;
            let mut inner: Vec<Loop> = Vec::new();
            for component in search.run(&nodes, keep) {
                let cyclic = component.len() > 1 || cfg.successors(component[0]).contains(&component[0]) && keep(component[0], component[0]);
                if cyclic {
                    inner.push(found.describe(cfg, component, parent));
                }
            }
            inner.sort_by_key(|l| cfg.position(l.head));
            let first = found.loops.len();
            for l in inner {
                let body = l.body.clone();
                let id = found.loops.push(l);
                for &instr in &body {
                    found.innermost[instr] = Some(id);
                }
            }
            for id in (first..found.loops.len()).rev().map(LoopId::new) {
                work.push((found.loops[id].body.clone(), Some(id)));
            }
        }
        found
    }

    fn describe(&self, cfg: &Cfg, mut body: Vec<InstrId>, parent: Option<LoopId>) -> Loop {
        body.sort_unstable();
        let inside = |id: InstrId| body.binary_search(&id).is_ok();
        let entered = |id: InstrId| id == Cfg::entry() || cfg.predecessors(id).iter().any(|&p| !inside(p));
        let mut entries: Vec<InstrId> = body.iter().copied().filter(|&id| entered(id)).collect();
        entries.sort_by_key(|&id| cfg.position(id));
        // Every reachable component is entered somewhere; the fallback is for the reader of this line only.
        let head = entries.first().copied().unwrap_or(body[0]);
        let mut back_edges: Vec<InstrId> = cfg.predecessors(head).iter().copied().filter(|&p| inside(p)).collect();
        back_edges.sort_unstable();
        let leaving = |&id: &InstrId| cfg.successors(id).iter().filter(|&&to| !inside(to)).map(move |&to| (id, to)).collect::<Vec<_>>();
        let exits = body.iter().flat_map(leaving).collect();
        let depth = parent.map_or(1, |p| self.loops[p].depth + 1);
        Loop { head, entries, back_edges, exits, body, parent, depth }
    }

    pub fn get(&self, id: LoopId) -> &Loop {
        &self.loops[id]
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (LoopId, &Loop)> {
        self.loops.iter()
    }

    pub fn len(&self) -> usize {
        self.loops.len()
    }

    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// The innermost loop that an instruction is in.
    pub fn innermost(&self, id: InstrId) -> Option<LoopId> {
        self.innermost[id]
    }

    /// The loop with this head.
    pub fn with_head(&self, head: InstrId) -> Option<LoopId> {
        // The head belongs to no loop inside its own, so its innermost loop is the only candidate.
        self.innermost[head].filter(|&id| self.loops[id].head == head)
    }

    /// All loops that an instruction is in, the innermost first.
    pub fn around(&self, id: InstrId) -> impl Iterator<Item = LoopId> + '_ {
        std::iter::successors(self.innermost[id], |&l| self.loops[l].parent)
    }

    /// Is `from -> to` a back edge of some loop?
    pub fn is_back_edge(&self, from: InstrId, to: InstrId) -> bool {
        self.with_head(to).is_some_and(|l| self.loops[l].contains(from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse;

    fn loops(body: &str) -> (Cfg, Loops) {
        let program = parse(&format!("goto lp64 start f static x#0: bool function f: fn() -> void {{ {body} }}")).expect("is right");
        let cfg = Cfg::new(&program, program.functions[program.start].body.as_ref().expect("has a body"));
        let loops = Loops::new(&cfg);
        (cfg, loops)
    }

    fn ids(positions: &[usize]) -> Vec<InstrId> {
        positions.iter().map(|&i| InstrId::new(i)).collect()
    }

    #[test]
    fn nested_loops_with_continue_and_break() {
        // while (x) { if (x) continue; do { if (x) goto out; } while (x); } out:
        let (_, loops) = loops("0: SKIP 1: IF x#0 GOTO 8 2: IF x#0 GOTO 1 3: SKIP 4: IF x#0 GOTO 8 5: IF x#0 GOTO 3 6: SKIP 7: GOTO 1 8: RETURN");
        let found: Vec<&Loop> = loops.iter().map(|(_, l)| l).collect();
        assert_eq!(found.len(), 2);
        let (outer, inner) = (found[0], found[1]);
        assert_eq!((outer.head, outer.depth, outer.parent), (InstrId::new(1), 1, None));
        assert_eq!(outer.back_edges, ids(&[2, 7]));
        assert_eq!(outer.body, ids(&[1, 2, 3, 4, 5, 6, 7]));
        assert_eq!((inner.head, inner.depth, inner.parent), (InstrId::new(3), 2, Some(LoopId::new(0))));
        assert_eq!(inner.exits, [(InstrId::new(4), InstrId::new(8)), (InstrId::new(5), InstrId::new(6))].map(|(a, b)| (a, b)));
        assert!(outer.is_reducible() && inner.is_reducible());
        assert_eq!(loops.innermost(InstrId::new(4)), Some(LoopId::new(1)));
        assert_eq!(loops.innermost(InstrId::new(8)), None);
        assert!(loops.is_back_edge(InstrId::new(7), InstrId::new(1)) && !loops.is_back_edge(InstrId::new(0), InstrId::new(1)));
        assert_eq!(loops.around(InstrId::new(5)).count(), 2);
    }

    #[test]
    fn a_loop_with_two_entries_and_one_of_its_own() {
        let (cfg, loops) = loops("0: IF x#0 GOTO 3 1: SKIP 2: SKIP 3: SKIP 4: IF x#0 GOTO 1 5: GOTO 5");
        let found: Vec<&Loop> = loops.iter().map(|(_, l)| l).collect();
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].head, found[0].is_reducible()), (InstrId::new(3), false));
        assert_eq!(found[0].body, ids(&[1, 2, 3, 4]));
        assert_eq!((found[1].head, &found[1].body, &found[1].back_edges), (InstrId::new(5), &ids(&[5]), &ids(&[5])));
        // Every edge that goes back in the order is the back edge of a loop.
        for &from in cfg.order() {
            for &to in cfg.successors(from) {
                assert_eq!(cfg.position(to) <= cfg.position(from), loops.is_back_edge(from, to));
            }
        }
    }

    #[test]
    fn the_entry_may_be_a_head() {
        let (_, loops) = loops("0: SKIP 1: IF x#0 GOTO 0 2: RETURN");
        assert_eq!(loops.with_head(InstrId::new(0)), Some(LoopId::new(0)));
        assert_eq!(loops.get(LoopId::new(0)).entries, ids(&[0]));
    }
}
