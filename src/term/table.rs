//! The hash table behind hash-consing: open addressing over term numbers, so that no term is stored twice. Knows terms only by hash and equality.

use super::{Term, TermId};
use base::index::Id;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

const EMPTY: u32 = u32::MAX;

/// Term numbers by the hash of their terms. The number of slots is zero or a power of two, at most three quarters of them full.
#[derive(Default)]
pub(super) struct Table {
    /// High half: part of the hash. Low half: the term number, or `EMPTY`.
    slots: Vec<u64>,
    len: usize,
}

impl Table {
    /// The id of an equal term, or nothing after entering `next` for the term, which the caller then must store.
    pub(crate) fn find_or_insert<'a>(&mut self, term: &Term, next: TermId, get: impl Fn(TermId) -> &'a Term) -> Option<TermId> {
        if self.len * 4 >= self.slots.len() * 3 {
            self.grow();
        }
        let hash = hash_of(term);
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot as u32 == EMPTY {
                self.slots[at] = (u64::from(hash) << 32) | next.index() as u64;
                self.len += 1;
                return None;
            }
            let id = TermId::new(slot as u32 as usize);
            if (slot >> 32) as u32 == hash && get(id) == term {
                return Some(id);
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

fn hash_of(term: &Term) -> u32 {
    let mut hasher = FxHasher::default();
    term.hash(&mut hasher);
    let hash = hasher.finish();
    // Fx leaves the entropy in the high bits.
    (hash >> 32) as u32 ^ hash as u32
}
