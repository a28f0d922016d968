//! What may hold of variables that threads share whenever others may look at them: proposals, of which those are kept that no thread breaks.

use super::interference::Interference;
use goto::{BinOp, ExprId, ExprKind, IdVec, Program, SymbolId, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fact {
    AtLeast(SymbolId, i128),
    AtMost(SymbolId, i128),
    /// Of two variables that are changed together.
    Equal(SymbolId, SymbolId),
    LessOrEqual(SymbolId, SymbolId),
}

impl Fact {
    /// One of the variables that it is about.
    pub(super) fn variable(self) -> SymbolId {
        match self {
            Fact::AtLeast(symbol, _) | Fact::AtMost(symbol, _) | Fact::Equal(symbol, _) | Fact::LessOrEqual(symbol, _) => symbol,
        }
    }

    /// As a person reads it.
    pub fn text(self, program: &Program) -> String {
        let name = |symbol: SymbolId| &program.symbols[symbol].name;
        match self {
            Fact::AtLeast(symbol, least) => format!("{} >= {least}", name(symbol)),
            Fact::AtMost(symbol, most) => format!("{} <= {most}", name(symbol)),
            Fact::Equal(a, b) => format!("{} == {}", name(a), name(b)),
            Fact::LessOrEqual(a, b) => format!("{} <= {}", name(a), name(b)),
        }
    }

    /// Those that it is about; one counts twice if it is the only one.
    pub fn variables(self) -> [SymbolId; 2] {
        match self {
            Fact::AtLeast(symbol, _) | Fact::AtMost(symbol, _) => [symbol, symbol],
            Fact::Equal(a, b) | Fact::LessOrEqual(a, b) => [a, b],
        }
    }

    pub(super) fn condition(self, program: &mut Program) -> ExprId {
        let ty = program.symbols[self.variable()].ty;
        let mut build = program.build();
        match self {
            Fact::AtLeast(symbol, value) => {
                let (place, value) = (build.var(symbol, ty), build.constant(ty, value));
                build.binary(BinOp::Le, value, place)
            }
            Fact::AtMost(symbol, value) => {
                let (place, value) = (build.var(symbol, ty), build.constant(ty, value));
                build.binary(BinOp::Le, place, value)
            }
            Fact::Equal(a, b) | Fact::LessOrEqual(a, b) => {
                let (a, b) = (build.var(a, ty), build.var(b, ty));
                build.binary(if matches!(self, Fact::Equal(..)) { BinOp::Eq } else { BinOp::Le }, a, b)
            }
        }
    }
}

/// Facts that are not known to allow any values at all. They may be kept by all threads only because nobody ever shows the variables to anybody, and where they are taken
/// to hold nothing would happen any more. Facts about several variables count as possible if one value of all of them makes them true.
pub fn contradictory(facts: &[Fact]) -> FxHashSet<Fact> {
    let mut parts: BTreeMap<SymbolId, SymbolId> = facts.iter().flat_map(|fact| fact.variables()).map(|symbol| (symbol, symbol)).collect();
    for fact in facts {
        let [a, b] = fact.variables();
        let (a, b) = (parts[&a], parts[&b]);
        parts.values_mut().filter(|part| **part == b).for_each(|part| *part = a);
    }
    let mut bounds: BTreeMap<SymbolId, (i128, i128)> = BTreeMap::new();
    for fact in facts {
        let (least, most) = bounds.entry(parts[&fact.variable()]).or_insert((i128::MIN, i128::MAX));
        match *fact {
            Fact::AtLeast(_, value) => *least = (*least).max(value),
            Fact::AtMost(_, value) => *most = (*most).min(value),
            Fact::Equal(..) | Fact::LessOrEqual(..) => {}
        }
    }
    let is_impossible = |fact: &Fact| bounds.get(&parts[&fact.variable()]).is_some_and(|(least, most)| least > most);
    facts.iter().copied().filter(is_impossible).collect()
}

/// Variables that others change and see together, so that facts may be about several of them.
pub(super) struct Groups {
    members: Vec<Vec<SymbolId>>,
    of: FxHashMap<SymbolId, usize>,
}

/// Variables of a group.
const MOST_TOGETHER: usize = 6;
/// Constants of the text that facts are made with.
const MOST_CONSTANTS: usize = 12;

impl Groups {
    /// Those that are never accessed where others may change them, and whose standing is the same everywhere.
    pub(super) fn of_guarded(program: &Program, interference: &Interference) -> Self {
        let mut places: Vec<_> = interference.places().collect();
        places.sort_by_key(|&(place, _)| place);
        let is_guarded = |symbol: SymbolId| {
            places.iter().all(|(place, standing)| {
                let reads = interference.reads.get(place).is_some_and(|reads| reads.contains(&symbol));
                let writes = interference.writes.get(place).is_some_and(|writes| writes.contains(&symbol));
                !(reads || writes) || !standing.visible.contains(&symbol)
            })
        };
        let mut alike: BTreeMap<Vec<u8>, Vec<SymbolId>> = BTreeMap::new();
        let mut groups = Self { members: Vec::new(), of: FxHashMap::default() };
        for &symbol in &interference.variables {
            if is_number(program, interference, symbol) && is_guarded(symbol) {
                let standing =
                    |(_, s): &(_, &super::interference::Standing)| u8::from(s.unstable.contains(&symbol)) + 2 * u8::from(s.visible.contains(&symbol));
                alike.entry(places.iter().map(standing).collect()).or_default().push(symbol);
            } else {
                groups.push(vec![symbol]);
            }
        }
        for symbols in alike.into_values() {
            symbols.chunks(MOST_TOGETHER).for_each(|chunk| groups.push(chunk.to_vec()));
        }
        groups
    }

    fn push(&mut self, members: Vec<SymbolId>) {
        members.iter().for_each(|&symbol| _ = self.of.insert(symbol, self.members.len()));
        self.members.push(members);
    }

    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    /// The group of a shared variable.
    pub(super) fn of(&self, symbol: SymbolId) -> usize {
        self.of[&symbol]
    }

    pub(super) fn members(&self, group: usize) -> &[SymbolId] {
        &self.members[group]
    }

    /// All that is worth a try.
    pub(super) fn proposals(&self, program: &Program, interference: &Interference) -> Vec<Fact> {
        let constants = constants(program);
        let mut facts = Vec::new();
        for members in &self.members {
            let is_seen = |symbol: SymbolId| interference.places().any(|(_, standing)| standing.visible.contains(&symbol));
            let numbers: Vec<SymbolId> = members.iter().copied().filter(|&symbol| is_number(program, interference, symbol) && is_seen(symbol)).collect();
            for &symbol in &numbers {
                let Type::Int { bits, signed } = *program.types.get(program.symbols[symbol].ty) else { continue };
                for &value in constants.iter().filter(|&&value| fits(value, bits, signed)) {
                    facts.extend([Fact::AtLeast(symbol, value), Fact::AtMost(symbol, value)]);
                }
            }
            for (i, &a) in numbers.iter().enumerate() {
                for &b in numbers[i + 1..].iter().filter(|&&b| program.symbols[a].ty == program.symbols[b].ty) {
                    facts.extend([Fact::Equal(a, b), Fact::LessOrEqual(a, b), Fact::LessOrEqual(b, a)]);
                }
            }
        }
        facts
    }
}

fn fits(value: i128, bits: u16, signed: bool) -> bool {
    let (least, most) = if signed { (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1) } else { (0, (1_i128 << bits.min(120)) - 1) };
    // The least and the greatest value say nothing.
    least <= value && value <= most
}

/// A number of which no part is accessed alone.
fn is_number(program: &Program, interference: &Interference, symbol: SymbolId) -> bool {
    let is_int = matches!(program.types.get(program.symbols[symbol].ty), Type::Int { bits, .. } if *bits <= 64);
    is_int && !interference.in_parts.contains(&symbol)
}

/// Constants of the program's own functions, the small ones first.
fn constants(program: &Program) -> Vec<i128> {
    let mut found = BTreeSet::from([0, 1]);
    let functions: &IdVec<_, _> = &program.functions;
    let mut seen = FxHashSet::default();
    for instruction in functions.values().filter(|f| !f.model).flat_map(|f| f.body.iter()).flat_map(|body| body.values()) {
        instruction.kind.expressions(|e, _| {
            program.exprs.walk(e, &mut seen, &mut |e, kind| {
                if let (ExprKind::Const(bits), Type::Int { signed, .. }) = (kind, program.types.get(program.exprs.ty(e))) {
                    found.insert(bits.to_i128(*signed));
                }
            });
        });
    }
    let mut constants: Vec<i128> = found.into_iter().collect();
    constants.sort_by_key(|value| value.unsigned_abs());
    constants.truncate(MOST_CONSTANTS);
    constants
}
