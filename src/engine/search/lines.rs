//! Texts as lines of tokens: names and numbers, and what stands between them. Changes a text token by token, since what a program reads line by line means something by what
//! stands behind what. Knows no program: the tokens come from whoever asks.

use goto::Random;
use std::ops::Range;

/// Tokens of a new line at most.
const MOST: usize = 6;

/// Changes one token, or adds a few of them or a line.
pub(super) fn vary(text: &mut Vec<u8>, mut token: impl FnMut(&mut Random) -> Vec<u8>, random: &mut Random) {
    let tokens = tokens(text);
    match (random.below(100), tokens.get(random.below(tokens.len().max(1))).cloned()) {
        (0..25, Some(old)) => drop(text.splice(old, token(random))),
        (25..35, Some(old)) => drop(text.drain(old)),
        (35..45, Some(behind)) => drop(text.splice(behind.end..behind.end, token(random))),
        (45..75, _) => {
            let end = random.pick(&ends(text)).unwrap_or(0);
            let more = phrase(1 + random.below(3), &mut token, random);
            let blank = (random.chance(50) && end > 0).then_some(b' ');
            text.splice(end..end, blank.into_iter().chain(more));
        }
        _ => {
            let lines: Vec<usize> = [0].into_iter().chain(text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1)).collect();
            let begin = random.pick(&lines).unwrap_or(0);
            let line = phrase(1 + random.below(MOST), &mut token, random);
            text.splice(begin..begin, line.into_iter().chain([b'\n']));
        }
    }
}

/// Some tokens, with blanks between them or without.
fn phrase(n: usize, token: &mut impl FnMut(&mut Random) -> Vec<u8>, random: &mut Random) -> Vec<u8> {
    let mut phrase = token(random);
    for _ in 1..n {
        if random.chance(50) {
            phrase.push(b' ');
        }
        phrase.extend(token(random));
    }
    phrase
}

/// Where the tokens of a text stand. Blanks are none.
fn tokens(text: &[u8]) -> Vec<Range<usize>> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut tokens: Vec<Range<usize>> = Vec::new();
    for (at, &byte) in text.iter().enumerate().filter(|(_, byte)| !byte.is_ascii_whitespace()) {
        match tokens.last_mut() {
            Some(last) if last.end == at && is_part(byte) && is_part(text[at - 1]) => last.end = at + 1,
            _ => tokens.push(at..at + 1),
        }
    }
    tokens
}

/// Where lines end, the last one with the text.
fn ends(text: &[u8]) -> Vec<usize> {
    (0..=text.len()).filter(|&at| text.get(at).is_none_or(|&byte| byte == b'\n')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_signs_are_tokens() {
        let text = b"#if a_1 &&b\n";
        let tokens: Vec<&[u8]> = tokens(text).into_iter().map(|token| &text[token]).collect();
        assert_eq!(tokens, [&b"#"[..], b"if", b"a_1", b"&", b"&", b"b"]);
        assert_eq!(ends(b"a\n\nb"), [1, 2, 4]);
    }

    #[test]
    fn lines_grow_word_by_word() {
        let words: [&[u8]; 4] = [b"if", b"#", b"(", b"A"];
        let mut random = Random::new(7);
        let mut made = std::collections::BTreeSet::new();
        for _ in 0..40_000 {
            let mut text = b"# if\nx\n".to_vec();
            vary(&mut text, |random| words[random.below(words.len())].to_vec(), &mut random);
            made.insert(text);
        }
        for wanted in [&b"# if (\nx\n"[..], b"# if\n#if\nx\n", b"# A\nx\n", b"# \nx\n", b"# if\nx\nif\n", b"#( if\nx\n"] {
            assert!(made.contains(wanted), "{}", String::from_utf8_lossy(wanted));
        }
    }
}
