//! What an interrupted analysis has shown: which edges the terminating, safe executions of the program pass within what was looked at. An edge counts only by a run
//! of the interpreter; it is excluded only by a proof that there is none.
//!
//! The exact number comes from asking for all groups of edges at once, until each is passed or proved not to be. A bound from below comes from a few executions,
//! found without a look at the automaton (*blind*), or (*guided*) first any, then one after the other through those of its modes that promise most, and where modes
//! promise nothing more the best few of those that all groups are asked for at once.

mod ends;
mod hunt;
pub mod report;
mod task;

pub use task::Exploration;

use analysis::transform::{enter_loops_at_heads, simplify, strip_marks};
use automata::assumption::{Assumption, ModeId, Region};
use automata::region::Explored;
use engine::board::{Board, LostRuns};
use engine::confirm;
use engine::schedule::{self, Effort, Plan};
use engine::status::{Engine, Evidence, Proof, Reason, Status};
use engine::target::Target;
use goto::edges::{EdgeId, Edges, PlaceId};
use goto::index::{Id, IdVec};
use goto::interp::{Compiled, Outcome};
use goto::limits::Stop;
use goto::{Bits, GoalId, IdSet, InputId, Program, Property};
use hunt::{ExecutionSearch, add, until};
use instrument::explored::{ExecutionQuestion, GroupId, Groups, Instrumented, explored};
use instrument::uninitialised_as_inputs;
use solver::OpenError;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The program and the automaton.
pub struct Subject {
    /// Without goals; its properties are not asked.
    pub plain: Program,
    pub edges: Edges,
    pub assumption: Assumption,
    pub region: Explored,
    pub groups: Groups,
    /// Places where execution must not be, with their names.
    pub errors: Vec<(PlaceId, String)>,
    pub uninitialised: Uninitialised,
}

/// What uninitialised local variables hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uninitialised {
    /// Any values, which no execution may depend on.
    Indeterminate,
    Inputs,
}

impl Subject {
    pub fn new(plain: Program, edges: Edges, assumption: Assumption, errors: Vec<(PlaceId, String)>, uninitialised: Uninitialised) -> Self {
        let region = Explored::new(&edges, &assumption);
        let groups = Groups::new(&plain, &edges, &assumption, &region);
        Self { plain, edges, assumption, region, groups, errors, uninitialised }
    }

    /// The program with goals, ready for the engines.
    fn instrumented(&self, asked: &ExecutionQuestion) -> Instrumented {
        let mut out = explored(&self.plain, &self.edges, &self.assumption, &self.region, &self.groups, &self.errors, asked);
        if self.uninitialised == Uninitialised::Inputs {
            uninitialised_as_inputs(&mut out.program, None);
        }
        strip_marks(&mut out.program);
        simplify(&mut out.program);
        enter_loops_at_heads(&mut out.program);
        out
    }

    /// The program that shows for each group whether an execution passes it within what was looked at.
    pub fn judge(&self) -> Instrumented {
        self.instrumented(&ExecutionQuestion::Within)
    }
}

/// How the executions are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// All that is needed, with proofs for the rest.
    Exact,
    /// At most so many, through the modes that promise most.
    Guided { executions: usize },
    /// At most so many, any that differ.
    Blind { executions: usize },
}

/// A terminating, safe run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Execution {
    pub inputs: Vec<(InputId, Bits)>,
    /// What it passes within what was looked at.
    pub passes: Vec<GroupId>,
    pub found: Instant,
}

/// A property that a run violates.
#[derive(Clone, Debug)]
pub struct Violation {
    pub property: Property,
    pub inputs: Vec<(InputId, Bits)>,
}

/// What is known so far.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    pub executions: Vec<Execution>,
    pub violations: Vec<Violation>,
    /// Groups that some execution passes, with the number of the first that does.
    pub covered: Vec<Option<usize>>,
    /// Groups that no terminating, safe execution passes within what was looked at.
    pub excluded: Vec<bool>,
    /// Why groups that are neither are open.
    pub reason: Option<Reason>,
}

/// The board on which groups are goals, with the executions: shared by who works and who reports.
pub struct Ledger {
    pub subject: Subject,
    board: Board,
    exits: IdVec<GroupId, Option<GoalId>>,
    on_the_way: IdVec<GroupId, Option<GoalId>>,
    state: Mutex<State>,
}

/// What the board does not know.
struct State {
    executions: Vec<Execution>,
    violations: Vec<Violation>,
    reason: Option<Reason>,
    /// Where all groups are asked for at once.
    together: Option<Together>,
}

/// Of executions that were found for all groups at once.
#[derive(Clone, Copy)]
struct Together {
    /// Tests of the board before.
    n_before: usize,
    /// Of all executions, those before it included, so many count.
    most: usize,
}

/// Time for one execution where there is no deadline.
const TIME_FOR_ONE: Duration = Duration::from_secs(30);
/// Of the time that is left, for the question whether there is any execution: where each line is asked for all the same, and what is left for that where a few executions
/// are, of which none can be had otherwise.
const SHARE_FOR_ANY: u32 = 2;
const SHARE_AFTER_ANY: u32 = 8;
/// Of the time that is left, for the question whether there is an execution through a mode, and for all of those.
const SHARE_FOR_ONE: u32 = 4;
const SHARE_FOR_MODES: u32 = 2;

impl Ledger {
    pub fn new(subject: Subject) -> Self {
        let Instrumented { program, exits, on_the_way, .. } = subject.judge();
        let board = Board::new(Arc::new(program), None, LostRuns::KeepOpen);
        let state = State { executions: Vec::new(), violations: Vec::new(), reason: Some(Reason::NotAnalysed), together: None };
        Self { subject, board, exits, on_the_way, state: Mutex::new(state) }
    }

    pub fn program(&self) -> &Program {
        self.board.program()
    }

    /// What is known now.
    pub fn findings(&self) -> Findings {
        let (mut findings, together) = {
            let State { executions, violations, reason, together } = &*self.lock();
            let (covered, excluded) = (vec![None; self.exits.len()], self.exits.ids().map(|group| self.is_excluded(group)).collect());
            (Findings { executions: Vec::new(), violations: violations.clone(), covered, excluded, reason: reason.clone() }.with(executions), *together)
        };
        if let Some(together) = together {
            self.read(together, &mut findings);
        }
        findings
    }

    /// Notes what stands in the way of everything that is open.
    pub fn resists(&self, reason: Reason) {
        self.lock().reason = Some(reason);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Every method finishes its change in one step.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What became of all groups that were asked for at once.
    fn read(&self, Together { n_before, most }: Together, findings: &mut Findings) {
        note_violations(&self.board, &mut findings.violations);
        let mut group_of: IdVec<GoalId, Option<GroupId>> = IdVec::filled(None, self.program().goals.len());
        for (group, goal) in self.exits.iter() {
            if let Some(goal) = goal {
                group_of[*goal] = Some(group);
            }
        }
        let group = |target: &Target| target.goal().and_then(|g| group_of[g]);
        let mut candidates = Vec::new();
        for test in self.board.tests().iter().skip(n_before).filter(|test| test.covers.iter().any(|t| group(t).is_some())) {
            let mut passes: Vec<GroupId> = test.shows.sure.iter().filter_map(group).collect();
            passes.sort_unstable();
            let found = test.covers.iter().filter_map(|t| self.board.decision(*t)).map(|d| d.at).min().unwrap_or_else(Instant::now);
            candidates.push(Execution { inputs: test.inputs.clone(), passes, found });
        }
        let room = most.saturating_sub(findings.executions.len());
        let chosen = best(candidates, &findings.covered, room);
        *findings = std::mem::take(findings).with(&chosen);
        for (group, exit) in self.exits.iter().filter_map(|(group, exit)| Some((group, (*exit)?))) {
            if findings.excluded[group.index()] || findings.covered[group.index()].is_some() {
                continue;
            }
            match self.board.status(exit) {
                Status::Open(Reason::NotAnalysed) if findings.reason.is_some() => {}
                Status::Open(reason) => findings.reason = Some(reason),
                Status::Reached(_) | Status::Excluded(_) | Status::Superseded => findings.reason = Some(too_few(most)),
            }
        }
    }

    /// Does no execution pass the group within what was looked at?
    fn is_excluded(&self, group: GroupId) -> bool {
        let never = |goal: GoalId| self.board.status(goal).is_excluded();
        // What the automaton excludes for whatever the program computes has no goal.
        self.exits[group].is_none_or(never) || self.on_the_way[group].is_some_and(never)
    }

    /// Groups that are neither covered nor excluded.
    fn open(&self) -> Vec<GroupId> {
        let is_open = |group: &GroupId| self.exits[*group].is_some_and(|exit| self.board.is_open(exit)) && !self.is_excluded(*group);
        self.subject.groups.ids().filter(is_open).collect()
    }

    /// Takes an execution. Returns how many groups are newly covered.
    fn take(&self, judge: &Compiled, inputs: &[(InputId, Bits)], stop: &Stop) -> usize {
        let run = confirm::run_inputs(judge, inputs, stop);
        if run.outcome != Outcome::Exit {
            return 0;
        }
        let passes: Vec<GroupId> = self.exits.iter().filter(|(_, g)| g.is_some_and(|g| run.certainly_reached(g).is_some())).map(|(g, _)| g).collect();
        let open = self.open();
        let n_new = passes.iter().filter(|group| open.contains(group)).count();
        self.board.report_run(&run, Engine::Bmc);
        self.lock().executions.push(Execution { inputs: run.inputs, passes, found: Instant::now() });
        n_new
    }
}

impl Findings {
    /// With these executions, which come after those that there are.
    fn with(mut self, executions: &[Execution]) -> Self {
        for execution in executions {
            for group in &execution.passes {
                self.covered[group.index()].get_or_insert(self.executions.len());
            }
            self.executions.push(execution.clone());
        }
        self
    }
}

fn too_few(most: usize) -> Reason {
    Reason::NotCovered(format!("{most} executions were asked for"))
}

/// So many executions that pass as much as can be had of what is not covered, the best first; those that add nothing are left out.
fn best(mut candidates: Vec<Execution>, covered: &[Option<usize>], room: usize) -> Vec<Execution> {
    let mut is_covered: Vec<bool> = covered.iter().map(Option::is_some).collect();
    let mut chosen = Vec::new();
    while chosen.len() < room {
        let adds = |e: &Execution| e.passes.iter().filter(|g| !is_covered[g.index()]).count();
        // The first among the best.
        let Some((at, n)) = candidates.iter().map(adds).enumerate().max_by_key(|&(at, n)| (n, std::cmp::Reverse(at))) else { break };
        if n == 0 {
            break;
        }
        let execution = candidates.remove(at);
        execution.passes.iter().for_each(|g| is_covered[g.index()] = true);
        chosen.push(execution);
    }
    chosen
}

fn note_violations(board: &Board, violations: &mut Vec<Violation>) {
    for (id, property) in board.program().properties.iter() {
        if let Status::Reached(Evidence::Inputs(inputs)) = board.status(id)
            && !violations.iter().any(|v| v.property.name == property.name)
        {
            violations.push(Violation { property: property.clone(), inputs: inputs.to_vec() });
        }
    }
}

/// Works until all is decided, as many executions are found as are wanted, or it is told to stop. `plan` says how to analyse a program.
///
/// # Errors
/// If no solver of the plan can be started.
pub fn analyse(ledger: &Ledger, mode: Mode, plan: &dyn Fn(&Program) -> Plan, stop: &Stop) -> Result<Effort, OpenError> {
    let mut worker = Worker { ledger, plan, stop, effort: Effort::default() };
    match mode {
        Mode::Exact => worker.exact()?,
        Mode::Guided { executions } => worker.guided(executions)?,
        Mode::Blind { executions } => worker.blind(executions)?,
    }
    if let Some(reason) = stop.reason() {
        ledger.resists(Reason::Stopped(reason));
    }
    Ok(worker.effort)
}

struct Worker<'a> {
    ledger: &'a Ledger,
    plan: &'a dyn Fn(&Program) -> Plan,
    stop: &'a Stop,
    effort: Effort,
}

impl Worker<'_> {
    /// Asks for all groups at once. So many executions count, with those that there are.
    fn together(&mut self, most: usize) -> Result<(), OpenError> {
        let Ledger { board, .. } = self.ledger;
        {
            let mut state = self.ledger.lock();
            state.executions.iter().for_each(|e| board.leave_lead(&e.inputs));
            state.together = Some(Together { n_before: board.tests().len(), most });
        }
        let plan = (self.plan)(board.program());
        let effort = until(self.stop, || self.ledger.open().is_empty(), |own| schedule::analyse(board, &plan, own))?;
        add(&mut self.effort, &effort);
        Ok(())
    }

    fn time_left(&self) -> Option<Duration> {
        self.stop.deadline().map(|d| d.saturating_duration_since(Instant::now()))
    }

    fn exact(&mut self) -> Result<(), OpenError> {
        if self.ledger.open().is_empty() {
            return Ok(());
        }
        let judge = Compiled::new(self.ledger.program());
        let time = self.time_left().map_or(TIME_FOR_ONE, |t| t / SHARE_FOR_ANY);
        if self.first(&judge, time)? { self.together(usize::MAX) } else { Ok(()) }
    }

    /// Any execution. Where there is none at all every other question is in vain: then the answer is no.
    fn first(&mut self, judge: &Compiled, time: Duration) -> Result<bool, OpenError> {
        match self.hunt_any(time)? {
            ExecutionSearch::Found(inputs) => _ = self.ledger.take(judge, &inputs, self.stop),
            ExecutionSearch::Impossible(proof) => {
                self.exclude_open(proof);
                self.try_zeros(judge);
                return Ok(false);
            }
            ExecutionSearch::Unknown(_) => {}
        }
        Ok(true)
    }

    fn blind(&mut self, most: usize) -> Result<(), OpenError> {
        let judge = Compiled::new(self.ledger.program());
        let anywhere = self.ledger.subject.instrumented(&ExecutionQuestion::Anywhere);
        let all = Compiled::new(&anywhere.program);
        let mut before: Vec<Vec<GroupId>> = Vec::new();
        while before.len() < most && self.stop.reason().is_none() {
            // Others may be found where none was for a while, but nobody says when.
            let time = self.time_left().unwrap_or(TIME_FOR_ONE);
            let hunt = if before.is_empty() { self.hunt_any(time)? } else { self.hunt(&ExecutionQuestion::Unlike(before.clone()), time)? };
            match hunt {
                ExecutionSearch::Found(inputs) => {
                    self.ledger.take(&judge, &inputs, self.stop);
                    let run = confirm::run_inputs(&all, &inputs, self.stop);
                    let passes = anywhere.exits.iter().filter(|(_, g)| g.is_some_and(|g| run.certainly_reached(g).is_some()));
                    before.push(passes.map(|(g, _)| g).collect());
                }
                ExecutionSearch::Impossible(proof) if before.is_empty() => {
                    self.exclude_open(proof);
                    self.try_zeros(&judge);
                    return Ok(());
                }
                // Executions that pass the same groups may yet differ in what of that was looked at.
                ExecutionSearch::Impossible(_) => {
                    self.ledger.resists(Reason::NotCovered("no execution passes anything else, but perhaps in another order".to_owned()));
                    return Ok(());
                }
                ExecutionSearch::Unknown(reason) => {
                    self.ledger.resists(reason);
                    return Ok(());
                }
            }
        }
        self.ledger.resists(too_few(most));
        Ok(())
    }

    fn guided(&mut self, most: usize) -> Result<(), OpenError> {
        if self.ledger.open().is_empty() || most == 0 {
            return Ok(());
        }
        let judge = Compiled::new(self.ledger.program());
        let time = self.time_left().map_or(TIME_FOR_ONE, |t| t - t / SHARE_AFTER_ANY);
        if !self.first(&judge, time)? {
            return Ok(());
        }
        let turn = self.time_left().map(|t| Instant::now() + t / SHARE_FOR_MODES);
        let mut hopeless: BTreeSet<ModeId> = BTreeSet::new();
        loop {
            let open = self.ledger.open();
            if open.is_empty() || self.stop.reason().is_some() {
                return Ok(());
            }
            if self.ledger.lock().executions.len() >= most {
                self.ledger.resists(too_few(most));
                return Ok(());
            }
            let way = self.way(&open, &hopeless);
            if way.len() == 1 || turn.is_some_and(|turn| Instant::now() >= turn) {
                return self.together(most);
            }
            // From the farthest mode back to the first, in steps that double.
            let mut at = way.len() - 1;
            while at > 0 {
                let time = self.time_left().map_or(TIME_FOR_ONE, |t| t / SHARE_FOR_ONE);
                match self.hunt(&ExecutionQuestion::Through { mode: way[at], any_of: open.clone() }, time)? {
                    ExecutionSearch::Found(inputs) if self.ledger.take(&judge, &inputs, self.stop) > 0 => break,
                    ExecutionSearch::Found(_) | ExecutionSearch::Impossible(_) | ExecutionSearch::Unknown(_) => {
                        hopeless.insert(way[at]);
                        at /= 2;
                    }
                }
            }
        }
    }

    /// The modes on the way from the first one along those that promise most of what is open.
    fn way(&self, open: &[GroupId], hopeless: &BTreeSet<ModeId>) -> Vec<ModeId> {
        let Subject { assumption, region, groups, .. } = &self.ledger.subject;
        let open: IdSet<GroupId> = open.iter().copied().collect();
        let promise = region.promise(assumption, |edge: EdgeId| groups.of(edge).filter(|&group| open.contains(group)));
        let mut way = vec![assumption.initial()];
        loop {
            let last = way[way.len() - 1];
            let next = region.successors(last).into_iter().filter(|m| !way.contains(m) && !hopeless.contains(m));
            let next = next.filter(|&m| assumption.region(m) != Region::Unexplored && promise[m] > 0);
            // The first among the best.
            match next.max_by_key(|&m| (promise[m], std::cmp::Reverse(m))) {
                Some(mode) => way.push(mode),
                None => return way,
            }
        }
    }

    /// Where no execution is safe and ends, one that is not safe is told if it is found at once.
    fn try_zeros(&self, judge: &Compiled) {
        let run = confirm::run_inputs(judge, &[], self.stop);
        let mut state = self.ledger.lock();
        let violations = &mut state.violations;
        for property in run.violations.iter().filter(|p| run.certainly_violated(**p).is_some()) {
            let property = self.ledger.program().properties[*property].clone();
            if !violations.iter().any(|v| v.property.name == property.name) {
                violations.push(Violation { property, inputs: run.inputs.clone() });
            }
        }
    }

    /// There is no execution.
    fn exclude_open(&self, proof: Proof) {
        self.ledger.exits.values().flatten().for_each(|&exit| self.ledger.board.exclude(exit, proof));
    }
}
