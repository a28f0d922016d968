//! What functions do with the memory of their callers, in words of C that have a meaning at the head of the function: places that they write, pointers that they follow,
//! integers that they read, values that they return. From this contracts are proposed. Nothing here is a fact that a proof may rest on: what a sketch leaves out, a proof
//! that rests on the proposal does not pass.
//!
//! Knows the typed tree; knows nothing of contracts.

mod calls;
mod loops;
mod places;
mod spell;
mod visit;
mod walk;

use super::check::Checker;
use super::contracts::{self, Weave};
use super::diagnostic::Error;
use super::source::{self, Options};
use super::tree::{Function, Tree};
use goto::{Type, TypeId, TypeTable};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

pub use loops::{Fact, Loop};

/// What a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Integer {
        bits: u16,
        signed: bool,
    },
    Pointer,
    /// A truth value, a floating-point number, or several values.
    Other,
}

impl Kind {
    pub(super) fn of(types: &TypeTable, ty: TypeId) -> Self {
        match types.get(ty) {
            Type::Int { bits, signed } => Self::Integer { bits: *bits, signed: *signed },
            Type::Pointer(_) => Self::Pointer,
            _ => Self::Other,
        }
    }
}

/// A value that is there when the function begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quantity {
    pub text: String,
    pub kind: Kind,
    /// The pointers that lead there, the first one first.
    pub follows: Vec<String>,
}

/// Which element of an array is meant.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Index {
    Constant(u64),
    /// By an expression that has a meaning when the function begins.
    Named(String),
    /// Nobody knows.
    Open,
}

/// A pointer that is followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pointer {
    pub text: String,
    /// Bytes of what it leads to, as its type has it; 1 where that has no size.
    pub size: u64,
    /// It leads to characters.
    pub is_text: bool,
    pub indexes: BTreeSet<Index>,
    /// The pointers that lead to where it stands.
    pub follows: Vec<String>,
}

/// A place that is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Store {
    /// The place, if words of the function's head name it.
    pub exact: Option<String>,
    /// What holds the place whichever element is meant.
    pub whole: Extent,
    /// The object around it.
    pub object: Extent,
    pub kind: Kind,
    pub follows: Vec<String>,
    /// What is written there, as far as it can be named.
    pub values: Vec<Value>,
    /// The pointer to the array whose element it is, where the element changes.
    pub element_of: Option<String>,
}

/// What may be written.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Extent {
    /// A place of the program.
    Place(String),
    /// All of the object that the pointer leads to.
    Object(String),
}

/// An expression: as it is when the function begins, and as it is when it returns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Value {
    /// What memory holds stands as what it held.
    pub before: String,
    pub after: String,
}

/// A call: arguments by the names of parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    pub function: String,
    pub arguments: BTreeMap<String, String>,
}

/// A function with a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sketch {
    pub function: String,
    pub file: String,
    pub line: u32,
    /// What it returns.
    pub result: Option<Kind>,
    pub parameters: Vec<Quantity>,
    /// Integers in memory that it reads or writes.
    pub integers: Vec<Quantity>,
    pub pointers: Vec<Pointer>,
    /// Pointers that it compares with null.
    pub tested: BTreeSet<String>,
    pub stores: Vec<Store>,
    pub frees: BTreeSet<String>,
    pub returns: Vec<Value>,
    /// It returns nothing but these.
    pub constants_returned: Option<BTreeSet<i128>>,
    /// Numbers in its text, lengths of arrays included.
    pub constants: BTreeSet<i128>,
    /// Functions with a body that it calls.
    pub calls: BTreeSet<String>,
    /// What these are given, as far as it has words here.
    pub given: Vec<Given>,
    pub allocates: bool,
    /// In the order of the text.
    pub loops: Vec<Loop>,
    /// Why words of C at its head do not say what it does, if they do not.
    pub obstacle: Option<Obstacle>,
}

/// What no contract can be proposed for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// Any number of arguments.
    Variadic,
    /// A parameter has no name.
    Unnamed,
    /// It and other functions call each other.
    MutualRecursion,
}

impl Obstacle {
    pub fn told(self) -> &'static str {
        match self {
            Self::Variadic => "it takes any number of arguments",
            Self::Unnamed => "a parameter has no name",
            Self::MutualRecursion => "it and other functions call each other",
        }
    }
}

/// All functions with bodies in the files, those that are called before those that call them.
///
/// # Errors
/// What is wrong with the text.
pub fn read(files: &[PathBuf], options: &Options) -> Result<Vec<Sketch>, Error> {
    source::on_big_stack(|| {
        let mut checker = Checker::for_dialect(options.data_model, options.dialect);
        for (number, file) in files.iter().enumerate() {
            let source = source::read_woven(file, options, &[], (&Weave::default(), number))?;
            checker.add_unit_in(&source, options.of(file).dialect)?;
        }
        checker.speak(options.dialect);
        let tree = checker.finish();
        let own: BTreeMap<String, Sketch> =
            tree.functions.values().filter(|f| is_own(f)).filter_map(|f| Some((f.name.clone(), walk::sketch(&tree, f)?))).collect();
        Ok(calls::together(own, &walk::calls(&tree)))
    })
}

fn is_own(function: &Function) -> bool {
    function.body.is_some() && !function.name.starts_with(contracts::PREFIX)
}

/// The name of a parameter, of all of them.
fn parameter_names(tree: &Tree, function: &Function) -> Vec<String> {
    function.params.iter().map(|param| tree.vars[param.var].name.clone()).collect()
}
