//! Equations that follow from other equations: as polynomials modulo 2^width one is a combination of the others. Solvers that look at single bits do not see that. What
//! comes out are implications that hold under every assignment, so nobody has to believe where the equations come from.

use super::rewrite::compare::inverse;
use super::rewrite::polynomial::{Polynomial, Reading, add, difference, multiplied};
use super::{Term, TermId, TermPool};
use base::Bits;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Choices in one equation that are looked at both ways.
const CHOICES: usize = 3;
/// Equations that one may follow from.
const GIVEN: usize = 24;
/// Steps of one division.
const STEPS: usize = 96;
/// Factors that are tried as equal where nothing else helps.
const FACTORS: usize = 8;

impl TermPool {
    /// Implications that end in this equation and hold under every assignment: under conditions of choices, some of the given equations, and that sums do not wrap. Nothing
    /// if no product is involved, since others see such things as well.
    pub fn consequences(&mut self, given: &[TermId], equation: TermId) -> Vec<TermId> {
        let mut found = Vec::new();
        let mut cases = vec![Vec::new()];
        while let Some(case) = cases.pop() {
            let mut reading = Reading { cases: case, exact_sums: Some(Vec::new()), ..Reading::default() };
            let Some(goal) = self.as_polynomial(equation, &mut reading) else { continue };
            if let Some(&choice) = reading.undecided.first().filter(|_| reading.cases.len() < CHOICES) {
                cases.extend([true, false].map(|holds| [reading.cases.as_slice(), &[(choice, holds)]].concat()));
                continue;
            }
            let width = self.equation_width(equation);
            // What contradicts the case would make everything follow.
            let possible: Vec<TermId> = given.iter().copied().filter(|&other| !reading.cases.contains(&(other, false))).collect();
            // What says that a variable is a constant helps in that one case only.
            let general: Vec<TermId> = possible.iter().copied().filter(|&other| !self.is_of_constant(other)).collect();
            let before = reading.exact_sums.clone();
            let mut premises = self.premises(&general, &goal, width, &mut reading);
            if premises.is_empty() && general.len() < possible.len() {
                reading.exact_sums = before;
                premises = self.premises(&possible, &goal, width, &mut reading);
            }
            for premises in premises {
                let implication = self.implication(&premises, &reading, equation);
                if !self.is_true(implication) {
                    found.push(implication);
                }
            }
        }
        found
    }

    /// As [`consequences`](Self::consequences), for a number that is compared: that some of the given equations make it a sum without products.
    pub fn without_products(&mut self, given: &[TermId], term: TermId) -> Option<TermId> {
        let width = self.width(term);
        let zero = self.constant(Bits::zero(width));
        let mut reading = Reading { exact_sums: Some(Vec::new()), ..Reading::default() };
        let polynomial = difference(self, term, zero, &mut reading).filter(has_product)?;
        let mut polynomials = Vec::new();
        for &equation in given {
            if self.equation_width(equation) == width
                && let Some(polynomial) = self.as_polynomial(equation, &mut reading)
            {
                polynomials.push((equation, polynomial));
            }
        }
        if !reading.undecided.is_empty() {
            return None;
        }
        let mut basis = Basis { width, rows: Vec::new() };
        for (equation, polynomial) in related(&polynomial, polynomials) {
            basis.take(polynomial, BTreeSet::from([equation]));
        }
        let (rest, premises) = basis.divided(polynomial)?;
        if has_product(&rest) {
            return None;
        }
        let sum = self.sum_of(&rest, width);
        let equation = self.eq(term, sum);
        let implication = self.implication(&premises, &reading, equation);
        (!self.is_true(implication)).then_some(implication)
    }

    /// The sum that a polynomial without products stands for.
    fn sum_of(&mut self, polynomial: &Polynomial, width: u16) -> TermId {
        let mut sum = self.constant(Bits::zero(width));
        for (product, &coefficient) in polynomial {
            let coefficient = self.constant(Bits::new(width, coefficient));
            let summand = product.first().map_or(coefficient, |&factor| self.mul(factor, coefficient));
            sum = self.add(sum, summand);
        }
        sum
    }

    fn equation_width(&self, equation: TermId) -> u16 {
        match *self.get(equation) {
            Term::Eq(a, _) => self.width(a),
            _ => 1,
        }
    }

    fn is_of_constant(&self, equation: TermId) -> bool {
        matches!(*self.get(equation), Term::Eq(_, b) if self.as_const(b).is_some())
    }

    fn as_polynomial(&mut self, equation: TermId, reading: &mut Reading) -> Option<Polynomial> {
        let Term::Eq(a, b) = *self.get(equation) else { return None };
        difference(self, a, b, reading)
    }

    /// Sets of equations from each of which it follows that the polynomial is zero: one out of all of them, and if that has several also single ones that suffice. Not all
    /// equations hold in the same states, as those of several loops do not.
    fn premises(&mut self, given: &[TermId], goal: &Polynomial, width: u16, reading: &mut Reading) -> Vec<BTreeSet<TermId>> {
        let mut polynomials = Vec::new();
        for &equation in given {
            if self.equation_width(equation) == width
                && let Some(polynomial) = self.as_polynomial(equation, reading)
            {
                polynomials.push((equation, polynomial));
            }
        }
        let related = related(goal, polynomials);
        if !has_product(goal) && !related.iter().any(|(_, p)| has_product(p)) {
            return Vec::new();
        }
        let Some(of_all) = self.premises_among(&related, goal, width) else { return Vec::new() };
        let mut found = Vec::new();
        for one in &related {
            if of_all.iter().any(|&premise| premise != one.0)
                && let Some(alone) = self.premises_among(std::slice::from_ref(one), goal, width)
                && !found.contains(&alone)
                && alone != of_all
            {
                found.push(alone);
            }
        }
        if found.iter().all(|alone| !alone.is_subset(&of_all)) {
            found.push(of_all);
        }
        found
    }

    /// What is needed of these equations, and of factors that are equal.
    fn premises_among(&mut self, related: &[(TermId, Polynomial)], goal: &Polynomial, width: u16) -> Option<BTreeSet<TermId>> {
        let mut basis = Basis { width, rows: Vec::new() };
        for (equation, polynomial) in related {
            basis.take(polynomial.clone(), BTreeSet::from([*equation]));
        }
        let (rest, used) = basis.divided(goal.clone())?;
        if rest.is_empty() {
            return Some(used);
        }
        let equal = self.with_equal_factors(&basis, &rest, related, width).map(|equal| used.into_iter().chain(equal).collect());
        equal.or_else(|| by_replacing(related, goal, width))
    }

    /// If the rest is zero where two factors are equal: that they are, and what else is needed.
    fn with_equal_factors(&mut self, basis: &Basis, rest: &Polynomial, related: &[(TermId, Polynomial)], width: u16) -> Option<BTreeSet<TermId>> {
        let of_rest = factors(rest);
        let others: BTreeSet<TermId> = related.iter().flat_map(|(_, p)| factors(p)).chain(of_rest.iter().copied()).collect();
        for &x in of_rest.iter().take(FACTORS) {
            for &y in others.iter().filter(|&&y| y != x).take(2 * FACTORS) {
                let Some(replaced) = with_factor(rest, x, y, width) else { continue };
                if let Some((left, mut used)) = basis.divided(replaced)
                    && left.is_empty()
                {
                    let equal = self.eq(x, y);
                    used.insert(equal);
                    return (!self.is_false(equal)).then_some(used);
                }
            }
        }
        None
    }

    fn implication(&mut self, premises: &BTreeSet<TermId>, reading: &Reading, equation: TermId) -> TermId {
        let cases = reading.cases.clone();
        let mut all: Vec<TermId> = cases.into_iter().map(|(cond, holds)| if holds { cond } else { self.not(cond) }).collect();
        all.extend(premises.iter().chain(reading.exact_sums.iter().flatten()));
        let all = self.and_all(&all);
        self.implies(all, equation)
    }
}

/// What is needed where one variable is replaced by what an equation without products says it is, such as a counter by its bound where a loop ends.
fn by_replacing(related: &[(TermId, Polynomial)], goal: &Polynomial, width: u16) -> Option<BTreeSet<TermId>> {
    let linear = related.iter().filter(|(_, p)| p.keys().all(|product| product.len() < 2));
    let replacements = linear.flat_map(|(equation, polynomial)| polynomial.keys().flatten().map(move |&variable| (*equation, polynomial, variable)));
    for (equation, polynomial, variable) in replacements.take(FACTORS) {
        let Some(row) = Row::of_variable(variable, polynomial, equation, width) else { continue };
        let says = Basis { width, rows: vec![row] };
        let replaced = |polynomial: &Polynomial| says.divided(polynomial.clone()).map(|(rest, _)| rest);
        let mut basis = Basis { width, rows: Vec::new() };
        for (other, polynomial) in related.iter().filter(|other| other.0 != equation) {
            if let Some(polynomial) = replaced(polynomial) {
                basis.take(polynomial, BTreeSet::from([*other]));
            }
        }
        if let Some((rest, mut used)) = replaced(goal).and_then(|goal| basis.divided(goal))
            && rest.is_empty()
        {
            used.insert(equation);
            return Some(used);
        }
    }
    None
}

fn has_product(polynomial: &Polynomial) -> bool {
    polynomial.keys().any(|factors| factors.len() > 1)
}

fn factors(polynomial: &Polynomial) -> BTreeSet<TermId> {
    polynomial.keys().flatten().copied().collect()
}

/// The polynomial with one factor in place of another.
fn with_factor(polynomial: &Polynomial, from: TermId, to: TermId, width: u16) -> Option<Polynomial> {
    let one = Polynomial::from([(Vec::new(), 1)]);
    let mut result = Polynomial::new();
    for (product, &coefficient) in polynomial {
        let mut product: Vec<TermId> = product.iter().map(|&factor| if factor == from { to } else { factor }).collect();
        product.sort_unstable();
        add(&mut result, &multiplied(&Polynomial::from([(product, coefficient)]), &one, width)?, 1, width);
    }
    Some(result)
}

/// Those that have factors in common with the goal, or with such ones.
fn related(goal: &Polynomial, mut others: Vec<(TermId, Polynomial)>) -> Vec<(TermId, Polynomial)> {
    let mut known: FxHashSet<TermId> = factors(goal).into_iter().collect();
    let mut found = Vec::new();
    loop {
        let before = found.len();
        let mut left = Vec::new();
        let mut new = Vec::new();
        for (equation, polynomial) in others {
            if found.len() < GIVEN && polynomial.keys().flatten().any(|factor| known.contains(factor)) {
                new.extend(factors(&polynomial));
                found.push((equation, polynomial));
            } else {
                left.push((equation, polynomial));
            }
        }
        known.extend(new);
        others = left;
        if found.len() == before {
            return found;
        }
    }
}

/// Polynomials that are zero, each with a leading product that none of the others has as one of its products.
struct Basis {
    width: u16,
    rows: Vec<Row>,
}

struct Row {
    /// Its coefficient is two to the power of `twos`, by which all others can be divided.
    lead: Vec<TermId>,
    twos: u32,
    polynomial: Polynomial,
    /// The equations that it is made of.
    from: BTreeSet<TermId>,
}

impl Basis {
    fn take(&mut self, mut polynomial: Polynomial, mut from: BTreeSet<TermId>) {
        for row in &self.rows {
            if let Some(times) = row.times(polynomial.get(&row.lead)) {
                add(&mut polynomial, &row.polynomial, times.wrapping_neg(), self.width);
                from.extend(&row.from);
            }
        }
        let products = polynomial.iter().filter(|(product, _)| !product.is_empty());
        let lead = products.min_by_key(|(product, c)| (c.trailing_zeros(), std::cmp::Reverse((product.len(), (*product).clone()))));
        let Some((lead, &coefficient)) = lead else { return };
        let (lead, twos) = (lead.clone(), coefficient.trailing_zeros());
        // What is not a variable's may be less even.
        let Some(factor) = inverse(Bits::new(self.width, coefficient >> twos)).filter(|_| polynomial.values().all(|c| c.trailing_zeros() >= twos)) else {
            return;
        };
        let mut scaled = Polynomial::new();
        add(&mut scaled, &polynomial, factor.unsigned(), self.width);
        let new = Row { lead, twos, polynomial: scaled, from };
        for row in &mut self.rows {
            if let Some(times) = new.times(row.polynomial.get(&new.lead)) {
                add(&mut row.polynomial, &new.polynomial, times.wrapping_neg(), self.width);
                row.from.extend(&new.from);
            }
        }
        self.rows.push(new);
    }

    /// What is left of a polynomial without multiples of these, and of which equations these were made. `None` if it grows too large.
    fn divided(&self, mut polynomial: Polynomial) -> Option<(Polynomial, BTreeSet<TermId>)> {
        let mut used = BTreeSet::new();
        for _ in 0..STEPS {
            let mut products: Vec<&Vec<TermId>> = polynomial.keys().collect();
            products.sort_by_key(|product| std::cmp::Reverse(product.len()));
            let step = products
                .into_iter()
                .find_map(|product| self.rows.iter().find_map(|row| Some((row, quotient(product, &row.lead)?, row.times(polynomial.get(product))?))));
            let Some((row, quotient, times)) = step else { return Some((polynomial, used)) };
            let multiple = multiplied(&row.polynomial, &Polynomial::from([(quotient, times)]), self.width)?;
            add(&mut polynomial, &multiple, u128::MAX, self.width);
            used.extend(&row.from);
        }
        None
    }
}

impl Row {
    /// An equation without products, by one of its variables; `None` if its coefficient is even.
    fn of_variable(variable: TermId, polynomial: &Polynomial, equation: TermId, width: u16) -> Option<Self> {
        let lead = vec![variable];
        let factor = inverse(Bits::new(width, *polynomial.get(&lead)?))?;
        let mut scaled = Polynomial::new();
        add(&mut scaled, polynomial, factor.unsigned(), width);
        Some(Self { lead, twos: 0, polynomial: scaled, from: BTreeSet::from([equation]) })
    }

    /// How many times the leading product has to be taken away so that nothing is left of it with this coefficient.
    fn times(&self, coefficient: Option<&u128>) -> Option<u128> {
        coefficient.filter(|c| c.trailing_zeros() >= self.twos).map(|c| c >> self.twos)
    }
}

/// What is left of a product without the factors of another one; `None` if it does not have them.
fn quotient(product: &[TermId], of: &[TermId]) -> Option<Vec<TermId>> {
    let mut left = product.to_vec();
    for factor in of {
        let at = left.iter().position(|other| other == factor)?;
        left.remove(at);
    }
    Some(left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;
    use crate::testing;
    use base::Random;
    use rustc_hash::FxHashMap;

    /// Sum of the first odd numbers: what holds before a round, and what after it.
    fn odd_numbers(pool: &mut TermPool, width: u16) -> ([TermId; 2], TermId) {
        let [sum, odd, i] = ["sum", "odd", "i"].map(|name| pool.var(name, width));
        let (one, two) = (pool.constant(Bits::new(width, 1)), pool.constant(Bits::new(width, 2)));
        let square = pool.mul(i, i);
        let is_square = pool.eq(sum, square);
        let twice = pool.mul(i, two);
        let next_odd = pool.add(twice, one);
        let is_odd = pool.eq(odd, next_odd);
        let (sum, i) = (pool.add(sum, odd), pool.add(i, one));
        let square = pool.mul(i, i);
        ([is_square, is_odd], pool.eq(sum, square))
    }

    #[test]
    fn a_round_keeps_what_a_sum_is() {
        for width in [8, 32, 64] {
            let mut pool = TermPool::new();
            let (given, goal) = odd_numbers(&mut pool, width);
            let found = pool.consequences(&given, goal);
            let all = pool.and_all(&given);
            assert_eq!(found, [pool.implies(all, goal)]);
            assert!(pool.consequences(&given[..1], goal).is_empty());
        }
    }

    #[test]
    fn even_coefficients_are_no_obstacle() {
        let mut pool = TermPool::new();
        let [i, j, before, total] = ["i", "j", "before", "total"].map(|name| pool.var(name, 32));
        let [one, two] = [1, 2].map(|c| pool.constant(Bits::new(32, c)));
        let triangle = |pool: &mut TermPool, total: TermId, i: TermId| {
            let (twice, square) = (pool.mul(total, two), pool.mul(i, i));
            let sum = pool.add(twice, i);
            pool.eq(square, sum)
        };
        let given = triangle(&mut pool, before, i);
        let (square, twice_j, twice_total) = (pool.mul(i, i), pool.mul(j, two), pool.mul(total, two));
        let (left, right) = (pool.add(square, twice_j), pool.add(i, twice_total));
        let inner = pool.eq(left, right);
        let next = pool.add(i, one);
        let goal = triangle(&mut pool, total, next);
        let equal = pool.eq(i, j);
        let all = pool.and_all(&[given, inner, equal]);
        let fewer = pool.and_all(&[inner, equal]);
        let found = pool.consequences(&[given, inner], goal);
        assert!(found == [pool.implies(all, goal)] || found == [pool.implies(fewer, goal)], "{found:?}");
    }

    /// A triangular number where a counter has passed its bound, in either order of the variables.
    #[test]
    fn counters_are_replaced_by_their_bounds() {
        for names in [["n", "i", "sum"], ["i", "n", "sum"], ["sum", "i", "n"]] {
            let mut pool = TermPool::new();
            names.iter().for_each(|name| {
                pool.var(name, 32);
            });
            let [n, i, sum] = ["n", "i", "sum"].map(|name| pool.var(name, 32));
            let [one, two] = [1, 2].map(|c| pool.constant(Bits::new(32, c)));
            let (square, twice) = (pool.mul(i, i), pool.mul(sum, two));
            let (right, next) = (pool.add(i, twice), pool.add(n, one));
            let given = [pool.eq(square, right), pool.eq(i, next)];
            let product = pool.mul(n, next);
            let goal = pool.eq(twice, product);
            let all = pool.and_all(&given);
            assert_eq!(pool.consequences(&given, goal), [pool.implies(all, goal)]);
            assert!(pool.consequences(&given[..1], goal).is_empty());
        }
    }

    /// Twice a product that has a name is twice what has it.
    #[test]
    fn compared_products_have_names() {
        let mut pool = TermPool::new();
        let [a, b, y, r] = ["a", "b", "y", "r"].map(|name| pool.var(name, 64));
        let two = pool.constant(Bits::new(64, 2));
        let product = pool.mul(y, a);
        let given = pool.eq(b, product);
        let (twice, twice_b) = (pool.mul(product, two), pool.mul(b, two));
        let same = pool.eq(twice, twice_b);
        assert_eq!(pool.without_products(&[given], twice), Some(pool.implies(given, same)));
        assert_eq!(pool.without_products(&[given], twice_b), None);
        let other = pool.mul(r, r);
        assert_eq!(pool.without_products(&[given], other), None);
    }

    #[test]
    fn choices_are_looked_at_both_ways() {
        let mut pool = TermPool::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| pool.var(name, 32));
        let choice = pool.var("choice", 1);
        let product = pool.mul(y, z);
        let given = pool.eq(x, product);
        let more = pool.add(x, z);
        let chosen = pool.ite(choice, more, x);
        let one = pool.constant(Bits::new(32, 1));
        let next = pool.add(y, one);
        let next = pool.ite(choice, next, y);
        let product = pool.mul(next, z);
        let goal = pool.eq(chosen, product);
        assert_eq!(pool.consequences(&[given], goal).len(), 2);
    }

    #[test]
    fn single_values_do_not_stand_for_all() {
        let mut pool = TermPool::new();
        let [n, rest] = ["n", "rest"].map(|name| pool.var(name, 32));
        let [zero, two, less] = [0, 2, u128::from(u32::MAX)].map(|c| pool.constant(Bits::new(32, c)));
        let before = pool.add(n, less);
        // The sum of the first numbers, as a recursive function adds them.
        let triangle = |pool: &mut TermPool, sum: TermId, n: TermId| {
            let (twice, square) = (pool.mul(sum, two), pool.mul(n, n));
            let other = pool.add(n, square);
            pool.eq(twice, other)
        };
        let given = triangle(&mut pool, rest, before);
        let (is_zero, more) = (pool.eq(n, zero), pool.add(n, rest));
        let sum = pool.ite(is_zero, zero, more);
        let goal = triangle(&mut pool, sum, n);
        let one_value = pool.eq(n, two);
        let found = pool.consequences(&[is_zero, one_value, given], goal);
        let otherwise = pool.not(is_zero);
        let premises = pool.and(otherwise, given);
        assert!(found.contains(&pool.implies(premises, goal)), "{found:?}");
    }

    #[test]
    fn what_follows_holds_under_every_assignment() {
        let (mut random, mut n) = (Random::new(7), 0);
        for round in 0..400u32 {
            let mut pool = TermPool::new();
            let width = [4, 8, 32][round as usize % 3];
            let variables: Vec<TermId> = (0..4).map(|v| pool.var(&format!("v{v}"), width)).collect();
            let narrow = pool.var("narrow", width / 2);
            let choice = pool.var("choice", 1);
            let mut grow = |pool: &mut TermPool| {
                let mut term = variables[random.below(4)];
                for _ in 0..random.below(4) {
                    let other = variables[random.below(4)];
                    let constant = pool.constant(Bits::new(width, random.below(5) as u128));
                    let step = pool.constant(Bits::new(width / 2, random.below(3) as u128));
                    let stepped = pool.add(narrow, step);
                    let wide = if random.below(2) == 0 { pool.zero_extend(stepped, width) } else { pool.sign_extend(stepped, width) };
                    term = match random.below(6) {
                        0 => pool.mul(term, other),
                        1 => pool.add(term, other),
                        2 => pool.mul(term, constant),
                        3 => pool.ite(choice, other, term),
                        4 => pool.add(term, wide),
                        _ => pool.add(term, constant),
                    };
                }
                term
            };
            let given: Vec<TermId> = (0..3)
                .map(|_| {
                    let (a, b) = (grow(&mut pool), grow(&mut pool));
                    pool.eq(a, b)
                })
                .collect();
            let (a, b) = (grow(&mut pool), grow(&mut pool));
            let sum =
                given.iter().filter_map(|&e| if let Term::Eq(x, y) = *pool.get(e) { Some((x, y)) } else { None }).filter(|(x, _)| pool.width(*x) == width);
            // A combination of what is given, mostly.
            let (a, b) = sum.collect::<Vec<_>>().into_iter().fold((a, if round % 4 == 0 { b } else { a }), |(a, b), (x, y)| (pool.add(a, x), pool.add(b, y)));
            let goal = pool.eq(a, b);
            for implication in pool.consequences(&given, goal) {
                n += 1;
                for _ in 0..40 {
                    let small = random.below(2) == 0;
                    let mut values = FxHashMap::default();
                    for &variable in variables.iter().chain([&narrow, &choice]) {
                        let bits = pool.width(variable);
                        let value = if small { Bits::new(bits, random.below(2) as u128) } else { testing::bits(&mut random, bits) };
                        values.insert(variable, value);
                    }
                    assert!(Evaluator::new(&values).value(&pool, implication).is_true());
                }
            }
        }
        assert!(n > 50, "{n}");
    }
}
