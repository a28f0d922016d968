//! A violation witness from a run of a program with threads: who begins which thread, the results of input functions, and where the property is violated, each with the
//! number of the thread that does it. Threads are numbered in the order in which they begin, the first one is 0. Where threads go on between that is left open. A race has two
//! targets at once, its accesses, and a deadlock one for each thread that waits.

use super::model::{Metadata, Segment};
use super::run::{MOST_INPUTS, Places};
use engine::confirm::Replay;
use engine::interleavings::{Interleaving, SCHEDULE, limits};
use goto::interp::threads::{Log, Standing, ThreadId, ThreadedRun, Visible};
use goto::interp::{Compiled, Observer};
use goto::limits::Stop;
use goto::outline::Outline;
use goto::{Bits, Callee, FuncId, Id, InputId, InstrId, InstrKind, Location, Program, PropertyClass, PropertyId};

/// Functions that begin threads, as models of the library name them.
const CREATORS: [&str; 2] = ["__model_pthread_create", "__model_thrd_create"];

/// The property that the run violates first, and what it does until then.
pub struct Violation {
    pub property: PropertyId,
    /// The threads that violate it, and where.
    targets: Vec<(ThreadId, Location)>,
    events: Vec<Event>,
}

/// The segments of a witness of the violation. `None` if its place is not in the files.
pub fn segments(program: &Program, outline: &Outline, metadata: &Metadata, violation: &Violation) -> Option<Vec<Segment>> {
    let places = Places { program, outline, metadata };
    let Violation { targets, events, .. } = violation;
    let n_inputs = events.iter().filter(|event| matches!(event.what, What::Input(..))).count();
    let mut segments = Vec::new();
    for event in events {
        let waypoint = match event.what {
            What::Begins => places.enter(event.loc),
            What::Input(..) if n_inputs > MOST_INPUTS => None,
            What::Input(input, value) => places.input(event.loc, input, value),
        };
        segments.extend(waypoint.map(|waypoint| Segment::of(waypoint.of_thread(event.thread))));
    }
    let target = |&(thread, loc): &(ThreadId, Location)| Some(places.target(loc)?.of_thread(thread.index() as u32));
    let (first, others) = targets.split_first()?;
    segments.push(Segment { beside: others.iter().map(target).collect::<Option<_>>()?, ..Segment::of(target(first)?) });
    Some(segments)
}

/// Something that a thread did at a place of the user's program.
struct Event {
    thread: u32,
    loc: Option<Location>,
    what: What,
}

enum What {
    /// A call that begins a thread is made.
    Begins,
    Input(InputId, Bits),
}

/// Runs the program as far as to where it violates the property, or one that claims something at a place, if it does.
pub fn violation(program: &Program, asked: PropertyId, run: &Interleaving, stop: &Stop) -> Option<Violation> {
    let class = program.properties[asked].class;
    let compiled = Compiled::new(program);
    let asks = || stop.reason().is_some();
    let limits = limits(&asks);
    let mut source = Replay::new(&run.inputs);
    let mut threads = ThreadedRun::new(&compiled, &limits).ok()?;
    let mut recorder = Recorder { program, thread: 0, locs: Vec::new(), events: Vec::new() };
    let mut log = Log::default();
    for turn in &run.schedule {
        if turn.thread.index() >= threads.n_threads() || threads.standing(turn.thread) != Standing::Ready {
            return None;
        }
        recorder.thread = turn.thread.index();
        // One operation at a time, so that nothing is told that comes behind the violation.
        let mut left = turn.operations;
        while left > 0 {
            let end = threads.step_observed(turn.thread, Visible::After(1), &mut source, &limits, &mut log, &mut recorder);
            if let Some(&property) = threads.violations().first() {
                let targets = vec![(turn.thread, program.properties[property].loc)];
                return Some(Violation { property, targets, events: recorder.events });
            }
            if let Some(race) = log.races.first().filter(|_| class == PropertyClass::DataRace) {
                let targets = vec![(race.thread, race.first), (race.other, race.second)];
                return Some(Violation { property: asked, targets, events: recorder.events });
            }
            if end.is_some() || log.operations == 0 {
                return None;
            }
            left = left.saturating_sub(log.operations);
        }
    }
    let targets = threads.deadlock(None).filter(|_| class == PropertyClass::Deadlock)?;
    Some(Violation { property: asked, targets, events: recorder.events })
}

struct Recorder<'a> {
    program: &'a Program,
    thread: usize,
    /// Of each thread, the last instruction of the user's program.
    locs: Vec<Option<Location>>,
    events: Vec<Event>,
}

impl Recorder<'_> {
    fn note(&mut self, what: What) {
        let loc = self.locs.get(self.thread).copied().flatten();
        self.events.push(Event { thread: self.thread as u32, loc, what });
    }
}

impl Observer for Recorder<'_> {
    fn instruction(&mut self, function: FuncId, instruction: InstrId, loc: Location) {
        let f = &self.program.functions[function];
        if f.model || loc.line == 0 {
            return;
        }
        if self.locs.len() <= self.thread {
            self.locs.resize(self.thread + 1, None);
        }
        self.locs[self.thread] = Some(loc);
        if let Some(InstrKind::Call { callee: Callee::Direct(callee), .. }) = f.body.as_ref().and_then(|body| body.get(instruction)).map(|i| &i.kind)
            && CREATORS.contains(&self.program.functions[*callee].name.as_str())
        {
            self.note(What::Begins);
        }
    }

    fn assigned(&mut self, function: FuncId, instruction: InstrId, value: Bits) {
        let body = self.program.functions[function].body.as_ref();
        // Choices that the library leaves to whoever runs threads are no results of calls.
        if let Some(InstrKind::Input { input, .. }) = body.and_then(|body| body.get(instruction)).map(|i| &i.kind)
            && self.program.inputs[*input].function != SCHEDULE
        {
            self.note(What::Input(*input, value));
        }
    }
}
