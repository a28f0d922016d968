//! What one field of a node says of its others: where a number in it is one that the program stores there, a link of it may always be null, never be, or another number
//! may be the same each time; and that the nodes of one list, or those that a variable leads to, have the same of these numbers. Guesses from types and text; that they hold is for others to show.

use super::Each;
use super::links::links;
use super::nodes::Mentioned;
use goto::{BinOp, ExprId, MemoryFact, Program, SymbolId, Type, TypeId};

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
    let of_lists = of_lists(program, (symbol, ty), &cases).into_iter().map(|fact| (each, fact));
    let of_variables: Vec<ExprId> = leading.iter().take(UNFINISHED).flat_map(|&variable| of_variable(program, variable, &cases)).take(MOST).collect();
    found.into_iter().map(|fact| (each, fact)).chain(of_lists).chain(of_variables.into_iter().map(|fact| (None, fact))).collect()
}

/// Of each link: the next node has the same number, as where there are lists of several kinds.
fn of_lists(program: &mut Program, (symbol, ty): (SymbolId, TypeId), cases: &[Case]) -> Vec<ExprId> {
    let pointer = program.types.pointer(ty);
    let mut fields: Vec<usize> = cases.iter().map(|case| case.field).collect();
    fields.dedup();
    let mut found = Vec::new();
    for link in links(program, ty) {
        let mut build = program.build();
        let any = build.var(symbol, pointer);
        let node = build.deref(any);
        let null = build.constant(pointer, 0);
        let next = build.field(node, link);
        let is_last = build.binary(BinOp::Eq, next, null);
        let lives = build.memory(MemoryFact::IsLive, next);
        let behind = build.deref(next);
        for &field in &fields {
            let (own, other) = (build.field(node, field), build.field(behind, field));
            let same = build.binary(BinOp::Eq, own, other);
            let same = build.binary(BinOp::And, lives, same);
            found.push(build.binary(BinOp::Or, is_last, same));
        }
    }
    found
}

/// Of a variable: it leads to no node, or to one with this number.
fn of_variable(program: &mut Program, variable: ExprId, cases: &[Case]) -> Vec<ExprId> {
    let ty = program.exprs.ty(variable);
    let mut found = Vec::new();
    for case in cases {
        let mut build = program.build();
        let null = build.constant(ty, 0);
        let is_null = build.binary(BinOp::Eq, variable, null);
        let node = build.deref(variable);
        let number = build.field(node, case.field);
        let is_it = build.binary(BinOp::Eq, number, case.value);
        found.push(build.binary(BinOp::Or, is_null, is_it));
    }
    found
}

/// A number that is stored in a field, as a condition on any node.
struct Case {
    field: usize,
    value: ExprId,
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
                found.push(Case { field, value, is_it: build.binary(BinOp::Eq, place, value) });
            }
        }
    }
    found
}
