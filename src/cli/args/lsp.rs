//! The arguments of `lsp`.

use super::shared::{AnalysisArgs, ProgramArgs, duration};
use clap::Args;
use std::time::Duration;

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Editors start it and speak the Language Server Protocol with it. Each function of an open C file is analysed as by `verify` and `cover`: from
main, or called with arguments and memory that may hold anything (`gotcha help lazy-inputs`). Shown are
  violations                 errors from main, warnings for callers that may not exist; the way there as related places
  unreachable branches       hints, which editors fade, with the proof
  a line above functions     n of m branches covered, k unreachable
What is not saved is read as the editor holds it. An edit ends the analysis; --timeout (30s) is for all functions of a file. Compilation
databases and gotcha.toml are looked for in the folder of the workspace, and headers are read from there as they are saved.

Examples:
  gotcha lsp                                      as an editor calls it
  gotcha lsp -p build --time 5s --property assertions,bounds,pointer
Neovim: vim.lsp.start({ name = 'gotcha', cmd = { 'gotcha', 'lsp' }, root_dir = vim.fn.getcwd() })"
)]
pub(crate) struct LspArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
    /// Names of properties separated by commas, as for verify
    #[arg(long, value_name = "NAME,...")]
    pub property: Option<String>,
    /// Analyse one function for so long
    #[arg(long, value_name = "DURATION", default_value = "2s", value_parser = duration)]
    pub time: Duration,
    /// Nothing else is there; some editors say it
    #[arg(long, hide = true)]
    pub stdio: bool,
}
