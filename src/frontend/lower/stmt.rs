//! Statements. Each loop has one backward goto; each decision of the source is one conditional goto with a branch.

use super::FunctionLowering;
use super::function::Frame;
use crate::library;
use crate::tree::{Condition, Expr, Stmt, StmtKind};
use goto::{AllocKind, BranchKind, ExprId, InstrKind, Location, Mark};

impl<'t> FunctionLowering<'_, 't> {
    /// A block: its variables die at its end.
    pub(crate) fn statements(&mut self, body: &'t [Stmt]) {
        self.enter_scope();
        for stmt in body {
            self.statement(stmt);
        }
        self.leave_scope();
    }

    pub(crate) fn statement(&mut self, stmt: &'t Stmt) {
        // Each of these is a block of its own.
        let is_block =
            matches!(stmt.kind, StmtKind::If { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For { .. } | StmtKind::Switch { .. });
        if is_block {
            self.enter_scope();
        }
        self.single_statement(stmt);
        if is_block {
            self.leave_scope();
        }
    }

    /// A statement that another one contains: a block of its own, whatever it is.
    pub(super) fn contained(&mut self, stmt: &'t Stmt) {
        self.enter_scope();
        self.statement(stmt);
        self.leave_scope();
    }

    fn single_statement(&mut self, stmt: &'t Stmt) {
        self.loc = stmt.loc;
        if is_executable(&stmt.kind) {
            self.emit(InstrKind::Mark(Mark::Statement));
        }
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Expr(e) => self.full_expression(|this| this.full(e, |this| this.effect(e))),
            StmtKind::Size(e) => self.full(e, |this| this.effect(e)),
            StmtKind::Decl { var, init } => {
                let place = self.declare(*var);
                if let Some(init) = init {
                    self.full_expression(|this| this.initialise(place, init));
                }
            }
            StmtKind::DeclVla { var, size_var, bytes } => {
                let size = self.declare(*size_var);
                self.full(bytes, |this| this.assign_from(size, bytes));
                let pointer = self.declare(*var);
                self.emit(InstrKind::Allocate { result: pointer, size, kind: AllocKind::Stack, zeroed: false });
                let symbol = self.unit.symbol(*var, self.func);
                self.variable_arrays.insert(symbol);
            }
            StmtKind::Cleanup { var, call } => {
                let symbol = self.unit.symbol(*var, self.func);
                self.scopes.clean_up(symbol, call);
            }
            StmtKind::Block(body) => self.statements(body),
            StmtKind::If { cond, then, other } => self.if_statement(stmt.loc, cond, then, other.as_deref()),
            StmtKind::While { cond, body } => self.loop_statement(stmt.loc, BranchKind::While, Some(cond), None, body),
            StmtKind::DoWhile { body, cond } => self.do_while(stmt.loc, body, cond),
            StmtKind::For { init, cond, step, body } => {
                self.enter_scope();
                init.iter().for_each(|s| self.statement_of_for(s));
                self.loop_statement(stmt.loc, BranchKind::For, cond.as_ref(), step.as_ref(), body);
                self.leave_scope();
            }
            StmtKind::Switch { value, body } => self.switch(stmt.loc, value, body),
            StmtKind::Case { body, .. } => {
                self.case_label(stmt, Mark::Case);
                self.statement(body);
            }
            StmtKind::Default(body) => {
                self.case_label(stmt, Mark::Default);
                self.statement(body);
            }
            StmtKind::Label { name, body } => {
                self.bind_named(name);
                self.statement(body);
            }
            StmtKind::Goto(name) => self.jump_named(name),
            StmtKind::ComputedGoto(e) => {
                let pointer = self.value(e);
                self.computed_goto(pointer);
            }
            StmtKind::Break => self.leave_to(|frame| Some(frame.exit)),
            StmtKind::Continue => self.leave_to(|frame| frame.next),
            StmtKind::Return(value) => self.return_statement(value.as_ref()),
            StmtKind::Assembler { reads, writes, memory, opaque } => self.assembler(reads, writes, *memory, opaque.as_deref()),
            StmtKind::Unsupported(reason) => self.emit(InstrKind::Unsupported(reason.clone())),
        }
    }

    /// The initialisation in a `for`; part of the loop, no statement of its own.
    fn statement_of_for(&mut self, stmt: &'t Stmt) {
        // The place of the loop is that of its condition.
        if stmt.loc.line != 0 {
            self.loc = stmt.loc;
        }
        match &stmt.kind {
            StmtKind::Expr(e) => self.full(e, |this| this.effect(e)),
            StmtKind::Decl { var, init } => {
                let place = self.declare(*var);
                if let Some(init) = init {
                    self.initialise(place, init);
                }
            }
            _ => self.statement(stmt),
        }
    }

    /// The value of a condition, a `Bool`.
    pub(super) fn condition(&mut self, cond: &'t Condition) -> ExprId {
        let is_noted = self.notes_decisions() && !cond.text.is_empty();
        let value = self.full(&cond.expr, |this| if is_noted { this.decision(&cond.expr, &cond.text) } else { this.value(&cond.expr) });
        self.build().condition(value)
    }

    fn if_statement(&mut self, loc: Location, cond: &'t Condition, then: &'t Stmt, other: Option<&'t Stmt>) {
        let guard = self.condition(cond);
        let (else_part, end) = (self.label(), self.label());
        let branch = self.branch(BranchKind::If, &cond.text, true);
        self.loc = loc;
        self.jump_unless(guard, else_part, branch);
        self.mark(Mark::Then, then.loc);
        self.contained(then);
        self.jump(end);
        self.bind(else_part);
        match other {
            // The else of `else if` is no place of its own.
            Some(other) if matches!(other.kind, StmtKind::If { .. }) => self.statement(other),
            Some(other) => {
                self.mark(Mark::Else, other.loc);
                self.contained(other);
            }
            None => self.mark(Mark::Else, loc),
        }
        self.bind(end);
    }

    /// `while` and `for`.
    fn loop_statement(&mut self, loc: Location, kind: BranchKind, cond: Option<&'t Condition>, step: Option<&'t Expr>, body: &'t Stmt) {
        let head = self.label_here();
        let (next, exit) = (self.label(), self.label());
        self.loc = loc;
        if let Some(cond) = cond {
            let guard = self.condition(cond);
            let branch = self.branch(kind, &cond.text, true);
            self.loc = loc;
            self.jump_unless(guard, exit, branch);
        }
        self.mark(Mark::LoopBody, body.loc);
        self.loop_body(Frame { exit, next: Some(next), depth: self.scopes.depth() }, body);
        self.loc = loc;
        self.bind(next);
        if let Some(step) = step {
            self.loc = step.loc;
            self.full(step, |this| this.effect(step));
        }
        self.loc = loc;
        self.jump_always(head);
        self.bind(exit);
        self.mark(Mark::LoopExit, loc);
    }

    fn do_while(&mut self, loc: Location, body: &'t Stmt, cond: &'t Condition) {
        let head = self.label_here();
        let (next, exit) = (self.label(), self.label());
        self.loop_body(Frame { exit, next: Some(next), depth: self.scopes.depth() }, body);
        self.bind(next);
        self.loc = cond.expr.loc;
        let guard = self.condition(cond);
        let branch = self.branch(BranchKind::DoWhile, &cond.text, false);
        self.loc = loc;
        self.jump_if(guard, head, branch);
        self.bind(exit);
        self.mark(Mark::LoopExit, loc);
    }

    pub(super) fn loop_body(&mut self, frame: Frame, body: &'t Stmt) {
        self.frames.push(frame);
        self.contained(body);
        self.frames.pop();
    }

    /// `break` and `continue`: to the place that the innermost fitting frame names.
    fn leave_to(&mut self, target: impl Fn(&Frame) -> Option<super::function::Label>) {
        let Some((label, depth)) = self.frames.iter().rev().find_map(|f| Some((target(f)?, f.depth))) else {
            self.emit(InstrKind::Unsupported("break or continue outside of a loop".to_owned()));
            return;
        };
        self.kill_from(depth);
        self.jump_always(label);
    }

    /// All operands are evaluated before anything is written.
    fn assembler(&mut self, reads: &'t [Expr], writes: &'t [Expr], memory: bool, opaque: Option<&str>) {
        let loc = self.loc;
        let mut places = Vec::new();
        for e in writes {
            let place = self.place(e);
            places.push(self.fixed(place));
        }
        let mut values = Vec::new();
        for e in reads {
            let value = self.value(e);
            values.push(self.kept(value));
        }
        self.loc = loc;
        let mut unknown = opaque.is_some();
        if memory {
            for &value in &values {
                unknown |= !library::overwrite_reached(self, value);
            }
        }
        for lhs in places {
            self.emit(InstrKind::havoc(lhs));
        }
        if unknown {
            let what = opaque.map_or_else(|| "assembler that may write to memory".to_owned(), str::to_owned);
            library::may_do_anything(self, what);
        }
    }

    fn return_statement(&mut self, value: Option<&'t Expr>) {
        let value = match (value, self.return_type()) {
            (Some(e), Some(ty)) => {
                let value = self.full(e, |this| this.value(e));
                let value = self.convert(value, ty);
                if self.source.is_some_and(|id| self.unit.functions[id].demands.returns_nonnull) {
                    library::not_null_result(self, value);
                }
                Some(value)
            }
            (Some(e), None) => {
                self.full(e, |this| this.effect(e));
                None
            }
            (None, Some(ty)) => {
                let value = self.havoc(ty);
                self.falls_off();
                Some(value)
            }
            (None, None) => None,
        };
        if !self.scopes.has_cleanups() {
            self.leave(value);
            return;
        }
        // What is returned is known before anything is cleaned up.
        let value = value.map(|value| self.saved(value));
        self.clean_up_all();
        self.leave(value);
    }
}

/// Statements that coverage of statements counts.
fn is_executable(kind: &StmtKind) -> bool {
    match kind {
        StmtKind::Empty
        | StmtKind::Size(_)
        | StmtKind::Cleanup { .. }
        | StmtKind::Block(_)
        | StmtKind::Label { .. }
        | StmtKind::Case { .. }
        | StmtKind::Default(_)
        | StmtKind::Decl { init: None, .. } => false,
        StmtKind::Expr(_)
        | StmtKind::Decl { .. }
        | StmtKind::DeclVla { .. }
        | StmtKind::If { .. }
        | StmtKind::While { .. }
        | StmtKind::DoWhile { .. }
        | StmtKind::For { .. }
        | StmtKind::Switch { .. }
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(_)
        | StmtKind::Assembler { .. }
        | StmtKind::ComputedGoto(_)
        | StmtKind::Unsupported(_) => true,
    }
}
