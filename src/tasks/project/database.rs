//! Compilation databases: which file is compiled where, and by which command. Knows no option of compilers.

use super::ProjectError;
use goto::Diagnostic;
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

/// The name that the file has everywhere.
pub const NAME: &str = "compile_commands.json";

/// A compilation database.
#[derive(Clone, Debug)]
pub struct Database {
    path: PathBuf,
    /// Of files in C, in the order of the file.
    pub entries: Vec<Entry>,
}

/// One command that compiles one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// As the system knows it, if it is there.
    pub file: PathBuf,
    /// Where the command runs.
    pub directory: PathBuf,
    pub command: Words,
    /// What the command writes, if the database says so.
    output: Option<String>,
}

/// A command as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Words {
    Listed(Vec<String>),
    /// As a shell reads it.
    Line(String),
}

#[derive(Deserialize)]
struct Item {
    directory: PathBuf,
    file: PathBuf,
    arguments: Option<Vec<String>>,
    command: Option<String>,
    output: Option<String>,
}

/// A file as the system knows it.
pub(super) fn place(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}

impl Database {
    /// Reads a database: the file, or the one in this folder.
    ///
    /// # Errors
    /// If it cannot be read, or is no database.
    pub fn read(path: &Path) -> Result<Self, ProjectError> {
        let path = if path.is_dir() { path.join(NAME) } else { path.to_owned() };
        let text = fs::read_to_string(&path).map_err(|error| ProjectError::Read { path: path.display().to_string(), error })?;
        let items: Vec<Item> = serde_json::from_str(&text).map_err(|error| malformed(&path, &text, &error))?;
        let base = place(&path).parent().map(Path::to_owned).unwrap_or_default();
        let mut entries = Vec::new();
        for item in items {
            let Item { directory, file, arguments, command, output } = item;
            // Absolute, if it was not written by hand.
            let directory = base.join(directory);
            let file = place(&directory.join(file));
            let command = match (arguments, command) {
                (Some(words), _) => Words::Listed(words),
                (None, Some(line)) => Words::Line(line),
                (None, None) => {
                    let why = "there are neither `arguments` nor `command`".to_owned();
                    return Err(ProjectError::Command { database: path.display().to_string(), file: file.display().to_string(), why });
                }
            };
            if file.extension().is_some_and(|e| e == "c" || e == "i") {
                let entry = Entry { file, directory, command, output };
                if !entries.contains(&entry) {
                    entries.push(entry);
                }
            }
        }
        Ok(Self { path, entries })
    }

    /// As messages name it.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// The folder that it stands in, behind links.
    pub(super) fn folder(&self) -> PathBuf {
        place(&self.path).parent().map(Path::to_owned).unwrap_or_default()
    }

    /// The commands for a file, however it is named.
    pub fn of(&self, file: &Path) -> Vec<&Entry> {
        self.at(&place(file))
    }

    /// The commands for a file as the system knows it.
    pub(super) fn at(&self, place: &Path) -> Vec<&Entry> {
        self.entries.iter().filter(|entry| entry.file == place).collect()
    }

    /// The targets that outputs belong to.
    pub(super) fn targets(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().filter_map(Entry::target)
    }
}

impl Entry {
    /// The target that the output belongs to: CMake writes to `NAME.dir`, Meson to `NAME.p`.
    pub fn target(&self) -> Option<&str> {
        let written = match (&self.output, &self.command) {
            (Some(output), _) => output.as_str(),
            (None, Words::Listed(words)) => words.iter().skip_while(|word| *word != "-o").nth(1)?,
            (None, Words::Line(line)) => line.split_whitespace().skip_while(|word| *word != "-o").nth(1)?,
        };
        written.split('/').find_map(|part| part.strip_suffix(".dir").or(part.strip_suffix(".p"))).filter(|name| !name.is_empty())
    }
}

/// What JSON is not as it should be.
pub(super) fn malformed(path: &Path, text: &str, error: &serde_json::Error) -> ProjectError {
    let (line, column) = (error.line(), error.column());
    let told = error.to_string();
    let message = told.split(" at line ").next().unwrap_or_default().to_owned();
    let source_line = text.lines().nth(line.saturating_sub(1)).map(str::to_owned);
    let [line, column] = [line, column].map(|n| u32::try_from(n).unwrap_or(u32::MAX).max(1));
    ProjectError::Malformed(Box::new(Diagnostic { message, file: path.display().to_string(), line, column, length: 1, source_line }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_by_file() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("src")).expect("made");
        fs::write(folder.path().join("src/a.c"), "").expect("written");
        let text = r#"[{"directory": ".", "file": "src/a.c", "arguments": ["cc", "-DFOO=b.c", "-c", "src/a.c"], "output": "x/CMakeFiles/app.dir/a.c.o"},
            {"directory": "src", "file": "../src/a.c", "command": "cc -c a.c -o lib.p/a.o"}, {"directory": ".", "file": "x.cpp", "command": "c++ x.cpp"}]"#;
        let path = folder.path().join(NAME);
        fs::write(&path, text).expect("written");
        let database = Database::read(folder.path()).expect("a database");
        assert_eq!(database.entries.len(), 2);
        assert_eq!(database.targets().collect::<Vec<_>>(), ["app", "lib"]);
        assert_eq!(database.of(&folder.path().join("src/../src/a.c")).len(), 2);
        assert!(database.of(&folder.path().join("b.c")).is_empty());
        fs::write(&path, "[{\"directory\": \".\",\n \"file\": 3}]").expect("written");
        let Err(ProjectError::Malformed(diagnostic)) = Database::read(&path) else { panic!("it is wrong") };
        assert_eq!(diagnostic.line, 2);
    }
}
