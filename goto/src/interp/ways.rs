//! All ways that a run may take where indeterminate values decide: what lies on each of them is reached whatever these values are. The run is repeated for each way, and where a doubtful
//! value decides it goes as the way says. A value that contradicts a decision stays as it is, since whatever depends on it is in doubt as well, so that each way stands for all values that
//! lead along it.

use super::doubt::Certain;
use super::exec::Machine;
use super::{InputSource, Limits, Run};
use crate::bits::Bits;
use crate::index::Id;
use crate::program::{FuncId, GoalId};
use crate::{InputId, TypeId};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// So many ways are tried, with so many steps in all.
const WAYS: usize = 512;
const STEPS: u64 = 6_000_000;
/// So many decisions on one way are told apart.
const DECISIONS: usize = 32;

/// What tells the name of something outside of the program: the function, and what it is told.
type Name = (FuncId, Vec<u64>);

/// One way of a run.
#[derive(Clone, Default)]
pub(super) struct Way {
    /// How the first decisions go.
    forced: Vec<bool>,
    /// How all of them went, with the numbers of goals and violations that had been certain before.
    taken: Vec<(bool, usize, usize)>,
    /// The goals that are certain, in the order in which they were reached.
    goals: Vec<GoalId>,
    /// The next jump depends on something indeterminate.
    is_expected: bool,
    /// The names that the run itself has told, and how many of them this way has.
    known: Option<Vec<Name>>,
    names: Vec<Name>,
}

impl Way {
    /// A decision comes that depends on something indeterminate; false if it cannot be told apart any more.
    pub(super) fn expect(&mut self) -> bool {
        self.is_expected = self.taken.len() < DECISIONS;
        self.is_expected
    }

    /// A jump comes whose condition has this value: where does it go?
    pub(super) fn decide(&mut self, holds: bool, violations: usize) -> bool {
        if !std::mem::take(&mut self.is_expected) {
            return holds;
        }
        let holds = self.forced.get(self.taken.len()).copied().unwrap_or(holds);
        self.taken.push((holds, self.goals.len(), violations));
        holds
    }

    /// A goal is certain from here on.
    pub(super) fn reached(&mut self, goal: GoalId) {
        self.goals.push(goal);
    }

    /// A name is told; false if the run itself has told another one in its place.
    pub(super) fn names(&mut self, name: Name) -> bool {
        let is_same = self.known.as_ref().is_none_or(|known| known.get(self.names.len()) == Some(&name));
        self.names.push(name);
        is_same
    }
}

/// A way that was not gone yet, and what is certain before it parts from one that was. The one that parts first is the greatest.
struct Part {
    forced: Vec<bool>,
    before: Certain,
}

impl PartialEq for Part {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Part {}

impl PartialOrd for Part {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Part {
    fn cmp(&self, other: &Self) -> Ordering {
        (other.forced.len(), &other.forced).cmp(&(self.forced.len(), &self.forced))
    }
}

impl Way {
    /// The ways that part from this one, on which so much is certain, where it was free to decide.
    fn part(&self, shown: &Certain, open: &mut BinaryHeap<Part>) {
        for (at, &(holds, goals, violations)) in self.taken.iter().enumerate().skip(self.forced.len()) {
            let before = self.taken[..at].iter().map(|decision| decision.0);
            let mut certain =
                Certain { goals: vec![None; shown.goals.len()], violations: shown.violations[..violations].to_vec(), whole: false, names_vary: false };
            for goal in &self.goals[..goals] {
                certain.goals[goal.index()] = shown.goals[goal.index()];
            }
            open.push(Part { forced: before.chain([!holds]).collect(), before: certain });
        }
    }
}

/// The inputs of a run, as long as they are asked for in the same order.
struct Same<'a>(std::slice::Iter<'a, (InputId, Bits)>);

impl InputSource for Same<'_> {
    fn next(&mut self, input: InputId, _ty: TypeId, _width: u16) -> Option<Bits> {
        self.0.next().filter(|next| next.0 == input).map(|next| next.1)
    }
}

impl Machine<'_> {
    /// Finds out what of a doubtful run holds on all ways that it may take. On those for which there is no time holds what was certain before they part.
    pub fn try_all_ways(&mut self, run: &mut Run, limits: &Limits<'_>) {
        let Some(certain) = run.certain.as_ref().filter(|certain| !certain.whole) else { return };
        let is_gain = |all: &Certain| {
            all.goals.iter().zip(&certain.goals).any(|(all, before)| all.is_some() && before.is_none()) || all.violations.len() > certain.violations.len()
        };
        let Some((way, mut all)) = self.go(Way::default(), &run.inputs, limits) else { return };
        let (mut open, mut steps) = (BinaryHeap::new(), self.steps);
        way.part(&all, &mut open);
        let names = way.names;
        let mut vary = all.names_vary;
        for _ in 1..WAYS {
            let Some(Part { forced, .. }) = open.peek().filter(|_| steps <= STEPS && is_gain(&all)) else { break };
            let way = Way { forced: forced.clone(), known: Some(names.clone()), ..Way::default() };
            let Some((way, shown)) = self.go(way, &run.inputs, limits) else { return };
            steps += self.steps;
            vary |= shown.names_vary;
            keep_common(&mut all, &shown);
            open.pop();
            way.part(&shown, &mut open);
        }
        open.iter().for_each(|part| keep_common(&mut all, &part.before));
        // What was not tried may be told other names, if the program is told any.
        let names_vary = vary || (!open.is_empty() && !self.compiled.naming.is_empty());
        let certain = if is_gain(&all) { all } else { certain.clone() };
        run.certain = Some(Certain { whole: false, names_vary, ..certain });
    }

    fn go(&mut self, way: Way, inputs: &[(InputId, Bits)], limits: &Limits<'_>) -> Option<(Way, Certain)> {
        self.run_on(way, &mut Same(inputs.iter()), limits)?.finish_way()
    }
}

/// Keeps what is certain in both.
fn keep_common(all: &mut Certain, other: &Certain) {
    for (goal, other) in all.goals.iter_mut().zip(&other.goals) {
        *goal = goal.zip(*other).map(|(a, b)| a.max(b));
    }
    all.violations.retain_mut(|violation| {
        let same = other.violations.iter().find(|other| other.0 == violation.0);
        same.inspect(|same| violation.1 = violation.1.max(same.1)).is_some()
    });
}
