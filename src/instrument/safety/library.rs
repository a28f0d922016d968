//! What the arguments of library functions do wrong, reported at the caller's place: searches and comparisons that run out of an object, and accesses within
//! the models that are written in C. Models have no properties of their own: where one would access memory that is not there it notes the fault and
//! returns at once, and its caller claims that there was none.

use super::{Claim, FunctionChecks, Report, SafetyContext, function_addresses, required};
use crate::safety::range::Ranges;
use goto::{
    BinOp, Body, Callee, CompareMode, ExprId, FindMode, FuncId, InstrId, InstrKind, Instruction, Location, MemoryFact, Operations, Program, PropertyClass,
    Storage, Symbol, SymbolId, Type,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What the arguments of a model may be wrong in.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Fault {
    class: PropertyClass,
    text: &'static str,
}

/// An access to memory that is not there. Which property that violates depends on what is asked for.
const ACCESS: Fault = Fault { class: PropertyClass::ValidDeref, text: "invalid access to memory in a library function" };

impl Fault {
    /// What a claim in a model is about.
    pub(super) fn of(claim: &Claim) -> Self {
        if is_access(claim.class) { ACCESS } else { Fault { class: claim.class, text: claim.text } }
    }
}

fn is_access(class: PropertyClass) -> bool {
    matches!(class, PropertyClass::Bounds | PropertyClass::Pointer | PropertyClass::ValidDeref)
}

/// The faults that models note, and where they do.
pub(super) struct Faults {
    /// Each with a static `Bool`, of which every thread has its own: another one must not be told of the fault.
    notes: Vec<(Fault, SymbolId)>,
    /// By positions in `notes`, ascending.
    functions: FxHashMap<FuncId, Vec<usize>>,
}

/// Makes all models note their faults of these classes.
pub(super) fn note_faults(program: &mut Program, operations: &Operations, classes: &[PropertyClass]) -> Option<Faults> {
    let models: Vec<FuncId> = program.functions.ids().filter(|&f| f != program.start && program.functions[f].model).collect();
    let found = faulty(program, operations, &models, classes);
    if found.functions.is_empty() {
        return None;
    }
    let (ty, loc, is_threaded) = (program.types.bool(), program.functions[program.start].loc, program.begins_threads());
    let note = |fault: Fault| {
        let name = if fault == ACCESS { "fault".to_owned() } else { format!("fault_{}", fault.class.label()) };
        let symbol = program.symbols.push(Symbol { name, ty, storage: Storage::Static, loc });
        if is_threaded {
            program.thread_local.insert(symbol);
        }
        (fault, symbol)
    };
    let faults = Faults { notes: found.kinds.into_iter().map(note).collect(), functions: found.functions };
    let classes: Vec<PropertyClass> = faults.notes.iter().map(|n| n.0.class).collect();
    let addresses = function_addresses(program);
    let mut ranges = Ranges::default();
    for &f in &models {
        let Some(own) = faults.functions.get(&f) else { continue };
        let Some(mut body) = program.functions[f].body.take() else { continue };
        let exits = own.iter().map(|&i| (faults.notes[i].0, append_exit(program, f, &mut body, faults.notes[i].1))).collect();
        let wanted = SafetyContext { classes: &classes, functions: &addresses, faults: Some(&faults), ..SafetyContext::default() };
        // What C says of operators is no matter of models.
        let none = Operations::default();
        let mut checker = FunctionChecks::new(program, &mut ranges, &none, wanted, f);
        checker.requirements = required::wanted(operations, f, &classes);
        checker.report = Report::Exit;
        checker.exits = exits;
        checker.body(&body);
        std::mem::take(&mut checker.insertions).apply(&mut body);
        program.functions[f].body = Some(body);
    }
    Some(faults)
}

/// The faults that there may be, and in which models, also in a model that these call.
#[derive(Default)]
struct Found {
    kinds: Vec<Fault>,
    functions: FxHashMap<FuncId, Vec<usize>>,
}

impl Found {
    fn add(&mut self, f: FuncId, fault: Fault) {
        let kind = self.kinds.iter().position(|&k| k == fault).unwrap_or_else(|| {
            self.kinds.push(fault);
            self.kinds.len() - 1
        });
        self.add_kind(f, kind);
    }

    /// Is it new?
    fn add_kind(&mut self, f: FuncId, kind: usize) -> bool {
        let own = self.functions.entry(f).or_default();
        match own.binary_search(&kind) {
            Ok(_) => false,
            Err(at) => {
                own.insert(at, kind);
                true
            }
        }
    }
}

fn faulty(program: &Program, operations: &Operations, models: &[FuncId], classes: &[PropertyClass]) -> Found {
    let mut found = Found::default();
    let accesses = classes.iter().any(|&c| is_access(c));
    for &f in models {
        let mut instructions = program.functions[f].body.iter().flat_map(|b| b.values());
        if accesses && instructions.any(|i| may_access_wrongly(program, &i.kind)) {
            found.add(f, ACCESS);
        }
        for demand in required::wanted(operations, f, classes) {
            found.add(f, Fault { class: demand.class, text: demand.text });
        }
    }
    loop {
        let mut grows = false;
        for &f in models {
            for instruction in program.functions[f].body.iter().flat_map(|b| b.values()) {
                let InstrKind::Call { callee: Callee::Direct(called), .. } = instruction.kind else { continue };
                for kind in found.functions.get(&called).cloned().unwrap_or_default() {
                    grows |= found.add_kind(f, kind);
                }
            }
        }
        if !grows {
            return found;
        }
    }
}

fn may_access_wrongly(program: &Program, kind: &InstrKind) -> bool {
    let mut accesses = false;
    kind.expressions(|e, _| accesses |= analysis::crash::may_crash(program, e));
    accesses || matches!(kind, InstrKind::MemCopy { .. } | InstrKind::MemSet { .. } | InstrKind::Find { .. } | InstrKind::Compare { .. })
}

/// Adds the models that call one of those found.
pub(super) fn close_over_calls(program: &Program, found: &mut FxHashSet<FuncId>) {
    let models: Vec<FuncId> = program.functions.ids().filter(|&f| f != program.start && program.functions[f].model).collect();
    loop {
        let before = found.len();
        for &f in &models {
            let mut instructions = program.functions[f].body.iter().flat_map(|b| b.values());
            if instructions.any(|i| matches!(i.kind, InstrKind::Call { callee: Callee::Direct(called), .. } if found.contains(&called))) {
                found.insert(f);
            }
        }
        if found.len() == before {
            return;
        }
    }
}

/// Instructions at the end of the body that note a fault and return; where they start.
fn append_exit(program: &mut Program, f: FuncId, body: &mut Body, note: SymbolId) -> InstrId {
    let loc = program.functions[f].loc;
    let exit = body.next_id();
    let truth = program.types.bool();
    let lhs = program.build().var(note, truth);
    let rhs = program.build().truth(true);
    body.push(Instruction { kind: InstrKind::Assign { lhs, rhs }, loc });
    let result = match *program.types.get(program.functions[f].ty) {
        Type::Function { ret, .. } if *program.types.get(ret) != Type::Void => Some(ret),
        _ => None,
    };
    let value = result.map(|ty| if program.types.is_scalar(ty) { program.build().constant(ty, 0) } else { program.exprs.intern(goto::ExprKind::Zero, ty) });
    body.push(Instruction { kind: InstrKind::Return(value), loc });
    exit
}

impl FunctionChecks<'_> {
    /// After a call that may come back with a fault.
    pub(super) fn after_call(&mut self, callee: Callee, loc: Location) {
        match callee {
            Callee::Direct(called) => self.after_reading_call(loc, |f| f == called),
            Callee::Indirect(_) => {
                let taken = self.addresses();
                self.after_reading_call(loc, |f| taken.contains(&f));
            }
        }
        let Some(faults) = self.wanted.faults else { return };
        let mut kinds: Vec<usize> = match callee {
            Callee::Direct(f) => faults.functions.get(&f).cloned().unwrap_or_default(),
            Callee::Indirect(_) => self.addresses().iter().filter_map(|f| faults.functions.get(f)).flatten().copied().collect(),
        };
        kinds.sort_unstable();
        kinds.dedup();
        for (fault, note) in kinds.into_iter().map(|kind| faults.notes[kind]) {
            self.after_fault(fault, note, loc);
        }
    }

    fn after_fault(&mut self, fault: Fault, note: SymbolId, loc: Location) {
        let ty = self.program.types.bool();
        let noted = self.build().var(note, ty);
        let none = self.build().not(noted);
        if matches!(self.report, Report::Exit) {
            if let Some(&target) = self.exits.get(&fault) {
                self.insertions.before(self.at, Instruction { kind: InstrKind::Goto { guard: noted, target, branch: None }, loc });
            }
            return;
        }
        let class = if fault == ACCESS { self.access_class() } else { fault.class };
        self.claim(Claim { class, text: fault.text, expr: noted, loc }, none, None);
        self.insertions.before(self.at, Instruction { kind: InstrKind::Assume(none), loc });
    }

    /// The functions to which a pointer may lead.
    fn addresses(&self) -> FxHashSet<FuncId> {
        let function = |&address: &ExprId| match self.program.exprs.kind(address) {
            goto::ExprKind::FunctionAddress(f) => Some(f),
            _ => None,
        };
        self.wanted.functions.iter().filter_map(function).collect()
    }

    /// The class for accesses that are wrong in some way.
    fn access_class(&self) -> PropertyClass {
        let classes = [PropertyClass::ValidDeref, PropertyClass::Pointer];
        classes.into_iter().find(|&c| self.wants(c)).unwrap_or(PropertyClass::Bounds)
    }

    /// The checks of a search.
    pub(super) fn search(&mut self, start: ExprId, value: ExprId, limit: Option<ExprId>, search: FindMode) {
        self.searched_bytes(start, value, limit, search);
        if let (FindMode::Last, Some(limit)) = (search, limit) {
            return self.block(start, limit);
        }
        let condition = self.first_byte(start, limit);
        if !self.wants(PropertyClass::Bounds) && !self.wants(PropertyClass::ValidDeref) {
            return;
        }
        let room = self.room_behind(start);
        let most = self.least(limit.into_iter().chain([room]).collect());
        let found = self.scan(|result| InstrKind::Find { result, start, value, limit: Some(most), search });
        self.leave_scanned(start, &[found], most, condition);
        let stays = self.build().binary(BinOp::Ne, found, most);
        self.ends_inside(start, limit, &[room], stays, condition);
    }

    /// The checks of a comparison.
    pub(super) fn comparison(&mut self, a: ExprId, b: ExprId, limit: Option<ExprId>, mode: CompareMode) {
        self.compared_bytes([a, b], limit, mode);
        if let (CompareMode::Block, Some(limit)) = (mode, limit) {
            self.block(a, limit);
            return self.block(b, limit);
        }
        let condition = self.first_byte(a, limit);
        self.first_byte(b, limit);
        if !self.wants(PropertyClass::Bounds) && !self.wants(PropertyClass::ValidDeref) {
            return;
        }
        let rooms = [self.room_behind(a), self.room_behind(b)];
        let most = self.least(limit.into_iter().chain(rooms).collect());
        let int = self.program.types.int(32, true);
        let zero = self.build().constant(int, 0);
        let order = self.scan_as(int, |result| InstrKind::Compare { result, a, b, limit: Some(most), mode });
        let end = self.scan(|result| InstrKind::Find { result, start: a, value: zero, limit: Some(most), search: FindMode::First });
        if !self.program.lent.is_empty() {
            let other = self.scan(|result| InstrKind::Find { result, start: b, value: zero, limit: Some(most), search: FindMode::First });
            for start in [a, b] {
                self.leave_scanned(start, &[end, other], most, condition);
            }
        }
        let differs = self.build().binary(BinOp::Ne, order, zero);
        let ends = self.build().binary(BinOp::Ne, end, most);
        let stays = self.build().binary(BinOp::Or, differs, ends);
        self.ends_inside(a, limit, &rooms, stays, condition);
    }

    /// Leaves the program where a scan goes behind what is known of an object among the inputs. It stops at the first of the places found, or after `most` bytes.
    fn leave_scanned(&mut self, start: ExprId, found: &[ExprId], most: ExprId, condition: Option<ExprId>) {
        if self.program.lent.is_empty() {
            return;
        }
        let one = self.ty(most);
        let one = self.build().constant(one, 1);
        let mut bytes = vec![most];
        for &place in found {
            bytes.push(self.build().binary(BinOp::Add, place, one));
        }
        let bytes = self.least(bytes);
        self.leave_block(start, bytes, condition);
    }

    /// The first byte is read, unless the limit is zero; the condition of that.
    fn first_byte(&mut self, start: ExprId, limit: Option<ExprId>) -> Option<ExprId> {
        let size = self.build().types.size();
        let one = self.build().constant(size, 1);
        let extent = match limit {
            None => one,
            Some(limit) => {
                let zero = self.build().constant(size, 0);
                let none = self.build().binary(BinOp::Eq, limit, zero);
                self.build().ite(none, zero, one)
            }
        };
        self.block(start, extent);
        limit.map(|limit| {
            let zero = self.build().constant(size, 0);
            self.build().binary(BinOp::Ne, limit, zero)
        })
    }

    /// A scan that stops where an object ends must stop before, or at its own limit.
    fn ends_inside(&mut self, start: ExprId, limit: Option<ExprId>, rooms: &[ExprId], stays: ExprId, condition: Option<ExprId>) {
        let mut holds = stays;
        if let Some(limit) = limit {
            let mut within = self.build().truth(true);
            for &room in rooms {
                let fits = self.build().binary(BinOp::Le, limit, room);
                within = self.build().binary(BinOp::And, within, fits);
            }
            holds = self.build().binary(BinOp::Or, holds, within);
        }
        let class = if self.wants(PropertyClass::ValidDeref) { PropertyClass::ValidDeref } else { PropertyClass::Bounds };
        if class == PropertyClass::Bounds {
            // Pointers to nothing are another property.
            let live = self.build().memory(MemoryFact::IsLive, start);
            let dead = self.build().not(live);
            holds = self.build().binary(BinOp::Or, dead, holds);
        }
        let loc = self.loc;
        self.claim(Claim { class, text: "a string has no end inside of its object", expr: start, loc }, holds, condition);
    }

    pub(super) fn least(&mut self, sizes: Vec<ExprId>) -> ExprId {
        let mut sizes = sizes.into_iter();
        // There is always the room behind a pointer.
        let first = sizes.next().expect("a size");
        sizes.fold(first, |least, other| {
            let less = self.build().binary(BinOp::Lt, other, least);
            self.build().ite(less, other, least)
        })
    }

    /// The `size_t` that an additional instruction gives.
    pub(super) fn scan(&mut self, make: impl FnOnce(ExprId) -> InstrKind) -> ExprId {
        let size = self.build().types.size();
        self.scan_as(size, make)
    }

    fn scan_as(&mut self, ty: goto::TypeId, make: impl FnOnce(ExprId) -> InstrKind) -> ExprId {
        let (storage, loc) = (Storage::Temporary(self.function), self.loc);
        let symbol = self.program.symbols.push(Symbol { name: "scan".to_owned(), ty, storage, loc });
        let result = self.build().var(symbol, ty);
        self.insertions.before(self.at, Instruction { kind: InstrKind::Decl(symbol), loc });
        self.insertions.before(self.at, Instruction { kind: make(result), loc });
        result
    }

    /// Functions whose result may not be a value of its type.
    pub(super) fn absolute_value(&mut self, callee: FuncId, args: &[ExprId]) {
        let name = self.program.functions[callee].name.trim_start_matches("__model_").to_owned();
        let (Some(&arg), true, true) = (args.first(), self.wants(PropertyClass::Overflow), self.program.functions[callee].model) else { return };
        if !matches!(name.as_str(), "abs" | "labs" | "llabs" | "imaxabs") {
            return;
        }
        let ty = self.ty(arg);
        let Type::Int { bits, signed: true } = *self.program.types.get(ty) else { return };
        let least = self.build().constant(ty, i128::MIN >> (128 - bits));
        let holds = self.build().binary(BinOp::Ne, arg, least);
        let loc = self.loc;
        self.claim(Claim { class: PropertyClass::Overflow, text: "overflow of an absolute value", expr: arg, loc }, holds, None);
    }
}
