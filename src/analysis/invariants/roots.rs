//! Facts about arrays of pointers to nodes, such as the heads of the lists of a hash table: each pointer is null or leads to a node that lives.

use super::Each;
use super::heads::Head;
use super::nodes::{exists_in, is_known, is_node, variable};
use goto::{BinOp, ExprId, ExprKind, Program, SymbolId, Type};
use rustc_hash::FxHashSet;

/// Arrays of one head.
const MOST: usize = 4;

/// Proposals for a head, with the symbol that stands for any index.
pub(super) fn proposals(program: &mut Program, head: &Head, symbol: &mut Option<SymbolId>) -> Vec<(Option<Each>, ExprId)> {
    let mut found = Vec::new();
    for (array, len) in arrays(program, head) {
        let ty = program.types.ptrdiff();
        let symbol = *symbol.get_or_insert_with(|| variable(program, head.func, ty, "each"));
        let mut build = program.build();
        let each = build.var(symbol, ty);
        let (zero, end) = (build.constant(ty, 0), build.constant(ty, i128::from(len)));
        let from_start = build.binary(BinOp::Le, zero, each);
        let before_end = build.binary(BinOp::Lt, each, end);
        let within = build.binary(BinOp::And, from_start, before_end);
        let beyond = build.not(within);
        let element = build.index(array, each);
        let known = is_known(program, element);
        let fact = program.build().binary(BinOp::Or, beyond, known);
        found.extend(Each::of(&[symbol]).map(|each| (Some(each), fact)));
    }
    found
}

/// The arrays of pointers to nodes that the program reads or stores in where the index is not constant, with how many elements they have.
fn arrays(program: &Program, head: &Head) -> Vec<(ExprId, u64)> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    for instruction in program.functions.values().filter(|f| !f.model).filter_map(|f| f.body.as_ref()).flat_map(|body| body.values()) {
        instruction.kind.expressions(|e, _| {
            program.exprs.walk(e, &mut seen, &mut |_, kind| {
                if let ExprKind::Index { base, index } = kind
                    && program.exprs.as_const(index).is_none()
                    && let Some(len) = n_nodes(program, base).filter(|_| is_there(program, base, head))
                    && !found.contains(&(base, len))
                {
                    found.push((base, len));
                }
            });
        });
    }
    found.truncate(MOST);
    found
}

fn n_nodes(program: &Program, array: ExprId) -> Option<u64> {
    let Type::Array { elem, len } = *program.types.get(program.exprs.ty(array)) else { return None };
    let Type::Pointer(target) = *program.types.get(elem) else { return None };
    len.filter(|_| is_node(program, target))
}

/// Is it an array of a variable that exists at the head?
fn is_there(program: &Program, array: ExprId, head: &Head) -> bool {
    match program.exprs.kind(array) {
        ExprKind::Var(symbol) => exists_in(program, symbol, head.func),
        ExprKind::Field { base, .. } => is_there(program, base, head),
        _ => false,
    }
}
