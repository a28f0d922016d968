//! The iteration over the whole program: up until nothing changes, then down a few times to win back what growing in leaps has lost.
//!
//! A function is analysed once for all its calls: what it starts with is the join of what its calls bring, what it may change has after a call the join
//! of what it ends with. What it cannot change keeps its value over the call.

use super::arithmetic::Kind;
use super::cells::CellId;
use super::effects::Effects;
use super::layout::{Block, Layout};
use super::number::Number;
use super::state::{Cost, State};
use super::transfer::Transfer;
use super::widen::{Constants, EXACT, widen};
use goto::callgraph::CallGraph;
use goto::cfg::constant_truth;
use goto::{Callee, ExprId, FuncId, Id, IdVec, InstrId, InstrKind, Program};
use std::collections::BTreeSet;
use std::rc::Rc;

/// What a function ends with.
#[derive(Clone, Debug)]
pub(super) struct Exit {
    /// Of the static cells that it may write, in their order.
    values: Vec<Rc<Number>>,
    result: Option<Rc<Number>>,
    growths: u32,
}

/// Where execution goes from a block.
pub(super) enum Flow {
    To(usize, State),
    Return(State, Option<ExprId>),
}

/// So many cells that a call sets or a join compares cost the time of an instruction.
const CELLS: u64 = 8;

/// What a call comes to.
pub(super) enum Called {
    Back(State),
    /// It is not known to return.
    Nowhere,
    /// The function called has to be looked at first.
    Wait,
}

pub(super) struct Solver<'a> {
    pub transfer: Transfer<'a>,
    pub calls: &'a CallGraph,
    pub effects: &'a IdVec<FuncId, Effects>,
    pub layouts: &'a IdVec<FuncId, Option<Layout>>,
    pub constants: &'a Constants,
    /// Functions called come before their callers.
    rank: IdVec<FuncId, u32>,
    pub(super) by_rank: Vec<FuncId>,
    /// By function and block, what is known where the block starts. `None`: it is not reached.
    pub entries: IdVec<FuncId, Vec<Option<State>>>,
    growths: IdVec<FuncId, Vec<u32>>,
    /// How often what a function starts with may grow before it is widened: once for each call is no sign of growing without end. It may do so even
    /// without recursion, because a call seems to return to where another one was made.
    patience: IdVec<FuncId, u32>,
    pub(super) exits: IdVec<FuncId, Option<Exit>>,
    /// The blocks with calls of a function.
    sites: IdVec<FuncId, BTreeSet<(FuncId, usize)>>,
    work: BTreeSet<(u32, usize)>,
    /// Instructions that may still be executed. A new value of a cell counts as one, and so do a few cells that are set or compared (`CELLS`).
    budget: u64,
    pub(super) scope: Scope,
    /// Do runs end where the program does not tell how they go on?
    stops_at_untold: bool,
}

/// What is looked at together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scope {
    Whole,
    /// Each function by itself: it may be called with anything, and calls may do anything that they may do. This is little work.
    Apart,
}

impl<'a> Solver<'a> {
    pub(super) fn new(
        transfer: Transfer<'a>,
        calls: &'a CallGraph,
        effects: &'a IdVec<FuncId, Effects>,
        layouts: &'a IdVec<FuncId, Option<Layout>>,
        constants: &'a Constants,
        (budget, scope): (u64, Scope),
    ) -> Self {
        let functions = layouts.len();
        let by_rank: Vec<FuncId> = calls.bottom_up().iter().flatten().copied().collect();
        let mut rank = IdVec::filled(0, functions);
        for (i, &func) in by_rank.iter().enumerate() {
            rank[func] = i as u32;
        }
        let (mut entries, mut growths) = (IdVec::new(), IdVec::new());
        for layout in layouts.values() {
            let blocks = layout.as_ref().map_or(0, |l| l.blocks.len());
            entries.push(vec![None; blocks]);
            growths.push(vec![0; blocks]);
        }
        Self {
            patience: patience(transfer.program, calls),
            transfer,
            calls,
            effects,
            layouts,
            constants,
            rank,
            by_rank,
            entries,
            growths,
            exits: IdVec::filled(None, functions),
            sites: IdVec::filled(BTreeSet::new(), functions),
            work: BTreeSet::new(),
            budget,
            scope,
            stops_at_untold: false,
        }
    }

    /// Follows runs no further than to where the program does not tell how they go on.
    pub(super) fn stop_at_untold(&mut self) {
        self.stops_at_untold = true;
    }

    /// Iterates upwards. False if the budget was used up before the end: then nothing is known.
    pub(super) fn up(&mut self) -> bool {
        let start = self.transfer.program.start;
        for (func, layout) in self.layouts.iter() {
            if let Some(layout) = layout.as_ref().filter(|_| func == start || self.scope == Scope::Apart) {
                let initial = if func == start { self.initial() } else { self.anything(func) };
                self.arrive(func, layout.entry, &initial);
            }
        }
        while let Some((rank, block)) = self.work.pop_first() {
            let func = self.by_rank[rank as usize];
            let Some(state) = self.entries[func][block].clone() else { continue };
            if !self.spend(func, block) {
                return false;
            }
            let Some(flows) = self.execute(func, block, state, &mut |solver, callee, state| solver.enter(callee, &state)) else {
                self.work.insert((rank, block));
                continue;
            };
            for flow in flows {
                match flow {
                    Flow::To(to, state) => {
                        self.arrive(func, to, &state);
                    }
                    Flow::Return(state, value) => self.leave(func, &state, value),
                }
            }
        }
        true
    }

    /// Takes what was done with cells off the budget.
    fn charge(&mut self, cost: Cost) {
        self.budget = self.budget.saturating_sub(cost.compared / CELLS + cost.grown);
    }

    fn spend(&mut self, func: FuncId, block: usize) -> bool {
        let cost = self.layouts[func].as_ref().map_or(1, |l| l.blocks[block].last.index() - l.blocks[block].first.index() + 1) as u64;
        let left = self.budget.checked_sub(cost);
        self.budget = left.unwrap_or(0);
        left.is_some()
    }

    /// What is known where the program starts: static variables are zero.
    pub(super) fn initial(&self) -> State {
        let Transfer { program, cells, reads } = self.transfer;
        let mut state = State::new(cells);
        for &cell in &self.effects[program.start].uses {
            state.set(cell, Some(Rc::new(Number::constant(0))).filter(|_| !cells.get(cell).is_shared), reads);
        }
        self.begin(&mut state, program.start);
        state
    }

    /// Variables of a function to which pointers may lead are 0 until they are declared: what does not exist takes nothing from what is known of others (`State`).
    fn begin(&self, state: &mut State, func: FuncId) {
        let Transfer { program, cells, reads } = self.transfer;
        for &cell in cells.in_memory().iter().filter(|&&cell| cells.belongs_to(program, cell, func) && !cells.get(cell).is_shared) {
            state.set(cell, Some(Rc::new(Number::constant(0))), reads);
        }
    }

    /// What a function may be called with.
    fn anything(&self, func: FuncId) -> State {
        let mut state = State::new(self.transfer.cells);
        self.begin(&mut state, func);
        let params = self.transfer.program.functions[func].params.iter().flat_map(|p| self.transfer.cells.of_symbol(p.symbol));
        for &cell in self.effects[func].uses.iter().chain(params) {
            self.transfer.set_any(&mut state, cell);
        }
        state
    }

    /// A state gets to a block. Is it new there?
    fn arrive(&mut self, func: FuncId, block: usize, state: &State) -> bool {
        let entry = &mut self.entries[func][block];
        let new = match entry {
            None => {
                *entry = Some(state.clone());
                true
            }
            Some(known) => {
                let Some(layout) = &self.layouts[func] else { return false };
                let is_entry = layout.entry == block;
                let patience = if is_entry { self.patience[func] } else { 0 };
                let changes = layout.changes[block].as_ref().filter(|_| !is_entry);
                let (growths, constants, cells) = (&mut self.growths[func][block], self.constants, self.transfer.cells);
                let n = if self.scope == Scope::Apart { growths.saturating_add(EXACT) } else { growths.saturating_sub(patience) };
                let may_grow = |cell: CellId| changes.is_none_or(|changes| changes.binary_search(&cell).is_ok());
                let mut cost = Cost::default();
                let new = match layout.blocks[block].is_head || is_entry {
                    true => known.join_by(state, &mut cost, &mut |cell, old, new| match may_grow(cell) {
                        true => widen(constants, n, cells.get(cell).kind, old, new),
                        false => old.join(new),
                    }),
                    false => known.join(state, &mut cost),
                };
                *growths += u32::from(new);
                self.charge(cost);
                new
            }
        };
        if new {
            self.work.insert((self.rank[func], block));
        }
        new
    }

    fn enter(&mut self, callee: FuncId, state: &State) -> bool {
        let Some(layout) = &self.layouts[callee] else { return false };
        self.arrive(callee, layout.entry, state)
    }

    fn leave(&mut self, func: FuncId, state: &State, value: Option<ExprId>) {
        if self.scope == Scope::Apart {
            return;
        }
        let exit = self.exit_of(func, state, value);
        let is_recursive = self.calls.is_recursive(func);
        let joined = match self.exits[func].take() {
            None => Some(exit),
            Some(mut known) => {
                let widened = is_recursive.then_some(known.growths);
                let changed = self.join_exits(func, &mut known, &exit, widened);
                known.growths += u32::from(changed);
                if !changed {
                    self.exits[func] = Some(known);
                    return;
                }
                Some(known)
            }
        };
        self.exits[func] = joined;
        for &(caller, block) in &self.sites[func] {
            self.work.insert((self.rank[caller], block));
        }
    }

    pub(super) fn exit_of(&self, func: FuncId, state: &State, value: Option<ExprId>) -> Exit {
        let values = self.effects[func].writes.iter().map(|&cell| state.value(cell, self.transfer.cells.get(cell).kind)).collect();
        let result = value.and_then(|value| self.transfer.evaluator().value(state, value));
        Exit { values, result, growths: 0 }
    }

    /// Joins what a function ends with; `widened`: it may grow without end, and has grown so often.
    pub(super) fn join_exits(&self, func: FuncId, known: &mut Exit, new: &Exit, widened: Option<u32>) -> bool {
        let join = |kind: Kind, old: &Number, new: &Number| match widened {
            Some(n) => widen(self.constants, n, kind, old, new),
            None => old.join(new),
        };
        let mut changed = false;
        for ((old, new), &cell) in known.values.iter_mut().zip(&new.values).zip(&self.effects[func].writes) {
            if !new.is_within(old) {
                *old = Rc::new(join(self.transfer.cells.get(cell).kind, old, new));
                changed = true;
            }
        }
        if let Some(old) = &known.result
            && !new.result.as_ref().is_some_and(|new| new.is_within(old))
        {
            let kind = self.result_kind(func);
            known.result = new.result.as_ref().zip(kind).map(|(new, kind)| Rc::new(join(kind, old, new)));
            changed = true;
        }
        changed
    }

    fn result_kind(&self, func: FuncId) -> Option<Kind> {
        let program = self.transfer.program;
        match program.types.get(program.functions[func].ty) {
            goto::Type::Function { ret, .. } => Kind::of(&program.types, *ret),
            _ => None,
        }
    }

    /// The guards that go one way only in the states that are known.
    pub(super) fn decided(&mut self) -> Vec<(FuncId, InstrId, bool)> {
        let program = self.transfer.program;
        let mut found = Vec::new();
        for (func, layout) in self.layouts.iter() {
            let (Some(layout), Some(body)) = (layout, &program.functions[func].body) else { continue };
            for (block, Block { last, .. }) in layout.blocks.iter().enumerate() {
                let (InstrKind::Goto { guard, target, .. }, Some(state)) = (&body[*last].kind, self.entries[func][block].clone()) else { continue };
                if constant_truth(&program.exprs, *guard).is_some() || *target == InstrId::new(last.index() + 1) {
                    continue;
                }
                let flows = self.execute(func, block, state, &mut |_, _, _| false).unwrap_or_default();
                if let [Flow::To(to, _)] = flows.as_slice() {
                    found.push((func, *last, layout.at(*target) == Some(*to)));
                }
            }
        }
        found
    }

    /// Executes a block. `None`: a function called has to be looked at first.
    pub(super) fn execute(
        &mut self,
        func: FuncId,
        block: usize,
        mut state: State,
        enter: &mut dyn FnMut(&mut Self, FuncId, State) -> bool,
    ) -> Option<Vec<Flow>> {
        let program = self.transfer.program;
        let (Some(body), Some(layout)) = (&program.functions[func].body, &self.layouts[func]) else { return Some(Vec::new()) };
        let layouts = self.layouts;
        let to = |target: InstrId, state: State| layouts[func].as_ref().and_then(|l| l.at(target)).map(|block| Flow::To(block, state));
        let (first, last) = (layout.blocks[block].first, layout.blocks[block].last);
        let mut flows = Vec::new();
        let mut at = first;
        loop {
            let next = InstrId::new(at.index() + 1);
            match &body[at].kind {
                InstrKind::Goto { guard, target, .. } => {
                    let evaluator = self.transfer.evaluator();
                    let mut taken = state.clone();
                    if evaluator.assume(&mut taken, *guard, true) {
                        flows.extend(to(*target, taken));
                    }
                    if !evaluator.assume(&mut state, *guard, false) {
                        break;
                    }
                }
                InstrKind::Call { result, callee, args } => match self.call((func, block), &state, *result, *callee, args, enter) {
                    Called::Back(after) => state = after,
                    Called::Nowhere => break,
                    Called::Wait => return None,
                },
                InstrKind::Return(value) => {
                    flows.push(Flow::Return(state, *value));
                    break;
                }
                InstrKind::Halt(_) => break,
                kind if self.stops_at_untold && kind.is_untold() => break,
                kind => {
                    if !self.transfer.instruction(&mut state, kind) {
                        break;
                    }
                }
            }
            if at == last {
                flows.extend(to(next, state));
                break;
            }
            at = next;
        }
        Some(flows)
    }

    pub(super) fn call(
        &mut self,
        site: (FuncId, usize),
        state: &State,
        result: Option<ExprId>,
        callee: Callee,
        args: &[ExprId],
        enter: &mut dyn FnMut(&mut Self, FuncId, State) -> bool,
    ) -> Called {
        let program = self.transfer.program;
        if matches!(callee, Callee::Direct(f) if program.functions[f].noreturn && self.layouts[f].is_none()) {
            return Called::Nowhere;
        }
        let targets = self.calls.targets(program, callee);
        let mut wait = false;
        let (layouts, whole) = (self.layouts, self.scope == Scope::Whole);
        for &target in targets.iter().filter(|&&f| layouts[f].is_some() && whole) {
            let entry = self.arguments(state, target, args);
            self.charge(Cost { compared: self.effects[target].uses.len() as u64, grown: 0 });
            let new = enter(self, target, entry);
            wait |= new && self.rank[target] < self.rank[site.0] && !self.calls.same_component(target, site.0);
            self.sites[target].insert(site);
        }
        if wait {
            return Called::Wait;
        }
        let mut after: Option<State> = None;
        for &target in &targets {
            let Some(back) = self.after_call(state, target, result) else { continue };
            let Effects { writes, writes_memory, .. } = &self.effects[target];
            let in_memory = if *writes_memory { self.transfer.cells.in_memory().len() } else { 0 };
            self.charge(Cost { compared: (writes.len() + in_memory) as u64, grown: 0 });
            match &mut after {
                None => after = Some(back),
                Some(after) => {
                    let mut cost = Cost::default();
                    after.join(&back, &mut cost);
                    self.charge(cost);
                }
            }
        }
        after.map_or(Called::Nowhere, Called::Back)
    }

    /// What a function starts with that is called here.
    fn arguments(&self, state: &State, target: FuncId, args: &[ExprId]) -> State {
        let Transfer { program, cells, reads } = self.transfer;
        let mut entry = State::new(cells);
        for &cell in &self.effects[target].uses {
            entry.set(cell, state.get(cell).cloned(), reads);
        }
        self.begin(&mut entry, target);
        for (i, param) in program.functions[target].params.iter().enumerate() {
            let same_type = |arg: &&ExprId| program.exprs.ty(**arg) == program.symbols[param.symbol].ty;
            let value = args.get(i).filter(same_type).and_then(|&arg| self.transfer.evaluator().value(state, arg));
            for &cell in cells.of_symbol(param.symbol) {
                let known = value.clone().filter(|_| cells.get(cell).path.is_empty());
                match known.filter(|_| !cells.get(cell).is_shared) {
                    Some(value) => entry.set(cell, Some(value), reads),
                    None => self.transfer.set_any(&mut entry, cell),
                }
            }
        }
        entry
    }

    /// What is known when a call is over. `None`: the function does not return, as far as is known.
    fn after_call(&self, state: &State, target: FuncId, result: Option<ExprId>) -> Option<State> {
        let Transfer { program, cells, reads } = self.transfer;
        let mut after = state.clone();
        after.forget_seen();
        let mut value = None;
        if self.scope == Scope::Apart {
            for &cell in &self.effects[target].writes {
                self.transfer.set_any(&mut after, cell);
            }
        } else if self.layouts[target].is_some() {
            let exit = self.exits[target].as_ref()?;
            for (&cell, value) in self.effects[target].writes.iter().zip(&exit.values) {
                after.set(cell, Some(value.clone()).filter(|_| !cells.get(cell).is_shared), reads);
            }
            value = exit.result.clone();
        } else if self.effects[target].writes_memory {
            for &cell in cells.in_memory().iter().filter(|&&cell| after.get(cell).is_some()).collect::<Vec<_>>() {
                self.transfer.set_any(&mut after, cell);
            }
        }
        if let Some(place) = result {
            let returned = match program.types.get(program.functions[target].ty) {
                goto::Type::Function { ret, .. } => Some(*ret),
                _ => None,
            };
            let value = value.filter(|_| returned == Some(program.exprs.ty(place)));
            self.transfer.store(&mut after, place, value);
        }
        Some(after)
    }
}

fn patience(program: &Program, calls: &CallGraph) -> IdVec<FuncId, u32> {
    let mut patience = IdVec::filled(4, program.functions.len());
    for site in calls.sites() {
        for target in calls.targets(program, site.callee) {
            patience[target] += 2;
        }
    }
    for func in program.functions.ids().filter(|&f| calls.is_recursive(f)) {
        patience[func] = 0;
    }
    patience
}
