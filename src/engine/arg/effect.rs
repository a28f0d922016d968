//! What an edge does: what must hold for it to be taken, and the values of cells after it, in terms of those before it.

use super::cells::{CellId, Cells, Holder, Instance, root_variable};
use super::substitute::substitute;
use super::translate::{Translator, Unknowns, address_facts};
use goto::BEYOND;
use goto::callgraph::CallGraph;
use goto::edges::{EdgeId, EdgeKind, Edges, Place, PlaceId};
use goto::index::Id;
use goto::{Callee, ExprId, FuncId, HavocKind, InputId, InstrId, InstrKind, Instruction, Location, Program, Storage, SymbolId, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use term::{TermId, TermPool};

/// Why what follows an edge cannot be claimed to be impossible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leak {
    pub what: String,
    pub loc: Location,
}

/// What an edge does.
#[derive(Clone, Debug, Default)]
pub struct Effect {
    /// What must hold before it, in order; nothing if it is always taken.
    pub assumed: Vec<TermId>,
    /// New values of cells, all at once.
    pub updates: FxHashMap<CellId, TermId>,
    /// All exposed cells without an update may have any value after it.
    pub exposes: bool,
    /// All cells may have any value after it.
    pub forgets: bool,
    /// The free variables of all these.
    pub unknowns: Vec<TermId>,
    /// Inputs read, with the variables of their values.
    pub inputs: Vec<(InputId, TermId)>,
    pub leak: Option<Leak>,
    /// Names the variables of values that nothing is known of.
    name: String,
}

impl Effect {
    /// The value of a cell after the effect.
    pub fn after(&self, pool: &mut TermPool, cells: &Cells, cell: CellId) -> TermId {
        if let Some(&new) = self.updates.get(&cell) {
            return new;
        }
        let old = cells.get(cell);
        if self.forgets || self.exposes && old.exposed { pool.var(&self.lost(cell), pool.width(old.value)) } else { old.value }
    }

    fn lost(&self, cell: CellId) -> String {
        format!("?{}.lost.{cell}", self.name)
    }

    /// A condition on what is after the effect, as one on what is before it.
    pub fn before(&self, pool: &mut TermPool, cells: &Cells, condition: TermId) -> TermId {
        let mut done = FxHashMap::default();
        substitute(pool, condition, &mut done, &mut |pool, variable| match cells.of_value(variable) {
            Some(cell) => self.after(pool, cells, cell),
            None => variable,
        })
    }
}

/// Which calls an edge is between.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setting {
    /// Of the function at the edge's source.
    pub source: Instance,
    /// Of the function at its target.
    pub target: Instance,
}

/// The effects of a program's edges, each made once.
pub struct Effects<'a> {
    pub program: &'a Program,
    pub edges: &'a Edges,
    pub pool: TermPool,
    pub cells: Cells,
    calls: CallGraph,
    /// Models from which functions of the program may be called.
    calls_back: FxHashSet<FuncId>,
    /// Models that may end the program.
    halts: FxHashSet<FuncId>,
    /// Models in which something may happen that is not followed.
    unfollowed: FxHashSet<FuncId>,
    /// Does it matter that a model may end the program? Else a run that goes on stands for it.
    pub ends_matter: bool,
    made: FxHashMap<(EdgeId, Setting), Rc<Effect>>,
    guards: FxHashMap<(ExprId, EdgeId, Setting), (TermId, TermId)>,
}

impl<'a> Effects<'a> {
    pub fn new(program: &'a Program, edges: &'a Edges) -> Self {
        let calls = CallGraph::new(program);
        let calls_back = models_leading_to(program, &calls, &|f| edges.entry(f).is_some());
        let ends = |f: FuncId| program.functions[f].body.iter().flat_map(|body| body.values()).any(|i| matches!(i.kind, InstrKind::Halt(_)));
        let halts = models_leading_to(program, &calls, &|f| program.functions[f].model && ends(f));
        let leaves = |f: FuncId| program.functions[f].body.iter().flat_map(|body| body.values()).any(|i| is_unfollowed(&i.kind));
        let unfollowed = models_leading_to(program, &calls, &|f| program.functions[f].model && leaves(f));
        Self {
            program,
            edges,
            pool: TermPool::new(),
            cells: Cells::new(program),
            calls,
            calls_back,
            halts,
            unfollowed,
            ends_matter: true,
            made: FxHashMap::default(),
            guards: FxHashMap::default(),
        }
    }

    /// What holds in every state.
    pub fn facts(&mut self) -> Vec<TermId> {
        let width = self.program.model().pointer_bits();
        let program = self.program;
        let statics = self.cells.exposed_symbols().filter(|&symbol| program.symbols[symbol].storage == Storage::Static);
        address_facts(&mut self.pool, self.calls.address_taken(), statics, width)
    }

    pub fn of(&mut self, edge: EdgeId, setting: Setting) -> Rc<Effect> {
        if let Some(known) = self.made.get(&(edge, setting)) {
            return Rc::clone(known);
        }
        let name = format!("{edge}.{}.{}", setting.source, setting.target);
        let mut maker = Maker { effects: self, unknowns: Unknowns::new(name.clone()), setting, effect: Effect { name, ..Effect::default() } };
        maker.edge(edge);
        let Maker { unknowns, mut effect, .. } = maker;
        effect.unknowns = unknowns.variables;
        let effect = Rc::new(effect);
        self.made.insert((edge, setting), Rc::clone(&effect));
        effect
    }

    /// Was the edge looked at, and is all that it does followed?
    pub fn is_known_to_follow(&self, edge: EdgeId, setting: Setting) -> bool {
        self.made.get(&(edge, setting)).is_some_and(|effect| effect.leak.is_none())
    }

    /// A predicate of the state after an edge, as it is there and as a condition on the state before.
    pub fn guard(&mut self, predicate: ExprId, edge: EdgeId, setting: Setting) -> (TermId, TermId) {
        if let Some(&known) = self.guards.get(&(predicate, edge, setting)) {
            return known;
        }
        let mut unknowns = Unknowns::new(format!("{predicate}.{edge}.{}.{}", setting.source, setting.target));
        let mut translator = Translator {
            program: self.program,
            pool: &mut self.pool,
            cells: &mut self.cells,
            unknowns: &mut unknowns,
            instance: setting.target,
            required: Vec::new(),
        };
        let holds = translator.value(predicate);
        let after = if unknowns.variables.is_empty() { holds } else { self.pool.var(&format!("?{predicate}"), 1) };
        let effect = self.of(edge, setting);
        let before = effect.before(&mut self.pool, &self.cells, holds);
        self.guards.insert((predicate, edge, setting), (after, before));
        (after, before)
    }
}

/// May execution go on in a way that nothing tells?
fn is_unfollowed(kind: &InstrKind) -> bool {
    matches!(kind, InstrKind::Unsupported(_) | InstrKind::Limit(_) | InstrKind::Unfollowed(_) | InstrKind::Beyond(_))
}

/// The library models that may come to a function that is wanted.
fn models_leading_to(program: &Program, calls: &CallGraph, wanted: &dyn Fn(FuncId) -> bool) -> FxHashSet<FuncId> {
    let models = program.functions.iter().filter(|(_, function)| function.model).map(|(f, _)| f);
    models
        .filter(|&model| {
            let (mut seen, mut work) = (FxHashSet::default(), vec![model]);
            while let Some(f) = work.pop() {
                if wanted(f) {
                    return true;
                }
                if seen.insert(f) {
                    work.extend(calls.callees(f));
                }
            }
            false
        })
        .collect()
}

struct Maker<'m, 'a> {
    effects: &'m mut Effects<'a>,
    unknowns: Unknowns,
    setting: Setting,
    effect: Effect,
}

impl Maker<'_, '_> {
    fn edge(&mut self, id: EdgeId) {
        let edges = self.effects.edges;
        let edge = *edges.edge(id);
        let program = self.effects.program;
        match (edges.places()[edge.source], edge.kind) {
            (Place::Outside, _) => self.start(),
            (Place::Exit(function), EdgeKind::Return(site)) => self.come_back(function, site),
            (Place::Exit(_), EdgeKind::Leave) => self.leave(),
            (Place::Exit(_), _) => {}
            (Place::At { function, instr }, kind) => {
                let Some(body) = &program.functions[function].body else { return };
                let instruction = &body[instr];
                match &instruction.kind {
                    InstrKind::Goto { guard, .. } => self.goto(*guard, kind, edges.outgoing(edge.source).len()),
                    InstrKind::Call { result, callee, args } => self.call(*result, *callee, args, kind, edge.target, instruction.loc),
                    InstrKind::Return(value) => self.give_back(function, *value),
                    kind => self.simple(kind, instruction.loc, self.setting.source),
                }
            }
        }
    }

    fn goto(&mut self, guard: ExprId, kind: EdgeKind, n_edges: usize) {
        let guard = self.value(guard, self.setting.source);
        if n_edges > 1 {
            let taken = if kind == EdgeKind::Jump { guard } else { self.effects.pool.not(guard) };
            self.assume(taken);
        }
    }

    fn assume(&mut self, condition: TermId) {
        if !self.effects.pool.is_true(condition) {
            self.effect.assumed.push(condition);
        }
    }

    fn value(&mut self, expr: ExprId, instance: Instance) -> TermId {
        let effects = &mut *self.effects;
        let mut translator = Translator {
            program: effects.program,
            pool: &mut effects.pool,
            cells: &mut effects.cells,
            unknowns: &mut self.unknowns,
            instance,
            required: Vec::new(),
        };
        let value = translator.value(expr);
        let required = translator.required;
        required.into_iter().for_each(|condition| self.assume(condition));
        value
    }

    fn cell(&mut self, symbol: SymbolId, instance: Instance) -> Option<CellId> {
        self.effects.cells.variable(self.effects.program, &mut self.effects.pool, symbol, instance)
    }

    fn unknown(&mut self, width: u16) -> TermId {
        self.unknowns.fresh(&mut self.effects.pool, width)
    }

    /// A value of unknown origin for what a place names.
    fn store(&mut self, place: ExprId, value: Option<TermId>, instance: Instance) {
        let program = self.effects.program;
        if let goto::ExprKind::Var(symbol) = program.exprs.kind(place) {
            if let Some(cell) = self.cell(symbol, instance) {
                let width = self.effects.pool.width(self.effects.cells.get(cell).value);
                let value = match value {
                    Some(value) if self.effects.pool.width(value) == width => value,
                    _ => self.unknown(width),
                };
                self.effect.updates.insert(cell, value);
            }
        } else if root_variable(&program.exprs, place).is_none() {
            self.effect.exposes = true;
        }
    }

    /// An instruction after which comes the next one.
    fn simple(&mut self, kind: &InstrKind, loc: Location, instance: Instance) {
        match kind {
            InstrKind::Decl(symbol) => {
                if let Some(cell) = self.cell(*symbol, instance) {
                    let width = self.effects.pool.width(self.effects.cells.get(cell).value);
                    let unknown = self.unknown(width);
                    self.effect.updates.insert(cell, unknown);
                }
            }
            InstrKind::Assign { lhs, rhs } => {
                let is_scalar = self.effects.program.types.is_scalar(self.effects.program.exprs.ty(*lhs));
                let value = is_scalar.then(|| self.value(*rhs, instance));
                self.store(*lhs, value, instance);
            }
            InstrKind::Assume(condition) => {
                let condition = self.value(*condition, instance);
                self.assume(condition);
            }
            InstrKind::Input { lhs, input } => {
                let width = self.effects.program.types.scalar_bits(self.effects.program.inputs[*input].ty).unwrap_or(1);
                let value = self.unknown(width);
                self.effect.inputs.push((*input, value));
                self.store(*lhs, Some(value), instance);
            }
            InstrKind::Havoc { lhs, kind: HavocKind::OverApproximation } => {
                let width = self.effects.program.types.scalar_bits(self.effects.program.exprs.ty(*lhs)).unwrap_or(1);
                let one = self.effects.pool.constant(goto::Bits::new(width, 1));
                self.store(*lhs, Some(one), instance);
            }
            InstrKind::Havoc { lhs, .. } => self.store(*lhs, None, instance),
            InstrKind::Allocate { result, .. } => {
                let width = self.effects.program.model().pointer_bits();
                let address = self.unknown(width);
                let null = self.effects.pool.constant(goto::Bits::zero(width));
                let differs = self.effects.pool.ne(address, null);
                self.assume(differs);
                self.store(*result, Some(address), instance);
            }
            InstrKind::Find { result, .. } | InstrKind::Compare { result, .. } => self.store(*result, None, instance),
            InstrKind::MemCopy { .. } | InstrKind::MemSet { .. } => self.effect.exposes = true,
            InstrKind::Beyond(_) => self.effect.leak = Some(Leak { what: BEYOND.to_owned(), loc }),
            InstrKind::Unsupported(what) | InstrKind::Limit(what) | InstrKind::Unfollowed(what) => self.effect.leak = Some(Leak { what: what.clone(), loc }),
            InstrKind::Skip
            | InstrKind::Mark(_)
            | InstrKind::Dead(_)
            | InstrKind::Goto { .. }
            | InstrKind::Call { .. }
            | InstrKind::Return(_)
            | InstrKind::Assert { .. }
            | InstrKind::Cover { .. }
            | InstrKind::Release(_)
            | InstrKind::Free(_)
            | InstrKind::Halt(_) => {}
        }
    }

    fn call(&mut self, result: Option<ExprId>, callee: Callee, args: &[ExprId], kind: EdgeKind, target: PlaceId, loc: Location) {
        let source = self.setting.source;
        let program = self.effects.program;
        let values: Vec<TermId> = args.iter().map(|&arg| self.value(arg, source)).collect();
        let called = if kind == EdgeKind::Call { self.effects.edges.places()[target].function() } else { None };
        if let Callee::Indirect(pointer) = callee {
            let pointer = self.value(pointer, source);
            if let Some(function) = called {
                let address = self.effects.pool.var(&format!("&{function}"), program.model().pointer_bits());
                let same = self.effects.pool.eq(pointer, address);
                self.assume(same);
            }
        }
        match called {
            Some(function) => {
                for (index, parameter) in program.functions[function].params.iter().enumerate() {
                    let Some(cell) = self.cell(parameter.symbol, self.setting.target) else { continue };
                    let width = self.effects.pool.width(self.effects.cells.get(cell).value);
                    let same_type = args.get(index).is_some_and(|&arg| program.exprs.ty(arg) == program.symbols[parameter.symbol].ty);
                    let value = if same_type { values[index] } else { self.unknown(width) };
                    self.effect.updates.insert(cell, value);
                }
            }
            None => {
                // A function without a body, or a model: anything is returned, and anything may be written behind pointers.
                self.effect.exposes = true;
                self.effect.leak = self.leak_of_call(callee, loc);
                let targets = self.effects.calls.targets(program, callee);
                let may_end = || targets.iter().any(|f| self.effects.halts.contains(f));
                if self.effect.leak.is_none() && self.effects.ends_matter && kind != EdgeKind::Halt && may_end() {
                    self.effect.leak = Some(Leak { what: "a library function that may end the program".into(), loc });
                }
                if let Some(result) = result {
                    self.store(result, None, source);
                }
            }
        }
    }

    /// What a call of the tool's own functions does that is not followed.
    fn leak_of_call(&self, callee: Callee, loc: Location) -> Option<Leak> {
        let targets = self.effects.calls.targets(self.effects.program, callee);
        let is_any_in = |models: &FxHashSet<FuncId>| targets.iter().any(|f| models.contains(f));
        let what = if is_any_in(&self.effects.calls_back) {
            "a library function that calls back"
        } else if is_any_in(&self.effects.unfollowed) {
            "a use of a library function that its model does not know"
        } else {
            return None;
        };
        Some(Leak { what: what.into(), loc })
    }

    /// After the program's own code the start function may still call some of it, such as destructors.
    fn leave(&mut self) {
        let program = self.effects.program;
        let Some(body) = &program.functions[program.start].body else { return };
        let is_own = |callee: FuncId| self.effects.edges.entry(callee).is_some();
        let is_program = |i: &Instruction| matches!(i.kind, InstrKind::Call { callee: Callee::Direct(f), .. } if is_own(f));
        let mut rest = body.values().skip_while(|i| !is_program(i)).skip(1);
        self.effect.leak = rest.find_map(|i| match &i.kind {
            InstrKind::Call { callee, .. } => self.leak_of_call(*callee, i.loc),
            InstrKind::Unsupported(what) | InstrKind::Limit(what) | InstrKind::Unfollowed(what) => Some(Leak { what: what.clone(), loc: i.loc }),
            _ => None,
        });
    }

    fn give_back(&mut self, function: FuncId, value: Option<ExprId>) {
        let Some(width) = self.returned_bits(function) else { return };
        let value = value.map(|value| self.value(value, self.setting.source)).filter(|&value| self.effects.pool.width(value) == width);
        let value = value.unwrap_or_else(|| self.unknown(width));
        let cell = self.effects.cells.result(&mut self.effects.pool, function, self.setting.source, width);
        self.effect.updates.insert(cell, value);
    }

    /// The bits of a function's result, if it is a scalar.
    fn returned_bits(&self, function: FuncId) -> Option<u16> {
        let types = &self.effects.program.types;
        match types.get(self.effects.program.functions[function].ty) {
            Type::Function { ret, .. } => types.scalar_bits(*ret),
            _ => None,
        }
    }

    fn come_back(&mut self, function: FuncId, site: PlaceId) {
        let program = self.effects.program;
        let Place::At { function: caller, instr } = self.effects.edges.places()[site] else { return };
        let Some(body) = &program.functions[caller].body else { return };
        let InstrKind::Call { result: Some(result), .. } = body[instr].kind else { return };
        let read = program.exprs.ty(result);
        let is_alike = matches!(program.types.get(program.functions[function].ty), Type::Function { ret, .. } if *ret == read);
        let value = self.returned_bits(function).filter(|_| is_alike).map(|width| {
            let cell = self.effects.cells.result(&mut self.effects.pool, function, self.setting.source, width);
            self.effects.cells.get(cell).value
        });
        self.store(result, value, self.setting.target);
    }

    /// What the start function does before it calls the program: static variables have the values that its assignments give them.
    fn start(&mut self) {
        let program = self.effects.program;
        let Some(body) = &program.functions[program.start].body else { return };
        for symbol in program.symbols.ids() {
            if program.symbols[symbol].storage == Storage::Static
                && let Some(cell) = self.cell(symbol, 0)
            {
                let width = self.effects.pool.width(self.effects.cells.get(cell).value);
                let zero = self.effects.pool.constant(goto::Bits::zero(width));
                self.effect.updates.insert(cell, zero);
            }
        }
        let mut done = self.effect.clone();
        let is_own = |callee: FuncId| self.effects.edges.entry(callee).is_some();
        let own_calls = body.values().filter(|i| matches!(i.kind, InstrKind::Call { callee: Callee::Direct(f), .. } if is_own(f))).count();
        if own_calls != 1 {
            done.leak = Some(Leak { what: "functions that run before the program".into(), loc: program.functions[program.start].loc });
            done.updates.clear();
            done.forgets = true;
        }
        for index in 0..body.len() {
            let instruction = &body[InstrId::new(index)];
            match &instruction.kind {
                InstrKind::Call { callee: Callee::Direct(function), args, .. } if self.effects.edges.entry(*function).is_some() => {
                    self.effect = Effect { name: self.effect.name.clone(), ..Effect::default() };
                    self.arguments(*function, args);
                    self.then(&mut done);
                    break;
                }
                InstrKind::Goto { .. } | InstrKind::Call { .. } | InstrKind::Return(_) | InstrKind::Halt(_) => {
                    done.leak = Some(Leak { what: "what runs before the program".into(), loc: instruction.loc });
                    done.updates.clear();
                    done.forgets = true;
                    break;
                }
                kind => {
                    self.effect = Effect { name: self.effect.name.clone(), ..Effect::default() };
                    self.simple(kind, instruction.loc, 0);
                    self.then(&mut done);
                }
            }
        }
        self.effect = done;
    }

    fn arguments(&mut self, function: FuncId, args: &[ExprId]) {
        let program = self.effects.program;
        for (index, parameter) in program.functions[function].params.iter().enumerate() {
            let value = args.get(index).map(|&arg| self.value(arg, 0));
            let Some(cell) = self.cell(parameter.symbol, 0) else { continue };
            let width = self.effects.pool.width(self.effects.cells.get(cell).value);
            let value = match value {
                Some(value) if self.effects.pool.width(value) == width => value,
                _ => self.unknown(width),
            };
            self.effect.updates.insert(cell, value);
        }
    }

    /// Puts the effect in progress behind others.
    fn then(&mut self, done: &mut Effect) {
        let effect = std::mem::take(&mut self.effect);
        let effects = &mut *self.effects;
        let (pool, cells) = (&mut effects.pool, &effects.cells);
        let assumed: Vec<TermId> = effect.assumed.iter().map(|&condition| done.before(pool, cells, condition)).collect();
        let updates: Vec<(CellId, TermId)> = effect.updates.iter().map(|(&cell, &value)| (cell, done.before(pool, cells, value))).collect();
        if effect.exposes {
            done.updates.retain(|&cell, _| !cells.get(cell).exposed);
        }
        done.assumed.extend(assumed);
        done.updates.extend(updates);
        done.exposes |= effect.exposes;
        done.inputs.extend(effect.inputs);
        done.leak = done.leak.take().or(effect.leak);
        self.effect = Effect { name: done.name.clone(), ..Effect::default() };
    }
}

/// A cell as the source names it.
pub fn cell_name(program: &Program, cells: &Cells, cell: CellId) -> String {
    match cells.get(cell).holder {
        Holder::Variable(symbol, 0) => program.symbols[symbol].name.clone(),
        Holder::Variable(symbol, instance) => format!("{}'{instance}", program.symbols[symbol].name),
        Holder::Result(function, _) => format!("{}()", program.functions[function].name),
    }
}
