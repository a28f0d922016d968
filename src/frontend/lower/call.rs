//! Calls: the callee first, then the arguments from right to left as gcc does on x86, then the call or what the library says it means.

use super::FunctionLowering;
use super::expr::ValueUse;
use super::jump;
use crate::library;
use crate::tree::{self, CalledId, Expr, FunctionId};
use goto::{BinOp, Callee, ExprId, InstrKind, Location, PropertyClass, RequirementKind, ThreadOperation, Type, TypeId, convention};

const WRONG_TYPE: &str = "a function is called as one of another type";

impl<'t> FunctionLowering<'_, 't> {
    pub(super) fn call(&mut self, e: &'t Expr, callee: &'t tree::Callee, args: &'t [Expr], called: Option<CalledId>, wanted: ValueUse) -> Option<ExprId> {
        let loc = self.loc;
        let place = if e.loc.line == 0 { loc } else { e.loc };
        self.loc = place;
        let result = match callee {
            tree::Callee::Direct(id) => {
                if called.is_some_and(|called| !self.unit.refused[called].is_empty()) {
                    self.refuse(args);
                }
                let values = self.arguments(args);
                self.loc = place;
                self.direct_call(*id, args, values, e.ty, wanted)
            }
            tree::Callee::Indirect(pointer) => {
                let mut pointer = self.value(pointer);
                if args.iter().any(|a| self.changes(a)) {
                    pointer = self.kept(pointer);
                }
                let values = self.arguments(args);
                self.loc = place;
                if let Some(called) = called {
                    self.require_type(pointer, called, args.len());
                }
                self.indirect_call(pointer, values, e.ty, wanted)
            }
        };
        self.loc = loc;
        result
    }

    /// The call must not be made: it does not fit the definition. Where an argument is missing nothing is known of what comes then.
    fn refuse(&mut self, args: &[Expr]) {
        let never = self.build().truth(false);
        self.require(PropertyClass::FunctionType, WRONG_TYPE, RequirementKind::Holds(never));
        if args.iter().any(|arg| matches!(arg.kind, tree::ExprKind::Unsupported(_))) {
            self.require(PropertyClass::FunctionType, WRONG_TYPE, RequirementKind::Stops(never));
        }
        self.emit(InstrKind::Skip);
    }

    /// What cannot be called for this reason must not be.
    pub(super) fn refuse_misfit(&mut self, reason: &str, loc: Location) {
        if reason != convention::MISFIT {
            return;
        }
        let outer = self.loc;
        self.loc = if loc.line == 0 { outer } else { loc };
        let never = self.build().truth(false);
        for kind in [RequirementKind::Holds(never), RequirementKind::Stops(never)] {
            self.require(PropertyClass::FunctionType, WRONG_TYPE, kind);
        }
        self.loc = outer;
    }

    /// A call through a pointer must not mean a function of another type.
    fn require_type(&mut self, pointer: ExprId, called: CalledId, args: usize) {
        let mut apart: Option<ExprId> = None;
        let mut stops: Option<ExprId> = None;
        let refused: Vec<FunctionId> = self.unit.refused[called].iter().copied().filter(|&id| self.unit.is_address_taken(id)).collect();
        for id in refused {
            let func = self.unit.function(id);
            let own = self.unit.program.functions[func].ty;
            let own = self.build().types.pointer(own);
            let address = self.unit.program.exprs.intern(goto::ExprKind::FunctionAddress(func), own);
            let ty = self.ty(pointer);
            let address = self.convert(address, ty);
            let other = self.build().binary(BinOp::Ne, pointer, address);
            apart = Some(apart.map_or(other, |apart| self.build().binary(BinOp::And, apart, other)));
            if self.unit.functions[id].params.len() > args {
                stops = Some(stops.map_or(other, |stops| self.build().binary(BinOp::And, stops, other)));
            }
        }
        if let Some(holds) = apart {
            self.require(PropertyClass::FunctionType, WRONG_TYPE, RequirementKind::Holds(holds));
            if let Some(stops) = stops {
                // What the missing arguments would be is not known.
                self.require(PropertyClass::FunctionType, WRONG_TYPE, RequirementKind::Stops(stops));
            }
            self.emit(InstrKind::Skip);
        }
    }

    /// Does the pointer mean a function whose result, as callers through it read it, is open in part?
    pub(crate) fn returns_less(&mut self, pointer: ExprId) -> ExprId {
        let ty = self.ty(pointer);
        let types = &self.unit.program.types;
        let result = |function: TypeId| match types.get(function) {
            Type::Function { ret, .. } => Some(*ret),
            _ => None,
        };
        let wanted = match types.get(ty) {
            Type::Pointer(to) => result(*to),
            _ => None,
        };
        let is_less = |id: &FunctionId| match (wanted, result(self.unit.functions[*id].ty)) {
            (Some(wanted), Some(ret)) => matches!(types.get(ret), Type::Bool | Type::Int { .. }) && !convention::comes_back(types, ret, wanted),
            _ => false,
        };
        let mut less: Vec<FunctionId> = self.unit.addresses_taken().filter(is_less).collect();
        less.sort_unstable();
        let mut any = self.build().truth(false);
        for id in less {
            let func = self.unit.function(id);
            let own = self.unit.program.functions[func].ty;
            let own = self.build().types.pointer(own);
            let address = self.unit.program.exprs.intern(goto::ExprKind::FunctionAddress(func), own);
            let address = self.convert(address, ty);
            let same = self.build().binary(BinOp::Eq, pointer, address);
            any = self.build().binary(BinOp::Or, any, same);
        }
        any
    }

    /// Evaluates arguments from right to left.
    fn arguments(&mut self, args: &'t [Expr]) -> Vec<ExprId> {
        let mut values: Vec<ExprId> = Vec::with_capacity(args.len());
        for (i, arg) in args.iter().enumerate().rev() {
            let value = self.value(arg);
            values.push(if args[..i].iter().any(|a| self.changes(a)) { self.kept(value) } else { value });
        }
        values.reverse();
        values
    }

    fn direct_call(&mut self, id: FunctionId, args: &'t [Expr], values: Vec<ExprId>, ty: TypeId, wanted: ValueUse) -> Option<ExprId> {
        let function = &self.unit.functions[id];
        if function.body.is_none() && jump::saves(&function.name) && !values.is_empty() {
            let result = match self.save_place(values[0]) {
                Some(result) => result,
                None => self.unsupported("setjmp outside of a function", ty),
            };
            return self.deliver(Some(result), ty, wanted);
        }
        if function.body.is_none() && jump::jumps(&function.name) && values.len() >= 2 {
            self.jump_to_place(values[0], values[1]);
            return None;
        }
        let has_body = function.body.is_some();
        let jumps = self.unit.jumps.may_jump(id);
        let call = library::Call { id, args: values, exprs: args, ty };
        library::note_demands(self, &call);
        if !has_body {
            match library::call(self, call, wanted) {
                Ok(result) => return self.deliver(result, ty, wanted),
                Err(call) => {
                    let func = self.unit.function(id);
                    let mut args = call.args.clone();
                    let has_model = self.unit.has_model(id) || ThreadOperation::of_name(&function.name).is_some();
                    if !has_model {
                        // Nobody looks at the others.
                        args.truncate(function.params.len());
                    }
                    let result = self.plain_call(Callee::Direct(func), self.unit.program.functions[func].ty, args, ty, wanted, jumps);
                    // A model says itself what it writes.
                    if !has_model && !self.unit.answers(id) {
                        library::after_missing(self, &call);
                    }
                    return result;
                }
            }
        }
        let func = self.unit.function(id);
        let function = self.unit.functions[id].ty;
        self.plain_call(Callee::Direct(func), function, call.args, ty, wanted, jumps)
    }

    fn indirect_call(&mut self, pointer: ExprId, values: Vec<ExprId>, ty: TypeId, wanted: ValueUse) -> Option<ExprId> {
        let types = &self.unit.program.types;
        let Type::Pointer(function) = *types.get(self.ty(pointer)) else {
            let value = self.unsupported("a call of what is no function", ty);
            return self.deliver(Some(value), ty, wanted);
        };
        let others = self.of_another_kind(function);
        if others.is_empty() {
            let jumps = self.unit.jumps.pointers_may_jump();
            return self.plain_call(Callee::Indirect(pointer), function, values, ty, wanted, jumps);
        }
        let pointer = self.kept(pointer);
        let result = (!self.is_void(ty) && wanted != ValueUse::Nowhere).then(|| self.temporary(ty));
        let inner = result.map_or(ValueUse::Nowhere, ValueUse::In);
        let end = self.label();
        for id in others {
            let func = self.unit.function(id);
            let to = self.unit.program.functions[func].ty;
            let own = self.build().types.pointer(to);
            let address = self.unit.program.exprs.intern(goto::ExprKind::FunctionAddress(func), own);
            let pointer_type = self.ty(pointer);
            let address = self.convert(address, pointer_type);
            let same = self.build().binary(BinOp::Eq, pointer, address);
            let next = self.label();
            self.jump_unless(same, next, None);
            self.direct_call(id, &[], values.clone(), ty, inner);
            self.jump(end);
            self.bind(next);
        }
        let jumps = self.unit.jumps.pointers_may_jump();
        self.plain_call(Callee::Indirect(pointer), function, values, ty, inner, jumps);
        self.bind(end);
        self.deliver(result, ty, wanted)
    }

    /// The functions that a pointer to this type may point to though they take their arguments in another way: in an area, or not. The machine
    /// passes both alike, so they are called as what they are.
    fn of_another_kind(&self, pointed: TypeId) -> Vec<FunctionId> {
        let kind = |ty| match self.unit.program.types.get(ty) {
            Type::Function { params, variadic: true, .. } => (!params.is_empty()).then_some(true),
            _ => Some(false),
        };
        let wanted = kind(pointed);
        let differs = |id: &FunctionId| {
            let own = kind(self.unit.functions[*id].ty);
            own == Some(true) && wanted != own || own == Some(false) && wanted == Some(true)
        };
        self.unit.miscast.iter().copied().filter(differs).collect()
    }

    /// A call instruction; arguments are fitted to the parameters, as old-style declarations let them differ. `jumps`: it may be left by a jump.
    fn plain_call(&mut self, callee: Callee, function: TypeId, values: Vec<ExprId>, ty: TypeId, wanted: ValueUse, jumps: bool) -> Option<ExprId> {
        let Type::Function { ret, params, variadic } = self.unit.program.types.get(function).clone() else {
            let value = self.unsupported("a call of what is no function", ty);
            return self.deliver(Some(value), ty, wanted);
        };
        let mut args = values;
        let area = variadic && !params.is_empty();
        let fixed = params.len() - usize::from(area);
        let rest = if area && args.len() > fixed { args.split_off(fixed) } else { Vec::new() };
        if args.len() > params.len() && !variadic && matches!(callee, Callee::Direct(_)) {
            args.truncate(params.len());
        }
        for (arg, &param) in args.iter_mut().zip(&params) {
            *arg = self.fitted(*arg, param);
        }
        for &param in params[..fixed].iter().skip(args.len()) {
            let value = self.havoc(param);
            args.push(value);
        }
        let mut object = None;
        if area {
            let (pointer, symbol) = self.argument_area(&rest, params[fixed]);
            object = symbol;
            args.push(pointer);
        }
        let result = self.call_instruction(callee, args, ret, wanted, jumps);
        if let Some(symbol) = object {
            self.emit(InstrKind::Dead(symbol));
        }
        match (result, wanted) {
            _ if self.is_void(ret) => None,
            (Some(place), ValueUse::In(to)) if place == to => result,
            _ => self.deliver(result, ty, wanted),
        }
    }

    /// Returns where the result is, if it is wanted.
    fn call_instruction(&mut self, callee: Callee, args: Vec<ExprId>, ret: TypeId, wanted: ValueUse, jumps: bool) -> Option<ExprId> {
        let result = match wanted {
            _ if self.is_void(ret) => None,
            ValueUse::Nowhere => None,
            // A call that is left by a jump stores nothing.
            ValueUse::In(to) if self.ty(to) == ret && !jumps => Some(to),
            ValueUse::In(_) | ValueUse::Value => Some(self.temporary(ret)),
        };
        let used = |this: &mut Self| {
            if result.is_some() {
                this.require(PropertyClass::MissingReturn, "the value of a function that ended without return is used", RequirementKind::Used(callee));
            }
        };
        if !jumps {
            used(self);
        }
        self.emit(InstrKind::Call { result, callee, args });
        if jumps {
            // A call that is left by a jump has no value.
            self.test_jump();
            used(self);
            self.emit(InstrKind::Skip);
        }
        result
    }

    /// An argument as the parameter's type; a mismatch that no conversion mends is no supported program.
    fn fitted(&mut self, arg: ExprId, param: TypeId) -> ExprId {
        let types = &self.unit.program.types;
        if self.ty(arg) == param {
            return arg;
        }
        if types.is_scalar(self.ty(arg)) && types.is_scalar(param) {
            return self.convert(arg, param);
        }
        self.unsupported("an argument that does not fit its parameter", param)
    }

    /// Brings a result to where it is wanted.
    fn deliver(&mut self, result: Option<ExprId>, ty: TypeId, wanted: ValueUse) -> Option<ExprId> {
        let mut value = match (result, wanted) {
            (_, ValueUse::Nowhere) => return None,
            (None, _) if self.is_void(ty) => return None,
            (None, _) => self.havoc(ty),
            (Some(value), _) => value,
        };
        if self.ty(value) != ty && self.unit.program.types.is_scalar(ty) {
            value = self.convert(value, ty);
        }
        match wanted {
            ValueUse::In(to) if value != to => {
                self.assign(to, value);
                Some(to)
            }
            _ => Some(value),
        }
    }
}
