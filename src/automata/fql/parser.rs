//! From words to syntax, for both dialects.
//!
//! Which dialect a query is written in can be said by the caller; else it is seen from the words: one that uses an operator that only CPA/TIGER has
//! (`COMPLEMENT`, `UNION`, `INTERSECT`, `ENCLOSING_SCOPES`, `PRED`) or that writes out `EDGES(ID)*` is CPA/TIGER's, every other one FShell's. Both are read
//! by one grammar, with one difference: only in FShell's dialect `^` and `$` are anchors (in the other they stand for `@ENTRY` and `@EXIT`).
//!
//! A parenthesis in a pattern may enclose a filter or a pattern; it is read as a filter if that is possible.

use super::Result;
use super::ast::{Anchored, CExpression, Dialect, Filter, FilterKind, Pattern, Span, StatementType, Syntax};
use super::lexer::{Token, TokenKind, tokens};
use goto::TextError;

/// Parentheses in parentheses at most.
const DEPTH: usize = 100;

/// Reads a query. Without a dialect it is the one that the words show.
///
/// # Errors
/// If the text is no query.
pub fn parse(text: &str, dialect: Option<Dialect>) -> Result<Syntax> {
    let tokens = tokens(text)?;
    let dialect = dialect.unwrap_or_else(|| shown_dialect(&tokens));
    let mut parser = Parser { tokens: &tokens, at: 0, dialect, in_quotes: false, depth: 0 };
    let syntax = parser.query()?;
    parser.end()?;
    Ok(syntax)
}

/// The query in the text `COVER( init(main()), FQL(...) )` of a property file, if it is one: its place in the text.
pub fn in_property(text: &str) -> Option<Span> {
    let start = text.find("FQL(")? + 4;
    let end = start + text[start..].trim_end().strip_suffix(')')?.trim_end().strip_suffix(')')?.len();
    text.trim_start().starts_with("COVER").then_some(start..end)
}

fn shown_dialect(tokens: &[Token]) -> Dialect {
    let word = |t: &Token, words: &[&str]| matches!(&t.kind, TokenKind::Word(w) if words.iter().any(|k| k.eq_ignore_ascii_case(w)));
    let sign = |t: &Token, s: &str| matches!(t.kind, TokenKind::Sign(sign) if sign == s);
    let names = tokens.iter().any(|t| word(t, &["COMPLEMENT", "UNION", "INTERSECT", "ENCLOSING_SCOPES", "PRED"]));
    let explicit = tokens.windows(5).any(|w| {
        let [edges, open, id, close, star] = w else { return false };
        word(edges, &["EDGES"]) && sign(open, "(") && word(id, &["ID"]) && sign(close, ")") && sign(star, "*")
    });
    if names || explicit { Dialect::Tiger } else { Dialect::Fshell }
}

struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    dialect: Dialect,
    /// Inside of a pattern of paths.
    in_quotes: bool,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        // The last token is the end, which nobody passes.
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn next(&mut self) -> Token {
        let token = self.peek().clone();
        self.at += 1;
        token
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek().kind, TokenKind::Sign(s) if s == sign)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(&self.peek().kind, TokenKind::Word(w) if w.eq_ignore_ascii_case(word))
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        let is = self.is_sign(sign);
        self.at += usize::from(is);
        is
    }

    fn take_word(&mut self, word: &str) -> bool {
        let is = self.is_word(word);
        self.at += usize::from(is);
        is
    }

    fn wrong<T>(&self, expected: &str) -> Result<T> {
        let token = self.peek();
        Err(TextError::new(format!("expected {expected}, found {}", token.kind.describe()), token.span.clone()))
    }

    fn expect(&mut self, sign: &str) -> Result<()> {
        if self.take_sign(sign) { Ok(()) } else { self.wrong(&format!("`{sign}`")) }
    }

    fn end(&self) -> Result<()> {
        if self.peek().kind == TokenKind::End { Ok(()) } else { self.wrong("the end of the query") }
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= DEPTH {
            return Err(TextError::new(format!("more than {DEPTH} parentheses in parentheses"), self.peek().span.clone()));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn query(&mut self) -> Result<Syntax> {
        let scope = if self.take_word("IN") { Some(self.filter()?) } else { None };
        if !self.take_word("COVER") {
            return self.wrong("`COVER`");
        }
        let cover = self.anchored(false)?;
        let passing = if self.take_word("PASSING") { Some(self.anchored(true)?) } else { None };
        Ok(Syntax { dialect: self.dialect, scope, cover, passing })
    }

    fn anchored(&mut self, is_path: bool) -> Result<Anchored> {
        let anchors = self.dialect == Dialect::Fshell;
        let at_start = anchors && self.take_sign("^");
        self.in_quotes = is_path;
        // CPA/TIGER's users quote the pattern of `PASSING` too.
        let quoted = is_path && self.take_sign("\"");
        let pattern = self.pattern()?;
        if quoted {
            self.expect("\"")?;
        }
        self.in_quotes = false;
        let at_end = anchors && self.take_sign("$");
        Ok(Anchored { pattern, at_start, at_end })
    }

    fn pattern(&mut self) -> Result<Pattern> {
        let mut parts = vec![self.sequence()?];
        while self.take_sign("+") {
            parts.push(self.sequence()?);
        }
        Ok(one_or(parts, Pattern::Union))
    }

    fn sequence(&mut self) -> Result<Pattern> {
        let mut parts = vec![self.repeated()?];
        loop {
            if self.take_sign("->") {
                parts.push(Pattern::Anything);
            } else if !self.take_sign(".") {
                return Ok(one_or(parts, Pattern::Sequence));
            }
            parts.push(self.repeated()?);
        }
    }

    fn repeated(&mut self) -> Result<Pattern> {
        let mut pattern = self.factor()?;
        loop {
            let sign = self.peek().clone();
            let (least, most) = if self.take_sign("*") {
                (0, None)
            } else if self.take_sign(">=") {
                (self.number()?, None)
            } else if self.take_sign("==") {
                let n = self.number()?;
                (n, Some(n))
            } else if self.take_sign("<=") {
                (0, Some(self.number()?))
            } else {
                return Ok(pattern);
            };
            if !self.in_quotes {
                return Err(TextError::new("a pattern can be repeated inside of quotation marks only: else the number of goals has no bound", sign.span));
            }
            pattern = Pattern::Repeat { of: Box::new(pattern), least, most };
        }
    }

    fn factor(&mut self) -> Result<Pattern> {
        let start = self.at;
        match self.peek().kind.clone() {
            TokenKind::Sign("\"") if !self.in_quotes => self.quoted(),
            TokenKind::Sign("(") => match self.filter() {
                Ok(filter) => Ok(Pattern::Edges(filter)),
                Err(as_filter) => {
                    let seen = self.at;
                    self.at = start;
                    self.parenthesis().map_err(|as_pattern| if as_pattern.span.start >= as_filter.span.start || seen == start { as_pattern } else { as_filter })
                }
            },
            _ => self.atom(),
        }
    }

    fn quoted(&mut self) -> Result<Pattern> {
        let open = self.next();
        self.in_quotes = true;
        let pattern = self.pattern()?;
        self.in_quotes = false;
        if !self.take_sign("\"") {
            return self.wrong("a sign that goes on or the quotation mark that ends the pattern").map_err(|e: TextError| match self.peek().kind {
                TokenKind::End => TextError::new("this quotation mark is not closed", open.span),
                _ => e,
            });
        }
        Ok(Pattern::Quoted(Box::new(pattern)))
    }

    fn parenthesis(&mut self) -> Result<Pattern> {
        self.expect("(")?;
        let pattern = self.nested(Self::pattern)?;
        self.expect(")")?;
        Ok(pattern)
    }

    fn atom(&mut self) -> Result<Pattern> {
        let start = self.peek().span.start;
        if let TokenKind::Braces(_) = self.peek().kind {
            return Ok(Pattern::Predicate(self.expression()?));
        }
        if self.take_word("NODES") {
            return Ok(Pattern::Nodes(self.enclosed()?));
        }
        if self.take_word("EDGES") {
            return Ok(Pattern::Edges(self.enclosed()?));
        }
        if self.take_word("PATHS") {
            self.expect("(")?;
            let filter = self.filter()?;
            self.expect(",")?;
            let bound = self.number()?;
            self.expect(")")?;
            return Ok(Pattern::Paths { filter, bound, span: start..self.before() });
        }
        Ok(Pattern::Edges(self.filter()?))
    }

    /// Where the last token ends.
    fn before(&self) -> usize {
        self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map_or(0, |t| t.span.end)
    }

    fn expression(&mut self) -> Result<CExpression> {
        let token = self.next();
        match token.kind {
            TokenKind::Braces(text) if text.trim().is_empty() => Err(TextError::new("a predicate without an expression", token.span)),
            TokenKind::Braces(text) => Ok(CExpression { text, span: token.span.start + 1..token.span.end - 1 }),
            _ => {
                self.at -= 1;
                self.wrong("a predicate in braces")
            }
        }
    }

    fn number(&mut self) -> Result<u32> {
        match self.peek().kind {
            TokenKind::Number(n) => {
                self.at += 1;
                Ok(n)
            }
            _ => self.wrong("a number"),
        }
    }

    fn filter(&mut self) -> Result<Filter> {
        let mut left = self.conjunction()?;
        while self.take_sign("|") {
            let right = self.conjunction()?;
            let span = left.span.start..right.span.end;
            left = Filter { kind: FilterKind::Union(Box::new(left), Box::new(right)), span };
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Result<Filter> {
        let mut left = self.simple_filter()?;
        while self.take_sign("&") {
            let right = self.simple_filter()?;
            let span = left.span.start..right.span.end;
            left = Filter { kind: FilterKind::Intersection(Box::new(left), Box::new(right)), span };
        }
        Ok(left)
    }

    fn simple_filter(&mut self) -> Result<Filter> {
        let start = self.peek().span.start;
        if self.is_sign("(") {
            return self.nested(|p| p.enclosed());
        }
        let token = self.peek().clone();
        let kind = match &token.kind {
            TokenKind::Word(word) => {
                let word = word.to_ascii_uppercase();
                self.nested(|p| p.operator(&word))?
            }
            TokenKind::AtLine(line) => {
                self.at += 1;
                FilterKind::Line(*line)
            }
            TokenKind::At(name) => {
                self.at += 1;
                self.function(name, token.span.clone())?
            }
            TokenKind::Sign("^") if self.dialect == Dialect::Tiger => {
                self.at += 1;
                FilterKind::Entry(self.name()?)
            }
            TokenKind::Sign("$") if self.dialect == Dialect::Tiger => {
                self.at += 1;
                FilterKind::Exit(self.name()?)
            }
            _ => return self.wrong("a filter or a pattern"),
        };
        Ok(Filter { kind, span: start..self.before() })
    }

    fn enclosed(&mut self) -> Result<Filter> {
        self.expect("(")?;
        let filter = self.filter()?;
        self.expect(")")?;
        Ok(filter)
    }

    fn operator(&mut self, word: &str) -> Result<FilterKind> {
        let binary: fn(Box<Filter>, Box<Filter>) -> FilterKind = match word {
            "ID" => {
                self.at += 1;
                return Ok(FilterKind::Id);
            }
            "NOT" | "COMPLEMENT" | "ENCLOSING_SCOPES" => {
                self.at += 1;
                let of = Box::new(self.enclosed()?);
                return Ok(if word == "ENCLOSING_SCOPES" { FilterKind::EnclosingScopes(of) } else { FilterKind::Not(of) });
            }
            "PRED" => {
                self.at += 1;
                self.expect("(")?;
                let of = self.filter()?;
                self.expect(",")?;
                let predicate = self.expression()?;
                self.expect(")")?;
                return Ok(FilterKind::Pred(Box::new(of), predicate));
            }
            "SETMINUS" => FilterKind::SetMinus,
            "COMPOSE" => FilterKind::Compose,
            "UNION" => FilterKind::Union,
            "INTERSECT" => FilterKind::Intersection,
            _ => return self.wrong("a filter or a pattern"),
        };
        self.at += 1;
        self.expect("(")?;
        let left = self.filter()?;
        self.expect(",")?;
        let right = self.filter()?;
        self.expect(")")?;
        Ok(binary(Box::new(left), Box::new(right)))
    }

    /// A filter by its name.
    fn function(&mut self, name: &str, span: Span) -> Result<FilterKind> {
        Ok(match name {
            "ID" => FilterKind::Id,
            "CALLS" => FilterKind::Calls,
            "BASICBLOCKENTRY" => FilterKind::BasicBlockEntry,
            "CONDITIONEDGE" => FilterKind::ConditionEdge,
            "CONDITIONGRAPH" => FilterKind::ConditionGraph,
            "DECISIONEDGE" => FilterKind::DecisionEdge,
            "FILE" => FilterKind::File(self.file()?),
            "LINE" => FilterKind::Line(self.in_parentheses(Self::number)?),
            "COLUMN" => FilterKind::Column(self.in_parentheses(Self::number)?),
            "FUNC" => FilterKind::Func(self.name()?),
            "LABEL" => FilterKind::Label(self.name()?),
            "CALL" => FilterKind::Call(self.name()?),
            "ENTRY" => FilterKind::Entry(self.name()?),
            "EXIT" => FilterKind::Exit(self.name()?),
            "DEF" => FilterKind::Def(self.name()?),
            "USE" => FilterKind::Use(self.name()?),
            "STMTTYPE" => FilterKind::StmtType(self.in_parentheses(Self::statement_types)?),
            "EXPR" => self.undefined("@EXPR")?,
            "REGEXP" => self.undefined("@REGEXP")?,
            _ => return Err(TextError::new(format!("there is no filter @{name}"), span)),
        })
    }

    fn in_parentheses<T>(&mut self, read: fn(&mut Self) -> Result<T>) -> Result<T> {
        self.expect("(")?;
        let result = read(self)?;
        self.expect(")")?;
        Ok(result)
    }

    /// A name of the program in parentheses. `main()` is the function `main`.
    fn name(&mut self) -> Result<String> {
        self.in_parentheses(|p| match p.peek().kind.clone() {
            TokenKind::Word(word) => {
                p.at += 1;
                if p.take_sign("(") {
                    p.expect(")")?;
                }
                Ok(word)
            }
            TokenKind::Text(text) => {
                p.at += 1;
                Ok(text)
            }
            _ => p.wrong("a name of the program"),
        })
    }

    fn file(&mut self) -> Result<String> {
        self.in_parentheses(|p| match p.peek().kind.clone() {
            TokenKind::Text(text) => {
                p.at += 1;
                Ok(text)
            }
            _ => p.wrong("the name of a file in single quotation marks"),
        })
    }

    fn statement_types(&mut self) -> Result<Vec<StatementType>> {
        let mut types = Vec::new();
        loop {
            let word = match &self.peek().kind {
                TokenKind::Word(word) => word.to_ascii_uppercase(),
                TokenKind::Sign("?:") => "?:".to_owned(),
                _ => String::new(),
            };
            types.push(match word.as_str() {
                "IF" => StatementType::If,
                "FOR" => StatementType::For,
                "WHILE" => StatementType::While,
                "SWITCH" => StatementType::Switch,
                "?:" => StatementType::Conditional,
                "ASSERT" => StatementType::Assert,
                _ => return self.wrong("one of `if`, `for`, `while`, `switch`, `?:`, `assert`"),
            });
            self.at += 1;
            if !self.take_sign(",") {
                return Ok(types);
            }
        }
    }

    fn undefined(&mut self, name: &'static str) -> Result<FilterKind> {
        self.expect("(")?;
        while !self.is_sign(")") && self.peek().kind != TokenKind::End {
            self.at += 1;
        }
        self.expect(")")?;
        Ok(FilterKind::Undefined(name))
    }
}

fn one_or(mut parts: Vec<Pattern>, many: fn(Vec<Pattern>) -> Pattern) -> Pattern {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        last => {
            parts.extend(last);
            many(parts)
        }
    }
}

#[cfg(test)]
#[path = "parser_tests.rs"]
mod tests;
