//! The two definitions of `@BASICBLOCKENTRY`.

use goto::edges::{EdgeId, EdgeKind, Edges, Place, PlaceId};
use goto::{FuncId, Id, InstrId, InstrKind, Mark, Program};
use rustc_hash::FxHashSet;

/// Whose definition counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BasicBlocks {
    /// All edges of each instruction that is its function's first, has several ways out, or several ways in.
    Fshell,
    /// For each way out of a branching and into a merge: the first edge behind the conditions, unless it is a call or a return. A block of the source that is
    /// written out and empty has an edge, and so has the way into the program.
    Tiger,
}

/// The edges that enter basic blocks.
pub fn block_entries(program: &Program, edges: &Edges, definition: BasicBlocks) -> Vec<EdgeId> {
    match definition {
        BasicBlocks::Fshell => fshell(program, edges),
        BasicBlocks::Tiger => Tiger { program, edges, seen: FxHashSet::default(), entries: Vec::new() }.entries(),
    }
}

fn fshell(program: &Program, edges: &Edges) -> Vec<EdgeId> {
    // Whether an assertion ends the program is no decision of the source.
    let branches = |p: PlaceId| edges.outgoing(p).len() > 1 && !is_undecided(program, edges, p);
    let acts = |p: PlaceId| matches!(edges.places()[p], Place::At { .. }) && edges.outgoing(p).iter().any(|e| !edges.edge(*e).is_structure);
    let firsts: FxHashSet<PlaceId> =
        edges.places().values().filter_map(|p| p.function()).filter_map(|f| edges.entry(f)).map(|entry| edges.over_structure(entry)).collect();
    let wanted = |p: PlaceId| acts(p) && (firsts.contains(&p) || branches(p) || ways_in(edges, p) > 1);
    let mut entries: Vec<EdgeId> = edges.places().ids().filter(|p| wanted(*p)).flat_map(|p| edges.outgoing(p).to_vec()).collect();
    entries.sort_unstable();
    entries
}

/// From how many places execution comes here, if structure is no place; the end of a called function is one, however it ends.
fn ways_in(edges: &Edges, place: PlaceId) -> usize {
    let (mut ways, mut waiting, mut seen) = (0, vec![place], FxHashSet::default());
    while let Some(place) = waiting.pop() {
        for edge in edges.incoming(place).iter().map(|e| edges.edge(*e)) {
            let passes = edge.is_structure && matches!(edges.places()[edge.source], Place::At { .. });
            if !passes {
                ways += 1;
            } else if seen.insert(edge.source) {
                waiting.push(edge.source);
            }
        }
    }
    ways
}

/// A jump that belongs to no decision of the source.
fn is_undecided(program: &Program, edges: &Edges, place: PlaceId) -> bool {
    let Place::At { function, instr } = edges.places()[place] else { return false };
    let body = program.functions[function].body.as_ref();
    body.is_some_and(|b| matches!(b[instr].kind, InstrKind::Goto { branch: None, .. }))
}

struct Tiger<'a> {
    program: &'a Program,
    edges: &'a Edges,
    /// Places from which the entry was looked for.
    seen: FxHashSet<PlaceId>,
    entries: Vec<EdgeId>,
}

impl Tiger<'_> {
    fn entries(mut self) -> Vec<EdgeId> {
        for (id, edge) in self.edges.iter() {
            if edge.kind == EdgeKind::Enter {
                if edge.target == self.edges.start() {
                    self.entries.push(id);
                }
                self.look(edge.target);
            }
        }
        for place in self.edges.places().ids() {
            let Place::At { function, .. } = self.edges.places()[place] else { continue };
            if self.edges.entry(function) == Some(place) {
                self.look(place);
            }
            if self.edges.outgoing(place).len() > 1 {
                for edge in self.edges.outgoing(place).to_vec() {
                    self.look(self.edges.edge(edge).target);
                }
            }
            if self.is_merge(place) {
                self.look(place);
            }
        }
        self.entries.sort_unstable();
        self.entries.dedup();
        self.entries
    }

    /// Several ways lead to where execution goes on from here alone.
    fn is_merge(&self, place: PlaceId) -> bool {
        ways_in(self.edges, place) > 1 && self.edges.incoming(place).len() > 1
    }

    fn look(&mut self, mut place: PlaceId) {
        loop {
            let Place::At { .. } = self.edges.places()[place] else { return };
            if !self.seen.insert(place) {
                return;
            }
            match self.edges.outgoing(place) {
                [only] => {
                    let edge = *self.edges.edge(*only);
                    let is_call = edge.kind == EdgeKind::Call;
                    if self.is_skipped(place) {
                        place = edge.target;
                        continue;
                    }
                    if !is_call {
                        self.entries.push(*only);
                    }
                    return;
                }
                // Conditions: what follows them is looked for from each way out.
                _ => return,
            }
        }
    }

    /// A mark that is no block of the source.
    fn is_skipped(&self, place: PlaceId) -> bool {
        let Place::At { function, instr } = self.edges.places()[place] else { return false };
        let Some(body) = &self.program.functions[function].body else { return false };
        match body[instr].kind {
            InstrKind::Mark(Mark::Else) => !self.is_empty_else(function, instr),
            InstrKind::Mark(_) => true,
            _ => false,
        }
    }

    /// An `else` that the source writes out and that contains nothing: what follows is where the other part jumps to. One that the source does not have
    /// stands where its `if` does.
    fn is_empty_else(&self, function: FuncId, mark: InstrId) -> bool {
        let Some(body) = &self.program.functions[function].body else { return false };
        let (Some(place), Some(before)) = (self.edges.place(function, mark), mark.index().checked_sub(1).map(InstrId::new)) else { return false };
        let is_written = self.edges.incoming(place).iter().all(|e| self.edges.edge(*e).loc != body[mark].loc);
        is_written && matches!(body[before].kind, InstrKind::Goto { target, .. } if target.index() == mark.index() + 1)
    }
}
