//! What an unrolling of threads learns for the next one: the objects that threads share, and where pointers lead that are stored in these. A pointer that is read there is offered
//! these objects, and who follows it anywhere else is cut, so nothing that is not learned is lost. Which of them a read finds, the events say.

use super::context::Context;
use super::objects::{NO_OBJECT, OBJECT_BITS, Object, ObjectId, Size};
use super::path::Path;
use super::update::Change;
use super::value::{Pointer, Value};
use goto::{Bits, Id};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use term::TermId;

/// Objects that pointers in one object are said to lead to.
const MOST_OBJECTS: usize = 24;
/// Places within each of them that are told apart.
const MOST_PLACES: usize = 6;
/// Parts of a value that are looked at for pointers.
const MOST_PARTS: usize = 2_000;

/// Where in an object pointers lead.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Places {
    At(BTreeSet<u64>),
    Anywhere,
}

impl Places {
    fn add(&mut self, offset: Option<u64>) {
        match (&mut *self, offset) {
            (Places::At(known), Some(offset)) if known.len() < MOST_PLACES || known.contains(&offset) => _ = known.insert(offset),
            _ => *self = Places::Anywhere,
        }
    }
}

#[derive(Clone, Default, Debug)]
pub(super) struct Learned {
    /// Objects that several threads use while one of them may write.
    pub shared: FxHashSet<ObjectId>,
    /// By the object in which a pointer is stored: where it leads.
    stored: BTreeMap<ObjectId, BTreeMap<ObjectId, Places>>,
    /// What is known of the objects that pointers lead to: who follows one may be unrolled before the thread that makes the object.
    objects: BTreeMap<ObjectId, Object>,
}

impl Learned {
    /// Is nothing known that was not known before?
    pub(crate) fn is_same(&self, before: &Learned) -> bool {
        self.shared == before.shared && self.stored == before.stored
    }

    fn add(&mut self, holder: ObjectId, object: ObjectId, offset: Option<u64>) {
        let objects = self.stored.entry(holder).or_default();
        if objects.len() < MOST_OBJECTS || objects.contains_key(&object) {
            objects.entry(object).or_insert_with(|| Places::At(BTreeSet::new())).add(offset);
        }
    }
}

impl Context<'_> {
    /// What is known of objects that the unrolling may come to before they are made.
    pub(crate) fn foresee(&mut self, learned: &Learned) {
        learned.objects.iter().for_each(|(&id, &object)| self.foresee_object(id, object));
    }

    /// The same for the next unrolling. A size that is a term may be made of what this one reads, which says nothing there.
    pub(crate) fn note_objects(&self, learned: &mut Learned) {
        let all: BTreeSet<ObjectId> = learned.stored.values().flat_map(|objects| objects.keys().copied()).collect();
        let known = all.into_iter().filter_map(|id| Some((id, *self.object(id)?)));
        learned.objects.extend(known.filter(|(_, object)| matches!(object.size, Size::Known(_))));
    }

    /// A pointer is stored in a shared object.
    pub(crate) fn note_pointer(&mut self, path: &Path, holder: ObjectId, pointer: Pointer) {
        let targets = self.targets(path, pointer);
        for target in targets.known {
            let offset = self.pool.as_const(target.offset).map(|bits| bits.unsigned() as u64);
            if target.object.index() != NO_OBJECT || offset.is_some() {
                self.learn(holder, target.object, offset);
            }
        }
    }

    fn learn(&mut self, holder: ObjectId, object: ObjectId, offset: Option<u64>) {
        if let Some(recorder) = &mut self.recorder {
            recorder.learned.add(holder, object, offset);
        }
    }

    /// An object that is shared from here on has this value.
    pub(crate) fn note_pointers_within(&mut self, path: &Path, holder: ObjectId, value: &Value) {
        let (mut pending, mut seen, mut steps) = (vec![value], FxHashSet::default(), 0);
        while let Some(value) = pending.pop() {
            steps += 1;
            if value.shared().is_some_and(|part| !seen.insert(part)) || steps > MOST_PARTS {
                continue;
            }
            match value {
                Value::Zero => self.learn(holder, ObjectId::new(NO_OBJECT), Some(0)),
                Value::Pointer(pointer) => self.note_pointer(path, holder, *pointer),
                Value::Record(fields) => pending.extend(fields.iter()),
                Value::Array(array) => {
                    pending.push(&array.rest);
                    pending.extend(array.elements.keys().into_iter().filter_map(|index| array.elements.get(index)));
                }
                Value::Choice(choice) => {
                    let (then, other) = choice.values();
                    pending.extend([then, other]);
                }
                Value::Updated(updated, _) => {
                    pending.push(&updated.under);
                    if let Change::Write { new, .. } = &updated.change {
                        pending.push(new);
                    }
                }
                Value::Bits(_) | Value::Fresh(..) => {}
            }
        }
    }

    /// A pointer that the n-th event reads of a shared object, as a choice among all that is known to be stored there, and anything else. Variables that a model must tell are
    /// added.
    pub(crate) fn offered(&mut self, holder: ObjectId, n: usize, read: Pointer, variables: &mut Vec<TermId>) -> Pointer {
        let offers = self.recorder.as_ref().and_then(|recorder| recorder.learned.stored.get(&holder).cloned()).unwrap_or_default();
        let mut all = read;
        for (object, places) in offers {
            let number = self.pool.constant(Bits::new(OBJECT_BITS, object.index() as u128));
            let leads = self.pool.eq(read.object, number);
            let name = format!("read.{n}.leads.{}", object.index());
            let cases = match places {
                Places::At(offsets) => offsets.into_iter().map(|offset| self.at(&name, (leads, read.offset), offset)).collect(),
                Places::Anywhere => {
                    // A variable of its own, since of the one that is read nothing is known where it leads elsewhere.
                    let (width, here) = (self.pointer_bits(), self.pool.var(&name, 1));
                    let offset = self.pool.var(&format!("{name}.offset"), width);
                    let same = self.pool.eq(offset, read.offset);
                    let told = [self.pool.eq(here, leads), self.pool.implies(here, same)];
                    self.facts.extend(told);
                    variables.push(offset);
                    vec![(here, offset)]
                }
            };
            for (here, offset) in cases {
                variables.push(here);
                all = Pointer { object: self.pool.ite(here, number, all.object), offset: self.pool.ite(here, offset, all.offset) };
            }
        }
        all
    }

    /// A variable that says that the pointer leads to this place. As a variable, since a choice by its own value is the pointer itself.
    fn at(&mut self, name: &str, (leads, read): (TermId, TermId), offset: u64) -> (TermId, TermId) {
        let here = self.pool.var(&format!("{name}.at.{offset}"), 1);
        let place = self.address_constant(offset);
        let same = self.pool.eq(read, place);
        let both = self.pool.and(leads, same);
        let told = self.pool.eq(here, both);
        self.facts.push(told);
        (here, place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_learned_only_grows_and_has_an_end() {
        let (holder, object) = (ObjectId::new(2), ObjectId::new(3));
        let mut learned = Learned::default();
        for offset in 0..MOST_PLACES as u64 {
            learned.add(holder, object, Some(offset));
        }
        let before = learned.clone();
        learned.add(holder, object, Some(0));
        assert!(learned.is_same(&before) && matches!(learned.stored[&holder][&object], Places::At(_)));
        learned.add(holder, object, Some(MOST_PLACES as u64));
        assert!(!learned.is_same(&before) && learned.stored[&holder][&object] == Places::Anywhere);
        learned.add(holder, object, Some(0));
        assert_eq!(learned.stored[&holder][&object], Places::Anywhere);
        for n in 0..2 * MOST_OBJECTS {
            learned.add(holder, ObjectId::new(10 + n), None);
        }
        assert_eq!(learned.stored[&holder].len(), MOST_OBJECTS);
    }
}
