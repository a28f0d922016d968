//! Control, calls, limits, indeterminate values.

use super::super::{Compiled, Limits, Machine, Outcome};
use super::builder::{Builder, Inputs, LIMITS, run_with};
use crate::*;

#[test]
fn loops_goals_inputs() {
    let mut b = Builder::new();
    let int = b.int();
    let (n, i, sum) = (b.local(int), b.local(int), b.local(int));
    b.input(n);
    b.set(i, 0);
    b.set(sum, 0);
    let head = b.body.next_id();
    let more = b.e().binary(BinOp::Lt, i, n);
    let stop = b.e().not(more);
    let exit = InstrId::new(head.index() + 4);
    b.push(InstrKind::Goto { guard: stop, target: exit, branch: None });
    let next = b.e().binary(BinOp::Add, sum, i);
    b.assign(sum, next);
    let one = b.c(1);
    let next = b.e().binary(BinOp::Add, i, one);
    b.assign(i, next);
    let always = b.e().truth(true);
    b.push(InstrKind::Goto { guard: always, target: head, branch: None });
    let (hit, miss) = (b.cover_eq(sum, 45), b.cover_eq(sum, 44));
    b.input(n);
    let late = b.cover_eq(n, 7);
    b.input(n);
    b.halt();
    let run = b.run(&[10, 7]);
    assert_eq!(run.outcome, Outcome::InputsExhausted);
    assert_eq!(run.goals.iter().collect::<Vec<_>>(), [hit, late]);
    assert_eq!(run.first_reached, [Some(1), None, Some(2)]);
    assert_eq!((hit.index(), miss.index(), late.index()), (0, 1, 2));
    assert_eq!(run.inputs.iter().map(|(_, v)| v.signed()).collect::<Vec<_>>(), [10, 7]);
    assert!(!run.indeterminate);
    assert!((40..60).contains(&run.steps), "{}", run.steps);
}

#[test]
fn assumptions_and_assertions() {
    let mut b = Builder::new();
    let int = b.int();
    let x = b.global(int);
    let property = Property { name: "p".into(), class: PropertyClass::Assertion, function: b.function, loc: b.loc, text: String::new() };
    let property = b.program.properties.push(property);
    b.input(x);
    let one = b.c(1);
    let cond = b.e().binary(BinOp::Eq, x, one);
    b.push(InstrKind::Assert { cond, property });
    b.push(InstrKind::Assume(cond));
    b.halt();
    let program = b.finish();
    let run = run_with(&program, &[2], &mut ());
    assert_eq!((run.outcome, run.violations, run.violated_at), (Outcome::AssumptionFailed, vec![property], vec![1]));
    let run = run_with(&program, &[1], &mut ());
    assert_eq!((run.outcome, run.violations), (Outcome::Exit, vec![]));
}

#[test]
fn indeterminate_values() {
    // (what is read, whether it tells)
    let case = |write: bool, take_address: bool, jump_around: bool| {
        let mut b = Builder::new();
        let int = b.int();
        let symbol = b.symbol(int, Storage::Local(b.function));
        let x = b.e().var(symbol, int);
        if take_address {
            b.e().address_of(x);
        }
        if !jump_around {
            b.push(InstrKind::Decl(symbol));
        }
        if write {
            b.set(x, 0);
        }
        b.cover_eq(x, 0);
        b.halt();
        let run = b.run(&[]);
        assert_eq!((run.outcome, run.goals.len()), (Outcome::Exit, 1));
        run.indeterminate
    };
    for take_address in [false, true] {
        assert!(case(false, take_address, false));
        assert!(case(false, take_address, true));
        assert!(!case(true, take_address, false));
        assert!(!case(true, take_address, true));
    }
    let mut b = Builder::new();
    let int = b.int();
    let x = b.global(int);
    b.set(x, 3);
    b.push(InstrKind::havoc(x));
    b.cover_eq(x, 0);
    b.halt();
    let run = b.run(&[]);
    assert_eq!((run.goals.len(), run.indeterminate), (1, true));
}

#[test]
fn a_variable_written_on_one_path_only() {
    let mut b = Builder::new();
    let int = b.int();
    let (n, x) = (b.local(int), b.local(int));
    b.input(n);
    let zero = b.c(0);
    let guard = b.e().binary(BinOp::Eq, n, zero);
    let target = InstrId::new(b.body.len() + 2);
    b.push(InstrKind::Goto { guard, target, branch: None });
    b.set(x, 4);
    b.cover_eq(x, 4);
    b.halt();
    let program = b.finish();
    assert!(!run_with(&program, &[1], &mut ()).indeterminate);
    assert!(run_with(&program, &[0], &mut ()).indeterminate);
}

#[test]
fn calls_through_pointers() {
    let mut b = Builder::new();
    let int = b.int();
    let f = b.function(int, &[int, int], |b, _, params| {
        let difference = b.e().binary(BinOp::Sub, params[0], params[1]);
        b.push(InstrKind::Return(Some(difference)));
    });
    let ty = b.program.functions[f].ty;
    let pointer = b.program.types.pointer(ty);
    let address = b.e().exprs.intern(ExprKind::FunctionAddress(f), pointer);
    let (p, r) = (b.local(pointer), b.local(int));
    b.assign(p, address);
    let (seven, two) = (b.c(7), b.c(2));
    for (args, expected) in [(vec![seven, two, two], 5), (vec![seven], 7)] {
        b.push(InstrKind::Call { result: Some(r), callee: Callee::Indirect(p), args });
        b.cover_eq(r, expected);
    }
    let missing = b.program.functions.push(Function { body: None, params: vec![], ..b.program.functions[f].clone() });
    b.call(Some(r), missing, &[seven]);
    b.cover_eq(r, 0);
    let (text, eight) = (b.program.types.int(64, true), b.c(8));
    let moved = b.e().cast(p, text);
    let eight = b.e().cast(eight, text);
    let moved = b.e().binary(BinOp::Add, moved, eight);
    let moved = b.e().cast(moved, pointer);
    b.push(InstrKind::Call { result: None, callee: Callee::Indirect(moved), args: vec![] });
    b.halt();
    let run = b.run(&[]);
    assert!(matches!(&run.outcome, Outcome::Crash { reason, .. } if reason.contains("function")), "{:?}", run.outcome);
    assert_eq!((run.goals.len(), run.indeterminate), (3, true));
}

#[test]
fn deep_recursion_is_no_danger() {
    let depth_reached = |limit: u32| {
        let mut b = Builder::new();
        let int = b.int();
        let void = b.program.types.void();
        let f = b.function(void, &[int], |b, id, params| {
            let (zero, one) = (b.c(0), b.c(1));
            let guard = b.e().binary(BinOp::Eq, params[0], zero);
            b.push(InstrKind::Goto { guard, target: InstrId::new(2), branch: None });
            let less = b.e().binary(BinOp::Sub, params[0], one);
            b.call(None, id, &[less]);
            b.push(InstrKind::Return(None));
        });
        let n = b.c(500_000);
        b.call(None, f, &[n]);
        b.halt();
        let program = b.finish();
        let limits = Limits { depth: limit, ..LIMITS };
        Compiled::new(&program).run(&mut Inputs(vec![]), &limits).outcome
    };
    assert_eq!(depth_reached(1_000_000), Outcome::Exit);
    assert_eq!(depth_reached(1000), Outcome::StackOverflow);
}

#[test]
fn deep_expressions_are_no_danger() {
    let mut b = Builder::new();
    let int = b.int();
    let x = b.global(int);
    b.set(x, 1);
    let (mut left, mut right) = (x, x);
    for _ in 0..20_000 {
        left = b.e().binary(BinOp::Add, left, x);
        right = b.e().binary(BinOp::Sub, x, right);
    }
    b.cover_eq(left, 20_001);
    b.cover_eq(right, 1);
    b.halt();
    assert_eq!(b.run(&[]).goals.len(), 2);
}

#[test]
fn limits_end_runs() {
    let mut b = Builder::new();
    let always = b.e().truth(true);
    b.push(InstrKind::Goto { guard: always, target: InstrId::new(0), branch: None });
    let program = b.finish();
    let compiled = Compiled::new(&program);
    let run = compiled.run(&mut Inputs(vec![]), &LIMITS);
    assert_eq!((run.outcome, run.steps), (Outcome::StepLimit, LIMITS.steps + 1));
    assert_eq!(compiled.run(&mut Inputs(vec![]), &Limits { stop: &|| true, ..LIMITS }).outcome, Outcome::Stopped);

    let mut b = Builder::new();
    let (byte, size) = (b.program.types.int(8, false), b.program.types.size());
    let pointer = b.program.types.pointer(byte);
    let p = b.local(pointer);
    let huge = b.e().constant(size, 1 << 40);
    b.push(InstrKind::Allocate { result: p, size: huge, kind: AllocKind::Heap, zeroed: false });
    b.halt();
    assert_eq!(b.run(&[]).outcome, Outcome::MemoryLimit);
}

#[test]
fn stack_allocations_end_with_the_call() {
    let mut b = Builder::new();
    let (byte, size) = (b.program.types.int(8, false), b.program.types.size());
    let pointer = b.program.types.pointer(byte);
    let f = b.function(pointer, &[], |b, _, _| {
        let p = b.local(pointer);
        let n = b.e().constant(size, 10);
        b.push(InstrKind::Allocate { result: p, size: n, kind: AllocKind::Stack, zeroed: false });
        let place = b.e().deref(p);
        b.set(place, 1);
        b.push(InstrKind::Return(Some(p)));
    });
    let p = b.local(pointer);
    b.call(Some(p), f, &[]);
    let place = b.e().deref(p);
    b.set(place, 1);
    b.halt();
    assert!(b.crash().contains("not inside of a live object"));
}

#[test]
fn runs_do_not_see_each_other() {
    let mut b = Builder::new();
    let int = b.int();
    let ty = b.program.types.array(int, Some(3));
    let (x, a, one) = (b.global(int), b.global(ty), b.c(1));
    let element = b.e().index(a, one);
    for place in [x, element] {
        b.cover_eq(place, 1);
        let next = b.e().binary(BinOp::Add, place, one);
        b.assign(place, next);
    }
    b.halt();
    let program = b.finish();
    let compiled = Compiled::new(&program);
    let mut machine = Machine::new(&compiled);
    for _ in 0..3 {
        assert_eq!(machine.run(&mut Inputs(vec![]), &LIMITS).goals.len(), 0);
    }
    assert_eq!(machine.run(&mut Inputs(vec![]), &Limits { memory: 10, ..LIMITS }).outcome, Outcome::MemoryLimit);
}

#[test]
fn wide_values_in_memory_and_calls() {
    let mut b = Builder::new();
    let (wide, float) = (b.program.types.int(128, true), b.program.types.intern(Type::Float(FloatKind::Extended)));
    let f = b.function(wide, &[wide, float], |b, _, params| {
        let cast = b.e().cast(params[1], wide);
        let product = b.e().binary(BinOp::Mul, params[0], cast);
        b.push(InstrKind::Return(Some(product)));
    });
    let (x, y, r) = (b.local(wide), b.local(float), b.local(wide));
    // In memory because their addresses are taken.
    b.e().address_of(x);
    b.e().address_of(y);
    b.set(x, -(1 << 100));
    let three = b.c(3);
    let three = b.e().cast(three, float);
    b.assign(y, three);
    b.call(Some(r), f, &[x, y]);
    b.cover_eq(r, -3 << 100);
    let zero = b.e().constant(wide, 0);
    let negative = b.e().binary(BinOp::Lt, r, zero);
    b.cover(negative);
    b.halt();
    let run = b.run(&[]);
    assert_eq!((run.outcome, run.goals.len(), run.indeterminate), (Outcome::Exit, 2, false));
}

#[test]
fn pointers_of_32_bits_wrap() {
    let mut b = Builder::with_model(DataModel::Ilp32);
    let int = b.int();
    let ty = b.program.types.array(int, Some(3));
    let (pointer, unsigned) = (b.program.types.pointer(int), b.program.types.int(32, false));
    let (a, p, two, minus) = (b.global(ty), b.local(pointer), b.c(2), b.c(-1));
    let third = b.e().index(a, two);
    b.set(third, 6);
    let address = b.e().address_of(third);
    b.assign(p, address);
    let back = b.e().binary(BinOp::PtrAdd, p, minus);
    let place = b.e().deref(back);
    b.set(place, 5);
    let one = b.c(1);
    let second = b.e().index(a, one);
    b.cover_eq(second, 5);
    let distance = b.e().binary(BinOp::PtrDiff, back, p);
    b.cover_eq(distance, -1);
    let bits = b.e().cast(p, unsigned);
    let back = b.e().cast(bits, pointer);
    let place = b.e().deref(back);
    b.cover_eq(place, 6);
    b.halt();
    let run = b.run(&[]);
    assert_eq!((run.outcome, run.goals.len()), (Outcome::Exit, 3));
}

#[test]
fn what_has_no_meaning_is_told() {
    let mut b = Builder::new();
    b.push(InstrKind::Unsupported("asm".into()));
    assert!(matches!(b.run(&[]).outcome, Outcome::Unsupported { reason, loc } if reason == "asm" && loc.line == 2));
}

#[test]
fn bodies_that_are_not_valid_do_no_harm() {
    assert_eq!(Builder::new().run(&[]).outcome, Outcome::Exit);
    let mut b = Builder::new();
    let always = b.e().truth(true);
    b.push(InstrKind::Goto { guard: always, target: InstrId::new(9), branch: None });
    assert!(matches!(b.run(&[]).outcome, Outcome::Unsupported { .. }));
}
