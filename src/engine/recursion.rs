//! Proofs by contracts of recursive functions. A program without recursion, in which a call is a contract and each member runs from any state that its contract allows
//! (`analysis::recursion`), is put on a board of its own; inductive steps show there what of the contracts holds and what of the targets follows. What is not
//! shown is dropped, until everything that is assumed is shown in the same program: only then does anything count for the program that is asked about.
//!
//! Knows solvers only by their plan; nothing is believed that the inductive step has not proved on that board.

use crate::board::{Board, LostRuns};
use crate::budget;
use crate::induction::{InductiveStep, OpenSolver, StepRound};
use crate::status::{Proof, ProofMethod};
use crate::target::Target;
use analysis::recursion::{Calls, Checked, Claim, Contract, Level, Recursion, Said, When, checked, contracts, facts::Fact};
use goto::limits::Stop;
use goto::{InstrId, InstrKind, Instruction, Program, PropertyId};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The proofs by contracts of the targets of a board, over several turns.
pub(crate) struct ByContracts<'a> {
    board: &'a Board,
    simple_paths: bool,
    stage: Stage,
    /// The time of a turn that was not enough.
    in_vain: Duration,
    /// The time of the turns that it left out.
    saved: Duration,
}

enum Stage {
    NotBegun,
    Begun(Box<Attempt>),
    Over,
}

/// What is known and what is still believed.
struct Attempt {
    recursion: Recursion,
    calls: Vec<Calls>,
    level: Level,
    /// Shown, each level under what was shown before.
    known: Vec<Contract>,
    /// Of this level.
    tried: Vec<Contract>,
    /// Not shown so far. What is shown in the meantime may be what it needs.
    dropped: Vec<Contract>,
    /// Turns in a row after which questions had no answer for lack of time.
    unanswered: u32,
    /// Open properties that are taken to hold, since the first violation of any is looked for.
    taken: FxHashSet<PropertyId>,
}

/// What became of one program with contracts.
enum Outcome {
    /// Something that was assumed is not shown, and was dropped.
    Dropped,
    /// All that was assumed is shown, and nothing more can be.
    Closed,
    Stopped,
}

impl<'a> ByContracts<'a> {
    pub(crate) fn new(board: &'a Board, simple_paths: bool) -> Self {
        Self { board, simple_paths, stage: Stage::NotBegun, in_vain: Duration::ZERO, saved: Duration::ZERO }
    }

    /// Is nothing more expected of it?
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over)
    }

    /// Goes on for this time, unless a turn before showed that it would be in vain. True if everything is decided.
    pub(crate) fn work(&mut self, open: OpenSolver<'_>, max_steps: u64, time: Duration, stop: &Stop) -> bool {
        self.saved += time;
        if self.saved < budget::contracts::LONGER * self.in_vain {
            return false;
        }
        let time = std::mem::take(&mut self.saved);
        self.in_vain = Duration::ZERO;
        if let Stage::NotBegun = self.stage {
            self.stage = Attempt::begin(self.board).map_or(Stage::Over, |attempt| Stage::Begun(Box::new(attempt)));
        }
        let stop = stop.earlier(Instant::now() + time);
        while let Stage::Begun(attempt) = &mut self.stage
            && self.board.anything_open()
        {
            match attempt.try_all(self.board, self.simple_paths, open, max_steps, &stop) {
                Outcome::Dropped => {}
                Outcome::Closed => {
                    if !attempt.go_on(self.board) {
                        self.stage = Stage::Over;
                    }
                }
                Outcome::Stopped => {
                    self.in_vain = time;
                    break;
                }
            }
        }
        !self.board.anything_open()
    }
}

impl Attempt {
    /// Looks at calls in runs. `None` if contracts can speak of no recursive function.
    fn begin(board: &Board) -> Option<Self> {
        let program = board.program();
        let recursion = Recursion::of(program)?;
        let calls = Calls::of(program, &recursion);
        let known = vec![Contract::default(); recursion.members().len()];
        let tried = contracts(program, &recursion, &calls, &known, Level::Always);
        Some(Self { recursion, calls, level: Level::Always, dropped: known.clone(), known, tried, unanswered: 0, taken: open_properties(board) })
    }

    /// All that was tried is shown: takes the next level, and once more what was dropped before. False if there is nothing to try.
    fn go_on(&mut self, board: &Board) -> bool {
        let knows_more = self.tried.iter().any(|contract| !contract.is_empty());
        for (known, tried) in self.known.iter_mut().zip(&mut self.tried) {
            known.before.append(&mut tried.before);
            known.after.append(&mut tried.after);
        }
        while let Some(level) = self.level.next() {
            self.level = level;
            self.tried = contracts(board.program(), &self.recursion, &self.calls, &self.known, level);
            if self.tried.iter().any(|contract| !contract.is_empty()) {
                break;
            }
        }
        if knows_more {
            for (tried, dropped) in self.tried.iter_mut().zip(&mut self.dropped) {
                take_new(&mut tried.before, &mut dropped.before);
                take_new(&mut tried.after, &mut dropped.after);
            }
        }
        self.taken = open_properties(board);
        self.tried.iter().any(|contract| !contract.is_empty())
    }

    /// One program with what is still believed.
    fn try_all(&mut self, outer: &Board, simple_paths: bool, open: OpenSolver<'_>, max_steps: u64, stop: &Stop) -> Outcome {
        // What was decided in the meantime is not asked, and what is not asked is not shown.
        self.taken.retain(|&property| outer.is_open(property));
        let Checked { program, claims } = checked(outer.program(), &self.recursion, Said { known: &self.known, tried: &self.tried }, &self.taken);
        let asked: FxHashSet<Target> = outer.open().into_iter().collect();
        let claimed: FxHashSet<Target> = claims.iter().map(|&(property, _)| Target::Property(property)).collect();
        let board = Board::new(Arc::new(program), None, LostRuns::KeepOpen);
        let proof = Proof { method: ProofMethod::Contracts, k: None };
        board.open().into_iter().filter(|target| !asked.contains(target) && !claimed.contains(target)).for_each(|target| board.exclude(target, proof));
        let Some(solver) = open() else { return Outcome::Closed };
        let mut step = InductiveStep::new(&board, solver, simple_paths);
        let is_assumed = |target: &Target| claimed.contains(target) || target.property().is_some_and(|p| self.taken.contains(&p));
        let most_depth = if has_loops(board.program()) { budget::contracts::MOST_DEPTH } else { 0 };
        for depth in 0..=most_depth {
            let round = step.round(depth, max_steps, stop);
            if stop.reason().is_some() || round == StepRound::Stopped {
                return Outcome::Stopped;
            }
            if round == StepRound::Unanswered && self.unanswered < budget::contracts::REPEATS {
                self.unanswered += 1;
                return Outcome::Stopped;
            }
            self.unanswered = 0;
            if !board.open().iter().any(is_assumed) {
                // All that is assumed is shown, so that what is shown holds of the program as it is.
                let proof = Proof { k: Some(depth + 1), ..proof };
                asked.iter().filter(|&&target| !board.is_open(target)).for_each(|&target| outer.exclude(target, proof));
            }
            if matches!(round, StepRound::Done | StepRound::Hopeless) {
                break;
            }
        }
        let left: FxHashSet<Target> = board.open().into_iter().filter(is_assumed).collect();
        if left.is_empty() {
            return Outcome::Closed;
        }
        self.drop_unproved(&claims, &left);
        Outcome::Dropped
    }

    fn drop_unproved(&mut self, claims: &[(PropertyId, Claim)], left: &FxHashSet<Target>) {
        self.taken.retain(|&property| !left.contains(&Target::Property(property)));
        for (_, claim) in claims.iter().filter(|&&(property, _)| left.contains(&Target::Property(property))) {
            let (tried, dropped) = (&mut self.tried[claim.member], &mut self.dropped[claim.member]);
            let (tried, dropped) = match claim.when {
                When::Before => (&mut tried.before, &mut dropped.before),
                When::After => (&mut tried.after, &mut dropped.after),
            };
            dropped.extend(tried.extract_if(.., |fact| *fact == claim.fact));
        }
    }
}

/// Takes over what is not there yet.
fn take_new(facts: &mut Vec<Fact>, others: &mut Vec<Fact>) {
    for fact in others.drain(..) {
        if !facts.contains(&fact) {
            facts.push(fact);
        }
    }
}

fn open_properties(board: &Board) -> FxHashSet<PropertyId> {
    board.open().into_iter().filter_map(Target::property).collect()
}

/// Without loops there is nothing that more iterations could show.
fn has_loops(program: &Program) -> bool {
    let goes_back = |(at, instruction): (InstrId, &Instruction)| matches!(instruction.kind, InstrKind::Goto { target, .. } if target <= at);
    program.functions.values().filter(|f| !f.model).any(|f| f.body.iter().flat_map(|body| body.iter()).any(goes_back))
}
