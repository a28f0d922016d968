//! A program with threads as a program of one thread, which does what any one of them may do while the others do what they like within facts about the variables that they
//! share: the first thread from the beginning, or a thread of a class from a state in which the facts hold. Where others may have changed variables, these become
//! anything that the facts allow; where others may look at them, the facts are claimed. If no claim is ever violated, the facts hold in all runs of all threads together, by
//! induction on the length of runs, and what is not reached there is not reached by any thread (Jones 1983; Flanagan, Qadeer: Thread-Modular Model Checking, SPIN 2003).
//!
//! Needs that variables are the only memory that threads share. It says nothing of deadlocks, races, or that anything happens.

use super::facts::{Fact, Groups};
use super::flow::Classes;
use super::interference::{Interference, Standing};
use super::library::LibraryCall;
use super::objects::{Object, Obstacle};
use super::pointers::{Bindings, Pointers};
use goto::{
    Body, Callee, ExprId, ExprKind, FuncId, Id, InputId, InputKind, InputOrigin, InstrId, InstrKind, Instruction, Location, Program, Property, PropertyClass,
    PropertyId, Storage, Symbol, SymbolId, ThreadOperation, Type, TypeId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The program of one thread, and which property claims which fact.
pub struct Alone {
    pub program: Program,
    pub claims: Vec<(PropertyId, Fact)>,
}

pub(super) struct Writer<'a> {
    before: &'a Program,
    pointers: &'a Pointers<'a>,
    interference: &'a Interference,
    groups: &'a Groups,
    program: Program,
    inputs: FxHashMap<TypeId, InputId>,
    claims: FxHashMap<Fact, PropertyId>,
}

/// Scalars of one variable that are made inputs one by one.
const MOST_PARTS: usize = 64;

/// What happens between two instructions, as text that is put together.
type Code = Vec<InstrKind>;

impl<'a> Writer<'a> {
    pub(super) fn write(
        before: &'a Program,
        pointers: &'a Pointers<'a>,
        classes: &Classes,
        interference: &'a Interference,
        groups: &'a Groups,
        facts: &[Fact],
    ) -> Result<Alone, Obstacle> {
        let mut writer = Self { before, pointers, interference, groups, program: before.clone(), inputs: FxHashMap::default(), claims: FxHashMap::default() };
        for &fact in facts {
            let name = format!("thread.fact.{}", writer.claims.len() + 1);
            let loc = before.functions[before.start].loc;
            let property = Property { name, class: PropertyClass::Assertion, function: before.start, loc, text: "a fact that threads keep".to_owned() };
            let id = writer.program.properties.push(property);
            writer.claims.insert(fact, id);
        }
        for (function, f) in before.functions.iter().filter(|(id, _)| pointers.runs[*id]) {
            if let Some(body) = &f.body {
                let body = writer.body(function, body)?;
                writer.program.functions[function].body = Some(body);
            }
        }
        writer.choose(classes)?;
        for f in before.functions.ids().filter(|&f| before.functions[f].thread_operation().is_some()) {
            writer.program.functions[f].name.insert_str(0, "no_");
        }
        let claims = facts.iter().map(|&fact| (writer.claims[&fact], fact)).collect();
        let program = writer.program;
        if let Some(defect) = goto::validate(&program).into_iter().next() {
            debug_assert!(false, "{defect:?}");
            return Err(Obstacle::NotUnderstood("a program of one thread that is not well formed", before.functions[before.start].loc));
        }
        Ok(Alone { program, claims })
    }

    /// Instructions of a body with what others do in between.
    fn body(&mut self, function: FuncId, body: &Body) -> Result<Body, Obstacle> {
        let mut out: Vec<Instruction> = Vec::new();
        let mut starts = Vec::with_capacity(body.len());
        // Code on the way of a jump.
        let mut ways: Vec<(usize, InstrId, Code, Location)> = Vec::new();
        for (at, instruction) in body.iter() {
            starts.push(out.len());
            let loc = instruction.loc;
            let mut put = |code: Code| out.extend(code.into_iter().map(|kind| Instruction { kind, loc }));
            let Some(standing) = self.interference.at(function, at) else {
                put(vec![instruction.kind.clone()]);
                continue;
            };
            let standing = standing.clone();
            put(self.in_front(function, at, instruction, &standing)?);
            let next = InstrId::new(at.index() + 1);
            match &instruction.kind {
                InstrKind::Goto { target, .. } => {
                    put(vec![instruction.kind.clone()]);
                    let jump = out.len() - 1;
                    let code = self.passing(&standing, self.interference.at(function, *target).cloned().as_ref());
                    if !code.is_empty() {
                        ways.push((jump, *target, code, loc));
                    }
                    let code = self.passing(&standing, self.interference.at(function, next).cloned().as_ref());
                    out.extend(code.into_iter().map(|kind| Instruction { kind, loc }));
                }
                InstrKind::Call { result, callee, args } => {
                    let after = self.interference.at(function, next).cloned();
                    put(self.call(function, at, *result, *callee, args, loc)?);
                    let left = self.left(*callee, &standing);
                    let mut code = self.written(function, at, &standing, after.as_ref());
                    code.extend(self.passing(&left, after.as_ref()));
                    put(code);
                }
                kind => {
                    put(vec![kind.clone()]);
                    let after = self.interference.at(function, next).cloned();
                    let mut code = self.written(function, at, &standing, after.as_ref());
                    code.extend(self.passing(&standing, after.as_ref()));
                    put(code);
                }
            }
        }
        let mut jumps: FxHashMap<usize, usize> = FxHashMap::default();
        for (jump, target, code, loc) in ways {
            jumps.insert(jump, out.len());
            out.extend(code.into_iter().map(|kind| Instruction { kind, loc }));
            let guard = self.program.build().truth(true);
            jumps.insert(out.len(), starts[target.index()]);
            out.push(Instruction { kind: InstrKind::Goto { guard, target, branch: None }, loc });
        }
        let mut finished = Body::new();
        for (n, mut instruction) in out.into_iter().enumerate() {
            if let InstrKind::Goto { target, .. } = &mut instruction.kind {
                *target = InstrId::new(jumps.get(&n).copied().unwrap_or_else(|| starts[target.index()]));
            }
            finished.push(instruction);
        }
        Ok(finished)
    }

    /// Before an instruction: what it reads others may have changed.
    fn in_front(&mut self, function: FuncId, at: InstrId, instruction: &Instruction, standing: &Standing) -> Result<Code, Obstacle> {
        let reads = self.interference.reads.get(&(function, at)).cloned().unwrap_or_default();
        let unstable: Vec<usize> = reads.iter().filter(|symbol| standing.unstable.contains(symbol)).map(|&symbol| self.groups.of(symbol)).collect();
        let read: BTreeSet<usize> = unstable.iter().copied().collect();
        let is_wide = matches!(instruction.kind, InstrKind::MemCopy { .. } | InstrKind::MemSet { .. } | InstrKind::Find { .. } | InstrKind::Compare { .. });
        let touched = reads.iter().chain(self.interference.writes.get(&(function, at)).into_iter().flatten());
        let is_open = touched.clone().any(|symbol| standing.visible.contains(symbol));
        let is_record = |symbol: &&SymbolId| matches!(self.before.types.get(self.before.symbols[**symbol].ty), Type::Record(_));
        let copies_record = matches!(instruction.kind, InstrKind::Assign { lhs, .. } if !self.before.types.is_scalar(self.before.exprs.ty(lhs)));
        if unstable.len() > read.len() || is_open && (is_wide || copies_record && touched.clone().any(|s| is_record(&s))) {
            return Err(Obstacle::NotUnderstood("an instruction with several accesses to what others may change", instruction.loc));
        }
        let mut code = Code::new();
        if let InstrKind::Call { callee, .. } = &instruction.kind {
            let targets = self.bodies(*callee);
            for target in targets {
                let entry = self.interference.at(target, InstrId::new(0)).cloned();
                if entry.as_ref().is_some_and(|entry| read.iter().any(|&group| self.changes(standing, entry, group))) {
                    return Err(Obstacle::NotUnderstood("a call with arguments that others may change", instruction.loc));
                }
                code.extend(self.passing(standing, entry.as_ref()));
            }
        }
        for &group in &read {
            code.extend(self.change(group)?);
        }
        Ok(code)
    }

    fn changes(&self, from: &Standing, to: &Standing, group: usize) -> bool {
        self.groups
            .members(group)
            .iter()
            .any(|symbol| from.unstable.contains(symbol) != to.unstable.contains(symbol) || from.visible.contains(symbol) != to.visible.contains(symbol))
    }

    /// The functions with bodies that a call enters.
    fn bodies(&self, callee: Callee) -> Vec<FuncId> {
        let targets = self.pointers.targets(callee, &Bindings::default()).unwrap_or_default();
        targets.into_iter().filter(|&target| LibraryCall::of(self.before, target).is_none() && self.before.functions[target].body.is_some()).collect()
    }

    /// What others may do where a call comes back.
    fn left(&self, callee: Callee, standing: &Standing) -> Standing {
        let mut left = Standing::default();
        let mut is_library = false;
        let mut always: Option<BTreeSet<SymbolId>> = None;
        let mut note = |standing: &Standing| {
            left.unstable.extend(&standing.unstable);
            always = Some(always.take().map_or_else(|| standing.visible.clone(), |known| known.intersection(&standing.visible).copied().collect()));
        };
        let bodies = self.bodies(callee);
        for &target in &bodies {
            for (at, instruction) in self.before.functions[target].body.iter().flat_map(|body| body.iter()) {
                if let (InstrKind::Return(_), Some(standing)) = (&instruction.kind, self.interference.at(target, at)) {
                    note(standing);
                }
            }
        }
        is_library |= bodies.len() < self.pointers.targets(callee, &Bindings::default()).unwrap_or_default().len();
        if is_library {
            note(standing);
        }
        left.visible = always.unwrap_or_default();
        left
    }

    /// Behind an instruction: what it writes others may see.
    fn written(&mut self, function: FuncId, at: InstrId, standing: &Standing, after: Option<&Standing>) -> Code {
        let written = self.interference.writes.get(&(function, at)).cloned().unwrap_or_default();
        let is_seen = |symbol: &SymbolId| standing.visible.contains(symbol) || after.is_some_and(|after| after.visible.contains(symbol));
        let groups: BTreeSet<usize> = written.iter().filter(|symbol| is_seen(symbol)).map(|&symbol| self.groups.of(symbol)).collect();
        groups.into_iter().flat_map(|group| self.claim(group)).collect()
    }

    /// From one standing to the next: what others could change becomes known, and what they could not see they do.
    fn passing(&mut self, from: &Standing, to: Option<&Standing>) -> Code {
        let Some(to) = to else { return Code::new() };
        let changed: BTreeSet<usize> = from.unstable.difference(&to.unstable).map(|&symbol| self.groups.of(symbol)).collect();
        let seen: BTreeSet<usize> = to.visible.difference(&from.visible).map(|&symbol| self.groups.of(symbol)).collect();
        let mut code: Code = seen.difference(&changed).flat_map(|&group| self.claim(group)).collect();
        for group in changed {
            // Who could look at it all the time has been shown the facts already.
            let is_shown = self.groups.members(group).iter().all(|symbol| from.visible.contains(symbol));
            code.extend(if is_shown { self.change(group).unwrap_or_default() } else { self.exchange(group) });
        }
        code
    }

    /// Others see the variables and then do with them what they like.
    fn exchange(&mut self, group: usize) -> Code {
        let mut code = self.claim(group);
        code.extend(self.change(group).unwrap_or_default());
        code
    }

    fn claim(&mut self, group: usize) -> Code {
        let facts: Vec<(Fact, PropertyId)> = self.facts(group);
        let claims = facts.into_iter().map(|(fact, property)| InstrKind::Assert { cond: fact.condition(&mut self.program), property });
        claims.collect()
    }

    fn facts(&self, group: usize) -> Vec<(Fact, PropertyId)> {
        let mut facts: Vec<(Fact, PropertyId)> =
            self.claims.iter().filter(|(fact, _)| self.groups.of(fact.variable()) == group).map(|(&fact, &property)| (fact, property)).collect();
        facts.sort_by_key(|&(_, property)| property);
        facts
    }

    /// Others have changed the variables.
    fn change(&mut self, group: usize) -> Result<Code, Obstacle> {
        let mut code = self.forget(group);
        for (fact, _) in self.facts(group) {
            code.push(InstrKind::Assume(fact.condition(&mut self.program)));
        }
        Ok(code)
    }

    /// Nothing is known of the variables.
    fn forget(&mut self, group: usize) -> Code {
        let mut code = Code::new();
        for symbol in self.groups.members(group).to_vec() {
            let ty = self.program.symbols[symbol].ty;
            let place = self.program.build().var(symbol, ty);
            let mut parts = Vec::new();
            if self.parts(place, &mut parts) && parts.len() <= MOST_PARTS {
                for part in parts {
                    let kind = self.input(part);
                    code.push(kind);
                }
            } else {
                code.push(InstrKind::havoc(place));
            }
        }
        code
    }

    /// The scalars of a place; `false` if there are others.
    fn parts(&mut self, place: ExprId, parts: &mut Vec<ExprId>) -> bool {
        let ty = self.program.exprs.ty(place);
        match self.program.types.get(ty).clone() {
            Type::Bool | Type::Int { .. } | Type::Float(_) => {
                parts.push(place);
                true
            }
            Type::Array { len: Some(len), .. } if len <= MOST_PARTS as u64 => (0..len).all(|i| {
                let size = self.program.types.size();
                let mut build = self.program.build();
                let index = build.constant(size, i128::from(i));
                let element = build.index(place, index);
                self.parts(element, parts)
            }),
            Type::Record(_) => {
                let Some(body) = self.program.types.record_body(ty) else { return false };
                // Members of unions lie over each other, and padding is nobody's.
                let is_plain = body.fields.iter().all(|field| field.bits.is_none()) && body.fields.windows(2).all(|pair| pair[0].offset < pair[1].offset);
                let n = body.fields.len();
                is_plain
                    && (0..n).all(|field| {
                        let member = self.program.build().field(place, field);
                        self.parts(member, parts)
                    })
            }
            _ => false,
        }
    }

    /// Any value, chosen as inputs are, so that runs show what follows from it.
    fn input(&mut self, place: ExprId) -> InstrKind {
        let ty = self.program.exprs.ty(place);
        let program = &mut self.program;
        let input = *self.inputs.entry(ty).or_insert_with(|| {
            let kind = InputKind { function: format!("others {ty}"), type_name: "what others do".to_owned(), ty, origin: InputOrigin::Call };
            program.inputs.push(kind)
        });
        InstrKind::Input { lhs: place, input }
    }

    /// A call, or what it does to the thread alone.
    fn call(&mut self, function: FuncId, at: InstrId, result: Option<ExprId>, callee: Callee, args: &[ExprId], loc: Location) -> Result<Code, Obstacle> {
        let targets = self.pointers.targets(callee, &Bindings::default()).unwrap_or_default();
        let is_special = |target: &FuncId| LibraryCall::of(self.before, *target).is_some() || self.before.functions[*target].thread_operation().is_some();
        if !targets.iter().any(is_special) {
            return Ok(vec![InstrKind::Call { result, callee, args: args.to_vec() }]);
        }
        let [target] = targets.as_slice() else { return Err(Obstacle::NotUnderstood("a pointer to a function of threads", loc)) };
        let mut code = Code::new();
        match LibraryCall::of(self.before, *target) {
            Some(LibraryCall::Create) => {
                let written =
                    self.pointers.value(args[0], &Bindings::default()).addresses().map(|address| self.pointers.object(address.object)).collect::<Vec<_>>();
                if written.into_iter().any(|object| matches!(object, Object::Variable(symbol) if self.interference.variables.contains(&symbol))) {
                    return Err(Obstacle::NotUnderstood("a number of a thread that threads share", loc));
                }
                let number = self.program.build().deref(args[0]);
                code.push(self.input(number));
            }
            Some(LibraryCall::Join) if !args.get(1).is_some_and(|&result| self.is_null(result)) => {
                return Err(Obstacle::NotUnderstood("the result of a thread", loc));
            }
            Some(LibraryCall::Wait) => {
                let standing = self.interference.where_locks_are_given_back(function, at).cloned().unwrap_or_default();
                let groups: BTreeSet<usize> = standing.visible.iter().map(|&symbol| self.groups.of(symbol)).collect();
                for group in groups {
                    code.extend(self.exchange(group));
                }
            }
            Some(LibraryCall::End) => {
                for group in 0..self.groups.len() {
                    code.extend(self.claim(group));
                }
                code.push(InstrKind::Halt(goto::HaltKind::Exit));
                return Ok(code);
            }
            None if matches!(self.before.functions[*target].thread_operation(), Some(ThreadOperation::Start | ThreadOperation::End)) => {
                return Err(Obstacle::NotUnderstood("a thread that begins or ends otherwise", loc));
            }
            _ => {}
        }
        match result {
            Some(result) if self.program.types.is_scalar(self.program.exprs.ty(result)) => code.push(self.input(result)),
            Some(_) => return Err(Obstacle::NotUnderstood("a result of a function of threads", loc)),
            None if code.is_empty() => code.push(InstrKind::Skip),
            None => {}
        }
        Ok(code)
    }

    fn is_null(&self, mut e: ExprId) -> bool {
        loop {
            match self.before.exprs.kind(e) {
                ExprKind::Cast(inner) => e = inner,
                ExprKind::Const(bits) => return bits.is_zero(),
                kind => return kind == ExprKind::Zero,
            }
        }
    }

    /// The start function, with threads of all classes to choose from once variables have their first values.
    fn choose(&mut self, classes: &Classes) -> Result<(), Obstacle> {
        let start = self.program.start;
        let loc = self.program.functions[start].loc;
        let unusual = || Obstacle::NotUnderstood("a start of another form", loc);
        let body = self.program.functions[start].body.clone().ok_or_else(unusual)?;
        let is_entry = |i: &Instruction| matches!(i.kind, InstrKind::Call { callee: Callee::Direct(f), .. } if !self.before.functions[f].model);
        let entry = body.iter().rfind(|(_, i)| is_entry(i)).map(|(at, _)| at).ok_or_else(unusual)?;
        if body.values().any(|i| matches!(i.kind, InstrKind::Goto { .. })) {
            return Err(unusual());
        }
        let mut code: Vec<InstrKind> = Vec::new();
        let int = self.program.types.int(32, true);
        let choice = self.temporary("choice", int, start);
        let chosen = self.program.build().var(choice, int);
        code.push(InstrKind::Decl(choice));
        code.push(self.input(chosen));
        let mut begun = FxHashSet::default();
        for (n, (_, &(creator, at, function))) in classes.beginnings.iter().enumerate() {
            if !begun.insert((function, self.argument(creator, at))) {
                continue;
            }
            let mut build = self.program.build();
            let number = build.constant(int, n as i128 + 1);
            let is_chosen = build.binary(goto::BinOp::Eq, chosen, number);
            let guard = build.not(is_chosen);
            let jump = code.len();
            code.push(InstrKind::Skip);
            for group in 0..self.groups.len() {
                let is_shown = self.is_shown(classes, function, group);
                code.extend(if is_shown { self.change(group)? } else { self.forget(group) });
            }
            self.begin(function, (creator, at), start, &mut code)?;
            for group in 0..self.groups.len() {
                code.extend(self.claim(group));
            }
            code.push(InstrKind::Halt(goto::HaltKind::Exit));
            let target = InstrId::new(entry.index() + code.len());
            code[jump] = InstrKind::Goto { guard, target, branch: None };
        }
        let mut all = Body::new();
        for (at, instruction) in body.iter() {
            if at == entry {
                for kind in &code {
                    all.push(Instruction { kind: kind.clone(), loc });
                }
            }
            all.push(instruction.clone());
        }
        self.program.functions[start].body = Some(all);
        Ok(())
    }

    /// Is the group shown to others wherever threads with this function begin? Where the creator keeps it to itself by a lock the facts may be broken, and never have held, so
    /// that to assume them would be to assume that no such thread begins.
    fn is_shown(&self, classes: &Classes, function: FuncId, group: usize) -> bool {
        let mut sites = classes.beginnings.values().filter(|(_, _, begun)| *begun == function);
        sites.all(|&(creator, at, _)| {
            let Some(after) = self.interference.at(creator, InstrId::new(at.index() + 1)) else { return true };
            self.groups.members(group).iter().all(|symbol| after.visible.contains(symbol))
        })
    }

    fn argument(&self, creator: FuncId, at: InstrId) -> Option<ExprId> {
        match &self.before.functions[creator].body.as_ref()?[at].kind {
            InstrKind::Call { args, .. } => args.get(3).copied(),
            _ => None,
        }
    }

    fn begin(&mut self, function: FuncId, site: (FuncId, InstrId), start: FuncId, code: &mut Code) -> Result<(), Obstacle> {
        let f = &self.before.functions[function];
        let loc = f.loc;
        let mut args = Vec::new();
        for (n, parameter) in f.params.iter().enumerate() {
            let ty = self.before.symbols[parameter.symbol].ty;
            let given = self.argument(site.0, site.1).filter(|_| n == 0);
            let values = given.map(|given| self.pointers.value(given, &Bindings::default())).unwrap_or_default();
            if values.len() == 0 {
                args.push(self.any_argument(ty, start, code).ok_or(Obstacle::NotUnderstood("a thread that is given a record", loc))?);
            } else {
                let given = given.filter(|&given| self.is_constant(given)).ok_or(Obstacle::NotUnderstood("a thread that is given a pointer", loc))?;
                args.push(self.program.build().cast(given, ty));
            }
        }
        let ret = match self.before.types.get(f.ty) {
            Type::Function { ret, .. } => *ret,
            _ => return Err(Obstacle::NotUnderstood("a thread that is no function", loc)),
        };
        let result = if matches!(self.before.types.get(ret), Type::Void) {
            None
        } else {
            let symbol = self.temporary("result", ret, start);
            code.push(InstrKind::Decl(symbol));
            Some(self.program.build().var(symbol, ret))
        };
        code.push(InstrKind::Call { result, callee: Callee::Direct(function), args });
        Ok(())
    }

    fn any_argument(&mut self, ty: TypeId, start: FuncId, code: &mut Code) -> Option<ExprId> {
        let number = match self.program.types.get(ty) {
            Type::Pointer(_) => self.program.types.size(),
            Type::Int { .. } | Type::Bool => ty,
            _ => return None,
        };
        let symbol = self.temporary("argument", number, start);
        let place = self.program.build().var(symbol, number);
        code.push(InstrKind::Decl(symbol));
        code.push(self.input(place));
        Some(self.program.build().cast(place, ty))
    }

    /// Is it the same wherever it stands?
    fn is_constant(&self, e: ExprId) -> bool {
        let exprs = &self.before.exprs;
        match exprs.kind(e) {
            ExprKind::Cast(a) => self.is_constant(a),
            ExprKind::AddressOf(place) => matches!(exprs.kind(place), ExprKind::Var(symbol) if self.before.symbols[symbol].storage == Storage::Static),
            ExprKind::Const(_) | ExprKind::Zero | ExprKind::FunctionAddress(_) => true,
            _ => false,
        }
    }

    fn temporary(&mut self, name: &str, ty: TypeId, function: FuncId) -> SymbolId {
        let loc = self.before.functions[function].loc;
        self.program.symbols.push(Symbol { name: name.to_owned(), ty, storage: Storage::Temporary(function), loc })
    }
}
