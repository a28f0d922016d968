//! What a run under a schedule does that another machine can meet again: accesses to memory, sections that begin, inputs, in the order of the run. Of these a controlled
//! run of the compiled program is made. Models are left out, but for their sections: what they do inside is nobody's business.

use super::ThreadId;
use super::hook::is_of_program;
use super::touch::{Touch, object_of};
use crate::interp::exec::Machine;
use crate::program::{FuncId, InputId, Location, SymbolId};

/// The object of an access.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Accessed {
    Static(SymbolId),
    /// At this address of the machine; another object may have been there before.
    At(u64),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// The bytes from `start` to before `end` of an object.
    Access {
        object: Accessed,
        start: u64,
        end: u64,
        is_write: bool,
    },
    /// The same within a section or in a model, where nobody looks; what it accesses others may look at.
    Within {
        object: Accessed,
        start: u64,
        end: u64,
        is_write: bool,
    },
    /// A section that nobody interrupts begins: in a function of the program, or in a model.
    Section {
        in_model: bool,
    },
    Input(InputId),
}

/// Something that a thread did, or is about to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    pub thread: ThreadId,
    /// In this function; of a section that is a call, the one that is called.
    pub function: FuncId,
    pub loc: Location,
    pub kind: EventKind,
}

/// The events of a run.
#[derive(Clone, Default, Debug)]
pub struct Events {
    pub all: Vec<Event>,
    /// The first race: which event is one of the two accesses, and the other one, which has not happened.
    pub race: Option<(usize, Event)>,
    /// There were more than are kept.
    pub are_too_many: bool,
}

/// Events that are kept.
const MOST: usize = 2_000_000;

impl Events {
    /// The last one that is not within a section.
    pub(super) fn last_seen(&self) -> Option<usize> {
        self.all.iter().rposition(|event| !matches!(event.kind, EventKind::Within { .. }))
    }

    pub(super) fn push(&mut self, event: Event) {
        if self.all.len() < MOST {
            self.all.push(event);
        } else {
            self.are_too_many = true;
        }
    }
}

/// What an operation of a thread does, where that is no model's.
pub(super) fn access(machine: &Machine<'_>, thread: ThreadId, pc: usize, touch: &Touch) -> Option<Event> {
    let event = within(machine, thread, pc, touch).filter(|_| is_of_program(machine.compiled, pc))?;
    let EventKind::Within { object, start, end, is_write } = event.kind else { return None };
    Some(Event { kind: EventKind::Access { object, start, end, is_write }, ..event })
}

/// What an operation within a section or in a model does.
pub(super) fn within(machine: &Machine<'_>, thread: ThreadId, pc: usize, touch: &Touch) -> Option<Event> {
    if touch.is_life() {
        return None;
    }
    let origin = machine.compiled.origin_table[machine.compiled.origins[pc] as usize];
    let (start, end) = touch.bytes();
    let kind = EventKind::Within { object: object_of(machine.compiled, touch), start, end, is_write: touch.is_write };
    Some(Event { thread, function: origin.function, loc: origin.loc, kind })
}
