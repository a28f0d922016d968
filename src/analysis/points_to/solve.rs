//! The iteration: what each instruction lets flow where, until nothing is new.

use super::places::{Object, ObjectId, Place, PlaceId, Projection, Table, Targets};
use super::{Members, Part, Places, PointsTo, address_taken};
use goto::callgraph::CallGraph;
use goto::{BinOp, Bits, Callee, ExprId, ExprKind, FuncId, Id, IdVec, InstrId, InstrKind, Program, RecordKind, SymbolId, Type};
use rustc_hash::FxHashMap;

/// Operations in an expression that are followed.
const DEPTH: u32 = 60;
/// Rounds over all instructions, and expressions looked at in all of them.
const ROUNDS: usize = 40;
const WORK: u64 = 4_000_000;

/// How much is copied.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// A value of the type of the place.
    Value,
    /// Any number of bytes: they may go on into what lies beside the place.
    Bytes,
}

pub(super) struct Solver<'a> {
    program: &'a Program,
    calls: &'a CallGraph,
    members: Members,
    table: Table,
    stored: FxHashMap<PlaceId, Targets>,
    /// The places of each object in which something is stored.
    of_object: FxHashMap<ObjectId, Vec<PlaceId>>,
    /// What was stored where any pointer may lead.
    wild: Targets,
    taken: IdVec<SymbolId, bool>,
    changed: bool,
    work: u64,
}

impl<'a> Solver<'a> {
    pub(super) fn new(program: &'a Program, calls: &'a CallGraph, members: Members) -> Self {
        let (stored, of_object) = (FxHashMap::default(), FxHashMap::default());
        let (table, wild) = (Table::default(), Targets::default());
        Self { program, calls, members, table, stored, of_object, wild, taken: address_taken(program), changed: false, work: 0 }
    }

    /// `None` if it is too much work.
    pub(super) fn solved(mut self) -> Option<PointsTo> {
        let live = self.calls.reachable(self.program.start);
        let functions: Vec<FuncId> = self.program.functions.ids().filter(|&f| live[f]).collect();
        for _ in 0..ROUNDS {
            self.changed = false;
            for &function in &functions {
                for (at, instruction) in self.program.functions[function].body.iter().flat_map(|body| body.iter()) {
                    self.instruction(function, at, &instruction.kind);
                }
                if self.work > WORK {
                    return None;
                }
            }
            if !self.changed && !self.table.take_news() {
                return Some(self.told());
            }
        }
        None
    }

    fn instruction(&mut self, function: FuncId, at: InstrId, kind: &InstrKind) {
        match kind {
            InstrKind::Assign { lhs, rhs } => self.assign(*lhs, *rhs),
            InstrKind::Input { lhs, .. } | InstrKind::Havoc { lhs, .. } => self.store_anything(*lhs),
            InstrKind::Allocate { result, .. } => {
                let place = self.table.start(Object::Allocation(function, at));
                let to = self.places(*result, DEPTH);
                self.store(&to, &Targets::one(place));
            }
            InstrKind::MemCopy { dst, src, .. } => {
                let (to, from) = (self.value(*dst, DEPTH), self.value(*src, DEPTH));
                self.copy(&to, &from, Extent::Bytes);
            }
            InstrKind::MemSet { dst, value, .. } if !self.program.exprs.as_const(*value).is_some_and(Bits::is_zero) => {
                let to = self.value(*dst, DEPTH);
                self.store_bytes(&to);
            }
            InstrKind::Call { result, callee, args } => {
                for target in self.targets(*callee) {
                    self.call(target, args, *result);
                }
            }
            InstrKind::Return(Some(value)) => {
                let place = self.table.start(Object::Result(function));
                self.flow(&Targets::one(place), *value);
            }
            _ => {}
        }
    }

    /// The functions that a call may reach, as far as is known.
    fn targets(&mut self, callee: Callee) -> Vec<FuncId> {
        let pointed_to = if let Callee::Indirect(pointer) = callee { self.functions(pointer) } else { None };
        pointed_to.unwrap_or_else(|| self.calls.targets(self.program, callee))
    }

    /// The functions to which a pointer leads; `None` if these may be any.
    fn functions(&mut self, pointer: ExprId) -> Option<Vec<FuncId>> {
        let targets = self.value(pointer, DEPTH);
        let function = |&place: &PlaceId| match self.table.kind(self.table.get(place).object) {
            Object::Function(function) => Some(function),
            _ => None,
        };
        let mut functions: Vec<FuncId> = targets.list().iter().filter_map(function).collect();
        functions.sort_unstable();
        functions.dedup();
        (!targets.anywhere).then_some(functions)
    }

    fn call(&mut self, target: FuncId, args: &[ExprId], result: Option<ExprId>) {
        let function = &self.program.functions[target];
        if function.body.is_none() {
            if !function.noreturn {
                self.changed |= self.wild.add(&Targets::anywhere());
                result.into_iter().for_each(|result| self.store_anything(result));
            }
            return;
        }
        for (i, param) in function.params.iter().enumerate() {
            let to = Targets::one(self.table.start(Object::Variable(param.symbol)));
            match args.get(i).filter(|&&arg| self.program.exprs.ty(arg) == self.program.symbols[param.symbol].ty) {
                Some(&arg) => self.flow(&to, arg),
                None => self.store_bytes(&to),
            }
        }
        let Some(result) = result else { return };
        let from = self.table.start(Object::Result(target));
        let to = self.places(result, DEPTH);
        match (self.program.types.get(self.program.functions[target].ty), self.program.exprs.ty(result)) {
            (Type::Function { ret, .. }, ty) if *ret != ty => self.store_bytes(&to),
            (_, ty) if matches!(self.program.types.get(ty), Type::Pointer(_)) => {
                let values = self.contents(from);
                self.store(&to, &values);
            }
            _ => self.copy(&to, &Targets::one(from), Extent::Value),
        }
    }

    fn assign(&mut self, lhs: ExprId, rhs: ExprId) {
        let to = self.places(lhs, DEPTH);
        self.flow(&to, rhs);
    }

    /// The value of an expression goes to places of its type.
    fn flow(&mut self, to: &Targets, value: ExprId) {
        let ty = self.program.exprs.ty(value);
        match self.program.types.get(ty) {
            Type::Pointer(_) => {
                let values = self.value(value, DEPTH);
                self.store(to, &values);
            }
            Type::Record(_) | Type::Array { .. } => match self.program.exprs.kind(value) {
                ExprKind::Zero => {}
                ExprKind::Ite { then, other, .. } => {
                    self.flow(to, then);
                    self.flow(to, other);
                }
                _ if self.program.exprs.is_place(value) => {
                    let from = self.places(value, DEPTH);
                    self.copy(to, &from, Extent::Value);
                }
                _ => self.store_bytes(to),
            },
            _ => self.store_number(to),
        }
    }

    /// Something else than a pointer is stored: that changes pointers only where the place is not known.
    fn store_number(&mut self, to: &Targets) {
        let unknown = to.filter(|place| self.table.get(place).path.is_none());
        self.store_bytes(&unknown);
    }

    fn store_anything(&mut self, lhs: ExprId) {
        let to = self.places(lhs, DEPTH);
        match self.program.types.get(self.program.exprs.ty(lhs)) {
            Type::Pointer(_) => self.store(&to, &Targets::anywhere()),
            Type::Record(_) | Type::Array { .. } => self.store_bytes(&to),
            _ => self.store_number(&to),
        }
    }

    /// Bytes of any meaning are stored somewhere in objects.
    fn store_bytes(&mut self, to: &Targets) {
        if to.anywhere {
            self.changed |= self.wild.add(&Targets::anywhere());
        }
        for &place in to.list() {
            let object = self.table.get(place).object;
            if self.table.has_pointers(self.program, object) {
                let place = self.table.somewhere(object);
                self.store(&Targets::one(place), &Targets::anywhere());
            }
        }
    }

    fn store(&mut self, to: &Targets, values: &Targets) {
        if to.anywhere {
            self.changed |= self.wild.add(values);
        }
        for &place in to.list() {
            if !self.stored.contains_key(&place) {
                let object = self.table.get(place).object;
                self.of_object.entry(object).or_default().push(place);
            }
            self.changed |= self.stored.entry(place).or_default().add(values);
        }
    }

    /// A struct, an array or a block is copied.
    fn copy(&mut self, to: &Targets, from: &Targets, extent: Extent) {
        if from.anywhere {
            self.store_bytes(to);
            return;
        }
        for &from in from.list() {
            if to.anywhere {
                let all = self.all_of(self.table.get(from).object);
                self.changed |= self.wild.add(&all);
            }
            for &to in to.list() {
                self.copy_place(to, from, extent);
            }
        }
    }

    fn copy_place(&mut self, to: PlaceId, from: PlaceId, extent: Extent) {
        if to == from {
            return;
        }
        let (target, source) = (self.table.get(to).clone(), self.table.get(from).clone());
        let somewhere = self.table.somewhere(target.object);
        let may_leave = extent == Extent::Bytes && self.members == Members::Together && target.path.as_ref().is_some_and(|path| is_in_member(path));
        if let (Some(path), Some(start), true) = (&target.path, &source.path, !may_leave && self.are_alike(to, from)) {
            for place in self.of_object.get(&source.object).cloned().unwrap_or_default() {
                let Some(rest) = self.table.get(place).path.as_ref().and_then(|path| path.strip_prefix(&start[..])) else { continue };
                let path = path.iter().chain(rest).copied().collect();
                let part = self.table.place(Place { object: target.object, path: Some(path) });
                let values = self.stored.get(&place).cloned().unwrap_or_default();
                self.store(&Targets::one(part), &values);
            }
            let elsewhere = self.table.somewhere(source.object);
            let mut values = self.stored.get(&elsewhere).cloned().unwrap_or_default();
            if self.is_in_memory(source.object) {
                values.add(&self.wild);
            }
            if values != Targets::default() {
                self.store(&Targets::one(somewhere), &values);
            }
            return;
        }
        if self.table.has_pointers(self.program, target.object) {
            self.store(&Targets::one(somewhere), &Targets::anywhere());
        }
    }

    /// Are the two places of one type, so that what lies behind them does too?
    fn are_alike(&mut self, a: PlaceId, b: PlaceId) -> bool {
        let types = [a, b].map(|place| self.table.type_of(self.program, place));
        types[0].is_some() && types[0] == types[1]
    }

    fn is_in_memory(&self, object: ObjectId) -> bool {
        match self.table.kind(object) {
            Object::Variable(symbol) => self.taken[symbol],
            Object::Allocation(..) => true,
            Object::Result(_) | Object::Function(_) => false,
        }
    }

    /// The pointers that may be in an object.
    fn all_of(&self, object: ObjectId) -> Targets {
        let mut all = if self.is_in_memory(object) { self.wild.clone() } else { Targets::default() };
        for values in self.of_object.get(&object).into_iter().flatten().filter_map(|place| self.stored.get(place)) {
            all.add(values);
        }
        all
    }

    /// The pointers that may be in a place.
    fn contents(&mut self, place: PlaceId) -> Targets {
        let Place { object, path } = self.table.get(place).clone();
        if path.is_none() {
            // What else is there may be read as a pointer.
            return if self.members == Members::Together { Targets::anywhere() } else { self.all_of(object) };
        }
        let mut found = self.stored.get(&place).cloned().unwrap_or_default();
        let somewhere = self.table.somewhere(object);
        if let Some(values) = self.stored.get(&somewhere) {
            found.add(values);
        }
        if self.is_in_memory(object) {
            found.add(&self.wild);
        }
        found
    }

    /// Where a pointer's value may lead.
    fn value(&mut self, expr: ExprId, depth: u32) -> Targets {
        self.work += 1;
        let Some(depth) = depth.checked_sub(1) else { return Targets::anywhere() };
        match self.program.exprs.kind(expr) {
            ExprKind::Zero => Targets::default(),
            ExprKind::FunctionAddress(function) => Targets::one(self.table.start(Object::Function(function))),
            ExprKind::Const(bits) if bits.is_zero() => Targets::default(),
            ExprKind::AddressOf(place) => self.places(place, depth),
            ExprKind::Cast(inner) => self.value(inner, depth),
            ExprKind::Ite { then, other, .. } if self.is_pointer(expr) => {
                let mut both = self.value(then, depth);
                both.add(&self.value(other, depth));
                both
            }
            ExprKind::Binary(BinOp::PtrAdd, base, distance) => {
                let from = self.value(base, depth);
                let stays = self.program.exprs.as_const(distance).is_some_and(Bits::is_zero);
                if stays { from } else { self.moved(&from, base) }
            }
            ExprKind::Var(_) | ExprKind::Deref(_) | ExprKind::Field { .. } | ExprKind::Index { .. } if self.is_pointer(expr) => {
                let places = self.places(expr, depth);
                let mut found = if places.anywhere { Targets::anywhere() } else { Targets::default() };
                for &place in places.list() {
                    found.add(&self.contents(place));
                }
                found
            }
            _ => Targets::anywhere(),
        }
    }

    fn is_pointer(&self, expr: ExprId) -> bool {
        matches!(self.program.types.get(self.program.exprs.ty(expr)), Type::Pointer(_))
    }

    /// Pointers as `base` with a distance added: those to elements of its type stay within the array.
    fn moved(&mut self, from: &Targets, base: ExprId) -> Targets {
        let Type::Pointer(step) = *self.program.types.get(self.program.exprs.ty(base)) else { return Targets::anywhere() };
        from.map(|place| {
            let element = self.table.accessed_as(self.program, place, step);
            self.other_element(element)
        })
    }

    fn other_element(&mut self, place: PlaceId) -> PlaceId {
        let Place { object, path } = self.table.get(place);
        let (object, is_element) = (*object, path.as_ref().is_some_and(|path| path.last() == Some(&Projection::Element)));
        let may_leave = self.members == Members::Together && path.as_ref().is_some_and(|path| is_in_member(path));
        if is_element && !may_leave { place } else { self.table.somewhere(object) }
    }

    /// Where a place may be.
    fn places(&mut self, place: ExprId, depth: u32) -> Targets {
        self.work += 1;
        let Some(depth) = depth.checked_sub(1) else { return Targets::anywhere() };
        match self.program.exprs.kind(place) {
            ExprKind::Var(symbol) => Targets::one(self.table.start(Object::Variable(symbol))),
            ExprKind::Field { base, field } => {
                let bases = self.places(base, depth);
                let is_struct = match self.program.types.get(self.program.exprs.ty(base)) {
                    Type::Record(record) => self.program.types.records[*record].kind == RecordKind::Struct,
                    _ => false,
                };
                self.parts(&bases, is_struct.then_some(Projection::Field(field)))
            }
            ExprKind::Index { base, .. } => {
                let bases = self.places(base, depth);
                let elements = self.parts(&bases, Some(Projection::Element));
                elements.map(|element| self.other_element(element))
            }
            ExprKind::Deref(pointer) => {
                let pointers = self.value(pointer, depth);
                let ty = self.program.exprs.ty(place);
                pointers.map(|target| self.table.accessed_as(self.program, target, ty))
            }
            _ => Targets::anywhere(),
        }
    }

    /// A part of each place; `None`: one that overlaps others.
    fn parts(&mut self, of: &Targets, step: Option<Projection>) -> Targets {
        of.map(|place| match step {
            Some(step) => self.table.part(place, step),
            None => self.table.somewhere(self.table.get(place).object),
        })
    }

    fn told(mut self) -> PointsTo {
        let mut found = PointsTo::default();
        for expr in (0..self.program.exprs.len()).map(ExprId::new).filter(|&e| self.program.exprs.is_place(e)) {
            let places = self.places(expr, DEPTH);
            found.places.extend(self.described(&places).map(|places| (expr, places)));
        }
        let program = self.program;
        for instruction in program.functions.values().filter_map(|f| f.body.as_ref()).flat_map(|body| body.values()) {
            if let InstrKind::MemCopy { dst, .. } | InstrKind::MemSet { dst, .. } = instruction.kind {
                let objects = self.value(dst, DEPTH);
                found.objects.extend(self.described(&objects).map(|objects| (dst, objects)));
            }
            if let InstrKind::Call { callee: Callee::Indirect(pointer), .. } = instruction.kind {
                found.functions.extend(self.functions(pointer).map(|functions| (pointer, functions)));
            }
        }
        found
    }

    fn described(&self, targets: &Targets) -> Option<Places> {
        if targets.anywhere {
            return None;
        }
        let mut places = Places { parts: Vec::new(), or_allocated: false };
        for &place in targets.list() {
            let Place { object, path } = self.table.get(place);
            match self.table.kind(*object) {
                Object::Variable(variable) => places.parts.push(Part { variable, path: path.clone() }),
                Object::Allocation(..) | Object::Result(_) => places.or_allocated = true,
                // Nothing is there that could be read or written.
                Object::Function(_) => {}
            }
        }
        Some(places)
    }
}

fn is_in_member(path: &[Projection]) -> bool {
    path.iter().any(|step| matches!(step, Projection::Field(_)))
}
