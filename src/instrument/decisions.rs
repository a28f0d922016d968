//! What the criteria `decision` and `mcdc` ask of decisions, as conditions where the outcome is known.
//!
//! Masking MC/DC (Whalen, Heimdahl, De Silva: Efficient Test Coverage Measurement for MC/DC, 2013): a condition that was evaluated determines the outcome unless a later one
//! masks it. On the left of `&&` or `||` that is so where the right operand was evaluated and decides alone: false for `&&`, true for `||`. Whatever the condition had been,
//! that operator's value would be the same. Evaluation that stops at the left operand masks nothing, since what was not evaluated may have any value.

use super::constant::Constants;
use goto::decision::{Decision, DecisionStep};
use goto::{BinOp, Bits, ExprId, ExprKind, Program, Type};

/// The goals of one condition, true and false.
pub(crate) struct Shown {
    /// Its number in the decision, from 0.
    pub condition: usize,
    /// It is true, and determines the outcome.
    pub holds: ExprId,
    pub fails: ExprId,
}

/// A decision with the values of all that it is made of.
pub(crate) struct Outcomes<'a> {
    decision: &'a Decision,
    /// As `decision.steps`.
    parts: Vec<Part>,
}

/// A part of a decision, as a step leaves it.
struct Part {
    /// Its value; not to be read unless it was evaluated.
    value: ExprId,
    /// Known whatever happens.
    known: Option<bool>,
    /// The parts that it is made of: their steps.
    operands: Operands,
}

#[derive(Clone, Copy)]
enum Operands {
    None(usize),
    One(usize),
    Two(usize, usize),
}

impl<'a> Outcomes<'a> {
    /// `None` if nothing is decided, since the outcome is always the same.
    pub(crate) fn of(program: &mut Program, constants: &Constants, decision: &'a Decision) -> Option<Self> {
        let mut parts: Vec<Part> = Vec::with_capacity(decision.steps.len());
        let mut stack: Vec<usize> = Vec::new();
        let mut conditions = decision.conditions.iter().enumerate();
        for step in &decision.steps {
            let part = match step {
                DecisionStep::Condition => {
                    let (number, condition) = conditions.next()?;
                    let is_never_null = decision.conditions.len() > 1 && is_address(program, condition.computed);
                    let known = constants.truth(condition.computed).or(is_never_null.then_some(true));
                    Part { value: condition.value, known, operands: Operands::None(number) }
                }
                DecisionStep::Not => {
                    let a = stack.pop()?;
                    let value = program.build().not(parts[a].value);
                    Part { value, known: parts[a].known.map(|truth| !truth), operands: Operands::One(a) }
                }
                DecisionStep::And | DecisionStep::Or => {
                    let (b, a) = (stack.pop()?, stack.pop()?);
                    let (op, decides) = connective(*step);
                    let value = program.build().binary(op, parts[a].value, parts[b].value);
                    let known = match (parts[a].known, parts[b].known) {
                        (Some(truth), _) | (_, Some(truth)) if truth == decides => Some(decides),
                        (Some(_), Some(_)) => Some(!decides),
                        _ => None,
                    };
                    Part { value, known, operands: Operands::Two(a, b) }
                }
            };
            stack.push(parts.len());
            parts.push(part);
        }
        parts.last().is_some_and(|outcome| outcome.known.is_none()).then_some(Self { decision, parts })
    }

    /// The decision was made, and is true; it was made, and is false.
    pub(crate) fn outcomes(&self, program: &mut Program) -> Option<(ExprId, ExprId)> {
        let value = self.parts.last()?.value;
        let negation = program.build().not(value);
        let reached = self.decision.reached;
        Some((both(program, reached, value), both(program, reached, negation)))
    }

    /// The goals of all conditions that are not always the same, in the order of the source.
    pub(crate) fn shown(&self, program: &mut Program) -> Vec<Shown> {
        let mut found = Vec::new();
        // What holds where a part was evaluated, and where its value determines the outcome if it was.
        let mut waiting: Vec<(usize, Option<ExprId>, Option<ExprId>)> =
            self.parts.len().checked_sub(1).map(|outcome| (outcome, self.decision.reached, None)).into_iter().collect();
        while let Some((at, evaluated, determines)) = waiting.pop() {
            let part = &self.parts[at];
            match part.operands {
                Operands::None(condition) if part.known.is_none() => {
                    let value = part.value;
                    let negation = program.build().not(value);
                    let [holds, fails] = [value, negation].map(|truth| {
                        let evaluated = both(program, evaluated, truth);
                        determines.map_or(evaluated, |determines| both(program, Some(evaluated), determines))
                    });
                    found.push(Shown { condition, holds, fails });
                }
                Operands::None(_) => {}
                Operands::One(a) => waiting.push((a, evaluated, determines)),
                Operands::Two(a, b) => {
                    let (_, decides) = connective(self.decision.steps[at]);
                    let (left, right) = (self.parts[a].value, self.parts[b].value);
                    let (not_left, not_right) = (program.build().not(left), program.build().not(right));
                    let (stops, goes_on, is_neutral) = if decides { (left, not_left, not_right) } else { (not_left, left, right) };
                    let is_seen = program.build().binary(BinOp::Or, stops, is_neutral);
                    let left_determines = determines.map_or(is_seen, |determines| both(program, Some(determines), is_seen));
                    let right_evaluated = both(program, evaluated, goes_on);
                    waiting.push((b, Some(right_evaluated), determines));
                    waiting.push((a, evaluated, Some(left_determines)));
                }
            }
        }
        found
    }
}

/// Is the condition the address of a variable or function, as the text in `assert(x > 0 && "positive")`? None of these is null.
fn is_address(program: &Program, condition: ExprId) -> bool {
    match program.exprs.kind(condition) {
        ExprKind::FunctionAddress(_) => true,
        ExprKind::AddressOf(place) => is_variable(program, place),
        ExprKind::Cast(a) => is_address(program, a) && matches!(program.types.get(program.exprs.ty(condition)), Type::Pointer(_) | Type::Bool),
        _ => false,
    }
}

fn is_variable(program: &Program, place: ExprId) -> bool {
    match program.exprs.kind(place) {
        ExprKind::Var(_) => true,
        ExprKind::Field { base, .. } => is_variable(program, base),
        // An element beyond the end may lie anywhere.
        ExprKind::Index { base, index } => program.exprs.as_const(index).is_some_and(Bits::is_zero) && is_variable(program, base),
        _ => false,
    }
}

/// The operator of a step, and the value of an operand that decides alone.
fn connective(step: DecisionStep) -> (BinOp, bool) {
    match step {
        DecisionStep::Or => (BinOp::Or, true),
        DecisionStep::And | DecisionStep::Condition | DecisionStep::Not => (BinOp::And, false),
    }
}

/// What is there, and the other one, which is only read where that holds.
fn both(program: &mut Program, there: Option<ExprId>, e: ExprId) -> ExprId {
    match there {
        None => e,
        Some(there) => program.build().binary(BinOp::And, there, e),
    }
}
