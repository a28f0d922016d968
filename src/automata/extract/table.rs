//! Lookup tables: lines of a source text, a tab, and what becomes of it. The first line that fits counts; `printf(...` fits everything that begins so.

use goto::Diagnostic;
use std::fmt::Write as _;

/// What becomes of a statement or condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Replacement {
    /// It stands in the model as it stands in the source.
    Keep,
    /// Nothing is left of it; of a condition, that it may hold or not.
    Hide,
    Skip,
    /// A comment.
    Comment,
    /// Its text is printed.
    Print,
    /// As `Hide`, with a warning.
    Warn,
    True,
    False,
    /// It is executed as C.
    Code,
    /// It is evaluated as C.
    Expression,
    /// Text of the model.
    Text(String),
}

/// Words for replacements; other text stands for itself.
const WORDS: [(&str, Replacement); 10] = [
    ("keep", Replacement::Keep),
    ("hide", Replacement::Hide),
    ("skip", Replacement::Skip),
    ("comment", Replacement::Comment),
    ("print", Replacement::Print),
    ("warn", Replacement::Warn),
    ("true", Replacement::True),
    ("false", Replacement::False),
    ("C_code", Replacement::Code),
    ("C_expr", Replacement::Expression),
];

/// Entries of Modex's tables that mean something else there, which this version does not know.
const UNKNOWN: [&str; 5] = ["Constant", "Import", "Include", "NonState", "Track"];

#[derive(Clone, Debug)]
struct Entry {
    /// The source's text with single blanks.
    text: String,
    /// It fits what begins with the text.
    is_prefix: bool,
    replacement: Replacement,
    /// From 1.
    line: usize,
    fits_something: bool,
}

/// A line that fits nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unused {
    pub line: usize,
    pub text: String,
}

/// A lookup table.
#[derive(Clone, Default, Debug)]
pub struct Table {
    entries: Vec<Entry>,
    /// Texts that are replaced everywhere in what is kept.
    substitutions: Vec<(String, String)>,
    /// Declarations for the model.
    pub declarations: Vec<String>,
}

impl Table {
    /// Reads a table. `name` is its file's, for messages.
    ///
    /// # Errors
    /// A line without a tab, or an entry of Modex that is not known.
    pub fn read(name: &str, text: &str) -> Result<Self, Diagnostic> {
        let mut table = Self::default();
        for (index, line) in text.lines().enumerate() {
            let at = line.len() - line.trim_start().len();
            if line.trim().is_empty() || line.trim_start().starts_with("//") {
                continue;
            }
            let wrong = |message: &str, length: usize| Diagnostic {
                message: message.to_owned(),
                file: name.to_owned(),
                line: index as u32 + 1,
                column: at as u32 + 1,
                length: length as u32,
                source_line: Some(line.to_owned()),
            };
            let (text, replacement) =
                line.trim().split_once('\t').ok_or_else(|| wrong("expected a text of the source, a tab, and what becomes of it", line.trim().len()))?;
            let (text, replacement) = (text.trim(), replacement.trim());
            match text {
                "Declare" => table.declarations.push(replacement.to_owned()),
                "Substitute" => {
                    let (from, to) = replacement
                        .split_once('\t')
                        .ok_or_else(|| wrong("expected Substitute, a text, and another one, with tabs between them", text.len()))?;
                    table.substitutions.push((from.trim().to_owned(), to.trim().to_owned()));
                }
                _ if UNKNOWN.contains(&text) => return Err(wrong("this entry is not supported", text.len())),
                _ => table.add(text, parse(replacement), index + 1),
            }
        }
        Ok(table)
    }

    fn add(&mut self, text: &str, replacement: Replacement, line: usize) {
        let (text, is_prefix) = text.strip_suffix("...").map_or((text, false), |prefix| (prefix, true));
        self.entries.push(Entry { text: normal(text), is_prefix, replacement, line, fits_something: false });
    }

    /// What becomes of a text; `default` does, and is added to the table, if no line fits.
    pub fn look_up(&mut self, text: &str, default: impl FnOnce() -> Replacement) -> Replacement {
        let text = normal(text);
        let fits = |entry: &&mut Entry| if entry.is_prefix { text.starts_with(&entry.text) } else { text == entry.text };
        if let Some(entry) = self.entries.iter_mut().find(fits) {
            entry.fits_something = true;
            return entry.replacement.clone();
        }
        let replacement = default();
        self.entries.push(Entry { text, is_prefix: false, replacement: replacement.clone(), line: 0, fits_something: true });
        replacement
    }

    /// The text with all substitutions.
    pub fn substitute(&self, text: &str) -> String {
        self.substitutions.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
    }

    /// Lines that fit no statement and no condition.
    pub fn unused(&self) -> Vec<Unused> {
        self.entries.iter().filter(|e| !e.fits_something).map(|e| Unused { line: e.line, text: e.text.clone() }).collect()
    }

    /// The lines that were added.
    pub fn added(&self) -> String {
        let mut lines = String::new();
        for entry in self.entries.iter().filter(|e| e.line == 0) {
            let _ = writeln!(lines, "{}\t{}", entry.text, word(&entry.replacement));
        }
        lines
    }
}

fn parse(text: &str) -> Replacement {
    WORDS.iter().find(|(word, _)| *word == text).map_or_else(|| Replacement::Text(text.to_owned()), |(_, replacement)| replacement.clone())
}

fn word(replacement: &Replacement) -> &str {
    match replacement {
        Replacement::Text(text) => text,
        other => WORDS.iter().find(|(_, r)| r == other).map_or("", |(word, _)| word),
    }
}

/// Blanks are single, and a statement has no semicolon at its end.
fn normal(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches(';').trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_fits_counts() {
        let mut table =
            Table::read("t", "// a table\nx = 1;\tx = 2\nprintf(...\thide\nprintf(\"a\")\tkeep\nDeclare\tint n;\nSubstitute\tp->n\tn\n").expect("is right");
        let none = || Replacement::Warn;
        assert_eq!(table.look_up("x  =  1", none), Replacement::Text("x = 2".into()));
        assert_eq!(table.look_up("printf(\"a\");", none), Replacement::Hide);
        assert_eq!(table.look_up("y++;", none), Replacement::Warn);
        assert_eq!(table.declarations, ["int n;"]);
        assert_eq!(table.substitute("p->n + 1"), "n + 1");
        assert_eq!(table.unused(), [Unused { line: 4, text: "printf(\"a\")".into() }]);
        assert_eq!(table.added(), "y++\twarn\n");
    }

    #[test]
    fn wrong_lines_are_shown() {
        let error = Table::read("t.lut", "x = 1;\tkeep\n  x = 2; keep\n").expect_err("has no tab");
        assert_eq!((error.file.as_str(), error.line, error.column), ("t.lut", 2, 3));
        assert!(Table::read("t.lut", "Import\tx\n").is_err());
    }
}
