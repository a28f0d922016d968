//! What happens before each operation of a thread: whether its step ends there, what it touches, and what calls of models of threads do.

use super::events::{self, Event, EventKind, Events};
use super::touch::{Place, Touch, Touches, site};
use super::{Race, ThreadId, Visible, awaits};
use crate::FuncId;
use crate::index::Id;
use crate::interp::Outcome;
use crate::interp::calls::{Returned, function_at};
use crate::interp::code::{Argument, Compiled, Op};
use crate::interp::exec::{End, Hook, Machine, Next};
use crate::interp::memory::AccessError;
use crate::program::{Location, ThreadOperation};

/// Operations after which another thread may run though nothing is visible, so that loops which only compute do not hold up the others.
const LONG: u64 = 20_000;
/// Operations that a section may have.
const LONGEST_SECTION: u64 = 5_000_000;

/// What the first call of a thread gets for the result of a function that returned none, as `__no_result` in the models of threads.
const NO_RESULT: u64 = 0x006e_6f74_6869_6e67;

/// What a step did.
#[derive(Clone, Default, Debug)]
pub struct Log {
    /// Places touched, and whether written; with repetitions. Only where there was another thread.
    pub places: Vec<(Place, bool)>,
    /// It looked at all there is.
    pub everything: bool,
    /// Accesses of this step and ones that other threads were about to make.
    pub races: Vec<Race>,
    /// Operations executed.
    pub operations: u64,
    /// Several places that are not private were accessed by one operation.
    pub coarse: bool,
    /// The run depends on values that nothing determines, or on what is not told apart of each thread's own variables.
    pub indeterminate: bool,
    /// It went the usual way where there are others.
    pub is_usual: bool,
    /// The step ended where nothing is visible.
    pub is_long: bool,
    /// It began a thread.
    pub begins: bool,
    /// What all steps so far did, if somebody wants to know.
    pub events: Option<Events>,
}

impl Log {
    pub(super) fn clear(&mut self) {
        let (places, events) = (std::mem::take(&mut self.places), self.events.take());
        *self = Log { places, events, ..Log::default() };
        self.places.clear();
    }
}

/// What the variables hold of which each thread has one of its own: those without and those with objects.
type OwnVariables = (Vec<u64>, Vec<Vec<u8>>);

pub(super) fn own_variables(machine: &Machine<'_>) -> OwnVariables {
    let globals = machine.compiled.own_globals.iter().map(|&global| machine.globals[global as usize]);
    let objects = machine.compiled.own_objects.iter().map(|&handle| machine.memory.objects[handle as usize].data.clone());
    (globals.collect(), objects.collect())
}

/// A thread that is to begin.
#[derive(Clone)]
pub(super) struct Start {
    pub function: FuncId,
    pub arguments: [u64; 3],
    pub number: u64,
}

/// An access that another thread is about to make.
pub(super) struct Pending {
    pub accesser: Accesser,
    pub touch: Touch,
    pub pc: usize,
    /// Where that is in the program.
    pub loc: Location,
    pub thread: ThreadId,
}

/// Conducts a step of a thread.
pub(super) struct Conductor<'a, 'b> {
    pub thread: ThreadId,
    pub visible: Visible<'a>,
    pub log: &'b mut Log,
    pub touches: Touches,
    /// What others are about to access.
    pub pending: &'b [Pending],
    pub depth: u32,
    pub number: u64,
    pub identity: u64,
    /// Is there another thread that has not ended?
    pub others: bool,
    pub is_first: bool,
    /// Inputs that the run read before the step.
    pub inputs: usize,
    pub started: Vec<Start>,
    /// The program itself begins, with what threads find in their own variables.
    pub notes_first: Option<OwnVariables>,
}

/// May accesses of an operation count as racing?
pub(super) fn is_of_program(compiled: &Compiled, pc: usize) -> bool {
    accesser(compiled, pc) == Some(Accesser::Program)
}

/// Who accesses memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Accesser {
    Program,
    /// A function of the library, which accesses what the program gives it, and what it keeps for itself in such a way that threads do not matter.
    Library,
}

/// Who makes the accesses of an operation; `None` if they are part of no race.
pub(super) fn accesser(compiled: &Compiled, pc: usize) -> Option<Accesser> {
    let origin = compiled.origin_table[compiled.origins[pc] as usize];
    if origin.is_check || compiled.synchronising[origin.function.index()] || matches!(compiled.code[pc], Op::Thread { .. }) {
        return None;
    }
    Some(if compiled.models[origin.function.index()] { Accesser::Library } else { Accesser::Program })
}

/// Does what an operation that waits awaits hold?
pub(super) fn may_enter(machine: &mut Machine<'_>, operation: ThreadOperation, address: u64, value: u64) -> Result<bool, AccessError> {
    if !awaits(operation) {
        return Ok(true);
    }
    let (handle, offset) = machine.memory.find(address, 4)?;
    let bytes = &machine.memory.objects[handle as usize].data[offset as usize..offset as usize + 4];
    let is_equal = bytes == &(value as u32).to_le_bytes()[..];
    Ok(is_equal == (operation == ThreadOperation::EnterWhen))
}

/// Adds what an operation that waits looks at.
pub(super) fn condition(machine: &mut Machine<'_>, operation: ThreadOperation, arguments: u32, base: usize, touches: &mut Touches) {
    if awaits(operation) {
        let address = argument(machine, arguments, base, 0);
        touches.at(machine, address, 4, false);
    }
}

pub(super) fn argument(machine: &Machine<'_>, arguments: u32, base: usize, index: usize) -> u64 {
    match machine.compiled.arguments[arguments as usize].get(index) {
        Some(Argument::Value(reg)) => machine.registers[base + *reg as usize],
        _ => 0,
    }
}

/// The function that a call calls.
fn called_function(machine: &Machine<'_>, op: Op, base: usize) -> Option<FuncId> {
    match op {
        Op::Call { function, .. } => Some(function),
        Op::CallIndirect { address, .. } => function_at(machine.compiled, machine.registers[base + address as usize]).ok(),
        _ => None,
    }
}

impl Conductor<'_, '_> {
    /// Does the operation end the process, so that what others do before it must come first?
    fn is_end(op: Op) -> bool {
        matches!(op, Op::Halt { .. } | Op::AssumptionFailed | Op::Unsupported { .. })
    }

    fn begins_section(machine: &Machine<'_>, op: Op, base: usize) -> bool {
        match op {
            Op::Thread { operation, .. } => operation != ThreadOperation::Own && operation != ThreadOperation::Leave,
            _ => Self::calls_section(machine, op, base),
        }
    }

    /// Is it the call of a function that nobody interrupts?
    fn calls_section(machine: &Machine<'_>, op: Op, base: usize) -> bool {
        let compiled = machine.compiled;
        match op {
            Op::CallIndirect { .. } if compiled.atomic.is_empty() => false,
            _ => called_function(machine, op, base).is_some_and(|function| compiled.atomic.contains(&function)),
        }
    }

    fn is_shared(&self, touch: &Touch) -> bool {
        match self.visible {
            Visible::Places(places) => touch.places().any(|place| places.contains(&place)),
            Visible::After(_) => false,
        }
    }

    /// Does the step end before the operation?
    fn pauses(&mut self, machine: &Machine<'_>, op: Op, base: usize) -> bool {
        if let Visible::After(operations) = self.visible {
            return self.log.operations == operations;
        }
        if self.is_first || self.depth > 0 {
            return false;
        }
        // States that differ in what was read before, and in nothing else, are the same again between two inputs.
        if matches!(op, Op::Input { .. }) && machine.inputs.len() > self.inputs {
            self.log.is_long = true;
            return true;
        }
        if self.log.operations >= LONG {
            self.log.is_long = true;
            return true;
        }
        if !self.others && self.started.is_empty() {
            return false;
        }
        Self::is_end(op) || self.touches.everything || Self::begins_section(machine, op, base) || self.touches.all.iter().any(|touch| self.is_shared(touch))
    }

    /// Notes what the operation touches.
    fn note(&mut self, machine: &Machine<'_>, pc: usize) {
        let touches = &self.touches.all;
        self.log.everything |= self.touches.everything;
        self.log.indeterminate |= self.touches.own_address;
        self.log.places.extend(touches.iter().flat_map(|touch| touch.places().map(|place| (place, touch.is_write))));
        if self.depth == 0 && touches.len() > 1 {
            self.log.coarse |= touches.iter().filter(|touch| self.is_shared(touch) && !touch.is_life()).count() > 1;
        }
        self.log.coarse |= self.depth == 0 && touches.iter().any(|touch| touch.len() > 16 && self.is_shared(touch));
        if !self.pending.is_empty()
            && let Some(accesser) = accesser(machine.compiled, pc)
        {
            for touch in touches {
                let is_kept = |other: Accesser| accesser == Accesser::Library && other == Accesser::Library && touch.is_kept_by_library(machine.compiled);
                let races = self.pending.iter().filter(|other| touch.conflicts(&other.touch) && !is_kept(other.accesser));
                self.log.races.extend(races.map(|other| Race {
                    first: machine.place(&machine.frames, pc),
                    second: other.loc,
                    thread: self.thread,
                    other: other.thread,
                    is_certain: touch.is_certain && other.touch.is_certain,
                }));
            }
        }
    }

    /// Notes what the operation does for those who want to see it again elsewhere. Within sections nobody sees anything.
    fn note_events(&mut self, machine: &Machine<'_>, pc: usize, base: usize) {
        let Some(events) = &mut self.log.events else { return };
        if self.depth > 0 {
            let touches = self.touches.all.iter();
            touches.filter_map(|touch| events::within(machine, self.thread, pc, touch)).for_each(|event| events.push(event));
            self.note_race_of_section(machine, pc);
            return;
        }
        let (op, origin) = (machine.compiled.code[pc], machine.compiled.origin_table[machine.compiled.origins[pc] as usize]);
        let event = |function: FuncId, kind| Event { thread: self.thread, function, loc: origin.loc, kind };
        let in_model = machine.compiled.models[origin.function.index()];
        match op {
            Op::Input { index, .. } => events.push(event(origin.function, EventKind::Input(machine.compiled.inputs[index as usize].input))),
            Op::Thread { operation: ThreadOperation::Enter | ThreadOperation::EnterWhen | ThreadOperation::EnterUnless, .. } => {
                events.push(event(origin.function, EventKind::Section { in_model }));
            }
            Op::Call { .. } | Op::CallIndirect { .. } if Self::calls_section(machine, op, base) => {
                let function = called_function(machine, op, base).unwrap_or(origin.function);
                events.push(event(function, EventKind::Section { in_model: false }));
            }
            _ => {}
        }
        for touch in &self.touches.all {
            let Some(access) = events::access(machine, self.thread, pc, touch) else {
                events::within(machine, self.thread, pc, touch).into_iter().for_each(|event| events.push(event));
                continue;
            };
            events.push(access);
            let other = self.pending.iter().find(|other| events.race.is_none() && touch.conflicts(&other.touch));
            if let Some(other) = other.and_then(|other| events::access(machine, other.thread, other.pc, &other.touch)) {
                events.race = Some((events.all.len() - 1, other));
            }
        }
    }

    /// Of what happens within a section only that it races matters, as which the section stands that began last.
    fn note_race_of_section(&mut self, machine: &Machine<'_>, pc: usize) {
        let Some(events) = self.log.events.as_mut().filter(|events| events.race.is_none()) else { return };
        let Some(section) = events.last_seen().filter(|_| is_of_program(machine.compiled, pc)) else { return };
        let other = self.pending.iter().find(|other| self.touches.all.iter().any(|touch| touch.conflicts(&other.touch)));
        if let Some(other) = other.and_then(|other| events::access(machine, other.thread, other.pc, &other.touch)) {
            events.race = Some((section, other));
        }
    }

    fn thread(&mut self, machine: &mut Machine<'_>, operation: ThreadOperation, arguments: u32, base: usize) -> Result<(), End> {
        let get = |machine: &Machine<'_>, index| argument(machine, arguments, base, index);
        match operation {
            ThreadOperation::Own => machine.returned = Returned::Value(self.number, 0),
            ThreadOperation::End => return Err(End::ThreadEnded),
            ThreadOperation::Leave if self.depth == 0 => return Err(End::Unsupported("the end of an atomic section that has not begun".to_owned())),
            ThreadOperation::Leave => self.depth -= 1,
            ThreadOperation::Enter | ThreadOperation::EnterWhen | ThreadOperation::EnterUnless => {
                let (address, value) = (get(machine, 0), get(machine, 1));
                if !may_enter(machine, operation, address, value)? {
                    let why = if self.depth > 0 { "waiting within an atomic section" } else { "a schedule in which a thread runs that waits" };
                    return Err(End::Unsupported(why.to_owned()));
                }
                self.depth += 1;
            }
            ThreadOperation::Start => {
                let function = function_at(machine.compiled, get(machine, 0))?;
                let arguments = [1, 2, 3].map(|index| get(machine, index));
                self.started.push(Start { function, arguments, number: arguments[2] });
                self.log.begins = true;
            }
        }
        Ok(())
    }
}

impl Hook for Conductor<'_, '_> {
    fn before(&mut self, machine: &mut Machine<'_>, pc: usize, base: usize) -> Result<Next, End> {
        let compiled = machine.compiled;
        let op = compiled.code[pc];
        // Between instructions what was computed for the last one does not matter: states that differ in it are the same.
        if compiled.origins.get(pc.wrapping_sub(1)) != Some(&compiled.origins[pc])
            && let Some(function) = machine.frames.last().and_then(|frame| compiled.functions[frame.function].as_ref())
        {
            for &reg in &function.scratch {
                machine.registers[base + reg as usize] = 0;
            }
        }
        let is_shared_time = self.others || !self.started.is_empty();
        self.touches.clear();
        if is_shared_time {
            match op {
                Op::Thread { operation, arguments } => condition(machine, operation, arguments, base, &mut self.touches),
                _ => self.touches.of(machine, pc, base),
            }
        }
        if self.pauses(machine, op, base) {
            return Err(End::Paused);
        }
        self.is_first = false;
        self.log.operations += 1;
        if self.depth > 0 && self.log.operations > LONGEST_SECTION {
            return Err(End::Outcome(Outcome::StepLimit));
        }
        if is_shared_time {
            self.note(machine, pc);
        }
        self.note_events(machine, pc, base);
        match op {
            // A thread's function often returns nothing; who wants its result finds out.
            Op::Result { dst, .. } if machine.returned == Returned::Nothing && machine.frames.len() == 1 && self.number != 0 => {
                machine.registers[base + dst as usize] = NO_RESULT;
                return Ok(Next::Skip);
            }
            Op::Thread { operation, arguments } => {
                self.thread(machine, operation, arguments, base)?;
                return Ok(Next::Skip);
            }
            Op::Call { .. } | Op::CallIndirect { .. } if Self::calls_section(machine, op, base) => self.depth += 1,
            Op::Usual => self.log.is_usual = true,
            Op::Return | Op::ReturnValue { .. } | Op::ReturnWide { .. } | Op::ReturnBytes { .. }
                if machine.frames.last().is_some_and(|frame| compiled.atomic.contains(&frame.function)) =>
            {
                self.depth = self.depth.saturating_sub(1);
            }
            _ => {}
        }
        // Objects that come into being belong to this place of the code.
        machine.memory.site = site(pc as u64, self.identity);
        if matches!(op, Op::Call { .. }) && machine.frames.len() == 1 && machine.frames[0].function == compiled.start {
            self.notes_first = Some(own_variables(machine));
        }
        Ok(Next::Execute)
    }
}
