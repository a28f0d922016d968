//! The pages of campaigns, for a browser on this machine. Made on the server, read without scripts; a script only brings what is new. What is shown is escaped by the templates, what is
//! asked for is named by numbers and hashes, and nothing goes through a shell.
//!
//! | module | what |
//! |---|---|
//! | [`guard`] | who is let in |
//! | `answer` | what is sent back, with the rules that hold for all of it |
//! | `pages` | the pages |
//! | `live` | what is new, as it comes |
//! | `change` | starting, stopping, more time |
//! | `form` | new campaigns |

mod answer;
mod change;
mod form;
pub mod guard;
mod live;
mod pages;

use crate::error::{CampaignError, Result};
use crate::plan::TaskNumber;
use crate::store::views::View;
use crate::store::{CampaignId, Store};
use answer::Answer;
use guard::{Credentials, Guard, Refusal};
use std::io::Read as _;
use std::net::{Ipv4Addr, SocketAddrV4};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tiny_http::{Method, Request, Server};

/// Bytes of a form at most.
const MOST_BYTES: u64 = 1 << 20;
/// Pages that are open at once at most.
const MOST_STREAMS: usize = 64;
/// Requests that are answered at once.
const THREADS: usize = 4;

/// What pages are about.
#[derive(Debug)]
pub struct Site {
    pub results: PathBuf,
    /// New campaigns may analyse what is below it.
    pub programs: Option<PathBuf>,
    /// gotcha, to run campaigns.
    pub program: PathBuf,
}

/// The server, before it works.
pub struct Pages {
    server: Server,
    shared: Arc<Shared>,
}

pub(crate) struct Shared {
    site: Site,
    guard: Guard,
    streams: AtomicUsize,
    /// Coordinators that were started here.
    children: Mutex<Vec<Child>>,
}

impl Pages {
    /// Listens on this machine alone.
    ///
    /// # Errors
    /// If the port is taken.
    pub fn listen(site: Site, port: u16) -> Result<Self> {
        let failed = |why: String| CampaignError::Engine { engine: "the server", why };
        let server = Server::http(SocketAddrV4::new(Ipv4Addr::LOCALHOST, port)).map_err(|error| failed(format!("cannot listen on port {port}: {error}")))?;
        let port = server.server_addr().to_ip().map_or(port, |address| address.port());
        let shared = Shared { site, guard: Guard::new(port), streams: AtomicUsize::new(0), children: Mutex::default() };
        Ok(Self { server, shared: Arc::new(shared) })
    }

    /// The link that lets a browser in.
    pub fn link(&self) -> String {
        self.shared.guard.link()
    }

    /// Answers until it is told to end.
    pub fn serve(self, interrupted: &AtomicBool) {
        let server = Arc::new(self.server);
        std::thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    while !interrupted.load(Ordering::Relaxed) {
                        // An error is a connection that broke.
                        if let Ok(Some(request)) = server.recv_timeout(Duration::from_millis(200)) {
                            respond(&self.shared, request);
                        }
                    }
                });
            }
        });
    }
}

/// A request as it is answered.
struct Asked {
    method: Method,
    path: String,
    query: Vec<(String, String)>,
    form: Vec<(String, String)>,
}

impl Asked {
    fn value(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    fn number(&self, name: &str) -> Option<i64> {
        self.value(name)?.parse().ok()
    }
}

fn pairs(text: &str) -> Vec<(String, String)> {
    form_urlencoded::parse(text.as_bytes()).into_owned().collect()
}

fn respond(shared: &Arc<Shared>, mut request: Request) {
    match asked(shared, &mut request) {
        Err(refused) => refused.send(request),
        Ok(asked) if asked.path == "/events" => stream(shared, &asked, request),
        Ok(asked) => {
            let answer = answer(shared, &asked).unwrap_or_else(|error| Answer::Error { status: 500, text: error.to_string() });
            answer.send(request);
        }
    }
}

/// The request, if whoever asks may do so.
fn asked(shared: &Shared, request: &mut Request) -> Result<Asked, Answer> {
    let refused = |refusal: Refusal| Answer::Error { status: 403, text: refusal.text().to_owned() };
    let (path, query) = request.url().split_once('?').map_or((request.url(), ""), |(path, query)| (path, query));
    let (path, query, method) = (path.to_owned(), pairs(query), request.method().clone());
    let header = |name: &'static str| request.headers().iter().find(|header| header.field.equiv(name)).map(|header| header.value.to_string());
    let (host, origin, cookies) = (header("Host"), header("Origin"), header("Cookie"));
    let credentials = Credentials { host: host.as_deref(), origin: origin.as_deref(), cookies: cookies.as_deref() };
    shared.guard.check_host(credentials).map_err(refused)?;
    let asked = Asked { method, path, query, form: Vec::new() };
    match asked.method {
        Method::Get if asked.path == "/" && asked.value("token").is_some_and(|token| shared.guard.is_token(token)) => {
            Err(Answer::See { place: "/".to_owned(), cookie: Some(shared.guard.cookie()) })
        }
        Method::Get | Method::Head => shared.guard.check_reading(credentials).map(|()| asked).map_err(refused),
        Method::Post => {
            let mut text = String::new();
            let read = request.as_reader().take(MOST_BYTES + 1).read_to_string(&mut text);
            if read.is_err() || text.len() as u64 > MOST_BYTES {
                return Err(Answer::Error { status: 413, text: "this is too much, or no form".to_owned() });
            }
            let form = pairs(&text);
            let word = form.iter().find(|(key, _)| key == "form").map(|(_, value)| value.as_str());
            shared.guard.check_change(credentials, word).map_err(refused)?;
            Ok(Asked { form, ..asked })
        }
        _ => Err(Answer::Error { status: 405, text: "pages are read, and forms are sent".to_owned() }),
    }
}

fn stream(shared: &Arc<Shared>, asked: &Asked, request: Request) {
    let Some(campaign) = asked.number("campaign").map(CampaignId) else { return Answer::missing().send(request) };
    if shared.streams.fetch_add(1, Ordering::SeqCst) >= MOST_STREAMS {
        shared.streams.fetch_sub(1, Ordering::SeqCst);
        return Answer::Error { status: 503, text: "too many pages are open".to_owned() }.send(request);
    }
    let last = request.headers().iter().find(|header| header.field.equiv("Last-Event-ID")).and_then(|header| header.value.as_str().parse().ok());
    let behind = last.or(asked.number("behind")).unwrap_or(0);
    let shared = Arc::clone(shared);
    std::thread::spawn(move || {
        let mut writer = request.into_writer();
        // The end of a stream is that somebody closed the page.
        let _ = live::stream(&shared.site, campaign, behind, &mut *writer);
        shared.streams.fetch_sub(1, Ordering::SeqCst);
    });
}

fn answer(shared: &Shared, asked: &Asked) -> Result<Answer> {
    shared.reap();
    let parts: Vec<&str> = asked.path.split('/').filter(|part| !part.is_empty()).collect();
    let id = |text: &str| text.parse().ok().map(CampaignId);
    let site = &shared.site;
    let form = shared.guard.form();
    if asked.method == Method::Post {
        return match parts.as_slice() {
            ["new"] => form::create(shared, &asked.form),
            ["campaign", campaign, what] => match id(campaign) {
                Some(campaign) => change::change(shared, campaign, what, &asked.form),
                None => Ok(Answer::missing()),
            },
            _ => Ok(Answer::missing()),
        };
    }
    let store = || Store::read(&site.results);
    match parts.as_slice() {
        [] => pages::campaigns(&store()?, site),
        ["style.css"] => Ok(Answer::File { kind: "text/css; charset=utf-8", content: pages::style().into_bytes() }),
        ["live.js"] => Ok(Answer::File { kind: "text/javascript; charset=utf-8", content: include_bytes!("live.js").to_vec() }),
        // Browsers ask for it by themselves.
        ["favicon.ico"] => Ok(Answer::File { kind: "image/x-icon", content: Vec::new() }),
        ["new"] => Ok(form::show(site, form)),
        ["campaign", campaign] => match id(campaign) {
            Some(campaign) => pages::campaign(&store()?, campaign, form, asked.number("from"), asked.number("rows")),
            None => Ok(Answer::missing()),
        },
        ["campaign", campaign, "task", number] => match (id(campaign), number.parse().ok().map(TaskNumber)) {
            (Some(campaign), Some(number)) => pages::task(&store()?, campaign, number),
            _ => Ok(Answer::missing()),
        },
        ["campaign", campaign, "view", view] => match (id(campaign), View::of_name(view)) {
            (Some(campaign), Some(view)) => pages::view(&store()?, campaign, view, asked.number("against").map(CampaignId)),
            _ => Ok(Answer::missing()),
        },
        ["goal", lineage] => pages::history(&store()?, lineage),
        ["run", run, "report", name] => match run.parse() {
            Ok(run) => pages::report(&store()?, run, name),
            Err(_) => Ok(Answer::missing()),
        },
        ["artifact", hash] => pages::artifact(&store()?, hash),
        _ => Ok(Answer::missing()),
    }
}

impl Shared {
    /// Coordinators that have ended are not left as zombies.
    fn reap(&self) {
        self.children.lock().unwrap_or_else(std::sync::PoisonError::into_inner).retain_mut(|child| matches!(child.try_wait(), Ok(None)));
    }
}

/// The path, if it is really below the folder.
fn below(folder: &Path, path: &Path) -> Option<PathBuf> {
    let (folder, path) = (folder.canonicalize().ok()?, path.canonicalize().ok()?);
    path.starts_with(&folder).then_some(path)
}
