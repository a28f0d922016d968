//! What the inputs of a function are, for a search that changes them: pointers with what they may lead to, numbers, texts and blocks of bytes; and the words and numbers that the
//! program knows. Values are made here; which of them are worth something is decided elsewhere.

use engine::search::dictionary::Dictionary;
use goto::given::{Given, Referent};
use goto::{Bits, ExprId, ExprKind, InputId, Program, Random, Type};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Characters that parsers of all kinds look for.
const USUAL: &[u8] = b"0123456789abcdefxuyzAF \t\n\r-+.\"'\\";

/// The inputs of a run, in the order in which they are read.
pub(super) type Inputs = Vec<(InputId, Bits)>;

/// An input that is part of no text.
enum Single {
    /// Numbers that lead to something, and those that lead to objects of the test.
    Pointer {
        null: u64,
        objects: Vec<u64>,
        others: Vec<u64>,
    },
    Number {
        signed: bool,
    },
}

/// The inputs of a function.
pub(super) struct Shape {
    ids: Vec<InputId>,
    widths: Vec<u16>,
    singles: Vec<(usize, Single)>,
    /// Where bytes stand that follow each other in memory.
    texts: Vec<Range<usize>>,
    known: Dictionary,
    /// What lengths are: those of texts and arrays.
    longest: usize,
}

impl Shape {
    pub(super) fn new(program: &Program, given: &Given) -> Self {
        let width = |place: ExprId| program.types.scalar_bits(program.exprs.ty(place)).unwrap_or(64);
        let mut shape = Self {
            ids: given.inputs.iter().map(|input| input.input).collect(),
            widths: given.inputs.iter().map(|input| if input.leads.is_some() { 16 } else { width(input.place) }).collect(),
            singles: Vec::new(),
            texts: Vec::new(),
            known: Dictionary::of(program),
            longest: 1,
        };
        let mut bases: FxHashMap<ExprId, usize> = FxHashMap::default();
        for (i, input) in given.inputs.iter().enumerate() {
            if let Some(leads) = &input.leads {
                let own = |(number, referent): &(u64, Referent)| matches!(referent, Referent::Lent(_)).then_some(*number);
                let mut objects: Vec<u64> = leads.numbered.iter().filter_map(own).collect();
                // What a test declares has the elements that are known.
                objects.extend(leads.within.iter().flat_map(|positions| positions.first..positions.first + positions.known));
                let is_other = |(number, referent): &(u64, Referent)| {
                    let is_nameable = match referent {
                        Referent::Null | Referent::Lent(_) | Referent::Element { .. } => false,
                        // A test cannot name it.
                        Referent::Variable(symbol) => !given.hidden.contains(symbol),
                        Referent::Function(_) | Referent::Elsewhere { .. } => true,
                    };
                    is_nameable.then_some(*number)
                };
                let others = leads.numbered.iter().filter_map(is_other).collect();
                let null = leads.numbered.iter().find(|(_, referent)| *referent == Referent::Null).map_or(0, |(number, _)| *number);
                shape.singles.push((i, Single::Pointer { null, objects, others }));
                continue;
            }
            if let ExprKind::Index { base, .. } = program.exprs.kind(input.place) {
                if width(input.place) == 8 {
                    match bases.get(&base) {
                        // Elements of one array are read one after the other.
                        Some(&text) if shape.texts[text].end == i => shape.texts[text].end += 1,
                        Some(_) => shape.texts.push(i..i + 1),
                        None => {
                            bases.insert(base, shape.texts.len());
                            shape.texts.push(i..i + 1);
                        }
                    }
                    continue;
                }
                let index = program.exprs.as_const(match program.exprs.kind(input.place) {
                    ExprKind::Index { index, .. } => index,
                    _ => base,
                });
                shape.longest = shape.longest.max(index.map_or(0, |index| index.unsigned() as usize) + 1);
            }
            let signed = matches!(program.types.get(program.exprs.ty(input.place)), Type::Int { signed: true, .. });
            shape.singles.push((i, Single::Number { signed }));
        }
        shape.longest = shape.texts.iter().map(Range::len).fold(shape.longest, usize::max);
        shape
    }

    pub(super) fn pointers(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.singles.iter().filter_map(|(i, single)| if let Single::Pointer { null, .. } = single { Some((*i, *null)) } else { None })
    }

    /// Numbers that are part of no text.
    fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        self.singles.iter().filter_map(|(i, single)| matches!(single, Single::Number { .. }).then_some(*i))
    }

    fn set(&self, inputs: &mut Inputs, at: usize, value: u64) {
        inputs[at].1 = Bits::new(self.widths[at], u128::from(value));
    }

    /// New inputs.
    pub(super) fn fresh(&self, random: &mut Random) -> Inputs {
        let mut inputs: Inputs = self.ids.iter().zip(&self.widths).map(|(id, width)| (*id, Bits::zero(*width))).collect();
        for single in &self.singles {
            self.renew(&mut inputs, single, random);
        }
        for text in &self.texts {
            self.write(&mut inputs, text, random);
        }
        inputs
    }

    /// The same with a few changes.
    pub(super) fn changed(&self, inputs: &[(InputId, Bits)], random: &mut Random) -> Inputs {
        let mut inputs = inputs.to_vec();
        for _ in 0..1 + random.below(4) {
            let answers = self.ids.len()..inputs.len();
            let choice = random.below(10);
            if choice < 4 && !self.texts.is_empty() {
                let text = self.texts[random.below(self.texts.len())].clone();
                if text.end <= inputs.len() {
                    self.edit(&mut inputs, &text, random);
                }
            } else if choice == 9 && !answers.is_empty() {
                let at = answers.start + random.below(answers.len());
                let width = inputs[at].1.width();
                inputs[at].1 = Bits::new(width, u128::from(self.number(random, true)));
            } else if !self.singles.is_empty() {
                let [single, other] = [(); 2].map(|()| &self.singles[random.below(self.singles.len())]);
                if single.0.max(other.0) >= inputs.len() {
                    continue;
                }
                // Two of one kind may have to be equal.
                if random.chance(20) && std::mem::discriminant(&single.1) == std::mem::discriminant(&other.1) {
                    let value = inputs[other.0].1.unsigned() as u64;
                    self.set(&mut inputs, single.0, value);
                } else {
                    self.renew(&mut inputs, single, random);
                }
            }
        }
        inputs
    }

    /// The same where an input, or each number, has one of two compared values: the other one, or one beside it.
    pub(super) fn substituted(&self, inputs: &[(InputId, Bits)], (a, b): (u64, u64), random: &mut Random) -> Option<Inputs> {
        let (from, to) = if random.chance(50) { (a, b) } else { (b, a) };
        let near = [to, to, to.wrapping_add(1), to.wrapping_sub(1)];
        let to = near[random.below(near.len())];
        let fits = |bits: &Bits| bits.unsigned() == Bits::new(bits.width(), u128::from(from)).unsigned();
        let places: Vec<usize> = if random.chance(30) {
            // What was equal stays so.
            self.numbers().filter(|&i| i < inputs.len() && fits(&inputs[i].1)).collect()
        } else {
            let all: Vec<usize> = (0..inputs.len()).filter(|&i| fits(&inputs[i].1)).collect();
            random.pick(&all).into_iter().collect()
        };
        let mut changed = inputs.to_vec();
        for &at in &places {
            changed[at].1 = Bits::new(inputs[at].1.width(), u128::from(to));
        }
        (!places.is_empty()).then_some(changed)
    }

    fn renew(&self, inputs: &mut Inputs, (at, single): &(usize, Single), random: &mut Random) {
        let value = match single {
            Single::Pointer { null, objects, others } => match random.below(10) {
                0 => *null,
                1..=3 if !others.is_empty() => others[random.below(others.len())],
                // The first ones are more often what another pointer leads to.
                _ => random.pick(objects).or_else(|| random.pick(others)).unwrap_or(*null),
            },
            Single::Number { signed } => self.number(random, *signed),
        };
        self.set(inputs, *at, value);
    }

    fn number(&self, random: &mut Random, signed: bool) -> u64 {
        match random.below(12) {
            // Odd ones show more of what masks and shifts do.
            0..=2 => [0, 1, 1, 2, 3, 7][random.below(6)],
            3..=5 => random.below(self.longest + 2) as u64,
            6 => (self.longest as u64).wrapping_sub(random.below(3) as u64),
            7 if signed => (random.below(20) as u64).wrapping_neg(),
            8 => random.bits(),
            9 => 1_u64.checked_shl(random.below(65) as u32).unwrap_or(0).wrapping_sub(random.below(2) as u64),
            _ => random.pick(&self.known.numbers).unwrap_or(0).wrapping_add([0, 0, 1, u64::MAX][random.below(4)]),
        }
    }

    fn character(&self, random: &mut Random) -> u8 {
        match random.below(8) {
            0..=4 if !self.known.characters.is_empty() => self.known.characters[random.below(self.known.characters.len())],
            5 => USUAL[random.below(USUAL.len())],
            6 => random.bits() as u8,
            _ => b'a' + random.below(3) as u8,
        }
    }

    /// A new text, or a block of bytes.
    fn write(&self, inputs: &mut Inputs, text: &Range<usize>, random: &mut Random) {
        let n = text.len();
        let kind = random.below(6);
        let length = if kind < 4 { random.below(n) } else { n };
        let mut bytes: Vec<u8> = Vec::new();
        while bytes.len() < length {
            match kind {
                1 | 2 if !self.known.words.is_empty() && random.chance(30) => bytes.extend(&self.known.words[random.below(self.known.words.len())]),
                5 => bytes.push(random.bits() as u8),
                3 if !bytes.is_empty() && random.chance(70) => bytes.push(bytes[bytes.len() - 1]),
                _ => bytes.push(self.character(random)),
            }
        }
        bytes.resize(length, 0);
        bytes.resize(n, 0);
        self.put(inputs, text, &bytes);
    }

    fn put(&self, inputs: &mut Inputs, text: &Range<usize>, bytes: &[u8]) {
        for (i, at) in text.clone().enumerate() {
            self.set(inputs, at, u64::from(bytes.get(i).copied().unwrap_or(0)));
        }
    }

    /// Changes a text.
    fn edit(&self, inputs: &mut Inputs, text: &Range<usize>, random: &mut Random) {
        let n = text.len();
        let mut bytes: Vec<u8> = text.clone().map(|at| inputs[at].1.unsigned() as u8).collect();
        // Most of what happens, happens before the first zero.
        let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(n);
        let at = if random.chance(80) { random.below(end + 1).min(n - 1) } else { random.below(n) };
        match random.below(10) {
            0 | 1 => bytes[at] = self.character(random),
            2 | 3 => bytes.insert(at, self.character(random)),
            4 => _ = bytes.remove(at),
            5 => bytes[at] = 0,
            6 => {
                let word = if self.known.words.is_empty() {
                    vec![self.character(random); 1 + random.below(8)]
                } else {
                    self.known.words[random.below(self.known.words.len())].clone()
                };
                bytes.splice(at..at, word);
            }
            // What was there once more.
            7 => {
                let from = random.below(n);
                let part = bytes[from..n.min(from + 1 + random.below(8))].to_vec();
                bytes.splice(at..at, part);
            }
            8 => {
                let from = self.texts[random.below(self.texts.len())].clone();
                bytes = from.filter_map(|at| inputs.get(at)).map(|(_, bits)| bits.unsigned() as u8).collect();
            }
            _ => return self.write(inputs, text, random),
        }
        bytes.resize(n, 0);
        self.put(inputs, text, &bytes);
    }
}
