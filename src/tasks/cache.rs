//! What earlier runs have found, in a folder: each thing in a file whose name says of what it was made. Files are written aside and renamed, so that several runs may share the
//! folder; what is missing or cannot be read is found anew. May be deleted at any time.

use report::files::{fingerprint, write_beside_others};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The folder in a project.
pub const FOLDER: &str = ".gotcha/cache";
/// Files that are kept at most; then the older half goes.
const MOST: usize = 20_000;

#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
    tool: String,
}

impl Cache {
    /// Nothing is made there until there is something to keep.
    pub fn at(folder: &Path) -> Self {
        let cache = Self { folder: folder.to_owned(), tool: tool() };
        cache.limit(MOST);
        cache
    }

    /// What was kept of this: `kind` says what it is, `made_of` all that it depends on, but for the tool.
    pub(crate) fn get<T: DeserializeOwned>(&self, kind: &str, made_of: &str) -> Option<T> {
        serde_json::from_slice(&fs::read(self.path(kind, made_of)).ok()?).ok()
    }

    /// Keeps it. Where that cannot be done it is found again next time.
    pub(crate) fn put<T: Serialize>(&self, kind: &str, made_of: &str, value: &T) {
        let path = self.path(kind, made_of);
        let write = || {
            fs::create_dir_all(&self.folder)?;
            // Nobody wants it under version control.
            let ignored = self.folder.join(".gitignore");
            if !ignored.exists() {
                write_beside_others(&ignored, b"*\n")?;
            }
            write_beside_others(&path, &serde_json::to_vec(value)?)
        };
        let _: io::Result<()> = write();
    }

    fn path(&self, kind: &str, made_of: &str) -> PathBuf {
        self.folder.join(format!("{kind}-{}.json", fingerprint(format!("{} {kind}\n{made_of}", self.tool).as_bytes())))
    }

    /// Removes the older half of too many files.
    fn limit(&self, most: usize) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        let paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "json")).collect();
        if paths.len() <= most {
            return;
        }
        let time = |path: &Path| path.metadata().and_then(|about| about.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
        let mut by_time: Vec<(SystemTime, PathBuf)> = paths.into_iter().map(|path| (time(&path), path)).collect();
        by_time.sort();
        for (_, path) in &by_time[..by_time.len() - most / 2] {
            // Another run may have been faster.
            let _ = fs::remove_file(path);
        }
    }
}

/// What distinguishes this build from others: what one of them has proved, another one may know to be wrong.
fn tool() -> String {
    let about = std::env::current_exe().and_then(fs::metadata).ok();
    let built = about.and_then(|about| Some((about.len(), about.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?)));
    format!("{} {built:?}", report::VERSION)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found_by_what_it_was_made_of() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(&folder.path().join("a/b"));
        assert_eq!(cache.get::<u32>("number", "x"), None);
        cache.put("number", "x", &7);
        assert_eq!((cache.get("number", "x"), cache.get::<u32>("number", "y"), cache.get::<u32>("other", "x")), (Some(7), None, None));
        fs::write(cache.path("number", "x"), "{").unwrap();
        assert_eq!(cache.get::<u32>("number", "x"), None);
        (0..10).for_each(|n| cache.put("number", &n.to_string(), &n));
        cache.limit(8);
        assert_eq!(fs::read_dir(&cache.folder).unwrap().count(), 4 + 1);
        fs::remove_dir_all(folder.path().join("a")).unwrap();
        cache.put("number", "x", &8);
        assert_eq!(cache.get("number", "x"), Some(8));
    }
}
