//! When two offsets into arrays of arrays are the same: where the row and the column of each are seen, and the column lies in the row, rows and columns are
//! compared by themselves. The condition is the equation in other words, for all values, but a solver need not undo products for it.

use super::context::Context;
use super::linear::Sum;
use term::TermId;

/// Arrays in arrays that are taken apart.
const MOST_LEVELS: u32 = 3;

/// An offset as `stride * row + column`, exact where all terms are small.
struct Split {
    row: TermId,
    column: TermId,
}

impl Context<'_> {
    /// The condition under which two offsets in bytes are equal, given as the plain equation.
    pub(crate) fn by_row_and_column(&mut self, a: TermId, b: TermId, plain: TermId) -> TermId {
        if self.makes_up_states { self.same_row_and_column(a, b, plain, MOST_LEVELS) } else { plain }
    }

    fn same_row_and_column(&mut self, a: TermId, b: TermId, plain: TermId, levels: u32) -> TermId {
        if levels == 0 || self.pool.as_const(plain).is_some() {
            return plain;
        }
        let sums = [self.sum_of_products(a), self.sum_of_products(b)];
        let factors = || sums.iter().flat_map(|sum| &sum.summands).map(|&(factor, _)| self.signed_factor(factor).unsigned_abs());
        let (widest, narrowest) = (factors().max().unwrap_or(0), factors().min().unwrap_or(0));
        if widest == narrowest || narrowest == 0 || widest >= 1 << (self.pointer_bits() / 2) {
            return plain;
        }
        let stride = widest as i64;
        let mut is_seen = self.pool.truth(true);
        let mut splits = Vec::new();
        for sum in &sums {
            let Some((split, when)) = self.split(sum, stride) else { return plain };
            is_seen = self.pool.and(is_seen, when);
            splits.push(split);
        }
        if self.pool.is_false(is_seen) {
            return plain;
        }
        let same_row = self.pool.eq(splits[0].row, splits[1].row);
        let same_column = self.pool.eq(splits[0].column, splits[1].column);
        let same_column = self.same_row_and_column(splits[0].column, splits[1].column, same_column, levels - 1);
        let both = self.pool.and(same_row, same_column);
        self.pool.ite(is_seen, both, plain)
    }

    /// Row and column, and when nothing wraps around and the column is in the row.
    fn split(&mut self, sum: &Sum, stride: i64) -> Option<(Split, TermId)> {
        let width = self.pointer_bits();
        let constant = self.signed_factor(sum.constant);
        let total = sum.summands.iter().try_fold(1u64, |total, &(factor, _)| total.checked_add(self.signed_factor(factor).unsigned_abs()))?;
        // Each term has so many bits that sums of the products stay below a quarter of the address space.
        let bits = width.checked_sub(3 + (u64::BITS - total.leading_zeros()) as u16).filter(|&bits| bits > 1)?;
        if constant.unsigned_abs() >= 1 << (width - 3) {
            return None;
        }
        let mut when = self.pool.truth(true);
        // What lies just before a row is an index of that row that is too small.
        let mut row_number = constant.div_euclid(stride);
        if constant.rem_euclid(stride) > stride - stride / 4 {
            row_number += 1;
        }
        let mut row = self.address_constant(row_number as u64);
        let mut column = self.address_constant((constant - row_number * stride) as u64);
        for &(factor, term) in &sum.summands {
            let factor = self.signed_factor(factor);
            let is_small = self.is_small(term, bits);
            when = self.pool.and(when, is_small);
            let (place, factor) = if factor % stride == 0 { (&mut row, factor / stride) } else { (&mut column, factor) };
            let number = self.address_constant(factor as u64);
            let part = self.pool.mul(term, number);
            *place = self.pool.add(*place, part);
        }
        let (zero, end) = (self.address_constant(0), self.address_constant(stride as u64));
        let (above, below) = (self.pool.sle(zero, column), self.pool.slt(column, end));
        when = self.pool.and(when, above);
        when = self.pool.and(when, below);
        Some((Split { row, column }, when))
    }

    /// Is the term, read as signed, one of so many bits?
    fn is_small(&mut self, term: TermId, bits: u16) -> TermId {
        let width = self.pool.width(term);
        if self.magnitude(term).is_some_and(|bound| bound <= 1 << (bits - 1)) {
            return self.pool.truth(true);
        }
        let low = self.pool.extract(term, 0, bits);
        let again = self.pool.sign_extend(low, width);
        self.pool.eq(term, again)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objects::Names;
    use goto::parse::parse;
    use goto::{Bits, Random};
    use rustc_hash::FxHashMap;
    use term::TermPool;
    use term::eval::Evaluator;

    /// Whatever the indices are, also where products wrap around, the condition is that the offsets are equal.
    #[test]
    fn rows_and_columns_are_equal_where_offsets_are() {
        let program = parse("goto lp64 start f function f: fn() -> void { 0: HALT exit }").unwrap_or_else(|e| panic!("{e}"));
        let (mut pool, mut names) = (TermPool::new(), Names::default());
        let mut context = Context::new(&mut pool, &program, &mut names);
        context.makes_up_states = true;
        let mut random = Random::new(7);
        let variables: Vec<TermId> = (0..4).map(|i| context.pool.var(&format!("v{i}"), 64)).collect();
        let (mut met, mut equal) = (0, 0);
        for strides in [[1200, 4], [1024, 4], [24, 8], [40, 8], [1 << 20, 4]] {
            for constants in [[0, 0], [-4, 0], [1200, 4], [-1200, 1196], [8, -8]] {
                let offset = |context: &mut Context<'_>, pair: &[TermId], constant: i64| {
                    let mut sum = context.address_constant(constant as u64);
                    for (&term, stride) in pair.iter().zip(strides) {
                        let factor = context.address_constant(stride);
                        let product = context.pool.mul(term, factor);
                        sum = context.pool.add(sum, product);
                    }
                    sum
                };
                let a = offset(&mut context, &variables[..2], constants[0]);
                let b = offset(&mut context, &variables[2..], constants[1]);
                let plain = context.pool.eq(a, b);
                let told = context.by_row_and_column(a, b, plain);
                met += usize::from(told != plain);
                for _ in 0..400 {
                    let mut value = || match random.bits() >> 62 {
                        0 => random.bits(),
                        1 => (random.bits() >> 61).wrapping_sub(3),
                        2 => (random.bits() >> 55) | 1 << 62,
                        _ => random.bits() >> 60,
                    };
                    let mut values: Vec<u64> = (0..4).map(|_| value()).collect();
                    // Often the same place: the same indices, or one row farther and as much less in the row.
                    if value() % 2 == 0 {
                        let rows = value() % 3;
                        values[2] = values[0].wrapping_sub(rows);
                        let difference = (constants[0] - constants[1]) as u64;
                        values[3] = values[1].wrapping_add(rows.wrapping_mul(strides[0]).wrapping_add(difference) / strides[1]);
                    }
                    let model: FxHashMap<TermId, Bits> = variables.iter().copied().zip(values.iter().map(|&v| Bits::new(64, u128::from(v)))).collect();
                    let mut evaluator = Evaluator::new(&model);
                    let (x, y) = (evaluator.value(context.pool, plain), evaluator.value(context.pool, told));
                    assert_eq!(x, y, "{strides:?} {constants:?} {values:?}");
                    equal += usize::from(x.is_true());
                }
            }
        }
        assert!(met > 10 && equal > 500, "{met} conditions, {equal} equal");
    }
}
