//! `gotcha.toml`: what holds for all commands in a project unless a command line says something else. Found in the working directory or above it; paths in it are relative to it. A key
//! that is not known, or holds something else than it should, is an error with its place. Knows values and where they come from, not what commands do with them.

use super::ProjectError;
use frontend::assumptions::{ArgumentLimits, Failures, FileLimits, VariableName};
use frontend::similar;
use goto::Diagnostic;
use report::unit_tests::frameworks::Framework;
use std::fmt::{self, Display};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The name of the file.
pub const NAME: &str = "gotcha.toml";

/// The form of the file that this version reads.
const SCHEMA: i64 = 1;

/// A value, and the line that it stands in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Set<T> {
    pub value: T,
    pub line: u32,
}

/// What a project has settled.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Settings {
    /// The file, if there is one.
    pub path: Option<PathBuf>,
    pub compile_commands: Option<Set<PathBuf>>,
    pub target: Option<Set<String>>,
    pub tests: Option<Set<PathBuf>>,
    pub framework: Option<Set<Framework>>,
    pub time: Option<Set<Duration>>,
    /// Bytes.
    pub memory: Option<Set<u64>>,
    pub jobs: Option<Set<u16>>,
    pub arguments: Option<Set<ArgumentLimits>>,
    pub stdin: Option<Set<u16>>,
    pub files: Option<Set<FileLimits>>,
    pub variables: Option<Set<Vec<VariableName>>>,
    pub failures: Option<Set<Failures>>,
}

/// The keys, as `gotcha config` shows them.
pub const KEYS: [&str; 15] = [
    "schema",
    "project.compile-commands",
    "project.target",
    "tests.dir",
    "tests.framework",
    "limits.time",
    "limits.memory",
    "limits.jobs",
    "world.args",
    "world.arg-length",
    "world.stdin",
    "world.files",
    "world.file-length",
    "world.env",
    "world.failures",
];

/// How durations and sizes are read: as on a command line.
#[derive(Clone, Copy, Debug)]
pub struct Units {
    pub duration: fn(&str) -> Result<Duration, String>,
    pub size: fn(&str) -> Result<u64, String>,
}

impl Settings {
    /// The settings that hold in a folder; those of nobody if there is no file in it or above it.
    ///
    /// # Errors
    /// If the file cannot be read, or is wrong.
    pub fn find(folder: &Path, units: Units) -> Result<Self, ProjectError> {
        match folder.ancestors().map(|above| above.join(NAME)).find(|path| path.is_file()) {
            Some(path) => {
                let text = fs::read_to_string(&path).map_err(|error| ProjectError::Read { path: path.display().to_string(), error })?;
                Self::parse(&path, &text, units)
            }
            None => Ok(Self::default()),
        }
    }

    /// Reads the text of a file at this place.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn parse(path: &Path, text: &str, units: Units) -> Result<Self, ProjectError> {
        let reader = Reader { path, text };
        let table = DeTable::parse(text).map_err(|error| reader.wrong(error.span().unwrap_or(0..0), error.message().to_owned()))?;
        let mut settings = Self { path: Some(path.to_owned()), ..Self::default() };
        let (mut arguments, mut files) = (Pair::default(), Pair::default());
        for (key, value) in reader.leaves(table.get_ref())? {
            match key.as_str() {
                "schema" if value.number(0..=i64::MAX)? == SCHEMA => {}
                "schema" => return Err(value.wrong(format!("this version reads schema {SCHEMA}"))),
                "project.compile-commands" => settings.compile_commands = Some(value.path()?),
                "project.target" => settings.target = Some(value.set(value.string()?.to_owned())),
                "tests.dir" => settings.tests = Some(value.path()?),
                "tests.framework" => settings.framework = Some(value.read(str::parse)?),
                "limits.time" => settings.time = Some(value.read(units.duration)?),
                "limits.memory" => settings.memory = Some(value.read(units.size)?),
                "limits.jobs" => settings.jobs = Some(value.set(value.number(1..=u16::MAX.into())? as u16)),
                "world.args" => arguments.first = Some(value),
                "world.arg-length" => arguments.second = Some(value),
                "world.stdin" => settings.stdin = Some(value.set(value.number(0..=u16::MAX.into())? as u16)),
                "world.files" => files.first = Some(value),
                "world.file-length" => files.second = Some(value),
                "world.env" => settings.variables = Some(value.set(value.names()?)),
                "world.failures" => settings.failures = Some(value.pair(None)?),
                _ => return Err(reader.unknown(&key, value.key.clone())),
            }
        }
        settings.arguments = arguments.read("world.args")?;
        settings.files = files.read("world.files")?;
        Ok(settings)
    }

    /// A line for each key: what it holds, and whence.
    pub fn told(&self) -> String {
        let (path, mut text) = (self.path.as_ref().map(|path| super::command::shown(path).display().to_string()), String::new());
        match &path {
            Some(path) => text.push_str(&format!("# {path}\n")),
            None => text.push_str(&format!("# there is no {NAME} here or above\n")),
        }
        let mut line = |key: &str, value: String, at: Option<u32>| {
            let whence = match (at, &path) {
                (Some(line), Some(path)) => format!("{path}:{line}"),
                _ => "default".to_owned(),
            };
            text.push_str(&format!("{key} = {value}  # {whence}\n"));
        };
        fn of<T>(set: &Option<Set<T>>, default: &str, told: impl Fn(&T) -> String) -> (String, Option<u32>) {
            set.as_ref().map_or((default.to_owned(), None), |set| (told(&set.value), Some(set.line)))
        }
        let quoted = |text: String| format!("{text:?}");
        let rows = [
            ("project.compile-commands", of(&self.compile_commands, "found by itself", |path| quoted(super::command::shown(path).display().to_string()))),
            ("project.target", of(&self.target, "none", |name| quoted(name.clone()))),
            ("tests.dir", of(&self.tests, "none", |path| quoted(super::command::shown(path).display().to_string()))),
            ("tests.framework", of(&self.framework, "plain", |framework| quoted(framework.name().to_owned()))),
            ("limits.time", of(&self.time, "none", |time| quoted(format!("{}s", time.as_secs_f64())))),
            ("limits.memory", of(&self.memory, "none", |bytes| quoted(format!("{bytes}B")))),
            ("limits.jobs", of(&self.jobs, "cores", u16::to_string)),
            ("world.args", of(&self.arguments, "any", |limits| limits.number().to_string())),
            ("world.arg-length", of(&self.arguments, "any", |limits| limits.length().to_string())),
            ("world.stdin", of(&self.stdin, "any", u16::to_string)),
            ("world.files", of(&self.files, "any", |limits| limits.number().to_string())),
            ("world.file-length", of(&self.files, "any", |limits| limits.length().map_or("any".to_owned(), |n| n.to_string()))),
            ("world.env", of(&self.variables, "any", |names| format!("{:?}", names.iter().map(VariableName::text).collect::<Vec<_>>()))),
            ("world.failures", of(&self.failures, "0", |failures| failures.to_string())),
        ];
        rows.into_iter().for_each(|(key, (value, at))| line(key, value, at));
        text
    }
}

/// A number that another one may belong to.
#[derive(Default)]
struct Pair<'a> {
    first: Option<Leaf<'a>>,
    second: Option<Leaf<'a>>,
}

impl Pair<'_> {
    fn read<T: FromStr<Err = String>>(self, first: &str) -> Result<Option<Set<T>>, ProjectError> {
        match (self.first, self.second) {
            (Some(number), length) => number.pair(length.as_ref()).map(Some),
            (None, Some(length)) => Err(length.wrong(format!("this needs {first}, too"))),
            (None, None) => Ok(None),
        }
    }
}

/// The text, for messages about it.
#[derive(Clone, Copy)]
struct Reader<'a> {
    path: &'a Path,
    text: &'a str,
}

/// A key with its value.
struct Leaf<'a> {
    reader: Reader<'a>,
    key: Range<usize>,
    place: Range<usize>,
    value: DeValue<'a>,
}

impl<'a> Reader<'a> {
    /// All keys that hold no tables, with their tables in front.
    fn leaves(self, table: &DeTable<'a>) -> Result<Vec<(String, Leaf<'a>)>, ProjectError> {
        let mut leaves = Vec::new();
        for (key, value) in table {
            let name = key.get_ref().to_string();
            let DeValue::Table(inner) = value.get_ref() else {
                leaves.push((name, self.leaf(key.span(), value)));
                continue;
            };
            let is_section = KEYS.iter().any(|known| known.split('.').next() == Some(&name) && known.contains('.'));
            if !is_section {
                return Err(self.unknown(&name, key.span()));
            }
            leaves.extend(inner.iter().map(|(key, value)| (format!("{name}.{}", key.get_ref()), self.leaf(key.span(), value))));
        }
        Ok(leaves)
    }

    fn leaf(self, key: Range<usize>, value: &Spanned<DeValue<'a>>) -> Leaf<'a> {
        Leaf { reader: self, key, place: value.span(), value: value.get_ref().clone() }
    }

    /// A key, or a table, that does not mean anything.
    fn unknown(self, key: &str, place: Range<usize>) -> ProjectError {
        let sections = KEYS.iter().filter_map(|known| known.split_once('.')).map(|(section, _)| section);
        let hint = similar::hint(key, if key.contains('.') { KEYS.to_vec() } else { sections.chain(["schema"]).collect() });
        self.wrong(place, format!("the key {key} is not known{hint}"))
    }

    fn line(self, at: usize) -> u32 {
        u32::try_from(self.text[..at.min(self.text.len())].matches('\n').count()).unwrap_or(u32::MAX).saturating_add(1)
    }

    fn wrong(self, place: Range<usize>, message: String) -> ProjectError {
        let start = place.start.min(self.text.len());
        let line = self.line(start);
        let begin = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let source_line = self.text.lines().nth(line as usize - 1).map(str::to_owned);
        let file = super::command::shown(self.path).display().to_string();
        ProjectError::Malformed(Box::new(Diagnostic {
            message,
            file,
            line,
            column: number(start - begin + 1),
            length: number(place.len().max(1)),
            source_line,
        }))
    }
}

impl Leaf<'_> {
    fn wrong(&self, message: String) -> ProjectError {
        self.reader.wrong(self.place.clone(), message)
    }

    fn set<T>(&self, value: T) -> Set<T> {
        Set { value, line: self.reader.line(self.place.start) }
    }

    fn string(&self) -> Result<&str, ProjectError> {
        match &self.value {
            DeValue::String(text) => Ok(text),
            _ => Err(self.wrong("this is a text between quotation marks".to_owned())),
        }
    }

    /// Relative to the folder of the file.
    fn path(&self) -> Result<Set<PathBuf>, ProjectError> {
        let folder = self.reader.path.parent().unwrap_or(Path::new(""));
        Ok(self.set(super::command::shown(&folder.join(self.string()?))))
    }

    fn read<T>(&self, read: fn(&str) -> Result<T, String>) -> Result<Set<T>, ProjectError> {
        Ok(self.set(read(self.string()?).map_err(|why| self.wrong(why))?))
    }

    fn number(&self, range: std::ops::RangeInclusive<i64>) -> Result<i64, ProjectError> {
        let number = match &self.value {
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            let why = format!("this is a number from {} to {}", range.start(), range.end());
            self.wrong(why)
        })
    }

    /// What a command line writes as one number, or as two.
    fn pair<T: FromStr<Err = String>>(&self, second: Option<&Self>) -> Result<Set<T>, ProjectError> {
        let first = self.number(0..=i64::MAX)?;
        let text = match second {
            Some(second) => format!("{first},{}", second.number(0..=i64::MAX)?),
            None => first.to_string(),
        };
        Ok(self.set(text.parse().map_err(|why| self.wrong(why))?))
    }

    fn names(&self) -> Result<Vec<VariableName>, ProjectError> {
        let DeValue::Array(items) = &self.value else { return Err(self.wrong("this is a list of texts".to_owned())) };
        let read = |item: &Spanned<DeValue<'_>>| match item.get_ref() {
            DeValue::String(name) => name.parse().map_err(|why| self.reader.wrong(item.span(), why)),
            _ => Err(self.reader.wrong(item.span(), "this is a text between quotation marks".to_owned())),
        };
        items.iter().map(read).collect()
    }
}

impl<T: Display> Display for Set<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNITS: Units = Units { duration: |text| text.parse().map(Duration::from_secs).map_err(|_| "no time".into()), size: |_| Ok(7) };

    fn parse(text: &str) -> Result<Settings, ProjectError> {
        Settings::parse(Path::new("/project/gotcha.toml"), text, UNITS)
    }

    /// Line, column and text of the message.
    fn wrong(text: &str) -> (u32, u32, String) {
        match parse(text) {
            Err(ProjectError::Malformed(d)) => (d.line, d.column, d.message.clone()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn values_and_their_lines() {
        let settings = parse(
            "schema = 1\n[project]\ncompile-commands = \"build\"\n[limits]\ntime = \"10\"\njobs = 2\n[world]\nargs = 3\narg-length = 0x8\nenv = [\"HOME\"]\n",
        )
        .expect("is right");
        assert_eq!(settings.compile_commands, Some(Set { value: "/project/build".into(), line: 3 }));
        assert_eq!(settings.time, Some(Set { value: Duration::from_secs(10), line: 5 }));
        assert_eq!(settings.arguments, Some(Set { value: "3,8".parse().expect("limits"), line: 8 }));
        assert_eq!(settings.variables.map(|set| set.value), Some(vec!["HOME".parse().expect("a name")]));
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        assert_eq!(wrong("[limits]\ntimes = \"3\"\n"), (2, 1, "the key limits.times is not known (did you mean `limits.time`?)".to_owned()));
        assert_eq!(wrong("[limit]\ntime = \"3\"\n"), (1, 2, "the key limit is not known (did you mean `limits`?)".to_owned()));
        assert_eq!(wrong("[report]\nlcov = \"x\"\n").2, "the key report is not known");
        assert_eq!(wrong("[limits]\njobs = \"2\"\n"), (2, 8, "this is a number from 1 to 65535".to_owned()));
        assert_eq!(wrong("[limits]\njobs = 0\n").0, 2);
        assert_eq!(wrong("\n[world]\nargs = 300\n"), (3, 8, "N is a number from 0 to 16".to_owned()));
        assert_eq!(wrong("[world]\narg-length = 3\n").2, "this needs world.args, too");
        assert_eq!(wrong("schema = 2\n").2, "this version reads schema 1");
        assert_eq!(wrong("[world\n").0, 1);
    }

    #[test]
    fn all_keys_are_told() {
        let text = Settings::default().told();
        assert!(KEYS[1..].iter().all(|key| text.contains(&format!("\n{key} = "))), "{text}");
    }
}
