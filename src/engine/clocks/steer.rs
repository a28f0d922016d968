//! From a model to a run: its moments, in an order that it tells, steer the interpreter, each thread going on until it has done what the moment is. What comes out is a
//! schedule with inputs, of which nothing is believed.

use crate::board::Board;
use crate::budget::clocks as budget;
use crate::interleavings::{Interleaving, limits};
use crate::target::Target;
use goto::interp::InputSource;
use goto::interp::threads::{Log, Meeting, Standing, ThreadId, ThreadedRun, Turn, Visible};
use goto::limits::Stop;
use goto::{Bits, FuncId, Id, InputId, InstrId, TypeId};
use std::collections::VecDeque;
use symex::{Moment, MomentId, MomentKind, Race, StrandId, Strands, Unrolling};
use term::TermPool;
use term::eval::Evaluator;
use term::order::NodeId;

/// The inputs of each thread, in its own order.
#[derive(Clone)]
struct Inputs {
    of_strands: Vec<VecDeque<Bits>>,
    running: usize,
    read: Vec<(InputId, Bits)>,
}

impl InputSource for Inputs {
    fn next(&mut self, input: InputId, _ty: TypeId, width: u16) -> Option<Bits> {
        let value = self.of_strands.get_mut(self.running).and_then(VecDeque::pop_front);
        let value = value.map_or_else(|| Bits::zero(width), |value| value.resize(width, true));
        self.read.push((input, value));
        Some(value)
    }
}

/// What a thread has done of the instruction where it is.
#[derive(Clone, Copy, Default)]
struct Progress {
    at: Option<(FuncId, InstrId, usize)>,
    accesses: u32,
    /// The last of them for which there was a moment.
    served: u32,
}

#[derive(Clone)]
struct Steering<'s, 'c> {
    run: ThreadedRun<'c>,
    target: Target,
    asks_for_race: bool,
    meeting: Option<&'s Meeting>,
    strands: &'s Strands,
    stop: &'s Stop,
    inputs: Inputs,
    /// The strand of each thread, in the order of their beginnings.
    strand_of: Vec<StrandId>,
    progress: Vec<Progress>,
    /// The beginnings that happen in the model and did not happen in the run yet, for each strand.
    begins: Vec<VecDeque<StrandId>>,
    schedule: Vec<Turn>,
    operations: u64,
    over: bool,
}

/// What a run is steered to.
#[derive(Clone, Copy)]
pub(super) enum Aim {
    /// A thread comes to where the target is.
    Place,
    Race(Race),
    /// All threads go as far as they can.
    Stop,
}

/// The run of a model, up to the target; `None` if the interpreter does not do what the model says.
pub(super) fn interleaving(
    board: &Board,
    pool: &TermPool,
    unrolling: &Unrolling,
    (target, aim): (Target, Aim),
    evaluator: &mut Evaluator<'_>,
    stop: &Stop,
) -> Option<Interleaving> {
    let strands = unrolling.strands.as_ref()?;
    let asks = || stop.reason().is_some();
    let run = ThreadedRun::new(board.compiled(), &limits(&asks)).ok()?;
    let (inputs, begins) = plan(pool, unrolling, strands, evaluator);
    let (strand_of, progress) = (vec![StrandId::new(0)], vec![Progress::default()]);
    let race = if let Aim::Race(race) = aim { Some(race) } else { None };
    let mut steering = Steering {
        run,
        target,
        asks_for_race: race.is_some(),
        meeting: board.meeting(),
        strands,
        stop,
        inputs,
        strand_of,
        progress,
        begins,
        schedule: Vec::new(),
        operations: 0,
        over: false,
    };
    for moment in moments(pool, strands, race.map(|race| race.first), evaluator)? {
        steering.come_to(moment)?;
        if steering.over {
            break;
        }
    }
    if let (Some(race), false) = (race, steering.over) {
        steering.come_before(&strands.moments[race.second.index()])?;
        steering.come_to(&strands.moments[race.first.index()])?;
    }
    match aim {
        _ if steering.over => {}
        Aim::Stop => steering.stop_all()?,
        Aim::Place | Aim::Race(_) => steering = steering.end(),
    }
    Some(Interleaving { inputs: steering.inputs.read, schedule: steering.schedule })
}

/// The inputs of threads, and the beginnings that happen.
fn plan(pool: &TermPool, unrolling: &Unrolling, strands: &Strands, evaluator: &mut Evaluator<'_>) -> (Inputs, Vec<VecDeque<StrandId>>) {
    let n_strands = strands.beginnings.len() + 1;
    let mut of_strands = vec![VecDeque::new(); n_strands];
    for (event, strand) in unrolling.inputs.iter().zip(&strands.inputs) {
        if evaluator.value(pool, event.condition).is_true() {
            of_strands[strand.index()].push_back(evaluator.value(pool, event.value));
        }
    }
    let mut begins = vec![VecDeque::new(); n_strands];
    for (n, beginning) in strands.beginnings.iter().enumerate() {
        if evaluator.value(pool, beginning.guard).is_true() {
            begins[beginning.parent.index()].push_back(StrandId::new(n + 1));
        }
    }
    (Inputs { of_strands, running: 0, read: Vec::new() }, begins)
}

/// What happens in the model, in this order; if there is a last moment, what comes before it. `None` if the model tells no order.
fn moments<'s>(pool: &TermPool, strands: &'s Strands, last: Option<MomentId>, evaluator: &mut Evaluator<'_>) -> Option<Vec<&'s Moment>> {
    let sorted = strands.order.sorted(|holds| evaluator.value(pool, holds).is_true())?;
    let position = |id: usize| sorted[NodeId::new(id)];
    let end = last.map(|last| position(last.index()));
    let mut moments: Vec<(usize, &Moment)> = Vec::new();
    for (id, moment) in strands.moments.iter().enumerate() {
        let is_done = evaluator.value(pool, moment.guard).is_true() && evaluator.value(pool, moment.in_time).is_true();
        if is_done && matches!(moment.kind, MomentKind::Read | MomentKind::Write | MomentKind::Section) && end.is_none_or(|end| position(id) < end) {
            moments.push((position(id), moment));
        }
    }
    moments.sort_by_key(|&(position, _)| position);
    Some(moments.into_iter().map(|(_, moment)| moment).collect())
}

impl Steering<'_, '_> {
    /// The thread does what happens at the moment.
    fn come_to(&mut self, moment: &Moment) -> Option<()> {
        let thread = ThreadId::new(self.strand_of.iter().position(|&strand| strand == moment.strand)?);
        let is_section = moment.kind == MomentKind::Section;
        let here = (moment.function, moment.instr);
        if !is_section && self.is_done_with(thread, moment) {
            self.progress[thread.index()].served = moment.ordinal;
            return Some(());
        }
        let mut was_here = false;
        loop {
            // In a loop the same instruction is another one in each round.
            let is_begun = self.is_within(thread, here);
            let is_here = is_begun && self.progress[thread.index()].served < moment.ordinal;
            // Reads that the machine spares itself end with the instruction.
            let is_done = if is_here { self.progress[thread.index()].accesses >= moment.ordinal } else { was_here };
            if is_done && !is_section {
                if is_here || self.was_last(thread, here) {
                    self.progress[thread.index()].served = moment.ordinal;
                }
                return Some(());
            }
            was_here |= is_here || !is_begun && self.is_before(thread, here);
            let before = self.run.is_in_section(thread);
            self.step(thread)?;
            if self.over {
                return Some(());
            }
            if is_section && !before && self.run.is_in_section(thread) {
                while self.run.is_in_section(thread) && !self.over {
                    self.step(thread)?;
                }
                return Some(());
            }
        }
    }

    /// The thread comes to where its access at the moment is what it does next.
    fn come_before(&mut self, moment: &Moment) -> Option<()> {
        let thread = ThreadId::new(self.strand_of.iter().position(|&strand| strand == moment.strand)?);
        let here = (moment.function, moment.instr);
        while !self.over {
            let Progress { accesses, served, .. } = if self.is_within(thread, here) { self.progress[thread.index()] } else { Progress::default() };
            let is_here = self.is_before(thread, here) && served < moment.ordinal && accesses + 1 >= moment.ordinal;
            if is_here && self.run.awaited(thread).iter().any(|place| !place.is_life()) {
                break;
            }
            self.step(thread)?;
        }
        Some(())
    }

    /// Has the thread executed some operations of the instruction, and is about to go on with it?
    fn is_within(&self, thread: ThreadId, here: (FuncId, InstrId)) -> bool {
        let (function, instr, pc) = self.run.position(thread);
        let last = self.progress[thread.index()].at;
        (function, instr) == here && last.is_some_and(|(f, i, before)| (f, i) == here && before < pc)
    }

    /// Has the thread done the whole instruction, after an earlier access of it? One operation of the machine may make several accesses.
    fn is_done_with(&self, thread: ThreadId, moment: &Moment) -> bool {
        let here = (moment.function, moment.instr);
        let is_later = (1..moment.ordinal).contains(&self.progress[thread.index()].served);
        is_later && self.was_last(thread, here) && !self.is_within(thread, here)
    }

    /// Is it the last instruction of which the thread has executed an operation?
    fn was_last(&self, thread: ThreadId, here: (FuncId, InstrId)) -> bool {
        self.progress[thread.index()].at.is_some_and(|(function, instr, _)| (function, instr) == here)
    }

    /// Is the thread about to begin with the instruction?
    fn is_before(&self, thread: ThreadId, here: (FuncId, InstrId)) -> bool {
        let (function, instr, _) = self.run.position(thread);
        (function, instr) == here
    }

    /// One operation of the thread; `None` if it cannot go on.
    fn step(&mut self, thread: ThreadId) -> Option<()> {
        self.operations += 1;
        if self.operations > budget::OPERATIONS || self.stop.reason().is_some() || self.run.standing(thread) != Standing::Ready {
            return None;
        }
        let (function, instr, pc) = self.run.position(thread);
        let progress = &mut self.progress[thread.index()];
        let goes_on = progress.at.is_some_and(|(f, i, before)| (f, i) == (function, instr) && before < pc);
        if !goes_on {
            (progress.accesses, progress.served) = (0, 0);
        }
        progress.at = Some((function, instr, pc));
        let strand = self.strand_of[thread.index()];
        self.inputs.running = strand.index();
        let stop = self.stop;
        let asks = move || stop.reason().is_some();
        let mut log = Log::default();
        let end = self.run.step(thread, Visible::After(1), &mut self.inputs, &limits(&asks), &mut log);
        if log.places.iter().any(|(place, _)| !place.is_life()) {
            self.progress[thread.index()].accesses += 1;
        }
        if let (true, Some(property)) = (self.asks_for_race, self.target.property())
            && let Some(race) = log.races.iter().find(|race| self.run.is_asked(race, self.meeting))
        {
            self.run.violate_by_race(property, race);
        }
        match self.schedule.last_mut().filter(|last| last.thread == thread) {
            Some(last) => last.operations += log.operations,
            None => self.schedule.push(Turn { thread, operations: log.operations }),
        }
        while self.strand_of.len() < self.run.n_threads() {
            let next = self.begins[strand.index()].pop_front().unwrap_or(StrandId::new(self.strands.beginnings.len() + 1));
            self.strand_of.push(next);
            self.progress.push(Progress::default());
        }
        self.over = end.is_some() || self.is_reached();
        Some(())
    }

    fn is_reached(&self) -> bool {
        match self.target {
            Target::Goal(goal) => self.run.has_reached(goal),
            Target::Property(property) => self.run.violations().contains(&property),
            Target::QueryGoal(_) => false,
        }
    }

    /// Each thread goes on until it waits or ends; `None` if one does neither.
    fn stop_all(&mut self) -> Option<()> {
        for thread in (0..self.run.n_threads()).map(ThreadId::new) {
            while !self.over && self.run.standing(thread) == Standing::Ready {
                self.step(thread)?;
            }
        }
        Some(())
    }

    /// All that the target needs of others has happened: one thread goes on by itself, whichever comes to it.
    fn end(self) -> Self {
        let last = self.schedule.last().map(|turn| turn.thread);
        let others = (0..self.run.n_threads()).map(ThreadId::new).filter(|&thread| Some(thread) != last);
        let threads: Vec<ThreadId> = last.into_iter().chain(others).collect();
        for thread in threads {
            let mut alone = self.clone();
            let until = alone.operations + budget::LAST_OPERATIONS;
            while !alone.over && alone.operations < until && alone.step(thread).is_some() {}
            if alone.is_reached() {
                return alone;
            }
        }
        self
    }
}
