//! `harness`.

use super::shared::ProgramArgs;
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(
    after_help = "The harness includes the file with the function and calls it: with what its contract requires, in the notation of CBMC or ESBMC, or with anything. A pointer
leads to an object of its own or is null unless something says more.

Examples:
  gotcha harness list.c push -o harness.c && gotcha verify harness.c
  gotcha harness sort.c sort --array a:n --most 5      a leads to n elements, 0 <= n <= 5
  gotcha harness parse.c parse --text line:8           a text of at most 8 characters
  gotcha harness list.c merge --equal b:a --depth 3    both lists are one; three nodes behind the first"
)]
pub(crate) struct HarnessArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    /// The function that is called; its name may also stand among the files
    #[arg(long, value_name = "FUNCTION")]
    pub function: Option<String>,
    /// Write it there [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// A parameter leads to so many elements: a number, or the name of a parameter (may be repeated)
    #[arg(long, value_name = "PARAMETER:LENGTH")]
    pub array: Vec<String>,
    /// A parameter leads to a text of at most N characters (may be repeated)
    #[arg(long, value_name = "PARAMETER:N")]
    pub text: Vec<String>,
    /// A parameter is the same pointer as another one (may be repeated)
    #[arg(long, value_name = "PARAMETER:OTHER")]
    pub equal: Vec<String>,
    /// A parameter is not null (may be repeated)
    #[arg(long, value_name = "PARAMETER")]
    pub not_null: Vec<String>,
    /// So many objects may lie behind pointers, one behind the other
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub depth: u32,
    /// Elements of an array whose length is a parameter, at most
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub most: u32,
    /// A global variable that may hold anything (may be repeated)
    #[arg(long, value_name = "NAME")]
    pub global: Vec<String>,
}
