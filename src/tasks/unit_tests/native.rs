//! Native runs that tell what tests do: a recording program for the tests of one source, each test twice in a process of its own, confined.

use super::UnitTests;
use engine::replay::{Flags, Native, Observed, ReplayError, StandardInput, Surroundings, Unobserved};
use frontend::preprocess;
use goto::limits::Stop;
use rayon::prelude::*;
use report::unit_tests::file::{self, Inclusion, Objects, Recorded, Test};
use report::unit_tests::observed::Record;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// How many new blocks behind one another are looked into.
const DEPTH: usize = 3;
/// What compiling with warnings adds to the project's options.
const WARNINGS: [&str; 3] = ["-Wall", "-Wextra", "-Werror"];

/// A test that native runs were to tell about.
pub(super) enum Attempt<'a> {
    Kept(Recorded<'a>),
    LeftOut { test: Test<'a>, why: String },
}

/// How a recording program is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// As the tests will be.
    Usual,
    /// Optimised, and at other addresses: what depends on these, or on memory that nobody wrote, differs.
    Other,
}

impl Layout {
    fn options(self) -> &'static [&'static str] {
        match self {
            Layout::Usual => &[],
            Layout::Other => &["-O2", "-fno-pie", "-no-pie", file::OTHER_FILL],
        }
    }
}

/// Runs the tests of one source, in three programs that place objects differently: what not all of them do depends on where objects lie. For each test either what it did,
/// or why there is nothing to keep.
///
/// # Errors
/// If the tests cannot be compiled or run here.
pub(super) fn record<'a>(
    (wanted, files): (&UnitTests, &[PathBuf]),
    inclusion: &Inclusion,
    tests: Vec<Test<'a>>,
    stop: &Stop,
) -> Result<Vec<Attempt<'a>>, ReplayError> {
    let mut first = records((wanted, files), inclusion, &tests, (&vec![None; tests.len()], Layout::Usual, Objects::OnHeap), stop)?;
    for _ in 0..DEPTH {
        let blocks = |records: &[Result<Record, String>]| records.iter().flatten().map(Record::blocks).sum::<usize>();
        let before = blocks(&first);
        if before == 0 {
            break;
        }
        let known: Vec<Option<&Record>> = first.iter().map(|record| record.as_ref().ok()).collect();
        first = records((wanted, files), inclusion, &tests, (&known, Layout::Usual, Objects::OnHeap), stop)?;
        if blocks(&first) == before {
            break;
        }
    }
    let known: Vec<Option<&Record>> = first.iter().map(|record| record.as_ref().ok()).collect();
    let second = records((wanted, files), inclusion, &tests, (&known, Layout::Usual, Objects::AsKept), stop)?;
    let third = records((wanted, files), inclusion, &tests, (&known, Layout::Other, Objects::AsKept), stop)?;
    let all = |[first, second, third]: [Result<Record, String>; 3]| {
        let (both, third) = (first?.common(&second?), third?);
        both.and_then(|both| both.common(&third)).ok_or_else(|| "native runs do different things".to_owned())
    };
    let pair = |(test, ((first, second), third))| match all([first, second, third]) {
        Ok(record) => Attempt::Kept(Recorded { test, record }),
        Err(why) => Attempt::LeftOut { test, why },
    };
    Ok(tests.into_iter().zip(first.into_iter().zip(second).zip(third)).map(pair).collect())
}

/// One native run of each test, which looks where these records say.
fn records(
    (wanted, files): (&UnitTests, &[PathBuf]),
    inclusion: &Inclusion,
    tests: &[Test<'_>],
    (known, layout, objects): (&[Option<&Record>], Layout, Objects),
    stop: &Stop,
) -> Result<Vec<Result<Record, String>>, ReplayError> {
    let (mut texts, mut names, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
    for (test, known) in tests.iter().zip(known) {
        numbers.push(match test.recording(*known, objects) {
            Ok(text) => {
                texts.push(text);
                names.push(test.name.as_str());
                Ok(texts.len() - 1)
            }
            Err(why) => Err(why.to_owned()),
        });
    }
    let program = file::recording_program(inclusion, &file::definitions(tests.iter()), &texts, &names);
    let native = compile((wanted, files), Path::new(&inclusion.source), &program, layout, stop)?;
    let run = |number: Result<usize, String>| number.map_or_else(|why| Ok(Err(why)), |number| once(&native, number, stop));
    numbers.into_par_iter().map(run).collect()
}

/// The program of a text that takes the place of a source.
fn compile((wanted, files): (&UnitTests, &[PathBuf]), source: &Path, text: &str, layout: Layout, stop: &Stop) -> Result<Native, ReplayError> {
    let folder = tempfile::tempdir().map_err(ReplayError::Folder)?;
    let recording = folder.path().join("recording.c");
    fs::write(&recording, text).map_err(ReplayError::Folder)?;
    let options = &wanted.program.source;
    let is_source = |file: &Path| file.canonicalize().ok() == source.canonicalize().ok();
    let mut units = options.compiler_options_of_units();
    if let Some((_, own)) = units.iter().find(|(file, _)| is_source(file)) {
        units.insert(recording.clone(), own.clone());
    }
    let mut flags = Flags { model: wanted.program.model(), preprocessor: options.compiler_options(), units, ..Flags::default() };
    let headers = preprocess::header_folder().ok();
    if let Some(folder) = &headers {
        flags.find_headers_in(folder.path());
    }
    for words in std::iter::once(&mut flags.preprocessor).chain(flags.units.values_mut()) {
        words.extend(file::RECORD_OPTIONS.iter().chain(layout.options()).map(OsString::from));
    }
    let others = files.iter().filter(|file| !is_source(file)).cloned();
    let files: Vec<PathBuf> = std::iter::once(recording).chain(others).collect();
    Native::compile(&files, "", &flags, stop)
}

fn once(native: &Native, number: usize, stop: &Stop) -> Result<Result<Record, String>, ReplayError> {
    let argument = [number.to_string().into_bytes()];
    let world = Surroundings { arguments: &argument, stdin: StandardInput::File(b""), stdout_is_full: false, files: &[], variables: &[] };
    Ok(match native.observe(world, stop)? {
        Ok(Observed { status, stdout, .. }) => Record::read(status, &stdout).ok_or_else(|| "what the native run told cannot be read".to_owned()),
        Err(Unobserved::Refused) => Err("the function does what is refused where it is confined".to_owned()),
        Err(why) => Err(why.text().to_owned()),
    })
}

/// Does a compiler warn of this file of tests, which belongs in the folder?
pub(super) fn is_warned_of(wanted: &UnitTests, source: &Path, folder: &Path, text: &str, stop: &Stop) -> Result<bool, ReplayError> {
    let own = tempfile::tempdir().map_err(ReplayError::Folder)?;
    let test = own.path().join("test.c");
    fs::write(&test, text).map_err(ReplayError::Folder)?;
    let headers = preprocess::header_folder().ok();
    let mut words = wanted.program.source.of(source).compiler_options();
    words.extend(headers.iter().flat_map(|folder| ["-idirafter".into(), folder.path().into()]));
    // The headers of the tests stand there.
    words.extend(["-iquote".into(), folder.into()]);
    words.extend(WARNINGS.map(OsString::from));
    engine::replay::accepts(&test, &words, own.path(), stop).map(|accepts| !accepts)
}
