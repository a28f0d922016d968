//! Rewrites preprocessed C so that lang-c's grammar accepts it, and remembers where everything came from. A pass over tokens: it knows no types
//! beyond the names that `typedef` introduces, and changes nothing that the grammar accepts already.

mod edit;

pub use edit::{Edits, OffsetMap};

/// The text for the parser and what the parser cannot carry.
#[derive(Debug)]
pub struct Normalised {
    pub text: String,
    pub offsets: OffsetMap,
    pub pragmas: Pragmas,
}

/// `#pragma pack`, by offset in the normalised text.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Pragmas {
    /// From this offset on the maximal alignment of members in bytes; `None` is the natural one.
    pub(super) pack: Vec<(usize, Option<u64>)>,
}

impl Pragmas {
    /// The maximal alignment of the members of a record whose closing brace is at `offset` (take the end of its span).
    pub fn pack_at(&self, offset: usize) -> Option<u64> {
        let after = self.pack.partition_point(|&(start, _)| start <= offset);
        self.pack[..after].last().and_then(|&(_, pack)| pack)
    }
}
