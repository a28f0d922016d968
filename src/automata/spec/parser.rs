//! Reads specifications. Names are resolved on the way: states when their automaton ends, automata that are asked for when all files are read.

use super::Result;
use super::ast::{
    Automaton, Bool, Check, Choice, Code, Kind, Source, SourceId, Span, Specification, Start, State, StateId, Target, Transition, Variable, VariableId,
};
use super::lexer::{self, Token};
use goto::{Diagnostic, Id, IdVec};
use std::ops::Range;
use std::path::{Path, PathBuf};

mod action;
mod expr;

/// Reads files as one specification: their names, for messages and as what `#include` starts from, and their texts.
///
/// # Errors
/// If a text is no specification.
pub fn parse(files: &[(String, String)]) -> Result<Specification> {
    let mut specification = Specification { sources: IdVec::new(), automata: Vec::new() };
    for (name, text) in files {
        let source = specification.sources.push(Source { name: name.clone(), text: text.clone() });
        read(&mut specification, source, &mut vec![PathBuf::from(name)])?;
    }
    links(&specification)?;
    Ok(specification)
}

/// Reads one source; `open` are the files that include it, itself last.
fn read(specification: &mut Specification, source: SourceId, open: &mut Vec<PathBuf>) -> Result<()> {
    let mut parser = Parser::new(specification, source);
    loop {
        match parser.peek()? {
            (Token::End, _) => return Ok(()),
            (Token::Sign("#"), at) => {
                let (path, span) = parser.include(at)?;
                let path = open.last().and_then(|p| p.parent()).unwrap_or(Path::new("")).join(path);
                if open.contains(&path) {
                    return Err(parser.wrong("this file includes itself", &span));
                }
                let text = std::fs::read_to_string(&path).map_err(|e| parser.wrong(format!("cannot read {}: {e}", path.display()), &span))?;
                let at = parser.at;
                let inner = specification.sources.push(Source { name: path.display().to_string(), text });
                open.push(path);
                read(specification, inner, open)?;
                open.pop();
                parser = Parser::new(specification, source);
                parser.at = at;
            }
            (Token::Word(word), at) if word == "ASSERT" => {
                let automaton = parser.assertion(specification.automata.len(), at)?;
                specification.automata.push(automaton);
                parser = Parser { at: parser.at, ..Parser::new(specification, source) };
            }
            _ => {
                let automaton = parser.automaton()?;
                if specification.automata.iter().any(|a| a.name == automaton.name) {
                    return Err(automaton.span.wrong(format!("there are two automata {}", automaton.name), &specification.sources));
                }
                specification.automata.push(automaton);
                parser = Parser { at: parser.at, ..Parser::new(specification, source) };
            }
        }
    }
}

/// Finds the automata and states that are asked for.
fn links(specification: &Specification) -> Result<()> {
    let mut found = Ok(());
    let transitions = specification.automata.iter().flat_map(|a| a.states.values()).flat_map(|s| &s.transitions);
    for expression in transitions.flat_map(|t| std::iter::once(&t.trigger).chain(&t.assertions)) {
        expression.walk(&mut |b| {
            let Bool::Check(Check::State { automaton, state }, span) = b else { return };
            let wrong = match specification.automaton(automaton) {
                None => Some(format!("there is no automaton {automaton}")),
                Some(a) if a.state(state).is_none() => Some(format!("the automaton {automaton} has no state {state}")),
                Some(_) => None,
            };
            if let (Some(message), Ok(())) = (wrong, &found) {
                found = Err(span.wrong(message, &specification.sources));
            }
        });
    }
    found
}

/// At work on one text.
struct Parser {
    sources: IdVec<SourceId, Source>,
    source: SourceId,
    text: String,
    at: usize,
    variables: IdVec<VariableId, Variable>,
    /// Where `GOTO` names a state that may come later; the index stands for the state meanwhile.
    gotos: IdVec<StateId, (String, Span)>,
    kind: Kind,
}

impl Parser {
    fn new(specification: &Specification, source: SourceId) -> Self {
        let text = specification.sources[source].text.clone();
        let sources = specification.sources.clone();
        Self { sources, source, text, at: 0, variables: IdVec::new(), gotos: IdVec::new(), kind: Kind::Control }
    }

    fn span(&self, range: Range<usize>) -> Span {
        Span { source: self.source, range }
    }

    fn wrong(&self, message: impl Into<String>, span: &Span) -> Diagnostic {
        span.wrong(message, &self.sources)
    }

    fn fail<T>(&self, message: impl Into<String>, range: &Range<usize>) -> Result<T> {
        Err(self.wrong(message, &self.span(range.clone())))
    }

    fn peek(&self) -> Result<(Token, Range<usize>)> {
        lexer::token(&self.text, self.at).map_err(|(message, range)| self.wrong(message, &self.span(range)))
    }

    fn next(&mut self) -> Result<(Token, Range<usize>)> {
        let (token, range) = self.peek()?;
        self.at = range.end;
        Ok((token, range))
    }

    fn unexpected<T>(&self, found: &Token, range: &Range<usize>, wanted: &str) -> Result<T> {
        self.fail(format!("{wanted} must stand here, not {}", found.describe()), range)
    }

    /// Takes the word if it comes next.
    fn take_word(&mut self, word: &str) -> Result<bool> {
        let (token, range) = self.peek()?;
        let is_it = token == Token::Word(word.to_owned());
        if is_it {
            self.at = range.end;
        }
        Ok(is_it)
    }

    fn take_sign(&mut self, sign: &'static str) -> Result<bool> {
        let (token, range) = self.peek()?;
        let is_it = token == Token::Sign(sign);
        if is_it {
            self.at = range.end;
        }
        Ok(is_it)
    }

    fn expect_word(&mut self, word: &str) -> Result<()> {
        let (token, range) = self.next()?;
        if token == Token::Word(word.to_owned()) { Ok(()) } else { self.unexpected(&token, &range, &format!("`{word}`")) }
    }

    fn expect_sign(&mut self, sign: &'static str) -> Result<()> {
        let (token, range) = self.next()?;
        if token == Token::Sign(sign) { Ok(()) } else { self.unexpected(&token, &range, &format!("`{sign}`")) }
    }

    fn name(&mut self, what: &str) -> Result<(String, Range<usize>)> {
        let (token, range) = self.next()?;
        match token {
            Token::Word(name) => Ok((name, range)),
            other => self.unexpected(&other, &range, what),
        }
    }

    /// `#include FILE`.
    fn include(&mut self, start: Range<usize>) -> Result<(String, Span)> {
        self.at = start.end;
        self.expect_word("include")?;
        let end = self.text[self.at..].find('\n').map_or(self.text.len(), |n| self.at + n);
        let path = self.text[self.at..end].trim().trim_matches(|c| matches!(c, '"' | '<' | '>')).to_owned();
        self.at = end;
        Ok((path, self.span(start.start..end)))
    }

    /// `ASSERT b;` outside of automata: an automaton that checks it at each step.
    fn assertion(&mut self, number: usize, start: Range<usize>) -> Result<Automaton> {
        self.at = start.end;
        let condition = self.boolean()?;
        self.expect_sign(";")?;
        let span = self.span(start.start..self.at);
        let transition = Transition {
            trigger: Bool::Constant(true),
            assertions: vec![condition],
            assumptions: Vec::new(),
            actions: Vec::new(),
            target: Target::State(StateId::new(0)),
            span: span.clone(),
        };
        let state = State { name: "Init".into(), is_target: false, choice: Choice::All, transitions: vec![transition], span: span.clone() };
        let mut states = IdVec::new();
        states.push(state);
        Ok(Automaton { kind: Kind::Observer, name: format!("Assertion{}", number + 1), span, variables: IdVec::new(), states, initial: StateId::new(0) })
    }

    fn automaton(&mut self) -> Result<Automaton> {
        let (first, range) = self.peek()?;
        self.kind = match &first {
            Token::Word(w) if w == "OBSERVER" => Kind::Observer,
            Token::Word(w) if w == "CONTROL" || w == "AUTOMATON" => Kind::Control,
            other => return self.unexpected(other, &range, "`AUTOMATON`, `OBSERVER`, `CONTROL`, `ASSERT` or `#include`"),
        };
        if first != Token::Word("AUTOMATON".into()) {
            self.at = range.end;
        }
        self.expect_word("AUTOMATON")?;
        let (name, name_range) = self.name("the name of the automaton")?;
        self.variables = IdVec::new();
        self.gotos = IdVec::new();
        while self.take_word("LOCAL")? {
            self.variable()?;
        }
        self.expect_word("INITIAL")?;
        self.expect_word("STATE")?;
        let (initial, initial_range) = self.name("the name of the initial state")?;
        self.expect_sign(";")?;
        let mut states: IdVec<StateId, State> = IdVec::new();
        while !self.take_word("END")? {
            let state = self.state()?;
            if states.values().any(|s| s.name == state.name) {
                return Err(self.wrong(format!("there are two states {}", state.name), &state.span));
            }
            states.push(state);
        }
        self.expect_word("AUTOMATON")?;
        // The initial state may be one that is always there.
        if matches!(initial.as_str(), "ERROR" | "STOP" | "BREAK") {
            return self.fail(format!("an automaton that begins with {initial} says nothing"), &initial_range);
        }
        let find = |name: &str| states.iter().find(|(_, s)| s.name == name).map(|(id, _)| id);
        let Some(start) = find(&initial) else { return self.fail(format!("the automaton {name} has no state {initial}"), &initial_range) };
        let mut targets: IdVec<StateId, StateId> = IdVec::new();
        for (to, span) in self.gotos.values() {
            match find(to) {
                Some(state) => _ = targets.push(state),
                None => return Err(self.wrong(format!("the automaton {name} has no state {to}"), span)),
            }
        }
        let ids: Vec<StateId> = states.ids().collect();
        for id in ids {
            for transition in &mut states[id].transitions {
                if let Target::State(to) = &mut transition.target {
                    *to = targets[*to];
                }
            }
        }
        let variables = std::mem::take(&mut self.variables);
        Ok(Automaton { kind: self.kind, name, span: self.span(name_range), variables, states, initial: start })
    }

    /// What follows `LOCAL`.
    fn variable(&mut self) -> Result<()> {
        let (ty, ty_range) = self.name("`int` or `set`")?;
        let start = match ty.as_str() {
            "int" => None,
            "set" => Some(()),
            _ => return self.fail(format!("variables are of type `int` or `set`, not `{ty}`"), &ty_range),
        };
        // Both `set<int> x` and `set x <int>` are in use.
        let mut element = if start.is_some() { self.element_type()? } else { None };
        let (name, range) = self.name("the name of the variable")?;
        if start.is_some() && element.is_none() {
            element = self.element_type()?;
        }
        if self.variables.values().any(|v| v.name == name) {
            return self.fail(format!("there are two variables {name}"), &range);
        }
        let has_value = self.take_sign("=")?;
        let start = match (start, element) {
            (None, _) => Start::Int(if has_value { self.constant()? } else { 0 }),
            (Some(()), Some(kind)) => self.elements(kind, has_value)?,
            (Some(()), None) => return self.fail("the type of the set's elements must be given: `set<int>` or `set<string>`", &range),
        };
        self.expect_sign(";")?;
        let span = self.span(range);
        self.variables.push(Variable { name, start, span });
        Ok(())
    }

    fn constant(&mut self) -> Result<i64> {
        let negative = self.take_sign("-")?;
        match self.next()? {
            (Token::Number(n), _) => Ok(if negative { -n } else { n }),
            (other, range) => self.unexpected(&other, &range, "a number"),
        }
    }

    fn element_type(&mut self) -> Result<Option<Elements>> {
        if !self.take_sign("<")? {
            return Ok(None);
        }
        let (name, range) = self.name("`int` or `string`")?;
        let kind = match name.to_ascii_lowercase().as_str() {
            "int" | "integer" => Elements::Int,
            "string" => Elements::Text,
            _ => return self.fail(format!("elements of sets are of type `int` or `string`, not `{name}`"), &range),
        };
        self.expect_sign(">")?;
        Ok(Some(kind))
    }

    fn elements(&mut self, kind: Elements, has_value: bool) -> Result<Start> {
        let mut start = match kind {
            Elements::Int => Start::IntSet(Vec::new()),
            Elements::Text => Start::TextSet(Vec::new()),
        };
        if !has_value {
            return Ok(start);
        }
        let (token, range) = self.next()?;
        let Token::Brackets(inside) = token else { return self.unexpected(&token, &range, "the elements in brackets") };
        let end = range.start + 1 + inside.len();
        self.at = range.start + 1;
        while self.peek()?.1.start < end {
            match (self.next()?, &mut start) {
                ((Token::Number(n), _), Start::IntSet(of)) => of.push(n),
                ((Token::Text(t), _), Start::TextSet(of)) => of.push(t),
                ((other, range), _) => return self.unexpected(&other, &range, "an element of the set's type"),
            }
            if self.peek()?.1.start < end {
                self.expect_sign(",")?;
            }
        }
        self.at = range.end;
        Ok(start)
    }

    fn state(&mut self) -> Result<State> {
        let is_target = self.take_word("TARGET")?;
        let (token, range) = self.next()?;
        if token != Token::Word("STATE".into()) {
            return self.unexpected(&token, &range, "`STATE` or `END AUTOMATON`");
        }
        let choice = if self.take_word("USEFIRST")? {
            Choice::First
        } else {
            self.take_word("USEALL")?;
            Choice::All
        };
        let (name, range) = self.name("the name of the state")?;
        if matches!(name.as_str(), "ERROR" | "STOP" | "BREAK") {
            return self.fail(format!("the state {name} is always there and cannot be defined"), &range);
        }
        self.expect_sign(":")?;
        let mut transitions = Vec::new();
        loop {
            match self.peek()? {
                (Token::Word(w), at) if w == "INVARIANT" => return self.fail("invariants of states are not supported", &at),
                (Token::Word(w), _) if matches!(w.as_str(), "STATE" | "TARGET" | "END") => break,
                (Token::End, at) => return self.fail("the automaton does not end: `END AUTOMATON` is missing", &at),
                _ => transitions.push(self.transition()?),
            }
        }
        Ok(State { name, is_target, choice, transitions, span: self.span(range) })
    }

    fn transition(&mut self) -> Result<Transition> {
        let start = self.peek()?.1.start;
        let trigger = self.boolean()?;
        self.expect_sign("->")?;
        let mut transition =
            Transition { trigger, assertions: Vec::new(), assumptions: Vec::new(), actions: Vec::new(), target: Target::Break, span: self.span(start..start) };
        transition.target = loop {
            let (token, range) = self.next()?;
            let Token::Word(word) = &token else { return self.unexpected(&token, &range, "an action or a target") };
            match word.as_str() {
                "ASSERT" => transition.assertions.push(self.boolean()?),
                "ASSUME" => transition.assumptions.extend(self.assumptions()?),
                "DO" | "PRINT" | "PRINTONCE" | "MODIFY" => {
                    let action = self.action(word, &range)?;
                    transition.actions.push(action);
                }
                _ => break self.target(word, &range)?,
            }
        };
        // The last one before the next state needs none in some files.
        self.expect_sign(";")?;
        transition.span = self.span(start..self.at);
        Ok(transition)
    }

    fn target(&mut self, word: &str, range: &Range<usize>) -> Result<Target> {
        let (name, range) = match word {
            "GOTO" => self.name("the name of a state")?,
            "ERROR" | "STOP" | "BREAK" => (word.to_owned(), range.clone()),
            _ => return self.unexpected(&Token::Word(word.to_owned()), range, "`GOTO`, `ERROR`, `STOP`, `BREAK` or an action"),
        };
        match name.as_str() {
            "STOP" if self.kind == Kind::Observer => self.fail("an observer must not cut paths: make it a CONTROL AUTOMATON to use STOP", &range),
            "STOP" => Ok(Target::Stop),
            "BREAK" => Ok(Target::Break),
            "ERROR" if !self.take_sign("(")? => Ok(Target::Error(None)),
            "ERROR" => {
                let (token, range) = self.next()?;
                let Token::Text(message) = token else { return self.unexpected(&token, &range, "the message in quotation marks") };
                self.expect_sign(")")?;
                Ok(Target::Error(Some(message)))
            }
            _ => {
                let span = self.span(range);
                Ok(Target::State(self.gotos.push((name, span))))
            }
        }
    }

    /// `{c1; c2}` as single expressions.
    fn assumptions(&mut self) -> Result<Vec<Code>> {
        let (token, range) = self.next()?;
        let Token::Braces(inside) = token else { return self.unexpected(&token, &range, "expressions in braces") };
        let (mut found, mut at, base) = (Vec::new(), 0, range.start + 1);
        for part in split(&inside) {
            let start = base + at + (part.len() - part.trim_start().len());
            at += part.len() + 1;
            let text = part.trim().to_owned();
            if !text.is_empty() {
                found.push(Code { span: self.span(start..start + text.len()), text });
            }
        }
        Ok(found)
    }
}

/// The type of the elements of a set.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Elements {
    Int,
    Text,
}

/// The parts of a text between semicolons that stand in no literal.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut literal, mut escaped) = (Vec::new(), 0, None, false);
    for (at, c) in text.char_indices() {
        match (literal, c) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(quote), c) if c == quote => literal = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => literal = Some(c),
            (None, ';') => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            (None, _) => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
#[path = "parser_tests.rs"]
mod tests;
