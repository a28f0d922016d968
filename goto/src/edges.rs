//! The interprocedural control-flow graph of the user's program, with numbered edges: what queries about paths are made of.
//!
//! Its nodes are *places*: instructions of functions that have a body and are no models, the exits of these functions, and one place outside, where the
//! program starts and ends and where the tool's own code runs. An edge is one way from a place to the next:
//!
//! | instruction | edges |
//! |---|---|
//! | `Goto` that decides | to the next place and to the target |
//! | `Call` of a function with a body | to its first place; from its exit an edge comes back to what follows the call |
//! | `Call` of a function without a body or of a model | to the next place: such calls are atomic |
//! | `Return` | to the function's exit |
//! | `Halt`, a call that never returns | outside |
//! | others | to the next place |
//!
//! Instructions that do nothing and that no criterion counts (`Skip`, `Dead`, marks of statements, a `Goto` that is never taken) are passed over; so is
//! what control flow cannot reach inside its function. Edges of *structure* come from places that do nothing either, but that may be asked for: arms of
//! decisions and labels (`Mark`), declarations, the ways into and out of functions. Knows nothing of query languages.

use crate::callgraph::CallGraph;
use crate::cfg::{Cfg, constant_truth};
use crate::define_id;
use crate::expr::ExprPool;
use crate::index::{Id, IdVec};
use crate::program::{Callee, FuncId, HaltKind, InstrId, InstrKind, Location, Mark, Program};
use rustc_hash::{FxHashMap, FxHashSet};

define_id!(
    /// An edge.
    EdgeId, "e");
define_id!(
    /// A place: where execution is between two edges.
    PlaceId, "n");

/// A node of the graph. At an instruction execution is just before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// Before the start, after the end, and in the tool's own code.
    Outside,
    At {
        function: FuncId,
        instr: InstrId,
    },
    /// The function's result is known and its variables still live.
    Exit(FuncId),
}

impl Place {
    pub fn function(self) -> Option<FuncId> {
        match self {
            Place::Outside => None,
            Place::At { function, .. } | Place::Exit(function) => Some(function),
        }
    }
}

/// One way to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    pub source: PlaceId,
    pub target: PlaceId,
    pub kind: EdgeKind,
    /// Does nothing and tests nothing by itself: a way to ask for a place of the source's structure.
    pub is_structure: bool,
    /// Of the instruction at its source; for the exit of a function the function's.
    pub loc: Location,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EdgeKind {
    /// From outside into a function: the entry, or what a model calls.
    Enter,
    /// To what follows the instruction.
    Next,
    /// To the target of a `Goto`.
    Jump,
    /// Into the function that is called.
    Call,
    /// From the exit of a function to what follows the call at this place.
    Return(PlaceId),
    /// From the exit of a function to the outside.
    Leave,
    /// The program ends at the instruction.
    Halt,
}

/// All edges of a program.
#[derive(Clone, Debug)]
pub struct Edges {
    places: IdVec<PlaceId, Place>,
    edges: IdVec<EdgeId, Edge>,
    ids: FxHashMap<Place, PlaceId>,
    out: IdVec<PlaceId, Vec<EdgeId>>,
    into: IdVec<PlaceId, Vec<EdgeId>>,
    entries: FxHashMap<FuncId, PlaceId>,
    start: PlaceId,
}

impl Edges {
    pub fn new(program: &Program) -> Self {
        Maker::new(program).make()
    }

    pub fn len(&self) -> usize {
        self.edges.len()
    }

    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    pub fn edge(&self, edge: EdgeId) -> &Edge {
        &self.edges[edge]
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (EdgeId, &Edge)> {
        self.edges.iter()
    }

    pub fn places(&self) -> &IdVec<PlaceId, Place> {
        &self.places
    }

    /// Where the program starts and ends.
    pub fn outside(&self) -> PlaceId {
        PlaceId::new(0)
    }

    /// The first place of the entry function.
    pub fn start(&self) -> PlaceId {
        self.start
    }

    /// The place just before an instruction; `None` if it is passed over, belongs to the tool, or cannot be reached.
    pub fn place(&self, function: FuncId, instr: InstrId) -> Option<PlaceId> {
        self.ids.get(&Place::At { function, instr }).copied()
    }

    pub fn exit(&self, function: FuncId) -> Option<PlaceId> {
        self.ids.get(&Place::Exit(function)).copied()
    }

    /// The first place at or behind an instruction; `None` if control flow does not reach it.
    pub fn place_from(&self, program: &Program, function: FuncId, instr: InstrId) -> Option<PlaceId> {
        let body = program.functions[function].body.as_ref()?;
        let mut ids = (instr.index()..body.len()).map(InstrId::new);
        self.place(function, ids.find(|i| !is_passed(&program.exprs, &body[*i].kind))?)
    }

    /// The first place from here on, this one included, where something is done or tested.
    pub fn over_structure(&self, mut place: PlaceId) -> PlaceId {
        // Exits and the outside lead to many places; from instructions that are structure there is one way.
        while matches!(self.places[place], Place::At { .. })
            && let [only] = self.outgoing(place)
            && self.edges[*only].is_structure
        {
            place = self.edges[*only].target;
        }
        place
    }

    /// The first place of a function.
    pub fn entry(&self, function: FuncId) -> Option<PlaceId> {
        self.entries.get(&function).copied()
    }

    /// The edges that leave a place: of a `Goto` first the one to what follows.
    pub fn outgoing(&self, place: PlaceId) -> &[EdgeId] {
        &self.out[place]
    }

    /// The edges that lead to a place.
    pub fn incoming(&self, place: PlaceId) -> &[EdgeId] {
        &self.into[place]
    }
}

/// Is the instruction passed over?
fn is_passed(exprs: &ExprPool, kind: &InstrKind) -> bool {
    match kind {
        InstrKind::Skip | InstrKind::Dead(_) | InstrKind::Mark(Mark::Statement) => true,
        InstrKind::Goto { guard, .. } => constant_truth(exprs, *guard) == Some(false),
        _ => false,
    }
}

/// Does an instruction that is not passed over do nothing?
fn is_structure(kind: &InstrKind) -> bool {
    matches!(kind, InstrKind::Mark(_) | InstrKind::Decl(_))
}

/// The graph in the making.
struct Maker<'a> {
    program: &'a Program,
    calls: CallGraph,
    cfgs: FxHashMap<FuncId, Cfg>,
    edges: Edges,
    /// The places that follow calls, by the functions that may be called there.
    returns: Vec<(FuncId, PlaceId, PlaceId)>,
}

impl<'a> Maker<'a> {
    fn new(program: &'a Program) -> Self {
        let edges = Edges {
            places: IdVec::new(),
            edges: IdVec::new(),
            ids: FxHashMap::default(),
            out: IdVec::new(),
            into: IdVec::new(),
            entries: FxHashMap::default(),
            start: PlaceId::new(0),
        };
        Self { program, calls: CallGraph::new(program), cfgs: FxHashMap::default(), edges, returns: Vec::new() }
    }

    fn make(mut self) -> Edges {
        self.place(Place::Outside);
        let own: Vec<FuncId> = self.program.functions.iter().filter(|(f, _)| self.is_own(*f)).map(|(f, _)| f).collect();
        for &f in &own {
            self.places_of(f);
        }
        self.enter();
        for &f in &own {
            self.edges_of(f);
        }
        self.leave();
        self.edges
    }

    /// Is the function the user's, with a body?
    fn is_own(&self, f: FuncId) -> bool {
        let function = &self.program.functions[f];
        !function.model && function.body.as_ref().is_some_and(|b| !b.is_empty())
    }

    fn place(&mut self, place: Place) -> PlaceId {
        let id = self.edges.places.push(place);
        self.edges.ids.insert(place, id);
        self.edges.out.push(Vec::new());
        self.edges.into.push(Vec::new());
        id
    }

    fn places_of(&mut self, function: FuncId) {
        let Some(body) = &self.program.functions[function].body else { return };
        let cfg = Cfg::new(self.program, body);
        let first = self.settled(function, Cfg::entry());
        let rest = body.iter().filter(|(i, instruction)| cfg.is_reachable(*i) && !is_passed(&self.program.exprs, &instruction.kind)).map(|(i, _)| i);
        let rest: Vec<InstrId> = rest.filter(|i| *i != first).collect();
        let entry = self.place(Place::At { function, instr: first });
        self.edges.entries.insert(function, entry);
        for instr in rest {
            self.place(Place::At { function, instr });
        }
        self.place(Place::Exit(function));
        self.cfgs.insert(function, cfg);
    }

    /// The first instruction from here on that is not passed over. There is one: bodies do not end with what is passed over.
    fn settled(&self, function: FuncId, from: InstrId) -> InstrId {
        let Some(body) = &self.program.functions[function].body else { return from };
        let ids = (from.index()..body.len()).map(InstrId::new);
        ids.clone().find(|i| !is_passed(&self.program.exprs, &body[*i].kind)).unwrap_or(from)
    }

    fn edge(&mut self, source: PlaceId, target: PlaceId, kind: EdgeKind, is_structure: bool, loc: Location) {
        let id = self.edges.edges.push(Edge { source, target, kind, is_structure, loc });
        self.edges.out[source].push(id);
        self.edges.into[target].push(id);
    }

    /// The functions that the tool's own code calls.
    fn enter(&mut self) {
        let mut entered = FxHashSet::default();
        for site in self.calls.sites().to_vec() {
            if !self.program.functions[site.caller].model {
                continue;
            }
            for f in self.calls.targets(self.program, site.callee) {
                if let Some(entry) = self.edges.entry(f)
                    && entered.insert(f)
                {
                    if site.caller == self.program.start {
                        self.edges.start = entry;
                    }
                    self.edge(self.edges.outside(), entry, EdgeKind::Enter, true, self.program.functions[f].loc);
                }
            }
        }
    }

    fn edges_of(&mut self, function: FuncId) {
        let program = self.program;
        let Some(body) = &program.functions[function].body else { return };
        for (instr, instruction) in body.iter() {
            let Some(source) = self.edges.place(function, instr) else { continue };
            let (structure, loc) = (is_structure(&instruction.kind), instruction.loc);
            match &instruction.kind {
                InstrKind::Return(_) => {
                    let exit = self.edges.ids[&Place::Exit(function)];
                    self.edge(source, exit, EdgeKind::Next, false, loc);
                }
                InstrKind::Halt(HaltKind::Exit | HaltKind::Abort) => self.edge(source, self.edges.outside(), EdgeKind::Halt, false, loc),
                InstrKind::Call { callee, .. } => self.call(function, instr, source, *callee, loc),
                kind => {
                    let target = match kind {
                        InstrKind::Goto { target, .. } => Some(*target),
                        _ => None,
                    };
                    for to in self.cfgs[&function].successors(instr).to_vec() {
                        let jumps = target == Some(to) && to.index() != instr.index() + 1;
                        let place = self.edges.ids[&Place::At { function, instr: self.settled(function, to) }];
                        self.edge(source, place, if jumps { EdgeKind::Jump } else { EdgeKind::Next }, structure, loc);
                    }
                }
            }
        }
    }

    fn call(&mut self, function: FuncId, instr: InstrId, source: PlaceId, callee: Callee, loc: Location) {
        let next = self.cfgs[&function].successors(instr).first().copied();
        let next = next.map(|to| self.edges.ids[&Place::At { function, instr: self.settled(function, to) }]);
        let targets = self.calls.targets(self.program, callee);
        let (own, others): (Vec<FuncId>, Vec<FuncId>) = targets.into_iter().partition(|f| self.is_own(*f));
        // A pointer to no known function crashes, but control flow does not know that.
        if !others.is_empty() || own.is_empty() {
            let (target, kind) = next.map_or((self.edges.outside(), EdgeKind::Halt), |next| (next, EdgeKind::Next));
            self.edge(source, target, kind, false, loc);
        }
        for f in own {
            // An own function has places.
            let entry = self.edges.entry(f).unwrap_or(source);
            self.edge(source, entry, EdgeKind::Call, false, loc);
            if let Some(next) = next {
                self.returns.push((f, source, next));
            }
        }
    }

    fn leave(&mut self) {
        for (f, site, next) in std::mem::take(&mut self.returns) {
            let exit = self.edges.ids[&Place::Exit(f)];
            self.edge(exit, next, EdgeKind::Return(site), true, self.program.functions[f].loc);
        }
        for entered in self.edges.out[self.edges.outside()].clone() {
            let entry = self.edges.edges[entered].target;
            if let Some(f) = self.edges.places[entry].function() {
                let exit = self.edges.ids[&Place::Exit(f)];
                self.edge(exit, self.edges.outside(), EdgeKind::Leave, true, self.program.functions[f].loc);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse;

    /// All edges as `source>target`, places as function and instruction, exits as `function!`, the outside as `.`.
    fn edges(text: &str) -> String {
        let program = parse(text).expect("is right");
        let edges = Edges::new(&program);
        let place = |p: PlaceId| match edges.places()[p] {
            Place::Outside => ".".to_string(),
            Place::At { function, instr } => format!("{}{instr}", program.functions[function].name),
            Place::Exit(function) => format!("{}!", program.functions[function].name),
        };
        let edge = |e: &Edge| format!("{}{}{}", place(e.source), if e.is_structure { "-" } else { ">" }, place(e.target));
        edges.iter().map(|(_, e)| edge(e)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_does_nothing_is_passed_over() {
        let text = "goto lp64 start begin static x#0: bool
            function begin: fn() -> void model { 0: CALL main() 1: HALT exit }
            function main: fn() -> void { local l#1: bool
              0: SKIP 1: MARK statement 2: DECL l#1 3: IF x#0 GOTO 6 4: MARK then 5: GOTO 3 6: DEAD l#1 7: IF false GOTO 4 8: RETURN }";
        assert_eq!(edges(text), ".-main2 main2-main3 main3>main4 main3>main8 main4-main5 main5>main3 main8>main! main!-.");
    }

    #[test]
    fn calls_lead_in_and_back() {
        let text = "goto lp64 start begin static p#0: *fn() -> void
            function begin: fn() -> void model { 0: CALL m() 1: HALT exit }
            function m: fn() -> void { 0: CALL f() 1: CALL f() 2: CALL lib() 3: CALL missing() 4: CALL *p#0() 5: CALL over() 6: RETURN }
            function f: fn() -> void { 0: p#0 := &f 1: RETURN 2: HALT abort }
            function lib: fn() -> void model { 0: p#0 := &missing 1: RETURN }
            function missing: fn() -> void { }
            function over: fn() -> void noreturn { }";
        let expected = ".-m0 m0>f0 m1>f0 m2>m3 m3>m4 m4>m5 m4>f0 m5>. f0>f1 f1>f! f!-m1 f!-m2 f!-m5 m!-.";
        assert_eq!(edges(text), expected);
    }

    #[test]
    fn what_models_call_comes_from_outside() {
        let text = "goto lp64 start begin
            function begin: fn() -> void model { 0: CALL main() 1: HALT exit }
            function main: fn() -> void { 0: CALL sort(&less) 1: RETURN }
            function sort: fn(*fn() -> void) -> void model { parameter p#0: *fn() -> void 0: CALL *p#0() 1: RETURN }
            function less: fn() -> void { 0: HALT abort }";
        assert_eq!(edges(text), ".-main0 .-less0 main0>main1 main1>main! less0>. main!-. less!-.");
    }

    #[test]
    fn queries_of_places() {
        let text = "goto lp64 start f static x#0: bool
            function f: fn() -> void { 0: IF x#0 GOTO 2 1: x#0 := true 2: RETURN }";
        let edges = Edges::new(&parse(text).expect("is right"));
        let [p0, p2] = [0, 2].map(|i| edges.place(FuncId::new(0), InstrId::new(i)).expect("a place"));
        assert_eq!((edges.outgoing(p0).len(), edges.incoming(p2).len()), (2, 2));
        assert_eq!(edges.edge(edges.outgoing(p0)[1]).kind, EdgeKind::Jump);
        assert_eq!(edges.entry(FuncId::new(0)), Some(p0));
        assert!(edges.place(FuncId::new(0), InstrId::new(9)).is_none());
    }
}
