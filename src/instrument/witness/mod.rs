//! A program restricted to the runs that follow a violation witness. Passes of waypoints are counted by a variable that the program gets; properties can be
//! violated at the target only, and only when all waypoints before it were passed. Knows places of instructions, nothing of files and formats.

mod observe;
mod places;

pub use observe::{Observable, observable};
pub use places::integer;

use super::insert::Insertions;
use super::logic::and;
use goto::interp::threads::{Meeting, Member};
use goto::{
    BinOp, Bits, Body, BranchKind, Callee, ExprId, FuncId, InstrId, InstrKind, Instruction, Location, Program, PropertyClass, Storage, Symbol, SymbolId,
    ThreadOperation, Type, TypeId, TypeTable,
};
use places::{Hit, When};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The waypoints of a witness in their order. The last segment is followed by reaching the target.
#[derive(Clone, Default, Debug)]
pub struct Automaton {
    pub segments: Vec<WitnessSegment>,
}

/// What must not happen before what must.
#[derive(Clone, Debug)]
pub struct WitnessSegment {
    pub avoid: Vec<Event>,
    pub follow: Event,
    /// Targets of other threads at the same time.
    pub beside: Vec<Event>,
}

/// Something that happens in runs. Each of several alternatives counts.
#[derive(Clone, Debug)]
pub struct Event {
    pub alternatives: Vec<Happening>,
    /// Which thread must do it, by the order in which threads begin; `None`: any.
    pub thread: Option<u32>,
    /// Names the waypoint for messages.
    pub number: usize,
}

#[derive(Clone, Debug)]
pub enum Happening {
    /// The claim with this number is executed and holds.
    Claim(u32),
    /// A statement at this place decides.
    Decision { loc: Location, kinds: &'static [BranchKind], holds: bool },
    /// A `?:` decides by a condition that stands between these places.
    Conditional { start: Location, end: Location, holds: bool },
    /// A `switch` at this place chooses a label.
    Switch { loc: Location, label: SwitchLabel },
    /// A call that starts at this place is made.
    Enter { loc: Location },
    /// It has returned a value for which all of this holds.
    Return { loc: Location, constraints: Vec<ReturnConstraint> },
    /// A property is violated by what stands between these places.
    Target { start: Location, end: Location },
    /// A property is violated somewhere.
    AnyTarget,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SwitchLabel {
    Case(i128),
    Default,
}

/// The result of a call compared with a constant, or with itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReturnConstraint {
    pub relation: Relation,
    /// `None`: the result itself.
    pub constant: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// Reads a constant as a value of a floating-point type.
pub type ReadConstant = fn(&TypeTable, TypeId, &str) -> Option<Bits>;

/// Why a program cannot be restricted: what cannot be found or understood, and at which waypoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfollowable {
    pub number: usize,
    pub message: String,
}

/// Restricts the program, which has its properties already, to the runs that follow the automaton. Properties of threads, which are asked `of_threads`, have no place in the
/// program: which races and deadlocks are at the target whoever judges them is told.
///
/// # Errors
/// If a waypoint is at no place where anything is executed.
pub fn follow(program: &mut Program, automaton: &Automaton, read: ReadConstant, of_threads: bool) -> Result<Meeting, Unfollowable> {
    if let Some(target) = automaton.segments.iter().flat_map(|segment| &segment.beside).next().filter(|_| !of_threads) {
        return Err(Unfollowable { number: target.number, message: "only races and deadlocks have several targets".to_owned() });
    }
    let ty = program.types.int(32, false);
    let loc = Location { file: goto::Id::new(0), line: 0, column: 0 };
    let symbol = program.symbols.push(Symbol { name: "witness segment".to_owned(), ty, storage: Storage::Static, loc });
    let threads = ThreadFunctions::of(program);
    let mut follower = Follower { program, automaton, symbol, ty, read, threads, own: None, found: vec![false; automaton.segments.len()] };
    for f in follower.program.functions.ids().filter(|&f| !follower.program.functions[f].model).collect::<Vec<_>>() {
        if let Some(mut body) = follower.program.functions[f].body.take() {
            follower.own = None;
            let result = follower.body(f, &mut body);
            follower.program.functions[f].body = Some(body);
            result?;
        }
    }
    follower.targets(of_threads);
    let meeting = meeting(automaton, symbol);
    for (segment, found) in automaton.segments.iter().zip(&follower.found) {
        let is_target = segment.follow.alternatives.iter().any(|h| matches!(h, Happening::Target { .. } | Happening::AnyTarget));
        if !found {
            let message = if is_target { "nothing there can violate the property" } else { "nothing that the program executes stands there" };
            return Err(Unfollowable { number: segment.follow.number, message: message.to_owned() });
        }
    }
    goto::assert_valid(program, "restriction to a witness");
    Ok(meeting)
}

/// What the last segment says of a race or a deadlock. The variable counts the segments passed.
fn meeting(automaton: &Automaton, symbol: SymbolId) -> Meeting {
    let place = |happening: &Happening| match *happening {
        Happening::Target { start, end } => Some((start, end)),
        _ => None,
    };
    let member = |event: &Event| Member {
        thread: event.thread.map(|thread| goto::Id::new(thread as usize)),
        places: event.alternatives.iter().filter_map(place).collect(),
    };
    let targets = automaton.segments.last().into_iter().flat_map(|last| [&last.follow].into_iter().chain(&last.beside));
    Meeting { when: (symbol, automaton.segments.len().saturating_sub(1) as u64), members: targets.map(member).collect() }
}

/// What threads ask the machine for.
#[derive(Clone, Copy)]
struct ThreadFunctions {
    own: FuncId,
    enter: FuncId,
    leave: FuncId,
}

impl ThreadFunctions {
    /// `None` if the program begins no threads.
    fn of(program: &Program) -> Option<Self> {
        let find = |wanted| program.functions.iter().find(|(_, f)| f.thread_operation() == Some(wanted)).map(|(id, _)| id);
        let is_threaded = program.begins_threads();
        is_threaded.then_some(())?;
        Some(Self { own: find(ThreadOperation::Own)?, enter: find(ThreadOperation::Enter)?, leave: find(ThreadOperation::Leave)? })
    }
}

/// The restriction of one program in the making.
struct Follower<'a> {
    program: &'a mut Program,
    automaton: &'a Automaton,
    /// Counts the segments passed.
    symbol: SymbolId,
    ty: TypeId,
    read: ReadConstant,
    threads: Option<ThreadFunctions>,
    /// In the function that is looked at, a temporary for the number of the running thread.
    own: Option<ExprId>,
    /// Which segments' waypoints stand at an instruction.
    found: Vec<bool>,
}

/// The waypoints at one place of a body.
#[derive(Default)]
struct Passing {
    /// By condition: the segments that the waypoint ends.
    follow: Vec<(ExprId, Vec<u32>)>,
    avoid: Vec<(ExprId, Vec<u32>)>,
}

impl Passing {
    fn add(&mut self, condition: ExprId, segment: u32, avoid: bool) {
        let list = if avoid { &mut self.avoid } else { &mut self.follow };
        match list.iter_mut().find(|(c, _)| *c == condition) {
            Some((_, segments)) if segments.last() == Some(&segment) => {}
            Some((_, segments)) => segments.push(segment),
            None => list.push((condition, vec![segment])),
        }
    }
}

impl Follower<'_> {
    fn body(&mut self, function: FuncId, body: &mut Body) -> Result<(), Unfollowable> {
        let mut before: BTreeMap<InstrId, Passing> = BTreeMap::new();
        let mut after: BTreeMap<InstrId, (Option<ExprId>, Passing)> = BTreeMap::new();
        let results = self.results(function, body);
        for (number, segment) in self.automaton.segments.iter().enumerate() {
            let events = segment.avoid.iter().map(|e| (e, true)).chain([(&segment.follow, false)]);
            for (event, avoid) in events {
                for happening in &event.alternatives {
                    for Hit { at, when } in places::hits(self.program, body, happening) {
                        self.found[number] |= !avoid;
                        match when {
                            When::Before(condition) => {
                                let condition = self.by_thread(function, condition, event.thread);
                                before.entry(at).or_default().add(condition, number as u32, avoid);
                            }
                            When::After => {
                                let result = results.get(&at).copied();
                                let condition = self.return_condition(result, happening, event.number)?;
                                let condition = self.by_thread(function, condition, event.thread);
                                after.entry(at).or_insert((result, Passing::default())).1.add(condition, number as u32, avoid);
                            }
                        }
                    }
                }
            }
        }
        self.insert(body, before, after, &results);
        Ok(())
    }

    fn insert(
        &mut self,
        body: &mut Body,
        before: BTreeMap<InstrId, Passing>,
        after: BTreeMap<InstrId, (Option<ExprId>, Passing)>,
        results: &FxHashMap<InstrId, ExprId>,
    ) {
        let mut insertions = Insertions::default();
        for (at, passing) in before {
            let loc = body[at].loc;
            for kind in self.passes(passing) {
                insertions.before(at, Instruction { kind, loc });
            }
            if matches!(&body[at].kind, InstrKind::Assert { property, .. } if self.program.properties[*property].class == PropertyClass::Witness) {
                body[at].kind = InstrKind::Skip;
            }
        }
        for (at, (_, passing)) in after {
            let Instruction { kind, loc } = body[at].clone();
            let temporary = results.get(&at).copied();
            let (call, rest) = places::with_result(kind, temporary);
            if let Some(goto::ExprKind::Var(symbol)) = temporary.map(|t| self.program.exprs.kind(t)) {
                insertions.before(at, Instruction { kind: InstrKind::Decl(symbol), loc });
            }
            insertions.before(at, Instruction { kind: call, loc });
            for kind in self.passes(passing) {
                insertions.before(at, Instruction { kind, loc });
            }
            body[at].kind = rest;
        }
        insertions.apply(body);
    }

    /// For each call at which a waypoint waits for the result, a temporary for it.
    fn results(&mut self, function: FuncId, body: &Body) -> FxHashMap<InstrId, ExprId> {
        let mut results = FxHashMap::default();
        let waits = |h: &Happening| matches!(h, Happening::Return { .. });
        let happenings = self.automaton.segments.iter().flat_map(|s| s.avoid.iter().chain([&s.follow])).flat_map(|e| &e.alternatives).filter(|h| waits(h));
        let happenings: Vec<Happening> = happenings.cloned().collect();
        for happening in &happenings {
            for Hit { at, .. } in places::hits(self.program, body, happening) {
                if results.contains_key(&at) {
                    continue;
                }
                let Some(ty) = places::result_type(self.program, &body[at].kind) else { continue };
                let loc = body[at].loc;
                let symbol = Symbol { name: "result".to_owned(), ty, storage: Storage::Temporary(function), loc };
                let symbol = self.program.symbols.push(symbol);
                results.insert(at, self.program.build().var(symbol, ty));
            }
        }
        results
    }

    fn return_condition(&mut self, result: Option<ExprId>, happening: &Happening, number: usize) -> Result<ExprId, Unfollowable> {
        let Happening::Return { constraints, .. } = happening else { return Ok(self.program.build().truth(true)) };
        let mut condition = self.program.build().truth(true);
        for constraint in constraints {
            let unfollowable = |message: &str| Unfollowable { number, message: message.to_owned() };
            let Some(result) = result else { return Err(unfollowable("the call has no result to compare")) };
            let one = self.compared(result, constraint).ok_or_else(|| unfollowable("the constant is no value of the result's type"))?;
            condition = and(self.program, condition, one);
        }
        Ok(condition)
    }

    /// The comparison of a result with a constant; numbers beyond the type are compared as numbers.
    fn compared(&mut self, result: ExprId, constraint: &ReturnConstraint) -> Option<ExprId> {
        let relation = constraint.relation;
        let ty = self.program.exprs.ty(result);
        let Some(text) = &constraint.constant else { return Some(places::relate(self.program, relation, result, result)) };
        let types = &self.program.types;
        let (bits, signed) = match types.get(ty) {
            Type::Int { bits, signed } => (*bits, *signed),
            Type::Bool => (1, false),
            Type::Pointer(_) => (types.model().pointer_bits(), false),
            Type::Float(_) => {
                let value = (self.read)(types, ty, text)?;
                let constant = self.program.exprs.intern(goto::ExprKind::Const(value), ty);
                return Some(places::relate(self.program, relation, result, constant));
            }
            _ => return None,
        };
        let value = places::integer(text)?;
        let (least, greatest) = places::limits(bits, signed);
        if value < least || value > greatest {
            let below = value > greatest;
            let holds = match relation {
                Relation::Eq => false,
                Relation::Ne => true,
                Relation::Lt | Relation::Le => below,
                Relation::Gt | Relation::Ge => !below,
            };
            return Some(self.program.build().truth(holds));
        }
        let (result, ty) = if *types.get(ty) == Type::Bool {
            let int = self.program.types.int(32, true);
            (self.program.build().cast(result, int), int)
        } else {
            (result, ty)
        };
        let constant = self.program.build().constant(ty, value);
        Some(places::relate(self.program, relation, result, constant))
    }

    /// The condition, and that the thread is the running one. In a program without threads there is the first one alone.
    fn by_thread(&mut self, function: FuncId, condition: ExprId, thread: Option<u32>) -> ExprId {
        let Some(thread) = thread else { return condition };
        let int = self.program.types.int(32, true);
        if self.threads.is_none() {
            let truth = self.program.build().truth(thread == 0);
            return and(self.program, condition, truth);
        }
        let own = *self.own.get_or_insert_with(|| {
            let loc = self.program.functions[function].loc;
            let symbol = self.program.symbols.push(Symbol { name: "own thread".to_owned(), ty: int, storage: Storage::Temporary(function), loc });
            self.program.build().var(symbol, int)
        });
        let mut build = self.program.build();
        let wanted = build.constant(int, i128::from(thread));
        let is_own = build.binary(BinOp::Eq, own, wanted);
        and(self.program, condition, is_own)
    }

    /// What passes here is noted by one thread at a time, which knows its number.
    fn passes(&mut self, passing: Passing) -> Vec<InstrKind> {
        let noted = self.noted(passing);
        let Some(threads) = self.threads else { return noted };
        let call = |function, result| InstrKind::Call { result, callee: Callee::Direct(function), args: Vec::new() };
        let mut kinds = Vec::new();
        if let Some(own) = self.own {
            if let goto::ExprKind::Var(symbol) = self.program.exprs.kind(own) {
                kinds.push(InstrKind::Decl(symbol));
            }
            kinds.push(call(threads.own, Some(own)));
        }
        kinds.push(call(threads.enter, None));
        kinds.extend(noted);
        kinds.push(call(threads.leave, None));
        kinds
    }

    /// The instructions that note what passes here: paths that pass what is to be avoided end, the count grows by what is to be followed.
    fn noted(&mut self, passing: Passing) -> Vec<InstrKind> {
        let mut kinds = Vec::new();
        for (condition, segments) in passing.avoid {
            let here = self.in_segments(&segments);
            let passed = and(self.program, here, condition);
            kinds.push(InstrKind::Assume(self.program.build().not(passed)));
        }
        if !passing.follow.is_empty() {
            let ty = self.ty;
            let state = self.program.build().var(self.symbol, ty);
            let one = self.program.build().constant(ty, 1);
            let next = self.program.build().binary(BinOp::Add, state, one);
            let mut value = state;
            for (condition, segments) in passing.follow {
                let here = self.in_segments(&segments);
                let passed = and(self.program, here, condition);
                value = self.program.build().ite(passed, next, value);
            }
            kinds.push(InstrKind::Assign { lhs: state, rhs: value });
        }
        kinds
    }

    /// Is the count one of these numbers, which ascend?
    fn in_segments(&mut self, segments: &[u32]) -> ExprId {
        let ty = self.ty;
        let state = self.program.build().var(self.symbol, ty);
        let mut any: Option<ExprId> = None;
        let mut rest = segments;
        while let Some(&first) = rest.first() {
            let length = rest.iter().zip(first..).take_while(|(a, b)| **a == *b).count();
            let last = rest[length - 1];
            rest = &rest[length..];
            let mut build = self.program.build();
            let (first, last) = (build.constant(ty, i128::from(first)), build.constant(ty, i128::from(last)));
            let within = if first == last {
                build.binary(BinOp::Eq, state, first)
            } else {
                let low = build.binary(BinOp::Le, first, state);
                let high = build.binary(BinOp::Le, state, last);
                build.binary(BinOp::And, low, high)
            };
            any = Some(match any {
                Some(any) => self.program.build().binary(BinOp::Or, any, within),
                None => within,
            });
        }
        any.unwrap_or_else(|| self.program.build().truth(false))
    }

    /// Properties at the target can be violated in the last segment; the path ends where another one is. Those of threads stand nowhere.
    fn targets(&mut self, of_threads: bool) {
        let Some(last) = self.automaton.segments.len().checked_sub(1) else { return };
        let at_last = self.in_segments(&[last as u32]);
        let not_yet = self.program.build().not(at_last);
        let targets = &self.automaton.segments[last].follow.alternatives;
        let is_target = |loc: Location| {
            targets.iter().any(|h| match *h {
                Happening::Target { start, end } => places::lies_between(loc, start, end),
                Happening::AnyTarget => true,
                _ => false,
            })
        };
        let properties: Vec<(PropertyClass, bool)> = self.program.properties.values().map(|p| (p.class, is_target(p.loc))).collect();
        let mut found = of_threads;
        for f in self.program.functions.ids().collect::<Vec<_>>() {
            let Some(mut body) = self.program.functions[f].body.take() else { continue };
            for (_, instruction) in body.iter_mut() {
                let InstrKind::Assert { cond, property } = instruction.kind else { continue };
                let (class, target) = properties[goto::Id::index(property)];
                instruction.kind = match (class, target) {
                    (PropertyClass::Witness, _) => InstrKind::Skip,
                    (_, true) => {
                        found = true;
                        InstrKind::Assert { cond: self.program.build().binary(BinOp::Or, not_yet, cond), property }
                    }
                    // The program ends there in any case.
                    (PropertyClass::ValidMemtrack | PropertyClass::ValidMemcleanup | PropertyClass::MemoryLeak, false) => InstrKind::Skip,
                    (_, false) => InstrKind::Assume(cond),
                };
            }
            self.program.functions[f].body = Some(body);
        }
        self.found[last] |= found;
    }
}
