//! Questions about objects, and scans over their bytes.

use super::memory::{AccessError, Handle, Kind, Memory};
use crate::expr::MemoryFact;
use crate::given::UNKNOWN_BYTES;
use crate::program::{CompareMode, FindMode};

/// How many bytes are read, and whether so many are, whatever indeterminate values are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Extent {
    pub len: u64,
    pub is_certain: bool,
}

impl Memory {
    /// What holds for the object that an address is in or just behind.
    pub(super) fn fact(&mut self, address: u64, fact: MemoryFact) -> u64 {
        let found = self.find(address, 0).ok();
        match (fact, found) {
            (MemoryFact::ObjectSize, Some((handle, _))) => self.objects[handle as usize].data.len() as u64,
            (MemoryFact::Offset, Some((_, offset))) => offset,
            (MemoryFact::IsLive, Some(_)) => 1,
            (MemoryFact::IsHeap, Some((handle, _))) => u64::from(self.objects[handle as usize].kind.is_heap()),
            (MemoryFact::IsLent, Some((handle, _))) => u64::from(self.objects[handle as usize].kind == Kind::Lent),
            (MemoryFact::IsWritable, Some((handle, _))) => u64::from(!self.objects[handle as usize].constant),
            (MemoryFact::WasFreed, None) => u64::from(self.was_freed(address)),
            (_, None) | (MemoryFact::WasFreed, Some(_)) => 0,
        }
    }

    /// Is the address in an object among the inputs, and are not all of so many bytes at so many bytes behind it among those of which something is known?
    pub(super) fn is_beyond(&mut self, address: u64, distance: u64, size: u64) -> bool {
        let Ok((handle, offset)) = self.find(address, 0) else { return false };
        let object = &self.objects[handle as usize];
        let known = (object.data.len() as u64).saturating_sub(UNKNOWN_BYTES);
        // Distances wrap as wide as addresses do.
        let at = offset.wrapping_add(distance) & (u64::MAX >> (64 - self.pointer_bits));
        object.kind == Kind::Lent && (size > known || at > known - size)
    }

    fn was_freed(&self, address: u64) -> bool {
        let before = self.freed.as_ref().and_then(|freed| freed.range(..=address).next_back());
        before.is_some_and(|(&base, &size)| address - base <= size)
    }

    pub(super) fn heap_is_empty(&self) -> bool {
        self.objects.iter().all(|o| !o.kind.is_heap())
    }

    /// Do chains of pointers lead from these words and from all objects that are not on the heap to every object on the heap? Any bytes that could be a
    /// pointer count as one; what is gone holds none. Also tells how many bytes were looked at.
    pub(super) fn heap_is_reachable(&mut self, roots: &[u64], gone: &[Handle]) -> (bool, u64) {
        let mut found: Vec<bool> = self.objects.iter().map(|o| !o.kind.is_heap()).collect();
        let mut waiting: Vec<Handle> = (0..self.objects.len() as Handle).filter(|h| found[*h as usize] && !gone.contains(h)).collect();
        if found.iter().all(|f| *f) {
            return (true, 0);
        }
        let width = usize::from(self.pointer_bits / 8);
        let mut seen = 0;
        let mut words = roots.to_vec();
        loop {
            for word in words.drain(..) {
                if let Ok((handle, _)) = self.find(word, 0)
                    && !std::mem::replace(&mut found[handle as usize], true)
                {
                    waiting.push(handle);
                }
            }
            let Some(handle) = waiting.pop() else { break };
            let data = &self.objects[handle as usize].data;
            seen += data.len() as u64;
            words.extend(data.windows(width).map(|bytes| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))));
        }
        (found.into_iter().all(|f| f), seen)
    }

    pub(super) fn same_object(&mut self, a: u64, b: u64) -> bool {
        match (self.find(a, 0), self.find(b, 0)) {
            (Ok((x, _)), Ok((y, _))) => x == y,
            _ => false,
        }
    }

    pub(super) fn made_before(&mut self, a: u64, b: u64) -> bool {
        match (self.find(a, 0), self.find(b, 0)) {
            (Ok((x, _)), Ok((y, _))) => self.objects[x as usize].serial < self.objects[y as usize].serial,
            _ => false,
        }
    }

    /// How far behind `start` a byte is, the limit if it is not there. Bytes that need not be read are not accessed.
    pub(super) fn find_byte(&mut self, start: u64, value: u8, limit: Option<u64>, search: FindMode) -> Result<u64, AccessError> {
        if limit == Some(0) {
            return Ok(0);
        }
        let wanted = |byte: &u8| *byte == value || (search == FindMode::FirstOrZero && *byte == 0);
        if let (FindMode::Last, Some(limit)) = (search, limit) {
            let (handle, offset) = self.find(start, limit)?;
            let bytes = &self.objects[handle as usize].data[offset as usize..(offset + limit) as usize];
            let found = bytes.iter().rposition(wanted).map_or(limit, |at| at as u64);
            self.note_reading(handle, offset + found % limit, limit - found % limit);
            return Ok(found);
        }
        let (handle, offset) = self.find(start, 1)?;
        let size = self.objects[handle as usize].data.len() as u64;
        let room = size - offset;
        let most = limit.unwrap_or(u64::MAX).min(room);
        let bytes = &self.objects[handle as usize].data[offset as usize..(offset + most) as usize];
        match (bytes.iter().position(wanted), limit) {
            (Some(at), _) => {
                self.note_reading(handle, offset, at as u64 + 1);
                Ok(at as u64)
            }
            (None, Some(limit)) if limit <= room => {
                self.note_reading(handle, offset, limit);
                Ok(limit)
            }
            _ => Err(AccessError::OutOfBounds { offset: size, size }),
        }
    }

    /// The first bytes that differ, in the form in which they are compared, or else the last ones, if there are any; and how many pairs were looked at.
    pub(super) fn compare(&mut self, a: u64, b: u64, limit: Option<u64>, mode: CompareMode) -> Result<(Option<(u8, u8)>, u64), AccessError> {
        let limit = limit.unwrap_or(u64::MAX);
        if limit == 0 {
            return Ok((None, 0));
        }
        let (x, y) = (self.find(a, 1)?, self.find(b, 1)?);
        let fold = |byte: u8| if mode == CompareMode::Caseless { byte.to_ascii_lowercase() } else { byte };
        let (left, right) = (&self.objects[x.0 as usize].data, &self.objects[y.0 as usize].data);
        let mut seen = 0;
        let last = loop {
            let (Some(&p), Some(&q)) = (left.get((x.1 + seen) as usize), right.get((y.1 + seen) as usize)) else {
                let size = left.len().min(right.len()) as u64;
                return Err(AccessError::OutOfBounds { offset: size, size });
            };
            seen += 1;
            let (p, q) = (fold(p), fold(q));
            if p != q || seen == limit || (mode != CompareMode::Block && p == 0) {
                break (p, q);
            }
        };
        self.note_reading(x.0, x.1, seen);
        self.note_reading(y.0, y.1, seen);
        Ok((Some(last), seen))
    }

    /// How much a search reads; `None` if it runs out of the object. Nothing is noted of it.
    pub(super) fn found_by_reading(&mut self, start: u64, value: u8, limit: Option<u64>, search: FindMode) -> Option<Extent> {
        let (found, is_certain) = self.unnoted(|memory| memory.find_byte(start, value, limit, search));
        let found = found.ok()?;
        let len = match (search, limit) {
            (FindMode::Last, Some(limit)) => limit,
            _ => (found + 1).min(limit.unwrap_or(u64::MAX)),
        };
        Some(Extent { len, is_certain })
    }

    /// How much of both a comparison reads, of blocks all; `None` if it runs out of an object. Nothing is noted of it.
    pub(super) fn compared_by_reading(&mut self, a: u64, b: u64, limit: Option<u64>, mode: CompareMode) -> Option<Extent> {
        let (compared, is_certain) = self.unnoted(|memory| memory.compare(a, b, limit, mode));
        let (_, seen) = compared.ok()?;
        // `memcmp` compares blocks as a whole, though the first difference says it all.
        let whole = limit.filter(|&len| mode == CompareMode::Block && [a, b].into_iter().all(|start| self.find(start, len).is_ok()));
        Some(whole.map_or(Extent { len: seen, is_certain }, |len| Extent { len, is_certain: true }))
    }

    /// What a look at memory comes to, and whether it does so whatever indeterminate values are.
    fn unnoted<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let before = (self.indeterminate, self.doubted);
        (self.indeterminate, self.doubted) = (false, false);
        let seen = look(self);
        let is_certain = !self.indeterminate && !self.doubted;
        (self.indeterminate, self.doubted) = before;
        (seen, is_certain)
    }

    fn note_reading(&mut self, handle: Handle, offset: u64, len: u64) {
        let object = &self.objects[handle as usize];
        if object.undefined != 0 && !object.is_written(offset as usize, len as usize) {
            self.indeterminate = true;
        }
        self.doubted |= object.is_doubtful(offset as usize, len as usize);
    }
}
