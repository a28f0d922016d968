//! Initialisers of static objects: each value becomes a constant or the address of something, as gcc computes it when it compiles or links.
//! What would have to be read from memory when the program starts is read here, from the initialisers of constant objects; nothing is left to the order
//! in which objects come to life. What gcc cannot compute is an error.

use super::fold::Pure;
use super::{Result, Unit};
use crate::tree::{Callee, Expr, ExprKind, FunctionId, Init, InitPart, Selector, StmtKind, VarId, VarKind};
use goto::interp::value::{self, Scalar};
use goto::{BinOp, Bits, Location, Type, TypeId, UnOp};
use lang_c::span::Span;
use rustc_hash::FxHashMap;

/// What the value of a scalar is before the program starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StaticValue {
    Number(Bits),
    /// So many bytes, modulo the address space, behind the start of something.
    Address(Object, Bits),
    /// A number that a function of the library gives for numbers: computed before the program starts, since it depends on no object.
    Computed,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Object {
    Var(VarId),
    Function(FunctionId),
}

/// Why an initialiser has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Trouble {
    NotConstant,
    /// An address is not known before the program is loaded, and the loader can do no more than add to it.
    NotAtLoadTime,
}

type Found<T> = std::result::Result<T, Trouble>;

/// Variables of which several parts get their value: what that is.
type Held = FxHashMap<VarId, StaticValue>;

impl Unit<'_> {
    /// The initialiser of a static object, with values that can be stored in any order.
    pub(super) fn constant_initializer(&mut self, init: Init, span: Span) -> Result<Init> {
        let mut parts = Vec::new();
        let mut held = Held::default();
        for part in init.parts {
            if let Err(trouble) = self.add_part(part, &mut parts, &mut held) {
                return self.error(
                    span,
                    match trouble {
                        Trouble::NotConstant => "the initialiser of a static object is not constant",
                        Trouble::NotAtLoadTime => "the initialiser of a static object cannot be computed when the program is loaded",
                    },
                );
            }
        }
        Ok(Init { zero: init.zero, parts })
    }

    fn add_part(&mut self, part: InitPart, parts: &mut Vec<InitPart>, held: &mut Held) -> Found<()> {
        let InitPart { path, mut value } = part;
        if matches!(value.kind, ExprKind::Unsupported(_)) {
            parts.push(InitPart { path, value });
            return Ok(());
        }
        if self.scalar(value.ty).is_none() {
            return self.add_whole(&path, value, parts, held);
        }
        let known = self.whole_scalar(&value, held)?;
        let narrow = |to: &Type| !matches!(to, Type::Pointer(_));
        match known {
            StaticValue::Number(bits) => value.kind = ExprKind::Const(bits),
            // The compiler makes a truth value of an address only where it computes with it.
            StaticValue::Address(..) if narrow(self.c.types.goto.get(value.ty)) && !self.holds_address(value.ty) => return Err(Trouble::NotAtLoadTime),
            StaticValue::Address(object, offset) if !self.names_address(&value) => value = self.address_expr(object, offset, value.ty, value.loc),
            StaticValue::Address(..) | StaticValue::Computed => {}
        }
        parts.push(InitPart { path, value });
        Ok(())
    }

    /// A scalar that stands for itself. Only here gcc takes a literal in braces for the value that it holds.
    fn whole_scalar(&self, value: &Expr, held: &mut Held) -> Found<StaticValue> {
        match &value.kind {
            ExprKind::CompoundLiteral { var, init } => {
                let Some([part]) = init.as_ref().or(self.c.vars[*var].init.as_ref()).map(|init| init.parts.as_slice()) else {
                    let bits = self.c.types.goto.scalar_bits(value.ty).ok_or(Trouble::NotConstant)?;
                    return Ok(StaticValue::Number(Bits::zero(bits)));
                };
                let known = self.whole_scalar(&part.value, held)?;
                held.insert(*var, known);
                Ok(known)
            }
            ExprKind::Var(id) if held.contains_key(id) => Ok(held[id]),
            ExprKind::Cast(inner)
                if matches!(self.c.types.goto.get(value.ty), Type::Bool)
                    && self.names_address(inner)
                    && !self.is_address(inner)
                    && self.evaluate_static(inner).is_none() =>
            {
                Err(Trouble::NotAtLoadTime)
            }
            ExprKind::Statements { body, value: Some(value) } if body.iter().all(|s| matches!(s.kind, StmtKind::Empty)) => self.whole_scalar(value, held),
            _ => self.known(value),
        }
    }

    /// A record or vector: its parts, one by one. The rest of the object is zero.
    fn add_whole(&mut self, path: &[Selector], value: Expr, parts: &mut Vec<InitPart>, held: &mut Held) -> Found<()> {
        let joined = |inner: &[Selector]| path.iter().chain(inner).copied().collect::<Vec<_>>();
        match value.kind {
            ExprKind::CompoundLiteral { init: Some(init), .. } => {
                init.parts.into_iter().try_for_each(|part| self.add_part(InitPart { path: joined(&part.path), value: part.value }, parts, held))
            }
            ExprKind::Conditional { cond, then, other } => match self.truth_known(&cond.expr)? {
                true => self.add_whole(path, *then, parts, held),
                false => self.add_whole(path, *other, parts, held),
            },
            _ => {
                let (object, at) = self.constant_part(&value).ok_or(Trouble::NotConstant)?;
                let Some(init) = &self.c.vars[object].init else { return Err(Trouble::NotConstant) };
                let mut copies = Vec::new();
                for part in init.parts.iter().filter(|part| part.path.starts_with(&at)) {
                    copies.push((joined(&part.path[at.len()..]), self.known(&part.value)?, part.value.ty, part.value.loc));
                }
                // An expression of a type around the place would hold the place as well.
                if init.parts.iter().any(|part| part.path.len() < at.len() && at.starts_with(&part.path)) {
                    return Err(Trouble::NotConstant);
                }
                for (path, known, ty, loc) in copies {
                    let value = self.known_expr(known, ty, loc).ok_or(Trouble::NotConstant)?;
                    parts.push(InitPart { path, value });
                }
                Ok(())
            }
        }
    }

    /// The value of a scalar expression.
    fn known(&self, e: &Expr) -> Found<StaticValue> {
        if let Some(bits) = self.evaluate_static(e) {
            return Ok(StaticValue::Number(bits));
        }
        match &e.kind {
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => self.place_address(place),
            ExprKind::Cast(inner) => self.converted(self.known(inner)?, inner.ty, e.ty),
            ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..) => self.truth_known(e).map(|truth| StaticValue::Number(Bits::bool(truth))),
            ExprKind::Neg(a) => self.known_unary(UnOp::Neg, a),
            ExprKind::BitNot(a) => self.known_unary(UnOp::BitNot, a),
            ExprKind::Binary(op, a, b) | ExprKind::BinaryReversed(op, a, b) => self.known_binary(*op, a, b),
            ExprKind::Conditional { cond, then, other } => match self.truth_known(&cond.expr)? {
                true => self.known(then),
                false => self.known(other),
            },
            ExprKind::Elvis { value, other } => match self.known(value)? {
                StaticValue::Number(bits) if !bits.is_true() => self.known(other),
                known => Ok(known),
            },
            ExprKind::Call { callee: Callee::Direct(id), args, .. } => self.called(*id, args, e.ty),
            ExprKind::Var(_) | ExprKind::Field(..) | ExprKind::Index(..) => self.read_constant(e),
            _ => Err(Trouble::NotConstant),
        }
    }

    fn known_unary(&self, op: UnOp, a: &Expr) -> Found<StaticValue> {
        match (self.known(a)?, self.scalar(a.ty)) {
            (StaticValue::Number(bits), Some(ty)) => value::unary(op, ty, bits).map(StaticValue::Number).map_err(|_| Trouble::NotConstant),
            (StaticValue::Computed, _) => Ok(StaticValue::Computed),
            _ => Err(Trouble::NotConstant),
        }
    }

    fn converted(&self, known: StaticValue, from: TypeId, to: TypeId) -> Found<StaticValue> {
        match known {
            StaticValue::Number(bits) => self.convert_constant(bits, from, to).map(StaticValue::Number).ok_or(Trouble::NotConstant),
            StaticValue::Computed => Ok(StaticValue::Computed),
            StaticValue::Address(object, _) if matches!(self.c.types.goto.get(to), Type::Bool) => match self.is_certain(object) {
                true => Ok(StaticValue::Number(Bits::bool(true))),
                false => Err(Trouble::NotAtLoadTime),
            },
            StaticValue::Address(..) if self.holds_address(to) => Ok(known),
            StaticValue::Address(..) => Err(Trouble::NotAtLoadTime),
        }
    }

    fn truth_known(&self, e: &Expr) -> Found<bool> {
        match &e.kind {
            ExprKind::Not(a) => self.truth_known(a).map(|truth| !truth),
            ExprKind::And(a, b) => Ok(self.truth_known(&a.expr)? && self.truth_known(&b.expr)?),
            ExprKind::Or(a, b) => Ok(self.truth_known(&a.expr)? || self.truth_known(&b.expr)?),
            _ => match self.known(e)? {
                StaticValue::Number(bits) => Ok(bits.is_true()),
                _ => Err(Trouble::NotConstant),
            },
        }
    }

    fn known_binary(&self, op: BinOp, a: &Expr, b: &Expr) -> Found<StaticValue> {
        let width = self.c.types.goto.model().pointer_bits();
        let (x, y) = (self.known(a)?, self.known(b)?);
        let steps = |bits: Bits, size: u64| bits.resize(width, true).mul(Bits::new(width, u128::from(size)));
        let size = || self.target_size(a.ty).ok_or(Trouble::NotConstant);
        match (op, x, y) {
            (_, StaticValue::Number(x), StaticValue::Number(y)) => self.numbers(op, a, x, y),
            (BinOp::PtrAdd, StaticValue::Address(object, offset), StaticValue::Number(n)) => Ok(StaticValue::Address(object, offset.add(steps(n, size()?)))),
            (BinOp::PtrAdd, StaticValue::Number(start), StaticValue::Address(object, offset)) if size()? == 1 => {
                Ok(StaticValue::Address(object, offset.add(start)))
            }
            (BinOp::Add, StaticValue::Address(object, offset), StaticValue::Number(n))
            | (BinOp::Add, StaticValue::Number(n), StaticValue::Address(object, offset)) => Ok(StaticValue::Address(object, offset.add(n))),
            (BinOp::Sub, StaticValue::Address(object, offset), StaticValue::Number(n)) => Ok(StaticValue::Address(object, offset.sub(n))),
            (BinOp::Sub, StaticValue::Address(p, m), StaticValue::Address(q, n)) if p == q => Ok(StaticValue::Number(m.sub(n))),
            (BinOp::PtrDiff, StaticValue::Address(p, m), StaticValue::Address(q, n)) if p == q => {
                let size = Bits::new(width, u128::from(size()?));
                if size.is_zero() { Err(Trouble::NotConstant) } else { Ok(StaticValue::Number(m.sub(n).sdiv(size))) }
            }
            (BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le, StaticValue::Address(p, m), StaticValue::Address(q, n)) if p == q => {
                let ty = Scalar::Int { bits: width, signed: true };
                value::binary(op, ty, m, n).map(StaticValue::Number).map_err(|_| Trouble::NotConstant)
            }
            (BinOp::Eq | BinOp::Ne, StaticValue::Address(p, m), StaticValue::Address(q, n)) if self.are_apart((p, m), (q, n)) => {
                Ok(StaticValue::Number(Bits::bool(op == BinOp::Ne)))
            }
            (BinOp::Eq | BinOp::Ne, StaticValue::Address(object, _), StaticValue::Number(n))
            | (BinOp::Eq | BinOp::Ne, StaticValue::Number(n), StaticValue::Address(object, _))
                if n.is_zero() && self.is_certain(object) =>
            {
                Ok(StaticValue::Number(Bits::bool(op == BinOp::Ne)))
            }
            (_, StaticValue::Computed, StaticValue::Number(_) | StaticValue::Computed) | (_, StaticValue::Number(_), StaticValue::Computed) => {
                Ok(StaticValue::Computed)
            }
            _ => Err(Trouble::NotConstant),
        }
    }

    fn numbers(&self, op: BinOp, a: &Expr, x: Bits, y: Bits) -> Found<StaticValue> {
        let ty = self.scalar(a.ty).ok_or(Trouble::NotConstant)?;
        match op {
            // The operands without addresses have been tried.
            BinOp::PtrAdd | BinOp::PtrDiff | BinOp::Shl | BinOp::Shr => Err(Trouble::NotConstant),
            _ => value::binary(op, ty, x, y).map(StaticValue::Number).map_err(|_| Trouble::NotConstant),
        }
    }

    /// Do two addresses in different objects differ for certain? One just behind an object may be that of the next one, and literals may share their room.
    fn are_apart(&self, a: (Object, Bits), b: (Object, Bits)) -> bool {
        let inside = |(object, offset): (Object, Bits)| match object {
            Object::Function(_) => offset.is_zero(),
            Object::Var(id) => {
                !self.c.vars[id].name.is_empty() && self.c.types.goto.size_of(self.c.vars[id].ty).is_some_and(|s| offset.unsigned() < u128::from(s))
            }
        };
        [a, b].into_iter().all(|address| inside(address) && self.is_certain(address.0))
    }

    /// Is it something that is certainly there?
    fn is_certain(&self, object: Object) -> bool {
        match object {
            Object::Var(id) => !self.c.vars[id].weak,
            Object::Function(id) => !self.c.functions[id].weak,
        }
    }

    /// A place that is an object or function as a whole, which is certainly there.
    pub(super) fn is_certain_object(&self, place: &Expr) -> bool {
        matches!(self.place_address(place), Ok(StaticValue::Address(object, offset)) if offset.is_zero() && self.is_certain(object))
    }

    /// The types that the loader can put an address into.
    fn holds_address(&self, ty: TypeId) -> bool {
        let width = self.c.types.goto.model().pointer_bits();
        matches!(self.scalar(ty), Some(Scalar::Int { bits, .. }) if bits == width) || matches!(self.c.types.goto.get(ty), Type::Pointer(_))
    }

    fn place_address(&self, place: &Expr) -> Found<StaticValue> {
        let width = self.c.types.goto.model().pointer_bits();
        let moved = |known, bytes: Bits| match known {
            StaticValue::Address(object, offset) => Ok(StaticValue::Address(object, offset.add(bytes))),
            StaticValue::Number(start) => Ok(StaticValue::Number(start.add(bytes))),
            StaticValue::Computed => Err(Trouble::NotConstant),
        };
        match &place.kind {
            ExprKind::Var(id) | ExprKind::CompoundLiteral { var: id, init: None } => {
                let var = &self.c.vars[*id];
                let known = matches!(var.kind, VarKind::Static | VarKind::Extern) && !var.thread_local;
                if known { Ok(StaticValue::Address(Object::Var(*id), Bits::zero(width))) } else { Err(Trouble::NotConstant) }
            }
            ExprKind::Function(id) => Ok(StaticValue::Address(Object::Function(*id), Bits::zero(width))),
            ExprKind::Field(base, field) => {
                let offset = self.c.types.goto.record_body(base.ty).and_then(|body| Some(body.fields.get(*field)?.offset)).ok_or(Trouble::NotConstant)?;
                moved(self.place_address(base)?, Bits::new(width, u128::from(offset)))
            }
            ExprKind::Index(base, index) => {
                let StaticValue::Number(n) = self.known(index)? else { return Err(Trouble::NotConstant) };
                let (Some(ty), Some(size)) = (self.scalar(index.ty), self.c.types.goto.size_of(place.ty)) else { return Err(Trouble::NotConstant) };
                let n = value::cast(ty, Scalar::Int { bits: width, signed: true }, n);
                moved(self.place_address(base)?, n.mul(Bits::new(width, u128::from(size))))
            }
            ExprKind::Deref(pointer) => self.known(pointer),
            _ => Err(Trouble::NotConstant),
        }
    }

    /// The constant object that a place is a part of, and which one.
    fn constant_part(&self, place: &Expr) -> Option<(VarId, Vec<Selector>)> {
        match &place.kind {
            ExprKind::CompoundLiteral { var, init: None } => Some((*var, Vec::new())),
            ExprKind::Var(id) => {
                let var = &self.c.vars[*id];
                (var.kind == VarKind::Static && var.constant && !var.volatile && var.init.is_some()).then(|| (*id, Vec::new()))
            }
            ExprKind::Field(base, field) => {
                let (id, mut path) = self.constant_part(base)?;
                path.push(Selector::Field(*field));
                Some((id, path))
            }
            ExprKind::Index(base, index) => {
                let (id, mut path) = self.constant_part(base)?;
                let index = self.evaluate_static(index)?.to_i128(self.c.types.goto.is_signed(index.ty));
                let Type::Array { len: Some(len), .. } = *self.c.types.goto.get(base.ty) else { return None };
                path.push(Selector::Index(u64::try_from(index).ok().filter(|&index| index < len)?));
                Some((id, path))
            }
            _ => None,
        }
    }

    /// What a scalar part of a constant object holds.
    fn read_constant(&self, place: &Expr) -> Found<StaticValue> {
        let (object, path) = self.constant_part(place).ok_or(Trouble::NotConstant)?;
        let init = self.c.vars[object].init.as_ref().ok_or(Trouble::NotConstant)?;
        match init.parts.iter().rev().find(|part| part.path.starts_with(&path) || path.starts_with(&part.path)) {
            Some(part) if part.path == path && part.value.ty == place.ty => self.known(&part.value),
            Some(_) => Err(Trouble::NotConstant),
            None if self.is_in_union(object, &path) => Err(Trouble::NotConstant),
            None => self.c.types.goto.scalar_bits(place.ty).map(|bits| StaticValue::Number(Bits::zero(bits))).ok_or(Trouble::NotConstant),
        }
    }

    /// Does a path lead through a union, where other members may have given the place its value?
    fn is_in_union(&self, object: VarId, path: &[Selector]) -> bool {
        let types = &self.c.types.goto;
        let mut ty = self.c.vars[object].ty;
        for selector in path {
            ty = match (types.get(ty), *selector) {
                (Type::Array { elem, .. }, _) => *elem,
                (Type::Record(id), Selector::Field(field)) if types.records[*id].kind == goto::RecordKind::Struct => {
                    match types.record_body(ty).and_then(|body| body.fields.get(field)) {
                        Some(field) => field.ty,
                        None => return true,
                    }
                }
                _ => return true,
            };
        }
        false
    }

    /// What a function of the library gives that the compiler knows.
    fn called(&self, id: FunctionId, args: &[Expr], ty: TypeId) -> Found<StaticValue> {
        let name = &self.c.functions[id].name;
        match super::fold::pure(name).ok_or(Trouble::NotConstant)? {
            Pure::Number(compute) => {
                let [StaticValue::Number(n)] = self.all_known(args)?[..] else { return Err(Trouble::NotConstant) };
                let bits = self.c.types.goto.scalar_bits(ty).ok_or(Trouble::NotConstant)?;
                compute(n).map(|n| StaticValue::Number(Bits::from_signed(bits, n))).ok_or(Trouble::NotConstant)
            }
            Pure::Text(compute) => {
                let known = self.all_known(args)?;
                let texts: Vec<Vec<u8>> = known.iter().map_while(|known| self.text_at(*known)).collect();
                let numbers: Vec<u128> =
                    known.iter().skip(texts.len()).filter_map(|known| if let StaticValue::Number(n) = known { Some(n.unsigned()) } else { None }).collect();
                if texts.len() + numbers.len() < known.len() {
                    return Err(Trouble::NotConstant);
                }
                let bits = self.c.types.goto.scalar_bits(ty).ok_or(Trouble::NotConstant)?;
                compute(&texts, &numbers).map(|n| StaticValue::Number(Bits::from_signed(bits, n))).ok_or(Trouble::NotConstant)
            }
            Pure::Math => match self.all_known(args)?.iter().any(|known| matches!(known, StaticValue::Address(..))) {
                true => Err(Trouble::NotConstant),
                false => Ok(StaticValue::Computed),
            },
        }
    }

    fn all_known(&self, args: &[Expr]) -> Found<Vec<StaticValue>> {
        args.iter().map(|arg| self.known(arg)).collect()
    }

    /// The bytes of a constant text from an address on, up to the end of its object.
    fn text_at(&self, known: StaticValue) -> Option<Vec<u8>> {
        let StaticValue::Address(Object::Var(id), offset) = known else { return None };
        let var = &self.c.vars[id];
        let init = var.init.as_ref().filter(|_| var.kind == VarKind::Static && var.constant && !var.volatile)?;
        let Type::Array { elem, len: Some(len) } = *self.c.types.goto.get(var.ty) else { return None };
        if self.c.types.goto.size_of(elem) != Some(1) {
            return None;
        }
        let mut bytes = vec![0; usize::try_from(len).ok()?];
        for part in &init.parts {
            let ([Selector::Index(index)], ExprKind::Const(bits)) = (part.path.as_slice(), &part.value.kind) else { return None };
            *bytes.get_mut(usize::try_from(*index).ok()?)? = bits.unsigned() as u8;
        }
        Some(bytes.split_off(usize::try_from(offset.unsigned()).ok().filter(|&at| at <= bytes.len())?))
    }

    /// Is an expression nothing but an address, without anything to be read?
    fn names_address(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Const(_) => true,
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => self.names_place(place),
            ExprKind::Cast(inner) => self.names_address(inner),
            ExprKind::Binary(_, a, b) | ExprKind::BinaryReversed(_, a, b) => self.names_address(a) && self.names_address(b),
            _ => false,
        }
    }

    fn names_place(&self, place: &Expr) -> bool {
        match &place.kind {
            ExprKind::Var(_) | ExprKind::Function(_) | ExprKind::CompoundLiteral { init: None, .. } => true,
            ExprKind::Field(base, _) => self.names_place(base),
            ExprKind::Index(base, index) => self.names_place(base) && self.names_address(index),
            ExprKind::Deref(pointer) => self.names_address(pointer),
            _ => false,
        }
    }

    fn known_expr(&mut self, known: StaticValue, ty: TypeId, loc: Location) -> Option<Expr> {
        match known {
            StaticValue::Number(bits) => Some(Expr { kind: ExprKind::Const(bits), ty, loc }),
            StaticValue::Address(object, offset) => Some(self.address_expr(object, offset, ty, loc)),
            StaticValue::Computed => None,
        }
    }

    /// The address so many bytes behind the start of something, in a type that holds it.
    fn address_expr(&mut self, object: Object, offset: Bits, ty: TypeId, loc: Location) -> Expr {
        let types = &mut self.c.types.goto;
        let (kind, to) = match object {
            Object::Var(id) => (ExprKind::Var(id), self.c.vars[id].ty),
            Object::Function(id) => (ExprKind::Function(id), self.c.functions[id].ty),
        };
        let (start, byte) = (types.pointer(to), types.int(8, true));
        let (bytes, distance) = (types.pointer(byte), types.ptrdiff());
        let expr = |kind, ty| Expr { kind, ty, loc };
        let cast = |e: Expr, ty: TypeId| if e.ty == ty { e } else { expr(ExprKind::Cast(Box::new(e)), ty) };
        let mut address = expr(ExprKind::AddressOf(Box::new(expr(kind, to))), start);
        if !offset.is_zero() {
            let steps = expr(ExprKind::Const(offset), distance);
            address = expr(ExprKind::Binary(BinOp::PtrAdd, Box::new(cast(address, bytes)), Box::new(steps)), bytes);
        }
        cast(address, ty)
    }
}
