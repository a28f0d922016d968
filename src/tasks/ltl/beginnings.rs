//! What the beginnings of runs say of a formula, where it is neither proved nor refuted. Knows some runs only.

use super::formula::FormulaText;
use automata::ltl::formula::Lasso as Repeated;
use engine::lassos;
use goto::{Bits, InputId, Program, Random};

/// Runs that are looked at, and inputs of each.
const SAMPLES: u64 = 40;
const SAMPLE_INPUTS: usize = 200;

/// What the beginnings of some runs are like: `failing` if one, its last letter repeated for ever, violates the formula, else `succeeding`.
pub(crate) fn of(program: &Program, given: &FormulaText, letter: goto::SymbolId) -> &'static str {
    let mut random = Random::new(0);
    for sample in 0..SAMPLES {
        let value = |n: u64| match sample {
            0 => 0,
            1 => 1,
            _ => n % (1 << (1 + sample % 8)),
        };
        let inputs: Vec<(InputId, Bits)> = match program.inputs.ids().next() {
            Some(input) => (0..SAMPLE_INPUTS).map(|_| (input, Bits::new(64, u128::from(value(random.bits()))))).collect(),
            None => Vec::new(),
        };
        let letters = lassos::beginning(program, &inputs, letter);
        let violates = |len: usize| !given.specification.formula.holds(&Repeated { letters: letters[..len].to_vec(), repeats: len - 1 });
        if (1..=letters.len()).rev().step_by(1 + letters.len() / 16).any(violates) {
            return "failing";
        }
        if program.inputs.is_empty() {
            break;
        }
    }
    "succeeding"
}
