//! Goals that begin alike and differ in the edge that comes next, in one graph: of what a run may do that begins like that. It is made without an accepting state;
//! each wanted edge in it behind the beginning is a path to be tried, and once it is complete an edge that is not in it does not come. So one graph answers for
//! all of them, where else each would get one, most of it the same.
//!
//! Proves and proposes as the search of a single goal does; whoever is left over is looked at by itself.

use super::beginnings::Group;
use super::explore::{Engine, LeftOut, Search};
use super::goals::{Analysis, Verdict};
use super::graph::{Arc, NodeId};
use super::options::Options;
use super::path::{self, Outcome};
use super::refine::Precision;
use crate::budget;
use automata::{Automaton, EdgeSet, Label};
use goto::edges::EdgeId;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// When it is tried. Predicates of many goals together can make very many states, and where they did once they mostly do again.
#[derive(Default)]
pub(super) struct Trials {
    failures: u32,
    left_out: u32,
    /// The predicates from before the last one, if that was broken off for lack of time.
    before: Option<Precision>,
}

impl Trials {
    fn is_due(&mut self) -> bool {
        if self.left_out == 0 {
            return true;
        }
        self.left_out -= 1;
        false
    }

    fn note(&mut self, success: bool) {
        self.failures = if success { 0 } else { (self.failures + 1).min(6) };
        self.left_out = if success { 0 } else { (1 << self.failures) - 1 };
    }
}

/// The groups by the edge in which they differ.
type Next = FxHashMap<EdgeId, usize>;

impl Analysis<'_, '_> {
    /// Looks at all groups at once, of goals with so many edges in common. Is each of them settled? Then it is impossible, or runs begin as its goals do.
    pub(super) fn harvest(&mut self, n_shared: usize, groups: &[Group]) -> bool {
        let (mut next, all_are_told_apart) = self.told_apart(n_shared, groups);
        let Some(&one) = next.values().min().and_then(|&group| groups[group].goals.first()) else { return all_are_told_apart };
        if next.len() < budget::graphs::FEWEST_TOGETHER || !self.trials.is_due() {
            return false;
        }
        let beginning = self.prepared(self.goals.beginning(one, n_shared));
        let automaton = Rc::new(opened(&beginning, self.engine.effects.edges.len()));
        self.refresh();
        let before = self.engine.options;
        let precision = self.trials.before.take().unwrap_or_else(|| self.engine.precision.clone());
        self.engine.options = room(before, &self.engine, &automaton, next.len());
        let mut search = Search::new(&mut self.engine, Rc::clone(&automaton));
        self.engine.counters.searches += 1;
        let behind = |search: &Search, node: NodeId| beginning.is_accepting(search.graph.node(node).spot.state);
        let is_complete = self.try_paths(&mut search, n_shared, &behind, groups, &mut next);
        self.engine.options = before;
        if !is_complete && self.engine.logic.stopped().is_some() {
            // What was found out is of use where it goes on.
            self.trials.before = Some(precision);
            self.keep(automaton, Some(search));
            return false;
        }
        self.trials.note(is_complete);
        if !is_complete {
            self.engine.precision = precision;
            return false;
        }
        let shows = search.left_out(&mut self.engine).is_none();
        self.keep(automaton, Some(search));
        if shows {
            self.none_comes(n_shared, groups, &next);
        }
        shows && all_are_told_apart
    }

    /// The groups that are open and that nothing but the next edge tells apart, and whether those are all that are open.
    fn told_apart(&mut self, n_shared: usize, groups: &[Group]) -> (Next, bool) {
        let (mut next, mut are_all) = (Next::default(), true);
        for (index, group) in groups.iter().enumerate() {
            if !self.wants(n_shared, group) {
                continue;
            }
            let sequence = group.goals.first().and_then(|&goal| self.goals.sequence(goal));
            let Some(begun) = sequence.as_ref().and_then(|sequence| sequence.get(..=n_shared)) else {
                are_all = false;
                continue;
            };
            if self.engine.options.propagate_infeasibility && self.exclusions.excludes_sequence(begun) {
                self.close(group, Verdict::Follows);
            } else {
                are_all &= *next.entry(begun[n_shared]).or_insert(index) == index;
            }
        }
        (next, are_all)
    }

    /// Is it to be found out whether any run begins as the goals of the group do, or takes the one goal's last edge?
    fn wants(&self, n_shared: usize, group: &Group) -> bool {
        group.goals.iter().any(|&goal| self.oracle.is_open(goal))
            && (self.is_last(n_shared, group) || !group.goals.iter().any(|&goal| self.oracle.is_covered(goal)))
    }

    fn is_last(&self, n_shared: usize, group: &Group) -> bool {
        group.goals.first().is_none_or(|&goal| self.goals.part(goal, n_shared + 1).is_none())
    }

    /// Makes the graph complete, and tries paths to wanted edges, until there is none. Is it complete then?
    fn try_paths(&mut self, search: &mut Search, n_shared: usize, behind: &dyn Fn(&Search, NodeId) -> bool, groups: &[Group], next: &mut Next) -> bool {
        // A graph that could not be begun is empty, and shows nothing.
        if search.graph.root().is_none() {
            return false;
        }
        loop {
            if search.limit(&self.engine).is_some() || search.explore(&mut self.engine).is_err() {
                return false;
            }
            next.retain(|_, group| self.wants(n_shared, &groups[*group]));
            let wanted = |node: NodeId, arc: &Arc| next.contains_key(&arc.by.edge) && behind(search, node);
            let Some((node, arc)) = search.graph.nearest(&wanted) else {
                if matches!(search.look_at_leaks(&mut self.engine), LeftOut::Refuted) {
                    continue;
                }
                // Broken off it may yet be refuted.
                return self.engine.logic.stopped().is_none();
            };
            let (steps, nodes) = search.path_over(&self.engine, node, &arc);
            self.engine.counters.paths += 1;
            match path::execute(&mut self.engine.effects, &mut self.engine.logic, &steps) {
                Outcome::Inputs(inputs) => {
                    // If the run does not do what the path promises, the goal is looked at by itself.
                    if let Some(group) = next.remove(&arc.by.edge) {
                        let group = &groups[group];
                        let goal = if self.is_last(n_shared, group) { group.goals.first().copied() } else { None };
                        self.oracle.propose(&inputs, goal);
                    }
                }
                Outcome::Unknown => _ = next.remove(&arc.by.edge),
                Outcome::Impossible(conflict) => {
                    if search.refine(&mut self.engine, &steps, &nodes, &conflict).is_err() {
                        return false;
                    }
                }
            }
        }
    }

    /// What is still wanted does not come.
    fn none_comes(&mut self, n_shared: usize, groups: &[Group], next: &Next) {
        let mut groups: Vec<&Group> = next.values().map(|&group| &groups[group]).collect();
        groups.sort_unstable_by_key(|group| group.goals.first().copied());
        for group in groups {
            let verdict = if self.is_last(n_shared, group) { Verdict::Graph } else { Verdict::Follows };
            if let Some(sequence) = group.goals.first().and_then(|&goal| self.goals.sequence(goal)) {
                self.exclude(&sequence[..=n_shared]);
            }
            self.close(group, verdict);
        }
    }
}

/// Nothing is accepted, and what was accepted goes on for ever.
fn opened(automaton: &Automaton, n_edges: usize) -> Automaton {
    let mut out = automaton.filtered(|_| true, |_, t| (!automaton.is_accepting(t.from)).then(|| t.label.clone()));
    for state in automaton.states().filter(|&state| automaton.is_accepting(state)) {
        out.set_accepting(state, false);
        out.add(state, Label::edges(EdgeSet::first(n_edges)), state);
    }
    out
}

/// What a graph for many goals may cost.
fn room(options: Options, engine: &Engine<'_>, automaton: &Automaton, n_goals: usize) -> Options {
    Options {
        most_nodes: options
            .most_nodes
            .min(budget::graphs::NODES_TOGETHER + budget::graphs::NODES_TOGETHER_PER_PLACE * engine.effects.edges.places().len() * automaton.n_states()),
        most_refinements: options.most_refinements.min(budget::graphs::REFINEMENTS_TOGETHER + budget::graphs::REFINEMENTS_TOGETHER_EACH * n_goals),
        time_per_goal: options.time_per_goal.map(|time| time * budget::graphs::TIMES_TOGETHER),
        ..options
    }
}
