//! Checks of arithmetic and comparisons of pointers, as C11 6.5.6 and 6.5.8 define them: within one object, the place just behind it included. That pointers
//! are used for accesses afterwards is not asked here. Pointers into no object that C knows of, such as addresses of devices, may be moved as long as the
//! address does not wrap around.

use super::FunctionChecks;
use super::arithmetic::Site;
use super::place::{Base, Reach};
use goto::{BinOp, DataModel, ExprId, ExprKind, MemoryFact, PropertyClass, TypeId};

pub(super) const OUTSIDE: &str = "pointer arithmetic outside of the object";

impl FunctionChecks<'_> {
    /// Do the checks of an access include that its pointer is computed within an object?
    pub(super) fn checks_accesses(&self) -> bool {
        self.wants(PropertyClass::ValidDeref) || self.wants(PropertyClass::Bounds) && self.wants(PropertyClass::Pointer)
    }

    /// `a op b`, of which `a` is a pointer to this type.
    pub(super) fn pointers(&mut self, site: Site, op: BinOp, a: ExprId, b: ExprId, to: TypeId) {
        let each = self.program.types.size_of(to).unwrap_or(1);
        match op {
            BinOp::PtrAdd if self.wants(PropertyClass::PointerOverflow) => self.pointer_sum(site, a, b, each),
            BinOp::PtrDiff if self.wants(PropertyClass::PointerSubtraction) => self.pointer_difference(site, a, b, each),
            BinOp::Lt | BinOp::Le if self.wants(PropertyClass::PointerComparison) => {
                let holds = self.same_object(a, b);
                self.claim(site.claim(PropertyClass::PointerComparison, "comparison of pointers to different objects"), holds, site.condition);
            }
            _ => {}
        }
    }

    /// Are both pointers into one live object? Decided at once where both start from variables that are named.
    fn same_object(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let [x, y] = [a, b].map(|pointer| Reach::of_pointer(self.program, pointer));
        if let (Some(Base::Variable(x, _)), Some(Base::Variable(y, _))) = (x.map(|r| r.base), y.map(|r| r.base)) {
            return self.build().truth(x == y);
        }
        let b = self.like(b, a);
        self.build().binary(BinOp::SameObject, a, b)
    }

    fn like(&mut self, pointer: ExprId, other: ExprId) -> ExprId {
        let ty = self.ty(other);
        self.build().cast(pointer, ty)
    }

    /// `a - b`
    fn pointer_difference(&mut self, site: Site, a: ExprId, b: ExprId, each: u64) {
        let class = PropertyClass::PointerSubtraction;
        let same = self.same_object(a, b);
        self.claim(site.claim(class, "subtraction of pointers to different objects"), same, site.condition);
        let narrow = self.program.model() != DataModel::Lp64 && each == 1;
        if each < 2 && !narrow || self.program.exprs.as_const(same).is_some_and(|s| !s.is_true()) || self.steps_of_one_array(a, b, each) {
            return;
        }
        let size = self.build().types.size();
        let (x, y) = (self.build().memory(MemoryFact::Offset, a), self.build().memory(MemoryFact::Offset, b));
        let difference = self.build().binary(BinOp::Sub, x, y);
        let other = self.build().not(same);
        if narrow {
            // Its sign is that of the order.
            let ptrdiff = self.build().types.ptrdiff();
            let zero = self.build().constant(ptrdiff, 0);
            let value = self.build().cast(difference, ptrdiff);
            let is_less = self.build().binary(BinOp::Lt, x, y);
            let is_negative = self.build().binary(BinOp::Lt, value, zero);
            let agrees = self.build().binary(BinOp::Eq, is_less, is_negative);
            let holds = self.build().binary(BinOp::Or, other, agrees);
            self.claim(site.claim(class, "a difference of pointers that its type cannot hold"), holds, site.condition);
            return;
        }
        let (step, zero) = (self.build().constant(size, i128::from(each)), self.build().constant(size, 0));
        // The larger one minus the smaller one, since the width of the type is no multiple of every size.
        let back = self.build().binary(BinOp::Sub, y, x);
        let is_less = self.build().binary(BinOp::Lt, x, y);
        let distance = if each.is_power_of_two() { difference } else { self.build().ite(is_less, back, difference) };
        let rest = self.build().binary(BinOp::Rem, distance, step);
        let whole = self.build().binary(BinOp::Eq, rest, zero);
        let holds = self.build().binary(BinOp::Or, other, whole);
        self.claim(site.claim(class, "a difference of pointers that is no multiple of the size"), holds, site.condition);
    }

    /// Do both pointers lie at multiples of the size from one place, as their form tells?
    fn steps_of_one_array(&self, a: ExprId, b: ExprId, each: u64) -> bool {
        let reach = |pointer| Reach::of_pointer(self.program, pointer);
        let (Some(a), Some(b)) = (reach(a), reach(b)) else { return false };
        let whole = |r: &Reach| r.parts.iter().all(|p| p.1 % each == 0);
        a.base == b.base && whole(&a) && whole(&b) && (a.known - b.known) % i128::from(each) == 0
    }

    /// `a + n`, for elements of so many bytes.
    fn pointer_sum(&mut self, site: Site, a: ExprId, n: ExprId, each: u64) {
        let class = PropertyClass::PointerOverflow;
        if each == 0 || self.range(n) == Some((0, 0)) {
            return;
        }
        let reach = Reach::of_pointer(self.program, site.e);
        if let Some(Reach { base: Base::Variable(_, size), parts, known, .. }) = &reach
            && let Some(holds) = self.step_from_variable(*size, *known, parts)
        {
            return self.claim(site.claim(class, OUTSIDE), holds, site.condition);
        }
        let named = matches!(reach.map(|r| r.base), Some(Base::Variable(..)));
        let inside = self.step_inside(a, n, each);
        if named {
            return self.claim(site.claim(class, OUTSIDE), inside, site.condition);
        }
        let ptrdiff = self.ty(n);
        let zero = self.build().constant(ptrdiff, 0);
        let stays = self.build().binary(BinOp::Eq, n, zero);
        let not_null = self.not_null(a);
        let holds = self.build().binary(BinOp::Or, not_null, stays);
        self.claim(site.claim(class, "an offset of a null pointer"), holds, site.condition);
        let live = self.build().memory(MemoryFact::IsLive, a);
        let elsewhere = self.step_of_address(a, n, each);
        let null = self.build().not(not_null);
        let excused = self.build().binary(BinOp::Or, null, elsewhere);
        let holds = self.build().ite(live, inside, excused);
        self.claim(site.claim(class, OUTSIDE), holds, site.condition);
    }

    /// Of a pointer into a variable of so many bytes.
    fn step_from_variable(&mut self, size: u64, known: i128, parts: &[(ExprId, u64)]) -> Option<ExprId> {
        let size = i128::from(size);
        match *parts {
            [] => Some(self.build().truth((0..=size).contains(&known))),
            [(index, each)] if each > 0 => {
                let each = i128::from(each);
                let first = -(known.div_euclid(each));
                let last = (size - known).div_euclid(each);
                Some(if first > last { self.build().truth(false) } else { self.between(index, (first, last)) })
            }
            _ => None,
        }
    }

    /// Of a pointer into a live object.
    fn step_inside(&mut self, a: ExprId, n: ExprId, each: u64) -> ExprId {
        let fits = self.bytes_fit(n, each);
        let distance = self.bytes(n, each);
        let mut build = self.program.build();
        let (start, size) = (build.memory(MemoryFact::Offset, a), build.memory(MemoryFact::ObjectSize, a));
        let sum = build.binary(BinOp::Add, start, distance);
        let inside = build.binary(BinOp::Le, sum, size);
        build.binary(BinOp::And, fits, inside)
    }

    /// Of any address: it does not wrap around.
    fn step_of_address(&mut self, a: ExprId, n: ExprId, each: u64) -> ExprId {
        let fits = self.bytes_fit(n, each);
        let distance = self.bytes(n, each);
        let range = self.range(n);
        let ptrdiff = self.ty(n);
        let mut build = self.program.build();
        let size = build.types.size();
        let start = build.cast(a, size);
        let sum = build.binary(BinOp::Add, start, distance);
        let (up, down) = (build.binary(BinOp::Le, start, sum), build.binary(BinOp::Le, sum, start));
        let order = match range {
            Some(range) if range.0 >= 0 => up,
            Some(range) if range.1 <= 0 => down,
            _ => {
                let zero = build.constant(ptrdiff, 0);
                let is_down = build.binary(BinOp::Lt, n, zero);
                build.ite(is_down, down, up)
            }
        };
        build.binary(BinOp::And, fits, order)
    }

    /// Can the distance be counted in bytes? No object is larger than half of what a `size_t` counts.
    fn bytes_fit(&mut self, n: ExprId, each: u64) -> ExprId {
        let width = self.program.model().pointer_bits();
        let most = ((1i128 << (width - 1)) - 1) / i128::from(each);
        if each == 1 { self.build().truth(true) } else { self.between(n, (-most, most)) }
    }

    /// So many elements as bytes, a `size_t` modulo its width.
    fn bytes(&mut self, n: ExprId, each: u64) -> ExprId {
        let mut build = self.program.build();
        let (size, ptrdiff) = (build.types.size(), build.types.ptrdiff());
        let steps = build.cast(n, ptrdiff);
        let steps = build.cast(steps, size);
        if each == 1 {
            return steps;
        }
        let each = build.constant(size, i128::from(each));
        build.binary(BinOp::Mul, steps, each)
    }

    /// `&p->x` of a null pointer: the address alone is computed.
    pub(super) fn address(&mut self, place: ExprId, condition: Option<ExprId>) {
        let (mut inner, mut is_member) = (place, false);
        let pointer = loop {
            match self.program.exprs.kind(inner) {
                ExprKind::Field { base, .. } => (inner, is_member) = (base, true),
                ExprKind::Index { base, .. } => inner = base,
                ExprKind::Deref(pointer) if is_member => break pointer,
                _ => return,
            }
        };
        // `offsetof` is written with a constant.
        if !self.wants(PropertyClass::Pointer) || self.is_constant_address(pointer) {
            return;
        }
        let loc = self.place_of(place);
        let holds = self.not_null(pointer);
        self.claim(super::Claim { class: PropertyClass::Pointer, text: "member of a null pointer", expr: place, loc }, holds, condition);
    }

    fn is_constant_address(&self, mut pointer: ExprId) -> bool {
        while let ExprKind::Cast(inner) = self.program.exprs.kind(pointer) {
            pointer = inner;
        }
        self.program.exprs.as_const(pointer).is_some()
    }
}
