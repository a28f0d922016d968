//! The loops for which facts are proposed: one for each target of a backward jump that execution can reach, with what its body does.

use crate::analysis::intervals::Intervals;
use crate::analysis::intervals::cells::CellId;
use goto::callgraph::CallGraph;
use goto::cfg::Cfg;
use goto::loops::Loops;
use goto::visit::Role;
use goto::{ExprId, ExprKind, FuncId, InstrId, InstrKind, Program};
use rustc_hash::FxHashSet;

/// A loop.
#[derive(Debug)]
pub struct Head {
    pub func: FuncId,
    pub head: InstrId,
    /// Ascending.
    pub body: Vec<InstrId>,
    /// The cells that the body changes, in the order in which they stand there, those changed by calls last.
    pub written: Vec<CellId>,
    /// The conditions of going on where the loop may be left.
    pub continues: Vec<(ExprId, bool)>,
}

impl Head {
    pub fn contains(&self, at: InstrId) -> bool {
        self.body.binary_search(&at).is_ok()
    }

    pub fn writes(&self, cell: CellId) -> bool {
        self.written.contains(&cell)
    }
}

/// The loops of the functions that the program may reach.
pub fn heads(program: &Program, calls: &CallGraph, intervals: &Intervals) -> Vec<Head> {
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
        for head in heads {
            if let Some(l) = loops.with_head(head) {
                let bare = Head { func, head, body: loops.get(l).body.clone(), written: Vec::new(), continues: Vec::new() };
                found.push(describe(program, calls, intervals, &cfg, bare));
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

fn describe(program: &Program, calls: &CallGraph, intervals: &Intervals, cfg: &Cfg, mut head: Head) -> Head {
    let Some(code) = &program.functions[head.func].body else { return head };
    let cells = &intervals.cells;
    let (mut written, mut later) = (Vec::new(), Vec::new());
    for &at in &head.body {
        let kind = &code[at].kind;
        kind.expressions(|e, role| {
            if role == Role::Write {
                match cells.below(program, e) {
                    Some(below) => written.extend(below),
                    None => later.extend_from_slice(cells.in_memory()),
                }
            }
        });
        match kind {
            InstrKind::Decl(symbol) => written.extend_from_slice(cells.of_symbol(*symbol)),
            InstrKind::MemCopy { .. } | InstrKind::MemSet { .. } => later.extend_from_slice(cells.in_memory()),
            InstrKind::Call { callee, .. } => {
                for target in calls.targets(program, *callee) {
                    let effects = &intervals.effects[target];
                    later.extend_from_slice(&effects.writes);
                    if effects.writes_memory {
                        later.extend_from_slice(cells.in_memory());
                    }
                }
            }
            InstrKind::Goto { guard, target, .. } if cfg.successors(at).len() == 2 => {
                let next = cfg.successors(at)[0];
                match (head.contains(*target), head.contains(next)) {
                    (true, false) => head.continues.push((*guard, true)),
                    (false, true) => head.continues.push((*guard, false)),
                    _ => {}
                }
            }
            _ => {}
        }
    }
    let mut seen = FxHashSet::default();
    head.written = written.into_iter().chain(later).filter(|&c| seen.insert(c)).collect();
    head
}

/// The cells that an expression reads. `None` if it reads anything else, or places that stand for many.
pub fn cells_of(program: &Program, intervals: &Intervals, expr: ExprId) -> Option<Vec<CellId>> {
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
