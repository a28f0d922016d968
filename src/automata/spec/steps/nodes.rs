//! What of the source is executed with an edge, told before it happens: statements and conditions whole, however many steps and calls they have.
//!
//! | of | told on |
//! |---|---|
//! | a function's head, where its parameters get their values | the edges of calls into it |
//! | a statement, each variable of a declaration | the edges that lead to its first instruction |
//! | a condition, the value of a `switch` | the edges that lead to it |
//! | what a condition came to | the edges that it decides between |
//! | the end of the program, except by `abort` | the edge that ends it |

use super::Steps;
use super::runs::{Run, runs};
use crate::spec::texts::{Text, Texts};
use goto::edges::{EdgeId, EdgeKind, Edges, Place, PlaceId};
use goto::outline::TextKind;
use goto::{Body, BranchKind, FuncId, HaltKind, Id, IdVec, InstrId, InstrKind, Location, Program};
use std::ops::Range;

/// A text that is executed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    /// Its number.
    pub text: usize,
    pub part: Part,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    Whole,
    /// The declaration of one variable.
    Variable(String),
    /// That a condition came to this.
    Outcome(bool),
}

/// Something that an edge tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EdgeContent {
    /// `None` for the end of the program.
    pub node: Option<Node>,
    pub function: FuncId,
    pub loc: Location,
    /// As it stands in the source.
    pub text: String,
}

/// What all edges tell.
#[derive(Clone, Debug)]
pub struct Nodes {
    of: IdVec<EdgeId, Vec<EdgeContent>>,
}

impl Nodes {
    pub fn new(program: &Program, edges: &Edges, texts: &Texts, steps: &Steps) -> Self {
        let mut maker = Maker { program, edges, of: IdVec::filled(Vec::new(), edges.len()) };
        let functions: Vec<(FuncId, &Body, &[Text])> = program
            .functions
            .iter()
            .filter_map(|(id, f)| Some((id, f.body.as_ref()?, texts.of(&f.name))))
            .filter(|(id, ..)| edges.entry(*id).is_some())
            .collect();
        // In this order they are told on the same edge.
        functions.iter().for_each(|(id, _, own)| maker.head(*id, own));
        let decisions: Vec<Decision> = functions.iter().flat_map(|(id, body, own)| maker.decisions(*id, body, own)).collect();
        decisions.iter().for_each(|d| maker.outcomes(d));
        decisions.iter().for_each(|d| maker.condition(d));
        functions.iter().for_each(|(id, body, own)| maker.statements(*id, body, own));
        maker.ends(steps);
        Self { of: maker.of }
    }

    /// What an edge tells, in order.
    pub fn of(&self, edge: EdgeId) -> &[EdgeContent] {
        &self.of[edge]
    }
}

/// A jump that a condition or a `switch` decides.
struct Decision {
    function: FuncId,
    at: InstrId,
    /// The instructions that compute it, and the jump.
    instrs: Range<usize>,
    text: usize,
    loc: Location,
    source: String,
    /// Of a condition: the jump is taken if it does not hold.
    negated: Option<bool>,
}

struct Maker<'a> {
    program: &'a Program,
    edges: &'a Edges,
    of: IdVec<EdgeId, Vec<EdgeContent>>,
}

impl Maker<'_> {
    fn head(&mut self, function: FuncId, own: &[Text]) {
        let Some((head, entry)) = own.iter().find(|t| t.kind == TextKind::Head).zip(self.edges.entry(function)) else { return };
        let told = EdgeContent { node: Some(Node { text: head.number, part: Part::Whole }), function, loc: head.spot, text: head.text.clone() };
        for &edge in self.edges.incoming(entry) {
            if matches!(self.edges.edge(edge).kind, EdgeKind::Call | EdgeKind::Enter) {
                self.of[edge].push(told.clone());
            }
        }
    }

    fn decisions(&self, function: FuncId, body: &Body, own: &[Text]) -> Vec<Decision> {
        let mut found: Vec<Decision> = Vec::new();
        for (at, instruction) in body.iter() {
            let InstrKind::Goto { branch: Some(branch), .. } = instruction.kind else { continue };
            let (branch, loc) = (&self.program.branches[branch], instruction.loc);
            let is_condition = match branch.kind {
                BranchKind::If | BranchKind::While | BranchKind::For | BranchKind::DoWhile => true,
                BranchKind::Case => false,
                BranchKind::Conditional | BranchKind::ShortCircuit => continue,
            };
            let kind = if is_condition { TextKind::Condition } else { TextKind::Switch };
            let here = |t: &&Text| t.kind == kind && (t.contains(loc) || is_condition && t.spot == loc);
            let Some(text) = own.iter().rfind(here) else { continue };
            // The value of a `switch` is computed once.
            if !is_condition && found.iter().any(|d| d.text == text.number) {
                continue;
            }
            let mut first = at.index();
            while is_condition
                && first > 0
                && text.contains(body[InstrId::new(first - 1)].loc)
                && !matches!(body[InstrId::new(first - 1)].kind, InstrKind::Mark(_))
            {
                first -= 1;
            }
            let source = if is_condition { branch.text.clone() } else { text.text.clone() };
            let negated = is_condition.then_some(branch.negated);
            found.push(Decision { function, at, instrs: first..at.index() + 1, text: text.number, loc, source, negated });
        }
        found
    }

    fn told(&self, of: &Decision, part: Part) -> EdgeContent {
        EdgeContent { node: Some(Node { text: of.text, part }), function: of.function, loc: of.loc, text: of.source.clone() }
    }

    fn outcomes(&mut self, of: &Decision) {
        let Some((negated, place)) = of.negated.zip(self.edges.place(of.function, of.at)) else { return };
        for &edge in self.edges.outgoing(place) {
            let jumps = self.edges.edge(edge).kind == EdgeKind::Jump;
            let told = self.told(of, Part::Outcome(jumps != negated));
            self.of[edge].push(told);
        }
    }

    fn condition(&mut self, of: &Decision) {
        let told = self.told(of, Part::Whole);
        // What a condition itself leads back to is computed anew.
        let inside = of.instrs.start..of.at.index();
        self.tell(of.function, of.instrs.clone(), &inside, &told);
    }

    /// Tells on the edges that lead to the first of some instructions from elsewhere.
    fn tell(&mut self, function: FuncId, mut instrs: Range<usize>, inside: &Range<usize>, told: &EdgeContent) {
        let Some(place) = instrs.find_map(|i| self.edges.place(function, InstrId::new(i))) else { return };
        for &edge in self.edges.incoming(place) {
            if !self.comes_from(edge, function, inside) {
                self.of[edge].push(told.clone());
            }
        }
    }

    fn comes_from(&self, edge: EdgeId, function: FuncId, inside: &Range<usize>) -> bool {
        let is_inside = |place: PlaceId| match self.edges.places()[place] {
            Place::At { function: f, instr } => f == function && inside.contains(&instr.index()),
            Place::Outside | Place::Exit(_) => false,
        };
        let of = self.edges.edge(edge);
        match of.kind {
            EdgeKind::Return(site) => is_inside(site),
            _ => is_inside(of.source),
        }
    }

    fn statements(&mut self, function: FuncId, body: &Body, own: &[Text]) {
        for Run { text, instrs } in runs(self.program, body, own) {
            let text = &own[text];
            let declared = instrs.clone().find_map(|i| match body[InstrId::new(i)].kind {
                InstrKind::Decl(symbol) => Some(self.program.symbols[symbol].name.clone()),
                _ => None,
            });
            let node = Node { text: text.number, part: declared.map_or(Part::Whole, Part::Variable) };
            let told = EdgeContent { node: Some(node), function, loc: body[InstrId::new(instrs.start)].loc, text: text.text.clone() };
            self.tell(function, instrs.clone(), &instrs, &told);
        }
    }

    fn ends(&mut self, steps: &Steps) {
        for (edge, of) in self.edges.iter() {
            let Some(last) = steps.of(edge).last().filter(|s| s.is_exit) else { continue };
            let (function, aborts) = match self.edges.places()[of.source] {
                Place::At { function, instr } => {
                    let body = self.program.functions[function].body.as_ref();
                    (function, body.is_some_and(|b| b[instr].kind == InstrKind::Halt(HaltKind::Abort)))
                }
                Place::Exit(function) => (function, false),
                Place::Outside => continue,
            };
            if !aborts {
                self.of[edge].push(EdgeContent { node: None, function, loc: last.loc, text: last.text.clone() });
            }
        }
    }
}
