//! Tests that people can read: when the engines are done, what tests have on their command lines, in their texts and variables is made shorter and printable, and what need not
//! fail does not, as long as a run of the interpreter shows all that the test shows. Knows inputs by where they come from.

use crate::board::Board;
use crate::budget;
use crate::confirm;
use crate::status::TestCase;
use goto::interp::{Compiled, Run};
use goto::limits::Stop;
use goto::{Bits, FilePart, InputId, InputOrigin, VariablePart};
use std::time::Instant;

/// Instead of a byte that cannot be printed, the best one first.
const PLAIN: [u8; 4] = *b"a0 ~";
/// Bytes or pairs that a word or text is cut to, before single ones are left out.
const LENGTHS: [usize; 9] = [0, 1, 2, 4, 8, 16, 32, 64, 128];

type Inputs = Vec<(InputId, Bits)>;

impl Board {
    /// Replaces tests by plainer ones of which runs show the same, as far as there is time. To be called once no more tests are looked for.
    pub fn make_tests_plain(&self, stop: &Stop) {
        if !self.program().reads_world() || self.program().begins_threads() || stop.reason().is_some() {
            return;
        }
        let compiled = self.compiled();
        let end = Instant::now() + budget::plain::TIME;
        for test in self.tests() {
            let mut reduction = Reduction { board: self, compiled, inputs: test.inputs.clone(), test: &test, best: None, left: budget::plain::RUNS, end, stop };
            if let Some(run) = reduction.plainest() {
                self.replace_test(&test, &run);
            }
        }
    }
}

/// A test that is made plainer.
struct Reduction<'a> {
    board: &'a Board,
    compiled: &'a Compiled,
    test: &'a TestCase,
    /// The plainest so far that show what the test shows, and their run if they are others.
    inputs: Inputs,
    best: Option<Run>,
    /// What may still be spent.
    left: u32,
    end: Instant,
    stop: &'a Stop,
}

impl Reduction<'_> {
    fn plainest(&mut self) -> Option<Run> {
        // What the test itself does not show in this way cannot be compared.
        self.run(&self.inputs.clone())?;
        self.leave_out_failures();
        self.cut_words();
        self.cut_texts();
        self.print_characters();
        self.leave_out_bytes();
        self.best.take()
    }

    fn run(&mut self, inputs: &Inputs) -> Option<Run> {
        if self.left == 0 || Instant::now() > self.end || self.stop.reason().is_some() {
            return None;
        }
        self.left -= 1;
        let run = confirm::run_inputs(self.compiled, inputs, self.stop);
        self.board.shows_as_much(&run, self.test).then_some(run)
    }

    /// Takes the inputs if they show as much.
    fn takes(&mut self, inputs: Inputs) -> bool {
        let run = self.run(&inputs);
        if run.is_some() {
            (self.inputs, self.best) = (inputs, run);
            return true;
        }
        false
    }

    fn takes_without(&mut self, begin: usize, length: usize) -> bool {
        let mut inputs = self.inputs.clone();
        drop(inputs.drain(begin..begin + length));
        self.takes(inputs)
    }

    fn takes_byte(&mut self, places: &[usize], byte: u8) -> bool {
        let mut inputs = self.inputs.clone();
        for &at in places {
            inputs[at].1 = Bits::new(inputs[at].1.width(), byte.into());
        }
        self.takes(inputs)
    }

    fn origin(&self, at: usize) -> Option<InputOrigin> {
        self.inputs.get(at).map(|(input, _)| self.board.program().inputs[*input].origin)
    }

    fn is_zero(&self, at: usize) -> bool {
        self.inputs[at].1.is_zero()
    }

    /// What need not fail does not.
    fn leave_out_failures(&mut self) {
        for at in 0..self.inputs.len() {
            if matches!(self.origin(at), Some(InputOrigin::Fails(_))) && !self.is_zero(at) {
                self.takes_byte(&[at], 0);
            }
        }
    }

    /// Arguments that are not needed go, the last one first, others become shorter.
    fn cut_words(&mut self) {
        for begin in (0..self.inputs.len()).rev() {
            if self.origin(begin) != Some(InputOrigin::ArgumentFollows) || self.is_zero(begin) {
                continue;
            }
            let bytes = (begin + 1..self.inputs.len()).take_while(|&at| self.origin(at) == Some(InputOrigin::ArgumentByte)).count();
            if self.takes_without(begin, 1 + bytes) {
                continue;
            }
            // Behind the word stands the zero that ends it.
            let word = bytes.saturating_sub(1);
            LENGTHS.into_iter().take_while(|&length| length < word).any(|length| self.takes_without(begin + 1 + length, word - length));
        }
    }

    /// Is there a byte of a text, said to follow?
    fn is_pair(&self, at: usize) -> bool {
        match (self.origin(at), self.origin(at + 1)) {
            (Some(InputOrigin::StdinFollows), Some(InputOrigin::StdinByte)) => !self.is_zero(at),
            (Some(InputOrigin::File(file, FilePart::Follows)), Some(InputOrigin::File(same, FilePart::Byte))) => file == same && !self.is_zero(at),
            _ => false,
        }
    }

    /// Texts become shorter, as far as they are read in one go.
    fn cut_texts(&mut self) {
        let mut end = self.inputs.len();
        while let Some(last) = (0..end).rev().find(|&at| self.is_pair(at)) {
            let mut begin = last;
            while begin >= 2 && self.is_pair(begin - 2) {
                begin -= 2;
            }
            let pairs = (last - begin) / 2 + 1;
            LENGTHS.into_iter().take_while(|&length| length < pairs).any(|length| self.takes_without(begin + 2 * length, 2 * (pairs - length)));
            end = begin;
        }
    }

    /// Single bytes of words, texts and variables go.
    fn leave_out_bytes(&mut self) {
        for at in (0..self.inputs.len()).rev() {
            match self.origin(at) {
                Some(InputOrigin::ArgumentByte | InputOrigin::Variable(_, VariablePart::Byte)) if !self.is_zero(at) => _ = self.takes_without(at, 1),
                Some(InputOrigin::StdinFollows | InputOrigin::File(_, FilePart::Follows)) if self.is_pair(at) => _ = self.takes_without(at, 2),
                _ => {}
            }
        }
    }

    /// Bytes that cannot be printed become such as can, all at once or one by one.
    fn print_characters(&mut self) {
        let strange: Vec<usize> = (0..self.inputs.len()).filter(|&at| self.is_strange(at)).collect();
        if strange.is_empty() || PLAIN.into_iter().any(|byte| self.takes_byte(&strange, byte)) {
            return;
        }
        for &at in strange.iter().rev() {
            PLAIN.into_iter().any(|byte| self.takes_byte(&[at], byte));
        }
    }

    fn is_strange(&self, at: usize) -> bool {
        let byte = self.inputs[at].1.unsigned() as u8;
        let is_text = matches!(byte, b' '..=b'~' | b'\n' | b'\t');
        match self.origin(at) {
            Some(InputOrigin::ArgumentByte | InputOrigin::Variable(_, VariablePart::Byte)) => byte != 0 && !is_text,
            Some(InputOrigin::StdinByte | InputOrigin::File(_, FilePart::Byte)) => !is_text,
            _ => false,
        }
    }
}
