//! Recursions that are shown to end call by call: a measure of the arguments is smaller than that of the caller's parameters. Such a chain of calls cannot go on
//! without end, since the measures are of finite types.
//!
//! For the claims to say it of all calls, the program is changed: the functions get any arguments, and a call among them becomes the claims with any
//! result. This covers every call of the program as it was, if the functions change nothing but their own variables and do nothing but return; only then it is
//! done. They neither crash nor read inputs, so that runs in which arbitrary values do not matter are runs of the program as it was.

use super::insert::{Insertions, prepend};
use analysis::comparison::is_integer;
use analysis::crash::may_crash;
use analysis::termination::{Claim, Subject};
use goto::callgraph::CallGraph;
use goto::{
    BinOp, Body, Callee, ExprId, ExprKind, FuncId, InstrId, InstrKind, Instruction, Location, Program, Property, PropertyClass, PropertyId, Storage, Symbol,
    Type, UnOp,
};
use rustc_hash::FxHashMap;

/// Parameters that are looked at.
const PARAMETERS: usize = 3;

/// Changes the recursive functions of which that can be shown, and says what is to be shown of them.
pub(crate) fn recursions(program: &mut Program, missing: &[String]) -> Vec<Claim> {
    let calls = CallGraph::new(program);
    let reachable = calls.reachable(program.start);
    let components: Vec<Vec<FuncId>> = calls.bottom_up().iter().filter(|c| c.iter().any(|&f| reachable[f] && calls.is_recursive(f))).cloned().collect();
    let mut claims = Vec::new();
    for members in components {
        if is_covered(program, &calls, &members, missing) {
            claims.push(Change::new(program, &members).claim());
        }
    }
    claims
}

/// Do the functions change nothing but their own variables, and call each other by name, with numbers?
fn is_covered(program: &Program, calls: &CallGraph, members: &[FuncId], missing: &[String]) -> bool {
    let below = calls.reachable(members[0]);
    let mut inner_calls = 0;
    for f in program.functions.ids().filter(|&f| below[f]) {
        let function = &program.functions[f];
        let Some(body) = &function.body else { return false };
        let is_member = members.contains(&f);
        let numbers = function.params.iter().all(|p| is_number(program, program.symbols[p.symbol].ty));
        if missing.contains(&function.name) || is_member && (!numbers || function.params.is_empty()) {
            return false;
        }
        for (_, instruction) in body.iter() {
            if !is_harmless(program, &instruction.kind) {
                return false;
            }
            let InstrKind::Call { callee, args, .. } = &instruction.kind else { continue };
            match *callee {
                Callee::Direct(g) if is_member && members.contains(&g) => {
                    inner_calls += 1;
                    let all = args.len() == program.functions[g].params.len() && args.len() == function.params.len();
                    if !all || !args.iter().all(|&a| is_integer(program, a)) {
                        return false;
                    }
                }
                Callee::Direct(_) => {}
                Callee::Indirect(_) => return false,
            }
        }
    }
    inner_calls > 0
}

fn is_number(program: &Program, ty: goto::TypeId) -> bool {
    matches!(program.types.get(ty), Type::Int { bits, .. } if *bits <= 64)
}

/// Does the instruction change only variables of its own call, and go on, without asking for an input?
pub(super) fn is_harmless(program: &Program, kind: &InstrKind) -> bool {
    let is_own = |place: ExprId| {
        let ty = program.exprs.ty(place);
        let own = matches!(program.exprs.kind(place), ExprKind::Var(s) if program.symbols[s].storage != Storage::Static);
        own && !matches!(program.types.get(ty), Type::Pointer(_))
    };
    let mut crashes = false;
    kind.expressions(|e, _| crashes |= may_crash(program, e));
    match kind {
        _ if crashes => false,
        InstrKind::Skip | InstrKind::Mark(_) | InstrKind::Decl(_) | InstrKind::Dead(_) | InstrKind::Goto { .. } | InstrKind::Return(_) => true,
        InstrKind::Assign { lhs, .. } | InstrKind::Havoc { lhs, .. } => is_own(*lhs),
        InstrKind::Call { result, .. } => result.is_none_or(is_own),
        _ => false,
    }
}

/// An order of the values of a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Falls,
    Rises,
    /// As numbers without sign.
    FallsUnsigned,
}

/// A measure of arguments: the first of these that differs comes later in its order.
#[derive(Clone)]
struct Measure(Vec<(usize, Order)>);

fn measures(n: usize) -> Vec<Measure> {
    let singles = (0..n).flat_map(|i| [Order::Falls, Order::Rises, Order::FallsUnsigned].map(|order| Measure(vec![(i, order)])));
    let pairs = |order| (0..n).flat_map(move |i| (0..n).filter(move |&j| i != j).map(move |j| Measure(vec![(i, order), (j, order)])));
    singles.chain(pairs(Order::Falls)).chain(pairs(Order::FallsUnsigned)).collect()
}

struct Change<'p> {
    program: &'p mut Program,
    members: &'p [FuncId],
    measures: Vec<(Measure, PropertyId)>,
    name: String,
    loc: Location,
}

impl<'p> Change<'p> {
    fn new(program: &'p mut Program, members: &'p [FuncId]) -> Self {
        let first = members[0];
        let (name, loc) = (format!("{}.termination.recursion", program.functions[first].name), program.functions[first].loc);
        let n = program.functions[first].params.len().min(PARAMETERS);
        let property = |measure| {
            let name = format!("{name}.{}", program.properties.len() + 1);
            (measure, program.properties.push(Property { name, class: PropertyClass::Termination, function: first, loc, text: String::new() }))
        };
        let measures = measures(n).into_iter().map(property).collect();
        Self { program, members, measures, name, loc }
    }

    fn claim(mut self) -> Claim {
        for &f in self.members {
            let Some(body) = self.program.functions[f].body.take() else { continue };
            self.program.functions[f].body = Some(self.body(f, body));
        }
        let function = self.members[0];
        let text = format!("the recursion of {} ends", self.program.functions[function].name);
        let ends = self.measures.iter().map(|(_, property)| *property).collect();
        Claim { name: self.name, function, loc: self.loc, text, subject: Subject::Recursion, ends, endless: Vec::new(), traps: Vec::new(), gap: None }
    }

    fn body(&mut self, f: FuncId, mut body: Body) -> Body {
        let (mut start, mut noted) = (Vec::new(), Vec::new());
        let loc = self.program.functions[f].loc;
        for parameter in self.program.functions[f].params.iter().map(|p| p.symbol).collect::<Vec<_>>() {
            let ty = self.program.symbols[parameter].ty;
            let symbol = Symbol { name: "argument".to_owned(), ty, storage: Storage::Temporary(f), loc };
            let symbol = self.program.symbols.push(symbol);
            let (now, then) = (self.program.build().var(parameter, ty), self.program.build().var(symbol, ty));
            let kinds = [InstrKind::havoc(now), InstrKind::Decl(symbol), InstrKind::Assign { lhs: then, rhs: now }];
            start.extend(kinds.map(|kind| Instruction { kind, loc }));
            noted.push(then);
        }
        let mut insertions = Insertions::default();
        let inner: FxHashMap<InstrId, (Option<ExprId>, Vec<ExprId>)> = body.iter().filter_map(|(at, i)| Some((at, self.inner_call(&i.kind)?))).collect();
        for (at, instruction) in body.iter_mut() {
            let Some((result, args)) = inner.get(&at) else { continue };
            for (measure, property) in self.measures.clone() {
                let cond = self.smaller(&measure, args, &noted);
                insertions.before(at, Instruction { kind: InstrKind::Assert { cond, property }, loc: instruction.loc });
            }
            instruction.kind = result.map_or(InstrKind::Skip, InstrKind::havoc);
        }
        insertions.apply(&mut body);
        prepend(body, start)
    }

    fn inner_call(&self, kind: &InstrKind) -> Option<(Option<ExprId>, Vec<ExprId>)> {
        match kind {
            InstrKind::Call { result, callee: Callee::Direct(g), args } if self.members.contains(g) => Some((*result, args.clone())),
            _ => None,
        }
    }

    fn smaller(&mut self, Measure(numbers): &Measure, args: &[ExprId], noted: &[ExprId]) -> ExprId {
        let mut cond = self.program.build().truth(false);
        for &(i, order) in numbers.iter().rev() {
            let (now, then) = (self.wide(args[i], order), self.wide(noted[i], order));
            let mut build = self.program.build();
            let (less, same) = (build.binary(BinOp::Lt, now, then), build.binary(BinOp::Eq, now, then));
            let later = build.binary(BinOp::And, same, cond);
            cond = build.binary(BinOp::Or, less, later);
        }
        cond
    }

    /// The number in a type that holds those of all parameters; its complement if it is to grow.
    fn wide(&mut self, e: ExprId, order: Order) -> ExprId {
        let bits = self.program.types.scalar_bits(self.program.exprs.ty(e)).unwrap_or(64);
        let (unsigned, ty) = (self.program.types.int(bits, false), self.program.types.int(128, true));
        let mut build = self.program.build();
        let own = if order == Order::FallsUnsigned { build.cast(e, unsigned) } else { e };
        let wide = build.cast(own, ty);
        if order == Order::Rises { build.unary(UnOp::BitNot, wide) } else { wide }
    }
}
