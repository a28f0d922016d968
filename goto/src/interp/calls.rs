//! Frames: calls, their variables, and what they return.

use super::code::{Argument, Compiled, FUNCTION_STEP, ParameterHome, Pc, Reg, Variable};
use super::exec::{End, Machine};
use super::memory::{AccessError, Handle, Kind, NO_OBJECT, OutOfMemory};
use super::operate::store;
use super::{Limits, Outcome};
use crate::bits::Bits;
use crate::index::Id;
use crate::program::{AllocKind, FuncId};

/// A call.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub function: FuncId,
    /// Where the caller goes on.
    pub return_to: Pc,
    /// The first register of the caller.
    pub base: usize,
    /// The length of the list of stack allocations at its start.
    pub allocations: usize,
}

/// What the last `Return` left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Returned {
    Nothing,
    Value(u64, u64),
    /// In `bytes` and `written`.
    Bytes,
}

impl Machine<'_> {
    /// The object of a variable. A variable that control reached around its declaration comes to life here.
    #[inline]
    pub(super) fn object(&mut self, base: usize, slot: Reg) -> Result<u32, End> {
        match self.registers[base + slot as usize] as u32 {
            NO_OBJECT => self.revive(base, slot),
            handle => Ok(handle),
        }
    }

    #[cold]
    pub(super) fn revive(&mut self, base: usize, slot: Reg) -> Result<u32, End> {
        let function = self.frames.last().and_then(|f| self.compiled.functions[f.function].as_ref());
        let variable = function.and_then(|f| f.variables.iter().find(|v| v.slot == slot)).copied();
        self.begin_variable(base, variable.ok_or(AccessError::DeadVariable)?)?;
        Ok(self.registers[base + slot as usize] as u32)
    }

    pub(super) fn variable(&self, index: u32) -> Variable {
        let function = self.frames.last().and_then(|f| self.compiled.functions[f.function].as_ref());
        // Only a function with a body executes, and the compiler numbered its variables.
        function.expect("the function that executes").variables[index as usize]
    }

    pub(super) fn begin_variable(&mut self, base: usize, variable: Variable) -> Result<(), OutOfMemory> {
        let handle = self.memory.allocate(variable.size, variable.align, Kind::Frame, false)?;
        self.registers[base + variable.slot as usize] = u64::from(handle);
        Ok(())
    }

    pub(super) fn end_variable(&mut self, base: usize, slot: Reg) {
        let handle = std::mem::replace(&mut self.registers[base + slot as usize], u64::from(NO_OBJECT)) as u32;
        if handle != NO_OBJECT {
            self.memory.release(handle);
        }
    }

    pub(super) fn allocate(&mut self, size: u64, kind: AllocKind, zeroed: bool) -> Result<u64, End> {
        // The memory's own static objects are those that are there from the start of each run.
        let object_kind = match kind {
            AllocKind::Heap => Kind::Heap,
            AllocKind::Lent => Kind::Lent,
            AllocKind::Stack | AllocKind::Static => Kind::Frame,
        };
        let handle = self.memory.allocate(size, 16, object_kind, zeroed)?;
        let address = self.memory.base(handle);
        if kind == AllocKind::Stack {
            self.allocations.push((address, handle));
        }
        self.steps += size / 64;
        Ok(address)
    }

    /// Ends a stack allocation of the present call.
    pub(super) fn release(&mut self, address: u64) {
        let first = self.frames.last().map_or(0, |frame| frame.allocations);
        let Some(at) = self.allocations[first..].iter().rposition(|&(base, _)| base == address) else { return };
        let (_, handle) = self.allocations.remove(first + at);
        if self.memory.base(handle) == address {
            self.memory.release(handle);
        }
    }

    /// Starts a call; false if the function has no body.
    pub(super) fn call(&mut self, function: FuncId, arguments: u32, return_to: Pc, base: &mut usize, pc: &mut usize, limits: &Limits<'_>) -> Result<bool, End> {
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

    /// The arguments of a call, for an observer.
    pub(super) fn arguments(&self, base: usize, arguments: u32) -> Vec<Option<Bits>> {
        let register = |reg: Reg| self.registers[base + reg as usize];
        let value = |argument: &Argument| match *argument {
            Argument::Value(reg) => Some(Bits::new(64, u128::from(register(reg)))),
            Argument::Wide(reg) => Some(Bits::new(128, u128::from(register(reg + 1)) << 64 | u128::from(register(reg)))),
            Argument::Bytes { .. } => None,
        };
        self.compiled.arguments[arguments as usize].iter().map(value).collect()
    }

    pub(super) fn pass(&mut self, argument: Option<Argument>, home: ParameterHome, from: usize, to: usize) -> Result<(), End> {
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

    /// The objects that end with the present call.
    pub(super) fn objects_of_call(&self, base: usize) -> Vec<Handle> {
        let Some(frame) = self.frames.last() else { return Vec::new() };
        let variables = self.compiled.functions[frame.function].iter().flat_map(|function| &function.variables);
        let variables = variables.map(|variable| self.registers[base + variable.slot as usize] as Handle);
        let allocations = self.allocations[frame.allocations..].iter().map(|&(_, handle)| handle);
        variables.chain(allocations).filter(|&handle| handle != NO_OBJECT).collect()
    }

    /// Ends the present call and returns where its caller goes on.
    pub(super) fn leave(&mut self, base: &mut usize) -> Result<usize, End> {
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
    pub(super) fn result(&mut self) -> (u64, u64) {
        match self.returned {
            Returned::Value(low, high) => (low, high),
            Returned::Nothing | Returned::Bytes => {
                self.indeterminate = true;
                (0, 0)
            }
        }
    }

    pub(super) fn store_result(&mut self, to: u64, size: u64) -> Result<(), End> {
        if self.returned != Returned::Bytes {
            self.indeterminate = true;
            return Ok(self.memory.fill(to, size, 0)?);
        }
        let len = self.bytes.len().min(size as usize);
        let written = &self.written[..len.min(self.written.len())];
        Ok(self.memory.write_bytes(to, &self.bytes[..len], written)?)
    }
}

/// The function at an address.
pub(super) fn function_at(compiled: &Compiled, address: u64) -> Result<FuncId, End> {
    let offset = address.wrapping_sub(compiled.function_base());
    let index = offset / FUNCTION_STEP;
    if !offset.is_multiple_of(FUNCTION_STEP) || index >= compiled.functions.len() as u64 {
        return Err(End::Crash("call through a pointer that does not point to a function"));
    }
    Ok(FuncId::new(index as usize))
}
