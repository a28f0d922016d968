//! Runs from inputs and a schedule alone: what a violation is, and what it is shown with.

use super::circles::Circles;
use super::{Edge, limits};
use crate::board::Board;
use crate::confirm::Replay;
use crate::target::Target;
use goto::interp::threads::{Event, Events, Log, Race, Standing, ThreadId, ThreadedRun, Turn, Visible};
use goto::interp::{Compiled, InputSource, Limits, Observer, Outcome, Run};
use goto::limits::Stop;
use goto::{Bits, Id, InputId, Location, PropertyClass, PropertyId, TypeId};
use rustc_hash::FxHashSet;

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

/// Runs the interleaving up to where the target is reached, or to the schedule's end. `turn` is told of each turn, with where its thread is.
pub fn replay(board: &Board, interleaving: &Interleaving, target: Target, stop: &Stop, turn: &mut dyn FnMut(Turn, Location)) -> Judged {
    let judged = judge(board, interleaving, target, stop, (false, turn));
    if !judged.run.indeterminate {
        return judged;
    }
    // Perhaps what was reached is, whatever the values are that nothing determines.
    judge(board, interleaving, target, stop, (true, &mut |_, _| ()))
}

/// As [`replay`], following what depends on indeterminate values if asked to.
fn judge(board: &Board, interleaving: &Interleaving, target: Target, stop: &Stop, (doubts, turn): (bool, &mut dyn FnMut(Turn, Location))) -> Judged {
    let (compiled, meeting) = (board.compiled(), board.meeting());
    let asks = || stop.reason().is_some();
    let limits = limits(&asks);
    let mut source = Replay::with_zeros(&interleaving.inputs, 0);
    let begun = if doubts { ThreadedRun::doubting(compiled, &limits) } else { ThreadedRun::new(compiled, &limits) };
    let mut run = match begun {
        Ok(run) => run,
        Err(outcome) => return Judged { run: Run { outcome, ..compiled.run(&mut source, &limits) }, race: None, waiting: Vec::new() },
    };
    let class_of = |property: PropertyId| board.program().properties[property].class;
    let of_class = |class| target.property().filter(|&property| class_of(property) == class);
    let (of_races, of_deadlocks) = (of_class(PropertyClass::DataRace), of_class(PropertyClass::Deadlock));
    // A state that depends on what nothing determines may be another one the next time.
    let mut circles = of_class(PropertyClass::Termination).filter(|_| !doubts).map(|property| (property, Circles::new(board.program())));
    let is_reached = |run: &ThreadedRun<'_>| match target {
        Target::Goal(goal) => run.has_reached(goal),
        Target::Property(property) => run.violations().contains(&property),
        Target::QueryGoal(_) => false,
    };
    let (mut log, mut race, mut indeterminate) = (Log::default(), None, false);
    let mut end = None;
    'schedule: for &part in &interleaving.schedule {
        if part.thread.index() >= run.n_threads() || run.standing(part.thread) != Standing::Ready {
            break;
        }
        turn(part, run.location(part.thread));
        if let Some((_, circles)) = &mut circles {
            circles.pass(&mut run, part.thread);
        }
        let mut left = part.operations;
        while left > 0 {
            // Where not all races count, it matters what holds at the moment of each.
            let operations = if meeting.is_some() { 1 } else { left };
            let mut inputs = Noted { source: &mut source, read: Vec::new() };
            end = run.step(part.thread, Visible::After(operations), &mut inputs, &limits, &mut log);
            left -= operations;
            indeterminate |= log.indeterminate;
            if let Some((_, circles)) = &mut circles {
                circles.note(&inputs.read, &log);
            }
            if let Some(property) = of_races {
                race = log.races.iter().copied().find(|race| run.is_asked(race, meeting));
                race.iter().for_each(|race| run.violate_by_race(property, race));
            }
            if is_reached(&run) || end.is_some() {
                break 'schedule;
            }
        }
    }
    let waiting = if end.is_none() { run.deadlock(meeting).unwrap_or_default() } else { Vec::new() };
    if let Some(property) = of_deadlocks.filter(|_| !waiting.is_empty()) {
        let threads: Vec<ThreadId> = waiting.iter().map(|&(thread, _)| thread).collect();
        run.violate_with(property, &threads);
    }
    if let Some((property, _)) = circles.filter(|(_, circles)| end.is_none() && !indeterminate && circles.are_closed(&mut run)) {
        run.violate(property);
    }
    let mut run = run.finish(end.unwrap_or(Outcome::Stopped));
    run.indeterminate |= indeterminate;
    Judged { run, race, waiting }
}

/// Inputs, and which ones were read.
struct Noted<'a, 'i> {
    source: &'a mut Replay<'i>,
    read: Vec<InputId>,
}

impl InputSource for Noted<'_, '_> {
    fn next(&mut self, input: InputId, ty: TypeId, width: u16) -> Option<Bits> {
        self.read.push(input);
        self.source.next(input, ty, width)
    }
}

/// Runs the program with these inputs as the schedule says, up to its end; `None` if the schedule does not fit the program.
pub fn follow<O: Observer>(compiled: &Compiled, schedule: &[Turn], source: &mut dyn InputSource, limits: &Limits<'_>, observer: &mut O) -> Option<Run> {
    let mut run = ThreadedRun::new(compiled, limits).ok()?;
    let mut log = Log::default();
    for part in schedule {
        if part.thread.index() >= run.n_threads() || run.standing(part.thread) != Standing::Ready {
            return None;
        }
        if let Some(end) = run.step_observed(part.thread, Visible::After(part.operations), source, limits, &mut log, observer) {
            return Some(run.finish(end));
        }
    }
    Some(run.finish(Outcome::Stopped))
}

/// How a recorded run ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The program, by itself, in this thread.
    Program(ThreadId),
    /// The schedule, in the middle of this thread.
    Schedule(ThreadId),
    /// This thread violates the property.
    Violation(ThreadId),
    /// Two accesses happen at the same time: the last event, and one that is not among the events any more.
    Race(Event),
    /// The same where one of the two is in a model, so that it is no event.
    RaceWithModel(Race),
    /// These threads wait, and all others have ended.
    Deadlock(Vec<(ThreadId, Location)>),
}

/// A run with all that a controlled run of the compiled program can meet again.
pub struct Recorded {
    pub run: Run,
    /// Up to the end of the run, or to what is shown.
    pub events: Events,
    pub ending: Ending,
}

/// Runs the program as [`follow`], and no further than to where the property is violated, if one is given; `None` if the schedule does not fit.
pub fn record<O: Observer>(
    compiled: &Compiled,
    schedule: &[Turn],
    property: Option<(PropertyId, PropertyClass)>,
    source: &mut dyn InputSource,
    limits: &Limits<'_>,
    observer: &mut O,
) -> Option<Recorded> {
    let mut run = ThreadedRun::new(compiled, limits).ok()?;
    let mut log = Log { events: Some(Events::default()), ..Log::default() };
    let is_asked = |wanted| property.is_some_and(|(_, class)| class == wanted);
    let mut ending = Ending::Schedule(ThreadId::new(0));
    let mut outcome = Outcome::Stopped;
    for part in schedule {
        if part.thread.index() >= run.n_threads() || run.standing(part.thread) != Standing::Ready {
            return None;
        }
        ending = Ending::Schedule(part.thread);
        let end = run.step_observed(part.thread, Visible::After(part.operations), source, limits, &mut log, observer);
        if property.is_some_and(|(id, _)| run.violations().contains(&id)) {
            ending = Ending::Violation(part.thread);
            break;
        }
        let race = log.events.as_ref().and_then(|events| events.race).filter(|_| is_asked(PropertyClass::DataRace));
        if let Some((last, other)) = race {
            ending = Ending::Race(other);
            log.events.iter_mut().for_each(|events| events.all.truncate(last + 1));
            break;
        }
        if let Some(&race) = log.races.first().filter(|_| is_asked(PropertyClass::DataRace)) {
            ending = Ending::RaceWithModel(race);
            break;
        }
        if let Some(end) = end {
            (ending, outcome) = (Ending::Program(part.thread), end);
            break;
        }
    }
    if is_asked(PropertyClass::Deadlock) && outcome == Outcome::Stopped {
        run.deadlock(None).into_iter().for_each(|waiting| ending = Ending::Deadlock(waiting));
    }
    if let (Some((id, _)), Ending::Race(_) | Ending::RaceWithModel(_) | Ending::Deadlock(_)) = (property, &ending) {
        run.violate(id);
    }
    Some(Recorded { run: run.finish(outcome), events: log.events.unwrap_or_default(), ending })
}

/// The schedule of a run that has none: each thread runs when another one waits, up to its end. As far as that goes.
pub fn schedule_without_choices(compiled: &Compiled, source: &mut dyn InputSource, limits: &Limits<'_>) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    let Ok(mut run) = ThreadedRun::new(compiled, limits) else { return turns };
    let (mut log, nothing_shared) = (Log::default(), FxHashSet::default());
    let (mut running, mut n_begun) = (vec![ThreadId::new(0)], 1);
    while let Some(&thread) = running.last() {
        match run.standing(thread) {
            Standing::Ended => drop(running.pop()),
            Standing::Blocked if n_begun < run.n_threads() => {
                running.push(ThreadId::new(n_begun));
                n_begun += 1;
            }
            Standing::Blocked => break,
            Standing::Ready => {
                let end = run.step(thread, Visible::Places(&nothing_shared), source, limits, &mut log);
                match turns.last_mut().filter(|last| last.thread == thread) {
                    Some(last) => last.operations += log.operations,
                    None => turns.push(Turn { thread, operations: log.operations }),
                }
                if end.is_some() {
                    break;
                }
            }
        }
    }
    turns
}
