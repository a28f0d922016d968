//! The invariants of a program, checked. Run after every pass in debug builds; a defect is a bug of the pass before, never of the user's program.
//! Never panics, whatever the program looks like, and changes nothing.
//!
//! Tables
//! - Every id that stands anywhere lies in its table; so does the file of every location with a line.
//! - Names of functions, goals and properties are unique.
//! - Variables have an object type: not void, no function. Fields lie inside their record, bit-fields start in their first byte, members of a union at 0.
//! - A function's type is a function type; its parameters are as many as in the type (or none, if it has no body), their symbols are
//!   `Storage::Parameter` of this function and have the types in the type. Every `Storage::Parameter` symbol is a parameter of its function.
//! - The start function has a body and no parameters. The type of an input is scalar.
//!
//! Bodies
//! - A body is not empty and ends with `Return`, `Halt` or a `Goto` whose guard is the constant true.
//! - Variables that a body mentions are static or its own. `Decl` and `Dead` name locals and temporaries, `Dead` parameters too.
//! - What is stored to is a place, of the type of what is stored, with a value: not void, no function.
//! - Conditions are `Bool`. Targets lie in the body.
//! - Calls pass as many arguments as there are parameters (more to variadic functions), of the parameters' types. A call with a result is of a
//!   function that has one, of the same type; `Return` has a value exactly if the function has one.
//! - `Find` stores to a `size_t`, `Compare` to an `int`; what they look at are pointers to void. A search for the last byte and a comparison of blocks have limits.
//! - `Input` stores to a scalar of the type of its input. `Allocate` stores to a pointer. Sizes are `size_t`; the pointers of `MemCopy` and `MemSet` point to void.
//!
//! Expressions (those that instructions mention)
//! - Operands and results have the types that `expr` gives for each kind; constants are scalars and as wide as their types.
//! - The operand of `AddressOf` is a place, no bit-field and no part of a `Storage::Temporary` variable.

mod expr;
mod tables;

use crate::expr::{ExprId, ExprKind};
use crate::index::Id;
use crate::program::*;
use crate::types::{Type, TypeId};
use expr::ExprCheck;
use std::fmt;

/// A violated invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defect {
    pub place: Place,
    pub message: String,
}

/// Where a defect is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// An entry of a table, as it is called there: `s12`.
    Table(String),
    /// A function's name.
    Function(String),
    /// A function's name and an instruction of its body.
    Instruction(String, InstrId),
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Place::Table(entry) => write!(f, "{entry}: {}", self.message),
            Place::Function(name) => write!(f, "function {name}: {}", self.message),
            Place::Instruction(name, instr) => write!(f, "function {name}, instruction {instr}: {}", self.message),
        }
    }
}

/// All violated invariants, none for a program that is as it should be. Defects in the tables are reported alone: bodies are not read then.
pub fn validate(program: &Program) -> Vec<Defect> {
    let defects = tables::check(program);
    if !defects.is_empty() {
        return defects;
    }
    let mut exprs = ExprCheck::new(program);
    let mut defects = Vec::new();
    for (id, function) in program.functions.iter() {
        if let Some(body) = &function.body {
            exprs.enter(id);
            check_body(program, id, body, &mut exprs, &mut defects);
        }
    }
    defects
}

/// In debug builds, panics if the program has defects: `pass` is the one to blame.
pub fn assert_valid(program: &Program, pass: &str) {
    if cfg!(debug_assertions) {
        let defects = validate(program);
        assert!(defects.is_empty(), "after {pass}: {}", defects.iter().take(5).map(Defect::to_string).collect::<Vec<_>>().join("; "));
    }
}

fn check_body<'p>(program: &'p Program, func: FuncId, body: &Body, exprs: &mut ExprCheck<'p>, defects: &mut Vec<Defect>) {
    let name = &program.functions[func].name;
    // The tables were checked: the type of a function is a function type.
    let Type::Function { ret, .. } = *program.types.get(program.functions[func].ty) else { return };
    let ends = match body.values().next_back().map(|last| &last.kind) {
        Some(InstrKind::Return(_) | InstrKind::Halt(_)) => true,
        Some(InstrKind::Goto { guard, .. }) => {
            guard.index() < program.exprs.len() && matches!(program.exprs.kind(*guard), ExprKind::Const(bits) if bits.is_true())
        }
        _ => false,
    };
    if !ends {
        defects.push(Defect { place: Place::Function(name.clone()), message: "the body does not end with a return, a halt or a jump".into() });
    }
    for (id, instr) in body.iter() {
        let mut check = InstrCheck { program, func, ret, len: body.len(), exprs, messages: Vec::new() };
        check.instruction(instr);
        let place = || Place::Instruction(name.clone(), id);
        defects.extend(check.messages.into_iter().map(|message| Defect { place: place(), message }));
    }
}

/// Is the file of a location in the table, or the location nowhere?
fn location_exists(program: &Program, loc: Location) -> bool {
    loc.line == 0 || loc.file.index() < program.files.len()
}

struct InstrCheck<'c, 'p> {
    program: &'p Program,
    func: FuncId,
    ret: TypeId,
    len: usize,
    exprs: &'c mut ExprCheck<'p>,
    messages: Vec<String>,
}

impl InstrCheck<'_, '_> {
    fn demand(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.messages.push(message());
        }
    }

    fn instruction(&mut self, instr: &Instruction) {
        self.demand(location_exists(self.program, instr.loc), || format!("{} does not exist", instr.loc.file));
        let before = self.messages.len();
        instr.kind.expressions(|e, _| self.exprs.check(e, &mut self.messages));
        // What follows reads types of the expressions; they mean nothing if the expressions are wrong.
        if self.messages.len() == before {
            self.kind(&instr.kind);
        }
    }

    fn kind(&mut self, kind: &InstrKind) {
        match kind {
            InstrKind::Skip
            | InstrKind::Mark(_)
            | InstrKind::Halt(_)
            | InstrKind::Unsupported(_)
            | InstrKind::Limit(_)
            | InstrKind::Beyond(_)
            | InstrKind::Unfollowed(_) => {}
            InstrKind::Decl(symbol) => self.lifetime(*symbol, false),
            InstrKind::Dead(symbol) => self.lifetime(*symbol, true),
            InstrKind::Assign { lhs, rhs } => {
                self.place(*lhs);
                let (to, from) = (self.ty(*lhs), self.ty(*rhs));
                self.demand(to == from, || "an assignment between different types".into());
            }
            InstrKind::Goto { guard, target, branch } => {
                self.condition(*guard);
                let len = self.len;
                self.demand(target.index() < len, || format!("the target {target} is outside of the body"));
                self.in_table(*branch, self.program.branches.len());
            }
            InstrKind::Call { result, callee, args } => self.call(*result, *callee, args),
            InstrKind::Return(value) => self.returns(*value),
            InstrKind::Assume(cond) => self.condition(*cond),
            InstrKind::Assert { cond, property } => {
                self.condition(*cond);
                self.in_table(Some(*property), self.program.properties.len());
            }
            InstrKind::Cover { goal, cond } => {
                self.condition(*cond);
                self.in_table(Some(*goal), self.program.goals.len());
            }
            InstrKind::Input { lhs, input } => {
                self.place(*lhs);
                self.in_table(Some(*input), self.program.inputs.len());
                let expected = self.program.inputs.get(*input).map(|i| i.ty);
                let ty = self.ty(*lhs);
                self.demand(expected.is_none_or(|e| e == ty), || "an input stored to a place of another type".into());
            }
            InstrKind::Havoc { lhs, kind } => {
                self.place(*lhs);
                kind.pointer().into_iter().for_each(|pointer| self.pointer(pointer));
            }
            InstrKind::Allocate { result, size, .. } => {
                self.place(*result);
                self.pointer(*result);
                self.size(*size);
            }
            InstrKind::Free(pointer) | InstrKind::Release(pointer) => self.pointer(*pointer),
            InstrKind::MemCopy { dst, src, size } => {
                self.void_pointer(*dst);
                self.void_pointer(*src);
                self.size(*size);
            }
            InstrKind::MemSet { dst, value, size } => {
                self.void_pointer(*dst);
                let integer = matches!(self.program.types.get(self.ty(*value)), Type::Int { .. });
                self.demand(integer, || "the value of a MEMSET is no integer".into());
                self.size(*size);
            }
            InstrKind::Find { result, start, value, limit, search } => {
                self.place(*result);
                self.size(*result);
                self.void_pointer(*start);
                let integer = matches!(self.program.types.get(self.ty(*value)), Type::Int { .. });
                self.demand(integer, || "the value of a FIND is no integer".into());
                limit.iter().for_each(|limit| self.size(*limit));
                self.demand(limit.is_some() || *search != FindMode::Last, || "a search for the last byte without a limit".into());
            }
            InstrKind::Compare { result, a, b, limit, mode } => {
                self.place(*result);
                let int = *self.program.types.get(self.ty(*result)) == Type::Int { bits: 32, signed: true };
                self.demand(int, || "the result of a COMPARE is no int".into());
                self.void_pointer(*a);
                self.void_pointer(*b);
                limit.iter().for_each(|limit| self.size(*limit));
                self.demand(limit.is_some() || *mode != CompareMode::Block, || "a comparison of blocks without a limit".into());
            }
        }
    }

    fn ty(&self, e: ExprId) -> TypeId {
        self.program.exprs.ty(e)
    }

    fn in_table<K: Id + fmt::Display>(&mut self, id: Option<K>, len: usize) {
        if let Some(id) = id {
            self.demand(id.index() < len, || format!("{id} does not exist"));
        }
    }

    fn lifetime(&mut self, symbol: SymbolId, ends: bool) {
        let func = self.func;
        let own = match self.program.symbols.get(symbol).map(|s| s.storage) {
            Some(Storage::Local(f) | Storage::Temporary(f)) => f == func,
            Some(Storage::Parameter(f)) => ends && f == func,
            Some(Storage::Static) | None => false,
        };
        self.demand(own, || format!("{symbol} is no local variable of this function"));
    }

    fn place(&mut self, e: ExprId) {
        let stored = !matches!(self.program.types.get(self.ty(e)), Type::Void | Type::Function { .. });
        self.demand(self.program.exprs.is_place(e), || format!("{e} is stored to but is no place"));
        self.demand(stored, || format!("{e} is stored to but its type has no values"));
    }

    fn condition(&mut self, e: ExprId) {
        let truth = *self.program.types.get(self.ty(e)) == Type::Bool;
        self.demand(truth, || format!("the condition {e} is no Bool"));
    }

    fn pointer(&mut self, e: ExprId) {
        let pointer = matches!(self.program.types.get(self.ty(e)), Type::Pointer(_));
        self.demand(pointer, || format!("{e} is no pointer"));
    }

    fn void_pointer(&mut self, e: ExprId) {
        let types = &self.program.types;
        let fits = matches!(types.get(self.ty(e)), Type::Pointer(to) if *types.get(*to) == Type::Void);
        self.demand(fits, || format!("{e} is no pointer to void"));
    }

    fn size(&mut self, e: ExprId) {
        let types = &self.program.types;
        let fits = *types.get(self.ty(e)) == Type::Int { bits: types.model().pointer_bits(), signed: false };
        self.demand(fits, || format!("the size {e} is no size_t"));
    }

    fn call(&mut self, result: Option<ExprId>, callee: Callee, args: &[ExprId]) {
        let program = self.program;
        let ty = match callee {
            Callee::Direct(f) => program.functions.get(f).map(|f| f.ty),
            Callee::Indirect(pointer) => match program.types.get(self.ty(pointer)) {
                Type::Pointer(to) => Some(*to),
                _ => None,
            },
        };
        let Some(Type::Function { ret, params, variadic }) = ty.map(|ty| program.types.get(ty)) else {
            self.messages.push("a call of something that is no function".into());
            return;
        };
        let fits = if *variadic { args.len() >= params.len() } else { args.len() == params.len() };
        self.demand(fits, || format!("{} arguments for {} parameters", args.len(), params.len()));
        for (i, arg) in args.iter().enumerate() {
            let ty = self.ty(*arg);
            self.demand(params.get(i).is_none_or(|p| *p == ty), || format!("argument {i} has another type than its parameter"));
            let valued = !matches!(program.types.get(ty), Type::Void | Type::Function { .. });
            self.demand(valued, || format!("argument {i} has no value"));
        }
        if let Some(result) = result {
            self.place(result);
            let ty = self.ty(result);
            self.demand(ty == *ret, || "the result of a call is stored to a place of another type".into());
        }
    }

    fn returns(&mut self, value: Option<ExprId>) {
        let ret = self.ret;
        match value {
            Some(value) => {
                let ty = self.ty(value);
                self.demand(ty == ret, || "a return of a value of another type".into());
            }
            None => {
                let void = *self.program.types.get(ret) == Type::Void;
                self.demand(void, || "a return without a value".into());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Bits;
    use crate::parse::parse;

    /// The first defect of a program with these instructions; the text may leave the last line, a return, out.
    fn defect(body: &str) -> Option<String> {
        let text = format!(
            "goto lp64 start begin
            goal g0 branch_goal \"g\" f \"\"
            property p0 assertion \"p\" f \"\"
            input in0 \"nondet\" \"int\" i32
            struct S#0 size 8 align 4 {{ a: i32 at 0 b: i32 at 4 bits 0 width 3 }}
            static x#0: i32
            static s#1: struct S#0
            function begin: fn() -> void {{ local mine#2: i32 0: HALT exit }}
            function f: fn(i32, *void) -> i32 {{
              parameter n#3: i32 parameter p#4: *void temporary t#5: [2]i32 local b#6: bool
              {body} }}"
        );
        let program = parse(&text).unwrap_or_else(|e| panic!("{e}: {body}"));
        validate(&program).first().map(|d| d.message.clone())
    }

    #[test]
    fn each_broken_rule_is_found() {
        let cases = [
            ("0: RETURN n#3", ""),
            ("0: SKIP", "does not end"),
            ("0: IF b#6 GOTO 0", "does not end"),
            ("0: RETURN", "a return without a value"),
            ("0: RETURN b#6", "another type"),
            ("0: GOTO 1", "outside of the body"),
            ("0: IF n#3 GOTO 0 1: RETURN 0", "no Bool"),
            ("0: n#3 := b#6 1: RETURN 0", "different types"),
            ("0: n#3 + 1 := 2 1: RETURN 0", "no place"),
            ("0: mine#2 := 2 1: RETURN 0", "belongs to another function"),
            ("0: DECL x#0 1: RETURN 0", "no local variable"),
            ("0: p#4 := &t#5[0] as *void 1: RETURN 0", "address of the temporary"),
            ("0: p#4 := &s#1.b as *void 1: RETURN 0", "bit-field"),
            ("0: CALL f(1) 1: RETURN 0", "1 arguments for 2"),
            ("0: CALL f(b#6, p#4) 1: RETURN 0", "argument 0"),
            ("0: b#6 := CALL f(1, p#4) 1: RETURN 0", "result of a call"),
            ("0: b#6 := INPUT in0 1: RETURN 0", "an input stored"),
            ("0: COVER g0 n#3 1: RETURN 0", "no Bool"),
            ("0: FREE n#3 1: RETURN 0", "no pointer"),
            ("0: p#4 := ALLOCATE heap 8 1: RETURN 0", "size_t"),
            ("0: MEMSET &n#3, 0, 4u64 1: RETURN 0", "pointer to void"),
            ("0: n#3 := n#3 + 1u8 1: RETURN 0", "Add"),
            ("0: n#3 := n#3 << 1u8 1: RETURN 0", ""),
            ("0: n#3 := (b#6 ? n#3 : 1u8) 1: RETURN 0", "a choice"),
            ("0: n#3 := p#4 as f64 as i32 1: RETURN 0", "conversion"),
        ];
        for (body, message) in cases {
            match defect(body) {
                None => assert_eq!(message, "", "{body}: nothing found"),
                Some(found) => assert!(!message.is_empty() && found.contains(message), "{body}: {found}"),
            }
        }
    }

    #[test]
    fn ids_that_do_not_exist_are_defects_not_panics() {
        let mut program = parse("goto lp64 start f static x#0: i32 function f: fn() -> void { 0: x#0 := 0 1: HALT exit }").expect("is right");
        let int = program.types.int(32, true);
        let bad = program.exprs.intern(ExprKind::Const(Bits::zero(8)), int);
        let lost = program.exprs.intern(ExprKind::Var(SymbolId::new(9)), int);
        for rhs in [bad, lost, ExprId::new(999)] {
            let body = program.functions[FuncId::new(0)].body.as_mut().expect("has one");
            let InstrKind::Assign { lhs, .. } = body[InstrId::new(0)].kind else { panic!("an assignment") };
            body[InstrId::new(0)].kind = InstrKind::Assign { lhs, rhs };
            assert_eq!(validate(&program).len(), 1);
            crate::print::print(&program);
        }
        program.functions[FuncId::new(0)].ty = TypeId::new(77);
        program.start = FuncId::new(5);
        assert_eq!(validate(&program).len(), 2);
        crate::print::print(&program);
    }
}
