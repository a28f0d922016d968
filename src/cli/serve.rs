//! `serve`: pages of campaigns for a browser on this machine.

use crate::cli::args::ServeArgs;
use tasks::failure::Failure;
use tasks::supervise::Supervisor;

/// `gotcha serve`. The answer is the exit status.
pub(super) fn serve(_args: &ServeArgs, _supervisor: &Supervisor) -> Result<u8, Failure> {
    Err(Failure::unavailable("serve"))
}
