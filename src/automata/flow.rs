//! Where control flow leads what runs along a program's edges. Calls and returns are matched: what a function does is found for each state in which it is entered.

use goto::edges::{EdgeId, EdgeKind, Edges, Place, PlaceId};
use goto::{FuncId, InstrKind, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::hash::Hash;

/// Something that runs along edges and is in a state at each place.
pub trait Walk {
    type State: Copy + Eq + Ord + Hash;
    type Error;

    /// The state before the program starts.
    fn initial(&mut self) -> Self::State;

    /// All states that there may be: what the tool's own code calls may be entered in any.
    fn all(&mut self) -> Result<Vec<Self::State>, Self::Error>;

    /// The states behind an edge.
    fn along(&mut self, edge: EdgeId, state: Self::State) -> Result<BTreeSet<Self::State>, Self::Error>;
}

/// Leads the walk along all edges that control flow alone allows, in all states in which it may be there.
///
/// # Errors
/// Those of the walk, which end it.
pub fn follow<W: Walk>(program: &Program, edges: &Edges, walk: &mut W) -> Result<(), W::Error> {
    let mut follower = Follower {
        program,
        edges,
        walk,
        seen: FxHashSet::default(),
        waiting: Vec::new(),
        callers: FxHashMap::default(),
        exits: FxHashMap::default(),
        has_callbacks: has_callbacks(edges),
    };
    follower.run()
}

/// Does the tool's own code call functions of the program?
pub fn has_callbacks(edges: &Edges) -> bool {
    edges.outgoing(edges.outside()).len() > 1
}

/// A function that is entered in a state.
type Context<S> = (FuncId, S);
/// From where and in which contexts a function is called.
type Callers<S> = FxHashMap<Context<S>, Vec<(Context<S>, PlaceId)>>;

struct Follower<'a, W: Walk> {
    program: &'a Program,
    edges: &'a Edges,
    walk: &'a mut W,
    seen: FxHashSet<(Context<W::State>, PlaceId, W::State)>,
    waiting: Vec<(Context<W::State>, PlaceId, W::State)>,
    callers: Callers<W::State>,
    /// In which states a function is left.
    exits: FxHashMap<Context<W::State>, Vec<W::State>>,
    has_callbacks: bool,
}

impl<W: Walk> Follower<'_, W> {
    fn run(&mut self) -> Result<(), W::Error> {
        let edges = self.edges;
        for &edge in edges.outgoing(edges.outside()) {
            let target = edges.edge(edge).target;
            let Some(function) = edges.places()[target].function() else { continue };
            // What the tool's own code calls may be entered in any state, the program's start in the first one.
            let states = if target == edges.start() { vec![self.walk.initial()] } else { self.walk.all()? };
            for state in states {
                for after in self.walk.along(edge, state)? {
                    self.wait((function, after), target, after);
                }
            }
        }
        while let Some((context, place, state)) = self.waiting.pop() {
            self.at(context, place, state)?;
        }
        Ok(())
    }

    fn wait(&mut self, context: Context<W::State>, place: PlaceId, state: W::State) {
        if self.seen.insert((context, place, state)) {
            self.waiting.push((context, place, state));
        }
    }

    fn at(&mut self, context: Context<W::State>, place: PlaceId, state: W::State) -> Result<(), W::Error> {
        let edges = self.edges;
        if matches!(edges.places()[place], Place::Exit(_)) {
            self.exits.entry(context).or_default().push(state);
            for (caller, site) in self.callers.get(&context).cloned().unwrap_or_default() {
                self.back(context.0, caller, site, state)?;
            }
            for edge in self.leaving(place) {
                self.walk.along(edge, state)?;
            }
            return Ok(());
        }
        for &edge in edges.outgoing(place) {
            let (target, kind) = (edges.edge(edge).target, edges.edge(edge).kind);
            let mut states = self.walk.along(edge, state)?;
            // What is called there may call back.
            if self.has_callbacks && self.is_call(place) && kind == EdgeKind::Next {
                states.extend(self.walk.all()?);
            }
            for after in states {
                match (kind, edges.places()[target].function()) {
                    (EdgeKind::Call, Some(f)) => self.call((f, after), context, place, target)?,
                    (EdgeKind::Halt, _) | (_, None) => {}
                    _ => self.wait(context, target, after),
                }
            }
        }
        Ok(())
    }

    fn is_call(&self, place: PlaceId) -> bool {
        let Place::At { function, instr } = self.edges.places()[place] else { return false };
        let body = self.program.functions[function].body.as_ref();
        body.is_some_and(|b| matches!(b[instr].kind, InstrKind::Call { .. }))
    }

    /// The edges from an exit to the outside.
    fn leaving(&self, exit: PlaceId) -> Vec<EdgeId> {
        self.edges.outgoing(exit).iter().copied().filter(|e| self.edges.edge(*e).kind == EdgeKind::Leave).collect()
    }

    fn call(&mut self, callee: Context<W::State>, caller: Context<W::State>, site: PlaceId, entry: PlaceId) -> Result<(), W::Error> {
        let callers = self.callers.entry(callee).or_default();
        if !callers.contains(&(caller, site)) {
            callers.push((caller, site));
            for state in self.exits.get(&callee).cloned().unwrap_or_default() {
                self.back(callee.0, caller, site, state)?;
            }
        }
        self.wait(callee, entry, callee.1);
        Ok(())
    }

    fn back(&mut self, callee: FuncId, caller: Context<W::State>, site: PlaceId, state: W::State) -> Result<(), W::Error> {
        let edges = self.edges;
        let Some(exit) = edges.exit(callee) else { return Ok(()) };
        for &edge in edges.outgoing(exit).iter().filter(|e| edges.edge(**e).kind == EdgeKind::Return(site)) {
            for after in self.walk.along(edge, state)? {
                self.wait(caller, edges.edge(edge).target, after);
            }
        }
        Ok(())
    }
}
