//! Which variables are still needed where: what nobody will read need not be merged. Standard backward data flow over the instructions of a function.

use super::functions::{Variable, Variables};
use goto::{Body, Callee, ExprId, ExprKind, Id, InstrId, InstrKind, LentAccess, Program, SymbolId};

/// Functions that would need more words for their sets than this have no sets: everything counts as live.
const MOST_WORDS: usize = 1 << 22;

/// For each instruction, the registers that are read after it starts before they are written.
#[derive(Debug, Default)]
pub(super) struct Live {
    /// Words of one set.
    words: usize,
    before: Vec<u64>,
}

/// What one instruction does with registers.
#[derive(Default)]
struct Effect {
    reads: Vec<u32>,
    writes: Option<u32>,
}

impl Live {
    /// `asked` are expressions that somebody evaluates where execution comes to instructions, beside what these do.
    pub(crate) fn of(program: &Program, variables: &Variables, body: &Body, asked: &[(InstrId, ExprId)]) -> Self {
        let mut effects: Vec<Effect> = body.iter().map(|(_, i)| effect(program, variables, &i.kind)).collect();
        for &(at, expr) in asked {
            let mut reader = Reader { program, variables, reads: Vec::new() };
            reader.read(expr);
            effects[at.index()].reads.extend(reader.reads);
        }
        let slots = effects.iter().flat_map(|e| e.reads.iter().chain(&e.writes)).max().map_or(0, |slot| *slot as usize + 1);
        let words = slots.div_ceil(64).max(1);
        if words * body.len() > MOST_WORDS {
            return Live::default();
        }
        let mut live = Live { words, before: vec![0; words * body.len()] };
        let mut set = vec![0; words];
        loop {
            let mut changed = false;
            for at in (0..body.len()).rev() {
                set.fill(0);
                live.join_successors(&body[InstrId::new(at)].kind, at, body.len(), &mut set);
                if let Some(slot) = effects[at].writes {
                    set[slot as usize / 64] &= !(1 << (slot % 64));
                }
                for slot in &effects[at].reads {
                    set[*slot as usize / 64] |= 1 << (slot % 64);
                }
                let own = &mut live.before[at * words..(at + 1) * words];
                if *own != set {
                    own.copy_from_slice(&set);
                    changed = true;
                }
            }
            if !changed {
                return live;
            }
        }
    }

    fn join_successors(&self, kind: &InstrKind, at: usize, len: usize, set: &mut [u64]) {
        let mut join = |from: usize| {
            for (word, more) in set.iter_mut().zip(&self.before[from * self.words..(from + 1) * self.words]) {
                *word |= more;
            }
        };
        if let InstrKind::Goto { target, .. } = kind {
            join(target.index());
        }
        let ends = match kind {
            InstrKind::Return(_) | InstrKind::Halt(_) | InstrKind::Unsupported(_) | InstrKind::Limit(_) => true,
            // Inductive steps may go on behind the others.
            InstrKind::Beyond(access) => *access == LentAccess::Other,
            _ => false,
        };
        if at + 1 < len && !ends {
            join(at + 1);
        }
    }

    /// May the register be read by an execution that comes to the instruction?
    pub(crate) fn is_live(&self, at: InstrId, slot: u64) -> bool {
        let (word, bit) = (slot as usize / 64, slot % 64);
        self.words == 0 || word < self.words && self.before[at.index() * self.words + word] >> bit & 1 == 1
    }
}

fn effect(program: &Program, variables: &Variables, kind: &InstrKind) -> Effect {
    let mut effect = Effect::default();
    let mut reader = Reader { program, variables, reads: Vec::new() };
    match kind {
        InstrKind::Skip
        | InstrKind::Mark(_)
        | InstrKind::Halt(_)
        | InstrKind::Unsupported(_)
        | InstrKind::Limit(_)
        | InstrKind::Beyond(_)
        | InstrKind::Unfollowed(_)
        | InstrKind::Return(None) => {}
        InstrKind::Decl(symbol) | InstrKind::Dead(symbol) => effect.writes = register(variables, *symbol),
        InstrKind::Assign { lhs, rhs } => {
            reader.read(*rhs);
            effect.writes = reader.written(*lhs);
        }
        InstrKind::Goto { guard, .. } => reader.read(*guard),
        InstrKind::Call { result, callee, args } => {
            if let Callee::Indirect(pointer) = callee {
                reader.read(*pointer);
            }
            args.iter().for_each(|arg| reader.read(*arg));
            // A call need not return: what its result goes to is not written for sure, but then nobody reads it either.
            effect.writes = result.and_then(|lhs| reader.written(lhs));
        }
        InstrKind::Return(Some(value)) => reader.read(*value),
        InstrKind::Assume(cond) | InstrKind::Assert { cond, .. } | InstrKind::Cover { cond, .. } => reader.read(*cond),
        InstrKind::Input { lhs, .. } => effect.writes = reader.written(*lhs),
        InstrKind::Havoc { lhs, kind } => {
            kind.pointer().into_iter().for_each(|e| reader.read(e));
            effect.writes = reader.written(*lhs);
        }
        InstrKind::Allocate { result, size, .. } => {
            reader.read(*size);
            effect.writes = reader.written(*result);
        }
        InstrKind::Free(pointer) | InstrKind::Release(pointer) => reader.read(*pointer),
        InstrKind::MemCopy { dst, src, size } => [dst, src, size].into_iter().for_each(|e| reader.read(*e)),
        InstrKind::MemSet { dst, value, size } => [dst, value, size].into_iter().for_each(|e| reader.read(*e)),
        InstrKind::Find { result, start: a, value: b, limit, .. } | InstrKind::Compare { result, a, b, limit, .. } => {
            [a, b].into_iter().chain(limit).for_each(|e| reader.read(*e));
            effect.writes = reader.written(*result);
        }
    }
    effect.reads = reader.reads;
    effect
}

fn register(variables: &Variables, symbol: SymbolId) -> Option<u32> {
    match variables.get(symbol) {
        Variable::Register(slot) => Some(slot),
        _ => None,
    }
}

struct Reader<'a> {
    program: &'a Program,
    variables: &'a Variables,
    reads: Vec<u32>,
}

impl Reader<'_> {
    fn read(&mut self, expr: ExprId) {
        if let ExprKind::Var(symbol) = self.program.exprs.kind(expr) {
            self.reads.extend(register(self.variables, symbol));
        }
        let program = self.program;
        program.exprs.operands(expr, |operand| self.read(operand));
    }

    /// The register that an assignment to the place overwrites as a whole. Of any other place the parts are read.
    fn written(&mut self, place: ExprId) -> Option<u32> {
        match self.program.exprs.kind(place) {
            ExprKind::Var(symbol) => register(self.variables, symbol),
            _ => {
                self.read(place);
                None
            }
        }
    }
}
