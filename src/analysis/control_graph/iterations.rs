//! Iterations of a loop, each kind by itself: a program that begins one of them in one of several given states, and ends where it comes to the head again. States on whose
//! known parts the same decisions depend begin together. What is known of them at the head is given, everything else that may be different there is any value. So if in
//! each of these programs an iteration ends in a state that is given, too, the loop has no other states, and what none of them reaches is not reached.
//!
//! Nothing may be allocated: what is not in variables would be the same in all states.

use super::{ControlGraph, Known, KnownValue, written_variables};
use crate::transform::is_called_once;
use goto::callgraph::CallGraph;
use goto::cfg::Cfg;
use goto::loops::Loops;
use goto::{
    BinOp, Body, Callee, ExprId, ExprKind, FuncId, Id, IdVec, InstrId, InstrKind, Instruction, Program, Property, PropertyClass, PropertyId, Storage, Symbol,
    SymbolId, Type,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Where a pointer may lead if it leads to more than this, it is any pointer.
const MOST_TARGETS: usize = 8;

/// A program without the loop.
pub struct IterationProgram {
    pub program: Program,
    /// It is violated by an iteration, or by the way to the loop, that ends in a state which is none of those given.
    pub outside: PropertyId,
    /// It is violated where an iteration begins: if that is not possible, something is wrong with what is given.
    pub entered: Option<PropertyId>,
}

/// Makes such programs.
pub struct IterationPrograms {
    program: Program,
    graph: Rc<ControlGraph>,
    /// The function of the loop as it was.
    body: Body,
    /// The scalars that may be different at the head.
    changed: Vec<ExprId>,
    pointers: Vec<Pointer>,
    outside: PropertyId,
    entered: PropertyId,
    /// Which class of what it reads an iteration takes.
    class: SymbolId,
}

/// A pointer that leads to few places in all states.
struct Pointer {
    place: ExprId,
    targets: Vec<ExprId>,
    /// Which one it is where an iteration begins.
    choice: SymbolId,
}

/// Where something leads that is copied.
struct Copy {
    /// The first instruction of the copy.
    base: usize,
    /// Where the head is reached again.
    exit: InstrId,
}

impl IterationPrograms {
    /// `None` if the states at the head are not given by variables. Of the targets those are left that are asked about.
    pub fn new(mut program: Program, graph: ControlGraph, is_asked: &dyn Fn(&InstrKind) -> bool) -> Option<Self> {
        if !is_possible(&program, (graph.function, graph.head)) {
            return None;
        }
        drop_targets(&mut program, is_asked);
        let body = program.functions[graph.function].body.clone()?;
        let mut changed = Vec::new();
        let written = written_variables(&program, graph.function);
        if written.iter().any(|&symbol| program.symbols[symbol].storage != Storage::Static && is_taken(&program, symbol)) {
            return None;
        }
        for symbol in written {
            let parts = scalars(&mut program, symbol)?;
            // What is copied as bytes may also change those between the parts.
            if is_taken(&program, symbol) && has_padding(&program, symbol, &parts) {
                return None;
            }
            changed.extend(parts);
        }
        let loc = body[graph.head].loc;
        let name = String::from("iteration.outside");
        let text = String::from("an iteration ends in a state that is known");
        let property = Property { name, class: PropertyClass::Assertion, function: graph.function, loc, text };
        let entered = Property { name: String::from("iteration.entered"), text: String::from("no iteration begins"), ..property.clone() };
        let (outside, entered) = (program.properties.push(property), program.properties.push(entered));
        let pointers = pointers(&mut program, &graph, &changed);
        let int = program.types.int(32, false);
        let class = program.symbols.push(Symbol { name: String::from("input.class"), ty: int, storage: Storage::Local(graph.function), loc });
        Some(Self { program, graph: Rc::new(graph), body, changed, pointers, outside, entered, class })
    }

    /// The states that begin together.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups: BTreeMap<&[Known], Vec<usize>> = BTreeMap::new();
        for (at, state) in self.graph.states.iter().enumerate() {
            groups.entry(&state.decisive).or_default().push(at);
        }
        groups.into_values().collect()
    }

    /// The way from the start to the loop. `None` where something cannot be said.
    pub fn first(&mut self) -> Option<IterationProgram> {
        let graph = Rc::clone(&self.graph);
        let member = self.ends_in(&graph.first)?;
        let mut body = IdVec::new();
        let exit = self.body.len();
        self.copy(&mut body, &Copy { base: 0, exit: InstrId::new(exit) });
        self.leave(&mut body, member);
        Some(self.with_body(body, None))
    }

    /// Iterations from the states of a group, with a copy of the iteration for each class of what it reads. So what decides in one class is known there, and no copy
    /// waits for what is different in another one.
    pub fn of_group(&mut self, group: &[usize]) -> Option<IterationProgram> {
        let loc = self.body[self.graph.head].loc;
        let size = self.body.len();
        let mut body = IdVec::new();
        self.copy(&mut body, &Copy { base: 0, exit: InstrId::new(size) });
        self.begin(&mut body, group)?;
        let never = self.program.build().truth(false);
        body.push(Instruction { kind: InstrKind::Assert { cond: never, property: self.entered }, loc });
        let mut next: Vec<usize> = group.iter().flat_map(|&state| self.graph.states[state].next.iter().copied()).collect();
        next.sort_unstable();
        next.dedup();
        let member = self.ends_in(&next)?;
        match &Rc::clone(&self.graph).input {
            None => self.iteration(&mut body, member, None)?,
            Some(input) => {
                let InstrKind::Input { lhs, .. } = self.body[input.at].kind else { return None };
                let ty = self.program.symbols[self.class].ty;
                let class = self.program.build().var(self.class, ty);
                body.push(Instruction { kind: InstrKind::Decl(self.class), loc });
                body.push(Instruction { kind: InstrKind::havoc(class), loc });
                for (number, &range) in input.ranges.iter().enumerate() {
                    let is_last = number + 1 == input.ranges.len();
                    let skip = body.len();
                    let mut build = self.program.build();
                    let number = build.constant(ty, number as i128);
                    let is_other = build.binary(BinOp::Ne, class, number);
                    if !is_last {
                        body.push(Instruction { kind: InstrKind::Skip, loc });
                    }
                    self.iteration(&mut body, member, Some((input.at, lhs, range)))?;
                    if !is_last {
                        let target = InstrId::new(body.len());
                        body[InstrId::new(skip)].kind = InstrKind::Goto { guard: is_other, target, branch: None };
                    }
                }
            }
        }
        Some(self.with_body(body, Some(self.entered)))
    }

    /// One iteration that ends in a state that is a member, of the inputs in a range if one is given.
    fn iteration(&mut self, body: &mut Body, member: ExprId, class: Option<(InstrId, ExprId, (i128, i128))>) -> Option<()> {
        let (loc, head) = (self.body[self.graph.head].loc, self.graph.head);
        let (size, first) = (self.body.len(), body.len());
        let base = first + 2;
        let copy = Copy { base, exit: InstrId::new(base + size) };
        let always = self.program.build().truth(true);
        let jump = |to: usize| Instruction { kind: InstrKind::Goto { guard: always, target: InstrId::new(to), branch: None }, loc };
        // The head itself stands before the copy, where it is only an exit.
        body.push(self.copied(head, &copy));
        body.push(jump(base + head.index() + 1));
        self.copy(body, &copy);
        self.leave(body, member);
        if let Some((at, place, (low, high))) = class {
            let read = InstrId::new(if at == head { first } else { base + at.index() });
            let end = body.len();
            let input = std::mem::replace(&mut body[read], jump(end));
            body.push(input);
            let condition = self.is_between(place, low, high);
            body.push(Instruction { kind: InstrKind::Assume(condition), loc });
            if low == high {
                let ty = self.program.exprs.ty(place);
                let value = self.program.build().constant(ty, low);
                body.push(Instruction { kind: InstrKind::Assign { lhs: place, rhs: value }, loc });
            }
            body.push(jump(read.index() + 1));
        }
        Some(())
    }

    fn with_body(&self, body: Body, entered: Option<PropertyId>) -> IterationProgram {
        let mut program = self.program.clone();
        program.functions[self.graph.function].body = Some(body);
        goto::assert_valid(&program, "iterations");
        IterationProgram { program, outside: self.outside, entered }
    }

    /// The instructions of the function, which go no further than to the head.
    fn copy(&mut self, out: &mut Body, copy: &Copy) {
        let always = self.program.build().truth(true);
        for at in self.body.ids() {
            let mut instruction = self.copied(at, copy);
            if at == self.graph.head {
                instruction.kind = InstrKind::Goto { guard: always, target: copy.exit, branch: None };
            }
            out.push(instruction);
        }
    }

    /// An instruction with its jump into the copy.
    fn copied(&self, at: InstrId, copy: &Copy) -> Instruction {
        let mut instruction = self.body[at].clone();
        if let InstrKind::Goto { target, .. } = &mut instruction.kind {
            *target = if *target == self.graph.head { copy.exit } else { InstrId::new(copy.base + target.index()) };
        }
        instruction
    }

    /// A state of the group at the head: what is known of it, and any value for the rest.
    fn begin(&mut self, out: &mut Body, group: &[usize]) -> Option<()> {
        let loc = self.body[self.graph.head].loc;
        let decisive = self.graph.states[*group.first()?].decisive.clone();
        let fixed = self.fixed(&decisive)?;
        // What is said of other things than those that change would be said of nothing.
        if fixed.iter().any(|(place, _)| !self.changed.contains(place)) {
            return None;
        }
        for symbol in self.own_variables() {
            out.push(Instruction { kind: InstrKind::Decl(symbol), loc });
        }
        for at in 0..self.changed.len() {
            let place = self.changed[at];
            let kind = match fixed.iter().find(|(fixed, _)| *fixed == place) {
                Some(&(_, value)) => InstrKind::Assign { lhs: place, rhs: value },
                None => self.any_value(out, place),
            };
            out.push(Instruction { kind, loc });
        }
        let ranges = decisive.iter().filter(|part| matches!(part.value, KnownValue::Between(low, high) if low < high));
        for part in ranges {
            let condition = self.holds(part)?;
            out.push(Instruction { kind: InstrKind::Assume(condition), loc });
        }
        // A value that is known by its distance from another one is assigned: that leaves less to the solver than a condition.
        for part in &decisive {
            if let KnownValue::Beyond(..) = part.value {
                let place = place(&mut self.program, part.symbol, part.offset)?;
                let rhs = self.beyond(place, part.value)?;
                out.push(Instruction { kind: InstrKind::Assign { lhs: place, rhs }, loc });
            }
        }
        let kept = group.iter().map(|&state| self.graph.states[state].kept.iter().copied()).map(Vec::from_iter).collect();
        let any = self.any_holds(kept)?;
        out.push(Instruction { kind: InstrKind::Assume(any), loc });
        Some(())
    }

    /// The places that have one value, and the value.
    fn fixed(&mut self, known: &[Known]) -> Option<Vec<(ExprId, ExprId)>> {
        let mut fixed = Vec::new();
        for part in known {
            let place = place(&mut self.program, part.symbol, part.offset)?;
            match part.value {
                KnownValue::Between(low, high) if low < high => {}
                KnownValue::Beyond(..) => {}
                value => fixed.push((place, constant(&mut self.program, place, value)?)),
            }
        }
        Some(fixed)
    }

    /// What gives any value to a place: of a pointer that leads to few places, one of these.
    fn any_value(&mut self, out: &mut Body, place: ExprId) -> InstrKind {
        let loc = self.body[self.graph.head].loc;
        let Some(pointer) = self.pointers.iter().find(|pointer| pointer.place == place) else { return InstrKind::havoc(place) };
        let ty = self.program.symbols[pointer.choice].ty;
        let mut build = self.program.build();
        let choice = build.var(pointer.choice, ty);
        out.push(Instruction { kind: InstrKind::Decl(pointer.choice), loc });
        out.push(Instruction { kind: InstrKind::havoc(choice), loc });
        let mut targets = pointer.targets.iter().enumerate();
        let Some((_, &first)) = targets.next() else { return InstrKind::havoc(place) };
        let rhs = targets.fold(first, |value, (number, &target)| {
            let number = build.constant(ty, number as i128);
            let is_this = build.binary(BinOp::Eq, choice, number);
            build.ite(is_this, target, value)
        });
        InstrKind::Assign { lhs: place, rhs }
    }

    /// The function's variables among those that change. They may not live at the head, where they are given values.
    fn own_variables(&self) -> Vec<SymbolId> {
        let root = |&place: &ExprId| match self.program.exprs.kind(self.program.exprs.root(place)) {
            ExprKind::Var(symbol) => Some(symbol),
            _ => None,
        };
        let is_own = |symbol: &SymbolId| matches!(self.program.symbols[*symbol].storage, Storage::Local(_) | Storage::Temporary(_));
        let mut own: Vec<SymbolId> = self.changed.iter().filter_map(root).filter(is_own).collect();
        own.dedup();
        own
    }

    /// Where the head is reached again.
    fn leave(&self, out: &mut Body, member: ExprId) {
        let loc = self.body[self.graph.head].loc;
        out.push(Instruction { kind: InstrKind::Assert { cond: member, property: self.outside }, loc });
        out.push(Instruction { kind: InstrKind::Halt(goto::HaltKind::Exit), loc });
    }

    /// The state is one of these, and pointers lead where they may.
    fn ends_in(&mut self, states: &[usize]) -> Option<ExprId> {
        let parts = |&state: &usize| {
            let state = &self.graph.states[state];
            state.decisive.iter().chain(&state.kept).copied().collect()
        };
        let mut member = self.any_holds(states.iter().map(parts).collect())?;
        for pointer in &self.pointers {
            let mut build = self.program.build();
            let mut any = build.truth(false);
            for &target in &pointer.targets {
                let is_this = build.binary(BinOp::Eq, pointer.place, target);
                any = build.binary(BinOp::Or, any, is_this);
            }
            member = build.binary(BinOp::And, member, any);
        }
        Some(member)
    }

    /// In one of these sets all parts hold. What many sets have in common is asked once: parts come first that have few values.
    fn any_holds(&mut self, mut sets: Vec<Vec<Known>>) -> Option<ExprId> {
        let mut values: FxHashMap<(SymbolId, u64), FxHashSet<KnownValue>> = FxHashMap::default();
        sets.iter().flatten().for_each(|part| _ = values.entry((part.symbol, part.offset)).or_default().insert(part.value));
        sets.iter_mut().for_each(|set| set.sort_unstable_by_key(|part| (values[&(part.symbol, part.offset)].len(), *part)));
        let number = |set: &Vec<Known>| set.iter().map(|part| (values[&(part.symbol, part.offset)].len(), *part)).collect::<Vec<_>>();
        sets.sort_by_cached_key(number);
        sets.dedup();
        self.any_of_sorted(&sets, 0)
    }

    /// The same from a part on, of sets that have the parts before in common.
    fn any_of_sorted(&mut self, sets: &[Vec<Known>], from: usize) -> Option<ExprId> {
        if sets.first().is_some_and(|set| set.len() == from) {
            return Some(self.program.build().truth(true));
        }
        let mut any = self.program.build().truth(false);
        for alike in sets.chunk_by(|a, b| a[from] == b[from]) {
            let (first, rest) = (self.holds(&alike[0][from])?, self.any_of_sorted(alike, from + 1)?);
            let mut build = self.program.build();
            let both = build.binary(BinOp::And, first, rest);
            any = build.binary(BinOp::Or, any, both);
        }
        Some(any)
    }

    fn holds(&mut self, part: &Known) -> Option<ExprId> {
        let place = place(&mut self.program, part.symbol, part.offset)?;
        let value = match part.value {
            KnownValue::Between(low, high) => return Some(self.is_between(place, low, high)),
            KnownValue::Address(..) => constant(&mut self.program, place, part.value)?,
            KnownValue::Beyond(..) => self.beyond(place, part.value)?,
        };
        Some(self.program.build().binary(BinOp::Eq, place, value))
    }

    /// What a place holds that is so much more than another one.
    fn beyond(&mut self, holder: ExprId, value: KnownValue) -> Option<ExprId> {
        let KnownValue::Beyond(symbol, offset, distance) = value else { return None };
        let (ty, other) = (self.program.exprs.ty(holder), place(&mut self.program, symbol, offset)?);
        // Both of one type, and the other one is set before.
        let position = |place| self.changed.iter().position(|&changed| changed == place);
        let fits = self.program.exprs.ty(other) == ty && position(other)? < position(holder)?;
        let mut build = self.program.build();
        let distance = build.constant(ty, distance);
        fits.then(|| build.binary(BinOp::Add, other, distance))
    }

    fn is_between(&mut self, place: ExprId, low: i128, high: i128) -> ExprId {
        let ty = self.program.exprs.ty(place);
        let mut build = self.program.build();
        let (least, greatest) = (build.constant(ty, low), build.constant(ty, high));
        if low == high {
            return build.binary(BinOp::Eq, place, least);
        }
        let (above, below) = (build.binary(BinOp::Le, least, place), build.binary(BinOp::Le, place, greatest));
        build.binary(BinOp::And, above, below)
    }
}

/// May single iterations show anything of this loop? Not if states at its head are more than variables, or if it is entered elsewhere.
pub(super) fn is_possible(program: &Program, (function, head): (FuncId, InstrId)) -> bool {
    let has_memory = !program.lent.is_empty() || program.begins_threads() || allocates(program);
    let Some(body) = program.functions[function].body.as_ref().filter(|_| !has_memory) else { return false };
    runs_once(program, function) && is_entered_at_head(program, body, head)
}

/// Goals and properties that nobody asks about. Where evaluating their conditions would crash, more executions go on then; none gets lost.
fn drop_targets(program: &mut Program, is_asked: &dyn Fn(&InstrKind) -> bool) {
    for body in program.functions.iter_mut().filter_map(|(_, f)| f.body.as_mut()) {
        let is_target = |kind: &InstrKind| matches!(kind, InstrKind::Cover { .. } | InstrKind::Assert { .. });
        body.iter_mut().filter(|(_, i)| is_target(&i.kind) && !is_asked(&i.kind)).for_each(|(_, i)| i.kind = InstrKind::Skip);
    }
}

/// The pointers among these places that lead to few others.
fn pointers(program: &mut Program, graph: &ControlGraph, changed: &[ExprId]) -> Vec<Pointer> {
    let (int, loc) = (program.types.int(32, false), program.functions[graph.function].loc);
    let mut pointers = Vec::new();
    for (number, pointer) in graph.pointers.iter().enumerate().filter(|(_, pointer)| (1..=MOST_TARGETS).contains(&pointer.values.len())) {
        let Some(place) = place(program, pointer.symbol, pointer.offset).filter(|place| changed.contains(place)) else { continue };
        let Some(targets) = pointer.values.iter().map(|&value| constant(program, place, value)).collect::<Option<Vec<_>>>() else { continue };
        let symbol = Symbol { name: format!("target.{number}"), ty: int, storage: Storage::Local(graph.function), loc };
        pointers.push(Pointer { place, targets, choice: program.symbols.push(symbol) });
    }
    pointers
}

/// Does anything take the address of the variable?
fn is_taken(program: &Program, symbol: SymbolId) -> bool {
    program.exprs.any(|kind| match kind {
        ExprKind::AddressOf(place) => program.exprs.kind(program.exprs.root(place)) == ExprKind::Var(symbol),
        _ => false,
    })
}

/// Is anything allocated?
fn allocates(program: &Program) -> bool {
    let bodies = program.functions.values().flat_map(|f| f.body.iter());
    bodies.flat_map(|body| body.values()).any(|i| matches!(i.kind, InstrKind::Allocate { .. }))
}

/// Is the function called by the start and by nothing else, and there once? If it were called again, nothing would show that this call meets the head in a state that is known.
fn runs_once(program: &Program, function: FuncId) -> bool {
    let calls = CallGraph::new(program);
    let is_by_start = calls.sites().iter().any(|site| site.caller == program.start && matches!(site.callee, Callee::Direct(callee) if callee == function));
    let goes_back = |(at, i): (InstrId, &Instruction)| matches!(i.kind, InstrKind::Goto { target, .. } if target <= at);
    let start_repeats = program.functions[program.start].body.iter().flat_map(|body| body.iter()).any(goes_back);
    is_called_once(&calls, function) && is_by_start && !start_repeats
}

/// Is the head the only way into its loop?
fn is_entered_at_head(program: &Program, body: &Body, head: InstrId) -> bool {
    let loops = Loops::new(&Cfg::new(program, body));
    loops.with_head(head).is_some_and(|id| loops.get(id).is_reducible())
}

/// The scalars of a variable. `None` if it has parts that are none.
fn scalars(program: &mut Program, symbol: SymbolId) -> Option<Vec<ExprId>> {
    let ty = program.symbols[symbol].ty;
    let place = program.build().var(symbol, ty);
    let mut scalars = Vec::new();
    parts(program, place, &mut scalars)?;
    Some(scalars)
}

/// Does the variable have bytes that belong to none of its parts?
fn has_padding(program: &Program, symbol: SymbolId, parts: &[ExprId]) -> bool {
    let size = |ty| program.types.size_of(ty).unwrap_or(0);
    parts.iter().map(|&part| size(program.exprs.ty(part))).sum::<u64>() < size(program.symbols[symbol].ty)
}

fn parts(program: &mut Program, place: ExprId, out: &mut Vec<ExprId>) -> Option<()> {
    match *program.types.get(program.exprs.ty(place)) {
        Type::Bool | Type::Int { .. } | Type::Float(_) | Type::Pointer(_) => out.push(place),
        Type::Array { len: Some(len), .. } => {
            for at in 0..len {
                let element = element(program, place, at);
                parts(program, element, out)?;
            }
        }
        Type::Record(record) if program.types.records[record].kind == goto::RecordKind::Struct => {
            for field in 0..program.types.record_body(program.exprs.ty(place))?.fields.len() {
                let member = program.build().field(place, field);
                parts(program, member, out)?;
            }
        }
        _ => return None,
    }
    Some(())
}

fn element(program: &mut Program, array: ExprId, at: u64) -> ExprId {
    let ty = program.types.int(64, true);
    let mut build = program.build();
    let index = build.constant(ty, i128::from(at));
    build.index(array, index)
}

/// The scalar so many bytes into a variable.
fn place(program: &mut Program, symbol: SymbolId, offset: u64) -> Option<ExprId> {
    let ty = program.symbols[symbol].ty;
    let mut place = program.build().var(symbol, ty);
    let mut left = offset;
    loop {
        let ty = program.exprs.ty(place);
        match *program.types.get(ty) {
            Type::Array { elem, .. } => {
                let size = program.types.size_of(elem).filter(|&size| size > 0)?;
                place = element(program, place, left / size);
                left %= size;
            }
            Type::Record(_) => {
                let fields = &program.types.record_body(ty)?.fields;
                let at = fields.iter().rposition(|field| field.offset <= left)?;
                left -= fields[at].offset;
                place = program.build().field(place, at);
            }
            _ => return (left == 0).then_some(place),
        }
    }
}

/// The value as what this place holds.
fn constant(program: &mut Program, holder: ExprId, value: KnownValue) -> Option<ExprId> {
    let ty = program.exprs.ty(holder);
    match value {
        KnownValue::Between(low, high) => (low == high).then(|| program.build().constant(ty, low)),
        // Variables of calls may be gone.
        KnownValue::Address(symbol, _) if program.symbols[symbol].storage != Storage::Static => None,
        KnownValue::Beyond(..) => None,
        KnownValue::Address(symbol, offset) => {
            let part = place(program, symbol, offset)?;
            let address = program.build().address_of(part);
            Some(program.build().cast(address, ty))
        }
    }
}
