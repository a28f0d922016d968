//! Runs from inputs and a schedule alone: what a violation is, and what it is shown with.

use super::{Edge, limits};
use crate::confirm::Replay;
use goto::interp::threads::{Log, Race, Standing, ThreadId, ThreadedRun, Turn, Visible};
use goto::interp::{Compiled, Outcome, Run};
use goto::limits::Stop;
use goto::{Bits, Id, InputId, Location, Program, PropertyClass, PropertyId};

/// What a run of a program with threads depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interleaving {
    pub inputs: Vec<(InputId, Bits)>,
    pub schedule: Vec<Turn>,
}

impl Interleaving {
    pub(crate) fn of_edges(edges: &[Edge]) -> Self {
        let schedule = edges.iter().map(|edge| Turn { thread: edge.thread, operations: edge.operations }).collect();
        Self { inputs: edges.iter().flat_map(|edge| edge.inputs.iter().copied()).collect(), schedule }
    }
}

/// A run as it was judged.
pub struct Judged {
    pub run: Run,
    /// The accesses that race at its end.
    pub race: Option<Race>,
    /// Where threads wait at its end, if none can go on.
    pub waiting: Vec<(ThreadId, Location)>,
}

/// Runs the interleaving up to the violation of the property, or to the schedule's end. `turn` is told of each turn, with where its thread is.
pub fn replay(
    compiled: &Compiled,
    program: &Program,
    interleaving: &Interleaving,
    property: PropertyId,
    stop: &Stop,
    turn: &mut dyn FnMut(Turn, Location),
) -> Judged {
    let asks = || stop.reason().is_some();
    let limits = limits(&asks);
    let mut source = Replay::with_zeros(&interleaving.inputs, 0);
    let mut run = match ThreadedRun::new(compiled, &limits) {
        Ok(run) => run,
        Err(outcome) => return Judged { run: Run { outcome, ..compiled.run(&mut source, &limits) }, race: None, waiting: Vec::new() },
    };
    let class = program.properties[property].class;
    let (mut log, mut race) = (Log::default(), None);
    let mut end = None;
    for &part in &interleaving.schedule {
        if part.thread.index() >= run.n_threads() || run.standing(part.thread) != Standing::Ready {
            break;
        }
        turn(part, run.location(part.thread));
        end = run.step(part.thread, Visible::After(part.operations), &mut source, &limits, &mut log);
        if class == PropertyClass::DataRace && !log.races.is_empty() {
            race = log.races.first().copied();
            run.violate(property);
        }
        if run.violations().contains(&property) || end.is_some() {
            break;
        }
    }
    let waiting = if end.is_none() { waiting(&mut run) } else { Vec::new() };
    if class == PropertyClass::Deadlock && !waiting.is_empty() {
        run.violate(property);
    }
    let mut run = run.finish(end.unwrap_or(Outcome::Stopped));
    run.indeterminate |= log.indeterminate;
    Judged { run, race, waiting }
}

/// The threads that have not ended, if none of them can go on.
pub(crate) fn waiting(run: &mut ThreadedRun<'_>) -> Vec<(ThreadId, Location)> {
    let mut waiting = Vec::new();
    for thread in (0..run.n_threads()).map(ThreadId::new) {
        match run.standing(thread) {
            Standing::Ready => return Vec::new(),
            Standing::Blocked => waiting.push((thread, run.location(thread))),
            Standing::Ended => {}
        }
    }
    waiting
}
