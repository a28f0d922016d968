//! `cover` and `verify` without a process: the task that a command line asks for, run by the library, for the options that most cases have.

use goto::limits::StopReason;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tasks::asked::{criteria, properties};
use tasks::cover::Coverage;
use tasks::engines::{Engines, Strategy};
use tasks::program::ProgramRequest;
use tasks::supervise::Supervisor;
use tasks::task::{Limits, Observer, Question, Task};
use tasks::verify::Verification;

/// The machine-readable result; `None` within if there is none in time. `None` if a command line is about more than these options, or about what the command refuses.
pub(crate) fn run(command: &str, files: &[String], arguments: &[String], limit: Duration) -> Option<Result<Option<String>, String>> {
    let asked = Asked::read(arguments)?;
    let program = ProgramRequest::new(files.iter().map(PathBuf::from).collect());
    match command {
        "cover" if asked.property.is_none() => {
            let criteria = criteria::named(&asked.criteria).ok()?;
            Some(asked.result(program.with_criteria(&criteria), Coverage::new(criteria), limit))
        }
        "verify" if asked.criteria.is_empty() => {
            let aim = properties::asked(asked.property.as_deref()).ok()?;
            let is_known = aim.entry.is_none() && aim.unsupported.is_none();
            is_known.then(|| asked.result(program.with_properties(&aim.classes), Verification::new(aim), limit))
        }
        _ => None,
    }
}

/// The options of a case.
#[derive(Default)]
struct Asked {
    criteria: Vec<String>,
    property: Option<String>,
    engines: Engines,
    limits: Limits,
}

impl Asked {
    fn read(arguments: &[String]) -> Option<Self> {
        let mut asked = Self::default();
        for pair in arguments.chunks(2) {
            let [option, value] = pair else { return None };
            match option.as_str() {
                "--criterion" => asked.criteria.push(value.clone()),
                "--property" if !value.contains(['/', '.']) => asked.property = Some(value.clone()),
                "--unwind" => asked.engines.growth = engine::schedule::Growth::Fixed(value.parse().ok()?),
                "--timeout" => asked.limits.timeout = Some(Duration::from_secs(value.strip_suffix('s')?.parse().ok()?)),
                "--strategy" => {
                    let all =
                        [("k-induction", Strategy::KInduction), ("bmc", Strategy::Bmc), ("falsify", Strategy::Falsify), ("portfolio", Strategy::Portfolio)];
                    asked.engines.at_work = all.iter().find(|(name, _)| name == value)?.1.engines().to_vec();
                }
                _ => return None,
            }
        }
        Some(asked)
    }

    fn result<Q: Question>(self, program: ProgramRequest, question: Q, limit: Duration) -> Result<Option<String>, String> {
        let supervisor = Supervisor::default();
        let end = supervisor.start + limit;
        let task = Task { program, engines: self.engines, limits: self.limits, question };
        let outcome = task.run(&supervisor, &mut Interrupter { supervisor: &supervisor, end }).map_err(|failure| failure.to_string())?;
        match &outcome.end.defect {
            Some(defect) => Err(format!("a defect: {defect}")),
            None if outcome.work().stop().reason() == Some(StopReason::Interrupt) => Ok(None),
            None => Ok(Some(outcome.json())),
        }
    }
}

/// Ends what takes too long.
struct Interrupter<'a> {
    supervisor: &'a Supervisor,
    end: Instant,
}

impl Observer for Interrupter<'_> {
    fn tick(&mut self, _message: &dyn Fn() -> String) {
        if Instant::now() > self.end {
            self.supervisor.interrupt();
        }
    }
}
