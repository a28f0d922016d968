//! Do the assumptions of an inductive step agree with each other? Each head that the program comes to has a state that stands for all arrivals there, and this arrival is one of them.
//! So where an arrival is possible under all that is assumed, its made-up state must be, too: else what is assumed rules out executions that there are, and shows nothing.
//!
//! This knows nothing of what is assumed. It finds what contradicts itself for all states of a head, not what rules out some of them.

use solver::{Answer, Model, Unknown};
use symex::Entered;
use term::eval::Evaluator;
use term::{TermId, TermPool};

/// What came of looking for a contradiction.
#[derive(Debug)]
pub(super) enum Consistency {
    Consistent,
    Contradictory,
    Unanswered(Unknown),
}

/// Compares these heads. `ask` gives an answer to whether one of some conditions is possible under what is assumed.
pub(super) fn consistency(pool: &TermPool, entered: &[Entered], ask: &mut dyn FnMut(&[TermId]) -> Answer) -> Consistency {
    let mut left = entered.to_vec();
    // Most often the last head is reached through all others.
    left.reverse();
    while !left.is_empty() {
        let made_up: Vec<TermId> = left.iter().map(|e| e.made_up).collect();
        match ask(&made_up) {
            Answer::Sat(model) => drop_met(pool, &mut left, &model),
            Answer::Unsat { .. } => break,
            Answer::Unknown(why) => return Consistency::Unanswered(why),
        }
    }
    let arrivals: Vec<TermId> = left.iter().map(|e| e.arrival).collect();
    if arrivals.is_empty() {
        return Consistency::Consistent;
    }
    match ask(&arrivals) {
        Answer::Sat(_) => Consistency::Contradictory,
        Answer::Unsat { .. } => Consistency::Consistent,
        Answer::Unknown(why) => Consistency::Unanswered(why),
    }
}

/// Leaves out the heads whose made-up states the model has; one at least, since it was asked for them.
fn drop_met(pool: &TermPool, left: &mut Vec<Entered>, model: &Model) {
    let before = left.len();
    let mut evaluator = Evaluator::new(&model.values);
    left.retain(|e| !evaluator.value(pool, e.made_up).is_true());
    if left.len() == before {
        left.remove(0);
    }
}

#[cfg(test)]
mod tests {
    use super::{Consistency, consistency};
    use goto::Bits;
    use goto::limits::Stop;
    use solver::embedded::Embedded;
    use solver::{Query, Solver};
    use symex::Entered;
    use term::{TermId, TermPool};

    /// Two heads, the second one behind the first, and what is assumed of them.
    fn of_two_heads(assume: impl Fn(&mut TermPool, [TermId; 3]) -> TermId) -> Consistency {
        let mut pool = TermPool::new();
        let (always, first, second) = (pool.truth(true), pool.var("first", 1), pool.var("second", 1));
        let x = pool.var("x", 8);
        let both = pool.and(first, second);
        let entered = [Entered { arrival: always, made_up: first }, Entered { arrival: first, made_up: both }];
        let assumed = assume(&mut pool, [first, second, x]);
        let mut solver = Embedded::new();
        let wanted = [first, second, x];
        consistency(&pool, &entered, &mut |any_of| {
            let query = Query { assumptions: &[assumed], any_of, wanted: &wanted, stop: &Stop::new(None), budget: None };
            solver.check(&pool, &query)
        })
    }

    #[test]
    fn what_leaves_a_state_at_each_head_agrees() {
        let agrees = of_two_heads(|pool, [first, second, x]| {
            let (one, two) = (pool.constant(Bits::new(8, 1)), pool.constant(Bits::new(8, 2)));
            let (at_first, at_second) = (pool.ult(x, two), pool.eq(x, one));
            let (at_first, at_second) = (pool.implies(first, at_first), pool.implies(second, at_second));
            pool.and(at_first, at_second)
        });
        assert!(matches!(agrees, Consistency::Consistent), "{agrees:?}");
    }

    #[test]
    fn what_leaves_no_state_at_a_head_that_is_reached_contradicts_itself() {
        let at_the_first = of_two_heads(|pool, [first, _, _]| pool.not(first));
        assert!(matches!(at_the_first, Consistency::Contradictory), "{at_the_first:?}");
        let at_the_second = of_two_heads(|pool, [first, second, x]| {
            let (one, two) = (pool.constant(Bits::new(8, 1)), pool.constant(Bits::new(8, 2)));
            let (at_first, at_second) = (pool.eq(x, two), pool.eq(x, one));
            let (at_first, at_second) = (pool.implies(first, at_first), pool.implies(second, at_second));
            pool.and(at_first, at_second)
        });
        assert!(matches!(at_the_second, Consistency::Contradictory), "{at_the_second:?}");
    }
}
