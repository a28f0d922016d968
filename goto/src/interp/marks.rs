//! What is known of the bytes of an object beside their values: which were written, and which depend on indeterminate values that were read.

use super::memory::{Handle, Memory, Object};

impl Object {
    pub(super) fn is_written(&self, offset: usize, len: usize) -> bool {
        (offset..offset + len).all(|i| bit(&self.written, i))
    }

    /// The bits of bytes that were written.
    pub(super) fn written_bits(&self, offset: usize, len: usize) -> impl Iterator<Item = u8> {
        (offset..offset + len).map(|i| self.bits_of(i))
    }

    fn bits_of(&self, at: usize) -> u8 {
        if bit(&self.written, at) { 0xff } else { self.partial.get(&at).copied().unwrap_or(0) }
    }

    /// Were the bits of the masks written, from the byte at the offset on?
    pub(super) fn are_bits_written(&self, offset: usize, masks: &[u8]) -> bool {
        masks.iter().enumerate().all(|(i, mask)| mask & !self.bits_of(offset + i) == 0)
    }

    pub(super) fn mark_written(&mut self, offset: usize, len: usize) {
        let mut at = offset;
        while at < offset + len {
            let (word, low) = (at / 64, at % 64);
            let n = (64 - low).min(offset + len - at);
            let mask = (u64::MAX >> (64 - n)) << low;
            self.undefined -= u64::from((mask & !self.written[word]).count_ones());
            self.written[word] |= mask;
            at += n;
        }
    }

    /// The bits of the masks are written now, from the byte at the offset on.
    pub(super) fn mark_bits_written(&mut self, offset: usize, masks: &[u8]) {
        for (at, mask) in (offset..).zip(masks) {
            self.set_bits(at, self.bits_of(at) | mask);
        }
    }

    /// Makes the written bits of bytes those of other bytes.
    pub(super) fn copy_written(&mut self, to: usize, source: &[u8]) {
        if self.undefined == 0 {
            self.written.clear();
            self.written.resize(self.data.len().div_ceil(64), u64::MAX);
        }
        for (at, bits) in (to..).zip(source) {
            self.set_bits(at, *bits);
        }
    }

    fn set_bits(&mut self, at: usize, bits: u8) {
        let (word, mask) = (at / 64, 1 << (at % 64));
        let before = self.written[word] & mask != 0;
        if bits == 0xff {
            self.written[word] |= mask;
            self.undefined -= u64::from(!before);
            return;
        }
        self.written[word] &= !mask;
        self.undefined += u64::from(before);
        match bits {
            0 => self.partial.remove(&at),
            bits => self.partial.insert(at, bits),
        };
    }

    /// Does a byte depend on an indeterminate value, or was it never written?
    pub(super) fn is_doubtful(&self, offset: usize, len: usize) -> bool {
        self.undefined != 0 && !self.is_written(offset, len) || self.depends(offset, len)
    }

    fn depends(&self, offset: usize, len: usize) -> bool {
        !self.doubtful.is_empty() && (offset..offset + len).any(|i| bit(&self.doubtful, i))
    }

    fn set_doubtful(&mut self, at: usize, doubtful: bool) {
        if self.doubtful.is_empty() {
            if !doubtful {
                return;
            }
            self.doubtful.resize(self.data.len().div_ceil(64), 0);
        }
        let mask = 1 << (at % 64);
        if doubtful {
            self.doubtful[at / 64] |= mask;
        } else {
            self.doubtful[at / 64] &= !mask;
        }
    }
}

fn bit(words: &[u64], at: usize) -> bool {
    words[at / 64] >> (at % 64) & 1 == 1
}

impl Memory {
    /// Were the bits of the masks written, from the byte at an address on? Nothing is said against what is in no object.
    pub(super) fn bits_are_written(&mut self, address: u64, masks: &[u8]) -> bool {
        let Ok((handle, offset)) = self.find(address, masks.len() as u64) else { return true };
        let object = &self.objects[handle as usize];
        object.undefined == 0 || object.are_bits_written(offset as usize, masks)
    }

    /// Were all of so many bytes written, as far as they are in their object?
    pub(super) fn bytes_are_written(&mut self, address: u64, len: u64) -> bool {
        let Ok((handle, offset)) = self.find(address, 0) else { return true };
        let object = &self.objects[handle as usize];
        let len = len.min(object.data.len() as u64 - offset);
        object.undefined == 0 || object.is_written(offset as usize, len as usize)
    }
}

/// For runs that ask what depends on indeterminate values. Accesses that are impossible do nothing here: the operation itself finds them.
impl Memory {
    pub(super) fn are_doubtful(&mut self, address: u64, len: u64) -> bool {
        self.find(address, len).is_ok_and(|(handle, offset)| self.object_is_doubtful(handle, offset, len))
    }

    pub(super) fn object_is_doubtful(&self, handle: Handle, offset: u64, len: u64) -> bool {
        let object = &self.objects[handle as usize];
        offset.checked_add(len).is_some_and(|end| end <= object.data.len() as u64) && object.is_doubtful(offset as usize, len as usize)
    }

    /// Bits of a bit-field: were they written, and do their bytes depend on nothing indeterminate?
    pub(super) fn bits_are_doubtful(&mut self, address: u64, masks: &[u8]) -> bool {
        let Ok((handle, offset)) = self.find(address, masks.len() as u64) else { return false };
        let (object, at) = (&self.objects[handle as usize], offset as usize);
        object.undefined != 0 && !object.are_bits_written(at, masks) || object.depends(at, masks.len())
    }

    /// From now on bytes depend on something indeterminate, or do not.
    pub(super) fn set_doubtful(&mut self, address: u64, len: u64, doubtful: bool) {
        if let Ok((handle, offset)) = self.find(address, len) {
            self.set_object_doubtful(handle, offset, len, doubtful);
        }
    }

    pub(super) fn set_object_doubtful(&mut self, handle: Handle, offset: u64, len: u64, doubtful: bool) {
        let object = &mut self.objects[handle as usize];
        if offset.checked_add(len).is_some_and(|end| end <= object.data.len() as u64) {
            (offset..offset + len).for_each(|at| object.set_doubtful(at as usize, doubtful));
        }
    }

    /// Which bytes depend on something indeterminate that was read; bytes that were never written are none of them.
    pub(super) fn dependences(&mut self, address: u64, len: u64) -> Vec<bool> {
        let Ok((handle, offset)) = self.find(address, len) else { return Vec::new() };
        let object = &self.objects[handle as usize];
        if object.doubtful.is_empty() {
            return vec![false; len as usize];
        }
        (offset..offset + len).map(|at| bit(&object.doubtful, at as usize)).collect()
    }

    pub(super) fn set_dependences(&mut self, address: u64, dependences: &[bool]) {
        let Ok((handle, offset)) = self.find(address, dependences.len() as u64) else { return };
        let object = &mut self.objects[handle as usize];
        for (at, doubtful) in (offset as usize..).zip(dependences) {
            object.set_doubtful(at, *doubtful);
        }
    }
}
