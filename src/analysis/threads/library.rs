//! The functions of threads and locks by what calls of them mean, for their models in C are more than has to be looked at. Everything else is known by its body.

use goto::{FuncId, Program};

/// Where the models stand.
const FILE: &str = "concurrency.c";

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Mode {
    Shared,
    Exclusive,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum LockKind {
    Mutex,
    Spin,
    ReadWrite,
}

impl LockKind {
    /// Bytes that its model uses.
    pub(super) fn size(self) -> i64 {
        match self {
            LockKind::Mutex => 20,
            LockKind::Spin => 4,
            LockKind::ReadWrite => 12,
        }
    }
}

/// What a call of a function of the library does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LibraryCall {
    /// `(handle, attributes, function, argument)`.
    Create,
    /// `(handle, result)`.
    Join,
    /// The thread ends, with this result.
    End,
    Lock(LockKind, Mode),
    /// The lock is held if the result is zero.
    Try(LockKind, Mode),
    /// The same, after waiting for a while.
    Timed(LockKind, Mode),
    Unlock(LockKind),
    /// `(condition, mutex)`: the mutex is given back and taken again.
    Wait,
    /// The lock is made, or is no lock any more.
    Reset(LockKind),
    /// Others go on earlier or later. Nothing is accessed that the program may access.
    Nothing,
    /// What it does is not followed.
    Unknown,
}

impl LibraryCall {
    pub(super) fn of(program: &Program, function: FuncId) -> Option<Self> {
        let f = &program.functions[function];
        let is_model = f.model && f.body.is_some() && program.is_in_library(f.loc, FILE);
        let name = f.name.split('.').next()?.strip_prefix("__model_").filter(|_| is_model)?;
        Self::of_name(name)
    }

    fn of_name(name: &str) -> Option<Self> {
        use LockKind::{Mutex, ReadWrite, Spin};
        use Mode::{Exclusive, Shared};
        Some(match name {
            "pthread_create" | "thrd_create" => Self::Create,
            "pthread_join" | "thrd_join" => Self::Join,
            "pthread_exit" | "thrd_exit" => Self::End,
            "pthread_mutex_lock" | "mtx_lock" => Self::Lock(Mutex, Exclusive),
            "pthread_mutex_trylock" | "mtx_trylock" => Self::Try(Mutex, Exclusive),
            "pthread_mutex_timedlock" | "mtx_timedlock" => Self::Timed(Mutex, Exclusive),
            "pthread_mutex_unlock" | "mtx_unlock" => Self::Unlock(Mutex),
            "pthread_mutex_init" | "pthread_mutex_destroy" | "mtx_init" | "mtx_destroy" => Self::Reset(Mutex),
            "pthread_spin_lock" => Self::Lock(Spin, Exclusive),
            "pthread_spin_trylock" => Self::Try(Spin, Exclusive),
            "pthread_spin_unlock" => Self::Unlock(Spin),
            "pthread_spin_init" | "pthread_spin_destroy" => Self::Reset(Spin),
            "pthread_rwlock_rdlock" => Self::Lock(ReadWrite, Shared),
            "pthread_rwlock_wrlock" => Self::Lock(ReadWrite, Exclusive),
            "pthread_rwlock_tryrdlock" => Self::Try(ReadWrite, Shared),
            "pthread_rwlock_trywrlock" => Self::Try(ReadWrite, Exclusive),
            "pthread_rwlock_timedrdlock" => Self::Timed(ReadWrite, Shared),
            "pthread_rwlock_timedwrlock" => Self::Timed(ReadWrite, Exclusive),
            "pthread_rwlock_unlock" => Self::Unlock(ReadWrite),
            "pthread_rwlock_init" | "pthread_rwlock_destroy" => Self::Reset(ReadWrite),
            "pthread_cond_wait" | "pthread_cond_timedwait" | "cnd_wait" | "cnd_timedwait" => Self::Wait,
            "pthread_cond_signal" | "pthread_cond_broadcast" | "cnd_signal" | "cnd_broadcast" => Self::Nothing,
            "pthread_cond_init" | "pthread_cond_destroy" | "cnd_init" | "cnd_destroy" => Self::Nothing,
            "pthread_self" | "pthread_equal" | "pthread_detach" | "pthread_yield" | "pthread_setconcurrency" => Self::Nothing,
            "thrd_current" | "thrd_equal" | "thrd_detach" | "thrd_yield" => Self::Nothing,
            // Destructors run at the end of threads, and handlers where they are left early.
            "pthread_key_create" | "tss_create" => Self::Unknown,
            _ if name.starts_with("__pthread") || name.starts_with("__sigsetjmp") => Self::Unknown,
            _ => return None,
        })
    }
}
