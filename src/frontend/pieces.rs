//! Parses a translation unit in pieces of some external declarations each, so that only the tree of one piece is in memory at a time.
//!
//! The grammar must know which names are types. A piece gets the names of earlier typedefs that occur in it as a line of typedefs before its
//! text; what they stand for does not matter to a parser.

use super::diagnostic::{Diagnostic, Error};
use super::map::{SourceMap, SourcePosition};
use super::source::{Source, has_room_for_threads, join, spawn_with_big_stack};
use lang_c::ast::{DeclarationSpecifier, Declarator, DeclaratorKind, ExternalDeclaration, StorageClassSpecifier, TypeSpecifier};
use lang_c::driver;
use lang_c::span::{Node, Span};
use rustc_hash::FxHashSet;
use std::sync::mpsc;

/// Some external declarations in a row.
#[derive(Debug)]
pub struct Piece {
    pub declarations: Vec<Node<ExternalDeclaration>>,
    /// What has to be added to the offsets of spans, wrapping around, for offsets in the unit's normalised text.
    base: usize,
}

/// The pieces of a translation unit, up to the first syntax error.
#[derive(Debug)]
pub struct Pieces<'a> {
    source: &'a Source,
    /// Where the next piece starts, in the normalised text.
    start: usize,
    /// How many of the source's cuts lie at or before `start`.
    passed: usize,
    /// Names of types at the level of the file.
    types: FxHashSet<String>,
    done: bool,
}

/// Passes the pieces of a unit to `work` one by one and ends with its first error. While it works on one, another thread parses the next.
/// Call it on a big stack.
pub fn for_each(source: &Source, mut work: impl FnMut(&Piece) -> Result<(), Error>) -> Result<(), Error> {
    if source.cuts.is_empty() || !has_room_for_threads() {
        return source.pieces().try_for_each(|piece| work(&piece?));
    }
    std::thread::scope(|scope| {
        let (parsed, pieces) = mpsc::sync_channel(2);
        let (done, trees) = mpsc::channel();
        let parser = move || {
            for piece in source.pieces() {
                // Trees go back to where they were made: memory is freed at less expense there.
                trees.try_iter().for_each(drop::<Piece>);
                if parsed.send(piece).is_err() {
                    return;
                }
            }
            drop(parsed);
            trees.iter().for_each(drop);
        };
        let Ok(parser) = spawn_with_big_stack(scope, parser) else {
            return source.pieces().try_for_each(|piece| work(&piece?));
        };
        for piece in pieces {
            let piece = piece?;
            work(&piece)?;
            // A parser that has ended needs nothing any more.
            let _ = done.send(piece);
        }
        drop(done);
        join(parser);
        Ok(())
    })
}

impl<'a> Pieces<'a> {
    pub(super) fn new(source: &'a Source) -> Self {
        Self { source, start: 0, passed: 0, types: FxHashSet::default(), done: false }
    }

    /// Parses from `start` up to `end`.
    fn parse(&self, end: usize) -> Result<Piece, driver::SyntaxError> {
        let text = &self.source.text[self.start..end];
        let types = self.types_in(text);
        let prelude = if types.is_empty() { String::new() } else { format!("typedef int {};", types.join(",")) };
        let config = driver::Config { cpp_command: String::new(), cpp_options: Vec::new(), flavor: driver::Flavor::GnuC11 };
        let base = self.start.wrapping_sub(prelude.len());
        match driver::parse_preprocessed(&config, prelude + text) {
            Ok(parsed) => {
                let mut declarations = parsed.unit.0;
                if !types.is_empty() {
                    declarations.remove(0);
                }
                Ok(Piece { declarations, base })
            }
            Err(mut error) => {
                // Now counted in the unit's text.
                error.offset = error.offset.wrapping_add(base);
                Err(error)
            }
        }
    }

    /// The known names of types that occur in a text, in the order of their first occurrence.
    fn types_in<'t>(&self, text: &'t str) -> Vec<&'t str> {
        if self.types.is_empty() {
            return Vec::new();
        }
        let mut seen = FxHashSet::default();
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
        words.filter(|word| self.types.contains(*word) && seen.insert(*word)).collect()
    }

    /// Learns the names of types that a piece declares.
    fn learn(&mut self, piece: &Piece) {
        self.types.extend(piece.declarations.iter().flat_map(|d| declared_types(&d.node)).map(str::to_owned));
    }

    fn error(&self, error: &driver::SyntaxError) -> Error {
        match &self.source.nested_function {
            Some(range) => Error::unsupported(self.source.map.diagnostic_in_text(range.clone(), "functions inside of functions are not supported")),
            None => Error::syntax(syntax_error(self.source, error)),
        }
    }
}

impl Iterator for Pieces<'_> {
    type Item = Result<Piece, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let whole = self.source.text.len();
        let mut end = self.source.cuts.get(self.passed).copied().unwrap_or(whole);
        let mut parsed = self.parse(end);
        if parsed.is_err() && end < whole {
            // Should the cut be a wrong one, then what is behind it belongs to the same declaration.
            end = whole;
            parsed = self.parse(end);
        }
        let result = parsed.map_err(|e| self.error(&e)).and_then(|piece| {
            reject_misparsed(&piece, self.source)?;
            Ok(piece)
        });
        self.done = end == whole || result.is_err();
        if let Ok(piece) = &result
            && !self.done
        {
            self.learn(piece);
            self.start = end;
            self.passed += 1;
        }
        Some(result)
    }
}

/// The way from the spans of a piece to the user's source.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    source: &'a Source,
    base: usize,
}

impl<'a> View<'a> {
    /// Of the first piece.
    pub fn new(source: &'a Source) -> Self {
        Self { source, base: 0 }
    }

    pub fn of(self, piece: &Piece) -> Self {
        Self { source: self.source, base: piece.base }
    }

    fn map(&self) -> &'a SourceMap {
        &self.source.map
    }

    fn span(&self, span: Span) -> Span {
        Span::span(span.start.wrapping_add(self.base), span.end.wrapping_add(self.base))
    }

    /// A span in the normalised text.
    pub(super) fn offsets(&self, span: Span) -> (usize, usize) {
        let span = self.span(span);
        (span.start, span.end)
    }

    /// Where a span starts.
    pub fn place(&self, span: Span) -> SourcePosition {
        self.map().place(self.span(span).start)
    }

    /// The text of a span as it stood before normalising, white space collapsed to single blanks.
    pub fn snippet(&self, span: Span) -> String {
        self.map().snippet(self.span(span))
    }

    /// A message about a span.
    pub fn diagnostic(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.map().diagnostic(self.span(span), message)
    }

    /// The maximal alignment that `#pragma pack` gives to the members of the record that a span ends with.
    pub fn pack(&self, span: Span) -> Option<u64> {
        self.source.pragmas.pack_at(self.span(span).end)
    }
}

/// The names of types that a declaration at the level of the file declares.
pub(super) fn declared_types(external: &ExternalDeclaration) -> Vec<&str> {
    let ExternalDeclaration::Declaration(declaration) = external else { return Vec::new() };
    if !has_storage(&declaration.node.specifiers, StorageClassSpecifier::Typedef) {
        return Vec::new();
    }
    declaration.node.declarators.iter().filter_map(|d| declarator_name(&d.node.declarator.node)).collect()
}

/// The name that a declarator declares.
pub(super) fn declarator_name(declarator: &Declarator) -> Option<&str> {
    match &declarator.kind.node {
        DeclaratorKind::Abstract => None,
        DeclaratorKind::Identifier(name) => Some(&name.node.name),
        DeclaratorKind::Declarator(inner) => declarator_name(&inner.node),
    }
}

pub(super) fn has_storage(specifiers: &[Node<DeclarationSpecifier>], wanted: StorageClassSpecifier) -> bool {
    specifiers.iter().any(|s| matches!(&s.node, DeclarationSpecifier::StorageClass(s) if s.node == wanted))
}

/// The grammar takes `struct` without tag and body for the return type of a function where it knows no better.
fn reject_misparsed(piece: &Piece, source: &Source) -> Result<(), Error> {
    for declaration in &piece.declarations {
        let ExternalDeclaration::FunctionDefinition(function) = &declaration.node else { continue };
        for specifier in &function.node.specifiers {
            if let DeclarationSpecifier::TypeSpecifier(specifier) = &specifier.node
                && let TypeSpecifier::Struct(record) = &specifier.node
                && record.node.identifier.is_none()
                && record.node.declarations.is_none()
            {
                return Err(Error::unsupported(View::new(source).of(piece).diagnostic(record.span, "this form of a struct or union is not supported")));
            }
        }
    }
    Ok(())
}

/// What is wrong where the parser stopped: the token there, and what could stand in its place if that is not half of the language.
fn syntax_error(source: &Source, error: &driver::SyntaxError) -> Diagnostic {
    let (map, text) = (&source.map, &source.text);
    // The parser counts from the white space before the token.
    let rest = &text[error.offset..];
    let start = error.offset + (rest.len() - rest.trim_start().len());
    let length = token_length(&text[start..]);
    if length == 0 {
        let end = text.trim_end().len();
        return map.diagnostic(Span::span(end.saturating_sub(1), end), "the file ends in the middle of something");
    }
    let message = format!("syntax error at `{}`{}", &text[start..start + length], expectation(error.expected.iter().copied().collect()));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source;

    fn parse(text: &str) -> Result<Vec<Piece>, Error> {
        source::prepare("t.c", text.to_owned())?.pieces().collect()
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
            assert_eq!(parse(text).expect_err("no C").to_string(), expected);
        }
    }

    /// Declarations of many kinds, over and over.
    fn long_text() -> String {
        let unit = |i: usize| {
            format!(
                "typedef struct s{i} {{ int a; }} t{i}, *p{i};\nt{i} x{i} = {{ (int)(char){{ 1 }} }};\n\
                 struct __attribute__((packed)) r{i} {{ char c; t0 t; }} y{i};\n\
                 int old{i}(a, b) t{i} *a; p0 b; {{ t0 *c = a; p{i} d = b; return c == d; }}\n\
                 __attribute__((unused)) static int new{i}(t0 *t) {{ int t{i} = 2; return t{i} * t->a; }}\nf{i}() {{ return (p0)0 ? 1 : 0; }}\n"
            )
        };
        (0..600).map(unit).collect()
    }

    #[test]
    fn pieces_are_the_whole() {
        let text = long_text();
        let mut source = source::prepare("t.c", text).expect("well-formed");
        let shape = |source: &Source| -> Vec<String> {
            let mut found = Vec::new();
            for piece in source.pieces() {
                let piece = piece.expect("parses");
                let view = View::new(source).of(&piece);
                found.extend(piece.declarations.iter().map(|d| format!("{:?} {}", std::mem::discriminant(&d.node), view.snippet(d.span))));
            }
            found
        };
        let pieces = shape(&source);
        assert!(source.pieces().count() > 5);
        source.cuts.clear();
        assert_eq!(source.pieces().count(), 1);
        assert_eq!(pieces, shape(&source));
    }

    #[test]
    fn a_wrong_cut_does_no_harm() {
        let text = "typedef int t; int f(a) t a; { return (t)a; } int main(void) { return f(1); }";
        for cut in 1..text.len() {
            let mut source = source::prepare("t.c", text.to_owned()).expect("well-formed");
            source.cuts.push(cut);
            let declarations: usize = source.pieces().map(|piece| piece.expect("parses").declarations.len()).sum();
            assert_eq!(declarations, 3, "cut at {cut}");
        }
    }

    #[test]
    fn errors_in_later_pieces_have_their_place() {
        let text = long_text() + "int main(void) {\n  t7 x;\n  return x y;\n}\n";
        let lines = text.lines().count();
        let error = parse(&text).expect_err("no C").to_string();
        assert_eq!(error, format!("t.c:{}:12: syntax error at `y`, expected `;`", lines - 1));
    }
}
