//! The automaton of locks (Holzmann's paper, figure 4) put into a program with threads: each object has a state of its own, and each access is told to the model
//! that keeps it. A goal is reached when the automaton says that no lock protects an object, or that it was read before it was written.
//!
//! Objects are variables with static storage, local ones whose address is handed on and what is allocated, each scalar in an array or a struct for itself. What the
//! library accesses is not told, nor what pointers of another type lead to; that can hide a race, and makes up none. Before an access that several threads may make
//! another thread may run.

mod accesses;
mod atomic;
mod cells;
mod objects;
mod own;

use super::insert::Insertions;
use super::logic::and;
use accesses::{Access, Root, accesses, is_constant_address};
use goto::{
    BinOp, Body, Callee, ExprId, ExprKind, FuncId, Goal, GoalId, GoalKind, Id, IdVec, InstrId, InstrKind, Instruction, Location, MemoryFact, Program, Symbol,
    SymbolId,
};
use objects::{Watched, What, watched};
use rustc_hash::FxHashMap;

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
    /// Begin and end an atomic section.
    pub enter: FuncId,
    pub leave: FuncId,
    /// Functions of the program that are atomic.
    pub atomic: Vec<FuncId>,
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
    let found = accesses(program, &objects.iter().map(|o| o.symbol).collect());
    let watched = watched(program, threads, objects, &found);
    let mut work = Work { program, threads, goals: FxHashMap::default(), findings: Vec::new(), watched };
    work.make_goals();
    work.tell(&found);
    work.schedule_before_unlocking();
    work.know_locks();
    work.schedule_at_end();
    let findings = work.findings;
    own::variables_of_threads(program, threads);
    atomic::functions(program, threads);
    findings
}

/// Is it a call of this function by its name?
fn calls(kind: &InstrKind, function: FuncId) -> bool {
    matches!(kind, InstrKind::Call { callee: Callee::Direct(f), .. } if *f == function)
}

struct Work<'a> {
    program: &'a mut Program,
    threads: &'a Threads,
    watched: Vec<Watched>,
    findings: Vec<Finding>,
    /// By the index of what is watched.
    goals: FxHashMap<(usize, &'static str), GoalId>,
}

impl Work<'_> {
    fn make_goals(&mut self) {
        self.program.goals = IdVec::new();
        for index in 0..self.watched.len() {
            let of = &self.watched[index];
            let symbol = of.what.symbol();
            let is_allocated = matches!(of.what, What::Allocated { .. });
            let kinds = [(of.may_race, "race", Finding::Race(symbol)), (of.may_be_unwritten, "unwritten", Finding::Unwritten(symbol))];
            for (_, word, finding) in kinds.into_iter().filter(|(is_possible, ..)| *is_possible) {
                let Symbol { name, loc, .. } = &self.program.symbols[symbol];
                let name = if is_allocated { &format!("heap.{}", index + 1) } else { name };
                let (name, loc) = (format!("{name}.{word}"), *loc);
                let goal = self.goal(finding, name, loc);
                self.goals.insert((index, word), goal);
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
    fn tell(&mut self, found: &[Access]) {
        let functions: Vec<FuncId> = self.program.functions.iter().filter(|(_, f)| !f.model).map(|(id, _)| id).collect();
        for function in functions {
            let Some(mut body) = self.program.functions[function].body.take() else { continue };
            let mut insertions = self.births(function, &body);
            let accesses: Vec<&Access> = found.iter().filter(|a| a.function == function).collect();
            insertions.append(self.calls(&body, &accesses));
            insertions.apply(&mut body);
            self.program.functions[function].body = Some(body);
        }
    }

    /// Behind where an object comes to life that is known by its address: that is kept, and its cells are new.
    fn births(&mut self, function: FuncId, body: &Body) -> Insertions {
        let mut insertions = Insertions::default();
        for (at, instruction) in body.iter() {
            for index in 0..self.watched.len() {
                let Watched { what, states, .. } = self.watched[index];
                let (pointer, address) = match (what, &instruction.kind) {
                    (What::Local { symbol, pointer }, InstrKind::Decl(declared)) if symbol == *declared => {
                        let ty = self.program.symbols[symbol].ty;
                        let place = self.program.build().var(symbol, ty);
                        (pointer, self.program.build().address_of(place))
                    }
                    (What::Allocated { function: f, at: place, pointer }, InstrKind::Allocate { result, .. }) if (f, place) == (function, at) => {
                        (pointer, *result)
                    }
                    _ => continue,
                };
                let rhs = objects::as_void(self.program, address);
                let pointer_type = self.program.symbols[pointer].ty;
                let states_type = self.program.symbols[states].ty;
                let lhs = self.program.build().var(pointer, pointer_type);
                let all = self.program.build().var(states, states_type);
                let zero = self.program.exprs.intern(ExprKind::Zero, states_type);
                // Execution never runs off the end of a body.
                let next = InstrId::new(at.index() + 1);
                for kind in [InstrKind::Assign { lhs, rhs }, InstrKind::Assign { lhs: all, rhs: zero }] {
                    insertions.before(next, Instruction { kind, loc: instruction.loc });
                }
            }
        }
        insertions
    }

    fn calls(&mut self, body: &Body, accesses: &[&Access]) -> Insertions {
        let mut insertions = Insertions::default();
        let mut scheduled: Option<InstrId> = None;
        for access in accesses {
            let touched: Vec<usize> = (0..self.watched.len()).filter(|&i| self.watched[i].what.may_be(self.program, access)).collect();
            let loc = body[access.at].loc;
            if touched.iter().any(|&i| self.watched[i].may_race) && scheduled != Some(access.at) {
                scheduled = Some(access.at);
                let callee = Callee::Direct(self.threads.schedule);
                insertions.before(access.at, Instruction { kind: InstrKind::Call { result: None, callee, args: Vec::new() }, loc });
            }
            for index in touched {
                let (cells, condition) = self.cells(access, index);
                for cell in cells {
                    self.told(access, index, (cell, condition), loc, &mut insertions);
                }
            }
        }
        insertions
    }

    /// The cells that an access concerns, under the condition that it is one of the object.
    fn cells(&mut self, access: &Access, watched: usize) -> (Vec<ExprId>, Option<ExprId>) {
        let Watched { what, cells, .. } = self.watched[watched];
        let (pointer, numbers, bound) = match (what, access.root) {
            (What::Static { .. }, Root::Named(_)) => return (cells.touched(self.program, access.place), access.condition),
            (_, Root::Named(symbol)) => {
                let ty = self.program.symbols[symbol].ty;
                let place = self.program.build().var(symbol, ty);
                (self.program.build().address_of(place), cells.touched(self.program, access.place), None)
            }
            (_, Root::Through(pointer)) => {
                let address = self.program.build().address_of(access.place);
                let offset = self.program.build().memory(MemoryFact::Offset, address);
                let size = self.program.exprs.ty(offset);
                let limit = self.program.build().constant(size, i128::from(cells.size()));
                let bound = self.program.build().binary(BinOp::Lt, offset, limit);
                (pointer, vec![cells.at(self.program, offset)], Some(bound))
            }
        };
        let (pointer, object) = (objects::as_void(self.program, pointer), objects::address(self.program, what));
        let mut condition = self.program.build().binary(BinOp::SameObject, pointer, object);
        if let Some(bound) = bound {
            condition = and(self.program, condition, bound);
        }
        if let Some(outer) = access.condition {
            condition = and(self.program, outer, condition);
        }
        (numbers, Some(condition))
    }

    /// One access of one cell.
    fn told(&mut self, access: &Access, watched: usize, (cell, condition): (ExprId, Option<ExprId>), loc: Location, insertions: &mut Insertions) {
        let Watched { is_initialised, states, .. } = self.watched[watched];
        let ty = self.program.symbols[states].ty;
        let mut build = self.program.build();
        let all = build.var(states, ty);
        let state = build.index(all, cell);
        let args = vec![build.address_of(state), build.truth(access.is_write), build.truth(is_initialised)];
        let mut told = vec![InstrKind::Call { result: None, callee: Callee::Direct(self.threads.access), args }];
        for word in ["race", "unwritten"] {
            let Some(&goal) = self.goals.get(&(watched, word)) else { continue };
            told.push(InstrKind::Cover { goal, cond: self.is_in(state, word) });
        }
        for kind in told {
            match condition {
                None => insertions.before(access.at, Instruction { kind, loc }),
                Some(condition) => {
                    let not = self.program.build().not(condition);
                    insertions.before_unless(access.at, not, Instruction { kind, loc });
                }
            }
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
