//! Programs with threads: runs under schedules. Random schedules look for violations; an exploration of all schedules proves what is left if it comes to its end without
//! having left anything out. What either finds is run once more, from inputs and schedule, before it counts; this module alone works on programs that may begin threads.
//!
//! It proves nothing where an input has more values than are tried, where a run reads what nothing determines, crashes, or comes to what is not supported.

mod circles;
mod explore;
mod facts;
mod random;
mod replay;
mod rounds;

pub use circles::SCHEDULE;
pub use replay::{Ending, Interleaving, Recorded, follow, record, replay, schedule_without_choices};

use crate::board::Board;
use crate::budget::interleavings as budget;
use crate::status::{Engine, Proof, ProofMethod, Reason};
use crate::target::Target;
use analysis::compared;
use explore::{Ended, Exploration};
use facts::Facts;
use goto::interp::threads::ThreadId;
use goto::interp::{Compiled, InputSource, Limits};
use goto::limits::Stop;
use goto::{Bits, GoalId, InputId, Location, PropertyClass, PropertyId, TypeId};
use random::RandomRuns;
use rustc_hash::FxHashMap;
use std::time::{Duration, Instant};

/// What was done.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Runs under random schedules.
    pub runs: u64,
    /// States of the last exploration, and how often it began anew since more was shared than known before.
    pub states: u64,
    pub explorations: u64,
}

/// What all parts work on.
pub(crate) struct Subject<'a> {
    pub board: &'a Board,
    pub compiled: &'a Compiled,
    pub race: Option<PropertyId>,
    pub deadlock: Option<PropertyId>,
    /// That threads end.
    pub endless: Option<PropertyId>,
    /// Values that stand for all that an input can have.
    representatives: FxHashMap<InputId, Vec<Bits>>,
}

/// A run goes round for ever, but none is known whose schedule does so with good reason.
const UNFAIR: &str = "a run goes on for ever only if a thread that can go on is never let (a loop that spins), or a wait ends by itself again and again";

/// Why not all schedules with all inputs were looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Cut {
    Inputs,
    Indeterminate,
    Crash(String, Location),
    Unsupported(String, Location),
    Limit(&'static str),
    /// Where accesses race, wide ones are not one.
    WideAccess,
    /// Something happens that hardly ever does, or that the program does not tell.
    Usual,
    Stopped,
}

impl Cut {
    fn reason(&self, stop: &Stop) -> Reason {
        let left_out = |why: String| Reason::NotCovered(format!("schedules left out: {why}"));
        match self {
            Cut::Inputs => left_out("inputs have more values than are tried".to_owned()),
            Cut::Indeterminate => Reason::Indeterminate,
            Cut::Crash(what, _) => left_out(format!("a run crashes, since {what}")),
            Cut::Unsupported(what, loc) => Reason::Unsupported { what: what.clone(), loc: *loc },
            Cut::Limit(what) => left_out((*what).to_owned()),
            Cut::Usual => left_out("something fails that hardly ever does, or comes from outside".to_owned()),
            Cut::WideAccess => left_out("a copy of several words races".to_owned()),
            Cut::Stopped => stop.reason().map_or_else(|| left_out("limit: time".to_owned()), Reason::Stopped),
        }
    }
}

/// How a thread came from one state to the next.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub thread: ThreadId,
    pub operations: u64,
    /// Inputs that the step read.
    pub inputs: Vec<(InputId, Bits)>,
}

impl Subject<'_> {
    fn of<'a>(board: &'a Board, compiled: &'a Compiled) -> Subject<'a> {
        let find = |class| board.program().properties.iter().find(|(_, p)| p.class == class).map(|(id, _)| id);
        Subject {
            board,
            compiled,
            race: find(PropertyClass::DataRace),
            deadlock: find(PropertyClass::Deadlock),
            endless: find(PropertyClass::Termination),
            representatives: compared::representatives(board.program()),
        }
    }

    /// Runs the interleaving, whose last step is said to reach the target, and reports it if it does.
    fn confirm(&self, target: Target, edges: &[Edge], stop: &Stop) -> bool {
        confirm(self.board, target, Interleaving::of_edges(edges), Engine::Interleavings, stop)
    }

    /// Values of an input that are tried, and whether what others do is seen with these.
    fn values(&self, input: InputId, width: u16) -> (Vec<Bits>, bool) {
        let all = |values: &Vec<Bits>| values.first().is_some_and(|value| value.width() == width);
        match (self.representatives.get(&input).filter(|values| all(values)), width) {
            (Some(values), _) => (values.clone(), true),
            (None, 1) => (vec![Bits::zero(1), Bits::new(1, 1)], true),
            (None, 2..=8) => ((0..1_u128 << width).map(|value| Bits::new(width, value)).collect(), true),
            (None, _) => ([0, 1, 2, u128::MAX].iter().map(|&value| Bits::new(width, value)).collect(), false),
        }
    }

    /// The goals that are open.
    fn open_goals(&self) -> Vec<GoalId> {
        self.board.open().into_iter().filter_map(Target::goal).collect()
    }
}

/// Runs the interleaving, which is said to reach the target, and reports it if it does.
pub(crate) fn confirm(board: &Board, target: Target, interleaving: Interleaving, engine: Engine, stop: &Stop) -> bool {
    if !board.is_open(target) {
        return true;
    }
    let judged = replay(board, &interleaving, target, stop, &mut |_, _| ());
    match target {
        Target::Goal(goal) if judged.run.goals.contains(goal) => {
            board.report_interleaving(&judged.run, interleaving.schedule, engine);
            true
        }
        Target::Property(property) if judged.run.violations.contains(&property) => {
            // What else the run violates has the same schedule.
            for &violated in judged.run.violations.iter().filter(|&&violated| board.is_open(violated)) {
                board.note_interleaving(violated, interleaving.clone());
            }
            board.report_run(&judged.run, engine);
            true
        }
        _ => false,
    }
}

/// Works on the goals and properties of a program that may begin threads until nothing is open, all schedules are known, or it is told to stop. `search` is given turns, in
/// which it looks for inputs by runs without a schedule.
pub(crate) fn analyse(board: &Board, seed: u64, stop: &Stop, search: &mut dyn FnMut(Duration)) -> Effort {
    let compiled = board.compiled();
    let subject = Subject::of(board, compiled);
    let (mut facts, mut effort) = (Facts::default(), Effort::default());
    let mut random = RandomRuns::new(&subject, seed);
    let begin = Instant::now();
    random.work(&mut facts, budget::FIRST_RUNS, begin + budget::FIRST_TIME, stop);
    let mut time = budget::FIRST_TURN;
    let mut left_out = None;
    while board.anything_open() && stop.reason().is_none() {
        let mut exploration = Exploration::new(&subject);
        let ended = explore_in_turns(&mut exploration, &mut facts, &mut random, search, &mut time, stop);
        (effort.states, effort.explorations) = (exploration.states(), effort.explorations + 1);
        match ended {
            Ended::Anew => continue,
            Ended::Complete => exclude_open(board, None),
            Ended::Circling => {
                exclude_open(board, subject.endless);
                board.resist_rest(Reason::NotCovered(UNFAIR.to_owned()));
            }
            Ended::Cut(cut) => left_out = Some(cut),
        }
        break;
    }
    if let Some(cut) = left_out {
        // Not everything is known; random runs may find more.
        let (mut left, mut turns) = if stop.deadline().is_some() { (u64::MAX, u64::MAX) } else { (budget::LAST_RUNS, budget::LAST_TURNS) };
        while board.anything_open() && stop.reason().is_none() && random.may_go_on() && left > 0 && turns > 0 {
            let before = random.runs();
            random.work(&mut facts, left, Instant::now() + budget::LAST_TURN, stop);
            (left, turns) = (left - (random.runs() - before), turns - 1);
            search(budget::LAST_TURN);
        }
        board.resist_rest(cut.reason(stop));
    }
    effort.runs = random.runs();
    effort
}

/// Explores all schedules and nothing else, with or without the choice of threads that go first alone; `false` if something was left out. For those who hold the two against
/// each other.
pub fn explore(board: &Board, reduces: bool, stop: &Stop) -> bool {
    let compiled = board.compiled();
    let subject = Subject::of(board, compiled);
    let mut facts = Facts::default();
    loop {
        let mut exploration = Exploration::new(&subject);
        exploration.reduce(reduces);
        match exploration.work(&mut facts, Instant::now() + budget::LONGEST_TURN, stop) {
            Some(Ended::Anew) => {}
            Some(Ended::Complete) => {
                exclude_open(board, None);
                return true;
            }
            Some(Ended::Circling | Ended::Cut(_)) | None => return false,
        }
    }
}

/// The exploration goes on as long as it can, with turns of the search and of random runs in between.
fn explore_in_turns<'a>(
    exploration: &mut Exploration<'a>,
    facts: &mut Facts,
    random: &mut RandomRuns<'a>,
    search: &mut dyn FnMut(Duration),
    time: &mut Duration,
    stop: &Stop,
) -> Ended {
    loop {
        if let Some(ended) = exploration.work(facts, Instant::now() + *time, stop) {
            return ended;
        }
        if stop.reason().is_some() {
            return Ended::Cut(Cut::Stopped);
        }
        search(*time / 2);
        random.work(facts, u64::MAX, Instant::now() + *time / 2, stop);
        *time = (*time * 2).min(budget::LONGEST_TURN);
    }
}

/// Excludes what no schedule comes to: all that is open, but for one property perhaps.
fn exclude_open(board: &Board, but: Option<PropertyId>) {
    for target in board.open().into_iter().filter(|target| but.is_none() || target.property() != but) {
        board.exclude(target, Proof { method: ProofMethod::Exhaustive, k: None });
    }
}

/// Inputs of one step: those that are given, and what is asked for beyond them.
pub(crate) struct Script<'a> {
    given: &'a [Bits],
    at: usize,
    pub read: Vec<(InputId, Bits)>,
    /// The type and width of an input that is not given.
    pub wanted: Option<(InputId, TypeId, u16)>,
}

impl<'a> Script<'a> {
    pub(crate) fn new(given: &'a [Bits]) -> Self {
        Self { given, at: 0, read: Vec::new(), wanted: None }
    }
}

impl InputSource for Script<'_> {
    fn next(&mut self, input: InputId, ty: TypeId, width: u16) -> Option<Bits> {
        let Some(&value) = self.given.get(self.at) else {
            self.wanted = Some((input, ty, width));
            return None;
        };
        self.at += 1;
        let value = value.resize(width, false);
        self.read.push((input, value));
        Some(value)
    }
}

/// The limits of all runs together: none of steps.
pub fn limits(stop: &dyn Fn() -> bool) -> Limits<'_> {
    Limits { steps: u64::MAX, work: u64::MAX, memory: budget::MEMORY, depth: budget::DEPTH, stop }
}
