//! From expressions to operations. Every value that an instruction needs twice is computed once, unless one of the places
//! that need it may be skipped.

use super::code::{Cell, FUNCTION_STEP, FloatCmp, Norm, Op, Rare, Reg};
use super::compile::{FunctionCode, Home};
use super::float::FloatOp;
use super::value::Scalar;
use crate::expr::{BinOp, ExprId, ExprKind, IntegralMode, MemoryFact, UnOp};
use crate::index::Id;
use crate::types::{FloatKind, Type, TypeId};

impl FunctionCode<'_> {
    pub(super) fn scalar(&self, ty: TypeId) -> Option<Scalar> {
        Scalar::of(&self.program.types, ty)
    }

    pub(super) fn pointer_norm(&self) -> Norm {
        Norm { shift: 64 - self.out.pointer_bits as u8, signed: false }
    }

    /// A register for an intermediate result, until the end of the instruction.
    pub(super) fn temporary(&mut self) -> Reg {
        let reg = self.free.pop().unwrap_or_else(|| self.new_register(0));
        self.temporaries.push(reg);
        reg
    }

    pub(super) fn temporary_pair(&mut self) -> Reg {
        let reg = self.free_pairs.pop().unwrap_or_else(|| {
            let low = self.new_register(0);
            self.new_register(0);
            low
        });
        self.temporary_pairs.push(reg);
        reg
    }

    pub(super) fn temporary_for(&mut self, scalar: Scalar) -> Reg {
        if scalar.bits() > 64 { self.temporary_pair() } else { self.temporary() }
    }

    pub(super) fn constant(&mut self, value: u64) -> Reg {
        if let Some(&reg) = self.constants.get(&value) {
            return reg;
        }
        let reg = self.new_register(value);
        self.constants.insert(value, reg);
        reg
    }

    pub(super) fn wide_constant(&mut self, value: u128) -> Reg {
        if let Some(&reg) = self.wide_constants.get(&value) {
            return reg;
        }
        let reg = self.new_register(value as u64);
        self.new_register((value >> 64) as u64);
        self.wide_constants.insert(value, reg);
        reg
    }

    pub(super) fn constant_of(&mut self, scalar: Scalar, value: u128) -> Reg {
        if scalar.bits() > 64 { self.wide_constant(value) } else { self.constant(Norm::of(scalar).apply(value as u64)) }
    }

    pub(super) fn emit_move(&mut self, scalar: Scalar, dst: Reg, src: Reg) {
        if dst != src {
            self.emit(Op::Move { dst, src });
            if scalar.bits() > 64 {
                self.emit(Op::Move { dst: dst + 1, src: src + 1 });
            }
        }
    }

    /// The register with the value of a scalar expression.
    pub(super) fn value(&mut self, e: ExprId) -> Reg {
        self.value_to(e, None)
    }

    /// As [`value`](Self::value), but in `dst` if there is one. `dst` is written last of all.
    pub(super) fn value_to(&mut self, e: ExprId, dst: Option<Reg>) -> Reg {
        let Some(scalar) = self.scalar(self.program.exprs.ty(e)) else {
            self.unsupported("value of a type that is not scalar");
            return self.constant(0);
        };
        if let Some(&reg) = self.cache.get(&e) {
            return self.deliver(scalar, reg, dst);
        }
        let reg = match self.program.exprs.kind(e) {
            ExprKind::Const(bits) => self.constant_of(scalar, bits.unsigned()),
            ExprKind::Zero => self.constant_of(scalar, 0),
            ExprKind::FunctionAddress(function) => self.constant(self.out.function_base() + function.index() as u64 * FUNCTION_STEP),
            ExprKind::AddressOf(place) => match self.place(place) {
                Some(place) => self.address_of(place),
                None => self.constant(0),
            },
            ExprKind::Var(_) | ExprKind::Deref(_) | ExprKind::Field { .. } | ExprKind::Index { .. } => self.load(e, scalar, dst),
            ExprKind::Unary(op, a) => self.unary(op, scalar, a, dst),
            ExprKind::Binary(op @ (BinOp::And | BinOp::Or), ..) => self.truth(e, op, dst),
            ExprKind::Binary(op, a, b) => self.binary(op, scalar, a, b, dst),
            ExprKind::Cast(a) => self.cast(scalar, a, dst),
            ExprKind::Ite { cond, then, other } => self.ite(scalar, cond, then, other, dst),
            ExprKind::Fma { a, b, c } => self.fma(scalar, [a, b, c], dst),
            ExprKind::Written(place) => self.written(place, dst),
            ExprKind::WrittenBytes { pointer, size } => {
                let (address, size) = (self.value(pointer), self.value(size));
                let dst = dst.unwrap_or_else(|| self.temporary());
                self.emit(Op::WrittenBytes { dst, address, size });
                dst
            }
            ExprKind::IsBeyond { pointer, distance, size } => {
                let (address, distance, size) = (self.value(pointer), self.value(distance), self.value(size));
                let dst = dst.unwrap_or_else(|| self.temporary());
                self.emit(Op::IsBeyond { dst, address, distance, size });
                dst
            }
            ExprKind::Heap(fact) => {
                let dst = dst.unwrap_or_else(|| self.temporary());
                self.emit(Op::HeapFact { dst, fact });
                dst
            }
            ExprKind::Memory { fact, pointer } => {
                self.out.asks_for_freed |= fact == MemoryFact::WasFreed;
                let address = self.value(pointer);
                let dst = dst.unwrap_or_else(|| self.temporary());
                self.emit(Op::Fact { dst, address, fact });
                dst
            }
        };
        // Where there are threads, a place that is read again may hold something else.
        if dst.is_none() && !self.out.begins_threads {
            self.cache.insert(e, reg);
            self.cache_log.push(e);
        }
        self.deliver(scalar, reg, dst)
    }

    fn deliver(&mut self, scalar: Scalar, reg: Reg, dst: Option<Reg>) -> Reg {
        if let Some(dst) = dst {
            self.emit_move(scalar, dst, reg);
            return dst;
        }
        reg
    }

    /// What was computed since `mark` may have been skipped.
    fn forget_since(&mut self, mark: usize) {
        for e in self.cache_log.drain(mark..) {
            self.cache.remove(&e);
        }
    }

    fn truth(&mut self, e: ExprId, op: BinOp, dst: Option<Reg>) -> Reg {
        // A condition as a value: jumps, then one of two moves; the last operation is common to both paths.
        let (early, result) = (self.label(), self.temporary());
        let (on_jump, otherwise) = (self.constant(u64::from(op == BinOp::Or)), self.constant(u64::from(op == BinOp::And)));
        let end = self.label();
        self.condition(e, early, op == BinOp::Or);
        self.emit(Op::Move { dst: result, src: otherwise });
        self.emit(Op::Jump { target: end });
        self.set_label(early);
        self.emit(Op::Move { dst: result, src: on_jump });
        self.set_label(end);
        self.deliver(Scalar::Bool, result, dst)
    }

    fn ite(&mut self, scalar: Scalar, cond: ExprId, then: ExprId, other: ExprId, dst: Option<Reg>) -> Reg {
        let (otherwise, end) = (self.label(), self.label());
        let result = self.temporary_for(scalar);
        self.condition(cond, otherwise, false);
        let mark = self.cache_log.len();
        self.value_to(then, Some(result));
        self.emit(Op::Jump { target: end });
        self.forget_since(mark);
        self.set_label(otherwise);
        self.value_to(other, Some(result));
        self.forget_since(mark);
        self.set_label(end);
        self.deliver(scalar, result, dst)
    }

    /// Jumps to a label if a `Bool` is `when`.
    pub(super) fn condition(&mut self, e: ExprId, target: u32, when: bool) {
        let exprs = &self.program.exprs;
        if let Some(&a) = self.cache.get(&e) {
            return self.emit(if when { Op::JumpIf { a, target } } else { Op::JumpUnless { a, target } });
        }
        match exprs.kind(e) {
            ExprKind::Const(bits) => {
                if bits.is_true() == when {
                    self.emit(Op::Jump { target });
                }
            }
            ExprKind::Unary(UnOp::Not, a) => self.condition(a, target, !when),
            ExprKind::Binary(op @ (BinOp::And | BinOp::Or), a, b) => {
                // One operand decides if it is `decisive`.
                let decisive = op == BinOp::Or;
                let end = self.label();
                self.condition(a, if when == decisive { target } else { end }, decisive);
                let mark = self.cache_log.len();
                self.condition(b, target, when);
                self.forget_since(mark);
                self.set_label(end);
            }
            ExprKind::Binary(op, a, b) if self.is_word(a) && matches!(op, BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le) => {
                let signed = self.scalar(exprs.ty(a)).is_some_and(Scalar::signed);
                let (a, b) = (self.value(a), self.value(b));
                self.emit(compare_and_jump(op, signed, a, b, target, when));
            }
            ExprKind::Cast(inner) if self.is_word(inner) => {
                let a = self.value(inner);
                self.emit(if when { Op::JumpIf { a, target } } else { Op::JumpUnless { a, target } });
            }
            _ => {
                let a = self.value(e);
                self.emit(if when { Op::JumpIf { a, target } } else { Op::JumpUnless { a, target } });
            }
        }
    }

    /// Is it an integer, a pointer or a truth value in one register?
    fn is_word(&self, e: ExprId) -> bool {
        self.scalar(self.program.exprs.ty(e)).is_some_and(|s| s.bits() <= 64 && !matches!(s, Scalar::Float(_)))
    }

    fn unary(&mut self, op: UnOp, ty: Scalar, a: ExprId, dst: Option<Reg>) -> Reg {
        let a = self.value(a);
        let dst = dst.unwrap_or_else(|| self.temporary_for(ty));
        let norm = Norm::of(ty);
        let op = match (op, ty) {
            (UnOp::Not | UnOp::BitNot, Scalar::Bool) => Op::Not { dst, a },
            (UnOp::Neg, Scalar::Int { .. }) if ty.bits() <= 64 => Op::Neg { dst, a, norm },
            (UnOp::BitNot | UnOp::Not, Scalar::Int { .. }) if ty.bits() <= 64 => Op::Complement { dst, a, norm },
            _ => {
                let rounds = matches!(op, UnOp::Sqrt | UnOp::RoundToIntegral(IntegralMode::Current));
                let rounding = self.rounding(rounds);
                self.rare(Rare::Unary { op, ty, dst, a, rounding })
            }
        };
        self.emit(op);
        dst
    }

    fn rare(&mut self, rare: Rare) -> Op {
        self.out.rare.push(rare);
        Op::Rare { index: self.out.rare.len() as u32 - 1 }
    }

    /// The register with the program's rounding mode, if it has one and an operation needs it.
    fn rounding(&mut self, needed: bool) -> Option<Reg> {
        let symbol = self.program.rounding.filter(|_| needed)?;
        let dst = self.temporary();
        match self.home(symbol)? {
            Home::Global(global) => self.emit(Op::GetGlobal { dst, global }),
            Home::Static(handle) => {
                let object = self.constant(u64::from(handle));
                self.emit(Op::LoadObject { dst, object, offset: 0, cell: Cell::S32 });
            }
            Home::Register(_) | Home::Object(_) => self.unsupported("a rounding mode that is not static"),
        }
        Some(dst)
    }

    fn fma(&mut self, ty: Scalar, operands: [ExprId; 3], dst: Option<Reg>) -> Reg {
        let operands = operands.map(|e| self.value(e));
        let dst = dst.unwrap_or_else(|| self.temporary_for(ty));
        let rounding = self.rounding(true);
        let op = self.rare(Rare::Fma { ty, dst, operands, rounding });
        self.emit(op);
        dst
    }

    fn binary(&mut self, op: BinOp, result: Scalar, a: ExprId, b: ExprId, dst: Option<Reg>) -> Reg {
        let exprs = &self.program.exprs;
        let (a_ty, b_ty) = (exprs.ty(a), exprs.ty(b));
        let (Some(ty), Some(b_type)) = (self.scalar(a_ty), self.scalar(b_ty)) else {
            self.unsupported("operator on values that are not scalar");
            return self.constant(0);
        };
        let (a, b) = (self.value(a), self.value(b));
        if matches!(op, BinOp::PtrAdd | BinOp::PtrDiff) {
            return self.pointer_arithmetic(op, a_ty, a, b, dst);
        }
        let dst = dst.unwrap_or_else(|| self.temporary_for(result));
        let rounds = matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div) && matches!(ty, Scalar::Float(_));
        let rounding = self.rounding(rounds);
        let simple = match ty {
            _ if rounding.is_some() => None,
            Scalar::Float(FloatKind::Single) => float_op(op, dst, a, b, false),
            Scalar::Float(FloatKind::Double) => float_op(op, dst, a, b, true),
            Scalar::Float(_) => None,
            _ if ty.bits() > 64 => None,
            _ => word_op(op, ty, dst, a, b),
        };
        let op = simple.unwrap_or_else(|| self.rare(Rare::Binary { op, ty, dst, a, b, b_type, rounding }));
        self.emit(op);
        dst
    }

    fn pointer_arithmetic(&mut self, op: BinOp, ty: TypeId, a: Reg, b: Reg, dst: Option<Reg>) -> Reg {
        let size = match *self.program.types.get(ty) {
            Type::Pointer(to) => self.program.types.size_of(to).unwrap_or(1),
            _ => 1,
        };
        let dst = dst.unwrap_or_else(|| self.temporary());
        let norm = Norm { signed: op == BinOp::PtrDiff, ..self.pointer_norm() };
        match (op, u32::try_from(size)) {
            (BinOp::PtrAdd, Ok(size)) => self.emit(Op::Scale { dst, a, b, size }),
            (BinOp::PtrAdd, Err(_)) => {
                let (size, bytes) = (self.constant(size), self.temporary());
                self.emit(Op::Mul { dst: bytes, a: b, b: size, norm: Norm::NONE });
                self.emit(Op::Add { dst, a, b: bytes, norm });
            }
            (_, Ok(size)) => self.emit(Op::PtrDiff { dst, a, b, size }),
            (_, Err(_)) => {
                let (size, bytes) = (self.constant(size), self.temporary());
                self.emit(Op::Sub { dst: bytes, a, b, norm });
                self.emit(Op::DivSigned { dst, a: bytes, b: size, norm });
            }
        }
        dst
    }

    fn cast(&mut self, to: Scalar, e: ExprId, dst: Option<Reg>) -> Reg {
        let Some(from) = self.scalar(self.program.exprs.ty(e)) else {
            self.unsupported("conversion of a value that is not scalar");
            return self.constant(0);
        };
        let a = self.value(e);
        let words = [from, to].iter().all(|s| s.bits() <= 64 && !matches!(s, Scalar::Float(_)));
        if words && (from == to || keeps_form(from, to)) {
            return a;
        }
        let dst = dst.unwrap_or_else(|| self.temporary_for(to));
        let op = match to {
            _ if !words => {
                let rounding = self.rounding(matches!(to, Scalar::Float(_)));
                self.rare(Rare::Cast { from, to, dst, a, rounding })
            }
            Scalar::Bool => Op::NonZero { dst, a },
            _ => Op::Normalise { dst, a, norm: Norm::of(to) },
        };
        self.emit(op);
        dst
    }
}

/// Is the canonical form of every value of one type that of its conversion to another?
fn keeps_form(from: Scalar, to: Scalar) -> bool {
    match (from, to) {
        (_, Scalar::Bool) => from == Scalar::Bool,
        (Scalar::Bool, _) => true,
        _ if to.bits() == 64 => true,
        _ if from.signed() => to.signed() && to.bits() >= from.bits(),
        _ => to.bits() > from.bits() || (to.bits() == from.bits() && !to.signed()),
    }
}

fn compare_and_jump(op: BinOp, signed: bool, a: Reg, b: Reg, target: u32, when: bool) -> Op {
    match (op, signed, when) {
        (BinOp::Eq, _, true) | (BinOp::Ne, _, false) => Op::JumpEq { a, b, target },
        (BinOp::Ne, _, true) | (BinOp::Eq, _, false) => Op::JumpNe { a, b, target },
        (BinOp::Lt, true, true) => Op::JumpLtSigned { a, b, target },
        (BinOp::Lt, true, false) => Op::JumpLeSigned { a: b, b: a, target },
        (BinOp::Lt, false, true) => Op::JumpLtUnsigned { a, b, target },
        (BinOp::Lt, false, false) => Op::JumpLeUnsigned { a: b, b: a, target },
        (_, true, true) => Op::JumpLeSigned { a, b, target },
        (_, true, false) => Op::JumpLtSigned { a: b, b: a, target },
        (_, false, true) => Op::JumpLeUnsigned { a, b, target },
        (_, false, false) => Op::JumpLtUnsigned { a: b, b: a, target },
    }
}

/// The operation on integers of at most 64 bits, pointers and truth values.
fn word_op(op: BinOp, ty: Scalar, dst: Reg, a: Reg, b: Reg) -> Option<Op> {
    let norm = Norm::of(ty);
    Some(match (op, ty.signed()) {
        (BinOp::Add, _) => Op::Add { dst, a, b, norm },
        (BinOp::Sub, _) => Op::Sub { dst, a, b, norm },
        (BinOp::Mul, _) => Op::Mul { dst, a, b, norm },
        (BinOp::Div, true) => Op::DivSigned { dst, a, b, norm },
        (BinOp::Rem, true) => Op::RemSigned { dst, a, b, norm },
        (BinOp::Div, false) => Op::DivUnsigned { dst, a, b },
        (BinOp::Rem, false) => Op::RemUnsigned { dst, a, b },
        (BinOp::BitAnd, _) => Op::And { dst, a, b },
        (BinOp::BitOr, _) => Op::Or { dst, a, b },
        (BinOp::BitXor, _) => Op::Xor { dst, a, b },
        (BinOp::Shl, _) => Op::Shl { dst, a, b, norm },
        (BinOp::Shr, _) => Op::Shr { dst, a, b, norm },
        (BinOp::Eq, _) => Op::Eq { dst, a, b },
        (BinOp::Ne, _) => Op::Ne { dst, a, b },
        (BinOp::Lt, true) => Op::LtSigned { dst, a, b },
        (BinOp::Lt, false) => Op::LtUnsigned { dst, a, b },
        (BinOp::Le, true) => Op::LeSigned { dst, a, b },
        (BinOp::Le, false) => Op::LeUnsigned { dst, a, b },
        (BinOp::AddOverflows | BinOp::SubOverflows | BinOp::MulOverflows, _) => return None,
        (BinOp::SameObject, _) => Op::SameObject { dst, a, b },
        (BinOp::MadeBefore, _) => Op::MadeBefore { dst, a, b },
        (BinOp::And | BinOp::Or | BinOp::PtrAdd | BinOp::PtrDiff | BinOp::IeeeRem | BinOp::CopySign | BinOp::Math2(_), _) => return None,
    })
}

fn float_op(op: BinOp, dst: Reg, a: Reg, b: Reg, double: bool) -> Option<Op> {
    let arithmetic = |op| Some(if double { Op::Double { op, dst, a, b } } else { Op::Single { op, dst, a, b } });
    let compare = |op| Some(if double { Op::CompareDouble { op, dst, a, b } } else { Op::CompareSingle { op, dst, a, b } });
    match op {
        BinOp::Add => arithmetic(FloatOp::Add),
        BinOp::Sub => arithmetic(FloatOp::Sub),
        BinOp::Mul => arithmetic(FloatOp::Mul),
        BinOp::Div => arithmetic(FloatOp::Div),
        BinOp::Eq => compare(FloatCmp::Eq),
        BinOp::Ne => compare(FloatCmp::Ne),
        BinOp::Lt => compare(FloatCmp::Lt),
        BinOp::Le => compare(FloatCmp::Le),
        _ => None,
    }
}
