//! Text to tokens. Comments go from `//` to the end of the line.

use super::ParseError;
use crate::names::{continues_word, starts_word};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Word(String),
    /// `name#12`, the name perhaps in quotes.
    Numbered(String, u32),
    /// Starts with a digit; what it is worth depends on where it stands: `12`, `3u8`, `0x1f`, `1.5e-3f64`.
    Number(String),
    Text(String),
    Sign(&'static str),
    End,
}

impl Token {
    /// As an error message names it.
    pub(super) fn describe(&self) -> String {
        match self {
            Token::Word(w) => format!("`{w}`"),
            Token::Numbered(name, id) => format!("`{name}#{id}`"),
            Token::Number(n) => format!("`{n}`"),
            Token::Text(_) => "a text in quotes".into(),
            Token::Sign(s) => format!("`{s}`"),
            Token::End => "the end".into(),
        }
    }
}

/// A token and where it starts; line and column from 1, the column in characters.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub(super) token: Token,
    pub(super) line: u32,
    pub(super) column: u32,
}

/// Longer ones first.
const SIGNS: &[&str] = &[
    "...", ":=", "->", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "{", "}", "(", ")", "[", "]", ",", ":", "?", ".", "#", "@", "<", ">", "+", "-", "*",
    "/", "%", "&", "|", "^", "~", "!",
];

/// All tokens, `End` as the last.
pub(super) fn tokens(text: &str) -> Result<Vec<Placed>, ParseError> {
    let mut lexer = Lexer { rest: text, line: 1, column: 1 };
    let mut found = Vec::new();
    loop {
        lexer.skip_blank();
        let (line, column) = (lexer.line, lexer.column);
        let token = lexer.token()?;
        let end = token == Token::End;
        found.push(Placed { token, line, column });
        if end {
            return Ok(found);
        }
    }
}

struct Lexer<'t> {
    rest: &'t str,
    line: u32,
    column: u32,
}

impl<'t> Lexer<'t> {
    fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError { line: self.line, column: self.column, message: message.into() }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        if c == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(c)
    }

    fn skip_blank(&mut self) {
        loop {
            if self.rest.starts_with("//") {
                while self.peek().is_some_and(|c| c != '\n') {
                    self.bump();
                }
            } else if self.peek().is_some_and(char::is_whitespace) {
                self.bump();
            } else {
                return;
            }
        }
    }

    fn take_while(&mut self, mut accept: impl FnMut(char) -> bool) -> &'t str {
        let start = self.rest;
        while self.peek().is_some_and(&mut accept) {
            self.bump();
        }
        &start[..start.len() - self.rest.len()]
    }

    fn token(&mut self) -> Result<Token, ParseError> {
        let Some(c) = self.peek() else { return Ok(Token::End) };
        if starts_word(c) {
            let word = self.take_while(continues_word).to_string();
            return self.numbered(word, Token::Word);
        }
        if c == '"' {
            let text = self.quoted()?;
            return self.numbered(text, Token::Text);
        }
        if c.is_ascii_digit() {
            return Ok(Token::Number(self.number()));
        }
        match SIGNS.iter().find(|s| self.rest.starts_with(**s)) {
            Some(sign) => {
                for _ in 0..sign.len() {
                    self.bump();
                }
                Ok(Token::Sign(sign))
            }
            None => Err(self.error(format!("unexpected character {c:?}"))),
        }
    }

    /// `name#12` if a number follows at once, else what `plain` makes of the name.
    fn numbered(&mut self, name: String, plain: impl FnOnce(String) -> Token) -> Result<Token, ParseError> {
        let Some(digits) = self.rest.strip_prefix('#') else { return Ok(plain(name)) };
        if !digits.starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(plain(name));
        }
        self.bump();
        let digits = self.take_while(|c| c.is_ascii_digit());
        match digits.parse() {
            Ok(id) => Ok(Token::Numbered(name, id)),
            Err(_) => Err(self.error("the number of a name is too large")),
        }
    }

    /// Digits, letters and a fraction; in decimal numbers a sign may follow an `e`.
    fn number(&mut self) -> String {
        let hexadecimal = self.rest.starts_with("0x");
        let mut last = '0';
        let part = |c: char| {
            let exponent = !hexadecimal && last == 'e' && (c == '-' || c == '+');
            let fits = c.is_ascii_alphanumeric() || c == '.' || exponent;
            last = c;
            fits
        };
        self.take_while(part).to_string()
    }

    fn quoted(&mut self) -> Result<String, ParseError> {
        let start = self.error("a text that does not end");
        self.bump();
        let mut text = String::new();
        loop {
            match self.bump() {
                None => return Err(start),
                Some('"') => return Ok(text),
                Some('\\') => text.push(self.escape()?),
                Some(c) => text.push(c),
            }
        }
    }

    fn escape(&mut self) -> Result<char, ParseError> {
        match self.bump() {
            Some('n') => Ok('\n'),
            Some('t') => Ok('\t'),
            Some(c @ ('"' | '\\')) => Ok(c),
            Some('u') => {
                let digits = self.rest.strip_prefix('{').and_then(|r| r.split_once('}')).map(|(digits, _)| digits);
                let code = digits.and_then(|d| u32::from_str_radix(d, 16).ok()).and_then(char::from_u32);
                let (Some(c), Some(digits)) = (code, digits) else { return Err(self.error("a character number that does not exist")) };
                for _ in 0..digits.len() + 2 {
                    self.bump();
                }
                Ok(c)
            }
            _ => Err(self.error("an unknown character after a backslash")),
        }
    }
}
