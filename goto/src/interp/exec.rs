//! Executes compiled programs. Calls of the program are frames on a stack of its own, never calls of this code.

use super::code::{Argument, BitField, Cell, Compiled, FUNCTION_BASE, FUNCTION_STEP, FloatCmp, Norm, Op, ParameterHome, Pc, Rare, Reg, Variable};
use super::memory::{AccessError, Kind, Memory, NO_OBJECT, OutOfMemory};
use super::value::{self, Fault, Scalar};
use super::{InputSource, Limits, Observer, Outcome, Run, float};
use crate::bits::Bits;
use crate::index::Id;
use crate::program::{AllocKind, FuncId, GoalId, HaltKind, PropertyId};
use bitvec::vec::BitVec;

/// Instructions between two questions whether to stop.
const POLL: u64 = 4096;

/// A call.
#[derive(Debug)]
struct Frame {
    function: FuncId,
    /// Where the caller goes on.
    return_to: Pc,
    /// Its first register.
    base: usize,
    /// The length of the list of stack allocations at its start.
    allocations: usize,
}

/// The state of a run, with buffers that further runs use again.
pub struct Machine<'c> {
    compiled: &'c Compiled,
    registers: Vec<u64>,
    globals: Vec<u64>,
    frames: Vec<Frame>,
    memory: Memory,
    /// Objects of `Allocate` with stack lifetime: what is behind a frame's mark ends with it.
    allocations: Vec<(u64, u32)>,
    returned: Returned,
    bytes: Vec<u8>,
    written: Vec<bool>,
    first_reached: Vec<Option<u32>>,
    violations: Vec<PropertyId>,
    violated_at: Vec<u32>,
    violated: Vec<bool>,
    inputs: Vec<(crate::InputId, Bits)>,
    steps: u64,
    poll_at: u64,
    indeterminate: bool,
}

/// What the last `Return` left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Returned {
    Nothing,
    Value(u64, u64),
    /// In `bytes` and `written`.
    Bytes,
}

/// Why execution ends; what a crash was is worked out from the position.
enum End {
    Outcome(Outcome),
    Access(AccessError),
    Fault(Fault),
    Unsupported(String),
    Crash(&'static str),
}

impl From<AccessError> for End {
    fn from(error: AccessError) -> Self {
        End::Access(error)
    }
}

impl From<OutOfMemory> for End {
    fn from(_: OutOfMemory) -> Self {
        End::Outcome(Outcome::MemoryLimit)
    }
}

impl From<Fault> for End {
    fn from(fault: Fault) -> Self {
        End::Fault(fault)
    }
}

impl Compiled {
    /// Runs the program from its start function.
    pub fn run(&self, source: &mut dyn InputSource, limits: &Limits<'_>) -> Run {
        Machine::new(self).run(source, limits)
    }
}

impl<'c> Machine<'c> {
    pub fn new(compiled: &'c Compiled) -> Self {
        Machine {
            compiled,
            registers: Vec::new(),
            globals: Vec::new(),
            frames: Vec::new(),
            memory: Memory::new(compiled.pointer_bits),
            allocations: Vec::new(),
            returned: Returned::Nothing,
            bytes: Vec::new(),
            written: Vec::new(),
            first_reached: Vec::new(),
            violations: Vec::new(),
            violated_at: Vec::new(),
            violated: Vec::new(),
            inputs: Vec::new(),
            steps: 0,
            poll_at: 0,
            indeterminate: false,
        }
    }

    /// Runs the program from its start function.
    pub fn run(&mut self, source: &mut dyn InputSource, limits: &Limits<'_>) -> Run {
        self.run_observed(source, limits, &mut ())
    }

    /// As [`run`](Self::run), telling an observer what happens.
    pub fn run_observed<O: Observer>(&mut self, source: &mut dyn InputSource, limits: &Limits<'_>, observer: &mut O) -> Run {
        let outcome = match self.start(limits) {
            Ok(pc) => self.execute(pc, source, limits, observer),
            Err(end) => self.outcome(end, 0),
        };
        let mut goals: BitVec = BitVec::repeat(false, self.compiled.goals);
        for (i, _) in self.first_reached.iter().enumerate().filter(|(_, f)| f.is_some()) {
            goals.set(i, true);
        }
        Run {
            outcome,
            goals,
            first_reached: std::mem::take(&mut self.first_reached),
            violations: std::mem::take(&mut self.violations),
            violated_at: std::mem::take(&mut self.violated_at),
            inputs: std::mem::take(&mut self.inputs),
            steps: self.steps,
            indeterminate: self.indeterminate || self.memory.indeterminate,
        }
    }

    fn start(&mut self, limits: &Limits<'_>) -> Result<Pc, End> {
        let compiled = self.compiled;
        self.registers.clear();
        self.globals.clear();
        self.globals.resize(compiled.globals, 0);
        self.frames.clear();
        self.allocations.clear();
        self.returned = Returned::Nothing;
        self.first_reached = vec![None; compiled.goals];
        self.violated.clear();
        self.violated.resize(compiled.properties, false);
        self.inputs.clear();
        self.violations.clear();
        self.violated_at.clear();
        (self.steps, self.poll_at, self.indeterminate) = (0, 0, false);
        self.memory.reset(limits.memory);
        if self.memory.statics() != compiled.statics.len() {
            self.memory = Memory::new(compiled.pointer_bits);
            self.memory.reset(limits.memory);
            for object in &compiled.statics {
                self.memory.allocate(object.size, object.align, Kind::Static, true)?;
            }
        }
        if !self.memory.fits(0) {
            return Err(OutOfMemory.into());
        }
        match &compiled.functions[compiled.start] {
            Some(function) => {
                self.registers.extend_from_slice(&function.template);
                self.frames.push(Frame { function: compiled.start, return_to: 0, base: 0, allocations: 0 });
                Ok(function.entry)
            }
            None => Err(End::Outcome(Outcome::Exit)),
        }
    }

    /// What the end of a run at a position means.
    fn outcome(&self, end: End, pc: usize) -> Outcome {
        let loc = match self.compiled.origins.get(pc) {
            Some(&origin) => self.compiled.origin_table[origin as usize].loc,
            None => crate::Location { file: Id::new(0), line: 0, column: 0 },
        };
        let reason = match end {
            End::Outcome(outcome) => return outcome,
            End::Unsupported(reason) => return Outcome::Unsupported { reason, loc },
            End::Fault(Fault::IllTyped) => return Outcome::Unsupported { reason: Fault::IllTyped.to_string(), loc },
            End::Access(error) => error.to_string(),
            End::Fault(fault) => fault.to_string(),
            End::Crash(reason) => reason.to_owned(),
        };
        Outcome::Crash { reason, loc }
    }

    fn execute<O: Observer>(&mut self, pc: Pc, source: &mut dyn InputSource, limits: &Limits<'_>, observer: &mut O) -> Outcome {
        let mut pc = pc as usize;
        let mut base = 0;
        match self.steps(&mut pc, &mut base, source, limits, observer) {
            Ok(never) => match never {},
            Err(end) => self.outcome(end, pc),
        }
    }

    /// The loop over operations. `pc` is the present operation when it returns.
    #[expect(clippy::too_many_lines, reason = "one arm for each operation")]
    fn steps<O: Observer>(
        &mut self,
        pc: &mut usize,
        base: &mut usize,
        source: &mut dyn InputSource,
        limits: &Limits<'_>,
        observer: &mut O,
    ) -> Result<std::convert::Infallible, End> {
        let compiled = self.compiled;
        let code = &compiled.code[..];
        macro_rules! get {
            ($reg:expr) => {
                self.registers[*base + $reg as usize]
            };
        }
        macro_rules! set {
            ($reg:expr, $value:expr) => {{
                let value = $value;
                self.registers[*base + $reg as usize] = value;
            }};
        }
        macro_rules! jump_if {
            ($cond:expr, $target:expr) => {
                if $cond {
                    *pc = $target as usize;
                    continue;
                }
            };
        }
        loop {
            if O::ACTIVE {
                self.observe_start(*pc, observer);
            }
            match code[*pc] {
                Op::Block { instructions } => {
                    self.steps += u64::from(instructions);
                    if self.steps >= self.poll_at {
                        self.poll(limits)?;
                    }
                }
                Op::Move { dst, src } => set!(dst, get!(src)),
                Op::Add { dst, a, b, norm } => set!(dst, norm.apply(get!(a).wrapping_add(get!(b)))),
                Op::Sub { dst, a, b, norm } => set!(dst, norm.apply(get!(a).wrapping_sub(get!(b)))),
                Op::Mul { dst, a, b, norm } => set!(dst, norm.apply(get!(a).wrapping_mul(get!(b)))),
                Op::DivSigned { dst, a, b, norm } => set!(dst, divide(get!(a) as i64, get!(b) as i64, norm)?),
                Op::RemSigned { dst, a, b, norm } => set!(dst, remainder(get!(a) as i64, get!(b) as i64, norm)?),
                Op::DivUnsigned { dst, a, b } => set!(dst, get!(a).checked_div(get!(b)).ok_or(Fault::DivisionByZero)?),
                Op::RemUnsigned { dst, a, b } => set!(dst, get!(a).checked_rem(get!(b)).ok_or(Fault::DivisionByZero)?),
                Op::And { dst, a, b } => set!(dst, get!(a) & get!(b)),
                Op::Or { dst, a, b } => set!(dst, get!(a) | get!(b)),
                Op::Xor { dst, a, b } => set!(dst, get!(a) ^ get!(b)),
                Op::Shl { dst, a, b, norm } => set!(dst, norm.apply(get!(a) << (get!(b) & u64::from(63 - norm.shift)))),
                Op::Shr { dst, a, b, norm } => {
                    let (value, distance) = (get!(a), get!(b) & u64::from(63 - norm.shift));
                    set!(dst, if norm.signed { ((value as i64) >> distance) as u64 } else { value >> distance });
                }
                Op::Neg { dst, a, norm } => set!(dst, norm.apply(get!(a).wrapping_neg())),
                Op::Complement { dst, a, norm } => set!(dst, norm.apply(!get!(a))),
                Op::Not { dst, a } => set!(dst, get!(a) ^ 1),
                Op::Normalise { dst, a, norm } => set!(dst, norm.apply(get!(a))),
                Op::NonZero { dst, a } => set!(dst, u64::from(get!(a) != 0)),
                Op::Eq { dst, a, b } => set!(dst, u64::from(get!(a) == get!(b))),
                Op::Ne { dst, a, b } => set!(dst, u64::from(get!(a) != get!(b))),
                Op::LtSigned { dst, a, b } => set!(dst, u64::from((get!(a) as i64) < get!(b) as i64)),
                Op::LtUnsigned { dst, a, b } => set!(dst, u64::from(get!(a) < get!(b))),
                Op::LeSigned { dst, a, b } => set!(dst, u64::from(get!(a) as i64 <= get!(b) as i64)),
                Op::LeUnsigned { dst, a, b } => set!(dst, u64::from(get!(a) <= get!(b))),
                Op::Single { op, dst, a, b } => {
                    let result = float::single(op, f32::from_bits(get!(a) as u32), f32::from_bits(get!(b) as u32));
                    set!(dst, u64::from(result.to_bits()));
                }
                Op::Double { op, dst, a, b } => set!(dst, float::double(op, f64::from_bits(get!(a)), f64::from_bits(get!(b))).to_bits()),
                Op::CompareSingle { op, dst, a, b } => {
                    set!(dst, u64::from(compare(op, f32::from_bits(get!(a) as u32), f32::from_bits(get!(b) as u32))));
                }
                Op::CompareDouble { op, dst, a, b } => set!(dst, u64::from(compare(op, f64::from_bits(get!(a)), f64::from_bits(get!(b))))),
                Op::Rare { index } => rare(compiled.rare[index as usize], &mut self.registers[*base..])?,
                Op::Scale { dst, a, b, size } => {
                    let sum = get!(a).wrapping_add(get!(b).wrapping_mul(u64::from(size)));
                    set!(dst, if compiled.pointer_bits == 32 { sum & 0xffff_ffff } else { sum });
                }
                Op::PtrDiff { dst, a, b, size } => {
                    let norm = Norm { shift: 64 - compiled.pointer_bits as u8, signed: true };
                    let difference = norm.apply(get!(a).wrapping_sub(get!(b))) as i64;
                    set!(dst, difference.checked_div(i64::from(size)).unwrap_or(0) as u64);
                }

                Op::Jump { target } => jump_if!(true, target),
                Op::JumpIf { a, target } => jump_if!(get!(a) != 0, target),
                Op::JumpUnless { a, target } => jump_if!(get!(a) == 0, target),
                Op::JumpEq { a, b, target } => jump_if!(get!(a) == get!(b), target),
                Op::JumpNe { a, b, target } => jump_if!(get!(a) != get!(b), target),
                Op::JumpLtSigned { a, b, target } => jump_if!((get!(a) as i64) < get!(b) as i64, target),
                Op::JumpLtUnsigned { a, b, target } => jump_if!(get!(a) < get!(b), target),
                Op::JumpLeSigned { a, b, target } => jump_if!(get!(a) as i64 <= get!(b) as i64, target),
                Op::JumpLeUnsigned { a, b, target } => jump_if!(get!(a) <= get!(b), target),

                Op::GetGlobal { dst, global } => set!(dst, self.globals[global as usize]),
                Op::SetGlobal { global, src } => self.globals[global as usize] = get!(src),
                Op::Load { dst, address, offset, cell } => {
                    let address = get!(address).wrapping_add(u64::from(offset));
                    let (handle, offset) = self.memory.find(address, cell.len())?;
                    load(&mut self.memory, handle, offset, cell, &mut self.registers[*base + dst as usize..])?;
                }
                Op::Store { src, address, offset, cell } => {
                    let address = get!(address).wrapping_add(u64::from(offset));
                    let (handle, offset) = self.memory.find(address, cell.len())?;
                    store(&mut self.memory, handle, offset, cell, &self.registers[*base + src as usize..])?;
                }
                Op::LoadObject { dst, object, offset, cell } => {
                    let handle = self.object(*base, object)?;
                    load(&mut self.memory, handle, u64::from(offset), cell, &mut self.registers[*base + dst as usize..])?;
                }
                Op::StoreObject { src, object, offset, cell } => {
                    let handle = self.object(*base, object)?;
                    store(&mut self.memory, handle, u64::from(offset), cell, &self.registers[*base + src as usize..])?;
                }
                Op::LoadAt { dst, object, offset, cell } => {
                    let (handle, offset) = (self.object(*base, object)?, get!(offset));
                    load(&mut self.memory, handle, offset, cell, &mut self.registers[*base + dst as usize..])?;
                }
                Op::StoreAt { src, object, offset, cell } => {
                    let (handle, offset) = (self.object(*base, object)?, get!(offset));
                    store(&mut self.memory, handle, offset, cell, &self.registers[*base + src as usize..])?;
                }
                Op::LoadBits { dst, address, field } => {
                    let field = compiled.bit_fields[field as usize];
                    let value = load_bits(&mut self.memory, get!(address), field)?;
                    set!(dst, value as u64);
                    if field.wide {
                        set!(dst + 1, (value >> 64) as u64);
                    }
                }
                Op::StoreBits { src, address, field } => {
                    let field = compiled.bit_fields[field as usize];
                    let high = if field.wide { get!(src + 1) } else { 0 };
                    store_bits(&mut self.memory, get!(address), field, u128::from(high) << 64 | u128::from(get!(src)))?;
                }
                Op::ObjectAddress { dst, object } => {
                    let handle = self.object(*base, object)?;
                    set!(dst, self.memory.base(handle));
                }
                Op::CopyBytes { to, from, size } => self.memory.copy(get!(to), get!(from), get!(size))?,
                Op::ZeroBytes { to, size } => self.memory.fill(get!(to), get!(size), 0)?,

                Op::Declare { variable } => {
                    let variable = self.variable(variable);
                    self.end_variable(*base, variable.slot);
                    self.begin_variable(*base, variable)?;
                }
                Op::Dead { slot } => self.end_variable(*base, slot),
                Op::Allocate { dst, size, kind, zeroed } => {
                    let address = self.allocate(get!(size), kind, zeroed)?;
                    set!(dst, address);
                }
                Op::Free { address } => {
                    let address = get!(address);
                    if address != 0 {
                        self.memory.free(address)?;
                    }
                }
                Op::MemCopy { to, from, size } => {
                    let size = get!(size);
                    self.memory.copy(get!(to), get!(from), size)?;
                    self.steps += size / 64;
                }
                Op::MemSet { to, value, size } => {
                    let size = get!(size);
                    self.memory.fill(get!(to), size, get!(value) as u8)?;
                    self.steps += size / 64;
                }

                Op::Call { function, arguments } => {
                    if self.call(function, arguments, *pc as Pc + 1, base, pc, limits)? {
                        continue;
                    }
                }
                Op::CallIndirect { address, arguments } => {
                    let function = function_at(compiled, get!(address))?;
                    if self.call(function, arguments, *pc as Pc + 1, base, pc, limits)? {
                        continue;
                    }
                }
                Op::Result { dst, norm } => set!(dst, norm.apply(self.result().0)),
                Op::ResultWide { dst } => {
                    let (low, high) = self.result();
                    set!(dst, low);
                    set!(dst + 1, high);
                }
                Op::ResultBytes { to, size } => self.store_result(get!(to), get!(size))?,
                Op::Return => {
                    self.returned = Returned::Nothing;
                    *pc = self.leave(base)?;
                    continue;
                }
                Op::ReturnValue { value } => {
                    self.returned = Returned::Value(get!(value), 0);
                    *pc = self.leave(base)?;
                    continue;
                }
                Op::ReturnWide { value } => {
                    self.returned = Returned::Value(get!(value), get!(value + 1));
                    *pc = self.leave(base)?;
                    continue;
                }
                Op::ReturnBytes { from, size } => {
                    self.memory.read_bytes(get!(from), get!(size), &mut self.bytes, &mut self.written)?;
                    self.returned = Returned::Bytes;
                    *pc = self.leave(base)?;
                    continue;
                }

                Op::Cover { goal } => {
                    let first = &mut self.first_reached[goal as usize];
                    if first.is_none() {
                        *first = Some(self.inputs.len() as u32);
                        observer.reached(GoalId::new(goal as usize));
                    }
                }
                Op::Violate { property } => {
                    if !std::mem::replace(&mut self.violated[property as usize], true) {
                        self.violations.push(PropertyId::new(property as usize));
                        self.violated_at.push(self.inputs.len() as u32);
                        observer.violated(PropertyId::new(property as usize));
                    }
                }
                Op::AssumptionFailed => return Err(End::Outcome(Outcome::AssumptionFailed)),
                Op::Input { dst, index } => {
                    let wide = self.input(index, source)?;
                    set!(dst, wide as u64);
                    if compiled.inputs[index as usize].to.bits() > 64 {
                        set!(dst + 1, (wide >> 64) as u64);
                    }
                }
                Op::Indeterminate => self.indeterminate = true,
                Op::Halt { kind: HaltKind::Exit } => return Err(End::Outcome(Outcome::Exit)),
                Op::Halt { kind: HaltKind::Abort } => return Err(End::Outcome(Outcome::Abort)),
                Op::Unsupported { message } => return Err(End::Unsupported(compiled.messages[message as usize].clone())),
            }
            if O::ACTIVE {
                self.observe_end(*pc, *base, observer);
            }
            *pc += 1;
        }
    }

    fn poll(&mut self, limits: &Limits<'_>) -> Result<(), End> {
        if self.steps > limits.steps {
            return Err(End::Outcome(Outcome::StepLimit));
        }
        if (limits.stop)() {
            return Err(End::Outcome(Outcome::Stopped));
        }
        self.poll_at = (self.steps + POLL).min(limits.steps.saturating_add(1));
        Ok(())
    }

    fn observe_start<O: Observer>(&self, pc: usize, observer: &mut O) {
        let origins = &self.compiled.origins;
        if pc == 0 || origins[pc] != origins[pc - 1] {
            let origin = self.compiled.origin_table[origins[pc] as usize];
            observer.instruction(origin.function, origin.instruction, origin.loc);
        }
    }

    fn observe_end<O: Observer>(&self, pc: usize, base: usize, observer: &mut O) {
        if let Some(&(reg, scalar)) = self.compiled.assigned.get(&(pc as Pc)) {
            let origin = self.compiled.origin_table[self.compiled.origins[pc] as usize];
            observer.assigned(origin.function, origin.instruction, read(&self.registers[base..], reg, scalar));
        }
    }

    /// The object of a variable. A variable that control reached around its declaration comes to life here.
    #[inline]
    fn object(&mut self, base: usize, slot: Reg) -> Result<u32, End> {
        match self.registers[base + slot as usize] as u32 {
            NO_OBJECT => self.revive(base, slot),
            handle => Ok(handle),
        }
    }

    #[cold]
    fn revive(&mut self, base: usize, slot: Reg) -> Result<u32, End> {
        let function = self.frames.last().and_then(|f| self.compiled.functions[f.function].as_ref());
        let variable = function.and_then(|f| f.variables.iter().find(|v| v.slot == slot)).copied();
        self.begin_variable(base, variable.ok_or(AccessError::DeadVariable)?)?;
        Ok(self.registers[base + slot as usize] as u32)
    }

    fn variable(&self, index: u32) -> Variable {
        let function = self.frames.last().and_then(|f| self.compiled.functions[f.function].as_ref());
        // Only a function with a body executes, and the compiler numbered its variables.
        function.expect("the function that executes").variables[index as usize]
    }

    fn begin_variable(&mut self, base: usize, variable: Variable) -> Result<(), OutOfMemory> {
        let handle = self.memory.allocate(variable.size, variable.align, Kind::Frame, false)?;
        self.registers[base + variable.slot as usize] = u64::from(handle);
        Ok(())
    }

    fn end_variable(&mut self, base: usize, slot: Reg) {
        let handle = std::mem::replace(&mut self.registers[base + slot as usize], u64::from(NO_OBJECT)) as u32;
        if handle != NO_OBJECT {
            self.memory.release(handle);
        }
    }

    fn allocate(&mut self, size: u64, kind: AllocKind, zeroed: bool) -> Result<u64, End> {
        let object_kind = if kind == AllocKind::Heap { Kind::Heap } else { Kind::Frame };
        let handle = self.memory.allocate(size, 16, object_kind, zeroed)?;
        let address = self.memory.base(handle);
        if kind == AllocKind::Stack {
            self.allocations.push((address, handle));
        }
        self.steps += size / 64;
        Ok(address)
    }

    /// Starts a call; false if the function has no body.
    fn call(&mut self, function: FuncId, arguments: u32, return_to: Pc, base: &mut usize, pc: &mut usize, limits: &Limits<'_>) -> Result<bool, End> {
        let compiled = self.compiled;
        let Some(callee) = &compiled.functions[function] else {
            self.returned = Returned::Nothing;
            return Ok(false);
        };
        if self.frames.len() as u64 > u64::from(limits.depth) {
            return Err(End::Outcome(Outcome::StackOverflow));
        }
        if !self.memory.fits(8 * (self.registers.len() + callee.template.len()) as u64) {
            return Err(OutOfMemory.into());
        }
        let new_base = self.registers.len();
        self.registers.extend_from_slice(&callee.template);
        self.frames.push(Frame { function, return_to, base: *base, allocations: self.allocations.len() });
        let arguments = &compiled.arguments[arguments as usize];
        for (i, home) in callee.parameters.iter().enumerate() {
            self.pass(arguments.get(i).copied(), *home, *base, new_base)?;
        }
        *base = new_base;
        *pc = callee.entry as usize;
        Ok(true)
    }

    fn pass(&mut self, argument: Option<Argument>, home: ParameterHome, from: usize, to: usize) -> Result<(), End> {
        let (low, high) = match argument {
            Some(Argument::Value(reg)) => (self.registers[from + reg as usize], 0),
            Some(Argument::Wide(reg)) => (self.registers[from + reg as usize], self.registers[from + reg as usize + 1]),
            Some(Argument::Bytes { .. }) => (0, 0),
            None => {
                self.indeterminate = true;
                (0, 0)
            }
        };
        match home {
            ParameterHome::Register(reg, norm) => self.registers[to + reg as usize] = norm.apply(low),
            ParameterHome::WideRegister(reg) => {
                self.registers[to + reg as usize] = low;
                self.registers[to + reg as usize + 1] = high;
            }
            ParameterHome::Cell(variable, cell) => {
                self.begin_variable(to, variable)?;
                let handle = self.registers[to + variable.slot as usize] as u32;
                store(&mut self.memory, handle, 0, cell, &[low, high])?;
            }
            ParameterHome::Bytes(variable) => {
                self.begin_variable(to, variable)?;
                if let Some(Argument::Bytes { from: address, size }) = argument {
                    let handle = self.registers[to + variable.slot as usize] as u32;
                    let target = self.memory.base(handle);
                    self.memory.copy(target, self.registers[from + address as usize], size.min(variable.size))?;
                }
            }
        }
        Ok(())
    }

    /// Ends the present call and returns where its caller goes on.
    fn leave(&mut self, base: &mut usize) -> Result<usize, End> {
        let Some(frame) = self.frames.pop() else { return Err(End::Outcome(Outcome::Exit)) };
        if self.frames.is_empty() {
            return Err(End::Outcome(Outcome::Exit));
        }
        while self.allocations.len() > frame.allocations {
            if let Some((address, handle)) = self.allocations.pop()
                && self.memory.base(handle) == address
            {
                self.memory.release(handle);
            }
        }
        if let Some(function) = &self.compiled.functions[frame.function] {
            for variable in function.variables.iter().rev() {
                self.end_variable(*base, variable.slot);
            }
        }
        self.registers.truncate(*base);
        *base = frame.base;
        Ok(frame.return_to as usize)
    }

    /// What the last call returned; arbitrary, so zero, if that is nothing.
    fn result(&mut self) -> (u64, u64) {
        match self.returned {
            Returned::Value(low, high) => (low, high),
            Returned::Nothing | Returned::Bytes => {
                self.indeterminate = true;
                (0, 0)
            }
        }
    }

    fn store_result(&mut self, to: u64, size: u64) -> Result<(), End> {
        if self.returned != Returned::Bytes {
            self.indeterminate = true;
            return Ok(self.memory.fill(to, size, 0)?);
        }
        let len = self.bytes.len().min(size as usize);
        let written = &self.written[..len.min(self.written.len())];
        Ok(self.memory.write_bytes(to, &self.bytes[..len], written)?)
    }

    fn input(&mut self, index: u32, source: &mut dyn InputSource) -> Result<u128, End> {
        let input = self.compiled.inputs[index as usize];
        let Some(value) = source.next(input.input, input.ty, input.from.bits()) else { return Err(End::Outcome(Outcome::InputsExhausted)) };
        let value = value.resize(input.from.bits(), false);
        self.inputs.push((input.input, value));
        let value = if input.from == input.to { value } else { value::cast(input.from, input.to, value) };
        Ok(canonical(input.to, value))
    }
}

/// A value in the form of registers.
fn canonical(scalar: Scalar, value: Bits) -> u128 {
    if scalar.signed() && scalar.bits() <= 64 { value.signed() as u128 } else { value.unsigned() }
}

fn read(registers: &[u64], reg: Reg, scalar: Scalar) -> Bits {
    let low = u128::from(registers[reg as usize]);
    let high = if scalar.bits() > 64 { u128::from(registers[reg as usize + 1]) << 64 } else { 0 };
    Bits::new(scalar.bits(), high | low)
}

fn write(registers: &mut [u64], reg: Reg, scalar: Scalar, value: Bits) {
    let value = canonical(scalar, value);
    registers[reg as usize] = value as u64;
    if scalar.bits() > 64 {
        registers[reg as usize + 1] = (value >> 64) as u64;
    }
}

#[inline(never)]
fn rare(rare: Rare, registers: &mut [u64]) -> Result<(), Fault> {
    match rare {
        Rare::Unary { op, ty, dst, a } => {
            let value = value::unary(op, ty, read(registers, a, ty))?;
            write(registers, dst, ty, value);
        }
        Rare::Binary { op, ty, dst, a, b, b_type } => {
            let value = value::binary(op, ty, read(registers, a, ty), read(registers, b, b_type))?;
            // Comparisons give one bit.
            write(registers, dst, if value.width() == 1 { Scalar::Bool } else { ty }, value);
        }
        Rare::Cast { from, to, dst, a } => {
            let value = value::cast(from, to, read(registers, a, from));
            write(registers, dst, to, value);
        }
    }
    Ok(())
}

fn divide(a: i64, b: i64, norm: Norm) -> Result<u64, Fault> {
    if b == 0 {
        return Err(Fault::DivisionByZero);
    }
    // The quotient that does not fit is the only one that another form changes.
    match a.checked_div(b) {
        Some(q) if norm.apply(q as u64) == q as u64 => Ok(q as u64),
        _ => Err(Fault::DivisionOverflow),
    }
}

fn remainder(a: i64, b: i64, norm: Norm) -> Result<u64, Fault> {
    match b {
        0 => Err(Fault::DivisionByZero),
        -1 if a != 0 && norm.apply(a.wrapping_neg() as u64) == a as u64 => Err(Fault::DivisionOverflow),
        _ => Ok(a.wrapping_rem(b) as u64),
    }
}

fn compare<T: PartialOrd>(op: FloatCmp, a: T, b: T) -> bool {
    match op {
        FloatCmp::Eq => a == b,
        FloatCmp::Ne => a != b,
        FloatCmp::Lt => a < b,
        FloatCmp::Le => a <= b,
    }
}

fn function_at(compiled: &Compiled, address: u64) -> Result<FuncId, End> {
    let offset = address.wrapping_sub(FUNCTION_BASE);
    let index = offset / FUNCTION_STEP;
    if !offset.is_multiple_of(FUNCTION_STEP) || index >= compiled.functions.len() as u64 {
        return Err(End::Crash("call through a pointer that does not point to a function"));
    }
    Ok(FuncId::new(index as usize))
}

impl Cell {
    #[inline]
    fn len(self) -> u64 {
        match self {
            Cell::Bool | Cell::S8 | Cell::U8 => 1,
            Cell::S16 | Cell::U16 => 2,
            Cell::S32 | Cell::U32 => 4,
            Cell::W64 => 8,
            Cell::W80 => 10,
            Cell::W128 => 16,
        }
    }
}

/// Reads a cell into the first register, or the first two.
#[inline]
fn load(memory: &mut Memory, handle: u32, offset: u64, cell: Cell, to: &mut [u64]) -> Result<(), AccessError> {
    to[0] = match cell {
        Cell::S32 => i64::from(i32::from_le_bytes(memory.read(handle, offset)?)) as u64,
        Cell::U32 => u64::from(u32::from_le_bytes(memory.read(handle, offset)?)),
        Cell::W64 => u64::from_le_bytes(memory.read(handle, offset)?),
        Cell::S8 => i64::from(i8::from_le_bytes(memory.read(handle, offset)?)) as u64,
        Cell::U8 => u64::from(u8::from_le_bytes(memory.read(handle, offset)?)),
        Cell::Bool => u64::from(memory.read(handle, offset)? != [0]),
        Cell::S16 => i64::from(i16::from_le_bytes(memory.read(handle, offset)?)) as u64,
        Cell::U16 => u64::from(u16::from_le_bytes(memory.read(handle, offset)?)),
        Cell::W80 => {
            let low = memory.read(handle, offset)?;
            to[1] = u64::from(u16::from_le_bytes(memory.read(handle, offset.wrapping_add(8))?));
            u64::from_le_bytes(low)
        }
        Cell::W128 => {
            let low = memory.read(handle, offset)?;
            to[1] = u64::from_le_bytes(memory.read(handle, offset.wrapping_add(8))?);
            u64::from_le_bytes(low)
        }
    };
    Ok(())
}

/// Writes a cell from the first register, or the first two.
#[inline]
fn store(memory: &mut Memory, handle: u32, offset: u64, cell: Cell, from: &[u64]) -> Result<(), AccessError> {
    let value = from[0];
    match cell {
        Cell::S32 | Cell::U32 => memory.write(handle, offset, (value as u32).to_le_bytes()),
        Cell::W64 => memory.write(handle, offset, value.to_le_bytes()),
        Cell::Bool | Cell::S8 | Cell::U8 => memory.write(handle, offset, [value as u8]),
        Cell::S16 | Cell::U16 => memory.write(handle, offset, (value as u16).to_le_bytes()),
        Cell::W80 => {
            let mut bytes = [0; 10];
            bytes[..8].copy_from_slice(&value.to_le_bytes());
            bytes[8..].copy_from_slice(&(from[1] as u16).to_le_bytes());
            memory.write(handle, offset, bytes)
        }
        Cell::W128 => memory.write(handle, offset, (u128::from(from[1]) << 64 | u128::from(value)).to_le_bytes()),
    }
}

fn bit_field_bytes(field: BitField) -> usize {
    usize::from(field.bits.start + field.bits.width).div_ceil(8).min(16)
}

fn load_bits(memory: &mut Memory, address: u64, field: BitField) -> Result<u128, AccessError> {
    let raw = memory.read_number(address, bit_field_bytes(field))?;
    let value = Bits::new(field.bits.width.max(1), raw >> field.bits.start);
    Ok(if field.signed { value.signed() as u128 } else { value.unsigned() })
}

fn store_bits(memory: &mut Memory, address: u64, field: BitField, value: u128) -> Result<(), AccessError> {
    let mask = Bits::ones(field.bits.width.max(1)).unsigned() << field.bits.start;
    memory.write_number(address, bit_field_bytes(field), mask, value << field.bits.start)
}
