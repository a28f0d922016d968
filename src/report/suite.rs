//! Test suites in the Test-Comp exchange format 1.1, as a folder or as a zip archive. A test of a program that reads the world outside is a folder with that world and a script. Whatever
//! happens to the process, a valid suite is on disk: everything appears under its name only when it is complete. Knows the board's tests, not how they were found.

use crate::files::{self, Taken, hexadecimal, write_atomically, write_folder_atomically};
use crate::value;
use crate::world::World;
use engine::collection::TestSink;
use engine::replay::Observed;
use engine::status::{TestCase, TestId};
use goto::interp::threads::{ThreadId, Turn};
use goto::{DataModel, GoalKind, Id, InputOrigin, Program, PropertyId};
use quick_xml::escape::escape;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::io::{self, Cursor, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use std::{fs, io::ErrorKind};
use thiserror::Error;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

const DECLARATION: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="no"?>"#;
/// A validator takes a file as a test case only if this is its second line.
const TESTCASE_DOCTYPE: &str =
    r#"<!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" "https://sosy-lab.org/test-format/testcase-1.1.dtd">"#;
const METADATA_DOCTYPE: &str = concat!(
    r#"<!DOCTYPE test-metadata PUBLIC "+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN" "#,
    r#""https://sosy-lab.org/test-format/test-metadata-1.1.dtd">"#
);

/// So many tests are archived at once each; later ones wait until [`ARCHIVE_PAUSE`] has passed since the last writing.
const ARCHIVED_AT_ONCE: usize = 200;
const ARCHIVE_PAUSE: Duration = Duration::from_millis(50);

/// What the metadata of a suite tells.
pub struct Metadata {
    /// The source files, as the user named them.
    pub files: Vec<PathBuf>,
    /// The text of the coverage property.
    pub specification: String,
    pub entry: String,
    pub model: DataModel,
    /// What of the world holds one value for all tests, if anything does.
    pub fixed: Option<World>,
}

/// Why there can be no suite.
#[derive(Debug, Error)]
pub enum SuiteError {
    #[error("cannot write the suite {}: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("will not replace {}: it holds `{found}`, which is not part of a test suite", path.display())]
    Foreign { path: PathBuf, found: String },
    #[error("will not replace {}: it is not a zip archive with a test suite", path.display())]
    NotAnArchive { path: PathBuf },
    #[error("cannot read {}: {error}", path.display())]
    Source { path: PathBuf, error: io::Error },
}

/// A suite being written. Clones write to the same suite.
#[derive(Clone)]
pub struct Suite {
    target: Arc<Mutex<Target>>,
    fixed: Option<World>,
    recorder: Option<Arc<dyn Recorder>>,
}

/// Looks what native runs of tests do, once a test is on disk.
pub trait Recorder: Send + Sync {
    /// A test is there.
    fn test(&self, program: &Program, test: TestId, world: &World);

    /// No more will come, and they may get other numbers; `is_late` if there is no time left. Says why nothing was kept, if there is a reason.
    fn finish(&self, is_late: bool) -> Option<String>;
}

enum Target {
    Folder(PathBuf),
    Archive(Archive),
}

/// The archive is kept in memory as it is on disk, so a new test is appended and compressed once.
struct Archive {
    path: PathBuf,
    bytes: Vec<u8>,
    n_tests: usize,
    written: Option<Instant>,
    dirty: bool,
}

impl Suite {
    /// Starts a suite without tests, as an archive if the name ends in `.zip`. A suite of a former run is replaced; anything else is refused untouched.
    pub fn create(path: &Path, metadata: &Metadata) -> Result<Self, SuiteError> {
        let text = metadata_xml(metadata)?;
        let failed = |error| SuiteError::Write { path: path.to_path_buf(), error };
        let target = if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("zip")) {
            check_archive(path)?;
            let mut archive = Archive { path: path.to_path_buf(), bytes: Vec::new(), n_tests: 0, written: None, dirty: false };
            archive.append(METADATA, text.as_bytes()).and_then(|()| archive.write()).map_err(failed)?;
            Target::Archive(archive)
        } else {
            let former = former_suite(path)?;
            fs::create_dir_all(path).map_err(failed)?;
            write_atomically(&path.join(METADATA), text.as_bytes()).map_err(failed)?;
            for test in former.into_iter().filter(|f| !f.ends_with(METADATA)) {
                if test.is_dir() { fs::remove_dir_all(test) } else { fs::remove_file(test) }.map_err(failed)?;
            }
            Target::Folder(path.to_path_buf())
        };
        Ok(Self { target: Arc::new(Mutex::new(target)), fixed: metadata.fixed.clone(), recorder: None })
    }

    /// The same suite, whose tests somebody looks at.
    pub fn recorded_by(self, recorder: Arc<dyn Recorder>) -> Self {
        Self { recorder: Some(recorder), ..self }
    }

    /// To be called before tests get other numbers: what is recorded of them is there, as far as time allows. Says why nothing is, if there is a reason.
    pub fn settle(&self, is_late: bool) -> Option<String> {
        self.recorder.as_ref().and_then(|recorder| recorder.finish(is_late))
    }

    /// Keeps what a native run of the test did.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn record(&self, test: TestId, observed: &Observed) -> io::Result<()> {
        let files = recorded_files(observed);
        let folder = folder_name(test.index());
        match &mut *self.target.lock().unwrap_or_else(PoisonError::into_inner) {
            Target::Folder(path) => write_folder_atomically(&path.join(folder).join(EXPECTED), &files),
            Target::Archive(archive) => {
                files.iter().try_for_each(|(file, content)| archive.append(&format!("{folder}/{EXPECTED}/{file}"), content))?;
                archive.write()
            }
        }
    }

    /// Writes what is not on disk yet.
    pub fn finish(&self) -> io::Result<()> {
        match &mut *self.target.lock().unwrap_or_else(PoisonError::into_inner) {
            Target::Archive(archive) if archive.dirty => archive.write(),
            _ => Ok(()),
        }
    }
}

impl TestSink for Suite {
    fn test(&mut self, program: &Program, test: &TestCase) -> io::Result<()> {
        let (files, world) = files_of(program, test, self.fixed.as_ref())?;
        self.write(files)?;
        if let (Some(recorder), Some(world)) = (&self.recorder, &world) {
            recorder.test(program, test.id, world);
        }
        Ok(())
    }

    fn arrange(&mut self, order: &[TestId]) -> io::Result<()> {
        match &mut *self.target.lock().unwrap_or_else(PoisonError::into_inner) {
            Target::Folder(path) => arrange_folder(path, order),
            Target::Archive(archive) => archive.arrange(order),
        }
    }
}

impl Suite {
    /// Writes a test that is new.
    fn write(&self, files: TestFiles) -> io::Result<()> {
        match &mut *self.target.lock().unwrap_or_else(PoisonError::into_inner) {
            Target::Folder(path) => match &files {
                TestFiles::One { name, text } => write_atomically(&path.join(name), text.as_bytes()),
                TestFiles::Folder { name, files } => {
                    let for_cmake = path.join(FOR_CMAKE);
                    if !for_cmake.exists() {
                        write_atomically(&for_cmake, TESTS_FOR_CMAKE.as_bytes())?;
                    }
                    write_folder_atomically(&path.join(name), files)
                }
            },
            Target::Archive(archive) => {
                match files {
                    TestFiles::One { name, text } => archive.append(&name, text.as_bytes())?,
                    TestFiles::Folder { name, files } => {
                        if archive.n_tests == 0 {
                            archive.append(FOR_CMAKE, TESTS_FOR_CMAKE.as_bytes())?;
                        }
                        files.iter().try_for_each(|(file, content)| archive.append(&format!("{name}/{file}"), content))?;
                    }
                }
                archive.n_tests += 1;
                let wait = archive.n_tests > ARCHIVED_AT_ONCE && archive.written.is_some_and(|t| t.elapsed() < ARCHIVE_PAUSE);
                if wait { Ok(()) } else { archive.write() }
            }
        }
    }
}

/// What a test is on disk.
enum TestFiles {
    One { name: String, text: String },
    Folder { name: String, files: Vec<(String, Vec<u8>)> },
}

/// And its world, if it has one.
///
/// # Errors
/// If the test needs a file or a variable whose name is not known.
fn files_of(program: &Program, test: &TestCase, fixed: Option<&World>) -> io::Result<(TestFiles, Option<World>)> {
    let number = test.id.index();
    if !program.reads_world() && fixed.is_none() {
        return Ok((TestFiles::One { name: file_name(number), text: testcase_xml(program, test) }, None));
    }
    let unknown = || io::Error::other(format!("test {} reads a file or a variable of the environment whose name is not known", number + 1));
    let read = World::of(program, &test.inputs).ok_or_else(unknown)?;
    let world = match fixed {
        Some(fixed) => read.with(fixed),
        None => read,
    };
    let of_world =
        [(COMMAND_LINE, world.command_line()), (STDIN, world.stdin.clone()), (ENVIRONMENT, world.environment()), (SCRIPT, world.script().into_bytes())];
    let mut files: Vec<(String, Vec<u8>)> = of_world.into_iter().map(|(name, content)| (name.to_owned(), content)).collect();
    files.extend(world.files.iter().map(|(name, content)| (format!("{FILES}/{name}"), content.clone())));
    if !world.failures.is_empty() {
        files.push((FAILURES.to_owned(), world.failures_text()));
    }
    if test.schedule.is_some() || test.violates.is_some() || test.inputs.iter().any(|(input, _)| program.inputs[*input].origin == InputOrigin::Call) {
        files.push((VALUES.to_owned(), testcase_xml(program, test).into_bytes()));
    }
    Ok((TestFiles::Folder { name: folder_name(number), files }, Some(world)))
}

/// What a native run did, as the script of the test keeps it.
fn recorded_files(observed: &Observed) -> Vec<(String, Vec<u8>)> {
    let Observed { status, stdout, stderr, files } = observed;
    let streams = [(STATUS, format!("{status}\n").into_bytes()), (STDOUT, stdout.clone()), (STDERR, stderr.clone())];
    let streams = streams.into_iter().map(|(name, content)| (name.to_owned(), content));
    streams.chain(files.iter().map(|(name, content)| (format!("{LEFT}/{name}"), content.clone()))).collect()
}

/// Of the test with this number, counted from 0.
fn file_name(number: usize) -> String {
    format!("testcase-{}.xml", number + 1)
}

/// The same for tests that are folders.
fn folder_name(number: usize) -> String {
    format!("{:04}", number + 1)
}

/// The files of a test that is a folder: arguments, standard input, how to run it, and the values that are not of the world.
pub(crate) const COMMAND_LINE: &str = "cmdline";
pub(crate) const STDIN: &str = "stdin";
/// What fails; not there if nothing does.
pub(crate) const FAILURES: &str = "failures";
pub(crate) const ENVIRONMENT: &str = "env";
const SCRIPT: &str = "run.sh";
pub(crate) const VALUES: &str = "testcase.xml";
/// The folder with what is in the working directory before the run.
pub(crate) const FILES: &str = "files";
/// The folder with what was recorded of a native run, and what is in it.
pub(crate) const EXPECTED: &str = "expect";
pub(crate) const STATUS: &str = "status";
pub(crate) const STDOUT: &str = "stdout";
pub(crate) const STDERR: &str = "stderr";
pub(crate) const LEFT: &str = "work";
pub(crate) const TEST_FILES: [&str; 8] = [COMMAND_LINE, STDIN, FAILURES, ENVIRONMENT, SCRIPT, VALUES, FILES, EXPECTED];
const METADATA: &str = "metadata.xml";
/// Makes tests of CMake of the folders beside it.
const FOR_CMAKE: &str = "tests.cmake";
const TESTS_FOR_CMAKE: &str = include_str!("tests.cmake");

pub(crate) fn is_test_folder(name: &str) -> bool {
    name.len() >= 4 && name.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whenever this is interrupted, every test of the order is in the folder under at least one name.
fn arrange_folder(path: &Path, order: &[TestId]) -> io::Result<()> {
    let former = former_suite(path).map_err(io::Error::other)?;
    let former: Vec<PathBuf> = former.into_iter().filter(|f| !f.ends_with(METADATA) && !f.ends_with(FOR_CMAKE)).collect();
    if former.iter().any(|test| test.is_dir()) {
        return arrange_folders(path, order, former.len());
    }
    let spare = |at: usize| path.join(file_name(former.len() + at));
    let moved = || order.iter().enumerate().filter(|(at, test)| *at != test.index());
    for (at, test) in moved() {
        let from = path.join(file_name(test.index()));
        // Not every file system has files under two names.
        fs::hard_link(&from, spare(at)).or_else(|_| write_atomically(&spare(at), &fs::read(&from)?))?;
    }
    for (at, _) in moved() {
        fs::rename(spare(at), path.join(file_name(at)))?;
    }
    for number in order.len()..former.len() {
        fs::remove_file(path.join(file_name(number)))?;
    }
    Ok(())
}

/// The same for tests that are folders, which have one name at any time.
fn arrange_folders(path: &Path, order: &[TestId], n_former: usize) -> io::Result<()> {
    let spare = |at: usize| path.join(folder_name(n_former + at));
    for (at, test) in order.iter().enumerate() {
        fs::rename(path.join(folder_name(test.index())), spare(at))?;
    }
    for number in (0..n_former).filter(|number| !order.iter().any(|test| test.index() == *number)) {
        fs::remove_dir_all(path.join(folder_name(number)))?;
    }
    for at in 0..order.len() {
        fs::rename(spare(at), path.join(folder_name(at)))?;
    }
    Ok(())
}

impl Archive {
    fn append(&mut self, name: &str, content: &[u8]) -> io::Result<()> {
        let cursor = Cursor::new(std::mem::take(&mut self.bytes));
        let mut writer =
            if self.written.is_none() && !self.dirty { ZipWriter::new(cursor) } else { ZipWriter::new_append(cursor).map_err(io::Error::other)? };
        writer.start_file(name, SimpleFileOptions::default()).map_err(io::Error::other)?;
        writer.write_all(content)?;
        self.bytes = writer.finish().map_err(io::Error::other)?.into_inner();
        self.dirty = true;
        Ok(())
    }

    /// What is compressed stays so.
    fn arrange(&mut self, order: &[TestId]) -> io::Result<()> {
        let mut old = ZipArchive::new(Cursor::new(&self.bytes)).map_err(io::Error::other)?;
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for name in [METADATA, FOR_CMAKE].into_iter().filter(|name| old.index_for_name(name).is_some()).collect::<Vec<_>>() {
            writer.raw_copy_file(old.by_name(name).map_err(io::Error::other)?).map_err(io::Error::other)?;
        }
        for (at, test) in order.iter().enumerate() {
            for (from, to) in renamed(&old, test.index(), at) {
                let file = old.by_name(&from).map_err(io::Error::other)?;
                writer.raw_copy_file_rename(file, to).map_err(io::Error::other)?;
            }
        }
        self.bytes = writer.finish().map_err(io::Error::other)?.into_inner();
        self.n_tests = order.len();
        self.write()
    }

    fn write(&mut self) -> io::Result<()> {
        write_atomically(&self.path, &self.bytes)?;
        self.dirty = false;
        self.written = Some(Instant::now());
        Ok(())
    }
}

/// What the files of a test in an archive are named, and shall be named once it has another number.
fn renamed(archive: &ZipArchive<Cursor<&Vec<u8>>>, from: usize, to: usize) -> Vec<(String, String)> {
    let folder = format!("{}/", folder_name(from));
    let within = archive.file_names().filter_map(|name| name.strip_prefix(&folder));
    let mut files: Vec<(String, String)> = within.map(|file| (format!("{folder}{file}"), format!("{}/{file}", folder_name(to)))).collect();
    if files.is_empty() {
        files.push((file_name(from), file_name(to)));
    }
    files
}

/// The files and folders of a suite in an existing folder; an error if there is anything else.
fn former_suite(path: &Path) -> Result<Vec<PathBuf>, SuiteError> {
    files::former(path, |name, is_folder| if is_folder { is_test_folder(name) && holds_a_test(&path.join(name)) } else { is_suite_file(name) }).map_err(
        |taken| match taken {
            Taken::Failed(error) => SuiteError::Write { path: path.to_path_buf(), error },
            Taken::Foreign(found) => SuiteError::Foreign { path: path.to_path_buf(), found },
        },
    )
}

/// Does the folder hold files of a test and nothing else?
fn holds_a_test(folder: &Path) -> bool {
    let is_own =
        |entry: io::Result<fs::DirEntry>| entry.is_ok_and(|e| e.file_name().to_str().is_some_and(|name| TEST_FILES.contains(&files::final_name(name))));
    fs::read_dir(folder).is_ok_and(|mut entries| entries.all(is_own))
}

fn is_suite_file(name: &str) -> bool {
    if let Some((folder, file)) = name.split_once('/') {
        return is_test_folder(folder) && TEST_FILES.contains(&file.split('/').next().unwrap_or(file));
    }
    name == METADATA || name == FOR_CMAKE || (name.starts_with("testcase-") && name.ends_with(".xml"))
}

/// An existing file must be an archive that holds a suite and nothing else.
fn check_archive(path: &Path) -> Result<(), SuiteError> {
    let file = match fs::File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(SuiteError::Write { path: path.to_path_buf(), error }),
    };
    if file.metadata().is_ok_and(|m| m.is_dir()) {
        return Err(SuiteError::Write { path: path.to_path_buf(), error: io::Error::from(ErrorKind::IsADirectory) });
    }
    let archive = ZipArchive::new(file).map_err(|_| SuiteError::NotAnArchive { path: path.to_path_buf() })?;
    match archive.file_names().find(|n| !is_suite_file(n)) {
        Some(found) => Err(SuiteError::Foreign { path: path.to_path_buf(), found: found.to_string() }),
        None => Ok(()),
    }
}

fn metadata_xml(metadata: &Metadata) -> Result<String, SuiteError> {
    let mut hash = Sha256::new();
    for file in &metadata.files {
        hash.update(fs::read(file).map_err(|error| SuiteError::Source { path: file.clone(), error })?);
    }
    let hash = hexadecimal(&hash.finalize());
    let files: Vec<_> = metadata.files.iter().map(|f| f.to_string_lossy()).collect();
    let architecture = match metadata.model {
        DataModel::Lp64 => "64bit",
        DataModel::Ilp32 => "32bit",
    };
    let producer = concat!("gotcha ", env!("CARGO_PKG_VERSION"));
    let time = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    // The document type fixes this order.
    let elements = [
        ("sourcecodelang", "C"),
        ("producer", producer),
        ("specification", &metadata.specification),
        ("programfile", &files.join(", ")),
        ("programhash", &hash),
        ("entryfunction", &metadata.entry),
        ("architecture", architecture),
        ("creationtime", &time),
    ];
    let mut text = format!("{DECLARATION}\n{METADATA_DOCTYPE}\n<test-metadata>\n");
    for (name, content) in elements {
        let _ = writeln!(text, "  <{name}>{}</{name}>", escape(content));
    }
    text.push_str("</test-metadata>\n");
    Ok(text)
}

/// One test. An input's type is a comment for people: consumers take the values in their order.
fn testcase_xml(program: &Program, test: &TestCase) -> String {
    let covers_error = test.shows.sure.iter().filter_map(|t| t.goal()).any(|g| program.goals[g].kind == GoalKind::ErrorCall);
    let attribute = if covers_error { r#" coversError="true""# } else { "" };
    let mut text = format!("{DECLARATION}\n{TESTCASE_DOCTYPE}\n<testcase{attribute}>\n");
    if let Some(schedule) = &test.schedule {
        let _ = writeln!(text, "  <?{SCHEDULE} {}?>", schedule_text(schedule));
    }
    if let Some(property) = test.violates {
        let _ = writeln!(text, "  <?{VIOLATES} {}?>", violation_text(program, property));
    }
    for (input, bits) in &test.inputs {
        let kind = &program.inputs[*input];
        if kind.origin != InputOrigin::Call {
            continue;
        }
        let _ = writeln!(text, r#"  <input type="{}">{}</input>"#, escape(&*kind.type_name), value::to_text(&program.types, kind.ty, *bits));
    }
    text.push_str("</testcase>\n");
    text
}

/// The name of the processing instruction with a schedule: consumers of tests that know nothing of threads pass over it.
pub(crate) const SCHEDULE: &str = "schedule";

/// The name of the one with what a test of a program with threads violates.
pub(crate) const VIOLATES: &str = "violates";

/// A property that a test violates, with all that its program was asked for: operations are counted in a program that has those properties.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    pub property: String,
    /// Their labels.
    pub classes: Vec<String>,
}

impl Violation {
    pub(crate) fn of(program: &Program, property: PropertyId) -> Self {
        let mut classes: Vec<String> = Vec::new();
        for label in program.properties.values().map(|property| property.class.label()) {
            if classes.iter().all(|known| known != label) {
                classes.push(label.to_owned());
            }
        }
        Self { property: program.properties[property].name.clone(), classes }
    }
}

fn violation_text(program: &Program, property: PropertyId) -> String {
    let Violation { property, classes } = Violation::of(program, property);
    format!("{property} of {}", classes.join(" "))
}

/// What [`violation_text`] writes.
pub(crate) fn violation_of(text: &str) -> Option<Violation> {
    let (property, labels) = text.split_once(" of ")?;
    Some(Violation { property: property.to_owned(), classes: labels.split_whitespace().map(str::to_owned).collect() })
}

/// Turns in their order, each a thread and how many operations it executes.
fn schedule_text(schedule: &[Turn]) -> String {
    schedule.iter().map(|turn| format!("{}:{}", turn.thread.index(), turn.operations)).collect::<Vec<_>>().join(" ")
}

/// The schedule that [`schedule_text`] writes.
pub(crate) fn schedule_of(text: &str) -> Option<Vec<Turn>> {
    let turn = |word: &str| {
        let (thread, operations) = word.split_once(':')?;
        Some(Turn { thread: ThreadId::new(thread.parse::<u32>().ok()? as usize), operations: operations.parse().ok()? })
    };
    text.split_whitespace().map(turn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_suite;
    use engine::status::Shown;
    use goto::{Bits, ExprPool, FuncId, IdVec, InputId, InputKind, InputOrigin, TypeTable};

    fn program() -> Program {
        let mut types = TypeTable::new(DataModel::Ilp32);
        let int = types.int(32, true);
        let mut inputs = IdVec::new();
        inputs.push(InputKind { function: "__VERIFIER_nondet_int".into(), type_name: "int".into(), ty: int, origin: InputOrigin::Call });
        Program {
            types,
            exprs: ExprPool::default(),
            files: IdVec::new(),
            symbols: IdVec::new(),
            functions: IdVec::new(),
            branches: IdVec::new(),
            inputs,
            goals: IdVec::new(),
            properties: IdVec::new(),
            start: FuncId::new(0),
            rounding: None,
            aligned: Default::default(),
            constants: Default::default(),
            thread_local: Default::default(),
            lent: Vec::new(),
            unreached: Default::default(),
            stubs: Default::default(),
        }
    }

    fn test(id: usize, value: i128) -> TestCase {
        TestCase {
            id: TestId::new(id),
            inputs: vec![(InputId::new(0), Bits::from_signed(32, value))],
            schedule: None,
            violates: None,
            covers: Vec::new(),
            shows: Shown::default(),
        }
    }

    fn metadata(folder: &Path) -> Metadata {
        let file = folder.join("a<b&c.c");
        fs::write(&file, "int main() { return 0; }\n").unwrap();
        Metadata {
            files: vec![file],
            specification: "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )".into(),
            entry: "main".into(),
            model: DataModel::Ilp32,
            fixed: None,
        }
    }

    #[test]
    fn lines_one_and_two_are_what_validators_look_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("suite");
        let mut suite = Suite::create(&path, &metadata(folder.path())).unwrap();
        suite.test(&program(), &test(0, -7)).unwrap();
        let text = fs::read_to_string(path.join("testcase-1.xml")).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("<?xml "));
        assert!(lines[1].starts_with("<!DOCTYPE testcase "));
        assert_eq!(&lines[2..], ["<testcase>", r#"  <input type="int">-7</input>"#, "</testcase>"]);
        let metadata = fs::read_to_string(path.join("metadata.xml")).unwrap();
        assert!(metadata.contains("a&lt;b&amp;c.c</programfile>"), "{metadata}");
        assert!(metadata.contains("<programhash>deac66cc"), "{metadata}");
        assert!(metadata.contains("<architecture>32bit</architecture>"));
        assert_eq!(fs::read_dir(&path).unwrap().count(), 2);
    }

    #[test]
    fn an_archive_is_complete_after_every_test() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("suite.zip");
        let mut suite = Suite::create(&path, &metadata(folder.path())).unwrap();
        assert_eq!(read_suite::read(&path).unwrap().len(), 0);
        for n in 0..3 {
            suite.test(&program(), &test(n, n as i128)).unwrap();
            let tests = read_suite::read(&path).unwrap();
            assert_eq!(tests.len(), n + 1);
            assert_eq!(tests[n].values, [n.to_string()]);
        }
        for n in 3..300 {
            suite.test(&program(), &test(n, n as i128)).unwrap();
        }
        suite.finish().unwrap();
        assert_eq!(read_suite::read(&path).unwrap().len(), 300);
    }

    #[test]
    fn tests_are_arranged_on_disk() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["suite", "suite.zip"] {
            let path = folder.path().join(name);
            let mut suite = Suite::create(&path, &metadata(folder.path())).unwrap();
            for n in 0..12 {
                suite.test(&program(), &test(n, n as i128)).unwrap();
            }
            let values = |path: &Path| read_suite::read(path).unwrap().into_iter().map(|t| (t.name, t.values[0].clone())).collect::<Vec<_>>();
            let pairs = |of: &[usize]| of.iter().enumerate().map(|(at, n)| (file_name(at), n.to_string())).collect::<Vec<_>>();
            for order in [&[3, 1, 11, 0, 5, 7, 4, 10, 2, 6, 8, 9][..], &[2, 1, 5], &[2]] {
                let before = values(&path);
                suite.arrange(&order.iter().map(|&n| TestId::new(n)).collect::<Vec<_>>()).unwrap();
                let expected: Vec<usize> = order.iter().map(|&n| before[n].1.parse().unwrap()).collect();
                assert_eq!(values(&path), pairs(&expected));
                if name == "suite.zip" {
                    // Validators read archives in this order.
                    let archive = ZipArchive::new(fs::File::open(&path).unwrap()).unwrap();
                    let names: Vec<String> = archive.file_names().map(str::to_string).collect();
                    assert_eq!(names[0], "metadata.xml");
                    assert_eq!(names[1..], (0..order.len()).map(file_name).collect::<Vec<_>>());
                }
            }
            // Later tests have the next numbers.
            suite.test(&program(), &test(1, 77)).unwrap();
            assert_eq!(values(&path), pairs(&[7, 77]));
            suite.arrange(&[]).unwrap();
            assert!(values(&path).is_empty());
        }
    }

    #[test]
    fn a_former_suite_is_replaced_and_foreign_files_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("suite");
        let info = metadata(folder.path());
        Suite::create(&path, &info).unwrap().test(&program(), &test(4, 1)).unwrap();
        Suite::create(&path, &info).unwrap();
        assert_eq!(fs::read_dir(&path).unwrap().count(), 1);
        fs::write(path.join("thesis.tex"), "precious").unwrap();
        let error = Suite::create(&path, &info).err().unwrap().to_string();
        assert!(error.contains("thesis.tex"), "{error}");
        let archive = folder.path().join("other.zip");
        fs::write(&archive, "not an archive").unwrap();
        assert!(Suite::create(&archive, &info).is_err());
        assert_eq!(fs::read_to_string(&archive).unwrap(), "not an archive");
    }
}
