//! Unrolling of programs with threads: each thread is unrolled by itself, from the state in which it begins, with the merging that there is. Objects that several threads use
//! while one of them may write are not part of the state: what is read of them is a free variable and an event, what is written an event (`order` says which values are
//! read). Which objects these are is found by unrolling again until no other object turns out to be one. Never decides in which order threads run.
//!
//! Events of a thread are in an order that is right for every path. What a thread may do only once, such as to read the memory of another one in parts that do not fit, is cut
//! where it is done, or the whole unrolling says why it is of no use.

use super::CutReason;
use super::context::Context;
use super::events::{Event, EventKind};
use super::frame::CallSite;
use super::learned::Learned;
use super::objects::{Kind, ObjectId, ScopeId, Site, Step};
use super::races::Race;
use super::run::Run;
use super::shape::Access;
use super::state::{Cell, State};
use super::value::Value;
use goto::{Bits, ExprKind, FuncId, Id, InstrId, Storage, SymbolId, ThreadOperation, Trie, TypeId, define_id};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use term::TermId;
use term::order::Order;

define_id!(
    /// A thread of an unrolling: the first is the program's own.
    StrandId, "strand");
define_id!(
    /// Something that a thread does at one moment: an access, or a whole atomic section.
    MomentId, "moment");

/// Threads that are unrolled at most.
pub(super) const MOST_STRANDS: usize = 16;

/// What a moment is to whoever runs the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MomentKind {
    /// The thread is there.
    Begin,
    Read,
    Write,
    /// The rest of an access to several scalars at once, which to whoever runs the program is part of the access.
    Part,
    /// An atomic section, which nobody interrupts.
    Section,
    /// Objects come into being, or begin to be shared.
    Made,
}

#[derive(Clone, Copy, Debug)]
pub struct Moment {
    pub strand: StrandId,
    pub kind: MomentKind,
    /// It happens if this holds, and if it is not too late for it.
    pub guard: TermId,
    /// It is not too late for it.
    pub in_time: TermId,
    pub function: FuncId,
    pub instr: InstrId,
    /// How many accesses to memory the instruction has made before.
    pub ordinal: u32,
}

/// The beginning of a thread. The n-th one is that of strand n + 1.
#[derive(Clone, Copy, Debug)]
pub struct Beginning {
    pub parent: StrandId,
    pub guard: TermId,
    pub(super) moment: MomentId,
}

/// The threads of an unrolling.
#[derive(Clone, Default, Debug)]
pub struct Strands {
    pub moments: Vec<Moment>,
    pub beginnings: Vec<Beginning>,
    /// The order of all moments, whose numbers are those of its first nodes; filled in at the end.
    pub order: Order,
    /// Free variables that a model must tell: what is read, what comes before what.
    pub variables: Vec<TermId>,
    /// The strand of each input.
    pub inputs: Vec<StrandId>,
    /// When a thread reads what is not told: part of what a write left, or more, or a value of another kind.
    pub mixed: Vec<TermId>,
    /// Accesses that race, if that is asked; `None` if there are too many to tell.
    pub races: Option<Vec<Race>>,
    /// When no thread can go on and some have not ended; `None` if that is not told.
    pub stuck: Option<TermId>,
    /// Why it says nothing.
    pub useless: Option<String>,
}

/// Where a state is in an atomic section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Section {
    pub moment: MomentId,
    depth: u32,
}

/// A thread that is to be unrolled.
pub(super) struct Spawned {
    state: State,
    function: FuncId,
    args: Vec<(Value, TypeId)>,
    scope: ScopeId,
    number: TermId,
}

/// What is asked of threads beside what the program claims.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct ThreadsQuestion {
    pub races: bool,
    /// Do all threads end? Then each round of a loop counts, also one in which nothing happens.
    pub ends: bool,
}

/// Who used an object while there were several threads.
#[derive(Clone, Copy, Default)]
struct Users {
    strands: u32,
    is_written: bool,
}

/// What is written down of threads.
#[derive(Default)]
pub(super) struct Recorder {
    pub learned: Learned,
    users: FxHashMap<ObjectId, Users>,
    /// Variables of which each thread has one.
    own: Vec<ObjectId>,
    /// What they hold when the program itself begins.
    own_at_first: Vec<Option<Cell>>,
    pub events: Vec<Event>,
    pub strands: Strands,
    /// Where a section was left.
    pub completions: FxHashMap<MomentId, TermId>,
    spawned: VecDeque<Spawned>,
    strand: usize,
    /// What the thread that is unrolled is told of which one it is; the first is told zero.
    number: Option<TermId>,
    /// The last moment of the thread that is unrolled.
    last: Option<MomentId>,
    /// The instruction that is executed.
    place: Option<(FuncId, InstrId)>,
    ordinal: u32,
    /// When facts about whether an object lives are asked of it: the thread, the object, the condition.
    asked: Vec<(StrandId, ObjectId, TermId)>,
    /// The threads that end the life of an object while there are several.
    ended: FxHashMap<ObjectId, u32>,
    /// The sections that begin as soon as something holds, each with when a thread is there and it does not hold.
    pub awaits: Vec<(MomentId, TermId)>,
    /// When threads come to their end.
    pub ends: Vec<(StrandId, TermId)>,
    pub question: ThreadsQuestion,
}

impl Recorder {
    pub(crate) fn new(learned: Learned, own: Vec<ObjectId>) -> Self {
        let own_at_first = vec![None; own.len()];
        Self { learned, own, own_at_first, ..Self::default() }
    }

    pub(crate) fn give_up(&mut self, why: impl Into<String>) {
        self.strands.useless.get_or_insert_with(|| why.into());
    }

    /// What is known now of what threads share.
    pub(crate) fn learned(&self) -> Learned {
        let mut learned = self.learned.clone();
        learned.shared.extend(self.users.iter().filter(|(_, users)| users.is_written && users.strands.count_ones() > 1).map(|(&object, _)| object));
        learned
    }

    /// The instruction that is executed.
    pub(crate) fn place(&self) -> (FuncId, InstrId) {
        self.place.unwrap_or((FuncId::new(0), InstrId::new(0)))
    }

    /// An access is made; whether it is one to an object of which events tell what it holds.
    pub(crate) fn note_access(&mut self, object: ObjectId, is_write: bool) -> bool {
        self.note_use(object, is_write);
        self.ordinal += u32::from(!self.own.contains(&object));
        self.learned.shared.contains(&object)
    }

    /// When a fact about the life of an object is asked that another thread may have ended meanwhile.
    pub(crate) fn asked_in_vain(&self) -> Vec<TermId> {
        let by_another = |strand: StrandId, object: &ObjectId| self.ended.get(object).is_some_and(|&strands| strands & !(1 << strand.index()) != 0);
        self.asked.iter().filter(|&(strand, object, _)| by_another(*strand, object)).map(|&(_, _, condition)| condition).collect()
    }

    fn note_use(&mut self, object: ObjectId, is_write: bool) {
        if !self.own.contains(&object) {
            let users = self.users.entry(object).or_default();
            users.strands |= 1 << self.strand;
            users.is_written |= is_write;
        }
    }
}

impl Context<'_> {
    /// Another moment of the thread that is unrolled.
    pub(crate) fn moment(&mut self, kind: MomentKind, guard: TermId) -> MomentId {
        let Some(recorder) = &mut self.recorder else { return MomentId::new(0) };
        let id = MomentId::new(recorder.strands.moments.len());
        let in_time = self.pool.var(&format!("in.time.{}", id.index()), 1);
        let (function, instr) = recorder.place();
        let moment = Moment { strand: StrandId::new(recorder.strand), kind, guard, in_time, function, instr, ordinal: recorder.ordinal };
        recorder.strands.moments.push(moment);
        recorder.strands.variables.push(in_time);
        recorder.last = Some(id);
        id
    }

    /// What stands in the state for the value of a shared object. Who reads it all the same may find anything.
    pub(crate) fn elsewhere(&mut self) -> Value {
        Value::Fresh(self.names.family(Site::Elsewhere), 0)
    }

    /// Objects that may turn out to be shared: all variables that somebody may write.
    pub(crate) fn variables_to_share(&mut self) -> FxHashSet<ObjectId> {
        let program = self.program;
        let is_such = |symbol: &SymbolId| {
            let it = &program.symbols[*symbol];
            it.storage == Storage::Static && !program.is_of_library(it.loc) && !program.constants.contains(symbol) && !program.thread_local.contains(symbol)
        };
        program.symbols.ids().filter(is_such).map(|symbol| self.static_object(symbol)).collect()
    }

    /// From here on the state's shared objects are what events say.
    pub(crate) fn publish(&mut self, state: &mut State) {
        if state.begun || self.recorder.is_none() {
            return;
        }
        state.begun = true;
        for number in state.memory.keys() {
            self.publish_object(state, ObjectId::new(number as usize));
        }
    }

    fn publish_object(&mut self, state: &mut State, object: ObjectId) {
        if !self.recorder.as_ref().is_some_and(|recorder| recorder.learned.shared.contains(&object)) {
            return;
        }
        let guard = state.path.condition(self.pool);
        let moment = match state.section {
            Some(section) => section.moment,
            None => self.moment(MomentKind::Made, guard),
        };
        let (elsewhere, offset) = (self.elsewhere(), self.address_constant(0));
        let Some(cell) = state.memory.get_mut(object.index() as u64) else { return };
        let value = std::mem::replace(&mut cell.value, elsewhere);
        self.note_pointers_within(&state.path, object, &value);
        if let Some(recorder) = &mut self.recorder {
            let place = recorder.place();
            recorder.events.push(Event { moment, kind: EventKind::Made(value), guard, object, offset, access: Access::Byte, size: 0, place });
        }
    }

    /// An object has come into being.
    pub(crate) fn note_made(&mut self, state: &mut State, object: ObjectId) {
        let Some(recorder) = self.recorder.as_mut().filter(|_| state.begun) else { return };
        recorder.note_use(object, true);
        self.publish_object(state, object);
    }

    /// The life of an object may end.
    pub(crate) fn note_end(&mut self, state: &State, object: ObjectId) {
        if let Some(recorder) = self.recorder.as_mut().filter(|_| state.begun) {
            *recorder.ended.entry(object).or_default() |= 1 << recorder.strand;
        }
    }

    /// Both states are in the same section, or in none.
    pub(crate) fn meet_sections(&mut self, a: &State, b: &State) -> Option<Section> {
        if let Some(recorder) = self.recorder.as_mut().filter(|_| a.section != b.section) {
            recorder.give_up("an atomic section that begins on one of two paths that meet");
        }
        a.section
    }
}

impl Run<'_> {
    /// Threads are followed from here on; this is known of what they share.
    pub(crate) fn with_strands(mut self, learned: Learned, question: ThreadsQuestion) -> Self {
        self.cx.foresee(&learned);
        let mut own: Vec<_> = self.program.thread_local.iter().copied().collect();
        own.sort_unstable();
        let own = own.into_iter().map(|symbol| self.cx.static_object(symbol)).collect();
        let mut recorder = Recorder { question, ..Recorder::new(learned, own) };
        if self.keeps_dead() || self.cx.asks_for_births || self.cx.asks_for_written || self.cx.asks_for_truths {
            recorder.give_up("it is asked what lives");
        }
        let is_own = |place| matches!(self.program.exprs.kind(place), ExprKind::Var(symbol) if self.program.thread_local.contains(&symbol));
        if self.program.exprs.any(|kind| matches!(kind, ExprKind::AddressOf(place) if is_own(place))) {
            recorder.give_up("addresses of variables of which each thread has one");
        }
        self.cx.recorder = Some(Box::new(recorder));
        self.begin_strand();
        self
    }

    fn begin_strand(&mut self) {
        let guard = self.state.path.condition(self.cx.pool);
        self.cx.moment(MomentKind::Begin, guard);
    }

    /// Another thread that has begun, in the state in which it does.
    pub(crate) fn next_strand(&mut self) -> bool {
        let Some(recorder) = &mut self.cx.recorder else { return false };
        let Some(next) = recorder.spawned.pop_front() else { return false };
        recorder.strand += 1;
        recorder.number = Some(next.number);
        let own: Vec<(ObjectId, Option<Cell>)> = recorder.own.iter().copied().zip(recorder.own_at_first.iter().cloned()).collect();
        (self.state, self.live, self.root_scope) = (next.state, true, next.scope);
        for (object, cell) in own {
            if let Some(cell) = cell {
                self.state.memory.insert(object.index() as u64, cell);
            }
        }
        self.begin_strand();
        let site = CallSite { args: std::rc::Rc::new(next.args), ..CallSite::outermost() };
        self.begin_call(site, next.function);
        true
    }

    /// An instruction is about to be executed.
    pub(crate) fn note_instruction(&mut self, function: FuncId, instr: InstrId) {
        if let Some(recorder) = &mut self.cx.recorder {
            (recorder.place, recorder.ordinal) = (Some((function, instr)), 0);
        }
    }

    /// The program itself begins: what threads find in their own variables.
    pub(crate) fn note_first(&mut self) {
        if let Some(recorder) = &mut self.cx.recorder
            && self.frames.len() == 1
            && recorder.strand == 0
        {
            recorder.own_at_first = recorder.own.iter().map(|object| self.state.memory.get(object.index() as u64).cloned()).collect();
        }
    }

    /// A fact about the life of an object is asked.
    pub(crate) fn note_asked(&mut self, object: ObjectId, guard: TermId) {
        if self.cx.recorder.is_none()
            || !self.state.begun
            || self.cx.object(object).is_none_or(|object| matches!(object.kind, Kind::Static | Kind::Function(_)))
        {
            return;
        }
        let path = self.state.path.condition(self.cx.pool);
        let condition = self.cx.pool.and(path, guard);
        let condition = self.in_time(condition);
        let is_unknown = self.state.memory.get(object.index() as u64).is_none();
        if let Some(recorder) = &mut self.cx.recorder {
            recorder.asked.push((StrandId::new(recorder.strand), object, condition));
            if is_unknown {
                // Another thread made it, or it is dead.
                recorder.strands.mixed.push(condition);
            }
        }
    }

    /// The condition, in time.
    pub(crate) fn in_time(&mut self, condition: TermId) -> TermId {
        let Some(recorder) = &self.cx.recorder else { return condition };
        let moment = self.state.section.map(|section| section.moment).or(recorder.last);
        match moment {
            Some(moment) => {
                let in_time = recorder.strands.moments[moment.index()].in_time;
                self.cx.pool.and(condition, in_time)
            }
            None => condition,
        }
    }

    /// The input that comes next is one of the thread that is unrolled.
    pub(crate) fn note_input(&mut self) {
        if let Some(recorder) = &mut self.cx.recorder {
            recorder.strands.inputs.push(StrandId::new(recorder.strand));
        }
    }

    /// The state enters a section; whether it is in one already.
    pub(crate) fn enter_section(&mut self) -> bool {
        let guard = self.state.path.condition(self.cx.pool);
        match &mut self.state.section {
            Some(section) => {
                section.depth += 1;
                true
            }
            None => {
                let moment = self.cx.moment(MomentKind::Section, guard);
                self.state.section = Some(Section { moment, depth: 1 });
                false
            }
        }
    }

    pub(crate) fn leave_section(&mut self) {
        let Some(section) = &mut self.state.section else {
            return self.cut_all(CutReason::Unsupported("the end of an atomic section that has not begun".to_owned()));
        };
        section.depth -= 1;
        if section.depth > 0 {
            return;
        }
        let moment = section.moment;
        self.state.section = None;
        let path = self.state.path.condition(self.cx.pool);
        if let Some(recorder) = &mut self.cx.recorder {
            let never = self.cx.pool.truth(false);
            let before = *recorder.completions.get(&moment).unwrap_or(&never);
            recorder.completions.insert(moment, self.cx.pool.or(before, path));
        }
    }

    /// A call of what the machine does for threads; `false` if threads are not followed.
    pub(crate) fn thread_operation(&mut self, operation: ThreadOperation, args: &[(Value, TypeId)]) -> Value {
        match operation {
            ThreadOperation::Own => {
                let number = self.cx.recorder.as_ref().and_then(|recorder| recorder.number);
                return Value::Bits(number.unwrap_or_else(|| self.cx.pool.constant(Bits::zero(32))));
            }
            ThreadOperation::End => {
                let path = self.state.path.condition(self.cx.pool);
                if let Some(recorder) = &mut self.cx.recorder {
                    recorder.ends.push((StrandId::new(recorder.strand), path));
                }
                self.live = false;
            }
            ThreadOperation::Enter => drop(self.enter_section()),
            ThreadOperation::EnterWhen | ThreadOperation::EnterUnless => self.enter_as_soon(args, operation == ThreadOperation::EnterWhen),
            ThreadOperation::Leave => self.leave_section(),
            ThreadOperation::Start => self.start_strand(args),
        }
        Value::Zero
    }

    fn enter_as_soon(&mut self, args: &[(Value, TypeId)], is_equal: bool) {
        let [(place, _), (value, ty)] = args else { return self.cut_all(CutReason::Unsupported("waiting for nothing".to_owned())) };
        let is_nested = self.enter_section();
        let pointer = self.cx.pointer(place);
        let read = self.load_part(pointer, 0, Access::Type(*ty));
        if !self.live {
            return;
        }
        let (read, value) = (self.cx.bits(&read, 32), self.cx.bits(value, 32));
        let same = self.cx.pool.eq(read, value);
        let other = self.cx.pool.not(same);
        let (holds, waits) = if is_equal { (same, other) } else { (other, same) };
        if is_nested {
            return self.unsupported(waits, "waiting within an atomic section");
        }
        let path = self.state.path.condition(self.cx.pool);
        let blocked = self.cx.pool.and(path, waits);
        if let (Some(section), Some(recorder)) = (self.state.section, &mut self.cx.recorder) {
            recorder.awaits.push((section.moment, blocked));
        }
        self.require(holds);
        // Where it never holds nobody enters the section.
        let guard = if self.live { self.state.path.condition(self.cx.pool) } else { self.cx.pool.truth(false) };
        if let (Some(section), Some(recorder)) = (self.state.section, &mut self.cx.recorder) {
            recorder.strands.moments[section.moment.index()].guard = guard;
        }
    }

    fn start_strand(&mut self, args: &[(Value, TypeId)]) {
        let unsupported = |what: &str| CutReason::Unsupported(what.to_owned());
        let [(body, _), rest @ ..] = args else { return self.cut_all(unsupported("a thread without a function")) };
        let pointer = self.cx.pointer(body);
        let kind = self.cx.as_object(pointer.object).and_then(|object| self.cx.object(object)).map(|object| object.kind);
        let number = rest.last().map(|(value, _)| self.cx.bits(value, 32));
        let (Some(Kind::Function(function)), Some(number)) = (kind, number) else {
            return self.cut_all(unsupported("a thread of which it is not known which one it is"));
        };
        if self.cx.recorder.as_ref().is_none_or(|recorder| recorder.strands.beginnings.len() + 1 >= MOST_STRANDS) {
            return self.cut_all(unsupported("more threads than are followed"));
        }
        self.cx.publish(&mut self.state);
        let guard = self.state.path.condition(self.cx.pool);
        let moment = match self.state.section {
            Some(section) => section.moment,
            None => self.cx.moment(MomentKind::Section, guard),
        };
        let frame = self.frames.last_mut().expect("a thread begins in a call");
        let scope = frame.position(self.cx.names);
        let scope = self.cx.names.scope(scope, Step::Begin(frame.pc, function));
        let state = State { locals: Trie::default(), section: None, ..self.state.clone() };
        let spawned = Spawned { state, function, args: rest.to_vec(), scope, number };
        if let Some(recorder) = &mut self.cx.recorder {
            recorder.strands.beginnings.push(Beginning { parent: StrandId::new(recorder.strand), guard, moment });
            recorder.spawned.push_back(spawned);
        }
    }
}
