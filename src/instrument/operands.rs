//! The operands of `&&` and `||` in a body, wherever they stand: what each has to be to count as true or as false.

use goto::visit::Role;
use goto::{BinOp, Body, BranchKind, ExprId, ExprKind, InstrId, InstrKind, Program, UnOp};

/// An operand, and where it is evaluated.
pub(crate) struct Operand {
    /// Evaluated in this instruction.
    pub at: InstrId,
    /// It is evaluated and true.
    pub holds: ExprId,
    /// It is evaluated and false.
    pub fails: ExprId,
    /// Itself.
    pub value: ExprId,
}

/// All operands of a body, in the order of the instructions.
pub(crate) fn operands(program: &mut Program, body: &Body) -> Vec<Operand> {
    let mut found = Vec::new();
    for (at, instruction) in body.iter() {
        let mut read = Vec::new();
        instruction.kind.expressions(|e, role| read.extend((role == Role::Read).then_some(e)));
        let mut search = Search { program, at, found: &mut found };
        if let InstrKind::Goto { guard, target, branch: Some(branch) } = instruction.kind
            && search.program.branches[branch].kind == BranchKind::ShortCircuit
        {
            search.operand(guard, None);
            search.right_operand(body, guard, target);
        } else {
            read.into_iter().for_each(|e| search.expression(e, None));
        }
    }
    found.sort_by_key(|operand| operand.at);
    found
}

struct Search<'a> {
    program: &'a mut Program,
    at: InstrId,
    found: &'a mut Vec<Operand>,
}

impl Search<'_> {
    /// `reached` holds where the expression is evaluated; nothing is needed for that without one.
    fn expression(&mut self, e: ExprId, reached: Option<ExprId>) {
        if let ExprKind::Binary(BinOp::And | BinOp::Or, ..) = self.program.exprs.kind(e) {
            return self.connected(e, reached);
        }
        let mut below = Vec::new();
        self.program.exprs.operands(e, |operand| below.push(operand));
        below.into_iter().for_each(|operand| self.expression(operand, reached));
    }

    /// An operand of `&&` or `||`, which may be made of such ones.
    fn operand(&mut self, e: ExprId, reached: Option<ExprId>) {
        match self.program.exprs.kind(e) {
            ExprKind::Binary(BinOp::And | BinOp::Or, ..) => self.connected(e, reached),
            ExprKind::Unary(UnOp::Not, inner) if self.is_connected(inner) => self.connected(inner, reached),
            _ => {
                let fails = self.program.build().not(e);
                let (holds, fails) = (self.both(reached, e), self.both(reached, fails));
                self.found.push(Operand { at: self.at, holds, fails, value: e });
                self.expression(e, reached);
            }
        }
    }

    fn connected(&mut self, e: ExprId, reached: Option<ExprId>) {
        let ExprKind::Binary(op, a, b) = self.program.exprs.kind(e) else { return };
        self.operand(a, reached);
        let goes_on = if op == BinOp::And { a } else { self.program.build().not(a) };
        let reached = self.both(reached, goes_on);
        self.operand(b, Some(reached));
    }

    fn is_connected(&self, e: ExprId) -> bool {
        matches!(self.program.exprs.kind(e), ExprKind::Binary(BinOp::And | BinOp::Or, ..))
    }

    fn both(&mut self, reached: Option<ExprId>, e: ExprId) -> ExprId {
        match reached {
            None => e,
            Some(reached) => self.program.build().binary(BinOp::And, reached, e),
        }
    }

    /// The right operand that takes instructions of its own: the last of them stores it where the left one was.
    fn right_operand(&mut self, body: &Body, guard: ExprId, target: InstrId) {
        let result = match self.program.exprs.kind(guard) {
            ExprKind::Unary(UnOp::Not, inner) => inner,
            _ => guard,
        };
        let stores = |kind: &InstrKind| match *kind {
            InstrKind::Assign { lhs, rhs } if lhs == result => Some(rhs),
            _ => None,
        };
        let last =
            body.iter().skip_while(|(at, _)| *at <= self.at).take_while(|(at, _)| *at < target).filter_map(|(at, i)| Some((at, stores(&i.kind)?))).last();
        // Operands below are found where the instruction itself is looked at.
        if let Some((at, rhs)) = last
            && !self.is_connected(rhs)
        {
            let fails = self.program.build().not(rhs);
            self.found.push(Operand { at, holds: rhs, fails, value: rhs });
        }
    }
}
