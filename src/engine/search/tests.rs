//! The search on small programs built by hand.

use super::*;
use goto::*;

/// A program that reads inputs of the given types into variables and then runs `body`, which makes goals.
pub(super) fn program(inputs: &[Type], body: impl FnOnce(&mut Program, &[ExprId], &mut Vec<InstrKind>)) -> Program {
    let mut types = TypeTable::new(DataModel::Lp64);
    let void = types.void();
    let ty = types.intern(Type::Function { ret: void, params: vec![], variadic: false });
    let mut files = IdVec::new();
    let loc = Location { file: files.push("a.c".to_owned()), line: 1, column: 1 };
    let mut functions = IdVec::new();
    let start = functions.push(Function { name: "start".into(), ty, params: vec![], body: None, loc, noreturn: false, model: true });
    let mut p = Program {
        types,
        exprs: ExprPool::new(),
        files,
        symbols: IdVec::new(),
        functions,
        branches: IdVec::new(),
        inputs: IdVec::new(),
        goals: IdVec::new(),
        properties: IdVec::new(),
        start,
        rounding: None,
        aligned: Default::default(),
        constants: Default::default(),
        thread_local: Default::default(),
        lent: Vec::new(),
        stubs: Default::default(),
        unreached: Default::default(),
    };
    let (mut vars, mut kinds) = (Vec::new(), Vec::new());
    for input in inputs {
        let ty = p.types.intern(input.clone());
        let symbol = p.symbols.push(Symbol { name: "v".into(), ty, storage: Storage::Local(start), loc });
        let lhs = p.build().var(symbol, ty);
        let input = p.inputs.push(InputKind { function: "nondet".into(), type_name: "int".into(), ty, origin: InputOrigin::Call });
        kinds.push(InstrKind::Input { lhs, input });
        vars.push(lhs);
    }
    body(&mut p, &vars, &mut kinds);
    kinds.push(InstrKind::Halt(HaltKind::Exit));
    let mut code = Body::new();
    for kind in kinds {
        code.push(Instruction { kind, loc });
    }
    p.functions[start].body = Some(code);
    p
}

fn cover(p: &mut Program, cond: ExprId, kinds: &mut Vec<InstrKind>) {
    let goal = Goal { name: "g".into(), kind: GoalKind::Branch, function: p.start, loc: p.functions[p.start].loc, text: String::new() };
    let goal = p.goals.push(goal);
    kinds.push(InstrKind::Cover { goal, cond });
}

pub(super) const INT: Type = Type::Int { bits: 32, signed: true };

/// The goals that so many steps reach.
fn reached(program: &Program, steps: usize) -> usize {
    let compiled = Compiled::new(program);
    let mut search = Search::new(program, &compiled, 0);
    let mut goals = vec![false; program.goals.len()];
    for _ in 0..steps {
        if let Some(run) = search.step(&Stop::new(None)) {
            run.goals.iter().for_each(|g| goals[g.index()] = true);
        }
    }
    goals.iter().filter(|g| **g).count()
}

#[test]
fn constants_of_the_program() {
    let p = program(&[INT, INT], |p, v, kinds| {
        for (var, value) in [(v[0], 0), (v[0], 123_456_789), (v[1], -77_777)] {
            let ty = p.exprs.ty(var);
            let c = p.build().constant(ty, value);
            let (eq, less) = (p.build().binary(BinOp::Eq, var, c), p.build().binary(BinOp::Lt, var, c));
            cover(p, eq, kinds);
            cover(p, less, kinds);
        }
    });
    assert_eq!(reached(&p, 200), 6);
}

#[test]
fn distances_of_comparisons() {
    // x + 1000003 == 2 * y + 5 is met by a step along the distance.
    let p = program(&[INT, INT], |p, v, kinds| {
        let int = p.types.int(32, true);
        let (big, two, five) = (p.build().constant(int, 1_000_003), p.build().constant(int, 2), p.build().constant(int, 5));
        let left = p.build().binary(BinOp::Add, v[0], big);
        let right = p.build().binary(BinOp::Mul, v[1], two);
        let right = p.build().binary(BinOp::Add, right, five);
        let cond = p.build().binary(BinOp::Eq, left, right);
        cover(p, cond, kinds);
    });
    assert_eq!(reached(&p, 300), 1);
}

#[test]
fn floats() {
    let double = Type::Float(FloatKind::Double);
    let p = program(&[double], |p, v, kinds| {
        let ty = p.exprs.ty(v[0]);
        let c = p.exprs.intern(ExprKind::Const(Bits::new(64, u128::from(1234.5f64.to_bits()))), ty);
        for (op, a, b) in [(BinOp::Eq, v[0], c), (BinOp::Lt, v[0], c), (BinOp::Lt, c, v[0]), (BinOp::Ne, v[0], v[0])] {
            let cond = p.build().binary(op, a, b);
            cover(p, cond, kinds);
        }
    });
    assert_eq!(reached(&p, 500), 4);
}

#[test]
fn a_lock_of_many_digits() {
    // Every digit that fits leads to another block.
    let p = program(&[INT; 6], |p, v, kinds| {
        let end = InstrId::new(kinds.len() + 7);
        for (i, &var) in v.iter().enumerate() {
            let ty = p.exprs.ty(var);
            let c = p.build().constant(ty, 40 + 7 * i as i128);
            let guard = p.build().binary(BinOp::Ne, var, c);
            kinds.push(InstrKind::Goto { guard, target: end, branch: None });
        }
        let cond = p.build().truth(true);
        cover(p, cond, kinds);
    });
    assert_eq!(reached(&p, 2000), 1);
}

#[test]
fn the_same_seed_gives_the_same_runs() {
    let p = program(&[INT, INT], |p, v, kinds| {
        for n in 0..50 {
            let ty = p.exprs.ty(v[0]);
            let c = p.build().constant(ty, n * n * n);
            let cond = p.build().binary(BinOp::Lt, v[n as usize % 2], c);
            cover(p, cond, kinds);
        }
    });
    let compiled = Compiled::new(&p);
    let runs = |seed| {
        let mut search = Search::new(&p, &compiled, seed);
        (0..500).filter_map(|_| search.step(&Stop::new(None))).map(|r| r.inputs).collect::<Vec<_>>()
    };
    assert_eq!(runs(3), runs(3));
}

#[test]
fn without_inputs_one_run_is_enough() {
    let p = program(&[], |p, _, kinds| {
        let cond = p.build().truth(true);
        cover(p, cond, kinds);
    });
    let compiled = Compiled::new(&p);
    let mut search = Search::new(&p, &compiled, 0);
    let stop = Stop::new(None);
    assert!(search.step(&stop).is_some());
    assert!(!search.may_go_on() && search.step(&stop).is_none());
}

/// Puts `guard` before a jump behind all that follows, so that the rest runs only where it is false. The target is the program's end, `behind` instructions on.
fn leave_if(kinds: &mut Vec<InstrKind>, guard: ExprId, behind: usize) {
    let target = InstrId::new(kinds.len() + 1 + behind);
    kinds.push(InstrKind::Goto { guard, target, branch: None });
}

fn constant(p: &mut Program, like: ExprId, value: i128) -> ExprId {
    let ty = p.exprs.ty(like);
    p.build().constant(ty, value)
}

#[test]
fn an_input_that_is_scaled() {
    // 1000 * x - 77 == 123456923 is one division away.
    let p = program(&[INT], |p, v, kinds| {
        let (scale, off, sum) = (constant(p, v[0], 1000), constant(p, v[0], -77), constant(p, v[0], 123_456_923));
        let left = p.build().binary(BinOp::Mul, v[0], scale);
        let left = p.build().binary(BinOp::Add, left, off);
        let cond = p.build().binary(BinOp::Eq, left, sum);
        cover(p, cond, kinds);
    });
    assert_eq!(reached(&p, 300), 1);
}

#[test]
fn products_that_wrap_around() {
    let p = program(&[Type::Int { bits: 32, signed: false }], |p, v, kinds| {
        let (factor, hash) = (constant(p, v[0], 2_654_435_761), constant(p, v[0], 0x1234_5678));
        let left = p.build().binary(BinOp::Mul, v[0], factor);
        let cond = p.build().binary(BinOp::Eq, left, hash);
        cover(p, cond, kinds);
    });
    assert_eq!(reached(&p, 300), 1);
}

#[test]
fn a_sum_of_inputs_in_a_narrow_window() {
    // Nothing of this is a constant that an input equals: 3 * x + y in 7654321..7654323, and x > 100000.
    let p = program(&[INT, INT], |p, v, kinds| {
        let (three, low, high, least) = (constant(p, v[0], 3), constant(p, v[0], 7_654_321), constant(p, v[0], 7_654_323), constant(p, v[0], 100_000));
        let sum = p.build().binary(BinOp::Mul, v[0], three);
        let sum = p.build().binary(BinOp::Add, sum, v[1]);
        for guard in [p.build().binary(BinOp::Le, v[0], least), p.build().binary(BinOp::Lt, sum, low), p.build().binary(BinOp::Lt, high, sum)] {
            let behind = 3 - kinds.iter().filter(|k| matches!(k, InstrKind::Goto { .. })).count();
            leave_if(kinds, guard, behind);
        }
        let cond = p.build().truth(true);
        cover(p, cond, kinds);
    });
    assert_eq!(reached(&p, 1000), 1);
}

#[test]
fn roots_of_a_polynomial() {
    let p = program(&[Type::Float(FloatKind::Double)], |p, v, kinds| {
        let ty = p.exprs.ty(v[0]);
        let number = |p: &mut Program, n: f64| p.exprs.intern(ExprKind::Const(Bits::new(64, u128::from(n.to_bits()))), ty);
        let (low, high) = (number(p, 1_234.567_89), number(p, 1_234.567_891));
        let square = p.build().binary(BinOp::Mul, v[0], v[0]);
        let cube = p.build().binary(BinOp::Mul, square, v[0]);
        let value = p.build().binary(BinOp::Add, cube, v[0]);
        let guard = p.build().binary(BinOp::Lt, value, low);
        leave_if(kinds, guard, 1);
        let cond = p.build().binary(BinOp::Lt, value, high);
        cover(p, cond, kinds);
    });
    assert_eq!(reached(&p, 2000), 1);
}

/// A program that reads inputs in a loop, adds to a sum what `added` makes of each, and leaves the loop where `leaves` says; then come goals.
fn reading_loop(
    added: impl FnOnce(&mut Program, ExprId) -> ExprId,
    leaves: impl FnOnce(&mut Program, ExprId, ExprId) -> ExprId,
    goal: impl FnOnce(&mut Program, ExprId) -> ExprId,
) -> Program {
    program(&[INT], |p, v, kinds| {
        let loc = p.functions[p.start].loc;
        let ty = p.exprs.ty(v[0]);
        let sum = p.symbols.push(Symbol { name: "sum".into(), ty, storage: Storage::Local(p.start), loc });
        let sum = p.build().var(sum, ty);
        let zero = p.build().constant(ty, 0);
        kinds.push(InstrKind::Assign { lhs: sum, rhs: zero });
        let head = InstrId::new(kinds.len());
        kinds.push(InstrKind::Input { lhs: v[0], input: InputId::new(0) });
        let more = added(p, v[0]);
        let next = p.build().binary(BinOp::Add, sum, more);
        kinds.push(InstrKind::Assign { lhs: sum, rhs: next });
        let guard = leaves(p, v[0], sum);
        let target = InstrId::new(kinds.len() + 2);
        kinds.push(InstrKind::Goto { guard, target, branch: None });
        let always = p.build().truth(true);
        kinds.push(InstrKind::Goto { guard: always, target: head, branch: None });
        let cond = goal(p, sum);
        cover(p, cond, kinds);
    })
}

#[test]
fn behind_a_loop_that_reads_many_inputs() {
    let p = reading_loop(
        |p, input| constant(p, input, 1),
        |p, input, sum| {
            let many = constant(p, input, 20_000);
            p.build().binary(BinOp::Eq, sum, many)
        },
        |p, _| p.build().truth(true),
    );
    assert_eq!(reached(&p, 400), 1);
    // Lists of so many inputs must not fill the memory.
    let compiled = Compiled::new(&p);
    let mut search = Search::new(&p, &compiled, 1);
    let stop = Stop::new(None);
    for _ in 0..1000 {
        search.step(&stop);
        assert!(search.candidates.iter().map(Vec::len).sum::<usize>() <= INPUTS_OF_CANDIDATES);
        assert!(search.stretches.iter().map(|request| request.inputs.len()).sum::<usize>() <= STRETCHES * budget::search::MOST_INPUTS);
    }
}

#[test]
fn a_block_of_inputs_that_must_come_often() {
    // The sum counts inputs that are 5; a zero ends the loop.
    let p = reading_loop(
        |p, input| {
            let five = constant(p, input, 5);
            let is = p.build().binary(BinOp::Eq, input, five);
            let ty = p.exprs.ty(input);
            p.build().cast(is, ty)
        },
        |p, input, _| {
            let zero = constant(p, input, 0);
            p.build().binary(BinOp::Eq, input, zero)
        },
        |p, sum| {
            let often = constant(p, sum, 41);
            p.build().binary(BinOp::Eq, sum, often)
        },
    );
    assert_eq!(reached(&p, 5000), 1);
}

#[test]
fn what_others_found_is_a_start() {
    // Nobody guesses the first input, but from there the second is near.
    let p = program(&[INT, INT], |p, v, kinds| {
        let (factor, mask) = (constant(p, v[0], 77), constant(p, v[0], 0x5555_5555));
        let product = p.build().binary(BinOp::Mul, v[0], v[0]);
        let product = p.build().binary(BinOp::Mul, product, factor);
        let rest = p.build().binary(BinOp::BitAnd, product, mask);
        let expected = constant(p, v[0], (77 * 31_337 * 31_337i128) & 0x5555_5555);
        let guard = p.build().binary(BinOp::Ne, rest, expected);
        leave_if(kinds, guard, 1);
        let third = constant(p, v[0], 424_243);
        let cond = p.build().binary(BinOp::Eq, v[1], third);
        cover(p, cond, kinds);
    });
    let compiled = Compiled::new(&p);
    let mut search = Search::new(&p, &compiled, 0);
    let value = |n| (InputId::new(0), Bits::from_signed(32, n));
    search.suggest(&[value(31_337), value(0)]);
    let stop = Stop::new(None);
    assert!((0..50).any(|_| search.step(&stop).is_some_and(|run| run.goals.contains(GoalId::new(0)))));
}

#[test]
fn what_is_settled_is_no_longer_given() {
    let p = program(&[INT], |p, v, kinds| {
        let zero = constant(p, v[0], 0);
        let cond = p.build().binary(BinOp::Eq, v[0], zero);
        cover(p, cond, kinds);
    });
    let compiled = Compiled::new(&p);
    let mut search = Search::new(&p, &compiled, 0);
    search.settle(|_| false, |_| false);
    let stop = Stop::new(None);
    assert!((0..100).all(|_| search.step(&stop).is_none()));
}
