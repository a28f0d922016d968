//! Forgets what memory holds. What is read through pointers, from arrays or from variables whose address is taken becomes any value, and what is written there is not
//! written: the program may do more than before, and never less. What loops count is mostly in other variables, and is then shown without arrays of unknown size.
//!
//! Knows no properties: an assertion about memory may fail then.

use crate::points_to::address_taken;
use crate::rewrite::rebuilt;
use goto::{
    Body, Callee, ExprId, ExprKind, FuncId, HavocKind, Id, IdVec, InstrId, InstrKind, Instruction, Location, Program, Storage, Symbol, SymbolId, Type, TypeId,
};
use rustc_hash::FxHashMap;

/// A program that has forgotten memory.
pub struct Forgetful {
    taken: IdVec<SymbolId, bool>,
    /// Where instructions have gone.
    moved: FxHashMap<FuncId, Vec<InstrId>>,
}

impl Forgetful {
    /// Is part of the value kept in memory?
    pub fn has_forgotten(&self, program: &Program, expr: ExprId) -> bool {
        let mut pending = vec![expr];
        while let Some(e) = pending.pop() {
            if is_forgotten(program, &self.taken, e) {
                return true;
            }
            match program.exprs.kind(e) {
                ExprKind::AddressOf(place) => places_read(program, place, &mut |read| pending.push(read)),
                _ => program.exprs.operands(e, |operand| pending.push(operand)),
            }
        }
        false
    }

    /// Where an instruction of the program as it was is now.
    pub fn moved(&self, function: FuncId, at: InstrId) -> InstrId {
        self.moved.get(&function).map_or(at, |moved| moved[at.index()])
    }
}

/// `None` if nothing was there to be forgotten, or if it decides which function is called; the program is then of no use.
pub fn forget_memory(program: &mut Program) -> Option<Forgetful> {
    let mut forgetful = Forgetful { taken: address_taken(program), moved: FxHashMap::default() };
    let functions: Vec<FuncId> = program.functions.ids().filter(|&f| program.functions[f].body.is_some()).collect();
    let mut anything = false;
    for function in functions {
        let body = program.functions[function].body.clone()?;
        let (mut new, mut moved) = (Body::new(), Vec::new());
        for instruction in body.values() {
            moved.push(InstrId::new(new.len()));
            let mut forgetting = Forgetting { program: &mut *program, taken: &forgetful.taken, function, loc: instruction.loc, before: Vec::new() };
            let kind = forgetting.instruction(&instruction.kind)?;
            let before = forgetting.before;
            anything |= kind != instruction.kind;
            before.into_iter().for_each(|kind| _ = new.push(Instruction { kind, loc: instruction.loc }));
            new.push(Instruction { kind, loc: instruction.loc });
        }
        for at in new.ids() {
            if let InstrKind::Goto { target, .. } = &mut new[at].kind {
                *target = moved[target.index()];
            }
        }
        program.functions[function].body = Some(new);
        forgetful.moved.insert(function, moved);
    }
    goto::assert_valid(program, "without_memory");
    anything.then_some(forgetful)
}

/// Is this a place in memory, or something that is said of memory?
fn is_forgotten(program: &Program, taken: &IdVec<SymbolId, bool>, e: ExprId) -> bool {
    match program.exprs.kind(e) {
        ExprKind::Var(symbol) => taken[symbol] || holds_arrays(program, program.exprs.ty(e)),
        ExprKind::Deref(_) | ExprKind::Index { .. } => true,
        ExprKind::Field { base, .. } => is_forgotten(program, taken, base),
        ExprKind::Memory { .. } | ExprKind::Written(_) | ExprKind::WrittenBytes { .. } | ExprKind::IsBeyond { .. } | ExprKind::Heap(_) => true,
        _ => false,
    }
}

fn holds_arrays(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        Type::Array { .. } => true,
        Type::Record(_) => program.types.record_body(ty).is_some_and(|body| body.fields.iter().any(|field| holds_arrays(program, field.ty))),
        _ => false,
    }
}

/// The values from which a place is computed.
fn places_read(program: &Program, mut place: ExprId, visit: &mut dyn FnMut(ExprId)) {
    loop {
        match program.exprs.kind(place) {
            ExprKind::Field { base, .. } => place = base,
            ExprKind::Index { base, index } => {
                visit(index);
                place = base;
            }
            ExprKind::Deref(pointer) => return visit(pointer),
            _ => return,
        }
    }
}

/// One instruction that forgets.
struct Forgetting<'p> {
    program: &'p mut Program,
    taken: &'p IdVec<SymbolId, bool>,
    function: FuncId,
    loc: Location,
    before: Vec<InstrKind>,
}

impl Forgetting<'_> {
    fn instruction(&mut self, kind: &InstrKind) -> Option<InstrKind> {
        let kind = match kind.clone() {
            InstrKind::Assign { lhs, .. } | InstrKind::Input { lhs, .. } | InstrKind::Havoc { lhs, .. } if self.is_forgotten(lhs) => InstrKind::Skip,
            InstrKind::Assign { lhs, rhs } => InstrKind::Assign { lhs, rhs: self.value(rhs)? },
            InstrKind::Havoc { lhs, kind: HavocKind::Into(_) } => InstrKind::havoc(lhs),
            // What is assumed for each value would be assumed of one that is forgotten.
            InstrKind::Havoc { kind: HavocKind::Each, .. } => return None,
            InstrKind::Goto { guard, target, branch } => InstrKind::Goto { guard: self.value(guard)?, target, branch },
            InstrKind::Assume(cond) => InstrKind::Assume(self.value(cond)?),
            InstrKind::Assert { cond, property } => InstrKind::Assert { cond: self.value(cond)?, property },
            InstrKind::Cover { goal, cond } => InstrKind::Cover { goal, cond: self.value(cond)? },
            InstrKind::Return(Some(value)) => InstrKind::Return(Some(self.value(value)?)),
            InstrKind::Call { result, callee, args } => {
                if matches!(callee, Callee::Indirect(function) if self.value(function)? != function) {
                    return None;
                }
                let args = args.into_iter().map(|arg| self.value(arg)).collect::<Option<Vec<ExprId>>>()?;
                InstrKind::Call { result: result.filter(|&result| !self.is_forgotten(result)), callee, args }
            }
            InstrKind::Allocate { result, .. } | InstrKind::Find { result, .. } | InstrKind::Compare { result, .. } => {
                if self.is_forgotten(result) {
                    InstrKind::Skip
                } else {
                    InstrKind::havoc(result)
                }
            }
            InstrKind::Free(_) | InstrKind::Release(_) | InstrKind::MemCopy { .. } | InstrKind::MemSet { .. } => InstrKind::Skip,
            kind => kind,
        };
        Some(kind)
    }

    fn is_forgotten(&self, e: ExprId) -> bool {
        is_forgotten(self.program, self.taken, e)
    }

    /// The value with what is read from memory replaced by any value.
    fn value(&mut self, e: ExprId) -> Option<ExprId> {
        if self.is_forgotten(e) {
            let ty = self.program.exprs.ty(e);
            self.program.types.size_of(ty)?;
            let any = self.program.symbols.push(Symbol { name: "any".to_owned(), ty, storage: Storage::Temporary(self.function), loc: self.loc });
            let any = self.program.build().var(any, ty);
            self.before.push(InstrKind::havoc(any));
            return Some(any);
        }
        match self.program.exprs.kind(e) {
            ExprKind::Const(_) | ExprKind::Zero | ExprKind::Var(_) | ExprKind::FunctionAddress(_) => Some(e),
            ExprKind::AddressOf(place) => {
                let place = self.place(place)?;
                Some(self.program.build().address_of(place))
            }
            ExprKind::Fma { a, b, c } => {
                let kind = ExprKind::Fma { a: self.value(a)?, b: self.value(b)?, c: self.value(c)? };
                let ty = self.program.exprs.ty(e);
                Some(self.program.exprs.intern(kind, ty))
            }
            _ => {
                let mut parts = Vec::new();
                self.program.exprs.operands(e, |operand| parts.push(operand));
                let new = parts.iter().map(|&part| Some((part, self.value(part)?))).collect::<Option<FxHashMap<ExprId, ExprId>>>()?;
                rebuilt(self.program, e, &mut |_, part| new.get(&part).copied())
            }
        }
    }

    /// The place with the values replaced from which it is computed.
    fn place(&mut self, place: ExprId) -> Option<ExprId> {
        let (ty, kind) = (self.program.exprs.ty(place), self.program.exprs.kind(place));
        let kind = match kind {
            ExprKind::Field { base, field } => ExprKind::Field { base: self.place(base)?, field },
            ExprKind::Index { base, index } => ExprKind::Index { base: self.place(base)?, index: self.value(index)? },
            ExprKind::Deref(pointer) => ExprKind::Deref(self.value(pointer)?),
            kind => kind,
        };
        Some(self.program.exprs.intern(kind, ty))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forgotten(variables: &str, body: &str) -> Option<String> {
        let mut program =
            goto::parse(&format!("goto lp64 start f property p0 assertion \"p\" f \"\" function f: fn() -> void {{ {variables} {body} }}")).expect("is right");
        forget_memory(&mut program)?;
        let printed = goto::print_function(&program, program.start);
        Some(printed.lines().map(str::trim).filter(|l| l.starts_with(|c: char| c.is_ascii_digit())).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn what_is_read_becomes_anything_and_nothing_is_written() {
        let variables = "local a#0: [9]i32 local i#1: i32 local p#2: *i32 local x#3: i32";
        let body = "0: IF a#0[i#1] < *p#2 GOTO 2 1: a#0[i#1] := 7 2: i#1 := i#1 + 1 3: p#2 := &x#3 4: x#3 := i#1 5: i#1 := x#3 6: GOTO 0";
        let expected = "0: any#4 := HAVOC 1: any#5 := HAVOC 2: IF any#4 < any#5 GOTO 4 3: SKIP 4: i#1 := i#1 + 1 5: p#2 := &x#3 6: SKIP 7: any#6 := HAVOC 8: i#1 := any#6 9: GOTO 0";
        assert_eq!(forgotten(variables, body).as_deref(), Some(expected));
    }

    #[test]
    fn nothing_is_forgotten_where_nothing_is_in_memory() {
        assert_eq!(forgotten("local i#0: i32", "0: i#0 := i#0 + 1 1: GOTO 0"), None);
    }
}
