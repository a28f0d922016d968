//! `lsp`, as an editor speaks with it.

use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Nothing takes longer, even where others use the machine.
const LONGEST: Duration = Duration::from_secs(120);

struct Client {
    server: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    folder: TempDir,
    next_id: u64,
}

/// Reads the messages of a server until it ends.
fn read(mut output: impl BufRead, mut take: impl FnMut(Value)) {
    loop {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if output.read_line(&mut line).unwrap_or(0) == 0 {
                return;
            }
            if let Some(n) = line.strip_prefix("Content-Length: ") {
                length = n.trim().parse().unwrap();
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        output.read_exact(&mut body).unwrap();
        take(serde_json::from_slice(&body).unwrap());
    }
}

impl Client {
    fn start(args: &[&str]) -> Self {
        let folder = TempDir::new().unwrap();
        let mut server = Command::new(env!("CARGO_BIN_EXE_gotcha"));
        let server = server.arg("lsp").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut server = server.spawn().unwrap();
        let (input, output) = (server.stdin.take(), BufReader::new(server.stdout.take().unwrap()));
        let (sender, messages) = mpsc::channel();
        thread::spawn(move || read(output, |message| _ = sender.send(message)));
        Self { server, input, messages, folder, next_id: 1 }
    }

    /// A client that has shaken hands.
    fn new(args: &[&str]) -> Self {
        let mut client = Self::start(args);
        let root = format!("file://{}", client.folder.path().display());
        let can = json!({ "workspace": { "codeLens": { "refreshSupport": true } }, "window": { "workDoneProgress": true } });
        let answer = client.ask("initialize", json!({ "processId": null, "rootUri": root, "capabilities": can }));
        assert_eq!(answer["result"]["serverInfo"]["name"], "gotcha");
        assert_eq!(answer["result"]["capabilities"]["textDocumentSync"]["change"], 2);
        client.tell("initialized", json!({}));
        client
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).and_then(|()| input.flush()).unwrap();
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Asks, and waits for the answer; what comes before it is passed over.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.next_id;
        self.next_id += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        self.wait(|message| message["id"] == id && message.get("method").is_none())
    }

    fn wait(&self, is_it: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + LONGEST;
        let mut seen = Vec::new();
        loop {
            match self.messages.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(message) if is_it(&message) => return message,
                Ok(message) => seen.push(message),
                Err(why) => panic!("{why}: {seen:#?}"),
            }
        }
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}", self.folder.path().join(name).display())
    }

    /// Opens a file whose text is not on disk.
    fn open(&mut self, name: &str, text: &str) -> String {
        let uri = self.uri(name);
        self.tell("textDocument/didOpen", json!({ "textDocument": { "uri": uri, "languageId": "c", "version": 1, "text": text } }));
        uri
    }

    /// The diagnostics of a version, once its analysis is over.
    fn diagnostics(&self, uri: &str, version: u64) -> Vec<Value> {
        let mut last = Vec::new();
        loop {
            let is_it = |message: &Value| {
                let params = &message["params"];
                (message["method"] == "textDocument/publishDiagnostics" && params["uri"] == uri && params["version"] == version)
                    || message["method"] == "workspace/codeLens/refresh"
            };
            let message = self.wait(is_it);
            match message["params"]["diagnostics"].as_array() {
                Some(all) => last.clone_from(all),
                None => return last,
            }
        }
    }

    fn lenses(&mut self, uri: &str) -> Vec<(u64, String)> {
        let answer = self.ask("textDocument/codeLens", json!({ "textDocument": { "uri": uri } }));
        let lens = |lens: &Value| (lens["range"]["start"]["line"].as_u64().unwrap(), lens["command"]["title"].as_str().unwrap().to_owned());
        answer["result"].as_array().unwrap().iter().map(lens).collect()
    }

    fn end(&mut self) -> ExitStatus {
        let end = Instant::now() + Duration::from_secs(20);
        loop {
            match self.server.try_wait().unwrap() {
                Some(status) => return status,
                None if Instant::now() > end => panic!("the server does not end"),
                None => thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    fn shut_down(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null)["result"], Value::Null);
        assert_eq!(self.ask("textDocument/codeLens", json!({}))["error"]["code"], -32600);
        self.tell("exit", Value::Null);
        assert_eq!(self.end().code(), Some(0));
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // It has ended already where the test succeeded.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

const BUG: &str = "#include \"limit.h\"
int table[LIMIT];
int get(int i) {
  if (i < 0)
    return 0;
  if (i > 9 && i < 5)
    return 1;
  return table[i];
}
";

#[test]
fn violations_come_and_go_with_edits() {
    let mut client = Client::new(&["--time", "20s", "--timeout", "60s", "--property", "bounds"]);
    fs::write(client.folder.path().join("limit.h"), "#define LIMIT 8\n").unwrap();
    let uri = client.open("get.c", BUG);
    let found = client.diagnostics(&uri, 1);
    let violation = found.iter().find(|one| one["code"] == "bounds").unwrap_or_else(|| panic!("{found:#?}"));
    assert_eq!((violation["severity"].as_u64(), violation["range"]["start"]["line"].as_u64()), (Some(2), Some(7)), "{violation:#}");
    assert!(violation["message"].as_str().unwrap().contains("for a caller of get with i = "), "{violation:#}");
    let way = violation["relatedInformation"].as_array().unwrap();
    assert!(!way.is_empty() && way.iter().all(|step| step["location"]["uri"] == uri.as_str()), "{way:#?}");
    let faded = found.iter().find(|one| one["tags"] == json!([1])).unwrap_or_else(|| panic!("{found:#?}"));
    assert_eq!((faded["severity"].as_u64(), faded["range"]["start"]["line"].as_u64()), (Some(4), Some(5)), "{faded:#}");
    assert_eq!(client.lenses(&uri), [(2, "3 of 4 branches covered, 1 unreachable".to_owned())]);

    let at = |line: u32, character: u32| json!({ "line": line, "character": character });
    let edit = json!({ "range": { "start": at(5, 10), "end": at(5, 20) }, "text": "7  " });
    client.tell("textDocument/didChange", json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [edit] }));
    assert_eq!(client.diagnostics(&uri, 2), Vec::<Value>::new());
    assert_eq!(client.lenses(&uri), [(2, "4 of 4 branches covered".to_owned())]);

    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    assert_eq!(client.wait(|m| m["method"] == "textDocument/publishDiagnostics")["params"]["diagnostics"], json!([]));
    assert!(client.lenses(&uri).is_empty());
    client.shut_down();
}

#[test]
fn what_main_does_is_an_error() {
    let mut client = Client::new(&["--time", "20s"]);
    let uri = client.open("main.c", "int a[4];\nstatic int at(int i) { return a[i]; }\nint main(void) { return at(4); }\n");
    let found = client.diagnostics(&uri, 1);
    let errors: Vec<&Value> = found.iter().filter(|one| one["severity"] == 1).collect();
    assert!(errors.len() == 1 && errors[0]["range"]["start"]["line"] == 1 && errors[0]["code"] == "bounds", "{found:#?}");
    client.shut_down();
}

#[test]
fn files_that_do_not_parse_say_so() {
    let mut client = Client::new(&[]);
    let uri = client.open("bad.c", "int f(void) { return 1; }\nint g(void) { return ; + }\n");
    let is_of = |message: &Value, uri: &str| message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri;
    let found = client.wait(|message| is_of(message, &uri))["params"]["diagnostics"].clone();
    assert!(found[0]["severity"] == 1 && found[0]["range"]["start"]["line"] == 1 && found[1].is_null(), "{found:#}");
    let missing = client.open("missing.c", "\n#include \"nowhere.h\"\nint x;\n");
    let found = client.wait(|message| is_of(message, &missing))["params"]["diagnostics"].clone();
    assert!(found[0]["range"]["start"]["line"] == 1 && found[0]["message"].as_str().unwrap().contains("nowhere.h"), "{found:#}");
    // What is no place on this machine, or no C, is let alone.
    client.tell("textDocument/didOpen", json!({ "textDocument": { "uri": "untitled:1", "version": 1, "text": "int f(" } }));
    assert!(client.lenses("untitled:1").is_empty());
    let changed = json!([{ "text": "int f(void) { return 1; }\n" }]);
    client.tell("textDocument/didChange", json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": changed }));
    assert_eq!(client.diagnostics(&uri, 2), Vec::<Value>::new());
    assert_eq!(client.lenses(&uri), [(0, "no branches".to_owned())]);
    client.shut_down();
}

#[test]
fn an_edit_ends_the_analysis_of_what_was_there() {
    let mut client = Client::new(&["--time", "100s", "--timeout", "100s"]);
    // Nothing decides this one soon.
    let hard = "int f(unsigned long a, unsigned long b) { if (a > 3 && b > 3 && a < b && a * b == 18446743979220271189ul) return a / (b % 7); return 0; }\n";
    let uri = client.open("hard.c", hard);
    client.wait(|message| message["method"] == "$/progress" && message["params"]["value"]["kind"] == "begin");
    let begin = Instant::now();
    let changed = json!([{ "text": "int f(void) { return 1; }\n" }]);
    client.tell("textDocument/didChange", json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": changed }));
    let first = client.wait(|message| message["method"] == "textDocument/publishDiagnostics");
    assert_eq!(first["params"]["version"], 2);
    assert!(begin.elapsed() < Duration::from_secs(30), "{:?}", begin.elapsed());
    client.shut_down();
}

#[test]
fn bad_messages_are_refused_and_the_server_goes_on() {
    let mut client = Client::start(&["--stdio"]);
    let code = |message: &Value| message["error"]["code"].as_i64();
    assert_eq!(code(&client.ask("textDocument/codeLens", json!({}))), Some(-32002));
    client.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(code(&client.ask("initialize", json!({}))), Some(-32600));
    assert_eq!(code(&client.ask("textDocument/hover", json!({}))), Some(-32601));
    assert_eq!(code(&client.ask("textDocument/codeLens", json!([]))), Some(-32602));
    let malformed: [&[u8]; 4] =
        [b"Content-Length: 3\r\n\r\n{x}", b"Content-Length: many\r\n\r\n", b"What: is this\r\n\r\n{\"id\":", b"Content-Length: 2\r\n\r\n\xff\xfe"];
    for bytes in malformed {
        client.send_bytes(bytes);
        // Where the length is not known, the next message shows the end.
        client.send(&json!([1, 2]));
        assert_eq!(client.wait(|message| code(message) == Some(-32700))["id"], Value::Null);
        assert_eq!(client.wait(|message| code(message) == Some(-32600))["id"], Value::Null);
    }
    client.tell("textDocument/didChange", json!({ "textDocument": { "uri": "file:///nowhere.c" }, "contentChanges": 7 }));
    client.tell("textDocument/didOpen", Value::Null);
    client.shut_down();
}

#[test]
fn a_client_that_leaves_without_a_word_is_noticed() {
    let mut client = Client::new(&[]);
    client.input = None;
    assert_eq!(client.end().code(), Some(1));
    let refused = Command::new(env!("CARGO_BIN_EXE_gotcha")).args(["lsp", "a.c"]).stdin(Stdio::null()).output().unwrap();
    assert!(refused.status.code() == Some(1) && String::from_utf8_lossy(&refused.stderr).contains("the editor says which files are open"));
    let refused = Command::new(env!("CARGO_BIN_EXE_gotcha")).args(["lsp", "--property", "bonds"]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(refused.status.code(), Some(1));
}
