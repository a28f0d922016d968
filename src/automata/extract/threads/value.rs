//! Values of Promela: expressions over `int`, of which it is known between what they lie. An `int` stands for a value of C by its bits: one of 64 bits is its sign
//! extension, and one of 32 bits without sign has the same bits.

use goto::{BinOp, define_id};

define_id!(
    /// A variable of the model.
    VarId, "v");

/// What values lie between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub lo: i64,
    pub hi: i64,
}

impl Range {
    pub(super) const INT: Self = Self { lo: i32::MIN as i64, hi: i32::MAX as i64 };
    pub(super) const TRUTH: Self = Self { lo: 0, hi: 1 };

    pub(super) fn of(value: i64) -> Self {
        Self { lo: value, hi: value }
    }

    pub(super) fn join(self, other: Self) -> Self {
        Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    pub(super) fn is_within(self, other: Self) -> bool {
        other.lo <= self.lo && self.hi <= other.hi
    }

    pub(super) fn contains(self, value: i64) -> bool {
        self.lo <= value && value <= self.hi
    }
}

/// A variable, or an element of one that is an array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ref {
    pub var: VarId,
    pub index: Option<Box<Value>>,
}

/// Operators of Promela that mean what C's mean on `int`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operator {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Equal,
    Differ,
    Less,
    LessEqual,
    Both,
    Either,
}

impl Operator {
    pub(super) fn of(op: BinOp) -> Option<Self> {
        Some(match op {
            BinOp::Add => Self::Add,
            BinOp::Sub => Self::Sub,
            BinOp::Mul => Self::Mul,
            BinOp::Div => Self::Div,
            BinOp::Rem => Self::Rem,
            BinOp::BitAnd => Self::And,
            BinOp::BitOr => Self::Or,
            BinOp::BitXor => Self::Xor,
            BinOp::Shl => Self::Shl,
            BinOp::Shr => Self::Shr,
            BinOp::Eq => Self::Equal,
            BinOp::Ne => Self::Differ,
            BinOp::Lt => Self::Less,
            BinOp::Le => Self::LessEqual,
            BinOp::And => Self::Both,
            BinOp::Or => Self::Either,
            _ => return None,
        })
    }

    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::And => "&",
            Self::Or => "|",
            Self::Xor => "^",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::Equal => "==",
            Self::Differ => "!=",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Both => "&&",
            Self::Either => "||",
        }
    }

    /// The value of the operation on constants, as the generated verifier computes it with signed arithmetic that wraps. `None` where it has none.
    fn apply(self, a: i64, b: i64) -> Option<i64> {
        let (x, y) = (a as i32, b as i32);
        let truth = |holds: bool| Some(i64::from(holds));
        match self {
            Self::Add => Some(i64::from(x.wrapping_add(y))),
            Self::Sub => Some(i64::from(x.wrapping_sub(y))),
            Self::Mul => Some(i64::from(x.wrapping_mul(y))),
            Self::Div => x.checked_div(y).map(i64::from),
            Self::Rem => x.checked_rem(y).map(i64::from),
            Self::And => Some(i64::from(x & y)),
            Self::Or => Some(i64::from(x | y)),
            Self::Xor => Some(i64::from(x ^ y)),
            Self::Shl => Some(i64::from(x.wrapping_shl(y as u32))),
            Self::Shr => Some(i64::from(x.wrapping_shr(y as u32))),
            Self::Equal => truth(x == y),
            Self::Differ => truth(x != y),
            Self::Less => truth(x < y),
            Self::LessEqual => truth(x <= y),
            Self::Both => truth(x != 0 && y != 0),
            Self::Either => truth(x != 0 || y != 0),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Const(i64),
    Read(Ref),
    /// Of a truth value.
    Not(Box<Value>),
    Binary(Operator, Box<Value>, Box<Value>),
    /// The second if the first is not zero, else the third; only that one is evaluated.
    Choice(Box<[Value; 3]>),
}

/// A value and what it lies between.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Typed {
    pub value: Value,
    pub range: Range,
}

impl Typed {
    pub(super) fn constant(value: i64) -> Self {
        Self { value: Value::Const(value), range: Range::of(value) }
    }

    /// The value; its constant if there is only one. What cannot be left out, since it may go wrong, stays.
    pub(super) fn new(value: Value, range: Range) -> Self {
        if range.lo == range.hi && !value.may_fail() { Self::constant(range.lo) } else { Self { value, range } }
    }

    pub(super) fn as_const(&self) -> Option<i64> {
        if let Value::Const(value) = self.value { Some(value) } else { None }
    }

    pub(super) fn not(self) -> Self {
        let range = match (self.range.contains(0), self.range.lo == 0 && self.range.hi == 0) {
            (_, true) => Range::of(1),
            (false, _) => Range::of(0),
            _ => Range::TRUTH,
        };
        let value = match self.value {
            Value::Not(inner) => *inner,
            value => Value::Not(Box::new(value)),
        };
        Self::new(value, range)
    }

    /// Does it differ from zero?
    pub(super) fn truth(self) -> Self {
        if self.range.is_within(Range::TRUTH) { self } else { self.binary(Operator::Differ, Self::constant(0)) }
    }

    /// The operation on `int`, which wraps.
    pub(super) fn binary(self, operator: Operator, other: Self) -> Self {
        if let (Some(a), Some(b)) = (self.as_const(), other.as_const())
            && let Some(value) = operator.apply(a, b)
        {
            return Self::constant(value);
        }
        // What decides a conjunction or is nothing to it.
        match (operator, self.as_const(), other.as_const()) {
            (Operator::Both, Some(0), _) => return Self::constant(0),
            (Operator::Both, Some(_), _) | (Operator::Either, Some(0), _) => return other,
            (Operator::Either, Some(_), _) => return Self::constant(1),
            (Operator::Both, _, Some(1)) | (Operator::Either | Operator::Add | Operator::Sub, _, Some(0)) | (Operator::Mul, _, Some(1)) => return self,
            (Operator::Add, Some(0), _) | (Operator::Mul, Some(1), _) => return other,
            _ => {}
        }
        let exact = exact(operator, self.range, other.range);
        let range = if exact.is_within(Range::INT) { exact } else { Range::INT };
        Self::new(Value::Binary(operator, Box::new(self.value), Box::new(other.value)), range)
    }

    pub(super) fn choice(condition: Self, then: Self, other: Self) -> Self {
        match condition.as_const() {
            Some(0) => other,
            Some(_) => then,
            None => Self::new(Value::Choice(Box::new([condition.value, then.value, other.value])), then.range.join(other.range)),
        }
    }

    /// The low bits, with the sign of the highest of them or without sign.
    pub(super) fn wrapped(self, bits: u16, signed: bool) -> Self {
        let half = 1i64 << (bits - 1);
        let all = 2 * half - 1;
        let range = if signed { Range { lo: -half, hi: half - 1 } } else { Range { lo: 0, hi: all } };
        if self.range.is_within(range) {
            return self;
        }
        let low = self.binary(Operator::And, Self::constant(all));
        if !signed {
            return low;
        }
        let made = low.binary(Operator::Xor, Self::constant(half)).binary(Operator::Sub, Self::constant(half));
        Self { range, ..made }
    }
}

/// What the results lie between, as whole numbers.
pub(super) fn exact(operator: Operator, a: Range, b: Range) -> Range {
    let corners = |apply: fn(i64, i64) -> i64| {
        let all = [apply(a.lo, b.lo), apply(a.lo, b.hi), apply(a.hi, b.lo), apply(a.hi, b.hi)];
        all.into_iter().map(Range::of).reduce(Range::join).unwrap_or(Range::INT)
    };
    let are_natural = a.lo >= 0 && b.lo >= 0;
    let decided = |never: bool, always: bool| {
        if never {
            Range::of(0)
        } else if always {
            Range::of(1)
        } else {
            Range::TRUTH
        }
    };
    let is_apart = a.hi < b.lo || b.hi < a.lo;
    match operator {
        Operator::Add => corners(|x, y| x + y),
        Operator::Sub => corners(|x, y| x - y),
        Operator::Mul => corners(|x, y| x * y),
        Operator::And if b.lo == b.hi && b.lo >= 0 => Range { lo: 0, hi: b.lo },
        Operator::And if are_natural => Range { lo: 0, hi: a.hi.min(b.hi) },
        Operator::Or | Operator::Xor if are_natural => Range { lo: 0, hi: ((a.hi | b.hi) as u64 + 1).next_power_of_two() as i64 - 1 },
        Operator::Div if b.lo == b.hi && b.lo > 0 => Range { lo: a.lo / b.lo, hi: a.hi / b.lo },
        Operator::Rem if b.lo == b.hi && b.lo > 0 => Range { lo: if a.lo < 0 { 1 - b.lo } else { 0 }, hi: if a.hi > 0 { b.lo - 1 } else { 0 } },
        Operator::Shr if b.lo == b.hi && (0..32).contains(&b.lo) => Range { lo: a.lo >> b.lo, hi: a.hi >> b.lo },
        Operator::Equal => decided(is_apart, false),
        Operator::Differ => decided(false, is_apart),
        Operator::Less => decided(a.lo >= b.hi, a.hi < b.lo),
        Operator::LessEqual => decided(a.lo > b.hi, a.hi <= b.lo),
        Operator::Both | Operator::Either => Range::TRUTH,
        _ => Range::INT,
    }
}

impl Value {
    /// Calls `visit` for each read, in the order of evaluation: an index before its element.
    pub(super) fn reads<'a>(&'a self, visit: &mut dyn FnMut(&'a Ref)) {
        match self {
            Self::Const(_) => {}
            Self::Read(place) => {
                place.index.iter().for_each(|index| index.reads(visit));
                visit(place);
            }
            Self::Not(a) => a.reads(visit),
            Self::Binary(_, a, b) => {
                a.reads(visit);
                b.reads(visit);
            }
            Self::Choice(parts) => parts.iter().for_each(|part| part.reads(visit)),
        }
    }

    /// Is there a constant in it that is no `int`?
    pub(super) fn has_large_constant(&self) -> bool {
        match self {
            Self::Const(value) => !Range::INT.contains(*value),
            Self::Read(place) => place.index.as_ref().is_some_and(|index| index.has_large_constant()),
            Self::Not(a) => a.has_large_constant(),
            Self::Binary(_, a, b) => a.has_large_constant() || b.has_large_constant(),
            Self::Choice(parts) => parts.iter().any(Self::has_large_constant),
        }
    }

    /// May its evaluation end the search: an index outside of its array, a division by zero?
    pub(super) fn may_fail(&self) -> bool {
        let mut misses = false;
        self.reads(&mut |place| misses |= place.index.as_ref().is_some_and(|index| !matches!(**index, Self::Const(_))));
        misses || self.may_divide_by_zero()
    }

    pub(super) fn may_divide_by_zero(&self) -> bool {
        match self {
            Self::Const(_) => false,
            Self::Read(place) => place.index.as_ref().is_some_and(|index| index.may_divide_by_zero()),
            Self::Not(a) => a.may_divide_by_zero(),
            Self::Binary(op, a, b) => {
                let divides = matches!(op, Operator::Div | Operator::Rem) && !matches!(**b, Self::Const(value) if value != 0);
                divides || a.may_divide_by_zero() || b.may_divide_by_zero()
            }
            Self::Choice(parts) => parts.iter().any(Self::may_divide_by_zero),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goto::Id;

    fn variable(range: Range) -> Typed {
        Typed::new(Value::Read(Ref { var: VarId::new(0), index: None }), range)
    }

    #[test]
    fn constants_are_computed_and_ranges_kept() {
        let max = Typed::constant(i64::from(i32::MAX));
        assert_eq!(max.clone().binary(Operator::Add, Typed::constant(1)).as_const(), Some(i64::from(i32::MIN)));
        let small = variable(Range { lo: 1, hi: 5 });
        assert_eq!(small.clone().binary(Operator::Equal, Typed::constant(0)).as_const(), Some(0));
        assert_eq!(small.clone().binary(Operator::Add, Typed::constant(2)).range, Range { lo: 3, hi: 7 });
        assert_eq!(small.binary(Operator::Add, max).range, Range::INT);
    }

    #[test]
    fn narrow_integers_wrap() {
        assert_eq!(Typed::constant(200).wrapped(8, true).as_const(), Some(-56));
        assert_eq!(Typed::constant(-1).wrapped(16, false).as_const(), Some(65535));
        let small = variable(Range { lo: 0, hi: 100 });
        assert_eq!(small.clone().wrapped(8, true), small);
        assert_eq!(variable(Range::INT).wrapped(8, true).range, Range { lo: -128, hi: 127 });
    }

    #[test]
    fn what_may_go_wrong_is_not_left_out() {
        let by = Typed::constant(0).binary(Operator::Div, variable(Range::INT));
        assert!(by.as_const().is_none() && by.value.may_fail());
        assert_eq!(variable(Range::INT).binary(Operator::Rem, Typed::constant(4)).range, Range { lo: -3, hi: 3 });
    }
}
