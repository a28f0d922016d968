//! The arms of decisions in a program's text: where a statement can be put that is executed whenever execution passes the arm. An arm is told by its place and
//! its [`Mark`], as the if-goto program has them. Parses the files once more; knows nothing of what they mean.

use super::scan::balanced;
use crate::diagnostic::Error;
use crate::pieces::{self, View};
use crate::source::{self, Options, Source};
use goto::Mark;
use lang_c::ast::{BlockItem, ConditionalExpression, ExternalDeclaration, FunctionDefinition, IfStatement, Label, Statement};
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};
use std::ops::Range;
use std::path::Path;

/// Where an arm begins, as the locations of the program have it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ArmPlace {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub mark: Mark,
}

/// An arm and how a probe is put there.
#[derive(Clone, Debug)]
pub struct Arm {
    pub place: ArmPlace,
    edit: Edit,
}

/// Offsets of the preprocessed text.
#[derive(Clone, Copy, Debug)]
enum Edit {
    /// In braces around a statement, before it.
    Braces(usize, usize),
    Before(usize),
    After(usize),
    /// An else part behind a then part.
    Else(usize),
    /// The value of the condition passes through the probe when it is this.
    Condition {
        start: usize,
        end: usize,
        when: bool,
    },
}

/// A file's preprocessed text and the arms in it.
pub struct Arms {
    text: String,
    arms: Vec<Arm>,
}

impl Arms {
    /// Reads a file again.
    ///
    /// # Errors
    /// If it cannot be read or parsed.
    pub fn read(file: &Path, options: &Options) -> Result<Self, Error> {
        source::on_big_stack(|| {
            let source = source::read(file, options)?;
            let mut finder = Finder { source: &source, view: View::new(&source), arms: Vec::new(), in_block: false };
            pieces::for_each(&source, |piece| {
                finder.view = finder.view.of(piece);
                for external in &piece.declarations {
                    if let ExternalDeclaration::FunctionDefinition(definition) = &external.node {
                        finder.visit_function_definition(&definition.node, &definition.span);
                    }
                }
                Ok(())
            })?;
            Ok(Self { text: source.map.text().to_owned(), arms: finder.arms })
        })
    }

    pub fn arms(&self) -> &[Arm] {
        &self.arms
    }

    /// The text with probes: expressions without a value that matters, for the arms of these numbers.
    pub fn with_probes(&self, probes: &[(usize, String)]) -> String {
        let mut insertions: Vec<(usize, Side, String)> = probes.iter().flat_map(|(arm, probe)| self.arms[*arm].edit.insertions(probe)).collect();
        // What ends something stands before what begins there; of several ends the inner one, which was found last, comes first.
        insertions.reverse();
        insertions.sort_by_key(|(at, side, _)| (*at, *side));
        let mut out = String::with_capacity(self.text.len() + insertions.iter().map(|i| i.2.len()).sum::<usize>());
        let mut done = 0;
        // Outer beginnings come before inner ones.
        for run in insertions.chunk_by(|a, b| a.0 == b.0 && a.1 == b.1) {
            out.push_str(&self.text[done..run[0].0]);
            done = run[0].0;
            match run[0].1 {
                Side::End => run.iter().for_each(|i| out.push_str(&i.2)),
                Side::Begin => run.iter().rev().for_each(|i| out.push_str(&i.2)),
            }
        }
        out.push_str(&self.text[done..]);
        out
    }
}

/// Does an insertion end what stands before it, or begin what stands behind it?
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Side {
    End,
    Begin,
}

impl Edit {
    fn insertions(self, probe: &str) -> Vec<(usize, Side, String)> {
        match self {
            Edit::Braces(start, end) => vec![(start, Side::Begin, format!(" {{ {probe}; ")), (end, Side::End, " } ".into())],
            Edit::Before(at) => vec![(at, Side::Begin, format!(" {probe}; "))],
            Edit::After(at) => vec![(at, Side::End, format!(" {probe}; "))],
            Edit::Else(at) => vec![(at, Side::End, format!(" else {{ {probe}; }} "))],
            Edit::Condition { start, end, when } => {
                let arms = if when { format!("({probe}, 1) : 0") } else { format!("1 : ({probe}, 0)") };
                vec![(start, Side::Begin, "((".into()), (end, Side::End, format!(") ? {arms})"))]
            }
        }
    }
}

struct Finder<'a> {
    source: &'a Source,
    view: View<'a>,
    arms: Vec<Arm>,
    /// The statement to come is an item of a block.
    in_block: bool,
}

impl Finder<'_> {
    fn range(&self, span: Span) -> Range<usize> {
        let (start, end) = self.view.offsets(span);
        start..end.max(start)
    }

    /// `at` is where the arm begins; offsets are of the normalised text.
    fn arm(&mut self, mark: Mark, at: usize, edit: Edit) {
        let map = &self.source.map;
        let place = map.place(at);
        let place = ArmPlace { file: map.files()[place.file as usize].clone(), line: place.line, column: place.column, mark };
        let of_text = |at: usize| map.offset_in_text(at);
        let edit = match edit {
            Edit::Braces(start, end) => Edit::Braces(of_text(start), of_text(end)),
            Edit::Before(at) => Edit::Before(of_text(at)),
            Edit::After(at) => Edit::After(of_text(at)),
            Edit::Else(at) => Edit::Else(of_text(at)),
            Edit::Condition { start, end, when } => Edit::Condition { start: of_text(start), end: of_text(end), when },
        };
        self.arms.push(Arm { place, edit });
    }

    fn if_statement(&mut self, statement: &IfStatement, at: usize) {
        let then = self.range(statement.then_statement.span);
        // First what ends last: the else part that is missing stands behind the braces of the then part.
        match &statement.else_statement {
            None => self.arm(Mark::Else, at, Edit::Else(then.end)),
            Some(other) if matches!(other.node, Statement::If(_)) => {}
            Some(other) => {
                let other = self.range(other.span);
                self.arm(Mark::Else, other.start, Edit::Braces(other.start, other.end));
            }
        }
        self.arm(Mark::Then, then.start, Edit::Braces(then.start, then.end));
    }

    fn loop_statement(&mut self, range: &Range<usize>, body: Option<&Node<Statement>>) {
        self.arm(Mark::LoopExit, range.start, Edit::After(range.end));
        if let Some(body) = body {
            let body = self.range(body.span);
            self.arm(Mark::LoopBody, body.start, Edit::Braces(body.start, body.end));
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_function_definition(&mut self, definition: &'ast FunctionDefinition, _span: &'ast Span) {
        self.visit_statement(&definition.statement.node, &definition.statement.span);
    }

    fn visit_block_item(&mut self, item: &'ast BlockItem, span: &'ast Span) {
        self.in_block = true;
        visit::visit_block_item(self, item, span);
        self.in_block = false;
    }

    fn visit_statement(&mut self, statement: &'ast Statement, span: &'ast Span) {
        let range = self.range(*span);
        let in_block = std::mem::take(&mut self.in_block);
        match statement {
            Statement::If(of) => self.if_statement(&of.node, range.start),
            Statement::While(of) => self.loop_statement(&range, Some(&of.node.statement)),
            Statement::For(of) => self.loop_statement(&range, Some(&of.node.statement)),
            Statement::DoWhile(_) => self.loop_statement(&range, None),
            Statement::Labeled(labeled) => {
                let at = self.range(labeled.node.statement.span).start;
                match (&labeled.node.label.node, in_block) {
                    (Label::Case(_) | Label::CaseRange(_), true) => self.arm(Mark::Case, range.start, Edit::Before(at)),
                    (Label::Default, true) => self.arm(Mark::Default, range.start, Edit::Before(at)),
                    _ => {}
                }
                // What stands behind the label is an item of the block as well.
                self.in_block = in_block;
            }
            _ => {}
        }
        visit::visit_statement(self, statement, span);
        self.in_block = false;
    }

    fn visit_conditional_expression(&mut self, conditional: &'ast ConditionalExpression, span: &'ast Span) {
        let [condition, then, other] = [&conditional.condition, &conditional.then_expression, &conditional.else_expression].map(|e| self.range(e.span));
        let text = &self.source.text;
        let mark = text.get(condition.end..then.start).and_then(|between| between.find('?')).map(|at| condition.end + at);
        // Parentheses around all of the condition are left out of its span.
        if let Some(end) = mark
            && let Some(start) = balanced(text, condition.start, end)
        {
            for (mark, at, when) in [(Mark::ConditionalThen, then.start, true), (Mark::ConditionalElse, other.start, false)] {
                self.arm(mark, at, Edit::Condition { start, end, when });
            }
        }
        visit::visit_conditional_expression(self, conditional, span);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text of a function's body with a probe `pN` at its N-th arm, white space collapsed.
    fn probed(body: &str) -> String {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("a.i");
        std::fs::write(&file, format!("int f(int a, int b) {{ {body} }}")).expect("a file");
        let arms = Arms::read(&file, &Options::default()).expect("it can be read");
        let probes: Vec<(usize, String)> = (0..arms.arms().len()).map(|n| (n, format!("p{n}"))).collect();
        let text = arms.with_probes(&probes);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        text.strip_prefix("int f(int a, int b) { ").and_then(|t| t.strip_suffix(" }")).expect("the function").to_owned()
    }

    #[test]
    fn arms_of_statements_get_braces() {
        assert_eq!(probed("if (a) b = 1;"), "if (a) { p1; b = 1; } else { p0; }");
        assert_eq!(probed("if (a) b = 1; else if (b) a = 1; else a = 2;"), "if (a) { p0; b = 1; } else if (b) { p2; a = 1; } else { p1; a = 2; }");
        assert_eq!(probed("while (a) if (b) a = 1;"), "while (a) { p1; if (b) { p3; a = 1; } else { p2; } } p0;");
        assert_eq!(probed("do a--; while (a);"), "do a--; while (a); p0;");
        assert_eq!(probed("switch (a) { case 1: case 2: b = 1; default: ; }"), "switch (a) { case 1: p0; case 2: p1; b = 1; default: p2; ; }");
    }

    #[test]
    fn conditions_pass_through_probes() {
        assert_eq!(probed("a = (a) == (b) ? 1 : 2;"), "a = (((((a) == (b) ) ? 1 : (p1, 0))) ? (p0, 1) : 0)? 1 : 2;");
    }
}
