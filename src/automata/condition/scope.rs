//! For what a file with an assumption automaton holds, as a comment on its first line: what was looked at for one property says nothing of others, of another entry
//! or of another program. Files of others have no such line.

use serde::{Deserialize, Serialize};

const SIGN: &str = "// gotcha: ";

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scope {
    /// Names of the classes of properties that were asked for.
    pub properties: Vec<String>,
    pub malloc_may_fail: bool,
    /// SHA-256 of the program with its entry and data model, as it was before any property came into it.
    pub program: String,
}

impl Scope {
    /// The line, with its end.
    pub fn line(&self) -> String {
        // Strings and a truth value always have a text.
        format!("{SIGN}{}\n", serde_json::to_string(self).unwrap_or_default())
    }

    /// The scope of a file with this text, if it says one.
    ///
    /// # Errors
    /// A line that begins like one of ours and cannot be read.
    pub fn of(text: &str) -> Result<Option<Self>, String> {
        let Some(said) = text.lines().next().and_then(|line| line.strip_prefix(SIGN)) else { return Ok(None) };
        serde_json::from_str(said).map(Some).map_err(|e| format!("the first line does not say what was looked at: {e}"))
    }

    /// Why what holds of this program does not hold of that.
    pub fn is_elsewhere(&self, program: &str) -> Option<String> {
        (self.program != program).then(|| "it was written for another program, entry, or data model, or by another version".to_owned())
    }

    /// Why what holds for this does not hold for that.
    pub fn differs(&self, wanted: &Self) -> Option<String> {
        if let Some(why) = self.is_elsewhere(&wanted.program) {
            return Some(why);
        }
        if wanted.malloc_may_fail && !self.malloc_may_fail {
            return Some("it was written without --malloc-may-fail".to_owned());
        }
        let missing: Vec<&str> = wanted.properties.iter().filter(|p| !self.properties.contains(p)).map(String::as_str).collect();
        let own = if self.properties.is_empty() { "goals".to_owned() } else { self.properties.join(", ") };
        (!missing.is_empty()).then(|| format!("it was written for {own}, not for {}", missing.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope() -> Scope {
        Scope { properties: vec!["unreach-call".into(), "no-overflow".into()], malloc_may_fail: true, program: "ab".into() }
    }

    #[test]
    fn lines_are_read_as_they_were_written() {
        let text = format!("{}OBSERVER AUTOMATON A\n", scope().line());
        assert_eq!(Scope::of(&text), Ok(Some(scope())));
        assert_eq!(Scope::of("OBSERVER AUTOMATON A\n"), Ok(None));
        assert_eq!(Scope::of("// something else\n"), Ok(None));
        assert!(Scope::of("// gotcha: {\"properties\":[]}\n").is_err());
    }

    #[test]
    fn less_may_be_asked_than_was_looked_at() {
        let less = Scope { properties: vec!["no-overflow".into()], malloc_may_fail: false, ..scope() };
        assert_eq!(scope().differs(&less), None);
        assert_eq!(less.differs(&scope()).unwrap(), "it was written without --malloc-may-fail");
        let more = Scope { malloc_may_fail: true, ..less };
        assert_eq!(more.differs(&scope()).unwrap(), "it was written for no-overflow, not for unreach-call");
        let other = Scope { program: "cd".into(), ..scope() };
        assert!(other.differs(&scope()).unwrap().contains("another program"));
    }
}
