//! Finds out with what values inputs are compared as they stand: places of comparisons of which one operand was always one of the last inputs.

use super::comparison::{Comparison, number_at, order};
use super::values::{Shape, Vocabulary};
use goto::interp::float::convert;
use goto::{Bits, FloatKind, InputId};
use rustc_hash::FxHashMap;

/// Inputs before a comparison that may be its operand.
const LAST_INPUTS: usize = 4;
/// Values that are remembered for one kind of input.
const PARTNERS: usize = 64;

/// Operands of which it is known, or not yet, whether they are inputs.
#[derive(Default)]
pub(super) struct Partners {
    operands: FxHashMap<(u32, bool), Operand>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Operand {
    /// It was this value, and an input.
    Once(u64),
    Input,
    Other,
}

impl Partners {
    /// Looks at the comparisons of a run, and notes values that inputs were compared with.
    pub(super) fn learn(&mut self, inputs: &[(InputId, Bits)], comparisons: &[Comparison], vocabulary: &mut Vocabulary) {
        for c in comparisons.iter().filter(|c| c.read > 0) {
            let read = (c.read as usize).min(inputs.len());
            let last = &inputs[read.saturating_sub(LAST_INPUTS)..read];
            for (operand, other, first) in [(c.a, c.b, true), (c.b, c.a, false)] {
                let known = self.operands.get(&(c.place, first)).copied();
                if known == Some(Operand::Other) {
                    continue;
                }
                let is_it = |&&(input, value): &&(InputId, Bits)| is_operand(vocabulary.shapes[input], value, operand, c.floats);
                let Some(&(input, value)) = last.iter().rev().find(is_it) else {
                    self.operands.insert((c.place, first), Operand::Other);
                    continue;
                };
                let now = match known {
                    None => Operand::Once(operand),
                    Some(Operand::Once(before)) if before != operand => Operand::Input,
                    Some(known) => known,
                };
                self.operands.insert((c.place, first), now);
                if now == Operand::Input {
                    let partner = as_input(vocabulary.shapes[input], value.width(), other, c.floats);
                    let partners = &mut vocabulary.partners[input];
                    if partners.len() < PARTNERS && !partners.contains(&partner) {
                        partners.push(partner);
                    }
                }
            }
        }
    }
}

/// Is the operand of a comparison the input as it stands?
pub(super) fn is_operand(shape: Shape, value: Bits, operand: u64, floats: bool) -> bool {
    match shape {
        Shape::Float(kind) => floats && operand as i64 == order(f64::from_bits(convert(kind, FloatKind::Double, value.unsigned()) as u64)),
        Shape::Integer(_) | Shape::Truth => !floats && (operand == value.unsigned() as u64 || operand == value.signed() as u64),
    }
}

/// The input that would be the operand of a comparison.
pub(super) fn as_input(shape: Shape, width: u16, operand: u64, floats: bool) -> Bits {
    match shape {
        Shape::Float(kind) if floats => Bits::new(width, convert(FloatKind::Double, kind, u128::from(number_at(operand as i64).to_bits()))),
        _ => Bits::from_signed(width, i128::from(operand as i64)),
    }
}
