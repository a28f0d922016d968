//! One task on many workers: which shares there are, what is known of each, what is to be done next, and what all of them come to together. Knows neither engines nor the
//! database nor the folder.
//!
//! | module | what |
//! |---|---|
//! | [`paths`] | by paths: a tree of shares, for properties |
//! | [`goals`] | by goals: groups of what is open, for coverage |

pub mod goals;
pub mod paths;

use crate::plan::{TaskNumber, TaskSpec};
use crate::share::ShareSpec;
use report::result::AnalysisResult;
use std::fmt;
use tasks::shares::Decision;

/// How a result of several shares is told from others.
pub const METHOD: &str = "shares";

/// What is to be done next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// This share waited, and is wanted now.
    Start(TaskNumber),
    /// These are new. They have the numbers that follow each other from the one that was asked for on; the first ones are wanted now.
    Divide {
        shares: Vec<ShareSpec>,
        wanted: usize,
    },
    Nothing,
}

/// What came of a task or a share of it.
#[derive(Debug, Default)]
pub struct Found<'a> {
    pub result: Option<&'a AnalysisResult>,
    /// By which its paths may be divided.
    pub decisions: Vec<Decision>,
    /// The suite of its tests, in the folder of the campaign.
    pub suite: Option<String>,
}

/// A task that is divided.
pub trait Divided: fmt::Debug {
    /// A share that is there.
    fn add(&mut self, share: &ShareSpec);

    /// The share is being worked on, or is about to be.
    fn is_given(&mut self, number: TaskNumber);

    /// The task and its shares were united.
    fn note_united(&mut self);

    /// What came of the task or a share of it. `has_ended` says that it gets no more time by itself.
    fn note(&mut self, number: TaskNumber, found: Found<'_>, has_ended: bool);

    /// What an idle worker is to do. New shares get numbers from this one on.
    fn next(&self, first: TaskNumber) -> Next;

    /// What the task and its shares come to together, once nobody works on them any more and it is not told yet.
    fn united(&self) -> Option<AnalysisResult>;
}

/// The task, if it is to be divided.
pub fn of(task: &TaskSpec) -> Option<Box<dyn Divided>> {
    let division = task.division?;
    Some(match task.command() {
        "cover" => Box::new(goals::GoalShares::new(task.number, division)),
        _ => Box::new(paths::Shares::new(task.number, division)),
    })
}

/// What was found out of another version of the program says nothing of this one.
fn is_of_program(whole: &AnalysisResult, other: &AnalysisResult) -> bool {
    whole.program.hash.is_some() && whole.program.hash == other.program.hash
}
