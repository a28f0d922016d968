//! Checks of stores: nothing is written to string literals and other objects that the program defines as constants. Costs nothing in programs without such objects,
//! and for stores to variables that are named.

use super::place::{Base, Reach};
use super::{Claim, FunctionChecks};
use goto::{BinOp, ExprId, ExprKind, Location, MemoryFact, PropertyClass, SymbolId};

impl FunctionChecks<'_> {
    /// Does anybody ask for stores to constants?
    fn wants_constants(&self) -> bool {
        let asked = self.wants(PropertyClass::ValidDeref) || self.wants(PropertyClass::Pointer);
        asked && !self.program.constants.is_empty() && self.function != self.program.start
    }

    /// The check of a place that an instruction writes.
    pub(super) fn written_place(&mut self, place: ExprId) {
        if !self.wants_constants() {
            return;
        }
        let Some(reach) = Reach::of(self.program, place) else { return };
        let loc = self.place_of(place);
        self.not_constant(place, &reach, loc, None);
    }

    /// The check of a block of so many bytes that an instruction writes.
    pub(super) fn written_block(&mut self, pointer: ExprId, size: ExprId) {
        if !self.wants_constants() {
            return;
        }
        let Some(reach) = Reach::of_pointer(self.program, pointer) else { return };
        let condition = match self.program.exprs.as_const(size) {
            Some(bytes) if bytes.is_zero() => return,
            Some(_) => None,
            None => {
                let ty = self.ty(size);
                let zero = self.build().constant(ty, 0);
                Some(self.build().binary(BinOp::Ne, size, zero))
            }
        };
        self.not_constant(pointer, &reach, self.loc, condition);
    }

    fn not_constant(&mut self, e: ExprId, reach: &Reach, loc: Location, condition: Option<ExprId>) {
        let holds = match reach.base {
            Base::Variable(variable, _) => match self.variable_of(variable) {
                Some(symbol) if self.program.constants.contains(&symbol) => self.build().truth(false),
                _ => return,
            },
            Base::Pointer(start) => {
                // A pointer to nothing is another claim's matter.
                let mut build = self.program.build();
                let live = build.memory(MemoryFact::IsLive, start);
                let writable = build.memory(MemoryFact::IsWritable, start);
                let dead = build.not(live);
                build.binary(BinOp::Or, dead, writable)
            }
        };
        for class in [PropertyClass::ValidDeref, PropertyClass::Pointer] {
            if self.wants(class) {
                self.claim(Claim { class, text: "store to a constant", expr: e, loc }, holds, condition);
            }
        }
    }

    /// The variable that a place is a part of.
    fn variable_of(&self, mut place: ExprId) -> Option<SymbolId> {
        loop {
            place = match self.program.exprs.kind(place) {
                ExprKind::Var(symbol) => return Some(symbol),
                ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => base,
                _ => return None,
            };
        }
    }
}
