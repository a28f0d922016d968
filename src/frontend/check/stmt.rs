//! Statements, and blocks of them as expressions.

use super::convert::Value;
use super::function::{Label, Switch};
use super::{Result, Unit};
use crate::normalise::names;
use crate::tree::{Condition, ExprKind, Stmt, StmtKind};
use goto::{Bits, Location};
use lang_c::ast::{self, BlockItem, Expression, ForInitializer, ForStatement, Identifier, LabeledStatement, Statement, SwitchStatement};
use lang_c::span::{Node, Span};

impl Unit<'_> {
    pub(super) fn statement(&mut self, node: &Node<Statement>) -> Result<Stmt> {
        let loc = self.loc(node.span);
        let kind = match &node.node {
            Statement::Labeled(labeled) => self.labeled(labeled)?,
            Statement::Compound(items) => StmtKind::Block(self.block(items)?),
            Statement::Expression(None) => StmtKind::Empty,
            Statement::Expression(Some(e)) if computed_goto(e).is_some() => {
                let pointer = computed_goto(e).unwrap_or(e);
                let value = self.rvalue(pointer)?;
                let void = self.c.types.void();
                let ty = self.c.types.pointer(void);
                StmtKind::ComputedGoto(self.convert(value, ty, pointer.span)?.expr)
            }
            Statement::Expression(Some(e)) => StmtKind::Expr(self.rvalue(e)?.expr),
            Statement::If(statement) => StmtKind::If {
                cond: self.condition(&statement.node.condition)?,
                then: Box::new(self.sub_statement(&statement.node.then_statement)?),
                other: match &statement.node.else_statement {
                    Some(other) => Some(Box::new(self.sub_statement(other)?)),
                    None => None,
                },
            },
            Statement::Switch(statement) => self.switch(statement)?,
            Statement::While(statement) => {
                StmtKind::While { cond: self.condition(&statement.node.expression)?, body: self.loop_body(&statement.node.statement)? }
            }
            Statement::DoWhile(statement) => {
                let body = self.loop_body(&statement.node.statement)?;
                StmtKind::DoWhile { body, cond: self.condition(&statement.node.expression)? }
            }
            Statement::For(statement) => self.scoped(|unit| unit.for_statement(statement))?,
            Statement::Goto(label) => {
                let name = label.node.name.clone();
                if let Some(function) = &mut self.function {
                    function.labels.entry(name.clone()).or_insert(Label::Wanted(label.span));
                }
                StmtKind::Goto(name)
            }
            Statement::Continue if self.function.as_ref().is_some_and(|f| f.loops > 0) => StmtKind::Continue,
            Statement::Continue => return self.error(node.span, "`continue` outside of a loop"),
            Statement::Break if self.function.as_ref().is_some_and(|f| f.breakable > 0) => StmtKind::Break,
            Statement::Break => return self.error(node.span, "`break` outside of a loop and of a switch"),
            Statement::Return(value) => self.return_statement(value.as_deref(), loc)?,
            Statement::Asm(asm) => self.assembler(&asm.node, asm.span)?,
        };
        Ok(Stmt { kind, loc })
    }

    /// A statement that depends on another: with the computations that it left to be executed before it.
    fn sub_statement(&mut self, node: &Node<Statement>) -> Result<Stmt> {
        let outer = self.function.as_mut().map(|f| std::mem::take(&mut f.pending)).unwrap_or_default();
        let statement = self.scoped(|unit| unit.statement(node))?;
        let mut block = Vec::new();
        self.flush_pending(&mut block);
        if let Some(function) = &mut self.function {
            function.pending = outer;
        }
        if block.is_empty() {
            return Ok(statement);
        }
        let loc = statement.loc;
        block.push(statement);
        Ok(Stmt { kind: StmtKind::Block(block), loc })
    }

    fn block(&mut self, items: &[Node<BlockItem>]) -> Result<Vec<Stmt>> {
        self.scoped(|unit| {
            let mut body = Vec::new();
            unit.flush_pending(&mut body);
            unit.block_items(items, &mut body)?;
            Ok(body)
        })
    }

    pub(super) fn condition(&mut self, node: &Node<Expression>) -> Result<Condition> {
        let value = self.rvalue(node)?;
        let expr = self.truth(value, node.span)?;
        Ok(Condition { expr: Box::new(expr), text: self.source.snippet(node.span) })
    }

    fn loop_body(&mut self, node: &Node<Statement>) -> Result<Box<Stmt>> {
        if let Some(function) = &mut self.function {
            function.loops += 1;
            function.breakable += 1;
        }
        let body = self.sub_statement(node)?;
        if let Some(function) = &mut self.function {
            function.loops -= 1;
            function.breakable -= 1;
        }
        Ok(Box::new(body))
    }

    fn for_statement(&mut self, node: &Node<ForStatement>) -> Result<StmtKind> {
        let statement = &node.node;
        let mut init = Vec::new();
        match &statement.initializer.node {
            ForInitializer::Empty => {}
            ForInitializer::Expression(e) => {
                let value = self.rvalue(e)?;
                self.flush_pending(&mut init);
                init.push(Stmt { loc: value.expr.loc, kind: StmtKind::Expr(value.expr) });
            }
            ForInitializer::Declaration(declaration) => self.local_declaration(declaration, &mut init)?,
            ForInitializer::StaticAssert(assertion) => self.static_assert(assertion)?,
        }
        let cond = statement.condition.as_ref().map(|e| self.condition(e)).transpose()?;
        let step = statement.step.as_ref().map(|e| self.rvalue(e)).transpose()?.map(|value| value.expr);
        self.flush_pending(&mut init);
        Ok(StmtKind::For { init, cond, step, body: self.loop_body(&statement.statement)? })
    }

    fn return_statement(&mut self, value: Option<&Node<Expression>>, loc: Location) -> Result<StmtKind> {
        let Some(value) = value else { return Ok(StmtKind::Return(None)) };
        let ret = self.function.as_ref().map(|f| f.ret);
        let checked = self.rvalue(value)?;
        match ret {
            Some(ret) if !self.c.types.is_void(ret) => Ok(StmtKind::Return(Some(self.convert(checked, ret, value.span)?.expr))),
            // gcc evaluates what a function without a result returns.
            _ => Ok(StmtKind::Block(vec![Stmt { kind: StmtKind::Expr(checked.expr), loc }, Stmt { kind: StmtKind::Return(None), loc }])),
        }
    }

    fn switch(&mut self, node: &Node<SwitchStatement>) -> Result<StmtKind> {
        let operand = &node.node.expression;
        let value = self.rvalue(operand)?;
        if !self.c.types.is_integer(value.ty) {
            return self.error(operand.span, format!("a switch needs an integer, not a value of type `{}`", self.spell(value.ty)));
        }
        let value = self.promote(value);
        if let Some(function) = &mut self.function {
            function.switches.push(Switch { ty: value.ty, cases: Vec::new(), default: false });
            function.breakable += 1;
        }
        let body = self.sub_statement(&node.node.statement)?;
        if let Some(function) = &mut self.function {
            function.switches.pop();
            function.breakable -= 1;
        }
        Ok(StmtKind::Switch { value: value.expr, body: Box::new(body) })
    }

    /// Notes that a label is defined.
    pub(super) fn define_label(&mut self, name: &Node<Identifier>) -> Result<()> {
        if let Some(function) = &mut self.function
            && let Some(Label::Defined) = function.labels.insert(name.node.name.clone(), Label::Defined)
        {
            return self.error(name.span, format!("duplicate label `{}`", name.node.name));
        }
        Ok(())
    }

    fn labeled(&mut self, node: &Node<LabeledStatement>) -> Result<StmtKind> {
        let label = &node.node.label;
        let body = &node.node.statement;
        match &label.node {
            ast::Label::Identifier(name) => {
                self.define_label(name)?;
                Ok(StmtKind::Label { name: name.node.name.clone(), body: Box::new(self.statement(body)?) })
            }
            ast::Label::Case(value) => {
                let text = self.source.snippet(value.span);
                self.case(value, value, text, body)
            }
            ast::Label::CaseRange(range) => {
                let text = self.source.snippet(range.span);
                self.case(&range.node.low, &range.node.high, text, body)
            }
            ast::Label::Default => {
                match self.function.as_mut().and_then(|f| f.switches.last_mut()) {
                    None => return self.error(label.span, "`default` outside of a switch"),
                    Some(switch) if switch.default => return self.error(label.span, "a second `default` in one switch"),
                    Some(switch) => switch.default = true,
                }
                Ok(StmtKind::Default(Box::new(self.statement(body)?)))
            }
        }
    }

    fn case(&mut self, low: &Node<Expression>, high: &Node<Expression>, text: String, body: &Node<Statement>) -> Result<StmtKind> {
        let span = Span::span(low.span.start, high.span.end);
        let Some(ty) = self.function.as_ref().and_then(|f| f.switches.last()).map(|switch| switch.ty) else {
            return self.error(span, "`case` outside of a switch");
        };
        let (low, high) = (self.case_value(low, ty)?, self.case_value(high, ty)?);
        let (Some(kind), model) = (self.c.types.integer_kind(ty), self.c.types.model()) else { return self.error(span, "`case` of no integer") };
        let bits = |value| Bits::from_signed(kind.bits(model), value);
        if low > high {
            // An empty range is never chosen; gcc only warns.
            return Ok(StmtKind::Block(vec![self.statement(body)?]));
        }
        if let Some(switch) = self.function.as_mut().and_then(|f| f.switches.last_mut()) {
            let at = switch.cases.partition_point(|&(_, end)| end < low);
            if switch.cases.get(at).is_some_and(|&(start, _)| start <= high) {
                return self.error(span, "duplicate case value");
            }
            switch.cases.insert(at, (low, high));
        }
        Ok(StmtKind::Case { low: bits(low), high: bits(high), text, body: Box::new(self.statement(body)?) })
    }

    /// The value of a case label, converted to the type of the switch.
    fn case_value(&mut self, node: &Node<Expression>, ty: super::types::CType) -> Result<i128> {
        let value = self.rvalue(node)?;
        if !self.c.types.is_integer(value.ty) || self.constant_value(&value).is_none() {
            return self.error(node.span, "a case label is not an integer constant");
        }
        let converted = self.cast(value, ty);
        match self.constant_value(&converted) {
            Some(value) => Ok(value),
            None => self.error(node.span, "a case label is not an integer constant"),
        }
    }

    pub(super) fn statement_expression(&mut self, node: &Node<Statement>, loc: Location) -> Result<Value> {
        let Statement::Compound(items) = &node.node else { return self.error(node.span, "a statement as an expression must be a block") };
        if self.function.is_none() {
            return self.error(node.span, "a statement as an expression outside of functions");
        }
        let outer = self.function.as_mut().map(|f| std::mem::take(&mut f.pending)).unwrap_or_default();
        let result = self.scoped(|unit| {
            let mut body = Vec::new();
            let Some((last, before)) = items.split_last() else { return Ok((body, None)) };
            unit.block_items(before, &mut body)?;
            if let BlockItem::Statement(statement) = &last.node
                && let Some(e) = unit.last_expression(statement, &mut body)?
            {
                let value = unit.rvalue(e)?;
                unit.flush_pending(&mut body);
                return Ok((body, Some(value)));
            }
            unit.block_item(last, &mut body)?;
            Ok((body, None))
        });
        if let Some(function) = &mut self.function {
            function.pending = outer;
        }
        let (body, value) = result?;
        let ty = match &value {
            Some(value) => value.ty,
            None => self.c.types.void(),
        };
        let value = value.map(|value| Box::new(value.expr));
        Ok(self.value(ExprKind::Statements { body, value }, ty, loc))
    }

    /// The expression that a statement consists of, behind its labels, which go to `body`.
    fn last_expression<'a>(&mut self, node: &'a Node<Statement>, body: &mut Vec<Stmt>) -> Result<Option<&'a Node<Expression>>> {
        let mut labels = Vec::new();
        let mut statement = node;
        while let Statement::Labeled(labeled) = &statement.node
            && let ast::Label::Identifier(name) = &labeled.node.label.node
        {
            labels.push(name);
            statement = &labeled.node.statement;
        }
        let Statement::Expression(Some(e)) = &statement.node else { return Ok(None) };
        for name in labels {
            let loc = self.loc(name.span);
            self.define_label(name)?;
            let nothing = Box::new(Stmt { kind: StmtKind::Empty, loc });
            body.push(Stmt { kind: StmtKind::Label { name: name.node.name.clone(), body: nothing }, loc });
        }
        Ok(Some(e))
    }
}

/// The operand of `goto *operand`, which the normaliser makes a call.
fn computed_goto(e: &Node<Expression>) -> Option<&Node<Expression>> {
    let Expression::Call(call) = &e.node else { return None };
    match (&call.node.callee.node, call.node.arguments.as_slice()) {
        (Expression::Identifier(name), [operand]) if name.node.name == names::GOTO => Some(operand),
        _ => None,
    }
}
