//! Edits of a text and the map of offsets that they leave behind. Knows nothing of C.

use std::ops::Range;

/// Replaces a range of the old text.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Edit {
    old: Range<usize>,
    new: String,
    /// Of text that does not come from the old one.
    tag: Option<u32>,
}

/// Edits in any order; those that would change text that another one changes already are refused.
#[derive(Clone, Default, Debug)]
pub(super) struct Edits {
    edits: Vec<Edit>,
}

impl Edits {
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// Replaces a range. Of overlapping edits the one that came first stays.
    pub(super) fn replace(&mut self, old: Range<usize>, new: impl Into<String>) {
        self.edits.push(Edit { old, new: new.into(), tag: None });
    }

    /// Inserts text of another origin; the map tells where it lies.
    pub(super) fn insert_tagged(&mut self, at: usize, new: impl Into<String>, tag: u32) {
        self.edits.push(Edit { old: at..at, new: new.into(), tag: Some(tag) });
    }

    /// Removes a range; what stood left and right of it stays apart.
    pub(super) fn remove(&mut self, old: Range<usize>) {
        self.replace(old, " ");
    }

    /// Inserts text; several insertions at one place keep their order.
    pub(super) fn insert(&mut self, at: usize, new: impl Into<String>) {
        self.replace(at..at, new);
    }

    /// Inserts text before everything else.
    pub(super) fn prepend(&mut self, new: impl Into<String>) {
        self.edits.insert(0, Edit { old: 0..0, new: new.into(), tag: None });
    }

    /// The new text, and where its bytes come from.
    pub(super) fn apply(mut self, text: &str) -> (String, OffsetMap) {
        // Stable: insertions at one place stay in order.
        self.edits.sort_by_key(|e| (e.old.start, !e.old.is_empty()));
        let mut new = String::with_capacity(text.len() + 256);
        let mut map = OffsetMap::default();
        let mut done = 0;
        for edit in self.edits {
            if edit.old.start < done {
                continue;
            }
            new.push_str(&text[done..edit.old.start]);
            let start = new.len();
            new.push_str(&edit.new);
            done = edit.old.end;
            map.tagged.extend(edit.tag.map(|tag| (start..new.len(), tag)));
            map.pieces.push(Piece { old: edit.old, new: start..new.len() });
        }
        new.push_str(&text[done..]);
        (new, map)
    }
}

/// A range of the old text and what stands for it in the new one.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Piece {
    old: Range<usize>,
    new: Range<usize>,
}

/// From offsets of the new text to offsets of the old one. The default is the identity.
#[derive(Clone, Default, Debug)]
pub struct OffsetMap {
    /// In the order of both texts, disjoint in both.
    pieces: Vec<Piece>,
    /// Text of another origin, in the order of the new text.
    tagged: Vec<(Range<usize>, u32)>,
}

impl OffsetMap {
    /// The tag of the text of another origin around an offset of the new text, and the offset within it.
    pub fn tagged(&self, new: usize) -> Option<(u32, usize)> {
        let after = self.tagged.partition_point(|(range, _)| range.start <= new);
        let (range, tag) = self.tagged[..after].last()?;
        (new < range.end).then(|| (*tag, new - range.start))
    }

    /// The new offset of an old one; the start of the new text for what was replaced.
    pub fn forward(&self, old: usize) -> usize {
        let after = self.pieces.partition_point(|p| p.old.start <= old);
        match self.pieces[..after].last() {
            None => old,
            Some(piece) if old < piece.old.end => piece.new.start,
            Some(piece) => piece.new.end + (old - piece.old.end),
        }
    }

    /// The new offset between the unchanged byte before `old` and whatever was inserted at `old`.
    pub fn before(&self, old: usize) -> usize {
        old.checked_sub(1).map_or(0, |last| self.forward(last) + 1)
    }

    /// The old offset of what begins at `offset`; the start of the edited range for inserted text.
    pub fn start(&self, offset: usize) -> usize {
        let after = self.pieces.partition_point(|p| p.new.start <= offset);
        match self.pieces[..after].last() {
            None => offset,
            Some(piece) if offset < piece.new.end => piece.old.start,
            Some(piece) => piece.old.end + (offset - piece.new.end),
        }
    }

    /// The old offset of what ends before `offset`; the end of the edited range for inserted text.
    pub fn end(&self, offset: usize) -> usize {
        let first = self.pieces.partition_point(|p| p.new.end < offset);
        match self.pieces.get(first) {
            Some(piece) if piece.new.start < offset => piece.old.end,
            Some(piece) => piece.old.start - (piece.new.start - offset),
            None => self.pieces.last().map_or(offset, |piece| piece.old.end + (offset - piece.new.end)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_of_unchanged_text_map_back() {
        let old = "a = b ?: c; main() {}";
        let mut edits = Edits::new();
        edits.insert(12, "int ");
        edits.insert(7, " elvis ");
        edits.insert(0, "typedef int t; ");
        let (new, map) = edits.apply(old);
        assert_eq!(new, "typedef int t; a = b ? elvis : c; int main() {}");
        for word in ["a", "b", "c", "main"] {
            let at = new.rfind(&format!("{word} ")).or(new.find(&format!("{word};"))).or(new.find(word)).expect("there");
            assert_eq!(&old[map.start(at)..map.end(at + word.len())], word);
        }
        let whole = new.find("b ?").expect("there")..new.find(';').map_or(0, |_| new.find("c;").expect("there") + 1);
        assert_eq!(&old[map.start(whole.start)..map.end(whole.end)], "b ?: c");
    }

    #[test]
    fn replaced_text_maps_to_its_whole_range() {
        let mut edits = Edits::new();
        edits.replace(2..4, "xyz");
        edits.replace(3..5, "lost");
        let (new, map) = edits.apply("01234567");
        assert_eq!(new, "01xyz4567");
        assert_eq!((map.start(3), map.end(4)), (2, 4));
        assert_eq!((map.start(5), map.end(5)), (4, 4));
        assert_eq!((map.start(2), map.end(2)), (2, 2));
        assert_eq!((map.start(9), map.end(9)), (8, 8));
    }
}
