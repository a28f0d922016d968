//! What is kept of the search for tests of a function, for runs to come: by what the function and all that it calls say, so that it holds whatever else has changed. That a
//! goal is covered is shown again by running the test; that none is reached was proved of the same content.

use super::found::{FoundTest, Proved};
use crate::content::{Content, KeptInput};
use goto::{Bits, GoalId, InputId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// A search with less time than this part of another one is as good.
const AS_LONG: f64 = 0.8;

/// What a search has found. Goals and inputs are positions in the content.
#[derive(Serialize, Deserialize)]
pub(super) struct Known {
    /// How long the search was allowed to take.
    seconds: f64,
    /// Was everything decided? More time changes nothing then.
    is_complete: bool,
    tests: Vec<KnownTest>,
    /// Branches that nothing reaches.
    unreachable: Vec<usize>,
    left_out: BTreeMap<String, usize>,
}

#[derive(Serialize, Deserialize)]
struct KnownTest {
    inputs: Vec<KeptInput>,
    first: Vec<usize>,
    own: Vec<usize>,
}

/// A test of an earlier run.
pub(super) struct Recalled {
    pub inputs: Vec<(InputId, Bits)>,
    pub first: Vec<GoalId>,
    pub own: Vec<GoalId>,
}

impl Known {
    /// `None` if the content does not have all that was found.
    pub(super) fn new(content: &Content, time: Duration, tests: &[FoundTest], proved: &Proved, left_out: &BTreeMap<String, usize>) -> Option<Self> {
        let goal = |goal: &GoalId| content.goals.iter().position(|own| own == goal);
        let test = |test: &FoundTest| {
            Some(KnownTest {
                inputs: content.kept(&test.inputs)?,
                first: test.first.iter().map(goal).collect::<Option<_>>()?,
                own: test.own.iter().map(goal).collect::<Option<_>>()?,
            })
        };
        Some(Self {
            seconds: time.as_secs_f64(),
            is_complete: proved.is_complete,
            tests: tests.iter().map(test).collect::<Option<_>>()?,
            unreachable: proved.unreachable.iter().map(goal).collect::<Option<_>>()?,
            left_out: left_out.clone(),
        })
    }

    /// Would a search of this time find no more?
    pub(super) fn is_enough(&self, time: Duration) -> bool {
        self.is_complete || self.seconds >= time.as_secs_f64() * AS_LONG
    }

    /// The tests, by the numbers that the content has here. `None` if they are of something else.
    pub(super) fn tests(&self, content: &Content) -> Option<Vec<Recalled>> {
        let goals = |all: &[usize]| all.iter().map(|at| content.goals.get(*at).copied()).collect::<Option<Vec<_>>>();
        let test = |test: &KnownTest| Some(Recalled { inputs: content.recalled(&test.inputs)?, first: goals(&test.first)?, own: goals(&test.own)? });
        self.tests.iter().map(test).collect()
    }

    pub(super) fn proved(&self, content: &Content) -> Option<Proved> {
        let unreachable = self.unreachable.iter().map(|at| content.goals.get(*at).copied()).collect::<Option<_>>()?;
        Some(Proved { unreachable, is_complete: self.is_complete })
    }

    pub(super) fn left_out(&self) -> &BTreeMap<String, usize> {
        &self.left_out
    }
}
