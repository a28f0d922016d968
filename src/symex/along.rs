//! Execution of one path: at each decision that depends on something unknown a list says where it goes on. What was decided is written down, so that whoever
//! asks can look whether it is possible, and go the other way next time. Each operand of `&&` and `||` is a decision, as it is in C, where the program itself
//! asks; so is which element of a small array is meant.

use super::run::Run;
use goto::{BinOp, Bits, ExprId, ExprKind, FuncId, InstrId, InstrKind, Type, UnOp};
use rustc_hash::FxHashSet;
use term::TermId;

/// Elements of arrays between which is decided.
const MOST_ELEMENTS: u64 = 64;

/// Which instructions count as states.
pub type Counted<'a> = &'a dyn Fn(FuncId, InstrId) -> bool;

/// A place on a path from which on more is required of it.
#[derive(Clone, Copy, Debug)]
pub struct Milestone {
    /// Instructions that count, up to here.
    pub counted: u64,
    /// The path and what is required.
    pub condition: TermId,
    /// At a decision: the path and the opposite, and whether the path jumps.
    pub other: Option<(TermId, bool)>,
}

/// A path that is executed.
pub(super) struct Along<'a> {
    choices: &'a [bool],
    n_decisions: usize,
    is_counted: Counted<'a>,
    /// Does the current instruction count?
    counts: bool,
    pub counted: u64,
    pub milestones: Vec<Milestone>,
}

impl<'a> Along<'a> {
    /// Behind the last of the choices it falls through.
    pub(crate) fn new(choices: &'a [bool], is_counted: Counted<'a>) -> Self {
        Self { choices, n_decisions: 0, is_counted, counts: false, counted: 0, milestones: Vec::new() }
    }

    pub(crate) fn executes(&mut self, function: FuncId, at: InstrId) {
        self.counts = (self.is_counted)(function, at);
        self.counted += u64::from(self.counts);
    }

    fn next(&mut self) -> bool {
        let jumps = self.choices.get(self.n_decisions).copied().unwrap_or(false);
        self.n_decisions += 1;
        jumps
    }
}

impl Run<'_> {
    /// A decision on the path that is followed. The answer is whether it jumps; none if nothing is followed.
    pub(crate) fn follow(&mut self, guard: TermId) -> Option<bool> {
        let along = self.along.as_mut()?;
        let jumps = along.next();
        let negation = self.cx.pool.not(guard);
        let (taken, opposite) = if jumps { (guard, negation) } else { (negation, guard) };
        let before = self.state.path.condition(self.cx.pool);
        let other = self.cx.pool.and(before, opposite);
        self.require(taken);
        self.passes(Some((other, jumps)));
        Some(jumps)
    }

    /// The current instruction is executed on a path that is followed, and it counts.
    pub(crate) fn counts(&self) -> bool {
        self.along.as_ref().is_some_and(|along| along.counts)
    }

    /// Decides the conditions that the instruction's values are made of.
    pub(crate) fn split(&mut self, kind: &InstrKind) {
        let (mut elements, mut seen) = (Vec::new(), FxHashSet::default());
        kind.expressions(|e, _| {
            self.program.exprs.walk(e, &mut seen, &mut |_, kind| {
                if let ExprKind::Index { base, index } = kind
                    && let Type::Array { len: Some(len), .. } = *self.program.types.get(self.program.exprs.ty(base))
                    && len <= MOST_ELEMENTS
                {
                    elements.push((index, len));
                }
            });
        });
        elements.into_iter().for_each(|(index, len)| self.split_index(index, len));
        match kind {
            InstrKind::Assign { rhs, .. } => self.split_value(*rhs),
            InstrKind::Return(Some(value)) => self.split_value(*value),
            InstrKind::Call { args, .. } => args.iter().for_each(|&arg| self.split_value(arg)),
            _ => {}
        }
    }

    fn split_index(&mut self, index: ExprId, len: u64) {
        let Some(width) = self.program.types.scalar_bits(self.program.exprs.ty(index)) else { return };
        let value = self.eval(index);
        let term = self.cx.bits(&value, width);
        for i in 0..len {
            if !self.live || self.cx.pool.as_const(term).is_some() {
                return;
            }
            let number = self.cx.pool.constant(Bits::new(width, u128::from(i)));
            let is_meant = self.cx.pool.eq(term, number);
            let known = self.state.path.decides(self.cx.pool, is_meant);
            if known.is_none() {
                self.decide();
            }
            if known.or_else(|| self.follow(is_meant)) == Some(true) {
                return;
            }
        }
    }

    fn split_value(&mut self, value: ExprId) {
        let condition = match self.program.exprs.kind(value) {
            ExprKind::Cast(a) if self.is_truth(a) => a,
            ExprKind::Ite { cond, .. } => cond,
            _ if self.is_truth(value) => value,
            _ => return,
        };
        self.decided(condition);
    }

    fn is_truth(&self, e: ExprId) -> bool {
        matches!(self.program.types.get(self.program.exprs.ty(e)), Type::Bool)
    }

    /// Whether the condition holds on the path, which goes on with one answer; none if it ends here.
    pub(crate) fn decided(&mut self, condition: ExprId) -> Option<bool> {
        if !self.live {
            return None;
        }
        match self.program.exprs.kind(condition) {
            ExprKind::Unary(UnOp::Not, a) => return self.decided(a).map(|holds| !holds),
            ExprKind::Binary(BinOp::And, a, b) if self.is_truth(condition) => return if self.decided(a)? { self.decided(b) } else { Some(false) },
            ExprKind::Binary(BinOp::Or, a, b) if self.is_truth(condition) => return if self.decided(a)? { Some(true) } else { self.decided(b) },
            ExprKind::Cast(a) if self.is_truth(condition) => {
                if let ExprKind::Cast(inner) = self.program.exprs.kind(a)
                    && self.is_truth(inner)
                {
                    return self.decided(inner);
                }
            }
            _ => {}
        }
        let term = self.truth(condition);
        if !self.live {
            return None;
        }
        if let Some(known) = self.state.path.decides(self.cx.pool, term) {
            return Some(known);
        }
        self.decide();
        let jumps = self.follow(term)?;
        self.live.then_some(jumps)
    }

    /// More is required of the path that is followed, if one is.
    pub(crate) fn passes(&mut self, other: Option<(TermId, bool)>) {
        let condition = if self.live { self.state.path.condition(self.cx.pool) } else { self.cx.pool.truth(false) };
        if let Some(along) = &mut self.along {
            along.milestones.push(Milestone { counted: along.counted, condition, other });
        }
    }
}
