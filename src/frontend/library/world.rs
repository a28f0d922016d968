//! What models of library functions may know of the program and of its world: how much of the world there is, and how the program looks at it. Knows names of functions
//! and what the user says; the models themselves are C.

use goto::{InstrKind, LONGEST_ARGUMENT, MOST_ARGUMENTS};

use crate::assumptions::{LONGEST_VARIABLE, MOST_FILES};
use crate::lower::{FunctionLowering, Unit};

/// Bytes of a file that is read.
pub(crate) const LONGEST_FILE: u16 = 512;
/// More than any limit.
const UNLIMITED: i128 = i32::MAX as i128;

/// How a program reads files, as its calls and its text say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileUse {
    /// It may read again what it has read.
    goes_back: bool,
    /// It names open files by their numbers.
    uses_numbers: bool,
    /// It looks at the size in what it is told of a file.
    asks_for_sizes: bool,
}

impl FileUse {
    /// Of a program that calls these functions, which it does not define, and opens files to read them in so many places. Where there are several, one may be read again.
    pub(crate) fn of(called: &[&str], asks_for_sizes: bool, openings: usize) -> Self {
        Self {
            goes_back: asks_for_sizes || openings > 1 || called.iter().any(|name| goes_back(name)),
            uses_numbers: called.iter().any(|name| uses_numbers(name)),
            asks_for_sizes,
        }
    }
}

fn without_width(name: &str) -> &str {
    name.strip_suffix("64").unwrap_or(name)
}

fn uses_numbers(name: &str) -> bool {
    let by_number = [
        "open",
        "creat",
        "read",
        "pread",
        "write",
        "lseek",
        "close",
        "dup",
        "dup2",
        "dup3",
        "fcntl",
        "fileno",
        "fileno_unlocked",
        "fdopen",
        "isatty",
        "fstat",
        "ioctl",
        "tcgetattr",
        "fchmod",
        "mkstemp",
        "mkostemp",
        "mkstemps",
    ];
    by_number.contains(&without_width(name))
}

fn goes_back(name: &str) -> bool {
    ["fseek", "fseeko", "rewind", "fsetpos", "ftell", "ftello", "fgetpos", "lseek", "pread"].contains(&without_width(name))
}

/// A constant that models ask for by a function of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Setting {
    /// Is what the program reads of the world outside among its inputs?
    HasWorld,
    /// Is it asked whether accesses stay within their objects, of arguments too?
    AccessesAreChecked,
    /// May the program read again what it has read of a file?
    GoesBackInFiles,
    /// Does the program name open files by their numbers?
    UsesFileNumbers,
    /// Does the program ask how large a file is?
    AsksForSizes,
    /// Does the user say how many arguments there are at most, and how long?
    ArgumentsAreLimited,
    MostArguments,
    /// The most bytes of an argument.
    LongestArgument,
    /// Does the user say what the arguments are?
    ArgumentsAreFixed,
    /// Does the user say something of the standard input or of files?
    FilesAreLimited,
    /// Does the user say so much of files that no other program changes them?
    FilesAreKnown,
    /// The most bytes of the standard input.
    LongestInput,
    MostFiles,
    /// The most bytes of a file.
    LongestFile,
    /// Does the user say which variables of the environment are set, or to what?
    VariablesAreLimited,
    /// May something fail in tests?
    MayFail,
    /// Does a test say what the world is, which may be more than models hold?
    WorldIsGiven,
}

impl Setting {
    pub(super) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "__has_world" => Self::HasWorld,
            "__accesses_are_checked" => Self::AccessesAreChecked,
            "__goes_back_in_files" => Self::GoesBackInFiles,
            "__uses_file_numbers" => Self::UsesFileNumbers,
            "__asks_for_sizes" => Self::AsksForSizes,
            "__arguments_are_limited" => Self::ArgumentsAreLimited,
            "__most_arguments" => Self::MostArguments,
            "__longest_argument" => Self::LongestArgument,
            "__arguments_are_fixed" => Self::ArgumentsAreFixed,
            "__files_are_limited" => Self::FilesAreLimited,
            "__files_are_known" => Self::FilesAreKnown,
            "__longest_input" => Self::LongestInput,
            "__most_files" => Self::MostFiles,
            "__longest_file" => Self::LongestFile,
            "__variables_are_limited" => Self::VariablesAreLimited,
            "__may_fail" => Self::MayFail,
            "__world_is_given" => Self::WorldIsGiven,
            _ => return None,
        })
    }

    pub(super) fn value(self, unit: &Unit<'_>) -> i128 {
        let world = &unit.options.world;
        let arguments = world.arguments;
        match self {
            Self::HasWorld => unit.options.has_world().into(),
            Self::AccessesAreChecked => unit.options.accesses_are_checked.into(),
            Self::GoesBackInFiles => unit.file_use.goes_back.into(),
            Self::UsesFileNumbers => unit.file_use.uses_numbers.into(),
            Self::AsksForSizes => unit.file_use.asks_for_sizes.into(),
            Self::ArgumentsAreLimited => arguments.is_some().into(),
            Self::MostArguments => arguments.map_or(MOST_ARGUMENTS, |limits| limits.number()).into(),
            Self::LongestArgument => arguments.map_or(LONGEST_ARGUMENT, |limits| limits.length()).into(),
            Self::ArgumentsAreFixed => world.fixed_arguments().is_some().into(),
            Self::FilesAreLimited => world.limits_files().into(),
            Self::FilesAreKnown => world.knows_files().into(),
            Self::LongestInput => world.stdin.map_or(UNLIMITED, i128::from),
            Self::MostFiles => world.files.map_or(UNLIMITED, |limits| limits.number().into()),
            Self::LongestFile => world.files.and_then(|limits| limits.length()).map_or(UNLIMITED, i128::from),
            Self::VariablesAreLimited => world.limits_variables().into(),
            Self::MayFail => world.may_fail().into(),
            Self::WorldIsGiven => world.is_given.into(),
        }
    }
}

/// What models hold only so much of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WorldLimit {
    Arguments,
    LengthOfArgument,
    LengthOfFile,
    LengthOfVariable,
    /// Files that a test has beside those that models hold.
    Files,
    /// Files that others open, change or go on with.
    OtherFiles,
    /// Entries of directories that tests do not make.
    OtherEntries,
}

impl WorldLimit {
    pub(super) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "__more_arguments" => Self::Arguments,
            "__longer_argument" => Self::LengthOfArgument,
            "__more_files" => Self::Files,
            "__longer_file" => Self::LengthOfFile,
            "__other_files" => Self::OtherFiles,
            "__other_entries" => Self::OtherEntries,
            "__longer_variable" => Self::LengthOfVariable,
            _ => return None,
        })
    }

    /// What stands where the world is larger: nothing is there if the user says so.
    pub(super) fn instruction(self, to: &mut FunctionLowering<'_, '_>) -> InstrKind {
        let is_of_arguments = matches!(self, Self::Arguments | Self::LengthOfArgument);
        if is_of_arguments && to.unit.options.world.limits_arguments() {
            return InstrKind::Assume(to.build().truth(false));
        }
        InstrKind::Limit(match self {
            Self::Arguments => format!("more than {MOST_ARGUMENTS} arguments on the command line"),
            Self::LengthOfArgument => format!("an argument of more than {LONGEST_ARGUMENT} bytes on the command line"),
            Self::Files => format!("more than {MOST_FILES} files, or files with unusual names"),
            Self::OtherFiles => "files that other programs change, and terminals and pipes that go on behind an end".to_owned(),
            Self::OtherEntries => "entries of a directory that are no regular files, or have unusual names".to_owned(),
            Self::LengthOfFile => format!("a file of more than {LONGEST_FILE} bytes"),
            Self::LengthOfVariable => format!("a variable of the environment that the library reads, or of more than {LONGEST_VARIABLE} bytes"),
        })
    }
}
