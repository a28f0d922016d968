//! The start function: gives statics their values, then calls the entry function with what the system would pass.

use super::{FunctionLowering, Unit};
use crate::c::aliases::{AliasError, LazyInputs};
use crate::c::tree::{FunctionId, Init, VarId, VarKind};
use goto::{Bits, Callee, ExprId, ExprKind, InstrKind, Storage, Symbol, Type, TypeId};

impl<'t> Unit<'t> {
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
            (None, VarKind::Extern) if self.unit.program.types.size_of(var.ty).is_some() => self.emit(InstrKind::Havoc { lhs: place }),
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
        let mut args = if function.name == "main" { self.main_arguments(&params) } else { self.given(entry, &params, lazy_inputs)? };
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

    /// `main(1, {"program", NULL}, {NULL})`
    fn main_arguments(&mut self, params: &[TypeId]) -> Vec<ExprId> {
        let mut args = Vec::new();
        for (i, &param) in params.iter().enumerate() {
            let arg = match (i, self.unit.program.types.get(param)) {
                (0, Type::Int { .. }) => self.build().constant(param, 1),
                (1 | 2, Type::Pointer(_)) => {
                    let strings = self.argument_strings(if i == 1 { "argv" } else { "envp" }, i == 1);
                    self.convert(strings, param)
                }
                _ => self.unsupported("parameters of main", param),
            };
            args.push(arg);
        }
        args
    }

    /// The address of a static array of pointers to strings: the program's name, or nothing, then null.
    fn argument_strings(&mut self, name: &str, program: bool) -> ExprId {
        let types = &mut self.unit.program.types;
        let char_type = types.int(8, true);
        let (string, name_bytes) = (types.pointer(char_type), b"program\0");
        let array = types.array(string, Some(if program { 2 } else { 1 }));
        let text = types.array(char_type, Some(name_bytes.len() as u64));
        let list = self.static_object(name, array);
        if program {
            let text = self.static_object("program name", text);
            let index_type = self.build().types.ptrdiff();
            for (i, byte) in name_bytes.iter().enumerate().filter(|(_, b)| **b != 0) {
                let mut build = self.build();
                let index = build.constant(index_type, i as i128);
                let place = build.index(text, index);
                let value = build.exprs.intern(ExprKind::Const(Bits::new(8, u128::from(*byte))), char_type);
                self.assign(place, value);
            }
            let index = self.build().constant(index_type, 0);
            let place = self.build().index(list, index);
            let pointer = self.first_element(text);
            self.assign(place, pointer);
        }
        self.first_element(list)
    }

    fn static_object(&mut self, name: &str, ty: TypeId) -> ExprId {
        let symbol = self.unit.program.symbols.push(Symbol { name: name.to_owned(), ty, storage: Storage::Static, loc: self.loc });
        self.build().var(symbol, ty)
    }
}
