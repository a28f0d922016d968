//! The search on small programs built by hand.

use super::*;
use goto::*;

/// A program that reads inputs of the given types into variables and then runs `body`, which makes goals.
fn program(inputs: &[Type], body: impl FnOnce(&mut Program, &[ExprId], &mut Vec<InstrKind>)) -> Program {
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
    };
    let (mut vars, mut kinds) = (Vec::new(), Vec::new());
    for input in inputs {
        let ty = p.types.intern(input.clone());
        let symbol = p.symbols.push(Symbol { name: "v".into(), ty, storage: Storage::Local(start), loc });
        let lhs = p.build().var(symbol, ty);
        let input = p.inputs.push(InputKind { function: "nondet".into(), type_name: "int".into(), ty });
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

const INT: Type = Type::Int { bits: 32, signed: true };

/// The goals that so many steps reach.
fn reached(program: &Program, steps: usize) -> usize {
    let compiled = Compiled::new(program);
    let mut search = Search::new(program, &compiled, 0);
    let mut goals = vec![false; program.goals.len()];
    for _ in 0..steps {
        if let Some(run) = search.step(&Stop::new(None)) {
            run.goals.iter_ones().for_each(|g| goals[g] = true);
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
