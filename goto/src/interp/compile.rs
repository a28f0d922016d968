//! From a program to its executable form: static objects, functions, where variables live, jump targets. Instructions are in `instruction`, expressions in
//! `lower`.

mod instruction;

use super::code::{Cell, Compiled, Function, Norm, Op, Origin, ParameterHome, Pc, Placement, Reg, StaticObject, Variable};
use super::doubt::is_check;
use super::homes::{Variables, leaders};
use super::value::Scalar;
use crate::convention::CallShape;
use crate::expr::{ExprId, ExprKind, HeapFact};
use crate::index::{Id, IdVec};
use crate::program::{Body, FILE_NAMED, FuncId, HavocKind, InstrKind, Program, Storage, SymbolId, VARIABLE_NAMED};
use crate::types::Type;
use rustc_hash::FxHashMap;

/// Expressions nested deeper than this are not executed.
const MAX_DEPTH: u32 = 100_000;
/// Expressions nested deeper than this are compiled on a stack of their own.
const DEEP: u32 = 300;
/// Stack for one level of nesting, with a wide margin for builds without optimisation.
const STACK_PER_LEVEL: usize = 8 << 10;

/// Where a variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Home {
    Register(Reg),
    Global(u32),
    /// An object of its own, by its position among the function's variables.
    Object(u32),
    /// A static object by its handle.
    Static(u32),
}

impl Compiled {
    /// Makes a program ready to run. The ids in it must exist; otherwise, what has no meaning ends a run that gets there as unsupported.
    pub fn new(program: &Program) -> Self {
        Self::placed(program, Placement::Usual)
    }

    /// As [`new`](Self::new), with objects and functions somewhere else.
    pub fn placed(program: &Program, placement: Placement) -> Self {
        let depths = depths(program);
        let deepest = depths.iter().copied().max().unwrap_or(0).min(MAX_DEPTH);
        if deepest <= DEEP {
            return Compiler::new(program, placement, &depths, MAX_DEPTH).compile();
        }
        std::thread::scope(|scope| {
            let stack = (deepest as usize) * STACK_PER_LEVEL + (1 << 20);
            let worker = std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, || Compiler::new(program, placement, &depths, MAX_DEPTH).compile());
            match worker.map(|w| w.join()) {
                Ok(Ok(compiled)) => compiled,
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
                // There is no room for the stack: deep expressions end the runs that meet them.
                Err(_) => Compiler::new(program, placement, &depths, DEEP).compile(),
            }
        })
    }
}

/// How deep each expression is nested. Operands are made before what they are part of, so one pass in the order of the ids suffices.
fn depths(program: &Program) -> Vec<u32> {
    let mut depths: Vec<u32> = Vec::with_capacity(program.exprs.len());
    for index in 0..program.exprs.len() {
        let mut depth = 0;
        program.exprs.operands(ExprId::new(index), |o| depth = depth.max(depths[o.index()]));
        depths.push(depth + 1);
    }
    depths
}

/// The functions that a call of some shape cannot call.
struct Misfits {
    /// Those that pointers may point to.
    addressed: Vec<FuncId>,
    entries: FxHashMap<CallShape, u32>,
}

impl Misfits {
    fn new(program: &Program) -> Self {
        let kinds = (0..program.exprs.len()).map(|index| program.exprs.kind(ExprId::new(index)));
        let addressed = kinds.filter_map(|kind| match kind {
            ExprKind::FunctionAddress(function) => program.functions[function].body.is_some().then_some(function),
            _ => None,
        });
        Self { addressed: addressed.collect(), entries: FxHashMap::default() }
    }

    /// The entry of the table.
    fn entry(&mut self, program: &Program, out: &mut Compiled, shape: CallShape) -> u32 {
        if let Some(&entry) = self.entries.get(&shape) {
            return entry;
        }
        let misfits = self.addressed.iter().copied().filter(|&f| !shape.fits(&program.types, program.functions[f].ty)).collect();
        let entry = out.misfits.len() as u32;
        out.misfits.push(misfits);
        self.entries.insert(shape, entry);
        entry
    }
}

/// Does a check depend on what was written?
fn asks_what_is_written(program: &Program) -> bool {
    let asks = |e| matches!(program.exprs.kind(e), ExprKind::Written(_) | ExprKind::WrittenBytes { .. });
    (0..program.exprs.len()).any(|e| asks(ExprId::new(e)))
}

/// Compiles a program function by function.
struct Compiler<'p> {
    program: &'p Program,
    depths: &'p [u32],
    max_depth: u32,
    variables: Variables,
    statics: FxHashMap<SymbolId, Home>,
    misfits: Misfits,
    out: Compiled,
}

impl<'p> Compiler<'p> {
    fn new(program: &'p Program, placement: Placement, depths: &'p [u32], max_depth: u32) -> Self {
        let out = Compiled {
            code: Vec::new(),
            origins: Vec::new(),
            origin_table: Vec::new(),
            assigned: FxHashMap::default(),
            functions: IdVec::new(),
            naming: program.functions.iter().filter(|(_, f)| f.model && [FILE_NAMED, VARIABLE_NAMED].contains(&f.name.as_str())).map(|(id, _)| id).collect(),
            start: program.start,
            statics: Vec::new(),
            globals: 0,
            static_symbols: Vec::new(),
            global_symbols: Vec::new(),
            global_sizes: Vec::new(),
            rare: Vec::new(),
            bit_fields: Vec::new(),
            arguments: Vec::new(),
            misfits: Vec::new(),
            inputs: Vec::new(),
            scans: Vec::new(),
            masks: Vec::new(),
            asks_for_freed: false,
            asks_for_reachable: (0..program.exprs.len())
                .any(|e| matches!(program.exprs.kind(ExprId::new(e)), ExprKind::Heap(HeapFact::IsReachable | HeapFact::IsReachableAfterReturn))),
            messages: Vec::new(),
            pointer_bits: program.model().pointer_bits(),
            placement,
            begins_threads: program.begins_threads(),
            asks_what_is_written: asks_what_is_written(program),
            atomic: program.functions.iter().filter(|(_, f)| f.is_atomic_section()).map(|(id, _)| id).collect(),
            own_globals: Vec::new(),
            own_objects: Vec::new(),
            has_own_variables: false,
            models: program.functions.values().map(|f| f.model).collect(),
            synchronising: program.functions.ids().map(|id| program.is_synchronising(id)).collect(),
            of_library: program.symbols.iter().filter(|(_, s)| program.is_of_library(s.loc)).map(|(id, _)| id).collect(),
            goals: program.goals.len(),
            properties: program.properties.len(),
        };
        Self { program, depths, max_depth, variables: Variables::of(program), statics: FxHashMap::default(), misfits: Misfits::new(program), out }
    }

    fn compile(mut self) -> Compiled {
        for (id, symbol) in self.program.symbols.iter().filter(|(_, s)| s.storage == Storage::Static) {
            let home = match self.variables.private_scalar(self.program, id) {
                Some(scalar) if scalar.bits() <= 64 => {
                    self.out.globals += 1;
                    self.out.global_symbols.push(id);
                    self.out.global_sizes.push(u64::from(scalar.bits()).div_ceil(8));
                    Home::Global(self.out.globals as u32 - 1)
                }
                _ => {
                    let size = self.program.types.size_of(symbol.ty).unwrap_or(0);
                    self.out.static_symbols.push(id);
                    self.out.statics.push(StaticObject { size, align: self.program.align_of(id), constant: self.program.constants.contains(&id) });
                    Home::Static(self.out.statics.len() as u32)
                }
            };
            if self.program.thread_local.contains(&id) {
                match home {
                    Home::Global(global) => self.out.own_globals.push(global),
                    Home::Static(handle) => self.out.own_objects.push(handle),
                    Home::Register(_) | Home::Object(_) => {}
                }
                // What checks keep is at the place of the start function.
                self.out.has_own_variables |= symbol.loc != self.program.functions[self.program.start].loc;
            }
            self.statics.insert(id, home);
        }
        for (id, function) in self.program.functions.iter() {
            let compiled = function.body.as_ref().map(|body| self.function(id, body));
            self.out.functions.push(compiled);
        }
        self.out
    }

    fn function(&mut self, id: FuncId, body: &Body) -> Function {
        let locals = self.variables.locals(self.program, body);
        let mut code = FunctionCode {
            program: self.program,
            depths: self.depths,
            max_depth: self.max_depth,
            out: &mut self.out,
            misfits: &mut self.misfits,
            id,
            statics: &self.statics,
            homes: FxHashMap::default(),
            variables: Vec::new(),
            template: Vec::new(),
            constants: FxHashMap::default(),
            wide_constants: FxHashMap::default(),
            free: Vec::new(),
            free_pairs: Vec::new(),
            temporaries: Vec::new(),
            temporary_pairs: Vec::new(),
            cache: FxHashMap::default(),
            cache_log: Vec::new(),
            labels: vec![None; body.len()],
            n_instructions: body.len(),
        };
        let parameters = code.parameters(&locals);
        for (symbol, register) in locals {
            if !code.homes.contains_key(&symbol) {
                code.place_local(symbol, register);
            }
        }
        let pointers = code.pointers();
        let entry = code.pc();
        code.body(body);
        code.patch(entry);
        let scratch = code.scratch();
        Function { entry, template: code.template, parameters, pointers, variables: code.variables, scratch }
    }
}

/// Is it a return with a value that nothing determines, where a function ends without one, or what makes that value?
fn returns_nothing(body: &Body, index: usize) -> bool {
    let any = |index: usize| match body.values().nth(index).map(|i| &i.kind) {
        Some(InstrKind::Havoc { lhs, kind: HavocKind::Any }) => Some(*lhs),
        _ => None,
    };
    let returned = |index: usize| match body.values().nth(index).map(|i| &i.kind) {
        Some(InstrKind::Return(value)) => *value,
        _ => None,
    };
    any(index).is_some_and(|value| returned(index + 1) == Some(value)) || index > 0 && returned(index).is_some_and(|value| any(index - 1) == Some(value))
}

/// The state of compiling one function.
pub(super) struct FunctionCode<'c> {
    pub program: &'c Program,
    depths: &'c [u32],
    max_depth: u32,
    pub out: &'c mut Compiled,
    misfits: &'c mut Misfits,
    id: FuncId,
    statics: &'c FxHashMap<SymbolId, Home>,
    homes: FxHashMap<SymbolId, Home>,
    pub variables: Vec<Variable>,
    pub template: Vec<u64>,
    pub constants: FxHashMap<u64, Reg>,
    pub wide_constants: FxHashMap<u128, Reg>,
    /// Registers for intermediate results: those that are free, and those that the present instruction uses.
    pub free: Vec<Reg>,
    pub free_pairs: Vec<Reg>,
    pub temporaries: Vec<Reg>,
    pub temporary_pairs: Vec<Reg>,
    /// Values that the present instruction has computed on every path to here, and the order in which they came.
    pub cache: FxHashMap<ExprId, Reg>,
    pub cache_log: Vec<ExprId>,
    /// Positions of jump targets; the first ones are the instructions.
    labels: Vec<Option<Pc>>,
    n_instructions: usize,
}

impl FunctionCode<'_> {
    pub(super) fn pc(&self) -> Pc {
        self.out.code.len() as Pc
    }

    pub(super) fn emit(&mut self, op: Op) {
        self.out.code.push(op);
        self.out.origins.push(self.out.origin_table.len() as u32 - 1);
    }

    pub(super) fn label(&mut self) -> u32 {
        self.labels.push(None);
        self.labels.len() as u32 - 1
    }

    pub(super) fn set_label(&mut self, label: u32) {
        self.labels[label as usize] = Some(self.pc());
    }

    /// Ends runs that get here.
    pub(super) fn unsupported(&mut self, message: impl Into<String>) {
        self.out.messages.push(message.into());
        let message = self.out.messages.len() as u32 - 1;
        self.emit(Op::Unsupported { message });
    }

    pub(super) fn new_register(&mut self, value: u64) -> Reg {
        self.template.push(value);
        self.template.len() as Reg - 1
    }

    /// The registers of variables of pointer type, without temporaries.
    fn pointers(&self) -> Vec<Reg> {
        let is_pointer = |symbol: SymbolId| {
            let declared = &self.program.symbols[symbol];
            matches!(self.program.types.get(declared.ty), Type::Pointer(_)) && !matches!(declared.storage, Storage::Temporary(_))
        };
        let register = |(&symbol, &home): (&SymbolId, &Home)| match home {
            Home::Register(reg) if is_pointer(symbol) => Some(reg),
            _ => None,
        };
        self.homes.iter().filter_map(register).collect()
    }

    /// The registers for intermediate results, where states are compared.
    fn scratch(&self) -> Vec<Reg> {
        if !self.out.begins_threads {
            return Vec::new();
        }
        let pairs = self.free_pairs.iter().flat_map(|&reg| [reg, reg + 1]);
        self.free.iter().copied().chain(pairs).collect()
    }

    fn place_local(&mut self, symbol: SymbolId, register: bool) {
        let home = if register {
            let reg = self.new_register(0);
            if self.scalar(self.program.symbols[symbol].ty).is_some_and(|s| s.bits() > 64) {
                self.new_register(0);
            }
            Home::Register(reg)
        } else {
            self.new_variable(symbol);
            Home::Object(self.variables.len() as u32 - 1)
        };
        self.homes.insert(symbol, home);
    }

    fn new_variable(&mut self, symbol: SymbolId) -> Variable {
        let ty = self.program.symbols[symbol].ty;
        let types = &self.program.types;
        let (size, align) = (types.size_of(ty).unwrap_or(0), self.program.align_of(symbol));
        let variable = Variable { slot: self.new_register(0), size, align };
        self.variables.push(variable);
        variable
    }

    fn parameters(&mut self, locals: &[(SymbolId, bool)]) -> Vec<ParameterHome> {
        let in_object = |symbol| locals.iter().any(|&(s, register)| s == symbol && !register);
        let program = self.program;
        let mut homes = Vec::new();
        for parameter in &program.functions[self.id].params {
            let symbol = parameter.symbol;
            let scalar = self.scalar(program.symbols[symbol].ty);
            let home = match scalar {
                Some(scalar) if in_object(symbol) => ParameterHome::Cell(self.new_variable(symbol), Cell::of(scalar)),
                Some(scalar) => {
                    self.place_local(symbol, true);
                    let Home::Register(reg) = self.homes[&symbol] else { unreachable!("placed in a register") };
                    if scalar.bits() > 64 { ParameterHome::WideRegister(reg) } else { ParameterHome::Register(reg, Norm::of(scalar)) }
                }
                None => ParameterHome::Bytes(self.new_variable(symbol)),
            };
            if let ParameterHome::Cell(..) | ParameterHome::Bytes(_) = home {
                self.homes.insert(symbol, Home::Object(self.variables.len() as u32 - 1));
            }
            homes.push(home);
        }
        homes
    }

    fn body(&mut self, body: &Body) {
        let leaders = leaders(body);
        let next_leader = |i: usize| (i + 1..body.len()).find(|&j| leaders[j]).unwrap_or(body.len());
        for (id, instruction) in body.iter() {
            let index = id.index();
            self.out.origin_table.push(Origin { function: self.id, instruction: id, loc: instruction.loc, is_check: is_check(&instruction.kind) });
            self.labels[index] = Some(self.pc());
            if leaders[index] {
                self.emit(Op::Block { instructions: (next_leader(index) - index) as u32 });
            }
            if self.out.begins_threads && returns_nothing(body, index) {
                // Threads often return nothing, and nobody asks them. Who asks finds out.
                self.emit(Op::Return);
            } else if self.too_deep(&instruction.kind) {
                self.unsupported("expression is nested too deeply");
            } else {
                self.instruction(instruction);
            }
            self.end_instruction();
        }
        // A valid body does not run off its end.
        let loc = self.program.functions[self.id].loc;
        self.out.origin_table.push(Origin { function: self.id, instruction: Id::new(body.len()), loc, is_check: false });
        self.emit(Op::Return);
    }

    fn too_deep(&self, kind: &InstrKind) -> bool {
        let mut deep = false;
        super::homes::expressions(kind, |e, _| deep |= self.depths[e.index()] > self.max_depth);
        deep
    }

    fn end_instruction(&mut self) {
        self.free.append(&mut self.temporaries);
        self.free_pairs.append(&mut self.temporary_pairs);
        self.forget();
    }

    /// Values may change now.
    fn forget(&mut self) {
        self.cache.clear();
        self.cache_log.clear();
    }

    pub(super) fn home(&self, symbol: SymbolId) -> Option<Home> {
        self.homes.get(&symbol).or_else(|| self.statics.get(&symbol)).copied()
    }

    /// Notes where an observer finds the value that the instruction assigned; to be called after its last operation.
    pub(super) fn note_assigned(&mut self, value: Reg, scalar: Scalar) {
        // `x = x` has no operation.
        if self.out.origins.last() == Some(&(self.out.origin_table.len() as u32 - 1)) {
            self.out.assigned.insert(self.pc() - 1, (value, scalar));
        }
    }

    /// Replaces labels by positions.
    fn patch(&mut self, entry: Pc) {
        for op in &mut self.out.code[entry as usize..] {
            if let Some(target) = op.target_mut() {
                *target = self.labels[*target as usize].expect("a label that a jump uses is set before the function ends");
            }
        }
    }
}
