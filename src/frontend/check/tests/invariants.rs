//! What holds for every typed tree, whatever the program.

use crate::tree::{Callee, Condition, Expr, ExprKind, Init, Selector, Stmt, StmtKind, Tree, VarId, VarKind};
use goto::{BinOp, IdVec, Type, TypeId, TypeTable};

/// Panics at the first expression that is not well typed.
pub(super) fn assert_well_typed(tree: &Tree) {
    let mut check = Invariants { tree, types: tree.types.clone(), declared: IdVec::filled(false, tree.vars.len()) };
    for (id, var) in tree.vars.iter() {
        check.declared[id] = var.kind != VarKind::Local;
    }
    for var in tree.vars.values() {
        if let Some(init) = &var.init {
            assert_eq!(var.kind, VarKind::Static, "{var:?}");
            check.init(var.ty, init);
        }
    }
    for function in tree.functions.values() {
        let Type::Function { ret, params, .. } = tree.types.get(function.ty).clone() else { panic!("{function:?}") };
        assert_eq!(params.len(), function.params.len(), "{}", function.name);
        for (param, ty) in function.params.iter().zip(params) {
            assert_eq!(tree.vars[param.var].ty, ty, "{}", function.name);
            assert_eq!(tree.vars[param.var].kind, VarKind::Parameter);
        }
        assert!(!function.return_type_name.is_empty(), "{}", function.name);
        for stmt in function.body.iter().flatten() {
            check.stmt(stmt, ret);
        }
    }
    let mut names: Vec<_> = tree.functions.values().map(|f| &f.name).collect();
    names.sort();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "names of functions are unique");
}

struct Invariants<'a> {
    tree: &'a Tree,
    types: TypeTable,
    declared: IdVec<VarId, bool>,
}

impl Invariants<'_> {
    fn init(&mut self, ty: TypeId, init: &Init) {
        for part in &init.parts {
            let mut at = ty;
            for selector in &part.path {
                at = match (selector, self.types.get(at)) {
                    (Selector::Field(field), Type::Record(_)) => self.types.record_body(at).expect("complete").fields[*field].ty,
                    (Selector::Index(index), Type::Array { elem, len }) => {
                        assert!(len.is_none_or(|len| *index < len), "{index} of {len:?}");
                        *elem
                    }
                    other => panic!("{other:?}"),
                };
            }
            assert_eq!(part.value.ty, at, "{:?}: {:?} {:?}", part, self.types.get(part.value.ty), self.types.get(at));
            self.expr(&part.value);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, ret: TypeId) {
        match &stmt.kind {
            StmtKind::ComputedGoto(e) | StmtKind::Cleanup { call: e, .. } => self.expr(e),
            StmtKind::Assembler { reads, writes, .. } => reads.iter().chain(writes).for_each(|e| self.expr(e)),
            StmtKind::Empty | StmtKind::Goto(_) | StmtKind::Break | StmtKind::Continue | StmtKind::Unsupported(_) => {}
            StmtKind::Expr(e) => self.expr(e),
            StmtKind::Decl { var, init } => {
                assert_eq!(self.tree.vars[*var].kind, VarKind::Local);
                self.declared[*var] = true;
                if let Some(init) = init {
                    self.init(self.tree.vars[*var].ty, init);
                }
            }
            StmtKind::Size(bytes) => {
                assert_eq!(bytes.ty, self.types.size());
                self.expr(bytes);
            }
            StmtKind::DeclVla { var, size_var, bytes } => {
                self.declared[*var] = true;
                self.declared[*size_var] = true;
                assert!(matches!(self.types.get(self.tree.vars[*var].ty), Type::Pointer(_)));
                assert_eq!(bytes.ty, self.types.size());
                self.expr(bytes);
            }
            StmtKind::Block(body) => body.iter().for_each(|stmt| self.stmt(stmt, ret)),
            StmtKind::If { cond, then, other } => {
                self.condition(cond);
                self.stmt(then, ret);
                other.iter().for_each(|stmt| self.stmt(stmt, ret));
            }
            StmtKind::While { cond, body } | StmtKind::DoWhile { body, cond } => {
                self.condition(cond);
                self.stmt(body, ret);
            }
            StmtKind::For { init, cond, step, body } => {
                init.iter().for_each(|stmt| self.stmt(stmt, ret));
                cond.iter().for_each(|cond| self.condition(cond));
                step.iter().for_each(|e| self.expr(e));
                self.stmt(body, ret);
            }
            StmtKind::Switch { value, body } => {
                let Type::Int { bits, .. } = self.types.get(value.ty) else { panic!("{value:?}") };
                assert!(*bits >= 32);
                self.expr(value);
                self.stmt(body, ret);
            }
            StmtKind::Case { low, high, text, body } => {
                assert_eq!(low.width(), high.width());
                assert!(!text.is_empty());
                self.stmt(body, ret);
            }
            StmtKind::Default(body) | StmtKind::Label { body, .. } => self.stmt(body, ret),
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    assert_eq!(value.ty, ret, "{value:?}");
                    self.expr(value);
                }
            }
        }
    }

    fn condition(&mut self, condition: &Condition) {
        assert!(!condition.text.is_empty());
        assert_eq!(condition.expr.ty, self.types.bool());
        self.expr(&condition.expr);
    }

    fn pointee(&self, e: &Expr) -> TypeId {
        let Type::Pointer(to) = self.types.get(e.ty) else { panic!("{e:?} {:?}", self.types.get(e.ty)) };
        *to
    }

    fn expr(&mut self, e: &Expr) {
        let bool = self.types.bool();
        match &e.kind {
            ExprKind::Const(bits) => assert_eq!(Some(bits.width()), self.types.scalar_bits(e.ty), "{e:?}"),
            ExprKind::Var(id) => {
                assert_eq!(self.tree.vars[*id].ty, e.ty, "{e:?}");
                assert!(self.declared[*id], "{:?} is used before its declaration", self.tree.vars[*id]);
            }
            ExprKind::Function(_) => panic!("a function outside of `AddressOf`"),
            ExprKind::Deref(a) => {
                self.expr(a);
                assert_eq!(self.pointee(a), e.ty, "{e:?}");
            }
            ExprKind::Field(a, field) => {
                self.expr(a);
                assert_eq!(self.types.record_body(a.ty).expect("complete").fields[*field].ty, e.ty, "{e:?}");
            }
            ExprKind::Index(a, b) => {
                self.expr(a);
                self.expr(b);
                let Type::Array { elem, .. } = self.types.get(a.ty) else { panic!("{e:?}") };
                assert_eq!(*elem, e.ty);
                assert!(matches!(self.types.get(b.ty), Type::Int { .. }));
            }
            ExprKind::AddressOf(a) => {
                if let ExprKind::Function(id) = a.kind {
                    assert_eq!(a.ty, self.tree.functions[id].ty);
                } else {
                    self.expr(a);
                }
                assert_eq!(self.pointee(e), a.ty, "{e:?}");
            }
            ExprKind::Volatile { place, .. } => {
                self.expr(place);
                assert_eq!(place.ty, e.ty);
            }
            ExprKind::Decay(a) => {
                self.expr(a);
                let Type::Array { elem, .. } = self.types.get(a.ty) else { panic!("{e:?}") };
                assert_eq!(self.pointee(e), *elem);
            }
            ExprKind::Length(a) | ExprKind::OutOfRange(a) | ExprKind::Enumerated { value: a, .. } => {
                self.expr(a);
                assert_eq!(a.ty, e.ty);
            }
            ExprKind::Neg(a) | ExprKind::BitNot(a) => {
                self.expr(a);
                assert_eq!(a.ty, e.ty);
                assert!(matches!(self.types.get(a.ty), Type::Int { bits: 32.., .. } | Type::Float(_)), "{e:?}");
            }
            ExprKind::Not(a) => {
                self.expr(a);
                assert_eq!((a.ty, e.ty), (bool, bool));
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.expr(&a.expr);
                self.expr(&b.expr);
                assert_eq!((a.expr.ty, b.expr.ty, e.ty), (bool, bool, bool));
            }
            ExprKind::Binary(op, a, b) | ExprKind::BinaryReversed(op, a, b) => {
                self.expr(a);
                self.expr(b);
                self.binary(*op, a, b, e);
            }
            ExprKind::Cast(a) => {
                self.expr(a);
                let void = matches!(self.types.get(e.ty), Type::Void);
                assert!(void || self.types.is_scalar(e.ty) && self.types.is_scalar(a.ty), "{e:?}");
                assert!(void || e.ty != a.ty, "{e:?}");
            }
            ExprKind::Conditional { cond, then, other } => {
                self.condition(cond);
                self.expr(then);
                self.expr(other);
                assert_eq!((then.ty, other.ty), (e.ty, e.ty), "{e:?}");
            }
            ExprKind::Elvis { value, other } => {
                self.expr(value);
                self.expr(other);
                assert_eq!((value.ty, other.ty), (e.ty, e.ty));
            }
            ExprKind::Assign { place, value } => {
                self.place(place);
                self.expr(value);
                assert_eq!((place.ty, value.ty), (e.ty, e.ty), "{e:?}");
            }
            ExprKind::CompoundAssign { op, place, value, compute } | ExprKind::Step { op, place, value, compute, .. } => {
                self.place(place);
                self.expr(value);
                assert_eq!(place.ty, e.ty);
                match op {
                    BinOp::PtrAdd => assert_eq!((*compute, value.ty), (place.ty, self.types.ptrdiff())),
                    BinOp::Shl | BinOp::Shr => assert!(self.types.is_scalar(value.ty)),
                    _ => assert_eq!(value.ty, *compute),
                }
            }
            ExprKind::Comma(a, b) => {
                self.expr(a);
                self.expr(b);
                assert_eq!(b.ty, e.ty);
            }
            ExprKind::Statements { body, value } => {
                let void = self.types.void();
                body.iter().for_each(|stmt| self.inner_stmt(stmt));
                match value {
                    Some(value) => {
                        self.expr(value);
                        assert_eq!(value.ty, e.ty);
                    }
                    None => assert_eq!(e.ty, void),
                }
            }
            ExprKind::Call { callee, args, .. } => self.call(callee, args, e),
            ExprKind::CompoundLiteral { var, init } => {
                self.declared[*var] = true;
                assert_eq!(self.tree.vars[*var].ty, e.ty);
                if let Some(init) = init {
                    self.init(e.ty, init);
                }
            }
            ExprKind::Unsupported(reason) => assert!(!reason.is_empty()),
        }
    }

    /// The type of what it may return is not known here.
    fn inner_stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Return(Some(value)) => self.expr(value),
            StmtKind::If { cond, then, other } => {
                self.condition(cond);
                self.inner_stmt(then);
                other.iter().for_each(|stmt| self.inner_stmt(stmt));
            }
            StmtKind::Block(body) => body.iter().for_each(|stmt| self.inner_stmt(stmt)),
            StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } | StmtKind::For { body, .. } | StmtKind::Switch { body, .. } => self.inner_stmt(body),
            StmtKind::Case { body, .. } | StmtKind::Default(body) | StmtKind::Label { body, .. } => self.inner_stmt(body),
            _ => {
                let void = self.types.void();
                self.stmt(stmt, void);
            }
        }
    }

    fn place(&mut self, e: &Expr) {
        let is_place = matches!(e.kind, ExprKind::Var(_) | ExprKind::Deref(_) | ExprKind::Field(..) | ExprKind::Index(..) | ExprKind::CompoundLiteral { .. });
        assert!(is_place, "{e:?}");
        self.expr(e);
    }

    fn binary(&mut self, op: BinOp, a: &Expr, b: &Expr, e: &Expr) {
        match op {
            BinOp::And | BinOp::Or => panic!("{e:?}"),
            BinOp::PtrAdd => {
                self.pointee(a);
                assert_eq!((a.ty, b.ty), (e.ty, self.types.ptrdiff()));
            }
            BinOp::PtrDiff => {
                self.pointee(a);
                assert_eq!((a.ty, e.ty), (b.ty, self.types.ptrdiff()));
            }
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le => assert_eq!((a.ty, e.ty), (b.ty, self.types.bool()), "{e:?}"),
            BinOp::Shl | BinOp::Shr => {
                assert_eq!(a.ty, e.ty);
                assert!(matches!(self.types.get(b.ty), Type::Int { bits: 32.., .. }));
            }
            _ => {
                assert_eq!((a.ty, b.ty), (e.ty, e.ty), "{e:?}");
                assert!(matches!(self.types.get(e.ty), Type::Int { bits: 32.., .. } | Type::Float(_)), "{e:?}");
            }
        }
    }

    fn call(&mut self, callee: &Callee, args: &[Expr], e: &Expr) {
        let function = match callee {
            Callee::Direct(id) => self.tree.functions[*id].ty,
            Callee::Indirect(pointer) => {
                self.expr(pointer);
                self.pointee(pointer)
            }
        };
        let Type::Function { ret, mut params, variadic } = self.types.get(function).clone() else { panic!("{e:?}") };
        if variadic {
            params.pop();
        }
        assert_eq!(ret, e.ty, "{e:?}");
        assert!(args.len() == params.len() || args.len() > params.len() && variadic, "{e:?}");
        for (arg, ty) in args.iter().zip(params) {
            assert_eq!(arg.ty, ty, "{e:?}");
        }
        args.iter().for_each(|arg| self.expr(arg));
    }
}
