//! `serve`: pages of campaigns for a browser on this machine.

use crate::cli::args::ServeArgs;
use crate::cli::campaign::{failure, own_program};
use crate::cli::command::catch_signals;
use crate::cli::output;
use campaign::store::Store;
use campaign::web::{Pages, Site};
use tasks::failure::Failure;
use tasks::supervise::Supervisor;

/// `gotcha serve`. The answer is the exit status.
pub(super) fn serve(args: &ServeArgs, supervisor: &Supervisor) -> Result<u8, Failure> {
    catch_signals(supervisor)?;
    // Makes the database if it is not there, and says what is wrong with it.
    let results = std::path::absolute(&args.results).map_err(|error| Failure::Output { path: args.results.display().to_string(), error })?;
    drop(Store::open(&results).map_err(failure)?);
    let programs = args.programs.as_ref().map(|path| path.canonicalize()).transpose();
    let programs = programs.map_err(|error| Failure::Usage(format!("--programs: {error}")))?;
    let pages = Pages::listen(Site { results, programs, program: own_program()? }, args.port).map_err(failure)?;
    output::print(&format!("{}\n", pages.link()))?;
    pages.serve(&supervisor.interrupted);
    Ok(0)
}
