//! The web pages of results as they are seen: in a browser without a window, in light and in dark, gone through with mouse and keyboard. Pictures stay in the folder `pages` where tests
//! leave their files.

mod base64;
mod campaigns;
mod client;

use client::{Browser, Scheme};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Branches that are covered, proved unreachable and undecided, a function that nobody calls, a line that is longer than the window.
const COVERAGE: &str = "extern int __VERIFIER_nondet_int(void);
static int kind(int c) {
  switch (c) {
  case '<': return 1;
  default: return c > 64 ? 3 : 0;
  }
}
int never(int x) {
  if (x) return 1;
  return 0;
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y;
  if (x < 0) x = 0;
  if (x < 0) return 7;
  const char *text = \"<b> & a text that does not fit, \u{fc}\u{e4}\u{f6}; a text that does not fit; a text that does not fit; a text that does not fit; a text that does not fit\";
  if (y > x) return kind(text[0]);
  return kind(x);
}
";
/// A violation behind two calls of which one comes back, with values of several types.
const STEPS: &str = "extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static int table[4] = {1, 2, 3, 4};
static int half(int n) {
  int h = n / 2;
  return h;
}
static int at(int i, int *sum) {
  *sum += i;
  return table[i];
}
int main(void) {
  int x = __VERIFIER_nondet_int(), sum = 0;
  if (x != 26) return 0;
  unsigned char c = __VERIFIER_nondet_uchar();
  for (int i = 0; i < 2; i++) sum += i;
  int y = half(x);
  return c == 'q' ? at(y, &sum) : 0;
}
";

struct Folder(tempfile::TempDir);

impl Folder {
    /// A folder with the pages of an analysis, and its result.
    fn new(text: &str, command: &[&str]) -> (Self, Value) {
        let folder = Self(tempfile::tempdir().unwrap());
        fs::write(folder.0.path().join("a.c"), text).unwrap();
        let mut gotcha = Command::new(env!("CARGO_BIN_EXE_gotcha"));
        gotcha.args(command).args(["a.c", "--html", "pages"]).current_dir(folder.0.path()).stdin(Stdio::null());
        let output = gotcha.args(["--json", "a.json"]).output().unwrap();
        assert!(matches!(output.status.code(), Some(0 | 10 | 20)), "{}", String::from_utf8_lossy(&output.stderr));
        let result = serde_json::from_str(&fs::read_to_string(folder.0.path().join("a.json")).unwrap()).unwrap();
        (folder, result)
    }

    fn pages(&self) -> std::path::PathBuf {
        self.0.path().join("pages")
    }
}

/// Texts whose colour is too near to that of their ground, with the ratio between them: at least 4.5 to 1 is asked for.
const FAINT: &str = "(() => {
  const numbers = text => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = e => { for (; e; e = e.parentElement) { const c = numbers(getComputedStyle(e).backgroundColor); if (c.length == 3 || c[3] > 0) return c; } return [255, 255, 255]; };
  const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const e = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim()) continue;
    const style = getComputedStyle(e), [a, b] = [light(numbers(e.closest('svg') ? style.fill : style.color)), light(ground(e))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) found.push(walk.currentNode.data.trim() + ' ' + ratio.toFixed(2));
  }
  return found.join('; ');
})()";

/// The page that is open can be read: no text is faint, nothing is wider than the window.
fn is_readable(browser: &mut Browser, what: &str) {
    assert_eq!(browser.value(FAINT), "", "{what}");
    let wide = "[...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('svg, pre')).map(e => e.outerHTML).join('\\n')";
    assert_eq!(browser.value(wide), "", "{what} is wider than the window");
    assert_eq!(browser.value("document.documentElement.scrollWidth <= innerWidth"), true, "{what} is wider than the window");
}

/// All pages of a folder can be read in wide and narrow windows, light and dark.
fn all_are_readable(browser: &mut Browser, folder: &Path) {
    let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| name.ends_with(".html"));
    for (scheme, width) in [(Scheme::Light, 1200), (Scheme::Dark, 1200), (Scheme::Light, 480), (Scheme::Dark, 480)] {
        browser.dress(scheme, width);
        for name in &names {
            browser.open(name);
            is_readable(browser, &format!("{name}, {scheme:?}, {width}"));
        }
    }
}

/// Nothing was asked for that is not one of the pages or their style, and no rule was broken.
fn is_undisturbed(browser: &Browser, folder: &Path) {
    let strange: Vec<&String> = browser.asked.iter().filter(|name| name.contains('/') || !folder.join(name).is_file()).collect();
    assert!(strange.is_empty() && browser.asked.contains(&"style.css".to_owned()), "{strange:?}");
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn pages_of_coverage_show_what_is_known_of_each_branch() {
    let (folder, result) = Folder::new(COVERAGE, &["cover", "--scope", "all"]);
    let Some(mut browser) = Browser::start(&folder.pages()) else { return eprintln!("skipped, since chromium is not installed") };
    let goals = result["goals"].as_array().unwrap();
    let mut grounds = Vec::new();
    for (scheme, name) in [(Scheme::Light, "light"), (Scheme::Dark, "dark")] {
        browser.dress(scheme, 1200);
        browser.open("index.html");
        let summary = &result["summary"];
        let counts = format!(
            "{} goals: {} covered {} proved unreachable {} undecided",
            summary["goals"], summary["covered"], summary["unreachable"], summary["undecided"]
        );
        assert!(browser.value("document.querySelector('main').innerText").as_str().unwrap().contains(&counts), "{counts}");
        browser.picture(&format!("overview-{name}"), &serde_json::json!([]));
        browser.click("tr.function a");
        browser.wait("location.pathname == '/file-1.html' && document.querySelector(':target').innerText.includes('static int kind(int c) {')");
        let mut places = Vec::new();
        let mut expected = Vec::new();
        for goal in goals {
            let (class, words) = match goal["status"].as_str().unwrap() {
                "covered" => ("covered", format!("covered by test {}", goal["test"])),
                "unreachable" => ("unreachable", format!("proved unreachable: {}", goal["proof"]["method"].as_str().unwrap())),
                _ => ("open", format!("undecided: {}", goal["reason"].as_str().unwrap())),
            };
            let row = format!("document.querySelector('td[title=\"{}\"]').parentElement", goal["id"].as_str().unwrap());
            let text = browser.value(&format!("{row}.innerText")).as_str().unwrap().to_owned();
            assert!(text.contains(&words), "{words} is not in {text}");
            let line = browser.value(&format!("(r => {{ while (!r.id) r = r.previousElementSibling; return r.id }})({row})"));
            assert_eq!(line, format!("L{}", goal["line"]), "{text}");
            places.push(browser.value(&format!("(r => [Math.round(r.right) - 3, Math.round(r.y + scrollY + r.height / 2)])({row}.getBoundingClientRect())")));
            expected.push(browser.value(&format!("getComputedStyle(document.querySelector('.key .{class}')).backgroundColor")));
        }
        assert_eq!(browser.picture(&format!("source-{name}"), &places.into()), expected);
        grounds.push(expected);
        // To a test and back.
        browser.click("tr.covered a");
        browser.wait("location.pathname == '/tests.html' && document.querySelector(':target').matches('dt')");
        assert_eq!(browser.value("getComputedStyle(document.querySelector(':target')).outlineStyle"), "solid");
        browser.click("nav a[href='open.html']");
        browser.wait("location.pathname == '/open.html' && document.querySelector('tr.open')");
        assert_eq!(browser.value("document.querySelectorAll('tr.open').length"), summary["undecided"]);
    }
    let statuses = ["covered", "unreachable", "undecided"].map(|status| goals.iter().position(|g| g["status"] == status).unwrap());
    for grounds in &grounds {
        assert!(statuses.iter().enumerate().all(|(n, a)| statuses[n + 1..].iter().all(|b| grounds[*a] != grounds[*b])), "{grounds:?}");
    }
    assert!(grounds[0].iter().zip(&grounds[1]).all(|(light, dark)| light != dark), "{grounds:?}");
    all_are_readable(&mut browser, &folder.pages());
    is_undisturbed(&browser, &folder.pages());
}

#[test]
fn a_violation_is_gone_through_step_by_step() {
    let (folder, result) = Folder::new(STEPS, &["verify", "--property", "bounds"]);
    let Some(mut browser) = Browser::start(&folder.pages()) else { return eprintln!("skipped, since chromium is not installed") };
    let violated = result["properties"].as_array().unwrap().iter().find(|p| p["status"] == "violated").unwrap();
    let steps = violated["trace"]["steps"].as_array().unwrap();
    for (scheme, name) in [(Scheme::Light, "light"), (Scheme::Dark, "dark")] {
        browser.dress(scheme, 1000);
        browser.open("index.html");
        browser.click("p.violated a[href='trace-1.html']");
        browser.wait("location.pathname == '/trace-1.html'");
        browser.picture(&format!("trace-{name}"), &serde_json::json!([]));
        assert!(steps.len() > 10, "{steps:?}");
        for (step, number) in steps.iter().zip(1..) {
            let shown = browser.value(&format!("document.getElementById('s{number}').innerText"));
            let shown = shown.as_str().unwrap();
            let place = format!("a.c:{}", step["line"]);
            let words = match step["kind"].as_str().unwrap() {
                "input" => format!("{} = {} is read from {}", words(&step["target"]), words(&step["value"]), words(&step["input"])),
                "assignment" => format!("{} = {}", words(&step["target"]), words(&step["value"])),
                "call" => format!("{} is called", words(&step["callee"])),
                _ => format!("{} is {}", words(&step["text"]), step["taken"]),
            };
            assert!(shown.contains(&place) && shown.contains(&words) && shown.contains(words_of_function(step)), "{words}: {shown}");
            if let Some(value) = step["value"].as_str() {
                assert_eq!(browser.value(&format!("document.querySelector('#s{number} > code .value').textContent")), value);
            }
            // To the next step, which is seen wherever it is.
            browser.click(&format!("#s{number} > .head > a"));
            let next = number + 1;
            browser.wait(&format!("location.hash == '#s{next}' && document.querySelector(':target').id == 's{next}'"));
            let is_seen = "(r => r.height > 0 && r.top >= 0 && r.bottom <= innerHeight)(document.querySelector(':target > .head').getBoundingClientRect())";
            browser.wait(is_seen);
        }
        // What was given to functions is told where they begin.
        for value in ["n = 26", "i = 13"] {
            assert!(browser.value("document.querySelector('.steps').textContent").as_str().unwrap().contains(value), "{value}");
        }
        assert!(browser.value("document.querySelector(':target').innerText").as_str().unwrap().contains("array index out of bounds"));
        assert_eq!(browser.value("getComputedStyle(document.querySelector(':target')).outlineStyle"), "solid");
    }
    // From the line of the source, too.
    browser.click("a[href^='file-1.html']");
    browser.wait("location.pathname == '/file-1.html' && document.querySelector('.key').innerText == 'holds unknown violated'");
    browser.click("tr.violated a");
    browser.wait("location.pathname == '/trace-1.html'");
    // Calls are closed and opened by the keyboard, too.
    browser.open("trace-1.html");
    assert_eq!(browser.value("document.querySelectorAll('details').length"), 2);
    let folded = "[...document.querySelectorAll('details')].map(d => d.open)";
    assert_eq!(browser.value(folded), serde_json::json!([false, true]));
    for expected in [[true, true], [false, true]] {
        browser.value("document.querySelector('summary').focus()");
        browser.press("Enter");
        browser.wait(&format!("{folded}.join() == '{},{}'", expected[0], expected[1]));
    }
    all_are_readable(&mut browser, &folder.pages());
    is_undisturbed(&browser, &folder.pages());
}

fn words(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn words_of_function(step: &Value) -> &str {
    words(&step["function"])
}

#[test]
fn what_pages_must_not_do_is_seen() {
    let (folder, _) = Folder::new(COVERAGE, &["cover"]);
    let Some(mut browser) = Browser::start(&folder.pages()) else { return eprintln!("skipped, since chromium is not installed") };
    browser.open("index.html");
    is_undisturbed(&browser, &folder.pages());
    let index = fs::read_to_string(folder.pages().join("index.html")).unwrap();
    for wrong in [
        "<script>document.title = 'changed'</script>",
        "<p style=\"color: red\">red</p>",
        "<img src=\"http://elsewhere.test/a.png\" alt=\"\">",
        "<link rel=\"stylesheet\" href=\"missing.css\">",
    ] {
        fs::write(folder.pages().join("wrong.html"), index.replace("</main>", &format!("{wrong}</main>"))).unwrap();
        browser.complaints.clear();
        browser.open("wrong.html");
        let start = std::time::Instant::now();
        while browser.complaints.is_empty() {
            browser.wait("document.title == 'gotcha' || document.title == 'Files and functions'");
            assert!(start.elapsed().as_secs() < 20, "{wrong} is not seen");
        }
    }
    fs::write(folder.pages().join("faint.html"), index.replace("</main>", "<p><font color=\"#999999\">faint</font></p></main>")).unwrap();
    browser.dress(Scheme::Light, 1200);
    browser.open("faint.html");
    assert!(browser.value(FAINT).as_str().unwrap().starts_with("faint 2.8"), "{}", browser.value(FAINT));
}

/// The other pages: those of `explored`.
#[test]
fn pages_of_what_was_explored_can_be_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("regression/explored");
    let out = tempfile::tempdir().unwrap();
    let mut gotcha = Command::new(env!("CARGO_BIN_EXE_gotcha"));
    gotcha.arg("explored").arg(folder.join("three_ways.c")).arg("--condition").arg(folder.join("three_ways_other.spc")).arg("--html").arg(out.path());
    assert_eq!(gotcha.output().unwrap().status.code(), Some(0));
    let Some(mut browser) = Browser::start(out.path()) else { return eprintln!("skipped, since chromium is not installed") };
    for scheme in [Scheme::Light, Scheme::Dark] {
        browser.dress(scheme, 1000);
        browser.open("index.html");
        browser.picture(&format!("explored-{scheme:?}").to_lowercase(), &serde_json::json!([]));
    }
    all_are_readable(&mut browser, out.path());
    is_undisturbed(&browser, out.path());
}
