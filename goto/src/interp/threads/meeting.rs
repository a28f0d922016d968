//! Which races and deadlocks are asked for, where that is not every one: those in which given threads come to given places, once a variable of the program has a given value. So
//! says a witness. Judges what a run has shown, and never looks for it.

use super::{Race, Standing, ThreadId, ThreadedRun};
use crate::index::Id;
use crate::program::{Location, SymbolId};

/// What a race or a deadlock must be like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// A static scalar and its value.
    pub when: (SymbolId, u64),
    /// Those who meet: each is another thread.
    pub members: Vec<Member>,
}

/// One of those who meet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// `None`: any.
    pub thread: Option<ThreadId>,
    /// Between which places it stands, the second one excluded; if there are none, anywhere.
    pub places: Vec<(Location, Location)>,
}

impl Member {
    fn is(&self, thread: ThreadId, loc: Location) -> bool {
        let is_there = self.places.is_empty() || self.places.iter().any(|&(start, end)| loc.file == start.file && start <= loc && loc < end);
        is_there && self.thread.is_none_or(|own| own == thread)
    }
}

impl Meeting {
    /// May this place be that of a member?
    pub fn is_at(&self, loc: Location) -> bool {
        self.members.iter().any(|member| member.is(member.thread.unwrap_or(ThreadId::new(0)), loc))
    }
}

/// Is each of the members another one of these threads?
fn are_among(members: &[Member], there: &[(ThreadId, Location)]) -> bool {
    let Some((first, rest)) = members.split_first() else { return true };
    there.iter().enumerate().filter(|(_, (thread, loc))| first.is(*thread, *loc)).any(|(at, _)| {
        let others: Vec<_> = there.iter().enumerate().filter(|&(other, _)| other != at).map(|(_, &other)| other).collect();
        are_among(rest, &others)
    })
}

impl ThreadedRun<'_> {
    /// Is the race of the last step the one that is asked for, if one is?
    pub fn is_asked(&self, race: &Race, meeting: Option<&Meeting>) -> bool {
        meeting.is_none_or(|meeting| self.is_time_for(meeting) && are_among(&meeting.members, &[(race.thread, race.first), (race.other, race.second)]))
    }

    /// The threads that have not ended and where they wait, if none of them can go on, and if that is what is asked for.
    pub fn deadlock(&mut self, meeting: Option<&Meeting>) -> Option<Vec<(ThreadId, Location)>> {
        let mut waiting = Vec::new();
        for thread in (0..self.n_threads()).map(ThreadId::new) {
            match self.standing(thread) {
                Standing::Ready => return None,
                Standing::Blocked => waiting.push((thread, self.place(thread))),
                Standing::Ended => {}
            }
        }
        let is_asked = meeting.is_none_or(|meeting| self.is_time_for(meeting) && are_among(&meeting.members, &waiting));
        (is_asked && !waiting.is_empty()).then_some(waiting)
    }

    fn is_time_for(&self, meeting: &Meeting) -> bool {
        let (symbol, value) = meeting.when;
        self.static_value(symbol) == Some(value)
    }

    /// What a static scalar holds that all threads share.
    fn static_value(&self, symbol: SymbolId) -> Option<u64> {
        let compiled = self.machine.compiled;
        if let Some(global) = compiled.global_symbols.iter().position(|&global| global == symbol) {
            return self.machine.globals.get(global).copied();
        }
        // Handles of static objects count from one.
        let handle = compiled.static_symbols.iter().position(|&object| object == symbol)? + 1;
        let bytes = self.machine.memory.objects[handle].data.get(..)?;
        (bytes.len() <= 8).then(|| bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_different_threads() {
        let loc = |line| Location { file: Id::new(0), line, column: 1 };
        let member = |thread: Option<usize>, line| Member { thread: thread.map(ThreadId::new), places: vec![(loc(line), loc(line + 1))] };
        let there = [(ThreadId::new(1), loc(5)), (ThreadId::new(2), loc(5)), (ThreadId::new(3), loc(7))];
        assert!(are_among(&[], &there));
        assert!(are_among(&[member(None, 5), member(Some(1), 5)], &there));
        assert!(are_among(&[member(None, 5), member(None, 5), member(Some(3), 7)], &there));
        assert!(!are_among(&[member(None, 7), member(None, 7)], &there));
        assert!(!are_among(&[member(Some(1), 7)], &there));
        assert!(!are_among(&[member(Some(1), 5), member(Some(1), 5)], &there));
        assert!(are_among(&[Member { thread: None, places: Vec::new() }, member(None, 7)], &there));
    }
}
