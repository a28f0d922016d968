//! The loops for which facts are proposed: one for each target of a backward jump that execution can reach, with what its body does.

use super::live::Live;
use crate::intervals::cells::{CellId, Cells};
use crate::intervals::{Intervals, changed_by};
use goto::callgraph::CallGraph;
use goto::cfg::Cfg;
use goto::loops::{Loop, Loops};
use goto::{ExprId, ExprKind, FuncId, InstrId, InstrKind, Program, SymbolId};
use rustc_hash::FxHashSet;

/// A loop.
#[derive(Debug)]
pub(super) struct Head {
    pub func: FuncId,
    pub head: InstrId,
    /// Ascending.
    pub body: Vec<InstrId>,
    /// The cells that the body changes, in the order in which they stand there, those changed by calls last.
    pub written: Vec<CellId>,
    /// The cells that the body does not change and that it reads, or that the function reads later, or functions that it calls.
    pub read: Vec<CellId>,
    /// The conditions of going on where the loop may be left.
    pub continues: Vec<(ExprId, bool)>,
    /// The cells that these ask for.
    pub asked: Vec<CellId>,
    /// The cells that may be read from the head on before they are written.
    pub live: FxHashSet<CellId>,
}

impl Head {
    pub(super) fn contains(&self, at: InstrId) -> bool {
        self.body.binary_search(&at).is_ok()
    }

    pub(super) fn writes(&self, cell: CellId) -> bool {
        self.written.contains(&cell)
    }

    /// Is a fact about the cell worth proposing?
    pub(super) fn needs(&self, cell: CellId) -> bool {
        self.live.contains(&cell)
    }
}

/// The loops of the functions that the program may reach.
pub(super) fn heads(program: &Program, calls: &CallGraph, intervals: &Intervals) -> Vec<Head> {
    let live = calls.reachable(program.start);
    let mut found = Vec::new();
    for (func, function) in program.functions.iter().filter(|(f, _)| live[*f]) {
        let Some(body) = &function.body else { continue };
        let mut heads: Vec<InstrId> = body.iter().filter_map(|(id, i)| backward(id, &i.kind)).collect();
        heads.sort_unstable();
        heads.dedup();
        if heads.is_empty() {
            continue;
        }
        let cfg = Cfg::new(program, body);
        let loops = Loops::new(&cfg);
        let live = Live::of(program, &intervals.cells, body, &cfg);
        for head in heads {
            if let Some(l) = loops.with_head(head) {
                found.push(describe(program, calls, intervals, &cfg, &live, func, loops.get(l)));
            }
        }
    }
    found
}

fn backward(at: InstrId, kind: &InstrKind) -> Option<InstrId> {
    match kind {
        InstrKind::Goto { target, .. } if *target <= at => Some(*target),
        _ => None,
    }
}

fn describe(program: &Program, calls: &CallGraph, intervals: &Intervals, cfg: &Cfg, live: &Live, func: FuncId, l: &Loop) -> Head {
    let cells = &intervals.cells;
    let (mut read, mut read_by_callees, mut continues) = (Vec::new(), Vec::new(), Vec::new());
    let mut seen = FxHashSet::default();
    for &at in &l.body {
        let Some(kind) = program.functions[func].body.as_ref().map(|body| &body[at].kind) else { continue };
        kind.expressions(|e, _| program.exprs.walk(e, &mut seen, &mut |e, _| read.extend(cells.of_expr(e))));
        if let InstrKind::Call { callee, .. } = kind {
            read_by_callees.extend(calls.targets(program, *callee).into_iter().flat_map(|f| intervals.effects[f].uses.iter().copied()));
        }
        if let InstrKind::Goto { guard, target, .. } = kind
            && let [next, _] = cfg.successors(at)
        {
            match (l.contains(*target), l.contains(*next)) {
                (true, false) => continues.push((*guard, true)),
                (false, true) => continues.push((*guard, false)),
                _ => {}
            }
        }
    }
    // Of variables of other calls nothing can be said here.
    let is_visible = |c: &CellId| cells.is_visible_in(program, *c, func);
    let mut written: Vec<CellId> = changed_by(program, cells, calls, &intervals.effects, func, &l.body).into_iter().filter(is_visible).collect();
    add_neighbours(cells, &mut written);
    let mut seen: FxHashSet<CellId> = written.iter().copied().collect();
    let read = read.into_iter().chain(live.at(l.head)).chain(read_by_callees).filter(is_visible).filter(|&c| seen.insert(c)).collect();
    let asked = continues.iter().filter_map(|(guard, _)| cells_of(program, intervals, *guard)).flatten().filter(is_visible).collect();
    let live = seen.into_iter().filter(|&c| live.is_read_after(l.head, c)).collect();
    Head { func, head: l.head, body: l.body.clone(), written, read, continues, asked, live }
}

/// Adds the other members of structs in which arrays are changed: it is not known that an index stays within the array before facts say so.
fn add_neighbours(cells: &Cells, written: &mut Vec<CellId>) {
    let is_in_struct = |&&id: &&CellId| cells.get(id).is_many && cells.get(id).path.len() > 1;
    let roots: FxHashSet<SymbolId> = written.iter().filter(is_in_struct).map(|&id| cells.get(id).root).collect();
    let mut seen: FxHashSet<CellId> = written.iter().copied().collect();
    let mut roots: Vec<SymbolId> = roots.into_iter().collect();
    roots.sort_unstable();
    written.extend(roots.into_iter().flat_map(|root| cells.of_symbol(root).iter().copied()).filter(|&id| seen.insert(id)));
}

/// The cells that an expression reads. `None` if it reads anything else, or places that stand for many.
pub(super) fn cells_of(program: &Program, intervals: &Intervals, expr: ExprId) -> Option<Vec<CellId>> {
    let cells = &intervals.cells;
    let (mut found, mut seen, mut work) = (Vec::new(), FxHashSet::default(), vec![expr]);
    while let Some(e) = work.pop() {
        if !seen.insert(e) {
            continue;
        }
        if let Some(cell) = cells.of_expr(e) {
            if cells.get(cell).is_many {
                return None;
            }
            found.push(cell);
            continue;
        }
        match program.exprs.kind(e) {
            ExprKind::Const(_) | ExprKind::Zero => {}
            ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Cast(_) | ExprKind::Ite { .. } => program.exprs.operands(e, |o| work.push(o)),
            _ => return None,
        }
    }
    Some(found)
}
