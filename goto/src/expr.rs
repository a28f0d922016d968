//! Expressions without side effects, hash-consed: equal ids of one pool mean equal expressions.
//! An expression of kind `Var`, `Deref`, `Field` or `Index` names a place in memory (an lvalue); read as a value it is what the place holds.

use crate::bits::Bits;
use crate::define_id;
use crate::program::{FuncId, SymbolId};
use crate::types::{Type, TypeId, TypeTable};
use base::Interned;
use std::sync::Arc;

define_id!(
    /// An expression of an [`ExprPool`].
    ExprId, "e");

/// An expression and its type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: TypeId,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExprKind {
    /// A scalar constant, as wide as its type. For floats the bits of the IEEE (or x87) encoding, for pointers an absolute address (0 is null).
    Const(Bits),
    /// The value of any type all of whose bytes are zero.
    Zero,
    /// A variable. (place)
    Var(SymbolId),
    /// The object that a pointer points to, as the pointer's target type. (place)
    Deref(ExprId),
    /// A member of a struct or union by its position. A place if the base is one.
    Field {
        base: ExprId,
        field: u32,
    },
    /// An element of an array; the index is an integer of any type. A place if the base is one.
    Index {
        base: ExprId,
        index: ExprId,
    },
    /// The address of a place. Its type is a pointer to the type of the place.
    AddressOf(ExprId),
    /// The address of a function; its type is a pointer to the function's type.
    FunctionAddress(FuncId),
    Unary(UnOp, ExprId),
    Binary(BinOp, ExprId, ExprId),
    /// The value converted to the type of this expression as C converts it: between integers, floats, pointers (same bits, or integers zero- or sign-extended by their
    /// signedness), to `Bool` (different from zero).
    Cast(ExprId),
    /// `cond ? then : other` on scalars; only the chosen operand is evaluated.
    Ite {
        cond: ExprId,
        then: ExprId,
        other: ExprId,
    },
    /// `a * b + c` on floats, rounded once.
    Fma {
        a: ExprId,
        b: ExprId,
        c: ExprId,
    },
    /// What holds for the object that a pointer of any type points to, in the state in which the expression is evaluated. Never crashes, whatever
    /// the pointer is. Safety checks ask these about the pointer that an address is computed from, so that stepping into a neighbour is seen;
    /// `realloc` asks for the size of what it copies.
    Memory {
        fact: MemoryFact,
        pointer: ExprId,
    },
    /// Have all bits of a scalar in a place been written? A `Bool`. Never crashes itself: of a place that is in no object it says yes.
    Written(ExprId),
    /// Have all of `size` (`size_t`) bytes behind a pointer of any type been written, as far as they are in its object? A `Bool`. Never crashes.
    WrittenBytes {
        pointer: ExprId,
        size: ExprId,
    },
    /// A `Bool`: the pointer, of any type, is into a live object among the inputs (`Lent`), and of the `size` bytes (`size_t`) that begin `distance` bytes (`size_t`, wraps)
    /// behind it not all are among those of which something is known. Never crashes.
    IsBeyond {
        pointer: ExprId,
        distance: ExprId,
        size: ExprId,
    },
    /// What holds for all heap objects in the state in which the expression is evaluated: a `Bool`. Never crashes.
    Heap(HeapFact),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HeapFact {
    /// No object that a heap `Allocate` made is live.
    IsEmpty,
    /// From static variables and the variables (not temporaries) of the calls going on a chain of pointers, each to some byte of an object or just behind it, leads to
    /// every live heap object.
    IsReachable,
    /// The same of what is there once the call going on has returned: its own variables do not count.
    IsReachableAfterReturn,
}

/// A pointer is into an object if it points to one of its bytes or just behind the last one. Functions are no objects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MemoryFact {
    /// `size_t`: the bytes of the live object that the pointer is into, 0 if there is none.
    ObjectSize,
    /// `size_t`: the bytes from the start of that object to where the pointer points, 0 if there is none.
    Offset,
    /// `Bool`: the pointer is into a live object.
    IsLive,
    /// `Bool`: the pointer is into a live object that a `Heap` or `Lent` `Allocate` made.
    IsHeap,
    /// `Bool`: the pointer is into a live object that a `Lent` `Allocate` made.
    IsLent,
    /// `Bool`: the pointer is into a live object that is none of the program's constants.
    IsWritable,
    /// `Bool`: the pointer is into an object that a `Free` ended. Of other dead objects nothing is kept: neither live nor freed nor null means
    /// dangling or wild.
    WasFreed,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnOp {
    /// Integers (wraps) and floats.
    Neg,
    BitNot,
    /// On `Bool`.
    Not,
    /// A float without its sign, NaNs too.
    Abs,
    /// The square root of a float; of a negative number no number.
    Sqrt,
    /// A float made whole, in its own type.
    RoundToIntegral(IntegralMode),
    /// A function of mathematics whose result C leaves to the library: within its documented error, not exact. Floats.
    Math(MathFn),
}

/// How a float is made whole.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntegralMode {
    /// By the program's rounding mode, as `rint`.
    Current,
    /// Halves to even.
    NearestEven,
    /// Halves away from zero, as `round`.
    NearestAway,
    Down,
    Up,
    Zero,
}

/// Functions of one float without an exact definition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MathFn {
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Exp,
    Exp2,
    Expm1,
    Log,
    Log2,
    Log10,
    Log1p,
    Cbrt,
    Erf,
    Erfc,
    Tgamma,
    Lgamma,
}

/// Functions of two floats without an exact definition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MathFn2 {
    Pow,
    Atan2,
    Hypot,
}

/// Operands of the arithmetic operators and comparisons have the same type, which is also the result of arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinOp {
    /// Integers wrap.
    Add,
    Sub,
    Mul,
    /// Integers: truncates; division by zero, and the least signed value by -1, end the run as a crash.
    Div,
    /// Integers as `Div`. Floats: `fmod`, the exact remainder of the truncated quotient.
    Rem,
    /// Floats only: `remainder` of IEEE 754, by the quotient rounded to the nearest integer, halves to even.
    IeeeRem,
    /// Floats only: the first operand with the sign of the second, NaNs too.
    CopySign,
    /// Floats only: not exact, as `UnOp::Math`.
    Math2(MathFn2),
    BitAnd,
    BitOr,
    BitXor,
    /// The distance may have another integer type. Distances count modulo the width, as on x86.
    Shl,
    /// Arithmetic for signed operands, logical for unsigned ones.
    Shr,
    /// Comparisons give `Bool`: by signedness for integers, by unsigned address for pointers, IEEE for floats.
    Eq,
    Ne,
    Lt,
    Le,
    /// On `Bool`; the right operand is evaluated only if the left one is true.
    And,
    /// On `Bool`; the right operand is evaluated only if the left one is false.
    Or,
    /// Pointer plus a number of elements (a signed integer as wide as a pointer). Targets without a size (void, functions) count as one byte.
    PtrAdd,
    /// On integers, to `Bool`: is the exact result of the operation no value of the operands' type?
    AddOverflows,
    SubOverflows,
    MulOverflows,
    /// Difference of two pointers of one type in elements, as the signed integer as wide as a pointer.
    PtrDiff,
    /// Are two pointers of one type into the same live object? A `Bool`. Never crashes.
    SameObject,
    /// Did the live object that the first pointer is into live already when the live object that the second one is into came to life? A `Bool`. What lives as
    /// long as the program did. Never crashes.
    MadeBefore,
}

impl MemoryFact {
    /// Is it a `size_t`, not a `Bool`?
    pub fn is_size(self) -> bool {
        matches!(self, MemoryFact::ObjectSize | MemoryFact::Offset)
    }
}

impl BinOp {
    /// Is the result a `Bool` whatever the operands are?
    pub fn gives_truth(self) -> bool {
        match self {
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::And | BinOp::Or | BinOp::SameObject | BinOp::MadeBefore => true,
            op => op.overflowing().is_some(),
        }
    }

    /// The operation of which this operator tells whether it overflows.
    pub fn overflowing(self) -> Option<BinOp> {
        match self {
            BinOp::AddOverflows => Some(BinOp::Add),
            BinOp::SubOverflows => Some(BinOp::Sub),
            BinOp::MulOverflows => Some(BinOp::Mul),
            _ => None,
        }
    }

    /// The operator that tells whether this one overflows.
    pub fn overflow_test(self) -> Option<BinOp> {
        match self {
            BinOp::Add => Some(BinOp::AddOverflows),
            BinOp::Sub => Some(BinOp::SubOverflows),
            BinOp::Mul => Some(BinOp::MulOverflows),
            _ => None,
        }
    }
}

/// All expressions of a program. Copies of a program share them until one gets a new one: of a large program they take much of the memory.
#[derive(Clone, Default, Debug)]
pub struct ExprPool {
    exprs: Arc<Interned<ExprId, Expr>>,
}

impl ExprPool {
    pub fn new() -> Self {
        Self::default()
    }

    /// The id of an expression, the same for equal ones. The caller is responsible for its type; the validator checks it.
    pub fn intern(&mut self, kind: ExprKind, ty: TypeId) -> ExprId {
        let expr = Expr { kind, ty };
        match Arc::get_mut(&mut self.exprs) {
            Some(own) => own.intern(expr).0,
            None => self.exprs.find(&expr).unwrap_or_else(|| Arc::make_mut(&mut self.exprs).intern(expr).0),
        }
    }

    pub fn get(&self, id: ExprId) -> &Expr {
        &self.exprs.values()[id]
    }

    pub fn kind(&self, id: ExprId) -> ExprKind {
        self.exprs.values()[id].kind
    }

    pub fn ty(&self, id: ExprId) -> TypeId {
        self.exprs.values()[id].ty
    }

    /// Is there such an expression?
    pub fn any(&self, is_such: impl Fn(ExprKind) -> bool) -> bool {
        self.exprs.values().values().any(|e| is_such(e.kind))
    }

    pub fn len(&self) -> usize {
        self.exprs.values().len()
    }

    pub fn is_empty(&self) -> bool {
        self.exprs.values().is_empty()
    }

    /// Does the expression name a place in memory?
    pub fn is_place(&self, id: ExprId) -> bool {
        match self.kind(id) {
            ExprKind::Var(_) | ExprKind::Deref(_) => true,
            ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => self.is_place(base),
            _ => false,
        }
    }

    /// The constant that the expression is, if it is a `Const`.
    pub fn as_const(&self, id: ExprId) -> Option<Bits> {
        match self.kind(id) {
            ExprKind::Const(bits) => Some(bits),
            _ => None,
        }
    }

    /// Calls `visit` for each direct operand.
    pub fn operands(&self, id: ExprId, mut visit: impl FnMut(ExprId)) {
        match self.kind(id) {
            ExprKind::Const(_) | ExprKind::Zero | ExprKind::Var(_) | ExprKind::FunctionAddress(_) | ExprKind::Heap(_) => {}
            ExprKind::Deref(a)
            | ExprKind::Field { base: a, .. }
            | ExprKind::AddressOf(a)
            | ExprKind::Unary(_, a)
            | ExprKind::Cast(a)
            | ExprKind::Written(a)
            | ExprKind::Memory { pointer: a, .. } => {
                visit(a);
            }
            ExprKind::Index { base: a, index: b } | ExprKind::Binary(_, a, b) | ExprKind::WrittenBytes { pointer: a, size: b } => {
                visit(a);
                visit(b);
            }
            ExprKind::Ite { cond: a, then: b, other: c } | ExprKind::Fma { a, b, c } | ExprKind::IsBeyond { pointer: a, distance: b, size: c } => {
                visit(a);
                visit(b);
                visit(c);
            }
        }
    }
}

/// Makes well-typed expressions: borrows the pool and the types for a while. Folds what is constant on the way, but only where
/// folding cannot change what the source's branches look like (casts of constants, `!!x`).
pub struct ExprBuilder<'a> {
    pub types: &'a mut TypeTable,
    pub exprs: &'a mut ExprPool,
}

impl ExprBuilder<'_> {
    pub fn constant(&mut self, ty: TypeId, value: i128) -> ExprId {
        // Callers pass scalar types only; the width of a non-scalar is a defect that the validator reports.
        let width = self.types.scalar_bits(ty).unwrap_or(1);
        self.exprs.intern(ExprKind::Const(Bits::from_signed(width, value)), ty)
    }

    pub fn truth(&mut self, value: bool) -> ExprId {
        let ty = self.types.bool();
        self.exprs.intern(ExprKind::Const(Bits::bool(value)), ty)
    }

    pub fn var(&mut self, symbol: SymbolId, ty: TypeId) -> ExprId {
        self.exprs.intern(ExprKind::Var(symbol), ty)
    }

    /// `*pointer`. The operand must have a pointer type.
    pub fn deref(&mut self, pointer: ExprId) -> ExprId {
        if let ExprKind::AddressOf(place) = self.exprs.kind(pointer) {
            return place;
        }
        let ty = self.exprs.ty(pointer);
        let Type::Pointer(to) = *self.types.get(ty) else { unreachable!("dereference of a value that is no pointer") };
        self.exprs.intern(ExprKind::Deref(pointer), to)
    }

    pub fn field(&mut self, base: ExprId, field: usize) -> ExprId {
        let ty = self.types.record_body(self.exprs.ty(base)).expect("member of a complete record").fields[field].ty;
        self.exprs.intern(ExprKind::Field { base, field: field as u32 }, ty)
    }

    pub fn index(&mut self, base: ExprId, index: ExprId) -> ExprId {
        let Type::Array { elem, .. } = *self.types.get(self.exprs.ty(base)) else { unreachable!("index into a value that is no array") };
        self.exprs.intern(ExprKind::Index { base, index }, elem)
    }

    pub fn address_of(&mut self, place: ExprId) -> ExprId {
        if let ExprKind::Deref(pointer) = self.exprs.kind(place) {
            return pointer;
        }
        let ty = self.exprs.ty(place);
        let ty = self.types.pointer(ty);
        self.exprs.intern(ExprKind::AddressOf(place), ty)
    }

    pub fn unary(&mut self, op: UnOp, a: ExprId) -> ExprId {
        let ty = self.exprs.ty(a);
        self.exprs.intern(ExprKind::Unary(op, a), ty)
    }

    /// The negation of a `Bool`.
    pub fn not(&mut self, a: ExprId) -> ExprId {
        match self.exprs.kind(a) {
            ExprKind::Unary(UnOp::Not, inner) => inner,
            ExprKind::Const(b) => self.truth(!b.is_true()),
            _ => self.unary(UnOp::Not, a),
        }
    }

    /// A binary operation; the type of the result follows from the operator and the operands.
    pub fn binary(&mut self, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
        let ty = match op {
            op if op.gives_truth() => self.types.bool(),
            BinOp::PtrDiff => self.types.ptrdiff(),
            _ => self.exprs.ty(a),
        };
        self.exprs.intern(ExprKind::Binary(op, a, b), ty)
    }

    /// A conversion; none if the types are the same. Integer constants are converted at once.
    pub fn cast(&mut self, a: ExprId, ty: TypeId) -> ExprId {
        let from = self.exprs.ty(a);
        if from == ty {
            return a;
        }
        if let (Some(bits), Type::Int { signed, .. }) = (self.exprs.as_const(a), self.types.get(from)) {
            match *self.types.get(ty) {
                Type::Int { bits: width, .. } => return self.exprs.intern(ExprKind::Const(bits.resize(width, *signed)), ty),
                Type::Pointer(_) => {
                    let width = self.types.model().pointer_bits();
                    return self.exprs.intern(ExprKind::Const(bits.resize(width, *signed)), ty);
                }
                Type::Bool => return self.truth(bits.is_true()),
                _ => {}
            }
        }
        self.exprs.intern(ExprKind::Cast(a), ty)
    }

    pub fn ite(&mut self, cond: ExprId, then: ExprId, other: ExprId) -> ExprId {
        let ty = self.exprs.ty(then);
        self.exprs.intern(ExprKind::Ite { cond, then, other }, ty)
    }

    /// `a * b + c` with one rounding, on floats of one type.
    pub fn fma(&mut self, a: ExprId, b: ExprId, c: ExprId) -> ExprId {
        let ty = self.exprs.ty(a);
        self.exprs.intern(ExprKind::Fma { a, b, c }, ty)
    }

    /// What holds for the object that a pointer points to.
    pub fn memory(&mut self, fact: MemoryFact, pointer: ExprId) -> ExprId {
        let ty = if fact.is_size() { self.types.size() } else { self.types.bool() };
        self.exprs.intern(ExprKind::Memory { fact, pointer }, ty)
    }

    /// Has the scalar in a place been written?
    pub fn written(&mut self, place: ExprId) -> ExprId {
        let ty = self.types.bool();
        self.exprs.intern(ExprKind::Written(place), ty)
    }

    /// Have so many bytes behind a pointer been written?
    pub fn written_bytes(&mut self, pointer: ExprId, size: ExprId) -> ExprId {
        let ty = self.types.bool();
        self.exprs.intern(ExprKind::WrittenBytes { pointer, size }, ty)
    }

    /// Are bytes behind what is known of an object among the inputs?
    pub fn is_beyond(&mut self, pointer: ExprId, distance: ExprId, size: ExprId) -> ExprId {
        let ty = self.types.bool();
        self.exprs.intern(ExprKind::IsBeyond { pointer, distance, size }, ty)
    }

    /// What holds for all heap objects.
    pub fn heap(&mut self, fact: HeapFact) -> ExprId {
        let ty = self.types.bool();
        self.exprs.intern(ExprKind::Heap(fact), ty)
    }

    /// The value of an expression as a condition: itself for `Bool`, else whether it differs from zero.
    pub fn condition(&mut self, a: ExprId) -> ExprId {
        let ty = self.types.bool();
        // `(int)b != 0` and `(bool)(int)b` are `b`.
        if let ExprKind::Cast(inner) = self.exprs.kind(a)
            && self.exprs.ty(inner) == ty
            && matches!(self.types.get(self.exprs.ty(a)), Type::Int { .. })
        {
            return inner;
        }
        self.cast(a, ty)
    }
}
