//! Draws what is wrong for a person: the message, the place, the source line. Decides nothing.

use crate::cli::args::When;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use frontend::Diagnostic;
use std::io::IsTerminal;
use tasks::asked::prp::PropertyError;
use tasks::failure::{Defect, Failure};
use tasks::project::ProjectError;

/// The failure as it goes to standard error.
pub(super) fn draw(failure: &Failure, color: When) -> String {
    let renderer = if colored(color) { Renderer::styled() } else { Renderer::plain() };
    match failure {
        Failure::Source(error) => match error.diagnostic() {
            Some(diagnostic) => draw_diagnostic(&renderer, diagnostic),
            None => message(&renderer, &error.to_string()),
        },
        Failure::Property(PropertyError::Malformed(diagnostic)) | Failure::Text(diagnostic) => draw_diagnostic(&renderer, diagnostic),
        Failure::Project(ProjectError::Malformed(diagnostic)) => draw_diagnostic(&renderer, diagnostic),
        Failure::Defect(broken) => defect(&renderer, broken, std::env::args()),
        other => message(&renderer, &other.to_string()),
    }
}

/// Standard error gets colours.
pub(super) fn colored(color: When) -> bool {
    match color {
        When::Always => true,
        When::Never => false,
        When::Auto => std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    }
}

fn draw_diagnostic(renderer: &Renderer, d: &Diagnostic) -> String {
    snippet(renderer, &d.message, &d.file, d.line as usize, d.column as usize, d.length as usize, d.source_line.as_deref())
}

fn snippet(renderer: &Renderer, message: &str, file: &str, line: usize, column: usize, length: usize, source: Option<&str>) -> String {
    let title = Level::ERROR.primary_title(message);
    let Some(source) = source.filter(|s| !s.is_empty()) else {
        let origin = Origin::path(file).line(line).char_column(column);
        return renderer.render(&[title.element(origin)]);
    };
    let (start, end) = span(source, column, length);
    let annotated = Snippet::source(source).line_start(line).path(file).annotation(AnnotationKind::Primary.span(start..end));
    renderer.render(&[title.element(annotated)])
}

/// The bytes of the line that are marked, moved to boundaries of characters.
fn span(source: &str, column: usize, length: usize) -> (usize, usize) {
    let mut start = column.saturating_sub(1).min(source.len());
    while !source.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = start.saturating_add(length.max(1)).min(source.len());
    while !source.is_char_boundary(end) {
        end += 1;
    }
    (start, end)
}

fn message(renderer: &Renderer, text: &str) -> String {
    renderer.render(&[Group::with_title(Level::ERROR.primary_title(text))])
}

/// Three lines: what happened, where, and how to report it.
fn defect(renderer: &Renderer, defect: &Defect, command_line: impl Iterator<Item = String>) -> String {
    let title = Level::ERROR.primary_title(format!("gotcha is broken: {}", defect.what));
    let place = defect.place.as_deref().unwrap_or("a place that is not known");
    let words: Vec<String> = command_line.map(|word| quoted(&word)).collect();
    let version = env!("CARGO_PKG_VERSION");
    let report = format!("  please report this defect of version {version} with the program and this command line: {}", words.join(" "));
    format!("{}\n  at {place}\n{report}", renderer.render(&[Group::with_title(title)]))
}

/// The word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@+%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagnostic(column: u32, length: u32, line: Option<&str>) -> String {
        let d = Diagnostic { message: "no such member".into(), file: "a.c".into(), line: 7, column, length, source_line: line.map(str::to_string) };
        draw(&Failure::Source(frontend::Error::type_error(d)), When::Never)
    }

    #[test]
    fn file_line_column_and_source_are_shown() {
        let text = diagnostic(5, 3, Some("    p->x = 1;"));
        assert!(text.contains("a.c:7:5"), "{text}");
        assert!(text.contains("p->x = 1;") && text.contains("^^^"), "{text}");
        assert!(diagnostic(5, 3, None).contains("a.c:7:5"));
    }

    #[test]
    fn spans_outside_of_the_line_are_no_panic() {
        for (column, length) in [(0, 0), (1, 1000), (500, 1), (2, 1), (u32::MAX, u32::MAX)] {
            assert!(diagnostic(column, length, Some("ü = 1;")).contains("no such member"));
            diagnostic(column, length, Some(""));
        }
    }

    #[test]
    fn defects_say_how_to_report_them() {
        let broken = Defect { what: "index out of bounds".into(), place: Some("src/a.rs:7".into()) };
        let words = ["gotcha", "verify", "a b.c"].map(str::to_owned).into_iter();
        let text = defect(&Renderer::plain(), &broken, words);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..2], ["error: gotcha is broken: index out of bounds", "  at src/a.rs:7"]);
        assert!(lines.len() == 3 && lines[2].ends_with("this command line: gotcha verify 'a b.c'"), "{text}");
    }
}
