use super::parse;
use crate::bits::Bits;
use crate::expr::{BinOp, ExprId, ExprKind, IntegralMode, MathFn, MathFn2, UnOp};
use crate::index::{Id, IdVec};
use crate::print::{print, print_function};
use crate::program::*;
use crate::types::*;
use crate::validate::validate;
use proptest::prelude::*;

/// Everything that the language has, as the printer writes it.
const ALL: &str = include_str!("all.goto");

/// Equality of everything but the ids of expressions, which show in the printed text.
fn assert_same(a: &Program, b: &Program) {
    assert_eq!(print(a), print(b));
    assert!(a.types.iter().eq(b.types.iter()));
    assert_eq!(a.types.model(), b.types.model());
    assert_eq!(a.types.records, b.types.records);
    assert_eq!(a.files, b.files);
    assert_eq!(a.symbols, b.symbols);
    assert_eq!(a.branches, b.branches);
    assert_eq!(a.inputs, b.inputs);
    assert_eq!(a.goals, b.goals);
    assert_eq!(a.properties, b.properties);
    assert_eq!((a.start, a.rounding), (b.start, b.rounding));
    assert_eq!(a.functions.len(), b.functions.len());
    for (f, g) in a.functions.values().zip(b.functions.values()) {
        assert_eq!((&f.name, f.ty, f.loc, f.noreturn, f.model), (&g.name, g.ty, g.loc, g.noreturn, g.model));
        assert!(f.params.iter().map(|p| (p.symbol, p.writable)).eq(g.params.iter().map(|p| (p.symbol, p.writable))));
        let shape = |body: &Option<Body>| body.as_ref().map(|b| b.values().map(|i| (i.loc, std::mem::discriminant(&i.kind))).collect::<Vec<_>>());
        assert_eq!(shape(&f.body), shape(&g.body));
    }
}

#[test]
fn everything_comes_back() {
    let program = parse(ALL).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(validate(&program), []);
    for (printed, line) in print(&program).lines().zip(ALL.lines()) {
        assert_eq!(printed, line);
    }
    assert_eq!(print(&program).len(), ALL.len());
    assert_same(&program, &parse(&print(&program)).expect("was printed"));
}

#[test]
fn tables_need_not_be_complete() {
    let text = "goto ilp32 start f static x#0: u8 function f: fn() -> void { 0: x#0 := 3 as u8 + 1u8 1: RETURN }";
    let program = parse(text).expect("is right");
    assert_eq!(validate(&program), []);
    assert!(print_function(&program, FuncId::new(0)).contains("0: x#0 := 3 as u8 + 1u8\n"), "{}", print(&program));
}

#[test]
fn errors_name_the_place() {
    let cases = [
        ("", "1:1: expected `goto`, found the end"),
        ("goto lp64 start f", "1:17: there is no function f"),
        ("goto lp64 start f\nfunction f: fn() -> void { 1: SKIP }", "2:28: the next instruction has the number 0"),
        ("goto lp64 start f\nfunction f: fn() -> void { 0: x#0 := 1 }", "2:31: there is no variable x#0"),
        ("goto lp64 start f function f: fn() -> void { 0: RETURN 300u8 }", "1:56: `300u8` is no number of its type"),
        ("goto lp64 start f function f: fn() -> struct S#0 { }", "1:46: this record is not declared"),
        ("goto lp64 start f function f: fn() -> void { local x#4000000000: i32 }", "1:52: the number of the variable leaves gaps"),
        ("goto lp64 start f file file0 \"a", "1:30: a text that does not end"),
    ];
    for (text, message) in cases {
        assert_eq!(parse(text).map(|_| ()).expect_err(text).to_string(), message);
    }
    let deep = format!("goto lp64 start f function f: fn() -> i32 {{ 0: RETURN {} }}", "(".repeat(100_000));
    assert!(parse(&deep).expect_err("too deep").message.contains("too deep"));
}

/// Makes a program out of a list of choices.
struct Maker {
    choices: std::vec::IntoIter<u8>,
    program: Program,
    scalars: Vec<TypeId>,
}

impl Maker {
    fn new(choices: Vec<u8>) -> Self {
        let mut program =
            parse("goto lp64 start begin function begin: fn() -> void { 0: HALT exit } function \"a b\": fn(i32, *u8) -> i64 { }").expect("is right");
        let types = &mut program.types;
        let words = [
            Type::Bool,
            Type::Int { bits: 128, signed: true },
            Type::Float(FloatKind::Single),
            Type::Float(FloatKind::Double),
            Type::Float(FloatKind::Extended),
        ];
        let mut scalars: Vec<TypeId> = words.into_iter().map(|t| types.intern(t)).collect();
        scalars.extend([types.int(32, true), types.int(8, false), types.int(64, true)]);
        let record = RecordId::new(0);
        let (array, int) = (types.array(scalars[5], Some(4)), scalars[5]);
        let field = |name: &str, ty, offset| Field { name: name.into(), ty, offset, bits: None };
        let fields = vec![field("a", int, 0), field("", array, 4), field("x y", int, 20), field("a", int, 24)];
        types.records.push(Record { name: "S".into(), kind: RecordKind::Struct, body: Some(RecordBody { fields, size: 28, align: 4 }) });
        let structure = types.intern(Type::Record(record));
        let pointers: Vec<TypeId> = [int, array, structure].map(|t| types.pointer(t)).to_vec();
        scalars.extend(&pointers);
        let variables: Vec<TypeId> = scalars.iter().copied().chain([array, structure]).collect();
        for (i, ty) in variables.iter().enumerate() {
            let storage = if i % 3 == 0 { Storage::Static } else { Storage::Local(FuncId::new(0)) };
            let loc = Location { file: FileId::new(0), line: i as u32 % 2, column: 3 };
            program.symbols.push(Symbol { name: ["x", "a\"b", "goto"][i % 3].into(), ty: *ty, storage, loc });
        }
        program.files.push("weird \\ \"name\"\n\u{1}".into());
        Self { choices: choices.into_iter(), program, scalars }
    }

    fn choose(&mut self, n: usize) -> usize {
        self.choices.next().map_or(0, usize::from) % n
    }

    fn intern(&mut self, kind: ExprKind, ty: TypeId) -> ExprId {
        self.program.exprs.intern(kind, ty)
    }

    fn constant(&mut self, ty: TypeId) -> ExprId {
        let width = self.program.types.scalar_bits(ty).expect("scalar");
        let value = [0, 1, u128::MAX, 1 << 31, 0x3ff8_0000_0000_0000, 0x7fc0_0000, 77][self.choose(7)];
        self.intern(ExprKind::Const(Bits::new(width, value)), ty)
    }

    /// A place of the type.
    fn place(&mut self, ty: TypeId, depth: u32) -> ExprId {
        let int = self.scalars[5];
        if ty == int && depth > 0 {
            match self.choose(4) {
                0 => {
                    let pointer = self.scalars[8];
                    let p = self.expr(pointer, depth - 1);
                    return self.intern(ExprKind::Deref(p), ty);
                }
                1 => {
                    let p = self.scalars[9];
                    let (p, index) = (self.expr(p, depth - 1), self.expr(int, depth - 1));
                    let Type::Pointer(array) = *self.program.types.get(self.program.exprs.ty(p)) else { unreachable!("made so") };
                    let base = self.intern(ExprKind::Deref(p), array);
                    return self.intern(ExprKind::Index { base, index }, ty);
                }
                2 => {
                    let p = self.scalars[10];
                    let p = self.expr(p, depth - 1);
                    let Type::Pointer(structure) = *self.program.types.get(self.program.exprs.ty(p)) else { unreachable!("made so") };
                    let base = self.intern(ExprKind::Deref(p), structure);
                    let field = [0, 2, 3][self.choose(3)];
                    return self.intern(ExprKind::Field { base, field }, ty);
                }
                _ => {}
            }
        }
        let symbol = self.program.symbols.iter().find(|(_, s)| s.ty == ty).map(|(id, _)| id).expect("one of each type");
        self.intern(ExprKind::Var(symbol), ty)
    }

    fn expr(&mut self, ty: TypeId, depth: u32) -> ExprId {
        if depth == 0 {
            return self.constant(ty);
        }
        let d = depth - 1;
        let other = self.choose(8);
        let other = self.scalars[other];
        match (self.program.types.get(ty).clone(), self.choose(8)) {
            (_, 0) => self.place(ty, depth),
            (_, 1) => {
                let bool = self.program.types.bool();
                let (cond, then, other) = (self.expr(bool, d), self.expr(ty, d), self.expr(ty, d));
                self.intern(ExprKind::Ite { cond, then, other }, ty)
            }
            (_, 2) => self.intern(ExprKind::Zero, ty),
            (Type::Pointer(to), 3) => {
                let place = self.place(to, d);
                self.intern(ExprKind::AddressOf(place), ty)
            }
            (Type::Pointer(_), _) => {
                let distance = self.program.types.ptrdiff();
                let (a, b) = (self.expr(ty, d), self.expr(distance, d));
                self.intern(ExprKind::Binary(BinOp::PtrAdd, a, b), ty)
            }
            (_, 3) => {
                let a = self.expr(other, d);
                self.intern(ExprKind::Cast(a), ty)
            }
            (Type::Bool, 4) => {
                let a = self.expr(ty, d);
                self.intern(ExprKind::Unary(UnOp::Not, a), ty)
            }
            (Type::Bool, 5) => {
                let op = [BinOp::And, BinOp::Or][self.choose(2)];
                let (a, b) = (self.expr(ty, d), self.expr(ty, d));
                self.intern(ExprKind::Binary(op, a, b), ty)
            }
            (Type::Bool, _) => {
                let op = [BinOp::Eq, BinOp::Ne, BinOp::Lt, BinOp::Le][self.choose(4)];
                let (a, b) = (self.expr(other, d), self.expr(other, d));
                self.intern(ExprKind::Binary(op, a, b), ty)
            }
            (Type::Int { bits: 64, signed: true }, 4) => {
                let pointer = self.scalars[8];
                let (a, b) = (self.expr(pointer, d), self.expr(pointer, d));
                self.intern(ExprKind::Binary(BinOp::PtrDiff, a, b), ty)
            }
            (Type::Int { .. }, 5) => {
                let op = [UnOp::Neg, UnOp::BitNot][self.choose(2)];
                let a = self.expr(ty, d);
                self.intern(ExprKind::Unary(op, a), ty)
            }
            (Type::Int { .. }, _) => {
                let ops = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem, BinOp::BitAnd, BinOp::BitOr, BinOp::BitXor, BinOp::Shl, BinOp::Shr];
                let op = ops[self.choose(ops.len())];
                let (a, b) = (self.expr(ty, d), self.expr(ty, d));
                self.intern(ExprKind::Binary(op, a, b), ty)
            }
            (Type::Float(_), 4) => {
                let ops = [UnOp::Neg, UnOp::Abs, UnOp::Sqrt, UnOp::RoundToIntegral(IntegralMode::NearestAway), UnOp::Math(MathFn::Log1p)];
                let op = ops[self.choose(ops.len())];
                let a = self.expr(ty, d);
                self.intern(ExprKind::Unary(op, a), ty)
            }
            (Type::Float(_), 5) => {
                let [a, b, c] = [(); 3].map(|()| self.expr(ty, d));
                self.intern(ExprKind::Fma { a, b, c }, ty)
            }
            _ => {
                let ops = [BinOp::Sub, BinOp::Rem, BinOp::IeeeRem, BinOp::CopySign, BinOp::Math2(MathFn2::Atan2)];
                let op = ops[self.choose(ops.len())];
                let (a, b) = (self.expr(ty, d), self.expr(ty, d));
                self.intern(ExprKind::Binary(op, a, b), ty)
            }
        }
    }

    fn make(mut self) -> Program {
        let mut body: Body = IdVec::new();
        let n = 1 + self.choose(12);
        for i in 0..n {
            let ty = self.choose(11);
            let ty = self.scalars[ty];
            let bool = self.program.types.bool();
            let kind = match self.choose(4) {
                0 => InstrKind::Goto { guard: self.expr(bool, 4), target: InstrId::new(self.choose(n)), branch: None },
                1 => InstrKind::Assume(self.expr(bool, 4)),
                2 => InstrKind::havoc(self.place(ty, 3)),
                _ => InstrKind::Assign { lhs: self.place(ty, 3), rhs: self.expr(ty, 4) },
            };
            let loc = Location { file: FileId::new(0), line: self.choose(3) as u32, column: i as u32 };
            body.push(Instruction { kind, loc });
        }
        let loc = Location { file: FileId::new(0), line: 1, column: 1 };
        body.push(Instruction { kind: InstrKind::Return(None), loc });
        self.program.functions[FuncId::new(0)].body = Some(body);
        self.program
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn random_programs_come_back(choices in prop::collection::vec(any::<u8>(), 0..400)) {
        let program = Maker::new(choices).make();
        prop_assert_eq!(validate(&program), Vec::new(), "{}", print(&program));
        let text = print(&program);
        let again = parse(&text).map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        assert_same(&program, &again);
    }

    #[test]
    fn damaged_texts_are_errors_at_worst(at in 0..ALL.len(), length in 0usize..20, with in "[ -~]{0,6}") {
        let end = (at + length).min(ALL.len());
        if let (Some(before), Some(after)) = (ALL.get(..at), ALL.get(end..))
            && let Ok(program) = parse(&format!("{before}{with}{after}"))
        {
            validate(&program);
            print(&program);
        }
    }
}

#[test]
fn alignments_of_variables_come_back() {
    let text = "goto lp64 start f\ntypes { void, i32 }\nstatic a#0: i32 align 32\nfunction f: fn() -> void {\n  local b#1: i32 align 16\n  0: DECL b#1\n  1: HALT exit\n}\n";
    let program = parse(text).expect("parses");
    assert_eq!((program.align_of(SymbolId::new(0)), program.align_of(SymbolId::new(1))), (32, 16));
    assert_eq!(parse(&print(&program)).expect("parses").aligned, program.aligned);
}
