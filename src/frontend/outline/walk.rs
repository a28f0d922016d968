//! The walk over the trees of one file that notes its places and texts. What names mean is asked of `uses`; nothing is judged here.

use super::scan::{Realigner, matching, next_semicolon};
use super::uses::Names;
use crate::diagnostic::Error;
use crate::pieces::{self, View, declarator_name};
use crate::source::Source;
use goto::outline::{ConditionEdit, Extent, Keyword, Named, Outline, Point, PointKind, Position, SourceText, Spot, StatementEdit, TextEdit, TextKind};
use lang_c::ast::{
    BlockItem, CallExpression, ConditionalExpression, Expression, ExternalDeclaration, ForInitializer, ForStatement, FunctionDefinition, InitDeclarator,
    Initializer, LabeledStatement, Statement,
};
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};
use std::ops::Range;

/// Walks over the trees of one file.
struct Walker<'a> {
    outline: &'a mut Outline,
    number: usize,
    name: &'a str,
    files: Vec<u32>,
    source: &'a Source,
    view: View<'a>,
    /// Where the preprocessor ran: finds columns in the file itself.
    realigner: Option<Realigner<'a>>,
    names: &'a mut Names,
    function: String,
    /// Where the last `for` ends.
    loop_end: usize,
    /// The statement to come is an item of a block.
    in_block: bool,
}

/// Notes the places of one file, given its bytes and what was read of it.
pub(super) fn add(outline: &mut Outline, number: usize, name: &str, raw: &str, source: &Source, names: &mut Names) -> Result<(), Error> {
    let files = source.map.files().iter().map(|f| file(outline, f)).collect();
    let realigner = (source.map.text() != raw).then(|| Realigner::new(raw));
    let view = View::new(source);
    let mut walker = Walker { outline, number, name, files, source, view, realigner, names, function: String::new(), loop_end: 0, in_block: false };
    pieces::for_each(source, |piece| {
        walker.view = walker.view.of(piece);
        walker.outline.types.extend(piece.declarations.iter().flat_map(|d| pieces::declared_types(&d.node)).map(str::to_owned));
        for external in &piece.declarations {
            walker.global(external);
            walker.names.external(external);
            if let ExternalDeclaration::FunctionDefinition(definition) = &external.node {
                walker.visit_function_definition(&definition.node, &definition.span);
            }
        }
        Ok(())
    })
}

/// The number of the file of this name.
fn file(outline: &mut Outline, name: &str) -> u32 {
    let known = outline.files.iter().position(|f| f == name);
    known.unwrap_or_else(|| {
        outline.files.push(name.to_owned());
        outline.files.len() - 1
    }) as u32
}

impl Walker<'_> {
    /// The place of an offset of the normalised text.
    fn spot(&self, offset: usize) -> Spot {
        let place = self.source.map.place(offset);
        Spot { file: self.files[place.file as usize], line: place.line, column: place.column }
    }

    fn extent(&self, range: Range<usize>) -> Extent {
        Extent { start: self.spot(range.start), end: self.spot(range.end) }
    }

    fn position(&self, offset: usize) -> Option<Position> {
        let map = &self.source.map;
        let Some(realigner) = &self.realigner else {
            let (line, column) = map.line_and_column(map.offset_in_text(offset));
            return Some(Position { file: self.number, line, column: Some(column) });
        };
        let place = map.place(offset);
        if map.files()[place.file as usize] != self.name {
            return None;
        }
        let column = realigner.column(place.line, &map.source_line(offset), place.column);
        Some(Position { file: self.number, line: place.line, column })
    }

    fn point(&mut self, kind: PointKind, offset: usize) {
        if let Some(position) = self.position(offset) {
            self.outline.points.push(Point { kind, function: self.function.clone(), position });
        }
    }

    fn range(&self, span: Span) -> Range<usize> {
        let (start, end) = self.view.offsets(span);
        start..end.max(start)
    }

    fn snippet(&self, range: Range<usize>) -> String {
        self.source.map.snippet(Span::span(range.start, range.end.max(range.start)))
    }

    /// Notes a text that stands in a range, for what begins at an offset.
    fn text(&mut self, kind: TextKind, at: usize, range: Range<usize>, named: Named) {
        let text = match kind {
            TextKind::Loop | TextKind::Condition | TextKind::Head => String::new(),
            TextKind::Switch => self.parentheses(at).map_or(String::new(), |value| self.snippet(value)),
            _ => self.snippet(range.clone()),
        };
        let edit = self.text_edit(&kind, at, range.clone());
        let (spot, covers) = (self.spot(at), self.extent(range));
        self.outline.texts.push(SourceText { kind, function: self.function.clone(), spot, covers, text, file: self.number, edit, named });
    }

    fn text_edit(&self, kind: &TextKind, at: usize, range: Range<usize>) -> TextEdit {
        let offset = |at| self.source.map.offset_in_text(at);
        let value = |range: Range<usize>| TextEdit::Value { start: offset(range.start), end: offset(range.end) };
        match kind {
            TextKind::Statement | TextKind::Jump | TextKind::Declaration | TextKind::Loop => {
                TextEdit::Statement { start: offset(range.start), end: offset(range.end), in_block: self.in_block }
            }
            TextKind::Condition | TextKind::ForStep => value(range),
            TextKind::Switch => self.parentheses(at).map_or(TextEdit::None, value),
            // Told before the loop.
            TextKind::ForStart => TextEdit::Statement { start: offset(at), end: offset(self.loop_end), in_block: self.in_block },
            TextKind::Head => TextEdit::Body { open: offset(range.start) + 1, close: offset(range.end.saturating_sub(1)) },
            TextKind::Call(_) => TextEdit::None,
        }
    }

    fn global(&mut self, external: &Node<ExternalDeclaration>) {
        let range = match &external.node {
            ExternalDeclaration::FunctionDefinition(definition) => self.range(definition.span).start..self.range(definition.node.statement.span).start,
            ExternalDeclaration::Declaration(declaration) => self.range(declaration.span),
            ExternalDeclaration::StaticAssert(_) => return,
        };
        let text = self.snippet(range);
        self.outline.globals.push(text);
    }

    /// The inside of the parentheses that open at or behind an offset.
    fn parentheses(&self, from: usize) -> Option<Range<usize>> {
        let open = from + self.source.text.get(from..)?.find('(')?;
        Some(open + 1..matching(&self.source.text, open)?)
    }

    fn condition_edit(&self, range: Range<usize>) -> ConditionEdit {
        let is_empty = self.source.text[range.clone()].trim().is_empty();
        let map = &self.source.map;
        ConditionEdit { start: map.offset_in_text(range.start), end: map.offset_in_text(range.end), is_empty }
    }

    /// The first byte of the range that is no white space.
    fn trimmed(&self, range: Range<usize>) -> Range<usize> {
        let text = &self.source.text[range.clone()];
        range.start + (text.len() - text.trim_start().len())..range.end
    }

    /// `decides` is where the statement begins whose condition this is.
    fn full_expression(&mut self, range: Range<usize>, decides: Option<usize>) {
        let range = self.trimmed(range);
        if !range.is_empty() {
            let (covers, decides) = (self.extent(range.clone()), decides.map(|at| self.spot(at)));
            self.point(PointKind::FullExpression { covers, decides }, range.start);
        }
    }

    /// Notes a statement; `labels` are the offsets of labels before it.
    fn statement_point(&mut self, range: Range<usize>, covers: Vec<Range<usize>>, labels: &[usize]) {
        let map = &self.source.map;
        let (start, end) = (map.offset_in_text(range.start), map.offset_in_text(range.end));
        let edit = if self.in_block { StatementEdit::Before(start) } else { StatementEdit::Braces(start, end) };
        let covers: Vec<Extent> = covers.into_iter().map(|r| self.extent(r)).collect();
        let spot = self.spot(range.start);
        for &at in labels.iter().chain([&range.start]) {
            self.point(PointKind::Statement { covers: covers.clone(), edit, spot }, at);
        }
    }

    fn decision(&mut self, keyword: Keyword, at: usize, condition: Option<Range<usize>>) {
        let condition = condition.map(|c| self.condition_edit(c));
        let spot = self.spot(at);
        self.point(PointKind::Decision { keyword, spot, condition }, at);
    }

    /// A statement behind its labels.
    fn labelled(&mut self, statement: &Statement, span: &Span, labels: &mut Vec<usize>) {
        let range = self.range(*span);
        if let Statement::Labeled(labeled) = statement {
            let LabeledStatement { statement, .. } = &labeled.node;
            labels.push(range.start);
            return self.labelled(&statement.node, &statement.span, labels);
        }
        let is_scope = matches!(statement, Statement::Compound(_) | Statement::For(_));
        if is_scope {
            self.names.enter();
        }
        self.statement_text(statement, &range);
        let covers = match statement {
            Statement::Compound(_) => Vec::new(),
            Statement::If(_) => self.decided(Keyword::If, &range),
            Statement::Switch(_) => self.decided(Keyword::Switch, &range),
            Statement::While(_) => self.decided(Keyword::While, &range),
            Statement::For(of) => self.for_head(&range, &of.node),
            Statement::DoWhile(of) => {
                let body_end = self.range(of.node.statement.span).end;
                let condition = self.parentheses(body_end);
                self.decision(Keyword::Do, range.start, condition.clone());
                condition.clone().into_iter().for_each(|c| self.full_expression(c, Some(range.start)));
                condition.into_iter().collect()
            }
            _ => vec![range.clone()],
        };
        self.statement_point(range, covers, labels);
        self.in_block = false;
        visit::visit_statement(self, statement, span);
        if is_scope {
            self.names.leave();
        }
    }

    fn statement_text(&mut self, statement: &Statement, range: &Range<usize>) {
        let (at, range) = (range.start, range.clone());
        match statement {
            Statement::Compound(_) | Statement::Expression(None) | Statement::Labeled(_) => {}
            Statement::If(of) => self.condition_text(at, &of.node.condition),
            Statement::While(of) => self.loop_text(range, Some(&of.node.expression)),
            Statement::DoWhile(of) => self.loop_text(range, Some(&of.node.expression)),
            // Its head declares what its condition names.
            Statement::For(_) => self.loop_text(range, None),
            Statement::Switch(of) => {
                let named = self.names.value(&of.node.expression.node);
                self.text(TextKind::Switch, at, range, named);
            }
            Statement::Goto(_) | Statement::Break | Statement::Continue => self.text(TextKind::Jump, at, range, Named::default()),
            Statement::Expression(Some(e)) => {
                let named = self.names.expression(&e.node);
                self.text(TextKind::Statement, at, range, named);
            }
            Statement::Return(Some(e)) => {
                let named = self.names.value(&e.node);
                self.text(TextKind::Statement, at, range, named);
            }
            Statement::Return(None) | Statement::Asm(_) => self.text(TextKind::Statement, at, range, Named::default()),
        }
    }

    fn loop_text(&mut self, range: Range<usize>, condition: Option<&Node<Expression>>) {
        self.text(TextKind::Loop, range.start, range.clone(), Named::default());
        condition.into_iter().for_each(|c| self.condition_text(range.start, c));
    }

    /// The condition of the statement that begins at an offset.
    fn condition_text(&mut self, at: usize, condition: &Node<Expression>) {
        let named = self.names.condition(&condition.node);
        let range = self.range(condition.span);
        self.text(TextKind::Condition, at, range, named);
    }

    fn decided(&mut self, keyword: Keyword, range: &Range<usize>) -> Vec<Range<usize>> {
        let condition = self.parentheses(range.start);
        self.decision(keyword, range.start, condition.clone().filter(|_| keyword.is_loop()));
        condition.clone().into_iter().for_each(|c| self.full_expression(c, Some(range.start)));
        condition.into_iter().collect()
    }

    fn for_head(&mut self, range: &Range<usize>, of: &ForStatement) -> Vec<Range<usize>> {
        self.loop_end = range.end;
        let first_named = match &of.initializer.node {
            ForInitializer::Expression(e) => self.names.expression(&e.node),
            ForInitializer::Declaration(declaration) => self.names.declaration(declaration),
            ForInitializer::Empty | ForInitializer::StaticAssert(_) => Named::default(),
        };
        if let Some(condition) = &of.condition {
            self.condition_text(range.start, condition);
        }
        let last_named = of.step.as_ref().map(|e| self.names.expression(&e.node)).unwrap_or_default();
        let Some(head) = self.parentheses(range.start) else { return Vec::new() };
        let ends = next_semicolon(&self.source.text, head.start).and_then(|a| Some((a, next_semicolon(&self.source.text, a + 1)?)));
        let Some((first, second)) = ends.filter(|e| e.1 < head.end) else { return vec![head] };
        self.decision(Keyword::For, range.start, Some(first + 1..second));
        self.full_expression(head.start..first, None);
        self.full_expression(first + 1..second, Some(range.start));
        self.full_expression(second + 1..head.end, None);
        for (kind, part, named) in [(TextKind::ForStart, head.start..first, first_named), (TextKind::ForStep, second + 1..head.end, last_named)] {
            if !self.source.text[part.clone()].trim().is_empty() {
                self.text(kind, range.start, part, named);
            }
        }
        vec![head]
    }
}

impl<'ast> Visit<'ast> for Walker<'_> {
    fn visit_function_definition(&mut self, definition: &'ast FunctionDefinition, span: &'ast Span) {
        self.function = declarator_name(&definition.declarator.node).unwrap_or_default().to_owned();
        self.outline.functions.push(self.function.clone());
        self.names.enter();
        let (named, range) = (self.names.parameters(definition), self.range(definition.statement.span));
        self.text(TextKind::Head, self.range(*span).start, range, named);
        // The body itself is no statement of a block.
        if let Statement::Compound(items) = &definition.statement.node {
            for item in items {
                self.visit_block_item(&item.node, &item.span);
            }
        }
        self.names.leave();
    }

    fn visit_block_item(&mut self, item: &'ast BlockItem, _span: &'ast Span) {
        match item {
            BlockItem::Declaration(declaration) => {
                let range = self.range(declaration.span);
                self.in_block = true;
                let named = self.names.declaration(declaration);
                self.text(TextKind::Declaration, range.start, range.clone(), named);
                self.statement_point(range.clone(), vec![range], &[]);
                self.visit_declaration(&declaration.node, &declaration.span);
            }
            BlockItem::StaticAssert(_) => {}
            BlockItem::Statement(statement) => {
                self.in_block = true;
                self.labelled(&statement.node, &statement.span, &mut Vec::new());
            }
        }
        self.in_block = false;
    }

    fn visit_statement(&mut self, statement: &'ast Statement, span: &'ast Span) {
        self.in_block = false;
        self.labelled(statement, span, &mut Vec::new());
    }

    fn visit_expression(&mut self, expression: &'ast Expression, span: &'ast Span) {
        // The block of a statement expression is no statement of its own.
        if let Expression::Statement(statement) = expression
            && let Statement::Compound(items) = &statement.node
        {
            self.names.enter();
            for item in items {
                self.visit_block_item(&item.node, &item.span);
            }
            self.names.leave();
            return;
        }
        visit::visit_expression(self, expression, span);
    }

    fn visit_init_declarator(&mut self, declarator: &'ast InitDeclarator, span: &'ast Span) {
        if let Some(initializer) = &declarator.initializer
            && let Initializer::Expression(_) = initializer.node
        {
            let range = self.range(initializer.span);
            // Parentheses around all of it belong to it.
            let before = self.source.text[..range.start].trim_end_matches(|c: char| c == '(' || c.is_whitespace());
            self.full_expression(before.len()..range.end, None);
        }
        visit::visit_init_declarator(self, declarator, span);
    }

    fn visit_call_expression(&mut self, call: &'ast CallExpression, span: &'ast Span) {
        let range = self.range(*span);
        let callee = match &call.callee.node {
            Expression::Identifier(name) => Some(name.node.name.clone()),
            _ => None,
        };
        self.text(TextKind::Call(callee.clone()), range.start, range.clone(), Named::default());
        let text = self.source.text[range.clone()].trim_end();
        if text.ends_with(')') {
            let spot = self.spot(range.start);
            self.point(PointKind::Call { spot, callee }, range.start + text.len() - 1);
        }
        visit::visit_call_expression(self, call, span);
    }

    fn visit_conditional_expression(&mut self, conditional: &'ast ConditionalExpression, span: &'ast Span) {
        let (start, condition) = (self.range(*span).start, self.range(conditional.condition.span));
        let then = self.range(conditional.then_expression.span).start;
        let mark = self.source.text.get(condition.end..then).and_then(|between| between.find('?'));
        let covers = self.extent(condition.clone());
        for at in [Some(start), mark.map(|m| condition.end + m)].into_iter().flatten() {
            self.point(PointKind::Conditional { condition: covers }, at);
        }
        visit::visit_conditional_expression(self, conditional, span);
    }
}
