//! Instructions that are made in a row, with jumps forward whose targets count from the first of them.

use goto::{ExprId, Id, InstrId, InstrKind, Instruction, Location, Program};

#[derive(Default)]
pub(crate) struct Sequence(pub Vec<Instruction>);

impl Sequence {
    pub(crate) fn push(&mut self, kind: InstrKind) -> usize {
        self.0.push(Instruction { kind, loc: Location { file: Id::new(0), line: 0, column: 0 } });
        self.0.len() - 1
    }

    /// Jumps if the condition does not hold; [`here`](Self::here) sets the target.
    pub(crate) fn unless(&mut self, program: &mut Program, cond: ExprId) -> usize {
        let guard = program.build().not(cond);
        self.push(InstrKind::Goto { guard, target: InstrId::new(0), branch: None })
    }

    pub(crate) fn jump(&mut self, program: &mut Program) -> usize {
        let guard = program.build().truth(true);
        self.push(InstrKind::Goto { guard, target: InstrId::new(0), branch: None })
    }

    /// Jumps arrive at what comes next.
    pub(crate) fn here(&mut self, jumps: impl IntoIterator<Item = usize>) {
        let next = InstrId::new(self.0.len());
        for jump in jumps {
            if let InstrKind::Goto { target, .. } = &mut self.0[jump].kind {
                *target = next;
            }
        }
    }

    pub(crate) fn assign(&mut self, lhs: ExprId, rhs: ExprId) {
        self.push(InstrKind::Assign { lhs, rhs });
    }
}
