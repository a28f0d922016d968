//! Programs built by hand, one for each rule of the semantics.

use super::value::{self, Fault, Scalar};
use super::{Compiled, InputSource, Limits, Machine, Observer, Outcome, Run};
use crate::*;
use proptest::prelude::*;

/// A program with one function after the start function, under construction.
struct Builder {
    program: Program,
    body: Body,
    function: FuncId,
    loc: Location,
}

impl Builder {
    fn new() -> Self {
        Self::with_model(DataModel::Lp64)
    }

    fn with_model(model: DataModel) -> Self {
        let mut types = TypeTable::new(model);
        let void = types.void();
        let ty = types.intern(Type::Function { ret: void, params: vec![], variadic: false });
        let mut files = IdVec::new();
        let loc = Location { file: files.push("a.c".to_owned()), line: 1, column: 1 };
        let mut functions = IdVec::new();
        let start = Function { name: "start".into(), ty, params: vec![], body: None, loc, noreturn: false, model: true };
        let function = functions.push(start);
        let program = Program {
            types,
            exprs: ExprPool::new(),
            files,
            symbols: IdVec::new(),
            functions,
            branches: IdVec::new(),
            inputs: IdVec::new(),
            goals: IdVec::new(),
            properties: IdVec::new(),
            start: function,
        };
        Self { program, body: Body::new(), function, loc }
    }

    fn e(&mut self) -> ExprBuilder<'_> {
        self.program.build()
    }

    fn int(&mut self) -> TypeId {
        self.program.types.int(32, true)
    }

    fn symbol(&mut self, ty: TypeId, storage: Storage) -> SymbolId {
        self.program.symbols.push(Symbol { name: "v".into(), ty, storage, loc: self.loc })
    }

    /// A local variable of the function under construction, declared.
    fn local(&mut self, ty: TypeId) -> ExprId {
        let symbol = self.symbol(ty, Storage::Local(self.function));
        self.push(InstrKind::Decl(symbol));
        self.e().var(symbol, ty)
    }

    fn global(&mut self, ty: TypeId) -> ExprId {
        let symbol = self.symbol(ty, Storage::Static);
        self.e().var(symbol, ty)
    }

    fn symbol_of(&self, var: ExprId) -> SymbolId {
        let ExprKind::Var(symbol) = self.program.exprs.kind(var) else { panic!("no variable") };
        symbol
    }

    fn c(&mut self, value: i128) -> ExprId {
        let ty = self.int();
        self.e().constant(ty, value)
    }

    fn push(&mut self, kind: InstrKind) -> InstrId {
        self.loc.line += 1;
        self.body.push(Instruction { kind, loc: self.loc })
    }

    fn assign(&mut self, lhs: ExprId, rhs: ExprId) {
        self.push(InstrKind::Assign { lhs, rhs });
    }

    fn set(&mut self, lhs: ExprId, value: i128) {
        let ty = self.program.exprs.ty(lhs);
        let rhs = self.e().constant(ty, value);
        self.assign(lhs, rhs);
    }

    fn cover(&mut self, cond: ExprId) -> GoalId {
        let goal = Goal { name: "g".into(), kind: GoalKind::Branch, function: self.function, loc: self.loc, text: String::new() };
        let goal = self.program.goals.push(goal);
        self.push(InstrKind::Cover { goal, cond });
        goal
    }

    fn cover_eq(&mut self, a: ExprId, value: i128) -> GoalId {
        let ty = self.program.exprs.ty(a);
        let b = self.e().constant(ty, value);
        let cond = self.e().binary(BinOp::Eq, a, b);
        self.cover(cond)
    }

    fn input(&mut self, lhs: ExprId) {
        let ty = self.program.exprs.ty(lhs);
        let input = self.program.inputs.push(InputKind { function: "nondet".into(), type_name: "int".into(), ty });
        self.push(InstrKind::Input { lhs, input });
    }

    fn halt(&mut self) {
        self.push(InstrKind::Halt(HaltKind::Exit));
    }

    /// Defines another function; `build` gets the parameters.
    fn function(&mut self, ret: TypeId, params: &[TypeId], build: impl FnOnce(&mut Self, FuncId, &[ExprId])) -> FuncId {
        let ty = self.program.types.intern(Type::Function { ret, params: params.to_vec(), variadic: false });
        let id = self.program.functions.next_id();
        self.program.functions.push(Function { name: format!("f{id}"), ty, params: vec![], body: None, loc: self.loc, noreturn: false, model: false });
        let symbols: Vec<SymbolId> = params.iter().map(|&ty| self.symbol(ty, Storage::Parameter(id))).collect();
        self.program.functions[id].params = symbols.iter().map(|&symbol| Parameter { symbol, writable: false }).collect();
        let vars: Vec<ExprId> = symbols.iter().zip(params).map(|(&s, &ty)| self.e().var(s, ty)).collect();
        let (outer_body, outer_function) = (std::mem::take(&mut self.body), std::mem::replace(&mut self.function, id));
        build(self, id, &vars);
        self.program.functions[id].body = Some(std::mem::replace(&mut self.body, outer_body));
        self.function = outer_function;
        id
    }

    fn call(&mut self, result: Option<ExprId>, function: FuncId, args: &[ExprId]) {
        self.push(InstrKind::Call { result, callee: Callee::Direct(function), args: args.to_vec() });
    }

    fn finish(mut self) -> Program {
        self.program.functions[self.program.start].body = Some(self.body);
        self.program
    }

    fn run(self, inputs: &[i128]) -> Run {
        let program = self.finish();
        run_with(&program, inputs, &mut ())
    }

    fn crash(self) -> String {
        match self.run(&[]).outcome {
            Outcome::Crash { reason, loc } => format!("{}: {reason}", loc.line),
            other => panic!("{other:?}"),
        }
    }
}

struct Inputs(Vec<i128>);

impl InputSource for Inputs {
    fn next(&mut self, _: InputId, _: TypeId, width: u16) -> Option<Bits> {
        if self.0.is_empty() {
            return None;
        }
        Some(Bits::from_signed(width, self.0.remove(0)))
    }
}

const STOP: &dyn Fn() -> bool = &|| false;
const LIMITS: Limits<'static> = Limits { steps: 10_000_000, memory: 1 << 30, depth: 100_000, stop: STOP };

fn run_with<O: Observer>(program: &Program, inputs: &[i128], observer: &mut O) -> Run {
    let compiled = Compiled::new(program);
    let mut machine = Machine::new(&compiled);
    machine.run_observed(&mut Inputs(inputs.to_vec()), &LIMITS, observer)
}

/// Remembers the last value assigned.
#[derive(Default)]
struct Last(Option<Bits>);

impl Observer for Last {
    fn assigned(&mut self, _: FuncId, _: InstrId, value: Bits) {
        self.0 = Some(value);
    }
}

/// Runs the program, then evaluates an expression.
fn evaluate(mut b: Builder, e: ExprId) -> Result<Bits, Outcome> {
    let ty = b.program.exprs.ty(e);
    let out = b.global(ty);
    b.assign(out, e);
    b.halt();
    let mut last = Last::default();
    match run_with(&b.finish(), &[], &mut last).outcome {
        Outcome::Exit => Ok(last.0.expect("an assignment")),
        other => Err(other),
    }
}

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
    assert_eq!(run.goals.iter().map(|g| *g).collect::<Vec<_>>(), [true, false, true]);
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
fn accesses_outside_of_objects_crash() {
    let array = |index: i128| {
        let mut b = Builder::new();
        let int = b.int();
        let ty = b.program.types.array(int, Some(4));
        let (a, i) = (b.global(ty), b.local(int));
        b.set(i, index);
        let place = b.e().index(a, i);
        b.set(place, 1);
        b.halt();
        b.run(&[]).outcome
    };
    assert_eq!(array(3), Outcome::Exit);
    assert!(matches!(array(4), Outcome::Crash { .. }));
    assert!(matches!(array(-1), Outcome::Crash { .. }));

    let mut b = Builder::new();
    let int = b.int();
    let pointer = b.program.types.pointer(int);
    let null = b.e().constant(pointer, 0);
    let place = b.e().deref(null);
    b.set(place, 1);
    b.halt();
    assert_eq!(b.crash(), "2: null pointer is dereferenced");
}

#[test]
fn locals_die() {
    // The address of a callee's local, and of the former object of a variable that is declared again.
    for redeclare in [false, true] {
        let mut b = Builder::new();
        let int = b.int();
        let pointer = b.program.types.pointer(int);
        let p = b.global(pointer);
        let f = b.function(int, &[], |b, _, _| {
            let x = b.local(int);
            b.set(x, 5);
            let address = b.e().address_of(x);
            b.assign(p, address);
            let alias = b.e().deref(p);
            b.cover_eq(alias, 5);
            if redeclare {
                let symbol = b.symbol_of(x);
                b.push(InstrKind::Decl(symbol));
                b.cover_eq(alias, 5);
            }
            b.push(InstrKind::Return(Some(alias)));
        });
        let r = b.local(int);
        b.call(Some(r), f, &[]);
        b.cover_eq(r, 5);
        let place = b.e().deref(p);
        b.set(place, 1);
        b.halt();
        let run = b.run(&[]);
        assert!(matches!(&run.outcome, Outcome::Crash { reason, .. } if reason.contains("not inside of a live object")), "{:?}", run.outcome);
        assert_eq!(run.goals.count_ones(), if redeclare { 1 } else { 2 });
    }
}

#[test]
fn heap_objects() {
    let mut b = Builder::new();
    let (int, size) = (b.int(), b.program.types.size());
    let pointer = b.program.types.pointer(int);
    let p = b.local(pointer);
    let eight = b.e().constant(size, 8);
    b.push(InstrKind::Allocate { result: p, size: eight, kind: AllocKind::Heap, zeroed: true });
    let one = b.e().constant(size, 1);
    let second = b.e().binary(BinOp::PtrAdd, p, one);
    let place = b.e().deref(second);
    b.cover_eq(place, 0);
    b.set(place, 9);
    b.cover_eq(place, 9);
    let difference = b.e().binary(BinOp::PtrDiff, second, p);
    b.cover_eq(difference, 1);
    let null = b.e().constant(pointer, 0);
    b.push(InstrKind::Free(null));
    b.push(InstrKind::Free(p));
    b.push(InstrKind::Free(p));
    b.halt();
    let run = b.run(&[]);
    assert!(matches!(&run.outcome, Outcome::Crash { reason, loc } if reason.contains("to free") && loc.line == 10), "{:?}", run.outcome);
    assert_eq!(run.goals.count_ones(), 3);
    assert!(!run.indeterminate);
}

#[test]
fn memory_blocks() {
    let mut b = Builder::new();
    let (int, size, void) = (b.int(), b.program.types.size(), b.program.types.void());
    let (array, to_void) = (b.program.types.array(int, Some(2)), b.program.types.pointer(void));
    let (x, y) = (b.local(array), b.local(array));
    let addresses: Vec<ExprId> = [x, y]
        .into_iter()
        .map(|v| {
            let address = b.e().address_of(v);
            b.e().cast(address, to_void)
        })
        .collect();
    let (eight, value) = (b.e().constant(size, 8), b.c(0x102));
    b.push(InstrKind::MemSet { dst: addresses[0], value, size: eight });
    b.push(InstrKind::MemCopy { dst: addresses[1], src: addresses[0], size: eight });
    let (one, zero) = (b.c(1), b.c(0));
    let element = b.e().index(y, one);
    b.cover_eq(element, 0x0202_0202);
    // Arrays are values, too.
    let first = b.e().index(x, zero);
    b.set(first, 3);
    b.assign(y, x);
    let first = b.e().index(y, zero);
    b.cover_eq(first, 3);
    let nothing = b.e().exprs.intern(ExprKind::Zero, array);
    b.assign(y, nothing);
    b.cover_eq(element, 0);
    let nine = b.e().constant(size, 9);
    b.push(InstrKind::MemCopy { dst: addresses[1], src: addresses[0], size: nine });
    b.halt();
    let run = b.run(&[]);
    assert!(matches!(&run.outcome, Outcome::Crash { reason, .. } if reason.contains("out of bounds")), "{:?}", run.outcome);
    assert_eq!(run.goals.count_ones(), 3);
    assert!(!run.indeterminate);
}

/// A record type with the given fields.
fn record(b: &mut Builder, kind: RecordKind, size: u64, fields: &[(TypeId, u64, Option<BitRange>)]) -> TypeId {
    let fields = fields.iter().map(|&(ty, offset, bits)| Field { name: "m".into(), ty, offset, bits }).collect();
    let id = b.program.types.records.push(Record { name: "r".into(), kind, body: Some(RecordBody { fields, size, align: 4 }) });
    b.program.types.intern(Type::Record(id))
}

#[test]
fn bit_fields_and_unions() {
    let mut b = Builder::new();
    let (int, byte) = (b.int(), b.program.types.int(8, false));
    let bits = |start, width| Some(BitRange { start, width });
    let flags = record(&mut b, RecordKind::Struct, 8, &[(int, 0, bits(0, 3)), (int, 0, bits(3, 7)), (byte, 1, bits(2, 6)), (int, 4, None)]);
    let raw = b.program.types.array(byte, Some(8));
    let both = record(&mut b, RecordKind::Union, 8, &[(flags, 0, None), (raw, 0, None)]);
    let u = b.local(both);
    let all = b.e().field(u, 0);
    for (i, value) in [(0, 5), (1, 0x55), (2, 0x3f)] {
        let place = b.e().field(all, i);
        b.set(place, value);
    }
    for (i, value) in [(0, -3), (1, -0x2b), (2, 0x3f)] {
        let place = b.e().field(all, i);
        b.cover_eq(place, value);
    }
    let (bytes, zero, one) = (b.e().field(u, 1), b.c(0), b.c(1));
    for (index, value) in [(zero, 0xad), (one, 0xfe)] {
        let place = b.e().index(bytes, index);
        b.cover_eq(place, value);
    }
    b.halt();
    let run = b.run(&[]);
    assert_eq!((run.outcome, run.goals.count_ones(), run.indeterminate), (Outcome::Exit, 5, false));
}

#[test]
fn records_are_passed_and_returned() {
    let mut b = Builder::new();
    let int = b.int();
    let pair = record(&mut b, RecordKind::Struct, 8, &[(int, 0, None), (int, 4, None)]);
    let f = b.function(pair, &[pair], |b, _, params| {
        let first = b.e().field(params[0], 0);
        b.set(first, 7);
        b.push(InstrKind::Return(Some(params[0])));
    });
    let (x, y) = (b.local(pair), b.local(pair));
    let second = b.e().field(x, 1);
    b.set(second, 8);
    b.call(Some(y), f, &[x]);
    let (seven, eight, untouched) = (b.e().field(y, 0), b.e().field(y, 1), b.e().field(x, 0));
    b.cover_eq(seven, 7);
    b.cover_eq(eight, 8);
    let mut before = Builder { program: b.program.clone(), body: b.body.clone(), function: b.function, loc: b.loc };
    b.halt();
    let run = b.run(&[]);
    assert_eq!((run.outcome, run.goals.count_ones(), run.indeterminate), (Outcome::Exit, 2, false));
    before.cover_eq(untouched, 0);
    before.halt();
    assert!(before.run(&[]).indeterminate);
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
        assert_eq!((run.outcome, run.goals.count_ones()), (Outcome::Exit, 1));
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
    b.push(InstrKind::Havoc { lhs: x });
    b.cover_eq(x, 0);
    b.halt();
    let run = b.run(&[]);
    assert_eq!((run.goals.count_ones(), run.indeterminate), (1, true));
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
    assert_eq!((run.goals.count_ones(), run.indeterminate), (3, true));
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
    assert_eq!(b.run(&[]).goals.count_ones(), 2);
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
        assert_eq!(machine.run(&mut Inputs(vec![]), &LIMITS).goals.count_ones(), 0);
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
    assert_eq!((run.outcome, run.goals.count_ones(), run.indeterminate), (Outcome::Exit, 2, false));
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
    assert_eq!((run.outcome, run.goals.count_ones()), (Outcome::Exit, 3));
}

#[test]
fn what_has_no_meaning_is_told() {
    let mut b = Builder::new();
    b.push(InstrKind::Unsupported("asm".into()));
    assert!(matches!(b.run(&[]).outcome, Outcome::Unsupported { reason, loc } if reason == "asm" && loc.line == 2));
}

const INT_OPS: [BinOp; 14] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::Div,
    BinOp::Rem,
    BinOp::BitAnd,
    BinOp::BitOr,
    BinOp::BitXor,
    BinOp::Shl,
    BinOp::Shr,
    BinOp::Eq,
    BinOp::Ne,
    BinOp::Lt,
    BinOp::Le,
];

fn scalar_type() -> impl Strategy<Value = (u16, bool)> {
    (prop::sample::select(vec![8, 16, 32, 64, 128]), any::<bool>())
}

/// Values that meet often, near zero and near the limits.
fn number() -> impl Strategy<Value = i128> {
    prop_oneof![
        -3..4i128,
        (0..7u32, -1..2i128).prop_map(|(log, d)| (1i128 << ((8 << log) / 2 - 1).min(126)).wrapping_add(d)),
        (0..5u32, -1..2i128).prop_map(|(log, d)| (-1i128 << ((8 << log) - 1)).wrapping_add(d)),
        any::<i128>(),
        any::<i32>().prop_map(i128::from)
    ]
}

fn fault(outcome: &Outcome) -> Option<Fault> {
    let Outcome::Crash { reason, .. } = outcome else { return None };
    [Fault::DivisionByZero, Fault::DivisionOverflow].into_iter().find(|f| f.to_string() == *reason)
}

/// The meaning of an expression without places but variables of known values.
fn reference(program: &Program, e: ExprId, values: &[(SymbolId, Bits)]) -> Result<Bits, Fault> {
    let exprs = &program.exprs;
    let scalar = |e| Scalar::of(&program.types, exprs.ty(e)).unwrap();
    match exprs.kind(e) {
        ExprKind::Const(bits) => Ok(bits),
        ExprKind::Var(symbol) => Ok(values.iter().find(|v| v.0 == symbol).unwrap().1),
        ExprKind::Unary(op, a) => value::unary(op, scalar(a), reference(program, a, values)?),
        ExprKind::Binary(op @ (BinOp::And | BinOp::Or), a, b) => {
            let left = reference(program, a, values)?;
            if left.is_true() == (op == BinOp::Or) { Ok(left) } else { reference(program, b, values) }
        }
        ExprKind::Binary(op, a, b) => value::binary(op, scalar(a), reference(program, a, values)?, reference(program, b, values)?),
        ExprKind::Cast(a) => Ok(value::cast(scalar(a), scalar(e), reference(program, a, values)?)),
        ExprKind::Ite { cond, then, other } => reference(program, if reference(program, cond, values)?.is_true() { then } else { other }, values),
        other => panic!("{other:?}"),
    }
}

/// Builds an expression of a type from a list of choices.
fn random_expr(b: &mut Builder, ty: TypeId, vars: &[ExprId], choices: &mut std::vec::IntoIter<u32>, depth: u32) -> ExprId {
    let choice = choices.next().unwrap_or(0);
    let bool_type = b.program.types.bool();
    let types: Vec<TypeId> = vars.iter().map(|&v| b.program.exprs.ty(v)).collect();
    let operand = types[choice as usize / 32 % types.len()];
    if depth == 0 || choice.is_multiple_of(16) {
        let var = vars[choice as usize / 16 % vars.len()];
        return b.e().cast(var, ty);
    }
    let is_float = matches!(b.program.types.get(operand), Type::Float(_));
    let mut sub = |b: &mut Builder, ty| random_expr(b, ty, vars, choices, depth - 1);
    let e = match choice % 16 {
        1 => {
            let value = i128::from(choice / 16 % 64) - 2;
            let int = b.int();
            b.e().constant(int, value)
        }
        2 => {
            let (c, t, o) = (sub(b, bool_type), sub(b, ty), sub(b, ty));
            b.e().ite(c, t, o)
        }
        3 => {
            let (l, r) = (sub(b, bool_type), sub(b, bool_type));
            b.e().binary(if choice & 1024 == 0 { BinOp::And } else { BinOp::Or }, l, r)
        }
        4 => {
            let a = sub(b, bool_type);
            b.e().not(a)
        }
        5 => {
            let a = sub(b, operand);
            b.e().unary(if choice & 1024 == 0 || is_float { UnOp::Neg } else { UnOp::BitNot }, a)
        }
        _ => {
            let (l, r) = (sub(b, operand), sub(b, operand));
            let float_ops = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Eq, BinOp::Ne, BinOp::Lt, BinOp::Le];
            let n = choice as usize / 1024;
            b.e().binary(if is_float { float_ops[n % 8] } else { INT_OPS[n % 14] }, l, r)
        }
    };
    b.e().cast(e, ty)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn operators_agree_with_the_host(op in prop::sample::select(INT_OPS.to_vec()), a in number(), b in number()) {
        macro_rules! host {
            ($ty:ty, $signed:expr) => {{
                let (x, y) = (a as $ty, b as $ty);
                let distance = y as u32;
                let expected = match op {
                    BinOp::Add => Some(x.wrapping_add(y) as i128),
                    BinOp::Sub => Some(x.wrapping_sub(y) as i128),
                    BinOp::Mul => Some(x.wrapping_mul(y) as i128),
                    BinOp::Div => x.checked_div(y).map(|q| q as i128),
                    BinOp::Rem => x.checked_rem(y).map(|q| q as i128),
                    BinOp::BitAnd => Some((x & y) as i128),
                    BinOp::BitOr => Some((x | y) as i128),
                    BinOp::BitXor => Some((x ^ y) as i128),
                    BinOp::Shl => Some(x.wrapping_shl(distance) as i128),
                    BinOp::Shr => Some(x.wrapping_shr(distance) as i128),
                    BinOp::Eq => Some((x == y) as i128),
                    BinOp::Ne => Some((x != y) as i128),
                    BinOp::Lt => Some((x < y) as i128),
                    _ => Some((x <= y) as i128),
                };
                let width = <$ty>::BITS as u16;
                let ty = Scalar::Int { bits: width, signed: $signed };
                let result = value::binary(op, ty, Bits::from_signed(width, x as i128), Bits::from_signed(width, y as i128));
                let is_truth = matches!(op, BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le);
                prop_assert_eq!(result.ok().map(|r| r.to_i128($signed && !is_truth)), expected);
            }};
        }
        host!(i8, true);
        host!(u8, false);
        host!(i16, true);
        host!(i32, true);
        host!(u32, false);
        host!(i64, true);
        host!(u64, false);
        host!(i128, true);
    }

    #[test]
    fn operations_agree_with_the_reference((bits, signed) in scalar_type(), n in 0..14usize, x in number(), y in number()) {
        let mut b = Builder::new();
        let ty = b.program.types.int(bits, signed);
        let (u, v) = (b.local(ty), b.local(ty));
        b.set(u, x);
        b.set(v, y);
        let e = b.e().binary(INT_OPS[n], u, v);
        let expected = value::binary(INT_OPS[n], Scalar::Int { bits, signed }, Bits::from_signed(bits, x), Bits::from_signed(bits, y));
        prop_assert_eq!(evaluate(b, e).map_err(|o| fault(&o).unwrap()), expected);
    }

    #[test]
    fn expressions_agree_with_the_reference(
        first in scalar_type(), second in scalar_type(), kind in 0..5usize, values in prop::collection::vec(number(), 5),
        choices in prop::collection::vec(any::<u32>(), 0..60), in_memory in any::<bool>(),
    ) {
        let mut b = Builder::new();
        let kind = [FloatKind::Half, FloatKind::Single, FloatKind::Double, FloatKind::Extended, FloatKind::Quad][kind];
        let (one, two) = (b.program.types.int(first.0, first.1), b.program.types.int(second.0, second.1));
        let (int, float) = (b.int(), b.program.types.intern(Type::Float(kind)));
        let mut vars = Vec::new();
        let mut known = Vec::new();
        for (ty, &value) in [one, two, int, int, float].into_iter().zip(&values) {
            let var = if value & 4 == 0 { b.local(ty) } else { b.global(ty) };
            if in_memory {
                b.e().address_of(var);
            }
            let c = b.e().constant(int, value);
            let rhs = b.e().cast(c, ty);
            b.assign(var, rhs);
            known.push((b.symbol_of(var), reference(&b.program, rhs, &[]).unwrap()));
            vars.push(var);
        }
        let e = random_expr(&mut b, int, &vars, &mut choices.into_iter(), 5);
        let expected = reference(&b.program, e, &known);
        prop_assert_eq!(evaluate(b, e).map_err(|o| fault(&o).unwrap()), expected);
    }
}

/// Not a test: how fast a loop runs. `cargo test -p goto speed -- --ignored --nocapture`
#[test]
#[ignore = "measures time"]
fn speed() {
    for memory in [false, true] {
        let mut b = Builder::new();
        let int = b.int();
        let ty = b.program.types.array(int, Some(16));
        let (i, sum, a) = (b.local(int), b.local(int), b.local(ty));
        if memory {
            b.e().address_of(sum);
        }
        b.set(i, 0);
        b.set(sum, 0);
        let head = b.body.next_id();
        let (one, mask, five) = (b.c(1), b.c(15), b.c(5));
        let low = b.e().binary(BinOp::BitAnd, i, mask);
        if memory {
            let place = b.e().index(a, low);
            b.assign(place, sum);
            let next = b.e().binary(BinOp::Add, place, sum);
            b.assign(sum, next);
        }
        let test = b.e().binary(BinOp::Lt, low, five);
        let after = InstrId::new(b.body.len() + 2);
        b.push(InstrKind::Goto { guard: test, target: after, branch: None });
        let next = b.e().binary(BinOp::BitXor, sum, i);
        b.assign(sum, next);
        let next = b.e().binary(BinOp::Add, i, one);
        b.assign(i, next);
        let n = b.c(20_000_000);
        let guard = b.e().binary(BinOp::Lt, i, n);
        b.push(InstrKind::Goto { guard, target: head, branch: None });
        b.halt();
        let program = b.finish();
        let started = std::time::Instant::now();
        let run = Compiled::new(&program).run(&mut Inputs(vec![]), &Limits { steps: u64::MAX, ..LIMITS });
        let seconds = started.elapsed().as_secs_f64();
        println!("memory {memory}: {:?}, {:.0} million instructions a second", run.outcome, run.steps as f64 / seconds / 1e6);
    }
}
