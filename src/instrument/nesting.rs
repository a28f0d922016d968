//! The property `infinite-recursion`: calls do not nest without end. Each call within a recursion counts how deep it is, and must not be deeper than any stack allows; and
//! where the functions change nothing but their own variables a call must not come back to the function with the arguments that its caller has, since
//! then everything happens once more. Of a recursion whose depth is bounded by nothing but numbers that may be large, neither is shown.

use super::insert::{Insertions, prepend};
use super::recursion::is_harmless;
use goto::callgraph::CallGraph;
use goto::cfg::Cfg;
use goto::{BinOp, Body, Callee, ExprId, FuncId, InstrId, InstrKind, Instruction, Location, Program, Property, PropertyClass, Storage, Symbol, SymbolId, Type};

/// So many calls, of at least sixteen bytes each, fit no stack of the usual eight megabytes.
const DEEPEST: i128 = 1 << 20;

/// Functions that call each other.
pub(super) struct Recursion {
    members: Vec<FuncId>,
    /// They change nothing but their own variables, take numbers and know no other inputs: equal arguments mean equal runs.
    is_closed: bool,
}

/// The recursions of a program. To be asked before checks are put in.
pub(super) fn find(program: &Program) -> Vec<Recursion> {
    let calls = CallGraph::new(program);
    let reachable = calls.reachable(program.start);
    let is_one = |members: &&Vec<FuncId>| members.iter().any(|&f| reachable[f] && !program.functions[f].model && calls.is_recursive(f));
    let recursion = |members: &Vec<FuncId>| Recursion { members: members.clone(), is_closed: is_closed(program, &calls, members) };
    calls.bottom_up().iter().filter(is_one).map(recursion).collect()
}

fn is_closed(program: &Program, calls: &CallGraph, members: &[FuncId]) -> bool {
    let below = calls.reachable(members[0]);
    program.functions.ids().filter(|&f| below[f]).all(|f| {
        let function = &program.functions[f];
        let Some(body) = &function.body else { return false };
        let is_number = |symbol: SymbolId| matches!(program.types.get(program.symbols[symbol].ty), Type::Int { .. } | Type::Bool);
        let cfg = Cfg::new(program, body);
        let is_closed = |(at, i): (InstrId, &Instruction)| {
            let known = match &i.kind {
                InstrKind::Havoc { .. } => false,
                InstrKind::Call { callee, .. } => matches!(callee, Callee::Direct(_)),
                _ => true,
            };
            !cfg.is_reachable(at) || known && is_harmless(program, &i.kind)
        };
        (!members.contains(&f) || function.params.iter().all(|p| is_number(p.symbol))) && body.iter().all(is_closed)
    })
}

/// Puts the property into the functions of the recursions.
pub(super) fn bound(program: &mut Program, recursions: &[Recursion]) {
    for recursion in recursions {
        let (ty, loc) = (program.types.int(32, false), program.functions[recursion.members[0]].loc);
        let depth = program.symbols.push(Symbol { name: "depth".to_owned(), ty, storage: Storage::Static, loc });
        for &f in &recursion.members {
            if program.functions[f].model {
                continue;
            }
            if let Some(body) = program.functions[f].body.take() {
                let body = Nesting { program, recursion, depth, function: f, number: 0, noted: Vec::new() }.body(body);
                program.functions[f].body = Some(body);
            }
        }
    }
}

struct Nesting<'p> {
    program: &'p mut Program,
    recursion: &'p Recursion,
    depth: SymbolId,
    function: FuncId,
    number: u32,
    /// The arguments that the call of the function has got.
    noted: Vec<ExprId>,
}

impl Nesting<'_> {
    fn body(mut self, mut body: Body) -> Body {
        let start = if self.recursion.is_closed { self.note_arguments() } else { Vec::new() };
        let mut insertions = Insertions::default();
        for (at, instruction) in body.iter() {
            let InstrKind::Call { callee, args, .. } = &instruction.kind else { continue };
            let again = match *callee {
                Callee::Direct(g) if !self.recursion.members.contains(&g) => continue,
                Callee::Direct(g) => g == self.function && self.recursion.is_closed && args.len() == self.noted.len(),
                Callee::Indirect(_) => false,
            };
            self.call(at, instruction.loc, again.then_some(args.as_slice()), &mut insertions);
        }
        insertions.apply(&mut body);
        prepend(body, start)
    }

    fn note_arguments(&mut self) -> Vec<Instruction> {
        let loc = self.program.functions[self.function].loc;
        let mut start = Vec::new();
        for parameter in self.program.functions[self.function].params.iter().map(|p| p.symbol).collect::<Vec<_>>() {
            let ty = self.program.symbols[parameter].ty;
            let storage = Storage::Temporary(self.function);
            let symbol = self.program.symbols.push(Symbol { name: "argument".to_owned(), ty, storage, loc });
            let (lhs, rhs) = (self.program.build().var(symbol, ty), self.program.build().var(parameter, ty));
            start.extend([InstrKind::Decl(symbol), InstrKind::Assign { lhs, rhs }].map(|kind| Instruction { kind, loc }));
            self.noted.push(lhs);
        }
        start
    }

    /// The claim about one call, and the counting around it. `again`: the arguments, if the function calls itself.
    fn call(&mut self, at: InstrId, loc: Location, again: Option<&[ExprId]>, insertions: &mut Insertions) {
        let ty = self.program.symbols[self.depth].ty;
        let noted = self.noted.clone();
        let mut build = self.program.build();
        let depth = build.var(self.depth, ty);
        let (one, deepest) = (build.constant(ty, 1), build.constant(ty, DEEPEST));
        let (deeper, back) = (build.binary(BinOp::Add, depth, one), build.binary(BinOp::Sub, depth, one));
        let mut cond = build.binary(BinOp::Lt, depth, deepest);
        if let Some(args) = again {
            let mut differs = build.truth(false);
            for (&now, &then) in args.iter().zip(&noted) {
                let other = build.binary(BinOp::Ne, now, then);
                differs = build.binary(BinOp::Or, differs, other);
            }
            cond = build.binary(BinOp::And, cond, differs);
        }
        self.number += 1;
        let class = PropertyClass::InfiniteRecursion;
        let name = format!("{}.{}.{}", self.program.functions[self.function].name, class.label(), self.number);
        let text = "calls nest without end, or deeper than a stack allows".to_owned();
        let property = self.program.properties.push(Property { name, class, function: self.function, loc, text });
        insertions.before(at, Instruction { kind: InstrKind::Assert { cond, property }, loc });
        insertions.before(at, Instruction { kind: InstrKind::Assign { lhs: depth, rhs: deeper }, loc });
        insertions.after(at, Instruction { kind: InstrKind::Assign { lhs: depth, rhs: back }, loc });
    }
}
