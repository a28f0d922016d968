//! What an editor shows of a file, function by function: which properties a run violates, how many branches are covered, which of them nothing reaches. The same tasks as those
//! of `verify` and `cover`, each for a short time, from `main` or from a caller that may pass anything. Knows nothing of editors and their protocol.

use crate::asked::properties::VerifyAim;
use crate::cover::Coverage;
use crate::engines::Engines;
use crate::failure::Failure;
use crate::program::ProgramRequest;
use crate::program::scope::Scope;
use crate::show;
use crate::supervise::Supervisor;
use crate::task::{Limits, Task};
use crate::verify::Verification;
use frontend::LazyInputs;
use goto::callgraph::CallGraph;
use goto::{FuncId, Program, PropertyClass};
use instrument::Criterion;
use report::result::{Goal, Property, PropertyState};
use rustc_hash::FxHashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

const MAIN: &str = "main";
/// Of what somebody passes nobody knows who frees it.
const OF_OWNERS: [PropertyClass; 3] = [PropertyClass::MemoryLeak, PropertyClass::ValidMemtrack, PropertyClass::ValidMemcleanup];

/// A file that is looked at, and how.
pub struct Document {
    /// The program that the file belongs to; where it starts does not matter.
    pub program: ProgramRequest,
    pub file: PathBuf,
    pub engines: Engines,
    /// The properties.
    pub aim: VerifyAim,
    /// What may be passed to functions. They are not for tests: what another file defines may do more than come back.
    pub given: LazyInputs,
    /// For one function.
    pub time: Duration,
    /// For all functions, from the start of the supervisor.
    pub timeout: Duration,
}

/// Who calls what was analysed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caller {
    /// The program itself: it happens.
    Main,
    /// Somebody who may pass anything: perhaps nobody does.
    Anybody,
}

/// What came out for one function.
#[derive(Clone, PartialEq, Debug)]
pub struct FunctionFindings {
    pub name: String,
    /// Where its name stands; both count from 1.
    pub line: u32,
    pub column: u32,
    pub caller: Caller,
    /// Properties that a run violates; those found from `main` may stand in other functions of the file.
    pub violations: Vec<Property>,
    /// `None`: there was no time.
    pub branches: Option<Branches>,
    /// Branches that nothing reaches.
    pub unreachable: Vec<Goal>,
}

/// Branches of one function.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Branches {
    pub all: usize,
    pub covered: usize,
    pub unreachable: usize,
}

/// A function of the file.
struct Own {
    name: String,
    line: u32,
    column: u32,
    caller: Caller,
    /// Does `main` call it, perhaps over others?
    is_called: bool,
}

/// Where a property stands and what it is about: the same in all programs that are made of a file.
type Claim = (u32, u32, String);

/// What is known of claims from `main`.
#[derive(Default)]
struct FromMain {
    violated: FxHashSet<Claim>,
    holds: FxHashSet<Claim>,
}

impl Document {
    /// Analyses the functions, `main` first, and tells of each one. Ends early when the supervisor is interrupted.
    ///
    /// # Errors
    /// If the file is wrong.
    pub fn analyse(&self, supervisor: &Supervisor, told: &mut dyn FnMut(FunctionFindings)) -> Result<(), Failure> {
        let functions = self.functions()?;
        let until = supervisor.start + self.timeout;
        let mut from_main = FromMain::default();
        for (done, function) in functions.iter().enumerate() {
            if supervisor.interrupted.load(Ordering::Relaxed) {
                return Ok(());
            }
            let waiting = u32::try_from(functions.len() - done).unwrap_or(u32::MAX);
            let time = self.time.min(until.saturating_duration_since(Instant::now()) / waiting);
            told(self.analyse_function(function, &mut from_main, time, supervisor)?);
        }
        Ok(())
    }

    fn analyse_function(&self, function: &Own, from_main: &mut FromMain, time: Duration, supervisor: &Supervisor) -> Result<FunctionFindings, Failure> {
        let Own { name, line, column, caller, .. } = function;
        let mut findings = FunctionFindings {
            name: name.clone(),
            line: *line,
            column: *column,
            caller: *caller,
            violations: Vec::new(),
            branches: None,
            unreachable: Vec::new(),
        };
        if time.is_zero() {
            return Ok(findings);
        }
        let end = Instant::now() + time;
        for property in self.properties(function, time / 2, supervisor)? {
            let claim = (property.place.line, property.place.column, property.class.clone());
            let is_violated = matches!(property.state, PropertyState::Violated { .. });
            let is_known = from_main.violated.contains(&claim) || (function.is_called && from_main.holds.contains(&claim));
            match (caller, &property.state) {
                (Caller::Main, PropertyState::Violated { .. }) => _ = from_main.violated.insert(claim),
                (Caller::Main, PropertyState::Holds { .. }) => _ = from_main.holds.insert(claim),
                _ => {}
            }
            if is_violated && !is_known {
                findings.violations.push(property);
            }
        }
        if let Some(goals) = self.goals(function, end.saturating_duration_since(Instant::now()), supervisor)? {
            let covered = goals.iter().filter(|goal| goal.is_covered()).count();
            let all = goals.len();
            findings.unreachable = goals.into_iter().filter(Goal::is_unreachable).collect();
            findings.branches = Some(Branches { all, covered, unreachable: findings.unreachable.len() });
        }
        Ok(findings)
    }

    /// The functions of the file, `main` first, then in the order of the text.
    fn functions(&self) -> Result<Vec<Own>, Failure> {
        let mut request = ProgramRequest { entry: MAIN.to_owned(), lazy_inputs: None, ..self.program.clone() };
        let program = match show::compile_library(&mut request) {
            Ok(loaded) => loaded.program,
            // A file of declarations.
            Err(Failure::Source(frontend::Error::NoEntry { .. })) => return Ok(Vec::new()),
            Err(failure) => return Err(failure),
        };
        let called = entry(&program, MAIN).map(|main| CallGraph::new(&program).reachable(main));
        let is_own = |function: &goto::Function| function.body.is_some() && !function.model && Path::new(&program.files[function.loc.file]) == self.file;
        let own = program.functions.iter().filter(|(_, function)| is_own(function) && function.loc.line > 0);
        let mut functions: Vec<Own> = own
            .map(|(id, function)| Own {
                name: function.name.clone(),
                line: function.loc.line,
                column: function.loc.column,
                caller: if function.name == MAIN { Caller::Main } else { Caller::Anybody },
                is_called: called.as_ref().is_some_and(|called| called[id]),
            })
            .collect();
        functions.sort_by_key(|own| (own.caller != Caller::Main, own.line, own.column));
        Ok(functions)
    }

    /// The program that starts in this function.
    fn starting_in(&self, function: &Own) -> ProgramRequest {
        let given = (function.caller == Caller::Anybody).then(|| self.given.clone());
        ProgramRequest { entry: function.name.clone(), lazy_inputs: given, ..self.program.clone() }
    }

    /// What is known of the function's properties; from `main`, of those of the whole file.
    fn properties(&self, function: &Own, time: Duration, supervisor: &Supervisor) -> Result<Vec<Property>, Failure> {
        let (mut aim, mut asked) = (self.aim.clone(), function.name.clone());
        match function.caller {
            Caller::Main => asked = self.file.display().to_string(),
            Caller::Anybody => aim.classes.retain(|class| !OF_OWNERS.contains(class)),
        }
        let program = self.starting_in(function).with_properties(&aim.classes);
        let question = Verification { scope: Scope::Named(vec![asked]), ..Verification::new(aim) };
        let (own, limits) = limited(time, supervisor);
        let outcome = Task { program, engines: self.engines.clone(), limits, question }.run(&own, &mut ())?;
        Ok(outcome.result().properties().to_vec())
    }

    /// What is known of the function's branches, unless there was no time for anything.
    fn goals(&self, function: &Own, time: Duration, supervisor: &Supervisor) -> Result<Option<Vec<Goal>>, Failure> {
        let question = Coverage { scope: Scope::Named(vec![function.name.clone()]), ..Coverage::new(vec![Criterion::Branch]) };
        let (own, limits) = limited(time, supervisor);
        let task = Task { program: self.starting_in(function), engines: self.engines.clone(), limits, question };
        let outcome = task.run(&own, &mut ())?;
        Ok(outcome.board().is_some().then(|| outcome.result().goals().to_vec()))
    }
}

fn limited(time: Duration, supervisor: &Supervisor) -> (Supervisor, Limits) {
    (Supervisor { start: Instant::now(), ..supervisor.clone() }, Limits { timeout: Some(time), memory: None })
}

fn entry(program: &Program, name: &str) -> Option<FuncId> {
    program.functions.iter().find(|(_, function)| function.name == name && function.body.is_some()).map(|(id, _)| id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asked::properties;
    use frontend::Aliases;
    use std::fs;

    const TEXT: &str = "int get(const int *a, int i) { if (i < 0) return 0; return a[i]; }
int half(int n) { if (n % 2 == 2) return 7; return n / 2; }
int main(void) { int a[4] = {1, 2, 3, 4}; return get(a, 3) + half(a[0]); }
";

    fn findings(text: &str) -> Vec<FunctionFindings> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.c");
        fs::write(&file, "the editor holds something else").unwrap();
        let mut program = ProgramRequest::new(vec![file.clone()]);
        program.source.unsaved.insert(file.clone(), text.into());
        let given = LazyInputs { aliases: Aliases::default(), objects: 3, elements: 4, characters: 4, for_tests: false };
        let (time, timeout) = (Duration::from_secs(20), Duration::from_secs(60));
        let document = Document { program, file, engines: Engines::default(), aim: properties::checkable(None).unwrap(), given, time, timeout };
        let mut findings = Vec::new();
        document.analyse(&Supervisor::default(), &mut |one| findings.push(one)).unwrap();
        findings
    }

    #[test]
    fn what_main_shows_to_hold_is_no_alarm() {
        let own = findings(TEXT);
        let names: Vec<&str> = own.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["main", "get", "half"]);
        assert!(own.iter().all(|one| one.violations.is_empty()), "{own:?}");
        assert_eq!(own[2].branches, Some(Branches { all: 2, covered: 1, unreachable: 1 }));
        assert_eq!((own[2].unreachable[0].place.line, own[2].unreachable[0].text.as_str()), (2, "n % 2 == 2"));
    }

    #[test]
    fn without_main_anybody_may_call() {
        let own = findings(TEXT.lines().next().unwrap());
        assert_eq!((own.len(), own[0].caller), (1, Caller::Anybody));
        assert!(!own[0].violations.is_empty() && own[0].violations.iter().all(|property| property.place.line == 1), "{own:?}");
        assert!(findings("int declared(int);\n").is_empty());
    }

    #[test]
    fn functions_that_another_file_defines_may_do_anything() {
        let own = findings("void ask(int *n); int f(void) { int n = 0; ask(&n); if (n) return 1; return 0; }");
        assert!(own[0].unreachable.is_empty(), "{own:?}");
    }

    #[test]
    fn what_main_violates_stands_once() {
        let own = findings(&TEXT.replace("get(a, 3)", "get(a, 4)"));
        assert!(own[0].caller == Caller::Main && own[0].violations.iter().any(|property| property.place.function == "get"), "{own:?}");
        assert!(own[1].violations.iter().all(|property| own[0].violations.iter().all(|main| main.id != property.id)), "{own:?}");
    }
}
