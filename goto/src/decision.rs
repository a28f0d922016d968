//! The decisions of the source: what decides where control goes, and what `&&` and `||` compute as values, with the conditions that each is made of. Most decisions are
//! one expression, some take instructions, and neither tells where a condition of the source begins; this table, made by lowering beside the program, does. As that of
//! operations (see [`origin`](crate::origin)), it holds for the program as lowered.

use crate::expr::ExprId;
use crate::program::{FuncId, InstrId, Location};
use rustc_hash::FxHashMap;

/// A decision: an expression of truth values that is no operand of `&&`, `||` or `!` in a larger one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    pub loc: Location,
    /// As it stands in the source.
    pub text: String,
    /// The instruction before which the outcome is known: where control comes here, the decision was just made.
    pub before: InstrId,
    /// A `Bool` that says there whether the decision was made at all; `None` if it always was.
    pub reached: Option<ExprId>,
    /// In the order of the source.
    pub conditions: Vec<Condition>,
    /// How the outcome follows from the conditions, operands first: each takes its operands from a stack and leaves its value there. The last one leaves the outcome.
    pub steps: Vec<DecisionStep>,
}

/// An operand of a decision that is made of no others by `&&`, `||` or `!`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    pub loc: Location,
    /// As it stands in the source.
    pub text: String,
    /// A `Bool` that is its value where the outcome is known. Not to be read unless the condition was evaluated.
    pub value: ExprId,
    /// The expression that was evaluated; `value` itself, or what was stored there.
    pub computed: ExprId,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecisionStep {
    /// The value of the next condition.
    Condition,
    Not,
    And,
    Or,
}

/// The decisions of a program, for each function in the order in which they are made.
#[derive(Clone, Default, Debug)]
pub struct Decisions {
    by_function: FxHashMap<FuncId, Vec<Decision>>,
}

impl Decisions {
    /// Sets the decisions of a function.
    pub fn set(&mut self, function: FuncId, decisions: Vec<Decision>) {
        if !decisions.is_empty() {
            self.by_function.insert(function, decisions);
        }
    }

    pub fn of(&self, function: FuncId) -> &[Decision] {
        self.by_function.get(&function).map_or(&[], Vec::as_slice)
    }
}
