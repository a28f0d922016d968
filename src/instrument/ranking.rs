//! Claims that show, if enough of them are proved, that the program terminates.
//!
//! An execution that does not end either nests calls without end, or stays in one call of a function for ever. The first goes through calls of some recursive
//! function without end: for each there is a claim that bounds how often it is called, or claims about its arguments (`recursion`). The second takes jumps back to heads of loops without end. Of the loops
//! whose head it comes back to without end take an outermost one: to leave it and come back the execution would have to pass the head of a loop around it, so
//! from some time on it stays inside and comes back to this head again and again. Each time it notes the measures at the head, and it is claimed of each measure
//! that it is smaller before the jump back. Each measure is of a finite type, so one of which the claim holds cannot go on for ever. Another claim bounds the
//! number of jumps back in the whole execution, for loops that can be unrolled to their end.
//!
//! This needs the loops to be entered at their heads only, jumps back to be jumps, and all that may run to be known: what is not so is a gap. What the
//! program does not describe is claimed to be never reached. The measures crash nowhere, so that claims take no execution away.

use super::insert::{Insertions, prepend};
use super::recursion::{Measured, Recursions, recursions};
use analysis::named_loops::{NamedLoop, loops_of};
use analysis::ranks::{Rank, ranks};
use analysis::termination::{Claim, Subject};
use goto::callgraph::CallGraph;
use goto::cfg::Cfg;
use goto::loops::{Loop, Loops};
use goto::{BinOp, Body, ExprId, FuncId, Id, InstrId, InstrKind, Instruction, Location, Program, Property, PropertyClass, PropertyId, Storage, Symbol};
use rustc_hash::FxHashMap;

/// Jumps back and calls that a complete unrolling may count.
const MOST: i128 = 1 << 20;
/// Measures of all loops together, but each loop gets some.
const MEASURES: usize = 400;
const FEWEST: usize = 3;

/// Puts the claims into all functions that may run. `missing` names those without a body of their own, `how` says how recursive calls are looked at.
pub fn ranking(program: &mut Program, missing: &[String], how: Recursions) -> Vec<Claim> {
    let Measured { mut claims, ends } = recursions(program, missing, how);
    let calls = CallGraph::new(program);
    let reachable = calls.reachable(program.start);
    let functions: Vec<FuncId> = program.functions.ids().filter(|&f| reachable[f]).collect();
    let n_loops: usize = functions.iter().map(|&f| loops_of(program, f).len()).sum();
    let most = (MEASURES / n_loops.max(1)).max(FEWEST);
    for f in functions {
        let Some(body) = program.functions[f].body.take() else {
            claims.push(without_body(program, f));
            continue;
        };
        let is_missing = missing.contains(&program.functions[f].name);
        let mut function = Claimer { program, function: f, claims: Vec::new(), insertions: Insertions::default(), start: Vec::new() };
        function.obstacles(&body, is_missing);
        // Loops are found in the program.
        function.program.functions[f].body = Some(body);
        let loops = loops_of(function.program, f);
        let Some(mut body) = function.program.functions[f].body.take() else { continue };
        function.loops(&body, &loops, most);
        if calls.is_recursive(f) {
            function.recursion(ends.get(&f).map_or(&[], Vec::as_slice));
        }
        let Claimer { claims: own, insertions, start, .. } = function;
        insertions.apply(&mut body);
        program.functions[f].body = Some(prepend(body, start));
        claims.extend(own);
    }
    goto::assert_valid(program, "ranking");
    claims
}

/// That the function returns, of which nobody knows.
pub(super) fn without_body(program: &Program, function: FuncId) -> Claim {
    let (name, loc) = (&program.functions[function].name, program.functions[function].loc);
    Claim {
        name: format!("{name}.termination.body"),
        function,
        loc,
        text: format!("{name} returns"),
        subject: Subject::Obstacle(format!("{name} has no body")),
        ends: Vec::new(),
        endless: Vec::new(),
        traps: Vec::new(),
        gap: Some(format!("{name} has no body")),
    }
}

/// Claims for one function.
struct Claimer<'p> {
    program: &'p mut Program,
    function: FuncId,
    claims: Vec<Claim>,
    insertions: Insertions,
    start: Vec<Instruction>,
}

impl Claimer<'_> {
    /// What may do anything is never reached. Behind a limit of the world execution goes on as the text says, so the other claims tell whether it ends.
    fn obstacles(&mut self, body: &Body, is_missing: bool) {
        let name = self.program.functions[self.function].name.clone();
        if is_missing {
            let loc = self.program.functions[self.function].loc;
            self.obstacle(Cfg::entry(), loc, format!("{name} has no body"));
        }
        for (at, instruction) in body.iter() {
            if matches!(instruction.kind, InstrKind::Beyond(_)) {
                self.obstacle(at, instruction.loc, format!("unsupported: {}", goto::BEYOND));
            } else if let InstrKind::Unsupported(what) | InstrKind::Unfollowed(what) = &instruction.kind {
                self.obstacle(at, instruction.loc, format!("unsupported: {what}"));
            }
        }
    }

    fn obstacle(&mut self, at: InstrId, loc: Location, what: String) {
        let name = self.name(&format!("obstacle.{}", self.claims.len() + 1));
        let property = self.property(&name, loc);
        let cond = self.program.build().truth(false);
        self.insertions.before(at, Instruction { kind: InstrKind::Assert { cond, property }, loc });
        self.claim(name, loc, format!("never reached: {what}"), Subject::Obstacle(what), vec![property], None);
    }

    fn loops(&mut self, body: &Body, named: &[NamedLoop], most: usize) {
        let cfg = Cfg::new(self.program, body);
        let loops = Loops::new(&cfg);
        for l in named {
            let Some(id) = loops.with_head(l.head) else { continue };
            self.one_loop(body, &cfg, loops.get(id), l, most);
        }
    }

    fn one_loop(&mut self, body: &Body, cfg: &Cfg, l: &Loop, named: &NamedLoop, most: usize) {
        let name = self.name(&(named.number + 1).to_string());
        let back = l.back_edges.iter().map(|&from| JumpBack::of(body, from, l.head)).collect::<Option<Vec<_>>>();
        let (Some(back), true) = (back, l.is_reducible()) else {
            let gap = "jumps enter the loop in several places".to_owned();
            return self.claim(name, named.loc, "the loop ends".to_owned(), Subject::Loop, Vec::new(), Some(gap));
        };
        let mut ends = vec![self.few_rounds(&name, &back, named)];
        let mut ranks = ranks(self.program, body, cfg, l, &[]);
        ranks.truncate(most);
        let mut noted = FxHashMap::default();
        for rank in ranks {
            let property = self.property(&name, named.loc);
            let smaller = self.smaller(&rank, l.head, named, &mut noted);
            for jump in &back {
                let cond = match jump.not_taken(self.program) {
                    None => smaller,
                    Some(elsewhere) => self.program.build().binary(BinOp::Or, elsewhere, smaller),
                };
                self.insertions.before(jump.from, Instruction { kind: InstrKind::Assert { cond, property }, loc: named.loc });
            }
            ends.push(property);
        }
        self.claim(name, named.loc, "the loop ends".to_owned(), Subject::Loop, ends, None);
    }

    /// The claim that all jumps back of the execution are few.
    fn few_rounds(&mut self, name: &str, back: &[JumpBack], named: &NamedLoop) -> PropertyId {
        let property = self.property(name, named.loc);
        let counter = self.variable(&format!("rounds of {}", named.name), Storage::Static, 64, named.loc);
        for jump in back {
            for instruction in self.count(counter, property, named.loc) {
                self.insertions.before(jump.from, instruction);
            }
        }
        property
    }

    /// Every call counts, also those that have returned.
    fn recursion(&mut self, more: &[PropertyId]) {
        let function = &self.program.functions[self.function];
        let (text, loc) = (format!("the recursion of {} ends", function.name), function.loc);
        let name = self.name("recursion");
        let property = self.property(&name, loc);
        let counter = self.variable(&format!("calls of {}", self.program.functions[self.function].name), Storage::Static, 64, loc);
        let count = self.count(counter, property, loc);
        self.start.extend(count);
        let ends = std::iter::once(property).chain(more.iter().copied()).collect();
        self.claim(name, loc, text, Subject::Recursion, ends, None);
    }

    fn count(&mut self, counter: ExprId, property: PropertyId, loc: Location) -> [Instruction; 2] {
        let ty = self.program.exprs.ty(counter);
        let mut build = self.program.build();
        let (most, one) = (build.constant(ty, MOST), build.constant(ty, 1));
        let cond = build.binary(BinOp::Lt, counter, most);
        let rhs = build.binary(BinOp::Add, counter, one);
        [InstrKind::Assert { cond, property }, InstrKind::Assign { lhs: counter, rhs }].map(|kind| Instruction { kind, loc })
    }

    /// That the first number that is not what was noted at the head is smaller. Each number is noted once.
    fn smaller(&mut self, Rank(numbers): &Rank, head: InstrId, named: &NamedLoop, noted: &mut FxHashMap<ExprId, ExprId>) -> ExprId {
        let mut cond = self.program.build().truth(false);
        for (n, &now) in numbers.iter().enumerate().rev() {
            let then = match noted.get(&now) {
                Some(&then) => then,
                None => {
                    let then = self.note(now, head, named);
                    noted.insert(now, then);
                    then
                }
            };
            let mut build = self.program.build();
            let less = build.binary(BinOp::Lt, now, then);
            cond = if n + 1 == numbers.len() {
                less
            } else {
                let same = build.binary(BinOp::Eq, now, then);
                let later = build.binary(BinOp::And, same, cond);
                build.binary(BinOp::Or, less, later)
            };
        }
        cond
    }

    fn note(&mut self, now: ExprId, head: InstrId, named: &NamedLoop) -> ExprId {
        let ty = self.program.exprs.ty(now);
        let symbol = Symbol { name: format!("rank in {}", named.name), ty, storage: Storage::Temporary(self.function), loc: named.loc };
        let symbol = self.program.symbols.push(symbol);
        let then = self.program.build().var(symbol, ty);
        self.start.push(Instruction { kind: InstrKind::Decl(symbol), loc: named.loc });
        self.insertions.before(head, Instruction { kind: InstrKind::Assign { lhs: then, rhs: now }, loc: named.loc });
        then
    }

    fn variable(&mut self, name: &str, storage: Storage, bits: u16, loc: Location) -> ExprId {
        let ty = self.program.types.int(bits, false);
        let symbol = self.program.symbols.push(Symbol { name: name.to_owned(), ty, storage, loc });
        self.program.build().var(symbol, ty)
    }

    fn name(&self, which: &str) -> String {
        format!("{}.termination.{which}", self.program.functions[self.function].name)
    }

    fn property(&mut self, name: &str, loc: Location) -> PropertyId {
        // Alternatives are told apart by their positions.
        let (name, text) = (format!("{name}.{}", self.program.properties.len() + 1), String::new());
        self.program.properties.push(Property { name, class: PropertyClass::Termination, function: self.function, loc, text })
    }

    fn claim(&mut self, name: String, loc: Location, text: String, subject: Subject, ends: Vec<PropertyId>, gap: Option<String>) {
        self.claims.push(Claim { name, function: self.function, loc, text, subject, ends, endless: Vec::new(), traps: Vec::new(), gap });
    }
}

/// A jump to the head of the loop around it.
struct JumpBack {
    from: InstrId,
    guard: ExprId,
    /// Where the guard does not hold the jump leads to the head, or where it holds, or in both cases.
    unless: bool,
    surely: bool,
}

impl JumpBack {
    /// `None`: the edge is none of a jump.
    fn of(body: &Body, from: InstrId, head: InstrId) -> Option<Self> {
        let InstrKind::Goto { guard, target, .. } = body[from].kind else { return None };
        let falls = from.index() + 1 == head.index();
        Some(Self { from, guard, unless: falls, surely: falls && target == head })
    }

    /// Where it leads elsewhere.
    fn not_taken(&self, program: &mut Program) -> Option<ExprId> {
        match (self.surely, self.unless) {
            (true, _) => None,
            (false, true) => Some(self.guard),
            (false, false) => Some(program.build().not(self.guard)),
        }
    }
}
