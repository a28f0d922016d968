//! Cells: the places whose values are followed. A cell is a scalar variable, a scalar member of a struct variable, or all elements of an array variable
//! together. Members of unions, bit-fields, floats and wide integers are none.

use super::arithmetic::Kind;
use goto::{ExprId, ExprKind, FuncId, Id, IdVec, Program, RecordKind, Storage, SymbolId, Type, define_id};
use rustc_hash::FxHashMap;

define_id!(
    /// A place whose value is followed.
    CellId, "c");

/// A step from a variable to a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Projection {
    Field(u32),
    /// Some element of an array.
    Element,
}

#[derive(Clone, Debug)]
pub struct Cell {
    pub root: SymbolId,
    pub path: Vec<Projection>,
    pub kind: Kind,
    /// Stands for several places: what is written there may be anywhere among them.
    pub is_many: bool,
    /// Pointers may lead there.
    pub in_memory: bool,
    /// The expression of the place; of many places, one of them.
    pub place: ExprId,
}

/// The cells of a program: what its expressions name.
#[derive(Debug)]
pub struct Cells {
    cells: IdVec<CellId, Cell>,
    by_expr: Vec<Option<CellId>>,
    by_root: FxHashMap<SymbolId, Vec<CellId>>,
    in_memory: Vec<CellId>,
    taken: IdVec<SymbolId, bool>,
}

impl Cells {
    pub fn of(program: &Program) -> Self {
        let taken = taken(program);
        let mut named: Vec<(ExprId, SymbolId, Vec<Projection>, Kind)> = Vec::new();
        for expr in (0..program.exprs.len()).map(ExprId::new) {
            if let Some(kind) = Kind::of(&program.types, program.exprs.ty(expr))
                && let Some((root, path)) = path(program, expr)
            {
                named.push((expr, root, path, kind));
            }
        }
        // Static ones first, then by function, so that what a function does not know is far from what it knows.
        let owner = |root: SymbolId| owner(program, root).map_or(0, |f| f.index() + 1);
        named.sort_by_cached_key(|(expr, root, path, _)| (owner(*root), *root, path.clone(), *expr));
        let mut found =
            Self { cells: IdVec::new(), by_expr: vec![None; program.exprs.len()], by_root: FxHashMap::default(), in_memory: Vec::new(), taken: IdVec::new() };
        for (place, root, path, kind) in named {
            let known = found.cells.iter().next_back().filter(|(_, c)| c.root == root && c.path == path).map(|(id, _)| id);
            let id = known.unwrap_or_else(|| {
                let is_many = path.contains(&Projection::Element);
                let id = found.cells.push(Cell { root, path, kind, is_many, in_memory: taken[root], place });
                found.by_root.entry(root).or_default().push(id);
                if taken[root] {
                    found.in_memory.push(id);
                }
                id
            });
            found.by_expr[place.index()] = Some(id);
        }
        found.taken = taken;
        found
    }

    pub fn get(&self, id: CellId) -> &Cell {
        &self.cells[id]
    }

    pub fn count(&self) -> usize {
        self.cells.len()
    }

    pub fn ids(&self) -> impl Iterator<Item = CellId> + use<> {
        self.cells.ids()
    }

    /// The cell that an expression reads, if it is a place that is one.
    pub fn of_expr(&self, expr: ExprId) -> Option<CellId> {
        self.by_expr.get(expr.index()).copied().flatten()
    }

    /// The cells of a variable.
    pub fn of_symbol(&self, symbol: SymbolId) -> &[CellId] {
        self.by_root.get(&symbol).map_or(&[], Vec::as_slice)
    }

    /// The cells that pointers may lead to.
    pub fn in_memory(&self) -> &[CellId] {
        &self.in_memory
    }

    /// May pointers lead to the variable?
    pub fn is_taken(&self, symbol: SymbolId) -> bool {
        self.taken[symbol]
    }

    pub fn is_static(&self, program: &Program, id: CellId) -> bool {
        program.symbols[self.cells[id].root].storage == Storage::Static
    }

    /// The cells that are a part of the place; `None` if it is behind a pointer.
    pub fn below(&self, program: &Program, place: ExprId) -> Option<Vec<CellId>> {
        let ExprKind::Var(root) = program.exprs.kind(program.exprs.root(place)) else { return None };
        let of_root = self.of_symbol(root).iter().copied();
        Some(match path(program, place) {
            Some((_, path)) => of_root.filter(|&c| self.cells[c].path.starts_with(&path)).collect(),
            // Into a union, where no cells are, or to where an index leads.
            None => of_root.collect(),
        })
    }
}

/// The function whose variable it is.
fn owner(program: &Program, symbol: SymbolId) -> Option<FuncId> {
    match program.symbols[symbol].storage {
        Storage::Static => None,
        Storage::Local(f) | Storage::Parameter(f) | Storage::Temporary(f) => Some(f),
    }
}

/// The way to a part of a variable, if it overlaps no other part. An index may lead out of an array in a struct to the struct's other members, but not
/// out of the variable.
fn path(program: &Program, mut place: ExprId) -> Option<(SymbolId, Vec<Projection>)> {
    let mut path = Vec::new();
    let mut stays_inside = true;
    loop {
        match program.exprs.kind(place) {
            ExprKind::Var(root) => {
                path.reverse();
                return Some((root, path));
            }
            ExprKind::Field { base, field } => {
                let Type::Record(record) = *program.types.get(program.exprs.ty(base)) else { return None };
                let record = &program.types.records[record];
                if !stays_inside || record.kind == RecordKind::Union || record.body.as_ref()?.fields.get(field as usize)?.bits.is_some() {
                    return None;
                }
                path.push(Projection::Field(field));
                place = base;
            }
            ExprKind::Index { base, index } => {
                stays_inside &= is_inside(program, base, index);
                path.push(Projection::Element);
                place = base;
            }
            _ => return None,
        }
    }
}

fn is_inside(program: &Program, array: ExprId, index: ExprId) -> bool {
    let Type::Array { len: Some(len), .. } = *program.types.get(program.exprs.ty(array)) else { return false };
    let signed = program.types.is_signed(program.exprs.ty(index));
    program.exprs.as_const(index).is_some_and(|bits| (0..i128::from(len)).contains(&bits.to_i128(signed)))
}

fn taken(program: &Program) -> IdVec<SymbolId, bool> {
    let mut taken = IdVec::filled(false, program.symbols.len());
    for expr in (0..program.exprs.len()).map(ExprId::new) {
        if let ExprKind::AddressOf(place) = program.exprs.kind(expr)
            && let ExprKind::Var(symbol) = program.exprs.kind(program.exprs.root(place))
        {
            taken[symbol] = true;
        }
    }
    taken
}
