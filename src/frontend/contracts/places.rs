//! Where text that is written elsewhere stands in the source, as lines for the parser say it.

use crate::normalise::stream::Stream;

/// A line directive and blanks, so that what follows has the place of the token.
pub(super) fn at(stream: &Stream<'_>, text: &str, token: usize) -> String {
    at_offset(text, stream.range(token..token + 1).start)
}

/// The same for a place of the text.
pub(super) fn at_offset(text: &str, offset: usize) -> String {
    let line_start = text[..offset].rfind('\n').map_or(0, |n| n + 1);
    let (line, file) = line_of(text, offset);
    let file = file.map_or_else(String::new, |file| format!(" {file}"));
    format!("\n# {line}{file}\n{}", " ".repeat(offset - line_start))
}

/// A line directive for the beginning of the text, where it says itself of which file it is.
pub(super) fn first(text: &str) -> &'static str {
    if text.starts_with('#') { "" } else { "# 1\n" }
}

/// The line in its file, and the file as the last directive before names it, with its quotes.
pub(super) fn line_of(text: &str, offset: usize) -> (usize, Option<&str>) {
    let mut line = 1;
    let mut file = None;
    for part in text[..offset].split_inclusive('\n') {
        if !part.ends_with('\n') {
            break;
        }
        match directive(part) {
            Some((number, name)) => {
                line = number;
                file = name.or(file);
            }
            None => line += 1,
        }
    }
    (line, file)
}

/// What a line directive says of the next line.
fn directive(line: &str) -> Option<(usize, Option<&str>)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let number = rest[..digits].parse().ok()?;
    let rest = rest[digits..].trim_start();
    let name = rest.strip_prefix('"').and_then(|r| r.find('"').map(|end| &rest[..end + 2]));
    Some((number, name))
}
