//! What holds when a thread is at some place of its code, whatever the others do.

use super::library::{LockKind, Mode};
use goto::{Program, SymbolId, define_id};
use std::collections::{BTreeMap, BTreeSet};

define_id!(
    /// Threads that begin at one place of the text with one function.
    ThreadClass, "class");

/// A lock that is one object in all runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Lock {
    pub kind: LockKind,
    pub symbol: SymbolId,
    /// Bytes from the start of the variable.
    pub offset: i64,
}

impl Lock {
    /// As the program names it.
    pub(super) fn name(self, program: &Program) -> String {
        let name = &program.symbols[self.symbol].name;
        if self.offset == 0 { name.clone() } else { format!("{name} at byte {}", self.offset) }
    }
}

/// Where a program keeps the number of a thread.
pub(super) type Handle = (SymbolId, i64);

/// Threads of a class that may have begun and were not joined.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Count {
    One,
    Many,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(super) struct State {
    /// What the thread surely holds.
    pub locks: BTreeMap<Lock, Mode>,
    /// Locks with a name that the thread may hold or not: it tried, and did not ask yet.
    pub unsure: BTreeSet<Lock>,
    /// Atomic sections around, at least.
    pub sections: u32,
    /// Of the first thread: which others may run.
    pub others: BTreeMap<ThreadClass, Count>,
    /// Of the first thread: where numbers of threads are that it began and did not join, each of another one.
    pub handles: BTreeMap<Handle, ThreadClass>,
    /// Of the first thread: classes of which threads may run whose numbers are nowhere there.
    pub lost: BTreeSet<ThreadClass>,
    /// Variables that are zero only if the thread holds the lock.
    pub tries: BTreeMap<SymbolId, (Lock, Mode)>,
}

impl State {
    /// What holds if this or the other does; did it change?
    pub(super) fn join(&mut self, other: &State) -> bool {
        let before = self.clone();
        self.locks.retain(|lock, mode| match other.locks.get(lock) {
            Some(&theirs) => {
                *mode = (*mode).min(theirs);
                true
            }
            None => false,
        });
        self.unsure.extend(&other.unsure);
        self.sections = self.sections.min(other.sections);
        for (&class, &count) in &other.others {
            self.others.entry(class).and_modify(|own| *own = (*own).max(count)).or_insert(count);
        }
        let theirs = other.handles.iter().filter(|&(handle, class)| self.handles.get(handle) != Some(class));
        self.lost.extend(theirs.map(|(_, &class)| class).chain(other.lost.iter().copied()).collect::<Vec<_>>());
        self.lose(|handle, class| other.handles.get(handle) != Some(&class));
        self.tries.retain(|symbol, lock| other.tries.get(symbol) == Some(lock));
        *self != before
    }

    /// Numbers of threads are here no more.
    pub(super) fn lose(&mut self, is_lost: impl Fn(&Handle, ThreadClass) -> bool) {
        let lost = &mut self.lost;
        self.handles.retain(|handle, &mut class| {
            let is_lost = is_lost(handle, class);
            if is_lost {
                lost.insert(class);
            }
            !is_lost
        });
    }

    /// The first thread has waited for the end of the one whose number is here.
    pub(super) fn joined(&mut self, handle: &Handle) {
        let Some(class) = self.handles.remove(handle) else { return };
        if !self.lost.contains(&class) {
            match self.handles.values().filter(|&&other| other == class).count() {
                0 => drop(self.others.remove(&class)),
                1 => drop(self.others.insert(class, Count::One)),
                _ => {}
            }
        }
    }

    /// What matters to accesses.
    pub(super) fn without_numbers_of_threads(&self) -> Self {
        State { handles: BTreeMap::new(), lost: BTreeSet::new(), tries: BTreeMap::new(), unsure: BTreeSet::new(), ..self.clone() }
    }

    /// Are the same locks held, within as many sections?
    pub(super) fn holds_the_same(&self, other: &State) -> bool {
        self.sections == other.sections && self.locks.keys().eq(other.locks.keys())
    }

    /// Is nothing held, outside of all sections?
    pub(super) fn holds_nothing(&self) -> bool {
        self.sections == 0 && self.locks.is_empty() && self.unsure.is_empty()
    }

    pub(super) fn release(&mut self, lock: Lock) {
        self.locks.remove(&lock);
        self.unsure.remove(&lock);
        self.tries.retain(|_, (other, _)| *other != lock);
    }

    /// A lock that keeps apart whoever is in one of the two states from whoever is in the other one.
    pub(super) fn common_lock(&self, other: &State, is_lock: impl Fn(Lock) -> bool) -> Option<Lock> {
        let common = |&(&lock, &mode): &(&Lock, &Mode)| {
            let theirs = other.locks.get(&lock).copied();
            theirs.is_some_and(|theirs| mode.max(theirs) == Mode::Exclusive) && is_lock(lock)
        };
        self.locks.iter().find(common).map(|(&lock, _)| lock)
    }
}
