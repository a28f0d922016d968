//! What waypoints say of results of calls: comparisons of `\result` with constants, all of which hold.

use crate::value;
use goto::{Bits, FloatKind, Type, TypeId, TypeTable};
use instrument::witness::{Relation, ReturnConstraint};

/// The comparisons of a text. `Err` says what is not understood.
pub fn parse(text: &str) -> Result<Vec<ReturnConstraint>, String> {
    let text = without_parentheses(text.trim().trim_end_matches(';').trim());
    if let Some(parts) = split_and(text) {
        let mut all = Vec::new();
        for part in parts {
            all.extend(parse(part)?);
        }
        return Ok(all);
    }
    if matches!(text, "true" | "1" | "\\true") {
        return Ok(Vec::new());
    }
    comparison(text).map(|c| vec![c]).ok_or_else(|| format!("`{text}` is no comparison of \\result with a constant"))
}

/// What stands between parentheses that enclose all of it.
fn without_parentheses(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) else { return text };
    let mut depth = 0;
    for c in inner.chars() {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if depth < 0 {
            return text;
        }
    }
    without_parentheses(inner.trim())
}

/// The operands of `&&` outside of parentheses, if there is one.
fn split_and(text: &str) -> Option<Vec<&str>> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            '&' if depth == 0 && text[at..].starts_with("&&") => {
                parts.push(&text[start..at]);
                start = at + 2;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    (parts.len() > 1).then_some(parts)
}

fn comparison(text: &str) -> Option<ReturnConstraint> {
    use Relation as R;
    const OPERATORS: [(&str, Relation, Relation); 6] =
        [("==", R::Eq, R::Eq), ("!=", R::Ne, R::Ne), ("<=", R::Le, R::Ge), (">=", R::Ge, R::Le), ("<", R::Lt, R::Gt), (">", R::Gt, R::Lt)];
    let (at, (word, forward, backward)) = OPERATORS.iter().filter_map(|o| Some((text.find(o.0)?, o))).min_by_key(|(at, o)| (*at, 2 - o.0.len()))?;
    let (left, right) = (without_parentheses(text[..at].trim()), without_parentheses(text[at + word.len()..].trim()));
    let constant = |text: &str| is_constant(text).then(|| Some(text.to_owned()));
    match (left, right) {
        ("\\result", "\\result") => Some(ReturnConstraint { relation: *forward, constant: None }),
        ("\\result", value) => Some(ReturnConstraint { relation: *forward, constant: constant(value)? }),
        (value, "\\result") => Some(ReturnConstraint { relation: *backward, constant: constant(value)? }),
        _ => None,
    }
}

fn is_constant(text: &str) -> bool {
    let digits = text.trim_start_matches(['-', '+', '(', ' ']);
    let quoted = text.starts_with('\'') && text.ends_with('\'') && text.len() >= 3;
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '+' | '-' | '(' | ')');
    quoted || digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') && digits.chars().all(is_part)
}

/// A constant as a value of a floating-point type.
pub fn float_constant(types: &TypeTable, ty: TypeId, text: &str) -> Option<Bits> {
    value::from_text(types, ty, text.trim().trim_end_matches(['f', 'F', 'l', 'L'])).or_else(|| value::from_text(types, ty, text))
}

/// A text that holds for this result, and among the values that C can tell apart for no other.
pub fn of_value(types: &TypeTable, ty: TypeId, result: Bits) -> String {
    let text = value::to_text(types, ty, result);
    let Type::Float(kind) = types.get(ty) else { return format!("\\result == {text}") };
    match text.as_str() {
        "nan" | "-nan" => "\\result != \\result".to_owned(),
        "inf" => format!("\\result > {}", greatest(*kind)),
        "-inf" => format!("\\result < -{}", greatest(*kind)),
        text => format!("\\result == {text}"),
    }
}

/// The greatest finite number of a format.
fn greatest(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Half => "0x1.ffcp15",
        FloatKind::Single => "0x1.fffffep127",
        FloatKind::Double => "0x1.fffffffffffffp1023",
        FloatKind::Extended => "0x1.fffffffffffffffep16383",
        FloatKind::Quad => "0x1.ffffffffffffffffffffffffffffp16383",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons() {
        let one = |relation, constant: &str| ReturnConstraint { relation, constant: Some(constant.to_owned()) };
        assert_eq!(parse("\\result == 10").unwrap(), [one(Relation::Eq, "10")]);
        assert_eq!(parse("(\\result==(-3)) ;").unwrap(), [one(Relation::Eq, "-3")]);
        assert_eq!(parse("0 <= \\result && \\result != 5u").unwrap(), [one(Relation::Ge, "0"), one(Relation::Ne, "5u")]);
        assert_eq!(parse("\\result != \\result").unwrap(), [ReturnConstraint { relation: Relation::Ne, constant: None }]);
        assert_eq!(parse("\\result > 0x1.8p3").unwrap(), [one(Relation::Gt, "0x1.8p3")]);
        assert!(parse("true").unwrap().is_empty());
        for wrong in ["", "x == 3", "\\result", "\\result == x", "\\result == 1 || \\result == 2", "\\result + 1 == 2"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
