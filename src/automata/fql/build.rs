//! From the syntax of a query to its alternatives.
//!
//! A pattern of coverage is the set of its goals, so unions of alternatives become alternatives without a common goal: one whose elements differ in one choice
//! alone joins another one; of products that overlap the second loses what the first has.

use super::Result;
use super::ast::{Anchored, Dialect, Filter, Pattern, Syntax};
use super::filter::{Evaluator, Scene};
use super::graph::TargetGraph;
use super::paths::{TooMany, bounded_paths};
use super::query::{Alternative, Atom, Element, Query, Regex, Test};
use crate::EdgeSet;
use goto::IdVec;
use goto::TextError;
use goto::edges::EdgeId;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Alternatives at most: patterns with more `+` in sequence than that are refused.
const ALTERNATIVES: usize = 4096;
/// Repetitions that are written out.
const REPETITIONS: u32 = 10_000;

/// Why a query has no goals that could be worked on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BuildError {
    Wrong(TextError),
    /// It has at least so many goals.
    TooMany(u128),
}

impl From<TextError> for BuildError {
    fn from(error: TextError) -> Self {
        BuildError::Wrong(error)
    }
}

/// The query over the edges of a program. `text` is what was parsed.
///
/// # Errors
/// If a filter asks for what the program does not have, or there are more goals than `limit`.
pub fn build(syntax: &Syntax, text: &str, scene: &Scene<'_>, limit: u64) -> Result<Query, BuildError> {
    let evaluator = Evaluator { scene, dialect: syntax.dialect, predicates: IdVec::new(), warnings: Vec::new() };
    let mut builder = Builder { evaluator, text, scope: None, limit };
    if let Some(scope) = &syntax.scope {
        builder.scope = Some(builder.evaluator.graph(scope, text)?);
    }
    let alternatives = builder.cover(&syntax.cover)?;
    let passing = match &syntax.passing {
        Some(passing) => builder.passing(passing)?,
        None => builder.anything(),
    };
    let Evaluator { predicates, warnings, .. } = builder.evaluator;
    let query = Query { n_edges: scene.edges.len(), alternatives, passing, predicates, warnings };
    if query.n_goals() > u128::from(limit) {
        return Err(BuildError::TooMany(query.n_goals()));
    }
    Ok(query)
}

struct Builder<'a> {
    evaluator: Evaluator<'a>,
    text: &'a str,
    scope: Option<TargetGraph>,
    limit: u64,
}

impl Builder<'_> {
    fn cover(&mut self, cover: &Anchored) -> Result<Vec<Alternative>, BuildError> {
        let implicit = self.evaluator.dialect == Dialect::Fshell;
        let mut alternatives = self.alternatives(&cover.pattern)?;
        for alternative in &mut alternatives {
            if implicit && !cover.at_start {
                alternative.elements.insert(0, Element::Quoted(self.anything()));
            }
            // A goal of CPA/TIGER is satisfied as soon as its pattern is.
            if !cover.at_end {
                alternative.elements.push(Element::Quoted(self.anything()));
            }
        }
        Ok(alternatives)
    }

    fn passing(&mut self, passing: &Anchored) -> Result<Regex, BuildError> {
        let implicit = self.evaluator.dialect == Dialect::Fshell;
        let before = (implicit && !passing.at_start).then(|| self.anything());
        let after = (implicit && !passing.at_end).then(|| self.anything());
        let pattern = self.regex(&passing.pattern)?;
        Ok(Regex::Sequence(before.into_iter().chain([pattern]).chain(after).collect()))
    }

    /// Any number of any edges.
    fn anything(&self) -> Regex {
        Regex::Repeat { of: Box::new(Regex::Edges(EdgeSet::first(self.evaluator.scene.edges.len()))), least: 0, most: None }
    }

    fn alternatives(&mut self, pattern: &Pattern) -> Result<Vec<Alternative>, BuildError> {
        let atoms = match pattern {
            Pattern::Union(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    for alternative in self.alternatives(part)? {
                        add(&mut all, alternative);
                    }
                }
                return Ok(all);
            }
            Pattern::Sequence(parts) => return self.product(parts),
            Pattern::Anything => return Ok(vec![Alternative { elements: vec![Element::Quoted(self.anything())] }]),
            Pattern::Quoted(of) => {
                let regex = self.regex(of)?;
                return Ok(vec![Alternative { elements: vec![Element::Quoted(regex)] }]);
            }
            Pattern::Repeat { .. } => return Err(TextError::new("a pattern is repeated outside of quotation marks", 0..self.text.len()).into()),
            Pattern::Predicate(p) => vec![Atom::Predicate(self.evaluator.predicate(&p.text, p.span.clone()))],
            Pattern::Edges(filter) => edge_atoms(&self.scoped(filter)?),
            Pattern::Nodes(filter) => self.node_atoms(filter)?,
            Pattern::Paths { filter, bound, .. } => {
                let graph = self.scoped(filter)?;
                self.paths(&graph, *bound)?.into_iter().map(Atom::Path).collect()
            }
        };
        Ok(if atoms.is_empty() { Vec::new() } else { vec![Alternative { elements: vec![Element::Choice(atoms)] }] })
    }

    fn product(&mut self, parts: &[Pattern]) -> Result<Vec<Alternative>, BuildError> {
        let mut products = vec![Alternative { elements: Vec::new() }];
        for part in parts {
            let factors = self.alternatives(part)?;
            if products.len().saturating_mul(factors.len()) > ALTERNATIVES {
                return Err(TextError::new(format!("more than {ALTERNATIVES} alternatives of different shape"), 0..self.text.len()).into());
            }
            let mut next = Vec::new();
            for product in &products {
                for factor in &factors {
                    add(&mut next, Alternative { elements: product.elements.iter().chain(&factor.elements).cloned().collect() });
                }
            }
            products = next;
        }
        Ok(products)
    }

    /// The graph of a filter in a pattern of coverage.
    fn scoped(&mut self, filter: &Filter) -> Result<TargetGraph> {
        let graph = self.evaluator.graph(filter, self.text)?;
        Ok(match &self.scope {
            Some(scope) => self.evaluator.compose(&graph, scope),
            None => graph,
        })
    }

    fn node_atoms(&mut self, filter: &Filter) -> Result<Vec<Atom>> {
        let graph = self.scoped(filter)?;
        if !graph.splits.is_empty() {
            return Err(TextError::new("nodes of a graph that `PRED` splits cannot be asked for: write `{p}.NODES(...)`", filter.span.clone()));
        }
        Ok(graph.nodes(self.evaluator.scene.edges).iter().map(Atom::Node).collect())
    }

    fn paths(&mut self, graph: &TargetGraph, bound: u32) -> Result<Vec<Box<[EdgeId]>>, BuildError> {
        if !graph.splits.is_empty() {
            return Err(TextError::new("paths of a graph that `PRED` splits are not supported", 0..self.text.len()).into());
        }
        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
        bounded_paths(self.evaluator.scene.edges, graph, bound, limit).map_err(|TooMany| BuildError::TooMany(u128::from(self.limit) + 1))
    }

    fn regex(&mut self, pattern: &Pattern) -> Result<Regex, BuildError> {
        let all = |builder: &mut Self, parts: &[Pattern]| parts.iter().map(|p| builder.regex(p)).collect::<Result<Vec<_>, _>>();
        Ok(match pattern {
            Pattern::Union(parts) => Regex::Union(all(self, parts)?),
            Pattern::Sequence(parts) => Regex::Sequence(all(self, parts)?),
            Pattern::Anything => self.anything(),
            Pattern::Quoted(of) => self.regex(of)?,
            Pattern::Repeat { of, least, most } => {
                if most.unwrap_or(*least).max(*least) > REPETITIONS {
                    return Err(TextError::new(format!("more than {REPETITIONS} repetitions"), 0..self.text.len()).into());
                }
                Regex::Repeat { of: Box::new(self.regex(of)?), least: *least, most: *most }
            }
            Pattern::Predicate(p) => Regex::Test(Test { predicate: self.evaluator.predicate(&p.text, p.span.clone()), holds: true }),
            Pattern::Edges(filter) => {
                let graph = self.evaluator.graph(filter, self.text)?;
                // An edge between nodes that are split is one between any two of their parts.
                Regex::Edges(graph.edges.into())
            }
            Pattern::Nodes(filter) => Regex::Nodes(Arc::new(self.evaluator.graph(filter, self.text)?.nodes(self.evaluator.scene.edges))),
            Pattern::Paths { filter, bound, .. } => {
                let graph = self.evaluator.graph(filter, self.text)?;
                let edge = |e: &EdgeId| Regex::Edges(EdgeSet::single(*e));
                Regex::Union(self.paths(&graph, *bound)?.iter().map(|p| Regex::Sequence(p.iter().map(edge).collect())).collect())
            }
        })
    }
}

/// All values of the predicates.
fn tests(graph: &TargetGraph) -> Vec<Vec<Test>> {
    let values = |bits: usize| graph.splits.iter().enumerate().map(move |(i, &predicate)| Test { predicate, holds: bits >> i & 1 == 1 }).collect();
    (0..1 << graph.splits.len().min(8)).map(values).collect()
}

fn edge_atoms(graph: &TargetGraph) -> Vec<Atom> {
    if graph.splits.is_empty() {
        return graph.edges.iter().map(Atom::Edge).collect();
    }
    let tests = tests(graph);
    let mut atoms = Vec::new();
    for edge in graph.edges.iter() {
        for before in &tests {
            atoms.extend(tests.iter().map(|after| Atom::Split { before: before.clone(), edge, after: after.clone() }));
        }
    }
    atoms
}

/// Adds the goals of an alternative that are not there yet.
fn add(all: &mut Vec<Alternative>, new: Alternative) {
    let mut pieces = vec![new];
    for old in all.iter() {
        pieces = pieces.into_iter().flat_map(|piece| minus(piece, old)).collect();
    }
    for piece in pieces {
        if !all.iter_mut().any(|old| join(old, &piece)) {
            all.push(piece);
        }
    }
}

/// Are they the same but for the atoms of their choices?
fn same_shape(a: &Alternative, b: &Alternative) -> bool {
    a.elements.len() == b.elements.len()
        && a.elements.iter().zip(&b.elements).all(|pair| match pair {
            (Element::Quoted(a), Element::Quoted(b)) => a == b,
            (Element::Choice(_), Element::Choice(_)) => true,
            _ => false,
        })
}

/// The goals of an alternative that another one does not have, as alternatives without a common goal.
fn minus(of: Alternative, other: &Alternative) -> Vec<Alternative> {
    if !same_shape(&of, other) {
        return vec![of];
    }
    let mut rest = of;
    let mut pieces = Vec::new();
    for i in 0..rest.elements.len() {
        let (Element::Choice(mine), Element::Choice(theirs)) = (&rest.elements[i], &other.elements[i]) else { continue };
        let theirs: FxHashSet<&Atom> = theirs.iter().collect();
        let (common, own): (Vec<Atom>, Vec<Atom>) = mine.iter().cloned().partition(|a| theirs.contains(a));
        if !own.is_empty() {
            let mut piece = rest.clone();
            piece.elements[i] = Element::Choice(own);
            pieces.push(piece);
        }
        if common.is_empty() {
            return pieces;
        }
        rest.elements[i] = Element::Choice(common);
    }
    pieces
}

/// Takes an alternative without common goals in if that differs in one choice alone.
fn join(old: &mut Alternative, new: &Alternative) -> bool {
    if !same_shape(old, new) {
        return false;
    }
    let differs: Vec<usize> = (0..old.elements.len()).filter(|&i| !same_atoms(&old.elements[i], &new.elements[i])).collect();
    let [only] = differs[..] else { return false };
    if let (Element::Choice(atoms), Element::Choice(more)) = (&mut old.elements[only], &new.elements[only]) {
        atoms.extend(more.iter().cloned());
    }
    true
}

fn same_atoms(a: &Element, b: &Element) -> bool {
    match (a, b) {
        (Element::Choice(a), Element::Choice(b)) => a.len() == b.len() && a.iter().collect::<FxHashSet<_>>() == b.iter().collect::<FxHashSet<_>>(),
        (a, b) => a == b,
    }
}
