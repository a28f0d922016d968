//! Rounds of loops after which nothing is different: nobody can tell whether a thread has made one, so threads are taken to make none. What waits in a loop for another thread
//! is then unrolled as its last round, and what others do meanwhile is theirs.
//!
//! An execution with such a round is one without it if what the round did is left out: the thread is where it was and knows what it knew, and others never saw anything of it.
//! What is asked about that happens within the round happens in the first one, too, which is followed up to its end. So this is right for what is claimed where a thread comes
//! to, and says nothing of whether loops end: where that is asked, all rounds count.

use super::context::Context;
use super::events::{Event, EventKind};
use super::functions::Variable;
use super::run::Run;
use super::state::{Cell, State};
use super::threads::MomentKind;
use super::value::Value;
use goto::{Id, InstrId, Trie};
use term::TermId;

/// Where a round begins.
#[derive(Clone, Debug)]
pub(super) struct Round {
    state: State,
    /// How much others could have seen before.
    events: usize,
    beginnings: usize,
}

impl Run<'_> {
    /// Execution is at the head of a loop.
    pub(crate) fn note_head(&mut self) {
        let Some(recorder) = self.cx.recorder.as_ref().filter(|recorder| !recorder.question.ends) else { return };
        let frame = self.frames.last_mut().expect("execution is inside of a call");
        if frame.facts.with_head(frame.pc).is_none() {
            return;
        }
        let round = Round { state: self.state.clone(), events: recorder.events.len(), beginnings: recorder.strands.beginnings.len() };
        frame.begin_round(round);
    }

    /// The part of the state in which the round that ends here has changed nothing goes no further.
    pub(crate) fn leave_out_idle_round(&mut self, head: InstrId) {
        if self.cx.recorder.as_ref().is_none_or(|recorder| recorder.question.ends) {
            return;
        }
        let Some(round) = self.frame().take_round(head) else { return };
        if let Some(idle) = self.is_idle(&round, head) {
            let other = self.cx.pool.not(idle);
            self.require(other);
        }
    }

    /// When nobody can tell that there was the round; `None` if that never is so, or is not known.
    fn is_idle(&mut self, round: &Round, head: InstrId) -> Option<TermId> {
        let (before, now) = (&round.state, self.state.clone());
        let is_alike = before.begun == now.begun && before.section == now.section && before.result.is_same(&now.result);
        if !is_alike || before.births.differing(&now.births).into_iter().next().is_some() {
            return None;
        }
        // A jump into the loop comes from elsewhere than its head.
        let mut all = Vec::new();
        if now.path.shared(&before.path) < before.path.depth() {
            all.push(before.path.condition(self.cx.pool));
        }
        self.unseen(round, &mut all)?;
        for slot in before.locals.differing(&now.locals) {
            let frame = self.frames.last()?;
            let symbol = self.variables.in_slot(frame.function, slot);
            let is_needed = self.keeps_dead() || !matches!(self.variables.get(symbol), Variable::Register(_)) || frame.facts.live.is_live(head, slot);
            if is_needed {
                let same = self.cx.same(before.locals.get(slot)?, now.locals.get(slot)?)?;
                self.add_unless_never(same, &mut all)?;
            }
        }
        self.memory_is_same(&before.memory, &now.memory, &mut all)?;
        Some(self.cx.pool.and_all(&all))
    }

    /// One more condition; `None` if the path excludes it.
    fn add_unless_never(&mut self, condition: TermId, all: &mut Vec<TermId>) -> Option<()> {
        match self.state.path.decides(self.cx.pool, condition) {
            Some(false) => return None,
            Some(true) => {}
            None => all.push(condition),
        }
        Some(())
    }

    /// Others see nothing of the round: it began no thread, and wrote nothing but what stood there.
    fn unseen(&mut self, round: &Round, all: &mut Vec<TermId>) -> Option<()> {
        let recorder = self.cx.recorder.as_ref()?;
        let begun: Vec<TermId> = recorder.strands.beginnings[round.beginnings..].iter().map(|beginning| beginning.guard).collect();
        let events: Vec<Event> = recorder.events[round.events..].to_vec();
        let in_section = |event: &Event| recorder.strands.moments[event.moment.index()].kind == MomentKind::Section;
        let is_whole: Vec<bool> = events.iter().map(in_section).collect();
        for guard in begun {
            let none = self.cx.pool.not(guard);
            self.add_unless_never(none, all)?;
        }
        for (n, event) in events.iter().enumerate() {
            let kept = match &event.kind {
                EventKind::Read(_) => continue,
                EventKind::Write(parts) if is_whole[n] => self.is_written_back(event, parts, &events[..n]),
                EventKind::Write(_) | EventKind::Made(_) => None,
            };
            let missing = self.cx.pool.not(event.guard);
            let unseen = kept.map_or(missing, |kept| self.cx.pool.or(missing, kept));
            self.add_unless_never(unseen, all)?;
        }
        Some(())
    }

    /// When a write within a section leaves what the section has read there.
    fn is_written_back(&mut self, write: &Event, written: &[TermId], earlier: &[Event]) -> Option<TermId> {
        let is_same_place = |event: &&Event| event.moment == write.moment && event.object == write.object && event.size == write.size;
        earlier.iter().rev().filter(is_same_place).find_map(|event| {
            let EventKind::Read(found) = &event.kind else { return None };
            let is_alike = found.len() == written.len() && found.iter().zip(written).all(|(&a, &b)| self.cx.pool.width(a) == self.cx.pool.width(b));
            is_alike.then(|| {
                let mut all = vec![event.guard, self.cx.pool.eq(event.offset, write.offset)];
                all.extend(found.iter().zip(written).map(|(&a, &b)| self.cx.pool.eq(a, b)));
                self.cx.pool.and_all(&all)
            })
        })
    }

    fn memory_is_same(&mut self, before: &Trie<Cell>, now: &Trie<Cell>, all: &mut Vec<TermId>) -> Option<()> {
        for number in before.differing(now) {
            match (before.get(number), now.get(number)) {
                (Some(a), Some(b)) => {
                    let value = self.cx.same(&a.value, &b.value)?;
                    self.add_unless_never(value, all)?;
                    let life = self.cx.pool.eq(a.alive, b.alive);
                    self.add_unless_never(life, all)?;
                }
                // What is dead is as good as not there.
                (Some(cell), None) | (None, Some(cell)) => {
                    let dead = self.cx.pool.not(cell.alive);
                    self.add_unless_never(dead, all)?;
                }
                (None, None) => {}
            }
        }
        Some(())
    }
}

impl Context<'_> {
    /// When two values are the same; `None` if that is not known.
    fn same(&mut self, a: &Value, b: &Value) -> Option<TermId> {
        match (a, b) {
            _ if a.is_equal(b) => Some(self.pool.truth(true)),
            (Value::Bits(x), Value::Bits(y)) => (self.pool.width(*x) == self.pool.width(*y)).then(|| self.pool.eq(*x, *y)),
            (Value::Bits(x), Value::Zero) | (Value::Zero, Value::Bits(x)) => {
                let zero = self.pool.constant(goto::Bits::zero(self.pool.width(*x)));
                Some(self.pool.eq(*x, zero))
            }
            (Value::Pointer(_), Value::Pointer(_) | Value::Zero) | (Value::Zero, Value::Pointer(_)) => {
                let (x, y) = (self.pointer(a), self.pointer(b));
                let (object, offset) = (self.pool.eq(x.object, y.object), self.pool.eq(x.offset, y.offset));
                Some(self.pool.and(object, offset))
            }
            (Value::Record(x), Value::Record(y)) if x.len() == y.len() => self.all_same(x.iter().zip(y.iter())),
            (Value::Array(x), Value::Array(y)) if x.rest.is_same(&y.rest) => {
                let pairs: Option<Vec<_>> = x.elements.differing(&y.elements).into_iter().map(|i| Some((x.elements.get(i)?, y.elements.get(i)?))).collect();
                self.all_same(pairs?.into_iter())
            }
            _ => None,
        }
    }

    fn all_same<'v>(&mut self, pairs: impl Iterator<Item = (&'v Value, &'v Value)>) -> Option<TermId> {
        let all: Option<Vec<TermId>> = pairs.map(|(a, b)| self.same(a, b)).collect();
        Some(self.pool.and_all(&all?))
    }
}
