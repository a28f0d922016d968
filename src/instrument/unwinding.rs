//! The property that loops and recursive functions stay within bounds: a counter for each, and a claim where it grows. The bound of a loop is how often its
//! body runs between entering and leaving it, that of a function how many calls of it go on when it is called again. Loops of library models are not
//! the user's.

use super::insert::{Insertions, prepend};
use analysis::named_loops::{NamedLoop, named_loops};
use goto::callgraph::CallGraph;
use goto::cfg::{Cfg, constant_truth};
use goto::dominators::Dominators;
use goto::loops::{Loop, LoopId, Loops};
use goto::{
    BinOp, Body, BranchKind, ExprId, FuncId, Id, InstrId, InstrKind, Instruction, Location, Mark, Program, Property, PropertyClass, PropertyId, Storage, Symbol,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// How often loops may run.
#[derive(Clone, Debug, Default)]
pub struct Bounds {
    /// Loops that are not named, and recursion. Without it they have no bound and get no property.
    pub default: Option<u32>,
    /// Loops by function and head.
    pub named: FxHashMap<(FuncId, InstrId), u32>,
}

/// Puts a claim into each loop and each recursive function of the user's program that has a bound.
pub fn unwinding(program: &mut Program, bounds: &Bounds) {
    let mut bounded: FxHashMap<FuncId, Vec<(NamedLoop, u32)>> = FxHashMap::default();
    for l in named_loops(program) {
        if let Some(bound) = bounds.named.get(&(l.function, l.head)).copied().or(bounds.default) {
            bounded.entry(l.function).or_default().push((l, bound));
        }
    }
    let calls = CallGraph::new(program);
    for f in program.functions.ids().filter(|&f| !program.functions[f].model).collect::<Vec<_>>() {
        let Some(mut body) = program.functions[f].body.take() else { continue };
        if let Some(loops) = bounded.get(&f) {
            body = count_iterations(program, f, body, loops);
        }
        if let Some(bound) = bounds.default.filter(|_| calls.is_recursive(f)) {
            body = count_calls(program, f, body, bound);
        }
        program.functions[f].body = Some(body);
    }
}

fn count_iterations(program: &mut Program, f: FuncId, mut body: Body, bounded: &[(NamedLoop, u32)]) -> Body {
    let cfg = Cfg::new(program, &body);
    let (loops, dominators) = (Loops::new(&cfg), Dominators::new(&cfg));
    let mut insertions = Insertions::default();
    let mut start = Vec::new();
    for (l, bound) in bounded {
        let Some(id) = loops.with_head(l.head) else { continue };
        let counter = counter(program, &format!("runs of {}", l.name), Storage::Temporary(f), l.loc);
        if let goto::ExprKind::Var(symbol) = program.exprs.kind(counter) {
            start.push(Instruction { kind: InstrKind::Decl(symbol), loc: l.loc });
        }
        let reset = set(program, counter, 0, l.loc);
        start.push(reset.clone());
        // Whoever is outside of the loop has not run it yet.
        let outside: FxHashSet<InstrId> = loops.get(id).exits.iter().map(|e| e.1).collect();
        for at in outside {
            insertions.before(at, reset.clone());
        }
        let at = own_mark(program, &body, &loops, id, &dominators).unwrap_or(l.head);
        let text = format!("{} runs at most {bound} times", l.name);
        let property = property(program, f, &l.number.to_string(), text, l.loc);
        count(program, &mut insertions, at, Claim { counter, limit: *bound, property, loc: l.loc });
    }
    insertions.apply(&mut body);
    prepend(body, start)
}

/// The start of the body of a `while` or `for`, if that is what the loop is and every iteration passes it. Then the test before it may be made once more.
fn own_mark(program: &Program, body: &Body, loops: &Loops, id: LoopId, dominators: &Dominators) -> Option<InstrId> {
    let l: &Loop = loops.get(id);
    if !l.is_reducible() {
        return None;
    }
    let is_start = |at: InstrId| {
        let test = at.index().checked_sub(1).map(InstrId::new);
        let follows_test = test.is_some_and(|test| match body[test].kind {
            InstrKind::Goto { guard, branch: Some(branch), .. } => {
                let of_loop = matches!(program.branches[branch].kind, BranchKind::While | BranchKind::For);
                of_loop && (constant_truth(&program.exprs, guard).is_none() || test == l.head)
            }
            _ => false,
        });
        at == l.head || follows_test
    };
    let passed = |at: InstrId| l.back_edges.iter().all(|&from| dominators.dominates(at, from));
    let marks = l.body.iter().copied().filter(|&at| matches!(body[at].kind, InstrKind::Mark(Mark::LoopBody)) && loops.innermost(at) == Some(id));
    marks.into_iter().find(|&at| is_start(at) && passed(at))
}

fn count_calls(program: &mut Program, f: FuncId, mut body: Body, bound: u32) -> Body {
    let (name, loc) = (program.functions[f].name.clone(), program.functions[f].loc);
    let counter = counter(program, &format!("calls of {name}"), Storage::Static, loc);
    let ty = program.exprs.ty(counter);
    let mut insertions = Insertions::default();
    let returns: Vec<InstrId> = body.iter().filter(|(_, i)| matches!(i.kind, InstrKind::Return(_))).map(|(at, _)| at).collect();
    for at in returns {
        let one = program.build().constant(ty, 1);
        let rhs = program.build().binary(BinOp::Sub, counter, one);
        insertions.before(at, Instruction { kind: InstrKind::Assign { lhs: counter, rhs }, loc: body[at].loc });
    }
    insertions.apply(&mut body);
    let text = format!("at most {bound} calls of {name} go on when it is called again");
    let property = property(program, f, "recursion", text, loc);
    let start = claim(program, Claim { counter, limit: bound.saturating_add(1), property, loc });
    prepend(body, start)
}

/// A counter that must be below its limit where it grows.
#[derive(Clone, Copy)]
struct Claim {
    counter: ExprId,
    limit: u32,
    property: PropertyId,
    loc: Location,
}

fn count(program: &mut Program, insertions: &mut Insertions, at: InstrId, what: Claim) {
    for instruction in claim(program, what) {
        insertions.before(at, instruction);
    }
}

fn claim(program: &mut Program, Claim { counter, limit, property, loc }: Claim) -> Vec<Instruction> {
    let ty = program.exprs.ty(counter);
    let mut build = program.build();
    let (limit, one) = (build.constant(ty, i128::from(limit)), build.constant(ty, 1));
    let cond = build.binary(BinOp::Lt, counter, limit);
    let rhs = build.binary(BinOp::Add, counter, one);
    vec![Instruction { kind: InstrKind::Assert { cond, property }, loc }, Instruction { kind: InstrKind::Assign { lhs: counter, rhs }, loc }]
}

fn set(program: &mut Program, counter: ExprId, value: i128, loc: Location) -> Instruction {
    let ty = program.exprs.ty(counter);
    let rhs = program.build().constant(ty, value);
    Instruction { kind: InstrKind::Assign { lhs: counter, rhs }, loc }
}

/// Counts beyond every bound that a run can reach.
fn counter(program: &mut Program, name: &str, storage: Storage, loc: Location) -> ExprId {
    let ty = program.types.int(64, false);
    let symbol = program.symbols.push(Symbol { name: name.to_owned(), ty, storage, loc });
    program.build().var(symbol, ty)
}

fn property(program: &mut Program, function: FuncId, which: &str, text: String, loc: Location) -> PropertyId {
    let name = format!("{}.unwinding.{which}", program.functions[function].name);
    program.properties.push(Property { name, class: PropertyClass::Unwinding, function, loc, text })
}
