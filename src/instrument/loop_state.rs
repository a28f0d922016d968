//! What a loop may change, as the scalars whose values tell two visits of its head apart. May know the whole program; changes nothing but its table of
//! expressions. Whoever compares these scalars with what they were at an earlier visit, in the same stay in the loop, has compared all of the state on which what
//! happens next depends, but for inputs and values that nothing determines. Where that cannot be said there is no answer.

use goto::callgraph::CallGraph;
use goto::cfg::Cfg;
use goto::loops::Loop;
use goto::visit::Role;
use goto::{Body, Callee, ExprId, ExprKind, FuncId, Id, InstrId, InstrKind, Program, RecordKind, Storage, SymbolId, Type, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Scalars that the state of one loop may have.
const MOST_SCALARS: usize = 160;
/// Instructions of a function times its variables that are looked at for one loop.
const MOST_WORK: usize = 20_000_000;

/// Facts about a whole program that all its loops ask for.
pub(crate) struct Surroundings {
    calls: CallGraph,
    /// Variables whose address is taken somewhere.
    in_memory: FxHashSet<SymbolId>,
    /// Some instruction makes an object that has no name.
    allocates: bool,
    /// What each function with a body writes by itself.
    effects: FxHashMap<FuncId, Effects>,
}

/// What instructions write.
#[derive(Clone, Default)]
struct Effects {
    /// Places as they are named, all of them named from variables or from a pointer's value.
    places: Vec<ExprId>,
    callees: Vec<FuncId>,
    /// Bytes are written that pointers lead to.
    through_pointers: bool,
    /// Objects without names come or go.
    allocates: bool,
    /// Something else happens that is not followed.
    is_opaque: bool,
}

impl Surroundings {
    pub(crate) fn new(program: &Program) -> Self {
        let mut effects = FxHashMap::default();
        let mut in_memory = FxHashSet::default();
        let mut allocates = false;
        let mut seen = FxHashSet::default();
        for (f, function) in program.functions.iter() {
            let Some(body) = &function.body else { continue };
            let mut own = Effects::default();
            for instruction in body.values() {
                own.add(&instruction.kind);
                allocates |= matches!(instruction.kind, InstrKind::Allocate { .. });
                instruction.kind.expressions(|e, _| {
                    program.exprs.walk(e, &mut seen, &mut |_, kind| {
                        if let ExprKind::AddressOf(place) = kind
                            && let ExprKind::Var(symbol) = program.exprs.kind(program.exprs.root(place))
                        {
                            in_memory.insert(symbol);
                        }
                    });
                });
            }
            effects.insert(f, own);
        }
        Self { calls: CallGraph::new(program), in_memory, allocates, effects }
    }

    pub(crate) fn is_recursive(&self, f: FuncId) -> bool {
        self.calls.is_recursive(f)
    }

    /// Is the variable's address taken somewhere?
    pub(crate) fn is_in_memory(&self, symbol: SymbolId) -> bool {
        self.in_memory.contains(&symbol)
    }

    /// What the instructions of a loop and the functions that they call write; places of called functions apart.
    fn of_loop(&self, program: &Program, body: &Body, l: &Loop) -> (Effects, Vec<ExprId>, Vec<FuncId>) {
        let mut own = Effects::default();
        for &at in &l.body {
            own.add(&body[at].kind);
        }
        let (mut elsewhere, mut seen, mut called, mut work) = (Vec::new(), FxHashSet::default(), Vec::new(), own.callees.clone());
        while let Some(f) = work.pop() {
            if !seen.insert(f) {
                continue;
            }
            let Some(effects) = self.effects.get(&f) else {
                // One that never returns does not lead back to the head.
                own.is_opaque |= !program.functions[f].noreturn;
                continue;
            };
            called.push(f);
            own.through_pointers |= effects.through_pointers;
            own.allocates |= effects.allocates;
            own.is_opaque |= effects.is_opaque;
            elsewhere.extend(&effects.places);
            work.extend(&effects.callees);
        }
        (own, elsewhere, called)
    }

    /// Can every byte that a pointer leads to be named where the function has control?
    fn memory_has_names(&self, program: &Program, f: FuncId) -> bool {
        let (mut callers, mut work) = (FxHashSet::default(), vec![f]);
        while let Some(g) = work.pop() {
            for &caller in self.calls.callers(g) {
                if callers.insert(caller) {
                    work.push(caller);
                }
            }
        }
        !self.allocates && self.in_memory.iter().all(|&s| owner(program, s).is_none_or(|g| !callers.contains(&g)))
    }
}

impl Effects {
    fn add(&mut self, kind: &InstrKind) {
        kind.expressions(|e, role| {
            if role == Role::Write {
                self.places.push(e);
            }
        });
        match kind {
            InstrKind::Call { callee: Callee::Direct(f), .. } => self.callees.push(*f),
            InstrKind::Call { callee: Callee::Indirect(_), .. } => self.is_opaque = true,
            InstrKind::Allocate { .. } | InstrKind::Free(_) | InstrKind::Release(_) => self.allocates = true,
            InstrKind::MemCopy { .. } | InstrKind::MemSet { .. } => self.through_pointers = true,
            // No execution passes what is not supported.
            InstrKind::Skip
            | InstrKind::Mark(_)
            | InstrKind::Decl(_)
            | InstrKind::Dead(_)
            | InstrKind::Assign { .. }
            | InstrKind::Goto { .. }
            | InstrKind::Return(_)
            | InstrKind::Assume(_)
            | InstrKind::Assert { .. }
            | InstrKind::Cover { .. }
            | InstrKind::Input { .. }
            | InstrKind::Havoc { .. }
            | InstrKind::Find { .. }
            | InstrKind::Compare { .. }
            | InstrKind::Halt(_)
            | InstrKind::Unsupported(_)
            | InstrKind::Limit(_)
            | InstrKind::Beyond(_)
            | InstrKind::Unfollowed(_) => {}
        }
    }
}

/// The function whose variable it is.
fn owner(program: &Program, symbol: SymbolId) -> Option<FuncId> {
    match program.symbols[symbol].storage {
        Storage::Static => None,
        Storage::Local(f) | Storage::Parameter(f) | Storage::Temporary(f) => Some(f),
    }
}

/// The state of a loop at its head.
pub(crate) struct LoopState {
    pub scalars: Vec<ExprId>,
    /// The functions with a body that the loop calls, if the state has a part beside the scalars: what the loop and they do to memory through pointers.
    pub beside: Option<Vec<FuncId>>,
}

/// The scalars that make the state of a loop of the function at its head; none if it has parts that are not followed.
pub(crate) fn state(program: &mut Program, surroundings: &Surroundings, f: FuncId, body: &Body, cfg: &Cfg, l: &Loop) -> Option<Vec<ExprId>> {
    let state = state_with_memory(program, surroundings, f, body, cfg, l)?;
    state.beside.is_none().then_some(state.scalars)
}

/// The same, also of loops that store to memory without names.
pub(crate) fn state_with_memory(program: &mut Program, surroundings: &Surroundings, f: FuncId, body: &Body, cfg: &Cfg, l: &Loop) -> Option<LoopState> {
    let (own, elsewhere, called) = surroundings.of_loop(program, body, l);
    if own.is_opaque {
        return None;
    }
    let named = surroundings.memory_has_names(program, f);
    let written: FxHashSet<SymbolId> = own.places.iter().chain(&elsewhere).filter_map(|&e| root_symbol(program, e)).collect();
    let declared: FxHashSet<SymbolId> = l.body.iter().filter_map(|&at| if let InstrKind::Decl(s) = body[at].kind { Some(s) } else { None }).collect();
    let places = Places { program, surroundings, function: f, fixed: |s| !written.contains(&s) && !declared.contains(&s) };
    let (mut found, mut whole) = (FxHashSet::default(), FxHashSet::default());
    let mut through_pointers = own.through_pointers;
    for (&place, is_own) in own.places.iter().map(|e| (e, true)).chain(elsewhere.iter().map(|e| (e, false))) {
        match places.covering(place, is_own) {
            Covering::Place(place) => _ = found.insert(place),
            Covering::Whole(symbol) => _ = whole.insert(symbol),
            Covering::Nothing => {}
            Covering::Memory => through_pointers = true,
        }
    }
    let beside = own.allocates || through_pointers && !named;
    if beside {
        // Whether such a place is there at the next visit nobody knows.
        found.retain(|&place| root_symbol(program, place).is_some());
    } else if through_pointers {
        whole.extend(surroundings.in_memory.iter().copied().filter(|&s| owner(program, s).is_none_or(|g| g == f)));
    }
    for symbol in whole {
        let ty = program.symbols[symbol].ty;
        found.insert(program.build().var(symbol, ty));
    }
    let mut live = Live::new(program, body, cfg, l.head);
    let mut found: Vec<ExprId> = found.into_iter().collect();
    found.sort_unstable();
    let mut scalars = Vec::new();
    for place in found {
        let symbol = root_symbol(program, place);
        let is_memory = symbol.is_none_or(|s| surroundings.in_memory.contains(&s));
        if let Some(symbol) = symbol.filter(|&s| owner(program, s).is_some()) {
            let needed = if is_memory { !declared.contains(&symbol) || live.may_be_alive(l, symbol) } else { live.is_read(symbol) };
            if !needed {
                continue;
            }
        }
        flatten(program, place, is_memory, &mut scalars)?;
    }
    scalars.sort_unstable();
    scalars.dedup();
    Some(LoopState { scalars, beside: beside.then_some(called) })
}

fn root_symbol(program: &Program, place: ExprId) -> Option<SymbolId> {
    match program.exprs.kind(program.exprs.root(place)) {
        ExprKind::Var(symbol) => Some(symbol),
        _ => None,
    }
}

/// What has to be compared for what a store may change.
enum Covering {
    Place(ExprId),
    Whole(SymbolId),
    /// It does not outlive the call that makes it.
    Nothing,
    /// Whatever pointers lead to.
    Memory,
}

struct Places<'a, F> {
    program: &'a Program,
    surroundings: &'a Surroundings,
    /// Whose loop it is.
    function: FuncId,
    /// Is the variable not changed by name while the loop runs?
    fixed: F,
}

impl<F: Fn(SymbolId) -> bool> Places<'_, F> {
    fn covering(&self, place: ExprId, is_own: bool) -> Covering {
        match self.program.exprs.kind(self.program.exprs.root(place)) {
            ExprKind::Var(symbol) => match owner(self.program, symbol) {
                Some(f) if f != self.function => Covering::Nothing,
                _ if self.is_one_place(place, is_own) => Covering::Place(place),
                _ => Covering::Whole(symbol),
            },
            _ if is_own && self.is_one_place(place, true) => Covering::Place(place),
            _ => Covering::Memory,
        }
    }

    /// Does it name the same bytes as long as the loop runs?
    fn is_one_place(&self, place: ExprId, is_own: bool) -> bool {
        match self.program.exprs.kind(place) {
            ExprKind::Var(_) => true,
            ExprKind::Field { base, .. } => self.is_one_place(base, is_own),
            ExprKind::Index { base, index } => {
                self.is_one_place(base, is_own) && (self.program.exprs.as_const(index).is_some() || is_own && self.is_one_value(index))
            }
            ExprKind::Deref(pointer) => is_own && self.is_one_value(pointer),
            _ => false,
        }
    }

    /// Does it have the same value as long as the loop runs?
    fn is_one_value(&self, e: ExprId) -> bool {
        let exprs = &self.program.exprs;
        match exprs.kind(e) {
            ExprKind::Const(_) | ExprKind::Zero | ExprKind::FunctionAddress(_) => true,
            ExprKind::Var(symbol) => !self.surroundings.in_memory.contains(&symbol) && (self.fixed)(symbol),
            ExprKind::AddressOf(place) => {
                // A variable that comes to life in the loop is another object each time.
                let root = root_symbol(self.program, place);
                root.is_none_or(|s| (self.fixed)(s) || owner(self.program, s).is_none()) && self.is_one_place(place, true)
            }
            ExprKind::Unary(_, a) | ExprKind::Cast(a) => self.is_one_value(a),
            ExprKind::Binary(op, a, b) => op != goto::BinOp::SameObject && self.is_one_value(a) && self.is_one_value(b),
            _ => false,
        }
    }
}

/// Which variables' values a function may still read from a loop's head on.
pub(crate) struct Live<'a> {
    body: &'a Body,
    cfg: &'a Cfg,
    head: InstrId,
    reads: Vec<Vec<SymbolId>>,
    writes: Vec<Option<SymbolId>>,
    work: usize,
}

impl<'a> Live<'a> {
    pub(crate) fn new(program: &Program, body: &'a Body, cfg: &'a Cfg, head: InstrId) -> Self {
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        for instruction in body.values() {
            let (mut read, mut written) = (Vec::new(), None);
            instruction.kind.expressions(|e, role| match (role, program.exprs.kind(e)) {
                (Role::Write, ExprKind::Var(symbol)) => written = Some(symbol),
                _ => program.exprs.walk(e, &mut FxHashSet::default(), &mut |_, kind| {
                    if let ExprKind::Var(symbol) = kind {
                        read.push(symbol);
                    }
                }),
            });
            if let InstrKind::Decl(symbol) | InstrKind::Dead(symbol) = instruction.kind {
                written = Some(symbol);
            }
            reads.push(read);
            writes.push(written);
        }
        Self { body, cfg, head, reads, writes, work: 0 }
    }

    /// May the variable, to which no pointer leads, be read before it is written as a whole?
    pub(crate) fn is_read(&mut self, symbol: SymbolId) -> bool {
        let (mut seen, mut work) = (FxHashSet::from_iter([self.head]), vec![self.head]);
        while let Some(at) = work.pop() {
            self.work += 1;
            if self.work > MOST_WORK || self.reads[at.index()].contains(&symbol) {
                return true;
            }
            if self.writes[at.index()] != Some(symbol) {
                work.extend(self.cfg.successors(at).iter().filter(|&&to| seen.insert(to)));
            }
        }
        false
    }

    /// May an object that comes to life in the loop be alive at its head?
    fn may_be_alive(&mut self, l: &Loop, symbol: SymbolId) -> bool {
        let declares = |at: &InstrId| matches!(self.body[*at].kind, InstrKind::Decl(s) if s == symbol);
        let mut work: Vec<InstrId> = l.body.iter().copied().filter(declares).collect();
        let mut seen: FxHashSet<InstrId> = work.iter().copied().collect();
        while let Some(at) = work.pop() {
            if at == self.head && !declares(&at) {
                return true;
            }
            if !matches!(self.body[at].kind, InstrKind::Dead(s) if s == symbol) {
                work.extend(self.cfg.successors(at).iter().filter(|&&to| seen.insert(to)));
            }
        }
        false
    }
}

/// The scalars of a place; none if it has too many, or bits that no scalar has and that a pointer could show.
fn flatten(program: &mut Program, place: ExprId, is_memory: bool, found: &mut Vec<ExprId>) -> Option<()> {
    let ty = program.exprs.ty(place);
    match program.types.get(ty).clone() {
        Type::Bool | Type::Int { .. } | Type::Float(_) | Type::Pointer(_) => found.push(place),
        Type::Array { len: Some(len), .. } if len <= MOST_SCALARS as u64 => {
            let size = program.types.size();
            for i in 0..len {
                let index = program.build().constant(size, i128::from(i));
                let element = program.build().index(place, index);
                flatten(program, element, is_memory, found)?;
            }
        }
        Type::Record(record) if program.types.records[record].kind == RecordKind::Struct && !(is_memory && has_padding(program, ty)) => {
            let fields = program.types.record_body(ty)?.fields.len();
            for i in 0..fields {
                let field = program.build().field(place, i);
                flatten(program, field, is_memory, found)?;
            }
        }
        _ => return None,
    }
    (found.len() <= MOST_SCALARS).then_some(())
}

/// Has a struct bits that belong to none of its members?
fn has_padding(program: &Program, ty: TypeId) -> bool {
    let Some(body) = program.types.record_body(ty) else { return true };
    let bits = |f: &goto::types::Field| f.bits.map_or_else(|| program.types.size_of(f.ty).map(|bytes| bytes * 8), |range| Some(u64::from(range.width)));
    let sum: Option<u64> = body.fields.iter().map(bits).sum();
    sum != Some(body.size * 8)
}
