//! Formulas of linear temporal logic as arguments give them: on the command line, in a property file, or in comments of the program.

use crate::failure::Failure;
use automata::ltl::{self, Buchi, Specification, source};
use goto::TextError;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Where formulas may come from, the first that there is.
pub struct Source<'a> {
    pub formula: Option<&'a str>,
    pub property: Option<&'a Path>,
    /// The program, whose comments may hold formulas.
    pub files: &'a [PathBuf],
}

/// A formula that was read, with what messages need.
#[derive(Clone, Debug)]
pub struct FormulaText {
    /// What it is read from, for messages.
    pub origin: String,
    /// The whole text around it.
    pub text: String,
    /// Where in the text it stands.
    pub part: Range<usize>,
    /// How a comment calls it.
    pub name: Option<String>,
    /// The entry function that the property file names.
    pub entry: Option<String>,
    pub specification: Specification,
}

impl FormulaText {
    /// The failure that something in the formula's text is wrong.
    pub(crate) fn wrong(&self, error: TextError) -> Failure {
        error.within(&self.origin, &self.text).into()
    }

    /// The automaton of the words that satisfy it.
    ///
    /// # Errors
    /// If it is too large.
    pub fn automaton(&self) -> Result<Buchi, Failure> {
        ltl::translate(&self.specification).map_err(|e| self.wrong(TextError::new(e.to_string(), 0..0)))
    }

    /// The automaton of the words that do not.
    pub(crate) fn violations(&self) -> Result<Buchi, Failure> {
        ltl::translate(&self.specification.clone().negated()).map_err(|e| self.wrong(TextError::new(e.to_string(), 0..0)))
    }
}

/// The formulas; at least one.
///
/// # Errors
/// If there is none, or one is wrong.
pub fn read(from: &Source<'_>) -> Result<Vec<FormulaText>, Failure> {
    if let Some(text) = from.formula {
        return Ok(vec![given("the formula", text, 0..text.len(), None, None)?]);
    }
    if let Some(path) = from.property {
        let (origin, text) = (path.display().to_string(), text_of(path)?);
        let found = source::in_property(&text).map_err(|error| error.within(&origin, &text))?;
        return Ok(vec![given(&origin, &text, found.formula, None, Some(found.entry))?]);
    }
    let mut all = Vec::new();
    for path in from.files {
        let (origin, text) = (path.display().to_string(), text_of(path)?);
        for found in source::in_comments(&text) {
            all.push(given(&origin, &text, found.formula, Some(found.name), None)?);
        }
    }
    if all.is_empty() {
        let message = "there is no formula: give one with --formula, --property FILE.prp, or a comment `//@ ltl invariant NAME: ...;` in the program";
        return Err(Failure::Usage(message.into()));
    }
    Ok(all)
}

/// All of several formulas as one.
pub(crate) fn all_of(given: &[FormulaText]) -> Result<FormulaText, Failure> {
    let text = given.iter().map(|g| format!("({})", g.specification.text())).collect::<Vec<_>>().join(" && ");
    self::given("the formulas of the comments", &text, 0..text.len(), None, None)
}

fn text_of(path: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(path).map_err(|e| Failure::Usage(format!("cannot read {}: {e}", path.display())))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A formula that is part of a text; places are those of the whole.
fn given(origin: &str, text: &str, part: Range<usize>, name: Option<String>, entry: Option<String>) -> Result<FormulaText, Failure> {
    let shifted = |span: Range<usize>| span.start + part.start..span.end + part.start;
    let mut specification = ltl::parse(&text[part.clone()]).map_err(|e| TextError::new(e.message, shifted(e.span)).within(origin, text))?;
    for (_, atom) in specification.atoms.iter_mut() {
        atom.span = shifted(atom.span.clone());
    }
    Ok(FormulaText { origin: origin.to_owned(), text: text.to_owned(), part, name, entry, specification })
}
