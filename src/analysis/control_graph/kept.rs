//! What of a value is kept at the head: the number, the range between boundaries around it, or how much it is beyond another value. So what two counters differ by stays known
//! where it is not known how far they have counted.

use super::needs::Needs;
use super::slots::SlotId;
use super::value::{Content, Origin, Value};
use super::widen::Boundaries;
use crate::intervals::arithmetic::Kind;

/// A slot that has more values and differences from other slots is not compared with them.
const MOST_DIFFERENCES: usize = 128;

/// A slot of which nothing is known at the head but how others differ from it.
pub(super) struct Unknown {
    slot: SlotId,
    kind: Kind,
    origin: Origin,
    needs: Needs,
}

/// What is kept of a value at the head. Where its number is not kept, it may be how much it is beyond that of a slot before. `known`: how much was kept of this slot so far.
pub(super) fn kept_at_head(boundaries: &Boundaries, slot: SlotId, value: &Value, known: usize, unknown: &mut Vec<Unknown>) -> Value {
    let Value { content, needs, origin } = value;
    let widened = match content {
        Content::Number(number) => boundaries.around(slot, number, known),
        _ => None,
    };
    let kept = widened.unwrap_or_else(|| content.clone());
    let comparable = boundaries.kind(slot).filter(|kind| kept == Content::Any && !kind.is_bool());
    let Some((kind, origin)) = comparable.zip(*origin) else { return Value::new(kept, *needs) };
    let difference = |other: &Unknown| {
        let distance = (other.kind == kind).then(|| origin.beyond(other.origin, kind))??;
        Some(Value::new(Content::Beyond(other.slot, distance), needs.union(other.needs)))
    };
    if let Some(difference) = unknown.iter().find_map(difference) {
        return if known < MOST_DIFFERENCES { difference } else { Value::any() };
    }
    unknown.push(Unknown { slot, kind, origin, needs: *needs });
    Value::any()
}
