//! Which values threads read of shared memory, as terms: each moment has a clock, and who reads finds what the last write before it left. Sequentially consistent, as the
//! interpreter is. What is too late counts for nothing, so each thread may stop anywhere. Knows no solver.
//!
//! A clock is a number and, below that, its thread: no two threads have the same one. All events of an atomic section have one clock.

use super::context::Context;
use super::events::{Event, EventKind};
use super::objects::Size;
use super::shape::{Access, Repr, repr};
use super::stops::Stops;
use super::threads::{MOST_STRANDS, Moment, MomentId, Recorder, Strands};
use super::value::Value;
use goto::{Bits, Id};
use term::TermId;

/// Reads times writes that are still looked at.
const MOST_PAIRS: usize = 60_000;

/// Moments of two threads whose whole order is told.
const MOST_STEPS: usize = 6_000;

/// Bits of the thread in a clock.
const STRAND_BITS: u16 = MOST_STRANDS.ilog2() as u16;

impl Context<'_> {
    /// What follows from all events. The recorder is used up.
    pub(crate) fn clocks(&mut self, recorder: Recorder) -> Strands {
        let (asked_in_vain, asks_for_races) = (recorder.asked_in_vain(), recorder.asks_for_races);
        let Recorder { events, mut strands, completions, awaits, ends, .. } = recorder;
        if strands.useless.is_some() {
            return strands;
        }
        strands.mixed.extend(asked_in_vain);
        self.tell_clocks(&mut strands);
        self.tell_staircases(&strands);
        let reads: Vec<usize> = (0..events.len()).filter(|&i| matches!(events[i].kind, EventKind::Read(_))).collect();
        if reads.len() * (events.len() - reads.len()) > MOST_PAIRS {
            strands.useless = Some("more accesses than are looked at".to_owned());
            return strands;
        }
        let mut encoding = Encoding { strands: &strands, events: &events, completions: &completions, mixed: Vec::new() };
        for read in reads {
            let fact = encoding.value_read(self, read);
            self.facts.push(fact);
        }
        let mixed = encoding.mixed;
        strands.mixed.extend(mixed);
        if asks_for_races {
            strands.races = self.races(&events, &strands);
        }
        strands.stuck = Some(self.stuck(&mut strands.variables, &Stops { moments: &strands.moments, beginnings: &strands.beginnings, awaits, ends }));
        strands
    }

    /// Clocks of all moments, in the order of each thread and of beginnings, and when it is too late.
    fn tell_clocks(&mut self, strands: &mut Strands) {
        let width = (strands.moments.len() + 2).ilog2() as u16 + 1;
        let end = self.pool.var("clock.end", width + STRAND_BITS);
        strands.variables.push(end);
        let mut last: Vec<Option<TermId>> = vec![None; MOST_STRANDS];
        let mut of_moment = Vec::with_capacity(strands.moments.len());
        for (n, moment) in strands.moments.iter_mut().enumerate() {
            let time = self.pool.var(&format!("clock.{n}"), width);
            strands.variables.push(time);
            let strand = self.pool.constant(Bits::new(STRAND_BITS, moment.strand.index() as u128));
            moment.clock = self.pool.concat(time, strand);
            of_moment.push(moment.clock);
            let in_time = self.pool.ule(moment.clock, end);
            let told = self.pool.eq(moment.in_time, in_time);
            self.facts.push(told);
            let after = match last[moment.strand.index()].replace(time) {
                Some(before) => Some(self.pool.ult(before, time)),
                // A thread comes after its beginning, whose moment is one of an earlier thread.
                None if moment.strand.index() > 0 => {
                    let begun = of_moment[strands.beginnings[moment.strand.index() - 1].moment.index()];
                    Some(self.pool.ult(begun, moment.clock))
                }
                None => None,
            };
            self.facts.extend(after);
        }
    }

    /// What follows for moments from the order of others of the same two threads: clocks say so, but solvers find it out late.
    fn tell_staircases(&mut self, strands: &Strands) {
        let mut of_strands: Vec<Vec<&Moment>> = vec![Vec::new(); strands.beginnings.len() + 1];
        strands.moments.iter().for_each(|moment| of_strands[moment.strand.index()].push(moment));
        for pair in of_strands.iter().flat_map(|moments| moments.windows(2)) {
            let earlier = self.pool.implies(pair[1].in_time, pair[0].in_time);
            self.facts.push(earlier);
        }
        for (n, rows) in of_strands.iter().enumerate() {
            for columns in of_strands[n + 1..].iter().filter(|columns| rows.len() * columns.len() <= MOST_STEPS) {
                for (i, row) in rows.iter().enumerate() {
                    for (j, column) in columns.iter().enumerate() {
                        let here = self.pool.ult(row.clock, column.clock);
                        if i > 0 {
                            let above = self.pool.ult(rows[i - 1].clock, column.clock);
                            let fact = self.pool.implies(here, above);
                            self.facts.push(fact);
                        }
                        if j > 0 {
                            let left = self.pool.ult(row.clock, columns[j - 1].clock);
                            let fact = self.pool.implies(left, here);
                            self.facts.push(fact);
                        }
                    }
                }
            }
        }
    }
}

struct Encoding<'e> {
    strands: &'e Strands,
    events: &'e [Event],
    completions: &'e rustc_hash::FxHashMap<MomentId, TermId>,
    /// When a read finds what is not told: part of what a write left, or more, or a value of another kind.
    mixed: Vec<TermId>,
}

/// A write that a read may see.
struct Seen {
    event: usize,
    /// It happens before the read, at its place.
    before: TermId,
    same: TermId,
}

impl Encoding<'_> {
    /// The read finds what the last write before it left, if it happens in time.
    fn value_read(&mut self, cx: &mut Context<'_>, read: usize) -> TermId {
        let event = &self.events[read];
        let mut seen = Vec::new();
        for write in 0..self.events.len() {
            let other = &self.events[write];
            if other.object != event.object || matches!(other.kind, EventKind::Read(_)) {
                continue;
            }
            let Some(place) = same_place(cx, event, other) else { continue };
            let visible = self.visible(cx, write, event.moment);
            let order = self.order(cx, write, read);
            let before = cx.pool.and_all(&[visible, order, place]);
            if cx.pool.is_false(before) {
                continue;
            }
            match same_value(cx, event, other) {
                Some(same) => seen.push(Seen { event: write, before, same }),
                None => {
                    let happens = self.happens(cx, event);
                    self.mixed.push(cx.pool.and(happens, before));
                }
            }
        }
        let mut any = Vec::with_capacity(seen.len());
        for (i, write) in seen.iter().enumerate() {
            let mut all = vec![write.before, write.same];
            for (_, other) in seen.iter().enumerate().filter(|&(j, _)| j != i) {
                let later = self.order(cx, write.event, other.event);
                let between = cx.pool.and(other.before, later);
                all.push(cx.pool.not(between));
            }
            any.push(cx.pool.and_all(&all));
        }
        // Without a write before it, which an execution has, it finds anything: nothing may be proved by what no write tells.
        let before: Vec<TermId> = seen.iter().map(|write| write.before).collect();
        let one_before = cx.pool.or_all(&before);
        any.push(cx.pool.not(one_before));
        let any = cx.pool.or_all(&any);
        let happens = self.happens(cx, event);
        cx.pool.implies(happens, any)
    }

    /// The event happens, and in time.
    fn happens(&self, cx: &mut Context<'_>, event: &Event) -> TermId {
        let in_time = self.strands.moments[event.moment.index()].in_time;
        cx.pool.and(event.guard, in_time)
    }

    /// When a write is there for somebody at this moment: for others once its section was left.
    fn visible(&self, cx: &mut Context<'_>, write: usize, at: MomentId) -> TermId {
        let write = &self.events[write];
        let is_section = self.strands.moments[write.moment.index()].kind == super::threads::MomentKind::Section;
        if write.moment == at || !is_section {
            return write.guard;
        }
        let never = cx.pool.truth(false);
        let complete = *self.completions.get(&write.moment).unwrap_or(&never);
        cx.pool.and(write.guard, complete)
    }

    /// Does one event come before another one?
    fn order(&self, cx: &mut Context<'_>, a: usize, b: usize) -> TermId {
        let (first, second) = (self.events[a].moment, self.events[b].moment);
        if first == second {
            return cx.pool.truth(a < b);
        }
        let (x, y) = (&self.strands.moments[first.index()], &self.strands.moments[second.index()]);
        if x.strand == y.strand {
            return cx.pool.truth(first < second);
        }
        // No two clocks are the same.
        if x.strand < y.strand {
            return cx.pool.ult(x.clock, y.clock);
        }
        let other = cx.pool.ult(y.clock, x.clock);
        cx.pool.not(other)
    }
}

/// When both are about the same bytes; `None` if they never are. Both are inside of their object, so offsets do not wrap, and aligned, so of the same size they are the same or apart.
pub(super) fn same_place(cx: &mut Context<'_>, read: &Event, write: &Event) -> Option<TermId> {
    if matches!(write.kind, EventKind::Made(_)) {
        return Some(cx.pool.truth(true));
    }
    if let (Some(a), Some(b)) = (cx.pool.as_const(read.offset), cx.pool.as_const(write.offset)) {
        let (a, b) = (a.unsigned() as u64, b.unsigned() as u64);
        if a + read.size <= b || b + write.size <= a {
            return None;
        }
    }
    if read.size == write.size {
        return Some(cx.pool.eq(read.offset, write.offset));
    }
    let (read_end, write_end) = (end_of(cx, read), end_of(cx, write));
    let (before, behind) = (cx.pool.ult(read.offset, write_end), cx.pool.ult(write.offset, read_end));
    Some(cx.pool.and(before, behind))
}

/// The offset behind the bytes of an event.
fn end_of(cx: &mut Context<'_>, event: &Event) -> TermId {
    let size = cx.address_constant(event.size);
    cx.pool.add(event.offset, size)
}

/// When the read finds what the write left at its place; `None` if that is not told: it finds a part of it, or more, or a value of another kind.
fn same_value(cx: &mut Context<'_>, read: &Event, write: &Event) -> Option<TermId> {
    let EventKind::Read(found) = &read.kind else { return None };
    let written = match &write.kind {
        EventKind::Write(parts) if read.size == write.size => parts.clone(),
        EventKind::Made(value) => part_of(cx, read, value)?,
        EventKind::Write(_) | EventKind::Read(_) => return None,
    };
    let is_alike = found.len() == written.len() && found.iter().zip(&written).all(|(&a, &b)| cx.pool.width(a) == cx.pool.width(b));
    if !is_alike {
        return None;
    }
    let same: Vec<TermId> = found.iter().zip(written).map(|(&a, b)| cx.pool.eq(a, b)).collect();
    Some(cx.pool.and_all(&same))
}

/// What a read finds in an object that holds the value.
fn part_of(cx: &mut Context<'_>, read: &Event, value: &Value) -> Option<Vec<TermId>> {
    let wanted = match read.access {
        Access::Type(ty) => repr(cx.types, ty)?,
        _ => Repr::Bits(8),
    };
    let size = cx.object(read.object).map(|object| object.size).unwrap_or(Size::Known(0));
    let shape = cx.shape_of_shared(read.object, read.access);
    let part = cx.read_at(value, shape, size, read.offset, read.access);
    if cx.take_trouble().is_some() {
        return None;
    }
    Some(cx.parts(&part, wanted))
}
