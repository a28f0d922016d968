//! Rewrites preprocessed C so that lang-c's grammar accepts it, and remembers where everything came from. A pass over tokens: it knows no types
//! beyond the names that `typedef` introduces, and changes nothing that the grammar accepts already.
//!
//! What has no counterpart in the grammar becomes a use of a name of [`names`], which the checker gives its meaning or refuses.

mod context;
mod declarations;
mod edit;
mod expressions;
mod newer;
mod pragma;
mod rewrite;
pub(crate) mod stream;
#[cfg(test)]
mod tests;
pub(crate) mod token;

pub use edit::OffsetMap;
pub use pragma::Pragmas;
pub use rewrite::names;

use super::dialect::{Dialect, Standard};
use goto::outline::Insertion;
use pragma::Packing;
use std::ops::Range;

/// The text for the parser and what the parser cannot carry.
#[derive(Debug)]
pub struct Normalised {
    /// What the parser reads.
    pub text: String,
    /// The text before the rewrites, with blanks in place of comments and directives.
    pub blanked: String,
    /// From `text` to `blanked`.
    pub offsets: OffsetMap,
    pub pragmas: Pragmas,
    /// Offsets in `text` between external declarations, ascending, at some distance from each other.
    pub cuts: Vec<usize>,
    /// A function inside of a function, which the grammar refuses; a range of `blanked`.
    pub nested_function: Option<Range<usize>>,
}

/// Text that cannot be C, or not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed {
    /// In the text given.
    pub range: Range<usize>,
    pub message: String,
    /// It is C, but nothing that can be read here.
    pub unsupported: bool,
}

/// Rewrites a preprocessed text of less than 4 GiB.
pub fn normalise(text: &str) -> Result<Normalised, Malformed> {
    normalise_with(text, &[], Dialect::default())
}

/// As [`normalise`], with insertions, for a dialect.
pub fn normalise_with(text: &str, insertions: &[Insertion], dialect: Dialect) -> Result<Normalised, Malformed> {
    let malformed = |range, message| Malformed { range, message, unsupported: false };
    let mut tokens = token::tokenize(text).map_err(|e| malformed(e.range, e.message.to_owned()))?;
    tokens.rename(dialect.ordinary_names());
    let mut stream = stream::Stream::new(&tokens).map_err(|e| malformed(e.range, e.message))?;
    stream.newer.is_c23 |= dialect.standard == Some(Standard::C23);
    let mut rewriter = rewrite::Rewriter::new(&stream);
    rewriter.run();
    let rewrite::Rewriter { mut edits, needs_prelude, mut pragmas, nested_function, cuts, .. } = rewriter;
    if needs_prelude {
        let types = [names::INT128, names::UINT128, names::AUTO_TYPE, names::NULLPTR];
        edits.prepend(format!("typedef int {};\n", types.join(", ")));
    }
    for insertion in insertions {
        match insertion.number {
            Some(number) => edits.insert_tagged(insertion.at, &insertion.text, number),
            None => edits.insert(insertion.at, &insertion.text),
        }
    }
    let (new, offsets) = edits.apply(&tokens.text);
    let cuts = cuts.into_iter().map(|old| offsets.before(old)).collect();
    let lines = tokens.directives.iter().filter_map(|d| {
        let rest = text[d.clone()].trim_start_matches('#').trim_start();
        Some((d.start, rest.strip_prefix("pragma")?.to_owned()))
    });
    pragmas.extend(lines);
    pragmas.sort_by_key(|&(offset, _)| offset);
    let mut packing = Packing::default();
    for (offset, pragma) in pragmas {
        if pragma.trim_start().starts_with("scalar_storage_order") && pragma.contains("big-endian") {
            return Err(Malformed {
                range: offset..offset + 1,
                message: "records with the bytes of numbers reversed are not supported".to_owned(),
                unsupported: true,
            });
        }
        packing.pragma(offsets.forward(offset), &pragma);
    }
    Ok(Normalised { text: new, blanked: tokens.text, offsets, pragmas: packing.finish(), cuts, nested_function })
}
