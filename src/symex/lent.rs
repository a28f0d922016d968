//! Memory among the inputs (`goto::Lent`), of which only the first bytes are known: where an access leaves these, and what an inductive step reads there. Knows nothing
//! of how such objects come into being.

use super::memory::Place;
use super::objects::{Kind, Object, Size};
use super::pointer::Target;
use super::run::Run;
use super::shape::Repr;
use super::value::{Pointer, Value};
use goto::Id;
use goto::given::UNKNOWN_BYTES;
use term::TermId;

impl Run<'_> {
    /// Is the pointer into an object among the inputs, and are not all of these bytes, at a distance behind it, among those of which something is known?
    pub(crate) fn is_beyond(&mut self, pointer: Pointer, distance: TermId, bytes: TermId) -> TermId {
        let targets = self.cx.targets(&self.state.path, pointer);
        let mut result = self.cx.pool.truth(false);
        for guard in targets.unknown {
            let anything = self.cx.open_value();
            result = self.either(guard, &anything, 1, result);
        }
        for target in targets.known {
            // Nodes that the program makes, and addresses without an object, are not among the inputs.
            let Some(Object { kind: Kind::Lent, size: Size::Known(size), .. }) = self.cx.object(target.object).copied() else { continue };
            self.note_asked(target.object, target.guard);
            let alive = self.alive(&target);
            // Where what lies behind is followed, as far as a larger object may go.
            let lives = match self.cx.makes_up_states {
                true => alive,
                false => {
                    let is_here = self.cx.in_bounds(Size::Known(size), target.offset, 0);
                    self.cx.pool.and(alive, is_here)
                }
            };
            let at = self.cx.pool.add(target.offset, distance);
            let is_known = self.is_within(size.saturating_sub(UNKNOWN_BYTES), at, bytes);
            let is_known = self.as_known_here(is_known);
            let is_unknown = self.cx.pool.not(is_known);
            let own = self.cx.pool.and(lives, is_unknown);
            result = self.cx.pool.ite(target.guard, own, result);
        }
        result
    }

    /// In an inductive step, the number read from an object among the inputs: where nothing is known of the place it is any, another one each time, since the
    /// place may belong to another object, too. `None`: another object, more than a number, or a place that is known for sure.
    pub(super) fn load_lent(&mut self, target: &Target, place: &Place) -> Option<Value> {
        let &Object { kind: Kind::Lent, size: Size::Known(size), .. } = self.cx.object(target.object)? else { return None };
        let result = self.cx.access_shape(place.access());
        let is_number = matches!(result.repr(&self.program.types), Some(Repr::Bits(_)));
        if !self.cx.makes_up_states || !is_number {
            return None;
        }
        let visible = size.saturating_sub(UNKNOWN_BYTES);
        let bytes = self.cx.address_constant(self.cx.access_size(place.access()));
        let is_known = self.is_within(visible, target.offset, bytes);
        let is_known = self.as_known_here(is_known);
        if self.cx.pool.is_true(is_known) {
            return None;
        }
        let alive = self.alive(target);
        let valid = self.cx.pool.implies(target.guard, alive);
        self.require_access(valid);
        let value = self.state.memory.get(target.object.index() as u64)?.value.clone();
        let shape = self.cx.shape(target.object, place.view);
        let any = self.cx.open_value();
        if self.cx.pool.is_false(is_known) {
            return Some(any);
        }
        let known = self.cx.read_at(&value, shape, Size::Known(visible), target.offset, place.access());
        Some(self.cx.choose(is_known, &known, &any, result))
    }

    /// Do so many bytes from an offset on end within the first ones?
    fn is_within(&mut self, first: u64, offset: TermId, bytes: TermId) -> TermId {
        if let Some(bytes) = self.cx.pool.as_const(bytes) {
            return self.cx.in_bounds(Size::Known(first), offset, bytes.unsigned() as u64);
        }
        let first = self.cx.address_constant(first);
        let fits = self.cx.pool.ule(bytes, first);
        let last = self.cx.pool.sub(first, bytes);
        let is_before = self.cx.pool.ule(offset, last);
        self.cx.pool.and(fits, is_before)
    }

    /// The condition, or its truth where the path decides it: offsets that do not depend on it can be compared by their summands.
    pub(super) fn as_known_here(&mut self, condition: TermId) -> TermId {
        match self.state.path.decides(self.cx.pool, condition) {
            Some(holds) => self.cx.pool.truth(holds),
            None => condition,
        }
    }
}
