//! What a run did, as far as the search is interested: which pairs of basic blocks followed each other how often, and what was compared.

use super::comparison::{Comparison, Outcomes, order};
use goto::interp::{Compiled, Observer};
use std::cell::Cell;

/// Counters of pairs of blocks; a power of two.
const PAIRS: usize = 1 << 16;
/// Comparisons remembered of a run for each place: so many first ones, and as many last ones.
const COMPARISONS_OF_PLACE: u32 = 4;
/// Comparisons remembered of a run.
const COMPARISONS: usize = 1 << 14;

/// Observes one run after the other.
#[derive(Debug)]
pub(super) struct Probe {
    counts: Vec<u8>,
    touched: Vec<u32>,
    /// For each pair, the classes of counts that were seen.
    seen: Vec<u8>,
    previous: u32,
    log: Vec<Comparison>,
    places: Vec<Place>,
    /// The number of the run.
    run: u32,
}

/// Comparisons at a place.
#[derive(Clone, Copy, Default, Debug)]
struct Place {
    outcomes: Outcomes,
    /// Its operands are unsigned.
    unsigned: bool,
    /// The run that what follows is about.
    run: u32,
    /// Comparisons so far.
    times: u32,
    /// Where in the log the present last comparisons stand.
    last: [u32; COMPARISONS_OF_PLACE as usize],
}

impl Probe {
    pub(super) fn new() -> Self {
        Self { counts: vec![0; PAIRS], touched: Vec::new(), seen: vec![0; PAIRS], previous: 0, log: Vec::new(), places: Vec::new(), run: 0 }
    }

    /// Prepares for a run.
    pub(super) fn start(&mut self) {
        self.previous = 0;
        self.log.clear();
        self.run += 1;
    }

    /// After a run: how many pairs of blocks came up, or came up in a number of times, that no run before showed.
    pub(super) fn finish(&mut self) -> usize {
        let mut new = 0;
        for index in self.touched.drain(..) {
            let count = std::mem::take(&mut self.counts[index as usize]);
            let class = class(count);
            new += usize::from(self.seen[index as usize] & class == 0);
            self.seen[index as usize] |= class;
        }
        new
    }

    /// The comparisons of the last run.
    pub(super) fn take_comparisons(&mut self) -> Vec<Comparison> {
        std::mem::take(&mut self.log)
    }

    pub(super) fn outcomes(&self, place: u32) -> Outcomes {
        self.places.get(place as usize).map_or_else(Outcomes::default, |p| p.outcomes)
    }

    #[inline]
    fn compared(&mut self, comparison: Comparison, compiled: Option<&Compiled>) {
        let index = comparison.place as usize;
        if index >= self.places.len() {
            self.places.resize(index + 1, Place::default());
        }
        let place = &mut self.places[index];
        if place.run == 0 {
            place.unsigned = compiled.is_some_and(|c| c.relation_at(comparison.place).1);
        }
        let (a, b) = (comparison.a, comparison.b);
        place.outcomes.add(if place.unsigned { a.cmp(&b) } else { (a as i64).cmp(&(b as i64)) });
        if place.run != self.run {
            (place.run, place.times) = (self.run, 0);
        }
        let slot = (place.times % COMPARISONS_OF_PLACE) as usize;
        if place.times < 2 * COMPARISONS_OF_PLACE {
            if self.log.len() >= COMPARISONS {
                return;
            }
            place.last[slot] = self.log.len() as u32;
            self.log.push(comparison);
        } else {
            self.log[place.last[slot] as usize] = comparison;
        }
        place.times += 1;
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

/// The probe of a run, and how many inputs the run has read.
pub(super) struct Watched<'p> {
    pub probe: &'p mut Probe,
    pub compiled: Option<&'p Compiled>,
    pub read: &'p Cell<usize>,
}

impl Observer for Watched<'_> {
    const TRACE: bool = false;
    const PROBE: bool = true;
    const EVERYTHING: bool = false;

    fn block(&mut self, block: u32) {
        let probe = &mut *self.probe;
        let pair = (probe.previous.rotate_left(5) ^ block).wrapping_mul(0x9e37_79b1) >> 16;
        probe.previous = block;
        let count = &mut probe.counts[pair as usize];
        if *count == 0 {
            probe.touched.push(pair);
        }
        *count = count.saturating_add(1);
    }

    fn compared(&mut self, place: u32, a: u64, b: u64) {
        self.probe.compared(Comparison { place, floats: false, a, b, read: self.read.get() as u32 }, self.compiled);
    }

    fn compared_floats(&mut self, place: u32, a: f64, b: f64) {
        // With what is no number every relation is false, as if the first operand were larger.
        let (a, b) = if a.is_nan() || b.is_nan() { (i64::MAX, i64::MAX - 1) } else { (order(a), order(b)) };
        let (a, b) = (a as u64, b as u64);
        self.probe.compared(Comparison { place, floats: true, a, b, read: self.read.get() as u32 }, self.compiled);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering;

    #[test]
    fn only_what_is_new_counts() {
        let mut probe = Probe::new();
        let mut run = |blocks: &[u32]| {
            probe.start();
            let mut watched = Watched { probe: &mut probe, compiled: None, read: &Cell::new(0) };
            blocks.iter().for_each(|b| watched.block(*b));
            probe.finish()
        };
        assert_eq!(run(&[10, 20, 30]), 3);
        assert_eq!(run(&[10, 20, 30]), 0);
        assert_eq!(run(&[10, 20, 20, 30]), 1);
        assert_eq!(run(&[10, 20, 20, 20, 30]), 1);
        assert_eq!(run(&[10, 20, 20, 30]), 0);
    }

    #[test]
    fn the_first_and_the_last_comparisons_of_a_place_are_kept() {
        let mut probe = Probe::new();
        probe.start();
        let mut watched = Watched { probe: &mut probe, compiled: None, read: &Cell::new(7) };
        (0..300).for_each(|i| watched.compared(5, i, 299));
        watched.compared(6, 1, 2);
        let outcomes = probe.outcomes(5);
        assert!(outcomes.includes(Ordering::Less) && outcomes.includes(Ordering::Equal) && !outcomes.includes(Ordering::Greater));
        assert_eq!(probe.outcomes(4), Outcomes::default());
        let log = probe.take_comparisons();
        let mut kept: Vec<u64> = log.iter().filter(|c| c.place == 5).map(|c| c.a).collect();
        kept.sort_unstable();
        assert_eq!(kept, (0..4).chain(296..300).collect::<Vec<_>>());
        assert!(log.iter().all(|c| c.read == 7) && log.len() == 9);
    }
}
