//! Rewrites at the start of statements and declarations: implicit `int`, labels, attributes, assembler outside of functions.

use super::context::Context;
use super::rewrite::{Rewriter, names};
use super::stream::{is_keyword, is_storage_or_qualifier};

impl Rewriter<'_> {
    /// `main() {`, `static x;`, `register i = 0;`: inserts the missing `int`.
    pub(super) fn implicit_int(&mut self, i: usize, context: Context) {
        if !matches!(context, Context::File | Context::Block) {
            return;
        }
        let s = self.s;
        let mut j = i;
        let mut specified = false;
        loop {
            let behind = s.behind_attributes(j);
            if behind > j {
                j = behind;
            } else if is_storage_or_qualifier(s.at(j)) && s.at(j) != "_Alignas" {
                specified = true;
                j += 1;
            } else if s.at(j) == "__extension__" {
                j += 1;
            } else {
                break;
            }
        }
        let inferred = s.newer.is_c23 && (i..j).any(|k| s.at(k) == "auto");
        if !(specified || context == Context::File) || s.is_typedef(s.at(j)) || inferred || s.newer.is_keyword(s.at(j)) {
            return;
        }
        let declares = match s.at(j) {
            "*" => true,
            "(" => specified && s.at(j + 1) == "*",
            _ => s.is_name(j) && matches!(s.at(j + 1), ";" | "," | "=" | "[" | "(") && !matches!(s.at(j), "static_assert"),
        };
        if declares {
            self.insert_before(j, "int ");
        }
    }

    /// `f(register a)`: inserts the missing `int` of a parameter.
    pub(super) fn implicit_int_parameter(&mut self, i: usize) {
        let s = self.s;
        let mut j = i + 1;
        while matches!(s.at(j), "register" | "const" | "volatile") {
            j += 1;
        }
        if j > i + 1 && s.is_name(j) && !s.is_typedef(s.at(j)) && matches!(s.at(j + 1), "," | ")") {
            self.insert_before(j, "int ");
        }
    }

    /// `for (T *x;`, which the grammar takes for a product: makes it a declaration that is nothing else.
    pub(super) fn declaration_of_for(&mut self, i: usize) {
        let s = self.s;
        if s.at(i) != "for" || !s.is_typedef(s.at(i + 2)) {
            return;
        }
        let mut j = i + 3;
        while s.at(j) == "*" || j > i + 3 && matches!(s.at(j), "const" | "volatile" | "restrict" | "__restrict") {
            j += 1;
        }
        if j > i + 3 && s.is_name(j) && matches!(s.at(j + 1), ";" | "," | "[") {
            self.insert_before(i + 2, "auto ");
        }
    }

    /// `__attribute__((fallthrough));` becomes `;`.
    pub(super) fn attribute_statement(&mut self, i: usize, context: Context) {
        let behind = self.s.behind_attributes(i);
        if context == Context::Block && behind > i && self.s.at(behind) == ";" {
            self.edits.remove(self.s.range(i..behind));
        }
    }

    /// After the colon of a label: drops attributes, and puts an empty statement where a declaration or the end of the block follows.
    pub(super) fn behind_label(&mut self, colon: usize) {
        let behind = self.s.behind_attributes(colon + 1);
        if behind > colon + 1 && self.s.at(behind) != ";" {
            self.edits.remove(self.s.range(colon + 1..behind));
        }
        // A typedef's name alone may be a variable that hides it.
        let declares = self.s.starts_type(behind) && (is_keyword(self.s.at(behind)) || self.s.is_word(behind + 1) || self.s.at(behind + 1) == "*");
        if declares || matches!(self.s.at(behind), "}" | "%>" | "_Static_assert" | "static_assert") {
            self.insert_behind(colon, ";");
        }
    }

    /// `__label__ a, b;` between the tokens `i` and `end`: the labels belong to the block that starts here.
    pub(super) fn local_labels(&mut self, i: usize, end: usize) {
        let s = self.s;
        // Other such declarations may stand between the brace and this one.
        let mut start = i;
        while start > 0 && !matches!(s.at(start), "{" | "<%") {
            start -= 1;
        }
        let Some(close) = s.partner(start) else { return };
        for j in (i + 1..end).filter(|&j| s.is_name(j)) {
            self.local_labels.push((start..close, s.at(j), format!("{}_label_{start}", s.at(j))));
        }
    }

    /// The name that a label gets: another one if it belongs to a block.
    pub(super) fn label_name(&self, i: usize) -> &str {
        let name = self.s.at(i);
        let local = self.local_labels.iter().rev().find(|(block, local, _)| block.contains(&i) && *local == name);
        local.map_or(name, |(_, _, new)| new)
    }

    pub(super) fn rename_label(&mut self, i: usize) {
        let new = self.label_name(i).to_owned();
        if new != self.s.at(i) {
            self.replace(i, new);
        }
    }

    /// Assembler: dropped outside of functions, stripped of qualifiers that the grammar lacks inside of them.
    pub(super) fn assembler(&mut self, i: usize, context: Context) {
        let s = self.s;
        if !is_asm(s.at(i)) {
            return;
        }
        let Some(end) = s.find(i, ";") else { return };
        if context == Context::File {
            self.edits.remove(s.range(i..end + 1));
            return;
        }
        let mut j = i + 1;
        if s.at(j) == "(" {
            // The grammar takes basic assembler without a qualifier for a call.
            self.insert_behind(i, " volatile ");
        }
        while s.is_word(j) {
            match s.at(j) {
                "goto" => return self.edits.replace(s.range(i..end), format!("{}()", names::ASM_GOTO)),
                "inline" | "__inline" | "__inline__" => self.replace(j, " "),
                _ => {}
            }
            j += 1;
        }
    }

    /// The grammar knows the double parenthesis of an attribute as one token only.
    pub(super) fn attribute_parentheses(&mut self, i: usize) {
        let s = self.s;
        if s.at(i + 1) != "(" || s.at(i + 2) != "(" {
            return;
        }
        let (Some(outer), Some(inner)) = (s.partner(i + 1), s.partner(i + 2)) else { return };
        for (left, right) in [(i + 1, i + 2), (inner, outer)] {
            let between = s.range(left..left + 1).end..s.range(right..right + 1).start;
            if left + 1 == right && !between.is_empty() {
                self.edits.replace(between, "");
            }
        }
    }

    /// `static_assert(c)` of C23, and the same without a message.
    pub(super) fn static_assertion(&mut self, i: usize) {
        let s = self.s;
        if !matches!(s.at(i), "static_assert" | "_Static_assert") || s.at(i + 1) != "(" {
            return;
        }
        let Some(close) = s.partner(i + 1) else { return };
        if s.at(i) == "static_assert" {
            self.replace(i, "_Static_assert");
        }
        if s.find(i + 2, ",").is_none() {
            self.insert_before(close, ", \"\"");
        }
    }

    /// Attributes between `struct`, `union`, `enum` and the tag move behind the body; without a body they mean nothing.
    pub(super) fn record_attributes(&mut self, i: usize) {
        let s = self.s;
        let behind = s.behind_attributes(i + 1);
        if behind == i + 1 {
            return;
        }
        let body = if s.is_word(behind) { behind + 1 } else { behind };
        if matches!(s.at(body), "{" | "<%")
            && let Some(close) = s.partner(body)
        {
            let attributes = self.attributes(i + 1, behind);
            self.insert_behind(close, format!(" {attributes} "));
        }
        self.edits.remove(s.range(i + 1..behind));
    }

    /// The text of attribute specifiers, in the spelling that the grammar knows.
    fn attributes(&self, mut i: usize, end: usize) -> String {
        let mut text = String::new();
        while i < end {
            let next = match self.s.at(i) {
                "[" => self.s.behind_group(i),
                _ => self.s.behind_group(i + 1),
            };
            if self.s.at(i) == "[" {
                text.push_str(&self.standard_attribute(i));
            } else if let Some(inner) = self.s.partner(i + 2) {
                text.push_str(&format!("__attribute__({})", &self.s.text[self.s.range(i + 2..inner + 1)]));
            }
            text.push(' ');
            i = next.max(i + 1);
        }
        text
    }

    /// `[[...]]` as `__attribute__`, as far as it means anything for execution.
    pub(super) fn standard_attribute(&self, i: usize) -> String {
        let s = self.s;
        let Some(close) = s.partner(i + 1) else { return String::new() };
        let mut kept = Vec::new();
        let mut j = i + 2;
        while j < close {
            let end = s.find(j, ",").filter(|&e| e < close).unwrap_or(close);
            match s.at(j) {
                "gnu" | "__gnu__" if s.at(j + 1) == "::" => kept.push(s.joined(j + 2..end)),
                "noreturn" | "_Noreturn" | "__noreturn__" => kept.push("__noreturn__".to_owned()),
                _ => {}
            }
            j = end + 1;
        }
        kept.retain(|a| !a.contains("fallthrough"));
        if kept.is_empty() { String::new() } else { format!("__attribute__(({}))", kept.join(", ")) }
    }

    /// `_Alignas(n)` on a member, which the grammar has on variables only, as an attribute.
    pub(super) fn member_alignment(&mut self, i: usize) {
        let s = self.s;
        let Some(close) = s.partner(i + 1) else { return };
        let argument = s.joined(i + 2..close);
        let argument = if s.starts_type(i + 2) { format!("_Alignof({argument})") } else { argument };
        self.edits.replace(s.range(i..close + 1), format!("__attribute__((__aligned__({argument})))"));
    }
}

pub(super) fn is_asm(word: &str) -> bool {
    matches!(word, "asm" | "__asm__" | "__asm")
}
