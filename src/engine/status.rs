//! What can be said of a target: verdicts with their evidence inside.

use crate::target::Target;
use goto::interp::threads::Turn;
use goto::limits::StopReason;
use goto::{Bits, FuncId, InputId, Location, Program, PropertyId, define_id};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Instant;

define_id!(
    /// A test of a board, counted from 0 in the order of finding.
    TestId, "test");

/// What is known of a target: that a goal is reached (reports call it covered), that a property is violated, or that a goal of a query is satisfied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Status {
    /// Not decided; the reason says what stands in the way as far as it is known.
    Open(Reason),
    /// A run of the interpreter reaches it; or, as the evidence says or where the criterion counts that alone, a native run of the test.
    Reached(Evidence),
    /// No execution does.
    Excluded(Proof),
    /// It is not asked any more, since an alternative was decided.
    Superseded,
}

impl Status {
    pub fn is_open(&self) -> bool {
        matches!(self, Status::Open(_))
    }

    pub fn is_reached(&self) -> bool {
        matches!(self, Status::Reached(_))
    }

    pub fn is_excluded(&self) -> bool {
        matches!(self, Status::Excluded(_))
    }
}

/// The run that reaches a target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// That of a test.
    Test(TestId),
    /// Runs of the compiled program on a test, again and again. The interpreter does not tell, since C does not determine where the program goes.
    NativeRuns(TestId),
    /// That on these inputs, which is no test.
    Inputs(Arc<[(InputId, Bits)]>),
    /// That on these inputs of the program whose unwritten memory is an input, too ([`Board::with_memory_as_input`](crate::board::Board::with_memory_as_input)).
    UnwrittenMemory(Arc<[(InputId, Bits)]>),
}

/// Why a target that was decided is open again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reopening {
    /// Excluded, but only behind an access outside of objects that a run was seen to make.
    BeyondObjects(Location),
    /// Excluded, but a native run reaches it.
    ReachedNatively,
    /// The compiled program computes with more digits than the program asks for.
    ExcessPrecision,
}

impl From<Reopening> for Reason {
    fn from(why: Reopening) -> Self {
        match why {
            Reopening::BeyondObjects(loc) => Reason::BeyondObjects(loc),
            Reopening::ReachedNatively => Reason::ReachedNatively,
            Reopening::ExcessPrecision => Reason::ExcessPrecision,
        }
    }
}

/// What it rests on that no execution reaches a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proof {
    pub method: ProofMethod,
    /// The bound at which the proof succeeded, where there is one.
    pub k: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ProofMethod {
    /// Every path that leads on was unrolled to its end.
    ForwardCondition,
    /// No first occurrence after any number of iterations, given that there was none in the `k` before.
    KInduction,
    /// Control flow leads there only where it is known never to pass, or not at all.
    Dominator,
    /// The values that variables may have, as abstract interpretation follows them, let no execution get there.
    Interval,
    /// An abstract reachability graph is complete and does not have it.
    Arg,
    /// All schedules with all inputs were run.
    Exhaustive,
    /// By contracts of recursive functions, shown together with it by inductive steps in a program where calls are contracts.
    Contracts,
    /// From every state in which the head of a loop is met an iteration leads to one of these states, and none has it.
    ControlGraph,
    /// Locks, atomic sections, beginnings and joins of threads keep accesses apart, or mutexes are taken in one order.
    Synchronisation,
    /// No thread alone does it, nor breaks the facts about shared variables within which the others were let do what they like.
    ThreadModular,
    /// Every path of every thread was unrolled to its end, and no order of what threads read and write leads there.
    Clocks,
}

impl ProofMethod {
    /// As results name it.
    pub fn name(self) -> &'static str {
        match self {
            ProofMethod::ForwardCondition => "forward-condition",
            ProofMethod::KInduction => "k-induction",
            ProofMethod::Dominator => "dominator",
            ProofMethod::Interval => "interval",
            ProofMethod::Arg => "arg",
            ProofMethod::Exhaustive => "exhaustive",
            ProofMethod::Contracts => "contracts",
            ProofMethod::ControlGraph => "control-graph",
            ProofMethod::Synchronisation => "synchronisation",
            ProofMethod::ThreadModular => "thread-modular",
            ProofMethod::Clocks => "clocks",
        }
    }
}

/// Who works on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Engine {
    /// The concrete search by what it tried in the interpreter itself.
    SearchInterpreter,
    /// The concrete search by what native runs proposed.
    SearchNative,
    Bmc,
    /// Bounded model checking from states that runs reached.
    Excursions,
    Induction,
    /// Abstract reachability graphs.
    Arg,
    /// What follows from control flow and from what is decided.
    Deduction,
    /// Tests run natively once more.
    Replay,
    /// Tests that the user gave.
    Given,
    /// Schedules of threads.
    Interleavings,
    /// Contracts of recursive functions.
    Contracts,
    /// The control states of a loop, iteration by iteration.
    ControlGraph,
    /// Threads one by one, whatever the others do.
    Threads,
    /// Unrollings of all threads, with clocks that order what they share.
    Clocks,
    /// Violations that depend on what memory holds that the program has not written.
    UnwrittenMemory,
}

impl Engine {
    /// As results name it.
    pub fn name(self) -> &'static str {
        match self {
            Engine::SearchInterpreter => "search-interpreter",
            Engine::SearchNative => "search-native",
            Engine::Bmc => "bmc",
            Engine::Excursions => "excursions",
            Engine::Induction => "induction",
            Engine::Arg => "arg",
            Engine::Deduction => "deduction",
            Engine::Replay => "replay",
            Engine::Given => "given",
            Engine::Interleavings => "interleavings",
            Engine::Contracts => "contracts",
            Engine::ControlGraph => "control-graph",
            Engine::Threads => "threads",
            Engine::Clocks => "clocks",
            Engine::UnwrittenMemory => "unwritten-memory",
        }
    }

    /// Who proves by this method.
    pub fn of_proof(method: ProofMethod) -> Self {
        match method {
            ProofMethod::ForwardCondition => Engine::Bmc,
            ProofMethod::KInduction => Engine::Induction,
            ProofMethod::Dominator | ProofMethod::Interval => Engine::Deduction,
            ProofMethod::Arg => Engine::Arg,
            ProofMethod::Exhaustive => Engine::Interleavings,
            ProofMethod::Contracts => Engine::Contracts,
            ProofMethod::ControlGraph => Engine::ControlGraph,
            ProofMethod::Synchronisation | ProofMethod::ThreadModular => Engine::Threads,
            ProofMethod::Clocks => Engine::Clocks,
        }
    }
}

/// When a target was decided, and by whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    pub at: Instant,
    pub engine: Engine,
}

/// Why something is not decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Nobody has looked yet.
    NotAnalysed,
    /// Not found up to this bound on loops and recursion, and longer paths exist.
    Bound(u32),
    /// The run ended first.
    Stopped(StopReason),
    /// The solver had no answer; its words.
    Solver(String),
    /// Worlds in which the program finds more than is held of them; says what.
    Limit(String),
    /// Paths to it pass something that the tool does not model; says what and where.
    Unsupported { what: String, loc: Location },
    /// It is reached only for values that the program does not determine (uninitialised variables, undefined functions), which no test can choose.
    Indeterminate,
    /// The same, where functions are called that have no body.
    WithoutBody(Vec<String>),
    /// The same, where functions of the library are called that answer with a clock, random numbers or names of the machine.
    OfTheMoment(Vec<String>),
    /// Runs reach it, but all of them crash or hang before they end, so that a replay does not count it.
    LostByReplay,
    /// No run reaches it that accesses live objects only, but a run was seen that leaves them before; a compiled program may go on from there to anywhere.
    BeyondObjects(Location),
    /// A native run of a test reaches it against a proof: something that the program does not determine let it go there.
    ReachedNatively,
    /// The compiled program computes with more digits than the program asks for, and no native run shows what is known of the program as C defines it.
    ExcessPrecision,
    /// The solver's model rests on approximated operations and the interpreter did not follow it.
    Unconfirmed,
    /// No run does on the paths of the share that was analysed; others are left to others.
    OnShare,
    /// No claim covers it; says why.
    NotCovered(String),
    /// An engine failed; what it said.
    Defect(String),
}

impl Reason {
    /// As results give it, of this program.
    pub fn text(&self, program: &Program) -> String {
        let at = |loc: &Location| short_place(program, *loc);
        match self {
            Reason::NotAnalysed => "not analysed".to_owned(),
            Reason::Bound(k) => format!("bound {k}"),
            Reason::Stopped(reason) => reason.name().to_owned(),
            Reason::Solver(text) => format!("solver: {text}"),
            Reason::Limit(what) => format!("limit: {what}"),
            Reason::Unsupported { what, loc } => format!("unsupported: {what} ({})", at(loc)),
            Reason::Indeterminate => "depends on an indeterminate value".to_owned(),
            Reason::WithoutBody(functions) => {
                let (have, them) = if functions.len() == 1 { ("has", "it") } else { ("have", "them") };
                format!("depends on an indeterminate value; {} {have} no body: add the file that defines {them}", functions.join(", "))
            }
            Reason::OfTheMoment(functions) => {
                let give = if functions.len() == 1 { "gives" } else { "give" };
                format!("depends on an indeterminate value; no test chooses what {} {give}", functions.join(", "))
            }
            Reason::LostByReplay => "the runs that reach it crash or hang".to_owned(),
            Reason::BeyondObjects(loc) => format!("only behind an access outside of objects ({})", at(loc)),
            Reason::ReachedNatively => "no run of the program as C defines it reaches it, but a native run does".to_owned(),
            Reason::ExcessPrecision => "floats have excess precision in the compiled program, and no native run reaches it".to_owned(),
            Reason::Unconfirmed => "model not confirmed by the interpreter".to_owned(),
            Reason::OnShare => "holds on the paths of the share".to_owned(),
            Reason::NotCovered(text) => text.clone(),
            Reason::Defect(text) => format!("defect: {text}"),
        }
    }
}

/// File, line and column; the whole path of the file where others of the program have the same name.
fn short_place(program: &Program, loc: Location) -> String {
    let Some(path) = program.files.get(loc.file) else { return format!("line {}", loc.line) };
    let name_of = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    let name = name_of(path);
    // Models of the library have no path.
    let is_shared = path.starts_with('<') || program.files.values().any(|other| other != path && name_of(other) == name);
    let column = if loc.column == 0 { String::new() } else { format!(":{}", loc.column) };
    format!("{}:{}{column}", if is_shared { path.clone() } else { name }, loc.line)
}

/// How far bounded model checking has looked at all that is asked, without finding what would be new: every path on which loops and recursion stay within the bound,
/// but not beyond the places that are not followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Depth {
    /// Of a loop, since it was entered; of recursion, calls of a function around the call.
    pub k: u32,
    /// What is not followed, by function and place.
    pub unsupported: Vec<(FuncId, Location)>,
}

/// A test: inputs in the order in which the program reads them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestCase {
    pub id: TestId,
    pub inputs: Vec<(InputId, Bits)>,
    /// Which thread goes on when; of programs that may begin threads.
    pub schedule: Option<Vec<Turn>>,
    /// The property that it violates, of programs that may begin threads.
    pub violates: Option<PropertyId>,
    /// The targets that no earlier test covers.
    pub covers: Vec<Target>,
    pub shows: Shown,
}

/// The targets that the replay of a test reaches. Of goals of a query only those that no earlier test covers are known.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Shown {
    /// What counts.
    pub sure: Vec<Target>,
    /// What may count: it depends on values that the program does not determine, or the replay may crash or hang.
    pub doubtful: Vec<Target>,
}

/// Did the compiled program show a violation again, under the schedule of the run that the interpreter judged?
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Confirmation {
    Confirmed,
    /// Under another schedule: there is a data race, says ThreadSanitizer of a native run.
    Sanitized(String),
    /// Why not. The violation is one all the same.
    NotConfirmed(String),
}

/// Counts of the properties of a board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct PropertySummary {
    pub properties: usize,
    pub holds: usize,
    pub violated: usize,
    pub unknown: usize,
}

impl PropertySummary {
    /// Counts one more property.
    pub fn add(&mut self, status: &Status) {
        let count = match status {
            Status::Excluded(_) => &mut self.holds,
            Status::Reached(_) => &mut self.violated,
            Status::Open(_) => &mut self.unknown,
            Status::Superseded => return,
        };
        *count += 1;
        self.properties += 1;
    }
}

/// Counts of a board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Summary {
    pub goals: usize,
    pub covered: usize,
    /// Of these, what only native runs show.
    pub covered_natively: usize,
    pub unreachable: usize,
    pub undecided: usize,
    pub tests: usize,
}
