//! A browser without a window that shows the files of a folder, driven over the pipe of its own protocol. Nothing is loaded from elsewhere: the client answers each request itself, under
//! the rules for content of a strict server.

use super::base64::{decoded, encoded};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Where the folder seems to be.
const SITE: &str = "http://pages.test/";
/// The rules that Jenkins has for reports.
const RULES: &str = "sandbox; default-src 'none'; img-src 'self'; style-src 'self'";
const PATIENCE: Duration = Duration::from_secs(60);

/// How a page is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scheme {
    Light,
    Dark,
}

pub(super) struct Browser {
    process: Child,
    orders: ChildStdin,
    answers: Receiver<Value>,
    n_orders: u64,
    /// The page that shows the folder.
    page: String,
    folder: PathBuf,
    /// What was asked for, by name where it is in the folder.
    pub asked: Vec<String>,
    /// What the browser has to say against the pages.
    pub complaints: Vec<String>,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// One that shows a folder. `None` if there is no browser.
    pub(super) fn start(folder: &Path) -> Option<Self> {
        let mut browser = Self::start_plain(folder)?;
        let page = browser.page.clone();
        browser.order(&page, "Fetch.enable", json!({}));
        Some(browser)
    }

    /// One that asks servers of this machine. `None` if there is no browser.
    pub(super) fn for_servers() -> Option<Self> {
        Self::start_plain(Path::new(""))
    }

    fn start_plain(folder: &Path) -> Option<Self> {
        let profile = tempfile::tempdir().unwrap();
        let options = "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars --no-first-run --remote-debugging-pipe";
        // It reads from descriptor 3 and writes to descriptor 4.
        let script = format!("exec chromium {options} --user-data-dir=\"$1\" 3<&0 4>&1 </dev/null >/dev/null");
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("command -v chromium >/dev/null && {script}"), "sh"]).arg(profile.path());
        let mut process = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (orders, stdout) = (process.stdin.take().unwrap(), process.stdout.take().unwrap());
        let (sender, answers) = channel();
        thread::spawn(move || {
            let messages = BufReader::new(stdout).split(0);
            // Who asked is gone at the end of a test.
            messages
                .map_while(Result::ok)
                .filter_map(|m| serde_json::from_slice(&m).ok())
                .take_while(|m: &Value| sender.send(m.clone()).is_ok())
                .for_each(drop);
        });
        let folder = folder.to_owned();
        let (page, asked, complaints) = (String::new(), Vec::new(), Vec::new());
        let mut browser = Self { process, orders, answers, n_orders: 0, page, folder, asked, complaints, _profile: profile };
        if browser.send("", "Browser.getVersion", json!({})).is_none() || browser.answers.recv_timeout(PATIENCE).is_err() {
            return None;
        }
        browser.page = browser.new_page();
        let page = browser.page.clone();
        for domain in ["Page", "Log", "Audits", "Runtime"] {
            browser.order(&page, &format!("{domain}.enable"), json!({}));
        }
        Some(browser)
    }

    /// Goes to a page of a server.
    pub(super) fn visit(&mut self, url: &str) {
        let page = self.page.clone();
        self.order(&page, "Page.navigate", json!({ "url": url }));
        self.wait("location.href != 'about:blank'");
    }

    /// Pages may have scripts of their own, or not.
    pub(super) fn allow_scripts(&mut self, allowed: bool) {
        let page = self.page.clone();
        self.order(&page, "Emulation.setScriptExecutionDisabled", json!({ "value": !allowed }));
    }

    /// An empty page and what it is called.
    fn new_page(&mut self) -> String {
        let target = self.order("", "Target.createTarget", json!({ "url": "about:blank" }))["targetId"].clone();
        self.order("", "Target.attachToTarget", json!({ "targetId": target, "flatten": true }))["sessionId"].as_str().unwrap().to_owned()
    }

    /// `None` if it is not there any more.
    fn send(&mut self, page: &str, method: &str, parameters: Value) -> Option<u64> {
        self.n_orders += 1;
        let mut order = json!({ "id": self.n_orders, "method": method, "params": parameters });
        if !page.is_empty() {
            order["sessionId"] = page.into();
        }
        self.orders.write_all(format!("{order}\0").as_bytes()).ok().map(|()| self.n_orders)
    }

    /// The result of an order.
    fn order(&mut self, page: &str, method: &str, parameters: Value) -> Value {
        self.answer(page, method, parameters).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// The result of an order, or the browser's error; what is told meanwhile is noted.
    fn answer(&mut self, page: &str, method: &str, parameters: Value) -> Result<Value, String> {
        let id = self.send(page, method, parameters).unwrap_or_else(|| panic!("{method}: the browser is gone"));
        loop {
            let message = self.answers.recv_timeout(PATIENCE).unwrap_or_else(|e| panic!("{method}: {e}"));
            if message["id"] == id {
                return if message["error"].is_null() { Ok(message["result"].clone()) } else { Err(message.to_string()) };
            }
            self.note(&message);
        }
    }

    fn note(&mut self, message: &Value) {
        match message["method"].as_str().unwrap_or_default() {
            "Fetch.requestPaused" => self.give(&message["params"]),
            "Log.entryAdded" | "Audits.issueAdded" | "Runtime.exceptionThrown" | "Runtime.consoleAPICalled" => {
                self.complaints.push(message["params"].to_string())
            }
            _ => {}
        }
    }

    /// Answers what a page asks for.
    fn give(&mut self, request: &Value) {
        let url = request["request"]["url"].as_str().unwrap();
        let name = url.strip_prefix(SITE).unwrap_or(url).to_owned();
        // The browser asks for a picture of the site by itself.
        let is_own = url.strip_prefix(SITE) == Some("favicon.ico");
        let content = if is_own { Some(Vec::new()) } else { url.strip_prefix(SITE).and_then(|name| fs::read(self.folder.join(name)).ok()) };
        if !is_own {
            self.asked.push(name.clone());
        }
        let (id, page) = (&request["requestId"], self.page.clone());
        let (method, answer) = match content {
            None => ("Fetch.failRequest", json!({ "requestId": id, "errorReason": "AddressUnreachable" })),
            Some(content) => {
                let kind = if name.ends_with(".css") { "text/css" } else { "text/html" };
                let header = |name: &str, value: &str| json!({ "name": name, "value": value });
                let headers = [header("Content-Type", kind), header("Content-Security-Policy", RULES), header("X-Content-Type-Options", "nosniff")];
                ("Fetch.fulfillRequest", json!({ "requestId": id, "responseCode": 200, "responseHeaders": headers, "body": encoded(&content) }))
            }
        };
        self.send(&page, method, answer);
    }

    pub(super) fn dress(&mut self, scheme: Scheme, width: u32) {
        let page = self.page.clone();
        let value = if scheme == Scheme::Dark { "dark" } else { "light" };
        self.order(&page, "Emulation.setEmulatedMedia", json!({ "features": [{ "name": "prefers-color-scheme", "value": value }] }));
        self.order(&page, "Emulation.setDeviceMetricsOverride", json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false }));
    }

    pub(super) fn open(&mut self, name: &str) {
        let page = self.page.clone();
        // Another place of the same page would not be loaded again.
        self.order(&page, "Page.navigate", json!({ "url": "about:blank" }));
        self.order(&page, "Page.navigate", json!({ "url": format!("{SITE}{name}") }));
        self.wait(&format!("location.href == '{SITE}{name}'"));
    }

    /// The value of an expression of the page's language, which the page itself may not use.
    pub(super) fn value(&mut self, expression: &str) -> Value {
        let page = self.page.clone();
        self.value_on(&page, expression)
    }

    fn value_on(&mut self, page: &str, expression: &str) -> Value {
        let answer = self.order(page, "Runtime.evaluate", json!({ "expression": expression, "returnByValue": true, "awaitPromise": true }));
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Waits until the page is loaded and the expression is true.
    pub(super) fn wait(&mut self, expression: &str) {
        let (start, page) = (Instant::now(), self.page.clone());
        let question = json!({ "expression": format!("document.readyState == 'complete' && Boolean({expression})"), "returnByValue": true });
        loop {
            // An error while the browser goes to another page is no answer yet.
            let answer = self.answer(&page, "Runtime.evaluate", question.clone());
            if answer.as_ref().is_ok_and(|answer| answer["result"]["value"] == true) {
                return;
            }
            if start.elapsed() > PATIENCE {
                panic!("never {expression}: {answer:?} {}", self.value("location.href + '\\n' + document.body.innerText"));
            }
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Presses the mouse on the first element that the selector has.
    pub(super) fn click(&mut self, selector: &str) {
        let element = format!("document.querySelector({})", json!(selector));
        self.wait(&element);
        let place = self.value(&format!(
            "(e => {{ e.scrollIntoView({{block: 'center'}}); const r = e.getClientRects()[0]; return [r.x + r.width / 2, r.y + r.height / 2]; }})({element})"
        ));
        let page = self.page.clone();
        for what in ["mousePressed", "mouseReleased"] {
            self.order(&page, "Input.dispatchMouseEvent", json!({ "type": what, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 }));
        }
    }

    /// Presses a key: "Tab", "Enter".
    pub(super) fn press(&mut self, key: &str) {
        let (code, text) = if key == "Enter" { (13, "\r") } else { (9, "") };
        let page = self.page.clone();
        for what in [if text.is_empty() { "rawKeyDown" } else { "keyDown" }, "keyUp"] {
            let text = if what == "keyUp" { "" } else { text };
            self.order(&page, "Input.dispatchKeyEvent", json!({ "type": what, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text }));
        }
    }

    /// A picture of the whole page, kept under this name where tests leave their files; the colours that it has at these places.
    pub(super) fn picture(&mut self, name: &str, places: &Value) -> Vec<Value> {
        let page = self.page.clone();
        let mut clip = self.order(&page, "Page.getLayoutMetrics", json!({}))["cssContentSize"].clone();
        clip["scale"] = 1.into();
        let data = self.order(&page, "Page.captureScreenshot", json!({ "captureBeyondViewport": true, "clip": clip }))["data"].clone();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(format!("{name}.png")), decoded(data.as_str().unwrap())).unwrap();
        let draw = "const i = new Image(); i.src = 'data:image/png;base64,' + data; await i.decode(); \
                    const c = new OffscreenCanvas(i.width, i.height).getContext('2d'); c.drawImage(i, 0, 0);";
        let colours = format!(
            "(async data => {{ {draw} return {places}.map(([x, y]) => 'rgb(' + [...c.getImageData(x, y, 1, 1).data].slice(0, 3).join(', ') + ')') }})({data})"
        );
        // On a page of its own, where pictures are allowed.
        let blank = self.new_page();
        self.value_on(&blank, &colours).as_array().unwrap().clone()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.send("", "Browser.close", json!({}));
        // Its children hold the other end of the pipe until they have ended.
        while self.answers.recv_timeout(Duration::from_secs(10)).is_ok() {}
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
