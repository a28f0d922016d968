//! What transitions do.

use super::Parser;
use super::expr::Value;
use crate::spec::Result;
use crate::spec::ast::{Action, Kind, Printed, Start};
use crate::spec::lexer::Token;
use std::ops::Range;

impl Parser {
    /// What follows `DO`, `PRINT`, `PRINTONCE` or `MODIFY`, the word.
    pub(super) fn action(&mut self, word: &str, range: &Range<usize>) -> Result<Action> {
        match word {
            "DO" => self.assignment(),
            "MODIFY" if self.kind == Kind::Observer => self.fail("an observer must not change what other analyses know", range),
            "MODIFY" => self.fail("MODIFY is not supported: there is no other analysis to change", range),
            _ => Ok(Action::Print { once: word == "PRINTONCE", what: self.printed()? }),
        }
    }

    fn assignment(&mut self) -> Result<Action> {
        let (name, range) = self.name("the name of a variable")?;
        let variable = self.known(&name, &range)?;
        if matches!(self.variables[variable].start, Start::Int(_)) {
            self.expect_sign("=")?;
            return Ok(Action::Set { variable, value: self.integer()? });
        }
        let element = self.element(variable)?;
        self.expect_sign("=")?;
        let (word, range) = self.name("TRUE or FALSE")?;
        let is_in = match word.to_ascii_uppercase().as_str() {
            "TRUE" => true,
            "FALSE" => false,
            _ => return self.fail("TRUE or FALSE must stand here: is the element in the set afterwards?", &range),
        };
        Ok(Action::Put { set: variable, element, is_in })
    }

    fn printed(&mut self) -> Result<Vec<Printed>> {
        let mut parts = Vec::new();
        loop {
            match self.peek()? {
                (Token::Text(text), _) => {
                    self.next()?;
                    parts.push(Printed::Text(text));
                }
                (Token::Word(w), _)
                    if matches!(w.as_str(), "GOTO" | "ERROR" | "STOP" | "BREAK" | "DO" | "PRINT" | "PRINTONCE" | "ASSUME" | "MODIFY" | "ASSERT") =>
                {
                    return Ok(parts);
                }
                (Token::End | Token::Sign(";"), _) => return Ok(parts),
                _ => parts.push(match self.or()? {
                    Value::Bool(b) => Printed::Bool(b),
                    Value::Int(n) => Printed::Int(n),
                }),
            }
        }
    }
}
