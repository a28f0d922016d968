//! What a filter chooses of a program: a target graph.

use super::Result;
use super::ast::Span;
use super::query::PredicateId;
use goto::IdSet;
use goto::TextError;
use goto::edges::{EdgeId, Edges, PlaceId};

/// A part of the graph of a program. Its nodes are the sources of its edges.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TargetGraph {
    pub edges: IdSet<EdgeId>,
    /// Where paths may begin.
    pub initial: IdSet<PlaceId>,
    /// Where paths may end.
    pub last: IdSet<PlaceId>,
    /// Predicates by which all nodes are split: each node stands for one with and one without the predicate, each edge for one between any two of these.
    pub splits: Vec<PredicateId>,
}

impl TargetGraph {
    /// All out-edges of the places.
    pub fn of_places(edges: &Edges, places: impl Iterator<Item = PlaceId>) -> Self {
        let mut graph = Self::empty();
        for place in places {
            for &edge in edges.outgoing(place) {
                graph.add(edges, edge);
            }
        }
        graph
    }

    /// These edges; paths may begin and end anywhere.
    pub fn of_edges(edges: &Edges, chosen: impl Iterator<Item = EdgeId>) -> Self {
        let mut graph = Self::empty();
        chosen.for_each(|edge| graph.add(edges, edge));
        graph
    }

    pub fn empty() -> Self {
        Self { edges: IdSet::new(), initial: IdSet::new(), last: IdSet::new(), splits: Vec::new() }
    }

    fn add(&mut self, edges: &Edges, edge: EdgeId) {
        self.edges.insert(edge);
        self.initial.insert(edges.edge(edge).source);
        self.last.insert(edges.edge(edge).target);
    }

    /// The sources of the edges.
    pub fn nodes(&self, edges: &Edges) -> IdSet<PlaceId> {
        self.edges.iter().map(|e| edges.edge(e).source).collect()
    }

    /// Both. Paths do not end where the other graph goes on.
    pub fn union(&self, other: &Self, edges: &Edges, span: &Span) -> Result<Self> {
        let splits = self.same_splits(other, span)?;
        let last = without(&self.last, &other.nodes(edges), &self.nodes(edges)).union(&without(&other.last, &self.nodes(edges), &other.nodes(edges)));
        Ok(Self { edges: self.edges.union(&other.edges), initial: self.initial.union(&other.initial), last, splits })
    }

    /// What is in both. Paths begin and end where those of one of them do.
    pub fn intersection(&self, other: &Self, edges: &Edges) -> Self {
        let mut graph = Self { edges: self.edges.intersection(&other.edges), ..self.clone() };
        graph.splits.extend(other.splits.iter().filter(|p| !self.splits.contains(p)));
        let nodes = graph.nodes(edges);
        graph.initial = self.initial.union(&other.initial).intersection(&nodes);
        graph.last = self.last.union(&other.last).intersection(&graph.targets(edges));
        graph
    }

    /// What is not in the other one. Nodes stay while an edge does.
    pub fn minus(&self, other: &Self, edges: &Edges, span: &Span) -> Result<Self> {
        let splits = self.same_splits(other, span)?;
        let mut graph = Self { edges: self.edges.difference(&other.edges), splits, ..self.clone() };
        graph.initial = self.initial.intersection(&graph.nodes(edges));
        graph.last = self.last.intersection(&graph.targets(edges));
        Ok(graph)
    }

    fn targets(&self, edges: &Edges) -> IdSet<PlaceId> {
        self.edges.iter().map(|e| edges.edge(e).target).collect()
    }

    fn same_splits(&self, other: &Self, span: &Span) -> Result<Vec<PredicateId>> {
        if self.splits == other.splits || other.edges.is_empty() {
            return Ok(self.splits.clone());
        }
        Err(TextError::new("graphs that are split by different predicates cannot be combined: put `PRED` around the whole filter", span.clone()))
    }
}

/// The places without those that are among some and not among others.
fn without(places: &IdSet<PlaceId>, some: &IdSet<PlaceId>, others: &IdSet<PlaceId>) -> IdSet<PlaceId> {
    places.difference(&some.difference(others))
}
