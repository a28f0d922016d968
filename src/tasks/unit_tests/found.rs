//! The search for tests of one function, and what of them can be written in C.

use super::addresses::Layouts;
use super::known::Known;
use super::runs::{Lost, NewGoals, Runs};
use super::shape::Inputs;
use super::{Scoped, UnitTests};
use crate::clauses::Claims;
use crate::content::Content;
use crate::cover::Coverage;
use crate::engines::Engines;
use crate::failure::Failure;
use crate::program::{self, Aim, ProgramRequest};
use crate::prove::{self, InRuns};
use crate::supervise::Supervisor;
use crate::task::{Limits, Outcome, Task};
use engine::status::Status;
use frontend::LazyInputs;
use goto::callgraph::CallGraph;
use goto::given::Given;
use goto::{Bits, FuncId, Goal, GoalId, InputId, Program, Storage, SymbolId};
use instrument::Criterion;
use report::unit_tests::Subject;
use report::unit_tests::file::Test;
use report::unit_tests::scene::Scene;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// New objects of each type that pointers may lead to.
const OBJECTS: usize = 3;
/// Elements of those that are arrays.
const ELEMENTS: u64 = 12;
/// Those that are texts or blocks of bytes.
const CHARACTERS: u64 = 40;
/// What of the time is over when changing inputs pauses, and when engines end.
const FIRST_SHARE: f64 = 0.35;
const ENGINES_SHARE: f64 = 0.7;
/// What of the time of engines goes to tests, where they have to prove what a contract excludes apart from that.
const PROOFS_SHARE: f64 = 0.5;
/// What gcc counts as branches.
const CRITERIA: [Criterion; 2] = [Criterion::Branch, Criterion::Operand];
/// What is kept.
const KIND: &str = "tests";
/// Goals that the comment of a test names.
const NAMED: usize = 3;

/// The tests of one function.
pub(crate) struct Found {
    pub function: Scoped,
    pub goals: usize,
    proved: Proved,
    /// Has the function a contract, which inputs obey?
    pub has_contract: bool,
    /// Were its tests found in an earlier run?
    pub is_known: bool,
    tests: Vec<FoundTest>,
    /// `None`: there are no tests.
    called: Option<Called>,
    /// Why tests are not among them.
    pub left_out: BTreeMap<String, usize>,
}

/// A program that calls the function.
struct Called {
    program: Program,
    given: Given,
    entry: FuncId,
    globals: FxHashSet<SymbolId>,
}

pub(super) struct FoundTest {
    scene: Scene,
    covers: String,
    /// Clauses of the function's contract that it breaks, with what they say.
    breaks: Vec<String>,
    /// What it is made of.
    pub inputs: Inputs,
    /// Goals that no test before it reaches.
    pub first: Vec<GoalId>,
    /// The goals of the function that it reaches.
    pub own: Vec<GoalId>,
    /// The branches among them.
    goals: Vec<GoalId>,
}

/// What is known of goals that no test reaches.
#[derive(Default)]
pub(super) struct Proved {
    /// Branches of the function that nothing reaches.
    pub unreachable: Vec<GoalId>,
    /// Is every goal reached, or proved to be unreachable?
    pub is_complete: bool,
}

impl Found {
    /// No tests yet.
    fn new(function: &Scoped) -> Self {
        Self {
            function: function.clone(),
            goals: 0,
            proved: Proved::default(),
            has_contract: false,
            is_known: false,
            tests: Vec::new(),
            called: None,
            left_out: BTreeMap::new(),
        }
    }

    /// No tests, and why.
    pub(super) fn nothing(function: &Scoped, why: &str) -> Self {
        Self { left_out: BTreeMap::from([(why.to_owned(), 0)]), ..Self::new(function) }
    }

    /// The tests as C is told of them.
    pub(super) fn tests(&self) -> impl Iterator<Item = Test<'_>> {
        let subject =
            self.called.as_ref().map(|called| Subject { program: &called.program, given: &called.given, entry: called.entry, globals: &called.globals });
        let test = move |(i, test): (usize, &FoundTest)| {
            let name = self.name(i);
            subject.map(|subject| Test { subject, scene: test.scene.clone(), name, covers: test.covers.clone(), breaks: test.breaks.clone() })
        };
        self.tests.iter().enumerate().filter_map(test)
    }
}

/// Looks for tests of one function for so long: by changing what it is given, then by engines, whose proofs also say what no test can reach, then by changing what these found.
pub(crate) fn search(wanted: &UnitTests, function: &Scoped, time: Duration, supervisor: &Supervisor) -> Result<Found, Failure> {
    let start = Instant::now();
    let lazy_inputs = LazyInputs { aliases: frontend::Aliases::default(), objects: OBJECTS, elements: ELEMENTS, characters: CHARACTERS, for_tests: true };
    let alone = ProgramRequest { entry: function.name.clone(), lazy_inputs: Some(lazy_inputs), files: function.needed.clone(), ..wanted.program.clone() };
    let contract = prove::in_runs(&alone, Some(&function.name))?;
    let request = contract.as_ref().map_or_else(|| alone.clone(), |contract| contract.program.clone());
    let mut loaded = program::compile(&request)?;
    let asked = program::functions_of(&loaded.program, &[PathBuf::from(&function.file)])?;
    program::instrument(&mut loaded, &Aim::Cover(CRITERIA.to_vec(), asked));
    let content = wanted.cache.as_ref().map(|_| Content::of(&loaded.program, &loaded.hidden));
    let (program, mut given) = (loaded.program, loaded.given);
    given.hidden.extend(elsewhere(&program, &request.files, &function.file));
    let mut found = Found { has_contract: contract.is_some(), ..Found::new(function) };
    let Some(entry) = program.functions.iter().find(|(_, f)| f.name == function.name && f.body.is_some()).map(|(id, _)| id) else { return Ok(found) };
    found.goals = program.goals.values().filter(|goal| goal.function == entry && is_branch(goal)).count();
    let layouts = Layouts::new(&program);
    let cached = wanted.cache.as_ref().zip(content.as_ref()).map(|(cache, content)| (cache, content, key(wanted, content)));
    if let Some((cache, content, key)) = &cached
        && let Some(known) = cache.get::<Known>(KIND, key).filter(|known| known.is_enough(time))
        && let Some(own) = found.recalled((&program, &given), &mut Runs::new(&program, &layouts, &given, entry), content, &known)
    {
        return Found { has_contract: found.has_contract, ..own }.done(Called::new(program, given, entry), contract.as_ref(), supervisor);
    }
    let mut runs = Runs::new(&program, &layouts, &given, entry);
    let first = runs.search(start + time.mul_f64(FIRST_SHARE));
    let tests: Vec<Inputs> = first.iter().map(|(inputs, _)| inputs.clone()).collect();
    let others = runs.others(&tests);
    for (inputs, new) in first.into_iter().chain(others) {
        found.add(&program, &given, (&inputs, new), &function.name);
    }
    if runs.misses_any() {
        let engines_end = start + time.mul_f64(ENGINES_SHARE);
        let time = engines_end.saturating_duration_since(Instant::now());
        let lost = match &contract {
            None => found.add_of_engines(wanted, &request, &mut runs, (&program, &given), time, supervisor)?,
            Some(_) => {
                let lost = found.add_of_engines(wanted, &request, &mut runs, (&program, &given), time.mul_f64(PROOFS_SHARE), supervisor)?;
                let time = engines_end.saturating_duration_since(Instant::now());
                found.proved.unreachable = found.excluded_by_contract(wanted, &alone, (&program, &given), time, supervisor)?;
                lost
            }
        };
        let mut more = runs.search(start + time);
        more.extend(runs.settle());
        for (inputs, new) in more {
            found.add(&program, &given, (&inputs, new), &function.name);
        }
        for why in lost.into_iter().filter(|(goals, _)| !runs.reaches(goals)).map(|(_, why)| why) {
            found.leave_out(&why);
        }
    }
    found.proved.is_complete = !runs.misses_any();
    if let Some((cache, content, key)) = &cached
        && !supervisor.interrupted.load(Ordering::Relaxed)
        && let Some(known) = Known::new(content, time, &found.tests, &found.proved, &found.left_out)
    {
        cache.put(KIND, key, &known);
    }
    found.done(Called::new(program, given, entry), contract.as_ref(), supervisor)
}

/// What the tests of a function depend on, beside the time.
fn key(wanted: &UnitTests, content: &Content) -> String {
    let Engines { growth, unwindset, seed, at_work, simple_paths, .. } = &wanted.engines;
    let solvers = wanted.engines.solver_names();
    let source = &wanted.program.source;
    let options = format!("{growth:?} {unwindset:?} {seed} {at_work:?} {simple_paths} {solvers} {:?} {:?}", source.data_model, source.dialect);
    format!("{OBJECTS} {ELEMENTS} {CHARACTERS} {options}\n{}", content.text)
}

/// The tests of one function that an analysis of its own has found.
pub(super) fn of_tests(request: &ProgramRequest, function: &Scoped, tests: &[Inputs]) -> Result<Found, Failure> {
    let mut loaded = program::compile(request)?;
    let asked = program::functions_of(&loaded.program, &[PathBuf::from(&function.file)])?;
    program::instrument(&mut loaded, &Aim::Cover(CRITERIA.to_vec(), asked));
    let (program, mut given) = (loaded.program, loaded.given);
    given.hidden.extend(elsewhere(&program, &request.files, &function.file));
    let mut found = Found::new(function);
    let Some(entry) = program.functions.iter().find(|(_, f)| f.name == function.name && f.body.is_some()).map(|(id, _)| id) else { return Ok(found) };
    found.goals = program.goals.values().filter(|goal| goal.function == entry && is_branch(goal)).count();
    let layouts = Layouts::new(&program);
    let mut runs = Runs::new(&program, &layouts, &given, entry);
    for test in tests {
        match runs.judge(test) {
            Ok(None) => {}
            Ok(Some((inputs, new))) => found.add(&program, &given, (&inputs, new), &function.name),
            Err((_, why)) => found.leave_out(&why),
        }
    }
    for (inputs, new) in runs.settle() {
        found.add(&program, &given, (&inputs, new), &function.name);
    }
    found.called = Some(Called::new(program, given, entry));
    Ok(found)
}

impl Called {
    fn new(program: Program, given: Given, entry: FuncId) -> Self {
        let globals = settable(&program, &given, entry);
        Self { program, given, entry, globals }
    }
}

impl Found {
    /// With what is called, and with what each test breaks of the contract.
    fn done(mut self, called: Called, contract: Option<&InRuns>, supervisor: &Supervisor) -> Result<Self, Failure> {
        if let Some(contract) = contract.filter(|_| !self.tests.is_empty()) {
            let (claims, stop) = (Claims::of(contract)?, supervisor.stop(None));
            for test in &mut self.tests {
                let broken = claims.broken(&called.program, &test.inputs, &stop);
                test.breaks = broken.into_iter().map(|property| format!("{}: {}", property.name, property.text)).collect();
            }
        }
        self.called = Some(called);
        Ok(self)
    }

    /// The branches of the function that no call reaches which its contract allows. In tests memory is limited, so this is asked of the program in which it is what the contract
    /// says.
    fn excluded_by_contract(
        &self,
        wanted: &UnitTests,
        alone: &ProgramRequest,
        (program, given): (&Program, &Given),
        time: Duration,
        supervisor: &Supervisor,
    ) -> Result<Vec<GoalId>, Failure> {
        let Some(lazy) = &alone.lazy_inputs else { return Ok(Vec::new()) };
        // The functions that a test stands in for may do more than come back.
        if given.stubs.iter().any(|stub| stub.is_declared) {
            return Ok(Vec::new());
        }
        let request = prove::obeying_contract(alone.clone(), &LazyInputs { for_tests: false, ..lazy.clone() })?;
        let outcome = engines_alone(wanted, &request, &self.function.file, time, supervisor)?;
        let Some(board) = outcome.board() else { return Ok(Vec::new()) };
        let other = board.program();
        // The same text has the same goals in the same order.
        let is_same =
            other.goals.len() == program.goals.len() && other.goals.values().zip(program.goals.values()).all(|(a, b)| a.name == b.name && a.loc == b.loc);
        let own = program.goals.iter().filter(|(_, goal)| is_branch(goal) && program.functions[goal.function].name == self.function.name);
        Ok(own.map(|(goal, _)| goal).filter(|goal| is_same && matches!(board.status(*goal), Status::Excluded(_))).collect())
    }

    /// Adds what engines find in so much time; the answer is what of it cannot be kept.
    fn add_of_engines(
        &mut self,
        wanted: &UnitTests,
        request: &ProgramRequest,
        runs: &mut Runs<'_>,
        (program, given): (&Program, &Given),
        time: Duration,
        supervisor: &Supervisor,
    ) -> Result<Vec<Lost>, Failure> {
        let outcome = engines_alone(wanted, request, &self.function.file, time, supervisor)?;
        let Some(board) = outcome.board() else { return Ok(Vec::new()) };
        // The same program has the same goals in the same order.
        let is_same = board.program().goals.len() == program.goals.len();
        let own = program.goals.iter().filter(|(_, goal)| is_branch(goal) && program.functions[goal.function].name == self.function.name);
        // The functions that a test stands in for may do more than come back.
        let has_stubs = given.stubs.iter().any(|stub| stub.is_declared);
        let is_excluded = |goal: &GoalId| is_same && !has_stubs && matches!(board.status(*goal), Status::Excluded(_));
        self.proved.unreachable = own.map(|(goal, _)| goal).filter(is_excluded).collect();
        runs.give_up(program.goals.ids().filter(|goal| is_same && matches!(board.status(*goal), Status::Excluded(_))));
        let mut lost = Vec::new();
        for test in board.tests() {
            match runs.judge(&test.inputs) {
                Ok(None) => {}
                Ok(Some((inputs, new))) => self.add(program, given, (&inputs, new), &self.function.name.clone()),
                Err(unkept) => lost.push(unkept),
            }
        }
        Ok(lost)
    }

    /// The tests of an earlier run, once more: each must reach what it reached then. `None` if one does not.
    fn recalled(&self, (program, given): (&Program, &Given), runs: &mut Runs<'_>, content: &Content, known: &Known) -> Option<Self> {
        let mut own = Self { goals: self.goals, proved: known.proved(content)?, is_known: true, ..Self::new(&self.function) };
        for test in known.tests(content)? {
            if !runs.reach_again(&test.inputs, test.first.iter().chain(&test.own)) {
                return None;
            }
            let n = own.tests.len();
            own.add(program, given, (&test.inputs, NewGoals { first: test.first, own: test.own }), &self.function.name);
            if own.tests.len() == n {
                return None;
            }
        }
        own.left_out.clone_from(known.left_out());
        Some(own)
    }

    /// Branches of the function that nothing reaches.
    pub(super) fn unreachable(&self) -> usize {
        self.proved.unreachable.len()
    }

    fn add(&mut self, program: &Program, given: &Given, (inputs, new): (&[(InputId, Bits)], NewGoals), function: &str) {
        match Scene::of(program, given, inputs) {
            Some(scene) => {
                let NewGoals { first, own } = new;
                let goals = own.iter().copied().filter(|goal| is_branch(&program.goals[*goal])).collect();
                self.tests.push(FoundTest { scene, breaks: Vec::new(), covers: covers(program, &first, function), inputs: inputs.to_vec(), first, own, goals });
            }
            None => self.leave_out("the run ends before the call"),
        }
    }

    /// How many branches of the function tests with these names reach.
    pub(super) fn covered_by(&self, names: &FxHashSet<&str>) -> usize {
        let kept = self.tests.iter().enumerate().filter(|(i, _)| names.contains(self.name(*i).as_str()));
        kept.flat_map(|(_, test)| &test.goals).collect::<FxHashSet<_>>().len()
    }

    fn name(&self, test: usize) -> String {
        format!("{}_{}", self.function.name, test + 1)
    }

    pub(super) fn leave_out(&mut self, why: &str) {
        *self.left_out.entry(why.to_owned()).or_default() += 1;
    }
}

/// What engines find of the goals in a file in so much time, on one thread.
fn engines_alone(wanted: &UnitTests, request: &ProgramRequest, file: &str, time: Duration, supervisor: &Supervisor) -> Result<Outcome<Coverage>, Failure> {
    let mut engines = wanted.engines.clone();
    engines.jobs = 1;
    let question = Coverage { goals_in: vec![PathBuf::from(file)], ..Coverage::new(CRITERIA.to_vec()) };
    let own = Supervisor { start: Instant::now(), ..supervisor.clone() };
    let task = Task { program: request.clone(), engines, limits: Limits { timeout: Some(time), memory: None }, question };
    task.run(&own, &mut ())
}

/// Variables that other files define. Whether the source declares them is not known, so a test does not name them.
fn elsewhere<'p>(program: &'p Program, files: &'p [PathBuf], source: &'p str) -> impl Iterator<Item = SymbolId> + 'p {
    let is_other = move |own: &goto::Symbol| {
        let place = Path::new(&program.files[own.loc.file]);
        own.storage == Storage::Static && place != Path::new(source) && files.iter().any(|file| file == place)
    };
    program.symbols.iter().filter(move |(_, own)| is_other(own)).map(|(symbol, _)| symbol)
}

/// The global variables that a call reads or writes and that a test beside the source can name.
fn settable(program: &Program, given: &Given, entry: FuncId) -> FxHashSet<SymbolId> {
    let reachable = CallGraph::new(program).reachable(entry);
    let mut used = FxHashSet::default();
    let mut seen = FxHashSet::default();
    for (_, function) in program.functions.iter().filter(|(id, _)| reachable[*id]) {
        for instruction in function.body.iter().flat_map(|body| body.values()) {
            instruction.kind.expressions(|expr, _| {
                program.exprs.walk(expr, &mut seen, &mut |_, kind| {
                    if let goto::ExprKind::Var(symbol) = kind {
                        used.insert(symbol);
                    }
                });
            });
        }
    }
    used.retain(|&symbol| program.symbols[symbol].storage == Storage::Static && !given.hidden.contains(&symbol));
    used
}

/// Is it the outcome of a decision? Operands are looked for, too, and not counted.
fn is_branch(goal: &Goal) -> bool {
    goal.name.contains(".branch.")
}

/// What a test covers first, in words.
fn covers(program: &Program, goals: &[GoalId], function: &str) -> String {
    let name = |goal: &GoalId| {
        let goal = &program.goals[*goal];
        let side = goal.name.rsplit('.').next().unwrap_or_default();
        let other = if program.functions[goal.function].name == function { String::new() } else { format!("{}, ", program.functions[goal.function].name) };
        format!("{other}line {} \"{}\" {side}", goal.loc.line, goal.text)
    };
    let mut all: Vec<String> = Vec::new();
    for text in goals.iter().map(name) {
        // A decision without `&&` and `||` is its own operand.
        if !all.contains(&text) {
            all.push(text);
        }
    }
    let more = all.len().saturating_sub(NAMED);
    all.truncate(NAMED);
    match (all.as_slice(), more) {
        ([], _) => format!("calls {function}"),
        (named, 0) => format!("covers {}", named.join("; ")),
        (named, more) => format!("covers {}; and {more} more", named.join("; ")),
    }
}
