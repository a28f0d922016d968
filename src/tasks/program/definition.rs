//! Task definitions (`.yml`, format 2.0): which files make the program, and the sizes of its types.

use goto::DataModel;
use report::witness::yaml::Version;
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What a task definition says about the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    pub files: Vec<PathBuf>,
    pub model: Option<DataModel>,
}

/// What is wrong with a task definition.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TaskError {
    #[error("cannot read {file}: {message}")]
    Read { file: String, message: String },
    #[error("{file}: {message}")]
    Malformed { file: String, message: String },
}

#[derive(Deserialize)]
struct Written {
    format_version: Option<Version>,
    input_files: OneOrMany,
    #[serde(default)]
    options: Options,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize, Default)]
struct Options {
    language: Option<String>,
    data_model: Option<String>,
}

/// Reads a task definition; its files are taken relative to it.
///
/// # Errors
/// If it cannot be read or is none.
pub fn read(path: &Path) -> Result<Definition, TaskError> {
    let file = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|e| TaskError::Read { file: file.clone(), message: e.to_string() })?;
    parse(&text, path.parent().unwrap_or(Path::new(""))).map_err(|message| TaskError::Malformed { file, message })
}

fn parse(text: &str, folder: &Path) -> Result<Definition, String> {
    let definition: Written = serde_saphyr::from_str(text).map_err(|e| e.to_string())?;
    let version = definition.format_version.ok_or("there is no format_version, so this is no task definition")?.text();
    if !version.starts_with("2.") && version != "1.0" {
        return Err(format!("format_version {version} is not supported, only 2.0"));
    }
    let names = match definition.input_files {
        OneOrMany::One(name) => vec![name],
        OneOrMany::Many(names) => names,
    };
    if names.is_empty() {
        return Err("input_files is empty".into());
    }
    if let Some(language) = definition.options.language.filter(|l| !l.eq_ignore_ascii_case("c")) {
        return Err(format!("the language is {language}, not C"));
    }
    let model = match definition.options.data_model.as_deref() {
        None => None,
        Some(m) if m.eq_ignore_ascii_case("ilp32") => Some(DataModel::Ilp32),
        Some(m) if m.eq_ignore_ascii_case("lp64") => Some(DataModel::Lp64),
        Some(m) => return Err(format!("the data model {m} is not supported, only ILP32 and LP64")),
    };
    Ok(Definition { files: names.into_iter().map(|n| folder.join(n)).collect(), model })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions() {
        let text = "format_version: '2.0'\n# comment\ninput_files: 'a.i'\nproperties:\n  - property_file: ../p.prp\n    expected_verdict: false\n\
                    options:\n  language: C\n  data_model: ILP32\n";
        let task = parse(text, Path::new("dir")).unwrap();
        assert_eq!(task, Definition { files: vec!["dir/a.i".into()], model: Some(DataModel::Ilp32) });
        let task = parse("format_version: 2.0\ninput_files:\n  - a.c\n  - b.c\n", Path::new("")).unwrap();
        assert_eq!(task, Definition { files: vec!["a.c".into(), "b.c".into()], model: None });
    }

    #[test]
    fn wrong_definitions() {
        for text in [
            "",
            "input_files: a.c",
            "format_version: '2.0'",
            "format_version: '3.0'\ninput_files: a.c",
            "format_version: '2.0'\ninput_files: []",
            "format_version: '2.0'\ninput_files: a.c\noptions: {language: Java}",
            "format_version: '2.0'\ninput_files: a.c\noptions: {data_model: LP16}",
            "format_version: '2.0'\ninput_files: {a: b}",
            "format_version: '2.0\ninput_files: a.c",
        ] {
            assert!(parse(text, Path::new("")).is_err(), "{text}");
        }
    }
}
