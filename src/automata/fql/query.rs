//! A query over the edges of one program: alternatives that are products of choices. Goals are numbered, never listed.

use super::ast::Span;
use crate::EdgeSet;
use goto::IdSet;
use goto::define_id;
use goto::edges::{EdgeId, PlaceId};
use std::sync::Arc;

define_id!(
    /// A predicate of a query.
    PredicateId, "q");

/// A goal of a query by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GoalIndex(pub u64);

/// What is to be covered, by which runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Query {
    /// The number of edges of the program.
    pub n_edges: usize,
    /// No two of them have a goal in common.
    pub alternatives: Vec<Alternative>,
    /// Runs that count are in its language.
    pub passing: Regex,
    pub predicates: goto::IdVec<PredicateId, Predicate>,
    /// What is odd about the query.
    pub warnings: Vec<String>,
}

/// `{text}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Predicate {
    pub text: String,
    pub span: Span,
}

/// A sequence of elements. Each way to choose an atom from every choice is a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alternative {
    pub elements: Vec<Element>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Element {
    Quoted(Regex),
    Choice(Vec<Atom>),
}

/// What a goal asks for once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Atom {
    /// The edge is taken.
    Edge(EdgeId),
    /// Execution is at the place.
    Node(PlaceId),
    /// The edges are taken in this order, with nothing but edges of structure in between.
    Path(Box<[EdgeId]>),
    /// The predicate holds.
    Predicate(PredicateId),
    /// The edge is taken where some predicates have these values, and leads where they have those.
    Split { before: Vec<Test>, edge: EdgeId, after: Vec<Test> },
}

/// A predicate holds, or does not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Test {
    pub predicate: PredicateId,
    pub holds: bool,
}

/// A regular expression over runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Regex {
    /// One of the edges is taken.
    Edges(EdgeSet),
    /// Execution is at one of the places.
    Nodes(Arc<IdSet<PlaceId>>),
    Test(Test),
    Sequence(Vec<Regex>),
    Union(Vec<Regex>),
    Repeat {
        of: Box<Regex>,
        least: u32,
        most: Option<u32>,
    },
}

impl Alternative {
    /// The number of its goals.
    pub fn n_goals(&self) -> u128 {
        self.choices().map(|atoms| atoms.len() as u128).fold(1, u128::saturating_mul)
    }

    pub fn choices(&self) -> impl Iterator<Item = &[Atom]> {
        self.elements.iter().filter_map(|e| match e {
            Element::Choice(atoms) => Some(atoms.as_slice()),
            Element::Quoted(_) => None,
        })
    }
}

impl Query {
    pub fn n_goals(&self) -> u128 {
        self.alternatives.iter().map(Alternative::n_goals).fold(0, u128::saturating_add)
    }

    /// The alternative of a goal and the number of the goal in it; the last choice of an alternative counts fastest.
    pub fn place_of(&self, goal: GoalIndex) -> Option<(usize, u64)> {
        let mut rest = u128::from(goal.0);
        for (number, alternative) in self.alternatives.iter().enumerate() {
            let here = alternative.n_goals();
            if rest < here {
                return Some((number, rest as u64));
            }
            rest -= here;
        }
        None
    }

    /// The atoms that make a goal, in the order of the alternative's choices.
    pub fn atoms(&self, goal: GoalIndex) -> Vec<&Atom> {
        let Some((number, mut rest)) = self.place_of(goal) else { return Vec::new() };
        let choices: Vec<&[Atom]> = self.alternatives[number].choices().collect();
        let mut atoms: Vec<&Atom> = Vec::with_capacity(choices.len());
        for choice in choices.iter().rev() {
            atoms.push(&choice[(rest % choice.len() as u64) as usize]);
            rest /= choice.len() as u64;
        }
        atoms.reverse();
        atoms
    }

    /// The number of the first goal of an alternative.
    pub fn first_goal(&self, alternative: usize) -> u64 {
        self.alternatives[..alternative].iter().map(|a| a.n_goals() as u64).sum()
    }
}
