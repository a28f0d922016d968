//! Tests of the checker on snippets of C.

mod declarations;
mod expressions;
mod invariants;
mod layout;
mod linking;
mod show;

use super::Checker;
use crate::source::{self, on_big_stack};
use crate::tree::{Function, Tree, Var};
use goto::DataModel;
use show::Show;

/// The checked program of several units, or the first error's message.
fn check_units(model: DataModel, units: &[&str]) -> Result<Tree, String> {
    on_big_stack(|| {
        let mut checker = Checker::new(model);
        for (i, unit) in units.iter().enumerate() {
            let source = source::prepare(&format!("u{i}.c"), (*unit).to_owned()).map_err(|e| e.to_string())?;
            checker.add_unit(&source).map_err(|e| e.to_string())?;
        }
        let tree = checker.finish();
        invariants::assert_well_typed(&tree);
        Ok(tree)
    })
}

fn check(unit: &str) -> Tree {
    check_units(DataModel::Lp64, &[unit]).unwrap_or_else(|e| panic!("{unit}: {e}"))
}

fn function<'a>(tree: &'a Tree, name: &str) -> &'a Function {
    tree.functions.values().find(|function| function.name == name).unwrap_or_else(|| panic!("no function {name}"))
}

fn var<'a>(tree: &'a Tree, name: &str) -> &'a Var {
    tree.vars.values().find(|var| var.name == name).unwrap_or_else(|| panic!("no variable {name}"))
}

/// The body of `f`.
fn body(tree: &Tree) -> String {
    Show(tree).stmts(function(tree, "f").body.as_ref().expect("defined"))
}

/// The initialiser of a static variable.
fn init(tree: &Tree, name: &str) -> String {
    var(tree, name).init.as_ref().map_or("none".to_owned(), |init| Show(tree).init(init))
}

/// `statements` as the body of a function with some variables.
fn statements(statements: &str) -> String {
    let unit = format!(
        "struct s {{ unsigned narrow:3; int whole:32; unsigned full:32; int a[4]; struct {{ char in; }}; }} s, *ps;\n\
         int i, j, *p, *q, a[10], (*fp)(int), g(int); unsigned u; char c; short h; long l; double d; float e; _Bool b; void *v;\n\
         void f(void) {{ {statements} }}"
    );
    body(&check(&unit))
}
