//! One line on standard error that tells how far an analysis is. Knows nothing of what is analysed.

use crate::cli::args::When;
use crate::cli::output::complain;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};
use tasks::task::Observer;

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

    /// Takes the line away.
    pub(super) fn finish(self) {
        if let Shown::Bar(bar) = self.shown {
            bar.finish_and_clear();
        }
    }
}

impl Observer for Progress {
    /// Shows the text, not too often.
    fn tick(&mut self, message: &dyn Fn() -> String) {
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
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    // A template without keys that do not exist is always valid; the default style is as good.
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed_precise} {msg}") {
        bar.set_style(style);
    }
    bar
}
