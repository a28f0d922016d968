//! Property automata put into the program: variables for the state and what else an automaton keeps, code on the edges that changes them, and a goal wherever
//! an error may be found (or wherever a transition may be taken, to see which ones ever are).

use super::assumption::variable;
use super::insert::prepend;
use super::observer::{self, Variables, Writer};
use automata::fql::watch::{Code, EventId, WatchedEvents};
use automata::spec::ast::{Automaton, Target};
use automata::spec::lower::{self, Lowering, Told, What, assumption_text};
use automata::spec::product::{self, Parts, Product, StepAt};
use automata::spec::{Move, StateId};
use goto::cfg::constant_truth;
use goto::edges::{EdgeId, EdgeKind, Edges, Place, PlaceId};
use goto::{Body, Diagnostic, ExprId, ExprKind, FuncId, Goal, GoalId, GoalKind, Id, IdVec, InstrId, InstrKind, Instruction, Location, Program, Storage};
use rustc_hash::{FxHashMap, FxHashSet};

/// Something that a run may show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Its number in the specification.
    pub automaton: usize,
    /// The state from which a transition leads there.
    pub state: StateId,
    pub transition: usize,
    pub kind: CandidateKind,
    /// The function, the place and the text of the step.
    pub function: Option<FuncId>,
    pub loc: Location,
    pub text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CandidateKind {
    /// The transition leads to an error.
    Error,
    /// The assertion of the transition does not hold.
    Assertion,
    /// The analysis ends.
    Break,
    /// The transition is taken.
    Taken,
}

/// What the goals of the program stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    Errors,
    /// Which transitions are ever taken.
    Transitions,
}

/// What an assumption is at a place.
pub type Assumptions = FxHashMap<(PlaceId, String), Code>;

/// An assumption that has to be asked at a place, with what its pattern bound put in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenAssumption {
    pub place: PlaceId,
    pub text: String,
    pub automaton: usize,
    pub state: StateId,
    pub transition: usize,
}

/// Where the assumption of a step is asked: behind the edge, as far as that is in the same function.
pub fn asked_at(parts: Parts<'_>, edge: EdgeId) -> PlaceId {
    let of = parts.edges.edge(edge);
    match of.kind {
        EdgeKind::Call | EdgeKind::Halt | EdgeKind::Leave => of.source,
        EdgeKind::Enter | EdgeKind::Next | EdgeKind::Jump | EdgeKind::Return(_) if of.target == parts.edges.outside() => of.source,
        EdgeKind::Enter | EdgeKind::Next | EdgeKind::Jump | EdgeKind::Return(_) => behind_declarations(parts, of.target),
    }
}

/// The place behind declarations: what another variable of the same declaration begins with may not be asked for before the whole of it.
fn behind_declarations(parts: Parts<'_>, mut place: PlaceId) -> PlaceId {
    let is_declaration = |place: PlaceId| match parts.edges.places()[place] {
        Place::At { function, instr } => {
            let body = parts.program.functions[function].body.as_ref();
            body.is_some_and(|b| matches!(b[instr].kind, InstrKind::Decl(_)))
        }
        Place::Outside | Place::Exit(_) => false,
    };
    while is_declaration(place)
        && let [only] = parts.edges.outgoing(place)
    {
        place = parts.edges.edge(*only).target;
    }
    place
}

/// All assumptions that may be made, each once.
///
/// # Errors
/// If a transition uses what its pattern does not bind.
pub fn assumptions(parts: Parts<'_>, products: &[Product]) -> Result<Vec<OpenAssumption>, Diagnostic> {
    let mut all: Vec<OpenAssumption> = Vec::new();
    for_each_move(parts, products, |automaton, at, state, of| {
        for code in &of.transition.assumptions {
            let text = assumption_text(&parts.specification.automata[automaton], of, &code.text);
            let asked = OpenAssumption { place: asked_at(parts, at.edge), text, automaton, state, transition: of.index };
            if !all.iter().any(|a| (a.place, &a.text) == (asked.place, &asked.text)) {
                all.push(asked);
            }
        }
    })?;
    Ok(all)
}

fn for_each_move(parts: Parts<'_>, products: &[Product], mut work: impl FnMut(usize, StepAt, StateId, &Move<'_>)) -> Result<(), Diagnostic> {
    for (number, (product, automaton)) in products.iter().zip(&parts.specification.automata).enumerate() {
        for (&at, states) in &product.before {
            for &state in states {
                let moves = product::moves(parts, automaton, state, &parts.steps.of(at.edge)[at.index])?;
                moves.moves.iter().for_each(|m| work(number, at, state, m));
            }
        }
    }
    Ok(())
}

/// What runs may show. Edges that do the same at the same place of the source count once.
///
/// # Errors
/// If a transition uses what its pattern does not bind.
pub fn candidates(parts: Parts<'_>, products: &[Product], aim: Aim) -> Result<Vec<Candidate>, Diagnostic> {
    let mut all: Vec<Candidate> = Vec::new();
    for_each_move(parts, products, |automaton, at, state, of| {
        let step = &parts.steps.of(at.edge)[at.index];
        let of_aim: Vec<CandidateKind> = match aim {
            Aim::Transitions => vec![CandidateKind::Taken],
            Aim::Errors => kinds(&parts.specification.automata[automaton], of),
        };
        for kind in of_aim {
            let (function, loc, text) = match aim {
                // Wherever it is taken.
                Aim::Transitions => (None, Location { file: Id::new(0), line: 0, column: 0 }, String::new()),
                Aim::Errors => (step.function, step.loc, step.text.clone()),
            };
            let candidate = Candidate { automaton, state, transition: of.index, kind, function, loc, text };
            if !all.contains(&candidate) {
                all.push(candidate);
            }
        }
    })?;
    all.sort_by_key(|c| (c.automaton, c.loc, c.state, c.transition, c.kind));
    Ok(all)
}

/// What a transition may show besides that it is taken.
fn kinds(automaton: &Automaton, of: &Move<'_>) -> Vec<CandidateKind> {
    let mut kinds = Vec::new();
    if of.assertions.iter().any(|a| *a != automata::spec::ast::Bool::Constant(true)) {
        kinds.push(CandidateKind::Assertion);
    }
    match of.transition.target {
        Target::Error(_) => kinds.push(CandidateKind::Error),
        Target::State(to) if automaton.states[to].is_target => kinds.push(CandidateKind::Error),
        Target::Break => kinds.push(CandidateKind::Break),
        Target::State(_) | Target::Stop => {}
    }
    kinds
}

/// Puts the automata into a program without goals. The goal with the number `i` is the candidate with the index `i`.
///
/// # Errors
/// If an automaton does what cannot be followed.
pub fn instrument(
    program: &mut Program,
    parts: Parts<'_>,
    products: &[Product],
    candidates: &[Candidate],
    assumptions: &Assumptions,
    aim: Aim,
) -> Result<(), Diagnostic> {
    let lowering = Lowering::new(parts, products)?;
    let variables = Variables::new(program, &lowering.variables);
    let first = variables.start(program);
    let mut goals = Goals { parts, candidates, assumptions };
    let mut codes: IdVec<EventId, Vec<Instruction>> = IdVec::new();
    let mut wanted = WatchedEvents { edges: IdVec::filled(None, parts.edges.len()), tests: Vec::new(), n_events: 0 };
    for (edge, _) in parts.edges.iter() {
        let mut writer = Writer::new(program, &variables);
        for index in 0..parts.steps.of(edge).len() {
            for automaton in lower::order(parts.specification) {
                let at = StepAt { edge, index };
                let Some(states) = products[automaton].before.get(&at) else { continue };
                let states: Vec<(StateId, StepAt)> = states.iter().map(|&state| (state, at)).collect();
                writer.commands(&lowering.step(automaton, &states, aim == Aim::Transitions)?, &mut goals);
            }
        }
        if !writer.code.0.is_empty() {
            wanted.edges[edge] = Some(codes.push(writer.code.0));
        }
    }
    wanted.n_events = codes.len();
    place(program, parts.edges, &wanted, &codes, first);
    program.goals = IdVec::new();
    let start = program.start;
    for (number, candidate) in candidates.iter().enumerate() {
        let automaton = &parts.specification.automata[candidate.automaton];
        let name = format!("{}.{}", automaton.name, number + 1);
        let (loc, text) = (candidate.loc, candidate.text.clone());
        program.goals.push(Goal { name, kind: GoalKind::ErrorCall, function: candidate.function.unwrap_or(start), loc, text });
    }
    Ok(())
}

/// Puts the code of each event into a program without goals, and `first` before all that it does.
pub(super) fn place(program: &mut Program, edges: &Edges, wanted: &WatchedEvents, codes: &IdVec<EventId, Vec<Instruction>>, first: Vec<Instruction>) {
    super::events::events(program, edges, wanted);
    for function in program.functions.ids() {
        let Some(body) = program.functions[function].body.take() else { continue };
        let body = expand(program, body, codes);
        program.functions[function].body = Some(body);
    }
    let start = program.start;
    if let Some(body) = program.functions[start].body.take() {
        program.functions[start].body = Some(prepend(body, first));
    }
}

/// The body with the code of each event in its place.
fn expand(program: &mut Program, old: Body, codes: &IdVec<EventId, Vec<Instruction>>) -> Body {
    let mut body = Body::new();
    let (mut arrival, mut own): (IdVec<InstrId, InstrId>, Vec<InstrId>) = (IdVec::new(), Vec::new());
    for instruction in old.values() {
        arrival.push(body.next_id());
        let InstrKind::Cover { goal, cond } = instruction.kind else {
            own.push(body.push(instruction.clone()));
            continue;
        };
        let code = &codes[EventId::new(goal.index())];
        if constant_truth(&program.exprs, cond) != Some(true) {
            let guard = program.build().not(cond);
            let target = InstrId::new(body.len() + 1 + code.len());
            body.push(Instruction { kind: InstrKind::Goto { guard, target, branch: None }, loc: instruction.loc });
        }
        let base = body.len();
        for of_code in code {
            let mut of_code = of_code.clone();
            if let InstrKind::Goto { target, .. } = &mut of_code.kind {
                *target = InstrId::new(base + target.index());
            }
            body.push(of_code);
        }
    }
    for at in own {
        if let InstrKind::Goto { target, .. } = &mut body[at].kind {
            *target = arrival[*target];
        }
    }
    body
}

/// The goal of a candidate.
pub(super) fn goal(number: usize, cond: ExprId) -> InstrKind {
    InstrKind::Cover { goal: GoalId::new(number), cond }
}

/// Tells what automata find as goals.
struct Goals<'a> {
    parts: Parts<'a>,
    candidates: &'a [Candidate],
    assumptions: &'a Assumptions,
}

impl observer::Told<Told> for Goals<'_> {
    fn tell(&mut self, writer: &mut Writer<'_>, told: &Told) {
        let kind = match told.what {
            What::Error => CandidateKind::Error,
            What::Assertion(_) => CandidateKind::Assertion,
            What::Break => CandidateKind::Break,
            What::Taken => CandidateKind::Taken,
            What::Assumption(_) | What::Guess => return,
        };
        let step = &self.parts.steps.of(told.at.edge)[told.at.index];
        let number = self.candidates.iter().position(|c| {
            let same = (c.automaton, c.state, c.transition, c.kind) == (told.automaton, told.state, told.transition, kind);
            same && (kind == CandidateKind::Taken || (c.function, c.loc, &c.text) == (step.function, step.loc, &step.text))
        });
        if let Some(number) = number {
            let always = writer.program.build().truth(true);
            writer.code.push(goal(number, always));
        }
    }

    fn ask(&mut self, writer: &mut Writer<'_>, told: &Told) -> ExprId {
        let What::Assumption(text) = &told.what else {
            let truth = writer.program.types.bool();
            let choice = variable(writer.program, "choice", truth);
            writer.code.push(InstrKind::havoc(choice));
            return choice;
        };
        let (edges, edge) = (self.parts.edges, told.at.edge);
        let found = self.assumptions.get(&(asked_at(self.parts, edge), text.clone()));
        let Some(code) = found.filter(|c| is_known_there(writer.program, edges, c, edge)) else {
            writer.code.push(InstrKind::Unsupported(format!("the assumption `{text}` has no meaning here")));
            return writer.program.build().truth(true);
        };
        let base = writer.code.0.len();
        for mut instruction in code.instructions.iter().cloned() {
            if let InstrKind::Goto { target, .. } = &mut instruction.kind {
                *target = InstrId::new(base + target.index());
            }
            writer.code.0.push(instruction);
        }
        code.cond
    }
}

/// Are the variables of the code alive where the edge is told?
fn is_known_there(program: &Program, edges: &Edges, code: &Code, edge: EdgeId) -> bool {
    let of = edges.edge(edge);
    let place = if matches!(of.kind, EdgeKind::Return(_)) { of.target } else { of.source };
    let function: Option<FuncId> = edges.places()[place].function();
    let (mut known, mut seen) = (true, FxHashSet::default());
    let mut look = |e: ExprId| {
        program.exprs.walk(e, &mut seen, &mut |_, kind| {
            if let ExprKind::Var(symbol) = kind {
                known &= match program.symbols[symbol].storage {
                    Storage::Static => true,
                    Storage::Local(f) | Storage::Parameter(f) | Storage::Temporary(f) => Some(f) == function,
                };
            }
        });
    };
    look(code.cond);
    for instruction in &code.instructions {
        match &instruction.kind {
            InstrKind::Assign { lhs, rhs } => {
                look(*lhs);
                look(*rhs);
            }
            InstrKind::Goto { guard, .. } => look(*guard),
            _ => {}
        }
    }
    known
}
