//! Macros in annotations. The preprocessor leaves comments alone, so that what stands in annotations is preprocessed by itself, with the macros that are defined where they stand.

use super::comment::bodies;
use rustc_hash::FxHashSet;
use std::ops::Range;

/// What words behind a backslash are called while the preprocessor has them: their names may be macros.
const LOGIC: &str = "__annotation_logic_";
/// The name of the file that an annotation is for the preprocessor, before its number.
const FILE: &str = "annotation-";

/// Annotations that name macros, as a text for the preprocessor.
pub(crate) struct Expansion {
    pub input: String,
    /// The comments and what stands in them.
    annotations: Vec<(Range<usize>, Range<usize>)>,
}

/// The annotations of a preprocessed text that still has its comments and the lines that define macros; `None` if no annotation names a macro.
pub(crate) fn expansion(text: &str) -> Option<Expansion> {
    let annotations = bodies(text);
    let defined: FxHashSet<&str> = text.lines().filter_map(defined_name).collect();
    let names_macro = |body: &Range<usize>| words(&text[body.clone()]).any(|word| defined.contains(word));
    if !annotations.iter().any(|(_, body)| names_macro(body)) {
        return None;
    }
    let mut input = String::new();
    let mut at = 0;
    for (number, (range, body)) in annotations.iter().enumerate() {
        directives(&text[at..range.start], &mut input);
        input.push_str(&format!("# 1 \"{FILE}{number}\"\n{}\n# 1 \"\"\n", text[body.clone()].replace('\\', LOGIC)));
        at = range.end;
    }
    Some(Expansion { input, annotations })
}

fn directives(text: &str, input: &mut String) {
    for line in text.lines().filter(|line| is_definition(line)) {
        input.push_str(line);
        input.push('\n');
    }
}

/// Does the line define a macro, or end its definition?
fn is_definition(line: &str) -> bool {
    line.starts_with("#define ") || line.starts_with("#undef ")
}

fn defined_name(line: &str) -> Option<&str> {
    words(line.strip_prefix("#define ")?).next()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The text without lines that define macros; they stay as empty lines.
pub(crate) fn without_definitions(text: &str) -> String {
    let lines = text.split_inclusive('\n').map(|line| match is_definition(line) {
        true if line.ends_with('\n') => "\n",
        true => "",
        false => line,
    });
    lines.collect()
}

impl Expansion {
    /// The text with annotations as the preprocessor gave them back. Their lines stay.
    pub(crate) fn applied(&self, text: &str, output: &str) -> String {
        let mut expanded: Vec<String> = self.annotations.iter().map(|_| String::new()).collect();
        let mut current: Option<usize> = None;
        for line in output.lines() {
            if let Some((number, file)) = marker(line) {
                current = file.strip_prefix(FILE).and_then(|n| n.parse().ok()).filter(|&n| n < expanded.len());
                if let Some(current) = current {
                    let lines = expanded[current].matches('\n').count() + 1;
                    expanded[current].push_str(&"\n".repeat(number.saturating_sub(lines)));
                }
            } else if let Some(current) = current {
                expanded[current].push_str(line);
                expanded[current].push('\n');
            }
        }
        let mut new = String::with_capacity(text.len());
        let mut at = 0;
        for ((range, body), expanded) in self.annotations.iter().zip(expanded) {
            let lines = text[body.clone()].matches('\n').count();
            let body: Vec<&str> = expanded.split('\n').collect();
            let kept = &body[..body.len().min(lines + 1)];
            let padding = "\n".repeat(lines + 1 - kept.len());
            new.push_str(&text[at..range.start]);
            new.push_str(&format!("/*@{}{padding} */", kept.join("\n").replace(LOGIC, "\\")));
            at = range.end;
        }
        new.push_str(&text[at..]);
        new
    }
}

/// The line and the file of a line marker.
fn marker(line: &str) -> Option<(usize, &str)> {
    let (number, rest) = line.strip_prefix("# ")?.split_once(' ')?;
    let file = rest.strip_prefix('"')?;
    Some((number.parse().ok()?, &file[..file.find('"')?]))
}
