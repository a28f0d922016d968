//! `report`, and the reports that analysing commands write: both come from a result alone.

use crate::cli::args::{LcovFormat, ReportCommandArgs, ReportFiles};
use crate::cli::command::check_writable;
use crate::cli::output;
use frontend::Diagnostic;
use report::reports::Sources;
use report::reports::html::html;
use report::reports::junit::junit;
use report::reports::lcov::{self, lcov};
use report::reports::markdown::markdown;
use report::reports::merge::merge;
use report::reports::sarif::sarif;
use report::reports::table::{Rows, table};
use report::result::{AnalysisResult, Counts};
use std::fmt::Write as _;
use std::fs;
use std::io::IsTerminal;
use std::path::Path;
use tasks::asked::checks;
use tasks::failure::Failure;

/// Rows of functions on a terminal where not all are asked for.
const ROWS: usize = 40;

/// `gotcha report`. The answer is the exit status.
pub(super) fn report(args: &ReportCommandArgs) -> Result<u8, Failure> {
    check(&args.files)?;
    check_writable([args.json.as_deref()])?;
    let results = args.results.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    // The command line has at least one.
    let Some(result) = merge(results) else { return Err(Failure::Usage("there is no result".into())) };
    if !args.json.as_deref().is_some_and(output::is_stdout) {
        output::print(&format!("{}{}VERDICT: {}\n", terminal_table(&result, args.table), counts(&result), result.verdict_text()))?;
    }
    write(&args.files, &result)?;
    args.json.as_deref().map_or(Ok(()), |path| output::write(path, &result.text()))?;
    Ok(0)
}

fn counts(result: &AnalysisResult) -> String {
    let Counts { goals, properties } = result.summary.unwrap_or_default();
    let mut text = String::new();
    if let Some(c) = goals {
        let (goals, covered, unreachable, undecided, tests) = (c.goals, c.covered, c.unreachable, c.undecided, c.tests);
        // Writing to a string does not fail.
        let _ = writeln!(text, "GOALS: {goals}  COVERED: {covered}  UNREACHABLE: {unreachable}  UNDECIDED: {undecided}  TESTS: {tests}");
    }
    if let Some(c) = properties {
        let _ = writeln!(text, "PROPERTIES: {}  HOLDS: {}  VIOLATED: {}  UNKNOWN: {}", c.properties, c.holds, c.violated, c.unknown);
    }
    text
}

fn read(path: &Path) -> Result<AnalysisResult, Failure> {
    let file = path.display().to_string();
    let wrong = |message: String, line: usize, column: usize, source_line: Option<String>| {
        Failure::Text(Diagnostic { message, file: file.clone(), line: line.max(1) as u32, column: column.max(1) as u32, length: 1, source_line })
    };
    let text = fs::read_to_string(path).map_err(|e| wrong(format!("cannot read the result: {e}"), 1, 1, None))?;
    AnalysisResult::read(&text).map_err(|e| {
        let message = e.to_string();
        // The place is told by the diagnostic.
        let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(what, _)| what);
        let line = text.lines().nth(e.line().saturating_sub(1)).filter(|line| line.len() < 1000);
        wrong(format!("this is no result of an analysis: {message}"), e.line(), e.column(), line.map(str::to_owned))
    })
}

/// Refuses what cannot be written, before the analysis.
pub(super) fn check(files: &ReportFiles) -> Result<(), Failure> {
    let ReportFiles { lcov, lcov_format: _, lcov_absolute: _, sarif, junit, markdown, html } = files;
    check_writable([lcov, sarif, junit, markdown].map(|path| path.as_deref()))?;
    html.as_deref().map_or(Ok(()), |folder| fs::create_dir_all(folder).map_err(|error| failed(folder, error)))
}

/// Is any report asked for?
pub(super) fn is_asked(files: &ReportFiles) -> bool {
    let ReportFiles { lcov, lcov_format: _, lcov_absolute: _, sarif, junit, markdown, html } = files;
    [lcov, sarif, junit, markdown, html].iter().any(|path| path.is_some())
}

/// Writes the reports that are asked for.
pub(super) fn write(files: &ReportFiles, result: &AnalysisResult) -> Result<(), Failure> {
    let put = |path: &Option<std::path::PathBuf>, text: &dyn Fn() -> String| path.as_deref().map_or(Ok(()), |path| output::write(path, &text()));
    put(&files.lcov, &|| lcov_text(files, result))?;
    put(&files.sarif, &|| sarif(result, &checks::finds, &FromDisk))?;
    put(&files.junit, &|| junit(result))?;
    put(&files.markdown, &|| markdown(result))?;
    let Some(folder) = &files.html else { return Ok(()) };
    fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    html(result, &FromDisk).iter().try_for_each(|file| output::write(&folder.join(&file.name), &file.content))
}

fn lcov_text(files: &ReportFiles, result: &AnalysisResult) -> String {
    // Without a working directory names stay as they are.
    let here = std::env::current_dir().unwrap_or_default();
    let names = if files.lcov_absolute { lcov::Names::Absolute(&here) } else { lcov::Names::RelativeTo(&here) };
    let format = match files.lcov_format {
        LcovFormat::Plain => lcov::Format::Plain,
        LcovFormat::Version2 => lcov::Format::Version2,
    };
    lcov(result, format, names)
}

/// The table by file and function, if a person reads it or asks for it.
pub(super) fn terminal_table(result: &AnalysisResult, asked: bool) -> String {
    match (asked, std::io::stdout().is_terminal()) {
        (true, _) => table(result, Rows::All),
        (false, true) => table(result, Rows::Functions(ROWS)),
        (false, false) => String::new(),
    }
}

fn failed(path: &Path, error: std::io::Error) -> Failure {
    Failure::Output { path: path.display().to_string(), error }
}

/// Source files as results name them.
struct FromDisk;

impl Sources for FromDisk {
    fn text(&self, file: &str) -> Option<String> {
        fs::read(file).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }
}
