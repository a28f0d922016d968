//! Sets of ids as bits. Knows nothing of what the ids stand for.

use goto::Id;
use std::marker::PhantomData;

/// A set of ids below a size that is fixed when it is made.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Set<K> {
    words: Vec<u64>,
    size: usize,
    key: PhantomData<fn() -> K>,
}

impl<K: Id> Set<K> {
    /// The empty set among `size` ids.
    pub fn none(size: usize) -> Self {
        Self { words: vec![0; size.div_ceil(64)], size, key: PhantomData }
    }

    /// All ids that are wanted.
    pub fn filled(size: usize, wanted: impl Fn(K) -> bool) -> Self {
        let mut set = Self::none(size);
        (0..size).map(K::new).filter(|k| wanted(*k)).for_each(|k| _ = set.insert(k));
        set
    }

    /// The number of ids that there are, in the set or not.
    pub fn size(&self) -> usize {
        self.size
    }

    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|w| *w == 0)
    }

    pub fn contains(&self, k: K) -> bool {
        self.words.get(k.index() / 64).is_some_and(|w| w >> (k.index() % 64) & 1 == 1)
    }

    /// Adds an id below the size; true if it is new.
    pub fn insert(&mut self, k: K) -> bool {
        let (word, bit) = (&mut self.words[k.index() / 64], 1 << (k.index() % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Takes an id out.
    pub fn remove(&mut self, k: K) {
        if let Some(word) = self.words.get_mut(k.index() / 64) {
            *word &= !(1 << (k.index() % 64));
        }
    }

    /// The ids in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = K> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| (0..64).filter(move |b| word >> b & 1 == 1).map(move |b| K::new(i * 64 + b)))
    }

    /// Both sets are of one size.
    pub fn union(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    pub fn intersection(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    pub fn minus(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    fn zip(&self, other: &Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let words = self.words.iter().zip(&other.words).map(|(a, b)| f(*a, *b)).collect();
        Self { words, size: self.size, key: PhantomData }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goto::edges::EdgeId;

    #[test]
    fn operations() {
        let set = |of: &[usize]| Set::<EdgeId>::filled(130, |k| of.contains(&k.index()));
        let (a, b) = (set(&[0, 63, 64, 129]), set(&[63, 128]));
        assert_eq!(a.union(&b), set(&[0, 63, 64, 128, 129]));
        assert_eq!(a.intersection(&b), set(&[63]));
        assert_eq!(a.minus(&b), set(&[0, 64, 129]));
        assert_eq!(a.iter().map(Id::index).collect::<Vec<_>>(), [0, 63, 64, 129]);
        let mut c = set(&[]);
        assert!(c.is_empty() && c.insert(EdgeId::new(7)) && !c.insert(EdgeId::new(7)));
        c.remove(EdgeId::new(7));
        assert_eq!((c.len(), c.size()), (0, 130));
    }
}
