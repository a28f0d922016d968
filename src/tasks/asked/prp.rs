//! Property files of Test-Comp and SV-COMP. Knows their text, not what the properties mean to an engine.

use goto::Diagnostic;
use std::fs;
use std::path::Path;
use thiserror::Error;

/// One line of a property file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Specification {
    /// As it stands in the file, without the space around it.
    pub text: String,
    /// The function in `init(...)`.
    pub entry: String,
    pub kind: SpecificationKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SpecificationKind {
    /// `COVER(..., FQL(COVER EDGES(...)))`: what stands in the inner parentheses, without spaces.
    Cover(String),
    /// `CHECK(..., LTL(...))`: what stands in the inner parentheses, without spaces.
    Check(String),
}

/// What is wrong with a property file, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PropertyError {
    #[error("cannot read {file}: {message}")]
    Read { file: String, message: String },
    #[error(transparent)]
    Malformed(Diagnostic),
}

/// A property that another command is for.
pub(crate) fn wrong_command(path: &Path, specification: &Specification, command: &str) -> PropertyError {
    let message = format!("this property is for `gotcha {command}`");
    PropertyError::Malformed(Diagnostic::new(message, &path.display().to_string(), &specification.text, 0..specification.text.len()))
}

/// The specifications of a property file; at least one.
pub(crate) fn read(path: &Path) -> Result<Vec<Specification>, PropertyError> {
    let file = path.display().to_string();
    let bytes = fs::read(path).map_err(|e| PropertyError::Read { file: file.clone(), message: e.to_string() })?;
    parse(&file, &String::from_utf8_lossy(&bytes))
}

/// The specifications of a text; `file` is its name.
pub(crate) fn parse(file: &str, text: &str) -> Result<Vec<Specification>, PropertyError> {
    let mut specifications = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let specification = specification(line).map_err(|message| {
            let diagnostic = Diagnostic::new(message, file, line, 0..line.len());
            PropertyError::Malformed(Diagnostic { line: index as u32 + 1, ..diagnostic })
        })?;
        specifications.push(specification);
    }
    if specifications.is_empty() {
        return Err(PropertyError::Malformed(Diagnostic::new("the file holds no property", file, "", 0..0)));
    }
    Ok(specifications)
}

fn specification(line: &str) -> Result<Specification, String> {
    let text: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    let (word, inner) = call(&text).ok_or("expected CHECK( init(...), LTL(...) ) or COVER( init(...), FQL(...) )")?;
    let (init, rest) = split_comma(inner).ok_or("expected two parts separated by a comma")?;
    let entry = call(init).filter(|(name, _)| *name == "init").and_then(|(_, f)| f.strip_suffix("()"));
    let entry = entry.filter(|f| is_identifier(f)).ok_or("expected init(FUNCTION()) as the first part")?.to_string();
    let kind = match (word, call(rest)) {
        ("CHECK", Some(("LTL", formula))) => SpecificationKind::Check(formula.to_string()),
        ("COVER", Some(("FQL", query))) => {
            let edges = query.strip_prefix("COVEREDGES(").and_then(|q| q.strip_suffix(')')).ok_or("expected FQL(COVER EDGES(...))")?;
            SpecificationKind::Cover(edges.to_string())
        }
        ("CHECK", _) => return Err("expected LTL(...) as the second part".into()),
        ("COVER", _) => return Err("expected FQL(...) as the second part".into()),
        _ => return Err(format!("expected CHECK or COVER, found {word}")),
    };
    Ok(Specification { text: line.to_string(), entry, kind })
}

/// `name(inside)` with nothing after it and balanced parentheses inside.
fn call(text: &str) -> Option<(&str, &str)> {
    let open = text.find('(')?;
    let inside = text.strip_suffix(')')?.get(open + 1..)?;
    let mut depth = 0i32;
    for c in inside.chars() {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if depth < 0 {
            return None;
        }
    }
    (depth == 0).then_some((&text[..open], inside))
}

/// Splits at the first comma that stands in no parentheses.
fn split_comma(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0i32;
    for (index, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => return Some((&text[..index], &text[index + 1..])),
            _ => {}
        }
    }
    None
}

fn is_identifier(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && !text.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_properties() {
        let cover = parse("f.prp", "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n\n").unwrap();
        assert_eq!(cover[0].kind, SpecificationKind::Cover("@DECISIONEDGE".into()));
        assert_eq!(cover[0].entry, "main");
        let call = parse("f.prp", "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )").unwrap();
        assert_eq!(call[0].kind, SpecificationKind::Cover("@CALL(reach_error)".into()));
        let check = parse("f.prp", "CHECK( init(start()), LTL(G ! call(reach_error())) )").unwrap();
        assert_eq!((check[0].entry.as_str(), &check[0].kind), ("start", &SpecificationKind::Check("G!call(reach_error())".into())));
    }

    #[test]
    fn broken_files_name_their_line() {
        for text in [
            "\nCOVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE) )",
            "\nCHECK( init(main()) )",
            "\nCHECK( LTL(G x), init(main()) )",
            "\nhello",
            "\nCHECK( init(main()), FQL(x) )",
            "\nCHECK( init(ma in!()), LTL(x) )",
        ] {
            match parse("f.prp", text) {
                Err(PropertyError::Malformed(Diagnostic { line: 2, .. })) => {}
                other => panic!("{text}: {other:?}"),
            }
        }
        assert!(parse("f.prp", "\n \n").is_err());
    }
}
