//! Lays bodies out so that jumps go backwards to heads of loops only. A jump backwards to what does not lead to it again, as of a coroutine that is gone on
//! with, looks like a loop to whoever takes loops from the text, and like one with several entries.

use super::nested::falls_through;
use goto::cfg::Cfg;
use goto::graph::{ComponentSearch, Graph};
use goto::loops::Loops;
use goto::{Body, ExprId, Id, IdVec, InstrId, InstrKind, Instruction, Program, define_id};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

define_id!(
    /// A part of a body that is executed from its begin to its end.
    BlockId, "block");

/// The body with its parts in another order, if it has a jump backwards that belongs to no loop. `yes` is the constant.
pub(super) fn laid_out(program: &Program, body: &Body, yes: ExprId) -> Option<Body> {
    let cfg = Cfg::new(program, body);
    let loops = Loops::new(&cfg);
    let goes_back = |(at, instruction): (InstrId, &Instruction)| match instruction.kind {
        InstrKind::Goto { target, .. } if target <= at && cfg.is_reachable(at) && cfg.successors(at).contains(&target) => {
            loops.around(at).all(|l| loops.get(l).head != target)
        }
        _ => false,
    };
    if !body.iter().any(goes_back) {
        return None;
    }
    let blocks = Blocks::of(body, &cfg);
    Some(blocks.emit(program, body, &blocks.order(), yes))
}

struct Blocks {
    /// The first instruction of each, ascending.
    starts: IdVec<BlockId, InstrId>,
    of: IdVec<InstrId, BlockId>,
    graph: Graph<BlockId>,
}

impl Blocks {
    fn of(body: &Body, cfg: &Cfg) -> Self {
        let mut leads: IdVec<InstrId, bool> = IdVec::filled(false, body.len());
        leads[Cfg::entry()] = true;
        for (at, instruction) in body.iter() {
            if let InstrKind::Goto { target, .. } = instruction.kind {
                leads[target] = true;
                if let Some(next) = Some(InstrId::new(at.index() + 1)).filter(|next| next.index() < body.len()) {
                    leads[next] = true;
                }
            }
        }
        let (mut starts, mut of): (IdVec<BlockId, InstrId>, IdVec<InstrId, BlockId>) = (IdVec::new(), IdVec::new());
        for at in body.ids() {
            if leads[at] {
                starts.push(at);
            }
            of.push(BlockId::new(starts.len() - 1));
        }
        let edges: Vec<(BlockId, BlockId)> = body
            .ids()
            .filter(|&at| cfg.is_reachable(at))
            .flat_map(|at| cfg.successors(at).iter().map(move |&to| (at, to)))
            // Within a block execution goes on with the next instruction; an edge to the begin of the same block is a loop.
            .filter(|&(_, to)| leads[to])
            .map(|(at, to)| (of[at], of[to]))
            .collect();
        let graph = Graph::new(starts.len(), &edges);
        Self { starts, of, graph }
    }

    /// Loops in one piece, each begun by its head; apart from that what leads to something stands before it, and what need not move stays.
    fn order(&self) -> Vec<BlockId> {
        let mut search = ComponentSearch::new(&self.graph);
        let mut part: IdVec<BlockId, u32> = IdVec::filled(0, self.graph.len());
        let mut parts = 0;
        let mut order = Vec::with_capacity(self.graph.len());
        // The last one is next: blocks of which loops are to be told apart, without the edges to the head.
        let mut work: Vec<(Vec<BlockId>, Option<BlockId>)> = vec![(self.starts.ids().collect(), None)];
        while let Some((nodes, head)) = work.pop() {
            if let [only] = nodes[..] {
                order.push(only);
                continue;
            }
            parts += 1;
            nodes.iter().for_each(|&node| part[node] = parts);
            let keep = |from: BlockId, to: BlockId| part[from] == parts && part[to] == parts && Some(to) != head;
            let mut components = search.run(&nodes, keep);
            components.iter_mut().for_each(|component| component.sort_unstable());
            let sorted = self.topological(components, &keep);
            for component in sorted.into_iter().rev() {
                let head = if component.len() == 1 { component[0] } else { self.head(&component, &keep) };
                work.push((component, Some(head)));
            }
        }
        order
    }

    /// The block through which a component is entered, or the first of them.
    fn head(&self, component: &[BlockId], keep: &impl Fn(BlockId, BlockId) -> bool) -> BlockId {
        let outside = |from: BlockId| component.binary_search(&from).is_err();
        let entered = |to: BlockId| self.graph.edges().any(|(from, into)| into == to && outside(from) && keep(from, to));
        component.iter().copied().find(|&block| entered(block)).unwrap_or(component[0])
    }

    /// The components, each before those that it leads to; of those that could come next, the one that stands first in the text.
    fn topological(&self, components: Vec<Vec<BlockId>>, keep: &impl Fn(BlockId, BlockId) -> bool) -> Vec<Vec<BlockId>> {
        let mut of: Vec<(BlockId, usize)> = components.iter().enumerate().flat_map(|(i, c)| c.iter().map(move |&block| (block, i))).collect();
        of.sort_unstable();
        let number = |block: BlockId| of.binary_search_by_key(&block, |(b, _)| *b).ok().map(|at| of[at].1);
        let mut edges: Vec<(usize, usize)> = Vec::new();
        for &(from, i) in &of {
            let to = self.graph.successors(from).iter().filter(|&&to| keep(from, to)).filter_map(|&to| number(to));
            edges.extend(to.filter(|&j| j != i).map(|j| (i, j)));
        }
        edges.sort_unstable();
        edges.dedup();
        let mut waits_for = vec![0_usize; components.len()];
        edges.iter().for_each(|&(_, to)| waits_for[to] += 1);
        let mut ready: BinaryHeap<Reverse<(BlockId, usize)>> =
            components.iter().enumerate().filter(|(i, _)| waits_for[*i] == 0).map(|(i, c)| Reverse((c[0], i))).collect();
        let mut sorted = Vec::with_capacity(components.len());
        while let Some(Reverse((_, i))) = ready.pop() {
            sorted.push(i);
            let from = edges.partition_point(|&(a, _)| a < i);
            for &(_, to) in edges[from..].iter().take_while(|&&(a, _)| a == i) {
                waits_for[to] -= 1;
                if waits_for[to] == 0 {
                    ready.push(Reverse((components[to][0], to)));
                }
            }
        }
        let mut components: Vec<Option<Vec<BlockId>>> = components.into_iter().map(Some).collect();
        sorted.into_iter().filter_map(|i| components[i].take()).collect()
    }

    fn instructions(&self, block: BlockId, body: &Body) -> std::ops::Range<usize> {
        let next = BlockId::new(block.index() + 1);
        self.starts[block].index()..self.starts.get(next).map_or(body.len(), |start| start.index())
    }

    fn emit(&self, program: &Program, body: &Body, order: &[BlockId], yes: ExprId) -> Body {
        let mut new = Body::new();
        let mut place: IdVec<BlockId, InstrId> = IdVec::filled(Cfg::entry(), self.starts.len());
        for (position, &block) in order.iter().enumerate() {
            place[block] = new.next_id();
            let range = self.instructions(block, body);
            range.clone().map(InstrId::new).for_each(|at| _ = new.push(body[at].clone()));
            let next = BlockId::new(block.index() + 1);
            let last = InstrId::new(range.end - 1);
            if falls_through(program, &body[last].kind) && next.index() < self.starts.len() && order.get(position + 1) != Some(&next) {
                new.push(Instruction { kind: InstrKind::Goto { guard: yes, target: self.starts[next], branch: None }, loc: body[last].loc });
            }
        }
        for at in new.ids() {
            if let InstrKind::Goto { target, .. } = &mut new[at].kind {
                *target = place[self.of[*target]];
            }
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A coroutine that is gone on with in the middle of its endless loop, which it leaves in each iteration.
    const COROUTINE: &str = "goto lp64 start main static pc#0: i32 static token#1: i32
        function main: fn() -> void {
            0: IF pc#0 == 1 GOTO 4 1: pc#0 := 1 2: token#1 := 2 3: GOTO 7 4: token#1 := token#1 + 1 5: IF token#1 > 9 GOTO 7 6: GOTO 1 7: RETURN }";

    #[test]
    fn jumps_backwards_are_those_of_loops() {
        let mut program = goto::parse(COROUTINE).unwrap_or_else(|e| panic!("{e}"));
        let yes = program.build().truth(true);
        let start = program.start;
        let body = program.functions[start].body.clone().unwrap();
        let new = laid_out(&program, &body, yes).unwrap();
        let jumps = || new.iter().filter_map(|(at, i)| if let InstrKind::Goto { target, .. } = i.kind { Some((at, target)) } else { None });
        assert!(jumps().all(|(at, target)| at < target), "{new:?}");
        assert_eq!(new.iter().filter(|(_, i)| !matches!(i.kind, InstrKind::Goto { .. })).count(), 4);
        program.functions[start].body = Some(new);
        goto::assert_valid(&program, "forwards");
    }

    #[test]
    fn bodies_with_loops_only_stay() {
        let text = COROUTINE.replace("3: GOTO 7", "3: IF token#1 == 3 GOTO 7").replace("6: GOTO 1", "6: GOTO 0");
        let mut program = goto::parse(&text).unwrap_or_else(|e| panic!("{e}"));
        let yes = program.build().truth(true);
        let body = program.functions[program.start].body.clone().unwrap();
        assert!(laid_out(&program, &body, yes).is_none());
    }
}
