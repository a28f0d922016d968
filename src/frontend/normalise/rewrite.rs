//! The walk over the tokens that calls the single rewrites, and what they share.

use super::context::{Context, Contexts, is_nested_function};
use super::edit::Edits;
use super::stream::{Stream, is_type_keyword};
use super::token::TokenKind;
use std::ops::Range;

/// Names that the rewritten text uses for what the grammar lacks.
pub mod names {
    /// Stands for the omitted operand of `a ?: b`.
    pub const ELVIS: &str = "__gotcha_elvis";
    /// `&&label` is a call of this.
    pub const LABEL: &str = "__gotcha_label";
    /// `goto *e` is a call of this.
    pub const GOTO: &str = "__gotcha_goto";
    /// `asm goto` is a call of this.
    pub const ASM_GOTO: &str = "__gotcha_asm_goto";
    /// `__real__ e` is a call of this.
    pub const REAL: &str = "__gotcha_real";
    /// `__imag__ e` is a call of this.
    pub const IMAG: &str = "__gotcha_imag";
    /// `__int128`, alone or with `signed`.
    pub const INT128: &str = "__int128_t";
    /// `unsigned __int128`.
    pub const UINT128: &str = "__uint128_t";
    /// The type of `__auto_type x = e;`.
    pub const AUTO_TYPE: &str = "__auto_type";
    /// The type of `nullptr`.
    pub const NULLPTR: &str = "__gotcha_nullptr_t";
    /// An attribute: `constexpr`.
    pub const CONSTEXPR: &str = "__gotcha_constexpr";
    /// An attribute of an enum: its argument has the type that the enum is represented by.
    pub const ENUM_TYPE: &str = "__gotcha_enum_type";
    /// `typeof_unqual` is the type of a call of this with a pointer to the type.
    pub const UNQUALIFIED: &str = "__gotcha_unqualified";
    /// `_BitInt(n)` is the type of a call of this.
    pub const BIT_INT: &str = "__gotcha_bit_int";
    /// `unsigned _BitInt(n)` is the type of a call of this.
    pub const UNSIGNED_BIT_INT: &str = "__gotcha_unsigned_bit_int";
    pub use goto::outline::CLAIM;
    pub use goto::outline::QUESTION;
}

/// The state of one walk.
pub(super) struct Rewriter<'a> {
    pub s: &'a Stream<'a>,
    pub edits: Edits,
    pub contexts: Contexts,
    /// Names of [`names`] that are types and occur in the new text.
    pub needs_prelude: bool,
    /// `_Pragma("...")` operators: their place and text.
    pub pragmas: Vec<(usize, String)>,
    /// Labels declared by `__label__`: the tokens of the block, the name there, and the name that no other block has.
    pub local_labels: Vec<(Range<usize>, &'a str, String)>,
    /// The first function inside of a function.
    pub nested_function: Option<Range<usize>>,
    /// Places between external declarations.
    pub cuts: Vec<usize>,
    /// Between the parameter list and the body of what may be a function without prototype.
    old_style: bool,
}

/// Bytes between two cuts at least: a piece should be worth the overhead of a parser's run, and its tree stay in the processor's cache.
const PIECE: usize = 16 << 10;

impl<'a> Rewriter<'a> {
    pub(super) fn new(s: &'a Stream<'a>) -> Self {
        Self {
            s,
            edits: Edits::new(),
            contexts: Contexts::new(),
            needs_prelude: false,
            pragmas: Vec::new(),
            local_labels: Vec::new(),
            nested_function: None,
            cuts: Vec::new(),
            old_style: false,
        }
    }

    /// Walks over all tokens once.
    pub(super) fn run(&mut self) {
        // Does a statement, declaration or member begin at the token?
        let mut fresh = true;
        // The colon of the `case` that was passed last.
        let mut case_colon = None;
        // The parenthesis that ends the head of the `if` or loop that was passed last.
        let mut heads: Vec<usize> = Vec::new();
        for i in 0..self.s.len() {
            let context = self.contexts.current();
            if fresh && context == Context::File {
                self.cut(i);
            }
            if fresh {
                self.start(i, context);
            }
            self.token(i, context);
            let word = self.s.at(i);
            let mut next_fresh = false;
            let mut label = false;
            match word {
                ";" => next_fresh = matches!(context, Context::File | Context::Block | Context::Record),
                "if" | "while" | "for" | "switch" if self.s.at(i + 1) == "(" => {
                    heads.extend(self.s.partner(i + 1));
                    self.declaration_of_for(i);
                }
                "else" | "do" => next_fresh = true,
                "case" if context == Context::Block => case_colon = self.case_colon(i),
                ":" if case_colon == Some(i) => label = true,
                ":" if context == Context::Block && self.s.before(i) == "default" => label = true,
                ":" if context == Context::Block && fresh_label(self.s, i) => label = true,
                _ => {}
            }
            let left = self.contexts.pass(self.s, i);
            match word {
                "{" | "<%" => {
                    next_fresh = matches!(self.contexts.current(), Context::Block | Context::Record);
                    if context == Context::Block && self.nested_function.is_none() && is_nested_function(self.s, i) {
                        self.nested_function = Some(self.s.range(i..i + 1));
                    }
                }
                "}" | "%>" => next_fresh = left == Some(Context::Block) && self.contexts.current() != Context::Expression,
                ")" if heads.last() == Some(&i) => {
                    heads.pop();
                    next_fresh = true;
                }
                // Declarations of parameters between the list of a function without prototype and its body.
                ")" if self.contexts.current() == Context::File && self.s.starts_type(i + 1) => next_fresh = true,
                _ => {}
            }
            if self.contexts.current() == Context::File {
                match word {
                    ")" => self.old_style |= self.may_be_old_style(i),
                    "}" | "%>" => self.old_style = false,
                    _ => {}
                }
            }
            if label {
                self.rename_label(i - 1);
                self.behind_label(i);
                next_fresh = true;
            }
            fresh = next_fresh;
        }
    }

    /// Notes that an external declaration starts at a token.
    fn cut(&mut self, i: usize) {
        let start = self.s.range(i..i + 1).start;
        let apart = i > 0 && self.s.range(i - 1..i).end < start && self.s.at(i) != ";";
        // Declarations of parameters between the list of a function without prototype and its body end in semicolons, too.
        let ends = self.s.before(i) == "}" || (self.s.before(i) == ";" && !self.old_style);
        if apart && ends && start - self.cuts.last().copied().unwrap_or(0) >= PIECE {
            self.cuts.push(start);
        }
    }

    /// May declarations of parameters start behind the parenthesis?
    fn may_be_old_style(&self, close: usize) -> bool {
        let before = self.s.partner(close).map_or("", |open| self.s.before(open));
        let specifier =
            matches!(before, "__attribute__" | "__attribute" | "asm" | "__asm__" | "__asm" | "_Alignas" | "_Static_assert") || is_type_keyword(before);
        self.s.is_word(close + 1) && !specifier
    }

    /// Rewrites that look at the start of a statement, declaration or member.
    fn start(&mut self, i: usize, context: Context) {
        if context == Context::File && self.s.at(i) == ";" {
            self.edits.remove(self.s.range(i..i + 1));
            return;
        }
        self.attribute_statement(i, context);
        self.implicit_int(i, context);
        self.assembler(i, context);
        self.static_assertion(i);
        if self.s.at(i) == "__label__"
            && let Some(end) = self.s.find(i, ";")
        {
            self.local_labels(i, end);
            self.edits.remove(self.s.range(i..end));
        }
    }

    /// Rewrites that may apply at any token.
    fn token(&mut self, i: usize, context: Context) {
        match self.s.kind(i) {
            Some(TokenKind::Word) => self.word(i, context),
            Some(TokenKind::Number) => self.number(i),
            Some(TokenKind::Char | TokenKind::Str) => self.literal(i),
            Some(TokenKind::Punct) => self.punctuator(i, context),
            None => {}
        }
    }

    /// Replaces one token.
    pub(super) fn replace(&mut self, i: usize, new: impl Into<String>) {
        self.edits.replace(self.s.range(i..i + 1), new);
    }

    /// Inserts text before a token.
    pub(super) fn insert_before(&mut self, i: usize, new: impl Into<String>) {
        self.edits.insert(self.s.range(i..i + 1).start, new);
    }

    /// Inserts text behind a token.
    pub(super) fn insert_behind(&mut self, i: usize, new: impl Into<String>) {
        self.edits.insert(self.s.range(i..i + 1).end, new);
    }

    /// The colon that ends the `case` at `i`; those of conditional expressions in it are skipped.
    fn case_colon(&self, i: usize) -> Option<usize> {
        let mut conditionals = 0;
        let mut j = i + 1;
        while j < self.s.len() {
            match self.s.at(j) {
                "?" => conditionals += 1,
                ":" if conditionals == 0 => return Some(j),
                ":" => conditionals -= 1,
                ";" | "}" => return None,
                _ => {}
            }
            j = self.s.behind_group(j).max(j + 1);
        }
        None
    }
}

/// Is the colon at `i` that of a label? The label is the only word of its statement so far.
fn fresh_label(s: &Stream<'_>, i: usize) -> bool {
    i > 0 && s.is_name(i - 1) && matches!(s.before(i - 1), "" | ";" | "{" | "}" | ":" | ")" | "else" | "do" | "<%" | "%>")
}
