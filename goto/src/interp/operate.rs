//! Single operations on registers and memory that are more than an expression of Rust.

use super::code::{BitField, Cell, FloatCmp, Norm, Rare, Reg};
use super::float::Rounding;
use super::memory::{AccessError, Memory};
use super::value::{self, Fault, Scalar};
use crate::bits::Bits;

/// A value in the form of registers.
pub(super) fn canonical(scalar: Scalar, value: Bits) -> u128 {
    if scalar.signed() && scalar.bits() <= 64 { value.signed() as u128 } else { value.unsigned() }
}

pub(super) fn read(registers: &[u64], reg: Reg, scalar: Scalar) -> Bits {
    let low = u128::from(registers[reg as usize]);
    let high = if scalar.bits() > 64 { u128::from(registers[reg as usize + 1]) << 64 } else { 0 };
    Bits::new(scalar.bits(), high | low)
}

pub(super) fn write(registers: &mut [u64], reg: Reg, scalar: Scalar, value: Bits) {
    let value = canonical(scalar, value);
    registers[reg as usize] = value as u64;
    if scalar.bits() > 64 {
        registers[reg as usize + 1] = (value >> 64) as u64;
    }
}

#[inline(never)]
pub(super) fn rare(rare: Rare, registers: &mut [u64]) -> Result<(), Fault> {
    match rare {
        Rare::Unary { op, ty, dst, a, rounding } => {
            let value = value::unary_rounded(op, ty, mode(registers, rounding), read(registers, a, ty))?;
            write(registers, dst, ty, value);
        }
        Rare::Binary { op, ty, dst, a, b, b_type, rounding } => {
            let value = value::binary_rounded(op, ty, mode(registers, rounding), read(registers, a, ty), read(registers, b, b_type))?;
            // Comparisons give one bit.
            write(registers, dst, if value.width() == 1 { Scalar::Bool } else { ty }, value);
        }
        Rare::Cast { from, to, dst, a, rounding } => {
            let value = value::cast_rounded(from, to, mode(registers, rounding), read(registers, a, from));
            write(registers, dst, to, value);
        }
        Rare::Fma { ty, dst, operands, rounding } => {
            let value = value::fma(ty, mode(registers, rounding), operands.map(|reg| read(registers, reg, ty)))?;
            write(registers, dst, ty, value);
        }
    }
    Ok(())
}

/// The rounding mode in a register; to nearest where the program has none.
fn mode(registers: &[u64], rounding: Option<Reg>) -> Rounding {
    rounding.map_or(Rounding::Nearest, |reg| Rounding::of_control(registers[reg as usize].into()))
}

pub(super) fn divide(a: i64, b: i64, norm: Norm) -> Result<u64, Fault> {
    if b == 0 {
        return Err(Fault::DivisionByZero);
    }
    // The quotient that does not fit is the only one that another form changes.
    match a.checked_div(b) {
        Some(q) if norm.apply(q as u64) == q as u64 => Ok(q as u64),
        _ => Err(Fault::DivisionOverflow),
    }
}

pub(super) fn remainder(a: i64, b: i64, norm: Norm) -> Result<u64, Fault> {
    match b {
        0 => Err(Fault::DivisionByZero),
        -1 if a != 0 && norm.apply(a.wrapping_neg() as u64) == a as u64 => Err(Fault::DivisionOverflow),
        _ => Ok(a.wrapping_rem(b) as u64),
    }
}

pub(super) fn compare<T: PartialOrd>(op: FloatCmp, a: T, b: T) -> bool {
    match op {
        FloatCmp::Eq => a == b,
        FloatCmp::Ne => a != b,
        FloatCmp::Lt => a < b,
        FloatCmp::Le => a <= b,
    }
}

impl Cell {
    #[inline]
    pub(super) fn len(self) -> u64 {
        match self {
            Cell::Bool | Cell::S8 | Cell::U8 => 1,
            Cell::S16 | Cell::U16 => 2,
            Cell::S32 | Cell::U32 => 4,
            Cell::W64 => 8,
            Cell::W80 => 10,
            Cell::W128 => 16,
        }
    }
}

/// Reads a cell into the first register, or the first two.
#[inline]
pub(super) fn load(memory: &mut Memory, handle: u32, offset: u64, cell: Cell, to: &mut [u64]) -> Result<(), AccessError> {
    to[0] = match cell {
        Cell::S32 => i64::from(i32::from_le_bytes(memory.read(handle, offset)?)) as u64,
        Cell::U32 => u64::from(u32::from_le_bytes(memory.read(handle, offset)?)),
        Cell::W64 => u64::from_le_bytes(memory.read(handle, offset)?),
        Cell::S8 => i64::from(i8::from_le_bytes(memory.read(handle, offset)?)) as u64,
        Cell::U8 => u64::from(u8::from_le_bytes(memory.read(handle, offset)?)),
        Cell::Bool => u64::from(memory.read(handle, offset)? != [0]),
        Cell::S16 => i64::from(i16::from_le_bytes(memory.read(handle, offset)?)) as u64,
        Cell::U16 => u64::from(u16::from_le_bytes(memory.read(handle, offset)?)),
        Cell::W80 => {
            let low = memory.read(handle, offset)?;
            to[1] = u64::from(u16::from_le_bytes(memory.read(handle, offset.wrapping_add(8))?));
            u64::from_le_bytes(low)
        }
        Cell::W128 => {
            let low = memory.read(handle, offset)?;
            to[1] = u64::from_le_bytes(memory.read(handle, offset.wrapping_add(8))?);
            u64::from_le_bytes(low)
        }
    };
    Ok(())
}

/// Writes a cell from the first register, or the first two.
#[inline]
pub(super) fn store(memory: &mut Memory, handle: u32, offset: u64, cell: Cell, from: &[u64]) -> Result<(), AccessError> {
    let value = from[0];
    match cell {
        Cell::S32 | Cell::U32 => memory.write(handle, offset, (value as u32).to_le_bytes()),
        Cell::W64 => memory.write(handle, offset, value.to_le_bytes()),
        Cell::Bool | Cell::S8 | Cell::U8 => memory.write(handle, offset, [value as u8]),
        Cell::S16 | Cell::U16 => memory.write(handle, offset, (value as u16).to_le_bytes()),
        Cell::W80 => {
            let mut bytes = [0; 10];
            bytes[..8].copy_from_slice(&value.to_le_bytes());
            bytes[8..].copy_from_slice(&(from[1] as u16).to_le_bytes());
            memory.write(handle, offset, bytes)
        }
        Cell::W128 => memory.write(handle, offset, (u128::from(from[1]) << 64 | u128::from(value)).to_le_bytes()),
    }
}

fn bit_field_bytes(field: BitField) -> usize {
    usize::from(field.bits.start + field.bits.width).div_ceil(8).min(16)
}

fn bit_field_mask(field: BitField) -> u128 {
    Bits::ones(field.bits.width.max(1)).unsigned() << field.bits.start
}

/// The bits of a bit-field in the bytes that it lies in, and their number.
pub(super) fn masks(field: BitField) -> ([u8; 16], usize) {
    (bit_field_mask(field).to_le_bytes(), bit_field_bytes(field))
}

pub(super) fn load_bits(memory: &mut Memory, address: u64, field: BitField) -> Result<u128, AccessError> {
    let raw = memory.read_number(address, bit_field_bytes(field), bit_field_mask(field))?;
    let value = Bits::new(field.bits.width.max(1), raw >> field.bits.start);
    Ok(if field.signed { value.signed() as u128 } else { value.unsigned() })
}

pub(super) fn store_bits(memory: &mut Memory, address: u64, field: BitField, value: u128) -> Result<(), AccessError> {
    memory.write_number(address, bit_field_bytes(field), bit_field_mask(field), value << field.bits.start)
}
