//! The loop over operations, with what an operation does that is neither memory's nor a call's: inputs, goals, scans, what observers are told. A run begins and
//! ends elsewhere; the reason of an end is handed back as it is.

use super::{End, Machine};
use crate::convention::MISFIT;
use crate::expr::HeapFact;
use crate::index::Id;
use crate::interp::calls::{Returned, function_at};
use crate::interp::code::{Norm, Op, Pc, Scan};
use crate::interp::doubt::Doubt;
use crate::interp::operate::{canonical, compare, divide, load, load_bits, rare, read, remainder, store, store_bits};
use crate::interp::value::{self, Fault};
use crate::interp::{InputSource, Limits, Observer, Outcome, float};
use crate::program::{GoalId, HaltKind, PropertyId};

/// Somebody who is asked before each operation. What a constant switches off costs nothing.
pub(in crate::interp) trait Hook {
    const ACTIVE: bool = true;

    /// Ends the run, lets the operation be executed, or has done what it does.
    fn before(&mut self, machine: &mut Machine<'_>, pc: usize, base: usize) -> Result<Next, End>;
}

/// What becomes of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::interp) enum Next {
    Execute,
    Skip,
}

/// Asks nobody.
impl Hook for () {
    const ACTIVE: bool = false;

    fn before(&mut self, _machine: &mut Machine<'_>, _pc: usize, _base: usize) -> Result<Next, End> {
        Ok(Next::Execute)
    }
}

/// Instructions between two questions whether to stop.
const POLL: u64 = 4096;

impl<'c> Machine<'c> {
    /// The loop over operations. `pc` is the present operation when it returns.
    #[expect(clippy::too_many_lines, reason = "one arm for each operation")]
    pub(in crate::interp) fn steps<O: Observer, H: Hook, const DOUBT: bool>(
        &mut self,
        (pc, base): (&mut usize, &mut usize),
        source: &mut dyn InputSource,
        limits: &Limits<'_>,
        observer: &mut O,
        hook: &mut H,
        doubt: &mut Doubt,
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
        macro_rules! compare {
            ($a:expr, $b:expr, $test:expr) => {{
                let (a, b) = (get!($a), get!($b));
                if O::PROBE {
                    observer.compared(*pc as u32, a, b);
                }
                let test: fn(u64, u64) -> bool = $test;
                test(a, b)
            }};
        }
        macro_rules! is_set {
            ($a:expr) => {{
                let a = get!($a);
                if O::PROBE {
                    observer.compared(*pc as u32, a, 0);
                }
                a != 0
            }};
        }
        macro_rules! jump_if {
            ($cond:expr, $target:expr) => {
                let holds = $cond;
                let goes = if DOUBT { doubt.goes(holds) } else { holds };
                if goes {
                    *pc = $target as usize;
                    continue;
                }
            };
        }
        loop {
            if H::ACTIVE && hook.before(self, *pc, *base)? == Next::Skip {
                if DOUBT {
                    self.doubt(doubt, *pc, *base);
                }
                *pc += 1;
                continue;
            }
            if O::TRACE {
                self.observe_start(*pc, observer);
            }
            if DOUBT {
                self.doubt(doubt, *pc, *base);
            }
            match code[*pc] {
                Op::Block { instructions } => {
                    if O::PROBE {
                        observer.block(*pc as u32);
                    }
                    self.steps += u64::from(instructions);
                    if self.steps >= self.poll_at {
                        self.poll(limits)?;
                        if !O::EVERYTHING && !H::ACTIVE && !DOUBT {
                            self.skip_rounds(*pc, *base, limits);
                        }
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
                Op::NonZero { dst, a } => set!(dst, u64::from(is_set!(a))),
                Op::Eq { dst, a, b } => set!(dst, u64::from(compare!(a, b, |a, b| a == b))),
                Op::Ne { dst, a, b } => set!(dst, u64::from(compare!(a, b, |a, b| a != b))),
                Op::LtSigned { dst, a, b } => set!(dst, u64::from(compare!(a, b, |a, b| (a as i64) < b as i64))),
                Op::LtUnsigned { dst, a, b } => set!(dst, u64::from(compare!(a, b, |a, b| a < b))),
                Op::LeSigned { dst, a, b } => set!(dst, u64::from(compare!(a, b, |a, b| a as i64 <= b as i64))),
                Op::LeUnsigned { dst, a, b } => set!(dst, u64::from(compare!(a, b, |a, b| a <= b))),
                Op::Single { op, dst, a, b } => {
                    let result = float::single(op, f32::from_bits(get!(a) as u32), f32::from_bits(get!(b) as u32));
                    set!(dst, u64::from(result.to_bits()));
                }
                Op::Double { op, dst, a, b } => set!(dst, float::double(op, f64::from_bits(get!(a)), f64::from_bits(get!(b))).to_bits()),
                Op::CompareSingle { op, dst, a, b } => {
                    let (a, b) = (f32::from_bits(get!(a) as u32), f32::from_bits(get!(b) as u32));
                    if O::PROBE {
                        observer.compared_floats(*pc as u32, f64::from(a), f64::from(b));
                    }
                    set!(dst, u64::from(compare(op, a, b)));
                }
                Op::CompareDouble { op, dst, a, b } => {
                    let (a, b) = (f64::from_bits(get!(a)), f64::from_bits(get!(b)));
                    if O::PROBE {
                        observer.compared_floats(*pc as u32, a, b);
                    }
                    set!(dst, u64::from(compare(op, a, b)));
                }
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

                Op::Jump { target } => {
                    *pc = target as usize;
                    continue;
                }
                Op::JumpIf { a, target } => {
                    jump_if!(is_set!(a), target);
                }
                Op::JumpUnless { a, target } => {
                    jump_if!(!is_set!(a), target);
                }
                Op::JumpEq { a, b, target } => {
                    jump_if!(compare!(a, b, |a, b| a == b), target);
                }
                Op::JumpNe { a, b, target } => {
                    jump_if!(compare!(a, b, |a, b| a != b), target);
                }
                Op::JumpLtSigned { a, b, target } => {
                    jump_if!(compare!(a, b, |a, b| (a as i64) < b as i64), target);
                }
                Op::JumpLtUnsigned { a, b, target } => {
                    jump_if!(compare!(a, b, |a, b| a < b), target);
                }
                Op::JumpLeSigned { a, b, target } => {
                    jump_if!(compare!(a, b, |a, b| a as i64 <= b as i64), target);
                }
                Op::JumpLeUnsigned { a, b, target } => {
                    jump_if!(compare!(a, b, |a, b| a <= b), target);
                }

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
                Op::Seal { sealed } => self.memory.seal(sealed),
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
                Op::ForgetBytes { to, size } => self.memory.forget(get!(to), get!(size))?,

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
                Op::Release { address } => self.release(get!(address)),
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

                Op::HeapFact { dst, fact } => set!(dst, u64::from(self.heap_fact(fact, *base))),
                Op::Written { dst, address, mask } => {
                    let (masks, len) = &compiled.masks[mask as usize];
                    set!(dst, u64::from(self.memory.bits_are_written(get!(address), &masks[..*len])));
                }
                Op::WrittenBytes { dst, address, size } => {
                    let size = get!(size);
                    set!(dst, u64::from(self.memory.bytes_are_written(get!(address), size)));
                    self.steps += size / 64;
                }
                Op::IsBeyond { dst, address, distance, size } => {
                    set!(dst, u64::from(self.memory.is_beyond(get!(address), get!(distance), get!(size))));
                }
                Op::Fact { dst, address, fact } => set!(dst, self.memory.fact(get!(address), fact)),
                Op::SameObject { dst, a, b } => set!(dst, u64::from(self.memory.same_object(get!(a), get!(b)))),
                Op::MadeBefore { dst, a, b } => set!(dst, u64::from(self.memory.made_before(get!(a), get!(b)))),
                Op::Scan { dst, index } => {
                    let (result, differing) = self.scan(*base, index)?;
                    set!(dst, result);
                    if O::PROBE
                        && let Some((a, b)) = differing
                    {
                        observer.compared(*pc as u32, u64::from(a), u64::from(b));
                    }
                    if DOUBT {
                        self.doubt_scan(doubt, *base, dst, index);
                    }
                }

                Op::Call { function, arguments } => {
                    if O::CALLS {
                        observer.called(function, &self.arguments(*base, arguments));
                    }
                    if self.call(function, arguments, *pc as Pc + 1, base, pc, limits)? {
                        if DOUBT {
                            self.doubt_arguments(doubt, arguments);
                        }
                        continue;
                    }
                }
                Op::CallIndirect { address, arguments, misfits } => {
                    let function = function_at(compiled, get!(address))?;
                    if compiled.misfits[misfits as usize].contains(&function) {
                        return Err(End::Unsupported(MISFIT.to_owned()));
                    }
                    if O::CALLS {
                        observer.called(function, &self.arguments(*base, arguments));
                    }
                    if self.call(function, arguments, *pc as Pc + 1, base, pc, limits)? {
                        if DOUBT {
                            self.doubt_arguments(doubt, arguments);
                        }
                        continue;
                    }
                }
                // Who conducts threads by a schedule skips it.
                Op::Thread { operation, arguments } => {
                    if self.thread_alone((operation, arguments), pc, base, limits)? {
                        if DOUBT {
                            doubt.fit(self.registers.len());
                        }
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
                    if O::GOALS && (!DOUBT || doubt.is_certain(compiled.origins[*pc])) {
                        observer.reached(GoalId::new(goal as usize));
                    }
                    let first = &mut self.first_reached[goal as usize];
                    if first.is_none() {
                        *first = Some(self.inputs.len() as u32);
                    }
                }
                Op::Violate { property } => {
                    if !std::mem::replace(&mut self.violated[property as usize], true) {
                        self.violations.push(PropertyId::new(property as usize));
                        self.violated_at.push(self.inputs.len() as u32);
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
                Op::Usual => {}
                Op::Halt { kind: HaltKind::Exit } => return Err(End::Outcome(Outcome::Exit)),
                Op::Halt { kind: HaltKind::Abort } => return Err(End::Outcome(Outcome::Abort)),
                Op::Unsupported { message } => return Err(End::Unsupported(compiled.messages[message as usize].clone())),
            }
            if O::TRACE {
                self.observe_end(*pc, *base, observer);
            }
            *pc += 1;
        }
    }

    fn poll(&mut self, limits: &Limits<'_>) -> Result<(), End> {
        if self.steps > limits.steps || self.steps - self.rounds.left_out > limits.work {
            return Err(End::Outcome(Outcome::StepLimit));
        }
        if (limits.stop)() {
            return Err(End::Outcome(Outcome::Stopped));
        }
        self.poll_at = self.steps.saturating_add(POLL).min(limits.steps.saturating_add(1));
        Ok(())
    }

    /// A question about all heap objects; those of many take more steps.
    fn heap_fact(&mut self, fact: HeapFact, base: usize) -> bool {
        match fact {
            HeapFact::IsEmpty => self.memory.heap_is_empty(),
            HeapFact::IsReachable | HeapFact::IsReachableAfterReturn => {
                let mut roots = self.globals.clone();
                roots.extend(&self.others);
                let returns = fact == HeapFact::IsReachableAfterReturn;
                let gone = if returns { self.objects_of_call(base) } else { Vec::new() };
                let mut own = base;
                for (depth, frame) in self.frames.iter().rev().enumerate() {
                    if depth > 0 || !returns {
                        let pointers = self.compiled.functions[frame.function].iter().flat_map(|f| &f.pointers);
                        roots.extend(pointers.map(|&reg| self.registers[own + reg as usize]));
                    }
                    own = frame.base;
                }
                let (reachable, seen) = self.memory.heap_is_reachable(&roots, &gone);
                self.steps += seen / 64;
                reachable
            }
        }
    }

    /// A search or comparison; longer ones take more steps. Also gives the last bytes that were compared.
    fn scan(&mut self, base: usize, index: u32) -> Result<(u64, Option<(u8, u8)>), End> {
        let get = |reg: u32| self.registers[base + reg as usize];
        let (result, seen, last) = match self.compiled.scans[index as usize] {
            Scan::Find { start, value, limit, search } => {
                let at = self.memory.find_byte(get(start), get(value) as u8, limit.map(get), search)?;
                (at, at, None)
            }
            Scan::Compare { a, b, limit, mode } => {
                let (last, seen) = self.memory.compare(get(a), get(b), limit.map(get), mode)?;
                let order = last.map_or(0, |(a, b)| i64::from(a) - i64::from(b));
                (order as u64, seen, last)
            }
        };
        self.steps += seen / 64;
        Ok((result, last))
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

    fn input(&mut self, index: u32, source: &mut dyn InputSource) -> Result<u128, End> {
        let input = self.compiled.inputs[index as usize];
        let Some(value) = source.next(input.input, input.ty, input.from.bits()) else { return Err(End::Outcome(Outcome::InputsExhausted)) };
        let value = value.resize(input.from.bits(), false);
        self.inputs.push((input.input, value));
        let value = if input.from == input.to { value } else { value::cast(input.from, input.to, value) };
        Ok(canonical(input.to, value))
    }
}
