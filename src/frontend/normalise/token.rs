//! Cuts preprocessed text into tokens, and blanks out what is none: comments, directives, odd white space. Keeps all offsets.

use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    /// An identifier or keyword.
    Word,
    Number,
    Char,
    Str,
    Punct,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub kind: TokenKind,
    pub start: u32,
    pub end: u32,
}

impl Token {
    pub(crate) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A text cut into tokens.
#[derive(Debug)]
pub(crate) struct Tokens {
    /// The text with blanks in place of comments and directives, byte for byte.
    pub text: String,
    pub tokens: Vec<Token>,
    /// Lines that start with `#`.
    pub directives: Vec<Range<usize>>,
}

impl Tokens {
    /// Gives words other names of the same length.
    pub(crate) fn rename(&mut self, names: &[(&str, &str)]) {
        if names.is_empty() {
            return;
        }
        for token in self.tokens.iter().filter(|t| t.kind == TokenKind::Word) {
            if let Some((_, name)) = names.iter().find(|(word, _)| self.text[token.range()] == **word) {
                self.text.replace_range(token.range(), name);
            }
        }
    }
}

/// What cannot be a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TokenError {
    pub range: Range<usize>,
    pub message: &'static str,
}

/// Longest first.
const PUNCTUATORS: [&str; 30] = [
    "%:%:", "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|=", "##", "<:",
    ":>", "<%", "%>", "%:", "::",
];

/// Cuts a text of less than 4 GiB.
pub(crate) fn tokenize(text: &str) -> Result<Tokens, TokenError> {
    let mut scanner =
        Scanner { bytes: text.as_bytes(), blank: text.as_bytes().to_vec(), at: 0, tokens: Vec::with_capacity(text.len() / 4), directives: Vec::new() };
    scanner.scan()?;
    // Blanking replaces whole comments and lines, so no character is cut; if it were, the marks of the damage are no C.
    let text = String::from_utf8(scanner.blank).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned());
    Ok(Tokens { text, tokens: scanner.tokens, directives: scanner.directives })
}

struct Scanner<'a> {
    bytes: &'a [u8],
    blank: Vec<u8>,
    at: usize,
    tokens: Vec<Token>,
    directives: Vec<Range<usize>>,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

impl Scanner<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn scan(&mut self) -> Result<(), TokenError> {
        let mut line_start = true;
        while self.at < self.bytes.len() {
            let start = self.at;
            match self.peek(0) {
                b'\n' => {
                    self.at += 1;
                    line_start = true;
                    continue;
                }
                b' ' | b'\t' => {
                    self.at += 1;
                    continue;
                }
                b'\r' | 0x0b | 0x0c => {
                    self.blank[self.at] = b' ';
                    self.at += 1;
                    continue;
                }
                // A backslash at the end of a line; the preprocessor joins lines inside of tokens.
                b'\\' if self.peek(1) == b'\n' => {
                    self.blank[self.at] = b' ';
                    self.at += 2;
                    continue;
                }
                b'/' if self.peek(1) == b'*' => {
                    self.block_comment()?;
                    continue;
                }
                b'/' if self.peek(1) == b'/' => {
                    self.skip_line();
                    self.erase(start);
                    continue;
                }
                b'#' if line_start => {
                    self.skip_line();
                    self.directives.push(start..self.at);
                    self.erase(start);
                    continue;
                }
                b'"' => self.quoted(TokenKind::Str)?,
                b'\'' => self.quoted(TokenKind::Char)?,
                byte if byte.is_ascii_digit() || (byte == b'.' && self.peek(1).is_ascii_digit()) => self.number(),
                byte if is_word(byte) || self.unicode_name() > 0 => self.word()?,
                _ => self.punctuator(),
            }
            line_start = false;
        }
        Ok(())
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        self.tokens.push(Token { kind, start: start as u32, end: self.at as u32 });
    }

    /// Blanks from `start` to here; lines stay.
    fn erase(&mut self, start: usize) {
        for byte in &mut self.blank[start..self.at] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    }

    fn skip_line(&mut self) {
        while self.at < self.bytes.len() && self.peek(0) != b'\n' {
            self.at += if self.peek(0) == b'\\' && self.peek(1) == b'\n' { 2 } else { 1 };
        }
        self.at = self.at.min(self.bytes.len());
    }

    fn block_comment(&mut self) -> Result<(), TokenError> {
        let start = self.at;
        self.at += 2;
        while self.at < self.bytes.len() {
            if self.peek(0) == b'*' && self.peek(1) == b'/' {
                self.at += 2;
                self.erase(start);
                return Ok(());
            }
            self.at += 1;
        }
        Err(TokenError { range: start..start + 2, message: "this comment has no end" })
    }

    fn quoted(&mut self, kind: TokenKind) -> Result<(), TokenError> {
        let start = self.at;
        self.quoted_from(start, kind)
    }

    /// A literal whose opening quote is here and whose prefix starts at `start`.
    fn quoted_from(&mut self, start: usize, kind: TokenKind) -> Result<(), TokenError> {
        let quote = self.peek(0);
        self.at += 1;
        loop {
            match self.peek(0) {
                b'\\' => self.at += 2,
                byte if byte == quote => break,
                b'\n' | 0 => {
                    let message = if quote == b'"' { "this string has no closing quote" } else { "this character constant has no closing quote" };
                    return Err(TokenError { range: start..self.at.min(self.bytes.len()), message });
                }
                _ => self.at += 1,
            }
        }
        self.at += 1;
        self.push(kind, start);
        Ok(())
    }

    fn number(&mut self) {
        let start = self.at;
        loop {
            let byte = self.peek(0);
            let exponent = matches!(byte, b'e' | b'E' | b'p' | b'P') && matches!(self.peek(1), b'+' | b'-');
            // In a hexadecimal number without exponent, as `0xe+1`, the sign is an operator to the grammar.
            let hex = self.bytes[start..].starts_with(b"0x") || self.bytes[start..].starts_with(b"0X");
            if exponent && (!hex || matches!(byte, b'p' | b'P')) {
                self.at += 2;
            } else if (byte == b'.' && self.peek(1) != b'.') || is_word(byte) || (byte == b'\'' && self.peek(1).is_ascii_alphanumeric()) {
                self.at += 1;
            } else {
                break;
            }
        }
        self.push(TokenKind::Number, start);
    }

    fn word(&mut self) -> Result<(), TokenError> {
        let start = self.at;
        loop {
            let unicode = self.unicode_name();
            if unicode == 0 && !is_word(self.peek(0)) {
                break;
            }
            self.at += unicode.max(1);
        }
        let prefix = matches!(&self.bytes[start..self.at], b"L" | b"u" | b"U" | b"u8");
        match self.peek(0) {
            b'"' if prefix => self.quoted_from(start, TokenKind::Str),
            b'\'' if prefix => self.quoted_from(start, TokenKind::Char),
            _ => {
                self.push(TokenKind::Word, start);
                Ok(())
            }
        }
    }

    /// The length of `\u00e9` or `\U000000e9` here; 0 if there is none.
    fn unicode_name(&self) -> usize {
        let digits = match (self.peek(0), self.peek(1)) {
            (b'\\', b'u') => 4,
            (b'\\', b'U') => 8,
            _ => return 0,
        };
        if (2..2 + digits).all(|i| self.peek(i).is_ascii_hexdigit()) { 2 + digits } else { 0 }
    }

    fn punctuator(&mut self) {
        let start = self.at;
        let rest = &self.bytes[start..];
        self.at += PUNCTUATORS.iter().find(|p| rest.starts_with(p.as_bytes())).map_or(1, |p| p.len());
        self.push(TokenKind::Punct, start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        let tokens = tokenize(text).expect("tokens");
        tokens.tokens.iter().map(|t| tokens.text[t.range()].to_owned()).collect()
    }

    #[test]
    fn tokens_of_all_kinds() {
        assert_eq!(
            texts("a>>=L\"x\\\"y\"+u8\"z\"'\\''0x1.8p+3-1e-5f .5..."),
            ["a", ">>=", "L\"x\\\"y\"", "+", "u8\"z\"", "'\\''", "0x1.8p+3", "-", "1e-5f", ".5", "..."]
        );
        assert_eq!(texts("0xe+1 1'000'000u"), ["0xe", "+", "1", "1'000'000u"]);
    }

    #[test]
    fn comments_and_directives_become_blanks_of_the_same_size() {
        let text = "a /* \u{e9} \n */ b // \"c\n# 1 \"x\"\n \"/* no */\"\u{c};\r\n";
        let tokens = tokenize(text).expect("tokens");
        assert_eq!(tokens.text.len(), text.len());
        assert_eq!(texts(text), ["a", "b", "\"/* no */\"", ";"]);
        assert_eq!(tokens.text.matches('\n').count(), text.matches('\n').count());
        assert_eq!(tokens.directives.iter().map(|d| &text[d.clone()]).collect::<Vec<_>>(), ["# 1 \"x\""]);
    }

    #[test]
    fn what_has_no_end_is_an_error() {
        for text in ["/* x", "\"abc\n\"", "'a", "\"abc"] {
            assert!(tokenize(text).is_err(), "{text}");
        }
    }
}
