//! What an instruction accesses of memory, as its text says: each place that it reads or writes, whatever conditions stand before it in the same expression.

use super::objects::{Extent, ObjectId, Obstacle, Offset, Values};
use super::pointers::{Bindings, Pointers};
use goto::visit::Role;
use goto::{ExprId, ExprKind, Field, FuncId, InstrKind, Instruction, Location, Storage, SymbolId};
use rustc_hash::FxHashSet;

/// An access as one instruction makes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Touch {
    pub object: ObjectId,
    pub extent: Extent,
    pub writes: bool,
    /// By its name, not through a pointer.
    pub named: bool,
}

/// Collects what instructions access of the objects that matter.
pub(super) struct Accesses<'a> {
    pub pointers: &'a Pointers<'a>,
    pub shared: FxHashSet<ObjectId>,
}

struct Walk<'w> {
    is_model: bool,
    once: bool,
    bindings: &'w Bindings,
    loc: Location,
    found: Vec<Touch>,
    seen: FxHashSet<ExprId>,
    obstacle: Option<Obstacle>,
}

impl<'a> Accesses<'a> {
    /// Of what the program has, or also of what models keep for themselves.
    pub(super) fn new(pointers: &'a Pointers<'a>, of_models: bool) -> Self {
        let mut shared = pointers.shared();
        let program = pointers.program;
        // What models keep for themselves is their own affair, and so is what each thread has one of as long as no other one has its address.
        let is_private = |symbol: SymbolId| {
            let is_model = program.is_of_library(program.symbols[symbol].loc);
            let is_own = program.thread_local.contains(&symbol) && !pointers.address_taken[symbol];
            program.symbols[symbol].storage == Storage::Static && (is_model && !of_models || is_own || program.constants.contains(&symbol))
        };
        for symbol in program.symbols.ids().filter(|&symbol| is_private(symbol)) {
            shared.remove(&pointers.variable(symbol));
        }
        Self { pointers, shared }
    }

    /// # Errors
    /// If it may access anything.
    pub(super) fn of(&self, function: FuncId, instruction: &Instruction, bindings: &Bindings) -> Result<Vec<Touch>, Obstacle> {
        self.counted(function, instruction, bindings, true)
    }

    /// As often as they stand in the text, or each once.
    ///
    /// # Errors
    /// If it may access anything.
    pub(super) fn counted(&self, function: FuncId, instruction: &Instruction, bindings: &Bindings, once: bool) -> Result<Vec<Touch>, Obstacle> {
        let is_model = self.pointers.program.functions[function].model;
        let mut walk = Walk { is_model, once, bindings, loc: instruction.loc, found: Vec::new(), seen: FxHashSet::default(), obstacle: None };
        instruction.kind.expressions(|e, role| match role {
            Role::Read => self.value(&mut walk, e),
            Role::Write => {
                self.touch(&mut walk, e, true);
                self.indices(&mut walk, e);
            }
        });
        match &instruction.kind {
            InstrKind::MemCopy { dst, src, .. } => {
                self.behind(&mut walk, *dst, true);
                self.behind(&mut walk, *src, false);
            }
            InstrKind::MemSet { dst, .. } | InstrKind::Free(dst) | InstrKind::Release(dst) => self.behind(&mut walk, *dst, true),
            InstrKind::Find { start, .. } => self.behind(&mut walk, *start, false),
            InstrKind::Compare { a, b, .. } => {
                self.behind(&mut walk, *a, false);
                self.behind(&mut walk, *b, false);
            }
            InstrKind::Decl(symbol) | InstrKind::Dead(symbol) => self.life(&mut walk, *symbol),
            _ => {}
        }
        walk.obstacle.map_or(Ok(walk.found), Err)
    }

    /// A variable whose address others may have begins or ends.
    fn life(&self, walk: &mut Walk<'_>, symbol: SymbolId) {
        let object = self.pointers.variable(symbol);
        self.add(walk, Touch { object, extent: Extent::Some, writes: true, named: true });
    }

    /// All variables of a call that ends.
    pub(super) fn ended(&self, function: FuncId) -> Vec<Touch> {
        let symbols = self.pointers.program.symbols.iter();
        let own = symbols.filter(|(_, s)| matches!(s.storage, Storage::Local(f) | Storage::Parameter(f) | Storage::Temporary(f) if f == function));
        let touches = own.map(|(symbol, _)| Touch { object: self.pointers.variable(symbol), extent: Extent::Some, writes: true, named: true });
        touches.filter(|touch| self.shared.contains(&touch.object)).collect()
    }

    fn add(&self, walk: &mut Walk<'_>, touch: Touch) {
        if self.shared.contains(&touch.object) {
            walk.found.push(touch);
        }
    }

    /// Some bytes from where a pointer leads on.
    fn behind(&self, walk: &mut Walk<'_>, pointer: ExprId, writes: bool) {
        let values = self.pointers.value(pointer, walk.bindings);
        if values.anywhere {
            walk.obstacle.get_or_insert(Obstacle::NotUnderstood("an access that may go anywhere", walk.loc));
        }
        for address in values.addresses() {
            self.add(walk, Touch { object: address.object, extent: Extent::Some, writes, named: false });
        }
    }

    fn touch(&self, walk: &mut Walk<'_>, place: ExprId, writes: bool) {
        let program = self.pointers.program;
        let named = match program.exprs.kind(program.exprs.root(place)) {
            ExprKind::Var(symbol) if !self.shared.contains(&self.pointers.variable(symbol)) => return,
            ExprKind::Var(_) => true,
            ExprKind::Deref(_) => false,
            // A member of a value.
            _ => return,
        };
        let (base, size) = self.unit(place);
        let values = self.pointers.address(base, walk.bindings);
        // Models ask first whether there is something behind an argument.
        let is_nowhere = values == Values::default() && !walk.is_model;
        if values.anywhere || is_nowhere {
            walk.obstacle.get_or_insert(Obstacle::NotUnderstood("an access that may go anywhere", walk.loc));
        }
        for address in values.addresses().filter(|&address| self.pointers.is_object(address)) {
            let (offset, size) = size.map_or((address.offset, None), |(from, size)| (moved(address.offset, from), Some(size)));
            self.add(walk, Touch { object: address.object, extent: Extent::of(offset, size), writes, named });
        }
    }

    /// A place from which the accessed bytes are counted, and which they are. Bit-fields next to each other are one place.
    fn unit(&self, place: ExprId) -> (ExprId, Option<(i64, u64)>) {
        let program = self.pointers.program;
        let size = program.types.size_of(program.exprs.ty(place));
        let ExprKind::Field { base, field } = program.exprs.kind(place) else { return (place, size.map(|size| (0, size))) };
        let Some(body) = program.types.record_body(program.exprs.ty(base)) else { return (place, None) };
        let field = field as usize;
        if body.fields[field].bits.is_none() {
            return (place, size.map(|size| (0, size)));
        }
        let first = (0..field).rev().find(|&f| body.fields[f].bits.is_none()).map_or(0, |f| f + 1);
        let run = body.fields[first..].iter().map_while(bytes_of_bits);
        let (from, to) = run.fold((u64::MAX, 0), |(from, to), (start, end)| (from.min(start), to.max(end)));
        (base, i64::try_from(from).ok().map(|start| (start, to - from)))
    }

    /// What a value is read from.
    fn value(&self, walk: &mut Walk<'_>, e: ExprId) {
        let exprs = &self.pointers.program.exprs;
        if walk.once && !walk.seen.insert(e) {
            return;
        }
        match exprs.kind(e) {
            ExprKind::Var(_) | ExprKind::Deref(_) | ExprKind::Field { .. } | ExprKind::Index { .. } => {
                self.touch(walk, e, false);
                self.indices(walk, e);
            }
            ExprKind::AddressOf(place) => self.indices(walk, place),
            ExprKind::Written(place) => self.indices(walk, place),
            // That it lives is no access.
            ExprKind::Memory { pointer, .. } => self.value(walk, pointer),
            _ => {
                let mut operands = Vec::new();
                exprs.operands(e, |operand| operands.push(operand));
                operands.into_iter().for_each(|operand| self.value(walk, operand));
            }
        }
    }

    /// What says where a place is.
    fn indices(&self, walk: &mut Walk<'_>, place: ExprId) {
        match self.pointers.program.exprs.kind(place) {
            ExprKind::Field { base, .. } => self.indices(walk, base),
            ExprKind::Index { base, index } => {
                self.value(walk, index);
                self.indices(walk, base);
            }
            ExprKind::Deref(pointer) => self.value(walk, pointer),
            ExprKind::Var(_) => {}
            // A member of a value.
            _ => self.value(walk, place),
        }
    }
}

fn bytes_of_bits(field: &Field) -> Option<(u64, u64)> {
    let bits = field.bits?;
    Some((field.offset, field.offset + u64::from(bits.start + bits.width).div_ceil(8)))
}

fn moved(offset: Offset, by: i64) -> Offset {
    match offset {
        Offset::At(at) => at.checked_add(by).map_or(Offset::Any, Offset::At),
        Offset::Any => Offset::Any,
    }
}
