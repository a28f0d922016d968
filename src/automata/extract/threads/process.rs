//! Instructions as steps: every call is followed into the function that it calls, models of the library included, so that a process is one graph.

use super::Refusal;
use super::graph::{Graph, NodeId, Step};
use super::memory::{CallKey, Calls, ContextId, Memory, Object, Place, ProcessId};
use super::operand::{Binding, Operand, is_scalar};
use super::spawn::Kind;
use super::value::{Operator, Range, Ref, Typed, Value};
use goto::{Callee, ExprId, ExprKind, FuncId, HaltKind, Id, InputOrigin, InstrId, InstrKind, Location, Program, SymbolId, ThreadOperation, Type, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Functions whose calls only tell somebody something, or take time.
const HIDDEN: [&str; 16] = [
    "printf",
    "fprintf",
    "puts",
    "putchar",
    "fputs",
    "fputc",
    "putc",
    "perror",
    "fflush",
    "sleep",
    "usleep",
    "nanosleep",
    "sched_yield",
    "thrd_yield",
    "pthread_yield",
    "srand",
];
/// Functions of which what happens at the end of a thread depends, which is not in the model.
const REFUSED: [&str; 4] = ["pthread_key_create", "tss_create", "__pthread_register_cancel", "pthread_cancel"];
/// How functions of the library are called for which there is a model.
const MODEL: &str = "__model_";

/// A call: of which function, with what is known of its variables, and where it goes on.
pub(super) struct Context {
    pub process: ProcessId,
    pub function: FuncId,
    pub bindings: FxHashMap<SymbolId, Binding>,
    caller: Option<(ContextId, InstrId)>,
    result: Option<ExprId>,
    /// Where the call stands in the program's own text.
    loc: Location,
    /// Behind the call; `None`: the process ends.
    after: Option<NodeId>,
}

/// What a function does with its variables.
#[derive(Default)]
pub(super) struct Uses {
    /// What is stored to variables; `None` for other ways to get a value.
    pub stored: FxHashMap<SymbolId, Vec<Option<ExprId>>>,
    pub addressed: FxHashSet<SymbolId>,
}

/// What the translation knows, and the process that it is at.
pub(super) struct Translator<'a> {
    pub program: &'a Program,
    pub memory: Memory,
    pub calls: Calls,
    pub kinds: Vec<Kind>,
    /// The process that is there from the start.
    pub first: ProcessId,
    /// What variables hold that cannot be written.
    pub constants: FxHashMap<SymbolId, ExprId>,
    /// The variable of the models that counts threads, and how many there can be.
    pub begun: Option<SymbolId>,
    pub most_threads: i64,
    /// Why this round does not give a model.
    pub refusal: Option<Refusal>,
    contexts: FxHashMap<ContextId, Context>,
    uses: FxHashMap<FuncId, Uses>,
    at: ProcessId,
    graph: Graph,
    nodes: FxHashMap<(ContextId, InstrId), NodeId>,
    work: Vec<(ContextId, InstrId)>,
}

type Made<T> = Result<T, String>;

impl<'a> Translator<'a> {
    pub(super) fn new(program: &'a Program) -> Self {
        let begun = program.symbols.iter().find(|(_, s)| s.name == "__begun" && program.is_of_library(s.loc)).map(|(id, _)| id);
        let threads = program.symbols.values().find(|s| s.name == "__threads" && program.is_of_library(s.loc));
        let most_threads = match threads.map(|s| program.types.get(s.ty)) {
            Some(Type::Array { len: Some(len), .. }) => *len as i64,
            _ => 1,
        };
        let mut translator = Self {
            program,
            memory: Memory::default(),
            calls: Calls::default(),
            kinds: vec![Kind::first(program)],
            first: ProcessId::new(0),
            constants: FxHashMap::default(),
            begun,
            most_threads,
            refusal: None,
            contexts: FxHashMap::default(),
            uses: FxHashMap::default(),
            at: ProcessId::new(0),
            graph: Graph::default(),
            nodes: FxHashMap::default(),
            work: Vec::new(),
        };
        translator.find_constants();
        translator
    }

    /// What the start function stores to what cannot be written.
    fn find_constants(&mut self) {
        for instruction in self.program.functions[self.program.start].body.iter().flat_map(|body| body.values()) {
            if let InstrKind::Assign { lhs, rhs } = instruction.kind
                && let ExprKind::Var(symbol) = self.program.exprs.kind(lhs)
                && self.program.constants.contains(&symbol)
            {
                self.constants.insert(symbol, rhs);
            }
        }
    }

    pub(super) fn context(&self, context: ContextId) -> &Context {
        &self.contexts[&context]
    }

    pub(super) fn context_mut(&mut self, context: ContextId) -> &mut Context {
        self.contexts.get_mut(&context).expect("contexts are made before they are used")
    }

    /// The call of the start function.
    pub(super) fn root_context(&mut self) -> ContextId {
        self.calls.id(CallKey { process: self.first, caller: None, function: self.program.start })
    }

    pub(super) fn uses(&mut self, function: FuncId) -> &Uses {
        let program = self.program;
        self.uses.entry(function).or_insert_with(|| Uses::of(program, function))
    }

    /// The graph of a process in this round.
    pub(super) fn process(&mut self, process: ProcessId) -> Graph {
        self.at = process;
        self.graph = Graph::default();
        self.nodes.clear();
        let kind = self.kinds[process.index()].clone();
        let root = self.calls.id(CallKey { process, caller: None, function: kind.function });
        let loc = self.program.functions[kind.named_by().unwrap_or(kind.function)].loc;
        let context = Context { process, function: kind.function, bindings: FxHashMap::default(), caller: None, result: None, loc, after: None };
        self.contexts.insert(root, context);
        let start = self.graph.add(Step::Skip, loc);
        let operands = kind.operands(&mut self.memory, process);
        let bound = self.bind(root, operands).and_then(|bound| Ok([self.own_variables(root)?, bound].concat()));
        let body = self.node(root, InstrId::new(0));
        match bound {
            Ok(steps) => self.chain(start, steps, body, loc),
            Err(what) => self.refuse(start, what, loc),
        }
        while let Some((context, at)) = self.work.pop() {
            let node = self.nodes[&(context, at)];
            let loc = self.graph.nodes[node].loc;
            if let Err(what) = self.instruction(context, at, node) {
                self.refuse(node, what, loc);
            }
        }
        std::mem::take(&mut self.graph)
    }

    /// What variables hold at first of which each thread has its own.
    fn own_variables(&mut self, root: ContextId) -> Made<Vec<Step>> {
        let program = self.program;
        let mut steps = Vec::new();
        if self.context(root).process == self.first {
            // It executes the start function.
            return Ok(steps);
        }
        for instruction in program.functions[program.start].body.iter().flat_map(|body| body.values()) {
            if let InstrKind::Assign { lhs, rhs } = instruction.kind
                && root_of(program, lhs).is_some_and(|symbol| program.thread_local.contains(&symbol))
            {
                steps.extend(self.assign(root, lhs, rhs)?);
            }
        }
        Ok(steps)
    }

    /// This round gives no model unless ranges grow. What is behind the place is not looked at.
    fn refuse(&mut self, node: NodeId, what: String, loc: Location) {
        self.graph.nodes[node].step = Step::End;
        self.refusal.get_or_insert(Refusal { loc, what });
    }

    /// The node of an instruction of a call.
    fn node(&mut self, context: ContextId, at: InstrId) -> NodeId {
        if let Some(&node) = self.nodes.get(&(context, at)) {
            return node;
        }
        let Context { function, loc, .. } = self.contexts[&context];
        let own = self.program.functions[function].body.as_ref().map(|body| body[at].loc);
        // What a model does is told of its call.
        let loc = own.filter(|own| own.line > 0 && !self.program.functions[function].model).unwrap_or(loc);
        let node = self.graph.add(Step::Skip, loc);
        self.nodes.insert((context, at), node);
        self.work.push((context, at));
        node
    }

    /// Lets the node and others behind it do the steps, and go on.
    fn chain(&mut self, node: NodeId, steps: Vec<Step>, next: NodeId, loc: Location) {
        let mut node = node;
        let n_steps = steps.len();
        for (i, step) in steps.into_iter().enumerate() {
            self.graph.nodes[node].step = step;
            if i + 1 < n_steps {
                let following = self.graph.add(Step::Skip, loc);
                self.graph.nodes[node].next = following;
                node = following;
            }
        }
        self.graph.nodes[node].next = next;
    }

    fn instruction(&mut self, context: ContextId, at: InstrId, node: NodeId) -> Made<()> {
        let function = self.context(context).function;
        let loc = self.graph.nodes[node].loc;
        let program = self.program;
        let Some(body) = &program.functions[function].body else { return Err("a function without a body".to_owned()) };
        let following = InstrId::new(at.index() + 1);
        let steps = match &body[at].kind {
            InstrKind::Skip | InstrKind::Mark(_) | InstrKind::Decl(_) | InstrKind::Dead(_) | InstrKind::Cover { .. } => Vec::new(),
            InstrKind::Assign { lhs, rhs } => self.assign(context, *lhs, *rhs)?,
            InstrKind::Goto { guard, target, .. } => return self.branch(context, node, (*guard, *target), following),
            InstrKind::Call { result, callee, args } => return self.call(context, (at, node), (*result, *callee, args)),
            InstrKind::Return(value) => return self.leave(context, node, *value),
            InstrKind::Assume(condition) => match self.value(context, *condition)? {
                value if value.as_const().is_some_and(|value| value != 0) => Vec::new(),
                value => vec![Step::Assume(value.value)],
            },
            InstrKind::Assert { cond, .. } => match self.value(context, *cond)? {
                value if value.as_const().is_some_and(|value| value != 0) => Vec::new(),
                value => vec![Step::Assert(value.value)],
            },
            InstrKind::Input { lhs, input } => {
                if program.inputs[*input].origin != InputOrigin::Call {
                    return Err("an input from the world outside".to_owned());
                }
                vec![self.pick(context, *lhs)?]
            }
            InstrKind::Havoc { .. } => return Err("a value of which nothing is known".to_owned()),
            InstrKind::Halt(HaltKind::Exit | HaltKind::Abort) => vec![Step::Exit],
            InstrKind::Unsupported(what) if program.functions[function].model => vec![Step::Limit(what.clone())],
            InstrKind::Unsupported(what) | InstrKind::Limit(what) | InstrKind::Unfollowed(what) => return Err(what.clone()),
            InstrKind::Allocate { .. } | InstrKind::Release(_) | InstrKind::Free(_) => return Err("memory that is allocated".to_owned()),
            InstrKind::MemCopy { .. } | InstrKind::MemSet { .. } | InstrKind::Find { .. } | InstrKind::Compare { .. } => {
                return Err("an access to a block of memory".to_owned());
            }
            InstrKind::Beyond(_) => return Err("memory that the program does not tell of".to_owned()),
        };
        if steps.last().is_some_and(Step::is_last) {
            self.chain(node, steps, node, loc);
            return Ok(());
        }
        let next = self.node(context, following);
        self.chain(node, steps, next, loc);
        Ok(())
    }

    fn branch(&mut self, context: ContextId, node: NodeId, (guard, target): (ExprId, InstrId), following: InstrId) -> Made<()> {
        let guard = self.value(context, guard)?;
        let to = match guard.as_const() {
            Some(0) => self.node(context, following),
            Some(_) => self.node(context, target),
            None => {
                let (then, other) = (self.node(context, target), self.node(context, following));
                let node = &mut self.graph.nodes[node];
                (node.step, node.other) = (Step::Branch(guard.value), other);
                then
            }
        };
        self.graph.nodes[node].next = to;
        Ok(())
    }

    /// Any value of an input's type, if there are few.
    fn pick(&mut self, context: ContextId, lhs: ExprId) -> Made<Step> {
        let ty = self.program.exprs.ty(lhs);
        let range = super::memory::bounds(self.program, ty)?;
        if range.hi - range.lo > 0xffff {
            return Err("an input of more values than Spin can try".to_owned());
        }
        let place = self.place(context, lhs)?;
        let scalar = self.memory.scalar(self.program, &place, ty)?;
        self.memory.store(scalar.var, range);
        Ok(Step::Pick(scalar, range))
    }

    fn assign(&mut self, context: ContextId, lhs: ExprId, rhs: ExprId) -> Made<Vec<Step>> {
        let program = self.program;
        if let ExprKind::Var(symbol) = program.exprs.kind(lhs) {
            if self.constants.contains_key(&symbol) {
                return Ok(Vec::new());
            }
            if let Binding::Known(operand) = self.binding(context, symbol)? {
                return self.keep(context, symbol, operand, rhs);
            }
        }
        if let Some(root) = root_of(program, lhs)
            && program.constants.contains(&root)
        {
            return Ok(Vec::new());
        }
        let ty = program.exprs.ty(lhs);
        if matches!(program.types.get(ty), Type::Array { .. } | Type::Record(_)) {
            return self.copy(context, lhs, rhs);
        }
        super::memory::bounds(program, ty)?;
        let value = self.value(context, rhs)?;
        let to = self.place(context, lhs)?;
        self.store(&to, value, ty).map(|step| vec![step])
    }

    fn store(&mut self, to: &Place, value: Typed, ty: TypeId) -> Made<Step> {
        let scalar = self.memory.scalar(self.program, to, ty)?;
        self.memory.store(scalar.var, value.range);
        Ok(Step::Set(scalar, value.value))
    }

    /// What the place depends on that a pointer leads to.
    fn keep(&mut self, context: ContextId, symbol: SymbolId, operand: Operand, rhs: ExprId) -> Made<Vec<Step>> {
        match (operand, self.operand(context, rhs)?) {
            (Operand::Address(_), Operand::Address(place)) => Ok(self.keep_terms(context, symbol, &place)),
            _ => Ok(Vec::new()),
        }
    }

    fn keep_terms(&mut self, context: ContextId, symbol: SymbolId, place: &Place) -> Vec<Step> {
        let process = self.context(context).process;
        let name = self.program.symbols[symbol].name.clone();
        let mut steps = Vec::new();
        for (number, (term, _)) in place.terms.iter().enumerate() {
            let to = self.memory.term(&name, (process, context, symbol), number as u32);
            self.memory.store(to.var, term.range);
            steps.push(Step::Set(to, term.value.clone()));
        }
        steps
    }

    /// The scalars of a record or an array, one after the other.
    fn copy(&mut self, context: ContextId, lhs: ExprId, rhs: ExprId) -> Made<Vec<Step>> {
        let to = self.place(context, lhs)?;
        let from = match self.program.exprs.kind(rhs) {
            ExprKind::Zero => None,
            _ => Some(self.place(context, rhs)?),
        };
        let mut scalars = Vec::new();
        scalars_of(self.program, self.program.exprs.ty(lhs), 0, &mut scalars)?;
        let mut steps = Vec::new();
        for (offset, ty) in scalars {
            let value = match &from {
                None => Typed::constant(0),
                Some(from) => {
                    let part = Place { offset: from.offset + offset as i64, ..from.clone() };
                    let scalar = self.memory.scalar(self.program, &part, ty)?;
                    self.memory.read(scalar)
                }
            };
            let part = Place { offset: to.offset + offset as i64, ..to.clone() };
            steps.push(self.store(&part, value, ty)?);
        }
        Ok(steps)
    }

    fn leave(&mut self, context: ContextId, node: NodeId, value: Option<ExprId>) -> Made<()> {
        let loc = self.graph.nodes[node].loc;
        let Context { function, caller, result, after, .. } = *self.context(context);
        let mut steps = Vec::new();
        if let (Some(result), Some((caller, _)), Some(value)) = (result, caller, value) {
            let ty = self.program.exprs.ty(result);
            if !is_scalar(self, ty) {
                return Err("a function that returns a record".to_owned());
            }
            let value = self.value(context, value)?;
            let to = self.place(caller, result)?;
            steps.push(self.store(&to, value, ty)?);
        }
        if self.program.functions[function].is_atomic_section() {
            steps.push(Step::Leave);
        }
        match after {
            Some(after) => self.chain(node, steps, after, loc),
            None => {
                steps.push(Step::End);
                self.chain(node, steps, node, loc);
            }
        }
        Ok(())
    }

    fn call(&mut self, context: ContextId, (at, node): (InstrId, NodeId), (result, callee, args): (Option<ExprId>, Callee, &[ExprId])) -> Made<()> {
        let loc = self.graph.nodes[node].loc;
        let function = match callee {
            Callee::Direct(function) => function,
            Callee::Indirect(pointer) => match self.operand(context, pointer)? {
                Operand::Function(function) => function,
                _ => return Err("a call of one of several functions".to_owned()),
            },
        };
        let following = InstrId::new(at.index() + 1);
        let Function { name, is_defined, operation } = self.function(function);
        if let Some(operation) = operation {
            let steps = self.operation(context, operation, result, args)?;
            let next = if steps.last().is_some_and(Step::is_last) { node } else { self.node(context, following) };
            self.chain(node, steps, next, loc);
            return Ok(());
        }
        if HIDDEN.contains(&name) && result.is_none() {
            let next = self.node(context, following);
            self.chain(node, Vec::new(), next, loc);
            return Ok(());
        }
        if !is_defined || REFUSED.contains(&name) {
            return Err(format!("a call of {name}"));
        }
        if self.is_going_on(context, function) {
            return Err(format!("recursion of {name}"));
        }
        let after = self.node(context, following);
        self.enter(context, (at, node), (result, function, args), after)
    }

    fn function(&self, function: FuncId) -> Function<'a> {
        let function = &self.program.functions[function];
        Function {
            name: function.name.strip_prefix(MODEL).unwrap_or(&function.name),
            is_defined: function.body.is_some(),
            operation: function.thread_operation(),
        }
    }

    fn is_going_on(&self, context: ContextId, function: FuncId) -> bool {
        let mut calls = std::iter::successors(Some(context), |&context| self.context(context).caller.map(|(caller, _)| caller));
        calls.any(|context| self.context(context).function == function)
    }

    /// Goes on in the function that is called.
    fn enter(
        &mut self,
        context: ContextId,
        (at, node): (InstrId, NodeId),
        (result, function, args): (Option<ExprId>, FuncId, &[ExprId]),
        after: NodeId,
    ) -> Made<()> {
        let loc = self.graph.nodes[node].loc;
        let process = self.at;
        let inner = self.calls.id(CallKey { process, caller: Some((context, at)), function });
        let mut operands = Vec::new();
        for &arg in args {
            operands.push(self.operand(context, arg));
        }
        let entered = Context { process, function, bindings: FxHashMap::default(), caller: Some((context, at)), result, loc, after: Some(after) };
        self.contexts.insert(inner, entered);
        let mut steps = self.bind(inner, operands)?;
        if self.program.functions[function].is_atomic_section() {
            steps.push(Step::Enter);
        }
        let body = self.node(inner, InstrId::new(0));
        self.chain(node, steps, body, loc);
        Ok(())
    }

    /// Gives a function its arguments; what it does not read may be anything.
    fn bind(&mut self, context: ContextId, operands: Vec<Made<Operand>>) -> Made<Vec<Step>> {
        let program = self.program;
        let function = self.context(context).function;
        let mut steps = Vec::new();
        for (parameter, operand) in program.functions[function].params.iter().zip(operands) {
            let symbol = parameter.symbol;
            let uses = self.uses(function);
            let is_kept = !uses.addressed.contains(&symbol) && !uses.stored.contains_key(&symbol);
            let known = match operand? {
                Operand::Address(place) if is_kept => {
                    steps.extend(self.keep_terms(context, symbol, &place));
                    Some(Operand::Address(self.kept(context, symbol, place)))
                }
                operand @ Operand::Function(_) if is_kept => Some(operand),
                Operand::Number(value) if is_kept && self.is_fixed(&value.value) => Some(Operand::Number(value)),
                operand => {
                    let value = self.number(operand)?;
                    let place = Place { object: self.object(context, symbol), offset: 0, terms: Vec::new() };
                    steps.push(self.store(&place, value, program.symbols[symbol].ty)?);
                    None
                }
            };
            self.context_mut(context).bindings.insert(symbol, known.map_or(Binding::Variable, Binding::Known));
        }
        Ok(steps)
    }

    /// Has it the same value as long as the process runs?
    fn is_fixed(&self, value: &Value) -> bool {
        match value {
            Value::Const(_) => true,
            Value::Read(Ref { var, index: None }) => self.memory.variables[*var].is_parameter,
            _ => false,
        }
    }

    /// What a model asks of the machine.
    fn operation(&mut self, context: ContextId, operation: ThreadOperation, result: Option<ExprId>, args: &[ExprId]) -> Made<Vec<Step>> {
        Ok(vec![match operation {
            ThreadOperation::Start => return self.spawn(context, args),
            ThreadOperation::End => Step::End,
            ThreadOperation::Own => {
                let Some(result) = result else { return Ok(Vec::new()) };
                let own = self.own();
                let to = self.place(context, result)?;
                self.store(&to, own, self.program.exprs.ty(result))?
            }
            ThreadOperation::Enter => Step::Enter,
            ThreadOperation::EnterWhen => self.awaited(context, args, Operator::Equal)?,
            ThreadOperation::EnterUnless => self.awaited(context, args, Operator::Differ)?,
            ThreadOperation::Leave => Step::Leave,
        }])
    }

    fn awaited(&mut self, context: ContextId, args: &[ExprId], operator: Operator) -> Made<Step> {
        let &[pointer, value] = args else { return Err("a wait for nothing".to_owned()) };
        let Operand::Address(place) = self.operand(context, pointer)? else {
            return Err("a wait for what lies behind a pointer that may lead to several objects".to_owned());
        };
        let Type::Pointer(to) = *self.program.types.get(self.program.exprs.ty(pointer)) else { return Err("a wait for what is no object".to_owned()) };
        let scalar = self.memory.scalar(self.program, &place, to)?;
        let read = self.memory.read(scalar);
        let awaited = self.value(context, value)?;
        Ok(Step::Await(read.binary(operator, awaited).value))
    }

    /// The number of the running thread.
    fn own(&mut self) -> Typed {
        let (process, most) = (self.at, self.most_threads);
        match self.kinds[process.index()].number() {
            None => Typed::constant(0),
            Some(number) => {
                let own = self.memory.parameter("own", process, number);
                Typed { value: Value::Read(own), range: Range { lo: 1, hi: most - 1 } }
            }
        }
    }

    pub(super) fn shared_with_others(&mut self, object: Object) -> bool {
        self.memory.share(object, self.first)
    }
}

/// What is asked of a function that is called.
struct Function<'p> {
    name: &'p str,
    is_defined: bool,
    operation: Option<ThreadOperation>,
}

impl Uses {
    fn of(program: &Program, function: FuncId) -> Self {
        let mut uses = Self::default();
        for instruction in program.functions[function].body.iter().flat_map(|body| body.values()) {
            let mut written = None;
            instruction.kind.expressions(|e, role| {
                if role == goto::visit::Role::Write {
                    written = Some(e);
                }
                uses.note_addresses(program, e);
            });
            let Some(written) = written else { continue };
            let Some(symbol) = root_of(program, written) else { continue };
            let value = match instruction.kind {
                InstrKind::Assign { lhs, rhs } if program.exprs.kind(lhs) == ExprKind::Var(symbol) => Some(rhs),
                _ => None,
            };
            uses.stored.entry(symbol).or_default().push(value);
        }
        uses
    }

    fn note_addresses(&mut self, program: &Program, e: ExprId) {
        if let ExprKind::AddressOf(place) = program.exprs.kind(e)
            && let Some(symbol) = root_of(program, place)
        {
            self.addressed.insert(symbol);
        }
        program.exprs.operands(e, |operand| self.note_addresses(program, operand));
    }
}

/// The variable that a place is part of, if it is not behind a pointer.
fn root_of(program: &Program, place: ExprId) -> Option<SymbolId> {
    match program.exprs.kind(place) {
        ExprKind::Var(symbol) => Some(symbol),
        ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => root_of(program, base),
        _ => None,
    }
}

/// The scalars of a type with their offsets.
fn scalars_of(program: &Program, ty: TypeId, offset: u64, found: &mut Vec<(u64, TypeId)>) -> Made<()> {
    match program.types.get(ty) {
        Type::Array { elem, len: Some(len) } if *len <= 64 => {
            let size = program.types.size_of(*elem).unwrap_or(1);
            (0..*len).try_for_each(|i| scalars_of(program, *elem, offset + i * size, found))
        }
        Type::Record(id) => {
            let record = &program.types.records[*id];
            let is_plain = record.kind == goto::RecordKind::Struct;
            let Some(body) = record.body.as_ref().filter(|body| is_plain && body.fields.iter().all(|f| f.bits.is_none())) else {
                return Err("a union or bit-fields as a whole".to_owned());
            };
            body.fields.iter().try_for_each(|field| scalars_of(program, field.ty, offset + field.offset, found))
        }
        _ if program.types.is_scalar(ty) => {
            found.push((offset, ty));
            Ok(())
        }
        _ => Err("an object as a whole".to_owned()),
    }
}
