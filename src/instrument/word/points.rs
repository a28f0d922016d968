//! Where the word has letters.

use super::{Maker, Steps};
use analysis::named_loops::loops_of;
use goto::visit::Role;
use goto::{Body, Callee, ExprId, ExprKind, FuncId, Id, InstrId, InstrKind, Storage};
use rustc_hash::FxHashSet;

impl Maker<'_> {
    /// The instructions before which steps are.
    pub(super) fn points(&self, f: FuncId, body: &Body, is_entry: bool) -> FxHashSet<InstrId> {
        let mut points = FxHashSet::default();
        let next = |at: InstrId| InstrId::new(at.index() + 1);
        if let Steps::Marked(mark) = self.steps {
            points.extend(body.iter().filter(|(_, i)| matches!(i.kind, InstrKind::Call { callee: Callee::Direct(g), .. } if g == mark)).map(|(at, _)| at));
            return points;
        }
        // The library does its work in one step; so does what happens before the entry function.
        if self.program.functions[f].model {
            return points;
        }
        points.extend(body.iter().filter(|(_, i)| self.may_change(&i.kind)).map(|(at, _)| next(at)));
        points.extend(loops_of(self.program, f).iter().map(|l| l.head));
        if is_entry {
            points.extend(self.first_letter(body));
        }
        points
    }

    /// Where the first letter is, unless the first statement changes a proposition and is a step by itself.
    fn first_letter(&self, body: &Body) -> Option<InstrId> {
        for (at, instruction) in body.iter() {
            match &instruction.kind {
                InstrKind::Skip | InstrKind::Mark(_) | InstrKind::Decl(_) | InstrKind::Dead(_) => {}
                // A part of a statement.
                InstrKind::Assign { lhs, .. } | InstrKind::Input { lhs, .. } | InstrKind::Havoc { lhs, .. } if self.is_temporary(*lhs) => {}
                InstrKind::Assign { lhs, .. } if self.is_beside(*lhs) => {}
                InstrKind::Call { callee: Callee::Direct(g), .. } if self.program.functions[*g].body.is_none() || self.program.functions[*g].model => {}
                kind => return (!self.may_change(kind)).then_some(at),
            }
        }
        None
    }

    fn is_temporary(&self, place: ExprId) -> bool {
        matches!(self.program.exprs.kind(self.program.exprs.root(place)), ExprKind::Var(s) if matches!(self.program.symbols[s].storage, Storage::Temporary(_)))
    }

    fn is_beside(&self, place: ExprId) -> bool {
        matches!(self.program.exprs.kind(place), ExprKind::Var(s) if self.beside.contains(&s))
    }

    /// May a proposition be another one after the instruction?
    fn may_change(&self, kind: &InstrKind) -> bool {
        let mut changes = false;
        kind.expressions(|e, role| {
            if role == Role::Write {
                changes |= match self.program.exprs.kind(self.program.exprs.root(e)) {
                    ExprKind::Var(symbol) => self.read.contains(&symbol),
                    _ => self.in_memory,
                };
            }
        });
        changes
            || match kind {
                InstrKind::MemCopy { .. } | InstrKind::MemSet { .. } => self.in_memory,
                // What the library and unknown functions do to memory.
                InstrKind::Call { callee: Callee::Direct(g), .. } => {
                    self.in_memory && (self.program.functions[*g].model || self.program.functions[*g].body.is_none())
                }
                InstrKind::Call { callee: Callee::Indirect(_), .. } => self.in_memory,
                _ => false,
            }
    }
}
