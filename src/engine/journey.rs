//! The way of a run to a violation for people: inputs, assignments, calls and decisions of the source, in order. Knows the interpreter only.

use crate::confirm::run_until;
use crate::trace::{place_text, stopping_at};
use goto::interp::{Compiled, Observer, Outcome};
use goto::{Bits, BranchId, ExprKind, FuncId, InputId, InstrId, InstrKind, Location, Program, PropertyId, TypeId};

/// A step of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    pub loc: Location,
    pub function: FuncId,
    /// Calls of functions of the source around it.
    pub depth: usize,
    pub what: StepKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// An input was read. One that is read inside of a model has no place to name.
    Input {
        target: Option<String>,
        input: InputId,
        ty: TypeId,
        value: Bits,
    },
    Assignment {
        target: String,
        ty: TypeId,
        value: Bits,
    },
    Call(FuncId),
    /// A decision; `taken` is what the condition of the source comes to.
    Decision {
        branch: BranchId,
        taken: Option<bool>,
    },
}

/// The way to something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Journey {
    pub steps: Vec<Step>,
    /// Steps before these.
    pub left_out: usize,
}

/// The last `most` steps to the violation of a property. `None` if it is to end before, or is too far away.
pub fn journey(program: &Program, inputs: &[(InputId, Bits)], property: PropertyId, most: usize, is_enough: &dyn Fn() -> bool) -> Option<Journey> {
    if is_enough() {
        return None;
    }
    let stopping = stopping_at(program, property);
    let mut recorder = Recorder { program, most, stack: Vec::new(), at: None, decision: None, steps: Vec::new(), left_out: 0 };
    let run = run_until(&Compiled::new(&stopping), inputs, is_enough, &mut recorder);
    // Steps that do not lead to it would tell of something else.
    if matches!(run.outcome, Outcome::Stopped | Outcome::StepLimit) {
        return None;
    }
    recorder.shorten(most);
    let Recorder { steps, left_out, .. } = recorder;
    Some(Journey { steps, left_out })
}

struct Recorder<'a> {
    program: &'a Program,
    most: usize,
    /// The functions that are being executed.
    stack: Vec<FuncId>,
    /// The last place of the source.
    at: Option<(FuncId, Location)>,
    /// A decision whose outcome is not known yet, as a step, and where it was made.
    decision: Option<(usize, FuncId, InstrId)>,
    steps: Vec<Step>,
    left_out: usize,
}

impl Recorder<'_> {
    /// Only the last steps stay.
    fn shorten(&mut self, most: usize) {
        let surplus = self.steps.len().saturating_sub(most);
        self.steps.drain(..surplus);
        self.left_out += surplus;
    }

    fn push(&mut self, function: FuncId, loc: Location, what: StepKind) {
        let own = self.stack.iter().filter(|&&f| !self.program.functions[f].model).count();
        self.steps.push(Step { loc, function, depth: own.saturating_sub(1), what });
        if self.steps.len() > 4 * self.most + 16 {
            self.decision = None;
            self.shorten(2 * self.most);
        }
    }

    /// What a function that begins was given.
    fn parameters(&mut self, function: FuncId, arguments: &[Option<Bits>]) {
        let callee = &self.program.functions[function];
        for (parameter, value) in callee.params.iter().zip(arguments) {
            let symbol = &self.program.symbols[parameter.symbol];
            if let (Some(value), Some(width)) = (value, self.program.types.scalar_bits(symbol.ty))
                && !symbol.name.is_empty()
            {
                self.push(function, callee.loc, StepKind::Assignment { target: symbol.name.clone(), ty: symbol.ty, value: Bits::new(width, value.unsigned()) });
            }
        }
    }

    /// Says of the last decision how it went, now that the next instruction of its function is known.
    fn resolve(&mut self, function: FuncId, now: InstrId) {
        let Some((step, of, at)) = self.decision.take_if(|d| d.1 == function) else { return };
        let Some(body) = &self.program.functions[of].body else { return };
        let InstrKind::Goto { target, branch: Some(branch), .. } = body[at].kind else { return };
        let (jumped, stayed) = (lands(self.program, of, target), lands(self.program, of, next(at)));
        let guard = match (jumped == Some(now), stayed == Some(now)) {
            (true, false) => true,
            (false, true) => false,
            _ => return,
        };
        if let Some(Step { what: StepKind::Decision { taken, .. }, .. }) = self.steps.get_mut(step) {
            *taken = Some(guard != self.program.branches[branch].negated);
        }
    }
}

fn next(at: InstrId) -> InstrId {
    goto::Id::new(goto::Id::index(at) + 1)
}

/// The first instruction from here on that an observer is told of.
fn lands(program: &Program, function: FuncId, mut at: InstrId) -> Option<InstrId> {
    let body = program.functions[function].body.as_ref()?;
    for _ in 0..body.len() {
        match body.get(at)?.kind {
            InstrKind::Skip | InstrKind::Mark(_) => at = next(at),
            _ => return Some(at),
        }
    }
    None
}

impl Observer for Recorder<'_> {
    const CALLS: bool = true;

    fn instruction(&mut self, function: FuncId, id: InstrId, loc: Location) {
        while self.stack.len() > 1 && self.stack.last() != Some(&function) && self.stack.contains(&function) {
            self.stack.pop();
        }
        if self.stack.last() != Some(&function) {
            self.stack.push(function);
        }
        self.resolve(function, id);
        let about = &self.program.functions[function];
        if about.model || loc.line == 0 {
            return;
        }
        self.at = Some((function, loc));
        let Some(instruction) = about.body.as_ref().and_then(|b| b.get(id)) else { return };
        match instruction.kind {
            InstrKind::Goto { branch: Some(branch), guard, .. } if !matches!(self.program.exprs.kind(guard), ExprKind::Const(_)) => {
                self.push(function, loc, StepKind::Decision { branch, taken: None });
                self.decision = Some((self.steps.len() - 1, function, id));
            }
            InstrKind::Return(_) => _ = self.stack.pop(),
            _ => {}
        }
    }

    fn called(&mut self, function: FuncId, arguments: &[Option<Bits>]) {
        let callee = &self.program.functions[function];
        let is_shown = !callee.model && self.at.is_some_and(|(caller, _)| self.stack.last() == Some(&caller));
        if is_shown && let Some((caller, loc)) = self.at {
            self.push(caller, loc, StepKind::Call(function));
        }
        if callee.body.is_some() {
            self.stack.push(function);
            if is_shown {
                self.parameters(function, arguments);
            }
        }
    }

    fn assigned(&mut self, function: FuncId, id: InstrId, value: Bits) {
        let about = &self.program.functions[function];
        let Some(instruction) = about.body.as_ref().and_then(|b| b.get(id)) else { return };
        let is_shown = !about.model && instruction.loc.line > 0;
        match instruction.kind {
            InstrKind::Input { lhs, input } => {
                let target = if is_shown { place_text(self.program, lhs) } else { None };
                let Some((function, loc)) = (if is_shown { Some((function, instruction.loc)) } else { self.at }) else { return };
                self.push(function, loc, StepKind::Input { target, input, ty: self.program.exprs.ty(lhs), value });
            }
            InstrKind::Assign { lhs, .. } | InstrKind::Call { result: Some(lhs), .. } if is_shown => {
                let Some(target) = place_text(self.program, lhs) else { return };
                self.push(function, instruction.loc, StepKind::Assignment { target, ty: self.program.exprs.ty(lhs), value });
            }
            _ => {}
        }
    }
}
