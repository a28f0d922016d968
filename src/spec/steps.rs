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

use super::code::{self, Statement, Tree, TreeKind};
use super::texts::{Text, TextKind, Texts, source_name};
use goto::edges::{EdgeId, EdgeKind, Edges, Place};
use goto::{Body, BranchKind, Callee, FuncId, Function, HaltKind, Id, IdVec, InstrId, InstrKind, Instruction, Labels, Location, Mark, Program};
use rustc_hash::FxHashMap;

mod nodes;
mod runs;

pub use nodes::{Node, Nodes, Part, Told};
use runs::{Run, runs};

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

    fn function(&mut self, function: FuncId, of: &Function, body: &'a Body) {
        let own = self.texts.of(&of.name);
        let runs = runs(self.program, body, own);
        let mut work = Work { maker: self, function, body, own, last_calls: FxHashMap::default(), in_run: FxHashMap::default() };
        for (number, run) in runs.iter().enumerate() {
            run.instrs.clone().for_each(|i| _ = work.in_run.insert(i, number));
        }
        work.find_calls(&runs);
        for (at, instruction) in body.iter() {
            let Some(place) = work.maker.edges.place(function, at) else { continue };
            let before = work.blanks(at, instruction);
            for &edge in work.maker.edges.outgoing(place) {
                let run = work.in_run.get(&at.index()).map(|&n| &runs[n]);
                let mut steps = before.clone();
                steps.extend(work.edge_steps(edge, at, instruction, run));
                work.maker.of[edge] = steps;
            }
            for edge in work.back(place) {
                let run = work.in_run.get(&at.index()).map(|&n| &runs[n]);
                let steps = work.return_steps(edge, at, instruction, run);
                work.maker.of[edge] = steps;
            }
        }
        work.labels_before();
    }
}

/// At work on one function.
struct Work<'m, 'a> {
    maker: &'m mut Maker<'a>,
    function: FuncId,
    body: &'a Body,
    own: &'a [Text],
    /// The calls inside of expressions that are done behind an instruction.
    last_calls: FxHashMap<usize, Vec<usize>>,
    in_run: FxHashMap<usize, usize>,
}

impl Work<'_, '_> {
    fn step(&self, kind: StepKind, text: &str, loc: Location) -> Step {
        self.maker.step(kind, text, self.function, loc)
    }

    /// Does the instruction call a function that has edges?
    fn enters(&self, at: InstrId) -> bool {
        let edges = self.maker.edges;
        let place = edges.place(self.function, at);
        place.is_some_and(|p| edges.outgoing(p).iter().any(|e| edges.edge(*e).kind == EdgeKind::Call))
    }

    /// The edges that come back from calls at the place.
    fn back(&self, place: goto::edges::PlaceId) -> Vec<EdgeId> {
        let edges = self.maker.edges;
        let entered =
            edges.outgoing(place).iter().filter(|e| edges.edge(**e).kind == EdgeKind::Call).filter_map(|e| edges.places()[edges.edge(*e).target].function());
        let exits = entered.filter_map(|f| edges.exit(f)).flat_map(|exit| edges.outgoing(exit).iter().copied());
        exits.filter(|e| edges.edge(*e).kind == EdgeKind::Return(place)).collect()
    }

    /// Finds behind which instructions calls that are no statements by themselves are done, if these do not enter functions.
    fn find_calls(&mut self, runs: &[Run]) {
        for (number, text) in self.own.iter().enumerate() {
            let TextKind::Call(_) = text.kind else { continue };
            let around = |r: &&Run| self.own[r.text].contains(text.spot);
            if runs.iter().filter(around).any(|r| self.is_whole(r, text)) {
                continue;
            }
            let does = |i: &InstrId| !matches!(self.body[*i].kind, InstrKind::Goto { .. } | InstrKind::Decl(_) | InstrKind::Mark(_));
            let here = |i: &InstrId| self.body[*i].loc == text.spot && self.maker.edges.place(self.function, *i).is_some();
            let instrs: Vec<InstrId> = self.body.ids().filter(here).filter(does).collect();
            if instrs.iter().any(|i| self.enters(*i)) {
                continue;
            }
            // A call for which there is nothing is done with its statement or with what it helps to decide.
            let whole = || runs.iter().filter(around).map(|r| r.instrs.end - 1).next_back();
            let decision = || {
                let before = |(_, i): &(InstrId, &Instruction)| matches!(i.kind, InstrKind::Goto { branch: Some(_), .. }) && i.loc <= text.spot;
                self.body.iter().filter(before).max_by_key(|(_, i)| i.loc).map(|(at, _)| at.index())
            };
            if let Some(last) = instrs.last().map(|i| i.index()).or_else(whole).or_else(decision) {
                self.last_calls.entry(last).or_default().push(number);
            }
        }
    }

    /// Is the call all that the run does, but for keeping the result?
    fn is_whole(&self, run: &Run, call: &Text) -> bool {
        self.whole_call(run).is_some_and(|tree| tree.text == code::comparable(&call.text))
    }

    /// The call that is all that a run does, but for keeping the result.
    fn whole_call(&self, run: &Run) -> Option<Tree> {
        let Statement::Expression(tree) = self.statement_of(run)? else { return None };
        let tree = match tree.kind {
            TreeKind::Assign(ref op, _, value) if op == "=" => *value,
            _ => tree,
        };
        matches!(tree.kind, TreeKind::Call(..)).then_some(tree)
    }

    /// What patterns see of a statement; of a declaration, its initialisation as an assignment.
    fn statement_of(&self, run: &Run) -> Option<Statement> {
        let text = &self.own[run.text];
        match (&text.kind, self.declared(run)) {
            (TextKind::Jump, _) => None,
            (TextKind::Declaration | TextKind::ForStart, Some(name)) => {
                let value = code::initializer(&text.text, &name)?;
                code::statement(&format!("{name} = {}", value.text))
            }
            _ => code::statement(&text.text),
        }
    }

    /// The variable that a run declares.
    fn declared(&self, run: &Run) -> Option<String> {
        run.instrs.clone().find_map(|i| match self.body[InstrId::new(i)].kind {
            InstrKind::Decl(symbol) => Some(self.maker.program.symbols[symbol].name.clone()),
            _ => None,
        })
    }

    /// Labels and beginnings of loops that have an instruction of their own.
    fn blanks(&self, at: InstrId, instruction: &Instruction) -> Vec<Step> {
        if !matches!(instruction.kind, InstrKind::Assume(_)) {
            return Vec::new();
        }
        let mut steps: Vec<Step> = self.labels_at(at).map(|name| self.label_step(&name, instruction.loc)).collect();
        if self.own.iter().any(|t| t.kind == TextKind::Loop && t.spot == instruction.loc) {
            steps.push(self.step(StepKind::Blank, "", instruction.loc));
        }
        steps
    }

    fn labels_at(&self, at: InstrId) -> impl Iterator<Item = String> + '_ {
        self.maker.labels.in_function(self.function).filter(move |l| l.1 == at).map(|l| l.0.to_owned())
    }

    fn label_step(&self, name: &str, loc: Location) -> Step {
        let behind = self.own.iter().find(|t| t.spot == loc && (t.is_done() || t.kind == TextKind::Loop));
        let source = behind.map(|t| Source::Before(t.number));
        Step { labels: vec![name.to_owned()], source, ..self.step(StepKind::Blank, &format!("{name}:"), loc) }
    }

    /// Labels at instructions that do something are passed on the way to these.
    fn labels_before(&mut self) {
        let labels: Vec<(String, InstrId)> = self.maker.labels.in_function(self.function).map(|(name, at)| (name.to_owned(), at)).collect();
        for (name, at) in labels {
            if matches!(self.body[at].kind, InstrKind::Assume(_)) {
                continue;
            }
            let edges = self.maker.edges;
            let Some(place) = edges.place_from(self.maker.program, self.function, at) else { continue };
            for &edge in edges.incoming(place) {
                let step = self.label_step(&name, self.body[at].loc);
                self.maker.of[edge].push(step);
            }
        }
    }

    fn edge_steps(&self, edge: EdgeId, at: InstrId, instruction: &Instruction, run: Option<&Run>) -> Vec<Step> {
        let of = self.maker.edges.edge(edge);
        let mut steps = Vec::new();
        match &instruction.kind {
            InstrKind::Goto { branch: Some(_), .. } => steps.extend(self.assume(of.kind == EdgeKind::Jump, instruction)),
            InstrKind::Call { .. } if of.kind == EdgeKind::Call => return self.enter_steps(instruction, run),
            // A pointer to a function without a body.
            InstrKind::Call { .. } if self.enters(at) => steps.push(self.called(instruction, run, StepKind::Statement)),
            // Back to the head of a loop.
            InstrKind::Goto { branch: None, target, .. } if run.is_none() && *target <= at => {
                steps.push(self.step(StepKind::Blank, "", instruction.loc));
            }
            // A declaration whose value comes from a call is a step of its own.
            InstrKind::Decl(_) => {
                if let Some(run) = run.filter(|r| self.whole_call(r).is_some()) {
                    steps.push(self.step(StepKind::Declaration, &self.own[run.text].text, instruction.loc));
                }
            }
            _ => {}
        }
        steps.extend(self.inner_calls(at));
        if let Some(run) = run
            && self.leaves(edge, at, run)
        {
            steps.extend(self.done(run, at));
        }
        steps
    }

    fn inner_calls(&self, at: InstrId) -> Vec<Step> {
        let calls = self.last_calls.get(&at.index()).into_iter().flatten().map(|&n| &self.own[n]);
        let step = |call: &Text| {
            let step = self.call_step(StepKind::Statement, call, &call.text, call.spot);
            if self.fails_assertion(&step, at) { Step { kind: StepKind::AssertFails, ..step } } else { step }
        };
        calls.map(step).collect()
    }

    /// Does the edge end the run?
    fn leaves(&self, edge: EdgeId, at: InstrId, run: &Run) -> bool {
        let edges = self.maker.edges;
        match edges.places()[edges.edge(edge).target] {
            Place::At { function, instr } if function == self.function => !run.instrs.contains(&instr.index()) || instr <= at,
            _ => true,
        }
    }

    /// What a run of instructions has done.
    fn done(&self, run: &Run, at: InstrId) -> Option<Step> {
        let text = &self.own[run.text];
        let loc = self.body[InstrId::new(run.instrs.start)].loc;
        let statement = self.statement_of(run);
        let Some(call) = self.whole_call(run) else {
            let kind = match (&text.kind, &statement) {
                (TextKind::Jump, _) => StepKind::Blank,
                (TextKind::Declaration, _) => StepKind::Declaration,
                (TextKind::ForStart, _) if self.declared(run).is_some() => StepKind::Declaration,
                (_, Some(Statement::Return(_))) => StepKind::Return,
                _ => StepKind::Statement,
            };
            return Some(Step { source: self.done_at(run), ..self.step(kind, &text.text, loc) });
        };
        // What the way into the function and out of it has told.
        if run.instrs.clone().any(|i| self.enters(InstrId::new(i))) {
            return None;
        }
        let own = self.own.iter().find(|t| matches!(t.kind, TextKind::Call(_)) && code::comparable(&t.text) == call.text && text.contains(t.spot));
        let step = Step { statement, callee: own.and_then(|t| callee(&t.kind)), ..self.step(StepKind::Statement, &text.text, loc) };
        let kind = if self.fails_assertion(&step, at) { StepKind::AssertFails } else { StepKind::Statement };
        Some(Step { kind, source: self.done_at(run), ..step })
    }

    fn done_at(&self, run: &Run) -> Option<Source> {
        Some(Source::Done(self.own[run.text].number, self.declared(run)))
    }

    fn fails_assertion(&self, step: &Step, at: InstrId) -> bool {
        let halts = matches!(self.body[at].kind, InstrKind::Halt(HaltKind::Abort));
        halts && step.callee.as_deref().is_some_and(|f| f.starts_with("__assert"))
    }

    /// The text and the statement that a call at an instruction belongs to.
    fn call_step(&self, kind: StepKind, call: &Text, text: &str, loc: Location) -> Step {
        let mut step = self.step(kind, text, loc);
        step.callee = callee(&call.kind);
        // The result of a call inside of an expression goes to something without a name.
        step.statement = code::statement(&format!("{} = {}", hidden(loc), call.text));
        step
    }

    fn called(&self, instruction: &Instruction, run: Option<&Run>, kind: StepKind) -> Step {
        let name = match instruction.kind {
            InstrKind::Call { callee: Callee::Direct(f), .. } => Some(source_name(&self.maker.program.functions[f].name).to_owned()),
            _ => None,
        };
        let whole = run.filter(|r| self.whole_call(r).is_some());
        let call = self.own.iter().find(|t| matches!(t.kind, TextKind::Call(_)) && t.spot == instruction.loc && (name.is_none() || callee(&t.kind) == name));
        let mut step = match (whole, call) {
            (Some(run), call) if call.is_none_or(|c| self.is_whole(run, c)) => {
                let step = self.step(kind, &self.own[run.text].text, instruction.loc);
                let source = if kind == StepKind::Enter { Some(Source::Before(self.own[run.text].number)) } else { self.done_at(run) };
                Step { statement: self.statement_of(run), source, ..step }
            }
            (_, Some(call)) => self.call_step(kind, call, &call.text, instruction.loc),
            _ => self.step(kind, "", instruction.loc),
        };
        step.callee = name.or(step.callee);
        step
    }

    fn enter_steps(&self, instruction: &Instruction, run: Option<&Run>) -> Vec<Step> {
        let step = self.called(instruction, run, StepKind::Enter);
        // Patterns are compared on the way out.
        let step = Step { statement: None, ..step };
        vec![step, self.step(StepKind::Blank, "", instruction.loc)]
    }

    fn return_steps(&self, edge: EdgeId, at: InstrId, instruction: &Instruction, run: Option<&Run>) -> Vec<Step> {
        let step = self.called(instruction, run, StepKind::Leave);
        let mut steps = vec![Step { text: String::new(), callee: None, ..step }];
        if let Some(run) = run
            && self.leaves(edge, at, run)
            && self.whole_call(run).is_none()
        {
            steps.extend(self.inner_calls(at));
            steps.extend(self.done(run, at));
        }
        steps
    }

    /// The condition that an edge of a decision takes.
    fn assume(&self, jumps: bool, instruction: &Instruction) -> Option<Step> {
        let InstrKind::Goto { branch: Some(branch), .. } = instruction.kind else { return None };
        let branch = &self.maker.program.branches[branch];
        let holds = jumps != branch.negated;
        let text = match branch.kind {
            _ if branch.text.is_empty() => return None,
            BranchKind::Case => {
                let value = self.own.iter().filter(|t| t.kind == TextKind::Switch && t.contains(instruction.loc)).map(|t| &t.text).next_back()?;
                format!("{value} == {}", branch.text)
            }
            _ => branch.text.clone(),
        };
        let text = if holds { format!("[{text}]") } else { format!("[!({text})]") };
        let here = |t: &&Text| t.kind == TextKind::Condition && (t.contains(instruction.loc) || t.spot == instruction.loc);
        let condition = match branch.kind {
            BranchKind::If | BranchKind::While | BranchKind::For | BranchKind::DoWhile => self.own.iter().rfind(here),
            BranchKind::Case | BranchKind::Conditional | BranchKind::ShortCircuit => None,
        };
        let source = condition.map(|t| Source::Outcome(t.number, holds));
        Some(Step { source, ..self.step(StepKind::Assume, &text, instruction.loc) })
    }
}

/// The name of the result of a call inside of an expression.
fn hidden(loc: Location) -> String {
    format!("__result_{}_{}", loc.line, loc.column)
}

fn callee(kind: &TextKind) -> Option<String> {
    match kind {
        TextKind::Call(name) => name.clone(),
        _ => None,
    }
}
