//! One line on standard error that tells how far an analysis is. Reads the board, changes nothing.

use crate::cli::args::When;
use crate::engine::board::Board;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// How often the line changes.
const INTERVAL: Duration = Duration::from_millis(100);

/// The line, if one is wanted.
pub struct Progress {
    bar: Option<ProgressBar>,
    last: Instant,
}

impl Progress {
    pub fn new(when: When, quiet: bool) -> Self {
        let wanted = match when {
            When::Always => true,
            When::Never => false,
            When::Auto => !quiet && std::io::stderr().is_terminal(),
        };
        let bar = wanted.then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            // A template without keys that do not exist is always valid; the default style is as good.
            if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed_precise} {msg}") {
                bar.set_style(style);
            }
            bar.set_message("reading the program");
            bar
        });
        Self { bar, last: Instant::now() }
    }

    /// Shows where the board stands, not too often.
    pub fn tick(&mut self, board: Option<&Board>) {
        let Some(bar) = &self.bar else { return };
        if self.last.elapsed() < INTERVAL {
            return;
        }
        self.last = Instant::now();
        if let Some(board) = board {
            let s = board.summary();
            let message = if s.goals > 0 {
                format!("goals {}: covered {}, unreachable {}, open {}; tests {}", s.goals, s.covered, s.unreachable, s.undecided, s.tests)
            } else {
                format!("properties {}: open {}", board.program().properties.len(), board.open_properties().len())
            };
            bar.set_message(message);
        }
        bar.tick();
    }

    /// Takes the line away.
    pub fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
