//! The memory of a run: objects with byte arrays at flat addresses, as on a machine. A pointer is nothing but an address.
//!
//! Addresses of dead objects are not used again (as long as the address space lasts), so every access through a dangling pointer is found.
//! Between two objects lie so many bytes that an access outside of an object hardly ever hits another one. Bytes that were never written read as zero; reading one as a value sets
//! [`Memory::indeterminate`]. Copying them does not.
//!
//! Here is which objects there are and where; `access` has what is done with their bytes.

mod access;

use super::code::Placement;
use std::collections::BTreeMap;
use std::fmt;

/// An object while it lives; handles are used again afterwards.
pub(super) type Handle = u32;

/// No object has this handle; accesses to it fail.
pub(super) const NO_OBJECT: Handle = 0;

/// Bytes between objects where addresses have 64 bits, where they have 32, and when these are used up.
const GAP_64: u64 = 1 << 20;
const GAP_32: u64 = 1 << 10;
const LEAST_GAP: u64 = 16;
/// The first address of an object.
const FIRST_ADDRESS: u64 = 0x100_0000;
/// The alignment of blocks of the heap.
const HEAP_ALIGNMENT: u64 = 16;
/// What an object costs beyond its bytes, for the memory limit.
const OVERHEAD: u64 = 64;
/// Static objects of more bytes than this remember which pages a run has changed.
const LARGE: u64 = 1 << 16;
/// Bytes of such a page.
const PAGE: usize = 4096;
/// Buffers of dead objects up to this size are kept for the next object.
const KEEP: usize = 4096;

/// The kinds of objects, which differ in who ends their lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Unused,
    Static,
    /// Ended by the frame that made it.
    Frame,
    /// Ended by `Free`.
    Heap,
    /// As these, and among the inputs.
    Lent,
}

impl Kind {
    pub(super) fn is_heap(self) -> bool {
        matches!(self, Self::Heap | Self::Lent)
    }
}

/// Addresses where objects are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Region {
    /// Of the next object, at least.
    pub next: u64,
    room_end: u64,
    gap: u64,
}

/// Why an access is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AccessError {
    Null,
    /// The address is not inside of any live object.
    Unmapped(u64),
    /// The access starts in an object and leaves it, or misses the variable that it names.
    OutOfBounds {
        offset: u64,
        size: u64,
    },
    /// A variable outside of its life.
    DeadVariable,
    /// An object that cannot be written.
    Constant,
    FreeNotHeap(u64),
    FreeInside(u64),
}

impl fmt::Display for AccessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            AccessError::Null => f.write_str("null pointer is dereferenced"),
            AccessError::Unmapped(address) => write!(f, "address {address:#x} is not inside of a live object"),
            AccessError::OutOfBounds { offset, size } => write!(f, "offset {} is out of bounds of an object of {size} bytes", offset as i64),
            AccessError::DeadVariable => f.write_str("variable is accessed outside of its life"),
            AccessError::Constant => f.write_str("constant object is written"),
            AccessError::FreeNotHeap(address) => write!(f, "address {address:#x} to free is not that of a live heap object"),
            AccessError::FreeInside(address) => write!(f, "address {address:#x} to free is inside of an object"),
        }
    }
}

/// The limit on live bytes, or the address space, is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OutOfMemory;

#[derive(Clone, Debug)]
pub(super) struct Object {
    /// `u64::MAX` while unused.
    base: u64,
    pub(super) data: Vec<u8>,
    /// One bit a byte: was it written? Meaningless if `undefined` is zero.
    pub(super) written: Vec<u64>,
    /// The bits written of bytes of which only some were, by bit-fields. Meaningless for bytes that count as written.
    pub(super) partial: BTreeMap<usize, u8>,
    /// Number of bytes not written, or not with all bits.
    pub(super) undefined: u64,
    /// One bit a byte: does it depend on an indeterminate value that was read? Empty if none does, and in runs that do not ask.
    pub(super) doubtful: Vec<u64>,
    pub(super) kind: Kind,
    /// It cannot be written once the program runs.
    pub(super) constant: bool,
    /// It cannot be written now.
    sealed: bool,
    /// One bit a page: was it changed in this run? Empty for objects that do not remember.
    changed: Vec<u64>,
    /// Which variable it is, or which allocation made it, where threads run.
    pub(super) site: u64,
    /// How many objects came to life before it.
    pub(super) serial: u64,
}

impl Object {
    const UNUSED: Object = Object {
        base: u64::MAX,
        data: Vec::new(),
        written: Vec::new(),
        partial: BTreeMap::new(),
        undefined: 0,
        doubtful: Vec::new(),
        kind: Kind::Unused,
        constant: false,
        sealed: false,
        changed: Vec::new(),
        site: 0,
        serial: 0,
    };

    /// To be called for every change of bytes.
    #[inline]
    fn note_change(&mut self, offset: usize, len: usize) {
        if !self.changed.is_empty() && len > 0 {
            for page in offset / PAGE..=(offset + len - 1) / PAGE {
                self.changed[page / 64] |= 1 << (page % 64);
            }
        }
    }

    /// Makes all bytes zero again that a run has changed.
    fn restore(&mut self) {
        if self.changed.is_empty() {
            return self.data.fill(0);
        }
        for (i, word) in self.changed.iter_mut().enumerate() {
            let mut pages = std::mem::take(word);
            while pages != 0 {
                let start = (64 * i + pages.trailing_zeros() as usize) * PAGE;
                let end = (start + PAGE).min(self.data.len());
                self.data[start..end].fill(0);
                pages &= pages - 1;
            }
        }
    }
}

/// All objects of a run.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    pub(super) objects: Vec<Object>,
    /// Objects that are not in use: at the bottom, the last first, those that this run has not used.
    free: Vec<Handle>,
    /// Objects behind these were not in use in this run.
    used_objects: usize,
    /// Static objects that cannot be written once the program runs.
    constants: Vec<Handle>,
    /// Base addresses in ascending order. An entry whose object has another base is stale.
    index: Vec<(u64, Handle)>,
    stale: usize,
    /// The object of the last access by address.
    last: Handle,
    /// Where the next object goes: an address, the end of the room there, and the position in `index`.
    next: u64,
    room_end: u64,
    position: usize,
    address_space: u64,
    /// Bytes between objects from now on.
    gap: u64,
    used: u64,
    budget: u64,
    /// A value was read of which a byte was never written.
    pub indeterminate: bool,
    /// A search or comparison read a byte that was never written or depends on one.
    pub doubted: bool,
    pub(super) pointer_bits: u16,
    placement: Placement,
    /// What objects that are made now say of where they come from.
    pub(super) site: u64,
    /// Objects that came to life so far.
    made: u64,
    /// Sizes of the heap objects that were freed, by address, if somebody asks for them.
    pub(super) freed: Option<BTreeMap<u64, u64>>,
}

impl Memory {
    /// No objects; addresses have `pointer_bits` bits. `keeps_freed` if somebody will ask for objects that were freed.
    pub(super) fn new(pointer_bits: u16, placement: Placement, keeps_freed: bool) -> Self {
        let address_space = if pointer_bits == 32 { 0xffff_0000 } else { 0x7fff_ffff_0000 };
        Memory {
            objects: vec![Object::UNUSED],
            free: Vec::new(),
            used_objects: 1,
            constants: Vec::new(),
            index: Vec::new(),
            stale: 0,
            last: NO_OBJECT,
            next: first_address(placement, pointer_bits),
            room_end: address_space,
            position: 0,
            address_space,
            gap: gap(pointer_bits),
            used: 0,
            budget: u64::MAX,
            indeterminate: false,
            doubted: false,
            pointer_bits,
            placement,
            site: 0,
            made: 0,
            freed: keeps_freed.then(BTreeMap::new),
        }
    }

    /// Prepares for a new run: the static objects, made by the first [`Kind::Static`] allocations, are zero again; all others are gone.
    pub(super) fn reset(&mut self, budget: u64) {
        self.budget = budget;
        self.indeterminate = false;
        self.freed.iter_mut().for_each(BTreeMap::clear);
        self.last = NO_OBJECT;
        self.seal(false);
        let statics = self.statics();
        for object in &mut self.objects[1..=statics] {
            object.restore();
            object.undefined = 0;
            object.doubtful.clear();
        }
        // Not those that only longer runs have used.
        for object in &mut self.objects[statics + 1..self.used_objects] {
            if object.data.capacity() > KEEP {
                object.data = Vec::new();
            }
            object.data.clear();
            object.base = u64::MAX;
            object.kind = Kind::Unused;
        }
        self.free.truncate(self.objects.len() - self.used_objects);
        self.free.extend((statics + 1..self.used_objects).rev().map(|h| h as Handle));
        self.used_objects = statics + 1;
        self.index.clear();
        self.index.extend(self.objects[1..=statics].iter().enumerate().map(|(i, o)| (o.base, i as Handle + 1)));
        self.stale = 0;
        self.position = self.index.len();
        self.room_end = self.address_space;
        self.gap = gap(self.pointer_bits);
        let last = self.objects[1..=statics].last();
        self.next = last.map_or(first_address(self.placement, self.pointer_bits), |o| o.base + o.data.len() as u64 + self.gap);
        self.used = self.objects[1..=statics].iter().map(|o| cost(o.data.len() as u64)).sum();
    }

    /// The static object becomes a constant.
    pub(super) fn make_constant(&mut self, handle: Handle) {
        self.objects[handle as usize].constant = true;
        self.constants.push(handle);
    }

    /// From now on constants cannot be written, or can.
    pub(super) fn seal(&mut self, sealed: bool) {
        for &handle in &self.constants {
            self.objects[handle as usize].sealed = sealed;
        }
    }

    /// Number of static objects.
    pub(super) fn statics(&self) -> usize {
        self.objects.iter().skip(1).take_while(|o| o.kind == Kind::Static).count()
    }

    /// Bytes of live objects within the budget of [`reset`](Self::reset), together with `more` bytes that others use?
    pub(super) fn fits(&self, more: u64) -> bool {
        self.used.saturating_add(more) <= self.budget
    }

    /// A new object, zero; `defined` tells whether these zeros count as written.
    pub(super) fn allocate(&mut self, size: u64, align: u64, kind: Kind, defined: bool) -> Result<Handle, OutOfMemory> {
        if !self.fits(size.saturating_add(cost(0))) || !self.fits(cost(size)) {
            return Err(OutOfMemory);
        }
        let align = if size >= HEAP_ALIGNMENT { align.max(HEAP_ALIGNMENT) } else { align.max(1) };
        let mut base = self.place(align, kind);
        if base.checked_add(size + self.gap).is_none_or(|end| end > self.room_end) {
            self.find_room()?;
            base = self.place(align, kind);
            if base.checked_add(size + self.gap).is_none_or(|end| end > self.room_end) {
                return Err(OutOfMemory);
            }
        }
        let handle = self.free.pop().unwrap_or_else(|| {
            self.objects.push(Object::UNUSED);
            (self.objects.len() - 1) as Handle
        });
        self.used_objects = self.used_objects.max(handle as usize + 1);
        let object = &mut self.objects[handle as usize];
        object.base = base;
        object.kind = kind;
        object.site = self.site;
        object.serial = self.made;
        self.made += 1;
        if size as usize > object.data.capacity() {
            object.data = vec![0; size as usize];
        } else {
            object.data.resize(size as usize, 0);
        }
        object.undefined = 0;
        object.partial.clear();
        object.doubtful.clear();
        object.changed.clear();
        if kind == Kind::Static && size > LARGE {
            object.changed.resize((size as usize).div_ceil(64 * PAGE), 0);
        }
        if !defined {
            object.undefined = size;
            object.written.clear();
            object.written.resize((size as usize).div_ceil(64), 0);
        }
        self.index.insert(self.position, (base, handle));
        self.position += 1;
        self.next = base + size + self.gap;
        self.used += cost(size);
        Ok(handle)
    }

    /// The address of the next object.
    fn place(&self, align: u64, kind: Kind) -> u64 {
        match self.placement {
            Placement::Aligned if !kind.is_heap() => self.next.next_multiple_of(align.max(HEAP_ALIGNMENT)),
            Placement::Unaligned if !kind.is_heap() && align < HEAP_ALIGNMENT => self.next.next_multiple_of(HEAP_ALIGNMENT) + align,
            _ => self.next.next_multiple_of(align),
        }
    }

    /// The address space is used up behind `next`: go on in the widest gap between live objects.
    fn find_room(&mut self) -> Result<(), OutOfMemory> {
        self.drop_stale();
        self.gap = LEAST_GAP;
        // Their addresses may be given to others now.
        self.freed.iter_mut().for_each(BTreeMap::clear);
        let mut from = first_address(self.placement, self.pointer_bits);
        let mut widest = (0, 0, 0);
        for (i, &(base, handle)) in self.index.iter().enumerate() {
            widest = widest.max((base.saturating_sub(from), from, i));
            from = base + self.objects[handle as usize].data.len() as u64 + self.gap;
        }
        widest = widest.max((self.address_space.saturating_sub(from), from, self.index.len()));
        let (width, start, position) = widest;
        if width == 0 {
            return Err(OutOfMemory);
        }
        (self.next, self.room_end, self.position) = (start, start + width, position);
        Ok(())
    }

    /// Where objects are made now.
    pub(super) fn region(&self) -> Region {
        Region { next: self.next, room_end: self.room_end, gap: self.gap }
    }

    /// Objects are made there from now on.
    pub(super) fn enter(&mut self, region: Region) {
        if region != self.region() {
            (self.next, self.room_end, self.gap) = (region.next, region.room_end, region.gap);
            self.position = self.index.partition_point(|entry| entry.0 < region.next);
        }
    }

    /// The addresses for what the n-th thread makes, apart from those of the others, so that addresses do not depend on the schedule.
    pub(super) fn region_of_thread(&self, n: u64) -> Region {
        let (first, size) = if self.pointer_bits == 32 { (0x4000_0000, 0x0200_0000) } else { (1 << 44, 1 << 40) };
        let next = first + n * size;
        Region { next, room_end: next + size, gap: gap(self.pointer_bits) }
    }

    /// The live objects, by their addresses.
    pub(super) fn live(&self) -> impl Iterator<Item = (u64, &Object)> {
        let objects = self.index.iter().map(|&(base, handle)| (base, &self.objects[handle as usize]));
        objects.filter(|(base, object)| object.base == *base)
    }

    fn drop_stale(&mut self) {
        let objects = &self.objects;
        let live = |(base, handle): &(u64, Handle)| objects[*handle as usize].base == *base;
        self.position = self.index[..self.position].iter().filter(|e| live(e)).count();
        self.index.retain(live);
        self.stale = 0;
    }

    /// Ends an object's life.
    pub(super) fn release(&mut self, handle: Handle) {
        let object = &mut self.objects[handle as usize];
        self.used -= cost(object.data.len() as u64);
        if object.data.capacity() > KEEP {
            object.data = Vec::new();
        }
        object.data.clear();
        object.base = u64::MAX;
        object.kind = Kind::Unused;
        self.free.push(handle);
        self.stale += 1;
        // Frames end in the reverse order of their making: most objects are the last of the index.
        while self.position == self.index.len()
            && let Some(&(base, last)) = self.index.last()
            && self.objects[last as usize].base != base
        {
            self.index.pop();
            self.position -= 1;
            self.stale -= 1;
        }
        if self.stale > 64 + self.index.len() / 2 {
            self.drop_stale();
        }
    }

    /// Ends the life of the heap object at `address`.
    pub(super) fn free(&mut self, address: u64) -> Result<(), AccessError> {
        match self.find(address, 0) {
            Ok((handle, offset)) if self.objects[handle as usize].kind.is_heap() => {
                if offset != 0 {
                    return Err(AccessError::FreeInside(address));
                }
                let size = self.objects[handle as usize].data.len() as u64;
                if let Some(freed) = &mut self.freed {
                    freed.insert(address, size);
                    self.used += OVERHEAD;
                }
                self.release(handle);
                Ok(())
            }
            _ => Err(AccessError::FreeNotHeap(address)),
        }
    }

    pub(super) fn base(&self, handle: Handle) -> u64 {
        self.objects[handle as usize].base
    }

    /// The live object that contains `len` bytes at `address`, and the offset there. For no bytes, just behind the object will do.
    #[inline]
    pub(super) fn find(&mut self, address: u64, len: u64) -> Result<(Handle, u64), AccessError> {
        let object = &self.objects[self.last as usize];
        let offset = address.wrapping_sub(object.base);
        let size = object.data.len() as u64;
        if offset < size && len <= size - offset {
            return Ok((self.last, offset));
        }
        self.search(address, len)
    }

    fn search(&mut self, address: u64, len: u64) -> Result<(Handle, u64), AccessError> {
        if address < 4096 {
            return Err(AccessError::Null);
        }
        let at = self.index.partition_point(|e| e.0 <= address);
        let Some(&(base, handle)) = at.checked_sub(1).map(|i| &self.index[i]) else { return Err(AccessError::Unmapped(address)) };
        let object = &self.objects[handle as usize];
        let (offset, size) = (address - base, object.data.len() as u64);
        if object.base != base || offset > size || (offset == size && len > 0) {
            return Err(AccessError::Unmapped(address));
        }
        if len > size - offset {
            return Err(AccessError::OutOfBounds { offset, size });
        }
        self.last = handle;
        Ok((handle, offset))
    }
}

fn cost(size: u64) -> u64 {
    size.saturating_add(size / 8).saturating_add(OVERHEAD)
}

fn first_address(placement: Placement, pointer_bits: u16) -> u64 {
    FIRST_ADDRESS + placement.distance(pointer_bits)
}

fn gap(pointer_bits: u16) -> u64 {
    if pointer_bits == 32 { GAP_32 } else { GAP_64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dangling_and_stray_addresses_are_found() {
        let mut memory = Memory::new(64, Placement::Usual, false);
        memory.reset(1 << 20);
        let a = memory.allocate(4, 4, Kind::Heap, false).unwrap();
        let b = memory.allocate(4, 4, Kind::Frame, false).unwrap();
        let (at_a, at_b) = (memory.base(a), memory.base(b));
        assert!(at_b >= at_a + 4 + GAP_64);
        assert_eq!(memory.find(at_a + 3, 2), Err(AccessError::OutOfBounds { offset: 3, size: 4 }));
        assert_eq!(memory.find(at_a + 4, 1), Err(AccessError::Unmapped(at_a + 4)));
        assert_eq!(memory.free(at_b), Err(AccessError::FreeNotHeap(at_b)));
        assert_eq!(memory.free(at_a + 1), Err(AccessError::FreeInside(at_a + 1)));
        memory.free(at_a).unwrap();
        assert_eq!(memory.free(at_a), Err(AccessError::FreeNotHeap(at_a)));
        assert!(memory.find(at_a, 1).is_err());
        assert_eq!(memory.find(at_b, 4), Ok((b, 0)));
        assert_eq!(memory.find(0, 1), Err(AccessError::Null));
    }

    #[test]
    fn a_small_address_space_is_used_again() {
        let mut memory = Memory::new(32, Placement::Usual, false);
        memory.reset(u64::MAX);
        let kept = memory.allocate(8, 8, Kind::Heap, true).unwrap();
        for _ in 0..40 {
            let h = memory.allocate(0x1000_0000, 16, Kind::Unused, true).unwrap();
            assert!(memory.base(h) + 0x1000_0000 < 1 << 32);
            memory.release(h);
        }
        // Full up to less than the usual gap, there is still room for small objects.
        while memory.allocate(0x0800_0000, 16, Kind::Heap, true).is_ok() {}
        while memory.allocate(0x1_0000, 16, Kind::Heap, true).is_ok() {}
        let (a, b) = (memory.allocate(8, 8, Kind::Heap, true).unwrap(), memory.allocate(8, 8, Kind::Heap, true).unwrap());
        assert_eq!(memory.base(b) - memory.base(a), 24);
        assert_eq!(memory.find(memory.base(kept), 8), Ok((kept, 0)));
    }

    #[test]
    fn reset_brings_the_statics_back() {
        let mut memory = Memory::new(64, Placement::Usual, false);
        let s = memory.allocate(4, 4, Kind::Static, true).unwrap();
        let large = memory.allocate(100_001, 4, Kind::Static, true).unwrap();
        memory.reset(1 << 20);
        memory.write(large, 4095, [1; 2]).unwrap();
        memory.write(large, 99_999, [1; 2]).unwrap();
        memory.fill(memory.base(large) + 20_000, 9000, 7).unwrap();
        let base = memory.base(s);
        memory.write(s, 0, [7; 4]).unwrap();
        let h = memory.allocate(10, 1, Kind::Heap, false).unwrap();
        let at = memory.base(h);
        memory.reset(1 << 20);
        assert_eq!((memory.base(s), memory.read(s, 0)), (base, Ok([0; 4])));
        assert!(memory.objects[large as usize].data.iter().all(|byte| *byte == 0));
        let again = memory.allocate(10, 1, Kind::Heap, false).unwrap();
        assert_eq!(memory.base(again), at);
        memory.reset(100);
        assert!(memory.allocate(10, 1, Kind::Heap, false).is_err());
    }
}
