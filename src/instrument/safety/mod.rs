//! Safety checks: an `Assert` before each instruction for everything that one of its operations must not do. Each check is a property of its own with the
//! place of the operation. Reads the program as lowered, together with the table of its operations: what the front end made up is not checked for what
//! C says of operators.
//!
//! An operand of `&&`, `||` or `?:` is only evaluated under a condition, so its checks hold under that condition. The conditions of checks evaluate nothing
//! that the instruction behind them does not evaluate as well.

mod arithmetic;
mod constants;
mod float;
mod inexact;
mod initialised;
mod leak;
mod lent;
mod library;
mod memory;
mod place;
mod pointer;
mod range;
mod required;
mod returned;
mod truth;

use super::insert::Insertions;
use goto::callgraph::CallGraph;
use goto::visit::Role;
use goto::{
    BinOp, Body, Callee, ExprBuilder, ExprId, ExprKind, FuncId, InstrId, InstrKind, Instruction, LentAccess, Location, Operation, OperationKind, Operations,
    Program, Property, PropertyClass, PropertyId, Requirement, SymbolId, TypeId, UnOp,
};
use initialised::{Flow, Unwritten};
pub use lent::leave_lent_memory;
use range::Ranges;
use rustc_hash::{FxHashMap, FxHashSet};

/// Puts the checks of these classes into all functions of the user's program.
pub(crate) fn checks(program: &mut Program, operations: &Operations, classes: &[PropertyClass]) {
    operation_checks(program, operations, classes);
    lent::in_models(program);
    leak::at_exit(program, classes);
}

fn operation_checks(program: &mut Program, operations: &Operations, classes: &[PropertyClass]) {
    if !classes.iter().any(|c| c.is_check()) && program.lent.is_empty() {
        return;
    }
    let mut ranges = Ranges::default();
    let functions = function_addresses(program);
    let mut unwritten = classes.contains(&PropertyClass::Uninitialised).then(|| Unwritten::of(program));
    if let Some(unwritten) = &mut unwritten {
        initialised::note_reads(program, unwritten);
    }
    let faults = library::note_faults(program, operations, classes);
    let truths = truth::open_variables(program, classes);
    let returned = returned::Returned::of(program, operations, classes);
    for f in program.functions.ids().filter(|&f| !program.functions[f].model).collect::<Vec<_>>() {
        if let Some(mut body) = program.functions[f].body.take() {
            let wanted = SafetyContext {
                classes,
                wraps: operations.wraps,
                functions: &functions,
                faults: faults.as_ref(),
                unwritten: unwritten.as_ref(),
                returned: returned.as_ref(),
                truths: truths.as_ref(),
            };
            let mut checker = FunctionChecks::new(program, &mut ranges, operations, wanted, f);
            checker.body(&body);
            std::mem::take(&mut checker.insertions).apply(&mut body);
            program.functions[f].body = Some(body);
        }
    }
}

/// The addresses of all functions to which a pointer may lead.
fn function_addresses(program: &mut Program) -> Vec<ExprId> {
    let taken = CallGraph::new(program).address_taken().to_vec();
    let address = |f: FuncId| {
        let ty = program.types.pointer(program.functions[f].ty);
        program.exprs.intern(ExprKind::FunctionAddress(f), ty)
    };
    taken.into_iter().map(address).collect()
}

/// What is asked for, and what is known of the whole program.
#[derive(Clone, Copy, Default)]
struct SafetyContext<'a> {
    classes: &'a [PropertyClass],
    /// The overflow of signed arithmetic is defined.
    wraps: bool,
    /// The addresses of all functions to which a pointer may lead.
    functions: &'a [ExprId],
    faults: Option<&'a library::Faults>,
    unwritten: Option<&'a Unwritten>,
    returned: Option<&'a returned::Returned>,
    truths: Option<&'a FxHashSet<SymbolId>>,
}

/// What becomes of a claim.
#[derive(Clone, Copy)]
enum Report {
    /// It is a property.
    Properties,
    /// In a model: it goes to the exit for this fault.
    Exit,
    /// In a model: it sets a static `Bool` and goes on.
    Note(SymbolId),
}

/// The checks of one function in the making.
struct FunctionChecks<'a> {
    program: &'a mut Program,
    ranges: &'a mut Ranges,
    wanted: SafetyContext<'a>,
    function: FuncId,
    /// The operations of the source by expression, in the order of lowering.
    operations: FxHashMap<ExprId, Vec<Operation>>,
    dropped: Vec<Operation>,
    /// In the order of the instructions.
    requirements: Vec<Requirement>,
    insertions: Insertions,
    /// One property for each check of an operation, wherever it is evaluated.
    properties: FxHashMap<Claim, PropertyId>,
    numbers: FxHashMap<PropertyClass, u32>,
    report: Report,
    /// Claims are put behind the instruction, not before it.
    behind: bool,
    /// Of a model: where it notes faults and returns.
    exits: FxHashMap<library::Fault, InstrId>,
    /// Which variables may be unwritten where.
    flow: Flow,
    /// The pointer of an access that is checked by itself.
    accessed: Option<ExprId>,
    /// Operations are looked at whose values nobody needs.
    dropping: bool,
    /// Of the instruction that is looked at.
    at: InstrId,
    loc: Location,
    /// Expressions whose checks the instruction has, with the condition under which they are evaluated.
    seen: FxHashSet<(ExprId, Option<ExprId>)>,
}

/// What one property claims.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Claim {
    class: PropertyClass,
    text: &'static str,
    expr: ExprId,
    loc: Location,
}

impl<'a> FunctionChecks<'a> {
    fn new(program: &'a mut Program, ranges: &'a mut Ranges, operations: &Operations, wanted: SafetyContext<'a>, function: FuncId) -> Self {
        let mut by_expr: FxHashMap<ExprId, Vec<Operation>> = FxHashMap::default();
        let mut dropped = Vec::new();
        for &operation in operations.of(function) {
            match operation.kind {
                OperationKind::Dropped | OperationKind::Used => dropped.push(operation),
                OperationKind::Written | OperationKind::ImplicitConversion => by_expr.entry(operation.expr).or_default().push(operation),
            }
        }
        let loc = program.functions[function].loc;
        Self {
            program,
            ranges,
            wanted,
            function,
            operations: by_expr,
            dropped,
            requirements: required::wanted(operations, function, wanted.classes),
            insertions: Insertions::default(),
            properties: FxHashMap::default(),
            numbers: FxHashMap::default(),
            report: Report::Properties,
            behind: false,
            exits: FxHashMap::default(),
            accessed: None,
            flow: Flow::default(),
            dropping: false,
            at: goto::Id::new(0),
            loc,
            seen: FxHashSet::default(),
        }
    }

    /// The instructions with which a model notes that it reads something unwritten.
    fn reads_of_model(program: &mut Program, unwritten: &Unwritten, f: FuncId, note: SymbolId, body: &Body) -> Insertions {
        let (mut ranges, operations) = (Ranges::default(), Operations::default());
        let wanted = SafetyContext { classes: &[PropertyClass::Uninitialised], unwritten: Some(unwritten), ..SafetyContext::default() };
        let mut checker = FunctionChecks::new(program, &mut ranges, &operations, wanted, f);
        checker.report = Report::Note(note);
        checker.body(body);
        std::mem::take(&mut checker.insertions)
    }

    fn body(&mut self, body: &Body) {
        if let Some(unwritten) = self.wanted.unwritten {
            self.flow = Flow::of(self.program, body, unwritten);
        }
        let dropped = std::mem::take(&mut self.dropped);
        let mut dropped = dropped.into_iter().peekable();
        let mut requirements = std::mem::take(&mut self.requirements).into_iter().peekable();
        let mut called = None;
        for (at, instruction) in body.iter() {
            (self.at, self.loc) = (at, instruction.loc);
            self.seen.clear();
            while let Some(operation) = dropped.next_if(|o| o.before <= at) {
                self.dropping = operation.kind == OperationKind::Dropped;
                self.operand(operation.expr, None);
            }
            self.dropping = false;
            self.seen.clear();
            if let Some((callee, loc)) = called.take() {
                self.after_call(callee, loc);
            }
            while let Some(requirement) = requirements.next_if(|r| r.before <= at) {
                self.requirement(requirement);
            }
            self.instruction(&instruction.kind);
            if let InstrKind::Call { callee, .. } = instruction.kind {
                called = Some((callee, instruction.loc));
            }
        }
    }

    fn instruction(&mut self, kind: &InstrKind) {
        let mut parts = Vec::new();
        kind.expressions(|e, role| parts.push((e, role)));
        for (e, role) in parts {
            match role {
                Role::Read => self.operand(e, None),
                Role::Write => {
                    self.place(e, false, None);
                    self.access(e, LentAccess::Other, None);
                    self.written_place(e);
                }
            }
        }
        match kind {
            InstrKind::Call { callee: Callee::Indirect(pointer), .. } => {
                self.leave_by_call(*pointer);
                self.function_pointer(*pointer);
            }
            InstrKind::Call { callee: Callee::Direct(f), args, .. } => self.absolute_value(*f, args),
            InstrKind::Return(_) => self.returns(),
            kind => self.memory_instruction(kind),
        }
    }

    fn wants(&self, class: PropertyClass) -> bool {
        self.wanted.classes.contains(&class)
    }

    fn build(&mut self) -> ExprBuilder<'_> {
        self.program.build()
    }

    fn ty(&self, e: ExprId) -> TypeId {
        self.program.exprs.ty(e)
    }

    /// The checks of an expression whose value is needed where the condition holds.
    fn operand(&mut self, e: ExprId, condition: Option<ExprId>) {
        let accessed = self.accessed.take() == Some(e);
        if self.seen.contains(&(e, None)) || !self.seen.insert((e, condition)) {
            return;
        }
        match self.program.exprs.kind(e) {
            ExprKind::Const(_) | ExprKind::Zero | ExprKind::FunctionAddress(_) | ExprKind::Heap(_) => {}
            ExprKind::Var(_) | ExprKind::Deref(_) | ExprKind::Field { .. } | ExprKind::Index { .. } => {
                self.place(e, false, condition);
                let access = self.read_access(e);
                self.access(e, access, condition);
                self.initialised(e, condition);
                self.truth(e, condition);
            }
            ExprKind::AddressOf(place) => {
                self.place(place, true, condition);
                self.address(place, condition);
            }
            ExprKind::Binary(op @ (BinOp::And | BinOp::Or), a, b) => {
                self.operand(a, condition);
                let decided = if op == BinOp::And { a } else { self.build().not(a) };
                let condition = self.both(condition, decided);
                self.operand(b, Some(condition));
            }
            ExprKind::Ite { cond, then, other } => {
                self.operand(cond, condition);
                let holds = self.both(condition, cond);
                self.operand(then, Some(holds));
                let not = self.build().not(cond);
                let fails = self.both(condition, not);
                self.operand(other, Some(fails));
            }
            ExprKind::Unary(op, a) => {
                self.operand(a, condition);
                if op == UnOp::Neg {
                    self.negation(e, a, condition);
                }
            }
            ExprKind::Binary(op, a, b) => {
                self.operand(a, condition);
                self.operand(b, condition);
                if accessed && op == BinOp::PtrAdd {
                    // Where its address alone is computed there is more to say.
                    self.seen.remove(&(e, condition));
                } else {
                    self.binary(e, op, a, b, condition);
                }
            }
            ExprKind::Fma { a, b, c } => {
                for operand in [a, b, c] {
                    self.operand(operand, condition);
                }
            }
            ExprKind::Memory { pointer, .. } => self.operand(pointer, condition),
            // Made by checks, which are not checked.
            ExprKind::Written(_) | ExprKind::WrittenBytes { .. } | ExprKind::IsBeyond { .. } => {}
            ExprKind::Cast(a) => {
                self.operand(a, condition);
                self.conversion(e, a, condition);
            }
        }
    }

    /// The checks of the pointers and indices that say where a place is; if only its address is taken, it may lie just behind an array.
    fn place(&mut self, e: ExprId, address_only: bool, condition: Option<ExprId>) {
        match self.program.exprs.kind(e) {
            ExprKind::Deref(pointer) => {
                let accessed = (!address_only && self.checks_accesses()).then_some(pointer);
                let outer = std::mem::replace(&mut self.accessed, accessed);
                self.operand(pointer, condition);
                self.accessed = outer;
                if !address_only {
                    self.alignment(e, pointer, condition);
                }
            }
            ExprKind::Field { base, .. } => self.place(base, false, condition),
            ExprKind::Index { base, index } => {
                // The address of an array's first element is that of the array.
                let first = self.program.exprs.as_const(index).is_some_and(goto::Bits::is_zero);
                self.place(base, address_only && first, condition);
                self.operand(index, condition);
                self.index(e, base, index, address_only, condition);
            }
            ExprKind::Var(_) => {}
            _ => self.operand(e, condition),
        }
    }

    fn both(&mut self, condition: Option<ExprId>, more: ExprId) -> ExprId {
        match condition {
            Some(condition) => self.build().binary(BinOp::And, condition, more),
            None => more,
        }
    }

    /// Where the source has the operation; `None` if the front end made it up.
    fn written(&self, e: ExprId) -> Option<Operation> {
        let known = self.operations.get(&e)?;
        known.iter().rev().find(|o| o.before <= self.at).or(known.first()).copied()
    }

    /// Claims that `holds` where the condition does, whenever the instruction is executed.
    fn claim(&mut self, claim: Claim, holds: ExprId, condition: Option<ExprId>) {
        let constant = |program: &Program, e: ExprId| program.exprs.as_const(e).map(goto::Bits::is_true);
        if constant(self.program, holds) == Some(true) || condition.is_some_and(|c| constant(self.program, c) == Some(false)) {
            return;
        }
        let cond = match condition {
            Some(condition) => {
                let not = self.build().not(condition);
                self.build().binary(BinOp::Or, not, holds)
            }
            None => holds,
        };
        match self.report {
            Report::Properties => {}
            Report::Exit => {
                if let Some(&target) = self.exits.get(&library::Fault::of(&claim)) {
                    let guard = self.build().not(cond);
                    self.insertions.before(self.at, Instruction { kind: InstrKind::Goto { guard, target, branch: None }, loc: claim.loc });
                }
                return;
            }
            Report::Note(note) => {
                let ty = self.program.types.bool();
                let lhs = self.build().var(note, ty);
                let violated = self.build().not(cond);
                let rhs = self.build().binary(BinOp::Or, lhs, violated);
                self.insertions.before(self.at, Instruction { kind: InstrKind::Assign { lhs, rhs }, loc: claim.loc });
                return;
            }
        }
        let property = self.property(claim);
        let assertion = Instruction { kind: InstrKind::Assert { cond, property }, loc: claim.loc };
        if self.behind {
            self.insertions.after(self.at, assertion);
        } else {
            self.insertions.before(self.at, assertion);
        }
    }

    fn property(&mut self, claim: Claim) -> PropertyId {
        if let Some(&known) = self.properties.get(&claim) {
            return known;
        }
        let Claim { class, text, loc, .. } = claim;
        let number = self.numbers.entry(class).or_insert(0);
        *number += 1;
        let name = format!("{}.{}.{number}", self.program.functions[self.function].name, class.label());
        let property = Property { name, class, function: self.function, loc, text: text.to_owned() };
        let id = self.program.properties.push(property);
        self.properties.insert(claim, id);
        id
    }
}
