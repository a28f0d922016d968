//! Inputs that bring the end of a loop into reach: where a run is cut behind a large input, that input may be how often a loop runs, and a smaller one shows what lies
//! behind. What goes wrong there often does so from some size on, so that sizes of every magnitude are tried. Knows inputs only.

use goto::{Bits, InputId};

/// Inputs of a run, the first ones, that may be such a size.
const INPUTS: usize = 4;
/// What is as small as this is no reason for a long run.
const LEAST: i128 = 1 << 10;
/// The sizes, as powers of two.
const MAGNITUDES: [u32; 9] = [9, 11, 13, 15, 16, 17, 18, 20, 22];

/// The inputs with one of the large ones made smaller, in each way.
pub(super) fn nearer(inputs: &[(InputId, Bits)]) -> Vec<Vec<Bits>> {
    let mut found = Vec::new();
    for (at, &(_, value)) in inputs.iter().enumerate().take(INPUTS) {
        let sizes = MAGNITUDES.iter().map(|&magnitude| 1i128 << magnitude);
        for size in sizes.filter(|size| value.unsigned() > LEAST as u128 && Bits::from_signed(value.width(), *size).signed() == *size) {
            let mut changed: Vec<Bits> = inputs.iter().map(|i| i.1).collect();
            changed[at] = Bits::from_signed(value.width(), size);
            found.push(changed);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use goto::Id;

    #[test]
    fn only_large_inputs_become_smaller() {
        let input = |width, value| (InputId::new(0), Bits::new(width, value));
        let found = nearer(&[input(32, 7), input(32, u128::from(u32::MAX)), input(8, 200)]);
        assert_eq!(found.len(), MAGNITUDES.len());
        assert!(found.iter().all(|inputs| inputs[0].unsigned() == 7 && inputs[2].unsigned() == 200 && inputs[1].unsigned() <= 1 << 22));
        // What does not fit is no size.
        assert!(nearer(&[input(16, 40_000)]).iter().all(|inputs| inputs[0].unsigned() < 1 << 15));
        assert!(!nearer(&[input(16, 40_000)]).is_empty());
    }
}
