//! `gotcha check-proof`: other solvers check the proofs that an analysis has written.

use crate::cli::analysis::Session;
use crate::cli::args::CheckProofArgs;
use crate::cli::failure::Failure;
use crate::cli::output;
use crate::cli::supervise::{self, Ended};
use goto::limits::Stop;
use rayon::prelude::*;
use report::certificate::read::{self, Folder, ReadProofError};
use report::certificate::report::{Answer, Answers, ProofReport};
use solver::smtlib::{CheckAnswer, Checks, Command, ProcessLimits};
use solver::{self, OpenError, SolverSpec};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Runs the command. The answer is the exit status.
pub(super) fn check_proof(args: &CheckProofArgs, session: &Session) -> Result<u8, Failure> {
    let commands = solvers(args)?;
    args.json.as_deref().map_or(Ok(()), output::check_writable)?;
    let folder = read::read(&args.folder)?;
    let scripts = Arc::new(scripts(&args.folder, &folder)?);
    if !args.quiet {
        folder.changed_sources.iter().for_each(|file| output::complain(&format!("warning: {file} is not the text that the proofs are about any more")));
        if !folder.proofs.finished {
            output::complain("warning: the run that wrote the proofs did not end; these are its claims so far");
        }
    }
    let stop = supervise::stop_for(session.start, args.timeout);
    let jobs = args.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let work = {
        let (stop, patience, scripts) = (stop.clone(), args.check_timeout, Arc::clone(&scripts));
        move || ask_all(&commands, &scripts, jobs, &stop, patience)
    };
    let answers = match supervise::run(&stop, None, &mut || (), work).map_err(|e| Failure::Defect(e.to_string().into()))? {
        Ended::Finished(answers) => answers?,
        Ended::Panicked(said) => return Err(Failure::Defect(session.defect(&said))),
        Ended::Abandoned => supervise::leave(20),
    };
    let report = ProofReport::new(&folder.proofs, &answers, |script, check| scripts[script].is_trivial(check));
    if !args.json.as_deref().is_some_and(output::is_stdout) {
        output::print(&report.text(args.quiet))?;
    }
    if let Some(path) = &args.json {
        output::write(path, &report.json())?;
    }
    Ok(match (report.has_failed(), report.is_complete()) {
        (true, _) => 10,
        (false, true) => 0,
        (false, false) => 20,
    })
}

/// The solvers to ask.
fn solvers(args: &CheckProofArgs) -> Result<Vec<Command>, Failure> {
    let mut specs = args.solver.iter().map(|s| s.parse()).collect::<Result<Vec<SolverSpec>, _>>().map_err(|e| Failure::Usage(e.to_string()))?;
    if specs.is_empty() {
        specs = solver::installed();
    }
    if specs.is_empty() {
        return Err(Failure::Usage("no solver that reads SMT-LIB is installed (`gotcha solvers` tells how to get one)".into()));
    }
    let limits = ProcessLimits {
        // Without it processes of solvers have no limits of their own, but work.
        guard: std::env::current_exe().ok(),
        seconds: args.timeout.map(|t| t.as_secs() + 1),
        memory: args.memory.map(|m| m.as_u64()),
    };
    let command = |spec: &SolverSpec| {
        solver::command(spec, &limits).map_err(|error| match error {
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
