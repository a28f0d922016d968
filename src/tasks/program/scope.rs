//! Which functions' goals and properties are asked: those that execution can get to, all, or those that a user names.

use super::place_of;
use crate::failure::Failure;
use frontend::similar;
use goto::{FuncId, Function, Program};
use regex::Regex;
use rustc_hash::FxHashSet;
use std::path::Path;

/// The word for all functions.
const ALL: &str = "all";

/// What a user says of it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Scope {
    /// All functions are asked; what stands in those that execution cannot get to is decided at once.
    #[default]
    Reached,
    /// All functions are asked, and none is left out before the analysis.
    All,
    /// Those that a word names: a function, a file, or a regular expression for names of one of these.
    Named(Vec<String>),
}

/// The functions that are asked; all of them if there is no set.
pub type AskedFunctions = Option<FxHashSet<FuncId>>;

impl Scope {
    /// The words of a command line; `all` stands alone.
    ///
    /// # Errors
    /// If it does not.
    pub fn of(words: &[String]) -> Result<Self, Failure> {
        match words {
            [] => Ok(Self::Reached),
            [word] if word == ALL => Ok(Self::All),
            words if words.iter().any(|word| word == ALL) => Err(Failure::Usage("--scope all does not go with another --scope".to_owned())),
            words => Ok(Self::Named(words.to_vec())),
        }
    }

    /// The functions of the program that are meant.
    ///
    /// # Errors
    /// If a word names none, with what may have been meant.
    pub fn functions(&self, program: &Program) -> Result<AskedFunctions, Failure> {
        let Self::Named(words) = self else { return Ok(None) };
        let mut asked = FxHashSet::default();
        for word in words {
            asked.extend(named(program, word)?);
        }
        Ok(Some(asked))
    }

    /// Are functions left out that execution cannot get to?
    pub(crate) fn leaves_out(&self) -> bool {
        *self != Self::All
    }
}

fn own(program: &Program) -> impl Iterator<Item = (FuncId, &Function)> {
    program.functions.iter().filter(|(_, f)| !f.model && f.body.is_some())
}

/// The functions that a word means: the one of this name, those of this file, or those that fit it as a regular expression by name or by file.
fn named(program: &Program, word: &str) -> Result<Vec<FuncId>, Failure> {
    let file = |function: &Function| program.files[function.loc.file].as_str();
    let chosen = |is_meant: &dyn Fn(&Function) -> bool| -> Vec<FuncId> { own(program).filter(|(_, f)| is_meant(f)).map(|(id, _)| id).collect() };
    let place = place_of(Path::new(word));
    let mut found = chosen(&|f| f.name == word);
    if found.is_empty() {
        found = chosen(&|f| Path::new(file(f)).ends_with(word) || place_of(Path::new(file(f))) == place);
    }
    if found.is_empty() {
        let whole = Regex::new(&format!("^(?:{word})$")).map_err(|e| wrong(program, word, &format!("it is no regular expression: {}", last_line(&e))))?;
        found = chosen(&|f| whole.is_match(&f.name) || whole.is_match(file(f)));
    }
    if found.is_empty() { Err(wrong(program, word, "it names no function and no file of the program")) } else { Ok(found) }
}

/// Messages about regular expressions have the text first.
fn last_line(error: &regex::Error) -> String {
    error.to_string().lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned()
}

fn wrong(program: &Program, word: &str, why: &str) -> Failure {
    let names = own(program).map(|(_, f)| f.name.as_str());
    let files = own(program).filter_map(|(_, f)| Path::new(program.files[f.loc.file].as_str()).file_name()?.to_str());
    let hint = similar::hint(word, names.chain(files));
    Failure::Usage(format!("--scope {word}: {why}{hint}; `gotcha show FILE --what functions` lists the functions"))
}
