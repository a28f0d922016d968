//! Functions of the library whose answers no test chooses.

/// Their answers are others at another time, on another machine or for another user.
const OF_THE_MOMENT: [&str; 36] = [
    "time",
    "clock",
    "times",
    "gettimeofday",
    "clock_gettime",
    "ftime",
    "localtime",
    "localtime_r",
    "mktime",
    "getuid",
    "geteuid",
    "getgid",
    "getegid",
    "getgroups",
    "getpwuid",
    "getlogin",
    "gethostname",
    "uname",
    "sysinfo",
    "sysconf",
    "getrandom",
    "getpid",
    "getppid",
    "mkstemp",
    "mkostemp",
    "mkstemps",
    "mkostemps",
    "mkdtemp",
    "mktemp",
    "tmpnam",
    "tempnam",
    "arc4random",
    "getentropy",
    "arc4random_buf",
    "arc4random_uniform",
    "timespec_get",
];

/// The function of the library that a function of the program is or stands for, if it is one of them.
pub(crate) fn asked_by(function: &str) -> Option<&'static str> {
    let name = function.strip_prefix("__model_").unwrap_or(function);
    let name = name.strip_suffix("64").unwrap_or(name);
    OF_THE_MOMENT.iter().copied().find(|of_the_moment| *of_the_moment == name)
}
