//! Threads of a run that follows no schedule: one that begins waits until somebody would have to wait, and runs then, as a call, to its end. That is one schedule of many, which
//! needs no telling. Where a thread would have to wait in the middle with nobody left to begin, the run ends.

use super::awaits;
use super::hook::{Start, argument, may_enter};
use crate::interp::Limits;
use crate::interp::calls::{Frame, Returned, function_at};
use crate::interp::code::{Argument, ParameterHome, Pc};
use crate::interp::doubt::Doubt;
use crate::interp::exec::{End, Machine};
use crate::interp::memory::OutOfMemory;
use crate::program::ThreadOperation;
use std::collections::VecDeque;

/// Threads that have begun, in a run without a schedule.
#[derive(Clone, Default)]
pub(in crate::interp) struct Alone {
    waiting: VecDeque<Start>,
    /// Those that run, each in the middle of the one before.
    running: Vec<Running>,
    /// Atomic sections around where the last of them is.
    sections: u32,
}

/// A thread that runs as a call.
#[derive(Clone)]
struct Running {
    number: u64,
    /// Calls below its own.
    frames: usize,
    /// Sections of the thread in whose middle it runs.
    sections: u32,
}

impl Machine<'_> {
    /// Does what an operation of threads says. True if execution goes on at another place.
    pub(in crate::interp) fn thread_alone(
        &mut self,
        (operation, arguments): (ThreadOperation, u32),
        pc: &mut usize,
        base: &mut usize,
        limits: &Limits<'_>,
    ) -> Result<bool, End> {
        let unsupported = |why: &str| Err(End::Unsupported(why.to_owned()));
        let get = |machine: &Machine<'_>, index| argument(machine, arguments, *base, index);
        match operation {
            ThreadOperation::Own => {
                let number = self.alone.running.last().map_or(0, |running| running.number);
                self.returned = Returned::Value(number, 0);
            }
            ThreadOperation::Start => {
                // A thread begins within the section of who begins it, and cannot run before its end.
                if self.alone.sections > 1 || self.is_in_section() {
                    return unsupported("a thread that begins in an atomic section");
                }
                let function = function_at(self.compiled, get(self, 0))?;
                let arguments = [1, 2, 3].map(|index| get(self, index));
                self.alone.waiting.push_back(Start { function, arguments, number: arguments[2] });
            }
            ThreadOperation::Leave if self.alone.sections == 0 => return unsupported("the end of an atomic section that has not begun"),
            ThreadOperation::Leave => self.alone.sections -= 1,
            ThreadOperation::Enter | ThreadOperation::EnterWhen | ThreadOperation::EnterUnless => {
                if may_enter(self, operation, get(self, 0), get(self, 1))? {
                    self.alone.sections += 1;
                } else if self.alone.sections > 0 || self.is_in_section() {
                    return unsupported("waiting within an atomic section");
                } else {
                    let Some(start) = self.alone.waiting.pop_front() else { return unsupported("a thread that waits") };
                    self.begin_as_call(&start, *pc as Pc, base, pc, limits)?;
                    return Ok(true);
                }
            }
            ThreadOperation::End => {
                let Some(running) = self.alone.running.pop() else { return unsupported("the end of the first thread") };
                self.alone.sections = running.sections;
                while self.frames.len() > running.frames {
                    *pc = self.leave(base)?;
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Is a function under way that nobody interrupts?
    fn is_in_section(&self) -> bool {
        !self.compiled.atomic.is_empty() && self.frames.iter().any(|frame| self.compiled.atomic.contains(&frame.function))
    }

    fn begin_as_call(&mut self, start: &Start, return_to: Pc, base: &mut usize, pc: &mut usize, limits: &Limits<'_>) -> Result<(), End> {
        let compiled = self.compiled;
        let unsupported = |why: &str| Err(End::Unsupported(why.to_owned()));
        let Some(callee) = &compiled.functions[start.function] else { return unsupported("a thread that begins with a function without a body") };
        // What checks keep is read right after it is written, where no other thread comes in between.
        if compiled.has_own_variables {
            return unsupported("variables of which each thread has one, without a schedule");
        }
        if self.frames.len() as u64 > u64::from(limits.depth) {
            return Err(End::Outcome(crate::interp::Outcome::StackOverflow));
        }
        if !self.memory.fits(8 * (self.registers.len() + callee.template.len()) as u64) {
            return Err(OutOfMemory.into());
        }
        self.alone.running.push(Running { number: start.number, frames: self.frames.len(), sections: std::mem::take(&mut self.alone.sections) });
        let new_base = self.registers.len();
        self.registers.extend_from_slice(&callee.template);
        self.frames.push(Frame { function: start.function, return_to, base: *base, allocations: self.allocations.len() });
        for (home, value) in callee.parameters.iter().zip(start.arguments) {
            let ParameterHome::Register(reg, norm) = *home else { return unsupported("a thread whose function has its parameters in memory") };
            self.registers[new_base + reg as usize] = norm.apply(value);
        }
        *base = new_base;
        *pc = callee.entry as usize;
        Ok(())
    }

    /// What an operation of threads depends on: what doubtful values say of threads is not known.
    pub(in crate::interp) fn doubt_thread(&mut self, doubt: &mut Doubt, operation: ThreadOperation, arguments: u32, base: usize) {
        let compiled = self.compiled;
        let mut registers = compiled.arguments[arguments as usize].iter().filter_map(|a| if let Argument::Value(reg) = *a { Some(reg) } else { None });
        let mut is_doubtful = registers.any(|reg| doubt.at(base, reg));
        if awaits(operation) {
            let address = argument(self, arguments, base, 0);
            is_doubtful |= self.memory.are_doubtful(address, 4);
        }
        doubt.thread(is_doubtful);
    }
}
