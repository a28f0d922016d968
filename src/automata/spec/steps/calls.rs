//! Steps of calls: those that statements are, those inside of expressions, and the ways into functions and out of them. Says nothing of other steps of the same
//! edges.

use super::function::Work;
use super::runs::Run;
use super::{Source, Step, StepKind};
use crate::spec::code::{self, Statement, Tree, TreeKind};
use crate::spec::texts::{Text, source_name};
use goto::edges::{EdgeId, EdgeKind, PlaceId};
use goto::outline::TextKind;
use goto::{Callee, HaltKind, Id, InstrId, InstrKind, Instruction, Location};

impl Work<'_, '_> {
    /// Does the instruction call a function that has edges?
    pub(super) fn enters(&self, at: InstrId) -> bool {
        let edges = self.maker.edges;
        let place = edges.place(self.function, at);
        place.is_some_and(|p| edges.outgoing(p).iter().any(|e| edges.edge(*e).kind == EdgeKind::Call))
    }

    /// The edges that come back from calls at the place.
    pub(super) fn back(&self, place: PlaceId) -> Vec<EdgeId> {
        let edges = self.maker.edges;
        let entered =
            edges.outgoing(place).iter().filter(|e| edges.edge(**e).kind == EdgeKind::Call).filter_map(|e| edges.places()[edges.edge(*e).target].function());
        let exits = entered.filter_map(|f| edges.exit(f)).flat_map(|exit| edges.outgoing(exit).iter().copied());
        exits.filter(|e| edges.edge(*e).kind == EdgeKind::Return(place)).collect()
    }

    /// Finds behind which instructions calls that are no statements by themselves are done, if these do not enter functions.
    pub(super) fn find_calls(&mut self, runs: &[Run]) {
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
    pub(super) fn whole_call(&self, run: &Run) -> Option<Tree> {
        let Statement::Expression(tree) = self.statement_of(run)? else { return None };
        let tree = match tree.kind {
            TreeKind::Assign(ref op, _, value) if op == "=" => *value,
            _ => tree,
        };
        matches!(tree.kind, TreeKind::Call(..)).then_some(tree)
    }

    pub(super) fn inner_calls(&self, at: InstrId) -> Vec<Step> {
        let calls = self.last_calls.get(&at.index()).into_iter().flatten().map(|&n| &self.own[n]);
        let step = |call: &Text| {
            let step = self.call_step(StepKind::Statement, call, &call.text, call.spot);
            if self.fails_assertion(&step, at) { Step { kind: StepKind::AssertFails, ..step } } else { step }
        };
        calls.map(step).collect()
    }

    pub(super) fn fails_assertion(&self, step: &Step, at: InstrId) -> bool {
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

    pub(super) fn called(&self, instruction: &Instruction, run: Option<&Run>, kind: StepKind) -> Step {
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

    pub(super) fn enter_steps(&self, instruction: &Instruction, run: Option<&Run>) -> Vec<Step> {
        let step = self.called(instruction, run, StepKind::Enter);
        // Patterns are compared on the way out.
        let step = Step { statement: None, ..step };
        vec![step, self.step(StepKind::Blank, "", instruction.loc)]
    }
}

/// The name of the result of a call inside of an expression.
fn hidden(loc: Location) -> String {
    format!("__result_{}_{}", loc.line, loc.column)
}

pub(super) fn callee(kind: &TextKind) -> Option<String> {
    match kind {
        TextKind::Call(name) => name.clone(),
        _ => None,
    }
}
