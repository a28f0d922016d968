//! A program of which only what an automaton calls unexplored is looked at: a property is violated only where the run has left what was looked at before, and paths
//! that cannot leave it any more end. Where runs without end are asked about nothing ends early: what is claimed of them is put in later, and restricted then.

use super::assumption::{Along, Weaver, weave};
use super::events::Arrivals;
use super::logic::or;
use super::properties;
use automata::assumption::{Assumption, ModeId, Region};
use automata::region::Explored;
use goto::edges::{EdgeId, Edges};
use goto::{ExprId, FuncId, Id, IdVec, InstrId, InstrKind, Operations, Program, PropertyClass, PropertyId, SymbolId};
use rustc_hash::FxHashSet;

/// Puts the properties of these classes into a program as it was lowered, restricted in this way.
pub fn restricted_properties(program: &mut Program, edges: &Edges, operations: &Operations, assumption: &Assumption, classes: &[PropertyClass]) {
    let explored = Explored::new(edges, assumption);
    let proved = assumption.modes().iter().filter(|(_, m)| m.region == Region::Proved).map(|(id, _)| id).collect();
    weave(program, edges, assumption, &explored, &[], &mut Rest { proved }, |program, arrivals| {
        let operations = operations.moved(|f, at| arrival(program, arrivals, f, at));
        properties(program, &operations, classes);
    });
}

/// Puts the properties of these classes into a program as it was lowered, of which only the paths are left that the automaton does not lead out of what it has: a share.
pub fn properties_on_share(program: &mut Program, edges: &Edges, operations: &Operations, share: &Assumption, classes: &[PropertyClass]) {
    let explored = Explored::new(edges, share);
    let left = share.modes().iter().filter(|(_, m)| m.region == Region::Unexplored).map(|(id, _)| id).collect();
    weave(program, edges, share, &explored, &[], &mut Share { left }, |program, arrivals| {
        let operations = operations.moved(|f, at| arrival(program, arrivals, f, at));
        properties(program, &operations, classes);
    });
}

/// Where an instruction is now.
fn arrival(program: &Program, arrivals: &Arrivals, f: FuncId, at: InstrId) -> InstrId {
    let end = program.functions[f].body.as_ref().map_or(at, |b| InstrId::new(b.len()));
    arrivals.get(&f).map_or(at, |to| to.get(at).copied().unwrap_or(end))
}

/// A program along which an automaton runs that says what was looked at. Nothing follows from that before it is asked.
pub struct AnalysedRuns {
    explored: ExprId,
    /// The automaton's variables, of which what the program does knows nothing.
    own: FxHashSet<SymbolId>,
}

/// Puts the automaton into a program as it was lowered. `anchors` are instructions that do nothing and are there for edges to begin at. `prepare` is told where
/// instructions are before the automaton's own come between them.
pub fn looked_at(
    program: &mut Program,
    edges: &Edges,
    anchors: &[(FuncId, InstrId)],
    assumption: &Assumption,
    prepare: impl FnOnce(&mut Program, &dyn Fn(&Program, FuncId, InstrId) -> InstrId),
) -> AnalysedRuns {
    let region = Explored::new(edges, assumption);
    let first = program.symbols.len();
    let along = weave(program, edges, assumption, &region, &[], &mut Rest { proved: Vec::new() }, |program, arrivals| {
        for &(f, at) in anchors {
            let at = arrival(program, arrivals, f, at);
            let behind = program.functions[f].body.iter_mut().flat_map(IdVec::iter_mut).filter(|(id, _)| *id >= at);
            // What tells of edges stands before the instruction.
            if let Some((_, anchor)) = behind.into_iter().find(|(_, i)| matches!(i.kind, InstrKind::Assume(_))) {
                anchor.kind = InstrKind::Skip;
            }
        }
        prepare(program, &|program, f, at| arrival(program, arrivals, f, at));
    });
    let own = program.symbols.ids().skip(first).collect();
    AnalysedRuns { explored: along.is_explored(program), own }
}

impl AnalysedRuns {
    /// The automaton's variables.
    pub fn variables(&self) -> &FxHashSet<SymbolId> {
        &self.own
    }

    /// From now on no property is violated where the run has not left what was looked at.
    pub fn count_the_rest(&self, program: &mut Program) {
        for f in program.functions.ids().collect::<Vec<_>>() {
            let Some(mut body) = program.functions[f].body.take() else { continue };
            for (_, instruction) in body.iter_mut() {
                if let InstrKind::Assert { cond, .. } = &mut instruction.kind {
                    *cond = or(program, *cond, self.explored);
                }
            }
            program.functions[f].body = Some(body);
        }
    }
}

struct Rest {
    proved: Vec<ModeId>,
}

/// Ends paths in these modes.
struct Share {
    left: Vec<ModeId>,
}

impl Weaver for Share {
    fn wants(&self, _edge: EdgeId) -> bool {
        false
    }

    fn edge(&mut self, program: &mut Program, along: &Along, _edge: EdgeId, _taken: ExprId) -> Vec<InstrKind> {
        ends_in(program, along, &self.left)
    }

    fn place(&mut self, _program: &mut Program, _number: usize) -> Vec<InstrKind> {
        Vec::new()
    }

    fn assertion(&mut self, _program: &mut Program, _along: &Along, cond: ExprId, property: PropertyId) -> Vec<InstrKind> {
        vec![InstrKind::Assert { cond, property }]
    }

    fn exit(&mut self, _program: &mut Program) -> Vec<InstrKind> {
        Vec::new()
    }
}

/// Paths go on in other modes alone.
fn ends_in(program: &mut Program, along: &Along, modes: &[ModeId]) -> Vec<InstrKind> {
    let elsewhere = |&mode| {
        let there = along.is_in(program, mode);
        InstrKind::Assume(program.build().not(there))
    };
    modes.iter().map(elsewhere).collect()
}

impl Weaver for Rest {
    fn wants(&self, _edge: EdgeId) -> bool {
        false
    }

    fn edge(&mut self, program: &mut Program, along: &Along, _edge: EdgeId, _taken: ExprId) -> Vec<InstrKind> {
        ends_in(program, along, &self.proved)
    }

    fn place(&mut self, _program: &mut Program, _number: usize) -> Vec<InstrKind> {
        Vec::new()
    }

    fn assertion(&mut self, program: &mut Program, along: &Along, cond: ExprId, property: PropertyId) -> Vec<InstrKind> {
        let explored = along.is_explored(program);
        let cond = or(program, cond, explored);
        vec![InstrKind::Assert { cond, property }]
    }

    fn exit(&mut self, _program: &mut Program) -> Vec<InstrKind> {
        Vec::new()
    }
}
