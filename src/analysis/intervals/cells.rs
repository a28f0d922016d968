//! Cells: the places whose values are followed. A cell is a scalar variable, a scalar member of a struct variable, or all elements of an array variable
//! together. Members of unions, bit-fields, floats and wide integers are none. A place behind a pointer that can only be the place of a cell is that cell, too.

use super::arithmetic::Kind;
use crate::points_to::{Part, Places, PointsTo, Projection, address_taken};
use goto::callgraph::CallGraph;
use goto::{ExprId, ExprKind, FuncId, Id, IdVec, Program, RecordKind, Storage, SymbolId, Type, define_id};
use rustc_hash::FxHashMap;

define_id!(
    /// A place whose value is followed.
    CellId, "c");

#[derive(Clone, Debug)]
pub struct Cell {
    pub root: SymbolId,
    pub path: Vec<Projection>,
    pub kind: Kind,
    /// Stands for several places: what is written there may be anywhere among them.
    pub is_many: bool,
    /// Pointers may lead there.
    pub in_memory: bool,
    /// Pointers may lead there, and to the variables of the same name of other calls that are going on: it may have any value.
    pub is_shared: bool,
    /// The expression of the place; of many places, one of them.
    pub place: ExprId,
}

/// What may be at a place.
#[derive(Debug)]
pub struct Behind {
    /// The cells that may be there, or a part of them.
    pub cells: Vec<CellId>,
    /// They are there as a whole.
    pub as_a_whole: bool,
    /// It may also be elsewhere.
    pub or_elsewhere: bool,
}

/// The cells of a program: what its expressions name.
#[derive(Debug)]
pub struct Cells {
    cells: IdVec<CellId, Cell>,
    by_expr: Vec<Option<CellId>>,
    by_root: FxHashMap<SymbolId, Vec<CellId>>,
    in_memory: Vec<CellId>,
    taken: IdVec<SymbolId, bool>,
    /// Of places behind pointers and in arrays that are no cells themselves.
    behind: FxHashMap<ExprId, Behind>,
    /// The cells of the objects to which pointers of copies lead.
    copied: FxHashMap<ExprId, Vec<CellId>>,
}

impl Cells {
    pub fn of(program: &Program, calls: &CallGraph, points_to: &PointsTo) -> Self {
        let taken = address_taken(program);
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
        let mut found = Self {
            cells: IdVec::new(),
            by_expr: vec![None; program.exprs.len()],
            by_root: FxHashMap::default(),
            in_memory: Vec::new(),
            taken,
            behind: FxHashMap::default(),
            copied: FxHashMap::default(),
        };
        for (place, root, path, kind) in named {
            let known = found.cells.iter().next_back().filter(|(_, c)| c.root == root && c.path == path).map(|(id, _)| id);
            let id = known.unwrap_or_else(|| {
                let is_many = path.contains(&Projection::Element);
                let in_memory = found.taken[root];
                let is_shared = in_memory && self::owner(program, root).is_some_and(|f| calls.is_recursive(f));
                let id = found.cells.push(Cell { root, path, kind, is_many, in_memory, is_shared, place });
                found.by_root.entry(root).or_default().push(id);
                if in_memory {
                    found.in_memory.push(id);
                }
                id
            });
            found.by_expr[place.index()] = Some(id);
        }
        found.follow_pointers(program, points_to);
        found
    }

    fn follow_pointers(&mut self, program: &Program, points_to: &PointsTo) {
        for place in (0..program.exprs.len()).map(ExprId::new) {
            if let Some(places) = points_to.place(place).filter(|_| self.by_expr[place.index()].is_none()) {
                let behind = self.within(program, place, places);
                match behind.cells[..] {
                    [only] if behind.as_a_whole && !behind.or_elsewhere && !self.cells[only].is_many && !self.cells[only].is_shared => {
                        self.by_expr[place.index()] = Some(only);
                    }
                    _ => _ = self.behind.insert(place, behind),
                }
            }
            if let Some(objects) = points_to.object(place) {
                let parts = objects.parts.iter().map(|part| Part { variable: part.variable, path: None }).collect();
                let cells = self.within(program, place, &Places { parts, ..objects.clone() }).cells;
                self.copied.insert(place, cells);
            }
        }
    }

    /// What may be at a place that is one of these.
    fn within(&self, program: &Program, place: ExprId, places: &Places) -> Behind {
        let kind = Kind::of(&program.types, program.exprs.ty(place));
        let mut behind = Behind { cells: Vec::new(), as_a_whole: true, or_elsewhere: places.or_allocated };
        for Part { variable, path } in &places.parts {
            let overlaps = |cell: &Cell| path.as_ref().is_none_or(|path| cell.path.starts_with(path) || path.starts_with(&cell.path));
            let here: Vec<CellId> = self.of_symbol(*variable).iter().copied().filter(|&c| overlaps(&self.cells[c])).collect();
            match here[..] {
                [only] if Some(self.cells[only].kind) == kind && Some(&self.cells[only].path) == path.as_ref() => {}
                [] => behind.or_elsewhere = true,
                _ => behind.as_a_whole = false,
            }
            behind.cells.extend(here);
        }
        behind.cells.sort_unstable();
        behind.cells.dedup();
        behind
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

    /// The cells that may be changed where a block is copied to a pointer; `None` if that may be all to which pointers lead.
    pub fn of_block(&self, pointer: ExprId) -> Option<&[CellId]> {
        self.copied.get(&pointer).map(Vec::as_slice)
    }

    /// What may be at a place behind a pointer or in an array, if it is no cell itself and that is known.
    pub fn behind(&self, place: ExprId) -> Option<&Behind> {
        self.behind.get(&place)
    }

    /// Is the variable one of this function's calls?
    pub fn belongs_to(&self, program: &Program, id: CellId, function: FuncId) -> bool {
        owner(program, self.cells[id].root) == Some(function)
    }

    /// Do instructions of the function name the cell's variable?
    pub fn is_visible_in(&self, program: &Program, id: CellId, function: FuncId) -> bool {
        self.is_static(program, id) || self.belongs_to(program, id, function)
    }

    /// The cells that are a part of the place, or may be; `None` if it may be all to which pointers lead.
    pub fn below(&self, program: &Program, place: ExprId) -> Option<Vec<CellId>> {
        if let Some(cell) = self.of_expr(place) {
            return Some(vec![cell]);
        }
        if let Some(behind) = self.behind.get(&place) {
            return Some(behind.cells.clone());
        }
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
