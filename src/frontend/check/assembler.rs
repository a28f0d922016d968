//! Assembler statements. What stands in the template is not looked at: outputs become arbitrary, and with the clobber `memory` so does what pointers
//! among the operands reach. An empty template only ties operands together.

use super::convert::Value;
use super::{Result, Unit};
use crate::tree::{Expr, ExprKind, Stmt, StmtKind};
use goto::Location;
use lang_c::ast::{AsmStatement, GnuAsmOperand, GnuExtendedAsmStatement};
use lang_c::span::{Node, Span};

/// Instructions that change nothing that C can see.
const HARMLESS: [&str; 10] = ["nop", "pause", "rep nop", "rep; nop", "rep;nop", "mfence", "lfence", "sfence", "cli", "sti"];

impl Unit<'_> {
    pub(super) fn assembler(&mut self, asm: &AsmStatement, span: Span) -> Result<StmtKind> {
        let loc = self.loc(span);
        self.mention_words(span);
        match asm {
            AsmStatement::GnuBasic(template) if is_harmless(&template.node) => Ok(StmtKind::Empty),
            AsmStatement::GnuBasic(_) => {
                let opaque = Some(format!("assembler: {}", self.source.snippet(span)));
                Ok(StmtKind::Assembler { reads: Vec::new(), writes: Vec::new(), memory: false, opaque })
            }
            AsmStatement::GnuExtended(asm) if text(&asm.template.node).trim().is_empty() => self.barrier(asm, loc),
            AsmStatement::GnuExtended(asm) => self.extended(asm),
        }
    }

    fn extended(&mut self, asm: &GnuExtendedAsmStatement) -> Result<StmtKind> {
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        for output in &asm.outputs {
            writes.push(self.output(output)?.expr);
        }
        for input in &asm.inputs {
            reads.push(self.rvalue(&input.node.variable_name)?.expr);
        }
        let memory = asm.clobbers.iter().any(|clobber| text(&clobber.node) == "memory");
        Ok(StmtKind::Assembler { reads, writes, memory, opaque: None })
    }

    /// A place that the assembler writes.
    fn output(&mut self, operand: &Node<GnuAsmOperand>) -> Result<Value> {
        let operand = &operand.node.variable_name;
        let value = self.expr(operand)?;
        if !value.place || self.c.types.is_variable_array(value.ty) {
            return self.error(operand.span, "the output of assembler is no place that can be written");
        }
        Ok(value)
    }

    /// Without an instruction, an output gets the input that shares its register, or anything.
    fn barrier(&mut self, asm: &GnuExtendedAsmStatement, loc: Location) -> Result<StmtKind> {
        let mut inputs = Vec::new();
        for input in &asm.inputs {
            let value = self.rvalue(&input.node.variable_name)?;
            inputs.push((text(&input.node.constraints.node), Some(value)));
        }
        let mut body = Vec::new();
        let mut writes = Vec::new();
        for (i, output) in asm.outputs.iter().enumerate() {
            let place = self.output(output)?;
            if text(&output.node.constraints.node).starts_with('+') {
                continue;
            }
            let name = output.node.symbolic_name.as_ref().map(|name| format!("[{}]", name.node.name));
            let tied = |constraint: &str| constraint == i.to_string() || name.as_deref() == Some(constraint);
            let input = inputs.iter_mut().find(|(constraint, _)| tied(constraint)).and_then(|(_, value)| value.take());
            match input {
                Some(value) if self.converts(value.ty, place.ty) => {
                    let ty = self.c.types.unqualified(place.ty);
                    let value = self.cast(value, ty);
                    let kind = ExprKind::Assign { place: Box::new(place.expr), value: Box::new(value.expr) };
                    let assign = self.value(kind, ty, loc).expr;
                    body.push(Stmt { kind: StmtKind::Expr(assign), loc });
                }
                _ => writes.push(place.expr),
            }
        }
        let reads: Vec<Expr> = inputs.into_iter().filter_map(|(_, value)| Some(value?.expr)).collect();
        if !reads.is_empty() || !writes.is_empty() {
            body.push(Stmt { kind: StmtKind::Assembler { reads, writes, memory: false, opaque: None }, loc });
        }
        Ok(if body.is_empty() { StmtKind::Empty } else { StmtKind::Block(body) })
    }
}

/// The pieces of a literal as one text.
pub(super) fn text(pieces: &[String]) -> String {
    pieces.iter().map(|piece| piece.trim_matches('"')).collect()
}

/// Does the template hold nothing but instructions without an effect?
pub(super) fn is_harmless(pieces: &[String]) -> bool {
    let text = text(pieces).replace("\\n", ";").replace("\\t", " ");
    let whole = text.trim();
    HARMLESS.contains(&whole) || whole.split(';').map(str::trim).all(|line| line.is_empty() || HARMLESS.contains(&line))
}
