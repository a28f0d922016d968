//! Output: text goes nowhere, so what only writes numbers is nothing at all.

use super::Call;
use super::verifier::string_literal;
use crate::lower::FunctionLowering;

/// Does a call that writes by a format, the argument at this position, read nothing but its arguments, and write nothing but text?
pub(super) fn has_no_effect(to: &FunctionLowering<'_, '_>, call: &Call<'_>, format: usize) -> bool {
    let text = call.exprs.get(format).and_then(|e| string_literal(to, e));
    text.is_some_and(|text| conversions(&text).is_some_and(|letters| letters.iter().all(|letter| b"diouxXcpaAeEfFgG%".contains(letter))))
}

/// The letters that end the conversions of a format; `None` if one does not end.
fn conversions(format: &str) -> Option<Vec<u8>> {
    let mut letters = Vec::new();
    let mut bytes = format.bytes();
    while bytes.any(|b| b == b'%') {
        letters.push(bytes.find(|b| !b"-+ #0123456789.*'Ihlqjzt$L".contains(b))?);
    }
    Some(letters)
}

#[cfg(test)]
mod tests {
    use super::conversions;

    #[test]
    fn letters_of_conversions() {
        assert_eq!(conversions("x = %-5d, %% %+.3lf\n"), Some(b"d%f".to_vec()));
        assert_eq!(conversions("%*s%hhn"), Some(b"sn".to_vec()));
        assert_eq!(conversions("100%"), None);
    }
}
