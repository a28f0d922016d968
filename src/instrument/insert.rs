//! Puts instructions into a body without losing a jump.

use goto::{Body, ExprId, Id, IdVec, InstrId, InstrKind, Instruction};

/// Instructions to put into one body, collected first and inserted at once.
#[derive(Default)]
pub(crate) struct Insertions {
    waiting: Vec<(InstrId, Inserted)>,
    behind: Vec<(InstrId, Instruction)>,
}

enum Inserted {
    Always(Instruction),
    /// Is passed over if the condition holds.
    Unless(ExprId, Instruction),
}

impl Insertions {
    /// Puts the instruction before the one at `at`; several at one place keep their order.
    pub(crate) fn before(&mut self, at: InstrId, instruction: Instruction) {
        self.waiting.push((at, Inserted::Always(instruction)));
    }

    /// Puts the instruction behind the one at `at`, which goes on to what follows it; jumps to what follows do not come by. Several keep their order.
    pub(crate) fn after(&mut self, at: InstrId, instruction: Instruction) {
        self.behind.push((at, instruction));
    }

    /// Puts the instruction before the one at `at`; execution passes over it if the condition holds.
    pub(crate) fn before_unless(&mut self, at: InstrId, holds: ExprId, instruction: Instruction) {
        self.waiting.push((at, Inserted::Unless(holds, instruction)));
    }

    /// All that the other ones put in, behind what is here for the same place.
    pub(crate) fn append(&mut self, other: Insertions) {
        self.waiting.extend(other.waiting);
        self.behind.extend(other.behind);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.behind.is_empty()
    }

    /// Inserts what was collected. Jumps to an instruction arrive at what was put before it.
    pub(crate) fn apply(mut self, body: &mut Body) {
        if self.is_empty() {
            return;
        }
        self.waiting.sort_by_key(|&(at, _)| at);
        self.behind.sort_by_key(|&(at, _)| at);
        let old = std::mem::take(body);
        let mut arrival: IdVec<InstrId, InstrId> = IdVec::new();
        let mut waiting = self.waiting.into_iter().peekable();
        let mut behind = self.behind.into_iter().peekable();
        // Their targets are right already.
        let mut passes: Vec<InstrId> = Vec::new();
        for (id, instruction) in old.iter() {
            arrival.push(body.next_id());
            while let Some((_, inserted)) = waiting.next_if(|&(at, _)| at == id) {
                match inserted {
                    Inserted::Always(instruction) => _ = body.push(instruction),
                    Inserted::Unless(guard, instruction) => {
                        let target = InstrId::new(body.len() + 2);
                        passes.push(body.push(Instruction { kind: InstrKind::Goto { guard, target, branch: None }, loc: instruction.loc }));
                        body.push(instruction);
                    }
                }
            }
            body.push(instruction.clone());
            while let Some((_, instruction)) = behind.next_if(|&(at, _)| at == id) {
                body.push(instruction);
            }
        }
        for (id, instruction) in body.iter_mut() {
            if let InstrKind::Goto { target, .. } = &mut instruction.kind
                && passes.binary_search(&id).is_err()
            {
                *target = arrival[*target];
            }
        }
    }
}

/// Puts what is given into the body, with the places of what stands behind it.
pub fn insert_before(body: &mut Body, given: impl Iterator<Item = (InstrId, InstrKind)>) {
    let mut insertions = Insertions::default();
    for (at, kind) in given {
        let loc = body[at].loc;
        insertions.before(at, Instruction { kind, loc });
    }
    insertions.apply(body);
}

/// Instructions before all others, to which no jump comes back.
pub(crate) fn prepend(body: Body, start: Vec<Instruction>) -> Body {
    let shift = start.len();
    let mut all = Body::new();
    for instruction in start {
        all.push(instruction);
    }
    for mut instruction in body.values().cloned() {
        if let InstrKind::Goto { target, .. } = &mut instruction.kind {
            *target = InstrId::new(target.index() + shift);
        }
        all.push(instruction);
    }
    all
}

/// The instruction before, if there is one.
pub(crate) fn previous(at: InstrId) -> Option<InstrId> {
    at.index().checked_sub(1).map(InstrId::new)
}
