//! Labels of transitions: which edge, and what holds after it.

use super::automaton::TransitionLabel;
use super::set::EdgeSet;
use goto::ExprId;
use goto::edges::EdgeId;

/// A predicate of the program's state, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal {
    /// A `Bool` of the program.
    pub predicate: ExprId,
    pub holds: bool,
}

/// A conjunction of literals, each once, in ascending order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Guard {
    literals: Vec<Literal>,
}

impl Guard {
    /// What always holds.
    pub fn always() -> Self {
        Self::default()
    }

    pub fn of(predicate: ExprId) -> Self {
        Self { literals: vec![Literal { predicate, holds: true }] }
    }

    pub fn literals(&self) -> &[Literal] {
        &self.literals
    }

    pub fn is_always(&self) -> bool {
        self.literals.is_empty()
    }

    /// Both together; `None` if a predicate would have to hold and not to hold.
    pub fn and(&self, other: &Self) -> Option<Self> {
        let mut literals = [&self.literals[..], &other.literals[..]].concat();
        literals.sort_unstable();
        literals.dedup();
        let is_consistent = literals.windows(2).all(|pair| pair[0].predicate != pair[1].predicate);
        is_consistent.then_some(Self { literals })
    }

    /// Does it follow from the other, as far as one sees without knowing what predicates say?
    pub fn is_weaker_than(&self, other: &Self) -> bool {
        self.literals.iter().all(|literal| other.literals.binary_search(literal).is_ok())
    }

    /// Does it hold where these predicates hold?
    pub fn accepts(&self, holds: impl Fn(ExprId) -> bool) -> bool {
        self.literals.iter().all(|literal| holds(literal.predicate) == literal.holds)
    }
}

impl FromIterator<Literal> for Guard {
    /// The literals must not contradict each other.
    fn from_iter<I: IntoIterator<Item = Literal>>(literals: I) -> Self {
        let mut literals: Vec<Literal> = literals.into_iter().collect();
        literals.sort_unstable();
        literals.dedup();
        debug_assert!(literals.windows(2).all(|pair| pair[0].predicate != pair[1].predicate), "a contradiction is no guard");
        Self { literals }
    }
}

/// One of these edges is taken, and the guard holds after it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Label {
    pub edges: EdgeSet,
    pub guard: Guard,
}

impl Label {
    /// Any of the edges, whatever the state.
    pub fn edges(edges: EdgeSet) -> Self {
        Self { edges, guard: Guard::always() }
    }

    pub fn accepts(&self, edge: EdgeId, holds: impl Fn(ExprId) -> bool) -> bool {
        self.edges.contains(edge) && self.guard.accepts(holds)
    }

    /// What both allow.
    pub fn and(&self, other: &Self) -> Option<Self> {
        if !self.edges.intersects(&other.edges) {
            return None;
        }
        let guard = self.guard.and(&other.guard)?;
        Some(Self { edges: self.edges.intersection(&other.edges), guard })
    }
}

impl TransitionLabel for Label {
    fn is_void(&self) -> bool {
        self.edges.is_empty()
    }

    fn joined(&self, other: &Self) -> Option<Self> {
        (self.guard == other.guard).then(|| Self { edges: self.edges.union(&other.edges), guard: self.guard.clone() })
    }
}
