//! The blocks of a body in an order that is good for iterating: a loop's blocks stand together behind its head, and what does not go back goes forward.

use super::cells::CellId;
use goto::cfg::Cfg;
use goto::loops::Loops;
use goto::{Callee, FuncId, IdVec, InstrId, InstrKind, Program};

/// Instructions that run one after the other. A call begins a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Block {
    pub first: InstrId,
    pub last: InstrId,
    /// Some edge leads back to it.
    pub is_head: bool,
}

#[derive(Debug)]
pub(super) struct Layout {
    pub blocks: Vec<Block>,
    /// For heads of loops that have no other entry, the cells that the loop changes: only these can grow without end because of it. Ascending.
    pub changes: Vec<Option<Vec<CellId>>>,
    by_first: IdVec<InstrId, Option<u32>>,
    /// Where the body starts.
    pub entry: usize,
}

impl Layout {
    pub(super) fn of(program: &Program, func: FuncId, changed: impl Fn(&[InstrId]) -> Vec<CellId>) -> Option<Layout> {
        let body = program.functions[func].body.as_ref()?;
        let cfg = Cfg::new(program, body);
        let loops = Loops::new(&cfg);
        let mut starts = IdVec::filled(false, body.len());
        for (id, instr) in body.iter() {
            starts[id] |= id == Cfg::entry() || cfg.predecessors(id).len() != 1 || is_call(program, &instr.kind);
            match &instr.kind {
                InstrKind::Goto { .. } => cfg.successors(id).iter().for_each(|&to| starts[to] = true),
                _ => cfg.successors(id).iter().filter(|to| **to < id).for_each(|&to| starts[to] = true),
            }
        }
        let mut firsts: Vec<InstrId> = cfg.order().iter().copied().filter(|&id| starts[id]).collect();
        // By the heads of the loops around it, the outermost first, then by its own place: what is in a loop comes before what follows the head's place.
        firsts.sort_by_cached_key(|&id| {
            let mut key: Vec<_> = loops.around(id).map(|l| cfg.position(loops.get(l).head)).collect();
            key.reverse();
            key.push(cfg.position(id));
            key
        });
        let mut layout = Layout { blocks: Vec::new(), changes: Vec::new(), by_first: IdVec::filled(None, body.len()), entry: 0 };
        for &first in &firsts {
            let mut last = first;
            while let [next] = cfg.successors(last)
                && !starts[*next]
            {
                last = *next;
            }
            layout.by_first[first] = Some(layout.blocks.len() as u32);
            layout.blocks.push(Block { first, last, is_head: false });
        }
        for from in 0..layout.blocks.len() {
            for &to in cfg.successors(layout.blocks[from].last) {
                if let Some(to) = layout.at(to).filter(|&to| to <= from) {
                    layout.blocks[to].is_head = true;
                }
            }
        }
        for block in &layout.blocks {
            let natural = loops.with_head(block.first).map(|l| loops.get(l)).filter(|l| l.is_reducible());
            layout.changes.push(natural.map(|l| {
                let mut cells = changed(&l.body);
                cells.sort_unstable();
                cells
            }));
        }
        layout.entry = layout.at(Cfg::entry())?;
        Some(layout)
    }

    /// The block that starts at an instruction.
    pub(super) fn at(&self, first: InstrId) -> Option<usize> {
        self.by_first[first].map(|b| b as usize)
    }
}

fn is_call(program: &Program, kind: &InstrKind) -> bool {
    match kind {
        InstrKind::Call { callee: Callee::Direct(f), .. } => program.functions[*f].body.is_some(),
        InstrKind::Call { callee: Callee::Indirect(_), .. } => true,
        _ => false,
    }
}
