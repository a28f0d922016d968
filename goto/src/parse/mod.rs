//! Reads the text form that [`print`](crate::print::print) writes and describes. What comes out need not be valid; [`validate`](crate::validate::validate) tells.
//! Every error names line and column; no text makes the parser panic.

mod expr;
mod instr;
mod items;
mod lexer;
mod types;

use crate::index::{Id, IdVec};
use crate::program::*;
use lexer::{Placed, Token};
use rustc_hash::FxHashMap;

/// Why a text is no program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct ParseError {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    pub message: String,
}

type Result<T> = std::result::Result<T, ParseError>;

/// Reads a whole program.
pub fn parse(text: &str) -> Result<Program> {
    let tokens = lexer::tokens(text)?;
    let mut parser = Parser::new(&tokens)?;
    parser.program()?;
    Ok(parser.program)
}

/// Expressions and types nested deeper than this are refused, so that the stack suffices.
const MAX_DEPTH: u32 = 1000;

struct Parser<'t> {
    tokens: &'t [Placed],
    at: usize,
    depth: u32,
    program: Program,
    /// Functions may be named before they are described.
    functions: FxHashMap<String, FuncId>,
    /// Where the `types` block starts, if there is one.
    types: Option<usize>,
    /// Variables in the order of the text; by id only when all are known.
    symbols: Vec<Option<Symbol>>,
    /// Bodies are read last: where each starts.
    bodies: Vec<(FuncId, usize)>,
    /// Where records were named, to be compared with what they are.
    record_uses: Vec<(usize, types::RecordUse)>,
}

impl<'t> Parser<'t> {
    fn new(tokens: &'t [Placed]) -> Result<Self> {
        let program = Program {
            types: crate::types::TypeTable::new(crate::types::DataModel::default()),
            exprs: crate::expr::ExprPool::new(),
            files: IdVec::new(),
            symbols: IdVec::new(),
            functions: IdVec::new(),
            branches: IdVec::new(),
            inputs: IdVec::new(),
            goals: IdVec::new(),
            properties: IdVec::new(),
            start: FuncId::new(0),
            rounding: None,
            aligned: Default::default(),
            constants: Default::default(),
            thread_local: Default::default(),
            lent: Vec::new(),
            unreached: Default::default(),
            stubs: Default::default(),
        };
        let mut parser = Self {
            tokens,
            at: 0,
            depth: 0,
            program,
            functions: FxHashMap::default(),
            types: None,
            symbols: Vec::new(),
            bodies: Vec::new(),
            record_uses: Vec::new(),
        };
        parser.scan()?;
        Ok(parser)
    }

    /// Numbers the functions by name: every `function` outside of braces starts one. Finds the `types` block.
    fn scan(&mut self) -> Result<()> {
        let mut depth = 0u32;
        for (i, placed) in self.tokens.iter().enumerate() {
            match &placed.token {
                Token::Sign("{") => depth += 1,
                Token::Sign("}") => depth = depth.saturating_sub(1),
                Token::Word(w) if w == "types" && depth == 0 => self.types = Some(i),
                Token::Word(w) if w == "function" && depth == 0 => {
                    let name = match self.tokens.get(i + 1).map(|p| &p.token) {
                        Some(Token::Word(name) | Token::Text(name)) => name,
                        _ => return Err(self.error_at(i + 1, "a function's name is missing")),
                    };
                    let id = FuncId::new(self.functions.len());
                    if self.functions.insert(name.clone(), id).is_some() {
                        return Err(self.error_at(i + 1, format!("a second function named {name}")));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn error_at(&self, position: usize, message: impl Into<String>) -> ParseError {
        // The last token is `End`: there is always one.
        let placed = &self.tokens[position.min(self.tokens.len() - 1)];
        ParseError { line: placed.line, column: placed.column, message: message.into() }
    }

    /// An error at the next token.
    fn error(&self, message: impl Into<String>) -> ParseError {
        self.error_at(self.at, message)
    }

    fn expected(&self, what: &str) -> ParseError {
        self.error(format!("expected {what}, found {}", self.peek().describe()))
    }

    fn peek(&self) -> &'t Token {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> &'t Token {
        &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].token
    }

    fn next(&mut self) -> &'t Token {
        let token = self.peek();
        self.at += 1;
        token
    }

    fn at_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(s) if *s == sign)
    }

    fn at_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(w) if w == word)
    }

    fn accept_sign(&mut self, sign: &str) -> bool {
        let found = self.at_sign(sign);
        self.at += usize::from(found);
        found
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        self.at += usize::from(found);
        found
    }

    fn sign(&mut self, sign: &str) -> Result<()> {
        if self.accept_sign(sign) { Ok(()) } else { Err(self.expected(&format!("`{sign}`"))) }
    }

    fn word(&mut self, word: &str) -> Result<()> {
        if self.accept_word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    fn text(&mut self, what: &str) -> Result<String> {
        match self.peek() {
            Token::Text(t) => {
                self.at += 1;
                Ok(t.clone())
            }
            _ => Err(self.expected(what)),
        }
    }

    /// A decimal number without a suffix.
    fn number<T: std::str::FromStr>(&mut self, what: &str) -> Result<T> {
        let Token::Number(digits) = self.peek() else { return Err(self.expected(what)) };
        let value = digits.parse().map_err(|_| self.expected(what))?;
        self.at += 1;
        Ok(value)
    }

    /// A word of an enum.
    fn named<T: crate::names::Named>(&mut self, what: &str) -> Result<T> {
        let Token::Word(word) = self.peek() else { return Err(self.expected(what)) };
        let value = T::from_word(word).ok_or_else(|| self.expected(what))?;
        self.at += 1;
        Ok(value)
    }

    fn origin(&mut self) -> Result<InputOrigin> {
        let expected = "where an input comes from";
        let Token::Word(word) = self.peek() else { return Err(self.expected(expected)) };
        let origin = InputOrigin::from_word(word).ok_or_else(|| self.expected(expected))?;
        self.at += 1;
        Ok(origin)
    }

    /// An id as it prints, `br3`, that is in a table with `len` entries.
    fn id<K: Id>(&mut self, prefix: &str, len: usize) -> Result<K> {
        let Token::Word(word) = self.peek() else { return Err(self.expected(&format!("`{prefix}` with a number"))) };
        let number = word.strip_prefix(prefix).and_then(|n| n.parse::<usize>().ok());
        match number {
            Some(n) if n < len => {
                self.at += 1;
                Ok(K::new(n))
            }
            Some(_) => Err(self.error(format!("{word} is not declared"))),
            None => Err(self.expected(&format!("`{prefix}` with a number"))),
        }
    }

    /// The function with the name that stands next.
    fn function(&mut self) -> Result<FuncId> {
        let (Token::Word(name) | Token::Text(name)) = self.peek() else { return Err(self.expected("a function's name")) };
        let Some(&id) = self.functions.get(name) else { return Err(self.error(format!("there is no function {name}"))) };
        self.at += 1;
        Ok(id)
    }

    /// Runs `parse` one level deeper.
    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.error("nested too deep"));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }
}

#[cfg(test)]
mod tests;
