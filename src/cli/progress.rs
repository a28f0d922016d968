//! One line on standard error that tells how far an analysis is. Reads the board, changes nothing.

use crate::cli::args::When;
use crate::cli::output::complain;
use engine::board::Board;
use engine::status::Summary;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// How often the line on a terminal changes.
const INTERVAL: Duration = Duration::from_millis(100);
/// How often a line is printed where there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(1);

/// Where progress is shown.
enum Shown {
    Nowhere,
    /// One line that changes.
    Bar(ProgressBar),
    /// Standard error is a file or a pipe: a new line each time.
    Lines,
}

pub(super) struct Progress {
    shown: Shown,
    last: Instant,
}

impl Progress {
    pub(super) fn new(when: When, quiet: bool) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let wanted = match when {
            When::Always => true,
            When::Never => false,
            When::Auto => !quiet && terminal,
        };
        let shown = match (wanted, terminal) {
            (false, _) => Shown::Nowhere,
            (true, true) => Shown::Bar(bar()),
            (true, false) => Shown::Lines,
        };
        Self { shown, last: Instant::now() }
    }

    /// Shows where the board stands, not too often.
    pub(super) fn tick(&mut self, board: Option<&Board>) {
        self.tick_with(|| board.map_or_else(|| READING.to_string(), message));
    }

    /// Shows a text, not too often.
    pub(super) fn tick_with(&mut self, message: impl FnOnce() -> String) {
        let interval = match self.shown {
            Shown::Nowhere => return,
            Shown::Bar(_) => INTERVAL,
            Shown::Lines => LINE_INTERVAL,
        };
        if self.last.elapsed() < interval {
            return;
        }
        self.last = Instant::now();
        let message = message();
        match &self.shown {
            Shown::Nowhere => {}
            Shown::Bar(bar) => {
                bar.set_message(message);
                bar.tick();
            }
            Shown::Lines => complain(&message),
        }
    }

    /// Takes the line away.
    pub(super) fn finish(self) {
        if let Shown::Bar(bar) = self.shown {
            bar.finish_and_clear();
        }
    }
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    // A template without keys that do not exist is always valid; the default style is as good.
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed_precise} {msg}") {
        bar.set_style(style);
    }
    bar
}

/// Before there is anything to count.
pub(super) const READING: &str = "reading the program";

/// The counts of goals.
pub(super) fn counts(s: &Summary) -> String {
    format!("goals {}: covered {}, unreachable {}, open {}; tests {}", s.goals, s.covered, s.unreachable, s.undecided, s.tests)
}

fn message(board: &Board) -> String {
    let s = board.summary();
    if s.goals > 0 { counts(&s) } else { format!("properties {}: open {}", board.program().properties.len(), board.n_open()) }
}
