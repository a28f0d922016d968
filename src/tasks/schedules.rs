//! Tests of programs with threads, run again under their schedules: in the interpreter, which tells what they show, and natively, where a control of the threads lets the
//! compiled program do what the interpreter recorded. What does not happen there as it was recorded is told as not replayed, and confirms nothing.

use crate::asked::checks;
use crate::failure::Failure;
use crate::program::{self, Aim, ProgramRequest};
use crate::recorder;
use crate::replay::{self, MEMORY, STEPS, Values};
use engine::interleavings::{self, Ending, Recorded};
use engine::replay::{Controlled, Flags, Native, NativeEnd, NativeRun, ReplayError};
use frontend::library::models;
use goto::interp::threads::{Event, EventKind, Turn};
use goto::interp::{Compiled, Limits};
use goto::limits::Stop;
use goto::{GoalId, Id, Location, Program, PropertyClass, PropertyId};
use report::read_suite::SuiteTest;
use report::replay_report::{Agreement, TestReport};
use report::schedule;
use report::suite::Violation;
use report::world::{WorldNames, WorldSource};
use std::borrow::Cow;

/// A program in which the operations of schedules are counted, and what its compiler makes of it.
pub(crate) struct Scheduled {
    program: Program,
    compiled: Compiled,
    /// Or why there is none.
    native: Result<Native, String>,
}

/// The programs that the tests of a suite were found in.
pub(crate) struct Schedules<'t> {
    /// With the classes of properties that they have; of tests that violate nothing the program of their goals.
    programs: Vec<(Option<&'t [String]>, Scheduled)>,
}

impl<'t> Schedules<'t> {
    /// # Errors
    /// If a program is wrong.
    pub(crate) fn of(program: &Program, request: &ProgramRequest, flags: &Flags, tests: &'t [SuiteTest], stop: &Stop) -> Result<Self, Failure> {
        let mut programs: Vec<(Option<&'t [String]>, Scheduled)> = Vec::new();
        for test in tests.iter().filter(|test| is_threaded(program, test)) {
            let classes = classes(test);
            if stop.reason().is_none() && programs.iter().all(|(of, _)| *of != classes) {
                let program = match &test.violates {
                    Some(violation) => program_of(request, violation)?,
                    None => program.clone(),
                };
                programs.push((classes, Scheduled::new(program, request, flags, stop)));
            }
        }
        Ok(Self { programs })
    }

    /// Runs a test in the interpreter and natively.
    pub(crate) fn replay(&self, test: &SuiteTest, stop: &Stop) -> Result<TestReport, Failure> {
        let program = self.programs.iter().find(|(of, _)| *of == classes(test));
        program.map_or_else(|| Ok(replay::interrupted(test)), |(_, program)| program.replay(test, stop))
    }
}

/// Is the test one of threads?
pub(crate) fn is_threaded(program: &Program, test: &SuiteTest) -> bool {
    program.begins_threads() || test.schedule.is_some()
}

fn classes(test: &SuiteTest) -> Option<&[String]> {
    test.violates.as_ref().map(|violation| violation.classes.as_slice())
}

/// The program with the properties that a test was found with.
///
/// # Errors
/// If the program is wrong, or a property is none of this version.
fn program_of(request: &ProgramRequest, violation: &Violation) -> Result<Program, Failure> {
    let class = |label: &String| {
        let mut known = checks::CHECKS.iter().flat_map(|check| check.classes).copied();
        known.find(|class| class.label() == label).ok_or_else(|| Failure::Usage(format!("the suite names a property {label}, which is none of this version")))
    };
    let classes: Vec<PropertyClass> = violation.classes.iter().map(class).collect::<Result<_, _>>()?;
    let request = ProgramRequest { notes_exit_status: false, decisions: false, ..request.clone() }.with_properties(&classes);
    let mut loaded = program::compile(&request)?;
    program::instrument(&mut loaded, &Aim::Verify(classes.clone()));
    program::tidy_reached(&mut loaded.program, &loaded.hidden);
    instrument::thread_properties(&mut loaded.program, &classes);
    Ok(loaded.program)
}

impl Scheduled {
    pub(crate) fn new(program: Program, request: &ProgramRequest, flags: &Flags, stop: &Stop) -> Self {
        let control = schedule::control(&program, models::CONCURRENCY_TEXT);
        let flags = Flags { control: Some(control), ..flags.clone() };
        let native = replay::compile_native(&program, request, &flags, stop);
        Self { compiled: Compiled::new(&program), native, program }
    }

    /// The property that a test violates.
    fn property(&self, test: &SuiteTest) -> Option<(PropertyId, PropertyClass)> {
        let wanted = test.violates.as_ref()?;
        self.program.properties.iter().find(|(_, property)| property.name == wanted.property).map(|(id, property)| (id, property.class))
    }

    /// Runs a test in the interpreter and natively. The goals are those of this program.
    ///
    /// # Errors
    /// If processes cannot be run.
    pub(crate) fn replay(&self, test: &SuiteTest, stop: &Stop) -> Result<TestReport, Failure> {
        let property = self.property(test);
        if let (Some(wanted), None) = (&test.violates, property) {
            return Ok(replay::without_native(test, Vec::new(), "not run".into(), &format!("the program has no property {}", wanted.property)));
        }
        let asks = || stop.reason().is_some();
        let limits = Limits { steps: STEPS, work: u64::MAX, memory: MEMORY, depth: replay::DEPTH, stop: &asks };
        let names = WorldNames::new(&self.program);
        let values = || Values { program: &self.program, values: test.values.iter(), malformed: None };
        let source = |names: &WorldNames| WorldSource::new(&self.program, &test.world, names.clone(), values());
        let turns: Cow<'_, [Turn]> = match &test.schedule {
            Some(turns) => turns.into(),
            None => interleavings::schedule_without_choices(&self.compiled, &mut source(&WorldNames::new(&self.program)), &limits).into(),
        };
        let mut source = source(&names);
        let mut observer = replay::RunObserver::new(names);
        let Some(recorded) = interleavings::record(&self.compiled, &turns, property, &mut source, &limits, &mut observer) else {
            return Ok(replay::without_native(test, Vec::new(), "not run".into(), "the schedule does not fit the program"));
        };
        // A program with properties has no goals that anybody asked for.
        let is_counted = |goal: &GoalId| test.violates.is_none() && recorded.run.goals.contains(*goal);
        let goals: Vec<GoalId> = self.program.goals.ids().filter(is_counted).collect();
        let interpreter = self.end_text(&recorded, property);
        let unconfirmed = |why: &str| Ok(replay::without_native(test, goals.clone(), interpreter.clone(), why));
        if let Some(text) = &source.calls().malformed {
            return unconfirmed(&format!("`{text}` is no value of its type"));
        }
        if stop.reason().is_some() {
            return unconfirmed("interrupted");
        }
        if test.violates.is_some() && matches!(recorded.ending, Ending::Schedule(_) | Ending::Program(_)) {
            return unconfirmed("the schedule does not lead to what the test is said to violate");
        }
        if matches!(recorded.ending, Ending::RaceWithModel(_)) {
            return unconfirmed("one of the two accesses is in a function of the library, which is not watched natively");
        }
        if recorded.events.are_too_many {
            return unconfirmed("the run accesses memory too often to be followed natively");
        }
        let native = match &self.native {
            Ok(native) => native,
            Err(why) => return unconfirmed(why),
        };
        let (run, controlled) = match self.run(native, test, &recorded, stop) {
            Ok(run) => run,
            Err(ReplayError::Stopped) => return unconfirmed("interrupted"),
            Err(error @ ReplayError::Unconfined(_)) => return unconfirmed(&error.to_string()),
            Err(error) => return Err(Failure::Defect(error.to_string().into())),
        };
        let agreement = match native.lacks(&run) {
            Some(function) => Agreement::NotComparable(format!("needs {function}, which has no definition")),
            None => self.compare(&recorded, property, &run, controlled),
        };
        Ok(TestReport { name: test.name.clone(), goals, interpreter, native: Some(end_of_native(&run, controlled)), agreement })
    }

    fn run(&self, native: &Native, test: &SuiteTest, recorded: &Recorded, stop: &Stop) -> Result<(NativeRun, Controlled), ReplayError> {
        let inputs: String = test.values.iter().flat_map(|value| [value.as_str(), "\n"]).collect();
        let text = schedule::text(&self.program, recorded, native.symbols());
        let world = self.program.reads_world().then(|| recorder::surroundings(&test.world));
        native.run_controlled(&inputs, world, &text, stop)
    }

    /// Did the native run show what the interpreted one does?
    fn compare(&self, recorded: &Recorded, property: Option<(PropertyId, PropertyClass)>, run: &NativeRun, controlled: Controlled) -> Agreement {
        let events = schedule::visible(&self.program, recorded);
        let missed = match controlled {
            Controlled::Astray { position, thread } => Some((position, format!("thread {thread} does something else natively at"))),
            Controlled::Ended { position, .. } if run.end == NativeEnd::Timeout => Some((position, "no thread comes in time to".to_owned())),
            Controlled::Ended { position, .. } => Some((position, "the native run ends before".to_owned())),
            Controlled::Followed { .. } | Controlled::Shown => None,
        };
        if let Some((event, what)) = missed.and_then(|(position, what)| Some((events.get(position)?, what))) {
            return Agreement::NotComparable(format!("not replayed: {what} {}", self.event_text(event)));
        }
        let is_error = matches!(controlled, Controlled::Ended { is_error: true, .. } | Controlled::Followed { is_error: true });
        let not_seen = |what: &str| Agreement::NotComparable(format!("not replayed: {what}"));
        match &recorded.ending {
            Ending::Race(_) | Ending::Deadlock(_) if controlled == Controlled::Shown => Agreement::Agrees,
            Ending::Race(_) | Ending::RaceWithModel(_) => not_seen("the two accesses do not come together natively"),
            Ending::Deadlock(_) => not_seen("not all threads wait natively"),
            Ending::Violation(_) if property.is_some_and(|(_, class)| shows(class, run.end, is_error)) => Agreement::Agrees,
            Ending::Violation(_) if property.is_some_and(|(_, class)| CLAIMS.contains(&class)) => not_seen("natively it does not fail"),
            Ending::Violation(_) => not_seen("a native run does not show this property"),
            Ending::Schedule(_) if matches!(controlled, Controlled::Followed { .. }) => Agreement::Agrees,
            Ending::Schedule(_) => not_seen("the native run does not come to the end of the schedule"),
            Ending::Program(_) => replay::compare(&self.program, &recorded.run, None, run),
        }
    }

    fn place(&self, loc: Location) -> String {
        format!("{}:{}", self.program.files[loc.file], loc.line)
    }

    fn event_text(&self, event: &Event) -> String {
        let what = match event.kind {
            EventKind::Access { is_write: true, .. } => "a write",
            EventKind::Access { .. } | EventKind::Within { .. } => "a read",
            EventKind::Section { in_model: true } => "an operation of threads",
            EventKind::Section { .. } => "an atomic section",
            EventKind::Input(_) => "an input",
        };
        let function = &self.program.functions[event.function].name;
        let function = function.strip_prefix("__model_").unwrap_or(function);
        format!("{what} of thread {} in {function} ({})", event.thread.index(), self.place(event.loc))
    }

    /// How the interpreted run ends.
    fn end_text(&self, recorded: &Recorded, property: Option<(PropertyId, PropertyClass)>) -> String {
        match &recorded.ending {
            Ending::Schedule(_) => "the end of the schedule".into(),
            Ending::Program(_) => replay::outcome_text(&self.program, &recorded.run.outcome),
            Ending::Violation(_) => property.map_or_else(String::new, |(id, _)| format!("violates {}", self.program.properties[id].name)),
            Ending::Race(other) => {
                let first = recorded.events.all.last().map(|event| self.place(event.loc)).unwrap_or_default();
                format!("a data race of {first} and {}", self.place(other.loc))
            }
            Ending::RaceWithModel(race) => format!("a data race of {} and {}", self.place(race.first), self.place(race.second)),
            Ending::Deadlock(waiting) => format!("a deadlock of {} threads", waiting.len()),
        }
    }
}

/// Properties that the program itself checks.
const CLAIMS: [PropertyClass; 2] = [PropertyClass::Assertion, PropertyClass::UnreachCall];

/// Does such an end of a native run show that the property was violated? `is_error` tells of a call that is an error.
fn shows(class: PropertyClass, end: NativeEnd, is_error: bool) -> bool {
    match class {
        PropertyClass::UnreachCall | PropertyClass::Assertion => is_error || end == NativeEnd::Abort,
        // The processor, or the library where it looks after the heap.
        _ => matches!(end, NativeEnd::Abort | NativeEnd::Signal(_)),
    }
}

fn end_of_native(run: &NativeRun, controlled: Controlled) -> String {
    match controlled {
        Controlled::Shown => "the same, under the schedule".into(),
        Controlled::Followed { is_error: false } => "followed the schedule".into(),
        Controlled::Followed { is_error: true } => "called an error".into(),
        Controlled::Astray { .. } => "left the schedule".into(),
        Controlled::Ended { .. } => replay::native_text(run),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_show_what_they_can() {
        assert!(shows(PropertyClass::Assertion, NativeEnd::Abort, false));
        assert!(!shows(PropertyClass::Assertion, NativeEnd::Exit(1), false));
        assert!(shows(PropertyClass::UnreachCall, NativeEnd::Exit(0), true));
        assert!(shows(PropertyClass::ValidDeref, NativeEnd::Signal(11), false));
        assert!(!shows(PropertyClass::Overflow, NativeEnd::Exit(0), false));
    }
}
