//! Loops by their names: the bounds of `--unwindset`.

use crate::failure::Failure;
use analysis::named_loops::named_loops;
use frontend::similar;
use goto::{FuncId, InstrId, Program};
use rustc_hash::FxHashMap;

/// The bounds of `--unwindset`: `LOOP:N` each.
pub(crate) fn bounds(program: &Program, texts: &[String]) -> Result<FxHashMap<(FuncId, InstrId), u32>, Failure> {
    let mut bounds = FxHashMap::default();
    if texts.is_empty() {
        return Ok(bounds);
    }
    let loops = named_loops(program);
    for text in texts {
        let (name, bound) = parse(text)?;
        let Some(found) = loops.iter().find(|l| l.name == name) else {
            let names: Vec<&str> = loops.iter().map(|l| l.name.as_str()).take(20).collect();
            let hint = similar::hint(name, loops.iter().map(|l| l.name.as_str()));
            return Err(Failure::Usage(format!("there is no loop {name}{hint}; there are: {}", names.join(", "))));
        };
        bounds.insert((found.function, found.head), bound);
    }
    Ok(bounds)
}

fn parse(text: &str) -> Result<(&str, u32), Failure> {
    let parts = text.rsplit_once(':').and_then(|(name, bound)| Some((name, bound.parse().ok()?)));
    parts.ok_or_else(|| Failure::Usage(format!("--unwindset {text}: expected LOOP:N, such as main.loop.0:5")))
}
