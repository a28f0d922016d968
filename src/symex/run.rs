//! One unrolling: all that it keeps while the program is executed, how it begins and what is handed over at its end. Execution is in the order of
//! instructions: `execute` does one, `flow` says where states go, wait and merge, `cuts` where paths end. Knows nothing of solvers.

mod cuts;
mod execute;
mod flow;

use super::along::Along;
use super::context::Context;
use super::frame::{CallSite, Events, Frame};
use super::functions::{FunctionFacts, Variable, Variables};
use super::induct::Inductive;
use super::objects::{Kind, Names, Object, ObjectId, ScopeId, Site, Size};
use super::shape::Shape;
use super::state::{Cell, State};
use super::value::Value;
use super::{Bound, Cut, Happening, InductiveConditions, InputEvent, Unrolling};
use analysis::influence::{asks_for_heap, asks_of_heap};
use goto::limits::Stop;
use goto::{Bits, Body, FuncId, GoalId, HeapFact, Id, InputId, Program, PropertyId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Instant;
use term::{TermId, TermPool};

pub(super) struct Run<'a> {
    pub cx: Context<'a>,
    pub program: &'a Program,
    pub variables: Rc<Variables>,
    bound: &'a Bound,
    /// The objects that nobody may write but the start function.
    pub constants: FxHashSet<ObjectId>,
    /// Variables that nothing reads any more still count, for what they point to.
    keeps_dead: bool,
    /// Is it asked in an inductive step what memory is lost?
    asks_for_lost: bool,
    stop: &'a Stop,
    /// Lets others work.
    pause: Option<&'a mut dyn FnMut()>,
    /// The end of the last pause.
    paused: Instant,
    facts: FxHashMap<FuncId, Rc<FunctionFacts>>,
    pub frames: Vec<Frame<'a>>,
    /// The state that executes, if `live`.
    pub state: State,
    pub live: bool,
    /// How many decisions depended on something unknown.
    decisions: u64,
    steps: u64,
    /// The frames of each function, innermost last.
    pub active: FxHashMap<FuncId, Vec<usize>>,
    goals: Tally<GoalId>,
    violations: Tally<PropertyId>,
    cuts: Vec<Cut>,
    inputs: Vec<InputEvent>,
    log: Option<Vec<Happening>>,
    /// The one path that is followed.
    pub along: Option<Along<'a>>,
    /// Values of the first inputs.
    prefix: &'a [(InputId, Bits)],
    /// In the unrolling of an inductive step.
    pub inductive: Option<Inductive<'a>>,
    /// What is met before what counts.
    earlier_goals: Tally<GoalId>,
    earlier_violations: Tally<PropertyId>,
    /// Around the outermost call of the thread that is unrolled.
    pub root_scope: ScopeId,
}

/// A condition for each thing met, in the order of meeting them.
struct Tally<K> {
    positions: FxHashMap<K, usize>,
    conditions: Vec<(K, TermId)>,
}

impl<K: Id> Tally<K> {
    fn add(&mut self, pool: &mut TermPool, key: K, condition: TermId) {
        match self.positions.get(&key) {
            Some(&at) => self.conditions[at].1 = pool.or(self.conditions[at].1, condition),
            None => {
                self.positions.insert(key, self.conditions.len());
                self.conditions.push((key, condition));
            }
        }
    }
}

impl<K> Default for Tally<K> {
    fn default() -> Self {
        Self { positions: FxHashMap::default(), conditions: Vec::new() }
    }
}

impl<'a> Run<'a> {
    pub(crate) fn new(program: &'a Program, pool: &'a mut TermPool, names: &'a mut Names, bound: &'a Bound, stop: &'a Stop) -> Self {
        let mut cx = Context::new(pool, program, names);
        let constants: BTreeSet<_> = program.constants.iter().copied().collect();
        let constants = constants.into_iter().map(|symbol| cx.static_object(symbol)).collect();
        Run {
            cx,
            program,
            constants,
            variables: Rc::new(Variables::of(program)),
            bound,
            keeps_dead: asks_for_heap(program),
            asks_for_lost: false,
            stop,
            pause: None,
            paused: Instant::now(),
            facts: FxHashMap::default(),
            frames: Vec::new(),
            state: State::initial(),
            live: true,
            decisions: 0,
            steps: 0,
            active: FxHashMap::default(),
            goals: Tally::default(),
            violations: Tally::default(),
            cuts: Vec::new(),
            inputs: Vec::new(),
            log: None,
            along: None,
            prefix: &[],
            inductive: None,
            earlier_goals: Tally::default(),
            earlier_violations: Tally::default(),
            root_scope: Names::outermost(),
        }
    }

    /// Makes it the unrolling of an inductive step.
    pub(crate) fn inductively(mut self, inductive: Inductive<'a>) -> Self {
        self.inductive = Some(inductive);
        self.cx.makes_up_states = true;
        // Where it is asked which objects are older or what was written, each is one of its own.
        self.cx.nodes.are_kept = !self.cx.asks_for_births && !self.cx.asks_for_written && !self.cx.asks_for_truths;
        self.asks_for_lost = asks_of_heap(self.program, |fact| fact != HeapFact::IsEmpty);
        self.cx.nodes.are_ordered = self.cx.nodes.are_kept && self.keeps_dead;
        // Once the entry function returns, what its variables hold does not count.
        self.keeps_dead &= asks_of_heap(self.program, |fact| fact == HeapFact::IsReachable) || !self.cx.nodes.are_kept;
        self
    }

    /// Gives the first inputs these values.
    pub(crate) fn after(mut self, prefix: &'a [(InputId, Bits)]) -> Self {
        self.prefix = prefix;
        self
    }

    /// Lets others work in between.
    pub(crate) fn pausing(mut self, pause: &'a mut dyn FnMut()) -> Self {
        self.pause = Some(pause);
        self
    }

    /// Writes down what happens.
    pub(crate) fn logged(mut self) -> Self {
        self.log = Some(Vec::new());
        self
    }

    /// Follows one path.
    pub(crate) fn along(mut self, along: Along<'a>) -> Self {
        self.along = Some(along);
        self
    }

    fn log(&mut self, happening: Happening) {
        if let Some(log) = &mut self.log {
            log.push(happening);
        }
    }

    pub(crate) fn unroll(mut self) -> Unrolling {
        self.make_statics();
        self.begin_call(CallSite::outermost(), self.program.start);
        self.follow_calls();
        while self.next_strand() {
            self.follow_calls();
        }
        self.instantiate();
        let recorder = self.cx.recorder.take();
        let mut learned = recorder.as_ref().map(|recorder| recorder.learned()).unwrap_or_default();
        self.cx.note_objects(&mut learned);
        let strands = recorder.map(|recorder| self.cx.ordered(*recorder));
        let addresses = self.cx.addresses();
        let step = self.inductive.take().map(|inductive| InductiveConditions {
            earlier_goals: self.earlier_goals.conditions,
            earlier_violations: self.earlier_violations.conditions,
            ..inductive.step
        });
        let (counted, milestones) = self.along.map_or((0, Vec::new()), |along| (along.counted, along.milestones));
        let Context { facts, indeterminate, rare, approximate, .. } = self.cx;
        Unrolling {
            facts,
            goals: self.goals.conditions,
            violations: self.violations.conditions,
            cuts: self.cuts,
            inputs: self.inputs,
            log: self.log.unwrap_or_default(),
            indeterminate,
            rare,
            addresses,
            approximate,
            strands,
            learned,
            steps: self.steps,
            counted,
            milestones,
            step,
        }
    }

    /// Goes on until all calls have ended.
    fn follow_calls(&mut self) {
        while !self.frames.is_empty() {
            self.pause();
            if let Some(reason) = self.limit() {
                self.end(&reason);
                self.frames.clear();
                self.active.clear();
                if let Some(recorder) = &mut self.cx.recorder {
                    recorder.give_up("a limit of steps or time");
                }
                break;
            }
            self.advance();
        }
    }

    fn make_statics(&mut self) {
        let alive = self.cx.pool.truth(true);
        for (symbol, _) in self.program.symbols.iter() {
            if self.variables.get(symbol) != Variable::Static {
                continue;
            }
            let ty = self.program.symbols[symbol].ty;
            let types = &self.program.types;
            let object = Object {
                kind: Kind::Static,
                size: Size::Known(types.size_of(ty).unwrap_or(0)),
                align: self.program.align_of(symbol),
                shape: Some(Shape::of(types, ty)),
            };
            let id = self.cx.add_object(Site::Static(symbol), object);
            self.state.memory.insert(id.index() as u64, Cell { value: Value::Zero, alive });
            self.cx.note_new(&mut self.state, id, Value::Zero);
        }
    }

    pub(crate) fn facts(&mut self, function: FuncId, body: &Body) -> Rc<FunctionFacts> {
        let (program, variables) = (self.program, Rc::clone(&self.variables));
        let inductive = self.inductive.as_ref();
        let new = || Rc::new(FunctionFacts::of(program, &variables, body, &inductive.map(|i| i.asked_in(function)).unwrap_or_default()));
        Rc::clone(self.facts.entry(function).or_insert_with(new))
    }

    pub(crate) fn frame(&mut self) -> &mut Frame<'a> {
        self.frames.last_mut().expect("execution is inside of a call")
    }

    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    pub(crate) fn keeps_dead(&self) -> bool {
        self.keeps_dead
    }

    /// Is it asked in an inductive step what memory is lost?
    pub(crate) fn asks_for_lost(&self) -> bool {
        self.asks_for_lost
    }

    /// Drops the innermost call; not one that is counted as active if it is the one at `base`.
    pub(crate) fn drop_frame(&mut self, base: usize) {
        let Some(frame) = self.frames.pop() else { return };
        if self.frames.len() > base
            && let Some(active) = self.active.get_mut(&frame.function)
        {
            active.pop();
        }
    }

    fn events(&self) -> Events {
        Events { decisions: self.decisions, inputs: self.inputs.len() }
    }

    /// Something unknown was decided.
    pub(crate) fn decide(&mut self) {
        self.decisions += 1;
    }

    pub(crate) fn decisions(&self) -> u64 {
        self.decisions
    }

    /// The bound on recursive calls of a function.
    pub(crate) fn recursion_bound(&self, function: FuncId) -> u32 {
        self.bound.of(self.program, function, false)
    }

    /// Where execution is, as a name for what is made there.
    pub(crate) fn site(&mut self) -> Site {
        let frame = self.frames.last_mut().expect("execution is inside of a call");
        Site::At(frame.position(self.cx.names), frame.pc)
    }
}
