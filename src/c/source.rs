//! A parsed source file, and the way back from the parser's offsets to the user's lines. Runs the preprocessor, the normaliser and the parser.

use super::diagnostic::{Diagnostic, Error};
use super::normalise::{self, OffsetMap, Pragmas};
use super::preprocess;
use goto::DataModel;
use lang_c::ast::{DeclarationSpecifier, ExternalDeclaration, TranslationUnit, TypeSpecifier};
use lang_c::driver;
use lang_c::span::Span;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// What the preprocessor is told, as for the C compiler.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Options {
    pub include_dirs: Vec<PathBuf>,
    /// `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    pub undefines: Vec<String>,
    /// Files included before the first line.
    pub includes: Vec<PathBuf>,
    pub data_model: DataModel,
}

/// One translation unit. Its tree can be deep: make and drop it inside [`on_big_stack`].
#[derive(Debug)]
pub struct Source {
    pub unit: TranslationUnit,
    pub map: SourceMap,
    pub pragmas: Pragmas,
}

/// A place in the user's source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// Index into [`SourceMap::files`].
    pub file: u32,
    /// Counts from 1.
    pub line: u32,
    /// In bytes, counts from 1.
    pub column: u32,
}

/// Reads, preprocesses, normalises and parses a file. Call it inside [`on_big_stack`].
pub fn read(path: &Path, options: &Options) -> Result<Source, Error> {
    let text = preprocess::preprocess(path, options)?;
    parse(&path.display().to_string(), text)
}

/// Parses preprocessed text. `file` is the name for lines before the first line marker. Call it inside [`on_big_stack`].
pub fn parse(file: &str, text: String) -> Result<Source, Error> {
    let normalised = match normalise::normalise(&text) {
        Ok(normalised) => normalised,
        Err(malformed) => {
            let map = SourceMap::new(file, text, String::new(), OffsetMap::default());
            return Err(Error::syntax(map.diagnostic_in_text(malformed.range, malformed.message)));
        }
    };
    let map = SourceMap::new(file, text, normalised.blanked, normalised.offsets);
    let config = driver::Config { cpp_command: String::new(), cpp_options: Vec::new(), flavor: driver::Flavor::GnuC11 };
    match driver::parse_preprocessed(&config, normalised.text) {
        Ok(parsed) => {
            reject_misparsed(&parsed.unit, &map)?;
            Ok(Source { unit: parsed.unit, map, pragmas: normalised.pragmas })
        }
        Err(_) if normalised.nested_function.is_some() => {
            let range = normalised.nested_function.unwrap_or_default();
            Err(Error::unsupported(map.diagnostic_in_text(range, "functions inside of functions are not supported")))
        }
        Err(error) => Err(Error::syntax(syntax_error(&map, &error))),
    }
}

/// The grammar takes `struct` without tag and body for the return type of a function where it knows no better.
fn reject_misparsed(unit: &TranslationUnit, map: &SourceMap) -> Result<(), Error> {
    for declaration in &unit.0 {
        let ExternalDeclaration::FunctionDefinition(function) = &declaration.node else { continue };
        for specifier in &function.node.specifiers {
            if let DeclarationSpecifier::TypeSpecifier(specifier) = &specifier.node
                && let TypeSpecifier::Struct(record) = &specifier.node
                && record.node.identifier.is_none()
                && record.node.declarations.is_none()
            {
                return Err(Error::unsupported(map.diagnostic(record.span, "this form of a struct or union is not supported")));
            }
        }
    }
    Ok(())
}

/// What is wrong where the parser stopped: the token there, and what could stand in its place if that is not half of the language.
fn syntax_error(map: &SourceMap, error: &driver::SyntaxError) -> Diagnostic {
    // The parser counts from the white space before the token.
    let rest = &error.source[error.offset..];
    let start = error.offset + (rest.len() - rest.trim_start().len());
    let length = token_length(&error.source[start..]);
    if length == 0 {
        let end = error.source.trim_end().len();
        return map.diagnostic(Span::span(end.saturating_sub(1), end), "the file ends in the middle of something");
    }
    let message = format!("syntax error at `{}`{}", &error.source[start..start + length], expectation(error.expected.iter().copied().collect()));
    map.diagnostic(Span::span(start, start + length), message)
}

/// What could stand where the parser stopped. Most sets hold all operators and help nobody; what would end the construct does.
fn expectation(mut tokens: Vec<&str>) -> String {
    tokens.sort_unstable();
    if tokens.len() > 3 {
        if tokens.contains(&"~") {
            return ", expected an expression".to_owned();
        }
        tokens.retain(|t| matches!(*t, ";" | ")" | "]" | "}"));
    }
    // Character classes are pieces of tokens.
    tokens.retain(|t| t.len() == 1 || !t.starts_with('['));
    match tokens.as_slice() {
        [] => String::new(),
        tokens => format!(", expected {}", tokens.iter().map(|t| format!("`{t}`")).collect::<Vec<_>>().join(" or ")),
    }
}

/// Bytes of the token that the text starts with, about.
fn token_length(text: &str) -> usize {
    let word = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    if word > 0 { word } else { text.chars().next().map_or(0, char::len_utf8) }
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
        Self { text, blanked, offsets, files, lines, markers }
    }

    /// The names of all files that places refer to; the first is the translation unit's own.
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// The place of an offset in the user's source.
    pub fn place(&self, offset: usize) -> Place {
        self.place_in_text(self.offsets.start(offset))
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
        let (start, end) = self.range(span);
        self.diagnostic_in_text(start..end, message)
    }

    fn diagnostic_in_text(&self, range: Range<usize>, message: impl Into<String>) -> Diagnostic {
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

    fn place_in_text(&self, at: usize) -> Place {
        let line = self.line_index(at);
        // The first marker is from line 0 on.
        let marker = self.markers[self.markers.partition_point(|m| m.from <= line) - 1];
        Place { file: marker.file, line: marker.line + (line - marker.from) as u32, column: (at - self.lines[line]) as u32 + 1 }
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

/// Runs the front end, or any part of it, on a stack that deep trees do not exhaust. The memory is reserved, not used.
pub fn on_big_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let mut work = Some(work);
    for size in [1 << 30, 256 << 20, 64 << 20] {
        let result = std::thread::scope(|scope| {
            let slot = &mut work;
            let run = move || slot.take().map(|work| work());
            // A thread cannot be started if the address space is limited; a smaller stack may do.
            let thread = std::thread::Builder::new().name("front end".to_owned()).stack_size(size).spawn_scoped(scope, run).ok()?;
            match thread.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        });
        if let Some(result) = result {
            return result;
        }
    }
    // `take` happens in a thread only, and whatever a thread took it has returned.
    work.take().expect("no thread ran the work")()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_follow_both_kinds_of_line_markers() {
        let text = "int a;\n# 12 \"dir/b.c\" 2\nint b;\n  int c;\n#line 7\nint d;\n#line 3 \"a \\\"x\\\".c\"\nint e;\n";
        let source = parse("top.c", text.to_owned()).expect("parses");
        let place = |word: &str| {
            let place = source.map.place(text.find(word).expect("there"));
            (source.map.files()[place.file as usize].as_str(), place.line, place.column)
        };
        assert_eq!(place("a;"), ("top.c", 1, 5));
        assert_eq!(place("b;"), ("dir/b.c", 12, 5));
        assert_eq!(place("c;"), ("dir/b.c", 13, 7));
        assert_eq!(place("d;"), ("dir/b.c", 7, 5));
        assert_eq!(place("e;"), ("a \"x\".c", 3, 5));
    }

    #[test]
    fn syntax_errors_name_the_place_and_what_is_missing() {
        let cases = [
            ("int main(void) {\n  int x = 3\n  return x; }", "t.c:3:3: syntax error at `return`, expected `;`"),
            ("int x = ;", "t.c:1:9: syntax error at `;`, expected an expression"),
            ("int f(void) { g(1 2); }", "t.c:1:19: syntax error at `2`, expected `)`"),
            ("int f(void) { if x return 1; }", "t.c:1:18: syntax error at `x`, expected `(`"),
            ("int f(void) { int g(void) { return 1; } return 2; }", "t.c:1:27: functions inside of functions are not supported"),
            ("# 7 \"u.c\"\nint f(void) {", "u.c:7:13: this `{` is never closed"),
        ];
        for (text, expected) in cases {
            assert_eq!(parse("t.c", text.to_owned()).expect_err("no C").to_string(), expected);
        }
    }

    #[test]
    fn big_stack_returns_the_result() {
        assert_eq!(on_big_stack(|| 6 * 7), 42);
    }
}
