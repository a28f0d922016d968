//! What one file gives to a linker and wants of it, by names. Reads a file as a program is read, and knows nothing of the other files.

use super::check::Checker;
use super::diagnostic::Error;
use super::source::{self, Options};
use std::collections::BTreeSet;
use std::path::Path;

/// The names of a file that matter to others.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Linkage {
    /// Functions, and variables with initial values: two of one name are not one program.
    pub strong: BTreeSet<String>,
    /// Weak symbols and tentative definitions: definitions elsewhere take their place.
    pub weak: BTreeSet<String>,
    /// Functions of this file alone.
    pub internal: BTreeSet<String>,
    /// Functions that are used and have no body here.
    pub undefined: BTreeSet<String>,
    /// Variables that are declared and not defined here, used or not.
    pub declared_variables: BTreeSet<String>,
}

impl Linkage {
    /// Does the file define what others may name so?
    pub fn defines(&self, name: &str) -> bool {
        self.strong.contains(name) || self.weak.contains(name)
    }
}

/// Reads a file.
///
/// # Errors
/// If it cannot be read or is wrong.
pub fn read(path: &Path, options: &Options) -> Result<Linkage, Error> {
    source::on_big_stack(|| {
        let mut checker = Checker::for_dialect(options.data_model, options.dialect);
        let source = source::read(path, options)?;
        checker.add_unit_in(&source, options.of(path).dialect)?;
        let mut linkage = checker.linkage();
        // Of variables that a header declares most are not used.
        let words: Vec<&str> = source.map.text().split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
        linkage.declared_variables.retain(|name| words.iter().filter(|word| *word == name).count() > 1);
        Ok(linkage)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_gives_and_wants() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.c");
        let text = "extern int used, unused; int tentative, full = 1; static int own(void) { return used; } inline int in(void) { return 1; }
            int wanted(int), not_wanted(int); __attribute__((weak)) int hook(void) { return 0; }
            int f(void) { return own() + wanted(in()) + hook(); }";
        std::fs::write(&path, text).expect("written");
        let linkage = read(&path, &Options::default()).expect("is right");
        let names = |set: &BTreeSet<String>| set.iter().cloned().collect::<Vec<_>>().join(" ");
        assert_eq!(names(&linkage.strong), "f full");
        assert_eq!(names(&linkage.weak), "hook tentative");
        assert_eq!(names(&linkage.internal), "own");
        assert_eq!((names(&linkage.undefined), names(&linkage.declared_variables)), ("wanted".to_owned(), "used".to_owned()));
    }
}
