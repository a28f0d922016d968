//! By what a program is known again in another run.

use goto::Program;
use report::files::fingerprint;

/// Lines with the names of files: where they lie does not matter.
const FILE: &str = "file ";

/// SHA-256 of all that the program is: the same only for the same text, entry, data model and version of this tool.
pub(crate) fn of(program: &Program) -> String {
    let listing: String = goto::print(program).lines().filter(|line| !line.starts_with(FILE)).flat_map(|line| [line, "\n"]).collect();
    fingerprint(listing.as_bytes())
}
