//! The inputs of a run: those chosen before, and how to choose those that it reads beyond them.

use super::executor::{Request, Tail};
use super::values::{Constants, Random, Shape, Vocabulary, limit};
use goto::interp::InputSource;
use goto::interp::float::{FloatOp, Rounding};
use goto::{Bits, InputId, TypeId};
use std::cell::Cell;

/// Delivers the inputs that a request describes.
pub(super) struct Source<'s> {
    pub request: &'s Request,
    /// How many inputs were read; others may look.
    pub next: &'s Cell<usize>,
    pub last: Option<Bits>,
    pub vocabulary: &'s Vocabulary,
    pub random: Random,
}

impl InputSource for Source<'_> {
    fn next(&mut self, input: InputId, _ty: TypeId, width: u16) -> Option<Bits> {
        let at = self.next.get();
        if at >= self.request.most {
            return None;
        }
        let value = match self.request.inputs.get(at) {
            Some(value) => value.resize(width, true),
            None => self.beyond(self.vocabulary.shapes[input], width),
        };
        self.next.set(at + 1);
        self.last = Some(value);
        Some(value)
    }
}

impl Source<'_> {
    fn beyond(&mut self, shape: Shape, width: u16) -> Bits {
        let number = |n: i128| match shape {
            Shape::Float(kind) => Bits::new(width, goto::interp::float::from_integer(kind, n as u128, true)),
            Shape::Integer(_) | Shape::Truth => Bits::from_signed(width, n),
        };
        match (self.request.tail, self.last) {
            (Tail::Same(n), _) => number(n),
            (Tail::Limit(which), _) => number(limit(which, width)),
            (Tail::Again(n), _) if n > 0 && n <= self.request.inputs.len() => {
                let chosen = self.request.inputs.len();
                self.request.inputs[chosen - n + (self.next.get() - chosen) % n].resize(width, true)
            }
            (Tail::Rising(step), Some(last)) => match shape {
                Shape::Float(kind) => {
                    let step = goto::interp::float::from_integer(kind, step as u128, true);
                    Bits::new(width, goto::interp::float::arithmetic(kind, FloatOp::Add, Rounding::Nearest, last.resize(width, true).unsigned(), step))
                }
                Shape::Integer(_) | Shape::Truth => last.resize(width, true).add(Bits::from_signed(width, step)),
            },
            (Tail::Sticky, Some(last)) if last.width() == width && self.random.chance(60) => last,
            (Tail::Sticky | Tail::Random | Tail::Again(_) | Tail::Rising(_), _) => self.vocabulary.constants.value(&mut self.random, shape, width),
        }
    }
}

/// Changes a list of inputs a little. `other` is a list to take pieces from.
pub(super) fn mutate(inputs: &mut Vec<Bits>, other: &[Bits], constants: &Constants, shape: Shape, random: &mut Random) {
    for _ in 0..1 + random.below(3) {
        let at = random.below(inputs.len().max(1));
        let len = 1 + random.below((inputs.len() - at.min(inputs.len())).clamp(1, 16));
        let end = (at + len).min(inputs.len());
        match (random.below(100), inputs.get_mut(at)) {
            (0..25, Some(value)) => *value = constants.value(random, shape_for(shape, *value), value.width()),
            (25..35, Some(value)) => *value = value.add(Bits::from_signed(value.width(), random.below(17) as i128 - 8)),
            (35..45, Some(value)) => *value = value.xor(Bits::new(value.width(), 1 << random.below(usize::from(value.width())))),
            (45..50, Some(value)) => *value = value.neg(),
            (50..60, Some(_)) => drop(inputs.drain(at..end)),
            (60..70, Some(_)) => {
                let piece = inputs[at..end].repeat(1 + random.below(8));
                inputs.splice(at..at, piece);
            }
            (70..80, Some(_)) => inputs.truncate(at),
            (80..87, Some(&mut value)) => {
                let target = random.below(inputs.len());
                inputs[target] = value.resize(inputs[target].width(), true);
            }
            (_, _) if !other.is_empty() => {
                let from = random.below(other.len());
                inputs.truncate(at);
                inputs.extend_from_slice(&other[from..]);
            }
            _ => {}
        }
    }
}

/// The shape of a value among inputs that may have several: `shape` fits if the widths do.
fn shape_for(shape: Shape, value: Bits) -> Shape {
    match shape {
        Shape::Float(kind) if kind.bits() == value.width() => shape,
        _ if value.width() == 1 => Shape::Truth,
        _ => Shape::Integer(value.width()),
    }
}
