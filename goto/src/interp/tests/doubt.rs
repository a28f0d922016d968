//! What does not depend on indeterminate values.

use super::super::{Certain, Compiled, Machine};
use super::builder::{Builder, Inputs, LIMITS};
use crate::*;

/// Which goals are certainly reached.
fn certain(b: Builder, inputs: &[i128]) -> Vec<bool> {
    let program = b.finish();
    let compiled = Compiled::new(&program);
    let run = Machine::new(&compiled).run_doubting(&mut Inputs(inputs.to_vec()), &LIMITS);
    assert_eq!(run.goals.len(), program.goals.len(), "{:?}", run.outcome);
    assert!(run.indeterminate);
    let Some(Certain { goals, .. }) = &run.certain else { panic!("not asked for") };
    goals.iter().map(Option::is_some).collect()
}

/// The same where all ways are tried that indeterminate values leave.
fn certain_on_all_ways(b: Builder, inputs: &[i128]) -> Vec<bool> {
    let program = b.finish();
    let compiled = Compiled::new(&program);
    let mut machine = Machine::new(&compiled);
    let mut run = machine.run_doubting(&mut Inputs(inputs.to_vec()), &LIMITS);
    machine.try_all_ways(&mut run, &LIMITS);
    let Some(Certain { goals, .. }) = &run.certain else { panic!("not asked for") };
    goals.iter().map(Option::is_some).collect()
}

/// A local variable that was given any value.
fn arbitrary(b: &mut Builder) -> ExprId {
    let int = b.int();
    let x = b.local(int);
    b.push(InstrKind::havoc(x));
    x
}

#[test]
fn values_are_followed_through_registers_calls_and_memory() {
    let mut b = Builder::new();
    let int = b.int();
    let x = arbitrary(&mut b);
    let one = b.c(1);
    let sum = b.e().binary(BinOp::Add, x, one);
    let (y, z) = (b.local(int), b.global(int));
    b.assign(y, sum);
    b.cover_eq(y, 1);
    b.assign(z, y);
    b.cover_eq(z, 1);
    // A parameter in memory and what a function returns.
    let f = b.function(int, &[int, int], |b, _, params| {
        b.e().address_of(params[0]);
        b.cover_eq(params[0], 1);
        b.cover_eq(params[1], 1);
        b.push(InstrKind::Return(Some(params[0])));
    });
    let r = b.local(int);
    b.call(Some(r), f, &[z, one]);
    b.cover_eq(r, 1);
    b.set(r, 1);
    b.cover_eq(r, 1);
    b.halt();
    assert_eq!(certain(b, &[]), [false, false, false, true, false, true]);
}

#[test]
fn copies_keep_doubt_and_writes_end_it() {
    let mut b = Builder::new();
    let int = b.int();
    let x = arbitrary(&mut b);
    let four = b.program.types.intern(Type::Array { elem: int, len: Some(4) });
    let (a, c) = (b.local(four), b.local(four));
    let at = |b: &mut Builder, array: ExprId, i: i128| {
        let index = b.c(i);
        b.e().index(array, index)
    };
    let (a0, a1, c0, c1, c2) = (at(&mut b, a, 0), at(&mut b, a, 1), at(&mut b, c, 0), at(&mut b, c, 1), at(&mut b, c, 2));
    b.assign(a0, x);
    b.set(a1, 0);
    b.assign(c, a);
    b.cover_eq(c0, 0);
    b.cover_eq(c1, 0);
    b.cover_eq(c2, 0);
    b.set(c0, 0);
    b.cover_eq(c0, 0);
    b.halt();
    assert_eq!(certain(b, &[]), [false, true, false, true]);
}

#[test]
fn nothing_is_certain_behind_a_decision_and_the_first_certain_visit_counts() {
    let mut b = Builder::new();
    let int = b.int();
    let (n, x) = (b.local(int), arbitrary(&mut b));
    // The goal's own condition decides nothing.
    b.cover_eq(x, 0);
    b.input(n);
    b.cover_eq(n, 3);
    let zero = b.c(0);
    let guard = b.e().binary(BinOp::Ne, x, zero);
    let target = InstrId::new(b.body.len() + 1);
    b.push(InstrKind::Goto { guard, target, branch: None });
    b.cover_eq(n, 3);
    b.halt();
    assert_eq!(certain(b, &[3]), [false, true, false]);
}

/// Jumps over the next instruction if the value is not zero.
fn skip_if(b: &mut Builder, x: ExprId) {
    let zero = b.c(0);
    let guard = b.e().binary(BinOp::Ne, x, zero);
    let target = InstrId::new(b.body.len() + 2);
    b.push(InstrKind::Goto { guard, target, branch: None });
}

#[test]
fn what_lies_on_all_ways_is_certain() {
    let mut b = Builder::new();
    let int = b.int();
    let (n, y, x) = (b.local(int), b.local(int), arbitrary(&mut b));
    b.input(n);
    b.set(y, 1);
    skip_if(&mut b, x);
    b.set(y, 2);
    // Both ways come here, with another value each.
    b.cover_eq(n, 3);
    b.cover_eq(y, 2);
    skip_if(&mut b, x);
    b.cover_eq(n, 3);
    b.cover_eq(n, 3);
    b.halt();
    assert_eq!(certain_on_all_ways(b, &[3]), [true, false, false, true]);
}

#[test]
fn ways_read_the_same_inputs() {
    let mut b = Builder::new();
    let int = b.int();
    let (n, m, x) = (b.local(int), b.local(int), arbitrary(&mut b));
    skip_if(&mut b, x);
    b.input(n);
    b.input(m);
    // One way reads the first value, the other one the second.
    b.cover_eq(m, 4);
    b.halt();
    assert_eq!(certain_on_all_ways(b, &[3, 4]), [false]);
}
