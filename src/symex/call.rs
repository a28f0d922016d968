//! Calls and returns.

use super::CutReason;
use super::frame::{CallSite, Frame};
use super::functions::Variable;
use super::objects::{Kind, Site, Step};
use super::run::Run;
use super::shape::{Access, Repr, Shape, repr};
use super::state::{Call, Cell, State};
use super::value::Value;
use goto::Trie;
use goto::convention::MISFIT;
use goto::{CallShape, Callee, ExprId, FuncId, Id, Type, TypeId};
use std::rc::Rc;

/// Calls nested deeper than this are not followed.
const DEEPEST: usize = 10_000;

impl<'a> Run<'a> {
    pub(crate) fn call(&mut self, result: Option<ExprId>, callee: Callee, args: &[ExprId]) {
        let program = self.program;
        let values: Vec<(Value, TypeId)> = args.iter().map(|&arg| (self.eval(arg), program.exprs.ty(arg))).collect();
        let written = args.iter().map(|&arg| self.written_of(arg)).collect();
        let mut site = CallSite { result, args: Rc::new(values), written: Rc::new(written), ..CallSite::outermost() };
        let function = match callee {
            Callee::Direct(function) => function,
            Callee::Indirect(pointer) => {
                let shape = CallShape::of(program, pointer, args, result.is_some());
                site.rest = self.functions_behind(pointer, &shape);
                match site.rest.pop() {
                    Some((function, state)) => {
                        self.state = state;
                        function
                    }
                    None => return self.live = false,
                }
            }
        };
        if self.live {
            site.locals = std::mem::take(&mut self.state.locals);
            self.begin_call(site, function);
        }
    }

    /// The functions that a pointer may point to, each with the state in which it does. Any other pointer crashes.
    fn functions_behind(&mut self, pointer: ExprId, shape: &CallShape) -> Vec<(FuncId, State)> {
        let value = self.eval(pointer);
        let pointer = self.cx.pointer(&value);
        let targets = self.cx.targets(&self.state.path, pointer);
        for unknown in targets.unknown {
            self.unsupported(unknown, "call through an indeterminate pointer");
        }
        let mut functions = Vec::new();
        for target in &targets.known {
            let zero = self.cx.address_constant(0);
            match self.cx.object(target.object).map(|o| o.kind) {
                Some(Kind::Function(function)) => {
                    let start = self.cx.pool.eq(target.offset, zero);
                    let valid = self.cx.pool.implies(target.guard, start);
                    self.require(valid);
                    let callee = &self.program.functions[function];
                    if callee.body.is_some() && !shape.fits(&self.program.types, callee.ty) {
                        self.unsupported(target.guard, MISFIT);
                    }
                    functions.push((function, target.guard));
                }
                _ => self.crash_or_unknown(target),
            }
        }
        if !self.live {
            return Vec::new();
        }
        if functions.len() > 1 {
            self.decide();
        }
        let mut out = Vec::new();
        for (function, guard) in functions {
            let mut state = self.state.clone();
            if state.path.add(self.cx.pool, guard) {
                out.push((function, state));
            }
        }
        out
    }

    /// Starts a call in the current state.
    pub(crate) fn begin_call(&mut self, site: CallSite, function: FuncId) {
        let program = self.program;
        self.note_first();
        let Some(body) = &program.functions[function].body else { return self.missing_body(site, function) };
        if program.functions[function].tells_what_is_known() && !self.are_constant(&site.args) {
            // What the model leaves open now is no value of the program, but one that is not computed.
            self.cx.approximate("value.not.computed", 1);
            return self.return_zero(site, function);
        }
        let active = self.active.entry(function).or_default();
        let mut recursion = 0;
        if let Some(&around) = active.last() {
            let around = &self.frames[around];
            recursion = around.recursion + u32::from(around.decisions != self.decisions());
        }
        if recursion > self.recursion_bound(function) || self.frames.len() >= DEEPEST {
            let reason = if self.frames.len() >= DEEPEST { CutReason::Steps } else { CutReason::Bound };
            self.cut_all(reason);
            return self.after_call(site);
        }
        let scope = match self.frames.last_mut() {
            None => self.root_scope,
            Some(frame) => {
                let outer = frame.position(self.cx.names);
                self.cx.names.scope(outer, Step::Call(frame.pc, function))
            }
        };
        let facts = self.facts(function, body);
        let (args, written) = (Rc::clone(&site.args), Rc::clone(&site.written));
        let mut frame = Frame::new(function, body, facts, scope, self.return_type(function), site);
        frame.recursion = recursion;
        frame.decisions = self.decisions();
        self.state.locals = Trie::default();
        for (index, parameter) in program.functions[function].params.iter().enumerate() {
            let ty = program.symbols[parameter.symbol].ty;
            let entry = Site::Entry(scope, parameter.symbol);
            let value = match args.get(index) {
                Some((value, from)) => self.coerce(value, *from, ty),
                None => Value::Fresh(self.cx.names.family(entry), 0),
            };
            let (slot, value) = match self.variables.get(parameter.symbol) {
                Variable::Register(slot) => (slot, value),
                Variable::Object(slot) => {
                    let same_type = args.get(index).is_some_and(|arg| arg.1 == ty);
                    let written = written.get(index).cloned().flatten().filter(|_| same_type);
                    let is_given = args.get(index).is_some();
                    let pointer = self.cx.new_variable(&mut self.state, entry, parameter.symbol, value);
                    self.note_parameter(pointer, ty, is_given, written);
                    frame.objects.extend(self.cx.as_object(pointer.object));
                    (slot, Value::Pointer(pointer))
                }
                Variable::Static => continue,
            };
            self.state.locals.insert(u64::from(slot), value);
        }
        self.active.entry(function).or_default().push(self.frames.len());
        self.frames.push(frame);
        if self.cx.recorder.is_some() && program.functions[function].is_atomic_section() {
            self.enter_section();
        }
    }

    fn return_type(&self, function: FuncId) -> TypeId {
        let ty = self.program.functions[function].ty;
        match self.program.types.get(ty) {
            Type::Function { ret, .. } => *ret,
            _ => ty,
        }
    }

    /// A value as another type: where caller and callee disagree.
    fn coerce(&mut self, value: &Value, from: TypeId, to: TypeId) -> Value {
        let types = &self.program.types;
        if from == to {
            return value.clone();
        }
        match (repr(types, from), repr(types, to)) {
            (Some(Repr::Bits(before)), Some(Repr::Bits(width))) if types.is_signed(from) => {
                let bits = self.cx.bits(value, before);
                Value::Bits(self.cx.pool.resize(bits, width, true))
            }
            (Some(_), Some(to)) => self.cx.scalar(value, to),
            _ if types.size_of(from) >= types.size_of(to) => self.cx.read(value, Shape::of(types, from), 0, Access::Type(to)),
            _ => self.cx.open_value(),
        }
    }

    /// A call of a function without a body: anything is returned, and anything may be written where parameters let it.
    fn missing_body(&mut self, mut site: CallSite, function: FuncId) {
        let program = self.program;
        let callee = &program.functions[function];
        if let Some(operation) = callee.thread_operation().filter(|_| self.cx.recorder.is_some()) {
            let args = Rc::clone(&site.args);
            self.state.result = self.thread_operation(operation, &args);
            if self.live {
                self.state.result_written = Value::Zero;
                let state = std::mem::replace(&mut self.state, State::initial());
                self.take_result(&mut site, state, self.return_type(function));
            }
            self.live = false;
            return self.after_call(site);
        }
        if callee.noreturn {
            self.live = false;
            return self.after_call(site);
        }
        let args = Rc::clone(&site.args);
        for (parameter, (value, _)) in callee.params.iter().zip(args.iter()) {
            if parameter.writable {
                self.overwrite(value);
            }
        }
        if self.live {
            let here = self.site();
            self.state.result = Value::Fresh(self.cx.names.family(here), 0);
            self.state.result_written = Value::Zero;
            let state = std::mem::replace(&mut self.state, State::initial());
            self.take_result(&mut site, state, self.return_type(function));
        }
        self.live = false;
        self.after_call(site);
    }

    fn are_constant(&mut self, values: &[(Value, TypeId)]) -> bool {
        values.iter().all(|(value, ty)| match repr(&self.program.types, *ty) {
            Some(Repr::Bits(width)) => {
                let bits = self.cx.bits(value, width);
                self.cx.pool.as_const(bits).is_some()
            }
            _ => false,
        })
    }

    /// A call that does nothing but return zero.
    fn return_zero(&mut self, mut site: CallSite, function: FuncId) {
        self.state.result = Value::Zero;
        self.state.result_written = Value::Zero;
        let state = std::mem::replace(&mut self.state, State::initial());
        self.take_result(&mut site, state, self.return_type(function));
        self.live = false;
        self.after_call(site);
    }

    /// The objects that a pointer may point to get any value.
    fn overwrite(&mut self, value: &Value) {
        let pointer = self.cx.pointer(value);
        let targets = self.cx.targets(&self.state.path, pointer);
        for unknown in targets.unknown {
            self.unsupported(unknown, "indeterminate pointer passed to a function without a body");
        }
        for target in targets.known {
            if self.cx.nodes.is_handle(target.object) {
                self.unsupported(target.guard, "node that a loop made passed to a function without a body");
                continue;
            }
            self.touch_whole(&target, true);
            let new = self.cx.open_value();
            let shape = self.cx.known_shape(target.object);
            let key = target.object.index() as u64;
            if let Some(Cell { value: old, alive }) = self.state.memory.get(key).cloned() {
                let value = self.cx.choose(target.guard, &new, &old, shape);
                self.state.memory.insert(key, Cell { value, alive });
                self.forget_what_was_written(&target);
            }
        }
    }

    pub(crate) fn do_return(&mut self, value: Option<ExprId>) {
        let mut written = Value::Zero;
        let result = match value {
            Some(value) => {
                let from = self.program.exprs.ty(value);
                let to = self.frame().result;
                written = self.written_result(value, to);
                let value = self.eval(value);
                self.coerce(&value, from, to)
            }
            None => Value::Zero,
        };
        if self.cx.recorder.is_some() && self.live && self.program.functions[self.frames.last().expect("a call returns").function].is_atomic_section() {
            self.leave_section();
        }
        if std::mem::take(&mut self.live) {
            let mut state = std::mem::replace(&mut self.state, State::initial());
            state.result = result;
            state.result_written = written;
            state.locals = Trie::default();
            if self.leave_loops(&mut state, None) {
                self.frame().returned.push(state);
            }
        }
    }

    /// All states have left the current call.
    pub(crate) fn finish_call(&mut self) {
        let Some(mut frame) = self.frames.pop() else { return };
        if let Some(active) = self.active.get_mut(&frame.function) {
            active.pop();
        }
        let mut call = Call {
            function: frame.function,
            scope: frame.scope,
            variables: &self.variables,
            result: Shape::of(&self.program.types, frame.result),
            objects: &mut frame.objects,
            live: None,
        };
        let returned = self.cx.merge_all(std::mem::take(&mut frame.returned), &mut call);
        if self.frames.is_empty() {
            return;
        }
        if let Some(mut state) = returned {
            for object in frame.objects {
                state.memory.remove(object.index() as u64);
                self.cx.note_end(&state, object);
                self.cx.forget_written(&mut state, object);
            }
            self.take_result(&mut frame.site, state, frame.result);
        }
        self.after_call(frame.site);
    }

    fn take_result(&mut self, site: &mut CallSite, mut state: State, from: TypeId) {
        if let Some(lhs) = site.result {
            let value = std::mem::replace(&mut state.result, Value::Zero);
            let to = self.program.exprs.ty(lhs);
            state.result = self.coerce(&value, from, to);
            if from != to && self.cx.asks_for_written && !self.program.types.is_scalar(to) {
                state.result_written = self.cx.unknown_value();
            }
        }
        site.done.push(state);
    }

    /// Goes on with the other functions that the call may mean, or after the call.
    fn after_call(&mut self, mut site: CallSite) {
        if let Some((function, state)) = site.rest.pop() {
            self.state = state;
            self.live = true;
            return self.begin_call(site, function);
        }
        let frame = self.frames.last_mut().expect("the caller's frame");
        let mut call = Call {
            function: frame.function,
            scope: frame.scope,
            variables: &self.variables,
            result: site.result.map_or(Shape::Bytes(None), |lhs| Shape::of(&self.program.types, self.program.exprs.ty(lhs))),
            objects: &mut frame.objects,
            live: None,
        };
        self.live = false;
        if let Some(state) = self.cx.merge_all(std::mem::take(&mut site.done), &mut call) {
            self.state = state;
            self.live = true;
            self.state.locals = site.locals;
            let value = std::mem::replace(&mut self.state.result, Value::Zero);
            let written = std::mem::replace(&mut self.state.result_written, Value::Zero);
            if let Some(lhs) = site.result {
                let (function, at) = (self.frame().function, self.frame().pc);
                self.note_instruction(function, at);
                self.assign(lhs, value);
                self.note_result(lhs, written);
            }
            if self.live {
                self.fall_through();
            }
        }
    }
}
