//! Which variables can influence where execution goes and what it finds there. Flow-insensitive, over symbols.
//!
//! A node is a variable whose address is never taken, the result of a function, or memory: all other variables and the heap together. An assignment
//! makes what its right side reads influence its left side. Whatever guards, conditions, addresses, sizes and expressions that may crash
//! read is relevant, and so is all that influences it. Every other assignment can go without any run taking another path.

use super::crash::may_crash;
use goto::callgraph::CallGraph;
use goto::visit::Role;
use goto::{Callee, ExprId, ExprKind, FuncId, HeapFact, Id, IdVec, InstrKind, Program, SymbolId, Type};
use rustc_hash::FxHashSet;

/// The variables that matter.
pub struct Influence {
    /// Variables whose address is taken.
    in_memory: IdVec<SymbolId, bool>,
    relevant: Vec<bool>,
    /// Is the heap as a whole asked about? Then each of its objects matters, whatever becomes of the pointer to it.
    asks_for_heap: bool,
}

impl Influence {
    pub fn new(program: &Program, calls: &CallGraph) -> Self {
        let in_memory = in_memory(program);
        let mut graph = Influences { program, calls, in_memory: &in_memory, influenced_by: vec![Vec::new(); nodes(program)], seeds: Vec::new() };
        for (func, function) in program.functions.iter() {
            for instr in function.body.iter().flat_map(|b| b.values()) {
                graph.instruction(func, &instr.kind);
            }
        }
        let asks_for_heap = asks_for_heap(program);
        if asks_for_heap {
            // Any pointer anywhere may keep an object reachable.
            graph.seeds.extend(0..nodes(program));
        }
        let Influences { influenced_by, mut seeds, .. } = graph;
        let mut relevant = vec![false; nodes(program)];
        while let Some(node) = seeds.pop() {
            if !std::mem::replace(&mut relevant[node], true) {
                seeds.extend(&influenced_by[node]);
            }
        }
        Self { in_memory, relevant, asks_for_heap }
    }

    /// Does it matter that an object is allocated, even if nothing points to it?
    pub fn needs_allocations(&self) -> bool {
        self.asks_for_heap
    }

    /// Does it matter what memory holds, that is, variables whose address is taken and the heap?
    pub fn memory_is_relevant(&self) -> bool {
        self.relevant[self.in_memory.len()]
    }

    /// Can a store to the place be left out? Only if it also does not crash and its value does not either. Nothing is known of variables that are newer than this.
    pub fn is_relevant(&self, program: &Program, place: ExprId) -> bool {
        match program.exprs.kind(program.exprs.root(place)) {
            ExprKind::Var(symbol) if symbol.index() >= self.in_memory.len() => true,
            ExprKind::Var(symbol) if !self.in_memory[symbol] => self.relevant[symbol.index()],
            _ => self.relevant[self.in_memory.len()],
        }
    }
}

/// Does an instruction ask about the heap as a whole?
pub fn asks_for_heap(program: &Program) -> bool {
    asks_of_heap(program, |_| true)
}

/// Does one ask one of these questions about the heap?
pub fn asks_of_heap(program: &Program, wanted: impl Fn(HeapFact) -> bool) -> bool {
    let (mut found, mut seen) = (false, FxHashSet::default());
    for instr in program.functions.values().flat_map(|f| f.body.iter()).flat_map(|b| b.values()) {
        instr.kind.expressions(|e, _| program.exprs.walk(e, &mut seen, &mut |_, kind| found |= matches!(kind, ExprKind::Heap(fact) if wanted(fact))));
    }
    found
}

/// Variables come first, then memory, then the results of functions.
fn nodes(program: &Program) -> usize {
    program.symbols.len() + 1 + program.functions.len()
}

fn memory(program: &Program) -> usize {
    program.symbols.len()
}

fn result_of(program: &Program, func: FuncId) -> usize {
    memory(program) + 1 + func.index()
}

/// The node that a store to the place changes.
fn node_of(program: &Program, in_memory: &IdVec<SymbolId, bool>, place: ExprId) -> usize {
    match program.exprs.kind(program.exprs.root(place)) {
        ExprKind::Var(symbol) if !in_memory[symbol] => symbol.index(),
        // As `memory` says, also if the program has more variables by now.
        _ => in_memory.len(),
    }
}

fn in_memory(program: &Program) -> IdVec<SymbolId, bool> {
    let mut taken = IdVec::filled(false, program.symbols.len());
    let mut seen = FxHashSet::default();
    for instr in program.functions.values().flat_map(|f| f.body.iter()).flat_map(|b| b.values()) {
        instr.kind.expressions(|e, _| {
            program.exprs.walk(e, &mut seen, &mut |_, kind| {
                if let ExprKind::AddressOf(place) = kind
                    && let ExprKind::Var(symbol) = program.exprs.kind(program.exprs.root(place))
                {
                    taken[symbol] = true;
                }
            });
        });
    }
    taken
}

struct Influences<'a> {
    program: &'a Program,
    calls: &'a CallGraph,
    in_memory: &'a IdVec<SymbolId, bool>,
    influenced_by: Vec<Vec<usize>>,
    /// Nodes that are relevant whatever else is.
    seeds: Vec<usize>,
}

impl Influences<'_> {
    fn instruction(&mut self, func: FuncId, kind: &InstrKind) {
        match kind {
            InstrKind::Skip
            | InstrKind::Mark(_)
            | InstrKind::Decl(_)
            | InstrKind::Dead(_)
            | InstrKind::Release(_)
            | InstrKind::Halt(_)
            | InstrKind::Unsupported(_)
            | InstrKind::Limit(_)
            | InstrKind::Beyond(_)
            | InstrKind::Unfollowed(_) => {}
            InstrKind::Assign { lhs, rhs } => {
                self.store(*lhs);
                self.flow(*rhs, self.node(*lhs));
            }
            InstrKind::Input { lhs, .. } => self.store(*lhs),
            InstrKind::Havoc { lhs, kind } => {
                self.store(*lhs);
                if let Some(pointer) = kind.pointer() {
                    self.flow(pointer, self.node(*lhs));
                }
            }
            InstrKind::Allocate { result, size, .. } => {
                self.store(*result);
                self.flow(*size, self.node(*result));
            }
            InstrKind::Find { result, .. } | InstrKind::Compare { result, .. } => {
                self.store(*result);
                // The scan may crash.
                kind.expressions(|e, role| {
                    if role == Role::Read {
                        self.scanned(e);
                    }
                });
            }
            InstrKind::Return(value) => {
                if let Some(value) = value {
                    self.flow(*value, result_of(self.program, func));
                }
            }
            InstrKind::Call { result, callee, args } => self.call(*result, *callee, args),
            InstrKind::Goto { .. }
            | InstrKind::Assume(_)
            | InstrKind::Assert { .. }
            | InstrKind::Cover { .. }
            | InstrKind::Free(_)
            | InstrKind::MemCopy { .. }
            | InstrKind::MemSet { .. } => kind.expressions(|e, _| self.needed(e)),
        }
    }

    fn call(&mut self, result: Option<ExprId>, callee: Callee, args: &[ExprId]) {
        let program = self.program;
        if let Callee::Indirect(pointer) = callee {
            self.needed(pointer);
        }
        let targets = self.calls.targets(program, callee);
        if let Some(result) = result {
            self.store(result);
            let to = self.node(result);
            self.influenced_by[to].extend(targets.iter().map(|&f| result_of(program, f)));
        }
        for (i, &arg) in args.iter().enumerate() {
            if may_crash(program, arg) {
                self.needed(arg);
            }
            for &target in &targets {
                match program.functions[target].params.get(i) {
                    Some(param) if program.functions[target].body.is_some() => {
                        let to = if self.in_memory[param.symbol] { memory(program) } else { param.symbol.index() };
                        self.flow(arg, to);
                    }
                    // What becomes of it is not seen here.
                    _ => self.needed(arg),
                }
            }
        }
    }

    fn node(&self, place: ExprId) -> usize {
        node_of(self.program, self.in_memory, place)
    }

    /// A store to a place evaluates its address, which matters only if that may crash or the place itself matters.
    fn store(&mut self, place: ExprId) {
        let reads = self.address_reads(place);
        if may_crash(self.program, place) {
            self.seeds.extend(reads);
        } else {
            let to = self.node(place);
            self.influenced_by[to].extend(reads);
        }
    }

    /// The value goes to a node.
    fn flow(&mut self, value: ExprId, to: usize) {
        if may_crash(self.program, value) {
            self.needed(value);
        } else {
            let reads = self.reads(value);
            self.influenced_by[to].extend(reads);
        }
    }

    /// A scan reads memory besides its operands.
    fn scanned(&mut self, operand: ExprId) {
        self.seeds.push(memory(self.program));
        self.needed(operand);
    }

    fn needed(&mut self, value: ExprId) {
        let reads = self.reads(value);
        self.seeds.extend(reads);
    }

    /// The nodes that the value of an expression depends on.
    fn reads(&self, expr: ExprId) -> Vec<usize> {
        let mut found = Vec::new();
        let mut work = vec![expr];
        let mut seen = FxHashSet::default();
        while let Some(e) = work.pop() {
            if !seen.insert(e) {
                continue;
            }
            // Operations on floats, also conversions, read the rounding mode.
            if let Some(mode) = self.program.rounding
                && matches!(self.program.types.get(self.program.exprs.ty(e)), Type::Float(_))
            {
                found.push(if self.in_memory[mode] { memory(self.program) } else { mode.index() });
            }
            match self.program.exprs.kind(e) {
                ExprKind::Var(symbol) if !self.in_memory[symbol] => found.push(symbol.index()),
                ExprKind::Var(_) => found.push(memory(self.program)),
                ExprKind::Deref(pointer) => {
                    found.push(memory(self.program));
                    work.push(pointer);
                }
                ExprKind::AddressOf(place) => found.extend(self.address_reads(place)),
                _ => self.program.exprs.operands(e, |operand| work.push(operand)),
            }
        }
        found
    }

    /// The nodes that the address of a place depends on.
    fn address_reads(&self, mut place: ExprId) -> Vec<usize> {
        let mut found = Vec::new();
        loop {
            match self.program.exprs.kind(place) {
                ExprKind::Field { base, .. } => place = base,
                ExprKind::Index { base, index } => {
                    found.extend(self.reads(index));
                    place = base;
                }
                ExprKind::Deref(pointer) => {
                    found.extend(self.reads(pointer));
                    return found;
                }
                _ => return found,
            }
        }
    }
}
