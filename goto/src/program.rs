//! Programs of the if-goto language: symbols, functions, instructions, and the tables that instructions refer to.

use crate::define_id;
use crate::expr::{ExprBuilder, ExprId, ExprKind, ExprPool};
use crate::index::IdVec;
use crate::types::{DataModel, Type, TypeId, TypeTable};
use rustc_hash::{FxHashMap, FxHashSet};

define_id!(
    /// A variable, parameter or temporary.
    SymbolId, "s");
define_id!(
    /// A function, with or without a body.
    FuncId, "f");
define_id!(
    /// A source file as the user names it.
    FileId, "file");
define_id!(
    /// A decision of the source program.
    BranchId, "br");
define_id!(
    /// A coverage goal.
    GoalId, "g");
define_id!(
    /// A safety property.
    PropertyId, "p");
define_id!(
    /// A kind of input: which function delivers it.
    InputId, "in");

/// A place in a source file; lines and columns count from 1, columns in bytes. Line 0 means: nowhere in the source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Location {
    pub file: FileId,
    pub line: u32,
    pub column: u32,
}

/// A whole program, linked.
#[derive(Clone, Debug)]
pub struct Program {
    pub types: TypeTable,
    pub exprs: ExprPool,
    pub files: IdVec<FileId, String>,
    pub symbols: IdVec<SymbolId, Symbol>,
    pub functions: IdVec<FuncId, Function>,
    pub branches: IdVec<BranchId, Branch>,
    pub inputs: IdVec<InputId, InputKind>,
    pub goals: IdVec<GoalId, Goal>,
    pub properties: IdVec<PropertyId, Property>,
    /// Where execution starts: a function without parameters that initialises the globals, calls the entry function and halts.
    pub start: FuncId,
    /// A static variable of type `int` that says how floating-point arithmetic and conversions between and to floats round, as x86's `FE_` constants: 0 to
    /// nearest, halves to even, 0x400 down, 0x800 up, 0xc00 to zero (other bits do not count). `None`: to nearest, always.
    pub rounding: Option<SymbolId>,
    /// Variables that ask for more than their type's alignment, in bytes.
    pub aligned: FxHashMap<SymbolId, u64>,
    /// Static variables in memory that cannot be written: a store into one ends the run as a crash. Only the start function, which makes them, may assign to them.
    pub constants: FxHashSet<SymbolId>,
    /// Static variables of which each thread has one of its own.
    pub thread_local: FxHashSet<SymbolId>,
    /// The memory that pointers among the inputs lead to.
    pub lent: Vec<Lent>,
    /// Functions that no execution calls, by the calls of the whole program. Their bodies were left out: goals, properties and the lines of steps stand there alone.
    pub unreached: FxHashSet<FuncId>,
    /// Functions that have no body in the source, and here one that comes back with an input, or with nothing. A native run needs definitions of them. One that gives a
    /// pointer reads an integer: 0 for null, 1 for a new object of [`bytes_of_stub`](Self::bytes_of_stub) zeros.
    pub stubs: FxHashSet<FuncId>,
}

/// An object that stands for what a pointer among the inputs may lead to. How far such memory goes in truth is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lent {
    /// A static variable that holds its address and never changes.
    pub pointer: SymbolId,
    /// Bytes from its start that are inputs. The object is larger; what lies behind them stands for what is not known.
    pub visible: u64,
}

impl Program {
    pub fn model(&self) -> DataModel {
        self.types.model()
    }

    /// The size of the object that a function of [`stubs`](Self::stubs) may give a pointer to: 0 if there is none, as for pointers to functions. `None` if it gives no pointer.
    pub fn bytes_of_stub(&self, function: FuncId) -> Option<u64> {
        const UNKNOWN: u64 = 256;
        let Type::Function { ret, .. } = *self.types.get(self.functions[function].ty) else { return None };
        let Type::Pointer(target) = *self.types.get(ret) else { return None };
        match self.types.get(target) {
            Type::Function { .. } => Some(0),
            // Texts and buffers.
            Type::Void | Type::Int { bits: 8, .. } => Some(UNKNOWN),
            _ => Some(self.types.size_of(target).unwrap_or(UNKNOWN)),
        }
    }

    /// Does it read anything of the world outside?
    pub fn reads_world(&self) -> bool {
        self.inputs.values().any(|input| input.origin != InputOrigin::Call)
    }

    /// Is the place a bit-field, so that nothing has its address?
    pub fn is_bit_field(&self, place: ExprId) -> bool {
        let ExprKind::Field { base, field } = self.exprs.kind(place) else { return false };
        let body = self.types.record_body(self.exprs.ty(base));
        body.and_then(|body| body.fields.get(field as usize)).is_some_and(|field| field.bits.is_some())
    }

    /// The alignment of a variable, in bytes.
    pub fn align_of(&self, symbol: SymbolId) -> u64 {
        let natural = self.types.align_of(self.symbols[symbol].ty);
        self.aligned.get(&symbol).map_or(natural, |&align| align.max(natural))
    }

    /// Is it a place of the models of library functions?
    pub fn is_of_library(&self, loc: Location) -> bool {
        self.files.get(loc.file).is_some_and(|file| file.starts_with(MODEL_FILES))
    }

    /// Is it a place of this file of models?
    pub fn is_in_library(&self, loc: Location, file: &str) -> bool {
        self.files.get(loc.file).and_then(|name| name.strip_prefix(MODEL_FILES)) == Some(file)
    }

    /// Is it a function of the models of threads and locks? What these access races with nothing.
    pub fn is_synchronising(&self, function: FuncId) -> bool {
        let function = &self.functions[function];
        function.model && function.body.is_some() && SYNCHRONISING.iter().any(|file| self.is_in_library(function.loc, file))
    }

    /// May it begin threads? Then what follows from one way through its text says nothing of it: what another thread does in between is not in there.
    pub fn begins_threads(&self) -> bool {
        self.functions.values().any(|f| f.thread_operation() == Some(ThreadOperation::Start))
    }

    /// May a call end by a jump to a `setjmp` of a function that waits for it?
    pub fn has_long_jumps(&self) -> bool {
        self.symbols.values().any(|symbol| symbol.storage == Storage::Static && symbol.name == JUMP_ACTIVE)
    }

    /// A builder of expressions over this program's pool.
    pub fn build(&mut self) -> ExprBuilder<'_> {
        ExprBuilder { types: &mut self.types, exprs: &mut self.exprs }
    }
}

/// How long an object lives and who can name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// Lives as long as the program, zero before the start function assigns to it. Function-local statics and string literals too.
    Static,
    /// Lives from its `Decl` to its `Dead` or the end of the call; a new object each time, with an indeterminate value.
    Local(FuncId),
    /// As `Local`, but lives from the start of the call, with the argument's value.
    Parameter(FuncId),
    /// A temporary of the front end: as `Local`, its address is never taken.
    Temporary(FuncId),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// The name in the source; made up for temporaries and literals. Not unique: the text form adds the id.
    pub name: String,
    pub ty: TypeId,
    pub storage: Storage,
    pub loc: Location,
}

#[derive(Clone, Debug)]
pub struct Function {
    /// Unique in the program.
    pub name: String,
    /// A `Type::Function`.
    pub ty: TypeId,
    pub params: Vec<Parameter>,
    /// `None`: the function is declared only, a missing body.
    pub body: Option<Body>,
    pub loc: Location,
    /// Never returns to its caller (attribute, or a known library function).
    pub noreturn: bool,
    /// Part of the tool (library models, the start function), not of the user's program: gets no goals and no checks.
    pub model: bool,
}

#[derive(Clone, Debug)]
pub struct Parameter {
    pub symbol: SymbolId,
    /// The parameter is a pointer to something that is not const: a missing body may write there.
    pub writable: bool,
}

define_id!(
    /// The position of an instruction in its function's body.
    InstrId, "");

/// The instructions of a function. The last one is `Return` or `Halt`, or a `Goto` that is always taken: execution never runs off the end.
pub type Body = IdVec<InstrId, Instruction>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instruction {
    pub kind: InstrKind,
    pub loc: Location,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InstrKind {
    Skip,
    /// A place of the source structure that coverage criteria refer to. Executes as `Skip`.
    Mark(Mark),
    /// The variable comes to life with an indeterminate value. Executed again, it is a new object.
    Decl(SymbolId),
    /// The variable dies; pointers to it dangle.
    Dead(SymbolId),
    /// Evaluates `rhs`, then stores it. Both have the same type, any but void and function.
    Assign {
        lhs: ExprId,
        rhs: ExprId,
    },
    /// If `guard` (a `Bool`) holds go to `target`, else to the next instruction. `branch` says which decision of the source this is.
    Goto {
        guard: ExprId,
        target: InstrId,
        branch: Option<BranchId>,
    },
    /// Calls a function; a result of a `void` function is `None`. Arguments beyond the declared parameters go to variadic functions.
    Call {
        result: Option<ExprId>,
        callee: Callee,
        args: Vec<ExprId>,
    },
    /// Leaves the function. The value, if any, has the function's return type.
    Return(Option<ExprId>),
    /// Executions in which the condition is false do not exist.
    Assume(ExprId),
    /// A safety property that is violated when the condition is false; execution goes on.
    Assert {
        cond: ExprId,
        property: PropertyId,
    },
    /// A coverage goal that is reached when the condition is true; execution goes on.
    Cover {
        goal: GoalId,
        cond: ExprId,
    },
    /// The next input of the program, a scalar.
    Input {
        lhs: ExprId,
        input: InputId,
    },
    /// Any value of the type; not an input, so no test can choose it.
    Havoc {
        lhs: ExprId,
        kind: HavocKind,
    },
    /// A new object of `size` (`size_t`) bytes; `result`, a pointer of any type, gets its address. Never fails.
    Allocate {
        result: ExprId,
        size: ExprId,
        kind: AllocKind,
        zeroed: bool,
    },
    /// Ends the life of an object that `Allocate` made on the stack in the same call, before the call does; nothing if it has ended.
    Release(ExprId),
    /// Ends the life of a heap object; nothing for null; a crash for anything else.
    Free(ExprId),
    /// Copies `size` (`size_t`) bytes between objects, which may overlap. Both pointers point to void.
    MemCopy {
        dst: ExprId,
        src: ExprId,
        size: ExprId,
    },
    /// Sets `size` (`size_t`) bytes to the low byte of `value`, an integer.
    MemSet {
        dst: ExprId,
        value: ExprId,
        size: ExprId,
    },
    /// Looks for a byte; `result`, a `size_t`, gets how many bytes behind `start`, a pointer to void, it is, or `limit` if it is not among the first
    /// `limit` (`size_t`) bytes. Without a limit the search ends where it finds or crashes. `value` is an integer whose low byte is meant.
    ///
    /// From this come `strlen` and `rawmemchr` (no limit), `strnlen` and `memchr` (not found: the limit itself), `strchr` (`FirstOrZero`, then look
    /// which of the two it is), `strrchr` (the length first, then `Last` within it and the zero), `memrchr`, and with `MemCopy` the copies of strings.
    Find {
        result: ExprId,
        start: ExprId,
        value: ExprId,
        limit: Option<ExprId>,
        search: FindMode,
    },
    /// Compares bytes behind two pointers to void, at most `limit` (`size_t`) of them, up to the first pair that differs; `result`, an `int`, gets the
    /// difference of this pair as unsigned bytes, 0 if there is none. Bytes behind that pair are not read.
    ///
    /// This is `memcmp`, `strcmp`, `strncmp`, `strcasecmp` and `strncasecmp`.
    Compare {
        result: ExprId,
        a: ExprId,
        b: ExprId,
        limit: Option<ExprId>,
        mode: CompareMode,
    },
    /// The program ends here.
    Halt(HaltKind),
    /// The meaning of what stands here is not known: whatever depends on going on is undecided.
    Unsupported(String),
    /// An access follows to memory of which the inputs do not tell ([`Lent`]). What it does is not known, but execution goes on behind it.
    Beyond(LentAccess),
    /// What the program reads of the outside goes on beyond what is held of it here, such as a longer file; says what there is more of. Runs with more go on behind it as the
    /// program's text says. Who over-approximates does not come here.
    Limit(String),
    /// Some runs go on from here in a way that the program does not tell; says what they depend on. The runs that are told go on behind it, and what they reach is reached;
    /// nothing behind it is proved.
    Unfollowed(String),
}

impl InstrKind {
    /// May execution go on from here in ways that the program does not tell, to anywhere in it?
    pub fn may_lead_anywhere(&self) -> bool {
        matches!(self, Self::Unsupported(_) | Self::Unfollowed(_))
    }

    /// May execution go on from here in a way that the program does not tell, to anywhere or only with values that are not known?
    pub fn is_untold(&self) -> bool {
        matches!(self, Self::Unsupported(_) | Self::Unfollowed(_) | Self::Limit(_) | Self::Beyond(_))
    }

    /// A value of which nothing is known.
    pub fn havoc(lhs: ExprId) -> Self {
        Self::Havoc { lhs, kind: HavocKind::Any }
    }
}

/// What runs may make of a value that is no input. Proofs hold for any value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HavocKind {
    /// Nothing is known of it: what depends on it no run shows for certain.
    Any,
    /// It is zero unless something happens that hardly ever does, such as that there is no room for output. What runs reach where it is zero counts.
    Rare,
    /// Is more followed than may happen, so that what is shown holds for all that may? Zero in runs and in unrollings that look for models, one where a state stands for
    /// all: what the program does where it is one includes all that it may do where it is zero.
    OverApproximation,
    /// Stands for each value: an assumption that names the variable, where a state stands for all, is made of all values that matter. What is assumed must hold for all
    /// values. Zero in runs.
    Each,
    /// Pointers to any byte of the object that this pointer points to, all over the object in which the place is.
    Into(ExprId),
}

impl HavocKind {
    /// The pointer that is read to know which values there are.
    pub fn pointer(self) -> Option<ExprId> {
        match self {
            Self::Into(pointer) => Some(pointer),
            Self::Any | Self::Rare | Self::OverApproximation | Self::Each => None,
        }
    }
}

/// The model function that says whether a value is worth computing with.
const KNOWN: &str = "__is_known";

impl Function {
    /// Does the function of a model say whether all its arguments are known? In runs they are. The unrolling says so of constants only: of other values the model then
    /// leaves open what it would compute, where the terms are not worth their size.
    pub fn tells_what_is_known(&self) -> bool {
        // Where several files of models have a function of this name, a number behind a dot tells them apart.
        self.model && self.name.split('.').next() == Some(KNOWN)
    }
}

/// What models of threads ask of the machine. Each is a function without a body whose name is its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ThreadOperation {
    /// `void __threads_start(void (*body)(START, void *, int), START, void *argument, int number)`: a thread with that number begins with a call of `body`.
    Start,
    /// `void __threads_end(void)`: the running thread ends, with all its calls.
    End,
    /// `int __threads_own(void)`: the number of the running thread, 0 for the first.
    Own,
    /// `void __threads_enter(void)`: no other thread runs until the section is left.
    Enter,
    /// `void __threads_enter_when(const int *place, int value)`: as `Enter`, as soon as the place holds that value.
    EnterWhen,
    /// `void __threads_enter_unless(const int *place, int value)`: as `Enter`, as soon as the place holds another value.
    EnterUnless,
    /// `void __threads_leave(void)`: the end of the section.
    Leave,
}

impl ThreadOperation {
    /// The operation that a function of this name stands for.
    pub fn of_name(name: &str) -> Option<Self> {
        Some(match name.strip_prefix("__threads_")? {
            "start" => Self::Start,
            "end" => Self::End,
            "own" => Self::Own,
            "enter" => Self::Enter,
            "enter_when" => Self::EnterWhen,
            "enter_unless" => Self::EnterUnless,
            "leave" => Self::Leave,
            _ => return None,
        })
    }
}

impl Function {
    /// What calls of it ask of the machine, if it is no function of the program.
    pub fn thread_operation(&self) -> Option<ThreadOperation> {
        if self.body.is_none() { ThreadOperation::of_name(&self.name) } else { None }
    }

    /// By the rules of verifiers, a function of such a name runs without being interrupted.
    pub fn is_atomic_section(&self) -> bool {
        self.body.is_some() && !self.model && self.name.starts_with("__VERIFIER_atomic_")
    }
}

/// An access to memory among the inputs of which nothing is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LentAccess {
    /// A number is read, and nothing but the number counts: who over-approximates takes any.
    Number,
    /// A pointer or several things are read, something is written, or whether the access is right counts.
    Other,
}

/// Why nothing is known behind `Beyond`.
pub const BEYOND: &str = "memory behind what pointers among the inputs lead to";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    Direct(FuncId),
    /// A pointer to a function.
    Indirect(ExprId),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AllocKind {
    Heap,
    /// On the heap, and among the inputs: of its last [`UNKNOWN_BYTES`](crate::given::UNKNOWN_BYTES) bytes nothing is known.
    Lent,
    /// Freed when the calling function returns (`alloca`, variable-length arrays).
    Stack,
    /// There until the program ends, and nothing that it could free (what the system hands to the program).
    Static,
}

impl AllocKind {
    /// Is the object there until it is freed?
    pub fn is_heap(self) -> bool {
        matches!(self, Self::Heap | Self::Lent)
    }
}

/// Which byte a `Find` looks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FindMode {
    /// The first that is equal. Bytes behind it are not read.
    First,
    /// The first that is equal or zero. Bytes behind it are not read.
    FirstOrZero,
    /// The last that is equal, among `limit` bytes, all of which must be there.
    Last,
}

/// How a `Compare` goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CompareMode {
    /// Up to the limit, which it must have.
    Block,
    /// Also ends behind a zero in both.
    String,
    /// As `String`, with the letters `A` to `Z` counting as `a` to `z`.
    Caseless,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HaltKind {
    /// Return from the entry function, `exit`.
    Exit,
    /// `abort`, a failed `assert`.
    Abort,
}

/// Source places that criteria count. Emitted by the front end where execution passes them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// The first instruction of a statement (not of a block or an empty statement).
    Statement,
    /// The start of an `if`'s then part.
    Then,
    /// The start of an `if`'s else part, also where the source has none. Not emitted where the else part is just another `if`.
    Else,
    /// The start of the body of a `while` or `for`.
    LoopBody,
    /// Just after a `while`, `for` or `do` loop, where `break` arrives too.
    LoopExit,
    /// A `case` label, passed by jump and by fall-through.
    Case,
    /// A `default` label.
    Default,
    /// The start of the second operand of `?:`. Not emitted for `a ?: b`.
    ConditionalThen,
    /// The start of the third operand of `?:`.
    ConditionalElse,
}

/// A decision of the source: what an `if`, a loop, a `?:` or a `case` tests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    pub kind: BranchKind,
    /// The condition as it stands in the source.
    pub text: String,
    /// The guard of the `Goto` is the negation of the source's condition.
    pub negated: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BranchKind {
    If,
    While,
    For,
    DoWhile,
    /// `?:`
    Conditional,
    /// The comparison of a `switch` value with one label; text is the label.
    Case,
    /// The left operand of `&&` or `||` whose right operand has side effects; part of a decision, none of its own.
    ShortCircuit,
}

/// A function that delivers inputs: `__VERIFIER_nondet_int` and so on, or an undefined function, or an entry parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputKind {
    /// As the caller sees it: `__VERIFIER_nondet_int`.
    pub function: String,
    /// The C type's name: `int`, `unsigned int`.
    pub type_name: String,
    /// The type of the value.
    pub ty: TypeId,
    pub origin: InputOrigin,
}

/// Where an input's values come from. Those of one origin that is not [`Call`](Self::Call) are, in the order in which they are read, what stands there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InputOrigin {
    /// What calls of a function deliver, or a variable holds.
    Call,
    /// Is there one more argument on the command line?
    ArgumentFollows,
    /// A byte of an argument; a zero ends it.
    ArgumentByte,
    /// Is there one more byte in the standard input?
    StdinFollows,
    StdinByte,
    /// Does something fail that a test can bring about?
    Fails(Failure),
    /// A file of the working directory, by the order in which the program first uses their names.
    File(u8, FilePart),
    /// A variable of the environment, by the order in which the program first asks for them.
    Variable(u8, VariablePart),
}

/// What a test can bring about to fail: the standard input is a directory, or closed; the standard output is a device that is full.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Failure {
    StdinIsFolder,
    StdinIsClosed,
    StdoutIsFull,
}

impl Failure {
    pub const ALL: [Self; 3] = [Self::StdinIsFolder, Self::StdinIsClosed, Self::StdoutIsFull];

    /// In words, for people and for tests on disk.
    pub fn text(self) -> &'static str {
        match self {
            Self::StdinIsFolder => "stdin is a directory",
            Self::StdinIsClosed => "stdin is closed",
            Self::StdoutIsFull => "stdout is full",
        }
    }
}

/// Arguments that the model of the command line has room for, behind the program's name, and bytes of each. Its text has the same numbers.
pub const MOST_ARGUMENTS: u8 = 16;
pub const LONGEST_ARGUMENT: u8 = 255;

/// What is read of a variable of the environment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VariablePart {
    /// Is it set?
    Set,
    /// A zero ends its value.
    Byte,
}

/// Where models of library functions stand: the start of the names of their files.
pub const MODEL_FILES: &str = "<library>/";

/// The static variable that says that a jump to a `setjmp` is under way; there is none in programs that do not jump.
pub const JUMP_ACTIVE: &str = "jump_active";

/// Of these, the models of threads.
const SYNCHRONISING: [&str; 2] = ["concurrency.c", "threads.c"];

/// The model function that is called with the number of a variable of the environment and each byte of its name.
pub const VARIABLE_NAMED: &str = "__model_variable_named";

/// The model function that is called with the number of a file and each byte of its name.
pub const FILE_NAMED: &str = "__model_file_named";

/// What is read of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FilePart {
    /// Is it there?
    Exists,
    /// Is there one more byte in it?
    Follows,
    Byte,
    /// Is it there, as an entry of the working directory whose name the program does not know before it reads that?
    Listed,
    /// Of the name of such an entry; a zero ends it.
    NameByte,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    /// `main.branch.3.true`: unique and stable for one source text.
    pub name: String,
    pub kind: GoalKind,
    pub function: FuncId,
    pub loc: Location,
    /// The condition or statement as it stands in the source.
    pub text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoalKind {
    Branch,
    /// Of a decision: its value determines the outcome.
    Condition,
    Statement,
    Function,
    Assertion,
    ErrorCall,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// `main.assertion.1`: unique and stable for one source text.
    pub name: String,
    pub class: PropertyClass,
    pub function: FuncId,
    pub loc: Location,
    /// What is claimed, for a person.
    pub text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PropertyClass {
    /// `assert(c)`.
    Assertion,
    /// `reach_error` and its kin are not called.
    UnreachCall,
    /// Indices lie in their arrays.
    Bounds,
    /// Pointers that are used point to live objects with room for the access.
    Pointer,
    /// Every access to memory lies in a live object.
    ValidDeref,
    /// What is freed is the start of a live heap object, or null.
    ValidFree,
    /// No memory is lost: what is not freed can still be reached.
    ValidMemtrack,
    /// All memory is freed when the program ends.
    ValidMemcleanup,
    /// As `ValidMemcleanup`, by the name that is no competition's.
    MemoryLeak,
    /// Signed arithmetic gives values of its type.
    Overflow,
    UnsignedOverflow,
    DivByZero,
    /// Distances of shifts lie below the width, and left shifts of signed values are defined.
    Shift,
    /// Implicit conversions of integers keep the value.
    Conversion,
    /// The integer type can hold the floating-point number that is converted to it.
    FloatCast,
    /// Finite floating-point operands give finite results.
    FloatOverflow,
    /// Numbers give numbers.
    Nan,
    /// Values that are read have been written.
    Uninitialised,
    /// Pointers that are used are multiples of their target's alignment.
    Alignment,
    /// `__builtin_unreachable` is not reached.
    Unreachable,
    /// Builtins get arguments for which they are defined: `__builtin_clz` and its kin no zero.
    Builtin,
    /// Sizes of arrays of variable length are positive.
    VlaBound,
    /// Pointers that are compared by `<` and its kin point into one object.
    PointerComparison,
    /// Pointers that are subtracted point into one object.
    PointerSubtraction,
    /// Pointer arithmetic stays within its object or just behind it.
    PointerOverflow,
    /// No null pointer where the attribute `nonnull` or `returns_nonnull` excludes it.
    Nonnull,
    /// What library functions copy does not overlap.
    Overlap,
    /// Arguments of library functions are ones for which they are defined: an open `FILE`, a base of a number, a size.
    Library,
    /// The formats of `printf` and its kin fit the arguments.
    Format,
    /// A function is called as it is defined.
    FunctionType,
    /// The value of a function that ends without `return` is not used.
    MissingReturn,
    /// A `_Bool` that is read is 0 or 1.
    BoolValue,
    /// An object of an enumerated type holds one of its values.
    EnumValue,
    /// No floating-point number is divided by zero.
    FloatDivByZero,
    /// Floating-point operations are exact.
    FloatInexact,
    /// No object is changed twice, or changed and read, without a sequence point in between.
    Unsequenced,
    /// Recursion ends.
    InfiniteRecursion,
    /// Loops end within their bound.
    Unwinding,
    /// Part of an argument that a loop or a recursion ends. That one is violated says nothing by itself.
    Termination,
    /// What a witness claims holds where it claims it.
    Witness,
    /// No two threads access a place at the same time, one of them writing, unless both do so atomically.
    DataRace,
    /// Threads do not come to a point where none can go on and one has not ended.
    Deadlock,
    /// A clause of a contract or of a loop, or that stores stay within the frame that one names.
    Contract,
    /// A place is not reached, so that what is claimed behind it says nothing. No property that anybody wants: where it is violated all is well.
    Vacuity,
}

impl PropertyClass {
    /// Is it claimed of single operations, by checks that instrumentation puts before the instruction that executes them?
    pub fn is_check(self) -> bool {
        use PropertyClass as P;
        !matches!(
            self,
            P::Assertion
                | P::UnreachCall
                | P::ValidMemtrack
                | P::ValidMemcleanup
                | P::MemoryLeak
                | P::Unwinding
                | P::Termination
                | P::InfiniteRecursion
                | P::Witness
                | P::DataRace
                | P::Deadlock
                | P::Contract
                | P::Vacuity
        )
    }

    /// As names of properties contain it: `main.bounds.1`.
    pub fn label(self) -> &'static str {
        use PropertyClass as P;
        match self {
            P::Assertion => "assertion",
            P::UnreachCall => "unreach-call",
            P::Bounds => "bounds",
            P::Pointer => "pointer",
            P::ValidDeref => "valid-deref",
            P::ValidFree => "valid-free",
            P::ValidMemtrack => "valid-memtrack",
            P::ValidMemcleanup => "valid-memcleanup",
            P::MemoryLeak => "memory-leak",
            P::Overflow => "no-overflow",
            P::UnsignedOverflow => "unsigned-overflow",
            P::DivByZero => "div-by-zero",
            P::Shift => "shift",
            P::Conversion => "conversion",
            P::FloatOverflow => "float-overflow",
            P::Nan => "nan",
            P::Uninitialised => "uninitialised",
            P::Alignment => "alignment",
            P::FloatCast => "float-cast",
            P::Unreachable => "unreachable",
            P::Builtin => "builtin",
            P::VlaBound => "vla-bound",
            P::PointerComparison => "pointer-comparison",
            P::PointerSubtraction => "pointer-subtraction",
            P::PointerOverflow => "pointer-overflow",
            P::Nonnull => "nonnull",
            P::Overlap => "overlap",
            P::Library => "library",
            P::Format => "format",
            P::FunctionType => "function-type",
            P::MissingReturn => "missing-return",
            P::BoolValue => "bool-value",
            P::EnumValue => "enum-value",
            P::FloatDivByZero => "float-div-by-zero",
            P::FloatInexact => "float-inexact",
            P::Unsequenced => "unsequenced",
            P::InfiniteRecursion => "infinite-recursion",
            P::Unwinding => "unwinding",
            P::Termination => "termination",
            P::Witness => "witness",
            P::DataRace => "no-data-race",
            P::Deadlock => "no-deadlock",
            P::Contract => "contract",
            P::Vacuity => "vacuity",
        }
    }
}
