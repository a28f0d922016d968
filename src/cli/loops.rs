//! Names of loops for people: `FUNCTION.loop.N`, counted from 0 in the order of the loops' places in the source.

use crate::cli::failure::Failure;
use goto::cfg::Cfg;
use goto::loops::Loops;
use goto::{FuncId, InstrId, Location, Program};
use rustc_hash::FxHashMap;

/// A loop with its name.
#[derive(Clone, Debug)]
pub struct NamedLoop {
    pub name: String,
    pub function: FuncId,
    pub head: InstrId,
    pub loc: Location,
    /// 1 for an outermost loop.
    pub depth: u32,
}

/// All loops of a program but those of library models.
pub fn named_loops(program: &Program) -> Vec<NamedLoop> {
    let mut found = Vec::new();
    for (id, function) in program.functions.iter().filter(|(_, f)| !f.model) {
        let Some(body) = &function.body else { continue };
        let loops = Loops::new(&Cfg::new(program, body));
        let mut own: Vec<_> = loops.iter().map(|(_, l)| (body[l.head].loc, l)).collect();
        own.sort_by_key(|(loc, l)| (*loc, l.head));
        for (n, (loc, l)) in own.into_iter().enumerate() {
            found.push(NamedLoop { name: format!("{}.loop.{n}", function.name), function: id, head: l.head, loc, depth: l.depth });
        }
    }
    found
}

/// The bounds of `--unwindset`: `LOOP:N` each.
pub fn bounds(program: &Program, texts: &[String]) -> Result<FxHashMap<(FuncId, InstrId), u32>, Failure> {
    let mut bounds = FxHashMap::default();
    if texts.is_empty() {
        return Ok(bounds);
    }
    let loops = named_loops(program);
    for text in texts {
        let (name, bound) = parse(text)?;
        let Some(found) = loops.iter().find(|l| l.name == name) else {
            let names: Vec<&str> = loops.iter().map(|l| l.name.as_str()).take(20).collect();
            return Err(Failure::Usage(format!("there is no loop {name}; there are: {}", names.join(", "))));
        };
        bounds.insert((found.function, found.head), bound);
    }
    Ok(bounds)
}

fn parse(text: &str) -> Result<(&str, u32), Failure> {
    let parts = text.rsplit_once(':').and_then(|(name, bound)| Some((name, bound.parse().ok()?)));
    parts.ok_or_else(|| Failure::Usage(format!("--unwindset {text}: expected LOOP:N, such as main.loop.0:5")))
}
