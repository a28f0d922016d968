//! Expressions of the program as values of the model. Pointers are followed while the model is made: a pointer that may lead to several objects has a number as its value,
//! which can be compared, not followed.

use super::memory::{ContextId, Object, Place, ProcessId, bounds};
use super::process::Translator;
use super::value::{Operator, Range, Typed, Value, exact};
use goto::{BinOp, ExprId, ExprKind, FuncId, Storage, SymbolId, Type, TypeId, UnOp};

/// The value of an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Operand {
    Number(Typed),
    Address(Place),
    Function(FuncId),
}

/// What lies behind a variable of a call that holds a pointer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Binding {
    /// It is being found out: a pointer that depends on itself.
    Open,
    /// An ordinary variable of the model.
    Variable,
    Known(Operand),
}

type Made<T> = Result<T, String>;

impl Translator<'_> {
    pub(super) fn value(&mut self, context: ContextId, e: ExprId) -> Made<Typed> {
        let operand = self.operand(context, e)?;
        self.number(operand)
    }

    /// An address as a number, so that addresses of different places differ.
    pub(super) fn number(&mut self, operand: Operand) -> Made<Typed> {
        let place = match operand {
            Operand::Number(value) => return Ok(value),
            Operand::Address(place) => place,
            Operand::Function(function) => Place { object: Object::Function(function), offset: 0, terms: Vec::new() },
        };
        if !self.memory.is_only_one(place.object, self.first) {
            return Err("the address of a variable of a thread as a value".to_owned());
        }
        let size = match place.object {
            Object::Static(symbol) | Object::Own(_, symbol) | Object::Local(_, _, symbol) => {
                self.program.types.size_of(self.program.symbols[symbol].ty).unwrap_or(1)
            }
            Object::Function(_) => 1,
        };
        let mut sum = Typed::constant(self.memory.address(place.object, size) + place.offset);
        for (term, stride) in place.terms {
            sum = sum.binary(Operator::Add, term.binary(Operator::Mul, Typed::constant(stride as i64)));
        }
        Ok(sum)
    }

    pub(super) fn operand(&mut self, context: ContextId, e: ExprId) -> Made<Operand> {
        let ty = self.program.exprs.ty(e);
        Ok(Operand::Number(match self.program.exprs.kind(e) {
            ExprKind::Const(bits) => {
                let is_signed = bits.width() > 16 || self.program.types.is_signed(ty);
                let value = bits.to_i128(is_signed);
                Typed::constant(i64::try_from(value).map_err(|_| "a constant of more than 64 bits".to_owned())?)
            }
            ExprKind::Zero => Typed::constant(0),
            ExprKind::Var(symbol) => match self.binding(context, symbol)? {
                Binding::Known(operand) => return Ok(operand),
                Binding::Open | Binding::Variable => self.load(context, e)?,
            },
            ExprKind::Deref(_) | ExprKind::Field { .. } | ExprKind::Index { .. } => self.load(context, e)?,
            ExprKind::AddressOf(place) => return self.place(context, place).map(Operand::Address),
            ExprKind::FunctionAddress(function) => return Ok(Operand::Function(function)),
            ExprKind::Unary(op, a) => self.unary(context, op, a, ty)?,
            ExprKind::Binary(op, a, b) => return self.binary(context, op, (a, b), ty),
            ExprKind::Cast(a) => return self.cast(context, a, ty),
            ExprKind::Ite { cond, then, other } => {
                let (condition, then, other) = (self.value(context, cond)?, self.value(context, then)?, self.value(context, other)?);
                Typed::choice(condition, then, other)
            }
            ExprKind::Fma { .. } => return Err("floating-point arithmetic".to_owned()),
            ExprKind::Memory { .. } | ExprKind::Written(_) | ExprKind::WrittenBytes { .. } | ExprKind::IsBeyond { .. } | ExprKind::Heap(_) => {
                return Err("a question about memory".to_owned());
            }
        }))
    }

    /// What is read from a place.
    fn load(&mut self, context: ContextId, e: ExprId) -> Made<Typed> {
        let place = self.place(context, e)?;
        if let Object::Static(symbol) = place.object
            && let Some(&value) = self.constants.get(&symbol)
        {
            let context = self.root_context();
            return self.value(context, value);
        }
        let scalar = self.memory.scalar(self.program, &place, self.program.exprs.ty(e))?;
        Ok(match place.object {
            // Models make sure that it is no more than they have room for.
            Object::Static(symbol) if Some(symbol) == self.begun => Typed { value: Value::Read(scalar), range: Range { lo: 1, hi: self.most_threads } },
            _ => self.memory.read(scalar),
        })
    }

    pub(super) fn place(&mut self, context: ContextId, e: ExprId) -> Made<Place> {
        match self.program.exprs.kind(e) {
            ExprKind::Var(symbol) => Ok(Place { object: self.object(context, symbol), offset: 0, terms: Vec::new() }),
            ExprKind::Deref(pointer) => match self.operand(context, pointer)? {
                Operand::Address(place) => Ok(place),
                Operand::Number(_) => Err("a pointer that may lead to several objects, or to none".to_owned()),
                Operand::Function(_) => Err("an access to a function".to_owned()),
            },
            ExprKind::Field { base, field } => {
                let mut place = self.place(context, base)?;
                let ty = self.program.exprs.ty(base);
                let body = self.program.types.record_body(ty).ok_or_else(|| "a member of an incomplete record".to_owned())?;
                let field = &body.fields[field as usize];
                if field.bits.is_some() {
                    return Err("a bit-field".to_owned());
                }
                place.offset += field.offset as i64;
                Ok(place)
            }
            ExprKind::Index { base, index } => {
                let mut place = self.place(context, base)?;
                let index = self.value(context, index)?;
                self.advance(&mut place, index, self.program.exprs.ty(e))?;
                Ok(place)
            }
            _ => Err("a value that has no place".to_owned()),
        }
    }

    /// So many elements of the type further.
    fn advance(&self, place: &mut Place, by: Typed, ty: TypeId) -> Made<()> {
        let size = self.program.types.size_of(ty).unwrap_or(1);
        match by.as_const() {
            Some(by) => place.offset += by * size as i64,
            None => place.terms.push((by, size)),
        }
        Ok(())
    }

    /// The object that a variable's name stands for in a call.
    pub(super) fn object(&self, context: ContextId, symbol: SymbolId) -> Object {
        let process = self.context(context).process;
        match self.program.symbols[symbol].storage {
            Storage::Static if self.program.thread_local.contains(&symbol) => Object::Own(process, symbol),
            Storage::Static => Object::Static(symbol),
            Storage::Local(_) | Storage::Parameter(_) | Storage::Temporary(_) => Object::Local(process, context, symbol),
        }
    }

    /// What is known of a variable of a call, whenever it is read: of a parameter that is not stored to, or of a pointer that is stored to in one place.
    pub(super) fn binding(&mut self, context: ContextId, symbol: SymbolId) -> Made<Binding> {
        if let Some(binding) = self.context(context).bindings.get(&symbol) {
            return Ok(binding.clone());
        }
        let function = self.context(context).function;
        let (is_plain, stored) = {
            let uses = self.uses(function);
            (!uses.addressed.contains(&symbol), uses.stored.get(&symbol).cloned().unwrap_or_default())
        };
        let is_local = matches!(self.program.symbols[symbol].storage, Storage::Local(_) | Storage::Temporary(_));
        let is_pointer = matches!(self.program.types.get(self.program.symbols[symbol].ty), Type::Pointer(_));
        let mut binding = Binding::Variable;
        if let [Some(first), others @ ..] = stored.as_slice()
            && is_local
            && is_pointer
            && is_plain
            && others.iter().all(|other| other == &Some(*first))
        {
            self.context_mut(context).bindings.insert(symbol, Binding::Open);
            binding = match self.operand(context, *first)? {
                Operand::Number(_) => Binding::Variable,
                Operand::Address(place) => Binding::Known(Operand::Address(self.kept(context, symbol, place))),
                operand @ Operand::Function(_) => Binding::Known(operand),
            };
        }
        self.context_mut(context).bindings.insert(symbol, binding.clone());
        Ok(binding)
    }

    /// The place as it was when the pointer was stored: what it depends on is kept in variables of its own.
    pub(super) fn kept(&mut self, context: ContextId, symbol: SymbolId, place: Place) -> Place {
        let process: ProcessId = self.context(context).process;
        let name = self.program.symbols[symbol].name.clone();
        let mut terms = Vec::new();
        for (number, (_, stride)) in place.terms.iter().enumerate() {
            let kept = self.memory.term(&name, (process, context, symbol), number as u32);
            terms.push((self.memory.read(kept), *stride));
        }
        Place { terms, ..place }
    }

    fn unary(&mut self, context: ContextId, op: UnOp, a: ExprId, ty: TypeId) -> Made<Typed> {
        let a = self.value(context, a)?;
        match op {
            UnOp::Neg => self.arithmetic(BinOp::Sub, Typed::constant(0), a, ty),
            UnOp::BitNot => self.arithmetic(BinOp::BitXor, a, Typed::constant(-1), ty),
            UnOp::Not => Ok(a.not()),
            _ => Err("floating-point arithmetic".to_owned()),
        }
    }

    fn binary(&mut self, context: ContextId, op: BinOp, (a, b): (ExprId, ExprId), ty: TypeId) -> Made<Operand> {
        let of = self.program.exprs.ty(a);
        if op == BinOp::And || op == BinOp::Or {
            let left = self.value(context, a)?;
            // What is not evaluated may be anything.
            let is_decided = left.as_const().is_some_and(|value| (value != 0) == (op == BinOp::Or));
            let right = if is_decided { Typed::constant(0) } else { self.value(context, b)? };
            let operator = if op == BinOp::And { Operator::Both } else { Operator::Either };
            return Ok(Operand::Number(left.binary(operator, right)));
        }
        let (left, right) = (self.operand(context, a)?, self.operand(context, b)?);
        if op == BinOp::PtrAdd {
            let Type::Pointer(to) = *self.program.types.get(of) else { return Err("arithmetic on what is no pointer".to_owned()) };
            let by = self.number(right)?;
            return match left {
                Operand::Address(mut place) => {
                    self.advance(&mut place, by, to)?;
                    Ok(Operand::Address(place))
                }
                _ => Err("arithmetic on a pointer that may lead to several objects".to_owned()),
            };
        }
        if matches!(op, BinOp::Eq | BinOp::Ne) {
            let is_null = |operand: &Operand| matches!(operand, Operand::Number(value) if value.as_const() == Some(0));
            let is_some = |operand: &Operand| !matches!(operand, Operand::Number(_));
            if is_some(&left) && is_null(&right) || is_null(&left) && is_some(&right) {
                return Ok(Operand::Number(Typed::constant(i64::from(op == BinOp::Ne))));
            }
        }
        let (left, right) = (self.number(left)?, self.number(right)?);
        let operand_type = if op.gives_truth() { of } else { ty };
        self.arithmetic(op, left, right, operand_type).map(Operand::Number)
    }

    /// An operation on integers of a type, which wraps as the type does.
    fn arithmetic(&self, op: BinOp, a: Typed, b: Typed, ty: TypeId) -> Made<Typed> {
        let operator = Operator::of(op).ok_or_else(|| "an operation that Promela lacks".to_owned())?;
        let (bits, signed) = match *self.program.types.get(ty) {
            Type::Int { bits, signed } => (bits, signed),
            Type::Bool => (32, true),
            Type::Pointer(_) => (64, false),
            _ => return Err("arithmetic on what is no integer".to_owned()),
        };
        let is_natural = a.range.lo >= 0 && b.range.lo >= 0;
        match operator {
            Operator::Less | Operator::LessEqual if !signed && a.range.lo >= 0 && self.is_steady(&b) => {
                return Ok(b.clone().binary(Operator::Less, Typed::constant(0)).binary(Operator::Either, a.binary(operator, b)));
            }
            Operator::Less | Operator::LessEqual if !signed && b.range.lo >= 0 && self.is_steady(&a) => {
                return Ok(Typed::constant(0).binary(Operator::LessEqual, a.clone()).binary(Operator::Both, a.binary(operator, b)));
            }
            Operator::Less | Operator::LessEqual if !signed && !is_natural => {
                let flip = |value: Typed| value.binary(Operator::Xor, Typed::constant(i64::from(i32::MIN)));
                return Ok(flip(a).binary(operator, flip(b)));
            }
            Operator::Div | Operator::Rem if b.range.contains(0) => return Err("a division by what may be zero".to_owned()),
            Operator::Div | Operator::Rem if b.range.contains(-1) && a.range.contains(i64::from(i32::MIN)) => return Err(too_wide()),
            Operator::Div | Operator::Rem if !signed && !is_natural => {
                return Err("a division of unsigned integers that may be larger than Promela's".to_owned());
            }
            Operator::Div | Operator::Rem if bits > 32 && !exact(operator, a.range, b.range).is_within(Range::INT) => return Err(too_wide()),
            Operator::Shl | Operator::Shr => return shift(operator, a, b, (bits, signed)),
            Operator::Add | Operator::Sub | Operator::Mul if bits > 32 && !exact(operator, a.range, b.range).is_within(Range::INT) => return Err(too_wide()),
            _ => {}
        }
        let made = a.binary(operator, b);
        Ok(if bits < 32 && !op.gives_truth() { made.wrapped(bits, signed) } else { made })
    }

    /// Is it the same however often it is read?
    fn is_steady(&self, value: &Typed) -> bool {
        let mut is_steady = true;
        value.value.reads(&mut |place| is_steady &= self.memory.variables[place.var].process.is_some());
        is_steady
    }

    fn cast(&mut self, context: ContextId, a: ExprId, ty: TypeId) -> Made<Operand> {
        let operand = self.operand(context, a)?;
        let from = self.program.types.get(self.program.exprs.ty(a)).clone();
        let to = self.program.types.get(ty).clone();
        if matches!(from, Type::Float(_)) || matches!(to, Type::Float(_)) {
            return Err("a floating-point number".to_owned());
        }
        match (operand, &to) {
            (operand, Type::Pointer(_)) => Ok(operand),
            (Operand::Number(value), _) => {
                let from_bits = self.program.types.scalar_bits(self.program.exprs.ty(a)).unwrap_or(64);
                let is_signed = matches!(from, Type::Int { signed: true, .. });
                narrowed(value, (from_bits, is_signed), &to).map(Operand::Number)
            }
            (_, Type::Bool) => Ok(Operand::Number(Typed::constant(1))),
            (operand, _) => self.number(operand).map(Operand::Number),
        }
    }
}

/// The value as one of another type.
fn narrowed(value: Typed, (from_bits, is_signed): (u16, bool), to: &Type) -> Made<Typed> {
    match *to {
        Type::Bool => Ok(value.truth()),
        Type::Int { bits: bits @ (8 | 16), signed } => Ok(value.wrapped(bits, signed)),
        // The upper half of an unsigned integer is negative here, but would not be when it is wider.
        Type::Int { bits: 64, .. } if from_bits == 32 && !is_signed && value.range.lo < 0 => Err(too_wide()),
        Type::Int { bits: 32 | 64, .. } => Ok(value),
        _ => Err("a conversion to what is no integer".to_owned()),
    }
}

fn too_wide() -> String {
    "a result that may need more than the 32 bits that Promela has".to_owned()
}

/// A shift, whose distance counts modulo the width.
fn shift(operator: Operator, a: Typed, by: Typed, (bits, signed): (u16, bool)) -> Made<Typed> {
    let by = match by.as_const() {
        Some(by) => Typed::constant(by & i64::from(bits - 1)),
        None => by.binary(Operator::And, Typed::constant(i64::from(bits.max(32) - 1))),
    };
    if operator == Operator::Shl {
        let largest = a.range.lo.abs().max(a.range.hi.abs()).checked_shl(by.range.hi as u32).filter(|_| by.range.hi < 31);
        let is_exact = largest.is_some_and(|largest| largest <= i64::from(i32::MAX));
        if bits > 32 && !is_exact {
            return Err(too_wide());
        }
        let made = a.binary(operator, by);
        return Ok(if bits < 32 { made.wrapped(bits, signed) } else { made });
    }
    match by.as_const() {
        _ if signed || a.range.lo >= 0 => Ok(a.binary(operator, if bits > 32 { clamp(by)? } else { by })),
        Some(0) => Ok(a),
        Some(by) if bits == 32 => Ok(a.binary(operator, Typed::constant(by)).binary(Operator::And, Typed::constant((1 << (32 - by)) - 1))),
        _ => Err("a shift of an unsigned integer that may be larger than Promela's".to_owned()),
    }
}

/// A distance that shifts what has 64 bits in C.
fn clamp(by: Typed) -> Made<Typed> {
    if by.range.hi < 32 { Ok(by) } else { Err(too_wide()) }
}

/// Is there a type of the model for values of this one?
pub(super) fn is_scalar(translator: &Translator<'_>, ty: TypeId) -> bool {
    bounds(translator.program, ty).is_ok()
}
