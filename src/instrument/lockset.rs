//! The automaton of locks (Holzmann's paper, figure 4) put into a program with threads: each object has a state of its own, and each access is told to the model
//! that keeps it. A goal is reached when the automaton says that no lock protects an object, or that it was read before it was written.
//!
//! Objects are the variables with static storage that the program names, each scalar in an array or a struct for itself. What is accessed through pointers and
//! by the library is not told; that can hide a race, and makes up none. Before an access that several threads may make another thread may run.

mod accesses;
mod cells;
mod own;

use super::insert::Insertions;
use accesses::{Access, accesses, is_constant_address};
use cells::Cells;
use goto::callgraph::CallGraph;
use goto::visit::Role;
use goto::{
    Body, Callee, ExprId, ExprKind, FuncId, Goal, GoalId, GoalKind, Id, IdVec, InstrId, InstrKind, Instruction, Location, Program, Storage, Symbol, SymbolId,
    Type, TypeId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Locks that get their numbers before the program begins.
const KNOWN_LOCKS: usize = 16;

/// The functions of the model of threads.
#[derive(Clone, Debug)]
pub struct Threads {
    /// Is told an access: of which cell, whether it writes, whether the declaration initialises the object.
    pub access: FuncId,
    /// Where other threads may run.
    pub schedule: FuncId,
    /// Is told the address of a lock.
    pub know: FuncId,
    /// Begins a thread, if the program does so.
    pub create: Option<FuncId>,
    /// Runs one.
    pub run: FuncId,
    /// Take the address of a lock first.
    pub locking: Vec<FuncId>,
    /// Give a lock back where that can be seen by others that do not wait for it: before these they may run.
    pub unlocking: Vec<FuncId>,
    /// Variables of which each thread has one of its own.
    pub thread_local: Vec<SymbolId>,
    /// Where the program's own thread begins.
    pub entry: FuncId,
}

/// What a goal of the program stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finding {
    /// No lock protects the object.
    Race(SymbolId),
    /// The object is read before it is written.
    Unwritten(SymbolId),
    /// A thread begins: what runs show depends on the schedule.
    Thread,
}

/// An object that is looked at.
#[derive(Clone, Debug)]
pub struct Object {
    pub symbol: SymbolId,
    /// Its declaration says what it is at first.
    pub is_initialised: bool,
}

/// Puts the automaton into a program without goals. The goal with the number `i` is the finding with the index `i`.
pub fn lockset(program: &mut Program, threads: &Threads, objects: &[Object]) -> Vec<Finding> {
    let found = accesses(program, objects);
    let watched = watched(program, threads, objects, &found);
    let mut work = Work { program, threads, goals: FxHashMap::default(), findings: Vec::new(), watched };
    work.make_goals();
    work.tell(found);
    work.schedule_before_unlocking();
    work.know_locks();
    work.schedule_at_end();
    let findings = work.findings;
    own::variables_of_threads(program, threads);
    findings
}

/// Is it a call of this function by its name?
fn calls(kind: &InstrKind, function: FuncId) -> bool {
    matches!(kind, InstrKind::Call { callee: Callee::Direct(f), .. } if *f == function)
}

/// What is done for an object.
struct Watched {
    is_initialised: bool,
    /// Several threads may access it, and one writes.
    may_race: bool,
    /// It may be read before it is written, as far as all writes are seen.
    may_be_unwritten: bool,
    cells: Cells,
    /// The states of its cells.
    states: SymbolId,
}

fn watched(program: &mut Program, threads: &Threads, objects: &[Object], found: &[Access]) -> Vec<(SymbolId, Watched)> {
    let calls = CallGraph::new(program);
    let user_threads: Vec<FuncId> = calls.address_taken().iter().copied().filter(|&f| !program.functions[f].model).collect();
    let mut in_threads: FxHashSet<FuncId> = FxHashSet::default();
    for f in user_threads {
        in_threads.extend(calls.reachable(f).iter().filter(|(_, reached)| **reached).map(|(f, _)| f));
    }
    let escaped = escaped(program, objects);
    let mut all = Vec::new();
    for object in objects {
        let ty = program.symbols[object.symbol].ty;
        let Some(cells) = Cells::of(program, ty) else { continue };
        let of: Vec<&Access> = found.iter().filter(|a| a.symbol == object.symbol).collect();
        let is_shared = threads.create.is_some() && of.iter().any(|a| in_threads.contains(&a.function));
        let may_race = is_shared && of.iter().any(|a| a.is_write);
        let is_known = !object.is_initialised && !escaped.contains(&object.symbol);
        let may_be_unwritten = is_known && of.iter().any(|a| !a.is_write);
        if may_race || may_be_unwritten {
            let states = states(program, threads, object.symbol, &cells);
            all.push((object.symbol, Watched { is_initialised: object.is_initialised, may_race, may_be_unwritten, cells, states }));
        }
    }
    all
}

/// Objects that are also written where nobody sees it.
fn escaped(program: &Program, objects: &[Object]) -> FxHashSet<SymbolId> {
    let mut escaped = FxHashSet::default();
    let mut seen = FxHashSet::default();
    for instruction in program.functions.values().flat_map(|f| f.body.iter().flat_map(|b| b.values())) {
        instruction.kind.expressions(|e, role| {
            let mut visit = |_, kind| {
                if let ExprKind::AddressOf(place) = kind
                    && let ExprKind::Var(symbol) = program.exprs.kind(program.exprs.root(place))
                {
                    escaped.insert(symbol);
                }
            };
            program.exprs.walk(e, &mut seen, &mut visit);
            if role == Role::Write
                && let ExprKind::Var(symbol) = program.exprs.kind(program.exprs.root(e))
                && Cells::of_place(program, e).is_none()
            {
                escaped.insert(symbol);
            }
        });
    }
    escaped.retain(|s| objects.iter().any(|o| o.symbol == *s));
    escaped
}

/// The variable that holds the states of an object's cells.
fn states(program: &mut Program, threads: &Threads, object: SymbolId, cells: &Cells) -> SymbolId {
    let state = state_type(program, threads);
    let ty = program.types.array(state, Some(cells.count));
    let Symbol { name, loc, .. } = program.symbols[object].clone();
    program.symbols.push(Symbol { name: format!("states of {name}"), ty, storage: Storage::Static, loc })
}

/// The type of which the model keeps one for each cell.
fn state_type(program: &Program, threads: &Threads) -> TypeId {
    let pointer = program.symbols[program.functions[threads.access].params[0].symbol].ty;
    match *program.types.get(pointer) {
        Type::Pointer(to) => to,
        _ => unreachable!("the model takes a pointer"),
    }
}

struct Work<'a> {
    program: &'a mut Program,
    threads: &'a Threads,
    watched: Vec<(SymbolId, Watched)>,
    findings: Vec<Finding>,
    goals: FxHashMap<(SymbolId, &'static str), GoalId>,
}

impl Work<'_> {
    fn make_goals(&mut self) {
        self.program.goals = IdVec::new();
        for index in 0..self.watched.len() {
            let (symbol, ref of) = self.watched[index];
            let kinds = [(of.may_race, "race", Finding::Race(symbol)), (of.may_be_unwritten, "unwritten", Finding::Unwritten(symbol))];
            for (_, word, finding) in kinds.into_iter().filter(|(is_possible, ..)| *is_possible) {
                let Symbol { name, loc, .. } = &self.program.symbols[symbol];
                let (name, loc) = (format!("{name}.{word}"), *loc);
                let goal = self.goal(finding, name, loc);
                self.goals.insert((symbol, word), goal);
            }
        }
        if let Some(create) = self.threads.create {
            let loc = self.program.functions[self.threads.entry].loc;
            let goal = self.goal(Finding::Thread, "thread".to_owned(), loc);
            let always = self.program.build().truth(true);
            self.insert_first(create, vec![InstrKind::Cover { goal, cond: always }]);
        }
    }

    fn goal(&mut self, finding: Finding, name: String, loc: Location) -> GoalId {
        self.findings.push(finding);
        let function = self.threads.entry;
        self.program.goals.push(Goal { name, kind: GoalKind::ErrorCall, function, loc, text: String::new() })
    }

    /// Tells the model each access of what is watched.
    fn tell(&mut self, found: Vec<Access>) {
        let mut by_function: FxHashMap<FuncId, Vec<Access>> = FxHashMap::default();
        found.into_iter().for_each(|a| by_function.entry(a.function).or_default().push(a));
        for (function, accesses) in by_function {
            let Some(mut body) = self.program.functions[function].body.take() else { continue };
            let insertions = self.calls(&body, accesses);
            insertions.apply(&mut body);
            self.program.functions[function].body = Some(body);
        }
    }

    fn calls(&mut self, body: &Body, accesses: Vec<Access>) -> Insertions {
        let mut insertions = Insertions::default();
        let mut scheduled: Option<InstrId> = None;
        for access in accesses {
            let Some(index) = self.watched.iter().position(|(s, _)| *s == access.symbol) else { continue };
            let loc = body[access.at].loc;
            if self.watched[index].1.may_race && scheduled != Some(access.at) {
                scheduled = Some(access.at);
                let callee = Callee::Direct(self.threads.schedule);
                insertions.before(access.at, Instruction { kind: InstrKind::Call { result: None, callee, args: Vec::new() }, loc });
            }
            for cell in self.watched[index].1.cells.touched(self.program, access.place) {
                self.told(&access, index, cell, loc, &mut insertions);
            }
        }
        insertions
    }

    /// One access of one cell.
    fn told(&mut self, access: &Access, watched: usize, cell: ExprId, loc: Location, insertions: &mut Insertions) {
        let Watched { is_initialised, states, .. } = self.watched[watched].1;
        let ty = self.program.symbols[states].ty;
        let mut build = self.program.build();
        let all = build.var(states, ty);
        let state = build.index(all, cell);
        let args = vec![build.address_of(state), build.truth(access.is_write), build.truth(is_initialised)];
        let call = Instruction { kind: InstrKind::Call { result: None, callee: Callee::Direct(self.threads.access), args }, loc };
        match access.condition {
            None => insertions.before(access.at, call),
            Some(condition) => {
                let not = self.program.build().not(condition);
                insertions.before_unless(access.at, not, call);
            }
        }
        for word in ["race", "unwritten"] {
            let Some(&goal) = self.goals.get(&(access.symbol, word)) else { continue };
            let cond = self.is_in(state, word);
            insertions.before(access.at, Instruction { kind: InstrKind::Cover { goal, cond }, loc });
        }
    }

    /// Does the state of a cell say so?
    fn is_in(&mut self, state: ExprId, word: &str) -> ExprId {
        let ty = self.program.exprs.ty(state);
        let fields = self.program.types.record_body(ty).map(|b| b.fields.clone()).unwrap_or_default();
        let field = fields.iter().position(|f| f.name == word).expect("the model's record has a member of this name");
        let place = self.program.build().field(state, field);
        self.program.build().condition(place)
    }

    fn insert_first(&mut self, function: FuncId, kinds: Vec<InstrKind>) {
        self.insert_at(function, InstrId::new(0), kinds);
    }

    fn insert_at(&mut self, function: FuncId, at: InstrId, kinds: Vec<InstrKind>) {
        let Some(mut body) = self.program.functions[function].body.take() else { return };
        super::insert::insert_before(&mut body, kinds.into_iter().map(|kind| (at, kind)));
        self.program.functions[function].body = Some(body);
    }

    /// Tells the model the locks that the program names where it takes them, so that their numbers depend on no schedule.
    fn know_locks(&mut self) {
        let mut known: Vec<ExprId> = Vec::new();
        for instruction in self.program.functions.values().flat_map(|f| f.body.iter().flat_map(|b| b.values())) {
            if let InstrKind::Call { callee: Callee::Direct(f), args, .. } = &instruction.kind
                && self.threads.locking.contains(f)
                && let Some(&lock) = args.first()
                && is_constant_address(self.program, lock)
                && !known.contains(&lock)
            {
                known.push(lock);
            }
        }
        let callee = Callee::Direct(self.threads.know);
        let calls = known.into_iter().take(KNOWN_LOCKS).map(|lock| InstrKind::Call { result: None, callee, args: vec![lock] }).collect();
        self.insert_first(self.program.start, calls);
    }

    fn schedule_before_unlocking(&mut self) {
        let functions: Vec<FuncId> = self.program.functions.iter().filter(|(_, f)| !f.model).map(|(id, _)| id).collect();
        for function in functions {
            let is_unlock = |i: &Instruction| matches!(i.kind, InstrKind::Call { callee: Callee::Direct(f), .. } if self.threads.unlocking.contains(&f));
            let body = &self.program.functions[function].body;
            let calls: Vec<InstrId> = body.iter().flat_map(|b| b.iter().filter(|(_, i)| is_unlock(i)).map(|(at, _)| at)).collect();
            let schedule = || InstrKind::Call { result: None, callee: Callee::Direct(self.threads.schedule), args: Vec::new() };
            let kinds: Vec<(InstrId, InstrKind)> = calls.into_iter().map(|at| (at, schedule())).collect();
            if let Some(mut body) = self.program.functions[function].body.take() {
                super::insert::insert_before(&mut body, kinds.into_iter());
                self.program.functions[function].body = Some(body);
            }
        }
    }

    /// Behind the entry function threads may still run before the program ends.
    fn schedule_at_end(&mut self) {
        let start = self.program.start;
        let is_entry = |i: &Instruction| calls(&i.kind, self.threads.entry);
        let calls: Vec<InstrId> = self.program.functions[start].body.iter().flat_map(|b| b.iter().filter(|(_, i)| is_entry(i)).map(|(at, _)| at)).collect();
        let Some(last) = calls.last() else { return };
        let call = InstrKind::Call { result: None, callee: Callee::Direct(self.threads.schedule), args: Vec::new() };
        self.insert_at(start, InstrId::new(last.index() + 1), vec![call]);
    }
}
