//! The architecture as a test: which module may name which, and which crates are known to one place only.

use std::fs;
use std::path::{Path, PathBuf};

/// A module of `src/` and the modules of `src/` that it may name. `limits` is for everyone.
const LAYERS: [(&str, &[&str]); 21] = [
    ("analysis", &[]),
    ("automata", &[]),
    ("c", &[]),
    (
        "cli",
        &[
            "analysis",
            "automata",
            "c",
            "condition",
            "emit",
            "engine",
            "extract",
            "fql",
            "instrument",
            "ltl",
            "monitor",
            "solver",
            "spec",
            "transform",
            "uno",
            "witness",
        ],
    ),
    ("condition", &["automata", "spec"]),
    ("emit", &["engine", "fql"]),
    ("engine", &["analysis", "automata", "fql", "instrument", "ltl", "native", "solver", "symex", "term", "transform"]),
    ("extract", &["spec"]),
    ("fql", &["automata"]),
    ("instrument", &["analysis", "automata", "fql", "ltl", "spec", "uno"]),
    ("limits", &[]),
    ("ltl", &[]),
    ("monitor", &["c", "ltl", "spec", "uno"]),
    ("native", &[]),
    ("solver", &["term"]),
    ("spec", &[]),
    ("symex", &["analysis", "term"]),
    ("term", &[]),
    ("transform", &["analysis"]),
    ("uno", &["c", "spec"]),
    ("witness", &["c", "emit", "engine", "instrument"]),
];

/// Crates and the only places that may name them.
const HIDDEN: [(&str, &str); 6] = [
    ("lang_c", "src/c/"),
    ("cadical_sys", "src/solver/embedded/"),
    ("rsmt2", "src/solver/"),
    ("clap", "src/cli/"),
    ("indicatif", "src/cli/"),
    ("annotate_snippets", "src/cli/"),
];

/// All Rust files below a folder of this package, with their contents without comments.
fn files(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut found, mut folders) = (Vec::new(), vec![root.join(folder)]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                let code = text.lines().filter(|l| !l.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
                found.push((path.strip_prefix(root).unwrap().display().to_string(), code));
            }
        }
    }
    found.sort();
    found
}

/// The words that follow a prefix, such as the modules that follow `crate::`.
fn words_after<'a>(code: &'a str, prefix: &'a str) -> impl Iterator<Item = &'a str> {
    code.match_indices(prefix).filter(|(at, _)| !code[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$')).flat_map(move |(at, _)| {
        let rest = &code[at + prefix.len()..];
        // `use crate::{a, b::c};` names several at once.
        let group = rest.strip_prefix('{').and_then(|r| r.split_once('}')).map(|(inside, _)| inside);
        let first = |t: &'a str| t.trim().split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or("");
        match group {
            Some(inside) => inside.split(',').map(first).collect::<Vec<_>>(),
            None => vec![first(rest)],
        }
    })
}

#[test]
fn modules_name_only_what_they_may() {
    let mut wrong = Vec::new();
    for (file, code) in files("src") {
        let module = file.trim_start_matches("src/").split(['/', '.']).next().unwrap_or("");
        if matches!(module, "main" | "lib") {
            continue;
        }
        let Some((_, allowed)) = LAYERS.iter().find(|(m, _)| *m == module) else {
            wrong.push(format!("{file}: the module {module} has no place in the layers"));
            continue;
        };
        for named in words_after(&code, "crate::") {
            let is_module = LAYERS.iter().any(|(m, _)| *m == named);
            if is_module && named != module && named != "limits" && !allowed.contains(&named) {
                wrong.push(format!("{file}: {module} must not name {named}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn libraries_stay_hidden() {
    let mut wrong = Vec::new();
    for (file, code) in files("src").into_iter().chain(files("goto/src")) {
        for (library, place) in HIDDEN {
            if !file.starts_with(place) && words_after(&code, "use ").chain(words_after(&code, "extern crate ")).any(|w| w == library) {
                wrong.push(format!("{file}: only {place} may know {library}"));
            }
        }
        let is_test = file.ends_with("tests.rs") || file.contains("/tests/") || code.contains("#[cfg(test)]\nmod tests {");
        if !file.starts_with("src/cli/") && (code.contains("process::exit") || code.contains("println!(") && !is_test) {
            wrong.push(format!("{file}: only src/cli/ prints and exits"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_language_knows_nothing_of_the_project() {
    for (file, code) in files("goto/src") {
        assert!(!code.contains("gotcha::"), "{file}");
    }
    let allowed = ["Bits", "Id", "IdVec", "bits", "define_id", "index"];
    for (file, code) in files("src/term") {
        for named in words_after(&code, "goto::") {
            assert!(allowed.contains(&named), "{file}: terms must not know goto::{named}");
        }
    }
}
