//! The inputs of runs that did something new, with the comparisons that may lead on from there. Chooses what to work on next.

use super::comparison::{Aim, Comparison, Outcomes};
use super::nearness::Nearness;
use goto::interp::Compiled;
use goto::{Bits, InputId, Random};
use rustc_hash::FxHashMap;

/// Lists of inputs that are kept.
const ENTRIES: usize = 512;
/// Inputs that are kept, all lists together.
const INPUTS: usize = 1 << 20;
/// Comparisons that are kept of a run.
const COMPARISONS: usize = 1024;

/// Inputs of a run that did something new.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub inputs: Vec<(InputId, Bits)>,
    /// Comparisons that always have the same result; at each place the one that is closest to another.
    one_sided: Vec<Comparison>,
    steps: u64,
    /// Does one of these comparisons lie before something that is open? As of the last look.
    is_alive: bool,
}

/// A result to work for, and where to start.
pub(super) struct Start {
    pub inputs: Vec<(InputId, Bits)>,
    /// What the run of these inputs compares.
    pub at: Comparison,
    pub aim: Aim,
}

#[derive(Default)]
pub(super) struct Corpus {
    entries: Vec<Entry>,
    inputs: usize,
    /// Indices of the entries that are alive.
    alive: Vec<usize>,
}

/// How often each result of a comparison was chosen.
#[derive(Default)]
pub(super) struct Tries(FxHashMap<(u32, bool), u32>);

/// What a corpus needs to know of runs and the program to choose.
pub(super) struct Lookout<'a> {
    pub compiled: &'a Compiled,
    pub nearness: &'a Nearness,
    pub outcomes: &'a dyn Fn(u32) -> Outcomes,
}

impl Lookout<'_> {
    /// The result that a place of comparisons never had, if it had one, and the place lies before something that is open; with the distance.
    pub(super) fn aim(&self, place: u32) -> Option<(Aim, u32)> {
        let (relation, unsigned) = self.compiled.relation_at(place);
        let outcomes = (self.outcomes)(place);
        let holds = match (outcomes.had(relation, true), outcomes.had(relation, false)) {
            (false, true) => true,
            (true, false) => false,
            _ => return None,
        };
        let distance = self.nearness.of_place(place);
        (distance != Nearness::NEVER).then_some((Aim { place, relation, unsigned, holds }, distance))
    }
}

impl Corpus {
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Keeps the inputs of a run.
    pub(super) fn keep(&mut self, inputs: Vec<(InputId, Bits)>, comparisons: &[Comparison], steps: u64, lookout: &Lookout<'_>, random: &mut Random) {
        if inputs.is_empty() || self.entries.last().is_some_and(|e| e.inputs == inputs) {
            return;
        }
        let mut closest: FxHashMap<u32, (u128, Comparison)> = FxHashMap::default();
        for comparison in comparisons {
            if let Some((aim, _)) = lookout.aim(comparison.place) {
                let gap = aim.gap(comparison);
                let entry = closest.entry(comparison.place).or_insert((gap, *comparison));
                if gap < entry.0 {
                    *entry = (gap, *comparison);
                }
            }
        }
        let mut one_sided: Vec<Comparison> = closest.into_values().map(|c| c.1).collect();
        one_sided.sort_unstable_by_key(|c| c.place);
        one_sided.truncate(COMPARISONS);
        self.inputs += inputs.len();
        let is_alive = !one_sided.is_empty();
        self.entries.push(Entry { inputs, one_sided, steps, is_alive });
        while self.entries.len() > ENTRIES || (self.inputs > INPUTS && self.entries.len() > 1) {
            let old = &self.entries[..self.entries.len() - 1];
            let index = old.iter().position(|e| !e.is_alive).unwrap_or_else(|| random.below(old.len()));
            self.inputs -= self.entries.remove(index).inputs.len();
        }
        self.look(lookout);
    }

    /// Finds out which entries still lead on.
    pub(super) fn look(&mut self, lookout: &Lookout<'_>) {
        self.alive.clear();
        for (index, entry) in self.entries.iter_mut().enumerate() {
            entry.one_sided.retain(|c| lookout.aim(c.place).is_some());
            entry.is_alive = !entry.one_sided.is_empty();
            if entry.is_alive {
                self.alive.push(index);
            }
        }
    }

    /// An entry to change, mostly a new one, and mostly one that leads on.
    pub(super) fn parent(&self, random: &mut Random) -> &Entry {
        if !self.alive.is_empty() && random.chance(60) {
            let n = self.alive.len();
            let index = if random.chance(50) { n - 1 - random.below(n.min(8)) } else { random.below(n) };
            return &self.entries[self.alive[index]];
        }
        let n = self.entries.len();
        &self.entries[if random.chance(50) { n - 1 - random.below(n.min(8)) } else { random.below(n) }]
    }

    /// Any entry.
    pub(super) fn other(&self, random: &mut Random) -> &Entry {
        &self.entries[random.below(self.entries.len())]
    }

    /// A result to work for: one that was not tried often, near to something open, from an entry that almost has it.
    pub(super) fn choose(&self, tries: &mut Tries, lookout: &Lookout<'_>, random: &mut Random) -> Option<Start> {
        let mut best: Option<(u64, usize, Comparison, Aim)> = None;
        for &index in &self.alive {
            let entry = &self.entries[index];
            for comparison in &entry.one_sided {
                let Some((aim, distance)) = lookout.aim(comparison.place) else { continue };
                let tries = tries.0.get(&(aim.place, aim.holds)).copied().unwrap_or(0);
                let gap = u64::from(128 - aim.gap(comparison).leading_zeros());
                let cost = u64::from(entry.steps.ilog2().saturating_sub(10)) * 4;
                let key = u64::from(tries) * 48 + u64::from(distance.min(100)) * 4 + gap + cost + random.below(24) as u64;
                if best.is_none_or(|b| key < b.0) {
                    best = Some((key, index, *comparison, aim));
                }
            }
        }
        let (_, index, comparison, aim) = best?;
        *tries.0.entry((aim.place, aim.holds)).or_default() += 1;
        Some(Start { inputs: self.entries[index].inputs.clone(), at: comparison, aim })
    }
}
