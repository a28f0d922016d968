//! What a run did, as far as the search is interested: which pairs of basic blocks followed each other how often, and what was compared.

use goto::interp::Observer;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// Counters of pairs of blocks; a power of two.
const PAIRS: usize = 1 << 16;
/// Comparisons remembered of a run: the last ones.
const COMPARISONS: usize = 256;
/// Places of comparisons whose outcomes are remembered.
const MAX_PLACES: usize = 1 << 16;

/// A comparison that a run made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Comparison {
    pub place: u32,
    pub a: u64,
    pub b: u64,
}

/// Which outcomes a comparison had in any run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Outcomes {
    pub less: bool,
    pub equal: bool,
    pub greater: bool,
}

/// Observes one run after the other.
#[derive(Debug)]
pub(super) struct Probe {
    counts: Vec<u8>,
    touched: Vec<u32>,
    /// For each pair, the classes of counts that were seen.
    seen: Vec<u8>,
    previous: u32,
    log: Vec<Comparison>,
    /// Where the next comparison goes once the log is full.
    oldest: usize,
    outcomes: FxHashMap<u32, Outcomes>,
}

impl Probe {
    pub fn new() -> Self {
        Self { counts: vec![0; PAIRS], touched: Vec::new(), seen: vec![0; PAIRS], previous: 0, log: Vec::new(), oldest: 0, outcomes: FxHashMap::default() }
    }

    /// Prepares for a run.
    pub fn start(&mut self) {
        self.previous = 0;
        self.log.clear();
        self.oldest = 0;
    }

    /// After a run: how many pairs of blocks came up, or came up in a number of times, that no run before showed.
    pub fn finish(&mut self) -> usize {
        let mut new = 0;
        for index in self.touched.drain(..) {
            let count = std::mem::take(&mut self.counts[index as usize]);
            let class = class(count);
            new += usize::from(self.seen[index as usize] & class == 0);
            self.seen[index as usize] |= class;
        }
        new
    }

    /// The last comparisons of the run, in no special order.
    pub fn comparisons(&self) -> &[Comparison] {
        &self.log
    }

    pub fn outcomes(&self, place: u32) -> Outcomes {
        self.outcomes.get(&place).copied().unwrap_or(Outcomes { less: true, equal: true, greater: true })
    }
}

/// 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127, more: one bit each.
fn class(count: u8) -> u8 {
    match count {
        0 => 0,
        1 => 1,
        2 => 2,
        3 => 4,
        4..8 => 8,
        8..16 => 16,
        16..32 => 32,
        32..128 => 64,
        _ => 128,
    }
}

impl Observer for Probe {
    const TRACE: bool = false;
    const PROBE: bool = true;

    fn block(&mut self, block: u32) {
        let pair = (self.previous.rotate_left(5) ^ block).wrapping_mul(0x9e37_79b1) >> 16;
        self.previous = block;
        let count = &mut self.counts[pair as usize];
        if *count == 0 {
            self.touched.push(pair);
        }
        *count = count.saturating_add(1);
    }

    fn compared(&mut self, place: u32, a: u64, b: u64) {
        let comparison = Comparison { place, a, b };
        if self.outcomes.len() < MAX_PLACES || self.outcomes.contains_key(&place) {
            let outcomes = self.outcomes.entry(place).or_default();
            match (a as i64).cmp(&(b as i64)) {
                Ordering::Less => outcomes.less = true,
                Ordering::Equal => outcomes.equal = true,
                Ordering::Greater => outcomes.greater = true,
            }
        }
        if self.log.len() < COMPARISONS {
            self.log.push(comparison);
        } else {
            self.log[self.oldest] = comparison;
            self.oldest = (self.oldest + 1) % COMPARISONS;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_new_counts() {
        let mut probe = Probe::new();
        let mut run = |blocks: &[u32]| {
            probe.start();
            blocks.iter().for_each(|b| probe.block(*b));
            probe.finish()
        };
        assert_eq!(run(&[10, 20, 30]), 3);
        assert_eq!(run(&[10, 20, 30]), 0);
        assert_eq!(run(&[10, 20, 20, 30]), 1);
        assert_eq!(run(&[10, 20, 20, 20, 30]), 1);
        assert_eq!(run(&[10, 20, 20, 30]), 0);
    }

    #[test]
    fn the_last_comparisons_are_kept() {
        let mut probe = Probe::new();
        probe.start();
        (0..300).for_each(|i| probe.compared(i, u64::from(i), 299));
        assert_eq!(probe.comparisons().len(), COMPARISONS);
        assert!(probe.comparisons().iter().any(|c| c.a == 299) && probe.comparisons().iter().all(|c| c.a >= 44));
        assert_eq!(probe.outcomes(299), Outcomes { equal: true, ..Outcomes::default() });
    }
}
