//! Sets of edges as bits. Clones share their bits, since the transitions of hundreds of thousands of goals name the same few sets.

use goto::Id;
use goto::edges::EdgeId;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A set of edges. Words behind the last edge are not kept, so equality of the bits is equality of the sets.
#[derive(Clone, Default)]
pub struct EdgeSet {
    words: Arc<Vec<u64>>,
}

impl EdgeSet {
    pub fn new() -> Self {
        Self::default()
    }

    /// The edges with the first `n` ids.
    pub fn first(n: usize) -> Self {
        (0..n).map(EdgeId::new).collect()
    }

    pub fn single(edge: EdgeId) -> Self {
        std::iter::once(edge).collect()
    }

    pub fn insert(&mut self, edge: EdgeId) {
        let (word, bit) = (edge.index() / 64, edge.index() % 64);
        let words = Arc::make_mut(&mut self.words);
        if words.len() <= word {
            words.resize(word + 1, 0);
        }
        words[word] |= 1 << bit;
    }

    pub fn contains(&self, edge: EdgeId) -> bool {
        self.words.get(edge.index() / 64).is_some_and(|word| word >> (edge.index() % 64) & 1 == 1)
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// In ascending order.
    pub fn iter(&self) -> impl Iterator<Item = EdgeId> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| Bits(word).map(move |bit| EdgeId::new(i * 64 + bit)))
    }

    pub fn union(&self, other: &Self) -> Self {
        if self.is_shared(other) || other.is_empty() {
            return self.clone();
        }
        let (long, short) = if self.words.len() >= other.words.len() { (self, other) } else { (other, self) };
        let mut words = long.words.to_vec();
        words.iter_mut().zip(short.words.iter()).for_each(|(word, more)| *word |= more);
        Self::of_words(words)
    }

    pub fn intersection(&self, other: &Self) -> Self {
        if self.is_shared(other) {
            return self.clone();
        }
        Self::of_words(self.words.iter().zip(other.words.iter()).map(|(a, b)| a & b).collect())
    }

    pub fn difference(&self, other: &Self) -> Self {
        if self.is_shared(other) {
            return Self::new();
        }
        if !self.intersects(other) {
            return self.clone();
        }
        let behind = other.words.iter().copied().chain(std::iter::repeat(0));
        Self::of_words(self.words.iter().zip(behind).map(|(a, b)| a & !b).collect())
    }

    pub fn intersects(&self, other: &Self) -> bool {
        self.words.iter().zip(other.words.iter()).any(|(a, b)| a & b != 0)
    }

    pub fn is_subset(&self, other: &Self) -> bool {
        self.is_shared(other) || self.words.len() <= other.words.len() && self.words.iter().zip(other.words.iter()).all(|(a, b)| a & !b == 0)
    }

    fn is_shared(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.words, &other.words)
    }

    fn of_words(mut words: Vec<u64>) -> Self {
        while words.last() == Some(&0) {
            words.pop();
        }
        Self { words: Arc::new(words) }
    }
}

/// The positions of the bits of a word that are one.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

impl PartialEq for EdgeSet {
    fn eq(&self, other: &Self) -> bool {
        self.is_shared(other) || self.words == other.words
    }
}

impl Eq for EdgeSet {}

impl Hash for EdgeSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.words.hash(state);
    }
}

impl FromIterator<EdgeId> for EdgeSet {
    fn from_iter<I: IntoIterator<Item = EdgeId>>(edges: I) -> Self {
        let mut set = Self::new();
        edges.into_iter().for_each(|edge| set.insert(edge));
        set
    }
}

impl fmt::Debug for EdgeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_do_not_remember_how_they_were_made() {
        let set = |edges: &[usize]| edges.iter().map(|&e| EdgeId::new(e)).collect::<EdgeSet>();
        let (a, b) = (set(&[1, 70, 200]), set(&[1, 64]));
        assert_eq!(a.difference(&set(&[70, 200])), set(&[1]));
        assert_eq!(a.intersection(&b), set(&[1]));
        assert_eq!(a.union(&b).iter().map(|e| e.index()).collect::<Vec<_>>(), [1, 64, 70, 200]);
        assert!(set(&[1]).is_subset(&b) && !a.is_subset(&b) && a.intersects(&b));
        assert_eq!(EdgeSet::first(3), set(&[0, 1, 2]));
        assert_eq!(a.len(), 3);
    }
}
