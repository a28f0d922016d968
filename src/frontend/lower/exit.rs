//! The end of a program: what was registered by `atexit` and its kin, then destructors.

use super::{FunctionLowering, Unit};
use crate::library;
use crate::tree::FunctionId;
use goto::{Callee, ExprId, FuncId, Function, HaltKind, Id, InstrKind, Location, Parameter, Storage, Symbol, SymbolId, Type};

/// The model functions that run what was registered.
const RUN_HANDLERS: &str = "run_exit_handlers";
const RUN_QUICK_HANDLERS: &str = "run_quick_exit_handlers";

/// The function that does what a program does at its end.
const EXIT: &str = "__exit";

/// The function that is called with the status right before the program ends by itself, if anybody wants to see it.
pub const EXIT_STATUS: &str = "__exit_status";

/// What belongs to no place in a file.
fn nowhere() -> Location {
    Location { file: Id::new(0), line: 0, column: 0 }
}

impl<'t> Unit<'t> {
    /// A model function that belongs to the program.
    fn model(&mut self, name: &str) -> Option<FuncId> {
        let id = library::model_names(name).find_map(|name| self.by_name.get(name.as_str()).copied())?;
        Some(self.function(id))
    }

    /// The function to be called with the status when the program ends by `exit` or by returning; `None` if there is nothing to do.
    pub(super) fn exit_function(&mut self) -> Option<FuncId> {
        if self.exit.is_some() {
            return self.exit;
        }
        let handlers = self.model(RUN_HANDLERS);
        if handlers.is_none() && self.destructors.is_empty() {
            return None;
        }
        let (func, symbol) = self.function_of_status(EXIT);
        self.exit = Some(func);
        let destructors = self.destructors.clone();
        let mut lowering = FunctionLowering::new(self, func, nowhere());
        let int = lowering.build().types.int(32, true);
        let status = lowering.build().var(symbol, int);
        let run_handlers = handlers.map(|handlers| InstrKind::Call { result: None, callee: Callee::Direct(handlers), args: vec![status] });
        run_handlers.iter().for_each(|call| lowering.emit(call.clone()));
        if !destructors.is_empty() {
            lowering.destroy_once(destructors);
            // They may have registered more.
            run_handlers.iter().for_each(|call| lowering.emit(call.clone()));
        }
        lowering.emit(InstrKind::Return(None));
        lowering.finish();
        Some(func)
    }

    /// The function that does nothing but get the status; `None` if nobody asks for it.
    fn exit_status_function(&mut self) -> Option<FuncId> {
        if self.exit_status.is_none() && self.options.notes_exit_status {
            let (func, _) = self.function_of_status(EXIT_STATUS);
            self.exit_status = Some(func);
            let mut lowering = FunctionLowering::new(self, func, nowhere());
            lowering.emit(InstrKind::Return(None));
            lowering.finish();
        }
        self.exit_status
    }

    /// A function without a body yet that gets an exit status, and its parameter.
    fn function_of_status(&mut self, name: &str) -> (FuncId, SymbolId) {
        let (void, int) = (self.program.types.void(), self.program.types.int(32, true));
        let ty = self.program.types.intern(Type::Function { ret: void, params: vec![int], variadic: false });
        let function = Function { name: name.to_owned(), ty, params: Vec::new(), body: None, loc: nowhere(), noreturn: false, model: true };
        let func = self.program.functions.push(function);
        let symbol = self.program.symbols.push(Symbol { name: "status".to_owned(), ty: int, storage: Storage::Parameter(func), loc: nowhere() });
        self.program.functions[func].params = vec![Parameter { symbol, writable: false }];
        (func, symbol)
    }
}

impl FunctionLowering<'_, '_> {
    /// The program ends by itself: handlers and destructors run, then it halts.
    pub(super) fn end_program(&mut self, status: ExprId) {
        let status = if self.unit.options.notes_exit_status { self.kept(status) } else { status };
        if let Some(exit) = self.unit.exit_function() {
            self.call_with_status(exit, status);
        }
        self.halt(Some(status));
    }

    fn halt(&mut self, status: Option<ExprId>) {
        if let (Some(status), Some(note)) = (status, self.unit.exit_status_function()) {
            self.call_with_status(note, status);
        }
        self.emit(InstrKind::Halt(HaltKind::Exit));
    }

    fn call_with_status(&mut self, function: FuncId, status: ExprId) {
        let int = self.build().types.int(32, true);
        let status = self.convert(status, int);
        self.emit(InstrKind::Call { result: None, callee: Callee::Direct(function), args: vec![status] });
    }

    /// Calls the destructors, unless that has begun before: one of them may end the program itself.
    fn destroy_once(&mut self, destructors: Vec<FunctionId>) {
        let bool = self.build().types.bool();
        let begun: SymbolId = self.unit.program.symbols.push(Symbol { name: "destroyed".to_owned(), ty: bool, storage: Storage::Static, loc: self.loc });
        let begun = self.build().var(begun, bool);
        let (first, end) = (self.label(), self.label());
        self.jump_unless(begun, first, None);
        self.jump_always(end);
        self.bind(first);
        let yes = self.build().constant(bool, 1);
        self.assign(begun, yes);
        for destructor in destructors {
            self.call_plainly(destructor);
        }
        self.bind(end);
    }

    /// A call of `exit` or one of its kin.
    pub(crate) fn exit_call(&mut self, name: &str, status: Option<ExprId>) {
        match (name, status) {
            ("exit", Some(status)) => self.end_program(status),
            ("quick_exit", _) => {
                if let Some(handlers) = self.unit.model(RUN_QUICK_HANDLERS) {
                    self.emit(InstrKind::Call { result: None, callee: Callee::Direct(handlers), args: Vec::new() });
                }
                self.halt(status);
            }
            _ => self.halt(status),
        }
    }
}
