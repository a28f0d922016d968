//! Explorations of the schedules of random programs: with threads that go first alone where nothing speaks against it, and of all orders. Both must decide the same.

use engine::board::{Board, LostRuns};
use engine::confirm::Replay;
use engine::interleavings::{self, explore, follow};
use engine::status::Status;
use frontend::LoadOptions;
use frontend::library::models::Threads;
use goto::interp::{Compiled, Outcome};
use goto::limits::Stop;
use goto::{GoalId, Id, Program, PropertyClass, Random};
use instrument::Criterion;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A statement of a thread; `depth` limits nesting.
fn statement(random: &mut Random, depth: u32, text: &mut String) {
    let var = |random: &mut Random| ["x", "y", "z", "a[0]", "a[1]"][random.below(5)];
    // Writing to a string does not fail.
    let _ = match random.below(if depth > 0 { 12 } else { 7 }) {
        0 => writeln!(text, "  {} = {};", var(random), random.below(3)),
        1 => writeln!(text, "  {}++;", var(random)),
        2 => writeln!(text, "  l = {};", var(random)),
        3 => writeln!(text, "  {} = l + {};", var(random), random.below(2)),
        4 => writeln!(text, "  __sync_fetch_and_add(&{}, 1);", var(random)),
        5 => writeln!(text, "  if (pthread_mutex_trylock(&n) == 0) pthread_mutex_unlock(&n);"),
        6 => writeln!(text, "  *p = {};", random.below(3)),
        7 => {
            let _ = writeln!(text, "  pthread_mutex_lock(&m);");
            statement(random, depth - 1, text);
            statement(random, depth - 1, text);
            writeln!(text, "  pthread_mutex_unlock(&m);")
        }
        8 => {
            let _ = writeln!(text, "  __VERIFIER_atomic_begin();");
            statement(random, 0, text);
            writeln!(text, "  __VERIFIER_atomic_end();")
        }
        9 => {
            let _ = writeln!(text, "  if ({} == {}) {{", var(random), random.below(3));
            statement(random, depth - 1, text);
            writeln!(text, "  }}")
        }
        // The same place of the code accesses one element after the other.
        10 => writeln!(text, "  for (int i = {}; i < 2; i++) {};", random.below(2), ["a[i]++", "l += a[i]", "a[i] = l"][random.below(3)]),
        _ => {
            let _ = writeln!(text, "  pthread_mutex_lock(&n);");
            statement(random, depth - 1, text);
            writeln!(text, "  pthread_mutex_unlock(&n);")
        }
    };
}

fn program(random: &mut Random) -> String {
    let mut text = "typedef unsigned long pthread_t;\ntypedef union { char size[40]; long align; } pthread_mutex_t;\n\
        int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);\nint pthread_join(pthread_t, void **);\n\
        int pthread_mutex_lock(pthread_mutex_t *), pthread_mutex_unlock(pthread_mutex_t *), pthread_mutex_trylock(pthread_mutex_t *);\n\
        void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\nvoid __VERIFIER_assert(int);\n\
        static int x, y, z, a[2], *p = &z;\nstatic pthread_mutex_t m, n;\n"
        .to_owned();
    let threads = 2 + random.below(2);
    for thread in 0..threads {
        let _ = writeln!(text, "static void *f{thread}(void *argument) {{\n  int l = 0;");
        for _ in 0..1 + random.below(if threads == 2 { 4 } else { 2 }) {
            statement(random, 2, &mut text);
        }
        let _ = writeln!(text, "  return 0;\n}}");
    }
    let _ = writeln!(text, "int main(void) {{\n  pthread_t t[3];");
    (0..threads).for_each(|thread| {
        let _ = writeln!(text, "  pthread_create(&t[{thread}], 0, f{thread}, 0);");
    });
    if random.chance(30) {
        text.push_str("  p = &a[1];\n");
    }
    if random.chance(50) {
        let _ = writeln!(text, "  for (int i = 0; i < {threads}; i++) pthread_join(t[i], 0);");
    } else {
        (0..threads).for_each(|thread| {
            let _ = writeln!(text, "  pthread_join(t[{thread}], 0);");
        });
    }
    for var in ["x", "y", "z", "a[0]", "a[1]"] {
        (0..4).for_each(|value| {
            let _ = writeln!(text, "  __VERIFIER_assert({var} != {value});");
        });
    }
    text + "  return 0;\n}\n"
}

#[derive(Clone, Copy, Debug)]
enum Asked {
    Properties,
    Branches,
}

fn instrumented(text: &str, asked: Asked) -> Program {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("threads.i");
    std::fs::write(&file, text).unwrap();
    let mut loaded = frontend::load(&[file], &LoadOptions { threads: Threads::Machine, ..LoadOptions::default() }).unwrap();
    match asked {
        Asked::Properties => {
            let classes = [PropertyClass::Assertion, PropertyClass::DataRace, PropertyClass::Deadlock];
            instrument::properties(&mut loaded.program, &loaded.operations, &classes);
            instrument::thread_properties(&mut loaded.program, &classes);
        }
        Asked::Branches => instrument::instrument(&mut loaded.program, &loaded.decisions, &[Criterion::Branch], None),
    }
    assert!(loaded.program.begins_threads());
    loaded.program
}

/// Every test must show again what it covers.
fn replay_tests(board: &Board) {
    let compiled = Compiled::new(board.program());
    for test in board.tests() {
        let schedule = test.schedule.as_ref().expect("a test of threads has a schedule");
        let run = follow(&compiled, schedule, &mut Replay::new(&test.inputs), &interleavings::limits(&|| false), &mut ()).expect("the schedule fits");
        assert!(test.covers.iter().filter_map(|target| target.goal()).all(|goal| run.goals.contains(goal)), "{test:?}");
    }
}

/// What of the properties or goals is reached; `None` where something was left out.
fn decided(text: &str, asked: Asked, reduces: bool) -> Option<Vec<bool>> {
    let board = Board::new(Arc::new(instrumented(text, asked)), None, LostRuns::Count);
    let stop = Stop::new(Some(Instant::now() + Duration::from_secs(4)));
    let is_whole = explore(&board, reduces, &stop);
    replay_tests(&board);
    let decided = board.statuses().iter().map(Status::is_reached).collect();
    (is_whole || !board.anything_open()).then_some(decided)
}

#[test]
fn threads_that_go_first_alone_hide_nothing() {
    let seeds = std::env::var("GOTCHA_SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(25);
    let (mut compared, mut whole_runs) = (0, 0);
    for seed in 0..seeds {
        let text = program(&mut Random::new(seed));
        for asked in [Asked::Properties, Asked::Branches] {
            let (Some(some), Some(all)) = (decided(&text, asked, true), decided(&text, asked, false)) else { continue };
            assert_eq!(some, all, "seed {seed} {asked:?}\n{text}");
            if let Asked::Branches = asked {
                let run = Compiled::new(&instrumented(&text, asked)).run(&mut Replay::new(&[]), &interleavings::limits(&|| false));
                let beyond = all.iter().enumerate().filter(|(goal, reached)| run.goals.contains(GoalId::new(*goal)) && !**reached).count();
                assert_eq!(beyond, 0, "a run without a schedule, seed {seed}\n{text}");
                whole_runs += u64::from(matches!(run.outcome, Outcome::Exit | Outcome::Abort));
            }
            compared += 1;
        }
    }
    assert!(whole_runs > seeds / 4, "only {whole_runs} runs come to their end");
    assert!(compared > seeds, "only {compared} of {seeds} came to their end");
}
