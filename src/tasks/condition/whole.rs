//! The whole program before what is left of it to look at.

use crate::engines::Engines;
use crate::failure::Failure;
use crate::program::{self, ProgramRequest};
use engine::board::{About, Board, LostRuns};
use engine::rest::hand_over;
use frontend::Loaded;
use goto::limits::Stop;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Of the time that is left, for the whole program before what is left of it to look at; and where there is no deadline.
const SHARE_FOR_WHOLE: u32 = 8;
const TIME_FOR_WHOLE: Duration = Duration::from_secs(5);

/// The time for the whole program.
pub(crate) fn share(stop: &Stop) -> Stop {
    let time = stop.deadline().map_or(TIME_FOR_WHOLE, |d| d.saturating_duration_since(Instant::now()) / SHARE_FOR_WHOLE);
    stop.earlier(Instant::now() + time)
}

/// What was looked at before makes a program that may be harder than the whole one, of which this may be all that there was to do.
pub(crate) fn work(whole: Loaded, request: &ProgramRequest, engines: &Engines, rest: &Board, stop: &Stop) -> Result<(), Failure> {
    let mut program = whole.program;
    if request.malloc_may_fail {
        program::let_allocations_fail(&mut program);
    }
    program::tidy(&mut program);
    let board = Board::new(Arc::new(program), None, LostRuns::Count);
    board.want_depth(About::Everything);
    engines.analyse(&board, &share(stop))?;
    hand_over(&board, rest, stop);
    Ok(())
}
