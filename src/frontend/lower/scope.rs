//! Which variables live at a place, and the jumps that leave or enter blocks: variables of blocks that are left die, those of blocks that are
//! entered in the middle come to life without a value.

use super::FunctionLowering;
use super::function::Label;
use crate::tree::Expr;
use goto::{BinOp, ExprId, InstrKind, SymbolId};
use rustc_hash::FxHashMap;

/// The open blocks and the variables declared in each so far.
#[derive(Default)]
pub(super) struct Scopes<'t> {
    open: Vec<Vec<SymbolId>>,
    /// The calls to make before variables die.
    cleanups: FxHashMap<SymbolId, &'t Expr>,
}

/// A label of the source.
pub(super) struct NamedLabel {
    pub(super) label: Label,
    /// The variables that live there, once it is met.
    live: Option<Vec<SymbolId>>,
}

/// A `goto` of the source.
pub(super) struct NamedJump {
    position: usize,
    to: Destination,
    live: Vec<SymbolId>,
    /// Are the calls made that variables ask for which die? gcc makes none where the label is computed.
    cleans_up: bool,
}

enum Destination {
    Label(String),
    /// Where addresses are compared with those of labels.
    AddressTest,
}

/// Where the function compares an address with those of its labels.
#[derive(Clone)]
pub(super) struct AddressTest {
    /// The variable that holds the address.
    target: ExprId,
    label: Label,
    /// The variables that live there.
    live: Vec<SymbolId>,
}

impl<'t> Scopes<'t> {
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// All variables that live here, outer blocks first.
    pub(super) fn live(&self) -> Vec<SymbolId> {
        self.open.iter().flatten().copied().collect()
    }

    /// The call is made before the variable dies.
    pub(super) fn clean_up(&mut self, symbol: SymbolId, call: &'t Expr) {
        self.cleanups.insert(symbol, call);
    }

    /// Does a call have to be made before one of the variables that live here dies?
    pub(super) fn has_cleanups(&self) -> bool {
        self.open.iter().flatten().any(|symbol| self.cleanups.contains_key(symbol))
    }

    /// As `declare`, for what may come to life there several times.
    pub(super) fn declare_again(&mut self, symbol: SymbolId) {
        if !self.open.iter().any(|scope| scope.contains(&symbol)) {
            self.declare(symbol);
        }
    }

    pub(super) fn declare(&mut self, symbol: SymbolId) {
        if let Some(scope) = self.open.last_mut() {
            scope.push(symbol);
        }
    }
}

impl<'t> FunctionLowering<'_, 't> {
    pub(super) fn enter_scope(&mut self) {
        self.scopes.open.push(Vec::new());
    }

    /// Ends the innermost block: its variables die.
    pub(super) fn leave_scope(&mut self) {
        let depth = self.scopes.depth() - 1;
        if self.falls_through() {
            self.kill_from(depth);
        }
        self.scopes.open.pop();
    }

    /// The variables of the blocks from `depth` on die on the path that goes on from here.
    pub(super) fn kill_from(&mut self, depth: usize) {
        let dead: Vec<SymbolId> = self.scopes.open[depth..].iter().flatten().rev().copied().collect();
        dead.into_iter().for_each(|symbol| self.end(symbol));
    }

    /// The life of a variable ends here.
    fn end(&mut self, symbol: SymbolId) {
        self.clean_up(symbol);
        self.ends_of(symbol).into_iter().for_each(|kind| self.emit(kind));
    }

    fn clean_up(&mut self, symbol: SymbolId) {
        if let Some(&call) = self.scopes.cleanups.get(&symbol) {
            let loc = self.loc;
            self.effect(call);
            self.loc = loc;
        }
    }

    /// All calls that leaving the function from here asks for.
    pub(super) fn clean_up_all(&mut self) {
        self.scopes.live().into_iter().rev().for_each(|symbol| self.clean_up(symbol));
    }

    /// What ends the life of a variable. A variable array is an object of its own behind it.
    fn ends_of(&mut self, symbol: SymbolId) -> Vec<InstrKind> {
        let mut ends = Vec::new();
        if self.variable_arrays.contains(&symbol) {
            let ty = self.unit.program.symbols[symbol].ty;
            let pointer = self.build().var(symbol, ty);
            ends.push(InstrKind::Release(pointer));
        }
        ends.push(InstrKind::Dead(symbol));
        ends
    }

    /// A full expression: what functions return in it as records lives until its end.
    pub(super) fn full_expression(&mut self, lower: impl FnOnce(&mut Self)) {
        let outer = std::mem::take(&mut self.returned_records);
        lower(self);
        let own = std::mem::replace(&mut self.returned_records, outer);
        if self.falls_through() {
            own.into_iter().for_each(|symbol| self.emit(InstrKind::Dead(symbol)));
        }
    }

    fn named_label(&mut self, name: &str) -> Label {
        if let Some(known) = self.named.get(name) {
            return known.label;
        }
        let label = self.label();
        self.named.insert(name.to_owned(), NamedLabel { label, live: None });
        label
    }

    /// A label of the source stands here.
    pub(super) fn bind_named(&mut self, name: &str) {
        let label = self.named_label(name);
        self.bind(label);
        let live = self.scopes.live();
        if let Some(known) = self.named.get_mut(name) {
            known.live = Some(live);
        }
    }

    /// A `goto` of the source.
    pub(super) fn jump_named(&mut self, name: &str) {
        let label = self.named_label(name);
        let position = self.jump_always(label);
        self.jumps.push(NamedJump { position, to: Destination::Label(name.to_owned()), live: self.scopes.live(), cleans_up: true });
    }

    /// `goto *pointer`: the first one of the function compares the address with that of each label, the others jump there, so that an interpreter's loop has one head.
    pub(super) fn computed_goto(&mut self, pointer: ExprId) {
        let live = self.scopes.live();
        if let Some(test) = &self.address_test {
            let (target, label) = (test.target, test.label);
            let ty = self.ty(target);
            let pointer = self.convert(pointer, ty);
            self.assign(target, pointer);
            let position = self.jump_always(label);
            self.jumps.push(NamedJump { position, to: Destination::AddressTest, live, cleans_up: false });
            return;
        }
        let target = self.saved(pointer);
        let label = self.label_here();
        self.address_test = Some(AddressTest { target, label, live: live.clone() });
        self.test_address(target, &live);
    }

    /// Jumps to the label that has this address, from where these variables live.
    fn test_address(&mut self, target: ExprId, live: &[SymbolId]) {
        let functions = self.unit.functions;
        let values = self.source.and_then(|id| functions[id].label_values.as_ref());
        for (number, name) in values.iter().flat_map(|values| values.names.iter().enumerate()) {
            let Some(object) = values.map(|values| self.variable(values.object)) else { continue };
            let ty = self.ty(target);
            let mut build = self.build();
            let index = build.types.ptrdiff();
            let number = build.constant(index, number as i128);
            let byte = build.index(object, number);
            let address = build.address_of(byte);
            let address = build.cast(address, ty);
            let here = build.binary(BinOp::Eq, target, address);
            let next = self.label();
            self.jump_unless(here, next, None);
            let label = self.named_label(name);
            let position = self.jump_always(label);
            self.jumps.push(NamedJump { position, to: Destination::Label(name.clone()), live: live.to_owned(), cleans_up: false });
            self.bind(next);
        }
        self.emit(InstrKind::Unsupported("goto to an address that is no label of the function".to_owned()));
    }

    /// May a jump from where these variables live go through the test of addresses? Nothing may come to life for that alone, and what lives there and at a label must live on the
    /// whole way.
    fn may_share(&self, test: &AddressTest, live: &[SymbolId]) -> bool {
        let functions = self.unit.functions;
        let names = self.source.and_then(|id| functions[id].label_values.as_ref()).into_iter().flat_map(|values| &values.names);
        let mut at_labels = names.filter_map(|name| self.named.get(name)?.live.as_ref());
        test.live.iter().all(|symbol| live.contains(symbol))
            && at_labels.all(|at_label| at_label.iter().all(|symbol| !live.contains(symbol) || test.live.contains(symbol)))
    }

    /// What must happen before each `goto` of the source, by its position. Where that takes calls, the jump leads to these, behind the function's end.
    pub(super) fn resolve_named_jumps(&mut self) -> FxHashMap<usize, Vec<InstrKind>> {
        let mut before = FxHashMap::default();
        while !self.jumps.is_empty() {
            for jump in std::mem::take(&mut self.jumps) {
                match (&jump.to, self.address_test.clone()) {
                    (Destination::Label(name), _) => match self.named.get(name) {
                        Some(NamedLabel { label, live: Some(live) }) => self.resolve(&jump, *label, &live.clone(), &mut before),
                        _ => self.replace(jump.position, InstrKind::Unsupported(format!("goto to the unknown label {name}"))),
                    },
                    (Destination::AddressTest, Some(test)) if self.may_share(&test, &jump.live) => self.resolve(&jump, test.label, &test.live, &mut before),
                    (Destination::AddressTest, Some(test)) => self.detour(jump.position, |to| to.test_address(test.target, &jump.live)),
                    (Destination::AddressTest, None) => {}
                }
            }
        }
        before
    }

    /// The jump leads to a label where these variables live.
    fn resolve(&mut self, jump: &NamedJump, label: Label, live: &[SymbolId], before: &mut FxHashMap<usize, Vec<InstrKind>>) {
        let left: Vec<_> = jump.live.iter().rev().filter(|s| !live.contains(s)).copied().collect();
        let entered = live.iter().filter(|s| !jump.live.contains(s)).map(|&s| InstrKind::Decl(s));
        if jump.cleans_up && left.iter().any(|symbol| self.scopes.cleanups.contains_key(symbol)) {
            self.detour(jump.position, |to| {
                left.into_iter().for_each(|symbol| to.end(symbol));
                entered.for_each(|kind| to.emit(kind));
                to.jump(label);
            });
            return;
        }
        let mut kinds = Vec::new();
        for symbol in left {
            kinds.extend(self.ends_of(symbol));
        }
        kinds.extend(entered);
        if !kinds.is_empty() {
            before.insert(jump.position, kinds);
        }
    }
}
