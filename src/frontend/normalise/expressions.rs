//! Rewrites of single tokens and of operators that the grammar lacks.

use super::context::Context;
use super::rewrite::{Rewriter, names};
use super::stream::is_type_keyword;
use super::token::TokenKind;

impl Rewriter<'_> {
    pub(super) fn word(&mut self, i: usize, context: Context) {
        let s = self.s;
        let word = s.at(i);
        match word {
            "struct" | "union" => self.record_attributes(i),
            "enum" => {
                self.record_attributes(i);
                self.enum_type(i);
            }
            "auto" if s.newer.is_c23 => self.inferred_type(i),
            "_BitInt" if s.at(i + 1) == "(" => self.bit_int(i),
            "alignof" if s.newer.is_keyword(word) => self.alignment_of(i),
            "alignas" if s.newer.is_keyword(word) && context == Context::Record && s.at(i + 1) == "(" => self.member_alignment(i),
            "__attribute__" | "__attribute" => self.attribute_parentheses(i),
            "_Alignas" if context == Context::Record && s.at(i + 1) == "(" => self.member_alignment(i),
            "__alignof__" | "__alignof" | "_Alignof" => self.alignment_of(i),
            "goto" if s.is_name(i + 1) && !self.local_labels.is_empty() => self.rename_label(i + 1),
            "goto" if s.at(i + 1) == "*" && !super::declarations::is_asm(s.before(i)) => {
                if let Some(end) = s.find(i, ";") {
                    self.edits.replace(s.range(i..i + 2), format!("{}(", names::GOTO));
                    self.insert_before(end, ")");
                }
            }
            "__int128" | "__int128_t" | "__uint128_t" => self.wide_integer(i),
            "__auto_type" => self.needs_prelude = true,
            "typeof" | "__typeof__" | "__typeof" if s.at(i + 1) == "(" => self.type_of_type(i),
            "__float128" => self.replace(i, "_Float128"),
            "__float80" => self.replace(i, "long double"),
            // Means nothing, and the grammar takes it before few expressions only.
            "__extension__" if s.at(i + 1) == "(" && s.at(i + 2) != "{" => self.replace(i, " "),
            "__const__" => self.replace(i, "const"),
            "__thread" => self.replace(i, "_Thread_local"),
            "typeof_unqual" | "__typeof_unqual__" | "__typeof_unqual" if s.at(i + 1) == "(" => {
                // A pointer to the type carries it as an argument.
                self.replace(i, format!("__typeof__({}((__typeof__", names::UNQUALIFIED));
                self.type_of_type(i);
                if let Some(close) = s.partner(i + 1) {
                    self.insert_behind(close, " *)0))");
                }
            }
            "__real__" | "__real" => self.complex_part(i, names::REAL),
            "__imag__" | "__imag" => self.complex_part(i, names::IMAG),
            "__builtin_convertvector" if s.at(i + 1) == "(" => self.type_argument(i),
            "__builtin_types_compatible_p" if s.at(i + 1) == "(" => self.compatible_types(i),
            "_Pragma" if s.at(i + 1) == "(" => self.pragma_operator(i),
            _ if !word.is_ascii() || word.contains('$') || word.contains('\\') => self.replace(i, ascii_name(word)),
            _ => {}
        }
        if s.is_typedef(word) && matches!(s.at(i + 1), "," | ")") {
            self.abstract_parameter(i);
        }
        // Of two edits of one range the first stays.
        if s.newer.is_keyword(word) {
            self.newer_word(i, context == Context::File);
        }
    }

    /// `(int (*)(int T))0`: the name of a parameter of a type name means nothing, but the parser would remember it beyond the type name and
    /// take the typedef `T` for a variable from there on.
    fn abstract_parameter(&mut self, i: usize) {
        let s = self.s;
        let typed = i > 0 && (s.before(i) == "*" || s.starts_type(i - 1) || i > 1 && s.is_word(i - 1) && matches!(s.at(i - 2), "struct" | "union" | "enum"));
        if !typed {
            return;
        }
        let mut open = i;
        while open > 0 && s.at(open) != "(" {
            open = if s.before(open) == ")" { s.partner(open - 1).unwrap_or(0) } else { open - 1 };
            if matches!(s.at(open), ";" | "{" | "}") {
                return;
            }
        }
        // The list stands behind `(*)`.
        let pointer = s.before(open) == ")" && s.partner(open - 1).is_some_and(|p| (p + 1..open - 1).all(|j| matches!(s.at(j), "*" | "const" | "volatile")));
        if pointer {
            self.replace(i, " ");
        }
    }

    pub(super) fn punctuator(&mut self, i: usize, context: Context) {
        let s = self.s;
        match s.at(i) {
            "?" if s.at(i + 1) == ":" => self.insert_behind(i, format!(" {} ", names::ELVIS)),
            "&&" if s.is_name(i + 1) && self.is_prefix(i) => {
                let label = self.label_name(i + 1);
                self.edits.replace(s.range(i..i + 2), format!("{}({label})", names::LABEL));
            }
            "[" if s.at(i + 1) == "[" && s.partner(i + 1).is_some_and(|p| s.at(p + 1) == "]") => {
                // Those of a record are moved already, and of two edits of one range the first stays.
                let attribute = self.standard_attribute(i);
                self.edits.replace(s.range(i..s.behind_group(i)), format!(" {attribute} "));
            }
            // `f(...)` of C23; the checker drops the `void`.
            "..." if s.before(i) == "(" && s.at(i + 1) == ")" => self.insert_before(i, "void, "),
            "(" | "," if context != Context::Initialiser => self.implicit_int_parameter(i),
            "{" if s.before(i) == ")" => self.cast_literal(i),
            "<:" => self.replace(i, "["),
            ":>" => self.replace(i, "]"),
            "<%" => self.replace(i, "{"),
            "%>" => self.replace(i, "}"),
            _ => {}
        }
    }

    /// `(T)(U){...}` becomes `(T)((U){...})`, `sizeof (T){...}` becomes `sizeof ((T){...})`, and `(T){}` becomes `(T){0}`; `i` is the brace.
    fn cast_literal(&mut self, i: usize) {
        let s = self.s;
        let (Some(open), Some(close)) = (s.partner(i - 1), s.partner(i)) else { return };
        let initialiser = self.contexts.brace(s, i) == Context::Initialiser;
        if initialiser && close == i + 1 {
            self.insert_behind(i, "0");
        }
        if matches!(s.before(open), ")" | "sizeof") && initialiser {
            self.insert_before(open, "(");
            self.insert_behind(close, ")");
        }
    }

    /// Is the operator at `i` a prefix operator, judged by what stands before it?
    fn is_prefix(&self, i: usize) -> bool {
        let s = self.s;
        match i.checked_sub(1) {
            None => true,
            Some(before) => match (s.kind(before), s.at(before)) {
                (_, "return" | "case" | "else" | "do") => true,
                (Some(TokenKind::Word | TokenKind::Number | TokenKind::Char | TokenKind::Str), _) => false,
                // A cast to a pointer or to a basic type, not `sizeof(int)` or a call of what takes types.
                (_, ")") => s.partner(before).is_some_and(|open| {
                    let operand = open > 0 && s.is_word(open - 1) && !matches!(s.before(open), "return" | "case" | "else" | "do");
                    !operand && (s.before(before) == "*" || is_type_keyword(s.at(open + 1)))
                }),
                // A brace ends a compound literal; no statement of use starts with the operator.
                (_, "]" | "}" | "++" | "--") => false,
                _ => true,
            },
        }
    }

    /// `__alignof__ e` and `__alignof__(e)`: the alignment of the expression's type.
    fn alignment_of(&mut self, i: usize) {
        let s = self.s;
        let is_type = s.at(i + 1) == "(" && s.starts_type(i + 2) && s.at(s.behind_group(i + 1)) != "{";
        let end = self.behind_unary(i + 1);
        if end == i + 1 || is_type {
            return;
        }
        self.replace(i, "_Alignof(__typeof__(");
        self.insert_behind(end - 1, "))");
    }

    /// The position behind the unary expression that starts at `i`.
    fn behind_unary(&self, mut i: usize) -> usize {
        let s = self.s;
        loop {
            match s.at(i) {
                "*" | "&" | "+" | "-" | "!" | "~" | "++" | "--" | "sizeof" | "__real__" | "__imag__" | "__real" | "__imag" | "__extension__" => i += 1,
                // A cast, or a literal, whose braces come below.
                "(" if s.starts_type(i + 1) && s.at(s.behind_group(i)) != "{" => i = s.behind_group(i),
                _ => break,
            }
        }
        i = if s.at(i) == "(" { s.behind_group(i) } else { i + 1 };
        loop {
            match s.at(i) {
                "[" | "(" | "{" => i = s.behind_group(i).max(i + 1),
                "." | "->" => i += 2,
                "++" | "--" => i += 1,
                _ => return i.min(s.len()),
            }
        }
    }

    /// `unsigned __int128` in any order as one name.
    fn wide_integer(&mut self, i: usize) {
        let s = self.s;
        self.needs_prelude = true;
        if s.at(i) != "__int128" {
            return;
        }
        let mut name = names::INT128;
        let mut neighbours = Vec::new();
        let skip = |w: &str| matches!(w, "const" | "volatile" | "static" | "extern" | "typedef" | "register");
        let mut before = i;
        while before > 0 && (skip(s.before(before)) || is_sign(s.before(before))) {
            before -= 1;
            neighbours.push(before);
        }
        let mut behind = i + 1;
        while skip(s.at(behind)) || is_sign(s.at(behind)) {
            neighbours.push(behind);
            behind += 1;
        }
        for j in neighbours.into_iter().filter(|&j| is_sign(s.at(j))) {
            if s.at(j) == "unsigned" {
                name = names::UINT128;
            }
            self.replace(j, " ");
        }
        self.replace(i, name);
    }

    /// `typeof(T *)` with a typedef's name becomes `typeof((T *){0})`: the grammar takes the name for an expression and cannot go back.
    fn type_of_type(&mut self, i: usize) {
        if let Some(close) = self.s.partner(i + 1)
            && self.is_derived_from_typedef(i + 2, close)
        {
            self.insert_before(i + 2, "(");
            self.insert_before(close, "){0}");
        }
    }

    /// Do these tokens name a type that starts with a typedef's name and goes on? A lone name, and what could be an index, is left alone.
    fn is_derived_from_typedef(&self, start: usize, end: usize) -> bool {
        let s = self.s;
        let plain = |i| matches!(s.at(i), "*" | "const" | "volatile" | "restrict" | "__restrict");
        let pointer_to_function = s.at(start + 1) == "(" && s.at(start + 2) == "*" && s.at(start + 3) == ")";
        // `T *[2]` cannot be a product.
        let stars = (start + 1..end).take_while(|&i| plain(i)).count();
        let behind = start + 1 + stars;
        let array = stars > 0 && s.at(behind) == "[";
        start + 1 < end && s.is_typedef(s.at(start)) && (pointer_to_function || behind == end || array)
    }

    /// `__real__ e` becomes a call.
    fn complex_part(&mut self, i: usize, name: &str) {
        let end = self.behind_unary(i + 1);
        self.replace(i, format!("{name}("));
        self.insert_behind(end - 1, ")");
    }

    /// The arguments are types; the grammar wants expressions, so they become null pointers to these types.
    fn compatible_types(&mut self, i: usize) {
        let s = self.s;
        let Some(close) = s.partner(i + 1) else { return };
        let Some(comma) = s.find(i + 2, ",").filter(|&c| c < close) else { return };
        for (start, end) in [(i + 2, comma), (comma + 1, close)] {
            if self.is_type_of(start, end) {
                self.insert_before(start, "(");
                self.insert_before(end, " *)0");
                continue;
            }
            let literal = self.is_derived_from_typedef(start, end);
            self.insert_before(start, if literal { "(__typeof__((" } else { "(__typeof__(" });
            self.insert_before(end, if literal { "){0}) *)0" } else { ") *)0" });
        }
    }

    /// The second argument is a type, which becomes a null pointer to it.
    fn type_argument(&mut self, i: usize) {
        let s = self.s;
        let Some(close) = s.partner(i + 1) else { return };
        let Some(comma) = s.find(i + 2, ",").filter(|&c| c < close) else { return };
        let plain = self.is_type_of(comma + 1, close);
        self.insert_before(comma + 1, if plain { "(" } else { "(__typeof__(" });
        self.insert_before(close, if plain { " *)0" } else { ") *)0" });
    }

    /// Are these tokens `__typeof__(...)`, perhaps with stars behind it? Inside of another one the grammar takes that for a call.
    fn is_type_of(&self, start: usize, end: usize) -> bool {
        let s = self.s;
        let behind = s.behind_group(start + 1);
        matches!(s.at(start), "__typeof__" | "__typeof" | "typeof") && behind > start + 1 && (behind..end).all(|i| s.at(i) == "*")
    }

    /// `_Pragma("pack(1)")` is kept aside like a `#pragma` line.
    fn pragma_operator(&mut self, i: usize) {
        let s = self.s;
        let Some(close) = s.partner(i + 1) else { return };
        let text = s.at(i + 2).trim_start_matches('L').trim_matches('"').replace("\\\"", "\"").replace("\\\\", "\\");
        let range = s.range(i..close + 1);
        self.pragmas.push((range.start, text));
        self.edits.remove(range);
    }

    /// Digit separators, and suffixes that the grammar lacks.
    pub(super) fn number(&mut self, i: usize) {
        let text = self.s.at(i);
        let hex = text.starts_with("0x") || text.starts_with("0X");
        let float = text.contains('.') || (hex && text.contains(['p', 'P'])) || (!hex && text.contains(['e', 'E']));
        let plain = text.replace('\'', "");
        let last = plain.as_bytes()[plain.len() - 1];
        let new = match last {
            b'q' | b'Q' if float => format!("{}f128", &plain[..plain.len() - 1]),
            b'w' | b'W' if float => format!("{}L", &plain[..plain.len() - 1]),
            b'd' | b'D' if float && (!hex || text.contains(['p', 'P'])) => plain[..plain.len() - 1].to_owned(),
            _ => plain,
        };
        let new = super::newer::bit_int_constant(&new).unwrap_or(new);
        if new != text {
            self.replace(i, new);
        }
    }

    /// Escapes that the grammar lacks: `\e`, and characters by their Unicode number.
    pub(super) fn literal(&mut self, i: usize) {
        let text = self.s.at(i);
        if let Some(character) = text.strip_prefix("u8'") {
            // The type is that of C23.
            self.replace(i, format!("((unsigned char)'{character})"));
            return;
        }
        if !text.contains("\\e") && !text.contains("\\E") && !text.contains("\\u") && !text.contains("\\U") {
            return;
        }
        let mut new = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('\\') {
            new.push_str(&rest[..at]);
            let escape = &rest[at..];
            let digits = match escape.as_bytes().get(1) {
                Some(b'u') => 4,
                Some(b'U') => 8,
                _ => 0,
            };
            let unicode = escape.get(2..2 + digits).filter(|_| digits > 0).and_then(|d| u32::from_str_radix(d, 16).ok()).and_then(char::from_u32);
            match (escape.as_bytes().get(1), unicode) {
                (_, Some(c)) => {
                    new.push(c);
                    rest = &escape[2 + digits..];
                }
                (Some(b'e' | b'E'), _) => {
                    new.push_str("\\033");
                    rest = &escape[2..];
                }
                _ => {
                    let width = escape.chars().nth(1).map_or(1, |c| 1 + c.len_utf8());
                    new.push_str(&escape[..width]);
                    rest = &escape[width..];
                }
            }
        }
        new.push_str(rest);
        self.replace(i, new);
    }
}

fn is_sign(word: &str) -> bool {
    matches!(word, "unsigned" | "signed" | "__signed__" | "__signed")
}

/// A name in letters that the grammar knows; `\u00e9` is the letter that it stands for.
fn ascii_name(word: &str) -> String {
    let mut name = String::new();
    let mut rest = word;
    while let Some(c) = rest.chars().next() {
        let digits = match rest.as_bytes() {
            [b'\\', b'u', ..] => 4,
            [b'\\', ..] => 8,
            _ => 0,
        };
        let width = if digits > 0 { 2 + digits } else { c.len_utf8() };
        let code = if digits > 0 { u32::from_str_radix(&rest[2..width], 16).unwrap_or(0) } else { u32::from(c) };
        name.push_str(&if code < 0x80 { char::from(code as u8).to_string() } else { format!("_u{code:x}_") });
        rest = &rest[width..];
    }
    name.replace('$', "_dollar_")
}
