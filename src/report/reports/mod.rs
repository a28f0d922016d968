//! Reports of results for people and for other tools. Each is made of an [`AnalysisResult`](crate::result::AnalysisResult) alone, and of the source where it is shown;
//! what is not in a result is in no report. Nothing here decides anything, runs anything or writes a file.

pub mod html;
pub mod junit;
pub mod lcov;
pub mod markdown;
pub mod merge;
pub mod sarif;
pub mod table;
pub mod tally;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

/// The text of source files by the names that results have for them.
pub trait Sources {
    /// `None` if the file cannot be read.
    fn text(&self, file: &str) -> Option<String>;
}

impl Sources for BTreeMap<String, String> {
    fn text(&self, file: &str) -> Option<String> {
        self.get(file).cloned()
    }
}
