//! Which values threads read of shared memory, as terms: moments stand in an order (`term::order`), and who reads finds what the last write before it left. Sequentially
//! consistent, as the interpreter is. What is too late counts for nothing, so each thread may stop anywhere. Knows no solver, and not how an order is seen to.
//!
//! The moments of each thread are a chain, and their numbers those of the nodes. All events of an atomic section are one node. Behind the moments stand the end of what is in
//! time, and when all is quiet ([`Strands::end`], [`Strands::quiet`]).

use super::context::Context;
use super::events::{Event, EventKind};
use super::objects::Size;
use super::shape::{Access, Repr, repr};
use super::stops::Stops;
use super::threads::{MomentId, Recorder, Strands};
use super::value::Value;
use goto::Id;
use term::TermId;
use term::order::{ChainId, NodeId, Source};

/// Reads times writes that are still looked at.
const MOST_PAIRS: usize = 60_000;

impl Context<'_> {
    /// What follows from all events. The recorder is used up.
    pub(crate) fn ordered(&mut self, recorder: Recorder) -> Strands {
        let (asked_in_vain, question) = (recorder.asked_in_vain(), recorder.question);
        let Recorder { events, mut strands, completions, awaits, ends, .. } = recorder;
        if strands.useless.is_some() {
            return strands;
        }
        strands.mixed.extend(asked_in_vain);
        place_moments(&mut strands);
        let reads: Vec<usize> = (0..events.len()).filter(|&i| matches!(events[i].kind, EventKind::Read(_))).collect();
        if reads.len() * (events.len() - reads.len()) > MOST_PAIRS {
            strands.useless = Some("more accesses than are looked at".to_owned());
            return strands;
        }
        let mut encoding = Encoding { strands: &mut strands, events: &events, completions: &completions, mixed: Vec::new() };
        for read in reads {
            encoding.value_read(self, read);
        }
        let mixed = encoding.mixed;
        strands.mixed.extend(mixed);
        if question.races {
            strands.races = self.races(&events, &mut strands);
        }
        strands.stuck = Some(self.stuck(&mut strands, &Stops { awaits, ends }));
        strands.variables.extend(strands.order.relations().iter().map(|relation| relation.holds));
        strands
    }
}

/// All moments, in the order of each thread and of beginnings, and when it is too late.
fn place_moments(strands: &mut Strands) {
    let order = &mut strands.order;
    let chains: Vec<ChainId> = (0..=strands.beginnings.len()).map(|_| order.chain()).collect();
    for moment in &strands.moments {
        let chain = chains[moment.strand.index()];
        // A thread comes after its beginning, whose moment is one of an earlier thread.
        let begun = moment.strand.index().checked_sub(1).filter(|_| order.chains()[chain].is_empty());
        let begun = begun.map(|beginning| NodeId::new(strands.beginnings[beginning].moment.index()));
        order.node(chain, begun.as_slice());
    }
    for _ in [strands.end(), strands.quiet()] {
        let chain = strands.order.chain();
        strands.order.node(chain, &[]);
    }
    let end = strands.end();
    for (n, moment) in strands.moments.iter().enumerate() {
        strands.order.relate(NodeId::new(n), end, moment.in_time);
    }
}

impl Strands {
    /// What is not before it is too late.
    pub(super) fn end(&self) -> NodeId {
        NodeId::new(self.moments.len())
    }

    /// Behind it nobody writes any more, if all threads have stopped.
    pub(super) fn quiet(&self) -> NodeId {
        NodeId::new(self.moments.len() + 1)
    }

    /// When one moment comes before another one.
    pub(super) fn when_before(&mut self, cx: &mut Context<'_>, first: MomentId, second: MomentId) -> TermId {
        self.order.when_before(cx.pool, NodeId::new(first.index()), NodeId::new(second.index()))
    }
}

struct Encoding<'e> {
    strands: &'e mut Strands,
    events: &'e [Event],
    completions: &'e rustc_hash::FxHashMap<MomentId, TermId>,
    /// When a read finds what is not told: part of what a write left, or more, or a value of another kind.
    mixed: Vec<TermId>,
}

impl Encoding<'_> {
    /// The read finds what the last write before it left, if it happens in time.
    fn value_read(&mut self, cx: &mut Context<'_>, read: usize) {
        let event = &self.events[read];
        let mut sources = Vec::new();
        for write in 0..self.events.len() {
            let other = &self.events[write];
            if other.object != event.object || matches!(other.kind, EventKind::Read(_)) {
                continue;
            }
            let Some(place) = same_place(cx, event, other) else { continue };
            let visible = self.visible(cx, write, event.moment);
            let order = self.before(cx, write, read);
            let there = cx.pool.and_all(&[visible, order, place]);
            if cx.pool.is_false(there) {
                continue;
            }
            match same_value(cx, event, other) {
                Some(same) => {
                    let taken = cx.pool.var(&format!("taken.{read}.{write}"), 1);
                    let found = cx.pool.and(there, same);
                    let fact = cx.pool.implies(taken, found);
                    cx.facts.push(fact);
                    sources.push(Source { node: NodeId::new(other.moment.index()), rank: write as u32, there, taken });
                }
                None => {
                    let happens = self.happens(cx, event);
                    self.mixed.push(cx.pool.and(happens, there));
                }
            }
        }
        // Without a write before it, which an execution has, it finds anything: nothing may be proved by what no write tells.
        let there: Vec<TermId> = sources.iter().map(|source| source.there).collect();
        let one_there = cx.pool.or_all(&there);
        let none_there = cx.pool.not(one_there);
        let any: Vec<TermId> = sources.iter().map(|source| source.taken).chain([none_there]).collect();
        let any = cx.pool.or_all(&any);
        let happens = self.happens(cx, event);
        let fact = cx.pool.implies(happens, any);
        cx.facts.push(fact);
        self.strands.order.read(cx.pool, sources);
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

    /// When one event comes before another one.
    fn before(&mut self, cx: &mut Context<'_>, a: usize, b: usize) -> TermId {
        let (first, second) = (self.events[a].moment, self.events[b].moment);
        match first == second {
            true => cx.pool.truth(a < b),
            false => self.strands.when_before(cx, first, second),
        }
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
