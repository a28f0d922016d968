//! What an entry function that is not `main` is given. Its parameters are inputs. With lazy inputs the global variables are inputs, too, and so is memory: each
//! pointer among all these is null, or leads to one of a few new objects of its type, whose contents are inputs again, or to something of its type that
//! exists; pointers may be equal. A pointer to scalars may also lead into a new object, if it is not the first one of its type. Variables with very many parts
//! have the values with which the program begins, or any. Of scalars a new object has several, of records one. A pointer to void leads to new objects of
//! characters, or to whatever the other pointers may lead to: it comes after them. A pointer to a function may lead to a stub, which does nothing and comes back
//! with inputs. What lies behind the new objects, and behind a pointer that leads to none of them, is not known ([`goto::Lent`]): who goes there leaves what the
//! inputs say.

use super::FunctionLowering;
use crate::aliases::{AliasError, Aliases, LazyInputs, RuleId};
use crate::tree::{FunctionId, VarId, VarKind};
use goto::given::{FAR_PLACES, FAR_STEP, GivenInput, Leads, Positions, Referent, Stub, UNKNOWN_BYTES};
use goto::{
    AllocKind, BinOp, DataModel, ExprId, ExprKind, FloatKind, FuncId, Function, InputId, InstrKind, Lent, Parameter, RecordKind, Storage, Symbol, Type, TypeId,
    TypeTable,
};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};

/// What pointers beyond all objects lead to.
const UNKNOWN_OBJECT: &str = "unknown";
/// Of the numbers by which a pointer is chosen, so many may lead to places that are known.
const MOST_NUMBERS: u64 = 60_000;
/// What positions behind the beginning of an object are called, before its name.
const INSIDE: &str = "inside";
/// Inputs in memory and globals; further scalars have any value that is no input.
const INPUTS: usize = 4000;
/// Scalars of a global variable that are inputs each; of a larger one it is an input whether it has the value with which the program begins.
const INPUTS_OF_GLOBAL: usize = 512;

/// The memory among the inputs, in the making.
#[derive(Default)]
struct Memory {
    is_lazy: bool,
    /// Is a test made of a run? Then it has to say what a global variable is.
    for_tests: bool,
    /// New objects of each type.
    n_objects: usize,
    /// Elements of those that are scalars, and of those that are characters.
    n_elements: u64,
    n_characters: u64,
    /// Pointers to the new objects of a type.
    objects: FxHashMap<TypeId, Vec<Candidate>>,
    /// Places that need contents.
    waiting: VecDeque<(ExprId, String)>,
    /// Pointers to void: they may lead to all objects, and so wait for these.
    to_void: VecDeque<(ExprId, String)>,
    n_inputs: usize,
    choices: Vec<Choice>,
    /// Have arguments and globals their values?
    are_roots_done: bool,
    /// A pointer to something of which nothing is known.
    beyond: Option<ExprId>,
    globals: Vec<VarId>,
    stubs: FxHashMap<TypeId, Option<FuncId>>,
    aliases: Aliases,
    /// The lines that fit a pointer, with the first pointer that they leave nowhere to lead to.
    applied: BTreeMap<RuleId, Option<String>>,
}

impl Memory {
    /// Which names of objects the first line for the pointer allows.
    fn may_lead_to(&self, pointer: &str) -> impl Fn(&str) -> bool + use<> {
        let rule = self.aliases.rule(pointer);
        let aliases = rule.map(|_| self.aliases.clone());
        move |object| rule.zip(aliases.as_ref()).is_none_or(|(rule, aliases)| aliases.allows(rule, object))
    }

    fn note_rule(&mut self, pointer: &str, leads_anywhere: bool) {
        if let Some(rule) = self.aliases.rule(pointer) {
            let stuck = self.applied.entry(rule).or_default();
            if !leads_anywhere {
                stuck.get_or_insert_with(|| pointer.to_owned());
            }
        }
    }

    fn check_aliases(&self) -> Result<(), AliasError> {
        for rule in self.aliases.rules() {
            match self.applied.get(&rule) {
                None => return Err(self.aliases.error(rule, "no pointer among the inputs has such a name".to_owned())),
                Some(Some(pointer)) => return Err(self.aliases.error(rule, format!("{pointer} may lead to nothing that has such a name"))),
                Some(None) => {}
            }
        }
        Ok(())
    }
}

/// Something that a pointer may lead to.
#[derive(Clone)]
struct Candidate {
    name: String,
    pointer: ExprId,
    referent: Referent,
}

/// Which of its candidates a pointer is: null, the new objects of its target's type from 1 on, others.
#[derive(Clone, Copy)]
struct Choice {
    target: TypeId,
    number: ExprId,
    /// Larger numbers lead to none of the candidates; `None`: they are null.
    last: Option<u64>,
}

impl FunctionLowering<'_, '_> {
    /// The arguments. Statics have their values before.
    pub(super) fn given(&mut self, entry: FunctionId, params: &[TypeId], lazy_inputs: Option<&LazyInputs>) -> Result<Vec<ExprId>, AliasError> {
        let mut memory = Memory { is_lazy: lazy_inputs.is_some(), ..Memory::default() };
        if let Some(LazyInputs { aliases, objects, elements, characters, for_tests }) = lazy_inputs {
            memory.for_tests = *for_tests;
            memory.globals = self.globals(entry, aliases);
            memory.aliases = aliases.clone();
            memory.n_objects = *objects;
            memory.n_elements = *elements;
            memory.n_characters = *characters;
        }
        let mut args = Vec::new();
        for (i, &param) in params.iter().enumerate() {
            let function = &self.unit.functions[entry];
            let name = function.params.get(i).map_or("", |p| self.unit.vars[p.var].name.as_str());
            let name = if name.is_empty() { format!("entry parameter {}", i + 1) } else { format!("entry parameter {name}") };
            let place = self.temporary(param);
            self.fill(place, &name, &mut memory);
            args.push(place);
        }
        self.unit.given.arguments.clone_from(&args);
        for id in memory.globals.clone() {
            let (name, ty) = (format!("global {}", self.unit.vars[id].name), self.unit.vars[id].ty);
            let symbol = self.unit.symbol(id, self.func);
            if self.unit.vars[id].in_block {
                self.unit.given.hidden.insert(symbol);
            }
            let place = self.build().var(symbol, ty);
            let n_scalars = n_scalars(&self.unit.program.types, ty);
            if !memory.for_tests && n_scalars > INPUTS_OF_GLOBAL.min(INPUTS.saturating_sub(memory.n_inputs)) {
                self.keep(place, &name, &mut memory);
            } else {
                self.fill(place, &name, &mut memory);
            }
        }
        memory.are_roots_done = true;
        while let Some((place, name)) = memory.waiting.pop_front() {
            self.fill(place, &name, &mut memory);
        }
        // What they add are characters, which lead nowhere.
        while let Some((place, name)) = memory.to_void.pop_front() {
            self.fill_pointer(place, &name, &mut memory);
        }
        while let Some((place, name)) = memory.waiting.pop_front() {
            self.fill(place, &name, &mut memory);
        }
        self.use_all_objects_first(&memory);
        memory.check_aliases()?;
        Ok(args)
    }

    /// The user's global variables that can change and that the entry function can get to. An object that nothing names is like a new one, so that pointers lose nothing
    /// without the others; lines about pointers may name any.
    fn globals(&self, entry: FunctionId, aliases: &Aliases) -> Vec<VarId> {
        let used = aliases.is_empty().then(|| super::used::from_entry(self.unit, entry));
        let vars = self.unit.vars.iter().filter(|(id, var)| {
            let is_used = self.unit.symbols[*id].is_some();
            let is_object = self.unit.program.types.size_of(var.ty).is_some();
            let is_global = matches!(var.kind, VarKind::Static | VarKind::Extern) && !var.name.is_empty();
            is_used
                && is_object
                && is_global
                && !var.constant
                && !var.name.starts_with(crate::contracts::PREFIX)
                && !self.unit.is_model(var.loc)
                && used.as_ref().is_none_or(|used| used.contains(id))
        });
        vars.map(|(id, _)| id).collect()
    }

    /// Gives a place a value that is made of inputs.
    fn fill(&mut self, place: ExprId, name: &str, memory: &mut Memory) {
        let ty = self.ty(place);
        match self.unit.program.types.get(ty).clone() {
            _ if memory.n_inputs >= INPUTS => self.leave_unsaid(place),
            Type::Bool | Type::Int { .. } | Type::Float(_) => {
                let type_name = c_name(&self.unit.program.types, ty);
                let (input, value) = self.input(name, type_name, ty, memory);
                self.unit.given.inputs.push(GivenInput { input, place, leads: None });
                self.assign(place, value);
            }
            Type::Pointer(target) if *self.unit.program.types.get(target) == Type::Void => memory.to_void.push_back((place, name.to_owned())),
            Type::Pointer(_) => self.fill_pointer(place, name, memory),
            Type::Array { len: Some(len), .. } => {
                let index_type = self.build().types.ptrdiff();
                if len > INPUTS as u64 {
                    // What is behind the elements that are inputs.
                    self.leave_unsaid(place);
                }
                for i in 0..len.min(INPUTS as u64) {
                    let mut build = self.build();
                    let index = build.constant(index_type, i128::from(i));
                    let element = build.index(place, index);
                    self.fill(element, &format!("{name}[{i}]"), memory);
                }
            }
            Type::Record(record) if self.unit.program.types.records[record].kind == RecordKind::Struct => self.fill_members(place, name, memory),
            // Which member counts is not known.
            Type::Record(_) => self.leave_unsaid(place),
            Type::Array { len: None, .. } | Type::Void | Type::Function { .. } => {}
        }
    }

    fn fill_pointer(&mut self, place: ExprId, name: &str, memory: &mut Memory) {
        let ty = self.ty(place);
        let Type::Pointer(target) = *self.unit.program.types.get(ty) else { unreachable!("only pointers are filled so") };
        if memory.n_inputs >= INPUTS {
            return self.leave_unsaid(place);
        }
        let value = self.lent_pointer(place, target, name, memory);
        self.assign(place, value);
    }

    fn fill_members(&mut self, place: ExprId, name: &str, memory: &mut Memory) {
        let ty = self.ty(place);
        let members = self.unit.program.types.record_body(ty).map_or_else(Vec::new, |body| body.fields.iter().map(|f| f.name.clone()).collect());
        for (i, member) in members.iter().enumerate() {
            let part = self.build().field(place, i);
            let name = if member.is_empty() { name.to_owned() } else { format!("{name}.{member}") };
            self.fill(part, &name, memory);
        }
    }

    /// Leaves a variable the value with which the program begins if an input says so, and takes it if not.
    fn keep(&mut self, place: ExprId, name: &str, memory: &mut Memory) {
        let truth = self.build().types.bool();
        let (input, is_kept) = self.input(&format!("{name} as it begins"), "_Bool", truth, memory);
        self.unit.given.kept.push(input);
        let behind = self.label();
        self.jump_if(is_kept, behind, None);
        self.emit(InstrKind::havoc(place));
        self.bind(behind);
    }

    fn leave_unsaid(&mut self, place: ExprId) {
        self.unit.given.unsaid.push(place);
        self.emit(InstrKind::havoc(place));
    }

    fn input(&mut self, name: &str, type_name: &str, ty: TypeId, memory: &mut Memory) -> (InputId, ExprId) {
        memory.n_inputs += 1;
        let input = self.unit.input(name, type_name, ty);
        let lhs = self.temporary(ty);
        self.emit(InstrKind::Input { lhs, input });
        (input, lhs)
    }

    /// A pointer for a place, chosen by an input.
    fn lent_pointer(&mut self, place: ExprId, target: TypeId, name: &str, memory: &mut Memory) -> ExprId {
        let ty = self.ty(place);
        if !memory.is_lazy {
            return self.unsupported("pointer among the arguments of the entry function (--lazy-inputs makes it an input)", ty);
        }
        let mut candidates = vec![Candidate { name: "null".to_owned(), pointer: self.zero(ty), referent: Referent::Null }];
        // Bytes, or anything else: all numbers behind the candidates stay open, since `memory` has no objects of this type.
        let is_void = *self.unit.program.types.get(target) == Type::Void;
        let pointed_to = if is_void { self.unit.program.types.int(8, true) } else { target };
        candidates.extend(self.objects_of(pointed_to, memory));
        if is_void {
            candidates.extend(objects_but(pointed_to, memory));
        }
        candidates.extend(self.existing(target, memory));
        let mut within = self.positions(target, candidates.len() as u64, memory);
        let n_candidates = within.last().map_or(candidates.len() as u64, |(_, last)| last.first + last.count) - 1;
        let number = self.build().types.int(16, false);
        let (input, choice) = self.input(&format!("pointer {name}"), "unsigned short", number, memory);
        let may_lead_to = memory.may_lead_to(name);
        let is_far = may_lead_to(UNKNOWN_OBJECT) && !self.has_own_object(target, memory);
        let mut allowed: Vec<(usize, Candidate)> = candidates.into_iter().enumerate().filter(|(_, c)| may_lead_to(&c.name)).collect();
        within.retain(|(candidate, _)| may_lead_to(&candidate.name));
        memory.note_rule(name, is_far || !allowed.is_empty());
        let last = is_far.then_some(n_candidates);
        memory.choices.push(Choice { target, number: choice, last });
        // Other numbers.
        let (other, leads_to) = if is_far {
            (self.far(choice, n_candidates, memory), Referent::Elsewhere { last: n_candidates })
        } else if allowed.is_empty() {
            (self.zero(ty), Referent::Null)
        } else {
            let (_, first) = allowed.remove(0);
            (first.pointer, first.referent)
        };
        let numbered = allowed.iter().map(|(i, candidate)| (*i as u64, candidate.referent)).collect();
        let leads = Leads { numbered, within: within.iter().map(|(_, positions)| *positions).collect(), other: leads_to };
        self.unit.given.inputs.push(GivenInput { input, place, leads: Some(leads) });
        let mut value = self.build().cast(other, ty);
        for positions in &within {
            value = self.at_position(choice, positions, value);
        }
        for (i, candidate) in allowed {
            let mut build = self.build();
            let i = build.constant(number, i as i128);
            let is_chosen = build.binary(BinOp::Eq, choice, i);
            let pointer = build.cast(candidate.pointer, ty);
            value = build.ite(is_chosen, pointer, value);
        }
        value
    }

    /// Is the next pointer one of the first among arguments and globals, so many that there is a new object for each?
    fn has_own_object(&self, target: TypeId, memory: &Memory) -> bool {
        let before = memory.choices.iter().filter(|c| c.target == target).count();
        memory.aliases.is_empty() && !memory.are_roots_done && memory.objects.contains_key(&target) && before < memory.n_objects
    }

    /// A pointer leads to none of the new objects only if something leads to each of them, and the first arguments and globals never do.
    /// Every memory is still there: its objects can be numbered as they are met on the way from arguments and globals, breadth first.
    fn use_all_objects_first(&mut self, memory: &Memory) {
        // Objects with names of their own do not stand for each other.
        if !memory.aliases.is_empty() {
            return;
        }
        let mut targets: Vec<TypeId> = memory.objects.keys().copied().collect();
        targets.sort_unstable();
        for target in targets {
            let choices: Vec<Choice> = memory.choices.iter().copied().filter(|c| c.target == target).collect();
            let is_beyond = self.any_is_beyond(&choices);
            let mut holds = self.build().truth(choices.len() > memory.n_objects);
            for object in 1..=memory.n_objects {
                let is_used = self.any_is(&choices, BinOp::Eq, |_| Some(object as u64));
                holds = self.build().binary(BinOp::And, holds, is_used);
            }
            let none = self.build().not(is_beyond);
            let holds = self.build().binary(BinOp::Or, none, holds);
            self.emit(InstrKind::Assume(holds));
        }
    }

    fn any_is_beyond(&mut self, choices: &[Choice]) -> ExprId {
        self.any_is(choices, BinOp::Lt, |choice| choice.last)
    }

    /// Does a number compare so with any of the choices that have one?
    fn any_is(&mut self, choices: &[Choice], op: BinOp, with: impl Fn(&Choice) -> Option<u64>) -> ExprId {
        let mut any = self.build().truth(false);
        for choice in choices {
            let Some(value) = with(choice) else { continue };
            let ty = self.ty(choice.number);
            let mut build = self.build();
            let value = build.constant(ty, value as i128);
            let is_it = build.binary(op, value, choice.number);
            any = build.binary(BinOp::Or, any, is_it);
        }
        any
    }

    /// Pointers to the new objects of a type; none if it has no size.
    fn objects_of(&mut self, target: TypeId, memory: &mut Memory) -> Vec<Candidate> {
        let types = &self.unit.program.types;
        let Some(size) = types.size_of(target).filter(|size| *size > 0) else { return Vec::new() };
        if let Some(objects) = memory.objects.get(&target) {
            return objects.clone();
        }
        let elements = match types.get(target) {
            Type::Int { bits: 8, .. } => memory.n_characters,
            _ if types.is_scalar(target) => memory.n_elements,
            _ => 1,
        };
        let name = type_name(types, target);
        let mut objects = Vec::new();
        for i in 1..=memory.n_objects {
            let name = format!("{name} {i}");
            let referent = Referent::Lent(self.unit.program.lent.len());
            let pointer = self.lend(&name, target, size * elements);
            objects.push(Candidate { name: name.clone(), pointer, referent });
            let types = &mut self.unit.program.types;
            let whole = types.array(target, Some(elements));
            let whole = types.pointer(whole);
            let mut build = self.build();
            let all = build.cast(pointer, whole);
            let place = build.deref(all);
            memory.waiting.push_back((place, name));
        }
        memory.objects.insert(target, objects.clone());
        objects
    }

    /// The positions in new objects of scalars behind their beginnings, where a pointer to such an object was met before: `begin, end`. The first one has the
    /// object begin where it leads to. Numbers count from `first` on.
    fn positions(&mut self, target: TypeId, mut first: u64, memory: &Memory) -> Vec<(Candidate, Positions)> {
        let is_second = memory.choices.iter().any(|choice| choice.target == target);
        let size = self.unit.program.types.size_of(target).filter(|size| *size > 0 && self.unit.program.types.is_scalar(target));
        let (true, Some(size)) = (is_second, size) else { return Vec::new() };
        let mut all = Vec::new();
        for candidate in memory.objects.get(&target).cloned().unwrap_or_default() {
            let Referent::Lent(object) = candidate.referent else { continue };
            let visible = self.unit.program.lent[object].visible;
            // Of very many objects, each has fewer.
            let count = ((visible + UNKNOWN_BYTES) / size - 1).min(MOST_NUMBERS / memory.n_objects.max(1) as u64);
            let known = count.min(visible / size);
            let name = format!("{INSIDE} {}", candidate.name);
            all.push((Candidate { name, ..candidate }, Positions { object, first, known, count }));
            first += count;
        }
        all
    }

    /// The pointer to a position in an object, as the number says, or the other value.
    fn at_position(&mut self, choice: ExprId, (candidate, positions): &(Candidate, Positions), other: ExprId) -> ExprId {
        let (number, ty) = (self.ty(choice), self.ty(other));
        let mut build = self.build();
        let distance = build.types.ptrdiff();
        let first = build.constant(number, i128::from(positions.first));
        let position = build.binary(BinOp::Sub, choice, first);
        let count = build.constant(number, i128::from(positions.count));
        let is_here = build.binary(BinOp::Lt, position, count);
        let position = build.cast(position, distance);
        let one = build.constant(distance, 1);
        let index = build.binary(BinOp::Add, position, one);
        let pointer = build.binary(BinOp::PtrAdd, candidate.pointer, index);
        let pointer = build.cast(pointer, ty);
        build.ite(is_here, pointer, other)
    }

    /// A new object with so many bytes that are known; the answer is a pointer to it.
    fn lend(&mut self, name: &str, target: TypeId, visible: u64) -> ExprId {
        let ty = self.unit.program.types.pointer(target);
        let symbol = Symbol { name: name.to_owned(), ty, storage: Storage::Static, loc: self.loc };
        let symbol = self.unit.program.symbols.push(symbol);
        self.unit.program.lent.push(Lent { pointer: symbol, visible });
        let size_type = self.build().types.size();
        let size = self.build().constant(size_type, i128::from(visible + UNKNOWN_BYTES));
        let result = self.build().var(symbol, ty);
        self.emit(InstrKind::Allocate { result, size, kind: AllocKind::Lent, zeroed: false });
        result
    }

    /// Pointers to globals and functions of the type, and to a stub.
    fn existing(&mut self, target: TypeId, memory: &mut Memory) -> Vec<Candidate> {
        let mut found = Vec::new();
        let is_void = *self.unit.program.types.get(target) == Type::Void;
        for &id in &memory.globals {
            let ty = self.unit.vars[id].ty;
            let is_array_of = matches!(self.unit.program.types.get(ty), Type::Array { elem, .. } if *elem == target);
            if ty == target || is_array_of || is_void {
                let symbol = self.unit.symbol(id, self.func);
                let place = self.build().var(symbol, ty);
                let pointer = if is_array_of { self.first_element(place) } else { self.build().address_of(place) };
                found.push(Candidate { name: format!("global {}", self.unit.vars[id].name), pointer, referent: Referent::Variable(symbol) });
            }
        }
        if matches!(self.unit.program.types.get(target), Type::Function { .. }) {
            let mut functions: Vec<FunctionId> = self.unit.address_taken.iter().copied().collect();
            functions.sort_unstable();
            for id in functions {
                let func = self.unit.function(id);
                if self.unit.program.functions[func].ty == target {
                    let ty = self.unit.program.types.pointer(target);
                    let pointer = self.unit.program.exprs.intern(ExprKind::FunctionAddress(func), ty);
                    found.push(Candidate { name: format!("function {}", self.unit.functions[id].name), pointer, referent: Referent::Function(func) });
                }
            }
            if let Some(func) = self.stub(target, memory) {
                let ty = self.unit.program.types.pointer(target);
                let pointer = self.unit.program.exprs.intern(ExprKind::FunctionAddress(func), ty);
                found.push(Candidate { name: self.unit.program.functions[func].name.clone(), pointer, referent: Referent::Function(func) });
            }
        }
        found
    }

    /// A function of this type that comes back with inputs. `None`: its result is a record, or it has arguments that its type does not tell.
    fn stub(&mut self, ty: TypeId, memory: &mut Memory) -> Option<FuncId> {
        if let Some(stub) = memory.stubs.get(&ty) {
            return *stub;
        }
        let Type::Function { ret, params, variadic: false } = self.unit.program.types.get(ty).clone() else { return None };
        let is_void = *self.unit.program.types.get(ret) == Type::Void;
        let stub = (is_void || self.unit.program.types.is_scalar(ret)).then(|| self.new_stub(ty, ret, &params, memory.stubs.len() + 1));
        memory.stubs.insert(ty, stub);
        stub
    }

    fn new_stub(&mut self, ty: TypeId, ret: TypeId, params: &[TypeId], number: usize) -> FuncId {
        let (loc, name) = (self.loc, format!("stub {number}"));
        let program = &mut self.unit.program;
        let func = program.functions.push(Function { name: name.clone(), ty, params: Vec::new(), body: None, loc, noreturn: false, model: true });
        let param = |&ty: &TypeId| {
            let symbol = program.symbols.push(Symbol { name: "unnamed".to_owned(), ty, storage: Storage::Parameter(func), loc });
            Parameter { symbol, writable: false }
        };
        program.functions[func].params = params.iter().map(param).collect();
        let mut lowering = FunctionLowering::new(self.unit, func, loc);
        let input = lowering.answer(&name, ret);
        lowering.finish();
        self.unit.given.stubs.push(Stub { function: func, result: input, is_declared: false });
        func
    }

    /// Comes back with an input if that is a number, else with null or nothing.
    pub(crate) fn answer(&mut self, name: &str, ret: TypeId) -> Option<InputId> {
        let types = &self.unit.program.types;
        let (is_number, is_void) = (matches!(types.get(ret), Type::Bool | Type::Int { .. } | Type::Float(_)), *types.get(ret) == Type::Void);
        if is_number {
            let type_name = c_name(&self.unit.program.types, ret);
            let input = self.unit.input(name, type_name, ret);
            let lhs = self.temporary(ret);
            self.emit(InstrKind::Input { lhs, input });
            self.emit(InstrKind::Return(Some(lhs)));
            return Some(input);
        }
        if !is_void {
            let null = self.zero(ret);
            self.emit(InstrKind::Return(Some(null)));
        }
        None
    }

    /// A pointer to something of which nothing is known, another one for each number behind the last.
    fn far(&mut self, choice: ExprId, last: u64, memory: &mut Memory) -> ExprId {
        let beyond = self.beyond(memory);
        let mut build = self.build();
        let distance = build.types.ptrdiff();
        let char_type = build.types.int(8, false);
        let bytes = build.types.pointer(char_type);
        let choice = build.cast(choice, distance);
        let (last, mask, step) =
            (build.constant(distance, last as i128 + 1), build.constant(distance, i128::from(FAR_PLACES) - 1), build.constant(distance, i128::from(FAR_STEP)));
        let number = build.binary(BinOp::Sub, choice, last);
        let number = build.binary(BinOp::BitAnd, number, mask);
        let offset = build.binary(BinOp::Mul, number, step);
        let start = build.cast(beyond, bytes);
        build.binary(BinOp::PtrAdd, start, offset)
    }

    fn beyond(&mut self, memory: &mut Memory) -> ExprId {
        if let Some(pointer) = memory.beyond {
            return pointer;
        }
        let void = self.unit.program.types.void();
        let pointer = self.lend("beyond", void, 0);
        memory.beyond = Some(pointer);
        pointer
    }
}

/// The scalars that an object of a type has as parts; a union is one.
fn n_scalars(types: &TypeTable, ty: TypeId) -> usize {
    match *types.get(ty) {
        Type::Array { elem, len } => len.map_or(0, |len| usize::try_from(len).unwrap_or(usize::MAX).saturating_mul(n_scalars(types, elem))),
        Type::Record(record) if types.records[record].kind == RecordKind::Struct => {
            let members = types.record_body(ty).map_or(&[][..], |body| &body.fields);
            members.iter().fold(0, |n, member| n.saturating_add(n_scalars(types, member.ty)))
        }
        _ => 1,
    }
}

/// Pointers to the new objects that have other types, in the order in which these were made.
fn objects_but(target: TypeId, memory: &Memory) -> Vec<Candidate> {
    let mut types: Vec<TypeId> = memory.objects.keys().copied().filter(|ty| *ty != target).collect();
    types.sort_unstable();
    types.iter().flat_map(|ty| memory.objects[ty].iter().cloned()).collect()
}

/// What to call objects of a type.
fn type_name(types: &TypeTable, ty: TypeId) -> String {
    match types.get(ty) {
        Type::Record(record) => types.records[*record].name.clone(),
        Type::Pointer(target) => format!("{} *", type_name(types, *target)),
        Type::Array { elem, .. } => format!("{} []", type_name(types, *elem)),
        _ => c_name(types, ty).to_owned(),
    }
}

/// A C type with this representation.
pub(crate) fn c_name(types: &TypeTable, ty: TypeId) -> &'static str {
    let long_is_64 = types.model() == DataModel::Lp64;
    match types.get(ty) {
        Type::Bool => "_Bool",
        Type::Int { bits: 8, signed: true } => "char",
        Type::Int { bits: 8, signed: false } => "unsigned char",
        Type::Int { bits: 16, signed: true } => "short",
        Type::Int { bits: 16, signed: false } => "unsigned short",
        Type::Int { bits: 64, signed: true } => {
            if long_is_64 {
                "long"
            } else {
                "long long"
            }
        }
        Type::Int { bits: 64, signed: false } => {
            if long_is_64 {
                "unsigned long"
            } else {
                "unsigned long long"
            }
        }
        Type::Int { bits: 128, signed: true } => "__int128",
        Type::Int { bits: 128, signed: false } => "unsigned __int128",
        Type::Int { signed: true, .. } => "int",
        Type::Int { signed: false, .. } => "unsigned int",
        Type::Float(FloatKind::Single) => "float",
        Type::Float(FloatKind::Double) => "double",
        Type::Float(FloatKind::Extended) => "long double",
        Type::Float(FloatKind::Half) => "_Float16",
        Type::Float(FloatKind::Quad) => "_Float128",
        _ => "void *",
    }
}
