//! Which memory an operation is about to access, without executing it. What an operation does wrong, such as an access outside of objects, it touches nothing with.

use super::events::Accessed;
use crate::FuncId;
use crate::index::Id;
use crate::interp::calls::Frame;
use crate::interp::code::{Argument, BitField, Compiled, Op, Reg, Scan};
use crate::interp::exec::Machine;
use crate::interp::memory::{Handle, Kind, NO_OBJECT};
use crate::interp::scan::Extent;

/// A class of bytes: those of one variable, or of all objects that one allocation in one thread makes, at one offset, four bytes wide; or the life of these objects.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    site: u64,
    granule: u32,
}

impl Place {
    /// Is it about whether objects live, not about what they hold?
    pub fn is_life(&self) -> bool {
        self.granule == LIFE
    }
}

/// Bytes to a granule.
const GRANULE: u64 = 4;
/// The granule that stands for the life of objects.
const LIFE: u32 = u32::MAX;

/// An access to part of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Touch {
    /// Which object: its address, or the number of a variable that has none.
    object: u64,
    site: u64,
    /// The bytes from `start` to before `end`; none where it is about the object's life.
    start: u64,
    end: u64,
    pub is_write: bool,
    /// It is about these bytes whatever the indeterminate values are that a search or comparison reads.
    pub is_certain: bool,
}

impl Touch {
    pub(super) fn is_life(&self) -> bool {
        self.start == self.end
    }

    /// Bytes.
    pub(super) fn len(&self) -> u64 {
        self.end - self.start
    }

    /// Do both access a byte, and one of them writes?
    pub(super) fn conflicts(&self, other: &Touch) -> bool {
        self.object == other.object && (self.is_write || other.is_write) && self.start < other.end && other.start < self.end
    }

    /// Which bytes of the object.
    pub(super) fn bytes(&self) -> (u64, u64) {
        (self.start, self.end)
    }

    pub(super) fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let site = self.site;
        let (first, end) = if self.is_life() { (LIFE, 1) } else { ((self.start / GRANULE) as u32, (self.end - 1) / GRANULE - self.start / GRANULE + 1) };
        (0..end as u32).map(move |i| Place { site, granule: first.saturating_add(i) })
    }
}

/// What an operation touches.
#[derive(Clone, Default, Debug)]
pub(super) struct Touches {
    pub all: Vec<Touch>,
    /// It looks at everything there is.
    pub everything: bool,
    /// It takes the address of a variable of which each thread has one of its own, which only stands for that of the running thread.
    pub own_address: bool,
}

/// Sites of variables that have no object, and of objects that come and go.
const GLOBAL: u64 = 1 << 63;
const MADE: u64 = 1 << 62;

/// The site of objects that come into being at a place of the code in a thread.
pub(super) fn site(place: u64, identity: u64) -> u64 {
    (place.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ identity.rotate_left(32)).wrapping_mul(0xff51_afd7_ed55_8ccd) >> 1 | MADE
}

impl Touches {
    pub(super) fn clear(&mut self) {
        self.all.clear();
        (self.everything, self.own_address) = (false, false);
    }

    fn global(&mut self, machine: &Machine<'_>, global: u32, is_write: bool) {
        if !machine.compiled.own_globals.contains(&global) {
            let site = GLOBAL | u64::from(global);
            let end = machine.compiled.global_sizes[global as usize];
            self.all.push(Touch { object: site, site, start: 0, end, is_write, is_certain: true });
        }
    }

    /// A part of an object that the code names; other threads do not end its life while it has a name.
    fn named(&mut self, machine: &Machine<'_>, base: usize, reg: Reg, (offset, len): (u64, u64), is_write: bool) {
        let handle = machine.registers[base + reg as usize] as Handle;
        if handle == NO_OBJECT || machine.compiled.own_objects.contains(&handle) {
            return;
        }
        let object = &machine.memory.objects[handle as usize];
        if len > 0 && offset.checked_add(len).is_some_and(|end| end <= object.data.len() as u64) {
            self.all.push(Touch {
                object: machine.memory.base(handle),
                site: site_of(machine, handle),
                start: offset,
                end: offset + len,
                is_write,
                is_certain: true,
            });
        }
    }

    /// `len` bytes behind an address, and that they are there.
    pub(super) fn at(&mut self, machine: &mut Machine<'_>, address: u64, len: u64, is_write: bool) {
        let Ok((handle, offset)) = machine.memory.find(address, len) else { return };
        if machine.compiled.own_objects.contains(&handle) {
            // By an address of the running thread: those of others are not told apart.
            return;
        }
        if len > 0 {
            let (object, site) = (machine.memory.base(handle), site_of(machine, handle));
            self.all.push(Touch { object, site, start: offset, end: offset + len, is_write, is_certain: true });
        }
        self.life(machine, handle, false);
    }

    /// So much behind an address, or all there is.
    fn scanned(&mut self, machine: &mut Machine<'_>, address: u64, extent: Option<Extent>) {
        let before = self.all.len();
        match extent {
            Some(extent) => self.at(machine, address, extent.len, false),
            None => self.rest(machine, address),
        }
        let is_certain = extent.is_some_and(|extent| extent.is_certain);
        self.all[before..].iter_mut().for_each(|touch| touch.is_certain = is_certain);
    }

    /// All bytes from an address to the end of its object.
    fn rest(&mut self, machine: &mut Machine<'_>, address: u64) {
        let Ok((handle, offset)) = machine.memory.find(address, 0) else { return };
        let size = machine.memory.objects[handle as usize].data.len() as u64;
        self.at(machine, address, size - offset, false);
    }

    /// A value goes where another thread may find it.
    fn kept(&mut self, machine: &Machine<'_>, value: u64) {
        let is_in = |&handle: &Handle| value.wrapping_sub(machine.memory.base(handle)) <= machine.memory.objects[handle as usize].data.len() as u64;
        self.own_address |= machine.compiled.own_objects.iter().any(is_in);
    }

    fn life(&mut self, machine: &Machine<'_>, handle: Handle, is_write: bool) {
        if matches!(machine.memory.objects[handle as usize].kind, Kind::Heap | Kind::Lent | Kind::Frame) {
            self.all.push(Touch { object: machine.memory.base(handle), site: site_of(machine, handle), start: 0, end: 0, is_write, is_certain: true });
        }
    }

    /// The objects that end with a call.
    fn end_of_call(&mut self, machine: &Machine<'_>, function: FuncId, base: usize) {
        let Some(function) = &machine.compiled.functions[function] else { return };
        for variable in &function.variables {
            let handle = machine.registers[base + variable.slot as usize] as Handle;
            if handle != NO_OBJECT {
                self.life(machine, handle, true);
            }
        }
    }

    fn ended(&mut self, machine: &Machine<'_>, base: usize) {
        let Some(&Frame { function, allocations, .. }) = machine.frames.last() else { return };
        self.end_of_call(machine, function, base);
        for &(address, handle) in &machine.allocations[allocations.min(machine.allocations.len())..] {
            if machine.memory.base(handle) == address {
                self.life(machine, handle, true);
            }
        }
    }

    fn arguments(&mut self, machine: &mut Machine<'_>, base: usize, arguments: u32) {
        let compiled = machine.compiled;
        for argument in &compiled.arguments[arguments as usize] {
            match *argument {
                Argument::Bytes { from, size } => {
                    let address = machine.registers[base + from as usize];
                    self.at(machine, address, size, false);
                }
                Argument::Value(reg) => self.kept(machine, machine.registers[base + reg as usize]),
                Argument::Wide(_) => {}
            }
        }
    }

    fn bits(&mut self, machine: &mut Machine<'_>, address: u64, field: BitField, is_write: bool) {
        let (first, end) = (u64::from(field.bits.start) / 8, (u64::from(field.bits.start) + u64::from(field.bits.width)).div_ceil(8));
        self.at(machine, address.wrapping_add(first), end - first, is_write);
    }

    /// Adds what the operation touches.
    pub(super) fn of(&mut self, machine: &mut Machine<'_>, pc: usize, base: usize) {
        let compiled = machine.compiled;
        let get = |machine: &Machine<'_>, reg: Reg| machine.registers[base + reg as usize];
        match compiled.code[pc] {
            Op::GetGlobal { global, .. } => self.global(machine, global, false),
            Op::SetGlobal { global, src } => {
                self.kept(machine, get(machine, src));
                self.global(machine, global, true);
            }
            Op::Load { address, offset, cell, .. } => {
                let address = get(machine, address).wrapping_add(u64::from(offset));
                self.at(machine, address, cell.len(), false);
            }
            Op::Store { src, address, offset, cell } => {
                self.kept(machine, get(machine, src));
                let address = get(machine, address).wrapping_add(u64::from(offset));
                self.at(machine, address, cell.len(), true);
            }
            Op::LoadObject { object, offset, cell, .. } => self.named(machine, base, object, (u64::from(offset), cell.len()), false),
            Op::StoreObject { src, object, offset, cell } => {
                self.kept(machine, get(machine, src));
                self.named(machine, base, object, (u64::from(offset), cell.len()), true);
            }
            Op::LoadAt { object, offset, cell, .. } => self.named(machine, base, object, (get(machine, offset), cell.len()), false),
            Op::StoreAt { src, object, offset, cell } => {
                self.kept(machine, get(machine, src));
                self.named(machine, base, object, (get(machine, offset), cell.len()), true);
            }
            Op::LoadBits { address, field, .. } => self.bits(machine, get(machine, address), compiled.bit_fields[field as usize], false),
            Op::StoreBits { address, field, .. } => self.bits(machine, get(machine, address), compiled.bit_fields[field as usize], true),
            Op::ObjectAddress { object, .. } => {
                // What the library tells, as the address of `errno`, counts where it is kept.
                self.own_address |= compiled.own_objects.contains(&(get(machine, object) as Handle)) && !is_in_model(compiled, pc);
            }
            Op::CopyBytes { to, from, size } => {
                let (to, from, size) = (get(machine, to), get(machine, from), get(machine, size));
                self.at(machine, from, size, false);
                self.at(machine, to, size, true);
            }
            Op::MemCopy { to, from, size } => {
                let (to, from, size) = (get(machine, to), get(machine, from), get(machine, size));
                self.at(machine, from, size, false);
                self.at(machine, to, size, true);
            }
            Op::ZeroBytes { to, size } | Op::MemSet { to, size, .. } | Op::ResultBytes { to, size } => {
                self.at(machine, get(machine, to), get(machine, size), true);
            }
            Op::ReturnBytes { from, size } => {
                self.at(machine, get(machine, from), get(machine, size), false);
                self.ended(machine, base);
            }
            Op::Return | Op::ReturnValue { .. } | Op::ReturnWide { .. } => self.ended(machine, base),
            Op::Declare { variable } => {
                let handle = get(machine, machine.variable(variable).slot) as Handle;
                if handle != NO_OBJECT {
                    self.life(machine, handle, true);
                }
            }
            Op::Dead { slot } => {
                let handle = get(machine, slot) as Handle;
                if handle != NO_OBJECT {
                    self.life(machine, handle, true);
                }
            }
            Op::Free { address } | Op::Release { address } => {
                if let Ok((handle, _)) = machine.memory.find(get(machine, address), 0) {
                    self.life(machine, handle, true);
                }
            }
            Op::Fact { address, .. } | Op::IsBeyond { address, .. } => self.at(machine, get(machine, address), 0, false),
            Op::SameObject { a, b, .. } | Op::MadeBefore { a, b, .. } => {
                self.at(machine, get(machine, a), 0, false);
                self.at(machine, get(machine, b), 0, false);
            }
            Op::Written { address, mask, .. } => {
                let len = compiled.masks[mask as usize].1 as u64;
                self.at(machine, get(machine, address), len, false);
            }
            Op::WrittenBytes { address, .. } => self.rest(machine, get(machine, address)),
            Op::Scan { index, .. } => match compiled.scans[index as usize] {
                Scan::Find { start, value, limit, search } => {
                    let (start, value, limit) = (get(machine, start), get(machine, value) as u8, limit.map(|reg| get(machine, reg)));
                    let extent = machine.memory.found_by_reading(start, value, limit, search);
                    self.scanned(machine, start, extent);
                }
                Scan::Compare { a, b, limit, mode } => {
                    let (a, b, limit) = (get(machine, a), get(machine, b), limit.map(|reg| get(machine, reg)));
                    let extent = machine.memory.compared_by_reading(a, b, limit, mode);
                    self.scanned(machine, a, extent);
                    self.scanned(machine, b, extent);
                }
            },
            Op::HeapFact { .. } => self.everything = true,
            Op::Call { arguments, .. } | Op::CallIndirect { arguments, .. } => self.arguments(machine, base, arguments),
            _ => {}
        }
    }
}

fn is_in_model(compiled: &Compiled, pc: usize) -> bool {
    compiled.models[compiled.origin_table[compiled.origins[pc] as usize].function.index()]
}

impl Touch {
    /// Does the library keep it for itself: one of its variables, or what it has made for good?
    pub(super) fn is_kept_by_library(&self, compiled: &Compiled) -> bool {
        match object_of(compiled, self) {
            Accessed::Static(symbol) => compiled.of_library.contains(&symbol),
            Accessed::At(_) => self.site & MADE == 0,
        }
    }
}

/// What is accessed, as others may name it.
pub(super) fn object_of(compiled: &Compiled, touch: &Touch) -> Accessed {
    // Sites of static objects are their handles, which count from one.
    let symbol = match touch.site {
        site if site & GLOBAL != 0 => compiled.global_symbols.get((site & !GLOBAL) as usize),
        site => site.checked_sub(1).and_then(|index| compiled.static_symbols.get(index as usize)),
    };
    symbol.map_or(Accessed::At(touch.object), |&symbol| Accessed::Static(symbol))
}

fn site_of(machine: &Machine<'_>, handle: Handle) -> u64 {
    let object = &machine.memory.objects[handle as usize];
    if object.kind == Kind::Static { u64::from(handle) } else { object.site }
}
