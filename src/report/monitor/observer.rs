//! Observers as C: an `int` for each of their variables, and the commands of a step as statements.

use automata::observer::{Command, Expr, Variable, VariableId};
use goto::routine::{Binary, Unary};
use goto::{Id, IdVec};
use std::fmt::Write as _;

/// The variables.
pub(super) fn declarations(variables: &IdVec<VariableId, Variable>) -> String {
    let mut text = String::new();
    for (id, of) in variables.iter() {
        let _ = writeln!(text, "static int {} = {}; /* {} */", name(id), of.start, of.name.replace("*/", "* /"));
    }
    text
}

/// The commands, where `tell` gives the statement that tells something.
pub(super) fn commands<T>(all: &[Command<T>], tell: &dyn Fn(&T) -> String) -> String {
    let mut text = String::new();
    write(all, tell, 2, &mut text);
    text
}

fn name(variable: VariableId) -> String {
    format!("P_v{}", variable.index())
}

fn write<T>(all: &[Command<T>], tell: &dyn Fn(&T) -> String, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    for command in all {
        match command {
            Command::Set(variable, value) => {
                let _ = writeln!(text, "{indent}{} = {};", name(*variable), expression(value));
            }
            Command::If(condition, then, other) => {
                let _ = writeln!(text, "{indent}if ({}) {{", expression(condition));
                write(then, tell, depth + 1, text);
                if !other.is_empty() {
                    let _ = writeln!(text, "{indent}}} else {{");
                    write(other, tell, depth + 1, text);
                }
                let _ = writeln!(text, "{indent}}}");
            }
            // What is not told is no line; nothing can be asked.
            Command::Tell(what) | Command::Ask(_, what) => {
                let told = tell(what);
                if !told.is_empty() {
                    let _ = writeln!(text, "{indent}{told}");
                }
            }
            Command::End => {
                let _ = writeln!(text, "{indent}P_ended = 1;\n{indent}return;");
            }
        }
    }
}

fn expression(of: &Expr) -> String {
    let joined = |all: &[Expr], empty: &str, op: &str| {
        let all: Vec<String> = all.iter().map(expression).collect();
        if all.is_empty() { empty.to_owned() } else { format!("({})", all.join(op)) }
    };
    match of {
        Expr::Number(n) => format!("({n})"),
        Expr::Variable(v) => name(*v),
        Expr::Unary(Unary::Not, a) => format!("!{}", expression(a)),
        Expr::Unary(Unary::Minus, a) => format!("(int)(0u-{})", expression(a)),
        Expr::Unary(Unary::Complement, a) => format!("~{}", expression(a)),
        Expr::Binary(op, a, b) => {
            let (op, wraps) = match op {
                Binary::Add => ("+", true),
                Binary::Sub => ("-", true),
                Binary::Mul => ("*", true),
                Binary::And => ("&", false),
                Binary::Or => ("|", false),
                Binary::Xor => ("^", false),
                Binary::Equal => ("==", false),
                Binary::Unequal => ("!=", false),
                Binary::Less => ("<", false),
                Binary::LessOrEqual => ("<=", false),
            };
            let (a, b) = (expression(a), expression(b));
            if wraps { format!("(int)((unsigned){a} {op} (unsigned){b})") } else { format!("({a} {op} {b})") }
        }
        Expr::All(all) => joined(all, "1", " && "),
        Expr::Any(any) => joined(any, "0", " || "),
        Expr::Choice(condition, a, b) => format!("({} ? {} : {})", expression(condition), expression(a), expression(b)),
    }
}
