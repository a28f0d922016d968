//! Expressions over edges and variables.

use super::{Elements, Parser};
use crate::spec::Result;
use crate::spec::ast::{Bool, Check, Element, Int, Match, Start, VariableId};
use crate::spec::code;
use crate::spec::lexer::Token;
use std::ops::Range;

/// A condition or a number: which it is shows when it is read.
pub(super) enum Value {
    Bool(Bool),
    Int(Int),
}

impl Parser {
    pub(super) fn boolean(&mut self) -> Result<Bool> {
        let start = self.peek()?.1.start;
        let value = self.or()?;
        self.as_bool(value, start)
    }

    pub(super) fn integer(&mut self) -> Result<Int> {
        let start = self.peek()?.1.start;
        let value = self.sum()?;
        self.as_int(value, start)
    }

    fn as_bool(&self, value: Value, start: usize) -> Result<Bool> {
        match value {
            Value::Bool(b) => Ok(b),
            Value::Int(_) => self.fail("a condition must stand here, not a number", &(start..self.at)),
        }
    }

    fn as_int(&self, value: Value, start: usize) -> Result<Int> {
        match value {
            Value::Int(n) => Ok(n),
            Value::Bool(_) => self.fail("a number must stand here, not a condition", &(start..self.at)),
        }
    }

    pub(super) fn or(&mut self) -> Result<Value> {
        let start = self.peek()?.1.start;
        let mut left = self.and()?;
        while self.take_sign("||")? {
            let a = self.as_bool(left, start)?;
            let value = self.and()?;
            let b = self.as_bool(value, start)?;
            left = Value::Bool(Bool::Or(Box::new(a), Box::new(b)));
        }
        Ok(left)
    }

    fn and(&mut self) -> Result<Value> {
        let start = self.peek()?.1.start;
        let mut left = self.equality()?;
        while self.take_sign("&&")? {
            let a = self.as_bool(left, start)?;
            let value = self.equality()?;
            let b = self.as_bool(value, start)?;
            left = Value::Bool(Bool::And(Box::new(a), Box::new(b)));
        }
        Ok(left)
    }

    fn equality(&mut self) -> Result<Value> {
        let start = self.peek()?.1.start;
        let mut left = self.sum()?;
        loop {
            let is_equal = match self.peek()?.0 {
                Token::Sign("==") => true,
                Token::Sign("!=") => false,
                _ => return Ok(left),
            };
            self.next()?;
            let right = self.sum()?;
            left = Value::Bool(match (left, right) {
                (Value::Int(a), Value::Int(b)) if is_equal => Bool::Equal(a, b),
                (Value::Int(a), Value::Int(b)) => Bool::Unequal(a, b),
                (Value::Bool(a), Value::Bool(b)) if is_equal => Bool::Same(Box::new(a), Box::new(b)),
                (Value::Bool(a), Value::Bool(b)) => Bool::Differ(Box::new(a), Box::new(b)),
                _ => return self.fail("a number and a condition cannot be compared", &(start..self.at)),
            });
        }
    }

    fn sum(&mut self) -> Result<Value> {
        let start = self.peek()?.1.start;
        let mut left = self.primary()?;
        loop {
            let is_plus = match self.peek()?.0 {
                Token::Sign("+") => true,
                Token::Sign("-") => false,
                _ => return Ok(left),
            };
            self.next()?;
            let a = Box::new(self.as_int(left, start)?);
            let value = self.primary()?;
            let b = Box::new(self.as_int(value, start)?);
            left = Value::Int(if is_plus { Int::Add(a, b) } else { Int::Sub(a, b) });
        }
    }

    fn primary(&mut self) -> Result<Value> {
        let (token, range) = self.next()?;
        match &token {
            Token::Sign("!") => {
                let start = self.peek()?.1.start;
                let value = self.primary()?;
                Ok(Value::Bool(Bool::Not(Box::new(self.as_bool(value, start)?))))
            }
            Token::Sign("(") => {
                let value = self.or()?;
                self.expect_sign(")")?;
                Ok(value)
            }
            Token::Sign("-") => Ok(Value::Int(Int::Number(-self.constant()?))),
            Token::Number(n) => Ok(Value::Int(Int::Number(*n))),
            Token::Bound(n) => Ok(Value::Int(Int::Bound(*n))),
            Token::Word(word) => self.word(word, range),
            other => self.unexpected(other, &range, "an expression"),
        }
    }

    fn word(&mut self, word: &str, range: Range<usize>) -> Result<Value> {
        match word.to_ascii_uppercase().as_str() {
            "TRUE" => Ok(Value::Bool(Bool::Constant(true))),
            "FALSE" => Ok(Value::Bool(Bool::Constant(false))),
            "MATCH" => {
                let what = self.matched()?;
                Ok(Value::Bool(Bool::Match(what, self.span(range.start..self.at))))
            }
            "COVERS_LINES" => {
                let lines = self.lines()?;
                Ok(Value::Bool(Bool::Match(Match::Lines(lines), self.span(range.start..self.at))))
            }
            "CHECK" => {
                let check = self.check(range.start)?;
                Ok(Value::Bool(Bool::Check(check, self.span(range.start..self.at))))
            }
            "EVAL" => self.eval(range.start).map(Value::Int),
            _ => self.variable_value(word, range),
        }
    }

    fn variable_value(&mut self, name: &str, range: Range<usize>) -> Result<Value> {
        let variable = self.known(name, &range)?;
        if matches!(self.variables[variable].start, Start::Int(_)) {
            return Ok(Value::Int(Int::Variable(variable)));
        }
        if self.take_sign(".")? {
            self.expect_word("empty")?;
            return Ok(Value::Bool(Bool::IsEmpty(variable)));
        }
        let element = self.element(variable)?;
        Ok(Value::Bool(Bool::Contains { set: variable, element }))
    }

    pub(super) fn known(&self, name: &str, range: &Range<usize>) -> Result<VariableId> {
        match self.variables.iter().find(|(_, v)| v.name == name) {
            Some((id, _)) => Ok(id),
            None => self.fail(format!("the automaton has no variable {name}"), range),
        }
    }

    /// `[element]` behind the name of a set.
    pub(super) fn element(&mut self, set: VariableId) -> Result<Element> {
        let (token, range) = self.next()?;
        let Token::Brackets(inside) = token else { return self.unexpected(&token, &range, "an element in brackets, or `.empty`,") };
        let kind = if matches!(self.variables[set].start, Start::TextSet(_)) { Elements::Text } else { Elements::Int };
        let end = range.start + 1 + inside.len();
        self.at = range.start + 1;
        let element = match (self.peek()?, kind) {
            ((Token::Text(text), _), Elements::Text) => {
                self.next()?;
                Element::Text(text)
            }
            ((Token::Bound(n), at), Elements::Text) => {
                self.at = at.end;
                Element::Bound(n)
            }
            ((other, at), Elements::Text) => return self.unexpected(&other, &at, "a text or `$1`"),
            (_, Elements::Int) => Element::Int(self.integer()?),
        };
        let (after, at) = self.peek()?;
        if at.start < end {
            return self.unexpected(&after, &at, "the end of the element");
        }
        self.at = range.end;
        Ok(element)
    }

    /// What follows `MATCH`.
    fn matched(&mut self) -> Result<Match> {
        let (token, range) = self.next()?;
        match token {
            Token::Text(text) => Ok(Match::Text(text)),
            Token::Braces(text) => {
                code::pattern(&text).or_else(|why| self.fail(format!("this pattern is no statement of C that can be matched: {why}"), &range))?;
                Ok(Match::Pattern(text))
            }
            Token::Brackets(text) => {
                self.regex(&text, &range)?;
                Ok(Match::Regex(text))
            }
            Token::Word(word) => match word.as_str() {
                "LABEL" => match self.next()? {
                    (Token::Text(name), _) => Ok(Match::Label(name)),
                    (Token::Brackets(text), range) => {
                        self.regex(&text, &range)?;
                        Ok(Match::LabelRegex(text))
                    }
                    (other, range) => self.unexpected(&other, &range, "a label in quotation marks or an expression in brackets"),
                },
                "ASSERT" => Ok(Match::Assert),
                "ENTRY" => Ok(Match::Entry),
                "EXIT" => Ok(Match::Exit),
                "OTHERWISE" => Ok(Match::Otherwise),
                "FUNCTIONCALL" => match self.next()? {
                    (Token::Text(name), _) => Ok(Match::Call(name)),
                    (other, range) => self.unexpected(&other, &range, "the name of a function in quotation marks"),
                },
                _ => self.fail(format!("MATCH {word} is not supported"), &range),
            },
            other => self.unexpected(&other, &range, "what to match"),
        }
    }

    fn regex(&self, text: &str, range: &Range<usize>) -> Result<()> {
        regex::Regex::new(text).map(|_| ()).or_else(|_| self.fail("this is no regular expression that can be used here", range))
    }

    fn lines(&mut self) -> Result<Vec<u32>> {
        self.expect_sign("(")?;
        let mut lines = Vec::new();
        loop {
            match self.next()? {
                (Token::Number(n), range) => match u32::try_from(n) {
                    Ok(line) => lines.push(line),
                    Err(_) => return self.fail("this is no number of a line", &range),
                },
                (Token::Sign(","), _) => {}
                (Token::Sign(")"), _) => return Ok(lines),
                (other, range) => return self.unexpected(&other, &range, "the number of a line"),
            }
        }
    }

    /// `(name, "query")`; the name is missing in some.
    fn query(&mut self) -> Result<(Option<String>, Option<String>)> {
        self.expect_sign("(")?;
        let (token, range) = self.next()?;
        let name = match token {
            Token::Text(query) => {
                self.expect_sign(")")?;
                return Ok((None, Some(query)));
            }
            Token::Word(name) => name,
            other => return self.unexpected(&other, &range, "the name of an analysis"),
        };
        let query = if self.take_sign(",")? {
            match self.next()? {
                (Token::Text(query), _) => Some(query),
                (other, range) => return self.unexpected(&other, &range, "a query in quotation marks"),
            }
        } else {
            None
        };
        self.expect_sign(")")?;
        Ok((Some(name), query))
    }

    fn check(&mut self, start: usize) -> Result<Check> {
        let (name, query) = self.query()?;
        let sides = query.as_deref().and_then(|q| q.split_once("==")).map(|(a, b)| (a.trim(), b.trim()));
        match (name.as_deref(), sides) {
            (Some("IS_TARGET_STATE"), None) if query.is_none() => Ok(Check::IsTarget),
            (Some("location"), Some((what, f))) if what.eq_ignore_ascii_case("functionName") => Ok(Check::Function(f.to_owned())),
            (Some(automaton), Some(("state", state))) => Ok(Check::State { automaton: automaton.to_owned(), state: state.to_owned() }),
            _ => {
                let known = "`CHECK(AUTOMATON, \"state == S\")`, `CHECK(location, \"functionName==f\")` and `CHECK(IS_TARGET_STATE)`";
                self.fail(format!("this query is not known: known are {known}"), &(start..self.at))
            }
        }
    }

    fn eval(&mut self, start: usize) -> Result<Int> {
        let (name, query) = self.query()?;
        match (name.as_deref(), query.as_deref().map(str::trim)) {
            (Some("location"), Some(q)) if q.eq_ignore_ascii_case("lineno") => Ok(Int::Line),
            _ => self.fail("this query is not known: known is `EVAL(location, \"lineno\")`", &(start..self.at)),
        }
    }
}
