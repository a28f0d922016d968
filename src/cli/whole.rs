//! The whole program before what is left of it to look at.

use crate::cli::analysis::lost_runs;
use crate::cli::failure::Failure;
use crate::cli::pipeline::{self, Aim, Engines};
use crate::cli::request::ProgramRequest;
use engine::board::{About, Board};
use engine::rest::hand_over;
use frontend::Loaded;
use goto::limits::Stop;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Of the time that is left, for the whole program before what is left of it to look at; and where there is no deadline.
const SHARE_FOR_WHOLE: u32 = 8;
const TIME_FOR_WHOLE: Duration = Duration::from_secs(5);

/// The time for the whole program.
pub(super) fn share(stop: &Stop) -> Stop {
    let time = stop.deadline().map_or(TIME_FOR_WHOLE, |d| d.saturating_duration_since(Instant::now()) / SHARE_FOR_WHOLE);
    stop.earlier(Instant::now() + time)
}

/// What was looked at before makes a program that may be harder than the whole one, of which this may be all that there was to do.
pub(super) fn work(whole: Loaded, request: &ProgramRequest, aim: &Aim, engines: &Engines, rest: &Board, stop: &Stop) -> Result<(), Failure> {
    let mut program = whole.program;
    if request.malloc_may_fail {
        pipeline::let_allocations_fail(&mut program);
    }
    pipeline::tidy(&mut program);
    let board = Board::new(Arc::new(program), None, lost_runs(aim));
    board.want_depth(About::Everything);
    pipeline::analyse(&board, engines, &share(stop))?;
    hand_over(&board, rest, stop);
    Ok(())
}
