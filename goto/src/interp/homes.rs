//! Decides which variables may live in registers: scalars whose address is never taken and, for local ones, which are written before every read.
//! The others get objects in memory, which know what was written.

use super::value::Scalar;
use crate::expr::{ExprId, ExprKind};
use crate::index::{Id, IdVec};
use crate::program::{Body, Callee, HavocKind, InstrId, InstrKind, Program, Storage, SymbolId};
use base::IdSet;
use rustc_hash::{FxHashMap, FxHashSet};

crate::define_id!(
    /// A local variable that might live in a register.
    CandidateId, "v");

/// Beyond this many variables times blocks the analysis of a function is not worth its memory: its variables live in objects.
const MOST_FACTS: usize = 64 * (8 << 20);

/// Facts about all variables of a program.
pub(super) struct Variables {
    /// Those that pointers may reach, and what an object in memory is needed for otherwise.
    in_memory: IdVec<SymbolId, bool>,
}

impl Variables {
    pub(super) fn of(program: &Program) -> Self {
        let mut in_memory = IdVec::filled(false, program.symbols.len());
        for index in 0..program.exprs.len() {
            if let ExprKind::AddressOf(place) = program.exprs.kind(ExprId::new(index))
                && let Some(symbol) = root(program, place)
            {
                in_memory[symbol] = true;
            }
        }
        for instruction in program.functions.values().flat_map(|f| &f.body).flat_map(|body| body.values()) {
            // An object in memory knows that it has no value, until somebody asks.
            if let InstrKind::Havoc { lhs, kind: HavocKind::Any } = instruction.kind
                && let Some(symbol) = root(program, lhs).filter(|&symbol| program.symbols[symbol].storage == Storage::Static)
            {
                in_memory[symbol] = true;
            }
        }
        if !program.constants.is_empty() {
            // A store into a constant by its name, through a pointer that turned out to be its address, is found where memory is written.
            for (_, function) in program.functions.iter().filter(|(id, _)| *id != program.start) {
                for instruction in function.body.iter().flat_map(|body| body.values()) {
                    expressions(&instruction.kind, |e, written| {
                        if let Some(symbol) = root(program, e).filter(|symbol| written && program.constants.contains(symbol)) {
                            in_memory[symbol] = true;
                        }
                    });
                }
            }
        }
        Self { in_memory }
    }

    /// The type of a variable that no pointer can reach.
    pub(super) fn private_scalar(&self, program: &Program, symbol: SymbolId) -> Option<Scalar> {
        if self.in_memory[symbol] { None } else { Scalar::of(&program.types, program.symbols[symbol].ty) }
    }

    /// The local variables that a body uses, and whether each may live in a register.
    pub(super) fn locals(&self, program: &Program, body: &Body) -> Vec<(SymbolId, bool)> {
        let used = used_variables(program, body);
        let mut locals: Vec<(SymbolId, bool)> = Vec::new();
        let mut candidates = FxHashMap::default();
        for symbol in used {
            match program.symbols[symbol].storage {
                Storage::Static => continue,
                Storage::Parameter(_) => {}
                Storage::Local(_) | Storage::Temporary(_) => {
                    if self.private_scalar(program, symbol).is_some() {
                        candidates.insert(symbol, CandidateId::new(candidates.len()));
                    }
                }
            }
            locals.push((symbol, self.private_scalar(program, symbol).is_some()));
        }
        let unsafe_reads = read_before_write(program, body, &candidates);
        for (symbol, register) in &mut locals {
            *register &= candidates.get(symbol).is_none_or(|&c| !unsafe_reads.contains(c));
        }
        locals
    }
}

/// The variable that a place is part of.
pub(super) fn root(program: &Program, mut place: ExprId) -> Option<SymbolId> {
    loop {
        match program.exprs.kind(place) {
            ExprKind::Var(symbol) => return Some(symbol),
            ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => place = base,
            _ => return None,
        }
    }
}

/// Calls `visit` for the expressions of an instruction; `true` for a place that is written.
pub(super) fn expressions(kind: &InstrKind, mut visit: impl FnMut(ExprId, bool)) {
    match kind {
        InstrKind::Skip
        | InstrKind::Mark(_)
        | InstrKind::Decl(_)
        | InstrKind::Dead(_)
        | InstrKind::Halt(_)
        | InstrKind::Unsupported(_)
        | InstrKind::Limit(_)
        | InstrKind::Beyond(_)
        | InstrKind::Unfollowed(_) => {}
        InstrKind::Assign { lhs, rhs } => {
            visit(*rhs, false);
            visit(*lhs, true);
        }
        InstrKind::Goto { guard: e, .. } | InstrKind::Assume(e) | InstrKind::Free(e) | InstrKind::Release(e) => visit(*e, false),
        InstrKind::Assert { cond, .. } | InstrKind::Cover { cond, .. } => visit(*cond, false),
        InstrKind::Call { result, callee, args } => {
            if let Callee::Indirect(e) = callee {
                visit(*e, false);
            }
            args.iter().for_each(|a| visit(*a, false));
            result.iter().for_each(|r| visit(*r, true));
        }
        InstrKind::Return(value) => value.iter().for_each(|v| visit(*v, false)),
        InstrKind::Havoc { lhs, kind } => {
            kind.pointer().into_iter().for_each(|e| visit(e, false));
            visit(*lhs, true);
        }
        InstrKind::Input { lhs, .. } => visit(*lhs, true),
        InstrKind::Allocate { result, size, .. } => {
            visit(*size, false);
            visit(*result, true);
        }
        InstrKind::MemCopy { dst, src, size } => [dst, src, size].into_iter().for_each(|e| visit(*e, false)),
        InstrKind::MemSet { dst, value, size } => [dst, value, size].into_iter().for_each(|e| visit(*e, false)),
        InstrKind::Find { result, start: a, value: b, limit, .. } | InstrKind::Compare { result, a, b, limit, .. } => {
            [a, b].into_iter().chain(limit).for_each(|e| visit(*e, false));
            visit(*result, true);
        }
    }
}

/// Calls `found` for every variable in an expression that is not in `seen` yet.
fn variables(program: &Program, e: ExprId, seen: &mut FxHashSet<ExprId>, mut found: impl FnMut(SymbolId)) {
    let mut todo = vec![e];
    while let Some(e) = todo.pop() {
        if !seen.insert(e) {
            continue;
        }
        match program.exprs.kind(e) {
            ExprKind::Var(symbol) => found(symbol),
            _ => program.exprs.operands(e, |o| todo.push(o)),
        }
    }
}

/// All variables that a body names, each once, in the order of their first use.
fn used_variables(program: &Program, body: &Body) -> Vec<SymbolId> {
    let (mut seen, mut names, mut used) = (FxHashSet::default(), FxHashSet::default(), Vec::new());
    let mut add = |symbol| {
        if names.insert(symbol) {
            used.push(symbol);
        }
    };
    for instruction in body.values() {
        match instruction.kind {
            InstrKind::Decl(symbol) | InstrKind::Dead(symbol) => add(symbol),
            ref kind => expressions(kind, |e, _| variables(program, e, &mut seen, &mut add)),
        }
    }
    used
}

/// What an instruction does to the candidates, in order: reads, then a write or the loss of the value.
#[derive(Default)]
struct Effect {
    reads: Vec<CandidateId>,
    writes: Option<CandidateId>,
    loses: Option<CandidateId>,
}

fn effect(program: &Program, kind: &InstrKind, candidates: &FxHashMap<SymbolId, CandidateId>) -> Effect {
    let mut effect = Effect::default();
    if let InstrKind::Decl(symbol) | InstrKind::Dead(symbol) = kind {
        effect.loses = candidates.get(symbol).copied();
    }
    let mut seen = FxHashSet::default();
    let Effect { reads, writes, .. } = &mut effect;
    expressions(kind, |e, written| match program.exprs.kind(e) {
        ExprKind::Var(symbol) if written => *writes = candidates.get(&symbol).copied(),
        _ => variables(program, e, &mut seen, |symbol| reads.extend(candidates.get(&symbol))),
    });
    effect
}

/// The candidates of which some read may meet a value that was never written. A forward analysis over basic blocks.
fn read_before_write(program: &Program, body: &Body, candidates: &FxHashMap<SymbolId, CandidateId>) -> IdSet<CandidateId> {
    if candidates.is_empty() {
        return IdSet::new();
    }
    let leaders = leaders(body);
    let blocks: Vec<usize> = (0..body.len()).filter(|&i| leaders[i]).collect();
    if blocks.len() * candidates.len() > MOST_FACTS {
        return IdSet::first(candidates.len());
    }
    let mut block_of = vec![0; body.len()];
    for (number, &first) in blocks.iter().enumerate() {
        block_of[first] = number;
    }
    let effects: Vec<Effect> = body.values().map(|i| effect(program, &i.kind, candidates)).collect();
    let mut bad = IdSet::new();
    // The candidates that may be unwritten when a block starts.
    let mut states: Vec<Option<IdSet<CandidateId>>> = vec![None; blocks.len()];
    states[0] = Some(IdSet::first(candidates.len()));
    let mut todo = vec![0];
    while let Some(block) = todo.pop() {
        let Some(mut state) = states[block].clone() else { continue };
        let end = blocks.get(block + 1).copied().unwrap_or(body.len());
        for effect in &effects[blocks[block]..end] {
            bad.extend(effect.reads.iter().copied().filter(|&c| state.contains(c)));
            if let Some(c) = effect.writes {
                state.remove(c);
            }
            if let Some(c) = effect.loses {
                state.insert(c);
            }
        }
        successors(program, body, end - 1, |next| {
            let next = block_of[next];
            if merge(&mut states[next], &state) {
                todo.push(next);
            }
        });
    }
    bad
}

fn merge(into: &mut Option<IdSet<CandidateId>>, state: &IdSet<CandidateId>) -> bool {
    match into {
        Some(old) => old.add(state),
        None => {
            *into = Some(state.clone());
            true
        }
    }
}

/// Calls `visit` with the positions that control may reach from an instruction.
fn successors(program: &Program, body: &Body, at: usize, mut visit: impl FnMut(usize)) {
    let mut falls_through = true;
    match body[InstrId::new(at)].kind {
        InstrKind::Goto { guard, target, .. } => {
            falls_through = program.exprs.as_const(guard).is_none_or(|b| !b.is_true());
            if target.index() < body.len() {
                visit(target.index());
            }
        }
        InstrKind::Return(_) | InstrKind::Halt(_) | InstrKind::Unsupported(_) | InstrKind::Limit(_) | InstrKind::Beyond(_) => falls_through = false,
        _ => {}
    }
    if falls_through && at + 1 < body.len() {
        visit(at + 1);
    }
}

/// The instructions that start a basic block.
pub(super) fn leaders(body: &Body) -> Vec<bool> {
    let mut leaders = vec![false; body.len()];
    let mut mark = |i: usize| {
        if let Some(leader) = leaders.get_mut(i) {
            *leader = true;
        }
    };
    mark(0);
    for (i, instruction) in body.iter() {
        match instruction.kind {
            InstrKind::Goto { target, .. } => {
                mark(target.index());
                mark(i.index() + 1);
            }
            InstrKind::Return(_) | InstrKind::Halt(_) | InstrKind::Unsupported(_) | InstrKind::Limit(_) | InstrKind::Beyond(_) => mark(i.index() + 1),
            _ => {}
        }
    }
    leaders
}
