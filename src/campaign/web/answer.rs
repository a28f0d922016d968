//! What is sent back, with the rules that hold for all of it.

use maud::Markup;
use std::io::Write;
use tiny_http::{Header, Request, Response, StatusCode};

/// Nothing is loaded from elsewhere, nothing stands in a page that is a script or a style, no page shows ours inside of its own.
const RULES: &str = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'";

/// The headers of everything. Pages hold what others must not read from a cache; origins are told to this server alone.
pub(super) const HEADERS: [(&str, &str); 6] = [
    ("Content-Security-Policy", RULES),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
];

/// What a request is answered with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    Page {
        status: u16,
        content: String,
    },
    /// A file of the pages.
    File {
        kind: &'static str,
        content: Vec<u8>,
    },
    /// Something that a run has left: never shown as a page.
    Download {
        name: String,
        content: Vec<u8>,
    },
    /// Go there.
    See {
        place: String,
        cookie: Option<String>,
    },
    Error {
        status: u16,
        text: String,
    },
}

impl Answer {
    pub(super) fn page(content: Markup) -> Self {
        Self::Page { status: 200, content: content.into_string() }
    }

    pub(super) fn missing() -> Self {
        Self::Error { status: 404, text: "there is nothing here".to_owned() }
    }

    pub(super) fn see(place: impl Into<String>) -> Self {
        Self::See { place: place.into(), cookie: None }
    }

    pub(super) fn send(self, request: Request) {
        let (status, kind, content, more) = match self {
            Self::Page { status, content } => (status, "text/html; charset=utf-8", content.into_bytes(), Vec::new()),
            Self::File { kind, content } => (200, kind, content, Vec::new()),
            Self::Download { name, content } => {
                let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' || c == '-' { c } else { '_' }).collect();
                (200, "text/plain; charset=utf-8", content, vec![("Content-Disposition", format!("attachment; filename=\"{plain}\""))])
            }
            Self::See { place, cookie } => {
                let cookie = cookie.map(|cookie| ("Set-Cookie", cookie));
                (303, "text/plain; charset=utf-8", Vec::new(), [("Location", place)].into_iter().chain(cookie).collect())
            }
            Self::Error { status, text } => (status, "text/plain; charset=utf-8", format!("{text}\n").into_bytes(), Vec::new()),
        };
        let mut response = Response::from_data(content).with_status_code(StatusCode(status));
        let fixed = HEADERS.iter().map(|(name, value)| (*name, (*value).to_owned()));
        for (name, value) in fixed.chain([("Content-Type", kind.to_owned())]).chain(more) {
            // Names are fixed; a value with other characters than these is not sent.
            if let Ok(header) = Header::from_bytes(name, value) {
                response.add_header(header);
            }
        }
        // Whoever asked may be gone.
        let _ = request.respond(response);
    }
}

/// Begins an answer that goes on.
pub(super) fn begin_stream(writer: &mut dyn Write) -> std::io::Result<()> {
    let mut head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n".to_owned();
    for (name, value) in HEADERS {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    writer.write_all(head.as_bytes())?;
    writer.flush()
}
