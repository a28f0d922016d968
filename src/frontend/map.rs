//! The way back from offsets in the normalised text to the user's lines.

use super::diagnostic::Diagnostic;
use super::normalise::OffsetMap;
use goto::outline::Insertion;
use lang_c::span::Span;
use std::ops::Range;

/// A place in the user's source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SourcePosition {
    /// Index into [`SourceMap::files`].
    pub file: u32,
    /// Counts from 1.
    pub line: u32,
    /// In bytes, counts from 1.
    pub column: u32,
}

/// From offsets in the normalised text, which the parser's spans are made of, to the user's source.
#[derive(Clone, Debug)]
pub struct SourceMap {
    /// The preprocessed text.
    text: String,
    /// The same with blanks in place of comments and directives, offset by offset.
    blanked: String,
    /// From the normalised text.
    offsets: OffsetMap,
    files: Vec<String>,
    /// The index of the file that numbered insertions lie in, if there are any.
    inserted: Option<(u32, Vec<Insertion>)>,
    /// Offsets in `text` at which lines start.
    lines: Vec<usize>,
    markers: Vec<Marker>,
}

/// `# 12 "file"`: from the `from`-th line of the text on, lines count from `line` in `file`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Marker {
    from: usize,
    line: u32,
    file: u32,
}

impl SourceMap {
    /// The lines of the preprocessed text but for line markers.
    pub fn content(&self) -> impl Iterator<Item = &str> {
        self.text.split_inclusive('\n').filter(|line| line_marker(line).is_none())
    }

    pub(super) fn new(file: &str, text: String, blanked: String, offsets: OffsetMap) -> Self {
        let mut files = vec![file.to_owned()];
        let mut markers = vec![Marker { from: 0, line: 1, file: 0 }];
        let mut lines = Vec::new();
        let mut start = 0;
        for (number, line) in text.split_inclusive('\n').enumerate() {
            lines.push(start);
            start += line.len();
            let Some((next, name)) = line_marker(line) else { continue };
            // A marker without a file keeps the one before it.
            let file = match name {
                None => markers.last().map_or(0, |m| m.file),
                Some(name) => files.iter().rposition(|f| *f == name).unwrap_or_else(|| {
                    files.push(name);
                    files.len() - 1
                }) as u32,
            };
            markers.push(Marker { from: number + 1, line: next, file });
        }
        if lines.is_empty() {
            lines.push(0);
        }
        Self { text, blanked, offsets, files, inserted: None, lines, markers }
    }

    /// Numbered insertions get places in a file of this name: the line is the number, the column counts in the insertion.
    pub(super) fn name_insertions(&mut self, file: &str, insertions: &[Insertion]) {
        let numbered: Vec<Insertion> = insertions.iter().filter(|i| i.number.is_some()).cloned().collect();
        if !numbered.is_empty() {
            self.inserted = Some((self.files.len() as u32, numbered));
            self.files.push(file.to_owned());
        }
    }

    /// The place of an offset of the normalised text that lies in a numbered insertion.
    fn inserted_place(&self, offset: usize) -> Option<SourcePosition> {
        let (file, _) = self.inserted.as_ref()?;
        let (number, within) = self.offsets.tagged(offset)?;
        Some(SourcePosition { file: *file, line: number, column: within as u32 + 1 })
    }

    /// The preprocessed text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The offset in the preprocessed text of what begins at an offset of the normalised one.
    pub(super) fn offset_in_text(&self, offset: usize) -> usize {
        self.offsets.start(offset)
    }

    /// Line and column in the preprocessed text itself, whatever line markers say.
    pub(super) fn line_and_column(&self, at: usize) -> (u32, u32) {
        let line = self.line_index(at);
        (line as u32 + 1, (at - self.lines[line]) as u32 + 1)
    }

    /// The names of all files that places refer to; the first is the translation unit's own.
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// The place of an offset in the user's source.
    pub fn place(&self, offset: usize) -> SourcePosition {
        self.inserted_place(offset).unwrap_or_else(|| self.place_in_text(self.offsets.start(offset)))
    }

    /// The text of a span as it stood before normalising, white space collapsed to single blanks.
    pub fn snippet(&self, span: Span) -> String {
        let (start, end) = self.range(span);
        self.blanked[start..end].split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The line around an offset, without its newline.
    pub fn source_line(&self, offset: usize) -> String {
        self.line_in_text(self.offsets.start(offset)).to_owned()
    }

    /// A message about a span. The part that lies on the span's first line is marked.
    pub fn diagnostic(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        if let (Some(place), Some((_, insertions))) = (self.inserted_place(span.start), &self.inserted) {
            let source_line = insertions.iter().find(|i| i.number == Some(place.line)).map(|i| i.text.clone());
            let file = self.files[place.file as usize].clone();
            let length = span.end.saturating_sub(span.start).max(1) as u32;
            return Diagnostic { message: message.into(), file, line: place.line, column: place.column, length, source_line };
        }
        let (start, end) = self.range(span);
        self.diagnostic_in_text(start..end, message)
    }

    pub(super) fn diagnostic_in_text(&self, range: Range<usize>, message: impl Into<String>) -> Diagnostic {
        let place = self.place_in_text(range.start);
        let line = self.line_in_text(range.start);
        let rest = line.len().saturating_sub(place.column as usize - 1);
        Diagnostic {
            message: message.into(),
            file: self.files[place.file as usize].clone(),
            line: place.line,
            column: place.column,
            length: range.len().min(rest).max(1) as u32,
            source_line: Some(line.to_owned()),
        }
    }

    fn line_in_text(&self, at: usize) -> &str {
        let start = self.lines[self.line_index(at)];
        self.text[start..].lines().next().unwrap_or("")
    }

    fn range(&self, span: Span) -> (usize, usize) {
        let start = self.offsets.start(span.start).min(self.text.len());
        (start, self.offsets.end(span.end).clamp(start, self.text.len()))
    }

    fn line_index(&self, at: usize) -> usize {
        // The first line starts at 0, so at least one line starts at or before any offset.
        self.lines.partition_point(|&start| start <= at) - 1
    }

    fn place_in_text(&self, at: usize) -> SourcePosition {
        let line = self.line_index(at);
        // The first marker is from line 0 on.
        let marker = self.markers[self.markers.partition_point(|m| m.from <= line) - 1];
        SourcePosition { file: marker.file, line: marker.line + (line - marker.from) as u32, column: (at - self.lines[line]) as u32 + 1 }
    }
}

/// The line number and the file of `# 12 "file" flags` and of `#line 12 "file"`.
fn line_marker(line: &str) -> Option<(u32, Option<String>)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let number = rest[..digits].parse().ok()?;
    let Some(quoted) = rest[digits..].trim_start().strip_prefix('"') else { return Some((number, None)) };
    let mut name = String::new();
    let mut chars = quoted.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => break,
            '\\' => name.extend(chars.next()),
            _ => name.push(c),
        }
    }
    Some((number, Some(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_follow_both_kinds_of_line_markers() {
        let text = "int a;\n# 12 \"dir/b.c\" 2\nint b;\n  int c;\n#line 7\nint d;\n#line 3 \"a \\\"x\\\".c\"\nint e;\n";
        let map = SourceMap::new("top.c", text.to_owned(), text.to_owned(), OffsetMap::default());
        let place = |word: &str| {
            let place = map.place(text.find(word).expect("there"));
            (map.files()[place.file as usize].as_str(), place.line, place.column)
        };
        assert_eq!(place("a;"), ("top.c", 1, 5));
        assert_eq!(place("b;"), ("dir/b.c", 12, 5));
        assert_eq!(place("c;"), ("dir/b.c", 13, 7));
        assert_eq!(place("d;"), ("dir/b.c", 7, 5));
        assert_eq!(place("e;"), ("a \"x\".c", 3, 5));
    }
}
