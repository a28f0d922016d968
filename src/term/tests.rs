use super::eval::{Evaluator, eval};
use super::testing::SampledTerms;
use super::*;
use proptest::prelude::*;
use rustc_hash::FxHashMap;

/// Rewritten terms have the values that the operators have without rewriting, and known bits tell the truth.
fn agrees(seed: u64, widths: &[u16], steps: usize) {
    let mut garden = SampledTerms::new(seed, widths, 6);
    for _ in 0..steps {
        garden.grow();
    }
    for (i, model) in garden.models.iter().enumerate() {
        let mut evaluator = Evaluator::new(model);
        for (term, values) in &garden.terms {
            let value = evaluator.value(&garden.pool, *term);
            assert_eq!(value, values[i], "seed {seed}, {widths:?}: {term} {:?}", garden.pool.get(*term));
            let known = garden.pool.known(*term);
            assert!(known.ones & !value.unsigned() == 0 && known.zeros & value.unsigned() == 0, "known bits of {term} {:?}", garden.pool.get(*term));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn small_widths(seed: u64, width in 1u16..10) {
        agrees(seed, &[width], 150);
    }

    #[test]
    fn mixed_widths(seed: u64) {
        agrees(seed, &[2, 3, 4, 8], 150);
    }

    #[test]
    fn machine_widths(seed: u64) {
        agrees(seed, &[8, 16, 32, 64], 150);
        agrees(seed, &[33, 128], 60);
    }
}

struct Bench {
    pool: TermPool,
    x: TermId,
    y: TermId,
    p: TermId,
    q: TermId,
}

fn bench() -> Bench {
    let mut pool = TermPool::new();
    let (x, y) = (pool.var("x", 32), pool.var("y", 32));
    let (p, q) = (pool.var("p", 1), pool.var("q", 1));
    Bench { pool, x, y, p, q }
}

fn k(pool: &mut TermPool, value: u128) -> TermId {
    pool.constant(Bits::new(32, value))
}

#[test]
fn equal_names_are_one_variable() {
    let mut pool = TermPool::new();
    assert_eq!(pool.var("x", 32), pool.var("x", 32));
    assert_ne!(pool.var("x", 32), pool.var("y", 32));
}

#[test]
fn contradictions_and_subsumption() {
    let Bench { mut pool, p, q, .. } = bench();
    let not_p = pool.not(p);
    assert_eq!(pool.and(p, not_p), pool.truth(false));
    assert_eq!(pool.or(p, not_p), pool.truth(true));
    let p_or_q = pool.or(p, q);
    assert_eq!(pool.and(p, p_or_q), p);
    let both = pool.and(p, q);
    let not_p_or_q = pool.or(not_p, q);
    assert_eq!(pool.and(p, not_p_or_q), both);
    assert_eq!(pool.and(both, p), both);
    assert_eq!(pool.or(both, p), p);
    assert_eq!(pool.and(not_p, both), pool.truth(false));
}

#[test]
fn deep_path_conditions_see_their_contradiction() {
    let mut pool = TermPool::new();
    let mut all = pool.truth(true);
    let truths: Vec<TermId> = (0..10).map(|i| pool.var(&format!("p{i}"), 1)).collect();
    for &t in &truths {
        all = pool.and(all, t);
    }
    let not = pool.not(truths[2]);
    assert_eq!(pool.and(all, not), pool.truth(false));
    assert_eq!(pool.and(all, truths[2]), all);
}

#[test]
fn ranges_meet() {
    let Bench { mut pool, x, .. } = bench();
    let (five, six, nine) = (k(&mut pool, 5), k(&mut pool, 6), k(&mut pool, 9));
    let below_nine = pool.slt(x, nine);
    let is_five = pool.eq(x, five);
    assert_eq!(pool.and(is_five, below_nine), is_five);
    let at_least_nine = pool.not(below_nine);
    assert_eq!(pool.and(is_five, at_least_nine), pool.truth(false));
    let below_six = pool.slt(x, six);
    let at_least_five = pool.sle(five, x);
    assert_eq!(pool.and(below_six, at_least_five), is_five);
    assert_eq!(pool.and(below_six, below_nine), below_six);
}

#[test]
fn sums_collect() {
    let Bench { mut pool, x, y, .. } = bench();
    let (one, three, four) = (k(&mut pool, 1), k(&mut pool, 3), k(&mut pool, 4));
    let zero_bits = pool.constant(Bits::zero(3));
    let a = pool.add(x, one);
    let b = pool.add(a, three);
    assert_eq!(b, pool.add(x, four));
    assert_eq!(pool.sub(b, x), four);
    let scaled = pool.mul(a, four);
    let base = pool.add(y, scaled);
    let other = pool.mul(x, four);
    let other = pool.add(y, other);
    assert_eq!(pool.sub(base, other), four);
    // What is shifted and then extended cancels out as well.
    let (shifted, eight) = (pool.concat(x, zero_bits), k(&mut pool, 8));
    let (wide, eight) = (pool.zero_extend(shifted, 64), pool.zero_extend(eight, 64));
    let high = pool.extract(wide, 3, 61);
    let none = pool.constant(Bits::zero(3));
    let shifted = pool.concat(high, none);
    let farther = pool.add(shifted, eight);
    assert_eq!(pool.sub(farther, shifted), eight);
    let double = pool.add(x, x);
    let triple = pool.add(double, x);
    assert_eq!(triple, pool.mul(x, three));
    assert_eq!(pool.eq(b, four), {
        let zero = k(&mut pool, 0);
        pool.eq(x, zero)
    });
}

#[test]
fn bytes_join() {
    let Bench { mut pool, x, .. } = bench();
    let mut whole = k(&mut pool, 0);
    for i in 0..4 {
        let byte = pool.extract(x, 8 * i, 8);
        let wide = pool.zero_extend(byte, 32);
        let distance = k(&mut pool, u128::from(8 * i));
        let placed = pool.shl(wide, distance);
        whole = pool.or(placed, whole);
    }
    assert_eq!(whole, x);
}

#[test]
fn truth_through_integers() {
    let Bench { mut pool, x, y, .. } = bench();
    let less = pool.slt(x, y);
    let int = pool.zero_extend(less, 32);
    let zero = k(&mut pool, 0);
    assert_eq!(pool.ne(int, zero), less);
    let (three, seven) = (k(&mut pool, 3), k(&mut pool, 7));
    let chosen = pool.ite(less, three, seven);
    assert_eq!(pool.ult(chosen, seven), less);
    let (ten, four) = (k(&mut pool, 10), k(&mut pool, 4));
    let sum = pool.add(chosen, three);
    let not_less = pool.not(less);
    assert_eq!(pool.eq(sum, ten), not_less);
    assert_eq!(pool.eq(sum, four), pool.truth(false));
}

#[test]
fn chains_of_constants_compare() {
    let Bench { mut pool, x, .. } = bench();
    let mut chain = k(&mut pool, 0);
    for i in 1..100 {
        let index = k(&mut pool, i);
        let here = pool.eq(x, index);
        let value = k(&mut pool, 3 * i);
        chain = pool.ite(here, value, chain);
    }
    let (value, index) = (k(&mut pool, 60), k(&mut pool, 20));
    assert_eq!(pool.eq(chain, value), pool.eq(x, index));
    let value = k(&mut pool, 61);
    assert_eq!(pool.eq(chain, value), pool.truth(false));
}

#[test]
fn narrow_values_stay_narrow() {
    let mut pool = TermPool::new();
    let (a, b) = (pool.var("a", 8), pool.var("b", 8));
    let (wide_a, wide_b) = (pool.sign_extend(a, 32), pool.sign_extend(b, 32));
    assert_eq!(pool.eq(wide_a, wide_b), pool.eq(a, b));
    assert_eq!(pool.slt(wide_a, wide_b), pool.slt(a, b));
    let sum = pool.add(wide_a, wide_b);
    let narrow = pool.extract(sum, 0, 8);
    assert_eq!(narrow, pool.add(a, b));
    let big = pool.constant(Bits::new(32, 300));
    assert_eq!(pool.slt(wide_a, big), pool.truth(true));
    let unsigned = pool.zero_extend(a, 32);
    assert_eq!(pool.slt(unsigned, big), pool.truth(true));
    assert_eq!(pool.eq(unsigned, big), pool.truth(false));
}

#[test]
fn long_chains_are_built_and_evaluated() {
    let Bench { mut pool, x, y, p, .. } = bench();
    let mut term = x;
    let mut other = y;
    for i in 0..20_000u128 {
        let n = pool.var(&format!("n{i}"), 32);
        let sum = pool.add(term, n);
        term = pool.ite(p, sum, n);
        term = pool.not(term);
        term = pool.neg(term);
        other = pool.and(other, term);
    }
    let low = pool.extract(other, 0, 8);
    let minus = pool.neg(term);
    let equal = pool.eq(minus, other);
    let both = pool.zero_extend(equal, 8);
    let all = pool.xor(low, both);
    eval(&pool, &FxHashMap::default(), all);
}

/// Values rest on what decides them, and on nothing that is not looked at.
#[test]
fn what_values_rest_on() {
    let mut pool = TermPool::new();
    let [c, x, y, z] = ["c", "x", "y", "z"].map(|name| pool.var(name, if name == "c" { 1 } else { 8 }));
    let zero = pool.constant(Bits::zero(8));
    let chosen = pool.ite(c, x, y);
    let product = pool.mul(y, z);
    let is_zero = pool.eq(product, zero);
    for (choice, y_value, expected_choice, expected_product) in [(true, 0, vec![c, x], vec![y]), (false, 3, vec![c, y], vec![z])] {
        let values = [(c, Bits::bool(choice)), (y, Bits::new(8, y_value))].into_iter().collect();
        let mut evaluator = eval::Evaluator::new(&values);
        let on = |terms: &[TermId], evaluator: &mut eval::Evaluator<'_>| relevant::relevant(&pool, evaluator, terms);
        assert_eq!(on(&[chosen], &mut evaluator), expected_choice.into_iter().collect());
        assert_eq!(on(&[is_zero], &mut evaluator), expected_product.into_iter().collect());
    }
}
