//! How the counts of a board grew over time, as a table of comma-separated values. Makes text, runs nothing.

use engine::board::Board;
use goto::Id;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// A line for the start, one for each moment at which something was decided, one for the end. `start` is that of the process.
pub fn series(board: Option<&Board>, start: Instant, end: Duration) -> String {
    let n_goals = board.map_or(0, |board| board.program().goals.len());
    let mut decided: Vec<(Duration, bool)> = Vec::new();
    if let Some(board) = board {
        for goal in (0..n_goals).map(goto::GoalId::new) {
            let is_covered = board.status(goal).is_reached();
            decided.extend(board.decision(goal).map(|d| (d.at.saturating_duration_since(start), is_covered)));
        }
    }
    decided.sort_unstable();
    let mut text = String::from("time,covered,unreachable,undecided\n");
    let (mut covered, mut unreachable) = (0, 0);
    let mut line = |time: Duration, covered: usize, unreachable: usize| {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{:.3},{covered},{unreachable},{}", time.as_secs_f64(), n_goals - covered - unreachable);
    };
    line(Duration::ZERO, 0, 0);
    for moment in decided.chunk_by(|a, b| a.0.as_millis() == b.0.as_millis()) {
        let more = moment.iter().filter(|d| d.1).count();
        covered += more;
        unreachable += moment.len() - more;
        line(moment[0].0, covered, unreachable);
    }
    line(end, covered, unreachable);
    text
}
