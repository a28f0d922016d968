//! What native runs of a test tell of the result, and of objects and global variables after the call; and the checks that hold later runs against it. What two runs do not
//! tell alike is not checked. Of pointers only counts what they lead to.

use super::ctext::{self, Spelling};
use super::frameworks::{Check, Kind};
use super::looks::{Blocks, Form, Look, looks};
use super::scene::Value;
use super::setup::{Object, Setup, Subject};
use goto::{Type, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Checks of one test at most: more is not read.
const CHECKS: usize = 60;
/// And of what is in new blocks of memory, and of what is as before.
const INSIDE: usize = 40;
const SAME: usize = 12;
/// Characters of an object that are checked one by one at most; otherwise all at once.
const CHARACTERS: usize = 8;

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The function came back.
    Returned,
    /// The program ended with this status.
    Exited(i32),
    /// A signal ended it.
    Died(i32),
}

/// What a run told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    pub ending: Ending,
    /// By the number of the check.
    seen: FxHashMap<usize, Seen>,
    /// Objects that were freed or moved, by their position in the list of the test's objects.
    freed: FxHashSet<usize>,
    /// What the function has allocated.
    blocks: Blocks,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Seen {
    Number(String),
    Null,
    /// An object of the list, and bytes from its beginning.
    Object(usize, i64),
    /// A new block, by the check that was the first to see it, and bytes from its beginning.
    New(usize, i64),
    /// Characters; does a zero follow?
    Text(Vec<u8>, bool),
    /// A place that belongs to none of them.
    Other,
}

impl Record {
    /// Reads what a recording program printed; its status is that of a shell. `None` if that cannot be.
    pub fn read(status: i32, printed: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(printed).ok()?;
        let (mut seen, mut freed, mut blocks, mut returned) = (FxHashMap::default(), FxHashSet::default(), Blocks::new(), false);
        for line in text.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            match words.as_slice() {
                ["returned"] => returned = true,
                ["freed", object] => {
                    freed.insert(object.parse().ok()?);
                }
                [check, "null"] => drop(seen.insert(check.parse().ok()?, Seen::Null)),
                [check, "other"] => drop(seen.insert(check.parse().ok()?, Seen::Other)),
                [check, "object", object, offset] => drop(seen.insert(check.parse().ok()?, Seen::Object(object.parse().ok()?, offset.parse().ok()?))),
                [check, "new", first, offset, left] => {
                    let (check, first) = (check.parse().ok()?, first.parse().ok()?);
                    if check == first {
                        blocks.insert(check, left.parse().ok()?);
                    }
                    seen.insert(check, Seen::New(first, offset.parse().ok()?));
                }
                [check, form @ ("text" | "bytes"), bytes] => {
                    drop(seen.insert(check.parse().ok()?, Seen::Text(from_hex(bytes.strip_prefix('#')?)?, *form == "text")));
                }
                [check, number] => drop(seen.insert(check.parse().ok()?, Seen::Number((*number).to_owned()))),
                _ => return None,
            }
        }
        let ending = match (returned, status) {
            (true, 0) => Ending::Returned,
            (false, 129..) => Ending::Died(status - 128),
            (false, _) => Ending::Exited(status),
            (true, _) => return None,
        };
        Some(Self { ending, seen, freed, blocks })
    }

    /// How many new blocks of memory were seen.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// What two runs told alike; `None` if they ended in different ways.
    pub fn common(mut self, other: &Self) -> Option<Self> {
        self.seen.retain(|check, seen| other.seen.get(check) == Some(seen));
        self.freed.extend(&other.freed);
        (self.ending == other.ending).then_some(self)
    }

    /// Positions of objects, among those of the program that stand for memory, that must be of the heap, since the function frees them.
    pub(super) fn on_heap(&self, objects: &[Object]) -> FxHashSet<usize> {
        objects.iter().enumerate().filter(|(i, _)| self.freed.contains(i)).filter_map(|(_, object)| object.lent).collect()
    }
}

/// Pairs of hexadecimal digits.
fn from_hex(digits: &str) -> Option<Vec<u8>> {
    (0..digits.len()).step_by(2).map(|i| u8::from_str_radix(digits.get(i..i + 2)?, 16).ok()).collect()
}

/// Lines that tell everything, after the call; of new blocks that which an earlier record knows.
pub(super) fn recording(subject: &Subject<'_>, setup: &Setup, result: Option<TypeId>, known: Option<&Record>) -> Vec<String> {
    let types = &subject.program.types;
    let nothing = Blocks::new();
    let looks = looks(subject, setup, result, known.map_or(&nothing, |known| &known.blocks));
    let line = |(i, look): (usize, &Look<'_>)| {
        let text = &look.text;
        let saw = match types.get(look.ty) {
            _ if look.form == Form::Kept => format!("SAW_KEPT({i}, {text});"),
            _ if let Form::Text(most) = look.form => format!("SAW_TEXT({i}, {text}, {most});"),
            Type::Bool => format!("SAW_INT({i}, {text});"),
            Type::Int { bits, signed } if *bits <= 64 => format!("{}({i}, {text});", if *signed { "SAW_INT" } else { "SAW_UINT" }),
            Type::Float(_) => format!("SAW_REAL({i}, {text});"),
            Type::Pointer(_) => format!("SAW_POINTER({i}, {text});"),
            _ => return None,
        };
        Some(match look.object {
            Some(object) if setup.objects[object].lent.is_some() => format!("if (!gotcha_is_freed({object})) {saw}"),
            _ => look.inside.as_ref().map_or(saw.clone(), |inside| format!("if ({inside}) {saw}")),
        })
    };
    looks.iter().enumerate().filter_map(line).collect()
}

/// The texts that stubs have kept, by the names of what holds them.
pub(super) fn kept<'s>(subject: &Subject<'_>, setup: &'s Setup, result: Option<TypeId>, record: &Record) -> FxHashSet<&'s str> {
    let all = looks(subject, setup, result, &Blocks::new());
    let is_kept = |name: &str| all.iter().enumerate().any(|(i, look)| look.text == name && look.form == Form::Kept && record.seen.contains_key(&i));
    setup.notes.iter().map(|note| note.name.as_str()).filter(|name| is_kept(name)).collect()
}

/// The checks of what was observed.
pub(super) fn checks(subject: &Subject<'_>, setup: &Setup, result: Option<TypeId>, record: &Record) -> Vec<Check> {
    let looks = looks(subject, setup, result, &record.blocks);
    let (mut lines, mut inside, mut same) = (Vec::new(), Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(look) = looks.get(at) {
        if let Some((n, characters)) = characters(subject, setup, (&looks, at), record) {
            let all: Vec<Check> = (at..at + n).filter_map(|i| changed(subject, setup, &looks[i], record.seen.get(&i)?)).collect();
            if all.len() <= CHARACTERS {
                lines.extend(all);
            }
            lines.push(characters);
            at += n;
            continue;
        }
        match record.seen.get(&at) {
            Some(Seen::New(first, offset)) => {
                let lines = if look.inside.is_some() { &mut inside } else { &mut lines };
                lines.extend(in_block(&looks, record, at, (*first, *offset)));
            }
            Some(seen) => {
                let check = check(subject, setup, look, seen);
                let lines = match check {
                    Some((_, Change::Same)) => &mut same,
                    _ if look.inside.is_some() => &mut inside,
                    _ => &mut lines,
                };
                lines.extend(check.map(|(check, _)| check));
            }
            None => {}
        }
        at += 1;
    }
    lines.truncate(CHECKS);
    same.truncate(SAME);
    inside.truncate(INSIDE);
    lines.append(&mut same);
    lines.append(&mut inside);
    lines
}

/// If an object of characters begins with this look, and all of them were seen: how many there are, and the check of them all.
fn characters(subject: &Subject<'_>, setup: &Setup, (looks, at): (&[Look<'_>], usize), record: &Record) -> Option<(usize, Check)> {
    let types = &subject.program.types;
    let index = looks[at].object?;
    let object = &setup.objects[index];
    let (Type::Array { elem, .. } | Type::Pointer(elem)) = *types.get(object.ty) else { return None };
    let Type::Int { bits: 8, signed } = *types.get(elem) else { return None };
    let n = looks[at..].iter().take_while(|look| look.object == Some(index)).count();
    let mut bytes = Vec::new();
    for (i, look) in looks[at..at + n].iter().enumerate() {
        let Some(Seen::Number(number)) = record.seen.get(&(at + i)) else { return None };
        if look.text != format!("{}[{i}]", object.lvalue) {
            return None;
        }
        bytes.push(number.parse::<i16>().ok()? as u8);
    }
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let ty = if signed { "char" } else { "unsigned char" };
    let literal = ctext::literal(&bytes[..end]);
    // Some compilers warn of an array for whose last zero there is no room.
    let expected = if end == n { literal } else { format!("(const {ty}[{n}]){{{literal}}}") };
    let actual = format!("memcmp({}, {expected}, {n})", object.lvalue);
    Some((n, Check { kind: Kind::Int, actual, expected: "0".to_owned(), comment: "observed: all of it" }))
}

/// The check of something that changed.
fn changed(subject: &Subject<'_>, setup: &Setup, look: &Look<'_>, seen: &Seen) -> Option<Check> {
    check(subject, setup, look, seen).filter(|(_, change)| *change == Change::Different).map(|(check, _)| check)
}

/// Is something as it was before the call?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Same,
    Different,
}

/// The check of a pointer to a new block: there is one, or it is the one to which another pointer leads.
fn in_block(looks: &[Look<'_>], record: &Record, at: usize, (first, offset): (usize, i64)) -> Option<Check> {
    let comment = "observed: new";
    let actual = looks[at].text.clone();
    if first == at {
        return Some(Check { kind: Kind::NotNull, actual, expected: String::new(), comment });
    }
    let Some(Seen::New(_, from)) = record.seen.get(&first) else { return None };
    let other = &looks.get(first)?.text;
    let expected = if offset == *from { other.clone() } else { format!("(const char *){other} + {}", offset - from) };
    Some(Check { kind: Kind::Pointer, actual, expected, comment })
}

/// The check of one scalar, and whether that changed; `None` if nothing can be said.
fn check(subject: &Subject<'_>, setup: &Setup, look: &Look<'_>, seen: &Seen) -> Option<(Check, Change)> {
    let (text, ty) = (&look.text, look.ty);
    let mut change = Change::Different;
    let comment = match look.object {
        _ if look.inside.is_some() => "observed: new",
        Some(_) => "observed: changed",
        None => "observed, not specified",
    };
    let spelling = Spelling { program: subject.program, given: subject.given };
    let (kind, expected) = match (seen, subject.program.types.get(ty)) {
        (Seen::Number(number), Type::Float(_)) => {
            let value = match number.trim_start_matches('-') {
                "inf" => number.replace("inf", "INFINITY"),
                "nan" => "NAN".to_owned(),
                _ => format!("{number}L"),
            };
            let before = look.before.and_then(|before| if let Value::Scalar(bits) = before { spelling.constant(ty, *bits) } else { None });
            if before.is_some_and(|before| before.trim_end_matches('L') == value.trim_end_matches('L')) {
                change = Change::Same;
            }
            (Kind::Real, value)
        }
        (Seen::Number(number), _) => {
            let parsed: i128 = number.parse().ok()?;
            let is_signed = !matches!(subject.program.types.get(ty), Type::Int { signed: false, .. });
            if let Some(Value::Scalar(bits)) = look.before
                && parsed == if is_signed && !matches!(subject.program.types.get(ty), Type::Bool) { bits.signed() } else { bits.unsigned() as i128 }
            {
                change = Change::Same;
            }
            let width = subject.program.types.scalar_bits(ty)?;
            let value = spelling.constant(ty, goto::Bits::from_signed(width, parsed))?;
            (if is_signed { Kind::Int } else { Kind::Uint }, value)
        }
        (Seen::Null, _) => {
            if matches!(look.before, Some(Value::Pointer(goto::given::Referent::Null, _))) {
                change = Change::Same;
            }
            (Kind::Pointer, "NULL".to_owned())
        }
        (Seen::Object(object, offset), _) => {
            let to = place(setup.objects.get(*object)?, *offset);
            if let Some(Value::Pointer(referent, _)) = look.before
                && *offset == 0
                && leads_to(subject, *referent, &setup.objects[*object])
            {
                change = Change::Same;
            }
            (Kind::Pointer, to)
        }
        (Seen::Text(bytes, true), _) => (Kind::Text, ctext::literal(bytes)),
        (Seen::Text(bytes, false), _) => {
            let actual = format!("memcmp({text}, {}, {})", ctext::literal(bytes), bytes.len());
            return Some((Check { kind: Kind::Int, actual, expected: "0".to_owned(), comment }, change));
        }
        (Seen::Other, _) if look.before.is_none() => (Kind::NotNull, String::new()),
        (Seen::Other | Seen::New(..), _) => return None,
    };
    let comment = if change == Change::Same { "observed: as before" } else { comment };
    Some((Check { kind, actual: text.clone(), expected, comment }, change))
}

fn leads_to(subject: &Subject<'_>, referent: goto::given::Referent, object: &Object) -> bool {
    match referent {
        goto::given::Referent::Lent(lent) => object.lent == Some(lent),
        goto::given::Referent::Variable(symbol) => object.lent.is_none() && object.lvalue == subject.program.symbols[symbol].name,
        _ => false,
    }
}

/// A place in an object.
fn place(object: &Object, offset: i64) -> String {
    let pointer = &object.pointer;
    match (offset, object.element) {
        (0, _) => pointer.clone(),
        (_, Some(element)) if i64::try_from(element).is_ok_and(|element| offset % element == 0) => {
            format!("{pointer} + {}", offset / element as i64)
        }
        _ => format!("(char *){pointer} + {offset}"),
    }
}
