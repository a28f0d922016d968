//! The text of formulas: the union of what SPIN, LTL2BA, Ultimate, CPAchecker and ESBMC take.
//!
//! From tightest to loosest: `!` `NOT` `X` `F` `<>` `G` `[]`; `U` `V` `R` `W` `WU` `S`, from the right; `&&` `&` `AND` `/\`; `^` `XOR`; `||` `|` `OR` `\/`;
//! `->` `=>` `==>` `IMP`, from the right; `<->` `<=>` `<==>`. Propositions are `"expression"`, `AP(expression)`, `{expression}`, names, and
//! `@LABEL(name)`. A word of nothing but `F`, `G` and `X` is these operators one after the other.

use super::formula::{Atom, AtomId, AtomKind, Formula, MOST_ATOMS, Specification};
use goto::{IdVec, TextError};
use std::ops::Range;

/// How deep formulas may be.
const DEEPEST: usize = 400;

#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    Open,
    Close,
    Truth(bool),
    Atom(AtomKind, String),
    Not,
    Next,
    Finally,
    Globally,
    Until,
    Release,
    WeakUntil,
    StrongRelease,
    And,
    Or,
    Xor,
    Implies,
    Equals,
}

/// Where parts of a formula stand, by number.
pub(super) type Spans = Vec<Option<Range<usize>>>;

/// Reads a formula.
///
/// # Errors
/// If the text is no formula, or too large.
pub fn parse(text: &str) -> Result<Specification, TextError> {
    Ok(parsed(text, None)?.0)
}

/// Reads a formula with something in the place of one of its parts. The other answer is where each part stands in the text, by number; the last one is all
/// of it. What `!` stands before is no part beside the negation.
///
/// # Errors
/// As [`parse`].
pub(super) fn parsed(text: &str, replaced: Option<(usize, &Formula)>) -> Result<(Specification, Spans), TextError> {
    let tokens = Lexer { text, at: 0 }.tokens()?;
    let replaced = replaced.map(|(number, by)| (number, by.clone()));
    let mut parser = Parser { tokens, at: 0, end: text.len(), atoms: IdVec::new(), depth: 0, parts: Vec::new(), replaced };
    let formula = parser.equivalence()?;
    match parser.tokens.get(parser.at) {
        None => Ok((Specification { formula, atoms: parser.atoms }, parser.parts)),
        Some((Token::Close, span)) => Err(TextError::new("this parenthesis closes nothing", span.clone())),
        Some((_, span)) => Err(TextError::new("expected an operator or the end of the formula", span.clone())),
    }
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

const SIGNS: [(&str, Token); 24] = [
    ("<==>", Token::Equals),
    ("<=>", Token::Equals),
    ("<->", Token::Equals),
    ("==>", Token::Implies),
    ("=>", Token::Implies),
    ("->", Token::Implies),
    ("[]", Token::Globally),
    ("<>", Token::Finally),
    ("&&", Token::And),
    ("||", Token::Or),
    ("/\\", Token::And),
    ("\\/", Token::Or),
    ("¬", Token::Not),
    ("∧", Token::And),
    ("∨", Token::Or),
    ("→", Token::Implies),
    ("↔", Token::Equals),
    ("&", Token::And),
    ("|", Token::Or),
    ("^", Token::Xor),
    ("!", Token::Not),
    ("~", Token::Not),
    ("(", Token::Open),
    (")", Token::Close),
];

const WORDS: [(&str, Token); 18] = [
    ("true", Token::Truth(true)),
    ("TRUE", Token::Truth(true)),
    ("1", Token::Truth(true)),
    ("false", Token::Truth(false)),
    ("FALSE", Token::Truth(false)),
    ("0", Token::Truth(false)),
    ("NOT", Token::Not),
    ("AND", Token::And),
    ("OR", Token::Or),
    ("XOR", Token::Xor),
    ("IMP", Token::Implies),
    ("EQUIV", Token::Equals),
    ("U", Token::Until),
    ("V", Token::Release),
    ("R", Token::Release),
    ("W", Token::WeakUntil),
    ("WU", Token::WeakUntil),
    ("S", Token::StrongRelease),
];

impl<'a> Lexer<'a> {
    fn tokens(mut self) -> Result<Vec<(Token, Range<usize>)>, TextError> {
        let mut tokens = Vec::new();
        loop {
            let rest = &self.text[self.at..];
            let blank = rest.len() - rest.trim_start().len();
            self.at += blank;
            let (start, rest) = (self.at, &self.text[self.at..]);
            let Some(first) = rest.chars().next() else { return Ok(tokens) };
            if let Some((sign, token)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
                self.at += sign.len();
                tokens.push((token.clone(), start..self.at));
                continue;
            }
            match first {
                '"' => {
                    let token = self.quoted()?;
                    tokens.push((token, start..self.at));
                }
                '{' => {
                    let inside = self.balanced('{', '}')?;
                    tokens.push((expression(inside, start..self.at)?, start..self.at));
                }
                '@' => {
                    self.at += 1;
                    let word = self.word();
                    if word != "LABEL" || !self.text[self.at..].starts_with('(') {
                        return Err(TextError::new("expected @LABEL(name)", start..self.at));
                    }
                    let name = self.balanced('(', ')')?.trim().to_owned();
                    if !is_name(&name) {
                        return Err(TextError::new("expected the name of a label", start..self.at));
                    }
                    tokens.push((Token::Atom(AtomKind::Label, name), start..self.at));
                }
                c if c.is_ascii_alphanumeric() || c == '_' => self.worded(&mut tokens)?,
                c => return Err(TextError::new(format!("`{c}` means nothing in a formula"), start..start + c.len_utf8())),
            }
        }
    }

    fn word(&mut self) -> String {
        let rest = &self.text[self.at..];
        let len = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        self.at += len;
        rest[..len].to_owned()
    }

    fn worded(&mut self, tokens: &mut Vec<(Token, Range<usize>)>) -> Result<(), TextError> {
        let start = self.at;
        let word = self.word();
        if let Some((_, token)) = WORDS.iter().find(|(w, _)| *w == word) {
            tokens.push((token.clone(), start..self.at));
        } else if word.chars().all(|c| "FGX".contains(c)) {
            for (i, c) in word.chars().enumerate() {
                let token = match c {
                    'F' => Token::Finally,
                    'G' => Token::Globally,
                    _ => Token::Next,
                };
                tokens.push((token, start + i..start + i + 1));
            }
        } else if word == "AP" && self.text[self.at..].trim_start().starts_with('(') {
            self.at += self.text[self.at..].find('(').unwrap_or(0);
            let inside = self.balanced('(', ')')?;
            tokens.push((expression(inside, start..self.at)?, start..self.at));
        } else if is_name(&word) {
            tokens.push((Token::Atom(AtomKind::Expression, word), start..self.at));
        } else {
            return Err(TextError::new("a number other than 0 and 1 is no proposition; write \"...\" around expressions", start..self.at));
        }
        Ok(())
    }

    fn quoted(&mut self) -> Result<Token, TextError> {
        let start = self.at;
        let mut inside = String::new();
        let mut chars = self.text[start + 1..].char_indices();
        while let Some((i, c)) = chars.next() {
            match c {
                '"' => {
                    self.at = start + 1 + i + 1;
                    return expression(&inside, start..self.at);
                }
                '\\' => match chars.next() {
                    Some((_, next @ ('"' | '\\'))) => inside.push(next),
                    Some((_, next)) => inside.extend(['\\', next]),
                    None => break,
                },
                c => inside.push(c),
            }
        }
        Err(TextError::new("this quotation does not end", start..start + 1))
    }

    /// What stands between the bracket here and the one that closes it; quotations of C count as they are.
    fn balanced(&mut self, open: char, close: char) -> Result<&'a str, TextError> {
        let (text, start) = (self.text, self.at);
        let (mut depth, mut quote, mut escaped) = (0, None, false);
        for (i, c) in text[start..].char_indices() {
            if let Some(q) = quote {
                (escaped, quote) = (c == '\\' && !escaped, if c == q && !escaped { None } else { quote });
            } else if c == '"' || c == '\'' {
                quote = Some(c);
            } else if c == open {
                depth += 1;
            } else if c == close {
                depth -= 1;
                if depth == 0 {
                    self.at = start + i + c.len_utf8();
                    return Ok(&text[start + open.len_utf8()..start + i]);
                }
            }
        }
        Err(TextError::new("this bracket is not closed", start..start + 1))
    }
}

fn expression(text: &str, span: Range<usize>) -> Result<Token, TextError> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.as_str() {
        "" => Err(TextError::new("a proposition needs an expression", span)),
        "1" | "true" => Ok(Token::Truth(true)),
        "0" | "false" => Ok(Token::Truth(false)),
        _ => Ok(Token::Atom(AtomKind::Expression, text)),
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

struct Parser {
    tokens: Vec<(Token, Range<usize>)>,
    at: usize,
    end: usize,
    atoms: IdVec<AtomId, Atom>,
    depth: usize,
    /// Where parts of the formula stand, in the order in which they end.
    parts: Spans,
    /// What stands for a part.
    replaced: Option<(usize, Formula)>,
}

impl Parser {
    /// A part that begins with a token and ends before the next one.
    fn part(&mut self, first: usize, formula: Formula) -> Formula {
        let number = self.parts.len();
        self.parts.push(Some(self.tokens[first].1.start..self.tokens[self.at - 1].1.end));
        match &self.replaced {
            Some((replaced, by)) if *replaced == number => by.clone(),
            _ => formula,
        }
    }

    fn accept(&mut self, token: &Token) -> bool {
        let found = self.tokens.get(self.at).is_some_and(|(t, _)| t == token);
        self.at += usize::from(found);
        found
    }

    fn span(&self) -> Range<usize> {
        self.tokens.get(self.at).map_or(self.end..self.end, |(_, span)| span.clone())
    }

    fn deeper(&mut self, parse: fn(&mut Self) -> Result<Formula, TextError>) -> Result<Formula, TextError> {
        if self.depth == DEEPEST {
            return Err(TextError::new("the formula is nested too deeply", self.span()));
        }
        self.depth += 1;
        let formula = parse(self);
        self.depth -= 1;
        formula
    }

    fn equivalence(&mut self) -> Result<Formula, TextError> {
        let first = self.at;
        let mut left = self.implication()?;
        while self.accept(&Token::Equals) {
            let right = self.implication()?;
            let neither = left.clone().negated().and(right.clone().negated());
            left = self.part(first, left.and(right).or(neither));
        }
        Ok(left)
    }

    fn implication(&mut self) -> Result<Formula, TextError> {
        let first = self.at;
        let left = self.disjunction()?;
        if !self.accept(&Token::Implies) {
            return Ok(left);
        }
        let right = self.deeper(Self::implication)?;
        Ok(self.part(first, left.negated().or(right)))
    }

    fn disjunction(&mut self) -> Result<Formula, TextError> {
        let first = self.at;
        let mut left = self.exclusive()?;
        while self.accept(&Token::Or) {
            let right = self.exclusive()?;
            left = self.part(first, left.or(right));
        }
        Ok(left)
    }

    fn exclusive(&mut self) -> Result<Formula, TextError> {
        let first = self.at;
        let mut left = self.conjunction()?;
        while self.accept(&Token::Xor) {
            let right = self.conjunction()?;
            let only_left = left.clone().and(right.clone().negated());
            left = self.part(first, only_left.or(left.negated().and(right)));
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Result<Formula, TextError> {
        let first = self.at;
        let mut left = self.temporal()?;
        while self.accept(&Token::And) {
            let right = self.temporal()?;
            left = self.part(first, left.and(right));
        }
        Ok(left)
    }

    fn temporal(&mut self) -> Result<Formula, TextError> {
        let first = self.at;
        let left = self.deeper(Self::unary)?;
        let build: fn(Formula, Formula) -> Formula = match self.tokens.get(self.at) {
            Some((Token::Until, _)) => Formula::until,
            Some((Token::Release, _)) => Formula::release,
            Some((Token::WeakUntil, _)) => Formula::weak_until,
            Some((Token::StrongRelease, _)) => |a, b| b.clone().until(a.and(b)),
            _ => return Ok(left),
        };
        self.at += 1;
        let right = self.deeper(Self::temporal)?;
        Ok(self.part(first, build(left, right)))
    }

    fn unary(&mut self) -> Result<Formula, TextError> {
        let span = self.span();
        let Some((token, _)) = self.tokens.get(self.at).cloned() else {
            return Err(TextError::new("expected a formula, found the end", span));
        };
        let first = self.at;
        self.at += 1;
        let formula = match token {
            Token::Truth(b) => return Ok(Formula::Truth(b)),
            Token::Atom(kind, text) => self.atom(Atom { text, kind, span })?,
            Token::Not => {
                let before = self.parts.len();
                let inside = self.deeper(Self::unary)?;
                if let Some(last) = self.parts[before..].last_mut() {
                    *last = None;
                }
                inside.negated()
            }
            Token::Next => self.deeper(Self::unary)?.next(),
            Token::Finally => self.deeper(Self::unary)?.finally(),
            Token::Globally => self.deeper(Self::unary)?.globally(),
            Token::Open => {
                let inside = self.deeper(Self::equivalence)?;
                return if self.accept(&Token::Close) { Ok(inside) } else { Err(TextError::new("this parenthesis is not closed", span)) };
            }
            _ => return Err(TextError::new("expected a formula", span)),
        };
        Ok(self.part(first, formula))
    }

    fn atom(&mut self, atom: Atom) -> Result<Formula, TextError> {
        let known = self.atoms.iter().find(|(_, a)| a.text == atom.text && a.kind == atom.kind).map(|(id, _)| id);
        if known.is_none() && self.atoms.len() == MOST_ATOMS {
            return Err(TextError::new(format!("the formula has more than {MOST_ATOMS} propositions"), atom.span));
        }
        Ok(Formula::Atom(known.unwrap_or_else(|| self.atoms.push(atom))))
    }
}
