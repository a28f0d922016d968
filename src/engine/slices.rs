//! Turns of others while an engine is at work on the same thread: long work asks from time to time whether somebody else is due.

use crate::board::Board;
use crate::budget;
use std::time::{Duration, Instant};

/// Who is to have a turn, and what the engine did since the last one.
pub struct TimeSlices<'i> {
    board: &'i Board,
    /// Is told how long the engine worked and how much was decided meanwhile. `None`: nobody waits.
    turn: Option<&'i mut dyn FnMut(Duration, usize)>,
    since: Instant,
    open: usize,
    /// The time of all turns.
    given: Duration,
}

impl<'i> TimeSlices<'i> {
    pub fn new(board: &'i Board, turn: &'i mut dyn FnMut(Duration, usize)) -> Self {
        Self { board, turn: Some(turn), since: Instant::now(), open: board.n_open(), given: Duration::ZERO }
    }

    /// Nobody waits.
    pub fn none(board: &'i Board) -> Self {
        Self { board, turn: None, since: Instant::now(), open: 0, given: Duration::ZERO }
    }

    /// How long the engine may go on before it should ask again.
    pub fn period(&self) -> Option<Duration> {
        self.turn.is_some().then_some(budget::turns::PERIOD)
    }

    /// The time of all their turns so far.
    pub fn given(&self) -> Duration {
        self.given
    }

    /// Gives the others their turn if the engine worked for long enough.
    pub fn ask(&mut self) {
        if self.since.elapsed() >= budget::turns::PERIOD {
            self.give();
        }
    }

    /// Gives the others their turn.
    pub fn give(&mut self) {
        if let Some(turn) = &mut self.turn {
            let start = Instant::now();
            turn(self.since.elapsed(), self.open.saturating_sub(self.board.n_open()));
            self.given += start.elapsed();
        }
        (self.since, self.open) = (Instant::now(), self.board.n_open());
    }
}
