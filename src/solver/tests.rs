//! The same demands on every solver that is installed.

use super::smtlib::ProcessLimits;
use super::*;
use std::time::Instant;
use term::eval::Evaluator;
use term::testing::SampledTerms;

fn named(text: &str) -> Box<dyn Solver> {
    let spec: SolverSpec = text.parse().expect("the names in this file are right");
    open(&spec, &ProcessLimits::default()).unwrap_or_else(|e| panic!("{e}"))
}

fn installed() -> Vec<Box<dyn Solver>> {
    ["embedded", "z3", "yices", "cvc5", "bitwuzla", "boolector", "mathsat"]
        .iter()
        .filter_map(|name| open(&name.parse().ok()?, &ProcessLimits::default()).ok())
        .collect()
}

fn check(solver: &mut dyn Solver, pool: &TermPool, assumptions: &[TermId], any_of: &[TermId], wanted: &[TermId]) -> Answer {
    solver.check(pool, &Query { assumptions, any_of, wanted, stop: &Stop::new(None), budget: Some(Duration::from_secs(60)) })
}

/// Random truths, asserted, assumed and in disjunctions, over several checks of one session: models are models, verdicts are the same everywhere, cores
/// are contradictions.
#[test]
fn solvers_agree() {
    for seed in 0..12 {
        let widths: &[u16] = [&[4, 8][..], &[1, 3], &[8, 32], &[7, 64]][seed as usize % 4];
        let mut garden = SampledTerms::new(seed, widths, 1);
        let variables: Vec<TermId> = garden.models[0].keys().copied().collect();
        let mut sessions = installed();
        let mut asserted = Vec::new();
        for round in 0..5 {
            let fresh: Vec<TermId> = (0..12).map(|_| garden.grow()).collect();
            let mut truths: Vec<TermId> = fresh.into_iter().filter(|&t| garden.pool.width(t) == 1).collect();
            truths.truncate(8);
            if truths.is_empty() {
                continue;
            }
            let first = truths.remove(0);
            // What is asserted holds in the garden's assignment, so the session does not end in a contradiction.
            if round % 2 == 0 {
                let holds = Evaluator::new(&garden.models[0]).value(&garden.pool, first).is_true();
                let truth = if holds { first } else { garden.pool.not(first) };
                asserted.push(truth);
                for solver in &mut sessions {
                    solver.assert(&garden.pool, truth);
                }
            }
            let any_of = truths.split_off(truths.len() / 2);
            let mut verdicts = Vec::new();
            for solver in &mut sessions {
                let answer = check(solver.as_mut(), &garden.pool, &truths, &any_of, &variables);
                verdicts.push((solver.name().to_string(), matches!(answer, Answer::Sat(_))));
                match answer {
                    Answer::Sat(model) => {
                        let mut evaluator = Evaluator::new(&model.values);
                        for &truth in asserted.iter().chain(&truths) {
                            assert!(evaluator.value(&garden.pool, truth).is_true(), "{} seed {seed} round {round}: {truth}", solver.name());
                        }
                        assert!(any_of.is_empty() || any_of.iter().any(|&t| evaluator.value(&garden.pool, t).is_true()), "{} seed {seed}", solver.name());
                    }
                    Answer::Unsat { core } => {
                        assert!(core.iter().all(|t| truths.contains(t)));
                        let again = check(solver.as_mut(), &garden.pool, &core, &any_of, &[]);
                        assert!(matches!(again, Answer::Unsat { .. }), "{} seed {seed}: the core is {again:?}", solver.name());
                    }
                    Answer::Unknown(reason) => panic!("{} seed {seed}: {reason:?}", solver.name()),
                }
            }
            assert!(verdicts.iter().all(|(_, sat)| *sat == verdicts[0].1), "seed {seed} round {round}: {verdicts:?}");
        }
    }
}

#[test]
fn assumptions_hold_for_one_check() {
    for mut solver in installed() {
        let mut pool = TermPool::new();
        let x = pool.var("x", 32);
        let [three, nine, twelve] = [3, 9, 12].map(|k| pool.constant(Bits::new(32, k)));
        let (below, above) = (pool.ult(x, nine), pool.ult(three, x));
        let (small, large) = (pool.ult(x, three), pool.ult(twelve, x));
        solver.assert(&pool, below);
        let Answer::Unsat { core } = check(solver.as_mut(), &pool, &[above, large], &[], &[x]) else { panic!("{}", solver.name()) };
        assert!(core.contains(&large), "{}", solver.name());
        assert!(matches!(check(solver.as_mut(), &pool, &[above], &[small, large], &[x]), Answer::Unsat { .. }), "{}", solver.name());
        let Answer::Sat(model) = check(solver.as_mut(), &pool, &[above], &[], &[x]) else { panic!("{}", solver.name()) };
        assert!((4..9).contains(&model.values[&x].unsigned()), "{}", solver.name());
        let Answer::Sat(model) = check(solver.as_mut(), &pool, &[], &[small, large], &[x]) else { panic!("{}", solver.name()) };
        assert!(model.values[&x].unsigned() < 3, "{}", solver.name());
        let nothing = pool.truth(false);
        solver.assert(&pool, nothing);
        assert!(matches!(check(solver.as_mut(), &pool, &[], &[], &[]), Answer::Unsat { .. }), "{}", solver.name());
    }
}

#[test]
fn suggestions_are_followed_where_there_is_a_choice() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.var("x", 16), pool.var("y", 16));
    let mut solver = named("embedded");
    let wish = Bits::new(16, 0x5a5a);
    solver.suggest(&pool, x, wish);
    let differ = pool.ne(x, y);
    solver.assert(&pool, differ);
    let Answer::Sat(model) = check(solver.as_mut(), &pool, &[], &[], &[x, y]) else { panic!("satisfiable") };
    assert_eq!(model.values[&x], wish);
}

/// A product of two primes: much work for a SAT solver.
fn factoring(pool: &mut TermPool) -> TermId {
    let (a, b) = (pool.var("a", 128), pool.var("b", 128));
    let product = pool.mul(a, b);
    let n = pool.constant(Bits::new(128, 1_000_000_000_000_000_003 * 1_000_000_000_000_000_009));
    let bound = pool.constant(Bits::new(128, 1 << 62));
    let one = pool.constant(Bits::new(128, 1));
    let truths = [pool.eq(product, n), pool.ult(a, bound), pool.ult(b, bound), pool.ult(one, a), pool.ult(one, b)];
    pool.and_all(&truths)
}

#[test]
fn budgets_and_requests_to_stop_are_kept() {
    for mut solver in installed() {
        let mut pool = TermPool::new();
        let hard = factoring(&mut pool);
        let start = Instant::now();
        let stop = Stop::new(None);
        let query = Query { assumptions: &[hard], any_of: &[], wanted: &[], stop: &stop, budget: Some(Duration::from_millis(300)) };
        let answer = solver.check(&pool, &query);
        assert!(matches!(answer, Answer::Unknown(Unknown::Budget)), "{}: {answer:?}", solver.name());
        assert!(start.elapsed() < Duration::from_secs(3), "{}: {:?}", solver.name(), start.elapsed());
        // The session goes on.
        assert!(matches!(check(solver.as_mut(), &pool, &[], &[], &[]), Answer::Sat(_)), "{}", solver.name());
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(200));
                stop.request(StopReason::Interrupt);
            });
            let query = Query { assumptions: &[hard], any_of: &[], wanted: &[], stop: &stop, budget: None };
            let answer = solver.check(&pool, &query);
            assert!(matches!(answer, Answer::Unknown(Unknown::Stopped(StopReason::Interrupt))), "{}: {answer:?}", solver.name());
        });
        assert!(start.elapsed() < Duration::from_secs(6), "{}: {:?}", solver.name(), start.elapsed());
    }
}

/// Solvers that end, hang, do not listen, or talk nonsense.
#[test]
fn bad_solvers_are_survived() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.var("x", 32), pool.var("y", 32));
    let truth = pool.ult(x, y);
    for text in ["smtlib:false", "smtlib:yes", "smtlib:cat", "smtlib:echo sat", "smtlib:echo ((((", "smtlib:sh -c 'echo \"(error \\\"no\\\")\"'"] {
        let mut solver = named(text);
        solver.assert(&pool, truth);
        for _ in 0..5 {
            let answer = check(solver.as_mut(), &pool, &[], &[], &[x]);
            assert!(matches!(answer, Answer::Unknown(Unknown::Failed(_))), "{text}: {answer:?}");
        }
    }
    for text in ["smtlib:sleep 100", "smtlib:sh -c 'sleep 100; true'"] {
        let mut solver = named(text);
        let start = Instant::now();
        let query = Query { assumptions: &[truth], any_of: &[], wanted: &[], stop: &Stop::new(None), budget: Some(Duration::from_millis(200)) };
        for _ in 0..2 {
            let answer = solver.check(&pool, &query);
            assert!(matches!(answer, Answer::Unknown(Unknown::Budget)), "{text}: {answer:?}");
        }
        drop(solver);
        assert!(start.elapsed() < Duration::from_secs(5), "{text}: {:?}", start.elapsed());
    }
}

/// Solvers that take longer to start than a question may take.
#[test]
fn the_time_to_start_counts_for_no_question() {
    let pool = TermPool::new();
    let query = Query { assumptions: &[], any_of: &[], wanted: &[], stop: &Stop::new(None), budget: Some(Duration::from_millis(900)) };
    for (says, name) in [("*echo*) echo ready;;", "a word"), (r#"*echo*) echo "\"ready\"";;"#, "a string"), ("", "nothing")] {
        let mut solver = named(&format!("smtlib:sh -c 'sleep 1; while read -r line; do case $line in {says} *check-sat*) echo sat;; esac; done'"));
        // A busy machine may need more for the start than the first process has for it.
        let is_answered = (0..4).any(|_| matches!(solver.check(&pool, &query), Answer::Sat(_)));
        assert!(is_answered, "one that says {name} when it is ready");
    }
}

/// The script is longer than a pipe holds, and the solver does not read it.
#[test]
fn a_solver_that_does_not_listen_is_killed_in_time() {
    let mut pool = TermPool::new();
    let mut all = pool.truth(true);
    for i in 0..5000 {
        let (x, y) = (pool.var(&format!("x{i}"), 32), pool.var(&format!("y{i}"), 32));
        let truth = pool.ult(x, y);
        all = pool.and(all, truth);
    }
    let mut solver = named("smtlib:sleep 100");
    solver.assert(&pool, all);
    let start = Instant::now();
    let query = Query { assumptions: &[], any_of: &[], wanted: &[], stop: &Stop::new(None), budget: Some(Duration::from_millis(300)) };
    assert!(matches!(solver.check(&pool, &query), Answer::Unknown(Unknown::Budget)));
    drop(solver);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn a_portfolio_asks_on() {
    let mut pool = TermPool::new();
    let x = pool.var("x", 8);
    let seven = pool.constant(Bits::new(8, 7));
    let truth = pool.eq(x, seven);
    let mut solver = Portfolio::new(vec![named("smtlib:false"), named("embedded")]);
    assert_eq!(solver.name(), "smtlib:false+embedded");
    solver.assert(&pool, truth);
    let Answer::Sat(model) = check(&mut solver, &pool, &[], &[], &[x]) else { panic!("satisfiable") };
    assert_eq!(model.values[&x], Bits::new(8, 7));
}

/// Against all assignments of a few bits: assertions that add up, assumptions, disjunctions.
#[test]
fn the_embedded_solver_agrees_with_enumeration() {
    for seed in 0..250 {
        let mut garden = SampledTerms::new(seed, &[[2, 3][seed as usize % 2]], 1);
        let variables: Vec<TermId> = garden.terms.iter().map(|(term, _)| *term).collect();
        let mut solver = named("embedded");
        let mut asserted: Vec<TermId> = Vec::new();
        for round in 0..6 {
            let mut truths: Vec<TermId> = (0..10).map(|_| garden.grow()).collect();
            truths.retain(|&t| garden.pool.width(t) == 1);
            if round % 2 == 0
                && let Some(truth) = truths.pop()
            {
                solver.assert(&garden.pool, truth);
                asserted.push(truth);
            }
            let any_of = truths.split_off(truths.len() / 2);
            let fits = |model: &FxHashMap<TermId, Bits>| {
                let mut evaluator = Evaluator::new(model);
                let mut holds = |&t: &TermId| evaluator.value(&garden.pool, t).is_true();
                asserted.iter().chain(&truths).all(&mut holds) && (any_of.is_empty() || any_of.iter().any(&mut holds))
            };
            let bits: u32 = variables.iter().map(|&v| u32::from(garden.pool.width(v))).sum();
            let possible = (0..1u128 << bits).any(|mut all| {
                let model = variables.iter().map(|&v| {
                    let value = Bits::new(garden.pool.width(v), all);
                    all >>= garden.pool.width(v);
                    (v, value)
                });
                fits(&model.collect())
            });
            match check(solver.as_mut(), &garden.pool, &truths, &any_of, &variables) {
                Answer::Sat(model) => assert!(possible && fits(&model.values), "seed {seed} round {round}"),
                Answer::Unsat { .. } => assert!(!possible, "seed {seed} round {round}"),
                Answer::Unknown(reason) => panic!("seed {seed} round {round}: {reason:?}"),
            }
        }
    }
}
