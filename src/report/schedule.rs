//! The control of threads in native runs, as text: what is linked with the program, and what it reads of a recorded run. The models of threads are compiled as they are
//! and stand for the library, so a lock is given to whom the interpreter gives it; accesses, calls and values are the compiled program's own. Runs nothing.

use engine::interleavings::{Ending, Recorded};
use engine::replay::{Control, Range, Symbols};
use goto::interp::threads::{Accessed, Event, EventKind};
use goto::{FuncId, Id, InputOrigin, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write as _;

const CONTROL: &str = include_str!("schedule.c");

/// Of names of functions in models.
const MODEL: &str = "__model_";
/// What models of threads call and the control defines.
const NEEDED: [&str; 4] = ["exit", "__errno_location", "__unsupported", "__too_many_threads"];
/// What the control has in place of the library beside threads.
const REPLACED: [&str; 9] = ["sleep", "usleep", "nanosleep", "thrd_sleep", "memcpy", "memmove", "memset", "abort", "__assert_fail"];
/// Functions whose call is an error.
const ERRORS: [&str; 2] = ["reach_error", "__VERIFIER_error"];
const IS_SECTION: u32 = 1;
const IS_ERROR: u32 = 2;

/// What is linked with a program, with the text of the models of threads.
pub fn control(program: &Program, models: &str) -> Control {
    let defined: Vec<&str> = models.lines().filter_map(defined_function).filter(|name| !NEEDED.contains(name)).collect();
    let mut text = String::new();
    for name in &defined {
        let _ = writeln!(text, "#define {MODEL}{name} __wrap_{name}");
    }
    text.push_str(models);
    let choice = "__VERIFIER_nondet_schedule";
    if !program.inputs.values().any(|input| input.function == choice) {
        let _ = writeln!(text, "_Bool {choice}(void) {{ return 0; }}");
    }
    let wrapped = defined.iter().chain(&REPLACED).map(|&name| name.to_owned()).collect();
    Control { sources: vec![CONTROL.to_owned(), text], wrapped }
}

/// The function whose definition a line of a model begins.
fn defined_function(line: &str) -> Option<&str> {
    let is_definition = line.ends_with('{') && !line.starts_with([' ', '#', '}']);
    let (_, rest) = line.split_once(MODEL).filter(|_| is_definition)?;
    rest.split_once('(').map(|(name, _)| name)
}

/// What of a recorded run is seen by other threads, in its order.
pub fn visible(program: &Program, recorded: &Recorded) -> Vec<Event> {
    Plan::of(program, recorded).events.into_iter().filter(|(_, is_visible)| *is_visible).map(|(event, _)| event).collect()
}

/// Events with whether others see them.
struct Plan {
    events: Vec<(Event, bool)>,
}

/// Bytes that are looked at together.
const GRANULE: u64 = 4;

fn granules(start: u64, end: u64) -> impl Iterator<Item = u64> {
    start / GRANULE..=(end.max(start + 1) - 1) / GRANULE
}

/// Who accesses a granule.
#[derive(Default)]
struct Users {
    first: Option<usize>,
    are_several: bool,
    is_written: bool,
}

impl Plan {
    fn of(program: &Program, recorded: &Recorded) -> Self {
        let last = match &recorded.ending {
            Ending::Race(other) => Some(*other),
            _ => None,
        };
        // What comes from outside is there before the run.
        let is_call = |event: &Event| !matches!(event.kind, EventKind::Input(input) if program.inputs[input].origin != InputOrigin::Call);
        let events: Vec<Event> = recorded.events.all.iter().copied().chain(last).filter(is_call).collect();
        let mut users: FxHashMap<(Accessed, u64), Users> = FxHashMap::default();
        for event in &events {
            let (EventKind::Access { object, start, end, is_write } | EventKind::Within { object, start, end, is_write }) = event.kind else { continue };
            for granule in granules(start, end) {
                let users = users.entry((object, granule)).or_default();
                let thread = event.thread.index();
                users.are_several |= users.first.is_some_and(|first| first != thread);
                users.first.get_or_insert(thread);
                users.is_written |= is_write;
            }
        }
        let is_shared = |object, start, end| granules(start, end).any(|granule| users.get(&(object, granule)).is_some_and(|u| u.are_several && u.is_written));
        let mut shared_objects: FxHashSet<Accessed> = FxHashSet::default();
        let seen: Vec<bool> = events
            .iter()
            .enumerate()
            .map(|(number, event)| match event.kind {
                EventKind::Access { object, start, end, .. } => {
                    // What a section accesses that is one part of a race is not looked at.
                    let is_of_race = last.is_some() && number + 1 == events.len();
                    let is_shared = is_of_race || is_shared(object, start, end);
                    if is_shared {
                        shared_objects.insert(object);
                    }
                    is_shared
                }
                EventKind::Within { .. } => false,
                EventKind::Section { .. } | EventKind::Input(_) => true,
            })
            .collect();
        // Accesses by one thread alone say where an object lies that others access, too, and which one without a name it is not.
        let is_unnamed = |object| matches!(object, Accessed::At(_));
        let share_unnamed = shared_objects.iter().any(|&object| is_unnamed(object));
        let is_wanted = |object| shared_objects.contains(&object) || is_unnamed(object) && share_unnamed;
        let is_kept = |event: &Event| match event.kind {
            EventKind::Access { object, .. } => is_wanted(object),
            EventKind::Within { .. } => false,
            EventKind::Section { .. } | EventKind::Input(_) => true,
        };
        Self { events: events.into_iter().zip(seen).filter(|(event, _)| is_kept(event)).collect() }
    }
}

/// What the control reads of a recorded run.
pub fn text(program: &Program, recorded: &Recorded, symbols: &Symbols) -> String {
    let plan = Plan::of(program, recorded);
    let mut functions: Vec<(Range, u32, Option<FuncId>)> = Vec::new();
    let used: FxHashSet<FuncId> = plan.events.iter().map(|(event, _)| event.function).collect();
    for (id, function) in program.functions.iter().filter(|(_, f)| !f.model) {
        let flags = u32::from(function.is_atomic_section()) * IS_SECTION + u32::from(ERRORS.contains(&function.name.as_str())) * IS_ERROR;
        let is_wanted = used.contains(&id) || flags != 0;
        if let Some(range) = symbols.function(&function.name).filter(|_| is_wanted) {
            functions.push((range, flags, Some(id)));
        }
    }
    for name in ERRORS.iter().filter(|name| !program.functions.values().any(|f| !f.model && f.name == **name)) {
        functions.extend(symbols.function(name).map(|range| (range, IS_ERROR, None)));
    }
    functions.sort_by_key(|(range, ..)| range.low);
    let numbers: FxHashMap<FuncId, usize> = functions.iter().enumerate().filter_map(|(number, (_, _, id))| Some(((*id)?, number))).collect();
    let mut objects: Vec<Place> = Vec::new();
    let mut object_numbers: FxHashMap<Accessed, usize> = FxHashMap::default();
    let mut lines = String::new();
    for (event, is_visible) in &plan.events {
        let function = numbers.get(&event.function).map_or(-1, |&number| number as i64);
        let (kind, object, start, end) = match event.kind {
            // Those within sections are not among them.
            EventKind::Access { object, start, end, is_write } | EventKind::Within { object, start, end, is_write } => {
                let number = *object_numbers.entry(object).or_insert_with(|| {
                    objects.push(place(program, symbols, object));
                    objects.len() - 1
                });
                (u8::from(is_write), number, start, end)
            }
            EventKind::Section { in_model } => (if in_model { 3 } else { 2 }, 0, 0, 0),
            EventKind::Input(_) => (4, 0, 0, 0),
        };
        // Writing to a string does not fail.
        let _ = writeln!(lines, "{} {kind} {function} {object} {start} {end} {}", event.thread.index(), u8::from(*is_visible));
    }
    let (ending, thread, n_waiting) = match &recorded.ending {
        Ending::Schedule(thread) => (0, thread.index(), 0),
        Ending::Program(thread) => (1, thread.index(), 0),
        Ending::Violation(thread) => (2, thread.index(), 0),
        Ending::Race(other) => (3, other.thread.index(), 0),
        Ending::RaceWithModel(race) => (3, race.other.index(), 0),
        Ending::Deadlock(waiting) => (4, 0, waiting.len()),
    };
    let mut text = format!("{ending} {thread} {n_waiting}\n{}\n", functions.len());
    for (range, flags, _) in &functions {
        let _ = writeln!(text, "{} {} {flags}", range.low, range.high);
    }
    let _ = writeln!(text, "{}", objects.len());
    for place in &objects {
        let _ = writeln!(text, "{}", place.text());
    }
    let _ = writeln!(text, "{}", plan.events.len());
    text + &lines
}

/// Where an object lies in the compiled program.
enum Place {
    Named(Range),
    /// Among the static variables, and nobody knows where.
    Static,
    /// On the heap, on a stack, or among what each thread has of its own.
    NotStatic,
    Anywhere,
}

impl Place {
    /// `enum place` of the control says the same.
    fn text(&self) -> String {
        match self {
            Self::Named(range) => format!("{} {} 0", range.low, range.high),
            Self::Static => "0 0 1".to_owned(),
            Self::NotStatic => "0 0 2".to_owned(),
            Self::Anywhere => "0 0 3".to_owned(),
        }
    }
}

/// Variables within functions have other names when they are compiled, and those of the library may have none.
fn place(program: &Program, symbols: &Symbols, object: Accessed) -> Place {
    let Accessed::Static(symbol) = object else { return Place::NotStatic };
    let variable = &program.symbols[symbol];
    match symbols.variable(&variable.name) {
        Some(range) => Place::Named(range),
        None if program.thread_local.contains(&symbol) => Place::NotStatic,
        None if program.is_of_library(variable.loc) => Place::Anywhere,
        None => Place::Static,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::replay;
    use goto::interp::threads::{Events, ThreadId};
    use goto::interp::{Limits, run};
    use goto::{Location, SymbolId};

    const PROGRAM: &str = r#"
goto lp64 start main
file file0 "a.c"
static x#0: i32 @0:1:5
static y#1: i32 @0:1:5
function main: fn() -> void @0:2:1 {
  0: HALT exit
}
"#;

    fn access(thread: usize, symbol: usize, (start, end): (u64, u64), is_write: bool) -> Event {
        let kind = EventKind::Access { object: Accessed::Static(SymbolId::new(symbol)), start, end, is_write };
        Event { thread: ThreadId::new(thread), function: FuncId::new(0), loc: Location { file: Id::new(0), line: 1, column: 1 }, kind }
    }

    fn recorded(program: &Program, all: Vec<Event>, ending: Ending) -> Recorded {
        struct NoInputs;
        impl goto::interp::InputSource for NoInputs {
            fn next(&mut self, _: goto::InputId, _: goto::TypeId, _: u16) -> Option<goto::Bits> {
                None
            }
        }
        let limits = Limits { steps: 10, work: u64::MAX, memory: 1 << 20, depth: 10, stop: &|| false };
        Recorded { run: run(program, &mut NoInputs, &limits), events: Events { all, ..Events::default() }, ending }
    }

    #[test]
    fn others_see_what_is_shared_and_written() {
        let program = goto::parse::parse(PROGRAM).unwrap_or_else(|e| panic!("{e}"));
        let word = (0, 4);
        let all = vec![access(0, 0, word, true), access(1, 1, word, false), access(0, 1, word, false), access(1, 0, word, false)];
        let seen = visible(&program, &recorded(&program, all.clone(), Ending::Schedule(ThreadId::new(1))));
        // Both read the other one.
        assert_eq!(seen, [all[0], all[3]]);
        // What is only about to happen counts, too.
        let seen = visible(&program, &recorded(&program, all[1..3].to_vec(), Ending::Race(access(1, 1, word, true))));
        assert_eq!(seen.len(), 3);
        // Other bytes of the same object.
        let apart = vec![access(0, 0, (0, 4), true), access(1, 0, (4, 8), true)];
        assert!(visible(&program, &recorded(&program, apart, Ending::Schedule(ThreadId::new(1)))).is_empty());
        let text = text(&program, &recorded(&program, all, Ending::Violation(ThreadId::new(1))), &Symbols::default());
        // Nothing has a known place; the second object is read by both and left out.
        assert_eq!(text, "2 1 0\n0\n1\n0 0 1\n2\n0 1 -1 0 0 4 1\n1 0 -1 0 0 4 1\n");
    }

    #[test]
    fn all_functions_of_models_stand_for_those_of_the_library() {
        let models = "int __model_f(int a) {\n  return __model_g(a);\n}\nvoid *__model_exit(int);\nstatic int h(void) {\n}\n_Bool __model_g(int a) {\n}\n";
        let program = goto::parse::parse(PROGRAM).unwrap_or_else(|e| panic!("{e}"));
        let control = control(&program, models);
        assert_eq!(&control.wrapped[..2], ["f", "g"]);
        assert!(control.sources[1].starts_with("#define __model_f __wrap_f\n#define __model_g __wrap_g\nint"));
        for variable in [replay::SCHEDULE_VARIABLE, replay::TOLD_VARIABLE] {
            assert!(CONTROL.contains(&format!("getenv(\"{variable}\")")), "{variable}");
        }
    }
}
