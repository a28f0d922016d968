//! Reads a sketch from the body of one function, without what the functions that it calls do.

use super::places::{Argument, Place, Scope};
use super::spell::{Moment, spelled, stripped, value};
use super::visit::{Found, statements};
use super::{Extent, Index, Kind, Obstacle, Pointer, Quantity, Sketch, Store, Value, loops, parameter_names};
use crate::tree::{Callee, Expr, ExprKind, Function, Tree, VarKind};
use goto::{BinOp, Type, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// A call of a function with a body: its arguments in words of the head of the function that calls.
pub(super) struct Call {
    pub function: String,
    /// By the names of parameters.
    pub arguments: BTreeMap<String, Option<Argument>>,
}

/// Functions of the library that write what their first argument leads to.
const WRITING: [&str; 9] = ["memcpy", "memmove", "memset", "strcpy", "strncpy", "strcat", "strncat", "sprintf", "snprintf"];
const ALLOCATING: [&str; 4] = ["malloc", "calloc", "realloc", "strdup"];

/// What the function does; `None` without a body.
pub(super) fn sketch(tree: &Tree, function: &Function) -> Option<Sketch> {
    let body = function.body.as_deref()?;
    let scope = scope(tree, function)?;
    let names = parameter_names(tree, function);
    let quantity = |param: &crate::tree::Param| {
        let var = &tree.vars[param.var];
        Quantity { text: var.name.clone(), kind: Kind::of(&tree.types, var.ty), follows: Vec::new() }
    };
    let (result, is_variadic) = match tree.types.get(function.ty) {
        Type::Function { ret, variadic, .. } => (*ret, *variadic),
        _ => return None,
    };
    let result = (!matches!(tree.types.get(result), Type::Void)).then(|| Kind::of(&tree.types, result));
    let unnamed = names.iter().any(String::is_empty).then_some(Obstacle::Unnamed);
    let mut reader = Reader {
        scope: &scope,
        sketch: Sketch {
            function: function.name.clone(),
            file: tree.files[function.loc.file].clone(),
            line: function.loc.line,
            result,
            parameters: function.params.iter().map(quantity).collect(),
            integers: Vec::new(),
            pointers: Vec::new(),
            tested: BTreeSet::new(),
            stores: Vec::new(),
            frees: BTreeSet::new(),
            returns: Vec::new(),
            constants_returned: Some(BTreeSet::new()),
            constants: BTreeSet::new(),
            calls: BTreeSet::new(),
            given: Vec::new(),
            allocates: false,
            loops: loops::loops(&scope, body),
            obstacle: if is_variadic { Some(Obstacle::Variadic) } else { unnamed },
        },
    };
    statements(body, &mut |found| match found {
        Found::Expression(e) => reader.expression(e),
        Found::Returned(Some(e)) => reader.returned(e),
        Found::Returned(None) | Found::Declared(..) | Found::Loop(_) => {}
    });
    Some(reader.sketch)
}

/// The calls of all functions with bodies, by who calls.
pub(super) fn calls(tree: &Tree) -> BTreeMap<String, Vec<Call>> {
    let mut all = BTreeMap::new();
    for function in tree.functions.values() {
        let (Some(body), Some(scope)) = (function.body.as_deref(), scope(tree, function)) else { continue };
        let mut calls = Vec::new();
        statements(body, &mut |found| {
            if let Found::Expression(Expr { kind: ExprKind::Call { callee: Callee::Direct(called), args, .. }, .. }) = found
                && tree.functions[*called].body.is_some()
            {
                let called = &tree.functions[*called];
                let arguments = parameter_names(tree, called).into_iter().zip(args.iter().map(|argument| scope.argument(argument))).collect();
                calls.push(Call { function: called.name.clone(), arguments });
            }
        });
        all.insert(function.name.clone(), calls);
    }
    all
}

fn scope<'a>(tree: &'a Tree, function: &'a Function) -> Option<Scope<'a>> {
    let mut scope = Scope { tree, assigned: FxHashMap::default(), stepped: FxHashSet::default() };
    let var_of = |e: &Expr| if let ExprKind::Var(var) = e.kind { Some(var) } else { None };
    statements(function.body.as_deref()?, &mut |found| match found {
        Found::Declared(var, Some(value)) => scope.assigned.entry(var).or_default().push(value),
        Found::Expression(e) => match &e.kind {
            ExprKind::Assign { place, value } => {
                if let Some(var) = var_of(place) {
                    scope.assigned.entry(var).or_default().push(value);
                }
            }
            ExprKind::CompoundAssign { place, .. } | ExprKind::Step { place, .. } | ExprKind::AddressOf(place) => {
                scope.stepped.extend(var_of(place));
            }
            _ => {}
        },
        _ => {}
    });
    Some(scope)
}

struct Reader<'a> {
    scope: &'a Scope<'a>,
    sketch: Sketch,
}

impl Reader<'_> {
    fn expression(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Const(bits) => {
                if let Type::Int { signed, .. } = self.scope.tree.types.get(e.ty) {
                    self.sketch.constants.insert(bits.to_i128(*signed));
                }
            }
            ExprKind::Var(_) | ExprKind::Deref(_) | ExprKind::Field(..) | ExprKind::Index(..) => self.read(e),
            ExprKind::Assign { place, value: written } => self.store(place, value(self.scope, written)),
            ExprKind::CompoundAssign { place, op, value: by, .. } | ExprKind::Step { place, op, value: by, .. } => {
                self.store(place, self.changed(place, *op, by))
            }
            ExprKind::Binary(BinOp::Eq | BinOp::Ne, a, b) | ExprKind::BinaryReversed(BinOp::Eq | BinOp::Ne, a, b) => {
                self.tested(a);
                self.tested(b);
            }
            ExprKind::Cast(inner) if matches!(self.scope.tree.types.get(e.ty), Type::Bool) => self.tested(inner),
            ExprKind::Call { callee: Callee::Direct(function), args, .. } => self.called(&self.scope.tree.functions[*function], args),
            _ => {}
        }
    }

    /// A place that is read or written.
    fn read(&mut self, e: &Expr) {
        if let Type::Array { len: Some(len), .. } = self.scope.tree.types.get(e.ty) {
            self.sketch.constants.insert(i128::from(*len));
        }
        for place in self.scope.places(e) {
            self.follow(&place);
            let kind = Kind::of(&self.scope.tree.types, e.ty);
            if let (Kind::Integer { .. }, Some(text)) = (kind, &place.text)
                && self.sketch.integers.iter().all(|known| known.text != *text)
            {
                self.sketch.integers.push(Quantity { text: text.clone(), kind, follows: place.follows });
            }
        }
    }

    fn follow(&mut self, place: &Place) {
        for (text, ty, index, follows) in &place.steps {
            let pointer = self.pointer(text, *ty, follows);
            pointer.indexes.insert(index.clone());
        }
    }

    fn pointer(&mut self, text: &str, target: TypeId, follows: &[String]) -> &mut Pointer {
        let types = &self.scope.tree.types;
        let pointers = &mut self.sketch.pointers;
        let known = pointers.iter().position(|pointer| pointer.text == text);
        let at = known.unwrap_or_else(|| {
            let is_text = matches!(types.get(target), Type::Int { bits: 8, .. });
            let size = types.size_of(target).unwrap_or(1);
            pointers.push(Pointer { text: text.to_owned(), size, is_text, indexes: BTreeSet::new(), follows: follows.to_vec() });
            pointers.len() - 1
        });
        &mut pointers[at]
    }

    fn store(&mut self, e: &Expr, value: Option<Value>) {
        let kind = Kind::of(&self.scope.tree.types, e.ty);
        for place in self.scope.places(e) {
            let values = value.iter().cloned().collect();
            let Place { text, whole, object, follows, element_of, .. } = place;
            self.sketch.add_store(Store { exact: text, whole, object, kind, follows, values, element_of });
        }
    }

    /// The value that `place op= by` gives.
    fn changed(&self, place: &Expr, op: BinOp, by: &Expr) -> Option<Value> {
        let sign = match op {
            BinOp::Add => "+",
            BinOp::Sub => "-",
            _ => return None,
        };
        let before = format!("{} {sign} {}", spelled(self.scope, place, Moment::Old)?, spelled(self.scope, by, Moment::Old)?);
        Some(Value { after: before.clone(), before })
    }

    /// What is compared with something.
    fn tested(&mut self, e: &Expr) {
        let inner = if let ExprKind::Cast(inner) = &e.kind { inner } else { e };
        if matches!(self.scope.tree.types.get(inner.ty), Type::Pointer(_))
            && let Some(text) = spelled(self.scope, inner, Moment::Begin)
        {
            self.sketch.tested.insert(text);
        }
    }

    fn returned(&mut self, e: &Expr) {
        let constant = constant(self.scope, e);
        match (constant, &mut self.sketch.constants_returned) {
            (Some(number), Some(all)) => _ = all.insert(number),
            _ => self.sketch.constants_returned = None,
        }
        if let Some(value) = value(self.scope, e) {
            let value = Value { before: stripped(&value.before).to_owned(), after: stripped(&value.after).to_owned() };
            if !self.sketch.returns.contains(&value) {
                self.sketch.returns.push(value);
            }
        }
    }

    fn called(&mut self, function: &Function, args: &[Expr]) {
        if function.body.is_some() {
            self.sketch.calls.insert(function.name.clone());
            return;
        }
        let name = function.name.trim_start_matches("__builtin_");
        self.sketch.allocates |= ALLOCATING.contains(&name);
        for (number, argument) in args.iter().enumerate() {
            let Some(text) = self.scope.argument(argument).filter(|_| matches!(self.scope.tree.types.get(argument.ty), Type::Pointer(_))) else { continue };
            let text = text.base;
            if name == "free" {
                self.freed(&text, argument);
                continue;
            }
            if let Some(global) = text.strip_prefix("(&").and_then(|text| text.strip_suffix(')')) {
                let extent = Extent::Place(global.to_owned());
                self.sketch.write_whole(extent, number == 0 && WRITING.contains(&name));
            } else if self.is_parameter_pointer(&text) {
                let target = pointer_target(self.scope, argument);
                self.pointer(&text, target, &[]).indexes.insert(Index::Open);
                self.sketch.write_whole(Extent::Object(text), number == 0 && WRITING.contains(&name));
            }
        }
    }

    /// What is freed has to lead to an object, like what is followed.
    fn freed(&mut self, text: &str, argument: &Expr) {
        let target = pointer_target(self.scope, argument);
        let follows: Vec<String> = text.match_indices("->").map(|(at, _)| text[..at].to_owned()).collect();
        self.pointer(text, target, &follows).indexes.insert(Index::Constant(0));
        self.sketch.frees.insert(text.to_owned());
    }

    fn is_parameter_pointer(&self, text: &str) -> bool {
        self.sketch.parameters.iter().any(|parameter| parameter.text == text && parameter.kind == Kind::Pointer)
    }
}

/// What the pointer led to before it was converted.
fn pointer_target(scope: &Scope<'_>, mut e: &Expr) -> TypeId {
    while let ExprKind::Cast(inner) = &e.kind {
        e = inner;
    }
    match scope.tree.types.get(e.ty) {
        Type::Pointer(target) => *target,
        _ => e.ty,
    }
}

fn constant(scope: &Scope<'_>, e: &Expr) -> Option<i128> {
    match &e.kind {
        ExprKind::Const(bits) => match scope.tree.types.get(e.ty) {
            Type::Int { signed, .. } => Some(bits.to_i128(*signed)),
            _ => None,
        },
        ExprKind::Neg(inner) => Some(-constant(scope, inner)?),
        ExprKind::Cast(inner) => constant(scope, inner),
        ExprKind::Var(var) if scope.tree.vars[*var].kind == VarKind::Local && !scope.stepped.contains(var) => {
            match scope.assigned.get(var).map(Vec::as_slice) {
                Some([value]) => constant(scope, value),
                _ => None,
            }
        }
        _ => None,
    }
}

impl Sketch {
    /// A place that is written, once.
    pub(super) fn add_store(&mut self, store: Store) {
        match self.stores.iter_mut().find(|known| known.exact == store.exact && known.whole == store.whole) {
            Some(known) => known.values.extend(store.values),
            None => self.stores.push(store),
        }
    }

    fn write_whole(&mut self, extent: Extent, is_written: bool) {
        if is_written {
            let follows = if let Extent::Object(text) = &extent { vec![text.clone()] } else { Vec::new() };
            let (whole, object) = (extent.clone(), extent);
            self.add_store(Store { exact: None, whole, object, kind: Kind::Other, follows, values: Vec::new(), element_of: None });
        }
    }
}
