//! Which function may call which. An indirect call may reach every function whose address is taken, whatever its type: the compiled program and the
//! interpreter jump there also when the types differ.

use crate::expr::{ExprId, ExprKind};
use crate::graph::Graph;
use crate::index::IdVec;
use crate::program::{Callee, FuncId, InstrId, InstrKind, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// The calls of a whole program, in reachable code or not.
#[derive(Clone, Debug)]
pub struct CallGraph {
    callees: Graph<FuncId>,
    callers: Graph<FuncId>,
    address_taken: Vec<FuncId>,
    /// The functions to which pointers lead, where that is known better.
    pointed_to: PointedTo,
    sites: Vec<CallSite>,
    /// Components of mutual recursion, callees first.
    components: Vec<Vec<FuncId>>,
    component: IdVec<FuncId, u32>,
}

/// The functions to which pointers lead that are called, by the expressions of these.
pub type PointedTo = FxHashMap<ExprId, Vec<FuncId>>;

/// A call instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallSite {
    pub caller: FuncId,
    pub instr: InstrId,
    pub callee: Callee,
}

impl CallGraph {
    pub fn new(program: &Program) -> Self {
        Self::knowing(program, PointedTo::default())
    }

    /// Where it is known to which functions pointers lead.
    pub fn knowing(program: &Program, pointed_to: PointedTo) -> Self {
        let address_taken = address_taken(program);
        let mut sites = Vec::new();
        for (caller, function) in program.functions.iter() {
            for (instr, instruction) in function.body.iter().flat_map(|body| body.iter()) {
                if let InstrKind::Call { callee, .. } = instruction.kind {
                    sites.push(CallSite { caller, instr, callee });
                }
            }
        }
        let mut edges = Vec::new();
        let mut seen = FxHashSet::default();
        for site in &sites {
            for callee in candidates(program, &address_taken, &pointed_to, site.callee) {
                if seen.insert((site.caller, callee)) {
                    edges.push((site.caller, callee));
                }
            }
        }
        let callees = Graph::new(program.functions.len(), &edges);
        let callers = callees.reversed();
        let components = callees.components();
        let mut component = IdVec::filled(0, program.functions.len());
        for (i, members) in components.iter().enumerate() {
            for &f in members {
                component[f] = i as u32;
            }
        }
        Self { callees, callers, address_taken, pointed_to, sites, components, component }
    }

    /// The functions that `f` may call, each once, in the order of their first call.
    pub fn callees(&self, f: FuncId) -> &[FuncId] {
        self.callees.successors(f)
    }

    /// The functions that may call `f`, each once.
    pub fn callers(&self, f: FuncId) -> &[FuncId] {
        self.callers.successors(f)
    }

    /// All call instructions, by function and position.
    pub fn sites(&self) -> &[CallSite] {
        &self.sites
    }

    /// The functions whose address some instruction takes, in ascending order.
    pub fn address_taken(&self) -> &[FuncId] {
        &self.address_taken
    }

    /// The functions that a call may reach.
    pub fn targets(&self, program: &Program, callee: Callee) -> Vec<FuncId> {
        candidates(program, &self.address_taken, &self.pointed_to, callee)
    }

    /// May a call of `f` lead to another call of `f` before it returns?
    pub fn is_recursive(&self, f: FuncId) -> bool {
        self.components[self.component[f] as usize].len() > 1 || self.callees(f).contains(&f)
    }

    /// Do the two functions call each other, directly or not (or are they the same)?
    pub fn same_component(&self, a: FuncId, b: FuncId) -> bool {
        self.component[a] == self.component[b]
    }

    /// Sets of functions that call each other, each after the functions that it calls.
    pub fn bottom_up(&self) -> &[Vec<FuncId>] {
        &self.components
    }

    /// The functions that may run when `f` is called, `f` included.
    pub fn reachable(&self, f: FuncId) -> IdVec<FuncId, bool> {
        self.callees.reachable([f])
    }
}

/// The functions whose addresses execution may have from an instruction, outside of the expressions seen. What is only claimed or counted leaves none.
pub fn addresses_from(program: &Program, instruction: &InstrKind, seen: &mut FxHashSet<ExprId>) -> Vec<FuncId> {
    match instruction {
        InstrKind::Assert { .. } | InstrKind::Cover { .. } => Vec::new(),
        _ => addresses_in(program, instruction, seen),
    }
}

/// The functions whose addresses an instruction takes outside of the expressions seen.
fn addresses_in(program: &Program, instruction: &InstrKind, seen: &mut FxHashSet<ExprId>) -> Vec<FuncId> {
    let mut taken = Vec::new();
    instruction.expressions(|e, _| {
        program.exprs.walk(e, seen, &mut |_, kind| {
            if let ExprKind::FunctionAddress(f) = kind {
                taken.push(f);
            }
        });
    });
    taken
}

fn candidates(program: &Program, address_taken: &[FuncId], pointed_to: &PointedTo, callee: Callee) -> Vec<FuncId> {
    let pointer = match callee {
        Callee::Direct(f) => return vec![f],
        Callee::Indirect(pointer) => pointer,
    };
    // A pointer that surely is one function's address needs no guess.
    if let ExprKind::FunctionAddress(f) = program.exprs.kind(pointer) {
        return vec![f];
    }
    pointed_to.get(&pointer).cloned().unwrap_or_else(|| address_taken.to_vec())
}

fn address_taken(program: &Program) -> Vec<FuncId> {
    let mut taken = IdVec::<FuncId, bool>::filled(false, program.functions.len());
    let mut seen: FxHashSet<ExprId> = FxHashSet::default();
    for function in program.functions.values() {
        for instruction in function.body.iter().flat_map(|body| body.values()) {
            addresses_in(program, &instruction.kind, &mut seen).into_iter().for_each(|f| taken[f] = true);
        }
    }
    taken.iter().filter(|(_, t)| **t).map(|(f, _)| f).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Id;
    use crate::parse::parse;

    #[test]
    fn recursion_and_pointers() {
        let text = "goto lp64 start begin static p#0: *fn(i32) -> void
            function begin: fn() -> void { 0: p#0 := &even 1: CALL *p#0(3) 2: CALL *&lonely() 3: HALT exit }
            function even: fn(i32) -> void { parameter n#1: i32 0: CALL odd(n#1) 1: RETURN }
            function odd: fn(i32) -> void { parameter n#2: i32 0: CALL even(n#2) 1: RETURN }
            function lonely: fn() -> void { 0: RETURN }
            function unused: fn(i32) -> void { parameter n#3: i32 0: CALL unused(n#3) 1: RETURN }";
        let program = parse(text).expect("is right");
        let calls = CallGraph::new(&program);
        let [begin, even, odd, lonely, unused] = [0, 1, 2, 3, 4].map(FuncId::new);
        assert_eq!(calls.address_taken(), [even, lonely]);
        assert_eq!(calls.callees(begin), [even, lonely]);
        assert_eq!(calls.callers(even), [begin, odd]);
        assert!(calls.is_recursive(even) && calls.is_recursive(unused) && !calls.is_recursive(lonely));
        assert!(calls.same_component(even, odd) && !calls.same_component(even, begin));
        assert!(calls.reachable(begin)[odd] && !calls.reachable(begin)[unused]);
        let place = |f| calls.bottom_up().iter().position(|c| c.contains(&f));
        assert!(place(odd) < place(begin));
    }
}
