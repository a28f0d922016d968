//! Abstract reachability graphs at work for queries: the pictures of graphs, and the folder in which runs leave what later ones may reuse.

use crate::engines::Engines;
use crate::failure::Failure;
use crate::program;
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

/// Who decides the goals of a query by graphs, and what it leaves behind.
pub struct Graphs {
    pub options: Options,
    /// Where all graphs are written.
    pub pictures: Option<Pictures>,
    /// What runs leave for later ones.
    pub folder: Option<PathBuf>,
}

/// Takes the pictures of all graphs when these are made.
pub struct Pictures {
    pub form: PictureForm,
    pub write: Box<WritePictures>,
}

/// Writes them.
pub type WritePictures = dyn Fn(&str) -> Result<(), Failure> + Send + Sync;

/// How a graph is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureForm {
    Graphviz,
    Text,
}

impl Graphs {
    /// The options without the parts of these letters.
    ///
    /// # Errors
    /// If a letter stands for nothing.
    pub fn options_without(letters: &str) -> Result<Options, Failure> {
        let mut options = Options::default();
        for letter in letters.chars() {
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
        Ok(options)
    }

    /// Works on what is open. Warnings are told; `parts` are what the graphs have looked at, if anybody asks.
    pub(crate) fn work(
        &self,
        asked: &AskedQuery,
        engines: &Engines,
        stop: &Stop,
        parts: Option<&Parts>,
        warn: &mut dyn FnMut(String),
    ) -> Result<Statistics, Failure> {
        let mut album = self.pictures.as_ref().map(|pictures| Album { text: String::new(), form: pictures.form });
        let mut folder = self.folder.as_deref().map(|folder| Folder::new(folder, &asked.subject.plain, warn));
        let cache: &mut dyn Cache = match &mut folder {
            Some(folder) => folder,
            None => &mut (),
        };
        // Who wants to see the graphs wants those of one analysis, and one for each goal.
        let is_seen = album.is_some() || parts.is_some();
        let options = Options { goals_together: self.options.goals_together && !is_seen, ..self.options };
        let work = Work { solver: engines.solver()?, stop: stop.clone(), options, cache, pool: None };
        let n = if is_seen { 0 } else { engines.jobs.saturating_sub(1) };
        let mut observer = Observer { album: album.as_mut(), parts };
        let counters = queries::analyse(asked, &mut observer, work, &Others { n, solver: &|| engines.solver().ok() });
        if let (Some(pictures), Some(album)) = (&self.pictures, album) {
            (pictures.write)(&album.text)?;
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
        let program = program::identity(program);
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
pub(crate) type Parts = Mutex<BTreeMap<usize, Extent>>;

/// Where graphs are shown.
struct Observer<'r> {
    album: Option<&'r mut Album>,
    parts: Option<&'r Parts>,
}

impl GraphObserver for Observer<'_> {
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
    form: PictureForm,
}

impl Album {
    fn graph(&mut self, goal: usize, picture: &Picture<'_>) {
        self.text.push_str(&match self.form {
            PictureForm::Graphviz => picture.graphviz(),
            PictureForm::Text => format!("query.{}\n{}", goal + 1, picture.text()),
        });
    }
}
