//! Facts about nodes and their neighbours: how a node and the one that it leads to compare, and how nodes in different variables do, which are different ones above all.
//! What is proposed is how the program compares the same field of two nodes. Knows types and text, no runs; that it holds is for others to show.

use super::Each;
use goto::{BinOp, ExprId, ExprKind, MemoryFact, Program, SymbolId, TypeId};
use rustc_hash::FxHashSet;

/// Facts for one head.
const MOST: usize = 56;
/// Comparisons of two nodes by the same field.
const MOST_COMPARED: usize = 3;
/// Variables of a pair.
const VARIABLES: usize = 4;
/// Variables that may lead to a node that is not finished.
const UNFINISHED: usize = 3;

/// How the program compares one field of two nodes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Comparison {
    op: BinOp,
    field: usize,
}

/// Proposals for nodes of one type, which the symbol stands for, and for the variables that lead to some.
/// Where nodes are freed, links may lead to such as are gone.
pub(super) fn proposals(program: &mut Program, (symbol, ty): (SymbolId, TypeId), leading: &[ExprId], frees: bool) -> Vec<(Option<Each>, ExprId)> {
    let compared = compared(program, ty);
    let alone = of_nulls(program, leading).into_iter().chain(of_pairs(program, leading, &compared));
    let mut found: Vec<(Option<Each>, ExprId)> = alone.map(|fact| (None, fact)).collect();
    let pointer = program.types.pointer(ty);
    for fact in of_neighbours(program, (symbol, ty), &compared, frees) {
        found.push((Some(Each::node(symbol)), fact));
        for &variable in leading.iter().take(UNFINISHED) {
            let mut build = program.build();
            let any = build.var(symbol, pointer);
            let is_it = build.binary(BinOp::Eq, any, variable);
            found.push((Some(Each::node(symbol)), build.binary(BinOp::Or, is_it, fact)));
        }
    }
    let mut seen = FxHashSet::default();
    found.retain(|&(each, fact)| seen.insert((each, fact)));
    found.truncate(MOST);
    found
}

/// The fields that lead to nodes of the same type.
pub(super) fn links(program: &mut Program, ty: TypeId) -> Vec<usize> {
    let pointer = program.types.pointer(ty);
    program.types.record_body(ty).map_or_else(Vec::new, |body| (0..body.fields.len()).filter(|&i| body.fields[i].ty == pointer).collect())
}

/// Of each variable: it leads to a node. Of two: if one does, the other one does as well, as the ends of a queue do.
fn of_nulls(program: &mut Program, leading: &[ExprId]) -> Vec<ExprId> {
    let leading = &leading[..leading.len().min(VARIABLES)];
    let (mut each, mut pairs) = (Vec::new(), Vec::new());
    for &variable in leading {
        let ty = program.exprs.ty(variable);
        let mut build = program.build();
        let null = build.constant(ty, 0);
        let leads = build.binary(BinOp::Ne, variable, null);
        each.push(leads);
        for &other in leading.iter().filter(|&&other| other != variable) {
            let is_null = build.binary(BinOp::Eq, other, null);
            pairs.push(build.binary(BinOp::Or, is_null, leads));
        }
    }
    each.into_iter().chain(pairs).collect()
}

/// Of two variables: they lead to different nodes, and these are in the order in which the program looks for them to be.
fn of_pairs(program: &mut Program, leading: &[ExprId], compared: &[Comparison]) -> Vec<ExprId> {
    let mut found = Vec::new();
    let leading = &leading[..leading.len().min(VARIABLES)];
    for (i, &a) in leading.iter().enumerate() {
        for &b in &leading[i + 1..] {
            let ty = program.exprs.ty(a);
            let mut build = program.build();
            let null = build.constant(ty, 0);
            let is_null = build.binary(BinOp::Eq, a, null);
            let differ = build.binary(BinOp::Ne, a, b);
            found.push(build.binary(BinOp::Or, is_null, differ));
            let is_other_null = build.binary(BinOp::Eq, b, null);
            let either_is_null = build.binary(BinOp::Or, is_null, is_other_null);
            for &comparison in compared {
                for (x, y) in [(a, b), (b, a)] {
                    let fact = compare(program, comparison, x, y);
                    found.push(program.build().binary(BinOp::Or, either_is_null, fact));
                }
            }
        }
    }
    found
}

/// Of each link: it is null, or both nodes compare as the program compares nodes.
fn of_neighbours(program: &mut Program, (symbol, ty): (SymbolId, TypeId), compared: &[Comparison], frees: bool) -> Vec<ExprId> {
    let pointer = program.types.pointer(ty);
    let mut found = Vec::new();
    for link in links(program, ty) {
        let mut build = program.build();
        let any = build.var(symbol, pointer);
        let null = build.constant(pointer, 0);
        let node = build.deref(any);
        let next = build.field(node, link);
        let is_last = build.binary(BinOp::Eq, next, null);
        for &comparison in compared {
            for (x, y) in [(any, next), (next, any)] {
                let mut compares = compare(program, comparison, x, y);
                if !frees {
                    // Of a node that is not finished nothing is read.
                    let lives = program.build().memory(MemoryFact::IsLive, next);
                    compares = program.build().binary(BinOp::And, lives, compares);
                }
                found.push(program.build().binary(BinOp::Or, is_last, compares));
            }
        }
    }
    found
}

/// The comparison of the nodes that two pointers lead to.
fn compare(program: &mut Program, Comparison { op, field }: Comparison, a: ExprId, b: ExprId) -> ExprId {
    let mut build = program.build();
    let [a, b] = [a, b].map(|pointer| {
        let node = build.deref(pointer);
        build.field(node, field)
    });
    build.binary(op, a, b)
}

/// How the program compares nodes of a type with each other, field by field.
fn compared(program: &Program, ty: TypeId) -> Vec<Comparison> {
    let field_of = |e: ExprId| match program.exprs.kind(e) {
        ExprKind::Field { base, field } if program.exprs.ty(base) == ty && matches!(program.exprs.kind(base), ExprKind::Deref(_)) => Some(field as usize),
        _ => None,
    };
    let mut found = Vec::new();
    for (_, function) in program.functions.iter().filter(|(_, f)| !f.model) {
        let mut seen = FxHashSet::default();
        for instruction in function.body.iter().flat_map(|body| body.values()) {
            instruction.kind.expressions(|e, _| {
                program.exprs.walk(e, &mut seen, &mut |_, kind| {
                    let ExprKind::Binary(op @ (BinOp::Eq | BinOp::Lt | BinOp::Le), a, b) = kind else { return };
                    if let (Some(field), Some(other)) = (field_of(a), field_of(b))
                        && field == other
                        && !found.contains(&Comparison { op, field })
                    {
                        found.push(Comparison { op, field });
                    }
                });
            });
        }
    }
    found.truncate(MOST_COMPARED);
    found
}
