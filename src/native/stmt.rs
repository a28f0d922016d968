//! Instructions as statements of C.

use super::NotTranslated;
use super::function::FunctionText;
use super::types::{self, cast, reinterpret};
use super::unit::{FUNCTION_BASE, FUNCTION_STEP, Home};
use goto::BEYOND;
use goto::interp::value::Scalar;
use goto::{AllocKind, CallShape, Callee, CompareMode, ExprId, ExprKind, FindMode, FuncId, HaltKind, Id, InstrId, InstrKind, Type, TypeId};
use std::fmt::Write as _;

/// An argument: its text and its scalar type, or the size of the record that it is the address of.
struct Argument {
    text: String,
    scalar: Option<Scalar>,
    size: u64,
}

impl FunctionText<'_, '_> {
    fn line(&mut self, text: &str) {
        self.lines.push_str(text);
        self.lines.push('\n');
    }

    pub(super) fn instruction(&mut self, kind: &InstrKind) -> Result<(), NotTranslated> {
        match kind {
            InstrKind::Skip | InstrKind::Mark(_) => {}
            InstrKind::Decl(symbol) => self.declare(*symbol),
            InstrKind::Dead(symbol) => {
                if let Some(Home::Frame { offset, size }) = self.home(*symbol) {
                    self.line(&format!("set_bytes(SHADOW + ((frame + {offset}) >> 3), 0, {});", size.div_ceil(8)));
                }
            }
            InstrKind::Assign { lhs, rhs } => self.assign(*lhs, *rhs)?,
            InstrKind::Goto { guard, target, .. } => self.goto(*guard, *target)?,
            InstrKind::Call { result, callee, args } => self.call(*result, *callee, args)?,
            InstrKind::Return(value) => self.return_value(*value)?,
            InstrKind::Assume(cond) => self.unless(*cond, "end_run(END_ASSUMPTION);")?,
            InstrKind::Assert { cond, property } => self.unless(*cond, &format!("VIOLATE({});", property.index()))?,
            InstrKind::Cover { goal, cond } => {
                let cond = self.value(*cond)?;
                self.line(&format!("if ({cond}) GOAL({});", goal.index()));
            }
            InstrKind::Input { lhs, input } => {
                let ty = self.unit.program.inputs[*input].ty;
                let (Some(from), Some(to)) = (self.scalar(ty), self.scalar(self.unit.program.exprs.ty(*lhs))) else {
                    return self.missing("an input of a type that is not scalar");
                };
                let read = format!("{}({})", if from.bits() > 64 { "wide_input" } else { "input" }, input.index());
                self.store(*lhs, &cast(from, to, &types::from_bits(from, &read)))?;
            }
            InstrKind::Havoc { lhs, .. } => self.assign_zero(*lhs)?,
            InstrKind::Allocate { result, size, kind, .. } => {
                let size = self.value(*size)?;
                let kind = match kind {
                    AllocKind::Heap => "HEAP_OBJECT",
                    AllocKind::Lent => "LENT_OBJECT",
                    AllocKind::Stack => "STACK_OBJECT",
                    AllocKind::Static => "STATIC_OBJECT",
                };
                self.store_word(*result, &format!("allocate({size}, {kind})"))?;
            }
            InstrKind::Release(pointer) => {
                let pointer = self.value(*pointer)?;
                if self.allocates {
                    self.line(&format!("release({pointer}, stack_mark);"));
                }
            }
            InstrKind::Free(pointer) => {
                let pointer = self.value(*pointer)?;
                self.line(&format!("free_object({pointer});"));
            }
            InstrKind::MemCopy { dst, src, size } => {
                let (dst, src, size) = (self.value(*dst)?, self.value(*src)?, self.value(*size)?);
                self.line(&format!("copy_object({dst}, {src}, {size});"));
            }
            InstrKind::MemSet { dst, value, size } => {
                let (dst, value, size) = (self.value(*dst)?, self.value(*value)?, self.value(*size)?);
                self.line(&format!("fill_object({dst}, (u8)({value}), {size});"));
            }
            InstrKind::Find { result, start, value, limit, search } => {
                let (start, value) = (self.value(*start)?, self.value(*value)?);
                let limit = self.limit(*limit)?;
                let text = match search {
                    FindMode::Last if limit != NO_LIMIT => format!("find_last({start}, (u8)({value}), {limit})"),
                    _ => format!("find_byte({start}, (u8)({value}), {limit}, {})", u8::from(*search == FindMode::FirstOrZero)),
                };
                self.store_word(*result, &text)?;
            }
            InstrKind::Compare { result, a, b, limit, mode } => {
                let (a, b) = (self.value(*a)?, self.value(*b)?);
                let limit = self.limit(*limit)?;
                let (string, caseless) = (u8::from(*mode != CompareMode::Block), u8::from(*mode == CompareMode::Caseless));
                self.store_word(*result, &format!("compare_bytes({a}, {b}, {limit}, {string}, {caseless})"))?;
            }
            InstrKind::Halt(HaltKind::Exit) => self.line("end_run(END_EXIT);"),
            InstrKind::Halt(HaltKind::Abort) => self.line("end_run(END_ABORT);"),
            InstrKind::Unsupported(what) | InstrKind::Limit(what) => self.unsupported(what),
            InstrKind::Beyond(_) => self.unsupported(BEYOND),
            InstrKind::Unfollowed(_) => {}
        }
        Ok(())
    }

    fn limit(&mut self, limit: Option<ExprId>) -> Result<String, NotTranslated> {
        limit.map_or_else(|| Ok(NO_LIMIT.to_owned()), |limit| self.value(limit))
    }

    /// Stores an integer that C has made.
    fn store_word(&mut self, lhs: ExprId, text: &str) -> Result<(), NotTranslated> {
        let Some(scalar) = self.scalar(self.unit.program.exprs.ty(lhs)) else { return self.missing("a result that is not scalar") };
        let value = types::from_bits(scalar, &format!("(u64)(i64)({text})"));
        self.store(lhs, &value)
    }

    fn declare(&mut self, symbol: goto::SymbolId) {
        match self.home(symbol) {
            Some(Home::Scalar(name)) => self.line(&format!("{name} = 0;")),
            Some(Home::Bytes(name, size)) => self.line(&format!("set_bytes({name}, 0, {size});")),
            Some(Home::Frame { offset, size }) => {
                if self.mortal.contains(&symbol) {
                    self.line(&format!("set_shadow(frame + {offset}, {size});"));
                }
                self.line(&format!("set_bytes((void *)(frame + {offset}), 0, {size});"));
            }
            Some(Home::Static { .. }) | None => {}
        }
    }

    fn unless(&mut self, cond: ExprId, then: &str) -> Result<(), NotTranslated> {
        let cond = self.value(cond)?;
        self.line(&format!("if (!{cond}) {then}"));
        Ok(())
    }

    fn goto(&mut self, guard: ExprId, target: InstrId) -> Result<(), NotTranslated> {
        if target.index() >= self.n_instructions {
            self.unsupported("jump out of the function");
            return Ok(());
        }
        let back = self.instruction.index().checked_sub(target.index()).map_or(String::new(), |span| format!("FUEL({}); ", span + 1));
        match self.unit.program.exprs.as_const(guard) {
            Some(bits) if bits.is_true() => self.line(&format!("{back}goto L{};", target.index())),
            Some(_) => {}
            None => {
                let guard = self.value(guard)?;
                if self.leads_beyond() {
                    // A run that does not jump ends: this is no news.
                    self.line(&format!("if ({guard}) {{ {back}goto L{}; }}", target.index()));
                    return Ok(());
                }
                let edge = self.unit.edges;
                self.unit.edges += 2;
                self.line(&format!("if ({guard}) {{ EDGE({edge}); {back}goto L{}; }}\nEDGE({});", target.index(), edge + 1));
            }
        }
        Ok(())
    }

    /// Does execution that goes on behind the present instruction leave what is known of memory among the inputs?
    fn leads_beyond(&self) -> bool {
        let body = self.unit.program.functions[self.id].body.as_ref();
        let next = self.instruction.index() + 1;
        body.is_some_and(|body| next < body.len() && matches!(body[InstrId::new(next)].kind, InstrKind::Beyond(_)))
    }

    /// Bytes of a type, which must be complete.
    fn size(&self, ty: TypeId) -> Result<u64, NotTranslated> {
        match self.unit.program.types.size_of(ty) {
            Some(size) => Ok(size),
            None => self.missing("a copy of a value of incomplete type"),
        }
    }

    fn assign(&mut self, lhs: ExprId, rhs: ExprId) -> Result<(), NotTranslated> {
        let exprs = &self.unit.program.exprs;
        if matches!(exprs.kind(rhs), ExprKind::Zero) {
            return self.assign_zero(lhs);
        }
        let ty = exprs.ty(lhs);
        if self.scalar(ty).is_some() {
            let value = self.value(rhs)?;
            return self.store(lhs, &value);
        }
        let size = self.size(ty)?;
        let from = self.source(rhs, size)?;
        self.copy_to(lhs, &format!("(void *){from}"), size)
    }

    /// The address of bytes that may be read.
    fn source(&mut self, e: ExprId, size: u64) -> Result<String, NotTranslated> {
        let (from, is_known, _) = self.bytes(e, size)?;
        if !is_known {
            self.line(&format!("check_slowly({from}, {size});"));
        }
        Ok(from)
    }

    fn copy_to(&mut self, lhs: ExprId, from: &str, size: u64) -> Result<(), NotTranslated> {
        let (to, is_known, is_static) = self.bytes(lhs, size)?;
        if !is_known {
            self.line(&format!("check_slowly({to}, {size}); check_store({to});"));
        }
        self.note_store(lhs);
        if is_static || !is_known {
            self.line(&format!("dirty_range({to}, {size}UL);"));
        }
        self.line(&format!("move_bytes((void *){to}, {from}, {size});"));
        Ok(())
    }

    fn assign_zero(&mut self, lhs: ExprId) -> Result<(), NotTranslated> {
        let ty = self.unit.program.exprs.ty(lhs);
        if let Some(scalar) = self.scalar(ty) {
            return self.store(lhs, &types::zero(scalar));
        }
        let size = self.size(ty)?;
        let (to, is_known, is_static) = self.bytes(lhs, size)?;
        if !is_known {
            self.line(&format!("check_slowly({to}, {size}); check_store({to});"));
        }
        self.note_store(lhs);
        if is_static || !is_known {
            self.line(&format!("dirty_range({to}, {size}UL);"));
        }
        self.line(&format!("set_bytes((void *){to}, 0, {size});"));
        Ok(())
    }

    fn call(&mut self, result: Option<ExprId>, callee: Callee, args: &[ExprId]) -> Result<(), NotTranslated> {
        let mut arguments = Vec::with_capacity(args.len());
        for &arg in args {
            let ty = self.unit.program.exprs.ty(arg);
            arguments.push(match self.scalar(ty) {
                Some(scalar) => Argument { text: self.value(arg)?, scalar: Some(scalar), size: 0 },
                None => {
                    let size = self.size(ty)?;
                    Argument { text: format!("(const char *){}", self.source(arg, size)?), scalar: None, size }
                }
            });
        }
        let (call, returned) = match callee {
            Callee::Direct(f) => match self.direct_call(f, &arguments) {
                Some(call) => (call, self.unit.return_type(f).filter(|_| self.unit.program.functions[f].body.is_some())),
                None => {
                    self.unsupported(goto::convention::MISFIT);
                    return Ok(());
                }
            },
            Callee::Indirect(pointer) => {
                let shape = CallShape::of(self.unit.program, pointer, args, result.is_some());
                let ret = self.scalar(shape.ret);
                let address = self.value(pointer)?;
                let dispatcher = self.dispatcher(shape, &arguments)?;
                let arguments = arguments.into_iter().map(|a| a.text);
                let list: Vec<String> = std::iter::once(address).chain(arguments).collect();
                (format!("d{dispatcher}({})", list.join(", ")), ret)
            }
        };
        let Some(result) = result else {
            self.line(&format!("{call};"));
            return Ok(());
        };
        let ty = self.unit.program.exprs.ty(result);
        if let (Some(from), Some(to)) = (returned, self.scalar(ty)) {
            self.temporaries += 1;
            let name = format!("t{}", self.temporaries);
            self.line(&format!("{} {name} = {call};", types::name(from)));
            self.forget();
            return self.store(result, &reinterpret(from, to, &name));
        }
        self.line(&format!("{call};"));
        self.forget();
        self.store_returned(result, ty, callee)
    }

    /// A record that was returned, or zero where nothing was.
    fn store_returned(&mut self, result: ExprId, ty: TypeId, callee: Callee) -> Result<(), NotTranslated> {
        if self.scalar(ty).is_some() {
            return self.assign_zero(result);
        }
        let size = self.size(ty)?;
        self.unit.returned = self.unit.returned.max(size);
        let same = match callee {
            Callee::Direct(f) => match self.unit.program.types.get(self.unit.program.functions[f].ty) {
                Type::Function { ret, .. } => *ret == ty && self.unit.program.functions[f].body.is_some(),
                _ => false,
            },
            Callee::Indirect(_) => true,
        };
        if same { self.copy_to(result, "returned", size) } else { self.assign_zero(result) }
    }

    /// A call of a function, none if it takes records where others are passed.
    fn direct_call(&mut self, f: FuncId, arguments: &[Argument]) -> Option<String> {
        let program = self.unit.program;
        let function = &program.functions[f];
        if function.body.is_none() {
            let evaluated: Vec<String> = arguments.iter().filter(|a| a.scalar.is_some()).map(|a| format!("(void)({})", a.text)).collect();
            return Some(format!("({})", if evaluated.is_empty() { "(void)0".to_owned() } else { evaluated.join(", ") }));
        }
        let mut passed = Vec::with_capacity(function.params.len());
        for (i, parameter) in function.params.iter().enumerate() {
            let ty = program.symbols[parameter.symbol].ty;
            passed.push(match (self.scalar(ty), arguments.get(i)) {
                (Some(to), Some(Argument { text, scalar: Some(from), .. })) => reinterpret(*from, to, text),
                (Some(to), None) => types::zero(to),
                (None, None) => "0".to_owned(),
                (None, Some(Argument { text, scalar: None, size })) if Some(*size) == program.types.size_of(ty) => text.clone(),
                _ => return None,
            });
        }
        Some(format!("fn{}({})", f.index(), passed.join(", ")))
    }

    /// The function that calls what a pointer points to, for calls of one shape.
    fn dispatcher(&mut self, shape: CallShape, arguments: &[Argument]) -> Result<usize, NotTranslated> {
        if let Some(&known) = self.unit.dispatchers.get(&shape) {
            return Ok(known);
        }
        let number = self.unit.dispatchers.len();
        self.unit.dispatchers.insert(shape.clone(), number);
        let ret = self.scalar(shape.ret);
        let mut parameters = "u64 address".to_owned();
        let mut own = Vec::new();
        for (i, argument) in arguments.iter().enumerate() {
            let _ = write!(parameters, ", {} a{i}", argument.scalar.map_or("const char *", types::name));
            own.push(Argument { text: format!("a{i}"), scalar: argument.scalar, size: argument.size });
        }
        let mut text = format!("static {} d{number}({parameters}) {{\nswitch (address) {{\n", ret.map_or("void", types::name));
        let lines = std::mem::take(&mut self.lines);
        for f in self.unit.calls.address_taken().to_vec() {
            let has_body = self.unit.program.functions[f].body.is_some();
            let fits = !has_body || shape.fits(&self.unit.program.types, self.unit.program.functions[f].ty);
            let call = if fits { self.direct_call(f, &own) } else { None };
            let _ = writeln!(text, "case {:#x}UL:", FUNCTION_BASE + f.index() as u64 * FUNCTION_STEP);
            match (call, self.unit.return_type(f).filter(|_| has_body), ret) {
                (None, ..) => {
                    self.lines.clear();
                    self.unsupported(goto::convention::MISFIT);
                    text.push_str(&self.lines);
                }
                (Some(call), Some(from), Some(to)) => {
                    let _ = writeln!(text, "return {};", reinterpret(from, to, &call));
                }
                (Some(call), None, Some(to)) => {
                    let _ = writeln!(text, "{call}; return {};", types::zero(to));
                }
                (Some(call), _, None) => {
                    let clear = if has_body { "" } else { "set_bytes(returned, 0, sizeof returned); " };
                    let _ = writeln!(text, "{clear}{call}; return;");
                }
            }
        }
        self.lines = lines;
        text.push_str("}\ncrash();\n}\n");
        self.unit.dispatcher_text.push_str(&text);
        Ok(number)
    }

    fn returns_record(&self) -> bool {
        match self.unit.program.types.get(self.unit.program.functions[self.id].ty) {
            Type::Function { ret, .. } => matches!(self.unit.program.types.get(*ret), Type::Record(_)),
            _ => false,
        }
    }

    fn return_value(&mut self, value: Option<ExprId>) -> Result<(), NotTranslated> {
        if let Some(value) = value {
            let ty = self.unit.program.exprs.ty(value);
            match (self.scalar(ty), self.unit.return_type(self.id)) {
                (Some(from), Some(to)) => {
                    let value = self.value(value)?;
                    self.line(&format!("result = {};", reinterpret(from, to, &value)));
                }
                (None, None) => {
                    let size = self.size(ty)?;
                    self.unit.returned = self.unit.returned.max(size);
                    let from = self.source(value, size)?;
                    self.line(&format!("move_bytes(returned, (void *){from}, {size});"));
                }
                _ => self.unsupported(goto::convention::MISFIT),
            }
        } else if self.returns_record() {
            self.line("set_bytes(returned, 0, sizeof returned);");
        }
        self.line("goto out;");
        Ok(())
    }
}

/// As the limit of a search that has none.
const NO_LIMIT: &str = "~0UL";
