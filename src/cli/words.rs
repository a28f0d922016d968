//! The command line before clap reads it. A C compiler's options are long words behind a single dash, which clap takes for several short options: each of them gets the
//! option [`COMPILER_OPTION`] in front, and response files (`@FILE`) are put in place of their names. Knows the shapes of options, not what they mean.

use crate::cli::args::{COMPILER_OPTION, Cli};
use clap::CommandFactory;
use clap::error::ErrorKind;
use frontend::flags::{self, Shape};
use rustc_hash::FxHashSet;
use std::ffi::{OsStr, OsString};
use std::fs;

/// Response files in response files in so many steps are an error.
const DEEPEST: usize = 20;

/// The words of a command line, program's name first, as clap can read them. What follows `--`, values of other options and the names of files stay as they are;
/// so does the whole line of a command that takes no program.
pub(super) fn rewritten(words: impl IntoIterator<Item = OsString>) -> Result<Vec<OsString>, clap::Error> {
    let words: Vec<OsString> = words.into_iter().collect();
    let command = Cli::command();
    let Some(subcommand) = words.get(1).and_then(|name| command.get_subcommands().find(|c| OsStr::new(c.get_name()) == name)) else { return Ok(words) };
    if !subcommand.get_arguments().any(|a| a.get_long() == Some(COMPILER_OPTION)) {
        return Ok(words);
    }
    let taking_values = taking_values(subcommand);
    let mut result = words[..2].to_vec();
    let mut rest: Vec<(OsString, usize)> = words[2..].iter().rev().map(|w| (w.clone(), 0)).collect();
    while let Some((word, depth)) = rest.pop() {
        let text = word.to_string_lossy().into_owned();
        if text == "--" {
            result.push(word);
            result.extend(rest.drain(..).rev().map(|(w, _)| w));
        } else if taking_values.contains(&text) {
            result.push(word);
            result.extend(rest.pop().map(|(w, _)| w));
        } else if let Some(shape) = flags::shape(&text) {
            let value = if shape == Shape::WithValue { rest.pop().map(|(w, _)| w) } else { None };
            result.extend([word].into_iter().chain(value).flat_map(|w| [format!("--{COMPILER_OPTION}").into(), w]));
        } else if let Some(inside) = text.strip_prefix('@').and_then(|path| fs::read_to_string(path).ok()) {
            if depth == DEEPEST {
                return Err(Cli::command().error(ErrorKind::InvalidValue, format!("the response file {text} names itself")));
            }
            rest.extend(flags::response(&inside).into_iter().rev().map(|w| (w.into(), depth + 1)));
        } else {
            result.push(word);
        }
    }
    Ok(result)
}

/// The options, as they are written, whose value is the next word.
fn taking_values(command: &clap::Command) -> FxHashSet<String> {
    let taking = command.get_arguments().filter(|a| a.get_action().takes_values());
    taking.flat_map(|a| a.get_long().map(|long| format!("--{long}")).into_iter().chain(a.get_short().map(|short| format!("-{short}")))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewrite(line: &str) -> String {
        let words = line.split_whitespace().map(OsString::from);
        let rewritten = rewritten(words).expect("a command line");
        rewritten.iter().map(|w| w.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ").replace("--cc-option ", "!")
    }

    #[test]
    fn options_of_compilers_are_marked() {
        assert_eq!(rewrite("gotcha cover -std=c99 a.c -O2 -isystem inc --unwind 3"), "gotcha cover !-std=c99 a.c !-O2 !-isystem !inc --unwind 3");
        assert_eq!(rewrite("gotcha verify -Wall -c -o x.o a.c -lm -pthread -m32"), "gotcha verify !-Wall !-c !-o !x.o a.c !-lm !-pthread !-m32");
        assert_eq!(rewrite("gotcha verify -include a.h -includeb.h a.c"), "gotcha verify !-include !a.h !-includeb.h a.c");
    }

    #[test]
    fn what_is_no_option_of_a_compiler_stays() {
        for line in [
            "gotcha cover -I -Wall a.c -DX=-O2 -D -fx -U Y",
            "gotcha run a.c --inputs -5,-1",
            "gotcha run a.c --inputs -m32 --entry -f",
            "gotcha verify a.c -- -O2 -std=c99 @b",
            "gotcha verify --property -f,default a.c -h",
            "gotcha check-proof -O2",
            "gotcha solvers -m32",
            "gotcha -V",
            "gotcha",
            "gotcha verify @/no/such/file",
        ] {
            assert_eq!(rewrite(line), line);
        }
    }

    #[test]
    fn response_files_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let (outer, inner) = (folder.path().join("outer"), folder.path().join("inner"));
        fs::write(&inner, "-O2\n'a b.c'").expect("written");
        fs::write(&outer, format!("-DX=\\\"y\\\" @{} --unwind 4", inner.display())).expect("written");
        assert_eq!(rewrite(&format!("gotcha verify @{} c.c", outer.display())), "gotcha verify -DX=\"y\" !-O2 a b.c --unwind 4 c.c");
        fs::write(&inner, format!("@{}", inner.display())).expect("written");
        assert!(rewritten(["gotcha", "verify", &format!("@{}", inner.display())].map(OsString::from)).is_err());
    }
}
