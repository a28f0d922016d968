//! gcc's atomic operations, and accesses to atomic objects. To a single thread they are what they are without being atomic; where there are others, they are sections that
//! nobody interrupts, whose operands are evaluated before.

use super::attribute::Linking;
use super::convert::Value;
use super::types::{CType, IntKind, Kind, Params, Signature};
use super::{Result, Unit};
use crate::tree::{Callee, Condition, ExprKind, Init, InitPart, Stmt, StmtKind, VarId, VarKind, made_up};
use goto::{BinOp, Location};
use lang_c::ast::Expression;
use lang_c::span::{Node, Span};

/// A pointer that is kept in a variable.
#[derive(Clone, Copy)]
struct Held {
    var: VarId,
    ty: CType,
}

impl Unit<'_> {
    /// A call of `__sync_...` or `__atomic_...`.
    pub(super) fn atomic(&mut self, name: &str, arguments: &[Node<Expression>], span: Span, loc: Location) -> Result<Option<Value>> {
        let plain = name.trim_start_matches("__sync_").trim_start_matches("__atomic_");
        let sized = ["_1", "_2", "_4", "_8", "_16"].iter().find_map(|size| plain.strip_suffix(size));
        // `__atomic_load_4` is `__atomic_load_n` on four bytes.
        let long;
        let plain = match sized {
            Some(base @ ("load" | "store" | "exchange" | "compare_exchange")) => {
                long = format!("{base}_n");
                long.as_str()
            }
            Some(base) => base,
            None => plain,
        };
        let orders = if name.starts_with("__atomic_") { self.effects(arguments.get(operands(plain)..).unwrap_or_default())? } else { Vec::new() };
        if matches!(plain, "synchronize" | "thread_fence" | "signal_fence") {
            let nothing = self.nothing(loc);
            return Ok(Some(self.behind(orders, nothing)));
        }
        if let ("is_lock_free" | "always_lock_free", [size, ..]) = (plain, arguments) {
            return self.lock_free(size, loc).map(Some);
        }
        let Some((first, rest)) = arguments.split_first() else { return Ok(None) };
        let (mut before, orders) = if self.runs_threads_here() { (orders, Vec::new()) } else { (Vec::new(), orders) };
        let pointer = self.operand(first, &mut before)?;
        let Some(to) = self.c.types.pointee(pointer.ty) else {
            return self.error(first.span, format!("`{name}` on a value of type `{}`", self.spell(pointer.ty)));
        };
        let to = self.c.types.unqualified(to);
        let plain_pointer = self.c.types.pointer(to);
        // The section is made here, not by the access to an atomic object.
        let pointer = if self.c.types.dialect.threads { self.cast(pointer, plain_pointer) } else { pointer };
        let scalar = self.c.types.is_scalar(to);
        let value = match (plain, rest) {
            ("test_and_set", _) => {
                let (pointer, bool) = self.as_flag(pointer);
                let one = self.constant(1, bool, loc);
                self.exchange(pointer, one, bool, span, loc)?
            }
            ("clear", _) => {
                let (pointer, bool) = self.as_flag(pointer);
                let zero = self.constant(0, bool, loc);
                let stored = self.store(pointer, zero, bool, span, loc)?;
                self.drop_value(stored)
            }
            (operation, [value, ..]) if update(operation).is_some() && scalar => {
                let value = self.operand(value, &mut before)?;
                let (op, old) = update(operation).unwrap_or((Update::Nand, true));
                self.updated(op, old, pointer, value, to, span, loc)?
            }
            ("load_n", _) if scalar => {
                let place = self.deref(pointer, loc);
                self.decay(place)
            }
            ("store_n", [value, ..]) if scalar => {
                let value = self.operand(value, &mut before)?;
                let stored = self.store(pointer, value, to, span, loc)?;
                self.drop_value(stored)
            }
            ("lock_release", _) if scalar => {
                let int = self.c.types.int();
                let zero = self.constant(0, int, loc);
                let stored = self.store(pointer, zero, to, span, loc)?;
                self.drop_value(stored)
            }
            ("lock_test_and_set" | "exchange_n", [value, ..]) if scalar => {
                let value = self.operand(value, &mut before)?;
                self.exchange(pointer, value, to, span, loc)?
            }
            ("load", [result, ..]) => self.copied(result, pointer, to, span, loc)?,
            ("store", [value, ..]) => {
                let value = self.operand(value, &mut before)?;
                let value = self.deref(value, loc);
                let value = self.decay(value);
                let stored = self.store(pointer, value, to, span, loc)?;
                self.drop_value(stored)
            }
            ("exchange", [value, result, ..]) => {
                let value = self.operand(value, &mut before)?;
                let value = self.deref(value, loc);
                let value = self.decay(value);
                let old = self.exchange(pointer, value, to, span, loc)?;
                let result = self.operand(result, &mut before)?;
                let stored = self.store(result, old, to, span, loc)?;
                self.drop_value(stored)
            }
            ("bool_compare_and_swap" | "val_compare_and_swap", [old, new, ..]) if scalar => {
                let (old, new) = (self.operand(old, &mut before)?, self.operand(new, &mut before)?);
                self.compare_and_swap(plain.starts_with("bool"), pointer, (old, new), to, span, loc)?
            }
            ("compare_exchange_n", [expected, desired, ..]) if scalar => {
                let (expected, desired) = (self.operand(expected, &mut before)?, self.operand(desired, &mut before)?);
                self.compare_exchange(pointer, expected, desired, to, span, loc)?
            }
            ("compare_exchange", [expected, desired, ..]) => {
                let (expected, desired) = (self.operand(expected, &mut before)?, self.operand(desired, &mut before)?);
                self.compare_exchange_bits(pointer, expected, desired, to, span, loc)?
            }
            _ => {
                let void = self.c.types.void();
                self.unknown(name, if scalar { to } else { void }, loc)
            }
        };
        let value = self.behind(orders, value);
        self.in_section(before, value, span).map(Some)
    }

    /// Are there others that could come in between?
    fn runs_threads_here(&self) -> bool {
        self.c.types.dialect.threads && self.function.is_some()
    }

    /// What arguments do beside whose values mean nothing here, such as memory orders.
    pub(super) fn effects(&mut self, arguments: &[Node<Expression>]) -> Result<Vec<Stmt>> {
        let mut done = Vec::new();
        for argument in arguments {
            let value = self.rvalue(argument)?;
            if self.function.is_some() && !matches!(value.expr.kind, ExprKind::Const(_)) {
                let loc = value.expr.loc;
                done.push(Stmt { kind: StmtKind::Expr(self.drop_value(value).expr), loc });
            }
        }
        Ok(done)
    }

    /// An operand of an atomic operation. Where there are threads it is evaluated before, in `body`.
    fn operand(&mut self, node: &Node<Expression>, body: &mut Vec<Stmt>) -> Result<Value> {
        let value = self.rvalue(node)?;
        let is_constant = matches!(value.expr.kind, ExprKind::Const(_)) || self.c.types.is_void(value.ty);
        if !self.runs_threads_here() || is_constant {
            return Ok(value);
        }
        let loc = value.expr.loc;
        let held = self.keep(value, body);
        Ok(self.read(held, loc))
    }

    /// What comes before, then the value in a section of its own, if there are threads: `({ before; enter(); T v = value; leave(); v; })`.
    pub(super) fn in_section(&mut self, mut before: Vec<Stmt>, value: Value, span: Span) -> Result<Value> {
        if !self.runs_threads_here() {
            return Ok(value);
        }
        let loc = value.expr.loc;
        let enter = self.section_call("__threads_enter", span, loc)?;
        before.push(enter);
        let result = if self.c.types.is_void(value.ty) {
            before.push(Stmt { kind: StmtKind::Expr(value.expr), loc });
            None
        } else {
            let ty = value.ty;
            let var = self.hold(value, &mut before);
            Some((var, ty))
        };
        let leave = self.section_call("__threads_leave", span, loc)?;
        before.push(leave);
        Ok(match result {
            Some((var, ty)) => {
                let result = self.value(ExprKind::Var(var), ty, loc);
                self.statements(before, result)
            }
            None => {
                let void = self.c.types.void();
                self.value(ExprKind::Statements { body: before, value: None }, void, loc)
            }
        })
    }

    fn section_call(&mut self, name: &str, span: Span, loc: Location) -> Result<Stmt> {
        let void = self.c.types.void();
        let params = Params::Prototype { types: Vec::new(), variadic: false };
        let ty = self.c.types.intern(Kind::Function(Signature { ret: void, params }));
        let callee = Callee::Direct(self.declare_function(name, ty, false, &Linking::default(), span)?.0);
        let call = self.value(ExprKind::Call { callee, args: Vec::new(), called: None }, void, loc);
        Ok(Stmt { kind: StmtKind::Expr(call.expr), loc })
    }

    /// A read of an atomic object.
    pub(super) fn read_at_once(&mut self, value: Value) -> Value {
        let (ty, loc) = (value.ty, value.expr.loc);
        match self.in_section(Vec::new(), value, Span::none()) {
            Ok(value) => value,
            // The program declares the function in another way.
            Err(_) => self.unknown("an access to an atomic object", ty, loc),
        }
    }

    fn nothing(&mut self, loc: Location) -> Value {
        let int = self.c.types.int();
        let zero = self.constant(0, int, loc);
        self.drop_value(zero)
    }

    /// Whether x86 has an instruction for objects of that size.
    fn lock_free(&mut self, size: &Node<Expression>, loc: Location) -> Result<Value> {
        let value = self.rvalue(size)?;
        let bool = self.c.types.bool();
        Ok(match self.constant_value(&value) {
            Some(size) => self.constant(i128::from(matches!(size, 1 | 2 | 4 | 8)), bool, loc),
            None => self.unknown("__atomic_is_lock_free of a size that is not constant", bool, loc),
        })
    }

    /// An `atomic_flag`, or whatever it is, as the byte that counts.
    fn as_flag(&mut self, pointer: Value) -> (Value, CType) {
        let bool = self.c.types.bool();
        let ty = self.c.types.pointer(bool);
        (self.cast(pointer, ty), bool)
    }

    fn store(&mut self, pointer: Value, value: Value, to: CType, span: Span, loc: Location) -> Result<Value> {
        let place = self.deref(pointer, loc);
        let value = self.convert(value, to, span)?;
        Ok(self.value(ExprKind::Assign { place: Box::new(place.expr), value: Box::new(value.expr) }, to, loc))
    }

    /// `*result = *pointer`
    fn copied(&mut self, result: &Node<Expression>, pointer: Value, to: CType, span: Span, loc: Location) -> Result<Value> {
        let result = self.rvalue(result)?;
        let place = self.deref(pointer, loc);
        let value = self.decay(place);
        let stored = self.store(result, value, to, span, loc)?;
        Ok(self.drop_value(stored))
    }

    fn keep(&mut self, pointer: Value, body: &mut Vec<Stmt>) -> Held {
        let ty = pointer.ty;
        Held { var: self.hold(pointer, body), ty }
    }

    fn read(&mut self, held: Held, loc: Location) -> Value {
        self.value(ExprKind::Var(held.var), held.ty, loc)
    }

    /// What a pointer that is kept points to.
    fn target(&mut self, held: Held, loc: Location) -> Value {
        let pointer = self.read(held, loc);
        let place = self.deref(pointer, loc);
        self.decay(place)
    }

    fn statements(&mut self, body: Vec<Stmt>, result: Value) -> Value {
        let (ty, loc) = (result.ty, result.expr.loc);
        self.value(ExprKind::Statements { body, value: Some(Box::new(result.expr)) }, ty, loc)
    }

    /// `({ T *p = pointer, old = *p; *p = value; old; })`
    fn exchange(&mut self, pointer: Value, value: Value, to: CType, span: Span, loc: Location) -> Result<Value> {
        let mut body = Vec::new();
        let held = self.keep(pointer, &mut body);
        let before = self.target(held, loc);
        let old = self.keep(before, &mut body);
        let pointer = self.read(held, loc);
        let stored = self.store(pointer, value, to, span, loc)?;
        body.push(Stmt { kind: StmtKind::Expr(stored.expr), loc });
        let result = self.read(old, loc);
        Ok(self.statements(body, result))
    }

    /// `({ T *p = pointer, v = value, old = *p, new = old op v; *p = new; old or new; })`. Pointers count bytes.
    #[allow(clippy::too_many_arguments)]
    fn updated(&mut self, op: Update, old: bool, pointer: Value, value: Value, to: CType, span: Span, loc: Location) -> Result<Value> {
        if let (Update::Operator(op), true) = (op, self.c.types.is_integer(to)) {
            let place = self.deref(pointer, loc);
            // Atomic arithmetic wraps.
            return self.step_by(op, place, value, old, span, made_up(loc));
        }
        let word = if self.c.types.is_pointer(to) { self.c.types.ptrdiff() } else { to };
        let mut body = Vec::new();
        let held = self.keep(pointer, &mut body);
        let value = self.convert(value, word, span)?;
        let value = self.keep(value, &mut body);
        let before = self.target(held, loc);
        let before = self.keep(before, &mut body);
        let (a, b) = (self.read(before, loc), self.read(value, loc));
        let after = self.apply(op, a, b, to, loc);
        let after = self.keep(after, &mut body);
        let (pointer, value) = (self.read(held, loc), self.read(after, loc));
        let stored = self.store(pointer, value, to, span, loc)?;
        body.push(Stmt { kind: StmtKind::Expr(stored.expr), loc });
        let result = self.read(if old { before } else { after }, loc);
        Ok(self.statements(body, result))
    }

    fn apply(&mut self, op: Update, a: Value, b: Value, to: CType, loc: Location) -> Value {
        let value = match op {
            Update::Operator(op @ (BinOp::Add | BinOp::Sub)) if self.c.types.is_pointer(to) => {
                let char = self.c.types.char();
                let bytes = self.c.types.pointer(char);
                let (a, mut b) = (self.cast(a, bytes), b);
                if op == BinOp::Sub {
                    let ty = b.ty;
                    b = self.value(ExprKind::Neg(Box::new(b.expr)), ty, made_up(loc));
                }
                self.value(ExprKind::Binary(BinOp::PtrAdd, Box::new(a.expr), Box::new(b.expr)), bytes, loc)
            }
            Update::Operator(op) => {
                let ty = b.ty;
                let a = self.cast(a, ty);
                self.value(ExprKind::Binary(op, Box::new(a.expr), Box::new(b.expr)), ty, made_up(loc))
            }
            Update::Nand => {
                let int = self.c.types.int();
                let ty = self.common_type(b.ty, int);
                let (a, b) = (self.cast(a, ty), self.cast(b, ty));
                let both = self.value(ExprKind::Binary(BinOp::BitAnd, Box::new(a.expr), Box::new(b.expr)), ty, loc);
                self.value(ExprKind::BitNot(Box::new(both.expr)), ty, loc)
            }
        };
        self.cast(value, to)
    }

    /// `({ T *p = pointer, o = old, n = new, b = *p; bool same = b == o && (*p = n, true); same or b; })`
    fn compare_and_swap(&mut self, success: bool, pointer: Value, (old, new): (Value, Value), to: CType, span: Span, loc: Location) -> Result<Value> {
        let mut body = Vec::new();
        let held = self.keep(pointer, &mut body);
        let old = self.convert(old, to, span)?;
        let old = self.keep(old, &mut body);
        let new = self.convert(new, to, span)?;
        let new = self.keep(new, &mut body);
        let before = self.target(held, loc);
        let before = self.keep(before, &mut body);
        let swapped = self.swapped(held, (before, old), new, to, span, loc)?;
        let swapped = self.keep(swapped, &mut body);
        let result = self.read(if success { swapped } else { before }, loc);
        Ok(self.statements(body, result))
    }

    /// `a == b && (*pointer = new, true)`
    fn swapped(&mut self, pointer: Held, (a, b): (Held, Held), new: Held, to: CType, span: Span, loc: Location) -> Result<Value> {
        let bool = self.c.types.bool();
        let (a, b) = (self.read(a, loc), self.read(b, loc));
        let same = self.value(ExprKind::Binary(BinOp::Eq, Box::new(a.expr), Box::new(b.expr)), bool, loc);
        let (pointer, new) = (self.read(pointer, loc), self.read(new, loc));
        let stored = self.store(pointer, new, to, span, loc)?;
        let done = self.answer(stored, true, loc);
        let both = ExprKind::And(Condition::without_text(same.expr), Condition::without_text(done.expr));
        Ok(self.value(both, bool, loc))
    }

    /// `(effect, answer)`
    fn answer(&mut self, effect: Value, answer: bool, loc: Location) -> Value {
        let bool = self.c.types.bool();
        let effect = self.drop_value(effect);
        let answer = self.constant(i128::from(answer), bool, loc);
        self.value(ExprKind::Comma(Box::new(effect.expr), Box::new(answer.expr)), bool, loc)
    }

    /// `({ T *p = pointer, *e = expected, n = desired, b = *p, o = *e; b == o && (*p = n, true) || (*e = b, false); })`
    fn compare_exchange(&mut self, pointer: Value, expected: Value, desired: Value, to: CType, span: Span, loc: Location) -> Result<Value> {
        let mut body = Vec::new();
        let held = self.keep(pointer, &mut body);
        let expected = self.keep(expected, &mut body);
        let desired = self.convert(desired, to, span)?;
        let desired = self.keep(desired, &mut body);
        let before = self.target(held, loc);
        let before = self.keep(before, &mut body);
        let old = self.target(expected, loc);
        let old = self.convert(old, to, span)?;
        let old = self.keep(old, &mut body);
        let swapped = self.swapped(held, (before, old), desired, to, span, loc)?;
        let (pointer, seen) = (self.read(expected, loc), self.read(before, loc));
        let noted = self.store(pointer, seen, to, span, loc)?;
        let failed = self.answer(noted, false, loc);
        let bool = self.c.types.bool();
        let either = ExprKind::Or(Condition::without_text(swapped.expr), Condition::without_text(failed.expr));
        let result = self.value(either, bool, loc);
        Ok(self.statements(body, result))
    }

    /// As `compare_exchange` with pointers to all three; what is no integer or pointer is compared by its bits.
    fn compare_exchange_bits(&mut self, pointer: Value, expected: Value, desired: Value, to: CType, span: Span, loc: Location) -> Result<Value> {
        let exact = self.c.types.is_integer(to) || self.c.types.is_pointer(to);
        let word = match self.c.types.size_of(to) {
            _ if exact => to,
            Some(1) => self.c.types.int_kind(IntKind::UChar),
            Some(2) => self.c.types.int_kind(IntKind::UShort),
            Some(4) => self.c.types.int_kind(IntKind::UInt),
            Some(8) => self.c.types.int_kind(IntKind::ULongLong),
            Some(16) => self.c.types.int_kind(IntKind::UInt128),
            _ => {
                let bool = self.c.types.bool();
                return Ok(self.unknown(format!("an atomic comparison of values of type `{}`", self.spell(to)), bool, loc));
            }
        };
        let ty = self.c.types.pointer(word);
        let (pointer, expected, desired) = (self.cast(pointer, ty), self.cast(expected, ty), self.cast(desired, ty));
        let desired = self.deref(desired, loc);
        let desired = self.decay(desired);
        self.compare_exchange(pointer, expected, desired, word, span, loc)
    }

    /// Keeps a value in a variable of its own, which `body` declares.
    pub(super) fn hold(&mut self, value: Value, body: &mut Vec<Stmt>) -> VarId {
        let loc = value.expr.loc;
        let var = self.c.new_var("", value.ty, VarKind::Local, loc);
        let init = Init { zero: false, parts: vec![InitPart { path: Vec::new(), value: value.expr }] };
        body.push(Stmt { kind: StmtKind::Decl { var, init: Some(init) }, loc });
        var
    }
}

/// What an update computes.
#[derive(Clone, Copy)]
enum Update {
    Operator(BinOp),
    /// `~(a & b)`
    Nand,
}

/// The operator of an update, and whether the old value is the result.
fn update(plain: &str) -> Option<(Update, bool)> {
    let fetch = plain.strip_prefix("fetch_and_").or_else(|| plain.strip_prefix("fetch_")).map(|op| (op, true));
    let (op, old) = fetch.or_else(|| plain.strip_suffix("_and_fetch").or_else(|| plain.strip_suffix("_fetch")).map(|op| (op, false)))?;
    let op = match op {
        "add" => Update::Operator(BinOp::Add),
        "sub" => Update::Operator(BinOp::Sub),
        "and" => Update::Operator(BinOp::BitAnd),
        "or" => Update::Operator(BinOp::BitOr),
        "xor" => Update::Operator(BinOp::BitXor),
        "nand" => Update::Nand,
        _ => return None,
    };
    Some((op, old))
}

/// How many arguments of `__atomic_...` are no memory orders.
fn operands(operation: &str) -> usize {
    match operation {
        "thread_fence" | "signal_fence" => 0,
        "test_and_set" | "clear" | "load_n" => 1,
        // Whether the last two may fail without reason is not among them.
        "exchange" | "compare_exchange" | "compare_exchange_n" => 3,
        // `load`, `store`, `store_n`, `exchange_n`, and all that compute.
        _ => 2,
    }
}
