//! What is refuted has no model among many points: random conditions on random results of two singles and a double.

use super::*;
use crate::eval::eval;
use crate::float::{Format, Mode, Rounding};
use base::random::Random;

struct Garden {
    pool: TermPool,
    mode: Mode,
    random: Random,
    variables: Vec<(TermId, Format)>,
    singles: Vec<TermId>,
    doubles: Vec<TermId>,
}

/// Numbers around which much happens.
const NUMBERS: [f64; 12] = [0.0, -0.0, 0.5, 1.0, -1.0, 2.0, 3.5, -7.25, 1e-40, 3e38, f64::INFINITY, f64::NAN];

fn encoding(format: Format, value: f64) -> Bits {
    if format == Format::SINGLE { Width::Single.bits(value) } else { Width::Double.bits(value) }
}

impl Garden {
    fn new(seed: u64) -> Self {
        let mut pool = TermPool::new();
        let mode = pool.float_mode(Rounding::NearestEven);
        let variables = vec![(pool.var("x", 32), Format::SINGLE), (pool.var("y", 32), Format::SINGLE), (pool.var("z", 64), Format::DOUBLE)];
        let (singles, doubles) = (vec![variables[0].0, variables[1].0], vec![variables[2].0]);
        Self { pool, mode, random: Random::new(seed), variables, singles, doubles }
    }

    fn number(&mut self) -> f64 {
        let number = NUMBERS[self.random.below(NUMBERS.len())];
        if self.random.chance(70) { number } else { number + self.random.below(9) as f64 / 8.0 }
    }

    fn terms(&mut self, format: Format) -> &mut Vec<TermId> {
        if format == Format::SINGLE { &mut self.singles } else { &mut self.doubles }
    }

    fn operand(&mut self, format: Format) -> TermId {
        if self.random.chance(25) {
            let number = encoding(format, self.number());
            return self.pool.constant(number);
        }
        let n = self.terms(format).len();
        let at = self.random.below(n);
        self.terms(format)[at]
    }

    /// One more result.
    fn grow(&mut self) {
        let format = if self.random.chance(60) { Format::SINGLE } else { Format::DOUBLE };
        let (a, b, mode) = (self.operand(format), self.operand(format), self.mode);
        let result = match self.random.below(9) {
            0 => self.pool.float_add(format, mode, a, b),
            1 => self.pool.float_sub(format, mode, a, b),
            2 => self.pool.float_mul(format, mode, a, b),
            3 => self.pool.float_mul(format, mode, a, a),
            4 => self.pool.float_div(format, mode, a, b),
            5 => self.pool.float_sqrt(format, mode, a),
            6 => self.pool.float_neg(format, a),
            7 => self.pool.float_abs(format, a),
            _ => {
                let from = if format == Format::SINGLE { Format::DOUBLE } else { Format::SINGLE };
                let other = self.operand(from);
                self.pool.float_convert(from, format, mode, other)
            }
        };
        let cond = self.test();
        let result = if self.random.chance(20) { self.pool.ite(cond, result, a) } else { result };
        self.terms(format).push(result);
    }

    fn test(&mut self) -> TermId {
        let format = if self.random.chance(60) { Format::SINGLE } else { Format::DOUBLE };
        let (a, b) = (self.operand(format), self.operand(format));
        match self.random.below(6) {
            0 => self.pool.float_lt(format, a, b),
            1 | 2 => self.pool.float_le(format, a, b),
            3 => self.pool.float_eq(format, a, b),
            4 => self.pool.float_is_nan(format, a),
            _ => self.pool.float_is_zero(format, a),
        }
    }

    fn condition(&mut self) -> TermId {
        let (a, b) = (self.test(), self.test());
        match self.random.below(5) {
            0 => self.pool.or(a, b),
            1 => self.pool.not(a),
            2 => self.pool.and(a, b),
            _ => a,
        }
    }

    /// A value for each variable: often one that the conditions speak of, or its neighbour.
    fn point(&mut self) -> FxHashMap<TermId, Bits> {
        let variables = self.variables.clone();
        let mut value = |format: Format| {
            let bits = encoding(format, self.number());
            match self.random.below(4) {
                0 => bits.add(Bits::new(bits.width(), 1)),
                1 => Bits::new(bits.width(), u128::from(self.random.bits())),
                _ => bits,
            }
        };
        variables.into_iter().map(|(variable, format)| (variable, value(format))).collect()
    }
}

#[test]
fn what_is_refuted_has_no_model() {
    let (mut refuted, mut open) = (0, 0);
    for seed in 0..1500 {
        let mut garden = Garden::new(seed);
        for _ in 0..5 {
            garden.grow();
        }
        let mut literals = Literals::default();
        let conditions: Vec<TermId> = (0..3).map(|_| garden.condition()).collect();
        let Some((target, given)) = conditions.split_first() else { continue };
        literals.assert(&garden.pool, given.iter().copied());
        let mut left = 400;
        let mut goes_on = || {
            left -= 1;
            left > 0
        };
        if refutation(&garden.pool, &literals, &[*target], &mut goes_on) != Refutation::Refuted {
            open += 1;
            continue;
        }
        refuted += 1;
        for _ in 0..200 {
            let point = garden.point();
            let all = conditions.iter().all(|&condition| eval(&garden.pool, &point, condition).is_true());
            assert!(!all, "seed {seed}: {point:?} is a model");
        }
    }
    assert!(refuted > 200 && open > 200, "{refuted} refuted, {open} open");
}

#[test]
fn a_polynomial_is_bounded_by_dividing_the_range_of_its_variable() {
    let mut pool = TermPool::new();
    let (format, mode) = (Format::SINGLE, pool.float_mode(Rounding::NearestEven));
    let x = pool.var("x", 32);
    let number = |pool: &mut TermPool, value: f64| pool.constant(Width::Single.bits(value));
    // x - x^3 / 6 where x is from -1 to 1: its greatest value is 5/6.
    let square = pool.float_mul(format, mode, x, x);
    let cube = pool.float_mul(format, mode, square, x);
    let (six, low, high) = (number(&mut pool, 6.0), number(&mut pool, -1.0), number(&mut pool, 1.0));
    let third = pool.float_div(format, mode, cube, six);
    let sine = pool.float_sub(format, mode, x, third);
    let mut literals = Literals::default();
    let bounds = [pool.float_le(format, low, x), pool.float_le(format, x, high)];
    literals.assert(&pool, bounds);
    let mut above = |limit: f64| {
        let limit = number(&mut pool, limit);
        let target = pool.float_lt(format, limit, sine);
        refutation(&pool, &literals, &[target], &mut || true)
    };
    assert_eq!(above(0.84), Refutation::Refuted);
    let result = above(0.8);
    assert!(matches!(&result, Refutation::Impossible(point) if point.len() == 1), "{result:?}");
}
