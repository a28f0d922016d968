//! Other solvers check the proofs that an analysis has written.

use crate::failure::Failure;
use goto::limits::Stop;
use rayon::prelude::*;
use report::certificate::read::{self, Folder, ReadProofError};
use report::certificate::report::{Answer, Answers, ProofReport};
use solver::smtlib::{CheckAnswer, Checks, Command, ProcessLimits};
use solver::{self, OpenError, SolverSpec};
use std::path::Path;
use std::time::{Duration, Instant};

/// Proofs of a folder, and who is asked about them.
pub struct ProofCheck {
    commands: Vec<Command>,
    folder: Folder,
    scripts: Vec<Checks>,
    /// Scripts that are checked at once.
    pub jobs: usize,
    /// Time for one check.
    pub patience: Option<Duration>,
}

impl ProofCheck {
    /// Reads the proofs; all solvers that are installed are asked if none is named.
    ///
    /// # Errors
    /// If the folder is not what this tool wrote, or a solver is not there.
    pub fn new(folder: &Path, solvers: Vec<SolverSpec>, limits: &ProcessLimits) -> Result<Self, Failure> {
        let commands = commands(solvers, limits)?;
        let read = read::read(folder)?;
        let scripts = scripts(folder, &read)?;
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Self { commands, folder: read, scripts, jobs, patience: None })
    }

    /// What makes the proofs weaker than they look.
    pub fn warnings(&self) -> Vec<String> {
        let changed = self.folder.changed_sources.iter().map(|file| format!("{file} is not the text that the proofs are about any more"));
        let unfinished = (!self.folder.proofs.finished).then(|| "the run that wrote the proofs did not end; these are its claims so far".to_owned());
        changed.chain(unfinished).collect()
    }

    /// Asks every solver about every script.
    ///
    /// # Errors
    /// If there can be no threads.
    pub fn ask(&self, stop: &Stop) -> Result<Vec<Answers>, Failure> {
        ask_all(&self.commands, &self.scripts, self.jobs, stop, self.patience)
    }

    /// What the answers come to.
    pub fn report<'a>(&'a self, answers: &'a [Answers]) -> ProofReport<'a> {
        ProofReport::new(&self.folder.proofs, answers, |script, check| self.scripts[script].is_trivial(check))
    }
}

/// The solvers to ask.
fn commands(mut specs: Vec<SolverSpec>, limits: &ProcessLimits) -> Result<Vec<Command>, Failure> {
    if specs.is_empty() {
        specs = solver::installed();
    }
    if specs.is_empty() {
        return Err(Failure::Usage("no solver that reads SMT-LIB is installed (`gotcha solvers` tells how to get one)".into()));
    }
    let command = |spec: &SolverSpec| {
        solver::command(spec, limits).map_err(|error| match error {
            OpenError::NoText => Failure::Usage(format!("{error}, and it is what finds the proofs: ask another one, such as z3 or cvc5")),
            error => Failure::Usage(error.to_string()),
        })
    };
    specs.iter().map(command).collect()
}

/// The scripts taken apart; each must have as many checks as the folder says.
fn scripts(path: &Path, folder: &Folder) -> Result<Vec<Checks>, Failure> {
    let take_apart = |(script, text): (&report::certificate::Script, &String)| {
        let malformed = |message: String| ReadProofError::Malformed { path: path.join(&script.file), message };
        let checks = Checks::parse(text).map_err(|(line, message)| malformed(format!("line {line}: {message}")))?;
        let (found, listed) = (checks.len(), script.checks.len());
        if found != listed {
            return Err(malformed(format!("it has {found} checks, and {listed} are listed")));
        }
        Ok(checks)
    };
    folder.proofs.scripts.iter().zip(&folder.texts).map(take_apart).collect::<Result<_, ReadProofError>>().map_err(Failure::from)
}

/// Asks every solver about every script.
fn ask_all(commands: &[Command], scripts: &[Checks], jobs: usize, stop: &Stop, patience: Option<Duration>) -> Result<Vec<Answers>, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build().map_err(|e| Failure::Defect(e.to_string().into()))?;
    let ask = |command: &Command, script: &Checks| {
        let start = Instant::now();
        let answers: Vec<Answer> = script.run(command, stop, patience).into_iter().map(answer).collect();
        (answers, start.elapsed().as_secs_f64())
    };
    let of_solver = |command: &Command| {
        let (scripts, times): (Vec<_>, Vec<f64>) = scripts.par_iter().map(|script| ask(command, script)).unzip();
        Answers { solver: command.name.clone(), scripts, wall_s: times.iter().sum() }
    };
    Ok(pool.install(|| commands.par_iter().map(of_solver).collect()))
}

fn answer(answer: CheckAnswer) -> Answer {
    match answer {
        CheckAnswer::Unsat => Answer::Unsat,
        CheckAnswer::Sat => Answer::Sat,
        CheckAnswer::Undecided(reason) => Answer::Undecided(reason),
    }
}
