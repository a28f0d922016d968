//! What writers of files share: files that are never seen half written, and fingerprints.

use sha2::{Digest, Sha256};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The end of the names of files that are still being written.
const PART: &str = ".part";

/// A file under a name beside the target first, then renamed: nobody sees half a file.
pub fn write_atomically(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(PART);
    let part = path.with_file_name(name);
    fs::write(&part, content).and_then(|()| fs::rename(&part, path)).inspect_err(|_| {
        // The failure to report is the one of the write; a file that could not be made need not be removed.
        let _ = fs::remove_file(&part);
    })
}

/// As [`write_atomically`], where other processes may be writing the same file at the same time.
pub fn write_beside_others(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // As for every new file; the system takes away what its user does not want.
    let permissions = fs::Permissions::from_mode(0o666);
    let mut file = tempfile::Builder::new().permissions(permissions).tempfile_in(folder)?;
    file.write_all(content)?;
    file.persist(path).map(drop).map_err(|failed| failed.error)
}

/// As [`write_atomically`], for a folder with files; the folder must not be there.
pub fn write_folder_atomically(path: &Path, files: &[(String, Vec<u8>)]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(PART);
    let part = path.with_file_name(name);
    let write = || {
        fs::create_dir_all(&part)?;
        for (name, content) in files {
            let file = part.join(name);
            file.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(file, content)?;
        }
        fs::rename(&part, path)
    };
    write().inspect_err(|_| {
        // As above.
        let _ = fs::remove_dir_all(&part);
    })
}

/// The name that a file or folder has once it is written.
pub(crate) fn final_name(name: &str) -> &str {
    name.strip_suffix(PART).unwrap_or(name)
}

/// Why a folder cannot be written anew.
pub enum Taken {
    /// It cannot be read.
    Failed(io::Error),
    /// It holds something of this name that is not one's own.
    Foreign(String),
}

/// The files and folders of an earlier run in a folder; none if there is no folder. `is_own` is told whether it is a folder. Names of what is still being written count
/// as what they become.
pub fn former(folder: &Path, is_own: impl Fn(&str, bool) -> bool) -> Result<Vec<PathBuf>, Taken> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Taken::Failed(error)),
    };
    let mut files = Vec::new();
    for entry in entries {
        let entry = entry.map_err(Taken::Failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_folder = entry.file_type().map_err(Taken::Failed)?.is_dir();
        if !is_own(final_name(&name), is_folder) {
            return Err(Taken::Foreign(name));
        }
        files.push(entry.path());
    }
    Ok(files)
}

/// SHA-256 as text.
pub fn fingerprint(content: &[u8]) -> String {
    hexadecimal(&Sha256::digest(content))
}

pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
