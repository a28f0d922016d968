//! The typed tree: C after the type checker. Every conversion is explicit, every name is resolved, every constant is evaluated;
//! what remains for lowering is control flow, the order of side effects and the library. The checker makes it, lowering reads it.
//!
//! Invariants: operands of arithmetic and comparisons have equal types; conditions have type `Bool`; places are read implicitly (a place used
//! as a value is its content); arrays and functions used as values appear under `Decay` and `AddressOf`.

use goto::{BinOp, Bits, FileId, IdVec, Location, RecordId, TypeId, TypeTable, define_id};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

define_id!(
    /// A variable or parameter.
    VarId, "v");
define_id!(
    /// A function, one entry for all its declarations.
    FunctionId, "fn");

define_id!(
    /// A kind of calls: by the function's type and, without a prototype, the arguments.
    CalledId, "called");

/// All translation units, linked.
#[derive(Debug)]
pub struct Tree {
    pub types: TypeTable,
    pub files: IdVec<FileId, String>,
    pub vars: IdVec<VarId, Var>,
    pub functions: IdVec<FunctionId, Function>,
    /// The functions that calls of a kind must not mean, since their types are not compatible.
    pub refused: IdVec<CalledId, Vec<FunctionId>>,
    /// Run before the entry function, in this order.
    pub constructors: Vec<FunctionId>,
    /// Run when the program ends by itself, in this order.
    pub destructors: Vec<FunctionId>,
    /// What records without a tag are called by the first typedef that means them.
    pub typedefs: FxHashMap<RecordId, String>,
    /// What is named outside of functions.
    pub mentions: Mentions,
}

/// The functions and variables that a text names, also where the tree does not keep what the text says of them, since it is not supported.
#[derive(Clone, Default, Debug)]
pub struct Mentions {
    pub functions: BTreeSet<FunctionId>,
    pub variables: BTreeSet<VarId>,
}

#[derive(Debug)]
pub struct Var {
    /// The source's name; empty for what has none.
    pub name: String,
    /// The complete type. A variable-length array has a pointer to its element type here and comes to life by `DeclVla`.
    pub ty: TypeId,
    pub kind: VarKind,
    /// What the declaration asks for beyond the type's alignment, in bytes.
    pub align: Option<u64>,
    pub loc: Location,
    /// For `Static`: the value before the program starts; `None` is zero. Locals are initialised by their `Decl`.
    pub init: Option<Init>,
    /// The source may not assign to it.
    pub constant: bool,
    /// Its value may change by other means than the program.
    pub volatile: bool,
    /// For `Extern`: the linker gives it the null address if nothing defines it.
    pub weak: bool,
    /// Each thread has one of its own.
    pub thread_local: bool,
    /// A static variable of a block: no other function can name it.
    pub in_block: bool,
}

impl Var {
    /// Does it lie in memory that cannot be written? So do constants that live as long as the program, but for those that are volatile or belong to
    /// threads; what another unit defines may be another.
    pub fn is_read_only(&self) -> bool {
        self.kind == VarKind::Static && self.constant && !self.volatile && !self.thread_local
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VarKind {
    /// Global variables, static locals, string literals.
    Static,
    /// Declared `extern` and defined nowhere: any value.
    Extern,
    Local,
    Parameter,
}

#[derive(Debug)]
pub struct Function {
    /// Unique: static functions of several files with one name have a suffix.
    pub name: String,
    /// A `Type::Function`. For a definition without prototype the parameters are those of the definition.
    pub ty: TypeId,
    /// For declarations without body the variables stand for the declared parameters. The last one of a variadic function is hidden: it points
    /// to the area of its other arguments.
    pub params: Vec<Param>,
    pub body: Option<Vec<Stmt>>,
    pub loc: Location,
    pub noreturn: bool,
    /// Without a body: its address is null.
    pub weak: bool,
    pub demands: Demands,
    /// The labels whose address is taken.
    pub label_values: Option<LabelValues>,
    /// The return type as C writes it, for inputs: `unsigned int`.
    pub return_type_name: String,
    /// What its body names.
    pub mentions: Mentions,
    /// `static`: other files cannot name it.
    pub internal: bool,
}

/// What declarations of a function demand of its callers, beyond types.
#[derive(Clone, Default, Debug)]
pub struct Demands {
    /// Parameters, from 0, that are no null pointers.
    pub nonnull: Vec<usize>,
    /// No parameter is a null pointer.
    pub all_nonnull: bool,
    /// The result is no null pointer.
    pub returns_nonnull: bool,
    /// Parameters with the least number of elements behind them: `int a[static 3]`.
    pub least: Vec<(usize, u64)>,
    pub format: Option<Format>,
}

/// Which parameter is a format, and the first argument for it, from 0; a `first` of 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// As that of `scanf`, else of `printf`.
    pub scan: bool,
    pub text: usize,
    pub first: usize,
}

impl Demands {
    pub fn is_nonnull(&self, parameter: usize) -> bool {
        self.all_nonnull || self.nonnull.contains(&parameter)
    }

    pub fn merge(&mut self, other: &Self) {
        for &parameter in &other.nonnull {
            if !self.nonnull.contains(&parameter) {
                self.nonnull.push(parameter);
            }
        }
        self.all_nonnull |= other.all_nonnull;
        self.returns_nonnull |= other.returns_nonnull;
        for &(parameter, count) in &other.least {
            match self.least.iter_mut().find(|known| known.0 == parameter) {
                Some(known) => known.1 = known.1.max(count),
                None => self.least.push((parameter, count)),
            }
        }
        self.format = self.format.or(other.format);
    }
}

/// Labels as values: the address of the label `names[i]` is that of byte `i` of an object.
#[derive(Debug)]
pub struct LabelValues {
    pub object: VarId,
    pub names: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct Param {
    pub var: VarId,
    /// A pointer to something that is not const.
    pub writable: bool,
}

/// An initialiser, flattened: first all bytes become zero if `zero`, then the parts are assigned in order.
#[derive(Debug)]
pub struct Init {
    pub zero: bool,
    pub parts: Vec<InitPart>,
}

#[derive(Debug)]
pub struct InitPart {
    /// From the variable to the scalar (or the struct initialised by an expression of its type).
    pub path: Vec<Selector>,
    /// Has the type of the place.
    pub value: Expr,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selector {
    Field(usize),
    Index(u64),
}

#[derive(Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: TypeId,
    /// Of arithmetic operators and elements of arrays: the operator's place, the index's place; else the start. See [`made_up`].
    pub loc: Location,
}

/// The place of an operation that the source does not contain, made near `loc`: what C says of its operators does not hold for it.
pub fn made_up(loc: Location) -> Location {
    Location { line: 0, ..loc }
}

#[derive(Debug)]
pub enum ExprKind {
    /// A scalar constant, as `goto::ExprKind::Const`.
    Const(Bits),
    Var(VarId),
    /// A function designator; occurs only under `AddressOf` and as a direct callee.
    Function(FunctionId),
    Deref(Box<Expr>),
    /// A member by position in the record's fields.
    Field(Box<Expr>, usize),
    /// An element of a place of array type.
    Index(Box<Expr>, Box<Expr>),
    /// Of a place or of a `Function`.
    AddressOf(Box<Expr>),
    /// An array place as a pointer to its first element.
    Decay(Box<Expr>),
    /// The length of an array of variable size: the value of the operand, an integer, which has to be positive.
    Length(Box<Expr>),
    /// A constant: the integer that gcc computes for a conversion of a floating-point constant that its type cannot hold.
    OutOfRange(Box<Expr>),
    /// A value of an enumerated type, which is to be one of its constants. Each pair is the first and last of constants without a gap; they ascend.
    Enumerated {
        value: Box<Expr>,
        constants: Vec<(i128, i128)>,
    },
    Neg(Box<Expr>),
    BitNot(Box<Expr>),
    /// On `Bool`.
    Not(Box<Expr>),
    /// Any operator but `And` and `Or`. Comparisons have type `Bool`; the checker casts to `int` where C does.
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// As `Binary`, but the second operand stands first in the source and is evaluated first: `a > b` is `b < a`, `i + p` is `PtrAdd(p, i)`.
    BinaryReversed(BinOp, Box<Expr>, Box<Expr>),
    /// On `Bool`, to `Bool`. An operand that is `&&` or `||` itself has no text, since its own operands have; nor has any of one that the source does not contain.
    And(Condition, Condition),
    Or(Condition, Condition),
    /// To the type of this expression; to `Void` drops the value. A conversion that the source does not write out stands where its operand does.
    Cast(Box<Expr>),
    /// `cond ? then : other`; the arms have the type of the whole, `Void` included.
    Conditional {
        cond: Condition,
        then: Box<Expr>,
        other: Box<Expr>,
    },
    /// `value ?: other`: `value` is evaluated once; `value` and `other` have the type of the whole.
    Elvis {
        value: Box<Expr>,
        other: Box<Expr>,
    },
    /// The result is the value of the place afterwards.
    Assign {
        place: Box<Expr>,
        value: Box<Expr>,
    },
    /// `place = (type of place)((compute)place op value)`. The place is evaluated once. For pointers `op` is `PtrAdd` and `compute` the pointer's type.
    CompoundAssign {
        op: BinOp,
        place: Box<Expr>,
        value: Box<Expr>,
        compute: TypeId,
    },
    /// `++` and `--`: as `CompoundAssign` with `value`; the result is the old value if `postfix`.
    Step {
        op: BinOp,
        place: Box<Expr>,
        value: Box<Expr>,
        compute: TypeId,
        postfix: bool,
    },
    Comma(Box<Expr>, Box<Expr>),
    /// `({ ...; value; })`
    Statements {
        body: Vec<Stmt>,
        value: Option<Box<Expr>>,
    },
    /// Arguments are converted: to the parameters' types, beyond them by the default promotions. There is none for a hidden parameter.
    Call {
        callee: Callee,
        args: Vec<Expr>,
        /// What the source says of the function; `None` for calls that are made up.
        called: Option<CalledId>,
    },
    /// `(T){...}`: the variable (a `Local`, or a `Static` with its `init` outside of functions) is initialised anew each time; the expression is its place.
    CompoundLiteral {
        var: VarId,
        init: Option<Init>,
    },
    /// The place of a scalar whose value is an input whenever it is read, with the name of the input and of its type. Where it stands for a place it is given that value
    /// before it is read and written.
    Volatile {
        place: Box<Expr>,
        name: String,
        type_name: String,
    },
    /// What stands here has a type but no meaning yet.
    Unsupported(String),
}

#[derive(Debug)]
pub enum Callee {
    Direct(FunctionId),
    /// A pointer to a function.
    Indirect(Box<Expr>),
}

/// What decides where control goes.
#[derive(Debug)]
pub struct Condition {
    /// Type `Bool`.
    pub expr: Box<Expr>,
    /// As it stands in the source; empty for what does not stand there.
    pub text: String,
}

impl Condition {
    /// One that the source does not contain.
    pub fn without_text(expr: Expr) -> Self {
        Self { expr: Box::new(expr), text: String::new() }
    }
}

#[derive(Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub loc: Location,
}

#[derive(Debug)]
pub enum StmtKind {
    /// `;`
    Empty,
    Expr(Expr),
    /// A local variable comes to life.
    Decl {
        var: VarId,
        init: Option<Init>,
    },
    /// A variable-length array: `var` (a pointer) gets a new stack object of `bytes` (`size_t`), whose size is kept in `size_var` for `sizeof`.
    DeclVla {
        var: VarId,
        size_var: VarId,
        bytes: Expr,
    },
    /// From here on, whenever control leaves the block in which the variable lives, the call is made before the variable dies.
    Cleanup {
        var: VarId,
        call: Expr,
    },
    /// The size of a parameter that is declared as an array of variable size: evaluated, though nothing needs it. No statement of the source.
    Size(Expr),
    Block(Vec<Stmt>),
    If {
        cond: Condition,
        then: Box<Stmt>,
        other: Option<Box<Stmt>>,
    },
    While {
        cond: Condition,
        body: Box<Stmt>,
    },
    DoWhile {
        body: Box<Stmt>,
        cond: Condition,
    },
    /// The scope of `init` is the loop.
    For {
        init: Vec<Stmt>,
        cond: Option<Condition>,
        step: Option<Expr>,
        body: Box<Stmt>,
    },
    /// The value is promoted; case values have its type.
    Switch {
        value: Expr,
        body: Box<Stmt>,
    },
    /// `low == high` but for GNU ranges, which include both ends.
    Case {
        low: Bits,
        high: Bits,
        text: String,
        body: Box<Stmt>,
    },
    Default(Box<Stmt>),
    /// Labels are unique in their function.
    Label {
        name: String,
        body: Box<Stmt>,
    },
    Goto(String),
    /// `goto *e`: to the label with this address, a pointer to void.
    ComputedGoto(Expr),
    Break,
    Continue,
    Return(Option<Expr>),
    /// Assembler: the operands are evaluated, then the places written get any value; with `memory` so does what pointers among the operands reach.
    Assembler {
        reads: Vec<Expr>,
        /// Places.
        writes: Vec<Expr>,
        memory: bool,
        /// What it is, if it may do anything else.
        opaque: Option<String>,
    },
    /// Reached: the meaning is unknown.
    Unsupported(String),
}
