//! Proposals about memory: where pointers lead, and what is written.

use frontend::sketch::{Extent, Index, Kind, Pointer, Sketch, Store};
use std::collections::BTreeSet;

/// What a pointer may be required to be, from the weakest to the strongest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Rung {
    /// Null, or one element.
    NullOrOne,
    One,
    /// So many elements as an integer says, which is not negative, or is positive.
    Counted {
        length: String,
        is_signed: bool,
        is_limited: bool,
        is_positive: bool,
    },
    /// Enough for the element with this index.
    Upto {
        index: String,
        is_signed: bool,
    },
    /// A number of elements.
    Constant(u64),
    /// Elements as an integer says, of which another one is an index.
    Indexed {
        length: String,
        is_signed: bool,
        index: String,
        index_is_signed: bool,
    },
    /// A number of elements, of which an integer is an index.
    Within {
        count: u64,
        index: String,
        is_signed: bool,
    },
    /// Characters, the last of which is zero.
    Text(u64),
}

/// A pointer, and what it is required to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Slot {
    pub pointer: String,
    /// Pointers that lead to where it stands.
    pub follows: Vec<String>,
    /// Bytes of an element.
    size: u64,
    rungs: Vec<Rung>,
    pub at: Option<usize>,
}

/// Lengths of texts that nobody bounds.
const TEXTS: [u64; 2] = [8, 2];
/// Elements of arrays that nobody bounds.
const ARRAYS: [u64; 3] = [16, 8, 4];
/// Pairs of integers that are tried as a length and an index.
const PAIRS: usize = 12;

/// The pointers that are followed. `is_free` says that nothing is required unless it has to be.
pub(super) fn slots(sketch: &Sketch, is_free: bool, may_be_null: bool) -> Vec<Slot> {
    let mut pointers: Vec<&Pointer> = sketch.pointers.iter().filter(|pointer| is_plain(&pointer.text)).collect();
    pointers.sort_by_key(|pointer| pointer.follows.len());
    let slot = |pointer: &&Pointer| {
        let rungs = rungs(sketch, pointer, may_be_null);
        Slot { pointer: pointer.text.clone(), follows: pointer.follows.clone(), size: pointer.size, rungs, at: (!is_free).then_some(0) }
    };
    pointers.iter().map(slot).collect()
}

/// Can it be said to lead somewhere, before anything else is known?
fn is_plain(text: &str) -> bool {
    text.trim_start_matches('*').chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '>' | '.'))
}

fn rungs(sketch: &Sketch, pointer: &Pointer, may_be_null: bool) -> Vec<Rung> {
    let mut rungs = Vec::new();
    if may_be_null && sketch.tested.contains(&pointer.text) {
        rungs.push(Rung::NullOrOne);
    }
    rungs.push(Rung::One);
    let largest = pointer.indexes.iter().filter_map(|index| if let Index::Constant(n) = index { Some(*n) } else { None }).max().unwrap_or(0);
    if largest > 0 {
        rungs.push(Rung::Constant(largest + 1));
    }
    let is_array = pointer.indexes.iter().any(|index| !matches!(index, Index::Constant(_)));
    if !is_array && pointer.size > 1 {
        return rungs;
    }
    let lengths = lengths(sketch, pointer);
    let is_index = |text: &str| pointer.indexes.contains(&Index::Named(text.to_owned()));
    let counted = |is_positive: bool| {
        let rung = move |(length, is_signed, bits): &(String, bool, u16)| {
            let is_limited = *bits == 64 && pointer.size > 1;
            Rung::Counted { length: length.clone(), is_signed: *is_signed, is_limited, is_positive }
        };
        lengths.iter().map(rung)
    };
    rungs.extend(counted(false));
    let upto = lengths.iter().filter(|(text, _, _)| is_index(text));
    rungs.extend(upto.map(|(index, is_signed, _)| Rung::Upto { index: index.clone(), is_signed: *is_signed }));
    rungs.extend(counted(true));
    let pairs = lengths.iter().flat_map(|length| lengths.iter().map(move |index| (length, index)));
    let pairs = pairs.filter(|(length, index)| length.0 != index.0 && is_index(&index.0));
    rungs.extend(pairs.take(PAIRS).map(|((length, is_signed, _), (index, index_is_signed, _))| Rung::Indexed {
        length: length.clone(),
        is_signed: *is_signed,
        index: index.clone(),
        index_is_signed: *index_is_signed,
    }));
    let within = lengths.iter().filter(|(text, _, _)| is_index(text));
    rungs.extend(within.map(|(index, is_signed, _)| Rung::Within { count: ARRAYS[1], index: index.clone(), is_signed: *is_signed }));
    if pointer.is_text {
        rungs.extend(TEXTS.map(Rung::Text));
    }
    rungs.extend(ARRAYS.map(Rung::Constant));
    rungs
}

/// Integers that may be lengths: parameters, and what lies beside the pointer or the variable.
fn lengths(sketch: &Sketch, pointer: &Pointer) -> Vec<(String, bool, u16)> {
    let parameters = sketch.parameters.iter();
    let beside = sketch.integers.iter().filter(|integer| integer.follows == pointer.follows && is_plain(&integer.text) && !pointer.follows.is_empty());
    let globals = sketch.integers.iter().filter(|integer| integer.follows.is_empty() && is_plain(&integer.text));
    let integer = |quantity: &frontend::sketch::Quantity| match quantity.kind {
        Kind::Integer { bits, signed } if bits >= 8 => Some((quantity.text.clone(), signed, bits)),
        _ => None,
    };
    parameters.chain(beside).chain(globals).filter_map(integer).collect()
}

impl Slot {
    /// The conditions that it stands for, in their order.
    pub(super) fn texts(&self) -> Vec<String> {
        let Some(rung) = self.at.and_then(|at| self.rungs.get(at)) else { return Vec::new() };
        let pointer = &self.pointer;
        let fresh = |size: String| format!("__CPROVER_is_fresh({pointer}, {size})");
        let element = if self.size == 1 { "1".to_owned() } else { format!("sizeof(*{pointer})") };
        let times = |count: &str| if self.size == 1 { count.to_owned() } else { format!("{count} * {element}") };
        let positive = |text: &str, is_signed: bool| if is_signed { vec![format!("{text} >= 0")] } else { Vec::new() };
        match rung {
            Rung::NullOrOne => vec![format!("{pointer} == 0 || {}", fresh(element))],
            Rung::One => vec![fresh(element)],
            Rung::Constant(count) => vec![fresh(times(&count.to_string()))],
            Rung::Counted { length, is_signed, is_limited, is_positive } => {
                let mut all = if *is_positive { vec![format!("{length} >= 1")] } else { positive(length, *is_signed) };
                all.extend(is_limited.then(|| format!("{length} <= ~0ul / sizeof(*{pointer})")));
                all.push(fresh(times(length)));
                all
            }
            Rung::Upto { index, is_signed } => {
                let mut all = positive(index, *is_signed);
                all.push(fresh(times(&format!("({index} + 1ul)"))));
                all
            }
            Rung::Indexed { length, is_signed, index, index_is_signed } => {
                let mut all = positive(index, *index_is_signed);
                all.extend(positive(length, *is_signed));
                all.push(format!("{index} < {length}"));
                all.push(fresh(times(length)));
                all
            }
            Rung::Within { count, index, is_signed } => {
                let mut all = positive(index, *is_signed);
                all.push(format!("{index} <= {}", count - 1));
                all.push(fresh(times(&count.to_string())));
                all
            }
            Rung::Text(size) => vec![fresh(size.to_string()), format!("{pointer}[{}] == 0", size - 1)],
        }
    }

    pub(super) fn may_be_null(&self) -> bool {
        self.at.is_some_and(|at| self.rungs.get(at) == Some(&Rung::NullOrOne))
    }

    /// Is it open whether the element is there that an index means?
    pub(super) fn is_open(&self) -> bool {
        matches!(self.at.and_then(|at| self.rungs.get(at)), Some(Rung::Counted { .. } | Rung::Constant(_) | Rung::Text(_)))
    }

    /// The length of the array, if an integer says it.
    pub(super) fn length(&self) -> Option<String> {
        match self.rungs.get(self.at?)? {
            Rung::Counted { length, .. } | Rung::Indexed { length, .. } => Some(length.clone()),
            Rung::Constant(count) => Some(count.to_string()),
            _ => None,
        }
    }

    /// The number of elements, where it is a number.
    pub(super) fn count(&self) -> Option<u64> {
        match self.rungs.get(self.at?)? {
            Rung::Text(count) | Rung::Constant(count) | Rung::Within { count, .. } => Some(*count),
            _ => None,
        }
    }

    /// Is a number guessed that nothing in the text asks for?
    pub(super) fn is_guessed(&self) -> bool {
        match self.at.and_then(|at| self.rungs.get(at)) {
            Some(Rung::Text(_) | Rung::Within { .. }) => true,
            Some(Rung::Constant(count)) => ARRAYS.contains(count),
            _ => false,
        }
    }

    /// The same with more and more required.
    pub(super) fn stronger(&self) -> Vec<Self> {
        let next = self.at.map_or(0, |at| at + 1);
        (next..self.rungs.len()).map(|at| Self { at: Some(at), ..self.clone() }).collect()
    }
}

/// How closely it is said what is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Closeness {
    Exact,
    /// Whole arrays where indexes change.
    Whole,
    /// Objects.
    Objects,
    /// And all that parameters lead to.
    Parameters,
}

/// What is written and freed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Frame {
    stores: Vec<Store>,
    frees: BTreeSet<String>,
    parameters: Vec<String>,
    closeness: Closeness,
}

impl Frame {
    pub(super) fn of(sketch: &Sketch) -> Self {
        let written = |pointer: &&Pointer| sketch.stores.iter().any(|store| store.follows.contains(&pointer.text));
        let parameters = sketch.pointers.iter().filter(written).filter(|pointer| pointer.follows.is_empty()).map(|pointer| pointer.text.clone()).collect();
        Self { stores: sketch.stores.clone(), frees: sketch.frees.clone(), parameters, closeness: Closeness::Exact }
    }

    /// The same with more that may be written.
    pub(super) fn wider(&self) -> Option<Self> {
        let closeness = match self.closeness {
            Closeness::Exact => Closeness::Whole,
            Closeness::Whole => Closeness::Objects,
            Closeness::Objects => Closeness::Parameters,
            Closeness::Parameters => return None,
        };
        Some(Self { closeness, ..self.clone() })
    }

    /// Targets with the pointers that must not be null for them to count.
    fn targets(&self, slots: &[Slot]) -> Vec<(Extent, Vec<String>)> {
        // A place that need not be there is no target for who calls the function.
        let is_there = |store: &Store| store.element_of.as_ref().is_none_or(|array| slots.iter().all(|slot| slot.pointer != *array || !slot.is_open()));
        let mut all: Vec<(Extent, Vec<String>)> = Vec::new();
        for store in &self.stores {
            let extent = match (self.closeness, &store.exact) {
                (Closeness::Exact, Some(text)) if is_there(store) => Extent::Place(text.clone()),
                (Closeness::Exact | Closeness::Whole, _) => store.whole.clone(),
                (Closeness::Objects | Closeness::Parameters, _) => store.object.clone(),
            };
            if all.iter().all(|(known, _)| *known != extent) {
                all.push((extent, store.follows.clone()));
            }
        }
        if self.closeness == Closeness::Parameters {
            let objects = self.parameters.iter().map(|pointer| (Extent::Object(pointer.clone()), vec![pointer.clone()]));
            let missing: Vec<_> = objects.filter(|(extent, _)| all.iter().all(|(known, _)| known != extent)).collect();
            all.extend(missing);
        }
        // What lies in an object that is named as a whole.
        let wholes: Vec<String> =
            all.iter().filter_map(|(extent, _)| if let Extent::Object(pointer) = extent { Some(pointer.clone()) } else { None }).collect();
        let is_within = |extent: &Extent| match extent {
            Extent::Place(text) => {
                wholes.iter().any(|pointer| *text == format!("*{pointer}") || text.starts_with(&format!("{pointer}[")) || is_member(text, pointer))
            }
            Extent::Object(_) => false,
        };
        all.retain(|(extent, _)| !is_within(extent));
        all
    }

    pub(super) fn clauses(&self, slots: &[Slot], nullable: &[String]) -> Vec<String> {
        let target = |(extent, follows): (Extent, Vec<String>)| {
            let text = match extent {
                Extent::Place(text) => text,
                Extent::Object(pointer) => format!("__CPROVER_object_whole({pointer})"),
            };
            let guards: Vec<String> = follows.iter().filter(|pointer| nullable.contains(pointer)).map(|pointer| format!("{pointer} != 0")).collect();
            (guards.join(" && "), text)
        };
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for (guard, text) in self.targets(slots).into_iter().map(target) {
            match groups.iter_mut().find(|(known, _)| *known == guard) {
                Some((_, texts)) => texts.push(text),
                None => groups.push((guard, vec![text])),
            }
        }
        groups.sort_by_key(|(guard, _)| !guard.is_empty());
        let clause = |(guard, texts): &(String, Vec<String>)| {
            let guard = if guard.is_empty() { String::new() } else { format!("{guard}: ") };
            format!("__CPROVER_assigns({guard}{})", texts.join(", "))
        };
        let mut clauses: Vec<String> = groups.iter().map(clause).collect();
        if clauses.is_empty() {
            clauses.push("__CPROVER_assigns()".to_owned());
        }
        if !self.frees.is_empty() {
            clauses.push(format!("__CPROVER_frees({})", self.frees.iter().cloned().collect::<Vec<_>>().join(", ")));
        }
        clauses
    }
}

/// Does the text name a member of what the pointer leads to, and not what that leads on to?
fn is_member(text: &str, pointer: &str) -> bool {
    text.strip_prefix(pointer).and_then(|rest| rest.strip_prefix("->")).is_some_and(|rest| !rest.contains("->"))
}
