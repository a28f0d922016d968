//! What of the analysis is on: each part of reuse can be switched off alone, to see what it is worth.

use crate::budget::graphs;
use std::time::Duration;

/// All parts are on by default; the letters B to F are those under which the effects of such parts are usually compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// B: goal automata are cleaned of what no path takes before they are used.
    pub clean_automata: bool,
    /// C: what follows from a goal that is impossible, by dominators, is not analysed.
    pub propagate_infeasibility: bool,
    /// D: goals in the order of a breadth-first walk of the control flow; else in the inverted order.
    pub breadth_first_order: bool,
    /// E: parts of graphs of earlier goals are taken over.
    pub reuse_graphs: bool,
    /// F: predicates found for earlier goals count for later ones from the start.
    pub reuse_predicates: bool,
    /// M: what was computed of single steps of the abstraction is remembered from goal to goal.
    pub remember_successors: bool,
    /// P: what many goals begin with is analysed before them; if no run begins like that, none of them is.
    pub share_beginnings: bool,
    /// T: goals that begin alike and differ in the edge that comes next are looked at together, in one graph.
    pub goals_together: bool,
    /// Does it matter where the program ends? Goals that ask only what is passed do not.
    pub ends_matter: bool,
    /// How many graphs of earlier goals are kept.
    pub graphs_kept: usize,
    /// Nodes of one graph.
    pub most_nodes: usize,
    /// Refinements for one goal.
    pub most_refinements: usize,
    /// Calls inside of each other; deeper ones are not followed.
    pub deepest_calls: u32,
    /// Calls of one function inside of each other.
    pub deepest_recursion: u32,
    /// Time for one goal.
    pub time_per_goal: Option<Duration>,
}

impl Default for Options {
    /// Column A: all on.
    fn default() -> Self {
        Self {
            clean_automata: true,
            propagate_infeasibility: true,
            breadth_first_order: true,
            reuse_graphs: true,
            reuse_predicates: true,
            remember_successors: true,
            share_beginnings: true,
            goals_together: true,
            ends_matter: true,
            graphs_kept: 4,
            most_nodes: graphs::NODES,
            most_refinements: graphs::REFINEMENTS,
            deepest_calls: graphs::CALLS,
            deepest_recursion: graphs::RECURSION,
            time_per_goal: None,
        }
    }
}

impl Options {
    /// What a goal gets before the others had their turn.
    pub fn short_trial(self) -> Self {
        use graphs::{REFINEMENTS_OF_TRIAL, TRIAL};
        Self {
            most_refinements: self.most_refinements.min(REFINEMENTS_OF_TRIAL),
            time_per_goal: Some(self.time_per_goal.map_or(TRIAL, |time| time.min(TRIAL))),
            ..self
        }
    }
}
