//! Instructions of a body.

use super::lexer::Token;
use super::{Parser, Result};
use crate::bits::Bits;
use crate::expr::{ExprId, ExprKind};
use crate::index::{Id, IdVec};
use crate::program::*;

impl Parser<'_> {
    /// The instructions up to the closing brace; none: the function has no body.
    pub(super) fn body(&mut self, func: FuncId) -> Result<()> {
        let home = self.program.functions[func].loc;
        let mut loc = home;
        let mut body: Body = IdVec::new();
        while !self.at_sign("}") {
            let at = self.at;
            let number: usize = self.number("the number of an instruction")?;
            if number != body.len() {
                return Err(self.error_at(at, format!("the next instruction has the number {}", body.len())));
            }
            self.sign(":")?;
            let kind = self.instruction()?;
            if self.accept_sign("@") {
                loc = self.instruction_location(home.file)?;
            }
            body.push(Instruction { kind, loc });
        }
        self.program.functions[func].body = if body.is_empty() { None } else { Some(body) };
        Ok(())
    }

    /// `line:column` in the function's file, or `file:line:column`.
    fn instruction_location(&mut self, home: FileId) -> Result<Location> {
        let first: u32 = self.number("a line")?;
        self.sign(":")?;
        let second = self.number("a column")?;
        if !self.accept_sign(":") {
            return Ok(Location { file: home, line: first, column: second });
        }
        Ok(Location { file: FileId::new(first as usize), line: second, column: self.number("a column")? })
    }

    fn instruction(&mut self) -> Result<InstrKind> {
        let Token::Word(word) = self.peek() else { return self.store() };
        let at = self.at;
        self.next();
        Ok(match word.as_str() {
            "SKIP" => InstrKind::Skip,
            "MARK" => InstrKind::Mark(self.named("a kind of mark")?),
            "DECL" => InstrKind::Decl(self.symbol()?),
            "DEAD" => InstrKind::Dead(self.symbol()?),
            "IF" => {
                let guard = self.expr()?;
                self.word("GOTO")?;
                self.jump(guard)?
            }
            "GOTO" => {
                let ty = self.program.types.bool();
                let guard = self.program.exprs.intern(ExprKind::Const(Bits::bool(true)), ty);
                self.jump(guard)?
            }
            "CALL" => self.call(None)?,
            "RETURN" => {
                let done = matches!(self.peek(), Token::Sign("}" | "@")) || matches!((self.peek(), self.peek_at(1)), (Token::Number(_), Token::Sign(":")));
                InstrKind::Return(if done { None } else { Some(self.expr()?) })
            }
            "ASSUME" => InstrKind::Assume(self.expr()?),
            "ASSERT" => {
                let property = self.id("p", self.program.properties.len())?;
                InstrKind::Assert { cond: self.expr()?, property }
            }
            "COVER" => {
                let goal = self.id("g", self.program.goals.len())?;
                InstrKind::Cover { goal, cond: self.expr()? }
            }
            "RELEASE" => InstrKind::Release(self.expr()?),
            "FREE" => InstrKind::Free(self.expr()?),
            "MEMCOPY" => {
                let [dst, src, size] = self.three()?;
                InstrKind::MemCopy { dst, src, size }
            }
            "MEMSET" => {
                let [dst, value, size] = self.three()?;
                InstrKind::MemSet { dst, value, size }
            }
            "HALT" => InstrKind::Halt(self.named("`exit` or `abort`")?),
            "BEYOND" => InstrKind::Beyond(self.named("`number` or `other`")?),
            "UNFOLLOWED" => InstrKind::Unfollowed(self.text("a reason in quotes")?),
            "LIMIT" => InstrKind::Limit(self.text("a reason in quotes")?),
            "UNSUPPORTED" => InstrKind::Unsupported(self.text("a reason in quotes")?),
            _ => {
                // Places may start with a word too: `zero(T)`, though no valid one does.
                self.at = at;
                return self.store();
            }
        })
    }

    /// `place := ...`.
    fn store(&mut self) -> Result<InstrKind> {
        let lhs = self.expr()?;
        self.sign(":=")?;
        if self.accept_word("CALL") {
            return self.call(Some(lhs));
        }
        if self.accept_word("INPUT") {
            return Ok(InstrKind::Input { lhs, input: self.id("in", self.program.inputs.len())? });
        }
        if self.accept_word("HAVOC") {
            let kind = if self.accept_word("rare") {
                HavocKind::Rare
            } else if self.accept_word("overapproximation") {
                HavocKind::OverApproximation
            } else if self.accept_word("each") {
                HavocKind::Each
            } else if self.accept_word("into") {
                HavocKind::Into(self.expr()?)
            } else {
                HavocKind::Any
            };
            return Ok(InstrKind::Havoc { lhs, kind });
        }
        if self.accept_word("ALLOCATE") {
            let kind = self.named("a kind of memory")?;
            let zeroed = self.accept_word("zeroed");
            return Ok(InstrKind::Allocate { result: lhs, size: self.expr()?, kind, zeroed });
        }
        if self.accept_word("FIND") {
            let search = self.named("a kind of search")?;
            let [start, value] = self.two()?;
            return Ok(InstrKind::Find { result: lhs, start, value, limit: self.within()?, search });
        }
        if self.accept_word("COMPARE") {
            let mode = self.named("a kind of comparison")?;
            let [a, b] = self.two()?;
            return Ok(InstrKind::Compare { result: lhs, a, b, limit: self.within()?, mode });
        }
        Ok(InstrKind::Assign { lhs, rhs: self.expr()? })
    }

    fn jump(&mut self, guard: ExprId) -> Result<InstrKind> {
        let target: u32 = self.number("the number of an instruction")?;
        let branch = match self.peek() {
            Token::Word(w) if w.starts_with("br") => Some(self.id("br", self.program.branches.len())?),
            _ => None,
        };
        Ok(InstrKind::Goto { guard, target: InstrId::new(target as usize), branch })
    }

    fn call(&mut self, result: Option<ExprId>) -> Result<InstrKind> {
        let callee = if self.accept_sign("*") { Callee::Indirect(self.unary()?) } else { Callee::Direct(self.function()?) };
        self.sign("(")?;
        let mut args = Vec::new();
        while !self.at_sign(")") {
            args.push(self.expr()?);
            if !self.accept_sign(",") {
                break;
            }
        }
        self.sign(")")?;
        Ok(InstrKind::Call { result, callee, args })
    }

    fn within(&mut self) -> Result<Option<ExprId>> {
        Ok(if self.accept_word("WITHIN") { Some(self.expr()?) } else { None })
    }

    fn two(&mut self) -> Result<[ExprId; 2]> {
        let a = self.expr()?;
        self.sign(",")?;
        Ok([a, self.expr()?])
    }

    fn three(&mut self) -> Result<[ExprId; 3]> {
        let a = self.expr()?;
        self.sign(",")?;
        let b = self.expr()?;
        self.sign(",")?;
        Ok([a, b, self.expr()?])
    }
}
