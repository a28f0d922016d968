//! Who is let in. Only this machine can connect; a page of somebody else in the user's browser can, too, and so can whoever else uses the machine: each request needs the server's own name,
//! each page a cookie that the first link gives, each change besides an origin of its own and a word from a form of this server.

use crate::random;

/// The words that let somebody in.
#[derive(Debug)]
pub struct Guard {
    port: u16,
    /// In the first link and then in a cookie.
    token: String,
    /// In forms.
    form: String,
}

/// What is looked at of a request.
#[derive(Clone, Copy, Debug, Default)]
pub struct Credentials<'a> {
    pub host: Option<&'a str>,
    pub origin: Option<&'a str>,
    pub cookies: Option<&'a str>,
}

/// Why somebody is not let in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Asked under another name, as a page does whose name was made to lead here.
    Host,
    Cookie,
    /// Comes from a page of somebody else.
    Origin,
    /// The form is not one of this server.
    Form,
}

impl Refusal {
    pub fn text(self) -> &'static str {
        match self {
            Self::Host => "this server has another name",
            Self::Cookie => "open the link that `gotcha serve` has printed",
            Self::Origin => "this comes from another page",
            Self::Form => "this form is not from this server, or from before it was started again: go back and load the page again",
        }
    }
}

impl Guard {
    pub(super) fn new(port: u16) -> Self {
        Self { port, token: random::name(), form: random::name() }
    }

    /// The link that lets a browser in.
    pub fn link(&self) -> String {
        format!("http://127.0.0.1:{}/?token={}", self.port, self.token)
    }

    /// What forms carry.
    pub(super) fn form(&self) -> &str {
        &self.form
    }

    /// Ports share cookies, so the name has it.
    fn cookie_name(&self) -> String {
        format!("gotcha-{}", self.port)
    }

    pub(super) fn cookie(&self) -> String {
        format!("{}={}; HttpOnly; SameSite=Strict; Path=/", self.cookie_name(), self.token)
    }

    pub(super) fn is_token(&self, word: &str) -> bool {
        same(word, &self.token)
    }

    /// Is it asked for by a name of this server?
    pub fn check_host(&self, credentials: Credentials<'_>) -> Result<(), Refusal> {
        let is_own = |host: &str| self.names().iter().any(|name| host.eq_ignore_ascii_case(name));
        if credentials.host.is_some_and(is_own) { Ok(()) } else { Err(Refusal::Host) }
    }

    fn names(&self) -> [String; 3] {
        ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{}", self.port))
    }

    /// May it be looked at?
    pub fn check_reading(&self, credentials: Credentials<'_>) -> Result<(), Refusal> {
        self.check_host(credentials)?;
        let cookies = credentials.cookies.unwrap_or_default().split(';').filter_map(|cookie| cookie.trim().split_once('='));
        let name = self.cookie_name();
        if cookies.into_iter().any(|(key, value)| key == name && self.is_token(value)) { Ok(()) } else { Err(Refusal::Cookie) }
    }

    /// May it change something?
    pub fn check_change(&self, credentials: Credentials<'_>, form: Option<&str>) -> Result<(), Refusal> {
        self.check_reading(credentials)?;
        let is_own = |origin: &str| self.names().iter().any(|name| origin.strip_prefix("http://") == Some(name));
        if !credentials.origin.is_some_and(is_own) {
            return Err(Refusal::Origin);
        }
        if form.is_some_and(|form| same(form, &self.form)) { Ok(()) } else { Err(Refusal::Form) }
    }
}

/// Compares in the same time wherever texts differ.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_names_and_words_are_let_in() {
        let guard = Guard::new(80);
        let own = format!("x=1; gotcha-80={}", guard.token);
        let good = Credentials { host: Some("localhost:80"), origin: Some("http://127.0.0.1:80"), cookies: Some(&own) };
        assert_eq!(guard.check_change(good, Some(&guard.form)), Ok(()));
        for host in [None, Some("evil.test:80"), Some("127.0.0.1"), Some("127.0.0.1:81"), Some("localhost:80.evil.test")] {
            assert_eq!(guard.check_reading(Credentials { host, ..good }), Err(Refusal::Host), "{host:?}");
        }
        let other = format!("gotcha-80={}", guard.form);
        for cookies in [None, Some(""), Some("gotcha-80="), Some(other.as_str()), Some("gotcha-81=x")] {
            assert_eq!(guard.check_reading(Credentials { cookies, ..good }), Err(Refusal::Cookie), "{cookies:?}");
        }
        for origin in [None, Some("null"), Some("http://evil.test"), Some("http://127.0.0.1:81"), Some("https://127.0.0.1:80")] {
            assert_eq!(guard.check_change(Credentials { origin, ..good }, Some(&guard.form)), Err(Refusal::Origin), "{origin:?}");
        }
        for form in [None, Some(""), Some(guard.token.as_str())] {
            assert_eq!(guard.check_change(good, form), Err(Refusal::Form), "{form:?}");
        }
    }
}
