//! Reads test suites of the Test-Comp exchange format, whoever wrote them, for replay. Knows the formats alone.

use crate::suite::{self, Violation};
use crate::value;
use crate::world::World;
use engine::replay::Observed;
use goto::interp::threads::Turn;
use goto::{Bits, InputId, InputOrigin, Program, PropertyId};
use quick_xml::events::{BytesRef, Event};
use quick_xml::reader::Reader;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A test as it stands in the suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuiteTest {
    /// The name of the file or folder within the suite.
    pub name: String,
    /// Values as text, in the order in which the program asks for them.
    pub values: Vec<String>,
    /// Which thread goes on when, of a program that may begin threads.
    pub schedule: Option<Vec<Turn>>,
    /// What it violates, of a program that may begin threads.
    pub violates: Option<Violation>,
    /// What it finds outside.
    pub world: World,
    /// What a native run was seen to do.
    pub expected: Option<Observed>,
}

impl SuiteTest {
    /// The test of a run that violates a property of a program that may begin threads, as if it had been written and read again; `None` if the run does not tell what it
    /// found outside.
    pub fn of_violation(program: &Program, property: PropertyId, inputs: &[(InputId, Bits)], schedule: Option<Vec<Turn>>) -> Option<Self> {
        let of_calls = inputs.iter().filter(|(input, _)| program.inputs[*input].origin == InputOrigin::Call);
        Some(Self {
            name: program.properties[property].name.clone(),
            values: of_calls.map(|(input, bits)| value::to_text(&program.types, program.inputs[*input].ty, *bits)).collect(),
            schedule,
            violates: Some(Violation::of(program, property)),
            world: World::of(program, inputs)?,
            expected: None,
        })
    }
}

#[derive(Debug, Error)]
pub enum ReadError {
    #[error("cannot read the suite {}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("{}: {name}: {message}", path.display())]
    Malformed { path: PathBuf, name: String, message: String },
    #[error("{} holds no metadata.xml, so it is no test suite", path.display())]
    NoMetadata { path: PathBuf },
}

/// All tests of a folder or zip archive, in the order of the numbers in their names.
pub fn read(path: &Path) -> Result<Vec<SuiteTest>, ReadError> {
    let files = if path.is_dir() { folder(path) } else { archive(path) };
    let files = files.map_err(|error| ReadError::Io { path: path.to_path_buf(), error })?;
    if !files.iter().any(|(name, _)| file_name(name) == "metadata.xml") {
        return Err(ReadError::NoMetadata { path: path.to_path_buf() });
    }
    let malformed = |name: &str, message: String| ReadError::Malformed { path: path.to_path_buf(), name: name.to_owned(), message };
    let calls_of = |name: &str, content: &[u8]| {
        let text = std::str::from_utf8(content).map_err(|e| malformed(name, e.to_string()))?;
        calls(text).map_err(|message| malformed(name, message))
    };
    let mut tests = Vec::new();
    let mut folders: BTreeMap<&str, Folder<'_>> = BTreeMap::new();
    for (name, content) in &files {
        match test_folder(name) {
            Some((folder, file)) => {
                let folder = folders.entry(folder).or_default();
                if let Some(part) = file.strip_prefix(suite::EXPECTED).and_then(|part| part.strip_prefix('/')) {
                    folder.expected.add(part, content);
                    continue;
                }
                match file {
                    suite::COMMAND_LINE => folder.command_line = content,
                    suite::STDIN => folder.stdin = content,
                    suite::FAILURES => folder.failures = content,
                    suite::ENVIRONMENT => folder.environment = content,
                    suite::VALUES => folder.calls = calls_of(name, content)?,
                    _ => folder.files.extend(file_of_world(file).map(|file| (file.to_owned(), content.clone()))),
                }
            }
            None if file_name(name) == "metadata.xml" || !name.ends_with(".xml") => {}
            None => {
                let Calls { values, schedule, violates } = calls_of(name, content)?;
                tests.push(SuiteTest { name: name.clone(), values, schedule, violates, world: World::default(), expected: None });
            }
        }
    }
    for (name, Folder { command_line, stdin, failures, environment, files, calls: Calls { values, schedule, violates }, expected }) in folders {
        let world = World::from_files(command_line, stdin.to_vec(), failures, environment, files);
        tests.push(SuiteTest { name: name.to_owned(), values, schedule, violates, world, expected: expected.observed() });
    }
    tests.sort_by_cached_key(|t| (number(&t.name), t.name.clone()));
    Ok(tests)
}

/// What a program finds outside, from the folder of a test. What is not there is empty.
///
/// # Errors
/// If there is no such folder, or what is in it cannot be read.
pub fn read_world(path: &Path) -> Result<World, ReadError> {
    let failed = |error| ReadError::Io { path: path.to_path_buf(), error };
    fs::read_dir(path).map_err(failed)?;
    let content = |name: &str| match fs::read(path.join(name)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        read => read.map_err(failed),
    };
    let mut files = Vec::new();
    let folder = path.join(suite::FILES);
    if folder.is_dir() {
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            files.push((entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).map_err(failed)?));
        }
    }
    Ok(World::from_files(&content(suite::COMMAND_LINE)?, content(suite::STDIN)?, &content(suite::FAILURES)?, &content(suite::ENVIRONMENT)?, files))
}

/// What is known of a test that is a folder.
#[derive(Default)]
struct Folder<'a> {
    command_line: &'a [u8],
    stdin: &'a [u8],
    failures: &'a [u8],
    environment: &'a [u8],
    files: Vec<(String, Vec<u8>)>,
    calls: Calls,
    expected: Expected<'a>,
}

/// What a file with a test says: what calls deliver, and which thread goes on when.
#[derive(Default)]
struct Calls {
    values: Vec<String>,
    schedule: Option<Vec<Turn>>,
    violates: Option<Violation>,
}

/// What was recorded of a native run, part by part.
#[derive(Default)]
struct Expected<'a> {
    status: Option<i32>,
    stdout: &'a [u8],
    stderr: &'a [u8],
    files: Vec<(String, Vec<u8>)>,
}

impl<'a> Expected<'a> {
    fn add(&mut self, part: &str, content: &'a [u8]) {
        match part {
            suite::STATUS => self.status = std::str::from_utf8(content).ok().and_then(|text| text.trim().parse().ok()),
            suite::STDOUT => self.stdout = content,
            suite::STDERR => self.stderr = content,
            _ => {
                let left = part.strip_prefix(suite::LEFT).and_then(|name| name.strip_prefix('/'));
                self.files.extend(left.map(|name| (name.to_owned(), content.to_vec())));
            }
        }
    }

    /// `None` if nothing was.
    fn observed(mut self) -> Option<Observed> {
        self.files.sort();
        Some(Observed { status: self.status?, stdout: self.stdout.to_vec(), stderr: self.stderr.to_vec(), files: self.files })
    }
}

/// The name that a file of a test has in the working directory. Never one in another folder, whatever an archive says.
fn file_of_world(name: &str) -> Option<&str> {
    name.strip_prefix(suite::FILES)?.strip_prefix('/').filter(|name| !name.contains('/') && ![".", ".."].contains(name))
}

/// Folder and file, if it is a file of a test that is a folder.
fn test_folder(name: &str) -> Option<(&str, &str)> {
    let is_of_test = |file: &str| suite::TEST_FILES.contains(&file.split('/').next().unwrap_or(file));
    let parts = name.match_indices('/').map(|(at, _)| (&name[..at], &name[at + 1..]));
    parts.into_iter().find(|(folder, file)| suite::is_test_folder(file_name(folder)) && is_of_test(file))
}

/// The files of a folder and of the tests in it, with their names.
fn folder(path: &Path) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() && suite::is_test_folder(&name) {
            files_below(&entry.path(), &name, DEEPEST, &mut files)?;
        } else if name.ends_with(".xml") {
            files.push((name, fs::read(entry.path())?));
        }
    }
    Ok(files)
}

/// Folders in the folder of a test.
const DEEPEST: u32 = 12;

fn files_below(folder: &Path, name: &str, deepest: u32, files: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (name, kind) = (format!("{name}/{}", entry.file_name().to_string_lossy()), entry.file_type()?);
        if kind.is_dir() && deepest > 0 {
            files_below(&entry.path(), &name, deepest - 1, files)?;
        } else if kind.is_file() {
            files.push((name, fs::read(entry.path())?));
        }
    }
    Ok(())
}

fn archive(path: &Path) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut archive = zip::ZipArchive::new(fs::File::open(path)?).map_err(io::Error::other)?;
    let mut files = Vec::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).map_err(io::Error::other)?;
        if file.is_file() {
            let mut content = Vec::new();
            file.read_to_end(&mut content)?;
            files.push((file.name().to_string(), content));
        }
    }
    Ok(files)
}

fn file_name(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// The last number in a name, so that test 10 comes after test 9.
fn number(name: &str) -> u64 {
    let digits = name.trim_end_matches(|c: char| !c.is_ascii_digit());
    let start = digits.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    digits[start..].parse().unwrap_or(u64::MAX)
}

/// The texts of the `input` elements, and the schedule.
fn calls(text: &str) -> Result<Calls, String> {
    let mut reader = Reader::from_str(text);
    let Calls { mut values, mut schedule, mut violates } = Calls::default();
    let mut current: Option<String> = None;
    let mut seen_testcase = false;
    loop {
        match reader.read_event().map_err(|e| e.to_string())? {
            Event::Start(e) if e.name().as_ref() == "input" => current = Some(String::new()),
            Event::Start(e) | Event::Empty(e) if e.name().as_ref() == "testcase" => seen_testcase = true,
            Event::Empty(e) if e.name().as_ref() == "input" => values.push(String::new()),
            Event::Text(t) => append(&mut current, &t.xml10_content()),
            Event::CData(t) => append(&mut current, &t.xml10_content()),
            Event::GeneralRef(r) => append(&mut current, &entity(&r)?),
            Event::End(e) if e.name().as_ref() == "input" => values.extend(current.take().map(|v| v.trim().to_string())),
            Event::PI(instruction) if instruction.target() == suite::SCHEDULE => {
                let content = instruction.content().trim();
                schedule = Some(suite::schedule_of(content).ok_or_else(|| format!("`{content}` is no schedule"))?);
            }
            Event::PI(instruction) if instruction.target() == suite::VIOLATES => {
                let content = instruction.content().trim();
                violates = Some(suite::violation_of(content).ok_or_else(|| format!("`{content}` is no property that is violated"))?);
            }
            Event::Eof => break,
            _ => {}
        }
    }
    if seen_testcase { Ok(Calls { values, schedule, violates }) } else { Err("there is no testcase element".into()) }
}

fn append(current: &mut Option<String>, text: &str) {
    if let Some(current) = current {
        current.push_str(text);
    }
}

fn entity(reference: &BytesRef<'_>) -> Result<String, String> {
    if let Some(c) = reference.resolve_char_ref().map_err(|e| e.to_string())? {
        return Ok(c.to_string());
    }
    let name = reference.xml10_content();
    quick_xml::escape::resolve_predefined_entity(&name).map(str::to_string).ok_or_else(|| format!("unknown entity {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_foreign_suites() {
        let text = "<?xml version=\"1.0\"?>\n<!DOCTYPE testcase>\n<testcase coversError=\"true\"><input variable=\"x\" type=\"int\"> 5\n</input>\
                    <input>&apos;a&#39;</input><input/></testcase>";
        assert_eq!(calls(text).unwrap().values, ["5", "'a'", ""]);
        assert!(calls("<testcase><input>1</testcase>").is_err());
        assert!(calls("<other/>").is_err());
    }

    #[test]
    fn order_of_names() {
        assert!(number("testcase-9.xml") < number("testcase-10.xml"));
        assert_eq!(number("x.xml"), u64::MAX);
    }
}
