//! Memory among the inputs (`goto::Lent`): how far it goes is not known, so an access behind what is known of it is neither right nor wrong. Execution ends there as
//! at something unsupported.

use super::memory::Extent;
use super::place::{Base, Reach};
use super::{FunctionChecks, SafetyContext};
use goto::{ExprId, ExprKind, InstrKind, Instruction, LentAccess, Location, MemoryFact, Operations, Program, Type};

/// The accesses of the library's models.
pub(super) fn in_models(program: &mut Program) {
    if program.lent.is_empty() {
        return;
    }
    for f in program.functions.ids().filter(|&f| program.functions[f].model && f != program.start).collect::<Vec<_>>() {
        let Some(mut body) = program.functions[f].body.take() else { continue };
        let (mut ranges, operations) = (super::Ranges::default(), Operations::default());
        let wanted = SafetyContext::default();
        let mut checker = FunctionChecks::new(program, &mut ranges, &operations, wanted, f);
        checker.body(&body);
        std::mem::take(&mut checker.insertions).apply(&mut body);
        program.functions[f].body = Some(body);
    }
}

/// The accesses of a program without safety checks.
pub fn leave_lent_memory(program: &mut Program) {
    super::operation_checks(program, &Operations::default(), &[]);
    in_models(program);
}

impl FunctionChecks<'_> {
    /// Before an access through a pointer: leaves the program where the access is not within what is known of an object among the inputs.
    pub(super) fn leave(&mut self, pointer: ExprId, reach: &Reach, (extent, access): (Extent, LentAccess), condition: Option<ExprId>, loc: Location) {
        if self.program.lent.is_empty() {
            return;
        }
        let distance = reach.offset(self.program);
        let mut build = self.program.build();
        let size_type = build.types.size();
        let bytes = match extent {
            Extent::Bytes(bytes) => build.constant(size_type, i128::from(bytes)),
            Extent::Value(bytes) => bytes,
        };
        let leaves = build.is_beyond(pointer, distance, bytes);
        let leaves = self.both(condition, leaves);
        let stays = self.build().not(leaves);
        self.insertions.before_unless(self.at, stays, Instruction { kind: InstrKind::Beyond(access), loc });
    }

    /// As [`leave`](Self::leave), of so many bytes behind a pointer.
    pub(super) fn leave_block(&mut self, start: ExprId, bytes: ExprId, condition: Option<ExprId>) {
        let Some(reach) = Reach::of_pointer(self.program, start) else { return };
        if let Base::Pointer(pointer) = reach.base {
            self.leave(pointer, &reach, (Extent::Value(bytes), LentAccess::Other), condition, self.loc);
        }
    }

    /// What is accessed where a place is read.
    pub(super) fn read_access(&self, place: ExprId) -> LentAccess {
        let ty = self.ty(place);
        let is_number = self.program.types.is_scalar(ty) && !matches!(self.program.types.get(ty), Type::Pointer(_));
        // Checks say whether the access is right, which nobody knows there.
        if is_number && self.wanted.classes.is_empty() { LentAccess::Number } else { LentAccess::Other }
    }

    /// Before a call through a pointer: an unknown function among the inputs may do anything.
    pub(super) fn leave_by_call(&mut self, pointer: ExprId) {
        if self.program.lent.is_empty() || matches!(self.program.exprs.kind(pointer), ExprKind::FunctionAddress(_)) {
            return;
        }
        let leaves = self.program.build().memory(MemoryFact::IsLent, pointer);
        let stays = self.build().not(leaves);
        let what = "a call of an unknown function that a pointer among the inputs leads to".to_owned();
        self.insertions.before_unless(self.at, stays, Instruction { kind: InstrKind::Unsupported(what), loc: self.loc });
    }
}
