//! What one field of a node says of its others: where a number in it is one that the program stores there, a link of it may always be null, never be, or another number
//! may be the same each time. Guesses from types and text; that they hold is for others to show.

use super::Each;
use super::links::links;
use super::nodes::Mentioned;
use goto::{BinOp, ExprId, Program, SymbolId, Type, TypeId};

/// Facts for one head.
const MOST: usize = 48;
/// Fields with numbers that are looked at.
const NUMBERS: usize = 3;
/// Variables that may lead to a node that is not finished.
const UNFINISHED: usize = 3;

/// Proposals for nodes of one type, which the symbol stands for, of all of them and of all but the one that a variable leads to.
pub(super) fn proposals(program: &mut Program, (symbol, ty): (SymbolId, TypeId), leading: &[ExprId]) -> Vec<(Option<Each>, ExprId)> {
    let each = Some(Each::node(symbol));
    let pointer = program.types.pointer(ty);
    let cases = cases(program, (symbol, ty));
    let facts = of_any(program, (symbol, ty), &cases);
    let mut found = facts.clone();
    for &variable in leading.iter().take(UNFINISHED) {
        let mut build = program.build();
        let any = build.var(symbol, pointer);
        let is_it = build.binary(BinOp::Eq, any, variable);
        found.extend(facts.iter().map(|&fact| build.binary(BinOp::Or, is_it, fact)));
    }
    found.truncate(MOST);
    found.into_iter().map(|fact| (each, fact)).collect()
}

/// A number that is stored in a field, as a condition on any node.
struct Case {
    field: usize,
    is_it: ExprId,
}

fn of_any(program: &mut Program, (symbol, ty): (SymbolId, TypeId), cases: &[Case]) -> Vec<ExprId> {
    let pointer = program.types.pointer(ty);
    let mut found = Vec::new();
    for link in links(program, ty) {
        let mut build = program.build();
        let any = build.var(symbol, pointer);
        let node = build.deref(any);
        let null = build.constant(pointer, 0);
        let next = build.field(node, link);
        let (is_last, goes_on) = (build.binary(BinOp::Eq, next, null), build.binary(BinOp::Ne, next, null));
        for case in cases {
            let other = build.not(case.is_it);
            found.extend([build.binary(BinOp::Or, other, is_last), build.binary(BinOp::Or, other, goes_on)]);
        }
    }
    for case in cases {
        for other in cases.iter().filter(|other| other.field != case.field) {
            let mut build = program.build();
            let unless = build.not(case.is_it);
            found.push(build.binary(BinOp::Or, unless, other.is_it));
        }
    }
    found
}

/// The numbers that the program stores in fields of nodes, where they are several for one.
fn cases(program: &mut Program, (symbol, ty): (SymbolId, TypeId)) -> Vec<Case> {
    let Some(record) = program.types.record_body(ty) else { return Vec::new() };
    let is_number = |field: &usize| matches!(program.types.get(record.fields[*field].ty), Type::Int { .. });
    let numbers: Vec<usize> = (0..record.fields.len()).filter(is_number).take(NUMBERS).collect();
    let pointer = program.types.pointer(ty);
    let mut found = Vec::new();
    for field in numbers {
        let mut build = program.build();
        let any = build.var(symbol, pointer);
        let node = build.deref(any);
        let place = build.field(node, field);
        let field_type = program.exprs.ty(place);
        let stored = Mentioned::of(program, place).stored;
        if stored.len() > 1 {
            for value in stored {
                let mut build = program.build();
                let value = build.constant(field_type, value);
                found.push(Case { field, is_it: build.binary(BinOp::Eq, place, value) });
            }
        }
    }
    found
}
