//! Names of loops for people: `FUNCTION.loop.N`, counted from 0 in the order of the loops' places in the source.

use goto::cfg::{Cfg, constant_truth};
use goto::loops::Loops;
use goto::{Body, FuncId, Id, InstrId, InstrKind, Location, Program};

/// A loop with its name.
#[derive(Clone, Debug)]
pub struct NamedLoop {
    pub name: String,
    /// The last part of the name.
    pub number: usize,
    pub function: FuncId,
    pub head: InstrId,
    pub loc: Location,
    /// 1 for an outermost loop.
    pub depth: u32,
}

/// All loops of a program but those of library models. The same before and after a program is tidied, but for the heads.
pub fn named_loops(program: &Program) -> Vec<NamedLoop> {
    program.functions.iter().filter(|(_, f)| !f.model).flat_map(|(id, _)| loops_of(program, id)).collect()
}

/// The loops of a function.
pub fn loops_of(program: &Program, function: FuncId) -> Vec<NamedLoop> {
    let Some(body) = &program.functions[function].body else { return Vec::new() };
    let loops = Loops::new(&Cfg::new(program, body));
    let mut own: Vec<_> = loops.iter().map(|(_, l)| (place(program, body, l.head), l)).collect();
    own.sort_by_key(|(loc, l)| (*loc, l.head));
    let name = &program.functions[function].name;
    let numbered = own.into_iter().enumerate();
    numbered.map(|(number, (loc, l))| NamedLoop { name: format!("{name}.loop.{number}"), number, function, head: l.head, loc, depth: l.depth }).collect()
}

/// The place of the first instruction from here on that does something.
fn place(program: &Program, body: &Body, head: InstrId) -> Location {
    let mut at = head;
    for _ in 0..body.len() {
        at = match body[at].kind {
            InstrKind::Skip | InstrKind::Mark(_) if at.index() + 1 < body.len() => InstrId::new(at.index() + 1),
            InstrKind::Goto { guard, target, branch: None } if constant_truth(&program.exprs, guard) == Some(true) => target,
            _ => return body[at].loc,
        };
    }
    body[head].loc
}
