//! Typed trees as short text, for the tests to compare: casts show their type, everything else does not.

use crate::tree::{Callee, Expr, ExprKind, Init, Selector, Stmt, StmtKind, Tree, VarId};
use goto::{FloatKind, Type, TypeId};

pub(super) struct Show<'a>(pub &'a Tree);

impl Show<'_> {
    pub(super) fn ty(&self, ty: TypeId) -> String {
        match self.0.types.get(ty) {
            Type::Void => "void".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Int { bits, signed } => format!("{}{bits}", if *signed { 'i' } else { 'u' }),
            Type::Float(FloatKind::Single) => "float".to_owned(),
            Type::Float(FloatKind::Double) => "double".to_owned(),
            Type::Float(kind) => format!("{kind:?}"),
            Type::Pointer(to) => format!("*{}", self.ty(*to)),
            Type::Array { elem, len } => format!("[{}]{}", len.map_or(String::new(), |len| len.to_string()), self.ty(*elem)),
            Type::Record(id) => self.0.types.records[*id].name.clone(),
            Type::Function { .. } => "fn".to_owned(),
        }
    }

    fn var(&self, id: VarId) -> String {
        let name = &self.0.vars[id].name;
        if name.is_empty() { "_".to_owned() } else { name.clone() }
    }

    pub(super) fn expr(&self, e: &Expr) -> String {
        let two = |name: &str, a: &Expr, b: &Expr| format!("{name}({}, {})", self.expr(a), self.expr(b));
        match &e.kind {
            ExprKind::Const(bits) => match self.0.types.get(e.ty) {
                Type::Float(FloatKind::Double) => format!("{:?}", f64::from_bits(bits.unsigned() as u64)),
                Type::Float(FloatKind::Single) => format!("{:?}f", f32::from_bits(bits.unsigned() as u32)),
                Type::Int { signed: true, .. } => bits.signed().to_string(),
                _ => bits.unsigned().to_string(),
            },
            ExprKind::Var(id) => self.var(*id),
            ExprKind::Function(id) => self.0.functions[*id].name.clone(),
            ExprKind::Deref(a) => format!("*{}", self.expr(a)),
            ExprKind::Field(a, field) => {
                let name = &self.0.types.record_body(a.ty).expect("complete").fields[*field].name;
                format!("{}.{name}", self.expr(a))
            }
            ExprKind::Index(a, b) => format!("{}[{}]", self.expr(a), self.expr(b)),
            ExprKind::AddressOf(a) => format!("&{}", self.expr(a)),
            ExprKind::Decay(a) => format!("decay({})", self.expr(a)),
            ExprKind::Length(a) | ExprKind::OutOfRange(a) | ExprKind::Enumerated { value: a, .. } => self.expr(a),
            ExprKind::Volatile { place, name, .. } => format!("input({name}, {})", self.expr(place)),
            ExprKind::Neg(a) => format!("-{}", self.expr(a)),
            ExprKind::BitNot(a) => format!("~{}", self.expr(a)),
            ExprKind::Not(a) => format!("!{}", self.expr(a)),
            ExprKind::Binary(op, a, b) => two(&format!("{op:?}"), a, b),
            ExprKind::BinaryReversed(op, a, b) => two(&format!("{op:?}'"), a, b),
            ExprKind::And(a, b) => two("And", &a.expr, &b.expr),
            ExprKind::Or(a, b) => two("Or", &a.expr, &b.expr),
            ExprKind::Cast(a) => format!("({}){}", self.ty(e.ty), self.expr(a)),
            ExprKind::Conditional { cond, then, other } => format!("({} ? {} : {})", self.expr(&cond.expr), self.expr(then), self.expr(other)),
            ExprKind::Elvis { value, other } => format!("({} ?: {})", self.expr(value), self.expr(other)),
            ExprKind::Assign { place, value } => two("Set", place, value),
            ExprKind::CompoundAssign { op, place, value, compute } => two(&format!("{op:?}<{}>=", self.ty(*compute)), place, value),
            ExprKind::Step { op, place, value, compute, postfix } => {
                two(&format!("{}{op:?}<{}>", if *postfix { "Post" } else { "Pre" }, self.ty(*compute)), place, value)
            }
            ExprKind::Comma(a, b) => two("Comma", a, b),
            ExprKind::Statements { body, value } => {
                let value = value.as_ref().map_or(String::new(), |value| self.expr(value));
                format!("{{{} {value}}}", self.stmts(body))
            }
            ExprKind::Call { callee, args, .. } => {
                let callee = match callee {
                    Callee::Direct(id) => self.0.functions[*id].name.clone(),
                    Callee::Indirect(pointer) => format!("*{}", self.expr(pointer)),
                };
                let args: Vec<_> = args.iter().map(|arg| self.expr(arg)).collect();
                format!("{callee}({})", args.join(", "))
            }
            ExprKind::CompoundLiteral { init, .. } => format!("literal{}", init.as_ref().map_or(String::new(), |init| self.init(init))),
            ExprKind::Unsupported(reason) => format!("unsupported({reason})"),
        }
    }

    pub(super) fn init(&self, init: &Init) -> String {
        let part = |part: &crate::tree::InitPart| {
            let path: String = part
                .path
                .iter()
                .map(|selector| match selector {
                    Selector::Field(field) => format!(".{field}"),
                    Selector::Index(index) => format!("[{index}]"),
                })
                .collect();
            format!("{path}={}", self.expr(&part.value))
        };
        let parts: Vec<_> = init.parts.iter().map(part).collect();
        format!("{{{}{}}}", if init.zero { "0 " } else { "" }, parts.join(" "))
    }

    pub(super) fn stmts(&self, stmts: &[Stmt]) -> String {
        let all: Vec<_> = stmts.iter().map(|stmt| self.stmt(stmt)).collect();
        all.join(" ")
    }

    fn stmt(&self, stmt: &Stmt) -> String {
        match &stmt.kind {
            StmtKind::Empty => ";".to_owned(),
            StmtKind::Expr(e) => format!("{};", self.expr(e)),
            StmtKind::Cleanup { var, call } => format!("cleanup {} {};", self.var(*var), self.expr(call)),
            StmtKind::Decl { var, init } => format!("decl {}{};", self.var(*var), init.as_ref().map_or(String::new(), |init| self.init(init))),
            StmtKind::DeclVla { var, bytes, .. } => format!("vla {} {};", self.var(*var), self.expr(bytes)),
            StmtKind::Size(bytes) => format!("size {};", self.expr(bytes)),
            StmtKind::Block(body) => format!("{{{}}}", self.stmts(body)),
            StmtKind::If { cond, then, other } => {
                let other = other.as_ref().map_or(String::new(), |other| format!(" else {}", self.stmt(other)));
                format!("if [{}] {} {}{other}", cond.text, self.expr(&cond.expr), self.stmt(then))
            }
            StmtKind::While { cond, body } => format!("while {} {}", self.expr(&cond.expr), self.stmt(body)),
            StmtKind::DoWhile { body, cond } => format!("do {} while {};", self.stmt(body), self.expr(&cond.expr)),
            StmtKind::For { init, cond, step, body } => {
                let cond = cond.as_ref().map_or(String::new(), |cond| self.expr(&cond.expr));
                let step = step.as_ref().map_or(String::new(), |step| self.expr(step));
                format!("for ({}; {cond}; {step}) {}", self.stmts(init), self.stmt(body))
            }
            StmtKind::Switch { value, body } => format!("switch {} {}", self.expr(value), self.stmt(body)),
            StmtKind::Case { low, high, text, body } => format!("case [{text}] {}..{}: {}", low.signed(), high.signed(), self.stmt(body)),
            StmtKind::Default(body) => format!("default: {}", self.stmt(body)),
            StmtKind::Label { name, body } => format!("{name}: {}", self.stmt(body)),
            StmtKind::Goto(name) => format!("goto {name};"),
            StmtKind::ComputedGoto(e) => format!("goto *{};", self.expr(e)),
            StmtKind::Break => "break;".to_owned(),
            StmtKind::Continue => "continue;".to_owned(),
            StmtKind::Return(value) => format!("return {};", value.as_ref().map_or(String::new(), |value| self.expr(value))),
            StmtKind::Assembler { reads, writes, memory, opaque } => {
                let list = |es: &[Expr]| es.iter().map(|e| self.expr(e)).collect::<Vec<_>>().join(", ");
                format!("asm {}({} : {}){};", if *memory { "memory " } else { "" }, list(writes), list(reads), if opaque.is_some() { " opaque" } else { "" })
            }
            StmtKind::Unsupported(reason) => format!("unsupported({reason});"),
        }
    }
}
