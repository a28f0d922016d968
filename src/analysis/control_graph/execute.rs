//! Executions of a program on abstract values, path by path, from the start or from a state at the head, until they come to the head or end.
//! A path splits only where a condition depends on what is not known, such as an input.

use super::evaluate::{Evaluator, Store};
use super::needs::Needs;
use super::value::{Content, Value};
use goto::{Callee, ExprId, FuncId, GoalId, HavocKind, IdSet, InstrId, InstrKind, PropertyId, Type};

/// A call that is going on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Frame {
    pub function: FuncId,
    pub at: InstrId,
    /// Where the caller wants the result.
    pub result: Option<ExprId>,
}

#[derive(Clone, Debug)]
pub(super) struct Path {
    pub store: Store,
    pub frames: Vec<Frame>,
}

/// Why nothing can be said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The program does something that is not followed.
    NotFollowed,
    /// Too much to execute, or too many states.
    TooMuch,
    /// It was told to stop.
    Stopped,
    /// There is no loop to look at.
    NoLoop,
}

/// Instructions between two looks at the clock.
const POLL: u64 = 4096;
/// Instructions and paths of one execution.
const STEPS: u64 = 2_000_000;
const PATHS: usize = 4096;

/// What executions meet and where they end.
pub(super) struct Executor<'a> {
    pub evaluator: Evaluator<'a>,
    pub head: (FuncId, InstrId),
    pub stop: &'a dyn Fn() -> bool,
    pub met_goals: IdSet<GoalId>,
    pub met_violations: IdSet<PropertyId>,
    pub steps: u64,
}

/// Where the paths of an execution ended.
#[derive(Default)]
pub(super) struct Ends {
    /// At the head.
    pub arrivals: Vec<Path>,
    /// What the decisions on all paths depend on.
    pub reasons: Needs,
}

enum Next {
    At(InstrId),
    Jumped,
    Ends,
}

impl Executor<'_> {
    /// Follows a path, which begins at the head or at the start, to all its ends.
    pub(super) fn run(&mut self, begin: Path) -> Result<Ends, Refusal> {
        let (mut ends, mut pending) = (Ends::default(), vec![begin]);
        let limit = self.steps + STEPS;
        let mut is_first = true;
        while let Some(mut path) = pending.pop() {
            if pending.len() + ends.arrivals.len() > PATHS {
                return Err(Refusal::TooMuch);
            }
            while let Some(frame) = path.frames.last() {
                if (frame.function, frame.at) == self.head && !is_first {
                    ends.arrivals.push(path.clone());
                    break;
                }
                is_first = false;
                self.steps += 1;
                if self.steps > limit {
                    return Err(Refusal::TooMuch);
                }
                if self.steps.is_multiple_of(POLL) && (self.stop)() {
                    return Err(Refusal::Stopped);
                }
                if !self.step(&mut path, &mut pending)? {
                    break;
                }
            }
            ends.reasons = ends.reasons.union(path.store.reasons);
        }
        Ok(ends)
    }

    /// One instruction. False where the path ends.
    fn step(&mut self, path: &mut Path, pending: &mut Vec<Path>) -> Result<bool, Refusal> {
        let program = self.evaluator.program;
        let Some(frame) = path.frames.last() else { return Ok(false) };
        let (function, at) = (frame.function, frame.at);
        let Some(body) = &program.functions[function].body else { return Err(Refusal::NotFollowed) };
        let next = match &body[at].kind {
            InstrKind::Goto { guard, target, .. } => self.decide(path, pending, *guard, *target, after(at))?,
            InstrKind::Call { result, callee, args } => self.call(path, *result, *callee, args)?,
            InstrKind::Return(value) => self.leave(path, *value)?,
            InstrKind::Halt(_) => Next::Ends,
            InstrKind::Assume(cond) if !self.evaluator.assume(&mut path.store, *cond, true) => Next::Ends,
            kind => {
                self.simple(path, kind)?;
                Next::At(after(at))
            }
        };
        match (next, path.frames.last_mut()) {
            (Next::At(at), Some(frame)) => frame.at = at,
            (Next::Jumped, Some(_)) => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn decide(&self, path: &mut Path, pending: &mut Vec<Path>, guard: ExprId, target: InstrId, next: InstrId) -> Result<Next, Refusal> {
        let value = self.evaluator.value(&path.store, guard);
        if let Some(holds) = value.content.truth() {
            path.store.reasons = path.store.reasons.union(value.needs);
            return Ok(Next::At(if holds { target } else { next }));
        }
        let mut other = path.clone();
        if self.evaluator.assume(&mut other.store, guard, true) {
            if let Some(frame) = other.frames.last_mut() {
                frame.at = target;
            }
            pending.push(other);
        } else {
            path.store.reasons = path.store.reasons.union(other.store.reasons);
        }
        Ok(if self.evaluator.assume(&mut path.store, guard, false) { Next::At(next) } else { Next::Ends })
    }

    fn simple(&mut self, path: &mut Path, kind: &InstrKind) -> Result<(), Refusal> {
        match *kind {
            InstrKind::Skip | InstrKind::Mark(_) | InstrKind::Assume(_) => {}
            InstrKind::Decl(symbol) | InstrKind::Dead(symbol) => {
                for slot in self.evaluator.slots.of_symbol(symbol).into_iter().flatten() {
                    path.store.slots[slot] = Value::any();
                }
            }
            InstrKind::Assign { lhs, rhs } => self.assign(&mut path.store, lhs, rhs)?,
            InstrKind::Input { lhs, .. } => {
                let origin = path.store.new_origin();
                self.store(&mut path.store, lhs, Value::from_source(Content::Any, Needs::default(), Some(origin)))?;
            }
            InstrKind::Havoc { lhs, kind: HavocKind::Any | HavocKind::Rare | HavocKind::OverApproximation } => {
                self.store(&mut path.store, lhs, Value::any())?
            }
            InstrKind::Cover { goal, cond } if !self.met_goals.contains(goal) => {
                let value = self.evaluator.value(&path.store, cond);
                match value.content.truth() {
                    Some(false) => path.store.reasons = path.store.reasons.union(value.needs),
                    _ => _ = self.met_goals.insert(goal),
                }
            }
            InstrKind::Assert { cond, property } if !self.met_violations.contains(property) => {
                let value = self.evaluator.value(&path.store, cond);
                match value.content.truth() {
                    Some(true) => path.store.reasons = path.store.reasons.union(value.needs),
                    _ => _ = self.met_violations.insert(property),
                }
            }
            InstrKind::Cover { .. } | InstrKind::Assert { .. } => {}
            _ => return Err(Refusal::NotFollowed),
        }
        Ok(())
    }

    fn assign(&self, store: &mut Store, lhs: ExprId, rhs: ExprId) -> Result<(), Refusal> {
        let program = self.evaluator.program;
        let ty = program.exprs.ty(lhs);
        if program.types.is_scalar(ty) {
            let value = self.evaluator.value(store, rhs);
            return self.store(store, lhs, value);
        }
        let (to, needs) = self.evaluator.place(store, lhs).ok_or(Refusal::NotFollowed)?;
        let size = program.types.size_of(ty).ok_or(Refusal::NotFollowed)?;
        let Some(slots) = self.evaluator.slots.within(to.symbol, to.offset, size) else { return Ok(()) };
        let from = self.evaluator.place(store, rhs).filter(|_| program.exprs.is_place(rhs));
        let is_zero = program.exprs.kind(rhs) == goto::ExprKind::Zero;
        let values: Vec<Value> = slots
            .iter()
            .map(|&slot| {
                let part = self.evaluator.slots.get(slot);
                let source = from.and_then(|(from, _)| self.evaluator.slots.at(from.symbol, from.offset + part.offset - to.offset, part.ty));
                match (is_zero, source) {
                    (true, _) => Value::constant(0),
                    (false, Some(source)) => store.slots[source].clone(),
                    (false, None) => Value::any(),
                }
            })
            .collect();
        slots.into_iter().zip(values).for_each(|(slot, value)| store.put(slot, value));
        store.reasons = store.reasons.union(needs).union(from.map_or_else(Needs::default, |(_, needs)| needs));
        Ok(())
    }

    /// Stores a scalar. Which place it is counts as a decision.
    fn store(&self, store: &mut Store, lhs: ExprId, value: Value) -> Result<(), Refusal> {
        let program = self.evaluator.program;
        let (place, needs) = self.evaluator.place(store, lhs).ok_or(Refusal::NotFollowed)?;
        store.reasons = store.reasons.union(needs);
        let ty = program.exprs.ty(lhs);
        match self.evaluator.slots.at(place.symbol, place.offset, ty) {
            // A float is never known.
            Some(slot) => store.put(slot, if matches!(program.types.get(ty), Type::Float(_)) { Value::any() } else { value }),
            // Of an opaque variable nothing is known anyway.
            None if self.evaluator.slots.of_symbol(place.symbol).is_none() => {}
            None => return Err(Refusal::NotFollowed),
        }
        Ok(())
    }

    fn call(&mut self, path: &mut Path, result: Option<ExprId>, callee: Callee, args: &[ExprId]) -> Result<Next, Refusal> {
        let program = self.evaluator.program;
        let Callee::Direct(callee) = callee else { return Err(Refusal::NotFollowed) };
        let function = &program.functions[callee];
        let back = path.frames.last().map(|frame| after(frame.at)).ok_or(Refusal::NotFollowed)?;
        if function.body.is_none() {
            let leads_to_memory = |&arg: &ExprId| matches!(program.types.get(program.exprs.ty(arg)), Type::Pointer(_));
            return match result {
                _ if function.noreturn => Ok(Next::Ends),
                _ if function.thread_operation().is_some() || args.iter().any(leads_to_memory) => Err(Refusal::NotFollowed),
                Some(place) => self.store(&mut path.store, place, Value::any()).map(|()| Next::At(back)),
                None => Ok(Next::At(back)),
            };
        }
        // Each variable has one value, so that no function may run twice at a time.
        if path.frames.iter().any(|frame| frame.function == callee) {
            return Err(Refusal::NotFollowed);
        }
        let values: Vec<Value> = args.iter().map(|&arg| self.evaluator.value(&path.store, arg)).collect();
        for (i, param) in function.params.iter().enumerate() {
            let slots: Vec<_> = self.evaluator.slots.of_symbol(param.symbol).into_iter().flatten().collect();
            let same_type = args.get(i).is_some_and(|&arg| program.exprs.ty(arg) == program.symbols[param.symbol].ty);
            for &slot in &slots {
                let is_scalar = program.types.is_scalar(program.symbols[param.symbol].ty);
                path.store.put(slot, if same_type && is_scalar { values[i].clone() } else { Value::any() });
            }
        }
        if let Some(frame) = path.frames.last_mut() {
            frame.at = back;
        }
        path.frames.push(Frame { function: callee, at: goto::Id::new(0), result });
        Ok(Next::Jumped)
    }

    fn leave(&self, path: &mut Path, value: Option<ExprId>) -> Result<Next, Refusal> {
        let value = value.map(|value| self.evaluator.value(&path.store, value));
        let Some(frame) = path.frames.pop() else { return Ok(Next::Ends) };
        if let (Some(place), false) = (frame.result, path.frames.is_empty()) {
            self.store(&mut path.store, place, value.unwrap_or_else(Value::any))?;
        }
        Ok(if path.frames.is_empty() { Next::Ends } else { Next::Jumped })
    }
}

fn after(at: InstrId) -> InstrId {
    use goto::Id;
    InstrId::new(at.index() + 1)
}
