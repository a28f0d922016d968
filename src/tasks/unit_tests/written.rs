//! The folder of the tests: a file for each source, one for what crashes, the headers, the list for CMake. A file is written only if it changes, and only if it is none of the
//! user's.

use super::native::{self, Attempt};
use super::{FunctionReport, UnitTests};
use crate::failure::Failure;
use crate::supervise::Supervisor;
use crate::unit_tests::found::Found;
use engine::replay::ReplayError;
use frontend::preprocess;
use goto::limits::Stop;
use report::files::{fingerprint, write_beside_others};
use report::unit_tests::file::{self, CHECK_HEADER, Form, Inclusion, MARK, Objects, Recorded, SUBJECT_HEADER, Test};
use report::unit_tests::frameworks::Framework;
use report::unit_tests::observed::Ending;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::Ordering;

/// The list for CMake.
const LIST: &str = "gotcha_tests.cmake";
/// Digits that tell what tests a file was made of.
const DIGITS: usize = 8;

/// What is kept.
const KIND: &str = "files";

/// The files of one source.
#[derive(Serialize, Deserialize)]
struct Made {
    /// Functions, and why there is a test less of them.
    left_out: Vec<(String, String)>,
    files: Vec<MadeFile>,
}

#[derive(Serialize, Deserialize)]
struct MadeFile {
    /// The name of the program that the file makes.
    program: String,
    /// Do the tests show crashes?
    is_of_bugs: bool,
    /// `None`: there is no such file.
    text: Option<String>,
    tests: Vec<String>,
    /// Names of tests that break a contract, and the clauses.
    broken: Vec<(String, Vec<String>)>,
}

/// What was written.
pub struct Written {
    folder: PathBuf,
    /// Files that changed, and those that did not.
    pub changed: Vec<PathBuf>,
    pub unchanged: usize,
    /// Files that belong to somebody else, and stand in the way.
    pub foreign: Vec<PathBuf>,
    /// Names of test programs, whether they show crashes, and names of their tests.
    programs: Vec<(String, bool, Vec<String>)>,
}

impl Written {
    pub(super) fn begin(folder: &Path) -> Result<Self, Failure> {
        fs::create_dir_all(folder).map_err(|error| Failure::Output { path: folder.display().to_string(), error })?;
        let mut written = Self { folder: folder.to_owned(), changed: Vec::new(), unchanged: 0, foreign: Vec::new(), programs: Vec::new() };
        written.put(CHECK_HEADER.0, CHECK_HEADER.1)?;
        written.put(SUBJECT_HEADER.0, SUBJECT_HEADER.1)?;
        Ok(written)
    }

    /// Records and writes the tests of one source.
    pub(super) fn source(&mut self, wanted: &UnitTests, source: &Path, found: &[&Found], supervisor: &Supervisor) -> Result<Vec<FunctionReport>, Failure> {
        let absolute = source.canonicalize().unwrap_or_else(|_| source.to_owned());
        let has_main = found.iter().any(|found| found.function.has_main);
        let inclusion = Inclusion { source: absolute.display().to_string(), has_main };
        let made = self.known_or_made(wanted, (source, &inclusion), found, supervisor)?;
        let mut reports: Vec<FunctionReport> = found.iter().map(|found| report(found)).collect();
        for (function, why) in &made.left_out {
            leave_out(&mut reports, function, why);
        }
        let mut all = FxHashSet::default();
        for MadeFile { program, is_of_bugs, text, tests, broken } in &made.files {
            let path = format!("{program}.c");
            match text {
                Some(text) => self.put(&path, text)?,
                None => self.remove(&path)?,
            }
            all.extend(tests.iter().map(String::as_str));
            for report in &mut reports {
                let is_own = |test: &str| test.rsplit_once('_').is_some_and(|(function, _)| function == report.name);
                let n = tests.iter().filter(|test| is_own(test)).count();
                report.tests += n;
                report.broken.extend(broken.iter().filter(|(test, _)| is_own(test)).cloned());
                report.bugs += if *is_of_bugs { n } else { 0 };
            }
            if !tests.is_empty() {
                self.programs.push((program.clone(), *is_of_bugs, tests.clone()));
            }
        }
        for (report, found) in reports.iter_mut().zip(found) {
            report.covered = found.covered_by(&all);
        }
        Ok(reports)
    }

    /// The files of one source: as an earlier run has made them of the same tests and the same text, or as native runs say now.
    fn known_or_made(&self, wanted: &UnitTests, (source, inclusion): (&Path, &Inclusion), found: &[&Found], supervisor: &Supervisor) -> Result<Made, Failure> {
        let tests: Vec<Test<'_>> = found.iter().flat_map(|found| found.tests()).collect();
        // All functions of a source need the same files.
        let files = found.first().map_or(&[][..], |found| &found.function.needed);
        let cached = wanted.cache.as_ref().and_then(|cache| Some((cache, self.key(wanted, (source, inclusion), &tests, files)?)));
        if let Some((cache, key)) = &cached
            && let Some(made) = cache.get::<Made>(KIND, key)
        {
            return Ok(made);
        }
        let made = self.make(wanted, (source, inclusion), tests, (files, supervisor))?;
        if let Some((cache, key)) = &cached
            && !supervisor.interrupted.load(Ordering::Relaxed)
        {
            cache.put(KIND, key, &made);
        }
        Ok(made)
    }

    /// What files of tests depend on; `None` if it cannot be read.
    fn key(&self, wanted: &UnitTests, (source, inclusion): (&Path, &Inclusion), tests: &[Test<'_>], files: &[PathBuf]) -> Option<String> {
        let options = &wanted.program.source;
        let beside = relative(&self.folder, Path::new(&inclusion.source));
        let mut key = format!("{beside} {} {:?} {:?}", source.display(), wanted.framework, std::env::var_os("CC"));
        for file in files {
            let _ = write!(key, "\n{} {:?}\n{}", file.display(), options.of(file).compiler_options(), preprocess::preprocess(file, options).ok()?);
        }
        for test in tests {
            let text = test.recording(None, Objects::OnHeap).unwrap_or_else(str::to_owned);
            let _ = write!(key, "\n{} {} {:?}\n{text}", test.name, test.covers, test.breaks);
        }
        Some(key + &file::definitions(tests.iter()))
    }

    fn make(
        &self,
        wanted: &UnitTests,
        (source, inclusion): (&Path, &Inclusion),
        tests: Vec<Test<'_>>,
        (files, supervisor): (&[PathBuf], &Supervisor),
    ) -> Result<Made, Failure> {
        let stop = supervisor.stop(None);
        let recorded = record_all((wanted, files), inclusion, tests, &stop)?;
        let (mut kept, mut left_out) = (Vec::new(), Vec::new());
        for result in recorded {
            match result {
                Attempt::Kept(recorded) => kept.push(recorded),
                Attempt::LeftOut { test, why } => left_out.push((test.subject.program.functions[test.subject.entry].name.clone(), why)),
            }
        }
        let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_bug = |recorded: &&Recorded<'_>| matches!(recorded.record.ending, Ending::Died(_)) || recorded.breaks_contract();
        let mut files = Vec::new();
        for (program, is_of_bugs) in [(format!("test_{name}"), false), (format!("test_bugs_{name}"), true)] {
            let own: Vec<&Recorded<'_>> = kept.iter().filter(|recorded| is_bug(recorded) == is_of_bugs).collect();
            let (text, tests) = if own.is_empty() { (None, Vec::new()) } else { self.text(wanted, inclusion, (&program, source), &own, &stop)? };
            let is_kept = |recorded: &&&Recorded<'_>| recorded.breaks_contract() && tests.contains(&recorded.test.name);
            let broken = own.iter().filter(is_kept).map(|recorded| (recorded.test.name.clone(), recorded.test.breaks.clone())).collect();
            files.push(MadeFile { program, is_of_bugs, text, tests, broken });
        }
        Ok(Made { left_out, files })
    }

    /// The text of one file, and the names of the tests in it.
    fn text(
        &self,
        wanted: &UnitTests,
        inclusion: &Inclusion,
        (name, source): (&str, &Path),
        tests: &[&Recorded<'_>],
        stop: &Stop,
    ) -> Result<(Option<String>, Vec<String>), Failure> {
        let definitions = file::definitions(tests.iter().map(|recorded| &recorded.test));
        let said = |inclusion: &Inclusion, framework, casts| {
            let form = Form { framework, program: name };
            let (body, names) = file::tests(tests, &form, casts);
            let about = format!("tests of {}, id {}", source.display(), &fingerprint(format!("{definitions}{body}").as_bytes())[..DIGITS]);
            (file::file(inclusion, &form, (&definitions, &body), &names, &about), names)
        };
        // Headers of frameworks need not be here.
        let (plain, _) = said(inclusion, Framework::Plain, false);
        let casts = native::is_warned_of(wanted, source, &self.folder, &plain, stop).map_err(failure)?;
        let beside = Inclusion { source: relative(&self.folder, Path::new(&inclusion.source)), ..inclusion.clone() };
        let (text, names) = said(&beside, wanted.framework, casts);
        Ok((Some(text), names.into_iter().map(|(name, _)| name).collect()))
    }

    /// Writes the list for CMake.
    pub(super) fn list(&mut self, framework: Framework) -> Result<(), Failure> {
        let mut text = format!("# {MARK}include() this file, then call gotcha_unit_tests with what the tests are linked with.\nfunction(gotcha_unit_tests)\n");
        let library = if framework.library().is_empty() { String::new() } else { format!(" {}", framework.library()) };
        for (program, bugs, tests) in &self.programs {
            let _ = writeln!(text, "  add_executable({program} ${{CMAKE_CURRENT_FUNCTION_LIST_DIR}}/{program}.c)");
            let _ = writeln!(text, "  target_link_libraries({program} PRIVATE{library} ${{ARGN}} m)");
            let _ = writeln!(text, "  foreach(name {})", tests.join(" "));
            let choosing = framework.choosing(program, "${name}");
            let _ = writeln!(text, "    add_test(NAME {program}.${{name}} COMMAND {program} {choosing})");
            if *bugs {
                let _ = writeln!(text, "    set_tests_properties({program}.${{name}} PROPERTIES LABELS bug)");
            }
            text.push_str("  endforeach()\n");
        }
        text.push_str("endfunction()\n");
        self.put(LIST, &text)
    }

    fn put(&mut self, name: &str, text: &str) -> Result<(), Failure> {
        let path = self.folder.join(name);
        let failed = |error| Failure::Output { path: path.display().to_string(), error };
        match fs::read_to_string(&path) {
            Ok(before) if before == text => self.unchanged += 1,
            Ok(before) if !is_own(name, &before) => self.foreign.push(path),
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(failed(error)),
            _ => {
                write_beside_others(&path, text.as_bytes()).map_err(failed)?;
                self.changed.push(path);
            }
        }
        Ok(())
    }

    /// Takes away a file of earlier tests.
    fn remove(&mut self, name: &str) -> Result<(), Failure> {
        let path = self.folder.join(name);
        match fs::read_to_string(&path) {
            Ok(before) if is_own(name, &before) => {
                fs::remove_file(&path).map_err(|error| Failure::Output { path: path.display().to_string(), error })?;
                self.changed.push(path);
            }
            Ok(_) => self.foreign.push(path),
            Err(_) => {}
        }
        Ok(())
    }
}

/// May a file with this content be written again? The header of checks has no mark: its name is one.
fn is_own(name: &str, content: &str) -> bool {
    name == CHECK_HEADER.0 || content.lines().next().is_some_and(|first| first.contains(MARK))
}

/// Records the tests of all functions at once; where that does not compile, those of each function.
fn record_all<'a>((wanted, files): (&UnitTests, &[PathBuf]), inclusion: &Inclusion, tests: Vec<Test<'a>>, stop: &Stop) -> Result<Vec<Attempt<'a>>, Failure> {
    if tests.is_empty() {
        return Ok(Vec::new());
    }
    match native::record((wanted, files), inclusion, tests.clone(), stop) {
        Err(ReplayError::Compile(_)) => {}
        recorded => return recorded.map_err(failure),
    }
    let mut all = Vec::new();
    for tests in tests.chunk_by(|a, b| std::ptr::eq(a.subject.program, b.subject.program)) {
        match native::record((wanted, files), inclusion, tests.to_vec(), stop) {
            Err(ReplayError::Compile(said)) => {
                let first = said.lines().find(|line| line.contains("error")).or(said.lines().next()).unwrap_or_default();
                let why = format!("the C compiler does not take the tests: {first}");
                all.extend(tests.iter().map(|test| Attempt::LeftOut { test: test.clone(), why: why.clone() }));
            }
            recorded => all.extend(recorded.map_err(failure)?),
        }
    }
    Ok(all)
}

fn failure(error: ReplayError) -> Failure {
    Failure::Usage(format!("tests cannot be run here: {error}"))
}

fn report(found: &Found) -> FunctionReport {
    FunctionReport {
        name: found.function.name.clone(),
        file: found.function.file.clone(),
        goals: found.goals,
        covered: 0,
        unreachable: found.unreachable(),
        tests: 0,
        bugs: 0,
        broken: Vec::new(),
        has_contract: found.has_contract,
        left_out: found.left_out.iter().map(|(why, n)| (why.clone(), *n)).collect(),
    }
}

fn leave_out(reports: &mut [FunctionReport], function: &str, why: &str) {
    let Some(report) = reports.iter_mut().find(|report| report.name == function) else { return };
    match report.left_out.iter_mut().find(|(known, _)| known == why) {
        Some((_, n)) => *n += 1,
        None => report.left_out.push((why.to_owned(), 1)),
    }
}

/// The way from a folder to a file.
fn relative(folder: &Path, file: &Path) -> String {
    let from = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let (from, to): (Vec<Component<'_>>, Vec<Component<'_>>) = (from.components().collect(), file.components().collect());
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let mut path = PathBuf::new();
    from[common..].iter().for_each(|_| path.push(".."));
    to[common..].iter().for_each(|component| path.push(component));
    path.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_between_folders() {
        assert_eq!(relative(Path::new("/nowhere/tests/gotcha"), Path::new("/nowhere/src/list.c")), "../../src/list.c");
        assert_eq!(relative(Path::new("/nowhere"), Path::new("/nowhere/list.c")), "list.c");
    }
}
