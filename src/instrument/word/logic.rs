//! Variables that the tool itself has, and connectives that do without constants.

use goto::{BinOp, ExprId, Location, Program, Storage, Symbol};

pub fn static_variable(program: &mut Program, name: &str, bits: u16, loc: Location) -> ExprId {
    let ty = program.types.int(bits, false);
    let symbol = program.symbols.push(Symbol { name: name.to_owned(), ty, storage: Storage::Static, loc });
    program.build().var(symbol, ty)
}

pub fn static_flag(program: &mut Program, name: &str, loc: Location) -> ExprId {
    let ty = program.types.bool();
    let symbol = program.symbols.push(Symbol { name: name.to_owned(), ty, storage: Storage::Static, loc });
    program.build().var(symbol, ty)
}

/// `a && b`, without constants.
pub fn both(program: &mut Program, a: ExprId, b: ExprId) -> ExprId {
    match (program.exprs.as_const(a), program.exprs.as_const(b)) {
        (Some(c), _) => {
            if c.is_true() {
                b
            } else {
                a
            }
        }
        (_, Some(c)) => {
            if c.is_true() {
                a
            } else {
                b
            }
        }
        _ => program.build().binary(BinOp::And, a, b),
    }
}

/// `a || b`, without constants.
pub fn either(program: &mut Program, a: ExprId, b: ExprId) -> ExprId {
    match (program.exprs.as_const(a), program.exprs.as_const(b)) {
        (Some(c), _) => {
            if c.is_true() {
                a
            } else {
                b
            }
        }
        (_, Some(c)) => {
            if c.is_true() {
                b
            } else {
                a
            }
        }
        _ => program.build().binary(BinOp::Or, a, b),
    }
}
