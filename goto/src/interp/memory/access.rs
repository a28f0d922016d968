//! Bytes of objects as values, numbers and blocks, with what was written of them. Knows nothing of where objects come from and when they end.

use super::{AccessError, Handle, Memory, NO_OBJECT};

impl Memory {
    fn range(&self, handle: Handle, offset: u64, len: usize) -> Result<usize, AccessError> {
        let object = &self.objects[handle as usize];
        let size = object.data.len() as u64;
        match offset.checked_add(len as u64) {
            Some(end) if end <= size => Ok(offset as usize),
            _ if handle == NO_OBJECT => Err(AccessError::DeadVariable),
            _ => Err(AccessError::OutOfBounds { offset, size }),
        }
    }

    /// As `find`, for bytes that are written.
    fn find_writable(&mut self, address: u64, len: u64) -> Result<(Handle, u64), AccessError> {
        let found = self.find(address, len)?;
        if self.objects[found.0 as usize].sealed { Err(AccessError::Constant) } else { Ok(found) }
    }

    /// The bytes as a value.
    #[inline]
    pub(crate) fn read<const N: usize>(&mut self, handle: Handle, offset: u64) -> Result<[u8; N], AccessError> {
        let at = self.range(handle, offset, N)?;
        let object = &self.objects[handle as usize];
        if object.undefined != 0 && !object.is_written(at, N) {
            self.indeterminate = true;
        }
        let mut bytes = [0; N];
        bytes.copy_from_slice(&object.data[at..at + N]);
        Ok(bytes)
    }

    #[inline]
    pub(crate) fn write<const N: usize>(&mut self, handle: Handle, offset: u64, bytes: [u8; N]) -> Result<(), AccessError> {
        let at = self.range(handle, offset, N)?;
        let object = &mut self.objects[handle as usize];
        if object.sealed {
            return Err(AccessError::Constant);
        }
        object.data[at..at + N].copy_from_slice(&bytes);
        object.note_change(at, N);
        if object.undefined != 0 {
            object.mark_written(at, N);
        }
        Ok(())
    }

    /// `len` bytes, at most 16, as a little-endian number of which the bits of `mask` are meant.
    pub(crate) fn read_number(&mut self, address: u64, len: usize, mask: u128) -> Result<u128, AccessError> {
        let (handle, offset) = self.find(address, len as u64)?;
        let at = offset as usize;
        let object = &self.objects[handle as usize];
        if object.undefined != 0 && !object.are_bits_written(at, &mask.to_le_bytes()[..len]) {
            self.indeterminate = true;
        }
        let mut bytes = [0; 16];
        bytes[..len].copy_from_slice(&object.data[at..at + len]);
        Ok(u128::from_le_bytes(bytes))
    }

    /// Changes the bits of `mask` in the `len` bytes, at most 16, at an address.
    pub(crate) fn write_number(&mut self, address: u64, len: usize, mask: u128, value: u128) -> Result<(), AccessError> {
        let old = self.read_number(address, len, 0)?;
        let bytes = (old & !mask | value & mask).to_le_bytes();
        let (handle, offset) = self.find_writable(address, len as u64)?;
        let object = &mut self.objects[handle as usize];
        object.data[offset as usize..offset as usize + len].copy_from_slice(&bytes[..len]);
        object.note_change(offset as usize, len);
        if object.undefined != 0 {
            object.mark_bits_written(offset as usize, &mask.to_le_bytes()[..len]);
        }
        Ok(())
    }

    /// Sets bytes, which count as written.
    pub(crate) fn fill(&mut self, address: u64, len: u64, byte: u8) -> Result<(), AccessError> {
        if len == 0 {
            return Ok(());
        }
        let (handle, offset) = self.find_writable(address, len)?;
        let object = &mut self.objects[handle as usize];
        object.data[offset as usize..(offset + len) as usize].fill(byte);
        object.note_change(offset as usize, len as usize);
        if object.undefined != 0 {
            object.mark_written(offset as usize, len as usize);
        }
        Ok(())
    }

    /// Bytes count as never written from now on.
    pub(crate) fn forget(&mut self, address: u64, len: u64) -> Result<(), AccessError> {
        let (handle, offset) = self.find_writable(address, len)?;
        self.objects[handle as usize].copy_written(offset as usize, &vec![0; len as usize]);
        Ok(())
    }

    /// Copies bytes together with whether they were written; the two places may overlap.
    pub(crate) fn copy(&mut self, to: u64, from: u64, len: u64) -> Result<(), AccessError> {
        if len == 0 {
            return Ok(());
        }
        let (source, from) = self.find(from, len)?;
        let (target, to) = self.find_writable(to, len)?;
        let (from, to, len) = (from as usize, to as usize, len as usize);
        let undefined = (self.objects[source as usize].undefined != 0).then(|| self.objects[source as usize].written_bits(from, len).collect::<Vec<u8>>());
        let mut data = std::mem::take(&mut self.objects[target as usize].data);
        if source == target {
            data.copy_within(from..from + len, to);
        } else {
            data[to..to + len].copy_from_slice(&self.objects[source as usize].data[from..from + len]);
        }
        let object = &mut self.objects[target as usize];
        object.data = data;
        object.note_change(to, len);
        match undefined {
            Some(written) => object.copy_written(to, &written),
            None if object.undefined != 0 => object.mark_written(to, len),
            None => {}
        }
        Ok(())
    }

    /// Bytes with those of their bits that were written, for [`write_bytes`](Self::write_bytes).
    pub(crate) fn read_bytes(&mut self, address: u64, len: u64, out: &mut Vec<u8>, written: &mut Vec<u8>) -> Result<(), AccessError> {
        out.clear();
        written.clear();
        if len == 0 {
            return Ok(());
        }
        let (handle, offset) = self.find(address, len)?;
        let at = offset as usize;
        let object = &self.objects[handle as usize];
        out.extend_from_slice(&object.data[at..at + len as usize]);
        if object.undefined != 0 {
            written.extend(object.written_bits(at, len as usize));
        }
        Ok(())
    }

    /// Writes what [`read_bytes`](Self::read_bytes) gave.
    pub(crate) fn write_bytes(&mut self, address: u64, bytes: &[u8], written: &[u8]) -> Result<(), AccessError> {
        if bytes.is_empty() {
            return Ok(());
        }
        let (handle, offset) = self.find_writable(address, bytes.len() as u64)?;
        let at = offset as usize;
        let object = &mut self.objects[handle as usize];
        object.data[at..at + bytes.len()].copy_from_slice(bytes);
        object.note_change(at, bytes.len());
        if !written.is_empty() {
            object.copy_written(at, written);
        } else if object.undefined != 0 {
            object.mark_written(at, bytes.len());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::code::Placement;
    use super::super::Kind;
    use super::*;

    #[test]
    fn unwritten_bytes_are_told_and_may_be_copied() {
        let mut memory = Memory::new(64, Placement::Usual, false);
        memory.reset(1 << 20);
        let a = memory.allocate(100, 1, Kind::Heap, false).unwrap();
        let b = memory.allocate(100, 1, Kind::Heap, true).unwrap();
        memory.write(a, 63, [1, 2]).unwrap();
        assert_eq!(memory.read(a, 63), Ok([1, 2]));
        assert!(!memory.indeterminate);
        memory.copy(memory.base(b), memory.base(a), 65).unwrap();
        assert_eq!(memory.read(b, 63), Ok([1, 2]));
        assert_eq!(memory.read(b, 65), Ok([0]));
        assert!(!memory.indeterminate);
        assert_eq!(memory.read(b, 62), Ok([0, 1]));
        assert!(memory.indeterminate);
    }
}
