//! The executable form of a program: flat code for a machine with registers of 64 bits. Made by `compile`, executed by `exec`.
//!
//! Every call has a frame of registers: variables whose address is never taken, handles of the objects of the other variables, constants
//! (copied from the function's template at the call), and intermediate results. A register holds a value in canonical form: signed integers
//! sign-extended, everything else zero-extended to 64 bits. Values of more than 64 bits take two registers, the low half first.

use super::Relation;
use super::float::FloatOp;
use super::value::Scalar;
use crate::expr::{BinOp, HeapFact, MemoryFact, UnOp};
use crate::index::IdVec;
use crate::program::{AllocKind, CompareMode, FindMode, FuncId, HaltKind, InputId, InstrId, Location, SymbolId, ThreadOperation};
use crate::types::{BitRange, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

/// A register, counted from the start of the frame.
pub(super) type Reg = u32;
/// A position in the code.
pub(super) type Pc = u32;

/// How to bring a result to its type: the canonical form of the low `64 - shift` bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Norm {
    pub shift: u8,
    pub signed: bool,
}

impl Norm {
    /// All 64 bits as they are.
    pub(super) const NONE: Norm = Norm { shift: 0, signed: false };

    /// The form of a scalar of at most 64 bits.
    pub(super) fn of(scalar: Scalar) -> Self {
        Norm { shift: 64 - scalar.bits().min(64) as u8, signed: scalar.signed() }
    }

    #[inline]
    pub(super) fn apply(self, value: u64) -> u64 {
        let up = value << (self.shift & 63);
        if self.signed { ((up as i64) >> (self.shift & 63)) as u64 } else { up >> (self.shift & 63) }
    }
}

/// How a scalar lies in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cell {
    Bool,
    S8,
    U8,
    S16,
    U16,
    S32,
    U32,
    W64,
    /// Ten bytes, two registers.
    W80,
    /// Two registers.
    W128,
}

impl Cell {
    pub(super) fn of(scalar: Scalar) -> Self {
        match (scalar, scalar.bits(), scalar.signed()) {
            (Scalar::Bool, ..) => Cell::Bool,
            (_, 8, true) => Cell::S8,
            (_, 8, false) => Cell::U8,
            (_, 16, true) => Cell::S16,
            (_, 16, false) => Cell::U16,
            (_, 32, true) => Cell::S32,
            (_, 32, false) => Cell::U32,
            (_, 80, _) => Cell::W80,
            (_, 128, _) => Cell::W128,
            _ => Cell::W64,
        }
    }
}

/// Comparisons of floating-point numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FloatCmp {
    Eq,
    Ne,
    Lt,
    Le,
}

/// An operation; unless said otherwise `dst` gets the result.
#[derive(Clone, Copy, PartialEq, Debug)]
#[rustfmt::skip]
pub(super) enum Op {
    /// The start of a basic block of this many instructions.
    Block { instructions: u32 },
    Move { dst: Reg, src: Reg },
    Add { dst: Reg, a: Reg, b: Reg, norm: Norm },
    Sub { dst: Reg, a: Reg, b: Reg, norm: Norm },
    Mul { dst: Reg, a: Reg, b: Reg, norm: Norm },
    DivSigned { dst: Reg, a: Reg, b: Reg, norm: Norm },
    RemSigned { dst: Reg, a: Reg, b: Reg, norm: Norm },
    DivUnsigned { dst: Reg, a: Reg, b: Reg },
    RemUnsigned { dst: Reg, a: Reg, b: Reg },
    And { dst: Reg, a: Reg, b: Reg },
    Or { dst: Reg, a: Reg, b: Reg },
    Xor { dst: Reg, a: Reg, b: Reg },
    /// The distance counts modulo the width of `norm`.
    Shl { dst: Reg, a: Reg, b: Reg, norm: Norm },
    Shr { dst: Reg, a: Reg, b: Reg, norm: Norm },
    Neg { dst: Reg, a: Reg, norm: Norm },
    Complement { dst: Reg, a: Reg, norm: Norm },
    /// `a ^ 1` on truth values.
    Not { dst: Reg, a: Reg },
    Normalise { dst: Reg, a: Reg, norm: Norm },
    NonZero { dst: Reg, a: Reg },
    Eq { dst: Reg, a: Reg, b: Reg },
    Ne { dst: Reg, a: Reg, b: Reg },
    LtSigned { dst: Reg, a: Reg, b: Reg },
    LtUnsigned { dst: Reg, a: Reg, b: Reg },
    LeSigned { dst: Reg, a: Reg, b: Reg },
    LeUnsigned { dst: Reg, a: Reg, b: Reg },
    Single { op: FloatOp, dst: Reg, a: Reg, b: Reg },
    Double { op: FloatOp, dst: Reg, a: Reg, b: Reg },
    CompareSingle { op: FloatCmp, dst: Reg, a: Reg, b: Reg },
    CompareDouble { op: FloatCmp, dst: Reg, a: Reg, b: Reg },
    /// An operation of the `rare` table.
    Rare { index: u32 },
    /// `a + b * size` as a pointer.
    Scale { dst: Reg, a: Reg, b: Reg, size: u32 },
    /// `(a - b) / size` as a `ptrdiff_t`; 0 if the size is.
    PtrDiff { dst: Reg, a: Reg, b: Reg, size: u32 },

    Jump { target: Pc },
    JumpIf { a: Reg, target: Pc },
    JumpUnless { a: Reg, target: Pc },
    JumpEq { a: Reg, b: Reg, target: Pc },
    JumpNe { a: Reg, b: Reg, target: Pc },
    JumpLtSigned { a: Reg, b: Reg, target: Pc },
    JumpLtUnsigned { a: Reg, b: Reg, target: Pc },
    JumpLeSigned { a: Reg, b: Reg, target: Pc },
    JumpLeUnsigned { a: Reg, b: Reg, target: Pc },

    GetGlobal { dst: Reg, global: u32 },
    SetGlobal { global: u32, src: Reg },
    /// The cell at an address plus `offset`.
    Load { dst: Reg, address: Reg, offset: u32, cell: Cell },
    Store { src: Reg, address: Reg, offset: u32, cell: Cell },
    /// Constants cannot be written from now on, or can.
    Seal { sealed: bool },
    /// The cell at an offset in the object whose handle a register holds.
    LoadObject { dst: Reg, object: Reg, offset: u32, cell: Cell },
    StoreObject { src: Reg, object: Reg, offset: u32, cell: Cell },
    /// As before with the offset in a register.
    LoadAt { dst: Reg, object: Reg, offset: Reg, cell: Cell },
    StoreAt { src: Reg, object: Reg, offset: Reg, cell: Cell },
    /// A bit-field of the `bit_fields` table at an address.
    LoadBits { dst: Reg, address: Reg, field: u32 },
    StoreBits { src: Reg, address: Reg, field: u32 },
    /// The address of an object.
    ObjectAddress { dst: Reg, object: Reg },
    CopyBytes { to: Reg, from: Reg, size: Reg },
    ZeroBytes { to: Reg, size: Reg },
    /// What the bytes hold is indeterminate from now on.
    ForgetBytes { to: Reg, size: Reg },

    /// A new object for a variable of the function.
    Declare { variable: u32 },
    Dead { slot: Reg },
    Allocate { dst: Reg, size: Reg, kind: AllocKind, zeroed: bool },
    Release { address: Reg },
    Free { address: Reg },
    MemCopy { to: Reg, from: Reg, size: Reg },
    MemSet { to: Reg, value: Reg, size: Reg },
    Fact { dst: Reg, address: Reg, fact: MemoryFact },
    HeapFact { dst: Reg, fact: HeapFact },
    /// Were the bits of the `masks` table written at an address?
    Written { dst: Reg, address: Reg, mask: u32 },
    WrittenBytes { dst: Reg, address: Reg, size: Reg },
    IsBeyond { dst: Reg, address: Reg, distance: Reg, size: Reg },
    SameObject { dst: Reg, a: Reg, b: Reg },
    MadeBefore { dst: Reg, a: Reg, b: Reg },
    /// A search or comparison of the `scans` table.
    Scan { dst: Reg, index: u32 },

    /// A call with arguments of the `arguments` table.
    Call { function: FuncId, arguments: u32 },
    /// The functions of this entry of the `misfits` table cannot be called so.
    CallIndirect { address: Reg, arguments: u32, misfits: u32 },
    /// A call of a model of threads, which the machine of one thread does not know.
    Thread { operation: ThreadOperation, arguments: u32 },
    /// The value that the call before returned.
    Result { dst: Reg, norm: Norm },
    ResultWide { dst: Reg },
    ResultBytes { to: Reg, size: Reg },
    Return,
    ReturnValue { value: Reg },
    ReturnWide { value: Reg },
    ReturnBytes { from: Reg, size: Reg },

    Cover { goal: u32 },
    Violate { property: u32 },
    AssumptionFailed,
    /// An input of the `inputs` table.
    Input { dst: Reg, index: u32 },
    /// The run depends on an arbitrary value.
    Indeterminate,
    /// The run goes the usual way of several, where there may be threads: what the others show must be known otherwise.
    Usual,
    Halt { kind: HaltKind },
    /// With a message of the `messages` table.
    Unsupported { message: u32 },
}

impl Op {
    /// The target of a jump: a label while the function is compiled, then a position.
    pub(super) fn target_mut(&mut self) -> Option<&mut Pc> {
        match self {
            Op::Jump { target }
            | Op::JumpIf { target, .. }
            | Op::JumpUnless { target, .. }
            | Op::JumpEq { target, .. }
            | Op::JumpNe { target, .. }
            | Op::JumpLtSigned { target, .. }
            | Op::JumpLtUnsigned { target, .. }
            | Op::JumpLeSigned { target, .. }
            | Op::JumpLeUnsigned { target, .. } => Some(target),
            _ => None,
        }
    }
}

/// Operations that are not worth an operation of their own: wide values and what is unusual with floats. The rounding mode, if it is not
/// always to nearest, is in a register.
#[derive(Clone, Copy, PartialEq, Debug)]
#[rustfmt::skip]
pub(super) enum Rare {
    Unary { op: UnOp, ty: Scalar, dst: Reg, a: Reg, rounding: Option<Reg> },
    Binary { op: BinOp, ty: Scalar, dst: Reg, a: Reg, b: Reg, b_type: Scalar, rounding: Option<Reg> },
    Cast { from: Scalar, to: Scalar, dst: Reg, a: Reg, rounding: Option<Reg> },
    Fma { ty: Scalar, dst: Reg, operands: [Reg; 3], rounding: Option<Reg> },
}

/// A bit-field: where, and what it is as a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BitField {
    pub bits: BitRange,
    pub signed: bool,
    /// The declared type is wider than 64 bits.
    pub wide: bool,
}

/// A search for a byte or a comparison of bytes, with the registers of its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scan {
    Find { start: Reg, value: Reg, limit: Option<Reg>, search: FindMode },
    Compare { a: Reg, b: Reg, limit: Option<Reg>, mode: CompareMode },
}

/// A variable with an object of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Variable {
    /// The register that holds the handle.
    pub slot: Reg,
    pub size: u64,
    pub align: u64,
}

/// How an argument is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Argument {
    Value(Reg),
    Wide(Reg),
    /// A record at an address.
    Bytes {
        from: Reg,
        size: u64,
    },
}

/// Where a parameter lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ParameterHome {
    Register(Reg, Norm),
    WideRegister(Reg),
    Cell(Variable, Cell),
    Bytes(Variable),
}

/// An input: what to ask for and what to make of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Input {
    pub input: InputId,
    pub ty: TypeId,
    /// The type of the input and that of the place where it goes.
    pub from: Scalar,
    pub to: Scalar,
}

/// A function with a body.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub entry: Pc,
    /// The registers at the start of a call.
    pub template: Vec<u64>,
    pub parameters: Vec<ParameterHome>,
    /// The registers of the program's variables of pointer type.
    pub pointers: Vec<Reg>,
    /// The variables with objects of their own, which end with the call.
    pub variables: Vec<Variable>,
    /// Registers that hold nothing from one instruction to the next.
    pub scratch: Vec<Reg>,
}

/// The instruction that an operation belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Origin {
    pub function: FuncId,
    pub instruction: InstrId,
    pub loc: Location,
    /// The instruction only looks at the state, for a goal or a property.
    pub is_check: bool,
}

/// A static object. The n-th one has the handle n + 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StaticObject {
    pub size: u64,
    pub align: u64,
    pub constant: bool,
}

/// Functions have addresses: this one for the first, and so on in steps of [`FUNCTION_STEP`]. Below all objects.
const FUNCTION_BASE: u64 = 0x40_0000;
pub(super) const FUNCTION_STEP: u64 = 16;
/// How far everything is from its usual place where it is shifted: each byte of an address is another one then. A multiple of usual alignments.
const DISTANCE_64: u64 = 0x0123_4567_8940;
const DISTANCE_32: u64 = 0x0123_4540;

/// Where objects and functions lie. C does not say that, so a run that differs with it need not be that of a compiled program.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Placement {
    #[default]
    Usual,
    /// Everything at other addresses, by the same distance.
    Shifted,
    /// Variables with alignments that are larger than they must be.
    Aligned,
    /// Variables with the alignments that they must have, and no larger ones.
    Unaligned,
}

impl Placement {
    /// How far all addresses are from the usual ones.
    pub fn distance(self, pointer_bits: u16) -> u64 {
        match self {
            Placement::Shifted if pointer_bits == 32 => DISTANCE_32,
            Placement::Shifted => DISTANCE_64,
            Placement::Usual | Placement::Aligned | Placement::Unaligned => 0,
        }
    }
}

/// A program made ready to run, any number of times.
#[derive(Clone, Debug)]
pub struct Compiled {
    pub(super) code: Vec<Op>,
    /// For each operation.
    pub(super) origins: Vec<u32>,
    pub(super) origin_table: Vec<Origin>,
    /// For operations that finish an instruction with a scalar left-hand side: where its new value is.
    pub(super) assigned: FxHashMap<Pc, (Reg, Scalar)>,
    pub(super) functions: IdVec<FuncId, Option<Function>>,
    /// The functions by which models tell names of files and variables.
    pub(super) naming: Vec<FuncId>,
    pub(super) start: FuncId,
    pub(super) statics: Vec<StaticObject>,
    /// Static scalars whose address is never taken.
    pub(super) globals: usize,
    /// Which variables the two are.
    pub(super) static_symbols: Vec<SymbolId>,
    pub(super) global_symbols: Vec<SymbolId>,
    /// Their bytes.
    pub(super) global_sizes: Vec<u64>,
    pub(super) rare: Vec<Rare>,
    pub(super) bit_fields: Vec<BitField>,
    pub(super) arguments: Vec<Vec<Argument>>,
    /// Functions that take or return something else than a call passes or reads.
    pub(super) misfits: Vec<Vec<FuncId>>,
    pub(super) inputs: Vec<Input>,
    pub(super) scans: Vec<Scan>,
    /// Bits of scalars in bytes, with the number of bytes.
    pub(super) masks: Vec<([u8; 16], usize)>,
    /// Does an expression ask whether an object was freed?
    pub(super) asks_for_freed: bool,
    /// Does an expression ask whether the heap is reachable?
    pub(super) asks_for_reachable: bool,
    pub(super) messages: Vec<String>,
    pub(super) pointer_bits: u16,
    pub(super) placement: Placement,
    /// May the program begin threads?
    pub(super) begins_threads: bool,
    /// Does a check depend on what was written? Else memory with indeterminate values may be like memory that nobody wrote.
    pub(super) asks_what_is_written: bool,
    /// Functions that one thread executes without being interrupted, and those that are no part of the program, whose accesses are nobody's race.
    pub(super) atomic: Vec<FuncId>,
    /// Variables of which each thread has one of its own, without and with objects.
    pub(super) own_globals: Vec<u32>,
    pub(super) own_objects: Vec<u32>,
    /// Are there others than those that checks keep?
    pub(super) has_own_variables: bool,
    pub(super) models: Vec<bool>,
    /// Functions of the library by which threads are ordered. What they access is nobody's race.
    pub(super) synchronising: Vec<bool>,
    /// Variables that the library keeps for itself.
    pub(super) of_library: FxHashSet<SymbolId>,
    pub(super) goals: usize,
    pub(super) properties: usize,
}

impl Compiled {
    /// The address of the first function.
    pub(super) fn function_base(&self) -> u64 {
        FUNCTION_BASE + self.placement.distance(self.pointer_bits)
    }

    /// The instruction that a block or a place of which an observer is told belongs to.
    pub fn instruction_at(&self, place: u32) -> Option<(FuncId, InstrId)> {
        let origin = self.origin_table[*self.origins.get(place as usize)? as usize];
        Some((origin.function, origin.instruction))
    }

    /// What the comparison at a place asks, and whether of unsigned integers.
    pub fn relation_at(&self, place: u32) -> (Relation, bool) {
        match self.code.get(place as usize) {
            Some(Op::LtSigned { .. } | Op::JumpLtSigned { .. } | Op::CompareSingle { op: FloatCmp::Lt, .. } | Op::CompareDouble { op: FloatCmp::Lt, .. }) => {
                (Relation::Less, false)
            }
            Some(Op::LeSigned { .. } | Op::JumpLeSigned { .. } | Op::CompareSingle { op: FloatCmp::Le, .. } | Op::CompareDouble { op: FloatCmp::Le, .. }) => {
                (Relation::LessOrEqual, false)
            }
            Some(Op::LtUnsigned { .. } | Op::JumpLtUnsigned { .. }) => (Relation::Less, true),
            Some(Op::LeUnsigned { .. } | Op::JumpLeUnsigned { .. }) => (Relation::LessOrEqual, true),
            _ => (Relation::Equal, false),
        }
    }
}
