//! Names of what symbolic execution makes: objects, free variables. A name says where in the execution the thing is made (the calls and loop iterations
//! around it, the instruction), never when, so that unrollings of one program to different bounds have the same terms for what is the same.

use super::shape::Shape;
use goto::{AllocKind, FuncId, InstrId, SymbolId, TypeId, define_id};
use rustc_hash::{FxHashMap, FxHashSet};
use term::TermId;

define_id!(
    /// A chain of calls and loop iterations.
    ScopeId, "scope");
define_id!(
    /// The variables that stand for one indeterminate value, however large.
    FamilyId, "u");
define_id!(
    /// An object in memory. As a term: a constant of [`OBJECT_BITS`] bits.
    ObjectId, "o");

/// Bits of the number of an object in a pointer.
pub(super) const OBJECT_BITS: u16 = 32;
/// The object of null pointers and of pointers made from integers.
pub(super) const NO_OBJECT: usize = 0;
/// The least number of an object. A choice between 0 and 1 would be rewritten to something that does not look like a choice.
const FIRST_OBJECT: usize = 2;

/// The step from one scope to one inside of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Step {
    Call(InstrId, FuncId),
    /// A loop, by its head, and the number of the iteration.
    Iteration(InstrId, u32),
    /// The beginning of a thread.
    Begin(InstrId, FuncId),
}

/// Where something is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Site {
    At(ScopeId, InstrId),
    /// A variable that has not been declared on the path taken, or a parameter.
    Entry(ScopeId, SymbolId),
    Static(SymbolId),
    Function(FuncId),
    /// What was written of an object.
    Written(ObjectId),
    /// What is made up for a part of the state at the head of a loop.
    Head(ScopeId, InstrId, Part),
    /// What stands for values that were never written, where it is asked what was.
    Unwritten,
    /// What is kept of all nodes of a type.
    Rows(TypeId, RowPart),
    /// The node that led last to this one through the field at this offset.
    Leader(ObjectId, u64),
    /// The rank of this node in the order with this number.
    Rank(ObjectId, u64),
    /// What stands in a state for memory that threads share.
    Elsewhere,
    /// Something that has no better name, by its number in the unrolling.
    Number(u32),
}

/// What is kept of rows of nodes; fields by their offsets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum RowPart {
    Handle,
    Field(u64),
    Lives,
    Freed,
    Leader(u64),
    /// By the number of the order.
    Rank(u64),
}

/// The part of a state that something made up at the head of a loop stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Part {
    Local(u64),
    Object(u64),
    Life(u64),
    /// Is the loop entered in the middle?
    Middle,
}

/// Everything named so far. Names stay when the program is unrolled again.
#[derive(Debug, Default)]
pub(super) struct Names {
    scopes: FxHashMap<(ScopeId, Step), ScopeId>,
    families: FxHashMap<Site, FamilyId>,
    objects: FxHashMap<Site, ObjectId>,
    /// The numbers of the rows that made-up pointers lead to (see `nodes`).
    pub rows: FxHashSet<TermId>,
}

impl Names {
    /// The scope of the start function.
    pub(crate) fn outermost() -> ScopeId {
        goto::Id::new(0)
    }

    pub(crate) fn scope(&mut self, outer: ScopeId, step: Step) -> ScopeId {
        let next = goto::Id::new(self.scopes.len() + 1);
        *self.scopes.entry((outer, step)).or_insert(next)
    }

    pub(crate) fn family(&mut self, site: Site) -> FamilyId {
        let next = goto::Id::new(self.families.len());
        *self.families.entry(site).or_insert(next)
    }

    pub(crate) fn object(&mut self, site: Site) -> ObjectId {
        let next = goto::Id::new(self.objects.len() + FIRST_OBJECT);
        *self.objects.entry(site).or_insert(next)
    }
}

/// Who ends the life of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Static,
    /// A variable of a call, or memory that a call gives back when it returns.
    Local,
    Heap,
    /// On the heap, and among the inputs.
    Lent,
    /// All nodes of a type that loops make, one of their fields, or what is kept of nodes beside their fields. No object of the program's.
    Rows,
    Function(FuncId),
}

impl Kind {
    pub(super) fn is_heap(self) -> bool {
        matches!(self, Self::Heap | Self::Lent)
    }
}

impl From<AllocKind> for Kind {
    fn from(kind: AllocKind) -> Self {
        match kind {
            AllocKind::Heap => Self::Heap,
            AllocKind::Lent => Self::Lent,
            AllocKind::Stack => Self::Local,
            AllocKind::Static => Self::Static,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Size {
    Known(u64),
    /// As wide as a pointer.
    Term(TermId),
}

/// What is the same for an object on all paths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Object {
    pub kind: Kind,
    pub size: Size,
    /// Bytes.
    pub align: u64,
    /// How its value is divided; heap objects get it from the type of the first access.
    pub shape: Option<Shape>,
}
