//! What contracts say of calls: relations of polynomials over the numbers of a call. Pure data, with its value for a call that was seen and its expression in a
//! program.

use goto::{BinOp, ExprId, Program, Type, TypeId};

/// What a polynomial is made of. Numbers are those of the variables of a call.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Factor {
    Value(usize),
    /// The lowest bit.
    LowBit(usize),
    /// Two to the power of it.
    Power(usize),
}

impl Factor {
    pub(super) fn variable(self) -> usize {
        match self {
            Factor::Value(v) | Factor::LowBit(v) | Factor::Power(v) => v,
        }
    }
}

/// A sum of products, each with its coefficient; a product of nothing is one.
pub type Sum = Vec<(i128, Vec<Factor>)>;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    Equal,
    Unequal,
    AtMost,
    Less,
}

/// Equations hold modulo the size of the widest type among their variables; orders are of exact numbers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Relation {
    pub order: Order,
    pub left: Sum,
    pub right: Sum,
}

/// If the first one holds, so does the second.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fact {
    pub guard: Vec<Relation>,
    pub claim: Relation,
}

/// An integer type: its bits, and whether it has a sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number {
    pub bits: u16,
    pub signed: bool,
}

impl Number {
    /// What facts may speak of: integers of at most 64 bits, and truth.
    pub fn of(program: &Program, ty: TypeId) -> Option<Self> {
        match *program.types.get(ty) {
            Type::Bool => Some(Self { bits: 1, signed: false }),
            Type::Int { bits, signed } if bits <= 64 => Some(Self { bits, signed }),
            _ => None,
        }
    }

    pub(super) fn greatest(self) -> i128 {
        i128::MAX >> (127 - self.bits + u16::from(self.signed))
    }
}

pub(super) fn value(v: usize) -> Sum {
    vec![(1, vec![Factor::Value(v)])]
}

pub(super) fn constant(c: i128) -> Sum {
    if c == 0 { Vec::new() } else { vec![(c, Vec::new())] }
}

impl Relation {
    pub(super) fn new(left: Sum, order: Order, right: Sum) -> Self {
        Self { order, left, right }
    }

    pub(super) fn variables(&self) -> impl Iterator<Item = usize> + Clone {
        self.left.iter().chain(&self.right).flat_map(|(_, product)| product.iter().map(|f| f.variable()))
    }

    /// The type in which both sides are computed: equations in the widest of their types, orders in one that holds all that is small.
    fn number(&self, numbers: &[Number]) -> Number {
        let mut used = self.variables().map(|v| numbers[v]);
        let Some(first) = used.next() else { return Number { bits: 32, signed: true } };
        let all_alike = used.clone().all(|n| n == first) && first.bits > 1;
        let widest = used.fold(first, |a, b| if b.bits > a.bits { b } else { a });
        let is_plain = |side: &Sum| match side.as_slice() {
            [] => true,
            [(c, product)] if product.is_empty() => fits(*c, first),
            [(1, product)] => matches!(product.as_slice(), [Factor::Value(_)]),
            _ => false,
        };
        match self.order {
            Order::Equal | Order::Unequal if widest.bits == 1 => Number { bits: 32, signed: true },
            Order::Equal | Order::Unequal => widest,
            Order::AtMost | Order::Less if all_alike && is_plain(&self.left) && is_plain(&self.right) => first,
            Order::AtMost | Order::Less => Number { bits: if widest.bits > 32 { 128 } else { 64 }, signed: true },
        }
    }

    /// Does it hold of these values?
    pub fn holds(&self, numbers: &[Number], values: &[i128]) -> bool {
        let number = self.number(numbers);
        let (left, right) = (evaluate(&self.left, values, number), evaluate(&self.right, values, number));
        match self.order {
            Order::Equal => left == right,
            Order::Unequal => left != right,
            Order::AtMost => left <= right,
            Order::Less => left < right,
        }
    }

    /// As an expression, where the places hold the variables.
    fn expression(&self, program: &mut Program, numbers: &[Number], places: &[ExprId]) -> ExprId {
        let number = self.number(numbers);
        let ty = program.types.int(number.bits, number.signed);
        let (left, right) = (written(program, &self.left, places, ty), written(program, &self.right, places, ty));
        let op = match self.order {
            Order::Equal => BinOp::Eq,
            Order::Unequal => BinOp::Ne,
            Order::AtMost => BinOp::Le,
            Order::Less => BinOp::Lt,
        };
        program.build().binary(op, left, right)
    }
}

impl Fact {
    /// The only value of the variable for which the fact holds, if it says so by the values of the first so many variables.
    pub(super) fn defines(&self, variable: usize, numbers: &[Number], n_before: usize) -> Option<Sum> {
        let claim = &self.claim;
        if !self.guard.is_empty() || claim.order != Order::Equal || numbers[variable].bits == 1 || claim.number(numbers) != numbers[variable] {
            return None;
        }
        let (mut sign, mut others) = (None, Vec::new());
        let right = claim.right.iter().map(|(c, product)| (-c, product));
        for (c, product) in claim.left.iter().map(|(c, product)| (*c, product)).chain(right) {
            if product.as_slice() == [Factor::Value(variable)] && c.abs() == 1 && sign.is_none() {
                sign = Some(-c);
            } else if product.iter().all(|f| f.variable() < n_before) {
                others.push((c, product.clone()));
            } else {
                return None;
            }
        }
        let sign = sign?;
        Some(others.into_iter().map(|(c, product)| (sign * c, product)).collect())
    }

    pub fn holds(&self, numbers: &[Number], values: &[i128]) -> bool {
        !self.guard.iter().all(|g| g.holds(numbers, values)) || self.claim.holds(numbers, values)
    }

    /// As an expression that does not crash, where the places hold the variables.
    pub fn expression(&self, program: &mut Program, numbers: &[Number], places: &[ExprId]) -> ExprId {
        let mut whole = self.claim.expression(program, numbers, places);
        for guard in &self.guard {
            let guard = guard.expression(program, numbers, places);
            let mut build = program.build();
            let unless = build.not(guard);
            whole = build.binary(BinOp::Or, unless, whole);
        }
        whole
    }
}

fn fits(c: i128, number: Number) -> bool {
    wrapped(c, number) == c
}

/// The value of a type that is the number modulo its size.
pub(super) fn wrapped(c: i128, Number { bits, signed }: Number) -> i128 {
    if bits >= 128 {
        return c;
    }
    let modulus = 1i128 << bits;
    let rest = c.rem_euclid(modulus);
    if signed && rest >= modulus / 2 { rest - modulus } else { rest }
}

fn evaluate(sum: &Sum, values: &[i128], number: Number) -> i128 {
    let factor = |f: &Factor| match *f {
        Factor::Value(v) => wrapped(values[v], number),
        Factor::LowBit(v) => values[v] & 1,
        Factor::Power(v) => wrapped(1i128.wrapping_shl((wrapped(values[v], number) & i128::from(number.bits - 1)) as u32), number),
    };
    let product = |(c, factors): &(i128, Vec<Factor>)| factors.iter().fold(wrapped(*c, number), |p, f| wrapped(p.wrapping_mul(factor(f)), number));
    sum.iter().fold(0, |all, part| wrapped(all.wrapping_add(product(part)), number))
}

pub(super) fn written(program: &mut Program, sum: &Sum, places: &[ExprId], ty: TypeId) -> ExprId {
    let mut all = None;
    for (coefficient, factors) in sum {
        let mut product = (*coefficient != 1 || factors.is_empty()).then(|| program.build().constant(ty, *coefficient));
        for factor in factors {
            let factor = written_factor(program, *factor, places, ty);
            product = Some(match product {
                None => factor,
                Some(so_far) => program.build().binary(BinOp::Mul, so_far, factor),
            });
        }
        let product = product.unwrap_or_else(|| program.build().constant(ty, *coefficient));
        all = Some(match all {
            None => product,
            Some(so_far) => program.build().binary(BinOp::Add, so_far, product),
        });
    }
    all.unwrap_or_else(|| program.build().constant(ty, 0))
}

fn written_factor(program: &mut Program, factor: Factor, places: &[ExprId], ty: TypeId) -> ExprId {
    let mut build = program.build();
    let place = build.cast(places[factor.variable()], ty);
    let one = build.constant(ty, 1);
    match factor {
        Factor::Value(_) => place,
        Factor::LowBit(_) => build.binary(BinOp::BitAnd, place, one),
        Factor::Power(_) => build.binary(BinOp::Shl, one, place),
    }
}
