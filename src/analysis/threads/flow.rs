//! What holds at each place of the code that a thread may come to: data flow over its calls, one context for each function with what it is called with. Of the first thread
//! also which others may run beside it.

use super::library::{LibraryCall, LockKind, Mode};
use super::numbers::{Numbers, number};
use super::objects::{Object, Obstacle, Values};
use super::pointers::{Bindings, Pointers};
use super::state::{Count, Handle, Lock, State, ThreadClass};
use goto::cfg::constant_truth;
use goto::{BinOp, Callee, ExprId, ExprKind, FuncId, Id, IdVec, InstrId, InstrKind, Location, Storage, SymbolId, ThreadOperation, UnOp, define_id};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

define_id!(
    /// A function with a state in which it is called.
    ContextId, "context");

/// Where a thread begins, and with which function.
pub(super) type Beginning = (FuncId, InstrId, FuncId);

/// All classes of threads but the first one.
#[derive(Default, Debug)]
pub(super) struct Classes {
    pub beginnings: IdVec<ThreadClass, Beginning>,
    pub ids: FxHashMap<Beginning, ThreadClass>,
    /// The classes that threads of a class begin, and so on.
    pub descendants: FxHashMap<ThreadClass, BTreeSet<ThreadClass>>,
    /// Variables that hold numbers of threads and nothing else may change.
    pub handles: FxHashSet<SymbolId>,
}

pub(super) struct Context {
    /// The context of the same call with which it begins, where no number is known; `None` for that itself.
    begin: Option<ContextId>,
    pub function: FuncId,
    pub bindings: Bindings,
    /// Before each instruction; `None` where the thread does not come.
    pub states: IdVec<InstrId, Option<State>>,
    pending: BTreeSet<InstrId>,
    exit: Option<State>,
    callers: Vec<(ContextId, InstrId)>,
}

/// Contexts and steps that are looked at.
const MOST_CONTEXTS: usize = 4000;
const MOST_STEPS: u64 = 2_000_000;
/// Combinations of numbers that are told apart in a call.
const MOST_NUMBERS: usize = 150;

pub(super) struct Flow<'a> {
    pointers: &'a Pointers<'a>,
    classes: &'a Classes,
    is_first: bool,
    pub contexts: IdVec<ContextId, Context>,
    /// Do all ways to each place come with the same locks and sections? Then what a thread surely holds there is all that it may hold, as far as locks have names.
    pub is_exact: bool,
    ids: FxHashMap<(FuncId, State, Bindings), ContextId>,
    /// The contexts of a call by the numbers that are known in them.
    numbered: FxHashMap<ContextId, FxHashMap<Numbers, ContextId>>,
    /// Variables whose numbers are looked at.
    counters: FxHashSet<SymbolId>,
    work: Vec<ContextId>,
}

impl State {
    /// As a callee sees it, to which variables of its caller say nothing.
    fn key(&self) -> State {
        State { tries: BTreeMap::new(), ..self.clone() }
    }
}

impl<'a> Flow<'a> {
    /// Of the first thread.
    ///
    /// # Errors
    /// If it may do something that is not understood.
    pub(super) fn of_first(pointers: &'a Pointers<'a>, classes: &'a Classes) -> Result<Self, Obstacle> {
        Self::run(pointers, classes, true, pointers.program.start, Bindings::default())
    }

    /// Of a thread of a class.
    ///
    /// # Errors
    /// If it may do something that is not understood.
    pub(super) fn of_class(pointers: &'a Pointers<'a>, classes: &'a Classes, class: ThreadClass) -> Result<Self, Obstacle> {
        let (creator, at, entry) = classes.beginnings[class];
        let mut bindings = Bindings::default();
        if let Some(body) = &pointers.program.functions[creator].body
            && let InstrKind::Call { args, .. } = &body[at].kind
            && let [_, _, _, argument] = args.as_slice()
            && let Some(parameter) = pointers.program.functions[entry].params.first()
            && pointers.keeps_argument(parameter.symbol)
        {
            bindings.values.push((parameter.symbol, pointers.value(*argument, &Bindings::default())));
        }
        Self::run(pointers, classes, false, entry, bindings)
    }

    fn run(pointers: &'a Pointers<'a>, classes: &'a Classes, is_first: bool, entry: FuncId, bindings: Bindings) -> Result<Self, Obstacle> {
        let mut flow = Self {
            pointers,
            classes,
            is_first,
            contexts: IdVec::new(),
            is_exact: true,
            ids: FxHashMap::default(),
            numbered: FxHashMap::default(),
            counters: counters(pointers),
            work: Vec::new(),
        };
        flow.context(entry, State::default(), bindings)?;
        let mut steps = 0;
        while let Some(context) = flow.work.pop() {
            while let Some(at) = flow.contexts[context].pending.pop_first() {
                flow.step(context, at)?;
                steps += 1;
                if steps > MOST_STEPS {
                    return Err(Obstacle::TooLarge);
                }
            }
        }
        Ok(flow)
    }

    fn context(&mut self, function: FuncId, state: State, bindings: Bindings) -> Result<ContextId, Obstacle> {
        let key = (function, state.key(), bindings);
        if let Some(&id) = self.ids.get(&key) {
            return Ok(id);
        }
        if self.contexts.len() >= MOST_CONTEXTS {
            return Err(Obstacle::TooLarge);
        }
        let program = self.pointers.program;
        let n = program.functions[function].body.as_ref().map_or(0, IdVec::len);
        let mut states = IdVec::filled(None, n);
        if n > 0 {
            states[InstrId::new(0)] = Some(key.1.clone());
        }
        let pending = BTreeSet::from([InstrId::new(0)]);
        let id = self.contexts.push(Context { begin: None, function, bindings: key.2.clone(), states, pending, exit: None, callers: Vec::new() });
        self.ids.insert(key, id);
        self.work.push(id);
        Ok(id)
    }

    /// The context of the same call in which these numbers are known, or none if there are too many.
    fn with_numbers(&mut self, context: ContextId, numbers: Numbers) -> ContextId {
        let begin = self.contexts[context].begin.unwrap_or(context);
        let known = self.numbered.entry(begin).or_default();
        if numbers.is_empty() || known.len() >= MOST_NUMBERS && !known.contains_key(&numbers) {
            return begin;
        }
        if let Some(&id) = known.get(&numbers) {
            return id;
        }
        let Context { function, bindings, states, .. } = &self.contexts[begin];
        let (function, states) = (*function, IdVec::filled(None, states.len()));
        let bindings = Bindings { numbers: numbers.clone(), ..bindings.clone() };
        let id = self.contexts.push(Context { begin: Some(begin), function, bindings, states, pending: BTreeSet::new(), exit: None, callers: Vec::new() });
        self.numbered.entry(begin).or_default().insert(numbers, id);
        id
    }

    /// The thread comes to what stands behind the instruction, which writes what it writes.
    fn come_behind(&mut self, context: ContextId, at: InstrId, state: &State) {
        let program = self.pointers.program;
        let next = InstrId::new(at.index() + 1);
        let Context { function, bindings, .. } = &self.contexts[context];
        let Some(instruction) = program.functions[*function].body.as_ref().map(|body| &body[at].kind) else { return };
        let mut numbers = bindings.numbers.clone();
        instruction.expressions(|e, role| {
            if role == goto::visit::Role::Write
                && let ExprKind::Var(symbol) = program.exprs.kind(program.exprs.root(e))
            {
                numbers.remove(&symbol);
            }
        });
        match *instruction {
            InstrKind::Decl(symbol) | InstrKind::Dead(symbol) => drop(numbers.remove(&symbol)),
            InstrKind::Assign { lhs, rhs } => {
                if let ExprKind::Var(symbol) = program.exprs.kind(lhs)
                    && self.counters.contains(&symbol)
                    && let Some(value) = number(program, rhs, &bindings.numbers)
                {
                    numbers.insert(symbol, value);
                }
            }
            _ => {}
        }
        let context = if numbers == bindings.numbers { context } else { self.with_numbers(context, numbers) };
        self.come(context, next, state);
    }

    /// The thread may come to the instruction with this.
    fn come(&mut self, context: ContextId, at: InstrId, state: &State) {
        let Context { states, pending, .. } = &mut self.contexts[context];
        let Some(slot) = (at.index() < states.len()).then(|| &mut states[at]) else { return };
        let grows = match slot {
            Some(known) => {
                self.is_exact &= known.holds_the_same(state);
                known.join(state)
            }
            None => {
                *slot = Some(state.clone());
                true
            }
        };
        if grows {
            pending.insert(at);
            self.work.push(context);
        }
    }

    fn step(&mut self, context: ContextId, at: InstrId) -> Result<(), Obstacle> {
        let program = self.pointers.program;
        let Context { function, states, .. } = &self.contexts[context];
        let function = *function;
        let (Some(body), Some(mut state)) = (&program.functions[function].body, states.get(at).cloned().flatten()) else { return Ok(()) };
        let next = InstrId::new(at.index() + 1);
        let loc = body[at].loc;
        match &body[at].kind {
            InstrKind::Goto { guard, target, .. } => {
                let known = number(program, *guard, &self.contexts[context].bindings.numbers).map(|value| value != 0);
                let truth = constant_truth(&program.exprs, *guard).or(known);
                if truth != Some(false) {
                    self.come(context, *target, &self.knowing(&state, *guard, true));
                }
                if truth != Some(true) {
                    self.come(context, next, &self.knowing(&state, *guard, false));
                }
                return Ok(());
            }
            InstrKind::Return(_) => {
                self.leave(context, state);
                return Ok(());
            }
            InstrKind::Halt(_) => return Ok(()),
            InstrKind::Unsupported(_) | InstrKind::Unfollowed(_) | InstrKind::Beyond(_) => return Err(Obstacle::NotUnderstood("what is not supported", loc)),
            InstrKind::Assume(cond) => state = self.knowing(&state, *cond, true),
            InstrKind::Call { result, callee, args } => return self.call(context, at, state, *result, *callee, args),
            InstrKind::Decl(symbol) | InstrKind::Dead(symbol) => {
                state.lose(|(handle, _), _| handle == symbol);
                state.tries.remove(symbol);
            }
            kind => self.assign(kind, &mut state),
        }
        self.come_behind(context, at, &state);
        Ok(())
    }

    /// What is known of variables that the instruction writes.
    fn assign(&self, kind: &InstrKind, state: &mut State) {
        let exprs = &self.pointers.program.exprs;
        kind.expressions(|e, role| {
            if role == goto::visit::Role::Write
                && let ExprKind::Var(symbol) = exprs.kind(exprs.root(e))
            {
                state.lose(|(handle, _), _| *handle == symbol);
                state.tries.remove(&symbol);
            }
        });
        if let InstrKind::Assign { lhs, rhs } = *kind
            && let (ExprKind::Var(to), ExprKind::Var(from)) = (exprs.kind(lhs), exprs.kind(rhs))
            && let Some(&lock) = state.tries.get(&from)
            && self.is_own(to)
        {
            state.tries.insert(to, lock);
        }
    }

    fn is_own(&self, symbol: SymbolId) -> bool {
        self.pointers.program.symbols[symbol].storage != Storage::Static && !self.pointers.address_taken[symbol]
    }

    /// The state where a condition has a truth.
    fn knowing(&self, state: &State, guard: ExprId, truth: bool) -> State {
        let mut state = state.clone();
        if let Some((symbol, zero_if)) = self.asks_for_zero(guard)
            && let Some(&(lock, mode)) = state.tries.get(&symbol)
        {
            state.unsure.remove(&lock);
            if zero_if == truth {
                state.locks.entry(lock).or_insert(mode);
            }
        }
        state
    }

    /// The variable that is zero if and only if the condition has this truth.
    fn asks_for_zero(&self, guard: ExprId) -> Option<(SymbolId, bool)> {
        let exprs = &self.pointers.program.exprs;
        let variable = |e| match exprs.kind(e) {
            ExprKind::Var(symbol) => Some(symbol),
            _ => None,
        };
        let is_zero = |e| match exprs.kind(e) {
            ExprKind::Const(bits) => bits.is_zero(),
            kind => kind == ExprKind::Zero,
        };
        match exprs.kind(guard) {
            ExprKind::Unary(UnOp::Not, inner) => self.asks_for_zero(inner).map(|(symbol, truth)| (symbol, !truth)),
            ExprKind::Binary(BinOp::Eq, a, b) if is_zero(b) => variable(a).map(|symbol| (symbol, true)),
            ExprKind::Binary(BinOp::Ne, a, b) if is_zero(b) => variable(a).map(|symbol| (symbol, false)),
            ExprKind::Cast(a) => variable(a).map(|symbol| (symbol, false)),
            _ => None,
        }
    }

    /// The function ends.
    fn leave(&mut self, context: ContextId, mut state: State) {
        state.tries.clear();
        let begin = self.contexts[context].begin.unwrap_or(context);
        let Context { exit, callers, .. } = &mut self.contexts[begin];
        let grows = match exit {
            Some(known) => {
                self.is_exact &= known.holds_the_same(&state);
                known.join(&state)
            }
            None => {
                *exit = Some(state);
                true
            }
        };
        if grows {
            for (caller, at) in callers.clone() {
                self.contexts[caller].pending.insert(at);
                self.work.push(caller);
            }
        }
    }

    fn call(&mut self, context: ContextId, at: InstrId, state: State, result: Option<ExprId>, callee: Callee, args: &[ExprId]) -> Result<(), Obstacle> {
        let program = self.pointers.program;
        let loc = self.location(context, at);
        let bindings = self.contexts[context].bindings.clone();
        let Some(targets) = self.pointers.targets(callee, &bindings) else { return Err(Obstacle::NotUnderstood("a call of any function", loc)) };
        for target in targets {
            let f = &program.functions[target];
            let mut after = if let Some(library) = LibraryCall::of(program, target) {
                let Some(after) = self.library(library, (context, at), &state, result, args)? else { continue };
                after
            } else if let Some(operation) = f.thread_operation() {
                self.operation(operation, state.clone(), loc)?
            } else if f.body.is_none() {
                return Err(Obstacle::NotUnderstood("a call of a function without a body", loc));
            } else {
                let Some(after) = self.enter(target, (context, at), &state, &bindings, args)? else { continue };
                after
            };
            if !f.noreturn {
                let own = result.and_then(|result| match program.exprs.kind(program.exprs.root(result)) {
                    ExprKind::Var(symbol) => Some(symbol),
                    _ => None,
                });
                after.lose(|(handle, _), _| Some(*handle) == own);
                self.come_behind(context, at, &after);
            }
        }
        Ok(())
    }

    fn location(&self, context: ContextId, at: InstrId) -> Location {
        let program = self.pointers.program;
        let function = &program.functions[self.contexts[context].function];
        function.body.as_ref().map_or(function.loc, |body| body[at].loc)
    }

    fn operation(&self, operation: ThreadOperation, mut state: State, loc: Location) -> Result<State, Obstacle> {
        match operation {
            ThreadOperation::Own => {}
            ThreadOperation::Enter | ThreadOperation::EnterWhen | ThreadOperation::EnterUnless => state.sections += 1,
            ThreadOperation::Leave if state.sections > 0 => state.sections -= 1,
            ThreadOperation::Leave => return Err(Obstacle::NotUnderstood("the end of an atomic section that may not have begun", loc)),
            ThreadOperation::Start | ThreadOperation::End => return Err(Obstacle::NotUnderstood("a thread that begins or ends otherwise", loc)),
        }
        Ok(state)
    }

    /// The state behind a call of a function with a body, as far as it is known that it comes back.
    fn enter(&mut self, target: FuncId, site: (ContextId, InstrId), state: &State, bindings: &Bindings, args: &[ExprId]) -> Result<Option<State>, Obstacle> {
        let f = &self.pointers.program.functions[target];
        let mut within = state.key();
        within.sections += u32::from(f.is_atomic_section());
        let mut bound = Bindings::default();
        for (parameter, &arg) in f.params.iter().zip(args) {
            if self.pointers.keeps_argument(parameter.symbol) {
                let values = self.pointers.value(arg, bindings);
                if values.len() > 0 || values.anywhere {
                    bound.values.push((parameter.symbol, values));
                }
            }
        }
        let callee = self.context(target, within, bound)?;
        let Context { callers, exit, .. } = &mut self.contexts[callee];
        if !callers.contains(&site) {
            callers.push(site);
        }
        let after = exit.clone().map(|mut after| {
            after.sections = after.sections.saturating_sub(u32::from(f.is_atomic_section()));
            after
        });
        Ok(after)
    }

    /// The state behind a call of the library; `None` if it does not come back.
    fn library(
        &self,
        library: LibraryCall,
        (context, at): (ContextId, InstrId),
        state: &State,
        result: Option<ExprId>,
        args: &[ExprId],
    ) -> Result<Option<State>, Obstacle> {
        let program = self.pointers.program;
        let bindings = &self.contexts[context].bindings;
        let loc = self.location(context, at);
        let mut after = state.clone();
        let stored = result.and_then(|result| match program.exprs.kind(result) {
            ExprKind::Var(symbol) if self.is_own(symbol) => Some(symbol),
            _ => None,
        });
        if let Some(symbol) = stored {
            after.tries.remove(&symbol);
        }
        let lock = |kind, i: usize| args.get(i).and_then(|&arg| named_lock(self.pointers, kind, arg, bindings));
        match library {
            LibraryCall::Create if self.is_first => self.create((self.contexts[context].function, at), args, bindings, &mut after),
            LibraryCall::Join if self.is_first => self.join(args, bindings, &mut after),
            LibraryCall::Create | LibraryCall::Join | LibraryCall::Nothing | LibraryCall::Wait => {}
            LibraryCall::End => return Ok(None),
            LibraryCall::Lock(kind, mode) => {
                if let Some(lock) = lock(kind, 0) {
                    after.locks.entry(lock).or_insert(mode);
                }
            }
            LibraryCall::Try(kind, mode) | LibraryCall::Timed(kind, mode) => {
                let lock = lock(kind, 0);
                after.unsure.extend(lock);
                if let (Some(lock), Some(symbol)) = (lock, stored) {
                    after.tries.insert(symbol, (lock, mode));
                }
            }
            LibraryCall::Unlock(kind) | LibraryCall::Reset(kind) => {
                for lock in locks_among(self.pointers, kind, args[0], bindings, &after, loc)? {
                    after.release(lock);
                }
            }
            LibraryCall::Unknown => return Err(Obstacle::NotUnderstood("a function of threads", loc)),
        }
        Ok(Some(after))
    }

    fn create(&self, site: (FuncId, InstrId), args: &[ExprId], bindings: &Bindings, state: &mut State) {
        let classes: Vec<ThreadClass> = self.begun(site, args, bindings);
        let handle = handle_of(self.pointers, self.classes, args[0], bindings);
        let written = self.pointers.value(args[0], bindings);
        let is_written = |symbol| written.anywhere || written.addresses().any(|address| self.pointers.object(address.object) == Object::Variable(symbol));
        state.lose(|place, _| handle.map_or(is_written(place.0), |handle| *place == handle));
        for &class in &classes {
            let count = if state.others.contains_key(&class) { Count::Many } else { Count::One };
            state.others.insert(class, count);
            for &other in self.classes.descendants.get(&class).into_iter().flatten() {
                state.others.insert(other, Count::Many);
                state.lost.insert(other);
            }
        }
        match (classes.as_slice(), handle) {
            (&[class], Some(handle)) => drop(state.handles.insert(handle, class)),
            _ => state.lost.extend(classes),
        }
    }

    /// The classes of threads that may begin at a place.
    pub(super) fn begun(&self, (function, at): (FuncId, InstrId), args: &[ExprId], bindings: &Bindings) -> Vec<ThreadClass> {
        let targets = args.get(2).and_then(|&start| self.pointers.targets(Callee::Indirect(start), bindings)).unwrap_or_default();
        targets.into_iter().filter_map(|target| self.classes.ids.get(&(function, at, target)).copied()).collect()
    }

    fn join(&self, args: &[ExprId], bindings: &Bindings, state: &mut State) {
        if let Some(handle) = joined(self.pointers, args, bindings, state) {
            state.joined(&handle);
        }
    }

    /// What holds where the function returns in which the thread begins; `None` if it does not return.
    pub(super) fn end(&self) -> Option<&State> {
        self.contexts.values().next().and_then(|entry| entry.exit.as_ref())
    }
}

/// Where the number of the thread that is joined is kept, if it is known that there is one with this number.
pub(super) fn joined(pointers: &Pointers<'_>, args: &[ExprId], bindings: &Bindings, state: &State) -> Option<Handle> {
    let &number = args.first()?;
    let (object, offset) = pointers.program.exprs.is_place(number).then(|| pointers.address(number, bindings).only()).flatten()?;
    let Object::Variable(symbol) = pointers.object(object) else { return None };
    Some((symbol, offset)).filter(|handle| state.handles.contains_key(handle))
}

/// Variables of functions, without an address, with which it is counted which thread or lock is meant.
fn counters(pointers: &Pointers<'_>) -> FxHashSet<SymbolId> {
    let program = pointers.program;
    let mut counters = FxHashSet::default();
    let mut seen = FxHashSet::default();
    for instruction in program.functions.values().flat_map(|f| f.body.iter()).flat_map(|body| body.values()) {
        let InstrKind::Call { callee: Callee::Direct(target), args, .. } = &instruction.kind else { continue };
        if LibraryCall::of(program, *target).is_none() {
            continue;
        }
        for &arg in args {
            program.exprs.walk(arg, &mut seen, &mut |e, kind| {
                if let ExprKind::Var(symbol) = kind
                    && matches!(program.symbols[symbol].storage, Storage::Local(_) | Storage::Temporary(_))
                    && matches!(program.types.get(program.exprs.ty(e)), goto::Type::Int { .. })
                    && !pointers.address_taken[symbol]
                {
                    counters.insert(symbol);
                }
            });
        }
    }
    counters
}

/// The variable that a pointer to the number of a thread leads to, if nothing else changes it.
fn handle_of(pointers: &Pointers<'_>, classes: &Classes, pointer: ExprId, bindings: &Bindings) -> Option<Handle> {
    let (object, offset) = pointers.value(pointer, bindings).only()?;
    match pointers.object(object) {
        Object::Variable(symbol) if classes.handles.contains(&symbol) => Some((symbol, offset)),
        _ => None,
    }
}

/// The lock, if a pointer leads to one object only.
pub(super) fn named_lock(pointers: &Pointers<'_>, kind: LockKind, pointer: ExprId, bindings: &Bindings) -> Option<Lock> {
    let (object, offset) = pointers.value(pointer, bindings).only()?;
    let program = pointers.program;
    match pointers.object(object) {
        Object::Variable(symbol) if program.symbols[symbol].storage == Storage::Static && !program.thread_local.contains(&symbol) => {
            Some(Lock { kind, symbol, offset })
        }
        _ => None,
    }
}

/// Of the locks that are held, those that a pointer may lead to.
fn locks_among(pointers: &Pointers<'_>, kind: LockKind, pointer: ExprId, bindings: &Bindings, state: &State, loc: Location) -> Result<Vec<Lock>, Obstacle> {
    let values: Values = pointers.value(pointer, bindings);
    if values.anywhere {
        return Err(Obstacle::NotUnderstood("a lock that may be anywhere", loc));
    }
    if let Some(lock) = named_lock(pointers, kind, pointer, bindings) {
        return Ok(vec![lock]);
    }
    let objects: FxHashSet<Object> = values.addresses().map(|address| pointers.object(address.object)).collect();
    let tried = state.tries.values().map(|&(lock, _)| lock);
    Ok(state.locks.keys().copied().chain(tried).filter(|lock| objects.contains(&Object::Variable(lock.symbol))).collect())
}

/// The mode in which a lock is held.
pub(super) fn holds(state: &State, lock: Lock) -> Option<Mode> {
    state.locks.get(&lock).copied()
}
