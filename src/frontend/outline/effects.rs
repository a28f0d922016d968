//! Whether a text is an expression of C that changes nothing, so that it can be asked anywhere.

use super::scan::matching;
use lang_c::ast::{BinaryOperator, BlockItem, CallExpression, ExternalDeclaration, Statement};
use lang_c::span::Span;
use lang_c::visit::{self, Visit};

/// Is the text an expression that changes nothing? `types` are names of types. `Err` says what is wrong with it.
pub fn check_expression(text: &str, types: &[String], calls: Calls) -> Result<(), String> {
    use lang_c::driver::{Config, Flavor, parse_preprocessed};
    let whole = format!("({text}\n)");
    if matching(&whole, 0) != Some(whole.len() - 1) {
        return Err("its brackets do not match".to_owned());
    }
    let types = if types.is_empty() { String::new() } else { format!("typedef int {};", types.join(",")) };
    let start = format!("{types} void f(void) {{ ");
    let config = Config { cpp_command: String::new(), cpp_options: Vec::new(), flavor: Flavor::GnuC11 };
    let parsed = parse_preprocessed(&config, format!("{start}{whole}; }}"));
    let unit = parsed.map_err(|e| format!("it is no expression of C (column {} of it)", e.offset.saturating_sub(start.len()))).map(|p| p.unit)?;
    let mut effects = Effects { found: None, calls };
    for external in &unit.0 {
        if let ExternalDeclaration::FunctionDefinition(function) = &external.node
            && let Statement::Compound(items) = &function.node.statement.node
        {
            match items.as_slice() {
                [item] if matches!(&item.node, BlockItem::Statement(s) if matches!(&s.node, Statement::Expression(Some(_)))) => {
                    if let BlockItem::Statement(statement) = &item.node
                        && let Statement::Expression(Some(e)) = &statement.node
                    {
                        effects.visit_expression(&e.node, &e.span);
                    }
                }
                _ => return Err("it is no expression of C".to_owned()),
            }
        }
    }
    effects.found.map_or(Ok(()), |what| Err(format!("it contains {what}")))
}

/// May an expression call functions?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Calls {
    Allowed,
    Forbidden,
}

/// Finds what an expression must not do.
struct Effects {
    found: Option<&'static str>,
    calls: Calls,
}

impl<'ast> Visit<'ast> for Effects {
    fn visit_call_expression(&mut self, call: &'ast CallExpression, span: &'ast Span) {
        if self.calls == Calls::Forbidden {
            self.found = Some("a call");
        }
        visit::visit_call_expression(self, call, span);
    }

    fn visit_statement(&mut self, _: &'ast Statement, _: &'ast Span) {
        self.found = Some("statements");
    }

    fn visit_unary_operator(&mut self, operator: &'ast lang_c::ast::UnaryOperator, _: &'ast Span) {
        use lang_c::ast::UnaryOperator as Op;
        if matches!(operator, Op::PostIncrement | Op::PostDecrement | Op::PreIncrement | Op::PreDecrement) {
            self.found = Some("a side effect");
        }
    }

    fn visit_binary_operator(&mut self, operator: &'ast BinaryOperator, _: &'ast Span) {
        if *operator == BinaryOperator::Assign || is_compound_assignment(operator) {
            self.found = Some("a side effect");
        }
    }
}

/// Does the operator read what it assigns to?
pub(super) fn is_compound_assignment(operator: &BinaryOperator) -> bool {
    use BinaryOperator as Op;
    matches!(
        operator,
        Op::AssignMultiply
            | Op::AssignDivide
            | Op::AssignModulo
            | Op::AssignPlus
            | Op::AssignMinus
            | Op::AssignShiftLeft
            | Op::AssignShiftRight
            | Op::AssignBitwiseAnd
            | Op::AssignBitwiseXor
            | Op::AssignBitwiseOr
    )
}
