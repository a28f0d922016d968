//! `setjmp` and `longjmp`. Only programs that call both pay: a jump is noted in variables, and after each call that can jump the caller looks at
//! them. It goes on behind its `setjmp` if the jump is meant for it, else it returns to its own caller at once.
//!
//! Every call of a function with a `setjmp` has a number of its own, from 1; the buffer holds it and the number of the `setjmp` in its function.
//! Variables keep the values that they have at the time of the jump, as they do without optimisation.

use super::FunctionLowering;
use super::effects;
use crate::tree::{Function, FunctionId, Stmt};
use goto::{BinOp, ExprId, IdVec, InstrKind, JUMP_ACTIVE, Location, Storage, Symbol, SymbolId, TypeId};
use rustc_hash::FxHashSet;

/// Does a function of this name save the place that it is called from?
pub(super) fn saves(name: &str) -> bool {
    matches!(name, "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" | "__builtin_setjmp")
}

/// Does a function of this name go on behind a `setjmp`?
pub(super) fn jumps(name: &str) -> bool {
    matches!(name, "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk" | "__builtin_longjmp")
}

/// What the program's calls can do.
#[derive(Default)]
pub(super) struct Jumps {
    /// Functions that may be left by a jump.
    jumping: FxHashSet<FunctionId>,
    /// A call through a pointer may be left by one.
    through_pointers: bool,
    variables: Option<Variables>,
}

/// Where a jump that is under way is noted: statics of the start function.
#[derive(Clone, Copy)]
struct Variables {
    /// `int`: whether there is one.
    active: SymbolId,
    /// `size_t`: the number of the call that it leads to, and that of the `setjmp` there.
    frame: SymbolId,
    site: SymbolId,
    /// `int`: what `setjmp` returns.
    value: SymbolId,
    /// `size_t`: how many calls of functions with a `setjmp` there were.
    count: SymbolId,
}

impl Jumps {
    /// Follows all calls. `model` gives the library's model of a function.
    pub(super) fn new(functions: &IdVec<FunctionId, Function>, taken: &FxHashSet<FunctionId>, model: impl Fn(FunctionId) -> Option<FunctionId>) -> Self {
        let mut jumping: FxHashSet<FunctionId> = functions.iter().filter(|(_, f)| f.body.is_none() && jumps(&f.name)).map(|(id, _)| id).collect();
        if jumping.is_empty() {
            return Self::default();
        }
        let calls: Vec<(FunctionId, effects::Calls)> = functions.iter().map(|(id, f)| (id, effects::calls(f.body.iter().flatten()))).collect();
        let mut through_pointers = false;
        loop {
            let before = (jumping.len(), through_pointers);
            through_pointers |= taken.iter().any(|id| jumping.contains(id));
            for (id, calls) in &calls {
                let direct = calls.direct.iter().any(|callee| jumping.contains(callee));
                if direct || calls.indirect && through_pointers || model(*id).is_some_and(|model| jumping.contains(&model)) {
                    jumping.insert(*id);
                }
            }
            if before == (jumping.len(), through_pointers) {
                return Self { jumping, through_pointers, variables: None };
            }
        }
    }

    /// May a call of the function be left by a jump?
    pub(super) fn may_jump(&self, id: FunctionId) -> bool {
        self.jumping.contains(&id)
    }

    /// May a call through a pointer?
    pub(super) fn pointers_may_jump(&self) -> bool {
        self.through_pointers
    }
}

impl<'t> FunctionLowering<'_, 't> {
    /// At the start of a function: if it calls `setjmp`, the call gets its number.
    pub(super) fn prepare_jumps(&mut self, body: &'t [Stmt]) {
        let functions = self.unit.functions;
        let saved = effects::calls(body.iter()).direct.iter().filter(|id| functions[**id].body.is_none() && saves(&functions[**id].name)).count();
        if saved == 0 {
            return;
        }
        let size = self.build().types.size();
        let count = self.variable_of_jumps(|v| v.count);
        let one = self.build().constant(size, 1);
        let next = self.build().binary(BinOp::Add, count, one);
        self.assign(count, next);
        self.jump_frame = Some(self.saved(count));
        self.jump_sites = saved;
    }

    /// `setjmp(buffer)`: zero, or what a jump brings. `None` outside of functions that can be jumped to.
    pub(super) fn save_place(&mut self, buffer: ExprId) -> Option<ExprId> {
        let frame = self.jump_frame?;
        self.jump_site += 1;
        let number = self.jump_site;
        let size = self.build().types.size();
        let site = self.build().constant(size, number as i128);
        for (index, value) in [frame, site].into_iter().enumerate() {
            let place = self.buffer_word(buffer, index);
            self.assign(place, value);
        }
        let int = self.build().types.int(32, true);
        let result = self.temporary(int);
        let zero = self.zero(int);
        self.assign(result, zero);
        let after = self.label();
        self.jump(after);
        self.bind_named(&landing(number));
        let value = self.variable_of_jumps(|v| v.value);
        self.assign(result, value);
        let active = self.variable_of_jumps(|v| v.active);
        self.assign(active, zero);
        self.bind(after);
        Some(result)
    }

    /// `longjmp(buffer, value)`
    pub(super) fn jump_to_place(&mut self, buffer: ExprId, value: ExprId) {
        let int = self.build().types.int(32, true);
        for index in [0, 1] {
            let word = self.buffer_word(buffer, index);
            let variable = self.variable_of_jumps(|v| if index == 0 { v.frame } else { v.site });
            self.assign(variable, word);
        }
        let value = self.convert(value, int);
        let (zero, one) = (self.zero(int), self.build().constant(int, 1));
        let is_zero = self.build().binary(BinOp::Eq, value, zero);
        let value = self.build().ite(is_zero, one, value);
        let variable = self.variable_of_jumps(|v| v.value);
        self.assign(variable, value);
        let active = self.variable_of_jumps(|v| v.active);
        self.assign(active, one);
        self.follow_jump();
    }

    /// After a call that can be left by a jump.
    pub(super) fn test_jump(&mut self) {
        let int = self.build().types.int(32, true);
        let active = self.variable_of_jumps(|v| v.active);
        let zero = self.zero(int);
        let none = self.build().binary(BinOp::Eq, active, zero);
        let on = self.label();
        self.jump_if(none, on, None);
        self.follow_jump();
        self.bind(on);
    }

    /// A jump is under way: to a place in this call, or on to the caller.
    fn follow_jump(&mut self) {
        if let Some(own) = self.jump_frame {
            let frame = self.variable_of_jumps(|v| v.frame);
            let mine = self.build().binary(BinOp::Eq, frame, own);
            let outwards = self.label();
            self.jump_unless(mine, outwards, None);
            let size = self.build().types.size();
            for number in 1..=self.jump_sites {
                let site = self.variable_of_jumps(|v| v.site);
                let number_of_site = self.build().constant(size, number as i128);
                let here = self.build().binary(BinOp::Eq, site, number_of_site);
                let next = self.label();
                self.jump_unless(here, next, None);
                self.jump_named(&landing(number));
                self.bind(next);
            }
            self.emit(InstrKind::Unsupported("longjmp with a buffer that no setjmp has filled".to_owned()));
            self.bind(outwards);
        }
        if self.func == self.unit.program.start {
            self.emit(InstrKind::Unsupported("longjmp to a function that has returned".to_owned()));
            return;
        }
        let value = self.return_type().map(|ty| self.zero(ty));
        self.emit(InstrKind::Return(value));
    }

    /// A word at the start of a buffer.
    fn buffer_word(&mut self, buffer: ExprId, index: usize) -> ExprId {
        let mut build = self.build();
        let size = build.types.size();
        let pointer = build.types.pointer(size);
        let buffer = build.cast(buffer, pointer);
        let distance = build.types.ptrdiff();
        let index = build.constant(distance, index as i128);
        let word = build.binary(BinOp::PtrAdd, buffer, index);
        build.deref(word)
    }

    fn variable_of_jumps(&mut self, which: impl Fn(Variables) -> SymbolId) -> ExprId {
        let variables = match self.unit.jumps.variables {
            Some(variables) => variables,
            None => {
                let (int, size) = (self.build().types.int(32, true), self.build().types.size());
                let variables = Variables {
                    active: self.static_variable(JUMP_ACTIVE, int),
                    frame: self.static_variable("jump_frame", size),
                    site: self.static_variable("jump_site", size),
                    value: self.static_variable("jump_value", int),
                    count: self.static_variable("jump_count", size),
                };
                self.unit.jumps.variables = Some(variables);
                variables
            }
        };
        let symbol = which(variables);
        let ty = self.unit.program.symbols[symbol].ty;
        self.build().var(symbol, ty)
    }

    fn static_variable(&mut self, name: &str, ty: TypeId) -> SymbolId {
        let loc = Location { line: 0, column: 0, ..self.loc };
        self.unit.program.symbols.push(Symbol { name: name.to_owned(), ty, storage: Storage::Static, loc })
    }
}

/// The label behind a `setjmp`. No name in the source has a dot.
fn landing(site: usize) -> String {
    format!("setjmp.{site}")
}
