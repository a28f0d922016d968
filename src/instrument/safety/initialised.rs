//! Checks that what is read was written. Copying records and blocks of memory is no use of what is copied; every other read of a scalar is one.
//!
//! Library functions read on behalf of their callers. What they would find out is not known in every case, since they may copy byte by byte or stop early; so
//! a read of something unwritten there leaves the caller's property undecided.

use super::{Claim, FunctionChecks, Report};
use goto::cfg::Cfg;
use goto::visit::Role;
use goto::{
    Body, CompareMode, ExprId, ExprKind, FindMode, FuncId, Id, IdSet, IdVec, InstrId, InstrKind, Instruction, Location, MemoryFact, Program, PropertyClass,
    Storage, Symbol, SymbolId, define_id,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Beyond this many variables times instructions the analysis of a function is not worth its memory: its variables may be unwritten everywhere.
const MOST_FACTS: usize = 64 * (8 << 20);

define_id!(
    /// A local variable of one function that is declared in it.
    LocalNumber, "v");

/// What is known of the variables of the whole program.
pub(super) struct Unwritten {
    /// Variables of which something unwritten may be read wherever they are named.
    open: FxHashSet<SymbolId>,
    /// A static `Bool` that models set when they read something unwritten.
    pub note: Option<SymbolId>,
    /// The models that may.
    pub noting: FxHashSet<FuncId>,
}

impl Unwritten {
    pub(super) fn of(program: &Program) -> Self {
        let copied = written_elsewhere(program);
        let is_open = |id: &SymbolId| {
            let symbol = &program.symbols[*id];
            let is_scalar = program.types.is_scalar(symbol.ty);
            match symbol.storage {
                Storage::Local(_) => !is_scalar || copied.contains(id),
                Storage::Parameter(_) | Storage::Temporary(_) => !is_scalar || copied.contains(id),
                Storage::Static => copied.contains(id),
            }
        };
        Self { open: program.symbols.ids().filter(is_open).collect(), note: None, noting: FxHashSet::default() }
    }
}

/// Variables that may be written other than by assignments to their scalars: by their address, or as records.
pub(super) fn written_elsewhere(program: &Program) -> FxHashSet<SymbolId> {
    let mut written = FxHashSet::default();
    for index in 0..program.exprs.len() {
        if let ExprKind::AddressOf(place) = program.exprs.kind(ExprId::new(index)) {
            written.extend(variable(program, place));
        }
    }
    for instruction in program.functions.values().flat_map(|f| f.body.iter()).flat_map(|b| b.values()) {
        instruction.kind.expressions(|e, role| {
            if role == Role::Write && !program.types.is_scalar(program.exprs.ty(e)) {
                written.extend(variable(program, e));
            }
        });
    }
    written
}

/// The variable that a place is part of.
fn variable(program: &Program, place: ExprId) -> Option<SymbolId> {
    match program.exprs.kind(program.exprs.root(place)) {
        ExprKind::Var(symbol) => Some(symbol),
        _ => None,
    }
}

/// For each instruction, the local variables that may be unwritten before it. Only scalars whose address is never taken.
#[derive(Default)]
pub(super) struct Flow {
    numbers: FxHashMap<SymbolId, LocalNumber>,
    before: IdVec<InstrId, IdSet<LocalNumber>>,
    /// Too large: nothing is known.
    given_up: bool,
}

impl Flow {
    pub(super) fn of(program: &Program, body: &Body, open: &Unwritten) -> Self {
        let mut numbers = FxHashMap::default();
        for instruction in body.values() {
            if let InstrKind::Decl(symbol) = instruction.kind
                && matches!(program.symbols[symbol].storage, Storage::Local(_))
                && !open.open.contains(&symbol)
            {
                let number = LocalNumber::new(numbers.len());
                numbers.entry(symbol).or_insert(number);
            }
        }
        if numbers.is_empty() || numbers.len() * body.len() > MOST_FACTS {
            return Self { given_up: !numbers.is_empty(), numbers, before: IdVec::new() };
        }
        let cfg = Cfg::new(program, body);
        let mut before = IdVec::filled(IdSet::new(), body.len());
        // A variable that control reaches around its declaration is unwritten.
        before[Cfg::entry()] = IdSet::first(numbers.len());
        let mut changed = true;
        let mut seen = IdVec::<InstrId, bool>::filled(false, body.len());
        while changed {
            changed = false;
            for &at in cfg.order() {
                changed |= !std::mem::replace(&mut seen[at], true);
                let mut state = before[at].clone();
                change(program, &body[at].kind, &numbers, &mut state);
                for &next in cfg.successors(at) {
                    changed |= before[next].add(&state);
                }
            }
        }
        Self { numbers, before, given_up: false }
    }

    fn may_be_unwritten(&self, at: InstrId, symbol: SymbolId) -> bool {
        match self.numbers.get(&symbol) {
            Some(_) if self.given_up => true,
            Some(number) => self.before.get(at).is_none_or(|set| set.contains(*number)),
            None => false,
        }
    }
}

fn change(program: &Program, kind: &InstrKind, numbers: &FxHashMap<SymbolId, LocalNumber>, state: &mut IdSet<LocalNumber>) {
    if let InstrKind::Decl(symbol) | InstrKind::Dead(symbol) = kind {
        if let Some(number) = numbers.get(symbol) {
            state.insert(*number);
        }
        return;
    }
    kind.expressions(|e, role| {
        if let (Role::Write, ExprKind::Var(symbol)) = (role, program.exprs.kind(e))
            && let Some(number) = numbers.get(&symbol)
        {
            state.remove(*number);
        }
    });
}

/// Makes all models note when they read something that was never written.
pub(super) fn note_reads(program: &mut Program, unwritten: &mut Unwritten) {
    let models: Vec<FuncId> = program.functions.ids().filter(|&f| f != program.start && program.functions[f].model).collect();
    let (ty, loc) = (program.types.bool(), program.functions[program.start].loc);
    let note = program.symbols.push(Symbol { name: "unwritten".to_owned(), ty, storage: Storage::Static, loc });
    unwritten.note = Some(note);
    for f in models {
        let Some(mut body) = program.functions[f].body.take() else { continue };
        let insertions = FunctionChecks::reads_of_model(program, unwritten, f, note, &body);
        if !insertions.is_empty() {
            unwritten.noting.insert(f);
            insertions.apply(&mut body);
        }
        program.functions[f].body = Some(body);
    }
    super::library::close_over_calls(program, &mut unwritten.noting);
}

impl FunctionChecks<'_> {
    /// A read of a scalar in a place.
    pub(super) fn initialised(&mut self, place: ExprId, condition: Option<ExprId>) {
        let Some(unwritten) = self.wanted.unwritten.filter(|_| !self.dropping && self.wants(PropertyClass::Uninitialised)) else { return };
        if !self.program.types.is_scalar(self.ty(place)) || !self.program.exprs.is_place(place) {
            return;
        }
        if let Some(symbol) = variable(self.program, place)
            && !unwritten.open.contains(&symbol)
            && !self.flow.may_be_unwritten(self.at, symbol)
        {
            return;
        }
        let holds = self.program.build().written(place);
        // The source does not note where it names a variable: what is noted of it is another operation, perhaps in another place.
        let is_variable = matches!(self.program.exprs.kind(place), ExprKind::Var(_));
        let loc = if is_variable { self.loc } else { self.place_of(place) };
        self.claim(Claim { class: PropertyClass::Uninitialised, text: "read of what was never written", expr: place, loc }, holds, condition);
    }

    /// The bytes that a search looks at.
    pub(super) fn searched_bytes(&mut self, start: ExprId, value: ExprId, limit: Option<ExprId>, search: FindMode) {
        if !self.wants(PropertyClass::Uninitialised) {
            return;
        }
        let size = self.build().types.size();
        let holds = if let (FindMode::Last, Some(limit)) = (search, limit) {
            self.build().written_bytes(start, limit)
        } else {
            let room = self.room_behind(start);
            let most = self.least(limit.into_iter().chain([room]).collect());
            let found = self.scan(|result| InstrKind::Find { result, start, value, limit: Some(most), search });
            let one = self.build().constant(size, 1);
            let through = self.build().binary(goto::BinOp::Add, found, one);
            let extent = self.least(vec![through, most]);
            self.build().written_bytes(start, extent)
        };
        let claim = Claim { class: PropertyClass::Uninitialised, text: "a search in what was never written", expr: start, loc: self.loc };
        if search == FindMode::Last { self.claim_or_leave_open(claim, holds) } else { self.claim(claim, holds, None) }
    }

    /// The bytes that a comparison may look at; where it stops is left open.
    pub(super) fn compared_bytes(&mut self, [a, b]: [ExprId; 2], limit: Option<ExprId>, mode: CompareMode) {
        if !self.wants(PropertyClass::Uninitialised) {
            return;
        }
        let int = self.program.types.int(32, true);
        let zero = self.build().constant(int, 0);
        for start in [a, b] {
            let room = self.room_behind(start);
            let most = self.least(limit.into_iter().chain([room]).collect());
            let extent = if mode == CompareMode::Block {
                most
            } else {
                let found = self.scan(|result| InstrKind::Find { result, start, value: zero, limit: Some(most), search: FindMode::First });
                let size = self.build().types.size();
                let one = self.build().constant(size, 1);
                let through = self.build().binary(goto::BinOp::Add, found, one);
                self.least(vec![through, most])
            };
            let holds = self.build().written_bytes(start, extent);
            let claim = Claim { class: PropertyClass::Uninitialised, text: "a comparison with what was never written", expr: start, loc: self.loc };
            self.claim_or_leave_open(claim, holds);
        }
    }

    /// After a call of a model that may have read something unwritten.
    pub(super) fn after_reading_call(&mut self, loc: Location, may_call: impl Fn(FuncId) -> bool) {
        let Some(unwritten) = self.wanted.unwritten else { return };
        let Some(note) = unwritten.note.filter(|_| unwritten.noting.iter().any(|&f| may_call(f))) else { return };
        if !matches!(self.report, Report::Properties) {
            return;
        }
        let ty = self.program.types.bool();
        let (noted, no) = (self.build().var(note, ty), self.build().truth(false));
        let holds = self.build().not(noted);
        let text = "a library function reads what was never written";
        self.claim_or_leave_open(Claim { class: PropertyClass::Uninitialised, text, expr: noted, loc }, holds);
        self.insertions.before(self.at, Instruction { kind: InstrKind::Assign { lhs: noted, rhs: no }, loc });
    }

    /// Claims that `holds`; where it does not, the property is not violated but open.
    fn claim_or_leave_open(&mut self, claim: Claim, holds: ExprId) {
        let open = match self.report {
            Report::Properties => {
                let (ty, loc) = (self.program.types.bool(), claim.loc);
                let storage = Storage::Temporary(self.function);
                let symbol = self.program.symbols.push(Symbol { name: "open".to_owned(), ty, storage, loc });
                let open = self.build().var(symbol, ty);
                self.insertions.before(self.at, Instruction { kind: InstrKind::Decl(symbol), loc });
                self.insertions.before(self.at, Instruction { kind: InstrKind::havoc(open), loc });
                open
            }
            Report::Exit | Report::Note(_) => self.build().truth(false),
        };
        let holds = self.build().binary(goto::BinOp::Or, holds, open);
        self.claim(claim, holds, None);
    }

    /// Bytes from a pointer to the end of its object.
    pub(super) fn room_behind(&mut self, pointer: ExprId) -> ExprId {
        let mut build = self.program.build();
        let (size, offset) = (build.memory(MemoryFact::ObjectSize, pointer), build.memory(MemoryFact::Offset, pointer));
        build.binary(goto::BinOp::Sub, size, offset)
    }
}
