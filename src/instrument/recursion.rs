//! Recursions that are shown to end call by call: a measure of the arguments is smaller than that of the caller's parameters. Such a chain of calls cannot go on
//! without end, since the measures are of finite types.
//!
//! Claims stand before the calls as the program makes them: what is known of arguments helps, and contracts of the functions show it (`engine::recursion`).
//!
//! Where no contracts are wanted, functions that change nothing but their own variables and do nothing but return get any arguments, and a call among them becomes
//! the claims with any result: this covers every call of the program as it was. They neither crash nor read inputs, so that runs in which arbitrary values
//! do not matter are runs of the program as it was.

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

/// How calls of recursive functions are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recursions {
    /// As the program makes them.
    AsCalled,
    /// With any arguments, if the functions do nothing but compute.
    WithAnyArguments,
}

/// The claims that recursions end.
#[derive(Default)]
pub(crate) struct Measured {
    /// Of functions that do not call each other any more.
    pub claims: Vec<Claim>,
    /// For functions that do, properties each of which shows that calls among them are not nested for ever.
    pub ends: FxHashMap<FuncId, Vec<PropertyId>>,
}

/// Puts the claims into the recursive functions of which that can be shown, and says what is to be shown of them.
pub(crate) fn recursions(program: &mut Program, missing: &[String], how: Recursions) -> Measured {
    let calls = CallGraph::new(program);
    let reachable = calls.reachable(program.start);
    let components: Vec<Vec<FuncId>> = calls.bottom_up().iter().filter(|c| c.iter().any(|&f| reachable[f] && calls.is_recursive(f))).cloned().collect();
    let mut measured = Measured::default();
    for members in components {
        if how == Recursions::WithAnyArguments && is_covered(program, &calls, &members, missing) {
            measured.claims.push(Change::new(program, &members, how).claim());
        } else if how == Recursions::AsCalled && have_numbers(program, &calls, &members) {
            let ends = Change::new(program, &members, how).ends();
            measured.ends.extend(members.iter().map(|&member| (member, ends.clone())));
        }
    }
    measured
}

/// Do the functions call each other by name alone, with arguments of the parameters' types, as many in all of them, of which one is a number in all?
fn have_numbers(program: &Program, calls: &CallGraph, members: &[FuncId]) -> bool {
    let n = program.functions[members[0]].params.len();
    let types = |g: FuncId| program.functions[g].params.iter().map(|p| program.symbols[p.symbol].ty);
    let is_followed = |instruction: &Instruction| match &instruction.kind {
        InstrKind::Call { callee: Callee::Direct(g), args, .. } if members.contains(g) => types(*g).eq(args.iter().map(|&arg| program.exprs.ty(arg))),
        InstrKind::Call { callee: callee @ Callee::Indirect(_), .. } => !calls.targets(program, *callee).iter().any(|g| members.contains(g)),
        _ => true,
    };
    let is_known = |f: FuncId| {
        let function = &program.functions[f];
        function.params.len() == n && function.body.as_ref().is_some_and(|body| body.values().all(is_followed))
    };
    members.iter().all(|&f| is_known(f)) && !numbers(program, members).is_empty()
}

/// The parameters that are numbers in all of the functions, by position.
fn numbers(program: &Program, members: &[FuncId]) -> Vec<usize> {
    let is_number_of = |i: usize, f: FuncId| program.functions[f].params.get(i).is_some_and(|p| is_number(program, program.symbols[p.symbol].ty));
    let n = program.functions[members[0]].params.len();
    (0..n).filter(|&i| members.iter().all(|&f| is_number_of(i, f))).take(PARAMETERS).collect()
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

/// A number made of parameters, which falls.
#[derive(Clone, Copy)]
enum Falling {
    Itself(usize),
    /// It rises.
    Complement(usize),
    /// As a number without sign.
    Unsigned(usize),
    Sum(usize, usize),
    /// The first without the second.
    Difference(usize, usize),
}

/// A measure of arguments: the first of these that differs falls.
#[derive(Clone)]
struct Measure(Vec<Falling>);

fn measures(numbers: &[usize]) -> Vec<Measure> {
    let single = |of: fn(usize) -> Falling| numbers.iter().map(move |&i| Measure(vec![of(i)]));
    let others = |i: usize| numbers.iter().copied().filter(move |&j| j != i);
    let pairs = |of: fn(usize) -> Falling| numbers.iter().flat_map(move |&i| others(i).map(move |j| Measure(vec![of(i), of(j)])));
    let differences = numbers.iter().flat_map(|&i| others(i).map(move |j| Measure(vec![Falling::Difference(i, j)])));
    let sums = numbers.iter().flat_map(|&i| others(i).filter(move |&j| i < j).map(move |j| Measure(vec![Falling::Sum(i, j)])));
    let singles = single(Falling::Itself).chain(single(Falling::Complement)).chain(single(Falling::Unsigned));
    singles.chain(pairs(Falling::Itself)).chain(pairs(Falling::Unsigned)).chain(differences).chain(sums).collect()
}

struct Change<'p> {
    program: &'p mut Program,
    members: &'p [FuncId],
    how: Recursions,
    measures: Vec<(Measure, PropertyId)>,
    name: String,
    loc: Location,
}

impl<'p> Change<'p> {
    fn new(program: &'p mut Program, members: &'p [FuncId], how: Recursions) -> Self {
        let first = members[0];
        let (name, loc) = (format!("{}.termination.recursion", program.functions[first].name), program.functions[first].loc);
        let numbers = numbers(program, members);
        let property = |measure| {
            let name = format!("{name}.{}", program.properties.len() + 1);
            (measure, program.properties.push(Property { name, class: PropertyClass::Termination, function: first, loc, text: String::new() }))
        };
        let measures = measures(&numbers).into_iter().map(property).collect();
        Self { program, members, how, measures, name, loc }
    }

    /// Changes the functions. Each of these properties shows that the recursion ends.
    fn ends(&mut self) -> Vec<PropertyId> {
        for &f in self.members {
            let Some(body) = self.program.functions[f].body.take() else { continue };
            self.program.functions[f].body = Some(self.body(f, body));
        }
        self.measures.iter().map(|(_, property)| *property).collect()
    }

    fn claim(mut self) -> Claim {
        let function = self.members[0];
        let text = format!("the recursion of {} ends", self.program.functions[function].name);
        let ends = self.ends();
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
            let any = (self.how == Recursions::WithAnyArguments).then(|| InstrKind::havoc(now));
            let kinds = any.into_iter().chain([InstrKind::Decl(symbol), InstrKind::Assign { lhs: then, rhs: now }]);
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
            if self.how == Recursions::WithAnyArguments {
                instruction.kind = result.map_or(InstrKind::Skip, InstrKind::havoc);
            }
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
        for &number in numbers.iter().rev() {
            let (now, then) = (self.value(number, args), self.value(number, noted));
            let mut build = self.program.build();
            let (less, same) = (build.binary(BinOp::Lt, now, then), build.binary(BinOp::Eq, now, then));
            let later = build.binary(BinOp::And, same, cond);
            cond = build.binary(BinOp::Or, less, later);
        }
        cond
    }

    /// The number in a type that holds those of all parameters and what is made of them.
    fn value(&mut self, number: Falling, of: &[ExprId]) -> ExprId {
        match number {
            Falling::Itself(i) => self.wide(of[i]),
            Falling::Complement(i) => {
                let wide = self.wide(of[i]);
                self.program.build().unary(UnOp::BitNot, wide)
            }
            Falling::Unsigned(i) => {
                let bits = self.program.types.scalar_bits(self.program.exprs.ty(of[i])).unwrap_or(64);
                let ty = self.program.types.int(bits, false);
                let unsigned = self.program.build().cast(of[i], ty);
                self.wide(unsigned)
            }
            Falling::Sum(i, j) | Falling::Difference(i, j) => {
                let op = if matches!(number, Falling::Sum(..)) { BinOp::Add } else { BinOp::Sub };
                let (a, b) = (self.wide(of[i]), self.wide(of[j]));
                self.program.build().binary(op, a, b)
            }
        }
    }

    fn wide(&mut self, e: ExprId) -> ExprId {
        let ty = self.program.types.int(128, true);
        self.program.build().cast(e, ty)
    }
}
