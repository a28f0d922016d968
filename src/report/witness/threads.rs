//! A violation witness from a run of a program with threads: who begins which thread, the results of input functions, and where the property is violated, each with the
//! number of the thread that does it. Threads are numbered in the order in which they begin, the first one is 0. Where threads go on between that is left open. Says nothing of
//! races and deadlocks, which have no place of their own.

use super::model::{Metadata, Segment};
use super::run::{MOST_INPUTS, Places};
use engine::confirm::Replay;
use engine::interleavings::{Interleaving, limits};
use goto::interp::threads::{Log, Standing, ThreadId, ThreadedRun, Visible};
use goto::interp::{Compiled, Observer};
use goto::limits::Stop;
use goto::outline::Outline;
use goto::{Bits, Callee, FuncId, Id, InputId, InstrId, InstrKind, Location, Program, PropertyId};

/// Functions that begin threads, as models of the library name them.
const CREATORS: [&str; 2] = ["__model_pthread_create", "__model_thrd_create"];

/// The segments of a witness of the run, which violates the property. `None` if it does not, or if the place of the violation is not in the files.
pub fn segments(program: &Program, outline: &Outline, metadata: &Metadata, run: &Interleaving, property: PropertyId, stop: &Stop) -> Option<Vec<Segment>> {
    let places = Places { program, outline, metadata };
    let (events, violator) = events(program, run, property, stop)?;
    let n_inputs = events.iter().filter(|event| matches!(event.what, What::Input(..))).count();
    let mut segments = Vec::new();
    for event in &events {
        let waypoint = match event.what {
            What::Begins => places.enter(event.loc),
            What::Input(..) if n_inputs > MOST_INPUTS => None,
            What::Input(input, value) => places.input(event.loc, input, value),
        };
        segments.extend(waypoint.map(|waypoint| Segment { avoid: Vec::new(), follow: waypoint.of_thread(event.thread) }));
    }
    let target = places.target(program.properties[property].loc)?;
    segments.push(Segment { avoid: Vec::new(), follow: target.of_thread(violator) });
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

/// What the run does up to the violation, and which thread violates the property.
fn events(program: &Program, run: &Interleaving, property: PropertyId, stop: &Stop) -> Option<(Vec<Event>, u32)> {
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
        let end = threads.step_observed(turn.thread, Visible::After(turn.operations), &mut source, &limits, &mut log, &mut recorder);
        if threads.violations().contains(&property) {
            let violator: ThreadId = turn.thread;
            return Some((recorder.events, violator.index() as u32));
        }
        if end.is_some() {
            return None;
        }
    }
    None
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
        if let Some(InstrKind::Input { input, .. }) = body.and_then(|body| body.get(instruction)).map(|i| &i.kind) {
            self.note(What::Input(*input, value));
        }
    }
}
