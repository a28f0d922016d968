//! Abstract interpretation: which values the variables of a program may have where its blocks start. For each cell (`cells`) a set of integers: a few
//! values, or an interval with a step, by the signedness of the type; pointers are followed as addresses, null or not.
//!
//! What it claims holds in every run of the interpreter that stays within its objects, wrapping included. Arithmetic that it does not understand gives any value; so
//! does memory that is written through pointers of which it is not known where they lead (`points_to`). After a number of steps it gives up and looks at each function by itself; if that is too much as well, it claims nothing.
//!
//! | module | what |
//! |---|---|
//! | `number`, `arithmetic` | sets of integers and operations on them |
//! | `cells`, `effects` | what is followed, and what functions may change of it |
//! | `state`, `widen` | what is known at one place, and how it is joined |
//! | `evaluate`, `transfer` | what expressions, guards and instructions do with it |
//! | `layout`, `solve`, `narrow` | the iteration, up and down |
//! | `goals` | the goals that no run reaches |

pub mod arithmetic;
pub mod cells;
mod effects;
mod evaluate;
mod goals;
mod layout;
mod narrow;
pub mod number;
mod solve;
mod state;
mod transfer;
mod widen;

pub use effects::{Effects, changed_by};
use evaluate::Evaluator;
use layout::Layout;
use solve::{Scope, Solver};
use state::{Reads, State};
use transfer::Transfer;
use widen::Constants;

use crate::points_to::{Members, PointsTo};
use cells::{CellId, Cells};
use goto::callgraph::CallGraph;
use goto::{ExprId, FuncId, GoalId, IdVec, InstrId, InstrKind, Program};
use number::Number;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Instructions that the iteration may execute.
const BUDGET: u64 = 3_000_000;

/// What is known of a program.
pub struct Intervals {
    pub cells: Cells,
    reads: Reads,
    pub effects: IdVec<FuncId, Effects>,
    layouts: IdVec<FuncId, Option<Layout>>,
    /// By function and block; `None` where nothing is claimed.
    states: Option<States>,
    /// The guards that go one way only.
    decided: Vec<(FuncId, InstrId, bool)>,
}

struct States {
    at: IdVec<FuncId, Vec<Option<State>>>,
    /// Where a block is entered otherwise than by going back.
    entering: IdVec<FuncId, Vec<Option<State>>>,
}

/// What is known at the start of a block.
#[derive(Clone, Copy)]
pub enum At<'a> {
    /// Nothing: the analysis gave up, or no block starts there.
    Unknown,
    /// No run gets there.
    Unreached,
    Known(Facts<'a>),
}

/// What is known where some instruction starts.
#[derive(Clone, Copy)]
pub struct Facts<'a> {
    cells: &'a Cells,
    reads: &'a Reads,
    state: &'a State,
}

impl<'a> Facts<'a> {
    /// The values that a cell may have; `None` if it may not exist here, or belongs to another function.
    pub fn of(self, cell: CellId) -> Option<&'a Rc<Number>> {
        self.state.get(cell)
    }

    /// The values that an expression may have. `None` if its type is not followed.
    pub fn value(self, program: &Program, expr: ExprId) -> Option<Rc<Number>> {
        Evaluator { program, cells: self.cells, reads: self.reads }.value(self.state, expr)
    }

    /// Calls `visit` for each cell that exists here.
    pub fn each(self, visit: impl FnMut(CellId, &Rc<Number>)) {
        self.state.each(visit);
    }
}

/// What is made of a program before the iteration.
struct Prepared {
    cells: Cells,
    effects: IdVec<FuncId, Effects>,
    layouts: IdVec<FuncId, Option<Layout>>,
    reads: Reads,
    constants: Constants,
}

impl Prepared {
    fn of(program: &Program, calls: &CallGraph, points_to: &PointsTo) -> Self {
        let cells = Cells::of(program, calls, points_to);
        let effects = effects::effects(program, &cells, calls);
        let live = calls.reachable(program.start);
        let mut layouts = IdVec::new();
        for func in program.functions.ids() {
            layouts.push(if live[func] { Layout::of(program, func, |body| changed_by(program, &cells, calls, &effects, func, body)) } else { None });
        }
        let reads = transfer::remembered(program, &cells);
        Self { cells, effects, layouts, reads, constants: Constants::of(program) }
    }
}

/// The goals that no run reaches, whatever its inputs and all that C does not determine are, as long as it stays within its objects. Those that have no place in the program
/// are not among them, nor those behind a place from which a run may go on in ways that the program does not tell (`goals`). Empty if there are threads, or if so many
/// instructions are not enough.
pub fn unreachable_goals(program: &Program, budget: u64) -> Vec<GoalId> {
    if program.begins_threads() {
        return Vec::new();
    }
    let points_to = PointsTo::of(program, &CallGraph::new(program), Members::Together);
    let calls = points_to.calls(program);
    // What only pointers name has values, too.
    let mut named = program.clone();
    points_to.name_parts(&mut named);
    let program = &named;
    let Prepared { cells, effects, layouts, reads, constants } = Prepared::of(program, &calls, &points_to);
    let transfer = Transfer { program, cells: &cells, reads: &reads };
    let mut solver = Solver::new(transfer, &calls, &effects, &layouts, &constants, (budget, Scope::Whole));
    solver.stop_at_untold();
    let Some(reached) = solver.up().then(|| solver.goals_within_reach()).flatten() else { return Vec::new() };
    let instructions = program.functions.values().flat_map(|f| f.body.iter()).flat_map(|body| body.values());
    let asked: BTreeSet<GoalId> = instructions.filter_map(|i| if let InstrKind::Cover { goal, .. } = i.kind { Some(goal) } else { None }).collect();
    asked.into_iter().filter(|goal| !reached.contains(goal)).collect()
}

impl Intervals {
    pub fn of(program: &Program, calls: &CallGraph, points_to: &PointsTo) -> Self {
        Self::with_budget(program, calls, points_to, BUDGET)
    }

    /// As [`of`](Self::of), with a number of instructions after which it gives up.
    pub fn with_budget(program: &Program, calls: &CallGraph, points_to: &PointsTo, budget: u64) -> Self {
        let Prepared { cells, effects, layouts, reads, constants } = Prepared::of(program, calls, points_to);
        let (mut states, mut decided) = (None, Vec::new());
        for scope in [Scope::Whole, Scope::Apart] {
            let transfer = Transfer { program, cells: &cells, reads: &reads };
            let mut solver = Solver::new(transfer, calls, &effects, &layouts, &constants, (budget, scope));
            if solver.up() {
                let entering = solver.down();
                decided = solver.decided();
                states = Some(States { at: solver.entries, entering });
                break;
            }
        }
        Self { cells, reads, effects, layouts, states, decided }
    }

    /// What is known at an instruction where a block starts: at heads of loops and targets of jumps.
    pub fn at(&self, func: FuncId, instr: InstrId) -> At<'_> {
        self.facts(func, instr, |states| &states.at)
    }

    /// The same of those runs that do not get there by going back.
    pub fn entering(&self, func: FuncId, instr: InstrId) -> At<'_> {
        self.facts(func, instr, |states| &states.entering)
    }

    fn facts<'a>(&'a self, func: FuncId, instr: InstrId, choose: impl Fn(&'a States) -> &'a IdVec<FuncId, Vec<Option<State>>>) -> At<'a> {
        let (Some(states), Some(layout)) = (&self.states, &self.layouts[func]) else { return At::Unknown };
        let Some(block) = layout.at(instr) else { return At::Unknown };
        match &choose(states)[func][block] {
            Some(state) => At::Known(Facts { cells: &self.cells, reads: &self.reads, state }),
            None => At::Unreached,
        }
    }

    /// The guards that are always true or always false in runs that reach them, constants excepted.
    pub fn decided_guards(&self) -> &[(FuncId, InstrId, bool)] {
        &self.decided
    }

    /// Did the iteration come to its end?
    pub fn is_complete(&self) -> bool {
        self.states.is_some()
    }
}

/// The guards that the analysis shows to go one way only, in runs that reach them: proposals that one question to a solver confirms.
pub fn decided_guards(program: &Program) -> Vec<(FuncId, InstrId, bool)> {
    let calls = CallGraph::new(program);
    let points_to = PointsTo::of(program, &calls, Members::Apart);
    Intervals::of(program, &calls, &points_to).decided
}

#[cfg(test)]
mod tests;
