//! All schedules of a program, depth first, over states that are told apart by their digests. Of threads whose next step nothing that others may still do has to do with,
//! one goes first alone (ample sets; Clarke, Grumberg, Peled: Model Checking, chapter 10, with the condition on cycles of Peled, CAV 94: the step leads to a new state).
//!
//! What threads may still do is learned. At every state the steps of all threads are made, also those that are not followed, and at the end each choice is looked at
//! again with all that was learned. If one was wrong, or more places turn out to be shared, all begins anew. That is enough: were a step that conflicts with a choice
//! still unseen, take the shortest way to one; all its steps before have nothing to do with the choice, so the state from which it is made was visited behind the choice.

use super::circles::{ThreadMask, is_choice, is_fair};
use super::facts::{Control, Facts, Footprint};
use super::rounds::Rounds;
use super::{Cut, Edge, Script, Subject, limits};
use crate::budget::interleavings as budget;
use crate::target::Target;
use goto::interp::Outcome;
use goto::interp::threads::{Log, Standing, ThreadId, ThreadedRun, Visible};
use goto::limits::Stop;
use goto::{Bits, GoalId, Id, PropertyId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::Instant;

/// How an exploration ends.
pub(crate) enum Ended {
    /// All that can happen was seen.
    Complete,
    /// All was seen, but whether the rounds that were seen go on for ever depends on the schedule.
    Circling,
    /// More is known now than the exploration rests on.
    Anew,
    Cut(Cut),
}

/// A state behind a step.
struct Successor<'c> {
    run: ThreadedRun<'c>,
    edge: Edge,
    /// The run ends with the step.
    is_end: bool,
}

/// A state on the way, with the steps from it that are not followed yet.
struct Node<'c> {
    edge: Option<Edge>,
    rest: Vec<Successor<'c>>,
    weight: usize,
    state: u128,
    /// The threads that can go on.
    ready: ThreadMask,
}

/// What one thread can do in a state.
struct Moves<'c> {
    successors: Vec<Successor<'c>>,
    footprint: Footprint,
    /// Another thread must have the chance to go first.
    is_end: bool,
}

/// A choice that rests on what other threads may still do.
#[derive(PartialEq, Eq, Hash)]
struct Reliance {
    /// What the step that goes first accesses. At the same place of the code it may be something else in another state: the next element, say.
    step: Footprint,
    /// Where the others are.
    others: Vec<Control>,
}

/// An exploration under way.
pub(crate) struct Exploration<'a> {
    subject: &'a Subject<'a>,
    visited: FxHashSet<u128>,
    /// The positions of the states on the stack, if it is asked whether runs end.
    on_way: FxHashMap<u128, usize>,
    /// What was followed, if that is asked.
    rounds: Rounds,
    /// Some run comes back to a state.
    circles: bool,
    stack: Vec<Node<'a>>,
    begun: bool,
    weight: usize,
    /// All that were executed.
    operations: u64,
    reliances: FxHashSet<Reliance>,
    /// What was left out, the first of each kind.
    cut: Option<Cut>,
    coarse: bool,
    races: bool,
    seen: FxHashSet<PropertyId>,
    /// Goals that no run is known to reach.
    goals: Vec<GoalId>,
    reduces: bool,
}

impl<'a> Exploration<'a> {
    pub(super) fn new(subject: &'a Subject<'a>) -> Self {
        Self {
            subject,
            visited: FxHashSet::default(),
            on_way: FxHashMap::default(),
            rounds: Rounds::default(),
            circles: false,
            stack: Vec::new(),
            begun: false,
            weight: 0,
            operations: 0,
            reliances: FxHashSet::default(),
            cut: None,
            coarse: false,
            races: false,
            seen: FxHashSet::default(),
            goals: subject.open_goals(),
            reduces: true,
        }
    }

    /// Does a thread go first alone where nothing speaks against it? It does unless somebody says no.
    pub(super) fn reduce(&mut self, reduces: bool) {
        self.reduces = reduces;
    }

    pub(super) fn states(&self) -> u64 {
        self.visited.len() as u64
    }

    /// Goes on until the time is over; `None` if there is more to do.
    pub(super) fn work(&mut self, facts: &mut Facts, until: Instant, stop: &Stop) -> Option<Ended> {
        let asks = || stop.reason().is_some();
        if !self.begun {
            self.begun = true;
            facts.share();
            facts.look_ahead();
            match ThreadedRun::new(self.subject.compiled, &limits(&asks)) {
                Ok(run) => {
                    let state = run.digest();
                    self.visited.insert(state);
                    if let Some(ended) = self.visit(run, state, None, facts, stop) {
                        return Some(ended);
                    }
                }
                Err(_) => return Some(Ended::Cut(Cut::Limit("memory"))),
            }
        }
        let mut n = 0_u32;
        while let Some(node) = self.stack.last_mut() {
            n += 1;
            if n.is_multiple_of(16) && (Instant::now() >= until || stop.reason().is_some()) {
                return None;
            }
            let Some(next) = node.rest.pop() else {
                self.weight -= node.weight;
                self.on_way.remove(&node.state);
                self.stack.pop();
                continue;
            };
            if next.is_end {
                continue;
            }
            let (from, state) = (node.state, next.run.digest());
            if self.asks_for_end() {
                self.rounds.note_step(from, &next.edge, chooses(self.subject, &next.edge), state);
            }
            if !self.visited.insert(state) {
                self.look_for_circle(state, &next.edge, stop);
                continue;
            }
            if let Some(ended) = self.visit(next.run, state, Some(next.edge), facts, stop) {
                return Some(ended);
            }
        }
        Some(self.conclude(facts, stop))
    }

    /// Is it open whether threads end?
    fn asks_for_end(&self) -> bool {
        self.subject.endless.is_some_and(|endless| self.subject.board.is_open(endless))
    }

    fn leave_out(&mut self, cut: Cut) {
        if self.cut.is_none() {
            self.cut = Some(cut);
        }
    }

    fn conclude(&mut self, facts: &mut Facts, stop: &Stop) -> Ended {
        if facts.share() {
            return Ended::Anew;
        }
        facts.look_ahead();
        if !self.reliances.iter().all(|reliance| is_right(facts, reliance)) {
            return Ended::Anew;
        }
        if self.coarse && self.races {
            self.leave_out(Cut::WideAccess);
        }
        if self.circles {
            self.look_for_fair_run(stop);
        }
        let all = if self.circles && self.asks_for_end() { Ended::Circling } else { Ended::Complete };
        self.cut.take().map_or(all, Ended::Cut)
    }

    /// Looks at a new state: makes the steps of all threads, and chooses which of them are followed.
    fn visit(&mut self, mut run: ThreadedRun<'a>, state: u128, edge: Option<Edge>, facts: &mut Facts, stop: &Stop) -> Option<Ended> {
        let threads: Vec<ThreadId> = (0..run.n_threads()).map(ThreadId::new).collect();
        if self.subject.endless.is_some() {
            self.on_way.insert(state, self.stack.len());
        }
        self.stack.push(Node { edge, rest: Vec::new(), weight: 0, state, ready: ThreadMask::default() });
        let mut all = Vec::new();
        let controls: Vec<Control> = threads.iter().map(|&thread| run.control(thread)).collect();
        for &thread in &threads {
            match run.standing(thread) {
                Standing::Ended => {}
                Standing::Blocked => {
                    let awaited: Vec<_> = run.awaited(thread).into_iter().map(|place| (place, false)).collect();
                    // What it waits for it looks at, though it may never get to do so in a step: who takes what it waits for must not do so unseen.
                    facts.note_users(run.identity(thread), &awaited);
                    if facts.sees_more_shared(&awaited) {
                        return Some(Ended::Anew);
                    }
                    let footprint = facts.footprint(&awaited, false);
                    facts.note_step(controls[thread.index()], &footprint, std::iter::empty());
                }
                Standing::Ready => match self.moves(&run, thread, facts, stop) {
                    Ok(moves) => all.push((thread, moves)),
                    Err(ended) => return Some(ended),
                },
            }
        }
        if all.is_empty() {
            self.look_for_deadlock(&mut run, stop);
            return None;
        }
        let ready = all.iter().map(|(thread, _)| *thread).collect();
        let followed = self.choose(all, &controls, facts);
        let weight: usize = followed.iter().map(|successor| successor.run.weight()).sum();
        self.weight += weight;
        let ends = stop.deadline().is_none() && self.operations > budget::OPERATIONS_WITHOUT_DEADLINE;
        if ends || self.weight > budget::WEIGHT || self.visited.len() > budget::STATES {
            return Some(Ended::Cut(Cut::Limit("limit: states")));
        }
        if self.asks_for_end() {
            self.rounds.note_state(state, ready);
        }
        // The node was pushed above.
        if let Some(node) = self.stack.last_mut() {
            (node.rest, node.weight, node.ready) = (followed, weight, ready);
        }
        if self.subject.board.anything_open() { None } else { Some(Ended::Complete) }
    }

    /// The steps that are followed: of one thread, if nothing that others may still do has to do with it and it leads on; else of all.
    fn choose(&mut self, all: Vec<(ThreadId, Moves<'a>)>, controls: &[Control], facts: &Facts) -> Vec<Successor<'a>> {
        let mut chosen = None;
        for (i, (thread, moves)) in all.iter().enumerate().filter(|_| self.reduces) {
            let own = thread.index();
            let others: Vec<Control> = controls.iter().enumerate().filter(|&(n, &control)| n != own && control != 0).map(|(_, &control)| control).collect();
            if moves.is_end || others.iter().any(|&other| facts.future(other).is_some_and(|future| future.conflicts(&moves.footprint))) {
                continue;
            }
            if !others.is_empty() && moves.successors.iter().any(|successor| self.visited.contains(&successor.run.digest())) {
                continue;
            }
            if !others.is_empty() {
                self.reliances.insert(Reliance { step: moves.footprint.clone(), others });
            }
            chosen = Some(i);
            break;
        }
        match chosen {
            Some(i) => all.into_iter().nth(i).map(|(_, moves)| moves.successors).unwrap_or_default(),
            None => all.into_iter().flat_map(|(_, moves)| moves.successors).collect(),
        }
    }

    /// What a thread does next, with all inputs.
    fn moves(&mut self, run: &ThreadedRun<'a>, thread: ThreadId, facts: &mut Facts, stop: &Stop) -> Result<Moves<'a>, Ended> {
        let asks = || stop.reason().is_some();
        let limits = limits(&asks);
        let (from, identity) = (run.control(thread), run.identity(thread));
        let mut moves = Moves { successors: Vec::new(), footprint: Footprint::default(), is_end: false };
        let mut scripts: Vec<Vec<Bits>> = vec![Vec::new()];
        let (mut places, mut everything) = (Vec::new(), false);
        let mut log = Log::default();
        while let Some(script) = scripts.pop() {
            let mut next = run.clone();
            let mut source = Script::new(&script);
            let end = next.step(thread, Visible::Places(facts.shared()), &mut source, &limits, &mut log);
            self.operations += log.operations;
            let Script { read, wanted, .. } = source;
            if let (Some(Outcome::InputsExhausted), Some((input, _, width))) = (&end, wanted) {
                let (values, are_all) = self.subject.values(input, width);
                if !are_all {
                    self.leave_out(Cut::Inputs);
                }
                scripts.extend(values.into_iter().map(|value| script.iter().copied().chain([value]).collect()));
                continue;
            }
            facts.note_users(identity, &log.places);
            if facts.sees_more_shared(&log.places) {
                return Err(Ended::Anew);
            }
            places.extend_from_slice(&log.places);
            everything |= log.everything;
            let footprint = facts.footprint(&log.places, log.everything);
            let begun = (run.n_threads()..next.n_threads()).map(ThreadId::new).map(|thread| next.control(thread));
            facts.note_step(from, &footprint, [next.control(thread)].into_iter().chain(begun));
            let edge = Edge { thread, operations: log.operations, inputs: read };
            self.look_for_violations(&next, &edge, &log, stop);
            let is_end = self.look_at_end(end.as_ref(), stop)?;
            self.note_weaknesses(&log);
            moves.is_end |= is_end;
            moves.successors.push(Successor { run: next, edge, is_end });
        }
        moves.footprint = facts.footprint(&places, everything);
        Ok(moves)
    }

    fn note_weaknesses(&mut self, log: &Log) {
        if log.indeterminate {
            self.leave_out(Cut::Indeterminate);
        }
        if log.is_usual {
            self.leave_out(Cut::Usual);
        }
        self.coarse |= log.coarse;
        self.races |= !log.races.is_empty();
    }

    /// Does the run end? What ends it otherwise than by itself leaves something out.
    fn look_at_end(&mut self, end: Option<&Outcome>, stop: &Stop) -> Result<bool, Ended> {
        match end {
            None => return Ok(false),
            Some(Outcome::Exit | Outcome::Abort | Outcome::AssumptionFailed) => {}
            Some(Outcome::Stopped) if stop.reason().is_some() => return Err(Ended::Cut(Cut::Stopped)),
            Some(Outcome::Stopped | Outcome::InputsExhausted | Outcome::StepLimit) => self.leave_out(Cut::Limit("limit: steps of one section")),
            Some(Outcome::MemoryLimit) => self.leave_out(Cut::Limit("limit: memory of a run")),
            Some(Outcome::StackOverflow) => self.leave_out(Cut::Limit("limit: nested calls")),
            Some(Outcome::Crash { reason, loc, .. }) => self.leave_out(Cut::Crash(reason.clone(), *loc)),
            Some(Outcome::Unsupported { reason, loc }) => self.leave_out(Cut::Unsupported(reason.clone(), *loc)),
        }
        Ok(true)
    }

    fn look_for_violations(&mut self, next: &ThreadedRun<'_>, edge: &Edge, log: &Log, stop: &Stop) {
        let meeting = self.subject.board.meeting();
        let race = self.subject.race.filter(|_| log.races.iter().any(|race| next.is_asked(race, meeting)));
        for &property in next.violations().iter().chain(&race) {
            self.violated(property, Some(edge), stop);
        }
        let reached: Vec<GoalId> = self.goals.iter().copied().filter(|&goal| next.has_reached(goal)).collect();
        if !reached.is_empty() {
            self.goals.retain(|goal| !reached.contains(goal));
            reached.into_iter().for_each(|goal| self.reached(goal, edge, stop));
        }
    }

    fn look_for_deadlock(&mut self, run: &mut ThreadedRun<'_>, stop: &Stop) {
        if let Some(deadlock) = self.subject.deadlock
            && run.deadlock(self.subject.board.meeting()).is_some()
        {
            self.violated(deadlock, None, stop);
        }
    }

    /// One more step leads to a state that was visited before. From one that is on the way to here all can happen again.
    fn look_for_circle(&mut self, state: u128, last: &Edge, stop: &Stop) {
        let Some(endless) = self.subject.endless.filter(|&endless| self.subject.board.is_open(endless)) else { return };
        let Some(&from) = self.on_way.get(&state) else { return };
        self.circles = true;
        let round = &self.stack[from..];
        let ready = round.iter().map(|node| node.ready).collect();
        let edges = round[1..].iter().filter_map(|node| node.edge.as_ref()).chain([last]);
        if is_fair(ready, edges.map(|edge| (edge.thread, chooses(self.subject, edge)))) {
            self.violated(endless, Some(last), stop);
        }
    }

    /// Several rounds that lead through the same states may be a fair one together.
    fn look_for_fair_run(&mut self, stop: &Stop) {
        let Some(endless) = self.subject.endless.filter(|&endless| self.subject.board.is_open(endless)) else { return };
        if let Some(run) = self.rounds.fair_run() {
            self.subject.confirm(endless.into(), &run, stop);
        }
    }

    /// The property is violated on the way to here, by one more step.
    fn violated(&mut self, property: PropertyId, last: Option<&Edge>, stop: &Stop) {
        // What another run shows too is not shown again; one that depends on what nothing determines is tried a few times.
        if self.seen.contains(&property) || !self.subject.board.is_open(property) {
            return;
        }
        if !self.confirm(property.into(), last, stop) {
            self.seen.insert(property);
        }
    }

    /// The goal is reached by one more step.
    fn reached(&mut self, goal: GoalId, last: &Edge, stop: &Stop) {
        self.confirm(goal.into(), Some(last), stop);
    }

    /// Shows the target by a run of the way to here and one more step. What such a run does not show is left out.
    fn confirm(&mut self, target: Target, last: Option<&Edge>, stop: &Stop) -> bool {
        let edges: Vec<Edge> = self.stack.iter().filter_map(|node| node.edge.as_ref()).chain(last).cloned().collect();
        if !self.subject.confirm(target, &edges, stop) {
            self.leave_out(Cut::Limit("what a run of its schedule does not show"));
        } else if self.subject.board.is_open(target) {
            self.leave_out(Cut::Indeterminate);
        } else {
            return true;
        }
        false
    }
}

/// Does the library choose something in the step?
fn chooses(subject: &Subject<'_>, edge: &Edge) -> bool {
    edge.inputs.iter().any(|&(input, _)| is_choice(subject.board.program(), input))
}

/// Is the step independent of all that the others may do, with what is known now?
fn is_right(facts: &Facts, reliance: &Reliance) -> bool {
    reliance.others.iter().all(|&other| facts.future(other).is_none_or(|future| !future.conflicts(&reliance.step)))
}
