//! What of the program's state has a name: scalar variables, one cell for each call that may be going on, and results of functions on their way back.
//! A cell's value in a term is a variable of its own. What is behind pointers has no cell, nor have aggregates: nothing is known of them.

use goto::index::IdVec;
use goto::visit::Role;
use goto::{ExprId, ExprKind, ExprPool, FuncId, Program, Storage, SymbolId, define_id};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{TermId, TermPool};

define_id!(
    /// A cell.
    CellId, "c");

/// Which of the calls of one function that are going on, counted from the outermost.
pub type Instance = u32;

/// What a cell holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Holder {
    Variable(SymbolId, Instance),
    /// What a call returns, between its `Return` and the caller.
    Result(FuncId, Instance),
}

#[derive(Clone, Copy, Debug)]
pub struct Cell {
    pub holder: Holder,
    /// Its value, in terms.
    pub value: TermId,
    /// Something else than an assignment to its name may change it: a write through a pointer, a call of a library function.
    pub exposed: bool,
}

/// The cells of a program, made as they are asked for.
pub struct Cells {
    cells: IdVec<CellId, Cell>,
    by_holder: FxHashMap<Holder, CellId>,
    by_value: FxHashMap<TermId, CellId>,
    exposed: FxHashSet<SymbolId>,
}

impl Cells {
    pub fn new(program: &Program) -> Self {
        Self { cells: IdVec::new(), by_holder: FxHashMap::default(), by_value: FxHashMap::default(), exposed: exposed(program) }
    }

    pub fn ids(&self) -> impl Iterator<Item = CellId> + use<> {
        self.cells.ids()
    }

    pub fn get(&self, cell: CellId) -> &Cell {
        &self.cells[cell]
    }

    /// The variables that may change without being named.
    pub fn exposed_symbols(&self) -> impl Iterator<Item = SymbolId> {
        let mut symbols: Vec<SymbolId> = self.exposed.iter().copied().collect();
        symbols.sort_unstable();
        symbols.into_iter()
    }

    /// The cell whose value a term is.
    pub fn of_value(&self, term: TermId) -> Option<CellId> {
        self.by_value.get(&term).copied()
    }

    /// The cell of a variable in a call; `None` if it is no scalar. Static variables are in no call.
    pub fn variable(&mut self, program: &Program, pool: &mut TermPool, symbol: SymbolId, instance: Instance) -> Option<CellId> {
        let width = program.types.scalar_bits(program.symbols[symbol].ty)?;
        let instance = if program.symbols[symbol].storage == Storage::Static { 0 } else { instance };
        let exposed = self.exposed.contains(&symbol);
        Some(self.make(pool, Holder::Variable(symbol, instance), width, exposed))
    }

    pub fn result(&mut self, pool: &mut TermPool, function: FuncId, instance: Instance, width: u16) -> CellId {
        self.make(pool, Holder::Result(function, instance), width, false)
    }

    fn make(&mut self, pool: &mut TermPool, holder: Holder, width: u16, exposed: bool) -> CellId {
        if let Some(&cell) = self.by_holder.get(&holder) {
            return cell;
        }
        let name = match holder {
            Holder::Variable(symbol, instance) => format!("{symbol}.{instance}"),
            Holder::Result(function, instance) => format!("{function}.{instance}"),
        };
        let value = pool.var(&name, width);
        let cell = self.cells.push(Cell { holder, value, exposed });
        self.by_holder.insert(holder, cell);
        self.by_value.insert(value, cell);
        cell
    }
}

/// Variables whose address is taken, and those that library models write.
fn exposed(program: &Program) -> FxHashSet<SymbolId> {
    let mut found = FxHashSet::default();
    let mut seen = FxHashSet::default();
    for function in program.functions.values() {
        for instruction in function.body.iter().flat_map(|body| body.values()) {
            instruction.kind.expressions(|expr, role| {
                program.exprs.walk(expr, &mut seen, &mut |_, kind| {
                    if let ExprKind::AddressOf(place) = kind
                        && let Some(symbol) = root_variable(&program.exprs, place)
                    {
                        found.insert(symbol);
                    }
                });
                if function.model
                    && role == Role::Write
                    && let Some(symbol) = root_variable(&program.exprs, expr)
                {
                    found.insert(symbol);
                }
            });
        }
    }
    found.extend(program.rounding);
    found
}

/// The variable that a place is in, if it is not behind a pointer.
pub fn root_variable(exprs: &ExprPool, place: ExprId) -> Option<SymbolId> {
    match exprs.kind(exprs.root(place)) {
        ExprKind::Var(symbol) => Some(symbol),
        _ => None,
    }
}
