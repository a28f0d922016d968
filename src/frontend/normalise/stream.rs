//! Tokens with their brackets matched: what the rewriting passes look at.

use super::newer::Newer;
use super::token::{Token, TokenKind, Tokens};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// Nesting beyond this would exhaust even a big stack.
const DEPTH_LIMIT: usize = 50_000;

/// Calls and subscripts may be nested less deep: the parser remembers each of them together with all that it holds.
const CALL_DEPTH_LIMIT: usize = 2_000;

/// A token stream that can be looked at from any position. Positions beyond the end are allowed and hold nothing.
pub(crate) struct Stream<'a> {
    pub text: &'a str,
    pub tokens: &'a [Token],
    /// For each bracket the position of its partner.
    partner: Vec<u32>,
    /// Names that a `typedef` anywhere introduces.
    typedefs: FxHashSet<&'a str>,
    /// Which words are those of C23.
    pub newer: Newer<'a>,
}

/// Brackets that do not match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BracketError {
    pub range: Range<usize>,
    pub message: String,
}

const NONE: u32 = u32::MAX;

impl<'a> Stream<'a> {
    pub(crate) fn new(tokens: &'a Tokens) -> Result<Self, BracketError> {
        let mut stream = Self {
            text: &tokens.text,
            tokens: &tokens.tokens,
            partner: vec![NONE; tokens.tokens.len()],
            typedefs: FxHashSet::default(),
            newer: Newer::default(),
        };
        stream.match_brackets()?;
        stream.collect_typedefs();
        stream.newer = Newer::of(&stream);
        let types = ["bool", "nullptr_t"].into_iter().filter(|word| stream.newer.is_keyword(word));
        stream.typedefs.extend(types);
        Ok(stream)
    }

    pub(crate) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// The text of a token; empty beyond the end.
    pub(crate) fn at(&self, i: usize) -> &'a str {
        self.tokens.get(i).map_or("", |t| &self.text[t.range()])
    }

    /// The text of the token before; empty before the start.
    pub(crate) fn before(&self, i: usize) -> &'a str {
        i.checked_sub(1).map_or("", |i| self.at(i))
    }

    pub(crate) fn kind(&self, i: usize) -> Option<TokenKind> {
        self.tokens.get(i).map(|t| t.kind)
    }

    pub(crate) fn is_word(&self, i: usize) -> bool {
        self.kind(i) == Some(TokenKind::Word)
    }

    /// A word that is no keyword.
    pub(crate) fn is_name(&self, i: usize) -> bool {
        self.is_word(i) && !is_keyword(self.at(i))
    }

    pub(crate) fn is_typedef(&self, name: &str) -> bool {
        self.typedefs.contains(name)
    }

    /// A word that can only be part of a type or declaration: a keyword or a typedef's name.
    pub(crate) fn starts_type(&self, i: usize) -> bool {
        self.is_word(i) && (is_type_keyword(self.at(i)) || is_storage_or_qualifier(self.at(i)) || self.is_typedef(self.at(i)))
    }

    /// The partner of a bracket.
    pub(crate) fn partner(&self, i: usize) -> Option<usize> {
        self.partner.get(i).filter(|&&p| p != NONE).map(|&p| p as usize)
    }

    /// The position behind a bracketed group that opens at `i`; `i` itself if none does.
    pub(crate) fn behind_group(&self, i: usize) -> usize {
        match self.partner(i) {
            Some(close) if close > i => close + 1,
            _ => i,
        }
    }

    /// The position behind the attribute specifiers that start at `i`.
    pub(crate) fn behind_attributes(&self, mut i: usize) -> usize {
        loop {
            i = match self.at(i) {
                "__attribute__" | "__attribute" if self.at(i + 1) == "(" => self.behind_group(i + 1),
                "[" if self.at(i + 1) == "[" => self.behind_group(i),
                _ => return i,
            };
        }
    }

    /// The position of the first token of the attribute specifiers that end just before `i`.
    pub(crate) fn before_attributes(&self, mut i: usize) -> usize {
        loop {
            let Some(open) = i.checked_sub(1).and_then(|close| self.partner(close)).filter(|&open| open < i) else { return i };
            i = match self.before(i) {
                ")" if matches!(self.before(open), "__attribute__" | "__attribute") => open - 1,
                "]" if self.at(open + 1) == "[" && self.partner(open + 1) == Some(i - 2) => open,
                _ => return i,
            };
        }
    }

    /// The text range of the tokens `from .. to`.
    pub(crate) fn range(&self, positions: Range<usize>) -> Range<usize> {
        self.tokens[positions.start].start as usize..self.tokens[positions.end - 1].end as usize
    }

    /// The tokens `from .. to` with single blanks between them.
    pub(crate) fn joined(&self, positions: Range<usize>) -> String {
        positions.map(|i| self.at(i)).collect::<Vec<_>>().join(" ")
    }

    /// The first position from `i` on, outside of brackets, that holds `what`.
    pub(crate) fn find(&self, mut i: usize, what: &str) -> Option<usize> {
        while i < self.len() {
            if self.at(i) == what {
                return Some(i);
            }
            if matches!(self.at(i), ")" | "]" | "}") {
                return None;
            }
            i = self.behind_group(i).max(i + 1);
        }
        None
    }

    fn match_brackets(&mut self) -> Result<(), BracketError> {
        let mut open: Vec<usize> = Vec::new();
        let mut calls: Vec<usize> = Vec::new();
        let error = |token: Token, message: String| Err(BracketError { range: token.range(), message });
        for i in 0..self.tokens.len() {
            let closes = match self.at(i) {
                "(" | "[" | "{" | "<:" | "<%" => {
                    open.push(i);
                    if open.len() > DEPTH_LIMIT {
                        return error(self.tokens[i], format!("brackets are nested more than {DEPTH_LIMIT} deep here"));
                    }
                    if i > 0 && self.at(i) != "{" && (self.is_name(i - 1) || matches!(self.before(i), ")" | "]")) {
                        calls.push(i);
                        if calls.len() > CALL_DEPTH_LIMIT {
                            return error(self.tokens[i], format!("calls and subscripts are nested more than {CALL_DEPTH_LIMIT} deep here"));
                        }
                    }
                    continue;
                }
                ")" => ["(", "("],
                "]" | ":>" => ["[", "<:"],
                "}" | "%>" => ["{", "<%"],
                _ => continue,
            };
            let Some(start) = open.pop() else { return error(self.tokens[i], format!("nothing is open that this `{}` could close", self.at(i))) };
            if !closes.contains(&self.at(start)) {
                return error(self.tokens[i], format!("this `{}` does not fit the innermost open bracket `{}`", self.at(i), self.at(start)));
            }
            if calls.last() == Some(&start) {
                calls.pop();
            }
            self.partner[start] = i as u32;
            self.partner[i] = start as u32;
        }
        match open.last() {
            Some(&start) => error(self.tokens[start], format!("this `{}` is never closed", self.at(start))),
            None => Ok(()),
        }
    }

    /// A name that a typedef declares stands before `,` `;` `[` `)` or an attribute, outside of braces and of parameter lists.
    fn collect_typedefs(&mut self) {
        self.typedefs.extend(["__builtin_va_list", "__int128_t", "__uint128_t", "__int128", "__auto_type"]);
        for i in 0..self.len() {
            if self.at(i) != "typedef" {
                continue;
            }
            let mut j = i + 1;
            while j < self.len() && self.at(j) != ";" {
                if matches!(self.at(j), "__attribute__" | "__attribute") {
                    j = self.behind_attributes(j).max(j + 1);
                    continue;
                }
                if matches!(self.at(j), "{" | "[") || (self.at(j) == "(" && !matches!(self.at(j + 1), "*" | "(")) {
                    j = self.behind_group(j).max(j + 1);
                    continue;
                }
                if self.is_name(j)
                    && matches!(self.at(j + 1), "," | ";" | "[" | ")" | "(" | "__attribute__")
                    && !matches!(self.before(j), "struct" | "union" | "enum")
                {
                    self.typedefs.insert(self.at(j));
                }
                j += 1;
            }
        }
    }
}

/// Words that start or are a type.
pub(crate) fn is_type_keyword(word: &str) -> bool {
    const WORDS: [&str; 37] = [
        "void",
        "char",
        "short",
        "int",
        "long",
        "float",
        "double",
        "signed",
        "unsigned",
        "_Bool",
        "_Complex",
        "struct",
        "union",
        "enum",
        "typeof",
        "__typeof__",
        "__typeof",
        "__signed__",
        "__signed",
        "__complex__",
        "__complex",
        "_Atomic",
        "__int128",
        "__float128",
        "__float80",
        "_Float16",
        "_Float32",
        "_Float64",
        "_Float128",
        "_Float32x",
        "_Float64x",
        "__auto_type",
        "_Decimal32",
        "_Decimal64",
        "_Decimal128",
        "typeof_unqual",
        "_BitInt",
    ];
    WORDS.contains(&word)
}

/// Storage classes, qualifiers and function specifiers: what leaves the type open.
pub(crate) fn is_storage_or_qualifier(word: &str) -> bool {
    const WORDS: [&str; 21] = [
        "static",
        "extern",
        "register",
        "auto",
        "typedef",
        "const",
        "volatile",
        "restrict",
        "inline",
        "__inline",
        "__inline__",
        "__const",
        "__const__",
        "__volatile",
        "__volatile__",
        "__restrict",
        "__restrict__",
        "_Noreturn",
        "_Thread_local",
        "__thread",
        "_Alignas",
    ];
    WORDS.contains(&word)
}

/// Words that cannot be the name of anything.
pub(crate) fn is_keyword(word: &str) -> bool {
    const WORDS: [&str; 37] = [
        "break",
        "case",
        "continue",
        "default",
        "do",
        "else",
        "for",
        "goto",
        "if",
        "return",
        "sizeof",
        "switch",
        "while",
        "asm",
        "__asm",
        "__asm__",
        "__attribute__",
        "__attribute",
        "__extension__",
        "__label__",
        "__real__",
        "__real",
        "__imag__",
        "__imag",
        "__alignof__",
        "__alignof",
        "_Alignof",
        "_Generic",
        "_Static_assert",
        "_Imaginary",
        "__builtin_va_arg",
        "__builtin_offsetof",
        "__func__",
        "__FUNCTION__",
        "__PRETTY_FUNCTION__",
        "__null",
        "_Pragma",
    ];
    is_type_keyword(word) || is_storage_or_qualifier(word) || WORDS.contains(&word)
}
