//! How many goals were covered, unreachable and open over time, as a drawing whose colours come from the style sheet.

use crate::result::{AnalysisResult, GoalState};
use std::fmt::Write as _;

/// Of the plot, without its margins.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 56.0;
const TOP: f64 = 10.0;
/// Moments that a drawing of this width can tell apart.
const MOMENTS: usize = 720;

/// The drawing; empty if no goal has a time.
pub(super) fn plot(result: &AnalysisResult) -> String {
    let n = result.goals().len();
    let mut decided: Vec<(f64, bool)> = Vec::new();
    for goal in result.goals() {
        match (&goal.state, goal.time) {
            (GoalState::Covered { .. }, Some(time)) => decided.push((time, true)),
            (GoalState::Unreachable { .. }, Some(time)) => decided.push((time, false)),
            _ => {}
        }
    }
    if decided.is_empty() {
        return String::new();
    }
    decided.sort_by(|a, b| a.0.total_cmp(&b.0));
    let last = decided.last().map_or(0.0, |d| d.0);
    let end = result.statistics.wall_s.max(last).max(0.001);
    let x = |time: f64| LEFT + WIDTH * time / end;
    let y = |goals: usize| TOP + HEIGHT * (1.0 - goals as f64 / n as f64);
    // Upper borders of the two areas, as steps.
    let (mut covered, mut both) = (String::new(), String::new());
    let (mut n_covered, mut n_unreachable) = (0, 0);
    let step = decided.len().div_ceil(MOMENTS).max(1);
    for moment in decided.chunks(step) {
        let at = x(moment[moment.len() - 1].0);
        // Writing to a string does not fail.
        let _ = write!(covered, "{at:.1},{:.1} ", y(n_covered));
        let _ = write!(both, "{at:.1},{:.1} ", y(n_covered + n_unreachable));
        let more = moment.iter().filter(|d| d.1).count();
        n_covered += more;
        n_unreachable += moment.len() - more;
        let _ = write!(covered, "{at:.1},{:.1} ", y(n_covered));
        let _ = write!(both, "{at:.1},{:.1} ", y(n_covered + n_unreachable));
    }
    let (right, bottom) = (LEFT + WIDTH, TOP + HEIGHT);
    let area = |class: &str, points: &str, top: usize| {
        format!("<polygon class=\"{class}\" points=\"{LEFT},{bottom} {points}{right},{:.1} {right},{bottom}\"/>", y(top))
    };
    let mut svg = format!(
        "<h2>Over time</h2>\n<svg class=\"plot\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"goals over time\">\n<rect class=\"open\" x=\"{LEFT}\" y=\"{TOP}\" \
         width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n",
        right + 20.0,
        bottom + 30.0
    );
    svg.push_str(&area("unreachable", &both, n_covered + n_unreachable));
    svg.push_str(&area("covered", &covered, n_covered));
    let _ = write!(
        svg,
        "\n<text x=\"{0}\" y=\"{1}\" text-anchor=\"end\">{n}</text><text x=\"{0}\" y=\"{bottom}\" text-anchor=\"end\">0</text><text x=\"{LEFT}\" y=\"{2}\">0 s</text>\
         <text x=\"{right}\" y=\"{2}\" text-anchor=\"end\">{end:.2} s</text>\n</svg>\n<p class=\"key\"><span class=\"covered\">covered</span> \
         <span class=\"unreachable\">proved unreachable</span> <span class=\"open\">undecided</span></p>\n",
        LEFT - 6.0,
        TOP + 12.0,
        bottom + 18.0
    );
    svg
}
