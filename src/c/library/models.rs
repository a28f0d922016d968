//! Models of library functions that are written in C. They go through the same front end as the user's files, but only those files of models
//! that a program needs, and of these only the functions that it calls.

/// Where models stand: the start of the names of their files.
pub const MODEL_FILES: &str = "<library>/";

/// The model of `strlen` is named `__model_strlen`, so that no declaration in the user's files can contradict it.
const MODEL_PREFIX: &str = "__model_";

/// Name and text of each file.
const FILES: [(&str, &str); 5] = [
    ("<library>/math.c", include_str!("../models/math.c")),
    ("<library>/bits.c", include_str!("../models/bits.c")),
    ("<library>/string.c", include_str!("../models/string.c")),
    ("<library>/ctype.c", include_str!("../models/ctype.c")),
    ("<library>/stdlib.c", include_str!("../models/stdlib.c")),
];

/// The files that have a model of one of the functions. Models call other functions only from their own file.
pub fn files_for(names: &[&str]) -> Vec<(&'static str, &'static str)> {
    let has_model = |text: &str, name: &str| {
        let name = without_prefix(name);
        text.contains(&format!(" {MODEL_PREFIX}{name}(")) || text.contains(&format!("*{MODEL_PREFIX}{name}("))
    };
    FILES.into_iter().filter(|(_, text)| names.iter().any(|name| has_model(text, name))).collect()
}

/// The name of a model of a function.
pub fn model_name(function: &str) -> String {
    format!("{MODEL_PREFIX}{}", without_prefix(function))
}

/// `__builtin_strlen` is `strlen`.
fn without_prefix(name: &str) -> &str {
    name.strip_prefix("__builtin_").unwrap_or(name)
}
