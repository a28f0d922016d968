//! The program that is watched: its text with a call before each statement, and what the call does.

use super::Watched;
use goto::outline::{Outline, PointKind, StatementEdit};
use std::fmt::Write as _;

/// What is put into the text of a file, by offset; what ends something comes before what begins there.
fn insertions(outline: &Outline, file: usize) -> Vec<(usize, bool, &'static str)> {
    let mut found = Vec::new();
    for point in outline.points.iter().filter(|p| p.position.file == file) {
        match &point.kind {
            PointKind::Statement { edit: StatementEdit::Before(at), .. } => found.push((*at, true, " gotcha_observe(); ")),
            PointKind::Statement { edit: StatementEdit::Braces(start, end), .. } => {
                found.push((*start, true, " { gotcha_observe(); "));
                found.push((*end, false, " } "));
            }
            _ => {}
        }
    }
    found.sort();
    found.dedup_by(|a, b| a.0 == b.0 && a.1 && a.2 == b.2 && a.2.ends_with("; ") && !a.2.contains('{'));
    found
}

/// The preprocessed text of a file with a call before each statement; with `watched`, what the call does stands at the end, where all globals of the file are known.
pub fn watched_text(text: &str, outline: &Outline, file: usize, watched: Option<&Watched>) -> String {
    let mut out = String::from("void gotcha_observe(void);\n");
    let mut done = 0;
    for (at, _, inserted) in insertions(outline, file) {
        out.push_str(&text[done..at]);
        out.push_str(inserted);
        done = at;
    }
    out.push_str(&text[done..]);
    if let Some(watched) = watched {
        out.push_str(&observer(watched));
    }
    out
}

fn observer(watched: &Watched) -> String {
    let mut values = String::new();
    let n = watched.propositions.len() + watched.further.len() + 1;
    for atom in &watched.propositions {
        let _ = writeln!(values, "    ({atom}) != 0,");
    }
    for value in &watched.further {
        let _ = writeln!(values, "    (long long)({value}),");
    }
    format!(
        "
extern int gotcha_monitor_step(const long long *);
extern int gotcha_monitor_end(void);
extern void gotcha_monitor_report(void);
extern int atexit(void (*)(void));

static void gotcha_finish(void) {{
  gotcha_observe();
  gotcha_monitor_end();
  gotcha_monitor_report();
}}

/* Tells the monitor what the state is, if it is another one than before. */
void gotcha_observe(void) {{
  static int begun;
  static long long last[{n}];
  const long long values[{n}] = {{
{values}    0,
  }};
  int i, changed = !begun;
  for (i = 0; i < {n}; i++) {{
    changed |= last[i] != values[i];
    last[i] = values[i];
  }}
  if (!begun) {{
    begun = 1;
    atexit(gotcha_finish);
  }}
  if (changed && gotcha_monitor_step(values) == 1)
    gotcha_monitor_report();
}}
"
    )
}
