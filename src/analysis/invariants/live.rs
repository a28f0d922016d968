//! Which local variables a function may still read, from each of its loops' heads on.

use crate::intervals::cells::{CellId, Cells};
use goto::cfg::Cfg;
use goto::visit::Role;
use goto::{Id, IdSet, IdVec, InstrId, InstrKind, Program, define_id};
use rustc_hash::{FxHashMap, FxHashSet};

define_id!(
    /// A cell among those of one body that are followed.
    CellNumber, "n");

/// Cells of one body, by number; only those of variables of calls to which no pointer leads.
pub(super) struct Live {
    numbers: FxHashMap<CellId, CellNumber>,
    at: IdVec<InstrId, IdSet<CellNumber>>,
}

impl Live {
    pub(super) fn of(program: &Program, cells: &Cells, body: &IdVec<InstrId, goto::Instruction>, cfg: &Cfg) -> Self {
        let mut numbers = FxHashMap::default();
        let (mut reads, mut writes) = (IdVec::filled(Vec::new(), body.len()), IdVec::filled(Vec::new(), body.len()));
        let mut number = |cell: CellId| {
            let is_own = !cells.is_static(program, cell) && !cells.get(cell).in_memory;
            let next = CellNumber::new(numbers.len());
            is_own.then(|| *numbers.entry(cell).or_insert(next))
        };
        for &id in cfg.order() {
            let kind = &body[id].kind;
            kind.expressions(|e, role| {
                if role == Role::Write
                    && let Some(cell) = cells.of_expr(e).filter(|&c| !cells.get(c).is_many)
                {
                    writes[id].extend(number(cell));
                    return;
                }
                program.exprs.walk(e, &mut FxHashSet::default(), &mut |e, _| reads[id].extend(cells.of_expr(e).and_then(&mut number)));
            });
            if let InstrKind::Decl(symbol) | InstrKind::Dead(symbol) = kind {
                writes[id].extend(cells.of_symbol(*symbol).iter().filter_map(|&c| number(c)));
            }
        }
        let mut at: IdVec<InstrId, IdSet<CellNumber>> = IdVec::filled(IdSet::new(), body.len());
        let mut changed = true;
        while changed {
            changed = false;
            for &id in cfg.order().iter().rev() {
                let mut live = IdSet::new();
                for &next in cfg.successors(id) {
                    live.add(&at[next]);
                }
                writes[id].iter().for_each(|&n| _ = live.remove(n));
                live.extend(reads[id].iter().copied());
                if live != at[id] {
                    at[id] = live;
                    changed = true;
                }
            }
        }
        Self { numbers, at }
    }

    /// May the cell's value be read before it is written again? Of cells of which that is not followed, yes.
    pub(super) fn is_read_after(&self, at: InstrId, cell: CellId) -> bool {
        self.numbers.get(&cell).is_none_or(|&n| self.at[at].contains(n))
    }

    /// The cells that are followed and may be read before they are written again.
    pub(super) fn at(&self, at: InstrId) -> impl Iterator<Item = CellId> {
        let mut cells: Vec<CellId> = self.numbers.keys().copied().filter(|&cell| self.is_read_after(at, cell)).collect();
        cells.sort_unstable();
        cells.into_iter()
    }
}
