//! What threads keep, as invariants at places of threads. Of what may be broken within the sections of a mutex it is said that somebody has the mutex or that it holds, by a
//! ghost variable that changes with the calls that take the mutex and give it back. That needs all of these calls to be statements which name the mutex; else it is not told.

use super::model::{Content, GhostUpdate, GhostVariable, Ghosts, Invariant, Metadata, WitnessPlace};
use super::{proof, run};
use engine::threads::{Fact, Kept};
use goto::outline::{Outline, Point, PointKind};
use goto::reach::within_reach;
use goto::{Callee, ExprId, ExprKind, FuncId, Id, InstrId, InstrKind, Instruction, Location, Program, SymbolId};
use rustc_hash::FxHashSet;

/// Functions that take a mutex and give it back, as models of the library name them, with whether somebody has it then.
const CALLS: [(&str, i32); 4] = [("__model_pthread_mutex_lock", 1), ("__model_pthread_mutex_unlock", 0), ("__model_mtx_lock", 1), ("__model_mtx_unlock", 0)];

/// An invariant, and how it is known whether it holds.
#[derive(Clone, Debug)]
pub struct Told {
    /// Holds unless somebody has the mutex.
    pub invariant: Invariant,
    guard: Option<Guard>,
}

/// A mutex as a witness sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Guard {
    variable: String,
    updates: Vec<GhostUpdate>,
}

/// All that can be told.
pub fn tell(program: &Program, outline: &Outline, metadata: &Metadata, kept: &[Kept]) -> Vec<Told> {
    let places = Places { program, outline, metadata };
    let mut told = Vec::new();
    for Kept { fact, guard, places: proved } in kept {
        let guard = match guard {
            None => None,
            Some(mutex) => match places.guard(*mutex) {
                Some(guard) => Some(guard),
                None => continue,
            },
        };
        let Some(value) = text(program, *fact) else { continue };
        for (function, place) in places.first_ones(proved) {
            if fact.variables().iter().all(|&variable| proof::name(program, function, variable).is_some()) {
                let invariant = Invariant { of_loop: false, place, value: value.clone(), line: None };
                told.push(Told { invariant, guard: guard.clone() });
            }
        }
    }
    told
}

/// The invariants with their ghosts.
pub fn content(told: Vec<Told>) -> Content {
    let (mut invariants, mut ghosts) = (Vec::new(), Ghosts::default());
    for Told { mut invariant, guard } in told {
        if let Some(Guard { variable, updates }) = guard {
            invariant.value = format!("{variable} == 1 || {}", invariant.value);
            if ghosts.variables.iter().all(|known| known.name != variable) {
                ghosts.variables.push(GhostVariable { name: variable, initial: 0 });
                ghosts.updates.extend(updates);
            }
        }
        invariants.push(invariant);
    }
    Content::Correctness { invariants, contracts: Vec::new(), ghosts }
}

/// The fact in C; `None` if a number in it has no decimal form of a signed type.
fn text(program: &Program, fact: Fact) -> Option<String> {
    match fact {
        Fact::AtLeast(_, value) | Fact::AtMost(_, value) if i64::try_from(value).is_err() || value == i128::from(i64::MIN) => None,
        _ => Some(fact.text(program)),
    }
}

struct Places<'a> {
    program: &'a Program,
    outline: &'a Outline,
    metadata: &'a Metadata,
}

impl Places<'_> {
    /// The statement that begins where the instruction stands.
    fn statement(&self, loc: Location) -> Option<&Point> {
        let at = proof::spot(self.program, self.outline, loc)?;
        self.outline.points.iter().find(|point| matches!(&point.kind, PointKind::Statement { spot, .. } if *spot == at))
    }

    /// The first place of each function before a statement, and those before a mutex is taken.
    fn first_ones(&self, proved: &[(FuncId, InstrId)]) -> Vec<(FuncId, WitnessPlace)> {
        let mut found: Vec<(FuncId, WitnessPlace)> = Vec::new();
        for &(function, at) in proved {
            let Some(body) = &self.program.functions[function].body else { continue };
            let loc = body[at].loc;
            // Within a statement it need not hold any more.
            let is_inside = (0..at.index()).any(|earlier| body[InstrId::new(earlier)].loc == loc);
            let is_first = found.last().is_none_or(|(last, _)| *last != function);
            let takes = || body.values().any(|instruction| instruction.loc == loc && self.taken(instruction) == Some(1));
            if !is_inside
                && (is_first || takes())
                && let Some(point) = self.statement(loc)
            {
                found.push((function, run::place(self.metadata, point)));
            }
        }
        found
    }

    /// For a call that takes a mutex or gives it back, whether somebody has it then.
    fn taken(&self, instruction: &Instruction) -> Option<i32> {
        let InstrKind::Call { callee: Callee::Direct(callee), .. } = &instruction.kind else { return None };
        let name = &self.program.functions[*callee].name;
        CALLS.iter().find(|(call, _)| call == name).map(|&(_, taken)| taken)
    }

    /// The mutex, if nothing is done with it but to take it and give it back by its name.
    fn guard(&self, mutex: SymbolId) -> Option<Guard> {
        let program = self.program;
        let name = &program.symbols[mutex].name;
        let is_free = |variable: &String| program.symbols.values().all(|symbol| symbol.name != *variable);
        let variable = (0..).map(|n| if n == 0 { format!("{name}_locked") } else { format!("{name}_locked_{n}") }).find(is_free)?;
        let runs = within_reach(program);
        let mut updates = Vec::new();
        for (id, function) in program.functions.iter().filter(|(id, _)| runs[*id]) {
            for instruction in function.body.iter().flat_map(|body| body.values()) {
                if !self.mentions(&instruction.kind, mutex) || id == program.start && self.initialises(&instruction.kind, mutex) {
                    continue;
                }
                let InstrKind::Call { args, .. } = &instruction.kind else { return None };
                let value = self.taken(instruction).filter(|_| args.first().is_some_and(|&pointer| self.is_address(pointer, mutex)))?;
                let place = run::place(self.metadata, self.statement(instruction.loc)?);
                updates.push(GhostUpdate { place, variable: variable.clone(), value });
            }
        }
        Some(Guard { variable, updates })
    }

    fn mentions(&self, instruction: &InstrKind, symbol: SymbolId) -> bool {
        let mut found = false;
        instruction.expressions(|e, _| found |= self.is_within(e, symbol));
        found
    }

    fn is_within(&self, e: ExprId, symbol: SymbolId) -> bool {
        let mut found = false;
        self.program.exprs.walk(e, &mut FxHashSet::default(), &mut |_, kind| found |= kind == ExprKind::Var(symbol));
        found
    }

    /// Does it write to the variable, and leave its address nowhere?
    fn initialises(&self, instruction: &InstrKind, symbol: SymbolId) -> bool {
        let exprs = &self.program.exprs;
        match *instruction {
            InstrKind::Decl(_) => true,
            InstrKind::Assign { lhs, rhs } => exprs.kind(exprs.root(lhs)) == ExprKind::Var(symbol) && !self.is_within(rhs, symbol),
            _ => false,
        }
    }

    /// The address of the variable, whatever its type is said to be.
    fn is_address(&self, mut pointer: ExprId, symbol: SymbolId) -> bool {
        let exprs = &self.program.exprs;
        while let ExprKind::Cast(inner) = exprs.kind(pointer) {
            pointer = inner;
        }
        matches!(exprs.kind(pointer), ExprKind::AddressOf(place) if exprs.kind(place) == ExprKind::Var(symbol))
    }
}
