//! Places, and what is loaded from them and stored there. Invalid accesses crash the program: its path ends. Which objects there are is for `lives` to say.

use super::functions::Variable;
use super::objects::{Kind, NO_OBJECT, ObjectId, Size};
use super::pointer::Target;
use super::run::Run;
use super::shape::{Access, Shape};
use super::state::Call;
use super::value::{Pointer, Value};
use goto::{ExprId, ExprKind, Id, MemoryFact, SymbolId, Type, TypeId};
use term::TermId;

/// A place in memory, or among the variables of the call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    root: Root,
    /// Bytes; the unknown part is as wide as a pointer.
    known: u64,
    unknown: Option<TermId>,
    access: Access,
    /// How an object that has no shape yet is divided by this access.
    pub(super) view: Shape,
}

#[derive(Clone, Copy, Debug)]
enum Root {
    Register(u32, SymbolId),
    Object(ObjectId),
    /// An object number that is not known.
    Any(TermId),
}

impl Place {
    /// All of a static variable.
    pub(crate) fn of_static(object: ObjectId, ty: TypeId) -> Self {
        Place::new(Root::Object(object), ty, Shape::Bytes(None))
    }
}

impl Run<'_> {
    pub(crate) fn place(&mut self, expr: ExprId) -> Place {
        let program = self.program;
        let ty = program.exprs.ty(expr);
        match program.exprs.kind(expr) {
            ExprKind::Var(symbol) => match self.variables.get(symbol) {
                Variable::Static => Place::new(Root::Object(self.cx.static_object(symbol)), ty, Shape::Bytes(None)),
                Variable::Register(slot) => Place::new(Root::Register(slot, symbol), ty, Shape::Bytes(None)),
                Variable::Object(slot) => {
                    let value = self.local(slot, symbol);
                    let pointer = self.cx.pointer(&value);
                    self.behind(pointer, ty)
                }
            },
            ExprKind::Deref(pointer) => {
                let value = self.eval(pointer);
                let pointer = self.cx.pointer(&value);
                self.behind(pointer, ty)
            }
            ExprKind::Field { base, field } => {
                let mut place = self.place(base);
                let Type::Record(record) = *program.types.get(program.exprs.ty(base)) else { return place };
                let Some(part) = program.types.record_body(program.exprs.ty(base)).and_then(|b| b.fields.get(field as usize)) else { return place };
                if part.bits.is_some() {
                    place.access = Access::BitField(record, field);
                } else {
                    place.access = Access::Type(ty);
                    place.known = place.known.wrapping_add(part.offset);
                }
                place
            }
            ExprKind::Index { base, index } => {
                let mut place = self.place(base);
                let offset = self.scaled(index, program.types.size_of(ty).unwrap_or(1));
                place.access = Access::Type(ty);
                self.advance_place(&mut place, offset);
                place
            }
            // The validator lets no other expression stand where a place is needed.
            _ => Place::new(Root::Object(ObjectId::new(NO_OBJECT)), ty, Shape::Bytes(None)),
        }
    }

    /// An index as a number of bytes.
    pub(crate) fn scaled(&mut self, index: ExprId, size: u64) -> TermId {
        let ty = self.program.exprs.ty(index);
        // How far a pointer is from the start of its object is the index of nothing that anybody reads.
        let is_offset = self.is_offset(index);
        let index = self.eval_bits(index);
        let width = self.cx.pointer_bits();
        let is_signed = self.program.types.is_signed(ty);
        let index = if is_signed { self.cx.pool.resize(index, width, true) } else { self.widened(index, width) };
        if !is_offset {
            self.note_index(index);
        }
        self.cx.multiple(index, size)
    }

    /// Is it the offset of a pointer, perhaps negated or as another type?
    fn is_offset(&self, expr: ExprId) -> bool {
        match self.program.exprs.kind(expr) {
            ExprKind::Memory { fact, .. } => fact == MemoryFact::Offset,
            ExprKind::Cast(inner) | ExprKind::Unary(_, inner) => self.is_offset(inner),
            _ => false,
        }
    }

    fn advance_place(&mut self, place: &mut Place, offset: TermId) {
        match (self.cx.pool.as_const(offset), place.unknown) {
            (Some(bits), _) => place.known = place.known.wrapping_add(bits.unsigned() as u64),
            (None, None) => place.unknown = Some(offset),
            (None, Some(before)) => place.unknown = Some(self.cx.pool.add(before, offset)),
        }
    }

    /// The place of a type that a pointer points to.
    fn behind(&mut self, pointer: Pointer, ty: TypeId) -> Place {
        let root = match self.cx.as_object(pointer.object) {
            Some(object) => Root::Object(object),
            None => Root::Any(pointer.object),
        };
        let mut place = Place::new(root, ty, self.view(ty));
        self.advance_place(&mut place, pointer.offset);
        place
    }

    /// How an object of no type is divided if it is first accessed as this type.
    pub(crate) fn view(&self, ty: TypeId) -> Shape {
        let types = &self.program.types;
        let flexible = types.record_body(ty).and_then(|b| b.fields.last()).is_some_and(|f| types.size_of(f.ty).is_none());
        match types.size_of(ty) {
            Some(size) if size > 0 && !flexible => Shape::Elems(ty, None),
            _ if flexible => Shape::Type(ty),
            _ => Shape::Bytes(None),
        }
    }

    fn offset(&mut self, place: &Place) -> TermId {
        let known = self.cx.address_constant(place.known);
        match place.unknown {
            Some(unknown) => self.cx.pool.add(unknown, known),
            None => known,
        }
    }

    pub(crate) fn address_of(&mut self, place: &Place) -> Pointer {
        let offset = self.offset(place);
        let object = match place.root {
            Root::Object(object) => self.cx.object_term(object),
            Root::Any(object) => object,
            // Variables whose addresses are taken are objects.
            Root::Register(..) => self.cx.null().object,
        };
        Pointer { object, offset }
    }

    /// The pointer to a place in memory.
    pub(crate) fn pointer_to(&mut self, place: &Place) -> Option<Pointer> {
        match place.root {
            Root::Register(..) => None,
            Root::Object(_) | Root::Any(_) => Some(self.address_of(place)),
        }
    }

    fn local(&mut self, slot: u32, symbol: SymbolId) -> Value {
        if let Some(value) = self.state.locals.get(u64::from(slot)) {
            return value.clone();
        }
        let frame = self.frames.last_mut().expect("execution is inside of a call");
        let mut call = Call {
            function: frame.function,
            scope: frame.scope,
            variables: &self.variables,
            result: Shape::Bytes(None),
            objects: &mut frame.objects,
            live: None,
        };
        self.cx.local(&mut self.state, u64::from(slot), symbol, &mut call)
    }

    /// What stands in a place.
    pub(crate) fn load(&mut self, place: &Place) -> Value {
        let value = match place.root {
            Root::Register(slot, symbol) => {
                let value = self.local(slot, symbol);
                let ty = self.program.symbols[symbol].ty;
                if place.unknown.is_none() && place.known == 0 && place.access == Access::Type(ty) {
                    return value;
                }
                let size = Size::Known(self.program.types.size_of(ty).unwrap_or(0));
                let offset = self.offset(place);
                let inside = self.cx.in_bounds(size, offset, self.cx.access_size(place.access));
                self.require(inside);
                if !self.live {
                    return Value::Zero;
                }
                self.cx.read_at(&value, Shape::of(&self.program.types, ty), size, offset, place.access)
            }
            Root::Object(object) => {
                let offset = self.offset(place);
                let guard = self.cx.pool.truth(true);
                self.load_from(&Target { guard, object, offset }, place)
            }
            Root::Any(object) => {
                let offset = self.offset(place);
                let targets = self.targets(Pointer { object, offset });
                let shape = self.cx.access_shape(place.access);
                let mut chosen: Option<Value> = None;
                for target in targets {
                    let value = self.load_from(&target, place);
                    if !self.live {
                        return Value::Zero;
                    }
                    chosen = Some(match chosen {
                        Some(other) => self.cx.choose(target.guard, &value, &other, shape),
                        None => value,
                    });
                }
                chosen.unwrap_or(Value::Zero)
            }
        };
        self.check_trouble();
        value
    }

    /// Gives all of the object in which a place is another value.
    pub(crate) fn fill_object(&mut self, lhs: ExprId, value: Value) {
        let place = self.place(lhs);
        let Root::Object(object) = place.root else {
            return self.cut_all(super::CutReason::Unsupported("an object that is not known is filled".to_owned()));
        };
        let guard = self.cx.pool.truth(true);
        let offset = self.cx.address_constant(0);
        self.touch_whole(&Target { guard, object, offset }, true);
        if let Some(cell) = self.state.memory.get_mut(object.index() as u64) {
            cell.value = value;
        }
    }

    fn check_trouble(&mut self) {
        if let Some(reason) = self.cx.take_trouble() {
            self.cut_all(super::CutReason::Unsupported(reason));
        }
    }

    /// The objects that a pointer may point to; what is not known of it is cut, pointers to nothing crash.
    fn targets(&mut self, pointer: Pointer) -> Vec<Target> {
        let targets = self.cx.targets(&self.state.path, pointer);
        for unknown in targets.unknown {
            // What is not known may still be null, as facts about pointers say, and to follow that is a crash like any other.
            let null = self.cx.null();
            let is_null = if self.cx.hides_address(pointer) { self.cx.pool.truth(false) } else { self.cx.same_pointer(pointer, null) };
            let (is_null, is_other) = (self.cx.pool.and(unknown, is_null), self.cx.pool.not(is_null));
            let is_other = self.cx.pool.and(unknown, is_other);
            self.unsupported(is_other, "dereference of an indeterminate pointer");
            let is_valid = self.cx.pool.not(is_null);
            self.require_access(is_valid);
        }
        let (objects, nothing): (Vec<Target>, Vec<Target>) = targets.known.into_iter().partition(|t| t.object.index() != NO_OBJECT);
        for target in &nothing {
            self.crash_or_unknown(target);
        }
        objects
    }

    /// A pointer to nothing is dereferenced: a crash, unless it was computed from an address in a way that is not followed.
    pub(crate) fn crash_or_unknown(&mut self, target: &Target) {
        if target.object.index() == NO_OBJECT && self.cx.mentions_address(target.offset) {
            self.unsupported(target.guard, "dereference of a pointer made from an integer");
        }
        let valid = self.cx.pool.not(target.guard);
        self.require_access(valid);
    }

    /// Requires an access to be valid; `None` if it cannot be.
    fn check_access(&mut self, target: &Target, place: &Place) -> Option<(Size, Shape)> {
        let object = match self.cx.object(target.object) {
            Some(object) if !matches!(object.kind, Kind::Function(_)) => *object,
            _ => {
                self.crash_or_unknown(target);
                return None;
            }
        };
        let Some(alive) = self.state.memory.get(target.object.index() as u64).map(|cell| cell.alive) else {
            self.crash_or_unknown(target);
            return None;
        };
        let inside = self.cx.in_bounds(object.size, target.offset, self.cx.access_size(place.access));
        let valid = self.cx.pool.and(alive, inside);
        let valid = self.cx.pool.implies(target.guard, valid);
        self.require_access(valid);
        self.live.then(|| (object.size, self.cx.shape(target.object, place.view)))
    }

    fn load_from(&mut self, target: &Target, place: &Place) -> Value {
        if self.cx.nodes.is_handle(target.object) {
            return self.load_row(target, place.access);
        }
        if let Some(value) = self.load_shared(target, place) {
            return value;
        }
        if let Some(value) = self.load_lent(target, place) {
            return value;
        }
        let Some((size, shape)) = self.check_access(target, place) else { return Value::Zero };
        match self.state.memory.get(target.object.index() as u64) {
            Some(cell) => self.cx.read_at(&cell.value, shape, size, target.offset, place.access),
            None => Value::Zero,
        }
    }

    /// Puts a value in a place, all of which counts as written.
    pub(crate) fn store(&mut self, place: &Place, value: Value) {
        self.store_unnoted(place, value);
        self.note_written(place, &Value::Zero);
    }

    fn store_unnoted(&mut self, place: &Place, value: Value) {
        if !self.live {
            return;
        }
        match place.root {
            Root::Register(slot, symbol) => {
                let ty = self.program.symbols[symbol].ty;
                if place.unknown.is_none() && place.known == 0 && place.access == Access::Type(ty) {
                    self.state.locals.insert(u64::from(slot), value);
                    return;
                }
                let size = Size::Known(self.program.types.size_of(ty).unwrap_or(0));
                let offset = self.offset(place);
                let inside = self.cx.in_bounds(size, offset, self.cx.access_size(place.access));
                self.require(inside);
                if !self.live {
                    return;
                }
                if self.state.locals.get(u64::from(slot)).is_none() {
                    let initial = self.local(slot, symbol);
                    self.state.locals.insert(u64::from(slot), initial);
                }
                if let Some(whole) = self.state.locals.get_mut(u64::from(slot)) {
                    let always = self.cx.pool.truth(true);
                    self.cx.write_at(whole, Shape::of(&self.program.types, ty), size, offset, place.access, (always, &value));
                }
            }
            Root::Object(object) => {
                let offset = self.offset(place);
                let guard = self.cx.pool.truth(true);
                self.store_to(&Target { guard, object, offset }, place, &value);
            }
            Root::Any(object) => {
                let offset = self.offset(place);
                for target in self.targets(Pointer { object, offset }) {
                    self.store_to(&target, place, &value);
                }
            }
        }
        self.check_trouble();
    }

    /// Can nobody write the object? The start function makes the constants.
    pub(crate) fn is_constant(&self, object: ObjectId) -> bool {
        let is_start = || self.frames.last().is_some_and(|frame| frame.function == self.program.start);
        !self.constants.is_empty() && self.constants.contains(&object) && !is_start()
    }

    /// Requires that nothing is written to the target if it is a constant; whether it is none.
    pub(crate) fn require_writable(&mut self, target: &Target) -> bool {
        if !self.is_constant(target.object) {
            return true;
        }
        let valid = self.cx.pool.not(target.guard);
        self.require_access(valid);
        false
    }

    fn store_to(&mut self, target: &Target, place: &Place, value: &Value) {
        if self.cx.nodes.is_handle(target.object) {
            return self.store_row(target, place.access, value);
        }
        if self.store_shared(target, place, value) || !self.require_writable(target) {
            return;
        }
        let Some((size, shape)) = self.check_access(target, place) else { return };
        let Some(cell) = self.state.memory.get_mut(target.object.index() as u64) else { return };
        self.cx.write_at(&mut cell.value, shape, size, target.offset, place.access, (target.guard, value));
        self.note_leading(target, value);
    }

    /// `lhs = value`, the value being of the type of the place.
    pub(crate) fn assign(&mut self, lhs: ExprId, value: Value) {
        if !self.live {
            return;
        }
        let place = self.place(lhs);
        let value = match place.access {
            Access::BitField(..) => self.cut_to_bit_field(&place, value),
            Access::Type(_) | Access::Byte => value,
        };
        self.store(&place, value);
    }

    /// A value of the declared type of a bit-field cut off to its bits.
    fn cut_to_bit_field(&mut self, place: &Place, value: Value) -> Value {
        match self.cx.access_shape(place.access) {
            Shape::Bits(width) => match value {
                Value::Bits(term) => Value::Bits(self.cx.pool.resize(term, width, false)),
                other => other,
            },
            _ => value,
        }
    }

    /// `lhs = value`, the value being a scalar of type `from`.
    pub(crate) fn assign_scalar(&mut self, lhs: ExprId, value: Value, from: TypeId) {
        let to = self.program.exprs.ty(lhs);
        let value = if from == to { value } else { self.convert(&value, from, to) };
        self.assign(lhs, value);
    }

    pub(crate) fn part_place(&self, pointer: Pointer, offset: u64, access: Access) -> Place {
        let root = match self.cx.as_object(pointer.object) {
            Some(object) => Root::Object(object),
            None => Root::Any(pointer.object),
        };
        let view = match access {
            Access::Type(ty) => self.view(ty),
            _ => Shape::Bytes(None),
        };
        Place { root, known: offset, unknown: Some(pointer.offset), access, view }
    }

    /// Reads a part of what a pointer points to.
    pub(crate) fn load_part(&mut self, pointer: Pointer, offset: u64, access: Access) -> Value {
        let place = self.part_place(pointer, offset, access);
        self.load(&place)
    }

    pub(crate) fn store_part(&mut self, pointer: Pointer, offset: u64, access: Access, value: Value) {
        let place = self.part_place(pointer, offset, access);
        self.store(&place, value);
    }
}

impl Place {
    fn new(root: Root, ty: TypeId, view: Shape) -> Self {
        Place { root, known: 0, unknown: None, access: Access::Type(ty), view }
    }

    pub(crate) fn access(&self) -> Access {
        self.access
    }

    pub(crate) fn view(&self) -> Shape {
        self.view
    }
}
