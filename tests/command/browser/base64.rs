//! Bytes as the browser's protocol writes them.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub(super) fn encoded(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().chain(&[0, 0]).take(3).fold(0u32, |bits, byte| bits << 8 | u32::from(*byte));
        (0..4).for_each(|i| text.push(if i <= chunk.len() { char::from(DIGITS[(bits >> (18 - 6 * i) & 63) as usize]) } else { '=' }));
    }
    text
}

pub(super) fn decoded(text: &str) -> Vec<u8> {
    let digits: Vec<u32> = text.bytes().filter_map(|c| DIGITS.iter().position(|d| *d == c)).map(|digit| digit as u32).collect();
    let bytes = |chunk: &[u32]| {
        let bits = chunk.iter().chain(&[0, 0]).take(4).fold(0, |bits, digit| bits << 6 | digit);
        [bits >> 16, bits >> 8, bits].map(|bits| bits as u8)[..chunk.len() - 1].to_vec()
    };
    digits.chunks(4).flat_map(bytes).collect()
}

#[test]
fn what_is_decoded_was_encoded() {
    for (bytes, text) in [(&b"Man"[..], "TWFu"), (b"Ma", "TWE="), (b"M", "TQ=="), (b"", ""), (&[0xff, 0xfe, 0, 1], "//4AAQ==")] {
        assert_eq!((encoded(bytes).as_str(), decoded(text).as_slice()), (text, bytes));
    }
}
