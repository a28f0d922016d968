//! One task by its goals: what is open goes to workers in groups, each with the tests that all have found so far, and what stays open goes to others again. Nobody waits for anybody:
//! who has nothing to do gets the next group with what is known by then.
//!
//! Goals of one function stay together, since they are behind the same code, and the more a worker can leave out, the less it has to look at.

use super::{Divided, Found, Next, is_of_program};
use crate::plan::{Division, TaskNumber};
use crate::share::{GoalName, Part, ShareSpec};
use report::independence;
use report::result::{AnalysisResult, Counts, Goal, GoalCounts, GoalState, Test};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Shares that a goal is given to before it is left open; and so many of them though nobody has found a test in the meantime.
const MOST_ROUNDS: usize = 8;
const MOST_ROUNDS_WITHOUT_NEWS: usize = 2;
/// Workers that look for the same goal at once.
const MOST_AT_ONCE: usize = 2;

/// How far a share is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// It is there, and nobody works on it.
    Waiting,
    Given,
    /// It had its time.
    Ended,
}

#[derive(Debug)]
struct Group {
    goals: Vec<GoalName>,
    /// Suites that it was given.
    suites: usize,
    stage: Stage,
    result: Option<AnalysisResult>,
}

/// One task and the groups of its goals.
#[derive(Debug)]
pub struct GoalShares {
    root: TaskNumber,
    division: Division,
    /// The result of the task itself, which has had its time or has not.
    whole: Option<AnalysisResult>,
    has_ended: bool,
    groups: BTreeMap<TaskNumber, Group>,
    /// Suites with tests that cover something, in the order in which they were found.
    suites: Vec<String>,
    is_told: bool,
}

/// Who was given a goal.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Tried {
    now: usize,
    before: usize,
    /// Suites that the last of them was given.
    suites: usize,
}

impl GoalShares {
    pub fn new(root: TaskNumber, division: Division) -> Self {
        Self { root, division, whole: None, has_ended: false, groups: BTreeMap::new(), suites: Vec::new(), is_told: false }
    }

    /// What nobody has decided, in the order of the result, with who was given it.
    fn open(&self) -> Vec<(GoalName, Tried)> {
        let whole = self.whole.iter().flat_map(AnalysisResult::goals);
        let mut open: Vec<(GoalName, Tried)> = whole.filter(|goal| is_open(goal)).map(|goal| (GoalName::of(goal), Tried::default())).collect();
        let mut tried: FxHashMap<&GoalName, Tried> = FxHashMap::default();
        let mut decided: FxHashSet<GoalName> = FxHashSet::default();
        for group in self.groups.values() {
            for goal in &group.goals {
                let tried = tried.entry(goal).or_default();
                *if group.stage == Stage::Ended { &mut tried.before } else { &mut tried.now } += 1;
                tried.suites = tried.suites.max(group.suites);
            }
            let goals = group.result.iter().flat_map(AnalysisResult::goals);
            decided.extend(goals.filter(|goal| !is_open(goal)).map(GoalName::of));
        }
        open.retain(|(goal, _)| !decided.contains(goal));
        for (goal, own) in &mut open {
            *own = tried.get(goal).copied().unwrap_or_default();
        }
        open
    }

    fn is_wanted(&self) -> bool {
        let is_open = self.whole.as_ref().is_some_and(|whole| whole.verdict == "incomplete");
        self.has_ended && is_open && !self.is_told
    }

    fn at_work(&self) -> usize {
        self.groups.values().filter(|group| group.stage == Stage::Given).count()
    }

    /// The goals for the next worker: those that were tried least often, of as few functions as possible.
    fn group(&self) -> Vec<GoalName> {
        let open = self.open();
        let most = open.len().div_ceil(self.division.shares as usize);
        let may_be = |tried: &Tried| {
            let (rounds, is_new) = (tried.now + tried.before, tried.suites < self.suites.len());
            tried.now < MOST_AT_ONCE && rounds < if is_new { MOST_ROUNDS } else { MOST_ROUNDS_WITHOUT_NEWS }
        };
        let often = |tried: &Tried| (tried.now, tried.before);
        let Some(least) = open.iter().map(|(_, tried)| tried).filter(|tried| may_be(tried)).map(often).min() else { return Vec::new() };
        let free = open.into_iter().filter(|(_, tried)| often(tried) == least && may_be(tried)).map(|(goal, _)| goal);
        let mut functions: BTreeMap<(String, String), Vec<GoalName>> = BTreeMap::new();
        for goal in free {
            functions.entry((goal.place.file.clone(), goal.place.function.clone())).or_default().push(goal);
        }
        let mut functions: Vec<Vec<GoalName>> = functions.into_values().collect();
        functions.sort_by_key(|goals| std::cmp::Reverse(goals.len()));
        let mut group: Vec<GoalName> = Vec::new();
        for goals in functions {
            if group.is_empty() {
                group.extend(goals.into_iter().take(most));
            } else if group.len() + goals.len() <= most {
                group.extend(goals);
            }
        }
        group
    }
}

impl Divided for GoalShares {
    fn add(&mut self, share: &ShareSpec) {
        if let Part::Goals { goals, suites } = &share.part {
            self.groups.insert(share.number, Group { goals: goals.clone(), suites: suites.len(), stage: Stage::Waiting, result: None });
        }
    }

    fn is_given(&mut self, number: TaskNumber) {
        if let Some(group) = self.groups.get_mut(&number).filter(|group| group.stage == Stage::Waiting) {
            group.stage = Stage::Given;
        }
    }

    fn note_united(&mut self) {
        self.is_told = true;
    }

    fn note(&mut self, number: TaskNumber, Found { result, suite, .. }: Found<'_>, has_ended: bool) {
        if number == self.root {
            self.whole = result.cloned().or(self.whole.take());
            self.has_ended = has_ended;
        } else {
            let result = result.filter(|result| self.whole.as_ref().is_some_and(|whole| is_of_program(whole, result)));
            let Some(group) = self.groups.get_mut(&number) else { return };
            group.result = result.cloned().or(group.result.take());
            if has_ended {
                group.stage = Stage::Ended;
            }
        }
        let covers = result.is_some_and(|result| result.goals().iter().any(Goal::is_covered));
        self.suites.extend(suite.filter(|suite| covers && !self.suites.contains(suite)));
    }

    fn next(&self, first: TaskNumber) -> Next {
        if !self.is_wanted() || self.at_work() >= self.division.shares as usize {
            return Next::Nothing;
        }
        if let Some((number, _)) = self.groups.iter().find(|(_, group)| group.stage == Stage::Waiting) {
            return Next::Start(*number);
        }
        let goals = self.group();
        if goals.is_empty() {
            return Next::Nothing;
        }
        let part = Part::Goals { goals, suites: self.suites.clone() };
        Next::Divide { shares: vec![ShareSpec { number: first, root: self.root, parent: self.root, part, stage: self.division.stage }], wanted: 1 }
    }

    fn united(&self) -> Option<AnalysisResult> {
        let is_over = self.open().is_empty() || self.at_work() == 0 && self.next(TaskNumber(0)) == Next::Nothing;
        if self.groups.is_empty() || !self.is_wanted() || !is_over {
            return None;
        }
        let mut all = Union::of(self.whole.as_ref()?.clone());
        for result in self.groups.values().filter_map(|group| group.result.as_ref()) {
            all.add(result);
        }
        Some(all.result())
    }
}

fn is_open(goal: &Goal) -> bool {
    matches!(goal.state, GoalState::Undecided { .. })
}

/// A result that others add to.
struct Union {
    result: AnalysisResult,
    /// Where its open goals stand in it.
    open: FxHashMap<GoalName, usize>,
}

impl Union {
    fn of(result: AnalysisResult) -> Self {
        let open = result.goals().iter().enumerate().filter(|(_, goal)| is_open(goal)).map(|(n, goal)| (GoalName::of(goal), n)).collect();
        Self { result, open }
    }

    /// Takes what the other has decided of what is open, with the tests for it.
    fn add(&mut self, other: &AnalysisResult) {
        let goals = self.result.goals.get_or_insert_default();
        let tests = self.result.tests.get_or_insert_default();
        let mut renamed: FxHashMap<usize, usize> = FxHashMap::default();
        for goal in other.goals().iter().filter(|goal| !is_open(goal)) {
            let Some(own) = self.open.remove(&GoalName::of(goal)).map(|n| &mut goals[n]) else { continue };
            *own = goal.clone();
            let GoalState::Covered { test } = &mut own.state else { continue };
            let at = *renamed.entry(*test).or_insert_with(|| {
                let found = other.tests().iter().find(|other| other.id == *test);
                let (inputs, schedule) = found.map(|test| (test.inputs.clone(), test.schedule.clone())).unwrap_or_default();
                let id = tests.iter().map(|test| test.id).max().unwrap_or(0) + 1;
                tests.push(Test { id, inputs, schedule, covers: Vec::new() });
                tests.len() - 1
            });
            *test = tests[at].id;
            tests[at].covers.push(own.id.clone());
        }
        if let (false, Some(execution)) = (renamed.is_empty(), &mut self.result.execution) {
            // What the new tests execute nobody has looked at.
            execution.complete = false;
        }
    }

    fn result(self) -> AnalysisResult {
        let mut all = self.result;
        let count = |wanted: fn(&GoalState) -> bool| all.goals().iter().filter(|goal| wanted(&goal.state)).count();
        let counts = GoalCounts {
            goals: all.goals().len(),
            covered: count(|state| matches!(state, GoalState::Covered { .. })),
            unreachable: count(|state| matches!(state, GoalState::Unreachable { .. })),
            undecided: count(|state| matches!(state, GoalState::Undecided { .. })),
            tests: all.tests().len(),
        };
        if counts.undecided == 0 {
            (all.verdict, all.reason) = ("complete".to_owned(), None);
        }
        all.independence_pairs = independence::of_goals(all.goals());
        all.summary = Some(Counts { goals: Some(counts), properties: None });
        all.statistics = Default::default();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Stage as Seconds;
    use goto::Random;
    use serde_json::{Value, json};

    const ROOT: TaskNumber = TaskNumber(0);

    /// A result about goals, each with its number and whether it is covered, unreachable or open.
    fn result(hash: &str, goals: &[(usize, char)]) -> AnalysisResult {
        let goal = |(n, (number, state)): (usize, &(usize, char))| {
            let mut goal = json!({ "id": format!("g{number}"), "file": "a.c", "line": number, "column": 1, "function": format!("f{}", number / 4), "kind": "branch", "text": "x" });
            let state = match state {
                'c' => json!({ "status": "covered", "test": n + 1 }),
                'u' => json!({ "status": "unreachable", "proof": { "method": "k-induction", "k": 2 } }),
                _ => json!({ "status": "undecided", "reason": "deadline" }),
            };
            goal.as_object_mut().unwrap().extend(state.as_object().unwrap().clone());
            goal
        };
        let test = |(n, (number, _)): (usize, &(usize, char))| json!({ "id": n + 1, "inputs": [{ "function": "in", "type": "int", "value": number.to_string() }], "covers": [] });
        let open = goals.iter().any(|(_, state)| *state == 'o');
        let value = json!({
            "tool": { "name": "gotcha", "version": "1" }, "program": { "files": ["a.c"], "entry": "main", "data_model": "lp64", "hash": hash },
            "verdict": if open { "incomplete" } else { "complete" }, "reason": if open { json!("deadline") } else { Value::Null },
            "goals": goals.iter().enumerate().map(goal).collect::<Vec<_>>(), "tests": goals.iter().enumerate().map(test).collect::<Vec<_>>(), "warnings": [],
        });
        AnalysisResult::read(&value.to_string()).unwrap()
    }

    fn numbers(share: &ShareSpec) -> Vec<usize> {
        match &share.part {
            Part::Goals { goals, .. } => goals.iter().map(|goal| goal.place.line as usize).collect(),
            Part::Paths { .. } => panic!("a share of paths"),
        }
    }

    fn open(n: usize) -> Vec<(usize, char)> {
        (0..n).map(|n| (n, 'o')).collect()
    }

    fn divided(shares: u32, goals: &[(usize, char)]) -> GoalShares {
        let mut all = GoalShares::new(ROOT, Division { shares, stage: Seconds(1) });
        let whole = result("a", goals);
        all.note(ROOT, Found { result: Some(&whole), suite: Some("runs/0/x/suite.zip".to_owned()), ..Found::default() }, true);
        all
    }

    fn started(all: &mut GoalShares, number: u32) -> ShareSpec {
        let Next::Divide { shares, wanted: 1 } = all.next(TaskNumber(number)) else { panic!("nothing to do") };
        all.add(&shares[0]);
        assert_eq!(all.next(TaskNumber(number + 1)), Next::Start(TaskNumber(number)));
        all.is_given(TaskNumber(number));
        shares[0].clone()
    }

    #[test]
    fn goals_of_a_function_stay_together_and_tests_are_handed_on() {
        let mut all = divided(2, &[open(6), vec![(20, 'c')]].concat());
        let first = started(&mut all, 1);
        assert_eq!(numbers(&first), [0, 1, 2]);
        let second = started(&mut all, 2);
        assert_eq!(numbers(&second), [4, 5, 3]);
        // Two are at work, and no more were asked for.
        assert_eq!(all.next(TaskNumber(3)), Next::Nothing);
        let found = result("a", &[(4, 'c'), (5, 'u'), (3, 'o')]);
        all.note(second.number, Found { result: Some(&found), suite: Some("runs/2/y/suite.zip".to_owned()), ..Found::default() }, true);
        // What the other one still works on is nobody else's before it was tried as often.
        let third = started(&mut all, 3);
        assert_eq!(numbers(&third), [3]);
        assert!(matches!(&third.part, Part::Goals { suites, .. } if suites.len() == 2));
    }

    #[test]
    fn another_version_of_the_program_decides_nothing() {
        let mut all = divided(2, &open(2));
        for number in 1..=8 {
            if all.next(TaskNumber(number)) == Next::Nothing {
                break;
            }
            let share = started(&mut all, number);
            let goals: Vec<(usize, char)> = numbers(&share).into_iter().map(|n| (n, 'c')).collect();
            all.note(share.number, Found { result: Some(&result("b", &goals)), ..Found::default() }, true);
        }
        let union = all.united().unwrap();
        assert_eq!((union.verdict.as_str(), union.summary.unwrap().goals.unwrap().undecided), ("incomplete", 2));
    }

    /// Whoever ends when: what some share has decided is decided in the end, with its own test, and nothing else.
    #[test]
    fn the_union_is_what_the_shares_found() {
        let mut random = Random::new(5);
        for _ in 0..300 {
            let n = 1 + random.below(30);
            let mut all = divided(1 + random.below(5) as u32, &open(n));
            let (mut at_work, mut known): (Vec<ShareSpec>, Vec<char>) = (Vec::new(), vec!['o'; n]);
            let (mut rounds, mut number) = (vec![0; n], 1);
            while all.united().is_none() {
                if random.below(2) == 0 && all.next(TaskNumber(number)) != Next::Nothing {
                    let share = started(&mut all, number);
                    numbers(&share).iter().for_each(|goal| rounds[*goal] += 1);
                    at_work.push(share);
                    number += 1;
                } else if !at_work.is_empty() {
                    let share = at_work.swap_remove(random.below(at_work.len()));
                    let goals: Vec<(usize, char)> = numbers(&share).into_iter().map(|goal| (goal, ['o', 'o', 'c', 'u'][random.below(4)])).collect();
                    for (goal, state) in goals.iter().filter(|(_, state)| *state != 'o') {
                        if known[*goal] == 'o' {
                            known[*goal] = *state;
                        }
                    }
                    all.note(share.number, Found { result: Some(&result("a", &goals)), ..Found::default() }, true);
                }
            }
            assert!(rounds.iter().all(|rounds| *rounds <= MOST_ROUNDS));
            let union = all.united().unwrap();
            let open = known.iter().filter(|state| **state == 'o').count();
            assert_eq!((union.verdict == "complete", union.summary.unwrap().goals.unwrap().undecided), (open == 0, open));
            for (goal, known) in union.goals().iter().zip(&known) {
                assert_eq!(is_open(goal), *known == 'o');
                if let GoalState::Covered { test } = &goal.state {
                    let tests: Vec<&Test> = union.tests().iter().filter(|own| own.id == *test).collect();
                    assert!(matches!(tests.as_slice(), [test] if test.inputs[0].value == goal.place.line.to_string() && test.covers.contains(&goal.id)));
                }
            }
            all.note_united();
            assert_eq!((all.united(), all.next(TaskNumber(number))), (None, Next::Nothing));
        }
    }
}
