//! Flags that say what steps have seen since a loop's head was visited last.

use super::{Maker, Steps, static_flag};
use analysis::named_loops::{NamedLoop, loops_of};
use goto::{Body, ExprId, FuncId, InstrId, InstrKind, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// Whether an accepting state was seen in a loop, and whose loop it is.
pub(crate) struct Flag {
    pub function: FuncId,
    /// Which of the function's loops, in the order of their heads.
    pub number: usize,
    pub seen: ExprId,
    /// Was there a step? Only asked if not all visits are steps.
    pub stepped: Option<ExprId>,
}

impl Maker<'_> {
    pub(super) fn find_flags(&mut self) {
        let functions: Vec<FuncId> = self.program.functions.ids().filter(|&f| !self.program.functions[f].model).collect();
        for function in functions {
            for (number, l) in in_order(self.program, function).into_iter().enumerate() {
                let seen = static_flag(self.program, &format!("accepted in {}", l.name), l.loc);
                let stepped = (self.steps != Steps::Statements).then(|| static_flag(self.program, &format!("step in {}", l.name), l.loc));
                self.flags.push(Flag { function, number, seen, stepped });
                self.below.push(self.called_in_loop(function, l.head));
            }
        }
    }

    fn called_in_loop(&self, function: FuncId, head: InstrId) -> FxHashSet<FuncId> {
        let mut found = FxHashSet::default();
        let Some(body) = &self.program.functions[function].body else { return found };
        let loops = goto::loops::Loops::new(&goto::cfg::Cfg::new(self.program, body));
        let Some(l) = loops.with_head(head).map(|id| loops.get(id)) else { return found };
        let mut work = Vec::new();
        for &at in &l.body {
            if let InstrKind::Call { callee, .. } = body[at].kind {
                work.extend(self.calls.targets(self.program, callee));
            }
        }
        while let Some(f) = work.pop() {
            if found.insert(f) {
                work.extend(self.calls.callees(f));
            }
        }
        found
    }

    /// The flags of the loops around each instruction.
    pub(super) fn loops_around(&self, f: FuncId, body: &Body) -> FxHashMap<InstrId, Vec<usize>> {
        let mut found: FxHashMap<InstrId, Vec<usize>> = FxHashMap::default();
        let loops = goto::loops::Loops::new(&goto::cfg::Cfg::new(self.program, body));
        for (number, named) in in_order(self.program, f).into_iter().enumerate() {
            let flag = self.flags.iter().position(|g| g.function == f && g.number == number);
            if let (Some(flag), Some(id)) = (flag, loops.with_head(named.head)) {
                loops.get(id).body.iter().for_each(|&at| found.entry(at).or_default().push(flag));
            }
        }
        found
    }
}

/// The loops of a function in the order of their heads, which insertions do not change.
pub(crate) fn in_order(program: &Program, f: FuncId) -> Vec<NamedLoop> {
    let mut loops = loops_of(program, f);
    loops.sort_by_key(|l| l.head);
    loops
}
