//! The pages of campaigns: who is let in, and what somebody sees and does who is.

use super::client::{Browser, Scheme};
use super::is_readable;
use crate::campaign_kinds::{CONTRACTS, LOCK, LOCKING};
use crate::campaigns::{Place, paths, wait};
use serde_json::json;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::symlink;
use std::process::{Child, Stdio};

const PROGRAM: &str = "extern int __VERIFIER_nondet_int(void);
int level;
int main(void) {
  int a[4] = {0}, x = __VERIFIER_nondet_int();
  if (x > 7) level = 1;
  if (x < 0) return 1;
  return x > 7 ? a[x - 8] : 0;
}
";
const HARD: &str = "extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), h = 7;
  for (unsigned i = 0; i < 40; i++) h = (h ^ a) * 16777619u + (b >> (i & 7)) * (h >> 3);
  if (h == 0xdeadbeef && a * b == 0x12345678 && (a ^ h) % 1009 == 5) return 1;
  return 0;
}
";
/// Its name and its text look like a page.
const HOSTILE: &str = "<script>alert(1)</script>.c";

/// A server with its folder.
struct Server {
    place: Place,
    process: Child,
    link: String,
    port: u16,
}

/// An answer: the status, the headers, the content.
struct Told {
    status: u16,
    head: String,
    content: String,
}

impl Server {
    fn start() -> Self {
        let hostile = PROGRAM.replace("return 0", "return '<' + sizeof \"<script>alert(2)</script>\"");
        let place = Place::new(&[("a.c", PROGRAM), ("hard.c", HARD)], "");
        fs::create_dir(place.path("src")).unwrap();
        for (name, text) in [("a.c", PROGRAM), ("hard.c", HARD)] {
            fs::write(place.path("src").join(name), text).unwrap();
        }
        fs::write(place.path("src/locks.c"), LOCKING).unwrap();
        fs::write(place.path("src/lock.spc"), LOCK).unwrap();
        fs::write(place.path("src/kept.c"), CONTRACTS).unwrap();
        // A name of a file has no slash: what looks like the end of an element cannot be in it.
        fs::write(place.path("src").join(HOSTILE.replace('/', "")), hostile).unwrap();
        symlink("/etc", place.path("src/etc")).unwrap();
        let (process, link, port) = Self::process(&place, 0);
        Self { place, process, link, port }
    }

    fn process(place: &Place, port: u16) -> (Child, String, u16) {
        let words = ["serve", "all.db", "--programs", "src", "--port", &port.to_string()];
        let mut process = place.command(&words).stdout(Stdio::piped()).spawn().unwrap();
        let mut link = String::new();
        let mut out = process.stdout.take().unwrap();
        while !link.ends_with('\n') {
            let mut byte = [0];
            assert_eq!(out.read(&mut byte).unwrap(), 1, "the server has ended");
            link.push(byte[0].into());
        }
        let link = link.trim().to_owned();
        let port = link.trim_start_matches("http://127.0.0.1:").split('/').next().unwrap().parse().unwrap();
        (process, link, port)
    }

    /// Ends the server and starts it again at the same place.
    fn again(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        (self.process, self.link, self.port) = Self::process(&self.place, self.port);
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    fn token(&self) -> &str {
        self.link.split_once("token=").unwrap().1
    }

    fn cookie(&self) -> String {
        format!("Cookie: gotcha-{}={}", self.port, self.token())
    }

    /// Sends a request with these headers and no others.
    fn send(&self, method: &str, path: &str, headers: &[&str], body: &str) -> Told {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
        write!(stream, "{method} {path} HTTP/1.1\r\n{headers}Connection: close\r\nContent-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        let mut text = Vec::new();
        // A connection that is reset ends the answer.
        let _ = stream.read_to_end(&mut text);
        let text = String::from_utf8_lossy(&text).into_owned();
        let (head, content) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Told { status, head: head.to_owned(), content: content.to_owned() }
    }

    /// As the user's browser does.
    fn get(&self, path: &str) -> Told {
        self.send("GET", path, &[&format!("Host: {}", self.host()), &self.cookie()], "")
    }

    fn post(&self, path: &str, body: &str) -> Told {
        let origin = format!("Origin: http://{}", self.host());
        self.send("POST", path, &[&format!("Host: {}", self.host()), &self.cookie(), &origin], body)
    }

    /// The word that forms have.
    fn form(&self) -> String {
        let page = self.get("/new").content;
        page.split_once("name=\"form\" value=\"").unwrap().1.split('"').next().unwrap().to_owned()
    }

    /// Starts a campaign by the form.
    fn begin(&self, fields: &str) -> Told {
        self.post("/new", &format!("form={}&title=x&stages=2s&{fields}", self.form()))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        for entry in fs::read_dir(self.place.0.path()).unwrap().flatten().filter(|entry| entry.path().join("campaign.json").exists()) {
            // So that nothing goes on when the test has ended.
            let _ = fs::write(entry.path().join("cancelled"), "");
            let folder = entry.path().display().to_string();
            wait("the end of a campaign", || !self.place.gotcha(&["campaign", "show", &folder]).1.contains(" tasks, running"));
        }
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

#[test]
fn nobody_is_let_in_who_does_not_have_the_link() {
    let server = Server::start();
    let host = format!("Host: {}", server.host());
    let cookie = server.cookie();
    // The link becomes a cookie that scripts do not see and other pages do not send.
    let first = server.send("GET", &format!("/?token={}", server.token()), &[&host], "");
    assert_eq!(first.status, 303);
    assert!(first.head.contains("HttpOnly; SameSite=Strict; Path=/") && first.head.contains("Location: /\r\n"), "{}", first.head);
    assert_eq!(server.get("/").status, 200);
    for (what, headers) in [
        ("no cookie", vec![host.as_str()]),
        ("a wrong one", vec![host.as_str(), "Cookie: gotcha-1=x"]),
        ("a foreign name", vec!["Host: evil.test", cookie.as_str()]),
        ("a foreign port", vec!["Host: 127.0.0.1:1", cookie.as_str()]),
        ("no name", vec![cookie.as_str()]),
    ] {
        for path in ["/", "/new", "/campaign/1", "/events?campaign=1", "/style.css", "/artifact/x"] {
            let told = server.send("GET", path, &headers, "");
            assert_eq!(told.status, 403, "{what}, {path}: {}", told.head);
            assert!(!told.content.contains(server.token()));
        }
    }
    assert_eq!(server.send("GET", "/?token=x", &[&host], "").status, 403);
    // Only this machine is listened to.
    let listening = fs::read_to_string("/proc/net/tcp").unwrap();
    let line = listening.lines().find(|line| line.contains(&format!(":{:04X} 00000000:0000 0A", server.port))).unwrap();
    assert!(line.contains("0100007F:"), "{line}");
}

#[test]
fn nothing_is_changed_from_another_page() {
    let server = Server::start();
    let (host, own, form) = (format!("Host: {}", server.host()), format!("Origin: http://{}", server.host()), server.form());
    let cookie = server.cookie();
    let body = format!("form={form}&title=x&files=a.c&question=cover&asked=branch&stages=1s");
    for (what, headers, body) in [
        ("a foreign origin", vec![host.as_str(), &cookie, "Origin: http://evil.test"], body.as_str()),
        ("the origin of a sandbox", vec![host.as_str(), &cookie, "Origin: null"], &body),
        ("no origin", vec![host.as_str(), &cookie], &body),
        ("no cookie", vec![host.as_str(), &own], &body),
        ("no word", vec![host.as_str(), &cookie, &own], "title=x&files=a.c&question=cover&asked=branch&stages=1s"),
        ("a wrong word", vec![host.as_str(), &cookie, &own], "form=x&title=x&files=a.c&question=cover&asked=branch&stages=1s"),
    ] {
        for path in ["/new", "/campaign/1/run", "/campaign/1/stop", "/campaign/1/more"] {
            assert_eq!(server.send("POST", path, &headers, body).status, 403, "{what}, {path}");
        }
    }
    // What is changed is not changed by looking at it, and there is an end to what is read.
    assert_eq!(server.get("/campaign/1/run").status, 404);
    assert_eq!(server.send("DELETE", "/new", &[&host, &cookie, &own], "").status, 405);
    assert_eq!(server.post("/new", &"x".repeat(2 << 20)).status, 413);
    assert!(server.get("/").content.contains("There is none yet"));
}

#[test]
fn only_programs_below_their_folder_and_harmless_options_are_taken() {
    let server = Server::start();
    for fields in [
        "files=../a.c&question=cover&asked=branch",
        "files=/etc/passwd&question=cover&asked=branch",
        "files=etc/passwd&question=cover&asked=branch",
        "files=a.c&question=cover&asked=branch&options=-fplugin%3Dx.so",
        "files=a.c&question=cover&asked=branch&options=%40a.c",
        "files=a.c&question=cover&asked=branch&options=-I+/etc",
        "files=a.c&question=cover&asked=branch&options=-D+X%0A--html+/tmp/x",
        "files=a.c&question=cover&asked=branch&function=f+--html+x",
        "files=a.c&question=verify&asked=/etc/passwd",
        "files=a.c&question=sh&asked=branch",
    ] {
        let told = server.begin(fields);
        assert_eq!(told.status, 422, "{fields}: {}", told.content);
        assert!(told.content.contains("role=\"alert\""), "{fields}");
    }
    for path in ["/artifact/..%2f..%2fetc%2fpasswd", "/artifact/../../etc/passwd", "/run/1/report/..%2f..%2fx", "/run/x/report/index.html", "/goal/%27", "/%00"]
    {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    assert!(server.get("/").content.contains("There is none yet"));
}

#[test]
fn what_a_program_says_is_shown_and_not_obeyed() {
    let server = Server::start();
    let name = HOSTILE.replace('/', "");
    assert_eq!(server.begin(&format!("files={}&question=verify&asked=bounds&whole=1", name.replace('<', "%3C").replace('>', "%3E"))).status, 303);
    wait("the end of the campaign", || server.get("/campaign/1").content.contains("finished"));
    let rules = "default-src 'self'; frame-ancestors 'none'";
    for path in [
        "/",
        "/campaign/1",
        "/campaign/1/task/0",
        "/run/1/report/index.html",
        "/run/1/report/file-1.html",
        "/run/1/report/trace-1.html",
        "/campaign/1/view/missing",
    ] {
        let told = server.get(path);
        assert_eq!(told.status, 200, "{path}");
        assert!(!told.content.contains("<script>"), "{path}: {}", told.content);
        assert!(told.head.contains(rules) && told.head.contains("nosniff") && told.head.contains("no-store"), "{path}: {}", told.head);
    }
    assert!(server.get("/campaign/1/task/0").content.contains("&lt;script&gt;"));
    // What a run has left is downloaded, never shown.
    let task = server.get("/campaign/1/task/0").content;
    let hash = task.split_once("/artifact/").unwrap().1.split('"').next().unwrap();
    let told = server.get(&format!("/artifact/{hash}"));
    assert!(told.head.contains("text/plain") && told.head.contains("attachment; filename=\"std"), "{}", told.head);
    // Sources outside of the programs' folder are not shown, whatever a result names.
    assert!(server.get("/run/1/report/file-1.html").content.contains("__VERIFIER_nondet_int"));
}

#[test]
fn pages_lead_from_a_form_to_a_trace() {
    let mut server = Server::start();
    let Some(mut browser) = Browser::for_servers() else { return eprintln!("skipped, since chromium is not installed") };
    browser.dress(Scheme::Light, 1200);
    browser.visit(&server.link.clone());
    browser.wait("location.pathname == '/' && document.querySelector('h1').innerText == 'Campaigns'");
    browser.click("nav a[href='/new']");
    browser.wait("location.pathname == '/new'");
    let fill = |browser: &mut Browser, fields: &[(&str, &str)]| {
        for (id, value) in fields {
            browser.value(&format!("document.getElementById('{id}').value = {}", json!(value)));
        }
        browser.click("main form button");
    };
    // A wrong property is told with its place, and what was typed is still there.
    fill(&mut browser, &[("files", "a.c\nhard.c"), ("question", "ltl"), ("asked", "G (\"level == 1\" ->"), ("stages", "1s 2s")]);
    browser.wait("document.querySelector('[role=alert]') && document.querySelector('[role=alert]').innerText.includes('column')");
    assert_eq!(browser.value("document.getElementById('asked').value"), "G (\"level == 1\" ->");
    is_readable(&mut browser, "the form with an error");
    // A right one from a template, which is violated.
    fill(&mut browser, &[("question", "never"), ("p", "level == 1"), ("title", "templates")]);
    browser.wait("location.pathname == '/campaign/1' && document.body.innerText.includes('finished')");
    assert!(browser.value("document.getElementById('task-0').innerText").as_str().unwrap().contains("false"));
    // Coverage, with a bar that grows while the page is open.
    browser.click("nav a[href='/new']");
    browser.wait("location.pathname == '/new'");
    fill(&mut browser, &[("files", "a.c\nhard.c"), ("stages", "1s 4s"), ("title", "coverage")]);
    browser.wait("location.pathname == '/campaign/2'");
    browser.value("window.same = document.querySelector('h1')");
    browser.wait("document.getElementById('task-0').innerText.includes('complete') && document.getElementById('task-1').innerText.includes('incomplete')");
    assert_eq!(browser.value("window.same && window.same.isConnected"), true, "the page was not loaded again");
    // The server goes away and comes back: the page goes on from the last event.
    server.again();
    browser.visit(&server.link.clone());
    browser.wait("location.pathname == '/'");
    browser.visit(&format!("http://{}/campaign/2", server.host()));
    browser.wait("document.body.innerText.includes('finished')");
    // More time for one task.
    browser.click("#task-1 input");
    browser.value("document.getElementById('seconds').value = '6s'");
    browser.click("form[action$='/more'] button");
    browser.wait("document.body.innerText.includes('State: running')");
    browser.wait("document.body.innerText.includes('State: finished') && [...document.querySelectorAll('.tasks thead th')].some(th => th.innerText == '6 s')");
    // Stop and go on.
    browser.click("#task-1 input");
    browser.value("document.getElementById('seconds').value = '1h'");
    browser.click("form[action$='/more'] button");
    browser.wait("document.body.innerText.includes('State: running')");
    browser.click("form[action$='/stop'] button");
    browser.wait("document.body.innerText.includes('State: cancelled') && document.querySelector(\"form[action$='/run']\")");
    // From a task to the way to a violation.
    browser.visit(&format!("http://{}/new", server.host()));
    browser.wait("location.pathname == '/new'");
    fill(&mut browser, &[("files", "a.c"), ("question", "verify"), ("asked", "bounds"), ("title", "bounds"), ("stages", "2s")]);
    browser.wait("location.pathname == '/campaign/3' && document.body.innerText.includes('finished')");
    for (scheme, name) in [(Scheme::Light, "light"), (Scheme::Dark, "dark")] {
        browser.dress(scheme, 1200);
        browser.picture(&format!("campaign-{name}"), &json!([]));
    }
    browser.click("#task-0 a");
    browser.wait("location.pathname == '/campaign/3/task/0'");
    browser.click("td a[href$='/report/index.html']");
    browser.wait("location.pathname.endsWith('/report/index.html')");
    browser.click("p.violated a[href^='trace']");
    browser.wait("location.pathname.endsWith('trace-1.html') && document.querySelector('.steps')");
    let pages = [
        "",
        "new",
        "campaign/1",
        "campaign/2",
        "campaign/2?rows=1",
        "campaign/2/task/1",
        "campaign/3/task/0",
        "campaign/2/view/progress",
        "campaign/2/view/regressions",
    ];
    can_be_read_by_all(&mut browser, &server, &pages);
    // Everything is reached by the keyboard; the first thing leads to the content.
    browser.press("Tab");
    assert_eq!(browser.value("document.activeElement.className"), "skip");
    // A form that was wrong, and the time without a server, are seen by the browser, too.
    browser.complaints.retain(|complaint| !complaint.contains("status of 422") && !complaint.contains("/events?"));
    assert_eq!(browser.complaints, [""; 0]);
    // Without scripts there are the same rows.
    browser.allow_scripts(false);
    browser.visit(&format!("http://{}/campaign/2", server.host()));
    browser.wait("document.querySelectorAll('.tasks tbody tr').length == 2");
}

#[test]
fn automata_contracts_and_shares_are_shown() {
    let server = Server::start();
    let Some(mut browser) = Browser::for_servers() else { return eprintln!("skipped, since chromium is not installed") };
    for fields in
        ["files=locks.c&question=automaton&asked=lock.spc", "files=kept.c&question=contract&asked=*&function=f", "files=locks.c&question=locks&asked="]
    {
        assert_eq!(server.begin(fields).status, 303, "{fields}");
    }
    wait("the end of the campaigns", || (1..=3).all(|n| server.get(&format!("/campaign/{n}")).content.contains("finished")));
    // Two campaigns of the command line, divided by paths and by goals, go into the same database.
    fs::write(server.place.path("paths.c"), paths()).unwrap();
    let divided = |command: &str, file: &str, options: &str| {
        format!("stages = ['3s']\n[[task]]\ncommand = '{command}'\nfiles = ['{file}']\noptions = [{options}]\nshares = 2\nshare-time = '1s'\n")
    };
    for (n, plan) in
        [divided("verify", "paths.c", "'--strategy', 'bmc', '--unwind', '3'"), divided("cover", "src/hard.c", "'--strategy', 'falsify'")].iter().enumerate()
    {
        fs::write(server.place.path("plan.toml"), plan).unwrap();
        let name = format!("d{n}");
        assert_eq!(server.place.gotcha(&["campaign", "new", &name, "--plan", "plan.toml", "--results", "all.db"]).0, 0);
        assert_eq!(server.place.gotcha(&["campaign", "run", &name]).0, 20);
    }
    browser.visit(&server.link.clone());
    browser.wait("location.pathname == '/'");
    browser.visit(&format!("http://{}/campaign/1/task/0", server.host()));
    browser.wait("document.body.innerText.includes('States of Lock')");
    // A state that no execution reaches has another colour than the others, and says so.
    let state = |name: &str| {
        format!(
            "(() => {{ const row = [...document.querySelectorAll('tbody th')].find(th => th.innerText == '{name}'); return row.className + ' ' + row.nextElementSibling.innerText }})()"
        )
    };
    assert_eq!(browser.value(&state("Locked")), "covered reached");
    assert_eq!(browser.value(&state("Reset")), "violated never");
    for (scheme, name) in [(Scheme::Light, "light"), (Scheme::Dark, "dark")] {
        browser.dress(scheme, 1200);
        browser.picture(&format!("automaton-{name}"), &json!([]));
    }
    browser.visit(&format!("http://{}/campaign/2/view/obligations", server.host()));
    browser.wait("document.body.innerText.includes('g of kept.c') && document.body.innerText.includes('not tried')");
    assert!(server.get("/campaign/5/view/shares").content.contains("share of "));
    let pages = [
        "campaign/1/task/0",
        "campaign/2/task/0",
        "campaign/2/view/obligations",
        "campaign/3/task/0",
        "campaign/4",
        "campaign/4/task/0",
        "campaign/5",
        "campaign/5/view/shares",
    ];
    can_be_read_by_all(&mut browser, &server, &pages);
    assert_eq!(browser.complaints, [""; 0]);
}

/// Every page can be read wide and narrow, light and dark, and by who does not see it.
fn can_be_read_by_all(browser: &mut Browser, server: &Server, pages: &[&str]) {
    // axe-core's rules beside our own, where somebody says where its script is.
    let axe = std::env::var("GOTCHA_AXE").ok().map(|path| fs::read_to_string(path).unwrap());
    for (scheme, width) in [(Scheme::Light, 1200), (Scheme::Dark, 1200), (Scheme::Light, 480), (Scheme::Dark, 480)] {
        browser.dress(scheme, width);
        for page in pages {
            browser.visit(&format!("http://{}/{page}", server.host()));
            browser.wait(&format!("location.href.endsWith('/{page}')"));
            is_readable(browser, &format!("{page}, {scheme:?}, {width}"));
            assert_eq!(browser.value(UNNAMED), "", "{page}");
            if let Some(axe) = &axe {
                browser.value(&format!("{axe}; 0"));
                let found = "axe.run().then(found => found.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html).join(' ')).join('; '))";
                assert_eq!(browser.value(found), "", "{page}");
            }
        }
    }
}

/// What somebody cannot know who does not see the page: fields without a label, tables without headings, more than one title, a page without a language.
const UNNAMED: &str = "(() => {
  const found = [];
  for (const e of document.querySelectorAll('input:not([type=hidden]), select, textarea'))
    if (!e.labels.length && !e.getAttribute('aria-label')) found.push(e.outerHTML);
  for (const e of document.querySelectorAll('th')) if (!e.scope) found.push(e.outerHTML);
  for (const e of document.querySelectorAll('table')) if (!e.querySelector('thead th')) found.push(e.outerHTML);
  for (const e of document.querySelectorAll('button, a')) if (!e.innerText.trim() && !e.getAttribute('aria-label')) found.push(e.outerHTML);
  for (const e of document.querySelectorAll('svg')) if (!e.getAttribute('aria-label') && e.getAttribute('aria-hidden') != 'true') found.push(e.outerHTML);
  if (document.querySelectorAll('h1').length != 1) found.push('titles');
  if (!document.documentElement.lang || !document.title) found.push('language or title');
  const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
  if (new Set(ids).size != ids.length) found.push('ids twice');
  return found.join('\\n');
})()";
