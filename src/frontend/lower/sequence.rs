//! What C leaves unsequenced (C11 6.5p2): within a full expression no object is changed twice, or changed and used for something else than its new value, unless a sequence
//! point lies between. Pairs of accesses that may meet are found in the tree; where each goes is noted while the expression is lowered, and at its end the notes of each
//! pair must differ. All of it is requirements, which nobody executes who does not ask.

use super::FunctionLowering;
use super::effects::changes_of;
use crate::tree::{Callee, Expr, ExprKind, VarId, VarKind};
use goto::types::RecordKind;
use goto::{BinOp, ExprId, Location, PropertyClass, RequirementKind, Storage, Symbol, SymbolId, Type};
use rustc_hash::FxHashMap;

const TEXT: &str = "an object is changed twice, or changed and used, without a sequence point in between";

/// Accesses of a full expression that is being lowered, by their places, with the variables that note the addresses.
pub(super) type Notes = FxHashMap<*const Expr, SymbolId>;

/// An object is read or written.
#[derive(Clone, Copy)]
struct Access<'t> {
    place: &'t Expr,
    write: bool,
    /// It has taken place before the value of the expression around it is computed, also if it is a write.
    done: bool,
}

/// The walk over one full expression.
struct Walk<'a, 'u, 't> {
    lowering: &'a FunctionLowering<'u, 't>,
    pairs: Vec<[&'t Expr; 2]>,
}

impl<'t> Walk<'_, '_, 't> {
    /// The accesses of an expression whose value is computed.
    fn value(&mut self, e: &'t Expr) -> Vec<Access<'t>> {
        match &e.kind {
            ExprKind::Const(_) | ExprKind::Function(_) | ExprKind::Unsupported(_) | ExprKind::Statements { .. } => Vec::new(),
            ExprKind::Var(_) | ExprKind::Deref(_) | ExprKind::Field(..) | ExprKind::Index(..) => {
                let mut all = self.place(e);
                all.push(Access { place: e, write: false, done: true });
                all
            }
            ExprKind::Volatile { place, .. } => self.value(place),
            // The parts come one after the other, in any order.
            ExprKind::CompoundLiteral { init, .. } => init.iter().flat_map(|init| &init.parts).flat_map(|part| self.value(&part.value)).collect(),
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => self.place(place),
            ExprKind::Length(a) | ExprKind::OutOfRange(a) | ExprKind::Enumerated { value: a, .. } => self.value(a),
            ExprKind::Neg(a) | ExprKind::BitNot(a) | ExprKind::Not(a) | ExprKind::Cast(a) => self.value(a),
            ExprKind::Binary(_, a, b) | ExprKind::BinaryReversed(_, a, b) => self.operands(&[a, b]),
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let mut all = done(self.value(&a.expr));
                all.extend(self.value(&b.expr));
                all
            }
            ExprKind::Comma(a, b) | ExprKind::Elvis { value: a, other: b } => {
                let mut all = done(self.value(a));
                all.extend(self.value(b));
                all
            }
            ExprKind::Conditional { cond, then, other } => {
                let mut all = done(self.value(&cond.expr));
                all.extend(self.value(then));
                all.extend(self.value(other));
                all
            }
            ExprKind::Assign { place, value } => self.update(e, place, value, false),
            ExprKind::CompoundAssign { place, value, .. } | ExprKind::Step { place, value, .. } => self.update(e, place, value, true),
            ExprKind::Call { callee, args, .. } => {
                let pointer = match callee {
                    Callee::Direct(_) => None,
                    Callee::Indirect(pointer) => Some(&**pointer),
                };
                let operands: Vec<&'t Expr> = pointer.into_iter().chain(args).collect();
                done(self.operands(&operands))
            }
        }
    }

    /// The accesses that find out where a place is.
    fn place(&mut self, e: &'t Expr) -> Vec<Access<'t>> {
        match &e.kind {
            ExprKind::Var(_) => Vec::new(),
            ExprKind::Deref(pointer) => self.value(pointer),
            ExprKind::Field(base, _) => self.place(base),
            ExprKind::Index(base, index) => {
                let (first, second) = (self.place(base), self.value(index));
                self.together(first, second)
            }
            _ => self.value(e),
        }
    }

    fn operands(&mut self, operands: &[&'t Expr]) -> Vec<Access<'t>> {
        operands.iter().fold(Vec::new(), |before, e| {
            let own = self.value(e);
            self.together(before, own)
        })
    }

    /// An assignment, which reads the place as well if it is an update.
    fn update(&mut self, e: &'t Expr, place: &'t Expr, value: &'t Expr, reads: bool) -> Vec<Access<'t>> {
        let mut left = self.place(place);
        // What the front end made up is atomic.
        let is_real = e.loc.line != 0;
        if reads && is_real {
            left.push(Access { place, write: false, done: true });
        }
        let right = self.value(value);
        let mut all = self.together(left, right);
        if !is_real {
            return done(all);
        }
        // Computing the operands comes before the change, but changes on the way need not.
        for other in all.iter().filter(|a| a.write && !a.done).copied().collect::<Vec<_>>() {
            self.pair(other.place, place);
        }
        all.push(Access { place, write: true, done: false });
        all
    }

    /// Nothing says which of the two comes first.
    fn together(&mut self, mut first: Vec<Access<'t>>, second: Vec<Access<'t>>) -> Vec<Access<'t>> {
        for a in &first {
            for b in second.iter().filter(|b| a.write || b.write) {
                self.pair(a.place, b.place);
            }
        }
        first.extend(second);
        first
    }

    fn pair(&mut self, a: &'t Expr, b: &'t Expr) {
        let known = |[x, y]: &[&Expr; 2]| std::ptr::eq(*x, a) && std::ptr::eq(*y, b);
        if self.may_meet(a, b) && !self.pairs.iter().any(known) {
            self.pairs.push([a, b]);
        }
    }

    /// Can the places overlap, as far as their form tells?
    fn may_meet(&self, a: &Expr, b: &Expr) -> bool {
        let fields = [a, b].map(|e| self.bit_field(e));
        if fields[0] != fields[1] {
            return false;
        }
        match (base(a), base(b)) {
            (Some(Base::Variable(x)), Some(Base::Variable(y))) => x == y && !self.differ(a, b),
            (Some(Base::Variable(var)), Some(Base::Memory)) | (Some(Base::Memory), Some(Base::Variable(var))) => self.has_address(var),
            (Some(Base::Memory), Some(Base::Memory)) => !self.are_other_members(a, b),
            _ => false,
        }
    }

    /// The record and the position of a bit-field.
    fn bit_field(&self, e: &Expr) -> Option<(goto::TypeId, usize)> {
        let ExprKind::Field(base, field) = &e.kind else { return None };
        let bits = self.lowering.unit.program.types.record_body(base.ty)?.fields.get(*field)?.bits;
        bits.map(|_| (base.ty, *field))
    }

    /// Different members of one kind of struct.
    fn are_other_members(&self, a: &Expr, b: &Expr) -> bool {
        let (ExprKind::Field(x, first), ExprKind::Field(y, second)) = (&a.kind, &b.kind) else { return false };
        x.ty == y.ty && first != second && self.is_struct(x.ty)
    }

    fn is_struct(&self, ty: goto::TypeId) -> bool {
        let types = &self.lowering.unit.program.types;
        matches!(types.get(ty), Type::Record(record) if types.records[*record].kind == RecordKind::Struct)
    }

    /// Do the ways from one variable part?
    fn differ(&self, a: &Expr, b: &Expr) -> bool {
        let (a, b) = (steps(a), steps(b));
        a.iter().zip(&b).any(|(x, y)| match (&x.kind, &y.kind) {
            (ExprKind::Field(base, first), ExprKind::Field(_, second)) => first != second && self.is_struct(base.ty),
            (ExprKind::Index(_, first), ExprKind::Index(_, second)) => match (&first.kind, &second.kind) {
                (ExprKind::Const(first), ExprKind::Const(second)) => first.unsigned() != second.unsigned(),
                _ => false,
            },
            _ => false,
        })
    }

    fn has_address(&self, var: VarId) -> bool {
        let unit = &self.lowering.unit;
        match unit.vars[var].kind {
            VarKind::Static | VarKind::Extern => true,
            VarKind::Local | VarKind::Parameter => unit.known_symbol(var).is_none_or(|symbol| self.lowering.addressed.contains(&symbol)),
        }
    }
}

fn done(mut all: Vec<Access<'_>>) -> Vec<Access<'_>> {
    all.iter_mut().for_each(|a| a.done = true);
    all
}

/// What a place is part of.
enum Base {
    Variable(VarId),
    Memory,
}

/// `None` for values that are no objects.
fn base(e: &Expr) -> Option<Base> {
    match &e.kind {
        ExprKind::Var(var) | ExprKind::CompoundLiteral { var, .. } => Some(Base::Variable(*var)),
        ExprKind::Deref(_) => Some(Base::Memory),
        ExprKind::Field(inner, _) | ExprKind::Index(inner, _) => base(inner),
        _ => None,
    }
}

/// The members and elements on the way from a variable to a place.
fn steps(e: &Expr) -> Vec<&Expr> {
    let mut steps = Vec::new();
    let mut at = e;
    while let ExprKind::Field(inner, _) | ExprKind::Index(inner, _) = &at.kind {
        steps.push(at);
        at = inner;
    }
    steps.reverse();
    steps
}

impl<'t> FunctionLowering<'_, 't> {
    /// Lowers a full expression.
    pub(super) fn full<R>(&mut self, e: &'t Expr, lower: impl FnOnce(&mut Self) -> R) -> R {
        if self.in_full_expression {
            return lower(self);
        }
        self.in_full_expression = true;
        let pairs = self.unsequenced(e);
        let result = if pairs.is_empty() {
            lower(self)
        } else {
            let loc = if e.loc.line == 0 { self.loc } else { e.loc };
            self.note_accesses(&pairs);
            let result = lower(self);
            self.require_apart(&pairs, loc);
            result
        };
        self.in_full_expression = false;
        result
    }

    /// Statements within an expression have full expressions of their own.
    pub(super) fn within<R>(&mut self, lower: impl FnOnce(&mut Self) -> R) -> R {
        let (outer, notes) = (std::mem::replace(&mut self.in_full_expression, false), std::mem::take(&mut self.notes));
        let result = lower(self);
        (self.in_full_expression, self.notes) = (outer, notes);
        result
    }

    /// The places of accesses that may meet though neither comes first.
    fn unsequenced(&self, e: &'t Expr) -> Vec<[&'t Expr; 2]> {
        if self.unit.is_model(self.loc) || changes_of(e) < 1 || changes_of(e) == 1 && matches!(e.kind, ExprKind::Assign { .. } | ExprKind::Step { .. }) {
            return Vec::new();
        }
        let mut walk = Walk { lowering: self, pairs: Vec::new() };
        walk.value(e);
        walk.pairs
    }

    fn note_accesses(&mut self, pairs: &[[&'t Expr; 2]]) {
        let void = self.unit.program.types.void();
        let ty = self.unit.program.types.pointer(void);
        for &place in pairs.iter().flatten() {
            if self.notes.contains_key(&std::ptr::from_ref(place)) {
                continue;
            }
            let storage = Storage::Temporary(self.func);
            let symbol = self.unit.program.symbols.push(Symbol { name: "accessed".to_owned(), ty, storage, loc: self.loc });
            self.notes.insert(place, symbol);
            let lhs = self.build().var(symbol, ty);
            let rhs = self.zero(ty);
            self.require(PropertyClass::Unsequenced, TEXT, RequirementKind::Declare(symbol));
            self.require(PropertyClass::Unsequenced, TEXT, RequirementKind::Assign { lhs, rhs });
        }
        self.emit(goto::InstrKind::Skip);
    }

    /// The place of this expression is accessed here.
    pub(super) fn note_access(&mut self, e: &'t Expr, place: ExprId) {
        if self.notes.is_empty() {
            return;
        }
        let Some(&symbol) = self.notes.get(&std::ptr::from_ref(e)) else { return };
        if !self.unit.program.exprs.is_place(place) {
            return;
        }
        let object = match self.unit.program.exprs.kind(place) {
            goto::ExprKind::Field { base, field } if self.has_bits(base, field) => base,
            _ => place,
        };
        let ty = self.unit.program.symbols[symbol].ty;
        let address = self.build().address_of(object);
        let rhs = self.build().cast(address, ty);
        let lhs = self.build().var(symbol, ty);
        self.require(PropertyClass::Unsequenced, TEXT, RequirementKind::Assign { lhs, rhs });
        self.emit(goto::InstrKind::Skip);
    }

    /// Is the expression one whose place is to be noted?
    pub(super) fn is_noted(&self, e: &Expr) -> bool {
        !self.notes.is_empty() && self.notes.contains_key(&std::ptr::from_ref(e))
    }

    fn has_bits(&self, base: ExprId, field: u32) -> bool {
        let body = self.unit.program.types.record_body(self.ty(base));
        body.and_then(|body| body.fields.get(field as usize)).is_some_and(|f| f.bits.is_some())
    }

    /// What was accessed without an order is not the same.
    fn require_apart(&mut self, pairs: &[[&'t Expr; 2]], loc: Location) {
        let mut all: Option<ExprId> = None;
        for &[a, b] in pairs {
            let symbols = [a, b].map(|e| self.notes.get(&std::ptr::from_ref(e)).copied());
            let [Some(first), Some(second)] = symbols else { continue };
            let holds = self.apart([first, second], [a, b].map(|e| self.unit.program.types.size_of(e.ty).unwrap_or(1)));
            all = Some(all.map_or(holds, |all| self.build().binary(BinOp::And, all, holds)));
        }
        self.notes.clear();
        if let Some(holds) = all {
            let outer = std::mem::replace(&mut self.loc, loc);
            self.require_here(PropertyClass::Unsequenced, TEXT, holds);
            self.loc = outer;
        }
    }

    /// Accesses of so many bytes do not overlap, or one of them did not happen.
    fn apart(&mut self, notes: [SymbolId; 2], sizes: [u64; 2]) -> ExprId {
        let ty = self.unit.program.symbols[notes[0]].ty;
        let null = self.zero(ty);
        let [a, b] = notes.map(|note| self.build().var(note, ty));
        let mut build = self.build();
        if sizes[0] == sizes[1] {
            let differ = build.binary(BinOp::Ne, a, b);
            let none = build.binary(BinOp::Eq, a, null);
            return build.binary(BinOp::Or, none, differ);
        }
        let size = build.types.size();
        let starts = [a, b].map(|e| build.cast(e, size));
        let ends = [0, 1].map(|i| {
            let bytes = build.constant(size, i128::from(sizes[i]));
            build.binary(BinOp::Add, starts[i], bytes)
        });
        let mut holds = build.binary(BinOp::Le, ends[0], starts[1]);
        let other = build.binary(BinOp::Le, ends[1], starts[0]);
        holds = build.binary(BinOp::Or, holds, other);
        for note in [a, b] {
            let none = build.binary(BinOp::Eq, note, null);
            holds = build.binary(BinOp::Or, none, holds);
        }
        holds
    }
}
