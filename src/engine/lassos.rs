//! The words of runs that violate a formula, as the interpreter finds them: the letters up to the violation and where they repeat. Whoever asks holds the word
//! against the formula itself, without any automaton.

use super::confirm::{run_briefly, run_until};
use crate::budget;
use automata::ltl::formula::{self, Letter};
use goto::interp::{Compiled, Observer};
use goto::{Bits, ExprId, ExprKind, FuncId, InputId, InstrId, InstrKind, Program, PropertyId, SymbolId};
use std::cell::Cell;

/// The word of the run on these inputs that violates the property; none if it does not, or if going round once more gives other letters. `visits` is, of a claim
/// that a run violates by coming back to a state, how many visits of the head ago that state was remembered.
pub fn word(program: &Program, inputs: &[(InputId, Bits)], property: PropertyId, letter: SymbolId, visits: Option<ExprId>) -> Option<formula::Lasso> {
    let visits = visits.map(|e| if let ExprKind::Var(symbol) = program.exprs.kind(e) { Some(symbol) } else { None });
    let stopping = stopping(program, property);
    let first = record(&stopping, inputs, letter, visits.flatten(), MOST_LETTERS);
    let Some(_) = visits else {
        // The end of a run, or a beginning after which everything violates the formula.
        let repeats = first.letters.len().checked_sub(1)?;
        return Some(formula::Lasso { letters: first.letters, repeats });
    };
    let remembered = first.heads.len().checked_sub(usize::try_from(first.visits).ok()?)?;
    let &(repeats, read) = first.heads.get(remembered)?;
    let now = first.read.min(inputs.len());
    if read > now {
        return None;
    }
    let again: Vec<(InputId, Bits)> = inputs[..now].iter().chain(&inputs[read..now]).copied().collect();
    let round = &first.letters[repeats..];
    let second = record(program, &again, letter, None, first.letters.len() + round.len());
    let same = second.letters.get(..first.letters.len()) == Some(&first.letters[..])
        && second.letters.get(first.letters.len()..first.letters.len() + round.len()) == Some(round);
    // Without a step the last letter stays.
    let repeats = if round.is_empty() { repeats.checked_sub(1)? } else { repeats };
    same.then_some(formula::Lasso { letters: first.letters, repeats })
}

/// The first letters of the run on these inputs.
pub fn beginning(program: &Program, inputs: &[(InputId, Bits)], letter: SymbolId) -> Vec<Letter> {
    let mut recorder = Recorder { program, letter, counter: None, most: MOST_LETTERS, is_enough: &Cell::new(false), found: Recorded::default() };
    run_briefly(&Compiled::new(program), inputs, budget::runs::BEGINNING, &mut recorder);
    recorder.found.letters
}

/// The program in which the violation of the property is the end.
fn stopping(program: &Program, property: PropertyId) -> Program {
    let mut stopping = program.clone();
    for (_, function) in stopping.functions.iter_mut() {
        for (_, instruction) in function.body.iter_mut().flat_map(|b| b.iter_mut()) {
            if let InstrKind::Assert { cond, property: p } = instruction.kind
                && p == property
            {
                instruction.kind = InstrKind::Assume(cond);
            }
        }
    }
    stopping
}

/// The run ends soon after so many letters.
fn record(program: &Program, inputs: &[(InputId, Bits)], letter: SymbolId, counter: Option<SymbolId>, most: usize) -> Recorded {
    let is_enough = Cell::new(false);
    let mut recorder = Recorder { program, letter, counter, most, is_enough: &is_enough, found: Recorded::default() };
    run_until(&Compiled::new(program), inputs, &|| is_enough.get(), &mut recorder);
    recorder.found
}

#[derive(Default)]
struct Recorded {
    letters: Vec<Letter>,
    /// At each visit of the head how many letters and inputs there were.
    heads: Vec<(usize, usize)>,
    /// How many visits ago the state was remembered.
    visits: u64,
    read: usize,
}

struct Recorder<'a> {
    program: &'a Program,
    letter: SymbolId,
    counter: Option<SymbolId>,
    /// How many letters are wanted, and whether they are there.
    most: usize,
    is_enough: &'a Cell<bool>,
    found: Recorded,
}

/// Letters that are kept of a run.
const MOST_LETTERS: usize = 4_000_000;

impl Observer for Recorder<'_> {
    fn assigned(&mut self, function: FuncId, instruction: InstrId, value: Bits) {
        let Some(instruction) = self.program.functions[function].body.as_ref().and_then(|b| b.get(instruction)) else { return };
        match instruction.kind {
            InstrKind::Input { .. } => self.found.read += 1,
            InstrKind::Assign { lhs, rhs } => {
                let ExprKind::Var(symbol) = self.program.exprs.kind(lhs) else { return };
                if symbol == self.letter {
                    if self.found.letters.len() < self.most {
                        self.found.letters.push(value.to_i128(false) as Letter);
                    }
                    self.is_enough.set(self.found.letters.len() >= self.most);
                } else if Some(symbol) == self.counter && self.program.exprs.as_const(rhs).is_none() {
                    self.found.heads.push((self.found.letters.len(), self.found.read));
                    self.found.visits = value.to_i128(false) as u64;
                }
            }
            _ => {}
        }
    }
}
