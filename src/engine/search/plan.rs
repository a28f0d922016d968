//! The inputs of a run: those chosen before, and how to choose those that it reads beyond them.

use super::executor::{Request, Tail};
use super::values::{Shape, Vocabulary, limit};
use goto::interp::InputSource;
use goto::interp::float::{FloatOp, Rounding};
use goto::{Bits, InputId, Random, TypeId};
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
            None => self.beyond(input, width),
        };
        self.next.set(at + 1);
        self.last = Some(value);
        Some(value)
    }
}

impl Source<'_> {
    fn beyond(&mut self, input: InputId, width: u16) -> Bits {
        let shape = self.vocabulary.shapes[input];
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
            (Tail::Sticky | Tail::Random | Tail::Again(_) | Tail::Rising(_), _) => self.vocabulary.value(&mut self.random, input).resize(width, true),
        }
    }
}

/// Changes a list of inputs a little. `other` is a list to take pieces from, where the same kind of input stands.
pub(super) fn mutate(inputs: &mut Vec<(InputId, Bits)>, other: &[(InputId, Bits)], vocabulary: &Vocabulary, random: &mut Random) {
    for _ in 0..1 + random.below(3) {
        let at = random.below(inputs.len().max(1));
        let len = 1 + random.below((inputs.len() - at.min(inputs.len())).clamp(1, 16));
        let end = (at + len).min(inputs.len());
        match (random.below(100), inputs.get_mut(at)) {
            (0..30, Some((input, value))) => *value = vocabulary.value(random, *input),
            (30..38, Some((_, value))) => *value = value.add(Bits::from_signed(value.width(), random.below(17) as i128 - 8)),
            (38..45, Some((_, value))) => *value = value.xor(Bits::new(value.width(), 1 << random.below(usize::from(value.width())))),
            (45..48, Some((_, value))) => *value = value.neg(),
            (48..58, Some(_)) => drop(inputs.drain(at..end)),
            (58..70, Some(_)) => {
                let piece = inputs[at..end].repeat(1 + random.below(8));
                inputs.splice(at..at, piece);
            }
            (70..80, Some(_)) => inputs.truncate(at),
            (80..87, Some(&mut (_, value))) => {
                let target = random.below(inputs.len());
                inputs[target].1 = value.resize(inputs[target].1.width(), true);
            }
            (87..94, Some(&mut (input, _))) => {
                // Where the same kind of input is read the program may be at the same place.
                let places: Vec<usize> = (0..other.len()).filter(|&i| other[i].0 == input).collect();
                if let Some(from) = random.pick(&places) {
                    inputs.truncate(at);
                    inputs.extend_from_slice(&other[from..]);
                }
            }
            (_, _) if !other.is_empty() => {
                let from = random.below(other.len());
                let end = (from + 1 + random.below(16)).min(other.len());
                let at = at.min(inputs.len());
                inputs.splice(at..at, other[from..end].iter().copied());
            }
            _ => {}
        }
    }
}
