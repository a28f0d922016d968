//! Pointers: which objects one may point to, addresses as integers and back, comparison, difference.

use super::context::Context;
use super::objects::{NO_OBJECT, OBJECT_BITS, ObjectId, Size};
use super::path::Path;
use super::value::Pointer;
use goto::{Bits, Id};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use term::{Term, TermId};

/// Steps of the search through the choices in a pointer before it becomes coarser.
const MOST_STEPS: u32 = 512;
/// Choices in a pointer that leads to the same place in each of its objects, before it is seen only which objects these are.
const MOST_CHOICES_OF_OBJECTS: usize = 24;
/// Objects that a pointer may point to where it is dereferenced.
const MOST_TARGETS: usize = 128;
/// Objects that an integer may be the address of, if it was computed from addresses in a way that is not understood.
const MOST_ADDRESSES: usize = 3;
/// Terms looked at in the search for addresses in an integer.
const MOST_TERMS: usize = 256;

/// One of the things that a pointer may point to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    /// When it does, on the path asked about. Guards of different targets exclude each other.
    pub guard: TermId,
    pub object: ObjectId,
    pub offset: TermId,
}

/// The objects that a choice is made among.
#[derive(Debug)]
pub(super) struct ObjectChoices {
    objects: Vec<ObjectId>,
    /// Is there nothing but objects at its leaves?
    are_all: bool,
    /// How many choices there are before the leaves, shared ones perhaps more than once.
    count: usize,
}

/// All that a pointer may point to.
#[derive(Debug, Default)]
pub(super) struct Targets {
    pub known: Vec<Target>,
    /// When it points to something that is not known.
    pub unknown: Vec<TermId>,
}

impl Context<'_> {
    /// What the pointer may point to on the path.
    pub(crate) fn targets(&mut self, path: &Path, pointer: Pointer) -> Targets {
        let mut targets = Targets::default();
        let truth = self.pool.truth(true);
        if let Some(object) = self.as_object(pointer.object) {
            let offset = self.on_path(pointer.offset, path, 16);
            targets.known.push(Target { guard: truth, object, offset });
            return targets;
        }
        if self.pool.as_const(pointer.offset).is_some() && self.same_place(pointer, &mut targets) {
            self.drop_excluded(path, pointer.object, &mut targets);
            return targets;
        }
        let mut steps = MOST_STEPS;
        if !self.walk(path, pointer, truth, &mut steps, &mut targets) {
            targets = Targets::default();
            self.leaves(path, pointer, &mut targets);
        }
        self.drop_excluded(path, pointer.object, &mut targets);
        targets
    }

    /// Follows the choices that the pointer is made of, object and offset together.
    fn walk(&mut self, path: &Path, pointer: Pointer, guard: TermId, steps: &mut u32, out: &mut Targets) -> bool {
        let mut pending = vec![(pointer, guard, path.clone())];
        while let Some((pointer, guard, path)) = pending.pop() {
            if *steps == 0 || out.known.len() + out.unknown.len() >= MOST_TARGETS {
                return false;
            }
            *steps -= 1;
            match *self.pool.get(pointer.object) {
                Term::Ite { cond, then, other } => {
                    let decided = path.decides(self.pool, cond);
                    for (holds, object) in [(false, other), (true, then)] {
                        let offset = self.given(pointer.offset, cond, holds);
                        let (mut guard, mut path) = (guard, path.clone());
                        if decided.is_none() {
                            let literal = if holds { cond } else { self.pool.not(cond) };
                            guard = self.pool.and(guard, literal);
                            if self.pool.is_false(guard) || !path.add(self.pool, literal) {
                                continue;
                            }
                        } else if decided != Some(holds) {
                            continue;
                        }
                        pending.push((Pointer { object, offset }, guard, path));
                    }
                }
                Term::Const(bits) => {
                    let object = ObjectId::new(bits.unsigned() as usize);
                    let offset = self.on_path(pointer.offset, &path, 16);
                    if self.mentions(offset, false, |context, t| context.wild_offsets.contains(&t)) {
                        // Object and offset are choices by different conditions that say the same; the mixed cases do not happen.
                        match self.choice_in_sum(offset) {
                            Some((cond, then, other)) => {
                                for (holds, offset) in [(false, other), (true, then)] {
                                    let literal = if holds { cond } else { self.pool.not(cond) };
                                    let (guard, mut path) = (self.pool.and(guard, literal), path.clone());
                                    if !self.pool.is_false(guard) && path.add(self.pool, literal) {
                                        pending.push((Pointer { object: pointer.object, offset }, guard, path));
                                    }
                                }
                            }
                            None => out.unknown.push(guard),
                        }
                        continue;
                    }
                    match out.known.iter_mut().find(|t| t.object == object && t.offset == offset) {
                        Some(target) => target.guard = self.pool.or(target.guard, guard),
                        None => out.known.push(Target { guard, object, offset }),
                    }
                }
                _ => out.unknown.push(guard),
            }
        }
        true
    }

    /// The term without the choices that the path decides.
    pub(crate) fn on_path(&mut self, term: TermId, path: &Path, depth: u32) -> TermId {
        if depth == 0 {
            return term;
        }
        if let Term::Add(a, b) = *self.pool.get(term) {
            let (x, y) = (self.on_path(a, path, depth - 1), self.on_path(b, path, depth - 1));
            return if (x, y) == (a, b) { term } else { self.pool.add(x, y) };
        }
        match self.choice(term) {
            Some((cond, then, other)) => match path.decides(self.pool, cond) {
                Some(true) => self.on_path(then, path, depth - 1),
                Some(false) => self.on_path(other, path, depth - 1),
                None => term,
            },
            None => term,
        }
    }

    /// The targets of a pointer to the same place in each of its objects: the way through many choices tells nothing more than the object. False if the
    /// choices are few, or not all of them lead to objects.
    fn same_place(&mut self, pointer: Pointer, out: &mut Targets) -> bool {
        let choices = self.object_choices(pointer.object);
        if choices.count <= MOST_CHOICES_OF_OBJECTS || choices.objects.len() > MOST_TARGETS || !choices.are_all {
            return false;
        }
        for &object in &choices.objects {
            let number = self.object_term(object);
            let guard = self.pool.eq(pointer.object, number);
            out.known.push(Target { guard, object, offset: pointer.offset });
        }
        true
    }

    /// The objects at the leaves of a choice. What is found is kept, since the next choice is mostly made on top of this one.
    fn object_choices(&mut self, choice: TermId) -> Rc<ObjectChoices> {
        if let Some(known) = self.object_choices.get(&choice) {
            return Rc::clone(known);
        }
        let mut found = ObjectChoices { objects: Vec::new(), are_all: true, count: 0 };
        let mut seen = FxHashSet::default();
        let mut pending = vec![choice];
        while let Some(term) = pending.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Some(known) = self.object_choices.get(&term) {
                found.objects.extend(&known.objects);
                found.are_all &= known.are_all;
                found.count = found.count.saturating_add(known.count);
                continue;
            }
            match *self.pool.get(term) {
                Term::Ite { then, other, .. } => {
                    found.count = found.count.saturating_add(1);
                    pending.extend([then, other]);
                }
                Term::Const(bits) => found.objects.push(ObjectId::new(bits.unsigned() as usize)),
                _ => found.are_all = false,
            }
        }
        found.objects.sort_unstable();
        found.objects.dedup();
        let found = Rc::new(found);
        self.object_choices.insert(choice, Rc::clone(&found));
        found
    }

    /// The objects at the leaves of a choice that is too large to be followed on every way.
    fn leaves(&mut self, path: &Path, pointer: Pointer, out: &mut Targets) {
        let mut seen = FxHashSet::default();
        let mut pending = vec![pointer.object];
        let mut none = self.pool.truth(true);
        while let Some(term) = pending.pop() {
            if !seen.insert(term) {
                continue;
            }
            match *self.pool.get(term) {
                Term::Ite { cond, then, other } => {
                    let decided = path.decides(self.pool, cond);
                    if decided != Some(false) {
                        pending.push(then);
                    }
                    if decided != Some(true) {
                        pending.push(other);
                    }
                }
                Term::Const(bits) if out.known.len() < MOST_TARGETS => {
                    let guard = self.pool.eq(pointer.object, term);
                    let other = self.pool.not(guard);
                    none = self.pool.and(none, other);
                    out.known.push(Target { guard, object: ObjectId::new(bits.unsigned() as usize), offset: pointer.offset });
                }
                _ => out.unknown.push(term),
            }
        }
        if !out.unknown.is_empty() {
            out.unknown = vec![none];
        }
    }

    fn drop_excluded(&mut self, path: &Path, object: TermId, targets: &mut Targets) {
        targets.known.retain(|target| {
            let number = self.pool.constant(Bits::new(OBJECT_BITS, target.object.index() as u128));
            let same = self.pool.eq(object, number);
            path.decides(self.pool, same) != Some(false) && path.decides(self.pool, target.guard) != Some(false)
        });
        targets.unknown.retain(|guard| path.decides(self.pool, *guard) != Some(false));
    }

    /// The address that a pointer holds.
    pub(crate) fn address(&mut self, pointer: Pointer) -> TermId {
        self.address_within(pointer, &mut FxHashMap::default())
    }

    /// As `address`. `known`: of the choices met so far, which many others may share.
    fn address_within(&mut self, mut pointer: Pointer, known: &mut FxHashMap<Pointer, TermId>) -> TermId {
        if known.len() > MOST_STEPS as usize {
            // From here on each object is met once: offsets are added as they are.
            let nowhere = self.address_constant(0);
            let offset = std::mem::replace(&mut pointer.offset, nowhere);
            if offset != nowhere {
                let base = self.address_within(pointer, known);
                return self.pool.add(base, offset);
            }
        }
        if let Some(&address) = known.get(&pointer) {
            return address;
        }
        let address = self.new_address(pointer, known);
        known.insert(pointer, address);
        address
    }

    fn new_address(&mut self, pointer: Pointer, known: &mut FxHashMap<Pointer, TermId>) -> TermId {
        match self.as_object(pointer.object) {
            Some(id) if self.nodes.is_handle(id) => self.any_address(),
            Some(id) => {
                let base = self.base(id);
                self.pool.add(base, pointer.offset)
            }
            None => match *self.pool.get(pointer.object) {
                // With the null pointer among the choices, each has its own offset.
                Term::Ite { cond, then, other } => {
                    let then = Pointer { object: then, offset: self.given(pointer.offset, cond, true) };
                    let other = Pointer { object: other, offset: self.given(pointer.offset, cond, false) };
                    let (then, other) = (self.address_within(then, known), self.address_within(other, known));
                    self.pool.ite(cond, then, other)
                }
                _ => {
                    // The base of an object that is itself a variable.
                    let width = self.pointer_bits();
                    let base = self.indeterminate(&format!("address.of.{}", pointer.object), width);
                    self.pool.add(base, pointer.offset)
                }
            },
        }
    }

    /// The pointer with an address: into the object from whose address it was computed, if that can be seen.
    pub(crate) fn pointer_at(&mut self, address: TermId) -> Pointer {
        self.pointer_at_depth(address, 32)
    }

    fn pointer_at_depth(&mut self, address: TermId, depth: u32) -> Pointer {
        let no_object = self.pool.constant(Bits::new(OBJECT_BITS, NO_OBJECT as u128));
        if let (Term::Ite { cond, then, other }, true) = (self.pool.get(address).clone(), depth > 0) {
            let then = self.pointer_at_depth(then, depth - 1);
            let other = self.pointer_at_depth(other, depth - 1);
            return self.choose_pointer(cond, then, other);
        }
        let sum = self.sum(address);
        let mut bases = sum.summands.iter().filter_map(|&(factor, term)| Some((factor, term, self.object_at(term)?)));
        if let (Some((1, base, object)), None) = (bases.next(), bases.next()) {
            let offset = self.pool.sub(address, base);
            return Pointer { object: self.object_term(object), offset };
        }
        let nowhere = Pointer { object: no_object, offset: address };
        self.addresses_in(address).into_iter().fold(nowhere, |pointer, (base, object)| self.perhaps_into(object, base, address, pointer))
    }

    /// The pointer into an object if the address lies in it (or just behind it), else another one.
    fn perhaps_into(&mut self, id: ObjectId, base: TermId, address: TermId, other: Pointer) -> Pointer {
        let Some(object) = self.object(id).copied() else { return other };
        let offset = self.pool.sub(address, base);
        let size = match object.size {
            Size::Known(size) => self.address_constant(size),
            Size::Term(size) => size,
        };
        let inside = self.pool.ule(offset, size);
        let pointer = Pointer { object: self.object_term(id), offset };
        self.choose_pointer(inside, pointer, other)
    }

    /// The objects from whose addresses an integer was computed, if they are few and can be seen.
    fn addresses_in(&self, term: TermId) -> Vec<(TermId, ObjectId)> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut pending = vec![term];
        while let Some(term) = pending.pop() {
            if !seen.insert(term) {
                continue;
            }
            if seen.len() > MOST_TERMS || found.len() > MOST_ADDRESSES {
                return Vec::new();
            }
            match self.object_at(term) {
                Some(object) => found.push((term, object)),
                None => pending.extend(self.pool.get(term).operands()),
            }
        }
        found
    }

    /// Was the pointer made from the address of an object in a way that is not understood?
    pub(crate) fn hides_address(&mut self, pointer: Pointer) -> bool {
        let mut pending = vec![pointer];
        let mut seen = FxHashSet::default();
        while let Some(pointer) = pending.pop() {
            if !seen.insert(pointer) {
                continue;
            }
            match *self.pool.get(pointer.object) {
                _ if seen.len() > MOST_TERMS => return true,
                Term::Ite { cond, then, other } => {
                    for (object, holds) in [(then, true), (other, false)] {
                        let offset = self.given(pointer.offset, cond, holds);
                        pending.push(Pointer { object, offset });
                    }
                }
                Term::Const(bits) if bits.unsigned() == NO_OBJECT as u128 && self.mentions_address(pointer.offset) => return true,
                _ => {}
            }
        }
        false
    }

    /// An address of which nothing is known.
    fn any_address(&mut self) -> TermId {
        let (value, width) = (self.open_value(), self.pointer_bits());
        self.bits(&value, width)
    }

    /// May the pointer lead to a row of nodes? Rows have no addresses.
    pub(crate) fn may_lead_to_row(&self, pointer: Pointer) -> bool {
        let mut pending = vec![pointer.object];
        let mut seen = FxHashSet::default();
        while let Some(term) = pending.pop() {
            match *self.pool.get(term) {
                _ if !seen.insert(term) => {}
                Term::Ite { then, other, .. } => pending.extend([then, other]),
                Term::Const(bits) if self.nodes.is_handle(ObjectId::new(bits.unsigned() as usize)) => return true,
                _ => {}
            }
        }
        false
    }

    /// Is the integer computed from addresses of objects, as far as can be seen? An integer that is too large to be searched counts, and in a made-up state any
    /// that is not known: it may have been put together from the bytes of an address.
    pub(crate) fn mentions_address(&self, term: TermId) -> bool {
        self.mentions(term, true, |context, t| {
            context.object_at(t).is_some() || context.makes_up_states && context.pool.width(t) > 1 && matches!(context.pool.get(t), Term::Var { .. })
        })
    }

    /// Is there such a term in the term? The answer is given for terms that are too large to be searched.
    fn mentions(&self, term: TermId, too_large: bool, is_wanted: impl Fn(&Self, TermId) -> bool) -> bool {
        if self.pool.as_const(term).is_some() {
            return false;
        }
        let mut seen = FxHashSet::default();
        let mut pending = vec![term];
        while let Some(term) = pending.pop() {
            if !seen.insert(term) {
                continue;
            }
            if seen.len() > MOST_TERMS {
                return too_large;
            }
            if is_wanted(self, term) {
                return true;
            }
            pending.extend(self.pool.get(term).operands());
        }
        false
    }

    /// Do two pointers hold the same address? Pointers into different objects do not.
    pub(crate) fn same_pointer(&mut self, a: Pointer, b: Pointer) -> TermId {
        if a.object != b.object && (self.hides_address(a) || self.hides_address(b)) {
            let (a, b) = (self.address(a), self.address(b));
            return self.pool.eq(a, b);
        }
        let objects = self.pool.eq(a.object, b.object);
        let offsets = self.pool.eq(a.offset, b.offset);
        self.pool.and(objects, offsets)
    }

    /// Is the address of `a` less than that of `b`?
    pub(crate) fn pointer_less(&mut self, a: Pointer, b: Pointer) -> TermId {
        if self.may_lead_to_row(a) || self.may_lead_to_row(b) {
            let anything = self.open_value();
            return self.bits(&anything, 1);
        }
        if a.object == b.object {
            // Inside of an object offsets may be negative; addresses of no object are not.
            let signed = self.pool.slt(a.offset, b.offset);
            let unsigned = self.pool.ult(a.offset, b.offset);
            let null = self.null();
            let nowhere = self.pool.eq(a.object, null.object);
            return self.pool.ite(nowhere, unsigned, signed);
        }
        let (a, b) = (self.address(a), self.address(b));
        self.pool.ult(a, b)
    }

    /// `a - b` in elements of `size` bytes.
    pub(crate) fn pointer_difference(&mut self, a: Pointer, b: Pointer, size: u64) -> TermId {
        if self.may_lead_to_row(a) || self.may_lead_to_row(b) {
            return self.any_address();
        }
        let bytes = if a.object == b.object {
            self.pool.sub(a.offset, b.offset)
        } else {
            let (a, b) = (self.address(a), self.address(b));
            self.pool.sub(a, b)
        };
        if size <= 1 {
            return bytes;
        }
        if self.pool.as_const(bytes).is_none() {
            let stride = self.stride(bytes);
            if stride.start == 0 && stride.exact && stride.step.is_multiple_of(size) {
                let factor = self.address_constant(stride.step / size);
                return self.pool.mul(stride.index, factor);
            }
        }
        let size = self.address_constant(size);
        self.pool.sdiv(bytes, size)
    }
}
