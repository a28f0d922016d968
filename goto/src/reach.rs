//! What execution can get to by the calls of the whole program: functions that may run, and static variables whose contents may be read. Flow-insensitive: the order of
//! instructions does not count, nor do conditions. Knows nothing of values.
//!
//! A function may run once its address is a value that an instruction uses, whatever becomes of it: not only calls through pointers call functions, but also what has no
//! body, and the system. An address that is only stored into a static variable counts once some instruction that may run reads that variable or takes its address; so
//! tables that nothing asks for call nobody. This is how linkers find unused sections (`--gc-sections`). Accesses outside of objects are not followed, as in every proof.

use crate::expr::{BinOp, ExprId, ExprKind};
use crate::index::IdVec;
use crate::program::{Callee, FuncId, InstrKind, Program, Storage, SymbolId};
use crate::visit::Role;
use rustc_hash::{FxHashMap, FxHashSet};

/// Functions and static variables that the text of a function names.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Names {
    pub functions: Vec<FuncId>,
    pub statics: Vec<SymbolId>,
}

/// What the texts of functions name that hold something unsupported: its instructions do not say it.
pub type HiddenNames = FxHashMap<FuncId, Names>;

/// What execution can get to.
#[derive(Clone, Debug)]
pub struct Reach {
    functions: IdVec<FuncId, bool>,
    statics: IdVec<SymbolId, bool>,
}

impl Reach {
    /// From the start function on.
    pub fn of(program: &Program, hidden: &HiddenNames) -> Self {
        let mut search = Search::new(program, hidden);
        search.calls(program.start);
        search.run();
        Self { functions: search.functions, statics: search.statics }
    }

    /// May the function run?
    pub fn runs(&self, function: FuncId) -> bool {
        self.functions[function]
    }

    /// May the contents of the variable, which is static, be read?
    pub fn reads(&self, symbol: SymbolId) -> bool {
        self.statics[symbol]
    }
}

/// Functions and statics in values that are stored into a variable that nothing reads so far.
#[derive(Clone, Copy)]
enum Stored {
    Function(FuncId),
    Static(SymbolId),
}

/// The functions that may run as far as instructions tell: without those that were left out.
pub fn within_reach(program: &Program) -> IdVec<FuncId, bool> {
    let mut functions = Reach::of(program, &HiddenNames::default()).functions;
    program.unreached.iter().for_each(|&function| functions[function] = false);
    functions
}

struct Search<'a> {
    program: &'a Program,
    hidden: &'a HiddenNames,
    functions: IdVec<FuncId, bool>,
    statics: IdVec<SymbolId, bool>,
    /// What is in memory once the variable is read.
    stored: FxHashMap<SymbolId, Vec<Stored>>,
    work: Vec<FuncId>,
    /// Expressions whose values are known to be used.
    seen: FxHashSet<ExprId>,
}

impl<'a> Search<'a> {
    fn new(program: &'a Program, hidden: &'a HiddenNames) -> Self {
        Self {
            program,
            hidden,
            functions: IdVec::filled(false, program.functions.len()),
            statics: IdVec::filled(false, program.symbols.len()),
            stored: FxHashMap::default(),
            work: Vec::new(),
            seen: FxHashSet::default(),
        }
    }

    fn run(&mut self) {
        while let Some(function) = self.work.pop() {
            self.function(function);
        }
    }

    fn calls(&mut self, function: FuncId) {
        if !std::mem::replace(&mut self.functions[function], true) {
            self.work.push(function);
        }
    }

    fn reads(&mut self, symbol: SymbolId) {
        let mut work = vec![symbol];
        while let Some(symbol) = work.pop() {
            if self.program.symbols[symbol].storage != Storage::Static || std::mem::replace(&mut self.statics[symbol], true) {
                continue;
            }
            for stored in self.stored.remove(&symbol).unwrap_or_default() {
                match stored {
                    Stored::Function(function) => self.calls(function),
                    Stored::Static(other) => work.push(other),
                }
            }
        }
    }

    fn function(&mut self, function: FuncId) {
        let program = self.program;
        if let Some(Names { functions, statics }) = self.hidden.get(&function) {
            functions.iter().for_each(|&named| self.calls(named));
            statics.iter().for_each(|&named| self.reads(named));
        }
        for instruction in program.functions[function].body.iter().flat_map(|body| body.values()) {
            if let InstrKind::Call { callee: Callee::Direct(callee), .. } = &instruction.kind {
                self.calls(*callee);
            }
            self.instruction(&instruction.kind);
        }
    }

    fn instruction(&mut self, kind: &InstrKind) {
        // What is only claimed or counted reads variables, but calls nobody.
        let is_claim = matches!(kind, InstrKind::Assert { .. } | InstrKind::Cover { .. });
        if let InstrKind::Assign { lhs, rhs } = *kind
            && let ExprKind::Var(symbol) = self.program.exprs.kind(self.program.exprs.root(lhs))
            && self.program.symbols[symbol].storage == Storage::Static
        {
            self.indices(lhs);
            return self.stores(symbol, rhs);
        }
        let mut mentioned = Vec::new();
        kind.expressions(|e, role| mentioned.push((e, role)));
        for (e, role) in mentioned {
            let root = self.program.exprs.root(e);
            match self.program.exprs.kind(root) {
                ExprKind::Var(_) if role == Role::Write => self.indices(e),
                _ if is_claim => self.claims(e),
                _ => self.value(e),
            }
        }
    }

    /// What a place is computed from, but for the variable that it is part of.
    fn indices(&mut self, mut place: ExprId) {
        loop {
            match self.program.exprs.kind(place) {
                ExprKind::Field { base, .. } => place = base,
                ExprKind::Index { base, index } => {
                    self.value(index);
                    place = base;
                }
                _ => return,
            }
        }
    }

    /// All that the value is made of is used.
    fn value(&mut self, e: ExprId) {
        let program = self.program;
        let mut used = Vec::new();
        program.exprs.walk(e, &mut self.seen, &mut |_, kind| used.extend(mention(kind)));
        used.into_iter().for_each(|stored| match stored {
            Stored::Function(function) => self.calls(function),
            Stored::Static(symbol) => self.reads(symbol),
        });
    }

    fn claims(&mut self, e: ExprId) {
        for stored in self.mentions(e) {
            if let Stored::Static(symbol) = stored {
                self.reads(symbol);
            }
        }
    }

    fn stores(&mut self, symbol: SymbolId, value: ExprId) {
        // A run may end where the value is computed, whoever reads it then.
        if self.statics[symbol] || self.may_end(value) {
            return self.value(value);
        }
        let mentions = self.mentions(value);
        if !mentions.is_empty() {
            self.stored.entry(symbol).or_default().extend(mentions);
        }
    }

    /// Does it depend on values whether a run ends where this is computed: by an access outside of objects, or by a division?
    fn may_end(&self, value: ExprId) -> bool {
        let exprs = &self.program.exprs;
        let mut found = false;
        exprs.walk(value, &mut FxHashSet::default(), &mut |_, kind| {
            found |= match kind {
                ExprKind::Deref(_) => true,
                ExprKind::Index { index, .. } => exprs.as_const(index).is_none(),
                ExprKind::Binary(BinOp::Div | BinOp::Rem, _, divisor) => exprs.as_const(divisor).is_none(),
                _ => false,
            };
        });
        found
    }

    fn mentions(&self, e: ExprId) -> Vec<Stored> {
        let mut mentions = Vec::new();
        self.program.exprs.walk(e, &mut FxHashSet::default(), &mut |_, kind| mentions.extend(mention(kind)));
        mentions
    }
}

fn mention(kind: ExprKind) -> Option<Stored> {
    match kind {
        ExprKind::FunctionAddress(function) => Some(Stored::Function(function)),
        ExprKind::Var(symbol) => Some(Stored::Static(symbol)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Id;
    use crate::parse::parse;

    fn reached(functions: &str, hidden: &HiddenNames) -> Vec<usize> {
        let text = format!("goto lp64 start begin static p#0: *fn() -> void static t#1: [2]*fn() -> void static q#2: **fn() -> void {functions}");
        let program = parse(&text).unwrap_or_else(|e| panic!("{e}"));
        crate::assert_valid(&program, "the text");
        let reach = Reach::of(&program, hidden);
        program.functions.ids().filter(|&f| reach.runs(f)).map(Id::index).collect()
    }

    const OTHERS: &str = "function a: fn() -> void { 0: RETURN } function b: fn() -> void { 0: RETURN }";

    #[test]
    fn a_table_that_nothing_reads_calls_nobody() {
        let of = |body: &str| reached(&format!("function begin: fn() -> void {{ {body} }} {OTHERS}"), &HiddenNames::default());
        assert_eq!(of("0: t#1[0] := &a 1: p#0 := &b 2: CALL *p#0() 3: HALT exit"), [0, 2]);
        assert_eq!(of("0: t#1[0] := &a 1: p#0 := &b 2: p#0 := t#1[1] 3: CALL *p#0() 4: HALT exit"), [0, 1, 2]);
        // Who calls it is not known.
        assert_eq!(of("0: t#1[0] := &a 1: p#0 := t#1[0] 2: CALL *p#0() 3: HALT exit"), [0, 1]);
        // By its address the table is read.
        assert_eq!(of("0: t#1[0] := &a 1: q#2 := &t#1[0] 2: CALL **q#2() 3: HALT exit"), [0, 1]);
        assert_eq!(of("0: CALL a() 1: HALT exit"), [0, 1]);
    }

    #[test]
    fn what_may_end_a_run_is_read() {
        let text = |body: &str| {
            format!("goto lp64 start begin static p#0: *i32 static x#1: i32 static y#2: i32 function begin: fn() -> void {{ {body} 3: HALT exit }}")
        };
        let read = |body: &str| {
            let program = parse(&text(body)).unwrap_or_else(|e| panic!("{e}"));
            let reach = Reach::of(&program, &HiddenNames::default());
            program.symbols.ids().filter(|&s| reach.reads(s)).map(Id::index).collect::<Vec<_>>()
        };
        // Nobody asks what comes of it, but the run ends if it cannot be computed.
        assert_eq!(read("0: p#0 := &x#1 1: y#2 := 4 2: y#2 := *p#0"), [0, 1]);
        assert_eq!(read("0: y#2 := 4 1: x#1 := 4 2: y#2 := x#1 / y#2"), [1, 2]);
        assert_eq!(read("0: y#2 := 4 1: x#1 := 4 2: y#2 := x#1 / 4"), [0; 0]);
        assert_eq!(read("0: y#2 := 4 1: x#1 := 4 2: y#2 := y#2 + x#1"), [0; 0]);
    }

    #[test]
    fn what_is_not_supported_calls_what_its_text_names() {
        let text = format!("function begin: fn() -> void {{ 0: UNSUPPORTED \"threads\" 1: HALT exit }} {OTHERS}");
        assert_eq!(reached(&text, &HiddenNames::default()), [0]);
        let names = Names { functions: vec![FuncId::new(2)], statics: Vec::new() };
        assert_eq!(reached(&text, &HiddenNames::from_iter([(FuncId::new(0), names)])), [0, 2]);
    }
}
