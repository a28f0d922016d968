//! Namespaces of its own for a process: mounts, and the memory, queues and semaphores that processes share by keys. Where a kernel or a container gives none the caller has to refuse what
//! they would keep apart. A process has no process numbers of its own here: the first one of them gets no signal for which it has no handler, so `abort` and `raise` would do something else.

use std::fs;
use std::io;

/// Puts the calling process, which has one thread, into namespaces of its own. Its user and group keep their numbers.
///
/// # Errors
/// If the system does not allow it; then nothing has changed.
pub(crate) fn enter() -> io::Result<()> {
    // SAFETY: the calls ask for numbers, and change what this process shares with others.
    let (user, group, result) = unsafe { (libc::geteuid(), libc::getegid(), libc::unshare(libc::CLONE_NEWUSER | libc::CLONE_NEWNS | libc::CLONE_NEWIPC)) };
    if result != 0 {
        return Err(io::Error::last_os_error());
    }
    // Without these the numbers are those of nobody; what files may be used stays the same.
    for (file, text) in [("setgroups", "deny".to_owned()), ("uid_map", format!("{user} {user} 1")), ("gid_map", format!("{group} {group} 1"))] {
        let _ = fs::write(format!("/proc/self/{file}"), text);
    }
    Ok(())
}
