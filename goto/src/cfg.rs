//! The control flow of one body: which instruction may run after which.
//!
//! Two things are taken as known: a `Goto` with a constant guard goes one way only, and a direct call of a `noreturn` function is an end.
//! What this notion calls unreachable is dropped by simplification and gets no goals. Everything else that might end execution (an
//! assumption, an unsupported instruction, a crash) is taken to go on, because goals behind it are undecided or excluded, not absent.

use crate::bits::Bits;
use crate::expr::{ExprId, ExprKind, ExprPool};
use crate::graph::Graph;
use crate::index::{Id, IdVec};
use crate::program::{Body, Callee, InstrId, InstrKind, Program};

/// The control-flow graph of one body; nodes are its instructions.
#[derive(Clone, Debug)]
pub struct Cfg {
    successors: Graph<InstrId>,
    /// Edges from reachable instructions only.
    predecessors: Graph<InstrId>,
    order: Vec<InstrId>,
    position: IdVec<InstrId, Option<u32>>,
}

impl Cfg {
    /// The first instruction of every body.
    pub fn entry() -> InstrId {
        InstrId::new(0)
    }

    pub fn new(program: &Program, body: &Body) -> Self {
        let mut edges = Vec::with_capacity(body.len() + body.len() / 4);
        for (id, _) in body.iter() {
            successors(program, body, id, |to| edges.push((id, to)));
        }
        let successors = Graph::new(body.len(), &edges);
        let order = if body.is_empty() { Vec::new() } else { successors.reverse_postorder(Self::entry()) };
        let mut position = IdVec::filled(None, body.len());
        for (i, &id) in order.iter().enumerate() {
            position[id] = Some(i as u32);
        }
        edges.retain(|&(from, _)| position[from].is_some());
        for edge in &mut edges {
            *edge = (edge.1, edge.0);
        }
        let predecessors = Graph::new(body.len(), &edges);
        Self { successors, predecessors, order, position }
    }

    /// Where execution may go from here: first the next instruction, then the target of a `Goto`. Never twice the same.
    pub fn successors(&self, id: InstrId) -> &[InstrId] {
        self.successors.successors(id)
    }

    /// The reachable instructions from which execution may come.
    pub fn predecessors(&self, id: InstrId) -> &[InstrId] {
        self.predecessors.successors(id)
    }

    /// The reachable instructions in reverse postorder.
    pub fn order(&self) -> &[InstrId] {
        &self.order
    }

    /// The place of an instruction in [`order`](Self::order); `None` if it is unreachable.
    pub fn position(&self, id: InstrId) -> Option<usize> {
        self.position[id].map(|p| p as usize)
    }

    pub fn is_reachable(&self, id: InstrId) -> bool {
        self.position[id].is_some()
    }

    /// Number of instructions, reachable or not.
    pub fn len(&self) -> usize {
        self.successors.len()
    }

    pub fn is_empty(&self) -> bool {
        self.successors.is_empty()
    }

    /// The graph of successors.
    pub fn graph(&self) -> &Graph<InstrId> {
        &self.successors
    }

    /// The graph of predecessors; edges from reachable instructions only.
    pub fn reversed(&self) -> &Graph<InstrId> {
        &self.predecessors
    }
}

/// Calls `visit` for every instruction that may run after `id`.
pub fn successors(program: &Program, body: &Body, id: InstrId, mut visit: impl FnMut(InstrId)) {
    let next = InstrId::new(id.index() + 1);
    let (falls, jumps) = match &body[id].kind {
        InstrKind::Goto { guard, target, .. } => match constant_truth(&program.exprs, *guard) {
            Some(true) => (false, Some(*target)),
            Some(false) => (true, None),
            None => (true, Some(*target)),
        },
        InstrKind::Return(_) | InstrKind::Halt(_) => (false, None),
        InstrKind::Call { callee: Callee::Direct(f), .. } => (!program.functions[*f].noreturn, None),
        _ => (true, None),
    };
    // A body that runs off its end, or jumps out of it, is a defect that the validator reports; here it has no edge.
    if falls && next.index() < body.len() {
        visit(next);
    }
    if let Some(target) = jumps
        && target.index() < body.len()
        && !(falls && target == next)
    {
        visit(target);
    }
}

/// The value of a `Bool` expression that is a constant as it stands.
pub fn constant_truth(exprs: &ExprPool, guard: ExprId) -> Option<bool> {
    match exprs.kind(guard) {
        ExprKind::Const(bits) => Some(Bits::is_true(bits)),
        ExprKind::Zero => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse;

    #[test]
    fn constant_guards_and_calls_without_return_are_known() {
        let text = "goto lp64 start f static x#0: bool
            function f: fn() -> void {
              0: IF false GOTO 8 1: IF x#0 GOTO 2 2: IF x#0 GOTO 5 3: CALL g() 4: SKIP
              5: UNSUPPORTED \"?\" 6: GOTO 9 7: SKIP 8: SKIP 9: ASSUME false 10: RETURN }
            function g: fn() -> void noreturn { }";
        let program = parse(text).expect("is right");
        let cfg = Cfg::new(&program, program.functions[program.start].body.as_ref().expect("has a body"));
        let order: Vec<usize> = cfg.order().iter().map(|i| i.index()).collect();
        assert_eq!(order, [0, 1, 2, 3, 5, 6, 9, 10]);
        assert_eq!(cfg.successors(InstrId::new(1)), [InstrId::new(2)]);
        assert!(cfg.successors(InstrId::new(3)).is_empty() && !cfg.is_reachable(InstrId::new(4)));
        // The edge from the unreachable instruction 4 does not count.
        assert_eq!(cfg.predecessors(InstrId::new(5)), [InstrId::new(2)]);
    }
}
