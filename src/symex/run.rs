//! One unrolling: execution in the order of instructions, in which states wait where jumps lead and merge when execution arrives there.

use super::along::Along;
use super::context::Context;
use super::frame::{CallSite, Events, Frame};
use super::functions::{FunctionFacts, Variable, Variables};
use super::induct::Inductive;
use super::objects::{Kind, Names, Object, Site, Size};
use super::shape::Shape;
use super::state::{Call, Cell, State};
use super::value::Value;
use super::{Bound, Cut, CutReason, Happening, InputEvent, Step, Unrolling};
use crate::analysis::influence::asks_for_heap;
use crate::limits::Stop;
use crate::term::{TermId, TermPool};
use goto::{BinOp, Bits, Body, ExprId, ExprKind, FuncId, GoalId, Id, InputId, InstrId, InstrKind, Instruction, Program, PropertyId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Instructions between two questions whether to stop.
const STEPS_BETWEEN_ASKING: u64 = 256;

pub(super) struct Run<'a> {
    pub cx: Context<'a>,
    pub program: &'a Program,
    pub variables: Rc<Variables>,
    bound: &'a Bound,
    /// Variables that nothing reads any more still count, for what they point to.
    keeps_dead: bool,
    stop: &'a Stop,
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
    pub fn new(program: &'a Program, pool: &'a mut TermPool, names: &'a mut Names, bound: &'a Bound, stop: &'a Stop) -> Self {
        Run {
            cx: Context::new(pool, program, names),
            program,
            variables: Rc::new(Variables::of(program)),
            bound,
            keeps_dead: asks_for_heap(program),
            stop,
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
        }
    }

    /// Makes it the unrolling of an inductive step.
    pub fn inductively(mut self, inductive: Inductive<'a>) -> Self {
        self.inductive = Some(inductive);
        self.cx.makes_up_states = true;
        self
    }

    /// Gives the first inputs these values.
    pub fn after(mut self, prefix: &'a [(InputId, Bits)]) -> Self {
        self.prefix = prefix;
        self
    }

    /// Writes down what happens.
    pub fn logged(mut self) -> Self {
        self.log = Some(Vec::new());
        self
    }

    /// Follows one path.
    pub fn along(mut self, along: Along<'a>) -> Self {
        self.along = Some(along);
        self
    }

    fn log(&mut self, happening: Happening) {
        if let Some(log) = &mut self.log {
            log.push(happening);
        }
    }

    pub fn unroll(mut self) -> Unrolling {
        self.make_statics();
        self.begin_call(CallSite::outermost(), self.program.start);
        while !self.frames.is_empty() {
            if let Some(reason) = self.limit() {
                self.end(&reason);
                break;
            }
            self.advance();
        }
        self.instantiate();
        let addresses = self.cx.addresses();
        let step = self.inductive.take().map(|inductive| Step {
            earlier_goals: self.earlier_goals.conditions,
            earlier_violations: self.earlier_violations.conditions,
            ..inductive.step
        });
        let (counted, milestones) = self.along.map_or((0, Vec::new()), |along| (along.counted, along.milestones));
        let Context { facts, indeterminate, approximate, .. } = self.cx;
        Unrolling {
            facts,
            goals: self.goals.conditions,
            violations: self.violations.conditions,
            cuts: self.cuts,
            inputs: self.inputs,
            log: self.log.unwrap_or_default(),
            indeterminate,
            addresses,
            approximate,
            steps: self.steps,
            counted,
            milestones,
            step,
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

    pub fn facts(&mut self, function: FuncId, body: &Body) -> Rc<FunctionFacts> {
        let (program, variables) = (self.program, Rc::clone(&self.variables));
        Rc::clone(self.facts.entry(function).or_insert_with(|| Rc::new(FunctionFacts::of(program, &variables, body))))
    }

    pub fn frame(&mut self) -> &mut Frame<'a> {
        self.frames.last_mut().expect("execution is inside of a call")
    }

    pub fn steps(&self) -> u64 {
        self.steps
    }

    pub fn keeps_dead(&self) -> bool {
        self.keeps_dead
    }

    pub fn n_cuts(&self) -> usize {
        self.cuts.len()
    }

    /// Drops the cuts after the first `n`.
    pub fn forget_cuts(&mut self, n: usize) {
        self.cuts.truncate(n);
    }

    /// Why execution cannot go on.
    pub fn stop_reason(&self) -> CutReason {
        self.stop.reason().map_or(CutReason::Steps, CutReason::Stopped)
    }

    /// Drops the innermost call; not one that is counted as active if it is the one at `base`.
    pub fn drop_frame(&mut self, base: usize) {
        let Some(frame) = self.frames.pop() else { return };
        if self.frames.len() > base
            && let Some(active) = self.active.get_mut(&frame.function)
        {
            active.pop();
        }
    }

    pub fn limit(&self) -> Option<CutReason> {
        if self.steps >= self.bound.max_steps {
            return Some(CutReason::Steps);
        }
        if self.steps.is_multiple_of(STEPS_BETWEEN_ASKING) {
            return self.stop.reason().map(CutReason::Stopped);
        }
        None
    }

    /// Everything still going on becomes a cut.
    fn end(&mut self, reason: &CutReason) {
        if std::mem::take(&mut self.live) {
            let at = self.frame().pc;
            let path = self.state.path.clone();
            self.add_cut(self.frames.len() - 1, at, &path, reason.clone());
        }
        for depth in (0..self.frames.len()).rev() {
            for (at, state) in self.frames[depth].take_states() {
                self.add_cut(depth, at, &state.path, reason.clone());
            }
        }
    }

    /// Earlier cuts count as well: whether there is one depends on what is known of a made-up state, so the one of an iteration before may not come back.
    fn add_cut(&mut self, depth: usize, at: InstrId, path: &super::path::Path, reason: CutReason) {
        let condition = path.condition(self.cx.pool);
        let frame = &self.frames[depth];
        self.cuts.push(Cut { condition, reason, function: frame.function, instr: at, loc: frame.body[at].loc });
        self.log(Happening::Cut(self.cuts.len() - 1));
    }

    /// Cuts the part of the current path where the condition holds.
    pub fn cut(&mut self, condition: TermId, reason: CutReason) {
        if !self.live {
            return;
        }
        let mut path = self.state.path.clone();
        if path.add(self.cx.pool, condition) {
            let at = self.frame().pc;
            self.add_cut(self.frames.len() - 1, at, &path, reason);
            let rest = self.cx.pool.not(condition);
            self.require(rest);
        }
    }

    pub fn cut_all(&mut self, reason: CutReason) {
        let truth = self.cx.pool.truth(true);
        self.cut(truth, reason);
    }

    pub fn unsupported(&mut self, condition: TermId, reason: &str) {
        self.cut(condition, CutReason::Unsupported(reason.to_string()));
    }

    fn unsupported_here(&mut self, reason: &str) {
        self.cut_all(CutReason::Unsupported(reason.to_string()));
    }

    /// The path goes on only where the condition holds.
    pub fn require(&mut self, condition: TermId) {
        if self.live && !self.state.path.add(self.cx.pool, condition) {
            self.live = false;
        }
    }

    /// Brings states together where execution is, then executes one instruction.
    pub fn advance(&mut self) {
        let live = self.live;
        let frame = self.frame();
        let next = frame.next;
        if live && next > 2 * frame.pc.index() as u32 {
            return self.execute();
        }
        if next == u32::MAX {
            return self.finish_call();
        }
        // A live state never goes beyond the first that waits.
        let mut states = frame.take_waiting(next);
        if live {
            states.push(std::mem::replace(&mut self.state, State::initial()));
        }
        self.live = false;
        let at = InstrId::new(next as usize / 2);
        let goes_to = match self.frame().body[at].kind {
            InstrKind::Goto { target, .. } if next % 2 == 1 => target,
            _ => at,
        };
        if let Some(state) = self.merge(states, goes_to) {
            self.state = state;
            self.live = true;
            if next.is_multiple_of(2) {
                self.frame_moves_to(at);
            } else {
                self.jump_back(at);
            }
        }
    }

    /// One state for all that go on with the same instruction.
    pub fn merge(&mut self, states: Vec<State>, goes_to: InstrId) -> Option<State> {
        let frame = self.frames.last_mut().expect("execution is inside of a call");
        let mut call = Call {
            function: frame.function,
            scope: frame.scope,
            variables: &self.variables,
            result: Shape::of(&self.program.types, frame.result),
            objects: &mut frame.objects,
            live: (!self.keeps_dead).then_some((&frame.facts.live, goes_to)),
        };
        self.cx.merge_all(states, &mut call)
    }

    pub fn frame_moves_to(&mut self, to: InstrId) {
        let events = self.events();
        self.frame().move_to(to, events);
    }

    /// The next iteration of the loop whose last backward jump stands at `last`, unless the bound forbids it.
    fn jump_back(&mut self, last: InstrId) {
        let InstrKind::Goto { target, .. } = self.frame().body[last].kind else { unreachable!("states wait to go back at jumps only") };
        let events = self.events();
        let frame = self.frames.last_mut().expect("execution is inside of a call");
        frame.move_to(last, events);
        if self.inductive.is_some() {
            if let Some(l) = frame.facts.with_head(target) {
                self.jump_back_inductively(l, target);
            }
            return;
        }
        let bound = self.bound.per_loop.get(&(frame.function, target)).copied().unwrap_or_else(|| self.bound.of(self.program, frame.function));
        if !frame.iterate(target, events, bound) {
            self.cut_all(CutReason::Bound);
        } else if frame.never_ends(target, &self.state, events) {
            if self.keeps_dead {
                // What is lost here is never asked about.
                self.unsupported_here("memory that is lost before an endless loop");
            }
            self.live = false;
        } else {
            frame.move_to(target, events);
        }
    }

    fn events(&self) -> Events {
        Events { decisions: self.decisions, inputs: self.inputs.len() }
    }

    /// Something unknown was decided.
    pub fn decide(&mut self) {
        self.decisions += 1;
    }

    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// The bound on recursive calls of a function.
    pub fn recursion_bound(&self, function: FuncId) -> u32 {
        self.bound.of(self.program, function)
    }

    /// Executes the instruction where the current state is.
    fn execute(&mut self) {
        self.steps += 1;
        if self.inductive.is_some()
            && let Some(l) = self.frame().new_head()
        {
            self.enter_loop(l);
            if !self.live {
                return;
            }
        }
        let frame = self.frame();
        let at = frame.pc;
        let body = frame.body;
        let instruction = &body[at];
        let function = frame.function;
        if let Some(along) = &mut self.along {
            along.executes(function, at);
        }
        if self.counts() {
            self.split(&instruction.kind);
        }
        match &instruction.kind {
            InstrKind::Goto { guard, target, .. } => return self.goto(*guard, *target),
            InstrKind::Call { result, callee, args } => return self.call(*result, *callee, args),
            InstrKind::Return(value) => return self.do_return(*value),
            _ => self.simple(instruction),
        }
        if self.live {
            self.go(InstrId::new(at.index() + 1));
        }
    }

    /// Instructions after which comes the next one.
    fn simple(&mut self, instruction: &Instruction) {
        match &instruction.kind {
            InstrKind::Mark(goto::Mark::LoopBody) => self.body_mark(),
            InstrKind::Skip | InstrKind::Mark(_) => {}
            InstrKind::Decl(symbol) => self.declare(*symbol),
            InstrKind::Dead(symbol) => self.kill(*symbol),
            InstrKind::Assign { lhs, rhs } => {
                let value = self.eval(*rhs);
                let written = self.written_of(*rhs);
                self.assign(*lhs, value);
                self.note_assigned(*lhs, written);
            }
            InstrKind::Assume(cond) => {
                let cond = self.truth(*cond);
                self.require(cond);
                self.passes(None);
            }
            InstrKind::Assert { cond, property } => {
                let cond = self.truth(*cond);
                let violated = self.cx.pool.not(cond);
                if let Some(condition) = self.on_path(violated) {
                    let (now, earlier) = self.occurrence(condition);
                    self.violations.add(self.cx.pool, *property, now);
                    self.earlier_violations.add(self.cx.pool, *property, earlier);
                }
            }
            InstrKind::Cover { goal, cond } => {
                let cond = self.truth(*cond);
                if let Some(condition) = self.on_path(cond) {
                    self.log(Happening::Goal(*goal, condition));
                    let (now, earlier) = self.occurrence(condition);
                    self.goals.add(self.cx.pool, *goal, now);
                    self.earlier_goals.add(self.cx.pool, *goal, earlier);
                }
            }
            InstrKind::Input { lhs, input } => {
                let site = self.site();
                let family = self.cx.names.family(site);
                let ty = self.program.inputs[*input].ty;
                let width = self.program.types.scalar_bits(ty).unwrap_or(1);
                let condition = self.state.path.condition(self.cx.pool);
                // As long as nothing was decided by what is not known the inputs so far are all that this path has read.
                let value = match self.prefix.get(self.inputs.len()) {
                    Some((_, given)) if self.cx.pool.is_true(condition) => self.cx.pool.constant(given.resize(width, true)),
                    _ => self.cx.pool.var(&format!("in.{family}"), width),
                };
                self.inputs.push(InputEvent { input: *input, condition, value });
                self.assign_scalar(*lhs, Value::Bits(value), ty);
            }
            InstrKind::Havoc { lhs } => {
                let site = self.site();
                let fresh = Value::Fresh(self.cx.names.family(site), 0);
                self.assign(*lhs, fresh);
            }
            InstrKind::Allocate { result, size, kind, zeroed } => self.allocate(*result, *size, *kind, *zeroed),
            InstrKind::Release(pointer) => self.release(*pointer),
            InstrKind::Free(pointer) => self.free(*pointer),
            InstrKind::MemCopy { dst, src, size } => self.memory_copy(*dst, *src, *size),
            InstrKind::MemSet { dst, value, size } => self.memory_set(*dst, *value, *size),
            InstrKind::Find { result, start, value, limit, search } => self.find(*result, *start, *value, *limit, *search),
            InstrKind::Compare { result, a, b, limit, mode } => self.compare(*result, (*a, *b), *limit, *mode),
            InstrKind::Halt(_) => {
                let condition = self.state.path.condition(self.cx.pool);
                self.log(Happening::End(condition));
                self.live = false;
            }
            InstrKind::Beyond => self.cut_all(CutReason::Beyond),
            InstrKind::Unsupported(reason) => self.cut_all(CutReason::Unsupported(reason.clone())),
            InstrKind::Goto { .. } | InstrKind::Call { .. } | InstrKind::Return(_) => {}
        }
    }

    /// The part of a condition that may be a first occurrence, and the part that is an earlier one.
    fn occurrence(&mut self, condition: TermId) -> (TermId, TermId) {
        if self.is_trial() {
            let never = self.cx.pool.truth(false);
            return (never, never);
        }
        let first = self.first_occurrence();
        let other = self.cx.pool.not(first);
        (self.cx.pool.and(condition, first), self.cx.pool.and(condition, other))
    }

    /// The condition together with the path; `None` if they exclude each other.
    pub fn on_path(&mut self, condition: TermId) -> Option<TermId> {
        if !self.live || self.state.path.decides(self.cx.pool, condition) == Some(false) {
            return None;
        }
        let path = self.state.path.condition(self.cx.pool);
        let both = self.cx.pool.and(path, condition);
        (!self.cx.pool.is_false(both)).then_some(both)
    }

    /// Where execution is, as a name for what is made there.
    pub fn site(&mut self) -> Site {
        let frame = self.frames.last_mut().expect("execution is inside of a call");
        Site::At(frame.position(self.cx.names), frame.pc)
    }

    /// At the start of the body of a loop: may it run once more?
    fn body_mark(&mut self) {
        let frame = self.frames.last().expect("execution is inside of a call");
        if self.inductive.is_none()
            && let Some(head) = frame.innermost_head()
        {
            let bound = self.bound.per_loop.get(&(frame.function, head)).copied().unwrap_or(self.bound.k);
            if frame.is_used_up(head, bound) {
                self.cut_all(CutReason::Bound);
            }
        }
    }

    fn goto(&mut self, guard: ExprId, target: InstrId) {
        let test = guard;
        if self.counts() {
            let before = self.decisions;
            let decided = self.decided(guard);
            if self.decisions != before {
                self.frame().decide(target);
            }
            return match decided {
                Some(true) => self.jump(target),
                Some(false) => self.fall_through(),
                None => {}
            };
        }
        let guard = self.truth(guard);
        if !self.live {
            return;
        }
        let decided = self.state.path.decides(self.cx.pool, guard);
        if decided.is_some() && self.frame().is_watched(target) {
            let compared = self.compared(test);
            self.frame().compare(target, compared);
        }
        if decided.is_some() && self.inductive.is_some() && self.program.exprs.as_const(test).is_none() {
            self.frame().knows(target);
        }
        match decided {
            Some(true) => self.jump(target),
            Some(false) => self.fall_through(),
            None => {
                self.decisions += 1;
                self.frame().decide(target);
                if let Some(jumps) = self.follow(guard) {
                    match (self.live, jumps) {
                        (true, true) => self.jump(target),
                        (true, false) => self.fall_through(),
                        (false, _) => {}
                    }
                    return;
                }
                let mut other = self.state.clone();
                let negation = self.cx.pool.not(guard);
                let jumps = self.state.path.add(self.cx.pool, guard);
                let falls = other.path.add(self.cx.pool, negation);
                if jumps {
                    let mut state = std::mem::replace(&mut self.state, State::initial());
                    if self.leave_loops(&mut state, Some(target)) {
                        self.frame().wait_for_jump(target, state);
                    }
                }
                self.state = other;
                self.live = falls;
                if falls {
                    self.fall_through();
                }
            }
        }
    }

    /// A number that changes when what a condition compares changes.
    fn compared(&mut self, test: ExprId) -> u64 {
        match self.program.exprs.kind(test) {
            ExprKind::Unary(_, a) | ExprKind::Cast(a) | ExprKind::Binary(BinOp::And | BinOp::Or, a, _) => self.compared(a),
            ExprKind::Binary(_, a, b) => self.compared(a).rotate_left(32) ^ self.compared(b),
            _ => match self.eval(test) {
                Value::Bits(term) => term.index() as u64,
                Value::Pointer(pointer) => (pointer.object.index() as u64) << 20 ^ pointer.offset.index() as u64,
                _ => 0,
            },
        }
    }

    pub fn fall_through(&mut self) {
        let next = InstrId::new(self.frame().pc.index() + 1);
        self.go(next);
    }

    /// The whole state goes to an instruction further on, or waits there while others are behind it.
    fn go(&mut self, to: InstrId) {
        let moment = 2 * to.index() as u32;
        let mut state = std::mem::replace(&mut self.state, State::initial());
        self.live = self.leave_loops(&mut state, Some(to));
        if !self.live {
            return;
        }
        if self.frame().next >= moment {
            self.state = state;
            return self.frame_moves_to(to);
        }
        self.frame().wait(moment, state);
        self.live = false;
    }

    /// The whole state goes to the target.
    fn jump(&mut self, target: InstrId) {
        let at = self.frame().pc;
        if target > at {
            return self.go(target);
        }
        if self.frame().trial != Some(target) && self.frame().goes_back_alone(target) {
            return self.jump_back(at);
        }
        let mut state = std::mem::replace(&mut self.state, State::initial());
        if self.leave_loops(&mut state, Some(target)) {
            self.frame().wait_for_jump(target, state);
        }
        self.live = false;
    }
}
