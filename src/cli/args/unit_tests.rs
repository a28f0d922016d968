//! The arguments of `test`.

use super::shared::{AnalysisArgs, ProgramArgs, duration};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;
use tasks::unit_tests::Framework;

#[derive(Args, Debug)]
#[command(after_help = "Each function is called by itself, with arguments, global variables and memory behind pointers that reach its branches
(`gotcha help lazy-inputs`). What it does then is observed in two native runs, in a folder of their own and confined. Tests are C
functions with what was observed as checks; what crashes stands in files of its own, test_bugs_*.c, and may be impossible for
callers. A test includes the source that it tests, so inner functions are tested too. Functions that are called and that no file
defines come back with what a test says (weak definitions in the test). Files whose first line has the mark
`gotcha:` are replaced, others are not.

Examples:
  gotcha test list.c -I include               tests of all functions, in tests/gotcha
  gotcha test -p build --target app           of all functions of a project's program; gotcha.toml may say which
  gotcha test insert balance -p build         of these functions
  gotcha test list.c tree.c --function insert --time 10s
  gotcha test list.c --framework cmocka       with the checks and the main function of cmocka
  cc -I include tests/gotcha/test_list.c -lm -o test_list && ./test_list
In CMake: include(tests/gotcha/gotcha_tests.cmake), then gotcha_unit_tests(libraries ...)")]
pub(crate) struct TestArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
    /// Write the tests there [default: tests/gotcha, or what gotcha.toml says]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Test this function (may be repeated; a word that is no file says the same) [default: all of the given files]
    #[arg(long = "function", value_name = "NAME")]
    pub functions: Vec<String>,
    /// Look for tests of one function for so long
    #[arg(long, value_name = "DURATION", default_value = "2s", value_parser = duration)]
    pub time: Duration,
    /// Write them for this framework [default: plain, or what gotcha.toml says]
    #[arg(long, value_enum, value_name = "NAME")]
    pub framework: Option<FrameworkName>,
    /// Keep what is found there, and take what is known from there: of functions that are as they were, with all that they call, nothing is searched. Tests are run again.
    /// A change of the C compiler or of libraries is not noticed. May be deleted at any time [default: .gotcha/cache beside gotcha.toml, or here]
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    pub cache: Option<PathBuf>,
    /// Keep nothing, and find everything anew
    #[arg(long)]
    pub no_cache: bool,
    /// Print the counts only
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum FrameworkName {
    /// The header that is written beside the tests, and nothing else
    Plain,
    /// Unity of ThrowTheSwitch
    Unity,
    Cmocka,
    Check,
    Criterion,
}

impl From<FrameworkName> for Framework {
    fn from(name: FrameworkName) -> Self {
        match name {
            FrameworkName::Plain => Framework::Plain,
            FrameworkName::Unity => Framework::Unity,
            FrameworkName::Cmocka => Framework::Cmocka,
            FrameworkName::Check => Framework::Check,
            FrameworkName::Criterion => Framework::Criterion,
        }
    }
}

impl From<Framework> for FrameworkName {
    fn from(framework: Framework) -> Self {
        match framework {
            Framework::Plain => FrameworkName::Plain,
            Framework::Unity => FrameworkName::Unity,
            Framework::Cmocka => FrameworkName::Cmocka,
            Framework::Check => FrameworkName::Check,
            Framework::Criterion => FrameworkName::Criterion,
        }
    }
}
