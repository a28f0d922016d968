//! What writers of files share: files that are never seen half written, and fingerprints.

use sha2::{Digest, Sha256};
use std::path::Path;
use std::{fs, io};

/// A file under a name beside the target first, then renamed: nobody sees half a file.
pub fn write_atomically(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    let part = path.with_file_name(name);
    fs::write(&part, content).and_then(|()| fs::rename(&part, path)).inspect_err(|_| {
        // The failure to report is the one of the write; a file that could not be made need not be removed.
        let _ = fs::remove_file(&part);
    })
}

/// SHA-256 as text.
pub fn fingerprint(content: &[u8]) -> String {
    hexadecimal(&Sha256::digest(content))
}

pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
