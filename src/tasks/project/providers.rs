//! Which files of a database define a name. A file is read once, and only if its text has the name; where no such file defines it, also if its text has a part of the name,
//! since a macro may put it together. Files are read side by side; once the work is asked to stop, no more are.

use super::database::Database;
use frontend::library;
use frontend::linkage::{self, Linkage};
use frontend::source::Options;
use goto::limits::Stop;
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Shorter parts of names say nothing.
const SHORTEST_PART: usize = 5;

/// What is known of the files so far.
pub(super) struct Providers<'a> {
    files: BTreeSet<&'a Path>,
    /// The words of their texts.
    words: BTreeMap<PathBuf, FxHashSet<String>>,
    /// What they define; nothing of those that cannot be read.
    linkages: BTreeMap<PathBuf, Option<Linkage>>,
    /// Why they cannot be read.
    unread: BTreeMap<PathBuf, frontend::Error>,
    stop: &'a Stop,
}

impl<'a> Providers<'a> {
    pub(super) fn new(database: &'a Database, stop: &'a Stop) -> Self {
        Self {
            files: database.entries.iter().map(|entry| entry.file.as_path()).collect(),
            words: BTreeMap::new(),
            linkages: BTreeMap::new(),
            unread: BTreeMap::new(),
            stop,
        }
    }

    /// The files that define the name for others, of these or of all; those with a strong definition alone, if there are some.
    pub(super) fn defining(&mut self, name: &str, among: Option<&BTreeSet<PathBuf>>, options: impl Fn(&Path) -> Option<Options> + Sync) -> Vec<PathBuf> {
        let found = self.with(name, among, options, Linkage::defines);
        let strong: Vec<PathBuf> = found.iter().filter(|file| self.linkage(file).is_some_and(|own| own.strong.contains(name))).cloned().collect();
        if strong.is_empty() { found } else { strong }
    }

    /// The files, of these or of all, of which the test holds for a name that is in their text; if there are none, those in whose text are parts of it alone.
    pub(super) fn with(
        &mut self,
        name: &str,
        among: Option<&BTreeSet<PathBuf>>,
        options: impl Fn(&Path) -> Option<Options> + Sync,
        test: impl Fn(&Linkage, &str) -> bool,
    ) -> Vec<PathBuf> {
        let named = self.naming(name, among);
        let found = self.passing(&named, &options, |own| test(own, name));
        // Macros do not make names of the library.
        if !found.is_empty() || library::is_of_library(name) {
            return found;
        }
        let parts: FxHashSet<&str> = parts(name).collect();
        let candidates = self.of_these(among).into_iter().filter(|file| self.words(file).iter().any(|word| parts.contains(word.as_str())));
        let candidates: Vec<PathBuf> = candidates.collect();
        self.passing(&candidates, &options, |own| test(own, name))
    }

    /// The files, of these or of all, whose text has the name.
    pub(super) fn naming(&mut self, name: &str, among: Option<&BTreeSet<PathBuf>>) -> Vec<PathBuf> {
        self.of_these(among).into_iter().filter(|file| self.words(file).contains(name)).collect()
    }

    fn of_these(&self, among: Option<&BTreeSet<PathBuf>>) -> Vec<PathBuf> {
        self.files.iter().filter(|file| among.is_none_or(|among| among.contains(**file))).map(|file| (*file).to_owned()).collect()
    }

    fn words(&mut self, file: &Path) -> &FxHashSet<String> {
        self.words.entry(file.to_owned()).or_insert_with(|| words(file))
    }

    fn passing(&mut self, files: &[PathBuf], options: &(impl Fn(&Path) -> Option<Options> + Sync), test: impl Fn(&Linkage) -> bool) -> Vec<PathBuf> {
        self.read(files, options);
        files.iter().filter(|file| self.linkage(file).is_some_and(&test)).cloned().collect()
    }

    /// Reads all of these files whose text has one of the names: who asks for these names one after the other will need them.
    pub(super) fn read_ahead(&mut self, names: &[&str], among: &BTreeSet<PathBuf>, options: impl Fn(&Path) -> Option<Options> + Sync) {
        let files = self.of_these(Some(among));
        let named: Vec<PathBuf> = files.into_iter().filter(|file| names.iter().any(|name| self.words(file).contains(*name))).collect();
        self.read(&named, &options);
    }

    /// Reads the files that were not read before.
    fn read(&mut self, files: &[PathBuf], options: &(impl Fn(&Path) -> Option<Options> + Sync)) {
        let unread: Vec<&PathBuf> = files.iter().filter(|file| !self.linkages.contains_key(*file)).collect();
        let read_one = |file: &&PathBuf| (self.stop.reason().is_none()).then(|| options(file).map(|options| linkage::read(file, &options)));
        let results: Vec<Option<Option<Result<Linkage, frontend::Error>>>> = unread.par_iter().map(read_one).collect();
        for (file, result) in unread.into_iter().zip(results) {
            let Some(result) = result else { continue };
            let linkage = match result {
                Some(Ok(linkage)) => Some(linkage),
                Some(Err(error)) => {
                    self.unread.insert(file.clone(), error);
                    None
                }
                None => None,
            };
            self.linkages.insert(file.clone(), linkage);
        }
    }

    /// A file that has the name in its text and that nobody could read, and why; of each it is told once.
    pub(super) fn unread(&mut self, name: &str) -> Option<(PathBuf, frontend::Error)> {
        let file = self.unread.keys().find(|file| self.words.get(*file).is_some_and(|words| words.contains(name)))?.clone();
        self.unread.remove_entry(&file)
    }

    /// What a file defines that was looked at.
    pub(super) fn linkage(&self, file: &Path) -> Option<&Linkage> {
        self.linkages.get(file)?.as_ref()
    }
}

/// Parts of a name, between underscores, that may stand in the text alone.
fn parts(name: &str) -> impl Iterator<Item = &str> {
    let ends: Vec<usize> = name.match_indices('_').flat_map(|(at, _)| [at, at + 1]).chain([0, name.len()]).collect();
    let pairs = ends.clone().into_iter().flat_map(move |from| ends.clone().into_iter().map(move |to| (from, to)));
    pairs.filter(|&(from, to)| from + SHORTEST_PART <= to && to - from < name.len()).map(|(from, to)| &name[from..to])
}

/// The words of a file; none if it is not there.
fn words(file: &Path) -> FxHashSet<String> {
    let bytes = fs::read(file).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn parts_end_at_underscores() {
        let found: Vec<&str> = parts("_lib_strlen_8").collect();
        for part in ["strlen", "strlen_8", "_lib_strlen", "lib_strlen"] {
            assert!(found.contains(&part), "{part} {found:?}");
        }
        assert!(!found.contains(&"_lib_strlen_8") && !found.iter().any(|part| part.len() < 5 || part.starts_with("trlen")), "{found:?}");
        assert!(parts("main").next().is_none());
    }
}
