//! What the source requires at a place and only the front end knows ([`goto::Requirement`]): arguments of builtins, sizes of arrays, places that must not be
//! reached. Nothing is put in for classes that nobody asked for.

use super::{Claim, FunctionChecks};
use goto::{BinOp, ExprId, ExprKind, FuncId, HaltKind, InstrKind, Instruction, Operations, PropertyClass, Requirement, RequirementKind};

/// The requirements of a function that are of these classes, in the order of its instructions.
pub(super) fn wanted(operations: &Operations, function: FuncId, classes: &[PropertyClass]) -> Vec<Requirement> {
    operations.requirements(function).iter().filter(|r| classes.contains(&r.class)).copied().collect()
}

impl FunctionChecks<'_> {
    /// The instruction at which the checker is has this requirement.
    pub(super) fn requirement(&mut self, requirement: Requirement) {
        let Requirement { class, text, loc, kind, .. } = requirement;
        match kind {
            RequirementKind::Holds(holds) => {
                if self.holds_by_form(holds) {
                    return;
                }
                self.operand(holds, None);
                self.claim(Claim { class, text, expr: holds, loc }, holds, None);
            }
            RequirementKind::Stops(holds) => {
                self.insertions.before_unless(self.at, holds, Instruction { kind: InstrKind::Halt(HaltKind::Abort), loc });
            }
            RequirementKind::Assign { lhs, rhs } => {
                self.operand(rhs, None);
                self.insertions.before(self.at, Instruction { kind: InstrKind::Assign { lhs, rhs }, loc });
            }
            RequirementKind::Declare(symbol) => self.insertions.before(self.at, Instruction { kind: InstrKind::Decl(symbol), loc }),
            RequirementKind::FallsOff => {}
            RequirementKind::Used(callee) => self.value_of_call(callee, text, loc),
        }
    }

    /// Do the ranges of the operands show that a comparison holds?
    fn holds_by_form(&mut self, e: ExprId) -> bool {
        let ExprKind::Binary(op, a, b) = self.program.exprs.kind(e) else { return false };
        let (Some(a), Some(b)) = (self.range(a), self.range(b)) else { return false };
        match op {
            BinOp::Ne => a.1 < b.0 || b.1 < a.0,
            BinOp::Lt => a.1 < b.0,
            BinOp::Le => a.1 <= b.0,
            _ => false,
        }
    }
}
