//! What an entry function that is not `main` is given: which inputs its arguments, the globals and the memory behind pointers are made of. Who writes the call of the
//! function in another language needs this; the program itself says the same by the instructions of its start function.

use crate::expr::ExprId;
use crate::program::{FuncId, InputId, SymbolId};
use crate::types::RecordId;
use rustc_hash::{FxHashMap, FxHashSet};

/// The places that [`Referent::Elsewhere`] tells apart.
pub const FAR_PLACES: u64 = 256;
/// Bytes between two of them: this suits every type.
pub const FAR_STEP: u64 = 16;

/// Bytes behind what is known of an object among the inputs that belong to it.
pub const UNKNOWN_BYTES: u64 = FAR_PLACES * FAR_STEP;

/// How the entry function is called. Nothing where it is `main`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Given {
    /// The arguments: variables, in order.
    pub arguments: Vec<ExprId>,
    /// In the order in which they are read; nothing is read before.
    pub inputs: Vec<GivenInput>,
    /// Of variables whose parts are too many to be inputs: does the variable have the value with which the program begins? If not, nothing says which one it has.
    pub kept: Vec<InputId>,
    /// Places whose values no input says.
    pub unsaid: Vec<ExprId>,
    /// Variables of blocks: only the function they stand in can name them.
    pub hidden: FxHashSet<SymbolId>,
    /// Functions that somebody else would have written.
    pub stubs: Vec<Stub>,
    /// What a record without a tag is called by the first typedef that means it.
    pub typedefs: FxHashMap<RecordId, String>,
}

/// One input and what becomes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenInput {
    pub input: InputId,
    /// What gets the value: a variable of the arguments, a global variable or the object that a pointer of [`Program::lent`](crate::Program::lent) leads to, or a part
    /// of one of these.
    pub place: ExprId,
    /// Where the input chooses what a pointer leads to.
    pub leads: Option<Leads>,
}

/// A function without a body in the program, which does nothing but come back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stub {
    pub function: FuncId,
    /// What it comes back with; zero if no input says it.
    pub result: Option<InputId>,
    /// Does the program declare it and call it by its name? Others are behind pointers alone.
    pub is_declared: bool,
}

/// What the numbers mean by which a pointer is chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leads {
    pub numbered: Vec<(u64, Referent)>,
    pub within: Vec<Positions>,
    /// All other numbers.
    pub other: Referent,
}

/// The numbers from `first` on lead to the elements from the second one on of an object of [`Program::lent`](crate::Program::lent), to the place behind its last known element, and
/// to places where elements would follow of which nothing is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Positions {
    pub object: usize,
    pub first: u64,
    /// Known elements, and all positions.
    pub known: u64,
    pub count: u64,
}

/// What a pointer leads to: the beginning of an object, an element of it, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Referent {
    Null,
    /// The object with this position in [`Program::lent`](crate::Program::lent).
    Lent(usize),
    /// This element of such an object, counted from 0; it may not be there.
    Element {
        object: usize,
        index: u64,
    },
    Variable(SymbolId),
    Function(FuncId),
    /// A place of which only the address is known, another one for each number behind this one.
    Elsewhere {
        last: u64,
    },
}

impl Leads {
    /// What this number means.
    pub fn referent(&self, number: u64) -> Referent {
        let named = self.numbered.iter().find(|(n, _)| *n == number).map(|(_, referent)| *referent);
        named.or_else(|| self.within.iter().find_map(|positions| positions.referent(number))).unwrap_or(self.other)
    }
}

impl Positions {
    /// What this number means, if it is one of these.
    fn referent(&self, number: u64) -> Option<Referent> {
        let position = number.checked_sub(self.first).filter(|position| *position < self.count)?;
        Some(Referent::Element { object: self.object, index: position + 1 })
    }
}
