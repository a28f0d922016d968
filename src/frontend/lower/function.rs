//! The instructions of one function as they are made: labels that are bound later, temporaries, branches and marks.

use super::Unit;
use super::scope::{AddressTest, NamedJump, NamedLabel, Scopes};
use goto::decision::Decision;
use goto::{
    Body, Branch, BranchId, BranchKind, ExprBuilder, ExprId, ExprKind, FuncId, Id, IdVec, InstrId, InstrKind, Instruction, Location, Mark, Operation,
    OperationKind, PropertyClass, Requirement, RequirementKind, Storage, Symbol, SymbolId, TypeId, define_id,
};
use rustc_hash::{FxHashMap, FxHashSet};

define_id!(
    /// A place in a function that gotos lead to.
    Label, "label");

/// One function on its way to instructions.
pub(crate) struct FunctionLowering<'u, 't> {
    pub unit: &'u mut Unit<'t>,
    pub func: FuncId,
    /// The function in the source, if it has a body there.
    pub source: Option<crate::tree::FunctionId>,
    /// Where the instructions to come stand in the source.
    pub loc: Location,
    code: Vec<Emitted>,
    /// Operations of the source, with positions in `code`.
    operations: Vec<Noted>,
    /// Decisions of the source, with positions in `code`.
    decisions: Vec<(usize, Decision)>,
    /// What holds where the expression that is lowered is evaluated; `None` if it always is where control comes by.
    pub(super) reached: Option<ExprId>,
    /// What the source requires, each with a position in `code`.
    requirements: Vec<(usize, Requirement)>,
    labels: IdVec<Label, Option<usize>>,
    /// Something leads to the place before the next instruction.
    bound_here: bool,
    temporaries: Vec<SymbolId>,
    pub(super) scopes: Scopes<'t>,
    /// What holds the records that functions have returned, in the full expression.
    pub(super) returned_records: Vec<SymbolId>,
    /// The variables that point to variable arrays.
    pub(super) variable_arrays: FxHashSet<SymbolId>,
    /// Labels of the source.
    pub(super) named: FxHashMap<String, NamedLabel>,
    /// Gotos of the source.
    pub(super) jumps: Vec<NamedJump>,
    /// Once there is a `goto *pointer`.
    pub(super) address_test: Option<AddressTest>,
    /// What `break` and `continue` mean here, innermost last.
    pub(super) frames: Vec<Frame>,
    /// The labels of the switch statements around here.
    pub(super) cases: FxHashMap<*const crate::tree::Stmt, Label>,
    /// The variables that live where the innermost switch chooses.
    pub(super) switch_live: Vec<SymbolId>,
    /// The number of this call, if the function calls `setjmp`; how often it does in its text, and how many of these calls were met.
    pub(super) jump_frame: Option<ExprId>,
    pub(super) jump_sites: usize,
    pub(super) jump_site: usize,
    /// The source says that the function does not return.
    pub(super) never_returns: bool,
    /// What is lowered is part of a full expression, whose accesses are noted.
    pub(super) in_full_expression: bool,
    pub(super) notes: super::sequence::Notes,
    /// Variables whose address is taken somewhere in the function.
    pub(super) addressed: FxHashSet<SymbolId>,
}

/// A loop or switch.
pub(super) struct Frame {
    pub exit: Label,
    /// `None` for a switch.
    pub next: Option<Label>,
    /// Scopes open around the statement.
    pub depth: usize,
}

struct Noted {
    expr: ExprId,
    loc: Location,
    before: usize,
    kind: OperationKind,
}

struct Emitted {
    kind: InstrKind,
    loc: Location,
    target: Option<Label>,
}

impl<'u, 't> FunctionLowering<'u, 't> {
    pub(crate) fn new(unit: &'u mut Unit<'t>, func: FuncId, loc: Location) -> Self {
        Self {
            unit,
            func,
            source: None,
            loc,
            code: Vec::new(),
            operations: Vec::new(),
            decisions: Vec::new(),
            reached: None,
            requirements: Vec::new(),
            labels: IdVec::new(),
            bound_here: false,
            temporaries: Vec::new(),
            scopes: Scopes::default(),
            returned_records: Vec::new(),
            variable_arrays: FxHashSet::default(),
            named: FxHashMap::default(),
            jumps: Vec::new(),
            address_test: None,
            frames: Vec::new(),
            cases: FxHashMap::default(),
            switch_live: Vec::new(),
            jump_frame: None,
            jump_sites: 0,
            jump_site: 0,
            never_returns: false,
            in_full_expression: false,
            notes: Default::default(),
            addressed: FxHashSet::default(),
        }
    }

    pub(crate) fn build(&mut self) -> ExprBuilder<'_> {
        self.unit.program.build()
    }

    pub(crate) fn ty(&self, e: ExprId) -> TypeId {
        self.unit.program.exprs.ty(e)
    }

    pub(crate) fn emit(&mut self, kind: InstrKind) {
        self.code.push(Emitted { kind, loc: self.loc, target: None });
        self.bound_here = false;
    }

    pub(crate) fn mark(&mut self, mark: Mark, loc: Location) {
        let outer = std::mem::replace(&mut self.loc, loc);
        self.emit(InstrKind::Mark(mark));
        self.loc = outer;
    }

    /// The expression is what an operation of the source at this place computes.
    pub(crate) fn note(&mut self, expr: ExprId, loc: Location, kind: OperationKind) {
        // What the checker made up stands nowhere.
        if loc.line != 0 {
            self.operations.push(Noted { expr, loc, before: self.code.len(), kind });
        }
    }

    /// The outcome of the decision is known before the next instruction.
    pub(super) fn note_decision(&mut self, decision: Decision) {
        self.decisions.push((self.code.len(), decision));
    }

    /// The source requires something of the next instruction, which has to follow at once. Models are right in all but what they demand.
    pub(crate) fn require(&mut self, class: PropertyClass, text: &'static str, kind: RequirementKind) {
        if !self.unit.program.functions[self.func].model {
            self.note_requirement(class, text, kind);
        }
    }

    fn note_requirement(&mut self, class: PropertyClass, text: &'static str, kind: RequirementKind) {
        // What is made up stands nowhere.
        if self.loc.line != 0 {
            let requirement = Requirement { class, text, loc: self.loc, before: InstrId::new(0), kind };
            self.requirements.push((self.code.len(), requirement));
        }
    }

    /// The source requires that the `Bool` holds here, where an instruction need not follow.
    pub(crate) fn require_here(&mut self, class: PropertyClass, text: &'static str, holds: ExprId) {
        if !self.unit.program.functions[self.func].model {
            self.demand(class, text, holds);
        }
    }

    /// As `require_here`, in models too.
    pub(crate) fn demand(&mut self, class: PropertyClass, text: &'static str, holds: ExprId) {
        if self.unit.program.exprs.as_const(holds).is_some_and(goto::Bits::is_true) {
            return;
        }
        self.note_requirement(class, text, RequirementKind::Holds(holds));
        // Jumps to what comes next do not pass here.
        self.emit(InstrKind::Skip);
    }

    /// The program does something with the value of which no instruction is left.
    pub(crate) fn note_use(&mut self, value: ExprId) {
        if self.unit.program.types.is_scalar(self.ty(value)) {
            self.note(value, self.loc, OperationKind::Used);
            self.read_among_threads(value);
            // Jumps to what comes next do not pass here.
            self.emit(InstrKind::Skip);
        }
    }

    /// What nothing needs is read all the same where another thread may write it meanwhile.
    pub(crate) fn read_among_threads(&mut self, value: ExprId) {
        let ty = self.ty(value);
        let reads = self.unit.runs_threads_of_machine() && self.unit.program.types.is_scalar(ty) && self.unit.program.exprs.as_const(value).is_none();
        if reads {
            let lhs = self.temporary(ty);
            self.assign(lhs, value);
        }
    }

    pub(crate) fn assign(&mut self, lhs: ExprId, rhs: ExprId) {
        self.emit(InstrKind::Assign { lhs, rhs });
    }

    /// A new temporary of the function. Scalars live as long as the call; others, whose memory costs something, from here on.
    pub(crate) fn temporary(&mut self, ty: TypeId) -> ExprId {
        let scalar = self.unit.program.types.is_scalar(ty);
        // A member array of a struct-valued call decays to a pointer, so these are ordinary objects.
        let storage = if scalar { Storage::Temporary(self.func) } else { Storage::Local(self.func) };
        let symbol = self.unit.program.symbols.push(Symbol { name: "tmp".to_owned(), ty, storage, loc: self.loc });
        if scalar {
            self.temporaries.push(symbol);
        } else {
            self.emit(InstrKind::Decl(symbol));
        }
        self.build().var(symbol, ty)
    }

    /// A temporary with the value that the expression has now.
    pub(crate) fn saved(&mut self, value: ExprId) -> ExprId {
        let ty = self.ty(value);
        let temporary = self.temporary(ty);
        self.assign(temporary, value);
        temporary
    }

    /// The parameters of the function as places.
    pub(super) fn parameters(&mut self) -> Vec<ExprId> {
        let symbols: Vec<SymbolId> = self.unit.program.functions[self.func].params.iter().map(|p| p.symbol).collect();
        let place = |symbol| {
            let ty = self.unit.program.symbols[symbol].ty;
            self.build().var(symbol, ty)
        };
        symbols.into_iter().map(place).collect()
    }

    pub(crate) fn label(&mut self) -> Label {
        self.labels.push(None)
    }

    /// The label leads to the next instruction.
    pub(crate) fn bind(&mut self, label: Label) {
        self.labels[label] = Some(self.code.len());
        self.bound_here = true;
    }

    /// The next instruction with a label of its own.
    pub(crate) fn label_here(&mut self) -> Label {
        let label = self.label();
        self.bind(label);
        label
    }

    /// Can execution arrive at the next instruction, as far as the last one tells?
    pub(crate) fn falls_through(&self) -> bool {
        self.bound_here || self.code.last().is_none_or(|last| !self.unit.ends(&last.kind))
    }

    pub(crate) fn jump(&mut self, target: Label) {
        if self.falls_through() {
            self.jump_always(target);
        }
    }

    /// As `jump`, even where nothing arrives. Returns the position of the instruction.
    pub(super) fn jump_always(&mut self, target: Label) -> usize {
        let guard = self.build().truth(true);
        self.code.push(Emitted { kind: InstrKind::Goto { guard, target: InstrId::new(0), branch: None }, loc: self.loc, target: Some(target) });
        self.bound_here = false;
        self.code.len() - 1
    }

    /// Goes to the target if the `Bool` holds.
    pub(crate) fn jump_if(&mut self, guard: ExprId, target: Label, branch: Option<BranchId>) {
        self.code.push(Emitted { kind: InstrKind::Goto { guard, target: InstrId::new(0), branch }, loc: self.loc, target: Some(target) });
        self.bound_here = false;
    }

    /// Goes to the target if the `Bool` does not hold.
    pub(crate) fn jump_unless(&mut self, condition: ExprId, target: Label, branch: Option<BranchId>) {
        let guard = self.build().not(condition);
        self.jump_if(guard, target, branch);
    }

    pub(crate) fn branch(&mut self, kind: BranchKind, text: &str, negated: bool) -> Option<BranchId> {
        Some(self.unit.program.branches.push(Branch { kind, text: text.to_owned(), negated }))
    }

    /// What stands here has no meaning yet; the value stands for its result. It is no constant, so that decisions that depend on it stay.
    pub(crate) fn unsupported(&mut self, reason: &str, ty: TypeId) -> ExprId {
        self.emit(InstrKind::Unsupported(reason.to_owned()));
        match self.unit.program.types.size_of(ty) {
            Some(_) => self.havoc(ty),
            None => self.zero(ty),
        }
    }

    /// The place of `errno`, if the program asks for it.
    pub(crate) fn errno(&mut self) -> Option<ExprId> {
        let id = self.unit.errno?;
        let symbol = self.unit.symbol(id, self.func);
        let ty = self.unit.vars[id].ty;
        Some(self.build().var(symbol, ty))
    }

    /// The value all of whose bytes are zero.
    pub(crate) fn zero(&mut self, ty: TypeId) -> ExprId {
        if self.unit.program.types.is_scalar(ty) {
            return self.build().constant(ty, 0);
        }
        self.unit.program.exprs.intern(ExprKind::Zero, ty)
    }

    /// Any value of the type.
    pub(crate) fn havoc(&mut self, ty: TypeId) -> ExprId {
        let lhs = self.temporary(ty);
        self.emit(InstrKind::havoc(lhs));
        lhs
    }

    /// The value converted to a type as C does it.
    pub(crate) fn convert(&mut self, value: ExprId, ty: TypeId) -> ExprId {
        let mut build = self.build();
        let value = if build.types.bool() == ty { build.condition(value) } else { build.cast(value, ty) };
        self.folded_float(value)
    }

    /// Is something unsupported among the instructions so far?
    pub(super) fn emits_unsupported(&self) -> bool {
        self.code.iter().any(|emitted| matches!(emitted.kind, InstrKind::Unsupported(_)))
    }

    /// Gives the function its body: temporaries declared first, all labels resolved, and the variables that gotos of the source kill or bring to life.
    pub(crate) fn finish(mut self) {
        let mut before = self.resolve_named_jumps();
        // A label at the very end needs an instruction to lead to.
        self.implicit_return(false);
        let mut position = self.temporaries.len();
        let mut positions = Vec::with_capacity(self.code.len());
        for index in 0..self.code.len() {
            positions.push(InstrId::new(position));
            position += 1 + before.get(&index).map_or(0, Vec::len);
        }
        let last = InstrId::new(position.saturating_sub(1));
        let operation =
            |noted: &Noted| Operation { expr: noted.expr, loc: noted.loc, before: positions.get(noted.before).copied().unwrap_or(last), kind: noted.kind };
        self.unit.operations.set(self.func, self.operations.iter().map(operation).collect());
        let place = |&(before, requirement): &(usize, Requirement)| Requirement { before: positions.get(before).copied().unwrap_or(last), ..requirement };
        self.unit.operations.require(self.func, self.requirements.iter().map(place).collect());
        let made = |(before, decision): (usize, Decision)| Decision { before: positions.get(before).copied().unwrap_or(last), ..decision };
        self.unit.decisions.set(self.func, std::mem::take(&mut self.decisions).into_iter().map(made).collect());
        let mut named: Vec<(&String, usize)> = self.named.iter().filter_map(|(name, n)| Some((name, self.labels[n.label]?))).collect();
        named.sort();
        for (name, at) in named {
            self.unit.labels.add(self.func, name, positions.get(at).copied().unwrap_or(last));
        }
        let mut body = Body::new();
        let start = self.unit.program.functions[self.func].loc;
        for &symbol in &self.temporaries {
            body.push(Instruction { kind: InstrKind::Decl(symbol), loc: start });
        }
        for (index, emitted) in self.code.into_iter().enumerate() {
            for kind in before.remove(&index).unwrap_or_default() {
                body.push(Instruction { kind, loc: emitted.loc });
            }
            let mut kind = emitted.kind;
            if let (InstrKind::Goto { target, .. }, Some(label)) = (&mut kind, emitted.target) {
                // Every label that a goto leads to is bound: those of statements by their statement, those of the source by `resolve_named_jumps`.
                *target = positions[self.labels[label].expect("a label is bound")];
            }
            body.push(Instruction { kind, loc: emitted.loc });
        }
        self.unit.program.functions[self.func].body = Some(body);
    }

    /// Returns from the end of the function, if execution can arrive there: zero from `main`, else whatever a caller finds.
    pub(crate) fn implicit_return(&mut self, zero: bool) {
        if !self.falls_through() {
            return;
        }
        let value = self.return_type().map(|ty| if zero { self.zero(ty) } else { self.havoc(ty) });
        if value.is_some() && !zero {
            self.falls_off();
        }
        self.leave(value);
    }

    /// The next instruction returns without the value that the function should have.
    pub(super) fn falls_off(&mut self) {
        self.require(PropertyClass::MissingReturn, "", RequirementKind::FallsOff);
    }

    /// Returns to the caller.
    pub(super) fn leave(&mut self, value: Option<ExprId>) {
        if self.never_returns {
            let never = self.build().truth(false);
            self.require(PropertyClass::Unreachable, "a function that does not return comes to its end", RequirementKind::Holds(never));
            self.require(PropertyClass::Unreachable, "", RequirementKind::Stops(never));
        }
        self.emit(InstrKind::Return(value));
    }

    /// The type that the function returns; `None` for void.
    pub(crate) fn return_type(&self) -> Option<TypeId> {
        let types = &self.unit.program.types;
        match types.get(self.unit.program.functions[self.func].ty) {
            goto::Type::Function { ret, .. } if *types.get(*ret) != goto::Type::Void => Some(*ret),
            _ => None,
        }
    }

    /// Makes a jump lead to instructions of its own, which stand behind all others.
    pub(super) fn detour(&mut self, position: usize, make: impl FnOnce(&mut Self)) {
        self.implicit_return(false);
        self.loc = self.code[position].loc;
        let label = self.label_here();
        self.code[position].target = Some(label);
        make(self);
    }

    /// Replaces a jump by an instruction; for jumps that lead nowhere.
    pub(super) fn replace(&mut self, position: usize, kind: InstrKind) {
        self.code[position].kind = kind;
        self.code[position].target = None;
    }
}
