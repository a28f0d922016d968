//! What one field of a node says of its others: where a number in it is one that the program stores there, a link of it may always be null, never be, or another number
//! may be the same each time. And such numbers may only rise, or only fall, along links. Guesses from types and text; that they hold is for others to show.

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
    let Numbers { cases, fields } = Numbers::of(program, (symbol, ty));
    let facts = of_any(program, (symbol, ty), &cases);
    let along = along(program, (symbol, ty), &fields);
    let mut found: Vec<ExprId> = along.iter().map(|of| of.fact).chain(facts.iter().copied()).collect();
    for &variable in leading.iter().take(UNFINISHED) {
        let mut build = program.build();
        let any = build.var(symbol, pointer);
        let is_it = build.binary(BinOp::Eq, any, variable);
        for of in &along {
            let is_next = build.binary(BinOp::Eq, of.next, variable);
            let is_either = build.binary(BinOp::Or, is_it, is_next);
            found.push(build.binary(BinOp::Or, is_either, of.fact));
        }
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

/// A fact about a node and the one that it leads to.
struct Along {
    next: ExprId,
    fact: ExprId,
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

/// Of each link and each field with a number: it leads to none, or to a node with no smaller number; with no larger one.
fn along(program: &mut Program, (symbol, ty): (SymbolId, TypeId), fields: &[usize]) -> Vec<Along> {
    let pointer = program.types.pointer(ty);
    let mut found = Vec::new();
    for link in links(program, ty) {
        for &field in fields {
            let mut build = program.build();
            let any = build.var(symbol, pointer);
            let null = build.constant(pointer, 0);
            let node = build.deref(any);
            let next = build.field(node, link);
            let is_last = build.binary(BinOp::Eq, next, null);
            let behind = build.deref(next);
            let (own, other) = (build.field(node, field), build.field(behind, field));
            for (a, b) in [(own, other), (other, own)] {
                let order = build.binary(BinOp::Le, a, b);
                found.push(Along { next, fact: build.binary(BinOp::Or, is_last, order) });
            }
        }
    }
    found
}

/// The numbers that the program stores in fields of nodes, where they are several for one, and these fields.
struct Numbers {
    cases: Vec<Case>,
    fields: Vec<usize>,
}

impl Numbers {
    fn of(program: &mut Program, (symbol, ty): (SymbolId, TypeId)) -> Self {
        let mut own = Self { cases: Vec::new(), fields: Vec::new() };
        let Some(record) = program.types.record_body(ty) else { return own };
        let is_number = |field: &usize| matches!(program.types.get(record.fields[*field].ty), Type::Int { .. });
        let numbers: Vec<usize> = (0..record.fields.len()).filter(is_number).take(NUMBERS).collect();
        let pointer = program.types.pointer(ty);
        for field in numbers {
            let mut build = program.build();
            let any = build.var(symbol, pointer);
            let node = build.deref(any);
            let place = build.field(node, field);
            let field_type = program.exprs.ty(place);
            let stored = Mentioned::of(program, place).stored;
            if stored.len() < 2 {
                continue;
            }
            own.fields.push(field);
            for value in stored {
                let mut build = program.build();
                let value = build.constant(field_type, value);
                own.cases.push(Case { field, is_it: build.binary(BinOp::Eq, place, value) });
            }
        }
        own
    }
}
