//! Texts among inputs that functions deliver byte by byte, or that are elements of a buffer among lazy inputs: the words of the program are written over some of the bytes. What a text is
//! nobody says, so any bytes that stand side by side are taken for one.

use super::dictionary::Dictionary;
use goto::{Bits, IdSet, InputId, InputOrigin, Program, Random, Type};

/// Words that are written at a time, at most.
const MOST_WORDS: usize = 4;

/// Writes words into inputs.
#[derive(Debug)]
pub(super) struct Spelling {
    /// Kinds of inputs that are bytes.
    bytes: IdSet<InputId>,
    words: Vec<Vec<u8>>,
    /// What stands between words.
    separators: Vec<u8>,
}

impl Spelling {
    /// `None` if the program has no such inputs, or no words.
    pub(super) fn of(program: &Program) -> Option<Self> {
        let is_byte = |ty| matches!(program.types.get(ty), Type::Int { bits: 8, .. });
        let bytes: IdSet<InputId> = program.inputs.iter().filter(|(_, kind)| kind.origin == InputOrigin::Call && is_byte(kind.ty)).map(|(id, _)| id).collect();
        if bytes.is_empty() {
            return None;
        }
        let Dictionary { words, phrases, characters, .. } = Dictionary::of(program);
        let words: Vec<Vec<u8>> = words.into_iter().chain(phrases).collect();
        (!words.is_empty()).then(|| Self { bytes, words, separators: [vec![b' '; 1 + characters.len() / 2], characters].concat() })
    }

    /// The inputs with a few words among them, one after the other. `None` if there are no bytes to write them over.
    pub(super) fn vary(&self, inputs: &[(InputId, Bits)], random: &mut Random) -> Option<Vec<Bits>> {
        let mut changed = inputs.to_vec();
        let mut at = self.place(inputs, random)?;
        for word in 0..1 + random.below(MOST_WORDS) {
            if word > 0 {
                let separator = self.separators[random.below(self.separators.len())];
                self.write(&mut changed, &mut at, &[separator]);
            }
            self.write(&mut changed, &mut at, &self.words[random.below(self.words.len())]);
        }
        if random.chance(40) {
            let end = if random.chance(50) { 0 } else { self.separators[random.below(self.separators.len())] };
            self.write(&mut changed, &mut at, &[end]);
        }
        Some(changed.iter().map(|input| input.1).collect())
    }

    /// Where to begin: often where a text does.
    fn place(&self, inputs: &[(InputId, Bits)], random: &mut Random) -> Option<usize> {
        let is_byte = |at: usize| self.bytes.contains(inputs[at].0);
        let places: Vec<usize> = (0..inputs.len()).filter(|&at| is_byte(at)).collect();
        let begins: Vec<usize> = places.iter().copied().filter(|&at| at == 0 || !is_byte(at - 1) || inputs[at - 1].1.is_zero()).collect();
        let from = if random.chance(50) && !begins.is_empty() { begins } else { places };
        random.pick(&from)
    }

    /// Writes over bytes that stand side by side; behind the last input there is room if that one is a byte.
    fn write(&self, inputs: &mut Vec<(InputId, Bits)>, at: &mut usize, text: &[u8]) {
        for &byte in text {
            let value = Bits::new(8, byte.into());
            match inputs.get_mut(*at) {
                Some(input) if self.bytes.contains(input.0) => input.1 = value,
                Some(_) => return,
                None => match inputs.last() {
                    Some(&(kind, _)) if self.bytes.contains(kind) => inputs.push((kind, value)),
                    _ => return,
                },
            }
            *at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goto::Id;

    /// Two kinds of bytes and a number; a function uses the words "trigger" and "end", and compares with a semicolon.
    const TEXT: &str = "goto lp64 start begin input in0 \"getbyte\" \"char\" i8 input in1 \"other\" \"char\" i8 input in2 \"number\" \"int\" i32
        static first#0: [8]i8 static second#1: [4]i8
        function begin: fn() -> void { 0: first#0[0i64] := 116i8 1: first#0[1i64] := 111i8 2: second#1[0i64] := 101i8 3: second#1[1i64] := 110i8
            4: second#1[2i64] := 100i8 5: CALL main() 6: HALT exit }
        function main: fn() -> void { local c#2: i8 0: c#2 := INPUT in0 1: c#2 := INPUT in1 2: IF c#2 == 59i8 GOTO 3 3: IF first#0[0i64] == second#1[0i64] GOTO 4 4: RETURN }";

    fn spelled(inputs: &[(InputId, Bits)]) -> Vec<Vec<Bits>> {
        let program = goto::parse(TEXT).unwrap_or_else(|e| panic!("{e}"));
        let (spelling, mut random) = (Spelling::of(&program).unwrap(), Random::new(3));
        (0..400).filter_map(|_| spelling.vary(inputs, &mut random)).collect()
    }

    fn input(kind: usize, width: u16) -> (InputId, Bits) {
        (InputId::new(kind), Bits::new(width, 1))
    }

    #[test]
    fn words_stand_where_bytes_stand() {
        let given = [input(2, 32), input(0, 8), input(1, 8), input(0, 8), input(0, 8), input(2, 32), input(0, 8)];
        let lists = spelled(&given);
        let bytes = |list: &[Bits], of: std::ops::Range<usize>| list[of].iter().map(|b| b.unsigned() as u8).collect::<Vec<u8>>();
        assert!(lists.iter().any(|list| bytes(list, 1..5) == b"to;e") && lists.iter().any(|list| bytes(list, 1..5) == b"\x01end"));
        assert!(lists.iter().all(|list| [0, 5].iter().all(|&at| list[at] == given[at].1)), "numbers stay as they are");
        assert!(lists.iter().any(|list| list.len() > given.len()), "there is room behind the last byte");
    }

    #[test]
    fn without_bytes_there_is_no_text() {
        assert!(spelled(&[input(2, 32)]).is_empty() && spelled(&[]).is_empty());
    }
}
