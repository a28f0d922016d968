//! `lsp`: a language server over standard input and output. What it shows is what `verify` and `cover` find of each function within a short time.
//!
//! | module | what |
//! |---|---|
//! | `framing` | messages, byte by byte |
//! | `text` | places in texts, edits, addresses of files |
//! | `shown` | findings as diagnostics and lenses |
//! | `server` | requests, open files, the analysis behind them |

mod framing;
mod server;
mod shown;
mod text;

use super::args::LspArgs;
use super::{command, request, settings};
use frontend::{Aliases, LazyInputs};
use server::{Maker, Server};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tasks::asked::properties;
use tasks::document::Document;
use tasks::failure::Failure;
use tasks::supervise::Supervisor;

/// For all functions of a file, unless something else is said.
const TIMEOUT: Duration = Duration::from_secs(30);

/// `gotcha lsp`. The answer is the exit status.
pub(super) fn lsp(args: &LspArgs, supervisor: &Supervisor) -> Result<u8, Failure> {
    let program = &args.program;
    if !program.files.is_empty() || program.entry.is_some() || program.lazy_inputs {
        let why = "the editor says which files are open, and each function is looked at by itself: lsp takes no FILE, --entry or --lazy-inputs";
        return Err(Failure::Usage(why.to_owned()));
    }
    // What is wrong with the command line is said now.
    properties::checkable(args.property.as_deref())?;
    request::engines(&args.analysis)?;
    let own = Arc::new(args.clone());
    let make: Maker = Arc::new(move |file: &Path, unsaved| document(&own, file, unsaved));
    let server = Server::new(std::io::stdout(), make, supervisor.panics.clone());
    // Nobody is left to be told that the client is gone.
    let was_told = server.serve().unwrap_or(false);
    command::leave(u8::from(!was_told))
}

/// What is to be analysed of a file.
fn document(args: &LspArgs, file: &Path, unsaved: BTreeMap<PathBuf, Arc<str>>) -> Result<Document, Failure> {
    let LspArgs { mut program, mut analysis, property, time, .. } = args.clone();
    settings::fill(&mut program, &mut analysis)?;
    program.files = vec![file.to_owned()];
    let aim = properties::checkable(property.as_deref())?;
    let mut request = request::program(&program, None)?;
    request.source.unsaved = unsaved;
    let (elements, characters) = request::lengths(&program);
    let given = LazyInputs { aliases: Aliases::default(), objects: usize::from(program.lazy_objects), elements, characters, for_tests: false };
    let engines = request::engines(&analysis)?;
    Ok(Document { program: request, file: file.to_owned(), engines, aim, given, time, timeout: analysis.timeout.unwrap_or(TIMEOUT) })
}
