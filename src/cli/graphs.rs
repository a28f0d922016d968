//! Abstract reachability graphs at work for `query`: the options, the file of graphs, and the folder in which runs leave what later ones may reuse.

use crate::cli::args::{EngineName, QueryArgs};
use crate::cli::failure::Failure;
use crate::cli::identity;
use crate::cli::output;
use crate::cli::pipeline::Engines;
use engine::arg::Options;
use engine::arg::dump::Picture;
use engine::arg::extent::Extent;
use engine::arg::goals::{GraphObserver, Work};
use engine::arg::queries::{self, Others};
use engine::arg::store::{Cache, Kept};
use engine::sequences::AskedQuery;
use goto::Program;
use goto::limits::Stop;
use report::files::{fingerprint, write_atomically};
use report::json::Statistics;
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// What the command line says of this engine.
#[derive(Clone, Debug)]
pub(super) struct Graphs {
    engines: Engines,
    options: Options,
    file: Option<PathBuf>,
    /// What runs leave for later ones.
    folder: Option<PathBuf>,
}

impl Graphs {
    pub(super) fn new(args: &QueryArgs, engines: &Engines) -> Result<Self, Failure> {
        let mut options = Options::default();
        for letter in args.arg_without.iter().flat_map(|letters| letters.chars()) {
            match letter {
                'B' => options.clean_automata = false,
                'C' => options.propagate_infeasibility = false,
                'D' => options.breadth_first_order = false,
                'E' => options.reuse_graphs = false,
                'F' => options.reuse_predicates = false,
                'M' => options.remember_successors = false,
                'P' => options.share_beginnings = false,
                'T' => options.goals_together = false,
                other => return Err(Failure::Usage(format!("--arg-without knows the letters B to F, M, P and T, not {other:?}"))),
            }
        }
        args.dump_arg.as_deref().map_or(Ok(()), output::check_writable)?;
        if let Some(folder) = &args.reuse_dir {
            if args.engine != EngineName::Arg {
                return Err(Failure::Usage("--reuse-dir needs --engine arg".into()));
            }
            fs::create_dir_all(folder).map_err(|error| Failure::Output { path: folder.display().to_string(), error })?;
        }
        Ok(Self { engines: engines.clone(), options, file: args.dump_arg.clone(), folder: args.reuse_dir.clone() })
    }

    /// Works on what is open. Warnings are told; `parts` are what the graphs have looked at, if anybody asks.
    pub(super) fn work(&self, asked: &AskedQuery, stop: &Stop, parts: Option<&Parts>, warn: &mut dyn FnMut(String)) -> Result<Statistics, Failure> {
        let is_picture = self.file.as_ref().is_some_and(|f| f.extension().is_some_and(|e| e == "dot" || e == "gv"));
        let mut album = self.file.as_ref().map(|_| Album { text: String::new(), is_picture });
        let mut folder = self.folder.as_deref().map(|folder| Folder::new(folder, &asked.subject.plain, warn));
        let cache: &mut dyn Cache = match &mut folder {
            Some(folder) => folder,
            None => &mut (),
        };
        // Who wants to see the graphs wants those of one analysis, and one for each goal.
        let is_seen = album.is_some() || parts.is_some();
        let options = Options { goals_together: self.options.goals_together && !is_seen, ..self.options };
        let work = Work { solver: self.engines.solver()?, stop: stop.clone(), options, cache, pool: None };
        let n = if is_seen { 0 } else { self.engines.jobs().saturating_sub(1) };
        let mut observer = Rooms { album: album.as_mut(), parts };
        let counters = queries::analyse(asked, &mut observer, work, &Others { n, solver: &|| self.engines.solver().ok() });
        if let (Some(file), Some(album)) = (&self.file, album) {
            output::write(file, &album.text)?;
        }
        let counted = counters.named().into_iter().map(|(name, n)| (name.to_string(), n)).collect();
        Ok(Statistics { engines: [("arg".to_string(), counted)].into(), ..Statistics::default() })
    }
}

/// The form of what is written. Another one is for another reader.
const FORM: &str = "gotcha-arg 1";

/// A folder with one file for each program. Its first line says what program, tool and text the rest is of; all three must be right for graphs to count.
struct Folder<'f> {
    file: PathBuf,
    program: String,
    /// This very tool. Graphs that another one made may have its mistakes.
    tool: String,
    warn: &'f mut dyn FnMut(String),
}

impl<'f> Folder<'f> {
    fn new(folder: &Path, program: &Program, warn: &'f mut dyn FnMut(String)) -> Self {
        let program = identity::of(program);
        let tool = std::env::current_exe().and_then(fs::read).map_or_else(|_| "unknown".to_owned(), |content| fingerprint(&content));
        Self { file: folder.join(format!("{program}.arg")), program, tool, warn }
    }

    fn ignore(&mut self, why: &str) {
        (self.warn)(format!("{} is ignored: {why}", self.file.display()));
    }
}

impl Cache for Folder<'_> {
    fn take(&mut self) -> Option<Kept> {
        let content = match fs::read_to_string(&self.file) {
            Ok(content) => content,
            Err(error) if error.kind() == ErrorKind::NotFound => return None,
            Err(error) => {
                self.ignore(&error.to_string());
                return None;
            }
        };
        let (first, text) = content.split_once('\n').unwrap_or((&content, ""));
        let words = first.strip_prefix(FORM).map(|rest| rest.split_whitespace().collect::<Vec<_>>());
        let wrong = match words.as_deref() {
            None => "it has another form",
            Some([program, _, _]) if *program != self.program => "it is of another program",
            Some([_, _, sum]) if *sum != fingerprint(text.as_bytes()) => "it is damaged",
            Some([_, tool, _]) => return Some(Kept { text: text.to_owned(), believes_graphs: *tool == self.tool && self.tool != "unknown" }),
            Some(_) => "it is damaged",
        };
        self.ignore(wrong);
        None
    }

    fn put(&mut self, text: String) {
        let first = format!("{FORM} {} {} {}\n", self.program, self.tool, fingerprint(text.as_bytes()));
        if let Err(error) = write_atomically(&self.file, (first + &text).as_bytes()) {
            (self.warn)(format!("{} is not written: {error}", self.file.display()));
        }
    }

    fn refuse(&mut self, why: String) {
        self.ignore(&why);
    }
}

/// What the last graph of each goal has looked at.
pub(super) type Parts = Mutex<BTreeMap<usize, Extent>>;

/// Where graphs are shown.
struct Rooms<'r> {
    album: Option<&'r mut Album>,
    parts: Option<&'r Parts>,
}

impl GraphObserver for Rooms<'_> {
    fn graph(&mut self, goal: usize, picture: &Picture<'_>) {
        if let Some(album) = &mut self.album {
            album.graph(goal, picture);
        }
        if let Some(parts) = self.parts {
            parts.lock().unwrap_or_else(PoisonError::into_inner).insert(goal, picture.extent());
        }
    }
}

/// All graphs, one after the other.
struct Album {
    text: String,
    is_picture: bool,
}

impl Album {
    fn graph(&mut self, goal: usize, picture: &Picture<'_>) {
        let graph = if self.is_picture { picture.graphviz() } else { format!("query.{}\n{}", goal + 1, picture.text()) };
        self.text.push_str(&graph);
    }
}
