//! Typed indices and the vectors they index. An id is a `u32` that prints as it does in the text form of the language.
//! Knows nothing of what the ids stand for.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// An index type made by [`define_id!`](crate::define_id).
pub trait Id: Copy + Eq + Ord + std::hash::Hash {
    /// The id of the `index`-th entry.
    fn new(index: usize) -> Self;
    /// The position of the entry.
    fn index(self) -> usize;
}

/// Defines a newtype over `u32` that implements [`Id`] and prints as `prefix` and number.
#[macro_export]
macro_rules! define_id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $crate::index::Id for $name {
            fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("more than 2^32 entries"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}

/// A vector that owns entries and hands out ids for them.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct IdVec<K, V> {
    entries: Vec<V>,
    key: PhantomData<fn() -> K>,
}

impl<K: Id, V> IdVec<K, V> {
    /// An empty vector.
    pub fn new() -> Self {
        Self { entries: Vec::new(), key: PhantomData }
    }

    /// A vector with `n` copies of `value`, as a side table of another vector.
    pub fn filled(value: V, n: usize) -> Self
    where
        V: Clone,
    {
        Self { entries: vec![value; n], key: PhantomData }
    }

    /// Appends an entry and returns its id.
    pub fn push(&mut self, value: V) -> K {
        let id = K::new(self.entries.len());
        self.entries.push(value);
        id
    }

    /// The id that the next [`push`](Self::push) returns.
    pub fn next_id(&self) -> K {
        K::new(self.entries.len())
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn get(&self, id: K) -> Option<&V> {
        self.entries.get(id.index())
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = K> + use<K, V> {
        (0..self.entries.len()).map(K::new)
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &V)> {
        self.entries.iter().enumerate().map(|(i, v)| (K::new(i), v))
    }

    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (K, &mut V)> {
        self.entries.iter_mut().enumerate().map(|(i, v)| (K::new(i), v))
    }

    pub fn values(&self) -> std::slice::Iter<'_, V> {
        self.entries.iter()
    }
}

impl<K: Id, V> Default for IdVec<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Id, V> Index<K> for IdVec<K, V> {
    type Output = V;
    fn index(&self, id: K) -> &V {
        &self.entries[id.index()]
    }
}

impl<K: Id, V> IndexMut<K> for IdVec<K, V> {
    fn index_mut(&mut self, id: K) -> &mut V {
        &mut self.entries[id.index()]
    }
}

impl<K: Id + std::fmt::Debug, V: std::fmt::Debug> std::fmt::Debug for IdVec<K, V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
