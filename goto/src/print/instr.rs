//! Instructions as text: one a line, with its number, its location where that changes, and what a person wants to know as a comment.

use super::expr::{SymbolText, level};
use super::{ExprText, FunctionRef, QuotedText};
use crate::expr::{ExprId, ExprKind};
use crate::index::Id;
use crate::names::Named;
use crate::program::*;
use crate::types::Type;
use std::fmt::{self, Display, Formatter};

pub(super) fn body_text(f: &mut Formatter<'_>, program: &Program, function: &Function, body: &Body) -> fmt::Result {
    let mut at = function.loc;
    for (id, instr) in body.iter() {
        write!(f, "{:>5}: {}", id.index(), InstrText { program, kind: &instr.kind })?;
        if instr.loc != at {
            at = instr.loc;
            f.write_str("  @")?;
            if at.file != function.loc.file {
                write!(f, "{}:", at.file.index())?;
            }
            write!(f, "{}:{}", at.line, at.column)?;
        }
        comment(f, program, &instr.kind)?;
        f.write_str("\n")?;
    }
    Ok(())
}

/// The name or text of the table entry that the instruction refers to.
fn comment(f: &mut Formatter<'_>, program: &Program, kind: &InstrKind) -> fmt::Result {
    let text = match kind {
        InstrKind::Cover { goal, .. } => program.goals.get(*goal).map(|g| &g.name),
        InstrKind::Assert { property, .. } => program.properties.get(*property).map(|p| &p.name),
        InstrKind::Goto { branch: Some(branch), .. } => program.branches.get(*branch).map(|b| &b.text),
        InstrKind::Input { input, .. } => program.inputs.get(*input).map(|i| &i.function),
        _ => None,
    };
    match text {
        Some(text) => write!(f, "  // {}", text.replace(|c: char| c.is_control(), " ")),
        None => Ok(()),
    }
}

pub(super) struct InstrText<'a> {
    pub(super) program: &'a Program,
    pub(super) kind: &'a InstrKind,
}

impl InstrText<'_> {
    fn expr(&self, id: ExprId) -> ExprText<'_> {
        ExprText::top(self.program, id)
    }

    fn within(&self, f: &mut Formatter<'_>, limit: Option<ExprId>) -> fmt::Result {
        match limit {
            Some(limit) => write!(f, " WITHIN {}", self.expr(limit)),
            None => Ok(()),
        }
    }

    fn call(&self, f: &mut Formatter<'_>, callee: Callee, args: &[ExprId]) -> fmt::Result {
        match callee {
            Callee::Direct(func) => write!(f, "CALL {}(", FunctionRef(self.program, func))?,
            Callee::Indirect(pointer) => write!(f, "CALL *{}(", ExprText::at(self.program, pointer, level::UNARY))?,
        }
        for (i, arg) in args.iter().enumerate() {
            write!(f, "{}{}", if i > 0 { ", " } else { "" }, self.expr(*arg))?;
        }
        f.write_str(")")
    }

    fn goto(&self, f: &mut Formatter<'_>, guard: ExprId, target: InstrId, branch: Option<BranchId>) -> fmt::Result {
        let exprs = &self.program.exprs;
        let always = guard.index() < exprs.len()
            && matches!(exprs.kind(guard), ExprKind::Const(bits) if bits.is_true())
            && *self.program.types.get(exprs.ty(guard)) == Type::Bool;
        if !always {
            write!(f, "IF {} ", self.expr(guard))?;
        }
        write!(f, "GOTO {}", target.index())?;
        match branch {
            Some(branch) => write!(f, " {branch}"),
            None => Ok(()),
        }
    }
}

impl Display for InstrText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.kind {
            InstrKind::Skip => f.write_str("SKIP"),
            InstrKind::Mark(mark) => write!(f, "MARK {}", mark.word()),
            InstrKind::Decl(symbol) => write!(f, "DECL {}", SymbolText(self.program, *symbol)),
            InstrKind::Dead(symbol) => write!(f, "DEAD {}", SymbolText(self.program, *symbol)),
            InstrKind::Assign { lhs, rhs } => write!(f, "{} := {}", self.expr(*lhs), self.expr(*rhs)),
            InstrKind::Goto { guard, target, branch } => self.goto(f, *guard, *target, *branch),
            InstrKind::Call { result, callee, args } => {
                if let Some(result) = result {
                    write!(f, "{} := ", self.expr(*result))?;
                }
                self.call(f, *callee, args)
            }
            InstrKind::Return(Some(value)) => write!(f, "RETURN {}", self.expr(*value)),
            InstrKind::Return(None) => f.write_str("RETURN"),
            InstrKind::Assume(cond) => write!(f, "ASSUME {}", self.expr(*cond)),
            InstrKind::Assert { cond, property } => write!(f, "ASSERT {property} {}", self.expr(*cond)),
            InstrKind::Cover { goal, cond } => write!(f, "COVER {goal} {}", self.expr(*cond)),
            InstrKind::Input { lhs, input } => write!(f, "{} := INPUT {input}", self.expr(*lhs)),
            InstrKind::Havoc { lhs, kind } => {
                write!(f, "{} := HAVOC", self.expr(*lhs))?;
                match kind {
                    HavocKind::Any => Ok(()),
                    HavocKind::Rare => f.write_str(" rare"),
                    HavocKind::OverApproximation => f.write_str(" overapproximation"),
                    HavocKind::Each => f.write_str(" each"),
                    HavocKind::Into(pointer) => write!(f, " into {}", self.expr(*pointer)),
                }
            }
            InstrKind::Allocate { result, size, kind, zeroed } => {
                let (kind, zeroed) = (kind.word(), if *zeroed { " zeroed" } else { "" });
                write!(f, "{} := ALLOCATE {kind}{zeroed} {}", self.expr(*result), self.expr(*size))
            }
            InstrKind::Release(pointer) => write!(f, "RELEASE {}", self.expr(*pointer)),
            InstrKind::Free(pointer) => write!(f, "FREE {}", self.expr(*pointer)),
            InstrKind::MemCopy { dst, src, size } => write!(f, "MEMCOPY {}, {}, {}", self.expr(*dst), self.expr(*src), self.expr(*size)),
            InstrKind::MemSet { dst, value, size } => write!(f, "MEMSET {}, {}, {}", self.expr(*dst), self.expr(*value), self.expr(*size)),
            InstrKind::Find { result, start, value, limit, search } => {
                write!(f, "{} := FIND {} {}, {}", self.expr(*result), search.word(), self.expr(*start), self.expr(*value))?;
                self.within(f, *limit)
            }
            InstrKind::Compare { result, a, b, limit, mode } => {
                write!(f, "{} := COMPARE {} {}, {}", self.expr(*result), mode.word(), self.expr(*a), self.expr(*b))?;
                self.within(f, *limit)
            }
            InstrKind::Halt(kind) => write!(f, "HALT {}", kind.word()),
            InstrKind::Beyond(access) => write!(f, "BEYOND {}", access.word()),
            InstrKind::Unfollowed(reason) => write!(f, "UNFOLLOWED {}", QuotedText(reason)),
            InstrKind::Limit(reason) => write!(f, "LIMIT {}", QuotedText(reason)),
            InstrKind::Unsupported(reason) => write!(f, "UNSUPPORTED {}", QuotedText(reason)),
        }
    }
}
