//! What several analyses of the goals of one program share that work at once: which parts of the goals somebody has taken, the predicates that each has found, and edges
//! that no run begins with. Tests and verdicts they share by their oracle.
//!
//! Terms belong to one analysis, so predicates go from one to another as the text in which runs leave them to later ones.

use goto::edges::EdgeId;
use rustc_hash::FxHashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Shared by all.
#[derive(Default)]
pub struct WorkerPool {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    taken: FxHashSet<(Stage, usize)>,
    /// What was told, with who did.
    told: Vec<(usize, News)>,
}

/// What is done with goals that begin alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Does any run begin as they do?
    Asked,
    /// They are looked at one by one, or as smaller parts.
    Divided,
}

/// What one analysis found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// As text.
    Predicates(String),
    /// No run takes these edges one after the other.
    Impossible(Vec<EdgeId>),
}

/// One of those that work at once, with what it has heard.
pub struct Member<'c> {
    pool: &'c WorkerPool,
    number: usize,
    n_heard: usize,
}

impl WorkerPool {
    pub fn member(&self, number: usize) -> Member<'_> {
        Member { pool: self, number, n_heard: 0 }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Every method finishes its change in one step.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Member<'_> {
    /// Is this stage of the work on the part of the goals that begins with this one for this member? Then nobody else gets it.
    pub fn takes(&self, stage: Stage, first_goal: usize) -> bool {
        self.pool.lock().taken.insert((stage, first_goal))
    }

    pub fn tell(&self, news: News) {
        self.pool.lock().told.push((self.number, news));
    }

    /// What others have told since this member last asked.
    pub fn hear(&mut self) -> Vec<News> {
        let state = self.pool.lock();
        let news = state.told[self.n_heard..].iter().filter(|(number, _)| *number != self.number).map(|(_, news)| news.clone()).collect();
        self.n_heard = state.told.len();
        news
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goto::index::Id;

    #[test]
    fn each_part_is_taken_once_and_what_is_told_is_heard_once() {
        let pool = WorkerPool::default();
        let (mut one, mut other) = (pool.member(0), pool.member(1));
        let stage = Stage::Asked;
        assert!(one.takes(stage, 3) && !other.takes(stage, 3) && other.takes(stage, 4) && !one.takes(stage, 4));
        assert!(other.takes(Stage::Divided, 3) && !one.takes(Stage::Divided, 3));
        let news = [News::Predicates("p".into()), News::Impossible(vec![EdgeId::new(7)])];
        news.iter().for_each(|news| one.tell(news.clone()));
        assert_eq!(other.hear(), news);
        assert_eq!(other.hear(), []);
        assert_eq!(one.hear(), [], "nobody hears what it told");
    }
}
