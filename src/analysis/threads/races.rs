//! Which pairs of accesses may race. Mutual exclusion by a lock rests on all threads: who gives it back holds it, and nobody else writes it. So that is looked at first.

use super::accesses::{Accesses, Touch};
use super::flow::{Beginning, Classes, Flow, holds, named_lock};
use super::library::{LibraryCall, LockKind};
use super::objects::{Extent, Object, Obstacle, Offset, Values};
use super::pointers::{Bindings, Pointers};
use super::state::{Count, Lock, State, ThreadClass};
use goto::{Callee, ExprId, ExprKind, FuncId, Id, IdVec, InstrId, InstrKind, Location, Program, Storage, SymbolId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Pairs that are looked at.
const MOST_PAIRS: u64 = 5_000_000;

/// An access of a thread.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Access {
    /// `None`: of the first thread.
    pub class: Option<ThreadClass>,
    pub touch: Touch,
    pub state: State,
}

/// A program without data races.
#[derive(Debug)]
pub struct Guarded {
    /// For each object of the text that several threads access, what keeps its accesses apart.
    pub reasons: BTreeMap<String, BTreeSet<String>>,
}

/// What keeps two accesses to an object apart.
enum Apart {
    /// Both read.
    Reads,
    Bytes,
    Time,
    Sections,
    Lock(Lock),
}

/// Which locks exclude nobody.
#[derive(Default)]
struct Spoiled {
    /// All locks in the variable, or one at an offset.
    locks: FxHashSet<(SymbolId, Option<i64>)>,
    used: BTreeSet<Lock>,
    /// What the program itself writes, other than to initialise variables.
    written: FxHashSet<(SymbolId, Extent)>,
}

impl Spoiled {
    fn is_lock(&self, lock: Lock) -> bool {
        let collides = |other: &Lock| *other != lock && other.symbol == lock.symbol && extent(*other).meets(extent(lock));
        let is_spoiled = self.locks.contains(&(lock.symbol, None)) || self.locks.contains(&(lock.symbol, Some(lock.offset)));
        let is_written = self.written.iter().any(|&(symbol, written)| symbol == lock.symbol && written.meets(extent(lock)));
        !is_spoiled && !is_written && !self.used.iter().any(collides)
    }
}

fn extent(lock: Lock) -> Extent {
    Extent::Bytes { from: lock.offset, to: lock.offset.saturating_add(lock.kind.size()) }
}

/// Shows that no two threads access a place at the same time, one of them writing, unless both do so atomically.
///
/// # Errors
/// What may race, or what is not understood.
pub fn guarded(program: &Program) -> Result<Guarded, Obstacle> {
    collect(program, false, |collected, _, _| collected.pairs())
}

/// Collects all that threads do, for the question.
pub(super) fn collect<T>(
    program: &Program,
    of_models: bool,
    question: impl FnOnce(&Collected<'_>, &Classes, &[(Option<ThreadClass>, Flow<'_>)]) -> Result<T, Obstacle>,
) -> Result<T, Obstacle> {
    let loc = program.functions[program.start].loc;
    if !program.lent.is_empty() {
        return Err(Obstacle::NotUnderstood("memory from outside", loc));
    }
    let pointers = Pointers::of(program)?;
    let mut classes = Classes { beginnings: beginnings(&pointers), ..Classes::default() };
    classes.ids = classes.beginnings.iter().map(|(class, &beginning)| (beginning, class)).collect();
    let mut collected = Collected::new(&pointers, of_models);
    for class in classes.beginnings.ids() {
        collected.flow(Some(class), &Flow::of_class(&pointers, &classes, class)?)?;
    }
    classes.descendants = descendants(&collected.begun);
    let mut handles = handles(&pointers);
    handles.retain(|symbol| !collected.handled.contains(symbol));
    classes.handles = handles;
    let mut flows = vec![(None, Flow::of_first(&pointers, &classes)?)];
    collected.flow(None, &flows[0].1)?;
    for class in classes.beginnings.ids() {
        flows.push((Some(class), Flow::of_class(&pointers, &classes, class)?));
    }
    question(&collected, &classes, &flows)
}

/// Where threads begin.
fn beginnings(pointers: &Pointers<'_>) -> IdVec<ThreadClass, Beginning> {
    let program = pointers.program;
    let mut beginnings = IdVec::new();
    for (function, f) in program.functions.iter().filter(|(id, _)| pointers.runs[*id]) {
        for (at, instruction) in f.body.iter().flat_map(|body| body.iter()) {
            let InstrKind::Call { callee, args, .. } = &instruction.kind else { continue };
            let creates = pointers
                .targets(*callee, &Bindings::default())
                .into_iter()
                .flatten()
                .any(|target| LibraryCall::of(program, target) == Some(LibraryCall::Create));
            if let (true, Some(&start)) = (creates, args.get(2)) {
                let starts = pointers.targets(Callee::Indirect(start), &Bindings::default()).into_iter().flatten();
                for start in starts {
                    beginnings.push((function, at, start));
                }
            }
        }
    }
    beginnings
}

fn descendants(begun: &FxHashMap<ThreadClass, BTreeSet<ThreadClass>>) -> FxHashMap<ThreadClass, BTreeSet<ThreadClass>> {
    let mut all = begun.clone();
    loop {
        let mut grows = false;
        for class in begun.keys() {
            let further: BTreeSet<ThreadClass> = all[class].iter().filter_map(|child| all.get(child)).flatten().copied().collect();
            let own = all.entry(*class).or_default();
            let before = own.len();
            own.extend(further);
            grows |= own.len() > before;
        }
        if !grows {
            return all;
        }
    }
}

/// Variables whose address nothing but beginnings of threads gets.
fn handles(pointers: &Pointers<'_>) -> FxHashSet<SymbolId> {
    let program = pointers.program;
    let exprs = &program.exprs;
    let calls = goto::callgraph::CallGraph::new(program);
    let mut given: FxHashMap<SymbolId, bool> = FxHashMap::default();
    let mut note = |e: ExprId, is_handle: bool| {
        exprs.walk(e, &mut FxHashSet::default(), &mut |_, kind| {
            if let ExprKind::AddressOf(place) = kind
                && let ExprKind::Var(symbol) = exprs.kind(exprs.root(place))
            {
                *given.entry(symbol).or_insert(true) &= is_handle;
            }
        });
    };
    for instruction in program.functions.values().flat_map(|f| f.body.iter()).flat_map(|body| body.values()) {
        let is_creation = |callee: &Callee| matches!(callee, Callee::Direct(f) if LibraryCall::of(program, *f) == Some(LibraryCall::Create));
        match &instruction.kind {
            InstrKind::Call { callee, args, result } if is_creation(callee) => {
                result.iter().for_each(|&result| note(result, false));
                args.iter().enumerate().for_each(|(i, &arg)| note(arg, i == 0 && is_plain_address(program, arg)));
            }
            kind => kind.expressions(|e, _| note(e, false)),
        }
    }
    let is_single = |symbol: SymbolId| match program.symbols[symbol].storage {
        Storage::Static => !program.thread_local.contains(&symbol),
        Storage::Local(function) => !calls.is_recursive(function),
        _ => false,
    };
    given.into_iter().filter(|&(symbol, only)| only && is_single(symbol)).map(|(symbol, _)| symbol).collect()
}

/// The address of a part of a variable, and no other address within.
fn is_plain_address(program: &Program, mut e: ExprId) -> bool {
    while let ExprKind::Cast(inner) = program.exprs.kind(e) {
        e = inner;
    }
    let ExprKind::AddressOf(mut place) = program.exprs.kind(e) else { return false };
    loop {
        match program.exprs.kind(place) {
            ExprKind::Var(_) => return true,
            ExprKind::Field { base, .. } => place = base,
            ExprKind::Index { base, index } if !matches!(program.exprs.kind(index), ExprKind::AddressOf(_)) => place = base,
            _ => return false,
        }
    }
}

/// All that threads do, with what holds there.
pub(super) struct Collected<'a> {
    pub pointers: &'a Pointers<'a>,
    pub accesses: Accesses<'a>,
    pub all: FxHashMap<Access, Location>,
    spoiled: Spoiled,
    /// Classes whose threads begin others.
    begun: FxHashMap<ThreadClass, BTreeSet<ThreadClass>>,
    /// Variables with numbers of threads that others than the first thread write.
    handled: FxHashSet<SymbolId>,
    /// Classes whose threads may run together.
    together: FxHashSet<(ThreadClass, ThreadClass)>,
}

impl<'a> Collected<'a> {
    fn new(pointers: &'a Pointers<'a>, of_models: bool) -> Self {
        Self {
            pointers,
            accesses: Accesses::new(pointers, of_models),
            all: FxHashMap::default(),
            spoiled: Spoiled::default(),
            begun: FxHashMap::default(),
            handled: FxHashSet::default(),
            together: FxHashSet::default(),
        }
    }

    fn flow(&mut self, class: Option<ThreadClass>, flow: &Flow<'_>) -> Result<(), Obstacle> {
        let program = self.pointers.program;
        for context in flow.contexts.values() {
            let Some(body) = &program.functions[context.function].body else { continue };
            for (at, instruction) in body.iter() {
                let Some(state) = &context.states[at] else { continue };
                self.note_together(state);
                let mut touches = self.accesses.of(context.function, instruction, &context.bindings)?;
                if let InstrKind::Call { callee, args, .. } = &instruction.kind {
                    for target in self.pointers.targets(*callee, &context.bindings).into_iter().flatten() {
                        if let Some(library) = LibraryCall::of(program, target) {
                            self.look_at_lock(class, library, args, &context.bindings, state, instruction.loc)?;
                            self.note_creation(class, library, flow, (context.function, at), args, &context.bindings);
                            touches.extend(self.written_by(library, args, &context.bindings, instruction.loc)?);
                        }
                    }
                }
                if let InstrKind::Return(_) = instruction.kind {
                    touches.extend(self.accesses.ended(context.function));
                }
                // What a call gives back is stored behind it: what was held before may not be any more, and a thread that it begins may run.
                let is_call = matches!(instruction.kind, InstrKind::Call { .. });
                let behind = is_call.then(|| context.states.get(InstrId::new(at.index() + 1)).cloned().flatten()).flatten();
                for touch in touches {
                    self.note(class, touch, state, context.function, instruction.loc);
                    behind.iter().for_each(|state| self.note(class, touch, state, context.function, instruction.loc));
                }
            }
        }
        Ok(())
    }

    /// What functions of the library write for the program.
    fn written_by(&self, library: LibraryCall, args: &[ExprId], bindings: &Bindings, loc: Location) -> Result<Vec<Touch>, Obstacle> {
        let place = match library {
            LibraryCall::Create => args.first(),
            LibraryCall::Join => args.get(1),
            _ => None,
        };
        let Some(&place) = place else { return Ok(Vec::new()) };
        let values = self.pointers.value(place, bindings);
        if values.anywhere {
            return Err(Obstacle::NotUnderstood("an access that may go anywhere", loc));
        }
        let touch =
            |address: super::objects::Address| Touch { object: address.object, extent: Extent::of(address.offset, Some(8)), writes: true, named: false };
        Ok(values.addresses().map(touch).filter(|touch| self.accesses.shared.contains(&touch.object)).collect())
    }

    fn note_together(&mut self, state: &State) {
        for (&a, &count) in &state.others {
            for &b in state.others.keys() {
                if a != b || count == Count::Many {
                    self.together.insert((a, b));
                }
            }
        }
    }

    fn note_creation(
        &mut self,
        class: Option<ThreadClass>,
        library: LibraryCall,
        flow: &Flow<'_>,
        site: (FuncId, InstrId),
        args: &[ExprId],
        bindings: &Bindings,
    ) {
        let (Some(class), LibraryCall::Create) = (class, library) else { return };
        let begun = flow.begun(site, args, bindings);
        self.begun.entry(class).or_default().extend(begun);
    }

    /// Who gives a lock back must hold it; and it is made before others run.
    fn look_at_lock(
        &mut self,
        class: Option<ThreadClass>,
        library: LibraryCall,
        args: &[ExprId],
        bindings: &Bindings,
        state: &State,
        loc: Location,
    ) -> Result<(), Obstacle> {
        let (kind, at, is_right): (LockKind, usize, &dyn Fn(Lock) -> bool) = match library {
            LibraryCall::Unlock(kind) => (kind, 0, &|lock| holds(state, lock).is_some()),
            LibraryCall::Wait => (LockKind::Mutex, 1, &|lock| holds(state, lock).is_some()),
            LibraryCall::Reset(kind) => (kind, 0, &|_| class.is_none() && state.others.is_empty()),
            LibraryCall::Lock(kind, _) | LibraryCall::Try(kind, _) | LibraryCall::Timed(kind, _) => (kind, 0, &|_| true),
            _ => return Ok(()),
        };
        let Some(&pointer) = args.get(at) else { return Ok(()) };
        if self.pointers.value(pointer, bindings) == Values::default() {
            return Err(Obstacle::NotUnderstood("a lock that is no object", loc));
        }
        self.spoiled.used.extend(named_lock(self.pointers, kind, pointer, bindings));
        for address in self.pointers.value(pointer, bindings).addresses() {
            let Object::Variable(symbol) = self.pointers.object(address.object) else { continue };
            match address.offset {
                Offset::At(offset) if is_right(Lock { kind, symbol, offset }) => {}
                Offset::At(offset) => {
                    self.spoiled.locks.insert((symbol, Some(offset)));
                }
                Offset::Any if matches!(library, LibraryCall::Lock(..) | LibraryCall::Try(..) | LibraryCall::Timed(..)) => {}
                Offset::Any => {
                    self.spoiled.locks.insert((symbol, None));
                }
            }
        }
        Ok(())
    }

    pub(super) fn note(&mut self, class: Option<ThreadClass>, touch: Touch, state: &State, function: FuncId, loc: Location) {
        // Where a lock is, only its own functions write.
        if touch.writes
            && function != self.pointers.program.start
            && let Object::Variable(symbol) = self.pointers.object(touch.object)
        {
            self.spoiled.written.insert((symbol, touch.extent));
            if class.is_some() {
                self.handled.insert(symbol);
            }
        }
        if class.is_none() && state.others.is_empty() {
            return;
        }
        let state = state.without_numbers_of_threads();
        self.all.entry(Access { class, touch, state }).or_insert(loc);
    }

    fn pairs(&self) -> Result<Guarded, Obstacle> {
        let mut by_object: FxHashMap<_, Vec<(&Access, Location)>> = FxHashMap::default();
        self.all.iter().for_each(|(access, &loc)| by_object.entry(access.touch.object).or_default().push((access, loc)));
        let (mut pairs, mut reasons) = (0, BTreeMap::<String, BTreeSet<String>>::new());
        for accesses in by_object.values() {
            for (i, &(a, first)) in accesses.iter().enumerate() {
                for &(b, second) in &accesses[i..] {
                    pairs += 1;
                    if pairs > MOST_PAIRS {
                        return Err(Obstacle::TooLarge);
                    }
                    let apart = self.apart(a, b).ok_or(Obstacle::MayRace(first, second))?;
                    reasons.entry(self.name(a.touch.object, first)).or_default().insert(self.text(&apart));
                }
            }
        }
        Ok(Guarded { reasons })
    }

    /// What keeps the accesses from racing; `None` if nothing does.
    fn apart(&self, a: &Access, b: &Access) -> Option<Apart> {
        if !a.touch.writes && !b.touch.writes {
            return Some(Apart::Reads);
        }
        if !a.touch.extent.meets(b.touch.extent) {
            return Some(Apart::Bytes);
        }
        if !self.may_run_together(a, b) {
            return Some(Apart::Time);
        }
        match a.state.common_lock(&b.state, |lock| self.spoiled.is_lock(lock)) {
            Some(lock) => Some(Apart::Lock(lock)),
            None => (a.state.sections > 0 && b.state.sections > 0).then_some(Apart::Sections),
        }
    }

    fn text(&self, apart: &Apart) -> String {
        match *apart {
            Apart::Reads => "reads alone".to_owned(),
            Apart::Bytes => "accesses to other bytes".to_owned(),
            Apart::Time => "accesses of threads that do not run at the same time".to_owned(),
            Apart::Sections => "accesses within atomic sections".to_owned(),
            Apart::Lock(lock) => format!("accesses while {} is held", lock.name(self.pointers.program)),
        }
    }

    /// The object as the program names it, or where it is made.
    fn name(&self, object: super::objects::ObjectId, loc: Location) -> String {
        let program = self.pointers.program;
        let place = |loc: Location| format!("{}:{}", program.files[loc.file], loc.line);
        match self.pointers.object(object) {
            Object::Variable(symbol) => program.symbols[symbol].name.clone(),
            Object::Function(function) => program.functions[function].name.clone(),
            Object::Allocated(function, at) => {
                let body = program.functions[function].body.as_ref();
                format!("what is allocated at {}", place(body.map_or(loc, |body| body[at].loc)))
            }
        }
    }

    /// Is there a lock that keeps them apart?
    pub(super) fn has_common_lock(&self, a: &State, b: &State) -> bool {
        a.common_lock(b, |lock| self.spoiled.is_lock(lock)).is_some()
    }

    /// Does the lock keep others out?
    pub(super) fn is_lock(&self, lock: Lock) -> bool {
        self.spoiled.is_lock(lock)
    }

    pub(super) fn may_run_together(&self, a: &Access, b: &Access) -> bool {
        match (a.class, b.class) {
            (None, None) => false,
            (None, Some(class)) => a.state.others.contains_key(&class),
            (Some(class), None) => b.state.others.contains_key(&class),
            (Some(first), Some(second)) => self.together.contains(&(first, second)),
        }
    }
}
