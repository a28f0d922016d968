//! Sets of edges that labels share: the transitions of hundreds of thousands of goals name the same few sets.

use goto::IdSet;
use goto::edges::EdgeId;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A set of edges. Clones are one set, which their comparison sees first.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct EdgeSet(Arc<IdSet<EdgeId>>);

impl EdgeSet {
    pub fn new() -> Self {
        Self::default()
    }

    /// The edges with the first `n` ids.
    pub fn first(n: usize) -> Self {
        IdSet::first(n).into()
    }

    pub fn single(edge: EdgeId) -> Self {
        IdSet::single(edge).into()
    }

    pub fn insert(&mut self, edge: EdgeId) {
        Arc::make_mut(&mut self.0).insert(edge);
    }

    pub fn union(&self, other: &Self) -> Self {
        match self {
            _ if self.is_shared(other) || other.is_subset(self) => self.clone(),
            _ if self.is_subset(other) => other.clone(),
            _ => self.0.union(other).into(),
        }
    }

    pub fn intersection(&self, other: &Self) -> Self {
        if self.is_shared(other) { self.clone() } else { self.0.intersection(other).into() }
    }

    pub fn difference(&self, other: &Self) -> Self {
        if self.intersects(other) { self.0.difference(other).into() } else { self.clone() }
    }

    fn is_shared(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Deref for EdgeSet {
    type Target = IdSet<EdgeId>;

    fn deref(&self) -> &IdSet<EdgeId> {
        &self.0
    }
}

impl From<IdSet<EdgeId>> for EdgeSet {
    fn from(edges: IdSet<EdgeId>) -> Self {
        Self(Arc::new(edges))
    }
}

impl FromIterator<EdgeId> for EdgeSet {
    fn from_iter<I: IntoIterator<Item = EdgeId>>(edges: I) -> Self {
        edges.into_iter().collect::<IdSet<EdgeId>>().into()
    }
}

impl fmt::Debug for EdgeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
