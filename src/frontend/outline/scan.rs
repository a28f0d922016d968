//! Small searches in C text without comments: brackets, semicolons, and columns that the preprocessor moved.

/// The offset of the bracket that closes the one at `open`.
pub(super) fn matching(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in outside_literals(text, open) {
        match c {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// The next semicolon at or behind an offset that stands in no brackets which open behind it.
pub(super) fn next_semicolon(text: &str, from: usize) -> Option<usize> {
    let mut depth = 0i32;
    for (at, c) in outside_literals(text, from) {
        match c {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b';' if depth == 0 => return Some(at),
            _ => {}
        }
        if depth < 0 {
            return None;
        }
    }
    None
}

/// Where a text begins that ends at `end`: at `start`, or before it, at the parentheses that open there and close in between. `None` if its brackets do not match.
pub(super) fn balanced(text: &str, start: usize, end: usize) -> Option<usize> {
    let (mut open, mut closed) = (0usize, 0usize);
    for (_, c) in outside_literals(text, start).take_while(|&(at, _)| at < end) {
        match c {
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' if open > 0 => open -= 1,
            b')' => closed += 1,
            b']' | b'}' => return None,
            _ => {}
        }
    }
    let mut start = start;
    for _ in 0..closed {
        start = text[..start].trim_end().strip_suffix('(')?.len();
    }
    (open == 0).then_some(start)
}

/// The bytes from an offset on that stand in no string and no character.
fn outside_literals(text: &str, from: usize) -> impl Iterator<Item = (usize, u8)> {
    let bytes = text.as_bytes();
    let mut at = from;
    std::iter::from_fn(move || {
        while let Some(&quote) = bytes.get(at).filter(|&&c| c == b'"' || c == b'\'') {
            at = end_of_literal(bytes, at, quote);
        }
        let c = *bytes.get(at)?;
        at += 1;
        Some((at - 1, c))
    })
}

/// Behind the literal that starts at an offset.
fn end_of_literal(bytes: &[u8], start: usize, quote: u8) -> usize {
    let mut at = start + 1;
    while let Some(&c) = bytes.get(at) {
        at += 1;
        match c {
            b'\\' => at += 1,
            c if c == quote => break,
            _ => {}
        }
    }
    at
}

/// Finds columns of a file in lines that the preprocessor has written anew.
pub(super) struct Realigner<'a> {
    lines: Vec<&'a str>,
}

impl<'a> Realigner<'a> {
    pub(super) fn new(raw: &'a str) -> Self {
        Self { lines: raw.lines().collect() }
    }

    /// The column in the file of what stands at a column of its preprocessed line; `None` if the two lines do not have the same words there.
    pub(super) fn column(&self, line: u32, preprocessed: &str, column: u32) -> Option<u32> {
        let raw = tokens(self.lines.get(line as usize - 1)?);
        let new = tokens(preprocessed);
        let here = new.iter().position(|(at, _)| *at + 1 == column as usize)?;
        let word = new[here].1;
        let count = |tokens: &[(usize, &str)]| tokens.iter().filter(|(_, t)| *t == word).count();
        if count(&raw) != count(&new) {
            return None;
        }
        let before = count(&new[..here]);
        raw.iter().filter(|(_, t)| *t == word).nth(before).map(|(at, _)| *at as u32 + 1)
    }
}

/// The words, literals and single characters of a line, without comments.
fn tokens(line: &str) -> Vec<(usize, &str)> {
    let bytes = line.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(&c) = bytes.get(at) {
        let start = at;
        if line[at..].starts_with("//") {
            break;
        }
        if line[at..].starts_with("/*") {
            at = line[at + 2..].find("*/").map_or(line.len(), |end| at + 2 + end + 2);
            continue;
        }
        at = match c {
            b'"' | b'\'' => end_of_literal(bytes, at, c).min(line.len()),
            c if c.is_ascii_alphanumeric() || c == b'_' => at + bytes[at..].iter().take_while(|c| c.is_ascii_alphanumeric() || **c == b'_').count(),
            _ => at + 1,
        };
        while !line.is_char_boundary(at) {
            at += 1;
        }
        if !c.is_ascii_whitespace() {
            found.push((start, &line[start..at]));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_and_semicolons_outside_of_literals() {
        let text = "for (i = f(\")\", ')'); i < 3; ({ ; })) x;";
        assert_eq!(matching(text, 4), text.find(" x;").map(|at| at - 1));
        let first = next_semicolon(text, 5).unwrap();
        assert_eq!(&text[first..first + 3], "; i");
        assert_eq!(next_semicolon("a) ;", 0), None);
        assert_eq!(matching("(a", 0), None);
    }

    #[test]
    fn columns_survive_the_preprocessor_where_words_do() {
        let raw = Realigner::new("  if (x) /* no */   y   = f( A );\n");
        let new = "  if (x) y = f( 7 );";
        assert_eq!(raw.column(1, new, 3), Some(3));
        assert_eq!(raw.column(1, new, 10), Some(21));
        assert_eq!(raw.column(1, new, 19), Some(32));
        assert_eq!(raw.column(1, new, 17), None);
    }
}
