//! Goals that begin alike: together they are asked whether any run begins as they do, before they are looked at by themselves.
//!
//! Decides in which order goals come to be looked at, and by which of several analyses; what a look shows is for [`super::goals`].

use super::explore::Why;
use super::goals::{Analysis, Decided, Part, Verdict};
use super::worker_pool::Stage;
use crate::budget;
use goto::limits::StopReason;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// So many goals make it worth to ask whether any run begins as they do.
const FEWEST_ALIKE: usize = 2;

/// Goals that have their first parts in common.
pub(super) struct Group {
    pub(super) goals: Vec<usize>,
    /// How many: all that they have in common.
    n_shared: usize,
    whose: Whose,
}

/// Goals that have nothing in common, each in a group of its own.
pub(super) fn alone(goals: &[usize]) -> Vec<Group> {
    goals.iter().map(|&goal| Group { goals: vec![goal], n_shared: 0, whose: Whose::Own }).collect()
}

/// Groups that differ in one part.
struct Level {
    /// Whether any run begins as theirs do is still to be asked.
    to_ask: VecDeque<Group>,
    /// As far as is known, runs may.
    to_divide: VecDeque<Group>,
}

impl Level {
    fn new(groups: Vec<Group>) -> Self {
        Self { to_ask: groups.into(), to_divide: VecDeque::new() }
    }
}

/// Of those that work at once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// Nobody else works on it.
    Own,
    /// It is for the first who comes to it.
    First,
    /// All goals are in it, and are still to be divided.
    All,
}

/// Goals on their way through groups that begin alike. The way can be broken off and goes on where it was.
///
/// Goals that begin alike come together, and first it is asked whether any run begins like that: of all groups that differ in one part before any of them is divided
/// further, since much follows from what is impossible there.
pub(super) struct Pass {
    levels: Vec<Level>,
    /// Those that stay undecided.
    left: Vec<(usize, Why)>,
    /// How long what comes next was worked on before it was broken off.
    spent: Duration,
}

impl Pass {
    pub(super) fn is_over(&self) -> bool {
        self.levels.is_empty()
    }

    /// The goals that stay undecided, those that it did not come to among them.
    pub(super) fn left(self, stopped: Option<StopReason>) -> Vec<(usize, Why)> {
        let waiting = self.levels.into_iter().rev().flat_map(|level| level.to_divide.into_iter().chain(level.to_ask)).flat_map(|group| group.goals);
        let not_come_to = stopped.into_iter().zip(std::iter::once(waiting)).flat_map(|(reason, goals)| goals.map(move |goal| (goal, Why::Stopped(reason))));
        self.left.into_iter().chain(not_come_to).collect()
    }
}

impl Analysis<'_, '_> {
    pub(super) fn pass(&self, order: Vec<usize>) -> Pass {
        let whose = if self.pool.is_some() { Whose::All } else { Whose::Own };
        let n_shared = self.common(&order, 0);
        Pass { levels: vec![Level::new(vec![Group { goals: order, n_shared, whose }])], left: Vec::new(), spent: Duration::ZERO }
    }

    /// Goes on until the pass is over or it is told to stop.
    pub(super) fn advance(&mut self, pass: &mut Pass) {
        while self.engine.logic.stopped().is_none()
            && let Some(mut level) = pass.levels.pop()
        {
            let start = Instant::now();
            if let Some(group) = level.to_ask.pop_front() {
                let asks = group.n_shared > 0 && self.is_worth_asking(&group) && self.takes_group(&group, Stage::Asked);
                if !asks {
                    level.to_divide.push_back(group);
                } else if !self.is_impossible(&group) {
                    if self.is_broken_off(pass, start, 1) {
                        level.to_ask.push_front(group);
                    } else {
                        level.to_divide.push_back(group);
                    }
                }
                pass.levels.push(level);
            } else if let Some(group) = level.to_divide.pop_front() {
                pass.levels.push(level);
                if !self.takes_group(&group, Stage::Divided) {
                    continue;
                }
                let next = if self.is_worth_asking(&group) { Some(self.level(group, pass, start)) } else { self.each(group, pass) };
                pass.levels.extend(next);
            }
        }
    }

    /// Was the work since `start` broken off, and is it to go on later? What a single goal gets it gets so many times.
    fn is_broken_off(&self, pass: &mut Pass, start: Instant, times: u32) -> bool {
        pass.spent += start.elapsed();
        let has_time = self.engine.options.time_per_goal.is_none_or(|time| pass.spent < times * time);
        let is_broken_off = has_time && self.engine.logic.stopped().is_some();
        if !is_broken_off {
            pass.spent = Duration::ZERO;
        }
        is_broken_off
    }

    /// The group divided; its parts are asked together, if that is possible.
    fn level(&mut self, group: Group, pass: &mut Pass, start: Instant) -> Level {
        let is_own = group.whose != Whose::All || group.goals.first().is_some_and(|&goal| self.takes(Stage::Asked, goal));
        let n_shared = group.n_shared;
        let groups = self.divided(group);
        if !is_own || !self.engine.options.goals_together {
            return Level::new(groups);
        }
        if self.harvest(n_shared, &groups) {
            return Level { to_ask: VecDeque::new(), to_divide: groups.into() };
        }
        if self.is_broken_off(pass, start, budget::graphs::TIMES_TOGETHER) {
            let goals = groups.into_iter().flat_map(|group| group.goals).collect();
            return Level { to_ask: VecDeque::new(), to_divide: VecDeque::from([Group { goals, n_shared, whose: Whose::Own }]) };
        }
        Level::new(groups)
    }

    /// The goals of a group by themselves. Gives those that are still to be looked at, if it is told to stop.
    fn each(&mut self, group: Group, pass: &mut Pass) -> Option<Level> {
        let Group { goals, n_shared, whose } = group;
        let mut goals = goals.into_iter();
        while let Some(goal) = goals.next() {
            if whose == Whose::All && !self.takes(Stage::Divided, goal) {
                continue;
            }
            let start = Instant::now();
            let why = self.one(goal);
            if why.is_some() && self.is_broken_off(pass, start, 1) {
                let goals = std::iter::once(goal).chain(goals).collect();
                return Some(Level { to_ask: VecDeque::new(), to_divide: VecDeque::from([Group { goals, n_shared, whose: Whose::Own }]) });
            }
            pass.left.extend(why.map(|why| (goal, why)));
        }
        None
    }

    /// Does an answer for all goals of the group save answers for some?
    fn is_worth_asking(&self, group: &Group) -> bool {
        self.engine.options.share_beginnings && group.goals.iter().filter(|&&goal| self.oracle.is_open(goal)).take(FEWEST_ALIKE).count() == FEWEST_ALIKE
    }

    fn takes_group(&self, group: &Group, stage: Stage) -> bool {
        group.whose != Whose::First || group.goals.first().is_some_and(|&goal| self.takes(stage, goal))
    }

    /// Is what begins with the goal for this analysis?
    fn takes(&self, stage: Stage, first_goal: usize) -> bool {
        self.pool.as_ref().is_none_or(|member| member.takes(stage, first_goal))
    }

    /// How many first parts all of these goals have in common, if it is known of so many.
    fn common(&self, goals: &[usize], known: usize) -> usize {
        let Some((&first, others)) = goals.split_first() else { return known };
        let mut most = usize::MAX;
        for &other in others {
            let mut n = known;
            while n < most && self.goals.part(first, n).is_some_and(|part| self.goals.part(other, n) == Some(part)) {
                n += 1;
            }
            most = n;
        }
        most
    }

    /// The groups that share a part more than all of them, in the order of their first goals; goals that have no more parts are by themselves.
    fn divided(&self, group: Group) -> Vec<Group> {
        let whose = if group.whose == Whose::First { Whose::Own } else { group.whose };
        let mut groups: Vec<Group> = Vec::new();
        let mut by_part: FxHashMap<Part, usize> = FxHashMap::default();
        for goal in group.goals {
            let part = self.goals.part(goal, group.n_shared);
            let known = part.and_then(|part| by_part.get(&part).copied());
            match known {
                Some(index) => groups[index].goals.push(goal),
                None => {
                    by_part.extend(part.map(|part| (part, groups.len())));
                    groups.push(Group { goals: vec![goal], n_shared: group.n_shared, whose });
                }
            }
        }
        let is_divided = groups.len() > 1;
        for group in &mut groups {
            group.n_shared = self.common(&group.goals, group.n_shared);
            if is_divided && whose != Whose::Own {
                group.whose = Whose::First;
            }
        }
        groups
    }

    /// Does no run begin as the goals of the group do? Then none of them is possible. `false` if that is not known.
    fn is_impossible(&mut self, group: &Group) -> bool {
        if self.engine.logic.stopped().is_some() || group.goals.iter().any(|&goal| self.oracle.is_covered(goal)) {
            return false;
        }
        let Some(&one) = group.goals.first() else { return false };
        let sequence = self.goals.sequence(one).and_then(|sequence| Some(sequence.get(..group.n_shared)?.to_vec()));
        let propagates = self.engine.options.propagate_infeasibility;
        let follows = propagates && sequence.as_ref().is_some_and(|sequence| self.exclusions.excludes_sequence(sequence));
        if !follows {
            let automaton = self.prepared(self.goals.beginning(one, group.n_shared));
            let (found, search) = self.examine(&automaton, None);
            self.keep(automaton, search);
            if !matches!(found, Decided::Impossible) {
                return false;
            }
            if let Some(sequence) = sequence {
                self.exclude(&sequence);
            }
        }
        self.close(group, Verdict::Follows);
        true
    }

    /// None of the goals is possible.
    pub(super) fn close(&mut self, group: &Group, verdict: Verdict) {
        for &goal in &group.goals {
            if self.oracle.is_open(goal) {
                self.oracle.impossible(goal, verdict);
            }
        }
    }
}
