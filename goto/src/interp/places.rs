//! From expressions that name places to loads, stores and addresses.

use super::code::{BitField, Cell, Op, Reg};
use super::compile::{FunctionCode, Home};
use super::operate::masks;
use super::value::Scalar;
use crate::expr::{ExprId, ExprKind};
use crate::types::BitRange;

/// Where a place is.
#[derive(Clone, Copy)]
pub(super) struct Place {
    base: Base,
    /// Bytes from the base, modulo 2^64.
    offset: u64,
    /// A register with further bytes.
    index: Option<Reg>,
    bits: Option<BitRange>,
}

#[derive(Clone, Copy)]
enum Base {
    Register(Reg),
    Global(u32),
    /// An object by the register that holds its handle.
    Object(Reg),
    Address(Reg),
    /// A part of a value all of whose bytes are zero.
    Zero,
}

impl FunctionCode<'_> {
    /// Resolves a place; `None` after an operation that ends the run.
    pub(super) fn place(&mut self, e: ExprId) -> Option<Place> {
        let program = self.program;
        let at = |base| Place { base, offset: 0, index: None, bits: None };
        match program.exprs.kind(e) {
            ExprKind::Var(symbol) => match self.home(symbol) {
                Some(Home::Register(reg)) => Some(at(Base::Register(reg))),
                Some(Home::Global(global)) => Some(at(Base::Global(global))),
                Some(Home::Object(variable)) => Some(at(Base::Object(self.variables[variable as usize].slot))),
                Some(Home::Static(handle)) => Some(at(Base::Object(self.constant(u64::from(handle))))),
                None => self.nowhere("variable without a place"),
            },
            ExprKind::Deref(pointer) => {
                let address = self.value(pointer);
                Some(at(Base::Address(address)))
            }
            ExprKind::Zero => Some(at(Base::Zero)),
            ExprKind::Field { base, field } => {
                let mut place = self.place(base)?;
                let Some(field) = program.types.record_body(program.exprs.ty(base)).and_then(|b| b.fields.get(field as usize)) else {
                    return self.nowhere("member of an incomplete record");
                };
                place.offset = place.offset.wrapping_add(field.offset);
                place.bits = field.bits;
                Some(place)
            }
            ExprKind::Index { base, index } => {
                let mut place = self.place(base)?;
                let Some(size) = program.types.size_of(program.exprs.ty(e)) else { return self.nowhere("array of incomplete elements") };
                match (program.exprs.as_const(index), self.scalar(program.exprs.ty(index))) {
                    (Some(n), Some(ty)) => place.offset = place.offset.wrapping_add((n.to_i128(ty.signed()) as u64).wrapping_mul(size)),
                    _ => self.add_index(&mut place, index, size),
                }
                Some(place)
            }
            _ => self.nowhere("use of a value as a place"),
        }
    }

    fn nowhere(&mut self, message: &str) -> Option<Place> {
        self.unsupported(message);
        None
    }

    fn add_index(&mut self, place: &mut Place, index: ExprId, size: u64) {
        let index = self.value(index);
        let before = place.index.unwrap_or_else(|| self.constant(0));
        let dst = self.temporary();
        match u32::try_from(size) {
            Ok(size) => self.emit(Op::Scale { dst, a: before, b: index, size }),
            Err(_) => {
                let (size, norm) = (self.constant(size), self.pointer_norm());
                let bytes = self.temporary();
                self.emit(Op::Mul { dst: bytes, a: index, b: size, norm });
                self.emit(Op::Add { dst, a: before, b: bytes, norm });
            }
        }
        place.index = Some(dst);
    }

    /// The register with all that is added to the base; `None` if that is nothing.
    fn whole_offset(&mut self, place: Place) -> Option<Reg> {
        match (place.index, place.offset) {
            (None, 0) => None,
            (None, offset) => Some(self.constant(offset)),
            (Some(index), 0) => Some(index),
            (Some(a), offset) => {
                let (b, dst, norm) = (self.constant(offset), self.temporary(), self.pointer_norm());
                self.emit(Op::Add { dst, a, b, norm });
                Some(dst)
            }
        }
    }

    pub(super) fn address_of(&mut self, place: Place) -> Reg {
        let base = match place.base {
            Base::Address(reg) => reg,
            Base::Object(object) => {
                let dst = self.temporary();
                self.emit(Op::ObjectAddress { dst, object });
                dst
            }
            Base::Register(_) | Base::Global(_) | Base::Zero => {
                self.unsupported("address of a value");
                return self.constant(0);
            }
        };
        let Some(b) = self.whole_offset(place) else { return base };
        let (dst, norm) = (self.temporary(), self.pointer_norm());
        self.emit(Op::Add { dst, a: base, b, norm });
        dst
    }

    /// The address of a place of a record or array type.
    pub(super) fn address(&mut self, e: ExprId) -> Option<Reg> {
        let place = self.place(e)?;
        Some(self.address_of(place))
    }

    fn bit_field(&mut self, bits: BitRange, declared: Scalar) -> u32 {
        let field = BitField { bits, signed: declared.signed(), wide: declared.bits() > 64 };
        self.out.bit_fields.push(field);
        self.out.bit_fields.len() as u32 - 1
    }

    pub(super) fn load(&mut self, e: ExprId, scalar: Scalar, dst: Option<Reg>) -> Reg {
        let Some(place) = self.place(e) else { return self.constant(0) };
        match place.base {
            Base::Register(reg) => return reg,
            Base::Zero => return self.constant_of(scalar, 0),
            _ => {}
        }
        let cell = Cell::of(scalar);
        if let Some(bits) = place.bits {
            let address = self.address_of(place);
            let dst = dst.unwrap_or_else(|| self.temporary_for(scalar));
            let field = self.bit_field(bits, scalar);
            self.emit(Op::LoadBits { dst, address, field });
            return dst;
        }
        let small = u32::try_from(place.offset).ok().filter(|_| place.index.is_none());
        let dst = dst.unwrap_or_else(|| self.temporary_for(scalar));
        let op = match (place.base, small) {
            (Base::Global(global), _) => Op::GetGlobal { dst, global },
            (Base::Object(object), Some(offset)) => Op::LoadObject { dst, object, offset, cell },
            (Base::Object(object), None) => {
                let offset = self.whole_offset(place).unwrap_or_else(|| self.constant(0));
                Op::LoadAt { dst, object, offset, cell }
            }
            (Base::Address(address), Some(offset)) => Op::Load { dst, address, offset, cell },
            _ => {
                let address = self.address_of(place);
                Op::Load { dst, address, offset: 0, cell }
            }
        };
        self.emit(op);
        dst
    }

    /// Was the scalar in a place written? What is in a register was.
    pub(super) fn written(&mut self, e: ExprId, dst: Option<Reg>) -> Reg {
        let ty = self.program.exprs.ty(e);
        let (Some(place), Some(scalar)) = (self.place(e), self.scalar(ty)) else { return self.constant(1) };
        if let Base::Register(_) | Base::Global(_) | Base::Zero = place.base {
            return self.constant(1);
        }
        let bytes = scalar.bits().div_ceil(8);
        let mask = match place.bits {
            Some(bits) => masks(BitField { bits, signed: false, wide: false }),
            None => (u128::MAX.to_le_bytes(), usize::from(bytes)),
        };
        let address = self.address_of(place);
        self.out.masks.push(mask);
        let mask = self.out.masks.len() as u32 - 1;
        let dst = dst.unwrap_or_else(|| self.temporary());
        self.emit(Op::Written { dst, address, mask });
        dst
    }

    /// Stores the scalar in a register to a place, as the last operation of an instruction.
    pub(super) fn store(&mut self, lhs: ExprId, src: Reg) {
        let Some(scalar) = self.scalar(self.program.exprs.ty(lhs)) else { return self.unsupported("assignment to a place that is not scalar") };
        let Some(place) = self.place(lhs) else { return };
        let cell = Cell::of(scalar);
        if let Some(bits) = place.bits {
            let address = self.address_of(place);
            let field = self.bit_field(bits, scalar);
            self.emit(Op::StoreBits { src, address, field });
            return self.note_assigned(src, scalar);
        }
        let small = u32::try_from(place.offset).ok().filter(|_| place.index.is_none());
        let op = match (place.base, small) {
            (Base::Register(dst), _) => {
                self.emit_move(scalar, dst, src);
                return self.note_assigned(src, scalar);
            }
            (Base::Zero, _) => return self.unsupported("assignment to a value"),
            (Base::Global(global), _) => Op::SetGlobal { global, src },
            (Base::Object(object), Some(offset)) => Op::StoreObject { src, object, offset, cell },
            (Base::Object(object), None) => {
                let offset = self.whole_offset(place).unwrap_or_else(|| self.constant(0));
                Op::StoreAt { src, object, offset, cell }
            }
            (Base::Address(address), Some(offset)) => Op::Store { src, address, offset, cell },
            (Base::Address(_), None) => {
                let address = self.address_of(place);
                Op::Store { src, address, offset: 0, cell }
            }
        };
        self.emit(op);
        self.note_assigned(src, scalar);
    }
}
