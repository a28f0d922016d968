//! Which of the proposed invariants hold: what a model of an iteration breaks is dropped, until nothing breaks what is left (Houdini). Together in one question where that has
//! an answer in time, else one by one. Knows conditions only, and nothing is proved before all that are left were asked about under what is left.

use super::{Round, budget};
use analysis::invariants::Each;
use goto::{BinOp, ExprKind};
use rustc_hash::FxHashMap;
use solver::{Answer, Model, Unknown};
use std::time::Duration;
use term::eval::Evaluator;

/// What came of a question about one candidate.
enum ForOne {
    Settled,
    Unanswered(Unknown),
    /// It was not asked any more.
    Stopped,
}

/// For candidates the others that imply them. As long as one of these may hold, nothing need be asked or assumed of the weaker one.
struct Stronger(FxHashMap<usize, Vec<usize>>);

impl Stronger {
    fn covers(&self, left: &[usize], candidate: usize) -> bool {
        self.0.get(&candidate).is_some_and(|others| others.iter().any(|other| left.contains(other)))
    }

    /// Those that are not implied by others of them.
    fn uncovered(&self, left: &[usize]) -> Vec<usize> {
        left.iter().copied().filter(|&i| !self.covers(left, i)).collect()
    }
}

impl Round<'_, '_> {
    /// Those of the candidates that hold, proved together. Keeps the first models of steps that break some.
    pub(super) fn invariants(&mut self, mut left: Vec<usize>, models: &mut Vec<Model>) -> Vec<usize> {
        let step = self.step;
        left.retain(|&i| !step.candidates[i].assumed.is_empty());
        let stronger = self.stronger(&left);
        loop {
            let asked = stronger.uncovered(&left);
            let (assumed, broken) = (self.assumed(&asked), self.broken(&asked));
            if broken.is_empty() {
                return asked;
            }
            match self.check_within(&assumed, &broken, self.share(budget::induction::PARTS_FOR_CANDIDATES)) {
                Answer::Unsat { .. } => return asked,
                Answer::Sat(model) => {
                    let before = left.len();
                    self.drop_broken(&mut left, &model);
                    if left.len() == before {
                        return Vec::new();
                    }
                    if models.len() < budget::induction::MODELS {
                        models.push(model);
                    }
                }
                Answer::Unknown(_) => return self.provable_one_by_one(left, &stronger),
            }
        }
    }

    /// Of these candidates those that hold together, where one question for all is too much. Nothing was proved before a pass over all that are left drops none.
    /// What has no answer in its share of the time is mostly little, so it is asked again for longer when the others are settled.
    fn provable_one_by_one(&mut self, mut left: Vec<usize>, stronger: &Stronger) -> Vec<usize> {
        loop {
            let before = left.clone();
            let mut hard = Vec::new();
            for &candidate in &before {
                let share = self.share(budget::induction::PARTS_FOR_EACH * stronger.uncovered(&left).len());
                match self.ask_for_one(candidate, (&mut left, stronger), share) {
                    ForOne::Settled => {}
                    ForOne::Unanswered(_) => hard.push(candidate),
                    ForOne::Stopped => return Vec::new(),
                }
            }
            for (number, &candidate) in hard.iter().enumerate() {
                let share = self.share(budget::induction::PARTS_FOR_HARD * (hard.len() - number));
                match self.ask_for_one(candidate, (&mut left, stronger), share) {
                    ForOne::Settled => {}
                    ForOne::Unanswered(why) => {
                        self.give_up(&why);
                        left.retain(|&other| other != candidate);
                    }
                    ForOne::Stopped => return Vec::new(),
                }
            }
            if left.len() == before.len() {
                return stronger.uncovered(&left);
            }
        }
    }

    /// Is one of those that are left kept by an iteration? Drops those that it breaks.
    fn ask_for_one(&mut self, candidate: usize, (left, stronger): (&mut Vec<usize>, &Stronger), time: Duration) -> ForOne {
        if self.stop.reason().is_some() {
            self.unanswered += 1;
            return ForOne::Stopped;
        }
        let broken = self.broken(&[candidate]);
        if broken.is_empty() || !left.contains(&candidate) || stronger.covers(left, candidate) {
            return ForOne::Settled;
        }
        match self.check_within(&self.assumed(&stronger.uncovered(left)), &broken, time) {
            Answer::Unsat { .. } => ForOne::Settled,
            Answer::Sat(model) => {
                self.drop_broken(left, &model);
                left.retain(|&other| other != candidate);
                ForOne::Settled
            }
            Answer::Unknown(why) => ForOne::Unanswered(why),
        }
    }

    /// Which of these facts about nodes are disjunctions of others with something else. Of other facts there are few such pairs.
    fn stronger(&self, candidates: &[usize]) -> Stronger {
        let own = &*self.own;
        let of_nodes = candidates.iter().filter(|&&i| own.candidates[i].each.and_then(Each::as_node).is_some());
        let place = |i: usize| (own.candidates[i].function, own.candidates[i].head, own.candidates[i].each);
        let numbers: FxHashMap<_, usize> = of_nodes.clone().map(|&i| ((place(i), own.candidates[i].fact), i)).collect();
        let mut found = FxHashMap::default();
        for &i in of_nodes {
            let mut pending = vec![own.candidates[i].fact];
            let mut others = Vec::new();
            while let Some(fact) = pending.pop() {
                others.extend(numbers.get(&(place(i), fact)).copied().filter(|&other| other != i));
                if let ExprKind::Binary(BinOp::Or, a, b) = own.program.exprs.kind(fact) {
                    pending.extend([a, b]);
                }
            }
            if !others.is_empty() {
                found.insert(i, others);
            }
        }
        Stronger(found)
    }

    fn drop_broken(&mut self, left: &mut Vec<usize>, model: &Model) {
        let mut evaluator = Evaluator::new(&model.values);
        let (pool, step) = (&self.own.pool, self.step);
        left.retain(|&i| !step.candidates[i].broken.iter().any(|&b| evaluator.value(pool, b).is_true()));
    }
}
