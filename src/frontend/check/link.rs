//! What can be settled only when all units have been read: parameters of functions without body, unique names, and uses of functions
//! and variables under a type that their definition does not have.

use super::called::refused;
use super::scope::Global;
use super::symbol;
use super::types::{CType, Params, Signature};
use super::unify::{Unified, unify};
use super::{Checker, nowhere, parameter, rest_parameter};
use crate::tree::{Callee, Condition, Expr, ExprKind, FunctionId, Init, Mentions, Param, Stmt, StmtKind, Tree, VarId, VarKind};
use goto::{Bits, DataModel, FloatKind, IdVec, Type, TypeId, TypeTable, convention};
use rustc_hash::{FxHashMap, FxHashSet};

/// Integer arguments that are passed in registers on x86-64.
const REGISTERS: usize = 6;

/// The linked program of all units.
pub(super) fn finish(mut checker: Checker) -> Tree {
    for id in checker.functions.ids() {
        if checker.functions[id].body.is_none() {
            complete_declaration(&mut checker, id);
        }
    }
    name_functions(&mut checker);
    let aliases = symbol::final_aliases(&checker);
    let (constructors, destructors) = symbol::initialisation_order(&mut checker);
    let mut unified = unify(&mut checker);
    let refused = refused(&mut checker, &mut unified);
    let old = old_style(&checker);
    let defined = checker.functions.iter().filter(|(_, function)| function.body.is_some()).map(|(id, _)| id).collect();
    let Checker { types, files, mut vars, mut functions, typedefs, mut mentions, .. } = checker;
    let mut types = types.goto;
    if !unified.is_trivial() {
        vars.iter_mut().for_each(|(_, var)| var.ty = unified.resolve(&mut types, var.ty));
        functions.iter_mut().for_each(|(_, function)| function.ty = unified.resolve(&mut types, function.ty));
    }
    let mut var_types = IdVec::new();
    vars.values().for_each(|var| {
        let _: VarId = var_types.push(var.ty);
    });
    let mut function_types = IdVec::new();
    functions.values().for_each(|function| {
        let _: FunctionId = function_types.push(function.ty);
    });
    let mut linker = Linker { old, defined, types: &mut types, vars: var_types, functions: function_types, unified, aliases };
    for (_, var) in vars.iter_mut() {
        if let Some(init) = &mut var.init {
            linker.init(init);
        }
    }
    for (_, function) in functions.iter_mut() {
        if let Some(body) = &mut function.body {
            linker.stmts(body);
        }
        linker.mentions(&mut function.mentions);
    }
    linker.mentions(&mut mentions);
    Tree { types, files, vars, functions, refused, constructors, destructors, typedefs, mentions }
}

/// The functions whose definitions have no prototype.
fn old_style(checker: &Checker) -> FxHashSet<FunctionId> {
    let old = |id: &FunctionId| matches!(checker.types.signature(checker.function_infos[*id].ty), Some(Signature { params: Params::Old(_), .. }));
    checker.functions.ids().filter(old).collect()
}

/// Variables for the parameters of a function that is only declared.
fn complete_declaration(checker: &mut Checker, id: FunctionId) {
    let ty = checker.function_infos[id].ty;
    let Some(Signature { ret, params }) = checker.types.signature(ty).cloned() else { return };
    let (types, variadic): (Vec<CType>, bool) = match params {
        Params::Prototype { types, variadic } => (types, variadic),
        Params::Old(types) => (types, false),
        Params::Unknown => (Vec::new(), false),
    };
    let mut params = Vec::new();
    for ty in types {
        let var = checker.new_var("", ty, VarKind::Parameter, nowhere());
        params.push(parameter(checker, ty, var));
    }
    if variadic {
        let var = rest_parameter(checker);
        params.push(Param { var, writable: false });
    }
    let lowered = checker.types.lower(ty);
    let return_type_name = checker.types.spell(ret);
    let function = &mut checker.functions[id];
    function.ty = lowered;
    function.params = params;
    function.return_type_name = return_type_name;
}

/// Functions whose name another one has get a suffix: static ones, and those that only their assembler names tell apart.
fn name_functions(checker: &mut Checker) {
    let infos = &checker.function_infos;
    let mut taken: FxHashSet<String> = FxHashSet::default();
    let mut later = Vec::new();
    for (id, function) in checker.functions.iter() {
        if infos[id].internal || !taken.insert(function.name.clone()) {
            later.push(id);
        }
    }
    for id in later {
        let function = &mut checker.functions[id];
        if taken.insert(function.name.clone()) {
            continue;
        }
        let mut number = 2;
        while !taken.insert(format!("{}.{number}", function.name)) {
            number += 1;
        }
        function.name = format!("{}.{number}", function.name);
    }
}

/// Walks all expressions and makes the types of names those of their definitions.
struct Linker<'a> {
    types: &'a mut TypeTable,
    vars: IdVec<VarId, TypeId>,
    functions: IdVec<FunctionId, TypeId>,
    /// Those that take promoted arguments and convert them themselves.
    old: FxHashSet<FunctionId>,
    /// Those that have bodies.
    defined: FxHashSet<FunctionId>,
    unified: Unified,
    /// What stands for what.
    aliases: FxHashMap<Global, Global>,
}

impl Linker<'_> {
    /// Names stand for what they are aliases of.
    fn mentions(&self, mentions: &mut Mentions) {
        mentions.functions = mentions.functions.iter().map(|&id| self.function(id)).collect();
        let variable = |&id: &VarId| match self.aliases.get(&Global::Var(id)) {
            Some(Global::Var(target)) => *target,
            _ => id,
        };
        mentions.variables = mentions.variables.iter().map(variable).collect();
    }

    fn stmts(&mut self, stmts: &mut [Stmt]) {
        stmts.iter_mut().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        match &mut stmt.kind {
            StmtKind::Empty | StmtKind::Goto(_) | StmtKind::Break | StmtKind::Continue | StmtKind::Return(None) | StmtKind::Unsupported(_) => {}
            StmtKind::Expr(e) | StmtKind::Cleanup { call: e, .. } => self.dropped(e),
            StmtKind::Assembler { reads, writes, .. } => reads.iter_mut().chain(writes).for_each(|e| self.expr(e)),
            StmtKind::Return(Some(e)) | StmtKind::ComputedGoto(e) => self.expr(e),
            StmtKind::Decl { init, .. } => {
                if let Some(init) = init {
                    self.init(init);
                }
            }
            StmtKind::DeclVla { bytes, .. } | StmtKind::Size(bytes) => self.expr(bytes),
            StmtKind::Block(body) => self.stmts(body),
            StmtKind::If { cond, then, other } => {
                self.condition(cond);
                self.stmt(then);
                if let Some(other) = other {
                    self.stmt(other);
                }
            }
            StmtKind::While { cond, body } | StmtKind::DoWhile { body, cond } => {
                self.condition(cond);
                self.stmt(body);
            }
            StmtKind::For { init, cond, step, body } => {
                self.stmts(init);
                if let Some(cond) = cond {
                    self.condition(cond);
                }
                if let Some(step) = step {
                    self.dropped(step);
                }
                self.stmt(body);
            }
            StmtKind::Switch { value, body } => {
                self.expr(value);
                self.stmt(body);
            }
            StmtKind::Case { body, .. } | StmtKind::Default(body) | StmtKind::Label { body, .. } => self.stmt(body),
        }
    }

    /// The function that an alias stands for, or the function itself.
    fn function(&self, id: FunctionId) -> FunctionId {
        match self.aliases.get(&Global::Function(id)) {
            Some(Global::Function(target)) => *target,
            _ => id,
        }
    }

    fn condition(&mut self, condition: &mut Condition) {
        self.expr(&mut condition.expr);
    }

    fn init(&mut self, init: &mut Init) {
        init.parts.iter_mut().for_each(|part| self.expr(&mut part.value));
    }

    /// An expression whose value nobody reads: a call may return what its definition says.
    fn dropped(&mut self, e: &mut Expr) {
        if let ExprKind::Call { callee: Callee::Direct(id), args, .. } = &mut e.kind {
            args.iter_mut().for_each(|arg| self.expr(arg));
            *id = self.function(*id);
            e.ty = self.unified.resolve(self.types, e.ty);
            let before = e.ty;
            let id = *id;
            if let Some(ret) = self.call(id, e)
                && ret != before
            {
                e.ty = ret;
            }
            return;
        }
        self.expr(e);
    }

    fn expr(&mut self, e: &mut Expr) {
        self.children(e);
        e.ty = self.unified.resolve(self.types, e.ty);
        match &mut e.kind {
            ExprKind::Var(id) => {
                if let Some(Global::Var(target)) = self.aliases.get(&Global::Var(*id)) {
                    *id = *target;
                }
                let actual = self.vars[*id];
                self.retype_place(e, actual);
            }
            ExprKind::Function(id) => {
                *id = self.function(*id);
                e.ty = self.functions[*id];
            }
            ExprKind::AddressOf(place) => {
                let actual = self.types.pointer(place.ty);
                if actual != e.ty {
                    let wanted = std::mem::replace(&mut e.ty, actual);
                    cast_in_place(self.types, e, wanted);
                }
            }
            ExprKind::Call { callee: Callee::Direct(id), .. } => {
                *id = self.function(*id);
                let id = *id;
                let wanted = e.ty;
                if let Some(ret) = self.call(id, e)
                    && ret != wanted
                {
                    self.retype_result(e, ret, wanted);
                }
            }
            ExprKind::CompoundAssign { compute, .. } | ExprKind::Step { compute, .. } => *compute = self.unified.resolve(self.types, *compute),
            _ => {}
        }
    }

    fn children(&mut self, e: &mut Expr) {
        match &mut e.kind {
            ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Function(_) | ExprKind::Unsupported(_) => {}
            ExprKind::Deref(a) | ExprKind::Field(a, _) | ExprKind::AddressOf(a) | ExprKind::Decay(a) | ExprKind::Volatile { place: a, .. } => self.expr(a),
            ExprKind::Length(a) | ExprKind::OutOfRange(a) | ExprKind::Enumerated { value: a, .. } => self.expr(a),
            ExprKind::Neg(a) | ExprKind::BitNot(a) | ExprKind::Not(a) => self.expr(a),
            ExprKind::Cast(a) => match self.types.get(e.ty) {
                Type::Void => self.dropped(a),
                _ => self.expr(a),
            },
            ExprKind::Comma(a, b) => {
                self.dropped(a);
                self.expr(b);
            }
            ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) | ExprKind::BinaryReversed(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.condition(a);
                self.condition(b);
            }
            ExprKind::Conditional { cond, then, other } => {
                self.condition(cond);
                self.expr(then);
                self.expr(other);
            }
            ExprKind::Elvis { value: a, other: b } | ExprKind::Assign { place: a, value: b } => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::CompoundAssign { place, value, .. } | ExprKind::Step { place, value, .. } => {
                self.expr(place);
                self.expr(value);
            }
            ExprKind::Statements { body, value } => {
                self.stmts(body);
                if let Some(value) = value {
                    self.expr(value);
                }
            }
            ExprKind::Call { callee, args, .. } => {
                if let Callee::Indirect(pointer) = callee {
                    self.expr(pointer);
                }
                args.iter_mut().for_each(|arg| self.expr(arg));
            }
            ExprKind::CompoundLiteral { init, .. } => {
                if let Some(init) = init {
                    self.init(init);
                }
            }
        }
    }

    /// A variable whose type is not the one it was used with: an array of another length, or another type altogether in another unit.
    fn retype_place(&mut self, e: &mut Expr, actual: TypeId) {
        if e.ty == actual {
            return;
        }
        if let (Type::Array { elem: a, .. }, Type::Array { elem: b, .. }) = (self.types.get(e.ty), self.types.get(actual))
            && a == b
        {
            e.ty = actual;
            return;
        }
        let wanted = e.ty;
        let loc = e.loc;
        let var = Expr { kind: std::mem::replace(&mut e.kind, ExprKind::Const(Bits::bool(false))), ty: actual, loc };
        let (own, other) = (self.types.pointer(actual), self.types.pointer(wanted));
        let address = Expr { kind: ExprKind::AddressOf(Box::new(var)), ty: own, loc };
        let address = Expr { kind: ExprKind::Cast(Box::new(address)), ty: other, loc };
        e.kind = ExprKind::Deref(Box::new(address));
    }

    /// Fits the arguments of a direct call to the definition. Returns the type that the call has, or nothing if its meaning is not known.
    fn call(&mut self, id: FunctionId, e: &mut Expr) -> Option<TypeId> {
        let Type::Function { ret, mut params, variadic } = self.types.get(self.functions[id]).clone() else { return None };
        if variadic {
            // The caller builds the area that the last one points to.
            params.pop();
        }
        let ExprKind::Call { args, .. } = &mut e.kind else { return None };
        let fits = args.iter().zip(&params).enumerate().all(|(i, (arg, &wanted))| self.arrives(id, i, arg, wanted));
        if !fits || !convention::returns_alike(self.types, ret, e.ty) {
            // Arguments behind one that is somewhere else may be somewhere else, too.
            let args = std::mem::take(args);
            e.kind = ExprKind::Unsupported(convention::MISFIT.to_owned());
            args.into_iter().for_each(|arg| evaluate_before(arg, e));
            return None;
        }
        for (arg, &wanted) in args.iter_mut().zip(&params) {
            if arg.ty != wanted {
                cast_in_place(self.types, arg, wanted);
            }
        }
        if args.len() < params.len() {
            for &wanted in &params[args.len()..] {
                let kind = ExprKind::Unsupported("an argument is missing in a call".to_owned());
                args.push(Expr { kind, ty: wanted, loc: e.loc });
            }
        }
        if args.len() > params.len() && !variadic {
            // They are evaluated, and nobody looks at them.
            let extra = args.split_off(params.len());
            e.ty = ret;
            extra.into_iter().for_each(|arg| evaluate_before(arg, e));
        }
        Some(ret)
    }

    /// Does the function get the value of an argument, perhaps as another type?
    fn arrives(&self, id: FunctionId, index: usize, arg: &Expr, param: TypeId) -> bool {
        let types = &*self.types;
        let is_integer = |ty| matches!(types.get(ty), Type::Bool | Type::Int { .. } | Type::Pointer(_));
        if arg.ty == param || !self.defined.contains(&id) && is_integer(arg.ty) && is_integer(param) {
            // The library takes what its parameters are declared as; nobody else without a body looks at them.
            return true;
        }
        if self.old.contains(&id) && *types.get(param) == Type::Float(FloatKind::Single) {
            return *types.get(arg.ty) == Type::Float(FloatKind::Double);
        }
        let loaded_as_it_is = || match (&arg.kind, types.get(arg.ty)) {
            // Loading half of a register clears the other half.
            (ExprKind::Const(value), Type::Int { bits: 32, signed }) => value.to_i128(*signed) >= 0 && index < REGISTERS,
            _ => false,
        };
        let is_wide = is_integer(param) && types.scalar_bits(param) == Some(64);
        convention::arrives(types, arg.ty, param) || is_wide && types.model() == DataModel::Lp64 && loaded_as_it_is()
    }

    fn retype_result(&mut self, e: &mut Expr, ret: TypeId, wanted: TypeId) {
        e.ty = ret;
        if convention::comes_back(self.types, ret, wanted) {
            cast_in_place(self.types, e, wanted);
            return;
        }
        let loc = e.loc;
        let call = std::mem::replace(e, Expr { kind: ExprKind::Const(Bits::bool(false)), ty: wanted, loc });
        let value = match self.types.get(wanted) {
            Type::Void => {
                e.kind = ExprKind::Cast(Box::new(call));
                return;
            }
            _ => ExprKind::Unsupported("the result of a function that returns another type".to_owned()),
        };
        let value = Expr { kind: value, ty: wanted, loc };
        e.kind = ExprKind::Comma(Box::new(call), Box::new(value));
    }
}

/// Puts an expression before another one that keeps its value.
fn evaluate_before(first: Expr, e: &mut Expr) {
    let (ty, loc) = (e.ty, e.loc);
    let then = std::mem::replace(e, Expr { kind: ExprKind::Const(Bits::bool(false)), ty, loc });
    e.kind = ExprKind::Comma(Box::new(first), Box::new(then));
}

/// Puts a conversion around an expression. Its type is the one that it has.
fn cast_in_place(types: &TypeTable, e: &mut Expr, wanted: TypeId) {
    debug_assert!(types.is_scalar(wanted));
    let loc = e.loc;
    let inner = std::mem::replace(e, Expr { kind: ExprKind::Const(Bits::bool(false)), ty: wanted, loc });
    e.kind = ExprKind::Cast(Box::new(inner));
}
