//! Which files of a database define a name. A file is read only if its text has the name, and once.

use super::database::Database;
use frontend::linkage::{self, Linkage};
use frontend::source::Options;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What is known of the files so far.
pub(super) struct Providers<'a> {
    files: BTreeSet<&'a Path>,
    /// The words of their texts.
    words: BTreeMap<PathBuf, FxHashSet<String>>,
    /// What they define; nothing of those that cannot be read.
    linkages: BTreeMap<PathBuf, Option<Linkage>>,
    /// Why they cannot be read.
    unread: BTreeMap<PathBuf, frontend::Error>,
}

impl<'a> Providers<'a> {
    pub(super) fn new(database: &'a Database) -> Self {
        Self {
            files: database.entries.iter().map(|entry| entry.file.as_path()).collect(),
            words: BTreeMap::new(),
            linkages: BTreeMap::new(),
            unread: BTreeMap::new(),
        }
    }

    /// The files that define the name for others, of these or of all; those with a strong definition alone, if there are some.
    pub(super) fn defining(&mut self, name: &str, among: Option<&BTreeSet<PathBuf>>, options: impl Fn(&Path) -> Option<Options>) -> Vec<PathBuf> {
        let found = self.with(name, among, options, Linkage::defines);
        let strong: Vec<PathBuf> = found.iter().filter(|file| self.linkage(file).is_some_and(|own| own.strong.contains(name))).cloned().collect();
        if strong.is_empty() { found } else { strong }
    }

    /// The files, of these or of all, of which the test holds for a name that is in their text.
    pub(super) fn with(
        &mut self,
        name: &str,
        among: Option<&BTreeSet<PathBuf>>,
        options: impl Fn(&Path) -> Option<Options>,
        test: impl Fn(&Linkage, &str) -> bool,
    ) -> Vec<PathBuf> {
        let files: Vec<PathBuf> = self.files.iter().filter(|file| among.is_none_or(|among| among.contains(**file))).map(|file| (*file).to_owned()).collect();
        let mut found = Vec::new();
        for file in files {
            if !self.words.entry(file.clone()).or_insert_with(|| words(&file)).contains(name) {
                continue;
            }
            let unread = &mut self.unread;
            let read = || match linkage::read(&file, &options(&file)?) {
                Ok(linkage) => Some(linkage),
                Err(error) => {
                    unread.insert(file.clone(), error);
                    None
                }
            };
            let linkage = self.linkages.entry(file.clone()).or_insert_with(read);
            if linkage.as_ref().is_some_and(|own| test(own, name)) {
                found.push(file);
            }
        }
        found
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

/// The words of a file; none if it is not there.
fn words(file: &Path) -> FxHashSet<String> {
    let bytes = fs::read(file).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}
