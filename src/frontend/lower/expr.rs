//! Expressions: side effects become instructions, what remains is an expression to be read before the next side effect.
//!
//! The order is gcc's on x86: operands from left to right, but a plain variable on the left of a commutative operator or comparison is read
//! after the right operand; arguments from right to left (see `call`); the place of an assignment before its value (see `assign`).

use super::FunctionLowering;
use super::assign::Update;
use super::decision::is_compound;
use super::effects::{is_exchangeable, is_plain, needs_instructions};
use crate::library;
use crate::tree::{Callee, Condition, Expr, ExprKind, VarId, VarKind};
use goto::{BinOp, ExprId, InstrKind, OperationKind, PropertyClass, Storage, SymbolId, Type, TypeId, UnOp};

/// Where the value of an expression is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ValueUse {
    /// Nowhere: only the side effects count.
    Nowhere,
    /// As an expression.
    Value,
    /// Stored in this place, which no side effect of the expression moves.
    In(ExprId),
}

impl<'t> FunctionLowering<'_, 't> {
    /// The value of an expression that is not void; a place is read where the result is used.
    pub(crate) fn value(&mut self, e: &'t Expr) -> ExprId {
        let value = self.value_of(e);
        match &e.kind {
            ExprKind::Neg(_) | ExprKind::Binary(..) | ExprKind::BinaryReversed(..) => self.note(value, e.loc, OperationKind::Written),
            ExprKind::Cast(a) if e.loc == a.loc => self.note(value, e.loc, OperationKind::ImplicitConversion),
            ExprKind::Cast(_) => self.note(value, e.loc, OperationKind::Written),
            _ => {}
        }
        value
    }

    fn value_of(&mut self, e: &'t Expr) -> ExprId {
        match &e.kind {
            ExprKind::Const(bits) => self.unit.program.exprs.intern(goto::ExprKind::Const(*bits), e.ty),
            ExprKind::Var(_)
            | ExprKind::Deref(_)
            | ExprKind::Field(..)
            | ExprKind::Index(..)
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::Function(_)
            | ExprKind::Unsupported(_) => self.place(e),
            ExprKind::Volatile { place, name, type_name } => {
                // What is there is read, so that what C says of the access holds.
                let place = self.place(place);
                let place = self.fixed(place);
                let old = self.saved(place);
                let ty = self.ty(old);
                let input = self.unit.input(name, type_name, ty);
                self.emit(InstrKind::Input { lhs: old, input });
                old
            }
            ExprKind::AddressOf(place) => {
                if self.is_undefined_weak(place) {
                    return self.zero(e.ty);
                }
                if let ExprKind::Function(id) = place.kind {
                    let func = self.unit.function(id);
                    // A model's type may name other types behind pointers than the declaration.
                    let ty = self.unit.program.functions[func].ty;
                    let ty = self.build().types.pointer(ty);
                    let address = self.unit.program.exprs.intern(goto::ExprKind::FunctionAddress(func), ty);
                    return self.convert(address, e.ty);
                }
                let place = self.addressable(place);
                let address = self.build().address_of(place);
                self.convert(address, e.ty)
            }
            ExprKind::Decay(array) => {
                let array = self.addressable(array);
                let first = self.first_element(array);
                self.convert(first, e.ty)
            }
            ExprKind::Length(a) => self.length(a),
            ExprKind::OutOfRange(a) => self.out_of_range(a),
            ExprKind::Enumerated { value, constants } => self.enumerated(value, constants),
            ExprKind::Neg(a) => self.unary(UnOp::Neg, a),
            ExprKind::BitNot(a) => self.unary(UnOp::BitNot, a),
            ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Not(_) if self.notes_decisions() && is_compound(e) => self.decision(e, ""),
            ExprKind::Not(a) => {
                let a = self.value(a);
                self.build().not(a)
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = self.operands(*op, a, b);
                let value = self.build().binary(*op, a, b);
                self.folded_float(value)
            }
            // gcc writes `i + p` as `p + i`.
            ExprKind::BinaryReversed(op @ BinOp::PtrAdd, a, b) => {
                let (a, b) = self.operands(*op, a, b);
                self.build().binary(*op, a, b)
            }
            ExprKind::BinaryReversed(op, a, b) => {
                let (b, a) = self.operands(*op, b, a);
                self.build().binary(*op, a, b)
            }
            ExprKind::And(a, b) => self.logical(BinOp::And, a, b),
            ExprKind::Or(a, b) => self.logical(BinOp::Or, a, b),
            ExprKind::Cast(a) if self.is_void(e.ty) => {
                self.effect(a);
                self.zero(e.ty)
            }
            ExprKind::Cast(a) => {
                let a = self.value(a);
                self.convert(a, e.ty)
            }
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.value(b)
            }
            ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::Step { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Elvis { .. }
            | ExprKind::Statements { .. }
            | ExprKind::Call { .. } => match self.instructions(e, ValueUse::Value) {
                Some(value) => value,
                None => self.zero(e.ty),
            },
        }
    }

    /// Only the side effects of an expression.
    pub(crate) fn effect(&mut self, e: &'t Expr) {
        if matches!(e.kind, ExprKind::Var(_)) && self.is_noted(e) {
            self.place(e);
        }
        if is_operation(&e.kind) && !needs_instructions(e) {
            return self.dropped(e);
        }
        match &e.kind {
            ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Function(_) => {}
            ExprKind::Unsupported(reason) => {
                self.refuse_misfit(reason, e.loc);
                self.emit(InstrKind::Unsupported(reason.clone()));
            }
            ExprKind::Deref(a)
            | ExprKind::Field(a, _)
            | ExprKind::AddressOf(a)
            | ExprKind::Decay(a)
            | ExprKind::Neg(a)
            | ExprKind::BitNot(a)
            | ExprKind::Not(a)
            | ExprKind::Cast(a) => self.effect(a),
            ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) | ExprKind::BinaryReversed(_, b, a) | ExprKind::Comma(a, b) => {
                self.effect(a);
                self.effect(b);
            }
            ExprKind::And(a, b) => self.logical_effect(BinOp::And, a, b),
            ExprKind::Or(a, b) => self.logical_effect(BinOp::Or, a, b),
            ExprKind::CompoundLiteral { .. } => {
                self.place(e);
            }
            ExprKind::Length(a) => {
                self.length(a);
            }
            ExprKind::OutOfRange(a) => {
                self.out_of_range(a);
            }
            ExprKind::Enumerated { value, constants } => {
                self.enumerated(value, constants);
            }
            ExprKind::Volatile { .. } => {
                self.value(e);
            }
            ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::Step { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Elvis { .. }
            | ExprKind::Statements { .. }
            | ExprKind::Call { .. } => {
                self.instructions(e, ValueUse::Nowhere);
            }
        }
    }

    /// An expression without side effects whose value nothing needs: no instruction computes it, but what C says of its operations holds.
    fn dropped(&mut self, e: &'t Expr) {
        if self.is_void(e.ty) {
            if let ExprKind::Cast(a) = &e.kind {
                self.effect(a);
            }
            return;
        }
        let value = self.value(e);
        self.note(value, e.loc, OperationKind::Dropped);
        self.read_among_threads(value);
        // Jumps to what comes next do not pass here.
        self.emit(InstrKind::Skip);
    }

    /// Stores the value of an expression in a place, which no side effect of the expression moves.
    pub(crate) fn assign_from(&mut self, place: ExprId, e: &'t Expr) {
        match &e.kind {
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.assign_from(place, b);
            }
            ExprKind::Conditional { .. } | ExprKind::Elvis { .. } | ExprKind::Statements { .. } | ExprKind::Call { .. } if e.ty == self.ty(place) => {
                self.instructions(e, ValueUse::In(place));
            }
            _ => {
                let value = self.value(e);
                let ty = self.ty(place);
                let value = self.convert(value, ty);
                self.assign(place, value);
            }
        }
    }

    /// Expressions that always take instructions. `None` if no value is wanted, or there is none.
    fn instructions(&mut self, e: &'t Expr, wanted: ValueUse) -> Option<ExprId> {
        match &e.kind {
            ExprKind::Assign { place, value } => self.assignment(place, value, wanted),
            ExprKind::CompoundAssign { op, place, value, compute } => {
                self.compound_assignment(Update { op: *op, compute: *compute, loc: e.loc }, place, value, wanted)
            }
            ExprKind::Step { op, place, value, compute, postfix: true } if wanted != ValueUse::Nowhere => {
                Some(self.postfix_step(Update { op: *op, compute: *compute, loc: e.loc }, place, value))
            }
            ExprKind::Step { op, place, value, compute, .. } => {
                self.compound_assignment(Update { op: *op, compute: *compute, loc: e.loc }, place, value, wanted)
            }
            ExprKind::Conditional { cond, then, other } => self.conditional(cond, then, other, e.ty, wanted),
            ExprKind::Elvis { value, other } => self.elvis(value, other, wanted),
            ExprKind::Statements { body, value } => self.statement_expression(body, value.as_deref(), wanted),
            ExprKind::Call { callee, args, called } => self.call(e, callee, args, *called, wanted),
            _ => Some(self.value(e)),
        }
    }

    /// The place that an expression names. Values of records have one too: they are read from it.
    pub(crate) fn place(&mut self, e: &'t Expr) -> ExprId {
        let place = self.place_of(e);
        self.note_access(e, place);
        place
    }

    fn place_of(&mut self, e: &'t Expr) -> ExprId {
        match &e.kind {
            ExprKind::Volatile { place, name, type_name } => {
                let place = self.place(place);
                let place = self.fixed(place);
                let ty = self.ty(place);
                let input = self.unit.input(name, type_name, ty);
                self.emit(InstrKind::Input { lhs: place, input });
                place
            }
            ExprKind::Var(id) => self.variable(*id),
            ExprKind::Deref(pointer) => {
                let is_table = self.looks_up_character(pointer);
                let pointer = self.value(pointer);
                if let (true, goto::ExprKind::Binary(BinOp::PtrAdd, _, c)) = (is_table, self.unit.program.exprs.kind(pointer)) {
                    library::of_character(self, c);
                }
                let place = self.build().deref(pointer);
                self.note(place, e.loc, OperationKind::Written);
                place
            }
            ExprKind::Field(base, field) => {
                let base = self.place(base);
                self.build().field(base, *field)
            }
            ExprKind::Index(base, index) => {
                let place = self.place(base);
                let place = if self.changes(index) { self.fixed(place) } else { place };
                let index = self.value(index);
                let place = self.build().index(place, index);
                self.note(place, e.loc, OperationKind::Written);
                place
            }
            ExprKind::CompoundLiteral { var, init } => {
                let place = self.variable(*var);
                if let Some(init) = init
                    && let goto::ExprKind::Var(symbol) = self.unit.program.exprs.kind(place)
                    && self.unit.program.symbols[symbol].storage != Storage::Static
                {
                    // It lives to the end of the block, also where not every way there makes it.
                    self.emit(InstrKind::Decl(symbol));
                    self.scopes.declare_again(symbol);
                    self.initialise(place, init);
                }
                place
            }
            ExprKind::Unsupported(reason) => {
                self.refuse_misfit(reason, e.loc);
                self.unsupported(reason, e.ty)
            }
            ExprKind::Function(_) => self.unsupported("a function used as a value", e.ty),
            _ => self.value(e),
        }
    }

    /// Is the pointer an element of a table of the library that is indexed by characters, as the macros of `<ctype.h>` look it up?
    fn looks_up_character(&self, pointer: &Expr) -> bool {
        let ExprKind::Binary(BinOp::PtrAdd, table, _) = &pointer.kind else { return false };
        let ExprKind::Deref(table) = &table.kind else { return false };
        let ExprKind::Call { callee: Callee::Direct(id), .. } = &table.kind else { return false };
        library::is_character_table(&self.unit.functions[*id].name)
    }

    /// A place whose address is taken; values get a place of their own.
    fn addressable(&mut self, e: &'t Expr) -> ExprId {
        let place = self.place(e);
        let place = if self.unit.program.exprs.is_place(place) { place } else { self.saved(place) };
        if is_returned_record(e)
            && let Some(symbol) = self.root(place)
            && !self.returned_records.contains(&symbol)
        {
            self.returned_records.push(symbol);
        }
        place
    }

    /// A weak symbol that nothing defines has the null address.
    fn is_undefined_weak(&self, place: &Expr) -> bool {
        match place.kind {
            ExprKind::Function(id) => {
                let function = &self.unit.functions[id];
                function.weak && function.body.is_none() && !self.unit.has_model(id) && !library::is_known(&function.name)
            }
            ExprKind::Var(id) => self.unit.vars[id].weak && self.unit.vars[id].kind == VarKind::Extern,
            _ => false,
        }
    }

    pub(crate) fn variable(&mut self, id: VarId) -> ExprId {
        let symbol = self.unit.symbol(id, self.func);
        let ty = self.unit.program.symbols[symbol].ty;
        self.build().var(symbol, ty)
    }

    /// A local variable comes to life in the innermost block.
    pub(super) fn declare(&mut self, id: VarId) -> ExprId {
        let symbol = self.unit.symbol(id, self.func);
        if self.unit.program.symbols[symbol].storage != Storage::Static {
            self.emit(InstrKind::Decl(symbol));
            self.scopes.declare(symbol);
        }
        self.variable(id)
    }

    /// The address of the first element of an array.
    pub(crate) fn first_element(&mut self, array: ExprId) -> ExprId {
        let mut build = self.build();
        let size = build.types.ptrdiff();
        let zero = build.constant(size, 0);
        let first = build.index(array, zero);
        build.address_of(first)
    }

    /// What a constant is converted to that the type cannot hold.
    fn out_of_range(&mut self, constant: &'t Expr) -> ExprId {
        let never = self.build().truth(false);
        let outer = self.loc;
        if constant.loc.line != 0 {
            self.loc = constant.loc;
        }
        self.require_here(PropertyClass::FloatCast, "conversion of a floating-point number that the integer type cannot hold", never);
        self.loc = outer;
        self.value(constant)
    }

    /// The length of an array of variable size.
    fn length(&mut self, e: &'t Expr) -> ExprId {
        let value = self.value(e);
        let ty = self.ty(value);
        let zero = self.zero(ty);
        let op = if *self.unit.program.types.get(ty) == Type::Bool { BinOp::Ne } else { BinOp::Lt };
        let holds = self.build().binary(op, zero, value);
        let outer = std::mem::replace(&mut self.loc, e.loc);
        self.require_here(PropertyClass::VlaBound, "the size of an array of variable length is not positive", holds);
        self.loc = outer;
        value
    }

    /// A value that is to lie in one of these ranges.
    fn enumerated(&mut self, e: &'t Expr, constants: &[(i128, i128)]) -> ExprId {
        let value = self.value(e);
        let ty = self.ty(value);
        let mut build = self.build();
        let mut holds = None;
        for &(first, last) in constants {
            let [low, high] = [first, last].map(|bound| build.constant(ty, bound));
            let inside = if first == last {
                build.binary(BinOp::Eq, value, low)
            } else {
                let above = build.binary(BinOp::Le, low, value);
                let below = build.binary(BinOp::Le, value, high);
                build.binary(BinOp::And, above, below)
            };
            holds = Some(holds.map_or(inside, |holds| build.binary(BinOp::Or, holds, inside)));
        }
        let Some(holds) = holds else { return value };
        let outer = std::mem::replace(&mut self.loc, e.loc);
        self.require_here(PropertyClass::EnumValue, "the value of an enumerated type is none of its constants", holds);
        self.loc = outer;
        value
    }

    fn unary(&mut self, op: UnOp, a: &'t Expr) -> ExprId {
        let a = self.value(a);
        let value = self.build().unary(op, a);
        self.folded_float(value)
    }

    /// Two operands in the order in which they stand in the source.
    fn operands(&mut self, op: BinOp, first: &'t Expr, second: &'t Expr) -> (ExprId, ExprId) {
        if !self.changes(second) {
            let first = self.value(first);
            // Inputs change nothing, so `first` may be read after them.
            return (first, self.value(second));
        }
        let types = &self.unit.program.types;
        if is_exchangeable(op) && is_plain(types, first) && !is_plain(types, second) {
            let second = self.value(second);
            return (self.value(first), second);
        }
        let first = self.value(first);
        let first = self.kept(first);
        (first, self.value(second))
    }

    /// `&&` and `||` as values: an expression, or control flow if the right operand takes instructions.
    fn logical(&mut self, op: BinOp, a: &'t Condition, b: &'t Condition) -> ExprId {
        let (a, b) = (&a.expr, &b.expr);
        if !needs_instructions(b) {
            let a = self.value(a);
            let b = self.reached_by(op, a, |this| this.value(b));
            return self.build().binary(op, a, b);
        }
        self.short_circuit(op, a, b)
    }

    fn logical_effect(&mut self, op: BinOp, a: &'t Condition, b: &'t Condition) {
        if needs_instructions(&b.expr) {
            self.short_circuit_effect(op, a, &b.expr);
        } else {
            self.effect(&a.expr);
        }
    }

    /// The value, saved in a temporary unless no side effect can change it.
    pub(crate) fn kept(&mut self, value: ExprId) -> ExprId {
        if self.is_stable(value) { value } else { self.saved(value) }
    }

    /// The place with everything that says where it is saved: no side effect can move it.
    pub(super) fn fixed(&mut self, place: ExprId) -> ExprId {
        match self.unit.program.exprs.kind(place) {
            goto::ExprKind::Deref(pointer) => {
                let pointer = self.kept(pointer);
                self.build().deref(pointer)
            }
            goto::ExprKind::Field { base, field } => {
                let base = self.fixed(base);
                self.build().field(base, field as usize)
            }
            goto::ExprKind::Index { base, index } => {
                let own = self.root(base).is_some_and(|root| self.mentions(index, root));
                let base = self.fixed(base);
                // An index that reads the array itself changes when the element is written.
                let index = if own { self.saved(index) } else { self.kept(index) };
                self.build().index(base, index)
            }
            _ => place,
        }
    }

    /// The variable that a place is a part of, if it is not behind a pointer.
    fn root(&self, place: ExprId) -> Option<SymbolId> {
        match self.unit.program.exprs.kind(place) {
            goto::ExprKind::Var(symbol) => Some(symbol),
            goto::ExprKind::Field { base, .. } | goto::ExprKind::Index { base, .. } => self.root(base),
            _ => None,
        }
    }

    fn mentions(&self, value: ExprId, symbol: SymbolId) -> bool {
        let mut found = self.unit.program.exprs.kind(value) == goto::ExprKind::Var(symbol);
        self.unit.program.exprs.operands(value, |operand| found = found || self.mentions(operand, symbol));
        found
    }

    /// Can no side effect change the value? Unsequenced changes of variables whose address is never taken do not count, as for gcc.
    fn is_stable(&self, value: ExprId) -> bool {
        use goto::ExprKind as E;
        match self.unit.program.exprs.kind(value) {
            E::Const(_) | E::Zero | E::FunctionAddress(_) => true,
            E::AddressOf(place) => self.is_fixed(place),
            E::Deref(_)
            | E::Memory { .. }
            | E::Heap(_)
            | E::Written(_)
            | E::WrittenBytes { .. }
            | E::IsBeyond { .. }
            | E::Binary(goto::BinOp::SameObject | goto::BinOp::MadeBefore, ..) => false,
            E::Var(symbol) => match self.unit.program.symbols[symbol].storage {
                Storage::Static => false,
                Storage::Temporary(_) => true,
                Storage::Local(_) | Storage::Parameter(_) => !self.addressed.contains(&symbol),
            },
            E::Field { base, .. } => self.is_stable(base),
            E::Index { base: a, index: b } | E::Binary(_, a, b) => self.is_stable(a) && self.is_stable(b),
            E::Unary(_, a) | E::Cast(a) => self.is_stable(a),
            E::Ite { cond: a, then: b, other: c } | E::Fma { a, b, c } => self.is_stable(a) && self.is_stable(b) && self.is_stable(c),
        }
    }

    fn is_fixed(&self, place: ExprId) -> bool {
        use goto::ExprKind as E;
        match self.unit.program.exprs.kind(place) {
            E::Deref(pointer) => self.is_stable(pointer),
            E::Field { base, .. } => self.is_fixed(base),
            E::Index { base, index } => self.is_fixed(base) && self.is_stable(index),
            _ => true,
        }
    }

    pub(crate) fn is_void(&self, ty: TypeId) -> bool {
        *self.unit.program.types.get(ty) == Type::Void
    }
}

/// Is it a part of a record that a function returns?
fn is_returned_record(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Field(base, _) | ExprKind::Index(base, _) => is_returned_record(base),
        ExprKind::Call { .. } => true,
        _ => false,
    }
}

/// Operations that C says something of, beyond what their operands do.
fn is_operation(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Deref(_)
            | ExprKind::Field(..)
            | ExprKind::Index(..)
            | ExprKind::Neg(_)
            | ExprKind::BitNot(_)
            | ExprKind::Not(_)
            | ExprKind::Cast(_)
            | ExprKind::AddressOf(_)
            | ExprKind::Decay(_)
            | ExprKind::Binary(..)
            | ExprKind::BinaryReversed(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
    )
}
