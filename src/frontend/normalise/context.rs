//! What kind of thing a brace opens, and where statements and declarations begin.

use super::stream::{Stream, is_keyword};

/// What the tokens at some place are part of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Context {
    /// Outside of all brackets.
    File,
    /// The body of a function, a compound statement, a statement expression.
    Block,
    /// The members of a struct or union.
    Record,
    Enum,
    /// An initialiser list.
    Initialiser,
    /// Parentheses and square brackets.
    Expression,
}

/// The brackets open at the place of a walk over the tokens.
#[derive(Debug)]
pub(super) struct Contexts {
    open: Vec<Context>,
}

impl Contexts {
    pub(super) fn new() -> Self {
        Self { open: Vec::new() }
    }

    pub(super) fn current(&self) -> Context {
        self.open.last().copied().unwrap_or(Context::File)
    }

    /// Enters or leaves brackets at token `i`. Returns the context that was left.
    pub(super) fn pass(&mut self, s: &Stream<'_>, i: usize) -> Option<Context> {
        match s.at(i) {
            "(" | "[" | "<:" => self.open.push(Context::Expression),
            "{" | "<%" => {
                let context = self.brace(s, i);
                self.open.push(context);
            }
            ")" | "]" | ":>" | "}" | "%>" => return self.open.pop(),
            _ => {}
        }
        None
    }

    /// What the brace at `i` opens.
    pub(super) fn brace(&self, s: &Stream<'_>, i: usize) -> Context {
        let behind = s.before_attributes(i);
        match s.before(behind) {
            "struct" | "union" => return Context::Record,
            "enum" => return Context::Enum,
            "=" | "," | "]" => return Context::Initialiser,
            "else" | "do" => return Context::Block,
            "(" => return if self.current() == Context::Initialiser { Context::Initialiser } else { Context::Block },
            ")" => return self.brace_behind_parenthesis(s, behind - 1),
            _ => {}
        }
        if behind > 0 && s.is_word(behind - 1) {
            // A tag, perhaps with attributes before it.
            let tag = s.before_attributes(behind - 1);
            match s.before(tag) {
                "struct" | "union" => return Context::Record,
                "enum" => return Context::Enum,
                _ => {}
            }
            // The type behind the colon of `enum e : T`.
            let mut colon = behind - 1;
            while colon > 0 && s.is_word(colon) {
                colon -= 1;
            }
            if s.at(colon) == ":" && (s.before(colon) == "enum" || colon > 1 && s.is_word(colon - 1) && s.at(colon - 2) == "enum") {
                return Context::Enum;
            }
        }
        match self.current() {
            Context::Initialiser => Context::Initialiser,
            _ => Context::Block,
        }
    }

    /// `close` is the position of the parenthesis before the brace.
    fn brace_behind_parenthesis(&self, s: &Stream<'_>, close: usize) -> Context {
        let Some(open) = s.partner(close) else { return Context::Block };
        let name = open > 0 && s.is_word(open - 1) && !is_keyword(s.at(open - 1));
        match self.current() {
            Context::File if name || s.before(open) == "]" => Context::Block,
            // `int (*f(int a))(int) {`, but not `= (int)(int) {`.
            Context::File if s.before(open) == ")" && !s.partner(open - 1).is_some_and(|p| s.starts_type(p + 1)) => Context::Block,
            Context::Block if matches!(s.before(open), "if" | "while" | "for" | "switch") || name => Context::Block,
            _ => Context::Initialiser,
        }
    }
}

/// Does a function definition stand inside of another one here? `i` is the brace that opens a block.
pub(super) fn is_nested_function(s: &Stream<'_>, i: usize) -> bool {
    s.before(i) == ")"
        && s.partner(i - 1)
            .is_some_and(|open| open > 1 && s.is_name(open - 1) && (s.is_word(open - 2) && !is_statement_keyword(s.at(open - 2)) || s.before(open - 1) == "*"))
}

fn is_statement_keyword(word: &str) -> bool {
    matches!(word, "return" | "else" | "do" | "case" | "goto" | "sizeof")
}
