//! Works for one result of one comparison, from inputs whose run makes the comparison: finds which inputs flow into it by changing one at a time, solves for them as if
//! they flowed linearly, steps along the distance, and at last repeats and removes inputs. Knows nothing of other comparisons.

use super::comparison::{Aim, Comparison, number_at};
use super::corpus::Start;
use super::values::{Shape, Vocabulary};
use crate::budget;
use goto::{Bits, FloatKind, InputId, Random};
use std::collections::VecDeque;

/// Inputs that are looked at.
const POSITIONS: usize = 64;

pub(super) struct Descent {
    aim: Aim,
    inputs: Vec<(InputId, Bits)>,
    at: Comparison,
    gap: u128,
    queue: VecDeque<Move>,
    asked: Option<Move>,
    /// Positions of inputs that flow into the comparison, and moves found on the way.
    influences: Vec<usize>,
    solutions: VecDeque<Move>,
    stage: Stage,
    improved: bool,
    left: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Probing,
    Solving,
    Walking,
    Flipping,
    Reshaping,
    Over,
}

/// A change of the inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Move {
    /// To see what happens.
    Probe {
        at: usize,
        value: Bits,
    },
    Set {
        at: usize,
        value: Bits,
    },
    /// In the order of the input's values.
    Step {
        at: usize,
        step: i128,
    },
    /// Inserts the inputs from a position to another so many times before the latter.
    Repeat {
        from: usize,
        to: usize,
        times: usize,
    },
    Remove {
        from: usize,
        to: usize,
    },
}

impl Descent {
    pub(super) fn new(start: Start, vocabulary: &Vocabulary, random: &mut Random) -> Self {
        let Start { inputs, at, aim } = start;
        let read = (at.read as usize).min(inputs.len());
        let mut positions: Vec<usize> = (0..read).rev().take(POSITIONS / 2).collect();
        if read > POSITIONS {
            positions.extend((0..POSITIONS / 2).map(|_| random.below(read - POSITIONS / 2)));
        } else {
            positions.extend((0..read).rev().skip(POSITIONS / 2));
        }
        let probe = |&at: &usize| {
            let (input, value) = inputs[at];
            probes(vocabulary.shapes[input], value).into_iter().map(move |value| Move::Probe { at, value })
        };
        let queue = positions.iter().flat_map(probe).collect();
        let gap = aim.gap(&at);
        let (influences, solutions) = (Vec::new(), VecDeque::new());
        Self { aim, inputs, at, gap, queue, asked: None, influences, solutions, stage: Stage::Probing, improved: false, left: budget::search::RUNS_OF_DESCENT }
    }

    /// The inputs to run next, if there is anything left to try.
    pub(super) fn next(&mut self, vocabulary: &Vocabulary) -> Option<Vec<Bits>> {
        loop {
            if self.left == 0 || self.gap == 0 {
                return None;
            }
            let Some(next) = self.queue.pop_front() else {
                self.advance(vocabulary);
                if self.stage == Stage::Over {
                    return None;
                }
                continue;
            };
            let Some(inputs) = self.apply(next, vocabulary) else { continue };
            self.left -= 1;
            self.asked = Some(next);
            return Some(inputs);
        }
    }

    /// What the run of these inputs did.
    pub(super) fn learn(&mut self, inputs: &[(InputId, Bits)], comparisons: &[Comparison], vocabulary: &Vocabulary) {
        let Some(asked) = self.asked.take() else { return };
        let closest = comparisons.iter().filter(|c| c.place == self.aim.place).min_by_key(|c| self.aim.gap(c));
        let Some(&now) = closest else { return };
        let gap = self.aim.gap(&now);
        let before = self.at;
        let changed = (now.a, now.b) != (before.a, before.b);
        if let Move::Probe { at, value } = asked {
            if changed {
                if !self.influences.contains(&at) {
                    self.influences.push(at);
                }
                self.solve(at, vocabulary.shapes[self.inputs[at].0], (self.inputs[at].1, before), (value, now));
                if gap < self.gap {
                    self.solutions.push_back(Move::Set { at, value });
                }
            }
            return;
        }
        if gap >= self.gap {
            return;
        }
        let old = std::mem::replace(&mut self.inputs, inputs.to_vec());
        (self.at, self.gap, self.improved) = (now, gap, true);
        match asked {
            Move::Set { at, value } if at < old.len() => {
                self.solutions.clear();
                self.solve(at, vocabulary.shapes[old[at].0], (old[at].1, before), (value, now));
                while let Some(solution) = self.solutions.pop_back() {
                    self.queue.push_front(solution);
                }
            }
            Move::Step { at, step } => self.queue.push_front(Move::Step { at, step: step.saturating_mul(2) }),
            Move::Repeat { from, to, times } => self.queue.push_front(Move::Repeat { from, to, times: times * 2 }),
            Move::Probe { .. } | Move::Set { .. } | Move::Remove { .. } => {}
        }
    }

    /// What to try once all that was planned is done.
    fn advance(&mut self, vocabulary: &Vocabulary) {
        let again = std::mem::take(&mut self.improved);
        self.stage = match self.stage {
            Stage::Probing if self.influences.is_empty() => Stage::Reshaping,
            Stage::Probing => Stage::Solving,
            Stage::Solving => Stage::Walking,
            Stage::Walking if again => Stage::Walking,
            Stage::Walking => Stage::Flipping,
            Stage::Flipping if again => Stage::Walking,
            Stage::Flipping => Stage::Reshaping,
            Stage::Reshaping if again => Stage::Reshaping,
            Stage::Reshaping | Stage::Over => Stage::Over,
        };
        let influences: Vec<usize> = self.influences.iter().copied().filter(|&at| at < self.inputs.len()).collect();
        match self.stage {
            Stage::Solving => self.queue.append(&mut self.solutions),
            Stage::Walking => {
                for &at in &influences {
                    let (input, value) = self.inputs[at];
                    let bits = u32::from(value.width());
                    let float = matches!(vocabulary.shapes[input], Shape::Float(_));
                    let sizes = if float { [0, bits / 4, bits / 2, bits * 3 / 4] } else { [0, bits / 8, bits / 4, bits / 2] };
                    self.queue.extend(sizes.into_iter().flat_map(|size| [1, -1].map(|sign| Move::Step { at, step: sign << size.min(100) })));
                }
            }
            Stage::Flipping => {
                for &at in influences.iter().take(4) {
                    let value = self.inputs[at].1;
                    self.queue.extend((0..value.width()).map(|bit| Move::Set { at, value: value.xor(Bits::new(value.width(), 1 << bit)) }));
                }
            }
            Stage::Reshaping => {
                let read = (self.at.read as usize).min(self.inputs.len());
                for len in 1..=read.min(4) {
                    self.queue.push_back(Move::Repeat { from: read - len, to: read, times: 1 });
                    self.queue.push_back(Move::Repeat { from: 0, to: len, times: 1 });
                }
                for at in (0..read).rev().take(16) {
                    self.queue.push_back(Move::Repeat { from: at, to: at + 1, times: 1 });
                    self.queue.push_back(Move::Remove { from: at, to: at + 1 });
                }
            }
            Stage::Probing | Stage::Over => {}
        }
    }

    /// The changed inputs, if the change is one.
    fn apply(&self, change: Move, vocabulary: &Vocabulary) -> Option<Vec<Bits>> {
        let mut inputs: Vec<Bits> = self.inputs.iter().map(|i| i.1).collect();
        match change {
            Move::Probe { at, value } | Move::Set { at, value } => *inputs.get_mut(at)? = value.resize(inputs.get(at)?.width(), true),
            Move::Step { at, step } => {
                let &(input, value) = self.inputs.get(at)?;
                inputs[at] = stepped(vocabulary.shapes[input], value, step);
            }
            Move::Repeat { from, to, times } => {
                if to > inputs.len() || (to - from) * times > 4096 {
                    return None;
                }
                let block = inputs[from..to].repeat(times);
                inputs.splice(to..to, block);
            }
            Move::Remove { from, to } => {
                if to > inputs.len() {
                    return None;
                }
                inputs.drain(from..to);
            }
        }
        (inputs.len() != self.inputs.len() || inputs.iter().zip(&self.inputs).any(|(new, old)| *new != old.1)).then_some(inputs)
    }

    /// Notes values of an input that would be right if the difference of the operands were linear in it, given two points.
    fn solve(&mut self, at: usize, shape: Shape, first: (Bits, Comparison), second: (Bits, Comparison)) {
        let width = first.0.width();
        let values = match shape {
            Shape::Float(kind) => linear_reals(self.aim, real(kind, first.0), &first.1, real(kind, second.0), &second.1)
                .into_iter()
                .map(|n| Bits::new(width, goto::interp::float::convert(FloatKind::Double, kind, u128::from(n.to_bits()))))
                .collect(),
            Shape::Integer(_) | Shape::Truth if first.1.floats => {
                linear_reals(self.aim, first.0.signed() as f64, &first.1, second.0.signed() as f64, &second.1)
                    .into_iter()
                    .map(|n| Bits::from_signed(width, n.round() as i128))
                    .collect()
            }
            Shape::Integer(_) | Shape::Truth => linear_integers(self.aim, first, second),
        };
        self.solutions.extend(values.into_iter().map(|value| Move::Set { at, value }));
    }
}

/// Values that show whether an input matters.
fn probes(shape: Shape, value: Bits) -> Vec<Bits> {
    let width = value.width();
    match shape {
        Shape::Float(kind) => {
            let n = real(kind, value);
            let convert = |n: f64| Bits::new(width, goto::interp::float::convert(FloatKind::Double, kind, u128::from(n.to_bits())));
            let probes = if n.is_finite() { [n + 1.0, n * 0.75, -n * 2.0 + 3.0, f64::NAN] } else { [1.0, -7.5, 0.0, f64::INFINITY] };
            probes.map(convert).to_vec()
        }
        _ if width == 1 => vec![value.not()],
        // Half of a large number may show a slope where the neighbour does not.
        Shape::Integer(_) | Shape::Truth if value.signed().unsigned_abs() > 256 => {
            vec![value.add(Bits::new(width, 1)), Bits::from_signed(width, value.signed() / 2), value.not()]
        }
        Shape::Integer(_) | Shape::Truth => vec![value.add(Bits::new(width, 1)), value.not()],
    }
}

fn real(kind: FloatKind, value: Bits) -> f64 {
    f64::from_bits(goto::interp::float::convert(kind, FloatKind::Double, value.unsigned()) as u64)
}

/// The value so many steps further; of floating-point numbers, in their order.
fn stepped(shape: Shape, value: Bits, step: i128) -> Bits {
    let width = value.width();
    let Shape::Float(_) = shape else { return value.add(Bits::from_signed(width, step)) };
    // Sign and magnitude.
    let sign = 1u128 << (width - 1);
    let magnitude = (value.unsigned() & !sign) as i128;
    let order = if value.unsigned() & sign != 0 { -magnitude } else { magnitude };
    let next = order.saturating_add(step).clamp(1 - sign as i128, sign as i128 - 1);
    Bits::new(width, if next < 0 { sign | next.unsigned_abs() } else { next as u128 })
}

fn linear_integers(aim: Aim, (x0, c0): (Bits, Comparison), (x1, c1): (Bits, Comparison)) -> Vec<Bits> {
    let width = x0.width();
    let (d0, d1) = (aim.difference(&c0), aim.difference(&c1));
    let (dx, slope) = (x1.sub(x0).signed(), d1 - d0);
    let missing = aim.wanted() - d0;
    if slope == 0 {
        return Vec::new();
    }
    let mut values = Vec::new();
    if let Some(product) = missing.checked_mul(dx) {
        let step = product.div_euclid(slope);
        values.push(step);
        if product.rem_euclid(slope) != 0 {
            values.push(step + 1);
        }
        if aim.wanted() != 0 || missing.unsigned_abs() > 1 << 20 {
            values.extend([step.saturating_mul(2), step / 2]);
        }
    }
    if dx == 1 && slope.unsigned_abs() > 1 {
        // Modulo the width of the input, and of what it is computed in.
        for modulus in [width, 32, 64] {
            values.extend(solve_modulo(slope, missing, modulus));
        }
    }
    values.into_iter().map(|step| x0.add(Bits::from_signed(width, step))).collect()
}

/// The number whose product with the slope is `wanted` modulo 2^width, if the slope has an inverse, after the common powers of two are gone.
fn solve_modulo(slope: i128, wanted: i128, width: u16) -> Option<i128> {
    let shift = slope.trailing_zeros();
    if wanted.trailing_zeros() < shift || shift >= u32::from(width) {
        return None;
    }
    let (slope, wanted) = ((slope >> shift) as u128, (wanted >> shift) as u128);
    // Newton's iteration doubles the number of right bits.
    let mut inverse = slope;
    for _ in 0..7 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(slope.wrapping_mul(inverse)));
    }
    Some(Bits::new((width - shift as u16).min(128), wanted.wrapping_mul(inverse)).signed())
}

fn linear_reals(aim: Aim, x0: f64, c0: &Comparison, x1: f64, c1: &Comparison) -> Vec<f64> {
    let difference = |c: &Comparison| {
        if c.floats { number_at(c.a as i64) - number_at(c.b as i64) } else { aim.difference(c) as f64 }
    };
    let wanted = if c0.floats { 0.0 } else { aim.wanted() as f64 };
    let (d0, d1) = (difference(c0), difference(c1));
    let step = (wanted - d0) * (x1 - x0) / (d1 - d0);
    if !step.is_finite() {
        return Vec::new();
    }
    // A little further is better than not far enough, where any value beyond will do.
    let mut values = vec![x0 + step];
    if aim.wanted() != 0 || aim.relation != goto::interp::Relation::Equal {
        values.extend([x0 + step * 1.001, x0 + step * 1.5]);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_modulo_powers_of_two() {
        for (slope, wanted) in [(2_654_435_761, 12345), (3, -1), (-5, 7), (12, 20)] {
            let x = solve_modulo(slope, wanted, 32).unwrap();
            assert_eq!((slope * x - wanted).rem_euclid(1 << 32), 0);
        }
        assert_eq!(solve_modulo(12, 2, 32), None);
    }

    #[test]
    fn steps_of_floats_are_in_their_order() {
        let shape = Shape::Float(FloatKind::Single);
        let bits = |n: f32| Bits::new(32, u128::from(n.to_bits()));
        assert_eq!(stepped(shape, bits(0.0), -1), bits(-f32::from_bits(1)));
        assert_eq!(stepped(shape, bits(-f32::from_bits(1)), 2), bits(f32::from_bits(1)));
        assert_eq!(stepped(shape, bits(1.0), 1), bits(1.0f32.next_up()));
    }
}
