//! Expressions: operands exist, types fit, variables may be mentioned where they are.

use crate::expr::{BinOp, ExprId, ExprKind, UnOp};
use crate::index::{Id, IdVec};
use crate::program::{FuncId, Program, Storage};
use crate::types::{Type, TypeId};

/// Checks each expression once a function: its type does not depend on the function, the variables that it may mention do.
pub(super) struct ExprCheck<'p> {
    program: &'p Program,
    func: FuncId,
    /// The number of the function, from 1, that it was last checked for.
    checked: IdVec<ExprId, u32>,
}

impl<'p> ExprCheck<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        Self { program, func: FuncId::new(0), checked: IdVec::filled(0, program.exprs.len()) }
    }

    /// From now on, expressions are those of this function's body.
    pub(super) fn enter(&mut self, func: FuncId) {
        self.func = func;
    }

    /// Appends what is wrong with the expression and everything below it, as far as it was not checked before for this function.
    pub(super) fn check(&mut self, root: ExprId, messages: &mut Vec<String>) {
        let stamp = self.func.index() as u32 + 1;
        let mut work = vec![root];
        while let Some(id) = work.pop() {
            if id.index() >= self.program.exprs.len() {
                messages.push(format!("expression {id} does not exist"));
                continue;
            }
            if self.checked[id] == stamp {
                continue;
            }
            self.checked[id] = stamp;
            let mut sound = self.program.exprs.ty(id).index() < self.program.types.len();
            self.program.exprs.operands(id, |operand| {
                // Operands are older than what they are in; that also means that there are no circles.
                sound &= operand < id && self.program.exprs.ty(operand).index() < self.program.types.len();
                if operand < id {
                    work.push(operand);
                }
            });
            if !sound {
                messages.push(format!("expression {id} has operands or a type that do not exist"));
            } else if let Some(message) = self.defect(id) {
                messages.push(format!("expression {id}: {message}"));
            }
        }
    }

    fn ty(&self, id: ExprId) -> &'p Type {
        self.program.types.get(self.program.exprs.ty(id))
    }

    fn defect(&self, id: ExprId) -> Option<String> {
        let exprs = &self.program.exprs;
        let (kind, ty) = (exprs.kind(id), exprs.ty(id));
        let wrong = |holds: bool, message: &str| if holds { None } else { Some(message.to_string()) };
        match kind {
            ExprKind::Const(bits) => wrong(self.program.types.scalar_bits(ty) == Some(bits.width()), "a constant as wide as no value of its type"),
            ExprKind::Zero => wrong(!matches!(self.ty(id), Type::Void | Type::Function { .. }), "a zero of a type without values"),
            ExprKind::Var(_) => self.variable(id),
            ExprKind::Deref(pointer) => {
                let target = matches!(self.ty(pointer), Type::Pointer(to) if *to == ty);
                wrong(
                    target && !matches!(self.ty(id), Type::Void | Type::Function { .. }),
                    "a dereference of another type than the pointer's target, or of void",
                )
            }
            ExprKind::Field { base, field } => {
                let declared = self.program.types.record_body(exprs.ty(base)).and_then(|b| b.fields.get(field as usize));
                wrong(declared.is_some_and(|f| f.ty == ty), "a member that the record does not have, or of another type")
            }
            ExprKind::Index { base, index } => {
                let elem = matches!(self.ty(base), Type::Array { elem, .. } if *elem == ty);
                wrong(elem && matches!(self.ty(index), Type::Int { .. }), "an element of no array, of another type, or with an index that is no integer")
            }
            ExprKind::AddressOf(place) => self.address(id, place),
            ExprKind::FunctionAddress(f) => {
                let Some(function) = self.program.functions.get(f) else { return Some(format!("{f} does not exist")) };
                wrong(matches!(self.ty(id), Type::Pointer(to) if *to == function.ty), "the address of a function of another type")
            }
            ExprKind::Unary(op, a) => {
                let fits = match op {
                    UnOp::Neg => matches!(self.ty(a), Type::Int { .. } | Type::Float(_)),
                    UnOp::BitNot => matches!(self.ty(a), Type::Int { .. }),
                    UnOp::Not => *self.ty(a) == Type::Bool,
                    UnOp::Abs | UnOp::Sqrt | UnOp::RoundToIntegral(_) | UnOp::Math(_) => matches!(self.ty(a), Type::Float(_)),
                };
                wrong(fits && exprs.ty(a) == ty, "a unary operator on a type that it does not take")
            }
            ExprKind::Binary(op, a, b) => wrong(self.binary(op, a, b, ty), &format!("operands or result of {op:?} have types that it does not take")),
            ExprKind::Cast(a) => {
                let (from, to) = (self.ty(a), self.ty(id));
                let mixed = matches!((from, to), (Type::Float(_), Type::Pointer(_)) | (Type::Pointer(_), Type::Float(_)));
                let scalars = self.program.types.is_scalar(exprs.ty(a)) && self.program.types.is_scalar(ty);
                wrong(scalars && !mixed, "a conversion that does not exist")
            }
            ExprKind::Heap(_) => wrong(*self.ty(id) == Type::Bool, "a question about the heap that is no truth value"),
            ExprKind::Written(place) => {
                let fits = *self.ty(id) == Type::Bool && exprs.is_place(place) && self.program.types.is_scalar(exprs.ty(place));
                wrong(fits, "a question whether something was written that is no scalar in a place")
            }
            ExprKind::WrittenBytes { pointer, size } => {
                let size_t = Type::Int { bits: self.program.types.model().pointer_bits(), signed: false };
                let fits = *self.ty(id) == Type::Bool && matches!(self.ty(pointer), Type::Pointer(_)) && *self.ty(size) == size_t;
                wrong(fits, "a question whether bytes were written without a pointer or a size")
            }
            ExprKind::IsBeyond { pointer, distance, size } => {
                let size_t = Type::Int { bits: self.program.types.model().pointer_bits(), signed: false };
                let are_sizes = [distance, size].into_iter().all(|e| *self.ty(e) == size_t);
                let fits = *self.ty(id) == Type::Bool && matches!(self.ty(pointer), Type::Pointer(_)) && are_sizes;
                wrong(fits, "a question whether bytes are known without a pointer, a distance or a size")
            }
            ExprKind::Memory { fact, pointer } => {
                let size = Type::Int { bits: self.program.types.model().pointer_bits(), signed: false };
                let result = if fact.is_size() { *self.ty(id) == size } else { *self.ty(id) == Type::Bool };
                wrong(result && matches!(self.ty(pointer), Type::Pointer(_)), "a question about something that is no pointer, or of another type")
            }
            ExprKind::Ite { cond, then, other } => {
                let fits = *self.ty(cond) == Type::Bool && exprs.ty(then) == ty && exprs.ty(other) == ty;
                wrong(fits && self.program.types.is_scalar(ty), "a choice between different types or of something that is no scalar")
            }
            ExprKind::Fma { a, b, c } => {
                let fits = [a, b, c].into_iter().all(|e| exprs.ty(e) == ty);
                wrong(fits && matches!(self.ty(id), Type::Float(_)), "a fused multiplication of other types than one of floats")
            }
        }
    }

    fn variable(&self, id: ExprId) -> Option<String> {
        let ExprKind::Var(symbol) = self.program.exprs.kind(id) else { return None };
        let Some(declared) = self.program.symbols.get(symbol) else { return Some(format!("{symbol} does not exist")) };
        if declared.ty != self.program.exprs.ty(id) {
            return Some(format!("{symbol} ({}) mentioned with another type", declared.name));
        }
        match declared.storage {
            Storage::Static => None,
            Storage::Local(f) | Storage::Parameter(f) | Storage::Temporary(f) if f == self.func => None,
            _ => Some(format!("{symbol} ({}) belongs to another function", declared.name)),
        }
    }

    fn address(&self, id: ExprId, place: ExprId) -> Option<String> {
        let exprs = &self.program.exprs;
        if !exprs.is_place(place) {
            return Some("the address of something that is no place".into());
        }
        if !matches!(self.ty(id), Type::Pointer(to) if *to == exprs.ty(place)) {
            return Some("an address of another type than a pointer to the place".into());
        }
        if let ExprKind::Field { base, field } = exprs.kind(place) {
            let declared = self.program.types.record_body(exprs.ty(base)).and_then(|b| b.fields.get(field as usize));
            if declared.is_some_and(|f| f.bits.is_some()) {
                return Some("the address of a bit-field".into());
            }
        }
        if let ExprKind::Var(symbol) = exprs.kind(exprs.root(place))
            && let Some(declared) = self.program.symbols.get(symbol)
            && matches!(declared.storage, Storage::Temporary(_))
        {
            return Some(format!("the address of the temporary {symbol} ({})", declared.name));
        }
        None
    }

    fn binary(&self, op: BinOp, a: ExprId, b: ExprId, ty: TypeId) -> bool {
        let (left, right) = (self.program.exprs.ty(a), self.program.exprs.ty(b));
        let same = left == right;
        let (a, b, result) = (self.ty(a), self.ty(b), self.program.types.get(ty));
        let distance = Type::Int { bits: self.program.types.model().pointer_bits(), signed: true };
        let integer = |t: &Type| matches!(t, Type::Int { .. });
        match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => same && ty == left && (integer(a) || matches!(a, Type::Float(_))),
            BinOp::IeeeRem | BinOp::CopySign | BinOp::Math2(_) => same && ty == left && matches!(a, Type::Float(_)),
            BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => same && ty == left && integer(a),
            BinOp::Shl | BinOp::Shr => ty == left && integer(a) && integer(b),
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le => same && self.program.types.is_scalar(left) && *result == Type::Bool,
            BinOp::AddOverflows | BinOp::SubOverflows | BinOp::MulOverflows => same && integer(a) && *result == Type::Bool,
            BinOp::And | BinOp::Or => [a, b, result].into_iter().all(|t| *t == Type::Bool),
            BinOp::PtrAdd => ty == left && matches!(a, Type::Pointer(_)) && *b == distance,
            BinOp::SameObject | BinOp::MadeBefore => same && matches!(a, Type::Pointer(_)) && *result == Type::Bool,
            BinOp::PtrDiff => same && matches!(a, Type::Pointer(_)) && *result == distance,
        }
    }
}
