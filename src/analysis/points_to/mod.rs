//! Where pointers may lead: an analysis by inclusion that does not look at the order of instructions (Andersen, Program Analysis and Specialization for the C
//! Programming Language, 1994, chapter 4), with a place of its own for each field, and one for all elements of an array and all objects of an allocation.
//!
//! What it claims holds in runs that stay within their objects. A pointer that is made from an integer, or from bytes that were stored as something else, may lead
//! anywhere; so may everything where threads are, or where the work is too much.

mod places;
mod solve;

pub use places::Projection;

use goto::callgraph::{CallGraph, PointedTo};
use goto::{ExprId, ExprKind, Id, IdVec, Program, SymbolId};
use rustc_hash::FxHashMap;
use solve::Solver;

/// May a run leave an array that is a member, and come to the members beside it?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Members {
    /// C does not allow it: enough for what is proposed.
    Apart,
    /// As the compiled program does.
    Together,
}

/// A part of a variable to which a pointer may lead.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Part {
    pub variable: SymbolId,
    /// `None`: somewhere in it.
    pub path: Option<Vec<Projection>>,
}

/// Where a place behind a pointer may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Places {
    pub parts: Vec<Part>,
    /// It may also be in an object that was allocated.
    pub or_allocated: bool,
}

/// The places of a program that are not those of variables alone.
#[derive(Debug, Default)]
pub struct PointsTo {
    /// Without those that may be anywhere.
    places: FxHashMap<ExprId, Places>,
    /// The objects to which pointers of copies lead, as a whole.
    objects: FxHashMap<ExprId, Places>,
    /// The functions to which pointers lead that are called.
    functions: PointedTo,
}

impl PointsTo {
    pub fn of(program: &Program, calls: &CallGraph, members: Members) -> Self {
        if program.begins_threads() {
            return Self::default();
        }
        Solver::new(program, calls, members).solved().unwrap_or_default()
    }

    /// Where a place behind a pointer, or in an array, may be. `None`: anywhere that pointers lead to.
    pub fn place(&self, place: ExprId) -> Option<&Places> {
        self.places.get(&place)
    }

    /// The objects that a pointer may lead into, to which or from which a block is copied.
    pub fn object(&self, pointer: ExprId) -> Option<&Places> {
        self.objects.get(&pointer)
    }

    /// The calls, with what is known of pointers to functions.
    pub fn calls(&self, program: &Program) -> CallGraph {
        CallGraph::knowing(program, self.functions.clone())
    }

    /// Gives the parts of variables to which places lead expressions of their own.
    pub fn name_parts(&self, program: &mut Program) {
        for part in self.places.values().flat_map(|places| &places.parts) {
            let Some(path) = &part.path else { continue };
            if path.contains(&Projection::Element) {
                continue;
            }
            let ty = program.symbols[part.variable].ty;
            let mut place = program.build().var(part.variable, ty);
            for step in path {
                if let Projection::Field(field) = *step {
                    place = program.build().field(place, field as usize);
                }
            }
        }
    }
}

/// The variables whose address some expression takes.
pub(crate) fn address_taken(program: &Program) -> IdVec<SymbolId, bool> {
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

#[cfg(test)]
mod tests;
