//! The control states of a loop, with everything of its variables that matters and nothing else: executions on abstract values from the start and from each state that
//! the head of the loop is met in. What a state needs, of all that is known of it, is what decisions of its iteration depend on, and what its successors
//! need; a state that agrees with another one on what that one needs is not looked at again. A state machine with many variables, most of which hold old
//! values, so has as many states as it can be told to be in.
//!
//! Lazy abstraction with coverings that are undone when more is needed (McMillan, "Lazy Abstraction with Interpolants", CAV 2006), where interpolants are
//! values of variables (Beyer, Loewe, "Explicit-State Software Model Checking Based on CEGAR and Interpolation", FASE 2013) and ranges of those that are compared.
//!
//! What comes out is a proposal. It follows neither memory that is allocated nor recursion, and says so.
//!
//! | module | what |
//! |---|---|
//! | `slots` | the scalars of variables |
//! | `needs`, `value` | values and what they depend on |
//! | `evaluate`, `execute` | executions |
//! | `head` | the loop |
//! | `flows` | which values flow where |
//! | `widen` | which values of a variable the program tells apart |
//! | `kept` | what of a value is kept at the head |
//! | `classes` | values of inputs that an iteration treats alike |
//! | `contents` | what one coordinate holds in the states, numbered |
//! | `states`, `finder` | the states, and what covers what |
//! | `exploration` | the search for them, which can be interrupted |
//! | [`iterations`] | programs that execute single iterations, to show that these are all states |

mod classes;
mod contents;
mod evaluate;
mod execute;
mod exploration;
mod finder;
mod flows;
mod head;
pub mod iterations;
mod kept;
mod needs;
mod slots;
mod states;
mod value;
mod widen;

pub use classes::InputClasses;
pub use execute::Refusal;
pub use exploration::Exploration;
pub use widen::Precision;

use goto::visit::Role;
use goto::{Callee, ExprKind, FuncId, GoalId, Id, IdSet, InstrId, InstrKind, Program, PropertyId, Storage, SymbolId};
use rustc_hash::FxHashSet;

/// The states of one head.
#[derive(Clone, Debug)]
pub struct ControlGraph {
    pub function: FuncId,
    /// The target of backward jumps.
    pub head: InstrId,
    pub states: Vec<ControlState>,
    /// The states in which the head is met first.
    pub first: Vec<usize>,
    /// Where the pointers among the variables lead, in all states: addresses, or zero.
    pub pointers: Vec<KnownPointer>,
    /// Which inputs an iteration treats alike, if it reads one once.
    pub input: Option<InputClasses>,
    /// The goals that executions may reach, and the properties that they may violate, as far as these states tell.
    pub met_goals: IdSet<GoalId>,
    pub met_violations: IdSet<PropertyId>,
}

/// The values of a pointer that is so many bytes into a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownPointer {
    pub symbol: SymbolId,
    pub offset: u64,
    pub values: Vec<KnownValue>,
}

/// A set of states at the head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ControlState {
    /// All of this holds, on which decisions of an iteration depend.
    pub decisive: Vec<Known>,
    /// And this, which later iterations need.
    pub kept: Vec<Known>,
    /// Where an iteration leads.
    pub next: Vec<usize>,
}

/// What is known of a scalar: a part so many bytes into a variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Known {
    pub symbol: SymbolId,
    pub offset: u64,
    pub value: KnownValue,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum KnownValue {
    /// From a least to a greatest one.
    Between(i128, i128),
    /// The address so many bytes into a variable.
    Address(SymbolId, u64),
    /// What the scalar of the same type so many bytes into a variable holds, and so much more, modulo the size of the type.
    Beyond(SymbolId, u64, i128),
}

/// The variables in which states at the head of a loop of this function may differ, as long as nothing is allocated: the static ones and its own, if something but the start
/// writes there.
pub fn written_variables(program: &Program, entry: FuncId) -> Vec<SymbolId> {
    let (mut written, mut in_memory) = (FxHashSet::default(), false);
    for (_, function) in program.functions.iter().filter(|(id, _)| *id != program.start) {
        for instruction in function.body.iter().flat_map(|body| body.values()) {
            in_memory |= match &instruction.kind {
                InstrKind::MemCopy { .. } | InstrKind::MemSet { .. } => true,
                // What has no body may write where its arguments lead.
                InstrKind::Call { callee: Callee::Direct(callee), .. } => program.functions[*callee].body.is_none(),
                InstrKind::Call { .. } => true,
                _ => false,
            };
            instruction.kind.expressions(|e, role| {
                if role == Role::Write {
                    match program.exprs.kind(program.exprs.root(e)) {
                        ExprKind::Var(symbol) => _ = written.insert(symbol),
                        _ => in_memory = true,
                    }
                }
            });
        }
    }
    if in_memory {
        for expr in (0..program.exprs.len()).map(Id::new) {
            if let ExprKind::AddressOf(place) = program.exprs.kind(expr)
                && let ExprKind::Var(symbol) = program.exprs.kind(program.exprs.root(place))
            {
                written.insert(symbol);
            }
        }
    }
    let lives = |symbol: SymbolId| match program.symbols[symbol].storage {
        Storage::Static => true,
        Storage::Local(function) | Storage::Parameter(function) | Storage::Temporary(function) => function == entry,
    };
    let mut written: Vec<SymbolId> = written.into_iter().filter(|&symbol| lives(symbol)).collect();
    written.sort_unstable();
    written
}

#[cfg(test)]
mod tests;
