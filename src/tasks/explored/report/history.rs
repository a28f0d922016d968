//! How what is covered grew while executions were found: a table of comma-separated values, and a drawing for a web page.

use super::{Counts, Report};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// What was covered at a moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    pub time: Duration,
    pub executions: usize,
    /// Of each kind, as [`Report::kinds`] has them.
    pub covered: [usize; 4],
}

/// The start, each moment at which an execution that counts was found, and the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History {
    moments: Vec<Moment>,
    /// Of the first kind, lines.
    lines: Counts,
}

/// Of the drawing, without its margins.
const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 160.0;

impl History {
    /// Without a report nothing was ever covered. `start` is that of the process.
    pub fn new(report: Option<&Report<'_>>, start: Instant, end: Duration) -> Self {
        let found: Vec<Duration> = report.map_or_else(Vec::new, |r| r.findings.executions.iter().map(|e| e.found.saturating_duration_since(start)).collect());
        let mut times = found.clone();
        times.sort_unstable();
        times.dedup();
        let moment = |time: Duration| {
            let is_there = |&number: &usize| found[number] <= time;
            let covered = report.map_or([0; 4], |r| r.kinds().map(|(_, items)| items.iter().filter(|i| i.executions.iter().any(&is_there)).count()));
            Moment { time, executions: found.iter().filter(|f| **f <= time).count(), covered }
        };
        let mut moments = vec![Moment { time: Duration::ZERO, executions: 0, covered: [0; 4] }];
        moments.extend(times.into_iter().map(moment));
        let last = moments[moments.len() - 1].clone();
        moments.push(Moment { time: end.max(last.time), ..last });
        Self { moments, lines: report.map_or(Counts { total: 0, covered: 0, at_most: 0, explored: 0 }, |r| Counts::of(&r.lines)) }
    }

    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// As comma-separated values.
    pub fn series(&self) -> String {
        let mut text = String::from("time,executions,lines,statements,functions,branches\n");
        for Moment { time, executions, covered: [lines, statements, functions, branches] } in &self.moments {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{:.3},{executions},{lines},{statements},{functions},{branches}", time.as_secs_f64());
        }
        text
    }

    /// Lines over time, below what is explored and what there is.
    pub fn drawing(&self) -> String {
        let Counts { total, explored, .. } = self.lines;
        if total == 0 {
            return String::new();
        }
        let end = self.moments.last().map_or(0.0, |m| m.time.as_secs_f64()).max(0.001);
        let x = |time: Duration| 40.0 + WIDTH * time.as_secs_f64() / end;
        let y = |lines: usize| 10.0 + HEIGHT * (1.0 - lines as f64 / total as f64);
        let mut points = String::new();
        let mut before = 0;
        for moment in &self.moments {
            // What is covered grows in steps.
            let _ = write!(points, "{0:.1},{1:.1} {0:.1},{2:.1} ", x(moment.time), y(before), y(moment.covered[0]));
            before = moment.covered[0];
        }
        let (width, height, right, bottom) = (WIDTH + 120.0, HEIGHT + 40.0, 40.0 + WIDTH, 10.0 + HEIGHT);
        let level = |lines: usize, name: &str| {
            let at = y(lines);
            format!("<line x1=\"40\" y1=\"{at:.1}\" x2=\"{right}\" y2=\"{at:.1}\"/><text x=\"{}\" y=\"{:.1}\">{name} {lines}</text>", right + 4.0, at + 4.0)
        };
        let mut levels = level(total, "all");
        if explored < total {
            levels.push_str(&level(explored, "explored"));
        }
        format!(
            "<h2>Lines covered over time</h2>\n<svg class=\"plot\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"lines covered over time\">{levels}\
             <polyline points=\"{}\"/><line x1=\"40\" y1=\"{bottom}\" x2=\"{right}\" y2=\"{bottom}\"/>\
             <text x=\"40\" y=\"{1}\">0 s</text><text x=\"{2}\" y=\"{1}\">{end:.1} s</text><text x=\"4\" y=\"{3:.1}\">{before}</text></svg>\n",
            points.trim_end(),
            bottom + 16.0,
            right - 30.0,
            y(before) + 4.0,
        )
    }
}
