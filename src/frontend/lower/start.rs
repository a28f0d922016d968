//! The start function: gives statics their values, then calls the entry function with what the system would pass.

use super::{FunctionLowering, Unit};
use crate::aliases::{AliasError, LazyInputs};
use crate::library::models::{FAILURES, WORLD_ARGUMENTS};
use crate::tree::{FunctionId, Init, VarId, VarKind};
use goto::{Bits, Callee, ExprId, ExprKind, InstrKind, Storage, Symbol, Type, TypeId};

/// Bytes of a string that the system gives and nobody knows.
const STRING: usize = 64;

impl<'t> Unit<'t> {
    /// May the function read its parameter of this number?
    fn reads_parameter(&self, entry: FunctionId, i: usize) -> bool {
        let main = &self.functions[entry];
        main.params.get(i).is_some_and(|p| super::effects::reads(&self.program.types, main.body.iter().flatten(), p.var))
    }

    /// Is the command line among what the entry function reads of the world?
    pub(super) fn reads_arguments(&self, entry: FunctionId) -> bool {
        self.options.has_world() && (self.reads_parameter(entry, 0) || self.reads_parameter(entry, 1))
    }

    /// Makes the body of the start function. Everything else must have been lowered: it initialises the statics that were used.
    pub(super) fn lower_start(&mut self, entry: FunctionId, lazy_inputs: Option<&LazyInputs>) -> Result<(), AliasError> {
        let start = self.program.start;
        let func = self.function(entry);
        let loc = self.program.functions[func].loc;
        let mut lowering = FunctionLowering::new(self, start, loc);
        // Initialising a static may make others known, string literals for example.
        let mut done = 0;
        while let Some(&id) = lowering.unit.statics.get(done) {
            done += 1;
            lowering.initialise_static(id);
        }
        lowering.unit.statics_are_unsupported = lowering.emits_unsupported();
        lowering.loc = loc;
        for constructor in lowering.unit.constructors.clone() {
            lowering.call_plainly(constructor);
        }
        lowering.call_entry(entry, lazy_inputs)?;
        // Literals that only the entry's arguments use need no initialisation here: `call_entry` gives them theirs.
        lowering.finish();
        Ok(())
    }
}

impl<'t> FunctionLowering<'_, 't> {
    fn initialise_static(&mut self, id: VarId) {
        let var = &self.unit.vars[id];
        self.loc = var.loc;
        let symbol = self.unit.symbol(id, self.func);
        let place = self.build().var(symbol, var.ty);
        match (&var.init, var.kind) {
            (Some(init), _) => self.initialise_zeroed(place, init),
            (None, VarKind::Extern) if self.unit.program.types.size_of(var.ty).is_some() => self.emit(InstrKind::havoc(place)),
            (None, _) => {}
        }
    }

    /// As `initialise`, for an object that is zero already.
    fn initialise_zeroed(&mut self, place: ExprId, init: &'t Init) {
        let skip_zeros = !self.may_overlap(self.ty(place), init);
        for part in &init.parts {
            if skip_zeros && super::init::is_zero(&part.value) {
                continue;
            }
            let place = self.part(place, &part.path);
            self.assign_from(place, &part.value);
        }
    }

    fn call_entry(&mut self, entry: FunctionId, lazy_inputs: Option<&LazyInputs>) -> Result<(), AliasError> {
        let function = &self.unit.functions[entry];
        let func = self.unit.function(entry);
        let Type::Function { mut params, variadic, .. } = self.unit.program.types.get(function.ty).clone() else { return Ok(()) };
        let rest = if variadic { params.pop() } else { None };
        let mut args = if function.name == "main" { self.main_arguments(entry, &params) } else { self.given(entry, &params, lazy_inputs)? };
        if let Some(rest) = rest {
            // Whatever the function would find there is not known.
            let hidden = function.params.last().map(|p| p.var);
            let read = hidden.is_some_and(|var| super::effects::mentions(function.body.iter().flatten(), var));
            args.push(if read { self.unsupported("variable arguments of the entry function", rest) } else { self.zero(rest) });
        }
        let int = self.build().types.int(32, true);
        let returns_int = matches!(self.unit.program.types.get(function.ty), Type::Function { ret, .. } if *ret == int);
        let result = returns_int.then(|| self.temporary(int));
        self.emit(InstrKind::Call { result, callee: Callee::Direct(func), args });
        if self.unit.jumps.may_jump(entry) {
            self.test_jump();
        }
        let status = result.unwrap_or_else(|| self.zero(int));
        self.end_program(status);
        Ok(())
    }

    /// A call of a function whose arguments nobody gives.
    pub(super) fn call_plainly(&mut self, id: FunctionId) {
        let func = self.unit.function(id);
        let Type::Function { params, .. } = self.unit.program.types.get(self.unit.program.functions[func].ty).clone() else { return };
        let args = params.into_iter().map(|param| self.havoc(param)).collect();
        self.emit(InstrKind::Call { result: None, callee: Callee::Direct(func), args });
    }

    /// With a world, the arguments are inputs, and nothing is known of what `main` reads of the environment. Else it is `main(1, {"program", NULL}, {NULL})`, where nothing is known of
    /// what it reads of the name and of the environment, and runs with more arguments are not followed, unless the rules of competitions hold.
    fn main_arguments(&mut self, entry: FunctionId, params: &[TypeId]) -> Vec<ExprId> {
        let failures = self.unit.by_name.get(FAILURES).copied().filter(|_| self.unit.options.world.may_fail());
        if let Some(failures) = failures {
            let func = self.unit.function(failures);
            self.emit(InstrKind::Call { result: None, callee: Callee::Direct(func), args: Vec::new() });
        }
        let is_read = |i: usize| !self.unit.options.competition && self.unit.reads_parameter(entry, i);
        let (count, strings, environment) = (is_read(0), is_read(1), is_read(2));
        let command_line = if self.unit.options.has_world() && (count || strings) { self.world_arguments(params) } else { None };
        if command_line.is_none() && (count || strings) {
            self.emit(InstrKind::Unfollowed("what depends on the command line".to_owned()));
        }
        if environment {
            self.emit(InstrKind::Unfollowed("what depends on the environment".to_owned()));
        }
        let mut args = Vec::new();
        for (i, &param) in params.iter().enumerate() {
            let arg = match (i, self.unit.program.types.get(param), &command_line) {
                (0, Type::Int { .. }, Some((count, _))) => self.convert(*count, param),
                (1, Type::Pointer(_), Some((_, strings))) => self.convert(*strings, param),
                (0, Type::Int { .. }, None) => self.build().constant(param, 1),
                (1, Type::Pointer(_), None) => {
                    let name = if strings { self.any_string("program name") } else { self.program_name() };
                    let strings = self.pointers_to_strings("argv", Some(name));
                    self.convert(strings, param)
                }
                (2, Type::Pointer(_), _) => {
                    let first = environment.then(|| self.string_or_null("environment variable"));
                    let strings = self.pointers_to_strings("envp", first);
                    self.convert(strings, param)
                }
                _ => self.unsupported("parameters of main", param),
            };
            args.push(arg);
        }
        args
    }

    /// What the model of the command line delivers: the number of arguments, and the address of the array of strings. `None` if `main` does not take them as usual.
    fn world_arguments(&mut self, params: &[TypeId]) -> Option<(ExprId, ExprId)> {
        let model = *self.unit.by_name.get(WORLD_ARGUMENTS)?;
        if !matches!(self.unit.program.types.get(*params.first()?), Type::Int { .. }) {
            return None;
        }
        let func = self.unit.function(model);
        let Type::Function { params, ret, .. } = self.unit.program.types.get(self.unit.program.functions[func].ty).clone() else { return None };
        let (int, address) = (self.build().types.int(32, true), *params.first()?);
        let count = self.static_object("argc", int);
        let place = self.build().address_of(count);
        let place = self.convert(place, address);
        let strings = self.temporary(ret);
        self.emit(InstrKind::Call { result: Some(strings), callee: Callee::Direct(func), args: vec![place] });
        Some((count, strings))
    }

    /// The address of a static array of pointers to strings: the one that is given, then null.
    fn pointers_to_strings(&mut self, name: &str, first: Option<ExprId>) -> ExprId {
        let types = &mut self.unit.program.types;
        let char_type = types.int(8, true);
        let string = types.pointer(char_type);
        let array = types.array(string, Some(if first.is_some() { 2 } else { 1 }));
        let list = self.static_object(name, array);
        if let Some(pointer) = first {
            let place = self.element(list, 0);
            self.assign(place, pointer);
        }
        self.first_element(list)
    }

    /// The string "program".
    fn program_name(&mut self) -> ExprId {
        let bytes = b"program\0";
        let text = self.characters("program name", bytes.len());
        for (i, byte) in bytes.iter().enumerate().filter(|(_, b)| **b != 0) {
            self.set_character(text, i, *byte);
        }
        self.first_element(text)
    }

    /// A string that nobody knows. Runs with longer ones are not followed.
    fn any_string(&mut self, name: &str) -> ExprId {
        let text = self.characters(name, STRING);
        self.emit(InstrKind::havoc(text));
        self.set_character(text, STRING - 1, 0);
        self.first_element(text)
    }

    fn string_or_null(&mut self, name: &str) -> ExprId {
        let string = self.any_string(name);
        let (bool, pointer) = (self.build().types.bool(), self.ty(string));
        let (is_there, null) = (self.havoc(bool), self.zero(pointer));
        self.build().ite(is_there, string, null)
    }

    /// A static array of characters.
    fn characters(&mut self, name: &str, n: usize) -> ExprId {
        let types = &mut self.unit.program.types;
        let char_type = types.int(8, true);
        let text = types.array(char_type, Some(n as u64));
        self.static_object(name, text)
    }

    fn set_character(&mut self, text: ExprId, at: usize, byte: u8) {
        let place = self.element(text, at);
        let ty = self.ty(place);
        let value = self.build().exprs.intern(ExprKind::Const(Bits::new(8, u128::from(byte))), ty);
        self.assign(place, value);
    }

    fn element(&mut self, array: ExprId, at: usize) -> ExprId {
        let mut build = self.build();
        let index_type = build.types.ptrdiff();
        let index = build.constant(index_type, at as i128);
        build.index(array, index)
    }

    fn static_object(&mut self, name: &str, ty: TypeId) -> ExprId {
        let symbol = self.unit.program.symbols.push(Symbol { name: name.to_owned(), ty, storage: Storage::Static, loc: self.loc });
        self.build().var(symbol, ty)
    }
}
