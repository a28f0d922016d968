//! One task on many workers: a share of the paths of a program, and decisions by which paths may be divided. A share is a set of paths; what is said of it is said of these alone.

use crate::condition;
use crate::failure::Failure;
use crate::program::stepped::{self, Stepped};
use automata::assumption::{Assumption, Region};
use automata::condition::read;
pub use automata::condition::share::{Decision, Outcome};
use automata::fql::watch::{EventId, WatchedEvents};
use automata::spec::ast::Automaton;
use automata::spec::{Specification, Step, StepKind, code};
use frontend::Loaded;
use goto::edges::EdgeId;
use goto::interp::{Compiled, InputSource, Limits, Machine, Observer};
use goto::{Bits, GoalId, Id, IdVec, InputId, PropertyClass, Random, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The automaton of a share as text.
///
/// # Errors
/// If its decisions cannot be told from each other.
pub fn text(outcomes: &[Outcome]) -> Result<String, Failure> {
    let share = automata::condition::share::share(outcomes);
    share.map(|automaton| automaton.to_string()).ok_or_else(|| Failure::Usage("decisions of a share have the same texts on the same line".to_owned()))
}

/// The paths that a run is to analyse.
pub struct Share {
    path: PathBuf,
    specification: Specification,
}

impl Share {
    /// Reads its automaton.
    ///
    /// # Errors
    /// If it cannot be read or is none.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let specification = stepped::specification(std::slice::from_ref(&path.to_path_buf()))?;
        read::chosen(&specification).map_err(|why| Failure::Usage(format!("{}: {}", path.display(), why.0)))?;
        Ok(Self { path: path.to_path_buf(), specification })
    }

    pub(crate) fn automaton(&self) -> Option<&Automaton> {
        read::chosen(&self.specification).ok()
    }

    /// Which paths of the program it has.
    fn over(&self, stepped: &Stepped) -> Result<Assumption, Failure> {
        let (assumption, warnings) = condition::over(&self.path, &self.specification, stepped)?;
        match warnings.first() {
            None => Ok(assumption),
            // A share that is less than its text says would leave paths to nobody.
            Some(warning) => Err(Failure::Usage(format!("{}: {warning}", self.path.display()))),
        }
    }

    /// Leaves the program its paths alone, with the properties of these classes.
    pub(crate) fn restrict(&self, stepped: &Stepped, loaded: &mut Loaded, classes: &[PropertyClass]) -> Result<(), Failure> {
        let share = self.over(stepped)?;
        let Loaded { program, operations, .. } = loaded;
        instrument::properties_on_share(program, &stepped.edges, operations, &share, classes);
        Ok(())
    }
}

/// Decisions that are proposed at most.
const MOST: usize = 12;
/// Those of them that divide work into about equal parts.
const MOST_BALANCED: usize = 8;
/// How often a condition is decided in a run before that tells little, and how many decisions of a run count.
const LAST_OCCURRENCE: u32 = 8;
const LAST_DECISION: usize = 32;
/// Runs that are tried, what each may take, and all together.
const RUNS: u64 = 400;
const STEPS: u64 = 50_000;
const MEMORY: u64 = 64 << 20;
const DEPTH: u32 = 500;
const TIME: Duration = Duration::from_millis(500);

/// A condition of the program whose outcomes are told by steps.
struct Condition {
    if_true: Step,
    if_false: Step,
}

/// Decisions that divide the paths of a share (or all) into parts of about the same weight: those that random runs take both ways. Behind them others that runs take both ways
/// (how often a loop goes on), and those that no run has come to.
pub fn decisions(stepped: &Stepped, share: Option<&Share>) -> Vec<Decision> {
    let share = share.and_then(|share| share.over(stepped).ok());
    let (conditions, told) = conditions(stepped);
    let runs = sampled(stepped, &told, conditions.len(), share.as_ref());
    let mut chosen = divided(&runs);
    let all = (1..=LAST_OCCURRENCE).flat_map(|occurrence| (0..conditions.len()).map(move |condition| (condition, occurrence)));
    let (both, other): (Vec<_>, Vec<_>) = all.filter(|at| !chosen.contains(at)).partition(|at| outcomes(&runs, *at) == 2);
    chosen.extend(both);
    chosen.extend(other.into_iter().filter(|(condition, occurrence)| *occurrence == 1 && outcomes(&runs, (*condition, 1)) == 0));
    chosen.truncate(MOST);
    chosen.into_iter().map(|(condition, occurrence)| conditions[condition].decision(occurrence)).collect()
}

impl Condition {
    fn decision(&self, occurrence: u32) -> Decision {
        Decision { line: self.if_true.loc.line, if_true: self.if_true.text.clone(), if_false: self.if_false.text.clone(), occurrence }
    }
}

/// The conditions in the order in which control flow comes to them, and what each edge says of them.
fn conditions(stepped: &Stepped) -> (Vec<Condition>, FxHashMap<EdgeId, (usize, bool)>) {
    let all = decided_at_places(stepped);
    // Texts that are outcomes of several conditions tell none of them.
    let mut partners: FxHashMap<&Text, FxHashSet<&Text>> = FxHashMap::default();
    for (_, [a, b]) in &all {
        partners.entry(a).or_default().insert(b);
        partners.entry(b).or_default().insert(a);
    }
    let mut numbers: FxHashMap<[Text; 2], usize> = FxHashMap::default();
    let (mut found, mut told) = (Vec::new(), FxHashMap::default());
    for ([(edge_if_true, if_true), (edge_if_false, if_false)], texts) in &all {
        if texts.iter().any(|text| partners[text].len() > 1) {
            continue;
        }
        let number = *numbers.entry(texts.clone()).or_insert_with(|| {
            found.push(Condition { if_true: (*if_true).clone(), if_false: (*if_false).clone() });
            found.len() - 1
        });
        told.insert(*edge_if_true, (number, true));
        told.insert(*edge_if_false, (number, false));
    }
    (found, told)
}

/// The line of a step and its text in the form in which texts are compared.
type Text = (u32, String);

/// Two edges with their steps, and the texts of these.
type DecidedAt<'a> = ([(EdgeId, &'a Step); 2], [Text; 2]);

/// The two edges of each place where two steps say how a condition comes out: first the one that says it as it stands in the source.
fn decided_at_places(stepped: &Stepped) -> Vec<DecidedAt<'_>> {
    let Stepped { edges, steps, .. } = stepped;
    let assumed = |edge: EdgeId| steps.of(edge).iter().find(|s| s.kind == StepKind::Assume && s.function.is_some() && s.loc.line > 0 && !s.text.is_empty());
    let (mut all, mut seen) = (Vec::new(), FxHashSet::default());
    let mut waiting: VecDeque<_> = edges.outgoing(edges.outside()).iter().map(|&e| edges.edge(e).target).collect();
    while let Some(place) = waiting.pop_front() {
        if place == edges.outside() || !seen.insert(place) {
            continue;
        }
        let outgoing = edges.outgoing(place);
        waiting.extend(outgoing.iter().map(|&e| edges.edge(e).target));
        let &[a, b] = outgoing else { continue };
        let (Some(x), Some(y)) = (assumed(a), assumed(b)) else { continue };
        let pair = if x.text.starts_with("[!(") { [(b, y), (a, x)] } else { [(a, x), (b, y)] };
        let texts = pair.map(|(_, step)| (step.loc.line, code::comparable(&step.text)));
        if texts[0] != texts[1] && texts[0].0 == texts[1].0 {
            all.push((pair, texts));
        }
    }
    all
}

/// How a run decides.
struct Decided {
    /// For each condition its outcomes, in their order, and how many decisions came before.
    outcomes: Vec<Vec<(bool, usize)>>,
    decisions: usize,
}

impl Decided {
    fn outcome(&self, (condition, occurrence): (usize, u32)) -> Option<bool> {
        self.outcomes[condition].get(occurrence as usize - 1).map(|(side, _)| *side)
    }

    /// What a run decides behind a decision.
    fn left(&self, (condition, occurrence): (usize, u32)) -> usize {
        self.outcomes[condition].get(occurrence as usize - 1).map_or(0, |(_, before)| self.decisions - before - 1)
    }
}

/// Random runs, as far as they are in the share.
fn sampled(stepped: &Stepped, told: &FxHashMap<EdgeId, (usize, bool)>, n_conditions: usize, share: Option<&Assumption>) -> Vec<Decided> {
    let Stepped { loaded, edges, .. } = stepped;
    let mut program = loaded.program.clone();
    program.goals = IdVec::new();
    let mut of_event: IdVec<EventId, EdgeId> = IdVec::new();
    let mut events: IdVec<EdgeId, Option<EventId>> = IdVec::new();
    for (edge, _) in edges.iter() {
        let event = told.contains_key(&edge).then(|| of_event.push(edge));
        events.push(event);
    }
    let wanted = WatchedEvents { edges: events, tests: Vec::new(), n_events: of_event.len() };
    instrument::events::events(&mut program, edges, &wanted);
    let compiled = Compiled::new(&program);
    let (mut runs, start) = (Vec::new(), Instant::now());
    for number in 0..RUNS {
        if start.elapsed() > TIME {
            break;
        }
        let decided = Decided { outcomes: vec![Vec::new(); n_conditions], decisions: 0 };
        let mut watcher = Watcher { told, of_event: &of_event, share: share.map(|share| (share, share.start())), decided, left: false };
        let mut inputs = RandomInputs { random: Random::new(number + 1), kind: number % 4 };
        let stop = || start.elapsed() > TIME;
        let limits = Limits { steps: STEPS, work: u64::MAX, memory: MEMORY, depth: DEPTH, stop: &stop };
        Machine::new(&compiled).run_observed(&mut inputs, &limits, &mut watcher);
        runs.push(watcher.decided);
    }
    runs
}

/// Follows a run until it leaves the share.
struct Watcher<'a> {
    told: &'a FxHashMap<EdgeId, (usize, bool)>,
    of_event: &'a IdVec<EventId, EdgeId>,
    share: Option<(&'a Assumption, automata::assumption::Position)>,
    decided: Decided,
    left: bool,
}

impl Observer for Watcher<'_> {
    const TRACE: bool = false;
    const GOALS: bool = true;

    fn reached(&mut self, goal: GoalId) {
        let edge = self.of_event[EventId::new(goal.index())];
        if let Some((share, position)) = &mut self.share {
            share.step(position, edge);
            self.left |= share.region(position.mode) == Region::Unexplored;
        }
        if self.left {
            return;
        }
        if let Some(&(condition, side)) = self.told.get(&edge) {
            let outcomes = &mut self.decided.outcomes[condition];
            if outcomes.len() < LAST_OCCURRENCE as usize && self.decided.decisions < LAST_DECISION {
                outcomes.push((side, self.decided.decisions));
            }
            self.decided.decisions = LAST_DECISION.min(self.decided.decisions + 1);
        }
    }
}

/// Inputs of one kind a run: truth values, small ones, any length of them, or all of these.
struct RandomInputs {
    random: Random,
    kind: u64,
}

impl InputSource for RandomInputs {
    fn next(&mut self, _input: InputId, _ty: TypeId, width: u16) -> Option<Bits> {
        let kind = if self.kind == 3 { self.random.below(3) as u64 } else { self.kind };
        Some(match kind {
            0 => Bits::new(width, self.random.below(2) as u128),
            1 => Bits::from_signed(width, self.random.below(24) as i128 - 8),
            _ => Bits::new(width, u128::from(self.random.bits() >> self.random.below(64))),
        })
    }
}

/// Decisions that divide the runs, each with the ones before it, into parts of about the same size. A run counts as often as it decides afterwards: one that ends at once is no work.
fn divided(runs: &[Decided]) -> Vec<(usize, u32)> {
    let n_conditions = runs.first().map_or(0, |run| run.outcomes.len());
    let mut parts: Vec<Vec<usize>> = vec![(0..runs.len()).collect()];
    let mut chosen: Vec<(usize, u32)> = Vec::new();
    while chosen.len() < MOST_BALANCED {
        let mut best: Option<(usize, (usize, u32))> = None;
        for occurrence in 1..=LAST_OCCURRENCE {
            for condition in (0..n_conditions).filter(|condition| !chosen.contains(&(*condition, occurrence))) {
                let at = (condition, occurrence);
                let smaller = |part: &Vec<usize>| {
                    let on = |side: bool| part.iter().map(|run| &runs[*run]).filter(move |run| run.outcome(at) == Some(side));
                    let [one, other] = [true, false].map(|side| on(side).map(|run| run.left(at)).sum::<usize>());
                    one.min(other)
                };
                let score: usize = parts.iter().map(smaller).sum();
                // Chance decides between decisions that are alike: those that come first are better.
                if 10 * score > 11 * best.map_or(0, |(score, _)| score) {
                    best = Some((score, at));
                }
            }
        }
        let Some((_, at)) = best else { break };
        chosen.push(at);
        let sides = |part: Vec<usize>| {
            let of = |side: bool| part.iter().copied().filter(|run| runs[*run].outcome(at) != Some(!side)).collect::<Vec<_>>();
            [of(true), of(false)]
        };
        parts = parts.into_iter().flat_map(sides).filter(|part| part.len() > 1).collect();
    }
    chosen
}

/// How many outcomes of a decision runs have seen.
fn outcomes(runs: &[Decided], at: (usize, u32)) -> usize {
    runs.iter().filter_map(|run| run.outcome(at)).collect::<FxHashSet<bool>>().len()
}
