//! Variables that the tool itself has.

use goto::{ExprId, Location, Program, Storage, Symbol};

pub(super) fn static_variable(program: &mut Program, name: &str, bits: u16, loc: Location) -> ExprId {
    let ty = program.types.int(bits, false);
    let symbol = program.symbols.push(Symbol { name: name.to_owned(), ty, storage: Storage::Static, loc });
    program.build().var(symbol, ty)
}

pub(crate) fn static_flag(program: &mut Program, name: &str, loc: Location) -> ExprId {
    let ty = program.types.bool();
    let symbol = program.symbols.push(Symbol { name: name.to_owned(), ty, storage: Storage::Static, loc });
    program.build().var(symbol, ty)
}
