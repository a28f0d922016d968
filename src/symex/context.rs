//! What all parts of an unrolling share and what does not depend on the path: terms, names, what is known of objects, free variables, facts.

use super::exact::Images;
use super::nodes::Nodes;
use super::objects::{FamilyId, Kind, NO_OBJECT, Names, OBJECT_BITS, Object, ObjectId, Site, Size};
use super::pointees::Pointees;
use super::pointer::ObjectChoices;
use super::shape::{Repr, Shape, repr};
use super::threads::Recorder;
use super::update::ReadUnder;
use super::value::{Pointer, Value};
use goto::{Bits, FuncId, Id, Program, SymbolId, Type, TypeId, TypeTable};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use term::{Term, TermId, TermPool};

/// Scalars of one kind that were read from an indeterminate value, with their offsets.
#[derive(Default)]
pub(super) struct FreshReads {
    by_offset: FxHashMap<TermId, Value>,
    /// Oldest first.
    all: Vec<(TermId, Value)>,
    /// Those at offsets that are not known.
    unknown: Vec<(TermId, Value)>,
}

impl FreshReads {
    pub(crate) fn at(&self, offset: TermId) -> Option<&Value> {
        self.by_offset.get(&offset)
    }

    /// Those at offsets that may be the same as another one, which is known or not.
    pub(crate) fn rivals(&self, is_known: bool) -> &[(TermId, Value)] {
        if is_known { &self.unknown } else { &self.all }
    }

    /// The places read, oldest first.
    pub(crate) fn places(&self) -> impl ExactSizeIterator<Item = TermId> + DoubleEndedIterator + '_ {
        self.all.iter().map(|(at, _)| *at)
    }

    pub(crate) fn note(&mut self, at: TermId, is_known: bool, value: &Value) {
        self.by_offset.insert(at, value.clone());
        self.all.push((at, value.clone()));
        if !is_known {
            self.unknown.push((at, value.clone()));
        }
    }

    fn forget_last(&mut self) {
        let Some((at, _)) = self.all.pop() else { return };
        self.by_offset.remove(&at);
        self.unknown.pop_if(|last| last.0 == at);
    }
}

/// A scalar that was read from an indeterminate value, with its offset.
#[derive(Clone, Copy)]
pub(super) struct FreshRead {
    pub family: FamilyId,
    pub repr: Repr,
    pub at: TermId,
}

/// Objects that one is told apart from by address.
const MOST_NEIGHBOURS: usize = 24;

pub(super) struct Context<'a> {
    pub pool: &'a mut TermPool,
    pub program: &'a Program,
    pub types: &'a TypeTable,
    pub names: &'a mut Names,
    /// By number; `None` for objects of other unrollings.
    objects: Vec<Option<Object>>,
    /// The variables that stand for addresses of objects.
    bases: FxHashMap<TermId, ObjectId>,
    /// The offsets of indeterminate pointers.
    pub wild_offsets: FxHashSet<TermId>,
    pub facts: Vec<TermId>,
    pub indeterminate: Vec<TermId>,
    pub approximate: Vec<TermId>,
    listed: FxHashSet<TermId>,
    /// Why the last operation on values has a result that means nothing.
    trouble: Option<String>,
    alignments: FxHashMap<TermId, u16>,
    pub images: Images,
    /// The families that stand for values not computed.
    inexact: FxHashSet<FamilyId>,
    /// Values that are zero unless something rare happens, and the variables that stand for them.
    pub rare_families: FxHashSet<FamilyId>,
    pub rare: Vec<TermId>,
    /// The objects that indeterminate pointers point into, where that is known of them.
    pub known_pointees: FxHashMap<FamilyId, Rc<Pointees>>,
    /// Offsets that are smaller than the known size of the object.
    pub inside: FxHashSet<(ObjectId, TermId)>,
    /// Some type of pointers, if the program has one.
    pub pointer_type: Option<TypeId>,
    /// Are there made-up states, in which any number may be an address?
    pub makes_up_states: bool,
    /// How many values without a name were made.
    unnamed: u32,
    /// The family that stands for what was not written.
    unwritten: Option<FamilyId>,
    /// Does the program ask what was written?
    pub asks_for_written: bool,
    /// Does the program ask which of two objects is older?
    pub asks_for_births: bool,
    /// Does the program ask which bytes objects of type `_Bool` hold?
    pub asks_for_truths: bool,
    /// A type for each representation asked for.
    types_like: FxHashMap<Repr, Option<TypeId>>,
    /// What was read from indeterminate values.
    pub fresh_reads: FxHashMap<(FamilyId, Repr), FreshReads>,
    /// Whose new reads these were, the oldest first.
    order_of_reads: Vec<(FamilyId, Repr)>,
    /// What is read from indeterminate values, while somebody wants to know.
    pub read_log: Option<Vec<FreshRead>>,
    pub read_under: ReadUnder,
    pub object_choices: FxHashMap<TermId, Rc<ObjectChoices>>,
    pub nodes: Nodes,
    /// Where threads are followed.
    pub recorder: Option<Box<Recorder>>,
}

impl<'a> Context<'a> {
    pub(crate) fn new(pool: &'a mut TermPool, program: &'a Program, names: &'a mut Names) -> Self {
        Self {
            pool,
            program,
            types: &program.types,
            names,
            objects: Vec::new(),
            bases: FxHashMap::default(),
            wild_offsets: FxHashSet::default(),
            makes_up_states: false,
            facts: Vec::new(),
            indeterminate: Vec::new(),
            approximate: Vec::new(),
            listed: FxHashSet::default(),
            trouble: None,
            alignments: FxHashMap::default(),
            images: Images::default(),
            inexact: FxHashSet::default(),
            rare_families: FxHashSet::default(),
            rare: Vec::new(),
            known_pointees: FxHashMap::default(),
            inside: FxHashSet::default(),
            pointer_type: program.types.iter().find(|(_, ty)| matches!(ty, Type::Pointer(_))).map(|(id, _)| id),
            unnamed: 0,
            unwritten: None,
            asks_for_written: super::written::is_asked(program),
            asks_for_births: program.exprs.any(|kind| matches!(kind, goto::ExprKind::Binary(goto::BinOp::MadeBefore, ..))),
            asks_for_truths: program.properties.values().any(|p| p.class == goto::PropertyClass::BoolValue),
            types_like: FxHashMap::default(),
            fresh_reads: FxHashMap::default(),
            order_of_reads: Vec::new(),
            read_log: None,
            read_under: ReadUnder::default(),
            object_choices: FxHashMap::default(),
            nodes: Nodes::default(),
            recorder: None,
        }
    }

    pub(crate) fn note_read(&mut self, read: FreshRead, is_known: bool, value: &Value) {
        let key = (read.family, read.repr);
        self.fresh_reads.entry(key).or_default().note(read.at, is_known, value);
        self.order_of_reads.push(key);
    }

    pub(crate) fn n_reads(&self) -> usize {
        self.order_of_reads.len()
    }

    /// Of what was read from indeterminate values only so much counts, since the values read since then are used no more. Other reads need not be told apart from them.
    pub(crate) fn forget_reads(&mut self, from: usize) {
        for key in self.order_of_reads.drain(from..).rev() {
            if let Some(reads) = self.fresh_reads.get_mut(&key) {
                reads.forget_last();
            }
        }
    }

    pub(crate) fn pointer_bits(&self) -> u16 {
        self.types.model().pointer_bits()
    }

    /// A number as wide as a pointer.
    pub(crate) fn address_constant(&mut self, value: u64) -> TermId {
        let width = self.pointer_bits();
        self.pool.constant(Bits::new(width, u128::from(value)))
    }

    /// Some type of the program whose values are represented in this way and fill whole bytes.
    pub(crate) fn type_like(&mut self, wanted: Repr) -> Option<TypeId> {
        let types = self.types;
        let bits = match wanted {
            Repr::Bits(width) => width,
            Repr::Pointer => self.pointer_bits(),
        };
        let fits = |ty: TypeId| repr(types, ty) == Some(wanted) && types.size_of(ty) == Some(u64::from(bits.div_ceil(8)));
        *self.types_like.entry(wanted).or_insert_with(|| types.iter().map(|(ty, _)| ty).find(|&ty| fits(ty)))
    }

    /// Notes that the operation in progress is not supported. Its result means nothing; the caller of the operation cuts the path.
    pub(crate) fn trouble(&mut self, reason: impl Into<String>) {
        self.trouble.get_or_insert_with(|| reason.into());
    }

    pub(crate) fn take_trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    /// A free variable that is no input.
    pub(crate) fn indeterminate(&mut self, name: &str, width: u16) -> TermId {
        let term = self.pool.var(name, width);
        if self.listed.insert(term) {
            self.indeterminate.push(term);
        }
        term
    }

    /// A free variable for a result that is not computed exactly.
    pub(crate) fn approximate(&mut self, name: &str, width: u16) -> TermId {
        let term = self.pool.var(name, width);
        if self.listed.insert(term) {
            self.approximate.push(term);
        }
        term
    }

    /// A value that may be anything, as the program leaves it open.
    pub(crate) fn open_value(&mut self) -> Value {
        self.unnamed += 1;
        Value::Fresh(self.names.family(Site::Number(self.unnamed)), 0)
    }

    /// A value that may be anything and stands for one that is not computed.
    pub(crate) fn unknown_value(&mut self) -> Value {
        let value = self.open_value();
        if let Value::Fresh(family, _) = value {
            self.inexact.insert(family);
        }
        value
    }

    /// A part of an indeterminate value.
    pub(crate) fn fresh(&mut self, family: FamilyId, part: std::fmt::Arguments<'_>, width: u16) -> TermId {
        let name = format!("{family}.{part}");
        if self.inexact.contains(&family) {
            return self.approximate(&name, width);
        }
        let n_known = self.indeterminate.len();
        let term = self.indeterminate(&name, width);
        if self.indeterminate.len() > n_known && self.rare_families.contains(&family) {
            self.rare.push(term);
        }
        term
    }

    /// A pointer among the indeterminate values: anywhere, or into an object that is known of the family.
    pub(crate) fn fresh_pointer(&mut self, family: FamilyId, part: std::fmt::Arguments<'_>) -> Pointer {
        if let Some(pointees) = self.known_pointees.get(&family).cloned() {
            return self.pointer_into(&pointees, family, part);
        }
        self.pointer_anywhere(family, part)
    }

    /// A pointer of which nothing is known.
    pub(crate) fn pointer_anywhere(&mut self, family: FamilyId, part: std::fmt::Arguments<'_>) -> Pointer {
        let width = self.pointer_bits();
        let offset = self.fresh(family, format_args!("{part}.offset"), width);
        self.wild_offsets.insert(offset);
        Pointer { object: self.fresh(family, format_args!("{part}.object"), OBJECT_BITS), offset }
    }

    /// The value that says that nothing of it was written: all bits are one.
    pub(crate) fn unwritten(&mut self) -> Value {
        let family = *self.unwritten.get_or_insert_with(|| self.names.family(Site::Unwritten));
        Value::Fresh(family, 0)
    }

    pub(crate) fn is_unwritten(&self, family: FamilyId) -> bool {
        self.unwritten == Some(family)
    }

    /// A scalar of which nothing was written.
    pub(crate) fn unwritten_scalar(&mut self, repr: Repr) -> Value {
        match repr {
            Repr::Bits(width) => Value::Bits(self.pool.constant(Bits::ones(width))),
            Repr::Pointer => {
                let width = self.pointer_bits();
                Value::Pointer(Pointer { object: self.null().object, offset: self.pool.constant(Bits::ones(width)) })
            }
        }
    }

    pub(crate) fn add_object(&mut self, site: Site, object: Object) -> ObjectId {
        let id = self.names.object(site);
        if self.objects.len() <= id.index() {
            self.objects.resize(id.index() + 1, None);
        }
        self.objects[id.index()] = Some(object);
        id
    }

    /// What is known of an object before it is made.
    pub(crate) fn foresee_object(&mut self, id: ObjectId, object: Object) {
        if self.objects.len() <= id.index() {
            self.objects.resize(id.index() + 1, None);
        }
        self.objects[id.index()].get_or_insert(object);
    }

    /// The object of a number; `None` for null and numbers never given in this unrolling.
    pub(crate) fn object(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(id.index())?.as_ref()
    }

    pub(crate) fn static_object(&mut self, symbol: SymbolId) -> ObjectId {
        self.names.object(Site::Static(symbol))
    }

    pub(crate) fn function_object(&mut self, function: FuncId) -> ObjectId {
        let object = Object { kind: Kind::Function(function), size: Size::Known(0), align: 1, shape: Some(Shape::Bytes(None)) };
        self.add_object(Site::Function(function), object)
    }

    pub(crate) fn object_term(&mut self, id: ObjectId) -> TermId {
        self.pool.constant(Bits::new(OBJECT_BITS, id.index() as u128))
    }

    /// The object of a constant object term.
    pub(crate) fn as_object(&self, term: TermId) -> Option<ObjectId> {
        self.pool.as_const(term).map(|bits| ObjectId::new(bits.unsigned() as usize))
    }

    /// How an object's value is divided. An object without a type is divided as its first access needs it.
    pub(crate) fn shape(&mut self, id: ObjectId, first: Shape) -> Shape {
        match self.objects.get_mut(id.index()).and_then(Option::as_mut) {
            Some(object) => *object.shape.get_or_insert(first),
            None => Shape::Bytes(None),
        }
    }

    /// How an object's value is divided. While that is open the value is not divided at all, and any shape will do.
    pub(crate) fn known_shape(&self, id: ObjectId) -> Shape {
        self.object(id).and_then(|object| object.shape).unwrap_or(Shape::Bytes(None))
    }

    /// The variable for the address of an object. It is positive, aligned, and the object fits behind it.
    pub(crate) fn base(&mut self, id: ObjectId) -> TermId {
        let width = self.pointer_bits();
        if id.index() == NO_OBJECT {
            return self.pool.constant(Bits::zero(width));
        }
        let term = self.pool.var(&format!("address.{}", id.index()), width);
        if self.bases.insert(term, id).is_none() {
            self.address_facts(id, term, width);
        }
        term
    }

    /// The variables for addresses, in the order of the objects.
    pub(crate) fn addresses(&self) -> Vec<TermId> {
        let mut addresses: Vec<(ObjectId, TermId)> = self.bases.iter().map(|(&term, &id)| (id, term)).collect();
        addresses.sort_unstable();
        addresses.into_iter().map(|(_, term)| term).collect()
    }

    fn address_facts(&mut self, id: ObjectId, base: TermId, width: u16) {
        let Some(object) = self.object(id).copied() else { return };
        let low = u16::try_from(object.align.max(1).trailing_zeros().min(16)).unwrap_or(0);
        if low > 0 {
            let bits = self.pool.extract(base, 0, low);
            let zero = self.pool.constant(Bits::zero(low));
            let aligned = self.pool.eq(bits, zero);
            self.facts.push(aligned);
        }
        let first = self.pool.constant(Bits::new(width, 4096));
        let positive = self.pool.ule(first, base);
        self.facts.push(positive);
        let size = match object.size {
            Size::Known(size) => self.address_constant(size.max(1)),
            Size::Term(term) => term,
        };
        let end = self.pool.neg(size);
        // The end of an object is an address too, and not null.
        let fits = self.pool.ult(base, end);
        let zero = self.address_constant(0);
        let empty = self.pool.eq(size, zero);
        let fits = self.pool.or(empty, fits);
        self.facts.push(fits);
        self.disjointness(id, object, base);
    }

    /// No object overlaps with one that lives as long as the program, nor do those among the inputs, which all begin together. (Others may get addresses of objects
    /// that have died.)
    fn disjointness(&mut self, id: ObjectId, object: Object, base: TermId) {
        let is_static = |object: &Object| matches!(object.kind, Kind::Static);
        let is_lent = |object: &Object| matches!(object.kind, Kind::Lent);
        let others: Vec<(TermId, Object)> = self
            .bases
            .iter()
            .filter(|(_, other)| **other != id)
            .filter_map(|(term, other)| Some((*term, *self.object(*other)?)))
            .filter(|(_, other)| is_static(other) || is_static(&object) || is_lent(other) && is_lent(&object))
            .take(MOST_NEIGHBOURS)
            .collect();
        for (other_base, other) in others {
            // One past the end is no address of another object.
            let mut before = |first: (TermId, Size), second: TermId| {
                let size = match first.1 {
                    Size::Known(size) => self.address_constant(size),
                    Size::Term(term) => term,
                };
                let end = self.pool.add(first.0, size);
                self.pool.ult(end, second)
            };
            let (first, second) = (before((base, object.size), other_base), before((other_base, other.size), base));
            let apart = self.pool.or(first, second);
            self.facts.push(apart);
        }
    }

    /// The object whose address a variable stands for.
    pub(crate) fn object_at(&self, base: TermId) -> Option<ObjectId> {
        self.bases.get(&base).copied()
    }

    /// How many of the lowest bits of a term are zero.
    pub(crate) fn alignment(&mut self, term: TermId) -> u16 {
        self.alignment_at(term, 64)
    }

    fn alignment_at(&mut self, term: TermId, depth: u32) -> u16 {
        if let Some(&known) = self.alignments.get(&term) {
            return known;
        }
        if depth == 0 {
            return 0;
        }
        let width = self.pool.width(term);
        let zeros = match *self.pool.get(term) {
            Term::Const(bits) => bits.unsigned().trailing_zeros().min(u32::from(width)) as u16,
            Term::Add(a, b) | Term::Xor(a, b) => self.alignment_at(a, depth - 1).min(self.alignment_at(b, depth - 1)),
            Term::Ite { then, other, .. } => self.alignment_at(then, depth - 1).min(self.alignment_at(other, depth - 1)),
            Term::And(a, b) => self.alignment_at(a, depth - 1).max(self.alignment_at(b, depth - 1)),
            Term::Mul(a, b) => (self.alignment_at(a, depth - 1) + self.alignment_at(b, depth - 1)).min(width),
            Term::Neg(a) => self.alignment_at(a, depth - 1),
            Term::ZeroExtend { of, .. } | Term::SignExtend { of, .. } => self.alignment_at(of, depth - 1),
            Term::Concat(high, low) => match self.alignment_at(low, depth - 1) {
                zeros if zeros == self.pool.width(low) => zeros + self.alignment_at(high, depth - 1),
                zeros => zeros,
            },
            Term::Shl(a, distance) => {
                let more = self.pool.as_const(distance).map_or(0, |d| d.unsigned().min(u128::from(width)) as u16);
                (self.alignment_at(a, depth - 1) + more).min(width)
            }
            _ => 0,
        };
        self.alignments.insert(term, zeros);
        zeros
    }
}
