//! Operands of comparisons that are made of several bytes among the inputs, as formats of files and of networks write numbers: lengths, and the words that a file begins with. All
//! bytes change at once, so that the number becomes the other operand ("input-to-state correspondence": Aschermann et al., "REDQUEEN", NDSS 2019, section III).

use super::comparison::{Comparison, Outcomes};
use super::substitution::missing;
use super::values::{Shape, Vocabulary};
use goto::{Bits, InputId};

/// Bytes of one number.
const WIDTHS: [usize; 4] = [8, 4, 3, 2];
/// Inputs, from the last one on, that are looked at.
const LAST: usize = 256;

/// Where the bytes of a number stand.
#[derive(Clone, Copy)]
struct Composite {
    first: usize,
    width: usize,
    lowest_first: bool,
}

impl Composite {
    /// Positions of the bytes, the lowest one first.
    fn positions(self) -> impl Iterator<Item = usize> {
        let Self { first, width, lowest_first } = self;
        (0..width).map(move |i| if lowest_first { first + i } else { first + width - 1 - i })
    }

    fn number(self, inputs: &[(InputId, Bits)]) -> u64 {
        self.positions().enumerate().fold(0, |number, (i, at)| number | (inputs[at].1.unsigned() as u64) << (8 * i))
    }

    /// The inputs with another number there. `None` if it has too many bits.
    fn with(self, inputs: &[(InputId, Bits)], number: u64) -> Option<Vec<Bits>> {
        let above = if self.width == 8 { 0 } else { number as i64 >> (8 * self.width) };
        if above != 0 && above != -1 {
            return None;
        }
        let mut changed: Vec<Bits> = inputs.iter().map(|i| i.1).collect();
        for (i, at) in self.positions().enumerate() {
            changed[at] = Bits::new(8, u128::from(number >> (8 * i) & 0xff));
        }
        Some(changed)
    }
}

/// Lists of inputs that may give the comparison a result that it never had.
pub(super) fn composites(inputs: &[(InputId, Bits)], comparison: Comparison, outcomes: Outcomes, vocabulary: &Vocabulary) -> Vec<Vec<Bits>> {
    if comparison.floats {
        return Vec::new();
    }
    let Comparison { a, b, .. } = comparison;
    let mut found = Vec::new();
    for (operand, other, sign) in [(a, b, 1), (b, a, -1)] {
        // What one byte says is found without this.
        if operand <= u64::from(u8::MAX) {
            continue;
        }
        let Some(composite) = composite(inputs, operand, vocabulary) else { continue };
        let missing = missing(outcomes);
        let distances = if missing.is_empty() { vec![0] } else { missing };
        found.extend(distances.into_iter().filter_map(|distance| composite.with(inputs, other.wrapping_add_signed(sign * distance))));
    }
    found
}

/// The last bytes among the inputs that make this number.
fn composite(inputs: &[(InputId, Bits)], operand: u64, vocabulary: &Vocabulary) -> Option<Composite> {
    let is_byte = |&(input, _): &(InputId, Bits)| vocabulary.shapes[input] == Shape::Integer(8);
    let oldest = inputs.len().saturating_sub(LAST);
    for width in WIDTHS {
        let (mask, sign) = if width == 8 { (u64::MAX, 0) } else { ((1 << (8 * width)) - 1, operand as i64 >> (8 * width - 1)) };
        // It is what the bytes say, or what they say with a sign.
        if operand & !mask != 0 && sign != -1 {
            continue;
        }
        for first in (oldest..(inputs.len() + 1).saturating_sub(width)).rev() {
            for lowest_first in [true, false] {
                let composite = Composite { first, width, lowest_first };
                if composite.number(inputs) == operand & mask && inputs[first..first + width].iter().all(is_byte) {
                    return Some(composite);
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use goto::Id;
    use std::cmp::Ordering;

    const PROGRAM: &str = "goto lp64 start begin input in0 \"nondet\" \"char\" i8 input in1 \"other\" \"int\" i32
        function begin: fn() -> void { 0: HALT exit }";

    fn vocabulary() -> Vocabulary {
        Vocabulary::of(&goto::parse(PROGRAM).unwrap_or_else(|e| panic!("{e}")))
    }

    fn bytes(values: &[u8]) -> Vec<(InputId, Bits)> {
        values.iter().map(|&value| (InputId::new(0), Bits::new(8, value.into()))).collect()
    }

    fn changed(values: &[u8], a: u64, b: u64, had: &[Ordering]) -> Vec<Vec<u8>> {
        let mut outcomes = Outcomes::default();
        had.iter().for_each(|&order| outcomes.add(order));
        let comparison = Comparison { place: 0, floats: false, a, b, read: values.len() as u32 };
        let found = composites(&bytes(values), comparison, outcomes, &vocabulary());
        found.into_iter().map(|list| list.into_iter().map(|value| value.unsigned() as u8).collect()).collect()
    }

    #[test]
    fn both_orders_of_bytes_are_known() {
        use Ordering::{Greater, Less};
        assert_eq!(changed(&[1, 2, 3, 4, 5], 0x0504_0302, 0xfd2f_b528, &[Less, Greater]), [[1, 0x28, 0xb5, 0x2f, 0xfd]]);
        assert_eq!(changed(&[1, 2, 3, 4, 5], 0x4948_4452, 0x0102_0304, &[Less, Greater]), [[0x49, 0x48, 0x44, 0x52, 5]]);
    }

    #[test]
    fn what_it_was_never_is_wanted() {
        use Ordering::{Equal, Greater};
        assert_eq!(changed(&[7, 1, 2], 0x0102, 0x0300, &[Equal]), [[7, 2, 0xff], [7, 3, 1]]);
        // The operand on the right: for the left one to be less, this has to be greater.
        assert_eq!(changed(&[7, 1, 2], 0x0300, 0x0102, &[Equal, Greater]), [[7, 3, 1]]);
    }

    #[test]
    fn numbers_have_signs_and_too_many_bits() {
        let minus_two = -2i64 as u64;
        assert_eq!(changed(&[0x80, 0xff], -128i64 as u64, minus_two, &[]).len(), 3);
        assert_eq!(changed(&[2, 1], 0x0102, 0x1_0000_0000, &[Ordering::Less]), Vec::<Vec<u8>>::new());
        assert_eq!(changed(&[2, 1], 0x0003, 0x0004, &[]), Vec::<Vec<u8>>::new());
    }

    #[test]
    fn only_bytes_are_taken() {
        let mut inputs = bytes(&[1, 2]);
        inputs[0].0 = InputId::new(1);
        let comparison = Comparison { place: 0, floats: false, a: 0x0201, b: 0x0909, read: 2 };
        assert!(composites(&inputs, comparison, Outcomes::default(), &vocabulary()).is_empty());
    }
}
