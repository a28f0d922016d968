//! Classes of the values that an iteration reads: ranges between which the program tells no difference, as far as it compares what it read with constants. On one of
//! them most decisions of an iteration go one way.

use super::flows::flows;
use super::slots::{SlotId, Slots};
use super::widen::{Boundaries, slot_of};
use goto::cfg::Cfg;
use goto::{FuncId, InstrId, InstrKind, Program};
use rustc_hash::FxHashSet;

/// More classes than these would be more work than they spare.
const MOST: usize = 40;

/// The classes of what one instruction reads, once in an iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputClasses {
    /// The instruction, in the function of the loop.
    pub at: InstrId,
    /// From a least to a greatest value. They follow each other and are all values of the type.
    pub ranges: Vec<(i128, i128)>,
}

/// The classes of the first input of an iteration in which the program tells some apart.
pub(super) fn input_classes(program: &Program, slots: &Slots, boundaries: &Boundaries, head: (FuncId, InstrId)) -> Option<InputClasses> {
    let body = program.functions[head.0].body.as_ref()?;
    let cfg = Cfg::new(program, body);
    body.iter().find_map(|(at, instruction)| {
        let InstrKind::Input { lhs, .. } = instruction.kind else { return None };
        let slot = slot_of(program, slots, lhs)?;
        if !is_once(&cfg, at, head.1) {
            return None;
        }
        let ranges = boundaries.ranges(slot, &copies(program, slots, slot))?;
        (2..=MOST).contains(&ranges.len()).then_some(InputClasses { at, ranges })
    })
}

/// Does the instruction lie on the loop, and on no way from it to itself but through the head?
fn is_once(cfg: &Cfg, at: InstrId, head: InstrId) -> bool {
    let (mut pending, mut seen) = (cfg.successors(at).to_vec(), FxHashSet::default());
    let mut reaches_head = false;
    while let Some(next) = pending.pop() {
        if next == at {
            return false;
        }
        if next == head {
            reaches_head = true;
        } else if seen.insert(next) {
            pending.extend_from_slice(cfg.successors(next));
        }
    }
    reaches_head && at > head
}

/// The scalars that the value may be copied to, one after the other.
fn copies(program: &Program, slots: &Slots, from: SlotId) -> FxHashSet<SlotId> {
    let flows = flows(program, slots);
    let mut copies = FxHashSet::from_iter([from]);
    loop {
        let before = copies.len();
        for flow in flows.iter().filter(|flow| !flow.counts) {
            if copies.contains(&flow.from) {
                copies.insert(flow.to);
            }
        }
        if copies.len() == before {
            return copies;
        }
    }
}
