//! Which accesses of two threads race, as terms: both are what their threads do next, they have a byte in common, one of them writes, and not both are atomic. So says the
//! interpreter, too. Memory orders do not matter: synchronisation is what keeps accesses from being next at the same time.
//!
//! The accesses of a pair are symmetric if neither is part of a section, so one of them is taken to be made before the other, which is told of one order only. Of a section
//! and an access by itself, it is the section that goes on.

use super::context::Context;
use super::events::{Event, EventKind};
use super::objects::{ObjectId, Site};
use super::order::same_place;
use super::threads::{MomentId, MomentKind, Strands};
use goto::{FuncId, Id, InstrId, InstrKind, Program, SymbolId};
use rustc_hash::FxHashMap;
use term::TermId;

/// Pairs of accesses that are told.
const MOST_RACES: usize = 12_000;

/// Two accesses that may race.
#[derive(Clone, Copy, Debug)]
pub struct Race {
    /// The one that is made.
    pub first: MomentId,
    /// The one that its thread is about to make.
    pub second: MomentId,
    /// The instructions that make them.
    pub places: [(FuncId, InstrId); 2],
    pub condition: TermId,
}

/// Who accesses memory: others than these race with nobody.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Accesser {
    Program,
    Library,
}

/// An access that may be one of a race.
struct Candidate<'e> {
    event: &'e Event,
    accesser: Accesser,
    is_write: bool,
    in_section: bool,
    strand: usize,
}

fn accesser(program: &Program, (function, instr): (FuncId, InstrId)) -> Option<Accesser> {
    let body = program.functions[function].body.as_ref()?;
    if program.is_synchronising(function) || matches!(body[instr].kind, InstrKind::Assert { .. } | InstrKind::Cover { .. }) {
        return None;
    }
    Some(if program.functions[function].model { Accesser::Library } else { Accesser::Program })
}

impl Context<'_> {
    /// All pairs of accesses that may race; `None` if there are too many to tell.
    pub(crate) fn races(&mut self, events: &[Event], strands: &mut Strands) -> Option<Vec<Race>> {
        let program = self.program;
        let of_library: Vec<ObjectId> = self.objects_of(program.symbols.ids().filter(|&symbol| program.is_of_library(program.symbols[symbol].loc)));
        let before = predecessors(strands);
        let mut by_object: FxHashMap<ObjectId, Vec<Candidate<'_>>> = FxHashMap::default();
        for event in events {
            let is_write = match event.kind {
                EventKind::Read(_) => false,
                EventKind::Write(_) => true,
                EventKind::Made(_) => continue,
            };
            let Some(accesser) = accesser(program, event.place) else { continue };
            let moment = &strands.moments[event.moment.index()];
            let in_section = moment.kind == MomentKind::Section;
            let strand = moment.strand.index();
            by_object.entry(event.object).or_default().push(Candidate { event, accesser, is_write, in_section, strand });
        }
        let mut objects: Vec<_> = by_object.into_iter().collect();
        objects.sort_unstable_by_key(|&(object, _)| object);
        let mut races = Vec::new();
        for (object, candidates) in objects {
            let is_kept = of_library.contains(&object);
            for first in &candidates {
                let partners = candidates.iter().filter(|second| {
                    let is_told_once = first.in_section || first.strand < second.strand;
                    let conflicts = first.strand != second.strand && !second.in_section && is_told_once && (first.is_write || second.is_write);
                    conflicts && !(is_kept && first.accesser == Accesser::Library && second.accesser == Accesser::Library)
                });
                for second in partners {
                    races.extend(self.race(first.event, second.event, &before, strands));
                    if races.len() > MOST_RACES {
                        return None;
                    }
                }
            }
        }
        Some(races)
    }

    fn objects_of(&mut self, symbols: impl Iterator<Item = SymbolId>) -> Vec<ObjectId> {
        symbols.map(|symbol| self.names.object(Site::Static(symbol))).collect()
    }

    /// The first is made, the second is what comes next in its thread; `None` if that cannot be. An access to several scalars at once begins with the first of them.
    fn race(&mut self, first: &Event, second: &Event, before: &[Option<MomentId>], strands: &mut Strands) -> Option<Race> {
        let begins = [beginning(strands, first.moment), beginning(strands, second.moment)];
        if is_begun_behind(strands, begins[0], begins[1]) || is_begun_behind(strands, begins[1], begins[0]) {
            return None;
        }
        let place = same_place(self, first, second)?;
        let next = strands.when_before(self, begins[0], begins[1]);
        // A thread is there before it does anything.
        let done = strands.when_before(self, before[begins[1].index()]?, begins[0]);
        let in_time = strands.moments[begins[0].index()].in_time;
        let condition = self.pool.and_all(&[first.guard, second.guard, in_time, done, next, place]);
        (!self.pool.is_false(condition)).then_some(Race { first: begins[0], second: begins[1], places: [first.place, second.place], condition })
    }
}

/// For each moment the one before it in its thread.
fn predecessors(strands: &Strands) -> Vec<Option<MomentId>> {
    let mut last = vec![None; strands.beginnings.len() + 1];
    let moments = strands.moments.iter().enumerate();
    moments.map(|(n, moment)| last[moment.strand.index()].replace(MomentId::new(n))).collect()
}

/// The moment at which the access begins that this one is part of. No other moment of the thread is in between.
fn beginning(strands: &Strands, part: MomentId) -> MomentId {
    let mut at = part.index();
    while strands.moments[at].kind == MomentKind::Part {
        at -= 1;
    }
    MomentId::new(at)
}

/// Does the thread of the second moment begin behind the first one, at any rate?
fn is_begun_behind(strands: &Strands, first: MomentId, second: MomentId) -> bool {
    let mut at = second;
    // Threads begin in earlier ones.
    while let Some(begun) = strands.moments[at.index()].strand.index().checked_sub(1) {
        at = strands.beginnings[begun].moment;
        if strands.moments[at.index()].strand == strands.moments[first.index()].strand {
            return first <= at;
        }
    }
    false
}
