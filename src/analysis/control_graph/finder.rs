//! Which executed iterations may be those of a state, without a look at all of them: there may be thousands, each from another value of some counter.

use super::contents::{ContentNumber, Contents};
use super::needs::Needs;
use rustc_hash::FxHashMap;

/// Executed iterations, by their numbers.
#[derive(Default)]
pub(super) struct Finder {
    /// Those that need nothing.
    always: Vec<usize>,
    /// The others, by what they need of one coordinate.
    needing: FxHashMap<(usize, ContentNumber), Vec<usize>>,
    /// The coordinates by which they are found.
    coordinates: Needs,
    /// By what they begin with, apart from what they pass on.
    begins: Vec<(Needs, FxHashMap<Vec<ContentNumber>, usize>)>,
}

impl Finder {
    /// An iteration that begins with this, makes its decisions by what it needs of it and passes on some of it.
    pub(super) fn add(&mut self, number: usize, begin: &[ContentNumber], own: Needs, passed_on: Needs, contents: &[Contents]) {
        // Where there are most contents, each belongs to fewest iterations.
        match own.iter().max_by_key(|&at| contents[at].all().len()) {
            Some(at) => {
                self.coordinates = self.coordinates.union(Needs::of(at));
                self.needing.entry((at, begin[at])).or_default().push(number);
            }
            None => self.always.push(number),
        }
        let at = self.begins.iter().position(|(passed, _)| *passed == passed_on).unwrap_or_else(|| {
            self.begins.push((passed_on, FxHashMap::default()));
            self.begins.len() - 1
        });
        self.begins[at].1.entry(apart_from(passed_on, begin)).or_insert(number);
    }

    /// All in which what is needed may contain this, ascending.
    pub(super) fn may_cover(&self, end: &[ContentNumber], contents: &[Contents]) -> Vec<usize> {
        let mut found = self.always.clone();
        for at in self.coordinates.iter() {
            for &content in std::iter::once(&end[at]).chain(contents[at].above(end[at])) {
                found.extend(self.needing.get(&(at, content)).into_iter().flatten());
            }
        }
        found.sort_unstable();
        found
    }

    /// The first that is the same from here: it differs in nothing but what it passes on.
    pub(super) fn same(&self, contents: &[ContentNumber]) -> Option<usize> {
        self.begins.iter().filter_map(|(passed_on, begins)| begins.get(&apart_from(*passed_on, contents)).copied()).min()
    }
}

fn apart_from(passed_on: Needs, contents: &[ContentNumber]) -> Vec<ContentNumber> {
    contents.iter().enumerate().filter(|&(at, _)| !passed_on.contains(at)).map(|(_, &content)| content).collect()
}
