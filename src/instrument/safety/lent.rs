//! Memory among the inputs (`goto::Lent`): how far it goes is not known, so an access behind what is known of it is neither right nor wrong. Execution ends there as
//! at something unsupported.

use super::memory::Extent;
use super::place::Reach;
use super::{FunctionChecks, SafetyContext};
use goto::{BinOp, ExprId, ExprKind, InstrKind, Instruction, Location, MemoryFact, Operations, Program, SymbolId, TypeId};

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
    pub(super) fn leave(&mut self, pointer: ExprId, reach: &Reach, extent: Extent, condition: Option<ExprId>, loc: Location) {
        if self.program.lent.is_empty() {
            return;
        }
        let distance = (reach.known != 0 || !reach.parts.is_empty()).then(|| reach.offset(self.program));
        let mut build = self.program.build();
        let void = build.types.void();
        let void = build.types.pointer(void);
        let start = build.memory(MemoryFact::Offset, pointer);
        let offset = distance.map_or(start, |distance| build.binary(BinOp::Add, start, distance));
        let address = build.cast(pointer, void);
        let mut leaves: Option<ExprId> = None;
        for lent in self.program.lent.clone() {
            let inside = self.within(offset, extent, lent.visible);
            let own = self.lent_address(lent.pointer, void);
            let mut build = self.program.build();
            let is_object = build.binary(BinOp::SameObject, address, own);
            let here = match inside {
                Some(inside) => {
                    let outside = build.not(inside);
                    build.binary(BinOp::And, is_object, outside)
                }
                None => is_object,
            };
            leaves = Some(leaves.map_or(here, |leaves| build.binary(BinOp::Or, leaves, here)));
        }
        let Some(leaves) = leaves else { return };
        let leaves = self.both(condition, leaves);
        let stays = self.build().not(leaves);
        self.insertions.before_unless(self.at, stays, Instruction { kind: InstrKind::Beyond, loc });
    }

    /// Before a call through a pointer: an unknown function among the inputs may do anything.
    pub(super) fn leave_by_call(&mut self, pointer: ExprId) {
        if self.program.lent.is_empty() || matches!(self.program.exprs.kind(pointer), ExprKind::FunctionAddress(_)) {
            return;
        }
        let mut build = self.program.build();
        let void = build.types.void();
        let void = build.types.pointer(void);
        let address = build.cast(pointer, void);
        let mut leaves = build.truth(false);
        for lent in self.program.lent.clone() {
            let own = self.lent_address(lent.pointer, void);
            let mut build = self.program.build();
            let is_object = build.binary(BinOp::SameObject, address, own);
            leaves = build.binary(BinOp::Or, leaves, is_object);
        }
        let stays = self.build().not(leaves);
        let what = "a call of an unknown function that a pointer among the inputs leads to".to_owned();
        self.insertions.before_unless(self.at, stays, Instruction { kind: InstrKind::Unsupported(what), loc: self.loc });
    }

    fn lent_address(&mut self, pointer: SymbolId, void: TypeId) -> ExprId {
        let ty = self.program.symbols[pointer].ty;
        let mut build = self.program.build();
        let own = build.var(pointer, ty);
        build.cast(own, void)
    }

    /// Does the extent at this offset end within so many bytes? `None`: never.
    fn within(&mut self, offset: ExprId, extent: Extent, visible: u64) -> Option<ExprId> {
        let size_type = self.build().types.size();
        match extent {
            Extent::Bytes(bytes) => {
                let room = visible.checked_sub(bytes)?;
                let room = self.build().constant(size_type, i128::from(room));
                Some(self.build().binary(BinOp::Le, offset, room))
            }
            Extent::Value(bytes) => {
                let mut build = self.program.build();
                let limit = build.constant(size_type, i128::from(visible));
                let fits = build.binary(BinOp::Le, bytes, limit);
                let room = build.binary(BinOp::Sub, limit, bytes);
                let before = build.binary(BinOp::Le, offset, room);
                Some(build.binary(BinOp::And, fits, before))
            }
        }
    }
}
