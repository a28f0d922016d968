//! Reads terms and predicates. Operators bind as the manual says; what it leaves open to the reader is refused.

use super::lexer::{Kind, Token};
use super::term::{Binder, Connective, Operator, Relation, Term, TermKind, TypeName};
use super::{refused, unreadable};
use crate::normalise::Malformed;
use std::ops::Range;

/// Reads a list of tokens from front to back.
pub(super) struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    /// The place behind the last token.
    end: usize,
    /// Says whether a word is the name of a type of the program.
    is_type: &'a dyn Fn(&str) -> bool,
    depth: usize,
}

/// Deeper nesting is no annotation of a person.
const DEPTH: usize = 200;

/// Words that types of C begin with.
const TYPE_WORDS: [&str; 14] = ["void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "struct", "union", "enum", "const", "_Bool"];

impl<'a> Parser<'a> {
    pub(super) fn new(tokens: &'a [Token], is_type: &'a dyn Fn(&str) -> bool) -> Self {
        Self { tokens, at: 0, end: tokens.last().map_or(0, |t| t.range.end), is_type, depth: 0 }
    }

    /// The text of a token from here on; empty behind the last one.
    pub(super) fn peek(&self, ahead: usize) -> &'a str {
        self.tokens.get(self.at + ahead).map_or("", |t| &t.text)
    }

    pub(super) fn kind(&self, ahead: usize) -> Option<Kind> {
        self.tokens.get(self.at + ahead).map(|t| t.kind)
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.tokens.len()
    }

    /// The place of the next token.
    pub(super) fn place(&self) -> Range<usize> {
        self.tokens.get(self.at).map_or(self.end.saturating_sub(1)..self.end, |t| t.range.clone())
    }

    /// Takes the token if it is this one.
    pub(super) fn take(&mut self, text: &str) -> bool {
        let is_it = self.peek(0) == text && self.kind(0) != Some(Kind::Str);
        self.at += usize::from(is_it);
        is_it
    }

    pub(super) fn expect(&mut self, text: &str) -> Result<(), Malformed> {
        if self.take(text) { Ok(()) } else { Err(unreadable(self.place(), format!("`{text}` is expected here"))) }
    }

    pub(super) fn word(&mut self) -> Result<String, Malformed> {
        match self.tokens.get(self.at) {
            Some(token) if token.kind == Kind::Word => {
                self.at += 1;
                Ok(token.text.clone())
            }
            _ => Err(unreadable(self.place(), "a name is expected here")),
        }
    }

    /// The term, which is all that is left.
    pub(super) fn whole(&mut self) -> Result<Term, Malformed> {
        let term = self.predicate()?;
        if self.is_at_end() { Ok(term) } else { Err(unreadable(self.place(), "an operator or the end of the clause is expected here")) }
    }

    /// A predicate or term, perhaps with names before it.
    pub(super) fn predicate(&mut self) -> Result<Term, Malformed> {
        while self.kind(1) == Some(Kind::Punct) && self.peek(1) == ":" && matches!(self.kind(0), Some(Kind::Word | Kind::Str)) {
            self.at += 2;
        }
        self.conditional()
    }

    fn from(&self, start: usize, kind: TermKind) -> Term {
        let end = self.at.checked_sub(1).and_then(|last| self.tokens.get(last)).map_or(start, |t| t.range.end);
        Term { kind, range: start..end, is_bracketed: false }
    }

    fn conditional(&mut self) -> Result<Term, Malformed> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(unreadable(self.place(), "this is nested too deep"));
        }
        let start = self.place().start;
        let condition = self.iff()?;
        let term = if self.take("?") {
            let then = self.conditional()?;
            self.expect(":")?;
            let other = self.conditional()?;
            self.from(start, TermKind::Conditional(condition.into(), then.into(), other.into()))
        } else {
            condition
        };
        self.depth -= 1;
        Ok(term)
    }

    fn iff(&mut self) -> Result<Term, Malformed> {
        self.connected(&["<==>"], Connective::Iff, Self::implies)
    }

    /// Groups from the right.
    fn implies(&mut self) -> Result<Term, Malformed> {
        let start = self.place().start;
        let left = self.connected(&["||"], Connective::Or, Self::xor)?;
        if !self.take("==>") {
            return Ok(left);
        }
        let right = if self.is_binding() { self.conditional()? } else { self.implies()? };
        Ok(self.from(start, TermKind::Connected(Connective::Implies, left.into(), right.into())))
    }

    fn xor(&mut self) -> Result<Term, Malformed> {
        self.connected(&["^^"], Connective::Xor, |parser| parser.connected(&["&&"], Connective::And, Self::bits))
    }

    fn connected(&mut self, words: &[&str], connective: Connective, operand: impl Fn(&mut Self) -> Result<Term, Malformed>) -> Result<Term, Malformed> {
        let start = self.place().start;
        let mut left = operand(self)?;
        while words.iter().any(|word| self.take(word)) {
            let right = operand(self)?;
            left = self.from(start, TermKind::Connected(connective, left.into(), right.into()));
        }
        Ok(left)
    }

    fn is_binding(&self) -> bool {
        matches!(self.peek(0), "\\forall" | "\\exists" | "\\let")
    }

    fn bits(&mut self) -> Result<Term, Malformed> {
        if self.is_binding() {
            return self.binding();
        }
        let term = self.arithmetic(0)?;
        if matches!(self.peek(0), "-->" | "<-->") {
            return Err(refused(self.place(), "implication of bits"));
        }
        Ok(term)
    }

    /// Operators between terms, by how tightly they bind. Comparisons stand between those of bits and shifts.
    fn arithmetic(&mut self, level: usize) -> Result<Term, Malformed> {
        const LEVELS: [&[(&str, Operator)]; 6] = [
            &[("|", Operator::Or)],
            &[("^", Operator::Xor)],
            &[("&", Operator::And)],
            &[("<<", Operator::Shl), (">>", Operator::Shr)],
            &[("+", Operator::Add), ("-", Operator::Sub)],
            &[("*", Operator::Mul), ("/", Operator::Div), ("%", Operator::Rem)],
        ];
        let start = self.place().start;
        let operand = |parser: &mut Self| match level {
            2 => parser.equality(),
            5 => parser.unary(),
            _ => parser.arithmetic(level + 1),
        };
        let mut left = operand(self)?;
        'next: loop {
            for (word, operator) in LEVELS[level] {
                if self.take(word) {
                    let right = operand(self)?;
                    left = self.from(start, TermKind::Arithmetic(*operator, left.into(), right.into()));
                    continue 'next;
                }
            }
            return Ok(left);
        }
    }

    /// `==` and `!=`, which may be a chain of `==`. Beside other comparisons their meaning is not clear to all readers.
    fn equality(&mut self) -> Result<Term, Malformed> {
        let start = self.place().start;
        let first = self.comparison()?;
        let (mut terms, mut relations) = (vec![first], Vec::new());
        loop {
            let place = self.place();
            let relation = if self.take("==") {
                Relation::Eq
            } else if self.take("!=") {
                Relation::Ne
            } else {
                break;
            };
            relations.push(relation);
            if relations.len() > 1 && relations.contains(&Relation::Ne) {
                return Err(unreadable(place, "`!=` in a chain of comparisons has no meaning"));
            }
            terms.push(self.comparison()?);
            if terms.iter().any(|t| matches!(&t.kind, TermKind::Compare(..)) && !t.is_bracketed) {
                return Err(refused(place, "a chain of `==` and other comparisons"));
            }
        }
        if relations.is_empty() {
            return Ok(terms.remove(0));
        }
        Ok(self.from(start, TermKind::Compare(terms, relations)))
    }

    fn comparison(&mut self) -> Result<Term, Malformed> {
        let start = self.place().start;
        let first = self.arithmetic(3)?;
        let (mut terms, mut relations) = (vec![first], Vec::new());
        loop {
            let place = self.place();
            let relation = match self.peek(0) {
                "<" => Relation::Lt,
                "<=" => Relation::Le,
                ">" => Relation::Gt,
                ">=" => Relation::Ge,
                _ => break,
            };
            self.at += 1;
            relations.push(relation);
            let rises = |r: &Relation| matches!(r, Relation::Lt | Relation::Le);
            if rises(&relations[0]) != rises(&relation) {
                return Err(unreadable(place, "a chain of comparisons goes in one direction"));
            }
            terms.push(self.arithmetic(3)?);
        }
        if relations.is_empty() {
            return Ok(terms.remove(0));
        }
        Ok(self.from(start, TermKind::Compare(terms, relations)))
    }

    fn unary(&mut self) -> Result<Term, Malformed> {
        let start = self.place().start;
        if self.is_binding() {
            return self.binding();
        }
        if matches!(self.peek(0), "-" | "~" | "!" | "*" | "&") && self.kind(0) == Some(Kind::Punct) {
            let word = self.peek(0);
            self.at += 1;
            let operand = Box::new(self.unary()?);
            let kind = match word {
                "-" => TermKind::Negative(operand),
                "~" => TermKind::Complement(operand),
                "!" => TermKind::Not(operand),
                "*" => TermKind::Deref(operand),
                _ => TermKind::AddressOf(operand),
            };
            return Ok(self.from(start, kind));
        }
        if self.take("+") {
            return self.unary();
        }
        if self.peek(0) == "(" && self.starts_type(1) {
            self.at += 1;
            let ty = self.type_name()?;
            self.expect(")")?;
            let operand = self.unary()?;
            return Ok(self.from(start, TermKind::Cast(ty, operand.into())));
        }
        if self.take("sizeof") {
            self.expect("(")?;
            if !self.starts_type(0) {
                return Err(refused(self.place(), "sizeof of an expression"));
            }
            let ty = self.type_name()?;
            self.expect(")")?;
            return Ok(self.from(start, TermKind::SizeOf(ty)));
        }
        self.postfix()
    }

    pub(super) fn starts_type(&self, ahead: usize) -> bool {
        let word = self.peek(ahead);
        self.kind(ahead) == Some(Kind::Word) && (TYPE_WORDS.contains(&word) || matches!(word, "integer" | "real" | "boolean") || (self.is_type)(word))
    }

    /// Words of a type, and stars.
    pub(super) fn type_name(&mut self) -> Result<TypeName, Malformed> {
        let mut words: Vec<String> = Vec::new();
        if !self.starts_type(0) {
            return Err(unreadable(self.place(), "a type is expected here"));
        }
        while self.starts_type(0) && (words.is_empty() || TYPE_WORDS.contains(&self.peek(0)) || words.iter().all(|w| w == "const")) {
            let word = self.word()?;
            let has_tag = matches!(word.as_str(), "struct" | "union" | "enum");
            words.push(word);
            if has_tag {
                words.push(self.word()?);
            }
        }
        let mut stars = 0;
        while self.take("*") {
            stars += 1;
        }
        Ok(TypeName { words: words.join(" "), stars })
    }

    /// `T x, *y`: each name with its type.
    pub(super) fn binders(&mut self) -> Result<Vec<Binder>, Malformed> {
        let first = self.type_name()?;
        let words = first.words.clone();
        let mut binders = vec![Binder { ty: first, name: self.bound_name()? }];
        while self.peek(0) == "," {
            self.at += 1;
            // `integer i, int *p`
            let ty = if self.starts_type(0) && self.kind(1) == Some(Kind::Word) || self.starts_type(0) && self.peek(1) == "*" {
                self.type_name()?
            } else {
                let mut stars = 0;
                while self.take("*") {
                    stars += 1;
                }
                let words = binders.last().map_or(words.clone(), |b: &Binder| b.ty.words.clone());
                TypeName { words, stars }
            };
            binders.push(Binder { ty, name: self.bound_name()? });
        }
        Ok(binders)
    }

    fn bound_name(&mut self) -> Result<String, Malformed> {
        let name = self.word()?;
        if self.peek(0) == "[" {
            return Err(refused(self.place(), "an array as a value of logic"));
        }
        Ok(name)
    }

    fn binding(&mut self) -> Result<Term, Malformed> {
        let start = self.place().start;
        if self.take("\\let") {
            let name = self.word()?;
            self.expect("=")?;
            let value = self.conditional()?;
            self.expect(";")?;
            let body = self.predicate()?;
            return Ok(self.from(start, TermKind::Let { name, value: value.into(), body: body.into() }));
        }
        let is_forall = self.peek(0) == "\\forall";
        self.at += 1;
        let binders = self.binders()?;
        self.expect(";")?;
        let body = self.predicate()?;
        Ok(self.from(start, TermKind::Quantified { is_forall, binders, body: body.into() }))
    }

    fn postfix(&mut self) -> Result<Term, Malformed> {
        let start = self.place().start;
        let mut term = self.primary()?;
        loop {
            if self.take("[") {
                let index = self.index()?;
                self.expect("]")?;
                term = self.from(start, TermKind::Index(term.into(), index.into()));
            } else if self.take(".") {
                let name = self.word()?;
                term = self.from(start, TermKind::Field(term.into(), name));
            } else if self.take("->") {
                let name = self.word()?;
                term = self.from(start, TermKind::Arrow(term.into(), name));
            } else {
                return Ok(term);
            }
        }
    }

    /// A term or `first..last`.
    fn index(&mut self) -> Result<Term, Malformed> {
        let start = self.place().start;
        if self.peek(0) == ".." {
            return Err(refused(self.place(), "a range without a first element"));
        }
        let first = self.conditional()?;
        if !self.take("..") {
            return Ok(first);
        }
        if matches!(self.peek(0), "]" | ")") {
            return Err(refused(self.place(), "a range without a last element"));
        }
        let last = self.conditional()?;
        Ok(self.from(start, TermKind::Range(first.into(), last.into())))
    }

    fn primary(&mut self) -> Result<Term, Malformed> {
        let start = self.place().start;
        let Some(token) = self.tokens.get(self.at) else { return Err(unreadable(self.place(), "an expression is expected here")) };
        match token.kind {
            Kind::Int | Kind::Char => {
                self.at += 1;
                Ok(self.from(start, TermKind::Number(token.text.clone())))
            }
            Kind::Float => Err(refused(token.range.clone(), "arithmetic of real numbers")),
            Kind::Str => Err(refused(token.range.clone(), "a string in an annotation")),
            Kind::Logic => self.logic(),
            Kind::Word => {
                self.at += 1;
                let labels = self.labels()?;
                if self.take("(") {
                    let arguments = self.arguments()?;
                    return Ok(self.from(start, TermKind::Call { name: token.text.clone(), labels, arguments }));
                }
                if !labels.is_empty() {
                    return Ok(self.from(start, TermKind::Call { name: token.text.clone(), labels, arguments: Vec::new() }));
                }
                Ok(self.from(start, TermKind::Name(token.text.clone())))
            }
            Kind::Punct if self.take("(") => {
                let start = self.place().start;
                let mut inner = self.predicate()?;
                if self.take("..") {
                    let last = self.conditional()?;
                    inner = self.from(start, TermKind::Range(inner.into(), last.into()));
                }
                self.expect(")")?;
                // The brackets belong to it.
                inner.range = token.range.start..self.tokens[self.at - 1].range.end;
                inner.is_bracketed = true;
                Ok(inner)
            }
            Kind::Punct if token.text == "{" => Err(refused(token.range.clone(), "a set of places in braces")),
            Kind::Punct => Err(unreadable(token.range.clone(), "an expression is expected here")),
        }
    }

    /// `{L1, L2}` behind a name.
    fn labels(&mut self) -> Result<Vec<String>, Malformed> {
        let mut labels = Vec::new();
        if self.peek(0) == "{" && self.kind(1) == Some(Kind::Word) && matches!(self.peek(2), "," | "}") {
            self.at += 1;
            labels.push(self.word()?);
            while self.take(",") {
                labels.push(self.word()?);
            }
            self.expect("}")?;
        }
        Ok(labels)
    }

    fn arguments(&mut self) -> Result<Vec<Term>, Malformed> {
        let mut arguments = Vec::new();
        while !self.take(")") {
            if !arguments.is_empty() {
                self.expect(",")?;
            }
            arguments.push(self.index()?);
        }
        Ok(arguments)
    }

    /// What begins with a backslash.
    fn logic(&mut self) -> Result<Term, Malformed> {
        let start = self.place().start;
        let place = self.place();
        let word = self.peek(0);
        self.at += 1;
        let simple = match word {
            "\\true" => Some(TermKind::True),
            "\\false" => Some(TermKind::False),
            "\\null" => Some(TermKind::Null),
            "\\result" => Some(TermKind::Result),
            "\\nothing" | "\\empty" => Some(TermKind::Nothing),
            _ => None,
        };
        if let Some(kind) = simple {
            return Ok(self.from(start, kind));
        }
        if !matches!(word, "\\old" | "\\at" | "\\valid" | "\\valid_read" | "\\separated" | "\\min" | "\\max" | "\\abs") {
            return Err(refused(place, word));
        }
        if self.peek(0) == "{" {
            return Err(refused(place, &format!("{word} with a label")));
        }
        self.expect("(")?;
        if word == "\\at" {
            let term = self.predicate()?;
            self.expect(",")?;
            let label = self.word()?;
            self.expect(")")?;
            return Ok(self.from(start, TermKind::At(term.into(), label)));
        }
        let mut arguments = self.arguments()?;
        let count = match word {
            "\\separated" => arguments.len().max(2),
            "\\min" | "\\max" => 2,
            _ => 1,
        };
        if arguments.len() != count {
            return Err(unreadable(place, format!("{word} has other arguments")));
        }
        let kind = match word {
            "\\separated" => TermKind::Separated(arguments),
            "\\min" | "\\max" | "\\abs" => TermKind::Call { name: word.to_owned(), labels: Vec::new(), arguments },
            "\\old" => TermKind::At(arguments.remove(0).into(), "Old".to_owned()),
            _ => TermKind::Valid { writes: word == "\\valid", place: arguments.remove(0).into() },
        };
        Ok(self.from(start, kind))
    }
}
