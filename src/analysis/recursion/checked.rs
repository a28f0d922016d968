//! The program in which contracts are checked: it has no call of a member within a member any more. A call claims the pre-facts, changes all that the member may
//! change to anything that satisfies the post-facts, and returns. Where the program began, it now chooses between that and one member: in a state of which the
//! pre-facts alone are known the member runs once, and its post-facts are claimed when it returns.

use super::facts::{Fact, written};
use super::learn::Contract;
use super::members::{Member, Of, Recursion, Variable};
use goto::{
    BinOp, Body, Callee, ExprId, FuncId, Function, HaltKind, InstrId, InstrKind, Instruction, Location, Parameter, Program, Property, PropertyClass,
    PropertyId, Storage, Symbol, SymbolId, Type, TypeId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A fact of a contract that is claimed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Claim {
    /// The number of the member.
    pub member: usize,
    pub fact: Fact,
    pub when: When,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum When {
    /// At each call.
    Before,
    /// At each return.
    After,
}

/// A program that shows what holds of the one it was made of.
pub struct Checked {
    pub program: Program,
    /// What the properties behind those of the first program claim.
    pub claims: Vec<(PropertyId, Claim)>,
}

/// What is said of members, one contract for each.
#[derive(Clone, Copy)]
pub struct Said<'a> {
    /// Shown before: it holds of all calls.
    pub known: &'a [Contract],
    /// To be shown.
    pub tried: &'a [Contract],
}

impl<'a> Said<'a> {
    /// The facts about returns from a member.
    fn of(self, member: usize) -> impl Iterator<Item = &'a Fact> {
        self.known[member].after.iter().chain(&self.tried[member].after)
    }
}

/// The program in which what is tried is checked. Properties that are taken to hold are assumed wherever they are claimed: what is shown
/// counts if they are shown too. Goals and properties keep their ids, instructions keep their places unless something is taken to hold.
pub fn checked(program: &Program, recursion: &Recursion, said: Said<'_>, taken: &FxHashSet<PropertyId>) -> Checked {
    let mut making = Making { program: program.clone(), claims: Vec::new() };
    making.assume_taken(taken);
    let stubs: FxHashMap<FuncId, FuncId> = recursion.members.iter().enumerate().map(|(i, member)| (member.function, making.stub(i, member, said))).collect();
    making.redirect(&stubs);
    let (at, entry) = recursion.entry;
    let driver = making.driver(stubs.get(&entry).copied().unwrap_or(entry), recursion, said);
    if let Some(body) = &mut making.program.functions[program.start].body
        && let InstrKind::Call { callee, .. } = &mut body[at].kind
    {
        *callee = Callee::Direct(driver);
    }
    goto::assert_valid(&making.program, "contracts of recursive functions");
    Checked { program: making.program, claims: making.claims }
}

struct Making {
    program: Program,
    claims: Vec<(PropertyId, Claim)>,
}

/// A function that is being written.
pub(super) struct Writing {
    function: FuncId,
    loc: Location,
    pub body: Body,
}

impl Writing {
    /// Of the signature of another function, with a name of its own, still without a body. Gives its parameters too.
    pub(super) fn like(program: &mut Program, model: FuncId, name: &str) -> (Self, Vec<ExprId>) {
        let (ty, loc) = (program.functions[model].ty, program.functions[model].loc);
        let name = format!("{}.{name}", program.functions[model].name);
        let function = program.functions.push(Function { name, ty, params: Vec::new(), body: None, loc, noreturn: false, model: true });
        let mut places = Vec::new();
        for parameter in program.functions[model].params.clone() {
            let Symbol { name, ty, loc, .. } = program.symbols[parameter.symbol].clone();
            let symbol = program.symbols.push(Symbol { name, ty, storage: Storage::Parameter(function), loc });
            program.functions[function].params.push(Parameter { symbol, ..parameter });
            places.push(program.build().var(symbol, ty));
        }
        (Self { function, loc, body: Body::new() }, places)
    }

    pub(super) fn push(&mut self, kind: InstrKind) -> InstrId {
        self.body.push(Instruction { kind, loc: self.loc })
    }

    pub(super) fn temporary(&mut self, program: &mut Program, name: &str, ty: TypeId) -> ExprId {
        let symbol = Symbol { name: name.to_owned(), ty, storage: Storage::Temporary(self.function), loc: self.loc };
        let symbol = program.symbols.push(symbol);
        self.push(InstrKind::Decl(symbol));
        program.build().var(symbol, ty)
    }

    /// The values that variables have now, in variables of the function. Gives them and where they are stored.
    pub(super) fn note(&mut self, program: &mut Program, variables: &[Variable], args: &[ExprId], result: Option<ExprId>) -> (Vec<ExprId>, Vec<InstrId>) {
        let mut noted = (Vec::new(), Vec::new());
        for variable in variables {
            let value = match variable.of {
                Of::Argument(i) => Some(args[i]),
                Of::Before(s) | Of::After(s) => Some(static_variable(program, s)),
                Of::Result => result,
            };
            let now = self.temporary(program, "now", variable.ty);
            if let Some(rhs) = value {
                noted.1.push(self.push(InstrKind::Assign { lhs: now, rhs }));
            }
            noted.0.push(now);
        }
        noted
    }

    pub(super) fn finish(self, program: &mut Program) -> FuncId {
        program.functions[self.function].body = Some(self.body);
        self.function
    }
}

fn static_variable(program: &mut Program, symbol: SymbolId) -> ExprId {
    let ty = program.symbols[symbol].ty;
    program.build().var(symbol, ty)
}

impl Making {
    /// Where properties that are taken to hold are claimed, nothing else is followed.
    fn assume_taken(&mut self, taken: &FxHashSet<PropertyId>) {
        for function in self.program.functions.ids() {
            let Some(body) = self.program.functions[function].body.take() else { continue };
            self.program.functions[function].body = Some(assuming(body, taken));
        }
    }

    fn property(&mut self, claim: Claim) -> PropertyId {
        let n = self.program.properties.len() + 1;
        let (name, loc) = (format!("contract.{n}"), self.program.functions[self.program.start].loc);
        let function = self.program.start;
        let property = self.program.properties.push(Property { name, class: PropertyClass::Assertion, function, loc, text: String::new() });
        self.claims.push((property, claim));
        property
    }

    /// What stands for calls of a member.
    fn stub(&mut self, i: usize, member: &Member, said: Said<'_>) -> FuncId {
        let (mut writing, args) = Writing::like(&mut self.program, member.function, "contract");
        let numbers = member.numbers();
        let (before, after) = member.variables.split_at(member.n_before());
        let (mut places, _) = writing.note(&mut self.program, before, &args, None);
        for fact in &said.tried[i].before {
            let cond = fact.expression(&mut self.program, &numbers, &places);
            let property = self.property(Claim { member: i, fact: fact.clone(), when: When::Before });
            writing.push(InstrKind::Assert { cond, property });
        }
        for fact in said.known[i].before.iter().chain(&said.tried[i].before) {
            let cond = fact.expression(&mut self.program, &numbers, &places);
            writing.push(InstrKind::Assume(cond));
        }
        for &symbol in &member.changed {
            let place = static_variable(&mut self.program, symbol);
            let kind = self.leave(member, Of::After(symbol), place, &places, said.of(i));
            writing.push(kind);
        }
        let result = member.result.map(|ty| writing.temporary(&mut self.program, "result", ty));
        if let Some(place) = result {
            let kind = self.leave(member, Of::Result, place, &places, said.of(i));
            writing.push(kind);
        }
        places.extend(writing.note(&mut self.program, after, &args, result).0);
        for fact in said.of(i) {
            let cond = fact.expression(&mut self.program, &numbers, &places);
            writing.push(InstrKind::Assume(cond));
        }
        writing.push(InstrKind::Return(result));
        writing.finish(&mut self.program)
    }

    /// A call leaves a value that the facts allow in a place: where a fact leaves one only that one, which spares solvers the equation; else any, for facts to be assumed.
    fn leave<'c>(&mut self, member: &Member, of: Of, place: ExprId, before: &[ExprId], facts: impl Iterator<Item = &'c Fact>) -> InstrKind {
        let numbers = member.numbers();
        let Some(v) = member.variables.iter().position(|variable| variable.of == of) else { return InstrKind::havoc(place) };
        let Some(value) = facts.filter_map(|fact| fact.defines(v, &numbers, before.len())).next() else { return InstrKind::havoc(place) };
        let rhs = written(&mut self.program, &value, before, member.variables[v].ty);
        InstrKind::Assign { lhs: place, rhs }
    }

    /// Calls of members become calls of what stands for them.
    fn redirect(&mut self, stubs: &FxHashMap<FuncId, FuncId>) {
        for (_, function) in self.program.functions.iter_mut() {
            for (_, instruction) in function.body.iter_mut().flat_map(|body| body.iter_mut()) {
                if let InstrKind::Call { callee: Callee::Direct(f), .. } = &mut instruction.kind
                    && let Some(&stub) = stubs.get(f)
                {
                    *f = stub;
                }
            }
        }
    }

    /// What the start function calls instead of the entry function.
    fn driver(&mut self, entry: FuncId, recursion: &Recursion, said: Said<'_>) -> FuncId {
        let (mut writing, args) = Writing::like(&mut self.program, entry, "driver");
        let ty = self.program.types.int(32, true);
        let choice = writing.temporary(&mut self.program, "choice", ty);
        writing.push(InstrKind::havoc(choice));
        let jumps: Vec<InstrId> = recursion.members.iter().map(|_| writing.push(InstrKind::Skip)).collect();
        let ret = match *self.program.types.get(self.program.functions[entry].ty) {
            Type::Function { ret, .. } if *self.program.types.get(ret) != Type::Void => Some(ret),
            _ => None,
        };
        let result = ret.map(|ty| writing.temporary(&mut self.program, "result", ty));
        writing.push(InstrKind::Call { result, callee: Callee::Direct(entry), args });
        writing.push(InstrKind::Return(result));
        for (i, member) in recursion.members.iter().enumerate() {
            let target = writing.body.next_id();
            let mut build = self.program.build();
            let number = build.constant(ty, i as i128 + 1);
            let guard = build.binary(BinOp::Eq, choice, number);
            writing.body[jumps[i]].kind = InstrKind::Goto { guard, target, branch: None };
            self.check(&mut writing, i, member, said);
        }
        writing.finish(&mut self.program)
    }

    /// One run of a member from any state in which its pre-facts hold.
    fn check(&mut self, writing: &mut Writing, i: usize, member: &Member, said: Said<'_>) {
        let program = &mut self.program;
        let numbers = member.numbers();
        let (before, after) = member.variables.split_at(member.n_before());
        for &symbol in &member.open {
            let place = static_variable(program, symbol);
            writing.push(InstrKind::havoc(place));
        }
        let mut args = Vec::new();
        for &parameter in &member.params {
            let ty = program.symbols[parameter].ty;
            let place = writing.temporary(program, "argument", ty);
            writing.push(InstrKind::havoc(place));
            args.push(place);
        }
        let (mut places, _) = writing.note(program, before, &args, None);
        for fact in said.known[i].before.iter().chain(&said.tried[i].before) {
            let cond = fact.expression(program, &numbers, &places);
            writing.push(InstrKind::Assume(cond));
        }
        let result = member.result.map(|ty| writing.temporary(program, "result", ty));
        writing.push(InstrKind::Call { result, callee: Callee::Direct(member.function), args: args.clone() });
        places.extend(writing.note(program, after, &args, result).0);
        for fact in &said.tried[i].after {
            let cond = fact.expression(&mut self.program, &numbers, &places);
            let property = self.property(Claim { member: i, fact: fact.clone(), when: When::After });
            writing.push(InstrKind::Assert { cond, property });
        }
        // What comes behind belongs to the caller.
        let never = self.program.build().truth(false);
        writing.push(InstrKind::Assume(never));
        writing.push(InstrKind::Halt(HaltKind::Exit));
    }
}

/// The body with an assumption behind each claim of these properties.
fn assuming(body: Body, taken: &FxHashSet<PropertyId>) -> Body {
    let assumption = |instruction: &Instruction| match instruction.kind {
        InstrKind::Assert { cond, property } if taken.contains(&property) => Some(InstrKind::Assume(cond)),
        _ => None,
    };
    if !body.values().any(|instruction| assumption(instruction).is_some()) {
        return body;
    }
    let mut moved = Body::new();
    let mut arrival: goto::IdVec<InstrId, InstrId> = goto::IdVec::new();
    for instruction in body.values() {
        arrival.push(moved.push(instruction.clone()));
        if let Some(kind) = assumption(instruction) {
            moved.push(Instruction { kind, loc: instruction.loc });
        }
    }
    for (_, instruction) in moved.iter_mut() {
        if let InstrKind::Goto { target, .. } = &mut instruction.kind {
            *target = arrival[*target];
        }
    }
    moved
}
