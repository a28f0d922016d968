//! The server: what clients ask and tell, which files are open, and one analysis at a time behind them. An edit ends the analysis of what is edited; a new one begins
//! a moment after the last edit.

use super::framing::{self, Frame};
use super::shown::Shown;
use super::text::{change, path_of};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};
use tasks::document::{Document, FunctionFindings};
use tasks::failure::Failure;
use tasks::supervise::{Panics, Supervisor};

/// So long after the last edit the analysis begins.
const PAUSE: Duration = Duration::from_millis(250);
/// If nothing is to be done.
const IDLE: Duration = Duration::from_secs(3600);

const PARSE_ERROR: i64 = -32700;
const INVALID_REQUEST: i64 = -32600;
const METHOD_NOT_FOUND: i64 = -32601;
const INVALID_PARAMS: i64 = -32602;
const NOT_INITIALIZED: i64 = -32002;

/// What is to be analysed of a file, where editors hold these texts.
pub(super) type Maker = Arc<dyn Fn(&Path, BTreeMap<PathBuf, Arc<str>>) -> Result<Document, Failure> + Send + Sync>;

enum Event {
    Frame(Frame),
    Told(FunctionFindings),
    Done(Result<(), Failure>),
}

/// An open file.
struct Open {
    /// `None`: it has no place on this machine, or is no C.
    path: Option<PathBuf>,
    version: Value,
    text: Arc<str>,
    /// When it is to be analysed.
    due: Option<Instant>,
    /// Of the last analysis that came to its end; at first of the one that runs.
    findings: Vec<FunctionFindings>,
    was_analysed: bool,
}

/// The analysis that runs.
struct Running {
    uri: String,
    supervisor: Supervisor,
    findings: Vec<FunctionFindings>,
    /// Nobody wants its results.
    is_cancelled: bool,
    /// What the client shows of it.
    progress: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Begun,
    Initialized,
    ShutDown,
}

/// What the client can.
#[derive(Clone, Copy, Default)]
struct Client {
    refreshes_lenses: bool,
    shows_progress: bool,
}

pub(super) struct Server<W> {
    output: W,
    make: Maker,
    panics: Panics,
    sender: Sender<Event>,
    events: Receiver<Event>,
    phase: Phase,
    client: Client,
    open: BTreeMap<String, Open>,
    running: Option<Running>,
    /// Of requests to the client.
    next_id: u64,
}

impl<W: Write> Server<W> {
    pub(super) fn new(output: W, make: Maker, panics: Panics) -> Self {
        let (sender, events) = mpsc::channel();
        let (phase, client) = (Phase::Begun, Client::default());
        Self { output, make, panics, sender, events, phase, client, open: BTreeMap::new(), running: None, next_id: 1 }
    }

    /// Serves until the client says that it is enough, or is gone. Was it told to shut down before?
    pub(super) fn serve(mut self) -> io::Result<bool> {
        let sender = self.sender.clone();
        // It ends with the process, since a read cannot be interrupted.
        thread::spawn(move || {
            let mut input = io::stdin().lock();
            loop {
                let frame = framing::read(&mut input);
                let is_end = frame == Frame::End;
                if sender.send(Event::Frame(frame)).is_err() || is_end {
                    return;
                }
            }
        });
        loop {
            let wait = if self.running.is_some() { IDLE } else { self.start_due() };
            match self.events.recv_timeout(wait) {
                Ok(Event::Frame(Frame::End)) | Err(RecvTimeoutError::Disconnected) => return Ok(self.phase == Phase::ShutDown),
                Ok(Event::Frame(Frame::Malformed(why))) => self.refuse(&Value::Null, PARSE_ERROR, &why)?,
                Ok(Event::Frame(Frame::Message(message))) if message["method"] == "exit" => return Ok(self.phase == Phase::ShutDown),
                Ok(Event::Frame(Frame::Message(message))) => self.take(&message)?,
                Ok(Event::Told(findings)) => self.told(findings)?,
                Ok(Event::Done(result)) => self.done(result)?,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn send(&mut self, message: &Value) -> io::Result<()> {
        framing::write(&mut self.output, message)
    }

    fn notify(&mut self, method: &str, params: &Value) -> io::Result<()> {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    fn request(&mut self, method: &str, params: &Value) -> io::Result<()> {
        let id = self.next_id;
        self.next_id += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
    }

    fn refuse(&mut self, id: &Value, code: i64, why: &str) -> io::Result<()> {
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": why } }))
    }

    fn take(&mut self, message: &Value) -> io::Result<()> {
        let id = message.get("id");
        match (message["method"].as_str(), id) {
            (Some(method), Some(id)) => match self.answer(method, &message["params"]) {
                Ok(result) => self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": result })),
                Err((code, why)) => self.refuse(id, code, &why),
            },
            (Some(method), None) => self.hear(method, &message["params"]),
            // Answers to requests of this side say nothing that matters.
            (None, Some(_)) if message.get("result").is_some() || message.get("error").is_some() => Ok(()),
            (None, id) => self.refuse(id.unwrap_or(&Value::Null), INVALID_REQUEST, "this is neither a request nor an answer"),
        }
    }

    /// The answer to a request.
    fn answer(&mut self, method: &str, params: &Value) -> Result<Value, (i64, String)> {
        match (self.phase, method) {
            (Phase::Begun, "initialize") => Ok(self.initialize(params)),
            (Phase::Begun, _) => Err((NOT_INITIALIZED, "the first request is initialize".to_owned())),
            (Phase::ShutDown, _) => Err((INVALID_REQUEST, "the server was told to shut down".to_owned())),
            (Phase::Initialized, "initialize") => Err((INVALID_REQUEST, "the server is initialized".to_owned())),
            (Phase::Initialized, "shutdown") => {
                self.phase = Phase::ShutDown;
                self.open.clear();
                self.cancel();
                Ok(Value::Null)
            }
            (Phase::Initialized, "textDocument/codeLens") => {
                let uri = params["textDocument"]["uri"].as_str().ok_or_else(|| (INVALID_PARAMS, "textDocument.uri is missing".to_owned()))?;
                let open = self.open.get(uri);
                let shown = open.and_then(|open| Some((Shown { path: open.path.as_deref()?, text: &open.text }, open)));
                Ok(json!(shown.map(|(shown, open)| shown.lenses(&open.findings)).unwrap_or_default()))
            }
            (Phase::Initialized, _) => Err((METHOD_NOT_FOUND, format!("there is no method {method}"))),
        }
    }

    fn initialize(&mut self, params: &Value) -> Value {
        self.phase = Phase::Initialized;
        let capabilities = &params["capabilities"];
        self.client = Client {
            refreshes_lenses: capabilities["workspace"]["codeLens"]["refreshSupport"] == true,
            shows_progress: capabilities["window"]["workDoneProgress"] == true,
        };
        let first = params["workspaceFolders"][0]["uri"].as_str().or(params["rootUri"].as_str());
        if let Some(root) = first.and_then(path_of) {
            // Databases and settings are looked for from there; where that is not possible, from here.
            let _ = std::env::set_current_dir(root);
        }
        json!({
            "capabilities": {
                "positionEncoding": "utf-16",
                "textDocumentSync": { "openClose": true, "change": 2, "save": true },
                "codeLensProvider": { "resolveProvider": false },
            },
            "serverInfo": { "name": report::NAME, "version": report::VERSION },
        })
    }

    /// What the client tells. What is not known, or makes no sense, is passed over.
    fn hear(&mut self, method: &str, params: &Value) -> io::Result<()> {
        if self.phase != Phase::Initialized {
            return Ok(());
        }
        let document = &params["textDocument"];
        let Some(uri) = document["uri"].as_str() else { return Ok(()) };
        match method {
            "textDocument/didOpen" => {
                let path = path_of(uri).filter(|path| is_source(path));
                let text = document["text"].as_str().unwrap_or_default().into();
                let due = Some(Instant::now());
                self.open.insert(uri.to_owned(), Open { path, version: document["version"].clone(), text, due, findings: Vec::new(), was_analysed: false });
            }
            "textDocument/didChange" => {
                let Some(open) = self.open.get_mut(uri) else { return Ok(()) };
                let mut text = open.text.to_string();
                params["contentChanges"].as_array().into_iter().flatten().for_each(|one| _ = change(&mut text, one));
                (open.text, open.version, open.due) = (text.into(), document["version"].clone(), Some(Instant::now() + PAUSE));
                self.cancel_of(uri);
            }
            // Others may include it.
            "textDocument/didSave" => {
                let due = Instant::now();
                self.open.values_mut().for_each(|open| open.due = Some(open.due.map_or(due, |before| before.min(due))));
                self.cancel();
            }
            "textDocument/didClose" => {
                self.open.remove(uri);
                self.cancel_of(uri);
                self.notify("textDocument/publishDiagnostics", &json!({ "uri": uri, "diagnostics": [] }))?;
            }
            _ => {}
        }
        Ok(())
    }

    fn cancel_of(&mut self, uri: &str) {
        if self.running.as_ref().is_some_and(|running| running.uri == uri) {
            self.cancel();
        }
    }

    fn cancel(&mut self) {
        if let Some(running) = &mut self.running {
            running.is_cancelled = true;
            running.supervisor.interrupt();
        }
    }

    /// Begins the analysis of what is due first. The answer is how long nothing is due.
    fn start_due(&mut self) -> Duration {
        let now = Instant::now();
        let waiting = self.open.iter().filter(|(_, open)| open.path.is_some()).filter_map(|(uri, open)| Some((open.due?, uri.clone()))).min();
        let Some((due, uri)) = waiting else { return IDLE };
        if due > now {
            return due - now;
        }
        let unsaved = self.open.values().filter_map(|open| Some((open.path.clone()?, Arc::clone(&open.text)))).collect();
        let Some(open) = self.open.get_mut(&uri) else { return Duration::ZERO };
        open.due = None;
        let Some(path) = open.path.clone() else { return Duration::ZERO };
        let supervisor = Supervisor { start: now, panics: self.panics.clone(), ..Supervisor::default() };
        let (make, sender, own) = (Arc::clone(&self.make), self.sender.clone(), supervisor.clone());
        thread::spawn(move || {
            // Nobody listens only where the process ends.
            let told = |findings| _ = sender.send(Event::Told(findings));
            let work = || make(&path, unsaved)?.analyse(&own, &mut { told });
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
            let result = result.unwrap_or_else(|_| Err(Failure::Defect(own.defect("unknown panic"))));
            let _ = sender.send(Event::Done(result));
        });
        self.running = Some(Running { uri, supervisor, findings: Vec::new(), is_cancelled: false, progress: None });
        // A client that is gone is noticed at the next message.
        let _ = self.begin_progress();
        IDLE
    }

    fn begin_progress(&mut self) -> io::Result<()> {
        if !self.client.shows_progress {
            return Ok(());
        }
        let token = format!("gotcha/{}", self.next_id);
        self.request("window/workDoneProgress/create", &json!({ "token": token }))?;
        self.notify("$/progress", &json!({ "token": token, "value": { "kind": "begin", "title": "gotcha" } }))?;
        if let Some(running) = &mut self.running {
            running.progress = Some(token);
        }
        Ok(())
    }

    /// A function is analysed.
    fn told(&mut self, findings: FunctionFindings) -> io::Result<()> {
        let Some(running) = self.running.as_mut().filter(|running| !running.is_cancelled) else { return Ok(()) };
        let message = format!("{}: {}", findings.name, running.findings.len() + 1);
        running.findings.push(findings);
        let (uri, progress) = (running.uri.clone(), running.progress.clone());
        if let Some(token) = progress {
            self.notify("$/progress", &json!({ "token": token, "value": { "kind": "report", "message": message } }))?;
        }
        // What is shown of an earlier text stays until all is known of this one.
        let running = self.running.as_ref().map(|running| running.findings.clone()).unwrap_or_default();
        match self.open.get_mut(&uri).filter(|open| !open.was_analysed) {
            Some(open) => {
                open.findings = running;
                self.publish(&uri, None)
            }
            None => Ok(()),
        }
    }

    /// An analysis is over.
    fn done(&mut self, result: Result<(), Failure>) -> io::Result<()> {
        let Some(Running { uri, findings, is_cancelled, progress, .. }) = self.running.take() else { return Ok(()) };
        if let Some(token) = progress {
            self.notify("$/progress", &json!({ "token": token, "value": { "kind": "end" } }))?;
        }
        let Some(open) = self.open.get_mut(&uri).filter(|_| !is_cancelled) else { return Ok(()) };
        match result {
            Ok(()) => {
                (open.findings, open.was_analysed) = (findings, true);
                self.publish(&uri, None)?;
                if self.client.refreshes_lenses {
                    self.request("workspace/codeLens/refresh", &Value::Null)?;
                }
                Ok(())
            }
            Err(Failure::Defect(defect)) => self.notify("window/logMessage", &json!({ "type": 1, "message": format!("gotcha is broken: {defect}") })),
            Err(failure) => {
                open.was_analysed = true;
                self.publish(&uri, Some(&failure))
            }
        }
    }

    fn publish(&mut self, uri: &str, failure: Option<&Failure>) -> io::Result<()> {
        let Some(open) = self.open.get(uri) else { return Ok(()) };
        let Some(path) = &open.path else { return Ok(()) };
        let shown = Shown { path, text: &open.text };
        let diagnostics = failure.map_or_else(|| shown.diagnostics(&open.findings), |failure| shown.failure(failure));
        let params = json!({ "uri": uri, "version": open.version, "diagnostics": diagnostics });
        self.notify("textDocument/publishDiagnostics", &params)
    }
}

/// Headers are analysed where they are included.
fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "c" || end == "i")
}
