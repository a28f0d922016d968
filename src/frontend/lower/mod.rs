//! The typed tree to a program of the if-goto language: control flow becomes gotos, side effects become instructions in the order in which
//! gcc executes them on x86, calls of the C library become what they mean. Knows the typed tree and the library, nothing of C's grammar.
//!
//! | module | what |
//! |---|---|
//! | [`function`] | the instructions of one function: labels, temporaries, marks, branches |
//! | [`scope`] | which variables live where; jumps out of and into blocks |
//! | [`stmt`], [`switch`] | statements |
//! | [`expr`], [`assign`], [`choice`], [`call`] | expressions |
//! | [`sequence`] | accesses whose order C leaves open |
//! | [`variadic`] | arguments beyond the parameters |
//! | [`init`] | initialisers |
//! | [`effects`] | questions about the tree: what has side effects, whose address is taken |
//! | [`jump`] | `setjmp` and `longjmp` |
//! | [`exit`] | the end of the program |
//! | [`given`] | what an entry function other than `main` is given: inputs, and memory made of them |
//! | [`used`] | which variables the entry function can get to |
//! | [`start`] | the start function: statics, the call of the entry function |

mod assign;
mod call;
mod choice;
mod decision;
pub(super) mod effects;
mod exit;
pub(super) mod expr;
mod fold;
mod function;
pub(crate) mod given;
mod init;
mod jump;
mod scope;
mod sequence;
mod start;
mod stmt;
mod switch;
pub(crate) mod used;
mod variadic;

pub(super) use function::{FunctionLowering, Label};

pub use exit::EXIT_STATUS;
use jump::Jumps;

use super::aliases::AliasError;
use super::library::models::Threads;
use super::library::{self, FileUse};
use super::load::LoadOptions;
use super::tree::{self, CalledId, FunctionId, Mentions, Tree, Var, VarId, VarKind};
use goto::decision::Decisions;
use goto::given::{Given, Stub};
use goto::reach::{HiddenNames, Names};
use goto::{
    Callee, ExprPool, FileId, FuncId, Function, IdVec, InputId, InputKind, InputOrigin, InstrKind, Labels, Location, Operations, Parameter, Program, Storage,
    Symbol, SymbolId, ThreadOperation, Type, TypeId, TypeTable,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// The name of the function where execution starts.
pub const START: &str = "__start";

/// A program, and what it lacks.
#[derive(Debug)]
pub struct Lowered {
    pub program: Program,
    /// Functions that are called, have no body and are not known: their effects are guessed from their types.
    pub missing: Vec<String>,
    pub operations: Operations,
    pub decisions: Decisions,
    pub labels: Labels,
    /// Static variables of which each thread has one of its own.
    pub thread_local: Vec<SymbolId>,
    /// Static variables that are declared in blocks.
    pub in_blocks: FxHashSet<SymbolId>,
    pub given: Given,
    pub hidden: HiddenNames,
}

/// Lowers a tree. `None` if there is no entry function with a body.
///
/// # Errors
/// A line about pointers among the inputs that fits none, or leaves one nowhere to lead to.
pub fn lower(tree: Tree, options: &LoadOptions, file_use: FileUse) -> Result<Option<Lowered>, AliasError> {
    let Tree { types, files, vars, functions, refused, constructors, destructors, typedefs, mentions } = tree;
    let Some((entry, _)) = functions.iter().find(|(_, f)| f.name == options.entry && f.body.is_some()) else { return Ok(None) };
    let mut unit = Unit::new((types, files), (&vars, &functions), (options, file_use));
    unit.refused = refused;
    unit.errno = unit.vars.iter().find(|(_, var)| library::models::is_errno(&var.name, &unit.program.files[var.loc.file])).map(|(id, _)| id);
    unit.constructors = constructors;
    unit.destructors = destructors;
    // Constants are folded at the compiler's rounding mode, so it must be known from the start whether there is another.
    let sets_rounding = functions.values().any(|f| f.body.is_none() && library::sets_rounding(&f.name));
    if sets_rounding {
        unit.rounding_mode();
    }
    unit.jumps = Jumps::new(unit.functions, &unit.address_taken, |id| unit.model_of(id));
    unit.declare_user_functions();
    for (id, function) in functions.iter() {
        if function.body.is_some() && !unit.is_model(function.loc) {
            unit.lower_body(id);
        }
    }
    unit.exit_function();
    for name in library::models::CALLED_BY_INSTRUMENTATION {
        if let Some(&id) = unit.by_name.get(name) {
            unit.function(id);
        }
    }
    if let Some(&id) = unit.by_name.get(library::models::WORLD_ARGUMENTS).filter(|_| unit.reads_arguments(entry)) {
        unit.function(id);
    }
    if let Some(&id) = unit.by_name.get(library::models::FAILURES).filter(|_| options.world.may_fail()) {
        unit.function(id);
    }
    unit.lower_reachable();
    unit.lower_start(entry, options.lazy_inputs.as_ref())?;
    let hidden = unit.hidden_names(&mentions);
    let Unit { program, missing, operations, decisions, labels, thread_local, in_blocks, given, .. } = unit;
    let given = Given { typedefs, ..given };
    Ok(Some(Lowered { program, missing, operations, decisions, labels, thread_local, in_blocks, given, hidden }))
}

/// Where headers of the system stand.
const SYSTEM: &str = "/usr/";

/// What all functions share while they are lowered.
pub(super) struct Unit<'t> {
    pub program: Program,
    pub vars: &'t IdVec<VarId, Var>,
    pub functions: &'t IdVec<FunctionId, tree::Function>,
    pub(crate) symbols: IdVec<VarId, Option<SymbolId>>,
    targets: IdVec<FunctionId, Option<FuncId>>,
    by_name: FxHashMap<&'t str, FunctionId>,
    /// Statics and externs that got a symbol and wait for their initialisation, in that order.
    statics: Vec<VarId>,
    /// Functions that got an id and wait for their body.
    wanted: Vec<FunctionId>,
    inputs: FxHashMap<(String, TypeId), InputId>,
    assertions: FxHashMap<FuncId, u32>,
    missing: Vec<String>,
    pub operations: Operations,
    pub decisions: Decisions,
    pub labels: Labels,
    thread_local: Vec<SymbolId>,
    in_blocks: FxHashSet<SymbolId>,
    given: Given,
    address_taken: FxHashSet<FunctionId>,
    /// Variables that are defined nowhere: functions without a body may change them.
    pub external_variables: Vec<VarId>,
    /// Functions that a call through a pointer may take for variadic ones though they are not, or the other way round.
    miscast: Vec<FunctionId>,
    /// Records for the arguments beyond the parameters of variadic functions, by the arguments' types.
    areas: FxHashMap<Vec<TypeId>, TypeId>,
    refused: IdVec<CalledId, Vec<FunctionId>>,
    constructors: Vec<FunctionId>,
    destructors: Vec<FunctionId>,
    pub options: &'t LoadOptions,
    pub file_use: FileUse,
    /// The variable behind `errno`, if the program asks for it.
    errno: Option<VarId>,
    /// What `exit` calls, if the program does anything at its end.
    exit: Option<FuncId>,
    /// Is the exit status handed to a function of its own, and to which?
    exit_status: Option<FuncId>,
    /// What gives an object any content.
    any_object: Option<FuncId>,
    jumps: Jumps,
    /// Does an initialiser of a static hold something unsupported?
    statics_are_unsupported: bool,
}

impl<'t> Unit<'t> {
    fn new(
        (types, files): (TypeTable, IdVec<FileId, String>),
        (vars, functions): (&'t IdVec<VarId, Var>, &'t IdVec<FunctionId, tree::Function>),
        (options, file_use): (&'t LoadOptions, FileUse),
    ) -> Self {
        let mut types = types;
        let void = types.void();
        let ty = types.intern(Type::Function { ret: void, params: Vec::new(), variadic: false });
        let mut program = Program {
            types,
            exprs: ExprPool::new(),
            files,
            symbols: IdVec::new(),
            functions: IdVec::new(),
            branches: IdVec::new(),
            inputs: IdVec::new(),
            goals: IdVec::new(),
            properties: IdVec::new(),
            start: goto::Id::new(0),
            rounding: None,
            aligned: Default::default(),
            constants: Default::default(),
            thread_local: Default::default(),
            lent: Vec::new(),
            unreached: Default::default(),
            stubs: Default::default(),
        };
        let loc = Location { file: goto::Id::new(0), line: 0, column: 0 };
        program.start = program.functions.push(Function { name: START.to_owned(), ty, params: Vec::new(), body: None, loc, noreturn: false, model: true });
        Self {
            program,
            vars,
            functions,
            symbols: IdVec::filled(None, vars.len()),
            targets: IdVec::filled(None, functions.len()),
            by_name: functions.iter().map(|(id, f)| (f.name.as_str(), id)).collect(),
            statics: Vec::new(),
            wanted: Vec::new(),
            inputs: FxHashMap::default(),
            assertions: FxHashMap::default(),
            missing: Vec::new(),
            operations: Operations::default(),
            decisions: Decisions::default(),
            labels: Labels::default(),
            thread_local: Vec::new(),
            in_blocks: FxHashSet::default(),
            given: Given::default(),
            address_taken: effects::address_taken(functions, vars),
            external_variables: effects::external_variables(functions, vars),
            miscast: effects::miscast(functions, vars),
            areas: FxHashMap::default(),
            refused: IdVec::new(),
            constructors: Vec::new(),
            destructors: Vec::new(),
            options,
            file_use,
            errno: None,
            exit: None,
            exit_status: None,
            any_object: None,
            jumps: Jumps::default(),
            statics_are_unsupported: false,
        }
    }

    /// What the texts of functions name whose instructions do not say it all.
    fn hidden_names(&self, outside: &Mentions) -> HiddenNames {
        let mut hidden = HiddenNames::default();
        let strangers = self.strangers();
        for (id, function) in self.functions.iter() {
            let Some(func) = self.targets[id].filter(|_| function.body.is_some()) else { continue };
            let has = |wanted: fn(&InstrKind) -> bool| self.program.functions[func].body.iter().flat_map(|body| body.values()).any(|i| wanted(&i.kind));
            let mut names = Names::default();
            if has(|kind| matches!(kind, InstrKind::Unsupported(_))) {
                names = self.names(&function.mentions);
            }
            if has(|kind| matches!(kind, InstrKind::Call { callee: Callee::Indirect(_), .. })) {
                names.functions.extend(&strangers);
            }
            if names != Names::default() {
                hidden.insert(func, names);
            }
        }
        if self.statics_are_unsupported {
            hidden.insert(self.program.start, self.names(outside));
        }
        hidden
    }

    /// The functions that may run where a pointer among the inputs is called: it leads to any that somebody outside can name or has the address of, or to one that calls these.
    /// What starts in `main` is given no such pointer.
    fn strangers(&self) -> Vec<FuncId> {
        if self.options.entry == "main" {
            return Vec::new();
        }
        let can_be_had = |&(id, function): &(FunctionId, &tree::Function)| function.body.is_some() && (!function.internal || self.address_taken.contains(&id));
        self.functions.iter().filter(can_be_had).filter_map(|(id, _)| self.targets[id]).collect()
    }

    /// What is named is in the program, if it is of use there.
    fn names(&self, mentions: &Mentions) -> Names {
        Names {
            functions: mentions.functions.iter().filter_map(|&id| self.targets[id]).collect(),
            statics: mentions.variables.iter().filter_map(|&id| self.symbols[id]).collect(),
        }
    }

    /// The variable that says how the program rounds; made when it is first asked for.
    pub(crate) fn rounding_mode(&mut self) -> SymbolId {
        if let Some(symbol) = self.program.rounding {
            return symbol;
        }
        let ty = self.program.types.int(32, true);
        let loc = Location { file: goto::Id::new(0), line: 0, column: 0 };
        let symbol = self.program.symbols.push(Symbol { name: "rounding".to_owned(), ty, storage: Storage::Static, loc });
        self.program.rounding = Some(symbol);
        symbol
    }

    /// May a call through a pointer mean the function?
    pub(crate) fn is_address_taken(&self, id: FunctionId) -> bool {
        self.address_taken.contains(&id)
    }

    /// All functions that a call through a pointer may mean.
    pub(crate) fn addresses_taken(&self) -> impl Iterator<Item = FunctionId> {
        self.address_taken.iter().copied()
    }

    /// Does the place lie in one of the library's own models?
    pub(crate) fn is_model(&self, loc: Location) -> bool {
        self.program.is_of_library(loc)
    }

    /// Named statics and functions with bodies in the order of the source, so that their ids follow it.
    fn declare_user_functions(&mut self) {
        for (id, var) in self.vars.iter() {
            if var.kind == VarKind::Static && !var.name.is_empty() && !self.is_model(var.loc) {
                self.symbol(id, self.program.start);
            }
        }
        for (id, function) in self.functions.iter() {
            if function.body.is_some() && !self.is_model(function.loc) {
                self.declare(id);
            }
        }
    }

    /// The function in the program, made if need be. One without a body gets the library's model or what can be said of an unknown function.
    pub(crate) fn function(&mut self, id: FunctionId) -> FuncId {
        if let Some(func) = self.targets[id] {
            return func;
        }
        if let Some(model) = self.model_of(id) {
            let func = self.function(model);
            self.targets[id] = Some(func);
            return func;
        }
        let func = self.declare(id);
        self.wanted.push(id);
        func
    }

    /// The library's model of a function that has no body. Its type must be what the user's files say, as far as they say something.
    fn model_of(&self, id: FunctionId) -> Option<FunctionId> {
        let function = &self.functions[id];
        if function.body.is_some() {
            return None;
        }
        let mut models = library::model_names(&function.name).filter_map(|name| self.by_name.get(name.as_str()).copied());
        models.find(|&model| model != id && self.functions[model].body.is_some() && self.agrees(function.ty, self.functions[model].ty))
    }

    /// Can a function declared with the first type be the model of the second? What their pointers point to may have other names.
    fn agrees(&self, declared: TypeId, model: TypeId) -> bool {
        let types = &self.program.types;
        let same = |a: TypeId, b: TypeId| a == b || matches!((types.get(a), types.get(b)), (Type::Pointer(_), Type::Pointer(_)));
        match (types.get(declared), types.get(model)) {
            // Declared without parameters.
            (Type::Function { ret, params, variadic: true }, Type::Function { ret: model_ret, .. }) if params.is_empty() => same(*ret, *model_ret),
            (Type::Function { ret, params, variadic }, Type::Function { ret: model_ret, params: model_params, variadic: model_variadic }) => {
                let alike = params.len() == model_params.len() && params.iter().zip(model_params).all(|(&a, &b)| same(a, b));
                // Nobody misses a result that is not wanted.
                alike && variadic == model_variadic && (same(*ret, *model_ret) || *types.get(*ret) == Type::Void)
            }
            _ => false,
        }
    }

    /// Do threads run? Else there is one alone.
    pub(crate) fn runs_threads(&self) -> bool {
        self.options.threads != Threads::One
    }

    /// Does the machine run them?
    pub(crate) fn runs_threads_of_machine(&self) -> bool {
        self.options.threads == Threads::Machine
    }

    /// Does the function have no body and come back with inputs? Those of the system's headers are there natively.
    pub(crate) fn answers(&self, id: FunctionId) -> bool {
        let function = &self.functions[id];
        let Type::Function { ret, variadic, .. } = *self.program.types.get(function.ty) else { return false };
        let is_sayable = self.program.types.is_scalar(ret) || *self.program.types.get(ret) == Type::Void;
        let is_of_system = self.program.files[function.loc.file].starts_with(SYSTEM);
        // A test in C cannot define one that takes any arguments.
        let is_asked = self.options.missing_inputs || self.is_for_tests() && !variadic;
        is_asked && is_sayable && !is_of_system && function.body.is_none() && !self.has_model(id)
    }

    /// Is a test made of what a run does?
    pub(crate) fn is_for_tests(&self) -> bool {
        self.options.lazy_inputs.as_ref().is_some_and(|lazy| lazy.for_tests)
    }

    pub(crate) fn note_answers(&mut self, stub: Stub) {
        self.given.stubs.push(stub);
    }

    /// A variable of the library's models.
    pub(crate) fn variable_named(&self, name: &str) -> Option<VarId> {
        self.vars.iter().find(|(_, v)| v.name == name && v.kind == VarKind::Static).map(|(id, _)| id)
    }

    pub(crate) fn has_model(&self, id: FunctionId) -> bool {
        self.model_of(id).is_some()
    }

    /// Makes a function without its body.
    fn declare(&mut self, id: FunctionId) -> FuncId {
        let function = &self.functions[id];
        let func = self.program.functions.next_id();
        self.targets[id] = Some(func);
        let model = self.is_model(function.loc);
        self.program.functions.push(Function {
            name: function.name.clone(),
            ty: function.ty,
            params: Vec::new(),
            body: None,
            loc: function.loc,
            // One that is left by a jump comes back to its caller here, too.
            noreturn: !self.jumps.may_jump(id) && function.noreturn || (function.body.is_none() && library::never_returns(&function.name)),
            model,
        });
        let params = function.params.iter().map(|p| Parameter { symbol: self.symbol(p.var, func), writable: p.writable }).collect();
        self.program.functions[func].params = params;
        func
    }

    /// Lowers the body of a function that has an id and, in the source, a body.
    fn lower_body(&mut self, id: FunctionId) {
        let function = &self.functions[id];
        let (Some(func), Some(body)) = (self.targets[id], &function.body) else { return };
        let mut lowering = FunctionLowering::new(self, func, function.loc);
        lowering.source = Some(id);
        lowering.never_returns = function.noreturn;
        lowering.find_addressed(body);
        lowering.prepare_jumps(body);
        lowering.statements(body);
        lowering.implicit_return(function.name == "main");
        lowering.finish();
    }

    /// Gives a body to all functions that were called or whose address was taken and that have none yet.
    fn lower_wanted(&mut self) {
        while let Some(id) = self.wanted.pop() {
            if self.functions[id].body.is_some() {
                self.lower_body(id);
            } else {
                self.lower_undefined(id);
            }
        }
    }

    /// Bodies and statics that others need, until nothing more is needed.
    fn lower_reachable(&mut self) {
        let mut done = 0;
        loop {
            self.lower_wanted();
            let Some(&id) = self.statics.get(done) else { return };
            done += 1;
            if let Some(init) = &self.vars[id].init {
                effects::used_by_initialiser(init, &mut |used| match used {
                    effects::Used::Function(id) => {
                        self.function(id);
                    }
                    effects::Used::Static(id) => {
                        self.symbol(id, self.program.start);
                    }
                });
            }
        }
    }

    /// A body for a function that has none: one call of what the library knows of it, or the effects of an unknown function.
    fn lower_undefined(&mut self, id: FunctionId) {
        let function = &self.functions[id];
        let Some(func) = self.targets[id] else { return };
        if ThreadOperation::of_name(&function.name).is_some() {
            return;
        }
        let mut lowering = FunctionLowering::new(self, func, function.loc);
        match (jump::jumps(&function.name), lowering.parameters().as_slice()) {
            (true, &[buffer, value, ..]) => lowering.jump_to_place(buffer, value),
            _ => library::body(&mut lowering, id),
        }
        lowering.finish();
        self.program.functions[func].model = true;
    }

    /// A function that gives the object that its parameter, a pointer to void, points into any content.
    pub(crate) fn any_object(&mut self) -> FuncId {
        if let Some(func) = self.any_object {
            return func;
        }
        let types = &mut self.program.types;
        let void = types.void();
        let pointer = types.pointer(void);
        let ty = types.intern(Type::Function { ret: void, params: vec![pointer], variadic: false });
        let loc = Location { file: goto::Id::new(0), line: 0, column: 0 };
        let name = "__any_object".to_owned();
        let func = self.program.functions.push(Function { name, ty, params: Vec::new(), body: None, loc, noreturn: false, model: true });
        let symbol = self.program.symbols.push(Symbol { name: "pointer".to_owned(), ty: pointer, storage: Storage::Parameter(func), loc });
        self.program.functions[func].params = vec![Parameter { symbol, writable: true }];
        self.any_object = Some(func);
        let value = self.program.build().var(symbol, pointer);
        let mut lowering = FunctionLowering::new(self, func, loc);
        library::any_object(&mut lowering, value);
        lowering.finish();
        func
    }

    /// Notes that a function without a body is called.
    pub(crate) fn note_missing(&mut self, name: &str) {
        if !self.missing.iter().any(|m| m == name) {
            self.missing.push(name.to_owned());
        }
    }

    /// The symbol of a variable, if it has been used.
    pub(crate) fn known_symbol(&self, id: VarId) -> Option<SymbolId> {
        self.symbols[id]
    }

    /// The symbol of a variable; `func` is the function that it is used in.
    pub(crate) fn symbol(&mut self, id: VarId, func: FuncId) -> SymbolId {
        if let Some(symbol) = self.symbols[id] {
            return symbol;
        }
        let var = &self.vars[id];
        let storage = match var.kind {
            VarKind::Static | VarKind::Extern => Storage::Static,
            VarKind::Local => Storage::Local(func),
            VarKind::Parameter => Storage::Parameter(func),
        };
        if storage == Storage::Static {
            self.statics.push(id);
        }
        let name = match (var.name.is_empty(), storage) {
            (false, _) => var.name.clone(),
            (true, Storage::Static) => "literal".to_owned(),
            (true, _) => "unnamed".to_owned(),
        };
        let symbol = self.program.symbols.push(Symbol { name, ty: var.ty, storage, loc: var.loc });
        if var.in_block && storage == Storage::Static {
            self.in_blocks.insert(symbol);
        }
        if var.thread_local {
            self.program.thread_local.insert(symbol);
            self.thread_local.push(symbol);
        }
        if let Some(align) = var.align {
            self.program.aligned.insert(symbol, align);
        }
        if var.is_read_only() {
            self.program.constants.insert(symbol);
        }
        self.symbols[id] = Some(symbol);
        symbol
    }

    /// The input that a function delivers.
    pub(crate) fn input(&mut self, function: &str, type_name: &str, ty: TypeId) -> InputId {
        self.input_from(InputOrigin::Call, function, type_name, ty)
    }

    /// What is read of the world outside.
    pub(crate) fn world_input(&mut self, origin: InputOrigin, type_name: &str, ty: TypeId) -> InputId {
        let name = origin.word().replace('_', " ");
        self.input_from(origin, &name, type_name, ty)
    }

    fn input_from(&mut self, origin: InputOrigin, function: &str, type_name: &str, ty: TypeId) -> InputId {
        let Program { inputs, .. } = &mut self.program;
        let new = || inputs.push(InputKind { function: function.to_owned(), type_name: type_name.to_owned(), ty, origin });
        *self.inputs.entry((function.to_owned(), ty)).or_insert_with(new)
    }

    /// The number of the next assertion of a function, from 1.
    pub(crate) fn next_assertion(&mut self, func: FuncId) -> u32 {
        let count = self.assertions.entry(func).or_insert(0);
        *count += 1;
        *count
    }

    /// Is it an instruction after which execution does not go on with the next one?
    pub(crate) fn ends(&self, kind: &InstrKind) -> bool {
        match kind {
            InstrKind::Return(_) | InstrKind::Halt(_) => true,
            InstrKind::Goto { guard, .. } => self.program.exprs.as_const(*guard).is_some_and(|c| c.is_true()),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests;
