//! What one coordinate holds in the states, numbered, and which of it is within which.

use super::value::Content;
use rustc_hash::FxHashMap;

/// One of the contents that a coordinate has in some state.
pub(super) type ContentNumber = u32;

/// The contents of one coordinate.
#[derive(Clone, Default)]
pub(super) struct Contents {
    all: Vec<Content>,
    numbers: FxHashMap<Content, ContentNumber>,
    /// For each, the others that it is within, ascending.
    above: Vec<Vec<ContentNumber>>,
    /// Those that others may be within, ascending: most contents are single values, and there may be thousands of them.
    wide: Vec<ContentNumber>,
}

impl Contents {
    pub(super) fn number(&mut self, content: Content) -> ContentNumber {
        if let Some(&known) = self.numbers.get(&content) {
            return known;
        }
        let new = self.all.len() as ContentNumber;
        let above = self.wide.iter().copied().filter(|&wide| content.is_within(&self.all[wide as usize])).collect();
        if !content.is_single() {
            let below = self.all.iter().zip(&mut self.above).filter(|(old, _)| old.is_within(&content));
            below.for_each(|(_, above)| above.push(new));
            self.wide.push(new);
        }
        self.above.push(above);
        self.numbers.insert(content.clone(), new);
        self.all.push(content);
        new
    }

    pub(super) fn all(&self) -> &[Content] {
        &self.all
    }

    pub(super) fn get(&self, number: ContentNumber) -> &Content {
        &self.all[number as usize]
    }

    /// The others that it is within.
    pub(super) fn above(&self, number: ContentNumber) -> &[ContentNumber] {
        &self.above[number as usize]
    }

    pub(super) fn is_within(&self, a: ContentNumber, b: ContentNumber) -> bool {
        a == b || self.above(a).binary_search(&b).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::super::slots::SlotId;
    use super::*;
    use crate::intervals::number::Number;
    use goto::{Id, SymbolId};
    use proptest::prelude::*;
    use std::rc::Rc;

    fn content() -> impl Strategy<Value = Content> {
        let number = |number: Option<Number>| Content::Number(Rc::new(number.expect("has a value")));
        prop_oneof![
            Just(Content::Any),
            prop::collection::vec(-4i128..4, 1..4).prop_map(move |v| number(Number::of_values(v))),
            (-6i128..6, 0i128..40, 1i128..5).prop_map(move |(low, length, step)| number(Number::range(low, low + length, step))),
            (0usize..2, 0i128..3).prop_map(|(slot, distance)| Content::Beyond(SlotId::new(slot), distance)),
            (0usize..2, 0u64..2).prop_map(|(symbol, offset)| Content::Address(SymbolId::new(symbol), offset)),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn numbers_are_within_each_other_as_contents_are(all in prop::collection::vec(content(), 1..30)) {
            let mut contents = Contents::default();
            let numbers: Vec<ContentNumber> = all.iter().map(|content| contents.number(content.clone())).collect();
            for (a, &i) in all.iter().zip(&numbers) {
                prop_assert_eq!(contents.get(i), a);
                for (b, &j) in all.iter().zip(&numbers) {
                    prop_assert_eq!(i == j, a == b);
                    prop_assert_eq!(contents.is_within(i, j), a.is_within(b), "{:?} {:?}", a, b);
                }
            }
        }
    }
}
