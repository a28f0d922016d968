//! A program of which only what an automaton calls unexplored is looked at: a property is violated only where the run has left what was looked at before, and paths
//! that cannot leave it any more end.

use super::assumption::{Along, Weaver, weave};
use super::logic::or;
use super::properties;
use crate::automata::assumption::{Assumption, ModeId, Region};
use crate::automata::region::Explored;
use goto::edges::{EdgeId, Edges};
use goto::{ExprId, Id, InstrId, InstrKind, Operations, Program, PropertyClass, PropertyId};

/// Puts the properties of these classes into a program as it was lowered, restricted in this way.
pub fn restricted_properties(program: &mut Program, edges: &Edges, operations: &Operations, assumption: &Assumption, classes: &[PropertyClass]) {
    let explored = Explored::new(edges, assumption);
    let proved = assumption.modes().iter().filter(|(_, m)| m.region == Region::Proved).map(|(id, _)| id).collect();
    weave(program, edges, assumption, &explored, &[], &mut Rest { proved }, |program, arrivals| {
        let moved = |f, at: InstrId| {
            let end = program.functions[f].body.as_ref().map_or(at, |b| InstrId::new(b.len()));
            arrivals.get(&f).map_or(at, |to| to.get(at).copied().unwrap_or(end))
        };
        let operations = operations.moved(moved);
        properties(program, &operations, classes);
    });
}

struct Rest {
    proved: Vec<ModeId>,
}

impl Weaver for Rest {
    fn wants(&self, _edge: EdgeId) -> bool {
        false
    }

    fn edge(&mut self, program: &mut Program, along: &Along, _edge: EdgeId, _taken: ExprId) -> Vec<InstrKind> {
        let mut code = Vec::new();
        for &mode in &self.proved {
            let there = along.is_in(program, mode);
            let elsewhere = program.build().not(there);
            code.push(InstrKind::Assume(elsewhere));
        }
        code
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
