//! Several results as one. A goal is covered if it is covered in one of them; it is unreachable only if all results that have it say so, since each speaks of its own
//! entry function, options and limits. Properties are the same the other way round: violated in one, or proved in all.

use crate::result::{AnalysisResult, Counts, Execution, Goal, GoalCounts, GoalState, Property, PropertyCounts, PropertyState, Statistics, Test};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Why a goal is open that is proved unreachable somewhere.
const PROVED_ELSEWHERE: &str = "proved in one of the results only";

/// The results as one; `None` if there are none. One result stays as it is.
pub fn merge(results: Vec<AnalysisResult>) -> Option<AnalysisResult> {
    let mut results = results.into_iter();
    let mut first = results.next()?;
    if results.len() == 0 {
        return Some(first);
    }
    let rest: Vec<AnalysisResult> = results.collect();
    // Where a run ended before there was anything to decide, nothing that is open tells of it.
    let early = std::iter::once(&first).chain(&rest).find(|r| is_early(r)).map(|r| (r.verdict.clone(), r.reason.clone()));
    let mut goals = Merged::new(first.goals.take());
    let mut properties = Merged::new(first.properties.take());
    let mut tests = first.tests.take();
    for mut result in rest {
        let shift = tests.iter().flatten().map(|t| t.id).max().unwrap_or(0);
        number_tests(&mut result, shift);
        goals.add(result.goals.take(), goal_key, join_goals);
        properties.add(result.properties.take(), property_key, join_properties);
        tests = joined(tests, result.tests.take());
        join_heads(&mut first, result);
    }
    let merged = AnalysisResult { goals: goals.all, properties: properties.all, tests, ..first };
    let mut merged = concluded(merged);
    if let Some((verdict, reason)) = early.filter(|_| ["complete", "true"].contains(&merged.verdict.as_str())) {
        (merged.verdict, merged.reason) = (verdict, reason);
    }
    Some(merged)
}

/// Is it not decided though nothing in it is open?
fn is_early(result: &AnalysisResult) -> bool {
    let is_open = result.goals().iter().any(|g| !g.is_covered() && !g.is_unreachable())
        || result.properties().iter().any(|p| !matches!(p.state, PropertyState::Holds { .. }));
    !["complete", "true"].contains(&result.verdict.as_str()) && !is_open
}

/// Goals or properties of all results, by what makes them the same.
struct Merged<T> {
    all: Option<Vec<T>>,
    known: BTreeMap<String, usize>,
}

impl<T> Merged<T> {
    fn new(all: Option<Vec<T>>) -> Self {
        Self { all, known: BTreeMap::new() }
    }

    fn add(&mut self, more: Option<Vec<T>>, key: fn(&T) -> String, join: fn(&mut T, T)) {
        let Some(more) = more else { return };
        let all = self.all.get_or_insert_default();
        if self.known.is_empty() {
            self.known.extend(all.iter().enumerate().map(|(n, item)| (key(item), n)));
        }
        for item in more {
            match self.known.entry(key(&item)) {
                Entry::Occupied(at) => join(&mut all[*at.get()], item),
                Entry::Vacant(free) => {
                    free.insert(all.len());
                    all.push(item);
                }
            }
        }
    }
}

fn goal_key(goal: &Goal) -> String {
    format!("{}\0{}\0{}\0{}\0{}\0{}", goal.place.file, goal.place.line, goal.place.column, goal.id, goal.kind, goal.text)
}

fn property_key(property: &Property) -> String {
    format!("{}\0{}\0{}\0{}\0{}\0{}", property.place.file, property.place.line, property.place.column, property.id, property.class, property.text)
}

fn join_goals(known: &mut Goal, other: Goal) {
    let reached_by = match (known.reached_by, other.reached_by) {
        (None, None) => None,
        (a, b) => Some(a.unwrap_or(0) + b.unwrap_or(0)),
    };
    let is_better = match (&known.state, &other.state) {
        (GoalState::Covered { .. }, _) => false,
        (_, GoalState::Covered { .. }) => true,
        (GoalState::Unreachable { .. }, GoalState::Undecided { .. }) => true,
        (GoalState::Undecided { .. }, GoalState::Unreachable { .. }) => {
            known.state = GoalState::Undecided { reason: PROVED_ELSEWHERE.to_owned() };
            false
        }
        _ => false,
    };
    if is_better {
        *known = other;
    }
    known.reached_by = reached_by;
}

fn join_properties(known: &mut Property, other: Property) {
    let is_better = match (&known.state, &other.state) {
        (PropertyState::Violated { .. }, _) => false,
        (_, PropertyState::Violated { .. }) => true,
        (PropertyState::Holds { .. }, PropertyState::Unknown { .. }) => true,
        _ => false,
    };
    if is_better {
        *known = other;
    }
}

/// Tests get numbers behind those that are known.
fn number_tests(result: &mut AnalysisResult, shift: usize) {
    result.tests.iter_mut().flatten().for_each(|test| test.id += shift);
    for goal in result.goals.iter_mut().flatten() {
        if let GoalState::Covered { test } = &mut goal.state {
            *test += shift;
        }
    }
}

fn joined(tests: Option<Vec<Test>>, more: Option<Vec<Test>>) -> Option<Vec<Test>> {
    match (tests, more) {
        (Some(mut tests), Some(more)) => {
            tests.extend(more);
            Some(tests)
        }
        (tests, more) => tests.or(more),
    }
}

fn join_heads(first: &mut AnalysisResult, other: AnalysisResult) {
    let add = |all: &mut Vec<String>, more: Vec<String>| {
        for word in more {
            if !all.contains(&word) {
                all.push(word);
            }
        }
    };
    let join_words = |all: &mut String, more: &str| {
        if !all.split(", ").any(|word| word == more) {
            all.push_str(&format!(", {more}"));
        }
    };
    add(&mut first.program.files, other.program.files);
    join_words(&mut first.program.entry, &other.program.entry);
    join_words(&mut first.program.data_model, &other.program.data_model);
    if let Some(more) = other.criteria {
        add(first.criteria.get_or_insert_default(), more);
    }
    add(&mut first.warnings, other.warnings);
    first.execution = match (first.execution.take(), other.execution) {
        (Some(known), Some(more)) => Some(join_executions(known, more)),
        (known, more) => known.or(more),
    };
    join_statistics(&mut first.statistics, other.statistics);
}

fn join_executions(mut known: Execution, more: Execution) -> Execution {
    known.tests += more.tests;
    known.complete &= more.complete;
    for function in more.functions {
        match known.functions.iter_mut().find(|f| f.name == function.name && f.file == function.file) {
            Some(same) => same.tests += function.tests,
            None => known.functions.push(function),
        }
    }
    for (file, lines) in more.lines {
        let all = known.lines.entry(file).or_default();
        lines.into_iter().for_each(|(line, tests)| *all.entry(line).or_default() += tests);
    }
    known
}

/// Times and calls add up.
fn join_statistics(known: &mut Statistics, more: Statistics) {
    known.wall_s += more.wall_s;
    known.k = known.k.max(more.k);
    known.solver_calls += more.solver_calls;
    for (engine, counters) in more.engines {
        let all = known.engines.entry(engine).or_default();
        counters.into_iter().for_each(|(name, n)| *all.entry(name).or_default() += n);
    }
}

/// Counts and verdict of what came out.
fn concluded(mut result: AnalysisResult) -> AnalysisResult {
    let goals = result.goals.as_ref().map(|goals| {
        let count = |which: fn(&Goal) -> bool| goals.iter().filter(|g| which(g)).count();
        let (covered, unreachable) = (count(Goal::is_covered), count(Goal::is_unreachable));
        GoalCounts { goals: goals.len(), covered, unreachable, undecided: goals.len() - covered - unreachable, tests: result.tests().len() }
    });
    let properties = result.properties.as_ref().map(|properties| {
        let count = |which: fn(&PropertyState) -> bool| properties.iter().filter(|p| which(&p.state)).count();
        let holds = count(|s| matches!(s, PropertyState::Holds { .. }));
        let violated = count(|s| matches!(s, PropertyState::Violated { .. }));
        PropertyCounts { properties: properties.len(), holds, violated, unknown: properties.len() - holds - violated }
    });
    result.summary = Some(Counts { goals, properties });
    let open = result.goals().iter().find_map(|g| match &g.state {
        GoalState::Undecided { reason } => Some(reason.clone()),
        _ => None,
    });
    let unknown = result.properties().iter().find_map(|p| match &p.state {
        PropertyState::Unknown { reason } => Some(reason.clone()),
        _ => None,
    });
    let violated = result.violations().next().map(|(p, ..)| p.class.clone());
    let (verdict, reason) = match (violated, unknown, open, result.properties.is_some()) {
        (Some(class), ..) => ("false", Some(class)),
        (None, Some(reason), ..) => ("unknown", Some(reason)),
        (None, None, Some(reason), _) => ("incomplete", Some(reason)),
        (None, None, None, true) => ("true", None),
        (None, None, None, false) => ("complete", None),
    };
    result.verdict = verdict.to_owned();
    result.reason = reason;
    result
}
