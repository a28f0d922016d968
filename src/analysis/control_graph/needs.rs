//! Sets of coordinates: what a decision, a value or a state depends on. Knows nothing but numbers.

/// Coordinates that a set can hold.
pub(super) const MOST_COORDINATES: usize = 256;
const WORDS: usize = MOST_COORDINATES / 64;

/// A set of coordinates, each by its position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Needs([u64; WORDS]);

impl Needs {
    pub(super) fn of(coordinate: usize) -> Self {
        let mut words = [0; WORDS];
        words[coordinate / 64] = 1 << (coordinate % 64);
        Self(words)
    }

    pub(super) fn all() -> Self {
        Self([u64::MAX; WORDS])
    }

    pub(super) fn intersection(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= b);
        self
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == [0; WORDS]
    }

    pub(super) fn contains(self, coordinate: usize) -> bool {
        self.0[coordinate / 64] >> (coordinate % 64) & 1 == 1
    }

    pub(super) fn union(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
        self
    }

    /// What is not in the other set.
    pub(super) fn without(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= !b);
        self
    }

    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(word, bits)| {
            let next = |&bits: &u64| Some(bits & bits.wrapping_sub(1));
            std::iter::successors(Some(bits), next).take_while(|&bits| bits != 0).map(move |bits| word * 64 + bits.trailing_zeros() as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_list_what_is_in_them() {
        let set = Needs::of(3).union(Needs::of(64)).union(Needs::of(255)).union(Needs::of(64));
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 64, 255]);
        assert_eq!(set.without(Needs::of(64)).iter().collect::<Vec<_>>(), [3, 255]);
        assert!(set.contains(255) && !set.contains(4) && Needs::default().is_empty());
    }
}
