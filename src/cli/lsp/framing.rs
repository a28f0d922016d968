//! Messages of the base protocol: a header with a length, then so many bytes of JSON. What is malformed is skipped as far as that can be done.

use serde_json::Value;
use std::io::{self, BufRead, Read, Write};

/// Bytes of a message that are taken.
const LONGEST: u64 = 256 << 20;
/// Bytes of a line of a header that are looked at.
const LONGEST_LINE: u64 = 1 << 20;
const LENGTH: &str = "content-length:";

/// What came in.
#[derive(PartialEq, Debug)]
pub(super) enum Frame {
    Message(Value),
    /// No message; why.
    Malformed(String),
    End,
}

/// Reads the next message.
pub(super) fn read(input: &mut impl BufRead) -> Frame {
    try_read(input).unwrap_or(Frame::End)
}

fn try_read(input: &mut impl BufRead) -> io::Result<Frame> {
    let (mut length, mut has_header) = (None, false);
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(Frame::End);
        }
        let line = String::from_utf8_lossy(&line).trim().to_ascii_lowercase();
        if line.is_empty() && !has_header {
            continue;
        }
        if line.is_empty() {
            break;
        }
        has_header = true;
        // What stands before it is the rest of a message whose length was not known.
        if let Some(at) = line.rfind(LENGTH) {
            length = Some(line[at + LENGTH.len()..].trim().to_owned());
        }
    }
    let Some(length) = length else { return Ok(Frame::Malformed("the header has no Content-Length".to_owned())) };
    let Ok(n) = length.parse::<u64>() else { return Ok(Frame::Malformed(format!("{length} is no length"))) };
    if n > LONGEST {
        io::copy(&mut input.by_ref().take(n), &mut io::sink())?;
        return Ok(Frame::Malformed(format!("a message of {n} bytes is too long")));
    }
    let mut body = Vec::new();
    if (input.by_ref().take(n).read_to_end(&mut body)? as u64) < n {
        return Ok(Frame::End);
    }
    Ok(serde_json::from_slice(&body).map_or_else(|error| Frame::Malformed(error.to_string()), Frame::Message))
}

/// Writes a message.
pub(super) fn write(output: &mut impl Write, message: &Value) -> io::Result<()> {
    let body = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn frames(mut text: &[u8]) -> Vec<Frame> {
        let mut frames = Vec::new();
        loop {
            match read(&mut text) {
                Frame::End => return frames,
                frame => frames.push(frame),
            }
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let (mut text, message) = (Vec::new(), json!({ "text": "ü\r\n" }));
        write(&mut text, &message).unwrap();
        write(&mut text, &json!([])).unwrap();
        assert_eq!(frames(&text), [Frame::Message(message), Frame::Message(json!([]))]);
    }

    #[test]
    fn after_what_is_malformed_the_next_message_is_read() {
        let good = Frame::Message(json!(7));
        for bad in ["Content-Length: 3\r\n\r\n{x}", "Content-Length: many\r\n\r\n{}", "Content-Type: x\r\n\r\n", "nothing\r\n\r\n{\"half\":"] {
            let text = format!("{bad}Content-Length: 1\r\nContent-Type: x\r\n\r\n7");
            let read = frames(text.as_bytes());
            assert!(read.len() == 2 && matches!(read[0], Frame::Malformed(_)) && read[1] == good, "{bad}: {read:?}");
        }
        assert!(frames(b"Content-Length: 10\r\n\r\n7").is_empty());
    }
}
