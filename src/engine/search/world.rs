//! Inputs as what they are outside of the program: arguments of a command line, texts of files. Changes them word by word, with the words that the program knows. What it
//! makes are inputs as any others, and it takes inputs for anything only as far as they look like it.

use super::dictionary::{Dictionary, bytes_of};
use super::lines;
use super::values::Vocabulary;
use goto::{Bits, FilePart, InputId, InputKind, InputOrigin, LONGEST_ARGUMENT, MOST_ARGUMENTS, Program, Random, VariablePart};
use rustc_hash::FxHashMap;

/// What programs that take numbers, or lists of them, may look at; the ends of the types last.
const NUMBERS: [&str; 25] = [
    "0",
    "1",
    "2",
    "3",
    "7",
    "10",
    "100",
    "-1",
    "+2",
    "08",
    "0x1f",
    "1.5",
    "1k",
    "1-3",
    "2-",
    "-2",
    "1,3",
    "2,4-5",
    "4294967296",
    "99999999999999999999",
    "2147483647",
    "-2147483648",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
];
/// What arithmetic goes wrong with: the ends of the types, and what divides and multiplies in an uncommon way.
const EXTREMES: [&str; 8] = ["0", "-1", "2147483647", "-2147483648", "9223372036854775807", "-9223372036854775808", "4294967295", "18446744073709551615"];
const PLAIN: [&str; 8] = ["-", "--", "", "a", "b", "/", ".", "abc"];

/// A kind of text of which an input each says whether a byte follows, before the byte.
#[derive(Clone, Copy, Debug)]
struct Text {
    follows: InputId,
    byte: InputId,
}

impl Text {
    /// The inputs that a byte of it takes.
    fn pair(self, byte: u8) -> [(InputId, Bits); 2] {
        [(self.follows, Bits::bool(true)), (self.byte, Bits::new(8, u128::from(byte)))]
    }
}

/// How the world comes in as inputs, and what it is made from.
#[derive(Debug)]
pub(super) struct WorldInputs {
    arguments: Option<Text>,
    texts: FxHashMap<InputId, Text>,
    /// Variables of the environment: the input that says whether one is set, and that of its bytes, the last of which is zero.
    variables: FxHashMap<InputId, InputId>,
    /// What fails, which is read before all else.
    failures: Vec<InputId>,
    dictionary: Dictionary,
}

/// Values of variables that often mean something: folders, switches.
const VALUES: [&[u8]; 6] = [b".", b".", b"/", b"", b"1", b"a"];

/// The inputs of a run.
type Inputs = [(InputId, Bits)];

impl WorldInputs {
    /// `None` if the program reads nothing that has words.
    pub(super) fn of(program: &Program) -> Option<Self> {
        let with = |origin: InputOrigin| program.inputs.iter().find(|(_, kind)| kind.origin == origin).map(|(id, _)| id);
        let text = |follows, byte| Some(Text { follows: with(follows)?, byte: with(byte)? });
        let arguments = text(InputOrigin::ArgumentFollows, InputOrigin::ArgumentByte);
        let mut texts: Vec<Text> = text(InputOrigin::StdinFollows, InputOrigin::StdinByte).into_iter().collect();
        for kind in program.inputs.values() {
            if let InputOrigin::File(file, FilePart::Follows) = kind.origin {
                texts.extend(text(kind.origin, InputOrigin::File(file, FilePart::Byte)));
            }
        }
        if arguments.is_none() && texts.is_empty() {
            return None;
        }
        let texts = texts.into_iter().map(|text| (text.follows, text)).collect();
        let variable = |(id, kind): (InputId, &InputKind)| match kind.origin {
            InputOrigin::Variable(variable, VariablePart::Set) => Some((id, with(InputOrigin::Variable(variable, VariablePart::Byte))?)),
            _ => None,
        };
        let variables = program.inputs.iter().filter_map(variable).collect();
        let failures = program.inputs.iter().filter(|(_, kind)| matches!(kind.origin, InputOrigin::Fails(_))).map(|(id, _)| id).collect();
        Some(Self { arguments, texts, variables, failures, dictionary: Dictionary::of(program) })
    }

    /// Other inputs: with a command line that differs in some words, maybe with words of another one, or with other texts in files.
    pub(super) fn vary(&self, inputs: &Inputs, other: &Inputs, vocabulary: &Vocabulary, random: &mut Random) -> Vec<Bits> {
        let command_line = self.command_line(inputs);
        let rest = &inputs[command_line.end..];
        let mut words = command_line.words;
        let has_text = rest.iter().any(|(input, _)| self.texts.contains_key(input));
        let changes_text = has_text && random.chance(if self.arguments.is_some() { 40 } else { 100 });
        let mut rest = rest.to_vec();
        if changes_text {
            for _ in 0..1 + random.below(3) {
                self.change_text(&mut rest, other, &words, vocabulary, random);
            }
        }
        if self.arguments.is_some() && (!changes_text || random.chance(20)) {
            let others = self.command_line(other).words;
            for _ in 0..1 + random.below(3) {
                self.change_words(&mut words, &others, vocabulary, random);
            }
        }
        if !self.variables.is_empty() && random.chance(15) {
            self.change_variable(&mut rest, vocabulary, random);
        }
        if random.chance(15) {
            rest.truncate(random.below(rest.len() + 1));
        }
        let mut made: Vec<Bits> = inputs[..command_line.begin].iter().map(|i| i.1).collect();
        if self.arguments.is_some() {
            write_words(&words, &mut made);
        }
        made.extend(rest.iter().map(|i| i.1));
        let n_failures = inputs.iter().take_while(|i| self.failures.contains(&i.0)).count();
        if n_failures > 0
            && random.chance(10)
            && let Some(fails) = made.get_mut(random.below(n_failures))
        {
            *fails = fails.not();
        }
        made
    }

    /// The arguments among inputs, and where they stand.
    fn command_line(&self, inputs: &Inputs) -> CommandLine {
        let begin = self.arguments.and_then(|text| inputs.iter().position(|i| i.0 == text.follows));
        let (Some(Text { follows, byte }), Some(begin)) = (self.arguments, begin) else { return CommandLine::default() };
        let (mut words, mut at) = (Vec::new(), begin);
        while inputs.get(at).is_some_and(|i| i.0 == follows && !i.1.is_zero()) {
            at += 1;
            let bytes = inputs[at..].iter().take_while(|i| i.0 == byte && !i.1.is_zero());
            let word: Vec<u8> = bytes.map(|i| i.1.unsigned() as u8).collect();
            at = (at + word.len() + 1).min(inputs.len());
            words.push(word);
        }
        CommandLine { words, begin, end: (at + 1).min(inputs.len()) }
    }

    fn change_words(&self, words: &mut Vec<Vec<u8>>, others: &[Vec<u8>], vocabulary: &Vocabulary, random: &mut Random) {
        let at = random.below(words.len() + 1);
        let to = random.below(words.len().max(1));
        match (random.below(100), words.get_mut(at)) {
            (0..30, Some(_)) => {
                let more = self.words(vocabulary, random);
                words.splice(at..=at, more);
            }
            (30..40, Some(_)) => drop(words.remove(at)),
            (40..46, Some(_)) => words.swap(at, to),
            (46..50, Some(word)) => {
                let copy = word.clone();
                words.insert(to, copy);
            }
            // What goes wrong with one of them often does so with others together only: a dividend and its divisor.
            (50..54, Some(_)) => words.iter_mut().filter(|word| is_number(word)).for_each(|word| {
                if random.chance(80) {
                    *word = EXTREMES[random.below(EXTREMES.len())].into();
                }
            }),
            (54..65, Some(word)) => self.change_word(word, vocabulary, random),
            (65..72, _) if !others.is_empty() => {
                let from = random.below(others.len());
                words.truncate(at);
                words.extend_from_slice(&others[from..]);
            }
            _ => {
                let more = self.words(vocabulary, random);
                words.splice(at..at, more);
            }
        }
        words.truncate(MOST_ARGUMENTS.into());
    }

    fn change_word(&self, word: &mut Vec<u8>, vocabulary: &Vocabulary, random: &mut Random) {
        let at = random.below(word.len() + 1);
        match random.below(5) {
            0 if at < word.len() => word[at] = self.character(vocabulary, random),
            1 if at < word.len() => drop(word.remove(at)),
            2 => word.truncate(at),
            3 => {
                let more = self.word(vocabulary, random);
                word.splice(at..at, more);
            }
            _ => word.insert(at, self.character(vocabulary, random)),
        }
        word.truncate(LONGEST_ARGUMENT.into());
    }

    /// A word that a command line may have; for an option that takes a value this may be the next one.
    fn words(&self, vocabulary: &Vocabulary, random: &mut Random) -> Vec<Vec<u8>> {
        if random.chance(70) {
            return vec![self.word(vocabulary, random)];
        }
        let option = self.option(vocabulary, random);
        let waits = option.len() > 1 && self.dictionary.options.iter().any(|o| o.takes_value && option.last() == Some(&o.letter));
        if waits && random.chance(80) { vec![option, self.value(vocabulary, random)] } else { vec![option] }
    }

    fn word(&self, vocabulary: &Vocabulary, random: &mut Random) -> Vec<u8> {
        let known = |random: &mut Random| match self.dictionary.words.as_slice() {
            [] => PLAIN[random.below(PLAIN.len())].into(),
            words => words[random.below(words.len())].clone(),
        };
        match random.below(100) {
            0..15 => self.option(vocabulary, random),
            15..40 => known(random),
            40..55 => {
                let mut word = [b"--", known(random).as_slice()].concat();
                if random.chance(40) {
                    word.push(b'=');
                    word.extend(self.value(vocabulary, random));
                }
                word
            }
            55..65 if !self.dictionary.patterns.is_empty() => self.pattern(random),
            55..75 => self.value(vocabulary, random),
            75..90 => PLAIN[random.below(PLAIN.len())].into(),
            _ => (0..1 + random.below(4)).map(|_| self.character(vocabulary, random)).collect(),
        }
    }

    /// One or two of them, one behind the other.
    fn pattern(&self, random: &mut Random) -> Vec<u8> {
        let patterns = &self.dictionary.patterns;
        (0..1 + random.below(2)).flat_map(|_| patterns[random.below(patterns.len())].clone()).collect()
    }

    /// One or several letters behind a `-`, maybe with a value.
    fn option(&self, vocabulary: &Vocabulary, random: &mut Random) -> Vec<u8> {
        let mut word = vec![b'-'];
        for _ in 0..if random.chance(75) { 1 } else { 1 + random.below(4) } {
            let Some(option) = random.pick(&self.dictionary.options) else {
                word.push(self.character(vocabulary, random));
                continue;
            };
            word.push(option.letter);
            if option.takes_value && random.chance(60) {
                word.extend(self.value(vocabulary, random));
                break;
            }
        }
        word
    }

    /// What may stand behind an option: a number, a list, a word or a character.
    fn value(&self, vocabulary: &Vocabulary, random: &mut Random) -> Vec<u8> {
        match random.below(100) {
            0..60 => NUMBERS[random.below(NUMBERS.len())].into(),
            60..65 => (random.bits() >> random.below(64)).to_string().into_bytes(),
            65..70 => random.pick(&self.dictionary.numbers).unwrap_or(256).to_string().into_bytes(),
            70..85 if !self.dictionary.words.is_empty() => self.dictionary.words[random.below(self.dictionary.words.len())].clone(),
            _ => vec![self.character(vocabulary, random)],
        }
    }

    fn character(&self, vocabulary: &Vocabulary, random: &mut Random) -> u8 {
        let partners = self.arguments.map_or(&[][..], |text| &vocabulary.partners[text.byte]);
        let visible = |byte: u8| if byte == 0 { b'a' } else { byte };
        match random.below(10) {
            0..4 => random.pick(&self.dictionary.characters).unwrap_or(b'x'),
            4..7 => random.pick(partners).map_or(b'1', |bits| visible(bits.unsigned() as u8)),
            7 => b"0123456789"[random.below(10)],
            8 => b"abzAZ-+=:,./*"[random.below(13)],
            _ => visible(random.bits() as u8),
        }
    }

    /// Sets a variable of the environment to something else.
    fn change_variable(&self, rest: &mut Vec<(InputId, Bits)>, vocabulary: &Vocabulary, random: &mut Random) {
        let places: Vec<usize> = (0..rest.len()).filter(|&at| self.variables.contains_key(&rest[at].0)).collect();
        let Some(at) = random.pick(&places) else { return };
        let (set, byte) = (rest[at].0, self.variables[&rest[at].0]);
        let value = if random.chance(60) { VALUES[random.below(VALUES.len())].into() } else { self.value(vocabulary, random) };
        let bytes = rest[at + 1..].iter().take_while(|input| input.0 == byte);
        let end = at + 1 + bytes.count();
        let new = value.into_iter().filter(|&b| b != 0).chain([0]).map(|b| (byte, Bits::new(8, u128::from(b))));
        rest.splice(at..end, [(set, Bits::bool(true))].into_iter().chain(new));
    }

    /// Inserts something into a text, writes it over what is there, or takes something out.
    fn change_text(&self, rest: &mut Vec<(InputId, Bits)>, other: &Inputs, words: &[Vec<u8>], vocabulary: &Vocabulary, random: &mut Random) {
        let places: Vec<usize> = (0..rest.len()).filter(|&at| self.texts.contains_key(&rest[at].0)).collect();
        let Some(at) = random.pick(&places) else { return };
        let text = self.texts[&rest[at].0];
        let is_pair = |pair: &[(InputId, Bits)]| pair.len() == 2 && pair[0].0 == text.follows && pair[1].0 == text.byte;
        if random.chance(30) {
            let before = rest[..at].rchunks(2).take_while(|pair| is_pair(pair)).count();
            let behind = rest[at..].chunks(2).take_while(|pair| is_pair(pair)).count();
            let whole = at - 2 * before..at + 2 * behind;
            let mut bytes: Vec<u8> = rest[whole.clone()].chunks(2).map(|pair| pair[1].1.unsigned() as u8).collect();
            lines::vary(&mut bytes, |random| self.token(words, vocabulary, text, random), random);
            rest.splice(whole, bytes.into_iter().flat_map(|byte| text.pair(byte)));
            return;
        }
        if random.chance(20) {
            let pairs = rest[at..].chunks(2).take(1 + random.below(8)).take_while(|pair| is_pair(pair)).count();
            rest.drain(at..at + 2 * pairs);
            return;
        }
        let piece: Vec<u8> = if random.chance(20) {
            part_of_text(if random.chance(50) { rest } else { other }, text, random)
        } else {
            (0..1 + random.below(3)).flat_map(|_| self.piece(words, vocabulary, text, random)).collect()
        };
        let over = if random.chance(15) { rest[at..].chunks(2).take(piece.len()).take_while(|pair| is_pair(pair)).count() } else { 0 };
        rest.splice(at..at + 2 * over, piece.into_iter().flat_map(|byte| text.pair(byte)));
    }

    /// What a line may consist of: a word of the program or of the command line, without what makes it an option, a number, or a sign.
    fn token(&self, words: &[Vec<u8>], vocabulary: &Vocabulary, text: Text, random: &mut Random) -> Vec<u8> {
        let Dictionary { words: known, characters, .. } = &self.dictionary;
        match random.below(100) {
            0..30 if !known.is_empty() => known[random.below(known.len())].clone(),
            0..50 if !words.is_empty() => {
                let word = &words[random.below(words.len())];
                let word = if random.chance(60) && word.starts_with(b"-") { &word[word.len().min(1 + random.below(2))..] } else { word };
                let end = word.iter().position(|&byte| byte == b'=').filter(|_| random.chance(70));
                word[..end.unwrap_or(word.len())].to_vec()
            }
            50..60 => NUMBERS[random.below(NUMBERS.len())].into(),
            60..90 => vec![random.pick(characters).unwrap_or(b'a')],
            _ => vec![random.pick(&vocabulary.partners[text.byte]).map_or(b'a', |bits| bits.unsigned() as u8)],
        }
    }

    /// What a text may contain.
    fn piece(&self, words: &[Vec<u8>], vocabulary: &Vocabulary, text: Text, random: &mut Random) -> Vec<u8> {
        let Dictionary { words: known, phrases, characters, numbers, .. } = &self.dictionary;
        let one = |of: &[Vec<u8>], random: &mut Random| of.get(random.below(of.len().max(1))).cloned().unwrap_or_default();
        let mut piece = match random.below(100) {
            // What says of which kind a file is, which may consist of parts.
            0..10 if !numbers.is_empty() => {
                let (from, n) = (random.below(numbers.len()), 1 + random.below(2));
                let big_endian = random.chance(50);
                return numbers[from..].iter().take(n).flat_map(|&number| bytes_of(number, big_endian)).collect();
            }
            0..30 => one(known, random),
            30..35 => one(phrases, random),
            // What options say may stand in the text.
            35..45 => one(words, random).into_iter().skip(random.below(3)).collect(),
            45..55 => NUMBERS[random.below(NUMBERS.len())].into(),
            55..70 => vec![b"\n\n \t\r,:;"[random.below(8)]],
            70..80 => vec![random.pick(characters).unwrap_or(b'a')],
            80..90 => vec![random.pick(&vocabulary.partners[text.byte]).map_or(b'a', |bits| bits.unsigned() as u8)],
            90..95 => vec![b"ab \n"[random.below(4)]; 1 + random.below(20)],
            _ => vec![random.bits() as u8],
        };
        match random.below(10) {
            0 | 1 => piece.push(b'\n'),
            2 => piece.push(b' '),
            _ => {}
        }
        piece
    }
}

/// A part of a text of this kind among inputs, often one or several whole lines.
fn part_of_text(inputs: &Inputs, text: Text, random: &mut Random) -> Vec<u8> {
    let bytes: Vec<u8> = inputs.iter().filter(|input| input.0 == text.byte).map(|input| input.1.unsigned() as u8).collect();
    let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    if random.chance(70) {
        let from = random.below(lines.len().max(1));
        return lines.iter().skip(from).take(1 + random.below(3)).flat_map(|line| line.iter().copied()).collect();
    }
    let from = random.below(bytes.len().max(1));
    bytes.iter().skip(from).take(1 + random.below(16)).copied().collect()
}

/// Is it a decimal number, with a sign or without?
fn is_number(word: &[u8]) -> bool {
    let digits = word.strip_prefix(b"-").or(word.strip_prefix(b"+")).unwrap_or(word);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// Arguments, and where their inputs begin and end.
#[derive(PartialEq, Eq, Default, Debug)]
struct CommandLine {
    words: Vec<Vec<u8>>,
    begin: usize,
    end: usize,
}

fn write_words(words: &[Vec<u8>], made: &mut Vec<Bits>) {
    let byte = |byte: u8| Bits::new(8, u128::from(byte));
    for word in words {
        made.push(Bits::bool(true));
        made.extend(word.iter().copied().filter(|&b| b != 0).map(byte));
        made.push(byte(0));
    }
    made.push(Bits::bool(false));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tests::program;
    use goto::{Id, Type};

    const FOLLOWS: usize = 0;
    const BYTE: usize = 1;

    fn world() -> (WorldInputs, Vocabulary) {
        let mut program = program(&[Type::Bool, Type::Int { bits: 8, signed: false }, Type::Bool, Type::Int { bits: 8, signed: false }], |_, _, _| ());
        let origins = [InputOrigin::ArgumentFollows, InputOrigin::ArgumentByte, InputOrigin::StdinFollows, InputOrigin::StdinByte];
        for (index, origin) in origins.into_iter().enumerate() {
            program.inputs[InputId::new(index)].origin = origin;
        }
        (WorldInputs::of(&program).expect("it has arguments"), Vocabulary::of(&program))
    }

    /// Inputs as the model of the command line would read them.
    fn read(made: &[Bits]) -> Vec<(InputId, Bits)> {
        let (mut inputs, mut in_word) = (Vec::new(), false);
        for &bits in made {
            inputs.push((InputId::new(if in_word { BYTE } else { FOLLOWS }), bits));
            match (in_word, bits.is_zero()) {
                (false, true) => break,
                (was_in, is_zero) => in_word = !(was_in && is_zero),
            }
        }
        inputs
    }

    #[test]
    fn command_lines_are_read_as_they_are_written() {
        let (world, _) = world();
        let words = vec![b"-n".to_vec(), Vec::new(), b"x".to_vec()];
        let mut made = Vec::new();
        write_words(&words, &mut made);
        assert_eq!(world.command_line(&read(&made)), CommandLine { words, begin: 0, end: made.len() });
    }

    #[test]
    fn what_is_varied_is_a_command_line() {
        let (world, vocabulary) = world();
        let mut random = Random::new(5);
        let mut inputs = Vec::new();
        for _ in 0..2000 {
            let made = world.vary(&inputs, &[], &vocabulary, &mut random);
            inputs = read(&made);
            let line = world.command_line(&inputs);
            assert_eq!(line.end, inputs.len());
            assert!(line.words.len() <= usize::from(MOST_ARGUMENTS) && line.words.iter().all(|word| word.len() <= usize::from(LONGEST_ARGUMENT) + LONGEST));
        }
        assert!(!world.command_line(&inputs).words.is_empty());
    }

    /// A word that is made anew is as long as this at most.
    const LONGEST: usize = 64;

    #[test]
    fn numbers_become_extreme_together() {
        let (world, vocabulary) = world();
        let mut random = Random::new(11);
        let line: Vec<Vec<u8>> = [b"12".to_vec(), b"/".to_vec(), b"7".to_vec()].into();
        let both = (0..100_000).any(|_| {
            let mut words = line.clone();
            world.change_words(&mut words, &[], &vocabulary, &mut random);
            words == [b"-9223372036854775808".to_vec(), b"/".to_vec(), b"-1".to_vec()]
        });
        assert!(both);
        assert!(is_number(b"-12") && is_number(b"0") && !is_number(b"-") && !is_number(b"1k") && !is_number(b""));
    }

    #[test]
    fn texts_are_changed_pair_by_pair() {
        let (world, vocabulary) = world();
        let (follows, byte) = (InputId::new(2), InputId::new(3));
        let mut random = Random::new(3);
        let mut rest = vec![(follows, Bits::bool(false))];
        for _ in 0..200 {
            world.change_text(&mut rest, &[], &[], &vocabulary, &mut random);
            assert_eq!(rest.last(), Some(&(follows, Bits::bool(false))));
            assert!(rest[..rest.len() - 1].chunks(2).all(|pair| pair[0].0 == follows && pair[1].0 == byte), "{rest:?}");
        }
        assert!(rest.len() > 1);
    }

    #[test]
    fn a_program_without_a_world_has_none() {
        let none: [Type; 1] = [crate::search::tests::INT];
        assert!(WorldInputs::of(&program(&none, |_, _, _| ())).is_none());
    }
}
