//! `harness`: a program in C that calls a function.

use crate::cli::args::HarnessArgs;
use crate::cli::{output, request};
use std::path::Path;
use tasks::failure::Failure;
use tasks::harness::{HarnessRequest, Shape, ShapeKind, harness};

/// `gotcha harness`. The answer is the exit status.
pub(super) fn write(args: &HarnessArgs) -> Result<u8, Failure> {
    let (named, names) = request::files_and_names(&args.program);
    let function = match args.function.iter().chain(&names).collect::<Vec<_>>().as_slice() {
        [function] => (*function).clone(),
        [] => return Err(Failure::Usage("name the function that is called".to_owned())),
        [first, second, ..] => return Err(Failure::Usage(format!("a harness calls one function, not {first} and {second}"))),
    };
    let program = request::program(&named, None)?;
    let parent = args.out.as_ref().and_then(|out| out.parent());
    let folder = parent.filter(|folder| !folder.as_os_str().is_empty() && *folder != Path::new(".")).map(Path::to_owned);
    let asked = HarnessRequest { function, shapes: shapes(args)?, depth: args.depth, most: args.most, globals: args.global.clone(), folder };
    let text = harness(&program, &asked)?;
    match &args.out {
        Some(path) => output::write(path, &text)?,
        None => output::print(&text)?,
    }
    Ok(0)
}

fn shapes(args: &HarnessArgs) -> Result<Vec<Shape>, Failure> {
    let mut shapes = Vec::new();
    for text in &args.array {
        let (parameter, length) = parts("--array", text)?;
        shapes.push(Shape { parameter, what: ShapeKind::Array(length) });
    }
    for text in &args.text {
        let (parameter, most) = parts("--text", text)?;
        let most = most.parse().map_err(|_| Failure::Usage(format!("--text {text}: {most} is no number of characters")))?;
        shapes.push(Shape { parameter, what: ShapeKind::Text(most) });
    }
    shapes.extend(args.not_null.iter().map(|parameter| Shape { parameter: parameter.clone(), what: ShapeKind::NotNull }));
    // What is the same as another one comes behind it.
    for text in &args.equal {
        let (parameter, other) = parts("--equal", text)?;
        shapes.push(Shape { parameter, what: ShapeKind::Equal(other) });
    }
    Ok(shapes)
}

fn parts(option: &str, text: &str) -> Result<(String, String), Failure> {
    let parts = text.split_once(':').filter(|(parameter, what)| !parameter.is_empty() && !what.is_empty());
    parts.map(|(a, b)| (a.to_owned(), b.to_owned())).ok_or_else(|| Failure::Usage(format!("{option} {text}: a colon stands between its two parts")))
}
