//! Runs that come back to a state: from there all can happen again, so such a run goes on for ever. It counts if its schedule is fair, that is, if every thread that can go on
//! somewhere in the round does go on in it. Else it may be that only the schedule keeps others from ending what the round waits for, which no scheduler does for ever.
//! Nor does the library make the same choice for ever, such as that a wait ends although nobody has signalled.

use goto::interp::threads::{Log, MOST_THREADS, Standing, ThreadId, ThreadedRun};
use goto::{Id, InputId, Program};

/// The function of choices in models of the library.
pub const SCHEDULE: &str = "__VERIFIER_nondet_schedule";

/// Is the input a choice that the library leaves to whoever runs threads?
pub(super) fn is_choice(program: &Program, input: InputId) -> bool {
    program.inputs[input].function == SCHEDULE
}

/// A set of threads.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct ThreadMask(u64);

const _: () = assert!(MOST_THREADS <= u64::BITS as usize);

impl ThreadMask {
    /// The threads that can go on.
    fn ready(run: &mut ThreadedRun<'_>) -> Self {
        (0..run.n_threads()).map(ThreadId::new).filter(|&thread| run.standing(thread) == Standing::Ready).collect()
    }

    pub(super) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(super) fn threads(self) -> impl Iterator<Item = ThreadId> {
        (0..MOST_THREADS).filter(move |thread| self.0 >> thread & 1 == 1).map(ThreadId::new)
    }
}

impl FromIterator<ThreadId> for ThreadMask {
    fn from_iter<T: IntoIterator<Item = ThreadId>>(threads: T) -> Self {
        Self(threads.into_iter().fold(0, |mask, thread| mask | 1 << thread.index()))
    }
}

impl FromIterator<ThreadMask> for ThreadMask {
    fn from_iter<T: IntoIterator<Item = ThreadMask>>(masks: T) -> Self {
        Self(masks.into_iter().fold(0, |all, mask| all | mask.0))
    }
}

/// May a round be made for ever? `ready` are the threads that can go on in some state of it; of each step it is told who makes it, and whether the library chooses something.
pub(super) fn is_fair(ready: ThreadMask, steps: impl Iterator<Item = (ThreadId, bool)>) -> bool {
    let (mut ran, mut chooses) = (0, false);
    for (thread, is_chosen) in steps {
        ran |= 1_u64 << thread.index();
        chooses |= is_chosen;
    }
    !chooses && ready.0 & !ran == 0
}

/// A state between two turns, and the turn that leads on from it.
struct Passed {
    state: u128,
    ready: ThreadMask,
    thread: ThreadId,
    chooses: bool,
}

/// The states that a run has passed.
pub(super) struct Circles<'p> {
    program: &'p Program,
    passed: Vec<Passed>,
    /// Something happened that may not happen again.
    is_rare: bool,
}

impl<'p> Circles<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        Self { program, passed: Vec::new(), is_rare: false }
    }

    /// The thread is about to make its turn.
    pub(super) fn pass(&mut self, run: &mut ThreadedRun<'_>, thread: ThreadId) {
        self.passed.push(Passed { state: run.digest(), ready: ThreadMask::ready(run), thread, chooses: false });
    }

    /// A step of the turn read these inputs.
    pub(super) fn note(&mut self, read: &[InputId], log: &Log) {
        self.is_rare |= log.is_usual;
        if let Some(last) = self.passed.last_mut() {
            last.chooses |= read.iter().any(|&input| is_choice(self.program, input));
        }
    }

    /// Is the run where it was before, by a round that may be made for ever? It may have been there several times.
    pub(super) fn are_closed(&self, run: &mut ThreadedRun<'_>) -> bool {
        let state = run.digest();
        let mut rounds = (0..self.passed.len()).rev().filter(|&from| self.passed[from].state == state).map(|from| &self.passed[from..]);
        !self.is_rare
            && rounds.any(|round| is_fair(round.iter().map(|passed| passed.ready).collect(), round.iter().map(|passed| (passed.thread, passed.chooses))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_can_go_on_must_go_on() {
        let threads = |numbers: &[usize]| numbers.iter().map(|&n| ThreadId::new(n)).collect::<ThreadMask>();
        let steps = |numbers: &[usize], chooses| numbers.iter().map(move |&n| (ThreadId::new(n), chooses)).collect::<Vec<_>>().into_iter();
        assert!(is_fair(threads(&[1, 2]), steps(&[1, 2, 1], false)));
        assert!(!is_fair(threads(&[0, 1, 2]), steps(&[1, 2], false)));
        assert!(!is_fair(threads(&[1]), steps(&[1], true)));
    }
}
