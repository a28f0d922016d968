//! Can there be threads of which none can go on? Not if they wait for locks (mutexes, spin locks, locks of readers and writers) and for each other's ends alone, and
//!
//! - every lock is a variable, and waited for only by threads that hold none or smaller ones, in one order of all locks,
//! - no thread ends, or waits for an end, while it holds one,
//! - only the first thread waits for ends, of threads that it has begun.
//!
//! For a lock that is not free is held by a thread that has not ended. If that one waits, it does so for a greater lock, and so on, which comes to an end: so nobody waits for
//! locks, and those for which the first thread waits can go on. What a thread may hold is what it surely holds, since that is asked for ([`Flow::is_exact`]). Who tries
//! to take a lock does not wait, but waits for nothing before it has asked whether it has it.

use super::flow::{Context, Flow, joined, named_lock};
use super::library::{LibraryCall, LockKind};
use super::objects::{Extent, Object, Obstacle};
use super::pointers::Bindings;
use super::races::{Collected, collect};
use super::state::{Lock, State};
use goto::visit::Role;
use goto::{ExprId, ExprKind, FuncId, InstrKind, Location, Program, ThreadOperation};
use std::collections::{BTreeMap, BTreeSet};

/// A program whose threads never all wait.
#[derive(Debug)]
pub struct Ordered {
    /// For each lock that is taken by threads that hold others, which ones these are.
    pub after: BTreeMap<String, BTreeSet<String>>,
}

/// Shows that no run comes to where threads have not ended and none can go on.
///
/// # Errors
/// Where a thread may wait for ever, or what is not understood.
pub fn never_all_wait(program: &Program) -> Result<Ordered, Obstacle> {
    collect(program, false, |collected, _, flows| {
        let mut waits = Waits { collected, after: BTreeMap::new() };
        for (class, flow) in flows {
            waits.of_flow(class.is_none(), flow)?;
        }
        let mut after = BTreeMap::<String, BTreeSet<String>>::new();
        for (held, taken) in waits.after.iter().flat_map(|(held, taken)| taken.iter().map(move |lock| (held, lock))) {
            after.entry(taken.name(program)).or_default().insert(held.name(program));
        }
        waits.are_ordered(program.functions[program.start].loc)?;
        Ok(Ordered { after })
    })
}

struct Waits<'a> {
    collected: &'a Collected<'a>,
    /// What is waited for by threads that hold a lock.
    after: BTreeMap<Lock, BTreeSet<Lock>>,
}

/// Bytes of a lock that say who has it. Behind them stands the kind of a mutex.
fn taken(kind: LockKind) -> i64 {
    match kind {
        LockKind::Mutex => 16,
        LockKind::Spin | LockKind::ReadWrite => kind.size(),
    }
}

impl Waits<'_> {
    fn of_flow(&mut self, is_first: bool, flow: &Flow<'_>) -> Result<(), Obstacle> {
        let program = self.collected.pointers.program;
        let begin = flow.contexts.values().next().map_or(program.start, |entry| entry.function);
        let loc = program.functions[begin].loc;
        if !flow.is_exact {
            return Err(Obstacle::NotUnderstood("locks that are held on some ways alone", loc));
        }
        // Where the first thread returns the program ends.
        if !is_first && flow.end().is_some_and(|end| !end.holds_nothing()) {
            return Err(Obstacle::MayWait(loc));
        }
        for context in flow.contexts.values() {
            let Some(body) = &program.functions[context.function].body else { continue };
            for (at, instruction) in body.iter() {
                let (Some(state), InstrKind::Call { callee, args, .. }) = (&context.states[at], &instruction.kind) else { continue };
                for target in self.collected.pointers.targets(*callee, &context.bindings).into_iter().flatten() {
                    self.call(is_first, target, args, context, state, instruction.loc)?;
                }
            }
        }
        Ok(())
    }

    fn call(&mut self, is_first: bool, target: FuncId, args: &[ExprId], context: &Context, state: &State, loc: Location) -> Result<(), Obstacle> {
        let (pointers, bindings) = (self.collected.pointers, &context.bindings);
        let Some(library) = LibraryCall::of(pointers.program, target) else {
            return match pointers.program.functions[target].thread_operation() {
                Some(ThreadOperation::EnterWhen | ThreadOperation::EnterUnless) => Err(Obstacle::NotUnderstood("what is waited for", loc)),
                _ => Ok(()),
            };
        };
        let is_right = match library {
            LibraryCall::Lock(kind, _) => {
                let lock = args.first().and_then(|&pointer| named_lock(pointers, kind, pointer, bindings));
                let Some(lock) = lock.filter(|_| state.sections == 0 && state.unsure.is_empty()) else { return Err(Obstacle::MayWait(loc)) };
                self.take(lock, state, loc)?;
                true
            }
            // A lock that the thread has already may be taken once more.
            LibraryCall::Try(kind, _) => {
                let lock = args.first().and_then(|&pointer| named_lock(pointers, kind, pointer, bindings));
                let Some(lock) = lock.filter(|lock| !state.locks.contains_key(lock) && state.unsure.is_empty()) else { return Err(Obstacle::MayWait(loc)) };
                self.is_one(lock, loc)?;
                true
            }
            LibraryCall::Timed(..) | LibraryCall::Wait | LibraryCall::Unknown => false,
            // What has no name may be what is held, or not.
            LibraryCall::Unlock(kind) => state.locks.is_empty() && state.unsure.is_empty() || named_lock(pointers, kind, args[0], bindings).is_some(),
            // What is made anew, or no more, may still be taken.
            LibraryCall::Reset(_) => state.locks.is_empty() && state.unsure.is_empty(),
            LibraryCall::Join => is_first && state.holds_nothing() && joined(pointers, args, bindings, state).is_some(),
            LibraryCall::End => state.holds_nothing(),
            LibraryCall::Create | LibraryCall::Nothing => true,
        };
        if is_right { Ok(()) } else { Err(Obstacle::MayWait(loc)) }
    }

    fn take(&mut self, lock: Lock, state: &State, loc: Location) -> Result<(), Obstacle> {
        self.is_one(lock, loc)?;
        for &held in state.locks.keys() {
            self.after.entry(held).or_default().insert(lock);
        }
        Ok(())
    }

    /// Only who has it keeps others out.
    fn is_one(&self, lock: Lock, loc: Location) -> Result<(), Obstacle> {
        match self.collected.is_lock(lock) && self.begins_free(lock) {
            true => Ok(()),
            false => Err(Obstacle::NotUnderstood("a lock that the program writes to", loc)),
        }
    }

    /// Does its initial value say that nobody has it?
    fn begins_free(&self, lock: Lock) -> bool {
        let program = self.collected.pointers.program;
        let taken = Extent::Bytes { from: lock.offset, to: lock.offset.saturating_add(taken(lock.kind)) };
        let exprs = &program.exprs;
        let is_zero = |e| match exprs.kind(e) {
            ExprKind::Const(bits) => bits.is_zero(),
            kind => kind == ExprKind::Zero,
        };
        let writes = |e: ExprId| {
            let extents = self.collected.pointers.address(e, &Bindings::default());
            let is_elsewhere = |object| self.collected.pointers.object(object) != Object::Variable(lock.symbol);
            let size = program.types.size_of(exprs.ty(e));
            extents.anywhere || extents.addresses().any(|a| !is_elsewhere(a.object) && Extent::of(a.offset, size).meets(taken))
        };
        let body = program.functions[program.start].body.iter().flat_map(|body| body.values());
        body.into_iter().all(|instruction| {
            let is_harmless = matches!(instruction.kind, InstrKind::Assign { rhs, .. } if is_zero(rhs));
            let mut meets = false;
            instruction.kind.expressions(|e, role| meets |= role == Role::Write && writes(e));
            let is_block = matches!(instruction.kind, InstrKind::MemCopy { .. } | InstrKind::MemSet { .. });
            is_harmless || !meets && !is_block
        })
    }

    /// Is there no ring of locks?
    fn are_ordered(mut self, loc: Location) -> Result<(), Obstacle> {
        // Taken away is, again and again, what nothing is taken behind.
        while !self.after.is_empty() {
            let before = self.after.len();
            let held: BTreeSet<Lock> = self.after.keys().copied().collect();
            self.after.retain(|_, taken| taken.iter().any(|lock| held.contains(lock)));
            if self.after.len() == before {
                return Err(Obstacle::MayWait(loc));
            }
        }
        Ok(())
    }
}
