//! gcc's atomic operations. To a single thread they are what they are without being atomic.

use super::convert::Value;
use super::types::CType;
use super::{Result, Unit};
use crate::c::tree::{ExprKind, Init, InitPart, Stmt, StmtKind, VarId, VarKind, made_up};
use goto::{BinOp, Location};
use lang_c::ast::Expression;
use lang_c::span::{Node, Span};

impl Unit<'_> {
    /// A call of `__sync_...` or `__atomic_...`.
    pub fn atomic(&mut self, name: &str, arguments: &[Node<Expression>], span: Span, loc: Location) -> Result<Option<Value>> {
        let plain = name.trim_start_matches("__sync_").trim_start_matches("__atomic_");
        let Some((first, rest)) = arguments.split_first() else { return self.atomic_without_object(plain, name, loc).map(Some) };
        if matches!(plain, "thread_fence" | "signal_fence") {
            return self.atomic_without_object("synchronize", name, loc).map(Some);
        }
        let pointer = self.rvalue(first)?;
        let Some(to) = self.c.types.pointee(pointer.ty) else {
            return self.error(first.span, format!("`{name}` on a value of type `{}`", self.spell(pointer.ty)));
        };
        let to = self.c.types.unqualified(to);
        if let (Some((op, old)), [value, ..]) = (update(plain), rest)
            && self.c.types.is_integer(to)
        {
            let place = self.deref(pointer, loc);
            let value = self.rvalue(value)?;
            // Atomic arithmetic wraps.
            return self.step_by(op, place, value, old, span, made_up(loc)).map(Some);
        }
        let scalar = self.c.types.is_scalar(to);
        let value = match (plain, rest) {
            ("load_n", _) if scalar => {
                let place = self.deref(pointer, loc);
                self.decay(place)
            }
            ("store_n", [value, ..]) if scalar => {
                let value = self.rvalue(value)?;
                let stored = self.store(pointer, value, to, span, loc)?;
                self.drop_value(stored)
            }
            ("lock_release" | "clear", _) if scalar => {
                let int = self.c.types.int();
                let zero = self.constant(0, int, loc);
                let stored = self.store(pointer, zero, to, span, loc)?;
                self.drop_value(stored)
            }
            ("lock_test_and_set" | "exchange_n", [value, ..]) if scalar => {
                let value = self.rvalue(value)?;
                self.exchange(pointer, value, to, span, loc)?
            }
            ("test_and_set", _) if scalar => {
                let int = self.c.types.int();
                let one = self.constant(1, int, loc);
                let old = self.exchange(pointer, one, to, span, loc)?;
                let bool = self.c.types.bool();
                self.cast(old, bool)
            }
            ("bool_compare_and_swap" | "compare_exchange_n" | "compare_exchange", _) => {
                let bool = self.c.types.bool();
                self.unknown(name, bool, loc)
            }
            ("load" | "store" | "exchange" | "store_n" | "lock_release" | "clear", _) => {
                let void = self.c.types.void();
                self.unknown(name, void, loc)
            }
            _ => self.unknown(name, to, loc),
        };
        Ok(Some(value))
    }

    fn atomic_without_object(&mut self, plain: &str, name: &str, loc: Location) -> Result<Value> {
        if plain != "synchronize" {
            let void = self.c.types.void();
            return Ok(self.unknown(name, void, loc));
        }
        let int = self.c.types.int();
        let zero = self.constant(0, int, loc);
        Ok(self.drop_value(zero))
    }

    fn store(&mut self, pointer: Value, value: Value, to: CType, span: Span, loc: Location) -> Result<Value> {
        let place = self.deref(pointer, loc);
        let value = self.convert(value, to, span)?;
        Ok(self.value(ExprKind::Assign { place: Box::new(place.expr), value: Box::new(value.expr) }, to, loc))
    }

    /// `({ T *p = pointer, old = *p; *p = value; old; })`
    fn exchange(&mut self, pointer: Value, value: Value, to: CType, span: Span, loc: Location) -> Result<Value> {
        let mut body = Vec::new();
        let pointer_type = pointer.ty;
        let held = self.hold(pointer, &mut body);
        let pointer = self.value(ExprKind::Var(held), pointer_type, loc);
        let place = self.deref(pointer, loc);
        let before = self.decay(place);
        let old = self.hold(before, &mut body);
        let pointer = self.value(ExprKind::Var(held), pointer_type, loc);
        let stored = self.store(pointer, value, to, span, loc)?;
        body.push(Stmt { kind: StmtKind::Expr(stored.expr), loc });
        let result = self.value(ExprKind::Var(old), to, loc).expr;
        Ok(self.value(ExprKind::Statements { body, value: Some(Box::new(result)) }, to, loc))
    }

    /// Keeps a value in a variable of its own, which `body` declares.
    pub fn hold(&mut self, value: Value, body: &mut Vec<Stmt>) -> VarId {
        let loc = value.expr.loc;
        let var = self.c.new_var("", value.ty, VarKind::Local, loc);
        let init = Init { zero: false, parts: vec![InitPart { path: Vec::new(), value: value.expr }] };
        body.push(Stmt { kind: StmtKind::Decl { var, init: Some(init) }, loc });
        var
    }
}

/// The operator of an update, and whether the old value is the result.
fn update(plain: &str) -> Option<(BinOp, bool)> {
    let fetch = plain.strip_prefix("fetch_and_").or_else(|| plain.strip_prefix("fetch_")).map(|op| (op, true));
    let (op, old) = fetch.or_else(|| plain.strip_suffix("_and_fetch").or_else(|| plain.strip_suffix("_fetch")).map(|op| (op, false)))?;
    let op = match op {
        "add" => BinOp::Add,
        "sub" => BinOp::Sub,
        "and" => BinOp::BitAnd,
        "or" => BinOp::BitOr,
        "xor" => BinOp::BitXor,
        _ => return None,
    };
    Some((op, old))
}
