//! The property `bool-value`: a `_Bool` that is read holds 0 or 1. Its byte may hold anything else if it was written as something else, which takes a pointer, a union or a
//! copy of a record.

use super::initialised::written_elsewhere;
use super::{Claim, FunctionChecks};
use goto::{BinOp, ExprId, ExprKind, Program, PropertyClass, SymbolId, Type};
use rustc_hash::FxHashSet;

/// The variables of which a part may hold any byte; `None` if nobody asks.
pub(super) fn open_variables(program: &Program, classes: &[PropertyClass]) -> Option<FxHashSet<SymbolId>> {
    classes.contains(&PropertyClass::BoolValue).then(|| written_elsewhere(program))
}

impl FunctionChecks<'_> {
    /// The place is read.
    pub(super) fn truth(&mut self, place: ExprId, condition: Option<ExprId>) {
        let Some(open) = self.wanted.truths else { return };
        if *self.program.types.get(self.ty(place)) != Type::Bool || self.program.is_bit_field(place) {
            return;
        }
        let root = self.program.exprs.root(place);
        match self.program.exprs.kind(root) {
            ExprKind::Var(symbol) if !open.contains(&symbol) && !self.is_in_union(place) => return,
            ExprKind::Var(_) | ExprKind::Deref(_) => {}
            // A value that is no object.
            _ => return,
        }
        let loc = self.place_of(place);
        let mut build = self.program.build();
        let byte = build.types.int(8, false);
        let pointer = build.types.pointer(byte);
        let address = build.address_of(place);
        let address = build.cast(address, pointer);
        let stored = build.deref(address);
        let one = build.constant(byte, 1);
        let holds = build.binary(BinOp::Le, stored, one);
        self.claim(Claim { class: PropertyClass::BoolValue, text: "a _Bool that is neither 0 nor 1 is read", expr: place, loc }, holds, condition);
    }

    fn is_in_union(&self, mut place: ExprId) -> bool {
        loop {
            place = match self.program.exprs.kind(place) {
                ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => base,
                _ => return false,
            };
            if let Type::Record(record) = *self.program.types.get(self.ty(place))
                && self.program.types.records[record].kind == goto::types::RecordKind::Union
            {
                return true;
            }
        }
    }
}
