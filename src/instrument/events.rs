//! Events: instructions that tell, in their order, what a run does as far as somebody asks. An event is a goal (`Cover`) of the program, so everything that
//! knows goals knows events; several instructions may tell the same event.
//!
//! | of | the event is told |
//! |---|---|
//! | an edge of a `Goto` | just before it, under the condition that the edge is taken |
//! | an edge into a function | just before the call; of a call through a pointer, under the condition that it leads there |
//! | the edge that follows a `Return` or `Halt` | just before it |
//! | an edge out of a function's exit | just after the call |
//! | another edge | just after its instruction, on the way on from it |
//! | a test at a place | where execution is at that place: after the event of the edge that led there, before that of the edge that is taken next |
//!
//! Between the events of two edges execution is at one place or passed only places that nobody asks about. The program does what it did before: jumps
//! arrive where they did, and a test must not change anything that the program can see.
//!
//! Knows edges, instructions and what is wanted (`fql::watch`), not what events are for.

use automata::fql::watch::{EventId, PlacedTest, WatchedEvents};
use goto::callgraph::CallGraph;
use goto::edges::{Edge, EdgeId, EdgeKind, Edges, Place, PlaceId};
use goto::{Body, Callee, ExprId, FuncId, Goal, GoalId, GoalKind, Id, IdVec, InstrId, InstrKind, Instruction, Location, Program, Storage, Symbol};
use rustc_hash::FxHashMap;

/// For each instruction of a body where execution now arrives that is to execute it.
pub type Arrivals = FxHashMap<FuncId, IdVec<InstrId, InstrId>>;

/// Puts the events into a program without goals.
pub fn events(program: &mut Program, edges: &Edges, wanted: &WatchedEvents) -> Arrivals {
    let nowhere = Location { file: Id::new(0), line: 0, column: 0 };
    for number in 0..wanted.n_events {
        let name = format!("event.{number}");
        program.goals.push(Goal { name, kind: GoalKind::Statement, function: program.start, loc: nowhere, text: String::new() });
    }
    let mut tests: FxHashMap<PlaceId, Vec<&PlacedTest>> = FxHashMap::default();
    for (place, test) in &wanted.tests {
        tests.entry(*place).or_default().push(test);
    }
    let sites = Sites::new(edges, wanted);
    let asking = Asking::new(program, wanted);
    let mut arrivals = Arrivals::default();
    for function in program.functions.ids() {
        let Some(body) = program.functions[function].body.take() else { continue };
        let mut maker = Maker {
            program,
            edges,
            wanted,
            tests: &tests,
            sites: &sites,
            asking: asking.as_ref(),
            function,
            before: FxHashMap::default(),
            after: FxHashMap::default(),
            start: Vec::new(),
        };
        maker.places(&body);
        maker.calls(&body);
        let (body, arrival) = maker.finish(body);
        arrivals.insert(function, arrival);
        program.functions[function].body = Some(body);
    }
    arrivals
}

/// The edges that calls from the tool's own code take, by the function that is called, and those out of exits by the call that they lead behind.
struct Sites {
    enter: FxHashMap<FuncId, EventId>,
    leave: FxHashMap<FuncId, EventId>,
    back: FxHashMap<PlaceId, Vec<(FuncId, EventId)>>,
}

impl Sites {
    fn new(edges: &Edges, wanted: &WatchedEvents) -> Self {
        let mut sites = Self { enter: FxHashMap::default(), leave: FxHashMap::default(), back: FxHashMap::default() };
        for (id, edge) in edges.iter() {
            let Some(event) = wanted.edges[id] else { continue };
            let (source, target) = (edges.places()[edge.source].function(), edges.places()[edge.target].function());
            match (edge.kind, source, target) {
                (EdgeKind::Enter, _, Some(f)) => _ = sites.enter.insert(f, event),
                (EdgeKind::Leave, Some(f), _) => _ = sites.leave.insert(f, event),
                (EdgeKind::Return(site), Some(f), _) => sites.back.entry(site).or_default().push((f, event)),
                _ => {}
            }
        }
        sites
    }
}

/// Tests that call functions of the program: what these do meanwhile is no part of the run, so no events are told.
struct Asking {
    /// True while a test is made.
    flag: ExprId,
    /// The functions that tests may run.
    runs: IdVec<FuncId, bool>,
}

impl Asking {
    /// `None` if no test calls anything.
    fn new(program: &mut Program, wanted: &WatchedEvents) -> Option<Self> {
        let calls = CallGraph::new(program);
        let mut runs: IdVec<FuncId, bool> = IdVec::filled(false, program.functions.len());
        let callees = wanted.tests.iter().flat_map(|(_, test)| &test.code).filter_map(|i| match i.kind {
            InstrKind::Call { callee, .. } => Some(callee),
            _ => None,
        });
        for f in callees.flat_map(|callee| calls.targets(program, callee)).collect::<Vec<_>>() {
            calls.reachable(f).iter().filter(|(_, r)| **r).for_each(|(f, _)| runs[f] = true);
        }
        if !runs.values().any(|r| *r) {
            return None;
        }
        let ty = program.types.bool();
        let loc = Location { file: Id::new(0), line: 0, column: 0 };
        let symbol = program.symbols.push(Symbol { name: "asking".to_owned(), ty, storage: Storage::Static, loc });
        Some(Self { flag: program.build().var(symbol, ty), runs })
    }
}

/// Events by the function that a call leads into, or that it comes back from.
type BoundaryEvents = Vec<(FuncId, EventId)>;

/// One function with what is to be put into it.
struct Maker<'a> {
    program: &'a mut Program,
    edges: &'a Edges,
    wanted: &'a WatchedEvents,
    tests: &'a FxHashMap<PlaceId, Vec<&'a PlacedTest>>,
    sites: &'a Sites,
    asking: Option<&'a Asking>,
    function: FuncId,
    /// Code before an instruction, where all ways to it arrive; after it, on the way on from it alone.
    before: FxHashMap<InstrId, Vec<Vec<Instruction>>>,
    after: FxHashMap<InstrId, Vec<Vec<Instruction>>>,
    start: Vec<Instruction>,
}

impl Maker<'_> {
    fn places(&mut self, body: &Body) {
        for (at, instruction) in body.iter() {
            let Some(place) = self.edges.place(self.function, at) else { continue };
            self.ask(place, at);
            let outgoing: Vec<(EdgeId, Edge)> = self.edges.outgoing(place).iter().map(|e| (*e, *self.edges.edge(*e))).collect();
            for (id, edge) in outgoing {
                if let Some(event) = self.wanted.edges[id] {
                    self.edge(event, &edge, at, instruction);
                }
            }
            if let InstrKind::Return(_) = instruction.kind
                && let Some(exit) = self.edges.exit(self.function)
            {
                self.ask(exit, at);
            }
        }
    }

    /// Makes the tests of a place before an instruction.
    fn ask(&mut self, place: PlaceId, at: InstrId) {
        for test in self.tests.get(&place).into_iter().flatten() {
            let mut code = test.code.clone();
            // The instruction at the place has the place in the source; what is asked there has none of its own.
            let loc = Location { file: Id::new(0), line: 0, column: 0 };
            if let Some(event) = test.if_true {
                code.push(cover(event, test.cond, loc));
            }
            if let Some(event) = test.if_false {
                let cond = self.program.build().not(test.cond);
                code.push(cover(event, cond, loc));
            }
            let code = self.apart(code, test.code.len());
            self.before.entry(at).or_default().push(code);
        }
    }

    /// The code of a test, of which the first instructions may call functions, with what keeps these from telling anything, and from making tests in turn.
    fn apart(&mut self, code: Vec<Instruction>, n_first: usize) -> Vec<Instruction> {
        let Some(Asking { flag, runs }) = self.asking else { return code };
        let (flag, is_run) = (*flag, runs[self.function]);
        let instruction = |kind| Instruction { kind, loc: Location { file: Id::new(0), line: 0, column: 0 } };
        let [yes, no] = [true, false].map(|truth| self.program.build().truth(truth));
        let calls = code.iter().any(|i| matches!(i.kind, InstrKind::Call { .. }));
        // Jumps to the end of what may call arrive where that is over.
        let shift = usize::from(is_run) + usize::from(calls);
        let end = InstrId::new(code.len() + shift + usize::from(calls));
        let mut all = Vec::new();
        if is_run {
            all.push(instruction(InstrKind::Goto { guard: flag, target: end, branch: None }));
        }
        if calls {
            all.push(instruction(InstrKind::Assign { lhs: flag, rhs: yes }));
        }
        for (n, mut i) in code.into_iter().enumerate() {
            if n == n_first && calls {
                all.push(instruction(InstrKind::Assign { lhs: flag, rhs: no }));
            }
            if let InstrKind::Goto { target, .. } = &mut i.kind {
                *target = InstrId::new(target.index() + shift);
            }
            all.push(i);
        }
        all
    }

    /// The event is told, unless a test is being made.
    fn told(&mut self, event: EventId, cond: ExprId, loc: Location) -> Instruction {
        let Some(asking) = self.asking.filter(|asking| asking.runs[self.function]) else { return cover(event, cond, loc) };
        let mut build = self.program.build();
        let quiet = build.not(asking.flag);
        let cond = build.binary(goto::BinOp::And, quiet, cond);
        cover(event, cond, loc)
    }

    fn tell_before(&mut self, at: InstrId, event: EventId, cond: ExprId, loc: Location) {
        let told = self.told(event, cond, loc);
        self.put_before(at, told);
    }

    fn tell_after(&mut self, at: InstrId, event: EventId, cond: ExprId, loc: Location) {
        let told = self.told(event, cond, loc);
        self.after.entry(at).or_default().push(vec![told]);
    }

    fn edge(&mut self, event: EventId, edge: &Edge, at: InstrId, instruction: &Instruction) {
        let always = self.program.build().truth(true);
        let loc = instruction.loc;
        match (&instruction.kind, edge.kind) {
            // Calls that may lead into functions are done together, since what leads in and back belongs together.
            (InstrKind::Call { .. }, EdgeKind::Call) => {}
            (InstrKind::Call { .. }, EdgeKind::Next) if self.own_callees(edge.source).next().is_some() => {}
            (InstrKind::Call { .. }, EdgeKind::Halt) => self.tell_before(at, event, always, loc),
            (InstrKind::Goto { guard, .. }, kind) => {
                let guard = *guard;
                let decides = self.edges.place(self.function, at).is_some_and(|p| self.edges.outgoing(p).len() > 1);
                let cond = match kind {
                    _ if !decides => always,
                    EdgeKind::Jump => guard,
                    _ => self.program.build().not(guard),
                };
                self.tell_before(at, event, cond, loc);
            }
            (InstrKind::Return(_) | InstrKind::Halt(_), _) => self.tell_before(at, event, always, loc),
            _ => self.tell_after(at, event, always, loc),
        }
    }

    fn put_before(&mut self, at: InstrId, instruction: Instruction) {
        self.before.entry(at).or_default().push(vec![instruction]);
    }

    /// What leads into functions and back.
    fn calls(&mut self, body: &Body) {
        for (at, instruction) in body.iter() {
            let InstrKind::Call { callee, .. } = instruction.kind else { continue };
            let place = self.edges.place(self.function, at);
            let (into, back) = if self.program.functions[self.function].model { self.sites_outside() } else { self.sites_at(place) };
            let passes = place.is_some_and(|p| self.edges.outgoing(p).len() > 1 && self.edges.outgoing(p).iter().any(|e| self.wanted.edges[*e].is_some()));
            if into.is_empty() && back.is_empty() && !passes {
                continue;
            }
            let callee = match callee {
                Callee::Direct(_) => callee,
                // The call may change the variable that the pointer comes from.
                Callee::Indirect(pointer) => Callee::Indirect(self.saved(pointer, at, instruction.loc)),
            };
            for (f, event) in into {
                if let Some(cond) = self.leads_to(callee, f) {
                    self.tell_before(at, event, cond, instruction.loc);
                }
            }
            if let (Some(place), Callee::Indirect(_)) = (place, callee) {
                self.passes_by(place, callee, at, instruction.loc);
            }
            for (f, event) in back {
                if let Some(cond) = self.leads_to(callee, f) {
                    // Before what is told of the same instruction otherwise.
                    let told = self.told(event, cond, instruction.loc);
                    self.after.entry(at).or_default().insert(0, vec![told]);
                }
            }
        }
    }

    /// The user's functions that a call may lead to.
    fn own_callees(&self, place: PlaceId) -> impl Iterator<Item = FuncId> + '_ {
        let calls = self.edges.outgoing(place).iter().map(|e| self.edges.edge(*e)).filter(|e| e.kind == EdgeKind::Call);
        calls.filter_map(|e| self.edges.places()[e.target].function())
    }

    /// The event of a call through a pointer that leads to none of the user's functions.
    fn passes_by(&mut self, place: PlaceId, callee: Callee, at: InstrId, loc: Location) {
        let next = self.edges.outgoing(place).iter().find(|e| self.edges.edge(**e).kind == EdgeKind::Next);
        let Some(event) = next.and_then(|e| self.wanted.edges[*e]) else { return };
        let own: Vec<FuncId> = self.own_callees(place).collect();
        if own.is_empty() {
            return;
        }
        let mut cond = self.program.build().truth(true);
        for f in own {
            if let Some(leads) = self.leads_to(callee, f) {
                let mut build = self.program.build();
                let other = build.not(leads);
                cond = build.binary(goto::BinOp::And, cond, other);
            }
        }
        self.tell_after(at, event, cond, loc);
    }

    fn sites_outside(&self) -> (BoundaryEvents, BoundaryEvents) {
        let sorted = |of: &FxHashMap<FuncId, EventId>| {
            let mut all: Vec<(FuncId, EventId)> = of.iter().map(|(f, e)| (*f, *e)).collect();
            all.sort_unstable();
            all
        };
        (sorted(&self.sites.enter), sorted(&self.sites.leave))
    }

    fn sites_at(&self, place: Option<PlaceId>) -> (BoundaryEvents, BoundaryEvents) {
        let Some(place) = place else { return (Vec::new(), Vec::new()) };
        let edge = |e: &EdgeId| (self.edges.edge(*e), self.wanted.edges[*e]);
        let into = self.edges.outgoing(place).iter().map(edge).filter_map(|(edge, event)| match (edge.kind, self.edges.places()[edge.target]) {
            (EdgeKind::Call, Place::At { function, .. } | Place::Exit(function)) => Some((function, event?)),
            _ => None,
        });
        (into.collect(), self.sites.back.get(&place).cloned().unwrap_or_default())
    }

    /// The condition under which a call leads to the function; `None` if it never does.
    fn leads_to(&mut self, callee: Callee, function: FuncId) -> Option<ExprId> {
        match callee {
            Callee::Direct(f) => (f == function).then(|| self.program.build().truth(true)),
            Callee::Indirect(pointer) => {
                let ty = self.program.exprs.ty(pointer);
                let own = self.program.functions[function].ty;
                let own = self.program.types.intern(goto::Type::Pointer(own));
                let address = self.program.exprs.intern(goto::ExprKind::FunctionAddress(function), own);
                let mut build = self.program.build();
                let address = build.cast(address, ty);
                Some(build.binary(goto::BinOp::Eq, pointer, address))
            }
        }
    }

    /// A temporary with the value that the pointer has before the call.
    fn saved(&mut self, pointer: ExprId, at: InstrId, loc: Location) -> ExprId {
        let ty = self.program.exprs.ty(pointer);
        let symbol = self.program.symbols.push(Symbol { name: "tmp".to_owned(), ty, storage: Storage::Temporary(self.function), loc });
        self.start.push(Instruction { kind: InstrKind::Decl(symbol), loc });
        let lhs = self.program.build().var(symbol, ty);
        self.put_before(at, Instruction { kind: InstrKind::Assign { lhs, rhs: pointer }, loc });
        lhs
    }

    /// The body with everything in it.
    fn finish(self, old: Body) -> (Body, IdVec<InstrId, InstrId>) {
        let mut body = Body::new();
        self.start.into_iter().for_each(|i| _ = body.push(i));
        let mut arrival: IdVec<InstrId, InstrId> = IdVec::new();
        let mut own = Vec::new();
        for (at, instruction) in old.iter() {
            arrival.push(body.next_id());
            self.before.get(&at).into_iter().flatten().for_each(|code| append(&mut body, code));
            own.push(body.push(instruction.clone()));
            self.after.get(&at).into_iter().flatten().for_each(|code| append(&mut body, code));
        }
        for at in own {
            if let InstrKind::Goto { target, .. } = &mut body[at].kind {
                *target = arrival[*target];
            }
        }
        (body, arrival)
    }
}

/// Appends code whose jumps stay in it or lead behind it.
fn append(body: &mut Body, code: &[Instruction]) {
    let base = body.len();
    for instruction in code {
        let mut instruction = instruction.clone();
        if let InstrKind::Goto { target, .. } = &mut instruction.kind {
            *target = InstrId::new(base + target.index());
        }
        body.push(instruction);
    }
}

fn cover(event: EventId, cond: ExprId, loc: Location) -> Instruction {
    Instruction { kind: InstrKind::Cover { goal: GoalId::new(event.index()), cond }, loc }
}
