//! What a process may no longer do that runs a program with arguments that nobody has read: it writes to one folder and to nothing else, changes no owner, mode or time of any file, reaches no
//! other process and no network, and starts no other process. Rests on Landlock and seccomp of the kernel; where they are not there, there is no confinement, and this says so. Namespaces come
//! on top: where there are none, what they keep apart is refused.

use crate::namespaces;
use landlock::{ABI, AccessFs, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr};
use seccompiler::{BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule, TargetArch};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use thiserror::Error;

/// The oldest Landlock that also covers the truncation of files (Linux 6.2).
const LANDLOCK: ABI = ABI::V3;
/// Files outside of the folder that are written to without any effect.
const HARMLESS: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

/// What Landlock does not cover (landlock(7), "Current limitations") and a test must not do.
const REFUSED: &[libc::c_long] = &[
    libc::SYS_chmod,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchmodat2,
    libc::SYS_chown,
    libc::SYS_fchown,
    libc::SYS_lchown,
    libc::SYS_fchownat,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    libc::SYS_kill,
    libc::SYS_tkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_pidfd_send_signal,
    libc::SYS_ptrace,
    libc::SYS_process_vm_writev,
    libc::SYS_fork,
    libc::SYS_vfork,
    libc::SYS_socket,
    libc::SYS_socketpair,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_bpf,
    libc::SYS_keyctl,
    libc::SYS_reboot,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_setpriority,
    libc::SYS_ioprio_set,
    libc::SYS_io_uring_setup,
    libc::SYS_shmctl,
    libc::SYS_msgctl,
    libc::SYS_semctl,
    libc::SYS_mq_unlink,
];

/// What reaches other processes by keys and names, unless namespaces keep them apart.
const SHARED: &[libc::c_long] = &[libc::SYS_shmget, libc::SYS_msgget, libc::SYS_semget, libc::SYS_mq_open];

/// Why a process cannot be confined.
#[derive(Debug, Error)]
pub enum ConfinementError {
    #[error("the kernel has no Landlock that covers this: {0}")]
    Landlock(#[from] landlock::RulesetError),
    #[error("the folder of the run: {0}")]
    Folder(#[from] landlock::PathFdError),
    #[error("the filter of system calls: {0}")]
    Filter(#[from] seccompiler::BackendError),
    #[error("there is no filter for 32-bit programs")]
    No32Bit,
}

/// A confinement that is prepared and holds for nobody yet.
pub struct Confinement {
    rules: RulesetCreated,
    filters: [BpfProgram; 3],
    /// For where there are no namespaces.
    without_namespaces: BpfProgram,
    /// Are there to be namespaces where the system has them?
    wants_namespaces: bool,
    has_input: bool,
}

impl Confinement {
    /// For a process that may write below these folders.
    ///
    /// # Errors
    /// If the kernel cannot confine a process like this.
    pub fn new<'a>(folders: impl IntoIterator<Item = &'a Path>) -> Result<Self, ConfinementError> {
        let written = AccessFs::from_write(LANDLOCK);
        let mut rules = Ruleset::default().set_compatibility(CompatLevel::HardRequirement).handle_access(written)?.create()?;
        for folder in folders {
            rules = rules.add_rule(PathBeneath::new(PathFd::new(folder)?, written))?;
        }
        for file in HARMLESS {
            rules = rules.add_rule(PathBeneath::new(PathFd::new(file)?, AccessFs::WriteFile))?;
        }
        let permission = || SeccompAction::Errno(libc::EPERM as u32);
        let filters = [refused(permission())?, unknown()?, other_numbers()];
        Ok(Self { rules, filters, without_namespaces: refused_calls(SHARED, permission())?, wants_namespaces: true, has_input: true })
    }

    /// The same, but what is refused ends the process (SIGSYS): then nothing that it does depends on being confined so.
    ///
    /// # Errors
    /// If the kernel cannot confine a process like this.
    pub fn ending_at_refusal(mut self) -> Result<Self, ConfinementError> {
        self.filters[0] = refused(SeccompAction::KillProcess)?;
        self.without_namespaces = refused_calls(SHARED, SeccompAction::KillProcess)?;
        Ok(self)
    }

    /// The same for a process whose standard input is closed.
    pub fn without_input(self) -> Self {
        Self { has_input: false, ..self }
    }

    /// The same as on a system that has no namespaces.
    #[cfg(test)]
    fn without_namespaces(self) -> Self {
        Self { wants_namespaces: false, ..self }
    }

    /// Confines the process that calls it, and all that it becomes.
    pub(crate) fn enter(&self) -> io::Result<()> {
        let to_others = signals_to_others(std::process::id()).map_err(io::Error::other)?;
        let is_apart = self.wants_namespaces && namespaces::enter().is_ok();
        self.rules.try_clone()?.restrict_self().map_err(io::Error::other)?;
        if !self.has_input {
            // SAFETY: closes a descriptor of the process that is being made, which nobody uses before the program begins.
            unsafe { libc::close(0) };
        }
        let shared = (!is_apart).then_some(&self.without_namespaces);
        self.filters.iter().chain([&to_others]).chain(shared).try_for_each(|filter| seccompiler::apply_filter(filter)).map_err(io::Error::other)
    }
}

/// A signal to a thread of another process than this one. To its own threads `raise` and `abort` send them.
fn signals_to_others(own: u32) -> Result<BpfProgram, seccompiler::BackendError> {
    let is_other = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, own.into())?;
    let rules = BTreeMap::from([(libc::SYS_tgkill, vec![SeccompRule::new(vec![is_other])?])]);
    SeccompFilter::new(rules, SeccompAction::Allow, SeccompAction::Errno(libc::EPERM as u32), TargetArch::x86_64)?.try_into()
}

/// The second set of numbers that the same calls have (x32): as on a kernel that does not have it.
fn other_numbers() -> BpfProgram {
    const FIRST: u32 = 0x4000_0000;
    let instruction = |code: u32, jf: u8, k: u32| seccompiler::sock_filter { code: code as u16, jt: 0, jf, k };
    vec![
        instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0),
        instruction(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 1, FIRST),
        instruction(libc::BPF_RET | libc::BPF_K, 0, libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32),
        instruction(libc::BPF_RET | libc::BPF_K, 0, libc::SECCOMP_RET_ALLOW),
    ]
}

fn refused_calls(calls: &[libc::c_long], what: SeccompAction) -> Result<BpfProgram, seccompiler::BackendError> {
    let rules: BTreeMap<i64, Vec<SeccompRule>> = calls.iter().map(|&call| (call, Vec::new())).collect();
    SeccompFilter::new(rules, SeccompAction::Allow, what, TargetArch::x86_64)?.try_into()
}

/// Calls that the process has no right to, and what becomes of them; of new processes only threads are left.
fn refused(what: SeccompAction) -> Result<BpfProgram, seccompiler::BackendError> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = REFUSED.iter().map(|&call| (call, Vec::new())).collect();
    let thread = libc::CLONE_THREAD as u64;
    let is_process = SeccompCondition::new(0, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(thread), 0)?;
    rules.insert(libc::SYS_clone, vec![SeccompRule::new(vec![is_process])?]);
    SeccompFilter::new(rules, SeccompAction::Allow, what, TargetArch::x86_64)?.try_into()
}

/// The call of which a filter cannot see what it does, as a kernel that does not have it: the library then takes the other one.
fn unknown() -> Result<BpfProgram, seccompiler::BackendError> {
    let rules = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
    SeccompFilter::new(rules, SeccompAction::Allow, SeccompAction::Errno(libc::ENOSYS as u32), TargetArch::x86_64)?.try_into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::{Ended, run_confined};
    use crate::spawn::Invocation;
    use std::ffi::OsStr;
    use std::fs;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;
    use std::time::Duration;

    /// Everything forbidden, one thing after the other; what succeeds is a letter of the exit status.
    const FORBIDDEN: &str = r#"
import ctypes, os, signal, socket, sys
outside, victim, key = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
file = outside + '/precious'
def attempt(action):
    try:
        action()
    except OSError:
        return 0
    return 1
libc = ctypes.CDLL(None, use_errno=True)
def call(*number_and_arguments):
    if libc.syscall(*number_and_arguments) < 0:
        raise OSError(ctypes.get_errno())
succeeded = sum([
    attempt(lambda: open(file, 'w')),
    attempt(lambda: open(file, 'a')),
    attempt(lambda: os.truncate(file, 0)),
    attempt(lambda: os.unlink(file)),
    attempt(lambda: os.rename(file, outside + '/gone')),
    attempt(lambda: os.rename(file, 'gone')),
    attempt(lambda: os.link(file, 'link')),
    attempt(lambda: os.symlink(file, outside + '/symlink')),
    attempt(lambda: os.mkdir(outside + '/folder')),
    attempt(lambda: os.rmdir(outside + '/empty')),
    attempt(lambda: os.chmod(file, 0o777)),
    attempt(lambda: os.chown(file, os.getuid(), os.getgid())),
    attempt(lambda: os.utime(file, (1, 1))),
    attempt(lambda: os.setxattr(file, 'user.a', b'b')),
    attempt(lambda: os.kill(victim, signal.SIGTERM)),
    attempt(lambda: os.kill(victim, 0)),
    attempt(lambda: call(200, victim, 0)),
    attempt(lambda: call(234, victim, victim, 0)),
    attempt(lambda: call(0x40000000 + 39)),
    attempt(lambda: call(29, key, 0, 0)),
    attempt(lambda: call(68, key, 0)),
    attempt(lambda: socket.socket()),
    attempt(lambda: os.posix_spawn('/bin/true', ['true'], {})),
    attempt(lambda: os.system('true') >> 8 == 0 or os.open('/nothing/here', 0)),
])
# What raise and abort do.
call(234, os.getpid(), os.getpid(), 0)
# A folder of one's own is there to be written to, and /dev/null.
open('mine', 'w').write('mine')
open('/dev/null', 'w').write('nothing')
sys.exit(succeeded)
"#;

    /// Memory and a queue that processes share by a key.
    struct Shared {
        key: libc::key_t,
        memory: libc::c_int,
        queue: libc::c_int,
    }

    impl Shared {
        fn new() -> Self {
            let key = 0x6000_0000 | std::process::id() as libc::key_t;
            // SAFETY: makes new objects of the system, or fails.
            let (memory, queue) = unsafe { (libc::shmget(key, 4096, libc::IPC_CREAT | 0o600), libc::msgget(key, libc::IPC_CREAT | 0o600)) };
            assert!(memory >= 0 && queue >= 0, "{}", std::io::Error::last_os_error());
            Self { key, memory, queue }
        }
    }

    impl Drop for Shared {
        fn drop(&mut self) {
            // SAFETY: removes what was made for the test.
            unsafe {
                libc::shmctl(self.memory, libc::IPC_RMID, std::ptr::null_mut());
                libc::msgctl(self.queue, libc::IPC_RMID, std::ptr::null_mut());
            }
        }
    }

    #[test]
    fn a_program_that_tries_everything_forbidden_changes_nothing() {
        let shared = Shared::new();
        changes_nothing(&shared, |confinement| confinement);
        changes_nothing(&shared, Confinement::without_namespaces);
    }

    fn changes_nothing(shared: &Shared, kind: impl Fn(Confinement) -> Confinement) {
        let (own, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let file = outside.path().join("precious");
        fs::write(&file, "precious").unwrap();
        fs::create_dir(outside.path().join("empty")).unwrap();
        let before = fs::metadata(&file).unwrap();
        let confinement = match Confinement::new([own.path()]) {
            // An old kernel: then no such program is run, so there is nothing to look at.
            Err(ConfinementError::Landlock(error)) => return eprintln!("skipped, since the kernel has no Landlock that is needed here: {error}"),
            other => kind(other.unwrap()),
        };
        let mut victim = Command::new("sleep").arg("60").spawn().unwrap();
        // What is called python3 may be a script that starts the interpreter, which is forbidden as well.
        let python = Command::new("python3").args(["-c", "import sys; print(sys.executable, end='')"]).output().unwrap().stdout;
        let mut everything = Invocation::new(OsStr::from_bytes(&python));
        everything.args(["-c", FORBIDDEN]).arg(outside.path()).arg(victim.id().to_string()).arg(shared.key.to_string()).current_dir(own.path());
        let ended = run_confined(everything, [], Some(&confinement), Duration::from_secs(20), &|| false).unwrap();
        let is_alive = victim.try_wait().unwrap().is_none();
        victim.kill().unwrap();
        victim.wait().unwrap();
        assert!(matches!(ended, Ended::ByItself(status) if status.code() == Some(0)), "{ended:?}");
        assert!(is_alive);
        assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
        assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 2);
        let after = fs::metadata(&file).unwrap();
        assert_eq!((before.permissions().mode(), before.modified().unwrap()), (after.permissions().mode(), after.modified().unwrap()));
        assert_eq!(fs::read_to_string(own.path().join("mine")).unwrap(), "mine");
    }
}
