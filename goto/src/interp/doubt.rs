//! What of a run depends on values that the program does not determine. Follows such values from operation to operation, through registers and memory; once
//! one of them decides where execution goes or what an access hits, nothing behind that is certain. Only for runs that are asked for it: it takes time.

use super::calls::Returned;
use super::code::{Argument, Cell, Compiled, Op, ParameterHome, Rare, Reg, Scan};
use super::exec::Machine;
use super::memory::Memory;
use super::operate::masks;
use super::value::Scalar;
use super::ways::Way;
use crate::expr::BinOp;
use crate::index::Id;
use crate::program::{GoalId, InstrKind, PropertyId};

/// What a run shows whatever the indeterminate values are that it read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certain {
    /// For each goal that is certainly reached, how many inputs had been read when it certainly was for the first time.
    pub goals: Vec<Option<u32>>,
    /// The properties that are certainly violated, with the number of inputs read before.
    pub violations: Vec<(PropertyId, u32)>,
    /// The run takes the same way to its end in any case.
    pub whole: bool,
    /// A name of something outside of the program was told that may be another one, or none: what is read of it may be read of something else.
    pub names_vary: bool,
}

/// Where doubt is in a run.
#[derive(Clone)]
pub(super) struct Doubt {
    /// As the machine's registers: does the value depend on something indeterminate?
    registers: Vec<bool>,
    globals: Vec<bool>,
    returned: bool,
    returned_bytes: Vec<bool>,
    /// Where execution is, or what memory holds where, is not certain any more.
    decided: bool,
    /// The goal or property of this instruction depends on something indeterminate.
    check: Option<u32>,
    /// This instruction writes something indeterminate.
    havoc: Option<u32>,
    /// Where this is one of all ways that a run may take: how it goes.
    way: Option<Way>,
    certain: Certain,
}

/// What of the doubt belongs to one thread, while it does not run.
#[derive(Clone, Default)]
pub(super) struct OwnDoubt {
    registers: Vec<bool>,
    /// Of the variables of which each thread has one, without and with objects.
    globals: Vec<bool>,
    objects: Vec<Vec<u64>>,
    returned: bool,
    returned_bytes: Vec<bool>,
    check: Option<u32>,
    havoc: Option<u32>,
}

impl OwnDoubt {
    /// Of a thread that begins with so many registers.
    pub(super) fn new(registers: usize, compiled: &Compiled) -> Self {
        let (globals, objects) = (vec![false; compiled.own_globals.len()], vec![Vec::new(); compiled.own_objects.len()]);
        OwnDoubt { registers: vec![false; registers], globals, objects, ..Self::default() }
    }
}

impl Doubt {
    pub(super) fn new(registers: usize, globals: usize, goals: usize) -> Self {
        Doubt {
            registers: vec![false; registers],
            globals: vec![false; globals],
            returned: false,
            returned_bytes: Vec::new(),
            decided: false,
            check: None,
            havoc: None,
            way: None,
            certain: Certain { goals: vec![None; goals], violations: Vec::new(), whole: true, names_vary: false },
        }
    }

    /// The same for a run that goes a certain way.
    pub(super) fn on(way: Way, registers: usize, globals: usize, goals: usize) -> Self {
        Doubt { way: Some(way), ..Self::new(registers, globals, goals) }
    }

    /// Puts what belongs to a thread here and into memory, or takes it out again.
    pub(super) fn exchange(&mut self, own: &mut OwnDoubt, compiled: &Compiled, memory: &mut Memory) {
        std::mem::swap(&mut self.registers, &mut own.registers);
        std::mem::swap(&mut self.returned, &mut own.returned);
        std::mem::swap(&mut self.returned_bytes, &mut own.returned_bytes);
        std::mem::swap(&mut self.check, &mut own.check);
        std::mem::swap(&mut self.havoc, &mut own.havoc);
        for (own, &global) in own.globals.iter_mut().zip(&compiled.own_globals) {
            std::mem::swap(own, &mut self.globals[global as usize]);
        }
        for (own, &handle) in own.objects.iter_mut().zip(&compiled.own_objects) {
            std::mem::swap(own, &mut memory.objects[handle as usize].doubtful);
        }
    }

    /// Whoever drives the run says that the property is violated, after so many inputs.
    pub(super) fn violate(&mut self, property: PropertyId, inputs: u32) {
        if !self.decided {
            self.certain.violations.push((property, inputs));
        }
    }

    pub(super) fn finish(self) -> Certain {
        Certain { whole: !self.decided, ..self.certain }
    }

    /// The way that was gone, and what it shows.
    pub(super) fn finish_way(mut self) -> Option<(Way, Certain)> {
        let way = self.way.take()?;
        Some((way, self.finish()))
    }

    /// Where a jump goes whose condition has this value.
    #[inline]
    pub(super) fn goes(&mut self, holds: bool) -> bool {
        match &mut self.way {
            Some(way) => way.decide(holds, self.certain.violations.len()),
            None => holds,
        }
    }

    /// Does what a check tells here hold in any case?
    pub(super) fn is_certain(&self, origin: u32) -> bool {
        !self.decided && self.check != Some(origin)
    }

    pub(super) fn at(&self, base: usize, reg: Reg) -> bool {
        self.registers[base + reg as usize]
    }

    fn set(&mut self, base: usize, reg: Reg, doubtful: bool) {
        self.registers[base + reg as usize] = doubtful;
    }
}

/// Does the instruction only look at the program's state, for a goal or a property?
pub(super) fn is_check(kind: &InstrKind) -> bool {
    matches!(kind, InstrKind::Cover { .. } | InstrKind::Assert { .. })
}

impl Machine<'_> {
    /// To be called before an operation is executed.
    #[expect(clippy::too_many_lines, reason = "one arm for each kind of operation")]
    pub(super) fn doubt(&mut self, doubt: &mut Doubt, pc: usize, base: usize) {
        let compiled = self.compiled;
        let origin = compiled.origins[pc];
        macro_rules! register {
            ($reg:expr) => {
                self.registers[base + $reg as usize]
            };
        }
        let havoc = doubt.havoc == Some(origin);
        match compiled.code[pc] {
            Op::Block { .. }
            | Op::Jump { .. }
            | Op::Declare { .. }
            | Op::Dead { .. }
            | Op::Halt { .. }
            | Op::Unsupported { .. }
            | Op::Seal { .. }
            | Op::Usual => {}
            Op::Move { dst, src } => doubt.set(base, dst, havoc || doubt.at(base, src)),
            Op::DivSigned { dst, a, b, .. } | Op::RemSigned { dst, a, b, .. } | Op::DivUnsigned { dst, a, b } | Op::RemUnsigned { dst, a, b } => {
                doubt.decided |= doubt.at(base, b);
                doubt.set(base, dst, doubt.at(base, a) || doubt.at(base, b));
            }
            Op::Add { dst, a, b, .. }
            | Op::Sub { dst, a, b, .. }
            | Op::Mul { dst, a, b, .. }
            | Op::And { dst, a, b }
            | Op::Or { dst, a, b }
            | Op::Xor { dst, a, b }
            | Op::Shl { dst, a, b, .. }
            | Op::Shr { dst, a, b, .. }
            | Op::Eq { dst, a, b }
            | Op::Ne { dst, a, b }
            | Op::LtSigned { dst, a, b }
            | Op::LtUnsigned { dst, a, b }
            | Op::LeSigned { dst, a, b }
            | Op::LeUnsigned { dst, a, b }
            | Op::Single { dst, a, b, .. }
            | Op::Double { dst, a, b, .. }
            | Op::CompareSingle { dst, a, b, .. }
            | Op::CompareDouble { dst, a, b, .. }
            | Op::Scale { dst, a, b, .. }
            | Op::PtrDiff { dst, a, b, .. }
            | Op::SameObject { dst, a, b }
            | Op::MadeBefore { dst, a, b } => doubt.set(base, dst, doubt.at(base, a) || doubt.at(base, b)),
            Op::Neg { dst, a, .. } | Op::Complement { dst, a, .. } | Op::Not { dst, a } | Op::Normalise { dst, a, .. } | Op::NonZero { dst, a } => {
                doubt.set(base, dst, doubt.at(base, a));
            }
            Op::Fact { dst, address, .. } => doubt.set(base, dst, doubt.at(base, address)),
            Op::Written { dst, address, .. } => doubt.set(base, dst, doubt.at(base, address)),
            Op::WrittenBytes { dst, address, size } => doubt.set(base, dst, doubt.at(base, address) || doubt.at(base, size)),
            Op::IsBeyond { dst, address, distance, size } => {
                doubt.set(base, dst, doubt.at(base, address) || doubt.at(base, distance) || doubt.at(base, size));
            }
            // Whatever was read may have been a pointer.
            Op::HeapFact { dst, .. } => doubt.set(base, dst, self.indeterminate || self.memory.indeterminate),
            Op::Rare { index } => doubt.rare(compiled.rare[index as usize], base),

            Op::JumpIf { a, .. } | Op::JumpUnless { a, .. } => doubt.decision(doubt.at(base, a), origin, compiled.origin_table[origin as usize].is_check),
            Op::JumpEq { a, b, .. }
            | Op::JumpNe { a, b, .. }
            | Op::JumpLtSigned { a, b, .. }
            | Op::JumpLtUnsigned { a, b, .. }
            | Op::JumpLeSigned { a, b, .. }
            | Op::JumpLeUnsigned { a, b, .. } => {
                doubt.decision(doubt.at(base, a) || doubt.at(base, b), origin, compiled.origin_table[origin as usize].is_check)
            }

            Op::GetGlobal { dst, global } => doubt.set(base, dst, doubt.globals[global as usize]),
            Op::SetGlobal { global, src } => doubt.globals[global as usize] = havoc || doubt.at(base, src),
            Op::Load { dst, address, offset, cell } => {
                doubt.decided |= doubt.at(base, address);
                let doubtful = self.memory.are_doubtful(register!(address).wrapping_add(u64::from(offset)), cell.len());
                doubt.set_cell(base, dst, cell, doubtful);
            }
            Op::LoadObject { dst, object, offset, cell } => {
                let doubtful = self.memory.object_is_doubtful(register!(object) as u32, u64::from(offset), cell.len());
                // A variable that is not alive yet is about to be, without a value.
                doubt.set_cell(base, dst, cell, doubtful || register!(object) == 0);
            }
            Op::LoadAt { dst, object, offset, cell } => {
                doubt.decided |= doubt.at(base, offset);
                let doubtful = self.memory.object_is_doubtful(register!(object) as u32, register!(offset), cell.len());
                doubt.set_cell(base, dst, cell, doubtful || register!(object) == 0);
            }
            Op::Store { src, address, offset, cell } => {
                doubt.decided |= doubt.at(base, address);
                self.memory.set_doubtful(register!(address).wrapping_add(u64::from(offset)), cell.len(), havoc || doubt.at(base, src));
            }
            Op::StoreObject { src, object, offset, cell } => {
                let doubtful = havoc || doubt.at(base, src);
                if let (true, Ok(handle)) = (doubtful || register!(object) != 0, self.object(base, object)) {
                    self.memory.set_object_doubtful(handle, u64::from(offset), cell.len(), doubtful);
                }
            }
            Op::StoreAt { src, object, offset, cell } => {
                doubt.decided |= doubt.at(base, offset);
                let (at, doubtful) = (register!(offset), havoc || doubt.at(base, src));
                if let (true, Ok(handle)) = (doubtful || register!(object) != 0, self.object(base, object)) {
                    self.memory.set_object_doubtful(handle, at, cell.len(), doubtful);
                }
            }
            Op::LoadBits { dst, address, field } => {
                doubt.decided |= doubt.at(base, address);
                let field = compiled.bit_fields[field as usize];
                let (masks, len) = masks(field);
                let doubtful = self.memory.bits_are_doubtful(register!(address), &masks[..len]);
                doubt.set(base, dst, doubtful);
                if field.wide {
                    doubt.set(base, dst + 1, doubtful);
                }
            }
            Op::StoreBits { src, address, field } => {
                doubt.decided |= doubt.at(base, address);
                let field = compiled.bit_fields[field as usize];
                let (masks, len) = masks(field);
                let doubtful = havoc || doubt.at(base, src) || field.wide && doubt.at(base, src + 1);
                for (at, mask) in (register!(address)..).zip(&masks[..len]) {
                    if doubtful || *mask == 0xff {
                        self.memory.set_doubtful(at, 1, doubtful);
                    }
                }
            }
            Op::ObjectAddress { dst, .. } => doubt.set(base, dst, false),
            Op::CopyBytes { to, from, size } | Op::MemCopy { to, from, size } => {
                doubt.decided |= doubt.at(base, to) || doubt.at(base, from) || doubt.at(base, size);
                let dependences = self.memory.dependences(register!(from), register!(size));
                self.memory.set_dependences(register!(to), &dependences);
            }
            Op::ZeroBytes { to, size } => {
                doubt.decided |= doubt.at(base, to) || doubt.at(base, size);
                self.memory.set_doubtful(register!(to), register!(size), havoc);
            }
            Op::ForgetBytes { to, size } => self.memory.set_doubtful(register!(to), register!(size), true),
            Op::MemSet { to, value, size } => {
                doubt.decided |= doubt.at(base, to) || doubt.at(base, size);
                self.memory.set_doubtful(register!(to), register!(size), doubt.at(base, value));
            }

            Op::Allocate { dst, size, .. } => {
                doubt.decided |= doubt.at(base, size);
                doubt.set(base, dst, false);
            }
            Op::Release { address } | Op::Free { address } => doubt.decided |= doubt.at(base, address),
            // See `doubt_scan`.
            Op::Scan { .. } => self.memory.doubted = false,

            Op::Call { .. } => doubt.returned = true,
            Op::Thread { operation, arguments } => self.doubt_thread(doubt, operation, arguments, base),
            Op::CallIndirect { address, .. } => {
                doubt.decided |= doubt.at(base, address);
                doubt.returned = true;
            }
            Op::Result { dst, .. } => doubt.set(base, dst, doubt.returned),
            Op::ResultWide { dst } => {
                doubt.set(base, dst, doubt.returned);
                doubt.set(base, dst + 1, doubt.returned);
            }
            Op::ResultBytes { to, size } => {
                if self.returned == Returned::Bytes {
                    let mut bytes = std::mem::take(&mut doubt.returned_bytes);
                    bytes.truncate(register!(size) as usize);
                    self.memory.set_dependences(register!(to), &bytes);
                } else {
                    self.memory.set_doubtful(register!(to), register!(size), true);
                }
            }
            Op::Return => doubt.leave(base, true),
            Op::ReturnValue { value } => doubt.leave(base, doubt.at(base, value)),
            Op::ReturnWide { value } => doubt.leave(base, doubt.at(base, value) || doubt.at(base, value + 1)),
            Op::ReturnBytes { from, size } => {
                doubt.returned_bytes = self.memory.dependences(register!(from), register!(size));
                doubt.leave(base, false);
            }

            Op::Cover { goal } => {
                if doubt.is_certain(origin) && doubt.certain.goals[goal as usize].is_none() {
                    doubt.certain.goals[goal as usize] = Some(self.inputs.len() as u32);
                    if let Some(way) = &mut doubt.way {
                        way.reached(GoalId::new(goal as usize));
                    }
                }
            }
            Op::Violate { property } => {
                let property = PropertyId::new(property as usize);
                if doubt.is_certain(origin) && doubt.certain.violations.iter().all(|v| v.0 != property) {
                    doubt.certain.violations.push((property, self.inputs.len() as u32));
                }
            }
            Op::AssumptionFailed => {}
            Op::Input { dst, index } => {
                doubt.set(base, dst, false);
                if compiled.inputs[index as usize].to.bits() > 64 {
                    doubt.set(base, dst + 1, false);
                }
            }
            Op::Indeterminate => doubt.havoc = Some(origin),
        }
    }

    /// To be called after a search or comparison.
    pub(super) fn doubt_scan(&mut self, doubt: &mut Doubt, base: usize, dst: Reg, index: u32) {
        let register = |reg: Reg| self.registers[base + reg as usize];
        let scan = self.compiled.scans[index as usize];
        let (starts, value, limit) = match scan {
            Scan::Find { start, value, limit, .. } => ([start, start], Some(value), limit),
            Scan::Compare { a, b, limit, .. } => ([a, b], None, limit),
        };
        let extent = limit.map(register);
        let starts_at = starts.map(register);
        let read = std::mem::take(&mut self.memory.doubted) || value.is_some_and(|reg| doubt.at(base, reg));
        // Other bytes might let it run out of the object.
        let stays = extent.is_some_and(|n| starts_at.iter().all(|&start| self.memory.find(start, n).is_ok()));
        let place = starts.iter().chain(&limit).any(|&reg| doubt.at(base, reg));
        doubt.decided |= place || read && !stays;
        doubt.set(base, dst, read || place);
    }

    /// To be called when a call has begun: the new frame is there.
    pub(super) fn doubt_arguments(&mut self, doubt: &mut Doubt, arguments: u32) {
        let Some(frame) = self.frames.last() else { return };
        let Some(callee) = &self.compiled.functions[frame.function] else { return };
        let (from, to) = (frame.base, doubt.registers.len());
        doubt.registers.resize(self.registers.len(), false);
        let arguments = &self.compiled.arguments[arguments as usize];
        if self.compiled.naming.contains(&frame.function) {
            let doubtful = arguments.iter().any(|argument| matches!(*argument, Argument::Value(reg) if doubt.at(from, reg)));
            let values =
                arguments.iter().filter_map(|argument| if let Argument::Value(reg) = *argument { Some(self.registers[from + reg as usize]) } else { None });
            let name = (frame.function, values.collect());
            // What has another name is something else outside of the program.
            doubt.decided |= doubtful || doubt.way.as_mut().is_some_and(|way| !way.names(name));
            doubt.certain.names_vary |= doubt.decided;
        }
        for (i, home) in callee.parameters.iter().enumerate() {
            let doubtful = match arguments.get(i) {
                Some(&Argument::Value(reg)) => doubt.at(from, reg),
                Some(&Argument::Wide(reg)) => doubt.at(from, reg) || doubt.at(from, reg + 1),
                Some(Argument::Bytes { .. }) => false,
                None => true,
            };
            match (*home, arguments.get(i)) {
                (ParameterHome::Register(reg, _), _) => doubt.set(to, reg, doubtful),
                (ParameterHome::WideRegister(reg), _) => {
                    doubt.set(to, reg, doubtful);
                    doubt.set(to, reg + 1, doubtful);
                }
                (ParameterHome::Cell(variable, cell), _) => {
                    let handle = self.registers[to + variable.slot as usize] as u32;
                    self.memory.set_object_doubtful(handle, 0, cell.len(), doubtful);
                }
                (ParameterHome::Bytes(variable), Some(&Argument::Bytes { from: address, size })) => {
                    let dependences = self.memory.dependences(self.registers[from + address as usize], size.min(variable.size));
                    let handle = self.registers[to + variable.slot as usize] as u32;
                    let target = self.memory.base(handle);
                    self.memory.set_dependences(target, &dependences);
                }
                (ParameterHome::Bytes(_), _) => {}
            }
        }
    }
}

impl Doubt {
    fn decision(&mut self, doubtful: bool, origin: u32, is_check: bool) {
        match (doubtful, is_check) {
            (true, true) => self.check = Some(origin),
            (true, false) => self.decided |= !self.way.as_mut().is_some_and(Way::expect),
            (false, _) => {}
        }
    }

    fn set_cell(&mut self, base: usize, dst: Reg, cell: Cell, doubtful: bool) {
        self.set(base, dst, doubtful);
        if let Cell::W80 | Cell::W128 = cell {
            self.set(base, dst + 1, doubtful);
        }
    }

    /// An operation of threads depends on something doubtful, or does not. What it returns never is.
    pub(super) fn thread(&mut self, is_doubtful: bool) {
        self.decided |= is_doubtful;
        self.returned = false;
    }

    /// Calls have begun, none of whose arguments is doubtful, or have ended.
    pub(super) fn fit(&mut self, registers: usize) {
        self.registers.resize(registers, false);
    }

    fn leave(&mut self, base: usize, returned: bool) {
        self.returned = returned;
        self.registers.truncate(base);
    }

    fn scalar(&self, base: usize, reg: Reg, scalar: Scalar) -> bool {
        self.at(base, reg) || scalar.bits() > 64 && self.at(base, reg + 1)
    }

    fn set_scalar(&mut self, base: usize, reg: Reg, scalar: Scalar, doubtful: bool) {
        self.set(base, reg, doubtful);
        if scalar.bits() > 64 {
            self.set(base, reg + 1, doubtful);
        }
    }

    fn rare(&mut self, rare: Rare, base: usize) {
        match rare {
            Rare::Unary { ty, dst, a, rounding, .. } => {
                let doubtful = self.scalar(base, a, ty) || rounding.is_some_and(|r| self.at(base, r));
                self.set_scalar(base, dst, ty, doubtful);
            }
            Rare::Binary { op, ty, dst, a, b, b_type, rounding } => {
                let divisor = self.scalar(base, b, b_type);
                self.decided |= divisor && matches!(op, BinOp::Div | BinOp::Rem) && !matches!(ty, Scalar::Float(_));
                let doubtful = divisor || self.scalar(base, a, ty) || rounding.is_some_and(|r| self.at(base, r));
                self.set_scalar(base, dst, if op.gives_truth() { Scalar::Bool } else { ty }, doubtful);
            }
            Rare::Cast { from, to, dst, a, rounding } => {
                let doubtful = self.scalar(base, a, from) || rounding.is_some_and(|r| self.at(base, r));
                self.set_scalar(base, dst, to, doubtful);
            }
            Rare::Fma { ty, dst, operands, rounding } => {
                let doubtful = operands.iter().any(|&reg| self.scalar(base, reg, ty)) || rounding.is_some_and(|r| self.at(base, r));
                self.set_scalar(base, dst, ty, doubtful);
            }
        }
    }
}
