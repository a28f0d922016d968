//! A counterexample step by step: the run on its inputs again, up to the violation, with what assignments of the source gave. Knows the interpreter only.

use super::confirm::run_observed;
use goto::interp::{Compiled, Observer};
use goto::{Bits, ExprId, ExprKind, FuncId, GoalId, InputId, InstrId, InstrKind, Location, Program, PropertyId, Storage, SymbolId, TypeId};

/// A scalar got a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assignment {
    pub loc: Location,
    /// What was assigned to, as the source could write it.
    pub place: String,
    pub ty: TypeId,
    pub value: Bits,
    /// The variable, if it is assigned to as a whole.
    pub variable: Option<SymbolId>,
}

/// The way to something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    pub steps: Vec<Assignment>,
    /// How many assignments were made before these.
    pub dropped: usize,
    /// Where it ends.
    pub end: Option<Location>,
}

/// The assignments on the way to the violation, the last `most` of them, and how many there were.
pub fn steps(program: &Program, inputs: &[(InputId, Bits)], property: PropertyId, most: usize) -> (Vec<Assignment>, usize) {
    let Way { steps, dropped, .. } = recorded(&stopping_at(program, property), inputs, most, None);
    (steps, dropped)
}

/// The program whose runs end where they violate the property.
pub(crate) fn stopping_at(program: &Program, property: PropertyId) -> Program {
    let mut stopping = program.clone();
    for (_, function) in stopping.functions.iter_mut() {
        for (_, instruction) in function.body.iter_mut().flat_map(|b| b.iter_mut()) {
            if let InstrKind::Assert { cond, property: p } = instruction.kind
                && p == property
            {
                instruction.kind = InstrKind::Assume(cond);
            }
        }
    }
    stopping
}

fn recorded(program: &Program, inputs: &[(InputId, Bits)], most: usize, shown: Option<SymbolId>) -> Way {
    let mut recorder = Recorder { program, most, shown, steps: Vec::new(), dropped: 0, end: None };
    run_observed(&Compiled::new(program), inputs, &mut recorder);
    let Recorder { mut steps, dropped, end, .. } = recorder;
    let surplus = steps.len().saturating_sub(most);
    steps.drain(..surplus);
    Way { steps, dropped: dropped + surplus, end }
}

/// The same on the way to a goal. `shown` is a variable of models whose assignments count too.
pub fn way_to_goal(program: &Program, inputs: &[(InputId, Bits)], goal: GoalId, most: usize, shown: Option<SymbolId>) -> Way {
    let mut stopping = program.clone();
    let bodies = stopping.functions.iter_mut().filter_map(|(_, f)| f.body.as_mut());
    let here = |i: &&mut goto::Instruction| matches!(i.kind, InstrKind::Cover { goal: g, .. } if g == goal);
    let mut conds = Vec::new();
    for instruction in bodies.flat_map(|b| b.iter_mut().map(|(_, i)| i)).filter(here) {
        if let InstrKind::Cover { cond, .. } = instruction.kind {
            conds.push(cond);
        }
    }
    for cond in conds {
        let not = stopping.build().not(cond);
        for instruction in stopping.functions.iter_mut().filter_map(|(_, f)| f.body.as_mut()).flat_map(|b| b.iter_mut().map(|(_, i)| i)) {
            if instruction.kind == (InstrKind::Cover { goal, cond }) {
                instruction.kind = InstrKind::Assume(not);
            }
        }
    }
    recorded(&stopping, inputs, most, shown)
}

/// The property that a run on these inputs violates first.
pub fn first_violation(program: &Program, inputs: &[(InputId, Bits)]) -> Option<PropertyId> {
    run_observed(&Compiled::new(program), inputs, &mut ()).violations.first().copied()
}

struct Recorder<'a> {
    program: &'a Program,
    most: usize,
    shown: Option<SymbolId>,
    steps: Vec<Assignment>,
    dropped: usize,
    /// Where the last instruction of the user's program stands.
    end: Option<Location>,
}

impl Observer for Recorder<'_> {
    fn instruction(&mut self, function: FuncId, _: InstrId, loc: Location) {
        if !self.program.functions[function].model {
            self.end = Some(loc);
        }
    }

    fn assigned(&mut self, function: FuncId, instruction: InstrId, value: Bits) {
        let function = &self.program.functions[function];
        let Some(instruction) = function.body.as_ref().and_then(|b| b.get(instruction)) else { return };
        let (InstrKind::Assign { lhs, .. } | InstrKind::Input { lhs, .. } | InstrKind::Call { result: Some(lhs), .. }) = instruction.kind else { return };
        let variable = match self.program.exprs.kind(lhs) {
            ExprKind::Var(symbol) => Some(symbol),
            _ => None,
        };
        let is_shown = variable.is_some() && variable == self.shown;
        if !is_shown && (function.model || instruction.loc.line == 0) {
            return;
        }
        let Some(place) = place_text(self.program, lhs) else { return };
        self.steps.push(Assignment { loc: instruction.loc, place, ty: self.program.exprs.ty(lhs), value, variable });
        if self.steps.len() > 2 * self.most + 1 {
            let half = self.steps.len() - self.most;
            self.steps.drain(..half);
            self.dropped += half;
        }
    }
}

/// A place as C writes it; `None` for what the source has no name for.
pub(crate) fn place_text(program: &Program, e: ExprId) -> Option<String> {
    match program.exprs.kind(e) {
        ExprKind::Const(bits) => Some(bits.to_i128(program.types.is_signed(program.exprs.ty(e))).to_string()),
        ExprKind::Var(symbol) if matches!(program.symbols[symbol].storage, Storage::Temporary(_)) => None,
        ExprKind::Var(symbol) => Some(program.symbols[symbol].name.clone()),
        ExprKind::Deref(pointer) => Some(format!("*{}", place_text(program, pointer)?)),
        ExprKind::Field { base, field } => {
            let name = &program.types.record_body(program.exprs.ty(base))?.fields.get(field as usize)?.name;
            match program.exprs.kind(base) {
                ExprKind::Deref(pointer) => Some(format!("{}->{name}", place_text(program, pointer)?)),
                _ => Some(format!("{}.{name}", place_text(program, base)?)),
            }
        }
        ExprKind::Index { base, index } => Some(format!("{}[{}]", place_text(program, base)?, place_text(program, index)?)),
        ExprKind::Cast(a) => place_text(program, a),
        ExprKind::Binary(goto::BinOp::PtrAdd, a, b) => Some(format!("({} + {})", place_text(program, a)?, place_text(program, b)?)),
        _ => Some("...".to_owned()),
    }
}
