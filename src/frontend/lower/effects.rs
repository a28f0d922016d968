//! Questions about the typed tree that lowering asks: does an expression change memory, does it need control flow, whose address is taken.

use super::FunctionLowering;
use crate::library;
use crate::tree::{Callee, Expr, ExprKind, Function, FunctionId, Init, Stmt, StmtKind, Var, VarId, VarKind};
use goto::{BinOp, IdVec, Type, TypeTable};
use rustc_hash::FxHashSet;

/// What a walk over a tree meets.
#[derive(Clone, Copy)]
enum Node<'t> {
    Expr(&'t Expr),
    Stmt(&'t Stmt),
}

/// Calls `visit` for each direct part.
fn parts<'t>(node: Node<'t>, visit: &mut dyn FnMut(Node<'t>)) {
    let init = |init: &'t Option<Init>, visit: &mut dyn FnMut(Node<'t>)| {
        for part in init.iter().flat_map(|i| &i.parts) {
            visit(Node::Expr(&part.value));
        }
    };
    match node {
        Node::Expr(e) => match &e.kind {
            ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Function(_) | ExprKind::Unsupported(_) => {}
            ExprKind::Deref(a)
            | ExprKind::Field(a, _)
            | ExprKind::AddressOf(a)
            | ExprKind::Decay(a)
            | ExprKind::Length(a)
            | ExprKind::OutOfRange(a)
            | ExprKind::Enumerated { value: a, .. }
            | ExprKind::Volatile { place: a, .. }
            | ExprKind::Neg(a)
            | ExprKind::BitNot(a)
            | ExprKind::Not(a)
            | ExprKind::Cast(a) => visit(Node::Expr(a)),
            ExprKind::Index(a, b)
            | ExprKind::Binary(_, a, b)
            | ExprKind::BinaryReversed(_, a, b)
            | ExprKind::Comma(a, b)
            | ExprKind::Elvis { value: a, other: b }
            | ExprKind::Assign { place: a, value: b }
            | ExprKind::CompoundAssign { place: a, value: b, .. }
            | ExprKind::Step { place: a, value: b, .. } => {
                visit(Node::Expr(a));
                visit(Node::Expr(b));
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                visit(Node::Expr(&a.expr));
                visit(Node::Expr(&b.expr));
            }
            ExprKind::Conditional { cond, then, other } => {
                visit(Node::Expr(&cond.expr));
                visit(Node::Expr(then));
                visit(Node::Expr(other));
            }
            ExprKind::Statements { body, value } => {
                body.iter().for_each(|s| visit(Node::Stmt(s)));
                value.iter().for_each(|v| visit(Node::Expr(v)));
            }
            ExprKind::Call { callee, args, .. } => {
                if let Callee::Indirect(pointer) = callee {
                    visit(Node::Expr(pointer));
                }
                args.iter().for_each(|a| visit(Node::Expr(a)));
            }
            ExprKind::CompoundLiteral { init: value, .. } => init(value, visit),
        },
        Node::Stmt(s) => match &s.kind {
            StmtKind::Empty | StmtKind::Goto(_) | StmtKind::Break | StmtKind::Continue | StmtKind::Return(None) | StmtKind::Unsupported(_) => {}
            StmtKind::Expr(e)
            | StmtKind::Size(e)
            | StmtKind::Return(Some(e))
            | StmtKind::ComputedGoto(e)
            | StmtKind::DeclVla { bytes: e, .. }
            | StmtKind::Cleanup { call: e, .. } => visit(Node::Expr(e)),
            StmtKind::Decl { init: value, .. } => init(value, visit),
            StmtKind::Assembler { reads, writes, .. } => reads.iter().chain(writes).for_each(|e| visit(Node::Expr(e))),
            StmtKind::Block(body) => body.iter().for_each(|s| visit(Node::Stmt(s))),
            StmtKind::If { cond, then, other } => {
                visit(Node::Expr(&cond.expr));
                visit(Node::Stmt(then));
                other.iter().for_each(|s| visit(Node::Stmt(s)));
            }
            StmtKind::While { cond, body } | StmtKind::DoWhile { body, cond } => {
                visit(Node::Expr(&cond.expr));
                visit(Node::Stmt(body));
            }
            StmtKind::For { init, cond, step, body } => {
                init.iter().for_each(|s| visit(Node::Stmt(s)));
                cond.iter().for_each(|c| visit(Node::Expr(&c.expr)));
                step.iter().for_each(|s| visit(Node::Expr(s)));
                visit(Node::Stmt(body));
            }
            StmtKind::Switch { value, body } => {
                visit(Node::Expr(value));
                visit(Node::Stmt(body));
            }
            StmtKind::Case { body, .. } | StmtKind::Default(body) | StmtKind::Label { body, .. } => visit(Node::Stmt(body)),
        },
    }
}

/// Is there an expression within `node` that passes the test?
fn any<'t>(node: Node<'t>, test: &mut dyn FnMut(&'t Expr) -> bool) -> bool {
    if let Node::Expr(e) = node
        && test(e)
    {
        return true;
    }
    let mut found = false;
    parts(node, &mut |part| found = found || any(part, test));
    found
}

/// Can evaluating the expression change what other expressions read? Inputs and output do not count.
pub(crate) fn changes_memory(functions: &IdVec<FunctionId, Function>, e: &Expr) -> bool {
    any(Node::Expr(e), &mut |e| match &e.kind {
        ExprKind::Assign { .. } | ExprKind::CompoundAssign { .. } | ExprKind::Step { .. } | ExprKind::Statements { .. } | ExprKind::CompoundLiteral { .. } => {
            true
        }
        ExprKind::Call { callee: Callee::Direct(id), .. } => functions[*id].body.is_some() || !library::is_input(&functions[*id].name),
        ExprKind::Call { .. } => true,
        _ => false,
    })
}

/// How many assignments stand in the expression, those of statements in it left out.
pub(crate) fn changes_of(e: &Expr) -> usize {
    let mut count = 0;
    let mut look = |e: &Expr| {
        count += usize::from(matches!(e.kind, ExprKind::Assign { .. } | ExprKind::CompoundAssign { .. } | ExprKind::Step { .. }));
        false
    };
    any(Node::Expr(e), &mut look);
    count
}

/// Does evaluating the expression take instructions?
pub(crate) fn needs_instructions(e: &Expr) -> bool {
    any(Node::Expr(e), &mut |e| {
        matches!(
            e.kind,
            ExprKind::Assign { .. }
                | ExprKind::CompoundAssign { .. }
                | ExprKind::Step { .. }
                | ExprKind::Statements { .. }
                | ExprKind::CompoundLiteral { .. }
                | ExprKind::Call { .. }
                | ExprKind::Conditional { .. }
                | ExprKind::Elvis { .. }
                | ExprKind::Length(_)
                | ExprKind::OutOfRange(_)
                | ExprKind::Enumerated { .. }
                | ExprKind::Volatile { .. }
                | ExprKind::Unsupported(_)
        )
    })
}

/// What is called.
#[derive(Debug)]
pub(crate) struct Calls {
    /// Each as often as it is called in the text.
    pub direct: Vec<FunctionId>,
    /// Through a pointer.
    pub indirect: bool,
}

/// All calls in the statements.
pub(crate) fn calls<'t>(body: impl Iterator<Item = &'t Stmt>) -> Calls {
    let mut calls = Calls { direct: Vec::new(), indirect: false };
    let mut look = |e: &Expr| {
        match &e.kind {
            ExprKind::Call { callee: Callee::Direct(id), .. } => calls.direct.push(*id),
            ExprKind::Call { .. } => calls.indirect = true,
            _ => {}
        }
        false
    };
    for stmt in body {
        any(Node::Stmt(stmt), &mut look);
    }
    calls
}

/// Does the variable occur in an expression of the statements?
pub(crate) fn mentions<'t>(body: impl Iterator<Item = &'t Stmt>, var: VarId) -> bool {
    let mut test = |e: &Expr| matches!(e.kind, ExprKind::Var(id) if id == var);
    let mut body = body;
    body.any(|stmt| any(Node::Stmt(stmt), &mut test))
}

/// Do the statements ask for the variable? To drop its value, as `(void)x` does, is not to ask.
pub(crate) fn reads<'t>(types: &TypeTable, body: impl Iterator<Item = &'t Stmt>, var: VarId) -> bool {
    let is_it = |e: &Expr| matches!(e.kind, ExprKind::Var(id) if id == var);
    let (mut found, mut dropped) = (0, 0);
    let mut count = |e: &Expr| {
        found += usize::from(is_it(e));
        dropped += usize::from(matches!(&e.kind, ExprKind::Cast(inner) if *types.get(e.ty) == Type::Void && is_it(inner)));
        false
    };
    for stmt in body {
        any(Node::Stmt(stmt), &mut count);
    }
    found > dropped
}

/// The functions whose address is taken anywhere, so that a call through a pointer may mean them.
pub(crate) fn address_taken(functions: &IdVec<FunctionId, Function>, vars: &IdVec<VarId, Var>) -> FxHashSet<FunctionId> {
    let mut taken = FxHashSet::default();
    let mut look = |node: Node<'_>| {
        any(node, &mut |e| {
            if let ExprKind::Function(id) = e.kind {
                taken.insert(id);
            }
            false
        });
    };
    functions.values().flat_map(|f| f.body.iter().flatten()).for_each(|stmt| look(Node::Stmt(stmt)));
    vars.values().flat_map(|v| &v.init).flat_map(|init| &init.parts).for_each(|part| look(Node::Expr(&part.value)));
    taken
}

/// The variables of other units that the functions use and that may change.
pub(crate) fn external_variables(functions: &IdVec<FunctionId, Function>, vars: &IdVec<VarId, Var>) -> Vec<VarId> {
    let is_external = |var: &Var| var.kind == VarKind::Extern && !var.constant;
    if !vars.values().any(is_external) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for stmt in functions.values().flat_map(|f| f.body.iter().flatten()) {
        any(Node::Stmt(stmt), &mut |e| {
            if let ExprKind::Var(id) = e.kind
                && is_external(&vars[id])
                && !found.contains(&id)
            {
                found.push(id);
            }
            false
        });
    }
    found
}

/// The functions whose address is converted to a pointer to something else: calls may take them for functions of another kind.
pub(crate) fn miscast(functions: &IdVec<FunctionId, Function>, vars: &IdVec<VarId, Var>) -> Vec<FunctionId> {
    let mut found = Vec::new();
    let mut look = |node: Node<'_>| {
        any(node, &mut |e| {
            if let ExprKind::Cast(inner) = &e.kind
                && let ExprKind::AddressOf(place) = &inner.kind
                && let ExprKind::Function(id) = place.kind
                && !found.contains(&id)
            {
                found.push(id);
            }
            false
        });
    };
    functions.values().flat_map(|f| f.body.iter().flatten()).for_each(|stmt| look(Node::Stmt(stmt)));
    vars.values().flat_map(|v| &v.init).flat_map(|init| &init.parts).for_each(|part| look(Node::Expr(&part.value)));
    found
}

/// What the initialiser of a static refers to.
pub(crate) enum Used {
    Function(FunctionId),
    Static(VarId),
}

/// Everything that the initialiser of a static refers to directly.
pub(crate) fn used_by_initialiser(init: &Init, use_it: &mut dyn FnMut(Used)) {
    for part in &init.parts {
        any(Node::Expr(&part.value), &mut |e| {
            match &e.kind {
                ExprKind::Function(id) => use_it(Used::Function(*id)),
                ExprKind::Var(id) | ExprKind::CompoundLiteral { var: id, .. } => use_it(Used::Static(*id)),
                _ => {}
            }
            false
        });
    }
}

/// gcc evaluates the operands of commutative operators and comparisons in the other order if the left one is a plain variable.
pub(crate) fn is_plain(types: &TypeTable, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Var(_) => true,
        ExprKind::Cast(inner) => is_plain(types, inner) && types.size_of(inner.ty) == types.size_of(e.ty),
        // `-x + y` becomes `y - x`.
        ExprKind::Neg(inner) => is_plain(types, inner),
        _ => false,
    }
}

/// Operators for which gcc exchanges operands.
pub(crate) fn is_exchangeable(op: BinOp) -> bool {
    use BinOp::{Add, BitAnd, BitOr, BitXor, Eq, Le, Lt, Mul, Ne};
    matches!(op, Add | Mul | BitAnd | BitOr | BitXor | Eq | Ne | Lt | Le)
}

/// The variable that a place is part of, if it is not reached through a pointer.
fn root(e: &Expr) -> Option<VarId> {
    match &e.kind {
        ExprKind::Var(id) | ExprKind::CompoundLiteral { var: id, .. } => Some(*id),
        ExprKind::Field(base, _) | ExprKind::Index(base, _) => root(base),
        _ => None,
    }
}

impl<'t> FunctionLowering<'_, 't> {
    /// Notes the variables of the function whose address is taken.
    pub(super) fn find_addressed(&mut self, body: &'t [Stmt]) {
        for stmt in body {
            any(Node::Stmt(stmt), &mut |e| {
                if let ExprKind::AddressOf(place) | ExprKind::Decay(place) = &e.kind
                    && let Some(var) = root(place)
                {
                    let symbol = self.unit.symbol(var, self.func);
                    self.addressed.insert(symbol);
                }
                false
            });
        }
    }

    pub(super) fn changes(&self, e: &Expr) -> bool {
        changes_memory(self.unit.functions, e)
    }
}
