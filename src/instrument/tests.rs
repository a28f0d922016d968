//! Hand-built bodies, and what the passes make of them.

use super::*;
use goto::{
    BinOp, Body, Branch, BranchId, BranchKind, ExprId, FileId, FuncId, Function, GoalKind, HaltKind, Id, IdVec, InstrId, Instruction, Location, Mark,
    Operations, Property, PropertyClass, Storage, Symbol, Type, TypeTable, validate,
};

const fn line(file: FileId, line: u32) -> Location {
    Location { file, line, column: 1 }
}

/// A program with a function `main` under construction, an error function, a flag to branch on and one assertion's property.
struct Sample {
    program: Program,
    body: Body,
    flag: ExprId,
    error: FuncId,
}

impl Sample {
    fn new() -> Self {
        let mut types = TypeTable::new(goto::DataModel::Lp64);
        let void = types.void();
        let bool_ty = types.bool();
        let action = types.intern(Type::Function { ret: void, params: Vec::new(), variadic: false });
        let mut files = IdVec::new();
        let file = files.push("a.c".to_owned());
        let loc = line(file, 1);
        let mut functions = IdVec::new();
        let function = |name: &str, body| Function { name: name.to_owned(), ty: action, params: Vec::new(), body, loc, noreturn: false, model: false };
        let main = functions.push(function("main", None));
        let error = functions.push(function("reach_error", None));
        let mut program = Program {
            types,
            exprs: goto::ExprPool::new(),
            files,
            symbols: IdVec::new(),
            functions,
            branches: IdVec::new(),
            inputs: IdVec::new(),
            goals: IdVec::new(),
            properties: IdVec::new(),
            start: main,
            rounding: None,
            aligned: Default::default(),
            constants: Default::default(),
            thread_local: Default::default(),
            unreached: Default::default(),
            stubs: Default::default(),
            lent: Vec::new(),
        };
        let symbol = program.symbols.push(Symbol { name: "flag".to_owned(), ty: bool_ty, storage: Storage::Static, loc });
        program.properties.push(Property {
            name: "main.assertion.1".to_owned(),
            class: PropertyClass::Assertion,
            function: main,
            loc,
            text: "flag".to_owned(),
        });
        let flag = program.build().var(symbol, bool_ty);
        Self { program, body: Body::new(), flag, error }
    }

    fn push(&mut self, kind: InstrKind) -> InstrId {
        let loc = line(FileId::new(0), self.body.len() as u32 + 1);
        self.body.push(Instruction { kind, loc })
    }

    fn mark(&mut self, mark: Mark) -> InstrId {
        self.push(InstrKind::Mark(mark))
    }

    /// `IF guard GOTO target`; the target is a position.
    fn decide(&mut self, guard: ExprId, target: usize, kind: BranchKind, text: &str, negated: bool) -> InstrId {
        let branch: BranchId = self.program.branches.push(Branch { kind, text: text.to_owned(), negated });
        self.push(InstrKind::Goto { guard, target: InstrId::new(target), branch: Some(branch) })
    }

    fn assert(&mut self) -> InstrId {
        let property = self.program.properties.next_id().index() - 1;
        let cond = self.flag;
        self.push(InstrKind::Assert { cond, property: goto::PropertyId::new(property) })
    }

    fn call_error(&mut self) -> InstrId {
        let callee = Callee::Direct(self.error);
        self.push(InstrKind::Call { result: None, callee, args: Vec::new() })
    }

    /// Ends `main`, runs a pass on the program and checks the result's invariants.
    fn run(mut self, pass: impl FnOnce(&mut Program)) -> Program {
        self.push(InstrKind::Halt(HaltKind::Exit));
        let main = self.program.start;
        self.program.functions[main].body = Some(self.body);
        pass(&mut self.program);
        assert_eq!(validate(&self.program), []);
        self.program
    }
}

fn main_body(program: &Program) -> &Body {
    program.functions[program.start].body.as_ref().expect("a body")
}

fn goal_names(program: &Program) -> Vec<&str> {
    program.goals.values().map(|g| g.name.as_str()).collect()
}

/// The lines of instructions, which tell them apart, with the goals between them.
fn shape(program: &Program) -> Vec<String> {
    let describe = |i: &Instruction| match &i.kind {
        InstrKind::Cover { goal, .. } => program.goals[*goal].name.clone(),
        InstrKind::Assert { property, .. } => program.properties[*property].name.clone(),
        InstrKind::Goto { target, .. } => format!("{}->{target}", i.loc.line),
        _ => i.loc.line.to_string(),
    };
    main_body(program).values().map(describe).collect()
}

#[test]
fn a_decision_gets_both_outcomes_of_the_source_condition() {
    let mut sample = Sample::new();
    let flag = sample.flag;
    let negation = sample.program.build().not(flag);
    sample.push(InstrKind::Skip);
    sample.decide(negation, 4, BranchKind::If, "flag", true);
    sample.push(InstrKind::Skip);
    // A loop back to the decision must pass its goals again.
    sample.decide(flag, 1, BranchKind::DoWhile, "flag", false);
    let program = sample.run(|p| instrument(p, &Default::default(), &[Criterion::Branch], None));
    assert_eq!(goal_names(&program), ["main.branch.1.true", "main.branch.1.false", "main.branch.2.true", "main.branch.2.false"]);
    assert_eq!(shape(&program), ["1", "main.branch.1.true", "main.branch.1.false", "2->8", "3", "main.branch.2.true", "main.branch.2.false", "4->1", "5"]);
    let conditions: Vec<ExprId> =
        main_body(&program).values().filter_map(|i| if let InstrKind::Cover { cond, .. } = i.kind { Some(cond) } else { None }).collect();
    assert_eq!(conditions, [flag, negation, flag, negation]);
}

#[test]
fn constants_short_circuits_and_models_get_no_goals() {
    let mut sample = Sample::new();
    let flag = sample.flag;
    let always = sample.program.build().truth(true);
    sample.decide(flag, 1, BranchKind::ShortCircuit, "flag", false);
    sample.decide(always, 2, BranchKind::While, "1", false);
    let program = sample.run(|p| instrument(p, &Default::default(), &[Criterion::Branch], None));
    assert!(program.goals.is_empty());

    let mut sample = Sample::new();
    let main = sample.program.start;
    sample.program.functions[main].model = true;
    sample.decide(flag, 1, BranchKind::If, "flag", false);
    sample.assert();
    let program = sample.run(|p| instrument(p, &Default::default(), &[Criterion::Branch, Criterion::Function], None));
    assert!(program.goals.is_empty());
    assert!(!main_body(&program).values().any(|i| matches!(i.kind, InstrKind::Assert { .. })));
}

#[test]
fn operands_count_where_they_are_evaluated() {
    let mut sample = Sample::new();
    let flag = sample.flag;
    let mut build = sample.program.build();
    let always = build.truth(true);
    let negation = build.not(flag);
    let (either, known) = (build.binary(BinOp::Or, negation, flag), build.binary(BinOp::And, always, flag));
    sample.decide(either, 1, BranchKind::If, "!flag || flag", false);
    sample.decide(known, 2, BranchKind::If, "1 && flag", false);
    sample.decide(flag, 3, BranchKind::If, "flag", false);
    let program = sample.run(|p| instrument(p, &Default::default(), &[Criterion::Operand], None));
    let names = ["main.operand.1.true", "main.operand.1.false", "main.operand.2.true", "main.operand.2.false", "main.operand.3.true", "main.operand.3.false"];
    assert_eq!(goal_names(&program), names);
    let mut program = program;
    let second = program.build().binary(BinOp::And, flag, flag);
    let conditions: Vec<ExprId> =
        main_body(&program).values().filter_map(|i| if let InstrKind::Cover { cond, .. } = i.kind { Some(cond) } else { None }).collect();
    // The right operand of `||` is evaluated where the left one is false.
    assert_eq!((conditions[0], conditions[1], conditions[2]), (negation, flag, second));
}

#[test]
fn testcomp_counts_marks_that_control_flow_reaches() {
    let mut sample = Sample::new();
    let flag = sample.flag;
    let negation = sample.program.build().not(flag);
    let always = sample.program.build().truth(true);
    sample.mark(Mark::Statement);
    sample.decide(negation, 4, BranchKind::If, "flag > 0", true);
    sample.mark(Mark::Then);
    sample.push(InstrKind::Goto { guard: always, target: InstrId::new(5), branch: None });
    sample.mark(Mark::Else);
    sample.mark(Mark::LoopBody);
    sample.push(InstrKind::Goto { guard: always, target: InstrId::new(5), branch: None });
    sample.mark(Mark::LoopExit);
    let program = sample.run(|p| instrument(p, &Default::default(), &[Criterion::TestComp], None));
    assert_eq!(goal_names(&program), ["main.testcomp.1.then", "main.testcomp.2.else", "main.testcomp.3.body"]);
    let texts: Vec<&str> = program.goals.values().map(|g| g.text.as_str()).collect();
    assert_eq!(texts, ["flag > 0", "flag > 0", "body"]);
    assert!(program.goals.values().all(|g| g.kind == GoalKind::Branch));
    assert_eq!(shape(&program), ["1", "2->5", "main.testcomp.1.then", "3", "4->7", "main.testcomp.2.else", "5", "main.testcomp.3.body", "6", "7->7", "8", "9"]);
}

/// A goal before a decision is known by the mark to which its outcome leads, unless something else leads there too.
#[test]
fn outcomes_of_decisions_are_known_by_marks() {
    let mut sample = Sample::new();
    let flag = sample.flag;
    let negation = sample.program.build().not(flag);
    let always = sample.program.build().truth(true);
    sample.decide(negation, 3, BranchKind::If, "flag", true);
    sample.mark(Mark::Then);
    sample.push(InstrKind::Goto { guard: always, target: InstrId::new(4), branch: None });
    sample.mark(Mark::Else);
    sample.decide(flag, 6, BranchKind::If, "flag", false);
    sample.mark(Mark::Else);
    sample.mark(Mark::LoopExit);
    let program = sample.run(|p| instrument(p, &Default::default(), &[Criterion::Branch], None));
    assert_eq!(goal_names(&program), ["main.branch.1.true", "main.branch.1.false", "main.branch.2.true", "main.branch.2.false"]);
    let marks: Vec<Option<Mark>> = marks_of_goals(&program).values().map(|of| of.map(|(mark, _)| mark)).collect();
    assert_eq!(marks, [Some(Mark::Then), Some(Mark::Else), None, Some(Mark::Else)]);
}

#[test]
fn statements_blocks_functions_assertions_and_error_calls() {
    let mut sample = Sample::new();
    let flag = sample.flag;
    sample.mark(Mark::Statement);
    sample.mark(Mark::Statement);
    sample.decide(flag, 5, BranchKind::If, "flag", false);
    sample.assert();
    sample.mark(Mark::Statement);
    sample.call_error();
    let all = [Criterion::Function, Criterion::Statement, Criterion::Block, Criterion::Assertion, Criterion::ErrorCall];
    let program = sample.run(|p| instrument(p, &Default::default(), &all, None));
    assert_eq!(
        goal_names(&program),
        ["main.function", "main.statement.1", "main.statement.2", "main.statement.3", "main.block.1", "main.block.2", "main.assertion.1", "error-call"]
    );
    assert_eq!(
        shape(&program),
        [
            "main.function",
            "main.statement.1",
            "main.block.1",
            "1",
            "main.statement.2",
            "2",
            "3->12",
            "main.block.2",
            "main.assertion.1",
            "4",
            "main.statement.3",
            "5",
            "error-call",
            "6",
            "7"
        ]
    );
    assert!(program.properties.is_empty());
}

#[test]
fn properties_that_were_not_asked_for_leave_no_trace() {
    let mut sample = Sample::new();
    sample.assert();
    sample.call_error();
    let program = sample.run(|p| properties(p, &Operations::default(), &[PropertyClass::UnreachCall]));
    let names: Vec<&str> = program.properties.values().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["main.unreach-call.1"]);
    assert_eq!(shape(&program), ["1", "main.unreach-call.1", "2", "3"]);

    let mut sample = Sample::new();
    sample.assert();
    sample.call_error();
    let program = sample.run(|p| properties(p, &Operations::default(), &[PropertyClass::Assertion]));
    assert_eq!(shape(&program), ["main.assertion.1", "2", "3"]);
}

#[test]
fn an_error_function_called_through_a_pointer_reports_itself() {
    let mut sample = Sample::new();
    let error = sample.error;
    let ty = sample.program.functions[error].ty;
    let pointer_ty = sample.program.types.pointer(ty);
    let pointer = sample.program.exprs.intern(goto::ExprKind::FunctionAddress(error), pointer_ty);
    sample.push(InstrKind::Call { result: None, callee: Callee::Indirect(pointer), args: Vec::new() });
    let program = sample.run(|p| properties(p, &Operations::default(), &[PropertyClass::UnreachCall]));
    let body = program.functions[error].body.as_ref().expect("a body");
    assert!(matches!(body[InstrId::new(0)].kind, InstrKind::Assert { .. }));
    assert_eq!(program.properties.len(), 1);
}

#[test]
fn what_the_compiler_knows() {
    use super::constant::{Constants, Folding};
    use goto::BinOp;
    let mut sample = Sample::new();
    let p = &mut sample.program;
    let (int, byte, double) = (p.types.int(32, true), p.types.int(8, false), p.types.intern(Type::Float(goto::FloatKind::Double)));
    let loc = line(FileId::new(0), 1);
    let variable = |p: &mut Program, name: &str, ty| {
        let symbol = p.symbols.push(Symbol { name: name.to_owned(), ty, storage: Storage::Static, loc });
        p.build().var(symbol, ty)
    };
    let (x, b, d) = (variable(p, "x", int), variable(p, "b", byte), variable(p, "d", double));
    let mut build = p.build();
    let wide = build.cast(b, int);
    let numbers: Vec<ExprId> = [0, 3, 255, 256].into_iter().map(|n| build.constant(int, n)).collect();
    let pi = build.constant(double, 0x4009_21fb_5444_2d18);
    let byte_zero = build.constant(byte, 0);
    let address = build.address_of(x);
    let truth = build.types.bool();
    let flag = sample.flag;
    let mut build = sample.program.build();
    let mut cases = Vec::new();
    let mut case = |e, arithmetic, gcc| cases.push((e, arithmetic, gcc));
    case(build.binary(BinOp::Lt, numbers[0], numbers[1]), Some(true), Some(true));
    case(build.binary(BinOp::Lt, pi, pi), Some(false), Some(false));
    case(build.binary(BinOp::Eq, x, x), None, Some(true));
    case(build.binary(BinOp::Eq, d, d), None, None);
    case(build.binary(BinOp::Lt, d, d), None, Some(false));
    case(build.binary(BinOp::Lt, b, byte_zero), None, Some(false));
    case(build.binary(BinOp::Lt, wide, numbers[3]), None, Some(true));
    case(build.binary(BinOp::Lt, wide, numbers[2]), None, None);
    case(build.binary(BinOp::Eq, wide, numbers[3]), None, Some(false));
    case(build.binary(BinOp::Lt, x, numbers[0]), None, None);
    case(build.cast(address, truth), None, Some(true));
    let never = build.truth(false);
    case(build.binary(BinOp::And, flag, never), Some(false), Some(false));
    case(build.binary(BinOp::Or, flag, never), None, None);
    let product = build.binary(BinOp::Mul, x, numbers[0]);
    case(build.binary(BinOp::Eq, product, numbers[0]), None, Some(true));
    let (plain, gcc) = (Constants::new(&sample.program, Folding::Arithmetic), Constants::new(&sample.program, Folding::Gcc));
    for (n, (e, arithmetic, folded)) in cases.into_iter().enumerate() {
        assert_eq!((plain.truth(e), gcc.truth(e)), (arithmetic, folded), "case {n}");
    }
}
