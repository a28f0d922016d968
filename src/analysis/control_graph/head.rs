//! Which loop's states are looked at: the one that most of the program runs in, wherever it is. What leads to it becomes one function, so that the states at its head are
//! given by the variables of this function and the static ones.

use crate::transform::{inline_only_call, is_called_once};
use goto::callgraph::CallGraph;
use goto::cfg::Cfg;
use goto::loops::{LoopId, Loops};
use goto::{Callee, FuncId, IdVec, InstrId, InstrKind, Program};

/// A loop, and the calls on the way from the entry function to it.
struct Found {
    calls: Vec<(FuncId, InstrId)>,
    head: InstrId,
    /// Instructions of the loop and of what is called there.
    size: usize,
}

/// Chooses a loop and brings it into the entry function. Where it is then, by its head.
pub(super) fn bring_to_entry(program: &mut Program) -> Option<(FuncId, InstrId)> {
    let entry = entry(program)?;
    let calls = CallGraph::new(program);
    let sizes = sizes(program, &calls);
    let Found { calls, mut head, .. } = Search { program, calls: &calls, sizes: &sizes }.of_function(entry)?;
    for &call in calls.iter().rev() {
        head = inline_only_call(program, call, head)?;
    }
    Some((entry, head))
}

/// What the start function calls last.
fn entry(program: &Program) -> Option<FuncId> {
    let start = program.functions[program.start].body.as_ref()?;
    let called = |kind: &InstrKind| match kind {
        InstrKind::Call { callee: Callee::Direct(function), .. } if !program.functions[*function].model => Some(*function),
        _ => None,
    };
    start.values().filter_map(|instruction| called(&instruction.kind)).next_back()
}

/// The instructions of each function and of what it calls, as often as it is called there.
fn sizes(program: &Program, calls: &CallGraph) -> IdVec<FuncId, usize> {
    let mut sizes = IdVec::filled(0_usize, program.functions.len());
    for &function in calls.bottom_up().iter().flatten() {
        let body = program.functions[function].body.iter().flat_map(|body| body.values());
        sizes[function] = body.map(|instruction| size(&sizes, &instruction.kind)).fold(0, usize::saturating_add);
    }
    sizes
}

fn size(sizes: &IdVec<FuncId, usize>, kind: &InstrKind) -> usize {
    match kind {
        InstrKind::Call { callee: Callee::Direct(callee), .. } => sizes[*callee].saturating_add(1),
        _ => 1,
    }
}

struct Search<'a> {
    program: &'a Program,
    calls: &'a CallGraph,
    sizes: &'a IdVec<FuncId, usize>,
}

impl Search<'_> {
    fn of_function(&self, function: FuncId) -> Option<Found> {
        let body = self.program.functions[function].body.as_ref()?;
        let loops = Loops::new(&Cfg::new(self.program, body));
        self.inside(function, &loops, None)
    }

    /// The largest loop directly inside of another one, or of the function. Instead of a loop most of which is another one it is the inner one: the outer one's iterations may
    /// be of any length.
    fn inside(&self, function: FuncId, loops: &Loops, outer: Option<LoopId>) -> Option<Found> {
        let body = self.program.functions[function].body.as_ref()?;
        let own = loops.iter().filter(|(_, found)| found.parent == outer).map(|(id, found)| {
            let size = found.body.iter().map(|&at| size(self.sizes, &body[at].kind)).fold(0, usize::saturating_add);
            match self.inside(function, loops, Some(id)) {
                Some(inner) if inner.size >= size / 2 => inner,
                _ => Found { calls: Vec::new(), head: found.head, size },
            }
        });
        let called = body.iter().filter(|(at, _)| loops.innermost(*at) == outer).filter_map(|(at, instruction)| {
            let InstrKind::Call { callee: Callee::Direct(callee), .. } = instruction.kind else { return None };
            let mut found = Some(callee).filter(|&callee| is_called_once(self.calls, callee)).and_then(|callee| self.of_function(callee))?;
            found.calls.insert(0, (function, at));
            Some(found)
        });
        own.chain(called).max_by_key(|found| found.size)
    }
}
