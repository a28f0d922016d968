//! Values: trees of terms. Large values are not written out before somebody asks for their parts.

use super::context::Context;
use super::objects::{FamilyId, OBJECT_BITS};
use super::shape::{Access, Repr, Shape};
use super::update::Updated;
use goto::Trie;
use goto::{Bits, RecordBody};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use term::TermId;

/// The value of a variable, an object or an expression. The first four may stand for a value of any shape.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// All bytes are zero.
    Zero,
    /// Indeterminate: the part of a family from this bit on.
    Fresh(FamilyId, u64),
    Choice(Rc<Choice>),
    /// The part from this bit on of a value that changed at a place that is not known.
    Updated(Rc<Updated>, u64),
    /// Integers, floats (as their encoding), truth.
    Bits(TermId),
    Pointer(Pointer),
    /// One value for each field of a struct.
    Record(Rc<Vec<Value>>),
    Array(Rc<Array>),
}

/// An object number and an offset in bytes. Of null pointers and pointers made from integers: no object, and the address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Pointer {
    pub object: TermId,
    pub offset: TermId,
}

#[derive(Debug)]
pub(super) struct Choice {
    cond: TermId,
    then: Value,
    other: Value,
}

impl Choice {
    pub(crate) fn values(&self) -> (&Value, &Value) {
        (&self.then, &self.other)
    }
}

/// Elements by index; those that are missing are parts of `rest`, the value of an array that none was written to.
#[derive(Clone, Debug)]
pub(super) struct Array {
    pub elements: Trie<Value>,
    pub rest: Value,
}

impl Value {
    /// Tells a value that several may share from others while it lives.
    pub(crate) fn shared(&self) -> Option<*const ()> {
        match self {
            Value::Choice(choice) => Some(Rc::as_ptr(choice).cast()),
            Value::Updated(update, _) => Some(Rc::as_ptr(update).cast()),
            Value::Array(array) => Some(Rc::as_ptr(array).cast()),
            Value::Zero | Value::Fresh(..) | Value::Bits(_) | Value::Pointer(_) | Value::Record(_) => None,
        }
    }

    /// Surely the same value; found without looking into parts.
    pub(crate) fn is_same(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Zero, Value::Zero) => true,
            (Value::Fresh(a, i), Value::Fresh(b, j)) => a == b && i == j,
            (Value::Choice(a), Value::Choice(b)) => Rc::ptr_eq(a, b),
            (Value::Updated(a, i), Value::Updated(b, j)) => Rc::ptr_eq(a, b) && i == j,
            (Value::Bits(a), Value::Bits(b)) => a == b,
            (Value::Pointer(a), Value::Pointer(b)) => a == b,
            (Value::Record(a), Value::Record(b)) => Rc::ptr_eq(a, b),
            (Value::Array(a), Value::Array(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// The same value, found by looking into the parts that are written out.
    pub(crate) fn is_equal(&self, other: &Value) -> bool {
        match (self, other) {
            _ if self.is_same(other) => true,
            (Value::Record(a), Value::Record(b)) => a.len() == b.len() && a.iter().zip(b.iter()).all(|(x, y)| x.is_equal(y)),
            (Value::Array(a), Value::Array(b)) => {
                a.rest.is_same(&b.rest)
                    && a.elements.differing(&b.elements).into_iter().all(|i| match (a.elements.get(i), b.elements.get(i)) {
                        (Some(x), Some(y)) => x.is_equal(y),
                        _ => false,
                    })
            }
            _ => false,
        }
    }

    fn is_whole(&self) -> bool {
        matches!(self, Value::Zero | Value::Fresh(..) | Value::Choice(_) | Value::Updated(..))
    }

    /// The part from a bit on of a value that is not written out.
    pub(crate) fn part(&self, bit: u64) -> Value {
        match self {
            Value::Choice(_) if bit != 0 => self.part_of_choice(bit, &mut FxHashMap::default()),
            Value::Choice(_) => self.clone(),
            Value::Fresh(family, start) => Value::Fresh(*family, start.wrapping_add(bit)),
            Value::Updated(update, start) => Value::Updated(Rc::clone(update), start.wrapping_add(bit)),
            // Parts of written-out values are never asked for in this way.
            _ => Value::Zero,
        }
    }

    /// Choices share what they are made of: each is looked at once.
    fn part_of_choice(&self, bit: u64, done: &mut FxHashMap<*const Choice, Value>) -> Value {
        let Value::Choice(c) = self else { return self.part(bit) };
        if let Some(value) = done.get(&Rc::as_ptr(c)) {
            return value.clone();
        }
        let value = choice(c.cond, c.then.part_of_choice(bit, done), c.other.part_of_choice(bit, done));
        done.insert(Rc::as_ptr(c), value.clone());
        value
    }
}

impl Choice {
    /// The condition, the value where it holds, and that elsewhere.
    pub(crate) fn parts(&self) -> (TermId, [&Value; 2]) {
        (self.cond, [&self.then, &self.other])
    }
}

fn choice(cond: TermId, then: Value, other: Value) -> Value {
    if then.is_same(&other) { then } else { Value::Choice(Rc::new(Choice { cond, then, other })) }
}

impl Array {
    /// An array of which nothing is written out; the value as it is if it is an array.
    pub(crate) fn of(value: &Value) -> Rc<Array> {
        match value {
            Value::Array(array) => Rc::clone(array),
            _ => Rc::new(Array { elements: Trie::default(), rest: value.clone() }),
        }
    }

    /// The element, given the size of elements in bytes.
    pub(crate) fn element(&self, index: u64, size: u64) -> Value {
        match self.elements.get(index) {
            Some(value) => value.clone(),
            None => self.rest.part(index.wrapping_mul(size).wrapping_mul(8)),
        }
    }
}

impl Context<'_> {
    /// The value as a scalar of the representation. Values of other representations are converted as the machine's bits.
    pub(crate) fn scalar(&mut self, value: &Value, repr: Repr) -> Value {
        match (value, repr) {
            (Value::Bits(term), Repr::Bits(width)) if self.pool.width(*term) == width => value.clone(),
            (Value::Pointer(_), Repr::Pointer) => value.clone(),
            (Value::Bits(term), Repr::Bits(width)) => Value::Bits(self.pool.resize(*term, width, false)),
            (Value::Bits(term), Repr::Pointer) => {
                let width = self.pointer_bits();
                let address = self.pool.resize(*term, width, false);
                Value::Pointer(self.pointer_at(address))
            }
            (Value::Pointer(p), Repr::Bits(width)) => {
                let address = self.address(*p);
                Value::Bits(self.pool.resize(address, width, false))
            }
            (Value::Fresh(family, _), _) if self.is_unwritten(*family) => self.unwritten_scalar(repr),
            (Value::Zero, Repr::Bits(width)) => Value::Bits(self.pool.constant(Bits::zero(width))),
            (Value::Zero, Repr::Pointer) => Value::Pointer(self.null()),
            (Value::Fresh(family, bit), _) if bit % 8 == 0 && !matches!(repr, Repr::Bits(width) if width % 8 != 0) => {
                let at = self.address_constant(bit / 8);
                self.fresh_at(*family, at, repr)
            }
            (Value::Fresh(family, bit), Repr::Bits(width)) => Value::Bits(self.fresh(*family, format_args!("{bit}.{width}"), width)),
            (Value::Fresh(family, bit), Repr::Pointer) => Value::Pointer(self.fresh_pointer(*family, format_args!("{bit}"))),
            (Value::Updated(update, bit), _) => self.scalar_of_update(update, *bit, repr),
            (Value::Choice(_), _) => self.scalar_of_choice(value, repr, &mut FxHashMap::default()),
            (Value::Record(_) | Value::Array(_), _) => {
                self.trouble("a struct or array where a scalar is expected");
                self.scalar(&Value::Zero, repr)
            }
        }
    }

    fn scalar_of_choice(&mut self, value: &Value, repr: Repr, done: &mut FxHashMap<*const Choice, Value>) -> Value {
        let Value::Choice(c) = value else { return self.scalar(value, repr) };
        if let Some(value) = done.get(&Rc::as_ptr(c)) {
            return value.clone();
        }
        let then = self.scalar_of_choice(&c.then, repr, done);
        let other = self.scalar_of_choice(&c.other, repr, done);
        let value = self.choose_scalar(c.cond, &then, &other);
        done.insert(Rc::as_ptr(c), value.clone());
        value
    }

    /// The bits of a scalar.
    pub(crate) fn bits(&mut self, value: &Value, width: u16) -> TermId {
        if let Value::Bits(term) = value
            && self.pool.width(*term) == width
        {
            return *term;
        }
        match self.scalar(value, Repr::Bits(width)) {
            Value::Bits(term) => term,
            _ => unreachable!("a scalar of bits is bits"),
        }
    }

    pub(crate) fn pointer(&mut self, value: &Value) -> Pointer {
        match self.scalar(value, Repr::Pointer) {
            Value::Pointer(pointer) => pointer,
            _ => unreachable!("a scalar of pointer representation is a pointer"),
        }
    }

    pub(crate) fn null(&mut self) -> Pointer {
        let width = self.pointer_bits();
        Pointer { object: self.pool.constant(Bits::zero(OBJECT_BITS)), offset: self.pool.constant(Bits::zero(width)) }
    }

    /// One of two scalars. If they are represented in different ways, both become what one of them is, bits before pointers.
    pub(crate) fn choose_scalar(&mut self, cond: TermId, then: &Value, other: &Value) -> Value {
        match (then, other) {
            (Value::Bits(term), _) | (_, Value::Bits(term)) => {
                let width = self.pool.width(*term);
                let (a, b) = (self.bits(then, width), self.bits(other, width));
                Value::Bits(self.pool.ite(cond, a, b))
            }
            (Value::Pointer(_), _) | (_, Value::Pointer(_)) => {
                let (a, b) = (self.pointer(then), self.pointer(other));
                Value::Pointer(self.choose_pointer(cond, a, b))
            }
            // Neither is written out, so both may stand for a scalar of any representation.
            _ => choice(cond, then.clone(), other.clone()),
        }
    }

    pub(crate) fn choose_pointer(&mut self, cond: TermId, then: Pointer, other: Pointer) -> Pointer {
        Pointer { object: self.pool.ite(cond, then.object, other.object), offset: self.pool.ite(cond, then.offset, other.offset) }
    }

    /// The value that is `then` where the condition holds and `other` elsewhere. Costs what differs.
    pub(crate) fn choose(&mut self, cond: TermId, then: &Value, other: &Value, shape: Shape) -> Value {
        if then.is_same(other) || self.pool.is_true(cond) {
            return then.clone();
        }
        if self.pool.is_false(cond) {
            return other.clone();
        }
        let types = self.types;
        if then.is_whole() && other.is_whole() && shape.repr(types).is_none() {
            return choice(cond, then.clone(), other.clone());
        }
        if let Some(repr) = shape.repr(types) {
            let then = self.scalar(then, repr);
            let other = self.scalar(other, repr);
            return self.choose_scalar(cond, &then, &other);
        }
        if let Some(body) = shape.record(types) {
            let (a, b) = (fields(then, body), fields(other, body));
            let chosen = body.fields.iter().enumerate().map(|(i, f)| self.choose(cond, &a[i], &b[i], Shape::of_field(types, f)));
            return Value::Record(Rc::new(chosen.collect()));
        }
        let (a, b) = (Array::of(then), Array::of(other));
        if !a.rest.is_same(&b.rest)
            && let Some(merged) = self.merge_updates(cond, &a, &b, shape)
        {
            return merged;
        }
        Value::Array(Rc::new(self.merge_elements(cond, &a, &b, shape)))
    }

    /// As `choose` for arrays, element by element where they differ.
    pub(crate) fn merge_elements(&mut self, cond: TermId, a: &Array, b: &Array, shape: Shape) -> Array {
        let (element, size) = self.element(shape);
        let mut chosen = a.clone();
        for index in a.elements.differing(&b.elements) {
            let (x, y) = (a.element(index, size), b.element(index, size));
            if !x.is_same(&y) || a.elements.get(index).is_none() {
                let value = self.choose(cond, &x, &y, element);
                chosen.elements.insert(index, value);
            }
        }
        chosen.rest = choice(cond, a.rest.clone(), b.rest.clone());
        chosen
    }

    /// The pointers in a value, with the conditions under which they are there.
    pub(crate) fn pointers_in(&mut self, value: &Value, shape: Shape, guard: TermId, out: &mut Vec<(Pointer, TermId)>) {
        let types = self.types;
        match value {
            // What nobody has written points nowhere; pointers among elements that were written at unknown positions are not looked for.
            Value::Zero | Value::Fresh(..) | Value::Bits(_) | Value::Choice(_) | Value::Updated(..) => {}
            Value::Pointer(pointer) => out.push((*pointer, guard)),
            Value::Record(fields) => {
                for (i, field) in fields.iter().enumerate() {
                    let shape = shape.record(types).and_then(|body| body.fields.get(i)).map_or(Shape::Bytes(None), |f| Shape::of_field(types, f));
                    self.pointers_in(field, shape, guard, out);
                }
            }
            Value::Array(array) => {
                let (element, size) = self.element(shape);
                let bytes = size == 1 && element.repr(types) == Some(Repr::Bits(8));
                let width = u64::from(self.pointer_bits() / 8);
                for index in array.elements.keys() {
                    if let (true, true, Some(ty)) = (bytes, index % width == 0, self.pointer_type) {
                        let pointer = self.read(value, shape, index, Access::Type(ty));
                        if let Value::Pointer(pointer) = pointer {
                            out.push((pointer, guard));
                        }
                    } else if let Some(value) = array.elements.get(index) {
                        self.pointers_in(value, element, guard, out);
                    }
                }
                self.pointers_in(&array.rest, shape, guard, out);
            }
        }
    }

    /// The shape and the size in bytes of the elements of a value that is divided into elements.
    pub(crate) fn element(&self, shape: Shape) -> (Shape, u64) {
        match shape {
            Shape::Elems(ty, _) => (Shape::of(self.types, ty), self.types.size_of(ty).unwrap_or(1).max(1)),
            _ => (Shape::Bits(8), 1),
        }
    }
}

/// The fields of a struct.
pub(super) fn fields(value: &Value, body: &RecordBody) -> Rc<Vec<Value>> {
    match value {
        Value::Record(fields) => Rc::clone(fields),
        _ => Rc::new(body.fields.iter().map(|f| value.part(8 * f.offset + f.bits.map_or(0, |b| u64::from(b.start)))).collect()),
    }
}

/// The fields of a struct, to change them.
pub(super) fn fields_mut<'a>(value: &'a mut Value, body: &RecordBody) -> &'a mut Vec<Value> {
    if !matches!(value, Value::Record(_)) {
        *value = Value::Record(fields(value, body));
    }
    match value {
        Value::Record(fields) => Rc::make_mut(fields),
        _ => unreachable!("just made a record"),
    }
}

/// An element of an array, to change it.
pub(super) fn element_mut(value: &mut Value, index: u64, size: u64) -> &mut Value {
    if !matches!(value, Value::Array(_)) {
        *value = Value::Array(Array::of(value));
    }
    match value {
        Value::Array(array) => {
            let Array { elements, rest } = Rc::make_mut(array);
            elements.get_or_insert_with(index, || rest.part(index.wrapping_mul(size).wrapping_mul(8)))
        }
        _ => unreachable!("just made an array"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objects::Names;
    use term::TermPool;

    /// What lies in memory as bytes may be asked for as a pointer on one path and as a number on another.
    #[test]
    fn scalars_of_different_representation_meet() {
        let program = goto::parse("goto lp64 start begin\nfunction begin: fn() -> void { 0: HALT exit }").unwrap();
        let (mut pool, mut names) = (TermPool::new(), Names::default());
        let mut context = Context::new(&mut pool, &program, &mut names);
        let number = |context: &mut Context<'_>, n: u128| Value::Bits(context.pool.constant(Bits::new(64, n)));
        let pointer = |context: &mut Context<'_>, object: u128| {
            let (object, offset) = (Bits::new(OBJECT_BITS, object), Bits::new(64, 16));
            Value::Pointer(Pointer { object: context.pool.constant(object), offset: context.pool.constant(offset) })
        };
        let values = [number(&mut context, 7), pointer(&mut context, 0), pointer(&mut context, 3), Value::Zero];
        for then in &values {
            for other in &values {
                for (truth, expected) in [(true, then), (false, other)] {
                    let cond = context.pool.constant(Bits::bool(truth));
                    let chosen = context.choose_scalar(cond, then, other);
                    assert_eq!(context.bits(&chosen, 64), context.bits(expected, 64), "{truth}: {then:?} {other:?}");
                }
            }
        }
    }
}
