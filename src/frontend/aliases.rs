//! Where pointers among the inputs may lead, as a user restricts it: lines with a regular expression for names of pointers, an arrow, and one for names of objects.
//! Knows nothing of programs.

use regex::Regex;
use thiserror::Error;

const ARROW: &str = "->";

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{path}:{line}: {message}")]
pub struct AliasError {
    path: String,
    line: usize,
    message: String,
}

/// What is among the inputs beside arguments: globals, and memory behind pointers.
#[derive(Clone, Debug)]
pub struct LazyInputs {
    pub aliases: Aliases,
    /// New objects of each type that pointers may lead to.
    pub objects: usize,
    /// Elements of a new object if they are scalars, but not characters.
    pub elements: u64,
    /// Characters of a new object of characters.
    pub characters: u64,
    /// Is a test made of a run? Then functions that are declared by the user and have no body come back with inputs, and do nothing else; and a run ends where memory is
    /// refused, which machines and compilers do not do alike.
    pub for_tests: bool,
}

/// The lines of a file.
#[derive(Clone, Default, Debug)]
pub struct Aliases {
    path: String,
    rules: Vec<Rule>,
}

#[derive(Clone, Debug)]
struct Rule {
    line: usize,
    pointer: Regex,
    object: Regex,
}

/// A line that says something of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RuleId(usize);

impl Aliases {
    /// Reads `POINTERS -> OBJECTS` in each line that is not empty and does not begin with `#`. `path` is for messages.
    ///
    /// # Errors
    /// The first line that is no such line.
    pub fn parse(path: &str, text: &str) -> Result<Self, AliasError> {
        let mut rules = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let (number, line) = (number + 1, line.trim());
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong = |message: String| AliasError { path: path.to_owned(), line: number, message };
            let Some((pointer, object)) = line.split_once(ARROW) else {
                return Err(wrong(format!("`{line}` is not of the form POINTERS -> OBJECTS")));
            };
            let regex =
                |part: &str| Regex::new(&format!("^(?:{})$", part.trim())).map_err(|e| wrong(format!("`{}` is no regular expression: {e}", part.trim())));
            rules.push(Rule { line: number, pointer: regex(pointer)?, object: regex(object)? });
        }
        Ok(Self { path: path.to_owned(), rules })
    }

    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    pub fn rules(&self) -> impl Iterator<Item = RuleId> {
        (0..self.rules.len()).map(RuleId)
    }

    /// The first line whose names of pointers this is one of.
    pub fn rule(&self, pointer: &str) -> Option<RuleId> {
        self.rules.iter().position(|rule| rule.pointer.is_match(pointer)).map(RuleId)
    }

    /// May pointers of the line lead there?
    pub fn allows(&self, rule: RuleId, object: &str) -> bool {
        self.rules[rule.0].object.is_match(object)
    }

    /// Something that is wrong with a line, for this program.
    pub fn error(&self, rule: RuleId, message: String) -> AliasError {
        AliasError { path: self.path.clone(), line: self.rules[rule.0].line, message }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_fits_decides() {
        let aliases = Aliases::parse("a", "# lists\n\nentry parameter (a|b) -> null|node [12]\n.*->node .*").unwrap();
        let of = |name: &str| aliases.rule(name).unwrap();
        assert!(aliases.allows(of("entry parameter a"), "null") && !aliases.allows(of("entry parameter a"), "node 3"));
        assert!(aliases.allows(of("entry parameter ab"), "node 3") && !aliases.allows(of("entry parameter ab"), "null"));
        assert_eq!(aliases.rules().count(), 2);
        assert_eq!(aliases.error(of("x"), "no".into()).to_string(), "a:4: no");
        assert!(Aliases::parse("a", "a -> b").unwrap().rule("ab").is_none());
    }

    #[test]
    fn wrong_lines_are_told() {
        assert_eq!(Aliases::parse("f", "\nnode").unwrap_err().to_string(), "f:2: `node` is not of the form POINTERS -> OBJECTS");
        assert!(Aliases::parse("f", "( -> a").unwrap_err().to_string().starts_with("f:1: `(` is no regular expression"));
    }
}
