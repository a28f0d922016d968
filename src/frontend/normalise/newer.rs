//! Words of C23, which are ordinary names in older programs. No option tells which standard a preprocessed program follows: a word keeps
//! its old meaning if the program declares it anywhere, as in `typedef enum { false, true } bool;`.

use super::rewrite::{Rewriter, names};
use super::stream::{Stream, is_keyword, is_type_keyword};
use super::token::TokenKind;
use rustc_hash::FxHashSet;

const WORDS: [&str; 10] = ["bool", "true", "false", "nullptr", "nullptr_t", "constexpr", "thread_local", "alignas", "alignof", "typeof_unqual"];
/// What no program of an older standard contains; besides these, attributes in double brackets.
const MARKS: [&str; 5] = ["nullptr", "constexpr", "typeof_unqual", "bool", "static_assert"];

/// Which words of C23 a program uses as such.
#[derive(Default)]
pub(crate) struct Newer<'a> {
    keywords: FxHashSet<&'a str>,
    /// The program follows C23, where that can be told.
    pub is_c23: bool,
}

impl<'a> Newer<'a> {
    pub(super) fn of(s: &Stream<'a>) -> Self {
        let mut met: FxHashSet<&str> = FxHashSet::default();
        let mut declared: FxHashSet<&str> = FxHashSet::default();
        let mut is_c23 = false;
        for i in 0..s.len() {
            let word = s.at(i);
            is_c23 |= word == "[" && s.at(i + 1) == "[" && s.partner(i + 1).is_some_and(|p| s.at(p + 1) == "]");
            is_c23 |= word == "static_assert" && s.at(i + 1) == "(";
            if WORDS.contains(&word) && s.kind(i) == Some(TokenKind::Word) {
                met.insert(word);
                if declares(s, i) {
                    declared.insert(word);
                }
            }
        }
        met.retain(|word| !declared.contains(word) && !s.is_typedef(word));
        is_c23 |= MARKS.iter().any(|word| met.contains(word));
        Self { keywords: met, is_c23 }
    }

    pub(super) fn is_keyword(&self, word: &str) -> bool {
        self.keywords.contains(word)
    }
}

/// Does the word at `i` stand where only the name of something that is declared can stand, or the name of a member?
fn declares(s: &Stream<'_>, i: usize) -> bool {
    let behind = s.at(i + 1);
    match s.before(i) {
        "." | "->" | "goto" | "struct" | "union" | "enum" => true,
        // A constant of an enum.
        "{" | "," if matches!(behind, "," | "}" | "=") => i > 0 && in_enum(s, i),
        "*" | "}" => matches!(behind, ";" | "," | "=" | "[" | ")" | "(") && s.at(i) != "alignof" && !is_value(s.at(i)),
        before => {
            let named = is_type_keyword(before) || s.is_typedef(before) || i > 1 && matches!(s.before(i - 1), "struct" | "union" | "enum");
            named && (matches!(behind, ";" | "," | "=" | "[" | ")" | ":") || behind == "(" && !is_value(s.at(i)))
        }
    }
}

/// Words that can be operands.
fn is_value(word: &str) -> bool {
    matches!(word, "true" | "false" | "nullptr")
}

/// Is the token at `i` directly inside of the braces of an enum?
fn in_enum(s: &Stream<'_>, i: usize) -> bool {
    let mut j = i;
    while j > 0 {
        j -= 1;
        match s.at(j) {
            ")" | "]" | "}" => j = s.partner(j).unwrap_or(0),
            "{" => {
                let tag = s.before_attributes(j);
                return s.before(tag) == "enum" || tag > 1 && s.is_word(tag - 1) && s.before(s.before_attributes(tag - 1)) == "enum";
            }
            "(" | "[" | ";" => return false,
            _ => {}
        }
    }
    false
}

impl Rewriter<'_> {
    /// Gives the words of C23 the spelling that the grammar knows.
    pub(super) fn newer_word(&mut self, i: usize, at_file: bool) {
        let new = match self.s.at(i) {
            "bool" => "_Bool".to_owned(),
            "true" => "((_Bool)1)".to_owned(),
            "false" => "((_Bool)0)".to_owned(),
            "nullptr" => {
                self.needs_prelude = true;
                format!("(({})0)", names::NULLPTR)
            }
            "nullptr_t" => {
                self.needs_prelude = true;
                names::NULLPTR.to_owned()
            }
            // Outside of functions it gives internal linkage.
            "constexpr" if at_file && !self.has_static(i) => format!("static const __attribute__(({}))", names::CONSTEXPR),
            "constexpr" => format!("const __attribute__(({}))", names::CONSTEXPR),
            "thread_local" => "_Thread_local".to_owned(),
            "alignas" => "_Alignas".to_owned(),
            "alignof" => "_Alignof".to_owned(),
            _ => return,
        };
        self.replace(i, new);
    }

    /// Does `static` stand among the specifiers around `i`?
    fn has_static(&self, i: usize) -> bool {
        let s = self.s;
        let mut first = i;
        while first > 0 && s.is_word(first - 1) {
            first -= 1;
        }
        (first..s.len()).take_while(|&j| s.is_word(j)).any(|j| s.at(j) == "static")
    }

    /// `auto x = e;` without a type, in a program of C23.
    pub(super) fn inferred_type(&mut self, i: usize) {
        let s = self.s;
        let mut j = i + 1;
        while matches!(s.at(j), "const" | "volatile" | "static" | "register") {
            j += 1;
        }
        let typed = (0..i).rev().take_while(|&k| s.is_word(k)).any(|k| s.starts_type(k) && !super::stream::is_storage_or_qualifier(s.at(k)));
        if !typed && s.is_name(j) && s.at(j + 1) == "=" {
            self.needs_prelude = true;
            self.replace(i, names::AUTO_TYPE);
        }
    }

    /// `enum e : T {` becomes `enum e {` with an attribute behind the constants. `i` is the keyword.
    pub(super) fn enum_type(&mut self, i: usize) {
        let s = self.s;
        let tag = s.behind_attributes(i + 1);
        let colon = if s.is_name(tag) { s.behind_attributes(tag + 1) } else { tag };
        if s.at(colon) != ":" {
            return;
        }
        let mut brace = colon + 1;
        while s.is_word(brace) || s.at(brace) == "(" {
            brace = s.behind_group(brace).max(brace + 1);
        }
        let Some(close) = s.partner(brace).filter(|_| s.at(brace) == "{" && brace > colon + 1) else { return };
        let ty = &s.text[s.range(colon + 1..brace)];
        self.insert_behind(close, format!(" __attribute__(({}(({ty})0))) ", names::ENUM_TYPE));
        self.edits.remove(s.range(colon..brace));
    }

    /// `unsigned _BitInt(9)` becomes `__typeof__` of something that the checker knows. `i` is the keyword.
    pub(super) fn bit_int(&mut self, i: usize) {
        let s = self.s;
        let Some(close) = s.partner(i + 1) else { return };
        let is_sign = |word: &str| matches!(word, "signed" | "unsigned" | "__signed__" | "__signed");
        let before = (0..i).rev().take_while(|&j| s.is_word(j) && is_keyword(s.at(j)));
        let behind = (close + 1..s.len()).take_while(|&j| s.is_word(j) && is_keyword(s.at(j)));
        let mut name = names::BIT_INT;
        for j in before.chain(behind).filter(|&j| is_sign(s.at(j))).collect::<Vec<_>>() {
            if s.at(j) == "unsigned" {
                name = names::UNSIGNED_BIT_INT;
            }
            self.replace(j, " ");
        }
        self.replace(i, format!("__typeof__({name}"));
        self.insert_behind(close, ")");
    }
}

/// A constant with the suffix `wb`: the least `_BitInt` that holds it.
pub(super) fn bit_int_constant(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let (digits, unsigned) = match (lower.strip_suffix("wb"), lower.strip_suffix("uwb").or_else(|| lower.strip_suffix("wbu"))) {
        (_, Some(digits)) => (digits, true),
        (Some(digits), None) => (digits, false),
        (None, None) => return None,
    };
    let (radix, number) = match digits {
        d if d.starts_with("0x") => (16, &d[2..]),
        d if d.starts_with("0b") => (2, &d[2..]),
        d if d.starts_with('0') && d.len() > 1 => (8, &d[1..]),
        d => (10, d),
    };
    let bits = 128 - u128::from_str_radix(number, radix).ok()?.leading_zeros();
    let (name, width) = if unsigned { (names::UNSIGNED_BIT_INT, bits.max(1)) } else { (names::BIT_INT, (bits + 1).max(2)) };
    Some(format!("((__typeof__({name}({width}))){digits})"))
}
