//! Sets of ids, a bit for each. Knows nothing of what the ids stand for.

use crate::index::Id;
use bitvec::order::Lsb0;
use bitvec::vec::BitVec;
use std::fmt;
use std::marker::PhantomData;

/// A set of ids. It has room for as many as were ever put into it; words behind the last id are not kept, so equality of the bits is equality of the sets.
pub struct IdSet<K> {
    /// Whole words, of which the last one is not zero.
    bits: BitVec<u64, Lsb0>,
    key: PhantomData<fn() -> K>,
}

const WORD: usize = u64::BITS as usize;

impl<K: Id> IdSet<K> {
    pub fn new() -> Self {
        Self { bits: BitVec::EMPTY, key: PhantomData }
    }

    /// The first `n` ids.
    pub fn first(n: usize) -> Self {
        Self::filled(n, |_| true)
    }

    /// Those of the first `n` ids that are wanted.
    pub fn filled(n: usize, wanted: impl Fn(K) -> bool) -> Self {
        (0..n).map(K::new).filter(|&id| wanted(id)).collect()
    }

    pub fn single(id: K) -> Self {
        std::iter::once(id).collect()
    }

    /// Adds an id; true if it is new.
    pub fn insert(&mut self, id: K) -> bool {
        let at = id.index();
        if at >= self.bits.len() {
            self.bits.resize((at / WORD + 1) * WORD, false);
        }
        !self.bits.replace(at, true)
    }

    /// Takes an id out; true if it was there.
    pub fn remove(&mut self, id: K) -> bool {
        let was_there = self.contains(id);
        if was_there {
            self.bits.set(id.index(), false);
            self.trim();
        }
        was_there
    }

    #[inline]
    pub fn contains(&self, id: K) -> bool {
        self.words().get(id.index() / WORD).is_some_and(|word| word >> (id.index() % WORD) & 1 == 1)
    }

    pub fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }

    pub fn len(&self) -> usize {
        self.words().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// In ascending order.
    pub fn iter(&self) -> impl Iterator<Item = K> + '_ {
        self.bits.iter_ones().map(K::new)
    }

    pub fn union(&self, other: &Self) -> Self {
        let mut both = self.clone();
        both.add(other);
        both
    }

    /// Adds all of the other set; true if that changes something.
    pub fn add(&mut self, other: &Self) -> bool {
        if self.bits.len() < other.bits.len() {
            self.bits.resize(other.bits.len(), false);
        }
        let mut changed = 0;
        for (word, more) in self.bits.as_raw_mut_slice().iter_mut().zip(other.words()) {
            changed |= more & !*word;
            *word |= more;
        }
        changed != 0
    }

    pub fn intersection(&self, other: &Self) -> Self {
        Self::of_words(self.words().iter().zip(other.words()).map(|(a, b)| a & b).collect())
    }

    pub fn difference(&self, other: &Self) -> Self {
        let others = other.words().iter().copied().chain(std::iter::repeat(0));
        Self::of_words(self.words().iter().zip(others).map(|(a, b)| a & !b).collect())
    }

    pub fn intersects(&self, other: &Self) -> bool {
        self.words().iter().zip(other.words()).any(|(a, b)| a & b != 0)
    }

    pub fn is_subset(&self, other: &Self) -> bool {
        self.words().len() <= other.words().len() && self.words().iter().zip(other.words()).all(|(a, b)| a & !b == 0)
    }

    fn words(&self) -> &[u64] {
        self.bits.as_raw_slice()
    }

    fn of_words(words: Vec<u64>) -> Self {
        let mut set = Self { bits: BitVec::from_vec(words), key: PhantomData };
        set.trim();
        set
    }

    fn trim(&mut self) {
        let kept = self.words().iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        self.bits.truncate(kept * WORD);
    }
}

impl<K> Clone for IdSet<K> {
    fn clone(&self) -> Self {
        Self { bits: self.bits.clone(), key: PhantomData }
    }
}

impl<K: Id> Default for IdSet<K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Id> PartialEq for IdSet<K> {
    fn eq(&self, other: &Self) -> bool {
        self.words() == other.words()
    }
}

impl<K: Id> Eq for IdSet<K> {}

impl<K: Id> std::hash::Hash for IdSet<K> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.words().hash(state);
    }
}

impl<K: Id> FromIterator<K> for IdSet<K> {
    fn from_iter<I: IntoIterator<Item = K>>(ids: I) -> Self {
        let mut set = Self::new();
        set.extend(ids);
        set
    }
}

impl<K: Id> Extend<K> for IdSet<K> {
    fn extend<I: IntoIterator<Item = K>>(&mut self, ids: I) {
        ids.into_iter().for_each(|id| _ = self.insert(id));
    }
}

impl<K: Id> fmt::Debug for IdSet<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Id::index)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    struct N(usize);

    impl Id for N {
        fn new(index: usize) -> Self {
            Self(index)
        }

        fn index(self) -> usize {
            self.0
        }
    }

    fn set(of: &[usize]) -> IdSet<N> {
        of.iter().map(|&n| N::new(n)).collect()
    }

    #[test]
    fn sets_do_not_remember_how_they_were_made() {
        let (a, b) = (set(&[1, 70, 200]), set(&[1, 64]));
        assert_eq!(a.difference(&set(&[70, 200])), set(&[1]));
        assert_eq!(a.intersection(&b), set(&[1]));
        assert_eq!(a.union(&b), set(&[1, 64, 70, 200]));
        assert_eq!(b.union(&a).iter().map(Id::index).collect::<Vec<_>>(), [1, 64, 70, 200]);
        assert!(set(&[1]).is_subset(&b) && !a.is_subset(&b) && a.intersects(&b) && !set(&[2]).intersects(&a));
        assert_eq!(IdSet::<N>::first(3), set(&[0, 1, 2]));
        let mut c = a.clone();
        assert!(c.remove(N::new(200)) && !c.remove(N::new(200)) && c == set(&[1, 70]) && c.len() == 2);
        assert!(c.insert(N::new(500)) && !c.insert(N::new(500)) && c.remove(N::new(500)) && c == set(&[1, 70]));
        assert!(c.add(&a) && !c.add(&a) && c == a);
        assert!(c.difference(&a).is_empty() && !c.contains(N::new(10_000)));
    }
}
