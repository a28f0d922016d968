//! When the exact result of an operation on integers is no value of their type, as a term.

use goto::Bits;
use term::{TermId, TermPool};

/// Does `x + y`, or with `difference` `x - y`, overflow?
pub(super) fn of_sum(pool: &mut TermPool, difference: bool, signed: bool, x: TermId, y: TermId) -> TermId {
    let width = pool.width(x);
    if !signed {
        if difference {
            return pool.ult(x, y);
        }
        let sum = pool.add(x, y);
        return pool.ult(sum, x);
    }
    if let Some(value) = pool.as_const(y) {
        return signed_with_constant(pool, difference, x, value);
    }
    if let (Some(value), false) = (pool.as_const(x), difference) {
        return signed_with_constant(pool, false, y, value);
    }
    // The sign of the result is wrong: for a sum if both operands have the other one, for a difference if they differ and it is not that of `x`.
    let result = if difference { pool.sub(x, y) } else { pool.add(x, y) };
    let against_x = pool.xor(x, result);
    let other = if difference { pool.xor(x, y) } else { pool.xor(y, result) };
    let wrong = pool.and(against_x, other);
    let zero = pool.constant(Bits::zero(width));
    pool.slt(wrong, zero)
}

fn signed_with_constant(pool: &mut TermPool, difference: bool, x: TermId, c: Bits) -> TermId {
    let width = pool.width(x);
    let (least, greatest) = (Bits::new(width, 1 << (width - 1)), Bits::ones(width).lshr(Bits::new(width, 1)));
    let upwards = (c.signed() < 0) == difference;
    // The last value of `x` that does not overflow; for a constant of zero the end of the range, so nothing overflows.
    let (limit, toward) = if upwards { (greatest, c) } else { (least, c) };
    let limit = if difference { limit.add(toward) } else { limit.sub(toward) };
    let limit = pool.constant(limit);
    if upwards { pool.slt(limit, x) } else { pool.slt(x, limit) }
}

/// Does `x * y` overflow?
pub(super) fn of_product(pool: &mut TermPool, signed: bool, x: TermId, y: TermId) -> TermId {
    let width = pool.width(x);
    match (pool.as_const(x), pool.as_const(y)) {
        (_, Some(c)) => return product_with_constant(pool, signed, x, c),
        (Some(c), None) => return product_with_constant(pool, signed, y, c),
        (None, None) => {}
    }
    if width == 128 {
        return by_division(pool, signed, x, y);
    }
    // M. J. Schulte et al., "Integer multiplication with overflow detection or saturation", IEEE Transactions on Computers 49(7), 2000: the places of the
    // leading digits tell of large overflows, one more digit of the product of the others.
    let (digits_x, digits_y, digits) = if signed { (magnitude(pool, x), magnitude(pool, y), width - 1) } else { (x, y, width) };
    let mut large = pool.truth(false);
    let mut above = pool.truth(false);
    for i in (1..digits).rev() {
        let digit = pool.extract(digits_x, i, 1);
        above = pool.or(above, digit);
        let partner = pool.extract(digits_y, digits - i, 1);
        let both = pool.and(above, partner);
        large = pool.or(large, both);
    }
    let (wide_x, wide_y) = (pool.resize(x, width + 1, signed), pool.resize(y, width + 1, signed));
    let product = pool.mul(wide_x, wide_y);
    let top = pool.extract(product, width, 1);
    let sign = pool.extract(product, width - 1, 1);
    let small = if signed { pool.xor(top, sign) } else { top };
    pool.or(large, small)
}

/// `x`, or `-x - 1` for a negative `x`.
fn magnitude(pool: &mut TermPool, x: TermId) -> TermId {
    let width = pool.width(x);
    let distance = pool.constant(Bits::new(width, u128::from(width - 1)));
    let sign = pool.ashr(x, distance);
    pool.xor(x, sign)
}

fn product_with_constant(pool: &mut TermPool, signed: bool, x: TermId, c: Bits) -> TermId {
    let width = pool.width(x);
    if c.is_zero() {
        return pool.truth(false);
    }
    if !signed {
        let limit = pool.constant(Bits::ones(width).udiv(c));
        return pool.ult(limit, x);
    }
    let (least, greatest) = (Bits::new(width, 1 << (width - 1)), Bits::ones(width).lshr(Bits::new(width, 1)));
    if c.is_ones() {
        let least = pool.constant(least);
        return pool.eq(x, least);
    }
    let (low, high) = if c.signed() > 0 { (least.sdiv(c), greatest.sdiv(c)) } else { (greatest.sdiv(c), least.sdiv(c)) };
    let (low, high) = (pool.constant(low), pool.constant(high));
    let (below, above) = (pool.slt(x, low), pool.slt(high, x));
    pool.or(below, above)
}

/// For widths whose products do not fit in a term.
fn by_division(pool: &mut TermPool, signed: bool, x: TermId, y: TermId) -> TermId {
    let width = pool.width(x);
    let product = pool.mul(x, y);
    let back = if signed { pool.sdiv(product, y) } else { pool.udiv(product, y) };
    let differs = pool.ne(back, x);
    let zero = pool.constant(Bits::zero(width));
    let not_zero = pool.ne(y, zero);
    let wrong = pool.and(not_zero, differs);
    if !signed {
        return wrong;
    }
    let (least, minus_one) = (pool.constant(Bits::new(width, 1 << (width - 1))), pool.constant(Bits::ones(width)));
    let (is_least, is_minus_one) = (pool.eq(x, least), pool.eq(y, minus_one));
    let both = pool.and(is_least, is_minus_one);
    pool.or(wrong, both)
}

#[cfg(test)]
mod tests {
    use super::*;
    use goto::BinOp;
    use goto::interp::value::{self, Scalar};
    use rustc_hash::FxHashMap;
    use term::eval::Evaluator;

    /// All pairs of operands of five bits (which no type of the language has, but the terms do not know that), with variables and with constants.
    #[test]
    fn terms_agree_with_the_interpreter() {
        const WIDTH: u16 = 5;
        for signed in [false, true] {
            for op in [BinOp::AddOverflows, BinOp::SubOverflows, BinOp::MulOverflows] {
                for (a, b) in (0..32).flat_map(|a| (0..32).map(move |b| (a, b))) {
                    let (a, b) = (Bits::new(WIDTH, a), Bits::new(WIDTH, b));
                    let expected = value::binary(op, Scalar::Int { bits: WIDTH, signed }, a, b).expect("a truth value");
                    for constants in 0..3 {
                        let mut pool = TermPool::new();
                        let mut model = FxHashMap::default();
                        let mut operand = |name: &str, value: Bits, constant: bool| {
                            if constant {
                                return pool.constant(value);
                            }
                            let var = pool.var(name, WIDTH);
                            model.insert(var, value);
                            var
                        };
                        let (x, y) = (operand("x", a, constants == 1), operand("y", b, constants == 2));
                        let overflows = match op {
                            BinOp::MulOverflows => of_product(&mut pool, signed, x, y),
                            _ => of_sum(&mut pool, op == BinOp::SubOverflows, signed, x, y),
                        };
                        assert_eq!(Evaluator::new(&model).value(&pool, overflows), expected, "{op:?} {a:?} {b:?} signed {signed}, constants {constants}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_widest_products() {
        for signed in [false, true] {
            for (a, b) in [(1u128 << 64, 1u128 << 63), (1 << 64, 1 << 62), (u128::MAX, u128::MAX), (u128::MAX, 1 << 127), (3, u128::MAX), (0, 5)] {
                let (a, b) = (Bits::new(128, a), Bits::new(128, b));
                let mut pool = TermPool::new();
                let (x, y) = (pool.var("x", 128), pool.var("y", 128));
                let overflows = of_product(&mut pool, signed, x, y);
                let expected = value::binary(BinOp::MulOverflows, Scalar::Int { bits: 128, signed }, a, b).expect("a truth value");
                let model = FxHashMap::from_iter([(x, a), (y, b)]);
                assert_eq!(Evaluator::new(&model).value(&pool, overflows), expected, "{a:?} {b:?} signed {signed}");
            }
        }
    }
}
