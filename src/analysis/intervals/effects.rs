//! What the functions of a program may change and look at, those that they call included.

use super::cells::{CellId, Cells};
use goto::callgraph::CallGraph;
use goto::visit::Role;
use goto::{ExprId, ExprKind, FuncId, IdSet, IdVec, InstrId, InstrKind, Program};
use rustc_hash::FxHashSet;

/// What a call of a function may do to static variables, to variables of its callers to which pointers lead, and to memory.
#[derive(Clone, Debug)]
pub struct Effects {
    /// Cells, not of its own, that it may write.
    pub writes: Vec<CellId>,
    /// Cells, not of its own, that it may read or write.
    pub uses: Vec<CellId>,
    /// It may write where pointers lead to.
    pub writes_memory: bool,
}

/// For all functions.
pub(super) fn effects(program: &Program, cells: &Cells, calls: &CallGraph) -> IdVec<FuncId, Effects> {
    let mut all = IdVec::new();
    for (func, function) in program.functions.iter() {
        let mut found = Found { func, writes: IdSet::new(), uses: IdSet::new(), writes_memory: function.body.is_none() };
        let mut seen = FxHashSet::default();
        for instr in function.body.iter().flat_map(|b| b.values()) {
            found.instruction(program, cells, &instr.kind, &mut seen);
        }
        all.push(found);
    }
    for component in calls.bottom_up() {
        let mut changed = true;
        while changed {
            changed = false;
            for &func in component {
                for &callee in calls.callees(func) {
                    changed |= hand_on(program, cells, &mut all, (func, callee));
                }
            }
            // Without mutual recursion the callees are done before.
            changed &= component.len() > 1;
        }
    }
    let mut effects = IdVec::new();
    for found in all.values() {
        let of_memory = cells.in_memory().iter().copied().filter(|&c| found.writes_memory && !cells.belongs_to(program, c, found.func));
        let list = |set: &IdSet<CellId>| {
            let mut cells: Vec<CellId> = set.iter().chain(of_memory.clone()).collect();
            cells.sort_unstable();
            cells.dedup();
            cells
        };
        effects.push(Effects { writes: list(&found.writes), uses: list(&found.uses), writes_memory: found.writes_memory });
    }
    effects
}

/// The cells that some instructions of a function change: first what they name, in the order of the text, then what pointers and calls may change.
pub fn changed_by(program: &Program, cells: &Cells, calls: &CallGraph, effects: &IdVec<FuncId, Effects>, func: FuncId, at: &[InstrId]) -> Vec<CellId> {
    let (mut named, mut others) = (Vec::new(), Vec::new());
    for &at in at {
        let Some(kind) = program.functions[func].body.as_ref().map(|body| &body[at].kind) else { continue };
        kind.expressions(|e, role| {
            if role == Role::Write {
                match cells.below(program, e) {
                    Some(below) => named.extend(below),
                    None => others.extend_from_slice(cells.in_memory()),
                }
            }
        });
        match kind {
            InstrKind::Decl(symbol) | InstrKind::Dead(symbol) => named.extend_from_slice(cells.of_symbol(*symbol)),
            InstrKind::MemCopy { dst, .. } | InstrKind::MemSet { dst, .. } => others.extend_from_slice(cells.of_block(*dst).unwrap_or(cells.in_memory())),
            InstrKind::Call { callee, .. } => {
                for target in calls.targets(program, *callee) {
                    others.extend_from_slice(&effects[target].writes);
                    if effects[target].writes_memory {
                        others.extend_from_slice(cells.in_memory());
                    }
                }
            }
            _ => {}
        }
    }
    let mut seen = FxHashSet::default();
    named.into_iter().chain(others).filter(|&c| seen.insert(c)).collect()
}

struct Found {
    func: FuncId,
    writes: IdSet<CellId>,
    uses: IdSet<CellId>,
    writes_memory: bool,
}

impl Found {
    fn instruction(&mut self, program: &Program, cells: &Cells, kind: &InstrKind, seen: &mut FxHashSet<ExprId>) {
        if let InstrKind::MemCopy { dst, .. } | InstrKind::MemSet { dst, .. } = kind {
            match cells.of_block(*dst) {
                Some(block) => self.note(program, cells, block, true),
                None => self.writes_memory = true,
            }
        }
        kind.expressions(|e, role| {
            if role == Role::Write {
                match cells.below(program, e) {
                    Some(below) => self.note(program, cells, &below, true),
                    None => self.writes_memory |= !matches!(program.exprs.kind(program.exprs.root(e)), ExprKind::Var(_)),
                }
            }
            program.exprs.walk(e, seen, &mut |e, kind| {
                if let Some(cell) = cells.of_expr(e) {
                    self.note(program, cells, &[cell], false);
                } else if let ExprKind::Var(symbol) = kind {
                    self.note(program, cells, cells.of_symbol(symbol), false);
                } else if let Some(behind) = cells.behind(e) {
                    self.note(program, cells, &behind.cells, false);
                }
            });
        });
    }

    fn note(&mut self, program: &Program, cells: &Cells, found: &[CellId], written: bool) {
        let may_be_others = |c: CellId| cells.is_static(program, c) || cells.get(c).in_memory && !cells.belongs_to(program, c, self.func);
        for &cell in found.iter().filter(|&&c| may_be_others(c)) {
            self.uses.insert(cell);
            if written {
                self.writes.insert(cell);
            }
        }
    }
}

/// What the callee does the caller does too. Is that new?
fn hand_on(program: &Program, cells: &Cells, all: &mut IdVec<FuncId, Found>, (caller, callee): (FuncId, FuncId)) -> bool {
    if caller == callee {
        return false;
    }
    let not_own = |set: &IdSet<CellId>| -> Vec<CellId> { set.iter().filter(|&c| !cells.belongs_to(program, c, caller)).collect() };
    let (writes, uses, memory) = (not_own(&all[callee].writes), not_own(&all[callee].uses), all[callee].writes_memory);
    let to = &mut all[caller];
    let mut is_new = memory && !to.writes_memory;
    writes.into_iter().for_each(|c| is_new |= to.writes.insert(c));
    uses.into_iter().for_each(|c| is_new |= to.uses.insert(c));
    to.writes_memory |= memory;
    is_new
}
