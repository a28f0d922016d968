//! Rounds of bounded model checking with a bound that grows. Knows nothing of what is asked and of who works in between.

use super::Plan;
use crate::bmc::Round;
use crate::budget::unrolling;
use symex::Bound;

/// How the bound on loops and recursion grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Growth {
    /// One round with this bound (`--unwind`).
    Fixed(u32),
    /// The jump strategy: `start`, then by `step` (or by half of itself, if `step` is none) up to `max`.
    Jump { start: u32, step: Option<u32>, max: Option<u32> },
}

impl Growth {
    fn first(self) -> u32 {
        match self {
            Growth::Fixed(k) => k,
            Growth::Jump { start, .. } => start,
        }
    }

    /// The bound after this one, at least so large as far as bounds go.
    fn next(self, k: u32, least: u32) -> Option<u32> {
        match self {
            Growth::Fixed(_) => None,
            Growth::Jump { step, max, .. } => {
                let next = k.saturating_add(step.unwrap_or(k / 2 + 1).max(1)).max(least);
                match max {
                    Some(max) if k >= max => None,
                    Some(max) => Some(next.min(max)),
                    None if next == k => None,
                    None => Some(next),
                }
            }
        }
    }
}

/// Bounded model checking with those who work in between, as rounds see them.
pub(crate) trait Rounds {
    /// One round.
    fn round(&mut self, bound: &Bound) -> Round;

    /// After a round that left something open and after which there is one with a larger bound. False if nothing is open any more.
    fn between(&mut self) -> bool;

    /// After the last round, if it left something open: `is_through` if larger bounds would show no more, `was_asked` if it was the last one that was asked for.
    fn after(&mut self, is_through: bool, was_asked: bool);
}

/// Rounds until nothing is open, larger bounds show no more, there is none or it is told to stop. Says how the last one ended.
pub(crate) fn grow(plan: &Plan, rounds: &mut dyn Rounds) -> Round {
    let (mut k, mut max_steps) = (plan.growth.first(), unrolling::FIRST_STEPS);
    loop {
        let round = rounds.round(&Bound { k, max_steps, per_loop: plan.per_loop.clone() });
        let least = if round == Round::Leap { unrolling::LEAP } else { 0 };
        match (&round, plan.growth.next(k, least)) {
            (Round::Done | Round::Stopped(_), _) => return round,
            (Round::Grow | Round::Leap, Some(next)) => {
                if !rounds.between() {
                    return Round::Done;
                }
                k = next;
                max_steps = (max_steps * 2).min(unrolling::MOST_STEPS);
            }
            (Round::Grow | Round::Leap | Round::Exhausted, next) => {
                rounds.after(round == Round::Exhausted, next.is_none());
                return round;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounds that end as they are told; the last way again and again.
    struct ScriptedRounds {
        ends: Vec<Round>,
        bounds: Vec<(u32, u64)>,
        after: Option<(bool, bool)>,
    }

    impl Rounds for ScriptedRounds {
        fn round(&mut self, bound: &Bound) -> Round {
            self.bounds.push((bound.k, bound.max_steps));
            if self.ends.len() > 1 { self.ends.remove(0) } else { self.ends[0].clone() }
        }

        fn between(&mut self) -> bool {
            true
        }

        fn after(&mut self, is_through: bool, was_asked: bool) {
            self.after = Some((is_through, was_asked));
        }
    }

    fn told(growth: Growth, ends: &[Round]) -> ScriptedRounds {
        let plan = Plan::of(growth, Vec::new());
        let mut told = ScriptedRounds { ends: ends.to_vec(), bounds: Vec::new(), after: None };
        grow(&plan, &mut told);
        told
    }

    #[test]
    fn the_bound_grows_as_long_as_that_may_show_more() {
        let jump = |max| Growth::Jump { start: 1, step: Some(2), max };
        let all = told(jump(Some(4)), &[Round::Grow]);
        let first = unrolling::FIRST_STEPS;
        assert_eq!(all.bounds, [(1, first), (3, 2 * first), (4, 4 * first)]);
        assert_eq!(all.after, Some((false, true)));
        assert_eq!(told(jump(None), &[Round::Grow, Round::Exhausted]).after, Some((true, false)));
        assert_eq!(told(jump(None), &[Round::Grow, Round::Done]).after, None);
        assert_eq!(told(Growth::Fixed(7), &[Round::Exhausted]).after, Some((true, true)));
        let bounds = |max| told(jump(max), &[Round::Leap, Round::Exhausted]).bounds.iter().map(|(k, _)| *k).collect::<Vec<_>>();
        assert_eq!((bounds(None), bounds(Some(4))), (vec![1, unrolling::LEAP], vec![1, 4]));
    }
}
