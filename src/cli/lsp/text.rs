//! Places in texts: editors count UTF-16 units from 0, gotcha bytes from 1.

use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The byte at a place of an editor; the nearest one if there is no such place.
fn offset(text: &str, place: &Value) -> Option<usize> {
    let number = |name: &str| usize::try_from(place.get(name)?.as_u64()?).ok();
    let (line, character) = (number("line")?, number("character")?);
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let own = text[start..].split(['\n', '\r']).next().unwrap_or_default();
    let mut units = 0;
    let within = own.char_indices().find(|(_, c)| {
        units += c.len_utf16();
        units > character
    });
    Some(start + within.map_or(own.len(), |(at, _)| at))
}

/// Does what a change of a document says. `None` if it says nothing.
pub(super) fn change(text: &mut String, change: &Value) -> Option<()> {
    let new = change.get("text")?.as_str()?;
    match change.get("range") {
        None | Some(Value::Null) => new.clone_into(text),
        Some(range) => {
            let (start, end) = (offset(text, range.get("start")?)?, offset(text, range.get("end")?)?);
            text.replace_range(start..end.max(start), new);
        }
    }
    Some(())
}

/// The range of a word, or of what stands there as told. Line 0 is nowhere: the beginning.
pub(super) fn range(text: &str, line: u32, column: u32, told: &str) -> Value {
    let number = line.saturating_sub(1);
    let own = text.lines().nth(number as usize).unwrap_or_default();
    let mut start = own.len().min(column.saturating_sub(1) as usize);
    while !own.is_char_boundary(start) {
        start -= 1;
    }
    let rest = &own[start..];
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    let word = rest.find(|c| !is_of_word(c)).unwrap_or(rest.len());
    let length = match rest.strip_prefix(told.lines().next().unwrap_or_default()) {
        Some(after) if after.len() < rest.len() => rest.len() - after.len(),
        _ if word > 0 => word,
        _ => rest.chars().next().map_or(0, char::len_utf8),
    };
    let units = |bytes: usize| own[..bytes].encode_utf16().count();
    json!({ "start": { "line": number, "character": units(start) }, "end": { "line": number, "character": units(start + length) } })
}

/// The file of an address; `None` if it has another scheme.
pub(super) fn path_of(uri: &str) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    let rest = uri.strip_prefix("file://")?;
    let escaped = &rest[rest.find('/')?..];
    let (mut bytes, mut left) = (Vec::new(), escaped.as_bytes());
    while let [first, rest @ ..] = left {
        let escape = rest.get(..2).filter(|_| *first == b'%').and_then(|two| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok());
        bytes.push(escape.unwrap_or(*first));
        left = if escape.is_some() { &rest[2..] } else { rest };
    }
    Some(PathBuf::from(std::ffi::OsString::from_vec(bytes)))
}

/// The address of a file.
pub(super) fn uri_of(path: &Path) -> String {
    use std::fmt::Write as _;
    use std::os::unix::ffi::OsStrExt;
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    path.as_os_str().as_bytes().iter().fold("file://".to_owned(), |mut uri, &byte| {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
        uri
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_count_utf_16_units() {
        let mut text = "a\r\n\u{1F600}b = 1;\n".to_owned();
        let place = |line: u32, character: u32| json!({ "line": line, "character": character });
        change(&mut text, &json!({ "range": { "start": place(1, 2), "end": place(1, 3) }, "text": "xy" })).unwrap();
        assert_eq!(text, "a\r\n\u{1F600}xy = 1;\n");
        change(&mut text, &json!({ "range": { "start": place(0, 9), "end": place(0, 9) }, "text": "!" })).unwrap();
        assert_eq!(text, "a!\r\n\u{1F600}xy = 1;\n");
        change(&mut text, &json!({ "range": { "start": place(9, 9), "end": place(9, 9) }, "text": "z" })).unwrap();
        assert!(text.ends_with(";\nz"));
        change(&mut text, &json!({ "text": "all" })).unwrap();
        assert_eq!(text, "all");
        assert!(change(&mut text, &json!({ "range": 7, "text": "z" })).is_none());
    }

    #[test]
    fn ranges_are_words_or_what_is_told() {
        let text = "int x;\n\u{e4}\u{1F600} if (count > 3) ;\n";
        let column = |range: &Value| (range["start"]["character"].as_u64().unwrap(), range["end"]["character"].as_u64().unwrap());
        assert_eq!(column(&range(text, 2, 12, "count > 3")), (8, 17));
        assert_eq!(column(&range(text, 2, 12, "other")), (8, 13));
        assert_eq!(column(&range(text, 2, 11, "")), (7, 8));
        assert_eq!(column(&range(text, 9, 9, "x")), (0, 0));
        assert_eq!(column(&range(text, 2, 2, "")), (0, 1));
    }

    #[test]
    fn addresses_of_files() {
        let path = Path::new("/a b/\u{e4}%.c");
        assert_eq!(uri_of(path), "file:///a%20b/%C3%A4%25.c");
        assert_eq!(path_of(&uri_of(path)).as_deref(), Some(path));
        assert_eq!(path_of("file://host/x%2"), Some(PathBuf::from("/x%2")));
        assert_eq!(path_of("untitled:1"), None);
    }
}
