//! What of C's text is text of Promela, too: arithmetic on scalar variables that the model can have.

use std::collections::BTreeSet;

/// Words that mean something in Promela.
const RESERVED: [&str; 44] = [
    "active",
    "assert",
    "atomic",
    "bit",
    "bool",
    "break",
    "byte",
    "chan",
    "d_step",
    "do",
    "else",
    "empty",
    "enabled",
    "eval",
    "fi",
    "for",
    "full",
    "get_priority",
    "goto",
    "hidden",
    "if",
    "init",
    "inline",
    "int",
    "len",
    "local",
    "mtype",
    "nempty",
    "never",
    "nfull",
    "od",
    "of",
    "pid",
    "priority",
    "proctype",
    "run",
    "select",
    "short",
    "skip",
    "timeout",
    "typedef",
    "unless",
    "unsigned",
    "xr",
];
/// Operators that both languages have, longest first.
const OPERATORS: [&str; 22] = ["<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+", "-", "*", "/", "%", "<", ">", "!", "&", "|", "^", "~", "(", ")"];

/// Does the name mean something in Promela?
pub(super) fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name)
}

/// An expression of C as one of Promela, if it means the same there, with the variables that it reads.
pub(super) fn expression(text: &str, is_variable: &dyn Fn(&str) -> bool) -> Option<(String, BTreeSet<String>)> {
    let (mut out, mut names) = (Vec::new(), BTreeSet::new());
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let word: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        if word.is_empty() {
            if rest.starts_with("->") || rest.starts_with("++") || rest.starts_with("--") {
                return None;
            }
            let operator = OPERATORS.iter().find(|o| rest.starts_with(**o))?;
            // The address of something, or what a pointer leads to.
            if ["&", "*"].contains(operator) && !out.last().is_some_and(|last: &String| ends_operand(last)) {
                return None;
            }
            out.push((*operator).to_owned());
            rest = rest[operator.len()..].trim_start();
            continue;
        }
        rest = rest[word.len()..].trim_start();
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            out.push(number(&word)?);
        } else if is_variable(&word) && !is_reserved(&word) && !rest.starts_with(['(', '[', '.']) {
            names.insert(word.clone());
            out.push(word);
        } else {
            return None;
        }
    }
    let text = out.join(" ").replace("( ", "(").replace(" )", ")").replace("! ", "!");
    (!text.is_empty()).then_some((text, names))
}

fn ends_operand(token: &str) -> bool {
    token == ")" || token.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// A constant of C in decimal digits, if it fits into Promela's largest type.
fn number(word: &str) -> Option<String> {
    let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
    let value = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(hex) => i64::from_str_radix(hex, 16).ok()?,
        None if digits.len() > 1 && digits.starts_with('0') => i64::from_str_radix(digits, 8).ok()?,
        None => digits.parse().ok()?,
    };
    i32::try_from(value).ok().map(|value| value.to_string())
}

/// A statement of C as one of Promela, with its variables: an assignment, also with an operator, an increment, or the beginning of a variable's life.
pub(super) fn statement(text: &str, is_variable: &dyn Fn(&str) -> bool) -> Option<(String, BTreeSet<String>)> {
    let text = text.trim().trim_end_matches(';').trim();
    for sign in ["++", "--"] {
        if let Some(name) = text.strip_suffix(sign).or(text.strip_prefix(sign)) {
            let (name, names) = expression(name, is_variable).filter(|(name, names)| names.contains(name))?;
            return Some((format!("{name}{sign}"), names));
        }
    }
    let at = text.find('=').filter(|&at| !text[at + 1..].starts_with('='))?;
    let (left, right) = (&text[..at], &text[at + 1..]);
    let operator = OPERATORS.iter().find(|o| !["(", ")", "!", "~", "<", ">", "<=", ">="].contains(o) && left.ends_with(**o));
    let left = operator.map_or(left, |o| &left[..left.len() - o.len()]).trim();
    // Of a declaration the last word is the variable.
    let name = left.rsplit(|c: char| c.is_whitespace()).next()?;
    let words = left[..left.len() - name.len()].chars().all(|c| c.is_alphanumeric() || c == '_' || c.is_whitespace());
    let (name, mut names) = expression(name, is_variable).filter(|(name, names)| words && names.contains(name))?;
    let (value, read) = expression(right, is_variable)?;
    names.extend(read);
    Some((operator.map_or_else(|| format!("{name} = {value}"), |o| format!("{name} = {name} {o} ({value})")), names))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(made: Option<(String, BTreeSet<String>)>) -> Option<String> {
        made.map(|(text, _)| text)
    }

    #[test]
    fn what_both_languages_have_is_kept() {
        let is_variable = |name: &str| ["x", "y", "len", "p"].contains(&name);
        let expr = |text: &str| shown(expression(text, &is_variable));
        assert_eq!(expr("x>0x10 && !(y <= 3u)").as_deref(), Some("x > 16 && !(y <= 3)"));
        for other in ["x ? 1 : 2", "f(x)", "*p", "x + &y", "p->n", "x[1]", "len", "z", "x++", "\"text\"", "99999999999", ""] {
            assert_eq!(expr(other), None, "{other}");
        }
        let made = |text: &str| shown(statement(text, &is_variable));
        assert_eq!(made("x = y * 2;").as_deref(), Some("x = y * 2"));
        assert_eq!(made("x <<= y + 1;").as_deref(), Some("x = x << (y + 1)"));
        assert_eq!(made("int x = 3;").as_deref(), Some("x = 3"));
        assert_eq!(made("y--;").as_deref(), Some("y--"));
        for other in ["x == y;", "*p = 1;", "p->n = 1;", "f(x);", "x = y = 1;", "int x = 3, y = 4;", "x = f(1)", "int x;"] {
            assert_eq!(made(other), None, "{other}");
        }
    }
}
