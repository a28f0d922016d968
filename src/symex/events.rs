//! Accesses to memory that threads share: what each reads and writes there is an event, which says where and under which condition. What is read is a free variable.
//! Says nothing of the order of events, and nothing of who shares what (`threads`).

use super::context::Context;
use super::memory::Place;
use super::nodes::scalar_fields;
use super::objects::{Kind, NO_OBJECT, OBJECT_BITS, ObjectId, Size};
use super::pointer::Target;
use super::run::Run;
use super::shape::{Access, Repr, Shape, repr};
use super::threads::{MomentId, MomentKind};
use super::value::{Pointer, Value};
use goto::{Bits, FuncId, Id, InstrId};
use term::TermId;

/// An access to shared memory.
#[derive(Clone)]
pub(super) struct Event {
    pub moment: MomentId,
    pub kind: EventKind,
    pub guard: TermId,
    pub object: ObjectId,
    pub offset: TermId,
    pub access: Access,
    pub size: u64,
    /// The instruction that makes it.
    pub place: (FuncId, InstrId),
}

#[derive(Clone)]
pub(super) enum EventKind {
    Read(Vec<TermId>),
    Write(Vec<TermId>),
    /// The whole object has this value.
    Made(Value),
}

impl Run<'_> {
    /// Is it an object of which events tell what it holds?
    fn is_shared(&mut self, object: ObjectId, is_write: bool) -> bool {
        let Some(recorder) = self.cx.recorder.as_mut().filter(|_| self.state.begun) else { return false };
        if object.index() == NO_OBJECT {
            return false;
        }
        recorder.note_access(object, is_write)
    }

    /// All of an object is read or written at once, other than by events.
    pub(crate) fn touch_whole(&mut self, target: &Target, is_write: bool) {
        if self.is_shared(target.object, is_write) {
            self.unsupported(target.guard, "memory that threads share, as a whole");
        } else {
            self.must_be_own(target);
        }
    }

    /// What another thread made is not part of the state.
    fn must_be_own(&mut self, target: &Target) {
        let is_function = |kind| matches!(kind, Kind::Function(_));
        if self.cx.recorder.is_some()
            && self.state.begun
            && self.state.memory.get(target.object.index() as u64).is_none()
            && self.cx.object(target.object).is_some_and(|object| !is_function(object.kind))
        {
            self.unsupported(target.guard, "memory that another thread made");
        }
    }

    /// The scalars that an access is to, each with where it stands in it; `None` if that is not known.
    fn scalars(&self, access: Access) -> Option<Vec<(u64, Access)>> {
        match access {
            Access::BitField(..) => None,
            Access::Byte => Some(vec![(0, access)]),
            Access::Type(ty) => {
                let mut scalars = Vec::new();
                scalar_fields(&self.program.types, ty, 0, &mut scalars)?;
                Some(scalars.into_iter().map(|(at, ty)| (at, Access::Type(ty))).collect())
            }
        }
    }

    /// The events that an access is, each with where it stands in it and its target. `None` if nobody says which they are.
    fn parts_of_access(&mut self, target: &Target, access: Access) -> Option<Vec<(u64, Access, Target)>> {
        let Some(scalars) = self.scalars(access) else {
            self.unsupported(target.guard, "memory that threads share, in parts that are no scalars");
            return None;
        };
        let place = |cx: &mut Context<'_>, at: u64| {
            let start = cx.address_constant(at);
            Target { offset: cx.pool.add(target.offset, start), ..*target }
        };
        Some(scalars.into_iter().map(|(at, access)| (at, access, place(&mut self.cx, at))).collect())
    }

    /// What an event at the target needs: `None` if it is none, or if the path ends.
    fn begin_event(&mut self, target: &Target, access: Access, is_write: bool) -> Option<(Repr, u64)> {
        let size = self.cx.access_size(access);
        let wanted = match access {
            Access::Type(ty) => repr(&self.program.types, ty),
            Access::Byte => Some(Repr::Bits(8)),
            Access::BitField(..) => None,
        };
        let (Some(wanted), Some(object)) = (wanted.filter(|_| size.is_power_of_two()), self.cx.object(target.object).copied()) else {
            self.unsupported(target.guard, "memory that threads share, in parts that are no scalars");
            return None;
        };
        let inside = self.cx.in_bounds(object.size, target.offset, size);
        let alive = self.state.memory.get(target.object.index() as u64).map(|cell| cell.alive);
        let valid = alive.map_or(inside, |alive| self.cx.pool.and(alive, inside));
        let valid = self.cx.pool.implies(target.guard, valid);
        self.require_access(valid);
        if self.live && size > 1 {
            let low = self.cx.pool.extract(target.offset, 0, size.trailing_zeros() as u16);
            let zero = self.cx.pool.constant(Bits::zero(size.trailing_zeros() as u16));
            let aligned = self.cx.pool.eq(low, zero);
            let bad = self.cx.pool.not(aligned);
            let bad = self.cx.pool.and(target.guard, bad);
            self.unsupported(bad, "memory that threads share, at places that are not aligned");
        }
        if is_write && !self.require_writable(target) {
            return None;
        }
        self.live.then_some((wanted, size))
    }

    fn add_event(&mut self, target: &Target, (access, size): (Access, u64), kind: EventKind, is_first: bool) {
        let path = self.state.path.condition(self.cx.pool);
        let guard = self.cx.pool.and(path, target.guard);
        let moment = match (self.state.section, &kind) {
            (Some(section), _) => section.moment,
            (None, _) if !is_first => self.cx.moment(MomentKind::Part, guard),
            (None, EventKind::Write(_)) => self.cx.moment(MomentKind::Write, guard),
            (None, _) => self.cx.moment(MomentKind::Read, guard),
        };
        let (object, offset) = (target.object, target.offset);
        if let Some(recorder) = &mut self.cx.recorder {
            let place = recorder.place();
            recorder.events.push(Event { moment, kind, guard, object, offset, access, size, place });
        }
    }

    /// What is read of a shared object; `None` if it is none.
    pub(crate) fn load_shared(&mut self, target: &Target, place: &Place) -> Option<Value> {
        if !self.is_shared(target.object, false) {
            self.must_be_own(target);
            return None;
        }
        let access = place.access();
        let Some(parts) = self.parts_of_access(target, access) else { return Some(Value::Zero) };
        let (shape, size) = (self.cx.access_shape(access), Size::Known(self.cx.access_size(access)));
        let (mut whole, always) = (self.cx.elsewhere(), self.cx.pool.truth(true));
        let is_scalar = matches!(parts.as_slice(), [(_, only, _)] if *only == access);
        for (n, (at, access, target)) in parts.into_iter().enumerate() {
            let Some(value) = self.load_scalar(&target, access, n == 0) else { return Some(Value::Zero) };
            if is_scalar {
                return Some(value);
            }
            let at = self.cx.address_constant(at);
            self.cx.write_at(&mut whole, shape, size, at, access, (always, &value));
        }
        Some(whole)
    }

    /// A scalar of a shared object; `None` if the path ends.
    fn load_scalar(&mut self, target: &Target, access: Access, is_first: bool) -> Option<Value> {
        let (wanted, size) = self.begin_event(target, access, false)?;
        let n = self.cx.recorder.as_ref().map_or(0, |recorder| recorder.events.len());
        let mut variables = Vec::new();
        let (value, parts) = match wanted {
            Repr::Bits(width) => {
                let term = self.cx.pool.var(&format!("read.{n}"), width);
                (Value::Bits(term), vec![term])
            }
            Repr::Pointer => {
                let width = self.cx.pointer_bits();
                let (object, offset) = (self.cx.pool.var(&format!("read.{n}.object"), OBJECT_BITS), self.cx.pool.var(&format!("read.{n}.offset"), width));
                self.cx.wild_offsets.insert(offset);
                let pointer = self.cx.offered(target.object, n, Pointer { object, offset }, &mut variables);
                (Value::Pointer(pointer), vec![object, offset])
            }
        };
        if let Some(recorder) = &mut self.cx.recorder {
            recorder.strands.variables.extend(parts.iter().chain(&variables));
        }
        self.add_event(target, (access, size), EventKind::Read(parts), is_first);
        Some(value)
    }

    /// Whether the object is a shared one, which is then written.
    pub(crate) fn store_shared(&mut self, target: &Target, place: &Place, value: &Value) -> bool {
        if !self.is_shared(target.object, true) {
            self.must_be_own(target);
            return false;
        }
        let whole = place.access();
        let Some(parts) = self.parts_of_access(target, whole) else { return true };
        let (shape, size) = (self.cx.access_shape(whole), Size::Known(self.cx.access_size(whole)));
        for (n, (at, access, target)) in parts.into_iter().enumerate() {
            let Some((wanted, bytes)) = self.begin_event(&target, access, true) else { return true };
            let value = match access == whole {
                true => value.clone(),
                false => {
                    let at = self.cx.address_constant(at);
                    self.cx.read_at(value, shape, size, at, access)
                }
            };
            let parts = self.cx.parts(&value, wanted);
            if let (Repr::Pointer, [object, offset]) = (wanted, parts.as_slice()) {
                let path = self.state.path.clone();
                self.cx.note_pointer(&path, target.object, Pointer { object: *object, offset: *offset });
            }
            self.add_event(&target, (access, bytes), EventKind::Write(parts), n == 0);
        }
        true
    }
}

impl Context<'_> {
    /// The terms that a scalar is.
    pub(crate) fn parts(&mut self, value: &Value, wanted: Repr) -> Vec<TermId> {
        match (self.scalar(value, wanted), wanted) {
            (Value::Pointer(pointer), _) => vec![pointer.object, pointer.offset],
            (value, Repr::Bits(width)) => vec![self.bits(&value, width)],
            (value, Repr::Pointer) => {
                let pointer = self.pointer(&value);
                vec![pointer.object, pointer.offset]
            }
        }
    }

    /// The shape of what a shared object holds.
    pub(crate) fn shape_of_shared(&mut self, object: ObjectId, access: Access) -> Shape {
        match access {
            Access::Type(ty) => self.shape(object, Shape::Elems(ty, None)),
            _ => self.shape(object, Shape::Bytes(None)),
        }
    }
}
