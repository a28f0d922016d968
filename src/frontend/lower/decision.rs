//! Decisions and their conditions, noted for the criteria that count them, if somebody asks for them.
//!
//! Where no condition takes instructions, the decision stays the one expression that it is otherwise, and the conditions are parts of it. Else each operand of `&&` and
//! `||` is evaluated by instructions of its own, and each condition is stored, since what follows may change what it was computed from.

use super::FunctionLowering;
use super::effects::needs_instructions;
use crate::tree::{Condition, Expr, ExprKind};
use goto::decision::{Decision, DecisionStep};
use goto::{BinOp, ExprId, Id, InstrId, InstrKind, decision};

/// A decision in the making.
struct Making {
    conditions: Vec<decision::Condition>,
    steps: Vec<DecisionStep>,
    /// Where conditions are stored, the last one first; none if they are not.
    stored: Option<Vec<ExprId>>,
}

impl<'t> FunctionLowering<'_, 't> {
    /// The value of an expression that is a decision. `text` is empty if the source does not say it by itself.
    pub(super) fn decision(&mut self, e: &'t Expr, text: &str) -> ExprId {
        // Another thread may change what is read twice. An operand that is only reached by an expression has no instructions.
        let is_stored = needs_instructions(e) || (self.unit.runs_threads_of_machine() && self.reached.is_none());
        let loc = if e.loc.line == 0 { self.loc } else { e.loc };
        let text = if text.is_empty() { text_of(e, "") } else { text.to_owned() };
        let mut making = Making { conditions: Vec::new(), steps: Vec::new(), stored: None };
        if is_stored {
            // What is left here of the last time the decision was made would tie each iteration of a loop to the one before.
            let ty = self.unit.program.types.bool();
            let places: Vec<ExprId> = (0..conditions_of(e)).map(|_| self.temporary(ty)).collect();
            for &place in &places {
                let never = self.build().truth(false);
                self.assign(place, never);
            }
            making.stored = Some(places.into_iter().rev().collect());
        }
        let value = self.decided_part(&mut making, e, &text);
        let Making { conditions, steps, .. } = making;
        let before = InstrId::new(0);
        let reached = self.reached;
        self.note_decision(Decision { loc, text, before, reached, conditions, steps });
        // Jumps to what comes next do not pass here.
        self.emit(InstrKind::Skip);
        value
    }

    fn decided_part(&mut self, making: &mut Making, e: &'t Expr, text: &str) -> ExprId {
        match &e.kind {
            ExprKind::And(a, b) if is_compound(e) => self.connective(making, BinOp::And, a, b),
            ExprKind::Or(a, b) if is_compound(e) => self.connective(making, BinOp::Or, a, b),
            ExprKind::Not(a) if is_compound(a) => {
                let a = self.decided_part(making, a, "");
                making.steps.push(DecisionStep::Not);
                self.build().not(a)
            }
            _ => {
                let loc = if e.loc.line == 0 { self.loc } else { e.loc };
                let computed = self.value(e);
                let value = match making.stored.as_mut().and_then(Vec::pop) {
                    Some(place) => {
                        self.assign(place, computed);
                        place
                    }
                    None => computed,
                };
                making.conditions.push(decision::Condition { loc, text: text.to_owned(), value, computed });
                making.steps.push(DecisionStep::Condition);
                value
            }
        }
    }

    fn connective(&mut self, making: &mut Making, op: BinOp, a: &'t Condition, b: &'t Condition) -> ExprId {
        let left = self.decided_part(making, &a.expr, &a.text);
        let value = if making.stored.is_some() {
            let result = self.saved(left);
            let end = self.label();
            self.skip_right(op, result, end);
            let right = self.decided_part(making, &b.expr, &b.text);
            self.assign(result, right);
            self.bind(end);
            result
        } else {
            let right = self.reached_by(op, left, |this| this.decided_part(making, &b.expr, &b.text));
            self.build().binary(op, left, right)
        };
        making.steps.push(if op == BinOp::And { DecisionStep::And } else { DecisionStep::Or });
        value
    }

    /// Lowers the right operand of `&&` or `||`, which takes no instructions: what is noted there only holds where the left one does not decide.
    pub(super) fn reached_by<R>(&mut self, op: BinOp, left: ExprId, lower: impl FnOnce(&mut Self) -> R) -> R {
        if !self.unit.options.decisions {
            return lower(self);
        }
        let goes_on = if op == BinOp::And { left } else { self.build().not(left) };
        let reached = match self.reached {
            Some(reached) => self.build().binary(BinOp::And, reached, goes_on),
            None => goes_on,
        };
        let outer = self.reached.replace(reached);
        let result = lower(self);
        self.reached = outer;
        result
    }

    /// Is it asked for decisions, and not in a model?
    pub(super) fn notes_decisions(&self) -> bool {
        self.unit.options.decisions && !self.unit.program.functions[self.func].model
    }
}

/// Is the expression made of conditions by `&&`, `||` or `!` of such?
pub(super) fn is_compound(e: &Expr) -> bool {
    match &e.kind {
        // What the source does not contain has no text at all.
        ExprKind::And(_, b) | ExprKind::Or(_, b) => !b.text.is_empty() || is_compound(&b.expr),
        ExprKind::Not(a) => is_compound(a),
        _ => false,
    }
}

fn conditions_of(e: &Expr) -> usize {
    match &e.kind {
        ExprKind::And(a, b) | ExprKind::Or(a, b) if is_compound(e) => conditions_of(&a.expr) + conditions_of(&b.expr),
        ExprKind::Not(a) if is_compound(a) => conditions_of(a),
        _ => 1,
    }
}

/// The text of an expression, put together of those of its conditions where it has none.
fn text_of(e: &Expr, text: &str) -> String {
    let operand = |operand: &Condition, is_and: bool| {
        let text = text_of(&operand.expr, &operand.text);
        if is_and && operand.text.is_empty() && matches!(operand.expr.kind, ExprKind::Or(..)) { format!("({text})") } else { text }
    };
    match &e.kind {
        _ if !text.is_empty() => text.to_owned(),
        ExprKind::And(a, b) => format!("{} && {}", operand(a, true), operand(b, true)),
        ExprKind::Or(a, b) => format!("{} || {}", operand(a, false), operand(b, false)),
        ExprKind::Not(a) => format!("!({})", text_of(a, "")),
        _ => String::new(),
    }
}
