//! An assumption automaton that runs along with the program: static variables hold its mode and its counters, and change where edges are taken. What else is to be
//! done on edges, at assertions and where the program ends is asked of a [`Weaver`].

use super::events::{self, Arrivals};
use super::insert::prepend;
use super::logic::and;
use automata::assumption::{Assumption, Change, Comparison, CounterTest, ModeId, Move, Region, SignId};
use automata::fql::watch::{EventId, PlacedTest, WatchedEvents};
use automata::region::{Explored, possible};
use goto::edges::{EdgeId, Edges, PlaceId};
use goto::{BinOp, Body, ExprId, HaltKind, Id, IdVec, InstrId, InstrKind, Instruction, Location, Program, PropertyId, Storage, Symbol, SymbolId, TypeId};

/// Adds instructions to the program that an automaton goes along with.
pub trait Weaver {
    /// Is [`edge`](Self::edge) to be asked, even if the automaton does not move there?
    fn wants(&self, edge: EdgeId) -> bool;

    /// Just after the mode has changed for the edge, which is taken if the condition holds.
    fn edge(&mut self, program: &mut Program, along: &Along, edge: EdgeId, taken: ExprId) -> Vec<InstrKind>;

    /// Execution is at a place that was asked for, by its number.
    fn place(&mut self, program: &mut Program, number: usize) -> Vec<InstrKind>;

    /// In place of an assertion.
    fn assertion(&mut self, program: &mut Program, along: &Along, cond: ExprId, property: PropertyId) -> Vec<InstrKind>;

    /// Before the program exits.
    fn exit(&mut self, program: &mut Program) -> Vec<InstrKind>;
}

/// The automaton's variables.
pub struct Along {
    ty: TypeId,
    mode: ExprId,
    counter_type: TypeId,
    counters: Vec<ExprId>,
    unexplored: Vec<ModeId>,
}

/// A static variable of this type, zero at first.
pub fn variable(program: &mut Program, name: &str, ty: TypeId) -> ExprId {
    let loc = nowhere();
    let symbol: SymbolId = program.symbols.push(Symbol { name: name.to_owned(), ty, storage: Storage::Static, loc });
    program.build().var(symbol, ty)
}

fn nowhere() -> Location {
    Location { file: Id::new(0), line: 0, column: 0 }
}

/// Puts the automaton into a program without goals whose edges these are, and what the weaver adds; places are asked for by number. Assertions of properties must
/// be those of the program as it is.
pub fn weave(
    program: &mut Program,
    edges: &Edges,
    assumption: &Assumption,
    explored: &Explored,
    places: &[PlaceId],
    weaver: &mut dyn Weaver,
    prepare: impl FnOnce(&mut Program, &Arrivals),
) -> Along {
    let (told, arrivals) = tell(program, edges, assumption, explored, places, weaver);
    prepare(program, &arrivals);
    program.goals = IdVec::new();
    let along = Along::new(program, assumption);
    for function in program.functions.ids().collect::<Vec<_>>() {
        let Some(body) = program.functions[function].body.take() else { continue };
        let mut out = Woven { program, body: Body::new() };
        let mut arrival: IdVec<InstrId, InstrId> = IdVec::new();
        let mut own = Vec::new();
        for instruction in body.values() {
            arrival.push(out.body.next_id());
            let loc = instruction.loc;
            match instruction.kind {
                InstrKind::Cover { goal, cond } => match told[EventId::new(goal.index())] {
                    EventSource::Edge(edge) => {
                        let source = edges.edge(edge).source;
                        along.step(&mut out, assumption, explored.modes_at(source), edge, cond);
                        let more = weaver.edge(out.program, &along, edge, cond);
                        out.extend(more, loc);
                    }
                    EventSource::Place(number) => {
                        let more = weaver.place(out.program, number);
                        out.extend(more, loc);
                    }
                },
                InstrKind::Assert { cond, property } => {
                    let more = weaver.assertion(out.program, &along, cond, property);
                    out.extend(more, loc);
                }
                InstrKind::Halt(HaltKind::Exit) => {
                    let more = weaver.exit(out.program);
                    out.extend(more, loc);
                    out.body.push(instruction.clone());
                }
                _ => own.push(out.body.push(instruction.clone())),
            }
        }
        let mut body = out.body;
        for at in own {
            if let InstrKind::Goto { target, .. } = &mut body[at].kind {
                *target = arrival[*target];
            }
        }
        program.functions[function].body = Some(body);
    }
    along.begin(program, assumption);
    along
}

/// What an event tells.
#[derive(Clone, Copy)]
enum EventSource {
    Edge(EdgeId),
    Place(usize),
}

/// Lets the program tell what matters, as goals.
fn tell(
    program: &mut Program,
    edges: &Edges,
    assumption: &Assumption,
    explored: &Explored,
    places: &[PlaceId],
    weaver: &dyn Weaver,
) -> (IdVec<EventId, EventSource>, Arrivals) {
    let mut told: IdVec<EventId, EventSource> = IdVec::new();
    let mut of_edges: IdVec<EdgeId, Option<EventId>> = IdVec::new();
    for (id, edge) in edges.iter() {
        let modes = explored.modes_at(edge.source);
        let changes = modes.iter().any(|&mode| assumption.signs(id).iter().any(|&sign| !assumption.moves(mode, sign).is_empty()));
        // Behind several letters a mode may have moves that it has not at the place.
        let is_wanted = changes || assumption.signs(id).len() > 1 || weaver.wants(id);
        let event = is_wanted.then(|| told.push(EventSource::Edge(id)));
        of_edges.push(event);
    }
    let always = program.build().truth(true);
    let mut tests = Vec::new();
    for (number, &place) in places.iter().enumerate() {
        let event = told.push(EventSource::Place(number));
        tests.push((place, PlacedTest { code: Vec::new(), if_true: Some(event), if_false: None, cond: always }));
    }
    let wanted = WatchedEvents { edges: of_edges, tests, n_events: told.len() };
    let arrivals = events::events(program, edges, &wanted);
    (told, arrivals)
}

/// A body in the making.
struct Woven<'a> {
    program: &'a mut Program,
    body: Body,
}

impl Woven<'_> {
    fn extend(&mut self, kinds: Vec<InstrKind>, loc: Location) {
        for kind in kinds {
            self.body.push(Instruction { kind, loc });
        }
    }
}

impl Along {
    fn new(program: &mut Program, assumption: &Assumption) -> Self {
        let (ty, counter_type) = (program.types.int(32, true), program.types.int(64, true));
        let mode = variable(program, "assumption.mode", ty);
        let counters = assumption.counters().values().map(|c| variable(program, &format!("assumption.{}", c.name), counter_type)).collect();
        let unexplored = assumption.modes().iter().filter(|(_, m)| m.region == Region::Unexplored).map(|(id, _)| id).collect();
        Self { ty, mode, counter_type, counters, unexplored }
    }

    /// Gives the variables their first values.
    fn begin(&self, program: &mut Program, assumption: &Assumption) {
        let start = assumption.start();
        let mut first = Vec::new();
        let value = self.number(program, start.mode);
        first.push((self.mode, value));
        for (&counter, &value) in self.counters.iter().zip(&start.counters) {
            let value = program.build().constant(self.counter_type, value.into());
            first.push((counter, value));
        }
        let first = first.into_iter().map(|(lhs, rhs)| Instruction { kind: InstrKind::Assign { lhs, rhs }, loc: nowhere() }).collect();
        let function = program.start;
        if let Some(body) = program.functions[function].body.take() {
            program.functions[function].body = Some(prepend(body, first));
        }
    }

    fn number(&self, program: &mut Program, mode: ModeId) -> ExprId {
        program.build().constant(self.ty, mode.index() as i128)
    }

    /// The automaton is in the mode.
    pub fn is_in(&self, program: &mut Program, mode: ModeId) -> ExprId {
        let number = self.number(program, mode);
        program.build().binary(BinOp::Eq, self.mode, number)
    }

    /// The path so far was looked at.
    pub fn is_explored(&self, program: &mut Program) -> ExprId {
        let mut all = program.build().truth(true);
        for &mode in &self.unexplored {
            let there = self.is_in(program, mode);
            let mut build = program.build();
            let elsewhere = build.not(there);
            all = and(program, all, elsewhere);
        }
        all
    }

    /// The automaton reads what stands on the edge, from one of these modes, if the condition holds. That has no place in the source, so that no way to a violation tells it.
    fn step(&self, out: &mut Woven<'_>, assumption: &Assumption, modes: &[ModeId], edge: EdgeId, taken: ExprId) {
        let mut now = modes.to_vec();
        for &sign in assumption.signs(edge) {
            let code = self.read(out.program, assumption, &now, sign, taken);
            out.extend(code, nowhere());
            let mut next: Vec<ModeId> = now.iter().flat_map(|&mode| possible(assumption, mode, sign)).collect();
            // Where the edge is not taken nothing changes.
            next.extend(&now);
            next.sort_unstable();
            next.dedup();
            now = next;
        }
    }

    /// One letter: every variable gets its next value from what all were before.
    fn read(&self, program: &mut Program, assumption: &Assumption, modes: &[ModeId], sign: SignId, taken: ExprId) -> Vec<InstrKind> {
        let cases: Vec<(ExprId, &Move)> = self.cases(program, assumption, modes, sign, taken);
        let mut code = Vec::new();
        let mut late = Vec::new();
        let mut next = |program: &mut Program, variable: ExprId, value: &mut dyn FnMut(&mut Program, &Move) -> Option<ExprId>| {
            let mut result = variable;
            for (cond, step) in cases.iter().rev() {
                // Cases exclude each other by their order, so one that leaves the variable alone must say so.
                let then = value(program, step).unwrap_or(variable);
                if then != result {
                    result = choose(program, *cond, then, result);
                }
            }
            if result == variable {
                return;
            }
            let ty = program.exprs.ty(variable);
            let saved = self::variable(program, "assumption.next", ty);
            code.push(InstrKind::Assign { lhs: saved, rhs: result });
            late.push(InstrKind::Assign { lhs: variable, rhs: saved });
        };
        next(program, self.mode, &mut |program, step| Some(self.number(program, step.to)));
        for (number, &counter) in self.counters.iter().enumerate() {
            next(program, counter, &mut |program, step| self.changed(program, counter, number, step));
        }
        if let ([InstrKind::Assign { rhs, .. }], [InstrKind::Assign { lhs, .. }]) = (code.as_slice(), late.as_slice()) {
            return vec![InstrKind::Assign { lhs: *lhs, rhs: *rhs }];
        }
        code.into_iter().chain(late).collect()
    }

    /// The moves that may be taken, in the order in which the first one counts whose condition holds.
    fn cases<'a>(&self, program: &mut Program, assumption: &'a Assumption, modes: &[ModeId], sign: SignId, taken: ExprId) -> Vec<(ExprId, &'a Move)> {
        let mut cases = Vec::new();
        for &mode in modes {
            let moves = assumption.moves(mode, sign);
            if moves.is_empty() {
                continue;
            }
            let here = if modes.len() == 1 { program.build().truth(true) } else { self.is_in(program, mode) };
            let here = and(program, taken, here);
            for step in moves {
                let mut cond = here;
                for test in &step.tests {
                    let holds = self.test(program, *test);
                    cond = and(program, cond, holds);
                }
                cases.push((cond, step));
            }
        }
        cases
    }

    fn test(&self, program: &mut Program, test: CounterTest) -> ExprId {
        let counter = self.counters[test.counter.index()];
        let mut build = program.build();
        let with = build.constant(self.counter_type, test.with.into());
        match test.comparison {
            Comparison::Equal => build.binary(BinOp::Eq, counter, with),
            Comparison::NotEqual => {
                let same = build.binary(BinOp::Eq, counter, with);
                build.not(same)
            }
            Comparison::Less => build.binary(BinOp::Lt, counter, with),
            Comparison::AtLeast => {
                let less = build.binary(BinOp::Lt, counter, with);
                build.not(less)
            }
        }
    }

    fn changed(&self, program: &mut Program, counter: ExprId, number: usize, step: &Move) -> Option<ExprId> {
        let change = step.changes.iter().find(|c| c.counter().index() == number)?;
        let mut build = program.build();
        Some(match *change {
            Change::Set(_, value) => build.constant(self.counter_type, value.into()),
            Change::Add(_, value) => {
                let value = build.constant(self.counter_type, value.into());
                build.binary(BinOp::Add, counter, value)
            }
        })
    }
}

fn choose(program: &mut Program, cond: ExprId, then: ExprId, other: ExprId) -> ExprId {
    match program.exprs.as_const(cond).map(|c| c.is_true()) {
        Some(true) => then,
        Some(false) => other,
        None => program.build().ite(cond, then, other),
    }
}
