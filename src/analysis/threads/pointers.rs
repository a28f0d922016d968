//! Where pointers may lead: flow-insensitive, one set for all that an object holds (Andersen). Also finds what functions may run, and where threads begin.
//! What is read of inputs or undefined values is no address of an object unless it has the type of a pointer.

use super::library::LibraryCall;
use super::numbers::{Numbers, number};
use super::objects::{Address, Object, ObjectId, Obstacle, Offset, Values};
use goto::visit::Role;
use goto::{BinOp, Callee, ExprId, ExprKind, FuncId, HavocKind, Id, IdVec, InstrId, InstrKind, Location, Program, SymbolId, Type, TypeId, UnOp};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is known in a state of a function beyond what all its states together say.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Bindings {
    /// Parameters that keep what the call gives them.
    pub values: Vec<(SymbolId, Values)>,
    pub numbers: Numbers,
}

pub(super) struct Pointers<'a> {
    pub program: &'a Program,
    objects: IdVec<ObjectId, Object>,
    allocated: FxHashMap<(FuncId, InstrId), ObjectId>,
    /// What each object may hold.
    contents: IdVec<ObjectId, Values>,
    results: IdVec<FuncId, Values>,
    /// What threads may return to who joins them.
    returned: Values,
    /// What threads are given.
    given: Values,
    pub runs: IdVec<FuncId, bool>,
    order: Vec<FuncId>,
    pub address_taken: IdVec<SymbolId, bool>,
    /// Of variables of functions without an address that are assigned to once, what is.
    definitions: FxHashMap<SymbolId, ExprId>,
    /// All writes of variables by their names.
    writes: FxHashMap<SymbolId, u32>,
    grows: bool,
    obstacle: Option<Obstacle>,
}

/// Where the models of signals stand, whose handlers may run at any time.
const SIGNALS: &str = "signals.c";
/// Definitions that are followed from one to the next.
const DEEPEST: u32 = 6;

impl<'a> Pointers<'a> {
    pub(super) fn of(program: &'a Program) -> Result<Self, Obstacle> {
        let mut objects: IdVec<ObjectId, Object> = IdVec::new();
        for object in program.symbols.ids().map(Object::Variable).chain(program.functions.ids().map(Object::Function)) {
            objects.push(object);
        }
        let n = objects.len();
        let mut pointers = Self {
            program,
            objects,
            allocated: FxHashMap::default(),
            contents: IdVec::filled(Values::default(), n),
            results: IdVec::filled(Values::default(), program.functions.len()),
            returned: Values::default(),
            given: Values::default(),
            runs: IdVec::filled(false, program.functions.len()),
            order: Vec::new(),
            address_taken: IdVec::filled(false, program.symbols.len()),
            definitions: FxHashMap::default(),
            writes: FxHashMap::default(),
            grows: false,
            obstacle: None,
        };
        pointers.look_at_variables();
        pointers.run(program.start);
        loop {
            pointers.grows = false;
            let mut at = 0;
            while let Some(&function) = pointers.order.get(at) {
                pointers.function(function);
                at += 1;
            }
            if let Some(obstacle) = pointers.obstacle.take() {
                return Err(obstacle);
            }
            if !pointers.grows {
                return Ok(pointers);
            }
        }
    }

    fn look_at_variables(&mut self) {
        let program = self.program;
        let mut seen = FxHashSet::default();
        let mut assigned = FxHashMap::default();
        for instruction in program.functions.values().flat_map(|f| f.body.iter()).flat_map(|body| body.values()) {
            let taken = &mut self.address_taken;
            instruction.kind.expressions(|e, _| {
                program.exprs.walk(e, &mut seen, &mut |_, kind| {
                    if let ExprKind::AddressOf(place) = kind
                        && let ExprKind::Var(symbol) = program.exprs.kind(program.exprs.root(place))
                    {
                        taken[symbol] = true;
                    }
                });
            });
            let writes = &mut self.writes;
            instruction.kind.expressions(|e, role| {
                if role == Role::Write
                    && let ExprKind::Var(symbol) = program.exprs.kind(program.exprs.root(e))
                {
                    *writes.entry(symbol).or_default() += 1;
                }
            });
            if let InstrKind::Assign { lhs, rhs } = instruction.kind
                && let ExprKind::Var(symbol) = program.exprs.kind(lhs)
            {
                assigned.insert(symbol, rhs);
            }
        }
        let is_own = |symbol: SymbolId| matches!(program.symbols[symbol].storage, goto::Storage::Local(_) | goto::Storage::Temporary(_));
        assigned.retain(|&symbol, _| is_own(symbol) && !self.address_taken[symbol] && self.writes.get(&symbol) == Some(&1));
        self.definitions = assigned;
    }

    /// Is a parameter what the call gives it throughout?
    pub(super) fn keeps_argument(&self, parameter: SymbolId) -> bool {
        !self.address_taken[parameter] && !self.writes.contains_key(&parameter)
    }

    pub(super) fn object(&self, id: ObjectId) -> Object {
        self.objects[id]
    }

    pub(super) fn variable(&self, symbol: SymbolId) -> ObjectId {
        ObjectId::new(symbol.index())
    }

    /// The objects that more than one thread may know the address of, and static variables.
    pub(super) fn shared(&self) -> FxHashSet<ObjectId> {
        let mut work: Vec<ObjectId> = self.given.addresses().chain(self.returned.addresses()).map(|a| a.object).collect();
        let is_static = |symbol: SymbolId| self.program.symbols[symbol].storage == goto::Storage::Static;
        work.extend(self.program.symbols.ids().filter(|&symbol| is_static(symbol)).map(|symbol| self.variable(symbol)));
        let mut shared = FxHashSet::default();
        while let Some(object) = work.pop() {
            if shared.insert(object) {
                work.extend(self.contents[object].addresses().map(|a| a.object));
            }
        }
        shared
    }

    fn stop(&mut self, why: &'static str, loc: Location) {
        self.obstacle.get_or_insert(Obstacle::NotUnderstood(why, loc));
    }

    fn run(&mut self, function: FuncId) {
        if !std::mem::replace(&mut self.runs[function], true) {
            self.order.push(function);
            self.grows = true;
            let loc = self.program.functions[function].loc;
            if self.program.is_in_library(loc, SIGNALS) {
                self.stop("signals", loc);
            }
        }
    }

    fn function(&mut self, function: FuncId) {
        let program = self.program;
        for (at, instruction) in program.functions[function].body.iter().flat_map(|body| body.iter()) {
            self.instruction(function, at, &instruction.kind, instruction.loc);
        }
    }

    fn hold(&mut self, object: ObjectId, values: &Values) {
        self.grows |= self.contents[object].add(values);
    }

    fn store(&mut self, place: ExprId, values: &Values, loc: Location) {
        let to = self.address(place, &Bindings::default());
        self.store_at(&to, values, loc);
    }

    fn store_at(&mut self, to: &Values, values: &Values, loc: Location) {
        if to.anywhere {
            self.stop("a store that may go anywhere", loc);
        }
        to.addresses().for_each(|address| self.hold(address.object, values));
    }

    fn behind(&self, pointer: &Values) -> Values {
        let mut values = if pointer.anywhere { Values::anywhere() } else { Values::default() };
        for address in pointer.addresses() {
            values.add(&self.contents[address.object]);
        }
        values
    }

    fn instruction(&mut self, function: FuncId, at: InstrId, kind: &InstrKind, loc: Location) {
        let none = Bindings::default();
        match kind {
            InstrKind::Assign { lhs, rhs } => {
                let values = self.value(*rhs, &none);
                self.store(*lhs, &values, loc);
            }
            InstrKind::Call { result, callee, args } => self.call(*result, *callee, args, loc),
            InstrKind::Return(Some(value)) => {
                let values = self.value(*value, &none);
                self.grows |= self.results[function].add(&values);
            }
            InstrKind::Input { lhs, .. } => {
                let values = self.unknown(self.program.exprs.ty(*lhs));
                self.store(*lhs, &values, loc);
            }
            InstrKind::Havoc { lhs, kind } => {
                let values = match kind {
                    HavocKind::Into(pointer) => self.value(*pointer, &none).moved(None),
                    _ => self.unknown(self.program.exprs.ty(*lhs)),
                };
                self.store(*lhs, &values, loc);
            }
            InstrKind::Allocate { result, .. } => {
                let object = self.allocate(function, at);
                self.store(*result, &Values::of(object, Offset::At(0)), loc);
            }
            InstrKind::MemCopy { dst, src, .. } => {
                let values = self.behind(&self.value(*src, &none));
                let to = self.value(*dst, &none);
                self.store_at(&to, &values, loc);
            }
            InstrKind::MemSet { dst, value, .. } => {
                let values = self.value(*value, &none).moved(None);
                let to = self.value(*dst, &none);
                self.store_at(&to, &values, loc);
            }
            InstrKind::Find { result, .. } | InstrKind::Compare { result, .. } => self.store(*result, &Values::default(), loc),
            _ => {}
        }
    }

    fn allocate(&mut self, function: FuncId, at: InstrId) -> ObjectId {
        if let Some(&object) = self.allocated.get(&(function, at)) {
            return object;
        }
        let object = self.objects.push(Object::Allocated(function, at));
        self.contents.push(Values::default());
        self.allocated.insert((function, at), object);
        object
    }

    fn unknown(&self, ty: TypeId) -> Values {
        match self.program.types.get(ty) {
            Type::Bool | Type::Int { .. } | Type::Float(_) => Values::default(),
            _ => Values::anywhere(),
        }
    }

    fn call(&mut self, result: Option<ExprId>, callee: Callee, args: &[ExprId], loc: Location) {
        let none = Bindings::default();
        let Some(targets) = self.targets(callee, &none) else { return self.stop("a call of any function", loc) };
        for target in targets {
            let values = match LibraryCall::of(self.program, target) {
                Some(LibraryCall::Create) => {
                    self.create(args, loc);
                    continue;
                }
                Some(LibraryCall::Join) => {
                    if let Some(&result) = args.get(1) {
                        let (to, returned) = (self.value(result, &none), self.returned.clone());
                        self.store_at(&to, &returned, loc);
                    }
                    continue;
                }
                Some(LibraryCall::End) => {
                    for &result in args {
                        let values = self.value(result, &none);
                        self.grows |= self.returned.add(&values);
                    }
                    continue;
                }
                Some(_) => continue,
                None => {
                    self.run(target);
                    for (parameter, &arg) in self.program.functions[target].params.iter().zip(args) {
                        let values = self.value(arg, &none);
                        self.hold(self.variable(parameter.symbol), &values);
                    }
                    self.results[target].clone()
                }
            };
            if let Some(result) = result {
                self.store(result, &values, loc);
            }
        }
    }

    fn create(&mut self, args: &[ExprId], loc: Location) {
        let none = Bindings::default();
        let &[_, _, start, argument] = args else { return self.stop("a thread that begins otherwise", loc) };
        let Some(starts) = self.targets(Callee::Indirect(start), &none) else { return self.stop("a thread of any function", loc) };
        let values = self.value(argument, &none);
        self.grows |= self.given.add(&values);
        for start in starts {
            self.run(start);
            if let Some(parameter) = self.program.functions[start].params.first() {
                self.hold(self.variable(parameter.symbol), &values);
            }
            let results = self.results[start].clone();
            self.grows |= self.returned.add(&results);
        }
    }

    /// The functions that may be called; `None` if it may be any.
    pub(super) fn targets(&self, callee: Callee, bindings: &Bindings) -> Option<Vec<FuncId>> {
        let pointer = match callee {
            Callee::Direct(function) => return Some(vec![function]),
            Callee::Indirect(pointer) => self.value(pointer, bindings),
        };
        let functions = pointer.addresses().filter_map(|address| match self.objects[address.object] {
            Object::Function(function) => Some(function),
            _ => None,
        });
        let mut functions: Vec<FuncId> = functions.collect();
        functions.dedup();
        (!pointer.anywhere).then_some(functions)
    }

    /// The addresses that an expression may be.
    pub(super) fn value(&self, e: ExprId, bindings: &Bindings) -> Values {
        self.value_within(e, bindings, DEEPEST)
    }

    fn value_within(&self, e: ExprId, bindings: &Bindings, depth: u32) -> Values {
        let exprs = &self.program.exprs;
        let value = |e| self.value_within(e, bindings, depth);
        match exprs.kind(e) {
            ExprKind::Const(_) | ExprKind::Zero | ExprKind::Fma { .. } => Values::default(),
            ExprKind::Memory { .. } | ExprKind::Written(_) | ExprKind::WrittenBytes { .. } | ExprKind::IsBeyond { .. } | ExprKind::Heap(_) => Values::default(),
            ExprKind::Var(symbol) => self.variable_within(symbol, bindings, depth),
            ExprKind::Deref(pointer) => self.behind(&value(pointer)),
            ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => value(base),
            ExprKind::AddressOf(place) => self.address_within(place, bindings, depth),
            ExprKind::FunctionAddress(function) => Values::of(ObjectId::new(self.program.symbols.len() + function.index()), Offset::At(0)),
            ExprKind::Unary(UnOp::Not, _) => Values::default(),
            ExprKind::Unary(_, a) => value(a).moved(None),
            ExprKind::Binary(BinOp::PtrAdd, pointer, n) => value(pointer).moved(self.bytes(pointer, n, bindings)),
            ExprKind::Binary(op, ..) if op.gives_truth() || op == BinOp::PtrDiff => Values::default(),
            ExprKind::Binary(_, a, b) => {
                let mut values = value(a).moved(None);
                values.add(&value(b).moved(None));
                values
            }
            ExprKind::Cast(a) => self.cast(e, a, value(a)),
            ExprKind::Ite { then, other, .. } => {
                let mut values = value(then);
                values.add(&value(other));
                values
            }
        }
    }

    fn cast(&self, to: ExprId, from: ExprId, mut values: Values) -> Values {
        let (exprs, types) = (&self.program.exprs, &self.program.types);
        let is_number = matches!(types.get(exprs.ty(from)), Type::Int { .. });
        match types.get(exprs.ty(to)) {
            Type::Bool => Values::default(),
            Type::Pointer(_) if is_number && exprs.as_const(from).is_none() => {
                values.anywhere = true;
                values
            }
            _ => values,
        }
    }

    fn variable_within(&self, symbol: SymbolId, bindings: &Bindings, depth: u32) -> Values {
        if let Some((_, values)) = bindings.values.iter().find(|(bound, _)| *bound == symbol) {
            return values.clone();
        }
        match self.definitions.get(&symbol) {
            // Where it was defined, numbers may have been others.
            Some(&definition) if !bindings.values.is_empty() && depth > 0 => {
                let bindings = Bindings { values: bindings.values.clone(), numbers: Numbers::default() };
                self.value_within(definition, &bindings, depth - 1)
            }
            _ => self.contents[self.variable(symbol)].clone(),
        }
    }

    /// How far a pointer moves, if that is known.
    fn bytes(&self, pointer: ExprId, n: ExprId, bindings: &Bindings) -> Option<i64> {
        let Type::Pointer(target) = *self.program.types.get(self.program.exprs.ty(pointer)) else { return None };
        let size = match self.program.types.get(target) {
            Type::Void | Type::Function { .. } => 1,
            _ => self.program.types.size_of(target)?,
        };
        number(self.program, n, &bindings.numbers)?.checked_mul(i64::try_from(size).ok()?)
    }

    /// Where a place may be.
    pub(super) fn address(&self, place: ExprId, bindings: &Bindings) -> Values {
        self.address_within(place, bindings, DEEPEST)
    }

    fn address_within(&self, place: ExprId, bindings: &Bindings, depth: u32) -> Values {
        let (exprs, types) = (&self.program.exprs, &self.program.types);
        match exprs.kind(place) {
            ExprKind::Var(symbol) => Values::of(self.variable(symbol), Offset::At(0)),
            ExprKind::Deref(pointer) => self.value_within(pointer, bindings, depth),
            ExprKind::Field { base, field } => {
                let offset = types.record_body(exprs.ty(base)).and_then(|body| body.fields.get(field as usize)).map(|field| field.offset);
                self.address_within(base, bindings, depth).moved(offset.and_then(|offset| i64::try_from(offset).ok()))
            }
            ExprKind::Index { base, index } => {
                let size = types.size_of(exprs.ty(place)).and_then(|size| i64::try_from(size).ok());
                let by = number(self.program, index, &bindings.numbers).zip(size).and_then(|(index, size)| index.checked_mul(size));
                self.address_within(base, bindings, depth).moved(by)
            }
            // No place: what is computed has none.
            _ => Values::default(),
        }
    }

    /// The function, if it is one, that an address is.
    pub(super) fn is_object(&self, address: Address) -> bool {
        !matches!(self.objects[address.object], Object::Function(_))
    }
}
