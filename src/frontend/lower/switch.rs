//! `switch`: one comparison per label in the order of the source, then the body with its labels bound.

use super::FunctionLowering;
use super::function::Frame;
use crate::tree::{Expr, Stmt, StmtKind};
use goto::{BinOp, Bits, BranchKind, ExprId, InstrKind, Location, Mark, SymbolId};

/// A label of one switch.
enum CaseLabel<'t> {
    Case { low: Bits, high: Bits, text: &'t str },
    Default,
}

impl<'t> FunctionLowering<'_, 't> {
    pub(super) fn switch(&mut self, loc: Location, value: &'t Expr, body: &'t Stmt) {
        let value = self.full(value, |this| this.value(value));
        self.loc = loc;
        let value = self.kept(value);
        let exit = self.label();
        let mut cases = Vec::new();
        collect(body, &mut cases);
        let mut default = exit;
        for (stmt, case) in cases {
            let label = self.label();
            self.cases.insert(std::ptr::from_ref(stmt), label);
            match case {
                CaseLabel::Case { low, high, text } => {
                    self.loc = stmt.loc;
                    let guard = self.matches_case(value, low, high);
                    let branch = self.branch(BranchKind::Case, text, false);
                    self.jump_if(guard, label, branch);
                }
                CaseLabel::Default => default = label,
            }
        }
        self.loc = loc;
        self.jump_always(default);
        let live = self.scopes.live();
        let outer = std::mem::replace(&mut self.switch_live, live);
        self.loop_body(Frame { exit, next: None, depth: self.scopes.depth() }, body);
        self.switch_live = outer;
        self.bind(exit);
    }

    /// Does the value of a switch lie between the ends of a label?
    fn matches_case(&mut self, value: ExprId, low: Bits, high: Bits) -> ExprId {
        let ty = self.ty(value);
        let signed = self.unit.program.types.is_signed(ty);
        let mut build = self.build();
        if let Some(value) = build.exprs.as_const(value) {
            return build.truth((low.to_i128(signed)..=high.to_i128(signed)).contains(&value.to_i128(signed)));
        }
        let low_value = build.exprs.intern(goto::ExprKind::Const(low), ty);
        if low == high {
            return build.binary(BinOp::Eq, value, low_value);
        }
        let unsigned = build.types.int(low.width(), false);
        let distance = build.binary(BinOp::Sub, value, low_value);
        let distance = build.cast(distance, unsigned);
        let length = build.exprs.intern(goto::ExprKind::Const(high.sub(low)), unsigned);
        build.binary(BinOp::Le, distance, length)
    }

    /// A `case` or `default` stands here. Where the jump to it enters blocks, their variables come to life on the way.
    pub(super) fn case_label(&mut self, stmt: &'t Stmt, mark: Mark) {
        let Some(label) = self.cases.get(&std::ptr::from_ref(stmt)).copied() else {
            self.emit(InstrKind::Unsupported("a case label outside of its switch".to_owned()));
            return;
        };
        let entered: Vec<SymbolId> = self.scopes.live().into_iter().filter(|s| !self.switch_live.contains(s)).collect();
        if entered.is_empty() {
            self.bind(label);
        } else {
            let after = self.label();
            self.jump(after);
            self.bind(label);
            for symbol in entered {
                self.emit(InstrKind::Decl(symbol));
            }
            self.bind(after);
        }
        self.mark(mark, stmt.loc);
    }
}

/// The labels of a switch in the order of the source; those of switches within it belong to them.
fn collect<'t>(stmt: &'t Stmt, cases: &mut Vec<(&'t Stmt, CaseLabel<'t>)>) {
    match &stmt.kind {
        StmtKind::Case { low, high, text, body } => {
            cases.push((stmt, CaseLabel::Case { low: *low, high: *high, text }));
            collect(body, cases);
        }
        StmtKind::Default(body) => {
            cases.push((stmt, CaseLabel::Default));
            collect(body, cases);
        }
        StmtKind::Block(body) => body.iter().for_each(|s| collect(s, cases)),
        StmtKind::If { then, other, .. } => {
            collect(then, cases);
            if let Some(other) = other {
                collect(other, cases);
            }
        }
        StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } | StmtKind::For { body, .. } | StmtKind::Label { body, .. } => collect(body, cases),
        StmtKind::Switch { .. }
        | StmtKind::Empty
        | StmtKind::Expr(_)
        | StmtKind::Decl { .. }
        | StmtKind::Size(_)
        | StmtKind::DeclVla { .. }
        | StmtKind::Cleanup { .. }
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(_)
        | StmtKind::Assembler { .. }
        | StmtKind::ComputedGoto(_)
        | StmtKind::Unsupported(_) => {}
    }
}
