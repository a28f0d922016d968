//! `init`: a `gotcha.toml` for a project, with everything that it may say as comments. Never takes the place of a file that is there.

use super::settings::NAME;
use crate::failure::Failure;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Where builds leave a compilation database, as `-p` takes it.
const DATABASES: [(&str, &str); 3] = [("compile_commands.json", "."), ("build/compile_commands.json", "build"), ("builddir/compile_commands.json", "builddir")];

/// Writes the file of a folder.
///
/// # Errors
/// If there is one already, or it cannot be written.
pub fn write(folder: &Path) -> Result<PathBuf, Failure> {
    let path = folder.join(NAME);
    let failed = |error| Failure::Output { path: path.display().to_string(), error };
    // What is there stays, also if it came a moment ago.
    let mut file = OpenOptions::new().write(true).create_new(true).open(&path).map_err(failed)?;
    file.write_all(text(folder).as_bytes()).map_err(failed)?;
    Ok(path)
}

fn text(folder: &Path) -> String {
    let database = match DATABASES.iter().find(|(file, _)| folder.join(file).is_file()) {
        Some((_, name)) => format!("compile-commands = \"{name}\""),
        None => "# compile-commands = \"build\"   # the folder with compile_commands.json, or that file".to_owned(),
    };
    format!(
        "# Settings of gotcha for this project: gotcha help projects. A command line comes first, then this file, then defaults;
# gotcha config prints what holds. Paths are relative to this file. Keys that are not known are errors.
schema = 1

[project]
{database}
# target = \"app\"                 # the program that is meant where files belong to several

[tests]
# dir = \"tests/gotcha\"           # cover writes its suite to tests/gotcha/ENTRY, test its files there
# framework = \"plain\"            # or unity, cmocka, check, criterion

[limits]
# time = \"30s\"                   # of one run
# memory = \"2GiB\"
# jobs = 2                       # threads

[world]                          # of programs that start in main; proofs hold for such worlds
# args = 3                       # arguments at most
# arg-length = 8                 # bytes of each
# stdin = 16
# files = 1                      # of the working directory
# file-length = 64
# env = [\"HOME\"]                 # variables that may be set
# failures = 0
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::settings::{KEYS, Settings, Units};
    use std::time::Duration;

    const UNITS: Units = Units { duration: |_| Ok(Duration::from_secs(30)), size: |_| Ok(1 << 31) };

    #[test]
    fn what_it_says_can_be_read_with_and_without_comments() {
        let folder = tempfile::tempdir().expect("a folder");
        let text = text(folder.path());
        let plain = Settings::parse(&folder.path().join(NAME), &text, UNITS).expect("right as it stands");
        assert_eq!((plain.target, plain.jobs), (None, None));
        let all: String = text
            .lines()
            .filter(|line| !line.starts_with("# gotcha") && !line.starts_with("# Settings"))
            .map(|line| line.trim_start_matches("# ").to_owned() + "\n")
            .collect();
        let all = Settings::parse(&folder.path().join(NAME), &all, UNITS).expect("each of its examples is right");
        assert!(all.target.is_some() && all.jobs.is_some() && all.variables.is_some() && all.failures.is_some());
        for key in KEYS {
            let name = key.rsplit('.').next().unwrap_or(key);
            assert!(text.contains(&format!("{name} = ")), "{key} is not said");
        }
    }

    #[test]
    fn a_database_of_the_folder_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("build")).expect("made");
        std::fs::write(folder.path().join("build/compile_commands.json"), "[]").expect("written");
        assert!(text(folder.path()).contains("\ncompile-commands = \"build\"\n"));
    }
}
