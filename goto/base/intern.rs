//! Hash-consing: equal values get one id. The table is one of open addressing over ids, so that no value is stored twice. Knows values only by hash and
//! equality.

use crate::index::{Id, IdVec};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Values of which no two are equal.
#[derive(Clone, Debug)]
pub struct Interned<K: Id, V> {
    values: IdVec<K, V>,
    table: Table,
}

impl<K: Id, V> Default for Interned<K, V> {
    fn default() -> Self {
        Self { values: IdVec::new(), table: Table::default() }
    }
}

impl<K: Id, V: Eq + Hash> Interned<K, V> {
    /// The id of an equal value, or of this one, which is new then.
    #[inline]
    pub fn intern(&mut self, value: V) -> (K, bool) {
        let next = self.values.len() as u32;
        match self.table.find_or_insert(hash_of(&value), next, |number| self.values[K::new(number as usize)] == value) {
            Some(number) => (K::new(number as usize), false),
            None => (self.values.push(value), true),
        }
    }

    /// The id of an equal value, if there is one.
    pub fn find(&self, value: &V) -> Option<K> {
        let number = self.table.find(hash_of(value), |number| self.values[K::new(number as usize)] == *value)?;
        Some(K::new(number as usize))
    }

    pub fn values(&self) -> &IdVec<K, V> {
        &self.values
    }
}

const EMPTY: u32 = u32::MAX;

/// Numbers by the hash of their values. The number of slots is zero or a power of two, at most three quarters of them full.
#[derive(Clone, Default, Debug)]
struct Table {
    /// High half: part of the hash. Low half: the number, or `EMPTY`.
    slots: Vec<u64>,
    len: usize,
}

impl Table {
    /// The number of an equal value.
    fn find(&self, hash: u32, is_equal: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot as u32 == EMPTY {
                return None;
            }
            if (slot >> 32) as u32 == hash && is_equal(slot as u32) {
                return Some(slot as u32);
            }
            at = (at + 1) & mask;
        }
    }

    /// The number of an equal value, or nothing after entering `next` for the value, which the caller then must store.
    #[inline]
    fn find_or_insert(&mut self, hash: u32, next: u32, is_equal: impl Fn(u32) -> bool) -> Option<u32> {
        if self.len * 4 >= self.slots.len() * 3 {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot as u32 == EMPTY {
                self.slots[at] = (u64::from(hash) << 32) | u64::from(next);
                self.len += 1;
                return None;
            }
            if (slot >> 32) as u32 == hash && is_equal(slot as u32) {
                return Some(slot as u32);
            }
            at = (at + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(64);
        let old = std::mem::replace(&mut self.slots, vec![u64::from(EMPTY); size]);
        for slot in old {
            if slot as u32 == EMPTY {
                continue;
            }
            let mut at = (slot >> 32) as usize & (size - 1);
            while self.slots[at] as u32 != EMPTY {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = slot;
        }
    }
}

#[inline]
fn hash_of(value: &impl Hash) -> u32 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    let hash = hasher.finish();
    // Fx leaves the entropy in the high bits.
    (hash >> 32) as u32 ^ hash as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::define_id!(
        /// A number.
        #[allow(unreachable_pub)]
        N, "n");

    #[test]
    fn equal_values_have_one_id() {
        let mut all: Interned<N, String> = Interned::default();
        let ids: Vec<(N, bool)> = (0..1000).map(|n| all.intern((n % 300).to_string())).collect();
        assert!(ids.iter().enumerate().all(|(n, (id, is_new))| id.index() == n % 300 && *is_new == (n < 300)));
        assert_eq!((all.values().len(), all.values()[N::new(7)].as_str()), (300, "7"));
        assert_eq!([7, 299, 300].map(|n: usize| all.find(&n.to_string())), [Some(N::new(7)), Some(N::new(299)), None]);
        assert_eq!(Interned::<N, String>::default().find(&"7".to_owned()), None);
    }
}
