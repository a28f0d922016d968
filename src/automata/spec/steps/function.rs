//! The steps of the edges of one function: statements when they are done, decisions, labels and beginnings of loops. Knows no edge of other functions.

use super::calls::callee;
use super::runs::{Run, runs};
use super::{Maker, Source, Step, StepKind};
use crate::spec::code::{self, Statement};
use crate::spec::texts::Text;
use goto::edges::{EdgeId, EdgeKind, Place};
use goto::outline::TextKind;
use goto::{Body, BranchKind, FuncId, Function, Id, InstrId, InstrKind, Instruction, Location};
use rustc_hash::FxHashMap;

impl<'a> Maker<'a> {
    pub(super) fn function(&mut self, function: FuncId, of: &Function, body: &'a Body) {
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
pub(super) struct Work<'m, 'a> {
    pub maker: &'m mut Maker<'a>,
    pub function: FuncId,
    pub body: &'a Body,
    pub own: &'a [Text],
    /// The calls inside of expressions that are done behind an instruction.
    pub last_calls: FxHashMap<usize, Vec<usize>>,
    pub in_run: FxHashMap<usize, usize>,
}

impl Work<'_, '_> {
    pub(super) fn step(&self, kind: StepKind, text: &str, loc: Location) -> Step {
        self.maker.step(kind, text, self.function, loc)
    }

    /// What patterns see of a statement; of a declaration, its initialisation as an assignment.
    pub(super) fn statement_of(&self, run: &Run) -> Option<Statement> {
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
    pub(super) fn declared(&self, run: &Run) -> Option<String> {
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

    /// Does the edge end the run?
    pub(super) fn leaves(&self, edge: EdgeId, at: InstrId, run: &Run) -> bool {
        let edges = self.maker.edges;
        match edges.places()[edges.edge(edge).target] {
            Place::At { function, instr } if function == self.function => !run.instrs.contains(&instr.index()) || instr <= at,
            _ => true,
        }
    }

    /// What a run of instructions has done.
    pub(super) fn done(&self, run: &Run, at: InstrId) -> Option<Step> {
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

    pub(super) fn done_at(&self, run: &Run) -> Option<Source> {
        Some(Source::Done(self.own[run.text].number, self.declared(run)))
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
