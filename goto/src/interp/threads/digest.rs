//! Numbers that stand for states of runs with threads. Two states that may behave differently have different numbers, but for an accident of 128 bits.

use super::{Thread, ThreadedRun};
use crate::index::Id;
use crate::interp::calls::Returned;
use crate::interp::exec::Machine;
use crate::interp::memory::{Handle, NO_OBJECT, Object};

/// Two sums of products, each of 64 bits, over all words.
struct Digest(u64, u64);

fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

impl Digest {
    fn word(&mut self, word: u64) {
        self.0 = fold(self.0 ^ word, 0x9e37_79b9_7f4a_7c15).wrapping_add(0x2545_f491_4f6c_dd1d);
        self.1 = fold(self.1.rotate_left(23) ^ word, 0xd6e8_feb8_6659_fd93).wrapping_add(word ^ 0x1405_7b7e_f767_814f);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    fn whole(self) -> u128 {
        u128::from(fold(self.0 ^ self.1, 0xa076_1d64_78bd_642f)) << 64 | u128::from(fold(self.1, 0xe703_7ed1_a0b4_28db))
    }
}

/// The number of a sequence.
pub(super) fn of_words(words: impl Iterator<Item = u64>) -> u128 {
    let mut digest = Digest(0x1234_5678_9abc_def1, 0x0fed_cba9_8765_4321);
    words.for_each(|word| digest.word(word));
    digest.whole()
}

pub(super) fn of_run(run: &ThreadedRun<'_>) -> u128 {
    let mut digest = Digest(0x1234_5678_9abc_def1, 0x0fed_cba9_8765_4321);
    let machine = &run.machine;
    machine.globals.iter().for_each(|&global| digest.word(global));
    for (base, object) in machine.memory.live() {
        digest.word(base);
        of_object(&mut digest, object);
    }
    for (&address, &size) in machine.memory.freed.iter().flatten() {
        digest.word(address);
        digest.word(size);
    }
    run.first_globals.iter().for_each(|&global| digest.word(global));
    run.first_objects.iter().for_each(|data| digest.bytes(data));
    digest.word(run.threads.len() as u64);
    run.threads.iter().for_each(|thread| of_thread(&mut digest, machine, thread));
    digest.whole()
}

fn of_object(digest: &mut Digest, object: &Object) {
    digest.word(object.kind as u64);
    digest.bytes(&object.data);
    digest.word(object.undefined);
    if object.undefined != 0 {
        object.written.iter().for_each(|&word| digest.word(word));
        for (&at, &bits) in &object.partial {
            digest.word(at as u64);
            digest.word(u64::from(bits));
        }
    }
}

fn of_thread(digest: &mut Digest, machine: &Machine<'_>, thread: &Thread) {
    digest.word(u64::from(thread.ended));
    digest.word(thread.number);
    digest.word(thread.identity);
    digest.word(thread.children);
    if thread.ended {
        return;
    }
    digest.word(thread.pc as u64);
    digest.word(thread.base as u64);
    digest.word(u64::from(thread.depth));
    digest.word(thread.region.next);
    digest.word(thread.frames.len() as u64);
    for frame in &thread.frames {
        digest.word(frame.function.index() as u64);
        digest.word(u64::from(frame.return_to) << 32 | frame.base as u64);
        digest.word(frame.allocations as u64);
    }
    registers(digest, machine, thread);
    thread.allocations.iter().for_each(|&(address, _)| digest.word(address));
    match thread.returned {
        Returned::Nothing => digest.word(0),
        Returned::Value(low, high) => {
            digest.word(1);
            digest.word(low);
            digest.word(high);
        }
        Returned::Bytes => {
            digest.bytes(&thread.bytes);
            digest.bytes(&thread.written);
        }
    }
    thread.own_globals.iter().for_each(|&global| digest.word(global));
    thread.own_objects.iter().for_each(|data| digest.bytes(data));
}

/// Registers of all calls. Handles of objects are numbers that are used again as it comes; the address of the object is what matters.
fn registers(digest: &mut Digest, machine: &Machine<'_>, thread: &Thread) {
    let mut values = thread.registers.clone();
    let mut base = thread.base;
    for frame in thread.frames.iter().rev() {
        if let Some(function) = &machine.compiled.functions[frame.function] {
            for variable in &function.variables {
                let value = &mut values[base + variable.slot as usize];
                let handle = *value as Handle;
                *value = if handle == NO_OBJECT { 0 } else { machine.memory.base(handle) };
            }
        }
        base = frame.base;
    }
    values.iter().for_each(|&value| digest.word(value));
}
