//! What the edges of a program mean for automata: the steps that CPAchecker's automata of control flow have there, each with its text.
//!
//! | of | the steps |
//! |---|---|
//! | the edge into the program | a blank one, one for each declaration outside of functions, a blank one |
//! | a label, the beginning of a loop | a blank one; the label's text |
//! | a declaration | one, behind its initialisation; if a call gives the value, one before and one for the call |
//! | a decision | `[c]` or `[!(c)]`; a condition is one step, also where it contains `&&` and `\|\|` |
//! | a statement | one, when it is done; `return` has one, with the edge to the function's exit |
//! | a call of a function with a body | one on the way in, with the text of the call or of the statement that it is, then a blank one; one on the way out |
//! | a call inside of an expression | one of its own, before the one of the statement |
//!
//! Other edges mean nothing. Statements for which lowering made nothing are given an instruction ([`anchor`]), so that they have an edge.
//!
//! `function` has the steps of one function's edges, `calls` those of calls among them; here are those that lead into the program and out of it.

use super::code::{self, Statement};
use super::texts::Texts;
use goto::edges::{EdgeId, EdgeKind, Edges, Place};
use goto::outline::TextKind;
use goto::{FuncId, Id, IdVec, InstrId, InstrKind, Labels, Location, Mark, Program};

mod calls;
mod function;
mod nodes;
mod runs;

pub use nodes::{EdgeContent, Node, Nodes, Part};
use runs::runs;

/// One edge of CPAchecker's automata of control flow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    pub kind: StepKind,
    /// As it stands in the source.
    pub text: String,
    /// What patterns are compared with.
    pub statement: Option<Statement>,
    /// The name of the function that is called.
    pub callee: Option<String>,
    /// The labels that are passed.
    pub labels: Vec<String>,
    /// `None` outside of functions.
    pub function: Option<FuncId>,
    pub loc: Location,
    /// The first step of all.
    pub is_entry: bool,
    /// Execution ends behind it.
    pub is_exit: bool,
    /// Where in the source it is told, of those that are.
    pub source: Option<Source>,
}

/// A place of the source at which a step is taken. Texts have numbers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// Before a statement that is a call, or that a label stands before.
    Before(usize),
    /// When a statement is done, or one variable of a declaration.
    Done(usize, Option<String>),
    /// With the outcome of a condition.
    Outcome(usize, bool),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StepKind {
    Blank,
    Declaration,
    Statement,
    Assume,
    /// Into a function with a body.
    Enter,
    /// Out of a function with a body.
    Leave,
    Return,
    /// An assertion fails.
    AssertFails,
}

/// The steps of all edges.
#[derive(Clone, Debug)]
pub struct Steps {
    of: IdVec<EdgeId, Vec<Step>>,
}

impl Steps {
    pub fn new(program: &Program, edges: &Edges, labels: &Labels, texts: &Texts) -> Self {
        let mut maker = Maker { program, edges, labels, texts, of: IdVec::filled(Vec::new(), edges.len()), entry: entry(program, edges) };
        for (function, of) in program.functions.iter() {
            if let Some(body) = &of.body
                && edges.entry(function).is_some()
            {
                maker.function(function, of, body);
            }
        }
        maker.start();
        maker.ends();
        Self { of: maker.of }
    }

    /// The steps of an edge, in order.
    pub fn of(&self, edge: EdgeId) -> &[Step] {
        &self.of[edge]
    }

    pub fn iter(&self) -> impl Iterator<Item = (EdgeId, &Step)> {
        self.of.iter().flat_map(|(edge, steps)| steps.iter().map(move |s| (edge, s)))
    }
}

/// The function that the program enters first.
fn entry(program: &Program, edges: &Edges) -> Option<FuncId> {
    edges.places()[edges.start()].function().filter(|f| program.functions[*f].body.is_some())
}

/// Gives an instruction that does nothing, but has an edge, to labels, to beginnings of loops and to statements that have none.
pub fn anchor(program: &mut Program, labels: &Labels, texts: &Texts) -> Vec<(FuncId, InstrId)> {
    let mut made = Vec::new();
    let always = program.build().truth(true);
    let functions: Vec<FuncId> = program.functions.iter().filter(|(_, f)| !f.model && f.body.is_some()).map(|(f, _)| f).collect();
    for function in functions {
        let Some(mut body) = program.functions[function].body.take() else { continue };
        let own = texts.of(&program.functions[function].name);
        let mut anchors: Vec<InstrId> = labels.in_function(function).map(|(_, at)| at).collect();
        for run in runs(program, &body, own) {
            let is_empty = run.instrs.clone().all(|i| is_nothing(&body[InstrId::new(i)].kind));
            let first = InstrId::new(run.instrs.start);
            if is_empty {
                anchors.push(first);
            }
        }
        let is_loop = |loc| own.iter().any(|t| t.kind == TextKind::Loop && t.spot == loc);
        anchors.extend(body.iter().filter(|(_, i)| i.kind == InstrKind::Mark(Mark::Statement) && is_loop(i.loc)).map(|(at, _)| at));
        for at in anchors {
            if matches!(body[at].kind, InstrKind::Skip | InstrKind::Mark(Mark::Statement)) {
                body[at].kind = InstrKind::Assume(always);
                made.push((function, at));
            }
        }
        program.functions[function].body = Some(body);
    }
    made
}

/// Does the instruction have no edge?
fn is_nothing(kind: &InstrKind) -> bool {
    matches!(kind, InstrKind::Skip | InstrKind::Dead(_) | InstrKind::Mark(Mark::Statement))
}

struct Maker<'a> {
    program: &'a Program,
    edges: &'a Edges,
    labels: &'a Labels,
    texts: &'a Texts,
    of: IdVec<EdgeId, Vec<Step>>,
    entry: Option<FuncId>,
}

impl<'a> Maker<'a> {
    fn step(&self, kind: StepKind, text: &str, function: FuncId, loc: Location) -> Step {
        let statement = match kind {
            StepKind::Blank | StepKind::Declaration => None,
            _ => code::statement(text),
        };
        Step {
            kind,
            text: text.to_owned(),
            statement,
            callee: None,
            labels: Vec::new(),
            function: Some(function),
            loc,
            is_entry: false,
            is_exit: false,
            source: None,
        }
    }

    /// What leads into the program.
    fn start(&mut self) {
        let edges = self.edges;
        let Some(entry) = self.entry else { return };
        let incoming = edges.incoming(edges.start()).iter().find(|e| edges.edge(**e).kind == EdgeKind::Enter);
        let Some(&edge) = incoming else { return };
        let loc = self.program.functions[entry].loc;
        let outside = |step: Step| Step { function: None, ..step };
        let mut steps = vec![outside(Step { is_entry: true, ..self.step(StepKind::Blank, "", entry, loc) })];
        steps.extend(self.texts.globals.iter().map(|text| outside(self.step(StepKind::Declaration, text, entry, loc))));
        steps.push(self.step(StepKind::Blank, "", entry, loc));
        self.of[edge] = steps;
    }

    /// Where execution ends.
    fn ends(&mut self) {
        // A program that calls its entry function again ends where that leaves the program.
        let is_return = |e: &EdgeId| matches!(self.edges.edge(*e).kind, EdgeKind::Return(_));
        let exit = self.entry.and_then(|f| self.edges.exit(f));
        let is_recursive = exit.is_some_and(|exit| self.edges.outgoing(exit).iter().any(is_return));
        for (id, edge) in self.edges.iter() {
            let is_exit = match (edge.kind, self.edges.places()[edge.target]) {
                (EdgeKind::Halt, _) => true,
                (EdgeKind::Leave, _) => is_recursive && Some(edge.source) == exit,
                (_, Place::Exit(f)) => Some(f) == self.entry && !is_recursive,
                _ => false,
            };
            let Some(function) = self.edges.places()[edge.source].function().filter(|_| is_exit) else { continue };
            if self.of[id].is_empty() {
                let step = self.step(StepKind::Blank, "", function, edge.loc);
                self.of[id].push(step);
            }
            if let Some(last) = self.of[id].last_mut() {
                last.is_exit = true;
            }
        }
    }
}
