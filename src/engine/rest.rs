//! A program whose properties are asked only where an earlier analysis has not looked, and the same program as a whole: what holds of the whole holds of the rest, and a run
//! may show something of both. The whole program may be the easier one.

use crate::board::Board;
use crate::status::{Engine, Evidence, Status};
use goto::interp::Compiled;
use goto::limits::Stop;

/// Tells the board of the rest what follows from what is known of the whole. They must have the same properties; else nothing follows.
pub fn hand_over(whole: &Board, rest: &Board, stop: &Stop) {
    let (own, other) = (&whole.program().properties, &rest.program().properties);
    let is_same = own.len() == other.len() && own.values().zip(other.values()).all(|(a, b)| (&a.name, a.class, a.loc) == (&b.name, b.class, b.loc));
    if !is_same {
        return;
    }
    // Where nothing was found, all that is asked was looked at.
    let is_violated = |id| whole.status(id).is_reached();
    if let Some(depth) = whole.depth().filter(|_| !own.ids().any(is_violated)) {
        rest.note_depth(depth);
    }
    let compiled = Compiled::new(rest.program());
    for id in own.ids() {
        match whole.status(id) {
            Status::Excluded(proof) => rest.exclude(id, proof),
            // It counts only if the run has left what was looked at.
            Status::Reached(Evidence::Inputs(inputs)) => _ = rest.try_inputs(&compiled, &inputs, &[], Engine::Bmc, stop),
            Status::Open(_) | Status::Reached(Evidence::Test(_) | Evidence::NativeRuns(_) | Evidence::UnwrittenMemory(_)) | Status::Superseded => {}
        }
    }
}
