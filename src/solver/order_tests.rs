//! The theory of orders against the clock formula, which says the same, on random orders under random clauses.

use super::embedded::Embedded;
use super::*;
use base::IdVec;
use base::random::Random;
use term::eval::Evaluator;
use term::order::{Before, NodeId, Order, Source};

struct Case {
    pool: TermPool,
    order: Order,
    facts: Vec<TermId>,
    /// What may be assumed.
    truths: Vec<TermId>,
}

/// An order of a few chains, readers that must find something there, and clauses over all that is told.
fn case(seed: u64) -> Case {
    let mut random = Random::new(seed);
    let (mut pool, mut order) = (TermPool::new(), Order::default());
    let chains: Vec<_> = (0..2 + random.below(3)).map(|_| order.chain()).collect();
    let mut nodes: Vec<NodeId> = Vec::new();
    for &chain in &chains {
        for i in 0..2 + random.below(4) {
            let after = if i == 0 && !nodes.is_empty() && random.below(2) == 0 { vec![nodes[random.below(nodes.len())]] } else { Vec::new() };
            nodes.push(order.node(chain, &after));
        }
    }
    let (mut truths, mut facts) = (Vec::new(), Vec::new());
    let any = |random: &mut Random| nodes[random.below(nodes.len())];
    for _ in 0..random.below(8) {
        let (a, b) = (any(&mut random), any(&mut random));
        truths.push(order.when_before(&mut pool, a, b));
    }
    for reader in 0..1 + random.below(5) {
        let at = any(&mut random);
        let mut sources = Vec::new();
        for rank in 0..1 + random.below(5) as u32 {
            let node = any(&mut random);
            let made = pool.var(&format!("made.{reader}.{rank}"), 1);
            let before = order.when_before(&mut pool, node, at);
            let there = pool.and(made, before);
            let taken = pool.var(&format!("taken.{reader}.{rank}"), 1);
            facts.push(pool.implies(taken, there));
            truths.extend([there, taken, made]);
            sources.push(Source { node, rank, there, taken });
        }
        let found: Vec<TermId> = sources.iter().map(|source| source.taken).collect();
        let there: Vec<TermId> = sources.iter().map(|source| source.there).collect();
        let (found, there) = (pool.or_all(&found), pool.or_all(&there));
        facts.push(pool.implies(there, found));
        order.read(&mut pool, sources);
    }
    truths.extend(order.relations().iter().map(|relation| relation.holds));
    for _ in 0..random.below(2 + truths.len()) {
        let clause: Vec<TermId> = (0..1 + random.below(3)).map(|_| literal(&mut pool, &mut random, &truths)).collect();
        facts.push(pool.or_all(&clause));
    }
    Case { pool, order, facts, truths }
}

fn literal(pool: &mut TermPool, random: &mut Random, truths: &[TermId]) -> TermId {
    let truth = truths[random.below(truths.len())];
    if random.below(2) == 0 { truth } else { pool.not(truth) }
}

/// What a model says is an order, and of what is there nothing comes between a reader and what it finds.
fn is_order(case: &Case, model: &Model) -> bool {
    let mut evaluator = Evaluator::new(&model.values);
    let sorted: Option<IdVec<NodeId, usize>> = case.order.sorted(|holds| evaluator.value(&case.pool, holds).is_true());
    let Some(sorted) = sorted else { return false };
    let mut holds = |term| evaluator.value(&case.pool, term).is_true();
    case.order.readers().iter().all(|sources| {
        let there: Vec<&Source> = sources.iter().filter(|source| holds(source.there)).collect();
        let taken: Vec<&Source> = sources.iter().filter(|source| holds(source.taken)).collect();
        taken.iter().all(|found| there.iter().all(|other| (sorted[other.node], other.rank) <= (sorted[found.node], found.rank)))
    })
}

#[test]
fn the_theory_says_what_clocks_say() {
    let (mut possible, mut impossible) = (0, 0);
    for seed in 0..1500 {
        let mut case = case(seed);
        let mut random = Random::new(seed + 10_000);
        let (mut by_theory, mut by_clocks) = (Embedded::new(), Embedded::new());
        assert!(by_theory.keep(&case.pool, &case.order));
        let clocks = case.order.clocks(&mut case.pool);
        case.facts.iter().for_each(|&fact| by_theory.assert(&case.pool, fact));
        case.facts.iter().chain(&clocks).for_each(|&fact| by_clocks.assert(&case.pool, fact));
        let wanted: Vec<TermId> = case.truths.iter().copied().filter(|&truth| matches!(case.pool.get(truth), term::Term::Var { .. })).collect();
        for round in 0..6 {
            let assumptions: Vec<TermId> = (0..random.below(6)).map(|_| literal(&mut case.pool, &mut random, &case.truths)).collect();
            let any_of: Vec<TermId> = (0..random.below(4)).map(|_| literal(&mut case.pool, &mut random, &case.truths)).collect();
            let query = Query { assumptions: &assumptions, any_of: &any_of, wanted: &wanted, stop: &Stop::new(None), budget: None };
            let answers = [by_theory.check(&case.pool, &query), by_clocks.check(&case.pool, &query)];
            match &answers {
                [Answer::Sat(by_theory), Answer::Sat(by_clocks)] => {
                    possible += 1;
                    assert!(is_order(&case, by_theory), "seed {seed} round {round}: the theory lets through what is no order");
                    assert!(is_order(&case, by_clocks), "seed {seed} round {round}: clocks let through what is no order");
                }
                [Answer::Unsat { .. }, Answer::Unsat { .. }] => impossible += 1,
                _ => panic!("seed {seed} round {round}: {answers:?}"),
            }
        }
    }
    assert!(possible > 1000 && impossible > 1000, "{possible} {impossible}");
}

/// Nobody stands in a circle of relations, each of which may hold by itself.
#[test]
fn circles_are_impossible() {
    let (mut pool, mut order) = (TermPool::new(), Order::default());
    let nodes: Vec<NodeId> = (0..5).map(|_| order.chain()).collect::<Vec<_>>().into_iter().map(|chain| order.node(chain, &[])).collect();
    let ring: Vec<TermId> = (0..5).map(|i| order.when_before(&mut pool, nodes[i], nodes[(i + 1) % 5])).collect();
    let mut solver = Embedded::new();
    assert!(solver.keep(&pool, &order));
    assert!(!solver.keep(&pool, &order), "one order at most");
    for left_out in 0..5 {
        let path: Vec<TermId> = (0..5).filter(|&i| i != left_out).map(|i| ring[i]).collect();
        let query = Query { assumptions: &path, any_of: &[], wanted: &ring, stop: &Stop::new(None), budget: None };
        assert!(matches!(solver.check(&pool, &query), Answer::Sat(_)));
    }
    let query = Query { assumptions: &ring, any_of: &[], wanted: &[], stop: &Stop::new(None), budget: None };
    assert!(matches!(solver.check(&pool, &query), Answer::Unsat { .. }));
    assert_eq!(order.before(nodes[0], nodes[2]), Before::Untold);
}
