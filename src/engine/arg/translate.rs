//! Expressions as terms over cells. What has no cell, and what is not computed here, is a free variable: any value. Operations that end the run for some
//! operands add what they require.

use super::cells::{Cells, Instance};
use goto::{BinOp, Bits, ExprId, ExprKind, FuncId, Program, Storage, SymbolId, Type, TypeId, UnOp};
use term::{TermId, TermPool};

/// Free variables that are no cells.
#[derive(Clone, Debug, Default)]
pub struct Unknowns {
    /// What they are named after.
    pub prefix: String,
    pub variables: Vec<TermId>,
}

impl Unknowns {
    pub fn new(prefix: String) -> Self {
        Self { prefix, variables: Vec::new() }
    }

    pub fn fresh(&mut self, pool: &mut TermPool, width: u16) -> TermId {
        let variable = pool.var(&format!("?{}.{}", self.prefix, self.variables.len()), width);
        self.variables.push(variable);
        variable
    }
}

/// Translation in one call of one function.
pub struct Translator<'t> {
    pub program: &'t Program,
    pub pool: &'t mut TermPool,
    pub cells: &'t mut Cells,
    pub unknowns: &'t mut Unknowns,
    pub instance: Instance,
    /// What must hold for the run to get behind the expressions.
    pub required: Vec<TermId>,
}

impl Translator<'_> {
    /// The value of an expression of scalar type; of another type one meaningless bit.
    pub fn value(&mut self, expr: ExprId) -> TermId {
        let program = self.program;
        let ty = program.exprs.ty(expr);
        let width = program.types.scalar_bits(ty).unwrap_or(1);
        match program.exprs.kind(expr) {
            ExprKind::Const(bits) => self.pool.constant(bits),
            ExprKind::Zero => self.pool.constant(Bits::zero(width)),
            ExprKind::Var(symbol) => match self.cells.variable(program, self.pool, symbol, self.instance) {
                Some(cell) => self.cells.get(cell).value,
                None => self.unknown(width),
            },
            ExprKind::AddressOf(place) => self.address(place, width),
            ExprKind::FunctionAddress(function) => self.function(function),
            ExprKind::Unary(op, a) => self.unary(op, a, width),
            ExprKind::Binary(op, a, b) => self.binary(op, a, b, width),
            ExprKind::Cast(a) => self.cast(a, ty, width),
            ExprKind::Ite { cond, then, other } => {
                let cond = self.value(cond);
                let then = self.under(cond, then);
                let not = self.pool.not(cond);
                let other = self.under(not, other);
                self.pool.ite(cond, then, other)
            }
            ExprKind::Deref(_) | ExprKind::Field { .. } | ExprKind::Index { .. } => self.unknown(width),
            ExprKind::Fma { .. } | ExprKind::Memory { .. } | ExprKind::Heap(_) => self.unknown(width),
            ExprKind::Written(_) | ExprKind::WrittenBytes { .. } | ExprKind::IsBeyond { .. } => self.unknown(width),
        }
    }

    /// Translates an operand that is evaluated only where the condition holds.
    fn under(&mut self, cond: TermId, expr: ExprId) -> TermId {
        let before = self.required.len();
        let value = self.value(expr);
        for i in before..self.required.len() {
            self.required[i] = self.pool.implies(cond, self.required[i]);
        }
        value
    }

    fn unknown(&mut self, width: u16) -> TermId {
        self.unknowns.fresh(self.pool, width)
    }

    /// The address of a function: the same everywhere.
    pub fn function(&mut self, function: FuncId) -> TermId {
        let width = self.program.model().pointer_bits();
        self.pool.var(&format!("&{function}"), width)
    }

    fn address(&mut self, place: ExprId, width: u16) -> TermId {
        match self.program.exprs.kind(place) {
            ExprKind::Var(symbol) if self.is_static(symbol) => self.pool.var(&format!("&{symbol}"), width),
            ExprKind::Var(_) => {
                let address = self.unknown(width);
                let null = self.pool.constant(Bits::zero(width));
                let differs = self.pool.ne(address, null);
                self.required.push(differs);
                address
            }
            _ => self.unknown(width),
        }
    }

    fn is_static(&self, symbol: SymbolId) -> bool {
        self.program.symbols[symbol].storage == Storage::Static
    }

    fn is_integral(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Int { .. } | Type::Bool | Type::Pointer(_))
    }

    fn unary(&mut self, op: UnOp, a: ExprId, width: u16) -> TermId {
        if !self.is_integral(self.program.exprs.ty(a)) {
            self.value(a);
            return self.unknown(width);
        }
        let a = self.value(a);
        match op {
            UnOp::Neg => self.pool.neg(a),
            UnOp::BitNot | UnOp::Not => self.pool.not(a),
            _ => self.unknown(width),
        }
    }

    fn binary(&mut self, op: BinOp, a: ExprId, b: ExprId, width: u16) -> TermId {
        let ty = self.program.exprs.ty(a);
        if let BinOp::And | BinOp::Or = op {
            let left = self.value(a);
            let evaluated = if op == BinOp::And { left } else { self.pool.not(left) };
            let right = self.under(evaluated, b);
            return if op == BinOp::And { self.pool.and(left, right) } else { self.pool.or(left, right) };
        }
        let signed = self.program.types.is_signed(ty) && !matches!(self.program.types.get(ty), Type::Pointer(_));
        if !self.is_integral(ty) {
            self.value(a);
            self.value(b);
            return self.unknown(width);
        }
        let (x, y) = (self.value(a), self.value(b));
        match op {
            BinOp::Add => self.pool.add(x, y),
            BinOp::Sub => self.pool.sub(x, y),
            BinOp::Mul => self.pool.mul(x, y),
            BinOp::Div | BinOp::Rem => self.division(op, x, y, signed),
            BinOp::BitAnd => self.pool.and(x, y),
            BinOp::BitOr => self.pool.or(x, y),
            BinOp::BitXor => self.pool.xor(x, y),
            BinOp::Shl | BinOp::Shr => self.shift(op, x, y, signed),
            BinOp::Eq => self.pool.eq(x, y),
            BinOp::Ne => self.pool.ne(x, y),
            BinOp::Lt if signed => self.pool.slt(x, y),
            BinOp::Lt => self.pool.ult(x, y),
            BinOp::Le if signed => self.pool.sle(x, y),
            BinOp::Le => self.pool.ule(x, y),
            _ => self.unknown(width),
        }
    }

    fn division(&mut self, op: BinOp, x: TermId, y: TermId, signed: bool) -> TermId {
        let width = self.pool.width(y);
        let zero = self.pool.constant(Bits::zero(width));
        let defined = self.pool.ne(y, zero);
        self.required.push(defined);
        match (op, signed) {
            (BinOp::Div, true) => self.pool.sdiv(x, y),
            (BinOp::Div, false) => self.pool.udiv(x, y),
            (_, true) => self.pool.srem(x, y),
            (_, false) => self.pool.urem(x, y),
        }
    }

    /// Distances count modulo the width, which is a power of two.
    fn shift(&mut self, op: BinOp, x: TermId, distance: TermId, signed: bool) -> TermId {
        let width = self.pool.width(x);
        if !width.is_power_of_two() || self.pool.width(distance) < 8 && width > 1 {
            return self.unknown(width);
        }
        let distance = self.pool.resize(distance, width, false);
        let mask = self.pool.constant(Bits::new(width, u128::from(width) - 1));
        let distance = self.pool.and(distance, mask);
        match op {
            BinOp::Shl => self.pool.shl(x, distance),
            _ if signed => self.pool.ashr(x, distance),
            _ => self.pool.lshr(x, distance),
        }
    }

    fn cast(&mut self, a: ExprId, to: TypeId, width: u16) -> TermId {
        let from = self.program.exprs.ty(a);
        let value = self.value(a);
        if !self.is_integral(from) || !self.is_integral(to) {
            return if from == to { value } else { self.unknown(width) };
        }
        if matches!(self.program.types.get(to), Type::Bool) {
            let zero = self.pool.constant(Bits::zero(self.pool.width(value)));
            return self.pool.ne(value, zero);
        }
        let signed = matches!(self.program.types.get(from), Type::Int { signed: true, .. });
        self.pool.resize(value, width, signed)
    }
}

/// What holds of the addresses of these functions and static variables: none is null, those of functions differ.
pub fn address_facts(pool: &mut TermPool, functions: &[FuncId], variables: impl Iterator<Item = SymbolId>, width: u16) -> Vec<TermId> {
    let null = pool.constant(Bits::zero(width));
    let mut facts = Vec::new();
    let mut before: Vec<TermId> = vec![null];
    for function in functions {
        let address = pool.var(&format!("&{function}"), width);
        for &other in &before {
            facts.push(pool.ne(address, other));
        }
        before.push(address);
    }
    for symbol in variables {
        let address = pool.var(&format!("&{symbol}"), width);
        facts.push(pool.ne(address, null));
    }
    facts
}
