//! Properties after the manner of UNO put into the program: variables for what the property keeps, for the mark of each symbol and for what is known of it, code
//! on the edges that changes them, and a goal wherever an error may be found. The program goes on behind an error, as the property does.

use super::automata::{goal, place};
use super::observer::{Told, Variables, Writer};
use automata::fql::watch::{EventId, WatchedEvents as Placed};
use automata::spec::Nodes;
use automata::uno::{At, Codes, Error, ErrorId, Found, Property, SymbolNumber};
use goto::edges::Edges;
use goto::{ExprId, FuncId, Goal, GoalKind, IdVec, Instruction, Location, Program};
use std::collections::BTreeSet;

/// An error that a run may show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    pub error: ErrorId,
    /// What it is about.
    pub symbols: Vec<SymbolNumber>,
    /// Where in the source.
    pub function: FuncId,
    pub loc: Location,
    pub text: String,
}

/// What runs may show. What is the same at the same place of the source counts once.
pub fn candidates(found: &BTreeSet<Found>, nodes: &Nodes) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = Vec::new();
    for of in found {
        let candidate = candidate(nodes, of.at, of.error.0, &of.error.1);
        if !all.contains(&candidate) {
            all.push(candidate);
        }
    }
    all.sort_by_key(|c| (c.loc, c.error));
    all
}

fn candidate(nodes: &Nodes, at: At, error: ErrorId, symbols: &[SymbolNumber]) -> Candidate {
    let told = &nodes.of(at.edge)[at.index];
    Candidate { error, symbols: symbols.to_vec(), function: told.function, loc: told.loc, text: told.text.clone() }
}

/// Puts the property into a program without goals. The goal with the number `i` is the candidate with the index `i`.
pub fn instrument(program: &mut Program, edges: &Edges, nodes: &Nodes, property: &Property, codes: &Codes, candidates: &[Candidate]) {
    let variables = Variables::new(program, &codes.variables);
    let first = variables.start(program);
    let mut written: IdVec<EventId, Vec<Instruction>> = IdVec::new();
    let mut wanted = Placed { edges: IdVec::filled(None, edges.len()), tests: Vec::new(), n_events: 0 };
    for (edge, _) in edges.iter() {
        let mut writer = Writer::new(program, &variables);
        for index in 0..nodes.of(edge).len() {
            let at = At { edge, index };
            if let Some(code) = codes.of.get(&at) {
                writer.commands(code, &mut Goals { nodes, candidates, at });
            }
        }
        let code = writer.code.0;
        if !code.is_empty() {
            wanted.edges[edge] = Some(written.push(code));
        }
    }
    wanted.n_events = written.len();
    place(program, edges, &wanted, &written, first);
    program.goals = IdVec::new();
    for (number, candidate) in candidates.iter().enumerate() {
        let (name, loc, text) = (format!("{}.{}", property.name, number + 1), candidate.loc, candidate.text.clone());
        program.goals.push(Goal { name, kind: GoalKind::ErrorCall, function: candidate.function, loc, text });
    }
}

/// Tells errors as goals.
struct Goals<'a> {
    nodes: &'a Nodes,
    candidates: &'a [Candidate],
    at: At,
}

impl Told<Error> for Goals<'_> {
    fn tell(&mut self, writer: &mut Writer<'_>, (error, symbols): &Error) {
        let candidate = candidate(self.nodes, self.at, *error, symbols);
        if let Some(found) = self.candidates.iter().position(|c| *c == candidate) {
            let always = writer.program.build().truth(true);
            writer.code.push(goal(found, always));
        }
    }

    fn ask(&mut self, writer: &mut Writer<'_>, _: &Error) -> ExprId {
        // Properties ask nothing.
        writer.program.build().truth(false)
    }
}
