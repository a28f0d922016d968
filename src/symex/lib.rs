//! Symbolic execution: a GOTO program, a bound and what is still open become terms. Knows nothing of solvers, goals' status or engines.
//!
//! | module | what |
//! |---|---|
//! | `run`, `frame`, `call` | execution in the order of instructions, loops, calls |
//! | `along` | execution of one path |
//! | `state`, `path`, `known` | states, path conditions, merging |
//! | `expr`, `memory`, `lives`, `blocks` | expressions, places, objects, block operations |
//! | `written` | what was written of objects |
//! | `facts`, `scan` | questions about objects, searches and comparisons of bytes |
//! | `value`, `shape`, `access` | trees of terms and access to their parts |
//! | `select`, `regions`, `update`, `rows` | access at unknown places |
//! | `pointer`, `linear`, `float`, `exact`, `libm`, `overflow` | operations on terms of a kind |
//! | `objects`, `context` | names, objects, free variables |
//! | `induct`, `changes`, `elements` | the unrolling of inductive steps, what it may change, facts about all elements of arrays |
//! | `nodes`, `leaders`, `ranks` | heap objects of one type that loops make, and facts about all of them |
//! | `each` | assumptions about variables that stand for each value |
//! | `simple` | inductive steps over paths without a state that comes back |
//! | `threads`, `events`, `order`, `learned` | threads, what they read of memory that they share, and what must be known of it before |
//! | `spins`, `races`, `stops` | loops in which threads wait, their accesses that race, and where they stop for good |
//! | `functions`, `live` | facts about functions and variables |
//!
//! # Decisions
//!
//! - **Unrollings of threads leave the order open** (`symex/threads`, `symex/order`, `engine/clocks`): each thread is unrolled from the state in which it begins;
//!   of objects that several threads use reads are free variables and events, and the order of events says which write each read sees. Which objects these are is found
//!   by unrolling until no other is one. What is later than the end that a model chooses counts for nothing, so threads may stop anywhere. A model steers the
//!   interpreter. A round of a loop that changes nothing is left out, since nobody can tell it from none (`symex/spins`): so who waits for others is unrolled. Two
//!   accesses race if both are next in their threads (`symex/races`). All have stopped if each is at its end, or reads behind all writes what it awaits in vain
//!   (`symex/stops`). A pointer that is read from shared memory is offered the places that earlier unrollings have seen stored there (`symex/learned`); who follows
//!   it elsewhere is cut. A proof needs that no cut of any thread is possible; memory of unlike parts and what lives are left to others. Only these proofs of
//!   programs with threads have certificates, so where these are wanted they come first.
//! - The inductive step has no havoc instructions: what a loop changes is found by executing an iteration from made-up states until nothing else changes.
//! - One unrolling and one live solver session serve all goals; terms are hash-consed across bounds.
//! - A pointer in the unrolling is an object number and an offset. Of pointers that loops change the inductive step knows the objects that they may lead to
//!   (`symex/pointees`). An array is its elements at known indices over what was written at unknown ones.
//! - Nodes of lists and trees that earlier iterations made are rows of a table for each struct type, each field an array over the rows (`symex/nodes`). Which row a
//!   node has is open, so addresses and orders of nodes are not followed. A fact about all nodes is claimed of a row that may be any and of the nodes that are
//!   objects of their own, and told where rows are accessed, of living ones. Which rows live is an array over the rows, too. That no two nodes lead to the same one
//!   is a fact about one node at a time, since of each node it is kept which one was the last that was made to lead to it, for each field (`symex/leaders`): nothing
//!   depends on that but such facts. Where it is asked what is lost, nodes have ranks (`symex/ranks`), of which only comparisons count: if each living node is held by the
//!   program or led to by a living one of lower rank, none is the first that is lost.
//! - A fact about all elements, proposed or assumed by the program, is told of the indices at which the unrolling reads; they follow from offsets
//!   (`symex/elements`). Offsets into rows are compared by row and column where these are seen (`symex/rows`), which is the same condition and spares the solver
//!   products. What trials have read is forgotten, so that it is not told of.
//! - Floating point is exact, in every format and rounding mode, but for functions without an exact definition, which are free variables with known facts.

mod access;
mod along;
mod blocks;
mod call;
mod changes;
mod context;
mod each;
mod elements;
mod events;
mod exact;
mod expr;
mod facts;
mod float;
#[cfg(test)]
mod float_tests;
mod frame;
mod functions;
mod induct;
mod known;
mod leaders;
mod learned;
mod lent;
mod libm;
mod linear;
mod live;
mod lives;
mod memory;
mod nodes;
mod objects;
mod order;
mod overflow;
mod path;
mod pointees;
mod pointer;
mod races;
mod ranks;
mod regions;
mod rows;
mod run;
mod scan;
mod select;
mod shape;
mod simple;
mod spins;
mod state;
mod stops;
mod threads;
mod update;
mod value;
mod written;

pub use races::Race;
pub use threads::{Beginning, Moment, MomentId, MomentKind, StrandId, Strands, ThreadsQuestion};

pub use along::{Counted, Milestone};

use analysis::invariants::{Candidate, ControlVector};
use goto::limits::{Stop, StopReason};
use goto::{Bits, FuncId, GoalId, InputId, InstrId, Location, Program, PropertyId};
use rustc_hash::FxHashMap;
use term::{TermId, TermPool};

/// How far an unrolling goes, and who works meanwhile.
pub struct UnrollingLimits<'l> {
    pub bound: &'l Bound,
    pub stop: &'l Stop,
    /// Called again and again while it goes on, so that others can work in between.
    pub pause: &'l mut dyn FnMut(),
}

/// Unrollings of one program into one pool of terms. What is the same in two of them has the same terms.
#[derive(Debug, Default)]
pub struct Session {
    names: objects::Names,
}

impl Session {
    pub fn new() -> Self {
        Self::default()
    }

    /// Unrolls the program, always the same one, into the pool, always the same one.
    pub fn unroll(&mut self, program: &Program, pool: &mut TermPool, bound: &Bound, stop: &Stop) -> Unrolling {
        run::Run::new(program, pool, &mut self.names, bound, stop).unroll()
    }

    /// As [`unroll`](Self::unroll), but the first inputs have these values: up to there execution is one path, which costs about as much as a concrete run.
    pub fn unroll_after(&mut self, program: &Program, pool: &mut TermPool, prefix: &[(InputId, Bits)], limits: UnrollingLimits<'_>) -> Unrolling {
        let UnrollingLimits { bound, stop, pause } = limits;
        run::Run::new(program, pool, &mut self.names, bound, stop).after(prefix).pausing(pause).unroll()
    }

    /// As [`unroll`](Self::unroll), and writes down in which order things happen.
    pub fn unroll_logged(&mut self, program: &Program, pool: &mut TermPool, limits: UnrollingLimits<'_>) -> Unrolling {
        let UnrollingLimits { bound, stop, pause } = limits;
        run::Run::new(program, pool, &mut self.names, bound, stop).logged().pausing(pause).unroll()
    }

    /// As [`unroll`](Self::unroll), but one path: where the choices say so it jumps, behind them it falls through.
    pub fn unroll_along(&mut self, program: &Program, pool: &mut TermPool, bound: &Bound, choices: &[bool], is_counted: Counted<'_>, stop: &Stop) -> Unrolling {
        run::Run::new(program, pool, &mut self.names, bound, stop).along(along::Along::new(choices, is_counted)).unroll()
    }

    /// Unrolls a program with its threads, once and again until it is known which objects they share, and where pointers in these lead.
    pub fn unroll_strands(&mut self, program: &Program, pool: &mut TermPool, bound: &Bound, question: ThreadsQuestion, stop: &Stop) -> Unrolling {
        let mut learned = learned::Learned::default();
        loop {
            let unrolling = run::Run::new(program, pool, &mut self.names, bound, stop).with_strands(learned.clone(), question).unroll();
            let is_useless = unrolling.strands.as_ref().is_some_and(|strands| strands.useless.is_some());
            if is_useless && learned.shared.is_empty() && stop.reason().is_none() {
                // Perhaps a loop waits for what nobody is known to write.
                learned.shared = context::Context::new(pool, program, &mut self.names).variables_to_share();
                if !learned.shared.is_empty() {
                    continue;
                }
            }
            if unrolling.learned.is_same(&learned) || stop.reason().is_some() || is_useless {
                return unrolling;
            }
            learned.clone_from(&unrolling.learned);
        }
    }

    /// Unrolls the program for an inductive step (see the module `induct`): loops from states that stand for many. The bound is for recursion. The expressions
    /// looked at must be those of the program.
    pub fn step(&mut self, program: &Program, pool: &mut TermPool, bound: &Bound, hypothesis: Hypothesis, at_heads: AtHeads<'_>, stop: &Stop) -> Unrolling {
        run::Run::new(program, pool, &mut self.names, bound, stop).inductively(induct::Inductive::new(hypothesis, at_heads)).unroll()
    }
}

/// Unrolls a program once.
pub fn unroll(program: &Program, pool: &mut TermPool, bound: &Bound, stop: &Stop) -> Unrolling {
    Session::new().unroll(program, pool, bound, stop)
}

/// What an inductive step takes to have been before the iteration that counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hypothesis {
    /// Iterations in which what is asked about did not happen.
    pub depth: u32,
    /// The states at the head of a loop were all different in them.
    pub simple_paths: bool,
    /// The values of which assumptions about all values are told.
    pub told: Instances,
}

/// Of which values an assumption about all values is told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Instances {
    /// The indices of the elements that the program and what is asked read of what it speaks of.
    OfProgram,
    /// The same of elements that are read where other assumptions are told.
    Read,
    /// All indices that are used anywhere, too: since of objects with few elements each is read by itself, what is read does not show them.
    Used,
}

/// What is looked at where execution comes to heads of loops.
#[derive(Clone, Copy, Debug)]
pub struct AtHeads<'p> {
    pub candidates: &'p [Candidate],
    pub vectors: &'p [ControlVector],
}

/// How far to unroll.
#[derive(Clone, Debug)]
pub struct Bound {
    /// How often a loop body, or a recursive call of one function, runs at most where conditions are symbolic.
    pub k: u32,
    /// Iterations in which nothing symbolic is decided do not count towards `k`, but this many instructions in all end the unrolling.
    pub max_steps: u64,
    /// Own bounds for loops, by function and head.
    pub per_loop: FxHashMap<(FuncId, InstrId), u32>,
}

/// Loops of library models go on at least so often: what ends them is the size of an object or the length of a text, and the user, who sees calls only,
/// has no loop to bound.
const MODEL_ITERATIONS: u32 = 256;

/// Loops of library models that read inputs, of which there is no end, go on at least so often.
const INPUT_ITERATIONS: u32 = 8;

impl Bound {
    /// The bound on loops of a function that have none of their own, and on its recursion. `reads`: of loops that read inputs.
    fn of(&self, program: &Program, function: FuncId, reads: bool) -> u32 {
        match (program.functions[function].model, reads) {
            (false, _) => self.k,
            (true, true) => self.k.max(INPUT_ITERATIONS),
            (true, false) => self.k.saturating_mul(2).max(MODEL_ITERATIONS),
        }
    }
}

/// The program unrolled: everything in terms of one pool. `goals`, `violations` and `cuts` hold under `facts`.
#[derive(Clone, Debug, Default)]
pub struct Unrolling {
    /// Side conditions that hold on every execution.
    pub facts: Vec<TermId>,
    /// For each goal met: the condition under which it is reached, over all its occurrences. Goals missing here are reached on no unrolled path.
    pub goals: Vec<(GoalId, TermId)>,
    /// For each property met: the condition under which it is violated.
    pub violations: Vec<(PropertyId, TermId)>,
    /// Where paths were cut, and under which condition.
    pub cuts: Vec<Cut>,
    /// In an order of execution that is right for every path.
    pub inputs: Vec<InputEvent>,
    /// Free variables that are no inputs: indeterminate values, missing bodies. A run of the real program may or may not take their values.
    pub indeterminate: Vec<TermId>,
    /// Those of them that are zero unless something rare happens, which it does in no run of the interpreter.
    pub rare: Vec<TermId>,
    /// Free variables for the addresses of objects, about which there are facts. The machine chooses them.
    pub addresses: Vec<TermId>,
    /// Free variables that stand for results not computed exactly (floating point): models may be wrong, proofs are right.
    pub approximate: Vec<TermId>,
    /// What happens, in an order that is right for every path. Only if it was asked for.
    pub log: Vec<Happening>,
    /// Where threads are followed.
    pub strands: Option<Strands>,
    /// What this unrolling shows of what threads share.
    learned: learned::Learned,
    /// Instructions executed.
    pub steps: u64,
    /// Of one path only: the instructions that count, and where more was required.
    pub counted: u64,
    pub milestones: Vec<Milestone>,
    /// Of an inductive step only. Goals and violations are then those that may be first occurrences. Cuts are all: what is not followed in a made-up state may well be
    /// followed in the program's own.
    pub step: Option<InductiveConditions>,
}

/// What an inductive step adds to an unrolling.
#[derive(Clone, Debug, Default)]
pub struct InductiveConditions {
    /// Occurrences before those that count: an execution whose first occurrence is looked for has none of them.
    pub earlier_goals: Vec<(GoalId, TermId)>,
    pub earlier_violations: Vec<(PropertyId, TermId)>,
    /// Where the made-up states would not stand for all: must be impossible.
    pub broken: Vec<TermId>,
    /// The heads that the program comes to from outside of their loops.
    pub entered: Vec<Entered>,
    /// For each candidate, in the order of the plan.
    pub candidates: Vec<Use>,
    /// For each control vector, in the order of the plan.
    pub vectors: Vec<Met>,
    /// With this, assumptions about all values would be told of more.
    pub left: Option<Instances>,
}

/// The head of a loop is reached from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entered {
    /// In a state that the program comes to.
    pub arrival: TermId,
    /// In the state that stands for all, to which that one belongs: possible if the arrival is.
    pub made_up: TermId,
}

/// Where the head of a control vector is met.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Met {
    /// In the state that stands for all arrivals.
    pub made_up: Vec<Arrival>,
    /// In states that the program comes to.
    pub arrivals: Vec<Arrival>,
}

/// A head is met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// Which of all that are written down it is: on every path they come in this order.
    pub moment: usize,
    /// Under this condition.
    pub condition: TermId,
    /// The coordinates of the vector; `None` where one cannot be told.
    pub values: Vec<Option<TermId>>,
}

/// What a candidate says in an unrolling.
#[derive(Clone, Debug, Default)]
pub struct Use {
    /// What may be assumed while it is one.
    pub assumed: Vec<TermId>,
    /// Where an arrival at the head would break it.
    pub broken: Vec<TermId>,
}

/// One thing that happens in an unrolling.
#[derive(Clone, Copy, Debug)]
pub enum Happening {
    /// The goal is reached if the condition holds.
    Goal(GoalId, TermId),
    /// The path that the n-th cut ends goes no further.
    Cut(usize),
    /// The program ends if the condition holds.
    End(TermId),
}

#[derive(Clone, Debug)]
pub struct Cut {
    /// When this path is taken.
    pub condition: TermId,
    pub reason: CutReason,
    pub function: FuncId,
    pub instr: InstrId,
    pub loc: Location,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CutReason {
    /// The bound on a loop or on recursion.
    Bound,
    /// `max_steps`.
    Steps,
    /// Something the symbolic engine does not do; says what.
    Unsupported(String),
    /// More of the world than the program holds; says what. Execution goes on as the text says.
    Limit(String),
    /// Memory of which the inputs do not tell; execution goes on behind the access.
    Beyond,
    Stopped(StopReason),
}

/// A call that delivers an input.
#[derive(Clone, Debug)]
pub struct InputEvent {
    pub input: InputId,
    /// The input is read on a path exactly if this holds.
    pub condition: TermId,
    /// The variable, as wide as the scalar type of the input.
    pub value: TermId,
}
