//! Builds small programs by hand and runs them.

use super::super::{Compiled, InputSource, Limits, Machine, Observer, Outcome, Run};
use crate::*;

/// A program with one function after the start function, under construction.
pub(super) struct Builder {
    pub program: Program,
    pub body: Body,
    pub function: FuncId,
    pub loc: Location,
}

impl Builder {
    pub(super) fn new() -> Self {
        Self::with_model(DataModel::Lp64)
    }

    pub(super) fn with_model(model: DataModel) -> Self {
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
            rounding: None,
            aligned: Default::default(),
            constants: Default::default(),
            thread_local: Default::default(),
            lent: Vec::new(),
            unreached: Default::default(),
            stubs: Default::default(),
        };
        Self { program, body: Body::new(), function, loc }
    }

    pub(super) fn e(&mut self) -> ExprBuilder<'_> {
        self.program.build()
    }

    pub(super) fn int(&mut self) -> TypeId {
        self.program.types.int(32, true)
    }

    pub(super) fn symbol(&mut self, ty: TypeId, storage: Storage) -> SymbolId {
        self.program.symbols.push(Symbol { name: "v".into(), ty, storage, loc: self.loc })
    }

    /// A local variable of the function under construction, declared.
    pub(super) fn local(&mut self, ty: TypeId) -> ExprId {
        let symbol = self.symbol(ty, Storage::Local(self.function));
        self.push(InstrKind::Decl(symbol));
        self.e().var(symbol, ty)
    }

    pub(super) fn global(&mut self, ty: TypeId) -> ExprId {
        let symbol = self.symbol(ty, Storage::Static);
        self.e().var(symbol, ty)
    }

    pub(super) fn symbol_of(&self, var: ExprId) -> SymbolId {
        let ExprKind::Var(symbol) = self.program.exprs.kind(var) else { panic!("no variable") };
        symbol
    }

    pub(super) fn c(&mut self, value: i128) -> ExprId {
        let ty = self.int();
        self.e().constant(ty, value)
    }

    pub(super) fn push(&mut self, kind: InstrKind) -> InstrId {
        self.loc.line += 1;
        self.body.push(Instruction { kind, loc: self.loc })
    }

    pub(super) fn assign(&mut self, lhs: ExprId, rhs: ExprId) {
        self.push(InstrKind::Assign { lhs, rhs });
    }

    pub(super) fn set(&mut self, lhs: ExprId, value: i128) {
        let ty = self.program.exprs.ty(lhs);
        let rhs = self.e().constant(ty, value);
        self.assign(lhs, rhs);
    }

    pub(super) fn cover(&mut self, cond: ExprId) -> GoalId {
        let goal = Goal { name: "g".into(), kind: GoalKind::Branch, function: self.function, loc: self.loc, text: String::new() };
        let goal = self.program.goals.push(goal);
        self.push(InstrKind::Cover { goal, cond });
        goal
    }

    pub(super) fn cover_eq(&mut self, a: ExprId, value: i128) -> GoalId {
        let ty = self.program.exprs.ty(a);
        let b = self.e().constant(ty, value);
        let cond = self.e().binary(BinOp::Eq, a, b);
        self.cover(cond)
    }

    pub(super) fn input(&mut self, lhs: ExprId) {
        let ty = self.program.exprs.ty(lhs);
        let input = self.program.inputs.push(InputKind { function: "nondet".into(), type_name: "int".into(), ty, origin: InputOrigin::Call });
        self.push(InstrKind::Input { lhs, input });
    }

    pub(super) fn halt(&mut self) {
        self.push(InstrKind::Halt(HaltKind::Exit));
    }

    /// Defines another function; `build` gets the parameters.
    pub(super) fn function(&mut self, ret: TypeId, params: &[TypeId], build: impl FnOnce(&mut Self, FuncId, &[ExprId])) -> FuncId {
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

    pub(super) fn call(&mut self, result: Option<ExprId>, function: FuncId, args: &[ExprId]) {
        self.push(InstrKind::Call { result, callee: Callee::Direct(function), args: args.to_vec() });
    }

    pub(super) fn finish(mut self) -> Program {
        self.program.functions[self.program.start].body = Some(self.body);
        self.program
    }

    pub(super) fn run(self, inputs: &[i128]) -> Run {
        let program = self.finish();
        run_with(&program, inputs, &mut ())
    }

    pub(super) fn crash(self) -> String {
        match self.run(&[]).outcome {
            Outcome::Crash { reason, loc, .. } => format!("{}: {reason}", loc.line),
            other => panic!("{other:?}"),
        }
    }
}

pub(super) struct Inputs(pub Vec<i128>);

impl InputSource for Inputs {
    fn next(&mut self, _: InputId, _: TypeId, width: u16) -> Option<Bits> {
        if self.0.is_empty() {
            return None;
        }
        Some(Bits::from_signed(width, self.0.remove(0)))
    }
}

pub(super) const STOP: &dyn Fn() -> bool = &|| false;
pub(super) const LIMITS: Limits<'static> = Limits { steps: 10_000_000, work: u64::MAX, memory: 1 << 30, depth: 100_000, stop: STOP };

pub(super) fn run_with<O: Observer>(program: &Program, inputs: &[i128], observer: &mut O) -> Run {
    let compiled = Compiled::new(program);
    let mut machine = Machine::new(&compiled);
    machine.run_observed(&mut Inputs(inputs.to_vec()), &LIMITS, observer)
}

/// Remembers the last value assigned.
#[derive(Default)]
pub(super) struct Last(pub Option<Bits>);

impl Observer for Last {
    fn assigned(&mut self, _: FuncId, _: InstrId, value: Bits) {
        self.0 = Some(value);
    }
}

/// Runs the program, then evaluates an expression.
pub(super) fn evaluate(mut b: Builder, e: ExprId) -> Result<Bits, Outcome> {
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
